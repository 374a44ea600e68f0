"""The Coverage tab: how far each concept is cached in each store."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from larder.app.command_table import Context
from larder.app.models.entry_rows import has_preview
from larder.app.models.survey_pages import CoverageRow
from larder.app.models.survey_snapshot import SurveySnapshot
from larder.app.models.tables import (
    Cell,
    FactsTable,
    RowColumn,
    count_column,
    in_order,
    size_column,
)
from larder.app.presentation.figures import Figures
from larder.app.presentation.looks import state_look
from larder.app.presentation.sentences import Sentences, one_after_another
from larder.app.services import WindowServices
from larder.app.view_state import Scope
from larder.app.views.next_steps import NextSteps, shown_steps
from larder.app.views.page import Page
from larder.app.views.panels import standing_text
from larder.app.views.value_stores import ValueStores
from larder.app.widgets.painted_cells import Bar, BarDelegate
from larder.app.widgets.rows_table import KeptPlace, facts_table
from larder.app.widgets.widgets import (
    ContentStack,
    Remainder,
    fill_column,
    fill_layout,
    link_button,
    make_scrollable,
)

_tr = partial(QCoreApplication.translate, "CoverageModel")
_count = Sentences("CoveragePage")


CONCEPT, KIND, STATE, SHARE = range(4)
"""The first columns."""

HEIGHT_PER_LINE = 130
"""Pixels of the page per line of cards above the table."""
LINKS_MARGIN = 24
"""Pixels that the links below the cards take besides their words."""
LEAST_FOR_LINK = 200
"""Pixels of the page, for what stands between the cards and the table."""
LEAST_TABLE = 110
"""Pixels; a header and three rows. Where there is less for both tables, the page scrolls."""


def _concept_cell(table: CoverageModel, row: CoverageRow) -> Cell:
    if not row.concept:
        return Cell(_tr("(in no concept)"), muted=True)
    name = table.names.concept(row.concept)
    return Cell(name if row.enabled else _tr("%1 (disabled)").replace("%1", name),
                muted=not row.enabled)


def _share_sentence(table: CoverageModel, row: CoverageRow) -> str:
    count = table.figures.count
    return (_tr("%1 of %2, %3 percent").replace("%1", count(row.covered))
            .replace("%2", count(row.wanted)).replace("%3", count(int(row.share * 100))))


class CoverageModel(FactsTable[CoverageRow]):
    """Table model of the rows of `coverage_rows`."""

    translate = staticmethod(_tr)
    columns = in_order(
        RowColumn("Concept", 18, least=11, cell=_concept_cell, sort=lambda row: (
            not row.concept, row.concept.casefold(), row.kind)),
        RowColumn("Kind", 11, sort="kind", cell=lambda table, row: table.store_cell(row.kind)),
        RowColumn("State", 15, elide=Qt.TextElideMode.ElideRight, sort="state",
                  cell=lambda table, row: table.look_cell(state_look(row.state)),
                  tip=lambda _, row: state_look(row.state).meaning),
        RowColumn("Covered", 15, least=11, most=48, sort="share", tip=_share_sentence,
                  cell=lambda table, row: Cell(
                      table.figures.percent(row.share) if row.wanted else "–")),
        count_column("Cached", 8, "covered", leaves=1),
        count_column("Wanted", 9, "wanted", shown=False),
        count_column("Out of date", 10, "stale", leaves=4),
        count_column("Not cached", 10, "missing", leaves=3),
        count_column("Out of reach", 9, "offline", shown=False),
        size_column("Bytes", 10, "bytes", leaves=2),
        size_column("Bytes per entry", 10, "bytes_each", shown=False),
        count_column("Sources", 9, "sources", shown=False),
        count_column("File deleted", 9, "gone", shown=False),
    )

    def spoken(self, position: int, column: int) -> str:
        """Return a cell's text for screen readers; a share comes with its two numbers."""
        return (self.tip if column == SHARE else super().spoken)(position, column)


