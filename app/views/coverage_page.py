"""The Coverage tab: how far each concept is cached in each store."""

from __future__ import annotations

import enum
from functools import partial
from itertools import pairwise

from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from larder.app.commands.command_table import Context
from larder.app.models.entry_rows import has_preview
from larder.app.models.survey_pages import CoverageRow
from larder.app.models.survey_snapshot import SurveySnapshot
from larder.app.models.tables import RIGHT, Cell, ColumnSpec, FactsTable, Unit, amount_cell
from larder.app.presentation.figures import Figures
from larder.app.presentation.looks import kind_icon, state_look
from larder.app.services import WindowServices
from larder.app.view_state import Scope
from larder.app.views.next_steps import NextSteps, shown_steps
from larder.app.views.page import Page
from larder.app.views.painted_cells import Bar, BarDelegate
from larder.app.views.rows_table import KeptPlace, RowsTable
from larder.app.views.value_stores import ValueStores
from larder.app.views.widgets import (
    ContentStack,
    Remainder,
    fill_column,
    filled,
    link_button,
    scrolled,
)

_tr = partial(QCoreApplication.translate, "CoverageModel")


class CoverageColumn(enum.IntEnum):
    """Columns of the Coverage table, in their default order."""

    CONCEPT = 0
    KIND = 1
    STATE = 2
    SHARE = 3
    CACHED = 4
    WANTED = 5
    STALE = 6
    MISSING = 7
    OFFLINE = 8
    BYTES = 9
    BYTES_EACH = 10
    SOURCES = 11
    GONE = 12


COVERAGE_COLUMNS: dict[int, ColumnSpec] = {
    CoverageColumn.CONCEPT: ColumnSpec("Concept", 18, least=11, sort=lambda row: (
        not row.concept, row.concept.casefold(), row.kind)),
    CoverageColumn.KIND: ColumnSpec("Kind", 11, sort="kind"),
    CoverageColumn.STATE: ColumnSpec(
        "State", 15, elide=Qt.TextElideMode.ElideRight, sort="state"),
    CoverageColumn.SHARE: ColumnSpec("Covered", 15, least=11, sort="share"),
    CoverageColumn.CACHED: ColumnSpec("Cached", 8, align=RIGHT, sort="covered", leaves=1),
    CoverageColumn.WANTED: ColumnSpec("Wanted", 9, align=RIGHT, shown=False, sort="wanted"),
    CoverageColumn.STALE: ColumnSpec("Out of date", 10, align=RIGHT, sort="stale", leaves=4),
    CoverageColumn.MISSING: ColumnSpec("Not cached", 10, align=RIGHT, sort="missing", leaves=3),
    CoverageColumn.OFFLINE: ColumnSpec("Offline", 9, align=RIGHT, shown=False, sort="offline"),
    CoverageColumn.BYTES: ColumnSpec("Bytes", 10, align=RIGHT, sort="bytes", leaves=2,
                                      unit=Unit.BYTES),
    CoverageColumn.BYTES_EACH: ColumnSpec(
        "Each", 10, align=RIGHT, shown=False, sort="bytes_each", unit=Unit.BYTES),
    CoverageColumn.SOURCES: ColumnSpec("Sources", 9, align=RIGHT, shown=False, sort="sources"),
    CoverageColumn.GONE: ColumnSpec("File gone", 9, align=RIGHT, shown=False, sort="gone"),
}


class CoverageModel(FactsTable[CoverageRow]):
    """Rows of `coverage_rows`."""

    columns = COVERAGE_COLUMNS
    translate = staticmethod(_tr)

    def cell(self, position: int, column: int) -> Cell:
        """One cell."""
        row = self._rows[position]
        match CoverageColumn(column):
            case CoverageColumn.CONCEPT:
                return Cell(text=self._concept_text(row), muted=not row.concept or not row.enabled)
            case CoverageColumn.KIND:
                return Cell(text=self.names.store(row.kind),
                            icon=self.icons.icon(kind_icon(row.kind)))
            case CoverageColumn.STATE:
                look = state_look(row.state)
                return Cell(text=look.word, icon=self.icons.of_look(look))
            case CoverageColumn.SHARE:
                return Cell(text=self.figures.percent(row.share) if row.wanted else "–")
            case CoverageColumn.BYTES | CoverageColumn.BYTES_EACH:
                return amount_cell(self.raw(position, column), self.figures.bytes)
            case _:
                return amount_cell(self.raw(position, column), self.figures.count)

    def _concept_text(self, row: CoverageRow) -> str:
        if not row.concept:
            return _tr("(in no concept)")
        name = self.names.concept(row.concept)
        return name if row.enabled else _tr("%1 (disabled)").replace("%1", name)

    def tip(self, position: int, column: int) -> str:
        """What a tooltip says of a cell, "" where there is no more to say."""
        row = self._rows[position]
        if column == CoverageColumn.STATE:
            return state_look(row.state).meaning
        if column == CoverageColumn.BYTES:
            return self.figures.exact_bytes(row.bytes)
        return self._share_sentence(row) if column == CoverageColumn.SHARE else ""

    def spoken(self, position: int, column: int) -> str:
        """What a screen reader says of a cell; a share with its two numbers."""
        if column == CoverageColumn.SHARE:
            return self._share_sentence(self._rows[position])
        return super().spoken(position, column)

    def _share_sentence(self, row: CoverageRow) -> str:
        text = _tr("%1 of %2, %3 percent")
        return (text.replace("%1", self.figures.count(row.covered))
                .replace("%2", self.figures.count(row.wanted))
                .replace("%3", self.figures.count(int(row.share * 100))))


