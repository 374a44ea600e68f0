"""Several processes that share one job: of this machine, or actors wherever Ray has room for them.

Builds and exports call this. Whoever writes and keeps the books stays one process; it hands each
worker that is free the next few items and takes what the worker made of them.

A worker is asked for a job of a table, as `larder.core.worker` knows them: one of this machine is
such a process, Ray's run the same job in an actor. One that ends, killed by the system or with its
machine, loses nothing but time: what it had goes to another one, then item by item, so that in the
end at most the item that kills workers is left.
"""

from __future__ import annotations

import importlib
import logging
import os
import pickle
import queue
import secrets
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

import msgspec

from larder.core.encoders.packages import install_hint
from larder.core.errors import UserFacingError
from larder.core.files.regular_file import read_regular
from larder.core.jobs import CancelToken, Job, run_to_end
from larder.core.worker_process import SpareWorkers, WorkerProcess, packages_folder
from larder.core.worker_protocol import TABLE_NAME, Cancelled, Failed, Succeeded

T = TypeVar("T")

TRIES: Final = 2
"""Workers that some items may take along before they are tried one by one."""

ROOM_S: Final = 120.0
"""How long Ray may look for room for a worker before the job goes on without it."""
LOOK_S: Final = 0.5
"""Between two looks whether it is still wanted."""

OWN_RAY: Final = "local"
"""The address by which Ray starts one of its own."""
TOKEN_VARIABLES: Final = ("RAY_AUTH_TOKEN", "RAY_AUTH_TOKEN_PATH")
"""Where Ray looks for its token before its file, the token itself first."""
TOKEN_FILE: Final = Path("~/.ray/auth_token")


class PoolRequest(msgspec.Struct, frozen=True, kw_only=True):
    """Request to a worker; each job has its own subclass with further fields.

    Attributes:
        items: pickled.
    """

    items: bytes


class WorkerAnswer(msgspec.Struct, frozen=True):
    """Answer of a worker to a request.

    Attributes:
        made_with: what all workers must agree on, pickled.
        values: the result of each item, pickled.
    """

    made_with: bytes
    values: bytes


class PoolJob(msgspec.Struct, frozen=True):
    """The row of a job in the table of a worker process, as it looks jobs up."""

    options_type: type[PoolRequest]
    start: Callable[[Any, CancelToken], Job[WorkerAnswer]]


class WorkerLostError(Exception):
    """A worker ended over its items; `args[0]` is one sentence. The next ones start it again."""


class NoRoomError(WorkerLostError):
    """A worker ended, or was never there, and there is no room for it any more."""


class PoolWorker(Protocol):
    """One process that works; used from one thread at a time, but for `kill`."""

    def start(self) -> None:
        """Be there before the first items, if that can take a while.

        Raises:
            NoRoomError: if there is no room for it.
        """

    def ask(self, request: PoolRequest) -> WorkerAnswer:
        """Return the worker's answer to a request.

        Raises:
            WorkerLostError: if it ended.
            UserFacingError: if it cannot do any of it, for a reason that a user can fix.
        """

    def kill(self) -> None:
        """End it at once."""

    def close(self) -> None:
        """End the worker once it is idle."""


class LocalWorker:
    """A process of this machine.

    Attributes:
        own: fields of a request that are this worker's.
    """

    def __init__(self, table: str, kind: str, **own: Any) -> None:
        """Make ready; it starts with the first items."""
        self.own = own
        self._kind = kind
        self._pool = SpareWorkers(table=table, last=())
        self._process: WorkerProcess | None = None

    def start(self) -> None:
        """As of any worker; it starts with the first items."""

    def ask(self, request: PoolRequest) -> WorkerAnswer:
        """As of any worker."""
        self._process = self._pool(self._kind, msgspec.structs.replace(request, **self.own))
        self._process.start()
        (outcome,) = self._process.events()
        if isinstance(outcome, Succeeded):
            answer: WorkerAnswer = outcome.answer
            return answer
        if isinstance(outcome, Cancelled):
            raise WorkerLostError("It was stopped.")
        if not isinstance(outcome, Failed):
            raise AssertionError(f"a worker of a crew says {outcome}")
        if outcome.user_facing:
            raise UserFacingError(outcome.problem, outcome.hint)
        if outcome.error:
            raise RuntimeError(f"{outcome.problem}\n{outcome.details}")
        raise WorkerLostError(f"{outcome.problem} {outcome.hint}".strip())

    def kill(self) -> None:
        """End it at once."""
        if self._process is not None:
            self._process.kill()

    def close(self) -> None:
        """Close the pool of the worker."""
        self._pool.close()


