"""The Entries and Problems tables as columns: one row per sample or entry of every store.

Columns of `entries` (n rows, all stores one after another):

| column | type | meaning |
|---|---|---|
| store | int32 | index into the document's stores |
| concept | int16 | index into the document's concepts, -1 for none |
| folder | int32 | index into `folders` |
| folders | text | distinct folders as the index spells them |
| before | text | what a file name of each folder follows in its path |
| name | text | file name of the source |
| verdict | uint8 | `Verdict` |
| also | uint32 | `1 << Verdict` bits and `Also` bits |
| counted | uint8 | `Counted`: what the row is in every sum |
| remedy | uint8 | line of `REMEDIES`: what mends it |
| why | text | sentence, "" where there is nothing to say |
| bytes | int64 | payload bytes on disk |
| has_entry | bool | whether the index has a row |
| name_rank, folder_rank | int32 | rank in case-insensitive order, for sorting |

Columns of `payloads` (every file that is not referenced): store int32, name text, verdict uint8
(`PayloadVerdict`), remedy uint8, bytes int64, mtime_ns int64, why text, source text (first source
that named it).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from larder.core.columns import Array, TextColumn, save_columns
from larder.core.queries.finding_remedies import StoreRemedies
from larder.core.queries.value_table import value_columns
from larder.core.survey.report import StoreSurvey, SurveyReport
from larder.core.survey.verdicts import PayloadVerdict
from larder.core.workspace.roots import before_name


def save_entry_tables(
    folder: Path, report: SurveyReport, remedies: Sequence[StoreRemedies]
) -> None:
    """Write `entries`, `payloads` and `values` (see `value_table`) below `folder`.

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
    for survey in report.stores:
        rows = survey.rows
        folder_parts.append((rows.folder + len(folders)).astype(np.int32))
        folders.extend(rows.folders)
        before.extend(before_name(name, rows.separator) for name in rows.folders)
        names.extend(rows.names)
        why.extend(rows.why.get(row, "") for row in range(len(rows)))
    folder = _joined(folder_parts, np.int32)
    stores = report.stores
    return {
        "store": _joined([np.full(len(s.rows), at, np.int32) for at, s in enumerate(stores)],
                         np.int32),
        "concept": _joined([s.rows.concept for s in stores], np.int16),
        "folder": folder,
        "folders": TextColumn.from_strings(folders),
        "before": TextColumn.from_strings(before),
        "name": TextColumn.from_strings(names),
        "verdict": _joined([s.rows.verdicts for s in stores], np.uint8),
        "also": _joined([s.rows.also for s in stores], np.uint32),
        "counted": _joined(report.counted, np.uint8),
        "remedy": _joined([found.rows for found in remedies], np.uint8),
        "why": TextColumn.from_strings(why),
        "bytes": _joined([s.rows.bytes for s in stores], np.int64),
        "has_entry": _joined([s.rows.has_entry for s in stores], np.bool_),
        "name_rank": ranks(names),
        "folder_rank": ranks(folders)[folder] if folders else np.zeros(0, np.int32),
    }


def payload_columns(
    report: SurveyReport, remedies: Sequence[StoreRemedies]
) -> dict[str, Array | TextColumn]:
    """Columns of the files that no live entry names; see the module's docstring."""
    stores: list[int] = []
    picked: list[tuple[StoreSurvey, int]] = []
    for at, survey in enumerate(report.stores):
        for row in np.flatnonzero(survey.payloads.verdicts != PayloadVerdict.REFERENCED):
            stores.append(at)
            picked.append((survey, int(row)))
    files = [(survey.payloads, row) for survey, row in picked]
    return {
        "store": np.array(stores, dtype=np.int32),
        "name": TextColumn.from_strings(payloads.names[row] for payloads, row in files),
        "verdict": np.array([payloads.verdicts[row] for payloads, row in files], dtype=np.uint8),
        "remedy": np.array(
            [remedies[at].files[row] for at, (_, row) in zip(stores, picked, strict=True)],
            dtype=np.uint8),
        "bytes": np.array([payloads.sizes[row] for payloads, row in files], dtype=np.int64),
        "mtime_ns": np.array([payloads.mtimes_ns[row] for payloads, row in files], dtype=np.int64),
        "why": TextColumn.from_strings(payloads.why.get(row, "") for payloads, row in files),
        "source": TextColumn.from_strings(_first_source(survey, row) for survey, row in picked),
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


def _joined(parts: Sequence[Array], dtype: type[np.generic]) -> Array:
    return np.concatenate(parts) if parts else np.zeros(0, dtype=dtype)
