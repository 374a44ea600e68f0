"""Bars and the sentence of each chart: one row per chart, of the texts of its subject."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from larder.app.models.bucket_charts import BucketTexts
from larder.app.models.build_charts import BuildTexts
from larder.app.models.chart_figures import UsageCharts
from larder.app.models.charts import Chart, ChartBar, scale_bars
from larder.app.models.history_charts import HistoryTexts
from larder.app.models.latent_charts import LatentTexts
from larder.app.models.likeness_charts import LikenessTexts
from larder.app.models.space_charts import SpaceTexts
from larder.app.presentation.figures import Figures
from larder.app.presentation.shown_names import ShownNames


class _ChartWords(NamedTuple):
    """How a chart's bars are made, and what says them in a sentence.

    Attributes:
        is_whole: whether all bars together are a whole, of which each is a share.
        needs_bars: whether nothing can be said without one.
    """

    bars: Callable[[UsageCharts, int], list[ChartBar]]
    sentence: Callable[[UsageCharts, Sequence[ChartBar], int], str]
    is_whole: bool = True
    needs_bars: bool = True


class ChartTexts:
    """Bars and sentences of each chart."""

    def __init__(self, figures: Figures, names: ShownNames) -> None:
        self.space = SpaceTexts(figures, names)
        self.buckets = BucketTexts(figures, names)
        self.latents = LatentTexts(figures, names)
        self.history = HistoryTexts(figures, names)
        self._words = _list_words(
            self.space, self.buckets, BuildTexts(figures, names), self.latents,
            LikenessTexts(figures, names), self.history)

    def bars(self, chart: Chart, charts: UsageCharts, *, folder: int = -1) -> list[ChartBar]:
        """Bars of a chart; of the folders those in `folder`."""
        words = self._words[chart]
        return scale_bars(words.bars(charts, folder), is_whole=words.is_whole)

    def sentence(
        self, chart: Chart, charts: UsageCharts, bars: Sequence[ChartBar], *, folder: int = -1,
    ) -> str:
        """Return what a chart shows as a sentence, "" where there is nothing to say."""
        words = self._words[chart]
        return words.sentence(charts, bars, folder) if bars or not words.needs_bars else ""


def _list_words(
    space: SpaceTexts, buckets: BucketTexts, builds: BuildTexts, latents: LatentTexts,
    likeness: LikenessTexts, history: HistoryTexts,
) -> Mapping[Chart, _ChartWords]:
    def words(
        bars: Callable[[UsageCharts], list[ChartBar]],
        sentence: Callable[[UsageCharts, Sequence[ChartBar]], str], *, is_whole: bool = True,
        needs_bars: bool = True,
    ) -> _ChartWords:
        return _ChartWords(
            lambda charts, _: bars(charts), lambda charts, shown, _: sentence(charts, shown),
            is_whole, needs_bars)

    return {
        Chart.CONCEPTS: words(space.concepts, space.say_concepts),
        Chart.CACHES: words(space.caches, space.say_parts),
        Chart.FOLDERS: _ChartWords(space.folders, space.say_folder),
        Chart.SIZES: words(space.sizes, space.say_parts),
        Chart.VARIATIONS: words(space.variations, space.say_parts),
        Chart.BUCKETS: words(buckets.buckets, buckets.say_buckets),
        Chart.SCALING: words(buckets.scaling, buckets.say_scaling),
        Chart.LATENTS: words(
            latents.latents, latents.say_latents, is_whole=False, needs_bars=False),
        Chart.LIKENESS: words(
            likeness.likeness, likeness.say_likeness, is_whole=False, needs_bars=False),
        Chart.AGES: words(space.ages, space.say_ages),
        Chart.HISTORY: words(history.history, history.say_history, is_whole=False),
        Chart.BUILDS: words(builds.builds, builds.say_builds, is_whole=False),
    }
