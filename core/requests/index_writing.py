"""Small writes to an index: refreshed dates, and rows given back to payloads."""

from __future__ import annotations

from core.jobs import CancelToken, Job
from core.operations.index_writing.readopt import (
    ReadoptPlan,
    ReadoptReport,
    apply_readopt,
    plan_readopt,
    readopt_document,
)
from core.operations.index_writing.touch import (
    TouchPlan,
    TouchReport,
    apply_touch,
    plan_touch,
    touch_document,
)
from core.requests.opening import opened, surveyed
from core.requests.options import DocumentAnswer, IndexWriteOptions
from core.requests.surveying import encoded, settle


def touched(options: IndexWriteOptions, token: CancelToken) -> Job[TouchPlan | TouchReport]:
    """Plan a touch and, if asked to, apply it.

    Raises:
        StalePlanError, StoreLockedError, StoreBusyError: if it may not be applied now.
    """
    if options.apply:
        settle(opened(options))
    report = yield from surveyed(options, options.depth, token)
    plan = plan_touch(report)
    if not options.apply:
        return plan
    return (yield from apply_touch(plan, even_if_busy=options.even_if_busy, token=token))


def readopted(options: IndexWriteOptions, token: CancelToken) -> Job[ReadoptPlan | ReadoptReport]:
    """Plan a re-adoption and, if asked to, apply it.

    Raises:
        StalePlanError, StoreLockedError, StoreBusyError: if it may not be applied now.
    """
    if options.apply:
        settle(opened(options))
    report = yield from surveyed(options, options.depth, token)
    plan = plan_readopt(report)
    if not options.apply:
        return plan
    return (yield from apply_readopt(plan, even_if_busy=options.even_if_busy, token=token))


def answer_touch(options: IndexWriteOptions, token: CancelToken) -> Job[DocumentAnswer]:
    """Touch for a window."""
    result = yield from touched(options, token)
    return DocumentAnswer(document=encoded(touch_document(result)))


def answer_readopt(options: IndexWriteOptions, token: CancelToken) -> Job[DocumentAnswer]:
    """Re-adopt for a window."""
    result = yield from readopted(options, token)
    return DocumentAnswer(document=encoded(readopt_document(result)))
