"""Manifests of quarantines, and the copies of an index in them.

`.larder/quarantine/<id>/` holds::

    manifest.json   what is to be moved, which index rows go with it; complete before the first move
    state.json      the step last finished, and the index as the clean left it
    files/          the moved payloads and released groups, under their own names and shard folders
    index/          what brings the index and its .bak back as they were (see `copies`)

A build that replaces variation folders has a quarantine of one id in each of its stores. A new
folder is put together in `files/`, under the name of the live one, and the two are exchanged.

The manifest never changes, so that a crash can damage only the little file beside it; without that
one the state is PLANNED. Where each file is, here or in the store, only the disk itself tells. The
copies of the index are told by size and digest, so that a damaged one never takes its place.
"""

from __future__ import annotations

import enum
import filecmp
import itertools
import os
import re
import shutil
import time
from array import array
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias, overload

import msgspec
import numpy as np
import numpy.typing as npt
import xxhash

from larder.core.columns import TextColumn
from larder.core.errors import error_reason
from larder.core.files.ascii_json import UnreadableJsonError, decode_ascii_json, encode_ascii_json
from larder.core.files.atomic_write import write_atomically
from larder.core.files.durable import explain_write_errors, sync_file, sync_folder
from larder.core.files.file_stamp import IndexStamp, mtime_ns_of
from larder.core.files.quarantine_folder import INDEX_FOLDER, quarantine_folders
from larder.core.files.regular_file import open_regular, read_regular
from larder.core.files.store_paths import check_plain_name, is_nested_name, is_plain_name
from larder.core.keys.payload_names import AGGREGATE_NAME
from larder.core.stores.released.leftovers import BESIDE, is_epoch_beside
from larder.core.workspace.roots import PathMap

MANIFEST_NAME = "manifest.json"
STATE_NAME = "state.json"
DAMAGED_INDEX = "damaged-index"
"""Reason, and `detail`, of a quarantine that holds an index which a repair has replaced."""

RELOCATED = "relocated"
"""Reason, and `detail`, of a quarantine that holds an index whose folder was renamed."""

REPLACED = "replaced"
"""Reason of the files of folders that a build has replaced, or that nobody asks for after it."""

FORMAT_VERSION = 2
"""Since 2 there are `swaps`; a quarantine without any is written as 1."""

_PIECE_BYTES = 1 << 20

_PAYLOADS: Final = re.compile(r"(?:\n[0-9a-z_]{1,100}\.pt)*")

SLOTS_TOGETHER: Final = 1024
"""Staged payloads that are made into JSON at a time."""

AggregateStamp: TypeAlias = tuple[int, int]
"""Size in bytes and mtime_ns of an `aggregate.pt`, which renaming its folder leaves as they are."""

Lent: TypeAlias = dict[str, tuple[tuple[int, int], ...]]
"""Of replaced folders: (slot of the new one, slot of the old one) of each payload that is in the
one of the two that is live, where the drive has neither hard links nor space for copies."""


class QuarantineState(enum.Enum):
    """The step a quarantine has finished."""

    PLANNED = "planned"
    """The manifest is written; the index or some files may have been changed already."""
    SWAPPING = "swapping"
    """All new folders of a build are complete and take the place of the live ones, in every store:
    told by the quarantine of the build's first store, for all of them."""
    MOVED = "moved"
    """The clean is done; undo or emptying comes next."""
    RESTORING = "restoring"
    """An undo began; some files may be back."""
    RESTORED = "restored"
    """The undo is done; only the folder's removal is left."""
    UNDONE = "undone"
    """The folders that a build replaced are back, and those that it made lie here."""
    EMPTYING = "emptying"
    """Its files are being deleted for good."""
    UNREADABLE = "unreadable"
    """The manifest is missing or damaged; what to put where is not known."""


MAY_BE_UNDONE = frozenset({
    QuarantineState.PLANNED, QuarantineState.SWAPPING, QuarantineState.MOVED,
    QuarantineState.RESTORING, QuarantineState.EMPTYING})
"""States that an undo makes something of, once what was interrupted is settled."""


SETTLED = (
    QuarantineState.MOVED, QuarantineState.EMPTYING, QuarantineState.UNDONE,
    QuarantineState.RESTORED)
"""States in which a quarantine waits for nothing but the user, unless its clean is to delete."""


