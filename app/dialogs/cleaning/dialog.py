"""The Clean dialog: exactly what would go and why, tick by tick; the plan it shows is what is done.

It opens at once and plans in a worker. Pressing the button hands the saved plan and the ticks to a
job; every item is looked at again there. The dialog may be closed meanwhile, the job goes on.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QDialog, QMessageBox, QStackedLayout, QVBoxLayout, QWidget

from larder.app.cache_session import SessionState
from larder.app.dialogs.cleaning.export import PlanExport
from larder.app.dialogs.cleaning.footer import CleanFooter
from larder.app.dialogs.cleaning.request import PlanRequest, drop_plan, plan_job
from larder.app.dialogs.cleaning.view import PlanView
from larder.app.dialogs.cleaning.work import CleanOrder, CleanWork
from larder.app.dialogs.planning.progress import JobProgress
from larder.app.dialogs.planning.refused import RefusedView
from larder.app.jobs.job import Job, JobFailure
from larder.app.models.plan_snapshot import PlanSnapshot
from larder.app.notices import Notice, NoticeAction
from larder.app.presentation.clean_texts import delete_question
from larder.app.presentation.looks import Tone
from larder.app.presentation.room_texts import plan_words
from larder.app.services import WindowServices
from larder.app.window_layout import open_at
from larder.core.errors import StalePlanError, StoreBusyError

FIRST_SIZE = QSize(1200, 720)
SMALLEST = QSize(520, 400)
LAYOUT_NAME = "cleanDialog"


class CleanDialog(QDialog):
    """One plan at a time; planning again replaces it."""

    def __init__(
        self, services: WindowServices, work: CleanWork, request: PlanRequest, parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._services = services
        self._work = work
        self._request = request
        self._plan: PlanSnapshot | None = None
        self._job: Job | None = None
        self._is_stale = False
        self.setObjectName("cleanDialog")
        self.setSizeGripEnabled(True)
        self.progress = JobProgress(services)
        self.view = PlanView(services)
        self.footer = CleanFooter(services)
        self.refused = RefusedView(services)
        self._export = PlanExport(services, self)
        self._ready = QWidget()
        self._lay_out()
        self._connect()
        open_at(self, FIRST_SIZE, services.memory.layout(LAYOUT_NAME), least=SMALLEST,
                parent=parent)
        self.plan_again(request)

    @property
    def plan(self) -> PlanSnapshot | None:
        """What is shown; None while the first plan is made."""
        return self._plan

    @property
    def export(self) -> PlanExport:
        """Writes the plan to a file."""
        return self._export

    def plan_again(self, request: PlanRequest) -> None:
        """Make another plan and show it in place of this one."""
        self._request = request
        session = self._services.session
        words = plan_words(request.room)
        self.setWindowTitle(words.title)
        folder = session.folder.fresh("plan")
        try:
            job = plan_job(session, request, folder, words.job)
        except OSError as error:
            self._refuse(JobFailure(problem=self.tr("The plan cannot be saved."), hint=str(error)))
            return
        job.succeeded.connect(lambda plan: self._on_planned(job, plan))
        job.failed.connect(lambda failure: self._on_plan_failed(job, failure))
        job.cancelled.connect(lambda _: self._on_plan_cancelled(job))
        self._watch(job, words.doing, self.tr("Cancel"))
        self._services.lanes.submit(job)

    def ask_for(self, request: PlanRequest) -> None:
        """Come to the front, with another plan unless a job of this one is under way."""
        self.raise_()
        self.activateWindow()
        if self._job is None:
            self.plan_again(request)

    def done(self, result: int) -> None:
        """Close; a plan under way is of no use to anybody, a clean under way goes on."""
        self._services.memory.keep_layout(LAYOUT_NAME, self.saveGeometry())
        self.view.remember()
        job, self._job = self._job, None
        if job is not None and job.request.writes:
            self._plan = None  # the job still reads it, and drops it when it is over
        else:
            self._drop_plan()
            if job is not None:
                self._services.lanes.cancel(job)
        super().done(result)

    def _lay_out(self) -> None:
        ready = QVBoxLayout(self._ready)
        ready.setContentsMargins(0, 0, 0, 0)
        ready.setSpacing(0)
        ready.addWidget(self.view, 1)
        ready.addWidget(self.footer)
        self._stack = QStackedLayout(self)
        for widget in (self.progress, self._ready, self.refused):
            self._stack.addWidget(widget)

    def _connect(self) -> None:
        session = self._services.session
        self.progress.stop_wanted.connect(self._stop)
        self.view.changed.connect(self._show_totals)
        self.view.plan_wanted.connect(lambda change: self.plan_again(change(self._request)))
        self.view.export_wanted.connect(self._choose_export)
        self.footer.move_wanted.connect(lambda: self._apply(delete=False))
        self.footer.delete_wanted.connect(self._ask_to_delete)
        self.footer.close_wanted.connect(self.reject)
        self.footer.disclosed.connect(self._show_totals)
        self.refused.again_wanted.connect(lambda: self.plan_again(self._request))
        self._export.exported.connect(self._show_command)
        self._export.failed.connect(self._show_failure)
        session.state_changed.connect(self._on_session_changed)
        self.finished.connect(self.deleteLater)

    def _watch(self, job: Job, title: str, stop: str) -> None:
        self._job = job
        self.progress.watch(job, title=title, stop=stop)
        self._stack.setCurrentWidget(self.progress)

    def _stop(self) -> None:
        if self._job is not None:
            self._services.lanes.cancel(self._job)

    def _on_planned(self, job: Job, plan: PlanSnapshot) -> None:
        if job is not self._job:
            return
        self._job = None
        self._drop_plan()
        self._plan = plan
        self._is_stale = False
        self._export.forget()
        self.view.show_plan(plan, self._request)
        self._show_totals()
        self._stack.setCurrentWidget(self._ready)
        self.view.take_focus()

    def _on_plan_failed(self, job: Job, failure: JobFailure) -> None:
        if job is self._job:
            self._job = None
            self._refuse(failure)

    def _on_plan_cancelled(self, job: Job) -> None:
        """The first plan leaves nothing to show; a later one leaves the plan before it."""
        if job is not self._job:
            return
        self._job = None
        if self._plan is None:
            self.reject()
        else:
            self._stack.setCurrentWidget(self._ready)

    def _refuse(self, failure: JobFailure) -> None:
        self.refused.show_failure(failure)
        self._stack.setCurrentWidget(self.refused)

    def _show_totals(self) -> None:
        if self._plan is None:
            return
        self.footer.show_totals(
            self.view.ticks.total, bare_rows=self._plan.bare_rows,
            readopt=self._plan.document.readopt.payloads if self.view.is_readopt_wanted else 0,
            may_go_on=not (self.view.is_busy_in_the_way or self._is_stale))
        self._show_command()

    def _show_command(self) -> None:
        if self._plan is None:
            return
        write = partial(
            self._export.command, self._plan, self.view.ticks, self._request,
            delete=self.footer.is_deleting, even_if_busy=self.view.is_busy_agreed,
            readopt=self.view.is_readopt_wanted)
        self.view.command.show_command(lambda names: write(names=names)[0], write()[1])

    def _choose_export(self) -> None:
        if self._plan is not None:
            self._export.choose_file(self._plan, self.view.ticks)

    def _ask_to_delete(self) -> None:
        total = self.view.ticks.total
        box = QMessageBox(self)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setWindowTitle(self.tr("Delete for good"))
        box.setText(delete_question(total, self._services.look.figures))
        box.setInformativeText(self.tr(
            "They cannot be brought back. Your pictures and captions are not touched."))
        agree = box.addButton(self.tr("Delete for good"), QMessageBox.ButtonRole.DestructiveRole)
        keep = box.addButton(QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(keep)
        box.setEscapeButton(keep)
        agree.clicked.connect(lambda: self._apply(delete=True))
        box.finished.connect(box.deleteLater)
        box.open()

    def _apply(self, *, delete: bool) -> None:
        plan = self._plan
        assert plan is not None
        order = CleanOrder(
            plan=str(plan.file), ticks=self.view.ticks.mask.copy(), delete=delete,
            even_if_busy=self.view.is_busy_agreed, readopt=self.view.is_readopt_wanted)
        try:
            job = (self._work.apply(order) if order.moves or plan.bare_rows
                   else self._work.readopt(even_if_busy=order.even_if_busy))
        except OSError as error:
            self._show_failure(JobFailure(problem=self.tr("The ticks cannot be saved."),
                                          hint=str(error)))
            return
        job.succeeded.connect(lambda _: self._on_applied(job))
        job.cancelled.connect(lambda _: self._on_applied(job))
        job.finished.connect(lambda: self._drop_unless_shown(plan))
        self._work.report_failure(job, unless=lambda: self._take_failure(job))
        self._watch(job, job.request.title, self.tr("Stop"))
        self._work.submit(job)

    def _on_applied(self, job: Job) -> None:
        if job is self._job:
            self._plan = None
            self.accept()

    def _take_failure(self, job: Job) -> bool:
        """Whether this dialog is still open to tell why its job failed."""
        if job is not self._job or job.failure is None:
            return False
        self._job = None
        failure = job.failure
        if failure.error == StoreBusyError.__name__:
            self.view.busy.show_signs([failure.problem])
        elif failure.error == StalePlanError.__name__:
            self._is_stale = True
            self._show_failure(JobFailure(problem=failure.problem, hint=self.tr(
                "Nothing was done; look at a new plan first.")), again=True)
        else:
            self._show_failure(failure)
        self._show_totals()
        self._stack.setCurrentWidget(self._ready)
        return True

    def _show_failure(self, failure: JobFailure, *, again: bool = False) -> None:
        actions = (NoticeAction(self.tr("Plan again"),
                                lambda: self.plan_again(self._request)),) if again else ()
        self.view.notice_bar.show_notice(Notice(
            tone=Tone.ERROR, text=failure.problem, hint=failure.hint, details=failure.details,
            actions=actions))

    def _drop_plan(self) -> None:
        plan, self._plan = self._plan, None
        if plan is not None:
            self._drop_unless_shown(plan)

    def _drop_unless_shown(self, plan: PlanSnapshot) -> None:
        """A plan whose apply was refused is still there to be applied after all."""
        session = self._services.session
        if plan is not self._plan:
            self._services.calls.forget(lambda: drop_plan(plan, session))

    def _on_session_changed(self) -> None:
        """A plan of another workspace must not stand there."""
        if self._services.session.state is not SessionState.OPEN:
            self.reject()

