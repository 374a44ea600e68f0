"""The Problems tree: one line per kind of trouble and place, its items below it.

Lines are put into words when they are painted and items are listed when their group is opened, so
that a survey with thousands of groups is shown at once. A group lists its first items only; the
rest is one step away in the Entries table, which is made for any number of rows.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtCore import QCoreApplication, QModelIndex, QObject, Qt

from larder.app.models.entries_model import scope_text
from larder.app.models.survey_pages import ProblemGroup, ProblemSubject
from larder.app.models.survey_snapshot import SurveySnapshot
from larder.app.models.tables import RIGHT, Cell, ColumnSpec, Index, TreeModel, TreeNode
from larder.app.presentation.figures import Figures
from larder.app.presentation.looks import (
    Look,
    Tone,
    payload_look,
    repair_text,
    severity_look,
    verdict_look,
)
from larder.app.presentation.shown_names import ShownNames
from larder.app.window_look import IconShelf
from larder.core.jobs import ItemFailed
from larder.core.survey.verdicts import PayloadVerdict, Severity, Verdict

_tr = partial(QCoreApplication.translate, "Problems")


class ProblemTexts:
    """Puts groups and items into words; one text per column."""

    def __init__(self, figures: Figures, names: ShownNames | None = None) -> None:
        self._figures = figures
        self._names = names or ShownNames()

    def group_look(self, group: ProblemGroup) -> Look:
        """Icon and word of a group."""
        if isinstance(group.verdict, PayloadVerdict):
            return payload_look(group.verdict)
        if isinstance(group.verdict, Verdict):
            return verdict_look(group.verdict)
        return severity_look(group.severity)

    def failure_look(self) -> Look:
        """Icon and word of what jobs could not do."""
        look = severity_look(Severity.ERROR)
        return Look(word=_tr("Could not be done"), icon=look.icon, tone=Tone.ERROR)

    def group(self, snapshot: SurveySnapshot, group: ProblemGroup) -> Sequence[str]:
        """Of a group."""
        if group.subject is ProblemSubject.FINDINGS:
            finding = snapshot.document.problems[int(group.rows[0])]
            hide = self._names.sentence
            return (_tr("Workspace"), hide(finding.problem), self._names.path(finding.where), "",
                    "", hide(finding.hint))
        look = self.group_look(group)
        return (look.word, look.meaning, scope_text(snapshot, group.scope, self._names),
                self._figures.count(len(group)), self._bytes(group.bytes),
                advice_text(snapshot, group))

    def item(self, snapshot: SurveySnapshot, group: ProblemGroup, row: int) -> Sequence[str]:
        """Of one entry or file."""
        if group.subject is ProblemSubject.PAYLOADS:
            payloads = snapshot.payloads
            source = payloads.source[row]
            why = (self._names.sentence(payloads.why[row], (source,))
                   or self._names.path(source))
            return (self._names.payload(payloads.name[row]), why, "", "",
                    self._bytes(int(payloads.bytes[row])), "")
        entries, names = snapshot.entries, self._names
        folder = entries.folders[int(entries.folder[row])]
        why = names.sentence(entries.why[row], (entries.source(row), folder, entries.name[row]))
        return (names.file(entries.name[row]), why, names.folder(folder), "",
                self._bytes(int(entries.bytes[row])), "")

    def path(self, snapshot: SurveySnapshot, group: ProblemGroup, row: int) -> str:
        """Where an item is, for a tooltip."""
        if group.subject is ProblemSubject.PAYLOADS:
            store = snapshot.document.stores[int(snapshot.payloads.store[row])]
            payload = self._names.payload(snapshot.payloads.name[row])
            return f"{self._names.folder(store.path)}/{payload}"
        return self._names.path(snapshot.entries.source(row))

    def more(self, count: int) -> Sequence[str]:
        """Of the line that stands for the items that are not listed."""
        text = QCoreApplication.translate("Problems", "and %Ln more", None, count)
        return (text, _tr("Open the group to see all of them."), "", "", "", "")

    def failures(self, count: int) -> Sequence[str]:
        """Of everything jobs could not do."""
        return (self.failure_look().word, _tr("Items the last job left undone."), "",
                self._figures.count(count), "", _tr("Run the job again."))

    def failure(self, failure: ItemFailed) -> Sequence[str]:
        """Of one item that a job could not do."""
        return (self._names.path(failure.item), self._names.sentence(failure.problem, (
            failure.item,)), self._names.path(failure.store), "", "", "")

    def _bytes(self, size: int) -> str:
        return self._figures.bytes(size) if size else ""


def advice_text(snapshot: SurveySnapshot, group: ProblemGroup) -> str:
    """What to do about a group."""
    store = group.scope.store
    return repair_text(group.remedy, None if store is None
                       else snapshot.document.stores[store].why_not_built)


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


PROBLEM_COLUMNS: dict[int, ColumnSpec] = {
    ProblemColumn.ITEM: ColumnSpec("Problem", 32),
    ProblemColumn.WHAT: ColumnSpec("What happened", 54, elide=Qt.TextElideMode.ElideRight),
    ProblemColumn.WHERE: ColumnSpec("Where", 24),
    ProblemColumn.COUNT: ColumnSpec("Count", 8, align=RIGHT),
    ProblemColumn.BYTES: ColumnSpec("Size", 10, align=RIGHT),
    ProblemColumn.REPAIR: ColumnSpec("What to do", 44, elide=Qt.TextElideMode.ElideRight),
}


class LineKind(enum.Enum):
    """What a line stands for."""

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
        group: the group it is or belongs to, None for what jobs could not do.
        row: row number of an item, None for the others.
        failures: what jobs could not do: all of it, or the one.
    """

    kind: LineKind
    group: ProblemGroup | None = None
    row: int | None = None
    failures: Sequence[ItemFailed] = ()


