"""The main window: lays out what its lists of pages and commands name, and follows the session."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QKeySequence,
    QShortcut,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QDockWidget,
    QLabel,
    QMainWindow,
    QSizePolicy,
    QStackedWidget,
    QToolBar,
    QVBoxLayout,
    QWidget,
)

from app.cache_session import SessionState
from app.commands.command import Command
from app.jobs.job import Job, JobFailure
from app.notices import Notice
from app.presentation.looks import Tone
from app.presentation.notice_texts import survey_note
from app.services import WindowServices
from app.views.filter_field import FilterField
from app.views.inspector import Inspector
from app.views.jobs_panel import JobsPanel
from app.views.notice_bar import NoticeBar
from app.views.page import Page, PageFactory
from app.views.start_page import StartPage
from app.views.workspace_tree import WorkspaceTree
from app.views.workspace_view import WorkspaceView

CommandSource = Callable[[WindowServices, "MainWindow"], Sequence[Command]]
"""Gives some of the window's commands; the window's list of them is all that is edited for more."""

FIRST_SIZE = QSize(1360, 860)
LEAST_SIZE = QSize(860, 520)
TREE_WIDTH, INSPECTOR_WIDTH, JOBS_HEIGHT = 250, 330, 72
STATUS_PAUSE_MS = 120
LONG_JOB_S = 10.0
"""A job that took longer asks for attention when it ends and the window is not in front."""


class MainWindow(QMainWindow):
    """One window on one workspace.

    Signals:
        workspace_wanted: a workspace was chosen or dropped, with its path.
    """

    workspace_wanted = Signal(str)

    def __init__(
        self, services: WindowServices, commands: Sequence[CommandSource],
        pages: Sequence[PageFactory],
    ) -> None:
        super().__init__()
        self._services = services
        self._docks: dict[str, QDockWidget] = {}
        self.setObjectName("mainWindow")
        self.setMinimumSize(LEAST_SIZE)
        self.setDockNestingEnabled(True)
        self.setAcceptDrops(True)
        for source in commands:
            services.commands.add(source(services, self))
        services.commands.fill_menu_bar(self.menuBar())
        self.filter_field = FilterField(services)
        self._toolbar = self._make_toolbar()
        self.start = StartPage(services.commands, services.settings)
        self.notice_bar = NoticeBar(services.look, closable=True)
        self.workspace = WorkspaceView(services, pages)
        self.tree = WorkspaceTree(services)
        self.inspector = Inspector(services)
        self.jobs = JobsPanel(services)
        self._centre = self._make_centre()
        self._make_docks()
        self._status, self._surveyed = QLabel(), QLabel()
        self.statusBar().addWidget(self._status, 1)
        self.statusBar().addPermanentWidget(self._surveyed)
        self.statusBar().setSizeGripEnabled(False)
        self._status_pause = QTimer(self)
        self._status_pause.setSingleShot(True)
        self._status_pause.setInterval(STATUS_PAUSE_MS)
        self._connect()
        self._restore_layout()
        self._on_state_changed()
        self._on_survey_changed()

    @property
    def pages(self) -> dict[str, Page]:
        """Pages by id, in their order."""
        return self.workspace.pages

    @property
    def is_settled(self) -> bool:
        """Whether nothing is on its way to the screen any more."""
        services = self._services
        return (services.lanes.is_idle and services.calls.is_idle and self.inspector.is_settled
                and all(page.is_settled for page in self.pages.values()))

    def show_page(self, page: str) -> bool:
        """Bring a page to the front; False when there is none of that name."""
        return self.workspace.show_page(page)

    def current_page(self) -> str:
        """Id of the page in front."""
        return self.workspace.current_page

    def dock(self, name: str) -> QDockWidget:
        """The dock "tree", "inspector" or "jobs"."""
        return self._docks[name]

    def focus_filter(self) -> None:
        """Put the cursor into the filter field."""
        self.filter_field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.filter_field.selectAll()

    def focus_inspector(self) -> None:
        """Show the inspector and go there."""
        self._docks["inspector"].show()
        self.inspector.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def showEvent(self, event: QShowEvent) -> None:
        """Begin at the table, not in the filter field."""
        super().showEvent(event)
        self.workspace.tabs.setFocus(Qt.FocusReason.OtherFocusReason)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Remember the layout; whoever runs the window ends its jobs."""
        memory = self._services.memory
        memory.keep_layout("geometry", self.saveGeometry())
        if self._services.session.state is SessionState.OPEN:
            memory.keep_layout("docks", self.saveState())
        for page in self.pages.values():
            page.remember()
        memory.write()
        super().closeEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take one file or folder."""
        urls = event.mimeData().urls()
        if len(urls) == 1 and urls[0].isLocalFile():
            event.acceptProposedAction()
            self.start.mark_drop(is_over=True)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """Nothing is dropped."""
        self.start.mark_drop(is_over=False)
        super().dragLeaveEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        """Open what was dropped."""
        self.start.mark_drop(is_over=False)
        event.acceptProposedAction()
        self.workspace_wanted.emit(event.mimeData().urls()[0].toLocalFile())

    def _make_toolbar(self) -> QToolBar:
        toolbar = QToolBar(self.tr("Toolbar"))
        toolbar.setObjectName("toolbar")
        toolbar.setMovable(False)
        toolbar.setIconSize(QSize(18, 18))
        toolbar.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._services.commands.fill_toolbar(toolbar)
        space = QWidget()
        space.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        toolbar.addWidget(space)
        toolbar.addWidget(self.filter_field)
        self.addToolBar(toolbar)
        return toolbar

    def _make_centre(self) -> QStackedWidget:
        for number, identity in enumerate(self.pages, start=1):
            shortcut = QShortcut(QKeySequence(f"Ctrl+{number}"), self)
            shortcut.activated.connect(lambda identity=identity: self.show_page(identity))
        centre = QStackedWidget()
        centre.addWidget(self.start)
        centre.addWidget(self.workspace)
        whole = QWidget()
        stacked = QVBoxLayout(whole)
        stacked.setContentsMargins(0, 0, 0, 0)
        stacked.setSpacing(0)
        stacked.addWidget(self.notice_bar)
        stacked.addWidget(centre, 1)
        self.setCentralWidget(whole)
        return centre

    def _make_docks(self) -> None:
        self.tree.setMinimumWidth(TREE_WIDTH * 4 // 5)
        self.inspector.setMinimumWidth(INSPECTOR_WIDTH * 3 // 4)
        area = Qt.DockWidgetArea
        self._add_dock("tree", self.tr("Workspace"), self.tree, area.LeftDockWidgetArea)
        self._add_dock("inspector", self.tr("Inspector"), self.inspector,
                       area.RightDockWidgetArea)
        self._add_dock("jobs", self.tr("Jobs"), self.jobs, area.BottomDockWidgetArea)
        for corner in (Qt.Corner.BottomLeftCorner, Qt.Corner.BottomRightCorner):
            self.setCorner(corner, area.BottomDockWidgetArea)

    def _add_dock(
        self, name: str, title: str, widget: QWidget, area: Qt.DockWidgetArea,
    ) -> None:
        dock = QDockWidget(title, self)
        dock.setObjectName(f"{name}Dock")
        dock.setFeatures(QDockWidget.DockWidgetFeature.DockWidgetClosable)
        label = QLabel(title)
        label.setProperty("role", "panel-title")
        dock.setTitleBarWidget(label)
        dock.setWidget(widget)
        self.addDockWidget(area, dock)
        self._docks[name] = dock

    def _connect(self) -> None:
        services = self._services
        services.session.state_changed.connect(self._on_state_changed)
        services.session.survey_changed.connect(self._on_survey_changed)
        services.session.surveying_changed.connect(services.commands.refresh)
        services.session.survey_failed.connect(self._on_survey_failed)
        services.lanes.submitted.connect(self._on_job_submitted)
        services.notices.posted.connect(self.notice_bar.show_notice)
        services.notices.cleared.connect(self.notice_bar.clear)
        services.view.chosen_changed.connect(services.commands.refresh)
        services.look.changed.connect(services.commands.refresh_icons)
        self.start.workspace_wanted.connect(self.workspace_wanted)
        self.workspace.selection_changed.connect(self._status_pause.start)
        self._status_pause.timeout.connect(self._show_status)

    def _restore_layout(self) -> None:
        memory = self._services.memory
        if not self.restoreGeometry(memory.layout("geometry")):
            self.resize(FIRST_SIZE)
        if not self.restoreState(memory.layout("docks")):
            self.resizeDocks([self._docks["tree"], self._docks["inspector"]],
                             [TREE_WIDTH, INSPECTOR_WIDTH], Qt.Orientation.Horizontal)
            self.resizeDocks([self._docks["jobs"]], [JOBS_HEIGHT], Qt.Orientation.Vertical)

    def _on_state_changed(self) -> None:
        """The start page, or the workspace; docks of a workspace go with it."""
        session = self._services.session
        is_closed = session.state is SessionState.CLOSED
        self._centre.setCurrentIndex(0 if is_closed else 1)
        self._toolbar.setVisible(not is_closed)
        for dock in self._docks.values():
            dock.setVisible(not is_closed)
        self.statusBar().setVisible(not is_closed)
        if session.state is SessionState.OPENING:
            self._services.notices.clear()
        self._services.commands.refresh()

    def _on_survey_changed(self) -> None:
        pages = self._services.session.pages
        if pages is None:
            self.setWindowTitle("Larder")
            return
        self.setWindowTitle(f"{pages.tree[0].name} — Larder")
        self._surveyed.setText(survey_note(pages.snapshot, self._services.look.figures))
        self._show_status()

    def _on_survey_failed(self, failure: JobFailure) -> None:
        self._services.notices.post(Notice(
            tone=Tone.ERROR, text=failure.problem, hint=failure.hint, details=failure.details))
        if self._services.session.state is SessionState.OPENING:
            self._services.session.close()

    def _on_job_submitted(self, job: Job) -> None:
        job.finished.connect(lambda: self._on_job_over(job))

    def _on_job_over(self, job: Job) -> None:
        self._services.commands.refresh()
        if job.elapsed_s > LONG_JOB_S and not job.request.quiet and not self.isActiveWindow():
            QApplication.alert(self)

    def _show_status(self) -> None:
        page = self.pages.get(self.current_page())
        self._status.setText("" if page is None else page.selection_text())
