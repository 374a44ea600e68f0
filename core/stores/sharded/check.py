"""Whether one payload of a sharded store is whole and what its name says."""

from __future__ import annotations

from pathlib import Path

from larder.core.stores.sharded.entry_file import check_payload
from larder.core.stores.sharded.grammar import grammar_of
from larder.core.workspace.store_kinds import StoreKind


def check_entry(path: Path, kind: StoreKind) -> str:
    """What is wrong with a payload, one sentence; "" if nothing is.

    Looks at every byte: damaged container, missing or other arrays, their types and shapes, the
    seal, and the key inside against the name.

    Raises:
        OSError: if the drive fails.
    """
    return check_payload(path, grammar_of(kind))
