"""Small widgets that several views use."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QSizePolicy, QVBoxLayout, QWidget

LEAST_CHARACTERS = 16
"""What a message is never narrower than, in characters."""


class ElidedLabel(QWidget):
    """One line of text, cut in the middle where it does not fit; the tooltip has all of it."""

    def __init__(
        self, text: str = "", *, muted: bool = False, strong: bool = False,
        elide: Qt.TextElideMode = Qt.TextElideMode.ElideMiddle,
    ) -> None:
        super().__init__()
        self._elide = elide
        if strong:
            font = self.font()
            font.setBold(True)
            self.setFont(font)
        self._text = ""
        self._role = QPalette.ColorRole.PlaceholderText if muted else QPalette.ColorRole.Text
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.set_text(text)

    @property
    def text(self) -> str:
        """The whole text."""
        return self._text

    def set_text(self, text: str) -> None:
        """Show another text."""
        self._text = text
        self.setToolTip(text)
        self.setAccessibleName(text)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """As wide as the text, one line high."""
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self._text), metrics.height() + 2)

    def minimumSizeHint(self) -> QSize:
        """Any width will do."""
        return QSize(0, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - all of it is one line
        """Write what fits."""
        painter = QPainter(self)
        painter.setPen(self.palette().color(self._role))
        shown = self.fontMetrics().elidedText(self._text, self._elide, self.width())
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft,
                         shown)
        painter.end()


class WrappedLabel(QLabel):
    """A text that takes more lines where there is less room.

    The longest word of a message (a path, a filter's text) does not decide how wide its place is,
    which would squeeze the docks beside it; where it does not fit it is cut.
    """

    def __init__(self, text: str = "") -> None:
        super().__init__(text)
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.PlainText)

    def minimumSizeHint(self) -> QSize:
        """A few words wide."""
        hint = super().minimumSizeHint()
        return QSize(min(hint.width(), self.fontMetrics().averageCharWidth() * LEAST_CHARACTERS),
                     hint.height())


def link_button(text: str) -> QPushButton:
    """A button that looks like a link."""
    button = QPushButton(text)
    button.setProperty("link", True)
    button.setCursor(Qt.CursorShape.PointingHandCursor)
    return button


def primary_button(text: str) -> QPushButton:
    """The one button of a view that is meant to be pressed."""
    button = QPushButton(text)
    button.setProperty("primary", True)
    return button


def muted_label(text: str = "", *, wrap: bool = True) -> QLabel:
    """A label in the quieter colour."""
    label = WrappedLabel(text) if wrap else QLabel(text)
    label.setProperty("role", "muted")
    return label


def echo_mode(hides_names: bool) -> QLineEdit.EchoMode:
    """How a field shows a name that the user entered: dots, except while it is edited."""
    return (QLineEdit.EchoMode.PasswordEchoOnEdit if hides_names
            else QLineEdit.EchoMode.Normal)


def heading(text: str) -> QLabel:
    """A bold line above a block."""
    label = QLabel(text)
    label.setProperty("role", "heading")
    return label


class EmptyState(QWidget):
    """What stands where a table has nothing to show: an icon, a sentence, at most one button."""

    def __init__(self) -> None:
        super().__init__()
        self._icon = QLabel()
        self._icon.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._text = QLabel()
        self._text.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setWordWrap(True)
        self._hint = muted_label()
        self._hint.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.button = QPushButton()
        layout = QVBoxLayout(self)
        layout.setSpacing(10)
        layout.addStretch(2)
        layout.addWidget(self._icon)
        layout.addWidget(self._text)
        layout.addWidget(self._hint)
        layout.addWidget(self.button, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(3)

    @property
    def text(self) -> str:
        """The sentence shown, with its hint."""
        return " ".join(part for part in (self._text.text(), self._hint.text()) if part)

    def show_text(self, text: str, *, hint: str = "", button: str = "") -> None:
        """Say something else."""
        self._text.setText(text)
        self._text.setAccessibleName(text)
        self._text.setVisible(bool(text))
        self._hint.setText(hint)
        self._hint.setVisible(bool(hint))
        self.button.setText(button)
        self.button.setVisible(bool(button))

    def show_icon(self, icon: QIcon) -> None:
        """Show another icon."""
        self._icon.setPixmap(icon.pixmap(40, 40))
