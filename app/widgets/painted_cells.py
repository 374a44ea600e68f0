"""Delegates that paint a cell of a table or tree from one call, and how they paint.

A million-row table scrolls as fast as its cells are described; asking a Python model for eight
roles per cell is eight calls through the binding.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QObject, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPalette
from PySide6.QtWidgets import QApplication, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from larder.app.models.tables import Cell, ColumnSpec, Index
from larder.app.presentation.sentences import breakable
from larder.app.widgets.column_fit import PADDING
from larder.app.window_look import Theme

HIGHEST = 10_000
"""Pixels; no text is as high."""
ICON = 16
GAP = 6

BAR_HEIGHT = 6
BAR_MARGIN = 8
WIDEST_FIGURE = ">99 %"


def word_width(text: int) -> int:
    """Return the width in pixels of a cell with an icon and a text of the given width."""
    return text + ICON + GAP + 2 * PADDING + 2


class PaddedDelegate(QStyledItemDelegate):
    """Paints cells with the same room at both sides as the header's titles."""

    def __init__(
        self, columns: Mapping[int, ColumnSpec], parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._columns = columns

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """Fill the option from the model, with the column's own way of eliding text."""
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
        """Return the size that fits text and icon. A double click on a column border uses it."""
        self.initStyleOption(option, index)
        width = word_width(option.fontMetrics.horizontalAdvance(option.text))
        if not option.features & QStyleOptionViewItem.ViewItemFeature.HasDecoration:
            width -= ICON + GAP
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
        if isinstance(index, QModelIndex):
            option.index = index
        option.text = cell.text
        option.displayAlignment = spec.align
        option.textElideMode = spec.elide
        option.features |= QStyleOptionViewItem.ViewItemFeature.HasDisplay
        if spec.wraps:
            option.features |= QStyleOptionViewItem.ViewItemFeature.WrapText
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
    """One line, elided as the option says, or as many lines as it takes."""
    painter.setPen(option.palette.color(QPalette.ColorRole.Text))
    painter.setFont(option.font)
    if option.features & QStyleOptionViewItem.ViewItemFeature.WrapText:
        painter.drawText(room, option.displayAlignment | Qt.TextFlag.TextWordWrap,
                         breakable(wrap_text(option.text, option.fontMetrics, room.size())))
        return
    text = option.fontMetrics.elidedText(option.text, option.textElideMode, room.width())
    painter.drawText(room, option.displayAlignment | Qt.TextFlag.TextSingleLine, text)


def measure_wrapped(text: str, metrics: QFontMetrics, width: int) -> int:
    """How high a text is that is painted in a column of so many pixels."""
    room = QRect(0, 0, max(width - 2 * PADDING, 1), HIGHEST)
    return metrics.boundingRect(room, Qt.TextFlag.TextWordWrap, breakable(text)).height()


def wrap_text(text: str, metrics: QFontMetrics, room: QSize) -> str:
    """A text, or as much of it as its lines have room for."""
    width = room.width() + 2 * PADDING
    if measure_wrapped(text, metrics, width) <= room.height():
        return text
    fitting = bisect_right(
        range(len(text)), room.height(),
        key=lambda length: measure_wrapped(f"{text[:length]}…", metrics, width))
    return f"{text[:max(fitting - 1, 0)].rstrip()}…"


@dataclass(frozen=True, slots=True)
class Bar:
    """Content of a painted bar cell.

    Attributes:
        parts: (share of the whole from 0 to 1, colour role) pairs, from the left.
        figure: text at the right.
        empty: whether there is nothing to measure; then only the figure is written.
    """

    parts: tuple[tuple[float, str], ...]
    figure: str
    empty: bool = False


class BarDelegate(QStyledItemDelegate):
    """Paints a `Bar` per row: a bar and its figure, never the bar alone."""

    def __init__(
        self, bar: Callable[[int], Bar], theme: Callable[[], Theme],
        parent: QObject | None = None, *, height: int = BAR_HEIGHT,
    ) -> None:
        super().__init__(parent)
        self._bar = bar
        self._height = height
        self._theme = theme

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem,
        index: Index,
    ) -> None:
        """Background and focus from the style, then the bar and its figure."""
        self.initStyleOption(option, index)
        paint_background(painter, option)
        bar, theme = self._bar(index.row()), self._theme()
        figure_width = option.fontMetrics.horizontalAdvance(WIDEST_FIGURE) + BAR_MARGIN
        inner = QRectF(option.rect).adjusted(BAR_MARGIN, 0, -BAR_MARGIN, 0)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(theme.colour("muted" if bar.empty else "text"))
        painter.drawText(inner, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
                         bar.figure)
        track = QRectF(inner.left(), inner.center().y() - self._height / 2,
                       max(inner.width() - figure_width, 0), self._height)
        painter.setPen(Qt.PenStyle.NoPen)
        if not bar.empty:
            self._paint_track(painter, track, bar, theme)
        painter.restore()

    def _paint_track(self, painter: QPainter, track: QRectF, bar: Bar, theme: Theme) -> None:
        painter.setBrush(theme.colour("bar_track"))
        painter.drawRoundedRect(track, BAR_HEIGHT / 2, BAR_HEIGHT / 2)
        left = track.left()
        for share, role in bar.parts:
            # A sliver of a million is still something; one pixel says that it is there.
            width = max(track.width() * share, 1.0 if share > 0 else 0.0)
            part = QRectF(left, track.top(), min(width, track.right() - left), track.height())
            painter.setBrush(theme.colour(role))
            painter.drawRoundedRect(part, BAR_HEIGHT / 2, BAR_HEIGHT / 2)
            left += width
