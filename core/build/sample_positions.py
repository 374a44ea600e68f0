"""Which samples a source is used for, and where they stand in the trainer's list.

That place decides every draw. Each data loader numbers the samples of its concepts from 0, concept
by concept in file order, sorted by the whole path within a concept. The survey has listed them;
nothing is read again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from larder.core.survey.report import StoreSurvey, SurveyReport
from larder.core.workspace.concepts import Concept, select_concepts
from larder.core.workspace.open_workspace import StoreContent
from larder.core.workspace.roots import PathFlavour
from larder.core.workspace.samples import caption_of
from larder.core.workspace.stored_paths import SpelledPaths


class SamplePosition(msgspec.Struct, frozen=True, gc=False):
    """One sample that a source is used for.

    Attributes:
        concept: index of its concept.
        position: its place in its loader's whole list.
        picture: its picture as the trainer, or the index, spells it.
        place: where the picture lies on this system; like `at` only in the released layout.
        at: its place in its concept's list.
    """

    concept: int
    position: int
    picture: str
    place: str = ""
    at: int = 0


class SamplePositions:
    """Samples by source, in concept order; a store may spell sources as another one does not."""

    def __init__(self, same_source: Callable[[str], str] = str) -> None:
        """Begin with none; `same_source` gives a text that is equal for spellings of one source."""
        self._same_source = same_source
        # Most are used once, and then no tuple is kept beside the sample.
        self._of: dict[str, SamplePosition | tuple[SamplePosition, ...]] = {}

    def note(self, source: str, use: SamplePosition) -> None:
        """Remember what a source is used for."""
        key = self._same_source(source)
        before = self._tuple(key)
        self._of[key] = (*before, use) if before else use

    def of(self, source: str) -> tuple[SamplePosition, ...]:
        """Return the samples that a source is used for; empty if no concept asks for it."""
        return self._tuple(self._same_source(source))

    def _tuple(self, key: str) -> tuple[SamplePosition, ...]:
        found = self._of.get(key, ())
        return (found,) if isinstance(found, SamplePosition) else found


def list_samples(report: SurveyReport) -> Sequence[SamplePosition]:
    """The samples of all wanted sources, loader by loader, in the trainer's order.

    They are those of the pictures' store; where only captions were surveyed, each caption counts as
    one sample.
    """
    survey = _listing_store(report)
    if survey is None:
        return ()
    paths = report.workspace.paths(PathFlavour(survey.rows.separator))
    found: list[SamplePosition] = []
    for validation in (False, True):
        first = len(found)
        for concept in select_concepts(report.workspace.concepts, validation=validation):
            for source in _sort_sources(survey, concept, paths):
                found.append(SamplePosition(concept.index, len(found) - first, source))
    return found


def uses_of_sources(
    report: SurveyReport, content: StoreContent, samples: Sequence[SamplePosition]
) -> SamplePositions:
    """Every wanted source of one content and the listed samples that it is used for."""
    survey = _listing_store(report)
    if survey is None:
        return SamplePositions()
    has_captions = content is StoreContent.TEXT \
        and survey.location.kind.content is StoreContent.IMAGE
    uses = SamplePositions(report.workspace.paths(PathFlavour(survey.rows.separator)).same_source)
    for sample in samples:
        uses.note(caption_of(sample.picture) if has_captions else sample.picture, sample)
    return uses


def _listing_store(report: SurveyReport) -> StoreSurvey | None:
    """The store whose wanted rows are the samples."""
    wanted = [survey for survey in report.stores if survey.wanted]
    pictures = [
        survey for survey in wanted if survey.location.kind.content is StoreContent.IMAGE]
    return next(iter([*pictures, *wanted]), None)


def _sort_sources(survey: StoreSurvey, concept: Concept, paths: SpelledPaths) -> list[str]:
    rows = survey.wanted.get(concept.index)
    sources = [] if rows is None else map(survey.rows.source, rows.tolist())
    return sorted(sources, key=paths.order_key)
