"""What another config would cost, `larder.diff/1` as the window reads it."""

from __future__ import annotations

import enum

import msgspec

from larder.core.files.ascii_json import UnreadableJsonError, decode_ascii_json
from larder.core.requests.options import Answer

SettingValue = str | int | float | bool | None


class Invalidates(enum.Enum):
    """Whose payloads a change makes useless, or asks for anew."""

    IMAGE = "image"
    TEXT = "text"
    NOTHING = "nothing"


class ChangeRow(msgspec.Struct, frozen=True, kw_only=True):
    """One setting, and what its change does to one store.

    Attributes:
        setting: its name in the config or the concept.
        concept: the concept it is of, "" for the config's own.
        old, new: its values.
        invalidates: whose payloads.
        items: samples whose payloads have to be made.
        payloads: files to write for them.
        bytes: what those take, None when it cannot be told.
        bytes_now: what payloads of the same samples take now.
        seconds: how long it takes, None while nothing like it was built yet.
        why: one sentence.
    """

    setting: str
    concept: str = ""
    old: SettingValue = None
    new: SettingValue = None
    invalidates: Invalidates = Invalidates.NOTHING
    items: int = 0
    payloads: int = 0
    bytes: int | None = None
    bytes_now: int = 0
    seconds: float | None = None
    why: str = ""


class BuildFigures(msgspec.Struct, frozen=True, kw_only=True):
    """What a build with the other config makes.

    Attributes:
        entries: sources of which something is built.
        payloads: files to be made.
        bytes, seconds: what they take, None where that is not known.
        built_anyway: payloads of these that are missing or stale already.
    """

    entries: int = 0
    payloads: int = 0
    bytes: int | None = None
    seconds: float | None = None
    built_anyway: int = 0


class ChangeDocument(msgspec.Struct, frozen=True, kw_only=True):
    """A workspace beside another config.

    Attributes:
        config: the workspace's config.
        other: what it was compared with.
        rows: per setting and store, what invalidates something first.
        totals: everything at once, one row per store that is concerned; a sample counts once.
        build: what a build with the other config makes, None where Larder builds nothing of it.
        doubted: (store id, source) of payloads that such a build has to be told of.
    """

    config: str = ""
    other: str = msgspec.field(default="", name="with")
    rows: tuple[ChangeRow, ...] = ()
    totals: tuple[ChangeRow, ...] = ()
    build: BuildFigures | None = None
    doubted: tuple[tuple[str, str], ...] = ()

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
        known = [row.bytes for row in self.totals]
        return None if None in known else sum(size or 0 for size in known)

    @property
    def seconds(self) -> float | None:
        """How long they take, None when it cannot be told of all of them."""
        if self.build is not None:
            return self.build.seconds
        known = [row.seconds for row in self.totals]
        return None if None in known else sum(time or 0.0 for time in known)


def read_changes(answer: Answer) -> ChangeDocument:
    """Decode a comparison.

    Raises:
        ValueError: if it is no such document; that is a bug, not something a user can mend.
    """
    try:
        return decode_ascii_json(answer.document, ChangeDocument)
    except UnreadableJsonError as error:
        raise ValueError(f"the worker's comparison cannot be read: {error}") from error
