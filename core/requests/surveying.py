"""Surveys and clean plans for a window: a small document, and columns in a folder."""

from __future__ import annotations

import json
from pathlib import Path

from larder.core.clean.index_writing.readopt import plan_readopt
from larder.core.clean.plan_document import plan_columns, plan_document, save_plan
from larder.core.clean.quarantine.restore import recover
from larder.core.columns import save_columns
from larder.core.jobs import CancelToken, Job
from larder.core.queries.finding_remedies import find_remedies
from larder.core.queries.survey_document import survey_document
from larder.core.queries.tables import save_entry_tables
from larder.core.requests.opening import opened, planned, surveyed
from larder.core.requests.options import (
    CleanAnswer,
    CleanOptions,
    SurveyAnswer,
    SurveyOptions,
)
from larder.core.workspace.open_workspace import Workspace


def settle(workspace: Workspace) -> None:
    """Finish or take back what a crash left half done in any store of a workspace.

    Raises:
        StoreLockedError: if another Larder process is at work.
        UserFacingError: if a store may not be written.
    """
    for location in workspace.stores:
        if location.exists:
            recover(location.path)


def answer_survey(options: SurveyOptions, token: CancelToken) -> Job[SurveyAnswer]:
    """Survey for a window: summary document and tables."""
    report = yield from surveyed(options, options.depth, token)
    plan = planned(report)
    remedies = find_remedies(report, plan, of_good_ones=True)
    if options.tables is not None:
        save_entry_tables(Path(options.tables), report, remedies)
    document = survey_document(report, plan, remedies, with_items=False)
    return SurveyAnswer(document=encoded(document), tables=options.tables)


def answer_clean(options: CleanOptions, token: CancelToken) -> Job[CleanAnswer]:
    """Plan a clean for a window: the plan in a file, its columns as tables.

    The document also says what a `readopt` would give back: its payloads are not offered.
    """
    settle(opened(options))
    report = yield from surveyed(options, options.depth, token)
    plan = planned(report, options.reasons)
    save_plan(plan, Path(options.plan))
    if options.tables is not None:
        save_columns(Path(options.tables) / "plan", plan_columns(plan))
    adoptions = plan_readopt(report)
    # None can be made before a damaged index is repaired.
    is_ready = not any(store.target.damage for store in adoptions.stores)
    document = {
        **plan_document(plan, with_items=False),
        "readopt": {"entries": adoptions.entries if is_ready else 0,
                    "payloads": adoptions.payloads if is_ready else 0}}
    return CleanAnswer(document=encoded(document), plan=options.plan, tables=options.tables)


def encoded(document: object) -> bytes:
    """A document as ASCII JSON: source names may hold lone surrogates, which UTF-8 cannot."""
    return json.dumps(document, ensure_ascii=True, separators=(",", ":")).encode("ascii")
