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

The trainer recorded a path as it joined concept folder and file name, without normalising: on
Windows a concept folder "data/a" gives paths with a slash and a backslash. Paths are therefore
compared by the place on this system that they mean, never by their text; those of Windows in
whatever case.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from larder.core.errors import PayloadError, error_reason
from larder.core.files.file_stamp import FileStamp, mtime_ns_of
from larder.core.files.folder_scan import FolderListing, OnEntries, scan_folder, sizes_once
from larder.core.files.regular_file import read_regular
from larder.core.files.store_paths import LARDER_FOLDER
from larder.core.files.system_files import is_system_folder
from larder.core.keys.payload_names import (
    AGGREGATE_NAME,
    is_released_group,
    parse_released_variation,
)
from larder.core.stores.released.crops import NO_CROPS, Crops
from larder.core.stores.released.group_files import (
    NO_SLOT,
    is_group_file,
    is_litter,
    slot_number,
    slot_numbers,
)
from larder.core.workspace.path_folders import folders_of, join_names
from larder.core.workspace.roots import (
    HERE,
    PathFlavour,
    comparable,
    find_name,
    is_absolute,
    join_path,
    normalise_path,
    split_last,
)
from larder.core.workspace.samples import caption_of, sample_stem
from larder.core.workspace.store_kinds import NEVER_A_STORE, TRAINER_CONTENTS

BARRIER: Final = (
    b"LLarder was stopped while it exchanged the folders of this cache. The next build, clean or "
    b"undo in Larder finishes that. Train after it.\n")
"""An `aggregate.pt` at which a trainer is to stop: `torch.load` takes the first letter for the
beginning of a number and says that the rest, which it quotes, is none."""

_NOT_FOREIGN = frozenset(
    {LARDER_FOLDER, *NEVER_A_STORE, *(content.value for content in TRAINER_CONTENTS)})



class ReleasedVariation(Struct, frozen=True):
    """One `variation-<v>` folder.

    Attributes:
        number: v, from 0.
        slots: numbers of the slots on disk, ascending, int64, shape (k,).
        slot_bytes: size of each, bytes, int64, shape (k,).
        own_bytes: the same, 0 for one that is another name of one before it.
        slot_ns: modification time of each, nanoseconds since 1970, int64, shape (k,).
        aggregate_bytes: size of `aggregate.pt`, None when it is not there.
        aggregate_ns: its modification time, 0 when it is not there.
        links: numbers of the slots that are symbolic links; sizes and dates are of what they name.
        slot_ctimes_ns, slot_inodes: as in `FolderListing`, of each slot, or None.
    """

    number: int
    slots: npt.NDArray[np.int64]
    slot_bytes: npt.NDArray[np.int64]
    own_bytes: npt.NDArray[np.int64]
    slot_ns: npt.NDArray[np.int64]
    aggregate_bytes: int | None
    aggregate_ns: int
    links: frozenset[int] = frozenset()
    slot_ctimes_ns: npt.NDArray[np.int64] | None = None
    slot_inodes: npt.NDArray[np.int64] | None = None

    def file_stamps(self) -> list[FileStamp]:
        """The stamp of each slot; none if they were not asked for, or the system does not tell."""
        if self.slot_ctimes_ns is None or self.slot_inodes is None:
            return []
        return list(map(
            FileStamp, self.slot_bytes.tolist(), self.slot_ns.tolist(),
            self.slot_ctimes_ns.tolist(), self.slot_inodes.tolist()))

    @property
    def complete(self) -> bool:
        """True if the variation has an aggregate, so that the trainer uses it as it is."""
        return self.aggregate_bytes is not None

    def has_slot(self, slot: int) -> bool:
        """Return whether the file of a slot is on disk."""
        return self.stamp_of(slot) is not None

    def stamp_of(self, slot: int) -> tuple[int, int] | None:
        """Size and modification time of a slot, None if it is not on disk."""
        at = int(np.searchsorted(self.slots, slot))
        if at == len(self.slots) or int(self.slots[at]) != slot:
            return None
        return int(self.slot_bytes[at]), int(self.slot_ns[at])

    def file_of(self, folder: str, slot: int) -> str:
        """Return where the file of a slot lies, behind a link that it may be.

        A second name is given to the file, and only its own stays the planned one. `folder` is the
        variation's, with a separator behind it.
        """
        path = f"{folder}{slot}.pt"
        return os.path.realpath(path) if slot in self.links else path

    def stamps(self) -> dict[int, tuple[int, int]]:
        """Size and modification time of every slot on disk, by its number."""
        return dict(zip(self.slots.tolist(), zip(
            self.slot_bytes.tolist(), self.slot_ns.tolist(), strict=True), strict=True))

    def slots_below(self, count: int) -> list[int]:
        """Slots on disk with a number below `count`, ascending."""
        below: list[int] = self.slots[:np.searchsorted(self.slots, count)].tolist()
        return below


