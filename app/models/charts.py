"""Content of the Charts page: a list of bars per chart, and a sentence that describes it.

The figures come from core (`larder usage`), added up in the worker; nothing is counted here.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from larder.app.jobs.job import read_document
from larder.app.models.tables import (
    RIGHT,
    Cell,
    FactsTable,
    RowColumn,
    Unit,
    in_order,
)
from larder.app.presentation.figures import Figures, resolution_text
from larder.app.presentation.looks import kind_icon
from larder.app.presentation.sentences import Sentences, one_after_another
from larder.app.presentation.shown_names import ShownNames
from larder.app.view_state import Scope
from larder.core.build.reports import ToldTime
from larder.core.columns import load_columns
from larder.core.queries.usage_document import (
    Bucket,
    ScaleSpan,
    Scaling,
    Usage,
    UsageNode,
    UsagePart,
)
from larder.core.requests.options import Answer

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

_tr = Sentences("Charts")

LONGEST_NAME = 28
FEW_BUILDS = 3
"""From so many builds on, it is said how well their times were expected."""
UNKNOWN_SPAN = -1
"""Number of the span of pictures whose scale is not known."""


class Chart(enum.Enum):
    """Charts, in the order of their tabs; the value is what the bars stand for."""

    CONCEPTS = "Concept"
    CACHES = "Cache"
    FOLDERS = "Name"
    SIZES = "Resolution"
    VARIATIONS = "Variation"
    BUCKETS = "Bucket"
    SCALING = "Scaled"
    AGES = "Age"
    BUILDS = "Build"


_TABS: Mapping[Chart, str] = {
    Chart.CONCEPTS: "Concepts", Chart.CACHES: "Caches", Chart.FOLDERS: "Folders",
    Chart.SIZES: "Resolutions", Chart.VARIATIONS: "Variations", Chart.BUCKETS: "Buckets",
    Chart.SCALING: "Scaling",
    Chart.AGES: "Age", Chart.BUILDS: "Builds"}


_BY_SIZE = (Chart.CACHES, Chart.SIZES, Chart.VARIATIONS)
"""Charts whose largest bar comes first; the others have an order of their own."""


def tab_text(chart: Chart) -> str:
    """Title of a chart's tab."""
    return _tr(_TABS[chart])


@dataclass(frozen=True, slots=True)
class ChartBar:
    """One bar.

    Attributes:
        amount: bytes, pictures or seconds.
        files: cached files it stands for, None where that is the amount or no question.
        share: of the longest bar, 0 to 1.
        of_all: of all bars together, None where they are no parts of a whole.
        remark: what is to be known of it, "" for nothing.
        warns: whether that is a warning.
        scope: what the Entries page shows of it, None for nothing.
        folder: the folder of the tree that it opens, None for none.
        bucket: the bucket that it is, None for none.
        span: the span of scales that it is, None for none.
        drawn: its height in the plot, None for the amount.
        left_over: the part of that height that training leaves out.
        expected: the amount that was expected before, None where nothing was.
        tip: all that is to be said of it.
    """

    name: str
    amount: float
    files: int | None = None
    share: float = 0.0
    of_all: float | None = None
    remark: str = ""
    icon: str = ""
    warns: bool = False
    scope: Scope | None = None
    folder: int | None = None
    bucket: Bucket | None = None
    span: int | None = None
    drawn: float | None = None
    left_over: float = 0
    expected: float | None = None
    tip: str = ""

    @property
    def height(self) -> float:
        """Of the bar in the plot."""
        return self.amount if self.drawn is None else self.drawn


@dataclass(frozen=True, slots=True, eq=False)
class BucketPictures:
    """The `pictures` table of `core.queries.picture_buckets`, n rows.

    Attributes:
        digest: that of the surveys whose rows they are.
    """

    entry: npt.NDArray[np.int32]
    store: npt.NDArray[np.int32]
    height: npt.NDArray[np.int32]
    width: npt.NDArray[np.int32]
    digest: int


