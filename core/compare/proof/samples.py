"""Chooses cached files of a trainer that can be compared with what the config's model makes.

Both layouts name for each cached file the picture or caption it was made for, and its size. Files
that say themselves how they were made need no comparison. Those of a group, or of a concept in a
cache with an index, are tried in an order that takes the oldest and the newest first and then goes
on halving: what was cached under other settings lies before or after the rest.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from larder.core.build.choice import BuildInputs, IndexChoice, SlotChoice
from larder.core.build.indexed.choose import RowVariants
from larder.core.build.left_to_trainer import explain_left_out
from larder.core.build.released.pool import WantedGroup
from larder.core.build.released.samples import WantedSamples
from larder.core.build.sample_positions import SamplePosition
from larder.core.build.scope import built_stores
from larder.core.recipes.cached_files import StorePayloads, list_cached_files
from larder.core.stores.released.groups import slot_name
from larder.core.survey.report import StoreSurvey
from larder.core.survey.variants import find_wanted_size, list_wanted_buckets
from larder.core.survey.verdicts import Verdict
from larder.core.workspace.bucketing import Size
from larder.core.workspace.concepts import Concept
from larder.core.workspace.samples import VIDEO_EXTENSIONS, prompt_file
from larder.core.workspace.store_kinds import OneTrainersFormats, StoreFormat

COMPARABLE: Final = (
    Verdict.VALID, Verdict.TOUCHED, Verdict.RECIPE_CHANGED, Verdict.INCOMPLETE_SCHEMA)
"""Verdicts of files that belong to their source, whatever made them, and whatever they lack."""

MAYBE_ANOTHERS: Final = (
    *COMPARABLE, Verdict.SHIFTED, Verdict.COLLISION, Verdict.CORRUPT_PAYLOAD)
"""And of files of which a survey says that they are another's, or not those that were recorded."""

Choice = IndexChoice | SlotChoice


@dataclass(frozen=True, slots=True)
class CachedSample:
    """A cached file and what it was made for.

    Attributes:
        path: the cached file.
        source: the picture or caption on this machine, "" where the prompt is the file's name.
        spelled: the picture as the trainer spells it.
        variation: from 0.
        size: (height, width) of the crop, None for a caption.
    """

    path: str
    source: str
    spelled: str
    concept: Concept
    position: int
    variation: int
    size: Size | None


@dataclass(frozen=True, slots=True)
class CachedGroup:
    """Files of one group, or of one concept in a cache with an index.

    Attributes:
        key: of the group, "" in a cache with an index.
        there: all cached files that a proof speaks for.
        samples: those that can be compared, in the order in which they are tried.
        left: why none of its files can be compared, "" if they can.
        ours: pictures' files, whatever is known of them; those of a build say what they were made
            from.
    """

    key: str
    concepts: tuple[Concept, ...]
    there: StorePayloads
    samples: Iterator[CachedSample]
    left: str = ""
    ours: Iterable[CachedSample] = ()


def spread(count: int) -> Iterator[int]:
    """Yield the numbers below `count`: the first, the last, the middle, then the quarters."""
    seen: set[int] = set()
    parts = 1
    while len(seen) < count:
        for part in range(parts + 1):
            at = (count - 1) * part // parts
            if at not in seen:
                seen.add(at)
                yield at
        parts *= 2


class ReleasedConcepts:
    """The groups of a store in the released layout."""

    def __init__(self, choice: SlotChoice) -> None:
        self._choice = choice

    def groups(self) -> Iterator[CachedGroup]:
        """Yield the groups that the trainer reads."""
        choice, wanted = self._choice, WantedSamples(self._choice)
        for group in wanted.list_groups():
            if group.key not in choice.read.groups:
                continue
            there = list_cached_files(choice.location, [group.key])
            concepts = tuple(choice.concepts[concept] for concept in group.concepts)
            if there is not None:
                yield CachedGroup(
                    group.key, concepts, there, self._samples(group),
                    left=_explain_left_out(choice, concepts),
                    ours=() if choice.is_text else self._samples(group, is_every=True))

    def _samples(
        self, group: WantedGroup, *, is_every: bool = False
    ) -> Iterator[CachedSample]:
        """Yield slots of which nobody noted how they were made, or every one."""
        choice, record = self._choice, self._choice.read.groups[group.key]
        found: list[tuple[int, int, int]] = []
        for number, variation in record.variations.items():
            if number >= group.variations or variation.damage:
                continue
            noted = choice.read.origins.get(group.key, {}).get(number)
            for slot, written_ns in zip(
                    variation.variation.slots.tolist(), variation.variation.slot_ns.tolist(),
                    strict=True):
                origin = None if noted is None or slot >= len(noted) else noted.slots[slot]
                is_noted = origin is not None and bool(origin.recipe)
                if slot < len(group.samples) and (is_every or not is_noted):
                    found.append((written_ns, number, slot))
        found.sort()
        for at in spread(len(found)):
            written_ns, number, slot = found[at]
            one = self._sample(group, number, slot, written_ns, is_any=is_every)
            if one is not None:
                yield one

    def _sample(
        self, group: WantedGroup, number: int, slot: int, written_ns: int, *, is_any: bool
    ) -> CachedSample | None:
        """A slot that is its sample's, None for one of which that is not sure.

        `is_any`: one that a survey says to be wrong, too.
        """
        choice, use = self._choice, group.samples[slot]
        rows = choice.survey.wanted.get(use.concept)
        if rows is None or not _has_verdict(
                choice, int(rows[use.at]), MAYBE_ANOTHERS if is_any else COMPARABLE):
            return None
        sizes = choice.read.groups[group.key].variations[number].sizes
        concept = choice.concepts[use.concept]
        source, size = use.place, sizes[slot] if slot < len(sizes) else None
        if choice.is_text:
            source, size = prompt_file(choice.workspace, concept, use.place), None
        elif size is None or size not in _crops(choice, concept, use.place):
            return None
        if _is_newer(source, written_ns):
            return None
        name = slot_name(group.key, variation=number, slot=slot)
        return CachedSample(
            os.fspath(choice.location.path / name), source, use.picture, concept, use.position,
            number, size)


