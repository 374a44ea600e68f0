"""A survey's tables as columns: entries, files that nothing uses, and what single values hold.

Columns of `entries`, one row per sample or entry (n rows, all stores one after another):

| column | type | meaning |
|---|---|---|
| store | int32 | index into the document's stores |
| concept | int16 | index into the document's concepts, -1 for none |
| folder | int32 | index into `folders` |
| folders | text | distinct folders as the index spells them |
| before | text | what a file name of each folder follows in its path |
| name | text | file name of the source |
| verdict | uint8 | `Verdict` |
| also | uint32 | `1 << Verdict` bits and `Remark` bits |
| harms | uint32 | `1 << Harm`: what training would get wrong about it |
| counted | uint8 | `Counted`: what the row is in every sum |
| remedy | uint8 | line of `REMEDIES`: what mends it |
| count | int32 | how much of what that acts on the row stands for, see `finding_remedies` |
| why | text | sentence, "" where there is nothing to say |
| bytes | int64 | payload bytes on disk |
| has_entry | bool | whether the index has a row |
| name_rank, folder_rank | int32 | rank in case-insensitive order, for sorting |
| sample | int32 | the row's sample: a picture and its caption share a number |
| renamed | int32 | rows of renamed sources, k of them, ascending |
| other_name | text | what each of these was called before; of one that is gone, what it is now |
| mixed_up | int32 | rows whose payload was made from another source, m of them, ascending |
| made_from | text | that source |

Columns of `payloads` (every file that is not referenced, then what nothing reads in groups of the
released layout): store int32, name text, verdict uint8 (`PayloadVerdict`), remedy uint8, count
int32, bytes int64, mtime_ns int64, why text, source text (first source that named it).

Columns of `values`, one row per value of a store of single values, in the order of `entries`:

| column | type | meaning |
|---|---|---|
| entry | int32 | row of `entries` |
| payload | text | file to open, relative to its store; "" for one that is not on disk |
| maker | int32 | index into `makers`, -1 for none |
| makers | text | what made values: a name, else the digits in the file's name |
| section | text | 16 hex digits of a section or row of text, else "" |
| height, width | int32 | pixels |
| sample_rate | int32 | Hz |
| cap_ms | int64 | where a clip was cut, milliseconds |
| cap_tokens | int32 | where ids were cut |
| samples | int64 | of a waveform |
| tokens | int64 | ids of a row |
| row | int32 | number of a row in its section |
| leaves | int32 | of a tree |

A number that is not known is -1. File names tell all but the last four. Those are in the payloads,
which a survey of depth `stat` does not open; of trees, small manifests are read at any depth.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from larder.core.columns import Array, TextColumn, save_columns
from larder.core.errors import PayloadError
from larder.core.keys.cache_keys import SECTION_DIGITS, ParsedName, parse_name
from larder.core.payloads.open_payload import open_payload
from larder.core.payloads.sealed_npz import peek_stamp
from larder.core.payloads.tree.load import MANIFEST_SUFFIX
from larder.core.queries.draw_captions import caption_changes
from larder.core.queries.finding_remedies import StoreRemedies
from larder.core.stores.records import read_fingerprints
from larder.core.stores.values.payloads import EXACT_INT16, TOKEN_IDS, WAVEFORM
from larder.core.survey.report import Depth, StoreSurvey, SurveyReport
from larder.core.survey.verdicts import PayloadVerdict, Verdict
from larder.core.survey.why import details_of, reason_of, with_details
from larder.core.workspace.roots import before_name
from larder.core.workspace.samples import IMAGE_EXTENSIONS, VIDEO_EXTENSIONS
from larder.core.workspace.store_kinds import StoreContent, StoreKind

NAME_FIELDS: Final[Mapping[str, str]] = {
    "height": "height", "width": "width", "sample_rate": "sample_rate", "cap_ms": "milliseconds",
    "cap_tokens": "sequence_length"}
"""Columns that names tell, with the field of `ParsedName`."""

CONTENT_FIELDS: Final = ("samples", "tokens", "row", "leaves")
"""Columns that only payloads tell."""

TYPES: Final[Mapping[str, type[np.generic]]] = {
    "cap_ms": np.int64, "samples": np.int64, "tokens": np.int64}
"""Columns of numbers that are no int32."""

BLOB_DIGITS: Final = 64

CAPTION_ENDING: Final = "txt"
PICTURE_ENDINGS: Final = IMAGE_EXTENSIONS | VIDEO_EXTENSIONS
"""Of sources that have a caption."""

MANIFESTS_READ: Final = 8 << 20
"""Bytes of manifests of a store that a survey of depth `stat` reads: 80,000 leaves, 0.5 s."""


def save_entry_tables(
    folder: Path, report: SurveyReport, remedies: Sequence[StoreRemedies]
) -> None:
    """Write `entries`, `payloads` and `values` below `folder`.

    Raises:
        OSError: if the folder cannot be written.
    """
    save_columns(folder / "entries", entry_columns(report, remedies))
    save_columns(folder / "payloads", payload_columns(report, remedies))
    save_columns(folder / "values", value_columns(report))


def entry_columns(
    report: SurveyReport, remedies: Sequence[StoreRemedies]
) -> dict[str, Array | TextColumn]:
    """Columns of the Entries table; see the module's docstring."""
    folders: list[str] = []
    before: list[str] = []
    folder_parts: list[npt.NDArray[np.int32]] = []
    names: list[str] = []
    why: list[str] = []
    renamed: dict[int, str] = {}
    made_from: dict[int, str] = {}
    for survey in report.stores:
        rows = survey.rows
        renamed.update((len(names) + row, other) for row, other in _find_renamed(survey))
        made_from.update((len(names) + row, rows.made_from[row]) for row in sorted(rows.made_from))
        folder_parts.append((rows.folder + len(folders)).astype(np.int32))
        folders.extend(rows.folders)
        before.extend(before_name(name, rows.separator) for name in rows.folders)
        names.extend(rows.names)
        reasons = {**rows.why, **_caption_changes(report, survey)}
        why.extend(reasons.get(row, "") for row in range(len(rows)))
    folder = _join_arrays(folder_parts, np.int32)
    stores = report.stores
    return {
        "store": _join_arrays([np.full(len(s.rows), at, np.int32) for at, s in enumerate(stores)],
                              np.int32),
        "concept": _join_arrays([s.rows.concept for s in stores], np.int16),
        "folder": folder,
        "folders": TextColumn.from_strings(folders),
        "before": TextColumn.from_strings(before),
        "name": TextColumn.from_strings(names),
        "verdict": _join_arrays([s.rows.verdicts for s in stores], np.uint8),
        "also": _join_arrays([s.rows.also for s in stores], np.uint32),
        "harms": _join_arrays([s.rows.harms for s in stores], np.uint32),
        "counted": _join_arrays(report.counted, np.uint8),
        "remedy": _join_arrays([found.rows for found in remedies], np.uint8),
        "count": _join_arrays([found.row_counts for found in remedies], np.int32),
        "why": TextColumn.from_strings(why),
        "bytes": _join_arrays([s.rows.bytes for s in stores], np.int64),
        "has_entry": _join_arrays([s.rows.has_entry for s in stores], np.bool_),
        "name_rank": ranks(names),
        "folder_rank": ranks(folders)[folder] if folders else np.zeros(0, np.int32),
        "sample": number_samples(folders, folder, names),
        "renamed": np.array(sorted(renamed), dtype=np.int32),
        "other_name": TextColumn.from_strings(renamed[row] for row in sorted(renamed)),
        "mixed_up": np.array(list(made_from), dtype=np.int32),
        "made_from": TextColumn.from_strings(made_from.values()),
    }


