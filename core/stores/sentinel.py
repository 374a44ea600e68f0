"""`blank_sentinel.pt`: what a trainer serves in place of a payload it cannot get.

Every array of some payload with all values zero, everything else as it was there. A trainer makes
one at its next start if it is missing, of another model type or lacks a name, and opens payloads
for that; one that is there and complete saves it the trouble.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np

from larder.core.errors import PayloadError
from larder.core.files.atomic_write import pending_file
from larder.core.keys.payload_names import SENTINEL_NAME
from larder.core.payloads.pt import list_pt, write_pt
from larder.core.stores.sample_stamps import CACHE_VERSION, MODELTYPE_KEY

SENTINEL_FIELD: Final = "blank_sentinel"
"""Field of an index's top level that names it."""


def has_sentinel(store: Path, modeltype: str, names: Collection[str]) -> bool:
    """Whether a store's stand-in is one that the trainer would keep."""
    try:
        contents = list_pt(store / SENTINEL_NAME)
    except PayloadError:
        return False
    return (contents.values.get(MODELTYPE_KEY) == modeltype
            and set(names) <= set(contents.names))


def sentinel_values(donor: Mapping[str, Any], modeltype: str) -> dict[str, Any]:
    """The stand-in that a payload gives.

    Args:
        donor: a payload; names to tensors or numpy arrays and other values.
        modeltype: as the config spells it.
    """
    blank = {name: _zeroed(value) for name, value in donor.items() if not name.startswith("__")}
    return {"__cache_version": CACHE_VERSION, MODELTYPE_KEY: modeltype, **blank}


def write_sentinel(store: Path, donor: Mapping[str, Any], modeltype: str) -> None:
    """Write a store's stand-in whole or not at all.

    Raises:
        UserFacingError: if the store may not be written or the disk is full.
    """
    with pending_file(store / SENTINEL_NAME) as pending:
        write_pt(pending.file, sentinel_values(donor, modeltype))
        pending.publish()


def _zeroed(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return np.zeros_like(value)
    # A tensor; torch itself is not asked for, so that listing a store never loads it.
    return value.new_zeros(value.shape) if hasattr(value, "new_zeros") else value
