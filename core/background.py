"""A reading job in a thread of its own, so that a slow or hanging drive never holds up its caller.

Over a network a folder of 4,000 files takes 20 s to list, and a read of a drive that went away may
never end. Whoever drives a job here gets its events, how many files were looked at between them,
and a cancelled job within a moment: a read that does not come back is left behind, not waited for.
Only for jobs that write nothing that anybody waits for: one that is left behind ends by itself at
its next look at its token.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct

from larder.core.jobs import CancelToken, Job, JobCancelled, JobEvent, Progress, Report

LOOK_EVERY_S: Final = 0.1
"""Between two looks at the token and at the counter."""

PROGRESS_EVERY_S: Final = 0.01
"""A handover to the other thread costs as much as a small file."""

LEFT_BEHIND_AFTER_S: Final = 0.5
"""So long a cancelled job has to come back by itself."""

THREAD_NAME: Final = "reading"


class FileCounter:
    """Counts the files that one job looks at, and ends it between them when it is cancelled."""

    def __init__(self, token: CancelToken) -> None:
        self._token = token
        self.count = 0

    def note(self, files: int) -> None:
        """Count further files.

        Raises:
            JobCancelled: if the token was cancelled.
        """
        self.count += files
        self._token.check()


class DriveHangsError(OSError):
    """A drive gave no answer for so long that nobody waits any more."""


class _Ended(Struct, frozen=True):
    """How a job ended: with a report or an error."""

    report: Any = None
    error: BaseException | None = None


def in_background(
    job: Job[Report], token: CancelToken, counter: FileCounter, *,
    hangs_after_s: float | None = None,
    clock_s: Callable[[], float] = time.monotonic,
    left_behind_after_s: float = LEFT_BEHIND_AFTER_S,
) -> Job[Report]:
    """Run a reading job in a thread and pass on what it says.

    Args:
        job: the job; all of it runs in that thread.
        token: the job's own.
        counter: what the job counts files with.
        hangs_after_s: how long it may look at no file before it is left behind, None for ever.
        clock_s: tells time.
        left_behind_after_s: how long a cancelled job may take to stop.

    Raises:
        JobCancelled: if the token was cancelled, also while the job is still in a read.
        DriveHangsError: if it looked at no file for too long.
    """
    events: queue.SimpleQueue[JobEvent | _Ended] = queue.SimpleQueue()
    nobody_listens = threading.Event()
    thread = threading.Thread(
        target=_run, args=(job, events, nobody_listens), name=THREAD_NAME, daemon=True)
    last = Progress("looking at files", 0, 0, "files")
    counted, moved_s, cancelled_s = counter.count, clock_s(), None
    thread.start()
    try:
        while True:
            try:
                event = events.get(timeout=LOOK_EVERY_S)
            except queue.Empty:
                now_s = clock_s()
                if token.is_cancelled:
                    cancelled_s = now_s if cancelled_s is None else cancelled_s
                    if now_s - cancelled_s >= left_behind_after_s:
                        raise JobCancelled from None
                elif counter.count != counted:
                    counted, moved_s = counter.count, now_s
                    yield Progress(last.phase, counted, 0, "files")
                elif token.is_paused:
                    moved_s = now_s
                elif hangs_after_s is not None and now_s - moved_s >= hangs_after_s:
                    raise DriveHangsError("a drive gives no answer") from None
                continue
            if isinstance(event, _Ended):
                thread.join()
                if event.error is not None:
                    raise event.error
                report: Report = event.report
                return report
            moved_s = clock_s()
            if isinstance(event, Progress):
                last = event
            yield event
    finally:
        nobody_listens.set()


def _run(
    job: Job[Any], events: queue.SimpleQueue[JobEvent | _Ended], nobody_listens: threading.Event
) -> None:
    """Drive a job to its end, or to its next event once nobody listens any more.

    Of progress that follows at once within one phase, nothing is passed on.
    """
    phase, passed_s = "", 0.0
    try:
        while not nobody_listens.is_set():
            event = next(job)
            if isinstance(event, Progress):
                now_s = time.monotonic()
                if event.phase == phase and now_s - passed_s < PROGRESS_EVERY_S:
                    continue
                phase, passed_s = event.phase, now_s
            events.put(event)
        job.close()
    except StopIteration as finished:
        events.put(_Ended(finished.value))
    except BaseException as error:  # noqa: BLE001 - raised again by whoever drives the job
        events.put(_Ended(error=error))
