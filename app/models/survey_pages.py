"""Everything the pages show of one survey, worked out once, before the window sees any of it.

Rows of the Coverage table: one per concept and store, then what lies under no concept; a store that
no concept asks for has one row, whatever folders its sources lie in. Groups of problems hold row
numbers, not objects, so that 900,000 stale entries are one group with one array. The workspace
tree: the workspace, its concepts with their stores, stores that no concept asks for beside them,
and found caches.
"""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import PureWindowsPath

import numpy as np

from larder.app.models.survey_snapshot import Rows, SurveySnapshot, read_survey
from larder.app.presentation.looks import CoverageState
from larder.app.presentation.shown_names import TELLING_NOTHING
from larder.app.view_state import Scope
from larder.core.requests.options import Answer
from larder.core.survey.checks.risks import Risk
from larder.core.survey.document import (
    ConceptCoverage,
    StoreCoverage,
    SurveyDocument,
    WorkspaceFacts,
)
from larder.core.survey.effects import Effect
from larder.core.survey.remedies import NO_REMEDY, REMEDIES, Case, Repair, describe_row
from larder.core.survey.training_risks import HARMS, TrainingRisk, harms_in
from larder.core.survey.verdicts import (
    PAYLOAD_LABELS,
    VERDICTS,
    PayloadVerdict,
    Severity,
    Verdict,
)
from larder.core.workspace.cache_layout import CacheLayout
from larder.core.workspace.samples import caption_of
from larder.core.workspace.store_kinds import StoreFormat, StoreKind

_OF_NOBODY = (CoverageState.UNUSED,)
"""States of what nobody here asks for: they say nothing of whether what is wanted is cached."""

_NO_CAPTION = Risk.NO_CAPTION.name_in_contract


class CoverageRow(StoreCoverage, frozen=True, kw_only=True):
    """One row.

    Attributes:
        scope: which rows of the Entries table it counts.
        concept: name of the concept, "" for what lies under none.
        kind: the store's id.
        state: what the counts come to.
    """

    scope: Scope
    concept: str
    enabled: bool
    kind: str
    sources: int
    state: CoverageState

    @property
    def share(self) -> float:
        """Covered part of what is wanted, 0 to 1; 0 when nothing is wanted."""
        return self.covered / self.wanted if self.wanted else 0.0

    @property
    def bytes_each(self) -> int:
        """Bytes per sample that is cached, stale ones included; 0 when none is."""
        cached = self.covered + self.stale
        return round(self.bytes / cached) if cached else 0


def coverage_rows(document: SurveyDocument) -> tuple[CoverageRow, ...]:
    """Rows in the order of the config, stores in the order of the document."""
    places = {store.id: at for at, store in enumerate(document.stores)}
    rows = [
        CoverageRow(
            scope=Scope(store=places[store], concept=at), concept=concept.name,
            enabled=concept.enabled, kind=store, sources=concept.samples,
            **_counts(facts), state=_coverage_state(document, places[store], facts))
        for at, concept in enumerate(document.concepts)
        for store, facts in concept.stores.items() if store in places]
    rows += [
        CoverageRow(
            scope=Scope(store=places[other.store], concept=None if other.is_whole else -1),
            concept="", enabled=True, kind=other.store, sources=other.entries,
            **_counts(other), state=_coverage_state(document, places[other.store], other))
        for other in document.others]
    return tuple(rows)


def _counts(facts: StoreCoverage) -> dict[str, int]:
    return {name: getattr(facts, name) for name in StoreCoverage.__struct_fields__}


def _coverage_state(document: SurveyDocument, at: int, facts: StoreCoverage) -> CoverageState:
    if facts.offline:
        return CoverageState.OFFLINE
    if not facts.wanted:
        return CoverageState.UNUSED
    if not facts.covered and not facts.stale:
        return CoverageState.EMPTY
    if facts.stale:
        return CoverageState.STALE
    if facts.missing or facts.covered < facts.wanted:
        return CoverageState.PARTIAL
    return CoverageState.LEFT_BEHIND if _is_left_behind(document, at) else CoverageState.COMPLETE


def _is_left_behind(document: SurveyDocument, at: int) -> bool:
    """Return whether a store has a trainer's layout other than the one used in this workspace."""
    layouts, store = document.workspace.layouts, document.stores[at]
    return bool(layouts) and store.traits.is_onetrainers \
        and store.traits.whole_groups != (layouts[0] is CacheLayout.RELEASED)


