"""Plots: they show the table's figures, lead to Entries, and are loaded only once looked at."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QMouseEvent
from PySide6.QtWidgets import QToolTip
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow
from larder.app.models.bucket_charts import UNKNOWN_SPAN
from larder.app.models.chart_figures import UsageCharts
from larder.app.models.charts import Chart, ChartBar
from larder.app.plots.bar_plot import BarPlot
from larder.app.plots.even_points import EvenPoints, PointGroup
from larder.app.plots.histogram_plot import HistogramPlot
from larder.app.plots.plot_place import PlotPlace
from larder.app.plots.point_grid import Floats, PointGrid
from larder.app.plots.point_plot import PORTION
from larder.app.plots.scatter_plot import ScatterPlot
from larder.app.plots.step_plot import StepPlot
from larder.app.views.charts_page import ChartsPage
from larder.core.build.reports import ToldTime
from larder.core.demo.sample_workspace import SampleReport
from larder.core.jobs import CancelToken, run_to_end
from larder.core.queries.space_history_document import CacheSpace, SpaceHistory, SpaceStep
from larder.core.queries.usage_document import Bucket, Usage
from larder.core.requests.options import ReadingOptions, UsageOptions, WorkspaceOptions
from larder.core.requests.request import JOB_KINDS
from larder.core.settings import ColourScheme
from tests.app.chart_pages import shown_charts, start_charts_over
from tests.app.conftest import wait_until_settled
from tests.support.cached_photographs import Encoded, encoded, trained_linear
from tests.support.fixtures import REPOSITORY


@pytest.fixture
def page(surveyed: OpenWindow, qtbot: QtBot) -> Iterator[ChartsPage]:
    """The buckets of the sample's pictures."""
    page = shown_buckets(surveyed, qtbot)
    charts = page.charts
    yield page
    start_charts_over(page, charts)


def shown_buckets(opened: OpenWindow, qtbot: QtBot) -> ChartsPage:
    page = shown_charts(opened, qtbot)
    page.show_chart(Chart.BUCKETS)
    wait_until_settled(qtbot, opened)
    return page


def plot_of(page: ChartsPage) -> BarPlot:
    assert page.chart.place is not None
    assert isinstance(page.chart.place.plot, BarPlot)
    return page.chart.place.plot


def listed_bars(page: ChartsPage) -> list[ChartBar]:
    return [page.chart.model.row_at(row) for row in range(page.chart.model.rowCount())]


def test_bars_have_the_tables_figures_and_the_batch_size_as_a_line(page: ChartsPage) -> None:
    plot, bars = plot_of(page), listed_bars(page)
    assert [(bar.name, bar.amount) for bar in plot.bars] == [
        (bar.name, bar.amount) for bar in bars]
    whole, parts = plot.whole.opts["height"], plot.left_over.opts
    left = dict(zip(parts["x"], parts["height"], strict=True))
    assert [one + left.get(at, 0) for at, one in enumerate(whole)] == [bar.height for bar in bars]
    assert all(one % 4 == 0 for one in whole)
    assert left
    assert all(0 < one < 4 for one in left.values())
    assert plot.line.value() == 4


def test_bars_are_named_in_two_lines_and_rows_before_some_have_no_name(page: ChartsPage) -> None:
    plot = plot_of(page)

    def named(width: int) -> list[str]:
        plot.resize(width, 400)
        QCoreApplication.processEvents()
        return [text for _, text in plot.item.getAxis("bottom")._tickLevels[0]]

    names, axis = [bar.name for bar in plot.bars], plot.item.getAxis("bottom")
    assert named(4000) == names
    broken = [texts for texts in map(named, range(800, 200, -20)) if "\n" in texts[0]]
    assert [" ".join(text.split()) for text in broken[0]] == names
    assert broken[0][1].startswith("\n") is False
    assert any(texts[1].startswith("\n\n") and len(texts) == len(names) for texts in broken)
    assert 0 < len(named(150)) < len(names)
    assert "point at a bar" in axis.labelText
    assert named(4000) == names
    assert not axis.labelText


