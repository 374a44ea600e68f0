"""Follows the sources of the open workspace: what was edited is surveyed again by itself.

The folders of the latest survey are stamped by a worker every few seconds, and at once where the
operating system tells of a change or the user comes back from another program. Only another stamp
leads to a survey; that one is left out of the jobs panel, and every view stays where it is.

The window's own thread looks at nothing: folders are located in a pool thread and listed by a
worker, and only those that the worker found on this machine, a bounded number, are watched. How
long looking takes decides how often it is done: how long this computer works for it, and how long
it waits for a drive.

Caches and the config are looked at in the same way. A cache that is being written changes all the
time, so it is surveyed once it came to rest, or when the last survey is some time ago.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QFileSystemWatcher, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QDialog

from larder.app.cache_session import QUICK, CacheSession, SessionState
from larder.app.jobs.awaited_job import AwaitedJob
from larder.app.jobs.call_runnable import CallPool
from larder.app.jobs.job import JobRequest, read_document
from larder.app.jobs.job_lanes import JobLanes
from larder.app.notices import Notice, NoticeAction
from larder.app.presentation.looks import Tone
from larder.app.presentation.sentences import Sentences
from larder.core.errors import UserFacingError
from larder.core.requests.options import Answer, SourceStateOptions

if TYPE_CHECKING:
    from larder.app.models.survey_snapshot import SurveySnapshot
    from larder.core.requests.watching import FolderState

_tr = Sentences("SourceWatch")

EVERY_S = 5.0
"""Between two looks, where looking takes no time."""
MOST_SHARE = 0.05
"""Of a processor's time that looking, or surveying, takes at most."""
LONGEST_WAIT_S = 60.0
"""However slow a drive is, an edit is to be noticed."""
FAILED_WAIT_S = 60.0
"""After a look at a drive that gave no answer."""
RESTLESS_S = 60.0
"""A cache that goes on changing is surveyed so often."""
ONLY_READ = "only_read"
"""Property of a dialog in which nobody decides anything by what the latest survey says."""

DEBOUNCE_MS = 700
"""After the last change that the system tells of; an editor writes a file in several steps."""
MOST_WATCHED = 256
"""Folders; each is a handle of the operating system, of which there are few."""

_NOTHING = SourceStateOptions(folders=())


