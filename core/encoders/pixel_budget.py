"""How many pixels all threads of a process may hold decoded at a time.

A build decodes in up to eight threads, a check in four. Of a picture of 300 million pixels a thread
holds 1.2 GB as Pillow has it; eight of those at once would end the process. So threads share a
budget, and whoever would go beyond it waits for the others. A picture that is larger than all of it
is decoded alone.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

MOST_TOGETHER: Final = 128_000_000
"""Five photos of 24 million pixels."""


class PixelBudget:
    """Pixels that threads hold; thread-safe.

    Attributes:
        held: pixels that are taken now.
    """

    def __init__(self, most: int) -> None:
        self.held = 0
        self._most = most
        self._mine = threading.local()
        self._turn = threading.Lock()
        self._freed = threading.Condition()

    @contextmanager
    def scope(self) -> Iterator[None]:
        """Free the pixels this thread takes when the outermost of these blocks ends."""
        if getattr(self._mine, "pixels", None) is not None:
            yield
            return
        self._mine.pixels = 0
        try:
            yield
        finally:
            pixels, self._mine.pixels = self._mine.pixels, None
            with self._freed:
                self.held -= pixels
                self._freed.notify_all()

    def take(self, pixels: int) -> None:
        """Take pixels within a scope, as soon as there is room for them.

        A thread that has some gets more at once: what lies on a picture is read while that is held,
        and two threads that waited for each other would never end.
        """
        if self._mine.pixels:
            with self._freed:
                self.held += pixels
        else:
            # In turn: small ones that pass by would keep a large one waiting until the last.
            with self._turn, self._freed:
                self._freed.wait_for(lambda: not self.held or self.held + pixels <= self._most)
                self.held += pixels
        self._mine.pixels += pixels


DECODING: Final = PixelBudget(MOST_TOGETHER)
"""Of all decoding in this process."""
