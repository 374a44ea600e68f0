"""Reports of a build and its plan: each type is its own JSON, printed, saved and shown.

It imports little, for the window reads these types from its worker.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

import msgspec

from larder.core.build.totals import PayloadTotals
from larder.core.errors import Finding
from larder.core.quantities import pluralize
from larder.core.workspace.cache_layout import CacheLayout
from larder.core.writes.reports import AdoptionsOfStore, LeftSource

PLAN_SCHEMA: Final = "larder.build-plan/1"


class LeftOut(msgspec.Struct, frozen=True):
    """Samples that a build leaves to the trainer.

    Attributes:
        why: one sentence.
        example: one of them as the index spells it.
        stays: whether slots that are there stay as they are, so that the trainer goes on with them;
            left out where it caches them.
    """

    store: str
    samples: int
    why: str
    example: str
    stays: bool | msgspec.UnsetType = msgspec.UNSET


def explain_broken(broken: Sequence[LeftSource]) -> Finding | None:
    """Return why unreadable files keep the rest of their groups from being built, and what to do.

    It is so in the released layout alone, which has a slot for every picture; None without any.
    """
    sources = list(dict.fromkeys(one.source for one in broken))
    if not sources:
        return None
    first, others = sources[0], len(sources) - 1
    return Finding(
        first, f"{first} cannot be read." if not others else
        f"{first} and {pluralize(others, 'other file')} cannot be read.",
        "OneTrainer finds cached files by position and counts every picture of a concept, so "
        "the rest of the concept cannot be built without it. Repair the file or move it out "
        "of the concept's folder, then build again.")


class Reasons:
    """Counts what a build leaves by reason, with an example of each: the first by name.

    Each drive lists in an order of its own; what is told is the same on all.
    """

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._examples: dict[str, str] = {}

    def note(self, why: str, example: str, count: int = 1) -> None:
        """Add `count` to a reason, keeping its alphabetically first example."""
        self._counts[why] += count
        self._examples[why] = min(example, self._examples.get(why, example))

    def describe(self, store: str) -> tuple[LeftOut, ...]:
        """How many for which reason."""
        return tuple(
            LeftOut(store, count, why, self._examples[why])
            for why, count in sorted(
                self._counts.items(), key=lambda counted: (self._examples[counted[0]], counted)))


class BuildGroup(msgspec.Struct, frozen=True, kw_only=True):
    """Items of one store and size.

    Attributes:
        encoder: what people call the encoder, "" where it was never used here; the build's own
            model where others were.
        resolution: "832x1280" (height first), "" in a text store.
        settings: what is the same in all payload names of a build over a folder; else left out.
        payloads: files to be made, at most.
        bytes: what they take, None when nothing like them is there to go by.
        seconds: how long it takes once it is under way, None when that encoder was never used.
    """

    store: str
    encoder: str
    resolution: str
    settings: str | msgspec.UnsetType = msgspec.UNSET
    entries: int
    payloads: int
    bytes: int | None
    seconds: float | None


class ToldTime(msgspec.Struct, frozen=True, kw_only=True):
    """How long a build was said to take, and how long it took, seconds without pauses.

    Attributes:
        encoders: what people call those that it used.
        payloads: how many were encoded.
    """

    encoders: tuple[str, ...] = ()
    payloads: int = 0
    estimated_s: float
    elapsed_s: float
    at_ns: int = 0


class ListedModel(msgspec.Struct, frozen=True, kw_only=True):
    """A model that encoded entries of a store; its path is None where it is not to be had."""

    model: str
    entries: int = 0
    path: str | None = None


class ListedMixture(msgspec.Struct, frozen=True, kw_only=True):
    """Entries of one store that other models encoded than the one the build encodes with.

    Attributes:
        kept: entries that stay as they are.
        replaced: entries that are encoded anew for their weights alone.
        agreed: whether nothing has to be said to that.
    """

    store: str
    model: str
    kept: int = 0
    replaced: int = 0
    agreed: bool
    others: tuple[ListedModel, ...]


class ListedItem(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A source that is built; by its stamp one that changed since is left out.

    Attributes:
        source: as the index or the folder's record spells it.
        verdict: what the survey says of it.
        resolution: "832x1280" (height first), "" where there is none.
        size: of the source, bytes; None where it could not be looked at.
        mtime_ns: of the source.
        variations: what is made, from 1; left out where it is the first `payloads`.
        linked: how many of these the other layout has; left out where it is none.
    """

    source: str
    verdict: str = ""
    resolution: str = ""
    payloads: int
    size: int | None = None
    mtime_ns: int | None = None
    variations: tuple[int, ...] | msgspec.UnsetType = msgspec.UNSET
    linked: int | msgspec.UnsetType = msgspec.UNSET


