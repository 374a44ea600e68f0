"""The Duplicates page: what is there twice, why, and what that does to training. It lists."""

from __future__ import annotations

from pathlib import PureWindowsPath

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QSplitter,
)

from larder.app.cache_session import SessionState
from larder.app.jobs.job import Job
from larder.app.models.duplicates import (
    Duplicates,
    DuplicateTable,
    FoundDuplicates,
    GroupKind,
    finding_look,
    format_compared,
    leak_text,
    outdated_text,
    read_duplicates,
    summary_text,
)
from larder.app.notices import Notice
from larder.app.presentation.looks import Tone
from larder.app.presentation.sentences import Sentences
from larder.app.services import WindowServices
from larder.app.view_state import Scope
from larder.app.views.duplicate_group import GroupPanel
from larder.app.views.page import ReadPage
from larder.app.widgets.controls import CalmCombo
from larder.app.widgets.rows_table import facts_table
from larder.app.widgets.widgets import (
    WrappedLabel,
    fill_column,
    fill_layout,
    heading,
    make_muted_label,
    make_scrollable,
)
from larder.core.requests.options import NEAR_THRESHOLD, Answer, DupsOptions
from larder.core.worker_protocol import Failed

_tr = Sentences("DuplicatesPage")

SPLIT_NAME = "duplicatesSplit"
CONCEPTS = 4
FIRST_HEIGHT = 170
"""Of the groups, pixels: six of them, and two pictures below."""
LEAST_TABLE, LEAST_CHOICE = 90, 90
"""Pixels of the groups, of what shows one, and of what is chosen above them; less than that
scrolls."""

THRESHOLDS: tuple[tuple[str, int], ...] = (
    ("Nearly identical", 4), ("Resized, compressed, touched up", NEAR_THRESHOLD),
    ("Cropped a little", 12), ("Anything similar", 15))
"""How unlike pictures may be, and in how many bits of 64 they may differ then."""


