import struct
import tracemalloc
import zlib

import numpy as np
import pytest
from PIL import Image

from larder.core.encoders.picture_files import (
    check_picture,
    read_mask,
    read_picture,
    read_strips,
)
from larder.core.encoders.pictures import Cut, cut_levels
from larder.core.encoders.protocol import SourceError
from larder.core.workspace.picture_size import read_picture_size


def noise(height=6, width=9, seed=0):
    return np.random.default_rng(seed).integers(0, 256, (height, width, 3), dtype=np.uint8)


def saved(path, levels, mode=None, orientation=None, **options):
    picture = Image.fromarray(levels)
    if mode is not None:
        picture = picture.convert(mode)
    if orientation is not None:
        options["exif"] = Image.Exif()
        options["exif"][0x112] = orientation
    picture.save(path, **options)
    return path


def png16(path, colour_type):
    """A PNG with 16 bits per channel, which Pillow does not write."""
    def chunk(kind, content):
        checked = kind + content
        return struct.pack(">I", len(content)) + checked + struct.pack(">I", zlib.crc32(checked))

    channels = {0: 1, 2: 3, 4: 2, 6: 4}[colour_type]
    rows = b"".join(b"\0" + bytes(range(4 * channels * 2)) for _ in range(3))
    header = struct.pack(">IIBBBBB", 4, 3, 16, colour_type, 0, 0, 0)
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b""))
    return path


class TestPictures:
    def test_colours_come_as_they_are(self, tmp_path):
        levels = noise()

        assert np.array_equal(read_picture(saved(tmp_path / "a.png", levels)), levels)

    @pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA"])
    def test_every_kind_of_png_becomes_colour(self, tmp_path, mode):
        path = saved(tmp_path / "a.png", noise(), mode)

        with Image.open(path) as picture:
            expected = np.asarray(picture.convert("RGB"))
        assert np.array_equal(read_picture(path), expected)

    def test_transparency_is_dropped_not_blended(self, tmp_path):
        levels = noise()
        Image.fromarray(np.dstack([levels, np.zeros((6, 9), np.uint8)])).save(tmp_path / "a.png")

        assert np.array_equal(read_picture(tmp_path / "a.png"), levels)

    @pytest.mark.parametrize("orientation", range(1, 9))
    @pytest.mark.parametrize("suffix", ["png", "tiff"])
    def test_a_turned_picture_is_set_upright(self, tmp_path, suffix, orientation):
        upright = noise()
        turned = {
            1: upright, 2: upright[:, ::-1], 3: upright[::-1, ::-1], 4: upright[::-1],
            5: upright.transpose(1, 0, 2), 6: np.rot90(upright),
            7: upright[::-1, ::-1].transpose(1, 0, 2), 8: np.rot90(upright, -1),
        }[orientation]
        path = saved(
            tmp_path / f"a.{suffix}", np.ascontiguousarray(turned), orientation=orientation)

        read = read_picture(path)

        assert np.array_equal(read, upright)
        assert read.shape[:2] == read_picture_size(path)

    def test_a_jpeg_is_turned_as_its_header_says(self, tmp_path):
        path = saved(tmp_path / "a.jpg", noise(32, 48), orientation=6)

        assert read_picture(path).shape == (48, 32, 3)

    def test_exif_turns_no_webp(self, tmp_path):
        path = saved(tmp_path / "a.webp", noise(), orientation=6, lossless=True)

        assert np.array_equal(read_picture(path), noise())

    @pytest.mark.parametrize("colour_type", [0, 2, 4, 6])
    @pytest.mark.parametrize("read", [read_picture, read_mask])
    def test_16_bits_per_channel_are_refused(self, tmp_path, read, colour_type):
        with pytest.raises(SourceError, match=r"deep\.png has 16 bits per channel"):
            read(png16(tmp_path / "deep.png", colour_type))

    @pytest.mark.parametrize(("content", "words"), [
        (b"", "not a readable picture"), (b"hello", "not a readable picture"),
        (b"\x89PNG\r\n\x1a\n" + b"\0" * 40, "is not a readable picture|is damaged|cannot be read")])
    def test_a_file_that_is_no_picture_is_one_sentence(self, tmp_path, content, words):
        (tmp_path / "a.png").write_bytes(content)

        with pytest.raises(SourceError, match=words):
            read_picture(tmp_path / "a.png")

    def test_a_picture_that_is_cut_off_is_one_sentence(self, tmp_path):
        path = saved(tmp_path / "a.jpg", noise(64, 64))
        path.write_bytes(path.read_bytes()[:-500])

        with pytest.raises(SourceError, match=r"a\.jpg cannot be read"):
            read_picture(path)

    def test_a_missing_picture_is_one_sentence(self, tmp_path):
        with pytest.raises(SourceError, match=r"a\.jpg cannot be read"):
            read_picture(tmp_path / "a.jpg")

    def test_too_many_pixels_are_one_sentence(self, tmp_path, monkeypatch):
        monkeypatch.setattr("larder.core.encoders.picture_files.LARGEST_PICTURE", 20)

        with pytest.raises(SourceError, match=r"a\.png has \d+ × \d+ pixels; the limit is"):
            read_picture(saved(tmp_path / "a.png", noise()))

    @pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA"])
    def test_a_large_picture_that_is_only_looked_at_is_made_smaller_in_strips(
            self, tmp_path, monkeypatch, mode):
        monkeypatch.setattr("larder.core.encoders.picture_files.LARGEST_LOOK", 150)
        path = saved(tmp_path / "a.png", noise(31, 45), mode)

        with Image.open(path) as picture:
            whole = picture.convert("RGB")
        assert np.array_equal(read_picture(path, least=2), np.asarray(whole.reduce(4)))
        assert np.array_equal(read_picture(path), np.asarray(whole))

    def test_a_large_picture_that_is_looked_at_keeps_the_sides_asked_for(
            self, tmp_path, monkeypatch):
        monkeypatch.setattr("larder.core.encoders.picture_files.LARGEST_LOOK", 150)

        assert read_picture(saved(tmp_path / "a.png", noise(8, 400)), least=8).shape == (8, 80, 3)

    def test_a_large_picture_that_is_looked_at_is_turned(self, tmp_path, monkeypatch):
        monkeypatch.setattr("larder.core.encoders.picture_files.LARGEST_LOOK", 150)
        path = saved(tmp_path / "a.png", noise(20, 30), orientation=6)

        assert read_picture(path, least=2).shape == (15, 10, 3)

    def test_a_large_photograph_that_trainers_read_is_read(self, tmp_path):
        path = tmp_path / "large.png"
        Image.new("1", (15_000, 13_000)).save(path)

        check_picture(path)
        assert read_picture_size(path) == (13_000, 15_000)


