"""The `larder.space-history/1` document: how much the caches took after each deed.

Apart from what traces it: a window that only draws it loads none of that.
"""

from __future__ import annotations

import msgspec


class SpaceStep(msgspec.Struct, frozen=True, gc=False):
    """One deed of a journal that changed how much a cache takes, or may have.

    Attributes:
        at_ns: when, nanoseconds since 1970.
        action: a `JournalAction`, or the word of a newer Larder.
        change: bytes that came, negative for those that went; None where the journal does not say.
        bytes: of the cache after it.
    """

    store: str
    at_ns: int
    action: str
    files: int
    change: int | None
    bytes: int


class CacheSpace(msgspec.Struct, frozen=True):
    """Space of one cache before its first step, and now.

    Attributes:
        untold: bytes that went without a deed of the journal: without them it would have taken
            less than nothing before some step.
    """

    store: str
    before: int
    now: int
    untold: int


class SpaceHistory(msgspec.Struct, frozen=True, kw_only=True):
    """The `larder.space-history/1` document.

    Attributes:
        at_ns: now.
        steps: oldest first.
        unknown: steps whose bytes the journal does not say.
        older: lines of journals before those that were read.
    """

    schema: str = "larder.space-history/1"
    at_ns: int = 0
    caches: tuple[CacheSpace, ...] = ()
    steps: tuple[SpaceStep, ...] = ()
    unknown: int = 0
    older: int = 0
