"""The foot of the Build dialog: how much, how long, whether it fits, and the button."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout

from larder.app.models.build_document import BuildPlanFacts
from larder.app.presentation.build_texts import measured_text, room_of, total_text
from larder.app.services import WindowServices
from larder.app.views.widgets import link_button, muted_label, primary_button


class BuildFooter(QFrame):
    """Figures and buttons.

    Signals:
        build_wanted: build what is shown.
        measure_wanted: make a few payloads on trial, to know how long they take.
        close_wanted: leave everything as it is.
    """

    build_wanted = Signal()
    measure_wanted = Signal()
    close_wanted = Signal()

    def __init__(self, services: WindowServices) -> None:
        super().__init__()
        self._look = services.look
        self.setObjectName("buildFooter")
        self.total = QLabel()
        self.total.setProperty("role", "heading")
        self.total.setWordWrap(True)
        self.note = muted_label()
        self.measure = link_button(self.tr("Measure"))
        self.measure.setToolTip(self.tr(
            "Makes a few payloads on trial, and throws them away, to know how long the rest "
            "takes."))
        self.close_button = QPushButton(self.tr("Close"))
        self.build = primary_button(self.tr("Build"))
        self.build.setDefault(True)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self.total)
        words.addWidget(self.note)
        line = QHBoxLayout(self)
        line.setContentsMargins(20, 12, 20, 14)
        line.setSpacing(8)
        line.addLayout(words, 1)
        line.addWidget(self.measure)
        line.addWidget(self.close_button)
        line.addWidget(self.build)
        self.measure.clicked.connect(self.measure_wanted)
        self.close_button.clicked.connect(self.close_wanted)
        self.build.clicked.connect(self.build_wanted)

    def show_plan(self, plan: BuildPlanFacts, *, may_go_on: bool) -> None:
        """Say what would be done.

        Args:
            plan: the plan.
            may_go_on: False while a trainer or a missing model is in the way.
        """
        figures = self._look.figures
        if plan.is_empty:
            self.total.setText(self.tr("Nothing to build."))
            self.note.setText("")
        else:
            room = room_of(plan, figures)
            self.total.setText(total_text(plan, figures))
            self.note.setText(f"{measured_text(plan, figures)} {room.text}")
            self._mark(is_fault=room.is_short)
        self.note.setVisible(bool(self.note.text()))
        self.measure.setVisible(plan.payloads > 0)
        self.measure.setEnabled(may_go_on)
        self.build.setVisible(not plan.is_empty)
        self.build.setEnabled(may_go_on)
        self.close_button.setText(self.tr("Close") if plan.is_empty else self.tr("Cancel"))

    def show_no_plan(self) -> None:
        """There is nothing to say yet."""
        self.total.setText("")
        self.note.setText("")
        self.build.hide()
        self.measure.hide()
        self.close_button.setText(self.tr("Cancel"))

    def _mark(self, *, is_fault: bool) -> None:
        self.note.setProperty("role", "fault" if is_fault else "muted")
        self.note.style().unpolish(self.note)
        self.note.style().polish(self.note)