@dataclass(frozen=True, slots=True, eq=False)
class PictureScales:
    """The document and table of `core.queries.picture_scaling`, n rows of which k are known.

    Attributes:
        points: scale as its binary logarithm, and the share that is cropped, float64, shape (k, 2).
        known: rows of the table that are points, shape (k,).
        digest: that of the surveys whose rows `entry` are.
    """

    scaling: Scaling
    entry: npt.NDArray[np.int32]
    span: npt.NDArray[np.int8]
    points: npt.NDArray[np.float64]
    known: npt.NDArray[np.int64]
    digest: int

    def rows_of(self, span: int) -> npt.NDArray[np.int32]:
        """Return the rows of the survey in a span, -1 for those of unknown scale, shape (k,)."""
        rows: npt.NDArray[np.int32] = self.entry[self.span == span]
        return rows


@dataclass(frozen=True, slots=True)
class UsageCharts:
    """Usage with what drawing asks for again and again.

    Attributes:
        children: nodes by the folder they are in, the largest first; -1 for the caches.
        pictures: which rows of the survey are in which bucket, None where nobody asked.
        scales: how they came to its size, None where nobody asked.
    """

    usage: Usage = field(default_factory=Usage)
    children: Mapping[int, Sequence[int]] = field(default_factory=dict)
    pictures: BucketPictures | None = None
    scales: PictureScales | None = None

    def rows_of(self, bucket: Bucket) -> npt.NDArray[np.int32]:
        """Return the survey's rows of a bucket's pictures; there are `pictures`. Shape (k,)."""
        pictures = self.pictures
        assert pictures is not None
        store = [cache.store for cache in self.usage.caches].index(bucket.store)
        rows: npt.NDArray[np.int32] = pictures.entry[
            (pictures.store == store) & (pictures.height == bucket.height)
            & (pictures.width == bucket.width)]
        return rows

    def node(self, at: int) -> UsageNode:
        """A folder or file; -1 is all caches together."""
        if at >= 0:
            return self.usage.tree[at]
        top = [self.usage.tree[child] for child in self.children.get(-1, ())]
        return UsageNode(-1, "", sum(node.files for node in top),
                         sum(node.bytes for node in top), is_folder=True)

    def way_to(self, at: int) -> Sequence[int]:
        """The folder and those above it, all caches first."""
        way = [at]
        while way[0] >= 0:
            way.insert(0, self.usage.tree[way[0]].parent)
        return way


def read_usage(answer: Answer) -> UsageCharts:
    """Read an answer; meant for a pool thread.

    Raises:
        ValueError: if it is no such document.
    """
    usage = read_document(answer, Usage)
    children: dict[int, list[int]] = {}
    for at, node in enumerate(usage.tree):
        children.setdefault(node.parent, []).append(at)
    for found in children.values():
        found.sort(key=lambda at: -usage.tree[at].bytes)
    return UsageCharts(usage, children, _read_pictures(answer))


def _read_pictures(answer: Answer) -> BucketPictures | None:
    """Read the table into memory, for its folder goes once it is read."""
    if answer.tables is None:
        return None
    import numpy as np  # not at the window's start

    columns = load_columns(Path(answer.tables) / "pictures")
    return BucketPictures(**{
        name: np.array(columns[name]) for name in ("entry", "store", "height", "width")},
        digest=int(np.asarray(columns["survey"])[0]))


def read_scales(answer: Answer) -> PictureScales:
    """Read an answer and its table into memory; meant for a pool thread.

    Raises:
        ValueError: if it is no such document, or has no table.
    """
    import numpy as np  # not at the window's start

    if answer.tables is None:
        raise ValueError("the answer has no table")
    columns = load_columns(Path(answer.tables) / "pictures")
    entry, span, scale, cropped = (
        np.array(columns[name]) for name in ("entry", "span", "scale", "cropped"))
    known = np.flatnonzero(span >= 0)
    return PictureScales(
        read_document(answer, Scaling), entry, span,
        np.stack([np.log2(scale[known].astype(np.float64)), cropped[known]], axis=1), known,
        int(np.asarray(columns["survey"])[0]))


