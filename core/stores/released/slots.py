"""Records of the origin of every slot of a variation, which the trainer's own files lack.

On disk, one file per variation folder that we wrote or took over::

    .larder/slots/<group>/variation-<v>-<bytes>-<mtime_ns>.json

with the size and modification time of the `aggregate.pt` it belongs to. Renaming and exchanging
folders preserve both, so a record follows its folder without being moved itself: the record of a
folder in quarantine is next to that of the folder which took its place, and is valid again when
the folder is back. A folder that a trainer wrote since has another aggregate, and no record.
"""

from __future__ import annotations

import enum
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import msgspec

from larder.core.files.ascii_json import UnreadableJsonError, decode_ascii_json, encode_ascii_json
from larder.core.files.atomic_write import write_atomically
from larder.core.files.durable import sync_folder
from larder.core.files.file_stamp import is_there
from larder.core.files.regular_file import read_regular
from larder.core.files.store_paths import larder_folder, make_larder_folder
from larder.core.stores.released.groups import ReleasedVariation

SLOTS_FOLDER = "slots"
FORMAT_VERSION = 1
SLOTS_TOGETHER: Final = 1024


class OriginKind(enum.StrEnum):
    """How it is known what a slot was made of."""

    ENCODED = "encoded"
    COPIED = "copied"
    """From a payload of the other layout, or of another sample of the same content."""
    PROVED = "proved"
    """A trainer made it; path, dates and content leave only this origin."""


