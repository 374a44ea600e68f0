"""Reading payloads of any store from end to end, several at a time, and remembering what they hold.

One payload costs a read, a CRC-32 and a look at its values; all three let go of Python's lock, so a
few threads keep a disk busy. They are never further ahead than a few payloads, each with one
storage in memory. What was found of a sound payload is remembered by its size, dates and inode in
the user's cache folder, so that a second look reads only what is new. Of damage nothing is
remembered: it is looked at again.
"""

from __future__ import annotations

import math
import os
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from larder.core.errors import PayloadError
from larder.core.files.file_stamp import FileStamp
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.keys.hash_memory import HashMemory
from larder.core.keys.recipe import RECIPE_KEY
from larder.core.keys.token_digest import TokenDigest, is_array_of_ids, token_digest
from larder.core.payloads.arrays import ArrayInfo
from larder.core.payloads.pt_file import examine_pt
from larder.core.payloads.value_checks import MASK_NAME, BlankValues, is_masked
from larder.core.settings import cache_home
from larder.core.stores.indexed.stamps import CONTENT_KEY, MODELTYPE_KEY, read_source_hash
from larder.core.survey.document import ReadTotals
from larder.core.survey.sources import note_reading

MEMORY_NAME: Final = "payloads.sqlite"
"""File of the memory in the cache folder."""

FORMAT: Final = 7
"""What is remembered in another form is read again."""

CROP_NAME: Final = "crop_resolution"

PROGRESS_EVERY: Final = 64
"""Of what is known already, so many are gone through between two looks at the token."""

SHARED: Final = ("arrays", "names")
"""Fields of facts of which most payloads of a store have the same."""

READERS: Final = min(4, os.cpu_count() or 1)
AHEAD: Final = 4 * READERS
"""Payloads that are asked for before the oldest of them was taken."""

Facts = TypeVar("Facts", bound=msgspec.Struct)


