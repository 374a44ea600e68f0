"""The user's settings while the window is open; saved beside the window whenever they change."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from larder.app.jobs.call_runnable import CallPool
from larder.core.settings import (
    ColourScheme,
    Settings,
    change_settings,
    load_settings,
)

Change = Callable[[Settings], Settings]


class UserSettings(QObject):
    """Settings as they are now; the window acts on a change before it is on disk.

    Only changes are saved, on top of what the file says by then: workers and commands write into
    it too.

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
        self._unsaved: deque[Change] = deque()
        self._saving = calls.latest_call(self)
        self._saving.failed.connect(lambda error, _: self.saving_failed.emit(error))

    @property
    def current(self) -> Settings:
        """The settings as they are now."""
        return self._settings

    def read_again(self) -> None:
        """Take over what others wrote, for a look at all of it."""
        if not self._saves:
            return
        settings = load_settings()
        for change in tuple(self._unsaved):
            settings = change(settings)
        self._take(settings)

    def change(self, change: Change) -> None:
        """Change the settings, here at once and on disk soon."""
        after = change(self._settings)
        if after == self._settings:
            return
        if self._saves:
            self._unsaved.append(change)
            self._saving.start(self._save)
        self._take(after)

    def finish(self) -> None:
        """Save what is not saved yet; called once the window is closed."""
        if self._unsaved:
            self._saving.drop()
            self._save()

    def keep_recent(self, workspace: str) -> None:
        """Put a workspace on top of the list of recent ones."""
        self.change(lambda settings: settings.with_recent(workspace))

    def keep_models(self, workspace: str, models: tuple[str, ...]) -> None:
        """Remember which models a workspace is encoded with."""
        self.change(lambda settings: settings.with_model_folders(workspace, models))

    def keep_filter(self, name: str, text: str) -> None:
        """Remember a filter by a name; "" forgets it."""
        self.change(lambda settings: settings.with_filter(name, text))

    def keep_scheme(self, scheme: ColourScheme) -> None:
        """Remember the colour scheme."""
        self.change(lambda settings: replace(settings, colour_scheme=scheme))

    def hide_names(self, hidden: bool) -> None:
        """Remember whether names are hidden."""
        self.change(lambda settings: replace(settings, hide_names=hidden))

    def _take(self, settings: Settings) -> None:
        if settings != self._settings:
            self._settings = settings
            self.changed.emit()

    def _save(self) -> None:
        """In a pool thread: everything that waits, in one write."""
        waiting: list[Change] = []
        while self._unsaved:
            waiting.append(self._unsaved.popleft())

        def all_of_them(settings: Settings) -> Settings:
            for change in waiting:
                settings = change(settings)
            return settings

        change_settings(all_of_them)
