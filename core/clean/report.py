"""What a clean did, as a value and as the `larder.clean-report/1` document."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

REPORT_SCHEMA = "larder.clean-report/1"


@dataclass(frozen=True, slots=True)
class LeftItem:
    """One planned item that a clean left where it is.

    Attributes:
        store: id of its store.
        payload: its name.
        why: one sentence.
    """

    store: str
    payload: str
    why: str


@dataclass(frozen=True, slots=True)
class CleanReport:
    """What a clean did.

    Attributes:
        quarantined_files: files moved into quarantine, those of trees and legacy groups counted
            one by one.
        quarantined_bytes: their size.
        deleted_files: files deleted for good.
        deleted_bytes: their size.
        dropped: items left because they changed after the plan was made.
        failed: items the file system refused to move.
        rows_dropped: rows taken out of the index, per store id.
        undo: what to give to an undo, None when there is nothing to undo.
        cancelled: whether it was stopped before it was through.
    """

    quarantined_files: int
    quarantined_bytes: int
    deleted_files: int
    deleted_bytes: int
    dropped: tuple[LeftItem, ...]
    failed: tuple[LeftItem, ...]
    rows_dropped: Mapping[str, int]
    undo: str | None
    cancelled: bool = False


def report_document(report: CleanReport) -> dict[str, Any]:
    """The report as a JSON-able document."""
    return {
        "schema": REPORT_SCHEMA,
        "quarantined": {"files": report.quarantined_files, "bytes": report.quarantined_bytes},
        "deleted": {"files": report.deleted_files, "bytes": report.deleted_bytes},
        "dropped": [_left(item) for item in report.dropped],
        "failed": [_left(item) for item in report.failed],
        "index_rows_dropped": dict(report.rows_dropped),
        "undo": report.undo,
        "cancelled": report.cancelled,
    }


def _left(item: LeftItem) -> dict[str, str]:
    return {"store": item.store, "payload": item.payload, "why": item.why}