class ListedFolder(msgspec.Struct, frozen=True, kw_only=True):
    """A folder that a build of the released layout writes: its slots by where they come from.

    Attributes:
        group: its group, 64 hex digits.
        concepts: names of the concepts whose samples it holds.
        variation: its number, from 0.
        change: "swap", or "record" where only what is known of it is written down.
        stays: slots that keep their payload.
        moves: those that get that of another slot.
        shared: those that get that of another sample with equal content.
        linked: those that get a payload of the other layout.
        left: stale ones that keep what was made for them before, where only what is missing is
            built; left out where there are none.
        encodes: those that are encoded; equal pictures and equal prompts once.
        equal: those that get what is encoded for another one; left out where there are none.
        completes: those that keep their latent and only get another mask; left out where there are
            none.
        goes: slots of the present folder that nobody wants any more.
        unproved: of the encoded ones, those that a trainer filled with nothing to show with what.
    """

    group: str
    concepts: tuple[str, ...] = ()
    variation: int
    change: str
    stays: int = 0
    moves: int = 0
    shared: int = 0
    linked: int = 0
    left: int | msgspec.UnsetType = msgspec.UNSET
    encodes: int = 0
    equal: int | msgspec.UnsetType = msgspec.UNSET
    completes: int | msgspec.UnsetType = msgspec.UNSET
    goes: int = 0
    unproved: int = 0

    @property
    def copies(self) -> int:
        """Slots that get what is there or is made for another one, as in `PayloadTotals`."""
        return self.shared + self.linked + (self.equal or 0) + (self.completes or 0)

    def without_counts(self) -> ListedFolder:
        """As it is told before anybody counts what is made of the slots that nothing fills."""
        return msgspec.structs.replace(
            self, encodes=self.encodes + (self.equal or 0) + (self.completes or 0),
            equal=msgspec.UNSET, completes=msgspec.UNSET)


class ListedStore(msgspec.Struct, frozen=True, kw_only=True):
    """A store that is built into.

    Attributes:
        kind: by name; like `exists` only in a build over a folder.
        exists: whether it is there, or is to be made.
        entries: sources of which something is built.
        reordered: entries that are only put in order.
        busy: signs of a trainer at work, one sentence each.
        items: the sources; like all below left out of a summary.
        reordered_entries: (key, variant) of the entries that are only put in order.
        unrecorded_items: payloads whose source is only noted, in a build over a folder.
        folders: that are written, only in the released layout.
        unproved: why slots that a trainer filled are encoded; always in the released layout.
        layout: how it lies; like `totals` not in a build over a folder.
        totals: what becomes of payloads.
        seconds: how long it takes, None when it cannot be told for all of it; left out where
            nothing is made.
    """

    id: str
    kind: str | msgspec.UnsetType = msgspec.UNSET
    path: str = ""
    exists: bool | msgspec.UnsetType = msgspec.UNSET
    entries: int = 0
    reordered: int = 0
    busy: tuple[str, ...] = ()
    items: tuple[ListedItem, ...] | msgspec.UnsetType = msgspec.UNSET
    reordered_entries: tuple[tuple[str, str], ...] | msgspec.UnsetType = msgspec.UNSET
    unrecorded_items: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    folders: tuple[ListedFolder, ...] | msgspec.UnsetType = msgspec.UNSET
    unproved: tuple[LeftOut, ...] | msgspec.UnsetType = msgspec.UNSET
    layout: CacheLayout | msgspec.UnsetType = msgspec.UNSET
    totals: PayloadTotals | msgspec.UnsetType = msgspec.UNSET
    seconds: float | msgspec.UnsetType | None = msgspec.UNSET


