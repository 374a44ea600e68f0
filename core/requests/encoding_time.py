"""How long the trainer's next run takes for what a plan has it encode again."""

from __future__ import annotations

from msgspec.structs import replace

from larder.core.clean.plan import CleanPlan
from larder.core.settings import cache_home
from larder.core.workspace.store_kinds import StoreContent

_HAVE_PICTURES = {StoreContent.IMAGE: True, StoreContent.TEXT: False}


def with_encoding_time(plan: CleanPlan) -> CleanPlan:
    """Return a plan with what encoding takes on this computer, if anything is encoded again."""
    if not plan.again.any():
        return plan
    from larder.core.build.rates import latest_pace  # most plans have nothing encoded again

    paces = {store.id: latest_pace(cache_home(), of_pictures=_HAVE_PICTURES[store.kind.content])
             for store in plan.stores if store.kind.content in _HAVE_PICTURES}
    return replace(plan, seconds_each={
        store: pace for store, pace in paces.items() if pace is not None})
