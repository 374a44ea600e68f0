"""Plan of a build: which samples, at which sizes, encoded or taken from what exists.

The plan is read-only and made from a survey. It lists sources; how many of them turn out to have
their payload already (a copy of a cached picture, a prompt that was encoded for another caption) is
known only when their bytes are read, so counts of payloads are upper bounds.

The document of a plan, with its items, is what is saved (`larder.build-plan/1`). The rest of it
exists only in this process: the open workspace, the contents of every slot, draws. So a saved plan
is carried out by making one of today and comparing the two (`restrict_plan`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from larder.core.build.rates import told_before
from larder.core.build.released.columns import HeldPayload, Making, SlotAction
from larder.core.build.released.pool import FolderChange, PlannedFolder, PlannedSlots
from larder.core.build.reports import (
    BuildGroup,
    BuildPlanDocument,
    LeftOut,
    ListedItem,
    ListedMixture,
    ListedStore,
)
from larder.core.build.sample_positions import SamplePosition, SamplePositions
from larder.core.build.scope import BuildScope, OtherWeights
from larder.core.build.totals import PayloadTotals
from larder.core.encoders.draws import ModulePositions
from larder.core.encoders.model_files import EncoderOptions
from larder.core.errors import Finding
from larder.core.files.file_stamp import FileStamp, stamp
from larder.core.index_edits.readopt import ReadoptPlan, payload_count
from larder.core.keys.payload_names import format_resolution_key
from larder.core.quantities import sum_if_known
from larder.core.survey.verdicts import Verdict
from larder.core.workspace.bucketing import Size
from larder.core.workspace.cache_layout import CacheLayout
from larder.core.workspace.onetrainer_config import TrainerConfig
from larder.core.workspace.open_workspace import StoreContent, Workspace
from larder.core.workspace.trainer_layout import cache_folder_stores, clearing_finding
from larder.core.writes.reports import LeftSource
from larder.core.writes.transaction import IndexTarget

Selection = Collection[tuple[str, str]]
"""(store id, source as the index spells it) pairs."""


class BuildItem(msgspec.Struct, frozen=True, gc=False):
    """One source at one size.

    Attributes:
        key: the source as the index spells it.
        source: where it lies on this machine.
        bucket: (height, width), None in a text store.
        variations: payloads it must have.
        use: the sample whose settings and draws decide its content.
        uses: every sample it is used for.
        verdict: what the survey says of it.
        keeps_row: its row is of the present content; everything in it that is not built stays.
        is_first: whether this size goes before the row's others.
        stem: name of the payloads that the row has for this size and that are not to be doubted,
            None without any; variations missing from disk are made under that name.
        is_doubted: the payloads its row names are not to be used again, good as they may look.
        is_redone: nothing that is on disk is to be used again.
        to_make: variations, from 1, that are not known to be on disk.
        content: hash of its bytes as far as it is known before it is read, "" otherwise.
        is_shared: payloads that are there, or that another item makes, hold what it needs.
        linked: variations to make, and what the other layout has of each.
        size: (height, width) of the upright picture, None in a text store.
        replaced: payloads of its row that no row names after the build.
        replaced_hash: the content they were made from, 16 hex digits.
    """

    key: str
    source: str
    bucket: Size | None
    variations: int
    use: SamplePosition
    uses: tuple[SamplePosition, ...]
    verdict: Verdict
    keeps_row: bool
    is_first: bool
    stem: str | None
    is_doubted: bool
    is_redone: bool
    to_make: tuple[int, ...]
    size: Size | None
    replaced: tuple[str, ...] = ()
    replaced_hash: str = ""
    content: str = ""
    is_shared: bool = False
    linked: tuple[tuple[int, HeldPayload], ...] = ()

    @property
    def payloads(self) -> int:
        """Files that are made for it, at most."""
        return 0 if self.is_shared else len(self.to_make) - len(self.linked)

    @property
    def pixels(self) -> int:
        """Height by width of its pictures, 0 in a text store."""
        return 0 if self.bucket is None else self.bucket[0] * self.bucket[1]

    @property
    def resolution(self) -> str:
        """Its size as documents spell it, "" in a text store."""
        return "" if self.bucket is None else format_resolution_key(self.bucket)

    def look(self) -> FileStamp | None:
        """The source's size and date now, None where it cannot be looked at."""
        try:
            return stamp(self.source)
        except OSError:
            return None

    def describe(self) -> ListedItem:
        """Return the item for the document, with size and date of its source to detect changes."""
        seen = self.look()
        are_first = self.to_make == tuple(range(1, self.payloads + 1))
        return ListedItem(
            source=self.key, verdict=self.verdict.name_in_contract,
            resolution=self.resolution, payloads=self.payloads,
            size=None if seen is None else seen.size,
            mtime_ns=None if seen is None else seen.mtime_ns,
            variations=msgspec.UNSET if are_first else self.to_make,
            linked=len(self.linked) or msgspec.UNSET)


