"""What waits in quarantine, and what was done to the stores: the content of the Journal tab."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QMessageBox,
    QSplitter,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from larder.app.cache_session import SessionState
from larder.app.dialogs.cleaning.work import CleanWork
from larder.app.jobs.job import Job, JobFailure
from larder.app.models.history import History, PastClean, read_history
from larder.app.models.journal_model import JOURNAL_COLUMNS, JournalModel
from larder.app.models.store_names import StoreNames
from larder.app.presentation.journal_texts import empty_question, space_text
from larder.app.presentation.looks import Tone
from larder.app.services import WindowServices
from larder.app.views.cell_delegate import CellDelegate
from larder.app.views.quarantine_panel import QuarantinePanel
from larder.app.views.rows_table import RowsTable
from larder.app.views.widgets import EmptyState, heading
from larder.core.requests.options import HistoryOptions

SPLIT_NAME = "journalSplit"


class JournalView(QWidget):
    """Read anew after each survey, and so after everything that writes, while it is in front."""

    def __init__(self, services: WindowServices) -> None:
        super().__init__()
        self._services = services
        self._work = CleanWork(services, self)
        self._reading: Job | None = None
        self._is_fresh = False
        self._failure: JobFailure | None = None
        self._model = JournalModel(
            services.look.figures, services.look.icons, services.look.names, self)
        self.quarantine = QuarantinePanel(services)
        self.table = RowsTable("journalTable", JOURNAL_COLUMNS)
        self.table.setAccessibleName(self.tr("Journal"))
        self.table.setModel(self._model)
        self.table.setItemDelegate(CellDelegate(self._model.cell, JOURNAL_COLUMNS, self.table))
        self.table.horizontalHeader().setStretchLastSection(True)
        self.table.lay_out_columns(services.memory)
        self.empty = EmptyState()
        self._split = QSplitter(Qt.Orientation.Vertical)
        self._stack = QStackedLayout(self)
        self._lay_out()
        self._connect()
        self._show_reading()

    @property
    def is_settled(self) -> bool:
        """Whether the newest history is shown, or none is wanted."""
        return self._reading is None and (self._is_fresh or not self._is_wanted)

    def remember(self) -> None:
        """Column widths and the place of the splitter."""
        self.quarantine.remember()
        self.table.keep_columns(self._services.memory)
        self._services.memory.keep_layout(SPLIT_NAME, self._split.saveState())

    def showEvent(self, event: QShowEvent) -> None:
        """Read what happened while another page was in front."""
        super().showEvent(event)
        self._read_if_wanted()

    @property
    def _is_wanted(self) -> bool:
        return self.isVisible() and self._services.session.state is SessionState.OPEN

    def _lay_out(self) -> None:
        title = heading(self.tr("Journal"))
        title.setContentsMargins(12, 10, 12, 8)
        below = QFrame()
        column = QVBoxLayout(below)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(title)
        column.addWidget(self.table, 1)
        self._split.addWidget(self.quarantine)
        self._split.addWidget(below)
        self._split.setChildrenCollapsible(False)
        self._split.setStretchFactor(0, 2)
        self._split.setStretchFactor(1, 3)
        self._split.restoreState(self._services.memory.layout(SPLIT_NAME))
        self._stack.addWidget(self._split)
        self._stack.addWidget(self.empty)

    def _connect(self) -> None:
        services = self._services
        services.session.survey_changed.connect(self._on_survey_changed)
        services.look.changed.connect(self.table.viewport().update)
        services.look.changed.connect(self._show_failure)
        self.quarantine.undo_wanted.connect(lambda clean: self._work.undo(clean.id))
        self.quarantine.empty_wanted.connect(self._ask_to_empty)

    def _on_survey_changed(self) -> None:
        self._is_fresh = False
        if self._services.session.snapshot is None:
            self._show_reading()
        self._read_if_wanted()

    def _read_if_wanted(self) -> None:
        if self._is_fresh or not self._is_wanted:
            return
        session = self._services.session
        job = session.request("history", session.about_this(HistoryOptions),
                              self.tr("Read the journal"), quiet=True, digest=read_history)
        self._is_fresh = True
        self._reading = job
        job.succeeded.connect(lambda history: self._on_read(job, history))
        job.failed.connect(lambda failure: self._on_failed(job, failure))
        job.finished.connect(lambda: self._on_over(job))
        self._services.lanes.submit(job)

    def _on_read(self, job: Job, history: History) -> None:
        if job is self._reading:
            self._show_history(history)

    def _on_failed(self, job: Job, failure: JobFailure) -> None:
        if job is self._reading:
            self._failure = failure
            self._show_failure()
            self._stack.setCurrentWidget(self.empty)

    def _show_failure(self) -> None:
        if self._failure is not None:
            failure = self._failure.shown(self._services.look.names)
            self.empty.show_icon(self._services.look.icons.icon("severity-error", Tone.ERROR))
            self.empty.show_text(failure.problem, hint=failure.hint)

    def _on_over(self, job: Job) -> None:
        if job is self._reading:
            self._reading = None

    def _show_reading(self) -> None:
        """Before anything is known; what was read before stays until it is read again."""
        self._show_history(History())
        self.empty.show_text(self.tr("Reading the journal…"))

    def _show_history(self, history: History) -> None:
        self._failure = None
        names = self._store_names()
        self.quarantine.show_history(history, names)
        self._model.show_records(history.records, names)
        if history.cleans or history.records:
            self._stack.setCurrentWidget(self._split)
            return
        self.empty.show_icon(self._services.look.icons.icon("page-journal"))
        self.empty.show_text(
            self.tr("Nothing was cleaned here yet."),
            hint=self.tr("What a clean moves away waits here until you bring it back or empty it."))
        self._stack.setCurrentWidget(self.empty)

    def _store_names(self) -> StoreNames:
        session = self._services.session
        if session.snapshot is None:
            return StoreNames()
        return StoreNames({str(session.store_folder(at)): store.id
                           for at, store in enumerate(session.snapshot.document.stores)})

    def _ask_to_empty(self, cleans: tuple[PastClean, ...]) -> None:
        box = QMessageBox(self)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setWindowTitle(self.tr("Empty quarantine"))
        box.setText(empty_question(cleans, self._services.look.figures))
        box.setInformativeText(
            f"{self.tr('They cannot be brought back afterwards.')} {space_text()}")
        agree = box.addButton(self.tr("Delete for good"), QMessageBox.ButtonRole.DestructiveRole)
        keep = box.addButton(QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(keep)
        box.setEscapeButton(keep)
        identities = tuple(clean.id for clean in cleans)
        agree.clicked.connect(lambda: self._work.empty(identities))
        box.finished.connect(box.deleteLater)
        box.open()

