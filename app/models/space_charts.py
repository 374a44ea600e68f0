"""Bars and sentences of charts that say what takes the space."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from larder.app.models.chart_figures import UsageCharts
from larder.app.models.charts import ChartBar
from larder.app.presentation.figures import Figures, resolution_text
from larder.app.presentation.looks import kind_icon
from larder.app.presentation.sentences import Sentences, one_after_another
from larder.app.presentation.shown_names import ShownNames
from larder.app.view_state import Scope
from larder.core.queries.usage_document import UsagePart

_tr = Sentences("Charts")

LONGEST_NAME = 28


class SpaceTexts:
    """Bars and sentences of concepts, caches, folders, resolutions, variations and ages."""

    def __init__(self, figures: Figures, names: ShownNames) -> None:
        self._figures = figures
        self._names = names

    def concepts(self, charts: UsageCharts) -> list[ChartBar]:
        """A bar per concept over its caches, then a cache no concept asks for, then what is left.

        So the tree has them; the largest of a sort comes first.
        """
        usage = charts.usage
        asked = {part.store for part in usage.concepts if part.concept is not None}
        caches = [cache.store for cache in usage.caches]
        by_scope: dict[Scope, list[UsagePart]] = {}
        for part in usage.concepts:
            scope = (Scope(concept=part.concept) if part.concept is not None
                     else Scope(concept=-1) if part.store in asked
                     else Scope(store=caches.index(part.store)))
            by_scope.setdefault(scope, []).append(part)
        bars = [self._concept(scope, parts) for scope, parts in by_scope.items()]
        return sorted(bars, key=lambda bar: (_is_rest(bar.scope), -bar.amount))

    def _concept(self, scope: Scope, parts: Sequence[UsagePart]) -> ChartBar:
        first, each = parts[0], ""
        if scope.store is None:
            each = " · ".join(
                f"{self._names.store(part.store)} {self._figures.bytes(part.bytes)}"
                for part in parts if part.bytes)
        return ChartBar(
            self._names.store(first.store) if scope.store is not None
            else self._names.concept(first.name) if first.concept is not None
            else _tr("Without a concept"),
            sum(part.bytes for part in parts), sum(part.files for part in parts), remark=each,
            icon="concept" if scope.store is None else kind_icon(first.store), scope=scope)

    def caches(self, charts: UsageCharts) -> list[ChartBar]:
        """A bar per cache, the largest first."""
        bars = self._parts(charts.usage.caches, self._names.store)
        return _sort_by_size(
            [replace(bar, scope=Scope(store=at)) for at, bar in enumerate(bars)])

    def sizes(self, charts: UsageCharts) -> list[ChartBar]:
        """A bar per resolution and cache, the largest first."""
        return _sort_by_size(self._parts(
            charts.usage.sizes, lambda name: resolution_text(name) or _tr("no resolution")))

    def variations(self, charts: UsageCharts) -> list[ChartBar]:
        """A bar per number of a variation and cache, the largest first."""
        return _sort_by_size(self._parts(
            charts.usage.variations, lambda name: _tr("Variation %1").replace("%1", name)))

    def _parts(
        self, parts: Sequence[UsagePart], show: Callable[[str], str],
    ) -> list[ChartBar]:
        caches = {part.store for part in parts}
        return [ChartBar(
            show(part.name), part.bytes, part.files, icon=kind_icon(part.store),
            remark=self._names.store(part.store) if part.name != part.store and len(caches) > 1
            else "") for part in parts]

    def folders(self, charts: UsageCharts, folder: int) -> list[ChartBar]:
        """A bar per folder and file in a folder, the largest first."""
        bars = []
        for at in charts.children.get(folder, ()):
            node = charts.usage.tree[at]
            name = (self._names.payload(node.name) if node.name
                    else _tr("%Ln smaller files", node.files))
            bars.append(ChartBar(
                name, node.bytes, node.files, icon="command-open-folder" if node.is_folder else "",
                folder=at if node.is_folder and charts.children.get(at) else None))
        return bars

    def ages(self, charts: UsageCharts) -> list[ChartBar]:
        """A bar per span of ages, the youngest first; none where there is no file."""
        if not any(span.files for span in charts.usage.ages):
            return []
        bars = []
        for span in charts.usage.ages:
            name = age_name(span.from_days, span.to_days, self._figures)
            bars.append(ChartBar(name, span.bytes, span.files, tip="\n".join((
                name, self._figures.exact_bytes(span.bytes), _tr("%Ln files", span.files)))))
        return bars

    def say_concepts(self, charts: UsageCharts, bars: Sequence[ChartBar]) -> str:
        """Return the concept that takes most, what nobody needs, and what is shared."""
        usage, figures, largest = charts.usage, self._figures, _find_largest(bars)
        text = _tr("Most space: %1, %2 of %3.")
        parts = [text.replace("%1", largest.name)
                 .replace("%2", figures.bytes(int(largest.amount)))
                 .replace("%3", figures.bytes(usage.bytes))]
        if usage.needless.files:
            more = _tr("%Ln files that are no longer needed take %1.", usage.needless.files)
            parts.append(more.replace("%1", figures.bytes(usage.needless.bytes)))
        if usage.shared:
            more = _tr("Files that several pictures or captions share count once, for the "
                       "first concept; counted each time, they would add %1.")
            parts.append(more.replace("%1", figures.bytes(usage.shared)))
        return one_after_another(parts)

    def say_folder(self, charts: UsageCharts, bars: Sequence[ChartBar], folder: int) -> str:
        """Return what a folder holds, and its largest file or folder."""
        node, figures, largest = charts.node(folder), self._figures, _find_largest(bars)
        text = _tr("%Ln files, %1; the largest is %2 with %3.", node.files)
        return (text.replace("%1", figures.bytes(node.bytes))
                .replace("%2", short_name(largest.name))
                .replace("%3", figures.bytes(int(largest.amount))))

    def say_ages(self, _charts: UsageCharts, bars: Sequence[ChartBar]) -> str:
        """Return how old most of it is."""
        largest = _find_largest(bars)
        return (_tr("Most of it, %1, was written %2 ago.")
                .replace("%1", self._figures.bytes(int(largest.amount)))
                .replace("%2", largest.name))

    def say_parts(self, _charts: UsageCharts, bars: Sequence[ChartBar]) -> str:
        """Return the sum, and what takes most of it."""
        figures, largest = self._figures, _find_largest(bars)
        text = _tr("%1 in total; %2 takes %3, %4.")
        return (text.replace("%1", figures.bytes(int(sum(bar.amount for bar in bars))))
                .replace("%2", largest.name)
                .replace("%3", figures.bytes(int(largest.amount)))
                .replace("%4", figures.percent(largest.of_all or 0.0)))


def _find_largest(bars: Sequence[ChartBar]) -> ChartBar:
    return max(bars, key=lambda bar: bar.amount)


def _sort_by_size(bars: Sequence[ChartBar]) -> list[ChartBar]:
    return sorted(bars, key=lambda bar: -bar.amount)


def _is_rest(scope: Scope | None) -> tuple[bool, bool]:
    """Sorts concepts before caches of the user's own files, and what is in no concept last."""
    is_concept = scope is not None and scope.concept is not None and scope.concept >= 0
    return not is_concept, scope is not None and scope.store is None


def short_name(name: str) -> str:
    """A name that still leaves a sentence to be read: folders are called by 64 digits."""
    return name if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME // 2]}…"


def age_name(least: int, most: int | None, figures: Figures) -> str:
    """"7 to 30 days"."""
    if most is None:
        return _tr("more than %Ln days", least)
    if not least:
        return _tr("less than %Ln days", most)
    return (_tr("%1 to %2 days").replace("%1", figures.count(least))
            .replace("%2", figures.count(most)))