class DuplicatesPage(ReadPage):
    """Groups, and the chosen one."""

    def __init__(self, services: WindowServices, group: GroupPanel) -> None:
        """Show groups, and the chosen one in `group`."""
        self._split = QSplitter(Qt.Orientation.Vertical)
        super().__init__(services, make_scrollable(self._split))
        self._found: FoundDuplicates | None = None
        self._looks = False
        self._job: Job | None = None
        self._asked = ""
        self._reading = services.calls.latest_call(self)
        self._reading.done.connect(self._show_kept)
        self.model = DuplicateTable(
            services.look.figures, services.look.icons, services.look.names, self)
        self.table = facts_table(
            self.model, "duplicatesTable", _tr("Groups of duplicates"), services.memory, 1,
            (0, CONCEPTS), sort=self._sort)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.group = group
        self.shown = CalmCombo()
        self.shown.setAccessibleName(_tr("Which groups are shown"))
        self.shown.addItem(_tr("All groups"), None)
        for finding in GroupKind:
            self.shown.addItem(finding_look(finding).word, finding)
        self.threshold = CalmCombo()
        self.threshold.setAccessibleName(_tr("How similar pictures have to be"))
        for text, bits in THRESHOLDS:
            self.threshold.addItem(_tr(text), bits)
        self.threshold.setCurrentIndex(1)
        self.threshold.setToolTip(_tr(
            "Options further down find more pictures, but also more false matches."))
        self.find_similar = QPushButton()
        self.leaks = heading("")
        self.leaks.setWordWrap(True)
        self.line = WrappedLabel()
        self.outdated = WrappedLabel()
        self.promise = make_muted_label(_tr(
            "Larder only lists them. Your pictures and captions are never changed, moved or "
            "deleted."))
        self._lay_out()
        self._connect()
        self._show_reading()

    @property
    def is_settled(self) -> bool:
        """True if the latest groups are shown, or none are wanted."""
        return (self._job is None and self._reading.is_idle and self.group.is_settled
                and super().is_settled)

    def selected_rows(self) -> npt.NDArray[np.bool_] | None:
        """Rows of the survey that the chosen group's sources have; bool, shape (rows,)."""
        snapshot = self._services.session.snapshot
        if snapshot is None or not self.table.selectionModel().hasSelection():
            return None
        mask = np.zeros(len(snapshot.entries), dtype=np.bool_)
        mask[list(self.group.rows)] = True
        return mask

    def choose_current(self) -> None:
        """The current file of the group."""
        self.group.choose_current()

    def copy_selection(self) -> None:
        """The chosen group, as it is shown."""
        self.table.copy_rows()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the group to the page width: a scroll area never shrinks below its content."""
        super().resizeEvent(event)
        self.group.fit_into(self.width())

    def _lay_out(self) -> None:
        top = QFrame()
        controls = fill_layout(QHBoxLayout(), self.shown, None, self.threshold, self.find_similar,
                               spacing=8)
        fill_column(top, self.leaks, self.line, self.outdated, self.promise, 4, controls,
                    margins=(12, 8, 12, 8), spacing=2)
        # First: what is put into something is styled anew with all that is in it.
        fill_column(self, top, self._stack, stretched=self._stack)
        self._split.addWidget(self.table)
        self._split.addWidget(self.group)
        self._split.setChildrenCollapsible(False)
        self.table.setMinimumHeight(LEAST_TABLE)
        for choice in (self.shown, self.threshold):
            choice.setMinimumWidth(LEAST_CHOICE)
        self._split.setStretchFactor(0, 2)
        self._split.setStretchFactor(1, 3)
        self._split.setSizes([FIRST_HEIGHT, 2 * FIRST_HEIGHT])
        self._services.memory.lay_out_split(self._split, SPLIT_NAME)

    def _connect(self) -> None:
        services = self._services
        services.look.changed.connect(self._on_look_changed)
        self.table.selectionModel().currentRowChanged.connect(lambda *_: self._show_group())
        self.shown.currentIndexChanged.connect(lambda _: self._show_groups())
        self.threshold.activated.connect(lambda _: self._on_threshold_chosen())
        self.find_similar.clicked.connect(self._find_or_stop)
        self.empty.button.clicked.connect(self._find_or_stop)
        self.group.entries_wanted.connect(self._show_entries)

    def _forget(self) -> None:
        self._looks = False
        self._drop()
        self._show_reading()

    def _read(self) -> None:
        """Ask for the groups, with what the latest search for similar pictures found."""
        self._looks = False
        self._ask(is_listed=False)

    def _find_or_stop(self) -> None:
        """Look for pictures that look alike, or stop what looks for them."""
        if self._job is not None and self._looks:
            self._services.lanes.cancel(self._job)
            return
        self._looks = True
        self._ask(is_listed=True)

    def _on_threshold_chosen(self) -> None:
        if self._found is not None and self._found.near is not None:
            self._looks = True
            self._ask(is_listed=True)

    def _ask(self, *, is_listed: bool) -> None:
        """Ask for the groups, by a job that is listed or not; the one before is nobody's."""
        session = self._services.session
        self._drop()
        self._is_fresh = True
        options = session.about_this(
            DupsOptions, near=self._looks, threshold=self.threshold.currentData(), kept=True)
        job = session.request(
            "dups", options,
            _tr("Look for similar pictures") if self._looks else _tr("Look for duplicates"),
            quiet=not is_listed, digest=read_duplicates)
        self._job = job
        job.succeeded.connect(lambda found: self._on_found(job, found))
        job.cancelled.connect(lambda kept: self._on_stopped(job, kept))
        job.failed.connect(lambda failure: self._on_job_failed(job, failure))
        self._services.lanes.submit(job)
        self._offer()

    def _drop(self) -> None:
        job, self._job = self._job, None
        self._reading.drop()
        if job is not None:
            self._services.lanes.cancel(job)

    def _on_found(self, job: Job, found: FoundDuplicates) -> None:
        if job is not self._job:
            return
        self._job, self._failure, self._found = None, None, found
        self._looks = False
        self._show_threshold(found)
        self._show_groups()
        self._offer()

    def _on_stopped(self, job: Job, kept: Answer | None) -> None:
        """Show the groups found before the stop, or leave the page as it was if there are none."""
        if job is not self._job:
            return
        self._job, self._looks = None, False
        if kept is not None:
            self._reading.start(lambda: read_duplicates(kept))
        else:
            self._show_groups()
        self._offer()

    def _show_kept(self, found: FoundDuplicates) -> None:
        self._found = found
        self._show_groups()
        self._offer()

    def _on_job_failed(self, job: Job, failure: Failed) -> None:
        if job is not self._job:
            return
        self._job, self._looks = None, False
        if self._found is None:
            self._on_failed(failure)
        else:
            shown = self._services.look.names.failure(failure)
            self._services.notices.post(Notice(
                tone=Tone.ERROR, text=shown.problem, hint=shown.hint, details=failure.details))
        self._offer()

    def _show_reading(self) -> None:
        self._found = None
        self.model.show_rows(())
        for line in (self.leaks, self.line, self.outdated):
            line.hide()
        self._stack.say(
            _tr("Looking for duplicates…"), self._services.look.icons.icon("page-duplicates"))
        self._offer()

    def _offer(self) -> None:
        """Update the controls to the actions that are possible now."""
        is_looking = self._job is not None and self._looks
        near = None if self._found is None else self._found.near
        is_known = near is not None and not near.stopped
        self.find_similar.setText(
            _tr("Stop") if is_looking else _tr("Search again") if is_known
            else _tr("Find similar pictures"))
        self.find_similar.setToolTip(_tr(
            "Reads every picture once and remembers the result. Finds copies that were resized, "
            "cropped, compressed again, touched up, mirrored or rotated."))
        self.find_similar.setEnabled(
            self._services.session.state is SessionState.OPEN
            and (is_looking or self._found is not None))
        self.shown.setEnabled(bool(self._found and self._found.groups))

    def _sort(self, column: int, order: Qt.SortOrder) -> None:
        chosen = self._chosen()
        self.model.sort(column, order)
        self._choose(chosen)

    def _show_groups(self) -> None:
        found = self._found
        if found is None:
            return
        wanted = self.shown.currentData()
        groups = [group for group in found.groups if wanted in (None, group.finding)]
        chosen = self._chosen()
        self.model.show_rows(groups)
        header = self.table.horizontalHeader()
        self.model.sort(header.sortIndicatorSection(), header.sortIndicatorOrder())
        self.table.fit_again()
        self._show_lines(found)
        if not groups:
            self._say_why_none(found)
            return
        self._stack.show_content()
        self._choose(chosen)
        self._show_asked()

    def _show_lines(self, found: FoundDuplicates) -> None:
        """Say what leaks do, what was found, and whether it is out of date."""
        figures = self._services.look.figures
        summary = " · ".join(part for part in (
            summary_text(found, figures), format_compared(found.near, figures)) if part)
        for line, text in ((self.leaks, leak_text(found, figures)), (self.line, summary),
                           (self.outdated, outdated_text(found.near))):
            line.setText(text)
            line.setVisible(bool(text))

    def _show_threshold(self, found: FoundDuplicates) -> None:
        """Show how similar pictures had to be in the search that is shown."""
        if found.near is not None:
            at = self.threshold.findData(found.near.threshold)
            self.threshold.setCurrentIndex(at if at >= 0 else self.threshold.currentIndex())

    def _choose(self, group: Duplicates | None) -> None:
        """Choose a group that was chosen before, or the first one."""
        rows = range(self.model.rowCount())
        self.table.selectRow(next((row for row in rows if self.model.row_at(row) == group), 0))
        self._show_group()

    def show_source(self, source: str) -> None:
        """Show the group that a source is in, as soon as groups are known."""
        self._asked = source
        self._show_asked()

    def _show_asked(self) -> None:
        found, source = self._found, self._asked
        if not source or found is None or not self._is_fresh:
            return
        self._asked = ""
        group = next((group for group in found.groups
                      if any(one.source == source for one in group.sources)), None)
        if group is not None:
            self.shown.setCurrentIndex(0)
            self._choose(group)
            self.table.scrollTo(self.table.currentIndex())
            return
        text = _tr("%1 has no duplicate.").replace(
            "%1", self._services.look.names.file(PureWindowsPath(source).name))
        self._services.notices.post(Notice(tone=Tone.NOTE, text=text, is_passing=True, hint=_tr(
            "“Find similar pictures” also finds copies that only look "
            "alike.") if found.near is None else ""))

    def _say_why_none(self, found: FoundDuplicates) -> None:
        icon = self._services.look.icons.icon("page-duplicates")
        if found.groups:
            self._stack.say(_tr("No groups of this kind."), icon)
        elif found.near is None:
            self._stack.say(
                _tr("No duplicates."), icon,
                hint=_tr(
                    "No two pictures or captions have the same content. “Find similar pictures” "
                    "also finds copies that were resized, cropped, compressed again, mirrored or "
                    "rotated."),
                button=_tr("Find similar pictures"))
        else:
            self._stack.say(
                _tr("No duplicates and no similar pictures."), icon,
                hint=format_compared(found.near, self._services.look.figures))

    def _show_group(self) -> None:
        group = self._chosen()
        if group is not None:
            self.group.show_group(group)

    def _chosen(self) -> Duplicates | None:
        index = self.table.currentIndex()
        return self.model.row_at(index.row()) if index.isValid() else None

    def _show_entries(self, text: str) -> None:
        view = self._services.view
        view.look_at(Scope())
        view.filter_by(text)
        view.show_page("entries")

    def _on_look_changed(self) -> None:
        self.table.viewport().update()
        self.group.say_again()
        self._show_failure()
        if self._found is not None:
            self._show_groups()
