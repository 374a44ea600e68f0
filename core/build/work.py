"""What passes through a build: sources looked at, payloads to be made, what became of them.

One stream of work leads from the sources to the writer and keeps its order, so that a copy always
comes after what it is a copy of.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

from larder.core.build.plan import BuildItem
from larder.core.encoders.protocol import ImageItem
from larder.core.files.file_stamp import FileStamp
from larder.core.keys.payload_names import SmartPayloadName
from larder.core.stores.index_growth import SidecarState


class Sidecar(msgspec.Struct, frozen=True, gc=False):
    """A companion of a source that decides its payload.

    Attributes:
        path: as the index would spell it.
        state: its date and content when it was looked at.
    """

    path: str
    state: SidecarState


class WorkItem(msgspec.Struct, eq=False, gc=False):
    """A source at one size, its content known.

    Attributes:
        item: what the plan says of it.
        hash: its content, 16 hex digits.
        stamp: of the file before it was read; it must be the same when the row is written.
        mtime: in seconds, as the trainer computes it.
        sidecars: by name ending ("-masklabel.png").
        caption: the bytes of a caption file, None for a picture.
        stem: name of its payloads without variation and suffix, "" until that is decided.
        prompts: per variation what its payload holds, in a text store.
    """

    item: BuildItem
    hash: str
    stamp: FileStamp
    mtime: float
    sidecars: Mapping[str, Sidecar]
    caption: bytes | None = None
    stem: str = ""
    prompts: list[str] = msgspec.field(default_factory=list)

    @property
    def pixels(self) -> int:
        """Height by width of its pictures, 0 in a text store."""
        bucket = self.item.bucket
        return 0 if bucket is None else bucket[0] * bucket[1]

    @property
    def hash12(self) -> str:
        """The digits of its content that stand in payload names."""
        return self.hash[:12]

    def payload_name(self, variation: int) -> str:
        """File name of its payload; variations count from 1."""
        return f"{self.stem}_{variation}.pt"


def plain_stem(hash12: str, key_size: tuple[int, int] | None) -> str:
    """The stem that the trainer gives."""
    return SmartPayloadName(hash12, key_size, 1).stem


class ImageUnit(msgspec.Struct, frozen=True, eq=False, gc=False):
    """One payload to be made from a picture.

    Attributes:
        work: whose.
        variation: from 1.
        image: what the encoder needs to know.
        completes: a payload that may only lack names, "" for none.
    """

    work: WorkItem
    variation: int
    image: ImageItem
    completes: str = ""


class PromptUnit(msgspec.Struct, eq=False, gc=False):
    """One prompt to be encoded, and the payloads that are to hold it.

    Attributes:
        prompt: the text.
        stamp: its content hash.
        recipients: (source, variation from 1); the first is what later ones copy.
        is_under_way: handed on; later recipients are copies.
    """

    prompt: str
    stamp: str
    recipients: list[tuple[WorkItem, int]] = msgspec.field(default_factory=list)
    is_under_way: bool = False


class CopyUnit(msgspec.Struct, frozen=True, eq=False, gc=False):
    """One payload that holds what another one holds.

    Attributes:
        work: whose.
        variation: from 1.
        stamp: content hash of the prompt.
        donor: name of the other payload.
    """

    work: WorkItem
    variation: int
    stamp: str
    donor: str


Unit = ImageUnit | PromptUnit | CopyUnit


class Begun(msgspec.Struct, frozen=True, gc=False):
    """A source is going to get its payloads.

    Attributes:
        work: which.
        payloads: how many are being made for it.
        adopted: how many of those on disk it keeps or takes over.
        leader: the source whose payloads it shares, None for its own.
    """

    work: WorkItem
    payloads: int
    adopted: int = 0
    leader: WorkItem | None = None


class Made(msgspec.Struct, frozen=True, gc=False):
    """A payload has its name on disk.

    Attributes:
        work: whose.
        name: the payload.
        bytes: its size.
        encoded: whether it was encoded, not copied.
        recipe: id of its recipe, "" if it carries none.
        stamp: content hash of its prompt, "" for a picture.
    """

    work: WorkItem
    name: str
    bytes: int
    encoded: bool
    recipe: str
    stamp: str


class Spoilt(msgspec.Struct, frozen=True, gc=False):
    """A source of which nothing can be made; `problem` is one sentence."""

    item: BuildItem
    problem: str
    work: WorkItem | None = None
    is_changed: bool = False


@dataclass(frozen=True, slots=True)
class Rested:
    """The build is paused, and everything that was encoded has its name on disk."""


Outcome = Begun | Made | Spoilt | Rested
"""What the threads of a build tell the one that keeps its books."""
