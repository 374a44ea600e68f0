"""The leaves of a parameter tree with their figures."""

from __future__ import annotations

import enum
import math
from collections.abc import Mapping

import numpy as np
from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from larder.app.models.columns import RIGHT, ColumnSpec
from larder.app.presentation.figures import Figures
from larder.app.presentation.preview_texts import leaves_text
from larder.app.previews.drawn_table import DrawnTable
from larder.app.views.widgets import link_button
from larder.core.queries.preview import LeafTable


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


NUMBERS = {
    LeafColumn.MEAN: "mean", LeafColumn.STD: "std", LeafColumn.MINIMUM: "minimum",
    LeafColumn.MAXIMUM: "maximum"}


class LeafView(QWidget):
    """One line per leaf.

    Signals:
        all_wanted: the user wants the figures of large leaves too.
    """

    all_wanted = Signal()

    def __init__(self, figures: Figures) -> None:
        super().__init__()
        self._figures = figures
        self.table = DrawnTable("leafTable", leaf_columns())
        self.table.setAccessibleName(self.tr("Leaves"))
        self.read_all = link_button(self.tr("Read every leaf"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.table)
        layout.addWidget(self.read_all, 0, Qt.AlignmentFlag.AlignLeft)
        self.read_all.clicked.connect(self.all_wanted)

    def show_drawing(self, drawing: LeafTable) -> str:
        """List other leaves; returns what is said of them."""
        self.table.rows.show_rows(
            len(drawing.path),
            {
                LeafColumn.PATH: lambda row: drawing.path[row],
                LeafColumn.SHAPE: lambda row: drawing.shape[row].replace(",", "×") or "1",
                LeafColumn.TYPE: lambda row: drawing.dtype[row],
                LeafColumn.SIZE: lambda row: self._figures.bytes(int(drawing.bytes[row])),
                LeafColumn.FIRST: lambda row: (
                    self.tr("Damaged") if drawing.fault[row]
                    else drawing.first[row].replace("-", "−")),
                LeafColumn.SHA256: lambda row: drawing.sha256[row],
                **{column: self._number_of(getattr(drawing, name))
                   for column, name in NUMBERS.items()},
            },
            tooltip=lambda row: self._tooltip(drawing, row),
            keys=_keys(drawing))
        self.table.start_over()
        self.read_all.setVisible(drawing.unread > 0)
        text = leaves_text(drawing, self._figures)
        self.table.setAccessibleDescription(text)
        return text

    def _number_of(self, column: np.ndarray) -> object:
        def text(row: int) -> str:
            value = float(column[row])
            return "–" if math.isnan(value) else self._figures.number(value)

        return text

    def _tooltip(self, drawing: LeafTable, row: int) -> str:
        lines = [drawing.path[row], self._figures.exact_bytes(int(drawing.bytes[row]))]
        if drawing.sha256[row]:
            lines.append(f"sha256 {drawing.sha256[row]}")
        if drawing.fault[row]:
            lines.append(drawing.fault[row])
        return "\n".join(lines)


def leaf_columns() -> Mapping[int, ColumnSpec]:
    """Heads of the table."""
    right = Qt.TextElideMode.ElideRight
    return {
        LeafColumn.PATH: ColumnSpec(_tr("Path"), 17),
        LeafColumn.SHAPE: ColumnSpec(_tr("Shape"), 10, align=RIGHT),
        LeafColumn.TYPE: ColumnSpec(_tr("Type"), 9),
        LeafColumn.SIZE: ColumnSpec(_tr("Size"), 10, align=RIGHT),
        LeafColumn.MEAN: ColumnSpec(_tr("Mean"), 13, align=RIGHT),
        LeafColumn.STD: ColumnSpec("σ", 11, align=RIGHT),
        LeafColumn.MINIMUM: ColumnSpec(_tr("Least"), 12, align=RIGHT),
        LeafColumn.MAXIMUM: ColumnSpec(_tr("Most"), 12, align=RIGHT),
        LeafColumn.FIRST: ColumnSpec(_tr("First values"), 30, elide=right),
        LeafColumn.SHA256: ColumnSpec("SHA-256", 14, elide=right),
    }


def _keys(drawing: LeafTable) -> Mapping[int, object]:
    texts = {LeafColumn.PATH: drawing.path, LeafColumn.TYPE: drawing.dtype,
             LeafColumn.SHA256: drawing.sha256}
    return {
        LeafColumn.SIZE: lambda: np.asarray(drawing.bytes),
        **{column: (lambda text=text: np.array(list(text))) for column, text in texts.items()},
        **{column: (lambda name=name: np.asarray(getattr(drawing, name)))
           for column, name in NUMBERS.items()},
    }


def _tr(text: str) -> str:
    return QCoreApplication.translate("LeafView", text)
