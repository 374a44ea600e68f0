"""A clean plan as the window keeps it: summary, items by column, and which are ticked.

Made in a pool thread. Items are numbers into columns; a group is an array of such numbers, because
a plan may have a million items and the window none of them as an object. What is ticked is one
mask; sums are numpy's.
"""

from __future__ import annotations

import enum
import operator
from collections.abc import Collection, Mapping, Sequence
from dataclasses import astuple, dataclass, field, fields
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from larder.app.jobs.job import read_document
from larder.core.clean.plan import CleanReason
from larder.core.clean.plan_document import PlanDocument
from larder.core.columns import TextColumn, load_columns
from larder.core.requests.options import Answer

CHUNK_ROWS = 50_000
LONGEST = 1 << 16
"""Bytes of the longest path that is told apart; longer ones than any system allows."""

Items = npt.NDArray[np.int32]
Mask = npt.NDArray[np.bool_]

GROUP_ORDER: Sequence[CleanReason] = (
    CleanReason.TEMP_LEFTOVER, CleanReason.SUPERSEDED, CleanReason.ORPHANED, CleanReason.UNINDEXED,
    CleanReason.LEGACY_LEFTOVER, CleanReason.CORRUPT, CleanReason.STALE, CleanReason.SUSPECT,
    CleanReason.UNLISTED, CleanReason.LEGACY_GROUP,
    CleanReason.AGED, CleanReason.OVER_BUDGET, CleanReason.CLEARED,
)
"""Surest first, so that what needs thought stands at the end."""


def rows_equal_to(column: TextColumn, texts: Collection[str]) -> npt.NDArray[np.bool_]:
    """Which rows are one of `texts`; bool, shape (rows,).

    Without a string per row: rows are compared by a 64-bit hash worked out for many rows at once, a
    chunk at a time, because the hash needs 8 bytes per byte of text.
    """
    wanted = _hashes(TextColumn.from_strings(texts))
    parts = [
        np.isin(_hashes(_part(column, start)), wanted)
        for start in range(0, len(column), CHUNK_ROWS)]
    return np.concatenate(parts) if parts else np.zeros(0, dtype=np.bool_)


def _part(column: TextColumn, start: int) -> TextColumn:
    offsets = column.offsets[start: start + CHUNK_ROWS + 1]
    return TextColumn(blob=column.blob[int(offsets[0]): int(offsets[-1])],
                      offsets=offsets - offsets[0])


def _hashes(column: TextColumn) -> npt.NDArray[np.uint64]:
    """A sum over each row's bytes, every place weighted by a random odd number, modulo 2**64."""
    lengths = np.diff(column.offsets)
    longest = min(int(lengths.max(initial=0)), LONGEST)
    weights = np.random.default_rng(0x1a4de4).integers(
        0, 1 << 63, longest + 1, dtype=np.uint64) * np.uint64(2) + np.uint64(1)
    place = np.arange(len(column.blob)) - np.repeat(column.offsets[:-1], lengths)
    terms = (column.blob.astype(np.uint64) + np.uint64(1)) * weights[np.minimum(place, longest)]
    # Prefix sums wrap around like the sums themselves, and know what an empty row is.
    prefix = np.zeros(len(terms) + 1, dtype=np.uint64)
    np.cumsum(terms, out=prefix[1:])
    return np.asarray(prefix[column.offsets[1:]] - prefix[column.offsets[:-1]])


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
    again: npt.NDArray[np.int64]
    preselected: Mask
    why: TextColumn

    def __len__(self) -> int:
        return len(self.bytes)


@dataclass(frozen=True, slots=True, eq=False)
class SnapshotGroup:
    """Items that are offered for the same reason.

    Attributes:
        items: their numbers in plan order, int32.
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
        file: where the whole plan is saved; applying it means applying this file.
        groups: what is shown, in `GROUP_ORDER`; groups without an item are left out.
        all_sources: whether every item is shown, not only those of some sources.
    """

    document: PlanDocument
    columns: PlanColumns
    file: Path
    groups: tuple[SnapshotGroup, ...]
    all_sources: bool

    @property
    def shown(self) -> int:
        """How many items are shown."""
        return sum(len(group) for group in self.groups)

    @property
    def bare_rows(self) -> int:
        """Index rows that go although no file does: their payloads are gone already."""
        return 0 if len(self.columns) else sum(self.document.index_rows.values())


def read_plan(
    answer: Answer, sources: Collection[str] | None = None, payloads: Collection[str] = (),
) -> PlanSnapshot:
    """Read a plan's answer.

    Args:
        answer: what the worker gave.
        sources: show only items whose first source is one of these; None for all.
        payloads: show those files beside them.

    Raises:
        OSError: if a table cannot be read.
        ValueError: if the answer names no tables or a table is no `.npy`.
    """
    if answer.tables is None or answer.plan is None:
        raise ValueError("the plan wrote no tables")
    loaded: dict[str, Any] = dict(load_columns(Path(answer.tables) / "plan"))
    columns = PlanColumns(**{column.name: loaded[column.name] for column in fields(PlanColumns)})
    shown = None if sources is None else (
        rows_equal_to(columns.source, sources) | rows_equal_to(columns.payload, payloads))
    return PlanSnapshot(
        document=read_document(answer, PlanDocument), columns=columns, file=Path(answer.plan),
        groups=_groups(columns, shown), all_sources=shown is None)