class PayloadFacts(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One sound payload.

    Attributes:
        names: top-level names that are no stamps.
        bad_values: a clause about values that no encoder gives, "" without any.
        is_blank: whether that is nothing but zeros.
        modeltype: model type that it was written for, "" where it does not say.
        prompt_stamp: digest of model type, names and prompt, "" where it has none.
        bytes: of its arrays.
        spare_bytes: of storages, that no array needs.
        tokens: digests of its token ids.
        recipe: id of the recipe that it carries, "" for none.
        is_masked: whether it holds a mask that is not white everywhere.
        crop: height and width that its picture was cut to, () where it does not say.
        source: hash of the file that it was made from, 16 hex digits, "" where it does not say.
    """

    arrays: tuple[ArrayInfo, ...]
    names: frozenset[str]
    bad_values: str
    is_blank: bool
    modeltype: str
    prompt_stamp: str
    bytes: int
    spare_bytes: int
    tokens: tuple[TokenDigest, ...] = ()
    recipe: str = ""
    is_masked: bool = False
    crop: tuple[int, ...] = ()
    source: str = ""


def read_payloads(
    store: Path,
    stamps: Mapping[str, FileStamp | None],
    facts_type: type[Facts],
    read_one: Callable[[str], Facts | PayloadError],
    token: CancelToken,
    seconds: float = math.inf,
) -> Job[tuple[dict[str, Facts | PayloadError], ReadTotals]]:
    """Read what is not known yet; what was read until it was cancelled is remembered.

    Args:
        store: folder of the payloads.
        stamps: of their files as they are now, by the name that a payload has in the store, in the
            order in which they are read; None where that cannot be told.
        facts_type: what is remembered of a sound one.
        read_one: reads one by its name, in any thread.
        token: checked per payload.
        seconds: what is not known after so long is left out.

    Returns:
        Facts by name, in the order in which they were asked for, and how many payloads were opened;
        the others were known.
    """
    folder, names = str(store), list(stamps)
    shared: dict[object, Any] = {}
    found: dict[str, Facts | PayloadError] = {}
    read, size, began = 0, 0, time.perf_counter()
    yield Progress("checking cached files", 0, len(names), "files")
    with HashMemory(cache_home() / MEMORY_NAME) as memory:
        remembered = memory.known(folder, names, list(stamps.values()))
        # Those of pictures are alike, nearly all of them.
        decoded = {digits: _decode_facts(digits, facts_type) for digits in {*remembered}}
        known = [decoded[digits] for digits in remembered]
        asked = [name for name, facts in zip(names, known, strict=True) if facts is None]
        with _reading(asked, read_one) as reading:
            for done, (name, facts) in enumerate(zip(names, known, strict=True)):
                if facts is None or done % PROGRESS_EVERY == 0:
                    token.check()
                    yield Progress("checking cached files", done, len(names), "files")
                if facts is not None:
                    found[name] = _with_shared(facts, shared)
                    continue
                if time.perf_counter() - began > seconds:
                    continue
                fresh = next(reading).result()
                stamp = stamps[name]
                read, size = read + 1, size + (0 if stamp is None else stamp.size)
                if isinstance(fresh, PayloadError):
                    found[name] = fresh
                    continue
                found[name] = _with_shared(fresh, shared)
                if stamp is not None:
                    digits = _encode_facts(fresh)
                    memory.remember(folder, [(name, stamp, digits)])
    note_reading(size, time.perf_counter() - began)
    return found, ReadTotals(files=len(names), read=read, bytes=size)


@contextmanager
def _reading(
    names: Sequence[str], read_one: Callable[[str], Facts | PayloadError]
) -> Iterator[Iterator[Future[Facts | PayloadError]]]:
    """The payloads in their order, a few of them read ahead; none after the block."""
    pool = ThreadPoolExecutor(READERS, "payloads")

    def in_order() -> Iterator[Future[Facts | PayloadError]]:
        left = iter(names)
        waiting = deque(pool.submit(read_one, name) for name in islice(left, AHEAD))
        while waiting:
            yield waiting.popleft()
            waiting.extend(pool.submit(read_one, name) for name in islice(left, 1))

    try:
        yield in_order()
    finally:
        pool.shutdown(cancel_futures=True)


def read_pt(path: Path) -> PayloadFacts | PayloadError:
    """Read one file of a trainer's from end to end."""
    try:
        found = examine_pt(path, lambda name: is_array_of_ids(name) or name == MASK_NAME)
    except PayloadError as error:
        return error
    values, arrays = found.contents.values, found.contents.arrays
    modeltype, stamp = values.get(MODELTYPE_KEY), values.get(CONTENT_KEY)
    return PayloadFacts(
        arrays=arrays,
        names=frozenset(name for name in found.contents.names if not name.startswith("__")),
        bad_values=str(found.bad_values), is_blank=isinstance(found.bad_values, BlankValues),
        modeltype=modeltype if isinstance(modeltype, str) else "",
        prompt_stamp=stamp if isinstance(stamp, str) else "",
        bytes=sum(array.bytes for array in arrays), spare_bytes=found.spare_bytes,
        tokens=tuple([
            token_digest(name, ids) for name, ids in found.kept.items() if name != MASK_NAME]),
        recipe=str(values.get(RECIPE_KEY, "")),
        is_masked=MASK_NAME in found.kept and is_masked(found.kept[MASK_NAME]),
        crop=_height_and_width(values.get(CROP_NAME)), source=read_source_hash(values))


def _height_and_width(crop: object) -> tuple[int, ...]:
    is_known = isinstance(crop, tuple | list) and len(crop) > 1 and all(
        isinstance(side, int) for side in crop)
    return tuple(crop[-2:]) if is_known and isinstance(crop, tuple | list) else ()


def _with_shared(facts: Facts, shared: dict[object, Any]) -> Facts:
    """Most payloads of a store hold the same arrays and names, which are kept once."""
    fields = {name: getattr(facts, name) for name in SHARED if hasattr(facts, name)}
    kept = {name: shared.setdefault(value, value) for name, value in fields.items()}
    is_kept = all(fields[name] is value for name, value in kept.items())
    return facts if is_kept else msgspec.structs.replace(facts, **kept)


def _encode_facts(facts: msgspec.Struct) -> str:
    """As hex digits, always more of them than a hash has, for the memory tells hashes by that."""
    return msgspec.msgpack.encode((FORMAT, type(facts).__name__, facts)).hex()


def _decode_facts(digits: str | None, facts_type: type[Facts]) -> Facts | None:
    if digits is None:
        return None
    try:
        form, kind, facts = msgspec.msgpack.decode(
            bytes.fromhex(digits), type=tuple[int, str, facts_type])  # type: ignore[valid-type]
    except msgspec.DecodeError:
        return None
    return facts if (form, kind) == (FORMAT, facts_type.__name__) else None
