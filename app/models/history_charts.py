"""Rows and sentences of the chart of space over time: how much caches took after each deed."""

from __future__ import annotations

from collections.abc import Sequence

from larder.app.models.chart_figures import UsageCharts
from larder.app.models.charts import MOST_LISTED, ChartBar
from larder.app.models.journal import action_look
from larder.app.presentation.figures import Figures
from larder.app.presentation.sentences import Sentences, one_after_another
from larder.app.presentation.shown_names import ShownNames
from larder.core.queries.space_history_document import SpaceStep

_tr = Sentences("Charts")


class HistoryTexts:
    """Rows and sentences of deeds that changed how much caches take."""

    def __init__(self, figures: Figures, names: ShownNames) -> None:
        self._figures = figures
        self._names = names

    def history(self, charts: UsageCharts) -> list[ChartBar]:
        """A row per deed, the latest first, with the bytes of its cache after it."""
        history = charts.history
        return [] if history is None else [
            self._row(step) for step in history.steps[::-1][:MOST_LISTED]]

    def _row(self, step: SpaceStep) -> ChartBar:
        look = action_look(step.action)
        return ChartBar(
            self._figures.moment(step.at_ns), step.bytes, step.files, icon=look.icon,
            warns=step.change is None,
            remark=" · ".join((self._names.store(step.store), look.word, self._say_change(step))))

    def say_history(self, charts: UsageCharts, _bars: Sequence[ChartBar]) -> str:
        """Return what the caches took at first and take now, and what the journal leaves open."""
        history, figures = charts.history, self._figures
        if history is None or not history.steps:
            return ""
        text = _tr("Before the first of %Ln entries in the journal the caches took %1; "
                   "now they take %2.", len(history.steps))
        parts = [
            text.replace("%1", figures.bytes(sum(one.before for one in history.caches)))
            .replace("%2", figures.bytes(sum(one.now for one in history.caches)))]
        if history.unknown:
            parts.append(_tr("%Ln entries do not say how many bytes they changed, so the line "
                             "does not move there.", history.unknown))
        untold = sum(one.untold for one in history.caches)
        if untold:
            parts.append(_tr("%1 more went without an entry.").replace(
                "%1", figures.bytes(untold)))
        if history.older:
            parts.append(_tr("%Ln older entries are not shown.", history.older))
        parts.append(_tr("A trainer keeps no journal: what it wrote counts from the start, and "
                         "what is in quarantine does not count."))
        return one_after_another(parts)

    def step_tip(self, step: SpaceStep) -> str:
        """Return all that is to be said of one deed."""
        return "\n".join((
            self._figures.moment(step.at_ns),
            f"{self._names.store(step.store)}: {action_look(step.action).word}",
            self._say_change(step),
            _tr("%1 after it").replace("%1", self._figures.bytes(step.bytes))))

    def _say_change(self, step: SpaceStep) -> str:
        if step.change is None:
            return _tr("bytes not recorded")
        return f"{'+' if step.change > 0 else '−'}{self._figures.bytes(abs(step.change))}"
