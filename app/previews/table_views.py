"""Small tables of the content of tokens and parameter trees."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import (
    QObject,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from larder.app.models.tables import RIGHT, Cell, CellTable, ColumnSpec, Unit, in_order
from larder.app.presentation.figures import Figures
from larder.app.presentation.plain_text import plain_tip
from larder.app.presentation.preview_texts import (
    caption_text,
    leaves_text,
    shown_piece,
    tokens_text,
)
from larder.app.presentation.sentences import Sentences
from larder.app.widgets.column_fit import first_widths
from larder.app.widgets.painted_cells import PaddedDelegate
from larder.app.widgets.rows_table import RowsTable
from larder.app.widgets.widgets import fill_column, link_button, make_muted_label, selectable_label
from larder.core.queries.preview import CaptionTable, LeafTable, TokenTable

_tr = Sentences("TableViews")

STORED = "stored order"
"""What a column is sorted by that numbers the rows."""

ROWS_SHOWN = 11
FEWEST_SHOWN = 3

LONGEST_TEXT = 400
"""Characters of the row above the table; the tooltip has more."""

MOST_FORMER = 3
"""Texts that payloads were made of and the caption does not say any more that are shown."""

_RIGHT = Qt.TextElideMode.ElideRight


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnColumn(ColumnSpec):
    """A column of a drawing; its `sort` is a column of the drawing, whose numbers are its own.

    Attributes:
        text: of the table, which has the drawing and knows how figures are shown, and a row.
    """

    text: Callable[[DrawnRows, int], str]


class DrawnRows(CellTable):
    """Rows of a drawing in stored order, or sorted by a column's raw values.

    Attributes:
        drawing: what they are of.
    """

    def __init__(
        self, columns: Mapping[int, DrawnColumn], figures: Figures, parent: QObject,
    ) -> None:
        super().__init__(columns, _tr, parent)
        self.figures = figures
        self.drawing: Any = None
        self._texts = [column.text for column in columns.values()]
        self._tooltip: Callable[[int], str] = str
        self._rows: npt.NDArray[np.int64] = np.zeros(0, np.int64)

    def show_rows(
        self, drawing: object, count: int, tooltip: Callable[[int], str],
    ) -> None:
        """Show so many rows of a drawing; a tooltip is of a whole row."""
        self.beginResetModel()
        self.drawing, self._tooltip = drawing, tooltip
        self._rows = np.arange(count, dtype=np.int64)
        self.endResetModel()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """By raw value, stably; a column that has none gives the stored order back."""
        name = self._columns[column].sort if column >= 0 else ""
        self.beginResetModel()
        if name == STORED:
            ranks = np.arange(len(self._rows), dtype=np.int64)
        elif isinstance(name, str) and name:
            values = np.array(list(getattr(self.drawing, name)))
            ranks = np.unique(values, return_inverse=True)[1].reshape(-1).astype(np.int64)
        else:
            ranks = np.zeros(len(self._rows), dtype=np.int64)
        sign = -1 if order == Qt.SortOrder.DescendingOrder else 1
        self._rows = np.argsort(sign * ranks, kind="stable")
        self.endResetModel()

    def stored_row(self, position: int) -> int:
        """Row of the drawing at a position of the table, -1 for none."""
        return int(self._rows[position]) if 0 <= position < len(self._rows) else -1

    def cell(self, position: int, column: int) -> Cell:
        """Return the cell at a position and column."""
        row, spec = int(self._rows[position]), self._columns[column]
        numbers = getattr(self.drawing, str(spec.sort), None) if spec.align == RIGHT else None
        raw = None
        if isinstance(numbers, np.ndarray) and not np.isnan(numbers[row]):
            raw = numbers[row].item()
        return Cell(text=self._texts[column](self, row), raw=raw)

    def tip(self, position: int, column: int) -> str:  # noqa: ARG002 - of a whole row
        """Return the tooltip of a row, the same for all its cells."""
        return self._tooltip(int(self._rows[position]))


class DrawnTable(RowsTable):
    """Sorts by a click on a header; scrolls inside its fixed height."""

    def __init__(
        self, name: str, title: str, columns: Mapping[int, DrawnColumn], figures: Figures,
    ) -> None:
        super().__init__(name, columns)
        self.setAccessibleName(title)
        self.rows = DrawnRows(columns, figures, self)
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

    def show_drawing(
        self, drawing: object, count: int, tooltip: Callable[[int], str], text: str,
    ) -> str:
        """Show other rows from the top, see `DrawnRows`; `text` is what is said of them."""
        self.rows.show_rows(drawing, count, tooltip)
        self.start_over()
        self.setAccessibleDescription(text)
        return text

    def start_over(self) -> None:
        """Stored order, from the top."""
        self.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.scrollToTop()
        self.updateGeometry()


TOKEN_COLUMNS = in_order(
    DrawnColumn("No.", 6, align=RIGHT, sort=STORED, least=5,
                text=lambda rows, row: rows.figures.count(row + 1)),
    DrawnColumn("Id", 8, align=RIGHT, sort="ids", least=6,
                text=lambda rows, row: str(int(rows.drawing.ids[row]))),
    DrawnColumn("Text", 14, sort="pieces", least=6,
                text=lambda rows, row: shown_piece(rows.drawing.pieces[row])),
    DrawnColumn("Mask", 9, sort="mask", least=3, leaves=1,
                text=lambda rows, row: "" if rows.drawing.mask[row] else _tr("masked")),
)


class TokenView(QWidget):
    """The row of text, then one line per token."""

    def __init__(self, figures: Figures) -> None:
        super().__init__()
        self._figures = figures
        self.text = selectable_label()
        self.note = make_muted_label()
        self.table = DrawnTable("tokenTable", self.tr("Tokens"), TOKEN_COLUMNS, figures)
        fill_column(self, self.text, self.note, self.table, spacing=6)

    def show_drawing(self, drawing: TokenTable) -> str:
        """List other tokens; returns what is said of them."""
        cut = drawing.text[:LONGEST_TEXT]
        self.text.setText(cut + ("…" if len(drawing.text) > len(cut) else ""))
        self.text.setToolTip(plain_tip(drawing.text))
        self.text.setVisible(bool(drawing.text))
        self.note.setText(drawing.why_no_pieces)
        self.note.setVisible(bool(drawing.why_no_pieces))
        return self.table.show_drawing(
            drawing, len(drawing.ids), lambda row: drawing.pieces[row],
            tokens_text(drawing, self._figures))


def _variations(rows: DrawnRows, row: int) -> str:
    """Numbers of the payloads that were made of a line."""
    return ", ".join(rows.figures.count(at + 1)
                     for at in np.flatnonzero(rows.drawing.line == row).tolist())


CAPTION_COLUMNS = in_order(
    DrawnColumn("Line", 4, sort=STORED, text=lambda rows, row: rows.figures.count(row + 1)),
    DrawnColumn("Variations", 9, text=_variations),
    DrawnColumn("Text", 12, least=6, elide=Qt.TextElideMode.ElideRight, sort="lines",
                text=lambda rows, row: rows.drawing.lines[row]),
)


class CaptionView(QWidget):
    """The first line that is used in full, then one row per line with the variations it is in."""

    def __init__(self, figures: Figures) -> None:
        super().__init__()
        self._figures = figures
        self.text, self.former = selectable_label(), selectable_label()
        self.table = DrawnTable(
            "captionTable", self.tr("Lines of the caption"), CAPTION_COLUMNS, figures)
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
        self.text.setToolTip(plain_tip(whole))
        self.text.setVisible(bool(whole))
        self.table.setVisible(len(drawing.lines) > 1)
        return self.table.show_drawing(
            drawing, len(drawing.lines), lambda row: drawing.lines[row],
            caption_text(drawing, self._figures))


def make_number(name: str) -> Callable[[DrawnRows, int], str]:
    """Return what writes a number of a drawing's column; a dash where none is known."""
    def text(rows: DrawnRows, row: int) -> str:
        value = float(getattr(rows.drawing, name)[row])
        return "–" if math.isnan(value) else rows.figures.number(value)

    return text


