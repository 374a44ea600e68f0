"""Tick boxes in the theme's colours: Fusion's own outline cannot be seen on a dark ground."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QCheckBox, QStyle, QStyleOptionButton

from larder.app.presentation.themes import Theme

RADIUS = 3.0
CHECK_MARK = ((0.24, 0.53), (0.43, 0.71), (0.77, 0.31))
"""Corners of the mark, in parts of the box."""


def paint_tick_box(
    painter: QPainter, box: QRect, state: Qt.CheckState, theme: Theme, *, enabled: bool = True,
) -> None:
    """Paint a box that is empty, ticked, or half ticked."""
    outline = QRectF(box).adjusted(1.5, 1.5, -1.5, -1.5)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if state == Qt.CheckState.Unchecked:
        painter.setPen(QPen(theme.colour("muted" if enabled else "disabled"), 1.0))
        painter.setBrush(theme.colour("base"))
        painter.drawRoundedRect(outline, RADIUS, RADIUS)
        painter.restore()
        return
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour("accent" if enabled else "disabled"))
    painter.drawRoundedRect(outline.adjusted(-0.5, -0.5, 0.5, 0.5), RADIUS, RADIUS)
    pen = QPen(theme.colour("on_accent"), 1.8)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    if state == Qt.CheckState.PartiallyChecked:
        middle = outline.center().y()
        painter.drawLine(QPointF(outline.left() + outline.width() * 0.26, middle),
                         QPointF(outline.left() + outline.width() * 0.74, middle))
    else:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline(QPolygonF([
            QPointF(outline.left() + outline.width() * x, outline.top() + outline.height() * y)
            for x, y in CHECK_MARK]))
    painter.restore()


class TickBox(QCheckBox):
    """A check box painted by `paint_tick_box`."""

    def __init__(self, text: str, theme: Callable[[], Theme]) -> None:
        super().__init__(text)
        self._theme = theme

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - all of it is one line
        """Box and text, and a ring around both while it has the focus."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        style, painter = self.style(), QPainter(self)
        box = style.subElementRect(QStyle.SubElement.SE_CheckBoxIndicator, option, self)
        paint_tick_box(painter, box.adjusted(-1, -1, 1, 1), self.checkState(), self._theme(),
                       enabled=self.isEnabled())
        option.rect = style.subElementRect(QStyle.SubElement.SE_CheckBoxContents, option, self)
        style.drawControl(QStyle.ControlElement.CE_CheckBoxLabel, option, painter, self)
        if self.hasFocus():
            painter.setPen(self._theme().colour("accent"))
            painter.drawRect(option.rect.adjusted(-2, 0, 1, -1))
        painter.end()
