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
from collections.abc import Collection, Mapping, Sequence
from typing import Final, TypeVar

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from larder.core.compare.copies import CopyFile, rank_copies, read_copies
from larder.core.compare.copy_facts import CopyFacts
from larder.core.compare.document import (
    NearDuplicates,
    NearGroup,
    SharedContent,
    SharedLine,
    SharedPayload,
    SharePlan,
    SharingSource,
    StoreShares,
)
from larder.core.compare.kept_search import load_search, picture_states, save_search
from larder.core.compare.near import Picture, find_near_duplicates, is_picture
from larder.core.errors import UserFacingError
from larder.core.files.file_stamp import readable_stamp
from larder.core.files.regular_file import LARGEST_TEXT, read_regular
from larder.core.jobs import CancelToken, Job, JobCancelled, Progress
from larder.core.stores.indexed.columns import IndexColumns, empty_columns
from larder.core.stores.indexed.content_index import payloads_by_prompt
from larder.core.survey.report import StoreSurvey
from larder.core.survey.sharing import Conflicts
from larder.core.survey.sources import hash_paths
from larder.core.survey.survey import survey
from larder.core.survey.verdicts import Verdict
from larder.core.workspace.concepts import ConceptType, PromptSource
from larder.core.workspace.open_workspace import StoreContent, Workspace
from larder.core.workspace.roots import PathFlavour
from larder.core.workspace.samples import (
    caption_of,
    content_stamp,
    possible_prompts,
    prompt_file,
    prompt_is_deterministic,
)

PROGRESS_EVERY: Final = 256

GONE: Final = (Verdict.SOURCE_MISSING, Verdict.SOURCE_UNREACHABLE)
"""Rows whose source cannot be read."""

NO_LONGER_EQUAL: Final = (Verdict.CONTENT_CHANGED, Verdict.SOURCE_MISSING)
"""Rows whose source is not what the index says any more."""

Group = TypeVar("Group", SharedContent, NearGroup)

HASH_TYPE: Final = np.dtype("S16")
Hashes = npt.NDArray[np.bytes_]


def plan_shares(
    workspace: Workspace, *, token: CancelToken, threshold: int | None = None,
    kept: bool = False,
) -> Job[SharePlan]:
    """Find what is shared in every trainer's cache of a workspace, and pictures that are equal.

    Args:
        workspace: whose.
        token: checked per picture.
        threshold: bits in which pictures that look alike may differ, None not to look for them.
        kept: whether what the latest search for them found is reported where none is made now.

    Raises:
        JobCancelled: if the token was cancelled; once pictures that look alike are looked for, its
            report is what was found by then.
    """
    report = yield from survey(workspace, token=token)
    stores: list[StoreShares] = []
    pictures: dict[str, Picture] = {}
    copies = CopyFiles()
    for found in report.stores:
        kind = found.location.kind
        # What released trainers cache of captions is shared by none of them.
        is_indexed = kind.traits.has_index and found.location.exists
        if is_indexed or kind.content is StoreContent.IMAGE:
            columns = found.present_columns() if is_indexed else empty_columns()
            shares = StoreShares(found.location.id, kind) if columns is None else (
                yield from _SharingStore(report.workspace, found, columns, copies)
                .shares(pictures, token))
            contents = yield from copies.rank(shares.contents, token)
            stores.append(replace(shares, contents=contents))
    plan = SharePlan(
        stores=tuple(stores), bytes_saved=sum(store.bytes_saved for store in stores),
        validated=sum(any(use.validation for use in picture.uses)
                      for picture in pictures.values()))
    ordered = sorted(pictures.values(), key=lambda picture: picture.uses[0].source)
    if threshold is None:
        near = load_search(workspace.opened, ordered) if kept else None
        return (yield from _with_near(plan, near, copies, token))
    states = picture_states(ordered)
    try:
        near = yield from find_near_duplicates(ordered, threshold=threshold, token=token)
    except JobCancelled as cancelled:
        # What was asked to stop still says which of the copies that it found are better.
        plan = yield from _with_near(plan, cancelled.report, copies, CancelToken())
        raise JobCancelled(plan) from cancelled
    save_search(workspace.opened, near, states)
    try:
        return (yield from _with_near(plan, near, copies, token))
    except JobCancelled as cancelled:
        raise JobCancelled(_count_leaks(replace(plan, near=near))) from cancelled


