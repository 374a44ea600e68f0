"""Rows and sentences of the chart of latents: pictures whose mean or spread is far from others'."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PureWindowsPath

from larder.app.models.chart_figures import LatentPoints, UsageCharts
from larder.app.models.charts import MOST_LISTED, ChartBar
from larder.app.presentation.figures import Figures
from larder.app.presentation.sentences import Sentences, one_after_another
from larder.app.presentation.shown_names import ShownNames
from larder.core.picture_map.latent_document import FAR

_tr = Sentences("Charts")


class LatentTexts:
    """Rows and sentences of latents, a row per picture that is far from the others."""

    def __init__(self, figures: Figures, names: ShownNames) -> None:
        self._figures = figures
        self._names = names

    def latents(self, charts: UsageCharts) -> list[ChartBar]:
        """A row per picture that is far from the others, the farthest first."""
        latents = charts.latents
        if latents is None:
            return []
        return [self._row(latents, at) for at in latents.listed[:MOST_LISTED].tolist()]

    def _row(self, latents: LatentPoints, at: int) -> ChartBar:
        mean, sigma = latents.points[at].tolist()
        said = _tr("mean %1, sigma %2")
        return ChartBar(
            self._name(latents, at), float(latents.far[at]), point=at, warns=True,
            icon="severity-warning",
            remark=said.replace("%1", self._number(mean)).replace("%2", self._number(sigma)))

    def say_latents(self, charts: UsageCharts, _bars: Sequence[ChartBar]) -> str:
        """Return what is usual, how many pictures are far from it, and what is not read yet."""
        latents = charts.latents
        if latents is None:
            return ""
        document = latents.document
        if not document.pictures:
            return _tr("Every cached picture has to be read once for this. Nothing is changed.")
        import numpy as np  # not at the window's start

        mean, sigma = np.median(latents.points, axis=0).tolist()
        parts = [
            _tr("%Ln latents, usually with mean %1 and sigma %2.", document.pictures)
            .replace("%1", self._number(mean)).replace("%2", self._number(sigma)),
            _tr("%Ln are far from the others: more than %1 times as far as usual.", document.far)
            .replace("%1", self._figures.number(FAR)) if document.far
            else _tr("None is far from the others.")]
        if document.skipped:
            parts.append(_tr("%Ln cached files cannot be read and are not shown.",
                             len(document.skipped)))
        return one_after_another(parts)

    def latent_tip(self, latents: LatentPoints, at: int) -> str:
        """Return all that is to be said of one picture."""
        mean, sigma = latents.points[at].tolist()
        return "\n".join((
            self._name(latents, at), _tr("Mean: %1").replace("%1", self._number(mean)),
            _tr("Sigma: %1").replace("%1", self._number(sigma)),
            _tr("Click to show it in Entries")))

    def _name(self, latents: LatentPoints, at: int) -> str:
        return self._names.file(PureWindowsPath(latents.pictures[at]).name)

    def _number(self, value: float) -> str:
        return self._figures.number(round(value, 3))
