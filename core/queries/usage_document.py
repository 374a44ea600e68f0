"""The `larder.usage/1` document: where the space of caches goes.

Apart from what adds it up, which reads stores: a window that only draws it loads none of that.
"""

from __future__ import annotations

import msgspec

from larder.core.build.reports import ToldTime
from larder.core.keys.payload_names import format_resolution_key


class UsagePart(msgspec.Struct, frozen=True):
    """A part of what is cached.

    Attributes:
        name: of the cache or concept, "512x768", the number of the variation from 1; "" for what
            has none: under no concept, without a size.
        store: id of the cache, "" for all.
        files: cached files; of a concept the samples that are cached.
        concept: index of the concept, None for what is none.
    """

    name: str
    store: str
    files: int
    bytes: int
    concept: int | None = None


class Bucket(msgspec.Struct, frozen=True):
    """Cached pictures of one size, which a trainer puts into batches together.

    Attributes:
        turns: of these pictures in the first epoch, as concepts repeat or sample them; None where
            no config says.
    """

    store: str
    height: int
    width: int
    pictures: int
    turns: int | None = None

    @property
    def name(self) -> str:
        """The bucket's height and width as text."""
        return format_resolution_key((self.height, self.width))

    @property
    def trained(self) -> int:
        """Turns in the first epoch; each picture has one where nothing else is known."""
        return self.pictures if self.turns is None else self.turns

    def left_over(self, batch_size: int) -> int:
        """Turns of the first epoch that fill no batch."""
        return self.trained % max(batch_size, 1)


class AgeSpan(msgspec.Struct, frozen=True):
    """Files that were written so long ago: from `from_days`, before `to_days` (None: any)."""

    from_days: int
    to_days: int | None
    files: int
    bytes: int


class ScaleSpan(msgspec.Struct, frozen=True):
    """Cached pictures that are scaled by more than `from_scale`, and by `to_scale` at most.

    Attributes:
        to_scale: None for any.
        cropped, most_cropped: share of a picture's area that is cropped, 0 to 1: on average, and of
            the picture that loses most.
    """

    from_scale: float
    to_scale: float | None
    pictures: int
    cropped: float
    most_cropped: float


class Scaling(msgspec.Struct, frozen=True, kw_only=True):
    """The `larder.scaling/1` document: how pictures come to the sizes of their buckets.

    Attributes:
        unknown: cached pictures whose own size cannot be read.
    """

    schema: str = "larder.scaling/1"
    spans: tuple[ScaleSpan, ...] = ()
    unknown: int = 0


class UsageNode(msgspec.Struct, frozen=True, gc=False):
    """A folder, a file, or all the smaller files of a folder.

    Attributes:
        parent: index of the folder it is in, -1 for the caches themselves.
        name: of the folder or file, "" for the smaller files.
        files: how many it stands for.
        is_folder: whether other nodes may lie in it.
    """

    parent: int
    name: str
    files: int
    bytes: int
    is_folder: bool = False


class Usage(msgspec.Struct, frozen=True, kw_only=True):
    """The `larder.usage/1` document.

    Attributes:
        files, bytes: cached files of all caches.
        needless: of which nothing needs.
        concepts: add up to `bytes`: what several share counts for the first of them, and files that
            no entry names are under none.
        shared: bytes that counted for each would be more.
        batch_size: of the config; None without one.
        builds: the last builds on this computer, the latest last.
        tree: parents before what is in them, the largest first.
    """

    schema: str = "larder.usage/1"
    files: int = 0
    bytes: int = 0
    needless: UsagePart = UsagePart("", "", 0, 0)
    caches: tuple[UsagePart, ...] = ()
    concepts: tuple[UsagePart, ...] = ()
    shared: int = 0
    sizes: tuple[UsagePart, ...] = ()
    variations: tuple[UsagePart, ...] = ()
    buckets: tuple[Bucket, ...] = ()
    batch_size: int | None = None
    ages: tuple[AgeSpan, ...] = ()
    builds: tuple[ToldTime, ...] = ()
    tree: tuple[UsageNode, ...] = ()

    @property
    def has_other_turns(self) -> bool:
        """True if pictures of some bucket have more or fewer turns in an epoch than one each."""
        return any(bucket.trained != bucket.pictures for bucket in self.buckets)

    @property
    def small_buckets(self) -> tuple[Bucket, ...]:
        """Those that fill no batch: a trainer leaves what is over of a bucket out."""
        return tuple(bucket for bucket in self.buckets
                     if bucket.trained < (self.batch_size or 0))
