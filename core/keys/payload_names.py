"""Names in a trainer's cache folder: payloads, writes in progress, stand-in, index files.

A SmartDiskCache folder is flat::

    payload  := stem "_" variation ".pt"              variation counts from 1
    stem     := hash12 | hash12 "_" height "x" width   hash12: first 12 digits of the source's xxh64
    writing  := payload "." pid "." thread [".aug"] ".tmp"

A released DiskCache folder has one folder per group, and in it one per variation::

    group "/variation-" v "/" item ".pt"              group: 64 hex digits; v and item count from 0
    group "/variation-" v "/aggregate.pt"

Only names that the trainer itself could have written parse: numbers without leading zeros,
lower-case hex. `parse(name).file_name == name` holds for each; all else is foreign and left alone.

The key of a variant in an index is "HxW", or "_" for a store whose payloads have no size. Height
comes first here, while trainer configs say width first. Models with a frame axis write frames and
height ("1x1024"); the two numbers are kept as they stand.
"""

from __future__ import annotations

import enum
import hashlib
import json
import re
from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from larder.core.files.temp_names import is_own_temp

NO_RESOLUTION_KEY = "_"
_RESOLUTION = re.compile(r"(0|[1-9][0-9]*)x(0|[1-9][0-9]*)")

HASH_DIGITS = 12
SENTINEL_NAME = "blank_sentinel.pt"
INDEX_NAME = "cache.json"
CONTENT_INDEX_NAME = "content_index.json"
INDEX_NAMES = frozenset(
    {
        INDEX_NAME,
        f"{INDEX_NAME}.tmp",
        f"{INDEX_NAME}.bak",
        CONTENT_INDEX_NAME,
        f"{CONTENT_INDEX_NAME}.tmp",
    }
)

_NUMBER = "0|[1-9][0-9]*"
_STEM = rf"([0-9a-f]{{12}})(?:_({_NUMBER})x({_NUMBER}))?"
_STEM_PATTERN = re.compile(_STEM)
_STEM_LINES_PATTERN = re.compile(rf"(?:{_STEM}\n)*")
_PAYLOAD_PATTERN = re.compile(rf"{_STEM}_([1-9][0-9]*)\.pt")
_TEMP_PATTERN = re.compile(rf"(.+\.pt)\.({_NUMBER})\.({_NUMBER})(\.aug)?\.tmp")

AGGREGATE_NAME = "aggregate.pt"
_RELEASED_GROUP = re.compile(r"[0-9a-f]{64}")
_RELEASED_VARIATION = re.compile(rf"variation-({_NUMBER})")
_RELEASED_ITEM = re.compile(rf"({_NUMBER})\.pt")


def parse_resolution_key(key: str) -> tuple[int, int] | None:
    """The (height, width) of a variant key, None for "_".

    Raises:
        ValueError: if it is neither.
    """
    if key == NO_RESOLUTION_KEY:
        return None
    parts = _RESOLUTION.fullmatch(key)
    if parts is None:
        raise ValueError(f"{key!r} is not a resolution key")
    return int(parts[1]), int(parts[2])


def format_resolution_key(resolution: tuple[int, int] | None) -> str:
    """The variant key of a (height, width), "_" for None."""
    if resolution is None:
        return NO_RESOLUTION_KEY
    return f"{resolution[0]}x{resolution[1]}"


class IndexedName(enum.IntEnum):
    """Kind of a file name in a SmartDiskCache folder."""

    PAYLOAD = 0
    TEMP = 1
    SENTINEL = 2
    INDEX = 3
    LARDER_TEMP = 4
    FOREIGN = 5


class IndexedPayloadName(msgspec.Struct, frozen=True):
    """One payload's identity.

    Attributes:
        hash12: first 12 hex digits of the source's xxh64.
        resolution: (height, width), None in a store without sizes.
        variation: augmentation draw, from 1.
    """

    hash12: str
    resolution: tuple[int, int] | None
    variation: int

    @property
    def stem(self) -> str:
        """The name without variation, as an index spells it in `cache_file`."""
        if self.resolution is None:
            return self.hash12
        return f"{self.hash12}_{format_resolution_key(self.resolution)}"

    @property
    def resolution_key(self) -> str:
        """The key of its variant in an index."""
        return format_resolution_key(self.resolution)

    @property
    def file_name(self) -> str:
        """The name on disk."""
        return f"{self.stem}_{self.variation}.pt"


