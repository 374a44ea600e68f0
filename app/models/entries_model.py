"""The Entries table over memory-mapped columns: any number of rows, none of them a Python object.

The model shows row numbers in an order somebody else worked out (`entry_rows`); a new order is a
model reset, because `layoutChanged` makes a view ask about every index it ever handed out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import PureWindowsPath

import numpy as np
from PySide6.QtCore import QCoreApplication, QObject, Qt
from PySide6.QtGui import QIcon

from larder.app.models.entry_rows import OWN_COLUMNS, EntryColumn, has_preview
from larder.app.models.survey_snapshot import (
    EntryColumns,
    Rows,
    SurveySnapshot,
    ValueColumns,
)
from larder.app.models.tables import (
    NONE,
    RIGHT,
    Cell,
    CellTable,
    ColumnSpec,
    Spans,
    TableContents,
    Unit,
    one_line,
)
from larder.app.presentation.figures import Figures
from larder.app.presentation.looks import Look, entry_look, remark_texts
from larder.app.presentation.preview_texts import rate_text, seconds_text
from larder.app.presentation.sentences import Sentences, core_text
from larder.app.presentation.shown_names import ShownNames
from larder.app.view_state import Scope
from larder.app.window_look import IconCache
from larder.core.files.table_file import CellValue
from larder.core.survey.verdicts import Verdict
from larder.core.survey.why import reason_of

_tr = Sentences("EntriesModel")

OWN_TITLES: Mapping[str, str] = {
    "height": "Height", "width": "Width", "maker": "Made by", "sample_rate": "Rate",
    "cap": "Cut at", "length": "Length", "section": "Section", "row": "Row", "tokens": "Tokens",
    "leaves": "Leaves"}
"""Heads of columns, before translation."""

ENTRY_COLUMNS: dict[int, ColumnSpec] = {
    EntryColumn.SOURCE: ColumnSpec("Source", 27, least=22),
    EntryColumn.FOLDER: ColumnSpec("Folder", 34, least=34, leaves=2),
    EntryColumn.KIND: ColumnSpec("Kind", 10, least=7, leaves=4),
    EntryColumn.CONCEPT: ColumnSpec("Concept", 18, shown=False, least=9),
    EntryColumn.STATE: ColumnSpec("State", 20, elide=Qt.TextElideMode.ElideRight, least=16),
    EntryColumn.REASON: ColumnSpec("Reason", 36, least=20, wraps=True),
    EntryColumn.SIZE: ColumnSpec("Size", 10, align=RIGHT, leaves=3, unit=Unit.BYTES),
    EntryColumn.ALSO: ColumnSpec("Remarks", 20, elide=Qt.TextElideMode.ElideRight, least=10,
                                 leaves=1),
    EntryColumn.INDEXED: ColumnSpec("In index", 9, shown=False),
    EntryColumn.HEIGHT: ColumnSpec(OWN_TITLES["height"], 8, align=RIGHT, shown=False, leaves=8),
    EntryColumn.WIDTH: ColumnSpec(OWN_TITLES["width"], 8, align=RIGHT, shown=False, leaves=9),
    EntryColumn.SAMPLE_RATE: ColumnSpec(
        OWN_TITLES["sample_rate"], 13, align=RIGHT, shown=False, leaves=8),
    EntryColumn.LENGTH: ColumnSpec(OWN_TITLES["length"], 9, align=RIGHT, shown=False, leaves=7),
    EntryColumn.SECTION: ColumnSpec(OWN_TITLES["section"], 21, shown=False, least=9, leaves=11),
    EntryColumn.ROW: ColumnSpec(OWN_TITLES["row"], 7, align=RIGHT, shown=False, leaves=10),
    EntryColumn.TOKENS: ColumnSpec(OWN_TITLES["tokens"], 9, align=RIGHT, shown=False, leaves=7),
    EntryColumn.LEAVES: ColumnSpec(OWN_TITLES["leaves"], 9, align=RIGHT, shown=False, leaves=7),
    EntryColumn.CAP: ColumnSpec(OWN_TITLES["cap"], 9, align=RIGHT, shown=False, leaves=5),
    EntryColumn.MAKER: ColumnSpec(OWN_TITLES["maker"], 14, shown=False, least=9, leaves=6),
}

MOST_ROOTS = 20
"""Folders that are looked for in a reason while names are hidden."""


def format_value_title(name: str) -> str:
    """Head of a column."""
    return _tr(OWN_TITLES[name])


def format_value_cell(values: ValueColumns, name: str, place: int | None, figures: Figures) -> str:
    """One cell; a dash where nothing is known."""
    return NONE if place is None else _TEXTS[name](values, place, figures)


def list_value_facts(
    values: ValueColumns, names: Iterable[str], row: int, figures: Figures,
) -> tuple[tuple[str, str], ...]:
    """(name, value) lines about a value, for the inspector; what is not known is left out."""
    place = values.place(row)
    lines = ((format_value_title(name), format_value_cell(values, name, place, figures))
             for name in names)
    return tuple(line for line in lines if line[1] != NONE)


def _count(name: str) -> Callable[[ValueColumns, int, Figures], str]:
    def text(values: ValueColumns, place: int, figures: Figures) -> str:
        number = int(getattr(values, name)[place])
        return figures.count(number) if number >= 0 else NONE

    return text


def _rate(values: ValueColumns, place: int, figures: Figures) -> str:
    rate = int(values.sample_rate[place])
    return rate_text(rate, figures) if rate >= 0 else NONE


def _cap(values: ValueColumns, place: int, figures: Figures) -> str:
    milliseconds, tokens = int(values.cap_ms[place]), int(values.cap_tokens[place])
    if milliseconds >= 0:
        return seconds_text(milliseconds / 1000, figures)
    return figures.count(tokens) if tokens >= 0 else NONE


def _length(values: ValueColumns, place: int, figures: Figures) -> str:
    samples, rate = int(values.samples[place]), int(values.sample_rate[place])
    return seconds_text(samples / rate, figures) if samples >= 0 and rate > 0 else NONE


def _row(values: ValueColumns, place: int, figures: Figures) -> str:
    """People count from one."""
    number = int(values.row[place])
    return figures.count(number + 1) if number >= 0 else NONE


def _read_value_number(values: ValueColumns, name: str, place: int | None) -> int | None:
    """The bare number in a cell, None where there is none or it has a unit."""
    if place is None or name not in ("height", "width", "tokens", "leaves", "row"):
        return None
    number = int(getattr(values, name)[place])
    return None if number < 0 else number + (name == "row")


_TEXTS: Mapping[str, Callable[[ValueColumns, int, Figures], str]] = {
    "height": _count("height"), "width": _count("width"), "tokens": _count("tokens"),
    "leaves": _count("leaves"), "sample_rate": _rate, "cap": _cap, "length": _length, "row": _row,
    "maker": lambda values, place, _: values.maker_of(place) or NONE,
    "section": lambda values, place, _: values.section[place] or NONE,
}


def scope_text(snapshot: SurveySnapshot, scope: Scope, shown: ShownNames) -> str:
    """"portraits · image", "" for the whole workspace."""
    names: list[str] = []
    store = None if scope.store is None else snapshot.document.stores[scope.store]
    is_by_key = store is not None and has_preview(store.kind)  # no concept asks for its values
    if scope.concept is not None and not (is_by_key and scope.concept < 0):
        names.append(shown.concept(snapshot.document.concepts[scope.concept].name)
                     if scope.concept >= 0
                     else QCoreApplication.translate("RowText", "Without a concept"))
    if store is not None:
        names.append(shown.store(store.id))
    return " · ".join(names)


class EntryLooks:
    """Icons and words of rows; of a million rows few differ."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int], Look] = {}

    def of(self, entries: EntryColumns, row: int) -> Look:
        """Return the look of one row, by its verdict and remedy."""
        found = int(entries.verdict[row]), int(entries.remedy[row])
        look = self._known.get(found)
        if look is None:
            look = self._known[found] = entry_look(Verdict(found[0]), found[1])
        return look


