"""Which slots of a released trainer's store their size puts in doubt; see `doubtful_sizes`."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from larder.core.jobs import Job
from larder.core.stores.records import NOT_RECORDED
from larder.core.stores.released.groups import GroupRecord, VariationRecord, slot_name
from larder.core.survey.context import SurveyContext
from larder.core.survey.doubtful_sizes import NO_SHAPE, Int64, doubtful_files, shape_codes
from larder.core.survey.earlier_looks import EarlierLook
from larder.core.survey.released_groups import ReadStore
from larder.core.survey.released_sources import NONE, SlotOrigins
from larder.core.survey.row_notes import Faults
from larder.core.workspace.store_kinds import StoreContent
from larder.core.workspace.store_locations import StoreLocation


def audit_doubtful_slots(
    location: StoreLocation, read: ReadStore, needed: frozenset[str] | None,
    context: SurveyContext,
) -> Job[Faults]:
    """Look into slots whose size shows that they may be damaged, of groups in no use too.

    A build may move what those hold, so `read` gets to know which are of no use. `needed` are the
    names that each must have, None where they are not known.
    """
    groups = doubtful_of_slots(
        read.groups, read.origins, are_alike=location.kind.content is not StoreContent.TEXT)
    earlier = EarlierLook(location.path, groups, needed, context.workspace.config)
    if not groups or earlier.found_nothing():
        return {}
    # What reads payloads takes 10 ms to load.
    from larder.core.survey.audit import unusable
    from larder.core.survey.doubtful_payloads import audit_doubtful

    faults = yield from audit_doubtful(
        location.path, groups, {}, needed, context.token, config=context.workspace.config)
    earlier.note(faults)
    read.damaged = unusable(faults)
    return faults


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
            shapes.append(_of_slots(variation.slots, crops, NO_SHAPE))
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
    sizes = np.array([size or (-1, -1) for size in record.sizes], dtype=np.int64).reshape(-1, 2)
    return np.where(sizes[:, 0] < 0, NO_SHAPE, shape_codes(sizes[:, 0], sizes[:, 1]))
