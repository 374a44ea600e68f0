"""What `touch` and `readopt` write where no index is: another line in a store's source record.

A value of a store of single values is found by its content. Which file it was made of, and when
that was dated, stands in `.larder/sources.jsonl`, where a later line holds. A line is added only if
the file has the recorded content at the moment of writing, and one date before and after.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from larder.core.clean.reports import LeftSource
from larder.core.clean.transaction import IndexTarget
from larder.core.files.file_stamp import FileStamp, stamp
from larder.core.files.journal import (
    JournalAction,
    JournalRecord,
    PayloadSource,
    append_journal,
    payloads_detail,
)
from larder.core.jobs import CancelToken
from larder.core.keys.hash_memory import blob_digests, blob_memory
from larder.core.settings import cache_home
from larder.core.stores.records import RecordedSource, note_sources, read_sources
from larder.core.survey.report import StoreSurvey, SurveyReport
from larder.core.survey.sources import RecordedPaths, SpelledPaths
from larder.core.survey.verdicts import Verdict
from larder.core.workspace.roots import flavour_of
from larder.core.workspace.store_kinds import StoreFormat, StoreKind


@dataclass(frozen=True, slots=True)
class SourceNote:
    """A value whose line is to be renewed.

    Attributes:
        name: the value, relative to its store.
        source: its file as the record is to spell it.
        path: where that lies on this machine.
        digest: what the file must hold, "" where the value is of a part of a text.
    """

    name: str
    source: str
    path: str
    digest: str


@dataclass(frozen=True, slots=True)
class NotedStore:
    """The values of one store."""

    target: IndexTarget
    notes: tuple[SourceNote, ...]

    @property
    def sources(self) -> tuple[str, ...]:
        """Their files, each once."""
        return tuple(dict.fromkeys(note.source for note in self.notes))


def touched_values(report: SurveyReport) -> tuple[NotedStore, ...]:
    """Values whose file has another date than the record, and the same bytes."""
    bit = np.uint32(1 << Verdict.TOUCHED)
    found = []
    for survey in _of_values(report):
        rows = survey.rows
        touched = (rows.verdicts == Verdict.TOUCHED) | ((rows.also & bit) != 0)
        names = [survey.payloads.names[row] for row in np.flatnonzero(touched).tolist()
                 if row < survey.values_on_disk]
        if not names:
            continue
        record, real = read_sources(survey.location.path), _paths(report)
        notes = tuple(
            SourceNote(name, known.source, real.real(known.source), known.digest)
            for name in names if (known := record.get(name)) is not None)
        if notes:
            found.append(NotedStore(IndexTarget.of(report, survey), notes))
    return tuple(found)


def moved_values(report: SurveyReport) -> tuple[NotedStore, ...]:
    """Values whose file is gone, and whose content lies elsewhere."""
    found = []
    for survey in _of_values(report):
        if not survey.moved:
            continue
        record, names = read_sources(survey.location.path), survey.payloads.names
        # A row of text may have been found in a file that holds others too.
        is_of_file = survey.location.kind is not StoreKind.TOKENS
        found.append(NotedStore(IndexTarget.of(report, survey), tuple(
            SourceNote(
                names[row], Path(path).as_posix(), path,
                record[names[row]].digest if is_of_file and names[row] in record else "")
            for row, path in survey.moved.items())))
    return tuple(found)


def restricted_notes(
    stores: Sequence[NotedStore], is_kept: Callable[[str, SourceNote], bool]
) -> tuple[NotedStore, ...]:
    """Of some stores the values that are to stay, by the store's id and the value."""
    kept = (
        replace(store, notes=tuple(
            note for note in store.notes if is_kept(store.target.id, note)))
        for store in stores)
    return tuple(store for store in kept if store.notes)


def write_notes(
    store: NotedStore, *, action: JournalAction, token: CancelToken
) -> tuple[LeftSource, ...]:
    """Renew the lines of one store; the caller holds its lock.

    Returns:
        Values that were left as they were, because their file is not what it was.

    Raises:
        UserFacingError: if the store cannot be written.
        JobCancelled: if the token was cancelled; nothing was written.
    """
    target = store.target
    paths = {Path(note.path): None for note in store.notes}
    before = {path: stamp(path) for path in paths}
    with blob_memory(cache_home()) as memory:
        digests = dict(blob_digests(paths, memory, token=token))
    renewed, left = [], []
    for note in store.notes:
        path = Path(note.path)
        line = _line(note, before[path], digests.get(path))
        if line is None or stamp(path) != before[path]:
            left.append(
                LeftSource(target.id, note.name, "Its file changed after the plan was made."))
        else:
            renewed.append(line)
    note_sources(target.folder, renewed)
    if renewed:
        append_journal(target.folder, JournalRecord(
            at_ns=time.time_ns(), action=action, items=len(renewed),
            detail=payloads_detail({
                line.name: PayloadSource(line.source, line.digest) for line in renewed}
            ) if action is JournalAction.READOPTED else {}))
    return tuple(left)


def _line(
    note: SourceNote, seen: FileStamp | None, digest: str | OSError | None
) -> RecordedSource | None:
    """The new line, None if the file is not what the value was made of."""
    if seen is None or not isinstance(digest, str) or note.digest not in ("", digest):
        return None
    return RecordedSource(
        name=note.name, source=note.source, size=seen.size, mtime_ns=seen.mtime_ns, digest=digest)


def _of_values(report: SurveyReport) -> Sequence[StoreSurvey]:
    return [survey for survey in report.stores
            if survey.location.kind.format is StoreFormat.SHARDED]


def _paths(report: SurveyReport) -> RecordedPaths:
    workspace = report.workspace
    return RecordedPaths(SpelledPaths(workspace.root, workspace.maps, flavour_of("")))
