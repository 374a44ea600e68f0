"""The stores of single values on the Coverage page: what they hold, and how they served.

No config says what they should hold, so there is no share of it to show.
"""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from larder.app.jobs.job import Job, JobFailure
from larder.app.models.store_columns import has_preview
from larder.app.models.store_figures import StoreFigures, read_store_figures
from larder.app.models.store_figures_model import STORE_COLUMNS, StoreColumn, StoreFiguresModel
from larder.app.services import WindowServices
from larder.app.views.bar_delegate import Bar, BarDelegate
from larder.app.views.cell_delegate import CellDelegate
from larder.app.views.rows_table import RowsTable
from larder.app.views.widgets import WrappedLabel, heading
from larder.core.requests.options import StatsOptions


class ValueStores(QWidget):
    """Counts anew after each survey; hides itself where a workspace has no such store.

    Signals:
        opened: a row was opened, with the place of its store in the survey.
        menu_wanted: a context menu, with its place on the screen.
    """

    opened = Signal(int)
    menu_wanted = Signal(QPoint)

    def __init__(self, services: WindowServices) -> None:
        super().__init__()
        self._services = services
        self._job: Job | None = None
        self._failure: JobFailure | None = None
        look = services.look
        self._model = StoreFiguresModel(look.figures, look.icons, look.names, self)
        self.table = RowsTable("valueStoresTable", STORE_COLUMNS)
        self.table.setAccessibleName(self.tr("Caches by key"))
        self.table.setModel(self._model)
        self.table.setItemDelegate(CellDelegate(self._model.cell, STORE_COLUMNS, self.table))
        self.table.setItemDelegateForColumn(
            StoreColumn.BUDGET, BarDelegate(self._bar, lambda: look.theme, self.table))
        self.table.lay_out_columns(services.memory)
        self.table.let_sort(-1, Qt.SortOrder.AscendingOrder)
        self.title = heading(self.tr("Caches by key"))
        self.title.setContentsMargins(12, 8, 12, 4)
        self.problem = WrappedLabel()
        self.problem.setProperty("role", "fault")
        self.problem.setContentsMargins(12, 0, 12, 4)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for widget in (self.title, self.problem, self.table):
            layout.addWidget(widget)
        self.table.opened.connect(self._open_row)
        self.table.sort_wanted.connect(self._model.sort)
        self.table.menu_wanted.connect(self.menu_wanted)
        look.changed.connect(self.table.viewport().update)
        look.changed.connect(self._show_failure)
        self.count_again()

    @property
    def is_settled(self) -> bool:
        """Whether the figures of the latest survey are shown."""
        return self._job is None

    def remember(self) -> None:
        """Column widths."""
        self.table.keep_columns(self._services.memory)

    def count_again(self) -> None:
        """Ask for the figures of the stores that the latest survey found."""
        if self._job is not None:
            self._services.lanes.cancel(self._job)
            self._job = None
        self.problem.hide()
        wanted = self._store_ids()
        self.setVisible(bool(wanted))
        if not wanted:
            self._model.show_rows(())
            return
        session = self._services.session
        job = session.request(
            "stats", session.about_this(StatsOptions, stores=wanted), self.tr("Count"),
            quiet=True, digest=read_store_figures)
        self._job = job
        job.succeeded.connect(lambda stores: self._on_counted(job, stores))
        job.failed.connect(lambda failure: self._on_failed(job, failure))
        job.finished.connect(lambda: self._on_over(job))
        self._services.lanes.submit(job)

    def _store_ids(self) -> tuple[str, ...]:
        snapshot = self._services.session.snapshot
        if snapshot is None or self._services.session.options is None:
            return ()
        return tuple(store.id for store in snapshot.document.stores if has_preview(store.kind))

    def _on_counted(self, job: Job, stores: tuple[StoreFigures, ...]) -> None:
        if job is not self._job:
            return
        snapshot = self._services.session.snapshot
        others = () if snapshot is None else snapshot.document.others
        surveyed = {other.store: other for other in others}
        self._model.show_rows([
            store.as_surveyed(surveyed[store.id]) if store.id in surveyed else store
            for store in stores])
        header = self.table.horizontalHeader()
        self._model.sort(header.sortIndicatorSection(), header.sortIndicatorOrder())

    def _on_failed(self, job: Job, failure: JobFailure) -> None:
        if job is self._job:
            self._failure = failure
            self._show_failure()
            self.problem.show()

    def _show_failure(self) -> None:
        if self._failure is not None:
            failure = self._failure.shown(self._services.look.names)
            self.problem.setText(f"{failure.problem} {failure.hint}".strip())

    def _on_over(self, job: Job) -> None:
        if job is self._job:
            self._job = None

    def _open_row(self, position: int) -> None:
        wanted, snapshot = self._model.row_at(position).id, self._services.session.snapshot
        if snapshot is None:
            return
        for at, store in enumerate(snapshot.document.stores):
            if store.id == wanted:
                self.opened.emit(at)

    def _bar(self, position: int) -> Bar:
        share = self._model.row_at(position).budget_share
        if share is None:
            return Bar(parts=(), figure="–", empty=True)
        role = "bar_good" if share <= 1 else "bar_warning"
        return Bar(parts=((min(share, 1.0), role),),
                   figure=self._services.look.figures.percent(share))
