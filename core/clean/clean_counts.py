"""Counts of one clean, from which its report is made."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from larder.core.clean.plan import CleanPlan
from larder.core.errors import UserFacingError
from larder.core.quantities import Amount
from larder.core.writes.reports import CleanReport, LeftItem


@dataclass(slots=True)
class CleanCounts:
    """Counts of one clean so far, over all folders.

    Attributes:
        rows: index rows that went, by store id.
        freed: items deleted to make room.
        backup_bytes: what the last-good copies of the indexes grew by.
        refused: the first failure of a whole folder.
        done: items that were gone through.
        total: items of the clean.
    """

    moved_files: int = 0
    moved_bytes: int = 0
    dropped: list[LeftItem] = field(default_factory=list)
    failed: list[LeftItem] = field(default_factory=list)
    rows: dict[str, int] = field(default_factory=dict)
    clean_id: str | None = None
    freed: set[int] = field(default_factory=set)
    backup_bytes: int = 0
    refused: UserFacingError | None = None
    done: int = 0
    total: int = 0

    @property
    def is_empty(self) -> bool:
        """True if nothing was done."""
        return self.clean_id is None and not self.freed

    def add_files(self, plan: CleanPlan, items: Collection[int]) -> None:
        """Count the files of items that are gone."""
        numbers = sorted(items)
        self.moved_files += int(plan.files[numbers].sum())
        self.moved_bytes += int(plan.bytes[numbers].sum())

    def report(self, *, delete: bool, cancelled: bool) -> CleanReport:
        """The report of a clean that has ended so."""
        moved = Amount(self.moved_files, self.moved_bytes)
        return CleanReport(
            quarantined=Amount() if delete else moved, deleted=moved if delete else Amount(),
            dropped=tuple(self.dropped), failed=tuple(self.failed), index_rows_dropped=self.rows,
            undo=None if delete else self.clean_id, cancelled=cancelled,
            backup_bytes=max(self.backup_bytes, 0))