class Origin(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """Origin of one slot. Fields are only ever added, at the end.

    Attributes:
        picture: the sample's picture as the trainer spells it, in text stores too.
        content: 16 hex digits: of the picture's bytes, or of what decides a text slot, the
            caption's bytes or the line set of a prompt file.
        bytes: size of that source when it was read.
        mtime_ns: its modification time then; with the size a cheap check before hashing.
        size: (height, width) of the crop, None in text stores.
        sidecars: name ending, content hash and mtime_ns of each file that was read with it.
        recipe: id of its recipe, "" if unknown.
        prompt: content stamp of the prompt it holds, "" for none.
        drawn_at: variation and position in the loader's whole list that its draws were made for.
        how: how this is known.
    """

    picture: str
    content: str
    bytes: int
    mtime_ns: int
    size: tuple[int, int] | None = None
    sidecars: tuple[tuple[str, str, int], ...] = ()
    recipe: str = ""
    prompt: str = ""
    drawn_at: tuple[int, int] = (0, 0)
    how: OriginKind = OriginKind.ENCODED


class SlotRecord(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """The origins of one variation folder's slots.

    Attributes:
        version: of this format.
        group: key of the group, 64 hex digits.
        variation: number of the variation.
        aggregate_bytes: size of the `aggregate.pt` of the folder it is about.
        aggregate_ns: modification time of that, nanoseconds since 1970.
        slots: by slot number; None where nothing is known.
        payload_bytes: size of each slot's file when this was written; empty in older records.
        settings: the settings of its concept that the name of the group stood for then, which is a
            digest and tells nothing once another seed gives another; None in older records.
        payload_ns: modification time of each slot's file when this was written, nanoseconds since
            1970; empty in older records. The aggregate alone may come back from a backup, and then
            these tell that the files beside it are not those of this record.
    """

    version: int = FORMAT_VERSION
    group: str
    variation: int
    aggregate_bytes: int
    aggregate_ns: int
    slots: tuple[Origin | None, ...]
    payload_bytes: tuple[int, ...] = ()
    settings: dict[str, Any] | None = None
    payload_ns: tuple[int, ...] = ()

    @cached_property
    def alike(self) -> frozenset[int]:
        """Slots whose size and date that of another content has as well, so that they tell nothing.

        Files that an archive gave their dates have those in whole seconds.
        """
        first: dict[tuple[int, int], int] = {}
        several: set[tuple[int, int]] = set()
        stamps = list(zip(self.payload_bytes, self.payload_ns, strict=False))
        for slot, stamp in enumerate(stamps):
            at = first.setdefault(stamp, slot)
            if at != slot and are_made_otherwise(self.slots[at], self.slots[slot]):
                several.add(stamp)
        return frozenset(slot for slot, stamp in enumerate(stamps) if stamp in several)


def are_made_otherwise(one: Origin | None, other: Origin | None) -> bool:
    """Return whether two origins differ in content, prompt or size, or either is unknown."""
    return one is None or other is None or (one.content, one.prompt, one.size) != (
        other.content, other.prompt, other.size)


def read_slots(store: Path, group: str, present: ReleasedVariation) -> SlotRecord | None:
    """Return the slot record of the variation folder that is present now.

    Returns:
        None if nothing is recorded of exactly this folder, or the record is damaged or of a newer
        version: slots without an origin can be proved or encoded again, never guessed.

    Raises:
        OSError: if the record is there and cannot be read.
    """
    path = record_path(store, group, present)
    if path is None:
        return None
    try:
        record = decode_ascii_json(read_regular(path), SlotRecord)
    except (FileNotFoundError, NotADirectoryError, UnreadableJsonError):
        return None
    is_of_it = record.version <= FORMAT_VERSION and path == _path_of(store, record)
    return record if is_of_it else None


def record_path(store: Path, group: str, present: ReleasedVariation) -> Path | None:
    """Where the record of the folder that is there now lies, None of one that was not completed."""
    if present.aggregate_bytes is None:
        return None
    return _path(store, group, present.number, present.aggregate_bytes, present.aggregate_ns)


def read_other_slots(
    store: Path, group: str, variation: int, *, since_ns: int = 0
) -> list[SlotRecord]:
    """Return the records of a variation's folders of whatever dates and sizes, the latest first.

    Those apart whose aggregate is of before `since_ns`.

    Copying a cache without its dates leaves them without the folder that they are about, and so
    does the loss of an `aggregate.pt`. Whether one is about the folder that is there now only what
    lies in it can tell.
    """
    found: list[SlotRecord] = []
    for path in (larder_folder(store) / SLOTS_FOLDER / group).glob(f"variation-{variation}-*.json"):
        dated = path.stem.rpartition("-")[2]
        if not dated.isdecimal() or int(dated) < since_ns:
            continue
        try:
            record = decode_ascii_json(read_regular(path), SlotRecord)
        except (OSError, UnreadableJsonError):
            continue
        if record.version <= FORMAT_VERSION and path == _path_of(store, record):
            found.append(record)
    return sorted(found, key=lambda record: record.aggregate_ns, reverse=True)


def has_later_record(store: Path, group: str, present: ReleasedVariation) -> bool:
    """Return whether a variation's folder had a list once that is younger than the present one."""
    return any(
        (dated := path.stem.rpartition("-")[2]).isdecimal() and int(dated) > present.aggregate_ns
        for path in (larder_folder(store) / SLOTS_FOLDER / group).glob(
            f"variation-{present.number}-*.json"))


def write_slots(
    store: Path, record: SlotRecord, slots: Sequence[Origin | None] | None = None
) -> None:
    """Write a record, flushed to the drive; the caller holds the store's lock.

    `slots` are written in the place of the record's own: a sequence that tells each when it is
    asked for it needs no memory for all.

    Raises:
        UserFacingError: if the disk is full, the store may not be written, or a link is in the way.
    """
    folder = make_larder_folder(store, SLOTS_FOLDER, record.group)
    parts = _parts(record, record.slots if slots is None else slots)
    write_atomically(_path_of(store, record), parts)
    for parent in (folder.parent, larder_folder(store)):
        sync_folder(parent)


def _parts(record: SlotRecord, slots: Sequence[Origin | None]) -> Iterator[bytes]:
    """As JSON, some slots at a time: its text takes three times their memory."""
    begin, ends = encode_ascii_json(
        msgspec.structs.replace(record, slots=())).split(b'"slots":[]', 1)
    yield begin + b'"slots":['
    for first in range(0, len(slots), SLOTS_TOGETHER):
        together = slots[first:first + SLOTS_TOGETHER]
        yield (b"," if first else b"") + _encode_slots(together)[1:-1]
    yield b"]" + ends


def _encode_slots(slots: Sequence[Origin | None]) -> bytes:
    """As `encode_ascii_json`, in a tenth of the time where all names are ASCII, as most are."""
    with suppress(UnicodeEncodeError):  # names that are not UTF-8
        encoded = msgspec.json.encode(slots)
        if encoded.isascii():
            return encoded
    return encode_ascii_json(slots)


def has_record(store: Path, group: str, variation: int, aggregate: tuple[int, int]) -> bool:
    """Return whether there is a record of the folder whose aggregate has this size and date."""
    return is_there(_path(store, group, variation, *aggregate))


def has_records(store: Path, group: str) -> bool:
    """Return whether anything is recorded of any folder of a group."""
    return (larder_folder(store) / SLOTS_FOLDER / group).is_dir()


def forget_slots(store: Path, group: str, *, kept: Collection[tuple[int, int, int]]) -> None:
    """Remove the records of a group's folders that are nowhere any more.

    Of a folder that no record is tied to, because its dates were lost, any may be: all of that
    variation stay.

    Args:
        store: the store's folder; its lock is held.
        group: key of the group.
        kept: (variation, bytes, mtime_ns) of the `aggregate.pt` of each folder that is live or in
            quarantine.

    Raises:
        OSError: if the records may not be removed.
    """
    folder = larder_folder(store) / SLOTS_FOLDER / group
    names = {_path(store, group, *stamp).name for stamp in kept}
    untied = {stamp[0] for stamp in kept if not has_record(store, group, stamp[0], stamp[1:])}
    beginnings = tuple(f"variation-{variation}-" for variation in untied)
    for path in folder.glob("variation-*.json"):
        if path.name not in names and not path.name.startswith(beginnings):
            path.unlink(missing_ok=True)
    with suppress(OSError):  # it holds records of folders that are kept, or is not there
        folder.rmdir()


def _path_of(store: Path, record: SlotRecord) -> Path:
    return _path(
        store, record.group, record.variation, record.aggregate_bytes, record.aggregate_ns)


def _path(store: Path, group: str, variation: int, size: int, mtime_ns: int) -> Path:
    name = f"variation-{variation}-{size}-{mtime_ns}.json"
    return larder_folder(store) / SLOTS_FOLDER / group / name