def test_builds_are_drawn_by_their_dates_with_the_time_that_was_expected(
    page: ChartsPage, surveyed: OpenWindow, qtbot: QtBot,
) -> None:
    told = tuple(ToldTime(at_ns=at * 10**18, payloads=9, estimated_s=2.0 + at,
                          elapsed_s=4.0) for at in (1, 2))
    page._show_charts(UsageCharts(Usage(bytes=1, builds=told)))
    page.show_chart(Chart.BUILDS)
    wait_until_settled(qtbot, surveyed)
    plot, rows = plot_of(page), listed_bars(page)
    assert [bar.name for bar in plot.bars] == [bar.name for bar in rows][::-1]
    assert plot.whole.opts["height"] == [4.0, 4.0]
    assert plot.expected.getData()[1].tolist() == [3.0, 3.0, 4.0, 4.0]
    assert "expected" in plot.bars[0].tip


@pytest.mark.parametrize("longest", [0.4, 3.0, 66.0, 700.0, 4000.0, 90_000.0])
def test_no_two_marks_of_an_axis_of_times_say_the_same(
    page: ChartsPage, surveyed: OpenWindow, qtbot: QtBot, longest: float,
) -> None:
    told = (ToldTime(at_ns=10**18, payloads=9, estimated_s=longest, elapsed_s=longest),)
    page._show_charts(UsageCharts(Usage(bytes=1, builds=told)))
    page.show_chart(Chart.BUILDS)
    wait_until_settled(qtbot, surveyed)
    plot = plot_of(page)
    axis, (_, (low, high)) = plot.item.getAxis("left"), plot.item.getViewBox().viewRange()
    texts = [text for spacing, values in axis.tickValues(low, high, 400)
             for text in axis.tickStrings(values, 1, spacing)]
    assert len(texts) <= 10
    assert all(texts)
    assert len(set(texts)) == len(texts)


def test_ages_are_drawn_as_they_are_listed(
    page: ChartsPage, surveyed: OpenWindow, qtbot: QtBot,
) -> None:
    page.show_chart(Chart.AGES)
    wait_until_settled(qtbot, surveyed)
    plot = plot_of(page)
    assert [bar.amount for bar in plot.bars] == [bar.amount for bar in listed_bars(page)]
    assert plot.whole.opts["height"] == [bar.amount for bar in plot.bars]
    chosen = plot.place_of(0).toPoint()
    qtbot.mouseClick(plot.canvas.viewport(), Qt.MouseButton.LeftButton, pos=chosen)
    assert surveyed.services.view.page == "charts", "no filter lists files by age"


def test_what_is_left_of_a_bucket_fills_no_batch() -> None:
    bucket = Bucket("image", 64, 64, 26)
    assert bucket.left_over(4) == 2
    assert bucket.left_over(26) == bucket.left_over(1) == 0
    assert bucket.left_over(30) == 26


@pytest.mark.parametrize(
    "layout", [pytest.param("config", marks=pytest.mark.exhaustive), "released"])
def test_a_click_on_a_bar_lists_its_pictures_in_entries(
    working: OpenWindow, qtbot: QtBot, known_sample: SampleReport, layout: str,
) -> None:
    working.services.session.open(WorkspaceOptions(workspace=getattr(known_sample, layout)))
    qtbot.waitUntil(lambda: working.services.session.snapshot is not None, timeout=30_000)
    plot, view = plot_of(shown_buckets(working, qtbot)), working.services.view
    number = max(range(len(plot.bars)), key=lambda at: plot.bars[at].amount)
    qtbot.mouseClick(plot.canvas.viewport(), Qt.MouseButton.LeftButton,
                     pos=plot.place_of(number).toPoint())
    wait_until_settled(qtbot, working)
    assert view.page == "entries"
    entries = working.window.pages["entries"]
    snapshot = working.services.session.snapshot
    assert snapshot is not None
    rows = entries.model.rows  # type: ignore[attr-defined]
    assert len(set(rows.tolist())) == plot.bars[number].amount
    bucket = plot.bars[number].bucket
    assert bucket is not None
    stores = {snapshot.document.stores[at].id for at in snapshot.entries.store[rows].tolist()}
    assert stores == {bucket.store}
    assert plot.bars[number].name in entries.line.text()  # type: ignore[attr-defined]
    entries.show_all.click()  # type: ignore[attr-defined]
    wait_until_settled(qtbot, working)
    assert len(entries.model.rows) == len(snapshot.entries)  # type: ignore[attr-defined]


