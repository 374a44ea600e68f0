"""A worker without a process: the same jobs, run in the thread that would wait for them.

Starting a process for each of a dialog's jobs takes most of a test's time; that it works is shown
by the tests that use `working`.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from typing import Any

from larder.core.errors import UserFacingError
from larder.core.jobs import CancelToken, JobCancelled
from larder.core.requests.job_table import JOB_KINDS
from larder.core.worker_protocol import Cancelled, Failed, Succeeded


class InProcessWorker:
    """Runs a job of core's own table."""

    def __init__(self, kind: str, options: Any) -> None:
        self._kind = kind
        self._options = options
        self._token = CancelToken()

    def start(self) -> None:
        """There is nothing to start."""

    def events(self) -> Iterator[object]:
        """What the job yields, then its outcome."""
        job = JOB_KINDS[self._kind].start(self._options, self._token)
        try:
            yield Succeeded((yield from job))
        except JobCancelled as cancelled:
            yield Cancelled(cancelled.report)
        except UserFacingError as error:
            yield Failed(problem=error.problem, hint=error.hint, error=type(error).__name__,
                         user_facing=True)
        except Exception as error:
            yield Failed(problem=str(error), details=traceback.format_exc(),
                         error=type(error).__name__)

    def cancel(self) -> None:
        """Ask the job to stop."""
        self._token.cancel()

    def kill(self) -> None:
        """There is no process to end."""
        self._token.cancel()
