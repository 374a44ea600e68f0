"""The body of the dialog for a folder of files: what would be made, and what is left out."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QVBoxLayout, QWidget

from larder.app.dialogs.planning.left_out_panel import LeftOutPanel
from larder.app.models.source_build_document import SourceBuildPlanFacts
from larder.app.presentation.looks import Tone
from larder.app.presentation.source_build_texts import plan_lines, warning_lines
from larder.app.services import WindowServices
from larder.app.views.widgets import ElidedLabel, EmptyState, muted_label


class SourcePlanView(QWidget):
    """One plan, in figures."""

    def __init__(self, services: WindowServices) -> None:
        super().__init__()
        self._services = services
        self._plan: SourceBuildPlanFacts | None = None
        self.empty = EmptyState()
        self.empty.hide()
        self._lines = QWidget()
        self._grid = QGridLayout(self._lines)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(8)
        self._grid.setColumnStretch(1, 1)
        self.left = LeftOutPanel(services)
        self.left.setAccessibleName(self.tr("Left out"))
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 4, 0, 0)
        whole.setSpacing(12)
        whole.addWidget(self._lines)
        whole.addWidget(self.empty, 1)
        whole.addWidget(self.left)
        whole.addStretch(1)
        services.look.changed.connect(self._show_figures)

    @property
    def text(self) -> str:
        """What is shown, a line each."""
        rows = range(self._grid.rowCount())
        cells = [[self._grid.itemAtPosition(row, column) for column in (0, 1)] for row in rows]
        return "\n".join(
            f"{name.widget().text()}: {value.widget().text}"
            for name, value in cells if name is not None and value is not None)

    def show_plan(self, plan: SourceBuildPlanFacts) -> None:
        """Show a plan."""
        self._plan = plan
        self._show_figures()
        self.left.show_lines(warning_lines(plan, self._services.look.figures))
        self.empty.setVisible(plan.is_empty)
        if plan.sources.files:
            icon = self._services.look.icons.icon("severity-good", Tone.GOOD)
            self.empty.show_text(self.tr("Everything is in the cache already."))
        else:
            icon = self._services.look.icons.icon("severity-note", Tone.NOTE)
            self.empty.show_text(self.tr("There is no file in it that such a cache is made of."))
        self.empty.show_icon(icon)

    def _show_figures(self) -> None:
        look = self._services.look
        if self._plan is not None:
            self._show_lines(plan_lines(self._plan, look.figures, look.names))

    def _show_lines(self, lines: Sequence[tuple[str, str]]) -> None:
        while (item := self._grid.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for row, (label, text) in enumerate(lines):
            name: QLabel = muted_label(label, wrap=False)
            self._grid.addWidget(name, row, 0, Qt.AlignmentFlag.AlignLeft)
            self._grid.addWidget(ElidedLabel(text), row, 1)
