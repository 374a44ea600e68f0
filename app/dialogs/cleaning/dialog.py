"""The Clean dialog: exactly what would go and why, tick by tick; the plan it shows is what is done.

It opens at once and plans in a worker. Pressing the button hands the saved plan and the ticks to a
job; every item is looked at again there. The dialog may be closed meanwhile, the job goes on.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path

import numpy as np
from PySide6.QtCore import QObject, QSize, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPushButton,
    QWidget,
)

from larder.app.cleaning.plan_snapshot import Mask, PlanSnapshot, PlanTicks, Totals
from larder.app.cleaning.request import PlanRequest, about_workspace, drop_plan, plan_job
from larder.app.cleaning.texts import (
    EXPORTED_NAME,
    apply_command,
    backup_text,
    bare_rows_text,
    clean_command,
    delete_button_text,
    delete_question,
    footer_text,
    format_encoded_again,
    only_readopt_text,
    plan_words,
    readopt_command,
)
from larder.app.cleaning.work import CleanWork
from larder.app.dialogs.cleaning.plan_view import PlanView
from larder.app.dialogs.plan_dialog import PlanDialog, PlanFooter, PlanState
from larder.app.dialogs.plan_panels import Disclosure
from larder.app.jobs.job import Job
from larder.app.notices import NoticeAction, failure_notice
from larder.app.presentation.sentences import Sentences, one_after_another
from larder.app.presentation.shell_text import AS_IT_RUNS
from larder.app.presentation.shown_names import ShownNames
from larder.app.services import WindowServices
from larder.app.views.places import browse_to_save
from larder.app.widgets.widgets import ask_first, fill_layout, make_muted_label, primary_button
from larder.core.errors import StalePlanError, StoreBusyError
from larder.core.requests.options import ExportPlanOptions
from larder.core.survey.remedies import Repair
from larder.core.worker_protocol import Failed

_tr = Sentences("Clean")


class CleanFooter(PlanFooter):
    """Footer with the ticked items, where they go, and a disclosure to delete them at once.

    Signals:
        move_wanted: move the ticked items to quarantine.
        delete_wanted: delete them at once; the second confirmation is still to come.
        disclosed: "Delete now" was opened or closed.
    """

    move_wanted = Signal()
    delete_wanted = Signal()

    def __init__(self, services: WindowServices) -> None:
        disclose, move = Disclosure(_tr("Delete now"), services.look), primary_button("")
        super().__init__("cleanFooter", disclose, move)
        self._look = services.look
        self.disclose, self.move_button = disclose, move
        self.delete_button = QPushButton()
        self.delete_button.setProperty("danger", True)
        for button in (self.disclose, self.close_button, self.delete_button):
            button.setAutoDefault(False)
        self.again = make_muted_label()
        self._words.addWidget(self.again)
        self._deleting = QWidget()
        about = make_muted_label(_tr(
            "Frees the space at once and cannot be undone. Files in quarantine can be restored "
            "with one click until you empty it."))
        fill_layout(QHBoxLayout(self._deleting), (about, 1), self.delete_button, spacing=12)
        self._whole.addWidget(self._deleting)
        self._deleting.hide()
        self.disclose.toggled.connect(self._deleting.setVisible)
        self.move_button.clicked.connect(self.move_wanted)
        self.delete_button.clicked.connect(self.delete_wanted)

    def show_totals(
        self, total: Totals, *, seconds_again: float | None, backup_bytes: int, bare_rows: int,
        readopt: int, may_go_on: bool,
    ) -> None:
        """Say what would be done.

        Args:
            total: what is ticked.
            seconds_again: how long encoding again takes, None where nothing tells.
            backup_bytes: what last-good copies of indexes grow by.
            bare_rows: index rows that go without a file.
            readopt: payloads that get their entries back in the same step.
            may_go_on: False while a trainer is in the way or the plan is stale.
        """
        only_rows = bool(bare_rows) and not total.items
        only_readopt = bool(readopt) and not (total.items or only_rows)
        if only_rows:
            self.total.setText(bare_rows_text(bare_rows))
            self.move_button.setText(self.tr("Remove entries"))
        elif only_readopt:
            self.total.setText(only_readopt_text(readopt))
            self.move_button.setText(self.tr("Relink"))
        else:
            self.total.setText(footer_text(total, self._look.figures))
            self.move_button.setText(self.tr("Move to quarantine"))
        self.again.setText(one_after_another((
            format_encoded_again(total, seconds_again, self._look.figures),
            backup_text(backup_bytes, self._look.figures))))
        self.again.setVisible(bool(self.again.text()))
        self.move_button.setEnabled(may_go_on and bool(total.items or bare_rows or readopt))
        self.delete_button.setText(delete_button_text(total))
        self.delete_button.setEnabled(may_go_on and bool(total.items))
        self.disclose.setVisible(bool(total.items))
        if not total.items:
            self.disclose.setChecked(False)


class PlanExport(QObject):
    """Exports of one dialog's plan.

    Signals:
        exported: the file is there.
        failed: with the Failed.
    """

    exported = Signal()
    failed = Signal(object)

    def __init__(self, services: WindowServices, window: QWidget) -> None:
        super().__init__(window)
        self._services = services
        self._window = window
        self._file: str | None = None
        self._ticks: Mask | None = None
        self._under_way: dict[str, Mask] = {}

    def forget(self) -> None:
        """There is another plan now; what was exported is of the one before."""
        self._file = None
        self._ticks = None
        self._under_way.clear()

    def choose_file(self, plan: PlanSnapshot, ticks: PlanTicks) -> None:
        """Ask where to, then write."""
        browse_to_save(
            self._window, self.tr("Export plan"), EXPORTED_NAME, (self.tr("Plans (*.json)"),),
            lambda file: self.write(plan, ticks, Path(file)))

    def write(self, plan: PlanSnapshot, ticks: PlanTicks, file: Path) -> None:
        """Write the plan with the present ticks."""
        mask = ticks.mask.copy()
        saved = self._services.session.folder.new_file("ticks", ".npy")
        try:
            np.save(saved.path, mask)
        except OSError as error:
            self.failed.emit(Failed(problem=self.tr("The ticks cannot be saved."),
                                        hint=str(error)))
            return
        options = ExportPlanOptions(plan=str(plan.file), selected=str(saved), to=str(file))
        job = self._services.session.request(
            "export-plan", options, self.tr("Export plan"), digest=lambda _: str(file))
        saved.keep_until_over(job)
        self._under_way[str(file)] = mask
        # A method, not a lambda: the connection ends with the dialog, which the job may outlive.
        job.succeeded.connect(self._on_written)
        job.failed.connect(self.failed)
        self._services.lanes.submit(job)

    def command(
        self, plan: PlanSnapshot, ticks: PlanTicks, request: PlanRequest, *,
        even_if_busy: bool, readopt: bool, names: ShownNames = AS_IT_RUNS,
    ) -> tuple[str, str]:
        """The commands that do the same, a line each, and what to know about the first.

        They move files to quarantine, as the main button does: a command that deletes for good is
        not put into anybody's clipboard before deleting was chosen, which does it at once.
        """
        session = self._services.session
        lines, note = [], _tr("This command does the same:")
        if ticks.total.items or plan.bare_rows:
            if plan.all_sources and ticks.are_preselected:
                note = _tr("Makes a new plan and applies what is ticked by default:")
                lines.append(self._planning_command(
                    request, even_if_busy=even_if_busy, names=names))
            else:
                file = self._find_export(ticks)
                note = (_tr("You changed the ticks: export the plan, then apply the file:")
                        if file is None else _tr("Applies the exported plan with these ticks:"))
                file = file or EXPORTED_NAME
                lines.append(apply_command(
                    file, delete=False, even_if_busy=even_if_busy, names=names))
        if readopt and session.options is not None:
            lines.append(readopt_command(
                session.options, even_if_busy=even_if_busy, names=names))
        return "\n".join(lines), note

    def _planning_command(
        self, request: PlanRequest, *, even_if_busy: bool, names: ShownNames,
    ) -> str:
        return clean_command(
            about_workspace(self._services.session, request.gone), request.freeing,
            depth=request.depth, keep_for=request.keep_for, delete=False,
            even_if_busy=even_if_busy, names=names)

    def _find_export(self, ticks: PlanTicks) -> str | None:
        """The file that holds just these ticks, None when there is none."""
        if self._ticks is None or not np.array_equal(self._ticks, ticks.mask):
            return None
        return self._file

    def _on_written(self, file: str) -> None:
        ticks = self._under_way.pop(file, None)
        if ticks is None:
            return  # of the plan that was shown before
        self._file = file
        self._ticks = ticks
        self.exported.emit()


class CleanDialog(PlanDialog[PlanSnapshot]):
    """One plan at a time; it stays open while the plan is applied."""

    name = "cleanDialog"
    first_size, smallest = QSize(1200, 720), QSize(520, 400)

    def __init__(
        self, services: WindowServices, work: CleanWork, request: PlanRequest, parent: QWidget,
    ) -> None:
        super().__init__(services, parent)
        self._work = work
        self._request = request
        self._is_stale = False
        self.export = PlanExport(services, self)
        self.export.exported.connect(self._show_command)
        self.export.failed.connect(self._show_failure)
        self._open(lambda: self.view, lambda: self.footer)
        self.plan_again(request)

    def plan_again(self, request: PlanRequest) -> None:
        """Make another plan and show it in place of this one."""
        self._request = request
        session = self._services.session
        words = plan_words(request.freeing)
        self.setWindowTitle(words.title)
        try:
            job = plan_job(session, request, session.folder.fresh("plan"), words.job)
        except OSError as error:
            self._refuse(Failed(problem=self.tr("The plan cannot be saved."), hint=str(error)))
            return
        self._follow_plan(job, words.doing)

    def ask_for(self, request: PlanRequest) -> None:
        """Come to the front, with another plan unless a job of this one is under way."""
        self.raise_()
        self.activateWindow()
        if self._job is None:
            self.plan_again(request)

    def done(self, result: int) -> None:
        """Close; a clean under way goes on, and drops its plan when it is over."""
        if self._job is not None and self._job.request.writes:
            self._job = self._plan = None
        self._forget_plan()
        super().done(result)

    @cached_property
    def view(self) -> PlanView:
        """The widget that shows a plan."""
        view = PlanView(self._services)
        view.changed.connect(self._show_totals)
        view.plan_wanted.connect(lambda change: self.plan_again(change(self._request)))
        view.export_wanted.connect(self._choose_export)
        return view

    @cached_property
    def footer(self) -> CleanFooter:
        """The footer, which summarises and applies the plan."""
        footer = CleanFooter(self._services)
        footer.move_wanted.connect(lambda: self._apply(delete=False))
        footer.delete_wanted.connect(self._ask_to_delete)
        return footer

    def _plan_anew(self) -> None:
        self.plan_again(self._request)

    def _show_plan(self, plan: PlanSnapshot) -> None:
        self._is_stale = False
        self.export.forget()
        self.view.show_plan(plan, self._request)
        self._show_totals()

    def _on_plan_failed(self, job: Job, failure: Failed) -> None:
        """A config that cannot be asked is left out again, and the plan before stays."""
        if job is not self._job or self._plan is None or not self._request.keep_for:
            super()._on_plan_failed(job, failure)
            return
        self._job = None
        self._request = replace(
            self._request, keep_for=tuple(self._plan.document.keep_for or ()))
        self._show_failure(failure)
        self._enter(PlanState.PLANNED)

    def _take_focus(self, plan: PlanSnapshot) -> None:  # noqa: ARG002 - the table, whatever the plan
        self.view.table.setFocus()

    def _show_totals(self) -> None:
        if self._plan is None:
            return
        self.footer.show_totals(
            self.view.ticks.total, seconds_again=self.view.ticks.seconds_again,
            backup_bytes=self._backup_bytes(),
            bare_rows=self._plan.bare_rows,
            readopt=self._plan.document.readoptable if self.view.readopt.is_wanted else 0,
            may_go_on=not (self.view.busy.stands_in_the_way or self._is_stale))
        self._show_command()

    def _backup_bytes(self) -> int:
        """Return the growth of last-good copies by the clean, and by relinking if that is wanted.

        A store that both write keeps one copy, of the larger index: the one before the clean.
        """
        grows = dict(self.view.ticks.backup_growth)
        snapshot = self._services.session.snapshot
        if snapshot is not None and self.view.readopt.is_wanted:
            grows = {**snapshot.backup_growth(Repair.READOPT), **grows}
        return sum(grows.values())

    def _show_command(self) -> None:
        if self._plan is None:
            return
        write = partial(
            self.export.command, self._plan, self.view.ticks, self._request,
            even_if_busy=self.view.busy.agree.isChecked(),
            readopt=self.view.readopt.is_wanted)
        self.view.command.show_command(lambda names: write(names=names)[0], write()[1])

    def _choose_export(self) -> None:
        if self._plan is not None:
            self.export.choose_file(self._plan, self.view.ticks)

    def _ask_to_delete(self) -> None:
        ask_first(
            self, self._services.look.icons, title=self.tr("Delete for good"),
            agree=self.tr("Delete for good"),
            question=delete_question(self.view.ticks.total, self._services.look.figures),
            promise=self.tr(
                "They cannot be restored. Your pictures and captions are not changed."),
            on_agreed=lambda: self._apply(delete=True), is_final=True)

    def _apply(self, *, delete: bool) -> None:
        plan = self._plan
        assert plan is not None
        ticks, agreed = self.view.ticks.mask.copy(), self.view.busy.agree.isChecked()
        try:
            job = self._work.apply(
                plan, ticks, delete=delete, even_if_busy=agreed,
                readopt=self.view.readopt.is_wanted) if (
                    ticks.any() or plan.bare_rows) else self._work.readopt(even_if_busy=agreed)
        except OSError as error:
            self._show_failure(Failed(problem=self.tr("The ticks cannot be saved."),
                                          hint=str(error)))
            return
        job.succeeded.connect(lambda _: self._on_applied(job))
        job.cancelled.connect(lambda _: self._on_applied(job))
        job.finished.connect(lambda: self._drop_unless_shown(plan))
        self._work.report_failure(job, unless=lambda: self._take_failure(job))
        self._watch(
            job, PlanState.APPLYING, title=job.request.title, stop=self.tr("Stop"))
        self._work.submit(job)

    def _on_applied(self, job: Job) -> None:
        if job is self._job:
            self._plan = None
            self.accept()

    def _take_failure(self, job: Job) -> bool:
        """Show why the dialog's job failed; return False if this dialog does not show it."""
        if job is not self._job or job.failure is None:
            return False
        self._job = None
        failure = job.failure
        if failure.error == StoreBusyError.__name__:
            self.view.busy.show_signs([failure.problem])
        elif failure.error == StalePlanError.__name__:
            self._is_stale = True
            self._show_failure(Failed(problem=failure.problem, hint=self.tr(
                "Nothing was changed. Make a new plan first.")), again=True)
        else:
            self._show_failure(failure)
        self._show_totals()
        self._enter(PlanState.PLANNED)
        return True

    def _show_failure(self, failure: Failed, *, again: bool = False) -> None:
        actions = (NoticeAction(self.tr("Plan again"),
                                lambda: self.plan_again(self._request)),) if again else ()
        self.view.notice_bar.show_notice(failure_notice(failure, actions=actions))

    def _forget_plan(self) -> None:
        plan, self._plan = self._plan, None
        if plan is not None:
            self._drop_unless_shown(plan)

    def _drop_unless_shown(self, plan: PlanSnapshot) -> None:
        """A plan whose apply was refused is still there to be applied after all."""
        session = self._services.session
        if plan is not self._plan:
            self._services.calls.forget(lambda: drop_plan(plan, session))