def _with_near(
    plan: SharePlan, near: NearDuplicates | None, copies: CopyFiles, token: CancelToken
) -> Job[SharePlan]:
    """Return the plan with pictures that look alike, and what each of them is."""
    if near is not None:
        near = replace(near, groups=(yield from copies.rank(near.groups, token)))
    return _count_leaks(replace(plan, near=near))


def _count_leaks(plan: SharePlan) -> SharePlan:
    """Count the validated pictures of groups that are leaks, each once."""
    groups: list[SharedContent | NearGroup] = [
        group for store in plan.stores for group in store.contents]
    groups += plan.near.groups if plan.near is not None else ()
    return replace(plan, leaked=len({
        use.source for group in groups if group.leak for use in group.sources if use.validation}))


class CopyFiles:
    """Files of the pictures that groups name, so that each group's best copy can be found."""

    def __init__(self) -> None:
        self._files: dict[str, CopyFile] = {}

    def note(self, source: str, file: CopyFile) -> None:
        """Remember where a source is."""
        self._files.setdefault(source, file)

    def has(self, source: str) -> bool:
        """Return whether it is known where a source is."""
        return source in self._files

    def rank(self, groups: Sequence[Group], token: CancelToken) -> Job[tuple[Group, ...]]:
        """Return the groups with what each copy is, and which one is better.

        Raises:
            JobCancelled: if the token was cancelled.
        """
        facts = yield from read_copies(
            [file for group in groups for use in group.sources
             if (file := self._files.get(use.source)) is not None], token)
        return tuple(self._rank_one(group, facts) for group in groups)

    def _rank_one(self, group: Group, facts: Mapping[str, CopyFacts]) -> Group:
        files = [self._files.get(use.source) for use in group.sources]
        if None in files:  # captions, of which there is none better
            return group
        seen = group.copies or (CopyFacts(likeness=1.0),) * len(files)
        ranked = rank_copies([
            (file, replace(facts[file.real], turn=copy.turn, likeness=copy.likeness))
            for file, copy in zip(files, seen, strict=True) if file is not None])
        return replace(group, copies=ranked.copies, best=ranked.best)


