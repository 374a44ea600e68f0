"""What a build would do, and what one did, as the window reads it; of a config, or of a folder.

Fields it does not know are passed over.
"""

from __future__ import annotations

import msgspec


class GroupFacts(msgspec.Struct, frozen=True, kw_only=True):
    """Sources of one store and size.

    Attributes:
        store: id of the store.
        encoder: what makes them, "" where that is not known before it is loaded.
        resolution: "832x1280", height first; "" in a text store.
        entries: sources.
        payloads: files to be made, at most.
        bytes: what they take, None when nothing like them is there to go by.
        seconds: how long it takes, None when nothing like it was built yet.
    """

    store: str
    encoder: str = ""
    resolution: str = ""
    entries: int = 0
    payloads: int = 0
    bytes: int | None = None
    seconds: float | None = None


class DeviceFacts(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of device, and why this computer has none of it, "" if it has."""

    name: str
    why_not: str = ""


class DevicesFacts(msgspec.Struct, frozen=True, kw_only=True):
    """Every kind of device."""

    devices: tuple[DeviceFacts, ...] = ()


class LeftOutFacts(msgspec.Struct, frozen=True, kw_only=True):
    """Samples that a build leaves to the trainer, and why, one sentence."""

    store: str = ""
    samples: int = 0
    why: str = ""
    example: str = ""


class BrokenFacts(msgspec.Struct, frozen=True, kw_only=True):
    """A source that cannot be read, and why."""

    store: str = ""
    source: str = ""
    why: str = ""


class OtherModelFacts(msgspec.Struct, frozen=True, kw_only=True):
    """A model that encoded entries of a store; its path is None where it is not to be had."""

    model: str
    entries: int = 0
    path: str | None = None


class MixtureFacts(msgspec.Struct, frozen=True, kw_only=True):
    """Entries of one store that other models encoded than the one the build encodes with.

    Attributes:
        store: id of the store.
        model: the build's model.
        others: the other models.
        kept: entries that stay as they are.
        replaced: entries that are encoded anew for their weights alone.
        agreed: whether nothing has to be said to that.
    """

    store: str
    model: str
    others: tuple[OtherModelFacts, ...] = ()
    kept: int = 0
    replaced: int = 0
    agreed: bool = True


class PlannedStoreFacts(msgspec.Struct, frozen=True, kw_only=True):
    """A store that is built into; `busy` are signs of a trainer, one sentence each."""

    id: str
    path: str = ""
    entries: int = 0
    reordered: int = 0
    busy: tuple[str, ...] = ()


class BuildPlanFacts(msgspec.Struct, frozen=True, kw_only=True):
    """`larder.build-plan/1`.

    Attributes:
        scope: which verdicts are mended.
        stores: those in which there is something to do.
        groups: what is made, in numbers.
        left_out: what the trainer has to make.
        broken: sources that cannot be read.
        other_weights: what becomes of payloads that other models encoded.
        readopted: payloads that get their entry back instead of being made.
        entries, payloads, bytes, seconds: of all groups; None where not known.
        start_seconds: how much of `seconds` passes before the first payload is begun.
        measured: payloads that were made on trial to tell `seconds`, 0 where former builds do.
        free_bytes: free space where the stores are.
    """

    scope: str = "needed"
    stores: tuple[PlannedStoreFacts, ...] = ()
    groups: tuple[GroupFacts, ...] = ()
    left_out: tuple[LeftOutFacts, ...] = ()
    broken: tuple[BrokenFacts, ...] = ()
    other_weights: tuple[MixtureFacts, ...] = ()
    readopted: int = 0
    entries: int = 0
    payloads: int = 0
    bytes: int | None = None
    seconds: float | None = None
    start_seconds: float = 0.0
    measured: int = 0
    free_bytes: int = 0

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to do."""
        return not (self.groups or self.readopted or any(s.reordered for s in self.stores))

    @property
    def busy_signs(self) -> tuple[str, ...]:
        """Why a trainer seems to be at work, each sentence once."""
        return tuple(dict.fromkeys(sign for store in self.stores for sign in store.busy))


class BuildReportFacts(msgspec.Struct, frozen=True, kw_only=True):
    """`larder.build-report/1`.

    Attributes:
        built: payloads that were written.
        encoded, copied: those that were encoded, and those taken from others that hold the same.
        adopted: payloads on disk that were taken as they are.
        shared: sources that share the payloads of an equal one.
        reordered: entries that only got the wanted size put first.
        bytes: what was written takes.
        done, planned: payloads of the plan that need nothing more, and all of them.
        failed: sources that could not be built.
        changed: sources that changed meanwhile and were passed over.
        cancelled: whether it was stopped.
        disk_full: whether it stopped because there is no room.
        stopped_store: id of the store whose drive has none.
        free_bytes, needed_bytes: room that is left there, and that the rest needs.
    """

    built: int = 0
    encoded: int = 0
    copied: int = 0
    adopted: int = 0
    shared: int = 0
    reordered: int = 0
    bytes: int = 0
    done: int = 0
    planned: int = 0
    failed: tuple[BrokenFacts, ...] = ()
    changed: tuple[BrokenFacts, ...] = ()
    cancelled: bool = False
    disk_full: bool = False
    stopped_store: str = ""
    free_bytes: int | None = None
    needed_bytes: int | None = None

    @property
    def reused(self) -> int:
        """What had not to be encoded."""
        return self.copied + self.adopted + self.shared



class SourceFolderFacts(msgspec.Struct, frozen=True, kw_only=True):
    """The user's folder: files of the wanted kind in it, their bytes, those edited since."""

    folder: str = ""
    files: int = 0
    bytes: int = 0
    changed: int = 0


class EncoderFacts(msgspec.Struct, frozen=True, kw_only=True):
    """What makes the values."""

    name: str
    fingerprint: str = ""


class TargetStoreFacts(PlannedStoreFacts, frozen=True, kw_only=True):
    """The cache that is built into; `exists` is False for one that is to be made."""

    kind: str = ""
    exists: bool = True


class SourceBuildPlanFacts(BuildPlanFacts, frozen=True, kw_only=True):
    """`larder.build-plan/1` of a build over a folder.

    Attributes:
        sources: the user's folder.
        encoder: what makes the values, None where there is no file to make any of.
        present, missing: values of these files that are in the cache, and that are not.
        shared: values that several files give alike.
        unrecorded: values in the cache of which only the file is to be recorded.
        held_bytes: what the values of these files take that are there.
        store_bytes: what the whole cache takes.
        budget_bytes: what it may take, None without a limit.
        over_budget_bytes: by how much all values of these files exceed that.
    """

    stores: tuple[TargetStoreFacts, ...] = ()
    sources: SourceFolderFacts = SourceFolderFacts()
    encoder: EncoderFacts | None = None
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
        """Whether there is nothing to do."""
        return not (self.payloads or self.unrecorded)

    @property
    def target(self) -> TargetStoreFacts:
        """The cache that is built into."""
        return self.stores[0]


class SourceBuildReportFacts(BuildReportFacts, frozen=True, kw_only=True):
    """`larder.build-report/1` of a build over a folder.

    Attributes:
        entries: files that have all their values now.
        store, kind, path: the cache.
        evicted: values that made room.
        over_budget: whether it stopped because the cache may take no more.
        stopped: why it stopped before its end, "" if it did not.
    """

    entries: int = 0
    store: str = ""
    kind: str = ""
    path: str = ""
    evicted: int = 0
    over_budget: bool = False
    stopped: str = ""
