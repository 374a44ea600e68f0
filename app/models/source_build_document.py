"""What a build over a folder would do, and what one did, as the window reads it."""

from __future__ import annotations

import msgspec

from larder.app.models.build_document import BuildPlanFacts, BuildReportFacts, PlannedStoreFacts


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
