"""Recorded sources of a legacy group that are no samples any more: deleted, left out or offline."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from larder.core.stores.released.groups import place_in, slot_name
from larder.core.survey import why as survey_why
from larder.core.survey.legacy import why
from larder.core.survey.legacy.matching import ConceptPlace, is_below
from larder.core.survey.legacy.readings import GroupReading
from larder.core.survey.legacy.rows import LegacyRow
from larder.core.survey.legacy.slots import WantedVariation
from larder.core.survey.verdicts import Verdict
from larder.core.workspace.roots import PathFlavour, root_is_unreachable
from larder.core.workspace.samples import caption_of
from larder.core.workspace.store_kinds import StoreContent


@dataclass(frozen=True, slots=True)
class FormerSource:
    """A picture that slots were made from and that is no sample.

    Attributes:
        picture: as recorded.
        place: where it lay.
        slot: the first slot made from it.
        payloads: every slot made from it, relative to the store's folder.
    """

    picture: str
    place: str
    slot: int
    payloads: tuple[str, ...]


def former_sources(
    reading: GroupReading, wanted: Sequence[WantedVariation]
) -> list[FormerSource]:
    """Sources of the variations that the trainer reads, as far as they are no samples of it."""
    if reading.match is None:
        return []
    samples = {member.place for member in reading.members}
    found: dict[str, FormerSource] = {}
    for variation in wanted:
        if variation.sources is None:
            continue
        pairs = zip(variation.sources.places, variation.sources.spelled, strict=True)
        for slot, (place, picture) in enumerate(pairs):
            if place in samples:
                continue
            name = slot_name(reading.match.group, variation=variation.number, slot=slot)
            known = found.get(place)
            found[place] = FormerSource(
                picture=picture, place=place, slot=slot if known is None else known.slot,
                payloads=(name,) if known is None else (*known.payloads, name))
    return list(found.values())


@dataclass(frozen=True, slots=True)
class Reach:
    """Whether a folder can be reached.

    Attributes:
        unreachable: why not, continues "the folder"; "" when it can.
        declared_gone: the user said that its files were deleted for good.
    """

    unreachable: str
    declared_gone: bool = False


class Reachability:
    """Whether the folders of concepts can be reached.

    A folder that holds none of the pictures recorded for it, nor a caption of one, is taken for an
    empty mount point, as it would be for any other store.

    Args:
        gone: folders on this system whose missing files were deleted for good.
        flavour: how the store's sources are spelled.
    """

    def __init__(self, gone: Sequence[str], flavour: PathFlavour) -> None:
        self._gone = gone
        self._flavour = flavour

    def of_concept(self, concept: ConceptPlace, recorded: Iterable[str]) -> Reach:
        """Judge a concept's folder by the places recorded for it."""
        if self.is_declared_gone(place_in(concept.real, "")):
            return Reach("", declared_gone=True)
        listed = [place for place in recorded if concept.holds(place)]
        reason = root_is_unreachable(
            exists=os.path.isdir(concept.real),  # noqa: PTH112 - places are texts
            indexed=len(listed), present=int(any_present(listed)))
        return Reach("" if reason is None else reason.value)

    def is_declared_gone(self, place: str) -> bool:
        """Whether a place lies in a folder that was declared gone."""
        return any(is_below(place, folder, self._flavour) for folder in self._gone)


def recorded_places(wanted: Sequence[WantedVariation]) -> list[str]:
    """Every place that the variations' lists name."""
    return [
        place for variation in wanted if variation.sources is not None
        for place in variation.sources.places]


class FormerRows:
    """Makes the rows of former sources.

    Args:
        content: pictures are the rows of an image store, their captions those of a text store.
        why_unused: why a source that is there is not asked for, of concepts that are not trained.
    """

    def __init__(
        self, content: StoreContent, *, why_unused: str = survey_why.UNUSED
    ) -> None:
        self._is_text = content is StoreContent.TEXT
        self._why_unused = why_unused

    def rows(
        self,
        reading: GroupReading,
        wanted: Sequence[WantedVariation],
        roots: Mapping[int, tuple[int, Reach]],
    ) -> Iterator[LegacyRow]:
        """One row per former source; a caption that a sample still has is that sample's.

        Args:
            reading: whose.
            wanted: its variations.
            roots: concept index -> number and state of its root.
        """
        captions = {caption_of(member.place) for member in reading.members}
        for former in former_sources(reading, wanted):
            if self._is_text and caption_of(former.place) in captions:
                continue
            concept = _owner(reading, former.place)
            root, reach = roots[concept.concept.index]
            verdict, sentence = self._judge(
                former, concept, reach, is_trained=reading.is_trained)
            yield LegacyRow(
                source=caption_of(former.picture) if self._is_text else former.picture,
                flags=1 << verdict, concept=concept.concept.index, root=root, has_entry=True,
                bytes=0, why=sentence, payloads=former.payloads)

    def _judge(
        self, former: FormerSource, concept: ConceptPlace, reach: Reach, *, is_trained: bool
    ) -> tuple[Verdict, str]:
        if is_present(former.place):
            return Verdict.UNUSED, (
                why.no_sample(concept.label, former.slot) if is_trained else self._why_unused)
        if reach.unreachable:
            return Verdict.SOURCE_UNREACHABLE, survey_why.source_unreachable(
                concept.spelled, reach.unreachable)
        if self._is_text and is_present(caption_of(former.place)):
            return Verdict.UNUSED, why.caption_of_deleted(former.picture, former.slot)
        return Verdict.SOURCE_MISSING, why.deleted(concept.spelled, former.slot)


def any_present(places: Iterable[str]) -> bool:
    """Whether any of these pictures is there, or the caption of one: either proves the folder."""
    return any(is_present(place) or is_present(caption_of(place)) for place in places)


def is_present(place: str) -> bool:
    """Whether a recorded picture, or its caption, is there."""
    return os.path.isfile(place)  # noqa: PTH113 - places are texts, a Path each costs more


def _owner(reading: GroupReading, place: str) -> ConceptPlace:
    """Of the concepts that share a group, the one whose folder holds the picture."""
    return next((c for c in reading.concepts if c.holds(place)), reading.concepts[0])
