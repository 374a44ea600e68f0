"""Which payloads without a live entry a present source can claim, by content.

A renamed or moved picture keeps its payload: its bytes give the payload's name. Only sources
without an entry are hashed, and only while some payload has no live entry; both together cost
nothing on an unchanged workspace.

What no source can claim is still not waste while a file that is there has its content, whatever
that file's entry says, or while a file cannot be read and so may have it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from larder.core.files.folder_scan import FolderListing
from larder.core.keys.payload_names import HASH_DIGITS, parse_smart_name
from larder.core.stores.smart.columns import IndexColumns
from larder.core.survey.files import FilesOfRows
from larder.core.survey.report import Readoption
from larder.core.workspace.roots import PathFlavour


@dataclass(frozen=True, slots=True)
class Claimant:
    """A present source whose content may already be cached.

    Attributes:
        row: its row number.
        hash: 16 hex digits of its content.
        mtime: seconds, as `os.stat` gives it.
        sidecars: content hashes of its sidecars by name ending ("-masklabel.png").
    """

    row: int
    hash: str
    mtime: float
    sidecars: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class UnclaimedPayloads:
    """Payload files that no live entry names, by the first digits of their content's hash."""

    by_hash12: Mapping[str, tuple[tuple[str, tuple[int, ...]], ...]]

    def __bool__(self) -> bool:
        return bool(self.by_hash12)


def unclaimed_payloads(
    columns: IndexColumns,
    listing: FolderListing,
    files: FilesOfRows,
    live: npt.NDArray[np.bool_],
) -> UnclaimedPayloads:
    """Collect payload files that no live row names, with the dead rows that do."""
    named, rows_of = files.pairs[:, 0], columns.variant_row[files.pairs[:, 1]]
    claimed = np.zeros(len(listing.names), dtype=np.bool_)
    claimed[named[live[rows_of]]] = True
    dead = ~claimed[named]
    dead_rows: dict[int, list[int]] = {}
    for at, row in zip(named[dead].tolist(), rows_of[dead].tolist(), strict=True):
        dead_rows.setdefault(at, []).append(row)
    grouped: dict[str, list[tuple[str, tuple[int, ...]]]] = {}
    for at in np.flatnonzero(~claimed).tolist():
        name = listing.names[at]
        if parse_smart_name(name) is not None:
            grouped.setdefault(name[:HASH_DIGITS], []).append((name, tuple(dead_rows.get(at, ()))))
    return UnclaimedPayloads({key: tuple(found) for key, found in grouped.items()})


def owners_of(
    columns: IndexColumns,
    unclaimed: UnclaimedPayloads,
    present: npt.NDArray[np.bool_],
    hashes: Mapping[int, str],
) -> dict[int, str]:
    """Index rows whose sources are there and have the content of an unclaimed payload.

    Args:
        columns: the index.
        unclaimed: the payloads.
        present: whether the source of each row is there, bool, shape (n,).
        hashes: present content of the rows that were hashed; of the others the row knows it.

    Returns:
        Row -> its source's content, 16 hex digits.
    """
    wanted = np.array([key.encode("ascii") for key in unclaimed.by_hash12], dtype=f"S{HASH_DIGITS}")
    stored = np.isin(columns.hashes.astype(f"S{HASH_DIGITS}"), wanted)
    rows = {*np.flatnonzero(present & stored).tolist(), *hashes}
    contents = {
        row: hashes.get(row) or bytes(columns.hashes[row]).decode("ascii") for row in sorted(rows)}
    return {row: content for row, content in contents.items()
            if content[:HASH_DIGITS] in unclaimed.by_hash12}


def held_payloads(
    unclaimed: UnclaimedPayloads,
    claimed: Collection[str],
    owners: Mapping[str, str],
    doubt: str,
) -> dict[str, str]:
    """Payload name -> why nobody can call it waste, for those that no source can claim.

    Args:
        unclaimed: payloads that no live entry names.
        claimed: names of those that a source can claim.
        owners: 12 digits of a content -> a file that is there and has it.
        doubt: a sentence about a file that cannot be read, "" when all can.
    """
    return {
        name: why for key, files in unclaimed.by_hash12.items()
        if (why := f"{owners[key]} is there and has this content." if key in owners else doubt)
        for name, _ in files if name not in claimed}


def readoptions(
    columns: IndexColumns, unclaimed: UnclaimedPayloads, claimants: Sequence[Claimant]
) -> tuple[Readoption, ...]:
    """Give payloads to claimants with the same content.

    The 12 digits of a name are enough where no entry knows more; a dead entry has all 16, and its
    recorded sidecars must be the claimant's.
    """
    found = []
    for claimant in claimants:
        payloads = []
        dead_row: int | None = None
        for name, rows in unclaimed.by_hash12.get(claimant.hash[:HASH_DIGITS], ()):
            if not rows:
                payloads.append(name)
                continue
            agreeing = [row for row in rows if _agrees(columns, row, claimant)]
            if agreeing:
                payloads.append(name)
                dead_row = agreeing[0] if dead_row is None else dead_row
        if payloads:
            found.append(Readoption(
                row=claimant.row, hash=claimant.hash, mtime=claimant.mtime,
                payloads=tuple(sorted(payloads)), dead_row=dead_row))
    return tuple(found)


def _agrees(columns: IndexColumns, row: int, claimant: Claimant) -> bool:
    if columns.hashes[row].decode("ascii") != claimant.hash:
        return False
    recorded = columns.sidecars.get(row, {})
    is_posix = PathFlavour(columns.separator) is PathFlavour.POSIX
    endings = {
        _ending(path if is_posix else path.lower()): content for path, content in recorded.items()}
    return all(claimant.sidecars.get(ending) == content for ending, content in endings.items())


def _ending(sidecar: str) -> str:
    """What a sidecar's name adds to its picture's stem: "-masklabel.png"."""
    dash = sidecar.rfind("-")
    return sidecar[dash:] if dash >= 0 else sidecar[sidecar.rfind("."):]
