"""What is particular to the values of each kind of store, as columns beside the Entries table.

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

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from larder.core.columns import Array, TextColumn
from larder.core.errors import PayloadError
from larder.core.keys.key_names import SECTION_DIGITS, ParsedName, parse_name
from larder.core.payloads.kinds import open_payload
from larder.core.payloads.npz_stamp import peek_stamp
from larder.core.payloads.tree.places import MANIFEST_SUFFIX
from larder.core.stores.sharded.fingerprint_facts import read_fingerprints
from larder.core.stores.sharded.payloads import EXACT_INT16, TOKEN_IDS, WAVEFORM
from larder.core.survey.report import Depth, StoreSurvey, SurveyReport
from larder.core.survey.values.files import VALUE_FORMATS
from larder.core.workspace.store_kinds import StoreFormat, StoreKind

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

MANIFESTS_READ: Final = 8 << 20
"""Bytes of manifests of a store that a survey of depth `stat` reads: 80,000 leaves, 0.5 s."""


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
    """Columns of the values; see the module's docstring."""
    parts: list[_Store] = []
    first = 0
    for survey in report.stores:
        if survey.location.kind.format in VALUE_FORMATS:
            parts.append(_of_store(survey, first, report.depth))
        first += len(survey.rows)
    makers = [name for part in parts for name in part.makers]
    before = np.cumsum([0, *(len(part.makers) for part in parts)])
    maker = [np.where(part.maker < 0, -1, part.maker + start)
             for part, start in zip(parts, before, strict=False)]
    return {
        "entry": _joined([part.entry for part in parts], np.int32),
        "payload": TextColumn.from_strings(name for part in parts for name in part.payload),
        "maker": _joined(maker, np.int32),
        "makers": TextColumn.from_strings(makers),
        "section": TextColumn.from_strings(text for part in parts for text in part.section),
        **{name: _joined([part.numbers[name] for part in parts], TYPES.get(name, np.int32))
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
    suffix = MANIFEST_SUFFIX if kind.format is StoreFormat.TREE else ""
    payload = [name + suffix for name in names] + [""] * (count - on_disk)
    section = [_section(kind, name) for name in names] + [""] * (count - on_disk)
    if kind.format is StoreFormat.TREE:
        _count_leaves(store, payload[:on_disk], columns["leaves"], depth)
    elif depth is not Depth.STAT:
        _look_inside(store, names, columns, section)
    return _Store(
        np.arange(first, first + count, dtype=np.int32), payload, maker, distinct, section, columns)


def _forms(
    kind: StoreKind, names: Sequence[str]
) -> tuple[list[ParsedName | None], npt.NDArray[np.int32]]:
    """What names tell: they differ in their subject, and what follows it takes few forms.

    Returns:
        The forms, and for each name the number of its form, int32, shape (n,).
    """
    if kind.format is StoreFormat.TREE:
        return [None], np.zeros(len(names), np.int32)
    digits = SECTION_DIGITS if kind is StoreKind.TOKENS else BLOB_DIGITS
    tails: dict[str, int] = {}
    codes = np.fromiter(
        (tails.setdefault(name[name.rfind("/") + 1 + digits:], len(tails)) for name in names),
        dtype=np.int32, count=len(names))
    return [parse_name(kind.value, "0" * digits + tail) for tail in tails], codes


def _makers(store: Path, forms: Sequence[ParsedName | None]) -> list[str]:
    """What made the values of each form, "" where a name has no place for that."""
    digits = [form.fingerprint if form is not None else "" for form in forms]
    if not any(digits):
        return digits
    known = [(facts.digest, facts.name) for facts in read_fingerprints(store).values()]
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


def _look_inside(
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


def _joined(parts: Sequence[Array], dtype: type[np.generic]) -> Array:
    return np.concatenate(parts).astype(dtype) if parts else np.zeros(0, dtype=dtype)
