"""Which sources of a workspace share payloads."""

from __future__ import annotations

from larder.core.compare.sharing.plan import SharePlan, plan_shares, share_document
from larder.core.jobs import CancelToken, Job
from larder.core.requests.opening import opened
from larder.core.requests.options import DocumentAnswer, DupsOptions
from larder.core.requests.surveying import encoded


def shared(options: DupsOptions, token: CancelToken) -> Job[SharePlan]:
    """Find what a workspace shares.

    Raises:
        WorkspaceError: if it cannot be read.
        JobCancelled: if the token was cancelled.
    """
    return (yield from plan_shares(opened(options), token=token))


def answer_dups(options: DupsOptions, token: CancelToken) -> Job[DocumentAnswer]:
    """The same for a window."""
    plan = yield from shared(options, token)
    return DocumentAnswer(document=encoded(share_document(plan)))
