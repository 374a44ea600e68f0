"""Released OneTrainer's cache: folders of numbered slots, one per hash of a concept's settings.

On disk, in the store's folder::

    <group key, 64 hex digits>/variation-<v>/<slot>.pt       v and slot count from 0
    <group key>/variation-<v>/aggregate.pt                   a list, one mapping per slot

A slot's number is the position of its sample in the sorted list of the group's samples when the
variation was built. Nothing ties it to a file but that position, so a sample added or deleted
later shifts every slot behind it. `aggregate.pt` is written last: with it a variation is complete,
without it the trainer builds the variation again. In an image store each of its mappings has
`image_path`, the only record of which file a slot was made from; a text store's mappings are empty.

There is no index, no hash and no date, so an edited source cannot be told from an unchanged one.
Source of the format: mgds `pipelineModules/DiskCache.py`, since 2023-12-17. Before that day the
trainer kept `epoch-<n>` folders beside `image` and `text`; they are foreign to us and left alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from larder.core.errors import PayloadError
from larder.core.files.folder_scan import FolderListing, scan_folder
from larder.core.files.store_paths import LARDER_FOLDER
from larder.core.keys.payload_names import (
    AGGREGATE_NAME,
    is_legacy_group,
    parse_legacy_item,
    parse_legacy_variation,
)
from larder.core.payloads.pt import read_pt_value
from larder.core.workspace.store_kinds import NEVER_A_STORE, TRAINER_CONTENTS

LARGEST_SLOT = 10**9
"""A slot number above this is no position in any list of samples; such a file is a stray."""

_NOT_FOREIGN = frozenset(
    {LARDER_FOLDER, *NEVER_A_STORE, *(content.value for content in TRAINER_CONTENTS)})



@dataclass(frozen=True, slots=True)
class LegacyVariation:
    """One `variation-<v>` folder.

    Attributes:
        number: v, from 0.
        slots: numbers of the slots on disk, ascending, int64, shape (k,).
        slot_bytes: size of each, bytes, int64, shape (k,).
        aggregate_bytes: size of `aggregate.pt`, None when it is not there.
        aggregate_ns: its modification time, 0 when it is not there.
    """

    number: int
    slots: npt.NDArray[np.int64]
    slot_bytes: npt.NDArray[np.int64]
    aggregate_bytes: int | None
    aggregate_ns: int

    @property
    def complete(self) -> bool:
        """Whether the trainer takes the variation as it is."""
        return self.aggregate_bytes is not None

    def has_slot(self, slot: int) -> bool:
        """Whether a slot is on disk."""
        at = int(np.searchsorted(self.slots, slot))
        return at < len(self.slots) and int(self.slots[at]) == slot

    def slots_below(self, count: int) -> list[int]:
        """Slots on disk with a number below `count`, ascending."""
        below: list[int] = self.slots[:np.searchsorted(self.slots, count)].tolist()
        return below


@dataclass(frozen=True, slots=True)
class LegacyGroup:
    """One group's folder.

    Attributes:
        key: its name, 64 hex digits.
        variations: ascending by number.
        bytes: of all files in it.
        newest: the file with the latest modification time, relative to the group, "" if none.
        newest_ns: its modification time, 0 if none.
        folder_ns: the modification time of the folder itself, which moving it leaves as it is.
        strays: what lies in it that the trainer did not put there, relative to the group. A group
            with strays is never offered, because moving it would move them too.
    """

    key: str
    variations: tuple[LegacyVariation, ...]
    bytes: int
    newest: str
    newest_ns: int
    folder_ns: int
    strays: tuple[str, ...]

    def variation(self, number: int) -> LegacyVariation | None:
        """The variation with this number, None if its folder is not there."""
        return next((v for v in self.variations if v.number == number), None)


@dataclass(frozen=True, slots=True)
class LegacyFolders:
    """What a legacy store's folder holds.

    Attributes:
        groups: group keys, ascending.
        foreign: other folders, and links, which a rename would not free. Stores and weights that
            lie beside the groups of a VAE fine-tuning are not among them.
    """

    groups: tuple[str, ...]
    foreign: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RecordedItem:
    """What an aggregate says about one slot; None where it says nothing.

    Attributes:
        image_path: the source as the trainer spelled it, never normalised.
        crop_resolution: (height, width), or (frames, height, width) for models with frames.
    """

    image_path: str | None
    crop_resolution: tuple[int, ...] | None


def list_legacy_folders(store: Path) -> LegacyFolders:
    """The groups in a store's folder, by one scan. Files are another kind of store's business.

    Raises:
        OSError: if the folder is missing or cannot be read.
    """
    listing = scan_folder(store)
    groups: list[str] = []
    foreign: list[str] = []
    for name in listing.subfolders:
        if name in _NOT_FOREIGN:
            continue
        is_group = is_legacy_group(name) and name not in listing.links
        (groups if is_group else foreign).append(name)
    return LegacyFolders(groups=tuple(sorted(groups)), foreign=tuple(sorted(foreign)))


def scan_legacy_group(store: Path, key: str) -> LegacyGroup:
    """List one group with one scan per folder.

    Raises:
        OSError: if one of its folders cannot be read.
    """
    listing = scan_folder(store / key)
    strays = [*listing.names, *listing.vanished]
    total = int(listing.sizes.sum())
    newest = _newest(listing, "")
    variations = []
    for name in listing.subfolders:
        number = parse_legacy_variation(name)
        if number is None or name in listing.links:
            strays.append(name)
            continue
        files = scan_folder(store / key / name)
        variations.append(_variation(number, files))
        total += int(files.sizes.sum())
        newest = max(newest, _newest(files, f"{name}/"))
        strays += [f"{name}/{stray}" for stray in _strays(files)]
    return LegacyGroup(
        key=key,
        variations=tuple(sorted(variations, key=lambda variation: variation.number)),
        bytes=total,
        newest=newest[1],
        newest_ns=newest[0],
        folder_ns=(store / key).stat().st_mtime_ns,
        strays=tuple(sorted(strays)),
    )


def _newest(files: FolderListing, prefix: str) -> tuple[int, str]:
    """Modification time and name of a listing's youngest file."""
    if not files.names:
        return 0, ""
    at = int(files.mtimes_ns.argmax())
    return int(files.mtimes_ns[at]), prefix + files.names[at]


