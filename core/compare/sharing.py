"""Which sources of a workspace share payloads because their bytes, or their prompts, are equal.

Bytes are compared by the hashes that the index holds, prompts by the lines of captions, so no
picture and no payload is read. A line of a caption is a prompt that a variation may draw: each is
encoded once and copied for the others. The trainer's `content_index.json` names a payload that was
made of a prompt by the prompt's digest.

A trainer reuses payloads of equal bytes, model and size whatever else decided what they hold. Where
concepts vary their pictures in different ways, where masks differ, or where prompts come from file
names, one of the sources is trained with what was made for another; the group says so.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec
import numpy as np

from larder.core.errors import UserFacingError
from larder.core.files.regular_file import LARGEST_TEXT, read_regular
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.keys.content_hash import hash_file
from larder.core.keys.recipe import Recipe, decide_content, describe_changes, recipe_changes
from larder.core.recipes.of_config import recipe_of
from larder.core.settings import cache_home
from larder.core.stores.smart.columns import IndexColumns
from larder.core.stores.smart.content_index import payloads_by_prompt
from larder.core.stores.store_memory import present_index
from larder.core.survey.report import StoreSurvey, SurveyReport
from larder.core.survey.sources import SpelledPaths
from larder.core.survey.survey import survey
from larder.core.survey.verdicts import Verdict
from larder.core.workspace.concepts import PromptSource
from larder.core.workspace.model_types import caches_masks
from larder.core.workspace.open_workspace import StoreContent, Workspace
from larder.core.workspace.roots import PathFlavour, flavour_beside, resolve
from larder.core.workspace.samples import (
    content_stamp,
    mask_of,
    possible_prompts,
    prompt_is_deterministic,
    sample_stem,
)
from larder.core.workspace.store_kinds import StoreFormat, StoreKind


class SharingSource(msgspec.Struct, frozen=True, gc=False):
    """One source that shares payloads.

    Attributes:
        source: its path as the index spells it.
        concept: what people call the concept that asks for it, "" for none.
    """

    source: str
    concept: str


class Conflicts:
    """Tells why sources of one store should not share payloads."""

    def __init__(self, workspace: Workspace, content: StoreContent) -> None:
        self._workspace = workspace
        self._content = content
        config = workspace.config
        self._masks = (
            content is StoreContent.IMAGE and config is not None and caches_masks(config))
        self._recipes: dict[int, Recipe] = {}

    def between(self, sources: Sequence[tuple[SharingSource, int]]) -> str | None:
        """One sentence on the first conflict among sources with equal bytes, None for none.

        Each comes with the index of the concept that asks for it, -1 for none.
        """
        asked = [(source, concept) for source, concept in sources if concept >= 0]
        if not asked or self._workspace.config is None:
            return None
        (first, of_first), *others = asked
        for other, of_other in others:
            changes = recipe_changes(self._recipe(of_first), self._recipe(of_other))
            if decide_content(changes):
                return f"{first.concept} and {other.concept} differ: {describe_changes(changes)}"
        if self._masks and len({self._mask(source) for source, _ in asked}) > 1:
            return "their masks differ"
        if self._has_named_prompts(asked):
            return "their prompts are their file names, which differ"
        return None

    def _recipe(self, concept: int) -> Recipe:
        if concept not in self._recipes:
            self._recipes[concept] = recipe_of(
                self._workspace, self._workspace.concepts[concept], self._content)
        return self._recipes[concept]

    def _mask(self, source: SharingSource) -> str:
        """Content of a source's mask, "" without one."""
        spelled = mask_of(source.source)
        real = resolve(
            spelled, self._workspace.root, self._workspace.maps,
            flavour_beside(spelled, self._workspace.flavour))
        try:
            return hash_file(Path(real))
        except OSError:
            return ""

    def _has_named_prompts(self, asked: Sequence[tuple[SharingSource, int]]) -> bool:
        if self._content is not StoreContent.TEXT:
            return False
        concepts = self._workspace.concepts
        named = {
            _name(source.source) for source, concept in asked
            if concepts[concept].text.prompt_source is PromptSource.FILENAME}
        return len(named) > 1


def _name(source: str) -> str:
    return sample_stem(source.replace("\\", "/").rpartition("/")[2])


PROGRESS_EVERY: Final = 256