class SourceWatch(QObject):
    """Surveys again when sources have changed.

    Signals:
        looked: the folders were looked at; a survey may have begun.
        held_back: they have changed since a thorough check, which a quick survey would replace.
    """

    looked = Signal()
    held_back = Signal()

    def __init__(
        self, application: QGuiApplication, session: CacheSession, lanes: JobLanes,
        calls: CallPool, parent: QObject,
    ) -> None:
        """Follow a session; what is open is looked at for the first time after its survey."""
        super().__init__(parent)
        self._session = session
        self._lanes = lanes
        self._places = _NOTHING
        self._state: FolderState | None = None
        self._surveyed_from_ns = 0
        self._is_own_survey = False
        self._told_of: SurveySnapshot | None = None
        self._locating = calls.latest_call(self)
        self._locating.done.connect(self._on_located)
        self._caches: str | None = None
        self._looking = AwaitedJob(
            lanes, self._on_looked, lambda _: self._pause.start(round(FAILED_WAIT_S * 1000)))
        self._watcher = QFileSystemWatcher(self)
        self._pause = self._timer(self._look)
        self._settling = self._timer(self._look)
        self._settling.setInterval(DEBOUNCE_MS)
        self._watcher.directoryChanged.connect(self._settling.start)
        session.surveying_changed.connect(self._on_surveying_changed)
        session.survey_changed.connect(self._on_survey_changed)
        application.applicationStateChanged.connect(self._on_came_back)

    def _timer(self, call: Callable[[], None]) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.timeout.connect(call)
        return timer

    def _on_surveying_changed(self) -> None:
        if self._session.is_surveying:
            self._surveyed_from_ns = time.time_ns()

    def _on_survey_changed(self) -> None:
        """Another survey may be of other folders; what it saw of them is not known, but when."""
        self._pause.stop()
        self._looking.drop()
        snapshot, session = self._session.snapshot, self._session
        if snapshot is None:
            self._locating.drop()
            self._state, self._places = None, _NOTHING
            self._watch(())
            return
        if not self._is_own_survey:
            self._state = self._caches = None
        self._is_own_survey = False
        self._locating.start(lambda: find_watched_places(session, snapshot))

    def _on_located(self, places: SourceStateOptions) -> None:
        if places != self._places:
            # Stamps of other folders cannot be compared.
            self._places, self._state, self._caches = places, None, None
        self._look()

    def _on_came_back(self, state: Qt.ApplicationState) -> None:
        if state is Qt.ApplicationState.ApplicationActive and self._pause.isActive():
            self._look()

    def _look(self) -> None:
        """Unless somebody writes, or decides something by what the latest survey says."""
        self._pause.stop()
        self._settling.stop()
        if self._places == _NOTHING or self._session.state is not SessionState.OPEN:
            return
        if self._session.is_surveying or self._is_busy():
            self._wait()
            return
        self._looking.start(self._lanes.prepare(JobRequest(
            kind="source-state", options=self._places, title=self.tr("Watch for changes"),
            quiet=True, fleeting=True, beside=True, digest=_read_state)))

    def _is_busy(self) -> bool:
        if any(job.request.writes for job in self._lanes.active):
            return True  # a survey follows
        return (QApplication.activePopupWidget() is not None
                or QApplication.mouseButtons() != Qt.MouseButton.NoButton
                or any(isinstance(widget, QDialog) and widget.isVisible()
                       and not widget.property(ONLY_READ)
                       for widget in QApplication.topLevelWidgets()))

    def _on_looked(self, state: FolderState) -> None:
        if self._is_busy():  # since the look began; what changed is found again by the next one
            self._wait()
            return
        before, self._state = self._state, state
        has_changed = (state.newest_ns > self._surveyed_from_ns if before is None
                       else state.stamp != before.stamp) or self._is_cache_due(before, state)
        self._watch(state.local[:MOST_WATCHED])
        snapshot = self._session.snapshot
        if has_changed and snapshot is not None and not self._session.is_surveying:
            self._caches = state.caches
            if snapshot.document.workspace.depth == QUICK:
                self._is_own_survey = True
                self._session.survey(is_unasked=True)
            elif self._told_of is not snapshot:
                self._told_of = snapshot
                self.held_back.emit()
        self._wait()
        self.looked.emit()

    def _is_cache_due(self, before: FolderState | None, state: FolderState) -> bool:
        """Return whether a changed cache is due for a survey.

        It is due once it stops changing, or after `RESTLESS_S` if it does not.
        """
        if self._caches is None:
            self._caches = state.caches
        if state.caches == self._caches:
            return False
        came_to_rest = before is not None and before.caches == state.caches
        return came_to_rest or time.time_ns() - self._surveyed_from_ns > RESTLESS_S * 1e9

    def _wait(self) -> None:
        snapshot, state = self._session.snapshot, self._state
        looked_s, worked_s = (0.0, 0.0) if state is None else (state.seconds, state.worked_s)
        # Not how long its answer took, with a worker that had to be started.
        surveyed_s = 0.0 if snapshot is None else snapshot.document.elapsed_s
        self._pause.start(round(1000 * min(LONGEST_WAIT_S, max(
            EVERY_S, looked_s, surveyed_s, worked_s / MOST_SHARE))))

    def _watch(self, folders: tuple[str, ...]) -> None:
        watched = frozenset(self._watcher.directories())
        gone, new = watched.difference(folders), [at for at in folders if at not in watched]
        if gone:
            self._watcher.removePaths([*gone])
        if new:
            self._watcher.addPaths(new)


def make_changes_notice(session: CacheSession) -> Notice:
    """Says that a thorough check does not hold any more; the user decides what replaces it."""
    return Notice(
        tone=Tone.NOTE, text=_tr("Files have changed since this check."),
        hint=_tr("Rescan to see which; this checks only names and dates."),
        actions=(NoticeAction(_tr("Rescan"), lambda: session.survey()),))


def _read_state(answer: Answer) -> FolderState:
    """In a pool thread, like `cache_session`'s surveys: numpy is loaded there."""
    from larder.core.requests.watching import FolderState

    return read_document(answer, FolderState)


def find_watched_places(session: CacheSession, snapshot: SurveySnapshot) -> SourceStateOptions:
    """Find the folders with sources, those of concepts that have none yet too, caches and config.

    In a pool thread.
    """
    document = snapshot.document
    spelled = [*(concept.path for concept in document.concepts), *snapshot.entries.before]
    return SourceStateOptions(
        folders=tuple(dict.fromkeys(str(session.locate(path)) for path in spelled if path)),
        caches=tuple(dict.fromkeys(
            str(session.locate(store.path)) for store in document.stores)),
        files=tuple(dict.fromkeys(map(str, _config_files(session, snapshot)))))


def _config_files(session: CacheSession, snapshot: SurveySnapshot) -> Iterator[Path]:
    """Yield the config and the file with its concepts, as far as there are any."""
    from larder.core.workspace.onetrainer_config import read_config

    spelled, options = snapshot.document.workspace.config, session.options
    if spelled is None:
        return
    config = session.locate(spelled)
    yield config
    if options is not None and options.concepts is not None:
        yield Path(options.concepts)
        return
    with suppress(UserFacingError):  # the survey says what is wrong with it
        named = read_config(config)
        if named.concepts is None:
            yield session.locate(named.concept_file_name)
