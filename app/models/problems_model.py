"""The Problems tree: one line per remedy; below it verdicts, then places, then items.

Lines are put into words when they are painted and items are listed when their group is opened, so
that a survey with thousands of groups is shown at once. A group lists its first items only; the
rest is one step away in the Entries table, which is made for any number of rows.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from PySide6.QtCore import QModelIndex, QObject, Qt

from larder.app.models.problem_texts import ProblemTexts
from larder.app.models.survey_pages import ProblemGroup, ProblemSubject
from larder.app.models.survey_snapshot import Rows, SurveySnapshot
from larder.app.models.tables import (
    RIGHT,
    Cell,
    CellModel,
    ColumnSpec,
    Index,
    TableContents,
    TreeModel,
    TreeNode,
    Unit,
)
from larder.app.presentation.looks import (
    Look,
    remedy_look,
)
from larder.app.presentation.sentences import Sentences
from larder.app.window_look import IconCache
from larder.core.files.table_file import CellValue
from larder.core.jobs import ItemFailed
from larder.core.survey.remedies import Repair

_tr = Sentences("Problems")

IN_ORDER = (Repair.INDEX, Repair.RECONNECT, Repair.READOPT, Repair.BUILD, Repair.CACHE_FOLDER,
            Repair.TOUCH, Repair.CLEAN, Repair.NONE)
"""What is re-adopted need not be built, and what a build replaces need not be cleaned."""
ITEMS_SHOWN = 100
"""Items listed below one group."""

_SAVED = (
    ColumnSpec("What to do", 8), ColumnSpec("Problem", 26), ColumnSpec("Where", 11),
    ColumnSpec("Item", 26), ColumnSpec("What happened", 27), ColumnSpec("Size", 8, unit=Unit.BYTES))
"""What is saved: a row per item, also of those that are not listed."""


class LineKind(enum.Enum):
    """Kinds of lines in the Problems tree."""

    REMEDY = "remedy"
    HARM = "harm"
    VERDICT = "verdict"
    GROUP = "group"
    ITEM = "item"
    MORE = "more"
    FAILURES = "failures"
    FAILURE = "failure"


@dataclass(frozen=True, slots=True, eq=False)
class ProblemLine:
    """One line of the tree.

    Attributes:
        kind: what it stands for.
        groups: those that it is, holds or belongs to; none for what jobs could not do.
        row: row number of an item, None for the others.
        failures: what jobs could not do: all of it, or the one.
        is_place: whether a group stands below its verdict, which need not be said again.
    """

    kind: LineKind
    groups: tuple[ProblemGroup, ...] = ()
    row: int | None = None
    failures: Sequence[ItemFailed] = ()
    is_place: bool = False

    @property
    def group(self) -> ProblemGroup | None:
        """The one group that it is about, None for what is about several or none."""
        return self.groups[0] if len(self.groups) == 1 else None

    @property
    def repair(self) -> Repair:
        """The repair that fixes the line's problem."""
        return self.groups[0].repair if self.groups else Repair.BUILD

    @property
    def main_repair(self) -> Repair:
        """The repair that the window offers for the line or for a part of it."""
        repairs = (group.main_repair for group in self.groups)
        return next((one for one in repairs if one is not Repair.NONE), self.repair)

    @property
    def is_choice(self) -> bool:
        """True if nothing is done about it unless the user ticks it."""
        return any(group.is_choice for group in self.groups)

    @property
    def count(self) -> int:
        """How much of what mends it is counted, see `core.queries.finding_remedies`."""
        return sum(group.count for group in self.groups) or len(self.failures)

    def rows_in(self, group: ProblemGroup) -> Rows:
        """Which rows of a group it stands for."""
        if self.kind is LineKind.MORE:
            return group.rows[ITEMS_SHOWN:]
        return group.rows if self.row is None else np.array([self.row], dtype=np.int32)


class ProblemColumn(enum.IntEnum):
    """Columns of the Problems tree."""

    ITEM = 0
    WHAT = 1
    WHERE = 2
    COUNT = 3
    BYTES = 4
    TIME = 5
    REPAIR = 6


