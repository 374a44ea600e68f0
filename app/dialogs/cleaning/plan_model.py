"""The Clean dialog's outline as an item model: a table whose lines are groups and items.

A tree view keeps a record per child and asks three questions about each when a group opens: half a
minute at a million items. A table asks only about the lines it paints, and opening a group of a
million costs it three milliseconds. Lines are worked out, not stored: a line's number leads to its
group and item through at most six sums, so a plan of a million items costs one array of item
numbers per group.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    Qt,
    Signal,
)
from PySide6.QtGui import QIcon

from larder.app.dialogs.cleaning.plan_snapshot import Items, PlanSnapshot, PlanTicks, TickState
from larder.app.dialogs.cleaning.texts import age_text, group_look, ticked_text
from larder.app.models.tables import RIGHT, ColumnSpec, Index
from larder.app.presentation.figures import Figures
from larder.app.presentation.plurals import Sentences
from larder.app.presentation.shown_names import ShownNames
from larder.app.window_look import IconShelf

_tr = Sentences("Clean")


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
    PlanColumn.NAME: ColumnSpec("Source", 42),
    PlanColumn.FILE: ColumnSpec("File", 31),
    PlanColumn.STORE: ColumnSpec("Kind", 15),
    PlanColumn.AGE: ColumnSpec("Age", 12, align=RIGHT),
    PlanColumn.SIZE: ColumnSpec("Size", 12, align=RIGHT),
    PlanColumn.ON_DISK: ColumnSpec("On disk", 12, align=RIGHT),
    PlanColumn.REMARK: ColumnSpec("Remark", 22, elide=Qt.TextElideMode.ElideRight),
}


@dataclass(frozen=True, slots=True)
class PlanCell:
    """Everything a delegate paints of one cell.

    Attributes:
        text: what is written.
        icon: what stands before it, None for nothing.
        muted: whether it is written in the quieter colour.
        heading: whether it belongs to a group's line.
        check: state of its tick box, None where there is none.
        expanded: whether the group stands open, None where that is no question.
    """

    text: str
    icon: QIcon | None = None
    muted: bool = False
    heading: bool = False
    check: Qt.CheckState | None = None
    expanded: bool | None = None


@dataclass(frozen=True, slots=True)
class PlanLine:
    """What a line of the outline stands for.

    Attributes:
        group: place of its group.
        item: number of the item, None for the group itself.
    """

    group: int
    item: int | None


class PlanOutline:
    """Which lines a plan has just now, and what is ticked."""

    def __init__(self, plan: PlanSnapshot, ticks: PlanTicks, *, expanded: bool) -> None:
        self.plan = plan
        self.ticks = ticks
        self._items: list[Items] = [group.items for group in plan.groups]
        self._expanded = [expanded] * len(plan.groups)

    def __len__(self) -> int:
        return self.top_of(len(self._items))

    def line(self, position: int) -> PlanLine:
        """What stands at a position.

        Raises:
            IndexError: if there is no such line.
        """
        left = position
        for group in range(len(self._items)):
            if left == 0:
                return PlanLine(group, None)
            below = self.below(group)
            if left <= below:
                return PlanLine(group, int(self._items[group][left - 1]))
            left -= 1 + below
        raise IndexError(position)

    def top_of(self, group: int) -> int:
        """Position of a group's own line."""
        return group + sum(self.below(above) for above in range(group))

    def below(self, group: int) -> int:
        """Lines below a group's own."""
        return len(self._items[group]) if self._expanded[group] else 0

    def is_expanded(self, group: int) -> bool:
        """Whether a group's items are shown."""
        return self._expanded[group]

    def set_expanded(self, group: int, *, on: bool) -> None:
        """Show or hide a group's items."""
        self._expanded[group] = on

    def state(self, line: PlanLine) -> TickState:
        """How far a line is ticked."""
        if line.item is None:
            return self.ticks.state(line.group)
        return TickState.ALL if self.ticks.is_ticked(line.item) else TickState.NONE

    def tick(self, first: int, last: int, *, on: bool) -> Iterator[int]:
        """Tick or un-tick the lines `first` to `last`; gives the groups that were touched.

        A group's own line stands for all of its items.
        """
        for group, items in enumerate(self._items):
            top = self.top_of(group)
            bottom = top + self.below(group)
            if first > bottom or last < top:
                continue
            chosen = items if first <= top else items[first - top - 1: last - top]
            self.ticks.tick(group, chosen, on=on)
            yield group

    def show_items(self, items: list[Items]) -> None:
        """Show each group's items in another order."""
        self._items = items


