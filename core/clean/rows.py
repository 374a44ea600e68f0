"""Takes the rows of vanished sources out of an index in the course of a clean.

The stamp of the new index stands in the quarantine before the new index counts, so that after a
crash it can be told whether the index is the old one, ours, or somebody else's.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from larder.core.clean.plan import PlannedStore
from larder.core.clean.quarantine.moves import note_index
from larder.core.clean.quarantine.record import QuarantineRecord
from larder.core.clean.quarantine.restore import BACKUP_NAME
from larder.core.files.file_stamp import IndexStamp
from larder.core.stores.index_rewrite import IndexEdit, rewrite_index
from larder.core.survey.report import IndexCopy


def drop_rows(
    record: QuarantineRecord, store: PlannedStore, rows: Sequence[str]
) -> QuarantineRecord:
    """Write the index without the rows; the old one becomes the last-good copy.

    An index that was recovered from another copy is written from that copy, which stays.

    Raises:
        StalePlanError: if the index is not the one that was planned for.
        UserFacingError: if it cannot be written.
    """
    is_main = store.index_copy is IndexCopy.MAIN
    return _write(
        record, rows, expected=store.stamp,
        backup=store.folder / BACKUP_NAME if is_main else None,
        source=None if is_main else store.folder / store.index_copy.value)


def drop_rows_again(
    record: QuarantineRecord, store: PlannedStore, rows: Sequence[str]
) -> QuarantineRecord:
    """Write the index anew from what it was before the clean, without these rows only.

    Raises:
        StalePlanError: if somebody else wrote the index since.
        UserFacingError: if it cannot be written.
    """
    kept = record.kept_index(store.index_copy.value)
    return _write(
        record, rows, expected=record.index_after, backup=None,
        source=store.folder / store.index_copy.value if kept is None else kept)


def _write(
    record: QuarantineRecord,
    rows: Sequence[str],
    *,
    expected: IndexStamp | None,
    backup: Path | None,
    source: Path | None,
) -> QuarantineRecord:
    announced = record

    def announce(after: IndexStamp) -> None:
        nonlocal announced
        announced = note_index(record, after)

    written = rewrite_index(
        record.store, IndexEdit(drop=frozenset(rows), prune_concepts=True), expected=expected,
        backup=backup, source=source, announce=announce)
    return announced if announced.index_after == written else note_index(record, written)
