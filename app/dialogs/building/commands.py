"""Commands that build. What they need is imported when they are asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from larder.app.command_table import Command, Context, Menu
from larder.app.dialogs.source_building.commands import AGAIN_COMMAND as SOURCES_AGAIN
from larder.app.dialogs.source_building.commands import source_build_actions
from larder.app.notices import Notice
from larder.app.presentation.looks import Tone, repair_text
from larder.app.presentation.sentences import Sentences, core_text
from larder.app.services import WindowServices
from larder.app.views.main_window import MainWindow
from larder.core.requests.options import ConvertOptions, workspace_fields
from larder.core.survey.remedies import NO_REMEDY, Repair, lines_of
from larder.core.workspace.cache_layout import CacheLayout

if TYPE_CHECKING:
    from larder.app.dialogs.building.dialog import BuildDialog
    from larder.app.dialogs.building.request import BuildRequest, Selection
    from larder.app.dialogs.building.resume import BuildResume
    from larder.app.dialogs.building.runs import ConfigBuilds
    from larder.app.dialogs.what_if.dialog import WhatIfDialog
    from larder.app.models.survey_snapshot import Rows, SurveySnapshot
    from larder.app.views.problems_page import ProblemsPage
    from larder.core.compare.document import ChangeDocument

_tr = Sentences("Commands")

SOURCES_KIND = "build-sources"
"""What tries failures of builds over a folder again."""
LOOK_BACK_MS = 400
"""After this long a window looks for builds whose window crashed; it is there by then."""


def build_commands(services: WindowServices, window: MainWindow) -> Sequence[Command]:
    """Return the Cache menu's commands for builds and for comparing changes of the config."""
    actions = _BuildActions(services, window)
    session = services.session

    def is_at_rest() -> bool:
        return session.is_at_rest and not actions.is_building

    def may_build() -> bool:
        return is_at_rest() and not actions.is_other_trainers

    only_read = _tr("Larder reads and cleans these caches and builds nothing for their trainer.")
    return (
        Command(id="build", text=_tr("&Build…"), menu=Menu.CACHE, run=actions.build,
                icon="command-build", shortcut="Ctrl+B", toolbar=True, starts_group=True,
                enabled_when=may_build, contexts=frozenset({Context.TREE, Context.COVERAGE}),
                lacks=only_read, tip=_tr(
                    "Shows what is not cached yet or needs rebuilding, and how long a build "
                    "takes.")),
        Command(id="convert", text=_tr("Convert to cache.&json…"), menu=Menu.CACHE,
                run=actions.convert, icon="command-build",
                enabled_when=lambda: is_at_rest() and actions.is_released,
                lacks=_tr("This workspace has no cache of a released OneTrainer."),
                tip=_tr("Converts the cache of a released OneTrainer to cache.json without "
                        "encoding anything. The old cache is kept.")),
        Command(id="build-selected", text=_tr("Rebuild s&elected entries…"), menu=Menu.CACHE,
                run=actions.build_selected, icon="command-build", enabled_when=may_build,
                lacks=only_read, contexts=frozenset({Context.ENTRY}),
                tip=_tr("Rebuilds the selected entries, even if they are up to date. In a cache of "
                        "your own files, only entries that are missing or need rebuilding.")),
        Command(id="build-problem", text=_tr("Rebuild &these…"), menu=Menu.CACHE,
                run=actions.build_problem, icon="command-build",
                enabled_when=may_build, lacks=only_read, contexts=frozenset({Context.PROBLEM}),
                tip=_tr("Rebuilds the entries of the selected problem.")),
        Command(id="what-if", text=_tr("&What if…"), menu=Menu.CACHE, run=actions.ask_what_if,
                icon="command-what-if", shortcut="Ctrl+T", toolbar=True,
                enabled_when=lambda: session.is_open and not actions.is_other_trainers,
                lacks=only_read, contexts=frozenset({Context.TREE, Context.COVERAGE}),
                tip=_tr("Shows which cached files other settings would invalidate, and how long "
                        "rebuilding them would take.")),
    )


