"""A worker without a process: the same jobs, run in the thread that would wait for them.

Options and answers go through the frames that a pipe would carry. Starting processes takes most of
a window test's time; that they work is shown by the tests that use `employing`.
"""

from __future__ import annotations

import io
import logging
import traceback
from collections.abc import Iterator
from typing import Any

from larder.core.errors import UserFacingError
from larder.core.jobs import CancelToken, JobCancelled
from larder.core.requests.request import JOB_KINDS
from larder.core.worker_protocol import (
    Cancelled,
    Failed,
    Succeeded,
    WorkerRemark,
    answer_type_of,
    encode_frame,
    find_answer_type,
    read_frame,
)


def carried(value: Any, kind: Any) -> Any:
    """Return a value as it arrives at the other end of a pipe."""
    frame = read_frame(io.BytesIO(encode_frame(value)))
    assert frame is not None
    return frame.decode(kind)


class _Told(logging.Handler):
    """Log handler that collects every log message as a remark."""

    def __init__(self) -> None:
        super().__init__()
        self.remarks: list[WorkerRemark] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.remarks.append(WorkerRemark(record.getMessage()))


class InProcessWorker:
    """Runs a job of core's own table."""

    def __init__(self, kind: str, options: Any) -> None:
        self._kind = kind
        self._options = options
        self._token = CancelToken()

    def start(self) -> None:
        """There is nothing to start."""

    def events(self) -> Iterator[object]:
        """Yield the job's events, its log messages and then its outcome."""
        kind = JOB_KINDS[self._kind]
        job = kind.start(carried(self._options, kind.options_type), self._token)
        told = _Told()
        log = logging.getLogger("larder")
        log.addHandler(told)
        try:
            answer = yield from job
            yield from told.remarks
            yield Succeeded(carried(answer, find_answer_type(answer_type_of(answer))))
        except JobCancelled as cancelled:
            yield Cancelled(cancelled.report)
        except UserFacingError as error:
            yield Failed(problem=error.problem, hint=error.hint, error=type(error).__name__,
                         user_facing=True)
        except Exception as error:
            yield Failed(problem=str(error), details=traceback.format_exc(),
                         error=type(error).__name__)
        finally:
            log.removeHandler(told)

    def cancel(self) -> None:
        """Ask the job to stop."""
        self._token.cancel()

    def kill(self) -> None:
        """There is no process to end."""
        self._token.cancel()
