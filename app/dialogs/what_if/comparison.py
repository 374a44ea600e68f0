"""Compares a changed copy of the config with the one of now, in a worker.

The newest request wins; nothing is written but the copy, into the session's folder.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
from PySide6.QtCore import QObject, QTimer, Signal

from larder.app.cache_session import CacheSession
from larder.app.dialogs.what_if.settings import ConfigDraft
from larder.app.jobs.job import JobFailure
from larder.app.jobs.job_lanes import AwaitedJob
from larder.app.services import WindowServices
from larder.core.compare.document import ChangeDocument
from larder.core.requests.options import DiffOptions, WorkspaceOptions


def about_copy(session: CacheSession, copy: Path) -> WorkspaceOptions:
    """The workspace as if its config were the copy, relative paths where they were."""
    assert session.options is not None
    assert session.snapshot is not None
    root = session.snapshot.document.workspace.root
    if session.options.config is None and session.options.workspace.lower().endswith(".json"):
        return msgspec.structs.replace(
            session.options, workspace=str(copy), root=root, config=None, concepts=None)
    return msgspec.structs.replace(session.options, root=root, config=str(copy), concepts=None)


PAUSE_MS = 350
"""Between the last key and the comparison: nobody waits for it, and "10" is no resolution yet."""


class ConfigComparison(QObject):
    """One comparison at a time.

    Signals:
        due: the last key was a moment ago; begin with what stands there.
        compared: with the ChangeDocument.
        failed: with the JobFailure.
    """

    due = Signal()
    compared = Signal(object)
    failed = Signal(object)

    def __init__(self, services: WindowServices, parent: QObject) -> None:
        super().__init__(parent)
        self._services = services
        self._comparing = AwaitedJob(services.lanes, self.compared.emit, self.failed.emit)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._pause.timeout.connect(self.due)
        self._writing = services.calls.latest_call(self)
        self._writing.done.connect(self._on_written)
        self._writing.failed.connect(lambda error, _: self._on_writing_failed(error))
        self.copy: Path | None = None

    @property
    def is_settled(self) -> bool:
        """Whether nothing is due or under way."""
        return (not self._pause.isActive() and self._comparing.is_idle
                and self._writing.is_idle)

    def wait_for_more(self) -> None:
        """Something was entered; more may follow at once."""
        self._pause.start()

    def begin(self, draft: ConfigDraft) -> None:
        """Write the copy and ask."""
        self._pause.stop()
        self._comparing.drop()
        file = self._services.session.folder.fresh("what-if").with_suffix(".json")
        self._writing.start(lambda: draft.write(file))

    def stop(self) -> None:
        """Forget what is due or under way, and the copy."""
        self._pause.stop()
        self._writing.drop()
        self._comparing.drop()
        self.copy = None

    def _on_written(self, file: Path) -> None:
        self.copy = file
        session, settings = self._services.session, self._services.settings.current
        models = () if session.options is None else tuple(
            settings.model_folders.get(session.options.workspace, ()))
        self._comparing.start(session.request(
            "diff", session.about_this(DiffOptions, other=str(file), models=models),
            self.tr("What if"), quiet=True, digest=ChangeDocument))

    def _on_writing_failed(self, error: Exception) -> None:
        self.failed.emit(JobFailure(
            problem=self.tr("The copy of the config cannot be saved."), hint=str(error)))
