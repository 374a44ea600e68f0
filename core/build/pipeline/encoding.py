"""How samples are encoded: batches of pieces by one thread, prepared on others.

A batch is halved when the device is full, and no item spoils its neighbours. Values that no encoder
gives (NaN, infinity, nothing but zeros) are a failure of that item, never a payload.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, Final, Generic, Protocol, TypeVar

import msgspec
from msgspec.structs import astuple

from larder.core.build.completing import completable
from larder.core.build.pipeline.pieces import (
    CopyPiece,
    LinkedPiece,
    Payload,
    PicturePiece,
    Piece,
    PromptPiece,
    Source,
)
from larder.core.build.pipeline.stages import Batch, Encoded, FailedSource, Workers
from larder.core.build.pipeline.threads import BATCHES_AHEAD
from larder.core.build.pipeline.writing import Composer, can_complete
from larder.core.build.rates import CPU, EncoderRates, note_rates, read_rates
from larder.core.encoders.config_encoders import (
    choose_image_encoder,
    encoder_kind,
    load_text_encoder,
)
from larder.core.encoders.device import choose_device
from larder.core.encoders.draws import onetrainer_positions
from larder.core.encoders.image_latents import ImageLatents
from larder.core.encoders.model_files import (
    EncoderOptions,
    ModelPlaces,
    hub_pipeline,
    list_search_places,
    places_of,
    uses_patch_means,
)
from larder.core.encoders.patch_means import PatchMeans
from larder.core.encoders.protocol import (
    Fingerprint,
    ImageEncoder,
    ImageItem,
    OutOfMemoryError,
    PayloadValues,
    PreparedImage,
    SourceError,
    TextEncoder,
)
from larder.core.encoders.text_embeddings import TextEmbeddings
from larder.core.encoders.text_settings import find_stage_files, stage_settings
from larder.core.encoders.vae_files import find_image_encoder
from larder.core.errors import PayloadError, UserFacingError
from larder.core.jobs import CancelToken
from larder.core.keys.hash_memory import HashMemory
from larder.core.keys.recipe import Recipe
from larder.core.payloads.value_checks import first_bad_value
from larder.core.settings import cache_home
from larder.core.workspace.concepts import Concept
from larder.core.workspace.model_types import VAE_PART
from larder.core.workspace.onetrainer_config import TrainerConfig
from larder.core.workspace.open_workspace import StoreContent, Workspace

FIRST_TEXT_PART: Final = "text_encoder"
COPIES_TOGETHER: Final = 64
HOPELESS_AFTER: Final = 8
"""So many failures of the encoder itself, before anything succeeded, are not the items' fault."""

One = TypeVar("One")
OnDisk = TypeVar("OnDisk", CopyPiece, PicturePiece, LinkedPiece)


class BuildEncoders(Protocol):
    """The encoders of one config. A build opens each at most once, and closes it."""

    def open_image(self, memory: HashMemory, token: CancelToken) -> ImageEncoder:
        """The picture encoder; its weights may wait for the first batch.

        Args:
            memory: remembers digests of weights; used from the calling thread.
            token: checked while weights are read for their digest.

        Raises:
            UserFacingError: if it cannot be had.
        """

    def open_text(self, memory: HashMemory, token: CancelToken) -> TextEncoder:
        """The text encoder, ready; as `open_image`."""

    def note(self, found: EncoderRates, content: StoreContent) -> None:
        """Remember what making payloads took with one that was opened."""