def tab_separated(snapshot: SurveySnapshot, rows: Rows, shown: ShownNames) -> str:
    """Path, store, state, reason and bytes of each row, with a line of titles."""
    titles = [QCoreApplication.translate("RowText", title)
              for title in ("Source", "Kind", "State", "Reason", "Bytes")]
    stores = [shown.store(store.id) for store in snapshot.document.stores]
    looks = EntryLooks()
    entries = snapshot.entries
    lines = [one_line(titles)]
    for row in rows.tolist():
        source = entries.source(row)
        cells = (shown.path(source), stores[entries.store[row]], looks.of(entries, row).word,
                 shown.sentence(reason_of(entries.why[row]), (source, entries.name[row])),
                 str(entries.bytes[row]))
        lines.append(one_line(cells))
    return "\n".join(lines) + "\n"


class EntriesModel(CellTable):
    """Rows of one survey in one order."""

    def __init__(
        self, figures: Figures, icons: IconCache, parent: QObject | None = None, *,
        names: ShownNames | None = None,
    ) -> None:
        super().__init__(ENTRY_COLUMNS, _tr, parent)
        self._names = names or ShownNames()
        self._figures = figures
        self._icons = icons
        self._snapshot: SurveySnapshot | None = None
        self._rows: Rows = np.zeros(0, dtype=np.int32)
        self._looks = EntryLooks()
        self._yes_no = (_tr("No"), _tr("Yes"))
        self._texts: dict[EntryColumn, Callable[[SurveySnapshot, int], str]] = {
            EntryColumn.SOURCE: lambda s, row: self._names.file(s.entries.name[row]),
            EntryColumn.FOLDER: lambda s, row: self._names.folder(_folder_text(s, row)),
            EntryColumn.KIND: lambda s, row: self._names.store(
                s.document.stores[s.entries.store[row]].id),
            EntryColumn.CONCEPT: lambda s, row: self._names.concept(_concept_text(s, row)),
            EntryColumn.STATE: lambda s, row: self._looks.of(s.entries, row).word,
            EntryColumn.REASON: self._reason_text,
            EntryColumn.SIZE: self._size_text,
            EntryColumn.ALSO: lambda s, row: ", ".join(remark_texts(int(s.entries.also[row]))),
            EntryColumn.INDEXED: lambda s, row: self._yes_no[int(s.entries.has_entry[row])],
            **{column: self._own_text(name) for column, name in OWN_COLUMNS.items()},
        }

    def show_rows(self, snapshot: SurveySnapshot | None, rows: Rows) -> None:
        """Show `rows` of `snapshot` in the order given."""
        self.beginResetModel()
        self._snapshot = snapshot
        self._rows = rows
        self.endResetModel()

    def contents(self, columns: Sequence[int], spans: Spans) -> TableContents:
        """As of every table; of rows that a later survey or order does not change."""
        snapshot, rows = self._snapshot, self._rows
        assert snapshot is not None
        makers = [self._make_saver(snapshot, EntryColumn(column)) for column in columns]
        return replace(
            super().contents(columns, spans), is_fixed=True,
            rows=([value for values in makers for value in values(row)]
                  for first, last in sorted(spans) for row in rows[first: last + 1].tolist()))

    def _make_saver(
        self, snapshot: SurveySnapshot, column: EntryColumn,
    ) -> Callable[[int], Sequence[CellValue]]:
        """Text and number of a row, without an icon: only the window's own thread may paint one.

        Of a million rows few differ in size and remarks, which take longest to put into words.
        """
        spec, text, entries = ENTRY_COLUMNS[column], self._texts[column], snapshot.entries
        if column is EntryColumn.SIZE or column is EntryColumn.ALSO:
            numbers = entries.bytes if column is EntryColumn.SIZE else entries.also
            said: dict[int, Sequence[CellValue]] = {}

            def repeated(row: int) -> Sequence[CellValue]:
                number = int(numbers[row])
                if number not in said:
                    raw = number if column is EntryColumn.SIZE else None
                    said[number] = tuple(spec.values_to_save(text(snapshot, row), raw))
                return said[number]

            return repeated
        if column in OWN_COLUMNS:
            values, name = snapshot.values, OWN_COLUMNS[column]
            return lambda row: tuple(spec.values_to_save(
                text(snapshot, row), _read_value_number(values, name, values.place(row))))
        return lambda row: tuple(spec.values_to_save(text(snapshot, row), None))

    @property
    def snapshot(self) -> SurveySnapshot | None:
        """The survey that is shown."""
        return self._snapshot

    @property
    def rows(self) -> Rows:
        """Row numbers of the survey in the order shown, int32."""
        return self._rows

    def row_at(self, position: int) -> int:
        """Row number of the survey at a position of the table."""
        return int(self._rows[position])

    def cell(self, position: int, column: int) -> Cell:
        """Return the cell at a position and column."""
        assert self._snapshot is not None
        kind = EntryColumn(column)
        row = int(self._rows[position])
        return Cell(
            text=self._texts[kind](self._snapshot, row), icon=self._icon(kind, row),
            muted=kind in (EntryColumn.FOLDER, EntryColumn.ALSO))

    def note_of(self, row: int) -> str:
        """Return a renamed source's other name, as "was img_003.jpg"; "" if it was not renamed."""
        return self._say_renamed(row, whole=False)

    def look(self, position: int) -> Look:
        """Icon and word of a row's state."""
        assert self._snapshot is not None
        return self._looks.of(self._snapshot.entries, self.row_at(position))

    def states(self, positions: range, most: int) -> list[tuple[Look, str]]:
        """Return the states of a few rows in their order, with the kinds of file that have each.

        Rows that are all alike have one, without kinds; beyond `most` the last counts the others.
        """
        assert self._snapshot is not None
        kinds: dict[str, tuple[Look, dict[str, None]]] = {}
        for position in positions:
            look = self.look(position)
            kinds.setdefault(look.word, (look, {}))[1][
                self.cell(position, EntryColumn.KIND).text] = None
        if len(kinds) == 1:
            return [(look, look.word) for look, _ in kinds.values()]
        lines = [(look, f"{look.word} · {', '.join(names)}") for look, names in kinds.values()]
        if len(lines) <= most:
            return lines
        others = lines[most - 1:]
        return [*lines[:most - 1], (others[0][0], _tr("%Ln more states", len(others)))]

    def tip(self, position: int, column: int) -> str:
        """Return a cell's tooltip: the whole path, the meaning of a state, or the exact bytes."""
        assert self._snapshot is not None
        entries, row = self._snapshot.entries, self.row_at(position)
        match EntryColumn(column):
            case EntryColumn.SOURCE | EntryColumn.FOLDER:
                lines = (self._names.path(entries.source(row)),
                         self._say_renamed(row, whole=True))
                return "\n".join(line for line in lines if line)
            case EntryColumn.STATE:
                return self._looks.of(entries, row).meaning
            case EntryColumn.SIZE:
                return self._figures.exact_bytes(int(entries.bytes[row]))
            case _:
                return super().tip(position, column)

    def _icon(self, column: EntryColumn, row: int) -> QIcon | None:
        if column is EntryColumn.STATE and self._snapshot is not None:
            return self._icons.of_look(self._looks.of(self._snapshot.entries, row))
        return None

    def _say_renamed(self, row: int, *, whole: bool) -> str:
        assert self._snapshot is not None
        entries = self._snapshot.entries
        other = entries.other_name_of(row)
        if not other:
            return ""
        name = PureWindowsPath(other).name
        is_gone = int(entries.verdict[row]) == Verdict.SOURCE_MISSING
        if whole or name == entries.name[row]:
            shown = self._names.path(other)
        else:
            shown = self._names.file(name)
        return (_tr("now %1") if is_gone else _tr("was %1")).replace("%1", shown)

    def spoken(self, position: int, column: int) -> str:
        """Return a cell's text for screen readers; a renamed source includes its other name."""
        note = self.note_of(self.row_at(position)) if column == EntryColumn.SOURCE else ""
        said = super().spoken(position, column)
        return f"{said}, {note}" if note else said

    def _own_text(self, name: str) -> Callable[[SurveySnapshot, int], str]:
        return lambda s, row: format_value_cell(s.values, name, s.values.place(row), self._figures)

    def _size_text(self, snapshot: SurveySnapshot, row: int) -> str:
        size = int(snapshot.entries.bytes[row])
        return self._figures.bytes(size) if size else NONE

    def _reason_text(self, snapshot: SurveySnapshot, row: int) -> str:
        entries = snapshot.entries
        reason = reason_of(entries.why[row])
        if not self._names.hidden:
            return self._figures.write_dates(core_text(reason))
        roots = (root.spelled for root in snapshot.document.roots[:MOST_ROOTS])
        return self._figures.write_dates(self._names.sentence(reason, (
            entries.source(row), _folder_text(snapshot, row), entries.name[row], *roots)))


def _concept_text(snapshot: SurveySnapshot, row: int) -> str:
    concept = int(snapshot.entries.concept[row])
    return snapshot.document.concepts[concept].name if concept >= 0 else ""


def _folder_text(snapshot: SurveySnapshot, row: int) -> str:
    return snapshot.entries.folders[int(snapshot.entries.folder[row])]
