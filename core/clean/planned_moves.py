"""The files that items of a clean consist of, with the size and date that each must still have."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence

from larder.core.clean.plan import CleanPlan
from larder.core.clean.recheck import is_whole_group
from larder.core.files.file_stamp import mtime_ns_of
from larder.core.survey.values.facts import files_of
from larder.core.writes.quarantine.manifest import PlannedMove


def plan_moves(plan: CleanPlan, items: Sequence[int]) -> list[tuple[int, PlannedMove]]:
    """Each move with its item, all of one folder; the moves of one item stand together."""
    files: dict[int, Mapping[str, tuple[str, ...]]] = {}
    for number in {int(plan.store[item]) for item in items}:
        store = plan.stores[number]
        if store.kind.traits.many_files:
            files[number] = files_of(store.folder, store.kind)
    return [
        (item, move)
        for item in items
        for move in _moves(plan, item, files.get(int(plan.store[item]), {}))]


def _moves(
    plan: CleanPlan, item: int, files: Mapping[str, tuple[str, ...]]
) -> Iterator[PlannedMove]:
    name = plan.payloads[item]
    parts = plan.parts.get(item) or files.get(name)
    if parts is None:
        yield PlannedMove(
            name, int(plan.bytes[item]), int(plan.mtimes_ns[item]),
            is_folder=is_whole_group(plan, item))
        return
    store = plan.store_of(item).folder
    for file in parts:
        status = os.lstat(store / file)
        yield PlannedMove(file, status.st_size, mtime_ns_of(status))