class ReleasedGroup(Struct, frozen=True):
    """One group's folder.

    Attributes:
        key: its name, 64 hex digits.
        variations: ascending by number.
        bytes: of all files in it; a payload that several slots share counts once.
        newest: the file with the latest modification time, relative to the group, "" if none.
        newest_ns: its modification time, 0 if none.
        folder_ns: the modification time of the folder itself, which moving it leaves as it is.
        strays: a user's own files and folders in it, relative to the group: neither the trainer's,
            nor what systems leave anywhere. A group with strays is never offered, because moving it
            would move them too.
        files: how many lie in it and its variations.
        on_disk: bytes that they occupy.
        system_folders: what systems leave anywhere, relative to the group; not looked into.
        linked: of each variation, a device, and the numbers of the files on it that have other
            names too, uint64, shape (k,).
    """

    key: str
    variations: tuple[ReleasedVariation, ...]
    bytes: int
    newest: str
    newest_ns: int
    folder_ns: int
    strays: tuple[str, ...]
    files: int = 0
    on_disk: int = 0
    system_folders: tuple[str, ...] = ()
    linked: tuple[tuple[int, npt.NDArray[np.uint64]], ...] = ()

    @property
    def positions(self) -> int:
        """How many samples have a slot on disk, in one variation or in several."""
        return len({slot for variation in self.variations for slot in variation.slots.tolist()})

    @property
    def slot_files(self) -> int:
        """Slots on disk in all variations; a payload that several share counts in each."""
        return sum(len(variation.slots) for variation in self.variations)

    def variation(self, number: int) -> ReleasedVariation | None:
        """The variation with this number, None if its folder is not there."""
        return next((v for v in self.variations if v.number == number), None)


def scan_released_store(store: Path) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The folders in a store's folder, by one scan. Files are another kind of store's business.

    Returns:
        The keys of groups, and other folders, and links, which a rename would not free; both
        ascending. Stores and weights alongside the groups of a VAE fine-tuning are not among them.

    Raises:
        OSError: if the folder is missing or cannot be read.
    """
    listing = scan_folder(store)
    groups: list[str] = []
    foreign: list[str] = []
    for name in listing.subfolders:
        if name in _NOT_FOREIGN or is_system_folder(name):
            continue
        is_group = is_released_group(name) and name not in listing.links
        (groups if is_group else foreign).append(name)
    return tuple(sorted(groups)), tuple(sorted(foreign))


def list_released_groups(store: Path) -> tuple[str, ...]:
    """The keys of the groups in a store's folder, ascending.

    Raises:
        OSError: if the folder is missing or cannot be read.
    """
    groups, _ = scan_released_store(store)
    return groups


def scan_released_group(
    store: Path, key: str, on_entries: OnEntries | None = None, *, is_stamped: bool = False
) -> ReleasedGroup:
    """List one group with one scan per folder; see `scan_folder`.

    Raises:
        OSError: if one of its folders cannot be read.
    """
    listing = scan_folder(store / key, on_entries)
    strays = [name for name in (*listing.names, *listing.vanished)
              if name in listing.links or not is_litter(name)]
    total = int(listing.sizes.sum())
    newest = _newest(listing, "")
    variations = []
    seen: set[int] = set()
    file_count, on_disk = len(listing.names) + len(listing.vanished), listing.on_disk
    system_folders: list[str] = []
    linked: list[tuple[int, npt.NDArray[np.uint64]]] = []
    for name in listing.subfolders:
        number = parse_released_variation(name)
        if number is None or name in listing.links:
            is_of_system = name not in listing.links and is_system_folder(name)
            (system_folders if is_of_system else strays).append(name)
            continue
        files = scan_folder(store / key / name, on_entries, is_stamped=is_stamped)
        own, _ = sizes_once(files, seen)
        found = slot_numbers(files.names)
        variations.append(_variation(number, files, own, found))
        total += int(own.sum())
        newest = max(newest, _newest(files, f"{name}/"))
        file_count += len(files.names) + len(files.vanished)
        on_disk += files.on_disk
        system_folders += [f"{name}/{below}" for below in files.subfolders]
        strays += [f"{name}/{stray}" for stray in _strays(files, found)]
        # A symbolic link is no name of the file that it leads to.
        if files.device is not None and not files.links:
            linked.append((files.device, np.array([*files.hard_linked.values()], dtype=np.uint64)))
    return ReleasedGroup(
        key=key,
        variations=tuple(sorted(variations, key=lambda variation: variation.number)),
        bytes=total,
        newest=newest[1],
        newest_ns=newest[0],
        folder_ns=mtime_ns_of((store / key).stat()),
        strays=tuple(sorted(strays)),
        files=file_count,
        on_disk=on_disk,
        system_folders=tuple(system_folders),
        linked=tuple(linked),
    )


def _newest(files: FolderListing, prefix: str) -> tuple[int, str]:
    """Modification time and name of a listing's youngest file."""
    if not files.names:
        return 0, ""
    at = int(files.mtimes_ns.argmax())
    return int(files.mtimes_ns[at]), prefix + files.names[at]


