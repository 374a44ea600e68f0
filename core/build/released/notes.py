"""Notes of a build on the slots that it makes, in columns: objects take 400 bytes a slot.

Slots are identified by concept, place in it (`SamplePosition.at`) and variation from 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Final

import msgspec
import numpy as np

from larder.core.build.released.columns import PlannedSlot, SourceState
from larder.core.build.released.pool import PlannedFolder
from larder.core.build.sample_positions import SamplePosition
from larder.core.columns import DigestColumn

PAYLOAD_ENDING: Final = ".pt"
MIXER: Final = np.uint64(0x9E3779B97F4A7C15)
"""Odd, with about half of its bits set, so that small numbers land far apart."""


class MadePayload(msgspec.Struct, frozen=True, gc=False):
    """Facts about a staged payload that its slot does not give.

    Attributes:
        recipe: id of its recipe.
        prompt: content stamp of the prompt it holds, "" for a picture.
        position: in the loader's list that its draws were made for.
        concept: of the sample that it was made for.
    """

    recipe: str
    prompt: str
    position: int
    concept: int


class _Sources:
    """The samples of one concept as they were read, by place."""

    def __init__(self, count: int) -> None:
        self.is_known = np.zeros(count, dtype=np.bool_)
        self.content = DigestColumn(count)
        self.bytes = np.zeros(count, dtype=np.int64)
        self.mtimes_ns = np.zeros(count, dtype=np.int64)
        self.sidecars: dict[int, tuple[tuple[str, str, int], ...]] = {}


class _Staged:
    """The staged payloads of one variation of a concept, by place."""

    def __init__(self, concept: int, count: int) -> None:
        self.concept = concept
        self.digits = DigestColumn(count)
        self.number = np.zeros(count, dtype=np.int32)
        self.recipe = np.full(count, -1, dtype=np.int32)
        self.prompt = DigestColumn(count)
        self.position = np.zeros(count, dtype=np.int32)


class SlotNotes:
    """Notes of a build on the slots of one store.

    Attributes:
        before: what the same build has staged before, by name.
    """

    def __init__(self, folders: Iterable[PlannedFolder], before: SlotNotes | None = None) -> None:
        """Make room for the slots of planned folders; `before` are notes of the same build."""
        self.before = {} if before is None else before._every_made()
        self._counts: dict[int, int] = {}
        for folder in folders:
            # A folder has all samples of its concepts, one concept after the other.
            counts = {next(iter(folder.concepts)): len(folder.slots)} \
                if len(folder.concepts) == 1 else Counter(
                    sample.concept for sample in folder.slots.columns.samples)
            self._counts.update(counts)
        self._sources: dict[int, _Sources] = {}
        self._staged: dict[tuple[int, int], _Staged] = {}
        self._recipes: dict[str, int] = {}
        self._recipe_ids: list[str] = []

    def note_state(self, sample: SamplePosition, state: SourceState) -> None:
        """Remember what a sample was when it was read."""
        known = self._sources.get(sample.concept)
        if known is None:
            known = self._sources[sample.concept] = _Sources(self._counts[sample.concept])
        known.is_known[sample.at] = True
        known.content[sample.at] = state.content
        known.bytes[sample.at], known.mtimes_ns[sample.at] = state.bytes, state.mtime_ns
        if state.sidecars:
            known.sidecars[sample.at] = state.sidecars

    def state(self, slot: PlannedSlot) -> SourceState | None:
        """Return the state of a slot's sample when it was read, or None if it was not read."""
        at, known = slot.sample.at, self._sources.get(slot.sample.concept)
        if known is None or not known.is_known[at]:
            return None
        return SourceState(
            known.content[at], int(known.bytes[at]), int(known.mtimes_ns[at]),
            known.sidecars.get(at, ()))

    def note_name(self, sample: SamplePosition, variation: int, name: str) -> None:
        """Remember which staged payload a slot gets: "<16 hex digits>_<number>.pt"."""
        place = (sample.concept, variation)
        staged = self._staged.get(place)
        if staged is None:
            staged = self._staged[place] = _Staged(
                sample.concept, self._counts[sample.concept])
        digits, _, number = name.removesuffix(PAYLOAD_ENDING).partition("_")
        staged.digits[sample.at], staged.number[sample.at] = digits, int(number)

    def name(self, sample: SamplePosition, variation: int) -> str:
        """The staged payload of a slot, "" if it has none."""
        staged = self._staged.get((sample.concept, variation))
        return "" if staged is None else self._name(staged, sample.at)

    def note_made(self, sample: SamplePosition, variation: int, made: MadePayload) -> None:
        """Remember what the staged payload of a slot was made of."""
        staged = self._staged[sample.concept, variation]
        code = self._recipes.get(made.recipe)
        if code is None:
            code = self._recipes[made.recipe] = len(self._recipe_ids)
            self._recipe_ids.append(made.recipe)
        staged.recipe[sample.at] = code
        staged.prompt[sample.at] = made.prompt
        staged.position[sample.at] = made.position

    def made(self, sample: SamplePosition, variation: int) -> MadePayload | None:
        """Return the facts about a slot's staged payload, or None if it was not made.

        Called once all are made: of several slots with one payload, the facts are noted only for
        the one that made it.
        """
        staged, at = self._staged.get((sample.concept, variation)), sample.at
        if staged is None:
            return None
        name = self._name(staged, at)
        if staged.recipe[at] < 0 and name in self.payloads_of_several:
            found = self.payloads_of_several[name]
            if found is None:
                return None
            staged, at = found
        return self._made(staged, at)

    def _every_made(self) -> dict[str, MadePayload]:
        """All that was made, by name."""
        return self.before | {
            self._name(staged, at): made for staged in self._staged.values()
            for at in range(len(staged.recipe)) if (made := self._made(staged, at)) is not None}

    @cached_property
    def payloads_of_several(self) -> Mapping[str, tuple[_Staged, int] | None]:
        """Names of staged payloads that several slots get, with where it is noted how it was made.

        That is None for one that was not made.
        """
        found: dict[str, tuple[_Staged, int] | None] = {}
        several = set[str]()
        for staged, at in self._alike():
            name = self._name(staged, at)
            if name in found:
                several.add(name)
            is_made = staged.recipe[at] >= 0
            if is_made or name not in found:
                found[name] = (staged, at) if is_made else None
        return {name: found[name] for name in several}

    def _alike(self) -> Iterator[tuple[_Staged, int]]:
        """Slots whose payload another slot may get as well, by a mixture of digits and number."""
        every = list(self._staged.values())
        mixed = [staged.digits.values + staged.number.astype(np.uint64) * MIXER
                 for staged in every]
        known = np.concatenate([np.zeros(0, np.uint64), *(
            keys[staged.digits.is_there] for keys, staged in zip(mixed, every, strict=True))])
        known.sort()
        alike = known[1:][known[1:] == known[:-1]]
        for keys, staged in zip(mixed, every, strict=True):
            for at in np.flatnonzero(np.isin(keys, alike) & staged.digits.is_there).tolist():
                yield staged, at

    def _made(self, staged: _Staged, at: int) -> MadePayload | None:
        code = int(staged.recipe[at])
        return None if code < 0 else MadePayload(
            self._recipe_ids[code], staged.prompt[at], int(staged.position[at]), staged.concept)

    def _name(self, staged: _Staged, at: int) -> str:
        digits = staged.digits[at]
        return f"{digits}_{staged.number[at]}{PAYLOAD_ENDING}" if digits else ""
