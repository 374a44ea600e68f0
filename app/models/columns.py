"""What a column of a table looks like, and what a delegate paints in one of its cells."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QIcon

Index = QModelIndex | QPersistentModelIndex
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, slots=True)
class ColumnSpec:
    """How a column is headed and laid out.

    Attributes:
        title: text of the header, before translation.
        width: first width in characters.
        align: of cells and header.
        elide: which part of a long text is left out; the middle keeps drive and file name visible.
        shown: whether it is shown before the user chooses.
    """

    title: str
    width: int
    align: Qt.AlignmentFlag = LEFT
    elide: Qt.TextElideMode = Qt.TextElideMode.ElideMiddle
    shown: bool = True


@dataclass(frozen=True, slots=True)
class Cell:
    """Everything a delegate paints of one cell.

    Attributes:
        text: what is written.
        icon: what stands before it, None for nothing.
        muted: whether it is written in the quieter colour.
        strong: whether it is written in bold.
    """

    text: str
    icon: QIcon | None = None
    muted: bool = False
    strong: bool = False
