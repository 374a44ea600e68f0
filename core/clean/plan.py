"""Plan a clean, prune or clear: the frozen list of items to remove from stores.

The three differ in their scope alone: findings of a survey (`plan_clean`), values not used for
long or over a budget, and everything (`plan_prune`). A plan is n items in columns. An item that is
unticked has a sentence with the reason. Index rows leave with their files: a row is dropped when
every offered file it names goes.
"""

from __future__ import annotations

import enum
import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from larder.core.errors import WorkspaceError
from larder.core.files.file_stamp import IndexStamp
from larder.core.files.folder_scan import BLOCK_BYTES
from larder.core.survey.report import Depth, IndexCopy
from larder.core.survey.verdicts import ContractName
from larder.core.workspace.open_workspace import NamedWorkspace
from larder.core.workspace.store_kinds import StoreContent, StoreKind

Mask = npt.NDArray[np.bool_]

_KINDS_COUNTED = {StoreContent.IMAGE: 0, StoreContent.TEXT: 1}
"""Place of a store's payloads among those encoded again: pictures, captions, others."""


class CleanReason(ContractName, enum.IntEnum):
    """Why a file is offered; the groups of a plan, in this order."""

    ORPHANED = 0
    SUPERSEDED = 1
    UNINDEXED = 2
    TEMP_LEFTOVER = 3
    CORRUPT = 4
    LEGACY_GROUP = 5
    LEGACY_LEFTOVER = 6
    AGED = 7
    OVER_BUDGET = 8
    CLEARED = 9
    STALE = 10
    SUSPECT = 11
    UNLISTED = 12


CHOSEN = frozenset({CleanReason.AGED, CleanReason.OVER_BUDGET, CleanReason.CLEARED})
"""Reasons of a prune or a clear: nothing is wrong with the value, the user wants it gone."""

OF_A_CLEAN = tuple(reason for reason in CleanReason if reason not in CHOSEN)
"""Reasons that a survey can give."""


_RECORD_BYTES, _LISTED_BYTES, _ROW_KEPT = 1500, 150, 4
"""What a quarantine takes beside its files: in any case, for each of them, and so many times the
size of each row that goes: it is in two records, and in the way back to the index as it was."""

ROWS_GO_WITH = (CleanReason.ORPHANED, *CHOSEN)
"""Reasons whose items take the index rows that name them along."""


class HeldReason(enum.Enum):
    """Why entries of vanished sources are held back, by its name in documents."""

    SOURCE_UNREACHABLE = "source-unreachable"
    MOSTLY_GONE = "mostly-gone"