class ProblemSubject(enum.Enum):
    """Kinds of rows that the row numbers of a group refer to."""

    FINDINGS = "findings"
    ENTRIES = "entries"
    PAYLOADS = "payloads"
    SOURCES = "sources"


@dataclass(frozen=True, slots=True, eq=False)
class ProblemGroup:
    """Items that share a verdict, a store, a concept and what to do about them.

    Attributes:
        subject: what `rows` number: the document's problems, the entries, the payloads, or what
            was found of sources.
        verdict: of the entries or payloads, None for findings.
        severity: the worst of its items.
        remedy: line of `REMEDIES`: what to do about them.
        harm: of entries that training would get wrong, listed by that; None for others.
        form: of their store, which decides what that does.
        scope: where they are.
        rows: row numbers, int32, in the order in which they are listed.
        bytes: payload bytes on disk of all of them.
        count: how much of what the remedy acts on they stand for.
        is_choice: whether that only goes if the user ticks it.
    """

    subject: ProblemSubject
    verdict: Verdict | PayloadVerdict | None
    severity: Severity
    remedy: int
    scope: Scope
    rows: Rows = field(repr=False)
    bytes: int = 0
    harm: TrainingRisk | None = None
    form: StoreFormat = StoreFormat.INDEXED
    count: int = 1
    is_choice: bool = False

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def repair(self) -> Repair:
        """The command that does something about them."""
        if self.harm is not None and HARMS[self.harm].instead:
            return HARMS[self.harm].repair
        return REMEDIES[self.remedy].repair

    @property
    def state(self) -> str:
        """The word for what is wrong with them, as core says it; "" for findings."""
        if isinstance(self.verdict, Verdict):
            return describe_row(self.verdict, self.remedy).label
        return "" if self.verdict is None else PAYLOAD_LABELS[self.verdict][0]

    @property
    def main_repair(self) -> Repair:
        """The repair that the window offers.

        Payloads that are wrongly shared are made anew by a build.
        """
        return Repair.BUILD if REMEDIES[self.remedy].needs & Case.SHARED else self.repair


def problem_groups(snapshot: SurveySnapshot) -> tuple[ProblemGroup, ...]:
    """Every group, worst first; within a severity findings, then entries, then files."""
    groups = [*_findings(snapshot), *_entry_groups(snapshot), *_payload_groups(snapshot)]
    return tuple(sorted(groups, key=lambda group: group.severity))


def _findings(snapshot: SurveySnapshot) -> list[ProblemGroup]:
    lines = {remedy.repair.value: line for line, remedy in enumerate(REMEDIES)}
    return [ProblemGroup(
        subject=ProblemSubject.FINDINGS, verdict=None, severity=Severity.WARNING,
        remedy=lines[finding.repair] if finding.repair else NO_REMEDY, scope=Scope(),
        rows=np.array([row], dtype=np.int32))
        for row, finding in enumerate(snapshot.document.problems)]


def _entry_groups(snapshot: SurveySnapshot) -> Iterator[ProblemGroup]:
    entries, order = snapshot.entries, snapshot.natural_order
    listed = order[entries.count[order] != 0]
    for verdict, row in VERDICTS.items():
        for scope, rows in _by_place(snapshot, listed[entries.verdict[listed] == verdict]):
            yield _group(
                snapshot, ProblemSubject.ENTRIES, verdict, min(row.severity, Severity.NOTE),
                scope, rows)


def _group(
    snapshot: SurveySnapshot, subject: ProblemSubject, verdict: Verdict | PayloadVerdict,
    severity: Severity, scope: Scope, rows: Rows,
) -> ProblemGroup:
    """Rows of one remedy, all with a tick or all without."""
    table = snapshot.entries if subject is ProblemSubject.ENTRIES else snapshot.payloads
    counts = table.count[rows]
    return ProblemGroup(
        subject=subject, verdict=verdict, severity=severity, remedy=int(table.remedy[rows[0]]),
        scope=scope, rows=rows, bytes=int(table.bytes[rows].sum()),
        count=int(np.abs(counts).sum()), is_choice=bool(counts[0] < 0))


