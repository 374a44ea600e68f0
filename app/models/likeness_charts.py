"""Rows and sentences of the chart of likeness: what looks least like its source."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PureWindowsPath

from larder.app.models.chart_figures import LikenessPoints, UsageCharts
from larder.app.models.charts import MOST_LISTED, ChartBar
from larder.app.presentation.figures import Figures
from larder.app.presentation.sentences import Sentences, one_after_another
from larder.app.presentation.shown_names import ShownNames

_tr = Sentences("Charts")


class LikenessTexts:
    """Rows and sentences of likeness, a row per picture below the line."""

    def __init__(self, figures: Figures, names: ShownNames) -> None:
        self._figures = figures
        self._names = names

    def likeness(self, charts: UsageCharts) -> list[ChartBar]:
        """A row per picture below the line, the least alike first."""
        found = charts.likeness
        return [] if found is None else [
            self._row(found, at) for at in found.listed[:MOST_LISTED].tolist()]

    def _row(self, found: LikenessPoints, at: int) -> ChartBar:
        return ChartBar(
            self._names.file(PureWindowsPath(found.sources[at]).name), float(found.likeness[at]),
            point=at, warns=True, icon="severity-warning",
            remark=self._names.payload(found.payloads[at]))

    def say_likeness(self, charts: UsageCharts, _bars: Sequence[ChartBar]) -> str:
        """Return how many pictures are below the line, and what could not be compared."""
        found = charts.likeness
        if found is None:
            return ""
        document = found.document
        parts = []
        if document.compared:
            below = len(found.listed)
            parts.append(
                _tr("%Ln of %1 look less like their picture than %2.", below)
                .replace("%1", self._figures.count(document.compared))
                .replace("%2", self._figures.number(round(found.line, 2))) if below
                else _tr("None of %Ln looks less like its picture than %1.", document.compared)
                .replace("%1", self._figures.number(round(found.line, 2))))
            parts.append(_tr("A low likeness is no proof that a cached file is wrong."))
        elif document.unread.files:
            parts.append(_tr("Every cached picture and its source have to be read once for this. "
                             "Nothing is changed."))
        if document.without_source:
            parts.append(_tr("%Ln have no source that can be read.", document.without_source))
        if document.without_preview:
            parts.append(_tr("%Ln come from encoders whose latents cannot be shown as pictures.",
                             document.without_preview))
        if document.unreadable:
            parts.append(_tr("%Ln cannot be read, or are of one colour.", document.unreadable))
        return one_after_another(parts)
