"""Where samples stand in the trainer's list: their positions decide every draw.

Each data loader numbers the samples of its concepts from 0, concept by concept in file order,
sorted by the whole path within a concept. The survey has listed them; nothing is read again.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from larder.core.survey.report import StoreSurvey, SurveyReport
from larder.core.survey.sources import SpelledPaths
from larder.core.workspace.concepts import Concept, enabled_concepts
from larder.core.workspace.open_workspace import StoreContent
from larder.core.workspace.roots import PathFlavour
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


class Uses:
    """Samples by source, in concept order; a store may spell sources as another one does not."""

    def __init__(self, paths: SpelledPaths) -> None:
        """Begin with none; `paths` tells which spellings are one source."""
        self._paths = paths
        self._of: dict[str, list[SampleUse]] = {}

    def note(self, source: str, use: SampleUse) -> None:
        """Remember what a source is used for."""
        self._of.setdefault(self._paths.same_source(source), []).append(use)

    def of(self, source: str) -> Sequence[SampleUse]:
        """What a source is used for; nothing for one that no concept asks for."""
        return self._of.get(self._paths.same_source(source), ())


def uses_of_sources(report: SurveyReport, content: StoreContent) -> Uses:
    """Every wanted source of one content and the samples it is used for.

    Positions come from the pictures' store; where only captions were surveyed, each caption counts
    as one sample.
    """
    workspace = report.workspace
    survey = _listing_store(report)
    if survey is None:
        return Uses(SpelledPaths(workspace.root, workspace.maps, workspace.flavour))
    concepts = workspace.concepts
    is_picture = survey.location.kind.content is StoreContent.IMAGE
    paths = SpelledPaths(workspace.root, workspace.maps, PathFlavour(survey.rows.separator))
    uses = Uses(paths)
    for validation in (False, True):
        position = 0
        for concept in enabled_concepts(concepts, validation=validation):
            for source in _sorted_sources(survey, concept, paths):
                key = source
                if is_picture and content is StoreContent.TEXT:
                    key = caption_of(source)
                uses.note(key, SampleUse(concept.index, position, source))
                position += 1
    return uses


def _listing_store(report: SurveyReport) -> StoreSurvey | None:
    """The store whose wanted rows are the samples."""
    wanted = [survey for survey in report.stores if survey.wanted]
    pictures = [
        survey for survey in wanted if survey.location.kind.content is StoreContent.IMAGE]
    return next(iter([*pictures, *wanted]), None)


def _sorted_sources(survey: StoreSurvey, concept: Concept, paths: SpelledPaths) -> list[str]:
    rows = survey.wanted.get(concept.index)
    sources = [] if rows is None else map(survey.rows.source, rows.tolist())
    return sorted(sources, key=paths.ordered)