def sorted_items(plan: PlanSnapshot, column: PlanColumn, *, descending: bool) -> list[Items]:
    """Each group's items by raw value, stably: pure numpy, meant for a pool thread."""
    key = _sort_key(plan, column)
    if key is None:
        return [group.items for group in plan.groups]
    found = []
    for group in plan.groups:
        values = np.asarray(key[group.items], dtype=np.int64)
        order = np.argsort(-values if descending else values, kind="stable")
        found.append(group.items[order])
    return found


def _sort_key(plan: PlanSnapshot, column: PlanColumn) -> npt.NDArray[np.integer] | None:
    """Raw values; None for columns of few distinct values or of sentences."""
    columns = plan.columns
    match column:
        case PlanColumn.NAME:
            return columns.source_rank
        case PlanColumn.AGE:
            return columns.age_s
        case PlanColumn.SIZE:
            return columns.bytes
        case PlanColumn.ON_DISK:
            return columns.bytes_on_disk
        case _:
            return None


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


class PlanCells:
    """Cells of one outline."""

    def __init__(
        self, outline: PlanOutline, figures: Figures, icons: IconShelf, names: ShownNames,
    ) -> None:
        self._names = names
        self._outline = outline
        self._figures = figures
        self._icons = icons
        self._columns = outline.plan.columns
        self._stores = outline.plan.document.store_facts

    def cell(self, position: int, column: PlanColumn) -> PlanCell:
        """What is painted."""
        line = self._outline.line(position)
        if line.item is None:
            return self._group_cell(line, column)
        return self._item_cell(line, line.item, column)

    def tooltip(self, position: int, column: PlanColumn) -> str:
        """Full paths and every byte."""
        line = self._outline.line(position)
        if line.item is None:
            return self._group_tooltip(line.group, column)
        match column:
            case PlanColumn.NAME | PlanColumn.FILE:
                return self._paths(line.item)
            case PlanColumn.SIZE:
                return self._figures.exact_bytes(int(self._columns.bytes[line.item]))
            case PlanColumn.ON_DISK:
                return self._figures.exact_bytes(int(self._columns.bytes_on_disk[line.item]))
            case PlanColumn.REMARK:
                return self._why(line.item)
            case _:
                return ""

    def spoken(self, position: int, column: PlanColumn) -> str:
        """"Source deleted, partly ticked, expanded"."""
        text = self.cell(position, column).text
        if column is not PlanColumn.NAME:
            return f"{_tr(PLAN_COLUMNS[column].title)}: {text}" if text else ""
        line = self._outline.line(position)
        parts = [text, _tr(_SPOKEN[self._outline.state(line)])]
        if line.item is None:
            parts.append(_tr("expanded") if self._outline.is_expanded(line.group)
                         else _tr("collapsed"))
        return ", ".join(parts)

    def _group_cell(self, line: PlanLine, column: PlanColumn) -> PlanCell:
        group, outline = self._outline.plan.groups[line.group], self._outline
        look = group_look(group.reason)
        match column:
            case PlanColumn.NAME:
                return PlanCell(
                    text=look.word, icon=self._icons.of_look(look), heading=True,
                    check=CHECK_STATES[outline.state(line)],
                    expanded=outline.is_expanded(line.group))
            case PlanColumn.FILE:
                ticked = outline.ticks.of_group(line.group).items
                return PlanCell(text=ticked_text(ticked, len(group), self._figures), heading=True)
            case PlanColumn.SIZE:
                return PlanCell(text=self._figures.bytes(group.bytes), heading=True)
            case PlanColumn.ON_DISK:
                return PlanCell(text=self._figures.bytes(group.bytes_on_disk), heading=True)
            case PlanColumn.REMARK:
                return PlanCell(text=look.meaning, muted=True)
            case _:
                return PlanCell(text="")

    def _item_cell(self, line: PlanLine, item: int, column: PlanColumn) -> PlanCell:
        columns, figures = self._columns, self._figures
        match column:
            case PlanColumn.NAME:
                source = columns.source[item]
                text = self._names.path(source) or _tr("no source known")
                return PlanCell(text=text, muted=not source,
                                check=CHECK_STATES[self._outline.state(line)])
            case PlanColumn.FILE:
                return PlanCell(text=self._names.payload(columns.payload[item]), muted=True)
            case PlanColumn.STORE:
                return PlanCell(text=self._names.store(self._stores[columns.store[item]].id),
                                muted=True)
            case PlanColumn.AGE:
                return PlanCell(text=age_text(int(columns.age_s[item]), figures))
            case PlanColumn.SIZE:
                return PlanCell(text=figures.bytes(int(columns.bytes[item])))
            case PlanColumn.ON_DISK:
                return PlanCell(text=figures.bytes(int(columns.bytes_on_disk[item])))
            case PlanColumn.REMARK:
                return PlanCell(text=self._why(item))

    def _group_tooltip(self, group: int, column: PlanColumn) -> str:
        of_group = self._outline.plan.groups[group]
        match column:
            case PlanColumn.SIZE:
                return self._figures.exact_bytes(of_group.bytes)
            case PlanColumn.ON_DISK:
                return self._figures.exact_bytes(of_group.bytes_on_disk)
            case _:
                return group_look(of_group.reason).meaning

    def _paths(self, item: int) -> str:
        """Source and payload, one per line."""
        columns = self._columns
        source = columns.source[item]
        lines = [self._names.path(source)] if source else []
        more = int(columns.sources[item]) - 1
        if more > 0:
            lines.append(_tr("and %Ln more", more))
        folder = self._names.folder(self._stores[columns.store[item]].path)
        return "\n".join([*lines, f"{folder}/{self._names.payload(columns.payload[item])}"])

    def _why(self, item: int) -> str:
        return self._names.sentence(self._columns.why[item], (self._columns.source[item],))


