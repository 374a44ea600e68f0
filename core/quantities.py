"""Sizes and durations as people write them: "10GB", "1.5 GiB", "90d", "384x512"."""

from __future__ import annotations

import re
from typing import Final

from larder.core.errors import UserFacingError

BYTES_PER_UNIT: Final = {
    "": 1, "b": 1,
    "kb": 10**3, "mb": 10**6, "gb": 10**9, "tb": 10**12,
    "k": 2**10, "m": 2**20, "g": 2**30, "t": 2**40,
    "kib": 2**10, "mib": 2**20, "gib": 2**30, "tib": 2**40,
}
"""IEC 80000-13: kB counts in thousands, KiB in 1024; a bare letter is taken as the larger."""

SECONDS_PER_UNIT: Final = {"s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0, "w": 604800.0}

_NUMBER: Final = re.compile(r"\s*([0-9]{1,15}(?:\.[0-9]{1,9})?)\s*([A-Za-z]*)\s*")


def parse_size(text: str) -> int:
    """Bytes.

    Raises:
        UserFacingError: if it is no size, or none at all.
    """
    found = _NUMBER.fullmatch(text)
    factor = BYTES_PER_UNIT.get(found[2].lower()) if found else None
    size = int(float(found[1]) * factor) if found and factor else 0
    if size < 1:
        raise UserFacingError(
            f"{text!r} is no size.", "Write it as 10GB, 500MB or 2GiB.")
    return size


def parse_duration(text: str) -> float:
    """Seconds.

    Raises:
        UserFacingError: if it is no duration.
    """
    found = _NUMBER.fullmatch(text)
    factor = SECONDS_PER_UNIT.get(found[2].lower()) if found else None
    if found is None or factor is None:
        raise UserFacingError(
            f"{text!r} is no duration.", "Write it as 90d, 12h, 30m or 4w.")
    return float(found[1]) * factor


def parse_picture_size(text: str) -> tuple[int, int]:
    """(height, width) in pixels.

    Raises:
        UserFacingError: if it is no size of a picture.
    """
    height, _, width = text.strip().lower().partition("x")
    if not (height.isdecimal() and width.isdecimal() and int(height) and int(width)):
        raise UserFacingError(f"{text!r} is no size.", "Write it as 384x512, height first.")
    return int(height), int(width)


def size_spelled(size: int) -> str:
    """Bytes as `parse_size` reads them back, in the largest unit that says it in whole numbers."""
    for unit in ("TB", "TiB", "GB", "GiB", "MB", "MiB", "kB", "KiB"):
        if size and size % BYTES_PER_UNIT[unit.lower()] == 0:
            return f"{size // BYTES_PER_UNIT[unit.lower()]}{unit}"
    return f"{size}B"
