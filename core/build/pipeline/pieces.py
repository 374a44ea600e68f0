"""Types that pass through a build: a source, the pieces to be made of it, their payloads.

One stream leads from the sources to the writer and keeps its order, so that a copy always comes
after what it is a copy of. Probing (date, content, sidecars) runs on several threads at once; a
file is hashed before it is decoded, so that decoding finds it in the page cache.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import msgspec
import xxhash

from larder.core.build.pipeline.stages import FailedSource
from larder.core.build.plan import BuildItem
from larder.core.build.released.columns import HeldPayload
from larder.core.encoders.protocol import ImageItem
from larder.core.errors import error_reason
from larder.core.files.file_stamp import FileStamp, readable_stamp, stamp
from larder.core.files.folder_scan import mtime_as_float
from larder.core.files.regular_file import LARGEST_TEXT, read_regular
from larder.core.jobs import CancelToken
from larder.core.keys.content_hash import hash_file
from larder.core.keys.hash_memory import HashMemory
from larder.core.keys.payload_names import IndexedPayloadName
from larder.core.payloads.arrays import PayloadContents
from larder.core.workspace.concepts import Concept
from larder.core.workspace.samples import sample_stem

EMPTY: Final = str(xxhash.xxh64_hexdigest(b""))
"""Content of a file without any."""

CHANGED: Final = "It changed while it was being built."
GONE: Final = "It no longer exists."
ADDED: Final = "It was added while the build ran."
MEANWHILE: Final = frozenset({CHANGED, GONE, ADDED})
"""Why a source was not built as planned, where planning it again is all that it takes."""

UNREADABLE: Final = "unreadable"
"""Stands for the content of a sidecar that cannot be read: it is none, and equals no other."""

CROP_OFFSET: Final = "crop_offset"
CROP_RESOLUTION: Final = "crop_resolution"
ORIGINAL_RESOLUTION: Final = "original_resolution"
MADE_WITHOUT_ENCODER: Final = frozenset({
    CROP_RESOLUTION, CROP_OFFSET, "image_path", "latent_mask", ORIGINAL_RESOLUTION})
"""Values of a picture's payload that need no encoder; see `PreparedImage.values`."""

FIXED_BY_CROP: Final = (CROP_OFFSET, CROP_RESOLUTION, ORIGINAL_RESOLUTION)

NOTHING: Final[Mapping[Any, Any]] = MappingProxyType({})
"""One for all sources: a build keeps each until its end."""

SHARE: Final = 32
"""Sources probed together: one by one, handing over takes longer than hashing a caption."""


