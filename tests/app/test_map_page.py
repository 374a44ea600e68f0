"""The Map page: points lead to rows, lassos to Entries, and nothing is read unasked."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QImage, QMouseEvent, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QTreeView, QWidget
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow
from larder.app.models.map_points import MapColour
from larder.app.view_state import ChosenKind, CurrentRow
from larder.app.views.map_page import MapPage
from larder.app.views.page import LazyPage
from larder.core.demo.sample_workspace import SampleReport
from larder.core.requests.options import WorkspaceOptions
from larder.core.settings import ColourScheme
from larder.core.workspace.samples import caption_of
from tests.app.conftest import wait_until_settled
from tests.support.building import BuildWorkspace, build
from tests.support.disk_cache import whole_concept


@pytest.fixture
def page(working: OpenWindow, qtbot: QtBot, known_sample: SampleReport) -> MapPage:
    """The map of the sample, nothing of it read yet."""
    return open_map(working, qtbot, known_sample.released)


def open_map(working: OpenWindow, qtbot: QtBot, workspace: str) -> MapPage:
    working.services.session.open(WorkspaceOptions(workspace=workspace))
    qtbot.waitUntil(lambda: working.services.session.snapshot is not None, timeout=30_000)
    return shown_map(working, qtbot)


def shown_map(opened: OpenWindow, qtbot: QtBot) -> MapPage:
    opened.window.show_page("map")
    lazy = opened.window.pages["map"]
    assert isinstance(lazy, LazyPage)
    qtbot.waitUntil(lambda: lazy.view is not None and lazy.view.isVisible())
    wait_until_settled(qtbot, opened)
    assert isinstance(lazy.view, MapPage)
    return lazy.view


def read_map(page: MapPage, qtbot: QtBot, opened: OpenWindow) -> MapPage:
    """Have the page read what it offers to read, and wait for the whole map."""
    qtbot.mouseClick(page.start.button, Qt.MouseButton.LeftButton)
    wait_until_settled(qtbot, opened)
    qtbot.waitUntil(lambda: page.points is not None and page.points.document.is_settled,
                    timeout=30_000)
    assert page.plot is not None
    return page


@pytest.fixture
def read(surveyed: OpenWindow, qtbot: QtBot) -> Iterator[MapPage]:
    """The whole map of the sample, as it is shown first; it is read once for the module."""
    page = shown_map(surveyed, qtbot)
    if not page.points:
        read_map(page, qtbot, surveyed)
    yield page
    page.colour.setCurrentIndex(0)
    page.lasso.setChecked(False)
    page.choose_point(-1)
    page._draw()
    page.plot.show_all()
    wait_until_settled(qtbot, surveyed)


def test_nothing_is_read_before_the_user_says_so(page: MapPage) -> None:
    assert page.points is not None
    assert len(page.points) == 0
    unread = page.points.document.unread
    assert page.start.button.isVisibleTo(page)
    assert str(unread.files) in page.start.button.text()
    assert "once" in page.start.text
    assert not page.lasso.isVisibleTo(page)  # nothing that would do nothing


def test_what_is_remembered_is_shown_at_once(
    page: MapPage, working: OpenWindow, qtbot: QtBot
) -> None:
    read = read_map(page, qtbot, working)
    read.family.setCurrentIndex(1)
    wait_until_settled(qtbot, working)
    assert read.start.button.isVisibleTo(read)
    read.family.setCurrentIndex(0)
    wait_until_settled(qtbot, working)
    assert read.place.isVisibleTo(read)
    assert not read.start.isVisibleTo(read)
    assert len(read.points) > 1


def test_another_map_can_be_chosen_where_there_is_nothing_for_one(
    working: OpenWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    made = BuildWorkspace(tmp_path)
    made.add_concept("cats")
    made.add_picture("data/cats/0.png", caption="a cat", seed=1)
    made.write()
    page = open_map(working, qtbot, str(made.config_path))
    assert "No pictures are cached" in page.start.text
    assert page.family.isVisibleTo(page)
    assert not page.lasso.isVisibleTo(page)


def test_one_picture_is_no_map(working: OpenWindow, qtbot: QtBot, tmp_path: Path) -> None:
    made = BuildWorkspace(tmp_path)
    made.add_concept("cats")
    made.concepts[-1] = whole_concept(made.concepts[-1])
    made.add_picture("data/cats/0.png", caption="a cat", seed=1)
    made.write()
    build(made, layout="released", even_if_busy=True)
    page = open_map(working, qtbot, str(made.config_path))
    qtbot.mouseClick(page.start.button, Qt.MouseButton.LeftButton)
    wait_until_settled(qtbot, working)
    assert "needs two or more" in page.start.text
    assert not page.start.button.isVisibleTo(page)


def test_a_click_on_a_point_chooses_its_row_and_lists_its_neighbours(
    read: MapPage, surveyed: OpenWindow
) -> None:
    assert read.points is not None
    read.plot.clicked.emit(3)
    assert surveyed.services.view.chosen == CurrentRow(
        ChosenKind.ENTRY, int(read.points.rows[3]))
    listed = [read.model.row_at(at).point for at in range(read.model.rowCount())]
    assert listed == [3, *read.points.neighbours[3].tolist()]


def test_the_row_of_each_point_is_that_of_its_picture(
    read: MapPage, surveyed: OpenWindow
) -> None:
    entries = surveyed.services.session.snapshot.entries
    assert (read.points.rows >= 0).all()
    assert [entries.source(row) for row in read.points.rows.tolist()] == list(
        read.points.pictures)


def test_a_row_that_is_chosen_elsewhere_is_marked(read: MapPage, surveyed: OpenWindow) -> None:
    surveyed.services.view.choose(CurrentRow(ChosenKind.ENTRY, int(read.points.rows[5])))
    assert read.model.row_at(0).point == 5


def test_a_lasso_lists_what_is_inside_it_in_entries(
    read: MapPage, surveyed: OpenWindow, qtbot: QtBot,
) -> None:
    x, y = float(read.points.x[0]), float(read.points.y[0])
    box, canvas = read.plot.item.getViewBox(), read.plot.canvas
    corners = [canvas.mapFromScene(box.mapViewToScene(QPointF(x + across, y + down)))
               for across, down in ((-.5, -.5), (.5, -.5), (.5, .5), (-.5, .5))]
    wanted = np.flatnonzero(
        (abs(read.points.x - x) < 0.49) & (abs(read.points.y - y) < 0.49))
    read.lasso.click()
    viewport = canvas.viewport()
    qtbot.mousePress(viewport, Qt.MouseButton.LeftButton, pos=corners[0])
    for corner in corners[1:]:
        QCoreApplication.sendEvent(viewport, QMouseEvent(
            QEvent.Type.MouseMove, QPointF(corner), viewport.mapToGlobal(corner),
            Qt.MouseButton.NoButton, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier))
    qtbot.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=corners[-1])
    view = surveyed.services.view
    assert view.page == "entries"
    assert set(read.points.rows[wanted].tolist()) <= set(view.row_limit.rows.tolist())
    assert 0 < len(view.row_limit.rows) < len(read.points)


def test_every_point_has_a_colour_with_a_name(read: MapPage) -> None:
    for at in (*range(1, len(MapColour)), 0):
        read.colour.setCurrentIndex(at)
        drawn = [portion for group in read.plot.groups for portion in group.portions]
        assert sum(len(portion.data) for portion in drawn) == len(read.points), at
        assert all(label.text for _, label in read.plot.legend.items), at


def test_a_hovered_point_shows_its_picture(read: MapPage, qtbot: QtBot) -> None:
    read.plot.hovered.emit(0)
    assert read.tip.isVisibleTo(read)
    qtbot.waitUntil(lambda: not read.tip.picture.pixmap().isNull(), timeout=10_000)
    read.plot.hovered.emit(-1)
    assert not read.tip.isVisibleTo(read)


def test_few_points_in_sight_are_pictures(read: MapPage, qtbot: QtBot) -> None:
    plot = read.plot
    qtbot.waitUntil(lambda: len(plot.pictures) == len(read.points), timeout=20_000)
    clicked: list[int] = []
    plot.clicked.connect(clicked.append)
    at = plot.place_of(7).toPoint() + QPoint(12, 12)  # beside the point, on its picture
    QTest.mouseMove(plot.canvas.viewport(), at)
    qtbot.mouseClick(plot.canvas.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert clicked
    plot.show_points(plot.points, plot._group, [("A", "text")] * 9, [])
    qtbot.waitUntil(lambda: plot.is_resting)
    assert len(plot.pictures) == len(read.points)  # the same points keep them


def test_points_are_pictures_only_where_at_most_two_hundred_are_in_sight(
    surveyed: OpenWindow, qtbot: QtBot,
) -> None:
    from larder.app.plots.map_plot import MOST_PICTURES, MapPlot

    plot = MapPlot(surveyed.services.look)
    qtbot.addWidget(plot)
    plot.resize(600, 500)
    plot.show()
    near: list[np.ndarray] = []
    plot.neared.connect(near.append)
    dice = np.random.default_rng(0)
    plot.show_points(dice.normal(size=(3000, 2)), np.zeros(3000, np.int64), [("A", "text")], [])
    qtbot.waitUntil(lambda: plot.is_resting and near != [], timeout=10_000)
    assert len(near[-1]) == 0
    plot.item.setRange(xRange=(0, .3), yRange=(0, .3), padding=0)
    qtbot.waitUntil(lambda: plot.is_resting and len(near[-1]) > 0, timeout=10_000)
    assert len(near[-1]) <= MOST_PICTURES
    plot.add_pictures({int(number): QPixmap(64, 48) for number in near[-1]})
    assert len(plot.pictures) == len(near[-1])
    assert not plot.shows_all
    plot.show_all()
    qtbot.waitUntil(lambda: plot.is_resting and len(plot.pictures) == 0, timeout=10_000)
    assert plot.shows_all


def test_a_click_in_the_legend_hides_the_points_of_a_group_also_of_many(
    surveyed: OpenWindow, qtbot: QtBot,
) -> None:
    from larder.app.plots.map_plot import MapPlot

    plot = MapPlot(surveyed.services.look)
    qtbot.addWidget(plot)
    plot.resize(600, 500)
    plot.show()
    dice, colour = np.random.default_rng(0), plot.colour("error").name()
    plot.show_points(dice.normal(size=(9000, 2)), dice.integers(0, 2, 9000),
                     [("A", "text"), ("B", "error")], [])

    def has_colour() -> bool:
        image = plot.canvas.grab(plot.canvas.rect().adjusted(0, 0, -120, 0)).toImage()
        return any(image.pixelColor(across, down).name() == colour
                   for across in range(0, image.width(), 2) for down in range(0, 500, 2))

    qtbot.waitUntil(lambda: plot.is_resting, timeout=10_000)
    assert all(group.isVisible() for group in plot.groups)  # the legend would cross them out
    assert has_colour()
    plot.groups[1].setVisible(False)
    qtbot.waitUntil(lambda: plot.is_resting, timeout=10_000)
    assert not has_colour()
    plot.groups[1].setVisible(True)
    qtbot.waitUntil(lambda: plot.is_resting, timeout=10_000)
    assert has_colour()


def test_the_legend_is_in_a_corner_where_it_hides_no_points(
    surveyed: OpenWindow, qtbot: QtBot,
) -> None:
    from larder.app.plots.map_plot import MapPlot

    plot = MapPlot(surveyed.services.look)
    qtbot.addWidget(plot)
    plot.resize(600, 500)
    plot.show()
    line = np.linspace(-1, 1, 40)
    for places, corner in ((np.stack([line, line], axis=1), (0, 0)),
                           (np.stack([line, -line], axis=1), (1, 0))):
        plot.show_points(places, np.zeros(40, np.int64), [("A" * 20, "text")], [])
        qtbot.waitUntil(lambda: plot.is_resting, timeout=10_000)
        legend, room = plot.legend.geometry(), plot.item.getViewBox().rect()
        assert (legend.center().x() > room.center().x(),
                legend.center().y() > room.center().y()) == corner


def test_the_caption_of_a_picture_that_is_chosen_elsewhere_marks_its_point(
    read: MapPage, surveyed: OpenWindow,
) -> None:
    entries = surveyed.services.session.snapshot.entries
    caption = caption_of(read.points.pictures[6])
    row = next(row for row in range(len(entries)) if entries.source(row) == caption)
    surveyed.services.view.choose(CurrentRow(ChosenKind.ENTRY, row))
    assert read.model.row_at(0).point == 6
    assert read.listed.text.endswith(Path(read.points.pictures[6]).name)


@pytest.mark.parametrize("elsewhere", ["entries", "problems"])
def test_what_is_chosen_on_another_page_is_marked_on_the_map(
    read: MapPage, surveyed: OpenWindow, qtbot: QtBot, elsewhere: str,
) -> None:
    surveyed.window.show_page(elsewhere)
    wait_until_settled(qtbot, surveyed)
    shown = surveyed.window.pages[elsewhere]
    view = getattr(shown, "view", None) or shown
    _choose_first_picture(view, surveyed, qtbot)
    chosen = surveyed.services.view.chosen
    assert chosen is not None
    assert chosen.kind is ChosenKind.ENTRY
    surveyed.window.show_page("map")
    wait_until_settled(qtbot, surveyed)
    source = surveyed.services.session.snapshot.entries.source(chosen.row)
    point = read.model.row_at(0).point
    assert Path(read.points.pictures[point]).stem == Path(source).stem


def _choose_first_picture(view: QWidget, working: OpenWindow, qtbot: QtBot) -> None:
    """Go down the largest table or tree until a row of the survey is chosen."""
    tables = [table for table in view.findChildren(QAbstractItemView)
              if table.isVisible() and table.model() is not None and table.model().rowCount()]
    for table in sorted(tables, key=lambda one: -one.width() * one.height()):
        if isinstance(table, QTreeView):
            table.expandAll()
        table.setFocus()
        for _ in range(12):
            qtbot.keyClick(table, Qt.Key.Key_Down)
            chosen = working.services.view.chosen
            if chosen is not None and chosen.kind is ChosenKind.ENTRY:
                return


def test_rings_are_listed_again_and_said_in_a_word(read: MapPage) -> None:
    odd = np.flatnonzero(read.points.odd).tolist()
    listed = [read.model.row_at(at) for at in range(read.model.rowCount())]
    assert sorted(row.point for row in listed) == odd
    assert all(row.remark and row.told for row in listed)
    read.choose_point(3)
    assert read.unlist.isVisibleTo(read)
    read.unlist.click()
    assert read.listed.text == "Pictures with a ring"
    assert read.model.rowCount() == len(odd)


@pytest.mark.parametrize("ending", ["png", "svg"])
def test_the_map_is_exported_whole(
    read: MapPage, qtbot: QtBot, tmp_path: Path, ending: str
) -> None:
    target = tmp_path / f"map.{ending}"
    read.export.write(target)
    qtbot.waitUntil(lambda: read.export.is_idle and target.exists(), timeout=20_000)
    content = target.read_bytes()
    if ending == "png":
        assert QImage.fromData(content).width() == 2000
    else:
        assert b"<svg" in content
        assert b"look alike" in content


def test_a_change_of_palette_changes_the_colours_of_rings(
    read: MapPage, surveyed: OpenWindow,
) -> None:
    before = read.plot._rings[0].opts["pen"].color()
    surveyed.services.look.choose(ColourScheme.DARK)
    after = read.plot._rings[0].opts["pen"].color()
    surveyed.services.look.choose(ColourScheme.LIGHT)
    assert before != after


def test_pictures_of_other_pages_load_no_plot(
    working: OpenWindow, monkeypatch: pytest.MonkeyPatch,
) -> None:
    lazy = working.window.pages["map"]
    assert isinstance(lazy, LazyPage)
    lazy.make_view()
    page = lazy.view
    assert isinstance(page, MapPage)
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "larder.app.plots.map_plot", None)  # its import would fail
        working.services.thumbnails.loaded.emit(Path("a.png"))
    assert page.plot is None
