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

from larder.app.models.entries_model import scope_text
from larder.app.models.survey_pages import ProblemGroup, ProblemSubject
from larder.app.models.survey_snapshot import Rows, SurveySnapshot
from larder.app.models.tables import (
    RIGHT,
    Cell,
    ColumnSpec,
    Index,
    TableContents,
    TreeModel,
    TreeNode,
    Unit,
)
from larder.app.presentation.figures import Figures
from larder.app.presentation.looks import (
    Look,
    Tone,
    entry_look,
    harm_look,
    payload_look,
    remedy_look,
    repair_text,
    severity_look,
    shared_look,
)
from larder.app.presentation.plurals import Sentences, core_text
from larder.app.presentation.shown_names import ShownNames
from larder.app.window_look import IconShelf
from larder.core.files.table_file import CellValue
from larder.core.jobs import ItemFailed
from larder.core.survey.harms import HARMS
from larder.core.survey.remedies import Repair
from larder.core.survey.verdicts import PayloadVerdict, Severity, Verdict
from larder.core.survey.why import reason_of

_tr = Sentences("Problems")

IN_ORDER = (Repair.INDEX, Repair.RECONNECT, Repair.READOPT, Repair.BUILD, Repair.CACHE_FOLDER,
            Repair.TOUCH, Repair.CLEAN, Repair.NONE)
"""What is re-adopted need not be built, and what a build replaces need not be cleaned."""
ITEMS_SHOWN = 100
"""Items listed below one group."""


class LineKind(enum.Enum):
    """What a line stands for."""

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
        """What mends it."""
        return self.groups[0].repair if self.groups else Repair.BUILD

    @property
    def mended_by(self) -> Repair:
        """What the window does about it, or about some of it."""
        repairs = (group.mended_by for group in self.groups)
        return next((one for one in repairs if one is not Repair.NONE), self.repair)

    @property
    def is_choice(self) -> bool:
        """Whether nothing is done about it unless the user ticks it."""
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


