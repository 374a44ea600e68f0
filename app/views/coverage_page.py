"""The Coverage tab: how far each concept is cached in each store."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtWidgets import QStackedLayout, QVBoxLayout, QWidget

from larder.app.commands.command_table import Context
from larder.app.models.coverage_model import COVERAGE_COLUMNS, CoverageColumn, CoverageModel
from larder.app.models.coverage_rows import CoverageRow
from larder.app.models.scope import Scope
from larder.app.models.store_columns import has_preview
from larder.app.models.survey_snapshot import SurveySnapshot
from larder.app.presentation.figures import Figures
from larder.app.services import WindowServices
from larder.app.views.bar_delegate import Bar, BarDelegate
from larder.app.views.cell_delegate import CellDelegate
from larder.app.views.page import Page
from larder.app.views.rows_table import RowsTable
from larder.app.views.value_stores import ValueStores
from larder.app.views.widgets import EmptyState


class CoveragePage(Page):
    """A table with a bar per row; opening a row shows its entries."""

    def __init__(self, services: WindowServices) -> None:
        super().__init__(QCoreApplication.translate("CoveragePage", "Coverage"))
        self._services = services
        look = services.look
        self._figures: Figures = look.figures
        self._model = CoverageModel(look.figures, look.icons, self, names=look.names)
        self.table = RowsTable("coverageTable", COVERAGE_COLUMNS)
        self.table.setAccessibleName(self.tr("Coverage per concept and store"))
        self.table.setModel(self._model)
        self.table.setItemDelegate(CellDelegate(self._model.cell, COVERAGE_COLUMNS, self.table))
        self.table.setItemDelegateForColumn(
            CoverageColumn.SHARE, BarDelegate(self._bar, lambda: look.theme, self.table))
        self.table.lay_out_columns(services.memory)
        self.table.let_sort(-1, Qt.SortOrder.AscendingOrder)
        self.empty = EmptyState()
        self.values = ValueStores(services)
        self._tables = QWidget()
        layout = QVBoxLayout(self._tables)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.table, 2)
        layout.addWidget(self.values, 1)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._tables)
        self._stack.addWidget(self.empty)
        self.table.opened.connect(self._open_row)
        self.table.sort_wanted.connect(self._model.sort)
        self.table.menu_wanted.connect(self._show_menu)
        self.values.opened.connect(self._open_store)
        services.session.survey_changed.connect(self._show_survey)
        look.changed.connect(self.table.viewport().update)
        self._show_survey()

    def copy_selection(self) -> None:
        """The selected rows, as they are shown."""
        (self.values.table if self.values.table.hasFocus() else self.table).copy_rows()

    def remember(self) -> None:
        """Column widths."""
        self.table.keep_columns(self._services.memory)
        self.values.remember()

    @property
    def is_settled(self) -> bool:
        """Whether the figures of every store are shown."""
        return self.values.is_settled

    def _show_survey(self) -> None:
        pages = self._services.session.pages
        rows = () if pages is None else tuple(
            row for row in pages.coverage if not has_preview(_kind_of(pages.snapshot, row)))
        self._model.show_rows(rows)
        self.values.count_again()
        header = self.table.horizontalHeader()
        self._model.sort(header.sortIndicatorSection(), header.sortIndicatorOrder())
        if pages is None:
            self.empty.show_icon(self._services.look.icons.icon("page-coverage"))
            self.empty.show_text(self.tr("Reading the caches…"))
            self._stack.setCurrentWidget(self.empty)
        elif not pages.coverage:
            self.empty.show_icon(self._services.look.icons.icon("page-coverage"))
            self.empty.show_text(self.tr("No cache was found in this workspace."),
                                 hint=self.tr("The trainer makes one when it starts."))
            self._stack.setCurrentWidget(self.empty)
        else:
            self._stack.setCurrentWidget(self._tables)
        self.table.setVisible(bool(rows))

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