def number_samples(
    folders: Sequence[str], folder: npt.NDArray[np.int32], names: Sequence[str]
) -> npt.NDArray[np.int32]:
    """Number the samples of rows: a picture, its caption and all that is cached of it share one.

    A caption that several pictures have goes with the first of them.

    Args:
        folders: folders; the same one may be there once per store.
        folder: of each row, into `folders`, shape (n,).
        names: file name of each row.

    Returns:
        From 0 without gaps, int32, shape (n,).
    """
    sources: dict[str, dict[str, int]] = {name: {} for name in folders}
    pictures: dict[str, dict[str, int]] = {name: {} for name in folders}
    numbers = np.zeros(len(names), dtype=np.int32)
    captions: list[tuple[int, str, str]] = []
    count = 0
    for row, (at, name) in enumerate(zip(folder.tolist(), names, strict=True)):
        stem, _, ending = name.rpartition(".")
        if ending == CAPTION_ENDING:
            captions.append((row, folders[at], stem))
            continue
        known = sources[folders[at]]
        number = known.get(name)
        if number is None:
            number = known[name] = count
            count += 1
            if f".{ending.lower()}" in PICTURE_ENDINGS:
                pictures[folders[at]].setdefault(stem, number)
        numbers[row] = number
    for row, place, stem in captions:
        # Without a picture it is a sample of its own, which other stores' rows share.
        number = numbers[row] = pictures[place].setdefault(stem, count)
        count += number == count
    return numbers


def _caption_changes(report: SurveyReport, survey: StoreSurvey) -> Mapping[int, str]:
    """Reasons of edited captions, with what they said; what reads payloads is loaded for them."""
    if survey.location.kind.content is not StoreContent.TEXT or not len(
            survey.rows.rows_with(Verdict.CONTENT_CHANGED)):
        return {}
    why = survey.rows.why
    return {row: with_details(f"{change}. {reason_of(why[row])}", details_of(why[row]))
            for row, change in caption_changes(report.workspace, survey).items() if row in why}


