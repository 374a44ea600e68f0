"""One survey as the window keeps it: the document, its memory-mapped tables, and their counts.

Made once per survey in a pool thread, because counting a million rows takes tens of milliseconds;
afterwards immutable, so that any thread may read it.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from larder.app.jobs.job import read_document
from larder.core.columns import Columns, TextColumn, digest_texts, load_columns
from larder.core.queries.filter_language import state_words_of
from larder.core.requests.options import Answer
from larder.core.survey.checks.document import SourceFacts
from larder.core.survey.document import SurveyDocument
from larder.core.survey.effects import Effect
from larder.core.survey.remedies import REMEDIES, Repair, lines_of
from larder.core.survey.verdicts import Verdict

Rows = npt.NDArray[np.int32]

UNKNOWN: Final = -1
"""A number that neither name nor payload tells, or that was not looked for."""

MOST_LOOKED_UP = 50_000
"""Rows between those that stayed where they were that are looked up one by one."""


@dataclass(frozen=True, slots=True)
class EntryColumns:
    """The `entries` table of `core.queries.tables`, column by column, n rows."""

    store: npt.NDArray[np.int32]
    concept: npt.NDArray[np.int16]
    folder: npt.NDArray[np.int32]
    folders: TextColumn
    before: TextColumn
    name: TextColumn
    verdict: npt.NDArray[np.uint8]
    also: npt.NDArray[np.uint32]
    harms: npt.NDArray[np.uint32]
    remedy: npt.NDArray[np.uint8]
    count: npt.NDArray[np.int32]
    why: TextColumn
    bytes: npt.NDArray[np.int64]
    has_entry: npt.NDArray[np.bool_]
    name_rank: npt.NDArray[np.int32]
    folder_rank: npt.NDArray[np.int32]
    sample: npt.NDArray[np.int32]
    renamed: npt.NDArray[np.int32]
    other_name: TextColumn
    mixed_up: npt.NDArray[np.int32]
    made_from: TextColumn

    def __len__(self) -> int:
        return len(self.verdict)

    def other_name_of(self, row: int) -> str:
        """Return the former or the new name of a renamed source, "" if it was not renamed."""
        at = int(np.searchsorted(self.renamed, row))
        return self.other_name[at] if at < len(self.renamed) and self.renamed[at] == row else ""

    def made_from_of(self, row: int) -> str:
        """Return the source that a row's payload was made from, "" where it is its own."""
        at = int(np.searchsorted(self.mixed_up, row))
        return self.made_from[at] if at < len(self.mixed_up) and self.mixed_up[at] == row else ""

    def find_counted_row(self, row: int) -> int:
        """The row that stands for it on the Problems page: of a renamed source that of one name."""
        other = self.other_name_of(row)
        if self.count[row] or not other:
            return row
        return next((there for there in self.renamed.tolist() if self.store[there] == (
            self.store[row]) and self.source(there) == other), row)

    def source(self, row: int) -> str:
        """Path of the row's source as the index spells it."""
        return self.before[int(self.folder[row])] + self.name[row]


@dataclass(frozen=True, slots=True)
class PayloadColumns:
    """The `payloads` table: files of the stores that no live entry names."""

    store: npt.NDArray[np.int32]
    name: TextColumn
    verdict: npt.NDArray[np.uint8]
    remedy: npt.NDArray[np.uint8]
    count: npt.NDArray[np.int32]
    bytes: npt.NDArray[np.int64]
    mtime_ns: npt.NDArray[np.int64]
    why: TextColumn
    source: TextColumn

    def __len__(self) -> int:
        return len(self.verdict)


@dataclass(frozen=True, slots=True)
class ValueColumns:
    """The `values` table of `core.queries.tables`, n values in the order of their entries.

    What is particular to the values of a kind of store. A value is found by its row of the Entries
    table; rows of other stores have none.
    """

    entry: npt.NDArray[np.int32]
    payload: TextColumn
    maker: npt.NDArray[np.int32]
    makers: TextColumn
    section: TextColumn
    height: npt.NDArray[np.int32]
    width: npt.NDArray[np.int32]
    sample_rate: npt.NDArray[np.int32]
    cap_ms: npt.NDArray[np.int64]
    cap_tokens: npt.NDArray[np.int32]
    samples: npt.NDArray[np.int64]
    tokens: npt.NDArray[np.int64]
    row: npt.NDArray[np.int32]
    leaves: npt.NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.entry)

    def place(self, entry: int) -> int | None:
        """Where the value of a row of the Entries table is, None for a row of another store."""
        at = int(np.searchsorted(self.entry, entry))
        return at if at < len(self.entry) and self.entry[at] == entry else None

    def maker_of(self, place: int) -> str:
        """Return the maker of a value, "" if it is not known."""
        maker = int(self.maker[place])
        return self.makers[maker] if maker >= 0 else ""

    def spread(self, column: npt.NDArray[np.integer], entries: int) -> npt.NDArray[np.int64]:
        """A column over all rows of the Entries table, unknown for rows of other stores."""
        over_all = np.full(entries, UNKNOWN, dtype=np.int64)
        over_all[self.entry] = column
        return over_all