@dataclass(frozen=True, slots=True)
class BuildStore:
    """Part of a plan that is built in one store.

    Attributes:
        names: values that every payload must hold, sorted.
        items: in the order they are built: size by size, by position within a size.
        frame_axis: its sizes are spelled frames x height, and a crop has three numbers.
        reordered: (key, variant) of rows whose wanted size has to go first; nothing is encoded.
        samples_stamped: whether its rows say which samples they are used for.
        is_listed_whole: every concept's folder was listed, so where samples stand is certain.
        watched: name endings of the sidecars that its rows record, or are to.
        marks_sidecars: whether Larder records them, where the trainer watches none.
        uses: every wanted source and the samples it is used for.
        doubted: keys of rows whose payloads are not to be shared with others.
        slots: of a store of the released layout, which has no rows, what its folders are to hold.
        unproved: slots of a trainer of which nothing shows what they hold, by reason.
        kept: payloads of an index's wanted sizes that are there and right.
        start_s: seconds until its first payloads are begun, as far as known: a model is loaded.
    """

    target: IndexTarget
    content: StoreContent
    names: tuple[str, ...]
    items: Sequence[BuildItem]
    frame_axis: bool
    reordered: tuple[tuple[str, str], ...] = ()
    samples_stamped: bool = False
    is_listed_whole: bool = False
    watched: tuple[str, ...] = ()
    marks_sidecars: bool = False
    uses: SamplePositions = field(default_factory=SamplePositions)
    doubted: frozenset[str] = frozenset()
    slots: PlannedSlots | None = None
    unproved: tuple[LeftOut, ...] = ()
    kept: int = 0
    start_s: float = 0.0

    @property
    def layout(self) -> CacheLayout:
        """The cache layout of the store."""
        return CacheLayout.INDEXED if self.slots is None else CacheLayout.RELEASED

    @property
    def stays(self) -> int:
        """Payloads that are right where they are."""
        return self.kept + self.count(SlotAction.STAYS)

    @property
    def folders(self) -> tuple[PlannedFolder, ...]:
        """Its variations in the released layout; a store with an index has none."""
        return () if self.slots is None else self.slots.folders

    @property
    def changed_folders(self) -> tuple[PlannedFolder, ...]:
        """Those that are written, or what is recorded of them."""
        return tuple(
            folder for folder in self.folders if folder.change is not FolderChange.NOTHING)

    @property
    def stuck_concepts(self) -> frozenset[int]:
        """Concepts whose folders stay as they are although they are out of date."""
        return frozenset() if self.slots is None else self.slots.blocked

    def count(self, *actions: SlotAction) -> int:
        """Slots with these fates."""
        return sum(folder.count(action) for folder in self.folders for action in actions)

    @property
    def update_count(self) -> int:
        """Pictures or captions that are due, and of which something is made, moved or put in order.

        What a trainer cached may be made again only because nothing shows what it holds.
        """
        if self.slots is None:
            return len({*(item.key for item in self.items), *(key for key, _ in self.reordered)})
        made = self._made()
        return len(made if self.slots.due is None else self.slots.due & made)

    @property
    def along(self) -> int:
        """The same of what was not selected and lies in the groups of what was."""
        return 0 if self.slots is None else len(self.slots.along & self._made())

    def _made(self) -> set[str]:
        return {picture for folder in self.folders for picture in folder.find_updates()}

    @property
    def encodes(self) -> bool:
        """True if an encoder is needed, as far as is known."""
        return any(item.payloads for item in self.items)

    @property
    def link_count(self) -> int:
        """Payloads that are taken from the other layout."""
        return self.count(SlotAction.LINKED) + sum(len(item.linked) for item in self.items)

    @property
    def copied_bytes(self) -> int:
        """Bytes of copies whose originals stay where they are; clones take less."""
        return sum(folder.copied_bytes for folder in self.changed_folders) + sum(
            held.bytes for item in self.items for _, held in item.linked)

    @property
    def is_empty(self) -> bool:
        """True if there is nothing to do."""
        return not (self.items or self.reordered or self.changed_folders)


