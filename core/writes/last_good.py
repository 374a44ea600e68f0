"""Size of indexes' last-good copies, `cache.json.bak`; a trainer's final save makes one too."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from larder.core.keys.payload_names import INDEX_NAME

BACKUP_NAME: Final = f"{INDEX_NAME}.bak"


def backup_growth(store: Path, index_bytes: int) -> int:
    """Bytes that the last-good copy of an index grows by when that index takes its place."""
    return max(index_bytes - _size_of(store), 0)


def backup_bytes(stores: Iterable[Path]) -> int:
    """Return the size of the last-good copies of some stores now, in bytes."""
    return sum(map(_size_of, stores))


def _size_of(store: Path) -> int:
    try:
        return (store / BACKUP_NAME).stat().st_size
    except OSError:  # what cannot be looked at counts as none
        return 0