def test_the_keyboard_lists_a_buckets_pictures_too(
    page: ChartsPage, surveyed: OpenWindow, qtbot: QtBot,
) -> None:
    page.chart.table.setFocus()
    page.chart.table.selectRow(0)
    qtbot.keyClick(page.chart.table, Qt.Key.Key_Return)
    wait_until_settled(qtbot, surveyed)
    assert surveyed.services.view.page == "entries"
    assert surveyed.services.view.row_limit is not None
    assert len(surveyed.services.view.row_limit.rows) == listed_bars(page)[0].amount


def test_picked_rows_are_the_same_pictures_after_the_next_survey(
    page: ChartsPage, surveyed: OpenWindow, qtbot: QtBot,
) -> None:
    session, view = surveyed.services.session, surveyed.services.view
    page.chart.table.selectRow(0)
    page.show_entries.click()
    wait_until_settled(qtbot, surveyed)
    assert session.snapshot is not None
    assert view.row_limit is not None
    before = {session.snapshot.entries.source(row) for row in view.row_limit.rows.tolist()}
    with qtbot.waitSignal(session.survey_changed, timeout=30_000):
        session.survey()
    wait_until_settled(qtbot, surveyed)
    assert {session.snapshot.entries.source(row) for row in view.row_limit.rows.tolist()} == before
    surveyed.services.history.back()
    wait_until_settled(qtbot, surveyed)
    assert view.page == "charts"
    assert view.row_limit is None


def test_figures_of_another_survey_lead_nowhere_and_say_so(
    page: ChartsPage, surveyed: OpenWindow,
) -> None:
    pictures = page.charts.pictures
    assert pictures is not None
    page._show_charts(replace(
        page.charts, pictures=replace(pictures, digest=pictures.digest ^ 1)))
    page.chart.table.selectRow(0)
    page.show_entries.click()
    assert surveyed.services.view.page == "charts"
    assert surveyed.services.notices.shown is not None
    assert "Rescan" in surveyed.services.notices.shown.hint


def test_the_mouse_over_a_bar_shows_its_counts_and_what_is_left_out(
    page: ChartsPage, qtbot: QtBot,
) -> None:
    plot = plot_of(page)
    number = next(at for at, bar in enumerate(plot.bars) if 0 < bar.left_over < bar.amount)
    qtbot.mouseMove(plot.canvas.viewport(), plot.place_of(number).toPoint())
    plot.canvas.scene().sigMouseMoved.emit(
        plot.canvas.mapToScene(plot.place_of(number).toPoint()))
    bar = plot.bars[number]
    assert QToolTip.text() == bar.tip
    assert f"{bar.amount:.0f} pictures" in bar.tip
    assert "left out of each epoch" in bar.tip


def test_another_theme_colours_a_plot_anew(page: ChartsPage, surveyed: OpenWindow) -> None:
    plot, look = plot_of(page), surveyed.services.look

    def colours() -> tuple[QColor, QColor, QColor]:
        return (plot.canvas.backgroundBrush().color(), plot.whole.opts["brush"].color(),
                plot.item.getAxis("left").textPen().color())

    light = colours()
    look.choose(ColourScheme.DARK)
    assert all(one != other for one, other in zip(light, colours(), strict=True))
    assert colours()[0] == look.theme.colour("base")
    plot.canvas.setBackground("r")
    QCoreApplication.sendEvent(plot, QEvent(QEvent.Type.PaletteChange))
    assert colours()[0] == look.theme.colour("base")


def test_a_plot_says_what_it_shows_and_offers_no_menu_of_its_own(page: ChartsPage) -> None:
    plot = plot_of(page)
    for part in (plot, plot.canvas, plot.canvas.viewport()):
        assert part.accessibleName() == "Buckets"
        assert part.accessibleDescription() == page.sentence.text() != ""
    assert not plot.item.getViewBox().menuEnabled()
    assert plot.item.buttonsHidden
    assert plot.canvas.focusPolicy() is Qt.FocusPolicy.NoFocus


