"""Which sources of a workspace share payloads because their bytes, or their prompts, are equal.

Bytes are compared by the hashes that the index holds, prompts by the lines of captions, so no
picture and no payload is read. A line of a caption is a prompt that a variation may draw: each is
encoded once and copied for the others. The trainer's `content_index.json` names a payload that was
made of a prompt by the prompt's digest.

A group that should not share its payloads says so (`survey.sharing`), and so does one of which a
picture is trained and another one validated with. Caches of released trainers share nothing; of
them, and of pictures that are not cached yet, equal pictures are found by their bytes.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from larder.core.compare.near import Picture, find_near_duplicates, is_picture
from larder.core.compare.shares import (
    SharedContent,
    SharedLine,
    SharedPayload,
    SharePlan,
    SharingSource,
    StoreShares,
)
from larder.core.errors import UserFacingError
from larder.core.files.file_stamp import readable_stamp
from larder.core.files.regular_file import LARGEST_TEXT, read_regular
from larder.core.jobs import CancelToken, Job, JobCancelled, Progress
from larder.core.settings import cache_home
from larder.core.stores.smart.columns import IndexColumns, empty_columns
from larder.core.stores.smart.content_index import payloads_by_prompt
from larder.core.stores.store_memory import present_index
from larder.core.survey.report import StoreSurvey, SurveyReport
from larder.core.survey.sharing import Conflicts
from larder.core.survey.sources import hash_paths
from larder.core.survey.survey import survey
from larder.core.survey.verdicts import Verdict
from larder.core.workspace.concepts import ConceptType, PromptSource
from larder.core.workspace.open_workspace import StoreContent, Workspace
from larder.core.workspace.roots import PathFlavour
from larder.core.workspace.samples import (
    content_stamp,
    possible_prompts,
    prompt_is_deterministic,
)
from larder.core.workspace.store_kinds import StoreFormat

PROGRESS_EVERY: Final = 256

GONE: Final = (Verdict.SOURCE_MISSING, Verdict.SOURCE_UNREACHABLE)
"""Rows whose source cannot be read."""


def shared_lines(
    workspace: Workspace,
    found: StoreSurvey,
    columns: IndexColumns,
    source_of: Callable[[int], SharingSource],
    token: CancelToken,
) -> Job[list[SharedLine]]:
    """Read the captions of a text store and find the lines that several of them hold."""
    rows = _captions(workspace, found, columns)
    by_prompt: dict[str, list[int]] = defaultdict(list)
    for done, row in enumerate(rows):
        token.check()
        if done % PROGRESS_EVERY == 0:
            yield Progress("comparing captions", done, len(rows), "captions")
        for prompt in set(_prompts(workspace, found, columns, row)):
            by_prompt[prompt].append(row)
    known = payloads_by_prompt(found.location.path)
    lines = [
        _line(prompt, holding, columns, known, source_of)
        for prompt, holding in by_prompt.items()
        if len({bytes(columns.hashes[row]) for row in holding}) > 1]
    return sorted(lines, key=lambda line: (-len(line.sources), line.prompt))


def _captions(
    workspace: Workspace, found: StoreSurvey, columns: IndexColumns
) -> list[int]:
    """Rows whose caption is read for prompts, with nothing drawn but the line."""
    reads = {
        concept.index for concept in workspace.concepts
        if concept.text.prompt_source is PromptSource.SAMPLE and prompt_is_deterministic(concept)}
    rows = found.rows
    there = ~np.isin(rows.verdicts[:len(columns)], GONE)
    wanted = np.isin(rows.concept[:len(columns)], sorted(reads))
    return [int(row) for row in np.flatnonzero(there & wanted)]


def _prompts(
    workspace: Workspace, found: StoreSurvey, columns: IndexColumns, row: int
) -> Sequence[str]:
    source = found.rows.source(row)
    real = workspace.paths(PathFlavour(columns.separator)).real(source)
    try:
        return possible_prompts(
            workspace.concepts[int(found.rows.concept[row])],
            picture_name=columns.names[row], caption=read_regular(real, at_most=LARGEST_TEXT))
    except (OSError, UserFacingError):
        return ()


def _line(
    prompt: str,
    rows: Sequence[int],
    columns: IndexColumns,
    known: dict[str, str],
    source_of: Callable[[int], SharingSource],
) -> SharedLine:
    row = rows[0]
    variant = int(np.searchsorted(columns.variant_row, row))
    names: Sequence[str] = columns.index_schema or ()
    if variant < len(columns.stems) and columns.schema[variant] >= 0:
        names = columns.schemas[columns.schema[variant]]
    stamp = content_stamp(columns.modeltypes[columns.modeltype[row]], frozenset(names), prompt)
    return SharedLine(
        prompt=prompt, stamp=stamp, payload=known.get(stamp, ""),
        sources=tuple(source_of(holding) for holding in rows))


NO_LONGER_EQUAL: Final = (Verdict.CONTENT_CHANGED, Verdict.SOURCE_MISSING)
"""Rows whose source is not what the index says any more."""

HASH_TYPE: Final = np.dtype("S16")


def plan_shares(
    workspace: Workspace, *, token: CancelToken, threshold: int | None = None
) -> Job[SharePlan]:
    """Find what is shared in every trainer's cache of a workspace, and pictures that are equal.

    Args:
        workspace: whose.
        token: checked per picture.
        threshold: bits in which pictures that look alike may differ, None not to look for them.

    Raises:
        JobCancelled: if the token was cancelled; once pictures that look alike are looked for, its
            report is what was found by then.
    """
    report = yield from survey(workspace, token=token)
    stores: list[StoreShares] = []
    pictures: dict[str, Picture] = {}
    for found in report.stores:
        kind = found.location.kind
        # What released trainers cache of captions is shared by none of them.
        if kind.content is StoreContent.IMAGE or (
                kind.format is StoreFormat.SMART and found.location.exists):
            stores.append((yield from _shares_of(report, found, pictures, token)))
    plan = SharePlan(
        stores=tuple(stores), bytes_saved=sum(store.bytes_saved for store in stores))
    if threshold is None:
        return plan
    try:
        near = yield from find_near_duplicates(
            sorted(pictures.values(), key=lambda picture: picture.uses[0].source),
            threshold=threshold, token=token)
    except JobCancelled as cancelled:
        raise JobCancelled(replace(plan, near=cancelled.report)) from cancelled
    return replace(plan, near=near)


def _shares_of(
    report: SurveyReport, found: StoreSurvey, pictures: dict[str, Picture], token: CancelToken
) -> Job[StoreShares]:
    location = found.location
    is_smart = location.kind.format is StoreFormat.SMART
    columns = (present_index(cache_home(), location.path).columns
               if is_smart and location.exists else empty_columns())
    if is_smart and len(columns) != int(found.rows.has_entry.sum()):
        # A trainer wrote the index just now: what the survey says is of another one.
        return StoreShares(location.id, location.kind)
    yield Progress("comparing contents", 0, len(found.rows), "entries")
    sources = _Sources(report, found)
    hashes = yield from _hashes(sources, found, columns, token)
    contents = _shared_contents(sources, found, columns, hashes, Conflicts(
        report.workspace, location.kind.content))
    if location.kind.content is StoreContent.IMAGE:
        sources.collect(hashes, pictures)
    lines: Sequence[SharedLine] = ()
    if location.kind.content is StoreContent.TEXT:
        lines = yield from shared_lines(report.workspace, found, columns, sources.of, token)
    return StoreShares(
        location.id, location.kind, sum(group.bytes_saved for group in contents), contents,
        tuple(lines))


class _Sources:
    """Sources of a store by row."""

    def __init__(self, report: SurveyReport, found: StoreSurvey) -> None:
        workspace = report.workspace
        self._concepts = workspace.concepts
        self._paths = workspace.paths(PathFlavour(found.rows.separator))
        self._rows = found.rows
        # Concepts with the lowest number count, as for the survey.
        self._training = np.full(len(found.rows), -1, dtype=np.int16)
        self._validating = np.full(len(found.rows), -1, dtype=np.int16)
        for concept in sorted(found.wanted, reverse=True):
            is_validation = self._concepts[concept].type is ConceptType.VALIDATION
            (self._validating if is_validation else self._training)[found.wanted[concept]] = concept
        self.is_of_pictures = found.location.kind.content is StoreContent.IMAGE
        self.leaks = (self._training >= 0) & (self._validating >= 0) & self.is_of_pictures
        """Whether each row is trained and validated with."""

    def of(self, row: int) -> SharingSource:
        """The source of a row and what the concept that asks for it is called."""
        return self._source(row, self.concept(row))

    def each_use(self, row: int) -> tuple[SharingSource, ...]:
        """As `of`, once for training and once for validation where both ask for it."""
        if not self.leaks[row]:
            return (self.of(row),)
        return tuple(self._source(row, int(concepts[row]))
                     for concepts in (self._training, self._validating))

    def _source(self, row: int, concept: int) -> SharingSource:
        known = self._concepts[concept] if concept >= 0 else None
        return SharingSource(
            self._rows.source(row), "" if known is None else known.name or known.path,
            known is not None and known.type is ConceptType.VALIDATION
            and bool(self._validating[row] >= 0))

    def concept(self, row: int) -> int:
        """The index of the concept that asks for a row, -1 for none."""
        concept = int(self._rows.concept[row])
        return concept if concept < len(self._concepts) else -1

    def each_once(self, rows: Sequence[int]) -> list[int]:
        """Rows less those that only spell the source of another one anew."""
        by_source = {
            self._paths.same_source(self._rows.source(row)): row for row in reversed(rows)}
        return sorted(by_source.values())

    def is_there(self) -> npt.NDArray[np.bool_]:
        """Whether a trainer with this config would load each row; without concepts, any."""
        asked = (self._training >= 0) | (self._validating >= 0) | (not self._concepts)
        return np.asarray(asked & ~np.isin(self._rows.verdicts, GONE))

    def real(self, row: int) -> str:
        """Where the source of a row lies on this machine."""
        return self._paths.real(self._rows.source(row))

    def collect(
        self, hashes: npt.NDArray[np.bytes_], pictures: dict[str, Picture]
    ) -> None:
        """Add the pictures of the store, by where they lie, to those of others."""
        for row in np.flatnonzero(self.is_there()).tolist():
            real = self.real(row)
            if real not in pictures and is_picture(real):
                pictures[real] = Picture(
                    real, bytes(hashes[row]).decode("ascii"), self.each_use(row))


def _hashes(
    sources: _Sources, found: StoreSurvey, columns: IndexColumns, token: CancelToken
) -> Job[npt.NDArray[np.bytes_]]:
    """Content of each row as far as it decides who is equal: 16 hex digits, b"" for no matter.

    The index knows most of them. Of pictures that it does not know, those are hashed that are as
    long as another one.
    """
    rows = found.rows
    hashes = np.zeros(len(rows), dtype=HASH_TYPE)
    stale = rows.have(*NO_LONGER_EQUAL)
    hashes[:len(columns)] = np.where(stale[:len(columns)], b"", columns.hashes)
    if not sources.is_of_pictures:
        return hashes
    there = sources.is_there()
    if not (there & (hashes == b"")).any():
        return hashes
    reals = {row: sources.real(row) for row in np.flatnonzero(there).tolist()}
    sizes = {row: 0 if (now := readable_stamp(real)) is None else now.size
             for row, real in reals.items()}
    lengths = Counter(sizes.values())
    wanted = [row for row in reals if not hashes[row] and sizes[row] and lengths[sizes[row]] > 1]
    contents = yield from hash_paths([reals[row] for row in wanted], token)
    for row, content in zip(wanted, contents.hashes, strict=True):
        hashes[row] = (content or "").encode("ascii")
    return hashes


def _shared_contents(
    sources: _Sources, found: StoreSurvey, columns: IndexColumns,
    hashes: npt.NDArray[np.bytes_], conflicts: Conflicts,
) -> tuple[SharedContent, ...]:
    _, code, counts = np.unique(hashes, return_inverse=True, return_counts=True)
    groups: dict[int, list[int]] = defaultdict(list)
    known = hashes != b""
    for row in np.flatnonzero((known & (counts[code] > 1)) | sources.leaks).tolist():
        groups[int(code[row]) if known[row] else -1 - row].append(row)
    files = _files_by_stem(found)
    stems = _stems_by_row(columns, [row for rows in groups.values() for row in rows])
    each_once = (sources.each_once(rows) for rows in groups.values())
    shared = [
        _shared_content(rows, sources, hashes, stems, files, conflicts)
        for rows in each_once if len(rows) > 1 or sources.leaks[rows[0]]]
    return tuple(sorted(shared, key=lambda group: (
        group.conflict is None, not group.leak, -group.bytes_saved, group.hash)))


def _shared_content(
    rows: Sequence[int],
    sources: _Sources,
    hashes: npt.NDArray[np.bytes_],
    stems: Mapping[int, Sequence[str]],
    files: Mapping[str, Sequence[tuple[str, int]]],
    conflicts: Conflicts,
) -> SharedContent:
    named: dict[str, int] = defaultdict(int)
    for row in rows:
        for stem in set(stems.get(row, ())):
            named[stem] += 1
    payloads = [
        SharedPayload(name, size, entries)
        for stem, entries in named.items() if entries > 1 for name, size in files.get(stem, ())]
    sharing = tuple(use for row in rows for use in sources.each_use(row))
    conflict = conflicts.between([
        (sources.of(row).source, sources.concept(row)) for row in rows]) if payloads else None
    return SharedContent(
        hash=bytes(hashes[rows[0]]).decode("ascii"),
        sources=sharing,
        payloads=tuple(sorted(payloads, key=lambda payload: payload.name)),
        bytes=sum(payload.bytes for payload in payloads),
        bytes_saved=sum(payload.bytes * (payload.entries - 1) for payload in payloads),
        conflict=None if conflict is None else conflict.why,
        conflict_kind=None if conflict is None else conflict.kind,
        leak=sources.is_of_pictures and len({source.validation for source in sharing}) > 1)


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
