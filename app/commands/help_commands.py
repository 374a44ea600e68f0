"""Help menu, and the palette that finds everything by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from larder.app.cache_session import SessionState
from larder.app.commands.command_table import Command, Menu
from larder.app.presentation.plurals import Sentences
from larder.app.services import WindowServices
from larder.app.view_state import ChosenKind
from larder.app.views.main_window import MainWindow
from larder.core.survey.verdicts import PayloadVerdict, Verdict

if TYPE_CHECKING:
    from larder.app.presentation.help_topics import Topic

_tr = Sentences("Commands")

KEYS = "place:shortcuts"
"""Topic that lists them."""
ABOUT_ROWS = ("entries", "problems")
"""Pages of which the chosen row says more than the page."""


def help_commands(services: WindowServices, window: MainWindow) -> Sequence[Command]:
    """Help menu."""
    help_ = _Help(services, window)

    def show_palette() -> None:
        from larder.app.dialogs.palette import Palette, offers

        Palette(offers(services, window, help_.show), services.look, window).open()

    return (
        Command(id="help", text=_tr("&Help on this"), menu=Menu.HELP, shortcut="F1",
                run=lambda: help_.show(help_.topic()),
                tip=_tr("Explains the selected row, or the page or dialog in front.")),
        Command(id="glossary", text=_tr("&Glossary"), menu=Menu.HELP,
                run=lambda: help_.show("word:workspace"),
                tip=_tr("Explains the words that Larder uses.")),
        Command(id="palette", text=_tr("&Find a command…"), menu=Menu.HELP,
                shortcut="Ctrl+Shift+P", run=show_palette, icon="command-find",
                tip=_tr("Finds commands, pages, recent workspaces and help by name.")),
        Command(id="shortcuts", text=_tr("&Keyboard shortcuts"), menu=Menu.HELP,
                shortcut="Ctrl+F1", run=lambda: help_.show(KEYS),
                tip=_tr("Lists the keys of every command.")),
    )


def plain_title(title: str) -> str:
    """A tab's name, without the number that "Problems (7)" carries."""
    return title.split(" (")[0]


class _Help:
    """The one help window of a window, and what it is to show."""

    def __init__(self, services: WindowServices, window: MainWindow) -> None:
        self._services = services
        self._window = window

    def show(self, topic: str) -> None:
        """Open help on a topic, beside the window or the dialog in front of it."""
        from larder.app.dialogs.help_window import HelpWindow

        # What is not the dialog's own lies behind it and takes neither keys nor mouse.
        beside = QApplication.activeModalWidget() or self._window
        shown = beside.findChild(HelpWindow, options=Qt.FindChildOption.FindDirectChildrenOnly)
        (shown or HelpWindow(self._services.look, self._keys, beside)).open_on(topic)

    def _keys(self) -> Topic:
        """The keys of every command and tab, as they are just now."""
        from larder.app.dialogs.help_window import keys_topic

        return keys_topic(
            KEYS, self._services.commands.commands,
            [plain_title(page.title) for page in self._window.pages.values()])

    def topic(self) -> str:
        """What the user looks at: a dialog, else the chosen row, else the page."""
        from larder.app.presentation.help_topics import DIALOGS, place_topic

        dialog = QApplication.activeModalWidget() or QApplication.activeWindow()
        place = "" if dialog is None else DIALOGS.get(type(dialog).__name__, "")
        if place:
            return place_topic(place)
        if self._services.session.state is SessionState.CLOSED:
            return place_topic("start")
        page = self._window.current_page()
        return (self._of_row() if page in ABOUT_ROWS else "") or place_topic(page)

    def _of_row(self) -> str:
        """The state or remedy of the chosen row, "" while none is chosen."""
        from larder.app.presentation.help_topics import harm_topic, remedy_topic, state_topic
        from larder.core.survey.remedies import REMEDIES

        chosen, session = self._services.view.chosen, self._services.session
        if chosen is None or session.snapshot is None or session.pages is None:
            return ""
        if chosen.kind is ChosenKind.ENTRY:
            return state_topic(Verdict(int(session.snapshot.entries.verdict[chosen.row])))
        if chosen.kind is ChosenKind.PAYLOAD:
            return state_topic(PayloadVerdict(int(session.snapshot.payloads.verdict[chosen.row])))
        group = session.pages.groups[chosen.row]
        if group.harm is not None:
            return harm_topic(group.harm)
        if group.verdict is None:
            return remedy_topic(REMEDIES[group.remedy].repair)
        return state_topic(group.verdict)
