"""The Coverage table: a few rows per concept, sorted by raw value."""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, Qt

from larder.app.models.columns import RIGHT, Cell, ColumnSpec
from larder.app.models.coverage_rows import CoverageRow
from larder.app.models.facts_table import FactsTable
from larder.app.presentation.figures import Figures
from larder.app.presentation.icons import IconShelf
from larder.app.presentation.looks import kind_icon, state_look
from larder.app.presentation.shown_names import ShownNames


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
    CoverageColumn.CONCEPT: ColumnSpec("Concept", 18),
    CoverageColumn.KIND: ColumnSpec("Kind", 11),
    CoverageColumn.STATE: ColumnSpec("State", 14, elide=Qt.TextElideMode.ElideRight),
    CoverageColumn.SHARE: ColumnSpec("Covered", 17),
    CoverageColumn.CACHED: ColumnSpec("Cached", 9, align=RIGHT),
    CoverageColumn.WANTED: ColumnSpec("Wanted", 9, align=RIGHT, shown=False),
    CoverageColumn.STALE: ColumnSpec("Stale", 8, align=RIGHT),
    CoverageColumn.MISSING: ColumnSpec("Missing", 9, align=RIGHT),
    CoverageColumn.OFFLINE: ColumnSpec("Offline", 9, align=RIGHT, shown=False),
    CoverageColumn.BYTES: ColumnSpec("Bytes", 11, align=RIGHT),
    CoverageColumn.BYTES_EACH: ColumnSpec("Each", 11, align=RIGHT),
    CoverageColumn.SOURCES: ColumnSpec("Sources", 9, align=RIGHT, shown=False),
    CoverageColumn.GONE: ColumnSpec("Gone", 9, align=RIGHT, shown=False),
}

_SORT_KEYS: dict[CoverageColumn, Callable[[CoverageRow], Any]] = {
    CoverageColumn.CONCEPT: lambda row: (not row.concept, row.concept.casefold(), row.kind),
    CoverageColumn.KIND: lambda row: row.kind,
    CoverageColumn.STATE: lambda row: row.state,
    CoverageColumn.SHARE: lambda row: row.share,
    CoverageColumn.CACHED: lambda row: row.covered,
    CoverageColumn.WANTED: lambda row: row.wanted,
    CoverageColumn.STALE: lambda row: row.stale,
    CoverageColumn.MISSING: lambda row: row.missing,
    CoverageColumn.OFFLINE: lambda row: row.offline,
    CoverageColumn.BYTES: lambda row: row.bytes,
    CoverageColumn.BYTES_EACH: lambda row: row.bytes_each,
    CoverageColumn.SOURCES: lambda row: row.sources,
    CoverageColumn.GONE: lambda row: row.gone,
}


class CoverageModel(FactsTable[CoverageRow]):
    """Rows of `coverage_rows`."""

    def __init__(
        self, figures: Figures, icons: IconShelf, parent: QObject | None = None, *,
        names: ShownNames | None = None,
    ) -> None:
        super().__init__(COVERAGE_COLUMNS, _tr, parent)
        self._names = names or ShownNames()
        self._figures = figures
        self._icons = icons

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by raw value, stably; -1 keeps the order."""
        if column not in set(CoverageColumn):
            return
        self.beginResetModel()
        self._rows.sort(key=_SORT_KEYS[CoverageColumn(column)],
                        reverse=order == Qt.SortOrder.DescendingOrder)
        self.endResetModel()

    def cell(self, position: int, column: int) -> Cell:
        """One cell."""
        row, kind = self._rows[position], CoverageColumn(column)
        match kind:
            case CoverageColumn.CONCEPT:
                return Cell(text=self._concept_text(row), muted=not row.concept or not row.enabled)
            case CoverageColumn.KIND:
                return Cell(text=self._names.store(row.kind),
                            icon=self._icons.icon(kind_icon(row.kind)))
            case CoverageColumn.STATE:
                look = state_look(row.state)
                return Cell(text=look.word, icon=self._icons.of_look(look))
            case CoverageColumn.SHARE:
                return Cell(text=self._figures.percent(row.share) if row.wanted else "–")
            case CoverageColumn.BYTES | CoverageColumn.BYTES_EACH:
                size = int(_SORT_KEYS[kind](row))
                return Cell(text=self._figures.bytes(size) if size else "–", muted=not size)
            case _:
                count = int(_SORT_KEYS[kind](row))
                return Cell(text=self._figures.count(count) if count else "–", muted=not count)

    def _concept_text(self, row: CoverageRow) -> str:
        if not row.concept:
            return _tr("(under no concept)")
        name = self._names.concept(row.concept)
        return name if row.enabled else _tr("%1 (disabled)").replace("%1", name)

    def tip(self, position: int, column: int) -> str:
        """What a tooltip says of a cell, "" where there is no more to say."""
        row = self._rows[position]
        if column == CoverageColumn.STATE:
            return state_look(row.state).meaning
        if column == CoverageColumn.BYTES:
            return self._figures.exact_bytes(row.bytes)
        return self._share_sentence(row) if column == CoverageColumn.SHARE else ""

    def spoken(self, position: int, column: int) -> str:
        """What a screen reader says of a cell; a share with its two numbers."""
        if column == CoverageColumn.SHARE:
            return self._share_sentence(self._rows[position])
        return super().spoken(position, column)

    def _share_sentence(self, row: CoverageRow) -> str:
        text = _tr("%1 of %2, %3 percent")
        return (text.replace("%1", self._figures.count(row.covered))
                .replace("%2", self._figures.count(row.wanted))
                .replace("%3", self._figures.count(int(row.share * 100))))


def _tr(text: str) -> str:
    return QCoreApplication.translate("CoverageModel", text)
