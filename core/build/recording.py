"""Plans to write down of what the good cached files of a store were made, and nothing else.

A build does that beside its own work. Whoever says how a cache was made has it done, too: masks,
which trainers do not record, are known by their content from then on, not only by their dates. What
a build would make anew is left as it is.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec

from larder.core.build.indexed.choose import RowVariants
from larder.core.build.plan import BuildPlan, BuildStore
from larder.core.build.planning import build_plan
from larder.core.build.released.pool import FolderChange
from larder.core.jobs import CancelToken, Job
from larder.core.settings import cache_home
from larder.core.stores.store_memory import present_index
from larder.core.survey.report import IndexCopy, SurveyReport


def plan_records(report: SurveyReport, store: Path, token: CancelToken) -> Job[BuildPlan]:
    """Plan to record in one store what a build would record; nothing is encoded, moved or removed.

    Raises:
        UserFacingError: if nothing can be built for this workspace.
        StalePlanError: if the index changed since the survey.
        JobCancelled: if the token was cancelled.
    """
    plan = yield from build_plan(
        msgspec.structs.replace(report, stores=tuple(
            one for one in report.stores if one.location.path == store)), token=token)
    stores = (_records_of(one) for one in plan.stores)
    return replace(
        plan, stores=tuple(one for one in stores if not one.is_empty), groups=(), mixtures=(),
        broken=(), left_out=(), readopt=replace(plan.readopt, stores=()))


def _records_of(store: BuildStore) -> BuildStore:
    """Reduce a store's plan to records: folders of right slots, rows whose first size stays."""
    if store.slots is not None:
        return replace(store, items=(), slots=replace(store.slots, folders=tuple(
            folder for folder in store.folders if folder.change is FolderChange.RECORD)))
    if store.target.copy is IndexCopy.NONE:
        return replace(store, items=(), reordered=())
    columns = present_index(cache_home(), store.target.folder).columns
    variants = RowVariants(columns)
    rows = {key: row for row, key in enumerate(columns.keys())}
    return replace(store, items=(), reordered=tuple(
        (key, variant) for key, variant in store.reordered
        if variants.of(rows[key])[0].key == variant))
