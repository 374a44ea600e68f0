"""The in-cell bar of the Coverage table: a bar and its figure, never the bar alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from larder.app.presentation.themes import Theme
from larder.app.views.cell_delegate import paint_background

BAR_HEIGHT = 6
MARGIN = 8
WIDEST_FIGURE = ">99 %"


@dataclass(frozen=True, slots=True)
class Bar:
    """What is painted.

    Attributes:
        parts: (share of the whole 0 to 1, colour role) from the left.
        figure: what is written at the right.
        empty: whether there is nothing to measure; then only the figure is written.
    """

    parts: tuple[tuple[float, str], ...]
    figure: str
    empty: bool = False


class BarDelegate(QStyledItemDelegate):
    """Paints a `Bar` per row."""

    def __init__(
        self, bar: Callable[[int], Bar], theme: Callable[[], Theme],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._bar = bar
        self._theme = theme

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Background and focus from the style, then the bar and its figure."""
        self.initStyleOption(option, index)
        paint_background(painter, option)
        bar, theme = self._bar(index.row()), self._theme()
        figure_width = option.fontMetrics.horizontalAdvance(WIDEST_FIGURE) + MARGIN
        inner = QRectF(option.rect).adjusted(MARGIN, 0, -MARGIN, 0)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(theme.colour("muted" if bar.empty else "text"))
        painter.drawText(inner, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
                         bar.figure)
        track = QRectF(inner.left(), inner.center().y() - BAR_HEIGHT / 2,
                       max(inner.width() - figure_width, 0), BAR_HEIGHT)
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
