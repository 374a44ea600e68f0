"""Signs that a trainer is at work, and the tick that lets a plan go on all the same."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QVBoxLayout,
)

from larder.app.presentation.looks import Tone
from larder.app.services import WindowServices
from larder.app.views.widgets import TickBox, heading

ICON = 16


class BusyPanel(QFrame):
    """Says why a trainer seems to be at work, and asks for a tick before anything goes on.

    Signals:
        agreed_changed: the tick was set or taken away.
    """

    agreed_changed = Signal()

    def __init__(self, services: WindowServices) -> None:
        super().__init__()
        self.setProperty("notice", "warning")
        self._look = services.look
        self._icon = QLabel()
        self._known: Sequence[str] = ()
        self._signs = QLabel()
        self._signs.setWordWrap(True)
        self._signs.setTextFormat(Qt.TextFormat.PlainText)
        self.agree = TickBox(self.tr("Go on all the same"), lambda: services.look.theme)
        self.agree.setToolTip(self.tr(
            "Files that the trainer has not entered in its index yet look as if nobody needed "
            "them."))
        title = heading(self.tr("A trainer seems to be at work here. Let it finish first."))
        column = QVBoxLayout()
        column.setSpacing(4)
        column.addWidget(title)
        column.addWidget(self._signs)
        column.addWidget(self.agree)
        line = QHBoxLayout(self)
        line.setContentsMargins(12, 10, 12, 10)
        line.setSpacing(10)
        line.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        line.addLayout(column, 1)
        self.agree.toggled.connect(lambda _: self.agreed_changed.emit())
        self._look.changed.connect(self._paint)
        self._paint()
        self.hide()

    @property
    def stands_in_the_way(self) -> bool:
        """Whether there are signs and no tick."""
        return not self.isHidden() and not self.agree.isChecked()

    def show_signs(self, signs: Sequence[str]) -> None:
        """Show signs, or nothing; the tick is taken away."""
        self.agree.setChecked(False)
        self._known = signs
        self._paint()
        self.setVisible(bool(signs))
        self.agreed_changed.emit()

    def _paint(self) -> None:
        self._signs.setText("\n".join(map(self._look.names.sentence, self._known)))
        icon = self._look.icons.icon("severity-warning", Tone.WARNING)
        self._icon.setPixmap(icon.pixmap(18, 18))
