"""A combo box that scrolling past does not change."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen, QPolygonF, QWheelEvent
from PySide6.QtWidgets import QComboBox

ARROW = 4.0
ARROW_FROM_EDGE = 13.0


class CalmCombo(QComboBox):
    """A combo box that the mouse wheel changes only while it has the focus.

    Its arrow is painted here: once a style sheet gives a combo box a frame, Fusion's own arrow
    comes with a second one.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("calm", True)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Frame and text from the style, then the arrow."""
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        group = (QPalette.ColorGroup.Normal if self.isEnabled() else QPalette.ColorGroup.Disabled)
        pen = QPen(self.palette().color(group, QPalette.ColorRole.Text), 1.4)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        middle = QPointF(self.width() - ARROW_FROM_EDGE, self.height() / 2 + 0.5)
        painter.drawPolyline(QPolygonF([
            middle + QPointF(-ARROW, -ARROW / 2), middle + QPointF(0, ARROW / 2),
            middle + QPointF(ARROW, -ARROW / 2)]))
        painter.end()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Let the page scroll instead."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()
