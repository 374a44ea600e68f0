"""Commands that open the small dialogs: quick look, comparison, preferences, help, the palette."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from larder.app.cache_session import SessionState
from larder.app.command_table import Command, Context, Menu
from larder.app.presentation.sentences import Sentences
from larder.app.services import WindowServices
from larder.app.user_settings import Change
from larder.app.view_state import ChosenKind, Scope
from larder.app.views.main_window import MainWindow
from larder.app.widgets.widgets import one_a_turn
from larder.core.settings import key_of
from larder.core.survey.remedies import REMEDIES
from larder.core.survey.verdicts import PayloadVerdict, Verdict

if TYPE_CHECKING:
    from pathlib import Path

    from larder.app.dialogs.quick_look import QuickLook
    from larder.app.pictures.thumbnails import Key
    from larder.app.presentation.help_topics import Topic

_tr = Sentences("Commands")

KEYS = "place:shortcuts"
"""Topic that lists them."""
ABOUT_ROWS = ("entries", "problems")
"""Pages of which the chosen row says more than the page."""


def quick_look_commands(services: WindowServices, window: MainWindow) -> Sequence[Command]:
    """View menu; the Entries table keeps the key to itself, since Space presses buttons."""
    actions = _QuickLookActions(services, window)
    return (
        Command(id="quick-look", text=_tr("&Quick look"), menu=Menu.VIEW, shortcut="Space",
                run=actions.look, lacks=_tr("No picture or caption is selected."),
                enabled_when=actions.is_possible,
                contexts=frozenset({Context.ENTRY, Context.PROBLEM}),
                tip=_tr("Shows the picture or caption larger.")),
    )


class _QuickLookActions:
    """Actions of the Quick Look command."""

    def __init__(self, services: WindowServices, window: MainWindow) -> None:
        self._services = services
        self._window = window
        self._dialog: QuickLook | None = None
        self._caption: Path | None = None

    def is_possible(self) -> bool:
        """Return whether an entry is selected. A file that no entry needs has no source to show."""
        chosen = self._services.view.chosen
        return (self._services.session.snapshot is not None and chosen is not None
                and chosen.kind is ChosenKind.ENTRY)

    def look(self) -> None:
        """Show the chosen entry's source, or its payload where that is drawn."""
        from larder.app.dialogs.quick_look import QuickLook
        from larder.app.models.entry_rows import SourcePreview, store_row
        from larder.app.views.wrong_pair import find_caption

        chosen = self._services.view.chosen
        if chosen is None:
            return
        if self._dialog is None:
            self._dialog = QuickLook(self._services, self._window)
            self._dialog.preview.all_wanted.connect(self._window.inspector.preview.all_wanted)
            self._dialog.preview.shown_wanted.connect(
                self._window.inspector.preview.shown_wanted)
            self._dialog.preview.decoding_wanted.connect(
                self._window.inspector.preview.decoding_wanted)
            self._dialog.preview.play_wanted.connect(self._window.inspector.preview.play_wanted)
            self._window.inspector.drawn_changed.connect(self._follow)
            self._dialog.step_wanted.connect(self._step)
            self._services.thumbnails.loaded.connect(self._show_caption)
            self._dialog.finished.connect(
                lambda: self._services.thumbnails.want(id(self), ()))
        snapshot = self._services.session.snapshot
        assert snapshot is not None
        entries = snapshot.entries
        inspector = self._window.inspector
        store = snapshot.document.stores[int(entries.store[chosen.row])]
        is_drawn = store_row(store.kind).preview is SourcePreview.PAYLOAD
        if is_drawn or inspector.drawn is not None:
            self._dialog.look_at_payload(
                entries.name[chosen.row], inspector.drawn, inspector.undrawable)
        else:
            self._dialog.look_at(self._services.session.source_file(chosen.row))
        self._caption = find_caption(self._services.session, chosen.row)
        self._services.thumbnails.want(
            id(self), () if self._caption is None else (self._caption,))
        self._show_caption()

    def _show_caption(self, _: Key | None = None) -> None:
        """Show the caption of the picture that is looked at, once it is read."""
        found = None if self._caption is None else self._services.thumbnails.get(self._caption)
        if found is not None and self._dialog is not None and self._dialog.isVisible():
            self._dialog.show_caption(found.text.strip())

    def _step(self, by: int) -> None:
        """Look at the next row of the page, or the one before; at its end nothing changes."""
        page = self._window.pages.get(self._services.view.page)
        if page is not None and page.step(by):
            self.look()

    def _follow(self) -> None:
        """The inspector reads; what it found, or why it found nothing, is looked at."""
        inspector = self._window.inspector
        if self._dialog is not None and self._dialog.isVisible():
            self._dialog.follow_payload(inspector.drawn, inspector.undrawable)


