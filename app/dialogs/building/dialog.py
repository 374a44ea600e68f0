"""The Build dialog: what would be built, with what, how large and how long; then the build begins.

It opens at once and plans in a worker, anew for each scope, model and device. Pressing the button
starts a job that builds the very plan that is shown, less what changed since; the jobs panel shows
it, and the dialog closes, because there is nothing more to decide.
"""

from __future__ import annotations

from functools import cached_property

import msgspec
from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QWidget

from larder.app.dialogs.building.request import BuildRequest
from larder.app.dialogs.building.runs import ConfigBuilds, is_missing_models, missing_text
from larder.app.dialogs.building.texts import (
    NO_MODEL_TYPE,
    build_command,
    format_time_basis,
    free_text,
    is_short,
    mended_text,
    total_text,
)
from larder.app.dialogs.building.view import BuildView
from larder.app.dialogs.plan_dialog import PlanDialog, PlanFooter, PlanState
from larder.app.jobs.job import JobRequest
from larder.app.models.listed_files import read_files
from larder.app.presentation.sentences import Sentences, one_after_another
from larder.app.services import WindowServices
from larder.app.view_state import Scope
from larder.app.views.file_list import FileListDialog
from larder.app.widgets.widgets import link_button, make_muted_label, primary_button, restyle
from larder.core.build.reports import BuildPlanDocument
from larder.core.build.scope import BuildScope
from larder.core.encoders.device import Devices
from larder.core.requests.options import DevicesOptions
from larder.core.worker_protocol import Failed

_tr = Sentences("BuildDialog")

PLAN_NAME, FILES_NAME = "build-plan", "build-files"


class BuildFooter(PlanFooter):
    """How much, how long, whether it fits.

    Signals:
        build_wanted: build what is shown.
        measure_wanted: make a few payloads on trial, to know how long they take.
    """

    build_wanted = Signal()
    measure_wanted = Signal()

    def __init__(self, services: WindowServices) -> None:
        measure, build = link_button(_tr("Measure")), primary_button(_tr("Build"))
        super().__init__("buildFooter", measure, build)
        self._look = services.look
        self.measure, self.build = measure, build
        self.measure.setToolTip(_tr(
            "Encodes a few files as a test and discards them, to measure how long the rest takes."))
        self.note = make_muted_label()
        self._words.addWidget(self.note)
        self.measure.clicked.connect(self.measure_wanted)
        self.build.clicked.connect(self.build_wanted)

    def show_plan(
        self, plan: BuildPlanDocument, *, may_go_on: bool, may_measure: bool = True
    ) -> None:
        """Say what would be done; it may not while a trainer or a missing model is in the way."""
        figures = self._look.figures
        if plan.is_empty:
            self.total.setText(self.tr("Nothing to build."))
            self.note.setText("")
        else:
            self.total.setText(total_text(plan, figures))
            self.note.setText(one_after_another(
                (mended_text(plan), format_time_basis(plan, figures), free_text(plan, figures))))
            restyle(self.note, "role", "fault" if is_short(plan) else "muted")
        self.note.setVisible(bool(self.note.text()))
        self.measure.setVisible(may_measure and plan.payloads > 0)
        self.measure.setEnabled(may_go_on)
        self.build.setVisible(not plan.is_empty)
        self.build.setEnabled(may_go_on)
        self.close_button.setText(self.tr("Close") if plan.is_empty else self.tr("Cancel"))

    def show_no_plan(self) -> None:
        """There is nothing to say yet."""
        self.total.setText("")
        self.note.setText("")
        self.build.hide()
        self.measure.hide()
        self.close_button.setText(self.tr("Cancel"))


