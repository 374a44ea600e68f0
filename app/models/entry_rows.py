"""Which rows of a survey are shown, in what order and with which columns: pure numpy.

Meant for a pool thread: sorting one million rows takes a tenth of a second this way; a sort-filter
proxy over Python rows takes minutes and freezes the window. What the window knows of a kind of
store stands here too, one row per kind and no branch anywhere else: a kind that is added to
`core.workspace.store_kinds` gets its row in `STORE_ROWS`, and a test asks for all of them. A kind
of a newer document that is not among them is shown like one nothing is known of.
"""

from __future__ import annotations

import enum
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from larder.app.models.survey_snapshot import UNKNOWN, Rows, SurveySnapshot, ValueColumns
from larder.app.view_state import PickedRows, Scope
from larder.core.columns import Array
from larder.core.queries.filter_language import Filter
from larder.core.queries.filter_rows import matching_rows
from larder.core.survey.verdicts import Verdict
from larder.core.workspace.store_kinds import StoreContent, StoreKind

_CONTENTS = {kind.value: kind.content for kind in StoreKind}


def compute_value_sort_key(values: ValueColumns, name: str, entries: int) -> npt.NDArray[np.int64]:
    """Return the sort key of the Entries table's rows for one of their own columns.

    Args:
        values: value columns of the same survey.
        name: one of those columns: a column of the table that is a number, "maker", "section",
            "length" of a waveform in seconds, or "cap" of a clip or row.
        entries: number of rows in the Entries table.

    Returns:
        int64, shape (entries,); unknown values come first.
    """
    if name == "maker":
        ranks = _value_ranks(list(values.makers))
        column = np.where(values.maker < 0, UNKNOWN, ranks[values.maker]) if len(ranks) \
            else values.maker
    elif name == "section":
        column = _value_ranks(list(values.section))
    elif name == "cap":
        column = np.maximum(values.cap_ms, values.cap_tokens)
    elif name == "length":
        rates = np.maximum(values.sample_rate, 1)
        known = (values.samples >= 0) & (values.sample_rate > 0)
        column = np.where(known, values.samples * 1_000_000 // rates, UNKNOWN)
    else:
        column = getattr(values, name)
    return values.spread(column, entries)


def _value_ranks(texts: list[str]) -> npt.NDArray[np.int64]:
    """Rank of each text; none has the rank of an unknown number."""
    if not texts:
        return np.zeros(0, dtype=np.int64)
    return np.unique(np.array(texts), return_inverse=True)[1].reshape(-1).astype(np.int64)


class EntryColumn(enum.IntEnum):
    """Columns of the Entries table, in their default order."""

    SOURCE = 0
    FOLDER = 1
    KIND = 2
    CONCEPT = 3
    STATE = 4
    REASON = 5
    SIZE = 6
    ALSO = 7
    INDEXED = 8
    HEIGHT = 9
    WIDTH = 10
    SAMPLE_RATE = 11
    LENGTH = 12
    SECTION = 13
    ROW = 14
    TOKENS = 15
    LEAVES = 16
    CAP = 17
    MAKER = 18


OWN_COLUMNS: Mapping[EntryColumn, str] = MappingProxyType({
    column: column.name.lower() for column in EntryColumn if column > EntryColumn.INDEXED})
"""Columns that only some kinds of store have, with their names in `value_columns`."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Filter, scope and order of the Entries table. The default is every row, worst first.

    Attributes:
        as_cards: whether rows of one sample stay together, see `Cards`.
    """

    wanted: Filter = ()
    scope: Scope = field(default_factory=Scope)
    picked: PickedRows | None = None
    column: EntryColumn = EntryColumn.STATE
    descending: bool = False
    as_cards: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Cards:
    """Rows in which those of one sample follow one another: a card per sample, m of them.

    Attributes:
        starts: position of the first row of each card, then the number of rows, int32, shape
            (m + 1,).
        pictures: the row whose source is the card's picture, filtered out or not, int32, shape
            (m,); of samples without a picture, any of their rows.
        captions: the row of its caption, -1 for none, int32, shape (m,).
    """

    starts: Rows = field(repr=False)
    pictures: Rows = field(repr=False)
    captions: Rows = field(repr=False)

    def __len__(self) -> int:
        return len(self.pictures)


def sort_rows(snapshot: SurveySnapshot, arrangement: Arrangement) -> Rows:
    """Row numbers in the order in which they are shown, int32.

    Ties keep the order by folder, name and store, also when descending.
    """
    rows = snapshot.natural_order
    shown = _shown(snapshot, arrangement)
    if shown is not None:
        rows = rows[shown[rows]]
    key = _sort_key(snapshot, arrangement.column)[rows]
    if arrangement.descending:
        key = key.max(initial=0) - key
    return rows[np.argsort(key, kind="stable")]


def group_cards(snapshot: SurveySnapshot, rows: Rows) -> tuple[Rows, Cards]:
    """Bring rows of one sample together, where the first of them is; within a card, worst first.

    Returns:
        The rows, int32, and their cards.
    """
    entries = snapshot.entries
    samples = entries.sample[rows]
    first = _first_rows(samples, np.arange(len(rows), dtype=np.int32), entries.sample)
    place = first[samples].astype(np.int64)
    order = np.argsort(place * len(Verdict) + entries.verdict[rows], kind="stable")
    rows, place = rows[order], place[order]
    is_first = np.ones(len(rows) + 1, dtype=np.bool_)
    is_first[1:-1] = place[1:] != place[:-1]
    starts = np.flatnonzero(is_first).astype(np.int32)
    shown = entries.sample[rows[starts[:-1]]]
    everything = np.arange(len(entries), dtype=np.int32)
    texts, pictures = (
        np.flatnonzero(_is_of(snapshot, contents)).astype(np.int32)
        for contents in ((StoreContent.TEXT,), (StoreContent.IMAGE, StoreContent.VISION)))
    captions = _first_rows(entries.sample[texts], texts, entries.sample)
    of_samples = _first_rows(entries.sample, everything, entries.sample)
    picture = _first_rows(entries.sample[pictures], pictures, entries.sample)
    return rows, Cards(
        starts=starts, captions=captions[shown],
        pictures=np.where(picture[shown] < 0, of_samples[shown], picture[shown]))


def _is_of(
    snapshot: SurveySnapshot, contents: Collection[StoreContent],
) -> npt.NDArray[np.bool_]:
    """Return for each row whether its store caches one of these contents, bool, shape (n,)."""
    stores = [_CONTENTS.get(store.kind) in contents for store in snapshot.document.stores]
    return np.array([*stores, False])[snapshot.entries.store]


def _first_rows(samples: Rows, numbers: Rows, every: Rows) -> Rows:
    """Return the first number of each sample, -1 for a sample that has none, int32."""
    first = np.full(int(every.max(initial=-1)) + 1, -1, dtype=np.int32)
    first[samples[::-1]] = numbers[::-1]  # of several, numpy keeps what is written last
    return first


@dataclass(frozen=True, slots=True)
class Selection:
    """Selected rows of a table, with the current row and the scroll position.

    Attributes:
        spans: first and last position of each selected range.
        top: the row at the upper edge, None if the current row decides the scroll position.
    """

    rows: Rows = field(default_factory=lambda: np.zeros(0, dtype=np.int32), repr=False)
    spans: tuple[tuple[int, int], ...] = ()
    current: int | None = None
    top: int | None = None

    def after_survey(self, again: Rows) -> Selection:
        """The same in the rows of another survey, by `survey_snapshot.rows_again`."""
        return Selection(
            rows=again[self.rows] if self.spans else self.rows[:0], spans=self.spans,
            current=_again(self.current, again), top=_again(self.top, again))

    @property
    def count(self) -> int:
        """The number of selected rows."""
        return sum(last - first + 1 for first, last in self.spans)

    def is_same_as(self, other: Selection) -> bool:
        """Return whether both select the same positions of the same table; compares no rows."""
        return self.rows is other.rows and (self.spans, self.current) == (
            other.spans, other.current)


@dataclass(frozen=True, slots=True)
class Arranged:
    """Rows in a new order, with all that a table of a million of them would be long to work out.

    Attributes:
        rows: row numbers in the order shown, int32.
        bytes_before: payload bytes of all rows before each position and after the last, int64,
            shape (rows + 1,): the bytes of any stretch are a difference of two.
        before: the selection that was to be kept.
        spans: where it is now.
        position: where the current row is now, None where it is not shown.
        top: where the row at the upper edge is now, None where it is not shown or not looked at.
        cards: which rows are of one sample, None where each row is shown by itself.
    """

    rows: Rows = field(repr=False)
    bytes_before: npt.NDArray[np.int64] = field(repr=False)
    before: Selection
    spans: tuple[tuple[int, int], ...]
    position: int | None
    top: int | None
    cards: Cards | None = None


def arrange(
    snapshot: SurveySnapshot, arrangement: Arrangement, before: Selection,
) -> Arranged:
    """Arrange the rows and find what was selected; for a pool thread."""
    rows = sort_rows(snapshot, arrangement)
    if not arrangement.as_cards:
        return find_selection(snapshot, rows, before)
    rows, cards = group_cards(snapshot, rows)
    return replace(find_selection(snapshot, rows, before), cards=cards)


def find_selection(snapshot: SurveySnapshot, rows: Rows, before: Selection) -> Arranged:
    """Where a selection is among `rows`."""
    bytes_before = np.zeros(len(rows) + 1, dtype=np.int64)
    np.cumsum(snapshot.entries.bytes[rows], out=bytes_before[1:])
    spans: tuple[tuple[int, int], ...] = ()
    if before.spans:
        chosen = np.zeros(len(snapshot.entries), dtype=np.bool_)
        for first, last in before.spans:
            stretch = before.rows[first: last + 1]
            chosen[stretch[stretch >= 0]] = True
        spans = tuple(runs(chosen[rows]))
    return Arranged(rows=rows, bytes_before=bytes_before, before=before, spans=spans,
                    position=_position(rows, before.current), top=_position(rows, before.top))


def _position(rows: Rows, row: int | None) -> int | None:
    found = np.flatnonzero(rows == row)[:1] if row is not None else rows[:0]
    return int(found[0]) if len(found) else None


def _again(row: int | None, again: Rows) -> int | None:
    return None if row is None or again[row] < 0 else int(again[row])


def runs(chosen: npt.NDArray[np.bool_]) -> list[tuple[int, int]]:
    """First and last position of every run of True, in order."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], chosen, [False])).view(np.int8)))
    return [(int(first), int(past) - 1)
            for first, past in zip(edges[::2], edges[1::2], strict=True)]


def _shown(snapshot: SurveySnapshot, arrangement: Arrangement) -> npt.NDArray[np.bool_] | None:
    """A mask over all rows, None when all are shown."""
    scope, entries = arrangement.scope, snapshot.entries
    masks: list[npt.NDArray[np.bool_]] = []
    if scope.store is not None:
        masks.append(entries.store == scope.store)
    if scope.concept is not None:
        masks.append(entries.concept == scope.concept)
    if arrangement.picked is not None:
        picked = np.zeros(len(entries), dtype=np.bool_)
        picked[arrangement.picked.rows] = True
        masks.append(picked)
    if arrangement.wanted:
        masks.append(matching_rows(
            arrangement.wanted, snapshot.columns, stores=snapshot.document.stores,
            concepts=snapshot.concept_names()))
    if not masks:
        return None
    shown = masks[0]
    for mask in masks[1:]:
        shown = shown & mask
    return shown


def _sort_key(snapshot: SurveySnapshot, column: EntryColumn) -> npt.NDArray[np.int64]:
    """A number per row that grows in the column's order."""
    entries = snapshot.entries
    key: Array
    match column:
        case EntryColumn.SOURCE:
            key = entries.name_rank
        case EntryColumn.FOLDER:
            key = entries.folder_rank
        case EntryColumn.KIND:
            key = _ranks([store.id for store in snapshot.document.stores])[entries.store]
        case EntryColumn.CONCEPT:
            # The last rank is what -1 picks: rows under no concept come last.
            names = snapshot.concept_names()
            key = np.append(_ranks(list(names)), len(names))[entries.concept]
        case EntryColumn.STATE | EntryColumn.REASON:
            # Reasons are sentences; what groups them is the verdict that they explain.
            key = entries.verdict.astype(np.int16) * 2
            key[entries.renamed] += 1
        case EntryColumn.SIZE:
            key = entries.bytes
        case EntryColumn.ALSO:
            key = entries.also
        case EntryColumn.INDEXED:
            key = entries.has_entry
        case _:
            key = compute_value_sort_key(snapshot.values, OWN_COLUMNS[column], len(entries))
    return np.asarray(key, dtype=np.int64)


def _ranks(texts: list[str]) -> npt.NDArray[np.int64]:
    order = {text: at for at, text in enumerate(sorted(set(texts), key=str.casefold))}
    return np.array([order[text] for text in texts], dtype=np.int64)


_ALWAYS = frozenset({
    EntryColumn.SOURCE, EntryColumn.FOLDER, EntryColumn.KIND, EntryColumn.STATE,
    EntryColumn.REASON, EntryColumn.SIZE})


class SourcePreview(enum.Enum):
    """Preview that the inspector shows for an entry's source."""

    FILE = "file"
    """The picture, or the beginning of the text, as the file's ending says."""
    NOTHING = "nothing"
    """A sound, or no file at all."""
    PAYLOAD = "payload"
    """The payload in its place: what it holds can be drawn."""


@dataclass(frozen=True, slots=True)
class StoreRow:
    """One kind.

    Attributes:
        preview: what the inspector shows of a source.
        inspects: whether `inspect-entry` finds an entry's payloads.
        draws: whether `preview-entry` draws one of them in place of the source.
        columns: of the Entries table, shown before the user chooses.
        own: further ones that only such stores have, shown while one of them is looked at.
    """

    preview: SourcePreview = SourcePreview.NOTHING
    inspects: bool = False
    draws: bool = False
    columns: frozenset[EntryColumn] = _ALWAYS
    own: tuple[EntryColumn, ...] = ()


def _drawn(*own: EntryColumn) -> StoreRow:
    """A kind whose payloads are drawn."""
    return StoreRow(SourcePreview.PAYLOAD, own=own)


_VARIANTS = _ALWAYS | {EntryColumn.ALSO}
"""Kinds whose remarks name further resolutions or prompts."""

STORE_ROWS: dict[StoreKind, StoreRow] = {
    StoreKind.INDEXED_IMAGE: StoreRow(
        SourcePreview.FILE, inspects=True, draws=True, columns=_VARIANTS),
    StoreKind.INDEXED_TEXT: StoreRow(
        SourcePreview.FILE, inspects=True, draws=True, columns=_VARIANTS),
    StoreKind.RELEASED_IMAGE: StoreRow(SourcePreview.FILE, inspects=True, draws=True),
    StoreKind.RELEASED_TEXT: StoreRow(SourcePreview.FILE, draws=True),
    StoreKind.VISION: _drawn(EntryColumn.HEIGHT, EntryColumn.WIDTH, EntryColumn.MAKER),
    StoreKind.AUDIO: _drawn(EntryColumn.SAMPLE_RATE, EntryColumn.CAP, EntryColumn.MAKER),
    StoreKind.WAVEFORM: _drawn(
        EntryColumn.SAMPLE_RATE, EntryColumn.LENGTH, EntryColumn.CAP),
    StoreKind.TOKENS: _drawn(
        EntryColumn.SECTION, EntryColumn.ROW, EntryColumn.TOKENS, EntryColumn.CAP,
        EntryColumn.MAKER),
    StoreKind.TREE: _drawn(EntryColumn.LEAVES),
    StoreKind.KOHYA: StoreRow(SourcePreview.FILE),
    StoreKind.MUSUBI: StoreRow(SourcePreview.FILE),
    StoreKind.AI_TOOLKIT: StoreRow(SourcePreview.FILE),
}

_UNKNOWN = StoreRow()
_BY_NAME = {kind.value: row for kind, row in STORE_ROWS.items()}


def store_row(kind: str) -> StoreRow:
    """The row of a kind by its name in documents."""
    return _BY_NAME.get(kind, _UNKNOWN)


def has_preview(kind: str) -> bool:
    """Return whether payloads of a kind of store are drawn themselves."""
    return store_row(kind).preview is SourcePreview.PAYLOAD


def has_source_preview(kind: str) -> bool:
    """Return whether payloads of a kind of store are drawn with their picture or caption."""
    return store_row(kind).draws


def list_value_columns(kinds: Iterable[str]) -> tuple[EntryColumn, ...]:
    """Columns that only the stores looked at have: none where they are of several kinds."""
    of_kinds = {store_row(kind).own for kind in kinds}
    return of_kinds.pop() if len(of_kinds) == 1 else ()


def first_columns(kinds: Iterable[str]) -> frozenset[EntryColumn]:
    """Columns of the Entries table for a survey with stores of these kinds."""
    return frozenset().union(_ALWAYS, *(store_row(kind).columns for kind in kinds))
