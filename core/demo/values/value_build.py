"""Fills one store of the sample as a build over a folder and two epochs of training would.

What real stores draw by lot (numbers of runs and logs, the name of a tree's data) is replaced by
what follows from the content, so that equal samples are equal files.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec
import xxhash

from larder.core.demo.sample_times import SampleTimes, set_time
from larder.core.demo.values.trees import Tree
from larder.core.encoders.protocol import SourceError
from larder.core.encoders.value_encoder import PieceKey, SourceFile, ValueEncoder
from larder.core.files.journal import JournalAction, JournalRecord, append_journal
from larder.core.files.store_paths import larder_folder
from larder.core.keys.cache_keys import TreeKey
from larder.core.keys.hash_memory import blob_digest
from larder.core.payloads.sealed_npz import SourceNote
from larder.core.payloads.tree.load import DATA_SUFFIX, read_manifest
from larder.core.payloads.tree.manifest import encode_manifest
from larder.core.stores.records import RecordedSource, note_fingerprint, note_sources
from larder.core.stores.sharded.store import ShardedStore
from larder.core.stores.tree.listing import manifest_path
from larder.core.stores.tree.store import TreeStore
from larder.core.stores.use_log import UseLine, uses_name
from larder.core.workspace.store_kinds import StoreKind

EPOCHS: Final = 2
"""How often each value was read again after it was stored."""

LOG_ID: Final = "0" * 16
RUN_ID: Final = "0" * 8


@dataclasses.dataclass(slots=True)
class ValueBuild:
    """A store being filled.

    Attributes:
        root: the workspace.
        folder: the store.
        kind: what it caches.
        times: when its files were written.
        made: source -> its payloads, in order; a tree is its own source.
        bytes: of all payloads.
    """

    root: Path
    folder: Path
    kind: StoreKind
    times: SampleTimes
    made: dict[str, list[str]] = dataclasses.field(default_factory=dict)
    bytes: int = 0
    _ticks: int = 0

    @property
    def payloads(self) -> int:
        """How many values it holds."""
        return sum(map(len, self.made.values()))

    def fill(self, sources: Sequence[str], encoder: ValueEncoder) -> Iterator[str]:
        """Cache sources; yields each when its payloads are there.

        Args:
            sources: paths relative to the workspace, "/" between folders.
            encoder: makes their values.

        Raises:
            SourceError: if the sample made a source that cannot be used.
        """
        self.folder.mkdir(parents=True)
        recorded: list[RecordedSource] = []
        with ShardedStore(self.kind, self.folder, clock=self._now) as store:
            keys: list[PieceKey] = []
            for name in sources:
                for key, put in self._cache(store, name, encoder, recorded):
                    keys.append(key)
                    self.bytes += put
                yield name
            for _ in range(EPOCHS):
                for key in keys:
                    store.get(key)
        known = encoder.fingerprint
        note_fingerprint(self.folder, known.digest, known.facts, name=known.name)
        note_sources(self.folder, recorded)
        self._finish({"encoder": known.name, "fingerprint": known.digest})

    def fill_trees(self, trees: dict[str, Tree]) -> Iterator[str]:
        """Save trees; yields each name when it is there."""
        self.folder.mkdir(parents=True)
        with TreeStore(self.folder, fsync=False, clock=self._now) as store:
            for name, tree in trees.items():
                self.bytes += store.put_tree(TreeKey(name), tree).bytes
                self.made[name] = [name]
                settle_tree(manifest_path(self.folder, name), self._now())
                yield name
            for name in trees:
                store.get(TreeKey(name))
        self._finish({})

    def _cache(
        self, store: ShardedStore, name: str, encoder: ValueEncoder,
        recorded: list[RecordedSource],
    ) -> Iterator[tuple[PieceKey, int]]:
        path = self.root / name
        status, blob = path.stat(), blob_digest(path)
        note = SourceNote(name=name, size=status.st_size, mtime_ns=status.st_mtime_ns)
        pieces = encoder.pieces(SourceFile(path, blob))
        for piece, values in zip(pieces, encoder.encode(pieces), strict=True):
            if isinstance(values, SourceError):
                raise values
            store.get(piece.key)
            put = store.put(piece.key, values, source=note)
            recorded.append(RecordedSource(put.name, name, note.size, note.mtime_ns, blob))
            self.made.setdefault(name, []).append(put.name)
            yield piece.key, put.bytes

    def _finish(self, detail: dict[str, object]) -> None:
        """Write the record of the build, and date what Larder noted beside the payloads."""
        append_journal(self.folder, JournalRecord(
            at_ns=self.times.index, action=JournalAction.BUILT, items=self.payloads,
            bytes=self.bytes, detail=detail))
        _settle_uses(larder_folder(self.folder) / uses_name(self.kind))
        for path in larder_folder(self.folder).iterdir():
            set_time(path, self.times.index)

    def _now(self) -> int:
        self._ticks += 1
        return self.times.payload(self._ticks, self.kind.value)


def settle_tree(manifest: Path, at_ns: int) -> None:
    """Name a tree's data by its content, and date both files."""
    found = read_manifest(manifest)
    data = manifest.with_name(found.data)
    digits = xxhash.xxh3_64_hexdigest(data.read_bytes())
    settled = data.with_name(f"{manifest.stem}.{digits}{DATA_SUFFIX}")
    data.replace(settled)
    manifest.write_bytes(encode_manifest(dataclasses.replace(found, data=settled.name)))
    for path in (settled, manifest):
        set_time(path, at_ns)


def _settle_uses(log: Path) -> None:
    lines = [msgspec.json.decode(line, type=UseLine) for line in log.read_bytes().splitlines()]
    for line in lines:
        line.log, line.run = line.log and LOG_ID, line.run and RUN_ID
    log.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))