class PlannedMove(msgspec.Struct, frozen=True):
    """One file, or one whole folder of a released trainer's, that goes into the quarantine.

    Attributes:
        name: its name relative to the store's folder, "/" between folders; "../epoch-<n>" of a
            folder that the trainer left beside the store.
        size: bytes; of a folder, all files in it.
        mtime_ns: its modification time when the plan was made; of a folder, the folder's own.
    """

    name: str
    size: int
    mtime_ns: int
    is_folder: bool = False

    @property
    def kept_as(self) -> str:
        """Its name in the quarantine."""
        return self.name.removeprefix(BESIDE) if self.name[:1] == "." and \
            is_epoch_beside(self.name) else self.name


class StagedSlots(Sequence[tuple[int, str]]):
    """Slots and names of staged payloads, in columns: 40 bytes each where objects take 170."""

    def __init__(self, slots: npt.NDArray[np.int32], names: TextColumn) -> None:
        self._slots = slots
        self._names = names

    @classmethod
    def of(cls, pairs: Iterable[tuple[int, str]]) -> StagedSlots:
        """Those of some pairs, gone through once."""
        slots = array("i")

        def names() -> Iterator[str]:
            for slot, name in pairs:
                slots.append(slot)
                yield name

        column = TextColumn.from_strings(names())
        return cls(np.array(slots, dtype=np.int32), column)

    def __len__(self) -> int:
        return len(self._slots)

    @overload
    def __getitem__(self, at: int) -> tuple[int, str]: ...

    @overload
    def __getitem__(self, at: slice) -> list[tuple[int, str]]: ...

    def __getitem__(self, at: int | slice) -> tuple[int, str] | list[tuple[int, str]]:
        if isinstance(at, slice):
            return [self[one] for one in range(*at.indices(len(self)))]
        return int(self._slots[at]), self._names[at]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)


class SwappedFolder(msgspec.Struct, frozen=True):
    """One variation folder that a build replaces or adds.

    Attributes:
        move: the live folder's name, and what it was when the build was planned; of size 0 where
            there was none.
        old: its aggregate, None if it had none.
        new: the aggregate of the folder that takes its place; never the same as `old`.
        staged: (slot, name in `.larder`) of each payload that was staged by the build; in memory
            as `StagedSlots`.
        shared: the same of those that several slots get.
    """

    move: PlannedMove
    old: AggregateStamp | None
    new: AggregateStamp
    was_there: bool
    staged: Sequence[tuple[int, str]] = ()
    shared: Sequence[tuple[int, str]] = ()


class KeptCopy(msgspec.Struct, frozen=True):
    """Required state of an index file's copy for it to be restored.

    Attributes:
        size: bytes.
        digest: xxh3-128 of them, 32 hex digits.
        mtime_ns: of the file it was made of; an earlier version gave the copy this date and did not
            write it down.
    """

    size: int
    digest: str
    mtime_ns: int | None = None


class Relocated(msgspec.Struct):
    """Record of a relocation in its quarantine."""

    old: str
    new: str
    separator: str
    lead: str
    recorded: int | None = None

    @property
    def move(self) -> PathMap:
        """The folder, then and now."""
        return PathMap(self.old, self.new)


class QuarantineManifest(msgspec.Struct, frozen=True, kw_only=True):
    """All that an undo needs.

    Attributes:
        id: name of the quarantine's folder, sorts by time.
        created_ns: nanoseconds since 1970.
        reasons: files per reason, for people and the journal.
        moves: what goes in.
        dropped_rows: index key -> the row's JSON text, byte for byte, for each row the clean drops.
        index_before: the index that the rows were dropped from, None if there was none.
        kept: index files of which a copy lies in `index/`.
        copies: what each of these copies is, by name; an earlier version wrote none.
        detail: whatever else the operation wants back at an undo; JSON values.
        swaps: folders that a build replaces.
        stores: names of the stores of the build, folders of one parent; what the quarantine of the
            first says of the build's progress holds for all.
    """

    format_version: int = FORMAT_VERSION
    id: str
    created_ns: int
    reasons: dict[str, int]
    moves: tuple[PlannedMove, ...]
    dropped_rows: dict[str, str]
    index_before: IndexStamp | None
    kept: tuple[str, ...]
    detail: dict[str, Any]
    copies: dict[str, KeptCopy] = {}
    swaps: tuple[SwappedFolder, ...] = ()
    stores: tuple[str, ...] = ()


