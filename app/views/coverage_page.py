"""The Coverage tab: how far each concept is cached in each store."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtWidgets import QStackedLayout

from app.commands.command import Context
from app.models.coverage_model import COVERAGE_COLUMNS, CoverageColumn, CoverageModel
from app.presentation.figures import Figures
from app.services import WindowServices
from app.views.bar_delegate import Bar, BarDelegate
from app.views.cell_delegate import CellDelegate
from app.views.page import Page
from app.views.rows_table import RowsTable
from app.views.widgets import EmptyState


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
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self.table)
        self._stack.addWidget(self.empty)
        self.table.opened.connect(self._open_row)
        self.table.sort_wanted.connect(self._model.sort)
        self.table.menu_wanted.connect(self._show_menu)
        services.session.survey_changed.connect(self._show_survey)
        look.changed.connect(self.table.viewport().update)
        self._show_survey()

    def copy_selection(self) -> None:
        """The selected rows, as they are shown."""
        self.table.copy_rows()

    def remember(self) -> None:
        """Column widths."""
        self.table.keep_columns(self._services.memory)

    def _show_survey(self) -> None:
        pages = self._services.session.pages
        self._model.show_rows(pages.coverage if pages is not None else ())
        header = self.table.horizontalHeader()
        self._model.sort(header.sortIndicatorSection(), header.sortIndicatorOrder())
        if pages is not None and not pages.coverage:
            self.empty.show_icon(self._services.look.icons.icon("page-coverage"))
            self.empty.show_text(self.tr("No cache was found in this workspace."),
                                 hint=self.tr("The trainer makes one when it starts."))
            self._stack.setCurrentWidget(self.empty)
        else:
            self._stack.setCurrentWidget(self.table)

    def _open_row(self, position: int) -> None:
        self._services.view.look_at(self._model.row_at(position).scope)
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
