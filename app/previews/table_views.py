"""What tokens and parameter trees hold as small tables."""

from __future__ import annotations

import enum
import math
from collections.abc import Callable, Mapping

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import (
    QObject,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from larder.app.models.tables import RIGHT, Cell, CellTable, ColumnSpec, Unit
from larder.app.presentation.figures import Figures
from larder.app.presentation.plurals import Sentences
from larder.app.presentation.preview_texts import (
    caption_text,
    leaves_text,
    shown_piece,
    tokens_text,
)
from larder.app.views.column_fit import first_widths
from larder.app.views.painted_cells import PaddedDelegate
from larder.app.views.rows_table import RowsTable
from larder.app.views.widgets import fill_column, link_button, muted_label, selectable_label
from larder.core.queries.preview import CaptionTable, LeafTable, TokenTable

_tr = Sentences("TableViews")

STORED = "stored order"
"""What a column is sorted by that numbers the rows."""


class DrawnRows(CellTable):
    """Rows of a drawing in stored order, or sorted by a column's raw values."""

    def __init__(
        self, columns: Mapping[int, ColumnSpec], parent: QObject | None = None,
    ) -> None:
        super().__init__(columns, _tr, parent)
        self._drawing: CaptionTable | TokenTable | LeafTable | None = None
        self._texts: Mapping[int, Callable[[int], str]] = {}
        self._tooltip: Callable[[int], str] = str
        self._rows: npt.NDArray[np.int64] = np.zeros(0, np.int64)

    def show_rows(
        self, drawing: CaptionTable | TokenTable | LeafTable, count: int,
        texts: Mapping[int, Callable[[int], str]], tooltip: Callable[[int], str],
    ) -> None:
        """Show other rows.

        Args:
            drawing: whose columns, which the `sort` of a column names.
            count: how many rows.
            texts: of each column, by row.
            tooltip: of a row.
        """
        self.beginResetModel()
        self._drawing, self._texts, self._tooltip = drawing, texts, tooltip
        self._rows = np.arange(count, dtype=np.int64)
        self.endResetModel()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """By raw value, stably; a column that has none gives the stored order back."""
        name = self._columns[column].sort if column >= 0 else ""
        self.beginResetModel()
        if name == STORED:
            ranks = np.arange(len(self._rows), dtype=np.int64)
        elif isinstance(name, str) and name:
            values = np.array(list(getattr(self._drawing, name)))
            ranks = np.unique(values, return_inverse=True)[1].reshape(-1).astype(np.int64)
        else:
            ranks = np.zeros(len(self._rows), dtype=np.int64)
        sign = -1 if order == Qt.SortOrder.DescendingOrder else 1
        self._rows = np.argsort(sign * ranks, kind="stable")
        self.endResetModel()

    def row_at(self, position: int) -> int:
        """Stored row at a position of the table."""
        return int(self._rows[position])

    def cell(self, position: int, column: int) -> Cell:
        """One cell."""
        row, spec = self.row_at(position), self._columns[column]
        numbers = getattr(self._drawing, str(spec.sort), None) if spec.align == RIGHT else None
        raw = None
        if isinstance(numbers, np.ndarray) and not np.isnan(numbers[row]):
            raw = numbers[row].item()
        return Cell(text=self._texts[column](row), raw=raw)

    def tip(self, position: int, column: int) -> str:  # noqa: ARG002 - of a whole row
        """What a tooltip says of a row."""
        return self._tooltip(self.row_at(position))


ROWS_SHOWN = 11
FEWEST_SHOWN = 3


class DrawnTable(RowsTable):
    """Sorts by a click on a header; scrolls inside its fixed height."""

    def __init__(self, name: str, columns: Mapping[int, ColumnSpec]) -> None:
        super().__init__(name, columns)
        self.rows = DrawnRows(columns, self)
        self.setModel(self.rows)
        self.setItemDelegate(PaddedDelegate(columns, self))
        header = self.horizontalHeader()
        for column, width in first_widths(columns, self.fontMetrics()).items():
            header.resizeSection(column, width)
            header.setSectionHidden(column, not columns[column].shown)
        self.fit_columns(max(columns))
        self.let_sort(-1)
        self.sort_wanted.connect(self.rows.sort)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Some rows and the header; fewer where there are no more."""
        shown = min(max(self.rows.rowCount(), FEWEST_SHOWN), ROWS_SHOWN)
        rows = self.verticalHeader().defaultSectionSize() * shown
        return QSize(280, rows + self.horizontalHeader().sizeHint().height() + 4)

    def start_over(self) -> None:
        """Stored order, from the top."""
        self.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.scrollToTop()
        self.updateGeometry()


LONGEST_TEXT = 400
"""Characters of the row above the table; the tooltip has more."""


class TokenColumn(enum.IntEnum):
    """Columns in their order."""

    POSITION = 0
    ID = 1
    TEXT = 2
    MASK = 3


TOKEN_COLUMNS: dict[int, ColumnSpec] = {
    TokenColumn.POSITION: ColumnSpec("No.", 6, align=RIGHT, sort=STORED, least=5),
    TokenColumn.ID: ColumnSpec("Id", 8, align=RIGHT, sort="ids", least=6),
    TokenColumn.TEXT: ColumnSpec("Text", 14, sort="pieces", least=6),
    TokenColumn.MASK: ColumnSpec("Mask", 9, sort="mask", least=3, leaves=1),
}


class TokenView(QWidget):
    """The row of text, then one line per token."""

    def __init__(self, figures: Figures) -> None:
        super().__init__()
        self._figures = figures
        self.text = selectable_label()
        self.note = muted_label()
        self.table = DrawnTable("tokenTable", TOKEN_COLUMNS)
        self.table.setAccessibleName(self.tr("Tokens"))
        fill_column(self, self.text, self.note, self.table, spacing=6)

    def show_drawing(self, drawing: TokenTable) -> str:
        """List other tokens; returns what is said of them."""
        cut = drawing.text[:LONGEST_TEXT]
        self.text.setText(cut + ("…" if len(drawing.text) > len(cut) else ""))
        self.text.setToolTip(drawing.text)
        self.text.setVisible(bool(drawing.text))
        self.note.setText(drawing.why_no_pieces)
        self.note.setVisible(bool(drawing.why_no_pieces))
        count, yes_no = self._figures.count, (self.tr("masked"), "")
        self.table.rows.show_rows(
            drawing, len(drawing.ids), {
                TokenColumn.POSITION: lambda row: count(row + 1),
                TokenColumn.ID: lambda row: str(int(drawing.ids[row])),
                TokenColumn.TEXT: lambda row: shown_piece(drawing.pieces[row]),
                TokenColumn.MASK: lambda row: yes_no[int(drawing.mask[row])],
            }, lambda row: drawing.pieces[row])
        self.table.start_over()
        text = tokens_text(drawing, self._figures)
        self.table.setAccessibleDescription(text)
        return text


MOST_FORMER = 3
"""Texts that payloads were made of and the caption does not say any more that are shown."""


class CaptionColumn(enum.IntEnum):
    """Columns in their order."""

    LINE = 0
    USED_BY = 1
    TEXT = 2


CAPTION_COLUMNS: dict[int, ColumnSpec] = {
    CaptionColumn.LINE: ColumnSpec("Line", 4, sort=STORED),
    CaptionColumn.USED_BY: ColumnSpec("Variations", 9),
    CaptionColumn.TEXT: ColumnSpec(
        "Text", 12, least=6, elide=Qt.TextElideMode.ElideRight, sort="lines"),
}


class CaptionView(QWidget):
    """The first line that is used in full, then one row per line with the variations it is in."""

    def __init__(self, figures: Figures) -> None:
        super().__init__()
        self._figures = figures
        self.text, self.former = selectable_label(), selectable_label()
        self.table = DrawnTable("captionTable", CAPTION_COLUMNS)
        self.table.setAccessibleName(self.tr("Lines of the caption"))
        fill_column(self, self.former, self.text, self.table, spacing=6)

    def show_drawing(self, drawing: CaptionTable) -> str:
        """List other lines; returns what is said of them."""
        used = [int(line) for line in drawing.line if line >= 0]
        whole = drawing.lines[used[0] if used else 0] if len(drawing.lines) else ""
        cut = whole[:LONGEST_TEXT] + ("…" if len(whole) > LONGEST_TEXT else "")
        former = "\n".join(
            self.tr("Cached: “%1”").replace("%1", prompt[:LONGEST_TEXT])
            for prompt in drawing.former[:MOST_FORMER])
        self.former.setText(former)
        self.former.setVisible(bool(former))
        self.text.setText(self.tr("Now: “%1”").replace("%1", cut) if former else cut)
        self.text.setToolTip(whole)
        self.text.setVisible(bool(whole))
        count = self._figures.count
        variations: dict[int, list[str]] = {}
        for at, line in enumerate(drawing.line.tolist()):
            variations.setdefault(line, []).append(count(at + 1))
        self.table.rows.show_rows(
            drawing, len(drawing.lines), {
                CaptionColumn.LINE: lambda row: count(row + 1),
                CaptionColumn.USED_BY: lambda row: ", ".join(variations.get(row, ())),
                CaptionColumn.TEXT: lambda row: drawing.lines[row],
            }, lambda row: drawing.lines[row])
        self.table.start_over()
        self.table.setVisible(len(drawing.lines) > 1)
        text = caption_text(drawing, self._figures)
        self.table.setAccessibleDescription(text)
        return text


class LeafColumn(enum.IntEnum):
    """Columns in their order."""

    PATH = 0
    SHAPE = 1
    TYPE = 2
    SIZE = 3
    MEAN = 4
    STD = 5
    MINIMUM = 6
    MAXIMUM = 7
    FIRST = 8
    SHA256 = 9


_RIGHT = Qt.TextElideMode.ElideRight

LEAF_COLUMNS: dict[int, ColumnSpec] = {
    LeafColumn.PATH: ColumnSpec("Path", 17, sort="path"),
    LeafColumn.SHAPE: ColumnSpec("Shape", 10, align=RIGHT),
    LeafColumn.TYPE: ColumnSpec("Type", 9, sort="dtype"),
    LeafColumn.SIZE: ColumnSpec("Size", 10, align=RIGHT, sort="bytes", unit=Unit.BYTES),
    LeafColumn.MEAN: ColumnSpec("Mean", 13, align=RIGHT, sort="mean"),
    LeafColumn.STD: ColumnSpec("σ", 11, align=RIGHT, sort="std"),
    LeafColumn.MINIMUM: ColumnSpec("Least", 12, align=RIGHT, sort="minimum"),
    LeafColumn.MAXIMUM: ColumnSpec("Most", 12, align=RIGHT, sort="maximum"),
    LeafColumn.FIRST: ColumnSpec("First values", 30, elide=_RIGHT),
    LeafColumn.SHA256: ColumnSpec("SHA-256", 14, elide=_RIGHT, sort="sha256"),
}


class LeafView(QWidget):
    """One line per leaf.

    Signals:
        all_wanted: the user wants the figures of large leaves too.
    """

    all_wanted = Signal()

    def __init__(self, figures: Figures) -> None:
        super().__init__()
        self._figures = figures
        self.table = DrawnTable("leafTable", LEAF_COLUMNS)
        self.table.setAccessibleName(self.tr("Leaves"))
        self.read_all = link_button(self.tr("Read every array"))
        fill_column(self, self.table, (self.read_all, Qt.AlignmentFlag.AlignLeft), spacing=4)
        self.read_all.clicked.connect(self.all_wanted)

    def show_drawing(self, drawing: LeafTable) -> str:
        """List other leaves; returns what is said of them."""
        number = self._number_text
        self.table.rows.show_rows(
            drawing, len(drawing.path), {
                LeafColumn.PATH: lambda row: drawing.path[row],
                LeafColumn.SHAPE: lambda row: drawing.shape[row].replace(",", "×") or "1",
                LeafColumn.TYPE: lambda row: drawing.dtype[row],
                LeafColumn.SIZE: lambda row: self._figures.bytes(int(drawing.bytes[row])),
                LeafColumn.FIRST: lambda row: (
                    self.tr("Damaged") if drawing.fault[row]
                    else drawing.first[row].replace("-", "−")),
                LeafColumn.SHA256: lambda row: drawing.sha256[row],
                LeafColumn.MEAN: lambda row: number(drawing.mean[row]),
                LeafColumn.STD: lambda row: number(drawing.std[row]),
                LeafColumn.MINIMUM: lambda row: number(drawing.minimum[row]),
                LeafColumn.MAXIMUM: lambda row: number(drawing.maximum[row]),
            }, lambda row: self._tooltip(drawing, row))
        self.table.start_over()
        self.read_all.setVisible(drawing.unread > 0)
        text = leaves_text(drawing, self._figures)
        self.table.setAccessibleDescription(text)
        return text

    def _number_text(self, value: float) -> str:
        return "–" if math.isnan(value) else self._figures.number(float(value))

    def _tooltip(self, drawing: LeafTable, row: int) -> str:
        lines = [drawing.path[row], self._figures.exact_bytes(int(drawing.bytes[row]))]
        if drawing.sha256[row]:
            lines.append(f"sha256 {drawing.sha256[row]}")
        if drawing.fault[row]:
            lines.append(drawing.fault[row])
        return "\n".join(lines)
