"""The one list of what stops or spoils training: sources, settings and cached files together.

The survey's sentence, its audit, Problems, Coverage, an export and `larder check` ask this list.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from larder.core.queries.finding_remedies import StoreRemedies
from larder.core.queries.survey_document import RowsAtRisk, find_rows_at_risk
from larder.core.survey.checks.document import CheckDocument, CheckItem, SourceFacts
from larder.core.survey.checks.risks import Risk
from larder.core.survey.effects import Effect, Reader
from larder.core.survey.report import SurveyReport
from larder.core.survey.training_risks import HARMS, TrainingRisk
from larder.core.survey.why import reason_of
from larder.core.workspace.samples import caption_of

_UNCAPTIONED = (Risk.NO_CAPTION.name_in_contract, Risk.CAPTION_OF_OTHER_NAME.name_in_contract)
"""Kinds that say of a source what a row of a text store says of its missing caption."""

ORDER = {effect.value: at for at, effect in enumerate(Effect)}

FINDINGS = {"targets-not-drawn": "Target resolutions"}
"""What findings of a survey are called here, by their kind."""


def check_document(report: SurveyReport, remedies: Sequence[StoreRemedies]) -> CheckDocument:
    """Everything that stops or spoils training, worst first, and what is wrong in other caches."""
    checks = report.sources or SourceFacts()
    items = [*checks.items, *_of_findings(report)]
    known = {(item.kind, item.path) for item in items}
    uncaptioned = {caption_of(item.path) for item in items if item.kind in _UNCAPTIONED}
    items += [item for harmed in find_rows_at_risk(report, remedies)
              if harmed.store.location.begun or harmed.facts.harm not in _UNCAPTIONED
              for item in _items_of(harmed)
              if (item.kind, item.path) not in known and item.path not in uncaptioned]
    return CheckDocument(
        items=tuple(sorted(items, key=lambda item: (
            item.reader != Reader.TRAINER.value, ORDER[item.effect]))),
        files=checks.files, never_opened=checks.never_opened)


def _of_findings(report: SurveyReport) -> Iterator[CheckItem]:
    """Findings of the survey that say something of training."""
    for finding in report.problems:
        if isinstance(finding.kind, str) and isinstance(finding.effect, str):
            yield CheckItem(
                path=finding.where, kind=finding.kind, what=FINDINGS[finding.kind],
                effect=finding.effect, why=finding.problem, remedy=finding.hint)


def _items_of(harmed: RowsAtRisk) -> Iterator[CheckItem]:
    harm = next(one for one in TrainingRisk if one.name_in_contract == harmed.facts.harm)
    kind = harmed.store.location.kind
    effect = HARMS[harm].training_in(kind.format)
    reader = Reader.TRAINER if kind.traits.is_onetrainers else Reader.PROGRAMS
    for row in harmed.rows.tolist():
        reason = reason_of(harmed.store.rows.why.get(row, ""))
        said = f"{reason.removesuffix('.')}. " if reason else ""
        yield CheckItem(
            path=harmed.store.rows.source(row), kind=harmed.facts.harm, what=harmed.facts.label,
            effect=effect.value, why=f"{said}{harmed.facts.effect}", remedy=harmed.facts.advice,
            reader=reader.value)


def count_effects(document: CheckDocument, reader: Reader = Reader.TRAINER) -> Counter[Effect]:
    """How many items have each effect on those who read them."""
    return Counter(
        Effect(item.effect) for item in document.items if item.reader == reader.value)
