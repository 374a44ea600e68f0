"""The Charts page: its figures are core's, each is said in words, and all of it is exported."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QAccessible, QImage
from PySide6.QtWidgets import QAbstractItemView, QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow
from larder.app.models.chart_figures import UsageCharts, read_usage
from larder.app.models.chart_table import BarColumn
from larder.app.models.chart_texts import ChartTexts
from larder.app.models.charts import Chart
from larder.app.models.space_charts import age_name
from larder.app.presentation.figures import Figures
from larder.app.presentation.shown_names import ShownNames
from larder.app.view_state import Scope
from larder.app.views.charts_page import ChartsPage
from larder.app.views.table_file import table_in_front
from larder.app.views.treemap import squarify
from larder.core.build.reports import ToldTime
from larder.core.demo.sample_workspace import SampleReport
from larder.core.files.table_file import BYTE_ORDER_MARK
from larder.core.jobs import CancelToken, run_to_end
from larder.core.queries.usage_document import Bucket, Usage, UsageNode, UsagePart
from larder.core.requests.options import Answer, UsageOptions, WorkspaceOptions
from larder.core.requests.request import JOB_KINDS
from tests.app.chart_pages import shown_charts, start_charts_over
from tests.app.conftest import wait_until_settled

READ_WHEN_ASKED = (Chart.LATENTS, Chart.LIKENESS)
NO_BATCHES = Usage(buckets=(Bucket("image", 64, 64, 3),))


@pytest.fixture
def sample(known_sample: SampleReport) -> SampleReport:
    return known_sample


def charts_of(opened: OpenWindow, qtbot: QtBot, workspace: str) -> ChartsPage:
    opened.services.session.open(WorkspaceOptions(workspace=workspace))
    qtbot.waitUntil(lambda: opened.services.session.snapshot is not None, timeout=30_000)
    return shown_charts(opened, qtbot)


@pytest.fixture
def page(surveyed: OpenWindow, qtbot: QtBot) -> Iterator[ChartsPage]:
    page = shown_charts(surveyed, qtbot)
    charts = page.charts
    yield page
    start_charts_over(page, charts)


def usage_of(workspace: str) -> Usage:
    options = UsageOptions(workspace=workspace)
    answer = run_to_end(JOB_KINDS["usage"].start(options, CancelToken()))
    return read_usage(answer).usage


def test_nothing_of_it_is_loaded_or_added_up_before_it_is_looked_at(
    working: OpenWindow, qtbot: QtBot, sample: SampleReport,
) -> None:
    asked: list[str] = []
    working.services.lanes.submitted.connect(lambda job: asked.append(job.request.kind))
    working.services.session.open(WorkspaceOptions(workspace=sample.released))
    qtbot.waitUntil(lambda: working.services.session.snapshot is not None, timeout=30_000)
    wait_until_settled(qtbot, working)
    assert "usage" not in asked
    working.window.show_page("charts")
    qtbot.waitUntil(lambda: "usage" in asked)
    wait_until_settled(qtbot, working)
    assert asked.count("usage") == 1
    working.window.show_page("coverage")
    working.window.show_page("charts")
    assert asked.count("usage") == 1, "nothing changed"


@pytest.mark.parametrize("name", ["duplicates", "charts", "journal"])
def test_a_page_that_still_reads_gives_the_focus_to_its_table_once_it_has_one(
    working: OpenWindow, qtbot: QtBot, sample: SampleReport, name: str,
) -> None:
    window = working.window
    working.services.session.open(WorkspaceOptions(workspace=sample.config))
    qtbot.waitUntil(lambda: working.services.session.snapshot is not None, timeout=30_000)
    window.show_page("coverage")
    wait_until_settled(qtbot, working)
    number = list(window.pages).index(name) + 1
    qtbot.keyClick(window, getattr(Qt.Key, f"Key_{number}"), Qt.KeyboardModifier.ControlModifier)
    assert window.current_page() == name
    wait_until_settled(qtbot, working)
    page = window.pages[name]
    qtbot.waitUntil(lambda: isinstance(window.focusWidget(), QAbstractItemView))
    assert page.isAncestorOf(window.focusWidget())


def test_every_chart_shows_cores_figures_and_says_them(
    page: ChartsPage, surveyed: OpenWindow, qtbot: QtBot, sample: SampleReport,
) -> None:
    usage = usage_of(sample.released)
    sums = {}
    for chart in Chart:
        page.show_chart(chart)
        wait_until_settled(qtbot, surveyed)
        bars = page.chart.bars
        sums[chart] = sum(bar.amount for bar in bars)
        if chart not in (Chart.BUILDS, Chart.HISTORY, *READ_WHEN_ASKED):
            assert bars, chart
        assert page.sentence.text() == page.chart.sentence()
        assert "ariation Variation" not in page.sentence.text()
        assert bool(page.sentence.text()) is (bool(bars) or chart in READ_WHEN_ASKED)
        assert page.chart.table.accessibleDescription() == page.sentence.text()
        assert page.chart.table.accessibleName()
    assert sums[Chart.CACHES] == sums[Chart.SIZES] == sums[Chart.VARIATIONS] == usage.bytes
    assert sums[Chart.SCALING] == sums[Chart.BUCKETS]
    assert sums[Chart.CONCEPTS] == sum(part.bytes for part in usage.concepts)
    assert sums[Chart.BUCKETS] == sum(bucket.pictures for bucket in usage.buckets)
    assert sums[Chart.FOLDERS] == sum(node.bytes for node in usage.tree if node.parent < 0)


def test_buckets_that_fill_no_batch_are_warned_of(page: ChartsPage, sample: SampleReport) -> None:
    page.show_chart(Chart.BUCKETS)
    small = usage_of(sample.released).small_buckets
    warned = [bar for bar in page.chart.bars if bar.warns]
    assert len(warned) == len(small) > 0
    assert all(bar.remark and bar.icon for bar in warned), "an icon and a word"
    assert f"{len(small)} buckets are smaller than a batch." in page.sentence.text()


def test_sentence_remark_and_hover_say_the_same_of_what_is_left_out() -> None:
    usage = Usage(batch_size=4, buckets=(
        Bucket("image", 64, 64, 10, turns=10), Bucket("image", 64, 96, 8, turns=8),
        Bucket("image", 96, 64, 3, turns=3), Bucket("image", 96, 32, 3, turns=3)))
    texts, charts = ChartTexts(Figures(), ShownNames()), UsageCharts(usage)
    bars = texts.bars(Chart.BUCKETS, charts)
    assert [bar.left_over for bar in bars] == [2, 0, 3, 3]
    said = texts.sentence(Chart.BUCKETS, charts, bars)
    assert said == ("24 pictures in 4 buckets. Each epoch leaves out 8, because the rest of a "
                    "bucket does not fill a batch of 4. 2 buckets are smaller than a batch.")
    assert "2 are left out of each epoch" in bars[0].tip
    assert "2 full batches of 4" in bars[0].tip
    assert bars[0].remark == "2 are left out of each epoch"
    assert "None is left out" in bars[1].tip


def test_builds_say_their_pace_and_how_well_times_were_expected() -> None:
    builds = tuple(ToldTime(at_ns=at * 10**18, payloads=40, estimated_s=10.0, elapsed_s=elapsed)
                   for at, elapsed in ((1, 5.0), (2, 80.0), (3, 20.0)))
    texts, charts = ChartTexts(Figures(), ShownNames()), UsageCharts(Usage(builds=builds))
    bars = texts.bars(Chart.BUILDS, charts)
    assert "It took 20 s (2 files per second)" in bars[0].tip
    assert "10 s expected (4 files per second)" in bars[0].tip
    assert "took 200 % of the expected time" in bars[0].tip.replace("\u00a0", " ")
    assert "2 s per file" in bars[1].remark
    said = texts.sentence(Chart.BUILDS, charts, bars).replace("\u00a0", " ")
    assert "That is 2 files per second." in said
    assert "Half of the last 3 builds took at most 200 % of the expected time." in said


def test_a_build_that_expected_nothing_says_no_pace_it_does_not_have() -> None:
    build = ToldTime(at_ns=10**18, payloads=0, estimated_s=0.0, elapsed_s=0.0)
    texts, charts = ChartTexts(Figures(), ShownNames()), UsageCharts(Usage(builds=(build,)))
    (bar,) = texts.bars(Chart.BUILDS, charts)
    assert "per" not in texts.sentence(Chart.BUILDS, charts, [bar])
    assert "of the expected time" not in bar.tip


def test_what_concepts_repeat_fills_batches_too() -> None:
    usage = Usage(batch_size=4, buckets=(Bucket("image", 64, 64, 3, turns=9),))
    texts, charts = ChartTexts(Figures(), ShownNames()), UsageCharts(usage)
    (bar,) = texts.bars(Chart.BUCKETS, charts)
    assert (bar.amount, bar.height, bar.left_over, bar.warns) == (3, 9, 1, False)
    assert "9 in the first epoch" in bar.tip
    assert "has 9 pictures" in texts.sentence(Chart.BUCKETS, charts, [bar])


def test_without_a_config_no_batch_is_spoken_of() -> None:
    texts = ChartTexts(Figures(), ShownNames())
    charts = UsageCharts(NO_BATCHES)
    (bar,) = texts.bars(Chart.BUCKETS, charts)
    assert not bar.warns
    assert texts.sentence(Chart.BUCKETS, charts, [bar]) == "3 pictures in 1 bucket."


def test_concepts_come_first_then_caches_of_own_files_and_what_is_in_no_concept_last() -> None:
    def part(name: str, store: str, size: int, concept: int | None = None) -> UsagePart:
        return UsagePart(name, store, 1, size, concept)

    charts = UsageCharts(Usage(
        caches=(part("image", "image", 90), part("tokens", "tokens", 40)),
        concepts=(part("barns", "image", 20, 0), part("portraits", "image", 30, 1),
                  part("", "image", 50), part("", "tokens", 40))))
    bars = ChartTexts(Figures(), ShownNames()).bars(Chart.CONCEPTS, charts)
    assert [(bar.name, bar.scope) for bar in bars] == [
        ("portraits", Scope(concept=1)), ("barns", Scope(concept=0)),
        ("tokens", Scope(store=1)), ("Without a concept", Scope(concept=-1))]


def test_a_click_on_a_folders_tile_goes_into_it_and_the_way_leads_back(
    page: ChartsPage, qtbot: QtBot,
) -> None:
    page.show_chart(Chart.FOLDERS)
    chart = page.chart
    assert chart.tiles is not None
    whole = sum(bar.amount for bar in chart.bars)
    areas = [rect.width() * rect.height() for rect in chart.tiles.rects]
    assert areas == sorted(areas, reverse=True)
    spoken = QAccessible.queryAccessibleInterface(chart.tiles)
    assert spoken.role() == QAccessible.Role.Chart
    assert spoken.text(QAccessible.Text.Value).startswith(chart.bars[0].name)
    assert chart.sentence() in spoken.text(QAccessible.Text.Description)
    assert areas[0] / sum(areas) == pytest.approx(chart.bars[0].amount / whole, abs=0.01)
    first = chart.bars[0]
    at = chart.tiles.rects[0].center().toPoint()
    qtbot.mouseClick(chart.tiles, Qt.MouseButton.LeftButton, pos=at)
    assert chart.folder == first.folder
    assert sum(bar.amount for bar in chart.bars) == first.amount
    assert chart.sentence().startswith(str(first.files))
    steps = [chart._way.itemAt(place).widget() for place in range(chart._way.count() - 1)]
    assert [step.accessibleName() for step in steps] == ["Go to All caches", f"Go to {first.name}"]
    steps[0].click()
    assert chart.folder == -1


def test_the_keyboard_goes_into_folders_too(page: ChartsPage, qtbot: QtBot) -> None:
    page.show_chart(Chart.FOLDERS)
    table = page.chart.table
    table.setFocus()
    table.selectRow(0)
    wanted = page.chart.bars[0].folder
    qtbot.keyClick(table, Qt.Key.Key_Return)
    assert page.chart.folder == wanted


@pytest.mark.parametrize("chart", [Chart.CONCEPTS, Chart.CACHES])
def test_a_bar_of_a_concept_or_cache_is_shown_in_entries(
    page: ChartsPage, surveyed: OpenWindow, qtbot: QtBot, chart: Chart,
) -> None:
    page.show_chart(chart)
    assert not page.show_entries.isEnabled()
    page.chart.model.sort(BarColumn.NAME)
    page.chart.table.selectRow(0)
    assert page.show_entries.isEnabled()
    name = page.chart.bars[0].name
    page.show_entries.click()
    wait_until_settled(qtbot, surveyed)
    assert surveyed.window.current_page() == "entries"
    scope, snapshot = surveyed.services.view.scope, surveyed.services.session.snapshot
    assert snapshot is not None
    document = snapshot.document
    assert name == (document.stores[scope.store].id if scope.store is not None
                    else "Without a concept" if scope.concept == -1
                    else document.concepts[scope.concept or 0].name)


def test_a_chart_is_exported_as_a_table(
    page: ChartsPage, surveyed: OpenWindow, qtbot: QtBot, tmp_path: Path,
) -> None:
    page.show_chart(Chart.SIZES)
    assert table_in_front(page) is page.chart.table
    target = tmp_path / "sizes.csv"
    page.export_table.click()
    dialog = next(asked for asked in surveyed.window.findChildren(QFileDialog) if asked.isVisible())
    dialog.fileSelected.emit(str(target))
    dialog.close()
    qtbot.waitUntil(target.exists)
    wait_until_settled(qtbot, surveyed)
    rows = list(csv.DictReader(
        target.read_text("utf-8").removeprefix(BYTE_ORDER_MARK).splitlines()))
    assert [int(row["Space used (bytes)"]) for row in rows] == [
        bar.amount for bar in page.chart.bars]


@pytest.mark.parametrize("chart", [Chart.BUCKETS, Chart.FOLDERS])
def test_a_chart_is_exported_as_a_picture(
    page: ChartsPage, surveyed: OpenWindow, qtbot: QtBot, tmp_path: Path, chart: Chart,
) -> None:
    page.show_chart(chart)
    page.export_picture.click()
    (dialog,) = page.findChildren(QFileDialog)
    dialog.fileSelected.emit(str(tmp_path / "chart.png"))
    dialog.close()
    qtbot.waitUntil((tmp_path / "chart.png").exists)
    wait_until_settled(qtbot, surveyed)
    image = QImage(str(tmp_path / "chart.png"))
    assert image.width() == 2000
    colours = {image.pixelColor(x, y).name() for x in range(0, image.width(), 20)
               for y in range(0, image.height(), 20)}
    assert len(colours) > 3, "something is drawn"
    assert surveyed.services.notices.shown is not None


def test_a_picture_that_cannot_be_written_is_said(
    page: ChartsPage, surveyed: OpenWindow, qtbot: QtBot, tmp_path: Path,
) -> None:
    page.show_chart(Chart.CACHES)
    page.write_picture(tmp_path / "gone" / "a.png")
    wait_until_settled(qtbot, surveyed)
    assert surveyed.services.notices.shown is not None
    assert "could not be written" in surveyed.services.notices.shown.text


def test_hidden_names_are_hidden_in_charts(page: ChartsPage, surveyed: OpenWindow) -> None:
    page.show_chart(Chart.CONCEPTS)
    names = [bar.name for bar in page.chart.bars if bar.scope != Scope(concept=-1)]
    surveyed.services.look.hide_names(True)
    assert not {bar.name for bar in page.chart.bars} & set(names)
    assert not any(name in page.sentence.text() for name in names)


def test_nothing_cached_is_said(working: OpenWindow, qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "concepts.json").write_text("[]")
    config = tmp_path / "config.json"
    config.write_text('{"model_type": "STABLE_DIFFUSION_15", "cache_dir": "cache", '
                      '"concept_file_name": "concepts.json"}')
    page = charts_of(working, qtbot, str(config))
    assert page.empty.isVisible()
    assert "Nothing is cached yet" in page.empty.text


def test_bars_are_read_aloud_with_their_share(page: ChartsPage) -> None:
    page.show_chart(Chart.CACHES)
    model = page.chart.model
    spoken = model.index(0, BarColumn.BAR).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.startswith("Share: ")
    assert spoken.endswith("%")


def test_an_age_says_its_span() -> None:
    figures = Figures()
    assert age_name(0, 1, figures) == "less than 1 day"
    assert age_name(7, 30, figures) == "7 to 30 days"
    assert age_name(365, None, figures) == "more than 365 days"


def test_a_tree_is_read_folder_by_folder_the_largest_first(qapp: QApplication) -> None:
    import msgspec

    tree = (UsageNode(-1, "image", 3, 9, True), UsageNode(0, "a", 1, 2), UsageNode(0, "b", 1, 7),
            UsageNode(-1, "text", 1, 20, True), UsageNode(3, "c", 1, 20))
    charts = read_usage(Answer(document=msgspec.json.encode(Usage(tree=tree))))
    assert charts.children == {-1: [3, 0], 0: [2, 1], 3: [4]}
    assert charts.way_to(1) == [-1, 0, 1]
    assert charts.node(-1).bytes == 29


@given(st.lists(st.integers(0, 10**12), max_size=60).map(lambda sizes: sorted(sizes, reverse=True)),
       st.floats(1, 2000), st.floats(1, 2000))
def test_tiles_fill_their_room_in_proportion_without_overlap(
    sizes: list[int], width: float, height: float,
) -> None:
    room = QRectF(0, 0, width, height)
    tiles = squarify(sizes, room)
    assert len(tiles) == len(sizes)
    if sum(sizes) <= 0:
        return
    area = width * height
    for size, tile in zip(sizes, tiles, strict=True):
        assert tile.width() * tile.height() == pytest.approx(
            size / sum(sizes) * area, abs=area * 1e-6)
        assert room.adjusted(-1e-6, -1e-6, 1e-3 + width * 1e-6, 1e-3 + height * 1e-6).contains(
            QPointF(tile.center()))
    assert sum(tile.width() * tile.height() for tile in tiles) == pytest.approx(area, rel=1e-6)
    large = [tile for tile in tiles if tile.width() > 1 and tile.height() > 1]
    for at, one in enumerate(large):
        for other in large[at + 1:]:
            common = one.intersected(other)
            assert common.width() * common.height() < area * 1e-6
