"""The arrays of payload files as the inspector lists them."""

from __future__ import annotations

import enum
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from PySide6.QtCore import QAbstractTableModel, QCoreApplication, QModelIndex, QObject, Qt

from app.models.columns import RIGHT, ColumnSpec, Index
from app.presentation.figures import Figures
from core.requests.options import DocumentAnswer


class ArrayFacts(msgspec.Struct, frozen=True, kw_only=True):
    """Figures about one array of a payload."""

    name: str
    dtype: str
    shape: tuple[int, ...]
    bytes: int = 0
    minimum: float | None = None
    maximum: float | None = None
    mean: float | None = None
    std: float | None = None
    nan_count: int = 0
    inf_count: int = 0
    zero_count: int = 0
    sha256: str = ""


class PayloadFacts(msgspec.Struct, frozen=True, kw_only=True):
    """Figures about one payload file; `problem` says why there are none."""

    path: str
    file_bytes: int = 0
    arrays: tuple[ArrayFacts, ...] = ()
    problem: str = ""


@dataclass(frozen=True, slots=True)
class ArrayRow:
    """One array and the file it lies in."""

    file: str
    array: ArrayFacts


class ArrayColumn(enum.IntEnum):
    """Columns of the list."""

    NAME = 0
    SHAPE = 1
    DTYPE = 2
    MEAN = 3
    STD = 4
    MIN = 5
    MAX = 6
    REMARK = 7


ARRAY_COLUMNS: dict[ArrayColumn, ColumnSpec] = {
    ArrayColumn.NAME: ColumnSpec("Array", 22),
    ArrayColumn.SHAPE: ColumnSpec("Shape", 13),
    ArrayColumn.DTYPE: ColumnSpec("Type", 9),
    ArrayColumn.MEAN: ColumnSpec("Mean", 9, align=RIGHT),
    ArrayColumn.STD: ColumnSpec("σ", 9, align=RIGHT),
    ArrayColumn.MIN: ColumnSpec("Min", 9, align=RIGHT),
    ArrayColumn.MAX: ColumnSpec("Max", 9, align=RIGHT),
    ArrayColumn.REMARK: ColumnSpec("Remark", 20),
}


def read_payload_facts(answer: DocumentAnswer) -> tuple[PayloadFacts, ...]:
    """Read the document of an inspection.

    Raises:
        ValueError: if it is no such document.
    """
    document = json.loads(answer.document)
    return msgspec.convert(document["files"], type=tuple[PayloadFacts, ...])


class ArraysModel(QAbstractTableModel):
    """One row per array, files one after another."""

    def __init__(self, figures: Figures, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._figures = figures
        self._rows: list[ArrayRow] = []

    def show_payloads(self, payloads: Sequence[PayloadFacts]) -> None:
        """List the arrays of these files."""
        self.beginResetModel()
        self._rows = [ArrayRow(file=payload.path, array=array)
                      for payload in payloads for array in payload.arrays]
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        """Arrays."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        """Columns."""
        return 0 if parent.isValid() else len(ArrayColumn)

    def headerData(self, section: int, orientation: Qt.Orientation,
                   role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Titles, aligned as their columns."""
        if orientation != Qt.Orientation.Horizontal or section not in set(ArrayColumn):
            return None
        spec = ARRAY_COLUMNS[ArrayColumn(section)]
        if role == Qt.ItemDataRole.DisplayRole:
            return _tr(spec.title)
        return spec.align if role == Qt.ItemDataRole.TextAlignmentRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Texts, alignment and tooltips."""
        if not index.isValid():
            return None
        row, column = self._rows[index.row()], ArrayColumn(index.column())
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(row.array, column)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return ARRAY_COLUMNS[column].align
        if role == Qt.ItemDataRole.ToolTipRole:
            return "\n".join((row.file, row.array.name, self._figures.exact_bytes(row.array.bytes),
                              f"sha256 {row.array.sha256}"))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{_tr(ARRAY_COLUMNS[column].title)}: {self._text(row.array, column)}"
        return None

    def _text(self, array: ArrayFacts, column: ArrayColumn) -> str:
        match column:
            case ArrayColumn.NAME:
                return array.name
            case ArrayColumn.SHAPE:
                return "×".join(str(side) for side in array.shape) or _tr("one value")
            case ArrayColumn.DTYPE:
                return array.dtype
            case ArrayColumn.MEAN:
                return self._number(array.mean)
            case ArrayColumn.STD:
                return self._number(array.std)
            case ArrayColumn.MIN:
                return self._number(array.minimum)
            case ArrayColumn.MAX:
                return self._number(array.maximum)
            case ArrayColumn.REMARK:
                return self._remark(array)

    def _number(self, value: float | None) -> str:
        return "–" if value is None else self._figures.number(value)

    def _remark(self, array: ArrayFacts) -> str:
        """What no encoder gives."""
        count = self._figures.count
        parts = []
        if array.nan_count:
            parts.append(_tr("%1 NaN").replace("%1", count(array.nan_count)))
        if array.inf_count:
            parts.append(_tr("%1 infinite").replace("%1", count(array.inf_count)))
        elements = 1
        for side in array.shape:
            elements *= side
        if elements and array.zero_count == elements:
            parts.append(_tr("all zero"))
        return ", ".join(parts)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Arrays", text)
