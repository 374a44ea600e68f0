"""What stands in a dialog whose job failed: why, what to do, and details for a bug report."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QVBoxLayout, QWidget

from larder.app.jobs.job import JobFailure
from larder.app.presentation.looks import Tone
from larder.app.services import WindowServices
from larder.app.views.widgets import EmptyState, link_button


class RefusedView(QWidget):
    """One failure.

    Signals:
        again_wanted: the user wants to try again.
    """

    again_wanted = Signal()

    def __init__(self, services: WindowServices) -> None:
        super().__init__()
        self._look = services.look
        self._failure: JobFailure | None = None
        self.state = EmptyState()
        self.copy = link_button(self.tr("Copy details"))
        for button in (self.state.button, self.copy):
            button.setAutoDefault(False)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(20, 14, 20, 14)
        whole.addWidget(self.state, 1)
        whole.addWidget(self.copy, 0, Qt.AlignmentFlag.AlignHCenter)
        self.state.button.clicked.connect(self.again_wanted)
        self.copy.clicked.connect(self._copy)
        self._look.changed.connect(self._show)

    def show_failure(self, failure: JobFailure) -> None:
        """Say why."""
        self._failure = failure
        self.copy.setVisible(bool(failure.details))
        self._show()

    def _show(self) -> None:
        if self._failure is not None:
            failure = self._failure.shown(self._look.names)
            self.state.show_icon(self._look.icons.icon("severity-error", Tone.ERROR))
            self.state.show_text(failure.problem, hint=failure.hint,
                                 button=self.tr("Try again"))

    def _copy(self) -> None:
        if self._failure is not None:
            failure = self._failure.shown(self._look.names)
            QGuiApplication.clipboard().setText(
                f"{failure.problem}\n{failure.hint}\n\n{failure.details}")
