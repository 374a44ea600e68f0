"""The stores of single values on the Coverage page: what they hold, and how they served.

No config says what they should hold, so there is no share of it to show.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

import msgspec
from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QWidget

from larder.app.jobs.awaited_job import AwaitedJob
from larder.app.jobs.job import read_document
from larder.app.models.entry_rows import has_preview
from larder.app.models.tables import (
    NONE,
    Cell,
    FactsTable,
    RowColumn,
    Unit,
    count_column,
    in_order,
    size_column,
)
from larder.app.presentation.figures import Figures
from larder.app.presentation.looks import kind_icon, kind_word
from larder.app.presentation.sentences import Sentences
from larder.app.services import WindowServices
from larder.app.widgets.painted_cells import Bar, BarDelegate
from larder.app.widgets.rows_table import facts_table
from larder.app.widgets.widgets import WrappedLabel, fill_column, heading
from larder.core.requests.options import Answer, StatsOptions
from larder.core.survey.document import StoreCoverage, StoreFigures, WorkspaceStats
from larder.core.worker_protocol import Failed

_tr = Sentences("Stores")

BUDGET = 8
"""The column that is painted as a bar."""


class SurveyedFigures(StoreFigures, frozen=True, kw_only=True):
    """One store, with what the survey counted in it.

    Attributes:
        stale: values that no longer fit their source.
        missing: values that are named and not on disk.
        gone: values of deleted sources.
        renamed: values of sources that have another name now.
    """

    stale: int = 0
    missing: int = 0
    gone: int = 0
    renamed: int = 0

    @property
    def bytes_each(self) -> float:
        """Bytes per value, 0 without values."""
        return self.bytes / self.entries if self.entries else 0.0

    @property
    def budget_share(self) -> float | None:
        """Part of the budget that is taken, None without a budget; above 1 beyond it."""
        return self.bytes / self.budget_bytes if self.budget_bytes else None


def as_surveyed(store: StoreFigures, coverage: StoreCoverage | None) -> SurveyedFigures:
    """One store with what a survey counted, where it counted anything."""
    counted = coverage or StoreCoverage()
    return SurveyedFigures(
        **msgspec.structs.asdict(store),
        stale=counted.stale, missing=counted.missing, gone=counted.gone,
        renamed=counted.renamed)


def read_store_figures(answer: Answer) -> tuple[StoreFigures, ...]:
    """Read the figures of the stores that record uses.

    Raises:
        ValueError: if it is no such document.
    """
    stores = read_document(answer, WorkspaceStats).stores
    return tuple(store for store in stores if store.can_prune)


def budget_sentence(store: StoreFigures, figures: Figures) -> str:
    """"3.5 MiB of 191 MiB"."""
    if not store.budget_bytes:
        return _tr("No budget is set.")
    text = _tr("%1 of %2").replace("%1", figures.bytes(store.bytes))
    return text.replace("%2", figures.bytes(store.budget_bytes))


def lookups_sentence(store: StoreFigures, figures: Figures) -> str:
    """How often it was asked."""
    if not store.lookups:
        return _tr("No use has been recorded yet.")
    text = _tr(
        "%1 of %2 requested files were in the cache.").replace("%1", figures.count(store.hits or 0))
    return text.replace("%2", figures.count(store.lookups))


def _lookups_column(title: str, width: int, name: str, *, leaves: int) -> RowColumn:
    return count_column(title, width, name, leaves=leaves,
                        tip=lambda table, row: lookups_sentence(row, table.figures))


class StoreFiguresModel(FactsTable[SurveyedFigures]):
    """Table model of `SurveyedFigures` rows."""

    translate = staticmethod(_tr)
    made_at_ns = 0
    columns = in_order(
        RowColumn("Cache", 16, sort=lambda row: row.id.casefold(), cell=lambda table, row: Cell(
            text=table.names.store(row.id), icon=table.icons.icon(kind_icon(row.kind)))),
        RowColumn("Content", 16, least=10, leaves=4, elide=Qt.TextElideMode.ElideRight, sort="kind",
                  cell=lambda _, row: Cell(text=kind_word(row.kind))),
        count_column("Entries", 8, "entries"),
        count_column("Out of date", 10, "stale", leaves=7),
        count_column("Not cached", 10, "missing", leaves=6),
        count_column("File deleted", 9, "gone", shown=False),
        size_column("Bytes", 10, "bytes"),
        size_column("Bytes per entry", 11, "bytes_each", shown=False),
        RowColumn("Of budget", 10, leaves=8, sort=lambda row: (
            -1.0 if row.budget_share is None else row.budget_share),
            cell=lambda table, row: Cell(text="–" if row.budget_share is None
                                         else table.figures.percent(row.budget_share)),
            tip=lambda table, row: budget_sentence(row, table.figures)),
        _lookups_column("Hits", 7, "hits", leaves=2),
        _lookups_column("Misses", 7, "misses", leaves=1),
        replace(_lookups_column("Hit rate", 9, "hit_rate", leaves=3), cell=lambda table, row: (
            Cell(text=table.figures.percent(row.hit_rate)) if row.lookups and row.hit_rate is not
            None else Cell(text="–", muted=True))),
        RowColumn("Last used", 12, elide=Qt.TextElideMode.ElideRight, sort="last_used_ns", leaves=5,
                  unit=Unit.MOMENT, cell=lambda table, row: Cell(
                      text=NONE if row.last_used_ns is None
                      else table.figures.age(row.last_used_ns, table.made_at_ns),
                      raw=row.last_used_ns),
                  tip=lambda table, row: "" if row.last_used_ns is None
                  else table.figures.moment(row.last_used_ns)),
        count_column("Unfinished", 11, "temporaries", shown=False),
    )

    def show_rows(self, rows: Sequence[SurveyedFigures]) -> None:
        """Show these rows in the order given."""
        self.made_at_ns = time.time_ns()
        super().show_rows(rows)

    def spoken(self, position: int, column: int) -> str:
        """Return a cell's text for screen readers; a budget is a sentence."""
        return (self.tip if column == BUDGET else super().spoken)(position, column)


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
        self._counting = AwaitedJob(services.lanes, self._on_counted, self._on_failed)
        self._failure: Failed | None = None
        look = services.look
        self._model = StoreFiguresModel(look.figures, look.icons, look.names, self)
        self.table = facts_table(
            self._model, "valueStoresTable", self.tr("Caches of your own files"), services.memory,
            0, (0, 1), sort=self._model.sort)
        self.table.setItemDelegateForColumn(
            BUDGET, BarDelegate(self._bar, lambda: look.theme, self.table))
        self.title = heading(self.tr("Caches of your own files"))
        self.title.setContentsMargins(12, 8, 12, 4)
        self.problem = WrappedLabel()
        self.problem.setProperty("role", "fault")
        self.problem.setContentsMargins(12, 0, 12, 4)
        fill_column(self, self.title, self.problem, self.table)
        self.table.opened.connect(self._open_row)
        self.table.menu_wanted.connect(self.menu_wanted)
        look.changed.connect(self.table.viewport().update)
        look.changed.connect(self._show_failure)
        self.count_again()

    @property
    def is_settled(self) -> bool:
        """True if the figures of the latest survey are shown."""
        return self._counting.is_idle

    def count_again(self) -> None:
        """Ask for the figures of the stores that the latest survey found."""
        self._counting.drop()
        self.problem.hide()
        wanted = self._store_ids()
        self.setVisible(bool(wanted))
        if not wanted:
            self._model.show_rows(())
            return
        session = self._services.session
        self._counting.start(session.request(
            "stats", session.about_this(StatsOptions, stores=wanted), self.tr("Count"),
            quiet=True, digest=read_store_figures))

    def _store_ids(self) -> tuple[str, ...]:
        snapshot = self._services.session.snapshot
        if snapshot is None or self._services.session.options is None:
            return ()
        return tuple(store.id for store in snapshot.document.stores if has_preview(store.kind))

    def _on_counted(self, stores: tuple[StoreFigures, ...]) -> None:
        snapshot = self._services.session.snapshot
        others = () if snapshot is None else snapshot.document.others
        surveyed = {other.store: other for other in others}
        self._model.show_rows([as_surveyed(store, surveyed.get(store.id)) for store in stores])
        self.table.sort_again()
        self.table.fit_again()

    def _on_failed(self, failure: Failed) -> None:
        self._failure = failure
        self._show_failure()
        self.problem.show()

    def _show_failure(self) -> None:
        if self._failure is not None:
            failure = self._services.look.names.failure(self._failure)
            self.problem.setText(f"{failure.problem} {failure.hint}".strip())

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
