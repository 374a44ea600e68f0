"""The files of a folder that values can be made of, and what a store holds of them.

They are columns: 100,000 sources are no objects.

A folder is listed with one `scandir` per folder, nothing read. Links are as good as what they point
to; a link back to a folder above is not entered. Files and folders whose names begin with a dot are
left alone, and counted; so are masks and conditioning pictures beside the picture they are named
after, which a trainer never takes for pictures either.

A store is asked which of the pieces it holds: by name from one listing, then by what the payload
says of itself. Names have 48 bits of a digest, and samples do not name their decoder, so a name
alone does not tell that a lookup would serve the payload; its head does, and costs one open.
Payloads without a stamp of ours are read whole, as a lookup would. Its record spells sources
absolute or relative to the workspace's root; here they are compared by where they lie.
"""

from __future__ import annotations

import enum
import os
from array import array
from collections.abc import Collection, Container, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from larder.core.background import FileCounter, in_background
from larder.core.build.reports import LeftOut, Reasons
from larder.core.encoders.value_encoder import PieceKey
from larder.core.errors import UserFacingError, WorkspaceError, error_reason
from larder.core.files.file_stamp import mtime_ns_of
from larder.core.files.folder_scan import (
    FolderListing,
    WayDown,
    real_path,
    real_path_below,
    scan_folder,
)
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.payloads.sealed_npz import ends_with_seal, key_matches, peek_stamp
from larder.core.payloads.value_checks import find_bad_values
from larder.core.stores.records import RecordedSource, read_sources
from larder.core.stores.values.payloads import find_value, grammar_of
from larder.core.survey.payload_faults import find_known_faults
from larder.core.survey.values.facts import stamps_of_values
from larder.core.workspace.samples import IMAGE_EXTENSIONS, find_picture_stem, sample_stem
from larder.core.workspace.store_kinds import StoreKind
from larder.core.workspace.stored_paths import SpelledPaths, locate_recorded

EXTENSIONS: Final = {
    StoreKind.VISION: IMAGE_EXTENSIONS,
    StoreKind.AUDIO: frozenset({
        ".wav", ".flac", ".ogg", ".oga", ".opus", ".mp3", ".aif", ".aiff", ".aifc", ".au", ".caf",
        ".w64"}),
    StoreKind.TOKENS: frozenset({".txt", ".md", ".markdown", ".rst"}),
}  # fmt: skip
"""Lower-case endings of the files that are pictures, clips or texts; those of sounds are what
libsndfile reads."""

HIDDEN: Final = "Files that begin with a dot are hidden."
OTHERS: Final = "These files have other extensions."
COMPANIONS: Final = "Masks and conditioning pictures belong to the pictures beside them."

PASSED_OVER: Final = (HIDDEN, OTHERS, COMPANIONS)
"""Why files are no sources, in the order that it is told."""

NO_TEXT: Final = "Its name is not UTF-8, so it cannot be recorded: rename it."


@dataclass(frozen=True, slots=True)
class SourceRows:
    """n files, folder by folder, sorted within each.

    Attributes:
        root: the folder that was listed, absolute, as it was spelled.
        folders: absolute paths.
        folder: number of each file's folder, int32, shape (n,).
        names: of the files.
        sizes: bytes, int64, shape (n,).
        mtimes_ns: modification times, nanoseconds since 1970, int64, shape (n,).
        passed_over: what else is there, files or folders of one sort each.
        unreadable: (path, reason) of folders and files that could not be listed.
    """

    root: str
    folders: list[str]
    folder: npt.NDArray[np.int32]
    names: list[str]
    sizes: npt.NDArray[np.int64]
    mtimes_ns: npt.NDArray[np.int64]
    passed_over: tuple[LeftOut, ...]
    unreadable: tuple[tuple[str, str], ...]

    def __len__(self) -> int:
        return len(self.names)

    def path(self, row: int) -> str:
        """Where a file lies."""
        return os.path.join(self.folders[self.folder[row]], self.names[row])  # noqa: PTH118

    def path_as_stored(self, row: int) -> str:
        """The path as payloads and records have it, "/" between folders."""
        return self.path(row).replace(os.sep, "/")


def list_sources(
    folder: Path, kind: StoreKind, *, beside: Path | None = None, token: CancelToken
) -> Job[SourceRows]:
    """List a folder and everything below it.

    `kind` decides the endings; `beside` is not entered: the store, should it lie in there.

    Raises:
        UserFacingError: if it is no folder, or cannot be listed.
    """
    counter = FileCounter(token)
    return in_background(_list_sources(folder, kind, beside, token, counter), token, counter)


