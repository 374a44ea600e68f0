"""Bars and sentences of the chart of builds: how long they took, against what was expected."""

from __future__ import annotations

from collections.abc import Sequence

from larder.app.models.chart_figures import UsageCharts
from larder.app.models.charts import ChartBar
from larder.app.presentation.figures import Figures
from larder.app.presentation.sentences import Sentences, one_after_another
from larder.app.presentation.shown_names import ShownNames
from larder.core.build.reports import ToldTime

_tr = Sentences("Charts")

FEW_BUILDS = 3
"""From so many builds on, it is said how well their times were expected."""


class BuildTexts:
    """Bars and sentences of the last builds."""

    def __init__(self, figures: Figures, names: ShownNames) -> None:
        self._figures = figures
        self._names = names

    def builds(self, charts: UsageCharts) -> list[ChartBar]:
        """A bar per build, the latest first."""
        bars = []
        for told in reversed(charts.usage.builds):
            said = _tr("%1 expected").replace(
                "%1", self._figures.duration(told.estimated_s))
            encoders = ", ".join(map(self._names.sentence, told.encoders))
            moment = self._figures.moment(told.at_ns)
            took = _tr("It took %1").replace("%1", self._figures.duration(told.elapsed_s))
            longer = self._longer(told)
            bars.append(ChartBar(
                moment, told.elapsed_s, told.payloads, expected=told.estimated_s,
                remark=" · ".join(filter(None, (
                    said, longer, self._pace(told, told.elapsed_s), encoders))),
                tip="\n".join(filter(None, (
                    moment, self._with_pace(took, told, told.elapsed_s),
                    self._with_pace(said, told, told.estimated_s), longer,
                    _tr("%Ln files", told.payloads), encoders)))))
        return bars

    def say_builds(self, charts: UsageCharts, _bars: Sequence[ChartBar]) -> str:
        """Return the last build, its pace, and how well times were expected before."""
        builds = charts.usage.builds
        last = builds[-1]
        text = _tr("The last build made %Ln cached files in %1; %2 were expected.", last.payloads)
        parts = [text.replace("%1", self._figures.duration(last.elapsed_s))
                 .replace("%2", self._figures.duration(last.estimated_s))]
        pace = self._pace(last, last.elapsed_s)
        if pace:
            parts.append(_tr("That is %1.").replace("%1", pace))
        ratios = sorted(told.elapsed_s / told.estimated_s for told in builds if told.estimated_s)
        if len(ratios) >= FEW_BUILDS:
            usual = _tr("Half of the last %Ln builds took at most %1 of the expected time.",
                        len(ratios))
            parts.append(usual.replace(
                "%1", self._figures.percent(ratios[(len(ratios) - 1) // 2])))
        return one_after_another(parts)

    def _longer(self, told: ToldTime) -> str:
        """How its time compares with what was expected, "" where nothing was."""
        if not told.estimated_s:
            return ""
        return _tr("took %1 of the expected time").replace(
            "%1", self._figures.percent(told.elapsed_s / told.estimated_s))

    def _with_pace(self, text: str, told: ToldTime, seconds: float) -> str:
        pace = self._pace(told, seconds)
        return f"{text} ({pace})" if pace else text

    def _pace(self, told: ToldTime, seconds: float) -> str:
        """Files by time in the unit that gives a number over one, "" where that says nothing."""
        if not told.payloads or seconds <= 0:
            return ""
        each = seconds / told.payloads
        text, value = ((_tr("%1 s per file"), each) if each > 1
                       else (_tr("%1 files per second"), 1 / each))
        return text.replace("%1", self._figures.number(float(f"{value:.2g}")))
