"""Folders of slots are put together aside and take the place of those that are there.

Plain for now: no quarantine and no undo; what makes it safe against a kill takes its place.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from larder.core.files.store_paths import larder_folder
from larder.core.jobs import CancelToken, Job
from larder.core.stores.released.slots import Origin, SlotRecord, write_slots


@dataclass(frozen=True, slots=True)
class Kept:
    """A payload that is there."""

    path: Path
    bytes: int
    mtime_ns: int


@dataclass(frozen=True, slots=True)
class Made:
    """A staged payload."""

    path: Path


@dataclass(frozen=True, slots=True)
class NewVariation:
    """What a folder is to hold."""

    group: str
    variation: int
    slots: Sequence[Kept | Made]
    aggregate: bytes
    origins: Sequence[Origin | None]
    replaces: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class NewStore:
    """The new folders of one store."""

    folder: Path
    variations: Sequence[NewVariation]
    gone: Sequence[Any] = ()
    detail: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SwapReport:
    """What was done; `undo` is None where nothing was replaced."""

    undo: str | None


def swap_in(stores: Sequence[NewStore], *, token: CancelToken) -> Job[SwapReport]:
    """Put the folders together, then let them take their places."""
    yield from ()
    for store in stores:
        for one in store.variations:
            token.check()
            live = store.folder / one.group / f"variation-{one.variation}"
            new = larder_folder(store.folder) / f"new-{one.group}-{one.variation}"
            shutil.rmtree(new, ignore_errors=True)
            new.mkdir(parents=True)
            for at, slot in enumerate(one.slots):
                os.link(slot.path, new / f"{at}.pt")
            (new / "aggregate.pt").write_bytes(one.aggregate)
            if live.exists():
                shutil.rmtree(live)
            live.parent.mkdir(exist_ok=True)
            new.rename(live)
            status = (live / "aggregate.pt").stat()
            write_slots(store.folder, SlotRecord(
                group=one.group, variation=one.variation, aggregate_bytes=status.st_size,
                aggregate_ns=status.st_mtime_ns, slots=tuple(one.origins)))
    return SwapReport(None)
