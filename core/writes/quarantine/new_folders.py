"""New store folders of a build, and the payloads that they may share with old ones.

A payload in a folder that goes into the quarantine may get one more live name: no trainer reads the
old one. All others are cloned or copied: of two live files with the same bytes a trainer that
writes one in place, as `torch.save` does, changes the other one too.
"""

from __future__ import annotations

import itertools
import os
from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import add
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from larder.core.errors import UserFacingError
from larder.core.files.durable import free_bytes
from larder.core.files.file_copy import can_clone
from larder.core.files.file_stamp import is_there
from larder.core.files.folder_scan import FolderListing, scan_folder
from larder.core.keys.payload_names import INDEX_NAME
from larder.core.quantities import size_text
from larder.core.stores.released.group_files import NO_SLOT, slot_numbers
from larder.core.stores.released.slots import Origin
from larder.core.workspace.path_folders import folders_of
from larder.core.workspace.roots import HERE
from larder.core.writes.quarantine.manifest import AggregateStamp, PlannedMove

Listed = Mapping[str, FolderListing]
"""What lies in the folders that are to be replaced, by their name relative to the store."""


class Kept(msgspec.Struct, frozen=True, gc=False):
    """A slot that is there already.

    Attributes:
        path: the payload, in this store or another.
        bytes: its size when the build was planned.
    """

    path: str | Path
    bytes: int
    mtime_ns: int


@dataclass(frozen=True, slots=True)
class NewVariation:
    """One variation folder as it is to be.

    Attributes:
        group: key of the group, 64 hex digits.
        slots: by slot number, without holes: what is there already, or the path of what the build
            has staged below the store's `.larder`, which is gone from there after.
        aggregate: the content of `aggregate.pt`.
        origins: what each slot was made of, as many as there are slots.
        replaces: the aggregate of the folder that the plan saw; None for no folder, or one without
            an aggregate.
        settings: of its concept, as `SlotRecord` has them.
    """

    group: str
    variation: int
    slots: Sequence[Kept | str]
    aggregate: bytes
    origins: Sequence[Origin | None]
    replaces: AggregateStamp | None = None
    settings: dict[str, Any] | None = None

    @property
    def name(self) -> str:
        """Its folder relative to the store, with "/"."""
        return f"{self.group}/variation-{self.variation}"


@dataclass(frozen=True, slots=True)
class NewStore:
    """New state of one store after a build.

    Attributes:
        variations: the folders that are replaced or added.
        gone: groups and variation folders that are no longer needed, as they were planned.
        detail: the build's details for the journal.
    """

    folder: Path
    variations: Sequence[NewVariation]
    gone: Sequence[PlannedMove] = ()
    detail: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NewSlotFiles:
    """Payload files of the n slots of a new folder, in columns.

    Attributes:
        folders: what the payloads lie in, each once.
        folder: number of each one's folder, int32, shape (n,).
        names: their names in it.
        is_kept: whether each is there already, bool, shape (n,); others are staged.
        bytes: sizes of those that are, when the build was planned, int64, shape (n,).
        mtimes_ns: their modification times, the same.
        is_free: whether each may share the bytes of its payload, bool, shape (n,).
    """

    folders: Sequence[str]
    folder: npt.NDArray[np.int32]
    names: Sequence[str]
    is_kept: npt.NDArray[np.bool_]
    bytes: npt.NDArray[np.int64]
    mtimes_ns: npt.NDArray[np.int64]
    is_free: npt.NDArray[np.bool_]

    @classmethod
    def of(cls, slots: Sequence[Kept | str], going: GoingPayloads) -> NewSlotFiles:
        """Those of a folder; called once for each, as every payload is given once."""
        paths: list[str] = []
        is_kept, sizes, dates = bytearray(), array("q"), array("q")
        for slot in slots:
            if isinstance(slot, Kept):
                paths.append(str(slot.path))
                is_kept.append(True)
                sizes.append(slot.bytes)
                dates.append(slot.mtime_ns)
            else:
                paths.append(slot)
                is_kept.append(False)
                sizes.append(0)
                dates.append(0)
        folders, folder, names = folders_of(paths, HERE)
        files = cls(
            folders, folder, names, np.array(is_kept, dtype=np.bool_),
            np.array(sizes, dtype=np.int64), np.array(dates, dtype=np.int64),
            np.zeros(len(paths), dtype=np.bool_))
        for at in range(len(folders)):
            rows = np.flatnonzero(files.is_kept & (folder == at))
            files.is_free[rows] = going.give(folders[at], [names[row] for row in rows.tolist()])
        return files

    def path(self, at: int) -> str:
        """Where the payload of a slot lies."""
        return f"{self.folders[self.folder[at]]}{os.sep}{self.names[at]}"

    def paths(self) -> Iterator[str]:
        """Yield where that of each slot lies."""
        inside = [f"{folder}{os.sep}" for folder in self.folders]
        return map(add, map(inside.__getitem__, self.folder.tolist()), self.names)


