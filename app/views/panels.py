"""Everything of the window that shows a workspace: the tabs in the middle and the docks around.

Made when the first workspace is opened, so that the start page is there without them.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QLabel, QMainWindow, QWidget

from larder.app.services import WindowServices
from larder.app.views.inspector import Inspector
from larder.app.views.jobs_panel import JobsPanel
from larder.app.views.page import PageFactory
from larder.app.views.workspace_tree import WorkspaceTree
from larder.app.views.workspace_view import WorkspaceView

TREE_WIDTH, INSPECTOR_WIDTH, JOBS_HEIGHT = 250, 330, 72


class Panels:
    """Tabs and docks of one window; the window owns the widgets."""

    def __init__(
        self, services: WindowServices, pages: Sequence[PageFactory], window: QMainWindow,
    ) -> None:
        self.workspace = WorkspaceView(services, pages)
        self.tree = WorkspaceTree(services)
        self.inspector = Inspector(services)
        self.jobs = JobsPanel(services)
        self.docks: dict[str, QDockWidget] = {}
        self._window = window
        self._add_docks()
        if not window.restoreState(services.memory.layout("docks")):
            self._size_docks()
        self._are_docks_shown = True
        self._hidden_by_user: frozenset[str] = frozenset()

    def show_docks(self, shown: bool) -> None:
        """Show those that the user has not hidden, or hide all of them."""
        if shown == self._are_docks_shown:
            return
        self._are_docks_shown = shown
        if not shown:
            self._hidden_by_user = frozenset(
                name for name, dock in self.docks.items() if dock.isHidden())
        for name, dock in self.docks.items():
            dock.setVisible(shown and name not in self._hidden_by_user)

    def _add_docks(self) -> None:
        self.tree.setMinimumWidth(TREE_WIDTH * 4 // 5)
        self.inspector.setMinimumWidth(INSPECTOR_WIDTH * 3 // 4)
        area = Qt.DockWidgetArea
        tr = self._window.tr
        self._add_dock("tree", tr("Workspace"), self.tree, area.LeftDockWidgetArea)
        self._add_dock("inspector", tr("Inspector"), self.inspector, area.RightDockWidgetArea)
        self._add_dock("jobs", tr("Jobs"), self.jobs, area.BottomDockWidgetArea)
        for corner in (Qt.Corner.BottomLeftCorner, Qt.Corner.BottomRightCorner):
            self._window.setCorner(corner, area.BottomDockWidgetArea)

    def _add_dock(
        self, name: str, title: str, widget: QWidget, area: Qt.DockWidgetArea,
    ) -> None:
        dock = QDockWidget(title, self._window)
        dock.setObjectName(f"{name}Dock")
        dock.setFeatures(QDockWidget.DockWidgetFeature.DockWidgetClosable)
        label = QLabel(title)
        label.setProperty("role", "panel-title")
        dock.setTitleBarWidget(label)
        dock.setWidget(widget)
        self._window.addDockWidget(area, dock)
        self.docks[name] = dock

    def _size_docks(self) -> None:
        docks = self.docks
        self._window.resizeDocks([docks["tree"], docks["inspector"]],
                                 [TREE_WIDTH, INSPECTOR_WIDTH], Qt.Orientation.Horizontal)
        self._window.resizeDocks([docks["jobs"]], [JOBS_HEIGHT], Qt.Orientation.Vertical)
