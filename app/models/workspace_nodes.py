"""The workspace tree as values: the workspace, its concepts with their stores, and found caches.

Stores that no concept asks for are beside the concepts.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PureWindowsPath

from larder.app.models.coverage_rows import CoverageRow
from larder.app.models.coverage_state import CoverageState
from larder.app.models.scope import Scope
from larder.app.models.survey_document import ConceptFacts, WorkspaceFacts
from larder.app.models.survey_snapshot import SurveySnapshot

TELLING_NOTHING = frozenset({"config", "settings", "#"})
"""Names of configs that every workspace may have; "#" is the trainer's last used one."""


class NodeKind(enum.Enum):
    """What a node of the tree stands for."""

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
        kind: what it stands for.
        name: concept name or store id; "" where the kind says it all.
        path: what a tooltip shows.
        scope: what the Entries table shows when it is chosen.
        state: worst state below it, None where there is none to give.
        enabled: False for a concept that the config leaves out.
        store_kind: of a store, as in documents; "" for what is none.
        children: nodes below it.
    """

    kind: NodeKind
    name: str
    path: str
    scope: Scope
    state: CoverageState | None
    enabled: bool = True
    store_kind: str = ""
    children: tuple[WorkspaceNode, ...] = ()


def workspace_tree(
    snapshot: SurveySnapshot, rows: Sequence[CoverageRow],
) -> tuple[WorkspaceNode, ...]:
    """Top nodes: the workspace, then the branch of found caches where there are any."""
    document = snapshot.document
    stores: dict[int | None, list[WorkspaceNode]] = {}
    for row in rows:
        if not _is_legacy(snapshot, row):
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
        state=_worst(children), children=children)]
    found = tuple(
        WorkspaceNode(kind=NodeKind.FOUND_CACHE, name=store.id, path=store.path,
                      scope=Scope(store=at),
                      state=_worst_state([row.state for row in rows if row.scope.store == at]))
        for at, store in enumerate(document.stores) if store.is_legacy)
    if found:
        top.append(WorkspaceNode(kind=NodeKind.FOUND_CACHES, name="", path="", scope=Scope(),
                                 state=None, children=found))
    return tuple(top)


def workspace_name(workspace: WorkspaceFacts) -> str:
    """What a workspace is called: its config, or its folder where that name says nothing."""
    # A Windows path splits at both slashes, so that one of either system gives its last part.
    root = PureWindowsPath(workspace.root)
    config = PureWindowsPath(workspace.config) if workspace.config is not None else None
    if config is not None and config.stem.lower() not in TELLING_NOTHING:
        return config.stem
    return root.name or workspace.root


def _concept_node(
    concept: ConceptFacts, at: int, stores: tuple[WorkspaceNode, ...],
) -> WorkspaceNode:
    return WorkspaceNode(
        kind=NodeKind.CONCEPT, name=concept.name, path=concept.path, scope=Scope(concept=at),
        state=_worst(stores), enabled=concept.enabled, children=stores)


def _store_node(snapshot: SurveySnapshot, row: CoverageRow) -> WorkspaceNode:
    store = snapshot.document.stores[row.scope.store or 0]
    return WorkspaceNode(kind=NodeKind.STORE, name=store.id, path=store.path, scope=row.scope,
                         state=row.state, enabled=row.enabled, store_kind=store.kind)


def _is_legacy(snapshot: SurveySnapshot, row: CoverageRow) -> bool:
    return snapshot.document.stores[row.scope.store or 0].is_legacy


def _worst(nodes: Sequence[WorkspaceNode]) -> CoverageState | None:
    return _worst_state([node.state for node in nodes if node.state is not None and node.enabled])


def _worst_state(states: Sequence[CoverageState]) -> CoverageState | None:
    return min(states, default=None)