@dataclass(frozen=True, slots=True)
class PresentFiles:
    """Files present for the new folders of a store, read before anything is written.

    Attributes:
        listed: what lies in the folders that are to be replaced.
        slots: of each variation, in their order.
    """

    listed: Listed
    slots: Sequence[NewSlotFiles]


class GoingPayloads:
    """The payloads of the folders of one store that go, each of which is given once."""

    def __init__(self, store: NewStore, listed: Listed) -> None:
        """Know the folders and what lies in them.

        Earlier versions gave one file several live names, those of an index's payloads too.
        """
        below = f"{store.folder}{os.sep}"
        names = (*(new.name for new in store.variations), *(move.name for move in store.gone))
        self._folders = {f"{below}{name.replace('/', os.sep)}" for name in names}
        self._given: dict[str, npt.NDArray[np.int64]] = {}
        self._linked = {f"{below}{name.replace('/', os.sep)}": files.hard_linked
                        for name, files in listed.items() if files.hard_linked}
        has_index = bool(self._linked) and is_there(store.folder / INDEX_NAME)
        self._live = set(scan_folder(store.folder).hard_linked.values()) if has_index \
            else set[int]()

    def give(self, folder: str, names: Sequence[str]) -> npt.NDArray[np.bool_]:
        """Return whether a payload may be shared; call it once for each slot that is to use it."""
        if folder not in self._folders and folder.rpartition(os.sep)[0] not in self._folders:
            return np.zeros(len(names), dtype=np.bool_)
        numbers = slot_numbers(names)
        given = self._given.get(folder, numbers[:0])
        is_first = np.zeros(len(names), dtype=np.bool_)
        is_first[np.unique(numbers, return_index=True)[1]] = True
        is_free: npt.NDArray[np.bool_] = (
            is_first & (numbers != NO_SLOT) & ~np.isin(numbers, given))
        self._given[folder] = np.concatenate((given, numbers[is_free]))
        if linked := self._linked.get(folder):
            for at in np.flatnonzero(is_free).tolist():
                is_free[at] = self._is_apart(linked.get(names[at]))
        return is_free

    def _is_apart(self, inode: int | None) -> bool:
        """Return whether a file has no other live name yet; call it once for each of its names."""
        if inode is None:
            return True
        is_apart = inode not in self._live
        self._live.add(inode)
        return is_apart


def require_space(stores: Sequence[NewStore], present: Sequence[PresentFiles]) -> None:
    """Make sure that copies have space before anything is written; the stores share a drive.

    Raises:
        OSError: if a payload cannot be read, or no file can be made beside it.
        UserFacingError: if there is less, and clones are not to be had.
    """
    needed, example, folder = 0, "", stores[0].folder
    for files in itertools.chain.from_iterable(of_store.slots for of_store in present):
        copied = np.flatnonzero(files.is_kept & ~files.is_free)
        if len(copied):
            needed, example = needed + int(files.bytes[copied].sum()), files.path(copied[-1])
    if not needed or needed <= (free := free_bytes(folder)) or can_clone(Path(example), folder):
        return
    raise UserFacingError(
        f"Copies of cached files need {size_text(needed)}, but only {size_text(free)} is free on "
        f"the drive of {folder}.", "No file was damaged. Free some space there, then try again.")