class ChartTexts:
    """Bars and sentences of each chart."""

    def __init__(self, figures: Figures, names: ShownNames) -> None:
        self._figures = figures
        self._names = names

    def bars(self, chart: Chart, charts: UsageCharts, *, folder: int = -1) -> list[ChartBar]:
        """Bars of a chart; of the folders those in `folder`."""
        usage = charts.usage
        makers: dict[Chart, Callable[[], list[ChartBar]]] = {
            Chart.CONCEPTS: lambda: self._concepts(usage),
            Chart.CACHES: lambda: self._caches(usage),
            Chart.FOLDERS: lambda: self._folder(charts, folder),
            Chart.SIZES: lambda: self._parts(
                usage.sizes, lambda name: resolution_text(name) or _tr("no resolution")),
            Chart.VARIATIONS: lambda: self._parts(
                usage.variations, lambda name: _tr("Variation %1").replace("%1", name)),
            Chart.BUCKETS: lambda: self._buckets(usage),
            Chart.SCALING: lambda: self._scaling(charts),
            Chart.AGES: lambda: self._ages(usage),
            Chart.BUILDS: lambda: self._builds(usage),
        }
        bars = makers[chart]()
        if chart in _BY_SIZE:
            bars.sort(key=lambda bar: -bar.amount)
        return _scale_bars(bars, is_whole=chart is not Chart.BUILDS)

    def sentence(
        self, chart: Chart, charts: UsageCharts, bars: Sequence[ChartBar], *, folder: int = -1,
    ) -> str:
        """Return what a chart shows as a sentence, "" if it has no bars."""
        usage, figures = charts.usage, self._figures
        if not bars:
            return ""
        largest = max(bars, key=lambda bar: bar.amount)
        match chart:
            case Chart.BUCKETS:
                return self._bucket_sentence(usage)
            case Chart.SCALING:
                return "" if charts.scales is None else self._scaling_sentence(
                    charts.scales.scaling)
            case Chart.BUILDS:
                return self._builds_sentence(usage.builds)
            case Chart.AGES:
                text = _tr("Most of it, %1, was written %2 ago.")
                return (text.replace("%1", figures.bytes(int(largest.amount)))
                        .replace("%2", largest.name))
            case Chart.FOLDERS:
                node = charts.node(folder)
                text = _tr("%Ln files, %1; the largest is %2 with %3.", node.files)
                return (text.replace("%1", figures.bytes(node.bytes))
                        .replace("%2", short_name(largest.name))
                        .replace("%3", figures.bytes(int(largest.amount))))
            case Chart.CONCEPTS:
                text = _tr("Most space: %1, %2 of %3.")
                text = (text.replace("%1", largest.name)
                        .replace("%2", figures.bytes(int(largest.amount)))
                        .replace("%3", figures.bytes(usage.bytes)))
                parts = [text]
                if usage.needless.files:
                    more = _tr("%Ln files that are no longer needed take %1.", usage.needless.files)
                    parts.append(more.replace("%1", figures.bytes(usage.needless.bytes)))
                if usage.shared:
                    more = _tr("Files that several pictures or captions share count once, for the "
                               "first concept; counted each time, they would add %1.")
                    parts.append(more.replace("%1", figures.bytes(usage.shared)))
                return one_after_another(parts)
            case _:
                text = _tr("%1 in total; %2 takes %3, %4.")
                return (text.replace("%1", figures.bytes(int(sum(bar.amount for bar in bars))))
                        .replace("%2", largest.name)
                        .replace("%3", figures.bytes(int(largest.amount)))
                        .replace("%4", figures.percent(largest.of_all or 0.0)))

    def _bucket_sentence(self, usage: Usage) -> str:
        pictures = _tr("%Ln pictures", sum(bucket.pictures for bucket in usage.buckets))
        text = _tr("%1 in %Ln buckets.", len(usage.buckets)).replace("%1", pictures)
        small = usage.small_buckets
        if usage.batch_size is None:
            return text
        batch, size = usage.batch_size, self._figures.count(usage.batch_size)
        left = sum(bucket.left_over(batch) for bucket in usage.buckets)
        parts = [text]
        if usage.has_other_turns:
            parts.append(_tr("Concepts ask for them %Ln times in the first epoch.",
                             sum(bucket.trained for bucket in usage.buckets)))
        more = (_tr("Each epoch leaves out %Ln, because what is left of a bucket fills no batch "
                    "of %1.", left) if left else _tr("All of them fit into batches of %1."))
        parts.append(more.replace("%1", size))
        if small:
            parts.append(_tr("%Ln buckets fill no batch at all.", len(small)))
        return one_after_another(parts)

    def _concepts(self, usage: Usage) -> list[ChartBar]:
        """A bar per concept over its caches, then a cache no concept asks for, then what is left.

        So the tree has them; the largest of a sort comes first.
        """
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

    def _caches(self, usage: Usage) -> list[ChartBar]:
        bars = self._parts(usage.caches, self._names.store)
        return [replace(bar, scope=Scope(store=at)) for at, bar in enumerate(bars)]

    def _parts(
        self, parts: Sequence[UsagePart], show: Callable[[str], str],
    ) -> list[ChartBar]:
        caches = {part.store for part in parts}
        return [ChartBar(
            show(part.name), part.bytes, part.files, icon=kind_icon(part.store),
            remark=self._names.store(part.store) if part.name != part.store and len(caches) > 1
            else "") for part in parts]

    def _folder(self, charts: UsageCharts, folder: int) -> list[ChartBar]:
        bars = []
        for at in charts.children.get(folder, ()):
            node = charts.usage.tree[at]
            name = (self._names.payload(node.name) if node.name
                    else _tr("%Ln smaller files", node.files))
            bars.append(ChartBar(
                name, node.bytes, node.files, icon="command-open-folder" if node.is_folder else "",
                folder=at if node.is_folder and charts.children.get(at) else None))
        return bars

    def _buckets(self, usage: Usage) -> list[ChartBar]:
        small = set(usage.small_buckets)
        several = len({bucket.store for bucket in usage.buckets}) > 1

        def remark(bucket: Bucket) -> str:
            parts = [self._names.store(bucket.store)] if several else []
            if usage.batch_size is not None and bucket.trained != bucket.pictures:
                parts.append(_tr("Asked for %Ln times in the first epoch", bucket.trained))
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

    def _bucket_tip(self, bucket: Bucket, batch_size: int | None) -> str:
        """How many pictures it has, and how many of them each epoch leaves out."""
        lines = [resolution_text(bucket.name), _tr("%Ln pictures", bucket.pictures)]
        if batch_size is not None:
            left, trained = bucket.left_over(batch_size), bucket.trained
            size = self._figures.count(batch_size)
            if trained != bucket.pictures:
                lines.append(_tr("Asked for %Ln times in the first epoch", trained))
            lines += [
                _tr("%Ln full batches of %1", trained // batch_size).replace("%1", size),
                _tr("%Ln are left out of each epoch", left) if left else _tr("None is left out")]
        return "\n".join([*lines, _tr("Click to list them in Entries")])

    def _scaling(self, charts: UsageCharts) -> list[ChartBar]:
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

    def _scaling_sentence(self, scaling: Scaling) -> str:
        grown = sum(span.pictures for span in scaling.spans if span.from_scale >= 1)
        most = max((span.most_cropped for span in scaling.spans), default=0.0)
        whole = sum(span.pictures for span in scaling.spans)
        parts = [
            _tr("%Ln pictures are scaled up, of %1.", grown).replace(
                "%1", self._figures.count(whole)) if grown else _tr("No picture is scaled up."),
            _tr("The one that loses most is cropped by %1.").replace(
                "%1", self._figures.percent(most)) if whole else ""]
        return one_after_another(parts)

    def point_tip(self, name: str, scale: float, cropped: float) -> str:
        """Return all that is to be said of one picture, whose name is shown as it is given."""
        return "\n".join((
            name, _tr("scaled to %1×").replace("%1", self._figures.number(round(scale, 2))),
            _tr("%1 of it is cropped").replace("%1", self._figures.percent(cropped)),
            _tr("Click to show it in Entries")))

    def _ages(self, usage: Usage) -> list[ChartBar]:
        if not any(span.files for span in usage.ages):
            return []
        bars = []
        for span in usage.ages:
            name = age_name(span.from_days, span.to_days, self._figures)
            bars.append(ChartBar(name, span.bytes, span.files, tip="\n".join((
                name, self._figures.exact_bytes(span.bytes), _tr("%Ln files", span.files)))))
        return bars

    def _builds(self, usage: Usage) -> list[ChartBar]:
        bars = []
        for told in reversed(usage.builds):
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

    def _builds_sentence(self, builds: Sequence[ToldTime]) -> str:
        """The last build, its pace, and how well times were expected before."""
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


def _scale_bars(bars: Sequence[ChartBar], *, is_whole: bool) -> list[ChartBar]:
    """Bars with their shares of the longest, and of all where they are parts of a whole."""
    most = max((bar.amount for bar in bars), default=0) or 1
    whole = sum(bar.amount for bar in bars) or 1
    return [replace(bar, share=bar.amount / most,
                    of_all=bar.amount / whole if is_whole else None)
            for bar in bars]


class BarColumn(enum.IntEnum):
    """Columns of a chart."""

    NAME = 0
    BAR = 1
    AMOUNT = 2
    FILES = 3
    REMARK = 4


def _bytes_cell(table: ChartTable, bar: ChartBar) -> Cell:
    return Cell(table.figures.bytes(int(bar.amount)), raw=int(bar.amount))


def _count_cell(table: ChartTable, bar: ChartBar) -> Cell:
    return Cell(table.figures.count(int(bar.amount)), raw=int(bar.amount))


def _time_cell(table: ChartTable, bar: ChartBar) -> Cell:
    return Cell(table.figures.duration(bar.amount), raw=round(bar.amount, 3))


_AMOUNTS = {
    Chart.BUCKETS: RowColumn("Pictures", 9, align=RIGHT, cell=_count_cell, sort="amount"),
    Chart.SCALING: RowColumn("Pictures", 9, align=RIGHT, cell=_count_cell, sort="amount"),
    Chart.BUILDS: RowColumn("Time", 10, align=RIGHT, cell=_time_cell, sort="amount",
                            unit=Unit.SECONDS),
}
_BYTES = RowColumn(
    "Space used", 12, align=RIGHT, cell=_bytes_cell, sort="amount", unit=Unit.BYTES,
    tip=lambda table, bar: table.figures.exact_bytes(int(bar.amount)))


def chart_columns(chart: Chart) -> Mapping[int, RowColumn]:
    """Columns of one chart; the bar is painted from the share."""
    return in_order(
        RowColumn(chart.value, 20, sort="name", least=9, cell=lambda table, bar: Cell(
            bar.name, icon=table.icons.icon(bar.icon) if bar.icon else None)),
        RowColumn("Compared" if chart is Chart.BUILDS else "Share", 24, least=10,
                  shown=chart is not Chart.FOLDERS, cell=lambda table, bar: Cell(
                      "" if bar.of_all is None else table.figures.percent(bar.of_all))),
        _AMOUNTS.get(chart, _BYTES),
        RowColumn("Cached" if chart is Chart.CONCEPTS else "Files", 9, align=RIGHT, leaves=1,
                  sort="files", shown=chart not in (Chart.BUCKETS, Chart.SCALING),
                  cell=lambda table, bar: Cell(
                      "" if bar.files is None else table.figures.count(bar.files),
                      raw=bar.files)),
        RowColumn("Remark", 32, elide=Qt.TextElideMode.ElideRight, least=10, leaves=2,
                  shown=chart not in (Chart.CACHES, Chart.FOLDERS, Chart.AGES),
                  cell=lambda _, bar: Cell(bar.remark, muted=not bar.warns)),
    )


class ChartTable(FactsTable[ChartBar]):
    """Bars of one chart, a row each; `columns` are the chart's."""

    translate = staticmethod(_tr)
    columns = chart_columns(Chart.CONCEPTS)


def table_of(chart: Chart) -> type[ChartTable]:
    """The table of a chart."""
    return type(f"ChartTable_{chart.name}", (ChartTable,), {"columns": chart_columns(chart)})
