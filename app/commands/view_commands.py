"""Commands about what is shown, and about the row that is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication

from larder import core
from larder.app.command_table import Command, Context, Menu
from larder.app.notices import Notice
from larder.app.presentation.looks import Tone
from larder.app.presentation.sentences import Sentences, with_values
from larder.app.services import WindowServices
from larder.app.view_state import ChosenKind
from larder.app.views.main_window import MainWindow
from larder.app.widgets.plain_labels import PlainBox
from larder.app.widgets.window_layout import ENTRIES_VIEW
from larder.app.window_look import program_icon
from larder.core.settings import ColourScheme
from larder.core.survey.verdicts import Verdict

_tr = Sentences("Commands")

MOST_PATHS = 10_000
MOST_FOLDERS = 8
SOUND = frozenset({Verdict.VALID, Verdict.UNUSED})
"""Nothing is wrong with these."""

_DOCKS = (("tree", "Workspace &tree"), ("inspector", "&Inspector"), ("jobs", "&Jobs"))
_SCHEMES = ((ColourScheme.SYSTEM, "Follow syst&em"), (ColourScheme.LIGHT, "&Light"),
            (ColourScheme.DARK, "&Dark"))


def view_commands(services: WindowServices, window: MainWindow) -> Sequence[Command]:
    """View, Tools and Help menu."""
    return (
        Command(id="find", text=_tr("&Filter entries"), menu=Menu.VIEW, run=window.focus_filter,
                icon="command-find", shortcut="Ctrl+F",
                enabled_when=lambda: services.session.is_open),
        Command(id="saved-filters", text=_tr("S&aved filters…"), menu=Menu.VIEW,
                run=lambda: window.filter_field.show_saved(), shortcut="Ctrl+Shift+F",
                enabled_when=lambda: services.session.is_open,
                tip=_tr("Opens a saved filter, or saves the current one.")),
        Command(id="entries-grid", text=_tr("Entries as &pictures"), menu=Menu.VIEW,
                run=lambda: _switch_entries(services, window),
                enabled_when=lambda: services.session.is_open, checked_when=lambda: _is_grid(
                    services),
                tip=_tr("Shows entries as a grid of pictures, or as rows.")),
        Command(id="inspector", text=_tr("&Go to the inspector"), menu=Menu.VIEW,
                run=window.focus_inspector, enabled_when=lambda: services.session.is_open),
        Command(id="back", text=_tr("&Back"), menu=Menu.VIEW, run=services.history.back,
                shortcut="Alt+Left", starts_group=True,
                lacks=_tr("There is no earlier page."),
                enabled_when=lambda: services.history.can_go_back,
                tip=_tr("Goes back to the previous page, selection and filter.")),
        Command(id="forward", text=_tr("For&ward"), menu=Menu.VIEW, run=services.history.forward,
                shortcut="Alt+Right", lacks=_tr("There is no later page."),
                enabled_when=lambda: services.history.can_go_forward,
                tip=_tr("Goes forward again.")),
        *(_dock_command(window, name, text) for name, text in _DOCKS),
        *(_scheme_command(services, scheme, text) for scheme, text in _SCHEMES),
        Command(id="hide-names", text=_tr("Hide &names"), menu=Menu.VIEW, starts_group=True,
                shortcut="Ctrl+Shift+H", run=lambda: _hide_names(services),
                checked_when=lambda: services.look.names.hidden,
                tip=_tr("Replaces the names of files, folders and concepts, for screenshots and "
                        "reports.")),
        *_row_commands(services, window),
        Command(id="about", text=_tr("&About Larder"), menu=Menu.HELP, icon="command-about",
                run=lambda: _show_about(window)),
    )


def _row_commands(services: WindowServices, window: MainWindow) -> Sequence[Command]:
    """Return the commands that act on the selected row."""
    rows = frozenset({Context.ENTRY, Context.PROBLEM})
    tables = frozenset({Context.ENTRY, Context.COVERAGE, Context.PROBLEM})

    def is_chosen() -> bool:
        return _find_chosen_file(services) is not None

    return (
        Command(id="copy-rows", text=_tr("&Copy rows"), menu=Menu.TOOLS, icon="command-copy",
                shortcut="Ctrl+C", run=lambda: _copy_rows(window),
                contexts=tables,
                enabled_when=lambda: services.session.is_open,
                tip=_tr("Copies the selected rows, separated by tabs.")),
        Command(id="export-table", text=_tr("E&xport table…"), menu=Menu.TOOLS,
                icon="command-export", shortcut="Ctrl+E", contexts=tables,
                run=lambda: _export(window, selected=False),
                enabled_when=lambda: services.session.is_open,
                tip=_tr("Saves the current table as CSV or JSON, filtered and sorted as shown.")),
        Command(id="export-rows", text=_tr("Exp&ort selected rows…"), menu=Menu.TOOLS,
                shortcut="Ctrl+Shift+E", contexts=tables,
                run=lambda: _export(window, selected=True),
                enabled_when=lambda: services.session.is_open,
                tip=_tr("Saves the selected rows as CSV or JSON.")),
        Command(id="show-problems", text=_tr("Show in Pro&blems"), menu=Menu.TOOLS,
                run=lambda: _show_problems(window), contexts=frozenset({Context.ENTRY}),
                lacks=_tr("The selected entries have no problems."),
                enabled_when=lambda: _has_problems(services),
                tip=_tr("Shows what is wrong with the selected entries and how to fix it.")),
        Command(id="copy-path", text=_tr("Cop&y paths"), menu=Menu.TOOLS, run=lambda: _copy_paths(
                services, window), contexts=rows, lacks=_tr("No file is selected."),
                enabled_when=is_chosen),
        Command(id="reveal", text=_tr("Sho&w in folder"), menu=Menu.TOOLS, icon="command-reveal",
                run=lambda: _reveal(services, window), contexts=rows,
                lacks=_tr("No file is selected."), enabled_when=is_chosen,
                tip=_tr("Opens the folders that hold the selected files.")),
        Command(id="copy-command", text=_tr("Copy co&mmand"), menu=Menu.TOOLS, starts_group=True,
                icon="command-terminal", shortcut="Ctrl+Shift+C", run=lambda: _copy_command(
                services), enabled_when=lambda: services.session.is_open,
                tip=_tr("Copies the command that runs the same survey, with the real names.")),
    )


def _dock_command(window: MainWindow, name: str, text: str) -> Command:
    return Command(id=f"dock-{name}", text=_tr(text), menu=Menu.VIEW,
                   run=lambda: window.docks.switch(name), starts_group=name == _DOCKS[0][0],
                   enabled_when=lambda: window.docks.is_possible(name),
                   checked_when=lambda: window.docks.is_shown(name))


def _scheme_command(services: WindowServices, scheme: ColourScheme, text: str) -> Command:
    def choose() -> None:
        services.settings.keep_scheme(scheme)
        services.look.choose(scheme)

    return Command(id=f"scheme-{scheme.value}", text=_tr(text), menu=Menu.VIEW, run=choose,
                   starts_group=scheme is _SCHEMES[0][0],
                   checked_when=lambda: services.look.scheme is scheme)


def _hide_names(services: WindowServices) -> None:
    hidden = not services.look.names.hidden
    services.settings.hide_names(hidden)
    services.look.hide_names(hidden)


def _is_grid(services: WindowServices) -> bool:
    return services.memory.layout(ENTRIES_VIEW).data() == b"grid"


def _switch_entries(services: WindowServices, window: MainWindow) -> None:
    from larder.app.views.entries_page import GRID, ROWS, EntriesPage

    page = window.pages["entries"]
    assert isinstance(page, EntriesPage)
    services.view.show_page("entries")
    page.show_as(ROWS if _is_grid(services) else GRID)


def _find_chosen_file(services: WindowServices) -> Path | None:
    chosen, session = services.view.chosen, services.session
    if chosen is None or session.snapshot is None:
        return None
    # A newer survey may have fewer rows, until the page in front chooses among them.
    if chosen.kind is ChosenKind.ENTRY and chosen.row < len(session.snapshot.entries):
        return session.source_file(chosen.row)
    if chosen.kind is ChosenKind.PAYLOAD and chosen.row < len(session.snapshot.payloads):
        return session.loose_file(chosen.row)
    return None


def _copy_rows(window: MainWindow) -> None:
    """From the table in front; a text field that has the focus copies its own selection."""
    page = window.pages.get(window.current_page())
    if page is not None:
        page.copy_selection()


def _export(window: MainWindow, *, selected: bool) -> None:
    from larder.app.views.table_file import table_in_front

    page = window.pages.get(window.current_page())
    table = None if page is None else table_in_front(page)
    if table is not None:
        table.save_rows(selected=selected)


def _list_selected_files(services: WindowServices, window: MainWindow, most: int) -> list[Path]:
    """Files of the rows that are selected in front, at most so many, else the chosen one."""
    page = window.pages.get(window.current_page())
    rows = None if page is None else page.selected_rows()
    if rows is not None and rows.sum() > 1:
        return [services.session.source_file(row) for row in rows.nonzero()[0][:most].tolist()]
    file = _find_chosen_file(services)
    return [] if file is None else [file]


def _copy_paths(services: WindowServices, window: MainWindow) -> None:
    """Copy the selected files' paths to the clipboard, one per line."""
    files = _list_selected_files(services, window, MOST_PATHS)
    if files:
        QGuiApplication.clipboard().setText("\n".join(map(str, files)))