class RayActor:
    """Actor that runs in a process of Ray's."""

    def work(self, table: str, kind: str, request: PoolRequest) -> WorkerAnswer:
        """Do some items there."""
        start = getattr(importlib.import_module(table), TABLE_NAME)[kind].start
        answer: WorkerAnswer = run_to_end(start(request, CancelToken()))
        return answer


@dataclass(slots=True)
class RayWorker:
    """A process wherever Ray has room for it.

    Attributes:
        cards: how much of a graphics card it needs, 0 to 1.
    """

    ray: Any
    table: str
    kind: str
    cards: float = 0.0
    _actor: Any = None

    def start(self) -> None:
        """As of any worker; each on another computer, as long as there are some without one."""
        if self._actor is not None:
            return
        self._actor = actor = self.ray.remote(RayActor).options(
            num_cpus=1, num_gpus=self.cards, scheduling_strategy="SPREAD").remote()
        ready, until = [actor.__ray_ready__.remote()], time.monotonic() + ROOM_S
        while not self.ray.wait(ready, timeout=LOOK_S)[0]:
            # Of an actor that was ended before it was there, Ray says nothing.
            if self._actor is not actor or time.monotonic() > until:
                self.kill()
                raise NoRoomError("Ray has no resources for it.")

    def ask(self, request: PoolRequest) -> WorkerAnswer:
        """As of any worker."""
        ray = self.ray
        self.start()
        try:
            answer: WorkerAnswer = ray.get(self._actor.work.remote(self.table, self.kind, request))
        except ray.exceptions.RayActorError as lost:
            self._actor = None
            raise WorkerLostError(str(lost).strip().partition("\n")[0]) from lost
        except ray.exceptions.RayTaskError as failed:
            if isinstance(failed.cause, UserFacingError):
                raise failed.cause from None
            raise
        return answer

    def kill(self) -> None:
        """End it at once."""
        actor, self._actor = self._actor, None
        if actor is not None:
            self.ray.kill(actor)

    close = kill


@contextmanager
def connect_ray(address: str) -> Iterator[Any]:
    """Ray, connected; a Ray that was started for it ends with it.

    What Ray starts on Linux ends with the thread that started it (`PR_SET_PDEATHSIG`), and that of
    a build which reads pictures ends before the last are encoded: Ray has a thread of its own here.

    Raises:
        UserFacingError: if there is no Ray, or it cannot be reached.
    """
    # What a cluster does is nobody's business.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ImportError as missing:
        raise UserFacingError(
            "Ray is not installed.", install_hint("ray[client]")) from missing
    # Without a word Ray looks for one that `ray start` left a note of, ten minutes if it is dead.
    given = {"address": address} if "://" in address else {
        "address": os.environ.get("RAY_ADDRESS", OWN_RAY), "include_dashboard": False,
        "runtime_env": {"env_vars": {"PYTHONPATH": os.pathsep.join(
            one for one in (os.environ.get("PYTHONPATH"), packages_folder()) if one)}}}
    is_ours = not ray.is_initialized()
    if not is_ours:
        yield ray
        return
    with ThreadPoolExecutor(1, thread_name_prefix="ray") as thread:
        try:
            if given["address"] == OWN_RAY:
                _set_token()
            thread.submit(partial(_init_silently, ray, given)).result()
        except Exception as unreachable:  # Ray's own are as plain as that
            raise UserFacingError(
                f"Ray cannot be reached: {str(unreachable).strip().partition(chr(10))[0]}.",
                "Start it with `ray start`, or give its address: --workers ray://HOST:10001. A "
                "cluster that requires a token needs RAY_AUTH_MODE=token.") from unreachable
        try:
            yield ray
        finally:
            ray.shutdown()


def _init_silently(ray: Any, given: Mapping[str, Any]) -> None:
    """Run `ray.init` without Ray's warnings.

    It warns at each start that it has a token, and that this is not the main thread.
    """
    ray_log = logging.getLogger("ray")
    level = ray_log.level
    ray_log.setLevel(logging.ERROR)
    try:
        ray.init(log_to_driver=False, configure_logging=False, **given)
    finally:
        ray_log.setLevel(level)


def _set_token() -> None:
    """Set the token of a Ray that this process starts, by the variable that Ray documents for it.

    Ray remembers the first token that a process had; what it starts reads it anew, and finds
    another or none once the token's file was removed. `ray.init` then waits until it gives up. A
    variable of the process is the same for all of them (Ray 2.52 and later,
    https://docs.ray.io/en/latest/ray-security/token-auth.html; older ones know no tokens).
    """
    if any(os.environ.get(name) for name in TOKEN_VARIABLES):
        return
    try:
        token = read_regular(TOKEN_FILE.expanduser()).decode().partition("\n")[0].strip()
    except (OSError, UnicodeError, RuntimeError):  # also where there is no home
        token = ""
    os.environ[TOKEN_VARIABLES[0]] = token or secrets.token_hex()


