"""What was recorded of a folder of slots whose dates or list were lost.

Records belong to a folder by size and date of its `aggregate.pt`. A cache that was copied without
its dates (`cp -r`) keeps the records but not the tie, and so does a folder whose list is missing or
damaged. Then names, sizes and what the files say of themselves decide, slot by slot: one must have
the recorded size, the recipe it was recorded with, and the prompt or the source. What a trainer
wrote carries none of these, so a folder that it made since is never taken for ours.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from larder.core.errors import Finding, PayloadError
from larder.core.keys.recipe import RECIPE_KEY
from larder.core.payloads.pt_file import list_pt
from larder.core.stores.released.groups import LegacyVariation, VariationRecord, slot_name
from larder.core.stores.released.slot_origins import SlotOrigins
from larder.core.stores.released.slots import Origin, SlotRecord, read_other_slots
from larder.core.stores.smart.stamps import CONTENT_KEY, SOURCE_KEY
from larder.core.workspace.store_locations import StoreLocation


def recover_origins(
    store: Path, group: str, variation: LegacyVariation, listed: VariationRecord | None
) -> SlotOrigins | None:
    """Return what is recorded of a folder of other dates, None where nothing shows that it is.

    Of several records the one that is true of most slots. `listed` is what its `aggregate.pt`
    says, None where that is missing.
    """
    best: SlotOrigins | None = None
    for record in read_other_slots(store, group, variation.number):
        slots = tuple(
            origin if origin is not None and _is_of(store, record, slot, origin, variation, listed)
            else None for slot, origin in enumerate(record.slots))
        found = SlotOrigins.of(slots, record.payload_bytes, record.settings, is_redated=True)
        if found.known.any() and (best is None or found.known.sum() > best.known.sum()):
            best = found
        if best is not None and best.is_whole:
            break
    return best


def _is_of(
    store: Path, record: SlotRecord, slot: int, origin: Origin, variation: LegacyVariation,
    listed: VariationRecord | None,
) -> bool:
    """Whether a slot that is there is the one that was recorded."""
    there = variation.stamp_of(slot)
    if there is None or not _is_as_listed(slot, origin, listed):
        return False
    has_bytes = slot < len(record.payload_bytes)
    if has_bytes and record.payload_bytes[slot] != there[0]:
        return False
    if not origin.recipe:
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
    """Whether the list of a folder, if it can be read, names what was recorded of a slot."""
    if listed is None or listed.paths is None:
        return True
    if slot >= len(listed.paths):
        return False
    path, size = listed.paths[slot], listed.sizes[slot]
    return path is None or (path == origin.picture and size in (None, origin.size))


def redated_finding(location: StoreLocation, folders: int) -> Finding:
    """Return what to say of folders that were known again by content."""
    return Finding(
        location.spelled,
        f"Folders of this cache have other dates than were recorded ({folders:,}), as after a copy "
        "without dates; what their files were made of is known again by names, sizes and content.",
        "A build records the new dates.")
