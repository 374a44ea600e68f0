"""How far, how fast, how long: of a whole build, whatever its stages."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QLocale

from larder.app.dialogs.building.runs import BuildProgress, whole_text
from larder.app.presentation.figures import Figures
from larder.core.jobs import Progress


def followed(rate: float, seconds: int, total: int = 900) -> BuildProgress:
    """A build that makes `rate` payloads per second for some seconds."""
    meter = BuildProgress(total)
    for second in range(seconds + 1):
        meter.follow(Progress("encoding", int(rate * second), total, "payloads"), float(second),
                     counts=True)
    return meter


def test_stages_add_up_to_the_whole() -> None:
    meter = BuildProgress(total=108)
    meter.follow(Progress("looking at sources", 60, 68, "sources"), 0.0, counts=False)
    assert (meter.done, meter.total) == (0, 108)
    meter.follow(Progress("encoding pictures", 96, 96, "payloads"), 1.0, counts=True)
    meter.follow(Progress("encoding prompts", 3, 12, "payloads"), 2.0, counts=True)
    assert (meter.done, meter.total) == (99, 108)


def test_a_plan_that_was_too_small_never_gives_more_than_all() -> None:
    meter = BuildProgress(total=10)
    meter.follow(Progress("encoding", 25, 30, "payloads"), 0.0, counts=True)
    assert meter.total == 30


def test_the_rate_is_the_median_of_the_last_half_minute() -> None:
    meter = followed(6.0, 20)
    assert meter.rate == pytest.approx(6.0)
    for second in range(21, 24):
        meter.follow(Progress("encoding", 120, 900, "payloads"), float(second), counts=True)
    assert meter.rate == pytest.approx(6.0), "three seconds of waiting are no new rate"
    for second in range(24, 70):
        meter.follow(Progress("encoding", 120 + 2 * (second - 23), 900, "payloads"), float(second),
                     counts=True)
    assert meter.rate == pytest.approx(2.0), "what is older than half a minute counts no more"


def test_nothing_is_said_of_the_end_while_it_would_be_a_guess() -> None:
    meter = followed(1.0, 3, total=1000)
    assert meter.left_s(3.0) is None
    assert followed(1.0, 3, total=100).left_s(3.0) == pytest.approx(97)
    assert followed(1.0, 6, total=1000).left_s(6.0) == pytest.approx(994)
    assert BuildProgress(10).left_s(100.0) is None


def test_the_line_says_what_is_known() -> None:
    figures = Figures(locale=QLocale(QLocale.Language.English))
    meter = followed(6.0, 10)
    assert whole_text(meter, figures, 10.0) == "60 of 900 · 6.0/s · about 2 min left"
    assert whole_text(meter, figures, 10.0, is_paused=True) == "60 of 900"
    slow = followed(0.25, 40, total=100)
    assert "4.0 s each" in whole_text(slow, figures, 40.0)
