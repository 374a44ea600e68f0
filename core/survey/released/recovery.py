"""Recovery of the records of a folder of slots whose dates or list were lost or exchanged.

Records belong to a folder by size and date of its `aggregate.pt`. A cache that was copied without
its dates (`cp -r`) keeps the records but not the tie, and so does a folder whose list is missing or
damaged. Then names, sizes and what the files say of themselves decide, slot by slot: one must have
the recorded size, the recipe it was recorded with, and the prompt or the source. What a trainer
wrote carries none of these, so a folder that it made since is never taken for ours.

The list alone may come back from a backup, and with it the record that it had then. A record also
has the dates of the slots' files, so it is believed as long as these are the files that it is
about. Where another record is true of them, that one says what they hold, and the list is what is
wrong. A file of which neither dates nor content show what it holds counts as changed.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import numpy as np
from msgspec import Struct

from larder.core.errors import Finding, PayloadError
from larder.core.keys.recipe import RECIPE_KEY
from larder.core.payloads.pt_file import list_pt
from larder.core.stores.indexed.stamps import CONTENT_KEY, SOURCE_KEY
from larder.core.stores.released.group_files import slot_number
from larder.core.stores.released.groups import ReleasedVariation, VariationRecord, slot_name
from larder.core.stores.released.slot_origins import SlotOrigins, are_alike_dates
from larder.core.stores.released.slots import (
    Origin,
    SlotRecord,
    are_made_otherwise,
    has_later_record,
    read_other_slots,
    read_slots,
)
from larder.core.workspace.store_locations import StoreLocation

LOOKED_AT: Final = 16
"""Of files that have the very dates of their record so many are held against a later record."""

CHANGED: Final = (
    "It is not the file that was recorded, and nothing in it shows what it was made from.")


class Doubts(Struct, frozen=True):
    """Errors in a folder's list, or in the record that belongs to it.

    Attributes:
        origins: what another record says of the files, None where none shows that the list is
            wrong.
        changed: slots of which nobody knows what their files hold.
        exchanged: what is known of the slots where some hold each other's files, else None.
    """

    origins: SlotOrigins | None = None
    changed: tuple[int, ...] = ()
    exchanged: SlotOrigins | None = None


def find_doubts(
    store: Path, group: str, variation: ReleasedVariation, noted: SlotOrigins
) -> Doubts:
    """Find out whether the files of a folder are those of the record that its list belongs to."""
    redated = noted.other_files_of(variation)
    doubtful = sorted({*redated.tolist(), *variation.links})
    is_asked = bool(doubtful) or has_later_record(store, group, variation)
    own = read_slots(store, group, variation) if is_asked else None
    if own is None:
        return Doubts()
    # Files of one moment have one date, so what was recorded later may be true all the same.
    since_ns = 0 if len(redated) else own.aggregate_ns + 1
    others = read_other_slots(store, group, variation.number, since_ns=since_ns)
    most = None if len(redated) else LOOKED_AT
    if any(_contradicts(store, other, own, variation, most) for other in others):
        truth = recover_origins(store, group, variation, None)
        if truth is not None and not _is_part_of(truth, own):
            return _of_earlier_files(truth, own) if _are_named_alike(truth, own) \
                else Doubts(truth)
        doubtful = variation.slots.tolist()
    return _without_doubts(store, own, variation, [
        slot for slot in doubtful if slot < len(own.slots) and (
            _is_linked_to_other(store, own, slot, variation)
            or not _is_of(store, own, slot, own.slots[slot], variation, None, is_sure=True))])


def _without_doubts(
    store: Path, own: SlotRecord, variation: ReleasedVariation, changed: Sequence[int]
) -> Doubts:
    """Return the doubts that remain once files that record their own contents are identified."""
    if not changed:
        return Doubts()
    recorded = {
        (origin.recipe, origin.prompt or origin.content): origin
        for origin in own.slots if origin is not None and origin.recipe}
    found = {slot: origin for slot in changed if (origin := recorded.get(
        _read_carried(store, own, slot, variation))) is not None}
    left = tuple(slot for slot in changed if slot not in found)
    if not found:
        return Doubts(changed=left)
    slots = [found.get(slot, origin) for slot, origin in enumerate(own.slots)]
    return Doubts(changed=left, exchanged=SlotOrigins.of(
        slots, own.payload_bytes, own.settings, own.payload_ns))


def _read_carried(
    store: Path, own: SlotRecord, slot: int, variation: ReleasedVariation
) -> tuple[str, str]:
    """Recipe, and stamp of the prompt or source, that a slot's file says of itself."""
    name = slot_name(own.group, variation=variation.number, slot=slot)
    try:
        values = list_pt(store / name).values
    except PayloadError:
        return "", ""
    source = values.get(SOURCE_KEY)
    content = source.get("hash") if isinstance(source, Mapping) else ""
    return str(values.get(RECIPE_KEY, "")), str(values.get(CONTENT_KEY) or content or "")


def _is_linked_to_other(
    store: Path, own: SlotRecord, slot: int, variation: ReleasedVariation
) -> bool:
    """Return whether a slot is a link to one with other content, whose date may be the same."""
    if slot not in variation.links:
        return False
    folder = os.path.realpath(store / own.group / f"variation-{variation.number}") + os.sep
    named = variation.file_of(folder, slot)
    other = slot_number(named.removeprefix(folder))
    return other is not None and other < len(own.slots) and are_made_otherwise(
        own.slots[slot], own.slots[other])