@dataclass(frozen=True, slots=True, weakref_slot=True)
class SurveySnapshot:
    """A survey's result; who only compares with an earlier one keeps a weak reference to that.

    Each holds some 40 mapped tables, which are as many open files.

    Attributes:
        columns: the `entries` columns by name, as the filter reads them.
        entries: the same columns, typed.
        payloads: files that no live entry names.
        values: what is particular to the entries of stores of single values.
        natural_order: row numbers by folder, name and store; every sort keeps it within ties.
        counts: entries per store, concept and verdict, shape (stores, concepts + 1, verdicts); the
            last concept stands for "under no concept".
        harms: bits of the `harms` column that any entry has.
        mended: what each repair acts on, as the card that offers it says.
        is_sound: whether nothing is listed on the Problems page, findings apart.
        states: values of `state:` in the filter that find something.
        read_at_ns: wall clock when the snapshot was made.
        digest: of its sources; surveys that have the same have the same rows.
    """

    document: SurveyDocument
    columns: Columns
    entries: EntryColumns
    payloads: PayloadColumns
    values: ValueColumns
    natural_order: Rows
    counts: npt.NDArray[np.int64]
    mended: Mapping[Repair, int]
    harms: int
    is_sound: bool
    states: tuple[str, ...]
    read_at_ns: int
    digest: int

    def count(self, *verdicts: Verdict) -> int:
        """Entries with one of `verdicts`, in every store."""
        return int(self.counts[:, :, [int(verdict) for verdict in verdicts]].sum())

    def concept_names(self) -> tuple[str, ...]:
        """Concept names in the order of the `concept` column."""
        return tuple(concept.name for concept in self.document.concepts)

    @property
    def sources(self) -> SourceFacts:
        """The facts about sources that would stop or spoil training before anything is cached."""
        return self.document.checks or SourceFacts()

    @property
    def spoil_count(self) -> int:
        """How many things of sources are worse than a notice."""
        kinds = {item.kind for item in self.sources.items if item.effect != Effect.NOTICE.value}
        return sum(self.sources.counts[kind] for kind in kinds)

    def count_listed(self, repair: Repair) -> int:
        """Entries and files that the Problems page lists below a repair."""
        return sum(
            int(np.count_nonzero((table.count != 0) & np.isin(table.remedy, lines_of(repair))))
            for table in (self.entries, self.payloads))

    def backup_growth(self, repair: Repair) -> Mapping[str, int]:
        """Growth of the indexes' last-good copies by a repair of everything, in bytes, by store."""
        acts_on = np.concatenate([
            table.store[np.isin(table.remedy, lines_of(repair))]
            for table in (self.entries, self.payloads)])
        stores = [self.document.stores[at] for at in np.unique(acts_on).tolist()]
        return {store.id: store.backup_bytes for store in stores if store.backup_bytes}

    @property
    def damaged_indexes(self) -> int:
        """Indexes that a repair can make whole."""
        return sum(finding.repair == Repair.INDEX.value for finding in self.document.problems)

    @property
    def lacking_index(self) -> int:
        """Payload files that lie in stores without an index."""
        return sum(s.payload_files for s in self.document.stores if s.lacks_index)


def read_survey(answer: Answer) -> SurveySnapshot:
    """Read a survey's answer.

    Raises:
        OSError: if a table cannot be read.
        ValueError: if the answer names no tables or a table is no `.npy`.
    """
    if answer.tables is None:
        raise ValueError("the survey wrote no tables")
    folder = Path(answer.tables)
    document = read_document(answer, SurveyDocument)
    columns = load_columns(folder / "entries")
    entries = EntryColumns(**_pick_columns(EntryColumns, columns))
    payloads = PayloadColumns(**_pick_columns(PayloadColumns, load_columns(folder / "payloads")))
    values = ValueColumns(**_pick_columns(ValueColumns, load_columns(folder / "values")))
    return SurveySnapshot(
        document=document, columns=columns, entries=entries, payloads=payloads, values=values,
        natural_order=_natural_order(entries), counts=_counts(document, entries),
        mended=_count_fixable(entries, payloads),
        harms=int(np.bitwise_or.reduce(entries.harms)),
        is_sound=not (entries.count.any() or payloads.count.any()),
        states=_states(columns, entries),
        read_at_ns=time.time_ns(),
        digest=digest_texts(entries.name, entries.folders),
    )