def _number_column(title: str, width: int, name: str) -> DrawnColumn:
    return DrawnColumn(title, width, align=RIGHT, sort=name, text=make_number(name))


def _first_values(rows: DrawnRows, row: int) -> str:
    return _tr("Damaged") if rows.drawing.fault[row] else rows.drawing.first[row].replace("-", "−")


LEAF_COLUMNS = in_order(
    DrawnColumn("Path", 17, sort="path", text=lambda rows, row: rows.drawing.path[row]),
    DrawnColumn("Shape", 10, align=RIGHT,
                text=lambda rows, row: rows.drawing.shape[row].replace(",", "×") or "1"),
    DrawnColumn("Type", 9, sort="dtype", text=lambda rows, row: rows.drawing.dtype[row]),
    DrawnColumn("Size", 10, align=RIGHT, sort="bytes", unit=Unit.BYTES,
                text=lambda rows, row: rows.figures.bytes(int(rows.drawing.bytes[row]))),
    _number_column("Mean", 13, "mean"),
    _number_column("σ", 11, "std"),
    _number_column("Min", 12, "minimum"),
    _number_column("Max", 12, "maximum"),
    DrawnColumn("First values", 30, elide=_RIGHT, text=_first_values),
    DrawnColumn("SHA-256", 14, elide=_RIGHT, sort="sha256",
                text=lambda rows, row: rows.drawing.sha256[row]),
)


class LeafView(QWidget):
    """One line per leaf.

    Signals:
        all_wanted: the user wants the figures of large leaves too.
    """

    all_wanted = Signal()

    def __init__(self, figures: Figures) -> None:
        super().__init__()
        self._figures = figures
        self.table = DrawnTable("leafTable", self.tr("Leaves"), LEAF_COLUMNS, figures)
        self.read_all = link_button(self.tr("Read every array"))
        fill_column(self, self.table, (self.read_all, Qt.AlignmentFlag.AlignLeft), spacing=4)
        self.read_all.clicked.connect(self.all_wanted)

    def show_drawing(self, drawing: LeafTable) -> str:
        """List other leaves; returns what is said of them."""
        self.read_all.setVisible(drawing.unread > 0)
        return self.table.show_drawing(
            drawing, len(drawing.path), lambda row: self._tooltip(drawing, row),
            leaves_text(drawing, self._figures))

    def _tooltip(self, drawing: LeafTable, row: int) -> str:
        lines = [drawing.path[row], self._figures.exact_bytes(int(drawing.bytes[row]))]
        if drawing.sha256[row]:
            lines.append(f"sha256 {drawing.sha256[row]}")
        if drawing.fault[row]:
            lines.append(drawing.fault[row])
        return "\n".join(lines)
