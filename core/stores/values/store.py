"""A cache folder of pixels, audio features, waveforms or tokens as a mapping from keys to values.

A lookup is one read of one file, whose name follows from the key; nothing is loaded before. What is
remembered of uses (see `use_log`) decides only what goes first when there is a budget. With one,
each put keeps other processes of Larder from putting, hears what they put since, makes room and
says what it is about to store before it does: a crash in between makes the total too large until
the folder is listed again, never too small.

A payload is complete or absent after `kill -9`; it is not flushed to the drive one by one (2 ms
each, more than most values take), because the seal shows what a power cut left half written, and
the value is made again.
"""

from __future__ import annotations

import io
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from larder.core.errors import UserFacingError
from larder.core.files.atomic_write import replace_file
from larder.core.files.durable import explain_write_errors
from larder.core.files.regular_file import naming_errors, read_or_default
from larder.core.files.store_paths import larder_folder, refuse_link
from larder.core.files.temp_names import host_digest, remove_stale_temps
from larder.core.keys.cache_keys import ParsedName, TokensKey
from larder.core.keys.strict_fingerprint import StrictFingerprint, difference
from larder.core.payloads.dtypes import Values
from larder.core.payloads.sealed_npz import Chunk, SourceNote, lay_out, peek_stamp
from larder.core.stores.cache_store import (
    CacheStore,
    FileColumns,
    Put,
    PutResult,
    StoreListing,
    remove_files,
    set_aside,
)
from larder.core.stores.records import read_fingerprints
from larder.core.stores.store_run import RunningIndex
from larder.core.stores.use_log import UseLine, Uses
from larder.core.stores.values.listing import HOST_DIGITS, is_left_behind, list_values
from larder.core.stores.values.payloads import (
    ValueKey,
    find_value,
    grammar_of,
    name_of_key,
    to_smaller_waveform,
)
from larder.core.stores.values.uses import read_uses
from larder.core.workspace.store_kinds import StoreKind

WRITES_TRIED: Final = 3
"""A sweep of another process may remove the empty shard folder that a put has just made."""

LIST_AGAIN_S: Final = 60.0
"""Seconds after which the folder is listed again if other processes were putting meanwhile."""

DIGESTS: Final = frozenset({"processor", "tokenizer", "decoder"})
"""Fields of a key that hold a digest whose facts may be known."""

NAMES_OF_FIELDS: Final = {"max_samples": "limit in samples", "auto_resample": "resampling"}

_NEW_FILE: Final = (
    os.O_WRONLY | os.O_CREAT | os.O_EXCL
    | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0)
)  # fmt: skip
_MOST_VECTORS: Final = 512
"""POSIX promises 16 at least, Linux, macOS and the BSDs take 1024."""