def test_a_plot_is_exported_as_pixels_and_as_a_drawing(
    page: ChartsPage, surveyed: OpenWindow, qtbot: QtBot, tmp_path: Path,
) -> None:
    page.write_picture(tmp_path / "buckets.svg")
    wait_until_settled(qtbot, surveyed)
    page.write_picture(tmp_path / "buckets.png")
    wait_until_settled(qtbot, surveyed)
    image = QImage(str(tmp_path / "buckets.png"))
    assert image.width() == 2000
    theme = surveyed.services.look.theme
    seen = {image.pixelColor(x, y).name() for x in range(0, image.width(), 5)
            for y in range(0, image.height(), 5)}
    assert {theme.colour("bar_note").name(), theme.colour("base").name()} <= seen
    drawing = ElementTree.parse(tmp_path / "buckets.svg").getroot()
    assert drawing.tag.endswith("svg")
    texts = " ".join(drawing.itertext())
    assert plot_of(page).bars[0].name in texts
    assert page.sentence.text()[:20] in texts


def test_a_plot_that_cannot_be_loaded_says_so_and_the_table_stays(
    page: ChartsPage, surveyed: OpenWindow, monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(surveyed.services.plots, "problem", "libGL.so.1 is missing")
    place = PlotPlace(surveyed.services.plots, lambda: pytest.fail("is not made"))
    place.show()
    assert "cannot be shown" in place.empty.text
    assert "libGL.so.1 is missing" in place.empty.text
    place.close()
    assert page.chart.table.isVisible()


@pytest.mark.parametrize("which", ["config", "released"])
def test_the_table_of_pictures_has_the_counts_of_the_buckets(
    known_sample: SampleReport, tmp_path: Path, which: str,
) -> None:
    options = UsageOptions(workspace=getattr(known_sample, which), tables=str(tmp_path))
    answer = run_to_end(JOB_KINDS["usage"].start(options, CancelToken()))
    buckets = json.loads(answer.document)["buckets"]
    height, width = (np.load(tmp_path / f"pictures/{name}.npy") for name in ("height", "width"))
    assert buckets
    for bucket in buckets:
        assert bucket["pictures"] == np.count_nonzero(
            (height == bucket["height"]) & (width == bucket["width"]))


LOADING = """
import sys, threading
from PySide6.QtCore import QCoreApplication, QTimer
from PySide6.QtWidgets import QApplication
from larder.app.jobs.call_runnable import CallPool
from larder.app.plots import loading

loading.QUIET_MS, loading.STEP_MS = 10, 2
application = QApplication([])
turns, seen = [0], []

class Watch:
    def find_spec(self, name, *_):
        if name.startswith("pyqtgraph"):
            seen.append((turns[0], threading.current_thread() is threading.main_thread()))

timer = QTimer()
timer.timeout.connect(lambda: turns.__setitem__(0, turns[0] + 1))
timer.start(0)
calls = CallPool(application)
loader = loading.PlotLoader(calls, application)
loader.ended.connect(application.quit)
QTimer.singleShot(0, loader.want)
QTimer.singleShot(60_000, application.quit)
pause = loading._PauseBeforeModules.find_spec
sys.meta_path.insert(0, Watch())
application.exec()
assert loader.is_ready, loader.problem
assert "pyqtgraph" in sys.modules
assert not [one for one in sys.meta_path if isinstance(one, loading._PauseBeforeModules)]
assert not any(is_main for _, is_main in seen), "nothing is imported in the window's thread"
stops = [turn for turn, _ in seen]
print(len(stops), len(set(stops)))
"""


def test_the_event_loop_turns_while_pyqtgraph_is_loaded() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOADING], cwd=REPOSITORY, capture_output=True, text=True,
        check=False, timeout=120, env={**os.environ, "QT_QPA_PLATFORM": "offscreen"})
    assert done.returncode == 0, done.stderr
    modules, stops = map(int, done.stdout.split())
    assert modules > 100
    assert stops > modules // 2