class _SharingStore:
    """One store while what its sources share is found; rows are those of the survey."""

    def __init__(
        self, workspace: Workspace, found: StoreSurvey, columns: IndexColumns, copies: CopyFiles
    ) -> None:
        self._workspace = workspace
        self._concepts = workspace.concepts
        self._location = location = found.location
        self._paths = workspace.paths(PathFlavour(found.rows.separator))
        self._found, self._rows, self._columns = found, found.rows, columns
        self._copies = copies
        # Concepts with the lowest number count, as for the survey.
        self._training = np.full(len(found.rows), -1, dtype=np.int16)
        self._validating = np.full(len(found.rows), -1, dtype=np.int16)
        for concept in sorted(found.wanted, reverse=True):
            is_validation = self._concepts[concept].type is ConceptType.VALIDATION
            (self._validating if is_validation else self._training)[found.wanted[concept]] = concept
        self._is_of_pictures = location.kind.content is StoreContent.IMAGE
        # Rows that are trained and validated with.
        self._leaks = (self._training >= 0) & (self._validating >= 0) & self._is_of_pictures

    def shares(self, pictures: dict[str, Picture], token: CancelToken) -> Job[StoreShares]:
        """Return what the store shares, and add its pictures to `pictures` by their path."""
        location = self._location
        yield Progress("comparing contents", 0, len(self._rows), "entries")
        hashes = yield from self._hashes(token)
        contents = self._find_shared_contents(hashes)
        lines: Sequence[SharedLine] = ()
        if self._is_of_pictures:
            self._collect(hashes, pictures)
        elif location.kind.content is StoreContent.TEXT:
            lines = yield from self._find_shared_lines(token)
        return StoreShares(
            location.id, location.kind, sum(group.bytes_saved for group in contents), contents,
            tuple(lines))

    def _find_shared_lines(self, token: CancelToken) -> Job[list[SharedLine]]:
        """Read the captions of a text store and find the lines that several of them hold."""
        rows = self._captions()
        by_prompt: dict[str, list[int]] = defaultdict(list)
        for done, row in enumerate(rows):
            token.check()
            if done % PROGRESS_EVERY == 0:
                yield Progress("comparing captions", done, len(rows), "captions")
            for prompt in set(self._prompts(row)):
                by_prompt[prompt].append(row)
        known = payloads_by_prompt(self._location.path)
        lines = [
            self._line(prompt, holding, known) for prompt, holding in by_prompt.items()
            if len({bytes(self._columns.hashes[row]) for row in holding}) > 1]
        return sorted(lines, key=lambda line: (-len(line.sources), line.prompt))

    def _captions(self) -> list[int]:
        """Rows whose caption is read for prompts, with nothing drawn but the line."""
        reads = [
            concept.index for concept in self._concepts
            if concept.text.prompt_source is PromptSource.SAMPLE
            and prompt_is_deterministic(concept)]
        count = len(self._columns)
        there = ~np.isin(self._rows.verdicts[:count], GONE)
        return np.flatnonzero(there & np.isin(self._rows.concept[:count], reads)).tolist()

    def _prompts(self, row: int) -> Sequence[str]:
        try:
            return possible_prompts(
                self._concepts[int(self._rows.concept[row])],
                picture_name=self._columns.names[row],
                caption=read_regular(self._real(row), at_most=LARGEST_TEXT))
        except (OSError, UserFacingError):
            return ()

    def _line(self, prompt: str, rows: Sequence[int], known: Mapping[str, str]) -> SharedLine:
        columns, row = self._columns, rows[0]
        variant = int(np.searchsorted(columns.variant_row, row))
        names: Sequence[str] = columns.index_schema or ()
        if variant < len(columns.stems) and columns.schema[variant] >= 0:
            names = columns.schemas[columns.schema[variant]]
        stamp = content_stamp(columns.modeltypes[columns.modeltype[row]], frozenset(names), prompt)
        return SharedLine(
            prompt=prompt, stamp=stamp, payload=known.get(stamp, ""),
            sources=tuple(self._source(holding, self._concept(holding)) for holding in rows))

    def _each_use(self, row: int) -> tuple[SharingSource, ...]:
        """The source of a row, once for training and once for validation where both ask for it."""
        concepts = (int(self._training[row]), int(self._validating[row])) if self._leaks[row] \
            else (self._concept(row),)
        return tuple(self._source(row, concept) for concept in concepts)

    def _source(self, row: int, concept: int) -> SharingSource:
        known = self._concepts[concept] if concept >= 0 else None
        return SharingSource(
            self._rows.source(row), "" if known is None else known.display_name,
            known is not None and known.type is ConceptType.VALIDATION
            and bool(self._validating[row] >= 0))

    def _concept(self, row: int) -> int:
        """The index of the concept that asks for a row, -1 for none."""
        concept = int(self._rows.concept[row])
        return concept if concept < len(self._concepts) else -1

    def _each_once(self, rows: Sequence[int]) -> list[int]:
        """Rows less those that only spell the source of another one anew."""
        by_source = {
            self._paths.same_source(self._rows.source(row)): row for row in reversed(rows)}
        return sorted(by_source.values())

    def _are_there(self) -> list[int]:
        """Rows that a trainer with this config would load; without concepts, any."""
        asked = (self._training >= 0) | (self._validating >= 0) | (not self._concepts)
        return np.flatnonzero(asked & ~np.isin(self._rows.verdicts, GONE)).tolist()

    def _real(self, row: int) -> str:
        """Where the source of a row lies on this machine."""
        return self._paths.real(self._rows.source(row))

    def _collect(self, hashes: Hashes, pictures: dict[str, Picture]) -> None:
        for row in self._are_there():
            real = self._real(row)
            if real not in pictures and is_picture(real):
                file = self._copy_file(row, real)
                self._copies.note(self._rows.source(row), file)
                pictures[real] = Picture(
                    file, bytes(hashes[row]).decode("ascii"), self._each_use(row))

    def _copy_file(self, row: int, real: str) -> CopyFile:
        concept = self._concept(row)
        is_asked = not self._concepts or max(self._training[row], self._validating[row]) >= 0
        caption = caption_of(real) if concept < 0 else prompt_file(
            self._workspace, self._concepts[concept], real)
        return CopyFile(real, caption, bool(is_asked))

    def _hashes(self, token: CancelToken) -> Job[Hashes]:
        """Content of each row as far as it decides who is equal: 16 hex digits, b"" for no matter.

        The index knows most of them. Of pictures that it does not know, those are hashed that are
        as long as another one.
        """
        count = len(self._columns)
        hashes = np.zeros(len(self._rows), dtype=HASH_TYPE)
        stale = self._rows.have(*NO_LONGER_EQUAL)[:count]
        hashes[:count] = np.where(stale, b"", self._columns.hashes)
        there = self._are_there() if self._is_of_pictures else []
        if not (hashes[there] == b"").any():
            return hashes
        reals = {row: self._real(row) for row in there}
        sizes = {row: 0 if (now := readable_stamp(real)) is None else now.size
                 for row, real in reals.items()}
        lengths = Counter(sizes.values())
        wanted = [
            row for row in reals if not hashes[row] and sizes[row] and lengths[sizes[row]] > 1]
        contents = yield from hash_paths([reals[row] for row in wanted], token)
        for row, content in zip(wanted, contents, strict=True):
            hashes[row] = (content or "").encode("ascii")
        return hashes

    def _find_shared_contents(self, hashes: Hashes) -> tuple[SharedContent, ...]:
        _, code, counts = np.unique(hashes, return_inverse=True, return_counts=True)
        groups: dict[int, list[int]] = defaultdict(list)
        known = hashes != b""
        for row in np.flatnonzero((known & (counts[code] > 1)) | self._leaks).tolist():
            groups[int(code[row]) if known[row] else -1 - row].append(row)
        files: dict[str, list[tuple[str, int]]] = defaultdict(list)
        payloads = self._found.payloads
        for name, size in zip(payloads.names, payloads.sizes.tolist(), strict=True):
            files[name.rpartition("_")[0]].append((name, size))
        stems: dict[int, set[str]] = defaultdict(set)
        rows_of = self._columns.variant_row
        grouped = np.array([row for rows in groups.values() for row in rows], dtype=np.int64)
        for at in np.flatnonzero(np.isin(rows_of, grouped)).tolist():
            stems[int(rows_of[at])].add(self._columns.stems[at])
        conflicts = Conflicts(self._workspace, self._location.kind.content)
        shared = [
            self._make_shared_content(rows, hashes, stems, files, conflicts)
            for rows in map(self._each_once, groups.values())
            if len(rows) > 1 or self._leaks[rows[0]]]
        return tuple(sorted(shared, key=lambda group: (
            group.conflict is None, not group.leak, -group.bytes_saved, group.hash)))

    def _make_shared_content(
        self, rows: Sequence[int], hashes: Hashes, stems: Mapping[int, Collection[str]],
        files: Mapping[str, Sequence[tuple[str, int]]], conflicts: Conflicts,
    ) -> SharedContent:
        """A group: `stems` that rows name payloads with, `files` name and size of these."""
        named = Counter(stem for row in rows for stem in stems.get(row, ()))
        payloads = [
            SharedPayload(name, size, entries) for stem, entries in named.items() if entries > 1
            for name, size in files.get(stem, ())]
        sharing = tuple(use for row in rows for use in self._each_use(row))
        if self._is_of_pictures:
            for row in rows:
                if not self._copies.has(source := self._rows.source(row)):
                    self._copies.note(source, self._copy_file(row, self._real(row)))
        kind, conflict = (conflicts.between([
            (self._rows.source(row), self._concept(row)) for row in rows]) if payloads else None
        ) or (None, None)
        return SharedContent(
            hash=bytes(hashes[rows[0]]).decode("ascii"),
            sources=sharing,
            payloads=tuple(sorted(payloads, key=lambda payload: payload.name)),
            bytes=sum(payload.bytes for payload in payloads),
            bytes_saved=sum(payload.bytes * (payload.entries - 1) for payload in payloads),
            conflict=conflict,
            conflict_kind=kind,
            leak=self._is_of_pictures and len({source.validation for source in sharing}) > 1)
