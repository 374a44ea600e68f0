"""How fast cached files were read the last time, so that the next time can be told before.

Derived memory: one number in the user's cache folder, bytes a second.
"""

from __future__ import annotations

from typing import Final

from larder.core.files.derived import recall, remember
from larder.core.settings import cache_home

NAME: Final = "reading-pace.json"
LEAST_BYTES: Final = 16 << 20
"""What takes no time tells no pace."""


def reading_pace() -> float | None:
    """Bytes a second, None where that is not known."""
    pace = recall(cache_home() / NAME, float)
    return pace if pace is not None and pace >= 1 else None


def note_reading(size: int, seconds: float) -> None:
    """Remember how fast so many bytes were read."""
    if size >= LEAST_BYTES and seconds > 0:
        remember(cache_home() / NAME, size / seconds)
