"""Sizes and places of windows and docks: what is remembered, and what fits the screen.

Logical pixels throughout: a laptop of 1366x768 at 150 % has 911x512 of them, less what the desktop
keeps for its own bars.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path

from PySide6.QtCore import QByteArray, QEvent, QObject, QPoint, QRect, QSettings, QSize, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDockWidget,
    QHBoxLayout,
    QMainWindow,
    QSplitter,
    QWidget,
)
from shiboken6 import isValid

from larder.app.widgets.plain_labels import PlainLabel
from larder.app.widgets.widgets import fill_layout

ENTRIES_VIEW = "entriesView"
"""Under which it is kept whether entries are shown as "rows" or as a "grid" of pictures."""
ENTRIES_SIZE = "entriesSize"
"""Under which the width of those pictures is kept, as its number."""

FRAME = QSize(8, 40)
"""What a desktop's title bar and borders add; known for sure only once a window is shown."""
ANY_LENGTH = (1 << 24) - 1
"""What Qt takes for no limit."""
MOST_MARGIN, MARGIN_SHARE = 60, 20
"""Pixels that a new dialog leaves free of its window, and their share of a small one's size."""

DOCKS_LAYOUT, HIDDEN_DOCKS = "docks", "hiddenDocks"
SIDES = ("tree", "inspector")
ROOM_FOR_BOTH_SIDES = 760
"""Width of a window: 1366x768 pixels at 200 percent have less."""


class WindowMemory:
    """Layout states by name, in an ini file; what makes no sense is as good as absent."""

    def __init__(self, file: Path | None) -> None:
        """Read a file, or with None keep what is to be kept until the program ends."""
        self._kept: dict[str, QByteArray] = {}
        self._settings = None if file is None else QSettings(
            str(file), QSettings.Format.IniFormat)

    def layout(self, name: str) -> QByteArray:
        """Geometry, dock or header state kept under `name`; empty when there is none."""
        if self._settings is None:
            return self._kept.get(name, QByteArray())
        value = self._settings.value(f"layout/{name}")
        return value if isinstance(value, QByteArray) else QByteArray()

    def keep_layout(self, name: str, state: QByteArray) -> None:
        """Keep a geometry, dock or header state."""
        if self._settings is None:
            self._kept[name] = state
        else:
            self._settings.setValue(f"layout/{name}", state)

    def follow(self, widget: QWidget, name: str, state: Callable[[], QByteArray]) -> None:
        """Keep a widget's state whenever it is hidden, by its window too."""
        _Follower(widget, lambda: self.keep_layout(name, state()))

    def lay_out_split(self, split: QSplitter, name: str) -> bool:
        """Put a splitter where it was the last time, False for never, and remember it from now on.

        What is in it must be in it already.
        """
        self.follow(split, name, split.saveState)
        return split.restoreState(self.layout(name))

    def write(self) -> None:
        """Write the file now."""
        if self._settings is not None:
            self._settings.sync()


class _Follower(QObject):
    """Sees when a widget is hidden, which it is before it is gone."""

    def __init__(self, widget: QWidget, keep: Callable[[], object]) -> None:
        super().__init__(widget)
        self._widget = widget
        self._keep = keep
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: ARG002 - Qt's signature
        """Keep its state, unless it is being destroyed."""
        if event.type() == QEvent.Type.Hide and isValid(self._widget):
            self._keep()
        return False


def open_at(
    window: QWidget, first: QSize, remembered: QByteArray | None = None, *, least: QSize,
    parent: QWidget | None = None,
) -> None:
    """Give a window that is not shown yet the size it had, or its first one, as far as it fits.

    Args:
        window: the window or dialog.
        first: its size where none is remembered.
        remembered: what `saveGeometry` gave the last time, empty or None for nothing.
        least: the least size it works with; a smaller screen makes that smaller too.
        parent: the window a dialog belongs to, None for a window of its own.
    """
    most = _inner(_screen_of(parent or window)).size()
    # As wide as its buttons need in this language; what is high scrolls.
    least = least.expandedTo(QSize(window.minimumSizeHint().width(), 0))
    window.setMinimumSize(least.boundedTo(most))
    if not remembered or not window.restoreGeometry(remembered):
        wanted = first if parent is None else first.boundedTo(_less_margin(parent.size()))
        window.resize(wanted.expandedTo(least).expandedTo(window.minimumSizeHint())
                      .boundedTo(most))
        return
    # Before it is shown, a window knows the main screen only, wherever it is put.
    there = QGuiApplication.screenAt(window.geometry().center()) or window.screen()
    fitted = fitting(window.geometry(), there.availableGeometry())
    if not window.isMaximized() and fitted != window.geometry():
        window.setGeometry(fitted)


def _less_margin(window: QSize) -> QSize:
    """Return the size of a window without what a dialog leaves free of it."""
    return window - QSize(*(min(MOST_MARGIN, length // MARGIN_SHARE)
                            for length in (window.width(), window.height())))


def fitting(wanted: QRect, screen: QRect) -> QRect:
    """A window's geometry without its frame, made smaller and moved as far as a screen demands."""
    inner = _inner(screen)
    size = wanted.size().boundedTo(inner.size())
    last = inner.bottomRight() - QPoint(size.width() - 1, size.height() - 1)
    at = wanted.topLeft()
    return QRect(QPoint(max(inner.left(), min(at.x(), last.x())),
                        max(inner.top(), min(at.y(), last.y()))), size)


def _screen_of(window: QWidget) -> QRect:
    """Return the screen area available to a window.

    It is unlimited for a window that is only rendered to a picture.
    """
    if window.testAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen):
        return QRect(QPoint(), QSize(ANY_LENGTH, ANY_LENGTH))
    return window.screen().availableGeometry()


