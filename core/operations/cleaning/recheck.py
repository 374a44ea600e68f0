"""Looks at every selected item of a plan again, right before it goes.

An item stays when it is gone or changed, when one of its vanished sources is back, when a live row
of the index names it, or when its name is not one that its reason gives. What stays keeps its rows.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
import numpy.typing as npt

from larder.core.keys.payload_names import (
    SmartName,
    classify_smart_name,
    is_legacy_group,
    parse_smart_name,
)
from larder.core.operations.cleaning.plan import CleanPlan, CleanReason, PlannedStore
from larder.core.operations.cleaning.value_recheck import recheck_values
from larder.core.operations.values.files import VALUE_FORMATS
from larder.core.stores.index_file import read_index
from larder.core.stores.legacy_disk_cache import scan_legacy_group
from larder.core.workspace.roots import PathFlavour, resolve
from larder.core.workspace.store_kinds import StoreFormat

TEMPS = (SmartName.TEMP, SmartName.LARDER_TEMP)

CHANGED = "It changed after the plan was made."
GONE = "It is gone."
ODD_NAME = "Its name is not one that a clean may take."


def recheck(
    plan: CleanPlan, store: int, selected: npt.NDArray[np.bool_]
) -> tuple[dict[int, str], frozenset[str]]:
    """Look at the selected items of one store again.

    Args:
        plan: the plan; the store's index is still the one it was made from.
        store: number of the store.
        selected: bool, shape (n,).

    Returns:
        Item -> why it must stay, and the keys of dead rows whose sources are back.
    """
    planned = plan.stores[store]
    items = np.flatnonzero((plan.store == store) & selected).tolist()
    if planned.kind.format in VALUE_FORMATS:
        return recheck_values(plan, planned, items), frozenset()
    back = _sources_back(plan, planned)
    live = _live_stems(planned) if items else frozenset()
    found = {item: _why_stays(plan, item, planned.folder, back, live) for item in items}
    return {item: why for item, why in found.items() if why}, back


def _sources_back(plan: CleanPlan, store: PlannedStore) -> frozenset[str]:
    """Keys of dead rows whose sources exist again, none where they were there all the time."""
    if store.by_choice:
        return frozenset()
    flavour = PathFlavour(store.separator)
    return frozenset(
        key for key in store.dead_rows
        if os.path.isfile(resolve(key, plan.root, plan.maps, flavour)))  # noqa: PTH113


def _live_stems(store: PlannedStore) -> frozenset[str]:
    """Payload names without variation that rows name which the plan does not count as dead."""
    dead = frozenset(store.dead_rows)
    columns = read_index(store.folder).columns
    keys = columns.keys()
    is_live = np.array([key not in dead for key in keys], dtype=np.bool_)
    return frozenset(
        stem for stem, row in zip(columns.stems, columns.variant_row.tolist(), strict=True)
        if is_live[row])


def _why_stays(
    plan: CleanPlan, item: int, folder: Path, back: frozenset[str], live: frozenset[str]
) -> str:
    """Why an item must stay, "" when it may go."""
    reason, name = CleanReason(plan.reason[item]), plan.payloads[item]
    is_group = is_whole_group(plan, item)
    if not (is_legacy_group(name) if is_group else NAME_FITS[reason](name)):
        return ODD_NAME
    if is_group:
        return _group_fault(folder, name, int(plan.bytes[item]), int(plan.mtimes_ns[item]))
    fault = _file_fault(folder / name, int(plan.bytes[item]), int(plan.mtimes_ns[item]))
    if fault or reason in (CleanReason.TEMP_LEFTOVER, CleanReason.CORRUPT):
        return fault
    returned = next((source for source in plan.sources_of(item) if source in back), None)
    if returned is not None:
        return f"Its source {returned} is back."
    return "An entry names it." if name.rpartition("_")[0] in live else ""


def _file_fault(path: Path, size: int, mtime_ns: int) -> str:
    try:
        status = os.lstat(path)
    except OSError:
        return GONE
    as_planned = (
        stat.S_ISREG(status.st_mode) and status.st_size == size
        and status.st_mtime_ns == mtime_ns)
    return "" if as_planned else CHANGED


def _group_fault(store: Path, name: str, size: int, mtime_ns: int) -> str:
    try:
        group = scan_legacy_group(store, name)
    except OSError:
        return GONE
    if group.strays:
        return f"It holds {group.strays[0]}, which the trainer did not write."
    return "" if (group.bytes, group.folder_ns) == (size, mtime_ns) else CHANGED


def is_whole_group(plan: CleanPlan, item: int) -> bool:
    """Whether an item is a legacy group, all files of which go together."""
    is_legacy = plan.stores[plan.store[item]].kind.format is StoreFormat.LEGACY
    return is_legacy and plan.reason[item] in (CleanReason.LEGACY_GROUP, CleanReason.CLEARED)


def _is_payload(name: str) -> bool:
    return parse_smart_name(name) is not None


def _is_temp(name: str) -> bool:
    return classify_smart_name(name) in TEMPS


NAME_FITS: Mapping[CleanReason, Callable[[str], bool]] = {
    CleanReason.ORPHANED: _is_payload,
    CleanReason.SUPERSEDED: _is_payload,
    CleanReason.UNINDEXED: _is_payload,
    CleanReason.TEMP_LEFTOVER: _is_temp,
    CleanReason.CORRUPT: _is_payload,
    CleanReason.LEGACY_GROUP: is_legacy_group,
    CleanReason.AGED: _is_payload,
    CleanReason.OVER_BUDGET: _is_payload,
    CleanReason.CLEARED: lambda name: _is_payload(name) or _is_temp(name),
}
"""A plan is a file that anybody may have edited: it may not name the index or a user's file."""
