"""Lists of groups that were read before and say what is recorded of their slots.

Whoever looks into cached files looks into `aggregate.pt`, too, which takes 20 µs a slot. One that
was read as it is now, beside the record that is there now, is not read again.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import numpy as np
import xxhash

from larder.core.files.file_stamp import FileStamp, readable_stamp
from larder.core.keys.hash_memory import HashMemory
from larder.core.keys.payload_names import AGGREGATE_NAME
from larder.core.settings import cache_home
from larder.core.stores.released.groups import ReleasedVariation, VariationRecord
from larder.core.stores.released.slot_origins import SlotOrigins
from larder.core.stores.released.slots import record_path
from larder.core.survey.earlier_looks import MEMORY_NAME

READING: Final = 1
"""Counted up when reading a list begins to find more."""


class ReadLists:
    """Memory of the lists of one group that were read before.

    Args:
        store: the store's folder.
        group: key of the group.
    """

    def __init__(self, store: Path, group: str) -> None:
        self._store = store
        self._group = group
        self._to_read: dict[int, tuple[FileStamp, str]] = {}

    def is_as_recorded(self, variation: ReleasedVariation) -> bool:
        """Return whether a variation's list was read before and matched the record of its slots."""
        record = record_path(self._store, self._group, variation)
        recorded = None if record is None else readable_stamp(record)
        now = readable_stamp(self._store / self._group / self._name(variation.number))
        asked = xxhash.xxh64_hexdigest(repr((READING, recorded)).encode("ascii"))
        if recorded is None or now is None:
            return False
        with self._memory() as memory:
            is_known = memory.known(
                self._folder(), [self._name(variation.number)], [now]) == [asked]
        if not is_known:
            self._to_read[variation.number] = (now, asked)
        return is_known

    def note(
        self, read: Mapping[int, VariationRecord], noted: Mapping[int, SlotOrigins], *,
        is_text: bool,
    ) -> None:
        """Remember the lists that were just read and say what is recorded."""
        with self._memory() as memory:
            memory.remember(self._folder(), [
                (self._name(number), now, asked)
                for number, (now, asked) in self._to_read.items()
                if number in read and number in noted and _are_alike(
                    read[number],
                    noted[number].make_variation(read[number].variation, is_text=is_text))])

    def _folder(self) -> str:
        return str(self._store / self._group)

    def _name(self, variation: int) -> str:
        return f"variation-{variation}/{AGGREGATE_NAME}"

    def _memory(self) -> HashMemory:
        return HashMemory(cache_home() / MEMORY_NAME)


def _are_alike(one: VariationRecord, other: VariationRecord) -> bool:
    return not one.damage and one.paths == other.paths and np.array_equal(
        one.sizes.sides, other.sizes.sides)
