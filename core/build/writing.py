"""The one thread of a build that writes: composes payloads, publishes them, keeps a stand-in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from larder.core.build.compose import Composer
from larder.core.build.encoding import EncodedUnit
from larder.core.build.publish import Fresh, Publisher
from larder.core.build.work import CopyUnit, ImageUnit, Made, PromptUnit, Spoilt
from larder.core.errors import PayloadError
from larder.core.stores.smart.stamps import has_sentinel


@dataclass(slots=True)
class Writing:
    """Writes the payloads of one store; used from one thread.

    Attributes:
        composer: puts payloads together.
        publisher: gives them their names.
    """

    composer: Composer
    publisher: Publisher
    _donor: Fresh | None = None

    def write(self, encoded: EncodedUnit) -> Iterator[Made | Spoilt]:
        """Write what is made of one unit; tells of all that got its name by it.

        Raises:
            DiskFullError: if there is no room for it.
            UserFacingError: if the store cannot be written.
        """
        unit = encoded.unit
        if isinstance(unit, CopyUnit) and self.publisher.holds(unit.donor):
            yield from self.publisher.publish()
        try:
            payloads = self._composed(encoded)
        except PayloadError as damaged:
            if isinstance(unit, PromptUnit):
                raise
            yield Spoilt(unit.work.item, damaged.problem, unit.work)
            return
        for fresh in payloads:
            self._donor = self._donor or fresh
            yield from self.publisher.write(fresh)

    def finish(self) -> Iterator[Made]:
        """Publish what waits, and see to the stand-in.

        Raises:
            DiskFullError: if there is no room left.
            UserFacingError: if the store cannot be written.
        """
        yield from self.publisher.publish()
        composer = self.composer
        if self._donor is not None and not has_sentinel(
                composer.store, composer.modeltype, composer.names):
            self.publisher.write_sentinel(self._donor, composer.modeltype)

    def _composed(self, encoded: EncodedUnit) -> list[Fresh]:
        unit = encoded.unit
        if isinstance(unit, CopyUnit):
            return [self.composer.copy(unit)]
        if encoded.values is None or encoded.recipe is None:
            if not isinstance(unit, ImageUnit) or encoded.prepared is None:
                raise ValueError("nothing was encoded, and nothing is to be completed")
            return [self.composer.completed(unit, encoded.prepared)]
        if isinstance(unit, PromptUnit):
            return self.composer.prompts(unit, encoded.values, encoded.recipe)
        return [self.composer.picture(unit, encoded.values, encoded.recipe)]
