"""Runs the threads of a build and keeps its books, whatever the build fills.

Threads tell what becomes of sources. One thread enters it, saves now and then, shows how far the
build is, waits while it is paused, and says in the end what was done or why it ended early. However
a build ends, what was finished is saved.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Generic, TypeVar

import msgspec

from larder.core.build.pipeline.stages import BuildPaused, FailedSource, Started
from larder.core.build.pipeline.threads import Pipeline
from larder.core.build.pipeline.writing import is_disk_full
from larder.core.build.rates import BuildRate, record_build_time
from larder.core.build.reports import BuildReport, ToldTime
from larder.core.errors import UserFacingError
from larder.core.jobs import CancelToken, ItemFailed, Job, JobCancelled, Progress
from larder.core.settings import cache_home
from larder.core.writes.reports import LeftSource

PROGRESS_S: Final = 0.05

ItemT = TypeVar("ItemT")
S = TypeVar("S")
PieceT = TypeVar("PieceT")
P = TypeVar("P")

RETRY: Final = "build"


class OverBudgetError(Exception):
    """The store may not take what is made; `args[0]` is one sentence."""


@dataclass(slots=True)
class Counts:
    """Counts of what a build did in one store.

    Attributes:
        copied: payloads that hold what another one holds, or were completed without an encoder.
        adopted: payloads on disk that were taken as they are.
        shared: sources that share another one's payloads.
        done: payloads of the plan that need nothing more.
        evicted: payloads that made room.
        failed: sources that could not be built.
        sizes: of what was encoded, by pixels: payloads and their bytes.
        masked: sources with a mask that this build read, and whether it leaves anything of what
            was cached of them; filled once all of them are made.
        entries: sources whose rows were written.
        waiting: other sources whose folders of slots stay as they are for one that failed.
        encoder: what people call what encoded, "" if nothing did.
        failure: what ended it early, None if nothing did.
    """

    encoded: int = 0
    copied: int = 0
    adopted: int = 0
    shared: int = 0
    bytes: int = 0
    done: int = 0
    evicted: int = 0
    failed: list[LeftSource] = field(default_factory=list)
    changed: list[LeftSource] = field(default_factory=list)
    sizes: dict[int, list[int]] = field(default_factory=dict)
    masked: dict[str, bool] = field(default_factory=dict)
    entries: int = 0
    waiting: int = 0
    encoder: str = ""
    failure: Exception | None = None

    def count_encoded(self, pixels: int, size: int) -> None:
        """Enter a payload that was encoded, of so many bytes."""
        self.encoded += 1
        known = self.sizes.setdefault(pixels, [0, 0])
        known[0] += 1
        known[1] += size

    def rates(self, timed: Mapping[int, BuildRate]) -> tuple[BuildRate, ...]:
        """Return the measured rates by area, with the average size of payloads on disk."""
        return tuple(
            msgspec.structs.replace(
                one, seconds=round(one.seconds, 6),
                bytes=one.payloads * self.sizes[pixels][1] // self.sizes[pixels][0])
            for pixels, one in timed.items() if pixels in self.sizes)


def report_of(
    tallies: Sequence[Counts], *, planned: int, broken: Sequence[LeftSource], elapsed_s: float
) -> BuildReport:
    """Return the report of a build so far; `broken` are sources that the plan knew to be broken."""
    return BuildReport(
        built=sum(tally.encoded + tally.copied for tally in tallies),
        encoded=sum(tally.encoded for tally in tallies),
        copied=sum(tally.copied for tally in tallies),
        adopted=sum(tally.adopted for tally in tallies),
        shared=sum(tally.shared for tally in tallies),
        entries=sum(tally.entries for tally in tallies),
        done=sum(tally.done for tally in tallies), planned=planned,
        bytes=sum(tally.bytes for tally in tallies),
        failed=(*broken, *(left for tally in tallies for left in tally.failed)),
        changed=tuple(left for tally in tallies for left in tally.changed),
        encoders=tuple(dict.fromkeys(tally.encoder for tally in tallies if tally.encoder)),
        elapsed_s=round(elapsed_s, 3),
        waiting=sum(tally.waiting for tally in tallies) or msgspec.UNSET)


class BuildState(Generic[S, P]):
    """State of a build in one store, collected from the outcomes that its threads report.

    Attributes:
        failure: why the build has to stop, None if it need not.
        is_stopped: whether it ended before it was done; known before it is closed.
    """

    failure: Exception | None = None
    is_stopped: bool = False

    def __init__(self, store: str, phase: str, planned: int, *, retry: str = RETRY) -> None:
        """Open the books; `planned` payloads are to be made, `retry` tries what could not be."""
        self._store_id = store
        self._phase = phase
        self._planned = planned
        self._retry = retry
        self._shown: set[str] = set()
        self._dark: set[str] = set()
        self.tally = Counts()

    def note(self, outcome: Started[S] | P | FailedSource[S], /) -> Iterator[ItemFailed]:
        """Enter what became of something."""
        raise NotImplementedError

    def leave(self, failed: FailedSource[S]) -> ItemFailed:
        """Enter a source of which something could not be made."""
        left = LeftSource(self._store_id, failed.key, failed.problem)
        (self.tally.changed if failed.is_changed else self.tally.failed).append(left)
        return ItemFailed(left.store, left.source, left.why, retry=self._retry)

    def note_mask(self, name: str, shows: bool | None) -> None:
        """Enter what the mask of a payload shows, which may be that of several sources."""
        if shows is not None:
            (self._shown if shows else self._dark).add(name)

    def count_mask(self, key: str, names: Iterable[str]) -> None:
        """Enter a source by the masks of its payloads, if any was written with one."""
        written = [name for name in names if name in self._shown or name in self._dark]
        if written:
            self.tally.masked[key] = any(name in self._shown for name in written)

    def is_due(self) -> bool:
        """Return whether it is time for a save."""
        return False

    def save(self) -> None:
        """Write down what is finished."""

    def close(self) -> None:
        """Save, and write down what is said once at the end.

        Raises:
            UserFacingError: if it cannot be written.
        """

    def progress(self) -> Progress:
        """How many payloads of the plan need nothing more."""
        return Progress(self._phase, self.tally.done, self._planned, "payloads")


def run_threads(
    threads: Pipeline[ItemT, S, PieceT, P], books: BuildState[S, P], token: CancelToken
) -> Job[Exception | None]:
    """Run threads to their end; what ended them early, or a failure to save, None if nothing."""
    failure: Exception | None = None
    shown_at = 0.0
    with closing(threads.outcomes()) as outcomes:
        try:
            for told in outcomes:
                if token.is_cancelled:
                    threads.cancel()
                for outcome in told:
                    if not isinstance(outcome, BuildPaused):
                        yield from books.note(outcome)
                    elif token.is_paused:
                        books.save()
                        yield books.progress()
                        token.hold()
                if books.is_due():
                    books.save()
                if books.failure is not None:
                    threads.stop()
                if time.monotonic() - shown_at >= PROGRESS_S:
                    shown_at = time.monotonic()
                    yield books.progress()
        except Exception as error:  # noqa: BLE001 - what is finished is saved before it goes on
            failure = error
    books.is_stopped = token.is_cancelled or (books.failure or failure) is not None
    try:
        books.close()
    except UserFacingError as unsaved:
        failure = failure or unsaved
    yield books.progress()
    return books.failure or failure


def run_trial(
    threads: Pipeline[ItemT, S, PieceT, P],
    note: Callable[[Started[S] | P | FailedSource[S]], object],
    token: CancelToken, *, seconds: float | None, progress: Callable[[], Progress],
) -> Job[None]:
    """Run threads to their end for their figures, and begin nothing after a while.

    The threads build into a folder that is gone afterwards; `seconds` None is for all.
    """
    began_s = time.monotonic()
    with closing(threads.outcomes()) as outcomes:
        for told in outcomes:
            for outcome in told:
                if not isinstance(outcome, BuildPaused):
                    note(outcome)
            if token.is_cancelled:
                threads.cancel()
            elif seconds is not None and time.monotonic() - began_s > seconds:
                threads.stop()
            yield progress()
    token.check()


def end_build(
    report: BuildReport, failure: Exception | None, token: CancelToken, *, folder: Path,
    store: str = "", needed_bytes: Callable[[], int | None], told_s: float | None,
) -> BuildReport:
    """The report of a build, or what the caller has to know first.

    `folder` is the store that was written last, `store` its id where several are built;
    `needed_bytes` tells what the rest takes there, None if that is not known; `told_s` is how long
    the plan said that it takes, which is remembered beside what it took.

    Raises:
        JobCancelled: if the token was cancelled; its report says what was kept.
        Exception: whatever else ended the build, but for a full disk or budget.
    """
    if failure is not None and is_disk_full(failure):
        problem = failure.problem if isinstance(failure, UserFacingError) else str(failure)
        return msgspec.structs.replace(
            report, disk_full=True, stopped=problem, stopped_store=store,
            needed_bytes=needed_bytes(), free_bytes=shutil.disk_usage(folder).free)
    if isinstance(failure, OverBudgetError):
        return msgspec.structs.replace(
            report, stopped=str(failure), needed_bytes=needed_bytes(), over_budget=True)
    if isinstance(failure, JobCancelled) or (failure is None and token.is_cancelled):
        raise JobCancelled(msgspec.structs.replace(report, cancelled=True)) from failure
    if failure is not None:
        raise failure
    if told_s is None or not report.encoded or report.failed or report.changed:
        return report
    record_build_time(cache_home(), ToldTime(
        encoders=report.encoders, payloads=report.encoded, estimated_s=round(told_s, 3),
        elapsed_s=report.elapsed_s, at_ns=time.time_ns()))
    return msgspec.structs.replace(report, estimated_s=round(told_s, 3))
