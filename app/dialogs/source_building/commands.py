"""Commands that cache a folder of the user's own files: a new one, what failed, what was chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from larder.app.cache_session import SessionState
from larder.app.command_table import Command, Menu
from larder.app.presentation.sentences import Sentences
from larder.app.services import WindowServices
from larder.app.views.main_window import MainWindow
from larder.app.widgets.widgets import one_a_turn

if TYPE_CHECKING:
    from larder.app.dialogs.building.runs import FolderBuilds
    from larder.app.dialogs.source_building.dialog import SourceBuildDialog
    from larder.app.dialogs.source_building.request import RebuildValues
    from larder.app.models.survey_snapshot import Rows
    from larder.core.build.rebuild_settings import RebuildSettings
    from larder.core.requests.options import WorkspaceOptions

_tr = Sentences("Commands")

COMMAND = "cache-folder"
AGAIN_COMMAND = "cache-folder-again"


def source_build_commands(services: WindowServices, window: MainWindow) -> Sequence[Command]:
    """Return the Tools menu's commands for caching a folder of files."""
    actions = source_build_actions(services, window)
    session = services.session
    return (
        Command(id=COMMAND, text=_tr("Cache a &folder…"), menu=Menu.TOOLS, run=actions.ask,
                icon="command-build", shortcut="Ctrl+Shift+B",
                lacks=_tr("A folder is being cached."), works_closed=True,
                enabled_when=lambda: session.state is not SessionState.OPENING
                and not actions.is_building,
                tip=_tr("Caches pixels, sound features, waveforms or tokens of your own files.")),
        Command(id=AGAIN_COMMAND, text=_tr(
            "Retry failed f&iles of the last folder"), menu=Menu.TOOLS,
                run=actions.try_again, icon="command-rescan",
                lacks=_tr("No file failed last time."), works_closed=True,
                enabled_when=lambda: actions.can_try_again,
                tip=_tr("Caches the last folder again; finished files are kept.")),
    )


def source_build_actions(services: WindowServices, window: MainWindow) -> SourceBuildActions:
    """Return the window's actions for folders of files; created on first use."""
    known: SourceBuildActions | None = window.findChild(SourceBuildActions)
    return SourceBuildActions(services, window) if known is None else known


class SourceBuildActions(QObject):
    """Actions of the commands for folders of files; owns the one dialog that can be open."""

    def __init__(self, services: WindowServices, window: MainWindow) -> None:
        super().__init__(window)
        self._services = services
        self._window = window
        self._known_work: FolderBuilds | None = None
        self._dialog: SourceBuildDialog | None = None
        self._reading = services.calls.latest_call(self)
        self._reading.done.connect(lambda told: self._on_read(*told))

    @property
    def is_building(self) -> bool:
        """True if a build of a folder is running or queued."""
        return self._known_work is not None and self._known_work.is_building

    @property
    def can_try_again(self) -> bool:
        """True if there is a build that can be tried again."""
        return self._known_work is not None and self._known_work.can_try_again

    def ask(self) -> None:
        """Open the dialog, or bring it to the front."""
        self._open()

    def ask_again_for(self, rows: Rows) -> None:
        """Open it for what values were made of, once their store has told what it was built of.

        Args:
            rows: of the Entries table; at least one, and each of a store that files are built into.
        """
        from larder.app.dialogs.source_building.request import (
            folders_built,
            former_values,
            settings_of,
        )

        if self.is_building:
            return
        values = former_values(self._services.session, rows)
        about = self._services.session.options
        self._reading.start(
            lambda: (about, values, folders_built(values.store), settings_of(values)))

    def try_again(self) -> None:
        """Build the latest folder once more."""
        self.work.try_again()

    def _on_read(
        self, about: WorkspaceOptions, values: RebuildValues, built: Sequence[str],
        settings: RebuildSettings,
    ) -> None:
        session = self._services.session
        if session.options is not about or self.is_building:
            return
        self._open().ask_again_for(
            values, [session.locate(folder) for folder in built], settings, depth=session.depth)

    def _open(self) -> SourceBuildDialog:
        if self._dialog is not None:
            self._dialog.raise_()
            self._dialog.activateWindow()
            return self._dialog
        from larder.app.dialogs.source_building.dialog import SourceBuildDialog

        self._dialog = SourceBuildDialog(self._services, self.work, self._window)
        self._dialog.finished.connect(self._on_closed)
        one_a_turn(self._dialog, (self._dialog.show,))
        return self._dialog

    @property
    def work(self) -> FolderBuilds:
        """Its builds; made when it is first asked for."""
        if self._known_work is None:
            from larder.app.dialogs.building.runs import FolderBuilds, attach_meter

            self._known_work = FolderBuilds(self._services, self)
            self._known_work.started.connect(lambda job, meter: attach_meter(
                self._window.jobs, job, meter, self._services))
        return self._known_work

    def _on_closed(self) -> None:
        self._dialog = None
