"""Build plans and builds that no disk holds, as a worker would hand them over.

What a build does is tested in core; here only what the window makes of it.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from larder.core.jobs import ItemFailed, Progress
from larder.core.requests.options import Answer
from larder.core.worker_protocol import Cancelled, Failed, Paused, Succeeded
from tests.app.in_process_worker import InProcessWorker

CHOOSE = "Choose the VAE and text encoders with --model DIR."

PLAN: dict[str, Any] = {
    "schema": "larder.build-plan/1", "scope": "needed",
    "stores": [{"id": "image", "path": "/train/cache/run/image", "entries": 56, "reordered": 0,
                "busy": []},
               {"id": "text", "path": "/train/cache/run/text", "entries": 12, "reordered": 3,
                "busy": []}],
    "groups": [
        {"store": "image", "encoder": "sdxl-vae-fp16-fix", "resolution": "832x1280", "entries": 40,
         "payloads": 80, "bytes": 84_000_000, "seconds": 130.0},
        {"store": "image", "encoder": "sdxl-vae-fp16-fix", "resolution": "1024x1024",
         "entries": 16, "payloads": 16, "bytes": 17_000_000, "seconds": 22.0},
        {"store": "text", "encoder": "", "resolution": "", "entries": 12, "payloads": 12,
         "bytes": 4_000_000, "seconds": None}],
    "left_out": [{"store": "image", "samples": 14, "example": "data/barns/barn_01.jpg",
                  "why": "The concept old barns asks for random rotation, random hue."}],
    "broken": [{"store": "image", "source": "data/p/broken.png",
                "why": "Its header cannot be read, so it may be no picture."}],
    "readopted": 2, "entries": 68, "payloads": 108, "bytes": 105_000_000, "seconds": 152.0,
    "measured": 120, "free_bytes": 12_884_901_888,
}

EMPTY_PLAN: dict[str, Any] = {
    "schema": "larder.build-plan/1", "scope": "needed", "free_bytes": 12_884_901_888, "bytes": 0,
    "seconds": 0.0}

REPORT: dict[str, Any] = {
    "schema": "larder.build-report/1", "built": 108, "encoded": 100, "copied": 8,
    "bytes": 105_000_000, "done": 108, "planned": 108}


@dataclass
class Builder:
    """Answers "plan-build" and "build"; everything else is core's own.

    Attributes:
        plan: what planning gives, a document or a Failed.
        report: what building gives, a document or a Failed.
        progress: what the build says before it waits.
        gate: the build waits for it, or for being cancelled.
        asked: (kind, options) of every request it answered.
    """

    plan: dict[str, Any] | Failed = field(default_factory=lambda: PLAN)
    report: dict[str, Any] | Failed = field(default_factory=lambda: REPORT)
    progress: tuple[Progress | ItemFailed, ...] = ()
    gate: threading.Event = field(default_factory=threading.Event)
    asked: list[tuple[str, Any]] = field(default_factory=list)

    def worker(self, kind: str, options: Any) -> Any:
        """In place of a worker process."""
        if kind not in ("plan-build", "build"):
            return InProcessWorker(kind, options)
        self.asked.append((kind, options))
        return _ScriptedWorker(self, self._events_of(kind))

    def _events_of(self, kind: str) -> Callable[[_ScriptedWorker], Iterator[object]]:
        return self._planned if kind == "plan-build" else self._built

    def _planned(self, worker: _ScriptedWorker) -> Iterator[object]:
        yield Progress("planning", 1, 2, "sources")
        yield _outcome(self.plan)

    def _built(self, worker: _ScriptedWorker) -> Iterator[object]:
        yield from self.progress
        has_said = False
        while not (self.gate.wait(0.005) and not worker.is_paused) and not worker.is_cancelled:
            if worker.is_paused and not has_said:
                yield Paused()
            has_said = worker.is_paused
        if worker.is_cancelled and isinstance(self.report, dict):
            yield Cancelled(_answer({**self.report, "cancelled": True}))
        else:
            yield _outcome(self.report)


class _ScriptedWorker:
    def __init__(
        self, builder: Builder, events: Callable[[_ScriptedWorker], Iterator[object]],
    ) -> None:
        self.is_cancelled = False
        self.is_paused = False
        self._events = events

    def start(self) -> None:
        """There is nothing to start."""

    def events(self) -> Iterator[object]:
        """Yield the scripted events of this worker."""
        return self._events(self)

    def cancel(self) -> None:
        """Stop waiting and end as cancelled."""
        self.is_cancelled = True

    def pause(self) -> None:
        """Say so, and do not end before it may go on."""
        self.is_paused = True

    def resume(self) -> None:
        """Resume the script after a pause."""
        self.is_paused = False

    def kill(self) -> None:
        """Stop waiting, as `cancel` does."""
        self.is_cancelled = True


def _outcome(script: dict[str, Any] | Failed) -> object:
    return script if isinstance(script, Failed) else Succeeded(_answer(script))


def _answer(document: dict[str, Any]) -> Answer:
    return Answer(document=json.dumps(document).encode("ascii"))
