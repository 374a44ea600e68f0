"""Content of the Journal tab: what was done to the stores, what of it can be undone."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from larder.app.cleaning.work import CleanWork
from larder.app.jobs.awaited_job import AwaitedJob
from larder.app.models.deeds import PastClean, PastDeed, WorkspaceHistory, read_history
from larder.app.models.journal import (
    JournalModel,
    PartsModel,
    StoreNames,
    deed_text,
    empty_question,
    journal_title,
    quarantine_line,
    written_text,
)
from larder.app.presentation.plain_text import plain_tip
from larder.app.presentation.sentences import one_after_another
from larder.app.services import WindowServices
from larder.app.views.page import ReadPage
from larder.app.widgets.rows_table import facts_table
from larder.app.widgets.widgets import (
    WrappedLabel,
    ask_first,
    fill_column,
    fill_layout,
    heading,
    make_muted_label,
    make_scrollable,
    passing_menu,
    primary_button,
)
from larder.core.requests.options import WorkspaceOptions

LEAST_HEIGHT = 130
"""Of the table, pixels; the page scrolls where there is less."""
ACTION, STATE, REASONS, UNDO = 1, 5, 6, 7
"""Columns of the table."""
MOST_PARTS = 6
"""Parts of a deed that are in sight at once."""


class QuarantinePanel(QWidget):
    """The line about the quarantine, and the buttons for the deed that is selected.

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
        self._deed: PastDeed | None = None
        self.title = heading("")
        self.line = make_muted_label()
        self.undo = primary_button(self.tr("Undo"))
        self.empty = QPushButton(self.tr("Empty…"))
        self.empty.setToolTip(self.tr("Deletes the files of the selected clean for good."))
        self.empty_all = QPushButton(self.tr("Empty all…"))
        self.empty_all.setToolTip(self.tr("Deletes every file in quarantine for good."))
        words = fill_layout(QVBoxLayout(), self.title, self.line, spacing=2)
        fill_layout(QHBoxLayout(self), words, self.undo, self.empty, self.empty_all,
                    stretched=words, margins=(12, 10, 12, 8), spacing=8)
        self._connect()
        self.show_deed(None)

    def show_history(self, history: WorkspaceHistory) -> None:
        """Show what is in quarantine."""
        self._history = history
        look = self._services.look
        self.title.setText(journal_title(history, look.figures))
        self.line.setText(one_after_another((
            quarantine_line(history, look.figures), written_text(history.cleans, look.names))))
        self.empty_all.setVisible(len(history.cleans) > 1)

    def show_deed(self, deed: PastDeed | None) -> None:
        """Offer what can be done to a deed; one that cannot be undone says why."""
        self._deed = deed
        clean = self._clean
        self.undo.setEnabled(deed is not None and deed.can_undo)
        self.undo.setToolTip(
            self.tr("Select what to undo.") if deed is None
            else plain_tip(deed_text(deed, self._services.look.figures,
                                     self._services.look.names)))
        self.empty.setVisible(bool(self._history.cleans))
        self.empty.setEnabled(clean is not None)

    @property
    def _clean(self) -> PastClean | None:
        return None if self._deed is None else self._deed.clean

    def _connect(self) -> None:
        self.undo.clicked.connect(
            lambda: None if self._clean is None else self.undo_wanted.emit(self._clean))
        self.empty.clicked.connect(self._want_empty)
        self.empty_all.clicked.connect(
            lambda: self.empty_wanted.emit(self._history.cleans, True))

    def _want_empty(self) -> None:
        if self._clean is not None:
            self.empty_wanted.emit((self._clean,), len(self._history.cleans) == 1)


