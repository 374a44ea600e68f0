"""Where samples stand in the trainer's list: their positions decide every draw.

Each data loader numbers the samples of its concepts from 0, concept by concept in file order,
sorted by the whole path within a concept. The survey has listed them; nothing is read again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from larder.core.operations.surveying.report import StoreSurvey, SurveyReport
from larder.core.workspace.concepts import Concept, enabled_concepts
from larder.core.workspace.open_workspace import StoreContent
from larder.core.workspace.samples import caption_of


class SampleUse(msgspec.Struct, frozen=True, gc=False):
    """One sample that a source is used for.

    Attributes:
        concept: index of its concept.
        position: its place in its loader's list.
        picture: its picture as the index spells it.
    """

    concept: int
    position: int
    picture: str


Uses = Mapping[str, Sequence[SampleUse]]
"""By source as the index spells it, in concept order."""


def uses_of_sources(report: SurveyReport, content: StoreContent) -> Uses:
    """Every wanted source of one content and the samples it is used for.

    Positions come from the pictures' store; where only captions were surveyed, each caption counts
    as one sample.
    """
    survey = _listing_store(report)
    if survey is None:
        return {}
    concepts = report.workspace.concepts
    is_picture = survey.location.kind.content is StoreContent.IMAGE
    uses: dict[str, list[SampleUse]] = {}
    for validation in (False, True):
        position = 0
        for concept in enabled_concepts(concepts, validation=validation):
            for source in _sorted_sources(survey, concept):
                key = source
                if is_picture and content is StoreContent.TEXT:
                    key = caption_of(source)
                uses.setdefault(key, []).append(SampleUse(concept.index, position, source))
                position += 1
    return uses


def _listing_store(report: SurveyReport) -> StoreSurvey | None:
    """The store whose wanted rows are the samples."""
    wanted = [survey for survey in report.stores if survey.wanted]
    pictures = [
        survey for survey in wanted if survey.location.kind.content is StoreContent.IMAGE]
    return next(iter([*pictures, *wanted]), None)


def _sorted_sources(survey: StoreSurvey, concept: Concept) -> list[str]:
    rows = survey.wanted.get(concept.index)
    return [] if rows is None else sorted(map(survey.rows.source, rows.tolist()))