def training_groups(snapshot: SurveySnapshot) -> tuple[ProblemGroup, ...]:
    """Return groups of what stops or spoils training, worst first. An entry can be in several.

    No trainer opens the caches of other programs: what is wrong with them is in `problem_groups`.
    """
    entries, order = snapshot.entries, snapshot.natural_order
    order = order[np.isin(entries.store[order], [
        at for at, store in enumerate(snapshot.document.stores) if store.traits.is_onetrainers])]
    groups = [*_source_groups(snapshot), *(
        ProblemGroup(
            subject=ProblemSubject.ENTRIES, verdict=None, severity=HARMS[harm].severity,
            remedy=int(entries.remedy[rows[0]]), scope=scope, rows=rows,
            bytes=int(entries.bytes[rows].sum()), count=len(rows), harm=harm,
            form=StoreKind(snapshot.document.stores[scope.store or 0].kind).format)
        for harm in harms_in(int(np.bitwise_or.reduce(entries.harms[order])))
        for scope, rows in _by_place(
            snapshot, order[(entries.harms[order] & np.uint32(1 << harm)) != 0]))]
    return tuple(sorted(groups, key=lambda group: group.severity))


def _source_groups(snapshot: SurveySnapshot) -> Iterator[ProblemGroup]:
    """A group per kind of what was found of sources and settings.

    A missing caption file that a row lists is left to that row.
    """
    rows: dict[str, list[int]] = {}
    listed = _find_missing_captions(snapshot)
    counts = Counter(snapshot.sources.counts)
    for row, item in enumerate(snapshot.sources.items):
        if item.kind == _NO_CAPTION and caption_of(item.path) in listed:
            counts[item.kind] -= 1
        else:
            rows.setdefault(item.kind, []).append(row)
    for kind, numbers in rows.items():
        yield ProblemGroup(
            subject=ProblemSubject.SOURCES, verdict=None, remedy=NO_REMEDY, scope=Scope(),
            severity=Effect(snapshot.sources.items[numbers[0]].effect).severity,
            rows=np.array(numbers, dtype=np.int32), count=counts[kind])


def _find_missing_captions(snapshot: SurveySnapshot) -> set[str]:
    """Return the caption files that rows list as missing."""
    if not any(item.kind == _NO_CAPTION for item in snapshot.sources.items):
        return set()
    entries = snapshot.entries
    rows = np.flatnonzero(entries.harms & np.uint32(1 << TrainingRisk.NO_CAPTION))
    return {caption_of(entries.source(row)) for row in rows.tolist()}


def _by_place(snapshot: SurveySnapshot, rows: Rows) -> Iterator[tuple[Scope, Rows]]:
    """Split rows by concept, store, remedy and tick, keeping their order: one sort for all."""
    if not len(rows):
        return
    entries = snapshot.entries
    stores = len(snapshot.document.stores)
    place = entries.concept[rows].astype(np.int64) * stores + entries.store[rows]
    place = (place * len(REMEDIES) + entries.remedy[rows]) * 2 + (entries.count[rows] < 0)
    order = np.argsort(place, kind="stable")
    place, rows = place[order], rows[order]
    borders = np.flatnonzero(np.diff(place)) + 1
    for part in np.split(rows, borders):
        first = int(part[0])
        yield Scope(store=int(entries.store[first]),
                    concept=max(int(entries.concept[first]), -1)), part


def _payload_groups(snapshot: SurveySnapshot) -> Iterator[ProblemGroup]:
    payloads = snapshot.payloads
    listed = np.flatnonzero(payloads.count).astype(np.int32)
    kinds = np.stack([payloads.verdict[listed].astype(np.int64), payloads.store[listed],
                      payloads.remedy[listed], payloads.count[listed] < 0], axis=1)
    for kind in np.unique(kinds, axis=0):
        verdict, store, *_ = kind.tolist()
        yield _group(
            snapshot, ProblemSubject.PAYLOADS, PayloadVerdict(verdict), Severity.NOTE,
            Scope(store=store), listed[(kinds == kind).all(axis=1)])


class NodeKind(enum.Enum):
    """Kinds of nodes in the workspace tree."""

    WORKSPACE = "workspace"
    CONCEPT = "concept"
    CONCEPTLESS = "conceptless"
    STORE = "store"
    FOUND_CACHES = "found caches"
    FOUND_CACHE = "found cache"


@dataclass(frozen=True, slots=True)
class WorkspaceNode:
    """One node.

    Attributes:
        name: concept name or store id; "" where the kind says it all.
        path: what a tooltip shows.
        layouts: how the caches of a workspace lie; empty for what is none.
        scope: what the Entries table shows when it is chosen.
        state: worst state below it, None where there is none to give.
        store_kind: of a store, as in documents; "" for what is none.
    """

    kind: NodeKind
    name: str
    path: str
    scope: Scope
    state: CoverageState | None
    enabled: bool = True
    store_kind: str = ""
    children: tuple[WorkspaceNode, ...] = ()
    layouts: tuple[CacheLayout, ...] = ()


