"""Encodes in several processes at once: one per graphics card, or wherever Ray has room for them.

The pipeline stays the one there is: this process plans, decides, writes and keeps the books. Only
what makes values is elsewhere. A batch, which is of one bucket, goes to a worker that decodes and
encodes it; its values come back and are written in the order of the plan. Batches are the same
however many workers there are, so the bytes are, too; but on the processor torch adds up in an
order that hangs on its number of threads, so that the last bit of some values does.

A worker that ends loses nothing but time (`larder.core.worker_pool`); the item that kills workers
is left out. What was written stays, whatever becomes of this process, and the next build goes on
there.

Each machine must see pictures and models under the same paths, and have the same versions of what
encodes. The cache itself is needed by none of them.

A worker whose encoder is another one ends the build before anything of it is written.

With one process nothing of this is loaded. How far one writer and one index reach is worked out in
`.github/SCALE.md`.
"""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

import msgspec

from larder.core import __version__
from larder.core.build.pipeline.encoding import (
    BatchEncoder,
    BuildEncoders,
    Encoding,
    MadeWith,
    NotEncoded,
    decode_item,
    identify_encoder,
    pixels_of,
)
from larder.core.build.pipeline.pieces import Payload, PicturePiece, Piece, PromptPiece, Source
from larder.core.build.pipeline.stages import Batch, Encoded, FailedSource, StoppedError, Workers
from larder.core.build.pipeline.threads import TICK_S
from larder.core.encoders.device import Parallelism, card_count, use_threads
from larder.core.encoders.protocol import PreparedImage
from larder.core.errors import UserFacingError
from larder.core.jobs import CancelToken, Job
from larder.core.keys.fingerprint import MEMORY_NAME
from larder.core.keys.hash_memory import HashMemory
from larder.core.settings import cache_home
from larder.core.worker_pool import (
    LocalWorker,
    PoolEndedError,
    PoolJob,
    PoolRequest,
    PoolWorker,
    RayWorker,
    WorkerAnswer,
    WorkerPool,
    computers_of,
    connect_ray,
)
from larder.core.workspace.open_workspace import StoreContent

MANY: Final = 8
"""Graphics cards that are expected where nobody has said how many there are."""

_opened: list[_Opened] = []
"""At most one; a worker lives as long as one store is built."""

ENCODE: Final = (__name__, "encode")


class EncodeRequest(PoolRequest, frozen=True, kw_only=True):
    """Request that a worker process encode some items.

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


@dataclass(frozen=True, slots=True)
class _Opened:
    """The encoder of this worker, and of which encoders and content it is."""

    of: tuple[bytes, str]
    encoder: Any
    made_with: MadeWith
    batches: BatchEncoder[Any]


def encode_here(request: EncodeRequest, token: CancelToken) -> Job[WorkerAnswer]:
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
            made = list(pool.map(partial(decode_item, opened.encoder), items))
        if request.prepares_only:
            made = [one if isinstance(one, NotEncoded) else msgspec.structs.replace(
                one, pixels=None) for one in made]
        else:
            images = [one for one in made if isinstance(one, PreparedImage)]
            values = iter(opened.batches.encode(images))
            made = [one if isinstance(one, NotEncoded) else next(values) for one in made]
    return WorkerAnswer(
        pickle.dumps((opened.made_with, __version__)),
        pickle.dumps(made, pickle.HIGHEST_PROTOCOL))


JOB_KINDS: Final = {"encode": PoolJob(EncodeRequest, encode_here)}


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
        known = identify_encoder(encoder, content)
    return _Opened((request.encoders, request.content), encoder, known, BatchEncoder(
        encoder.encode, names=request.names, largest=request.largest))


@contextmanager
def workers_of(spread: Parallelism, content: StoreContent) -> Iterator[list[PoolWorker]]:
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
            f"The number of graphics cards here is {there}, not {spread.cards}.", "Use --gpus all.")
    allowed = os.environ.get("CUDA_VISIBLE_DEVICES", "")
    names = (allowed.split(",") if allowed else [str(card) for card in range(there)])[:spread.cards]
    yield [LocalWorker(*ENCODE, card=names[at % len(names)])
           for at in range(spread.processes or len(names) * each)]


class EncodePool(WorkerPool):
    """The workers of one store."""

    def made_by(self) -> MadeWith:
        """Return the encoder's name and fingerprints; known once something was encoded."""
        if self._agreed is None:
            raise AssertionError("a worker has answered when something was encoded")
        found: MadeWith = self._agreed[0]
        return found

    def disagreement(self, one: Any, other: Any) -> UserFacingError:
        """As of any crew."""
        return UserFacingError(
            f"Two workers encode with different models or versions: {_differs(one, other)}.",
            "Install the same versions and models on each machine.")

    def given_up(self, _: Any, why: str, /) -> NotEncoded:
        """As of any crew: the others are built."""
        return NotEncoded("It cannot be encoded: the worker process ended while encoding it. "
                          f"{why}")

    def left_alone(self, _: Sequence[Any], lost: str, /) -> list[Any]:
        """As of any crew: this process has no encoder."""
        if lost:
            raise UserFacingError(
                f"The workers ended before they encoded anything. {lost}",
                "Use fewer workers, or smaller batches: --batch 1.")
        raise UserFacingError(
            "All workers have ended, and there is too little memory to start another.",
            "Finished files are kept; build again when there is enough memory.")