class QuarantineProgress(msgspec.Struct, frozen=True, kw_only=True):
    """How far a quarantine is.

    Attributes:
        index_after: the index as the clean left it, None while it was not written.
        lent: slots that the live folder has from the other one.
        deletes: whether the clean is to free the space at once.
    """

    state: QuarantineState = QuarantineState.PLANNED
    index_after: IndexStamp | None = None
    lent: Lent = {}
    deletes: bool = False


def new_quarantine_id(now_ns: int) -> str:
    """A name that sorts by time and that no other quarantine has."""
    seconds, nanoseconds = divmod(now_ns, 1_000_000_000)
    date = time.strftime("%Y%m%dT%H%M%S", time.gmtime(seconds))
    return f"{date}{nanoseconds // 1_000_000:03d}Z-{os.urandom(4).hex()}"


def write_manifest(folder: Path, manifest: QuarantineManifest) -> None:
    """Write the manifest, flushed to the drive.

    Raises:
        UserFacingError: if the disk is full.
    """
    write_atomically(folder / MANIFEST_NAME, _parts(manifest))


def _parts(manifest: QuarantineManifest) -> Iterator[bytes]:
    """As JSON, the staged payloads of swaps some at a time: together they take 200 bytes each."""
    begin, cut, ends = encode_ascii_json(
        msgspec.structs.replace(manifest, swaps=())).rpartition(b'"swaps":[]')
    yield begin + cut[:-1]
    for at, swap in enumerate(manifest.swaps):
        plain = encode_ascii_json(msgspec.structs.replace(swap, staged=(), shared=()))
        yield (b"," if at else b"") + plain.rpartition(b'"staged":[]')[0]
        for name, slots in (("staged", swap.staged), ("shared", swap.shared)):
            yield f'{"," if name == "shared" else ""}"{name}":['.encode("ascii")
            for first in range(0, len(slots), SLOTS_TOGETHER):
                together = slots[first:first + SLOTS_TOGETHER]
                yield (b"," if first else b"") + encode_ascii_json(together)[1:-1]
            yield b"]"
        yield b"}"
    yield cut[-1:] + ends


def read_manifest(folder: Path) -> QuarantineManifest:
    """Read the manifest and check that its names stay in their folders.

    Raises:
        UnreadableJsonError: if it is missing, damaged, of a newer format, or names what it may not.
    """
    try:
        content = read_regular(folder / MANIFEST_NAME)
    except OSError as error:
        raise UnreadableJsonError(f"{folder / MANIFEST_NAME}: {error_reason(error)}") from error
    manifest = decode_ascii_json(content, QuarantineManifest)
    if manifest.format_version > FORMAT_VERSION:
        raise UnreadableJsonError(f"format {manifest.format_version} is of a newer version")
    moves = (*manifest.moves, *(swap.move for swap in manifest.swaps))
    # Most often all are payloads' names, which is seen in a twentieth of the time at once.
    are_plain = _PAYLOADS.fullmatch("\n".join(["", *(move.name for move in moves)])) is not None
    odd = [] if are_plain else [move.name for move in moves if not (
        is_nested_name(move.name) or is_epoch_beside(move.name))]
    odd += [name for name in (*manifest.kept, *manifest.stores) if not is_plain_name(name)]
    odd += [
        name for swap in manifest.swaps for _, name in swap.staged if not is_nested_name(name)]
    if odd:
        raise UnreadableJsonError(f"the name {odd[0]!r} leads out of the folder")
    try:
        if RELOCATED in manifest.detail:
            msgspec.convert(manifest.detail[RELOCATED], Relocated)
    except msgspec.ValidationError as error:
        raise UnreadableJsonError(str(error)) from error
    if manifest.id != folder.name:
        raise UnreadableJsonError(f"it belongs to the quarantine {manifest.id!r}")
    return msgspec.structs.replace(manifest, swaps=tuple(
        msgspec.structs.replace(
            swap, staged=StagedSlots.of(swap.staged), shared=StagedSlots.of(swap.shared))
        for swap in manifest.swaps))


