"""A process that encodes: one of this machine, or an actor wherever Ray has room for it.

Workers of this machine are processes of `larder.core.worker`; those of others are Ray's actors.
Each machine must see pictures and models under the same paths, and have the same versions of what
encodes. The cache itself is needed by none of them.
"""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Protocol

import msgspec

from larder.core import __version__
from larder.core.build.pipeline.encoding import (
    BatchEncoder,
    BuildEncoders,
    MadeWith,
    NotEncoded,
    decoded,
    made_with,
)
from larder.core.encoders.device import Spread, card_count, use_threads
from larder.core.encoders.packages import install_hint
from larder.core.encoders.protocol import PreparedImage
from larder.core.errors import UserFacingError
from larder.core.jobs import CancelToken, Job, run_to_end
from larder.core.keys.fingerprint import MEMORY_NAME
from larder.core.keys.hash_memory import HashMemory
from larder.core.settings import cache_home
from larder.core.worker_process import WorkerPool, WorkerProcess, packages_folder
from larder.core.worker_protocol import Cancelled, Failed, Succeeded
from larder.core.workspace.open_workspace import StoreContent

ROOM_S: Final = 120.0
"""How long Ray may look for room for a worker before the build goes on without it."""


class EncodeRequest(msgspec.Struct, frozen=True, kw_only=True):
    """What a worker is asked for.

    Attributes:
        encoders: where it gets its encoder from, pickled; opened once.
        names: what every payload must hold.
        largest: items per batch to begin with.
        items: `ImageItem`s of one size or prompts, pickled.
        prepares_only: give pictures as they are before they are encoded, without their pixels.
        card: the graphics card that it may use, by its number; "" for whichever there are.
        threads: of the processor that it may use, 0 for as many as torch takes.
    """

    encoders: bytes
    content: str
    names: tuple[str, ...]
    largest: int
    items: bytes
    prepares_only: bool = False
    card: str = ""
    threads: int = 0


class EncodeAnswer(msgspec.Struct, frozen=True):
    """What a worker made.

    Attributes:
        made_with: its `MadeWith`, and the version of Larder, pickled.
        values: for each item what it was asked for, or why there is none, pickled.
    """

    made_with: bytes
    values: bytes


class EncodeJob(msgspec.Struct, frozen=True):
    """The row of this job in the table of a worker process."""

    options_type: type[EncodeRequest]
    start: Callable[[EncodeRequest, CancelToken], Job[EncodeAnswer]]


@dataclass(frozen=True, slots=True)
class _Opened:
    """The encoder of this worker, and of which encoders and content it is."""

    of: tuple[bytes, str]
    encoder: Any
    made_with: MadeWith
    batches: BatchEncoder[Any]


_opened: list[_Opened] = []
"""At most one; a worker lives as long as one store is built."""


def encode_here(request: EncodeRequest, token: CancelToken) -> Job[EncodeAnswer]:
    """Encode some items in this process.

    Raises:
        UserFacingError: if the encoder cannot be had or makes nothing good.
    """
    yield from ()
    if not _opened or _opened[0].of != (request.encoders, request.content):
        _opened[:] = [_open(request, token)]
    opened, items = _opened[0], pickle.loads(request.items)
    made: list[Any]
    if request.content == StoreContent.TEXT.value:
        made = list(opened.batches.encode(items))
    else:
        with ThreadPoolExecutor(max(len(items), 1)) as pool:
            made = list(pool.map(partial(decoded, opened.encoder), items))
        if request.prepares_only:
            made = [one if isinstance(one, NotEncoded) else msgspec.structs.replace(
                one, pixels=None) for one in made]
        else:
            images = [one for one in made if isinstance(one, PreparedImage)]
            values = iter(opened.batches.encode(images))
            made = [one if isinstance(one, NotEncoded) else next(values) for one in made]
    return EncodeAnswer(
        pickle.dumps((opened.made_with, __version__)),
        pickle.dumps(made, pickle.HIGHEST_PROTOCOL))


JOB_KINDS: Final = {"encode": EncodeJob(EncodeRequest, encode_here)}


def _open(request: EncodeRequest, token: CancelToken) -> _Opened:
    if request.card and "torch" not in sys.modules:
        os.environ["CUDA_VISIBLE_DEVICES"] = request.card
    if request.threads:
        use_threads(request.threads)
    encoders: BuildEncoders = pickle.loads(request.encoders)
    content = StoreContent(request.content)
    with HashMemory(cache_home() / MEMORY_NAME) as memory:
        encoder = (encoders.open_image if content is StoreContent.IMAGE else encoders.open_text)(
            memory, token)
        known = made_with(encoder, content)
    return _Opened((request.encoders, request.content), encoder, known, BatchEncoder(
        encoder.encode, names=request.names, largest=request.largest))


class WorkerLostError(Exception):
    """A worker ended over a batch; `args[0]` is one sentence. The next batch starts it again."""


class NoRoomError(WorkerLostError):
    """A worker ended, or was never there, and there is no room for it any more."""