class BuildDialog(PlanDialog[BuildPlanDocument]):
    """One plan at a time; the models that a build is started with are remembered."""

    name = "buildDialog"
    first_size, smallest = QSize(960, 680), QSize(540, 400)

    def __init__(
        self, services: WindowServices, work: ConfigBuilds, request: BuildRequest, parent: QWidget,
        *, problem: str = "",
    ) -> None:
        """Plan; `problem` is what is wrong with the models, from a build that had none."""
        super().__init__(services, parent)
        self._work = work
        self._request = request
        self._problem = problem
        self._planned = request
        self._choosing: QWidget | None = None
        self._file = self._asked_file = services.session.folder.new_file(PLAN_NAME)
        self._files = self._asked_files = services.session.folder.new_file(FILES_NAME)
        self.setWindowTitle(self.tr("Build"))
        self._open(lambda: self.view, lambda: self.footer)
        self.plan_again(request)

    @property
    def request(self) -> BuildRequest:
        """The build that the dialog requests."""
        return self._request

    def plan_again(self, request: BuildRequest) -> None:
        """Make another plan and show it in place of this one."""
        self._request = request
        if "view" in vars(self):
            self.view.show_request(request)
        self._asked_file, self._asked_files = map(
            self._services.session.folder.new_file, (PLAN_NAME, FILES_NAME))
        options = msgspec.structs.replace(
            request.options, plan=str(self._asked_file), files=str(self._asked_files))
        job = self._services.session.request(
            "plan-build", options, self.tr("Plan a build"), quiet=True,
            digest=BuildPlanDocument)
        self._asked_file.keep_until_over(job)
        self._asked_files.keep_until_over(job)
        self._follow_plan(job, self.tr("Encoding a few files as a test…") if options.measure
                          else self.tr("Looking for what is missing…"))

    def ask_for(self, request: BuildRequest, problem: str = "") -> None:
        """Come to the front with another plan."""
        self._problem = problem
        self.raise_()
        self.activateWindow()
        self.plan_again(request)

    @cached_property
    def view(self) -> BuildView:
        """The widget that shows a plan."""
        view = BuildView(self._services)
        view.scope_wanted.connect(self._on_scope)
        view.encoder_changed.connect(self._on_encoder)
        view.others_chosen.connect(
            lambda choice: self.plan_again(self._request.with_options(other_weights=choice.value)))
        view.layout_wanted.connect(
            lambda layout: self.plan_again(self._request.with_layout(layout)))
        view.devices_wanted.connect(self._look_for_devices)
        view.files_wanted.connect(self._list_files)
        view.source_wanted.connect(self._list_source)
        view.changed.connect(self._show_totals)
        view.show_request(self._request)
        return view

    @cached_property
    def footer(self) -> BuildFooter:
        """The footer, which summarises the whole plan and starts the build."""
        footer = BuildFooter(self._services)
        footer.build_wanted.connect(self._build)
        footer.measure_wanted.connect(
            lambda: self.plan_again(self._request.with_options(measure=True)))
        return footer

    def _plan_anew(self) -> None:
        self.plan_again(self._request)

    def _on_scope(self, scope: BuildScope | None) -> None:
        self._problem = ""
        self.plan_again(
            self._request.with_selection() if scope is None
            else self._request.with_options(only=scope.value, selection=None))

    def _on_encoder(self) -> None:
        """Another encoder takes another time, and makes other payloads."""
        self._problem = ""
        self._choosing = self.view.focusWidget()
        self.plan_again(self._request.with_encoder(
            self.view.chosen(self._request.options)))

    def _list_files(self, concept: str) -> None:
        """List what is done with each file; `concept` is searched for first."""
        files = self._files
        dialog = FileListDialog(
            self._services, self.tr("Files of this build"), lambda: read_files(files.path),
            self, words=concept, can_show=not self._request.changes)
        dialog.source_wanted.connect(self._list_source)
        dialog.open()

    def _list_source(self, source: str) -> None:
        """Leave, and list one source, where it can be shown in its folder."""
        view = self._services.view
        self.reject()
        view.look_at(Scope())
        view.pick(None)
        view.filter_by(f'"{source}"')
        view.show_page("entries")

    def _look_for_devices(self) -> None:
        """A worker does; the window never loads torch."""
        job = self._services.lanes.prepare(JobRequest(
            kind="devices", options=DevicesOptions(), title=self.tr("Find devices"), quiet=True,
            digest=Devices))
        panel = self.view.device
        # Methods, not lambdas: the connections end with the panel, which the job may outlive.
        job.succeeded.connect(panel.on_devices_found)
        job.failed.connect(panel.on_devices_unknown)
        self._services.lanes.submit(job)

    def _show_plan(self, plan: BuildPlanDocument) -> None:
        self._planned, self._file = self._request, self._asked_file
        self._files = self._asked_files
        self.view.show_plan(plan, needs_models=self._needs_models())
        if plan.lacks_model and not self._problem:
            self._problem = missing_text(plan.lacks_model)
        if self._problem:
            self.view.show_missing_models(self._problem)
        self._show_totals()

    def _take_focus(self, plan: BuildPlanDocument) -> None:
        button = self.footer.close_button if plan.is_empty else self.footer.build
        (self._choosing or button).setFocus()
        self._choosing = None

    def _refuse(self, failure: Failed) -> None:
        """Where only the models are missing, they can be chosen beside the reason."""
        if not is_missing_models(failure):
            super()._refuse(failure)
            return
        self._plan = None
        self._problem = missing_text(failure)
        self.view.show_no_plan(self._problem)
        self.footer.show_no_plan()
        self._enter(PlanState.PLANNED)

    def _go_back(self) -> None:
        if self._plan is not None:
            self._request = self._planned
            self.view.show_request(self._request)
        super()._go_back()

    def _needs_models(self) -> bool:
        if self._request.options.encodes is False:
            return False
        snapshot = self._services.session.snapshot
        return snapshot is None or snapshot.document.workspace.model_type != NO_MODEL_TYPE

    def _show_totals(self) -> None:
        if self._plan is None:
            return  # planned again, or nothing to plan with
        blocked = (self.view.busy.stands_in_the_way or self.view.mixture.stands_in_the_way
                   or bool(self._problem))
        self.footer.build.setText(self.tr("Convert") if self._request.options.encodes is False
                                  else self.tr("Build"))
        # A trial is made by one card, and tells nothing of several.
        self.footer.show_plan(
            self._plan, may_go_on=not blocked, may_measure=self._request.options.gpus is None)
        note = (self.tr("Builds everything that is not cached yet or needs rebuilding; only the "
                        "window can build a "
                        "selection:") if self._request.options.selection is not None
                else self.tr("Makes a new plan and builds:"))
        request, agreed = self._request, self.view.busy.agree.isChecked()
        self.view.command.show_command(
            lambda names: build_command(request, even_if_busy=agreed, names=names), note)

    def _build(self) -> None:
        plan = self._plan
        if plan is None or self._job is not None:
            return
        options = self._services.session.options
        if options is not None:
            self._services.settings.keep_models(options.workspace, self._request.options.models)
        request, agreed = self._request, self.view.busy.agree.isChecked()
        self.accept()
        self._work.start(request, plan, self._file, even_if_busy=agreed)
