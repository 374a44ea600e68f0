"""The dialog that plans in a worker, shows the plan, and does it when the user agrees.

It opens at once. Planning again takes the place of the plan before: what a dialog does not wait for
any more is cancelled, and what such a job still says is passed over. What is done is the very plan
that was shown.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar, Generic, TypeVar

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QLayout,
    QPushButton,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from larder.app.dialogs.plan_panels import (
    LEFT_HEIGHT,
    BusyPanel,
    CommandPanel,
    JobProgress,
    LinesPanel,
    RefusedView,
)
from larder.app.jobs.job import Job
from larder.app.notices import NoticeBar
from larder.app.presentation.looks import Tone
from larder.app.presentation.sentences import Sentences
from larder.app.services import WindowServices
from larder.app.widgets.plain_labels import PlainLabel
from larder.app.widgets.rows_table import RowsTable
from larder.app.widgets.widgets import (
    ContentStack,
    ElidedLabel,
    Remainder,
    fill_column,
    fill_layout,
    link_button,
    make_muted_label,
    make_scrollable,
    one_a_turn,
)
from larder.app.widgets.window_layout import open_at
from larder.core.requests.options import Answer
from larder.core.worker_protocol import Failed

_tr = Sentences("PlanDialog")

LEAST_TABLE = 90
"""Pixels; where there is less, the dialog scrolls."""
BODY_MARGINS = (20, 14, 20, 8)
"""Around what shows a plan, above its footer."""

Plan = TypeVar("Plan")


class PlanState(enum.Enum):
    """Where a dialog with a plan is; each has a page."""

    ASKING = "asking"
    PLANNING = "planning"
    PLANNED = "planned"
    REFUSED = "refused"
    APPLYING = "applying"


class PlanDialog(QDialog, Generic[Plan]):
    """One plan at a time.

    A subclass begins with `_follow_plan`, and says how a plan is shown (`_show_plan`), where the
    keyboard then is (`_take_focus`) and how it plans once more (`_plan_anew`). Where nothing is
    asked first, the first plan opens the dialog: one that is cancelled closes it, and a later one
    leaves the plan before it.
    """

    name: ClassVar[str]
    """In style sheets, and of its place on the screen in what is remembered."""
    first_size: ClassVar[QSize]
    smallest: ClassVar[QSize]

    def __init__(self, services: WindowServices, parent: QWidget) -> None:
        super().__init__(parent)
        self._services = services
        self._plan: Plan | None = None
        self._job: Job | None = None
        self._pages: dict[PlanState, QWidget] = {}
        self._is_made = True
        self._stack = QStackedLayout()
        self.setObjectName(self.name)
        self.setSizeGripEnabled(True)
        self.progress = JobProgress(services)
        self.refused = RefusedView(services)
        self.progress.stop_wanted.connect(self._stop)
        self.refused.again_wanted.connect(lambda: self._plan_anew())
        self.finished.connect(self.deleteLater)

    @property
    def plan(self) -> Plan | None:
        """The plan that is shown, None if there is none."""
        return self._plan

    def done(self, result: int) -> None:
        """Close; a plan under way is of no use to anybody."""
        self._services.memory.keep_layout(self.name, self.saveGeometry())
        self._drop_job()
        super().done(result)

    def _open(self, view: Callable[[], QWidget], footer: Callable[[], PlanFooter]) -> None:
        """Be there at once with what plans; what shows a plan is made while that goes on.

        Pages are as large as the dialog: the job, the plan above its footer, why there is none.

        Args:
            view: gives what shows a plan, and makes it the first time.
            footer: gives what stands below it.
        """
        self._parts, self._is_made = (view, footer), False
        self._pages = {
            PlanState.PLANNING: self.progress, PlanState.REFUSED: self.refused,
            PlanState.APPLYING: self.progress}
        self._stack = QStackedLayout(self)
        for widget in (self.progress, self.refused):
            self._stack.addWidget(widget)
        self._services.session.state_changed.connect(self._on_session_changed)
        self._open_at_its_place()
        one_a_turn(self, (view, footer, self._page_of_plan, self._be_wide_enough))

    def _page_of_plan(self) -> QWidget:
        """The plan above its footer."""
        page = self._pages.get(PlanState.PLANNED)
        if page is None:
            page = self._pages[PlanState.PLANNED] = QWidget()
            self._stack.addWidget(page)  # empty: what is in it takes on its style but once
            make_view, make_footer = self._parts
            area, footer = make_scrollable(make_view(), within=page), make_footer()
            footer.close_wanted.connect(self.reject)
            fill_column(page, area, footer, stretched=area)
        return page

    def _be_wide_enough(self) -> None:
        """As wide as what shows a plan needs in this language, if the screen is."""
        needed = min(max(make().minimumSizeHint().width() for make in self._parts),
                     self.screen().availableGeometry().width())
        self.setMinimumWidth(max(self.minimumWidth(), needed))
        self._is_made = True

    def _open_at_its_place(self) -> None:
        open_at(self, self.first_size, self._services.memory.layout(self.name),
                least=self.smallest, parent=self.parentWidget())

    def _enter(self, state: PlanState) -> None:
        self._stack.setCurrentWidget(
            self._page_of_plan() if state is PlanState.PLANNED and state not in self._pages
            else self._pages[state])

    def _follow_plan(self, job: Job, title: str, *, stop: str = "") -> None:
        """Run a job that plans, in place of the one that was waited for; `stop` ends it."""
        self._drop_job()
        job.succeeded.connect(lambda plan: self._on_planned(job, plan))
        job.failed.connect(lambda failure: self._on_plan_failed(job, failure))
        job.cancelled.connect(lambda kept: self._on_plan_cancelled(job, kept))
        self._watch(job, PlanState.PLANNING, title=title, stop=stop or _tr("Cancel"))
        self._services.lanes.submit(job)

    def _watch(self, job: Job, state: PlanState, *, title: str, stop: str) -> None:
        self._job = job
        self.progress.watch(job, title=title, stop=stop)
        self._enter(state)

    def _show_plan(self, plan: Plan) -> None:
        """Show a plan that was made."""
        raise NotImplementedError

    def _take_focus(self, plan: Plan) -> None:
        """Put the keyboard where it is most useful."""
        raise NotImplementedError

    def _plan_anew(self) -> None:
        """Ask for the same once more."""
        raise NotImplementedError

    def _refuse(self, failure: Failed) -> None:
        """Say why there is no plan."""
        self.refused.show_failure(failure)
        self._enter(PlanState.REFUSED)

    def _go_back(self) -> None:
        """Return to the previous plan after a cancel, or close the dialog if there is none."""
        if self._plan is None:
            self.reject()
        else:
            self._enter(PlanState.PLANNED)

    def _forget_plan(self) -> None:
        self._plan = None

    def _drop_job(self) -> None:
        job, self._job = self._job, None
        if job is not None:
            self._services.lanes.cancel(job)

    def _stop(self) -> None:
        if self._job is not None:
            self._services.lanes.cancel(self._job)

    def _on_planned(self, job: Job, plan: Plan) -> None:
        if job is self._job and not self._is_made:
            # What shows it is still being made, a part a turn; how wide that is, is not the plan's.
            one_a_turn(self, (partial(self._on_planned, job, plan),))
        elif job is self._job:
            self._job = None
            self._forget_plan()
            self._plan = plan
            self._show_plan(plan)
            self._enter(PlanState.PLANNED)
            self._take_focus(plan)

    def _on_plan_failed(self, job: Job, failure: Failed) -> None:
        if job is self._job:
            self._job = None
            self._refuse(failure)

    def _on_plan_cancelled(self, job: Job, kept: Answer | None) -> None:  # noqa: ARG002 - of part
        if job is self._job:
            self._job = None
            self._go_back()

    def _on_session_changed(self) -> None:
        """A plan of another workspace must not stand there."""
        if not self._services.session.is_open:
            self.reject()


class PlanFooter(QFrame):
    """Footer with the plan's totals, a link, and the buttons to leave or apply the plan.

    Signals:
        close_wanted: leave everything as it is.
    """

    close_wanted = Signal()

    def __init__(self, name: str, link: QPushButton, go_on: QPushButton) -> None:
        """Make it; `name` is that in style sheets."""
        super().__init__()
        self.setObjectName(name)
        self.total = PlainLabel()
        self.total.setProperty("role", "heading")
        self.total.setWordWrap(True)
        self.close_button = QPushButton(_tr("Cancel"))
        go_on.setDefault(True)
        self._words = fill_layout(QVBoxLayout(), self.total, spacing=2)
        self._line = fill_layout(
            QHBoxLayout(), (self._words, 1), link, self.close_button, go_on, spacing=8)
        self._whole = fill_column(self, self._line, margins=(20, 12, 20, 14), spacing=10)
        self.close_button.clicked.connect(self.close_wanted)


def plan_head(about: QWidget, links: Sequence[QPushButton], promise: str) -> QVBoxLayout:
    """Return a layout for the head of a plan.

    It has `about` next to the last of `links`, then `promise`, then the other links.
    """
    *others, command = links
    below = (fill_layout(QHBoxLayout(), *others, None, spacing=2),) if others else ()
    top = fill_layout(QHBoxLayout(), (about, 1), command, spacing=None)
    return fill_layout(QVBoxLayout(), top, make_muted_label(promise), *below, spacing=2)


class PlanBody(QWidget):
    """One plan: what it is about, what stands in the way, its table, what is left out, the command.

    Signals:
        changed: anything that decides whether one may go on.
    """

    changed = Signal()

    def __init__(self, services: WindowServices, table: RowsTable) -> None:
        super().__init__()
        self._services = services
        self.where = ElidedLabel()
        self.show_command = link_button(_tr("Show command"))
        self.show_command.setCheckable(True)
        self.notice_bar = NoticeBar(services.look, closable=False)
        self.busy = BusyPanel(services)
        self.table = table
        self._body = ContentStack(table)
        self.empty = self._body.empty
        self.left = LinesPanel(services.look, _tr("Left to the trainer"), most=LEFT_HEIGHT)
        self.command = CommandPanel(services)
        self.busy.agreed_changed.connect(self.changed)
        self.show_command.toggled.connect(self.command.setVisible)

    def _say(self, text: str, icon: str, tone: Tone, *, hint: str = "") -> None:
        """Show a sentence in place of the table."""
        self._body.say(text, self._services.look.icons.icon(icon, tone), hint=hint)

    def _fill(
        self, promise: str, links: Sequence[QPushButton], above: Sequence[QWidget | QLayout],
        below: Sequence[QWidget | QLayout],
    ) -> None:
        """Lay out, with widgets and lines of them above the table and below it."""
        fill_column(self, plan_head(self.where, (*links, self.show_command), promise),
            self.notice_bar, *above, (Remainder(self._body, LEAST_TABLE), 1), *below, self.command,
            margins=BODY_MARGINS, spacing=10)
