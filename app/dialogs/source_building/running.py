"""A build under way in its own dialog: no workspace is open, so no jobs panel shows it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from larder.app.dialogs.building.meter import BuildMeter
from larder.app.jobs.job import Job
from larder.app.models.build_progress import BuildProgress
from larder.app.models.tables import ColumnSpec
from larder.app.notices import Notice, NoticeBar
from larder.app.services import WindowServices
from larder.app.views.jobs_panel import JobLine
from larder.app.views.rows_table import PaddedDelegate
from larder.app.views.widgets import muted_label
from larder.core.jobs import ItemFailed

MARGINS = (12, 0, 8, 0)
"""Those of the job's line below it."""


class RunningView(QWidget):
    """The job's line as the jobs panel has it, then how it ended, and each file it left."""

    def __init__(self, services: WindowServices) -> None:
        super().__init__()
        self._services = services
        self._shown: list[QWidget] = []
        self._job: Job | None = None
        self.line: JobLine | None = None
        self.result = NoticeBar(services.look, closable=False)
        self.note = muted_label(self.tr("This window may be closed; the build goes on."))
        self.failures = QTreeWidget()
        self.failures.setAccessibleName(self.tr("Files that could not be used"))
        self.failures.setHeaderLabels([self.tr("File"), self.tr("What happened")])
        self.failures.setItemDelegate(
            PaddedDelegate(dict.fromkeys(range(2), ColumnSpec("", 0)), self.failures))
        self.failures.setRootIsDecorated(False)
        self.failures.setUniformRowHeights(True)
        self.failures.setAlternatingRowColors(True)
        self.failures.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.failures.header().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.failures.hide()
        self._whole = QVBoxLayout(self)
        self._whole.setContentsMargins(0, 12, 0, 0)
        self._whole.setSpacing(10)
        for widget in (self.note, self.result):
            self._whole.addWidget(widget)
        self._whole.addWidget(self.failures, 1)
        self._whole.addStretch()
        services.look.changed.connect(self._show_failures_again)

    def watch(self, job: Job, meter: BuildProgress) -> None:
        """Follow a build in place of the one before."""
        for widget in self._shown:
            widget.hide()
            widget.deleteLater()
        self._job, lanes = job, self._services.lanes
        self.result.clear()
        self.note.show()
        self.line = JobLine(job, self._services, links_problems=False)
        self.line.pause_wanted.connect(lanes.pause)
        self.line.resume_wanted.connect(lanes.resume)
        self.line.cancel_wanted.connect(lanes.cancel)
        self.line.kill_wanted.connect(lanes.kill)
        whole = BuildMeter(job, meter, self._services)
        whole.setContentsMargins(*MARGINS)
        self._shown = [whole, self.line]
        for at, widget in enumerate(self._shown):
            self._whole.insertWidget(at, widget)
        self._show_failures()
        job.changed.connect(self._show_failures)

    def show_result(self, notice: Notice) -> None:
        """Say how it ended."""
        self.note.hide()
        self.result.show_notice(notice)

    def _show_failures(self) -> None:
        problems = () if self._job is None else self._job.problems
        if len(problems) < self.failures.topLevelItemCount():
            self.failures.clear()
        self._add_failures(problems[self.failures.topLevelItemCount():])
        self.failures.setVisible(bool(problems))

    def _show_failures_again(self) -> None:
        self.failures.clear()
        self._show_failures()

    def _add_failures(self, problems: Sequence[ItemFailed]) -> None:
        hide = self._services.look.names
        for problem in problems:
            texts = [hide.path(problem.item), hide.sentence(problem.problem, (problem.item,))]
            row = QTreeWidgetItem(self.failures, texts)
            for column, text in enumerate(texts):
                row.setToolTip(column, text)
