"""Offers to go on with a build that did not come to its end, and goes on with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import msgspec
from PySide6.QtCore import QObject

from larder.app.build_records import BuildRecord
from larder.app.cache_session import SessionState
from larder.app.dialogs.building.request import BuildRequest, about_copy
from larder.app.dialogs.building.runs import ConfigBuilds, FolderBuilds
from larder.app.dialogs.building.texts import resume_notice
from larder.app.models.workspace_names import workspace_names
from larder.app.notices import Notice, NoticeAction
from larder.app.services import WindowServices
from larder.core.build.scope import BuildScope
from larder.core.requests.options import WorkspaceOptions, workspace_fields


class BuildResume(QObject):
    """Looks when the window opens, and whenever a workspace was opened or closed.

    Without a workspace the latest build of all is offered, with one only its own. The offer waits
    until no other message is shown, and stands until it is answered.
    """

    def __init__(
        self, services: WindowServices, work: ConfigBuilds, sources: FolderBuilds,
        parent: QObject,
    ) -> None:
        """Look for the first time, at builds of a config and at those over a folder of files."""
        super().__init__(parent)
        self._services = services
        self._work = work
        self._sources = sources
        self._found: BuildRecord | None = None
        self._offer: Notice | None = None
        self._wanted: BuildRecord | None = None
        self._looking = services.calls.latest_call(self)
        self._looking.done.connect(self._on_found)
        session, notices = services.session, services.notices
        session.state_changed.connect(self._look)
        session.surveying_changed.connect(self._go_on)
        for failed in (session.survey_failed, session.opening_failed):
            failed.connect(self._on_opening_failed)
        notices.posted.connect(self._on_posted)
        notices.cleared.connect(self._on_cleared)
        for builds in (work, sources):
            builds.resume_wanted.connect(self.resume)
            builds.started.connect(self._on_started)
        self._look()

    def resume(self, record: BuildRecord) -> None:
        """Go on with a build; its workspace is opened first if it is not open."""
        self._found = None
        self._services.notices.clear()
        if record.sources is not None:
            self._sources.start(record.sources, record.folder, payloads=record.total)
            return
        self._wanted = record
        if not self._is_open(record.about):
            self._services.session.open(record.about)
        self._go_on()

    def _look(self) -> None:
        """Closing takes messages away, and another workspace has other builds."""
        self._found = None
        state = self._services.session.state
        if state is SessionState.CLOSED:
            self._wanted = None
        if state is not SessionState.OPENING:
            self._looking.start(self._services.builds.list_stopped)
        self._go_on()

    def _on_started(self) -> None:
        """Forget the stopped build that was found: it may be the one that runs now."""
        self._looking.drop()
        self._found = None

    def _on_found(self, found: Sequence[BuildRecord]) -> None:
        session = self._services.session
        if session.is_open:
            found = [record for record in found if self._is_here(record)]
        for record in found:
            if self._is_needless(record):
                self._forget(record)
                continue
            self._found = record
            self._show_offer()
            return

    def _is_here(self, record: BuildRecord) -> bool:
        """Return whether a build belongs to the open workspace."""
        if record.sources is None:
            return self._is_open(record.about)
        session = self._services.session
        assert session.options is not None
        return (record.folder in session.store_paths()
                or record.about.workspace == session.options.workspace)

    def _is_needless(self, record: BuildRecord) -> bool:
        """Return whether the trainer or another build has finished the rest in the meantime."""
        snapshot = self._services.session.snapshot
        if snapshot is None or record.build is None or record.build.selection is not None:
            return False
        totals = snapshot.document.totals
        return not (record.changed_config or BuildScope(record.build.only) is BuildScope.ALL
                    or totals.stale or totals.missing)

    def _is_open(self, about: WorkspaceOptions) -> bool:
        """Return whether `about` is the open workspace. Its path mappings may have changed."""
        options = self._services.session.options
        return options is not None and (
            (options.workspace, options.root, options.config, options.concepts)
            == (about.workspace, about.root, about.config, about.concepts))

    def _show_offer(self) -> None:
        notices = self._services.notices
        if self._found is None or self._wanted is not None or notices.shown is not None:
            return
        record = self._found
        self._services.look.names.learn(
            (record.name, record.folder, *workspace_names(record.about, None)))
        self._offer = resume_notice(record, self._services.look.figures, (
            NoticeAction(self.tr("Resume"), lambda: self.resume(record)),
            NoticeAction(self.tr("Dismiss"), lambda: self._dismiss(record))))
        notices.post(self._offer)

    def _on_posted(self, notice: Notice) -> None:
        """Another message overtook the offer, which comes back after it."""
        if notice is not self._offer:
            self._offer = None

    def _on_cleared(self) -> None:
        """Whoever closes the offer has seen it; any other message made room for it."""
        if self._offer is not None:
            self._offer = self._found = None
        self._show_offer()

    def _dismiss(self, record: BuildRecord) -> None:
        self._forget(record)
        self._services.notices.clear()

    def _forget(self, record: BuildRecord) -> None:
        builds = self._services.builds
        self._services.calls.forget(lambda: builds.drop(record))

    def _on_opening_failed(self) -> None:
        self._wanted = None

    def _go_on(self) -> None:
        session = self._services.session
        if self._wanted is None or self._work.is_building or not session.is_at_rest:
            return
        record, self._wanted = self._wanted, None
        if self._is_open(record.about):
            self._work.start(self._request_of(record))

    def _request_of(self, record: BuildRecord) -> BuildRequest:
        """Return the request that repeats a recorded build."""
        session = self._services.session
        assert session.options is not None
        assert record.build is not None
        request = BuildRequest(
            msgspec.structs.replace(record.build, **workspace_fields(session.options)),
            record.build.selection)
        if not record.changed_config:
            return request
        copy = session.folder.fresh("config").with_suffix(".json")
        copy.write_text(record.changed_config, "utf-8")
        return replace(
            request.with_options(**workspace_fields(about_copy(session, copy))),
            changes=record.changes)
