"""The `larder.diff/1` document: what another config would cost, as it is printed and shown."""

from __future__ import annotations

import enum

import msgspec
from msgspec import UNSET, UnsetType

from larder.core.keys.recipe import RecipeValue
from larder.core.quantities import sum_if_known


class Invalidates(enum.Enum):
    """What a change makes useless, or asks for anew."""

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
            name, of which a build moves what is there; left out where there are none.
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
    """What a build with the other config makes.

    Attributes:
        entries: sources of which something is built.
        payloads: files to be made.
        bytes: what they take, None where that is not known.
        seconds: how long they take, None where that is not known.
        built_anyway: payloads of these that are missing or stale already.
        doubted: sources whose payloads look good and are made otherwise.
    """

    entries: int = 0
    payloads: int = 0
    bytes: int | None = None
    seconds: float | None = None
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
    """

    schema: str = "larder.diff/1"
    config: str = ""
    other: str = msgspec.field(default="", name="with")
    rows: tuple[ChangeRow, ...] = ()
    totals: tuple[ChangeRow, ...] = ()
    build: ChangedBuild | None = None
    doubted: tuple[tuple[str, str], ...] | UnsetType = UNSET

    @property
    def anew(self) -> int:
        """Samples that OneTrainer alone would cache anew, unless a build moves them first."""
        return max((row.anew or 0 for row in self.rows), default=0)

    @property
    def payloads(self) -> int:
        """Files that would have to be made, those that are missing in any case too."""
        if self.build is not None:
            return self.build.payloads
        return sum(row.payloads for row in self.totals)

    @property
    def bytes(self) -> int | None:
        """What they take, None when it cannot be told of all of them."""
        if self.build is not None:
            return self.build.bytes
        return sum_if_known(row.bytes for row in self.totals)

    @property
    def seconds(self) -> float | None:
        """How long they take, None when it cannot be told of all of them."""
        if self.build is not None:
            return self.build.seconds
        return sum_if_known(row.seconds for row in self.totals)
