"""Which slots of a released trainer's store a survey opens that opens none otherwise.

Those that their size puts in doubt, see `doubtful_sizes`, and a few of those that say nothing of
their making, see `odd_forms`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np

from larder.core.jobs import Job
from larder.core.stores.records import NOT_RECORDED
from larder.core.stores.released.groups import GroupRecord, VariationRecord, slot_name
from larder.core.stores.released.slot_origins import SlotOrigins
from larder.core.survey.context import SurveyContext
from larder.core.survey.doubtful_sizes import (
    NO_SHAPE,
    OF_ANY_SIZE,
    Int64,
    doubtful_files,
    shape_codes,
)
from larder.core.survey.earlier_looks import EarlierLook
from larder.core.survey.odd_forms import UnrecordedFiles, odd_forms
from larder.core.survey.payload_faults import find_known_faults
from larder.core.survey.released.groups import GroupReading, WantedVariation
from larder.core.survey.released.read_store import ReadStore
from larder.core.survey.released.sources import NONE
from larder.core.survey.row_notes import Faults
from larder.core.survey.training_risks import TrainingRisk
from larder.core.workspace.store_kinds import StoreContent
from larder.core.workspace.store_locations import StoreLocation


def audit_doubtful_slots(
    location: StoreLocation, read: ReadStore, needed: frozenset[str] | None,
    context: SurveyContext,
) -> Job[Faults]:
    """Look into slots whose size shows that they may be damaged, of groups in no use too.

    And into those that were found to be, and into one of each folder that a trainer made, for the
    values that it has.

    A build may move what those hold, so `read` gets to know which are of no use. `needed` are the
    names that each must have, None where they are not known.
    """
    groups = doubtful_of_slots(
        read.groups, read.origins, are_alike=location.kind.content is not StoreContent.TEXT)
    trainers = {
        slot_name(key, variation=number, slot=int(slots[0])): (key, number, slots)
        for key, number, slots in (trainers_slots(read) if needed else ())}
    groups += [[name] for name in trainers]
    earlier = EarlierLook(location.path, groups, needed, context.workspace.config)
    known = find_known_faults(location.path)
    if not known and (not groups or earlier.found_nothing()):
        return {}
    # What reads payloads takes 10 ms to load.
    from larder.core.survey.audit import incomplete_in, unusable
    from larder.core.survey.doubtful_payloads import audit_doubtful

    faults = yield from audit_doubtful(
        location.path, groups, {}, needed, context.token, config=context.workspace.config,
        known=known)
    earlier.note(faults)
    lacking = faults[TrainingRisk.INCOMPLETE]
    faults = {**faults, TrainingRisk.INCOMPLETE: {**lacking, **{
        slot_name(key, variation=number, slot=slot): lacking[name]
        for name, (key, number, slots) in trainers.items() if name in lacking
        for slot in slots.tolist()}}}
    read.damaged, read.incomplete = unusable(faults), incomplete_in(faults)
    read.faults = faults
    return faults


def inspect_slots(
    location: StoreLocation, read: ReadStore,
    readings: Iterable[tuple[GroupReading, Sequence[WantedVariation]]], context: SurveyContext,
) -> Job[Faults]:
    """Look at a few slots that samples are read from and that say nothing of their making.

    `read` gets to know those of other settings, which are of no use.
    """
    places: list[tuple[str, int]] = []
    columns: list[Int64] = [np.zeros((5, 0), dtype=np.int64)]
    for number, (reading, variations) in enumerate(readings):
        for one in variations:
            if one.variation is None:
                continue
            slots = one.variation.slots
            is_read = slots < len(reading.members)
            if one.origins is not None:
                is_read &= ~one.origins.have_recipe(slots)
            at = np.flatnonzero(is_read)
            sizes = one.sizes.of_slots(slots[at])
            columns.append(np.stack((
                shape_codes(sizes[:, 0], sizes[:, 1], number), one.variation.slot_bytes[at],
                one.variation.slot_ns[at], np.full(len(at), len(places)), slots[at])))
            places.append((reading.key, one.number))
    found = np.concatenate(columns, axis=1)

    def name(at: int) -> str:
        key, variation = places[int(found[3, at])]
        return slot_name(key, variation=variation, slot=int(found[4, at]))

    odd = yield from odd_forms(context, location, UnrecordedFiles(name, *found[:3]))
    read.damaged |= odd.keys()
    read.incomplete -= odd.keys()
    return {TrainingRisk.OLD_SETTINGS: odd}


def trainers_slots(read: ReadStore) -> Iterator[tuple[str, int, Int64]]:
    """Yield the slots that a trainer made, folder by folder, as far as it finished them.

    Yields:
        Key of their group, number of the variation, and the slots' numbers; at least one.

    It writes a folder in one go, so the values that one slot of it has all of them have: what a
    config caches besides since then, masks above all, they lack.
    """
    for key, group in read.groups.items():
        for number, record in group.variations.items():
            slots, noted = record.variation.slots, read.origins.get(key, {}).get(number)
            if noted is not None:
                slots = slots[~noted.have_recipe(slots)]
            if len(slots):
                yield key, number, slots


def doubtful_of_slots(
    groups: Mapping[str, GroupRecord], origins: Mapping[str, Mapping[int, SlotOrigins]], *,
    are_alike: bool,
) -> list[list[str]]:
    """Return the names of slots in doubt in the completed variations of a released trainer's store.

    See `doubtful_files`. `groups` are what the store holds, by key; `origins` what is recorded of
    slots, by key and number of the variation; `are_alike` as in `doubtful_of_index`.
    """
    sizes, shapes, recorded = [NONE], [NONE], [NONE]
    places: list[tuple[str, VariationRecord]] = []
    for key, group in groups.items():
        for number, record in group.variations.items():
            variation, noted = record.variation, origins.get(key, {}).get(number)
            places.append((key, record))
            sizes.append(variation.slot_bytes)
            recorded.append(_of_slots(
                variation.slots, NONE if noted is None else noted.payload_bytes, NOT_RECORDED))
            crops = _crops(record) if are_alike and (recorded[-1] == NOT_RECORDED).any() else NONE
            shapes.append(_of_slots(
                variation.slots, crops, NO_SHAPE if are_alike else OF_ANY_SIZE))
    starts = np.cumsum([len(one) for one in sizes])
    found = doubtful_files(*map(np.concatenate, (sizes, shapes, recorded)))

    def name(at: int) -> str:
        place = int(np.searchsorted(starts, at, side="right")) - 1
        key, record = places[place]
        return slot_name(
            key, variation=record.variation.number,
            slot=int(record.variation.slots[at - starts[place]]))

    return [[name(at) for at in group] for group in found]


def _of_slots(slots: Int64, values: Int64, default: int) -> Int64:
    """Return the value of each slot number, the default behind the last value."""
    found = np.full(len(slots), default, dtype=np.int64)
    has_value = slots < len(values)
    found[has_value] = values[slots[has_value]]
    return found


def _crops(record: VariationRecord) -> Int64:
    """Return the shape of each slot as the aggregate gives it, `NO_SHAPE` where it gives none."""
    sizes = record.sizes.sides.astype(np.int64)
    return np.where(sizes[:, 0] < 0, NO_SHAPE, shape_codes(sizes[:, 0], sizes[:, 1]))
