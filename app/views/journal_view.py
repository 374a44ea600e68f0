"""Content of the Journal tab: cleans in quarantine and past actions on the stores."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from larder.app.cleaning.work import CleanWork
from larder.app.jobs.awaited_job import AwaitedJob
from larder.app.models.journal import (
    JournalModel,
    PastClean,
    QuarantineModel,
    StoreNames,
    WorkspaceHistory,
    empty_question,
    journal_title,
    quarantine_line,
    read_history,
    written_text,
)
from larder.app.presentation.sentences import one_after_another
from larder.app.services import WindowServices
from larder.app.views.page import ReadPage
from larder.app.widgets.rows_table import facts_table
from larder.app.widgets.widgets import (
    ask_first,
    fill_column,
    fill_layout,
    heading,
    make_muted_label,
    make_scrollable,
    passing_menu,
)
from larder.core.requests.options import WorkspaceOptions

LEAST_HEIGHT = 130
"""Of a title with a few rows below it, pixels; the page scrolls where there is less."""
STATE = 2
"""The column of what was done, or what can be done now."""
ANY_HEIGHT = (1 << 24) - 1
"""What Qt takes for no limit."""

SPLIT_NAME = "journalSplit"


class QuarantinePanel(QWidget):
    """A list of cleans; buttons act on the chosen one.

    Signals:
        undo_wanted: with the PastClean.
        empty_wanted: with a tuple of PastClean and whether it is all; the consent is still to be
            asked for.
    """

    undo_wanted = Signal(object)
    empty_wanted = Signal(object, bool)

    def __init__(self, services: WindowServices) -> None:
        super().__init__()
        self._services = services
        self._history = WorkspaceHistory()
        self._model = QuarantineModel(
            services.look.figures, services.look.icons, services.look.names, self)
        self.table = facts_table(
            self._model, "quarantineTable", self.tr("Quarantines"), services.memory,
            len(QuarantineModel.columns) - 1, (0, STATE))
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.line = make_muted_label()
        self.undo = QPushButton(self.tr("Undo"))
        self.undo.setToolTip(self.tr("Restores the files and entries of the selected clean."))
        self.empty = QPushButton(self.tr("Empty…"))
        self.empty.setToolTip(self.tr("Deletes the files of the selected clean for good."))
        self.empty_all = QPushButton(self.tr("Empty all…"))
        self.empty_all.setToolTip(self.tr("Deletes every file in quarantine for good."))
        self._lay_out()
        self._connect()
        self._offer()

    def show_history(self, history: WorkspaceHistory, names: StoreNames) -> None:
        """Show what is in quarantine; the clean that was chosen stays chosen."""
        chosen = self.chosen()
        self._history = history
        self._model.show_cleans(history.cleans, names)
        self.table.fit_again()
        look = self._services.look
        self.line.setText(one_after_another((
            quarantine_line(history, look.figures), written_text(history.cleans, look.names))))
        for widget in (self.table, self.undo, self.empty):
            widget.setVisible(bool(history.cleans))
        self._keep_to_its_words()
        if history.cleans:
            kept = [at for at, clean in enumerate(history.cleans)
                    if chosen is not None and clean.clean == chosen.clean]
            self.table.selectRow(kept[0] if kept else 0)
        self._offer()

    def chosen(self) -> PastClean | None:
        """The clean that the buttons are about."""
        index = self.table.currentIndex()
        return self._model.row_at(index.row()) if index.isValid() else None

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A splitter does not ask how high the words are at this width."""
        super().resizeEvent(event)
        self._keep_to_its_words()

    def _keep_to_its_words(self) -> None:
        layout = self.layout()
        assert layout is not None
        layout.invalidate()  # what it found for another text or width
        words = max(layout.minimumHeightForWidth(self.width()), layout.minimumSize().height())
        is_listing = bool(self._history.cleans)
        self.setMaximumHeight(ANY_HEIGHT if is_listing else words)
        self.setMinimumHeight(max(words, LEAST_HEIGHT if is_listing else 0))

    def _lay_out(self) -> None:
        words = fill_layout(QVBoxLayout(), heading(self.tr("Quarantine")), self.line, spacing=2)
        head = fill_layout(QHBoxLayout(), words, self.undo, self.empty, self.empty_all,
                           stretched=words, margins=(12, 10, 12, 8), spacing=8)
        fill_column(self, head, self.table, stretched=self.table)

    def _connect(self) -> None:
        self.table.selectionModel().currentRowChanged.connect(lambda *_: self._offer())
        self.table.menu_wanted.connect(self._show_menu)
        self.undo.clicked.connect(self._want_undo)
        self.empty.clicked.connect(self._want_empty)
        self.empty_all.clicked.connect(
            lambda: self.empty_wanted.emit(self._history.cleans, True))
        self._services.session.surveying_changed.connect(self._offer)
        self._services.look.changed.connect(self.table.viewport().update)

    def _offer(self) -> None:
        """A clean that cannot be undone says why in its state."""
        chosen = self.chosen()
        self.undo.setEnabled(chosen is not None and chosen.can_undo)
        self.empty.setEnabled(chosen is not None)
        self.empty_all.setEnabled(bool(self._history.cleans))
        self.empty_all.setVisible(len(self._history.cleans) > 1)

    def _want_undo(self) -> None:
        chosen = self.chosen()
        if chosen is not None:
            self.undo_wanted.emit(chosen)

    def _want_empty(self) -> None:
        chosen = self.chosen()
        if chosen is not None:
            self.empty_wanted.emit((chosen,), len(self._history.cleans) == 1)

    def _show_menu(self, at: QPoint) -> None:
        passing_menu(self, self.undo, self.empty).popup(at)


