"""The lower half of the What-if dialog: what the changes cost, line by line and together."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QProgressBar, QStackedLayout, QVBoxLayout, QWidget

from larder.app.jobs.job import JobFailure
from larder.app.models.change_document import ChangeDocument
from larder.app.models.change_table import CHANGE_COLUMNS, ChangeColumn, ChangeTable
from larder.app.presentation.change_texts import summary_text, why_text
from larder.app.presentation.looks import Tone
from larder.app.services import WindowServices
from larder.app.views.rows_table import PADDING, CellDelegate, RowsTable
from larder.app.views.widgets import ElidedLabel, EmptyState

TABLE_NAME = "whatIfTable"


class WhatIfResults(QWidget):
    """Summary, table, the current line's reason; what was known stays while more is asked."""

    def __init__(self, services: WindowServices) -> None:
        super().__init__()
        self._services = services
        self._document = ChangeDocument()
        self._failure: JobFailure | None = None
        look = services.look
        self.summary = QLabel()
        self.summary.setProperty("role", "heading")
        self.summary.setWordWrap(True)
        self.bar = QProgressBar()
        self.bar.setRange(0, 0)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(self.tr("Comparing"))
        policy = self.bar.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.bar.setSizePolicy(policy)
        self._model = ChangeTable(look.figures, look.icons, look.names, self)
        self.table = RowsTable(TABLE_NAME, CHANGE_COLUMNS)
        self.table.setAccessibleName(self.tr("Effects"))
        self.table.setModel(self._model)
        self.table.setItemDelegate(CellDelegate(self._model.cell, CHANGE_COLUMNS, self.table))
        self.table.horizontalHeader().setStretchLastSection(True)
        self.table.lay_out_columns(services.memory)
        self.why = ElidedLabel(muted=True)
        self.empty = EmptyState()
        self.empty.button.hide()
        self._lay_out()
        self.table.selectionModel().currentRowChanged.connect(lambda *_: self._show_why())
        self.table.horizontalHeader().sectionResized.connect(lambda *_: self._show_why())
        look.changed.connect(self._on_look_changed)
        self.show_nothing()

    @property
    def model(self) -> ChangeTable:
        """What the table shows."""
        return self._model

    @property
    def document(self) -> ChangeDocument:
        """The comparison that is shown; one without rows while there is none."""
        return self._document

    def show_nothing(self) -> None:
        """Nothing was changed yet."""
        self.show_busy(on=False)
        self._show(ChangeDocument())
        self.summary.setText(self.tr("Change a setting to see what it would cost."))
        self.empty.show_icon(self._services.look.icons.icon("command-what-if"))
        self.empty.show_text(self.tr("Nothing is changed."), hint=self.tr(
            "Each setting that differs gets a line here: whose payloads it makes useless, how many "
            "of them, and what building them takes."))
        self._body.setCurrentWidget(self.empty)

    def show_document(self, document: ChangeDocument) -> None:
        """Show a comparison."""
        self.show_busy(on=False)
        self._show(document)
        self.summary.setText(summary_text(document, self._services.look.figures))
        if document.rows:
            self._body.setCurrentWidget(self.table)
            self.table.setCurrentIndex(self._model.index(0, ChangeColumn.SETTING))
        else:
            self.empty.show_icon(self._services.look.icons.icon("severity-good", Tone.GOOD))
            self.empty.show_text(self.tr("Both configs say the same."))
            self._body.setCurrentWidget(self.empty)

    def show_failure(self, failure: JobFailure) -> None:
        """Say why there is no comparison, mostly a value that makes no sense."""
        self.show_busy(on=False)
        self._show(ChangeDocument())
        self._failure = failure
        self.summary.setText(self.tr("This cannot be judged."))
        self._show_reason()
        self._body.setCurrentWidget(self.empty)

    def show_busy(self, *, on: bool) -> None:
        """A comparison is under way, or over."""
        self.bar.setVisible(on)

    def remember(self) -> None:
        """Column widths."""
        self.table.keep_columns(self._services.memory)

    def _on_look_changed(self) -> None:
        self.table.viewport().update()
        self._show_why()
        self._show_reason()

    def _show_reason(self) -> None:
        if self._failure is not None:
            failure = self._failure.shown(self._services.look.names)
            self.empty.show_icon(self._services.look.icons.icon("severity-error", Tone.ERROR))
            self.empty.show_text(failure.problem, hint=failure.hint)

    def _show(self, document: ChangeDocument) -> None:
        self._document = document
        self._failure = None
        self._model.show_rows(document.rows)
        self._show_why()

    def _show_why(self) -> None:
        """The current line's reason in full, where its column is too narrow for it."""
        at = self.table.currentIndex().row()
        rows = self._document.rows
        text = why_text(rows[at], self._services.look.names) if 0 <= at < len(rows) else ""
        left = self.table.columnViewportPosition(ChangeColumn.WHY)
        room = min(self.table.columnWidth(ChangeColumn.WHY),
                   self.table.viewport().width() - left) - 2 * PADDING
        self.why.set_text(text if self.fontMetrics().horizontalAdvance(text) > room else "")

    def _lay_out(self) -> None:
        body = QWidget()
        self._body = QStackedLayout(body)
        self._body.addWidget(self.table)
        self._body.addWidget(self.empty)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(20, 10, 20, 8)
        whole.setSpacing(6)
        whole.addWidget(self.summary)
        whole.addWidget(self.bar)
        whole.addWidget(body, 1)
        whole.addWidget(self.why)
