"""Which sources of a workspace share payloads because their bytes, or their prompts, are equal.

Bytes are compared by the hashes that the index holds, prompts by the lines of captions, so no
picture and no payload is read. A trainer reuses payloads of equal bytes whatever else decided what
they hold; where that was wrong the group says so.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from larder.core.compare.sharing.conflicts import Conflicts, SharingSource
from larder.core.compare.sharing.lines import SharedLine, shared_lines
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.settings import cache_home
from larder.core.stores.smart.columns import IndexColumns
from larder.core.stores.store_memory import present_index
from larder.core.survey.report import StoreSurvey, SurveyReport
from larder.core.survey.sources import SpelledPaths
from larder.core.survey.survey import survey
from larder.core.survey.verdicts import Verdict
from larder.core.workspace.open_workspace import StoreContent, StoreLocation, Workspace
from larder.core.workspace.roots import PathFlavour
from larder.core.workspace.store_kinds import StoreFormat

SCHEMA: Final = "larder.dups/1"

NO_LONGER_EQUAL: Final = (Verdict.CONTENT_CHANGED, Verdict.SOURCE_MISSING)
"""Rows whose source is not what the index says any more."""


@dataclass(frozen=True, slots=True)
class SharedPayload:
    """One payload file of a group: its name, its size and how many entries name it."""

    name: str
    bytes: int
    entries: int


@dataclass(frozen=True, slots=True)
class SharedContent:
    """Sources with equal bytes.

    Attributes:
        hash: of their bytes, 16 hex digits.
        sources: in index order.
        payloads: what they share, by name.
        conflict: why they should not share them, "" when they may.
    """

    hash: str
    sources: tuple[SharingSource, ...]
    payloads: tuple[SharedPayload, ...]
    conflict: str

    @property
    def bytes(self) -> int:
        """Size of the payloads."""
        return sum(payload.bytes for payload in self.payloads)

    @property
    def bytes_saved(self) -> int:
        """What the payloads would take besides if every entry had its own."""
        return sum(payload.bytes * (payload.entries - 1) for payload in self.payloads)


@dataclass(frozen=True, slots=True)
class StoreShares:
    """The groups of one store.

    Attributes:
        location: which store.
        contents: sources with equal bytes, what saves most first.
        lines: prompts that several captions hold, what most of them hold first; text stores only.
    """

    location: StoreLocation
    contents: tuple[SharedContent, ...]
    lines: tuple[SharedLine, ...]

    @property
    def bytes_saved(self) -> int:
        """Over all groups."""
        return sum(group.bytes_saved for group in self.contents)


@dataclass(frozen=True, slots=True)
class SharePlan:
    """What a workspace shares, store by store."""

    workspace: Workspace
    stores: tuple[StoreShares, ...]


def plan_shares(workspace: Workspace, *, token: CancelToken) -> Job[SharePlan]:
    """Find what is shared in every smart cache of a workspace.

    Raises:
        JobCancelled: if the token was cancelled.
    """
    report = yield from survey(workspace, token=token)
    stores: list[StoreShares] = []
    for found in report.stores:
        if found.location.kind.format is StoreFormat.SMART and found.location.exists:
            shares = yield from _shares_of(report, found, token)
            stores.append(shares)
    return SharePlan(workspace, tuple(stores))


def share_document(plan: SharePlan) -> dict[str, Any]:
    """A plan as `larder.dups/1`."""
    return {
        "schema": SCHEMA,
        "stores": [
            {"id": store.location.id, "kind": store.location.kind.value,
             "bytes_saved": store.bytes_saved,
             "groups": [_group_document(group) for group in store.contents],
             "lines": [
                 {"line": line.prompt, "stamp": line.stamp, "payload": line.payload,
                  "sources": [_source_document(source) for source in line.sources]}
                 for line in store.lines]}
            for store in plan.stores],
        "bytes_saved": sum(store.bytes_saved for store in plan.stores)}


def _group_document(group: SharedContent) -> dict[str, Any]:
    return {
        "hash": group.hash, "sources": [_source_document(source) for source in group.sources],
        "payloads": [
            {"payload": payload.name, "bytes": payload.bytes, "entries": payload.entries}
            for payload in group.payloads],
        "bytes": group.bytes, "bytes_saved": group.bytes_saved,
        "conflict": group.conflict or None}


def _source_document(source: SharingSource) -> dict[str, Any]:
    return {"source": source.source, "concept": source.concept}


def _shares_of(report: SurveyReport, found: StoreSurvey, token: CancelToken) -> Job[StoreShares]:
    store = found.location.path
    columns = present_index(cache_home(), store).columns
    if len(columns) != int(found.rows.has_entry.sum()):
        # A trainer wrote the index just now: what the survey says is of another one.
        return StoreShares(found.location, (), ())
    yield Progress("comparing contents", 0, len(columns), "entries")
    sources = _Sources(report, found, columns)
    contents = _shared_contents(sources, found, columns, Conflicts(
        report.workspace, found.location.kind.content))
    lines: Sequence[SharedLine] = ()
    if found.location.kind.content is StoreContent.TEXT:
        lines = yield from shared_lines(report.workspace, found, columns, sources.of, token)
    return StoreShares(found.location, contents, tuple(lines))


class _Sources:
    """Sources of a store by row."""

    def __init__(
        self, report: SurveyReport, found: StoreSurvey, columns: IndexColumns
    ) -> None:
        workspace = report.workspace
        self._concepts = workspace.concepts
        self._paths = SpelledPaths(
            workspace.root, workspace.maps, PathFlavour(found.rows.separator))
        self._rows = found.rows
        self._columns = columns

    def of(self, row: int) -> SharingSource:
        """The source of a row and the concept that asks for it."""
        concept = int(self._rows.concept[row])
        known = self._concepts[concept] if 0 <= concept < len(self._concepts) else None
        return SharingSource(
            source=self._rows.source(row), index=concept if known is not None else -1,
            concept="" if known is None else known.name or known.path)

    def each_once(self, rows: Sequence[int]) -> list[int]:
        """Rows less those that only spell the source of another one anew."""
        by_source = {
            self._paths.same_source(self._rows.source(row)): row for row in reversed(rows)}
        return sorted(by_source.values())


def _shared_contents(
    sources: _Sources, found: StoreSurvey, columns: IndexColumns, conflicts: Conflicts
) -> tuple[SharedContent, ...]:
    verdicts = found.rows.verdicts[:len(columns)]
    equal = ~np.isin(verdicts, NO_LONGER_EQUAL)
    _, code, counts = np.unique(columns.hashes, return_inverse=True, return_counts=True)
    groups: dict[int, list[int]] = defaultdict(list)
    for row in np.flatnonzero(equal & (counts[code] > 1)).tolist():
        groups[int(code[row])].append(row)
    files = _files_by_stem(found)
    stems = _stems_by_row(columns, [row for rows in groups.values() for row in rows])
    each_once = (sources.each_once(rows) for rows in groups.values())
    shared = [
        _shared_content(rows, sources, columns, stems, files, conflicts)
        for rows in each_once if len(rows) > 1]
    return tuple(sorted(shared, key=lambda group: (-group.bytes_saved, group.hash)))


def _shared_content(
    rows: Sequence[int],
    sources: _Sources,
    columns: IndexColumns,
    stems: Mapping[int, Sequence[str]],
    files: Mapping[str, Sequence[tuple[str, int]]],
    conflicts: Conflicts,
) -> SharedContent:
    named: dict[str, int] = defaultdict(int)
    for row in rows:
        for stem in set(stems[row]):
            named[stem] += 1
    payloads = [
        SharedPayload(name, size, entries)
        for stem, entries in named.items() if entries > 1 for name, size in files.get(stem, ())]
    sharing = [sources.of(row) for row in rows]
    return SharedContent(
        hash=bytes(columns.hashes[rows[0]]).decode("ascii"), sources=tuple(sharing),
        payloads=tuple(sorted(payloads, key=lambda payload: payload.name)),
        conflict=conflicts.between(sharing) if payloads else "")


def _files_by_stem(found: StoreSurvey) -> dict[str, list[tuple[str, int]]]:
    """Name and size of every payload by the stem that entries name it with."""
    by_stem: dict[str, list[tuple[str, int]]] = defaultdict(list)
    files = found.payloads
    for name, size in zip(files.names, files.sizes.tolist(), strict=True):
        by_stem[name.rpartition("_")[0]].append((name, size))
    return by_stem


def _stems_by_row(columns: IndexColumns, rows: Sequence[int]) -> dict[int, list[str]]:
    wanted = np.isin(columns.variant_row, np.array(rows, dtype=np.int64))
    found: dict[int, list[str]] = defaultdict(list)
    for at in np.flatnonzero(wanted).tolist():
        found[int(columns.variant_row[at])].append(columns.stems[at])
    return found
