"""The Problems tab: what is wrong, where, and what mends it."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QModelIndex, QPoint, QSize, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QTreeView,
)

from larder.app.cache_session import SessionState
from larder.app.commands.command_table import Context
from larder.app.jobs.job import Job
from larder.app.models.problems_model import (
    PROBLEM_COLUMNS,
    ProblemColumn,
    ProblemLine,
    ProblemsModel,
    ProblemTexts,
    advice_text,
)
from larder.app.models.survey_pages import ProblemGroup, ProblemSubject
from larder.app.models.tables import table_text
from larder.app.presentation.looks import REPAIR_COMMANDS, useless_commands
from larder.app.services import WindowServices
from larder.app.view_state import Chosen, ChosenKind
from larder.app.views.page import Page
from larder.app.views.rows_table import LineDelegate, first_widths
from larder.app.views.widgets import ContentStack, fill_column, muted_label
from larder.core.jobs import ItemFailed
from larder.core.queries.filter_language import FilterWord
from larder.core.survey.remedies import Repair
from larder.core.survey.verdicts import Verdict

EXPAND_UP_TO = 40
"""With no more items than this in all, every group stands open."""

_ITEM_KINDS: dict[ProblemSubject, ChosenKind] = {
    ProblemSubject.ENTRIES: ChosenKind.ENTRY,
    ProblemSubject.PAYLOADS: ChosenKind.PAYLOAD,
}


class ProblemsPage(Page):
    """A tree of groups, and below it what to do about the one that is chosen."""

    def __init__(self, services: WindowServices) -> None:
        super().__init__(QCoreApplication.translate("ProblemsPage", "Problems"))
        self._services = services
        self._failures: tuple[ItemFailed, ...] = ()
        self._is_chosen = False
        self.model = ProblemsModel(
            ProblemTexts(services.look.figures, services.look.names), services.look.icons, self)
        self.tree = _ProblemTree()
        self.tree.setAccessibleName(self.tr("Problems"))
        self.tree.setModel(self.model)
        self.tree.setItemDelegate(LineDelegate(self.model.cell, PROBLEM_COLUMNS, self.tree))
        self._stack = ContentStack(self.tree)
        self.empty = self._stack.empty
        self.advice = muted_label()
        self.show_button = QPushButton(self.tr("Show in Entries"))
        self.repair_button = QPushButton()
        self._lay_out()
        self._connect()
        self._show_survey()

    def show_failures(self, failures: tuple[ItemFailed, ...]) -> None:
        """List what the last job could not do; none takes the list away."""
        if failures != self._failures:
            self._failures = failures
            self._show_survey()

    def choose_current(self) -> None:
        """The current line, once the user has chosen one."""
        self._choose(self._current_line() if self._is_chosen else None)

    def copy_selection(self) -> None:
        """The current line and what is listed below it: a report of one kind of trouble."""
        index = self.tree.currentIndex().siblingAtColumn(ProblemColumn.ITEM)
        if not index.isValid():
            return
        if self.model.canFetchMore(index):
            self.model.fetchMore(index)
        below = [self.model.index(row, 0, index) for row in range(self.model.rowCount(index))]
        QGuiApplication.clipboard().setText(
            table_text(self.model, [index, *below], range(len(ProblemColumn))))

    def remember(self) -> None:
        """Column widths."""
        self._services.memory.keep_layout("problemsTree", self.tree.header().saveState())

    def _lay_out(self) -> None:
        header = self.tree.header()
        if not header.restoreState(self._services.memory.layout("problemsTree")):
            widths = first_widths(PROBLEM_COLUMNS, self.tree.fontMetrics())
            for column, width in widths.items():
                header.resizeSection(column, width)
        self._footer = QFrame()
        self._footer.setObjectName("summaryLine")
        line = QHBoxLayout(self._footer)
        line.setContentsMargins(12, 6, 12, 6)
        line.addWidget(self.advice, 1)
        line.addWidget(self.show_button)
        line.addWidget(self.repair_button)
        fill_column(self, self._stack, self._footer, stretched=self._stack)

    def _connect(self) -> None:
        services = self._services
        services.session.survey_changed.connect(self._show_survey)
        services.session.state_changed.connect(self._on_state_changed)
        services.lanes.submitted.connect(self._on_job_submitted)
        services.look.changed.connect(self.tree.viewport().update)
        self.tree.selectionModel().currentRowChanged.connect(self._on_current_changed)
        self.tree.selectionModel().currentRowChanged.connect(self._on_selected)
        self.tree.clicked.connect(self._on_selected)
        self.tree.activated.connect(self._open)
        self.tree.customContextMenuRequested.connect(self._show_menu)
        self.show_button.clicked.connect(lambda: self._show_in_entries(self._current_group()))
        self.repair_button.clicked.connect(self._run_repair)

    def _show_survey(self) -> None:
        pages = self._services.session.pages
        groups = pages.problems if pages is not None else ()
        snapshot = self._services.session.snapshot
        self.model.show_problems(snapshot, groups, self._failures)
        found = 0 if snapshot is None else snapshot.document.totals.problems
        worst = found + len(self._failures)
        title = self.tr("Problems")
        count = self._services.look.figures.count(worst)
        self.set_title(self.tr("Problems (%1)").replace("%1", count) if worst else title)
        if sum(len(group) for group in groups) + len(self._failures) <= EXPAND_UP_TO:
            self.tree.expandAll()
        if pages is None:
            self._stack.say(self.tr("Looking for problems…"),
                            self._services.look.icons.icon("page-problems"))
        elif self.model.rowCount():
            self._stack.show_content()
            self.tree.setCurrentIndex(self.model.index(0, 0))
            self._is_chosen = False  # what mends the first line is there to be pressed
            self.choose_current()
        else:
            self._stack.say(self.tr("No problems were found."),
                            self._services.look.icons.icon("severity-good"))
        self._show_advice(self._current_group())

    def _on_state_changed(self) -> None:
        """Another workspace has other problems."""
        if self._services.session.state is not SessionState.OPEN:
            self.show_failures(())

    def _on_job_submitted(self, job: Job) -> None:
        if not job.request.quiet:
            job.finished.connect(lambda: self._on_job_over(job))

    def _on_job_over(self, job: Job) -> None:
        """A job that writes replaces what the one before it could not do; a survey leaves it."""
        if job.request.writes or job.problems:
            self.show_failures(tuple(job.problems))

    def _current_line(self) -> ProblemLine | None:
        node = self.model.node(self.tree.currentIndex())
        return None if node is None else node.value

    def _current_group(self) -> ProblemGroup | None:
        line = self._current_line()
        return None if line is None else line.group

    def _on_current_changed(self, current: QModelIndex, _: QModelIndex) -> None:
        node = self.model.node(current)
        line = None if node is None else node.value
        self._show_advice(None if line is None else line.group)

    def _on_selected(self) -> None:
        self._is_chosen = True
        if self.isVisible():
            self.choose_current()

    def _choose(self, line: ProblemLine | None) -> None:
        """An item, or the group of any other line; what a job could not do is neither."""
        pages = self._services.session.pages
        if line is None or line.group is None or pages is None:
            self._services.view.choose(None)
        elif line.row is None:
            self._services.view.choose(
                Chosen(kind=ChosenKind.GROUP, row=pages.problems.index(line.group)))
        else:
            kind = _ITEM_KINDS[line.group.subject]
            self._services.view.choose(Chosen(kind=kind, row=line.row))

    def _show_advice(self, group: ProblemGroup | None) -> None:
        self._footer.setVisible(group is not None and (
            group.subject is not ProblemSubject.FINDINGS or group.repair is not Repair.NONE))
        if group is None:
            return
        snapshot = self._services.session.snapshot
        assert snapshot is not None
        self.advice.setText(advice_text(snapshot, group))
        self.show_button.setVisible(group.subject is ProblemSubject.ENTRIES)
        action = self._services.commands.action(REPAIR_COMMANDS.get(group.repair, ""))
        self.repair_button.setVisible(action is not None)
        if action is not None:
            self.repair_button.setText(action.text().replace("&", ""))
            self.repair_button.setToolTip(action.toolTip())

    def _run_repair(self) -> None:
        group = self._current_group()
        if group is not None:
            self._services.commands.run(REPAIR_COMMANDS.get(group.repair, ""))

    def _open(self, index: QModelIndex) -> None:
        node = self.model.node(index)
        if node is not None and node.value.group is not None:
            self._show_in_entries(node.value.group)

    def _show_in_entries(self, group: ProblemGroup | None) -> None:
        if group is None or not isinstance(group.verdict, Verdict):
            return
        view = self._services.view
        view.look_at(group.scope)
        view.filter_by(f"{FilterWord.STATE.value}:{group.verdict.name_in_contract}")
        view.show_page("entries")

    def _show_menu(self, at: QPoint) -> None:
        group = self._current_group()
        # What a job could not do is tried again by building it.
        repairs = {Repair.BUILD} if group is None else {group.repair}
        menu = self._services.commands.context_menu(
            Context.PROBLEM, self, without=useless_commands(repairs, of_entries=False))
        menu.popup(self.tree.viewport().mapToGlobal(at))


class _ProblemTree(QTreeView):
    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("problemsTree")
        self.setUniformRowHeights(True)
        self.setAlternatingRowColors(True)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setIconSize(QSize(16, 16))
        self.setExpandsOnDoubleClick(False)
        self.header().setStretchLastSection(True)
        self.header().setSectionsMovable(False)
        self.header().setFirstSectionMovable(False)
        self.setTreePosition(ProblemColumn.ITEM)
