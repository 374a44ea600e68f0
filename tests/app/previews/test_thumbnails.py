"""Small pictures of sources: read when in sight, once, and never more of them than fit."""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from larder.app.jobs.call_runnable import CallPool
from larder.app.pictures import picture_files, thumbnails
from larder.app.pictures.picture_files import Preview, read_preview
from larder.app.pictures.thumbnails import ThumbnailFolder, Thumbnails, read_small

Make = Callable[[], Thumbnails]


@pytest.fixture
def pictures(tmp_path: Path) -> list[Path]:
    folder = tmp_path / "sources"
    folder.mkdir()
    files = [folder / f"{at:03}.png" for at in range(12)]
    for at, file in enumerate(files):
        Image.new("RGB", (600, 300), (20 * at, 90, 160)).save(file)
    return files


@pytest.fixture
def opened_sources(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Sources that were opened, in their order."""
    opened: list[Path] = []

    def counted(file: Path, **how: object) -> Preview:
        opened.append(file)
        return read_preview(file, **how)  # type: ignore[arg-type]

    monkeypatch.setattr(thumbnails, "read_preview", counted)
    return opened


@pytest.fixture
def make(dressed: QApplication, qtbot: QtBot, tmp_path: Path) -> Iterator[Make]:
    owner, calls = QObject(), CallPool()
    yield lambda: Thumbnails(calls, ThumbnailFolder(tmp_path / "cache" / "thumbnails"), owner)
    calls.shut_down()


def wait_for(qtbot: QtBot, small: Thumbnails, files: list[Path]) -> None:
    qtbot.waitUntil(lambda: all(small.get(file) is not None for file in files))


def test_what_is_in_sight_is_read_small_in_its_order(
    qtbot: QtBot, make: Make, pictures: list[Path], opened_sources: list[Path],
) -> None:
    small = make()
    small.want("table", pictures[:4])
    wait_for(qtbot, small, pictures[:4])
    assert sorted(opened_sources) == pictures[:4]
    shown = small.get(pictures[0])
    assert shown is not None
    assert shown.image is not None
    assert (shown.image.width(), shown.image.height()) == (256, 128)


def test_the_second_visit_opens_no_source_and_neither_does_the_next_window(
    qtbot: QtBot, make: Make, pictures: list[Path], opened_sources: list[Path],
) -> None:
    small = make()
    small.want("table", pictures)
    wait_for(qtbot, small, pictures)
    small.want("table", pictures)
    another = make()
    another.want("table", pictures)
    wait_for(qtbot, another, pictures)
    assert sorted(opened_sources) == pictures


def test_what_left_the_sight_before_its_turn_is_not_read(
    qtbot: QtBot, make: Make, pictures: list[Path], opened_sources: list[Path],
) -> None:
    small = make()
    small.want("table", pictures[:8])
    small.want("table", pictures[8:])
    wait_for(qtbot, small, pictures[8:])
    # Those that were begun when the view was scrolled are finished, one per lane.
    assert len(set(opened_sources) & set(pictures[:8])) <= thumbnails.LANES
    small.want("table", ())
    assert len(small._files) == 0


def test_views_wait_beside_each_other(qtbot: QtBot, make: Make, pictures: list[Path]) -> None:
    small = make()
    small.want("table", pictures[:6])
    small.want("grid", pictures[6:])
    wait_for(qtbot, small, pictures)


def test_an_edited_source_is_read_again_and_shown_as_it_was_till_then(
    qtbot: QtBot, make: Make, pictures: list[Path], opened_sources: list[Path],
) -> None:
    small, file = make(), pictures[0]
    small.want("table", [file])
    wait_for(qtbot, small, [file])
    Image.new("RGB", (300, 300), (200, 0, 0)).save(file)
    small.forget()
    before = small.get(file)
    with qtbot.waitSignal(small.loaded):
        small.want("table", [file])
    after = small.get(file)
    assert before is not None
    assert after is not None
    assert before.image is not None
    assert after.image is not None
    assert (before.image.height(), after.image.height()) == (128, 256)
    assert opened_sources == [file, file]


def test_memory_keeps_no_more_than_fits(
    qtbot: QtBot, make: Make, pictures: list[Path], monkeypatch: pytest.MonkeyPatch,
) -> None:
    small = make()
    monkeypatch.setattr(small._shelf, "_most_bytes", 4 * 256 * 128 * 4)
    for file in pictures:
        small.want("table", [file])
        qtbot.waitUntil(lambda file=file: small.get(file) is not None)
    assert len(small._shelf) == 4
    assert small._shelf.bytes == 4 * 256 * 128 * 4


def test_sentences_are_bounded_too(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture_files, "MOST_KEPT", 3)
    shelf = make()._shelf
    for at in range(9):
        shelf.keep(Path(f"{at}.png"), Preview(problem="The file does not exist."))
    assert len(shelf) == 3


def test_the_folder_keeps_no_more_than_fits_and_the_newest_stay(
    dressed: QApplication, tmp_path: Path, pictures: list[Path],
) -> None:
    whole = ThumbnailFolder(tmp_path / "whole")
    each = sum(1 for file in pictures if read_small(file, whole).image is not None)
    size = sum(file.stat().st_size for file in (tmp_path / "whole").rglob("*.jpg")) // each
    folder = ThumbnailFolder(tmp_path / "small", most_bytes=5 * size)
    for at, file in enumerate(pictures):
        read_small(file, folder)
        for made in (tmp_path / "small").rglob("*.jpg"):
            if made.stat().st_mtime > len(pictures):
                os.utime(made, (at, at))
    kept = list((tmp_path / "small").rglob("*.jpg"))
    assert 0 < sum(file.stat().st_size for file in kept) <= 5 * size
    assert folder.load(pictures[-1], pictures[-1].stat()) is not None
    assert folder.load(pictures[0], pictures[0].stat()) is None


def test_only_the_cache_folder_is_written(
    dressed: QApplication, tmp_path: Path, pictures: list[Path],
) -> None:
    before = {file: (file.stat().st_mtime_ns, file.read_bytes()) for file in pictures}
    for file in pictures:
        read_small(file, ThumbnailFolder(tmp_path / "cache"))
    assert {file: (file.stat().st_mtime_ns, file.read_bytes()) for file in pictures} == before
    assert sorted(pictures[0].parent.iterdir()) == pictures


def test_a_folder_that_cannot_be_written_shows_pictures_all_the_same(
    dressed: QApplication, tmp_path: Path, pictures: list[Path],
) -> None:
    (tmp_path / "cache").write_bytes(b"a file where the folder would be")
    assert read_small(pictures[0], ThumbnailFolder(tmp_path / "cache")).image is not None


def test_a_damaged_small_picture_is_made_again(
    dressed: QApplication, tmp_path: Path, pictures: list[Path],
) -> None:
    folder = ThumbnailFolder(tmp_path / "cache")
    read_small(pictures[0], folder)
    kept, = (tmp_path / "cache").rglob("*.jpg")
    kept.write_bytes(b"cut short")
    assert read_small(pictures[0], folder).image is not None
    assert kept.read_bytes() != b"cut short"


def test_see_through_pictures_stay_see_through(dressed: QApplication, tmp_path: Path) -> None:
    Image.new("RGBA", (80, 80), (10, 200, 10, 90)).save(tmp_path / "a.png")
    folder = ThumbnailFolder(tmp_path / "cache")
    for _ in range(2):
        image = read_small(tmp_path / "a.png", folder).image
        assert image is not None
        assert image.pixelColor(40, 40).alpha() == pytest.approx(90, abs=2)


def png_of(width: int, height: int) -> bytes:
    """A header that says so, and no pixels."""
    def part(name: bytes, content: bytes) -> bytes:
        whole = name + content
        return struct.pack(">I", len(content)) + whole + struct.pack(">I", zlib.crc32(whole))

    return (b"\x89PNG\r\n\x1a\n"
            + part(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + part(b"IDAT", zlib.compress(bytes(64))) + part(b"IEND", b""))


@pytest.mark.parametrize(("width", "height"), [(20_000, 20_000), (900_000, 90_000)])
def test_a_picture_of_more_pixels_than_memory_is_told_from_its_header(
    dressed: QApplication, tmp_path: Path, width: int, height: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "huge.png").write_bytes(png_of(width, height))
    monkeypatch.setattr("PySide6.QtGui.QImageReader.read", None)
    preview = read_small(tmp_path / "huge.png", ThumbnailFolder(tmp_path / "cache"))
    assert preview.image is None
    assert "too many" in preview.problem
    assert not list((tmp_path / "cache").rglob("*.*"))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes by name")
def test_a_pipe_that_is_called_a_picture_is_not_waited_for(
    dressed: QApplication, tmp_path: Path,
) -> None:
    os.mkfifo(tmp_path / "a.png")
    assert read_small(tmp_path / "a.png", ThumbnailFolder(tmp_path / "cache")).problem


def test_a_drawing_with_a_picture_s_name_is_not_run(dressed: QApplication, tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(
        b'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect/></svg>')
    assert read_small(tmp_path / "a.png", ThumbnailFolder(tmp_path / "cache")).image is None


def test_captions_are_read_from_their_beginning_and_a_missing_source_is_said_to_be(
    dressed: QApplication, tmp_path: Path,
) -> None:
    (tmp_path / "a.txt").write_text("a barn in snow\n")
    folder = ThumbnailFolder(tmp_path / "cache")
    assert read_small(tmp_path / "a.txt", folder).text == "a barn in snow\n"
    assert read_small(tmp_path / "gone.png", folder).is_absent