class ProblemsModel(TreeModel[ProblemLine]):
    """Groups of `problem_groups`, and what jobs could not do."""

    def __init__(
        self, texts: ProblemTexts, icons: IconShelf, parent: QObject | None = None,
    ) -> None:
        super().__init__(len(ProblemColumn), parent)
        self._texts = texts
        self._icons = icons
        self._snapshot: SurveySnapshot | None = None
        self._words: dict[LineKind, Callable[[ProblemLine], Sequence[str]]] = {
            LineKind.GROUP: self._group_words,
            LineKind.ITEM: self._item_words,
            LineKind.MORE: lambda line: texts.more(len(_group_of(line)) - ITEMS_SHOWN),
            LineKind.FAILURES: lambda line: texts.failures(len(line.failures)),
            LineKind.FAILURE: lambda line: texts.failure(line.failures[0]),
        }

    def show_problems(
        self, snapshot: SurveySnapshot | None, groups: Sequence[ProblemGroup],
        failures: Sequence[ItemFailed] = (),
    ) -> None:
        """Show what jobs could not do, then the groups."""
        self._snapshot = snapshot
        top = [TreeNode(ProblemLine(kind=LineKind.FAILURES, failures=failures))] if failures else []
        top += [TreeNode(ProblemLine(kind=LineKind.GROUP, group=group)) for group in groups]
        self.show_nodes(top)

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

    def cell(self, index: Index) -> Cell:
        """One cell, for a delegate: one call instead of one per role."""
        node = self.node(index)
        if node is None:
            return Cell(text="")
        line, column = node.value, ProblemColumn(index.column())
        look = self._look(line) if column is ProblemColumn.ITEM else None
        return Cell(text=self._words_of(line)[column], strong=look is not None,
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
        line, column = node.value, ProblemColumn(index.column())
        if role == Qt.ItemDataRole.DisplayRole:
            return self._words_of(line)[column]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return PROBLEM_COLUMNS[column].align
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(line, column)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{_tr(PROBLEM_COLUMNS[column].title)}: {self._words_of(line)[column]}"
        if role == Qt.ItemDataRole.DecorationRole:
            return self.cell(index).icon
        return None

    def _look(self, line: ProblemLine) -> Look | None:
        """Icon of a top line, None for the lines below it."""
        if line.kind is LineKind.FAILURES:
            return self._texts.failure_look()
        return self._texts.group_look(_group_of(line)) if line.kind is LineKind.GROUP else None

    def _tip(self, line: ProblemLine, column: ProblemColumn) -> str:
        if column is ProblemColumn.ITEM and line.kind is LineKind.ITEM:
            assert self._snapshot is not None
            assert line.row is not None
            return self._texts.path(self._snapshot, _group_of(line), line.row)
        return self._words_of(line)[column]

    def _words_of(self, line: ProblemLine) -> Sequence[str]:
        """Of every column."""
        return self._words[line.kind](line)

    def _group_words(self, line: ProblemLine) -> Sequence[str]:
        assert self._snapshot is not None
        return self._texts.group(self._snapshot, _group_of(line))

    def _item_words(self, line: ProblemLine) -> Sequence[str]:
        assert self._snapshot is not None
        assert line.row is not None
        return self._texts.item(self._snapshot, _group_of(line), line.row)


def _group_of(line: ProblemLine) -> ProblemGroup:
    assert line.group is not None
    return line.group


def _has_items(line: ProblemLine) -> bool:
    if line.kind is LineKind.FAILURES:
        return True
    return (line.kind is LineKind.GROUP and line.group is not None
            and line.group.subject is not ProblemSubject.FINDINGS)


def _items(line: ProblemLine) -> list[ProblemLine]:
    if line.kind is LineKind.FAILURES:
        return [ProblemLine(kind=LineKind.FAILURE, failures=(failure,))
                for failure in line.failures[:ITEMS_SHOWN]]
    group = _group_of(line)
    listed = [ProblemLine(kind=LineKind.ITEM, group=group, row=int(row))
              for row in group.rows[:ITEMS_SHOWN]]
    if len(group) > ITEMS_SHOWN:
        listed.append(ProblemLine(kind=LineKind.MORE, group=group))
    return listed
