"""The parent's end of a worker: start it, hear what it says, stop it.

`events` blocks on a pipe, which holds no interpreter lock, so a thread may wait there beside a
window. Whatever becomes of the process, it gives exactly one outcome: a crash is a `Failed` with
the end of what the worker wrote to stderr.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

import msgspec

import larder
from larder.core.files.live_process import WINDOW_VARIABLE
from larder.core.worker_protocol import (
    DEFAULT_TABLE,
    AnswerFollows,
    Cancelled,
    CancelRequest,
    Failed,
    LaterRequest,
    Outcome,
    PauseRequest,
    ProtocolError,
    ResumeRequest,
    Succeeded,
    WireEvent,
    WorkerEvent,
    WorkerRequest,
    encode_frame,
    find_answer_type,
    read_frame,
    write_frame,
)

FROZEN_WORKER_FLAG = "--larder-worker"
"""What a frozen program is started with when it is to be a worker."""

EXIT_PATIENCE_S = 5.0
"""How long a worker that has given its outcome may take to end."""

STDERR_TAIL_BYTES = 8192
_BOOT = (
    "import sys\n"
    "if sys.argv[1] not in sys.path: sys.path.append(sys.argv[1])\n"
    "from larder.core.worker import main\n"
    "main()\n"
)
_OUT_OF_MEMORY_HINT = "The system may have ended it because memory ran out."


class WorkerProcess:
    """One job in a process of its own.

    `start` first, then `events` in one thread; all else from any thread, also before `start`.
    """

    def __init__(
        self,
        kind: str,
        options: msgspec.Struct,
        *,
        table: str = DEFAULT_TABLE,
        command: Sequence[str] | None = None,
    ) -> None:
        """Prepare a worker.

        Args:
            kind: which job, a key of the table.
            options: its options.
            table: module that holds the table, for tests.
            command: how to start a worker, for tests.
        """
        self._request = WorkerRequest(kind, table)
        self._options = options
        self._command = worker_command() if command is None else tuple(command)
        self._sending = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._stderr: IO[bytes] | None = None
        self._is_stopped = False
        self._is_paused = False
        self._is_killed = False
        self._has_outcome = False

    def start(self) -> None:
        """Start the process and send it the request.

        Raises:
            OSError: if the process cannot be started.
        """
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115 - closed when the process has ended
        try:
            process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._stderr,
                env={**os.environ, WINDOW_VARIABLE: str(os.getpid())},
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        except OSError:
            self._stderr.close()
            raise
        with self._sending:
            self._process = process
            self._send(self._request, self._options)
            self._send(*self._asked())
        if self._is_killed:
            process.kill()

    def events(self) -> Iterator[WorkerEvent]:
        """Progress, failed items and pauses, then exactly one outcome; blocks meanwhile.

        When the iterator ends, or is closed, the process has ended as well; closed before the
        outcome, it is killed.
        """
        try:
            yield from self._received()
        finally:
            self._end()

    def cancel(self) -> None:
        """Ask the job to stop after the item in hand."""
        with self._sending:
            if not self._is_stopped:
                self._is_stopped = True
                self._send(CancelRequest())

    def pause(self) -> None:
        """Ask the job to wait after the item in hand; it says `Paused` when it does."""
        self._set_paused(True)

    def resume(self) -> None:
        """Let a paused job go on."""
        self._set_paused(False)

    def kill(self) -> None:
        """End the process at once; its outcome is `Cancelled` unless it had one."""
        self._is_killed = True
        if self._process is not None:
            self._process.kill()

    def _set_paused(self, is_paused: bool) -> None:
        with self._sending:
            if self._is_paused != is_paused and not self._is_stopped:
                self._is_paused = is_paused
                self._send(PauseRequest() if is_paused else ResumeRequest())

    def _asked(self) -> list[LaterRequest]:
        """What was asked before there was a process to ask."""
        if self._is_stopped:
            return [CancelRequest()]
        return [PauseRequest()] if self._is_paused else []

    def _send(self, *values: Any) -> None:
        """A worker that has ended cannot be told anything; `events` says how it ended."""
        if self._process is None or self._process.stdin is None or self._process.stdin.closed:
            return
        with suppress(OSError):
            for value in values:
                write_frame(self._process.stdin, encode_frame(value))

    def _received(self) -> Iterator[WorkerEvent]:
        while True:
            try:
                batch = self._next_batch()
            except ProtocolError as error:
                batch = [Failed(problem=f"The worker was not understood: {error}.")]
            for event in batch:
                if isinstance(event, Succeeded | Cancelled | Failed):
                    self._has_outcome = True
                    yield event
                    return
                yield event

    def _next_batch(self) -> list[WorkerEvent]:
        frame = read_frame(self._stdout())
        if frame is None:
            return [self._crash()]
        wire: list[WireEvent] = frame.decode(list[WireEvent])
        return [
            self._answer(event) if isinstance(event, AnswerFollows) else event for event in wire
        ]

    def _answer(self, announced: AnswerFollows) -> Outcome:
        frame = read_frame(self._stdout())
        if frame is None:
            return self._crash()
        answer = frame.decode(find_answer_type(announced.answer_type))
        return Cancelled(answer) if announced.was_cancelled else Succeeded(answer)

    def _crash(self) -> Outcome:
        process = self._started()
        try:
            code = process.wait(EXIT_PATIENCE_S)
        except subprocess.TimeoutExpired:
            process.kill()
            code = process.wait()
        if self._is_killed:
            return Cancelled()
        return Failed(
            problem=f"The worker process ended without an answer ({describe_exit(code)}).",
            hint=_OUT_OF_MEMORY_HINT if _was_killed(code) else "",
            details=self._stderr_tail(),
        )

    def _stderr_tail(self) -> str:
        if self._stderr is None:
            return ""
        size = self._stderr.seek(0, os.SEEK_END)
        self._stderr.seek(max(0, size - STDERR_TAIL_BYTES))
        return self._stderr.read().decode("utf-8", "backslashreplace")

    def _end(self) -> None:
        process = self._started()
        if not self._has_outcome:
            process.kill()
        with self._sending:
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with suppress(OSError):
                        pipe.close()
        try:
            process.wait(EXIT_PATIENCE_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if self._stderr is not None:
            self._stderr.close()

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            raise RuntimeError("the worker was not started")
        return self._process

    def _stdout(self) -> IO[bytes]:
        pipe = self._started().stdout
        if pipe is None:
            raise RuntimeError("the worker was started without a pipe")
        return pipe


def worker_command() -> tuple[str, ...]:
    """How a worker is started by this program.

    The folder that holds `larder` is put behind all others on the child's path, and the current
    folder not at all: nothing lying there can pass for a module.
    """
    if getattr(sys, "frozen", False):
        return (sys.executable, FROZEN_WORKER_FLAG)
    packages = Path(larder.__file__).resolve().parents[1]
    return (sys.executable, "-P", "-c", _BOOT, str(packages))


def describe_exit(code: int) -> str:
    """How a process ended, in words: a signal's name on POSIX, a status number on Windows."""
    if code < 0:
        try:
            return f"signal {signal.Signals(-code).name}"
        except ValueError:
            return f"signal {-code}"
    return f"exit status {code}" if code < 1 << 16 else f"exit status 0x{code:08X}"


def _was_killed(code: int) -> bool:
    return os.name == "posix" and code == -signal.SIGKILL
