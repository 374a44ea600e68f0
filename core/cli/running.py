"""Driving a job from a terminal: a bar on stderr, Ctrl+C as cancel, one sentence for failures."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TypeVar

from larder.core.cli.output import time_text
from larder.core.jobs import CancelToken, ItemFailed, Job, JobEvent, Progress, run_to_end
from larder.core.requests.options import WorkspaceOptions
from larder.core.requests.request import open_for
from larder.core.workspace.open_workspace import Workspace

Options = TypeVar("Options", bound=WorkspaceOptions)
Report = TypeVar("Report")

REDRAW_S = 0.1
"""A bar that moves ten times a second is smooth enough and costs nothing."""

PACE_AFTER_S = 2.0


def run_job(start: Callable[[CancelToken], Job[Report]]) -> tuple[Report, list[ItemFailed]]:
    """Run a job with progress on stderr.

    Returns:
        Its report and the items that failed.

    Raises:
        JobCancelled: if the user pressed Ctrl+C; the job has kept what it finished.
    """
    token = CancelToken()
    failed: list[ItemFailed] = []
    bar = _Bar() if sys.stderr.isatty() else None

    def note(event: JobEvent) -> None:
        if isinstance(event, ItemFailed):
            failed.append(event)
        elif bar is not None:
            bar.show(event)

    with _interrupts(token):
        try:
            report = run_to_end(start(token), note)
        finally:
            if bar is not None:
                bar.clear()
    for failure in failed:
        print(f"{failure.item}: {failure.problem}", file=sys.stderr)
    return report, failed


def run_on(
    options: Options, run: Callable[[Workspace, Options, CancelToken], Job[Report]]
) -> Report:
    """Open the workspace that options name and run a request's job in it; as `run_job`.

    Raises:
        WorkspaceError: if it cannot be read.
    """
    workspace = open_for(options)
    return run_job(lambda token: run(workspace, options, token))[0]


@contextmanager
def _interrupts(token: CancelToken) -> Iterator[None]:
    """The first Ctrl+C asks the job to stop at its next check, the second one ends at once."""

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        if token.is_cancelled:
            raise KeyboardInterrupt
        print("Stopping after this item…", file=sys.stderr)
        token.cancel()

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class _Bar:
    """One line on stderr, redrawn in place."""

    def __init__(self) -> None:
        self._drawn_at = 0.0
        self._phase = ""
        self._phase_began = 0.0
        self._done_before = 0
        self._width = 0

    def show(self, progress: Progress) -> None:
        """Draw progress, at most every `REDRAW_S` within a phase."""
        now = time.monotonic()
        if progress.phase == self._phase and now - self._drawn_at < REDRAW_S:
            return
        if progress.phase != self._phase:
            self._phase_began, self._done_before = now, progress.done
        self._drawn_at, self._phase = now, progress.phase
        done = f"{progress.done:,}"
        of = f" of {progress.total:,}" if progress.total else ""
        text = f"{progress.phase}: {done}{of} {progress.unit}{self._pace(progress, now)}"
        sys.stderr.write("\r")
        sys.stderr.write(text.ljust(self._width))
        sys.stderr.flush()
        self._width = len(text)

    def _pace(self, progress: Progress, now: float) -> str:
        """Rate and remaining time, once they are more than a guess."""
        elapsed = now - self._phase_began
        done = progress.done - self._done_before
        if elapsed < PACE_AFTER_S or done <= 0 or not progress.total:
            return ""
        left = (progress.total - progress.done) * elapsed / done
        return f", {done / elapsed:,.1f}/s, {time_text(left)} left"

    def clear(self) -> None:
        """Leave an empty line for what is printed next."""
        for part in ("\r", " " * self._width, "\r"):
            sys.stderr.write(part)
        sys.stderr.flush()
