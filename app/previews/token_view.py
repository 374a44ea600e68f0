"""Token ids with the text they stand for."""

from __future__ import annotations

import enum
from collections.abc import Mapping

import numpy as np
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from larder.app.models.columns import RIGHT, ColumnSpec
from larder.app.presentation.figures import Figures
from larder.app.presentation.preview_texts import shown_piece, tokens_text
from larder.app.previews.drawn_table import DrawnTable
from larder.app.views.widgets import muted_label
from larder.core.queries.preview import TokenTable

LONGEST_TEXT = 400
"""Characters of the row above the table; the tooltip has more."""


class TokenColumn(enum.IntEnum):
    """Columns in their order."""

    POSITION = 0
    ID = 1
    TEXT = 2
    MASK = 3


class TokenView(QWidget):
    """The row of text, then one line per token."""

    def __init__(self, figures: Figures) -> None:
        super().__init__()
        self._figures = figures
        self.text = QLabel()
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        self.text.setWordWrap(True)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.note = muted_label()
        self.table = DrawnTable("tokenTable", token_columns())
        self.table.setAccessibleName(self.tr("Tokens"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        for widget in (self.text, self.note, self.table):
            layout.addWidget(widget)

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
            len(drawing.ids),
            {
                TokenColumn.POSITION: lambda row: count(row + 1),
                TokenColumn.ID: lambda row: str(int(drawing.ids[row])),
                TokenColumn.TEXT: lambda row: shown_piece(drawing.pieces[row]),
                TokenColumn.MASK: lambda row: yes_no[int(drawing.mask[row])],
            },
            tooltip=lambda row: drawing.pieces[row],
            keys=_keys(drawing))
        self.table.start_over()
        text = tokens_text(drawing, self._figures)
        self.table.setAccessibleDescription(text)
        return text


def token_columns() -> Mapping[int, ColumnSpec]:
    """Heads of the table."""
    return {
        TokenColumn.POSITION: ColumnSpec(_tr("No."), 6, align=RIGHT),
        TokenColumn.ID: ColumnSpec(_tr("Id"), 8, align=RIGHT),
        TokenColumn.TEXT: ColumnSpec(_tr("Text"), 14),
        TokenColumn.MASK: ColumnSpec(_tr("Mask"), 9),
    }


def _keys(drawing: TokenTable) -> Mapping[int, object]:
    return {
        TokenColumn.POSITION: lambda: np.arange(len(drawing.ids)),
        TokenColumn.ID: lambda: np.asarray(drawing.ids),
        TokenColumn.TEXT: lambda: np.array(list(drawing.pieces)),
        TokenColumn.MASK: lambda: np.asarray(drawing.mask),
    }


def _tr(text: str) -> str:
    return QCoreApplication.translate("TokenView", text)
