"""What a build makes of the folders of stores, and which payloads the new ones may share.

A payload that lies in a folder that goes into the quarantine may get one live name more: no trainer
reads the old one. All others are cloned or copied: of two live files with the same bytes a trainer
that writes one in place, as `torch.save` does, changes the other one too.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import msgspec

from larder.core.clean.quarantine.manifest import AggregateStamp, PlannedMove
from larder.core.errors import UserFacingError
from larder.core.files.durable import free_bytes
from larder.core.files.file_copy import can_clone
from larder.core.files.file_stamp import is_there
from larder.core.files.folder_scan import FolderListing, scan_folder
from larder.core.keys.payload_names import INDEX_NAME
from larder.core.quantities import size_text
from larder.core.stores.released.group_files import LARGEST_SLOT
from larder.core.stores.released.slots import Origin

PAYLOAD_ENDING: Final = ".pt"


class Kept(msgspec.Struct, frozen=True, gc=False):
    """A slot that is there already.

    Attributes:
        path: the payload, in this store or another.
        bytes: its size when the build was planned.
    """

    path: str | Path
    bytes: int
    mtime_ns: int


class Made(msgspec.Struct, frozen=True, gc=False):
    """A slot that the build has staged below the store's `.larder`; it is gone from there after."""

    path: str | Path


@dataclass(frozen=True, slots=True)
class NewVariation:
    """One variation folder as it is to be.

    Attributes:
        group: key of the group, 64 hex digits.
        slots: by slot number, without holes.
        aggregate: the content of `aggregate.pt`.
        origins: what each slot was made of, as many as there are slots.
        replaces: the aggregate of the folder that the plan saw; None for no folder, or one without
            an aggregate.
        settings: of its concept, as `SlotRecord` has them.
    """

    group: str
    variation: int
    slots: Sequence[Kept | Made]
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
    """What a build makes of one store.

    Attributes:
        variations: the folders that are replaced or added.
        gone: groups and variation folders that nobody wants any more, as they were planned.
        detail: what the journal is to say of the build.
    """

    folder: Path
    variations: Sequence[NewVariation]
    gone: Sequence[PlannedMove] = ()
    detail: Mapping[str, Any] = field(default_factory=dict)


Listed = Mapping[str, FolderListing]
"""What lies in the folders that are to be replaced, by their name relative to the store."""


class GoingPayloads:
    """The payloads of the folders of one store that go, each of which is given once."""

    def __init__(self, store: Path, names: Iterable[str], listed: Listed) -> None:
        """Know the folders, `names` relative to the store with "/", and what lies in them.

        Earlier versions gave one file several live names, those of an index's payloads too.
        """
        below = f"{store}{os.sep}"
        self._folders = {f"{below}{name.replace('/', os.sep)}" for name in names}
        self._given: dict[str, bytearray | None] = {}
        self._linked = {f"{below}{name.replace('/', os.sep)}": files.hard_linked
                        for name, files in listed.items() if files.hard_linked}
        has_index = bool(self._linked) and is_there(store / INDEX_NAME)
        self._live = set(scan_folder(store).hard_linked.values()) if has_index else set[int]()

    def give(self, path: str | Path) -> bool:
        """Whether a payload may be shared; asked once for each slot that is to hold it."""
        folder, _, name = str(path).rpartition(os.sep)
        try:
            given = self._given[folder]
        except KeyError:
            goes = folder in self._folders or folder.rpartition(os.sep)[0] in self._folders
            given = self._given[folder] = bytearray() if goes else None
        if given is None or not name[:-len(PAYLOAD_ENDING)].isdecimal():
            return False
        number = int(name[:-len(PAYLOAD_ENDING)])
        if number >= len(given):
            if number > LARGEST_SLOT:
                return False
            given.extend(bytes(max(number + 1, 2 * len(given)) - len(given)))
        if given[number]:
            return False
        given[number] = 1
        return folder not in self._linked or self._is_apart(self._linked[folder].get(name))

    def _is_apart(self, inode: int | None) -> bool:
        """Whether a file has no other live name yet; asked once for each of its names."""
        if inode is None:
            return True
        is_apart = inode not in self._live
        self._live.add(inode)
        return is_apart


def require_space(stores: Sequence[NewStore], listed: Sequence[Listed]) -> None:
    """Make sure that copies have space before anything is written; the stores share a drive.

    Raises:
        OSError: if a payload cannot be read, or no file can be made beside it.
        UserFacingError: if there is less, and clones are not to be had.
    """
    needed, example, folder = 0, "", stores[0].folder
    for path, size in _copied(stores, listed):
        needed, example = needed + size, str(path)
    if not needed or needed <= (free := free_bytes(folder)) or can_clone(Path(example), folder):
        return
    raise UserFacingError(
        f"Copies of cached files need {size_text(needed)}, and {size_text(free)} are free on the "
        f"drive of {folder}.", "No file was damaged. Free some space there, then try again.")


def _copied(
    stores: Sequence[NewStore], listed: Sequence[Listed]
) -> Iterator[tuple[str | Path, int]]:
    """Payloads that have to be copied, and their bytes, however good the drive is at links."""
    for store, files in zip(stores, listed, strict=True):
        going = GoingPayloads(store.folder, (
            *(new.name for new in store.variations), *(move.name for move in store.gone)), files)
        for new in store.variations:
            for slot in new.slots:
                if isinstance(slot, Kept) and not going.give(slot.path):
                    yield slot.path, slot.bytes
