"""Joining an index with the folders its sources lie in and with the samples a config asks for.

One pass over folders: each folder's names become a dict for as long as that folder is joined, so
that a million sources cost columns and one small dict, not a million objects.

Index, config and disk may spell one folder of a Windows trainer in several ways; such folders are
joined as one, and what is new in it gets the spelling that the index has.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence

import msgspec
import numpy as np
import numpy.typing as npt

from larder.core.columns import distinct
from larder.core.files.file_stamp import why_hidden
from larder.core.files.folder_scan import FolderListing, mtimes_as_floats
from larder.core.jobs import Job, Progress
from larder.core.stores.indexed.columns import IndexColumns
from larder.core.survey.roots import SourceFolders
from larder.core.survey.sources import SourceTree
from larder.core.workspace.roots import (
    PathFlavour,
    SameNames,
    before_name,
    infer_config_flavour,
    join_path,
)
from larder.core.workspace.samples import A_MOMENT_AGO, IS_A_FOLDER, FolderSamples
from larder.core.workspace.stored_paths import SpelledPaths

Rows = npt.NDArray[np.int32]


class NewSource(msgspec.Struct, frozen=True):
    """A source that a concept asks for and the index does not have.

    Attributes:
        folder: index into `JoinedStore.folders`.
        present: whether the file is there (a caption may not be).
        mtime_ns: its modification time, 0 when absent.
        sample: name of the picture it belongs to.
    """

    folder: int
    name: str
    present: bool
    mtime_ns: int
    sample: str


class JoinedStore(msgspec.Struct, frozen=True):
    """An index beside what is really there; n index rows, then the new sources.

    Attributes:
        columns: the index.
        paths: how its paths are read.
        folders: the index's folders, then further ones that only samples are in.
        reals: real path of each folder.
        refusals: why a folder that is there could not be listed, "" for all others.
        present: whether the source of each index row is there, bool, shape (n,).
        moved: its modification time is not the stored one, bool, shape (n,).
        mtimes_ns: its modification time, 0 where it is absent, int64, shape (n,).
        new: sources without a row, in concept order.
        wanted: concept -> row numbers (n and above are `new`), int32, one per sample.
        unlisted: files beside indexed ones that no row names; filled only when there is no config
            to say which of them are samples.
        hidden: index row -> why its source, which is there, cannot be looked at.
    """

    columns: IndexColumns
    paths: SpelledPaths
    folders: list[str]
    reals: list[str]
    refusals: list[str]
    present: npt.NDArray[np.bool_]
    moved: npt.NDArray[np.bool_]
    mtimes_ns: npt.NDArray[np.int64]
    new: list[NewSource]
    wanted: Mapping[int, Rows]
    unlisted: list[NewSource]
    hidden: Mapping[int, str]

    def source(self, row: int) -> str:
        """A row's key as the index spells it, or would."""
        count = len(self.columns)
        of = self.new[row - count] if row >= count else None
        folder = self.columns.folder[row] if of is None else of.folder
        return before_name(self.folders[folder], self.columns.separator) + (
            self.columns.names[row] if of is None else of.name)

    def source_folders(self) -> SourceFolders:
        """Where its sources lie."""
        return SourceFolders(
            spelled=self.folders, reals=self.reals, refusals=self.refusals,
            folder=np.concatenate([
                self.columns.folder, np.array([new.folder for new in self.new], dtype=np.int32)]),
            present=self.present)

    def real_path(self, folder: int, name: str) -> str:
        """Where a source that the index names lies on this machine."""
        real = self.reals[folder]
        return os.path.join(real, self.paths.file_in(real, name))  # noqa: PTH118 - a million


def join_store(
    columns: IndexColumns,
    tree: SourceTree,
    paths: SpelledPaths,
    samples: Sequence[tuple[int, FolderSamples]],
    *,
    source_of_sample: Callable[[str], str] | None,
    is_source: Callable[[str], bool] | None,
) -> Job[JoinedStore]:
    """Join an index with the disk and the samples.

    `samples` are (concept, its samples in one folder) of every concept that asks.
    `source_of_sample` gives the name of the store's source for a sample's name; None where it is
    the sample itself. `is_source`, needed without a config, tells which listed names could be
    sources of this store.
    """
    by_folder: dict[str, list[tuple[int, FolderSamples]]] = {}
    for concept, group in samples:
        same = paths.same_folder(group.spelled, group.real)
        by_folder.setdefault(same, []).append((concept, group))
    sames = [paths.same_folder(spelled, paths.real(spelled)) for spelled in columns.folders]
    indexed = set(sames)
    new = [same for same in by_folder if same not in indexed]
    folders = [
        *columns.folders, *(_key_folder(by_folder[same][0][1], paths.flavour) for same in new)]
    joiner = _Joiner(columns, tree, paths, sames, source_of_sample, is_source)
    for code, same in enumerate([*sames, *new]):
        joiner.join_folder(code, folders[code], by_folder.get(same, ()))
        yield Progress("comparing files", code + 1, len(folders), "folders")
    return joiner.result(folders)