def _is_part_of(truth: SlotOrigins, own: SlotRecord) -> bool:
    """Return whether a folder's own record has all true origins: single files were swapped."""
    return all(origin is None or (slot < len(own.slots) and origin == own.slots[slot])
               for slot, origin in enumerate(truth.slots))


def _are_named_alike(truth: SlotOrigins, own: SlotRecord) -> bool:
    """Return whether a list names what is true of a folder, whatever its files were at the time.

    Files from before an edit may have come back to their former places.
    """
    return len(truth) == len(own.slots) and all(
        one is None or (other is not None and (one.picture, one.size) == (
            other.picture, other.size))
        for one, other in zip(truth.slots, own.slots, strict=True))


def _of_earlier_files(truth: SlotOrigins, own: SlotRecord) -> Doubts:
    """Return the doubts about a folder with files of an earlier record in their own places."""
    return Doubts(
        changed=tuple(slot for slot, origin in enumerate(truth.slots) if origin is None),
        exchanged=SlotOrigins.of(truth.slots, own.payload_bytes, own.settings, own.payload_ns))


def _contradicts(
    store: Path, other: SlotRecord, own: SlotRecord, variation: ReleasedVariation, most: int | None
) -> bool:
    """Return whether a file certainly matches the other record and not the folder's own.

    At most `most` files are opened for each record, None for all that may be.
    """
    differing = (
        (slot, origin) for slot, origin in enumerate(other.slots)
        if slot >= len(own.slots) or are_made_otherwise(origin, own.slots[slot]))
    return other.aggregate_ns != own.aggregate_ns and any(
        _is_of(store, other, slot, origin, variation, None, is_sure=True)
        and not (slot < len(own.slots) and _is_of(
            store, own, slot, own.slots[slot], variation, None, is_sure=True))
        for slot, origin in itertools.islice(differing, most))


def contradict_list(
    store: Path, group: str, variation: ReleasedVariation, listed: VariationRecord
) -> SlotOrigins | None:
    """Return what is recorded of a folder whose list says otherwise, None where none is sure."""
    for record in read_other_slots(store, group, variation.number):
        if any(origin is not None and not _is_as_listed(slot, origin, listed)
               and _is_of(store, record, slot, origin, variation, None, is_sure=True)
               for slot, origin in enumerate(record.slots)):
            return recover_origins(store, group, variation, None)
    return None


def recover_origins(
    store: Path, group: str, variation: ReleasedVariation, listed: VariationRecord | None
) -> SlotOrigins | None:
    """Return what is recorded of a folder of other dates, None where nothing shows that it is.

    Of several records the one that is true of most slots. `listed` is what its `aggregate.pt`
    says, None where that is missing.
    """
    best: SlotOrigins | None = None
    for record in read_other_slots(store, group, variation.number):
        slots = tuple(
            origin if _is_of(store, record, slot, origin, variation, listed)
            else None for slot, origin in enumerate(record.slots))
        found = SlotOrigins.of(
            slots, record.payload_bytes, record.settings, record.payload_ns, is_redated=True)
        if found.known.any() and (best is None or found.known.sum() > best.known.sum()):
            best = found
        if best is not None and best.is_whole:
            break
    return best


def _is_of(
    store: Path, record: SlotRecord, slot: int, origin: Origin | None,
    variation: ReleasedVariation, listed: VariationRecord | None, *, is_sure: bool = False,
) -> bool:
    """Return whether an existing slot is the one that was recorded.

    With `is_sure`, an order of dates is no evidence.
    """
    there = variation.stamp_of(slot)
    if origin is None or there is None or not _is_as_listed(slot, origin, listed):
        return False
    has_bytes = slot < len(record.payload_bytes)
    if has_bytes and record.payload_bytes[slot] != there[0]:
        return False
    has_date = slot < len(record.payload_ns)
    if not origin.recipe:
        if is_sure or has_date:
            return has_date and slot not in record.alike and bool(are_alike_dates(
                np.array(record.payload_ns[slot:slot + 1]), np.array(there[1:]))[0])
        # A trainer writes the list last, so had it filled the folder since, this file were younger.
        return has_bytes and there[1] <= record.aggregate_ns
    name = slot_name(record.group, variation=variation.number, slot=slot)
    try:
        carried = list_pt(store / name).values
    except PayloadError:
        return False
    if carried.get(RECIPE_KEY) != origin.recipe:
        return False
    if origin.prompt:
        return carried.get(CONTENT_KEY, origin.prompt) == origin.prompt
    source = carried.get(SOURCE_KEY)
    return isinstance(source, Mapping) and source.get("hash") == origin.content


def _is_as_listed(slot: int, origin: Origin, listed: VariationRecord | None) -> bool:
    """Return whether a folder's list, if readable, names what was recorded of a slot."""
    if listed is None or listed.paths is None:
        return True
    if slot >= len(listed.paths):
        return False
    path, size = listed.paths[slot], listed.sizes[slot]
    return path is None or (path == origin.picture and size in (None, origin.size))


def report_redated(location: StoreLocation, folders: int) -> Finding:
    """Return what to say of folders that were known again by content."""
    return Finding(
        location.spelled,
        f"The dates of folders of this cache differ from the recorded ones ({folders:,}), as after "
        "copying without dates; Larder recognised by names, sizes and content what their files "
        "were made from.",
        "A build records the new dates.")
