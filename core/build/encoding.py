"""The one thread of a build that encodes: opens the encoder when the first batch comes."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from larder.core.build.encode import BatchEncoder, NotEncoded
from larder.core.build.encoders import (
    BuildEncoders,
    image_fingerprints,
    text_fingerprints,
)
from larder.core.build.prepare import Batch, PreparedUnit
from larder.core.build.recipes import BuildRecipes
from larder.core.build.work import CopyUnit, ImageUnit, PromptUnit, Spoilt, Unit
from larder.core.encoders.protocol import (
    Fingerprint,
    ImageEncoder,
    PayloadValues,
    PreparedImage,
    TextEncoder,
)
from larder.core.jobs import CancelToken
from larder.core.keys.hash_memory import HashMemory
from larder.core.keys.recipe import Recipe
from larder.core.workspace.concepts import Concept


class EncodedUnit(msgspec.Struct, frozen=True, gc=False):
    """What the writer makes payloads of.

    Attributes:
        unit: which.
        values: what the encoder gave; None for copies and for payloads that are completed.
        recipe: how, None where there are no values.
        prepared: the picture whose values complete a payload, None otherwise.
    """

    unit: Unit
    values: PayloadValues | None = None
    recipe: Recipe | None = None
    prepared: PreparedImage | None = None


@dataclass(slots=True)
class Encoding:
    """Encodes the batches of one store; used and closed by one thread.

    Attributes:
        encoders: where encoders come from.
        recipes: of the store.
        concepts: by index.
        names: values that every payload must get.
        largest: items per batch to begin with.
        token: checked while weights are read for their digest.
        memory: where digests of weights are remembered.
        image_encoder: gets the picture encoder when it is open.
        tell: told of what cannot be made.
        encoded: what was encoded: pictures or prompts.
        name: what people call the encoder; "" while it has encoded nothing.
    """

    encoders: BuildEncoders
    recipes: BuildRecipes
    concepts: Mapping[int, Concept]
    names: Collection[str]
    largest: int
    token: CancelToken
    memory: Path
    image_encoder: Future[ImageEncoder]
    tell: Callable[[Spoilt], None]
    encoded: int = 0
    name: str = ""
    _images: BatchEncoder[PreparedImage] | None = None
    _texts: BatchEncoder[str] | None = None
    _fingerprints: Callable[[], Mapping[str, Fingerprint]] | None = None
    _opened: ImageEncoder | TextEncoder | None = None
    _hashes: HashMemory | None = field(default=None)

    def encode(self, batch: Batch) -> list[EncodedUnit]:
        """Values of a batch; what failed is told and left out.

        Raises:
            UserFacingError: if the encoder cannot be had or makes nothing good.
        """
        if batch.pictures:
            return self._encode_pictures(batch)
        prompts = [unit for unit in batch.units if isinstance(unit, PromptUnit)]
        if not prompts:
            return [EncodedUnit(unit) for unit in batch.units if isinstance(unit, CopyUnit)]
        return self._encode_prompts(prompts)

    def close(self) -> None:
        """Let go of the encoder, if one was opened."""
        if self._opened is not None:
            self._opened.close()
            self._opened = None
        if self._hashes is not None:
            self._hashes.close()

    def _encode_pictures(self, batch: Batch) -> list[EncodedUnit]:
        encoder = self._image_batches()
        done: list[EncodedUnit] = []
        waiting: list[PreparedImage] = []
        units: list[ImageUnit] = []
        for ready in itertools.chain.from_iterable(map(_result, batch.pictures)):
            if ready.prepared is None:
                self._spoil(ready.unit, ready.problem)
            elif ready.completes:
                done.append(EncodedUnit(ready.unit, prepared=ready.prepared))
            else:
                waiting.append(ready.prepared)
                units.append(ready.unit)
        if not waiting:
            return done
        for unit, values in zip(units, encoder.encode(waiting), strict=True):
            if isinstance(values, NotEncoded):
                self._spoil(unit, values.problem)
            else:
                done.append(EncodedUnit(unit, values, self._recipe(unit.image.concept)))
                self.encoded += 1
        return done

    def _encode_prompts(self, units: list[PromptUnit]) -> list[EncodedUnit]:
        found = self._text_batches().encode([unit.prompt for unit in units])
        done: list[EncodedUnit] = []
        for unit, values in zip(units, found, strict=True):
            if isinstance(values, NotEncoded):
                self._spoil(unit, values.problem)
            else:
                concept = self.concepts[unit.recipients[0][0].item.use.concept]
                done.append(EncodedUnit(unit, values, self._recipe(concept)))
                self.encoded += 1
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
            self._images = BatchEncoder(encoder.encode, names=self.names, largest=self.largest)
        return self._images

    def _text_batches(self) -> BatchEncoder[str]:
        if self._texts is None:
            encoder = self.encoders.open_text(self._opened_memory(), self.token)
            self._opened = encoder
            self._fingerprints = lambda: text_fingerprints(encoder)
            self._texts = BatchEncoder(encoder.encode, names=self.names, largest=self.largest)
        return self._texts

    def _recipe(self, concept: Concept) -> Recipe:
        """The recipe of what is encoded now; the weights are read for it once."""
        if self._fingerprints is None or self._opened is None:
            raise AssertionError("an encoder is open when something was encoded")
        self.name = self.name or self._opened.fingerprint.name
        return self.recipes.made(concept, self._fingerprints)

    def _opened_memory(self) -> HashMemory:
        """Opened here, because only the thread that opened it may use it."""
        if self._hashes is None:
            self._hashes = HashMemory(self.memory)
        return self._hashes

    def _spoil(self, unit: ImageUnit | PromptUnit, problem: str) -> None:
        works = [unit.work] if isinstance(unit, ImageUnit) else [
            work for work, _ in unit.recipients]
        for work in dict.fromkeys(works):
            self.tell(Spoilt(work.item, problem, work))


def _result(future: Future[list[PreparedUnit]]) -> list[PreparedUnit]:
    """Prepared pictures, none if the build stopped before their turn."""
    try:
        return future.result()
    except CancelledError:
        return []
