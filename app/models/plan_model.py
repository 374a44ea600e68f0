"""The Clean dialog's outline as an item model: a table whose lines are groups and items.

A tree view keeps a record per child and asks three questions about each when a group opens: half a
minute at a million items. A table asks only about the lines it paints, and opening a group of a
million costs it three milliseconds.
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    Qt,
    Signal,
)

from larder.app.models.plan_cells import CHECK_STATES, PlanCells
from larder.app.models.plan_columns import PLAN_COLUMNS, PlanCell, PlanColumn
from larder.app.models.plan_outline import PlanLine, PlanOutline
from larder.app.models.plan_snapshot import Items, PlanSnapshot
from larder.app.models.plan_ticks import PlanTicks, TickState
from larder.app.models.tables import Index
from larder.app.presentation.figures import Figures
from larder.app.presentation.shown_names import ShownNames
from larder.app.window_look import IconShelf

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


def _tr(text: str) -> str:
    return QCoreApplication.translate("Clean", text)