@dataclass(frozen=True, slots=True)
class PlanOptions:
    """Options that a build was planned with, for planning it again.

    Attributes:
        limit: at most so many sources per store, None for all.
        selection: only these sources, None for all.
        doubted: sources whose payloads look good and are known to be made otherwise.
        others: what becomes of payloads that were encoded with other weights.
        gone: real paths of folders whose missing files were deleted for good.
    """

    limit: int | None = None
    selection: Selection | None = None
    doubted: Selection = ()
    others: OtherWeights = OtherWeights.ASK
    gone: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BuildPlan:
    """Plan of a build over all stores of a workspace.

    Attributes:
        scope: which verdicts are mended.
        modeltype: of every row that is written.
        positions: of the modules that draw.
        stores: only those in which there is something to do.
        readopt: rows of vanished sources that sources with their content take over first.
        left_out: what the trainer has to build.
        free_bytes: free space where the stores are, the least of them.
        models: those that the user chose in place of the config's.
        mixtures: what becomes of payloads that were encoded with other weights.
        measured: payloads that were made on trial to tell seconds and bytes.
        encoding: with what a build of it encodes.
        without_model: of what is left out, that whose encoder is not at hand.
        lacks_model: why nothing can be encoded at all, None where something can.
        switches_from: the layout that was used so far, None where it is the one that is built.
        totals: what becomes of payloads, by store, once `count_payloads` has counted.
        makings: how the payloads of each item of a store are made, by store, counted with them.
        stays: payloads that are right in stores in which there is nothing to do.
        options: what it was planned with.
        out_of_reach: why folders of concepts cannot be seen; nothing of theirs is planned.
        unproven: files of a trainer that are used as they are although nobody knows with what they
            were made, and the config asked for other models or settings when they were first seen.
        large_pictures: what is to be said of pictures that take much memory.
    """

    workspace: Workspace
    scope: BuildScope
    modeltype: str
    positions: ModulePositions
    stores: tuple[BuildStore, ...]
    readopt: ReadoptPlan
    groups: tuple[BuildGroup, ...]
    left_out: tuple[LeftOut, ...]
    broken: tuple[LeftSource, ...]
    free_bytes: int
    models: tuple[Path, ...] = ()
    mixtures: tuple[ListedMixture, ...] = ()
    measured: int = 0
    encoding: EncoderOptions = field(default_factory=EncoderOptions)
    without_model: tuple[LeftOut, ...] = ()
    lacks_model: Finding | None = None
    switches_from: CacheLayout | None = None
    totals: Mapping[str, PayloadTotals] = field(default_factory=dict)
    makings: Mapping[str, Sequence[Sequence[Making]]] = field(default_factory=dict)
    stays: int = 0
    options: PlanOptions = field(default_factory=PlanOptions)
    out_of_reach: tuple[Finding, ...] = ()
    unproven: int = 0
    large_pictures: tuple[Finding, ...] = ()

    def __repr__(self) -> str:
        size = "?" if self.bytes is None else self.bytes
        return f"<BuildPlan of {self.workspace.opened}: {self.payloads} files of {size} bytes>"

    @property
    def config(self) -> TrainerConfig:
        """The config that the build is for."""
        if self.workspace.config is None:
            raise ValueError("a plan is never made without a config")
        return self.workspace.config

    @property
    def targets(self) -> tuple[IndexTarget, ...]:
        """Every store that is written, once."""
        found = {store.target.id: store.target for store in self.stores}
        return tuple({**found, **{
            store.target.id: store.target for store in self.readopt.stores}}.values())

    @property
    def layout(self) -> CacheLayout:
        """How its stores lie."""
        formats = {store.kind.format for store in cache_folder_stores(self.workspace)}
        return CacheLayout.RELEASED if CacheLayout.RELEASED.format in formats \
            else CacheLayout.INDEXED

    @property
    def entries(self) -> int:
        """Sources of which something is built."""
        return sum(len({item.key for item in store.items}) for store in self.stores)

    @property
    def update_count(self) -> int:
        """Pictures and captions that are up to date afterwards and were not before.

        Of a selection only what was selected.
        """
        return sum(store.update_count for store in self.stores)

    @property
    def along(self) -> int:
        """The same of what was not selected: a group of the released layout is written whole."""
        return sum(store.along for store in self.stores)

    @property
    def payloads(self) -> int:
        """Files to be made, at most."""
        return sum(group.payloads for group in self.groups)

    @property
    def link_count(self) -> int:
        """Payloads that are taken from the other layout."""
        return sum(store.link_count for store in self.stores)

    @property
    def copied_bytes(self) -> int:
        """Bytes of payloads that are copied, not encoded."""
        return sum(store.copied_bytes for store in self.stores)

    @property
    def bytes(self) -> int | None:
        """Bytes of the payloads to be made, or None if unknown for any group."""
        return sum_if_known(group.bytes for group in self.groups)

    @property
    def start_s(self) -> float:
        """How much of `seconds` passes before first payloads are begun: models are loaded."""
        return sum(store.start_s for store in self.stores if store.encodes)

    @property
    def seconds(self) -> float | None:
        """How long it takes, None when it cannot be told for all of it."""
        return sum_if_known(self.seconds_by_store().values())

    def seconds_by_store(self) -> dict[str, float | None]:
        """The same of each store of which something is made, by id: each has its own encoder."""
        starts = {store.target.id: store.start_s for store in self.stores if store.encodes}
        found: dict[str, float | None] = {}
        for group in self.groups:
            before = found.get(group.store, starts.get(group.store, 0.0))
            found[group.store] = None if before is None or group.seconds is None \
                else before + group.seconds
        return found

    @property
    def is_empty(self) -> bool:
        """True if there is nothing to do."""
        return not (self.stores or self.readopt.stores or self.broken)

    @property
    def concept_names(self) -> dict[int, str]:
        """The names of concepts, or their paths if unnamed, by index."""
        return {concept.index: concept.name or concept.path for concept in self.workspace.concepts}

    def document(
        self, *, busy: Mapping[str, Sequence[str]] | None = None, with_items: bool = True
    ) -> BuildPlanDocument:
        """Return the plan as a document.

        `busy` has signs of a trainer at work, by store id.
        """
        seconds = self.seconds
        return BuildPlanDocument(
            scope=self.scope.value,
            stores=tuple(
                self._describe_store(
                    store, (busy or {}).get(store.target.id, ()), with_items=with_items)
                for store in self.stores),
            groups=self.groups, left_out=self.left_out, broken=self.broken,
            out_of_reach=self.out_of_reach or msgspec.UNSET,
            unproven=self.unproven or msgspec.UNSET,
            large_pictures=self.large_pictures or msgspec.UNSET,
            emptied_at_start=clearing_finding(
                self.workspace, {store.layout for store in self.stores}) or msgspec.UNSET,
            lacks_model=self.lacks_model or msgspec.UNSET, other_weights=self.mixtures,
            readopted=self.readopt.payloads, readopted_entries=self.readopt.entries,
            linked=self.link_count or msgspec.UNSET,
            copied_bytes=self.copied_bytes or msgspec.UNSET,
            switches_from=self.switches_from or msgspec.UNSET,
            entries=self.entries, mended=self.update_count, along=self.along or msgspec.UNSET,
            payloads=self.payloads, bytes=self.bytes, seconds=seconds, start_seconds=self.start_s,
            measured=self.measured, told_before=told_before(seconds, self.groups),
            free_bytes=self.free_bytes,
            readopt=self.readopt.adoptions() if with_items else msgspec.UNSET,
            layout=self.layout, totals=self.totals_in_all)

    @property
    def totals_in_all(self) -> PayloadTotals | msgspec.UnsetType:
        """Those of all stores, left out of the document of a plan that was not counted."""
        if self.totals.keys() != {store.target.id for store in self.stores}:
            return msgspec.UNSET
        beside = PayloadTotals(stays=self.stays, moves=sum(
            payload_count(store.rows) for store in self.readopt.stores
            if store.target.id not in self.totals))
        return sum(self.totals.values(), beside)

    @property
    def work(self) -> PayloadTotals:
        """Return what becomes of payloads, as in the plan's document."""
        return self.document(with_items=False).work

    def _describe_store(
        self, store: BuildStore, busy: Sequence[str], *, with_items: bool
    ) -> ListedStore:
        names = self.concept_names
        return ListedStore(
            id=store.target.id, path=str(store.target.folder),
            entries=len({item.key for item in store.items}), reordered=len(store.reordered),
            busy=tuple(busy),
            items=tuple(item.describe() for item in store.items) if with_items else msgspec.UNSET,
            reordered_entries=store.reordered if with_items else msgspec.UNSET,
            folders=msgspec.UNSET if store.slots is None else tuple(
                folder.describe(names) for folder in store.changed_folders),
            unproved=msgspec.UNSET if store.slots is None and not store.unproved
            else store.unproved,
            layout=store.layout, totals=self.totals.get(store.target.id, msgspec.UNSET),
            seconds=self.seconds_by_store().get(store.target.id, msgspec.UNSET))
