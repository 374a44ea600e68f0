"""Decodes pictures for the encoder, several at once, and sees which need no encoder at all."""

from __future__ import annotations

from collections.abc import Collection
from concurrent.futures import Future
from dataclasses import dataclass

import msgspec

from larder.core.build.adoption import Adoption
from larder.core.build.compose import can_complete
from larder.core.build.nearby import Nearby
from larder.core.build.work import ImageUnit, Unit
from larder.core.encoders.protocol import ImageEncoder, PreparedImage, SourceError


class PreparedUnit(msgspec.Struct, frozen=True, gc=False):
    """A picture that was decoded, or why it was not.

    Attributes:
        unit: the payload it is for.
        prepared: None if the picture cannot be used.
        completes: the payload that is there only lacks names, which are among its values.
        problem: why it cannot be used, one sentence; "" if it can.
    """

    unit: ImageUnit
    prepared: PreparedImage | None
    completes: bool = False
    problem: str = ""


class Batch(msgspec.Struct, frozen=True, gc=False):
    """What is encoded together.

    Attributes:
        units: pictures of one size, prompts, or copies.
        pictures: the pictures as they get ready, several at a time in their order; empty for all
            else.
        is_ready: preparing took no time, all of it is done.
    """

    units: list[Unit]
    pictures: list[Future[list[PreparedUnit]]]
    is_ready: bool


@dataclass(frozen=True, slots=True)
class Preparation:
    """Prepares the pictures of one store.

    Attributes:
        pool: decodes.
        encoder: the picture encoder, once it is there.
        adoption: looks into payloads that may only have to be completed.
        names: values that every payload must hold.
        threads: of the pool; a batch is parted among them.
    """

    pool: Nearby
    encoder: Future[ImageEncoder]
    adoption: Adoption
    names: Collection[str]
    threads: int

    def begin(self, units: list[Unit]) -> Batch:
        """Have the pictures of a batch decoded."""
        pictures = [unit for unit in units if isinstance(unit, ImageUnit)]
        each = max(len(pictures) // self.threads, 1)
        prepared = [
            self.pool.submit(self._prepare_some, pictures[start:start + each])
            for start in range(0, len(pictures), each)]
        return Batch(units, prepared, all(future.done() for future in prepared))

    def _prepare_some(self, units: list[ImageUnit]) -> list[PreparedUnit]:
        return [self._prepare(unit) for unit in units]

    def _prepare(self, unit: ImageUnit) -> PreparedUnit:
        try:
            prepared = self.encoder.result().prepare(unit.image)
        except SourceError as unusable:
            return PreparedUnit(unit, None, problem=str(unusable))
        return PreparedUnit(unit, prepared, completes=self._completes(unit, prepared))

    def _completes(self, unit: ImageUnit, prepared: PreparedImage) -> bool:
        if not unit.completes:
            return False
        contents = self.adoption.completable(
            unit.completes, unit.work, prepared.item.concept)
        return contents is not None and can_complete(contents, prepared, self.names)
