"""How fast an encoder is, and whether it is worth a thread of its own.

While an encoder computes elsewhere, other threads look, decode and write. Behind one that is done
at once they only take turns with it for the interpreter. Where it takes a tenth of a millisecond
per payload, one thread alone is a quarter faster; at three tenths it is a third slower.
"""

from __future__ import annotations

from collections import deque
from typing import Final

QUICK_S: Final = 0.0002
"""Seconds per payload; an encoder that takes less is quick."""

BATCHES: Final = 4
"""The quickest of so many counts: any single one may have waited for another thread's turn."""


class EncoderPace:
    """The pace of the last batches."""

    def __init__(self) -> None:
        self._seconds: deque[float] = deque(maxlen=BATCHES)

    def note(self, seconds: float, payloads: int) -> None:
        """Note a batch of which so many payloads were encoded."""
        if payloads:
            self._seconds.append(seconds / payloads)

    @property
    def is_quick(self) -> bool:
        """Whether encoding takes next to no time; False before anything was encoded."""
        return min(self._seconds, default=QUICK_S) < QUICK_S
