"""The user's word on how the payloads of a store were made."""

from __future__ import annotations

from larder.core.jobs import CancelToken, Job
from larder.core.recipes.assume import (
    AssumePlan,
    apply_assume,
    assume_document,
    plan_assume,
)
from larder.core.requests.opening import opened
from larder.core.requests.options import AssumeOptions, DocumentAnswer
from larder.core.requests.surveying import encoded


def assumed(options: AssumeOptions) -> AssumePlan:
    """Plan it and, if asked to, write it down.

    Raises:
        WorkspaceError: if there is no config or no such store.
        StalePlanError, StoreLockedError, StoreBusyError: if it may not be written now.
        UserFacingError: if the store is empty or may not be written.
    """
    workspace = opened(options)
    plan = plan_assume(workspace, options.store)
    if options.apply:
        apply_assume(workspace, plan, even_if_busy=options.even_if_busy)
    return plan


def answer_assume(options: AssumeOptions, token: CancelToken) -> Job[DocumentAnswer]:
    """The same for a window."""
    token.check()
    yield from ()
    plan = assumed(options)
    return DocumentAnswer(document=encoded(assume_document(plan, applied=options.apply)))
