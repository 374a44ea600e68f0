"""Bars and sentences of charts of buckets: how full they are, how pictures come to them."""

from __future__ import annotations

from collections.abc import Sequence

from larder.app.models.chart_figures import UsageCharts
from larder.app.models.charts import ChartBar
from larder.app.presentation.figures import Figures, resolution_text
from larder.app.presentation.sentences import Sentences, one_after_another
from larder.app.presentation.shown_names import ShownNames
from larder.core.queries.usage_document import Bucket, ScaleSpan

_tr = Sentences("Charts")

UNKNOWN_SPAN = -1
"""Number of the span of pictures whose scale is not known."""


class BucketTexts:
    """Bars and sentences of buckets, and of the scales of their pictures."""

    def __init__(self, figures: Figures, names: ShownNames) -> None:
        self._figures = figures
        self._names = names

    def buckets(self, charts: UsageCharts) -> list[ChartBar]:
        """A bar per bucket, by its size."""
        usage = charts.usage
        small = set(usage.small_buckets)
        several = len({bucket.store for bucket in usage.buckets}) > 1

        def remark(bucket: Bucket) -> str:
            parts = [self._names.store(bucket.store)] if several else []
            if usage.batch_size is not None and bucket.trained != bucket.pictures:
                parts.append(_tr("%Ln in the first epoch", bucket.trained))
            left = bucket.left_over(usage.batch_size or 1)
            if bucket in small:
                parts.append(_tr("Smaller than a batch: left out of training."))
            elif left:
                parts.append(_tr("%Ln are left out of each epoch", left))
            return " · ".join(parts)

        return [ChartBar(resolution_text(bucket.name), bucket.pictures, remark=remark(bucket),
                         warns=bucket in small,
                         icon="severity-warning" if bucket in small else "", bucket=bucket,
                         left_over=bucket.left_over(usage.batch_size or 1),
                         drawn=bucket.trained,
                         tip=self._bucket_tip(bucket, usage.batch_size))
                for bucket in usage.buckets]

    def say_buckets(self, charts: UsageCharts, _bars: Sequence[ChartBar]) -> str:
        """Return how many pictures and buckets there are, and what each epoch leaves out."""
        usage = charts.usage
        pictures = _tr("%Ln pictures", sum(bucket.pictures for bucket in usage.buckets))
        text = _tr("%1 in %Ln buckets.", len(usage.buckets)).replace("%1", pictures)
        small = usage.small_buckets
        if usage.batch_size is None:
            return text
        batch, size = usage.batch_size, self._figures.count(usage.batch_size)
        left = sum(bucket.left_over(batch) for bucket in usage.buckets)
        parts = [text]
        if usage.has_other_turns:
            parts.append(_tr("With the concepts' balancing, the first epoch has %Ln pictures.",
                             sum(bucket.trained for bucket in usage.buckets)))
        more = (_tr("Each epoch leaves out %Ln, because the rest of a bucket does not fill a "
                    "batch of %1.", left) if left else _tr("All of them fit into batches of %1."))
        parts.append(more.replace("%1", size))
        if small:
            parts.append(_tr("%Ln buckets are smaller than a batch.", len(small)))
        return one_after_another(parts)

    def _bucket_tip(self, bucket: Bucket, batch_size: int | None) -> str:
        """How many pictures it has, and how many of them each epoch leaves out."""
        lines = [resolution_text(bucket.name), _tr("%Ln pictures", bucket.pictures)]
        if batch_size is not None:
            left, trained = bucket.left_over(batch_size), bucket.trained
            size = self._figures.count(batch_size)
            if trained != bucket.pictures:
                lines.append(_tr("%Ln in the first epoch", trained))
            lines += [
                _tr("%Ln full batches of %1", trained // batch_size).replace("%1", size),
                _tr("%Ln are left out of each epoch", left) if left else _tr("None is left out")]
        return "\n".join([*lines, _tr("Click to list them in Entries")])

    def scaling(self, charts: UsageCharts) -> list[ChartBar]:
        """A bar per span of scales that has pictures; none before their sizes are read."""
        if charts.scales is None:
            return []
        scaling = charts.scales.scaling
        bars = [self._span(at, span) for at, span in enumerate(scaling.spans) if span.pictures]
        if scaling.unknown:
            bars.append(ChartBar(_tr("Size not known"), scaling.unknown, span=UNKNOWN_SPAN,
                                 remark=_tr("The picture is gone or cannot be read.")))
        return bars

    def _span(self, at: int, span: ScaleSpan) -> ChartBar:
        low, high = (self._figures.number(edge or 0) for edge in (span.from_scale, span.to_scale))
        name = (_tr("over %1×").replace("%1", low) if span.to_scale is None
                else _tr("under %1×").replace("%1", high) if not span.from_scale
                else _tr("%1× to %2×").replace("%1", low).replace("%2", high))
        cropped = _tr("%1 cropped on average, %2 at most")
        grows = span.from_scale >= 1
        return ChartBar(
            name, span.pictures, span=at, warns=grows,
            icon="severity-warning" if grows else "",
            remark=cropped.replace("%1", self._figures.percent(span.cropped))
            .replace("%2", self._figures.percent(span.most_cropped)))

    def say_scaling(self, charts: UsageCharts, _bars: Sequence[ChartBar]) -> str:
        """Return how many pictures are scaled up, and how far one is cropped at most."""
        if charts.scales is None:
            return ""
        scaling = charts.scales.scaling
        grown = sum(span.pictures for span in scaling.spans if span.from_scale >= 1)
        most = max((span.most_cropped for span in scaling.spans), default=0.0)
        whole = sum(span.pictures for span in scaling.spans)
        parts = [
            _tr("%Ln of %1 pictures are scaled up.", grown).replace(
                "%1", self._figures.count(whole)) if grown else _tr("No picture is scaled up."),
            _tr("The most cropped picture loses %1.").replace(
                "%1", self._figures.percent(most)) if whole else ""]
        return one_after_another(parts)

    def point_tip(self, name: str, scale: float, cropped: float) -> str:
        """Return all that is to be said of one picture, whose name is shown as it is given."""
        return "\n".join((
            name, _tr("scaled to %1×").replace("%1", self._figures.number(round(scale, 2))),
            _tr("%1 of it is cropped").replace("%1", self._figures.percent(cropped)),
            _tr("Click to show it in Entries")))
