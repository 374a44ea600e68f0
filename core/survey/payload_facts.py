"""Reading payloads from end to end, several at a time, and remembering what they hold.

One payload costs a read, a CRC-32 and a look at its values; all three let go of Python's lock, so a
few threads keep a disk busy. They are never further ahead than a few payloads, each with one
storage in memory. What was found of a sound payload is remembered by its size, dates and inode in
the user's cache folder, so that a second look reads only what is new. Of damage nothing is
remembered: it is looked at again.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Final

import msgspec

from larder.core.errors import PayloadError
from larder.core.files.file_stamp import readable_stamp
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.keys.hash_memory import HashMemory
from larder.core.payloads.arrays import ArrayInfo
from larder.core.payloads.pt_file import examine_pt
from larder.core.payloads.value_checks import BlankValues
from larder.core.settings import cache_home
from larder.core.stores.smart.stamps import CONTENT_KEY, MODELTYPE_KEY
from larder.core.survey.document import PayloadTotals
from larder.core.survey.reading_pace import note_reading

MEMORY_NAME: Final = "payloads.sqlite"
"""File of the memory in the cache folder."""

FORMAT: Final = 1
"""What is remembered in another form is read again."""

READERS: Final = min(4, os.cpu_count() or 1)
AHEAD: Final = 4 * READERS
"""Payloads that are asked for before the oldest of them was taken."""


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
    """

    arrays: tuple[ArrayInfo, ...]
    names: frozenset[str]
    bad_values: str
    is_blank: bool
    modeltype: str
    prompt_stamp: str
    bytes: int
    spare_bytes: int


Read = PayloadFacts | PayloadError


class PayloadsRead(msgspec.Struct, frozen=True):
    """What was found.

    Attributes:
        facts: by name, in the order in which they were asked for.
        totals: how many of them were opened; the others were known.
    """

    facts: dict[str, Read]
    totals: PayloadTotals


def read_payloads(store: Path, names: Sequence[str], token: CancelToken) -> Job[PayloadsRead]:
    """Read what is not known yet; what was read until it was cancelled is remembered.

    Args:
        store: folder of the payloads.
        names: relative to it, with "/".
        token: checked per payload.
    """
    folder = str(store)
    shared: dict[tuple[ArrayInfo, ...], tuple[ArrayInfo, ...]] = {}
    found: dict[str, Read] = {}
    read, size, began = 0, 0, time.perf_counter()
    yield Progress("checking cached files", 0, len(names), "files")
    with HashMemory(cache_home() / MEMORY_NAME) as memory:
        stamps = [readable_stamp(store / name) for name in names]
        known = [_decoded(digits) for digits in memory.known(folder, names, stamps)]
        asked = [name for name, facts in zip(names, known, strict=True) if facts is None]
        stamp_of = dict(zip(names, stamps, strict=True))
        with _reading(store, asked) as reading:
            for done, (name, facts) in enumerate(zip(names, known, strict=True)):
                token.check()
                yield Progress("checking cached files", done, len(names), "files")
                if facts is not None:
                    found[name] = _with_shared(facts, shared)
                    continue
                fresh = next(reading).result()
                stamp = stamp_of[name]
                read, size = read + 1, size + (0 if stamp is None else stamp.size)
                if isinstance(fresh, PayloadError):
                    found[name] = fresh
                    continue
                found[name] = _with_shared(fresh, shared)
                if stamp is not None:
                    digits = msgspec.msgpack.encode((FORMAT, fresh)).hex()
                    memory.remember(folder, [(name, stamp, digits)])
    note_reading(size, time.perf_counter() - began)
    return PayloadsRead(found, PayloadTotals(files=len(names), read=read, bytes=size))


@contextmanager
def _reading(store: Path, names: Sequence[str]) -> Iterator[Iterator[Future[Read]]]:
    """The payloads in their order, a few of them read ahead; none after the block."""
    pool = ThreadPoolExecutor(READERS, "payloads")

    def in_order() -> Iterator[Future[Read]]:
        left = iter(names)
        waiting = deque(pool.submit(_read, store / name) for name in islice(left, AHEAD))
        while waiting:
            yield waiting.popleft()
            waiting.extend(pool.submit(_read, store / name) for name in islice(left, 1))

    try:
        yield in_order()
    finally:
        pool.shutdown(cancel_futures=True)


def _read(path: Path) -> Read:
    try:
        found = examine_pt(path)
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
        bytes=sum(array.bytes for array in arrays), spare_bytes=found.spare_bytes)


def _with_shared(
    facts: PayloadFacts, shared: dict[tuple[ArrayInfo, ...], tuple[ArrayInfo, ...]]
) -> PayloadFacts:
    """Most payloads of a store list the same arrays, which are kept once."""
    return msgspec.structs.replace(facts, arrays=shared.setdefault(facts.arrays, facts.arrays))


def _decoded(digits: str | None) -> PayloadFacts | None:
    if digits is None:
        return None
    try:
        form, facts = msgspec.msgpack.decode(
            bytes.fromhex(digits), type=tuple[int, PayloadFacts])
    except msgspec.DecodeError:
        return None
    return facts if form == FORMAT else None
