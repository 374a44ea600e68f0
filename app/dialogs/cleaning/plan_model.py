"""The Clean dialog's outline as an item model: a table whose lines are groups and items.

A tree view keeps a record per child and asks three questions about each when a group opens: half a
minute at a million items. A table asks only about the lines it paints, and opening a group of a
million costs it three milliseconds. Lines are worked out, not stored: a line's number leads to its
group and item through at most six sums, so a plan of a million items costs one array of item
numbers per group.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from PySide6.QtCore import QModelIndex, QObject, Qt, Signal

from larder.app.cleaning.plan_snapshot import (
    Items,
    PlanSnapshot,
    PlanTicks,
    TickState,
)
from larder.app.cleaning.texts import age_text, format_ticked
from larder.app.models.tables import (
    RIGHT,
    Cell,
    CellTable,
    ColumnSpec,
    Index,
    Spans,
    TableContents,
    Unit,
)
from larder.app.presentation.clean_reasons import group_look
from larder.app.presentation.figures import Figures
from larder.app.presentation.sentences import Sentences
from larder.app.presentation.shown_names import ShownNames
from larder.app.window_look import IconCache
from larder.core.clean.plan import CleanReason
from larder.core.files.table_file import CellValue, TableColumn

_tr = Sentences("Clean")

_UNNAMED: dict[CleanReason, str] = {
    CleanReason.LEGACY_GROUP: "everything cached of one concept with one set of settings",
    CleanReason.LEGACY_LEFTOVER: "a folder that no training uses",
}
"""What stands in place of a source where there are many or none."""

CHECK_STATES: dict[TickState, Qt.CheckState] = {
    TickState.NONE: Qt.CheckState.Unchecked,
    TickState.SOME: Qt.CheckState.PartiallyChecked,
    TickState.ALL: Qt.CheckState.Checked,
}
_SPOKEN: dict[TickState, str] = {
    TickState.NONE: "not ticked",
    TickState.SOME: "partly ticked",
    TickState.ALL: "ticked",
}

_PLAIN = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
_TICKABLE = _PLAIN | Qt.ItemFlag.ItemIsUserCheckable


class PlanColumn(enum.IntEnum):
    """Columns of the outline."""

    NAME = 0
    FILE = 1
    STORE = 2
    AGE = 3
    SIZE = 4
    ON_DISK = 5
    REMARK = 6


PLAN_COLUMNS: dict[int, ColumnSpec] = {
    PlanColumn.NAME: ColumnSpec("Source", 42, least=34),
    PlanColumn.FILE: ColumnSpec("File", 31, least=14, leaves=3),
    PlanColumn.STORE: ColumnSpec("Kind", 15, least=8, leaves=1),
    PlanColumn.AGE: ColumnSpec("Age", 12, align=RIGHT, unit=Unit.SECONDS),
    PlanColumn.SIZE: ColumnSpec("Size", 12, align=RIGHT, unit=Unit.BYTES),
    PlanColumn.ON_DISK: ColumnSpec(
        "On disk", 12, align=RIGHT, unit=Unit.BYTES, leaves=2),
    PlanColumn.REMARK: ColumnSpec(
        "Remark", 22, elide=Qt.TextElideMode.ElideRight, least=18),
}


@dataclass(frozen=True, slots=True)
class PlanCell(Cell):
    """Everything a delegate paints of one cell; what belongs to a group's line is strong.

    Attributes:
        check: state of its tick box, None where there is none.
        expanded: whether the group stands open, None where that is no question.
    """

    check: Qt.CheckState | None = None
    expanded: bool | None = None


@dataclass(frozen=True, slots=True)
class PlanLine:
    """Group or item that a line of the outline represents.

    Attributes:
        group: position of its group.
        item: number of the item, None for the group itself.
    """

    group: int
    item: int | None


_NUMBERS: dict[int, str] = {
    PlanColumn.AGE: "age_s", PlanColumn.SIZE: "bytes", PlanColumn.ON_DISK: "bytes_on_disk"}
"""Columns of numbers -> what they are called in a plan's columns, and of bytes in its groups."""
_SORTED = {PlanColumn.NAME: "source_rank", **_NUMBERS}
"""Not by columns of few distinct values or of sentences."""


def sort_items(plan: PlanSnapshot, column: PlanColumn, *, descending: bool) -> list[Items]:
    """Each group's items by raw value, stably: pure numpy, meant for a pool thread."""
    if column not in _SORTED:
        return [group.items for group in plan.groups]
    found = []
    for group in plan.groups:
        values = np.asarray(
            getattr(plan.columns, _SORTED[column])[group.items], dtype=np.int64)
        order = np.argsort(-values if descending else values, kind="stable")
        found.append(group.items[order])
    return found


