"""The main window: lays out what its lists of pages and commands name, and follows the session."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QChildEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
    QKeySequence,
    QShortcut,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QDialog,
    QDockWidget,
    QMainWindow,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QToolBar,
    QToolButton,
    QWidget,
)

from larder.app.cache_session import SessionState
from larder.app.command_table import Command
from larder.app.jobs.job import Job
from larder.app.jobs.qt_classes import make_qt_classes
from larder.app.notices import Notice, NoticeBar, failure_notice
from larder.app.services import WindowServices
from larder.app.views.dock_visibility import DockVisibility
from larder.app.views.filter_field import FilterField
from larder.app.views.job_notifications import JobNotifications
from larder.app.views.jobs_panel import JobsPanel
from larder.app.views.page import LazyPage, Page, PageFactory
from larder.app.views.quit_dialog import Leave, QuitDialog
from larder.app.views.start_page import StartPage
from larder.app.widgets.drops import Drop, DropHint, accept_copy, find_drop
from larder.app.widgets.fitting_tool_bar import FittingToolBar
from larder.app.widgets.plain_labels import PlainLabel
from larder.app.widgets.widgets import ElidedLabel, after_pause, fill_column
from larder.app.widgets.window_layout import Docks, open_at
from larder.core.worker_protocol import Failed

if TYPE_CHECKING:
    from larder.app.views.inspector import Inspector
    from larder.app.views.panels import Panels, WorkspaceView
    from larder.app.views.workspace_tree import WorkspaceTree
    from larder.app.widgets.rows_table import SavableTable


CommandSource = Callable[[WindowServices, "MainWindow"], Sequence[Command]]
"""Gives some of the window's commands; the window's list of them is all that is edited for more."""

_VIEWS, _DIALOGS = "larder.app.views", "larder.app.dialogs"
NEEDED_FIRST = (f"{_VIEWS}.panels", f"{_VIEWS}.coverage_page", f"{_VIEWS}.entries_page",
                f"{_VIEWS}.problems_page")
"""Modules that show a workspace, numpy among what they load."""
WANTED_NEXT = (f"{_VIEWS}.duplicates_page", f"{_VIEWS}.charts_page", f"{_VIEWS}.journal_view",
               f"{_VIEWS}.table_file",
               *(f"{_DIALOGS}.{name}" for name in (
                   "building.dialog", "building.resume", "building.runs", "bundles", "checklists",
                   "cleaning.dialog", "cleaning.prune_forms", "help_window", "match_dialog",
                   "moved_dialog", "palette", "preferences", "quick_look",
                   "source_building.dialog", "survey_dialogs", "what_if.dialog")))
"""Modules of what is looked at later, every dialog's among them."""
FIRST_SIZE = QSize(1360, 860)
LEAST_SIZE = QSize(720, 400)
STATUS_PAUSE_MS = 120
WARM_UP_MS = 300
"""After this long on the start page, what shows a workspace is made beside it."""
IDLE_MS = 1000
"""After this long with nothing on its way, what is looked at later is made."""