def _list_sources(
    folder: Path, kind: StoreKind, beside: Path | None, token: CancelToken, counter: FileCounter
) -> Job[SourceRows]:
    root = os.path.abspath(folder)  # noqa: PTH100 - links stay as they are spelled
    if not _is_text(root):
        raise UserFacingError(f"The folder {root!r} cannot be used.", NO_TEXT)
    walk = _Walk(EXTENSIONS[_files_of(kind)], has_companions=kind is StoreKind.VISION)
    barred = "" if beside is None else real_path(str(beside))
    waiting = [(root, real_path(root), 0)]
    way = WayDown()
    while waiting:
        token.check()
        yield Progress("listing files", len(walk.names), 0, "files")
        here, identity, depth = waiting.pop()
        way.turn(depth)
        if identity in way or identity == barred:
            continue
        try:
            listing = scan_folder(here, counter.note)
        except OSError as error:
            reason = error_reason(error)
            if here == root:
                raise UserFacingError(
                    f"The folder {root} cannot be listed: {reason}.",
                    "Name a folder that you may read.") from error
            walk.unreadable.append((here, f"It cannot be listed: {reason}."))
            continue
        way.enter(identity)
        waiting += [
            (os.path.join(here, name),  # noqa: PTH118
             real_path_below(identity, listing, name), depth + 1)
            for name in sorted(walk.take(here, listing), reverse=True)]
    return walk.rows(root)


def _files_of(kind: StoreKind) -> StoreKind:
    """Waveforms are made of the same files as features."""
    return StoreKind.AUDIO if kind is StoreKind.WAVEFORM else kind


def _is_text(name: str) -> bool:
    """Return whether a name can be stored in payloads and records, which are UTF-8."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


@dataclass(slots=True)
class _Walk:
    endings: Collection[str]
    has_companions: bool
    folders: list[str] = field(default_factory=list)
    folder: array[int] = field(default_factory=lambda: array("i"))
    names: list[str] = field(default_factory=list)
    sizes: list[npt.NDArray[np.int64]] = field(default_factory=list)
    mtimes_ns: list[npt.NDArray[np.int64]] = field(default_factory=list)
    passed_over: Reasons = field(default_factory=Reasons)
    unreadable: list[tuple[str, str]] = field(default_factory=list)

    def take(self, here: str, listing: FolderListing) -> list[str]:
        """Take the files of a folder; names of the folders to enter."""
        chosen: list[int] = []
        pictures = self._stems(listing.names) if self.has_companions else frozenset()
        for row in sorted(range(len(listing.names)), key=listing.names.__getitem__):
            name = listing.names[row]
            is_taken = os.path.splitext(name)[1].lower() in self.endings  # noqa: PTH122
            if name.startswith("."):
                self._pass_over(HIDDEN, here, name)
            elif is_taken and find_picture_stem(name) in pictures:
                self._pass_over(COMPANIONS, here, name)
            elif is_taken and _is_text(name):
                chosen.append(row)
            elif is_taken:
                self._refuse(here, name)
            else:
                self._pass_over(OTHERS, here, name)
        for name in listing.vanished:
            self.unreadable.append((
                os.path.join(here, name), "It cannot be accessed."))  # noqa: PTH118
        if chosen:
            self.folder.extend([len(self.folders)] * len(chosen))
            self.folders.append(here)
            self.names.extend(listing.names[row] for row in chosen)
            self.sizes.append(listing.sizes[chosen])
            self.mtimes_ns.append(listing.mtimes_ns[chosen])
        entered: list[str] = []
        for name in listing.subfolders:
            if name.startswith("."):
                self._pass_over(HIDDEN, here, name)
            elif _is_text(name):
                entered.append(name)
            else:
                self._refuse(here, name)
        return entered

    def _stems(self, names: Sequence[str]) -> frozenset[str]:
        """Stems of the pictures of a folder that masks may be named after."""
        return frozenset(
            sample_stem(name) for name in names
            if not name.startswith(".")
            and os.path.splitext(name)[1].lower() in self.endings)  # noqa: PTH122

    def _pass_over(self, why: str, here: str, name: str) -> None:
        self.passed_over.note(why, os.path.join(here, name))  # noqa: PTH118

    def _refuse(self, here: str, name: str) -> None:
        self.unreadable.append((os.path.join(here, name), NO_TEXT))  # noqa: PTH118

    def rows(self, root: str) -> SourceRows:
        """Everything that was found."""
        none = np.zeros(0, dtype=np.int64)
        return SourceRows(
            root=root, folders=self.folders,
            folder=np.array(self.folder, dtype=np.int32), names=self.names,
            sizes=np.concatenate([none, *self.sizes]),
            mtimes_ns=np.concatenate([none, *self.mtimes_ns]),
            passed_over=tuple(sorted(
                self.passed_over.describe(""), key=lambda one: PASSED_OVER.index(one.why))),
            unreadable=tuple(self.unreadable))


class KnownSources:
    """The record of one store, asked about the files of one folder."""

    def __init__(self, store: Path, sources: SourceRows, paths: SpelledPaths) -> None:
        """Read the record.

        Raises:
            OSError: if it is there and cannot be read.
        """
        self._sources = sources
        self._real = locate_recorded(paths)
        self._by_name = read_sources(store)
        self._digests: dict[str, set[str]] = {}
        for one in self._by_name.values():
            self._digests.setdefault(self._real(one.source), set()).add(one.digest)

    def is_recorded(self, name: str, row: int, blob: str) -> bool:
        """Return whether a payload's source, here or elsewhere, is recorded and unchanged."""
        known = self._by_name.get(name)
        if known is None:
            return False
        path = self._real(known.source)
        if path != self._sources.path(row):
            return _is_as_recorded(path, known)
        here = record_of(self._sources, row, name, blob)
        return (known.size, known.mtime_ns, known.digest) == (
            here.size, here.mtime_ns, here.digest)

    def is_of(self, name: str, row: int) -> bool:
        """Return whether a payload of this name was made of this source."""
        known = self._by_name.get(name)
        return known is not None and self._real(known.source) == self._sources.path(row)

    def was_built_of_another(self, row: int, blob: str) -> bool:
        """Return whether a payload was built of this source when its content was different."""
        before = self._digests.get(self._sources.path(row), set())
        return bool(before) and blob not in before


