"""What a build would do, as the window reads it; of a config, or of a folder.

Fields it does not know are passed over.
"""

from __future__ import annotations

import msgspec

from larder.core.build.reports import BuildGroup, LeftOut, ListedMixture
from larder.core.clean.reports import LeftSource


class DeviceFacts(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of device, and why this computer has none of it, "" if it has."""

    name: str
    why_not: str = ""


class DevicesFacts(msgspec.Struct, frozen=True, kw_only=True):
    """Every kind of device."""

    devices: tuple[DeviceFacts, ...] = ()


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
    groups: tuple[BuildGroup, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    broken: tuple[LeftSource, ...] = ()
    other_weights: tuple[ListedMixture, ...] = ()
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