class ProblemTexts:
    """Puts lines into words; one text per column."""

    def __init__(self, figures: Figures, names: ShownNames | None = None) -> None:
        self._figures = figures
        self._names = names or ShownNames()

    def group_look(self, group: ProblemGroup) -> Look:
        """Icon and word of what is wrong in a group."""
        if group.harm is not None:
            return harm_look(group.harm, group.form)
        if isinstance(group.verdict, PayloadVerdict):
            return payload_look(group.verdict)
        if group.verdict is Verdict.VALID:
            return shared_look()
        if isinstance(group.verdict, Verdict):
            return entry_look(group.verdict, group.remedy)
        return severity_look(group.severity)

    def failure_look(self) -> Look:
        """Icon and word of what jobs could not do."""
        look = severity_look(Severity.ERROR)
        return Look(word=_tr("Could not be done"), icon=look.icon, tone=Tone.ERROR)

    def remedy(
        self, snapshot: SurveySnapshot, groups: Sequence[ProblemGroup], time: str,
    ) -> Sequence[str]:
        """Of everything that one command mends: what it is, "11 × Edited · 3 × Not cached"."""
        look = remedy_look(groups[0].repair, moves=moves(groups), is_choice=groups[0].is_choice)
        counts: dict[str, int] = {}
        for group in groups:
            word = self.group_look(group).word
            counts[word] = counts.get(word, 0) + group.count
        advice = {advice_text(snapshot, group) for group in groups}
        # No line begins with a sign.
        return (look.word, "\u00a0· ".join(f"{self._figures.count(count)}\u00a0×\u00a0{word}"
                                             for word, count in counts.items()),
                "", *self._sums(groups), time,
                advice.pop() if len(advice) == 1 and not groups[0].is_choice else look.meaning)

    def verdict(self, snapshot: SurveySnapshot, groups: Sequence[ProblemGroup]) -> Sequence[str]:
        """Of everything that has one verdict in several places."""
        look, names = self.group_look(groups[0]), self._names
        places = ", ".join(dict.fromkeys(
            scope_text(snapshot, group.scope, names) for group in groups))
        advice = {advice_text(snapshot, group) for group in groups}
        return (look.word, look.meaning, places, *self._sums(groups), "",
                advice.pop() if len(advice) == 1 else "")

    def group(
        self, snapshot: SurveySnapshot, group: ProblemGroup, *, is_place: bool = False,
    ) -> Sequence[str]:
        """Of a group; of one that stands below its verdict, its place is what it is called."""
        if group.subject is ProblemSubject.FINDINGS:
            finding = snapshot.document.problems[int(group.rows[0])]
            hide = self._names.sentence
            return (_tr("Workspace"), hide(finding.problem), self._names.path(finding.where),
                    self._figures.count(1), "", "", hide(finding.hint))
        look, place = self.group_look(group), scope_text(snapshot, group.scope, self._names)
        sums, advice = self._sums((group,)), advice_text(snapshot, group)
        if is_place and place:
            return (place, "", "", *sums, "", advice)
        return (look.word, look.meaning, place, *sums, "", advice)

    def item(self, snapshot: SurveySnapshot, group: ProblemGroup, row: int) -> Sequence[str]:
        """Of one entry or file."""
        if group.subject is ProblemSubject.PAYLOADS:
            payloads = snapshot.payloads
            source = payloads.source[row]
            why = (self._names.sentence(payloads.why[row], (source,))
                   or self._names.path(source))
            return (self._names.payload(payloads.name[row]), why, "",
                    self._several(int(payloads.count[row])),
                    self._bytes(int(payloads.bytes[row])), "", "")
        entries, names = snapshot.entries, self._names
        folder = entries.folders[int(entries.folder[row])]
        why = self._figures.dated(names.sentence(
            reason_of(entries.why[row]), (entries.source(row), folder, entries.name[row])))
        return (names.file(entries.name[row]), why, names.folder(folder),
                # What training gets wrong is counted by the row, not by what a remedy moves.
                "" if group.harm is not None else self._several(int(entries.count[row])),
                self._bytes(int(entries.bytes[row])), "", "")

    def path(self, snapshot: SurveySnapshot, group: ProblemGroup, row: int) -> str:
        """Where an item is, for a tooltip."""
        if group.subject is ProblemSubject.PAYLOADS:
            store = snapshot.document.stores[int(snapshot.payloads.store[row])]
            payload = self._names.payload(snapshot.payloads.name[row])
            return f"{self._names.folder(store.path)}/{payload}"
        return self._names.path(snapshot.entries.source(row))

    def saved_item(
        self, snapshot: SurveySnapshot, group: ProblemGroup, row: int,
    ) -> tuple[CellValue, ...]:
        """Where an item is, what happened to it, its size as text and in bytes."""
        if group.subject is ProblemSubject.FINDINGS:
            _, why, where, *_ = self.group(snapshot, group)
            return where, why, None, None
        _, why, _, _, size, *_ = self.item(snapshot, group, row)
        items = (snapshot.payloads if group.subject is ProblemSubject.PAYLOADS
                 else snapshot.entries)
        return self.path(snapshot, group, row), why, size or None, int(items.bytes[row])

    def more(self, count: int) -> Sequence[str]:
        """Of the line that stands for the items that are not listed."""
        text = _tr("and %Ln more", count)
        return (text, _tr("Open the group to see all of them."), "", "", "", "", "")

    def failures(self, count: int) -> Sequence[str]:
        """Of everything jobs could not do."""
        return (self.failure_look().word, _tr("What the last job could not do."), "",
                self._figures.count(count), "", "", _tr("Run the job again."))

    def failure(self, failure: ItemFailed) -> Sequence[str]:
        """Of one item that a job could not do."""
        return (self._names.path(failure.item), self._names.sentence(failure.problem, (
            failure.item,)), self._names.path(failure.store), "", "", "", "")

    def _several(self, count: int) -> str:
        """Of an item that stands for several files."""
        return self._figures.count(count) if count > 1 else ""

    def _sums(self, groups: Sequence[ProblemGroup]) -> tuple[str, str]:
        return (self._figures.count(sum(group.count for group in groups)),
                self._bytes(sum(group.bytes for group in groups)))

    def _bytes(self, size: int) -> str:
        return self._figures.bytes(size) if size else ""


def moves(groups: Sequence[ProblemGroup]) -> bool:
    """Whether what mends them moves some of them and makes nothing."""
    return any(group.verdict is Verdict.SHIFTED for group in groups)


def advice_text(snapshot: SurveySnapshot, group: ProblemGroup) -> str:
    """What to do about a group."""
    if group.harm is not None and HARMS[group.harm].instead:
        return core_text(HARMS[group.harm].instead)
    store = group.scope.store
    return repair_text(group.remedy, None if store is None
                       else snapshot.document.stores[store].why_not_built)


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


_SAVED = (
    ColumnSpec("What to do", 8), ColumnSpec("Problem", 26), ColumnSpec("Where", 11),
    ColumnSpec("Item", 26), ColumnSpec("What happened", 27), ColumnSpec("Size", 8, unit=Unit.BYTES))
