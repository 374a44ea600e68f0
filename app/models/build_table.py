"""The Build dialog's table: one line per store and size."""

from __future__ import annotations

import enum

from PySide6.QtCore import QObject

from larder.app.models.build_document import GroupFacts
from larder.app.models.tables import RIGHT, Cell, ColumnSpec, FactsTable
from larder.app.presentation.build_texts import bytes_text, resolution_text, time_text, title_text
from larder.app.presentation.figures import Figures
from larder.app.presentation.looks import kind_icon
from larder.app.presentation.shown_names import ShownNames
from larder.app.window_look import IconShelf


class GroupColumn(enum.IntEnum):
    """Columns of the table."""

    STORE = 0
    ENCODER = 1
    RESOLUTION = 2
    ENTRIES = 3
    PAYLOADS = 4
    BYTES = 5
    TIME = 6


GROUP_COLUMNS: dict[GroupColumn, ColumnSpec] = {
    GroupColumn.STORE: ColumnSpec("Cache", 14),
    GroupColumn.ENCODER: ColumnSpec("Encoder", 24),
    GroupColumn.RESOLUTION: ColumnSpec("Resolution", 16),
    GroupColumn.ENTRIES: ColumnSpec("Sources", 11, align=RIGHT),
    GroupColumn.PAYLOADS: ColumnSpec("Payloads", 11, align=RIGHT),
    GroupColumn.BYTES: ColumnSpec("Size", 14, align=RIGHT),
    GroupColumn.TIME: ColumnSpec("Time", 18, align=RIGHT),
}


class GroupTable(FactsTable[GroupFacts]):
    """Groups in the order in which they are built."""

    def __init__(
        self, figures: Figures, icons: IconShelf, names: ShownNames,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(GROUP_COLUMNS, title_text, parent)
        self._names = names
        self._figures = figures
        self._icons = icons

    def cell(self, position: int, column: int) -> Cell:
        """One cell."""
        group, figures = self._rows[position], self._figures
        match GroupColumn(column):
            case GroupColumn.STORE:
                return Cell(text=self._names.store(group.store),
                            icon=self._icons.icon(kind_icon(group.store)))
            case GroupColumn.ENCODER:
                encoder = self._names.sentence(group.encoder)
                return Cell(text=encoder or "–", muted=not encoder)
            case GroupColumn.RESOLUTION:
                return Cell(text=resolution_text(group.resolution), muted=not group.resolution)
            case GroupColumn.ENTRIES:
                return Cell(text=figures.count(group.entries))
            case GroupColumn.PAYLOADS:
                return Cell(text=figures.count(group.payloads))
            case GroupColumn.BYTES:
                return Cell(text=bytes_text(group.bytes, figures), muted=group.bytes is None)
            case GroupColumn.TIME:
                return Cell(text=time_text(group.seconds, figures), muted=group.seconds is None)

    def tip(self, position: int, column: int) -> str:
        """What a tooltip says of a cell: a size to the byte."""
        size = self._rows[position].bytes
        if column == GroupColumn.BYTES and size is not None:
            return self._figures.exact_bytes(size)
        return super().tip(position, column)