def match_commands(services: WindowServices, window: MainWindow) -> Sequence[Command]:
    """Return the Cache menu's commands to compare pictures with their cached files."""

    def show_entry(source: str) -> None:
        services.view.look_at(Scope())
        services.view.filter_by(f'"{source}"')
        window.show_page("entries")

    def compare() -> None:
        from larder.app.dialogs.match_dialog import MatchDialog

        dialog = MatchDialog(services, window)
        dialog.entry_wanted.connect(show_entry)
        one_a_turn(dialog, (dialog.open,))

    def chosen_source() -> str:
        chosen, snapshot = services.view.chosen, services.session.snapshot
        if chosen is None or snapshot is None or chosen.kind is not ChosenKind.ENTRY:
            return ""
        return snapshot.entries.source(chosen.row) if chosen.row < len(snapshot.entries) else ""

    def show_duplicates() -> None:
        source = chosen_source()
        window.show_page("duplicates")
        window.pages["duplicates"].show_source(source)

    return (
        Command(id="match", text=_tr("&Compare pictures…"), menu=Menu.CACHE, run=compare,
                icon="kind-image",
                enabled_when=lambda: services.session.is_open,
                tip=_tr("Lists the pictures that look least like their cached file.")),
        Command(id="duplicates", text=_tr("Show d&uplicates"), menu=Menu.TOOLS,
                run=show_duplicates, icon="page-duplicates", shortcut="Ctrl+D",
                contexts=frozenset({Context.ENTRY}),
                enabled_when=lambda: services.session.is_open,
                tip=_tr(
                    "Shows pictures and captions with the same content; for a selected entry, its "
                    "group.")),
    )


def sourceless_commands(services: WindowServices, window: MainWindow) -> Sequence[Command]:
    """Return the Cache menu's command for training without pictures."""

    def look() -> None:
        from larder.app.dialogs.checklists import SourcelessDialog

        SourcelessDialog(services, window).open()

    return (
        Command(id="sourceless", text=_tr("Train with&out pictures…"), menu=Menu.CACHE, run=look,
                icon="kind-tree",
                enabled_when=lambda: services.session.is_open,
                tip=_tr("Checks whether you can train from this cache without the pictures and "
                        "captions, and lists what is missing.")),
    )


def bundle_commands(services: WindowServices, window: MainWindow) -> Sequence[Command]:
    """Return the Cache menu's commands to export and import a cache."""

    def export() -> None:
        from larder.app.dialogs.bundles import ExportDialog

        ExportDialog(services, window).open()

    return (
        Command(id="export-cache", text=_tr("E&xport cache…"), menu=Menu.CACHE, run=export,
                icon="command-export", starts_group=True,
                enabled_when=lambda: services.session.is_open,
                tip=_tr("Copies what training needs into a folder or one file, for another "
                        "computer; lists first what is missing.")),
        Command(id="import-cache", text=_tr("I&mport cache…"), menu=Menu.CACHE,
                run=lambda: open_bundle(services, window, ""), icon="command-open-folder",
                works_closed=True,
                tip=_tr(
                    "Checks an exported cache and copies it into a cache folder on this "
                    "computer.")),
    )


def open_bundle(services: WindowServices, window: MainWindow, bundle: str) -> None:
    """Ask about a bundle; "" for one that is still to be named."""
    from larder.app.dialogs.bundles import ImportDialog

    ImportDialog(services, window, bundle).open()


def preferences_commands(services: WindowServices, window: MainWindow) -> Sequence[Command]:
    """Return the Tools menu's command for the preferences."""

    def ask() -> None:
        from larder.app.dialogs.preferences import PreferencesDialog

        services.settings.read_again()
        dialog = PreferencesDialog(services.settings.current, services.look, window)
        dialog.agreed.connect(lambda change: change_settings(services, change))
        one_a_turn(dialog, (dialog.open,))

    return (
        Command(id="preferences", text=_tr("&Preferences…"), menu=Menu.TOOLS, run=ask,
                shortcut="Ctrl+,", starts_group=True,
                tip=_tr("Colours, language, units, hidden names, and how old files must be to be "
                        "cleaned.")),
    )


def change_settings(services: WindowServices, change: Change) -> None:
    """Keep them and act on them; a map of the open workspace that is forgotten is not used on."""
    maps_before = services.settings.current.path_maps
    services.settings.change(change)
    settings, session = services.settings.current, services.session
    services.look.show_units(settings.byte_units)
    services.look.hide_names(settings.hide_names)
    services.look.choose(settings.colour_scheme)
    services.commands.refresh()
    if session.options is None:
        return
    workspace = key_of(session.options.workspace)
    forgotten = {*maps_before.get(workspace, ())} - {*settings.path_maps.get(workspace, ())}
    if forgotten:
        # The survey that follows asks for maps itself and must not find the old ones.
        services.settings.finish()
        session.read_with(tuple(pair for pair in session.options.maps if pair not in forgotten))


def help_commands(services: WindowServices, window: MainWindow) -> Sequence[Command]:
    """Return the commands of the Help menu."""
    help_ = _Help(services, window)

    def show_palette() -> None:
        from larder.app.dialogs.palette import Palette, offers

        Palette(offers(services, window, help_.show), services.look, window).open()

    return (
        Command(id="help", text=_tr("&Help on this"), menu=Menu.HELP, shortcut="F1",
                run=lambda: help_.show(help_.topic()),
                tip=_tr("Explains the selected row, or the current page or dialog.")),
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
        """Return the help topic of the dialog in front, else the selected row, else the page."""
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