def _reveal(services: WindowServices, window: MainWindow) -> None:
    """Each folder once; hundreds of windows at once help nobody."""
    folders = list(dict.fromkeys(
        file.parent for file in _list_selected_files(services, window, MOST_PATHS)))
    for folder in folders[:MOST_FOLDERS]:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))
    if len(folders) > MOST_FOLDERS:
        services.notices.post(Notice(tone=Tone.NOTE, is_passing=True, text=with_values(
            _tr("Opened the first %1 of %2 folders."), str(MOST_FOLDERS), str(len(folders)))))


def _has_problems(services: WindowServices) -> bool:
    """Return whether the selected row has a problem.

    Only one row is checked, as this runs on every click.
    """
    chosen, snapshot = services.view.chosen, services.session.snapshot
    if chosen is None or snapshot is None or chosen.kind is not ChosenKind.ENTRY:
        return False
    return chosen.row < len(snapshot.entries) and (
        Verdict(int(snapshot.entries.verdict[chosen.row])) not in SOUND)


def _show_problems(window: MainWindow) -> None:
    from larder.app.views.problems_page import ProblemsPage

    rows = window.pages["entries"].selected_rows()
    page = window.pages["problems"]
    assert isinstance(page, ProblemsPage)
    if rows is not None:
        window.show_page("problems")
        page.select_rows(rows)


def _copy_command(services: WindowServices) -> None:
    options, snapshot = services.session.options, services.session.snapshot
    if options is not None and snapshot is not None:
        from larder.app.presentation.shell_text import survey_command

        QGuiApplication.clipboard().setText(
            survey_command(options, snapshot.document.workspace.depth))


def _show_about(window: MainWindow) -> None:
    box = PlainBox(window)
    box.setWindowTitle(_tr("About Larder"))
    box.setIconPixmap(program_icon().pixmap(64, 64))
    box.setText(f"Larder {core.__version__}")
    box.setInformativeText(_tr(
        "Shows, checks, cleans and builds the caches of model training. Your pictures and captions "
        "are never changed, moved or deleted."))
    box.finished.connect(box.deleteLater)
    box.open()
