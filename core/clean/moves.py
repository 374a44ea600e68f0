"""The files that items of a clean plan stand for: one each, but all of a tree or a group."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence

from larder.core.clean.plan import CleanPlan
from larder.core.clean.quarantine.record import PlannedMove
from larder.core.clean.recheck import is_whole_group
from larder.core.survey.value_stores import files_of
from larder.core.workspace.store_kinds import VALUE_FORMATS


def planned_moves(plan: CleanPlan, items: Sequence[int]) -> list[tuple[int, PlannedMove]]:
    """Each move with the item it belongs to; the moves of one item stand together.

    Args:
        plan: whose items.
        items: items of the stores of one folder.
    """
    files: dict[int, Mapping[str, tuple[str, ...]]] = {}
    for number in {int(plan.store[item]) for item in items}:
        store = plan.stores[number]
        if store.kind.format in VALUE_FORMATS:
            files[number] = files_of(store.folder, store.kind)
    return [
        (item, move)
        for item in items
        for move in _moves(plan, item, files.get(int(plan.store[item]), {}))]


def _moves(
    plan: CleanPlan, item: int, files: Mapping[str, tuple[str, ...]]
) -> Iterator[PlannedMove]:
    name = plan.payloads[item]
    if name not in files:
        yield PlannedMove(
            name, int(plan.bytes[item]), int(plan.mtimes_ns[item]),
            is_folder=is_whole_group(plan, item))
        return
    store = plan.stores[plan.store[item]].folder
    for file in files[name]:
        status = os.lstat(store / file)
        yield PlannedMove(file, status.st_size, status.st_mtime_ns)