def slot_path(store: Path, key: str, *, variation: int, slot: int) -> Path:
    """Where one slot's payload lies."""
    return store / slot_name(key, variation=variation, slot=slot)


def slot_name(key: str, *, variation: int, slot: int) -> str:
    """One slot's payload relative to the store's folder, with "/"."""
    return f"{key}/variation-{variation}/{slot}.pt"


def read_recorded_items(store: Path, key: str, *, variation: int) -> tuple[RecordedItem, ...]:
    """What the aggregate of a complete variation says of each slot, in slot order.

    Raises:
        PayloadError: if the aggregate is damaged or is no list of mappings.
    """
    path = store / key / f"variation-{variation}" / AGGREGATE_NAME
    value = read_pt_value(path)
    if not isinstance(value, list):
        raise PayloadError(f"{path} holds no list of items.")
    return tuple(_recorded_items(value, path))


def _slot(name: str) -> int | None:
    slot = parse_legacy_item(name)
    return slot if slot is not None and slot <= LARGEST_SLOT else None


def _variation(number: int, files: FolderListing) -> LegacyVariation:
    found = [_slot(name) for name in files.names]
    is_slot = np.array([slot is not None for slot in found], dtype=np.bool_)
    slots = np.array([slot for slot in found if slot is not None], dtype=np.int64)
    order = np.argsort(slots)
    aggregate = files.names.index(AGGREGATE_NAME) if AGGREGATE_NAME in files.names else None
    return LegacyVariation(
        number=number,
        slots=slots[order],
        slot_bytes=files.sizes[is_slot][order],
        aggregate_bytes=None if aggregate is None else int(files.sizes[aggregate]),
        aggregate_ns=0 if aggregate is None else int(files.mtimes_ns[aggregate]),
    )


def _strays(files: FolderListing) -> list[str]:
    odd = [
        name
        for name in files.names
        if name in files.links or (name != AGGREGATE_NAME and _slot(name) is None)
    ]
    return [*odd, *files.subfolders, *files.vanished]


def _recorded_items(value: list[object], path: Path) -> Iterator[RecordedItem]:
    for item in value:
        if not isinstance(item, dict):
            raise PayloadError(f"{path} holds something else than mappings.")
        recorded = item.get("image_path")
        yield RecordedItem(
            image_path=recorded if isinstance(recorded, str) else None,
            crop_resolution=_edges(item.get("crop_resolution")),
        )


def _edges(crop: object) -> tuple[int, ...] | None:
    if not isinstance(crop, (tuple, list)) or not all(isinstance(edge, int) for edge in crop):
        return None
    return tuple(crop)