def _find_renamed(survey: StoreSurvey) -> Iterator[tuple[int, str]]:
    """Rows of renamed sources, with their other name."""
    for option in survey.readoptions:
        if option.dead_row is not None:
            yield option.row, survey.rows.source(option.dead_row)
            yield option.dead_row, survey.rows.source(option.row)
    yield from survey.moved.items()


def payload_columns(
    report: SurveyReport, remedies: Sequence[StoreRemedies]
) -> dict[str, Array | TextColumn]:
    """Columns of the files that no live entry names; see the module's docstring."""
    parts = [(at, survey, found, np.flatnonzero(
        survey.payloads.verdicts != PayloadVerdict.REFERENCED)) for at, (survey, found) in
        enumerate(zip(report.stores, remedies, strict=True))]
    files = [(survey, row) for _, survey, _, rows in parts for row in rows.tolist()]
    left = [(at, one) for at, survey, _, _ in parts for one in survey.leftovers]
    sums = [(survey.payloads.verdicts[rows], found.files[rows], found.file_counts[rows],
             survey.payloads.sizes[rows], survey.payloads.mtimes_ns[rows], np.full(len(rows), at))
            for at, survey, found, rows in parts]
    sums.append((
        np.full(len(left), PayloadVerdict.LEFTOVER),
        _join_arrays([found.leftovers for found in remedies], np.uint8),
        _join_arrays([found.leftover_counts for found in remedies], np.int32),
        np.array([one.bytes for _, one in left], np.int64),
        np.array([one.mtime_ns for _, one in left], np.int64),
        np.array([at for at, _ in left], np.int32)))
    verdict, remedy, count, size, mtime_ns, store = zip(*sums, strict=True)
    return {
        "store": _join_arrays(store, np.int32),
        "name": TextColumn.from_strings([
            *(survey.payloads.names[row] for survey, row in files),
            *(one.name for _, one in left)]),
        "verdict": _join_arrays(verdict, np.uint8),
        "remedy": _join_arrays(remedy, np.uint8),
        "count": _join_arrays(count, np.int32),
        "bytes": _join_arrays(size, np.int64),
        "mtime_ns": _join_arrays(mtime_ns, np.int64),
        "why": TextColumn.from_strings([
            *(survey.payloads.why.get(row, "") for survey, row in files),
            *(one.kind.value for _, one in left)]),
        "source": TextColumn.from_strings([
            *(_first_source(survey, row) for survey, row in files), *("" for _ in left)]),
    }


def ranks(texts: list[str]) -> npt.NDArray[np.int32]:
    """Rank of each text in case-insensitive order; equal texts share a rank. int32, shape (n,)."""
    distinct = {text: rank for rank, text in enumerate(sorted(
        set(texts), key=lambda text: (text.casefold(), text)))}
    return np.fromiter((distinct[text] for text in texts), dtype=np.int32, count=len(texts))


def _first_source(survey: StoreSurvey, payload: int) -> str:
    named_by = survey.payloads.named_by.get(payload, ())
    if named_by:
        return survey.rows.source(named_by[0])
    return survey.payloads.made_from.get(payload, "")


@dataclass(frozen=True, slots=True)
class _Store:
    """One store's part of the table."""

    entry: npt.NDArray[np.int32]
    payload: list[str]
    maker: npt.NDArray[np.int32]
    makers: list[str]
    section: list[str]
    numbers: Mapping[str, Array]


def value_columns(report: SurveyReport) -> dict[str, Array | TextColumn]:
    """Columns of the values of every store of single values; see the module's docstring."""
    parts: list[_Store] = []
    first = 0
    for survey in report.stores:
        if survey.location.kind.traits.remembers_uses:
            parts.append(_of_store(survey, first, report.depth))
        first += len(survey.rows)
    makers = [name for part in parts for name in part.makers]
    before = np.cumsum([0, *(len(part.makers) for part in parts)])
    maker = [np.where(part.maker < 0, -1, part.maker + start)
             for part, start in zip(parts, before, strict=False)]
    return {
        "entry": _join_arrays([part.entry for part in parts], np.int32),
        "payload": TextColumn.from_strings(name for part in parts for name in part.payload),
        "maker": _join_arrays(maker, np.int32),
        "makers": TextColumn.from_strings(makers),
        "section": TextColumn.from_strings(text for part in parts for text in part.section),
        **{name: _join_arrays([part.numbers[name] for part in parts], TYPES.get(name, np.int32))
           for name in (*NAME_FIELDS, *CONTENT_FIELDS)},
    }


