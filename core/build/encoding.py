"""The one thread of a build that encodes: batches of pieces, prepared on other threads.

A batch is halved when the device is full, and no item spoils its neighbours. Values that no encoder
gives (NaN, infinity, nothing but zeros) are a failure of that item, never a payload.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError, Executor, Future
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final, Generic, TypeVar

import msgspec

from larder.core.build.encoders import (
    BuildEncoders,
    image_fingerprints,
    text_fingerprints,
)
from larder.core.build.pieces import (
    CopyPiece,
    Failed,
    Payload,
    PicturePiece,
    Piece,
    PromptPiece,
)
from larder.core.build.recipes import Adoption
from larder.core.build.writing import Composer, can_complete
from larder.core.encoders.protocol import (
    Fingerprint,
    ImageEncoder,
    OutOfMemoryError,
    PayloadValues,
    PreparedImage,
    SourceError,
    TextEncoder,
)
from larder.core.errors import UserFacingError
from larder.core.jobs import CancelToken
from larder.core.keys.hash_memory import HashMemory
from larder.core.keys.recipe import Recipe
from larder.core.payloads.value_checks import first_bad_value
from larder.core.workspace.concepts import Concept

COPIES_TOGETHER: Final = 64


def in_batches(pieces: Iterable[Piece], size: int) -> Iterator[list[Piece]]:
    """Pieces as they are encoded: pictures of one size, prompts, or copies together.

    A batch is sent on when it is full or the next picture is of another size. Copies wait for each
    other only; what they are copies of has been sent on before them.
    """
    waiting: list[Piece] = []
    copies: list[Piece] = []
    for piece in pieces:
        if isinstance(piece, CopyPiece):
            copies.append(piece)
            if len(copies) >= COPIES_TOGETHER:
                yield copies
                copies = []
            continue
        if waiting and (len(waiting) >= size or not _is_of_one_size(waiting[0], piece)):
            yield _sent(waiting)
            waiting = []
        waiting.append(piece)
    if waiting:
        yield _sent(waiting)
    if copies:
        yield copies


def _is_of_one_size(first: Piece, piece: Piece) -> bool:
    if isinstance(first, PicturePiece) and isinstance(piece, PicturePiece):
        return first.image.bucket == piece.image.bucket
    return True


def _sent(pieces: list[Piece]) -> list[Piece]:
    """Mark prompts, so that nobody adds a recipient any more."""
    for piece in pieces:
        if isinstance(piece, PromptPiece):
            piece.is_under_way = True
    return pieces


One = TypeVar("One")

HOPELESS_AFTER = 8
"""So many failures of the encoder itself, before anything succeeded, are not the items' fault."""


@dataclass(frozen=True, slots=True)
class NotEncoded:
    """Why one item has no values, one sentence."""

    problem: str


class BatchEncoder(Generic[One]):
    """Encodes lists of prepared items of one size with one encoder.

    Attributes:
        largest: items that fit on the device together, as far as is known.
    """

    def __init__(
        self, encode: Callable[[Sequence[One]], list[PayloadValues]], *, names: Iterable[str],
        largest: int,
    ) -> None:
        """Make ready.

        Args:
            encode: of an encoder.
            names: values that every item must get.
            largest: items per batch to begin with.
        """
        self._encode = encode
        self._names = frozenset(names)
        self.largest = largest
        self._failures = 0
        self._has_succeeded = False

    def encode(self, batch: Sequence[One]) -> list[PayloadValues | NotEncoded]:
        """Values per item in order, or why there are none.

        Raises:
            UserFacingError: if not even one item fits on the device, the encoder cannot be loaded,
                or it fails whatever it is given.
        """
        done: list[PayloadValues | NotEncoded] = []
        while len(done) < len(batch):
            part = batch[len(done):len(done) + self.largest]
            try:
                done += map(self._checked, self._encode(part))
                self._has_succeeded = True
            except OutOfMemoryError as full:
                self._halve(len(part), full)
            except (SourceError, RuntimeError, ValueError) as broken:
                done += self._one_by_one(part, broken)
        return done

    def _halve(self, size: int, full: OutOfMemoryError) -> None:
        if size <= 1:
            raise UserFacingError(
                f"The device has no room for a single item: {full}.",
                "Close what else uses it, or build with --device cpu.") from full
        self.largest = size // 2

    def _one_by_one(
        self, part: Sequence[One], broken: Exception
    ) -> list[PayloadValues | NotEncoded]:
        """Encode alone what failed together."""
        if len(part) == 1:
            return [self._failed(broken)]
        found: list[PayloadValues | NotEncoded] = []
        for one in part:
            try:
                found += map(self._checked, self._encode([one]))
                self._has_succeeded = True
            except OutOfMemoryError as full:
                self._halve(1, full)
            except (SourceError, RuntimeError, ValueError) as alone:
                found.append(self._failed(alone))
        return found

    def _failed(self, error: Exception) -> NotEncoded:
        if isinstance(error, SourceError):
            return NotEncoded(str(error))
        self._failures += 1
        if self._failures >= HOPELESS_AFTER and not self._has_succeeded:
            raise UserFacingError(
                f"The encoder fails whatever it is given: {error}.",
                "Check that the model fits the config's model type.") from error
        return NotEncoded(f"It cannot be encoded: {error}.")

    def _checked(self, values: PayloadValues) -> PayloadValues | NotEncoded:
        missing = self._names - values.keys()
        if missing:
            raise UserFacingError(
                f"The encoder does not make {', '.join(sorted(missing))}, which the config needs.",
                "Check that the model fits the config's model type.")
        bad = first_bad_value(values)
        return values if bad is None else NotEncoded(f"The encoder made no good values: {bad}.")


