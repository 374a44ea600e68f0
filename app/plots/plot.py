"""A plot on two axes: its colours, its sentence, its pictures. Only loaded once a plot is shown."""

from __future__ import annotations

import pyqtgraph
from PySide6.QtCore import (
    QBuffer,
    QByteArray,
    QEvent,
    QIODevice,
    QObject,
    QPoint,
    QRect,
    QRectF,
    QSize,
    QSizeF,
    Qt,
)
from PySide6.QtGui import QColor, QImage, QPaintDevice, QPainter, QWheelEvent
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QToolTip, QWidget

from larder.app.presentation.plain_text import plain_tip
from larder.app.widgets.widgets import fill_column
from larder.app.window_look import WindowLook

PICTURE_SIZE = QSize(1000, 600)
"""Of an exported picture, pixels at 1:1; one of pixels is drawn twice as fine."""
MARGIN = 12
ROOM_ABOVE = 8
"""Pixels for the upper half of an axis's highest figure."""

# What is left of a window's plots at the interpreter's end goes with the window.
pyqtgraph.setConfigOptions(exitCleanup=False, useOpenGL=False)


class _WheelFilter(QObject):
    """Leaves the wheel to the parents of what it watches, unless Ctrl is held."""

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Take an event of the wheel from the plot, and let it go on to its parent."""
        if event.type() != QEvent.Type.Wheel or not isinstance(event, QWheelEvent) \
                or event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            return False
        event.ignore()
        return True


class Plot(QWidget):
    """A plot without pyqtgraph's own menu and button, which speak English and know no theme.

    The keyboard has the table beside it.
    """

    def __init__(self, look: WindowLook) -> None:
        super().__init__()
        self._look = look
        self._sentence = ""
        self.canvas = pyqtgraph.PlotWidget()
        for part in (self.canvas, self.canvas.viewport()):
            part.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.canvas.setFrameShape(self.canvas.Shape.NoFrame)
        self.item = self.canvas.getPlotItem()
        self.item.setMenuEnabled(False)
        self.item.hideButtons()
        for name in ("left", "bottom"):
            self.item.getAxis(name).enableAutoSIPrefix(False)
        fill_column(self, self.canvas)
        look.changed.connect(self.show_colours)

    @property
    def is_dense(self) -> bool:
        """True if a drawing of everything shown would be too large a file."""
        return False

    @property
    def sentence(self) -> str:
        """The sentence that says what the plot shows."""
        return self._sentence

    def tell(self, name: str, sentence: str) -> None:
        """Say what the plot is and what it shows, to who does not see it."""
        self._sentence = sentence
        for part in (self, self.canvas, self.canvas.viewport()):
            part.setAccessibleName(name)
            part.setAccessibleDescription(sentence)

    def leave_room_above(self) -> None:
        """Leave room for a figure where the axis ends."""
        self.item.layout.setContentsMargins(0, ROOM_ABOVE, 0, 0)

    def keep_wheel_for_control(self) -> None:
        """Zoom by the wheel only with Ctrl; without it the panel around the plot scrolls."""
        self.canvas.viewport().installEventFilter(_WheelFilter(self))

    def changeEvent(self, event: QEvent) -> None:
        """The desktop may change its colours at any time."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.show_colours()

    def show_colours(self) -> None:
        """Take on the colours of the theme; plots add their own items'."""
        self.canvas.setBackground(self.colour("base"))
        for name in ("left", "bottom"):
            axis = self.item.getAxis(name)
            axis.setPen(self.colour("border"))
            axis.setTextPen(self.colour("text"))

    def colour(self, role: str) -> QColor:
        """The theme's colour of a role."""
        return self._look.theme.colour(role)

    def show_tip(self, at: QPoint, text: str) -> None:
        """Show a tooltip at a point of the canvas, none for ""."""
        QToolTip.showText(self.canvas.mapToGlobal(at), plain_tip(text), self.canvas)

    def finish(self) -> None:
        """Draw at once what waits for its turn; most plots have no such thing."""

    def picture(self) -> QImage:
        """Return the plot below its sentence as pixels, twice as fine as on the screen."""
        image = QImage(PICTURE_SIZE * 2, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(2)
        self._draw(image)
        return image

    def drawing(self) -> bytes:
        """Return the plot below its sentence as an SVG file."""
        content = QByteArray()
        buffer = QBuffer(content)
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        device = QSvgGenerator()
        device.setOutputDevice(buffer)
        device.setSize(PICTURE_SIZE)
        device.setViewBox(QRect(QPoint(), PICTURE_SIZE))
        device.setTitle(self.canvas.accessibleName())
        device.setDescription(self._sentence)
        self._draw(device)
        return bytes(content.data())

    def _draw(self, device: QPaintDevice) -> None:
        self.finish()
        whole = QRectF(0, 0, PICTURE_SIZE.width(), PICTURE_SIZE.height())
        painter = QPainter(device)
        painter.setFont(self.font())
        painter.fillRect(whole, self.colour("base"))
        painter.setPen(self.colour("text"))
        room = whole.adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN)
        flags = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft
        written = painter.boundingRect(room, int(flags), self._sentence)
        painter.drawText(written, int(flags), self._sentence)
        below = room.adjusted(0, written.height() + MARGIN, 0, 0)
        if self.is_dense and not isinstance(device, QImage):
            shown = self.canvas.grab()
            painter.drawPixmap(QRectF(below.topLeft(), QSizeF(shown.deviceIndependentSize()).scaled(
                below.size(), Qt.AspectRatioMode.KeepAspectRatio)), shown, QRectF(shown.rect()))
        else:
            self.canvas.render(painter, below, self.canvas.viewport().rect(),
                               Qt.AspectRatioMode.KeepAspectRatio)
        painter.end()
