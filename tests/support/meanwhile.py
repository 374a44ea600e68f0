"""Actions of another program between any two system calls that Larder makes.

A moment is right before a call: of `os`, `io` or `mmap`, as the interpreter's profiler announces
them. The inside of a single call is left to the system: no other program gets in between there.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

MODULES = frozenset({"posix", "nt", "io", "_io", "mmap"})


def interrupted_at(
    moment: int, action: Callable[[], object], other: Callable[[], object], *, times: int = 1
) -> bool:
    """Run `action`; before its call number `moment` (from 0), and the ones after it, run `other`.

    Args:
        moment: which call.
        action: what is interrupted; its exceptions come through.
        other: what the other program does.
        times: before how many calls in a row.

    Returns:
        Whether that moment came.
    """
    seen = 0

    def profile(_frame: object, event: str, called: object) -> None:
        nonlocal seen
        if event != "c_call" or getattr(called, "__module__", None) not in MODULES:
            return
        seen += 1
        if seen > moment:
            sys.setprofile(None)
            other()
            # Listening makes everything three times slower; what comes later is not asked for.
            sys.setprofile(profile if seen < moment + times else None)

    sys.setprofile(profile)
    try:
        action()
    finally:
        sys.setprofile(None)
    return seen > moment


class TrainerAtWork:
    """A trainer that holds an index in memory, as it read it, and saves it with a row more."""

    def __init__(self, store: Path) -> None:
        self._index = store / "cache.json"
        self._temporary = store / "cache.json.tmp"
        self._backup = store / "cache.json.bak"
        self._held: dict[str, Any] = json.loads(self._index.read_bytes())
        self.saves = 0

    @property
    def rows(self) -> list[str]:
        """Keys of the rows it has added and saved."""
        return [f"trainer/{number}.png" for number in range(self.saves)]

    def save(self, *, backup: bool = True) -> None:
        """Its save: whole beside the index, the old one copied, then in its place."""
        entries = self._held["entries"]
        digest = f"{self.saves:016x}"
        entries[f"trainer/{self.saves}.png"] = {
            "filename": f"{self.saves}.png", "hash": digest, "mtime": 1.5, "modeltype": "M",
            "variants": {"_": {"cache_file": digest[:12]}}}
        self._held["hash_index"][digest] = [f"trainer/{self.saves}.png"]
        self._temporary.write_bytes(json.dumps(self._held, indent=2).encode("ascii"))
        if backup and self._index.exists():
            shutil.copy2(self._index, self._backup)
        os.replace(self._temporary, self._index)
        self.saves += 1

    def flush(self) -> None:
        """Its save in the course of a run, which copies nothing."""
        self.save(backup=False)

    def save_and_start_again(self) -> None:
        """A save, and the next run's start, which removes the other copies."""
        self.save()
        self._backup.unlink(missing_ok=True)