class EncodeWorker(Protocol):
    """One process that encodes; used from one thread at a time, but for `kill`."""

    def ask(self, request: EncodeRequest) -> EncodeAnswer:
        """What it makes.

        Raises:
            WorkerLostError: if it ended.
            UserFacingError: if its encoder cannot be had or makes nothing good.
        """

    def kill(self) -> None:
        """End it at once."""

    def close(self) -> None:
        """Let it end."""


class LocalWorker:
    """A process of this machine."""

    def __init__(self, card: str = "", threads: int = 0) -> None:
        """Make ready; it starts with its first batch."""
        self._card, self._threads = card, threads
        self._pool = WorkerPool(table=__name__, last=())
        self._process: WorkerProcess | None = None

    def ask(self, request: EncodeRequest) -> EncodeAnswer:
        """As of any worker."""
        self._process = self._pool("encode", msgspec.structs.replace(
            request, card=self._card, threads=self._threads))
        self._process.start()
        (outcome,) = self._process.events()
        if isinstance(outcome, Succeeded):
            answer: EncodeAnswer = outcome.answer
            return answer
        if isinstance(outcome, Cancelled):
            raise WorkerLostError("It was ended.")
        if not isinstance(outcome, Failed):
            raise AssertionError(f"a worker that encodes says {outcome}")
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
        """Let it end."""
        self._pool.close()


class RayEncoder:
    """What runs in a process of Ray's."""

    def encode(self, request: EncodeRequest) -> EncodeAnswer:
        """Encode some items there."""
        return run_to_end(encode_here(request, CancelToken()))


@dataclass(slots=True)
class RayWorker:
    """A process wherever Ray has room for it.

    Attributes:
        cards: how much of a graphics card it needs, 0 to 1.
    """

    ray: Any
    cards: float
    _actor: Any = None

    def ask(self, request: EncodeRequest) -> EncodeAnswer:
        """As of any worker."""
        ray = self.ray
        if self._actor is None:
            self._actor = ray.remote(RayEncoder).options(
                num_cpus=1, num_gpus=self.cards).remote()
            if not ray.wait([self._actor.__ray_ready__.remote()], timeout=ROOM_S)[0]:
                self.kill()
                raise NoRoomError("Ray has no room for it.")
        try:
            answer: EncodeAnswer = ray.get(self._actor.encode.remote(request))
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
def workers_of(spread: Spread, content: StoreContent) -> Iterator[list[EncodeWorker]]:
    """The workers that were asked for; none is started before its first batch.

    Where only cards were, each has two for pictures, of which one decodes while the other encodes;
    their weights are small. Those of text encoders are not, and prompts need no decoding.

    Raises:
        UserFacingError: if there are no graphics cards, no Ray, or it cannot be reached.
    """
    each = 2 if content is StoreContent.IMAGE else 1
    if spread.ray:
        with _ray(spread.ray) as ray:
            there = int(ray.cluster_resources().get("GPU", 0))
            cards = there if spread.cards is None else spread.cards
            count = spread.processes or cards * each or len(ray.nodes())
            yield [RayWorker(ray, min(cards / count, 1.0)) for _ in range(count)]
        return
    if spread.cards == 0:
        count = spread.processes or 1
        threads = max((os.cpu_count() or 1) // count, 1)
        yield [LocalWorker(threads=threads) for _ in range(count)]
        return
    there = card_count()
    if spread.cards is not None and spread.cards > there:
        raise UserFacingError(
            f"There are not {spread.cards} graphics cards here but {there}.", "Say --gpus all.")
    allowed = os.environ.get("CUDA_VISIBLE_DEVICES", "")
    names = (allowed.split(",") if allowed else [str(card) for card in range(there)])[:spread.cards]
    yield [LocalWorker(names[at % len(names)])
           for at in range(spread.processes or len(names) * each)]


@contextmanager
def _ray(address: str) -> Iterator[Any]:
    """Ray, connected; a Ray that was started for it ends with it."""
    # What a cluster does is nobody's business.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ImportError as missing:
        raise UserFacingError(
            "Ray is not installed.", install_hint("ray[client]")) from missing
    # Without a word Ray looks for one that `ray start` left a note of, ten minutes if it is dead.
    given = {"address": address} if "://" in address else {
        "address": os.environ.get("RAY_ADDRESS", "local"), "include_dashboard": False,
        "runtime_env": {"env_vars": {"PYTHONPATH": os.pathsep.join(
            one for one in (os.environ.get("PYTHONPATH"), packages_folder()) if one)}}}
    is_ours = not ray.is_initialized()
    try:
        if is_ours:
            ray.init(log_to_driver=False, configure_logging=False, **given)
    except Exception as unreachable:  # Ray's own are as plain as that
        raise UserFacingError(
            f"Ray cannot be reached: {str(unreachable).strip().partition(chr(10))[0]}.",
            "Start it with `ray start`, or name it: --workers ray://HOST:10001. A cluster that "
            "asks for a token wants RAY_AUTH_MODE=token.") from unreachable
    try:
        yield ray
    finally:
        if is_ours:
            ray.shutdown()