class JournalView(ReadPage):
    """Read after everything that writes, which a survey follows."""

    def __init__(self, services: WindowServices, quarantine: QuarantinePanel) -> None:
        """Show the journal below `quarantine`."""
        self._split = QSplitter(Qt.Orientation.Vertical)
        super().__init__(services, make_scrollable(self._split))
        self._work = CleanWork(services, self)
        self._reading = AwaitedJob(services.lanes, self._show_history, self._on_failed)
        self._model = JournalModel(
            services.look.figures, services.look.icons, services.look.names, self)
        self.quarantine = quarantine
        self._records_title = heading("")
        self.table = facts_table(
            self._model, "journalTable", self.tr("Journal"), services.memory,
            len(JournalModel.columns) - 1, (0, STATE))
        self._lay_out()
        self._connect()
        self._show_reading()

    @property
    def is_settled(self) -> bool:
        """True if the latest history is shown, or none is wanted."""
        return self._reading.is_idle and super().is_settled

    def copy_selection(self) -> None:
        """The selected records, as they are shown."""
        self.table.copy_rows()

    def _lay_out(self) -> None:
        # First: what is put into something is styled anew with all that is in it.
        fill_column(self, self._stack)
        self._records_title.setContentsMargins(12, 10, 12, 8)
        below = QFrame()
        below.setMinimumHeight(LEAST_HEIGHT)
        fill_column(below, self._records_title, self.table, stretched=self.table)
        self._split.addWidget(self.quarantine)
        self._split.addWidget(below)
        self._split.setChildrenCollapsible(False)
        self._split.setStretchFactor(0, 2)
        self._split.setStretchFactor(1, 3)
        self._services.memory.lay_out_split(self._split, SPLIT_NAME)

    def _connect(self) -> None:
        services = self._services
        services.look.changed.connect(self.table.viewport().update)
        services.look.changed.connect(self._show_failure)
        self.quarantine.undo_wanted.connect(lambda clean: self._work.undo(clean.clean))
        self.quarantine.empty_wanted.connect(self._ask_to_empty)

    def _forget(self) -> None:
        self._show_reading()

    def _read(self) -> None:
        session = self._services.session
        self._reading.start(session.request(
            "history", session.about_this(WorkspaceOptions), self.tr("Read the journal"),
            quiet=True, digest=read_history))

    def _show_reading(self) -> None:
        """Before anything is known; what was read before stays until it is read again."""
        self._show_history(WorkspaceHistory())
        self.empty.show_text(self.tr("Reading the journal…"))

    def _show_history(self, history: WorkspaceHistory) -> None:
        self._failure = None
        names = self._store_names()
        self._records_title.setText(journal_title(history, self._services.look.figures))
        self.quarantine.show_history(history, names)
        self._model.show_records(history.records, names)
        self.table.fit_again()
        if history.cleans or history.records:
            self._stack.show_content()
            return
        self._stack.say(
            self.tr("Nothing was cleaned here yet."),
            self._services.look.icons.icon("page-journal"),
            hint=self.tr(
                "Files that a clean or a build removes are kept here until you restore or delete "
                "them."))

    def _store_names(self) -> StoreNames:
        session = self._services.session
        if session.snapshot is None:
            return StoreNames()
        return StoreNames({str(session.store_folder(at)): store.id
                           for at, store in enumerate(session.snapshot.document.stores)})

    def _ask_to_empty(self, cleans: tuple[PastClean, ...], is_all: bool) -> None:
        identities = tuple(clean.clean for clean in cleans)
        ask_first(
            self, self._services.look.icons, title=self.tr("Empty quarantine"),
            agree=self.tr("Delete for good"),
            question=empty_question(cleans, self._services.look.figures, is_all=is_all),
            promise=one_after_another((
                written_text(cleans, self._services.look.names),
                self.tr("They cannot be restored afterwards."))),
            on_agreed=lambda: self._work.empty(identities), is_final=True)
