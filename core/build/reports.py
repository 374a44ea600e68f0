"""What a build and parts of its plan report: each type is its JSON, printed, saved and shown.

Light enough for the window, which reads them from its worker.
"""

from __future__ import annotations

import msgspec

from larder.core.clean.reports import LeftSource


class LeftOut(msgspec.Struct, frozen=True):
    """Samples that a build leaves to the trainer.

    Attributes:
        store: id of the store.
        samples: how many.
        why: one sentence.
        example: one of them as the index spells it.
    """

    store: str
    samples: int
    why: str
    example: str


class BuildGroup(msgspec.Struct, frozen=True):
    """Items of one store and size.

    Attributes:
        store: id of the store.
        encoder: what people call the encoder, "" where it was never used here; the build's own
            model where others were.
        resolution: "832x1280" (height first), "" in a text store.
        entries: sources.
        payloads: files to be made, at most.
        bytes: what they take, None when nothing like them is there to go by.
        seconds: how long it takes once it is under way, None when that encoder was never used.
    """

    store: str
    encoder: str
    resolution: str
    entries: int
    payloads: int
    bytes: int | None
    seconds: float | None


class ListedModel(msgspec.Struct, frozen=True, kw_only=True):
    """A model that encoded entries of a store; its path is None where it is not to be had."""

    model: str
    entries: int = 0
    path: str | None = None


class ListedMixture(msgspec.Struct, frozen=True, kw_only=True):
    """Entries of one store that other models encoded than the one the build encodes with.

    Attributes:
        store: id of the store.
        model: the build's model.
        kept: entries that stay as they are.
        replaced: entries that are encoded anew for their weights alone.
        agreed: whether nothing has to be said to that.
        others: the other models.
    """

    store: str
    model: str
    kept: int = 0
    replaced: int = 0
    agreed: bool
    others: list[ListedModel]


class BuildReport(msgspec.Struct, frozen=True, kw_only=True):
    """What a build did; the `larder.build-report/1` document.

    Attributes:
        schema: the schema's name.
        built: payloads that were written, encoded or copied.
        encoded: payloads that were encoded.
        copied: payloads made of others that hold the same, or completed without an encoder.
        adopted: payloads on disk that were taken as they are; in a build over a folder those whose
            source was recorded.
        shared: sources that share the payloads of another one with the same content.
        readopted: sources that took over the row of a vanished one.
        entries: sources that have all their payloads and their row now.
        reordered: rows that only got the wanted size put first.
        done: payloads of the plan that need nothing more.
        planned: payloads of the plan.
        bytes: size of the payloads written.
        failed: sources that could not be built.
        changed: sources that changed meanwhile and were passed over.
        cancelled: whether it was stopped.
        disk_full: whether it stopped for want of space.
        stopped: why it stopped before its end, one sentence; "" if it did not.
        stopped_store: id of the store whose drive had no room, "" otherwise.
        free_bytes: free space there when it stopped for want of it, None otherwise.
        needed_bytes: what the rest needs there, None where that is not known.
        encoders: what people call the encoders that were used.
        elapsed_s: how long it took, to the millisecond.
        without_model: what was left out because its encoder is not at hand; only where there is
            any.
        store: id of the store where the values of a folder of files were put; like all below only
            in a build over a folder.
        kind: its kind by name.
        path: its folder.
        evicted: payloads that made room there.
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
    without_model: tuple[LeftOut, ...] | msgspec.UnsetType = msgspec.UNSET
    store: str | msgspec.UnsetType = msgspec.UNSET
    kind: str | msgspec.UnsetType = msgspec.UNSET
    path: str | msgspec.UnsetType = msgspec.UNSET
    evicted: int | msgspec.UnsetType = msgspec.UNSET
    over_budget: bool | msgspec.UnsetType = msgspec.UNSET

    @property
    def is_whole(self) -> bool:
        """Whether nothing failed, changed meanwhile, lacked a model or ended it early."""
        return not (self.failed or self.changed or self.stopped or self.without_model)

    @property
    def reused(self) -> int:
        """What had not to be encoded."""
        return self.copied + self.adopted + self.shared
