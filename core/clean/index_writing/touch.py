"""Stores the refreshed dates of sources that were touched, so that the next start hashes nothing.

A trainer compares dates exactly and hashes a file whose date moved. A row gets its new date only if
the file's content is the row's at the moment of writing: each file is hashed, or remembered to
hash, to the stored hash and has the same date before and after. All else in the index stays.
A store of single values has no index; see `source_notes`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from larder.core.clean.index_writing.source_notes import (
    NotedStore,
    restricted_notes,
    touched_values,
    write_notes,
)
from larder.core.clean.reports import LeftSource, TouchReport
from larder.core.clean.transaction import IndexTarget, index_transaction, write_index
from larder.core.files.file_stamp import stamp
from larder.core.files.folder_scan import mtimes_as_floats
from larder.core.files.journal import JournalAction
from larder.core.jobs import CancelToken, Job
from larder.core.keys.hash_memory import HashMemory
from larder.core.saved_plans import SavedPlan
from larder.core.settings import cache_home
from larder.core.stores.smart.index_rewrite import IndexEdit, OpenIndex
from larder.core.survey.report import IndexCopy, SurveyReport
from larder.core.survey.sources import SourceFile, hash_sources
from larder.core.survey.verdicts import Verdict

PLAN_SCHEMA = "larder.touch-plan/1"


@dataclass(frozen=True, slots=True)
class TouchStore:
    """The touched rows of one store: its index and their keys."""

    target: IndexTarget
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TouchPlan:
    """What a touch would write; only stores with touched rows.

    Attributes:
        stores: with an index.
        values: stores of single values.
    """

    stores: tuple[TouchStore, ...]
    values: tuple[NotedStore, ...] = ()

    @property
    def entries(self) -> int:
        """Rows that get a new date."""
        return (sum(len(store.keys) for store in self.stores)
                + sum(len(store.notes) for store in self.values))


def plan_touch(report: SurveyReport) -> TouchPlan:
    """Collect the rows whose file has another date than the index, and the same bytes."""
    bit = np.uint32(1 << Verdict.TOUCHED)
    stores = []
    for survey in report.stores:
        rows = survey.rows
        touched = rows.has_entry & (
            (rows.verdicts == Verdict.TOUCHED) | ((rows.also & bit) != 0))
        keys = tuple(rows.source(row) for row in np.flatnonzero(touched).tolist())
        if keys and survey.index.copy is not IndexCopy.NONE:
            stores.append(TouchStore(IndexTarget.of(report, survey), keys))
    return TouchPlan(tuple(stores), touched_values(report))


def apply_touch(
    plan: TouchPlan, *, even_if_busy: bool = False, token: CancelToken
) -> Job[TouchReport]:
    """Write the new dates.

    Raises:
        StalePlanError: if an index is not the one the plan was made from; nothing was written.
        StoreLockedError: if another Larder process writes into a store; nothing was written.
        StoreBusyError: if a trainer seems to be at work; nothing was written.
        UserFacingError: if an index cannot be written.
        JobCancelled: if the token was cancelled; stores already written stay so.
    """
    entries = 0
    dropped: list[LeftSource] = []
    targets = [*(store.target for store in plan.stores), *(store.target for store in plan.values)]
    with index_transaction(targets, even_if_busy=even_if_busy):
        for store in plan.stores:
            token.check()
            mtimes = yield from _confirmed(store, token)
            dropped += [
                LeftSource(store.target.id, key, "Its file changed after the plan was made.")
                for key in store.keys if key not in mtimes]
            if mtimes:
                write_index(
                    store.target, IndexEdit(mtimes=mtimes), action=JournalAction.TOUCHED,
                    items=len(mtimes))
            entries += len(mtimes)
        for values in plan.values:
            left = write_notes(values, action=JournalAction.TOUCHED, token=token)
            dropped += left
            entries += len(values.notes) - len(left)
    return TouchReport(entries=entries, dropped=tuple(dropped))


def touch_document(plan: TouchPlan) -> dict[str, Any]:
    """A plan as `larder.touch-plan/1`."""
    return {
        "schema": PLAN_SCHEMA, "entries": plan.entries,
        "stores": [
            *({"store": store.target.id, "sources": list(store.keys)} for store in plan.stores),
            *({"store": store.target.id, "sources": list(store.sources)}
              for store in plan.values)]}


class SavedTouched(msgspec.Struct):
    """The rows of one store in a saved plan."""

    store: str
    sources: list[str]


class SavedTouchPlan(SavedPlan, kw_only=True):
    """A saved touch."""

    stores: list[SavedTouched]


def restricted_touch(
    plan: TouchPlan, saved: SavedTouchPlan
) -> tuple[TouchPlan, tuple[LeftSource, ...]]:
    """What a plan of today and a saved one have in common, and what the saved one has beyond it."""
    listed = {store.store: set(store.sources) for store in saved.stores}
    stores = []
    for store in plan.stores:
        keys = tuple(key for key in store.keys if key in listed.get(store.target.id, ()))
        stores += [TouchStore(store.target, keys)] if keys else []
    values = restricted_notes(
        plan.values, lambda id, note: note.source in listed.get(id, ()))
    today = {
        *((store.target.id, key) for store in stores for key in store.keys),
        *((store.target.id, key) for store in values for key in store.sources)}
    return TouchPlan(tuple(stores), values), tuple(
        LeftSource(store.store, key, "Its date is stored, or its content changed.")
        for store in saved.stores for key in store.sources if (store.store, key) not in today)


def _confirmed(store: TouchStore, token: CancelToken) -> Job[dict[str, float]]:
    """The dates of those files whose content is the row's, as the trainer computes them."""
    files = [_source_file(store.target, key) for key in store.keys]
    before = [stamp(Path(file.folder, file.name)) for file in files]
    with HashMemory(cache_home() / "hashes.sqlite") as memory:
        found = yield from hash_sources(files, memory, trust_memory=True, token=token)
    stored = _stored_hashes(store.target, store.keys)
    mtimes: dict[str, float] = {}
    for key, file, seen, content in zip(store.keys, files, before, found.hashes, strict=True):
        unmoved = seen is not None and stamp(Path(file.folder, file.name)) == seen
        if seen is not None and unmoved and content == stored.get(key):
            mtimes[key] = float(mtimes_as_floats(np.array([seen.mtime_ns]))[0])
    return mtimes


def _stored_hashes(target: IndexTarget, keys: Sequence[str]) -> Mapping[str, str]:
    rows = OpenIndex.read(target.folder / target.copy.value).entries
    return {key: str(json.loads(bytes(rows[key])).get("hash")) for key in keys if key in rows}


def _source_file(target: IndexTarget, key: str) -> SourceFile:
    return SourceFile(*os.path.split(target.source_path(key)))
