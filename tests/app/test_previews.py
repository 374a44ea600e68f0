from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtGui import QImage

from larder.app.pictures.picture_files import MOST_TEXT, ROOM, Preview, PreviewShelf, read_preview

ORIENTATION = 0x0112


def saved(folder: Path, name: str, size: tuple[int, int], turn: int = 1) -> Path:
    picture = Image.new("RGB", size, (40, 90, 160))
    exif = Image.Exif()
    exif[ORIENTATION] = turn
    picture.save(folder / name, exif=exif)
    return folder / name


@pytest.mark.parametrize("name", ["a.jpg", "a.png", "a.webp"])
def test_large_pictures_are_scaled_down_into_the_room(qapp: object, tmp_path: Path,
                                                      name: str) -> None:
    preview = read_preview(saved(tmp_path, name, (3000, 1000)))
    assert preview.image is not None
    assert (preview.image.width(), preview.image.height()) == (ROOM.width(), 266)
    assert preview.full_size == (3000, 1000)


def test_small_pictures_stay_as_they_are(qapp: object, tmp_path: Path) -> None:
    preview = read_preview(saved(tmp_path, "a.png", (40, 30)))
    assert preview.image is not None
    assert (preview.image.width(), preview.image.height()) == (40, 30)


def test_pictures_are_turned_as_their_exif_says(qapp: object, tmp_path: Path) -> None:
    preview = read_preview(saved(tmp_path, "a.jpg", (400, 100), turn=6))
    assert preview.image is not None
    assert (preview.image.width(), preview.image.height()) == (100, 400)
    assert preview.full_size == (100, 400)
    too_many = read_preview(tmp_path / "a.jpg", most_pixels=9_999)
    assert (too_many.full_size, too_many.problem[:9]) == ((100, 400), "100 × 400")


def test_captions_are_shown_from_their_beginning(qapp: object, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"caf\xe9, a barn\n" + b"x" * 2 * MOST_TEXT)
    preview = read_preview(tmp_path / "a.txt")
    assert preview.text.startswith("caf�, a barn\n")
    assert len(preview.text) <= MOST_TEXT
    assert preview.image is None


@pytest.mark.parametrize("name", ["gone.jpg", "gone.txt"])
def test_a_missing_source_is_said_to_be_missing(qapp: object, tmp_path: Path, name: str) -> None:
    assert read_preview(tmp_path / name).problem == "The file does not exist."


def test_a_damaged_picture_says_why_it_is_not_shown(qapp: object, tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(b"no picture at all")
    preview = read_preview(tmp_path / "a.jpg")
    assert preview.image is None
    assert preview.problem


def test_no_more_is_kept_than_the_limit_and_the_oldest_goes_first() -> None:
    shelf = PreviewShelf(most_bytes=3 * 40 * 40 * 4)
    previews = [Preview(image=QImage(40, 40, QImage.Format.Format_RGB32)) for _ in range(4)]
    files = [Path(f"{number}.jpg") for number in range(4)]
    for file, preview in zip(files[:3], previews[:3], strict=True):
        shelf.keep(file, preview)
    assert shelf.get(files[0]) is previews[0]
    shelf.keep(files[3], previews[3])
    assert shelf.get(files[1]) is None
    assert [shelf.get(files[at]) is previews[at] for at in (0, 2, 3)] == [True] * 3
    assert shelf.bytes == 3 * 40 * 40 * 4
    shelf.clear()
    assert (shelf.bytes, shelf.get(files[0])) == (0, None)


def test_one_preview_is_kept_whatever_its_size() -> None:
    shelf = PreviewShelf(most_bytes=1)
    preview = Preview(image=QImage(40, 40, QImage.Format.Format_RGB32))
    shelf.keep(Path("a.jpg"), preview)
    shelf.keep(Path("a.jpg"), preview)
    assert shelf.get(Path("a.jpg")) is preview
    assert shelf.bytes == preview.cost