def test_a_window_loads_no_pyqtgraph_before_a_plot_is_shown(
    working: OpenWindow, qtbot: QtBot, known_sample: SampleReport,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wanted: list[str] = []
    real: Callable[[], None] = working.services.plots.want
    monkeypatch.setattr(type(working.services.plots), "want",
                        lambda _: wanted.append("plots") or real())
    working.services.session.open(WorkspaceOptions(workspace=known_sample.config))
    qtbot.waitUntil(lambda: working.services.session.snapshot is not None, timeout=30_000)
    wait_until_settled(qtbot, working)
    assert not wanted
    working.window.show_page("charts")
    qtbot.waitUntil(working.window.pages["charts"].isVisible)
    wait_until_settled(qtbot, working)
    assert not wanted, "the first tab has no plot"


def scattered(page: ChartsPage, opened: OpenWindow, qtbot: QtBot) -> ScatterPlot:
    page.show_chart(Chart.SCALING)
    qtbot.waitUntil(lambda: page.charts.scales is not None, timeout=30_000)
    wait_until_settled(qtbot, opened)
    assert page.chart.place is not None
    assert isinstance(page.chart.place.plot, ScatterPlot)
    return page.chart.place.plot


def test_points_and_table_count_the_same_pictures(
    page: ChartsPage, surveyed: OpenWindow, qtbot: QtBot,
) -> None:
    plot = scattered(page, surveyed, qtbot)
    bars = listed_bars(page)
    known = sum(int(bar.amount) for bar in bars if bar.span != UNKNOWN_SPAN)
    assert len(plot.points) == known > 0
    assert page.sentence.text()
    page.chart.table.selectRow(0)
    page.show_entries.click()
    wait_until_settled(qtbot, surveyed)
    assert surveyed.services.view.row_limit is not None
    assert len(surveyed.services.view.row_limit.rows) == bars[0].amount


def test_a_lasso_lists_what_it_holds_in_entries(
    page: ChartsPage, surveyed: OpenWindow, qtbot: QtBot,
) -> None:
    plot = scattered(page, surveyed, qtbot)
    page.chart.lasso.click()
    places = plot.pixels()
    left, top = places.min(axis=0) - 12
    right, bottom = places.max(axis=0) + 12
    middle = float(np.median(places[:, 0]))
    viewport = plot.canvas.viewport()
    corners = [QPoint(int(left), int(top)), QPoint(int(middle), int(top)),
               QPoint(int(middle), int(bottom)), QPoint(int(left), int(bottom))]
    qtbot.mousePress(viewport, Qt.MouseButton.LeftButton, pos=corners[0])
    for corner in corners[1:]:
        move = QMouseEvent(QEvent.Type.MouseMove, QPointF(corner), viewport.mapToGlobal(corner),
                           Qt.MouseButton.NoButton, Qt.MouseButton.LeftButton,
                           Qt.KeyboardModifier.NoModifier)
        QCoreApplication.sendEvent(viewport, move)
    qtbot.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=corners[-1])
    wait_until_settled(qtbot, surveyed)
    assert surveyed.services.view.page == "entries"
    picked, scales = surveyed.services.view.row_limit, page.charts.scales
    assert picked is not None
    assert scales is not None
    clear = np.abs(places[:, 0] - middle) > 2
    inside = set(scales.entry[scales.known[clear & (places[:, 0] < middle)]].tolist())
    outside = set(scales.entry[scales.known[clear & (places[:, 0] > middle)]].tolist())
    assert inside
    assert outside
    assert inside <= set(picked.rows.tolist())
    assert not (outside - inside) & set(picked.rows.tolist())
    assert right > middle


def test_the_mouse_finds_the_nearest_point_and_a_click_shows_its_picture(
    page: ChartsPage, surveyed: OpenWindow, qtbot: QtBot,
) -> None:
    plot = scattered(page, surveyed, qtbot)
    place = plot.pixels()[0]
    at = QPoint(round(place[0]), round(place[1]))
    plot.canvas.scene().sigMouseMoved.emit(plot.canvas.mapToScene(at))
    assert "cropped" in QToolTip.text()
    qtbot.mouseClick(plot.canvas.viewport(), Qt.MouseButton.LeftButton, pos=at)
    wait_until_settled(qtbot, surveyed)
    assert surveyed.services.view.page == "entries"
    assert surveyed.services.view.row_limit is not None
    assert len(surveyed.services.view.row_limit.rows) == 1


def test_the_grid_finds_the_point_that_comparing_all_of_them_finds() -> None:
    dice = np.random.default_rng(5)
    points = dice.normal(size=(3000, 2))
    grid, reach = PointGrid(points), np.array([0.05, 0.02])
    for place in dice.normal(size=(200, 2)) * 1.5:
        away = (((points - place) / reach) ** 2).sum(axis=1)
        best = int(away.argmin()) if away.min() <= 1 else -1
        assert grid.nearest(place, reach) == best
    assert PointGrid(np.zeros((0, 2))).nearest(np.zeros(2), reach) == -1