class BuildPlanDocument(msgspec.Struct, frozen=True, kw_only=True):
    """Document of what a build would do, `larder.build-plan/1`.

    Attributes:
        scope: which verdicts are mended.
        stores: those in which there is something to do.
        groups: what is made, in numbers.
        left_out: what the trainer has to make.
        out_of_reach: why folders of concepts cannot be seen, so that nothing of theirs is planned;
            left out where all can.
        unproven: files of a trainer that are used as they are although nobody knows with what they
            were made, and the config asks for other models or settings than when they were first
            seen; left out where there are none.
        large_pictures: what is to be said of pictures that take much memory while they are encoded;
            left out where there are none.
        emptied_at_start: what to say before all else where OneTrainer would empty the stores at its
            next start; left out where it would not.
        lacks_model: why nothing can be encoded before a model is chosen; left out where it can.
        other_weights: what becomes of payloads that other models encoded; left out of a build over
            a folder.
        readopted: payloads that get their entry back instead of being made.
        readopted_entries: sources that get one.
        linked: payloads that are taken from the other layout; left out where there are none.
        copied_bytes: what copies of these, and of payloads of equal samples, take at most beside
            `bytes`; left out where there are none.
        switches_from: the layout that was used so far, by name; left out where it is the one that
            is built.
        entries: sources of which something is built.
        mended: pictures and captions that are up to date afterwards and were not before, also by a
            move alone; of a selection, those that were selected; 0 in a build over a folder.
        along: others that are brought up to date with the groups of a selection; left out where
            there are none.
        payloads: files to be made, at most.
        bytes: what they take, None when it cannot be told for all of them.
        seconds: how long it takes, None when it cannot be told for all of it.
        start_seconds: how much of `seconds` passes before the first payload is begun.
        measured: payloads that were made on trial to tell `seconds`, 0 where former builds do.
        told_before: what the last build with these encoders was said to take and took; left out
            where none was.
        free_bytes: free space where the stores are, the least of them.
        readopt: what gets its entry back; left out of a summary, and of a build over a folder.
        layout: how the stores lie after the build; like `totals` not in a build over a folder.
        totals: what becomes of payloads in all stores, those too in which there is nothing to do.
    """

    schema: str = PLAN_SCHEMA
    scope: str = "needed"
    stores: tuple[ListedStore, ...] = ()
    groups: tuple[BuildGroup, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    broken: tuple[LeftSource, ...] = ()
    out_of_reach: tuple[Finding, ...] | msgspec.UnsetType = msgspec.UNSET
    unproven: int | msgspec.UnsetType = msgspec.UNSET
    large_pictures: tuple[Finding, ...] | msgspec.UnsetType = msgspec.UNSET
    emptied_at_start: Finding | msgspec.UnsetType = msgspec.UNSET
    lacks_model: Finding | msgspec.UnsetType = msgspec.UNSET
    other_weights: tuple[ListedMixture, ...] | msgspec.UnsetType = msgspec.UNSET
    readopted: int = 0
    readopted_entries: int = 0
    linked: int | msgspec.UnsetType = msgspec.UNSET
    copied_bytes: int | msgspec.UnsetType = msgspec.UNSET
    switches_from: CacheLayout | msgspec.UnsetType = msgspec.UNSET
    entries: int = 0
    mended: int = 0
    along: int | msgspec.UnsetType = msgspec.UNSET
    payloads: int = 0
    bytes: int | None = None
    seconds: float | None = None
    start_seconds: float = 0.0
    measured: int = 0
    told_before: ToldTime | msgspec.UnsetType = msgspec.UNSET
    free_bytes: int = 0
    readopt: tuple[AdoptionsOfStore, ...] | msgspec.UnsetType = msgspec.UNSET
    layout: CacheLayout | msgspec.UnsetType = msgspec.UNSET
    totals: PayloadTotals | msgspec.UnsetType = msgspec.UNSET

    @property
    def is_empty(self) -> bool:
        """True if there is nothing to do."""
        return not (self.groups or self.readopted or self.switches_from or any(
            one.reordered for one in self.stores) or self.folders)

    @property
    def needed_bytes(self) -> int | None:
        """Bytes of everything that is made or copied, or None if unknown."""
        return None if self.bytes is None else self.bytes + (self.copied_bytes or 0)

    @property
    def work(self) -> PayloadTotals:
        """Totals of the work; of a plan that was not counted the most that they can be."""
        return self.totals or PayloadTotals(
            encodes=self.payloads, copies=self.linked or 0,
            moves=self.readopted + sum(folder.moves + folder.shared for folder in self.folders))

    @property
    def folders(self) -> tuple[ListedFolder, ...]:
        """Those of every store of the released layout."""
        return tuple(folder for store in self.stores for folder in store.folders or ())

    @property
    def busy_signs(self) -> tuple[str, ...]:
        """Why a trainer seems to be at work, each sentence once."""
        return tuple(dict.fromkeys(sign for store in self.stores for sign in store.busy))

    def list_sources(self) -> tuple[tuple[str, str], ...] | None:
        """(store id, source) of everything that it lists; None for whole folders of slots."""
        return None if self.folders else (
            *((store.id, item.source) for store in self.stores for item in store.items or ()),
            *((store.id, key)
              for store in self.stores for key, _ in store.reordered_entries or ()),
            *((store.store, one.source) for store in self.readopt or () for one in store.items),
            *((left.store, left.source) for left in self.broken))


class SourceFolder(msgspec.Struct, frozen=True, kw_only=True):
    """The user's folder: files of the wanted kind in it, their bytes, those edited since."""

    folder: str = ""
    files: int = 0
    bytes: int = 0
    changed: int = 0


class ListedEncoder(msgspec.Struct, frozen=True, kw_only=True):
    """With what the values of a folder of files are made."""

    name: str
    fingerprint: str = ""


class SourceBuildPlanDocument(BuildPlanDocument, frozen=True, kw_only=True):
    """Document of what a build over a folder would do, `larder.build-plan/1`.

    Attributes:
        sources: the user's folder; without one it is the plan of a trainer's samples.
        encoder: what makes the values, None where there is no file to make any of.
        present: values of these files that are in the cache.
        missing: those that are not.
        shared: values that several files give alike.
        unrecorded: values in the cache of which only the file is to be recorded.
        held_bytes: what the values of these files take that are there.
        store_bytes: what the whole cache takes.
        budget_bytes: what it may take, None without a limit.
        over_budget_bytes: by how much all values of these files exceed that.
    """

    sources: SourceFolder = SourceFolder()
    encoder: ListedEncoder | None = None
    present: int = 0
    missing: int = 0
    shared: int = 0
    unrecorded: int = 0
    held_bytes: int = 0
    store_bytes: int = 0
    budget_bytes: int | None = None
    over_budget_bytes: int = 0

    @property
    def is_empty(self) -> bool:
        """True if there is nothing to do."""
        return not (self.payloads or self.unrecorded)

    @property
    def target(self) -> ListedStore:
        """The cache that is built into."""
        return self.stores[0]


class BuildReport(msgspec.Struct, frozen=True, kw_only=True):
    """Document of what a build did, `larder.build-report/1`.

    Attributes:
        built: payloads that were written, encoded or copied.
        copied: payloads made of others that hold the same, or completed without an encoder.
        adopted: payloads on disk that were taken as they are; in a build over a folder those whose
            source was recorded.
        shared: sources that share the payloads of another one with the same content.
        readopted: sources that took over the row of a vanished one.
        entries: sources that have all their payloads and their row now.
        reordered: rows that only got the wanted size put first.
        done: payloads of the plan that need nothing more.
        failed: sources that could not be built.
        changed: sources that changed meanwhile and were passed over.
        disk_full: whether it stopped for want of space.
        stopped: why it stopped before its end, one sentence; "" if it did not.
        stopped_store: id of the store whose drive had no room, "" otherwise.
        free_bytes: free space there when it stopped for want of it, None otherwise.
        needed_bytes: what the rest needs there, None where that is not known.
        encoders: what people call the encoders that were used.
        elapsed_s: how long it took without pauses, to the millisecond.
        estimated_s: how long its plan said that it takes; only of a build that came to its end,
            and where its plan knew.
        without_model: what was left out because its encoder is not at hand; only where there is
            any.
        out_of_reach: why folders of concepts could not be seen; only where there are any.
        unproven: as in its plan.
        waiting: other pictures and captions whose folders stay as they are, because one of them
            could not be built; only in the released layout.
        store: id of the store where the values of a folder of files were put; like all below only
            in a build over a folder.
        evicted: payloads that made room there.
        undo: what `larder undo` takes to bring back the folders that new ones replaced; only in
            the released layout.
        over_budget: whether it stopped because that store may take no more.
    """

    schema: str = "larder.build-report/1"
    built: int = 0
    encoded: int = 0
    copied: int = 0
    adopted: int = 0
    shared: int = 0
    readopted: int = 0
    entries: int = 0
    reordered: int = 0
    done: int = 0
    planned: int = 0
    bytes: int = 0
    failed: tuple[LeftSource, ...] = ()
    changed: tuple[LeftSource, ...] = ()
    cancelled: bool = False
    disk_full: bool = False
    stopped: str = ""
    stopped_store: str = ""
    free_bytes: int | None = None
    needed_bytes: int | None = None
    encoders: tuple[str, ...] = ()
    elapsed_s: float = 0.0
    estimated_s: float | msgspec.UnsetType = msgspec.UNSET
    without_model: tuple[LeftOut, ...] | msgspec.UnsetType = msgspec.UNSET
    out_of_reach: tuple[Finding, ...] | msgspec.UnsetType = msgspec.UNSET
    unproven: int | msgspec.UnsetType = msgspec.UNSET
    waiting: int | msgspec.UnsetType = msgspec.UNSET
    store: str | msgspec.UnsetType = msgspec.UNSET
    kind: str | msgspec.UnsetType = msgspec.UNSET
    path: str | msgspec.UnsetType = msgspec.UNSET
    evicted: int | msgspec.UnsetType = msgspec.UNSET
    undo: str | msgspec.UnsetType = msgspec.UNSET
    over_budget: bool | msgspec.UnsetType = msgspec.UNSET

    @property
    def is_whole(self) -> bool:
        """True if nothing failed, changed, was unreachable, lacked a model or stopped the build."""
        return not (self.failed or self.changed or self.stopped or self.without_model
                    or self.out_of_reach)

    @property
    def reuse_count(self) -> int:
        """The number of payloads that did not have to be encoded."""
        return self.copied + self.adopted + self.shared
