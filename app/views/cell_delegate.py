"""Paints table cells from one call per cell instead of one `data()` call per role.

A million-row table scrolls as fast as its cells are described; asking a Python model for eight
roles per cell is eight calls through the binding.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPalette
from PySide6.QtWidgets import QApplication, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from larder.app.models.columns import Cell, ColumnSpec, Index

ICON = 16
PADDING = 8
GAP = 6


class PaddedDelegate(QStyledItemDelegate):
    """Paints cells with the same room at both sides as the header's titles."""

    def __init__(
        self, columns: Mapping[int, ColumnSpec], parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._columns = columns

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """What the model says, cut where the column says."""
        super().initStyleOption(option, index)
        option.textElideMode = self._columns[index.column()].elide

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Background from the style, then icon and text."""
        self.initStyleOption(option, index)
        paint_background(painter, option)
        room = option.rect.adjusted(PADDING, 0, -PADDING, 0)
        if option.features & QStyleOptionViewItem.ViewItemFeature.HasDecoration:
            paint_icon(painter, option, room)
            room.setLeft(room.left() + ICON + GAP)
        paint_text(painter, option, room)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """What fits text and icon, for a double click on a column's border."""
        self.initStyleOption(option, index)
        width = option.fontMetrics.horizontalAdvance(option.text) + 2 * PADDING + 2
        if option.features & QStyleOptionViewItem.ViewItemFeature.HasDecoration:
            width += ICON + GAP
        return QSize(width, option.fontMetrics.height() + PADDING)


class LineDelegate(PaddedDelegate):
    """Fills a style option from the `Cell` of an index; for trees."""

    def __init__(
        self, cell: Callable[[Index], Cell], columns: Mapping[int, ColumnSpec],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(columns, parent)
        self._cell_at = cell

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """Everything there is to paint, without asking the model again."""
        cell = self._cell_at(index)
        spec = self._columns[index.column()]
        option.index = index
        option.text = cell.text
        option.displayAlignment = spec.align
        option.textElideMode = spec.elide
        option.features |= QStyleOptionViewItem.ViewItemFeature.HasDisplay
        if cell.icon is not None:
            option.features |= QStyleOptionViewItem.ViewItemFeature.HasDecoration
            option.icon = cell.icon
            option.decorationSize = QSize(ICON, ICON)
        if cell.strong:
            option.font.setBold(True)
            option.fontMetrics = QFontMetrics(option.font)
        if cell.muted:
            muted = option.palette.color(QPalette.ColorRole.PlaceholderText)
            option.palette.setColor(QPalette.ColorRole.Text, muted)


class CellDelegate(LineDelegate):
    """Fills a style option from the `Cell` at a row and column; for tables."""

    def __init__(
        self, cell: Callable[[int, int], Cell], columns: Mapping[int, ColumnSpec],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(lambda index: cell(index.row(), index.column()), columns, parent)


def paint_background(painter: QPainter, option: QStyleOptionViewItem) -> None:
    """Stripe, selection and hover, as the style draws them."""
    style = option.widget.style() if option.widget else QApplication.style()
    style.drawPrimitive(QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter,
                        option.widget)
    if option.state & QStyle.StateFlag.State_HasFocus:
        painter.setPen(option.palette.color(QPalette.ColorRole.Accent))
        painter.drawRect(option.rect.adjusted(0, 0, -1, -1))


def paint_icon(painter: QPainter, option: QStyleOptionViewItem, room: QRect) -> None:
    """The icon at the left of `room`."""
    top = room.center().y() - ICON // 2 + 1
    option.icon.paint(painter, QRect(room.left(), top, ICON, ICON))


def paint_text(painter: QPainter, option: QStyleOptionViewItem, room: QRect) -> None:
    """One line, elided as the option says."""
    text = option.fontMetrics.elidedText(option.text, option.textElideMode, room.width())
    painter.setPen(option.palette.color(QPalette.ColorRole.Text))
    painter.setFont(option.font)
    painter.drawText(room, option.displayAlignment | Qt.TextFlag.TextSingleLine, text)
