"""Any table of the window as a file: where to, then a job that can be watched and stopped."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QAbstractItemView, QWidget

from larder.app.jobs.job import JobRequest
from larder.app.models.tables import TableContents
from larder.app.notices import Notice, NoticeAction, failure_notice
from larder.app.presentation.looks import Tone
from larder.app.presentation.sentences import Sentences, with_values
from larder.app.services import WindowServices
from larder.app.views.places import browse_to_save
from larder.app.widgets.rows_table import SavableTable
from larder.core.files.table_file import CellValue, SavedTable, TableFormat, save_table

_tr = Sentences("TableFile")

STEP_S = 0.004
"""What reading the cells of a table may take of the window's time at once."""

_FILTERS: dict[TableFormat, str] = {
    TableFormat.CSV: "Table for spreadsheet programs (*.csv)",
    TableFormat.JSON: "List for scripts (*.json)",
}


def table_in_front(page: QWidget) -> SavableTable | None:
    """The table of a page that has the keyboard, else the largest that is seen."""
    tables = [view for view in page.findChildren(QAbstractItemView)
              if isinstance(view, SavableTable) and (
                  view.isVisible() or (view.stand_in is not None and view.stand_in.isVisible()))]
    focused = [table for table in tables if table.hasFocus()]
    return next(iter(focused), None) or max(
        tables, key=lambda table: table.width() * table.height(), default=None)


def ask_and_save(services: WindowServices, table: SavableTable, *, selected: bool) -> None:
    """Ask for a file, then write rows of a table into it; nothing where there are none."""
    contents = table.contents(selected=selected)
    if not contents.count:
        return
    title = _tr("Export selected rows") if selected else _tr("Export table")
    name = re.sub(r"\W+", "-", table.accessibleName().lower()).strip("-")
    dialog = browse_to_save(
        table, title, f"{name}.{TableFormat.CSV}", [_tr(text) for text in _FILTERS.values()],
        lambda path: write_table(services, table.contents(selected=selected), Path(path)))

    def follow_filter(chosen: str) -> None:
        for kind, text in _FILTERS.items():
            if chosen == _tr(text):
                dialog.setDefaultSuffix(kind.value)
                dialog.selectFile(f"{Path(dialog.selectedFiles()[0]).stem}.{kind}")

    dialog.filterSelected.connect(follow_filter)


def write_table(services: WindowServices, contents: TableContents, target: Path) -> None:
    """Write a table; what has to be read in the window's own thread is read step by step first."""
    if contents.is_fixed:
        _start(services, contents, target)
    else:
        _Reading(contents, lambda read: _start(services, read, target), services.lanes)


class _Reading(QObject):
    """Reads cells a few milliseconds at a time."""

    def __init__(
        self, contents: TableContents, then: Callable[[TableContents], None], parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._contents = contents
        self._waiting = iter(contents.rows)
        self._read: list[Sequence[CellValue]] = []
        self._then = then
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._step)
        self._timer.start(0)

    def _step(self) -> None:
        until = time.perf_counter() + STEP_S
        while time.perf_counter() < until:
            row = next(self._waiting, None)
            if row is None:
                self._timer.stop()
                self._then(replace(self._contents, rows=self._read))
                self.deleteLater()
                return
            self._read.append(row)


def _start(services: WindowServices, contents: TableContents, target: Path) -> None:
    job = services.lanes.prepare(JobRequest(
        kind="export-table", options=None,
        title=with_values(_tr("Export %1"), services.look.names.file(target.name)),
        work=lambda token: save_table(
            target, contents.columns, contents.rows, total=contents.count, token=token)))
    job.succeeded.connect(lambda saved: _report_saved(services, saved))
    job.failed.connect(lambda failure: services.notices.post(failure_notice(failure)))
    services.lanes.submit(job)


def _report_saved(services: WindowServices, saved: SavedTable) -> None:
    folder = QUrl.fromLocalFile(str(Path(saved.path).parent))
    services.notices.post(Notice(
        tone=Tone.GOOD, text=_tr("Exported %Ln rows.", saved.rows),
        hint=services.look.names.path(saved.path), actions=(NoticeAction(
            _tr("Show in folder"), lambda: QDesktopServices.openUrl(folder)),)))
