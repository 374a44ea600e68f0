"""Facts of sound payloads, remembered as columns: one file per store in the user's cache folder.

A row is good as long as its payload has the same size, times and inode. Most payloads of a store
are alike in nearly all that a look finds, which is kept once; only what differs from one to the
next is kept for each. So a second look at a hundred thousand decodes a few dozen records.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar, Final, Generic, Protocol, TypeVar

import msgspec
import numpy as np
import numpy.typing as npt
from msgspec.structs import astuple

from larder.core.files.file_stamp import FileStamp
from larder.core.keys.hash_memory import is_settled
from larder.core.settings import cache_home
from larder.core.stores.store_memory import StoreFile, load_file, save_file

FORMER_NAME: Final = "payloads.sqlite"
"""File of earlier versions, of up to a gigabyte, that nobody reads any more."""

WRITE_EVERY: Final = 20_000
"""Payloads, at least, that are read before the file is written: what a killed look may lose."""

UNKNOWN: Final = -1
NO_STAMP: Final = (-1, -1, -1, -1)


class PayloadLook(Protocol):
    """A msgspec Struct of what looking into one payload gave."""

    own: ClassVar[tuple[str, ...]]
    """Fields that differ from one payload to the next; each has a default."""


Facts = TypeVar("Facts", bound=PayloadLook)


class _FactsFile(StoreFile, array_like=True, gc=False):
    """A file of `facts/`; the format is raised whenever a look begins to find more.

    Attributes:
        names: of n payloads, relative to their store.
        stamps: size, modification time, change time and inode of each, int64, n times 4.
        code: index into `alike` of each, int32, shape (n,).
        own: fields of each that others do not share, in msgpack.
        alike: fields that payloads share, in msgpack, with the name of their type.
    """

    subject: ClassVar[tuple[str, int]] = ("facts", 8)

    names: list[str]
    stamps: npt.NDArray[np.int64]
    code: npt.NDArray[np.int32]
    own: list[bytes]
    alike: list[bytes]

    @property
    def is_whole(self) -> bool:
        """False of a file that a damaged drive changed."""
        count = len(self.names)
        return len(self.stamps) == count * len(NO_STAMP) and len(self.own) == count \
            and len(self.code) == count and bool((
                (self.code >= 0) & (self.code < len(self.alike))).all())


class FactsMemory(Generic[Facts]):
    """The remembered facts of one store's payloads; written when the block ends.

    Args:
        store: folder of the payloads.
        facts_type: of those that are asked for.

    Attributes:
        alike: shared fields by code, with the defaults of the others; None for those of another
            type.
    """

    def __init__(self, store: Path, facts_type: type[Facts]) -> None:
        self._store, self._type = store, facts_type
        self._began_ns = time.time_ns()
        kept = load_file(cache_home(), store, _FactsFile)
        none = np.zeros(0, dtype=np.int64)
        self._kept = kept if kept is not None and kept.is_whole else _FactsFile(
            _FactsFile.subject[1], str(store), [], none, none.astype(np.int32), [], [])
        self._encoded = {form: code for code, form in enumerate(self._kept.alike)}
        self.alike = [_decode_shared(form, facts_type) for form in self._kept.alike]
        self._fresh: dict[str, tuple[FileStamp, int, bytes]] = {}
        fields = {
            field.name: field
            for field in msgspec.structs.fields(facts_type)}  # type: ignore[arg-type]
        self._defaults = {name: fields[name].default for name in facts_type.own}
        self._own = msgspec.msgpack.Decoder(tuple[tuple(  # type: ignore[misc]
            fields[name].type for name in facts_type.own)])

    def __enter__(self) -> FactsMemory[Facts]:
        return self

    def __exit__(self, *_: object) -> None:
        self._write()

    def known(
        self, names: Sequence[str], stamps: Iterable[FileStamp | None]
    ) -> tuple[npt.NDArray[np.int32], list[bytes]]:
        """Return what is remembered of n payloads that have these stamps now.

        Returns:
            Their codes, `UNKNOWN` for those that are to be read, int32, shape (n,); and their own
            fields, packed.
        """
        found = np.full(len(names), UNKNOWN, dtype=np.int32)
        own = [b""] * len(names)
        if not self._kept.names:
            return found, own
        row_of = dict(zip(self._kept.names, itertools.count()))
        rows = np.fromiter(map(row_of.get, names, itertools.repeat(-1)), np.int64, len(names))
        now = np.array([NO_STAMP if stamp is None else astuple(stamp) for stamp in stamps],
                       dtype=np.int64).reshape(-1, len(NO_STAMP))
        is_mine = np.array([shared is not None for shared in self.alike], dtype=np.bool_)
        then = self._kept.stamps.reshape(-1, len(NO_STAMP))
        at = np.flatnonzero(rows >= 0)
        at = at[(then[rows[at]] == now[at]).all(axis=1) & is_mine[self._kept.code[rows[at]]]]
        found[at] = self._kept.code[rows[at]]
        for place, row in zip(at.tolist(), rows[at].tolist(), strict=True):
            own[place] = self._kept.own[row]
        return found, own

    def note(self, name: str, stamp: FileStamp | None, facts: Facts) -> tuple[int, bytes]:
        """Return code and packed own fields of a payload that was read, and remember them.

        `stamp` is that of before it was read, None where it is not to be remembered.
        """
        shared = msgspec.structs.replace(facts, **self._defaults)  # type: ignore[type-var]
        form = msgspec.msgpack.encode((type(facts).__name__, shared), order="deterministic")
        code = self._encoded.setdefault(form, len(self._encoded))
        if code == len(self.alike):
            self.alike.append(shared)
        own = msgspec.msgpack.encode([getattr(facts, field) for field in facts.own])
        if stamp is not None and is_settled(stamp, self._began_ns):
            self._fresh[name] = (stamp, code, own)
            if len(self._fresh) >= max(WRITE_EVERY, len(self._kept.names) // 4):
                self._write()
        return code, own

    def own_fields(self, packed: Iterable[bytes]) -> Iterator[tuple[Any, ...]]:
        """Yield the own fields of payloads, in the order of `own` of their type."""
        return map(self._own.decode, packed)

    def _write(self) -> None:
        """Write what was read since, with what was known of others."""
        fresh = {name: row for name, row in self._fresh.items() if _is_text(name)}
        self._fresh = {}
        if not fresh:
            return
        kept = self._kept
        stays = np.array([name not in fresh for name in kept.names], dtype=np.bool_)
        stamps = np.array([astuple(stamp) for stamp, _, _ in fresh.values()], dtype=np.int64)
        codes = np.concatenate([
            kept.code[stays], np.array([code for _, code, _ in fresh.values()], dtype=np.int32)])
        used, code = np.unique(codes, return_inverse=True)
        forms = list(self._encoded)
        written = _FactsFile(
            _FactsFile.subject[1], str(self._store),
            names=[*itertools.compress(kept.names, stays), *fresh],
            stamps=np.concatenate([
                kept.stamps.reshape(-1, len(NO_STAMP))[stays], stamps]).ravel(),
            code=code.astype(np.int32),
            own=[*itertools.compress(kept.own, stays), *(own for _, _, own in fresh.values())],
            alike=[forms[one] for one in used.tolist()])
        if save_file(cache_home(), self._store, written):
            with suppress(OSError):
                (cache_home() / FORMER_NAME).unlink(missing_ok=True)
        # Codes that were given stay good.
        self._kept = msgspec.structs.replace(written, code=codes, alike=forms)


def _is_text(name: str) -> bool:
    """Return whether msgpack takes a name; those that are not UTF-8 it does not."""
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _decode_shared(form: bytes, facts_type: type[Facts]) -> Facts | None:
    try:
        name, shared = msgspec.msgpack.decode(form, type=tuple[str, msgspec.Raw])
        return None if name != facts_type.__name__ else msgspec.msgpack.decode(
            shared, type=facts_type)
    except msgspec.DecodeError:
        return None