@dataclass(frozen=True, slots=True)
class ConfigEncoders:
    """Encoders from the models that the user chose or the config names, which lie in `places`."""

    config: TrainerConfig
    options: EncoderOptions
    places: ModelPlaces

    def __reduce__(self) -> tuple[Any, ...]:
        """For other processes, of which those of a Ray cluster work in folders of their own."""
        models = tuple(model.absolute() for model in self.options.models)
        return type(self), (self.config, replace(self.options, models=models), self.places)

    @classmethod
    def of(
        cls, workspace: Workspace, config: TrainerConfig, options: EncoderOptions
    ) -> ConfigEncoders:
        """The encoders of a workspace with this config."""
        return cls(config, options, places_of(config, workspace.root, workspace.maps))

    def open_image(self, memory: HashMemory, token: CancelToken) -> ImageEncoder:
        """The picture encoder, nothing loaded yet."""
        return choose_image_encoder(
            self.config, self.options, self.places,
            positions=onetrainer_positions(self.config), memory=memory, token=token)

    def open_text(self, memory: HashMemory, token: CancelToken) -> TextEncoder:
        """The text encoder, loaded."""
        return load_text_encoder(
            self.config, self.options, self.places, memory=memory, token=token)

    def rates(self, content: StoreContent) -> EncoderRates:
        """Return the rates measured before for one content's encoder on the requested device."""
        try:
            kind = encoder_kind(self.config, self.options, self.places, content)
        except (UserFacingError, OSError):
            # What keeps a build from these models is told when one is begun.
            return EncoderRates()
        return read_rates(cache_home(), kind, self._device_asked())

    def note(self, found: EncoderRates, content: StoreContent) -> None:
        """Remember what payloads took."""
        kind = encoder_kind(self.config, self.options, self.places, content)
        asked = self._device_asked()
        device = asked if asked and (asked == CPU or self.options.spread) else choose_device(asked)
        note_rates(
            cache_home(), msgspec.structs.replace(found, encoder=kind, device=device),
            asked=asked)

    def _device_asked(self) -> str | None:
        if self.options.spread is not None:
            # Several make more than one in the same time, as many times more as only they tell.
            return f"{self.options.device or ''} {astuple(self.options.spread)}"
        is_embedded = uses_patch_means(self.config, self.options)
        return CPU if is_embedded else self.options.device

    def check(self, content: StoreContent) -> None:
        """Make sure that the models are there before anything is built with them.

        Raises:
            UserFacingError: if one is missing or of the wrong kind.
        """
        config, options = self.config, self.options
        if uses_patch_means(config, options):
            PatchMeans(config.model_type)
        elif content is StoreContent.IMAGE:
            find_image_encoder(config, options, self.places)
        else:
            stages = [
                one.stage for one in stage_settings(config, dtype=options.dtype) if one.included]
            find_stage_files(
                stages, list_search_places(config, options, self.places),
                pipeline=hub_pipeline(config))


def _in_batches(pieces: Iterable[Piece], size: int) -> Iterator[list[Piece]]:
    """Pieces as they are encoded: pictures of one size, prompts, or copies together.

    A batch is sent on when it is full or the next picture is of another size. Copies wait for each
    other only; what they are copies of has been sent on before them.
    """
    waiting: list[Piece] = []
    copies: list[Piece] = []
    for piece in pieces:
        if isinstance(piece, CopyPiece | LinkedPiece):
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
        """Make ready; every item must get all `names`, a batch has `largest` of them at first."""
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
                done += map(self._check_values, self._encode(part))
                self._has_succeeded = True
            except OutOfMemoryError as full:
                self._halve(len(part), full)
            except (SourceError, RuntimeError, ValueError) as broken:
                # Encode alone what failed together.
                done += [self._reject(broken)] if len(part) == 1 else [
                    alone for one in part for alone in self.encode([one])]
        return done

    def _halve(self, size: int, full: OutOfMemoryError) -> None:
        if size <= 1:
            raise UserFacingError(
                f"The device has too little memory for a single item: {full}.",
                "Close other programs that use it, or build on the CPU with --device cpu."
            ) from full
        self.largest = size // 2

    def _reject(self, error: Exception) -> NotEncoded:
        if isinstance(error, SourceError):
            return NotEncoded(str(error))
        self._failures += 1
        if self._failures >= HOPELESS_AFTER and not self._has_succeeded:
            raise UserFacingError(
                f"The encoder fails on every input: {error}.",
                "Check that the model fits the config's model type.") from error
        return NotEncoded(f"It cannot be encoded: {error}.")

    def _check_values(self, values: PayloadValues) -> PayloadValues | NotEncoded:
        missing = self._names - values.keys()
        if missing:
            raise UserFacingError(
                f"The encoder does not make {', '.join(sorted(missing))}, which the config needs.",
                "Check that the model fits the config's model type.")
        bad = first_bad_value(values)
        return values if bad is None else NotEncoded("The encoder returned unusable values: "
                                                     f"{bad}.")