def sidecar_content(path: str) -> str | None:
    """The hash of a mask or the like, None where there is none, `UNREADABLE` where nobody knows."""
    try:
        return hash_file(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError:
        return UNREADABLE


class Sidecar(msgspec.Struct, frozen=True, gc=False):
    """A companion of a source that decides its payload.

    Attributes:
        path: as the index would spell it.
        hash: its content when it was probed, 16 hex digits.
        mtime_ns: its date then.
    """

    path: str
    hash: str
    mtime_ns: int

    @property
    def mtime(self) -> float:
        """Its date in seconds, as the trainer computes it."""
        return mtime_as_float(self.mtime_ns)


class Source(msgspec.Struct, eq=False, gc=False):
    """A source at one size, its content known.

    Attributes:
        item: what the plan says of it.
        hash: its content, 16 hex digits.
        stamp: of the file before it was read; it must be the same when the row is written. None
            for a caption that is not there and need not be.
        mtime: in seconds, as the trainer computes it.
        sidecars: by name ending ("-masklabel.png").
        caption: the bytes of a caption file, None for a picture.
        stem: name of its payloads without variation and suffix, "" until that is decided.
        names: of its payloads where each has one of its own, by variation from 1.
        prompts: per variation what its payload holds, in a text store.
        is_finished: its row is to be written, or was.
    """

    item: BuildItem
    hash: str
    stamp: FileStamp | None
    mtime: float
    sidecars: Mapping[str, Sidecar]
    caption: bytes | None = None
    stem: str = ""
    names: Mapping[int, str] = NOTHING
    prompts: Sequence[str] = ()
    is_finished: bool = False

    @property
    def pixels(self) -> int:
        """Height by width of its pictures, 0 in a text store."""
        return self.item.pixels

    @property
    def hash12(self) -> str:
        """The digits of its content that stand in payload names."""
        return self.hash[:12]

    @property
    def made_from(self) -> dict[str, Any]:
        """The record of content and sidecars that a payload carries of its source."""
        return {"hash": self.hash, "sidecars": {
            ending: of.hash for ending, of in sorted(self.sidecars.items())}}

    def payload_name(self, variation: int) -> str:
        """File name of its payload; variations count from 1."""
        return self.names.get(variation) or f"{self.stem}_{variation}.pt"


def plain_stem(hash12: str, key_size: tuple[int, int] | None) -> str:
    """The stem that the trainer gives."""
    return IndexedPayloadName(hash12, key_size, 1).stem


class PicturePiece(msgspec.Struct, frozen=True, eq=False, gc=False):
    """One payload to be made from a picture.

    Attributes:
        variation: from 1.
        image: what the encoder needs to know.
        completes: a payload that may only lack names, or its mask of today; "" for none.
    """

    source: Source
    variation: int
    image: ImageItem
    completes: str = ""


def is_cut_alike(
    contents: PayloadContents, today: Mapping[str, Any], concept: Concept
) -> bool:
    """Return whether a payload is known to be cropped and flipped as its picture is today.

    `today` are the values that a crop decides, those of `FIXED_BY_CROP` at least. Where a crop or a
    flip is drawn, turning masks on changes the draws, so a mask that was cropped today need not
    match an older latent; nor does a payload record whether it was flipped.
    """
    image, known = concept.image, {
        name: contents.values[name] for name in FIXED_BY_CROP if name in contents.values}
    return (
        not image.enable_random_flip
        and (CROP_OFFSET in known or not image.enable_crop_jitter)
        and all(today.get(name) == value for name, value in known.items()))


class PromptPiece(msgspec.Struct, eq=False, gc=False):
    """One prompt to be encoded, and the payloads that are to hold it.

    Attributes:
        stamp: its content hash.
        recipients: (source, variation from 1); the first is what later ones copy.
        is_under_way: handed on; later recipients are copies.
    """

    prompt: str
    stamp: str
    recipients: list[tuple[Source, int]] = msgspec.field(default_factory=list)
    is_under_way: bool = False


class CopyPiece(msgspec.Struct, frozen=True, eq=False, gc=False):
    """One payload that holds what another one does, `donor`; `stamp` is of its prompt."""

    source: Source
    variation: int
    stamp: str
    donor: str


class LinkedPiece(msgspec.Struct, frozen=True, eq=False, gc=False):
    """One payload that the other layout has already.

    It becomes another name of what is held, or is copied from it where that lacks names.
    """

    source: Source
    variation: int
    held: HeldPayload


Piece = PicturePiece | PromptPiece | CopyPiece | LinkedPiece


class Payload(msgspec.Struct, eq=False, gc=False):
    """A payload: to be written, and once it has its name on disk what the books learn of it.

    Attributes:
        variation: from 1.
        values: all of it, `__` names too; empty once it is written.
        is_encoded: it was encoded, not copied.
        recipe: id of its recipe, "" if it carries none.
        stamp: content hash of its prompt, "" for a picture.
        crcs: of arrays among the values, as far as `compute_checksum` returned them.
        bytes: its size, 0 before it is written.
        copies: the file that it is to be a copy of, "" for one that has values.
        shows: whether its mask leaves anything to be trained, None where it has no mask or nobody
            looked; known once it is written.
    """

    source: Source
    variation: int
    values: Mapping[str, Any]
    is_encoded: bool
    recipe: str
    stamp: str = ""
    crcs: Mapping[int, int] = msgspec.field(default_factory=dict)
    bytes: int = 0
    copies: str = ""
    shows: bool | None = None

    @property
    def name(self) -> str:
        """The file name of the payload."""
        return self.source.payload_name(self.variation)


Probed = Source | FailedSource[Source]


class Probe:
    """How samples are probed; see `stages.ProbeStage`."""

    share = SHARE

    def __init__(
        self, endings: tuple[str, ...], *, reads_captions: bool, hashes: Path, token: CancelToken,
        may_lack: bool = False,
    ) -> None:
        """Make ready; hashes are remembered from the thread that begins, not opened here.

        Args:
            endings: name endings of the sidecars that count.
            reads_captions: whether sources are captions, which are read whole.
            hashes: file that remembers hashes of pictures.
            token: checked while hashing.
            may_lack: whether a caption that is not there counts as an empty one.
        """
        self._may_lack = may_lack
        self._endings = endings
        self._reads_captions = reads_captions
        self._token = token
        self._memory = HashMemory(hashes)
        self._hashed: deque[Source] = deque()

    def begin(self, items: Sequence[BuildItem], /) -> Callable[[], list[Probed]]:
        """Return a function that probes some items; raises JobCancelled on cancellation."""
        if self._reads_captions:
            return partial(self._probe_each, items, *[[None] * len(items)] * 2)
        self._learn()
        stamps = [readable_stamp(item.source) for item in items]
        known = self._memory.recall([item.source for item in items], stamps)
        return partial(self._probe_each, items, known, stamps)

    def close(self) -> None:
        """Remember what was hashed."""
        self._learn()
        self._memory.close()

    def _learn(self) -> None:
        """Remember what other threads hashed since the last time."""
        while self._hashed:
            source = self._hashed.popleft()
            self._memory.learn(source.item.source, source.stamp, source.hash)

    def _probe_each(
        self, items: Sequence[BuildItem], known: Sequence[str | None],
        stamps: Sequence[FileStamp | None],
    ) -> list[Probed]:
        found = [
            self._probe(item, content, before)
            for item, content, before in zip(items, known, stamps, strict=True)]
        if not self._reads_captions:
            self._hashed.extend(source for source in found if isinstance(source, Source))
        return found

    def _probe(self, item: BuildItem, known: str | None, before: FileStamp | None) -> Probed:
        try:
            before = before or (stamp(item.source) if item.source else None)
            if before is None and self._may_lack:
                return Source(item, EMPTY, None, 0.0, {}, b"")
            if before is None:
                return FailedSource(item.key, GONE, is_changed=True)
            caption = read_regular(
                item.source, at_most=LARGEST_TEXT) if self._reads_captions else None
            if caption is not None:
                content = str(xxhash.xxh64_hexdigest(caption))
            else:
                content = known or hash_file(
                    item.source, token=self._token, expected_bytes=before.size)
            sidecars = sidecars_there(item.key, item.source, self._endings, self._token)
        except FileNotFoundError:
            return FailedSource(item.key, GONE, is_changed=True)
        except OSError as error:
            return FailedSource(item.key, f"It cannot be read: {error_reason(error)}.")
        return Source(
            item=item, hash=content, stamp=before, mtime=mtime_as_float(before.mtime_ns),
            sidecars=sidecars, caption=caption)


def sidecars_there(
    key: str, source: str, endings: Iterable[str], token: CancelToken
) -> Mapping[str, Sidecar]:
    """The sidecars of a source that are there, by name ending; `key` is as the index spells it.

    Raises:
        OSError: if one cannot be read.
    """
    found: dict[str, Sidecar] = {}
    for ending in endings:
        path = sidecar_of(source, ending)
        there = stamp(path)
        if there is not None:
            found[ending] = Sidecar(
                sidecar_of(key, ending), hash_file(path, token=token), there.mtime_ns)
    return found or NOTHING


def is_unchanged(source: Source) -> bool:
    """Return whether a source and its sidecars are unchanged since they were probed."""
    try:
        if stamp(source.item.source) != source.stamp:
            return False
        for ending, sidecar in source.sidecars.items():
            now = stamp(sidecar_of(source.item.source, ending))
            if now is None or now.mtime_ns != sidecar.mtime_ns:
                return False
    except OSError:
        return False
    return True


def as_change(failed: FailedSource[Source]) -> FailedSource[Source]:
    """Return a failure as a change where its source is no more what it was when it was probed."""
    if failed.is_changed or failed.source is None or is_unchanged(failed.source):
        return failed
    return msgspec.structs.replace(failed, problem=CHANGED, is_changed=True)


def sidecar_of(source: str, ending: str) -> str:
    """The path of a source's sidecar, spelled as the source is."""
    return sample_stem(source) + ending
