"""The stores of single values on the Coverage page: what they hold, and how they served.

No config says what they should hold, so there is no share of it to show.
"""

from __future__ import annotations

import enum
import time
from collections.abc import Sequence

import msgspec
from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QWidget

from larder.app.jobs.job import JobFailure, read_document
from larder.app.jobs.job_lanes import AwaitedJob
from larder.app.models.entry_rows import has_preview
from larder.app.models.tables import RIGHT, Cell, ColumnSpec, FactsTable, amount_cell
from larder.app.presentation.figures import Figures
from larder.app.presentation.looks import kind_icon, kind_word
from larder.app.presentation.plurals import Sentences
from larder.app.services import WindowServices
from larder.app.views.rows_table import Bar, BarDelegate, RowsTable
from larder.app.views.widgets import WrappedLabel, fill_column, heading
from larder.core.requests.options import Answer, StatsOptions
from larder.core.survey.document import StoreCoverage, StoreFigures, WorkspaceStats

_tr = Sentences("Stores")


class SurveyedFigures(StoreFigures, frozen=True, kw_only=True):
    """One store, with what the survey counted in it.

    Attributes:
        stale: values that no longer fit their source.
        missing: values that are named and not on disk.
        gone: values of deleted sources.
    """

    stale: int = 0
    missing: int = 0
    gone: int = 0

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
        stale=counted.stale, missing=counted.missing, gone=counted.gone)


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
        return _tr("No lookup has been recorded yet.")
    text = _tr("%1 of %2 lookups found a value.").replace("%1", figures.count(store.hits or 0))
    return text.replace("%2", figures.count(store.lookups))


class StoreColumn(enum.IntEnum):
    """Columns in their default order."""

    STORE = 0
    KIND = 1
    ENTRIES = 2
    STALE = 3
    MISSING = 4
    GONE = 5
    BYTES = 6
    BYTES_EACH = 7
    BUDGET = 8
    HITS = 9
    MISSES = 10
    HIT_RATE = 11
    LAST_USED = 12
    TEMPORARIES = 13


STORE_COLUMNS: dict[int, ColumnSpec] = {
    StoreColumn.STORE: ColumnSpec("Store", 16, sort=lambda row: row.id.casefold()),
    StoreColumn.KIND: ColumnSpec("Content", 16, elide=Qt.TextElideMode.ElideRight, sort="kind"),
    StoreColumn.ENTRIES: ColumnSpec("Entries", 8, align=RIGHT, sort="entries"),
    StoreColumn.STALE: ColumnSpec("Stale", 6, align=RIGHT, sort="stale"),
    StoreColumn.MISSING: ColumnSpec("Missing", 8, align=RIGHT, sort="missing"),
    StoreColumn.GONE: ColumnSpec("Gone", 6, align=RIGHT, shown=False, sort="gone"),
    StoreColumn.BYTES: ColumnSpec("Bytes", 10, align=RIGHT, sort="bytes"),
    StoreColumn.BYTES_EACH: ColumnSpec("Each", 11, align=RIGHT, shown=False, sort="bytes_each"),
    StoreColumn.BUDGET: ColumnSpec("Of budget", 10, sort=lambda row: (
        -1.0 if row.budget_share is None else row.budget_share)),
    StoreColumn.HITS: ColumnSpec("Hits", 7, align=RIGHT, sort="hits"),
    StoreColumn.MISSES: ColumnSpec("Misses", 7, align=RIGHT, sort="misses"),
    StoreColumn.HIT_RATE: ColumnSpec("Hit rate", 9, align=RIGHT, sort="hit_rate"),
    StoreColumn.LAST_USED: ColumnSpec(
        "Last used", 12, elide=Qt.TextElideMode.ElideRight, sort="last_used_ns"),
    StoreColumn.TEMPORARIES: ColumnSpec(
        "Unfinished", 11, align=RIGHT, shown=False, sort="temporaries"),
}


