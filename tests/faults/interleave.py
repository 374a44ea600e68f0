"""Larder beside a trainer: one writes, is stopped before any file operation, the other writes.

A trainer takes no lock. What it does between two operations of ours is what each layout does: that
of `cache.json` saves its whole index as it holds it in memory, with an entry more, deletes the
copies when it starts, and adds payloads; the released one makes groups, fills a variation's folder
file by file and writes its aggregate last. Now and then it goes on after ours has ended. Afterwards
nothing of either may be lost, but rows of ours that the trainer's own save took back.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.faults.harness import Contents, Ended, Fault, Injector, Operation, contents, losses
from tests.faults.operations import DRIFTED, SLOTS
from tests.support.meanwhile import TrainerAtWork

FORCED: Final = "--even-if-busy"
FORCED_SHARE: Final = 0.8
"""Of the runs that go on although the trainer is seen."""

LATER_SHARE: Final = 0.3
"""Of the runs after which the trainer acts once more."""

CACHES: Final = "workspace-cache/run"

OPERATIONS: Final = (
    Operation("clean", "drifted", ("clean", DRIFTED, "--apply")),
    Operation("touch", "drifted", ("touch", DRIFTED, "--apply")),
    Operation("readopt", "drifted", ("readopt", DRIFTED, "--apply")),
    Operation("undo", "drifted", ("undo", DRIFTED), prepare=(("clean", DRIFTED, "--apply"),)),
    Operation("build", "sample", ("build", DRIFTED, "--apply")),
    Operation("build released", "sample", ("build", SLOTS, "--apply")),
    Operation("clean released", "released", ("clean", DRIFTED, "--apply")),
)


@dataclass(slots=True)
class Interleavings:
    """Results of the interleaved runs of one operation.

    Attributes:
        refused: runs that Larder ended with a sentence, because it saw the trainer at work.
    """

    runs: int = 0
    stops: int = 0
    refused: int = 0
    complaints: list[str] = field(default_factory=list)


class IndexedTrainer:
    """Actions of a trainer with a `cache.json`."""

    def __init__(self, store: Path) -> None:
        self._store = store
        self._held = TrainerAtWork(store)
        self.files: dict[Path, bytes] = {}

    def act(self, chance: random.Random) -> None:
        """One thing that it does now and then."""
        chance.choice((self._save, self._flush, self._begin, self._encode, self._encode))()

    def _save(self) -> None:
        self._held.save()

    def _flush(self) -> None:
        self._held.flush()

    def _begin(self) -> None:
        """The next run's start: the copies go, and the index is read anew."""
        for name in ("cache.json.tmp", "cache.json.bak"):
            (self._store / name).unlink(missing_ok=True)
        if not self._held.rows:
            self._held = TrainerAtWork(self._store)

    def _encode(self) -> None:
        number = len(self.files)
        path = self._store / f"{0xabc0000 + number:012x}_128x128_1.pt"
        path.write_bytes(f"made by the trainer, number {number}".encode())
        self.files[path] = path.read_bytes()

    def problems(self, last_index: bytes) -> Iterator[str]:
        """Yield one sentence for each entry that it saved and the index lacks."""
        entries = json.loads(last_index)["entries"]
        for key in self._held.rows:
            if key not in entries:
                yield f"the entry {key} that the trainer saved is gone"


class ReleasedTrainer:
    """Actions of a released trainer: a group of its own, slot after slot, then the aggregate."""

    def __init__(self, store: Path) -> None:
        self._folder = store / ("f" * 63 + "0") / "variation-0"
        self.files: dict[Path, bytes] = {}

    def act(self, chance: random.Random) -> None:
        """One more file of the variation that it fills; sometimes the aggregate, and the next."""
        self._folder.mkdir(parents=True, exist_ok=True)
        number = len(list(self._folder.glob("*.pt")))
        is_last = number > 0 and chance.random() < 0.3
        path = self._folder / ("aggregate.pt" if is_last else f"{number}.pt")
        path.write_bytes(f"made by the trainer: {path.name}".encode())
        self.files[path] = path.read_bytes()
        if is_last:
            at = int(self._folder.parent.name[-1], 16) + 1
            self._folder = self._folder.parent.with_name("f" * 63 + f"{at % 16:x}") / "variation-0"

    def problems(self, last_index: bytes) -> Iterator[str]:
        """Nothing beside its files."""
        del last_index
        yield from ()


Trainer = IndexedTrainer | ReleasedTrainer
TRAINERS: Final[dict[str, Callable[[Path], Trainer]]] = {
    "clean released": lambda ws: ReleasedTrainer(ws / CACHES / "image"),
    "build released": lambda ws: ReleasedTrainer(ws / "released/run/image"),
}


def interleave(
    injector: Injector, operation: Operation, runs: int, chance: random.Random
) -> Interleavings:
    """Run an operation so many times, stopped at one to three moments at which the trainer acts."""
    result = Interleavings()
    steps = injector.steps(operation, Fault.STOPPED)
    for _ in range(runs):
        before = injector.restore(operation)
        trainer = _trainer(operation, injector.workspace)

        def act(trainer: Trainer = trainer) -> None:
            result.stops += 1
            trainer.act(chance)

        words = operation.words + ((FORCED,) if chance.random() < FORCED_SHARE else ())
        moments = sorted(chance.sample(range(steps), k=min(chance.randint(1, 3), steps)))
        ended = injector.larder(words, fault=Fault.STOPPED, stops=moments, stopped=act)
        if chance.random() < LATER_SHARE:
            trainer.act(chance)
        result.runs += 1
        which = f"{operation.name}, stopped before {moments}"
        _judge(injector, operation, which, ended, before, trainer, result)
    return result


def _trainer(operation: Operation, workspace: Path) -> Trainer:
    make = TRAINERS.get(operation.name)
    return make(workspace) if make else IndexedTrainer(workspace / CACHES / "image")


def _judge(
    injector: Injector, operation: Operation, which: str, ended: Ended, before: Contents,
    trainer: Trainer, result: Interleavings,
) -> None:
    if ended.is_traceback or not ended.is_clean:
        result.complaints.append(f"{which}: exit {ended.code}: {ended.said.strip()[-300:]!r}")
    result.refused += ended.code in (2, 3)
    after = contents(injector.workspace)
    held = {path.read_bytes() for path in _files_below(injector.workspace)}
    for path, content in trainer.files.items():
        if content not in held:
            result.complaints.append(f"{which}: the trainer's file {path.name} is nowhere")
    for problem in losses(before, after, keeps=True):
        result.complaints.append(f"{which}: {problem}")
    index = injector.workspace / CACHES / "image" / "cache.json"
    last = index.read_bytes() if index.exists() else b'{"entries": {}}'
    for problem in trainer.problems(last):
        result.complaints.append(f"{which}: {problem}")
    seen = injector.larder(("survey", operation.words[1], "--json"))
    if seen.code not in (0, 1) or seen.is_traceback:
        result.complaints.append(f"{which}: the survey afterwards: {seen.said[-300:]!r}")


def _files_below(folder: Path) -> Iterator[Path]:
    for place, _, names in os.walk(folder):
        for name in names:
            path = Path(place, name)
            if not path.is_symlink() and path.stat().st_size < 1 << 20:
                yield path
