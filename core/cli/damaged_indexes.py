"""Damaged indexes, named by every verb whose answer depends on one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from larder.core.index_edits.repair import describe_damage
from larder.core.workspace.open_workspace import StoreLocation

REPAIRED_BY: Final = (
    "`larder readopt --even-if-damaged --apply` repairs it and keeps the damaged file.")


def list_damage(stores: Sequence[StoreLocation]) -> list[str]:
    """Return a sentence for every damaged index, with what repairs it."""
    return [f"{damage} {REPAIRED_BY}" for damage in describe_damage(stores)]