HEIGHT_PER_LINE = 150
"""Pixels of the page per line of cards above the table."""
LEAST_FOR_LINK = 200
"""Pixels of the page, for what stands between the cards and the table."""
LEAST_TABLE = 110
"""Pixels; a header and three rows. Where there is less for both tables, the page scrolls."""


class CoveragePage(Page):
    """What to do next, and a table with a bar per row; opening a row shows its entries."""

    def __init__(self, services: WindowServices) -> None:
        super().__init__(QCoreApplication.translate("CoveragePage", "Coverage"))
        self._services = services
        look = services.look
        self._figures: Figures = look.figures
        self._model = CoverageModel(look.figures, look.icons, look.names, self)
        self.table = RowsTable("coverageTable", COVERAGE_COLUMNS)
        self.table.setAccessibleName(self.tr("Coverage by concept and cache"))
        self.table.show_model(self._model, services.memory)
        self.table.setItemDelegateForColumn(
            CoverageColumn.SHARE, BarDelegate(self._bar, lambda: look.theme, self.table))
        self.table.fit_columns(
            CoverageColumn.CONCEPT, by_contents=(CoverageColumn.KIND, CoverageColumn.STATE))
        self.table.let_sort(-1)
        self.table.sort_wanted.connect(self._model.sort)
        self.values = ValueStores(services)
        tables = QWidget()
        layout = filled(QVBoxLayout(tables), self.table, self.values, stretched=self.values)
        layout.setStretchFactor(self.table, 2)
        self.table.setMinimumHeight(LEAST_TABLE)
        self.values.setMinimumHeight(LEAST_TABLE)
        self._stack = ContentStack(tables)
        self.empty = self._stack.empty
        self.steps = NextSteps(services)
        self.training = link_button(self.tr("What would training get wrong?"))
        self.training.setToolTip(self.tr(
            "Cached files can hold NaN, zeros, damage, or what was made from another file."))
        self.training.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.training.clicked.connect(lambda: services.commands.run("training"))
        body, rest = QWidget(), Remainder(self._stack)
        fill_column(body, self.steps, self.training, rest, stretched=rest)
        fill_column(self, scrolled(body))
        self.table.opened.connect(self._open_row)
        self.table.menu_wanted.connect(self._show_menu)
        self.values.opened.connect(self._open_store)
        services.session.survey_changed.connect(self._show_survey)
        look.changed.connect(self.table.viewport().update)
        self._show_survey()

    def copy_selection(self) -> None:
        """The selected rows, as they are shown."""
        (self.values.table if self.values.table.hasFocus() else self.table).copy_rows()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A low page keeps its room for the table: the other cards wait behind a link."""
        super().resizeEvent(event)
        self.steps.let_take(
            self.height() // HEIGHT_PER_LINE, names=self.height() >= LEAST_FOR_LINK)
        self._show_training()

    def _show_training(self) -> None:
        """Where something is known, a card says it; a very low page has its table instead."""
        pages = self._services.session.pages
        self.training.setVisible(
            self.height() >= LEAST_FOR_LINK and pages is not None and bool(pages.coverage)
            and not any(step.shows for step in pages.snapshot.document.next_steps))

    @property
    def is_settled(self) -> bool:
        """Whether the figures of every store are shown."""
        return self.values.is_settled

    def _show_survey(self) -> None:
        pages = self._services.session.pages
        rows = () if pages is None else tuple(
            row for row in pages.coverage if not has_preview(_kind_of(pages.snapshot, row)))
        before = KeptPlace(self.table, lambda index: self._model.row_at(index.row()).scope)
        self._model.show_rows(rows)
        had_focus = self.steps.isAncestorOf(self.window().focusWidget())
        self.steps.show_steps(() if pages is None else shown_steps(pages.snapshot.document))
        for first, then in pairwise((*self.steps.controls, self.training, self.table,
                                     self.values.table)):
            self.setTabOrder(first, then)
        self._show_training()
        self.values.count_again()
        self.table.sort_again()
        self.table.fit_again()
        before.restore()
        icon = self._services.look.icons.icon("page-coverage")
        if pages is None:
            self._stack.say(self.tr("Reading the caches…"), icon)
        elif not pages.coverage:
            self._stack.say(self.tr("No cache was found in this workspace."), icon,
                            hint=self.tr("The trainer makes one when it starts."))
        else:
            self._stack.show_content()
        self.table.setVisible(bool(rows))
        if had_focus:
            # The card that had it is another one now, or of another survey.
            self.take_focus()

    def _open_row(self, position: int) -> None:
        self._services.view.look_at(self._model.row_at(position).scope)
        self._services.view.show_page("entries")

    def _open_store(self, store: int) -> None:
        self._services.view.look_at(Scope(store=store))
        self._services.view.show_page("entries")

    def _show_menu(self, at: QPoint) -> None:
        self._services.commands.context_menu(Context.COVERAGE, self).popup(at)

    def _bar(self, position: int) -> Bar:
        row = self._model.row_at(position)
        if not row.wanted:
            return Bar(parts=(), figure="–", empty=True)
        return Bar(
            parts=((row.covered / row.wanted, "bar_good"),
                   (row.stale / row.wanted, "bar_warning"),
                   (row.offline / row.wanted, "bar_note")),
            figure=self._figures.percent(row.share))


def _kind_of(snapshot: SurveySnapshot, row: CoverageRow) -> str:
    return snapshot.document.stores[row.scope.store or 0].kind