class IndexedConcepts:
    """The concepts of a store with an index."""

    def __init__(self, choice: IndexChoice) -> None:
        self._choice = choice
        self._variants = RowVariants(choice.columns)

    @cached_property
    def _written_ns(self) -> Mapping[str, int]:
        files = self._choice.survey.payloads
        return dict(zip(files.names, files.mtimes_ns.tolist(), strict=True))

    def groups(self) -> Iterator[CachedGroup]:
        """Yield the concepts that have entries."""
        choice = self._choice
        there = list_cached_files(choice.location, ())
        for index, rows in choice.survey.wanted.items():
            concept = choice.concepts[index]
            entries = rows[rows < len(choice.columns)].tolist()
            if there is not None and entries:
                yield CachedGroup(
                    "", (concept,), there, self._samples(concept, entries),
                    left=_explain_left_out(choice, (concept,)),
                    ours=() if choice.is_text else self._samples(concept, entries))

    def _samples(self, concept: Concept, rows: Sequence[int]) -> Iterator[CachedSample]:
        choice = self._choice
        found = [
            (self._written_ns[name], name, row, number, variant.size)
            for row in rows if _has_verdict(choice, row, COMPARABLE)
            for variant in self._variants.of(row)
            for number in range(self._variations(concept))
            if (name := f"{variant.stem}_{number + 1}.pt") in self._written_ns]
        found.sort(key=lambda one: one[:2])
        for at in spread(len(found)):
            written_ns, name, row, number, size = found[at]
            one = self._sample(concept, row, number, size, name)
            if one is not None and not _is_newer(one.source, written_ns):
                yield one

    def _sample(
        self, concept: Concept, row: int, number: int, size: Size | None, name: str
    ) -> CachedSample | None:
        choice = self._choice
        key = choice.survey.rows.source(row)
        use = self._use(key, concept)
        source = choice.target.source_path(key)
        if use is None or key.lower().endswith(tuple(VIDEO_EXTENSIONS)):
            return None
        if not choice.is_text and size not in _crops(choice, concept, source):
            return None
        return CachedSample(
            os.fspath(choice.location.path / name), source, use.picture, concept, use.position,
            number, None if choice.is_text else size)

    def _use(self, key: str, concept: Concept) -> SamplePosition | None:
        return next((
            use for use in self._choice.uses.of(key) if use.concept == concept.index), None)

    def _variations(self, concept: Concept) -> int:
        return concept.text_variations if self._choice.is_text else concept.image_variations


CachedStore = tuple[Choice, Iterator[CachedGroup]]


def _list_cached_slots(asked: BuildInputs, survey: StoreSurvey) -> CachedStore:
    choice = SlotChoice(asked, survey, None)
    return choice, ReleasedConcepts(choice).groups()


def _list_cached_variants(asked: BuildInputs, survey: StoreSurvey) -> CachedStore:
    choice = IndexChoice(asked, survey, None)
    return choice, IndexedConcepts(choice).groups()


_CACHED: Final[OneTrainersFormats[Callable[[BuildInputs, StoreSurvey], CachedStore]]] = {
    StoreFormat.INDEXED: _list_cached_variants,
    StoreFormat.RELEASED: _list_cached_slots,
}


def list_cached_groups(asked: BuildInputs) -> Iterator[CachedStore]:
    """Yield each store that the config's trainer fills, and its groups."""
    for survey in built_stores(asked.report, asked.config):
        yield _CACHED[survey.location.kind.format](asked, survey)


def _has_verdict(choice: Choice, row: int, verdicts: Collection[Verdict]) -> bool:
    return Verdict(int(choice.survey.rows.verdicts[row])) in verdicts


def _explain_left_out(choice: Choice, concepts: Sequence[Concept]) -> str:
    return next(filter(None, (
        explain_left_out(choice.workspace, concept, choice.content, find_wanted_size(
            choice.workspace.config, concept, choice.content))
        for concept in concepts)), "")


def _crops(choice: Choice, concept: Concept, picture: str) -> tuple[Size, ...]:
    """The sizes that a picture may have been cached in."""
    wanted = find_wanted_size(choice.workspace.config, concept, choice.content)
    if wanted.targets is None:
        return ()
    size = choice.asked.pictures.size(picture)
    if size is None and wanted.targets.fixed is None and wanted.bucketing:
        return ()
    return list_wanted_buckets(wanted, size)


def _is_newer(source: str, written_ns: int) -> bool:
    """Return whether a source was written after its cached file, which may then be outdated."""
    try:
        return bool(source) and os.stat(source).st_mtime_ns > written_ns  # noqa: PTH116
    except (OSError, ValueError):  # or no file has such a name
        return False
