"""Sizes and dates of the files of a build's folders, as each folder was put aside.

What stays of a folder has a second name in the new one, and a trainer that fills that in place, as
`torch.save` does, writes into the folder in the quarantine too. What comes back is therefore held
against what was put aside. In the quarantine of a build::

    dates/<group>-variation-<n>.<old|new>.npy    int64, shape (3, files): slot, bytes, mtime_ns

The slot of `aggregate.pt` is -1. A record that is missing or damaged tells nothing.
"""

from __future__ import annotations

import io
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from larder.core.errors import UserFacingError
from larder.core.files.atomic_write import write_atomically
from larder.core.files.folder_scan import FolderListing, scan_folder
from larder.core.files.regular_file import read_regular
from larder.core.files.store_paths import refuse_link
from larder.core.keys.payload_names import AGGREGATE_NAME
from larder.core.stores.released.group_files import NO_SLOT, slot_numbers
from larder.core.writes.quarantine.exchange import Version
from larder.core.writes.quarantine.moves import MoveOutcome, MoveResult
from larder.core.writes.quarantine.record import QuarantineRecord

DATES_FOLDER: Final = "dates"
AGGREGATE_SLOT: Final = -1
NAMED: Final = 3
"""Files that a sentence names."""


def note_dates(record: QuarantineRecord, name: str, version: Version, files: FolderListing) -> None:
    """Write down what a folder holds that is put aside.

    Args:
        record: the quarantine of its build.
        name: of the folder, relative to the store.
        version: which of the two folders it is.
        files: what lies in it.

    Raises:
        UserFacingError: if the drive is full, or a link is in the way.
    """
    content = io.BytesIO()
    np.save(content, _columns(files), allow_pickle=False)
    folder = record.folder / DATES_FOLDER
    refuse_link(folder)
    folder.mkdir(exist_ok=True)
    write_atomically(_place(record, name, version), [content.getvalue()], fsync=False)


def note_live_dates(records: Sequence[QuarantineRecord], version: Version) -> None:
    """As `note_dates`, of all live folders of a build, which are put aside now.

    What cannot be written down is not told of later; an undo does not fail for that.
    """
    for record in records:
        for swap in record.swaps:
            with suppress(OSError, UserFacingError):
                note_dates(record, swap.move.name, version, scan_folder(
                    record.store / swap.move.name))


@dataclass(frozen=True, slots=True)
class WrittenSince:
    """Files that came back and are not what was put aside.

    Attributes:
        bytes: of those that have no other name.
        problems: a sentence for each folder.
    """

    files: int = 0
    bytes: int = 0
    problems: tuple[str, ...] = ()


NOTHING_WRITTEN: Final = WrittenSince()


class PutAside:
    """Recorded dates of the folders of one version in a build's quarantines.

    Made before any folder is exchanged: a quarantine may be gone afterwards.
    """

    def __init__(self, records: Sequence[QuarantineRecord], version: Version) -> None:
        self._before: dict[tuple[Path, str], npt.NDArray[np.int64]] = {}
        for record in records:
            for swap in record.swaps:
                with suppress(OSError, ValueError):
                    self._before[record.store, swap.move.name] = _read(
                        _place(record, swap.move.name, version))

    def written_since(
        self, store: Path, outcomes: Sequence[MoveOutcome],
        results: Collection[MoveResult] = (MoveResult.MOVED,),
    ) -> WrittenSince:
        """Look at the folders of a store that came back; what cannot be listed tells nothing.

        `results` are those of moves that brought one back: also by who was killed at it.
        """
        return self._unlike_in(store, store, [
            outcome.move.name for outcome in outcomes if outcome.result in results])

    def written_in_quarantine(self, record: QuarantineRecord) -> WrittenSince:
        """The same of folders that are still in a quarantine."""
        return self._unlike_in(
            record.store, record.files_folder, [swap.move.name for swap in record.swaps])

    def _unlike_in(self, store: Path, place: Path, names: Iterable[str]) -> WrittenSince:
        files, size, problems = 0, 0, list[str]()
        for name in names:
            before = self._before.get((store, name))
            if before is None:
                continue
            with suppress(OSError):
                found = scan_folder(place / name)
                if not (changed := _unlike(before, _columns(found))):
                    continue
                stamps = found.stamps()
                files += len(changed)
                size += sum(stamps[one][0] for one in changed
                            if one in stamps and one not in found.hard_linked)
                problems.append(_sentence(f"{store.name}/{name}", before.shape[1], changed))
        return WrittenSince(files, size, tuple(problems))


def _sentence(folder: str, total: int, changed: Sequence[str]) -> str:
    names = ", ".join(changed[:NAMED])
    more = f", +{len(changed) - NAMED:,}" if len(changed) > NAMED else ""
    return (f"{folder} was changed since it was replaced: {len(changed):,} of its {total:,} files "
            f"were written since then, most likely by a trainer ({names}{more}).")


def _place(record: QuarantineRecord, name: str, version: Version) -> Path:
    return record.folder / DATES_FOLDER / f"{name.replace('/', '-')}.{version.value}.npy"


def _columns(files: FolderListing) -> npt.NDArray[np.int64]:
    """Slot, bytes and date of the cached files of a listing, by slot."""
    slots = slot_numbers(files.names)
    cached = slots != NO_SLOT
    if AGGREGATE_NAME in files.names:
        aggregate = files.names.index(AGGREGATE_NAME)
        slots[aggregate], cached[aggregate] = AGGREGATE_SLOT, True
    found = np.stack((slots[cached], files.sizes[cached], files.mtimes_ns[cached]))
    return found[:, np.argsort(found[0])]


def _read(path: Path) -> npt.NDArray[np.int64]:
    """Read the recorded dates of one folder.

    Raises:
        OSError: if it cannot be read.
        ValueError: if it is damaged.
    """
    try:
        found: npt.NDArray[np.int64] = np.load(
            io.BytesIO(read_regular(path)), allow_pickle=False)
    except EOFError as error:
        raise ValueError(str(error)) from error
    if found.dtype != np.int64 or found.ndim != 2 or found.shape[0] != 3:
        raise ValueError(f"{path} is no record of dates")
    return found


def _unlike(before: npt.NDArray[np.int64], now: npt.NDArray[np.int64]) -> list[str]:
    """Names of files that were there before and are not the same now, by slot."""
    if np.array_equal(before, now):
        return []
    known = {tuple(one) for one in now.T.tolist()}
    return [AGGREGATE_NAME if one[0] == AGGREGATE_SLOT else f"{one[0]}.pt"
            for one in before.T.tolist() if tuple(one) not in known]
