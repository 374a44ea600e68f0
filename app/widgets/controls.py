"""Tick boxes, choices and input fields shared by several dialogs and pages."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen, QPolygonF, QWheelEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QLineEdit,
    QStyle,
    QStyleOptionButton,
    QStyleOptionComboBox,
    QWidget,
)

from larder.app.presentation.sentences import core_text
from larder.app.widgets.plain_labels import PlainLabel
from larder.app.widgets.widgets import fill_column, restyle
from larder.app.window_look import Theme
from larder.core.errors import UserFacingError

RADIUS = 3.0
CHECK_MARK = ((0.24, 0.53), (0.43, 0.71), (0.77, 0.31))
"""Corners of the mark, in parts of the box."""

ARROW = 4.0
ARROW_FROM_EDGE = 13.0


def echo_mode(hides_names: bool) -> QLineEdit.EchoMode:
    """How a field shows a name that the user entered: dots, except while it is edited."""
    return (QLineEdit.EchoMode.PasswordEchoOnEdit if hides_names
            else QLineEdit.EchoMode.Normal)


def paint_tick_box(
    painter: QPainter, box: QRect, state: Qt.CheckState, theme: Theme, *, enabled: bool = True,
) -> None:
    """Paint a box that is empty, ticked, or half ticked, in the theme's colours.

    Fusion's own outline cannot be seen on a dark ground.
    """
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


class CalmCombo(QComboBox):
    """A combo box that the mouse wheel changes only while it has the focus.

    Its arrow is painted here: once a style sheet gives a combo box a frame, Fusion's own arrow
    comes with a second one.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("calm", True)

    def initStyleOption(self, option: QStyleOptionComboBox) -> None:
        """A choice that is longer than its field ends in an ellipsis, not within a letter."""
        super().initStyleOption(option)
        field = self.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, self)
        icon = 0 if option.currentIcon.isNull() else option.iconSize.width() + 4
        room, metrics = field.width() - icon, option.fontMetrics
        # As Qt measures it for its size; what a wide bracket leaves free needs no room.
        if metrics.boundingRect(option.currentText).width() > room:
            option.currentText = metrics.elidedText(
                option.currentText, Qt.TextElideMode.ElideRight, room)

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


class QuantityField(QWidget):
    """Reads as the command line reads, after each key.

    Signals:
        changed: it was edited.
    """

    changed = Signal()

    def __init__(
        self, parse: Callable[[str], object], *, name: str, example: str, tells: bool = True,
    ) -> None:
        """Make an empty one.

        Args:
            parse: refuses with a UserFacingError what makes no sense.
            name: for screen readers.
            example: stands in it while it is empty.
            tells: whether it says itself what is wrong; else whoever shows it does.
        """
        super().__init__()
        self._parse = parse
        self._tells = tells
        self._problem = ""
        self.line = QLineEdit()
        self.line.setAccessibleName(name)
        self.line.setPlaceholderText(example)
        self.fault = PlainLabel()
        self.fault.setProperty("role", "fault")
        self.fault.setTextFormat(Qt.TextFormat.PlainText)
        self.fault.setWordWrap(True)
        self.fault.hide()
        fill_column(self, self.line, self.fault, spacing=3)
        self.setFocusProxy(self.line)
        self.line.textChanged.connect(self._read)

    @property
    def text(self) -> str:
        """The entered text, without surrounding spaces."""
        return self.line.text().strip()

    @property
    def is_fine(self) -> bool:
        """True if the field is empty or its value is valid."""
        return not self._problem

    @property
    def problem(self) -> str:
        """The reason why the value is invalid, "" if it is not."""
        return self._problem

    def _read(self) -> None:
        problem = ""
        if self.text:
            try:
                self._parse(self.text)
            except UserFacingError as error:
                problem = core_text(f"{error.problem} {error.hint}".strip())
        self._problem = problem
        self.fault.setText(problem)
        self.fault.setVisible(self._tells and bool(problem))
        self.line.setAccessibleDescription(problem)
        restyle(self.line, "fault", bool(problem))
        self.changed.emit()