def show_points(plot: ScatterPlot, points: Floats) -> None:
    plot.show_points(points, points[:, 0] > 0.5, tip=str, names=("a", "b"), axes=("x", "y"),
                     show=(str, str), line=0, line_text="")


def count_drawn(plot: ScatterPlot) -> list[int]:
    return [sum(len(portion.data) for portion in group.portions) for group in plot.groups]


def test_many_points_are_drawn_in_turns_of_the_event_loop_and_seen_at_once(
    page: ChartsPage, surveyed: OpenWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch,
) -> None:
    plot = scattered(page, surveyed, qtbot)
    before = count_drawn(plot)
    added: list[int] = []
    real = PointGroup.add
    monkeypatch.setattr(PointGroup, "add", lambda self, points, *, as_shapes: (
        added.append(len(points)), real(self, points, as_shapes=as_shapes)))
    many = np.random.default_rng(1).random((3 * PORTION + 7, 2))
    show_points(plot, many)
    assert not added, "nothing is drawn in the turn that asks for it"
    assert count_drawn(plot) == before
    qtbot.waitUntil(lambda: plot.is_whole)
    assert max(added) <= PORTION
    assert count_drawn(plot) == [int((many[:, 0] <= 0.5).sum()), int((many[:, 0] > 0.5).sum())]
    (left, right), (low, high) = plot.item.getViewBox().viewRange()
    assert left <= 0 < 1 <= right + 0.01
    assert low < 0.01 < 0.99 < high


def test_points_that_come_while_others_are_drawn_take_their_place(
    page: ChartsPage, surveyed: OpenWindow, qtbot: QtBot,
) -> None:
    plot = scattered(page, surveyed, qtbot)
    show_points(plot, np.random.default_rng(1).random((3 * PORTION, 2)))
    QCoreApplication.processEvents()
    surveyed.services.look.choose(ColourScheme.DARK)
    few = np.random.default_rng(2).random((20, 2))
    show_points(plot, few)
    assert plot.is_whole
    qtbot.wait(20)
    assert sum(count_drawn(plot)) == len(plot.points) == 20
    items = [item for item in plot.item.items if isinstance(item, PointGroup)]
    assert items == plot.groups
    assert [group.opts["brush"].color() for group in items] == [
        surveyed.services.look.theme.colour(group.look.role) for group in items]


def test_a_drawing_of_many_points_holds_them_as_a_picture(
    page: ChartsPage, surveyed: OpenWindow, qtbot: QtBot,
) -> None:
    plot = scattered(page, surveyed, qtbot)
    few = plot.drawing()
    many = np.random.default_rng(1).random((20_000, 2))
    show_points(plot, many)
    drawing = plot.drawing()
    assert b"<image" in drawing
    assert b"<image" not in few
    assert len(drawing) < 3_000_000
    ElementTree.fromstring(drawing)


def read_latents(page: ChartsPage, surveyed: OpenWindow, qtbot: QtBot) -> ScatterPlot:
    page.show_chart(Chart.LATENTS)
    qtbot.waitUntil(lambda: page.charts.latents is not None, timeout=30_000)
    wait_until_settled(qtbot, surveyed)
    qtbot.mouseClick(page.read_files, Qt.MouseButton.LeftButton)
    wait_until_settled(qtbot, surveyed)
    assert page.chart.place is not None
    assert isinstance(page.chart.place.plot, ScatterPlot)
    return page.chart.place.plot


def test_latents_are_read_only_when_asked_and_the_bytes_are_said_first(
    page: ChartsPage, surveyed: OpenWindow, qtbot: QtBot,
) -> None:
    page.show_chart(Chart.LATENTS)
    wait_until_settled(qtbot, surveyed)
    latents = page.charts.latents
    assert latents is not None
    assert len(latents.points) == 0
    unread = latents.document.unread
    assert page.read_files.isVisibleTo(page)
    assert page.read_files.text() == (
        f"Read {unread.files} cached files ({surveyed.services.look.figures.bytes(unread.bytes)})")
    qtbot.mouseClick(page.read_files, Qt.MouseButton.LeftButton)
    wait_until_settled(qtbot, surveyed)
    assert page.charts.latents is not None
    assert len(page.charts.latents.points) == unread.files - len(
        page.charts.latents.document.skipped)
    assert not page.read_files.isVisibleTo(page)
    assert not page.stop_reading.isVisibleTo(page)
    assert "usually with mean" in page.sentence.text()


