"""Caches a folder of the user's own files: asks what and how, shows what it takes, then builds.

It plans in a worker, when asked: listing and reading a large folder takes a while. Where a
workspace is open, the jobs panel shows the build and the dialog closes; else the dialog does.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QSizePolicy,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from larder.app.cache_session import SessionState
from larder.app.dialogs.planning.command_panel import CommandPanel
from larder.app.dialogs.planning.progress import JobProgress
from larder.app.dialogs.planning.refused import RefusedView
from larder.app.dialogs.source_building.footer import SourceBuildFooter
from larder.app.dialogs.source_building.form import SourceForm
from larder.app.dialogs.source_building.former import FormerSources
from larder.app.dialogs.source_building.jobs import plan_job, usual_target
from larder.app.dialogs.source_building.reading import read_entry
from larder.app.dialogs.source_building.running import RunningView
from larder.app.dialogs.source_building.view import SourcePlanView
from larder.app.dialogs.source_building.work import SourceBuildWork
from larder.app.jobs.job import Job, JobFailure
from larder.app.models.source_build_document import SourceBuildPlanFacts
from larder.app.models.source_kinds import FormerLack, SourceField
from larder.app.notices import Notice
from larder.app.presentation.source_build_command import source_build_command
from larder.app.presentation.source_build_texts import lack_text, promise_text
from larder.app.services import WindowServices
from larder.app.views.widgets import EmptyState, heading, link_button, muted_label
from larder.app.window_layout import open_at
from larder.core.requests.options import SourceBuildOptions
from larder.core.workspace.store_kinds import StoreKind

FIRST_SIZE = QSize(860, 600)
SMALLEST = QSize(620, 400)
LEAST_BODY = 110
LAYOUT_NAME = "sourceBuildDialog"
PLAN_NAME = "source-build-plan"


class SourceBuildDialog(QDialog):
    """One folder at a time."""

    def __init__(
        self, services: WindowServices, work: SourceBuildWork, parent: QWidget, *,
        kind: StoreKind | None = None, sources: str = "",
    ) -> None:
        """Make the dialog; with a folder of files it plans at once.

        Args:
            services: what the window shares.
            work: starts the build.
            parent: the window.
            kind: what is made, None for the kind of the cache that is looked at.
            sources: folder of the files.
        """
        super().__init__(parent)
        self._services = services
        self._work = work
        self._options: SourceBuildOptions | None = None
        self._plan: SourceBuildPlanFacts | None = None
        self._file: Path | None = None
        self._job: Job | None = None
        self._target = ""
        self._depth = "stat"
        self._lack: FormerLack | None = None
        self.setObjectName("sourceBuildDialog")
        self.setWindowTitle(self.tr("Cache a folder"))
        self.setSizeGripEnabled(True)
        self.setAcceptDrops(True)
        self.form = SourceForm(services)
        self.hint = EmptyState()
        self.progress = JobProgress(services)
        self.view = SourcePlanView(services)
        self.refused = RefusedView(services)
        self.running = RunningView(services)
        self.footer = SourceBuildFooter(services)
        self.command = CommandPanel(services)
        self.show_command = link_button(self.tr("Show command"))
        self.show_command.setCheckable(True)
        self.show_command.setAutoDefault(False)
        policy = self.show_command.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.show_command.setSizePolicy(policy)
        self._lay_out()
        self._connect()
        open_at(self, FIRST_SIZE, services.memory.layout(LAYOUT_NAME), least=SMALLEST,
                parent=parent)
        self.ask_for(kind or self._looked_at_kind() or StoreKind.VISION, sources)

    @property
    def plan(self) -> SourceBuildPlanFacts | None:
        """The plan of what is entered; None while there is none."""
        return self._plan

    def ask_again_for(self, former: FormerSources, *, depth: str = "stat") -> None:
        """Begin with what values were made of, into their own cache.

        Args:
            former: what they were made of, and with what.
            depth: how closely is looked at those that are there.
        """
        self.form.show()
        self._lack = former.lack
        self._depth = depth
        self.form.choose_kind(former.kind)
        self.form.choose_settings(former.settings)
        self.form.sources.setText(former.folder)
        # There may be several caches of the kind; these values go where they lie.
        self._target = former.target
        self.form.target.setText(former.target)
        self.form.fields[SourceField.LIMIT].clear()
        self._begin()

    def ask_for(self, kind: StoreKind, sources: str = "") -> None:
        """Begin with a kind, and plan at once where the folder is known."""
        self.form.choose_kind(kind)
        self._show_target()
        if sources:
            self.form.sources.setText(sources)
        self._begin()

    def make_plan(self, *, anew: bool = False) -> None:
        """Plan what is entered; `anew` makes a few values on trial though their time is known."""
        options = self._options
        if options is None:
            return
        file = self._services.session.folder.fresh(PLAN_NAME).with_suffix(".json")
        job = plan_job(
            self._services.lanes, options, self.tr("Plan a build"), file, anew=anew)
        self._file = file
        job.succeeded.connect(lambda plan: self._on_planned(job, plan))
        job.failed.connect(lambda failure: self._on_plan_failed(job, failure))
        job.cancelled.connect(lambda _: self._on_plan_cancelled(job))
        self._job = job
        self.progress.watch(job, title=self.tr("Looking at the files…"), stop=self.tr("Cancel"))
        self._show_body(self.progress)
        self.footer.show_entry(can_plan=False)
        self._services.lanes.submit(job)

    def done(self, result: int) -> None:
        """Close; a plan under way is of no use to anybody, a build goes on."""
        self._services.memory.keep_layout(LAYOUT_NAME, self.saveGeometry())
        self._drop_job()
        super().done(result)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take one folder."""
        urls = event.mimeData().urls()
        if len(urls) == 1 and urls[0].isLocalFile() and self.form.isVisible():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Its files are what is cached."""
        event.acceptProposedAction()
        self.form.sources.setText(event.mimeData().urls()[0].toLocalFile())

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(2)
        top.addWidget(heading(self.tr("Make a cache of your own files")), 1)
        top.addWidget(self.show_command)
        head = QVBoxLayout()
        head.setSpacing(2)
        head.addLayout(top)
        head.addWidget(muted_label(promise_text()))
        body = QWidget()
        self._body = QStackedLayout(body)
        self._planned = QScrollArea()
        self._planned.setWidgetResizable(True)
        self._planned.setFrameShape(QFrame.Shape.NoFrame)
        self._planned.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._planned.setWidget(self.view)
        for widget in (self.hint, self.progress, self._planned, self.refused, self.running):
            # The tallest page must not squeeze the form while another one is shown.
            widget.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
            self._body.addWidget(widget)
        body.setMinimumHeight(LEAST_BODY)
        inner = QVBoxLayout()
        inner.setContentsMargins(20, 14, 20, 8)
        inner.setSpacing(12)
        inner.addLayout(head)
        inner.addWidget(self.form)
        inner.addWidget(body, 1)
        inner.addWidget(self.command)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(inner, 1)
        whole.addWidget(self.footer)

    def _connect(self) -> None:
        self.form.changed.connect(self._on_entry)
        self.form.kind_changed.connect(self._show_target)
        self.progress.stop_wanted.connect(self._stop)
        self.refused.again_wanted.connect(self.make_plan)
        self.footer.plan_wanted.connect(self.make_plan)
        self.footer.another_wanted.connect(self._ask_again)
        self.footer.measure_wanted.connect(lambda: self.make_plan(anew=True))
        self.footer.build_wanted.connect(self._build)
        self.footer.close_wanted.connect(self.reject)
        self.show_command.toggled.connect(self.command.setVisible)
        self._work.started.connect(self._on_build_started)
        self._work.told.connect(self._on_build_told)
        self.finished.connect(self.deleteLater)

    def _looked_at_kind(self) -> StoreKind | None:
        """The kind of the cache that is looked at, if it is one that is built so."""
        snapshot, at = self._services.session.snapshot, self._services.view.scope.store
        if snapshot is None or at is None:
            return None
        known = [self.form.kind.itemData(row) for row in range(self.form.kind.count())]
        word = snapshot.document.stores[at].kind
        return next((kind for kind in known if kind.value == word), None)

    def _show_target(self) -> None:
        """Where it goes by itself, unless the user said otherwise."""
        if self.form.target.text() != self._target:
            return
        self._target = usual_target(
            self._services.session, self.form.chosen_kind, self._services.view.scope.store)
        self.form.target.setText(self._target)

    def _on_entry(self) -> None:
        """What was planned was of something else."""
        self._drop_job()
        self._plan = None
        self._options, faults = read_entry(self.form.entry, depth=self._depth)
        self.form.show_faults(faults)
        self.footer.show_entry(can_plan=self._options is not None)
        self._show_hint(has_faults=bool(faults))
        self.show_command.setVisible(self._options is not None)
        if self._options is None:
            self.show_command.setChecked(False)
        else:
            self.command.show_command(partial(source_build_command, self._options),
                                      self.tr("Plans anew and builds:"))

    def _show_hint(self, *, has_faults: bool) -> None:
        icons = self._services.look.icons
        self.hint.show_icon(icons.icon("command-open-folder"))
        if not self.form.sources.text().strip():
            self.hint.show_text(
                lack_text(self._lack) if self._lack is not None
                else self.tr("Choose the folder of your files, or drop it here."))
        elif has_faults:
            self.hint.show_text(self.tr("A setting cannot be used as it is."))
        elif not self.form.target.text().strip():
            self.hint.show_text(self.tr("Choose the folder that the cache is made in."))
        else:
            self.hint.show_text(self.tr("Nothing is written before you have seen what it takes."))
        self._show_body(self.hint)

    def _begin(self) -> None:
        self._on_entry()
        if self._options is not None:
            self.make_plan()
        else:
            self.form.sources.setFocus()

    def _ask_again(self) -> None:
        self.form.show()
        self._on_entry()
        self.form.sources.setFocus()
        self.form.sources.selectAll()

    def _drop_job(self) -> None:
        job, self._job = self._job, None
        if job is not None:
            self._services.lanes.cancel(job)

    def _stop(self) -> None:
        self._on_entry()

    def _on_planned(self, job: Job, plan: SourceBuildPlanFacts) -> None:
        if job is not self._job:
            return
        self._job = None
        self._plan = plan
        self.view.show_plan(plan)
        self.footer.show_plan(plan, may_go_on=True)
        self.footer.show_planned()
        self._show_body(self._planned)
        (self.footer.close_button if plan.is_empty else self.footer.build).setFocus()

    def _on_plan_failed(self, job: Job, failure: JobFailure) -> None:
        if job is not self._job:
            return
        self._job = None
        self.refused.show_failure(failure)
        self.footer.show_entry(can_plan=False)
        self._show_body(self.refused)

    def _on_plan_cancelled(self, job: Job) -> None:
        if job is self._job:
            self._on_entry()

    def _build(self) -> None:
        plan, options = self._plan, self._options
        if plan is None or options is None:
            return
        if self._services.session.state is not SessionState.CLOSED:
            self.accept()
        self._work.start(
            options, plan.target.path, payloads=plan.payloads, plan=self._file)

    def _on_build_started(self, job: Job, meter: object) -> None:
        """Here only where nothing else shows it."""
        if not self.isVisible() or self._services.session.state is not SessionState.CLOSED:
            return
        self.form.hide()
        self.show_command.hide()
        self.command.hide()
        self.running.watch(job, meter)
        self.footer.show_building()
        self._show_body(self.running)

    def _on_build_told(self, notice: Notice) -> None:
        if self._body.currentWidget() is self.running:
            self._services.notices.clear()
            self.running.show_result(notice)
            self.footer.show_over()

    def _show_body(self, widget: QWidget) -> None:
        self._body.setCurrentWidget(widget)
