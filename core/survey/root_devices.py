"""The device each root of sources was last seen on.

An unmounted drive often leaves an empty folder behind; that its device number changed gives it
away. Derived memory in the user's cache folder: without it one sign of an unreachable root is lost,
no more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from larder.core.files.atomic_write import write_atomically
from larder.core.survey.roots import StoreRoots, device_of

FILE_NAME = "root-devices.json"


def load_devices(cache_folder: Path) -> dict[str, int]:
    """Real root path -> device number; empty when nothing is remembered."""
    try:
        return msgspec.json.decode((cache_folder / FILE_NAME).read_bytes(), type=dict[str, int])
    except (OSError, msgspec.DecodeError):
        return {}


def remember_devices(
    cache_folder: Path, remembered: Mapping[str, int], roots: Sequence[StoreRoots]
) -> None:
    """Note the devices of roots, and of drives inside them, seen with all their sources.

    Also of roots declared gone. A root on a new device with sources missing is exactly the case the
    memory is for, so it is not learnt from.
    """
    now = dict(remembered)
    for store in roots:
        for fact, real in zip(store.facts, store.reals, strict=True):
            if fact.declared_gone or (fact.gone == 0 and fact.indexed > 0):
                _note(now, real)
        now.update(store.drives)
    if now == remembered:
        return
    try:
        cache_folder.mkdir(parents=True, exist_ok=True)
        write_atomically(cache_folder / FILE_NAME, [msgspec.json.encode(now)], fsync=False)
    except (OSError, UnicodeEncodeError):
        # A cache folder that cannot be written costs only this memory.
        return


def _note(devices: dict[str, int], real: str) -> None:
    device = device_of(real)
    if device is None:
        devices.pop(real, None)
    else:
        devices[real] = device