def computers_of(ray: Any) -> int:
    """How many computers a cluster has; Ray goes on naming those that are gone."""
    return sum(bool(node["Alive"]) for node in ray.nodes())


class PoolEndedError(Exception):
    """The workers were ended before they had made anything."""


class WorkerPool:
    """Workers of which each takes the next items when it is free.

    One that starts, at first or because it was lost, holds up nobody: Ray may look for room for two
    minutes.
    """

    def __init__(
        self, workers: Sequence[PoolWorker], request: PoolRequest, *, agreed: Any = None
    ) -> None:
        """Let workers do what `request` says, but for its items.

        Args:
            workers: started with their first items.
            request: of all of them.
            agreed: what workers must make things with; None for what the first says.
        """
        self._workers = workers
        self._request = request
        self._free: queue.Queue[PoolWorker | None] = queue.Queue()
        self._there = len(workers)
        self._lost = 0
        self._changing = threading.Lock()
        self._is_killed = False
        self._threads = ThreadPoolExecutor(len(workers), thread_name_prefix="crew")
        self._starting = ThreadPoolExecutor(len(workers), thread_name_prefix="crew-start")
        self._agreed = agreed
        self._has_made = False
        for worker in workers:
            self._starting.submit(self._start, worker)

    def disagreement(self, one: Any, other: Any) -> UserFacingError:
        """Return the error for two workers that make things with different means."""
        raise NotImplementedError

    def given_up(self, item: Any, why: str, /) -> Any:
        """Return the result of an item that ended each worker that had it."""
        raise NotImplementedError

    def left_alone(self, items: Sequence[Any], why: str, /) -> list[Any]:
        """Return the results of items when no worker is left, or none reaches its first answer.

        Args:
            items: some.
            why: how they ended, "" where there is no room for any.

        Raises:
            UserFacingError: if the items cannot have any result.
        """
        raise NotImplementedError

    def submit(self, work: Callable[[], list[T]]) -> Future[list[T]]:
        """Run what asks workers beside this thread."""
        return self._threads.submit(work)

    def make(self, items: Sequence[Any], **asked: Any) -> list[Any]:
        """Return the workers' results for items that belong together, in order.

        Args:
            items: some.
            asked: fields of the request that are these items'.

        Raises:
            UserFacingError: if workers cannot do it, or do it with different things.
            CrewEndedError: if the workers were ended.
        """
        request = msgspec.structs.replace(self._request, items=pickle.dumps(list(items)), **asked)
        why = ""
        for _ in range(TRIES):
            worker = self._free.get()
            if worker is None:
                self._free.put(None)
                return self.left_alone(items, "")
            try:
                return self._ask(worker, request)
            except WorkerLostError as lost:
                why = str(lost)
            if not self._has_made and self._lost > TRIES * len(self._workers):
                return self.left_alone(items, why)
        if len(items) == 1:
            return [self.given_up(items[0], why)]
        return [one for item in items for one in self.make([item], **asked)]

    def end_if_idle(self) -> None:
        """End workers that have made nothing yet: loading a model takes minutes."""
        if not self._has_made and not self._is_killed:
            self._is_killed = True
            for worker in self._workers:
                worker.kill()

    def close(self) -> None:
        """Let all workers end."""
        self._threads.shutdown(cancel_futures=True)
        for worker in self._workers:
            worker.close()
        self._starting.shutdown()

    def _start(self, worker: PoolWorker) -> None:
        """Have a worker among those that are free; what keeps it from starting, `ask` tells."""
        is_there = True
        try:
            worker.start()
        except NoRoomError:
            is_there = False
        finally:
            self._settle(worker, is_there=is_there)

    def _settle(self, worker: PoolWorker, *, is_there: bool) -> None:
        if is_there:
            self._free.put(worker)
            return
        with self._changing:
            self._there -= 1
            is_last = self._there == 0
        if is_last:
            self._free.put(None)

    def _ask(self, worker: PoolWorker, request: PoolRequest) -> list[Any]:
        try:
            answer = worker.ask(request)
        except NoRoomError:
            self._settle(worker, is_there=False)
            raise
        except WorkerLostError:
            self._starting.submit(self._start, worker)
            self._note_lost()
            raise
        except BaseException:
            self._settle(worker, is_there=True)
            raise
        self._settle(worker, is_there=True)
        self._compare(answer)
        values: list[Any] = pickle.loads(answer.values)
        return values

    def _note_lost(self) -> None:
        if self._is_killed:
            raise PoolEndedError
        with self._changing:
            self._lost += 1

    def _compare(self, answer: WorkerAnswer) -> None:
        said = pickle.loads(answer.made_with)
        with self._changing:
            self._has_made = True
            agreed = self._agreed = said if self._agreed is None else self._agreed
        if agreed != said:
            raise self.disagreement(agreed, said)
