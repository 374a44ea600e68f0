"""The survey of a store of single values: one row per value on disk, no index to join.

What is on disk is what exists. A record of uses or the original program's own manifest only adds
what they name and the disk lacks. A value's source is the one that was written down when it was
made; without that its own name stands in its place.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from larder.core.files.journal import readopted_payloads
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.stores.records import RecordedSource, read_sources
from larder.core.survey import why as sentences
from larder.core.survey.report import (
    Depth,
    EntryRows,
    IndexCopy,
    IndexFacts,
    PayloadFiles,
    RootFacts,
    StoreSurvey,
)
from larder.core.survey.source_tree import RecordedPaths
from larder.core.survey.values.busy import value_busy_signs
from larder.core.survey.values.content_search import FoundContent
from larder.core.survey.values.readoption import content_of_lost
from larder.core.survey.values.sources import JudgedSources, SourcePlaces, judge_sources
from larder.core.survey.verdicts import Also, PayloadVerdict, Verdict
from larder.core.workspace.open_workspace import StoreLocation

REPLACED: Final = "Its source was edited and has been built again."
READOPTED: Final = "{path} has the same content and can take the payload over."


@dataclass(frozen=True, slots=True)
class ListedValues:
    """What lies in a store of single values; n values, m unfinished writes.

    Attributes:
        names: of the values, relative to the store.
        sizes: bytes, of a tree all its files, int64, shape (n,).
        mtimes_ns: modification times, int64, shape (n,).
        temporaries: names of unfinished writes, m of them.
        temporary_sizes: bytes, int64, shape (m,).
        temporary_mtimes_ns: int64, shape (m,).
        foreign: names that are not the store's.
        absent: values that the store's own records name and that are not on disk.
        unlisted: values that the original program's manifest does not name, though it has one.
    """

    names: list[str]
    sizes: npt.NDArray[np.int64]
    mtimes_ns: npt.NDArray[np.int64]
    temporaries: list[str]
    temporary_sizes: npt.NDArray[np.int64]
    temporary_mtimes_ns: npt.NDArray[np.int64]
    foreign: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    unlisted: Collection[str] = ()


@dataclass(frozen=True, slots=True)
class ValueChecks:
    """How one kind's payloads are looked into.

    Attributes:
        damage: one sentence about what cannot be read or is not what its name says, "" if nothing.
        bad_values: one clause about values that no encoder gives, "" if there are none.
        source: what a payload says it was made from, None if it does not.
    """

    damage: Callable[[Path], str]
    bad_values: Callable[[Path], str]
    source: Callable[[Path, str], RecordedSource | None] = lambda _path, _name: None


@dataclass(slots=True)
class _Found:
    verdicts: npt.NDArray[np.uint8]
    also: npt.NDArray[np.uint32]
    why: dict[int, str] = field(default_factory=dict)
    damaged: dict[int, str] = field(default_factory=dict)

    def add(self, row: int, verdict: Verdict, why: str) -> None:
        """A row has one verdict, its worst; the others are remembered beside it."""
        before = Verdict(self.verdicts[row])
        if verdict < before:
            self.verdicts[row], self.why[row] = verdict, why
            self.also[row] |= 0 if before is Verdict.VALID else 1 << before
        elif verdict is not before:
            self.also[row] |= 1 << verdict


def survey_values(
    location: StoreLocation,
    listed: ListedValues,
    checks: ValueChecks,
    places: SourcePlaces,
    *,
    token: CancelToken,
    now_ns: int,
    roots: list[RootFacts],
) -> Job[StoreSurvey]:
    """Judge every value of one store; reads no payload except at depth payload.

    Args:
        location: which store.
        listed: what lies in it.
        checks: how its payloads are looked into.
        places: where recorded sources are looked for, and how closely.
        token: checked per payload and per source.
        now_ns: the time, nanoseconds since 1970.
        roots: the survey's roots so far; this store's are put behind them.

    Raises:
        JobCancelled: if the token was cancelled.
    """
    count, absent = len(listed.names), len(listed.absent)
    record = read_sources(location.path)
    recorded = [record.get(name) for name in (*listed.names, *listed.absent)]
    found = _Found(
        np.full(count + absent, Verdict.VALID, np.uint8), np.zeros(count + absent, np.uint32))
    for row in range(count, count + absent):
        name = listed.absent[row - count]
        found.add(row, Verdict.MISSING_PAYLOAD, sentences.missing_payload([name]))
    if places.depth is Depth.PAYLOAD:
        yield from _look_into(location.path, listed, checks, recorded, found, token)
    judged = yield from judge_sources(recorded, places, token)
    for row, verdict in judged.verdicts.items():
        found.add(row, verdict, judged.why[row])
    _note_readopted(location.path, listed.names, found)
    replaced = _replaced(listed.names, recorded, found, RecordedPaths(places.paths))
    for row in replaced:
        found.verdicts[row], found.why[row] = Verdict.UNUSED, REPLACED
    orphans = [row for row, verdict in judged.verdicts.items()
               if verdict is Verdict.SOURCE_MISSING and row < count]
    content = yield from content_of_lost(
        (*orphans, *replaced), listed.names, recorded, judged, location, places, token)
    for row, path in content.at.items():
        if found.verdicts[row] == Verdict.SOURCE_MISSING:
            found.why[row] = sentences.source_moved(path)
    first_root = len(roots)
    roots += judged.roots
    return StoreSurvey(
        location=location,
        index=IndexFacts(IndexCopy.NONE, version=None, stamp=None, unreadable_rows={}),
        rows=_rows(listed, recorded, judged, found, first_root),
        payloads=_files(listed, orphans, found, replaced, content),
        busy=value_busy_signs(location.path, listed, now_ns=now_ns),
        sources_hashed=True,
        moved=content.at,
    )


def _note_readopted(store: Path, names: Sequence[str], found: _Found) -> None:
    """Values whose file was found elsewhere once."""
    given = readopted_payloads(store)
    if not given:
        return
    for row, name in enumerate(names):
        if name in given:
            found.also[row] |= Also.RE_ADOPTED
            if found.verdicts[row] == Verdict.VALID:
                found.why[row] = sentences.RE_ADOPTED


def _look_into(
    store: Path,
    listed: ListedValues,
    checks: ValueChecks,
    recorded: list[RecordedSource | None],
    found: _Found,
    token: CancelToken,
) -> Job[None]:
    for row, name in enumerate(listed.names):
        token.check()
        yield Progress("checking payloads", row, len(listed.names), "payloads")
        path = store / name
        damage = checks.damage(path)
        if damage:
            found.damaged[row] = damage
            found.add(row, Verdict.CORRUPT_PAYLOAD, damage)
            continue
        bad = checks.bad_values(path)
        if bad:
            found.add(row, Verdict.BAD_VALUES, bad)
        recorded[row] = recorded[row] or checks.source(path, name)


def _rows(
    listed: ListedValues,
    recorded: Sequence[RecordedSource | None],
    judged: JudgedSources,
    found: _Found,
    first_root: int,
) -> EntryRows:
    names = (*listed.names, *listed.absent)
    folders: dict[str, int] = {}
    folder = np.zeros(len(names), dtype=np.int32)
    files: list[str] = []
    for row, (name, source) in enumerate(zip(names, recorded, strict=True)):
        above, _, file = (name if source is None else source.source).rpartition("/")
        folder[row] = folders.setdefault(above, len(folders))
        files.append(file)
    drifted = np.flatnonzero(found.verdicts != Verdict.VALID).tolist()
    return EntryRows(
        folders=list(folders),
        separator="/",
        folder=folder,
        names=files,
        verdicts=found.verdicts,
        also=found.also,
        concept=judged.concept,
        has_entry=np.ones(len(names), dtype=np.bool_),
        bytes=np.concatenate([listed.sizes, np.zeros(len(listed.absent), dtype=np.int64)]),
        root=np.where(judged.root < 0, -1, judged.root + first_root).astype(np.int32),
        why=found.why,
        payloads={row: (names[row],) for row in drifted if row < len(listed.names)},
    )


def _replaced(
    names: Sequence[str],
    recorded: Sequence[RecordedSource | None],
    found: _Found,
    paths: RecordedPaths,
) -> list[int]:
    """Rows of values whose source was edited and has been built again, with the same settings."""
    changed = np.flatnonzero(found.verdicts[: len(names)] == Verdict.CONTENT_CHANGED).tolist()
    if not changed:
        return []
    present = {
        _made_of(recorded[row], names[row], paths)
        for row in np.flatnonzero(found.verdicts[: len(names)] >= Verdict.TOUCHED).tolist()}
    return [
        row for row in changed
        if recorded[row] is not None and _made_of(recorded[row], names[row], paths) in present]


def _made_of(
    recorded: RecordedSource | None, name: str, paths: RecordedPaths
) -> tuple[str, str] | None:
    """A value's source, and what its name says besides the content."""
    if recorded is None:
        return None
    return paths.real(recorded.source), name.rpartition("/")[2].partition(".")[2]