def workspace_tree(
    snapshot: SurveySnapshot, rows: Sequence[CoverageRow],
) -> tuple[WorkspaceNode, ...]:
    """Top nodes: the workspace, then the branch of found caches where there are any."""
    document = snapshot.document
    stores: dict[int | None, list[WorkspaceNode]] = {}
    for row in rows:
        if not _is_left_behind(document, row.scope.store or 0):
            stores.setdefault(row.scope.concept, []).append(_store_node(snapshot, row))
    concepts = [_concept_node(concept, at, tuple(stores.get(at, ())))
                for at, concept in enumerate(document.concepts)]
    loose = tuple(stores.get(-1, ()))
    if loose:
        concepts.append(WorkspaceNode(
            kind=NodeKind.CONCEPTLESS, name="", path="", scope=Scope(concept=-1),
            state=_worst(loose), children=loose))
    children = (*concepts, *stores.get(None, ()))
    top = [WorkspaceNode(
        kind=NodeKind.WORKSPACE, name=workspace_name(document.workspace),
        path=document.workspace.config or document.workspace.root, scope=Scope(),
        state=_worst(children), children=children, layouts=document.workspace.layouts)]
    found = tuple(
        WorkspaceNode(kind=NodeKind.FOUND_CACHE, name=store.id, path=store.path,
                      scope=Scope(store=at),
                      state=_worst_state([row.state for row in rows if row.scope.store == at]))
        for at, store in enumerate(document.stores) if _is_left_behind(document, at))
    if found:
        top.append(WorkspaceNode(kind=NodeKind.FOUND_CACHES, name="", path="", scope=Scope(),
                                 state=None, children=found))
    return tuple(top)


def workspace_name(workspace: WorkspaceFacts) -> str:
    """Return the name of a workspace: its config's, or its folder's if that is generic."""
    # A Windows path splits at both slashes, so that one of either system gives its last part.
    root = PureWindowsPath(workspace.root)
    config = PureWindowsPath(workspace.config) if workspace.config is not None else None
    if config is not None and config.stem.lower() not in TELLING_NOTHING:
        return config.stem
    return root.name or workspace.root


def _concept_node(
    concept: ConceptCoverage, at: int, stores: tuple[WorkspaceNode, ...],
) -> WorkspaceNode:
    return WorkspaceNode(
        kind=NodeKind.CONCEPT, name=concept.name, path=concept.path, scope=Scope(concept=at),
        state=_worst(stores), enabled=concept.enabled, children=stores)


def _store_node(snapshot: SurveySnapshot, row: CoverageRow) -> WorkspaceNode:
    store = snapshot.document.stores[row.scope.store or 0]
    return WorkspaceNode(kind=NodeKind.STORE, name=store.id, path=store.path, scope=row.scope,
                         state=row.state, enabled=row.enabled, store_kind=store.kind)


def _worst(nodes: Sequence[WorkspaceNode]) -> CoverageState | None:
    return _worst_state([node.state for node in nodes if node.state is not None and node.enabled])


def _worst_state(states: Sequence[CoverageState]) -> CoverageState | None:
    """Return the most urgent state, None for no states.

    States of payloads that no config here needs count only if there are no others.
    """
    counted = [state for state in states if state not in _OF_NOBODY]
    return min(counted or states, default=None)


@dataclass(frozen=True, slots=True)
class SurveyPages:
    """One survey, page by page."""

    snapshot: SurveySnapshot
    coverage: tuple[CoverageRow, ...]
    problems: tuple[ProblemGroup, ...]
    training: tuple[ProblemGroup, ...]
    tree: tuple[WorkspaceNode, ...]

    @property
    def groups(self) -> tuple[ProblemGroup, ...]:
        """Groups as they are numbered where one is chosen."""
        return self.problems + self.training


def read_pages(answer: Answer) -> SurveyPages:
    """Read a survey's answer; meant for a pool thread, a million rows take tens of milliseconds.

    Raises:
        OSError: if a table cannot be read.
        ValueError: if the answer is not one.
    """
    snapshot = read_survey(answer)
    coverage = coverage_rows(snapshot.document)
    return SurveyPages(snapshot=snapshot, coverage=coverage, problems=problem_groups(snapshot),
                       training=training_groups(snapshot), tree=workspace_tree(snapshot, coverage))