@pytest.mark.parametrize("read", [read_picture, read_mask])
@pytest.mark.parametrize(("ending", "mode"), [
    ("png", "RGB"), ("png", "RGBA"), ("png", "L"), ("png", "P"), ("png", "1"), ("jpg", "RGB"),
    ("tif", "RGB"), ("webp", "RGB")])
def test_large_pictures_are_turned_and_converted_some_rows_at_a_time(
    tmp_path, monkeypatch, read, ending, mode
):
    every = {}
    for orientation in range(1, 9):
        path = saved(
            tmp_path / f"{orientation}.{ending}", noise(23, 9), mode=mode, orientation=orientation)
        every[path] = read(path)
    monkeypatch.setattr("larder.core.encoders.picture_files.LARGEST_LOOK", 40)
    monkeypatch.setattr("larder.core.encoders.picture_files.STRIP_PIXELS", 40)
    for path, whole in every.items():
        assert np.array_equal(read(path), whole), path.name


def test_levels_of_a_large_picture_are_never_held_whole(tmp_path, monkeypatch):
    for module, name in (("picture_files", "STRIP_PIXELS"), ("pictures", "LARGEST_LOOK")):
        monkeypatch.setattr(f"larder.core.encoders.{module}.{name}", 20_000)
    path = tmp_path / "a.png"
    Image.linear_gradient("L").resize((900, 800)).convert("RGB").save(path)
    cut = Cut(scaled=(80, 90), offset=(3, 4), bucket=(64, 64), flipped=False)
    whole = cut_levels(read_picture(path), "float32", cut)

    tracemalloc.start()
    try:
        strips = cut_levels(read_strips(path), "float32", cut)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()

    assert strips.equal(whole)
    assert peak < 900 * 800 * 3 / 2


class TestMasks:
    def test_a_grey_mask_comes_as_it_is(self, tmp_path):
        grey = noise()[:, :, 0]
        Image.fromarray(grey).save(tmp_path / "a-masklabel.png")

        assert np.array_equal(read_mask(tmp_path / "a-masklabel.png"), grey)

    def test_a_colour_mask_is_weighted_and_rounded_down(self, tmp_path):
        colours = np.array([[[255, 0, 0], [0, 255, 0], [0, 0, 255], [7, 7, 7], [255, 255, 255]]])

        mask = read_mask(saved(tmp_path / "a.png", colours.astype(np.uint8)))

        # 255 * 9794 / 32768 = 76.2, 255 * 19234 / 32768 = 149.7, 255 * 3740 / 32768 = 29.1
        assert mask.tolist() == [[76, 149, 29, 7, 255]]

    @pytest.mark.parametrize("mode", ["RGBA", "LA", "P"])
    def test_transparency_and_palettes_change_no_level(self, tmp_path, mode):
        grey = noise()[:, :, 0]
        Image.fromarray(grey).convert(mode).save(tmp_path / "a.png")

        assert np.array_equal(read_mask(tmp_path / "a.png"), grey)
