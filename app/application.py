"""Wires one window: makes what it shares, hands it round, takes it apart again. No globals."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import msgspec
from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QLocale,
    QMessageLogContext,
    QObject,
    QtMsgType,
    qInstallMessageHandler,
)
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QWidget

from larder.app.build_records import BuildRecords
from larder.app.cache_session import CacheSession, SessionFolder
from larder.app.command_table import CommandTable
from larder.app.commands.dialog_commands import (
    bundle_commands,
    help_commands,
    match_commands,
    open_bundle,
    preferences_commands,
    quick_look_commands,
    sourceless_commands,
)
from larder.app.commands.proof_commands import proof_commands
from larder.app.commands.view_commands import view_commands
from larder.app.commands.workspace_commands import workspace_commands
from larder.app.dialogs.building.commands import build_commands
from larder.app.dialogs.cleaning.commands import clean_commands
from larder.app.dialogs.source_building.commands import source_build_commands
from larder.app.jobs.call_runnable import CallPool
from larder.app.jobs.job_lanes import JobLanes, Worker
from larder.app.languages import LanguageSwitch
from larder.app.models.workspace_names import workspace_names
from larder.app.notices import Notice, NoticeBoard
from larder.app.pictures.picture_files import Preview
from larder.app.pictures.thumbnails import Cached, DrawCached, ThumbnailFolder, Thumbnails
from larder.app.plots.loading import PlotLoader
from larder.app.presentation.figures import Figures
from larder.app.presentation.looks import Tone
from larder.app.services import WindowServices
from larder.app.source_watch import SourceWatch, make_changes_notice
from larder.app.user_settings import UserSettings
from larder.app.view_history import ViewHistory
from larder.app.view_state import ViewState
from larder.app.views.main_window import CommandSource, MainWindow
from larder.app.views.page import LazyPage, Page, PageFactory
from larder.app.widgets.widgets import spoken_view
from larder.app.widgets.window_layout import WindowMemory
from larder.app.window_look import WindowLook, install_fonts, program_icon
from larder.core.errors import UserFacingError
from larder.core.requests.options import WorkspaceOptions
from larder.core.settings import ColourScheme, cache_home, config_home, load_settings

if TYPE_CHECKING:
    from larder.core.worker_process import SpareWorkers

COMMANDS: Sequence[CommandSource] = (
    workspace_commands, build_commands, clean_commands, match_commands, proof_commands,
    sourceless_commands,
    bundle_commands,
    quick_look_commands, help_commands, source_build_commands, view_commands,
    preferences_commands)
"""Sources of commands; within a menu, commands stand in the order of these lists."""

DIALOG_PAGES: dict[str, str] = {
    name: name
    for name in ("build", "cache-folder", "clean", "prune", "clear", "match", "sourceless",
                 "training", "export-cache", "import-cache", "what-if", "help", "palette",
                 "preferences")}
"""What `--page` may name that is a dialog: its name -> the id of the command that opens it."""

LAYOUT_NAME = "window.ini"
BUILDS_NAME = "builds"
THUMBNAILS_NAME = "thumbnails"


def _coverage(services: WindowServices) -> Page:
    from larder.app.views.coverage_page import CoveragePage

    return CoveragePage(services)


def _entries(services: WindowServices) -> Page:
    from larder.app.views.entries_page import EntriesPage

    return EntriesPage(services)


def _problems(services: WindowServices) -> Page:
    from larder.app.views.problems_page import ProblemsPage

    return ProblemsPage(services)


def _duplicates(services: WindowServices) -> Page:
    def make() -> Iterator[QWidget]:
        from larder.app.views.duplicate_group import GroupPanel
        from larder.app.views.duplicates_page import DuplicatesPage

        group = GroupPanel(services)
        yield group
        yield DuplicatesPage(services, group)

    return LazyPage(QCoreApplication.translate("DuplicatesPage", "Duplicates"), make)


def _journal(services: WindowServices) -> Page:
    def make() -> Iterator[QWidget]:
        from larder.app.views.journal_view import JournalView, QuarantinePanel

        quarantine = QuarantinePanel(services)
        yield quarantine
        yield JournalView(services, quarantine)

    return LazyPage(QCoreApplication.translate("JournalPage", "Journal"), make)


def _charts(services: WindowServices) -> Page:
    def make() -> Iterator[QWidget]:
        from larder.app.views.charts_page import ChartsPage

        yield ChartsPage(services)

    return LazyPage(QCoreApplication.translate("ChartsPage", "Charts"), make)


def _map(services: WindowServices) -> Page:
    def make() -> Iterator[QWidget]:
        from larder.app.views.map_page import MapPage

        yield MapPage(services)

    return LazyPage(QCoreApplication.translate("MapPage", "Map"), make)


PAGES: Sequence[PageFactory] = (
    PageFactory(id="coverage", icon="page-coverage", make=_coverage),
    PageFactory(id="entries", icon="page-entries", make=_entries),
    PageFactory(id="problems", icon="page-problems", make=_problems),
    PageFactory(id="duplicates", icon="page-duplicates", make=_duplicates),
    PageFactory(id="charts", icon="page-charts", make=_charts),
    PageFactory(id="map", icon="page-map", make=_map),
    PageFactory(id="journal", icon="page-journal", make=_journal),
)
"""Tabs, in their order; a page's module is loaded when a workspace is opened."""


