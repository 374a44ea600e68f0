"""Charts of the Charts page, and the bars that all of them are made of."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass, replace

from larder.app.presentation.sentences import Sentences
from larder.app.view_state import Scope
from larder.core.queries.usage_document import Bucket

_tr = Sentences("Charts")

MOST_LISTED = 200
"""Rows of pictures beside a plot; Entries lists all of them."""


class Chart(enum.Enum):
    """Charts, in the order of their tabs; the value is the tab's title."""

    CONCEPTS = "Concepts"
    CACHES = "Caches"
    FOLDERS = "Folders"
    SIZES = "Resolutions"
    VARIATIONS = "Variations"
    BUCKETS = "Buckets"
    SCALING = "Scaling"
    LATENTS = "Latents"
    LIKENESS = "Likeness"
    AGES = "Age"
    HISTORY = "Space over time"
    BUILDS = "Builds"


def tab_text(chart: Chart) -> str:
    """Title of a chart's tab."""
    return _tr(chart.value)


@dataclass(frozen=True, slots=True)
class ChartBar:
    """One bar.

    Attributes:
        amount: bytes, pictures, seconds, or a number without a unit.
        files: cached files it stands for, None where that is the amount or no question.
        share: of the longest bar, 0 to 1.
        of_all: of all bars together, None where they are no parts of a whole.
        remark: what is to be known of it, "" for nothing.
        warns: whether that is a warning.
        scope: what the Entries page shows of it, None for nothing.
        folder: the folder of the tree that it opens, None for none.
        bucket: the bucket that it is, None for none.
        span: the span of scales that it is, None for none.
        point: number of the picture that it is among those of the plot, None for none.
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
    point: int | None = None
    drawn: float | None = None
    left_over: float = 0
    expected: float | None = None
    tip: str = ""

    @property
    def height(self) -> float:
        """Of the bar in the plot."""
        return self.amount if self.drawn is None else self.drawn


def scale_bars(bars: Sequence[ChartBar], *, is_whole: bool) -> list[ChartBar]:
    """Bars with their shares of the longest, and of all where they are parts of a whole."""
    most = max((bar.amount for bar in bars), default=0) or 1
    whole = sum(bar.amount for bar in bars) or 1
    return [replace(bar, share=bar.amount / most,
                    of_all=bar.amount / whole if is_whole else None)
            for bar in bars]
