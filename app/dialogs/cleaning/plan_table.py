"""The list of what could go: groups to open, tick boxes, any number of items."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QAbstractItemModel, QEvent, QObject, QRect, QSize, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QStyleOptionViewItem

from larder.app.cleaning.plan_snapshot import Items, PlanSnapshot, PlanTicks
from larder.app.dialogs.cleaning.plan_model import (
    PLAN_COLUMNS,
    PlanCell,
    PlanColumn,
    PlanModel,
    sort_items,
)
from larder.app.models.tables import Index
from larder.app.services import WindowServices
from larder.app.widgets.column_fit import PADDING
from larder.app.widgets.controls import paint_tick_box
from larder.app.widgets.painted_cells import (
    GAP,
    ICON,
    CellDelegate,
    paint_background,
    paint_icon,
    paint_text,
)
from larder.app.widgets.rows_table import RowsTable
from larder.app.window_look import WindowLook

EXPAND_UP_TO = 40
"""With no more items than this in all, every group stands open."""


class PlanDelegate(CellDelegate):
    """Cells of a plan's outline: the first column has tick boxes, and groups open and close."""

    def __init__(
        self, cell: Callable[[int, int], PlanCell], look: WindowLook,
        toggle: Callable[[int], None], expand: Callable[[int], None], parent: QObject,
    ) -> None:
        super().__init__(cell, PLAN_COLUMNS, parent)
        self._cell = cell
        self._look = look
        self._toggle = toggle
        self._expand = expand

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """As every table does, with chevron and tick box before a name."""
        if index.column() != PlanColumn.NAME:
            super().paint(painter, option, index)
            return
        self.initStyleOption(option, index)
        paint_background(painter, option)
        cell = self._cell(index.row(), index.column())
        room = option.rect.adjusted(PADDING, 0, -PADDING, 0)
        room.setLeft(self._paint_boxes(painter, option, cell))
        if cell.icon is not None:
            paint_icon(painter, option, room)
            room.setLeft(room.left() + ICON + GAP)
        paint_text(painter, option, room)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the size that the text needs. A double click on a column border uses it."""
        boxes = 2 * (ICON + GAP) if index.column() == PlanColumn.NAME else 0
        return super().sizeHint(option, index) + QSize(boxes, 0)

    def editorEvent(self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem,
                    index: Index) -> bool:
        """A click on the tick box ticks, one on the chevron opens or closes."""
        released = event.type() == QEvent.Type.MouseButtonRelease
        is_left = isinstance(event, QMouseEvent) and event.button() == Qt.MouseButton.LeftButton
        if not (released and is_left) or index.column() != PlanColumn.NAME:
            return super().editorEvent(event, model, option, index)
        assert isinstance(event, QMouseEvent)
        at = event.position().toPoint()
        if check_rect(option.rect).adjusted(-4, -4, 3, 4).contains(at):
            self._toggle(index.row())
            return True
        is_group = self._cell(index.row(), index.column()).expanded is not None
        if is_group and chevron_rect(option.rect).adjusted(-4, -4, 3, 4).contains(at):
            self._expand(index.row())
            return True
        return False

    def _paint_boxes(
        self, painter: QPainter, option: QStyleOptionViewItem, cell: PlanCell,
    ) -> int:
        """Chevron and tick box; gives where the text begins."""
        assert cell.check is not None
        if cell.expanded is not None:
            name = "chevron-down" if cell.expanded else "chevron-right"
            self._look.icons.icon(name).paint(painter, chevron_rect(option.rect))
        box = check_rect(option.rect)
        paint_tick_box(painter, box, cell.check, self._look.theme)
        # An item's text stands below the group's word, so that the outline shows.
        return box.right() + 1 + GAP + (0 if cell.expanded is not None else ICON + GAP)


def chevron_rect(cell: QRect) -> QRect:
    """Where a group's chevron is painted in its cell."""
    return _box_at(cell.left() + PADDING, cell)


def check_rect(cell: QRect) -> QRect:
    """Where a tick box is painted in its cell."""
    return _box_at(cell.left() + PADDING + ICON + GAP, cell)


def _box_at(left: int, cell: QRect) -> QRect:
    return QRect(left, cell.center().y() - ICON // 2 + 1, ICON, ICON)


class PlanTable(RowsTable):
    """Space ticks what is selected, Left and Right close and open groups, Enter does either."""

    def __init__(self, services: WindowServices) -> None:
        super().__init__("planTable", PLAN_COLUMNS)
        self._services = services
        self._plan: PlanSnapshot | None = None
        self._sorting = services.calls.latest_call(self)
        self._model = PlanModel(
            services.look.figures, services.look.icons, self, names=services.look.names)
        self.setAccessibleName(self.tr("Files that can be removed"))
        self.setModel(self._model)
        self.setItemDelegate(PlanDelegate(
            self._model.cell, services.look, self._model.toggle, self._turn, self))
        self.lay_out_columns(services.memory)
        self.fit_columns(PlanColumn.REMARK)
        self.let_sort(PlanColumn.NAME, Qt.SortOrder.AscendingOrder)
        self.sort_wanted.connect(self._sort)
        self.opened.connect(self._turn)
        self._sorting.done.connect(self._on_sorted)
        services.look.changed.connect(self.viewport().update)

    @property
    def plan_model(self) -> PlanModel:
        """The model that the table shows."""
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
            lambda: (plan, sort_items(plan, PlanColumn(column), descending=descending)))

    def _on_sorted(self, arranged: tuple[PlanSnapshot, list[Items]]) -> None:
        plan, items = arranged
        if plan is self._plan:
            self._model.show_items(items)