"""What is saved: a row per item, also of those that are not listed."""


class ProblemsModel(TreeModel[ProblemLine]):
    """Groups of `problem_groups` by what mends them, and what jobs could not do."""

    def __init__(
        self, texts: ProblemTexts, icons: IconShelf, parent: QObject | None = None,
    ) -> None:
        super().__init__(len(ProblemColumn), parent)
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
            LineKind.MORE: lambda _, line: texts.more(len(line.groups[0]) - ITEMS_SHOWN),
        }

    def identity(self, index: Index) -> Hashable:
        """What a line is about: the same in the survey before and after, of no other line."""
        node, snapshot = self.node(index), self._snapshot
        if node is None or snapshot is None:
            return None
        line = node.value
        if not line.groups:
            return line.kind, line.failures[0] if line.kind is LineKind.FAILURE else None
        group, name = line.groups[0], ""
        if group.subject is ProblemSubject.FINDINGS:
            name = snapshot.document.problems[int(group.rows[0])].problem
        elif line.row is not None:
            is_entry = group.subject is ProblemSubject.ENTRIES
            name = (snapshot.entries.source(line.row) if is_entry
                    else snapshot.payloads.name[line.row])
        of_all = line.kind in (LineKind.REMEDY, LineKind.VERDICT, LineKind.HARM)
        return (line.kind, line.repair, line.is_choice,
                None if line.kind is LineKind.REMEDY
                else group.verdict if group.harm is None else group.harm,
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
        self.show_nodes([*map(_harm_node, _split(groups, lambda group: group.harm))])

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
        """Whether a group was not opened yet."""
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
                    yield (remedy, word, place, *texts.saved_item(snapshot, group, row))

        return TableContents(
            columns=[saved for spec in _SAVED for saved in spec.saved_columns(_tr(spec.title))],
            rows=rows(), count=len(failures) + sum(map(len, chosen.values())), is_fixed=True)

    def cell(self, index: Index) -> Cell:
        """One cell, for a delegate: one call instead of one per role."""
        node = self.node(index)
        if node is None:
            return Cell(text="")
        column = ProblemColumn(index.column())
        look = self._look(node.value) if column is ProblemColumn.ITEM else None
        is_head = node.parent is None and not PROBLEM_COLUMNS[column].wraps
        return Cell(text=self._words_of(node)[column], strong=is_head,
                    icon=None if look is None else self._icons.of_look(look))

    def headerData(self, section: int, orientation: Qt.Orientation,
                   role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Titles, aligned as their columns."""
        if orientation != Qt.Orientation.Horizontal or section not in set(ProblemColumn):
            return None
        spec = PROBLEM_COLUMNS[ProblemColumn(section)]
        if role == Qt.ItemDataRole.DisplayRole:
            return _tr(spec.title)
        return spec.align if role == Qt.ItemDataRole.TextAlignmentRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Texts, icon, alignment and tooltip of a line."""
        node = self.node(index)
        if node is None:
            return None
        column = ProblemColumn(index.column())
        if role == Qt.ItemDataRole.DisplayRole:
            return self._words_of(node)[column]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return PROBLEM_COLUMNS[column].align
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(node, column)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{_tr(PROBLEM_COLUMNS[column].title)}: {self._words_of(node)[column]}"
        if role == Qt.ItemDataRole.DecorationRole:
            return self.cell(index).icon
        return None

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

    def _tip(self, node: TreeNode[ProblemLine], column: ProblemColumn) -> str:
        line = node.value
        if column is ProblemColumn.ITEM and line.kind is LineKind.ITEM:
            assert self._snapshot is not None
            return self._texts.path(self._snapshot, line.groups[0], _row_of(line))
        return self._words_of(node)[column]

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
            group.verdict, group.rows[0] if group.verdict is None else None)):
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


def _items(line: ProblemLine) -> list[ProblemLine]:
    if line.kind is LineKind.FAILURES:
        return [ProblemLine(kind=LineKind.FAILURE, failures=(failure,))
                for failure in line.failures[:ITEMS_SHOWN]]
    listed = [ProblemLine(kind=LineKind.ITEM, groups=line.groups, row=int(row))
              for row in line.groups[0].rows[:ITEMS_SHOWN]]
    if len(line.groups[0]) > ITEMS_SHOWN:
        listed.append(ProblemLine(kind=LineKind.MORE, groups=line.groups))
    return listed