def write_progress(folder: Path, progress: QuarantineProgress) -> None:
    """Write how far the quarantine is, flushed to the drive.

    Raises:
        UserFacingError: if the disk is full.
    """
    write_atomically(folder / STATE_NAME, [encode_ascii_json(progress)])


def read_progress(folder: Path) -> QuarantineProgress:
    """Read how far the quarantine is; PLANNED when the file is lost or damaged.

    Raises:
        OSError: if it is there and cannot be read.
    """
    try:
        content = read_regular(folder / STATE_NAME)
        return decode_ascii_json(content, QuarantineProgress)
    except (FileNotFoundError, UnreadableJsonError):
        return QuarantineProgress()


def store_index_files(store: Path, folder: Path, *, names: Sequence[str]) -> dict[str, KeptCopy]:
    """Copy a store's index files into a new folder, flushed to the drive.

    The copies keep names and mtimes; of `names` those that do not exist are left out. What another
    quarantine keeps already gets a second name instead, and its date stands in the manifest: of two
    files of some 100 MB that each clean would add, that saves one.

    Returns:
        The copies by name, as they were read back.

    Raises:
        UserFacingError: if the disk is full or a name leads out of the store.
    """
    kept = [name for name in names if (store / check_plain_name(name)).is_file()]
    needed = sum((store / name).stat().st_size for name in kept)
    with explain_write_errors(folder.parent, needed=lambda: needed):
        folder.mkdir()
        dates = {name: (store / name).stat().st_mtime_ns for name in kept}
        for name in kept:
            if not _link_to_equal(store / name, folder / name):
                copy_dated(store / name, folder / name)
        sync_folder(folder)
        return {name: msgspec.structs.replace(describe_copy(folder / name), mtime_ns=dates[name])
                for name in kept}


def _link_to_equal(source: Path, target: Path) -> bool:
    """Link the target to another quarantine's copy of the file; return whether there is one."""
    size = source.stat().st_size
    for folder in quarantine_folders(source.parent):
        try:
            with os.scandir(folder / INDEX_FOLDER) as entries:
                copies = [
                    entry.path for entry in entries
                    if entry.is_file(follow_symlinks=False) and entry.stat().st_size == size]
            for copy in copies:
                if filecmp.cmp(source, copy, shallow=False):
                    os.link(copy, target, follow_symlinks=False)
                    return True
        except OSError:
            continue  # it cannot be read, or the drive knows no links
    return False


def describe_copy(path: Path) -> KeptCopy:
    """Size and digest of a file.

    Raises:
        OSError: if it cannot be read.
    """
    digest, size = xxhash.xxh3_128(), 0
    with open_regular(path) as file:
        while piece := file.read(_PIECE_BYTES):
            digest.update(piece)
            size += len(piece)
    return KeptCopy(size, digest.hexdigest())


def copy_dated(source: Path, target: Path) -> None:
    """Copy content and mtime, without the permissions that some drives refuse to set; flushed."""
    status = source.stat()
    shutil.copyfile(source, target)
    os.utime(target, ns=(status.st_atime_ns, status.st_mtime_ns))
    with target.open("rb+") as copy:
        sync_file(copy.fileno(), target)


def aggregate_of(folder: Path) -> AggregateStamp | None:
    """Size and date of a variation folder's aggregate, None where there is none.

    Raises:
        OSError: if it cannot be looked at.
    """
    try:
        status = os.lstat(folder / AGGREGATE_NAME)
    except (FileNotFoundError, NotADirectoryError):
        return None
    return status.st_size, mtime_ns_of(status)


def path_status(path: str | Path) -> os.stat_result | None:
    """Return the status of a path without following links; None if there is nothing.

    Raises:
        OSError: if it cannot be accessed.
    """
    try:
        return os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None


def count_built_payloads(store: Path, swaps: Sequence[SwappedFolder]) -> tuple[int, int]:
    """How many payloads a build made for its folders that are there, and their bytes."""
    shared = {name: (swap, at) for swap in swaps for at, name in swap.shared}
    alone = ((swap, at) for swap in swaps for at, _ in swap.staged)
    sizes = array("q", (
        status.st_size for swap, at in itertools.chain(alone, shared.values())
        if (status := path_status(f"{store}/{swap.move.name}/{at}.pt")) is not None))
    return len(sizes), sum(sizes)