PROBLEM_COLUMNS: dict[int, ColumnSpec] = {
    ProblemColumn.ITEM: ColumnSpec("Problem", 40, least=23),
    ProblemColumn.WHAT: ColumnSpec("What happened", 36, least=29, wraps=True),
    ProblemColumn.WHERE: ColumnSpec(
        "Where", 18, least=16, leaves=2, wraps=True),
    ProblemColumn.COUNT: ColumnSpec("Count", 6, align=RIGHT),
    ProblemColumn.BYTES: ColumnSpec("Size", 8, align=RIGHT, leaves=4),
    ProblemColumn.TIME: ColumnSpec("Time", 14, least=10, leaves=3),
    ProblemColumn.REPAIR: ColumnSpec(
        "What to do", 40, least=30, leaves=1, wraps=True),
}


class ProblemsModel(CellModel, TreeModel[ProblemLine]):
    """Groups of `problem_groups` by what mends them, and what jobs could not do."""

    def __init__(
        self, texts: ProblemTexts, icons: IconCache, parent: QObject | None = None,
    ) -> None:
        super().__init__(len(PROBLEM_COLUMNS), parent)
        self._columns = list(PROBLEM_COLUMNS.values())
        self._titles = [_tr(spec.title) for spec in self._columns]
        self._texts = texts
        self._icons = icons
        self._snapshot: SurveySnapshot | None = None
        self._times: dict[Repair, str] = {}
        self._said: dict[int, Sequence[str]] = {}
        self._words: dict[LineKind, Callable[[SurveySnapshot, ProblemLine], Sequence[str]]] = {
            LineKind.REMEDY: lambda snapshot, line: texts.remedy(
                snapshot, line.groups, self._times.get(line.repair, "")),
            LineKind.VERDICT: lambda snapshot, line: texts.verdict(snapshot, line.groups),
            LineKind.HARM: lambda snapshot, line: texts.verdict(snapshot, line.groups),
            LineKind.GROUP: lambda snapshot, line: texts.group(
                snapshot, line.groups[0], is_place=line.is_place),
            LineKind.ITEM: lambda snapshot, line: texts.item(
                snapshot, line.groups[0], _row_of(line)),
            LineKind.MORE: lambda _, line: texts.more(_count_items(line) - ITEMS_SHOWN),
        }

    def identity(self, index: Index) -> Hashable:
        """Return a key that identifies a line across surveys and that no other line has."""
        node, snapshot = self.node(index), self._snapshot
        if node is None or snapshot is None:
            return None
        line = node.value
        if not line.groups:
            return line.kind, line.failures[0] if line.kind is LineKind.FAILURE else None
        group, name = line.groups[0], ""
        if group.subject is ProblemSubject.FINDINGS:
            name = snapshot.document.problems[int(group.rows[0])].problem
        elif group.subject is ProblemSubject.SOURCES:
            item = snapshot.sources.items[int(group.rows[0]) if line.row is None else line.row]
            name = item.kind if line.row is None else f"{item.kind} {item.path}"
        elif line.row is not None:
            is_entry = group.subject is ProblemSubject.ENTRIES
            name = (snapshot.entries.source(line.row) if is_entry
                    else snapshot.payloads.name[line.row])
        of_all = line.kind in (LineKind.REMEDY, LineKind.VERDICT, LineKind.HARM)
        return (line.kind, line.repair, line.is_choice,
                None if line.kind is LineKind.REMEDY
                else (group.verdict, group.state) if group.harm is None else group.harm,
                None if of_all else group.scope, name)

    def show_problems(
        self, snapshot: SurveySnapshot | None, groups: Sequence[ProblemGroup],
        failures: Sequence[ItemFailed] = (),
    ) -> None:
        """Show what jobs could not do, then the remedies, in the order in which one uses them."""
        self._snapshot = snapshot
        self._times.clear()
        self._said.clear()
        top = [TreeNode(ProblemLine(kind=LineKind.FAILURES, failures=failures))] if failures else []
        remedies = sorted(_split(groups, lambda group: (group.repair, group.is_choice)),
                          key=lambda alike: IN_ORDER.index(alike[0].repair))
        self.show_nodes([*top, *map(_remedy_node, remedies)])

    def show_training(
        self, snapshot: SurveySnapshot | None, groups: Sequence[ProblemGroup]
    ) -> None:
        """Show what training would get wrong, the worst first."""
        self._snapshot = snapshot
        self._said.clear()
        self.show_nodes([*map(_harm_node, _split(groups, lambda group: (
            group.harm, group.rows[0] if group.harm is None else None)))])

    def show_time(self, repair: Repair, text: str) -> None:
        """Say how long a remedy takes, once that is known."""
        self._times[repair] = text
        for node in self.top:
            if node.value.kind is LineKind.REMEDY and node.value.repair is repair:
                self._said.pop(node.number, None)
                place = self.index_of(node, ProblemColumn.TIME)
                self.dataChanged.emit(place, place)

    def say_again(self) -> None:
        """Names or figures are shown in another way."""
        self._said.clear()

    def hasChildren(self, parent: Index = QModelIndex()) -> bool:
        """Groups have, before they are opened too."""
        node = self.node(parent)
        return bool(self.top) if node is None else bool(node.children) or _has_items(node.value)

    def canFetchMore(self, parent: Index) -> bool:
        """Return whether a group has items and was not opened yet."""
        node = self.node(parent)
        return node is not None and not node.children and _has_items(node.value)

    def fetchMore(self, parent: Index) -> None:
        """List a group's items."""
        node = self.node(parent)
        if node is not None and self.canFetchMore(parent):
            self.add_children(node, _items(node.value))

    def contents(self, lines: Sequence[ProblemLine] | None = None) -> TableContents:
        """A row per item of some lines, or of all, each once."""
        lines = [node.value for node in self.top] if lines is None else lines
        snapshot, texts = self._snapshot, self._texts
        parts: dict[ProblemGroup, list[Rows]] = {}
        for line in lines:
            for group in line.groups:
                parts.setdefault(group, []).append(line.rows_in(group))
        chosen = {group: rows[0] if len(rows) == 1 else np.unique(np.concatenate(rows))
                  for group, rows in parts.items()}
        failures = tuple(dict.fromkeys(one for line in lines for one in line.failures))

        def rows() -> Iterator[Sequence[CellValue]]:
            for failure in failures:
                item, why, where, *_ = texts.failure(failure)
                yield "", texts.failure_look().word, where, item, why, None, None
            for group, numbers in chosen.items():
                assert snapshot is not None
                word, _, place, *_ = texts.group(snapshot, group)
                remedy = remedy_look(group.repair).word
                for row in numbers.tolist():
                    yield (remedy, word, place, *texts.item_to_save(snapshot, group, row))

        return TableContents(
            columns=[saved for spec in _SAVED for saved in spec.columns_to_save(_tr(spec.title))],
            rows=rows(), count=len(failures) + sum(map(len, chosen.values())), is_fixed=True)

    def cell_at(self, index: Index) -> Cell:
        """One cell, for a delegate: one call instead of one per role."""
        node = self.node(index)
        if node is None:
            return Cell(text="")
        column = ProblemColumn(index.column())
        look = self._look(node.value) if column is ProblemColumn.ITEM else None
        is_head = node.parent is None and not PROBLEM_COLUMNS[column].wraps
        return Cell(text=self._words_of(node)[column], strong=is_head,
                    icon=None if look is None else self._icons.of_look(look))

    def _look(self, line: ProblemLine) -> Look | None:
        """Icon of a line, None for items."""
        match line.kind:
            case LineKind.FAILURES:
                return self._texts.failure_look()
            case LineKind.REMEDY:
                return remedy_look(line.repair, is_choice=line.is_choice)
            case LineKind.VERDICT | LineKind.HARM | LineKind.GROUP:
                return self._texts.group_look(line.groups[0])
            case _:
                return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """As of any cell; nothing of an index that outlived its node."""
        return None if self.node(index) is None else super().data(index, role)

    def tip_at(self, index: Index) -> str:
        """Of an item its path, of all else the words of the cell."""
        node = self.node(index)
        if node is not None and index.column() == ProblemColumn.ITEM \
                and node.value.kind is LineKind.ITEM:
            assert self._snapshot is not None
            return self._texts.path(self._snapshot, node.value.groups[0], _row_of(node.value))
        return self.cell_at(index).text

    def _words_of(self, node: TreeNode[ProblemLine]) -> Sequence[str]:
        """Of every column; a tree asks for each of them again and again."""
        said = self._said.get(node.number)
        if said is None:
            said = self._put_into_words(node.value)
            above = node.parent and self._words_of(node.parent)[ProblemColumn.REPAIR]
            if above and above == said[ProblemColumn.REPAIR]:
                said = (*said[:ProblemColumn.REPAIR], "")
            self._said[node.number] = said
        return said

    def _put_into_words(self, line: ProblemLine) -> Sequence[str]:
        if line.kind is LineKind.FAILURES:
            return self._texts.failures(line.count)
        if line.kind is LineKind.FAILURE:
            return self._texts.failure(line.failures[0])
        assert self._snapshot is not None
        return self._words[line.kind](self._snapshot, line)


