"""Documents of comparisons, printed and shown: `larder.diff/1` and `larder.dups/1`.

The first reports what another config would cost, the second what is shared or alike.
"""

from __future__ import annotations

import enum
from typing import Final

import msgspec
from msgspec import UNSET, UnsetType

from larder.core.build.totals import PayloadTotals
from larder.core.compare.copy_facts import CopyFacts
from larder.core.errors import Finding
from larder.core.keys.recipe import RecipeValue
from larder.core.quantities import sum_if_known
from larder.core.survey.verdicts import ConflictKind
from larder.core.workspace.store_kinds import StoreKind

LEAK: Final = (
    "Training and validation both use this picture, so the validation loss looks better than it "
    "is. Take it out of one of the two concepts.")
"""What to say of a group of which something is trained and something validated with."""


class Invalidates(enum.Enum):
    """Content that a change invalidates or asks to be cached again."""

    IMAGE = "image"
    TEXT = "text"
    NOTHING = "nothing"


class ChangeRow(msgspec.Struct, frozen=True, kw_only=True):
    """One setting, and what its change does to one store.

    Attributes:
        setting: its name in the config, or in the concept.
        concept: the concept it is of, "" for the config's own.
        new: its value in the other config.
        invalidates: whose payloads.
        items: samples whose payloads have to be made.
        payloads: files to write for them.
        bytes: size of those files, about; None if there is nothing to tell it from.
        bytes_now: what payloads of the same samples take up now.
        seconds: how long a build would take, None while no build was journalled.
        why: one sentence.
        anew: samples that OneTrainer alone caches anew because it looks for them under another
            name, of which a build moves the existing files; left out where there are none.
    """

    setting: str
    concept: str = ""
    old: RecipeValue = None
    new: RecipeValue = None
    invalidates: Invalidates = Invalidates.NOTHING
    items: int = 0
    payloads: int = 0
    bytes: int | None = None
    bytes_now: int = 0
    seconds: float | None = None
    why: str = ""
    anew: int | UnsetType = UNSET


class ChangedBuild(msgspec.Struct, frozen=True, kw_only=True):
    """Size and time of a build with the other config.

    Attributes:
        entries: sources of which something is built.
        payloads: files to be made.
        bytes: what they take, None where that is not known.
        seconds: how long they take, None where that is not known.
        work: what becomes of payloads, as the plan of that build counts it.
        built_anyway: payloads of these that are missing or stale already.
        doubted: sources whose payloads look good and are made otherwise.
    """

    entries: int = 0
    payloads: int = 0
    bytes: int | None = None
    seconds: float | None = None
    work: PayloadTotals = PayloadTotals()
    built_anyway: int = 0
    doubted: int = 0


class ChangeDocument(msgspec.Struct, frozen=True, kw_only=True):
    """A workspace beside another config.

    Attributes:
        other: what it was compared with, as the user named it.
        rows: per setting and store, what invalidates something first.
        totals: everything at once, one row per store that is concerned; a sample counts once.
        build: what a build with the other config makes, None where Larder builds nothing of it.
        doubted: (store id, source) of payloads that such a build has to be told of; left out where
            nobody is going to build.
        emptied_at_start: what to say before all else where OneTrainer would empty the caches at its
            next start with the other config and not with this one; left out where it would not.
    """

    schema: str = "larder.diff/1"
    config: str = ""
    other: str = msgspec.field(default="", name="with")
    rows: tuple[ChangeRow, ...] = ()
    totals: tuple[ChangeRow, ...] = ()
    build: ChangedBuild | None = None
    doubted: tuple[tuple[str, str], ...] | UnsetType = UNSET
    emptied_at_start: Finding | UnsetType = UNSET

    @property
    def anew(self) -> int:
        """Samples that OneTrainer alone would cache anew, unless a build moves them first."""
        return max((row.anew or 0 for row in self.rows), default=0)

    @property
    def work(self) -> PayloadTotals:
        """The work of a build with the other config; where Larder builds nothing, the trainer's."""
        return PayloadTotals(encodes=self.payloads) if self.build is None else self.build.work

    @property
    def payloads(self) -> int:
        """Files that would have to be made, those that are missing in any case too."""
        if self.build is not None:
            return self.build.payloads
        return sum(row.payloads for row in self.totals)

    @property
    def bytes(self) -> int | None:
        """Bytes of the payloads to be built, or None if unknown for any of them."""
        if self.build is not None:
            return self.build.bytes
        return sum_if_known(row.bytes for row in self.totals)

    @property
    def seconds(self) -> float | None:
        """How long they take, None when it cannot be told of all of them."""
        if self.build is not None:
            return self.build.seconds
        return sum_if_known(row.seconds for row in self.totals)