def record_of(sources: SourceRows, row: int, name: str, blob: str) -> RecordedSource:
    """Return the record of a payload that is made of a source."""
    return RecordedSource(
        name=name, source=sources.path_as_stored(row), size=int(sources.sizes[row]),
        mtime_ns=int(sources.mtimes_ns[row]), digest=blob)


def _is_as_recorded(path: str, known: RecordedSource) -> bool:
    """Return whether a source, perhaps of another folder, exists with its recorded stamp."""
    try:
        status = os.stat(path)  # noqa: PTH116 - a text
    except (OSError, ValueError):
        return False
    return (status.st_size, mtime_ns_of(status)) == (known.size, known.mtime_ns)


class Stored(enum.Enum):
    """State of the payload that a store has for a key."""

    GOOD = "good"
    ABSENT = "absent"
    DAMAGED = "damaged"
    OF_ANOTHER_KEY = "of-another-key"


class StoreContents:
    """Contents of one store of single values."""

    def __init__(
        self, store: Path, kind: StoreKind, names: Container[str], *, reads_all: bool = False
    ) -> None:
        """Make ready; no payload is read.

        `reads_all` also finds what was damaged behind its head or is no number; without it that is
        found of what a survey found wrong.
        """
        self._store = store
        self._grammar = grammar_of(kind)
        self._names = names
        self._reads_all = reads_all
        self._doubted = frozenset[str]() if reads_all else frozenset(find_known_faults(
            store, lambda known: stamps_of_values(store, known, kind, lambda _: None)))

    def of(self, key: PieceKey) -> Stored:
        """Return the state of the payload for a key.

        Raises:
            WorkspaceError: if a payload that is there cannot be read.
        """
        name = key.name()
        if name not in self._names:
            return Stored.ABSENT
        try:
            return self._look_at(name, key)
        except OSError as error:
            raise WorkspaceError(
                f"{self._store / name} cannot be read: {error_reason(error)}.",
                "Check its permissions and its drive.") from error

    def _look_at(self, name: str, key: PieceKey) -> Stored:
        reads_whole = self._reads_all or name in self._doubted
        stamp = peek_stamp(self._store / name)
        if stamp is not None:
            if not key_matches(stamp, self._grammar.kind.value, key.document()):
                return Stored.OF_ANOTHER_KEY
            if not reads_whole and ends_with_seal(self._store / name):
                return Stored.GOOD
        values, fault = find_value(self._store, name, key, self._grammar)
        if values is None:
            return Stored.DAMAGED if fault else Stored.ABSENT
        return Stored.DAMAGED if reads_whole and find_bad_values(values) else Stored.GOOD


class NamesOnDisk:
    """The payloads of a store as they are at this moment, asked one by one."""

    def __init__(self, store: Path) -> None:
        self._store = store

    def __contains__(self, name: object) -> bool:
        if not isinstance(name, str):
            return False
        path = self._store / name
        return path.is_file() and not path.is_symlink()
