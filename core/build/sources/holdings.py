"""Which pieces a store holds: by name from one listing, then by what the payload says of itself.

Names have 48 bits of a digest, and samples do not name their decoder, so a name alone does not tell
that a lookup would serve the payload. Its head does, and costs one open. Payloads without a stamp
of ours are read whole, as a lookup would.
"""

from __future__ import annotations

import enum
from collections.abc import Container
from pathlib import Path

from larder.core.errors import WorkspaceError
from larder.core.keys.cache_keys import AudioKey, TokensKey, VisionKey, WaveformKey
from larder.core.payloads.npz_stamp import key_matches, peek_stamp
from larder.core.stores.sharded.payloads import find_value, grammar_of
from larder.core.workspace.store_kinds import StoreKind

Key = VisionKey | AudioKey | WaveformKey | TokensKey


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
        """Make ready; nothing is read.

        Args:
            store: the store's folder.
            kind: its kind.
            names: of its payloads.
            reads_all: read every payload whole, which also finds what was damaged behind its head.
        """
        self._store = store
        self._grammar = grammar_of(kind)
        self._names = names
        self._reads_all = reads_all

    def of(self, key: Key) -> Held:
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

    def _look_at(self, name: str, key: Key) -> Held:
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