class DeedPanel(QFrame):
    """The selected deed: why, whether it can be undone, and its parts."""

    def __init__(self, services: WindowServices) -> None:
        super().__init__()
        self._services = services
        self._model = PartsModel(
            services.look.figures, services.look.icons, services.look.names, self)
        self.text = WrappedLabel()
        self.parts = facts_table(
            self._model, "deedTable", self.tr("Parts of the selected action"), services.memory,
            1, (0,))
        self.text.setContentsMargins(12, 8, 12, 8)
        fill_column(self, self.text, self.parts, stretched=self.parts)
        self.setObjectName("deedPanel")
        self.show_deed(None, StoreNames())

    def show_deed(self, deed: PastDeed | None, stores: StoreNames) -> None:
        """Show a deed; nothing for None."""
        look = self._services.look
        self.setVisible(deed is not None)
        self.text.setText("" if deed is None else deed_text(deed, look.figures, look.names))
        self._model.show_deed(deed, stores)
        lines = self._model.rowCount()
        self.parts.setVisible(lines > 0)
        row = self.parts.verticalHeader().defaultSectionSize()
        self.parts.setFixedHeight(
            self.parts.horizontalHeader().sizeHint().height() + min(lines, MOST_PARTS) * row + 2)
        self.parts.fit_again()


class JournalView(ReadPage):
    """The list of deeds, a line for each; buttons above it undo the selected one.

    Read after everything that writes, which a survey follows.
    """

    def __init__(self, services: WindowServices, quarantine: QuarantinePanel) -> None:
        """Show the journal below `quarantine`."""
        self._body = QWidget()
        super().__init__(services, make_scrollable(self._body))
        self._history = WorkspaceHistory()
        self._work = CleanWork(services, self)
        self._reading = AwaitedJob(services.lanes, self._show_history, self._on_failed)
        self._model = JournalModel(
            services.look.figures, services.look.icons, services.look.names, self)
        self.quarantine = quarantine
        self.table = facts_table(
            self._model, "journalTable", self.tr("Journal"), services.memory, REASONS,
            (0, ACTION, STATE, UNDO))
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.deed = DeedPanel(services)
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

    def chosen(self) -> PastDeed | None:
        """The deed that the buttons are about."""
        index = self.table.currentIndex()
        return self._model.row_at(index.row()) if index.isValid() else None

    def _lay_out(self) -> None:
        # First: what is put into something is styled anew with all that is in it.
        fill_column(self, self._stack)
        self.table.setMinimumHeight(LEAST_HEIGHT)
        fill_column(self._body, self.quarantine, self.table, self.deed, stretched=self.table)

    def _connect(self) -> None:
        services = self._services
        services.look.changed.connect(self.table.viewport().update)
        services.look.changed.connect(self._show_failure)
        services.look.changed.connect(self._show_chosen)
        self.table.selectionModel().currentRowChanged.connect(lambda *_: self._show_chosen())
        self.table.menu_wanted.connect(
            lambda at: passing_menu(self, self.quarantine.undo, self.quarantine.empty).popup(at))
        self.quarantine.undo_wanted.connect(lambda clean: self._work.undo(clean.clean))
        self.quarantine.empty_wanted.connect(self._ask_to_empty)

    def _show_chosen(self) -> None:
        deed = self.chosen()
        self.quarantine.show_history(self._history)
        self.quarantine.show_deed(deed)
        self.deed.show_deed(deed, self._store_names())

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
        chosen = self.chosen()
        self._history = history
        self._model.show_records(history.records, self._store_names())
        self.table.fit_again()
        self._select(chosen)
        self._show_chosen()
        if history.records:
            self._stack.show_content()
            return
        self._stack.say(
            self.tr("Nothing has been done to these caches yet."),
            self._services.look.icons.icon("page-journal"),
            hint=self.tr(
                "Every build, clean, import and undo will be listed here. Files that a clean or a "
                "build removes are kept until you restore or delete them."))

    def _select(self, chosen: PastDeed | None) -> None:
        """The deed that was selected stays so; else the newest that can be undone is."""
        deeds = self._history.records
        same = [at for at, deed in enumerate(deeds) if chosen is not None and (
            deed.at_ns, deed.action, deed.stores) == (chosen.at_ns, chosen.action, chosen.stores)]
        undoable = (at for at, deed in enumerate(deeds) if deed.can_undo)
        if deeds:
            self.table.selectRow(same[0] if same else next(undoable, 0))

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