class _BuildActions(QObject):
    """Actions of the build commands; owns the one dialog of each kind that can be open."""

    def __init__(self, services: WindowServices, window: MainWindow) -> None:
        super().__init__(window)
        self._services = services
        self._window = window
        self._sources = source_build_actions(services, window)
        self._known_work: ConfigBuilds | None = None
        self._resume: BuildResume | None = None
        self._dialog: BuildDialog | None = None
        self._what_if: WhatIfDialog | None = None
        QTimer.singleShot(LOOK_BACK_MS, self, lambda: services.calls.load(
            ("larder.app.dialogs.building.resume",), self, self._look_back))

    @property
    def is_building(self) -> bool:
        """True if a build is running or queued."""
        return self._known_work is not None and self._known_work.is_building

    @property
    def _work(self) -> ConfigBuilds:
        if self._known_work is None:
            from larder.app.dialogs.building.runs import ConfigBuilds, attach_meter

            window, services = self._window, self._services
            self._known_work = ConfigBuilds(services, self)
            self._known_work.models_missing.connect(self._show)
            self._known_work.plan_wanted.connect(self._show)
            self._known_work.started.connect(
                lambda job, meter: attach_meter(window.jobs, job, meter, services))
        return self._known_work

    def _look_back(self) -> None:
        from larder.app.dialogs.building.resume import BuildResume

        self._resume = BuildResume(self._services, self._work, self._sources.work, self)

    def build(self) -> None:
        """Plan for everything that is missing or stale."""
        self._show(self._request())

    @property
    def is_released(self) -> bool:
        """True if the caches have the layout of released OneTrainer and no other."""
        snapshot = self._services.session.snapshot
        return snapshot is not None and snapshot.document.workspace.layouts == (
            CacheLayout.RELEASED,)

    @property
    def is_other_trainers(self) -> bool:
        """True if the caches are those of a trainer that nothing is built for."""
        snapshot = self._services.session.snapshot
        return snapshot is not None and bool(snapshot.document.trainer)

    def convert(self) -> None:
        """Plan a cache.json of what is cached."""
        options = self._services.session.about_this(
            ConvertOptions, to=CacheLayout.INDEXED.value).of_build()
        self._show(replace(self._request(), options=options))

    def build_selected(self) -> None:
        """Plan for the entries that are selected in the table in front."""
        import numpy as np

        page = self._window.pages.get(self._window.current_page())
        snapshot = self._services.session.snapshot
        chosen = None if page is None else page.selected_rows()
        if chosen is None or snapshot is None:
            return
        rows = np.flatnonzero(chosen).astype(np.int32)
        built = self._built(snapshot, rows)
        if len(built):
            self._show(self._request_for(snapshot, built))
        elif len(of_files := self._of_files(snapshot, rows)):
            self._sources.ask_again_for(of_files)
        elif len(rows):
            self._say_why_not(snapshot, int(rows[0]))

    def build_problem(self) -> None:
        """Plan for what is chosen on the Problems page; for everything where none of it is built.

        Files that could not be cached are in no index: their build is what is done once more.
        """
        page, snapshot = self._problems_page(), self._services.session.snapshot
        if page is None or snapshot is None:
            self._show(self._request())
            return
        import numpy as np

        failures, rows = page.failures(), page.entries(Repair.BUILD)
        if any(failure.retry == SOURCES_KIND for failure in failures):
            self._services.commands.run(SOURCES_AGAIN)
        elif len(rows):
            # All of them are what a build makes that is asked for nothing in particular.
            is_all = len(rows) == snapshot.mended[Repair.BUILD] and bool(np.isin(
                snapshot.entries.remedy[rows], lines_of(Repair.BUILD)).all())
            self._show(self._request() if is_all else self._request_for(snapshot, rows))
        elif len(of_files := page.entries(Repair.CACHE_FOLDER)):
            self._sources.ask_again_for(of_files)
        elif len(others := page.entries()):
            self._say_why_not(snapshot, int(others[0]))
        else:
            from larder.app.dialogs.building.request import list_failed_entries

            failed = list_failed_entries([(failure.store, failure.item) for failure in failures])
            self._show(self._request(failed or None))

    def _built(self, snapshot: SurveySnapshot, rows: Rows) -> Rows:
        """Those of some rows that a build makes, good ones anew."""
        import numpy as np

        is_built = np.array([store.is_built for store in snapshot.document.stores], dtype=np.bool_)
        return rows[is_built[snapshot.entries.store[rows]]]

    def _of_files(self, snapshot: SurveySnapshot, rows: Rows) -> Rows:
        """Values of a folder of files that a build over it makes anew, or leaves as good."""
        import numpy as np

        entries = snapshot.entries
        of_files = np.array(
            [store.traits.records_sources for store in snapshot.document.stores], dtype=np.bool_)
        wanted = np.isin(entries.remedy[rows], [NO_REMEDY, *lines_of(Repair.CACHE_FOLDER)])
        return rows[of_files[entries.store[rows]] & wanted]

    def _say_why_not(self, snapshot: SurveySnapshot, row: int) -> None:
        """No dialog opens that could not do it; the reason is told instead."""
        store = snapshot.document.stores[int(snapshot.entries.store[row])]
        advice = repair_text(int(snapshot.entries.remedy[row]), store.why_not_built)
        self._services.notices.post(Notice(
            tone=Tone.NOTE, is_passing=True, text=_tr(
                "Larder cannot build any of the selected entries."),
            hint=advice or core_text(store.why_not_built or "") or _tr("They are up to date.")))

    def ask_what_if(self) -> None:
        """Open the What-if dialog, or bring it to the front."""
        if self._what_if is not None:
            self._what_if.raise_()
            self._what_if.activateWindow()
            return
        from larder.app.dialogs.what_if.dialog import WhatIfDialog

        self._what_if = WhatIfDialog(self._services, self._build_with, self._window)
        self._what_if.finished.connect(self._on_what_if_closed)
        self._what_if.show()

    def _build_with(self, copy: Path, document: ChangeDocument) -> None:
        """Plan for a changed copy of the config."""
        from larder.app.dialogs.building.request import about_copy

        about = workspace_fields(about_copy(self._services.session, copy))
        self._show(replace(
            self._request().with_options(doubted=document.doubted or (), **about),
            changes=document.rows))

    def _request(self, selection: Selection | None = None) -> BuildRequest:
        from larder.app.dialogs.building.request import request_for, usual_options

        session, settings = self._services.session, self._services.settings.current
        snapshot = session.snapshot
        layouts = () if snapshot is None else snapshot.document.workspace.layouts
        return request_for(
            usual_options(session, settings), selection, next(iter(layouts), None))

    def _request_for(self, snapshot: SurveySnapshot, rows: Rows) -> BuildRequest:
        from larder.app.dialogs.building.request import select_entries

        return self._request(select_entries(snapshot, rows))

    def _problems_page(self) -> ProblemsPage | None:
        """The Problems page, if that is in front."""
        from larder.app.views.problems_page import ProblemsPage

        page = self._window.pages.get(self._window.current_page())
        return page if isinstance(page, ProblemsPage) else None

    def _show(self, request: BuildRequest, problem: str = "") -> None:
        if self._dialog is not None:
            self._dialog.ask_for(request, problem)
            return
        from larder.app.dialogs.building.dialog import BuildDialog

        self._dialog = BuildDialog(
            self._services, self._work, request, self._window, problem=problem)
        self._dialog.finished.connect(self._on_closed)
        self._dialog.show()

    def _on_closed(self) -> None:
        self._dialog = None

    def _on_what_if_closed(self) -> None:
        self._what_if = None