def decode_item(encoder: ImageEncoder, item: ImageItem) -> PreparedImage | NotEncoded:
    """A picture made ready for its encoder, or why it cannot be used."""
    try:
        return encoder.prepare(item)
    except SourceError as unusable:
        return NotEncoded(str(unusable))


@dataclass(frozen=True, slots=True)
class MadeWith:
    """Encoder as a recipe records it: its name, and fingerprints by the config's objects."""

    name: str
    fingerprints: Mapping[str, Fingerprint]


def identify_encoder(encoder: ImageEncoder | TextEncoder, content: StoreContent) -> MadeWith:
    """Return the name and fingerprints of an encoder, for which its weights are read."""
    fingerprints: Mapping[str, Fingerprint]
    if isinstance(encoder, TextEmbeddings):
        fingerprints = encoder.fingerprints
    elif isinstance(encoder, ImageLatents):
        fingerprints = {encoder.part: encoder.fingerprint}
    else:
        part = VAE_PART if content is StoreContent.IMAGE else FIRST_TEXT_PART
        fingerprints = {part: encoder.fingerprint}
    return MadeWith(encoder.fingerprint.name, fingerprints)


@dataclass(slots=True)
class Encoding:
    """Encodes the batches of one indexed store; see `stages.EncodeStage`.

    Attributes:
        largest: items per batch to begin with.
        token: checked while weights are read for their digest.
        memory: where digests of weights are remembered.
        image_encoder: gets the encoder when it is open; pictures are decoded by it.
        encoded: what was encoded: pictures or prompts.
        name: what people call the encoder; "" while it has encoded nothing.
    """

    encoders: BuildEncoders
    composer: Composer
    largest: int
    token: CancelToken
    memory: Path
    image_encoder: Future[Any] = field(default_factory=Future)
    encoded: int = 0
    name: str = ""
    _batches: BatchEncoder[Any] | None = None
    _made_with: Callable[[], MadeWith] | None = None
    _opened: ImageEncoder | TextEncoder | None = None
    _hashes: HashMemory | None = None

    @property
    def ahead(self) -> int:
        """Batches that are prepared beside the one that is encoded."""
        return BATCHES_AHEAD

    def batches(self, pieces: Iterable[Piece], /) -> Iterator[list[Piece]]:
        """Pieces as they are encoded."""
        return _in_batches(pieces, self.largest)

    def prepare(self, pieces: list[Piece], workers: Workers, /) -> Batch[Piece]:
        """Have the pictures of a batch decoded, parted among the workers."""
        pictures = [piece for piece in pieces if isinstance(piece, PicturePiece)]
        each = max(len(pictures) // workers.threads, 1)
        return Batch(pieces, pixels_of(pieces), [
            workers.pool.submit(self._prepare_each, pictures[start:start + each])
            for start in range(0, len(pictures), each)])

    def encode(self, batch: Batch[Piece], /) -> list[Encoded[Payload] | FailedSource[Source]]:
        """Values of a batch; checksums are computed by the thread that writes.

        Raises:
            UserFacingError: if the encoder cannot be had or makes nothing good.
        """
        encoded: Sequence[PayloadValues | NotEncoded]
        if batch.prepared:
            encoder = self._open_batches()
            found: list[tuple[PicturePiece, PreparedImage | NotEncoded]] = list(batch.results())
            wanted = [(piece, image) for piece, image in found
                      if isinstance(image, PreparedImage) and not piece.completes]
            encoded = encoder.encode([image for _, image in wanted]) if wanted else ()
            by_piece = {id(piece): values for (piece, _), values in zip(
                wanted, encoded, strict=True)}
            return self._outcomes((piece, by_piece.get(id(piece), image)) for piece, image in found)
        prompts = [piece for piece in batch.pieces if isinstance(piece, PromptPiece)]
        if prompts:
            encoded = self._open_batches().encode([piece.prompt for piece in prompts])
            return self._outcomes(zip(prompts, encoded, strict=True))
        return [
            Encoded(partial(_compose_payloads, self.composer.copy, piece), piece.donor)
            if isinstance(piece, CopyPiece)
            else Encoded(partial(_compose_payloads, self.composer.take, piece))
            for piece in batch.pieces if isinstance(piece, CopyPiece | LinkedPiece)]

    def close(self) -> None:
        """Let go of the encoder, if one was opened."""
        # Decoders may still be waiting for an encoder that will never be opened.
        self.image_encoder.cancel()
        if self._opened is not None:
            self._opened.close()
            self._opened = None
        if self._hashes is not None:
            self._hashes.close()

    def _prepare_each(
        self, pieces: list[PicturePiece]
    ) -> list[tuple[PicturePiece, PreparedImage | NotEncoded]]:
        """Decode pictures; only pieces of those that need no encoder complete a payload on disk."""
        done: list[tuple[PicturePiece, PreparedImage | NotEncoded]] = []
        for piece in pieces:
            image = decode_item(self.image_encoder.result(), piece.image)
            if piece.completes and isinstance(image, PreparedImage) \
                    and not self._completes(piece, image):
                piece = msgspec.structs.replace(piece, completes="")
            done.append((piece, image))
        return done

    def _completes(self, piece: PicturePiece, image: PreparedImage) -> bool:
        contents = completable(
            self.composer.context, piece.completes, piece.source, image.item.concept)
        return contents is not None and can_complete(contents, image, self.composer.names)

    def _outcomes(
        self, made: Iterable[
            tuple[PicturePiece | PromptPiece, PayloadValues | PreparedImage | NotEncoded]]
    ) -> list[Encoded[Payload] | FailedSource[Source]]:
        """Return the outcomes of pieces; a picture only decoded completes a stored payload."""
        done: list[Encoded[Payload] | FailedSource[Source]] = []
        for piece, values in made:
            sources = [piece.source] if isinstance(piece, PicturePiece) else list(
                dict.fromkeys(source for source, _ in piece.recipients))
            if isinstance(values, NotEncoded):
                done += [_make_failure(source, values.problem) for source in sources]
            elif isinstance(piece, PromptPiece):
                assert not isinstance(values, PreparedImage)
                recipe = self._recipe(self.composer.context.concept_of(sources[0]))
                done.append(Encoded(partial(self.composer.prompts, piece, values, recipe)))
            elif isinstance(values, PreparedImage):
                done.append(Encoded(partial(
                    _compose_payloads, partial(self.composer.complete, prepared=values), piece)))
            else:
                recipe = self._recipe(piece.image.concept)
                done.append(Encoded(partial(self.composer.picture, piece, values, recipe)))
        return done

    def _open_batches(self) -> BatchEncoder[Any]:
        """The encoder of the store's content, opened by the thread that uses it."""
        if self._batches is None:
            content = self.composer.context.store.content
            open_encoder = self.encoders.open_image if content is StoreContent.IMAGE \
                else self.encoders.open_text
            self._hashes = HashMemory(self.memory)
            try:
                encoder = open_encoder(self._hashes, self.token)
            except BaseException as error:
                self.image_encoder.set_exception(error)
                raise
            self._opened = encoder
            self.image_encoder.set_result(encoder)
            self._made_with = partial(identify_encoder, encoder, content)
            self._batches = BatchEncoder(
                encoder.encode, names=self.composer.names, largest=self.largest)
        return self._batches

    def _recipe(self, concept: Concept) -> Recipe:
        """The recipe of what is encoded now; the weights are read for it once."""
        made_with = self._made_with
        if made_with is None:
            raise AssertionError("an encoder is open when something was encoded")
        self.encoded += 1
        self.name = self.name or made_with().name
        return self.composer.context.recipes.made(concept, lambda: made_with().fingerprints)


def pixels_of(pieces: Sequence[Piece]) -> int:
    """Area of the picture that each of a batch is of, 0 where there is none."""
    first = pieces[0]
    if isinstance(first, PromptPiece):
        return first.recipients[0][0].pixels
    return first.source.pixels if isinstance(first, PicturePiece) else 0


def _make_failure(source: Source, problem: str) -> FailedSource[Source]:
    return FailedSource(source.item.key, problem, source)


def _compose_payloads(
    compose: Callable[[OnDisk], list[Payload]], piece: OnDisk
) -> list[Payload] | list[FailedSource[Source]]:
    """Return the payloads made from one on disk, or a failed source if that is unusable."""
    try:
        return compose(piece)
    except PayloadError as damaged:
        return [_make_failure(piece.source, damaged.problem)]
