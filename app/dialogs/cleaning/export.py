"""Writes the plan with the present ticks to a file, and says which command does the same."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import numpy as np
from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from larder.app.dialogs.cleaning.request import PlanRequest, about_workspace
from larder.app.jobs.job import JobFailure
from larder.app.models.clean_reports import ExportedFacts, read_report
from larder.app.models.plan_snapshot import Mask, PlanSnapshot
from larder.app.models.plan_ticks import PlanTicks
from larder.app.presentation.clean_command import (
    EXPORTED_NAME,
    apply_command,
    clean_command,
    readopt_command,
)
from larder.app.presentation.room_command import room_command
from larder.app.presentation.shell_text import AS_IT_RUNS
from larder.app.presentation.shown_names import ShownNames
from larder.app.services import WindowServices
from larder.core.requests.options import ExportPlanOptions


class PlanExport(QObject):
    """Exports of one dialog's plan.

    Signals:
        exported: the file is there.
        failed: with the JobFailure.
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
        dialog = QFileDialog(self._window, self.tr("Export plan"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters([self.tr("Plans (*.json)")])
        dialog.setDefaultSuffix("json")
        dialog.selectFile(EXPORTED_NAME)
        dialog.fileSelected.connect(lambda file: self.write(plan, ticks, Path(file)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def write(self, plan: PlanSnapshot, ticks: PlanTicks, file: Path) -> None:
        """Write the plan with the present ticks."""
        mask = ticks.mask.copy()
        saved = self._services.session.folder.fresh("ticks").with_suffix(".npy")
        try:
            np.save(saved, mask)
        except OSError as error:
            self.failed.emit(JobFailure(problem=self.tr("The ticks cannot be saved."),
                                        hint=str(error)))
            return
        options = ExportPlanOptions(plan=str(plan.file), selected=str(saved), to=str(file))
        job = self._services.session.request(
            "export-plan", options, self.tr("Export plan"),
            digest=partial(read_report, kind=ExportedFacts))
        self._under_way[str(file)] = mask
        # A method, not a lambda: the connection ends with the dialog, which the job may outlive.
        job.succeeded.connect(self._on_written)
        job.failed.connect(self.failed)
        self._services.lanes.submit(job)

    def command(
        self, plan: PlanSnapshot, ticks: PlanTicks, request: PlanRequest, *, delete: bool,
        even_if_busy: bool, readopt: bool, names: ShownNames = AS_IT_RUNS,
    ) -> tuple[str, str]:
        """The commands that do the same, a line each, and what to know about the first."""
        session = self._services.session
        lines, note = [], _tr("Does the same:")
        if ticks.total.items or plan.bare_rows:
            if plan.all_sources and ticks.are_preselected:
                note = _tr("Plans anew and applies what is ticked by itself:")
                lines.append(self._planning_command(
                    request, delete=delete, even_if_busy=even_if_busy, names=names))
            else:
                file = self._exported_with(ticks)
                note = (_tr("The ticks are your own: export the plan, then apply the file:")
                        if file is None else _tr("Applies the exported plan with these ticks:"))
                file = file or EXPORTED_NAME
                lines.append(apply_command(
                    file, delete=delete, even_if_busy=even_if_busy, names=names))
        if readopt and session.options is not None:
            lines.append(readopt_command(
                session.options, even_if_busy=even_if_busy, names=names))
        return "\n".join(lines), note

    def _planning_command(
        self, request: PlanRequest, *, delete: bool, even_if_busy: bool, names: ShownNames,
    ) -> str:
        session = self._services.session
        if request.room is not None and session.options is not None:
            return room_command(session.options, request.room, delete=delete,
                                even_if_busy=even_if_busy, names=names)
        return clean_command(about_workspace(session, request.gone), depth=request.depth,
                             delete=delete, even_if_busy=even_if_busy, names=names)

    def _exported_with(self, ticks: PlanTicks) -> str | None:
        """The file that holds just these ticks, None when there is none."""
        if self._ticks is None or not np.array_equal(self._ticks, ticks.mask):
            return None
        return self._file

    def _on_written(self, exported: ExportedFacts) -> None:
        ticks = self._under_way.pop(exported.plan, None)
        if ticks is None:
            return  # of the plan that was shown before
        self._file = exported.plan
        self._ticks = ticks
        self.exported.emit()


def _tr(text: str) -> str:
    return QCoreApplication.translate("Clean", text)
