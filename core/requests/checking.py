"""The request for a check: everything is opened, and what would stop training is listed."""

from __future__ import annotations

from larder.core.jobs import CancelToken, Job
from larder.core.queries.check_list import check_document
from larder.core.queries.finding_remedies import find_remedies
from larder.core.requests.options import CheckOptions
from larder.core.requests.request import Request
from larder.core.requests.surveying import plan_clean, survey_workspace
from larder.core.survey.checks.document import CheckDocument
from larder.core.survey.report import Depth, SourceLook
from larder.core.workspace.open_workspace import Workspace


def check_workspace(
    workspace: Workspace, options: CheckOptions, token: CancelToken
) -> Job[CheckDocument]:
    """Open every source and cached file that nobody opened as it is now; list what is wrong."""
    report = yield from survey_workspace(
        workspace, Depth.PAYLOAD.value, token, gone=options.gone, sources=SourceLook.OPENED)
    return check_document(report, find_remedies(report, plan_clean(report)))


CHECK = Request(CheckOptions, check_workspace)
