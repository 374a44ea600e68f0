"""The docks around the middle of the window: which there are, and which of them show."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QLabel, QMainWindow, QWidget

from larder.app.window_memory import WindowMemory

LAYOUT_NAME = "docks"
TREE_WIDTH, INSPECTOR_WIDTH, JOBS_HEIGHT = 250, 330, 100
TREE_SHARE, INSPECTOR_SHARE, JOBS_SHARE = 0.19, 0.25, 0.14
"""Of the window's width and height at most, so that a small one still is about the middle."""


class Docks:
    """Docks by name; one that the user hid stays hidden until the user shows it."""

    def __init__(self, window: QMainWindow) -> None:
        self._window = window
        self._docks: dict[str, QDockWidget] = {}
        self._hidden: set[str] = set()
        self._wanted: frozenset[str] = frozenset()
        for corner in (Qt.Corner.BottomLeftCorner, Qt.Corner.BottomRightCorner):
            window.setCorner(corner, Qt.DockWidgetArea.BottomDockWidgetArea)

    def __contains__(self, name: str) -> bool:
        return name in self._docks

    def __getitem__(self, name: str) -> QDockWidget:
        return self._docks[name]

    def add(self, name: str, title: str, widget: QWidget, area: Qt.DockWidgetArea) -> None:
        """Put a widget into a dock of its own, which does not show yet."""
        dock = QDockWidget(title, self._window)
        dock.setObjectName(f"{name}Dock")
        dock.setFeatures(QDockWidget.DockWidgetFeature.DockWidgetClosable)
        label = QLabel(title)
        label.setProperty("role", "panel-title")
        dock.setTitleBarWidget(label)
        dock.setWidget(widget)
        self._window.addDockWidget(area, dock)
        dock.hide()
        self._docks[name] = dock

    def restore(self, memory: WindowMemory) -> None:
        """Lay them out as the last time, or for the first time; called once all are there."""
        if self._window.restoreState(memory.layout(LAYOUT_NAME)):
            self._hidden = {name for name, dock in self._docks.items() if dock.isHidden()}
        else:
            self._lay_out()
        self._follow()

    def show_only(self, names: Collection[str]) -> None:
        """Show these and no others, less those that the user hid."""
        self._wanted = frozenset(names)
        self._follow()

    def is_shown(self, name: str) -> bool:
        """Whether it is one of those that show."""
        return name in self._docks and name in self._wanted - self._hidden

    def switch(self, name: str) -> None:
        """Hide a dock, or show it."""
        self._hidden ^= {name}
        self._follow()

    def bring(self, name: str) -> None:
        """Show a dock that the user may have hidden."""
        self._hidden.discard(name)
        self._follow()

    def _follow(self) -> None:
        for name, dock in self._docks.items():
            dock.setVisible(self.is_shown(name))

    def _lay_out(self) -> None:
        docks, width, height = self._docks, self._window.width(), self._window.height()
        for dock in docks.values():
            dock.show()  # A hidden one takes no size.
        self._window.resizeDocks(
            [docks["tree"], docks["inspector"]],
            [min(TREE_WIDTH, round(width * TREE_SHARE)),
             min(INSPECTOR_WIDTH, round(width * INSPECTOR_SHARE))], Qt.Orientation.Horizontal)
        self._window.resizeDocks(
            [docks["jobs"]], [min(JOBS_HEIGHT, round(height * JOBS_SHARE))],
            Qt.Orientation.Vertical)