class OpenWindow(msgspec.Struct, frozen=True):
    """A window and what it shares; `owner` has all of that which is Qt's."""

    window: MainWindow
    services: WindowServices
    language: LanguageSwitch
    owner: QObject


def prepare_application(arguments: Sequence[str]) -> QApplication:
    """Create Qt's application and give it Larder's look."""
    with _aborts_explained():
        application = QApplication(list(arguments))
    dress_application(application)
    return application


@contextmanager
def _aborts_explained() -> Iterator[None]:
    """Leave with a sentence where Qt would abort and name a library that may not be the one."""
    told: list[str] = []

    def hold_back(kind: QtMsgType, _context: QMessageLogContext, message: str) -> None:
        told.append(message)
        if kind == QtMsgType.QtFatalMsg:
            from larder.app.qt_libraries import NO_WINDOW, explain_abort

            sys.stderr.write(f"{explain_abort(told)}\n")
            sys.stderr.flush()
            os._exit(NO_WINDOW)  # Qt aborts when this returns, and nothing can be raised through it

    former = qInstallMessageHandler(hold_back if sys.platform.startswith("linux") else None)
    try:
        yield
    finally:
        qInstallMessageHandler(former)
        for message in told:
            sys.stderr.write(f"{message}\n")


def dress_application(application: QApplication) -> None:
    """Fusion on every platform, readable digits, fonts."""
    application.setApplicationName("Larder")
    application.setDesktopFileName("larder")
    application.setStyle("Fusion")
    if QLocale().language() == QLocale.Language.C:
        # A machine that names no language gets digits that can be read: 12,480.
        QLocale.setDefault(QLocale(QLocale.Language.English))
    application.setWindowIcon(program_icon())
    install_fonts(application)
    QAccessible.installFactory(spoken_view)


def make_window(
    application: QApplication, *, scheme: ColourScheme | None = None, remembers: bool = True,
    watches: bool = False, make_worker: Callable[[str, Any], Worker] | None = None,
) -> OpenWindow:
    """Make a window with everything it shares.

    Args:
        application: Qt's application.
        scheme: colours for this run, None for the user's choice.
        remembers: whether layout and settings outlive the window; without, it starts afresh.
        watches: whether sources that are edited are surveyed again without being asked to.
        make_worker: prepares a worker of a kind of job and its options, None for a process.
    """
    settings = load_settings()
    owner = QObject(application)
    calls = CallPool(owner)
    workers = _Workers()
    lanes = JobLanes(make_worker or workers, owner, close_workers=workers.close)
    figures = Figures(units=settings.byte_units, locale=QLocale())
    look = WindowLook(scheme or settings.colour_scheme, figures, owner,
                      hides_names=settings.hide_names)
    look.apply(application)
    folder = SessionFolder(cache_home())
    session, view = CacheSession(lanes, calls, folder, owner), ViewState(owner)
    # Before anything else that follows surveys: a chosen row is a number of the one before.
    session.survey_changed.connect(lambda: view.choose(session.chosen_again(view.chosen)))
    for changed in (session.state_changed, session.survey_changed):
        changed.connect(lambda: look.names.learn(workspace_names(session.options, session.pages)))
    derived = cache_home() if remembers else folder.path
    thumbnails = Thumbnails(
        calls, ThumbnailFolder(derived / THUMBNAILS_NAME), owner,
        _make_picture_drawing(session, lanes))
    session.survey_changed.connect(thumbnails.forget)
    services = WindowServices(
        thumbnails=thumbnails,
        settings=UserSettings(settings, calls, owner, saves=remembers),
        session=session, lanes=lanes, calls=calls, look=look,
        commands=CommandTable(look.icons, owner),
        memory=WindowMemory(config_home() / LAYOUT_NAME if remembers else None),
        builds=BuildRecords(derived / BUILDS_NAME),
        plots=PlotLoader(calls, owner),
        notices=NoticeBoard(owner),
        view=view, history=ViewHistory(view, session, owner))
    window = MainWindow(services, COMMANDS, PAGES)
    _connect(window, services)
    if watches:
        watch = SourceWatch(application, session, lanes, calls, window)
        watch.held_back.connect(lambda: services.notices.post(make_changes_notice(session)))
    for problem in settings.problems:
        services.notices.post(Notice(tone=Tone.WARNING, text=problem))
    return OpenWindow(
        window=window, services=services, language=LanguageSwitch(services, window), owner=owner)


