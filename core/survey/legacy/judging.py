"""Joins the samples of a workspace with one legacy store: rows of samples, verdicts of groups."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from larder.core.jobs import CancelToken, Job
from larder.core.stores.released.groups import GroupRecord, Places, slot_name
from larder.core.stores.released.matching import GroupMatch, MatchedBy
from larder.core.survey.legacy import why
from larder.core.survey.legacy.audit import SlotFaults, SlotToCheck, audit_slots
from larder.core.survey.legacy.files import GroupJudge, GroupVerdict
from larder.core.survey.legacy.matching import (
    ConceptPlace,
    StoreMatches,
    match_image_groups,
    match_text_groups,
)
from larder.core.survey.legacy.readings import (
    GroupReading,
    joined_lists,
    lists_of,
    members_of,
    readings_of,
    wanted_variations,
)
from larder.core.survey.legacy.rows import LegacyRow, RowCollector
from larder.core.survey.legacy.slots import SlotJudge, SlotSources, WantedVariation
from larder.core.survey.legacy.sources import (
    FormerRows,
    Reach,
    Reachability,
    is_present,
    recorded_places,
)
from larder.core.survey.report import Depth
from larder.core.survey.verdicts import Verdict
from larder.core.survey.wanted import wanted_names, why_unwanted
from larder.core.survey.why import UNUSED
from larder.core.workspace.open_workspace import StoreLocation, Workspace
from larder.core.workspace.roots import recorded_flavour
from larder.core.workspace.samples import ConceptSamples, caption_of
from larder.core.workspace.store_kinds import StoreContent, StoreFormat, kind_of


@dataclass(frozen=True, slots=True)
class LegacyFacts:
    """What one store is judged by.

    Attributes:
        location: the store.
        workspace: its config and concepts.
        concepts: every concept with its folder.
        samples: of the concepts that are trained from this store, by concept index.
        records: the store's groups, by key.
        image_records: for a text store, the groups of the image store beside it.
        places: resolves recorded paths.
        reachability: of the concepts' folders.
    """

    location: StoreLocation
    workspace: Workspace
    concepts: tuple[ConceptPlace, ...]
    samples: Mapping[int, ConceptSamples]
    records: Mapping[str, GroupRecord]
    image_records: Mapping[str, GroupRecord]
    places: Places
    reachability: Reachability

    @property
    def content(self) -> StoreContent:
        """What the store caches."""
        return self.location.kind.content


def judge_legacy_store(
    facts: LegacyFacts, collector: RowCollector, *, depth: Depth, token: CancelToken
) -> Job[dict[str, GroupVerdict]]:
    """Add every row to the collector and judge every group.

    Raises:
        JobCancelled: if the token was cancelled.
    """
    matches, image_matches = _match(facts)
    readings = readings_of(facts.concepts, facts.samples, matches, facts.content)
    wanted = [_wanted(facts, reading, image_matches) for reading in readings]
    faults: SlotFaults = {}
    if depth is Depth.PAYLOAD:
        faults = yield from _audit(facts, readings, wanted, token)
    shifted: dict[str, int] = {}
    kind = kind_of(StoreFormat.SMART, facts.content)
    former = FormerRows(
        facts.content, why_unused=why_unwanted(facts.workspace.config, kind) or UNUSED)
    for reading, variations in zip(readings, wanted, strict=True):
        token.check()
        roots = _roots(facts, collector, reading, variations)
        count = _add_samples(facts, collector, reading, variations, faults, roots)
        if reading.match is not None:
            shifted[reading.match.group] = shifted.get(reading.match.group, 0) + count
        for row in former.rows(reading, variations, roots):
            collector.add(row)
    return _group_verdicts(facts, collector, readings, matches, shifted)


def _match(facts: LegacyFacts) -> tuple[StoreMatches, StoreMatches | None]:
    """Matches of the store and, for a text store, of the image store beside it."""
    if facts.content is StoreContent.IMAGE:
        return match_image_groups(facts.records, facts.concepts, facts.places), None
    of_images = match_image_groups(facts.image_records, facts.concepts, facts.places)
    slots = {
        concept: next(iter(facts.image_records[match.group].variations.values())).count
        for concept, match in of_images.reads.items()
        if facts.image_records[match.group].variations
    }
    return match_text_groups(facts.records, facts.concepts, image_slots=slots), of_images


def _wanted(
    facts: LegacyFacts, reading: GroupReading, image_matches: StoreMatches | None
) -> list[WantedVariation]:
    return wanted_variations(
        reading, _record(facts, reading), places=facts.places,
        image_lists=None if image_matches is None
        else _image_lists(facts, reading, image_matches.reads))


def _image_lists(
    facts: LegacyFacts, reading: GroupReading, reads: Mapping[int, GroupMatch]
) -> list[SlotSources]:
    """Lists of the image groups of a reading's concepts; two concepts may share one group."""
    groups = dict.fromkeys(
        reads[place.concept.index].group if place.concept.index in reads else None
        for place in reading.concepts)
    return joined_lists([
        [] if group is None else lists_of(facts.image_records[group], facts.places)
        for group in groups])


def _record(facts: LegacyFacts, reading: GroupReading) -> GroupRecord | None:
    return None if reading.match is None else facts.records[reading.match.group]


