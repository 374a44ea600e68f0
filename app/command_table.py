"""Commands of the window as Qt actions, and the menus and toolbar made from them."""

from __future__ import annotations

import enum
import re
from collections.abc import Callable, Collection, Iterator, Sequence

import msgspec
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QToolBar, QWidget

from larder.app.presentation.looks import Tone
from larder.app.presentation.sentences import Sentences
from larder.app.window_look import IconCache

_KEY = re.compile(r"\(&\w\)|&")


class Menu(enum.Enum):
    """Menus of the menu bar, in their order."""

    FILE = "file"
    VIEW = "view"
    CACHE = "cache"
    TOOLS = "tools"
    HELP = "help"


class Context(enum.Enum):
    """Things that have a context menu."""

    TREE = "tree"
    COVERAGE = "coverage"
    ENTRY = "entry"
    PROBLEM = "problem"


def always() -> bool:
    """For commands that are never disabled."""
    return True


def without_key(text: str) -> str:
    """A menu text as a title: “Öffnen” of “Ö&ffnen”, “打开…” of “打开(&O)…”."""
    return _KEY.sub("", text)


class Command(msgspec.Struct, frozen=True):
    """One thing the user can do.

    Attributes:
        id: what other parts of the window call it, "rescan".
        text: menu text, translated, with its mnemonic; "…" at the end if it asks something first.
        icon: name of an icon file without its ending, "" for none.
        shortcut: portable key sequence, "" for none.
        tip: one sentence for tooltips and the status bar.
        enabled_when: asked whenever something changed, so it looks at nothing of a million rows.
        checked_when: for switches, asked whenever something changed; None for the others.
        contexts: context menus that offer it.
        starts_group: whether a separator stands before it in its menu.
        lacks: why it is disabled while a workspace is open and at rest, one sentence.
        works_closed: whether it could be used without a workspace.
    """

    id: str
    text: str
    menu: Menu
    run: Callable[[], object]
    icon: str = ""
    shortcut: str = ""
    tip: str = ""
    enabled_when: Callable[[], bool] = always
    checked_when: Callable[[], bool] | None = None
    contexts: frozenset[Context] = frozenset()
    toolbar: bool = False
    starts_group: bool = False
    lacks: str = ""
    works_closed: bool = False


_MENU_TITLES: dict[Menu, str] = {
    Menu.FILE: "&File",
    Menu.VIEW: "&View",
    Menu.CACHE: "&Cache",
    Menu.TOOLS: "&Tools",
    Menu.HELP: "&Help",
}


class CommandTable(QObject):
    """Every command of one window, by id; one action each, wherever it is shown.

    Signals:
        refreshed: every command was asked whether it is enabled.
    """

    refreshed = Signal()

    def __init__(self, icons: IconCache, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self._commands: dict[str, Command] = {}
        self._actions: dict[str, QAction] = {}

    def add(self, commands: Sequence[Command]) -> None:
        """Add commands; menus made before do not show them, and `refresh` has not asked them yet.

        Raises:
            ValueError: if an id or a shortcut is taken; that is a mistake in the lists.
        """
        for command in commands:
            if command.id in self._commands:
                raise ValueError(f"two commands are called {command.id}")
            taken = {c.shortcut: c.id for c in self._commands.values() if c.shortcut}
            if command.shortcut in taken:
                raise ValueError(f"{command.id} and {taken[command.shortcut]} share a shortcut")
            self._commands[command.id] = command
            self._actions[command.id] = self._action(command)

    @property
    def commands(self) -> Sequence[Command]:
        """Every command in the order it was added."""
        return tuple(self._commands.values())

    def action(self, command: str) -> QAction | None:
        """The action of a command, None where this window has no such command."""
        return self._actions.get(command)

    def has(self, command: str) -> bool:
        """Return whether a command of this id exists."""
        return command in self._commands

    def run(self, command: str) -> None:
        """Do what the command's menu entry would do, if it is enabled."""
        action = self._actions.get(command)
        if action is not None and action.isEnabled():
            action.trigger()

    def keep_keys_to(self, command: str, widget: QWidget) -> None:
        """Let a command's keys act only while this widget has the focus; its menus stay."""
        action = self._actions.get(command)
        if action is not None:
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            widget.addAction(action)

    def refresh(self) -> None:
        """Ask every command whether it is enabled and checked."""
        for identity, command in self._commands.items():
            action = self._actions[identity]
            action.setEnabled(command.enabled_when())
            if command.checked_when is not None:
                action.setChecked(command.checked_when())
        self.refreshed.emit()

    def show_icons(self) -> None:
        """Paint the icons, once; nothing shows them before a menu or the toolbar does."""
        for _ in self.paint_icons():
            pass

    def paint_icons(self) -> Iterator[None]:
        """Paint the icons that are not, one at a time: each takes a millisecond."""
        for identity, command in self._commands.items():
            if command.icon and self._actions[identity].icon().isNull():
                self._actions[identity].setIcon(self._icons.icon(command.icon, Tone.PLAIN))
                yield

    def refresh_icons(self) -> None:
        """Fetch the icons anew, after the theme changed."""
        for identity, command in self._commands.items():
            if not self._actions[identity].icon().isNull():
                self._actions[identity].setIcon(self._icons.icon(command.icon, Tone.PLAIN))

    def fill_menu_bar(self, bar: QMenuBar) -> dict[Menu, QMenu]:
        """Make the menus, leaving out those without a command."""
        menus: dict[Menu, QMenu] = {}
        for menu in Menu:
            chosen = [c for c in self._commands.values() if c.menu is menu]
            if chosen:
                menus[menu] = bar.addMenu(
                    Sentences("Commands")(_MENU_TITLES[menu]))
                self._fill(menus[menu], chosen)
                menus[menu].aboutToShow.connect(self.show_icons)
        return menus

    def fill_toolbar(self, toolbar: QToolBar) -> None:
        """Add the commands that belong on the toolbar."""
        for identity, command in self._commands.items():
            if command.toolbar:
                toolbar.addAction(self._actions[identity])

    def context_menu(
        self, context: Context, parent: QWidget, *, without: Collection[str] = (),
    ) -> QMenu:
        """A context menu, to be shown once and deleted when closed.

        Args:
            context: what it is about.
            parent: its widget.
            without: ids of commands that can do nothing about what is chosen there.
        """
        menu = QMenu(parent)
        self.show_icons()
        self._fill(menu, [c for c in self._commands.values()
                          if context in c.contexts and c.id not in without])
        menu.aboutToHide.connect(menu.deleteLater)
        return menu

    def _fill(self, menu: QMenu, commands: Sequence[Command]) -> None:
        for command in commands:
            if command.starts_group:
                menu.addSeparator()
            menu.addAction(self._actions[command.id])

    def _action(self, command: Command) -> QAction:
        action = QAction(command.text, self)
        action.setObjectName(command.id)
        action.setIconText(without_key(command.text))
        if command.shortcut:
            action.setShortcut(QKeySequence(command.shortcut))
        action.setStatusTip(command.tip)
        action.setToolTip(_tool_tip(command))
        if command.checked_when is not None:
            action.setCheckable(True)
        action.triggered.connect(lambda: self._run(command))
        return action

    def _run(self, command: Command) -> None:
        command.run()
        self.refresh()


def _tool_tip(command: Command) -> str:
    """The tip and the keys, as in "Looks at everything again (F5)"."""
    tip = command.tip or without_key(command.text)
    if not command.shortcut:
        return tip
    keys = QKeySequence(command.shortcut).toString(QKeySequence.SequenceFormat.NativeText)
    return f"{tip} ({keys})"
