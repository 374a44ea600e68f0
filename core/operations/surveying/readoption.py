"""Which payloads without a live entry a present source can claim, by content.

A renamed or moved picture keeps its payload: its bytes give the payload's name. Only sources
without an entry are hashed, and only while some payload has no live entry; both together cost
nothing on an unchanged workspace.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from larder.core.files.folder_scan import FolderListing
from larder.core.keys.payload_names import HASH_DIGITS, parse_smart_name
from larder.core.operations.surveying.files import FilesOfRows
from larder.core.operations.surveying.report import Readoption
from larder.core.stores.index_columns import IndexColumns
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
