"""One clean plan as the window keeps it: the summary and its memory-mapped items.

Made in a pool thread. Items are numbers into columns; a group is an array of such numbers, because
a plan may have a million items and the window none of them as an object.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from larder.app.models.plan_document import PlanDocument, read_plan_document
from larder.app.models.text_matching import rows_equal_to
from larder.core.clean.reason import CleanReason
from larder.core.columns import TextColumn, load_columns
from larder.core.requests.options import Answer

Items = npt.NDArray[np.int32]
Mask = npt.NDArray[np.bool_]

GROUP_ORDER: Sequence[CleanReason] = (
    CleanReason.TEMP_LEFTOVER, CleanReason.SUPERSEDED, CleanReason.ORPHANED, CleanReason.UNINDEXED,
    CleanReason.CORRUPT, CleanReason.LEGACY_GROUP,
    CleanReason.AGED, CleanReason.OVER_BUDGET, CleanReason.CLEARED,
)
"""Surest first, so that what needs thought stands at the end."""


@dataclass(frozen=True, slots=True)
class PlanColumns:
    """The `plan` table of `core.clean.plan_document`, column by column, n items."""

    store: npt.NDArray[np.int32]
    group: npt.NDArray[np.uint8]
    payload: TextColumn
    source: TextColumn
    source_rank: npt.NDArray[np.int32]
    sources: npt.NDArray[np.int32]
    bytes: npt.NDArray[np.int64]
    bytes_on_disk: npt.NDArray[np.int64]
    age_s: npt.NDArray[np.int64]
    files: npt.NDArray[np.int64]
    preselected: Mask
    why: TextColumn

    def __len__(self) -> int:
        return len(self.bytes)


@dataclass(frozen=True, slots=True, eq=False)
class PlanGroup:
    """Items that are offered for the same reason.

    Attributes:
        reason: why.
        items: their numbers in plan order, int32.
        bytes: their size.
        bytes_on_disk: what they occupy.
    """

    reason: CleanReason
    items: Items = field(repr=False)
    bytes: int
    bytes_on_disk: int

    def __len__(self) -> int:
        return len(self.items)


@dataclass(frozen=True, slots=True, eq=False)
class PlanSnapshot:
    """A plan.

    Attributes:
        document: the summary.
        columns: the items.
        file: where the whole plan is saved; applying it means applying this file.
        groups: what is shown, in `GROUP_ORDER`; groups without an item are left out.
        all_sources: whether every item is shown, not only those of some sources.
    """

    document: PlanDocument
    columns: PlanColumns
    file: Path
    groups: tuple[PlanGroup, ...]
    all_sources: bool

    @property
    def store_ids(self) -> tuple[str, ...]:
        """Ids in the order of the `store` column."""
        return tuple(store.id for store in self.document.store_facts)

    @property
    def shown(self) -> int:
        """How many items are shown."""
        return sum(len(group) for group in self.groups)

    @property
    def bare_rows(self) -> int:
        """Index rows that go although no file does: their payloads are gone already."""
        return 0 if len(self.columns) else sum(self.document.index_rows.values())


def read_plan(answer: Answer, sources: Collection[str] | None = None) -> PlanSnapshot:
    """Read a plan's answer.

    Args:
        answer: what the worker gave.
        sources: show only items whose first source is one of these; None for all.

    Raises:
        OSError: if a table cannot be read.
        ValueError: if the answer names no tables or a table is no `.npy`.
    """
    if answer.tables is None:
        raise ValueError("the plan wrote no tables")
    loaded: dict[str, Any] = dict(load_columns(Path(answer.tables) / "plan"))
    columns = PlanColumns(**{column.name: loaded[column.name] for column in fields(PlanColumns)})
    shown = None if sources is None else rows_equal_to(columns.source, sources)
    return PlanSnapshot(
        document=read_plan_document(answer.document), columns=columns, file=Path(answer.plan),
        groups=_groups(columns, shown), all_sources=shown is None)


def _groups(columns: PlanColumns, shown: Mask | None) -> tuple[PlanGroup, ...]:
    groups = []
    for reason in GROUP_ORDER:
        of_group = columns.group == reason
        items = np.flatnonzero(of_group if shown is None else of_group & shown).astype(np.int32)
        if len(items):
            items = items[np.argsort(columns.source_rank[items], kind="stable")]
            groups.append(PlanGroup(
                reason=reason, items=items, bytes=int(columns.bytes[items].sum()),
                bytes_on_disk=int(columns.bytes_on_disk[items].sum())))
    return tuple(groups)