def _differs(one: tuple[MadeWith, str], other: tuple[MadeWith, str]) -> str:
    """The first fact that two workers do not agree on."""
    facts = [
        {"larder": version} | {
            f"{part} {name}": value for part, of in said.fingerprints.items()
            for name, value in {**of.facts, "digest": of.digest}.items()}
        for said, version in (one, other)]
    return next(
        f"{name} {facts[0].get(name)} and {facts[1].get(name)}"
        for name in facts[0] | facts[1] if facts[0].get(name) != facts[1].get(name))


@dataclass(slots=True)
class ParallelEncoding(Encoding):
    """Encodes the batches of one store by several workers; see `stages.EncodeStage`.

    Attributes:
        spread: which workers.
        content: of the store.
        run: ends with the build; Ray, which takes seconds to start, is kept for the stores to come.
    """

    spread: Parallelism = field(kw_only=True)
    content: StoreContent = field(kw_only=True)
    run: ExitStack = field(kw_only=True)
    _crew: EncodePool | None = None
    _workers: ExitStack = field(default_factory=ExitStack)

    @property
    def ahead(self) -> int:
        """As many batches again as there are workers, so that none of them waits for this process.

        How many Ray has is not known before it is asked.
        """
        return 2 * (self.spread.processes or 2 * (self.spread.cards or MANY))

    def prepare(self, pieces: list[Piece], workers: Workers, /) -> Batch[Piece]:
        """Have a batch decoded and encoded; that is all the work."""
        mine = [piece for piece in pieces if isinstance(piece, PicturePiece | PromptPiece)]
        if not mine:
            return Batch(pieces)
        batch = Batch(pieces, pixels_of(pieces))
        crew = self._open_crew()
        batch.prepared = [crew.submit(partial(self._make, crew, mine, batch, workers.go_on))]
        return batch

    def encode(self, batch: Batch[Piece], /) -> list[Encoded[Payload] | FailedSource[Source]]:
        """Return the encoded payloads of a batch; the writing thread computes the checksums."""
        if not batch.prepared:
            return Encoding.encode(self, batch)
        while wait(batch.prepared, TICK_S).not_done:
            if self.token.is_cancelled and self._crew is not None:
                self._crew.end_if_idle()
        return self._outcomes(batch.results())

    def close(self) -> None:
        """Let go of the workers, if there are any."""
        Encoding.close(self)
        if self._crew is not None:
            self._crew.close()
            self._crew = None
        self._workers.close()

    def _open_crew(self) -> EncodePool:
        if self._crew is None:
            if self.spread.ray:
                self.run.enter_context(connect_ray(self.spread.ray))
            workers = self._workers.enter_context(workers_of(self.spread, self.content))
            self._crew = EncodePool(workers, EncodeRequest(
                encoders=pickle.dumps(self.encoders), content=self.content.value,
                names=tuple(self.composer.names), largest=self.largest, items=b""))
            self._made_with = self._crew.made_by
        return self._crew

    def _make(
        self, crew: EncodePool, pieces: Sequence[PicturePiece | PromptPiece], batch: Batch[Piece],
        go_on: Callable[[Batch[Piece]], None],
    ) -> list[tuple[PicturePiece | PromptPiece, Any]]:
        """Return what was made of each piece; an empty list once the build is to stop."""
        try:
            go_on(batch)
            batch.is_begun = True
            doubtful = [
                piece for piece in pieces if isinstance(piece, PicturePiece) and piece.completes]
            images = crew.make(
                [piece.image for piece in doubtful], prepares_only=True) if doubtful else []
            done: list[tuple[PicturePiece | PromptPiece, Any]] = [
                (piece, image) for piece, image in zip(doubtful, images, strict=True)
                if isinstance(image, NotEncoded) or self._completes(piece, image)]
            settled = {id(piece) for piece, _ in done}
            rest = [piece for piece in pieces if id(piece) not in settled]
            if rest:
                done += zip(rest, crew.make([
                    piece.prompt if isinstance(piece, PromptPiece) else piece.image
                    for piece in rest]), strict=True)
        except (StoppedError, PoolEndedError):
            return []
        return done
