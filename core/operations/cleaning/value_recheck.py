"""Looks at every selected value of a plan again, right before it goes.

The store is listed anew: what is not in that listing as it was planned stays, so that no name of a
plan that somebody edited reaches anything but a value or an unfinished write of this store.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from larder.core.operations.cleaning.plan import CleanPlan, CleanReason, PlannedStore
from larder.core.operations.values.files import list_values
from larder.core.workspace.roots import PathFlavour, resolve

CHANGED = "It changed after the plan was made."
GONE = "It is gone, or not a name that a clean may take."


def recheck_values(plan: CleanPlan, planned: PlannedStore, items: Sequence[int]) -> dict[int, str]:
    """Item -> why it must stay, for those of `items` that must.

    Raises:
        WorkspaceError: if the store cannot be listed.
    """
    if not items:
        return {}
    found = list_values(planned.folder, planned.kind)
    values = _stamps(found.names, found.sizes, found.mtimes_ns)
    temporaries = _stamps(
        found.temporaries, found.temporary_sizes, found.temporary_mtimes_ns)
    stays = {}
    for item in items:
        why = _why_stays(plan, planned, item, values, temporaries)
        if why:
            stays[item] = why
    return stays


def _stamps(
    names: Sequence[str], sizes: npt.NDArray[np.int64], mtimes_ns: npt.NDArray[np.int64]
) -> dict[str, tuple[int, int]]:
    return dict(zip(names, zip(sizes.tolist(), mtimes_ns.tolist(), strict=True), strict=True))


def _why_stays(
    plan: CleanPlan,
    planned: PlannedStore,
    item: int,
    values: Mapping[str, tuple[int, int]],
    temporaries: Mapping[str, tuple[int, int]],
) -> str:
    reason, name = CleanReason(plan.reason[item]), plan.payloads[item]
    allowed = temporaries if reason is CleanReason.TEMP_LEFTOVER else values
    now = allowed.get(name)
    if now is None and reason is CleanReason.CLEARED:
        now = temporaries.get(name)
    if now is None:
        return GONE
    if now != (int(plan.bytes[item]), int(plan.mtimes_ns[item])):
        return CHANGED
    if reason is not CleanReason.ORPHANED:
        return ""
    flavour = PathFlavour(planned.separator)
    back = next((
        source for source in plan.sources_of(item)
        if os.path.isfile(resolve(source, plan.root, plan.maps, flavour))), None)  # noqa: PTH113
    return "" if back is None else f"Its source {back} is back."
