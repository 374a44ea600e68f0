"""The command that lists the keys of all commands."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from larder.app.commands.command import Command, Menu
from larder.app.services import WindowServices
from larder.app.views.main_window import MainWindow


def help_commands(services: WindowServices, window: MainWindow) -> Sequence[Command]:
    """Help menu."""

    def show_shortcuts() -> None:
        from larder.app.dialogs.shortcuts_dialog import ShortcutsDialog, key_rows

        titles = [_without_count(page.title) for page in window.pages.values()]
        ShortcutsDialog(key_rows(services.commands.commands, titles), window).open()

    return (
        Command(id="shortcuts", text=_tr("&Keyboard shortcuts"), menu=Menu.HELP, shortcut="F1",
                run=show_shortcuts, tip=_tr("Lists the keys of every command.")),
    )


def _without_count(title: str) -> str:
    """A tab's name, without the number that "Problems (7)" carries."""
    return title.split(" (")[0]


def _tr(text: str) -> str:
    return QCoreApplication.translate("Commands", text)
