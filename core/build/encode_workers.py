"""What a worker of a build does: it opens an encoder once, decodes and encodes.

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
from typing import Any, Final

import msgspec

from larder.core import __version__
from larder.core.build.encoding import (
    BatchEncoder,
    BuildEncoders,
    MadeWith,
    NotEncoded,
    decoded,
    made_with,
)
from larder.core.crew import (
    CrewAnswer,
    CrewRequest,
    CrewWorker,
    LocalWorker,
    RayWorker,
    computers_of,
    connect_ray,
)
from larder.core.encoders.device import Spread, card_count, use_threads
from larder.core.encoders.protocol import PreparedImage
from larder.core.errors import UserFacingError
from larder.core.jobs import CancelToken, Job
from larder.core.keys.fingerprint import MEMORY_NAME
from larder.core.keys.hash_memory import HashMemory
from larder.core.settings import cache_home
from larder.core.workspace.open_workspace import StoreContent


class EncodeRequest(CrewRequest, frozen=True, kw_only=True):
    """What a worker is asked for.

    Attributes:
        items: `ImageItem`s of one size or prompts, pickled.
        encoders: where it gets its encoder from, pickled; opened once.
        names: what every payload must hold.
        largest: items per batch to begin with.
        prepares_only: give pictures as they are before they are encoded, without their pixels.
        card: the graphics card that it may use, by its number; "" for whichever there are.
        threads: of the processor that it may use, 0 for as many as torch takes.
    """

    encoders: bytes
    content: str
    names: tuple[str, ...]
    largest: int
    prepares_only: bool = False
    card: str = ""
    threads: int = 0


class EncodeJob(msgspec.Struct, frozen=True):
    """The row of this job in the table of a worker process."""

    options_type: type[EncodeRequest]
    start: Callable[[EncodeRequest, CancelToken], Job[CrewAnswer]]


@dataclass(frozen=True, slots=True)
class _Opened:
    """The encoder of this worker, and of which encoders and content it is."""

    of: tuple[bytes, str]
    encoder: Any
    made_with: MadeWith
    batches: BatchEncoder[Any]


_opened: list[_Opened] = []
"""At most one; a worker lives as long as one store is built."""


def encode_here(request: EncodeRequest, token: CancelToken) -> Job[CrewAnswer]:
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
    return CrewAnswer(
        pickle.dumps((opened.made_with, __version__)),
        pickle.dumps(made, pickle.HIGHEST_PROTOCOL))


JOB_KINDS: Final = {"encode": EncodeJob(EncodeRequest, encode_here)}
ENCODE: Final = (__name__, "encode")


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


@contextmanager
def workers_of(spread: Spread, content: StoreContent) -> Iterator[list[CrewWorker]]:
    """The workers that were asked for; none is started before its first batch.

    Where only cards were, each has two for pictures, of which one decodes while the other encodes;
    their weights are small. Those of text encoders are not, and prompts need no decoding.

    Raises:
        UserFacingError: if there are no graphics cards, no Ray, or it cannot be reached.
    """
    each = 2 if content is StoreContent.IMAGE else 1
    if spread.ray:
        with connect_ray(spread.ray) as ray:
            there = int(ray.cluster_resources().get("GPU", 0))
            cards = there if spread.cards is None else spread.cards
            count = spread.processes or cards * each or computers_of(ray)
            yield [RayWorker(ray, *ENCODE, min(cards / count, 1.0)) for _ in range(count)]
        return
    if spread.cards == 0:
        count = spread.processes or 1
        threads = max((os.cpu_count() or 1) // count, 1)
        yield [LocalWorker(*ENCODE, threads=threads) for _ in range(count)]
        return
    there = card_count()
    if spread.cards is not None and spread.cards > there:
        raise UserFacingError(
            f"There are not {spread.cards} graphics cards here but {there}.", "Say --gpus all.")
    allowed = os.environ.get("CUDA_VISIBLE_DEVICES", "")
    names = (allowed.split(",") if allowed else [str(card) for card in range(there)])[:spread.cards]
    yield [LocalWorker(*ENCODE, card=names[at % len(names)])
           for at in range(spread.processes or len(names) * each)]