def test_a_latent_under_the_mouse_says_its_mean_and_a_click_shows_its_picture(
    page: ChartsPage, surveyed: OpenWindow, qtbot: QtBot,
) -> None:
    plot = read_latents(page, surveyed, qtbot)
    latents = page.charts.latents
    assert latents is not None
    plot.hovered.emit(2)
    assert "Sigma" in QToolTip.text()
    assert Path(latents.pictures[2]).name in QToolTip.text()
    plot.clicked.emit(2)
    wait_until_settled(qtbot, surveyed)
    picked = surveyed.services.view.row_limit
    assert picked is not None
    assert picked.rows.tolist() == [int(latents.rows[2])]


def test_pictures_far_from_the_others_are_named_and_lead_to_entries(
    page: ChartsPage, surveyed: OpenWindow, qtbot: QtBot,
) -> None:
    read_latents(page, surveyed, qtbot)
    latents = page.charts.latents
    assert latents is not None
    far = latents.far.copy()
    far[1], far[4] = 50.0, 80.0
    page._reader._take(Chart.LATENTS, replace(latents, far=far))
    bars = listed_bars(page)
    assert [bar.point for bar in bars][:2] == [4, 1]
    assert bars[0].name == Path(latents.pictures[4]).name
    page.chart.table.selectRow(0)
    page.show_entries.click()
    wait_until_settled(qtbot, surveyed)
    picked = surveyed.services.view.row_limit
    assert picked is not None
    assert picked.rows.tolist() == [int(latents.rows[4])]


@pytest.fixture
def compared(
    working: OpenWindow, qtbot: QtBot, tmp_path: Path,
) -> tuple[ChartsPage, Encoded, set[str]]:
    """Likeness of photographs of which two are in each other's place, read already."""
    photos = encoded(tmp_path / "photos", trained_linear)
    run_to_end(JOB_KINDS["likeness"].start(
        ReadingOptions(workspace=str(photos.indexed.config_path)), CancelToken()))
    swapped = photos.swap(3, 17)
    working.services.session.open(
        WorkspaceOptions(workspace=str(photos.indexed.config_path)))
    qtbot.waitUntil(lambda: working.services.session.snapshot is not None, timeout=30_000)
    page = shown_charts(working, qtbot)
    page.show_chart(Chart.LIKENESS)
    wait_until_settled(qtbot, working)
    qtbot.mouseClick(page.read_files, Qt.MouseButton.LeftButton)
    wait_until_settled(qtbot, working)
    return page, photos, swapped


def test_pictures_below_the_line_are_listed_and_one_click_shows_them_in_entries(
    compared: tuple[ChartsPage, Encoded, set[str]], working: OpenWindow, qtbot: QtBot,
) -> None:
    page, _, swapped = compared
    assert {bar.name for bar in listed_bars(page)} == {Path(one).name for one in swapped}
    assert page.show_listed.text() == "Show these 2 in Entries"
    page.show_listed.click()
    wait_until_settled(qtbot, working)
    picked, snapshot = working.services.view.row_limit, working.services.session.snapshot
    assert picked is not None
    assert snapshot is not None
    assert {snapshot.entries.source(row) for row in picked.rows.tolist()} == swapped


def test_the_line_is_dragged_or_typed_and_list_plot_and_sentence_follow(
    compared: tuple[ChartsPage, Encoded, set[str]], qtbot: QtBot,
) -> None:
    page, photos, _ = compared
    view = page.chart
    assert view.place is not None
    plot = view.place.plot
    assert isinstance(plot, HistogramPlot)
    assert plot.counts.sum() == len(photos.sources)
    plot.line.setValue(plot.edges[-1] + 0.001)
    assert page.sentence.text().startswith(f"{len(photos.sources)} of {len(photos.sources)} ")
    assert view.line_field.value() == pytest.approx(plot.line.value(), abs=0.01)
    assert len(listed_bars(page)) == len(photos.sources)
    view.line_field.setValue(-1)
    assert listed_bars(page) == []
    assert plot.line.value() == -1
    assert not page.show_listed.isVisibleTo(page)
    assert page.export_picture.isEnabled(), "the plot is there"
    assert not page.export_table.isEnabled()
    assert view.line_field.accessibleName() == "Less alike than"


