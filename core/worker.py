"""Runs jobs, one after another, in a process of its own and tells its parent about them.

Started as `python -m larder.core.worker`, or by a frozen program through `main`. A window that
decodes an index, hashes or moves files beside its own event loop stutters, and a crash in a codec
takes it along; in a worker the same generator does neither. Nothing heavy is imported before the
job asks for it.

File descriptor 1 is pointed at stderr, so that a stray `print` in a library cannot damage a frame.
A parent that dies closes the pipe, which cancels the job: what it finished is kept. A worker that
stays for more jobs ends when none came for a while.
"""

from __future__ import annotations

import faulthandler
import importlib
import logging
import os
import queue
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any

from larder.core.errors import UserFacingError
from larder.core.files.durable import drive_error
from larder.core.jobs import CancelToken, ItemFailed, JobCancelled, JobEvent, Progress, run_to_end
from larder.core.worker_protocol import (
    TABLE_NAME,
    AnswerFollows,
    Cancelled,
    CancelRequest,
    Failed,
    Frame,
    LaterRequest,
    Paused,
    PauseRequest,
    ProtocolError,
    Succeeded,
    WireEvent,
    WorkerRemark,
    WorkerRequest,
    answer_type_of,
    encode_frame,
    read_frame,
    write_frame,
)

if TYPE_CHECKING:
    from larder.core.requests.request import Request

__all__ = ["Cancelled", "Failed", "Succeeded", "main", "run_worker"]

IDLE_S = 60.0
"""How long a worker that stays waits for the next request."""

SEND_EVERY_S = 0.05
"""A frame per item makes a job many times slower; one per 50 ms costs nothing."""


def main() -> None:
    """Run the job that the parent asks for on stdin; answer on stdout."""
    stdin, stdout = _take_over_pipes()
    faulthandler.enable(2)
    # Ctrl+C in a terminal reaches the whole process group; the parent decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    run_worker(stdin, stdout)


def run_worker(stdin: IO[bytes], stdout: IO[bytes]) -> None:
    """Run the job of each request, send what happens and exactly one outcome per request.

    Between requests `stdin` may give a word to wait or to stop; its end cancels.

    Raises:
        ProtocolError: if the parent says what no parent of this version says.
    """
    asked: queue.SimpleQueue[_Asked | ProtocolError | None] = queue.SimpleQueue()
    threading.Thread(
        target=_listen, args=(stdin, stdout, asked), name="listen", daemon=True).start()
    with suppress(queue.Empty):
        while (one := asked.get(timeout=IDLE_S)) is not None:
            if isinstance(one, ProtocolError):
                raise one
            one.run()
            if not one.request.stays:
                return


@dataclass(frozen=True, slots=True)
class _Asked:
    """One request, and what its job hears and says.

    Attributes:
        options: of the job, not decoded yet.
    """

    request: WorkerRequest
    options: Frame
    token: CancelToken
    sender: _Sender

    @classmethod
    def of(cls, request: WorkerRequest, options: Frame, stdout: IO[bytes]) -> _Asked:
        """A request that was received."""
        token = CancelToken(on_hold=lambda: sender.send_pause())
        sender = _Sender(stdout, token)
        return cls(request, options, token, sender)

    def run(self) -> None:
        """Run the job to its outcome."""
        log = logging.getLogger("larder")
        log.addHandler(self.sender)
        try:
            kind = _job_kind(self.request)
            job = kind.start(self.options.decode(kind.options_type), self.token)
            self.sender.send_answer(run_to_end(job, self.sender.send), was_cancelled=False)
        except JobCancelled as cancelled:
            self.sender.send_answer(cancelled.report, was_cancelled=True)
        except UserFacingError as error:
            self.sender.send_failure(_fail_with(error))
        except (OSError, MemoryError) as error:
            self.sender.send_failure(_fail_with(drive_error(error)))
        except (Exception, SystemExit) as error:  # noqa: BLE001 - told to the parent as a failure
            self.sender.send_failure(_mistake(error))
        finally:
            log.removeHandler(self.sender)