class TempName(msgspec.Struct, frozen=True):
    """A trainer's write in progress, or one that a crash left behind.

    Attributes:
        pid: process that writes, on whichever host it ran.
        is_augment: whether an existing payload was being completed.
    """

    pid: int
    thread: int
    payload: str
    is_augment: bool

    @property
    def file_name(self) -> str:
        """The name on disk."""
        return f"{self.payload}.{self.pid}.{self.thread}{'.aug' if self.is_augment else ''}.tmp"


def parse_indexed_name(name: str) -> IndexedPayloadName | None:
    """The parts of a payload's name, None if it is not one."""
    parts = _PAYLOAD_PATTERN.fullmatch(name)
    if parts is None:
        return None
    hash12, height, width, variation = parts.groups()
    resolution = None if height is None else (int(height), int(width))
    return IndexedPayloadName(hash12, resolution, int(variation))


def parse_temp_name(name: str) -> TempName | None:
    """The parts of a trainer's temp name, None if it is not one."""
    parts = _TEMP_PATTERN.fullmatch(name)
    if parts is None:
        return None
    payload, pid, thread, augment = parts.groups()
    if not is_sentinel(payload) and _PAYLOAD_PATTERN.fullmatch(payload) is None:
        return None
    return TempName(int(pid), int(thread), payload, augment is not None)


def is_sentinel(name: str) -> bool:
    """Return whether this is the trainer's zero-filled stand-in."""
    return name == SENTINEL_NAME


def stem_is_safe(stem: str) -> bool:
    """Return whether a `cache_file` read from an index may be joined to the store's folder."""
    return _STEM_PATTERN.fullmatch(stem) is not None


def stems_are_safe(stems: Sequence[str]) -> bool:
    """`stem_is_safe` of all of many; four times as fast, for one search covers them."""
    lines = "".join([f"{stem}\n" for stem in stems])
    return lines.count("\n") == len(stems) and _STEM_LINES_PATTERN.fullmatch(lines) is not None


def classify_indexed_name(name: str) -> IndexedName:
    """Return the kind of one file name."""
    if _PAYLOAD_PATTERN.fullmatch(name) is not None:
        return IndexedName.PAYLOAD
    if is_sentinel(name):
        return IndexedName.SENTINEL
    if name in INDEX_NAMES:
        return IndexedName.INDEX
    if parse_temp_name(name) is not None:
        return IndexedName.TEMP
    if is_own_temp(name):
        return IndexedName.LARDER_TEMP
    return IndexedName.FOREIGN


def split_indexed_names(names: Sequence[str]) -> npt.NDArray[np.uint8]:
    """Return the kind of each of many file names.

    Returns:
        `IndexedName` values, uint8, shape (len(names),).
    """
    kinds = np.zeros(len(names), dtype=np.uint8)
    is_payload = _PAYLOAD_PATTERN.fullmatch
    for position, name in enumerate(names):
        if is_payload(name) is None:
            kinds[position] = classify_indexed_name(name)
    return kinds


def compute_group_key(values: Sequence[Any]) -> str:
    """Folder name of the released group with these group values.

    It is the sha256 of their JSON with sorted keys, ASCII, no spaces. Vector:
    ["data/cats",7,false,{"b":1,"a":true}] gives 228d4696...1fbe8.
    """
    text = json.dumps(list(values), sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def is_released_group(name: str) -> bool:
    """Return whether a folder's name is a released group key."""
    return _RELEASED_GROUP.fullmatch(name) is not None


def parse_released_variation(name: str) -> int | None:
    """The number of a released variation folder, None if it is not one."""
    parts = _RELEASED_VARIATION.fullmatch(name)
    return None if parts is None else int(parts[1])


def parse_released_item(name: str) -> int | None:
    """The slot number of a released item file, None for the aggregate and anything else."""
    parts = _RELEASED_ITEM.fullmatch(name)
    return None if parts is None else int(parts[1])