def _split(
    groups: Sequence[ProblemGroup], key: Callable[[ProblemGroup], object],
) -> list[tuple[ProblemGroup, ...]]:
    """Groups that have one key, in the order of the first of each."""
    found: dict[object, list[ProblemGroup]] = {}
    for group in groups:
        found.setdefault(key(group), []).append(group)
    return [tuple(alike) for alike in found.values()]


def _remedy_node(groups: tuple[ProblemGroup, ...]) -> TreeNode[ProblemLine]:
    """A remedy, its verdicts, and the places of those that are found in several."""
    node = TreeNode(ProblemLine(kind=LineKind.REMEDY, groups=groups))
    for alike in _split(groups, lambda group: (
            group.verdict, group.state, group.rows[0] if group.verdict is None else None)):
        if len(alike) == 1:
            node.add(ProblemLine(kind=LineKind.GROUP, groups=alike))
            continue
        verdict = node.add(ProblemLine(kind=LineKind.VERDICT, groups=alike))
        for group in alike:
            verdict.add(ProblemLine(kind=LineKind.GROUP, groups=(group,), is_place=True))
    return node


def _harm_node(groups: tuple[ProblemGroup, ...]) -> TreeNode[ProblemLine]:
    """A finding, and the places of one that is found in several."""
    if len(groups) == 1:
        return TreeNode(ProblemLine(kind=LineKind.GROUP, groups=groups))
    node = TreeNode(ProblemLine(kind=LineKind.HARM, groups=groups))
    for group in groups:
        node.add(ProblemLine(kind=LineKind.GROUP, groups=(group,), is_place=True))
    return node


def _row_of(line: ProblemLine) -> int:
    assert line.row is not None
    return line.row


def _has_items(line: ProblemLine) -> bool:
    if line.kind is LineKind.FAILURES:
        return True
    return (line.kind is LineKind.GROUP
            and line.groups[0].subject is not ProblemSubject.FINDINGS)


def _count_items(line: ProblemLine) -> int:
    """How many there are; of what was found of sources only the first ones are known."""
    group = line.groups[0]
    return group.count if group.subject is ProblemSubject.SOURCES else len(group)


def _items(line: ProblemLine) -> list[ProblemLine]:
    if line.kind is LineKind.FAILURES:
        return [ProblemLine(kind=LineKind.FAILURE, failures=(failure,))
                for failure in line.failures[:ITEMS_SHOWN]]
    listed = [ProblemLine(kind=LineKind.ITEM, groups=line.groups, row=int(row))
              for row in line.groups[0].rows[:ITEMS_SHOWN]]
    if _count_items(line) > ITEMS_SHOWN:
        listed.append(ProblemLine(kind=LineKind.MORE, groups=line.groups))
    return listed
