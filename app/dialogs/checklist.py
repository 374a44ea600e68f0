"""What was looked at before something begins: a line for each, and what mends it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from larder.app.presentation.looks import Tone
from larder.app.services import WindowServices
from larder.app.views.widgets import WrappedLabel, clear_layout, muted_label

ICON = 20
"""Pixels."""

BUILDABLE = frozenset({
    "no-index", "empty", "no-caption", "no-variant", "incomplete", "missing-payload", "damaged",
    "current"})
"""What a build makes, by `what` of a gap or of a check."""

_ICONS = {Tone.GOOD: "severity-good", Tone.WARNING: "severity-warning",
          Tone.ERROR: "severity-error"}


@dataclass(frozen=True, slots=True)
class CheckLine:
    """One line: what was found, what to do, and the button that does it, "" for none."""

    tone: Tone
    text: str
    hint: str = ""
    button: str = ""
    run: Callable[[], object] = lambda: None


class Checklist(QScrollArea):
    """The lines below each other."""

    def __init__(self, services: WindowServices) -> None:
        super().__init__()
        self._look = services.look
        self._lines: Sequence[CheckLine] = ()
        self.buttons: list[QPushButton] = []
        """What mends them, in their order."""
        inside = QWidget()
        self._column = QVBoxLayout(inside)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(8)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(inside)
        self._look.changed.connect(lambda: self.show_lines(self._lines))

    @property
    def said(self) -> list[str]:
        """What each line says."""
        return [line.text for line in self._lines]

    def show_lines(self, lines: Sequence[CheckLine]) -> None:
        """Show these."""
        self._lines = lines
        clear_layout(self._column)
        self.buttons = []  # cleared ones are children until the event loop comes to them
        for line in lines:
            self._column.addWidget(self._card(line))
        self._column.addStretch(1)

    def _card(self, line: CheckLine) -> QWidget:
        """An icon, a sentence, what to do, and its button."""
        card = QFrame()
        card.setProperty("card", True)
        picture = QLabel()
        picture.setPixmap(self._look.icons.icon(_ICONS[line.tone], line.tone).pixmap(ICON, ICON))
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(WrappedLabel(line.text))
        if line.hint:
            words.addWidget(muted_label(line.hint))
        layout = QHBoxLayout(card)
        layout.setContentsMargins(10, 8, 8, 8)
        layout.setSpacing(8)
        layout.addWidget(picture, 0, Qt.AlignmentFlag.AlignTop)
        layout.addLayout(words, 1)
        if line.button:
            button = QPushButton(line.button)
            button.setAutoDefault(False)
            button.setAccessibleDescription(line.text)
            button.clicked.connect(lambda: line.run())
            layout.addWidget(button)
            self.buttons.append(button)
        return card