def _audit(
    facts: LegacyFacts,
    readings: Sequence[GroupReading],
    wanted: Sequence[Sequence[WantedVariation]],
    token: CancelToken,
) -> Job[SlotFaults]:
    """Look into every slot that a sample is read from, each once."""
    slots: dict[str, SlotToCheck] = {}
    for reading, variations in zip(readings, wanted, strict=True):
        slots.update((slot.name, slot) for slot in _slots_to_check(facts, reading, variations))
    kind = kind_of(StoreFormat.SMART, facts.content)
    return (yield from audit_slots(
        facts.location.path, list(slots.values()),
        needed=wanted_names(facts.workspace.config, kind), token=token))


def _slots_to_check(
    facts: LegacyFacts, reading: GroupReading, variations: Sequence[WantedVariation]
) -> Iterator[SlotToCheck]:
    record = _record(facts, reading)
    if record is None:
        return
    for wanted in variations:
        known = record.variations.get(wanted.number)
        if known is None or wanted.variation is None:
            continue
        for slot in wanted.variation.slots_below(len(reading.members)):
            yield SlotToCheck(
                record.group.key, wanted.number, slot,
                size=known.sizes[slot] if slot < len(known.sizes) else None)


def _roots(
    facts: LegacyFacts,
    collector: RowCollector,
    reading: GroupReading,
    variations: Sequence[WantedVariation],
) -> dict[int, tuple[int, Reach]]:
    """Number and state of each concept's root."""
    recorded = recorded_places(variations)
    roots = {}
    for place in reading.concepts:
        reach = facts.reachability.of_concept(place, recorded)
        number = collector.root(
            place.spelled, unreachable=reach.unreachable, declared_gone=reach.declared_gone)
        roots[place.concept.index] = (number, reach)
    return roots


def _add_samples(
    facts: LegacyFacts,
    collector: RowCollector,
    reading: GroupReading,
    variations: Sequence[WantedVariation],
    faults: SlotFaults,
    roots: Mapping[int, tuple[int, Reach]],
) -> int:
    """Add a row per sample; how many of them are shifted."""
    judge = SlotJudge([member.place for member in reading.members], key=_key(reading))
    _judge_group(judge, reading, _record(facts, reading), variations)
    slots = [_slots_of(reading, variations, at) for at in range(len(reading.members))]
    for at, names in enumerate(slots if faults else ()):
        for name in names:
            for verdict, sentence in faults.get(name, ()):
                judge.note(at, verdict, sentence)
    judged = judge.result()
    is_text = facts.content is StoreContent.TEXT
    shifted = 0
    for at, member in enumerate(reading.members):
        flags, sentence = int(judged.flags[at]), judged.why.get(at, "")
        shifted += bool(flags & (1 << Verdict.SHIFTED))
        collector.add(LegacyRow(
            source=caption_of(member.picture) if is_text else member.picture,
            flags=flags, concept=member.concept, root=roots[member.concept][0],
            has_entry=bool(judged.has_slot[at]), bytes=int(judged.bytes[at]), why=sentence,
            payloads=slots[at] if sentence else ()), is_wanted=True)
    return shifted


def _judge_group(
    judge: SlotJudge,
    reading: GroupReading,
    record: GroupRecord | None,
    variations: Sequence[WantedVariation],
) -> None:
    label = reading.concepts[0].label
    if reading.match is None or record is None:
        judge.note_all(Verdict.MISSING_ENTRY, why.no_group(label))
        return
    if record.problem:
        judge.note_all(Verdict.CORRUPT_PAYLOAD, why.unreadable(record.problem))
        return
    judge.judge(variations)
    # Without a seed the trainer draws one at each start, so no name can be called wrong.
    if reading.match.by is not MatchedBy.KEY and reading.concepts[0].concept.seed is not None:
        judge.note_all(Verdict.RECIPE_CHANGED, why.other_settings(reading.match.group, label))


def _key(reading: GroupReading) -> str:
    return "" if reading.match is None else reading.match.group


def _slots_of(
    reading: GroupReading, variations: Sequence[WantedVariation], at: int
) -> tuple[str, ...]:
    """Slots on disk that one sample is read from."""
    return tuple(
        slot_name(_key(reading), variation=wanted.number, slot=at)
        for wanted in variations
        if wanted.variation is not None and wanted.variation.has_slot(at))


def _group_verdicts(
    facts: LegacyFacts,
    collector: RowCollector,
    readings: Sequence[GroupReading],
    matches: StoreMatches,
    shifted: Mapping[str, int],
) -> dict[str, GroupVerdict]:
    """Of a group that a trained and a disabled concept share, the trained one speaks."""
    read: dict[str, GroupReading] = {}
    for reading in sorted(readings, key=lambda reading: reading.is_trained):
        if reading.match is not None:
            read[reading.match.group] = reading
    judge = GroupJudge(
        facts.workspace, facts.concepts, matches, facts.places, collector,
        present=_present(facts, read), reachability=facts.reachability)
    return {
        key: judge.not_read(key, record) if key not in read else judge.in_use(
            record, read[key].concepts[0].concept.index, is_trained=read[key].is_trained,
            shifted=shifted[key], samples=len(read[key].members))
        for key, record in facts.records.items()
    }


def _present(facts: LegacyFacts, read: Mapping[str, GroupReading]) -> Iterator[str]:
    """Places of pictures that are there: samples, and what groups without a concept list."""
    for samples in facts.samples.values():
        yield from (member.place for member in members_of(samples))
    for key, record in facts.records.items():
        if key not in read:
            sources = record.sources()
            flavour = recorded_flavour(sources)
            yield from filter(is_present, facts.places.of(sources, flavour=flavour))