def slot_name(key: str, *, variation: int, slot: int | str) -> str:
    """One slot's payload relative to the store's folder, with "/"; a text stands for many."""
    return f"{key}/variation-{variation}/{slot}.pt"


def _variation(
    number: int, files: FolderListing, own: npt.NDArray[np.int64],
    found: npt.NDArray[np.int64],
) -> ReleasedVariation:
    is_slot = found != NO_SLOT
    slots = found[is_slot]
    order = np.argsort(slots)
    aggregate = files.names.index(AGGREGATE_NAME) if AGGREGATE_NAME in files.names else None
    return ReleasedVariation(
        number=number,
        slots=slots[order],
        slot_bytes=files.sizes[is_slot][order],
        own_bytes=own[is_slot][order],
        slot_ns=files.mtimes_ns[is_slot][order],
        aggregate_bytes=None if aggregate is None else int(files.sizes[aggregate]),
        aggregate_ns=0 if aggregate is None else int(files.mtimes_ns[aggregate]),
        links=frozenset(slot for name in files.links if (slot := slot_number(name)) is not None),
        slot_ctimes_ns=None if files.ctimes_ns is None else files.ctimes_ns[is_slot][order],
        slot_inodes=None if files.inodes is None else files.inodes[is_slot][order],
    )


def _strays(files: FolderListing, found: npt.NDArray[np.int64]) -> list[str]:
    odd = [name for name in files.names if name in files.links] if files.links else []
    odd += [name for name in map(files.names.__getitem__, np.flatnonzero(found == NO_SLOT).tolist())
            if name not in files.links and not is_group_file(name)]
    odd += [name for name in files.subfolders
            if name in files.links or not is_system_folder(name)]
    return [*odd, *(name for name in files.vanished if not is_litter(name))]


class VariationRecord(Struct, frozen=True):
    """Content of the aggregate of one variation.

    Attributes:
        variation: the folder.
        paths: the source of each slot as spelled, None where a text store records none; None as a
            whole when the aggregate was not read.
        sizes: the crop of each slot's source.
        damage: why it cannot be read, "" when it can. The trainer stops at such a file.
    """

    variation: ReleasedVariation
    paths: tuple[str | None, ...] | None
    sizes: Crops
    damage: str

    @property
    def count(self) -> int:
        """How many slots it has, by its aggregate, else by the files."""
        if self.paths is not None:
            return len(self.paths)
        return int(self.variation.slots[-1]) + 1 if len(self.variation.slots) else 0

    @property
    def sources(self) -> tuple[str, ...] | None:
        """The source of every slot, None unless all of them are recorded."""
        if self.paths is None or None in self.paths:
            return None
        return self.paths  # type: ignore[return-value]  # none of them is None


class GroupRecord(Struct, frozen=True):
    """One group with what its complete variations say.

    Attributes:
        group: the folder.
        variations: number -> record of each complete variation, ascending.
        problem: why its folders cannot be listed, "" when they can.
    """

    group: ReleasedGroup
    variations: Mapping[int, VariationRecord]
    problem: str = ""

    def sources(self) -> tuple[str, ...]:
        """Every source any variation was made from, each once, first variation first."""
        listed: dict[str, None] = {}
        for record in self.variations.values():
            listed.update(dict.fromkeys(record.sources or ()))
        return tuple(listed)

    @property
    def built_ns(self) -> int:
        """When its first variation was completed, 0 when none was."""
        return next((r.variation.aggregate_ns for r in self.variations.values()), 0)


def read_group(
    store: Path,
    key: str,
    known: Callable[[ReleasedVariation], VariationRecord | None] = lambda _variation: None,
    on_entries: OnEntries | None = None,
    *,
    is_stamped: bool = False,
) -> GroupRecord:
    """List a group and read its aggregates. What cannot be read is noted, not raised.

    Args:
        store: the store's folder.
        key: of the group.
        known: gives what an aggregate says where that need not be read.
        on_entries: see `scan_folder`.
        is_stamped: see `scan_folder`.
    """
    try:
        group = scan_released_group(store, key, on_entries, is_stamped=is_stamped)
    except OSError as error:
        return GroupRecord(_make_unlisted(key), {}, problem=error_reason(error))
    return GroupRecord(
        group=group,
        variations={
            variation.number: known(variation) or _read_variation(store, key, variation)
            for variation in group.variations
            if variation.complete
        },
    )