_PLAIN = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
_TICKABLE = _PLAIN | Qt.ItemFlag.ItemIsUserCheckable


class PlanModel(QAbstractTableModel):
    """Lines of a plan.

    Signals:
        ticks_changed: what is ticked, and so what the footer says.
    """

    ticks_changed = Signal()

    def __init__(
        self, figures: Figures, icons: IconShelf, parent: QObject | None = None, *,
        names: ShownNames | None = None,
    ) -> None:
        super().__init__(parent)
        self._names = names or ShownNames()
        self._figures = figures
        self._icons = icons
        self._outline: PlanOutline | None = None
        self._cells: PlanCells | None = None
        self._titles = {column: _tr(spec.title) for column, spec in PLAN_COLUMNS.items()}

    def show_plan(self, plan: PlanSnapshot, ticks: PlanTicks, *, expanded: bool) -> None:
        """Show a plan, with every group open or closed."""
        self.beginResetModel()
        self._outline = PlanOutline(plan, ticks, expanded=expanded)
        self._cells = PlanCells(self._outline, self._figures, self._icons, self._names)
        self.endResetModel()

    def line(self, position: int) -> PlanLine:
        """What stands at a position."""
        return self._shown.line(position)

    def top_of(self, group: int) -> int:
        """Position of a group's own line."""
        return self._shown.top_of(group)

    def is_expanded(self, group: int) -> bool:
        """Whether a group's items are shown."""
        return self._shown.is_expanded(group)

    def expand(self, group: int, *, on: bool) -> None:
        """Show or hide a group's items."""
        outline = self._shown
        if outline.is_expanded(group) == on:
            return
        top, count = outline.top_of(group), len(outline.plan.groups[group])
        if on:
            self.beginInsertRows(QModelIndex(), top + 1, top + count)
            outline.set_expanded(group, on=True)
            self.endInsertRows()
        else:
            self.beginRemoveRows(QModelIndex(), top + 1, top + count)
            outline.set_expanded(group, on=False)
            self.endRemoveRows()
        self._announce(top, top)

    def is_ticked(self, position: int) -> bool:
        """Whether a line is wholly ticked."""
        return self._shown.state(self._shown.line(position)) is TickState.ALL

    def tick(self, first: int, last: int, *, on: bool) -> None:
        """Tick or un-tick a stretch of lines; a group among them with all its items."""
        for group in self._shown.tick(first, last, on=on):
            top = self._shown.top_of(group)
            self._announce(top, top + self._shown.below(group))
        self.ticks_changed.emit()

    def toggle(self, position: int) -> None:
        """Tick a line, or un-tick it if it is wholly ticked."""
        self.tick(position, position, on=not self.is_ticked(position))

    def tick_preselected(self) -> None:
        """Go back to what the plan preselects."""
        self._shown.ticks.tick_preselected()
        self._announce(0, self.rowCount() - 1)
        self.ticks_changed.emit()

    def show_items(self, items: list[Items]) -> None:
        """Show the items of each group in another order, as `sorted_items` gives it."""
        self.beginResetModel()
        self._shown.show_items(items)
        self.endResetModel()

    def cell(self, position: int, column: int) -> PlanCell:
        """One cell, for a delegate: one call instead of one per role."""
        assert self._cells is not None
        return self._cells.cell(position, PlanColumn(column))

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        """Lines shown."""
        return 0 if parent.isValid() or self._outline is None else len(self._outline)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        """Columns."""
        return 0 if parent.isValid() else len(PlanColumn)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """The first column has tick boxes."""
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        return _TICKABLE if index.column() == PlanColumn.NAME else _PLAIN

    def headerData(self, section: int, orientation: Qt.Orientation,
                   role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Titles, aligned as their columns."""
        if orientation != Qt.Orientation.Horizontal or section not in set(PlanColumn):
            return None
        column = PlanColumn(section)
        if role == Qt.ItemDataRole.DisplayRole:
            return self._titles[column]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return PLAN_COLUMNS[column].align
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What accessibility, tooltips and tests ask for; painting goes through `cell`."""
        if not index.isValid() or self._cells is None:
            return None
        position, column = index.row(), PlanColumn(index.column())
        if role == Qt.ItemDataRole.DisplayRole:
            return self._cells.cell(position, column).text
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return PLAN_COLUMNS[column].align
        if role == Qt.ItemDataRole.CheckStateRole and column is PlanColumn.NAME:
            return CHECK_STATES[self._shown.state(self._shown.line(position))]
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._cells.tooltip(position, column)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._cells.spoken(position, column)
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Accessibility tools tick through here."""
        if role != Qt.ItemDataRole.CheckStateRole or index.column() != PlanColumn.NAME:
            return False
        self.tick(index.row(), index.row(), on=Qt.CheckState(value) == Qt.CheckState.Checked)
        return True

    @property
    def _shown(self) -> PlanOutline:
        assert self._outline is not None
        return self._outline

    def _announce(self, first: int, last: int) -> None:
        self.dataChanged.emit(self.index(first, 0), self.index(last, len(PlanColumn) - 1))
