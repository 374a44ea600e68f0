"""The variant key of an index: "HxW", or "_" for a store whose payloads have no size.

Height comes first here, while trainer configs say width first. Models with a frame axis write
frames and height ("1x1024"); the two numbers are kept as they stand.
"""

from __future__ import annotations

import re

NO_RESOLUTION_KEY = "_"
_RESOLUTION = re.compile(r"(0|[1-9][0-9]*)x(0|[1-9][0-9]*)")


def parse_resolution_key(key: str) -> tuple[int, int] | None:
    """The (height, width) of a variant key, None for "_".

    Raises:
        ValueError: if it is neither.
    """
    if key == NO_RESOLUTION_KEY:
        return None
    parts = _RESOLUTION.fullmatch(key)
    if parts is None:
        raise ValueError(f"{key!r} is not a resolution key")
    return int(parts[1]), int(parts[2])


def format_resolution_key(resolution: tuple[int, int] | None) -> str:
    """The variant key of a (height, width), "_" for None."""
    if resolution is None:
        return NO_RESOLUTION_KEY
    return f"{resolution[0]}x{resolution[1]}"