def _make_picture_drawing(session: CacheSession, lanes: JobLanes) -> DrawCached:
    """Return the function that draws payloads; its module is loaded on first use."""
    drawer: list[DrawCached] = []

    def draw(cached: Cached, done: Callable[[Preview], None]) -> Callable[[], None]:
        if not drawer:
            from larder.app.previews.preview_panel import CachedPictures

            drawer.append(CachedPictures(session, lanes).draw)
        return drawer[0](cached, done)

    return draw


class _Workers:
    """Makes workers in processes of their own; loaded when the first job needs one."""

    def __init__(self) -> None:
        self._pool: SpareWorkers | None = None

    def __call__(self, kind: str, options: Any) -> Worker:
        if self._pool is None:
            from larder.core.worker_process import SpareWorkers

            self._pool = SpareWorkers()
        return self._pool(kind, options)

    def close(self) -> None:
        """End those that wait for another job."""
        if self._pool is not None:
            self._pool.close()


def end_window_session(opened: OpenWindow) -> None:
    """End workers and threads and sweep the session folder; the window is closed by now."""
    opened.services.session.close()
    opened.services.lanes.shut_down()
    opened.services.calls.shut_down()
    opened.services.builds.let_go()
    opened.services.settings.finish()
    opened.services.memory.write()
    opened.services.session.folder.sweep()
    # Qt keeps what its connections call: nothing of a window would ever go by itself.
    opened.window.deleteLater()
    opened.owner.deleteLater()


def spare_collections(opened: OpenWindow) -> None:
    """Leave modules and the window out of every collection of garbage from now on.

    Looking through them would stop the window for 20 ms.
    """
    gc.freeze()
    opened.window.completed.connect(gc.freeze)


def clear_away() -> None:
    """Free windows that were taken apart, before another is made.

    What was left out of collections would stay for good, 7 MB and more for every change of
    language; what waits for the next turn of Qt's loop would be there twice.
    """
    sys.excepthook = sys.__excepthook__  # that of a window holds its notices, which hold the rest
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.unfreeze()
    gc.collect()


def _connect(window: MainWindow, services: WindowServices) -> None:
    session, settings = services.session, services.settings

    def open_path(path: str) -> None:
        session.open(WorkspaceOptions(workspace=path))

    def on_state_changed() -> None:
        if session.snapshot is None:
            services.view.start_over()
        if session.snapshot is not None and session.options is not None:
            settings.keep_recent(session.options.workspace)

    def on_saving_failed(error: Exception) -> None:
        problem = error.problem if isinstance(error, UserFacingError) else str(error)
        services.notices.post(Notice(tone=Tone.WARNING, text=problem))

    window.workspace_wanted.connect(open_path)
    window.bundle_wanted.connect(lambda path: open_bundle(services, window, path))
    session.state_changed.connect(on_state_changed)
    settings.saving_failed.connect(on_saving_failed)
    services.lanes.remarked.connect(services.notices.remark)