class SharingSource(msgspec.Struct, frozen=True, gc=False):
    """One source of a group.

    Attributes:
        source: its path as the index spells it.
        concept: what people call the concept that asks for it, "" for none.
        validation: whether that is a validation concept that is used.
    """

    source: str
    concept: str
    validation: bool = False


class SharedPayload(msgspec.Struct, frozen=True, gc=False):
    """One payload file of a group: its name, its size and how many entries name it."""

    name: str = msgspec.field(name="payload")
    bytes: int
    entries: int


class SharedContent(msgspec.Struct, frozen=True):
    """Sources with equal bytes.

    Attributes:
        hash: of their bytes, 16 hex digits.
        sources: in index order; a picture of a training and a validation concept stands for each.
        payloads: what they share, by name.
        bytes: of the payloads.
        bytes_saved: what the payloads would take besides if every entry had its own.
        conflict: why they should not share them, None when they may.
        conflict_kind: the same as a word, a key of `CONFLICTS`.
        leak: whether a picture of the group is trained and one is validated with.
        copies: what each source is as a picture, in their order; empty for captions.
        best: position of the better copy, None where nothing tells them apart.
    """

    hash: str
    sources: tuple[SharingSource, ...]
    payloads: tuple[SharedPayload, ...]
    bytes: int
    bytes_saved: int
    conflict: str | None
    conflict_kind: ConflictKind | None
    leak: bool
    copies: tuple[CopyFacts, ...] = ()
    best: int | None = None


class SharedLine(msgspec.Struct, frozen=True):
    """A prompt that several captions with different bytes hold.

    Attributes:
        stamp: its digest as the trainer makes it, 16 hex digits.
        payload: the payload that further ones are copied from, "" while none is known.
        sources: the captions, in index order.
    """

    prompt: str = msgspec.field(name="line")
    stamp: str
    payload: str
    sources: tuple[SharingSource, ...]


class StoreShares(msgspec.Struct, frozen=True):
    """The groups of one store.

    Attributes:
        bytes_saved: over all groups.
        contents: sources with equal bytes; what should not share first, then what is trained and
            validated with, then what saves most.
        lines: prompts that several captions hold, what most of them hold first; text stores only.
    """

    id: str
    kind: StoreKind
    bytes_saved: int = 0
    contents: tuple[SharedContent, ...] = msgspec.field(default=(), name="groups")
    lines: tuple[SharedLine, ...] = ()


class NearGroup(msgspec.Struct, frozen=True):
    """Pictures that look alike.

    Attributes:
        sources: pictures of equal bytes beside each other; what is validated with first.
        distances: bits in which each differs from the one that it was found by, 0 for the first.
        leak: whether one of them is trained and one is validated with.
        copies: what each of them is, and how it is turned against the first.
        best: position of the better copy, None where nothing tells them apart.
    """

    sources: tuple[SharingSource, ...]
    distances: tuple[int, ...]
    leak: bool
    copies: tuple[CopyFacts, ...] = ()
    best: int | None = None


class NearDuplicates(msgspec.Struct, frozen=True):
    """Pictures that look alike.

    Attributes:
        threshold: bits in which they may differ, of 64.
        pictures: how many were compared.
        plain: how many show nothing that could be compared.
        unreadable: how many could not be read.
        groups: those of training and validation first, then the largest.
        stopped: whether it was stopped before every picture was looked at.
        made_ns: when it was made, nanoseconds since 1970.
        added: pictures that came since.
        changed: pictures that changed since, or are used for something else.
        gone: pictures that are gone since.
    """

    threshold: int
    pictures: int
    plain: int
    unreadable: int
    groups: tuple[NearGroup, ...]
    stopped: bool = False
    made_ns: int = 0
    added: int = 0
    changed: int = 0
    gone: int = 0

    @property
    def is_outdated(self) -> bool:
        """True if a search would look at other pictures now."""
        return bool(self.added or self.changed or self.gone)


class SharePlan(msgspec.Struct, frozen=True, kw_only=True):
    """Shared contents of a workspace, store by store; the `larder.dups/1` document.

    Attributes:
        near: pictures that look alike, None where nobody asked.
        validated: pictures that training validates with.
        leaked: how many of them are trained too, or look like a trained one.
    """

    schema: str = "larder.dups/1"
    stores: tuple[StoreShares, ...]
    bytes_saved: int
    near: NearDuplicates | None = None
    validated: int = 0
    leaked: int = 0