def _inner(screen: QRect) -> QRect:
    """The part of a screen that a window has once its frame has taken its own."""
    side = FRAME.width() // 2
    return screen.adjusted(side, FRAME.height() - side, -side, -side)


TREE_WIDTH, INSPECTOR_WIDTH = 275, 330
TREE_SHARE, INSPECTOR_SHARE = 0.2, 0.24
"""Of the window's width at most, so that a small one still is about the middle."""


class Docks:
    """Docks by name; one that the user hid stays hidden until the user shows it."""

    def __init__(self, window: QMainWindow) -> None:
        self._window = window
        self._docks: dict[str, QDockWidget] = {}
        self._hidden: set[str] = set()
        self._kept_open: set[str] = set()
        self._wanted: frozenset[str] = frozenset()
        self._possible: frozenset[str] = frozenset()
        for corner in (Qt.Corner.BottomLeftCorner, Qt.Corner.BottomRightCorner):
            window.setCorner(corner, Qt.DockWidgetArea.BottomDockWidgetArea)

    def __contains__(self, name: str) -> bool:
        return name in self._docks

    def __getitem__(self, name: str) -> QDockWidget:
        return self._docks[name]

    def add(
        self, name: str, title: str, widget: QWidget, area: Qt.DockWidgetArea,
        switch: QWidget | None = None,
    ) -> None:
        """Put a widget into a dock of its own, which does not show yet; its title has a switch."""
        dock = QDockWidget(title, self._window)
        dock.setObjectName(f"{name}Dock")
        dock.setFeatures(QDockWidget.DockWidgetFeature.DockWidgetClosable)
        label = PlainLabel(title)
        label.setProperty("role", "panel-title")
        if switch is None:
            dock.setTitleBarWidget(label)
        else:
            bar = QWidget()
            fill_layout(QHBoxLayout(bar), label, switch, stretched=label, margins=(0, 0, 4, 0),
                        spacing=None)
            dock.setTitleBarWidget(bar)
        dock.setWidget(widget)
        self._window.addDockWidget(area, dock)
        dock.hide()
        self._docks[name] = dock

    def restore(self, memory: WindowMemory) -> None:
        """Lay them out as the last time, or for the first time; called once all are there."""
        if not self._window.restoreState(memory.layout(DOCKS_LAYOUT)):
            self._lay_out()
        else:
            hidden = memory.layout(HIDDEN_DOCKS)
            self._hidden = {
                name for name, dock in self._docks.items()
                if (f" {name} " in hidden.toStdString() if hidden else dock.isHidden())}
            sides = [self._docks[side] for side in SIDES if not self._docks[side].isHidden()]
            if sum(dock.width() for dock in sides) > self._window.width() / 2:
                self._lay_out()  # kept in a larger window
        self._follow()

    def remember(self, memory: WindowMemory) -> None:
        """Keep the layout, and which of them the user hid: others hide while they are empty."""
        memory.keep_layout(DOCKS_LAYOUT, self._window.saveState())
        names = " ".join(("", *sorted(self._hidden), ""))
        memory.keep_layout(HIDDEN_DOCKS, QByteArray(names.encode()))

    def show_only(self, names: Collection[str], *, possible: Collection[str]) -> bool:
        """Show these, less those that the user hid, and of the possible ones those kept open.

        Returns:
            Whether these are others than the last time.
        """
        before = self._wanted, self._possible
        self._wanted, self._possible = frozenset(names), frozenset(possible)
        self._follow()
        return before != (self._wanted, self._possible)

    def is_possible(self, name: str) -> bool:
        """Return whether the user can show and hide a dock now."""
        return name in self._docks and name in self._possible

    def is_shown(self, name: str) -> bool:
        """Return whether a dock is there to be seen."""
        return (self.is_possible(name) and name not in self._hidden
                and (name in self._wanted or name in self._kept_open))

    def switch(self, name: str) -> None:
        """Hide a dock, or show it whether or not it has anything to show."""
        if self.is_shown(name):
            self._kept_open.discard(name)
            self._hidden.add(name)
            self._follow()
        else:
            self.bring(name)

    def bring(self, name: str) -> None:
        """Show a dock that the user may have hidden, or that has nothing to show yet."""
        self._hidden.discard(name)
        if name not in self._wanted:
            self._kept_open.add(name)
        self._follow()

    def _follow(self) -> None:
        for name, dock in self._docks.items():
            dock.setVisible(self.is_shown(name))

    def _lay_out(self) -> None:
        docks, width = self._docks, self._window.width()
        for dock in docks.values():
            dock.show()  # A hidden one takes no size.
        if width < ROOM_FOR_BOTH_SIDES:
            self._hidden.add("inspector")  # Enter on a row, and the View menu, show it
        self._window.resizeDocks(
            [docks[side] for side in SIDES],
            [min(TREE_WIDTH, round(width * TREE_SHARE)),
             min(INSPECTOR_WIDTH, round(width * INSPECTOR_SHARE))], Qt.Orientation.Horizontal)