def _of_store(survey: StoreSurvey, first: int, depth: Depth) -> _Store:
    kind, store = survey.location.kind, survey.location.path
    count = len(survey.rows)
    on_disk = survey.values_on_disk
    names = survey.payloads.names[:on_disk]
    forms, codes = _forms(kind, names)
    columns: dict[str, Array] = {
        column: _column(column, count) for column in (*NAME_FIELDS, *CONTENT_FIELDS)}
    for column, field in NAME_FIELDS.items():
        told = [getattr(form, field, None) for form in forms]
        if on_disk:
            columns[column][:on_disk] = np.array(
                [-1 if one is None else one for one in told], np.int64)[codes]
    makers = _makers(store, forms)
    distinct = list(dict.fromkeys(filter(None, makers)))
    maker = np.full(count, -1, np.int32)
    if on_disk:
        places = np.array([distinct.index(name) if name else -1 for name in makers], np.int32)
        maker[:on_disk] = places[codes]
    suffix = MANIFEST_SUFFIX if kind.traits.many_files else ""
    payload = [name + suffix for name in names] + [""] * (count - on_disk)
    section = [_section(kind, name) for name in names] + [""] * (count - on_disk)
    if kind.traits.many_files:
        _count_leaves(store, payload[:on_disk], columns["leaves"], depth)
    elif depth is not Depth.STAT:
        _inspect_payloads(store, names, columns, section)
    return _Store(
        np.arange(first, first + count, dtype=np.int32), payload, maker, distinct, section, columns)


def _forms(
    kind: StoreKind, names: Sequence[str]
) -> tuple[list[ParsedName | None], npt.NDArray[np.int32]]:
    """Return the distinct forms of names, apart from their subject; there are few of them.

    Returns:
        The forms, and for each name the number of its form, int32, shape (n,).
    """
    if kind.traits.many_files:
        return [None], np.zeros(len(names), np.int32)
    digits = SECTION_DIGITS if kind is StoreKind.TOKENS else BLOB_DIGITS
    tails: dict[str, int] = {}
    codes = np.fromiter(
        (tails.setdefault(name[name.rfind("/") + 1 + digits:], len(tails)) for name in names),
        dtype=np.int32, count=len(names))
    return [parse_name(kind.value, "0" * digits + tail) for tail in tails], codes


def _makers(store: Path, forms: Sequence[ParsedName | None]) -> list[str]:
    """Return the maker of the values of each form, "" where a name does not contain it."""
    digits = [form.fingerprint if form is not None else "" for form in forms]
    if not any(digits):
        return digits
    known = [(digest, facts.name) for facts in read_fingerprints(store).values()
             for digest in (facts.digest, *facts.of_program)]
    return [
        next((name for digest, name in known if one and name and digest.startswith(one)), one)
        for one in digits]


def _section(kind: StoreKind, name: str) -> str:
    if kind is not StoreKind.TOKENS:
        return ""
    return name[name.rfind("/") + 1:][:SECTION_DIGITS]


def _count_leaves(store: Path, manifests: Sequence[str], leaves: Array, depth: Depth) -> None:
    left = MANIFESTS_READ
    for row, name in enumerate(manifests):
        path = store / name
        try:
            left -= path.stat().st_size
            if depth is not Depth.STAT or left >= 0:
                with open_payload(path) as tree:
                    leaves[row] = len(tree.contents().arrays)
        except (PayloadError, OSError):
            continue  # The survey says what is wrong with it, if it was asked to look.


def _inspect_payloads(
    store: Path, names: Sequence[str], columns: Mapping[str, Array], section: list[str]
) -> None:
    for row, name in enumerate(names):
        shapes, key = _content(store / name)
        for member in (WAVEFORM, EXACT_INT16):
            if len(shapes.get(member, ())) == 1:
                columns["samples"][row] = shapes[member][0]
        if len(shapes.get(TOKEN_IDS, ())) == 1:
            columns["tokens"][row] = shapes[TOKEN_IDS][0]
        columns["row"][row] = key.get("row", -1)
        section[row] = key.get("section", section[row])


def _content(path: Path) -> tuple[Mapping[str, tuple[int, ...]], Mapping[str, Any]]:
    """Shapes by member and the whole key, nothing of a file that cannot be read."""
    try:
        stamp = peek_stamp(path)
        if stamp is not None:
            return {array.name: array.shape for array in stamp.arrays}, stamp.key
        with open_payload(path) as payload:
            return {array.name: array.shape for array in payload.contents().arrays}, {}
    except (PayloadError, OSError):
        return {}, {}


def _column(name: str, count: int) -> Array:
    return np.full(count, -1, TYPES.get(name, np.int32))


def _join_arrays(parts: Sequence[Array], dtype: type[np.generic]) -> Array:
    return np.concatenate(parts).astype(dtype) if parts else np.zeros(0, dtype=dtype)