def _files(
    listed: ListedValues,
    orphans: Sequence[int],
    found: _Found,
    replaced: Sequence[int],
    content: FoundContent,
) -> PayloadFiles:
    """The values in row order, then the unfinished writes."""
    count = len(listed.names)
    verdicts = np.full(count, PayloadVerdict.REFERENCED, dtype=np.uint8)
    why: dict[int, str] = {}
    if listed.unlisted:
        for row, name in enumerate(listed.names):
            if name in listed.unlisted:
                verdicts[row] = PayloadVerdict.UNINDEXED
                why[row] = "The manifest.json of the original program does not name it."
    verdicts[orphans] = PayloadVerdict.ORPHANED
    verdicts[list(replaced)] = PayloadVerdict.SUPERSEDED
    for row, path in content.at.items():
        verdicts[row] = PayloadVerdict.READOPTABLE
        why[row] = READOPTED.format(path=path)
    held = {row: doubt for row, doubt in content.doubt.items() if row not in content.at}
    why |= held
    named_by: Mapping[int, tuple[int, ...]] = {row: (row,) for row in (*orphans, *replaced)}
    return PayloadFiles(
        names=[*listed.names, *listed.temporaries],
        sizes=np.concatenate([listed.sizes, listed.temporary_sizes]),
        mtimes_ns=np.concatenate([listed.mtimes_ns, listed.temporary_mtimes_ns]),
        verdicts=np.concatenate([
            verdicts,
            np.full(len(listed.temporaries), PayloadVerdict.TEMP_LEFTOVER, dtype=np.uint8)]),
        named_by=named_by, damaged=found.damaged, why=why, held=held,
        foreign=listed.foreign)
