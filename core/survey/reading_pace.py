"""How fast cached files were read the last time, so that the next time can be told before.

Derived memory: one number in the user's cache folder, bytes a second.
"""

from __future__ import annotations

from typing import Final

import msgspec

from larder.core.errors import UserFacingError
from larder.core.files.atomic_write import write_derived
from larder.core.files.regular_file import read_regular
from larder.core.settings import cache_home

NAME: Final = "reading-pace.json"
LEAST_BYTES: Final = 16 << 20
"""What takes no time tells no pace."""


def reading_pace() -> float | None:
    """Bytes a second, None where that is not known."""
    try:
        pace = msgspec.json.decode(read_regular(cache_home() / NAME), type=float)
    except (OSError, UserFacingError, msgspec.DecodeError):
        return None
    return pace if pace >= 1 else None


def note_reading(size: int, seconds: float) -> None:
    """Remember how fast so many bytes were read."""
    if size >= LEAST_BYTES and seconds > 0:
        write_derived(cache_home() / NAME, msgspec.json.encode(size / seconds))
