"""Recorded origins of the slots of one variation, as columns for surveys and builds.

The record itself is in `slots`. A long one takes longer to read than everything else that a survey
does with its slots, so its columns are remembered; they are valid for exactly the file that they
were made from.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Final

import msgspec
import numpy as np
import numpy.typing as npt

from larder.core.files.file_stamp import FileStamp, stamp
from larder.core.stores.released.crops import Crops
from larder.core.stores.released.groups import ReleasedVariation, VariationRecord
from larder.core.stores.released.slots import Origin, read_slots, record_path
from larder.core.stores.store_memory import StoreFile, load_file, save_file

NOTHING: Final = Origin(picture="", content="", bytes=-1, mtime_ns=-1)

DATE_STEPS_NS: Final = (100, 1_000, 1_000_000, 10_000_000, 1_000_000_000, 2_000_000_000)
"""Steps in which drives and archives keep dates: NTFS, most that are on a network, exFAT, FAT."""

REMEMBERED_FROM: Final = 2_000
"""Slots that take longer to read than a file of columns; of each variation there is one."""


def are_alike_dates(
    recorded: npt.NDArray[np.int64], found: npt.NDArray[np.int64]
) -> npt.NDArray[np.bool_]:
    """Return where `found` dates may be copies of `recorded` ones on a drive with coarser dates."""
    apart: npt.NDArray[np.int64] = np.abs(recorded - found)
    alike: npt.NDArray[np.bool_] = recorded == found
    for step in DATE_STEPS_NS:
        alike |= (found % step == 0) & (apart < step)
    return alike


class SlotOrigins(msgspec.Struct, frozen=True, dict=True, eq=False, kw_only=True):
    """Recorded origins of the n slots of one variation.

    Attributes:
        known: whether anything is, bool, shape (n,).
        pictures: the sample each was made for, "" where nothing is known.
        contents: of the source that decided it, 16 hex digits.
        bytes: size of that source, int64, shape (n,).
        mtimes_ns: its modification time, int64, shape (n,).
        heights, widths: of the crops, -1 for none, int32, shape (n,).
        recipe: index into `recipes`, int32, shape (n,).
        recipes: ids of recipes, "" where none is known.
        sidecars: of the slots that were made with any, name ending -> content.
        packed: the slots as they were noted, in msgpack.
        payload_bytes: size of each slot's file as recorded, int64, shape (n,); empty where that is
            not recorded.
        payload_ns: modification time of each slot's file as recorded, int64, shape (n,); empty
            where that is not recorded.
        settings: of the concept that its group was named by, None where that is not recorded.
        is_redated: whether the folder has other dates than were recorded, and only what lies in it
            shows that this is about it.
    """

    known: npt.NDArray[np.bool_]
    pictures: list[str]
    contents: list[str]
    bytes: npt.NDArray[np.int64]
    mtimes_ns: npt.NDArray[np.int64]
    heights: npt.NDArray[np.int32]
    widths: npt.NDArray[np.int32]
    recipe: npt.NDArray[np.int32]
    recipes: list[str]
    sidecars: dict[int, dict[str, str]]
    packed: msgspec.Raw
    payload_bytes: npt.NDArray[np.int64]
    payload_ns: npt.NDArray[np.int64]
    settings: dict[str, Any] | None = None
    is_redated: bool = False

    @cached_property
    def slots(self) -> Sequence[Origin | None]:
        """The slots as they were noted, which only a build reads; all else are columns of them."""
        return msgspec.msgpack.decode(self.packed, type=tuple[Origin | None, ...])

    @property
    def crops(self) -> Crops:
        """The crops that they were made with."""
        return Crops(np.stack((self.heights, self.widths), axis=1))

    def have_recipe(self, slots: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
        """Return whether it is noted how each of some slots was made, shape of `slots`."""
        is_one = np.array([bool(recipe) for recipe in self.recipes], dtype=np.bool_)
        found = np.zeros(len(slots), dtype=np.bool_)
        noted = slots < len(self)
        found[noted] = is_one[self.recipe[slots[noted]]]
        return found

    def has_dates_of(self, variation: ReleasedVariation) -> bool:
        """Return whether every file that is there has the very date that was recorded."""
        slots = variation.slots
        return bool((slots < len(self.payload_ns)).all()) and np.array_equal(
            self.payload_ns[slots], variation.slot_ns)

    def other_files_of(self, variation: ReleasedVariation) -> npt.NDArray[np.int64]:
        """Return the slots whose file, by its date, cannot be the one recorded; ascending."""
        noted = variation.slots < len(self.payload_ns)
        slots = variation.slots[noted]
        return slots[~are_alike_dates(self.payload_ns[slots], variation.slot_ns[noted])]

    def __len__(self) -> int:
        return len(self.pictures)

    @property
    def is_whole(self) -> bool:
        """True if the origin of every slot is recorded."""
        return bool(self.known.all())

    def make_variation(self, variation: ReleasedVariation, *, is_text: bool) -> VariationRecord:
        """Return the content of the variation's aggregate as it was written with these slots."""
        return VariationRecord(
            variation, damage="",
            paths=(None,) * len(self) if is_text else tuple(self.pictures), sizes=self.crops)

    @classmethod
    def of(
        cls, slots: Sequence[Origin | None], payload_bytes: Sequence[int] = (),
        settings: dict[str, Any] | None = None, payload_ns: Sequence[int] = (), *,
        is_redated: bool = False,
    ) -> SlotOrigins:
        """The columns of a record."""
        ids: dict[str, int] = {}
        origins = [slot or NOTHING for slot in slots]
        sizes = Crops.of(origin.size for origin in origins).sides
        found = cls(
            known=np.array([slot is not None for slot in slots], dtype=np.bool_),
            pictures=[origin.picture for origin in origins],
            contents=[origin.content for origin in origins],
            bytes=np.array([origin.bytes for origin in origins], dtype=np.int64),
            mtimes_ns=np.array([origin.mtime_ns for origin in origins], dtype=np.int64),
            heights=sizes[:, 0], widths=sizes[:, 1],
            recipe=np.array(
                [ids.setdefault(origin.recipe, len(ids)) for origin in origins], dtype=np.int32),
            recipes=list(ids), payload_bytes=np.array(payload_bytes, dtype=np.int64),
            payload_ns=np.array(payload_ns, dtype=np.int64),
            settings=settings, is_redated=is_redated, packed=msgspec.Raw(b""),
            sidecars={
                at: {ending: content for ending, content, _ in origin.sidecars}
                for at, origin in enumerate(origins) if origin.sidecars})
        found.__dict__["slots"] = slots  # what `slots` would unpack
        return found


