"""What stands around the list in the Clean dialog: what was matched again, what is held back."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from larder.app.presentation.clean_texts import HeldBackLine, held_back_text, readopt_text
from larder.app.presentation.looks import Tone
from larder.app.services import WindowServices
from larder.app.views.widgets import TickBox, muted_label

ICON = 16
HELD_HEIGHT = 132
"""Three folders; more of them scroll."""


class ReadoptLine(QWidget):
    """What was matched again by content, and whether it is entered in the same step.

    Signals:
        wanted_changed: the tick was set or taken away.
    """

    wanted_changed = Signal()

    def __init__(self, services: WindowServices) -> None:
        super().__init__()
        self._look = services.look
        self._icon = QLabel()
        self.text = QLabel()
        self.wanted = TickBox(self.tr("Re-adopt them in the same step"),
                              lambda: services.look.theme)
        self.wanted.setToolTip(self.tr("Gives the files their entries back; the trainer then uses "
                                       "them instead of encoding anew."))
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        line.addWidget(self._icon)
        line.addWidget(self.text)
        line.addSpacing(8)
        line.addWidget(self.wanted)
        line.addStretch(1)
        self.wanted.toggled.connect(lambda _: self.wanted_changed.emit())
        self._look.changed.connect(self._paint)
        self._paint()
        self.hide()

    def show_count(self, payloads: int) -> None:
        """Offer the re-adoption of some payloads, ticked; none hides the line."""
        self.text.setText(readopt_text(payloads))
        self.wanted.setChecked(payloads > 0)
        self.setVisible(payloads > 0)

    @property
    def is_wanted(self) -> bool:
        """Whether the user wants it."""
        return not self.isHidden() and self.wanted.isChecked()

    def _paint(self) -> None:
        icon = self._look.icons.icon("payload-re-adoptable", Tone.GOOD)
        self._icon.setPixmap(icon.pixmap(ICON, ICON))


class HeldBackPanel(QScrollArea):
    """Folders whose entries are kept as they are, each with the way to say otherwise.

    Signals:
        declared_gone: a folder's pictures were deleted for good, with the folder as it is spelled.
        taken_back: they were not, with the same.
    """

    declared_gone = Signal(str)
    taken_back = Signal(str)

    def __init__(self, services: WindowServices) -> None:
        super().__init__()
        self._look = services.look
        self.setObjectName("heldBack")
        self.setAccessibleName(self.tr("Held back"))
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._held: Sequence[HeldBackLine] = ()
        self._gone: Sequence[str] = ()
        self._look.changed.connect(self._show_again)
        self.hide()

    def show_lines(self, held: Sequence[HeldBackLine], gone: Sequence[str]) -> None:
        """Show what is held back, and what was declared gone."""
        self._held, self._gone = held, gone
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        for line in held:
            column.addWidget(self._held_line(line))
        for root in gone:
            column.addWidget(self._gone_line(root))
        self.setWidget(body)
        self.setVisible(bool(held or gone))
        self._fit()

    def _show_again(self) -> None:
        self.show_lines(self._held, self._gone)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Sentences wrap: what is needed depends on the width."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        body = self.widget()
        if body is None:
            return
        needed = body.sizeHint().height()
        if body.hasHeightForWidth():
            needed = body.heightForWidth(self.viewport().width())
        self.setFixedHeight(min(needed, HELD_HEIGHT))

    def _held_line(self, line: HeldBackLine) -> QWidget:
        return self._line(
            "lock", f"{self.tr('Held back.')} {held_back_text(line)}", line.root,
            self.tr("These pictures were deleted for good"),
            self.tr("Plans again as if they were gone. Nothing moves until you agree."),
            self.declared_gone.emit)

    def _gone_line(self, root: str) -> QWidget:
        text = self.tr("Pictures missing from %1 count as deleted for good.").replace("%1", root)
        return self._line(
            "payload-orphaned", text, root, self.tr("Keep them after all"),
            self.tr("Plans again and holds their entries back."), self.taken_back.emit)

    def _line(self, icon: str, text: str, root: str, button: str, tip: str,
              pressed: Callable[[str], object]) -> QWidget:
        frame = QFrame()
        mark = QLabel()
        mark.setPixmap(self._look.icons.icon(icon, Tone.WARNING).pixmap(ICON, ICON))
        label = muted_label(self._look.names.sentence(text, (root,)))
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setMinimumWidth(120)
        push = QPushButton(button)
        push.setAutoDefault(False)
        push.setToolTip(tip)
        push.setAccessibleDescription(self._look.names.folder(root))
        push.clicked.connect(lambda: pressed(root))
        line = QHBoxLayout(frame)
        line.setContentsMargins(2, 0, 0, 0)
        line.setSpacing(10)
        line.addWidget(mark)
        line.addWidget(label, 1)
        line.addWidget(push)
        return frame
