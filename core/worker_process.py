"""The parent's end of workers: start one or take one that waits, hear what it says, stop it.

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
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec

from larder.core.files.temp_names import WINDOW_VARIABLE
from larder.core.worker_protocol import (
    DEFAULT_TABLE,
    AnswerFollows,
    Cancelled,
    CancelRequest,
    Failed,
    Frame,
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

LAST_KINDS = frozenset({"build", "build-sources", "decode-entry", "demo", "devices"})
"""Jobs that load models or ask a device: only the end of their worker gives all of that back."""

EXIT_PATIENCE_S = 5.0
"""How long a worker that has given its outcome may take to end."""

STDERR_TAIL_BYTES = 8192
_BOOT = (
    "import sys\n"
    "if sys.argv[1] not in sys.path: sys.path.append(sys.argv[1])\n"
    "from larder.core.worker import main\n"
    "main()\n"
)
_OUT_OF_MEMORY_HINT = "The system may have stopped it because memory ran out."


class _Pipes:
    """A worker's process, the pipes to it, and what it wrote to stderr."""

    def __init__(self, command: Sequence[str]) -> None:
        """Start the process.

        Raises:
            OSError: if it cannot be started.
        """
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115 - closed when the process has ended
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._stderr,
                env={**os.environ, WINDOW_VARIABLE: str(os.getpid())},
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        except OSError:
            self._stderr.close()
            raise

    @property
    def pid(self) -> int:
        """The id of the process."""
        return self._process.pid

    @property
    def has_ended(self) -> bool:
        """True if the process has ended."""
        return self._process.poll() is not None

    def send(self, *values: Any) -> None:
        """Tell it something; one that has ended cannot be told, reading says how it ended."""
        pipe = self._process.stdin
        if pipe is None or pipe.closed:
            return
        with suppress(OSError):
            for value in values:
                write_frame(pipe, encode_frame(value))

    def read(self) -> Frame | None:
        """Its next frame, None at its end; blocks meanwhile.

        Raises:
            ProtocolError: if it says what no worker of this version says.
        """
        if self._process.stdout is None:
            raise RuntimeError("the worker was started without a pipe")
        return read_frame(self._process.stdout)

    def kill(self) -> None:
        """End it at once."""
        self._process.kill()

    def wait(self) -> int:
        """How it ended; one that does not end by itself is killed."""
        try:
            return self._process.wait(EXIT_PATIENCE_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()

    def stderr_tail(self) -> str:
        """The end of what it wrote to stderr."""
        size = self._stderr.seek(0, os.SEEK_END)
        self._stderr.seek(max(0, size - STDERR_TAIL_BYTES))
        return self._stderr.read().decode("utf-8", "backslashreplace")

    def close(self) -> None:
        """Let it end, and wait until it has."""
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        self.wait()
        self._stderr.close()


class SpareWorkers:
    """Makes workers; most stay for the next job.

    A process takes 0.4 s of processor time to start and import, more than most of what a window
    asks of it.
    """

    def __init__(
        self, *, table: str = DEFAULT_TABLE, command: Sequence[str] | None = None,
        last: Collection[str] = LAST_KINDS,
    ) -> None:
        """Make a pool; no process is started.

        Args:
            table: module that holds the table of jobs, for tests.
            command: how to start a worker, for tests.
            last: kinds of job whose worker ends with them.
        """
        self._table = table
        self._command = command
        self._last = frozenset(last)
        self._changing = threading.Lock()
        self._resting: list[_Pipes] = []
        self._is_closed = False

    def __call__(self, kind: str, options: msgspec.Struct) -> WorkerProcess:
        """A worker for a job."""
        return WorkerProcess(
            kind, options, table=self._table, command=self._command, pool=self,
            stays=kind not in self._last)

    def take(self) -> _Pipes | None:
        """A worker that waits for a request; None if there is none."""
        with self._changing:
            while self._resting:
                pipes = self._resting.pop()
                if not pipes.has_ended:
                    return pipes
                pipes.close()
        return None

    def give_back(self, pipes: _Pipes) -> None:
        """Keep a worker whose job had its outcome."""
        with self._changing:
            if not self._is_closed:
                self._resting.append(pipes)
                return
        pipes.close()

    def close(self) -> None:
        """End the workers that wait, and those that are given back later."""
        with self._changing:
            self._is_closed = True
            resting, self._resting = self._resting, []
        for pipes in resting:
            pipes.close()


class WorkerProcess:
    """One job in another process, a new one unless a pool lends one.

    `start` first, then `events` in one thread; all else from any thread, also before `start`.
    """

    def __init__(
        self,
        kind: str,
        options: msgspec.Struct,
        *,
        table: str = DEFAULT_TABLE,
        command: Sequence[str] | None = None,
        pool: SpareWorkers | None = None,
        stays: bool = False,
    ) -> None:
        """Prepare a worker.

        Args:
            kind: which job, a key of the table.
            options: its options.
            table: module that holds the table, for tests.
            command: how to start a worker, for tests.
            pool: lends a process that waits; None to start one.
            stays: whether the pool gets the process afterwards, else it ends with the job.
        """
        self._request = WorkerRequest(kind, table, stays=stays)
        self._options = options
        self._command = worker_command() if command is None else tuple(command)
        self._pool = pool
        self._stays = stays
        self._sending = threading.Lock()
        self._pipes: _Pipes | None = None
        self._was_lent = False
        self._is_stopped = False
        self._is_paused = False
        self._is_killed = False
        self._has_outcome = False

    def start(self) -> None:
        """Find or start a process and send it the request.

        Raises:
            OSError: if the process cannot be started.
        """
        pipes = None if self._pool is None else self._pool.take()
        self._was_lent = pipes is not None
        self._begin(pipes or _Pipes(self._command))

    def events(self) -> Iterator[WorkerEvent]:
        """Progress, failed items and pauses, then exactly one outcome; blocks meanwhile.

        When the iterator ends, or is closed, the process has ended or is back in the pool; closed
        before the outcome, it is killed.
        """
        try:
            yield from self._receive()
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
        with self._sending:
            self._is_killed = True
            if self._pipes is not None and not self._has_outcome:
                self._pipes.kill()

    def _begin(self, pipes: _Pipes) -> None:
        with self._sending:
            self._pipes = pipes
            self._send(self._request, self._options, *self._first_requests())
            if self._is_killed:
                pipes.kill()

    def _set_paused(self, is_paused: bool) -> None:
        with self._sending:
            if self._is_paused != is_paused and not self._is_stopped:
                self._is_paused = is_paused
                self._send(PauseRequest() if is_paused else ResumeRequest())

    def _first_requests(self) -> list[LaterRequest]:
        """Return the requests made before there was a process."""
        if self._is_stopped:
            return [CancelRequest()]
        return [PauseRequest()] if self._is_paused else []

    def _send(self, *values: Any) -> None:
        """Tell the worker of this job; once that had its outcome it may work for another."""
        if self._pipes is not None and not self._has_outcome:
            self._pipes.send(*values)

    def _receive(self) -> Iterator[WorkerEvent]:
        while True:
            try:
                batch = self._next_batch()
            except ProtocolError as error:
                batch = [Failed(problem=f"The worker's message was not understood: {error}.")]
                self._stays = False
            for event in batch:
                if isinstance(event, Succeeded | Cancelled | Failed):
                    with self._sending:
                        self._has_outcome = True
                    yield event
                    return
                yield event

    def _next_batch(self) -> list[WorkerEvent]:
        frame = self._start_process().read()
        if frame is None and self._was_lent and not self._is_killed:
            # It had waited long enough and ended when it was asked; nothing was done.
            self._was_lent = False
            self._start_process().close()
            self._begin(_Pipes(self._command))
            return []
        if frame is None:
            return [self._crash()]
        self._was_lent = False
        wire: list[WireEvent] = frame.decode(list[WireEvent])
        return [
            self._answer(event) if isinstance(event, AnswerFollows) else event for event in wire
        ]

    def _answer(self, announced: AnswerFollows) -> Outcome:
        frame = self._start_process().read()
        if frame is None:
            return self._crash()
        answer = frame.decode(find_answer_type(announced.answer_type))
        return Cancelled(answer) if announced.was_cancelled else Succeeded(answer)

    def _crash(self) -> Outcome:
        self._stays = False
        code = self._start_process().wait()
        if self._is_killed:
            return Cancelled()
        return Failed(
            problem=f"The worker process ended without a result ({describe_exit(code)}).",
            hint=_OUT_OF_MEMORY_HINT if _was_killed(code) else "",
            details=self._start_process().stderr_tail(),
        )

    def _end(self) -> None:
        pipes = self._start_process()
        if self._has_outcome and self._stays and self._pool is not None:
            self._pool.give_back(pipes)
            return
        if not self._has_outcome:
            pipes.kill()
        with self._sending:
            self._has_outcome = True
        pipes.close()

    def _start_process(self) -> _Pipes:
        if self._pipes is None:
            raise RuntimeError("the worker was not started")
        return self._pipes


def worker_command() -> tuple[str, ...]:
    """How a worker is started by this program.

    The folder that holds `larder` is put behind all others on the child's path, and the current
    folder not at all: nothing lying there can pass for a module.
    """
    if getattr(sys, "frozen", False):
        return (sys.executable, FROZEN_WORKER_FLAG)
    return (sys.executable, "-P", "-c", _BOOT, packages_folder())


def packages_folder() -> str:
    """The folder that holds `larder`, which another Python finds it by."""
    # By name: what the package offers is above all that starts processes.
    spec = find_spec("larder")
    if spec is None or spec.origin is None:
        raise AssertionError("this is a module of larder")
    return str(Path(spec.origin).resolve().parents[1])


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