def _states(columns: Columns, entries: EntryColumns) -> tuple[str, ...]:
    mended = np.flatnonzero(np.bincount(entries.remedy, minlength=len(REMEDIES))).tolist()
    return state_words_of(
        np.flatnonzero(np.bincount(entries.verdict)).tolist(),
        int(np.bitwise_or.reduce(entries.also, initial=0)),
        np.flatnonzero(np.bincount(np.asarray(columns["counted"]))).tolist(),
        mendable=any(REMEDIES[line].repair is not Repair.NONE for line in mended))


def rows_again(before: SurveySnapshot, after: SurveySnapshot) -> Rows:
    """Row of `after` for each row of `before`, -1 for what is no more; for a pool thread.

    int32, shape (rows of `before`,). A few sources that came, went or were renamed move all rows
    behind them by as many, so that only what lies between is looked up.
    """
    old, new = before.entries, after.entries
    again = np.full(len(old), -1, dtype=np.int32)
    if [store.id for store in before.document.stores] != [
            store.id for store in after.document.stores]:
        return again
    folders = {name: at for at, name in enumerate(new.before)}
    folder = np.array([folders.get(name, -1) for name in old.before] or [-1], dtype=np.int32)
    head = _alike(old, new, folder, 1)
    tail = min(_alike(old, new, folder, -1), len(old) - head, len(new) - head)
    again[:head] = np.arange(head)
    again[len(old) - tail:] = np.arange(len(new) - tail, len(new))
    left, there = range(head, len(old) - tail), range(head, len(new) - tail)
    if max(len(left), len(there)) <= MOST_LOOKED_UP:
        found = {(int(new.store[row]), new.source(row)): row for row in there}
        for row in left:
            again[row] = found.get((int(old.store[row]), old.source(row)), -1)
    return again


def _alike(old: EntryColumns, new: EntryColumns, folder: Rows, step: int) -> int:
    """How many rows are the same from the beginning, or with -1 from the end."""
    count = min(len(old), len(new))
    differs = old.store[::step][:count] != new.store[::step][:count]
    differs |= folder[old.folder[::step][:count]] != new.folder[::step][:count]
    ends = [np.diff(name.offsets)[::step][:count] for name in (old.name, new.name)]
    differs |= ends[0] != ends[1]
    alike = int(np.argmax(differs)) if differs.any() else count
    length = int(ends[0][:alike].sum())
    letters = [name.blob[::step][:length] for name in (old.name, new.name)]
    other = np.flatnonzero(letters[0] != letters[1])[:1]
    if len(other):
        alike = int(np.searchsorted(np.cumsum(ends[0][:alike]), other[0], side="right"))
    return alike


def _count_fixable(entries: EntryColumns, payloads: PayloadColumns) -> Mapping[Repair, int]:
    remedies = np.concatenate([entries.remedy, payloads.remedy])
    counts = np.bincount(remedies, minlength=len(REMEDIES), weights=np.maximum(
        np.concatenate([entries.count, payloads.count]), 0))
    return {repair: int(counts[lines_of(repair)].sum()) for repair in Repair}


def _pick_columns(table: type, columns: Columns) -> dict[str, Any]:
    """The columns that a typed table has; others may be there for other readers."""
    return {column.name: columns[column.name] for column in fields(table)}


def _natural_order(entries: EntryColumns) -> Rows:
    """One sort of a combined key; three stable sorts take three times as long."""
    if not len(entries):
        return np.zeros(0, dtype=np.int32)
    names = int(entries.name_rank.max()) + 1
    stores = int(entries.store.max()) + 1
    folders = int(entries.folder_rank.max()) + 1
    if names * stores * folders < 2**62:
        key = entries.folder_rank.astype(np.int64) * names + entries.name_rank
        order = np.argsort(key * stores + entries.store, kind="stable")
    else:
        order = np.lexsort((entries.store, entries.name_rank, entries.folder_rank))
    return order.astype(np.int32)


def _counts(document: SurveyDocument, entries: EntryColumns) -> npt.NDArray[np.int64]:
    shape = (len(document.stores), len(document.concepts) + 1, len(Verdict))
    key = _cell(document, entries) * len(Verdict) + entries.verdict
    return np.bincount(key, minlength=int(np.prod(shape))).reshape(shape)


def _cell(document: SurveyDocument, entries: EntryColumns) -> npt.NDArray[np.int64]:
    """Number of the (store, concept) pair of each row; -1, no concept, comes last."""
    concepts = len(document.concepts) + 1
    under = np.where(entries.concept < 0, concepts - 1, entries.concept)
    return entries.store.astype(np.int64) * concepts + under