def differing(one: QImage, other: QImage) -> float:
    """Return the share of pixels that clearly differ."""
    levels = [np.frombuffer(image.constBits(), np.uint8).astype(int) for image in (one, other)]
    return float((np.abs(levels[0] - levels[1]).reshape(-1, 4).max(axis=1) > 40).mean())


def test_many_points_are_a_picture_that_moves_with_the_view_and_is_drawn_in_turns(
    page: ChartsPage, working: OpenWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch,
) -> None:
    plot = scattered(page, working, qtbot)
    show_points(plot, np.random.default_rng(1).random((3 * PORTION, 2)))
    qtbot.waitUntil(lambda: plot.is_whole and plot.image.is_whole)
    painted: list[int] = []
    real = EvenPoints.paint
    monkeypatch.setattr(EvenPoints, "paint", lambda self, *parts: (
        painted.append(len(self.data)), real(self, *parts)))
    plot.item.setRange(xRange=(0.2, 0.6), yRange=(0.2, 0.6), padding=0)
    moved = plot.canvas.grab().toImage()
    assert painted == [], "a paint draws no point while the view moves"
    qtbot.waitUntil(lambda: plot.image.is_whole)
    assert painted
    assert max(painted) <= PORTION
    painted.clear()
    rested = plot.canvas.grab().toImage()
    assert painted == []
    assert rested != moved, "points have their own size again"
    for group in plot.groups:
        group.show_portions(True)
    plot.image.hide()
    themselves = plot.canvas.grab().toImage()
    assert differing(themselves, rested) < 0.02, "points are where they would draw themselves"
    assert differing(themselves, moved) > 0.05


def test_a_theme_chosen_later_colours_the_picture_of_many_points(
    page: ChartsPage, surveyed: OpenWindow, qtbot: QtBot,
) -> None:
    plot = scattered(page, surveyed, qtbot)
    show_points(plot, np.random.default_rng(1).random((3 * PORTION, 2)))
    qtbot.waitUntil(lambda: plot.is_whole and plot.image.is_whole)
    surveyed.services.look.choose(ColourScheme.DARK)
    plot.image.finish()
    drawn = plot.canvas.grab().toImage()
    wanted = surveyed.services.look.theme.colour("bar_note").name()
    assert any(drawn.pixelColor(x, y).name() == wanted
               for x in range(0, drawn.width(), 2) for y in range(0, drawn.height(), 2))


def test_a_line_below_all_values_is_seen_and_stays_where_it_is(working: OpenWindow) -> None:
    plot = HistogramPlot(working.services.look)
    moved: list[float] = []
    plot.moved.connect(moved.append)
    plot.show_values(np.array([0.98, 0.99, 1.0]), line=0.5, axes=("", ""), show=(str, str))
    assert moved == []
    assert plot.line.value() == 0.5
    assert plot.item.getViewBox().viewRange()[0][0] < 0.5
    assert plot.counts[-1] == 2, "bars are as wide as can be seen, however near values are"
    plot.deleteLater()


def test_space_over_time_has_a_line_per_cache_that_ends_at_what_it_takes_now(
    page: ChartsPage, working: OpenWindow, qtbot: QtBot,
) -> None:
    page._reader._take(Chart.HISTORY, SpaceHistory(
        at_ns=9 * 10**18,
        caches=(CacheSpace("image", 10, 95, 0), CacheSpace("text", 5, 5, 0)),
        steps=(SpaceStep("image", 10**18, "built", 3, 100, 110),
               SpaceStep("image", 2 * 10**18, "quarantined", 1, None, 110),
               SpaceStep("image", 3 * 10**18, "quarantined", 1, -15, 95)), unknown=1))
    page.show_chart(Chart.HISTORY)
    wait_until_settled(qtbot, working)
    assert page.chart.place is not None
    plot = page.chart.place.plot
    assert isinstance(plot, StepPlot)
    (line,) = plot.lines
    assert line.getOriginalDataset()[1].tolist() == [10, 110, 110, 95, 95]
    bars = listed_bars(page)
    assert [bar.amount for bar in bars] == [95, 110, 110]
    assert "bytes not recorded" in bars[1].remark
    assert bars[1].warns
    assert "how many bytes" in page.sentence.text()
    at = plot.place_of(0)
    plot.canvas.scene().sigMouseMoved.emit(plot.canvas.mapToScene(at.toPoint()))
    assert "+100" in QToolTip.text()
