"""What a store of single values holds, and what its record says of where that came from.

A store is asked which of the pieces it holds: by name from one listing, then by what the payload
says of itself. Names have 48 bits of a digest, and samples do not name their decoder, so a name
alone does not tell that a lookup would serve the payload; its head does, and costs one open.
Payloads without a stamp of ours are read whole, as a lookup would.

A store's record spells sources absolute or relative to the workspace's root; here they are compared
by where they lie.
"""

from __future__ import annotations

import enum
import os
from collections.abc import Container
from pathlib import Path

from larder.core.build.values.sources import SourceRows
from larder.core.encoders.value_encoder import PieceKey
from larder.core.errors import WorkspaceError
from larder.core.payloads.sealed_npz import key_matches, peek_stamp
from larder.core.stores.records import RecordedSource, read_sources
from larder.core.stores.sharded.payloads import find_value, grammar_of
from larder.core.workspace.spelled_paths import RecordedPaths, SpelledPaths
from larder.core.workspace.store_kinds import StoreKind


class KnownSources:
    """The record of one store, asked about the files of one folder."""

    def __init__(self, store: Path, sources: SourceRows, paths: SpelledPaths) -> None:
        """Read the record.

        Raises:
            OSError: if it is there and cannot be read.
        """
        self._sources = sources
        self._paths = RecordedPaths(paths)
        self._by_name = read_sources(store)
        self._digests: dict[str, set[str]] = {}
        for one in self._by_name.values():
            self._digests.setdefault(self._paths.real(one.source), set()).add(one.digest)

    def is_recorded(self, name: str, row: int, blob: str) -> bool:
        """Whether a payload's source is known and as recorded: this one, or one elsewhere."""
        known = self._by_name.get(name)
        if known is None:
            return False
        path = self._paths.real(known.source)
        if path != self._sources.path(row):
            return _is_as_recorded(path, known)
        here = record_of(self._sources, row, name, blob)
        return (known.size, known.mtime_ns, known.digest) == (
            here.size, here.mtime_ns, here.digest)

    def is_of(self, name: str, row: int) -> bool:
        """Whether a payload of this name was made of this source."""
        known = self._by_name.get(name)
        return known is not None and self._paths.real(known.source) == self._sources.path(row)

    def was_built_of_another(self, row: int, blob: str) -> bool:
        """Whether something was built of this source when it held something else."""
        before = self._digests.get(self._sources.path(row), set())
        return bool(before) and blob not in before


def record_of(sources: SourceRows, row: int, name: str, blob: str) -> RecordedSource:
    """What is noted of a payload that is made of a source."""
    return RecordedSource(
        name=name, source=sources.path_as_stored(row), size=int(sources.sizes[row]),
        mtime_ns=int(sources.mtimes_ns[row]), digest=blob)


def _is_as_recorded(path: str, known: RecordedSource) -> bool:
    """Whether a source, perhaps of another folder, is there with its stamp."""
    try:
        status = os.stat(path)  # noqa: PTH116 - a text
    except (OSError, ValueError):
        return False
    return (status.st_size, status.st_mtime_ns) == (known.size, known.mtime_ns)


class Held(enum.Enum):
    """What there is for a key."""

    GOOD = "good"
    ABSENT = "absent"
    DAMAGED = "damaged"
    OF_ANOTHER_KEY = "of-another-key"


class Holdings:
    """What one store holds."""

    def __init__(
        self, store: Path, kind: StoreKind, names: Container[str], *, reads_all: bool = False
    ) -> None:
        """Make ready; nothing is read. `reads_all` also finds what was damaged behind its head."""
        self._store = store
        self._grammar = grammar_of(kind)
        self._names = names
        self._reads_all = reads_all

    def of(self, key: PieceKey) -> Held:
        """What there is for a key.

        Raises:
            WorkspaceError: if a payload that is there cannot be read.
        """
        name = key.name()
        if name not in self._names:
            return Held.ABSENT
        try:
            return self._look_at(name, key)
        except OSError as error:
            raise WorkspaceError(
                f"{self._store / name} cannot be read: {error.strerror or error}.",
                "Check its permissions and its drive.") from error

    def _look_at(self, name: str, key: PieceKey) -> Held:
        stamp = peek_stamp(self._store / name)
        if stamp is not None:
            if not key_matches(stamp, self._grammar.kind.value, key.document()):
                return Held.OF_ANOTHER_KEY
            if not self._reads_all:
                return Held.GOOD
        found = find_value(self._store, name, key, self._grammar)
        if found.values is not None:
            return Held.GOOD
        return Held.DAMAGED if found.fault else Held.ABSENT


class NamesOnDisk:
    """The payloads of a store as they are at this moment, asked one by one."""

    def __init__(self, store: Path) -> None:
        self._store = store

    def __contains__(self, name: object) -> bool:
        if not isinstance(name, str):
            return False
        path = self._store / name
        return path.is_file() and not path.is_symlink()
