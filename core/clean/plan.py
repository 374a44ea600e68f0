"""Which files of a workspace's stores can go, and why: the frozen list that a clean applies.

Made from a finished survey alone; only the offered files are looked at again, for the blocks they
take. What is unticked says why in one sentence. Rows of vanished sources leave the index with their
files: a row is dropped when every offered file it names goes. A row that names a re-adoptable file
is left for re-adoption, and a file that a live row names too stays while the dead row goes.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from larder.core.clean.held import HeldBack, HeldReason, held_back, rows_with
from larder.core.clean.offers import Offer, file_offers, legacy_offers
from larder.core.clean.reason import CHOSEN, OF_A_CLEAN, CleanReason
from larder.core.clean.rules import StoreRules, is_held
from larder.core.errors import WorkspaceError
from larder.core.files.file_stamp import IndexStamp
from larder.core.survey.report import Depth, IndexCopy, StoreSurvey, SurveyReport
from larder.core.survey.verdicts import PayloadVerdict, Verdict
from larder.core.workspace.open_workspace import NamedWorkspace, Workspace
from larder.core.workspace.store_kinds import StoreFormat, StoreKind

__all__ = [
    "CleanPlan", "CleanReason", "HeldBack", "HeldReason", "PlannedStore", "clean_plan",
]


ROWS_GO_WITH = (CleanReason.ORPHANED, *CHOSEN)
"""Reasons whose items take the index rows that name them along."""


@dataclass(frozen=True, slots=True)
class PlannedStore:
    """One store of a plan.

    Attributes:
        id: its id in the workspace.
        kind: format and content.
        folder: its folder.
        stamp: its `cache.json` when it was surveyed, None when absent.
        index_copy: the copy of the index that was read, and that will be edited.
        separator: what joins folders in its keys.
        busy: signs of a trainer when it was surveyed.
        dead_rows: keys of rows that go when every offered file they name goes, in row order.
        by_choice: the rows go although their sources are there, because the user clears the store.
    """

    id: str
    kind: StoreKind
    folder: Path
    stamp: IndexStamp | None
    index_copy: IndexCopy
    separator: str
    busy: tuple[str, ...]
    dead_rows: tuple[str, ...]
    by_choice: bool = False


@dataclass(frozen=True, slots=True)
class CleanPlan:
    """What a clean would do; n items, ordered by reason, then store, then name.

    Attributes:
        workspace: whose stores; an apply opens it again.
        depth: how closely it was surveyed.
        gone: real paths of folders whose missing files were said to be deleted for good.
        stores: every store of the workspace.
        store: index into `stores`, int32, shape (n,).
        reason: `CleanReason`, uint8, shape (n,).
        payloads: file names, of legacy groups folder names.
        sources: the first source of each item as the index spells it, "" when none is known.
        source_counts: how many sources each has, int32, shape (n,).
        more_sources: all sources of the items that have several (sparse).
        bytes: sizes, of a group all its files, int64, shape (n,).
        bytes_on_disk: what the items occupy, int64, shape (n,).
        mtimes_ns: modification times, of a group its folder's, int64, shape (n,).
        age_s: seconds since the item was written, negative for a future date, int64, shape (n,).
        files: files that each item consists of, 1 but for trees and legacy groups, int64,
            shape (n,).
        preselected: bool, shape (n,).
        why: why an item is not preselected (sparse).
        held_back: entries that are not treated as gone.
        made_at_ns: when the plan was made.
    """

    workspace: NamedWorkspace
    depth: Depth
    gone: tuple[str, ...]
    stores: tuple[PlannedStore, ...]
    store: npt.NDArray[np.int32]
    reason: npt.NDArray[np.uint8]
    payloads: list[str]
    sources: list[str]
    source_counts: npt.NDArray[np.int32]
    more_sources: Mapping[int, tuple[str, ...]]
    bytes: npt.NDArray[np.int64]
    bytes_on_disk: npt.NDArray[np.int64]
    mtimes_ns: npt.NDArray[np.int64]
    age_s: npt.NDArray[np.int64]
    files: npt.NDArray[np.int64]
    preselected: npt.NDArray[np.bool_]
    why: Mapping[int, str]
    held_back: tuple[HeldBack, ...]
    made_at_ns: int

    def __len__(self) -> int:
        return len(self.payloads)

    @property
    def by_choice(self) -> bool:
        """Whether it is a prune's or a clear's: nothing is wrong with what goes."""
        return any(store.by_choice for store in self.stores)

    def stores_used(self, selected: npt.NDArray[np.bool_]) -> list[int]:
        """Numbers of the stores in which something is to be done when the selected items go.

        Args:
            selected: bool, shape (n,).
        """
        rows, used = self.rows_dropped(selected), set(self.store[selected].tolist())
        return [at for at, store in enumerate(self.stores) if at in used or rows.get(store.id)]

    def sources_of(self, item: int) -> tuple[str, ...]:
        """All sources of an item."""
        if self.source_counts[item] > 1:
            return self.more_sources[item]
        return (self.sources[item],) if self.source_counts[item] else ()

    def with_preselected(self, selected: npt.NDArray[np.bool_]) -> CleanPlan:
        """The same plan with other items preselected.

        Args:
            selected: bool, shape (n,).

        Raises:
            WorkspaceError: if the selection is of another plan.
        """
        if selected.shape != self.preselected.shape:
            raise WorkspaceError(
                f"The selection has {selected.size} items, the plan {len(self)}.",
                "Select from the plan that is applied.")
        return replace(self, preselected=selected)

    def rows_dropped(self, selected: npt.NDArray[np.bool_]) -> dict[str, list[str]]:
        """Index rows that go when exactly the selected items go, per store id.

        Args:
            selected: bool, shape (n,).
        """
        kept: set[tuple[int, str]] = set()
        with_rows = np.isin(self.reason, ROWS_GO_WITH)
        for item in np.flatnonzero(with_rows & ~selected).tolist():
            store = int(self.store[item])
            kept.update((store, source) for source in self.sources_of(item))
        return {
            store.id: [key for key in store.dead_rows if (at, key) not in kept]
            for at, store in enumerate(self.stores) if store.dead_rows
        }


def clean_plan(
    report: SurveyReport,
    *,
    reasons: Collection[CleanReason] = OF_A_CLEAN,
    min_age_s: float = 24 * 3600.0,
    now_ns: int,
) -> CleanPlan:
    """Plan a clean from a survey.

    Args:
        report: the survey.
        reasons: which groups to look at; without ORPHANED no index row is dropped.
        min_age_s: unindexed payloads and temp files younger than this are not preselected.
        now_ns: the time, nanoseconds since 1970.
    """
    offers: list[Offer] = []
    stores: list[PlannedStore] = []
    held: list[HeldBack] = []
    for at, survey in enumerate(report.stores):
        rules = StoreRules.of(report, survey, min_age_ns=int(min_age_s * 1e9), now_ns=now_ns)
        is_legacy = survey.location.kind.format is StoreFormat.LEGACY
        found = legacy_offers(at, survey, reasons) if is_legacy else file_offers(
            at, survey, rules, reasons)
        offers += found
        stores.append(_planned_store(report, survey, reasons))
        held += held_back(report, survey)
    offers.sort(key=lambda offer: (offer.reason.value, offer.store, offer.payload))
    return plan_of(
        report.workspace, stores, offers, held, now_ns=now_ns, depth=report.depth,
        gone=report.gone)


def _planned_store(
    report: SurveyReport,
    survey: StoreSurvey,
    reasons: Collection[CleanReason],
) -> PlannedStore:
    location, stamp = survey.location, survey.index.stamp
    return PlannedStore(
        id=location.id, kind=location.kind, folder=location.path,
        stamp=None if stamp is None else stamp.without_ctime(),
        index_copy=survey.index.copy, separator=survey.rows.separator, busy=survey.busy,
        dead_rows=_dead_rows(report, survey) if CleanReason.ORPHANED in reasons else ())


def _dead_rows(report: SurveyReport, survey: StoreSurvey) -> tuple[str, ...]:
    """Rows of vanished sources that may go; without an offered file only if nothing is odd."""
    is_damaged = survey.index.damage and not survey.index.recovered
    if survey.location.kind.format is not StoreFormat.SMART or is_damaged:
        return ()
    rows = survey.rows
    dead = np.flatnonzero(rows.has_entry & rows_with(survey, Verdict.SOURCE_MISSING)).tolist()
    readoptable: set[int] = set()
    offered: set[int] = set()
    verdicts = survey.payloads.verdicts.tolist()
    for item, named_by in survey.payloads.named_by.items():
        if verdicts[item] == PayloadVerdict.READOPTABLE:
            readoptable.update(named_by)
        elif verdicts[item] == PayloadVerdict.ORPHANED:
            offered.update(named_by)
    readoptable.update(option.dead_row for option in survey.readoptions
                       if option.dead_row is not None)
    bare_may_go = not survey.index.unreadable_rows
    return tuple(
        rows.source(row) for row in dead
        if row not in readoptable
        and (row in offered or (bare_may_go and not is_held(report, survey, row))))


def plan_of(
    workspace: Workspace,
    stores: Sequence[PlannedStore],
    offers: Sequence[Offer],
    held: Sequence[HeldBack] = (),
    *,
    now_ns: int,
    depth: Depth = Depth.STAT,
    gone: tuple[str, ...] = (),
) -> CleanPlan:
    """The plan of some offers, in their order.

    Args:
        workspace: whose stores.
        stores: every store; offers name them by number.
        offers: the items.
        held: entries that are not treated as gone.
        now_ns: the time, nanoseconds since 1970.
        depth: how closely the workspace was surveyed.
        gone: as in the plan.
    """
    written = np.array([offer.written_ns for offer in offers], dtype=np.int64)
    return CleanPlan(
        workspace=workspace.named,
        depth=depth,
        gone=gone,
        stores=tuple(stores),
        store=np.array([offer.store for offer in offers], dtype=np.int32),
        reason=np.array([offer.reason for offer in offers], dtype=np.uint8),
        payloads=[offer.payload for offer in offers],
        sources=[offer.sources[0] if offer.sources else "" for offer in offers],
        source_counts=np.array([len(offer.sources) for offer in offers], dtype=np.int32),
        more_sources={
            at: offer.sources for at, offer in enumerate(offers) if len(offer.sources) > 1},
        bytes=np.array([offer.size for offer in offers], dtype=np.int64),
        bytes_on_disk=np.array([offer.on_disk for offer in offers], dtype=np.int64),
        mtimes_ns=np.array([offer.mtime_ns for offer in offers], dtype=np.int64),
        age_s=(now_ns - written) // 1_000_000_000,
        files=np.array([offer.files for offer in offers], dtype=np.int64),
        preselected=np.array([not offer.why for offer in offers], dtype=np.bool_),
        why={at: offer.why for at, offer in enumerate(offers) if offer.why},
        held_back=tuple(held),
        made_at_ns=now_ns,
    )