def _make_unlisted(key: str) -> ReleasedGroup:
    return ReleasedGroup(
        key=key, variations=(), bytes=0, newest="", newest_ns=0, folder_ns=0, strays=())


def _read_variation(store: Path, key: str, variation: ReleasedVariation) -> VariationRecord:
    # What reads payloads takes 10 ms to load, and most lists are known from records.
    from larder.core.payloads.pt_rows import read_pt_rows

    path = store / key / f"variation-{variation.number}" / AGGREGATE_NAME
    paths: list[str | None] = []
    sizes: list[tuple[int, int] | None] = []
    damage = ""
    try:
        if variation.aggregate_bytes == len(BARRIER) and read_regular(path) == BARRIER:
            damage = BARRIER[1:].decode("ascii").strip()
        else:
            for item in read_pt_rows(path):
                spelled = item.get("image_path")
                paths.append(spelled if isinstance(spelled, str) else None)
                sizes.append(_height_and_width(item.get("crop_resolution")))
    except PayloadError as error:
        damage = error.problem
    except OSError as error:
        damage = f"{AGGREGATE_NAME} cannot be read: {error_reason(error)}."
    if damage:
        return VariationRecord(variation, paths=None, sizes=NO_CROPS, damage=damage)
    return VariationRecord(variation, paths=tuple(paths), sizes=Crops.of(sizes), damage="")


def _height_and_width(crop: object) -> tuple[int, int] | None:
    """Models with frames put their number before height and width."""
    if not isinstance(crop, tuple | list) or len(crop) not in (2, 3):
        return None
    if not all(isinstance(edge, int) for edge in crop):
        return None
    # A pair is what the reader gives for every slot of this size: no copy per slot.
    return crop if len(crop) == 2 and isinstance(crop, tuple) else (crop[-2], crop[-1])


class Places:
    """Where recorded paths lie on this system, as texts that can be compared.

    Args:
        resolve: gives the folder on this system that a spelled folder means.
    """

    def __init__(self, resolve: Callable[[str], Path]) -> None:
        self._resolve = resolve
        self._folders: dict[tuple[str, PathFlavour], str] = {}
        self._spelled: dict[str, str] = {}

    def of(self, paths: Sequence[str], *, flavour: PathFlavour) -> list[str]:
        """The place of each path."""
        if flavour is not HERE or flavour is not PathFlavour.POSIX:
            return [self._place(path, flavour) for path in paths]
        folders, folder, names = folders_of(paths, flavour)
        reals = [self._place(join_path(above, "x", flavour), flavour)[:-1] for above in folders]
        return join_names(reals, folder, names)

    def _place(self, path: str, flavour: PathFlavour) -> str:
        folder, name = split_last(path, flavour)
        known = self._folders.get((folder, flavour))
        if known is None:
            known = str(self._resolve(_portable(folder, flavour)))
            self._folders[folder, flavour] = known
        if flavour is PathFlavour.POSIX:
            return place_in(known, name)
        place = place_in(known, _name_here(known, name))
        # Of what is not there no disk tells the case: the first spelling stands for all.
        return self._spelled.setdefault(comparable(place, flavour), place)


def _name_here(folder: str, name: str) -> str:
    """Return a picture's name on this system; if it is gone, in the case of its caption's name."""
    found = find_name(folder, name, PathFlavour.WINDOWS)
    if found == name:
        caption = caption_of(name)
        found_caption = find_name(folder, caption, PathFlavour.WINDOWS)
        if found_caption != caption:
            return found_caption[:len(sample_stem(name))] + name[len(sample_stem(name)):]
    return found


def place_in(real_folder: str, name: str) -> str:
    """The place of a file whose folder on this system is known."""
    return os.path.normcase(f"{real_folder}/{name}")


def places_in(
    reals: Sequence[str], folder: npt.NDArray[np.int32], names: Sequence[str]
) -> list[str]:
    """As `place_in`, of n files by the numbers of their folders among some, shape (n,)."""
    places = join_names([f"{real}/" for real in reals], folder, names)
    return places if HERE is PathFlavour.POSIX else list(map(os.path.normcase, places))


def _portable(folder: str, flavour: PathFlavour) -> str:
    """A folder as every system reads it, as far as it is relative."""
    plain = normalise_path(folder, flavour)
    if flavour is PathFlavour.WINDOWS and not is_absolute(plain, flavour):
        return plain.replace("\\", "/")
    return plain