class Batch(msgspec.Struct, frozen=True, gc=False):
    """What is encoded together.

    Attributes:
        pieces: pictures of one size, prompts, or copies.
        pictures: the pictures as they get ready, several at a time in their order; empty for all
            else.
    """

    pieces: list[Piece]
    pictures: list[Future[list[Prepared]]]

    @property
    def pixels(self) -> int:
        """Of each of its pictures; 0 for prompts and copies."""
        first = self.pieces[0]
        if isinstance(first, PromptPiece):
            return first.recipients[0][0].pixels
        return first.source.pixels if isinstance(first, PicturePiece) else 0

    def drop(self) -> None:
        """Decode no more of it."""
        for future in self.pictures:
            future.cancel()


Prepared = tuple[PicturePiece, PreparedImage | SourceError]
"""A picture that was decoded, or why it cannot be used. Its piece completes a payload on disk only
if that lacks nothing but names which are among the picture's values."""


@dataclass(frozen=True, slots=True)
class Preparation:
    """Decodes pictures for the encoder, several at once, and sees which need no encoder at all.

    Attributes:
        pool: decodes.
        encoder: the picture encoder, once it is there.
        adoption: looks into payloads that may only have to be completed.
        names: values that every payload must hold.
        threads: of the pool; a batch is parted among them.
    """

    pool: Executor
    encoder: Future[ImageEncoder]
    adoption: Adoption
    names: Collection[str]
    threads: int

    def start(self, pieces: list[Piece]) -> Batch:
        """Have the pictures of a batch decoded."""
        pictures = [piece for piece in pieces if isinstance(piece, PicturePiece)]
        each = max(len(pictures) // self.threads, 1)
        return Batch(pieces, [
            self.pool.submit(self._prepare, pictures[start:start + each])
            for start in range(0, len(pictures), each)])

    def _prepare(self, pieces: list[PicturePiece]) -> list[Prepared]:
        prepared: list[Prepared] = []
        for piece in pieces:
            try:
                image = self.encoder.result().prepare(piece.image)
            except SourceError as unusable:
                prepared.append((piece, unusable))
                continue
            if piece.completes and not self._completes(piece, image):
                piece = msgspec.structs.replace(piece, completes="")
            prepared.append((piece, image))
        return prepared

    def _completes(self, piece: PicturePiece, image: PreparedImage) -> bool:
        contents = self.adoption.completable(piece.completes, piece.source, image.item.concept)
        return contents is not None and can_complete(contents, image, self.names)


Encoded = tuple[Piece, Callable[[], list[Payload]]]
"""A piece, and what puts its payloads together; that may fail with a PayloadError if they are made
of one that is there. Checksums are computed then, by the thread that writes."""


@dataclass(slots=True)
class Encoding:
    """Encodes the batches of one store; used and closed by one thread.

    Attributes:
        encoders: where encoders come from.
        composer: puts payloads together.
        largest: items per batch to begin with.
        token: checked while weights are read for their digest.
        memory: where digests of weights are remembered.
        tell: told of what cannot be made.
        image_encoder: gets the picture encoder when it is open.
        encoded: what was encoded: pictures or prompts.
        name: what people call the encoder; "" while it has encoded nothing.
    """

    encoders: BuildEncoders
    composer: Composer
    largest: int
    token: CancelToken
    memory: Path
    tell: Callable[[Failed], None] = lambda _: None
    image_encoder: Future[ImageEncoder] = field(default_factory=Future)
    encoded: int = 0
    name: str = ""
    _images: BatchEncoder[PreparedImage] | None = None
    _texts: BatchEncoder[str] | None = None
    _fingerprints: Callable[[], Mapping[str, Fingerprint]] | None = None
    _opened: ImageEncoder | TextEncoder | None = None
    _hashes: HashMemory | None = None

    def encode(self, batch: Batch) -> list[Encoded]:
        """Values of a batch; what failed is told and left out.

        Raises:
            UserFacingError: if the encoder cannot be had or makes nothing good.
        """
        if batch.pictures:
            return self._encode_pictures(batch)
        prompts = [piece for piece in batch.pieces if isinstance(piece, PromptPiece)]
        if prompts:
            return self._encode_prompts(prompts)
        return [
            (piece, partial(self.composer.copy, piece)) for piece in batch.pieces
            if isinstance(piece, CopyPiece)]

    def close(self) -> None:
        """Let go of the encoder, if one was opened."""
        # Decoders may still be waiting for an encoder that will never be opened.
        self.image_encoder.cancel()
        if self._opened is not None:
            self._opened.close()
            self._opened = None
        if self._hashes is not None:
            self._hashes.close()

    def _encode_pictures(self, batch: Batch) -> list[Encoded]:
        encoder = self._image_batches()
        done: list[Encoded] = []
        images: list[PreparedImage] = []
        pieces: list[PicturePiece] = []
        for piece, image in itertools.chain.from_iterable(map(_result, batch.pictures)):
            if isinstance(image, SourceError):
                self._fail(piece, str(image))
            elif piece.completes:
                done.append((piece, partial(self.composer.complete, piece, image)))
            else:
                images.append(image)
                pieces.append(piece)
        if not images:
            return done
        for piece, values in zip(pieces, encoder.encode(images), strict=True):
            if isinstance(values, NotEncoded):
                self._fail(piece, values.problem)
            else:
                recipe = self._recipe(piece.image.concept)
                done.append((piece, partial(self.composer.picture, piece, values, recipe)))
        return done

    def _encode_prompts(self, pieces: list[PromptPiece]) -> list[Encoded]:
        encoded = self._text_batches().encode([piece.prompt for piece in pieces])
        done: list[Encoded] = []
        for piece, values in zip(pieces, encoded, strict=True):
            if isinstance(values, NotEncoded):
                self._fail(piece, values.problem)
            else:
                recipe = self._recipe(
                    self.composer.context.concept_of(piece.recipients[0][0]))
                done.append((piece, partial(self.composer.prompts, piece, values, recipe)))
        return done

    def _image_batches(self) -> BatchEncoder[PreparedImage]:
        if self._images is None:
            try:
                encoder = self.encoders.open_image(self._opened_memory(), self.token)
            except BaseException as error:
                self.image_encoder.set_exception(error)
                raise
            self._opened = encoder
            self.image_encoder.set_result(encoder)
            self._fingerprints = lambda: image_fingerprints(encoder)
            self._images = BatchEncoder(
                encoder.encode, names=self.composer.names, largest=self.largest)
        return self._images

    def _text_batches(self) -> BatchEncoder[str]:
        if self._texts is None:
            encoder = self.encoders.open_text(self._opened_memory(), self.token)
            self._opened = encoder
            self._fingerprints = lambda: text_fingerprints(encoder)
            self._texts = BatchEncoder(
                encoder.encode, names=self.composer.names, largest=self.largest)
        return self._texts

    def _recipe(self, concept: Concept) -> Recipe:
        """The recipe of what is encoded now; the weights are read for it once."""
        if self._fingerprints is None or self._opened is None:
            raise AssertionError("an encoder is open when something was encoded")
        self.encoded += 1
        self.name = self.name or self._opened.fingerprint.name
        return self.composer.context.recipes.made(concept, self._fingerprints)

    def _opened_memory(self) -> HashMemory:
        """Opened here, because only the thread that opened it may use it."""
        if self._hashes is None:
            self._hashes = HashMemory(self.memory)
        return self._hashes

    def _fail(self, piece: PicturePiece | PromptPiece, problem: str) -> None:
        sources = [piece.source] if isinstance(piece, PicturePiece) else [
            source for source, _ in piece.recipients]
        for source in dict.fromkeys(sources):
            self.tell(Failed(source.item, problem, source))


def _result(future: Future[list[Prepared]]) -> list[Prepared]:
    """Prepared pictures, none if the build stopped before their turn."""
    try:
        return future.result()
    except CancelledError:
        return []
