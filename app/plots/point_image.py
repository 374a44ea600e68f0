"""Many points as one picture, drawn a portion a turn; only loaded once a plot is shown.

A paint of 100,000 points takes 45 ms, in which the window does nothing else, and panning paints
again and again. Here points are drawn into a picture, as many in a turn as take some milliseconds.
While the view moves the picture moves and grows with it; once the view rests it is drawn anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import pyqtgraph
from PySide6.QtCore import QObject, QRect, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QTransform
from PySide6.QtWidgets import QWidget

from larder.app.plots.even_points import EvenPoints
from larder.app.widgets.widgets import after_pause, one_a_turn

REST_MS = 60
"""How long the view does not move before the picture is drawn anew."""

Step = Callable[[], object]


class PointImage(pyqtgraph.GraphicsObject):  # type: ignore[misc]  # it has no types
    """The picture of some portions of points, in the place of points that draw themselves."""

    def __init__(self, box: Any, canvas: QWidget, parent: QObject) -> None:
        """Begin without a picture.

        Args:
            box: the plot's view box, in which it is drawn.
            canvas: the widget that shows it, for the fineness of its pixels.
            parent: whose event loop draws.
        """
        super().__init__()
        self._box, self._canvas, self._parent = box, canvas, parent
        self._portions: Sequence[EvenPoints] = ()
        self._image = QImage()
        self._of = QRectF()
        self._coming = QImage()
        self._steps: Iterator[Step] = iter(())
        self._resting = after_pause(parent, REST_MS, self._begin)
        box.sigResized.connect(lambda *_: self.refresh())

    @property
    def is_whole(self) -> bool:
        """True if the picture is that of the points as they are seen now."""
        return not self._portions or (not self._resting.isActive() and not self._coming.width())

    def show_portions(self, portions: Sequence[EvenPoints]) -> None:
        """Draw other points; none to show no picture."""
        self._portions = portions
        if not portions:
            self._resting.stop()
            self._steps, self._image, self._coming = iter(()), QImage(), QImage()
        self.refresh()

    def refresh(self) -> None:
        """Draw the points anew once the view rests."""
        if self._portions:
            self._resting.start()
        self.update()

    def finish(self) -> None:
        """Draw at once what waits for its turn."""
        if self._resting.isActive():
            self._resting.stop()
            self._begin(in_turns=False)
        for step in self._steps:
            step()

    def viewRangeChanged(self) -> None:
        """Another part of the plot is seen."""
        self.prepareGeometryChange()
        self.refresh()

    def boundingRect(self) -> QRectF:
        """All that is seen."""
        return QRectF(self._box.viewRect())

    def paint(self, painter: QPainter, _option: object, _widget: object) -> None:
        """Draw the picture where its points are now."""
        if self._image.isNull():
            return
        target = painter.transform().mapRect(self._of)
        size = self._image.deviceIndependentSize()
        painter.save()
        painter.resetTransform()
        if abs(target.width() - size.width()) < 1 and abs(target.height() - size.height()) < 1:
            painter.drawImage(target.topLeft().toPoint(), self._image)
        else:
            painter.drawImage(target, self._image)
        painter.restore()

    def _begin(self, *, in_turns: bool = True) -> None:
        """Draw all portions, each in a turn; a pass that is under way is dropped."""
        room: QRect = self._box.mapRectToDevice(self._box.boundingRect()).toAlignedRect()
        if room.isEmpty() or self._box.width() <= 0:
            return
        fineness = self._canvas.devicePixelRatioF()
        self._coming = QImage(room.size() * fineness, QImage.Format.Format_ARGB32_Premultiplied)
        self._coming.setDevicePixelRatio(fineness)
        self._coming.fill(Qt.GlobalColor.transparent)
        steps = self._steps = self._draw(room)
        if in_turns:
            one_a_turn(self._parent, self._while_latest(steps))

    def _while_latest(self, steps: Iterator[Step]) -> Iterator[Step]:
        while self._steps is steps and (step := next(steps, None)) is not None:
            yield step

    def _draw(self, room: QRect) -> Iterator[Step]:
        corner = QTransform.fromTranslate(-room.left(), -room.top())
        inverted, _ = self.deviceTransform_().inverted()
        of = inverted.mapRect(QRectF(room))
        for portion in self._portions:
            yield partial(self._draw_portion, portion, corner)
        yield partial(self._swap, of)

    def _draw_portion(self, portion: EvenPoints, corner: QTransform) -> None:
        painter = QPainter(self._coming)
        painter.setTransform(portion.deviceTransform_() * corner)
        portion.paint(painter, None, self._canvas)
        painter.end()

    def _swap(self, of: QRectF) -> None:
        self._image, self._of, self._coming = self._coming, of, QImage()
        self.update()
