"""What a plan leaves out, a sentence each."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from larder.app.presentation.left_out_line import LeftOutLine
from larder.app.presentation.looks import Tone
from larder.app.services import WindowServices
from larder.app.views.widgets import muted_label

ICON = 16
LEFT_HEIGHT = 92
"""Two concepts; more of them scroll."""


class LeftOutPanel(QScrollArea):
    """Samples that are left to the trainer, each with the reason."""

    def __init__(self, services: WindowServices) -> None:
        super().__init__()
        self._look = services.look
        self._lines: Sequence[LeftOutLine] = ()
        self.setAccessibleName(self.tr("Left to the trainer"))
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._look.changed.connect(self._write)
        self.hide()

    def show_lines(self, lines: Sequence[LeftOutLine]) -> None:
        """Show these, or nothing."""
        self._lines = lines
        self._write()
        self.setVisible(bool(lines))

    def _write(self) -> None:
        names = self._look.names
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        for line in self._lines:
            column.addWidget(self._line(names.sentence(line.text), line.tip(names)))
        column.addStretch(1)
        self.setWidget(body)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Sentences wrap: what is needed depends on the width."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        body = self.widget()
        if body is not None:
            needed = body.layout().heightForWidth(self.viewport().width())
            self.setFixedHeight(max(min(needed, LEFT_HEIGHT), ICON))

    def _line(self, sentence: str, tip: str) -> QWidget:
        frame = QWidget()
        mark = QLabel()
        mark.setPixmap(self._look.icons.icon("severity-note", Tone.NOTE).pixmap(ICON, ICON))
        label = muted_label(sentence)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setMinimumWidth(120)
        label.setToolTip(tip)
        line = QHBoxLayout(frame)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        line.addWidget(mark, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(label, 1)
        return frame
