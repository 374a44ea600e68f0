"""The effects table of the What-if dialog: one line per changed setting and store."""

from __future__ import annotations

import enum

from PySide6.QtCore import QObject, Qt

from larder.app.models.change_document import ChangeRow, Invalidates
from larder.app.models.tables import RIGHT, Cell, ColumnSpec, FactsTable
from larder.app.presentation.change_texts import (
    bytes_text,
    invalidates_look,
    setting_text,
    time_text,
    title_text,
    value_text,
    why_text,
)
from larder.app.presentation.figures import Figures
from larder.app.presentation.shown_names import ShownNames
from larder.app.window_look import IconShelf


class ChangeColumn(enum.IntEnum):
    """Columns of the table."""

    SETTING = 0
    OLD = 1
    NEW = 2
    INVALIDATES = 3
    ITEMS = 4
    BYTES = 5
    TIME = 6
    WHY = 7


_ELIDED = Qt.TextElideMode.ElideRight

CHANGE_COLUMNS: dict[ChangeColumn, ColumnSpec] = {
    ChangeColumn.SETTING: ColumnSpec("Setting", 31),
    ChangeColumn.OLD: ColumnSpec("Now", 14),
    ChangeColumn.NEW: ColumnSpec("What if", 14),
    ChangeColumn.INVALIDATES: ColumnSpec("Invalidates", 15),
    ChangeColumn.ITEMS: ColumnSpec("Items", 9, align=RIGHT),
    ChangeColumn.BYTES: ColumnSpec("Size", 11, align=RIGHT),
    ChangeColumn.TIME: ColumnSpec("Time", 15, align=RIGHT),
    ChangeColumn.WHY: ColumnSpec("Why", 34, elide=_ELIDED),
}


class ChangeTable(FactsTable[ChangeRow]):
    """Rows of a comparison, in its order."""

    def __init__(
        self, figures: Figures, icons: IconShelf, names: ShownNames,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(CHANGE_COLUMNS, title_text, parent)
        self._names = names
        self._figures = figures
        self._icons = icons

    def cell(self, position: int, column: int) -> Cell:
        """One cell."""
        row, figures = self._rows[position], self._figures
        costs_nothing = row.invalidates is Invalidates.NOTHING
        match ChangeColumn(column):
            case ChangeColumn.SETTING:
                return Cell(text=setting_text(row, self._names))
            case ChangeColumn.OLD:
                return Cell(text=value_text(row.old, row.setting, self._names), muted=True)
            case ChangeColumn.NEW:
                return Cell(text=value_text(row.new, row.setting, self._names))
            case ChangeColumn.INVALIDATES:
                look = invalidates_look(row.invalidates)
                return Cell(text=look.word, icon=self._icons.of_look(look))
            case ChangeColumn.ITEMS:
                return Cell(text="–" if costs_nothing else figures.count(row.items),
                            muted=costs_nothing)
            case ChangeColumn.BYTES:
                return Cell(text="–" if costs_nothing else bytes_text(row.bytes, figures),
                            muted=costs_nothing or row.bytes is None)
            case ChangeColumn.TIME:
                return Cell(text="–" if costs_nothing else time_text(row.seconds, figures),
                            muted=costs_nothing or row.seconds is None)
            case ChangeColumn.WHY:
                return Cell(text=why_text(row, self._names), muted=True)

    def tip(self, position: int, column: int) -> str:
        """What a tooltip says of a cell: a setting's full name, what a word means, all bytes."""
        row = self._rows[position]
        match ChangeColumn(column):
            case ChangeColumn.SETTING:
                return row.setting
            case ChangeColumn.INVALIDATES:
                return invalidates_look(row.invalidates).meaning
            case ChangeColumn.BYTES if row.bytes is not None:
                return self._figures.exact_bytes(row.bytes)
            case _:
                return super().tip(position, column)
