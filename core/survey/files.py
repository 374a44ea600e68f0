"""Verdicts of the files in a smart cache's folder.

Liveness comes from entries only: a file is referenced when any live entry names its stem, whatever
its variation number. A row that could not be read may name anything, so the plan holds back; see
the plan.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from larder.core.files.folder_scan import FolderListing
from larder.core.keys.payload_names import SmartName, parse_smart_name, split_smart_names
from larder.core.stores.smart.columns import IndexColumns
from larder.core.survey.report import PayloadFiles
from larder.core.survey.variants import PayloadPositions
from larder.core.survey.verdicts import PayloadVerdict


@dataclass(frozen=True, slots=True)
class FilesOfRows:
    """Which files of a listing belong to which index rows.

    Attributes:
        pairs: (file position, variant) of every file that a variant names, int32, shape (k, 2).
        bytes: payload bytes of each index row, int64, shape (n,).
    """

    pairs: npt.NDArray[np.int32]
    bytes: npt.NDArray[np.int64]


def assign_files(
    columns: IndexColumns, listing: FolderListing, payloads: PayloadPositions
) -> FilesOfRows:
    """Find every file of every variant, any variation number.

    Variation 1 is found already; other payload names are parsed one by one, so a store with one
    variation per file costs nothing more.
    """
    found = np.flatnonzero(payloads.first >= 0).astype(np.int32)
    first = np.stack([payloads.first[found], found], axis=1)
    taken = np.zeros(len(listing.names), dtype=np.bool_)
    taken[payloads.first[found]] = True
    further = _further_variations(columns, listing, taken)
    pairs = np.concatenate([first, further])
    size = np.zeros(len(columns), dtype=np.int64)
    np.add.at(size, columns.variant_row[pairs[:, 1]], listing.sizes[pairs[:, 0]])
    return FilesOfRows(pairs=pairs, bytes=size)


def judge_files(
    columns: IndexColumns,
    listing: FolderListing,
    files: FilesOfRows,
    *,
    live: npt.NDArray[np.bool_],
    readoptable: Collection[str],
    superseded: Mapping[str, str],
    damaged: Mapping[str, str],
) -> PayloadFiles:
    """Give each file its verdict.

    Args:
        columns: the index.
        listing: of the store's folder.
        files: which files belong to which rows.
        live: which index rows keep their files, bool, shape (n,).
        readoptable: payload names that a present source can claim.
        superseded: payload names the journal knows to be replaced, with their source.
        damaged: payload names whose content is damaged, with the sentence why.
    """
    rows_of = columns.variant_row[files.pairs[:, 1]]
    named = np.zeros(len(listing.names), dtype=np.bool_)
    named[files.pairs[:, 0]] = True
    referenced = np.zeros(len(listing.names), dtype=np.bool_)
    referenced[files.pairs[live[rows_of], 0]] = True
    verdicts = np.full(len(listing.names), PayloadVerdict.REFERENCED, dtype=np.uint8)
    ours = referenced.copy()
    foreign: list[str] = []
    made_from: dict[str, str] = {}
    loose = np.flatnonzero(~referenced).tolist()
    kinds = split_smart_names([listing.names[at] for at in loose]).tolist()
    for at, kind in zip(loose, kinds, strict=True):
        name = listing.names[at]
        verdict = _VERDICT_OF_KIND.get(kind)
        if kind == SmartName.PAYLOAD:
            verdict = _payload_verdict(name, bool(named[at]), readoptable, superseded)
        if verdict is None:
            foreign += [name] if kind == SmartName.FOREIGN else []
            continue
        ours[at] = True
        verdicts[at] = verdict
        if verdict is PayloadVerdict.SUPERSEDED:
            made_from[name] = superseded[name]
    kept = _kept_files(columns, listing, files, ours, referenced, verdicts, made_from, foreign)
    return replace(kept, damaged={
        at: damaged[name] for at, name in enumerate(kept.names) if name in damaged
    }) if damaged else kept


_VERDICT_OF_KIND = {
    SmartName.TEMP: PayloadVerdict.TEMP_LEFTOVER,
    SmartName.LARDER_TEMP: PayloadVerdict.TEMP_LEFTOVER,
    SmartName.SENTINEL: PayloadVerdict.SENTINEL,
}
"""Names that no entry decides about; index files and foreign names get no verdict."""


def _payload_verdict(
    name: str, named: bool, readoptable: Collection[str], superseded: Mapping[str, str]
) -> PayloadVerdict:
    if name in readoptable:
        return PayloadVerdict.READOPTABLE
    if named:
        return PayloadVerdict.ORPHANED
    return PayloadVerdict.SUPERSEDED if name in superseded else PayloadVerdict.UNINDEXED


def _kept_files(
    columns: IndexColumns,
    listing: FolderListing,
    files: FilesOfRows,
    ours: npt.NDArray[np.bool_],
    referenced: npt.NDArray[np.bool_],
    verdicts: npt.NDArray[np.uint8],
    made_from: Mapping[str, str],
    foreign: Sequence[str],
) -> PayloadFiles:
    """Leave out index files and foreign names, and renumber what names the dead files."""
    kept = np.flatnonzero(ours)
    position = np.cumsum(ours) - 1
    named_by: dict[int, list[int]] = {}
    dead = files.pairs[~referenced[files.pairs[:, 0]]]
    for at, variant in dead.tolist():
        named_by.setdefault(int(position[at]), []).append(int(columns.variant_row[variant]))
    names = [listing.names[at] for at in kept.tolist()]
    replaced = np.flatnonzero(verdicts[kept] == PayloadVerdict.SUPERSEDED).tolist()
    return PayloadFiles(
        names=names, sizes=listing.sizes[kept], mtimes_ns=listing.mtimes_ns[kept],
        verdicts=verdicts[kept],
        named_by={at: tuple(dict.fromkeys(rows)) for at, rows in named_by.items()},
        made_from={at: made_from[names[at]] for at in replaced},
        why={
            at: f"a newer payload of {made_from[names[at]]} has replaced it" for at in replaced},
        foreign=tuple(foreign))


def _further_variations(
    columns: IndexColumns, listing: FolderListing, taken: npt.NDArray[np.bool_]
) -> npt.NDArray[np.int32]:
    """Pairs, as in `FilesOfRows`, of payload files that are no variant's variation 1."""
    files_of: dict[str, list[int]] = {}
    for at in np.flatnonzero(~taken).tolist():
        name = listing.names[at]
        if parse_smart_name(name) is not None:
            files_of.setdefault(name.rpartition("_")[0], []).append(at)
    pairs = [
        (at, variant) for variant, stem in enumerate(columns.stems)
        for at in files_of.get(stem, ())
    ] if files_of else []
    return np.array(pairs, dtype=np.int32).reshape(-1, 2)
