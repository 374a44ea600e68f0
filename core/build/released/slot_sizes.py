"""How large the cached files of numbered folders are, beside the size of the pictures they hold."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from larder.core.errors import PayloadError
from larder.core.payloads.pt_file import list_pt
from larder.core.stores.released.groups import slot_name
from larder.core.survey.released.read_store import ReadStore
from larder.core.workspace.bucketing import Size

LOOKED_INTO: Final = 3
"""Slots of as many variations tell what those of a store hold."""


def sizes_of_slots(read: ReadStore, most: int) -> list[tuple[float, Size | None]]:
    """Return bytes and (height, width) of at most so many slots, spread over all variations.

    The size is None where no aggregate records it, as of captions.
    """
    found: list[tuple[float, Size | None]] = []
    variations = [record for group in read.groups.values() for record in group.variations.values()]
    total = sum(len(record.variation.slots) for record in variations)
    step, passed = max(total // most, 1), 0
    for record in variations:
        slots, sizes = record.variation.slots, record.variation.slot_bytes
        for at in range(-passed % step, len(slots), step):
            slot = int(slots[at])
            found.append((
                float(sizes[at]), record.sizes[slot] if slot < len(record.sizes) else None))
        passed += len(slots)
    return found


def most_slots_lack(read: ReadStore, store: Path, name: str) -> bool:
    """Return whether cached files lack a value, as far as one of each of a few folders tells."""
    lacks: list[bool] = []
    for key, group in read.groups.items():
        for record in group.variations.values():
            if len(lacks) == LOOKED_INTO or not len(record.variation.slots):
                continue
            slot = slot_name(
                key, variation=record.variation.number, slot=int(record.variation.slots[0]))
            try:
                lacks.append(name not in list_pt(store / slot).names)
            except PayloadError:
                continue
    return 2 * sum(lacks) > len(lacks)