def _key_folder(group: FolderSamples, flavour: PathFlavour) -> str:
    """A new folder as keys have it: one of this system in a Windows index keeps its slashes."""
    if flavour is PathFlavour.POSIX or infer_config_flavour(group.spelled, flavour) is flavour:
        return group.spelled
    return join_path(group.spelled, "", PathFlavour.POSIX)


class _Joiner:
    """Collects one store's join folder by folder; of those spelled otherwise, all by the first."""

    def __init__(
        self,
        columns: IndexColumns,
        tree: SourceTree,
        paths: SpelledPaths,
        sames: Sequence[str],
        source_of_sample: Callable[[str], str] | None,
        is_source: Callable[[str], bool] | None,
    ) -> None:
        self._columns = columns
        self._tree = tree
        self._paths = paths
        self._source_of_sample = source_of_sample
        self._is_source = is_source
        firsts: dict[str, int] = {}
        self._first = [firsts.setdefault(same, code) for code, same in enumerate(sames)]
        folder = columns.folder
        if len(firsts) < len(sames):
            folder = np.array(self._first, dtype=np.int32)[folder]
        self._order = np.argsort(folder, kind="stable").astype(np.int32)
        counts = np.bincount(folder, minlength=len(sames))
        self._bounds = np.concatenate(([0], np.cumsum(counts)))
        self._present = np.zeros(len(columns), dtype=np.bool_)
        self._moved = np.zeros(len(columns), dtype=np.bool_)
        self._mtimes_ns = np.zeros(len(columns), dtype=np.int64)
        self._reals: list[str] = []
        self._refusals: list[str] = []
        self._hidden: dict[int, str] = {}
        self._new: list[NewSource] = []
        self._wanted: dict[int, list[Rows]] = {}
        self._unlisted: list[NewSource] = []

    def join_folder(
        self, code: int, spelled: str, groups: Sequence[tuple[int, FolderSamples]]
    ) -> None:
        """Join the index rows and the samples of one folder with its listing."""
        if code < len(self._first) and self._first[code] != code:
            self._reals.append(self._reals[self._first[code]])
            self._refusals.append(self._refusals[self._first[code]])
            return
        real = groups[0][1].real if groups else self._paths.real(spelled)
        listing = groups[0][1].listing if groups else self._tree.listing(real)
        self._reals.append(real)
        self._refusals.append("" if listing is not None else self._tree.refusal(real))
        if listing is None:
            return
        names, numbers = self._index_rows(code)
        indexed = SameNames(names, numbers, self._paths.flavour)
        rows = indexed.find(listing.names)
        if self._paths.flavour is PathFlavour.WINDOWS:
            self._settle_alike(names, numbers, listing, rows)
        self._compare(rows, listing.mtimes_ns)
        self._note_hidden(indexed, real, listing.vanished, A_MOMENT_AGO)
        self._note_hidden(indexed, real, listing.subfolders, IS_A_FOLDER)
        if self._is_source is not None:
            self._note_unlisted(code, rows, listing)
        of_group: dict[int, Rows] = {}
        for concept, group in groups:
            wanted = of_group.get(id(group))
            if wanted is None:
                wanted = self._samples(code, group, rows) if self._source_of_sample is None \
                    else self._sources(code, group, indexed, self._source_of_sample)
                of_group[id(group)] = wanted
            self._wanted.setdefault(concept, []).append(wanted)

    def result(self, folders: list[str]) -> JoinedStore:
        """Return the finished join of the store."""
        return JoinedStore(
            columns=self._columns, paths=self._paths, folders=folders, reals=self._reals,
            refusals=self._refusals, present=self._present, moved=self._moved,
            mtimes_ns=self._mtimes_ns, new=self._new, wanted={
                concept: np.concatenate(parts) if parts else np.zeros(0, np.int32)
                for concept, parts in self._wanted.items()
            },
            unlisted=self._unlisted, hidden=self._hidden)

    def _index_rows(self, code: int) -> tuple[list[str], list[int]]:
        """Names and numbers of a folder's rows."""
        if code >= len(self._first):
            return [], []
        rows = self._order[self._bounds[code]:self._bounds[code + 1]].tolist()
        names = self._columns.names
        if rows and rows[-1] - rows[0] + 1 == len(rows):
            return names[rows[0]:rows[-1] + 1], rows
        return [names[row] for row in rows], rows

    def _settle_alike(
        self, names: list[str], numbers: list[int], listing: FolderListing, rows: Rows
    ) -> None:
        """Rows and files that only their spelling tells apart: all of one file's rows are of it.

        A trainer whose concept was spelled anew has written them twice. Two such files, which only
        another system's disk can hold, are two sources: a row is of the one it spells.
        """
        hits = np.flatnonzero(rows >= 0)
        if len(distinct(rows[hits])) < len(hits):
            exact = [listing.names[at] == self._columns.names[rows[at]] for at in hits.tolist()]
            by_fit = hits[np.argsort(np.logical_not(exact), kind="stable")]
            later = np.setdiff1d(
                np.arange(len(hits)), np.unique(rows[by_fit], return_index=True)[1])
            rows[by_fit[later]] = -1
        left = np.flatnonzero(~np.isin(numbers, rows))
        if not len(left):
            return
        listed = SameNames(listing.names, range(len(listing.names)), self._paths.flavour)
        places = listed.find([names[at] for at in left.tolist()])
        there = places >= 0
        again = np.array(numbers, dtype=np.int32)[left[there]]
        self._compare(again, listing.mtimes_ns[places[there]])

    def _compare(self, rows: Rows, mtimes_ns: npt.NDArray[np.int64]) -> None:
        """Note the files of rows, -1 for a file without one; both of shape (n,)."""
        known = rows >= 0
        at = rows[known]
        self._present[at] = True
        self._mtimes_ns[at] = mtimes_ns[known]
        self._moved[at] = mtimes_as_floats(mtimes_ns[known]) != self._columns.mtimes[at]

    def _note_hidden(
        self, indexed: SameNames, real: str, names: Sequence[str], there: str
    ) -> None:
        """Note the rows of what is listed and is no file to look at: they are not gone."""
        if not names:
            return
        for name, row in zip(names, indexed.find(list(names)).tolist(), strict=True):
            path = os.path.join(real, name)  # noqa: PTH118 - folders are texts here
            if row >= 0 and (reason := why_hidden(path, there=there)):
                self._present[row] = True
                self._hidden[row] = f"{name}: {reason}"

    def _note_unlisted(self, code: int, rows: Rows, listing: FolderListing) -> None:
        if self._is_source is None:
            return
        # Each drive lists in an order of its own; what is told is the same on all.
        for at in sorted(np.flatnonzero(rows < 0).tolist(), key=listing.names.__getitem__):
            name = listing.names[at]
            if self._is_source(name):
                self._unlisted.append(NewSource(
                    folder=code, name=name, present=True, sample=name,
                    mtime_ns=int(listing.mtimes_ns[at])))

    def _samples(self, code: int, group: FolderSamples, rows: Rows) -> Rows:
        """Rows of a folder's samples; a new one's number is put into `rows`, per listed name."""
        listing = group.listing
        new = group.rows[rows[group.rows] < 0].tolist()
        for at in sorted(new, key=listing.names.__getitem__):
            name = listing.names[at]
            rows[at] = self._add(NewSource(
                folder=code, name=name, present=True, sample=name,
                mtime_ns=int(listing.mtimes_ns[at])))
        return rows[group.rows]

    def _sources(
        self,
        code: int,
        group: FolderSamples,
        indexed: SameNames,
        source_of_sample: Callable[[str], str],
    ) -> Rows:
        """Rows of the sources of a folder's samples; what is new is put into `indexed`."""
        listed = group.listing.names
        samples = [listed[at] for at in group.rows.tolist()]
        # Two pictures with one stem share a caption: one source, asked for once.
        sources = dict(zip(map(source_of_sample, samples), samples, strict=True))
        rows = indexed.find(list(sources))
        missing = np.flatnonzero(rows < 0).tolist()
        if missing:
            names = list(sources)
            missing.sort(key=names.__getitem__)
            files = SameNames(listed, range(len(listed)), self._paths.flavour)
            for at, place in zip(
                    missing, files.find([names[at] for at in missing]).tolist(), strict=True):
                # Of names alike the first is new, the others are it.
                known = indexed.get(names[at])
                if known is None:
                    known = self._add(NewSource(
                        folder=code, name=names[at], present=place >= 0,
                        mtime_ns=int(group.listing.mtimes_ns[place]) if place >= 0 else 0,
                        sample=sources[names[at]]))
                    indexed.add(names[at], known)
                rows[at] = known
        if self._paths.flavour is PathFlavour.WINDOWS:
            rows = rows[np.sort(np.unique(rows, return_index=True)[1])]
        return rows

    def _add(self, new: NewSource) -> int:
        """The number of a new source: they follow the index's rows."""
        self._new.append(new)
        return len(self._columns) + len(self._new) - 1
