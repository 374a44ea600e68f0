"""The Problems tree: one line per kind of trouble and place, its items below it.

A group lists its first items only; the rest is one step away in the Entries table, which is made
for any number of rows.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, Qt
from PySide6.QtGui import QFont, QIcon

from app.models.columns import RIGHT, ColumnSpec, Index
from app.models.problem_groups import ProblemGroup, ProblemSubject
from app.models.survey_snapshot import SurveySnapshot
from app.models.tree_nodes import TreeModel, TreeNode
from app.presentation.figures import Figures
from app.presentation.icons import IconShelf
from app.presentation.looks import (
    Look,
    Tone,
    payload_look,
    repair_text,
    severity_look,
    verdict_look,
)
from core.jobs import ItemFailed
from core.operations.verdicts import PayloadVerdict, Severity, Verdict

ITEMS_SHOWN = 200
"""Items listed below one group."""


class ProblemColumn(enum.IntEnum):
    """Columns of the Problems tree."""

    ITEM = 0
    WHAT = 1
    WHERE = 2
    COUNT = 3
    BYTES = 4
    REPAIR = 5


PROBLEM_COLUMNS: dict[ProblemColumn, ColumnSpec] = {
    ProblemColumn.ITEM: ColumnSpec("Problem", 34),
    ProblemColumn.WHAT: ColumnSpec("What happened", 50, elide=Qt.TextElideMode.ElideRight),
    ProblemColumn.WHERE: ColumnSpec("Where", 26),
    ProblemColumn.COUNT: ColumnSpec("Count", 8, align=RIGHT),
    ProblemColumn.BYTES: ColumnSpec("Size", 10, align=RIGHT),
    ProblemColumn.REPAIR: ColumnSpec("What to do", 44, elide=Qt.TextElideMode.ElideRight),
}


@dataclass(frozen=True, slots=True, eq=False)
class ProblemLine:
    """One line of the tree, its texts worked out once.

    Attributes:
        texts: one per column.
        tip: full text or path for the tooltip.
        look: icon of a group, None for an item.
        group: the group it is or belongs to, None for a job's failure.
        row: row number of an item, None for a group and for "and n more".
    """

    texts: tuple[str, ...]
    tip: str
    look: Look | None
    group: ProblemGroup | None = None
    row: int | None = None


class ProblemsModel(TreeModel[ProblemLine]):
    """Groups of `problem_groups`, and what jobs could not do."""

    def __init__(self, figures: Figures, icons: IconShelf, parent: QObject | None = None) -> None:
        super().__init__(len(ProblemColumn), parent)
        self._figures = figures
        self._icons = icons
        self._bold = QFont()
        self._bold.setBold(True)

    def show_problems(
        self, snapshot: SurveySnapshot | None, groups: Sequence[ProblemGroup],
        failures: Sequence[ItemFailed] = (),
    ) -> None:
        """Show what jobs could not do, then the groups."""
        top = [self._failures(failures)] if failures else []
        if snapshot is not None:
            top += [self._group(snapshot, group) for group in groups]
        self.show_nodes(top)

    def headerData(self, section: int, orientation: Qt.Orientation,
                   role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Titles, aligned as their columns."""
        if orientation != Qt.Orientation.Horizontal or section not in set(ProblemColumn):
            return None
        spec = PROBLEM_COLUMNS[ProblemColumn(section)]
        if role == Qt.ItemDataRole.DisplayRole:
            return _tr(spec.title)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return spec.align
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Texts, icon, alignment and tooltip of a line."""
        node = self.node(index)
        if node is None:
            return None
        line, column = node.value, ProblemColumn(index.column())
        if role == Qt.ItemDataRole.DisplayRole:
            return line.texts[column]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return PROBLEM_COLUMNS[column].align
        if role == Qt.ItemDataRole.ToolTipRole:
            return line.tip if column is ProblemColumn.ITEM else line.texts[column]
        if role == Qt.ItemDataRole.DecorationRole and column is ProblemColumn.ITEM:
            return self._icon(line)
        if role == Qt.ItemDataRole.FontRole and line.look is not None:
            return self._bold if column is ProblemColumn.ITEM else None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{_tr(PROBLEM_COLUMNS[column].title)}: {line.texts[column]}"
        return None

    def _icon(self, line: ProblemLine) -> QIcon | None:
        return None if line.look is None else self._icons.of_look(line.look)

    def _group(self, snapshot: SurveySnapshot, group: ProblemGroup) -> TreeNode[ProblemLine]:
        if group.subject is ProblemSubject.FINDINGS:
            return self._finding(snapshot, group)
        assert group.verdict is not None
        look = _group_look(group)
        node = TreeNode(ProblemLine(
            texts=(look.word, look.meaning, _place(snapshot, group),
                   self._figures.count(len(group)), self._bytes(group.bytes),
                   repair_text(group.repair)),
            tip=look.meaning, look=look, group=group))
        for row in group.rows[:ITEMS_SHOWN]:
            node.add(self._item(snapshot, group, int(row)))
        left = len(group) - ITEMS_SHOWN
        if left > 0:
            more = QCoreApplication.translate("Problems", "and %Ln more", None, left)
            node.add(ProblemLine(texts=(more, _tr("Open the group to see all of them."), "", "",
                                        "", ""), tip=more, look=None, group=group))
        return node

    def _item(self, snapshot: SurveySnapshot, group: ProblemGroup, row: int) -> ProblemLine:
        if group.subject is ProblemSubject.PAYLOADS:
            payloads = snapshot.payloads
            name, why, size = payloads.name[row], payloads.why[row], int(payloads.bytes[row])
            source = payloads.source[row]
            return ProblemLine(texts=(name, why or source, "", "", self._bytes(size), ""),
                               tip=name, look=None, group=group, row=row)
        entries = snapshot.entries
        folder = entries.folders[int(entries.folder[row])]
        return ProblemLine(
            texts=(entries.name[row], entries.why[row], folder, "",
                   self._bytes(int(entries.bytes[row])), ""),
            tip=entries.source(row), look=None, group=group, row=row)

    def _finding(self, snapshot: SurveySnapshot, group: ProblemGroup) -> TreeNode[ProblemLine]:
        finding = snapshot.document.problems[int(group.rows[0])]
        look = severity_look(group.severity)
        return TreeNode(ProblemLine(
            texts=(_tr("Workspace"), finding.problem, finding.where, "", "", finding.hint),
            tip=finding.problem, look=look, group=group))

    def _failures(self, failures: Sequence[ItemFailed]) -> TreeNode[ProblemLine]:
        look = severity_look(Severity.ERROR)
        node = TreeNode(ProblemLine(
            texts=(_tr("Could not be done"), _tr("Items the last job left undone."), "",
                   self._figures.count(len(failures)), "", _tr("Run the job again.")),
            tip="", look=Look(word=look.word, icon=look.icon, tone=Tone.ERROR)))
        for failure in failures[:ITEMS_SHOWN]:
            node.add(ProblemLine(texts=(failure.item, failure.problem, failure.store, "", "", ""),
                                 tip=failure.item, look=None))
        return node

    def _bytes(self, size: int) -> str:
        return self._figures.bytes(size) if size else ""


def _group_look(group: ProblemGroup) -> Look:
    if isinstance(group.verdict, PayloadVerdict):
        return payload_look(group.verdict)
    assert isinstance(group.verdict, Verdict)
    return verdict_look(group.verdict)


def _place(snapshot: SurveySnapshot, group: ProblemGroup) -> str:
    names: list[str] = []
    if group.scope.concept is not None:
        names.append(_tr("Under no concept") if group.scope.concept < 0
                     else snapshot.document.concepts[group.scope.concept].name)
    if group.scope.store is not None:
        names.append(snapshot.document.stores[group.scope.store].id)
    return " · ".join(names)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Problems", text)