class StoreFiguresModel(FactsTable[SurveyedFigures]):
    """Rows of `SurveyedFigures`."""

    columns = STORE_COLUMNS
    translate = staticmethod(_tr)
    _made_at_ns = 0

    def show_rows(self, rows: Sequence[SurveyedFigures]) -> None:
        """Show these rows in the order given."""
        self._made_at_ns = time.time_ns()
        super().show_rows(rows)

    def cell(self, position: int, column: int) -> Cell:
        """One cell."""
        row, figures = self._rows[position], self._figures
        match StoreColumn(column):
            case StoreColumn.STORE:
                return Cell(text=self._names.store(row.id),
                            icon=self._icons.icon(kind_icon(row.kind)))
            case StoreColumn.KIND:
                return Cell(text=kind_word(row.kind))
            case StoreColumn.BYTES | StoreColumn.BYTES_EACH:
                return amount_cell(int(self.raw(position, column)), figures.bytes)
            case StoreColumn.BUDGET:
                share = row.budget_share
                return Cell(text="–" if share is None else figures.percent(share))
            case StoreColumn.HIT_RATE:
                known = row.hit_rate is not None and row.lookups > 0
                return Cell(text=figures.percent(row.hit_rate or 0.0) if known else "–",
                            muted=not known)
            case StoreColumn.LAST_USED:
                return Cell(text="–" if row.last_used_ns is None
                            else figures.age(row.last_used_ns, self._made_at_ns))
            case _:
                return amount_cell(self.raw(position, column), figures.count)

    def tip(self, position: int, column: int) -> str:
        """What a tooltip says of a cell, "" where there is no more to say."""
        row = self._rows[position]
        if column == StoreColumn.BYTES:
            return self._figures.exact_bytes(row.bytes)
        if column == StoreColumn.BUDGET:
            return budget_sentence(row, self._figures)
        if column in (StoreColumn.HITS, StoreColumn.MISSES, StoreColumn.HIT_RATE):
            return lookups_sentence(row, self._figures)
        if column == StoreColumn.LAST_USED and row.last_used_ns is not None:
            return self._figures.moment(row.last_used_ns)
        return ""

    def spoken(self, position: int, column: int) -> str:
        """What a screen reader says of a cell; a budget as a sentence."""
        if column == StoreColumn.BUDGET:
            return self.tip(position, column)
        return super().spoken(position, column)


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
        self._failure: JobFailure | None = None
        look = services.look
        self._model = StoreFiguresModel(look.figures, look.icons, look.names, self)
        self.table = RowsTable("valueStoresTable", STORE_COLUMNS)
        self.table.setAccessibleName(self.tr("Caches by key"))
        self.table.show_model(self._model, services.memory)
        self.table.setItemDelegateForColumn(
            StoreColumn.BUDGET, BarDelegate(self._bar, lambda: look.theme, self.table))
        self.table.let_sort(-1)
        self.title = heading(self.tr("Caches by key"))
        self.title.setContentsMargins(12, 8, 12, 4)
        self.problem = WrappedLabel()
        self.problem.setProperty("role", "fault")
        self.problem.setContentsMargins(12, 0, 12, 4)
        fill_column(self, self.title, self.problem, self.table)
        self.table.opened.connect(self._open_row)
        self.table.sort_wanted.connect(self._model.sort)
        self.table.menu_wanted.connect(self.menu_wanted)
        look.changed.connect(self.table.viewport().update)
        look.changed.connect(self._show_failure)
        self.count_again()

    @property
    def is_settled(self) -> bool:
        """Whether the figures of the latest survey are shown."""
        return self._counting.is_idle

    def remember(self) -> None:
        """Column widths."""
        self.table.keep_columns(self._services.memory)

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

    def _on_failed(self, failure: JobFailure) -> None:
        self._failure = failure
        self._show_failure()
        self.problem.show()

    def _show_failure(self) -> None:
        if self._failure is not None:
            failure = self._failure.shown(self._services.look.names)
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
