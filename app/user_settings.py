"""The user's settings while a window is open: changed here, saved in a pool thread."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from app.jobs.call_runnable import CallPool
from core.settings import ColourScheme, Settings, save_settings


class UserSettings(QObject):
    """Holds the settings and saves every change, unless it is made not to.

    Signals:
        changed: after a change.
        saving_failed: with the exception; the change holds until the window closes.
    """

    changed = Signal()
    saving_failed = Signal(object)

    def __init__(
        self, settings: Settings, calls: CallPool, parent: QObject | None = None, *,
        saves: bool = True,
    ) -> None:
        super().__init__(parent)
        self._saves = saves
        self._settings = settings
        self._saving = calls.latest_call(self)
        self._saving.failed.connect(lambda error, _: self.saving_failed.emit(error))

    @property
    def current(self) -> Settings:
        """The settings as they are now."""
        return self._settings

    def keep_recent(self, workspace: str) -> None:
        """Put a workspace on top of the list of recent ones."""
        self._change(self._settings.with_recent(workspace))

    def drop_recent(self, workspace: str) -> None:
        """Take a workspace off the list of recent ones."""
        kept = tuple(path for path in self._settings.recent_workspaces if path != workspace)
        self._change(replace(self._settings, recent_workspaces=kept))

    def keep_maps(self, workspace: str, maps: tuple[tuple[str, str], ...]) -> None:
        """Remember how a workspace's paths are read."""
        self._change(self._settings.with_path_maps(workspace, maps))

    def keep_models(self, workspace: str, models: tuple[str, ...]) -> None:
        """Remember which models a workspace is encoded with."""
        self._change(self._settings.with_model_folders(workspace, models))

    def keep_scheme(self, scheme: ColourScheme) -> None:
        """Remember the colour scheme."""
        self._change(replace(self._settings, colour_scheme=scheme))

    def hide_names(self, hidden: bool) -> None:
        """Remember whether names are hidden."""
        self._change(replace(self._settings, hide_names=hidden))

    def _change(self, settings: Settings) -> None:
        if settings == self._settings:
            return
        self._settings = settings
        self.changed.emit()
        if self._saves:
            self._saving.start(lambda: save_settings(settings))
