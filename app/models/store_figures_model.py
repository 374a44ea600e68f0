"""The table of stores of single values: a few rows, sorted by raw value."""

from __future__ import annotations

import enum
import time
from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, Qt

from larder.app.models.columns import RIGHT, Cell, ColumnSpec
from larder.app.models.facts_table import FactsTable
from larder.app.models.store_figures import StoreFigures
from larder.app.presentation.figures import Figures
from larder.app.presentation.icons import IconShelf
from larder.app.presentation.looks import kind_icon
from larder.app.presentation.shown_names import ShownNames
from larder.app.presentation.store_texts import budget_sentence, kind_word, lookups_sentence


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
    StoreColumn.STORE: ColumnSpec("Store", 16),
    StoreColumn.KIND: ColumnSpec("Content", 16, elide=Qt.TextElideMode.ElideRight),
    StoreColumn.ENTRIES: ColumnSpec("Entries", 8, align=RIGHT),
    StoreColumn.STALE: ColumnSpec("Stale", 6, align=RIGHT),
    StoreColumn.MISSING: ColumnSpec("Missing", 8, align=RIGHT),
    StoreColumn.GONE: ColumnSpec("Gone", 6, align=RIGHT, shown=False),
    StoreColumn.BYTES: ColumnSpec("Bytes", 10, align=RIGHT),
    StoreColumn.BYTES_EACH: ColumnSpec("Each", 11, align=RIGHT, shown=False),
    StoreColumn.BUDGET: ColumnSpec("Of budget", 10),
    StoreColumn.HITS: ColumnSpec("Hits", 7, align=RIGHT),
    StoreColumn.MISSES: ColumnSpec("Misses", 7, align=RIGHT),
    StoreColumn.HIT_RATE: ColumnSpec("Hit rate", 9, align=RIGHT),
    StoreColumn.LAST_USED: ColumnSpec("Last used", 12, elide=Qt.TextElideMode.ElideRight),
    StoreColumn.TEMPORARIES: ColumnSpec("Unfinished", 11, align=RIGHT, shown=False),
}

_SORT_KEYS: dict[StoreColumn, Callable[[StoreFigures], Any]] = {
    StoreColumn.STORE: lambda row: row.id.casefold(),
    StoreColumn.KIND: lambda row: row.kind,
    StoreColumn.ENTRIES: lambda row: row.entries,
    StoreColumn.BYTES: lambda row: row.bytes,
    StoreColumn.BYTES_EACH: lambda row: row.bytes / row.entries if row.entries else 0.0,
    StoreColumn.BUDGET: lambda row: -1.0 if row.budget_share is None else row.budget_share,
    StoreColumn.HITS: lambda row: row.hits or 0,
    StoreColumn.MISSES: lambda row: row.misses or 0,
    StoreColumn.HIT_RATE: lambda row: row.hit_rate or 0.0,
    StoreColumn.LAST_USED: lambda row: row.last_used_ns or 0,
    StoreColumn.TEMPORARIES: lambda row: row.temporaries,
    StoreColumn.STALE: lambda row: row.stale,
    StoreColumn.MISSING: lambda row: row.missing,
    StoreColumn.GONE: lambda row: row.gone,
}


class StoreFiguresModel(FactsTable[StoreFigures]):
    """Rows of `StoreFigures`."""

    def __init__(
        self, figures: Figures, icons: IconShelf, names: ShownNames,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(STORE_COLUMNS, _tr, parent)
        self._figures = figures
        self._icons = icons
        self._names = names
        self._made_at_ns = 0

    def show_rows(self, rows: Sequence[StoreFigures]) -> None:
        """Show these rows in the order given."""
        self._made_at_ns = time.time_ns()
        super().show_rows(rows)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by raw value, stably; -1 keeps the order."""
        if column not in set(StoreColumn):
            return
        self.beginResetModel()
        self._rows.sort(key=_SORT_KEYS[StoreColumn(column)],
                        reverse=order == Qt.SortOrder.DescendingOrder)
        self.endResetModel()

    def cell(self, position: int, column: int) -> Cell:
        """One cell."""
        row, kind, figures = self._rows[position], StoreColumn(column), self._figures
        match kind:
            case StoreColumn.STORE:
                return Cell(text=self._names.store(row.id),
                            icon=self._icons.icon(kind_icon(row.kind)))
            case StoreColumn.KIND:
                return Cell(text=kind_word(row.kind))
            case StoreColumn.BYTES | StoreColumn.BYTES_EACH:
                size = int(_SORT_KEYS[kind](row))
                return Cell(text=figures.bytes(size) if size else "–", muted=not size)
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
                count = int(_SORT_KEYS[kind](row))
                return Cell(text=figures.count(count) if count else "–", muted=not count)

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


def _tr(text: str) -> str:
    return QCoreApplication.translate("StoreFiguresModel", text)