class SharedLine(msgspec.Struct, frozen=True):
    """A prompt that several captions with different bytes hold.

    Attributes:
        stamp: its digest as the trainer makes it, 16 hex digits.
        payload: the payload that further ones are copied from, "" while none is known.
        sources: the captions, in index order.
    """

    prompt: str = msgspec.field(name="line")
    stamp: str
    payload: str
    sources: tuple[SharingSource, ...]


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
    there = ~np.isin(
        rows.verdicts[:len(columns)], (Verdict.SOURCE_MISSING, Verdict.SOURCE_UNREACHABLE))
    wanted = np.isin(rows.concept[:len(columns)], sorted(reads))
    return [int(row) for row in np.flatnonzero(there & wanted)]


def _prompts(
    workspace: Workspace, found: StoreSurvey, columns: IndexColumns, row: int
) -> Sequence[str]:
    source = found.rows.source(row)
    real = resolve(source, workspace.root, workspace.maps, PathFlavour(columns.separator))
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


class SharedPayload(msgspec.Struct, frozen=True, gc=False):
    """One payload file of a group: its name, its size and how many entries name it."""

    name: str = msgspec.field(name="payload")
    bytes: int
    entries: int


class SharedContent(msgspec.Struct, frozen=True):
    """Sources with equal bytes.

    Attributes:
        hash: of their bytes, 16 hex digits.
        sources: in index order.
        payloads: what they share, by name.
        bytes: of the payloads.
        bytes_saved: what the payloads would take besides if every entry had its own.
        conflict: why they should not share them, None when they may.
    """

    hash: str
    sources: tuple[SharingSource, ...]
    payloads: tuple[SharedPayload, ...]
    bytes: int
    bytes_saved: int
    conflict: str | None


class StoreShares(msgspec.Struct, frozen=True):
    """The groups of one store.

    Attributes:
        bytes_saved: over all groups.
        contents: sources with equal bytes, what saves most first.
        lines: prompts that several captions hold, what most of them hold first; text stores only.
    """

    id: str
    kind: StoreKind
    bytes_saved: int = 0
    contents: tuple[SharedContent, ...] = msgspec.field(default=(), name="groups")
    lines: tuple[SharedLine, ...] = ()


class SharePlan(msgspec.Struct, frozen=True, kw_only=True):
    """What a workspace shares, store by store; the `larder.dups/1` document."""

    schema: str = "larder.dups/1"
    stores: tuple[StoreShares, ...]
    bytes_saved: int


def plan_shares(workspace: Workspace, *, token: CancelToken) -> Job[SharePlan]:
    """Find what is shared in every smart cache of a workspace."""
    report = yield from survey(workspace, token=token)
    stores: list[StoreShares] = []
    for found in report.stores:
        if found.location.kind.format is StoreFormat.SMART and found.location.exists:
            shares = yield from _shares_of(report, found, token)
            stores.append(shares)
    return SharePlan(
        stores=tuple(stores), bytes_saved=sum(store.bytes_saved for store in stores))


def _shares_of(report: SurveyReport, found: StoreSurvey, token: CancelToken) -> Job[StoreShares]:
    location = found.location
    columns = present_index(cache_home(), location.path).columns
    if len(columns) != int(found.rows.has_entry.sum()):
        # A trainer wrote the index just now: what the survey says is of another one.
        return StoreShares(location.id, location.kind)
    yield Progress("comparing contents", 0, len(columns), "entries")
    sources = _Sources(report, found, columns)
    contents = _shared_contents(sources, found, columns, Conflicts(
        report.workspace, location.kind.content))
    lines: Sequence[SharedLine] = ()
    if location.kind.content is StoreContent.TEXT:
        lines = yield from shared_lines(report.workspace, found, columns, sources.of, token)
    return StoreShares(
        location.id, location.kind, sum(group.bytes_saved for group in contents), contents,
        tuple(lines))


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
        """The source of a row and what the concept that asks for it is called."""
        concept = self.concept(row)
        known = self._concepts[concept] if concept >= 0 else None
        return SharingSource(
            self._rows.source(row), "" if known is None else known.name or known.path)

    def concept(self, row: int) -> int:
        """The index of the concept that asks for a row, -1 for none."""
        concept = int(self._rows.concept[row])
        return concept if concept < len(self._concepts) else -1

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
    sharing = [(sources.of(row), sources.concept(row)) for row in rows]
    return SharedContent(
        hash=bytes(columns.hashes[rows[0]]).decode("ascii"),
        sources=tuple(source for source, _ in sharing),
        payloads=tuple(sorted(payloads, key=lambda payload: payload.name)),
        bytes=sum(payload.bytes for payload in payloads),
        bytes_saved=sum(payload.bytes * (payload.entries - 1) for payload in payloads),
        conflict=conflicts.between(sharing) if payloads else None)


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
