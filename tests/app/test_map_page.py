"""The Map page: points lead to rows, lassos to Entries, and nothing is read unasked."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow
from larder.app.models.map_points import MapColour
from larder.app.view_state import ChosenKind, CurrentRow
from larder.app.views.map_page import MapPage
from larder.app.views.page import LazyPage
from larder.core.demo.sample_workspace import SampleReport
from larder.core.requests.options import WorkspaceOptions
from tests.app.conftest import wait_until_settled


@pytest.fixture
def page(working: OpenWindow, qtbot: QtBot, known_sample: SampleReport) -> MapPage:
    """The map of the sample, nothing of it read yet."""
    working.services.session.open(WorkspaceOptions(workspace=known_sample.released))
    qtbot.waitUntil(lambda: working.services.session.snapshot is not None, timeout=30_000)
    working.window.show_page("map")
    lazy = working.window.pages["map"]
    assert isinstance(lazy, LazyPage)
    qtbot.waitUntil(lambda: lazy.view is not None and lazy.view.isVisible())
    wait_until_settled(qtbot, working)
    assert isinstance(lazy.view, MapPage)
    return lazy.view


@pytest.fixture
def read(page: MapPage, qtbot: QtBot, working: OpenWindow) -> MapPage:
    qtbot.mouseClick(page.read, Qt.MouseButton.LeftButton)
    wait_until_settled(qtbot, working)
    qtbot.waitUntil(lambda: page.points is not None and page.points.document.is_settled,
                    timeout=30_000)
    assert page.plot is not None
    return page


def test_nothing_is_read_before_the_user_says_so(page: MapPage) -> None:
    assert page.points is not None
    assert len(page.points) == 0
    assert page.read.isVisibleTo(page)
    assert str(page.points.document.unread.files) in page.read.text()


def test_a_click_on_a_point_chooses_its_row_and_lists_its_neighbours(
    read: MapPage, working: OpenWindow
) -> None:
    assert read.points is not None
    read.plot.clicked.emit(3)
    assert working.services.view.chosen == CurrentRow(
        ChosenKind.ENTRY, int(read.points.rows[3]))
    listed = [read.model.row_at(at).point for at in range(read.model.rowCount())]
    assert listed == [3, *read.points.neighbours[3].tolist()]


def test_the_row_of_each_point_is_that_of_its_picture(
    read: MapPage, working: OpenWindow
) -> None:
    entries = working.services.session.snapshot.entries
    assert (read.points.rows >= 0).all()
    assert [entries.source(row) for row in read.points.rows.tolist()] == list(
        read.points.pictures)


def test_a_row_that_is_chosen_elsewhere_is_marked(read: MapPage, working: OpenWindow) -> None:
    working.services.view.choose(CurrentRow(ChosenKind.ENTRY, int(read.points.rows[5])))
    assert read.model.row_at(0).point == 5


def test_a_lasso_lists_what_is_inside_it_in_entries(
    read: MapPage, working: OpenWindow, qtbot: QtBot,
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
    view = working.services.view
    assert view.page == "entries"
    assert set(read.points.rows[wanted].tolist()) <= set(view.row_limit.rows.tolist())
    assert 0 < len(view.row_limit.rows) < len(read.points)


@pytest.mark.parametrize("colour", MapColour)
def test_every_point_has_a_colour_with_a_name(read: MapPage, colour: MapColour) -> None:
    read.colour.setCurrentIndex(list(MapColour).index(colour))
    drawn = [portion for group in read.plot.groups for portion in group.portions]
    assert sum(len(portion.data) for portion in drawn) == len(read.points)
    assert all(label.text for _, label in read.plot.legend.items)


def test_a_hovered_point_shows_its_picture(read: MapPage, qtbot: QtBot) -> None:
    read.plot.hovered.emit(0)
    assert read.tip.isVisibleTo(read)
    qtbot.waitUntil(lambda: not read._picture.pixmap().isNull(), timeout=10_000)
    read.plot.hovered.emit(-1)
    assert not read.tip.isVisibleTo(read)


def test_pictures_of_other_pages_load_no_plot(
    working: OpenWindow, monkeypatch: pytest.MonkeyPatch,
) -> None:
    lazy = working.window.pages["map"]
    assert isinstance(lazy, LazyPage)
    lazy.make_view()
    page = lazy.view
    assert isinstance(page, MapPage)
    monkeypatch.setitem(sys.modules, "larder.app.plots.map_plot", None)  # its import would fail
    working.services.thumbnails.loaded.emit(Path("a.png"))
    assert page.plot is None