class _Sender(logging.Handler):
    """Sends events in batches: at once when a phase begins, else every `SEND_EVERY_S`.

    Of the progress within a phase only the newest is sent; the last one of a phase always is. What
    the log is told is sent at once. Once nobody reads any more, the job is cancelled and nothing is
    sent.
    """

    def __init__(
        self, pipe: IO[bytes], token: CancelToken, clock_s: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__()
        self._pipe = pipe
        self._token = token
        self._clock_s = clock_s
        self._sent_at_s = float("-inf")
        self._progress: Progress | None = None
        self._phase: str | None = None
        self._failed: list[ItemFailed] = []
        self._sending = threading.RLock()

    def send(self, event: JobEvent) -> None:
        """Send an event now or with the next ones."""
        with self._sending:
            self._take(event)

    def emit(self, record: logging.LogRecord) -> None:
        """Send what core's log is told."""
        self._flush(WorkerRemark(record.getMessage()))

    def send_pause(self) -> None:
        """Send that the job waits, and what happened before; any thread of it may call this."""
        self._flush(Paused())

    def _take(self, event: JobEvent) -> None:
        if isinstance(event, ItemFailed):
            self._failed.append(event)
        else:
            if event.phase != self._phase:
                self._flush()
                self._phase, self._sent_at_s = event.phase, float("-inf")
            self._progress = event
        if self._clock_s() - self._sent_at_s >= SEND_EVERY_S:
            self._flush()

    def send_answer(self, answer: object, *, was_cancelled: bool) -> None:
        """Send what the job gave; the last thing to be sent."""
        frame = encode_frame(answer)
        self._flush(AnswerFollows(answer_type_of(answer), was_cancelled))
        self._write(frame)

    def send_failure(self, failure: Failed) -> None:
        """Send why the job could not be done; the last thing to be sent."""
        self._flush(failure)

    def _flush(self, *more: WireEvent) -> None:
        with self._sending:
            self._flush_now(more)

    def _flush_now(self, more: Sequence[WireEvent]) -> None:
        progress = () if self._progress is None else (self._progress,)
        events: list[WireEvent] = [*self._failed, *progress, *more]
        self._failed, self._progress = [], None
        self._sent_at_s = self._clock_s()
        if events:
            self._write(encode_frame(events))

    def _write(self, frame: bytes) -> None:
        try:
            write_frame(self._pipe, frame)
        except OSError:
            # The parent is gone: finish the item in hand, keep what was done, and end.
            self._token.cancel()


def _listen(
    stdin: IO[bytes], stdout: IO[bytes],
    asked: queue.SimpleQueue[_Asked | ProtocolError | None],
) -> None:
    """Hand on requests; pause, resume and cancel the newest at the parent's word or end.

    A word that comes after a job's outcome finds the token of a job that is over: the token of the
    next one is made when its request is read.
    """
    newest = CancelToken()
    try:
        while (frame := read_frame(stdin)) is not None:
            said: WorkerRequest | LaterRequest = frame.decode(WorkerRequest | LaterRequest)
            if isinstance(said, WorkerRequest):
                options = read_frame(stdin)
                if options is None:
                    return
                one = _Asked.of(said, options, stdout)
                newest = one.token
                asked.put(one)
            elif isinstance(said, CancelRequest):
                newest.cancel()
            elif isinstance(said, PauseRequest):
                newest.pause()
            else:
                newest.resume()
    except ProtocolError as error:
        asked.put(error)
    finally:
        newest.cancel()
        asked.put(None)


def _job_kind(request: WorkerRequest) -> Request:
    table: Any = getattr(importlib.import_module(request.table), TABLE_NAME)
    if request.kind not in table:
        raise ProtocolError(f"no job {request.kind!r} in {request.table}")
    kind: Request = table[request.kind]
    return kind


def _fail_with(error: UserFacingError) -> Failed:
    return Failed(
        problem=error.problem, hint=error.hint, error=type(error).__name__, user_facing=True)


def _mistake(error: BaseException) -> Failed:
    return Failed(
        problem=f"The job stopped because of an error in Larder: {error}.",
        hint="Please report it with the details.",
        details="".join(traceback.format_exception(error)),
        error=type(error).__name__,
    )


def _take_over_pipes() -> tuple[IO[bytes], IO[bytes]]:
    """The two pipes as private files; what else writes to stdout writes to stderr from now on."""
    stdin, stdout = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    if sys.platform == "win32":
        import msvcrt

        for descriptor in (stdin, stdout):
            msvcrt.setmode(descriptor, os.O_BINARY)
    return os.fdopen(stdin, "rb", buffering=0), os.fdopen(stdout, "wb")


if __name__ == "__main__":
    main()
