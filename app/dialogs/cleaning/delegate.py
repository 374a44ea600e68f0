"""Paints the lines of a plan, and tells when a chevron or a tick box is clicked."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QAbstractItemModel, QEvent, QObject, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QMouseEvent, QPainter, QPalette
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from larder.app.models.plan_columns import PLAN_COLUMNS, PlanCell, PlanColumn
from larder.app.models.tables import Index
from larder.app.views.rows_table import paint_background
from larder.app.views.widgets import paint_tick_box
from larder.app.window_look import WindowLook

BOX = 16
GAP = 7
MARGIN = 8


class PlanDelegate(QStyledItemDelegate):
    """Cells of a plan's outline."""

    def __init__(
        self, cell: Callable[[int, int], PlanCell], look: WindowLook,
        toggle: Callable[[int], None], expand: Callable[[int], None], parent: QObject,
    ) -> None:
        """Make a delegate.

        Args:
            cell: what stands in a line and column.
            look: colours and chevrons.
            toggle: the tick box of a line was clicked.
            expand: the chevron of a line was clicked.
            parent: the view.
        """
        super().__init__(parent)
        self._cell = cell
        self._look = look
        self._toggle = toggle
        self._expand = expand

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Background and focus from the style, the rest by hand."""
        cell = self._cell(index.row(), index.column())
        spec = PLAN_COLUMNS[PlanColumn(index.column())]
        paint_background(painter, option)
        inner = option.rect.adjusted(MARGIN, 0, -MARGIN, 0)
        painter.save()
        painter.setClipRect(option.rect)
        if cell.check is not None:
            inner.setLeft(self._paint_boxes(painter, option, cell.check, cell.expanded))
        if cell.icon is not None:
            cell.icon.paint(painter, _box_at(inner.left(), option.rect))
            inner.setLeft(inner.left() + BOX + GAP)
        font = _font(option, cell)
        painter.setFont(font)
        painter.setPen(option.palette.color(
            QPalette.ColorRole.PlaceholderText if cell.muted else QPalette.ColorRole.Text))
        shown = QFontMetrics(font).elidedText(cell.text, spec.elide, max(inner.width(), 0))
        painter.drawText(inner, spec.align | Qt.AlignmentFlag.AlignVCenter, shown)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """What the text needs; double clicks on a column's border ask for it."""
        cell = self._cell(index.row(), index.column())
        boxes = 0 if cell.check is None else 2 * (BOX + GAP)
        boxes += 0 if cell.icon is None else BOX + GAP
        width = QFontMetrics(_font(option, cell)).horizontalAdvance(cell.text)
        return QSize(width + boxes + 2 * MARGIN, option.fontMetrics.height() + 10)

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
        self, painter: QPainter, option: QStyleOptionViewItem, check: Qt.CheckState,
        expanded: bool | None,
    ) -> int:
        """Chevron and tick box; gives where the text begins."""
        if expanded is not None:
            name = "chevron-down" if expanded else "chevron-right"
            self._look.icons.icon(name).paint(painter, chevron_rect(option.rect))
        box = check_rect(option.rect)
        paint_tick_box(painter, box, check, self._look.theme)
        # An item's text stands below the group's word, so that the outline shows.
        return box.right() + 1 + GAP + (0 if expanded is not None else BOX + GAP)


def chevron_rect(cell: QRect) -> QRect:
    """Where a group's chevron is painted in its cell."""
    return _box_at(cell.left() + MARGIN, cell)


def check_rect(cell: QRect) -> QRect:
    """Where a tick box is painted in its cell."""
    return _box_at(cell.left() + MARGIN + BOX + GAP, cell)


def _box_at(left: int, cell: QRect) -> QRect:
    return QRect(left, cell.center().y() - BOX // 2 + 1, BOX, BOX)


def _font(option: QStyleOptionViewItem, cell: PlanCell) -> QFont:
    font = QFont(option.font)
    if cell.heading:
        font.setWeight(QFont.Weight.DemiBold)
    return font