class _Slots(StoreFile, array_like=True, gc=False):
    """A file of `slots/`; the format is raised whenever `SlotOrigins` changes."""

    subject: ClassVar[tuple[str, int]] = ("slots", 2)

    stamp: FileStamp
    origins: SlotOrigins


def read_origins(
    cache_folder: Path, store: Path, group: str, present: ReleasedVariation
) -> SlotOrigins | None:
    """Return the recorded origins of the slots now in the folder, as `read_slots` reads them.

    Raises:
        OSError: if the record is there and cannot be read.
    """
    record = record_path(store, group, present)
    now = None if record is None else stamp(record)
    if now is None:
        return None
    folder = store / group / f"variation-{present.number}"
    kept = load_file(cache_folder, folder, _Slots)
    if kept is not None and kept.stamp == now:
        return kept.origins
    read = read_slots(store, group, present)
    if read is None:
        return None
    found = SlotOrigins.of(read.slots, read.payload_bytes, read.settings, read.payload_ns)
    if len(found) >= REMEMBERED_FROM:
        with suppress(UnicodeEncodeError):  # names that are not UTF-8
            packed = msgspec.Raw(msgspec.msgpack.encode(read.slots))
            save_file(cache_folder, folder, _Slots(
                _Slots.subject[1], str(folder), now,
                msgspec.structs.replace(found, packed=packed)))
    return found
