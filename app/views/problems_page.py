"""The Problems tab: what is wrong, where, and what mends it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import (
    QCoreApplication,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPoint,
    QSize,
)
from PySide6.QtGui import QGuiApplication, QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QWidget,
)

from larder.app.cache_session import SessionState
from larder.app.command_table import Context
from larder.app.jobs.job import Job
from larder.app.models.problem_texts import ProblemTexts, advice_text, moves
from larder.app.models.problems_model import (
    PROBLEM_COLUMNS,
    LineKind,
    ProblemColumn,
    ProblemLine,
    ProblemsModel,
)
from larder.app.models.survey_pages import ProblemSubject
from larder.app.models.survey_snapshot import Rows, SurveySnapshot
from larder.app.models.tables import Index, table_text
from larder.app.presentation.looks import (
    REPAIR_COMMANDS,
    format_fix,
    harm_look,
    remedy_look,
    useless_commands,
)
from larder.app.presentation.sentences import Sentences
from larder.app.services import WindowServices
from larder.app.view_state import ChosenKind, CurrentRow, Scope
from larder.app.views.page import Page
from larder.app.views.problem_tree import ProblemTree
from larder.app.views.row_pictures import IN_ROW, RowLook, RowPictures
from larder.app.views.training_bar import TrainingBar
from larder.app.widgets.column_fit import ColumnFit, first_widths
from larder.app.widgets.rows_table import KeptPlace
from larder.app.widgets.widgets import (
    ContentStack,
    Remainder,
    clear_layout,
    fill_column,
    fill_layout,
    make_muted_label,
    make_scrollable,
    primary_button,
)
from larder.core.jobs import ItemFailed
from larder.core.queries.filter_language import FilterWord, as_typed
from larder.core.survey.remedies import Repair
from larder.core.survey.verdicts import VERDICTS, Verdict

_tr = Sentences("ProblemsPage")

MOST_BUTTONS = 3
"""Remedies of what is chosen that get a button; the others are in a menu beside them."""

_ITEM_KINDS: dict[ProblemSubject, ChosenKind] = {
    ProblemSubject.ENTRIES: ChosenKind.ENTRY,
    ProblemSubject.PAYLOADS: ChosenKind.PAYLOAD,
}


class ProblemsPage(Page):
    """A tree of remedies, and below it what to do about what is chosen."""

    def __init__(self, services: WindowServices) -> None:
        super().__init__(QCoreApplication.translate("ProblemsPage", "Problems"))
        self._services = services
        self._failures: tuple[ItemFailed, ...] = ()
        self._is_chosen = False
        self._only: Repair | None = None
        self.model = ProblemsModel(
            ProblemTexts(services.look.figures, services.look.names), services.look.icons, self)
        self.tree = ProblemTree(
            self.model, self._look_of, lambda index: self._entry_at(index) is not None)
        self.tree.setAccessibleName(self.tr("Problems"))
        self.pictures = RowPictures(services, self._in_sight, self, pairs=True)
        self._stack = ContentStack(self.tree)
        self.empty = self._stack.empty
        self.advice = make_muted_label()
        self._is_training = False
        self.training_bar = TrainingBar(services)
        self.training_bar.chosen.connect(self.show_training)
        self.show_button = QPushButton(self.tr("Show in Entries"))
        self._mending = QHBoxLayout()
        self._buttons: list[QPushButton] = []
        self._lay_out()
        self._connect()
        self._show_survey()

    def showEvent(self, event: QShowEvent) -> None:
        """Read the pictures in sight."""
        super().showEvent(event)
        self.pictures.look_again()

    def hideEvent(self, event: QHideEvent) -> None:
        """Read no pictures while another page is in front."""
        super().hideEvent(event)
        self.pictures.look_again()

    @property
    def is_settled(self) -> bool:
        """True if all visible pictures have been requested."""
        return self.pictures.is_settled

    def _in_sight(self) -> tuple[SurveySnapshot | None, Sequence[int]]:
        """The survey that is shown, and those of its entries that can be seen."""
        if not self.isVisible():
            return None, ()
        rows = [row for index in self.tree.in_sight() if (row := self._entry_at(index)) is not None]
        return self._services.session.snapshot, rows

    def _entry_at(self, index: Index) -> int | None:
        """The entry that a line is about, None for any other line."""
        node = self.model.node(index)
        line = None if node is None else node.value
        if line is None or line.kind is not LineKind.ITEM \
                or line.groups[0].subject is not ProblemSubject.ENTRIES:
            return None
        return line.row

    def _look_of(self, index: Index) -> RowLook | None:
        row, snapshot = self._entry_at(index), self._services.session.snapshot
        if row is None or snapshot is None:
            return None
        room = QSize(IN_ROW, IN_ROW)
        return replace(self.pictures.look(snapshot, row, room, ""),
                       before=self.pictures.before(snapshot, row, room))

    def _show_time(self) -> None:
        """Show the survey's estimate of the build time, as the card on the Coverage page does."""
        snapshot = self._services.session.snapshot
        if snapshot is None or not snapshot.mended[Repair.BUILD]:
            return
        seconds = next((step.seconds for step in snapshot.document.next_steps
                        if step.remedy == Repair.BUILD.value and step.seconds), None)
        self.model.show_time(Repair.BUILD, (
            self.tr("unknown") if seconds is None
            else self._services.look.figures.duration(seconds)))

    def show_training(self, wanted: bool = True) -> None:
        """List what training would get wrong, or what is to be done."""
        if wanted != self._is_training:
            self._is_training = wanted
            self._show_survey()

    def show_failures(self, failures: tuple[ItemFailed, ...]) -> None:
        """List what the last job could not do; none takes the list away."""
        if failures != self._failures:
            self._failures = failures
            self._show_survey()

    def select_rows(self, chosen: npt.NDArray[np.bool_]) -> None:
        """Select what entries are listed as: one of them itself, of more of them their groups."""
        snapshot = self._services.session.snapshot
        if snapshot is None:
            return
        entries, chosen = snapshot.entries, chosen.copy()
        for row in entries.renamed[chosen[entries.renamed]].tolist():
            chosen[row], chosen[entries.find_counted_row(row)] = False, True
        selection = QItemSelection()
        first: QModelIndex | None = None
        whole = int(chosen.sum())
        for node in list(self.model.nodes):
            line = node.value
            if line.kind is not LineKind.GROUP or line.groups[0].subject is not (
                    ProblemSubject.ENTRIES) or not chosen[line.groups[0].rows].any():
                continue
            index = self.model.index_of(node)
            if whole == 1:
                if self.model.canFetchMore(index):
                    self.model.fetchMore(index)
                index = next((self.model.index_of(child) for child in node.children
                              if child.value.row is not None and chosen[child.value.row]), index)
            selection.select(index, index)
            first = first or index
        if first is None:
            return
        self.tree.setCurrentIndex(first)
        self.tree.selectionModel().select(
            selection, QItemSelectionModel.SelectionFlag.ClearAndSelect
            | QItemSelectionModel.SelectionFlag.Rows)
        self.tree.scrollTo(first)

    def step(self, by: int) -> bool:
        """Choose the next line that is an entry, or the one before."""
        index = self.tree.currentIndex()
        while (index := self.tree.indexBelow(index) if by > 0
               else self.tree.indexAbove(index)).isValid():
            if self._entry_at(index) is not None:
                self.tree.setCurrentIndex(index)
                return True
        return False

    def copy_selection(self) -> None:
        """The chosen lines, and what is listed below a single one: a report of one trouble."""
        chosen = self._find_selected_cells()
        if len(chosen) == 1:
            (index,) = chosen
            if self.model.canFetchMore(index):
                self.model.fetchMore(index)
            chosen += [self.model.index(row, 0, index)
                       for row in range(self.model.rowCount(index))]
        if chosen:
            QGuiApplication.clipboard().setText(
                table_text(self.model, chosen, range(len(ProblemColumn))))

    def failures(self) -> tuple[ItemFailed, ...]:
        """Return the failed items of jobs among the selected lines, each once."""
        return tuple(dict.fromkeys(
            failure for line in self._lines() for failure in line.failures))

    def entries(self, *repairs: Repair) -> Rows:
        """Rows of the entries table that are chosen; of those that these mend, if any are named."""
        return self._rows(ProblemSubject.ENTRIES, repairs or tuple(Repair))

    def files(self, *repairs: Repair) -> Rows:
        """Rows of the `payloads` table that are chosen, as `entries`."""
        return self._rows(ProblemSubject.PAYLOADS, repairs or tuple(Repair))

    @property
    def mend_buttons(self) -> list[QPushButton]:
        """One per remedy of what is selected."""
        return list(self._buttons)

    def _lay_out(self) -> None:
        header = self.tree.header()
        if not header.restoreState(self._services.memory.layout("problemsTree")):
            widths = first_widths(PROBLEM_COLUMNS, self.tree.fontMetrics())
            for column, width in widths.items():
                header.resizeSection(column, width)
        # Names come before the columns that leave: what they say is said below the table, too.
        item = {int(ProblemColumn.ITEM): PROBLEM_COLUMNS[ProblemColumn.ITEM]}
        self._fit = ColumnFit(
            self.tree, header, PROBLEM_COLUMNS, ProblemColumn.WHAT,
            lambda column: first_widths(item, self.tree.fontMetrics()).get(column, 0))
        self._services.memory.follow(self.tree, "problemsTree", self._fit.state)
        self._footer = QFrame()
        self._footer.setObjectName("summaryLine")
        fill_layout(QHBoxLayout(self._footer), self.advice, self.show_button, self._mending,
                    stretched=self.advice, margins=(12, 6, 12, 6), spacing=None)
        whole, lines = QWidget(), Remainder(self._stack)
        fill_column(whole, self.training_bar, lines, self._footer, stretched=lines)
        fill_column(self, make_scrollable(whole))

    def _connect(self) -> None:
        services = self._services
        services.session.survey_changed.connect(self._show_survey)
        services.session.state_changed.connect(self._on_state_changed)
        services.lanes.submitted.connect(self._on_job_submitted)
        services.look.changed.connect(self._say_again)
        self.tree.scrolled.connect(self.pictures.look_again)
        self.pictures.changed.connect(self.tree.viewport().update)
        self.tree.selectionModel().selectionChanged.connect(self._on_selected)
        self.tree.clicked.connect(self._on_selected)
        self.tree.activated.connect(self._open)
        self.tree.customContextMenuRequested.connect(self._show_menu)
        self.show_button.clicked.connect(lambda: self._show_in_entries(self._line()))

    def _show_survey(self) -> None:
        pages = self._services.session.pages
        groups = pages.problems if pages is not None else ()
        snapshot = self._services.session.snapshot
        before = KeptPlace(self.tree, self.model.identity)
        self._fit.leave_out(*(
            (ProblemColumn.TIME, ProblemColumn.BYTES) if self._is_training else ()))
        if self._is_training:
            self.model.show_training(snapshot, pages.training if pages is not None else ())
        else:
            self.model.show_problems(snapshot, groups, self._failures)
        self.training_bar.show_survey(snapshot, is_training=self._is_training)
        listed = sum(group.count for group in groups) + len(self._failures)
        count = self._services.look.figures.count(listed)
        self.set_title(self.tr("Problems (%1)").replace("%1", count) if listed
                       else self.tr("Problems"))
        if pages is None:
            self._stack.say(self.tr("Looking for problems…"),
                            self._services.look.icons.icon("page-problems"))
        elif self.model.rowCount():
            self._stack.show_content()
            was_chosen = self._is_chosen
            self.tree.setCurrentIndex(self.model.index(0, 0))
            # What mends the first line is there to be pressed, no more.
            is_kept = before.restore()
            self._is_chosen = is_kept and was_chosen
            if not is_kept:
                self._open_first()
        else:
            self._say_nothing_listed()
            self._is_chosen = False
        self._show_advice()
        self._show_time()
        if self.isVisible():
            self.choose_current()

    def _open_first(self) -> None:
        """Open the first line down to its files: what is wrong and why is seen at once."""
        index = self.model.index(0, 0)
        while index.isValid():
            self.tree.expand(index)
            index = self.model.index(0, 0, index)

    def _say_nothing_listed(self) -> None:
        icons = self._services.look.icons
        if not self._is_training and self.training_bar.has_findings:
            self._stack.say(
                self.tr("Nothing has to be built or cleaned."), icons.icon("severity-note"),
                hint=self.tr("You have to fix the listed problems yourself."))
            return
        self._stack.say(
            self.training_bar.verdict() if self._is_training
            else self.tr("No problems were found."), icons.icon("severity-good"))

    def _say_again(self) -> None:
        self.model.say_again()
        self.tree.scheduleDelayedItemsLayout()
        self.tree.viewport().update()

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

    def _find_selected_cells(self) -> list[QModelIndex]:
        """The first cell of each selected line, in their order on the screen."""
        chosen = self.tree.selectionModel().selectedRows(ProblemColumn.ITEM)
        return sorted(chosen, key=lambda index: self.tree.visualRect(index).top())

    def _lines(self) -> list[ProblemLine]:
        nodes = (self.model.node(index) for index in self._find_selected_cells())
        return [node.value for node in nodes if node is not None]

    def _line(self) -> ProblemLine | None:
        """The one line that is selected, None for several."""
        lines = self._lines()
        return lines[0] if len(lines) == 1 else None

    def _rows(self, subject: ProblemSubject, repairs: Collection[Repair]) -> Rows:
        """Each row once, also where a line and one above it are selected."""
        if self._only is not None:
            repairs = {self._only} & {*repairs}
        parts = [line.rows_in(group) for line in self._lines() for group in line.groups
                 if group.subject is subject and group.main_repair in repairs]
        return np.unique(np.concatenate(parts)) if parts else np.zeros(0, dtype=np.int32)

    def _on_selected(self) -> None:
        self._is_chosen = True
        self._show_advice()
        if self.isVisible():
            self.choose_current()

    def choose_current(self) -> None:
        """The one line that the user chose: an item, or a group; what is neither shows nothing."""
        line, pages = self._line() if self._is_chosen else None, self._services.session.pages
        chosen = None
        if line is not None and line.group is not None and pages is not None:
            chosen = (CurrentRow(kind=ChosenKind.GROUP, row=pages.groups.index(line.group))
                      if line.row is None
                      else CurrentRow(kind=kind, row=line.row)
                      if (kind := _ITEM_KINDS.get(line.group.subject)) is not None else None)
        self._services.view.choose(chosen)

    def _show_advice(self) -> None:
        """Show advice for a single selected line, and a button per repair of all selected lines."""
        lines, line, snapshot = self._lines(), self._line(), self._services.session.snapshot
        clear_layout(self._mending)
        self._buttons.clear()
        repairs = [*dict.fromkeys(line.main_repair for line in lines if _is_fixable(line))]
        for repair in repairs[:MOST_BUTTONS]:
            self._add_button(repair)
        if len(repairs) > MOST_BUTTONS:
            self._add_others(repairs[MOST_BUTTONS:])
        self.show_button.setVisible(line is not None and bool(_filter_of(line)))
        self._footer.setVisible(self.model.rowCount() > 0)
        if line is not None and line.groups and snapshot is not None:
            advice = {advice_text(snapshot, group) for group in line.groups}
            is_whole = line.is_choice and line.kind is LineKind.REMEDY
            does = advice.pop() if len(advice) == 1 and not is_whole else remedy_look(
                line.repair, moves=moves(line.groups), is_choice=line.is_choice).meaning
            harm = line.groups[0].harm
            self.advice.setText(does if harm is None else "\n".join(
                filter(None, (harm_look(harm, line.groups[0].form).meaning, does))))
        else:
            self.advice.setText(
                "" if lines else self.tr("Select a problem to see how to fix it."))

    def _add_button(self, repair: Repair) -> None:
        """One that does a repair for what it can do about what is selected."""
        action = self._services.commands.action(REPAIR_COMMANDS[repair])
        if action is None:
            return
        button = primary_button(self._mend_text(repair))
        button.setToolTip(action.toolTip())
        button.setEnabled(action.isEnabled())
        action.enabledChanged.connect(button.setEnabled)
        button.clicked.connect(lambda: self._mend(repair))
        self._mending.addWidget(button)
        self._buttons.append(button)

    def _add_others(self, repairs: Sequence[Repair]) -> None:
        """One that lists what there is no room for."""
        button = QPushButton(self.tr("More"))
        menu = QMenu(button)
        for repair in repairs:
            action = self._services.commands.action(REPAIR_COMMANDS[repair])
            other = menu.addAction(self._mend_text(repair))
            other.setEnabled(action is not None and action.isEnabled())
            other.triggered.connect(lambda _=False, repair=repair: self._mend(repair))
        button.setMenu(menu)
        self._mending.addWidget(button)
        self._buttons.append(button)

    def _mend_text(self, repair: Repair) -> str:
        ticked, unticked = self._amounts(repair)
        return format_fix(
            repair, ticked or unticked or len(self.failures()),
            is_choice=not ticked and unticked > 0,
            moves=moves([group for line in self._lines() for group in line.groups]))

    def _mend(self, repair: Repair) -> None:
        """Run its command for that alone: one command does several repairs."""
        self._only = repair
        try:
            self._services.commands.run(REPAIR_COMMANDS[repair])
        finally:
            self._only = None

    def _amounts(self, repair: Repair) -> tuple[int, int]:
        """Return how many selected items a repair acts on, and how many it lists without a tick."""
        snapshot = self._services.session.snapshot
        if snapshot is None:
            return 0, 0
        counts = np.concatenate([snapshot.entries.count[self.entries(repair)],
                                 snapshot.payloads.count[self.files(repair)]])
        return int(np.maximum(counts, 0).sum()), int(np.maximum(-counts, 0).sum())

    def _open(self, index: QModelIndex) -> None:
        node = self.model.node(index)
        if node is not None:
            self._show_in_entries(node.value)

    def _show_in_entries(self, line: ProblemLine | None) -> None:
        """Show the line's entries on the Entries page: in its scope, or everywhere for several."""
        wanted = "" if line is None else _filter_of(line)
        if line is None or not wanted:
            return
        view = self._services.view
        view.look_at(Scope() if line.group is None else line.group.scope)
        view.filter_by(wanted)
        view.show_page("entries")

    def _show_menu(self, at: QPoint) -> None:
        lines = self._lines()
        # What a job could not do is tried again by building it.
        menu = self._services.commands.context_menu(
            Context.PROBLEM, self, without=useless_commands(
                {line.main_repair for line in lines}, of_entries=False))
        menu.popup(self.tree.viewport().mapToGlobal(at))


def _is_fixable(line: ProblemLine) -> bool:
    """Return whether a command can fix a line or retry its failures."""
    return line.main_repair is not Repair.NONE if line.groups else any(
        failure.retry for failure in line.failures)


def _filter_of(line: ProblemLine) -> str:
    """Return the filter that finds a line's entries, "" if they are not of one kind."""
    if not line.groups or (line.kind is LineKind.REMEDY and line.group is None):
        return ""
    group = line.groups[0]
    if group.harm is not None:
        return f"{FilterWord.TRAINING.value}:{group.harm.name_in_contract}"
    if isinstance(group.verdict, Verdict):
        return f"{FilterWord.STATE.value}:{as_typed(VERDICTS[group.verdict].label)}"
    return ""
