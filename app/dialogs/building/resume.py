"""Offers to go on with a build whose window crashed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject

from larder.app.cache_session import SessionState
from larder.app.dialogs.building.request import BuildRequest, EncoderChoice, same_workspace
from larder.app.dialogs.building.work import BuildWork
from larder.app.models.build_record import BuildRecord, abandoned_records, drop_record
from larder.app.notices import NoticeAction
from larder.app.presentation.build_results import resume_notice
from larder.app.presentation.workspace_names import workspace_names
from larder.app.services import WindowServices
from larder.core.operations.building.scope import BuildScope, OtherWeights


class BuildResume(QObject):
    """Looks once, when the window opens; the offer stands until it is answered."""

    def __init__(self, services: WindowServices, work: BuildWork, parent: QObject) -> None:
        super().__init__(parent)
        self._services = services
        self._work = work
        self._found: tuple[Path, BuildRecord] | None = None
        self._is_wanted = False
        sessions = services.session.folder.path.parent
        self._looking = services.calls.latest_call(self)
        self._looking.done.connect(self._on_found)
        services.session.state_changed.connect(self._on_state_changed)
        services.session.surveying_changed.connect(self._go_on)
        self._looking.start(lambda: abandoned_records(sessions))

    def _on_found(self, found: Sequence[tuple[Path, BuildRecord]]) -> None:
        if found:
            self._found = found[0]
            self._offer()

    def _offer(self) -> None:
        if self._found is None:
            return
        record = self._found[1]
        self._services.look.names.learn((record.name, *workspace_names(record.about, None)))
        self._services.notices.post(resume_notice(
            record, self._services.look.figures, (
                NoticeAction(self.tr("Resume"), self._resume),
                NoticeAction(self.tr("Dismiss"), self._dismiss))))

    def _on_state_changed(self) -> None:
        """Opening a workspace takes messages away; this one is still to be answered."""
        if self._found is not None and not self._is_wanted:
            self._offer()
        self._go_on()

    def _dismiss(self) -> None:
        self._forget()
        self._services.notices.clear()

    def _resume(self) -> None:
        """Open the workspace if it is not open, and build once its survey is there."""
        if self._found is None:
            return
        self._is_wanted = True
        self._services.notices.clear()
        session, about = self._services.session, self._found[1].about
        if session.options is None or not same_workspace(session.options, about):
            session.open(about)
        self._go_on()

    def _go_on(self) -> None:
        session = self._services.session
        if (self._found is None or not self._is_wanted or session.is_surveying
                or session.state is not SessionState.OPEN):
            return
        record = self._found[1]
        self._forget()
        self._work.start(request_of(record))

    def _forget(self) -> None:
        if self._found is not None:
            folder = self._found[0]
            self._services.calls.forget(lambda: drop_record(folder))
        self._found = None
        self._is_wanted = False


def request_of(record: BuildRecord) -> BuildRequest:
    """What a record's build was asked for."""
    return BuildRequest(
        about=record.about, scope=BuildScope(record.scope), selection=record.selection,
        encoder=EncoderChoice(models=record.models, device=record.device, dtype=record.dtype,
                              batch=record.batch),
        other_weights=OtherWeights(record.other_weights))
