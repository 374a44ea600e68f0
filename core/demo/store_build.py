"""A store being built: where its files go, when they were written, what they were made from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from larder.core.demo.index_draft import CACHE_VERSION, CachedItem
from larder.core.demo.sample_times import SampleTimes, set_time
from larder.core.encoders.patch_means import MODEL_TYPE
from larder.core.files.journal import (
    JOURNAL_NAME,
    JournalAction,
    JournalRecord,
    PayloadSource,
    append_journal,
    payloads_detail,
)
from larder.core.files.store_paths import larder_folder
from larder.core.keys.payload_names import SENTINEL_NAME
from larder.core.payloads.pt import write_pt


@dataclass(slots=True)
class StoreBuild:
    """A store being built.

    Attributes:
        root: the workspace.
        folder: the store.
        times: when its files were written.
        items: what was cached, by key, in order.
        written: payload name -> the source it was made from, in order.
    """

    root: Path
    folder: Path
    times: SampleTimes
    items: dict[str, CachedItem] = field(default_factory=dict)
    written: dict[str, CachedItem] = field(default_factory=dict)

    def save(self, name: str, payload: dict[str, Any]) -> None:
        """Write one payload, dated after the ones before it."""
        write_payload(self.folder / name, payload, self.times.payload(len(self.written), name))

    def save_sentinel(self, donor: dict[str, Any]) -> None:
        """Write the trainer's stand-in: the donor's values with every array zeroed."""
        blank = {
            name: np.zeros_like(value) if isinstance(value, np.ndarray) else value
            for name, value in donor.items()
            if not name.startswith("__")
        }
        stamps = {"__cache_version": CACHE_VERSION, "__modeltype": MODEL_TYPE}
        write_payload(self.folder / SENTINEL_NAME, {**stamps, **blank}, self.times.index)

    def save_journal(self) -> None:
        """Note in the store's journal what was built from which source."""
        record_build(self.folder, self.written, self.times.index)


def write_payload(path: Path, payload: dict[str, Any], at_ns: int) -> None:
    """Write a payload and date it.

    Through an open file: the sample can be made again, so no payload is flushed to the drive.
    """
    with path.open("wb") as file:
        write_pt(file, payload)
    set_time(path, at_ns)


def record_build(store: Path, written: Mapping[str, CachedItem], at_ns: int) -> None:
    """Add one record to a store's journal: which payloads were made from which sources."""
    sources = {name: PayloadSource(item.key, item.content_hash) for name, item in written.items()}
    append_journal(store, JournalRecord(
        at_ns=at_ns,
        action=JournalAction.BUILT,
        items=len(written),
        bytes=sum((store / name).stat().st_size for name in written),
        detail=payloads_detail(sources),
    ))
    set_time(larder_folder(store) / JOURNAL_NAME, at_ns)