class CoveragePage(Page):
    """Page with the next steps and a table with a bar per row. Opening a row shows its entries."""

    def __init__(self, services: WindowServices) -> None:
        super().__init__(QCoreApplication.translate("CoveragePage", "Coverage"))
        self._services = services
        look = services.look
        self._figures: Figures = look.figures
        self._model = CoverageModel(look.figures, look.icons, look.names, self)
        self.table = facts_table(
            self._model, "coverageTable", self.tr("Coverage by concept and cache"),
            services.memory, CONCEPT, (KIND, STATE), sort=self._model.sort)
        self.table.setItemDelegateForColumn(
            SHARE, BarDelegate(self._bar, lambda: look.theme, self.table))
        self.values = ValueStores(services)
        tables = QWidget()
        layout = fill_layout(QVBoxLayout(tables), self.table, self.values, stretched=self.values)
        layout.setStretchFactor(self.table, 2)
        self.table.setMinimumHeight(LEAST_TABLE)
        self.values.setMinimumHeight(LEAST_TABLE)
        self._stack = ContentStack(tables)
        self.empty = self._stack.empty
        self.steps = NextSteps(services)
        self.training = link_button(self.tr("What would training get wrong?"))
        self.training.setToolTip(self.tr(
            "Cached files can be damaged, contain NaN or zeros, or belong to another file."))
        self.training.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.training.clicked.connect(lambda: services.commands.run("training"))
        self.unopened = link_button("")
        self.unopened.setToolTip(self.tr(
            "A damaged picture, caption or mask can stop the trainer."))
        self.unopened.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.unopened.clicked.connect(lambda: services.commands.run("check"))
        body, rest = QWidget(), Remainder(self._stack)
        self._links = fill_layout(QHBoxLayout(), self.training, self.unopened, None, spacing=6)
        fill_column(body, self.steps, self._links, rest, stretched=rest)
        fill_column(self, make_scrollable(body))
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
        beside = self.training.sizeHint().width() + self.unopened.sizeHint().width()
        self._links.setDirection(
            QHBoxLayout.Direction.LeftToRight if beside + LINKS_MARGIN <= self.width()
            else QHBoxLayout.Direction.TopToBottom)
        self.steps.let_take(
            self.height() // HEIGHT_PER_LINE, names=self.height() >= LEAST_FOR_LINK)
        self._show_training()

    def _show_training(self) -> None:
        """Where something is known, a card says it; a very low page has its table instead."""
        pages = self._services.session.pages
        self.training.setVisible(
            self.height() >= LEAST_FOR_LINK and pages is not None and bool(pages.coverage)
            and not any(step.shows == "training"
                        for step in pages.snapshot.document.next_steps))
        unopened = 0 if pages is None else pages.snapshot.sources.never_opened
        self.unopened.setText(one_after_another((
            _count("%Ln source files were never opened.", unopened), self.tr("Read everything…"))))
        self.unopened.setVisible(
            self.height() >= LEAST_FOR_LINK and unopened > 0 and not self._is_said())

    def _is_said(self) -> bool:
        """Return whether the notice above the pages already counts the files never opened."""
        snapshot = self._services.session.snapshot
        text = None if snapshot is None else standing_text(
            snapshot, self._services.look.figures)
        return text is not None and text.command == "check"

    @property
    def is_settled(self) -> bool:
        """True if the figures of every store and the pictures of the cause are shown."""
        return self.values.is_settled and self.steps.is_settled

    def _show_survey(self) -> None:
        pages = self._services.session.pages
        rows = () if pages is None else tuple(
            row for row in pages.coverage if not has_preview(_kind_of(pages.snapshot, row)))
        before = KeptPlace(self.table, lambda index: self._model.row_at(index.row()).scope)
        self._model.show_rows(rows)
        had_focus = self.steps.isAncestorOf(self.window().focusWidget())
        if pages is None:
            self.steps.show_steps(())
        else:
            document = pages.snapshot.document
            self.steps.show_steps(shown_steps(document), document.headline or None)
        for first, then in pairwise((*self.steps.controls, self.training, self.unopened,
                                     self.table, self.values.table)):
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
            # Where something is wrong with the workspace, it may be what keeps a trainer from it.
            hint = "" if pages.snapshot.document.problems else self.tr(
                "The trainer makes one when it starts.")
            self._stack.say(self.tr("No cache was found in this workspace."), icon, hint=hint)
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
