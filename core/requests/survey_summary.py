"""The request for a survey as a window makes it: a small document, and columns in a folder."""

from __future__ import annotations

from pathlib import Path

import msgspec

from larder.core.queries.finding_remedies import find_remedies
from larder.core.queries.survey_document import survey_document
from larder.core.queries.tables import save_entry_tables
from larder.core.requests.due_build import estimate_due_build
from larder.core.requests.options import SurveyOptions
from larder.core.requests.request import Request
from larder.core.requests.surveying import plan_clean, sourceless_facts, survey_with
from larder.core.settings import load_settings
from larder.core.survey.document import SurveyDocument
from larder.core.survey.report import SurveyReport
from larder.core.writes.quarantine.record import may_undo


def _summarize(options: SurveyOptions, report: SurveyReport) -> SurveyDocument:
    """The document without its items, which are the columns."""
    plan = plan_clean(report)
    remedies = find_remedies(report, plan, of_good_ones=True)
    if options.tables is not None:
        save_entry_tables(Path(options.tables), report, remedies)
    models = load_settings().model_folders.get(options.workspace, ())
    return msgspec.structs.replace(
        survey_document(
            report, plan, remedies, with_items=False,
            build=estimate_due_build(report, remedies, models)),
        sourceless=sourceless_facts(report.workspace, options),
        may_undo=any(may_undo(location.path) for location in report.workspace.stores))


SURVEY = Request(SurveyOptions, survey_with, _summarize)
