"""What each cell of a plan's outline says: to the eye, to a tooltip, to a screen reader."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt

from larder.app.models.plan_columns import PLAN_COLUMNS, PlanCell, PlanColumn
from larder.app.models.plan_outline import PlanLine, PlanOutline
from larder.app.models.plan_ticks import TickState
from larder.app.presentation.clean_texts import age_text, group_look, ticked_text
from larder.app.presentation.figures import Figures
from larder.app.presentation.shown_names import ShownNames
from larder.app.window_look import IconShelf

CHECK_STATES: dict[TickState, Qt.CheckState] = {
    TickState.NONE: Qt.CheckState.Unchecked,
    TickState.SOME: Qt.CheckState.PartiallyChecked,
    TickState.ALL: Qt.CheckState.Checked,
}
_SPOKEN: dict[TickState, str] = {
    TickState.NONE: "not ticked",
    TickState.SOME: "partly ticked",
    TickState.ALL: "ticked",
}


class PlanCells:
    """Cells of one outline."""

    def __init__(
        self, outline: PlanOutline, figures: Figures, icons: IconShelf, names: ShownNames,
    ) -> None:
        self._names = names
        self._outline = outline
        self._figures = figures
        self._icons = icons
        self._columns = outline.plan.columns
        self._stores = outline.plan.document.store_facts

    def cell(self, position: int, column: PlanColumn) -> PlanCell:
        """What is painted."""
        line = self._outline.line(position)
        if line.item is None:
            return self._group_cell(line, column)
        return self._item_cell(line, line.item, column)

    def tooltip(self, position: int, column: PlanColumn) -> str:
        """Full paths and every byte."""
        line = self._outline.line(position)
        if line.item is None:
            return self._group_tooltip(line.group, column)
        match column:
            case PlanColumn.NAME | PlanColumn.FILE:
                return self._paths(line.item)
            case PlanColumn.SIZE:
                return self._figures.exact_bytes(int(self._columns.bytes[line.item]))
            case PlanColumn.ON_DISK:
                return self._figures.exact_bytes(int(self._columns.bytes_on_disk[line.item]))
            case PlanColumn.REMARK:
                return self._why(line.item)
            case _:
                return ""

    def spoken(self, position: int, column: PlanColumn) -> str:
        """"Source deleted, partly ticked, expanded"."""
        text = self.cell(position, column).text
        if column is not PlanColumn.NAME:
            return f"{_tr(PLAN_COLUMNS[column].title)}: {text}" if text else ""
        line = self._outline.line(position)
        parts = [text, _tr(_SPOKEN[self._outline.state(line)])]
        if line.item is None:
            parts.append(_tr("expanded") if self._outline.is_expanded(line.group)
                         else _tr("collapsed"))
        return ", ".join(parts)

    def _group_cell(self, line: PlanLine, column: PlanColumn) -> PlanCell:
        group, outline = self._outline.plan.groups[line.group], self._outline
        look = group_look(group.reason)
        match column:
            case PlanColumn.NAME:
                return PlanCell(
                    text=look.word, icon=self._icons.of_look(look), heading=True,
                    check=CHECK_STATES[outline.state(line)],
                    expanded=outline.is_expanded(line.group))
            case PlanColumn.FILE:
                ticked = outline.ticks.of_group(line.group).items
                return PlanCell(text=ticked_text(ticked, len(group), self._figures), heading=True)
            case PlanColumn.SIZE:
                return PlanCell(text=self._figures.bytes(group.bytes), heading=True)
            case PlanColumn.ON_DISK:
                return PlanCell(text=self._figures.bytes(group.bytes_on_disk), heading=True)
            case PlanColumn.REMARK:
                return PlanCell(text=look.meaning, muted=True)
            case _:
                return PlanCell(text="")

    def _item_cell(self, line: PlanLine, item: int, column: PlanColumn) -> PlanCell:
        columns, figures = self._columns, self._figures
        match column:
            case PlanColumn.NAME:
                source = columns.source[item]
                text = self._names.path(source) or _tr("no source known")
                return PlanCell(text=text, muted=not source,
                                check=CHECK_STATES[self._outline.state(line)])
            case PlanColumn.FILE:
                return PlanCell(text=self._names.payload(columns.payload[item]), muted=True)
            case PlanColumn.STORE:
                return PlanCell(text=self._names.store(self._stores[columns.store[item]].id),
                                muted=True)
            case PlanColumn.AGE:
                return PlanCell(text=age_text(int(columns.age_s[item]), figures))
            case PlanColumn.SIZE:
                return PlanCell(text=figures.bytes(int(columns.bytes[item])))
            case PlanColumn.ON_DISK:
                return PlanCell(text=figures.bytes(int(columns.bytes_on_disk[item])))
            case PlanColumn.REMARK:
                return PlanCell(text=self._why(item))

    def _group_tooltip(self, group: int, column: PlanColumn) -> str:
        of_group = self._outline.plan.groups[group]
        match column:
            case PlanColumn.SIZE:
                return self._figures.exact_bytes(of_group.bytes)
            case PlanColumn.ON_DISK:
                return self._figures.exact_bytes(of_group.bytes_on_disk)
            case _:
                return group_look(of_group.reason).meaning

    def _paths(self, item: int) -> str:
        """Source and payload, one per line."""
        columns = self._columns
        source = columns.source[item]
        lines = [self._names.path(source)] if source else []
        more = int(columns.sources[item]) - 1
        if more > 0:
            lines.append(QCoreApplication.translate("Clean", "and %Ln more", None, more))
        folder = self._names.folder(self._stores[columns.store[item]].path)
        return "\n".join([*lines, f"{folder}/{self._names.payload(columns.payload[item])}"])

    def _why(self, item: int) -> str:
        return self._names.sentence(self._columns.why[item], (self._columns.source[item],))


def _tr(text: str) -> str:
    return QCoreApplication.translate("Clean", text)
