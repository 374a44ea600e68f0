"""The loupe: the same spot of two pictures at the size of their pixels."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from larder.app.previews.latent_view import Pane, image_of
from larder.app.previews.loupe import (
    MATRICES,
    LoupeCanvas,
    read_whole,
    turned_image,
)
from larder.core.compare.copy_facts import PictureTurn
from larder.core.compare.picture_turns import TURNS, turn_levels
from tests.support.photographs import photographs


def halves(width: int, height: int) -> QImage:
    """A picture whose left half is red and whose right half is blue, with a green column."""
    levels = np.zeros((height, width, 3), np.uint8)
    levels[:, :width // 2, 0] = 255
    levels[:, width // 2:, 2] = 255
    return image_of(levels)


@pytest.fixture
def canvas(dressed: QApplication, qtbot: QtBot) -> LoupeCanvas:
    """Two pictures of which the second has half the width, in panes of 200 pixels."""
    canvas = LoupeCanvas()
    qtbot.addWidget(canvas)
    canvas.resize(420, 220)
    large, small = halves(1000, 1000), halves(500, 500)
    canvas.show_panes(
        [Pane("large", large.scaled(100, 100)), Pane("small", small.scaled(100, 100))], 1.0)
    canvas.show()
    canvas.show_whole([large, small])
    return canvas


def colour_at(canvas: LoupeCanvas, x: float, y: float) -> QColor:
    image = canvas.grab().toImage()
    scale = image.devicePixelRatio()
    return image.pixelColor(QPoint(round(x * scale), round(y * scale)))


@pytest.mark.parametrize("turn", TURNS)
def test_an_image_is_turned_as_its_levels_are(turn: PictureTurn) -> None:
    levels = np.ascontiguousarray(photographs(1, 32, seed=2)[0][:20])
    wanted = image_of(np.ascontiguousarray(turn_levels(levels, turn)))
    assert turned_image(image_of(levels), turn) == wanted


def test_every_turn_has_its_matrix() -> None:
    assert set(MATRICES) == set(PictureTurn)


def test_both_show_the_same_spot_the_smaller_one_enlarged(canvas: LoupeCanvas) -> None:
    assert (canvas.enlargement(0), canvas.enlargement(1)) == (1.0, 2.0)
    for spot, colour in ((0.3, "red"), (0.7, "blue")):
        canvas.point_at(QPointF(spot, 0.5))
        for room in canvas.rooms():
            for share in (0.1, 0.9):
                place = (room.left() + share * room.width(), room.center().y())
                assert colour_at(canvas, *place) == QColor(colour)
    first, second = (canvas._title(at) for at in range(2))
    assert first == "large · 1:1"
    assert second == "small · enlarged 2.0 times"


def test_at_an_edge_the_loupe_stays_full(canvas: LoupeCanvas) -> None:
    for spot, colour in ((QPointF(0, 0), "red"), (QPointF(1, 1), "blue")):
        canvas.point_at(spot)
        for room in canvas.rooms():
            for x in (room.left() + 2, room.right() - 2):
                for y in (room.top() + 2, room.bottom() - 2):
                    assert colour_at(canvas, x, y) == QColor(colour)


def test_the_loupe_uses_all_the_room_there_is(canvas: LoupeCanvas) -> None:
    canvas.resize(620, 220)
    first, second = canvas.rooms()
    assert first.left() == 0
    assert second.right() == 620
    assert first.width() == second.width() > first.height()
    canvas.show_whole(())
    assert canvas.rooms()[0].width() == canvas.rooms()[0].height()


def test_the_pointer_chooses_the_spot(canvas: LoupeCanvas, qtbot: QtBot) -> None:
    room = canvas.rooms()[1]
    QTest.mouseMove(canvas, (room.topLeft() + QPointF(
        room.width() * 0.25, room.height() * 0.75)).toPoint())
    qtbot.waitUntil(lambda: abs(canvas.spot.x() - 0.25) < 0.02)
    assert abs(canvas.spot.y() - 0.75) < 0.02


def test_arrow_keys_move_the_spot_and_say_where_it_is(canvas: LoupeCanvas) -> None:
    for _ in range(5):
        QTest.keyClick(canvas, Qt.Key.Key_Right)
    QTest.keyClick(canvas, Qt.Key.Key_Up)
    assert (round(canvas.spot.x(), 2), round(canvas.spot.y(), 2)) == (0.7, 0.46)
    assert canvas.value == "Loupe at 70 % across, 46 % down"
    for _ in range(30):
        QTest.keyClick(canvas, Qt.Key.Key_Down)
    assert canvas.spot.y() == 1.0


def test_keys_switch_the_loupe(canvas: LoupeCanvas) -> None:
    wanted: list[bool] = []
    canvas.loupe_wanted.connect(wanted.append)
    QTest.keyClick(canvas, Qt.Key.Key_Escape)
    canvas.show_whole(())
    QTest.keyClick(canvas, Qt.Key.Key_L)
    assert wanted == [False, True]
    assert canvas.value == "Zoom 100 %"


def test_a_picture_is_read_as_large_as_it_is_and_turned(tmp_path: Path) -> None:
    from PIL import Image

    levels = np.ascontiguousarray(photographs(1, 300, seed=2)[0][:200])
    Image.fromarray(levels).save(tmp_path / "a.png")
    image = read_whole(tmp_path / "a.png", PictureTurn.ROTATED_90)
    assert image is not None
    assert (image.width(), image.height()) == (200, 300)
    assert read_whole(tmp_path / "gone.png", PictureTurn.UPRIGHT) is None


def test_a_picture_that_is_too_large_is_not_decoded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    from PIL import Image

    from larder.app.previews import loupe

    monkeypatch.setattr(loupe, "MOST_LOUPE_PIXELS", 99)
    Image.new("RGB", (10, 10)).save(tmp_path / "a.png")
    assert read_whole(tmp_path / "a.png", PictureTurn.UPRIGHT) is None