class ValuesStore(CacheStore[ValueKey]):
    """One store of one kind."""

    def __init__(
        self,
        kind: StoreKind,
        folder: Path,
        *,
        budget_bytes: int | None = None,
        exact_int16: bool = False,
        clock: Callable[[], int] = time.time_ns,
    ) -> None:
        """See `CacheStore`; `exact_int16` stores waveforms as 16-bit numbers where nothing is lost.

        Raises:
            ValueError: if stores of this kind are not sharded.
        """
        self._grammar = grammar_of(kind)
        self._exact_int16 = exact_int16 and kind is StoreKind.WAVEFORM
        self._know_nothing()
        super().__init__(
            kind, folder, budget_bytes=budget_bytes, clock=clock, begin=self._know_nothing)

    def _know_nothing(self) -> None:
        """Forget this run's knowledge of the payloads; a forked child starts without any."""
        self._index = RunningIndex()
        self._listed_at = 0.0

    @property
    def total_bytes(self) -> int:
        """Total size of the payloads, updated without listing the folder each time.

        Raises:
            OSError: if the folder cannot be listed.
        """
        with self._run.alone():
            self._hear_others()
            return self._index.total_bytes

    def get(self, key: ValueKey, /) -> Values | None:
        """Return the value of a key; see `CacheStore.get`."""
        values, _ = self.look_up(key)
        return values

    def look_up(self, key: ValueKey, /) -> tuple[Values | None, str]:
        """As `get`, saying also why a payload that is there is not served; else "".

        Raises:
            OSError: if the drive fails.
        """
        name = key.name()
        values, fault = find_value(self.folder, name, key, self._grammar)
        if values is None:
            self._run.miss(is_damaged=bool(fault))
        else:
            with self._run.alone():
                self._run.hit(name)
                self._index.use(name)
        return values, fault

    def why_missed(self, key: ValueKey, /) -> str:
        """One clause that says why there is no value for a key; "" if there is one.

        Compares with the payloads of the same source: which fields of the key differ, and where a
        digest differs and its facts are known, which of those ("crop_size.height 224 -> 256").

        Raises:
            OSError: if the drive fails.
        """
        values, fault = find_value(self.folder, key.name(), key, self._grammar)
        if values is not None:
            return ""
        if fault:
            stamp = peek_stamp(self._path(key))
            if stamp is None or stamp.key == key.document():
                return fault
        differences = [
            _difference(self.folder, stored, key) for stored in self._of_same_source(key)]
        return min(differences, key=len, default="nothing is cached for this source")

    def _of_same_source(self, key: ValueKey) -> Iterator[Mapping[str, Any]]:
        """Documents of the keys that the same source's payloads were stored for."""
        shard, document = self.folder / key.folder(), key.document()
        subject = "section" if isinstance(key, TokensKey) else "blob"
        try:
            names = sorted(path.name for path in shard.iterdir())
        except (FileNotFoundError, NotADirectoryError):
            return
        for name in names:
            parsed = self._grammar.parse(f"{key.folder()}/{name}")
            if parsed is None:
                continue
            stamp = peek_stamp(shard / name)
            stored = stamp.key if stamp is not None else _parse_key_fields(parsed, key)
            if stored.get(subject) == document[subject]:
                yield stored

    def put(
        self, key: ValueKey, values: Values, /, *, source: SourceNote | None = None
    ) -> Put:
        """See `CacheStore`; `source` is remembered in the payload."""
        fault = self._grammar.fault(values, name_of_key(key, self._grammar))
        if fault:
            raise ValueError(f"not a value of a {self.kind.value} store: {fault}")
        stored = to_smaller_waveform(values) if self._exact_int16 else values
        payload = lay_out(stored, kind=self.kind.value, key=key.document(), source=source)
        size = sum(map(len, payload))
        if self.budget_bytes is not None and size > self.budget_bytes:
            return Put(PutResult.OVER_BUDGET, key.name(), size)
        shard = self.folder / key.folder()
        with explain_write_errors(shard, needed=lambda: size):
            evicted = self._store(key, payload, shard)
        if evicted is None:
            return Put(PutResult.OVER_BUDGET, key.name(), size)
        return Put(PutResult.STORED, key.name(), size, tuple(evicted))

    def remove(self, key: ValueKey, /) -> bool:
        """Remove the value of a key; see `CacheStore.remove`."""
        if not self.holds(key):
            return False
        name = key.name()
        with explain_write_errors(self.folder / key.folder()), self._run.alone():
            refuse_links(self.folder, key.folder())
            try:
                self._path(key).unlink()
            except FileNotFoundError:
                return False
            self._index.remove(name)
            self._run.gone(name)
        return True

    def _path(self, key: ValueKey, /) -> Path:
        return self.folder / key.name()

    def _store(
        self, key: ValueKey, payload: Sequence[Chunk], shard: Path
    ) -> list[str] | None:
        """Write and publish a payload; what made room for it, None if nothing could."""
        now_ns = self._run.now()
        for left in reversed(range(WRITES_TRIED)):
            temp: Path | None = None
            try:
                refuse_links(self.folder, key.folder())
                temp = write_temp(shard, key.file_name(), payload, mtime_ns=now_ns)
                return self._publish(temp, shard / key.file_name(), key.name(), now_ns)
            except FileNotFoundError:  # no shard folder yet, or another process cleared the store
                if not left:
                    raise
                shard.mkdir(parents=True, exist_ok=True)
            except BaseException:
                if temp is not None:
                    temp.unlink(missing_ok=True)
                raise
        raise AssertionError("the last try returns or raises")

    def _publish(self, temp: Path, target: Path, name: str, now_ns: int) -> list[str] | None:
        size = os.stat(temp).st_size  # noqa: PTH116 - once per put
        if self.budget_bytes is None:
            publish(temp, target, self.folder)
            with self._run.alone():
                self._index.put(name, size)
                self._run.put(name, size, now_ns)
            return []
        with self._run.alone(), self._run.log.held():
            self._hear_others()
            evicted = self._index.evict(
                self.budget_bytes - size, keep=name, spared_since_ns=self.spared_since_ns)
            if evicted is None:
                temp.unlink()
                return None
            try:
                self._run.log.append(UseLine(
                    run=self._run.id, put={name: size}, used={name: now_ns}, gone=evicted,
                    budget=self.budget_bytes))
                remove_files(self.folder, evicted)
                publish(temp, target, self.folder)
            except BaseException:
                self._index.forget()
                raise
            self._index.put(name, size)
            return evicted

    def _hear_others(self) -> None:
        """List the folder, or take in what other processes did since; call it `alone`.

        Raises:
            OSError: if the folder cannot be listed.
        """
        index, log = self._index, self._run.log
        news = log.news() if index.is_loaded else None
        others = [line for line in news or () if line.run != self._run.id]
        is_old = bool(others) and time.monotonic() - self._listed_at > LIST_AGAIN_S
        if news is None or is_old or any(line.back for line in others):
            log.begin_news()
            listing = self._listing()
            used = self._uses().last_uses(listing.names, listing.mtimes_ns).tolist()
            index.load(zip(listing.names, listing.sizes.tolist(), used, strict=True))
            self._listed_at = time.monotonic()
            return
        for line in others:
            for name in line.gone:
                index.remove(name)
            for name, size in line.put.items():
                index.put_by_another(name, size, line.used.get(name, 0))
            for name, used_ns in line.used.items():
                index.use_by_another(name, used_ns)

    def _listing(self) -> StoreListing:
        return list_values(self.folder, self.kind)

    def _remembered(self) -> Uses:
        return read_uses(self.folder, self.kind)

    def _left_behind(self, listing: StoreListing, now_ns: int) -> FileColumns:
        return listing.temporaries.where(
            lambda name, mtime_ns: is_left_behind(name, mtime_ns, now_ns=now_ns))

    def _remove_all(
        self, _listing: StoreListing, payloads: Sequence[str], left_behind: Sequence[str]
    ) -> None:
        """Remove files and what they leave empty."""
        names = [*payloads, *left_behind]
        with self._run.alone():
            self.flush()
            if names:
                with self._run.log.held():
                    self._run.log.append(UseLine(run=self._run.id, gone=names))
                    remove_files(self.folder, names)
            for name in names:
                self._index.remove(name)
            for shard in self._listing().empty_shards:
                try:
                    (self.folder / shard).rmdir()
                except OSError:  # filled or gone in between
                    continue
            if larder_folder(self.folder).is_dir():
                remove_stale_temps(larder_folder(self.folder))


