"""Convert, from one layout to the other: what `larder convert` does, a build that encodes nothing.

1. A survey looks at the workspace laid out as it is to be, and `planning.build_plan` plans that.
2. What nothing can be taken for is left, and listed (`without_encoding`, here).
3. The build is carried out as any other (`build`): cached files get a second name. The layout that
   was used stays in use until the other one is whole (`switch_layout`, here).
"""

from __future__ import annotations

from dataclasses import replace

import msgspec

from larder.core.build.payload_totals import StoreCount, contents_there
from larder.core.build.plan import BuildPlan
from larder.core.build.reports import BuildReport
from larder.core.build.restrict_plan import leave_out_encoding
from larder.core.jobs import CancelToken, Job
from larder.core.workspace.trainer_layout import use_layout


def without_encoding(plan: BuildPlan, token: CancelToken) -> Job[BuildPlan]:
    """A plan that encodes nothing, by what a build of it would decide; see `leave_out_encoding`."""
    while True:
        plan, unmade = leave_out_encoding(plan), False
        stores = []
        for store in plan.stores:
            contents = yield from contents_there(store, token)
            count = StoreCount(plan, store, token)
            # What nothing can be taken for has to be encoded, and so is left in the next round.
            items = tuple(
                msgspec.structs.replace(item, is_shared=False, linked=())
                if count.is_encoded(item, contents) else item for item in store.items)
            unmade |= items != store.items
            stores.append(replace(store, items=items))
        if not unmade:
            return plan
        plan = replace(plan, stores=tuple(stores))


def switch_layout(plan: BuildPlan, build: Job[BuildReport]) -> Job[BuildReport]:
    """Carry out a build, and have the layout that it made used once all of it is there.

    Raises:
        UserFacingError: if what is used cannot be noted.
    """
    if plan.switches_from is None:
        return (yield from build)
    use_layout(plan.workspace, plan.switches_from)
    report = yield from build
    if not (report.stopped or plan.without_model):
        use_layout(plan.workspace, plan.switches_from.other)
    return report
