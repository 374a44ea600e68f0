"""What `larder dups` says: the `larder.dups/1` document, for command line and window alike."""

from __future__ import annotations

from typing import Final

import msgspec

from larder.core.survey.verdicts import ConflictKind
from larder.core.workspace.store_kinds import StoreKind

LEAK: Final = (
    "Training and validation both see this picture, so the validation loss looks better than it "
    "is. Take it out of one of the two concepts.")
"""What to say of a group of which something is trained and something validated with."""


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
    """

    hash: str
    sources: tuple[SharingSource, ...]
    payloads: tuple[SharedPayload, ...]
    bytes: int
    bytes_saved: int
    conflict: str | None
    conflict_kind: ConflictKind | None
    leak: bool


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
    """

    sources: tuple[SharingSource, ...]
    distances: tuple[int, ...]
    leak: bool


class NearDuplicates(msgspec.Struct, frozen=True):
    """Pictures that look alike.

    Attributes:
        threshold: bits in which they may differ, of 64.
        pictures: how many were compared.
        plain: how many show nothing that could be compared.
        unreadable: how many could not be read.
        groups: those of training and validation first, then the largest.
        stopped: whether it was stopped before every picture was looked at.
    """

    threshold: int
    pictures: int
    plain: int
    unreadable: int
    groups: tuple[NearGroup, ...]
    stopped: bool = False


class SharePlan(msgspec.Struct, frozen=True, kw_only=True):
    """What a workspace shares, store by store; the `larder.dups/1` document.

    Attributes:
        near: pictures that look alike, None where nobody asked.
    """

    schema: str = "larder.dups/1"
    stores: tuple[StoreShares, ...]
    bytes_saved: int
    near: NearDuplicates | None = None
