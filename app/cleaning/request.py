"""Request for a plan to clean, prune or clear: its entries, depth and deleted folders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
import numpy as np

from larder.app.cache_session import CacheSession
from larder.app.cleaning.plan_snapshot import PlanSnapshot, read_plan
from larder.app.jobs.job import Job
from larder.app.models.survey_snapshot import Rows, SurveySnapshot
from larder.core.clean.plan_document import PlanDocument
from larder.core.requests.options import (
    Answer,
    CleanOptions,
    ClearOptions,
    PruneOptions,
    WorkspaceOptions,
    workspace_fields,
)
from larder.core.survey.document import StoreFacts
from larder.core.survey.verdicts import Verdict
from larder.core.workspace.roots import PathMap, flavour_of, resolve
from larder.core.workspace.store_kinds import StoreKind

Freeing = PruneOptions | ClearOptions
"""Frees space in some stores: by age and size, or all of it."""

PLAN_NAME = "plan.json"


def stores_of(document: PlanDocument, freeing: Freeing | None) -> Sequence[str]:
    """Ids of the stores that a plan is about, none for all that it names."""
    if isinstance(freeing, PruneOptions) and not freeing.stores:
        return [store.id for store in document.store_facts if can_prune(store.kind.value)]
    return () if freeing is None else freeing.stores


def prunable_stores(session: CacheSession) -> Sequence[StoreFacts]:
    """Stores of the latest survey that remember when a value was used."""
    return [store for store in clearable_stores(session) if can_prune(store.kind)]


def clearable_stores(session: CacheSession) -> Sequence[StoreFacts]:
    """Stores of the latest survey that Larder writes."""
    snapshot = session.snapshot
    return () if snapshot is None else [
        store for store in snapshot.document.stores if store.traits.may_write]


def can_prune(kind: str) -> bool:
    """Return whether stores of a kind, given by its name in documents, can be pruned."""
    return any(kind == known.value for known in StoreKind if known.traits.remembers_uses)


@dataclass(frozen=True, slots=True, eq=False)
class SelectedEntries:
    """Entries and files of a survey that a plan is to be limited to.

    Attributes:
        rows: row numbers of the entries, int32.
        files: of files that no entry needs: rows of the `payloads` table, int32.
    """

    snapshot: SurveySnapshot
    rows: Rows
    files: Rows = field(default_factory=lambda: np.zeros(0, dtype=np.int32))

    def __len__(self) -> int:
        return len(self.rows) + len(self.files)

    @property
    def is_of_groups(self) -> bool:
        """True if some belong to groups of released OneTrainer, which stay or go as a whole."""
        stores = self.snapshot.document.stores
        return any(stores[at].traits.whole_groups for at in np.unique(np.concatenate([
            self.snapshot.entries.store[self.rows], self.snapshot.payloads.store[self.files]])))

    def payloads(self) -> frozenset[str]:
        """Names of the files. For a pool thread."""
        return frozenset(self.snapshot.payloads.name[row] for row in self.files.tolist())

    def sources(self) -> frozenset[str]:
        """Their sources; nothing of an up-to-date entry is ever offered. For a pool thread."""
        entries = self.snapshot.entries
        rows = self.rows[entries.verdict[self.rows] != Verdict.VALID]
        return frozenset(entries.source(row) for row in rows.tolist())


@dataclass(frozen=True, slots=True)
class PlanRequest:
    """Request for a plan of a clean, a prune or a clear.

    Attributes:
        selected: show only items of these entries, None for all.
        depth: "stat" or "payload"; the latter also finds damaged payloads.
        gone: folders, as config or index spell them, whose missing pictures were deleted for good.
        freeing: a prune or a clear in place of a clean, of the open workspace.
        keep_for: other configs that share these caches, whose payloads are preserved.
    """

    selected: SelectedEntries | None = None
    depth: str = "stat"
    gone: tuple[str, ...] = ()
    freeing: Freeing | None = None
    keep_for: tuple[str, ...] = ()

    @property
    def knows_configs(self) -> bool:
        """True if other configs can affect the plan.

        They cannot if it prunes values, which no config needs.
        """
        return not isinstance(self.freeing, PruneOptions)


def plan_job(session: CacheSession, request: PlanRequest, folder: Path, title: str) -> Job:
    """Prepare the job that makes the plan; its result is a `PlanSnapshot`.

    Raises:
        OSError: if the folder cannot be made.
    """
    folder.mkdir(parents=True)
    job = _plan_job(session, request, folder, title)
    # Whoever gets the plan drops its folder.
    for without_plan in (job.cancelled, job.failed):
        without_plan.connect(lambda _: session.folder.drop(folder))
    return job


def _plan_job(session: CacheSession, request: PlanRequest, folder: Path, title: str) -> Job:
    plan, tables = str(folder / PLAN_NAME), str(folder)
    freeing = request.freeing
    if freeing is not None:
        assert session.options is not None
        kind, more = (("plan-prune", {}) if isinstance(freeing, PruneOptions)
                      else ("plan-clear", {"keep_for": request.keep_for}))
        return session.request(
            kind, msgspec.structs.replace(freeing, plan=plan, tables=tables, **more,
                                          **workspace_fields(session.options)),
            title, quiet=True, digest=read_plan)
    about = about_workspace(session, request.gone)
    options = CleanOptions(
        **msgspec.structs.asdict(about), depth=request.depth, keep_for=request.keep_for,
        plan=plan, tables=tables)

    def read(answer: Answer) -> PlanSnapshot:
        selected = request.selected
        return read_plan(answer) if selected is None else read_plan(
            answer, selected.sources(), selected.payloads())

    return session.request("plan-clean", options, title, quiet=True, digest=read)


def about_workspace(session: CacheSession, gone: Sequence[str]) -> WorkspaceOptions:
    """The open workspace with folders declared gone, spelled as this system spells them."""
    options, snapshot = session.options, session.snapshot
    assert options is not None
    assert snapshot is not None
    root = snapshot.document.workspace.root
    maps = [PathMap(old=old, new=new) for old, new in options.maps]
    folders = tuple(resolve(folder, root, maps, flavour_of(folder)) for folder in gone)
    return msgspec.structs.replace(options, gone=(*options.gone, *folders))


def drop_plan(plan: PlanSnapshot, session: CacheSession) -> None:
    """Remove a plan and its tables; meant for a pool thread."""
    session.folder.drop(plan.file.parent)
