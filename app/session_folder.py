"""The one temporary folder of a running window: tables of surveys, saved plans.

It lies below Larder's cache folder and goes when the window closes. What a crashed window left
behind is swept by the next one, once it is a day old: a younger one may belong to a window that
still runs.
"""

from __future__ import annotations

import contextlib
import itertools
import shutil
import tempfile
import time
from pathlib import Path

PREFIX = "window-"
LEFTOVER_AGE_S = 86_400.0


class SessionFolder:
    """Hands out folders that nobody else writes into."""

    def __init__(self, cache_home: Path) -> None:
        self._parent = cache_home / "sessions"
        self._parent.mkdir(parents=True, exist_ok=True)
        self._folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=self._parent))
        self._numbers = itertools.count(1)

    @property
    def path(self) -> Path:
        """The folder itself."""
        return self._folder

    def fresh(self, name: str) -> Path:
        """A path below the folder that was not handed out before; nothing is made there."""
        return self._folder / f"{name}-{next(self._numbers)}"

    def drop(self, path: Path) -> None:
        """Remove something that was handed out; where it is still in use it goes at the end."""
        shutil.rmtree(path, ignore_errors=True)

    def sweep(self) -> None:
        """Remove the folder, and leftovers of windows that crashed."""
        shutil.rmtree(self._folder, ignore_errors=True)
        oldest = time.time() - LEFTOVER_AGE_S
        for leftover in self._parent.glob(f"{PREFIX}*"):
            # Gone meanwhile, or not ours to look at: either way there is nothing to do.
            with contextlib.suppress(OSError):
                if leftover.stat().st_mtime < oldest:
                    shutil.rmtree(leftover, ignore_errors=True)
