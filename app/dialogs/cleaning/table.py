"""The list of what could go: groups to open, tick boxes, any number of items."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent

from larder.app.dialogs.cleaning.delegate import PlanDelegate, check_rect
from larder.app.models.plan_columns import PLAN_COLUMNS, PlanColumn
from larder.app.models.plan_model import PlanModel
from larder.app.models.plan_outline import sorted_items
from larder.app.models.plan_snapshot import Items, PlanSnapshot
from larder.app.models.plan_ticks import PlanTicks
from larder.app.services import WindowServices
from larder.app.views.rows_table import RowsTable

EXPAND_UP_TO = 40
"""With no more items than this in all, every group stands open."""


class PlanTable(RowsTable):
    """Space ticks what is selected, Left and Right close and open groups, Enter does either."""

    def __init__(self, services: WindowServices) -> None:
        super().__init__("planTable", PLAN_COLUMNS)
        self._services = services
        self._plan: PlanSnapshot | None = None
        self._sorting = services.calls.latest_call(self)
        self._model = PlanModel(
            services.look.figures, services.look.icons, self, names=services.look.names)
        self.setAccessibleName(self.tr("What could go"))
        self.setModel(self._model)
        self.setItemDelegate(PlanDelegate(
            self._model.cell, services.look, self._model.toggle, self._turn, self))
        self.horizontalHeader().setStretchLastSection(True)
        self.lay_out_columns(services.memory)
        self.let_sort(PlanColumn.NAME, Qt.SortOrder.AscendingOrder)
        self.sort_wanted.connect(self._sort)
        self.opened.connect(self._turn)
        self._sorting.done.connect(self._on_sorted)
        services.look.changed.connect(self.viewport().update)

    @property
    def plan_model(self) -> PlanModel:
        """What is shown."""
        return self._model

    def show_plan(self, plan: PlanSnapshot, ticks: PlanTicks) -> None:
        """Show another plan, sorted by source."""
        self._sorting.drop()
        self._plan = plan
        header = self.horizontalHeader()
        header.blockSignals(True)  # the plan comes in this order already
        header.setSortIndicator(PlanColumn.NAME, Qt.SortOrder.AscendingOrder)
        header.blockSignals(False)
        self._model.show_plan(plan, ticks, expanded=plan.shown <= EXPAND_UP_TO)
        if plan.shown:
            self.setCurrentIndex(self._model.index(0, 0))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Tick, open and close from the keyboard."""
        index = self.currentIndex()
        if not index.isValid():
            super().keyPressEvent(event)
            return
        match event.key():
            case Qt.Key.Key_Space:
                self._toggle_selected()
            case Qt.Key.Key_Right | Qt.Key.Key_Plus:
                self._open_group(index.row(), on=True)
            case Qt.Key.Key_Left | Qt.Key.Key_Minus:
                self._open_group(index.row(), on=False)
            case _:
                super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """A fast second click on a tick box is a click; it must not open the group as well."""
        at = event.position().toPoint()
        index = self.indexAt(at)
        if (index.isValid() and index.column() == PlanColumn.NAME
                and check_rect(self.visualRect(index)).adjusted(-4, -4, 3, 4).contains(at)):
            self.mousePressEvent(event)
            return
        super().mouseDoubleClickEvent(event)

    def _turn(self, position: int) -> None:
        """Open or close a group; an item's line ticks."""
        line = self._model.line(position)
        if line.item is None:
            self._model.expand(line.group, on=not self._model.is_expanded(line.group))
        else:
            self._model.toggle(position)

    def _open_group(self, position: int, *, on: bool) -> None:
        """Open the group of a line; closing it from within stands on its own line afterwards."""
        group = self._model.line(position).group
        if not on:
            self.setCurrentIndex(self._model.index(self._model.top_of(group), 0))
        self._model.expand(group, on=on)

    def _toggle_selected(self) -> None:
        """All selected lines become what the current one is not."""
        on = not self._model.is_ticked(self.currentIndex().row())
        # Ranges, not `selectedRows()`: that one makes an index object per row.
        for span in self.selectionModel().selection().toList():
            self._model.tick(span.top(), span.bottom(), on=on)

    def _sort(self, column: int, order: Qt.SortOrder) -> None:
        plan = self._plan
        if plan is None:
            return
        descending = order == Qt.SortOrder.DescendingOrder
        self._sorting.start(
            lambda: (plan, sorted_items(plan, PlanColumn(column), descending=descending)))

    def _on_sorted(self, arranged: tuple[PlanSnapshot, list[Items]]) -> None:
        plan, items = arranged
        if plan is self._plan:
            self._model.show_items(items)