class HeldBack(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Entries of one root that a plan does not treat as gone: more than they may be missing.

    Attributes:
        why: one sentence.
        store: id of their store.
        root: their root as config or index spell it; the user can declare it gone for good.
    """

    reason: HeldReason
    entries: int
    why: str
    store: str
    root: str


class PlannedStore(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One store of a plan.

    Attributes:
        index_copy: the copy of the index that was read, and that will be edited.
        separator: what joins folders in its keys.
        busy: signs of a trainer when it was looked at.
        by_choice: the rows go although their sources are there, because the user clears the store.
        dead_rows: keys of rows that go when every offered file they name goes, in row order.
    """

    id: str
    kind: StoreKind
    path: str
    index_copy: IndexCopy = IndexCopy.NONE
    separator: str = "/"
    busy: tuple[str, ...] = ()
    by_choice: bool = False
    dead_rows: tuple[str, ...] = ()

    @property
    def folder(self) -> Path:
        """The path of the store's folder."""
        return Path(self.path)


class Offer(msgspec.Struct):
    """One item while the plan is being made.

    Attributes:
        store: number of its store.
        reason: why it is offered.
        payload: file name, of a released group or what is left over of one relative to the store.
        sources: as the index spells them.
        size: bytes.
        mtime_ns: what its modification time must still be, of a group its folder's.
        written_ns: when it was last written to, or used.
        why: why it is not preselected, "" when it is.
        files: files it consists of: a tree has two or more, a released group all that lies in it.
        on_disk: bytes that a group occupies; None for a file, which is looked at in the end.
        again: payloads that the trainer's next run encodes again because it went.
        parts: the files that it consists of, where they are several and its format does not tell;
            they move together or not at all.
    """

    store: int
    reason: CleanReason
    payload: str
    sources: tuple[str, ...]
    size: int
    mtime_ns: int
    written_ns: int
    why: str = ""
    files: int = 1
    on_disk: int | None = None
    again: int = 0
    parts: tuple[str, ...] = ()


class EncodedAgain(msgspec.Struct, frozen=True, kw_only=True):
    """Payloads the trainer's next run encodes again because of a clean; usually none.

    Attributes:
        pictures: payloads of pictures; at most so many where the whole cache is cleared.
        captions: payloads of captions.
        others: values of other programs.
        seconds: about how long that takes on this computer, None where it is unknown.
    """

    pictures: int = 0
    captions: int = 0
    others: int = 0
    seconds: float | None = 0.0

    @property
    def payloads(self) -> int:
        """The number of all payloads."""
        return self.pictures + self.captions + self.others


class CleanPlan(msgspec.Struct, frozen=True):
    """Plan of a clean: n items, ordered by reason, then store. A selection of them is (n,) of bool.

    Attributes:
        workspace: whose stores; an apply opens it again.
        gone: real paths of folders whose missing files were said to be deleted for good.
        keep_for: other configs whose needs were kept.
        stores: every store of the workspace.
        stamps: their `cache.json` when they were surveyed, None when absent, by store id.
        store: index into `stores`, int32, shape (n,).
        reason: `CleanReason`, uint8, shape (n,).
        payloads: file names, of released groups folder names.
        sources: the first source of each item as the index spells it, "" when none is known.
        source_counts: how many sources each has, int32, shape (n,).
        more_sources: all sources of the items that have several (sparse).
        bytes: sizes, of a group all its files, int64, shape (n,).
        bytes_on_disk: what the items occupy, int64, shape (n,).
        mtimes_ns: modification times, of a group its folder's, int64, shape (n,).
        age_s: seconds since the item was written, negative for a future date, int64, shape (n,).
        files: files that each item consists of, 1 but for trees and released groups, int64,
            shape (n,).
        again: payloads that the trainer's next run encodes again because the item went, 0 for
            what nobody needs, int64, shape (n,).
        preselected: bool, shape (n,).
        why: why an item is not preselected (sparse).
        parts: files that an item consists of, where its format does not tell (sparse).
        held_back: entries that are not treated as gone.
        notes: one sentence for each store that a prune leaves out, and for each group that stays
            because of a user's own files in it; None for none.
        seconds_each: what encoding one payload takes on this computer, by store id, as far as that
            is known.
        row_bytes: size of a row of a store's index, on average, by store id.
        backup_bytes: what the last-good copy of an index grows by when rows go, by store id.
    """

    workspace: NamedWorkspace
    depth: Depth
    gone: tuple[str, ...]
    stores: tuple[PlannedStore, ...]
    stamps: Mapping[str, IndexStamp | None]
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
    again: npt.NDArray[np.int64]
    preselected: Mask
    why: Mapping[int, str]
    held_back: tuple[HeldBack, ...]
    made_at_ns: int
    notes: tuple[str, ...] | None = None
    keep_for: tuple[Path, ...] = ()
    seconds_each: Mapping[str, float] = {}
    row_bytes: Mapping[str, int] = {}
    backup_bytes: Mapping[str, int] = {}
    parts: Mapping[int, tuple[str, ...]] = {}

    def __repr__(self) -> str:
        files, size = self.files[self.preselected].sum(), self.bytes[self.preselected].sum()
        return (f"<CleanPlan of {self.workspace.path}: {len(self)} items, preselected {files} "
                f"files of {size} bytes>")

    def __len__(self) -> int:
        return len(self.payloads)

    @property
    def by_choice(self) -> bool:
        """True for a prune or a clear: nothing is wrong with its items."""
        return any(store.by_choice for store in self.stores)

    def stores_used(self, selected: Mask) -> list[int]:
        """Numbers of the stores in which something is to be done when the selected items go."""
        rows, used = self.rows_dropped(selected), set(self.store[selected].tolist())
        return [at for at, store in enumerate(self.stores) if at in used or rows.get(store.id)]

    def store_of(self, item: int) -> PlannedStore:
        """The store of an item."""
        return self.stores[int(self.store[item])]

    def sources_of(self, item: int) -> tuple[str, ...]:
        """All sources of an item."""
        if self.source_counts[item] > 1:
            return self.more_sources[item]
        return (self.sources[item],) if self.source_counts[item] else ()

    def selection(self, selected: Mask | None) -> Mask:
        """A copy of a selection of its items, the preselected ones without any.

        Raises:
            WorkspaceError: if the selection is of another plan.
        """
        chosen = (self.preselected if selected is None else np.asarray(selected, np.bool_)).copy()
        if chosen.shape != self.preselected.shape:
            raise WorkspaceError(
                f"The selection has {chosen.size} items, the plan {len(self)}.",
                "Select from the plan that is applied.")
        return chosen

    def with_preselected(self, selected: Mask) -> CleanPlan:
        """The same plan with other items preselected.

        Raises:
            WorkspaceError: if the selection is of another plan.
        """
        return replace(self, preselected=self.selection(selected))

    def find_encoded_again(self, selected: Mask) -> EncodedAgain:
        """Return the payloads encoded again when exactly the selected items go."""
        counts, seconds, is_known = [0, 0, 0], 0.0, True
        for at, store in enumerate(self.stores):
            payloads = int(self.again[selected & (self.store == at)].sum())
            counts[_KINDS_COUNTED.get(store.kind.content, 2)] += payloads
            is_known = is_known and (not payloads or store.id in self.seconds_each)
            seconds += payloads * self.seconds_each.get(store.id, 0.0)
        pictures, captions, others = counts
        return EncodedAgain(pictures=pictures, captions=captions, others=others,
                            seconds=round(seconds, 3) if is_known else None)

    def record_bytes(self, selected: Mask) -> int:
        """About what a clean takes besides: for an undo, and as last-good copy of an index."""
        rows = self.rows_dropped(selected)
        backups = sum(self.backup_bytes.get(store, 0) for store, keys in rows.items() if keys)
        kept = sum(_ROW_KEPT * len(keys) * self.row_bytes.get(store, 0)
                   for store, keys in rows.items())
        return int(self.files[selected].sum()) * _LISTED_BYTES + kept + backups + (
            len(self.stores_used(selected)) * _RECORD_BYTES)

    def files_by_reason(self, items: Collection[int]) -> dict[str, int]:
        """Files of some items by the reason's name."""
        numbers = sorted(items)
        reasons = self.reason[numbers]
        return {reason.name_in_contract: int(self.files[numbers][reasons == reason].sum())
                for reason in CleanReason if (reasons == reason).any()}

    def rows_dropped(self, selected: Mask) -> dict[str, list[str]]:
        """Index rows that go when exactly the selected items go, per store id."""
        kept: set[tuple[int, str]] = set()
        with_rows = np.isin(self.reason, ROWS_GO_WITH)
        for item in np.flatnonzero(with_rows & ~selected).tolist():
            store = int(self.store[item])
            kept.update((store, source) for source in self.sources_of(item))
        return {
            store.id: [key for key in store.dead_rows if (at, key) not in kept]
            for at, store in enumerate(self.stores) if store.dead_rows
        }


def plan_of(
    workspace: NamedWorkspace,
    stores: Sequence[PlannedStore],
    stamps: Mapping[str, IndexStamp | None],
    offers: Sequence[Offer],
    *,
    now_ns: int,
    held: Sequence[HeldBack] = (),
    depth: Depth = Depth.STAT,
    gone: tuple[str, ...] = (),
    notes: tuple[str, ...] | None = None,
    keep_for: Sequence[Path] = (),
    row_bytes: Mapping[str, int] | None = None,
    backup_bytes: Mapping[str, int] | None = None,
) -> CleanPlan:
    """The plan of some offers, in their order.

    Stores are all of the workspace's, which the offers name by number; other arguments as in the
    plan.
    """
    written = int64_column(offer.written_ns for offer in offers)
    return CleanPlan(
        workspace=workspace,
        depth=depth,
        gone=gone,
        stores=tuple(stores),
        stamps={store.id: stamps.get(store.id) for store in stores},
        store=np.array([offer.store for offer in offers], dtype=np.int32),
        reason=np.array([offer.reason for offer in offers], dtype=np.uint8),
        payloads=[offer.payload for offer in offers],
        sources=[offer.sources[0] if offer.sources else "" for offer in offers],
        source_counts=np.array([len(offer.sources) for offer in offers], dtype=np.int32),
        more_sources={
            at: offer.sources for at, offer in enumerate(offers) if len(offer.sources) > 1},
        bytes=int64_column(offer.size for offer in offers),
        bytes_on_disk=int64_column(
            bytes_on_disk(f"{stores[offer.store].path}{os.sep}{offer.payload}", offer.size)
            if offer.on_disk is None else offer.on_disk for offer in offers),
        mtimes_ns=int64_column(offer.mtime_ns for offer in offers),
        age_s=(now_ns - written) // 1_000_000_000,
        files=int64_column(offer.files for offer in offers),
        again=int64_column(offer.again for offer in offers),
        preselected=np.array([not offer.why for offer in offers], dtype=np.bool_),
        why={at: offer.why for at, offer in enumerate(offers) if offer.why},
        held_back=tuple(held),
        made_at_ns=now_ns,
        notes=notes,
        keep_for=tuple(keep_for),
        row_bytes=dict(row_bytes or {}),
        backup_bytes=dict(backup_bytes or {}),
        parts={at: offer.parts for at, offer in enumerate(offers) if offer.parts},
    )


def bytes_on_disk(path: str, size: int) -> int:
    """Bytes a file occupies; its size where the system does not tell or the file is gone."""
    try:
        status = os.stat(path)  # noqa: PTH116 - one of many thousands
    except OSError:
        return size
    blocks = getattr(status, "st_blocks", None)
    return size if blocks is None else int(blocks) * BLOCK_BYTES


def int64_column(values: Iterable[int]) -> npt.NDArray[np.int64]:
    """Numbers as a column."""
    return np.fromiter(values, dtype=np.int64)