class PlanModel(CellTable):
    """Lines of a plan.

    Signals:
        ticks_changed: what is ticked, and so what the footer says.
    """

    ticks_changed = Signal()

    def __init__(
        self, figures: Figures, icons: IconCache, parent: QObject | None = None, *,
        names: ShownNames | None = None,
    ) -> None:
        super().__init__(PLAN_COLUMNS, _tr, parent)
        self._names = names or ShownNames()
        self._figures = figures
        self._icons = icons
        self._plan: PlanSnapshot
        self._ticks: PlanTicks
        self._items: list[Items] = []
        self._expanded: list[bool] = []

    def show_plan(self, plan: PlanSnapshot, ticks: PlanTicks, *, expanded: bool) -> None:
        """Show a plan, with every group open or closed."""
        self.beginResetModel()
        self._plan, self._ticks = plan, ticks
        self._items = [group.items for group in plan.groups]
        self._expanded = [expanded] * len(plan.groups)
        self.endResetModel()

    def show_items(self, items: list[Items]) -> None:
        """Show the items of each group in another order, as `sort_items` gives it."""
        self.beginResetModel()
        self._items = items
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        """Groups, and items of those that stand open."""
        return 0 if parent.isValid() else self.top_of(len(self._items))

    def line(self, position: int) -> PlanLine:
        """Return the group or item at a position.

        Raises:
            IndexError: if there is no such line.
        """
        left = position
        for group in range(len(self._items)):
            if left == 0:
                return PlanLine(group, None)
            below = self._below(group)
            if left <= below:
                return PlanLine(group, int(self._items[group][left - 1]))
            left -= 1 + below
        raise IndexError(position)

    def top_of(self, group: int) -> int:
        """Position of a group's own line."""
        return group + sum(self._below(above) for above in range(group))

    def _below(self, group: int) -> int:
        """Lines below a group's own."""
        return len(self._items[group]) if self._expanded[group] else 0

    def is_expanded(self, group: int) -> bool:
        """Return whether a group's items are shown."""
        return self._expanded[group]

    def expand(self, group: int, *, on: bool) -> None:
        """Show or hide a group's items."""
        if self._expanded[group] == on:
            return
        top, count = self.top_of(group), len(self._items[group])
        if on:
            self.beginInsertRows(QModelIndex(), top + 1, top + count)
        else:
            self.beginRemoveRows(QModelIndex(), top + 1, top + count)
        self._expanded[group] = on
        if on:
            self.endInsertRows()
        else:
            self.endRemoveRows()
        self._announce(top, top)

    def _state(self, line: PlanLine) -> TickState:
        """How far a line is ticked."""
        if line.item is None:
            return self._ticks.state(line.group)
        return TickState.ALL if self._ticks.is_ticked(line.item) else TickState.NONE

    def is_ticked(self, position: int) -> bool:
        """Return whether a line is fully ticked."""
        return self._state(self.line(position)) is TickState.ALL

    def tick(self, first: int, last: int, *, on: bool) -> None:
        """Tick or un-tick a stretch of lines; a group among them with all its items."""
        for group, items in self._chosen([(first, last)]):
            self._ticks.tick(group, items, on=on)
            top = self.top_of(group)
            self._announce(top, top + self._below(group))
        self.ticks_changed.emit()

    def _chosen(self, spans: Spans) -> Iterator[tuple[int, Items]]:
        """Items of stretches of lines by group, each once; a group's own line stands for all."""
        for group, items in enumerate(self._items):
            top = self.top_of(group)
            bottom = top + self._below(group)
            chosen = [items if first <= top else items[first - top - 1: last - top]
                      for first, last in sorted(spans) if first <= bottom and last >= top]
            if chosen:
                yield group, (items if len(chosen[0]) == len(items) else np.concatenate(chosen))

    def toggle(self, position: int) -> None:
        """Tick a line, or un-tick it if it is wholly ticked."""
        self.tick(position, position, on=not self.is_ticked(position))

    def contents(self, columns: Sequence[int], spans: Spans) -> TableContents:
        """Items, whether their group stands open or not, with its reason and their ticks."""
        plan, ticked = self._plan, self._ticks.mask.copy()
        chosen = list(self._chosen(spans))
        words = [group_look(group.reason).word for group in plan.groups]
        numbers = {column: getattr(plan.columns, name) for column, name in _NUMBERS.items()}

        def values(item: int, column: PlanColumn) -> Iterator[CellValue]:
            number = numbers.get(column)
            return PLAN_COLUMNS[column].values_to_save(
                self._item_text(plan, item, column), None if number is None else int(number[item]))

        return TableContents(
            columns=[TableColumn(_tr("Reason"), "reason"),
                     TableColumn(_tr("Ticked"), "ticked"),
                     *(saved for column in columns
                       for saved in PLAN_COLUMNS[column].columns_to_save(self._titles[column]))],
            rows=([words[group], bool(ticked[item]),
                   *(value for column in columns for value in values(item, PlanColumn(column)))]
                  for group, items in chosen for item in items.tolist()),
            count=sum(len(items) for _, items in chosen), is_fixed=True)

    def cell(self, position: int, column: int) -> PlanCell:
        """One cell, for a delegate: one call instead of one per role."""
        line = self.line(position)
        if line.item is None:
            return self._group_cell(line, PlanColumn(column))
        return self._item_cell(line, line.item, PlanColumn(column))

    def tip(self, position: int, column: int) -> str:
        """Full paths and every byte."""
        line, plan = self.line(position), self._plan
        if column in (PlanColumn.SIZE, PlanColumn.ON_DISK):
            return self._figures.exact_bytes(self._bytes(line, column))
        if line.item is None:
            return group_look(plan.groups[line.group].reason).meaning
        if column in (PlanColumn.NAME, PlanColumn.FILE):
            return self._paths(line.item)
        return (self._item_text(plan, line.item, PlanColumn.REMARK)
                if column == PlanColumn.REMARK else "")

    def _bytes(self, line: PlanLine, column: int) -> int:
        """The size of an item, or of all of a group's, as it is and on disk."""
        name = _NUMBERS[column]
        return int(getattr(self._plan.groups[line.group], name) if line.item is None
                   else getattr(self._plan.columns, name)[line.item])

    def spoken(self, position: int, column: int) -> str:
        """"Source deleted, partly ticked, expanded"."""
        text = self.cell(position, column).text
        if column != PlanColumn.NAME:
            return super().spoken(position, column) if text else ""
        line = self.line(position)
        parts = [text, _tr(_SPOKEN[self._state(line)])]
        if line.item is None:
            parts.append(_tr("expanded") if self.is_expanded(line.group)
                         else _tr("collapsed"))
        return ", ".join(parts)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """The first column has tick boxes."""
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        return _TICKABLE if index.column() == PlanColumn.NAME else _PLAIN

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """As of every table, and the tick boxes."""
        if role == Qt.ItemDataRole.CheckStateRole and index.column() == PlanColumn.NAME:
            return CHECK_STATES[self._state(self.line(index.row()))]
        return super().data(index, role)

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Accessibility tools tick through here."""
        if role != Qt.ItemDataRole.CheckStateRole or index.column() != PlanColumn.NAME:
            return False
        self.tick(index.row(), index.row(), on=Qt.CheckState(value) == Qt.CheckState.Checked)
        return True

    def _group_cell(self, line: PlanLine, column: PlanColumn) -> PlanCell:
        group = self._plan.groups[line.group]
        look = group_look(group.reason)
        match column:
            case PlanColumn.NAME:
                return PlanCell(
                    text=look.word, icon=self._icons.of_look(look), strong=True,
                    check=CHECK_STATES[self._state(line)],
                    expanded=self.is_expanded(line.group))
            case PlanColumn.FILE:
                ticked = self._ticks.of_group(line.group).items
                return PlanCell(text=format_ticked(ticked, len(group), self._figures), strong=True)
            case PlanColumn.SIZE | PlanColumn.ON_DISK:
                return PlanCell(text=self._figures.bytes(self._bytes(line, column)), strong=True)
            case PlanColumn.REMARK:
                return PlanCell(text=look.meaning, muted=True)
            case _:
                return PlanCell(text="")

    def _item_cell(self, line: PlanLine, item: int, column: PlanColumn) -> PlanCell:
        text = self._item_text(self._plan, item, column)
        if column is PlanColumn.NAME:
            reason = self._plan.groups[line.group].reason
            unnamed = (_tr(_UNNAMED[reason]) if reason in _UNNAMED
                       else _tr("made from an unknown file"))
            return PlanCell(text=text or unnamed, muted=not text,
                            check=CHECK_STATES[self._state(line)])
        return PlanCell(text=text, muted=column in (PlanColumn.FILE, PlanColumn.STORE))

    def _item_text(self, plan: PlanSnapshot, item: int, column: PlanColumn) -> str:
        """Of any plan and in any thread."""
        columns, figures, names = plan.columns, self._figures, self._names
        match column:
            case PlanColumn.NAME:
                return names.path(columns.source[item])
            case PlanColumn.FILE:
                return names.payload(columns.payload[item])
            case PlanColumn.STORE:
                return names.store(plan.document.store_facts[columns.store[item]].id)
            case PlanColumn.AGE:
                return age_text(int(columns.age_s[item]), figures)
            case PlanColumn.SIZE:
                return figures.bytes(int(columns.bytes[item]))
            case PlanColumn.ON_DISK:
                return figures.bytes(int(columns.bytes_on_disk[item]))
            case PlanColumn.REMARK:
                return names.sentence(columns.why[item], (columns.source[item],))

    def _paths(self, item: int) -> str:
        """Source and payload, one per line."""
        columns = self._plan.columns
        source = columns.source[item]
        lines = [self._names.path(source)] if source else []
        more = int(columns.sources[item]) - 1
        if more > 0:
            lines.append(_tr("and %Ln more", more))
        folder = self._names.folder(
            self._plan.document.store_facts[columns.store[item]].path)
        return "\n".join([*lines, f"{folder}/{self._names.payload(columns.payload[item])}"])

    def _announce(self, first: int, last: int) -> None:
        self.dataChanged.emit(self.index(first, 0), self.index(last, len(PlanColumn) - 1))