class MainWindow(QMainWindow):
    """One window on one workspace.

    Signals:
        workspace_wanted: a workspace was chosen or dropped, with its path.
        bundle_wanted: an exported cache was dropped, with its path.
        completed: what is made beforehand is there, and the modules of the rest are loaded.
    """

    workspace_wanted = Signal(str)
    bundle_wanted = Signal(str)
    completed = Signal()

    def __init__(
        self, services: WindowServices, commands: Sequence[CommandSource],
        pages: Sequence[PageFactory],
    ) -> None:
        super().__init__()
        services.look.dress(self)
        self._services = services
        self._page_factories = pages
        self._panels: Panels | None = None
        self._is_left = False
        self._drop: Drop | None = None
        self._survey_failed: Notice | None = None
        self._leaving = QuitDialog(services, self)
        self._making = self._make()
        self._is_loading = False
        self._idle = after_pause(self, IDLE_MS, self._go_on_making)
        JobNotifications(services, self)
        self.setObjectName("mainWindow")
        self.setDockNestingEnabled(True)
        self.setAcceptDrops(True)
        for source in commands:
            services.commands.add(source(services, self))
        services.commands.fill_menu_bar(self.menuBar())
        self.filter_field = FilterField(services)
        self._toolbar = self._make_toolbar()
        self.start = StartPage(services.commands, services.settings, services.look)
        self.notice_bar = NoticeBar(services.look, closable=True)
        self.drop_hint = DropHint(self)
        self._centre = self._make_centre()
        self.jobs = JobsPanel(services)
        self.docks = Docks(self)
        self.docks.add("jobs", self.tr("Jobs"), self.jobs, Qt.DockWidgetArea.BottomDockWidgetArea,
                       self.jobs.earlier)
        self._dock_visibility = DockVisibility(services, self.docks, self.jobs, self)
        self._status, self._surveyed = ElidedLabel(), PlainLabel()
        self.statusBar().addWidget(self._status, 1)
        self.statusBar().addPermanentWidget(self._surveyed)
        self.statusBar().setSizeGripEnabled(False)
        self._status_pause = after_pause(self, STATUS_PAUSE_MS, self._show_status)
        self._connect()
        open_at(self, FIRST_SIZE, services.memory.layout("geometry"), least=LEAST_SIZE)
        self._on_state_changed()
        self._on_survey_changed()

    @property
    def panels(self) -> Panels:
        """The panels that show a workspace; created on access if they do not exist yet."""
        while self._panels is None:
            next(self._making)
        return self._panels

    @property
    def workspace(self) -> WorkspaceView:
        """The workspace view with its tabs."""
        return self.panels.workspace

    @property
    def tree(self) -> WorkspaceTree:
        """The tree of concepts and stores."""
        return self.panels.tree

    @property
    def inspector(self) -> Inspector:
        """The inspector, which describes the selected row."""
        return self.panels.inspector

    @property
    def pages(self) -> dict[str, Page]:
        """Pages by id, in their order."""
        return self.workspace.pages

    @property
    def is_settled(self) -> bool:
        """True if no job or computation is running that would still change the window."""
        services = self._services
        if not (services.lanes.is_idle and services.calls.is_idle):
            return False
        if self._panels is None:
            return services.session.state is SessionState.CLOSED
        return self.inspector.is_settled and all(page.is_settled for page in self.pages.values())

    def show_page(self, page: str) -> bool:
        """Bring a page to the front; False when there is none of that name."""
        return self.workspace.show_page(page)

    def _go_to_page(self, page: str) -> None:
        """Bring a page to the front for who uses the keyboard."""
        self.show_page(page)
        self._focus_page()

    def _focus_page(self) -> None:
        if self._services.session.state is not SessionState.CLOSED:
            self.workspace.focus_page()

    def current_page(self) -> str:
        """Id of the page in front."""
        return self.workspace.current_page

    def dock(self, name: str) -> QDockWidget:
        """The dock "tree", "inspector" or "jobs"."""
        if name not in self.docks:
            self._panels = self.panels
        return self.docks[name]

    def focus_filter(self) -> None:
        """Put the cursor into the filter field."""
        self.filter_field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.filter_field.selectAll()

    def focus_inspector(self) -> None:
        """Show the inspector and go there."""
        self.docks.bring("inspector")
        self.inspector.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def save_table(self, table: SavableTable, *, selected: bool) -> None:
        """Ask for a file, then write rows of a table of this window or its dialogs into it."""
        from larder.app.views.table_file import ask_and_save

        ask_and_save(self._services, table, selected=selected)

    def close_workspace(self) -> None:
        """Close the workspace, once the user has said what becomes of its jobs."""
        if self._leaving.may(Leave.CLOSE):
            self._services.session.close()

    def close_now(self) -> None:
        """Close the window whatever runs; whoever runs the window ends its jobs."""
        self._is_left = True
        self.close()

    def showEvent(self, event: QShowEvent) -> None:
        """Make what shows a workspace while the user reads the start page."""
        super().showEvent(event)
        if self._panels is None:
            QTimer.singleShot(WARM_UP_MS, self, self._go_on_making)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask first where jobs run; then remember the layout."""
        if not self._is_left and not self._leaving.may(Leave.QUIT):
            event.ignore()
            return
        memory = self._services.memory
        memory.keep_layout("geometry", self.saveGeometry())
        if self._services.session.state is SessionState.OPEN:
            self.docks.remember(memory)
        super().closeEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter presses the button that has the focus, as Space does; Qt has it in dialogs only."""
        focused = self.focusWidget()
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if is_enter and isinstance(focused, (QPushButton, QToolButton)):
            focused.click()
        else:
            super().keyPressEvent(event)

    def childEvent(self, event: QChildEvent) -> None:
        """A dialog of the window gets the key that explains it."""
        super().childEvent(event)
        action = self._services.commands.action("help") if event.polished() else None
        if action is not None and isinstance(dialog := event.child(), QDialog):
            dialog.addAction(action)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take what can be opened or imported and say so; of anything else say why not."""
        self._drop = find_drop(event)
        self._take_drag(event)
        self.start.mark_drop(is_over=self._drop is not None)
        if self._drop is None:
            self.drop_hint.say(self.tr(
                "Only one file can be dropped here: a config (.json, .toml, .yaml), a folder with "
                "caches, or an exported cache (.zip)."), is_taken=False)
            return
        name = self._services.look.names.path(Path(self._drop.path).name)
        text = (self.tr("Drop to import the exported cache %1. It stays where it is.")
                if self._drop.is_bundle else self.tr("Drop to open %1. It stays where it is."))
        self.drop_hint.say(text.replace("%1", name), is_taken=True)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Take it as a copy wherever it is and whichever key is held."""
        self._take_drag(event)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """Remove the drop highlight: the drag left the window without a drop."""
        self._end_drag()
        super().dragLeaveEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        """Open what was dropped; an exported cache is to be imported."""
        self._end_drag()
        drop = self._drop = find_drop(event)
        self._take_drag(event)
        if drop is not None:
            (self.bundle_wanted if drop.is_bundle else self.workspace_wanted).emit(drop.path)

    def _take_drag(self, event: QDropEvent) -> None:
        """A drag that is refused is followed too, so that the window hears when it leaves."""
        if self._drop is not None:
            accept_copy(event)
        else:
            event.setDropAction(Qt.DropAction.IgnoreAction)
            event.accept()

    def _end_drag(self) -> None:
        self.start.mark_drop(is_over=False)
        self.drop_hint.hide()

    def _make_toolbar(self) -> QToolBar:
        toolbar = FittingToolBar(self.tr("Toolbar"))
        toolbar.setObjectName("toolbar")
        toolbar.setMovable(False)
        toolbar.setIconSize(QSize(18, 18))
        self._services.commands.fill_toolbar(toolbar)
        space = QWidget()
        space.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        toolbar.addWidget(space)
        toolbar.addWidget(self.filter_field)
        self.addToolBar(toolbar)
        return toolbar

    def _make_centre(self) -> QStackedWidget:
        for number, factory in enumerate(self._page_factories, start=1):
            shortcut = QShortcut(QKeySequence(f"Ctrl+{number}"), self)
            shortcut.activated.connect(lambda identity=factory.id: self._go_to_page(identity))
        centre = QStackedWidget()
        centre.addWidget(self.start)
        whole = QWidget()
        fill_column(whole, self.notice_bar, centre, stretched=centre)
        self.setCentralWidget(whole)
        return centre

    def _connect(self) -> None:
        services = self._services
        services.session.state_changed.connect(self._on_state_changed)
        services.session.survey_changed.connect(self._on_survey_changed)
        services.session.surveying_changed.connect(services.commands.refresh)
        services.session.survey_failed.connect(self._on_survey_failed)
        services.session.opening_failed.connect(self._on_opening_failed)
        services.lanes.submitted.connect(self._on_job_submitted)
        services.notices.posted.connect(self.notice_bar.show_notice)
        services.notices.cleared.connect(self.notice_bar.clear)
        self.notice_bar.closed.connect(services.notices.close)
        self.notice_bar.focus_left.connect(self._focus_page)
        services.view.chosen_changed.connect(services.commands.refresh)
        for elsewhere in (services.view.chosen_changed, services.view.page_changed,
                          services.view.scope_changed, services.view.filter_changed):
            elsewhere.connect(services.notices.look_elsewhere)
        services.history.changed.connect(services.commands.refresh)
        services.look.changed.connect(services.commands.refresh_icons)
        services.look.changed.connect(self._on_survey_changed)
        self.start.workspace_wanted.connect(self.workspace_wanted)
        self._leaving.agreed.connect(self._leave)

    def _make(self) -> Iterator[Sequence[str]]:
        """Make what shows a workspace, and later the other pages, a page at a time.

        Gives the modules that the next step takes, to be loaded elsewhere.
        """
        for _ in make_qt_classes():
            yield ()
        yield NEEDED_FIRST
        for _ in self._services.commands.paint_icons():
            yield ()
        pages = {}
        for factory in self._page_factories:
            pages[factory.id] = factory.make(self._services)
            yield ()
        from larder.app.views.inspector import Inspector
        from larder.app.views.panels import Panels, WorkspaceView

        inspector = Inspector(self._services)
        yield ()
        workspace = WorkspaceView(self._services)
        for factory in self._page_factories:
            workspace.add_page(factory, pages[factory.id])
            yield ()
        panels = Panels(self._services, workspace, inspector, self.docks)
        self._centre.addWidget(workspace)
        workspace.selection_changed.connect(self._status_pause.start)
        yield ()
        self._panels = panels
        self._show_state()
        self._services.commands.refresh()
        yield ()  # whoever asked for the panels goes on here, and takes no modules
        yield WANTED_NEXT
        for page in pages.values():
            if isinstance(page, LazyPage):
                for _ in page.make_some():
                    yield ()
                yield ()
        self.completed.emit()

    def _go_on_making(self) -> None:
        """A step per turn of the event loop, so that the window answers; later ones when idle."""
        if self._is_left or self._is_loading:
            return
        if self._panels is not None and not self.is_settled:
            self._idle.start()
            return
        needed = next(self._making, None)
        if needed:
            self._is_loading = True
            self._services.calls.load(needed, self, self._on_loaded)
        elif needed is not None:
            QTimer.singleShot(0, self, self._go_on_making)

    def _on_loaded(self) -> None:
        self._is_loading = False
        self._go_on_making()

    def _on_state_changed(self) -> None:
        self._show_state()
        if self._services.session.state is not SessionState.OPEN:
            # What a message says, and what its buttons do, is about the workspace that was open.
            self._services.notices.close()
        self._services.commands.refresh()

    def _show_state(self) -> None:
        """The start page, or the workspace; docks of a workspace go with it."""
        session = self._services.session
        is_closed = session.state is SessionState.CLOSED
        was_shown = self._centre.currentWidget() is not self.start
        if self._panels is None and not is_closed:
            self._go_on_making()  # and come back here
            return
        self._centre.setCurrentWidget(self.start if is_closed else self.workspace)
        self._toolbar.setVisible(not is_closed)
        self._dock_visibility.follow()
        self.statusBar().setVisible(not is_closed)
        if not is_closed and not was_shown:
            # Begin at the tabs, not in the filter field.
            self.workspace.tabs.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_survey_changed(self) -> None:
        pages = self._services.session.pages
        if self._survey_failed is not None:
            self._services.notices.clear(self._survey_failed)
        if pages is None:
            self.setWindowTitle("Larder")
            return
        self._idle.start()
        from larder.app.views.panels import survey_note

        look = self._services.look
        self.setWindowTitle(f"{look.names.concept(pages.tree[0].name)} — Larder")
        self._surveyed.setText(survey_note(pages.snapshot, look.figures))
        self._status_pause.start()

    def _on_survey_failed(self, failure: Failed) -> None:
        if self._services.session.state is SessionState.OPENING:
            self._services.session.close()
        self._survey_failed = failure_notice(failure)
        self._services.notices.post(self._survey_failed)

    def _on_opening_failed(self, failure: Failed) -> None:
        pages = self._services.session.pages
        assert pages is not None
        stays = self.tr("The workspace %1 stays open.").replace("%1", pages.tree[0].name)
        self._services.notices.post(
            failure_notice(failure, hint=f"{failure.hint} {stays}".strip()))

    def _leave(self, leave: Leave) -> None:
        if leave is Leave.QUIT:
            self.close_now()
        else:
            self._services.session.close()

    def _on_job_submitted(self, job: Job) -> None:
        if not job.request.quiet:
            self._services.commands.refresh()
        job.finished.connect(self._services.commands.refresh)

    def _show_status(self) -> None:
        page = None if self._panels is None else self.pages.get(self.current_page())
        self._status.set_text("" if page is None else page.selection_text())
