"""A line of figures below a drawing."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPalette

from larder.app.presentation.figures import Figures

TICK = 4
ROOM_PER_LABEL = 2.5
"""Labels take at most one part in so many of the line, so that they stay apart."""


@dataclass(frozen=True, slots=True)
class Axis:
    """What runs from left to right.

    Attributes:
        span: where it ends; it begins at 0.
        unit: written behind the last figure, "" for none.
    """

    span: float
    unit: str


def axis_height(metrics: QFontMetrics) -> int:
    """Pixels that an axis takes."""
    return metrics.height() + TICK + 2


def axis_font(font: QFont) -> QFont:
    """A little smaller than the text around."""
    small = QFont(font)
    if font.pointSizeF() > 0:
        small.setPointSizeF(font.pointSizeF() * 0.85)
    return small


def steps(span: float, most: int) -> list[float]:
    """Round figures from 0 to `span`, at most `most` of them beside 0: steps of 1, 2 or 5."""
    if span <= 0 or most < 1 or not math.isfinite(span):
        return [0.0]
    rough = span / most
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough * 0.999)
    return [number * step for number in range(int(span / step + 1e-6) + 1)]


def paint_axis(
    painter: QPainter, room: QRectF, axis: Axis, figures: Figures, palette: QPalette,
) -> None:
    """Ticks and figures, from the left of `room` to its right."""
    painter.save()
    painter.setFont(axis_font(painter.font()))
    metrics = painter.fontMetrics()
    widest = metrics.horizontalAdvance(f"{figures.number(axis.span)} {axis.unit}")
    most = max(1, int(room.width() / (widest * ROOM_PER_LABEL)))
    places = steps(axis.span, most)
    for place in places:
        x = room.left() + (room.width() * place / axis.span if axis.span > 0 else 0.0)
        painter.setPen(palette.color(QPalette.ColorRole.Mid))
        painter.drawLine(x, room.top(), x, room.top() + TICK)
        unit = f" {axis.unit}" if axis.unit and place == places[-1] else ""
        text = f"{figures.number(place)}{unit}"
        width = metrics.horizontalAdvance(text) + 2
        left = min(max(x - width / 2, room.left()), room.right() - width)
        painter.setPen(palette.color(QPalette.ColorRole.PlaceholderText))
        painter.drawText(QRectF(left, room.top() + TICK, width, room.height() - TICK),
                         Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop, text)
    painter.restore()
