"""The Build dialog's table: one line per store and size."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt

from app.models.build_document import GroupFacts
from app.models.columns import RIGHT, Cell, ColumnSpec, Index
from app.presentation.build_texts import bytes_text, resolution_text, time_text, title_text
from app.presentation.figures import Figures
from app.presentation.icons import IconShelf
from app.presentation.looks import kind_icon


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


class GroupTable(QAbstractTableModel):
    """Groups in the order in which they are built."""

    def __init__(self, figures: Figures, icons: IconShelf, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._figures = figures
        self._icons = icons
        self._groups: Sequence[GroupFacts] = ()

    def show_groups(self, groups: Sequence[GroupFacts]) -> None:
        """Show these in place of those before."""
        self.beginResetModel()
        self._groups = groups
        self.endResetModel()

    def cell(self, position: int, column: int) -> Cell:
        """One cell."""
        group, figures = self._groups[position], self._figures
        match GroupColumn(column):
            case GroupColumn.STORE:
                return Cell(text=group.store, icon=self._icons.icon(kind_icon(group.store)))
            case GroupColumn.ENCODER:
                return Cell(text=group.encoder or "–", muted=not group.encoder)
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

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        """Groups shown."""
        return 0 if parent.isValid() else len(self._groups)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        """Columns."""
        return 0 if parent.isValid() else len(GroupColumn)

    def headerData(self, section: int, orientation: Qt.Orientation,
                   role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Titles, aligned as their columns."""
        if orientation != Qt.Orientation.Horizontal or section not in set(GroupColumn):
            return None
        spec = GROUP_COLUMNS[GroupColumn(section)]
        if role == Qt.ItemDataRole.DisplayRole:
            return title_text(spec.title)
        return spec.align if role == Qt.ItemDataRole.TextAlignmentRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What accessibility, tooltips and tests ask for; painting goes through `cell`."""
        if not index.isValid():
            return None
        column, group = GroupColumn(index.column()), self._groups[index.row()]
        text = self.cell(index.row(), column).text
        if role == Qt.ItemDataRole.DisplayRole:
            return text
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return GROUP_COLUMNS[column].align
        if role == Qt.ItemDataRole.ToolTipRole:
            has_bytes = column is GroupColumn.BYTES and group.bytes is not None
            return self._figures.exact_bytes(group.bytes or 0) if has_bytes else text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{title_text(GROUP_COLUMNS[column].title)}: {text}"
        return None
