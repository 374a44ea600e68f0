from __future__ import annotations

import json
import struct
import zlib
from pathlib import Path

import pytest
from PIL import Image

from larder.core.workspace.picture_size import read_picture_size

ORIENTATION = 0x0112


def save(path: Path, *, size: tuple[int, int] = (40, 30), orientation: int | None = None) -> Path:
    picture = Image.new("RGB", size, (200, 30, 30))
    if orientation is None:
        picture.save(path)
        return path
    exif = Image.Exif()
    exif[ORIENTATION] = orientation
    picture.save(path, exif=exif)
    return path


def png_header(width: int, height: int) -> bytes:
    body = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    checked = struct.pack(">I", 13) + body + struct.pack(">I", zlib.crc32(body))
    return b"\x89PNG\r\n\x1a\n" + checked + struct.pack(">I", 1000) + b"IDAT"


@pytest.mark.parametrize("name", ["a.jpg", "a.png", "a.bmp", "a.tif", "a.webp", "a.avif"])
def test_height_comes_first(tmp_path: Path, name: str) -> None:
    if name.endswith("avif"):
        pytest.importorskip("PIL.AvifImagePlugin")
    assert read_picture_size(save(tmp_path / name)) == (30, 40)


@pytest.mark.parametrize("name", ["a.jpg", "a.png", "a.tif"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_quarter_turn_in_exif_swaps_the_sides(
    tmp_path: Path, name: str, orientation: int
) -> None:
    turned = (40, 30) if orientation >= 5 else (30, 40)
    assert read_picture_size(save(tmp_path / name, orientation=orientation)) == turned


@pytest.mark.parametrize("orientation", [3, 6, 8])
def test_exif_in_webp_is_ignored_as_the_trainer_ignores_it(
    tmp_path: Path, orientation: int
) -> None:
    path = save(tmp_path / "a.webp", orientation=orientation)
    assert read_picture_size(path) == (30, 40)


@pytest.mark.parametrize("orientation", [0, 9, 600])
def test_an_orientation_that_does_not_exist_turns_nothing(tmp_path: Path, orientation: int) -> None:
    path = save(tmp_path / "a.jpg", orientation=orientation)
    assert read_picture_size(path) == (30, 40)


def test_damaged_exif_turns_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.jpg"
    Image.new("RGB", (40, 30)).save(path, exif=b"Exif\x00\x00" + b"\xff" * 30)
    assert read_picture_size(path) == (30, 40)


def test_only_the_header_is_needed(tmp_path: Path) -> None:
    path = tmp_path / "half.png"
    path.write_bytes(png_header(4000, 3000))
    assert read_picture_size(path) == (3000, 4000)


def test_a_very_large_picture_gives_no_warning(tmp_path: Path, recwarn) -> None:
    path = tmp_path / "large.png"
    path.write_bytes(png_header(12_000, 12_000))
    assert read_picture_size(path) == (12_000, 12_000)
    assert not recwarn.list


@pytest.mark.parametrize("content", [b"", b"hello", b"\xff\xd8\xff"])
def test_what_is_no_picture_is_a_result(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.jpg"
    path.write_bytes(content)
    assert read_picture_size(path) is None


def test_large_pictures_and_missing_files_are_results(tmp_path: Path) -> None:
    path = tmp_path / "large.png"
    path.write_bytes(png_header(60_000, 60_000))
    assert read_picture_size(path) == (60_000, 60_000), "a trainer reads it, and nothing is decoded"
    assert read_picture_size(tmp_path / "gone.png") is None
    assert read_picture_size(tmp_path) is None


def test_cut_and_mangled_headers_are_results_never_errors(tmp_path: Path) -> None:
    whole = {name: save(tmp_path / name, orientation=6).read_bytes()
             for name in ("a.jpg", "a.png", "a.tif", "a.webp")}
    for name, content in whole.items():
        path = tmp_path / name
        for cut in range(0, min(len(content), 220), 7):
            path.write_bytes(content[:cut])
            read_picture_size(path)
            path.write_bytes(content[:cut] + b"\xff\x00\x7f" + content[cut + 3:])
            read_picture_size(path)


def test_sizes_agree_with_what_the_trainer_recorded(unpacked_fixture) -> None:
    folder = unpacked_fixture("sdxl_clean")
    index = json.loads((folder / "workspace-cache/run/image/cache.json").read_bytes())
    for key, entry in index["entries"].items():
        height, width = entry["original_resolution"]
        assert read_picture_size(folder / key) == (height, width)