def _groups(columns: PlanColumns, shown: Mask | None) -> tuple[SnapshotGroup, ...]:
    groups = []
    for reason in GROUP_ORDER:
        of_group = columns.group == reason
        items = np.flatnonzero(of_group if shown is None else of_group & shown).astype(np.int32)
        if len(items):
            items = items[np.argsort(columns.source_rank[items], kind="stable")]
            total = _sum(columns, items)
            groups.append(SnapshotGroup(
                reason=reason, items=items, bytes=total.bytes, bytes_on_disk=total.bytes_on_disk))
    return tuple(groups)


class TickState(enum.Enum):
    """Tick state of a group: none, some or all of its items."""

    NONE = "none"
    SOME = "some"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Totals:
    """Totals of some items: their number, their files and their bytes.

    Attributes:
        again: payloads that the trainer's next run encodes again because they were removed.
    """

    items: int = 0
    files: int = 0
    bytes: int = 0
    bytes_on_disk: int = 0
    again: int = 0

    def __add__(self, other: Totals) -> Totals:
        return Totals(*map(operator.add, astuple(self), astuple(other)))

    def __sub__(self, other: Totals) -> Totals:
        return Totals(*map(operator.sub, astuple(self), astuple(other)))


def _sum(columns: PlanColumns, items: Items) -> Totals:
    return Totals(len(items), *(int(column[items].sum()) for column in (
        columns.files, columns.bytes, columns.bytes_on_disk, columns.again)))


class PlanTicks:
    """The ticks of one plan. Only items that are shown can be ticked.

    A change costs as much as the items it concerns, however long the plan is.
    """

    def __init__(self, plan: PlanSnapshot) -> None:
        self._plan = plan
        self._mask = np.zeros(len(plan.columns), dtype=np.bool_)
        self._totals = [Totals() for _ in plan.groups]
        self.tick_preselected()

    @property
    def mask(self) -> Mask:
        """One per item in plan order, as an apply takes it; do not write into it."""
        return self._mask

    @property
    def total(self) -> Totals:
        """Of all that is ticked."""
        return sum(self._totals, Totals())

    @property
    def seconds_again(self) -> float | None:
        """The seconds that encoding the ticked payloads again takes.

        None if the speed is not known for one of their stores.
        """
        columns, known = self._plan.columns, self._plan.document.seconds_each or {}
        each = np.array([known.get(store.id, np.nan)
                         for store in self._plan.document.store_facts], dtype=np.float64)
        items = np.flatnonzero(self._mask & (columns.again > 0))
        seconds = float((columns.again[items] * each[columns.store[items]]).sum())
        return None if np.isnan(seconds) else seconds

    @property
    def backup_growth(self) -> Mapping[str, int]:
        """Growth of the indexes' last-good copies by what is ticked, in bytes, by store."""
        document = self._plan.document
        used = {document.store_facts[at].id
                for at in np.unique(self._plan.columns.store[self._mask]).tolist()}
        return {
            store: size for store, size in (document.backup_bytes or {}).items()
            if document.index_rows.get(store) and (store in used or self._plan.bare_rows)}

    def of_group(self, group: int) -> Totals:
        """Of what is ticked in a group."""
        return self._totals[group]

    def state(self, group: int) -> TickState:
        """Return whether none, some or all of a group's items are ticked."""
        ticked = self._totals[group].items
        if not ticked:
            return TickState.NONE
        return TickState.ALL if ticked == len(self._plan.groups[group]) else TickState.SOME

    def is_ticked(self, item: int) -> bool:
        """Return whether an item is ticked."""
        return bool(self._mask[item])

    def tick(self, group: int, items: Items, *, on: bool) -> None:
        """Tick or un-tick items of one group."""
        changed = items[self._mask[items] != on]
        self._mask[changed] = on
        moved = _sum(self._plan.columns, changed)
        self._totals[group] = (
            self._totals[group] + moved if on else self._totals[group] - moved)

    def tick_preselected(self) -> None:
        """Tick what the plan preselects, and nothing else."""
        preselected = self._plan.columns.preselected
        for at, group in enumerate(self._plan.groups):
            self.tick(at, group.items[~preselected[group.items]], on=False)
            self.tick(at, group.items[preselected[group.items]], on=True)

    @property
    def are_preselected(self) -> bool:
        """True if exactly the items that the plan preselects are ticked."""
        return bool(np.array_equal(self._mask, self._plan.columns.preselected))
