"""Rows of a quarantine that are merged into an index that somebody has written since.

What is known of a relocation, which renamed rows instead of dropping them, stands here too.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

import msgspec

from larder.core.files.file_stamp import index_stamp, is_there
from larder.core.keys.payload_names import INDEX_NAME
from larder.core.stores.indexed.index_edit import IndexEdit
from larder.core.stores.indexed.index_rewrite import rewrite_index
from larder.core.stores.indexed.json_text import parse_json
from larder.core.stores.indexed.open_index import OpenIndex
from larder.core.stores.indexed.readopted_rows import row_in_folder
from larder.core.workspace.roots import PathFlavour, relocate_path
from larder.core.writes.last_good import BACKUP_NAME
from larder.core.writes.quarantine.copies import read_stored_rows
from larder.core.writes.quarantine.manifest import RELOCATED, Relocated
from larder.core.writes.quarantine.record import QuarantineRecord


def merge_rows(record: QuarantineRecord) -> tuple[int, tuple[str, ...]]:
    """Add the dropped rows that the present index lacks; its own rows are newer and stay.

    Returns:
        How many, and the keys of those that cannot be read any more.

    Raises:
        StalePlanError: if somebody saved the index meanwhile.
    """
    index, expected = record.store / INDEX_NAME, index_stamp(record.store / INDEX_NAME)
    rows, concepts, unreadable = read_stored_rows(record)
    present, renamed = set[str](), frozenset[str]()
    if is_there(index):
        with OpenIndex.open(index) as old:
            present = old.entries.keys() & {*rows, *unreadable}
            renamed = _as_relocated(record, rows.keys() - present, rows, old.entries)
    missing = {key: text for key, text in rows.items() if key not in present}
    lost = tuple(key for key in unreadable if key not in present)
    if missing:
        rewrite_index(
            record.store, IndexEdit(drop=renamed, add=missing, add_concepts=concepts),
            expected=expected, backup=record.store / BACKUP_NAME)
    return len(missing), lost


def relocation_of(record: QuarantineRecord) -> Relocated | None:
    """Return the relocation a quarantine records; None if it is of another operation."""
    said = record.detail.get(RELOCATED)
    return None if said is None else msgspec.convert(said, Relocated)


def _as_relocated(
    record: QuarantineRecord, missing: AbstractSet[str], rows: Mapping[str, bytes],
    present: Mapping[str, bytes],
) -> frozenset[str]:
    """New keys of renamed rows that nobody has written since; rows of others are newer."""
    said = relocation_of(record)
    if said is None:
        return frozenset()
    flavour = PathFlavour(said.separator)
    moved = {key: relocate_path(key, said.move, flavour) for key in missing}
    return frozenset(
        new for key, new in moved.items() if new is not None and new in present
        and parse_json(present[new]) == parse_json(row_in_folder(rows[key], said.move, flavour)))