def refuse_links(store: Path, folder: str) -> None:
    """Make sure that no folder between a store and a payload is a link.

    Raises:
        UserFacingError: if one is.
    """
    path = store
    for part in folder.split("/"):
        path = path / part
        refuse_link(path)


def publish(temp: Path, target: Path, store: Path) -> None:
    """Put a payload in its place; a folder that has its name is set aside, not deleted.

    Raises:
        UserFacingError: if another program keeps the target open.
        OSError: if the drive refuses.
    """
    try:
        replace_file(temp, target)
    except (OSError, UserFacingError):
        if not set_aside(store, target):
            raise
        replace_file(temp, target)


def write_temp(
    shard: Path, file_name: str, payload: Sequence[Chunk], *, mtime_ns: int
) -> Path:
    """Write a payload beside its place and return where; nothing is left if that fails.

    The shard folder must exist. The payload gets `mtime_ns`, so that the order of writes is the
    order of times.

    Raises:
        OSError: if the drive refuses.
    """
    while True:
        temp = shard / _temp_name(file_name)
        try:
            descriptor = os.open(temp, _NEW_FILE, 0o666)
        except FileExistsError:
            continue
        break
    try:
        with naming_errors(shard / file_name), io.FileIO(descriptor, "wb") as file:
            _write_all(file, payload)
        os.utime(temp, ns=(mtime_ns, mtime_ns))
    except BaseException:
        temp.unlink(missing_ok=True)
        raise
    return temp


def _temp_name(file_name: str) -> str:
    nonce = host_digest()[:HOST_DIGITS] + os.urandom((8 - HOST_DIGITS) // 2).hex()
    return f"{file_name}.tmp.{os.getpid()}.{nonce}"


def _write_all(file: io.FileIO, chunks: Sequence[bytes | memoryview]) -> None:
    """Everything with as few calls as the system takes; a call may take a part."""
    rest: list[bytes | memoryview] = [chunk for chunk in chunks if len(chunk)]
    rest.reverse()
    while rest:
        if hasattr(os, "writev"):
            written = os.writev(file.fileno(), rest[: -_MOST_VECTORS - 1 : -1])
        else:
            written = file.write(rest[-1]) or 0
        while rest and written >= len(rest[-1]):
            written -= len(rest.pop())
        if written:
            rest[-1] = memoryview(rest[-1])[written:]


def _parse_key_fields(parsed: ParsedName, key: ValueKey) -> Mapping[str, Any]:
    """Return the key fields read from another program's payload name, others from the key."""
    told: dict[str, Any] = dict(key.document())
    told.update({"section": parsed.subject} if isinstance(key, TokensKey) else {
        "blob": parsed.subject})
    named = {
        "height": parsed.height, "width": parsed.width, "sample_rate": parsed.sample_rate,
        "auto_resample": parsed.is_resampled, "sequence_length": parsed.sequence_length}
    told.update({field: value for field, value in named.items() if value is not None})
    for field in ("processor", "tokenizer"):
        if field in told and not str(told[field]).startswith(parsed.fingerprint):
            told[field] = parsed.fingerprint
    return told


def _difference(folder: Path, stored: Mapping[str, Any], key: ValueKey) -> str:
    known: dict[str, StrictFingerprint] = read_or_default(lambda: read_fingerprints(folder), {})
    clauses: list[str] = []
    for field, wanted in key.document().items():
        had = stored.get(field)
        if had == wanted:
            continue
        if field in DIGESTS:
            facts: tuple[str, ...] = ()
            if had in known and wanted in known:
                facts = difference(known[had].facts, known[wanted].facts)
            clauses += facts or (f"a different {field}",)
        elif field == "text":
            clauses.append("the text is different")
        else:
            spelled = NAMES_OF_FIELDS.get(field, field.replace("_", " "))
            clauses.append(f"{spelled}: {had} → {wanted}")
    return ", ".join(clauses) or (
        "another program stored it, and its name does not show what it contains")
