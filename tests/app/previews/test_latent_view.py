"""Cached pictures beside their sources, in the inspector and larger."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QAccessible, QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QScrollArea
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow
from larder.app.dialogs.quick_look import QuickLook
from larder.app.previews.latent_view import CompareCanvas, LatentView, Pane, image_of
from larder.app.views.entries_page import EntriesPage
from larder.core.requests.options import WorkspaceOptions
from tests.app.conftest import shown_window, wait_until_settled
from tests.app.in_process_worker import InProcessWorker
from tests.support.cached_photographs import Encoded, encoded, meaningless, patch_means
from tests.support.tiny_vaes import write_vae

RED, BLUE = QColor(250, 10, 10), QColor(10, 10, 250)


def plain(colour: QColor, width: int, height: int) -> QImage:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(colour)
    return image


@pytest.fixture
def canvas(dressed: QApplication, qtbot: QtBot) -> CompareCanvas:
    canvas = CompareCanvas()
    qtbot.addWidget(canvas)
    canvas.resize(400, 220)
    canvas.show_panes((Pane("Picture", plain(RED, 512, 512)),
                       Pane("Cached", plain(BLUE, 64, 64))), 1.0)
    canvas.show()
    return canvas


def colour_at(canvas: CompareCanvas, x: float, y: float) -> QColor:
    return canvas.grab().toImage().pixelColor(int(x), int(y))


def test_pictures_of_other_sizes_stand_at_one_scale(canvas: CompareCanvas) -> None:
    source, cached = canvas.rooms()
    assert source.size() == cached.size()
    assert source.right() < cached.left()
    assert colour_at(canvas, source.center().x(), source.center().y()) == RED
    assert colour_at(canvas, cached.center().x(), cached.center().y()) == BLUE


@pytest.mark.parametrize(("size", "aspect", "across"), [
    ((300, 220), 1.0, 2), ((300, 420), 2.4, 1), ((300, 220), 0.5, 2)])
def test_panes_stand_where_they_are_largest(
    canvas: CompareCanvas, size: tuple[int, int], aspect: float, across: int,
) -> None:
    canvas.resize(*size)
    canvas.show_panes(canvas.panes, aspect)
    rooms = canvas.rooms()
    assert len({room.left() for room in rooms}) == across
    assert all(canvas.rect().toRectF().contains(room) for room in rooms)
    assert rooms[0].width() / rooms[0].height() == pytest.approx(aspect)


def test_a_screen_reader_hears_what_is_shown_and_how_much_of_it(canvas: CompareCanvas) -> None:
    def said(kind: QAccessible.Text) -> str:
        return QAccessible.queryAccessibleInterface(canvas).text(kind)

    canvas.show_panes(canvas.panes, 1.0, "8 × 8 values")
    assert QAccessible.queryAccessibleInterface(canvas).role() == QAccessible.Role.Graphic
    assert said(QAccessible.Text.Name) == "Picture, Cached"
    assert said(QAccessible.Text.Value) == "Zoom 100 %"
    canvas.zoom_by(2.0)
    assert said(QAccessible.Text.Value) == "Zoom 200 %"
    canvas.set_swipes(True)
    canvas.move_edge(0.25)
    assert said(QAccessible.Text.Value) == "Edge at 75 %"
    assert said(QAccessible.Text.Description) == "8 × 8 values · Edge at 75 %"


def test_an_edge_parts_the_source_from_the_cached_picture_over_it(canvas: CompareCanvas) -> None:
    canvas.set_swipes(True)
    room, = canvas.rooms()
    left, right = room.left() + 0.2 * room.width(), room.left() + 0.8 * room.width()
    assert colour_at(canvas, left, room.center().y()) == RED
    assert colour_at(canvas, right, room.center().y()) == BLUE
    QTest.mousePress(canvas, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier,
                     QPointF(room.left() + 0.1 * room.width(), room.center().y()).toPoint())
    assert canvas.edge == pytest.approx(0.1, abs=0.01)
    assert colour_at(canvas, left, room.center().y()) == BLUE
    QTest.keyClick(canvas, Qt.Key.Key_Right)
    assert canvas.edge == pytest.approx(0.15, abs=0.01)


def test_zoom_keeps_the_place_under_the_mouse_and_never_leaves_the_picture(
    canvas: CompareCanvas,
) -> None:
    canvas.zoom_by(2.0, QPointF(0.0, 0.0))
    assert (canvas.middle.x(), canvas.middle.y()) == (0.25, 0.25)
    for _ in range(20):
        canvas.zoom_by(2.0)
    assert canvas.zoom == 16.0
    QTest.keyClick(canvas, Qt.Key.Key_0)
    assert canvas.zoom == 1.0
    assert canvas.middle == QPointF(0.5, 0.5)


def test_an_image_owns_its_pixels(dressed: QApplication) -> None:
    levels = np.full((4, 5, 3), 200, np.uint8)
    image, grey = image_of(levels), image_of(np.full((4, 5), 90, np.uint8))
    del levels
    assert image.pixelColor(4, 3) == QColor(200, 200, 200)
    assert grey.pixelColor(0, 0) == QColor(90, 90, 90)


@pytest.fixture
def show(
    dressed: QApplication, qtbot: QtBot,
) -> Iterator[Callable[[Encoded], OpenWindow]]:
    with shown_window(dressed, InProcessWorker) as window:
        def show(workspace: Encoded) -> OpenWindow:
            window.services.session.open(
                WorkspaceOptions(workspace=str(workspace.indexed.config_path)))
            qtbot.waitUntil(lambda: not window.services.session.is_surveying, timeout=30_000)
            wait_until_settled(qtbot, window)
            return window

        yield show


def choose(qtbot: QtBot, window: OpenWindow, name: str) -> LatentView | None:
    window.window.show_page("entries")
    page = window.window.pages["entries"]
    assert isinstance(page, EntriesPage)
    snapshot = page.model.snapshot
    assert snapshot is not None
    wait_until_settled(qtbot, window)
    at = next(at for at in range(page.model.rowCount())
              if snapshot.entries.name[page.model.row_at(at)] == name)
    page.table.selectRow(at)
    wait_until_settled(qtbot, window)
    view = window.window.inspector.preview.view
    return view if isinstance(view, LatentView) else None


def test_the_inspector_shows_the_cached_picture_beside_its_source(
    show: Callable[[Encoded], OpenWindow], qtbot: QtBot, tmp_path: Path,
) -> None:
    mask = np.zeros((1, 16, 16), np.float32)
    mask[:, 4:12, 4:12] = 1
    window = show(encoded(tmp_path, patch_means, latent_mask=mask))
    assert not window.window.docks.is_shown("inspector")
    view = choose(qtbot, window, "photo_05.png")
    assert view is not None
    inspector = window.window.inspector
    assert not inspector.picture.isVisible()
    assert [pane.title for pane in view.canvas.panes] == ["Picture", "Cached", "Mask"]
    assert "similarity" in inspector.preview.caption.text()
    assert "similarity" in view.canvas.accessibleDescription()
    assert view.bars.isVisible()
    assert inspector.arrays.isVisible()
    area = inspector.findChild(QScrollArea)
    assert area is not None
    assert not area.horizontalScrollBar().isVisible()


def test_quick_look_shows_the_same_larger(
    show: Callable[[Encoded], OpenWindow], qtbot: QtBot, tmp_path: Path,
) -> None:
    window = show(encoded(tmp_path, patch_means))
    small = choose(qtbot, window, "photo_05.png")
    assert small is not None
    window.services.commands.run("quick-look")
    dialog, = window.window.findChildren(QuickLook)
    large = dialog.preview.view
    assert isinstance(large, LatentView)
    assert large.canvas.rooms()[0].width() > 1.5 * small.canvas.rooms()[0].width()
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    QTest.keyClick(large.swipe, Qt.Key.Key_Space)
    assert not dialog.isVisible()


def test_an_encoder_whose_latents_are_no_pictures_has_no_preview(
    show: Callable[[Encoded], OpenWindow], qtbot: QtBot, tmp_path: Path,
) -> None:
    workspace = encoded(tmp_path, meaningless)
    (tmp_path / workspace.sources[6]).unlink()
    window = show(workspace)
    view = choose(qtbot, window, "photo_05.png")
    assert view is not None
    assert [pane.title for pane in view.canvas.panes] == ["Picture"]
    assert view.canvas.isVisible()
    assert not view.swipe.isEnabled()
    assert "No preview for this encoder" in window.window.inspector.preview.caption.text()
    view = choose(qtbot, window, "photo_06.png")
    assert view is not None
    assert view.bars.isVisible()
    assert not view.canvas.isVisible(), "a frame around nothing"
    assert not view.swipe.isVisible()


def test_latents_are_seen_when_their_sources_are_gone(
    show: Callable[[Encoded], OpenWindow], qtbot: QtBot, tmp_path: Path,
) -> None:
    workspace = encoded(tmp_path, patch_means)
    workspace.drawing(0)
    (tmp_path / workspace.sources[5]).unlink()
    view = choose(qtbot, show(workspace), "photo_05.png")
    assert view is not None
    assert [pane.title for pane in view.canvas.panes] == ["Cached"]


def test_another_variation_is_chosen_from_a_list(
    show: Callable[[Encoded], OpenWindow], qtbot: QtBot, tmp_path: Path,
) -> None:
    workspace = encoded(tmp_path, patch_means)
    second = workspace.payload(5).with_name(f"{workspace.stems[5]}_2.pt")
    second.write_bytes(workspace.payload(9).read_bytes())
    window = show(workspace)
    view = choose(qtbot, window, "photo_05.png")
    assert view is not None
    assert [view.variation.itemText(at) for at in range(view.variation.count())] == [
        "1 of 2", "2 of 2"]
    before = view.canvas.panes[1].image.copy()
    view.variation.setCurrentIndex(1)
    view.variation.activated.emit(1)
    wait_until_settled(qtbot, window)
    assert view.variation.currentIndex() == 1
    assert view.canvas.panes[1].image != before
    assert "similarity" in window.window.inspector.preview.caption.text()


def test_the_vae_at_hand_decodes_the_latent_on_request(
    show: Callable[[Encoded], OpenWindow], qtbot: QtBot, tmp_path: Path,
) -> None:
    write_vae(tmp_path / "models" / "fp16-fix", "tiny")
    window = show(encoded(tmp_path, patch_means, config={
        "vae": {"model_name": str(tmp_path / "models" / "fp16-fix")}}))
    view = choose(qtbot, window, "photo_05.png")
    assert view is not None
    assert view.decode.isVisible()
    view.decode.click()
    assert "loaded" in window.window.inspector.preview.caption.text()
    wait_until_settled(qtbot, window)
    assert [pane.title for pane in view.canvas.panes] == ["Picture", "Decoded"]
    assert view.canvas.panes[1].image.width() == 128
    assert not view.decode.isEnabled()
