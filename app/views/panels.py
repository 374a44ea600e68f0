"""Everything of the window that shows a workspace: the tabs in the middle and the docks around.

Made when the first workspace is opened, so that the start page is there without them.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Qt

from larder.app.services import WindowServices
from larder.app.views.docks import Docks
from larder.app.views.inspector import Inspector
from larder.app.views.page import PageFactory
from larder.app.views.workspace_tree import WorkspaceTree
from larder.app.views.workspace_view import WorkspaceView

TREE_LEAST, INSPECTOR_LEAST = 150, 190


class Panels:
    """Tabs and docks of one window; the window owns the widgets."""

    def __init__(
        self, services: WindowServices, pages: Sequence[PageFactory], docks: Docks,
    ) -> None:
        self.workspace = WorkspaceView(services, pages)
        self.tree = WorkspaceTree(services)
        self.inspector = Inspector(services)
        self.tree.setMinimumWidth(TREE_LEAST)
        self.inspector.setMinimumWidth(INSPECTOR_LEAST)
        area = Qt.DockWidgetArea
        docks.add("tree", _tr("Workspace"), self.tree, area.LeftDockWidgetArea)
        docks.add("inspector", _tr("Inspector"), self.inspector, area.RightDockWidgetArea)
        docks.restore(services.memory)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Panels", text)
