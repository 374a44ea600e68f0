"""Columns of the Clean dialog's outline, and what a delegate paints in one of its cells."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon

from larder.app.models.tables import RIGHT, ColumnSpec


class PlanColumn(enum.IntEnum):
    """Columns of the outline."""

    NAME = 0
    FILE = 1
    STORE = 2
    AGE = 3
    SIZE = 4
    ON_DISK = 5
    REMARK = 6


PLAN_COLUMNS: dict[int, ColumnSpec] = {
    PlanColumn.NAME: ColumnSpec("Source", 42),
    PlanColumn.FILE: ColumnSpec("File", 31),
    PlanColumn.STORE: ColumnSpec("Kind", 15),
    PlanColumn.AGE: ColumnSpec("Age", 12, align=RIGHT),
    PlanColumn.SIZE: ColumnSpec("Size", 12, align=RIGHT),
    PlanColumn.ON_DISK: ColumnSpec("On disk", 12, align=RIGHT),
    PlanColumn.REMARK: ColumnSpec("Remark", 22, elide=Qt.TextElideMode.ElideRight),
}


@dataclass(frozen=True, slots=True)
class PlanCell:
    """Everything a delegate paints of one cell.

    Attributes:
        text: what is written.
        icon: what stands before it, None for nothing.
        muted: whether it is written in the quieter colour.
        heading: whether it belongs to a group's line.
        check: state of its tick box, None where there is none.
        expanded: whether the group stands open, None where that is no question.
    """

    text: str
    icon: QIcon | None = None
    muted: bool = False
    heading: bool = False
    check: Qt.CheckState | None = None
    expanded: bool | None = None
