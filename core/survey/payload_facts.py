"""Reading payloads of any store from end to end, several at a time, and remembering what they hold.

One payload costs a read, a CRC-32 and a look at its values; all three let go of Python's lock, so a
few threads keep a disk busy. They are never further ahead than a few payloads, each with one
storage in memory. What was found of a sound payload is remembered by its size, dates and inode in
the user's cache folder, so that a second look reads only what is new. Of damage
only its file's name is remembered, see `payload_faults`: it is looked at again.
"""

from __future__ import annotations

import itertools
import math
import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any, ClassVar, Final, Generic

import msgspec
import numpy as np
import numpy.typing as npt

from larder.core.errors import PayloadError
from larder.core.files.file_stamp import FileStamp
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.keys.recipe import RECIPE_KEY
from larder.core.keys.token_digest import TokenDigest, is_array_of_ids, token_digest
from larder.core.payloads.arrays import ArrayInfo
from larder.core.payloads.pt_file import examine_pt
from larder.core.payloads.value_checks import MASK_NAME, BlankValues, is_masked
from larder.core.stores.indexed.stamps import CONTENT_KEY, MODELTYPE_KEY, read_source_hash
from larder.core.survey.document import ReadTotals
from larder.core.survey.facts_memory import UNKNOWN, Facts, FactsMemory
from larder.core.survey.sources import note_reading

CROP_NAME: Final = "crop_resolution"

READERS: Final = min(4, os.cpu_count() or 1)
AHEAD: Final = 4 * READERS
"""Payloads that are asked for before the oldest of them was taken."""


class PayloadFacts(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One sound payload.

    Attributes:
        own: as in `PayloadLook`.
        names: top-level names that are no stamps.
        bad_values: a clause about values that no encoder gives, "" without any.
        is_blank: whether that is nothing but zeros.
        modeltype: model type that it was written for, "" where it does not say.
        bytes: of its arrays.
        spare_bytes: of storages, that no array needs.
        tokens: digests of its token ids.
        recipe: id of the recipe that it carries, "" for none.
        is_masked: whether it holds a mask that is not white everywhere.
        crop: height and width that its picture was cut to, () where it does not say.
        source: hash of the file that it was made from, 16 hex digits, "" where it does not say.
        prompt_stamp: digest of model type, names and prompt, "" where it has none.
    """

    own: ClassVar[tuple[str, ...]] = ("prompt_stamp", "tokens", "source")

    arrays: tuple[ArrayInfo, ...]
    names: frozenset[str]
    bad_values: str
    is_blank: bool
    modeltype: str
    bytes: int
    spare_bytes: int
    tokens: tuple[TokenDigest, ...] = ()
    recipe: str = ""
    is_masked: bool = False
    crop: tuple[int, ...] = ()
    source: str = ""
    prompt_stamp: str = ""


class PayloadsRead(msgspec.Struct, Generic[Facts], frozen=True, dict=True):
    """Facts that were read from n payloads; those that most of them share are kept once.

    Attributes:
        names: of the payloads, in the order in which they were asked for.
        code: index into `alike` of each, `UNKNOWN` for one that cannot be read, int32, shape (n,).
        alike: the facts of payloads that are alike, with the defaults of those in `own`.
        packed: what each has of its own, for `unpack`.
        unpack: gives those fields, in the order of `own` of their type.
        errors: why payloads cannot be read.
    """

    names: Sequence[str]
    code: npt.NDArray[np.int32]
    alike: Sequence[Facts]
    packed: Sequence[bytes]
    unpack: Callable[[Iterable[bytes]], Iterator[tuple[Any, ...]]]
    errors: Mapping[str, PayloadError]

    def those_alike(self) -> Iterator[tuple[Facts, npt.NDArray[np.int64]]]:
        """Yield facts, and the positions of the payloads that share them, ascending."""
        order = np.argsort(self.code, kind="stable")
        ends = np.searchsorted(self.code[order], np.arange(len(self.alike) + 1))
        for facts, first, end in zip(self.alike, ends.tolist(), ends[1:].tolist(), strict=False):
            yield facts, order[first:end]

    def own_fields(self, name: str) -> dict[str, Any]:
        """Return one field of `own` of every payload that could be read, by name of payload."""
        is_read = (self.code != UNKNOWN).tolist()
        place = self.alike[0].own.index(name) if self.alike else 0
        return {payload: fields[place] for payload, fields in zip(
            itertools.compress(self.names, is_read),
            self.unpack(itertools.compress(self.packed, is_read)), strict=True)}

    @cached_property
    def facts(self) -> dict[str, Facts | PayloadError]:
        """All facts of each payload by name, in the order in which they were asked for."""
        return {
            name: self.errors[name] if code == UNKNOWN else msgspec.structs.replace(
                self.alike[code], **dict(zip(self.alike[code].own, own, strict=True)))
            for name, code, own in zip(
                self.names, self.code.tolist(),
                (next(self.unpack([one])) if one else () for one in self.packed), strict=True)}


def read_payloads(
    store: Path,
    stamps: Mapping[str, FileStamp | None],
    facts_type: type[Facts],
    read_one: Callable[[str], Facts | PayloadError],
    token: CancelToken,
    seconds: float = math.inf,
) -> Job[tuple[PayloadsRead[Facts], ReadTotals]]:
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
        The facts, and how many payloads were opened for them; the others were known.
    """
    names = list(stamps)
    errors: dict[str, PayloadError] = {}
    left_out: set[int] = set()
    read, size, began = 0, 0, time.perf_counter()
    yield Progress("checking cached files", 0, len(names), "files")
    with FactsMemory(store, facts_type) as memory:
        code, packed = memory.known(names, stamps.values())
        unknown = np.flatnonzero(code == UNKNOWN).tolist()
        with _reading([names[at] for at in unknown], read_one) as reading:
            for at in unknown:
                name, stamp = names[at], stamps[names[at]]
                token.check()
                yield Progress("checking cached files", at, len(names), "files")
                if time.perf_counter() - began > seconds:
                    left_out.add(at)
                    continue
                fresh = next(reading).result()
                read, size = read + 1, size + (0 if stamp is None else stamp.size)
                if isinstance(fresh, PayloadError):
                    errors[name] = fresh
                else:
                    code[at], packed[at] = memory.note(name, stamp, fresh)
    note_reading(size, time.perf_counter() - began)
    totals = ReadTotals(files=len(names), read=read, bytes=size)
    if left_out:
        is_in = np.ones(len(names), dtype=np.bool_)
        is_in[list(left_out)] = False
        code = code[is_in]
        names = list(itertools.compress(names, is_in.tolist()))
        packed = list(itertools.compress(packed, is_in.tolist()))
    used = np.unique(code[code != UNKNOWN])
    is_read = code != UNKNOWN
    code[is_read] = np.searchsorted(used, code[is_read])
    return PayloadsRead(
        names, code, [memory.alike[one] for one in used.tolist()], packed, memory.own_fields,
        errors), totals


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
