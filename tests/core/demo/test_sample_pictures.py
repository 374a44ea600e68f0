import itertools
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageOps

from larder.core.demo.sample_sources import STILL_LIFE
from larder.core.workspace.picture_size import read_picture_size
from larder.core.workspace.samples import caption_lines

COPIES = {("balloons.png", "postcard_balloons.png"), ("palm_island.webp", "postcard_palms.webp")}


@pytest.fixture(scope="module")
def pictures(sample):
    data = Path(sample.folder) / "data"
    return sorted(path for path in data.rglob("*")
                  if path.suffix in {".jpg", ".png", ".webp"} and "-masklabel" not in path.name)


def thumbnail(path):
    with Image.open(path) as picture:
        upright = ImageOps.exif_transpose(picture).convert("RGB")
    return np.asarray(upright.resize((32, 32), Image.Resampling.BOX), dtype=np.float64) / 255


def test_thumbnails_can_be_told_apart(pictures):
    small = {path.name: thumbnail(path) for path in pictures}

    for first, second in itertools.combinations(small, 2):
        difference = np.abs(small[first] - small[second]).mean()
        if (first, second) in COPIES:
            assert difference == 0
        else:
            assert difference > 0.05, f"{first} looks like {second}"


def test_no_thumbnail_is_nearly_one_colour(pictures):
    for path in pictures:
        assert thumbnail(path).std() > 0.06, path.name


def test_formats_sizes_and_aspects_vary(pictures):
    assert {path.suffix for path in pictures} == {".jpg", ".png", ".webp"}
    sizes = [read_picture_size(path) for path in pictures]
    assert None not in sizes
    aspects = {round(width / height, 1) for height, width in sizes}
    assert min(aspects) <= 0.6
    assert max(aspects) >= 2.5
    assert len(aspects) >= 8


def test_some_pictures_lie_on_their_side_with_an_exif_orientation(pictures):
    turned = []
    for path in pictures:
        with Image.open(path) as picture:
            if picture.getexif().get(0x0112) == 6:
                turned.append(path.name)
                assert picture.width > picture.height
        height, width = read_picture_size(path)
        if path.name in turned:
            assert height > width

    assert turned == ["striped_lighthouse.jpg", "waterfall.jpg"]


def test_masks_show_the_sitter_and_fit_their_picture(sample):
    portraits = Path(sample.folder) / "data/portraits"
    masks = sorted(portraits.glob("*-masklabel.png"))
    assert 14 <= len(masks) < len([p for p in portraits.iterdir() if p.suffix == ".txt"])

    for path in masks:
        (picture,) = [other for other in portraits.glob(path.name.replace("-masklabel.png", ".*"))
                      if other.suffix != ".txt"]
        with Image.open(path) as mask, Image.open(picture) as shown:
            assert mask.mode == "L"
            assert mask.size == shown.size
            levels = np.asarray(mask)
        assert 0.2 < (levels > 127).mean() < 0.8
        assert levels[levels.shape[0] // 2, levels.shape[1] // 2] == 255


def test_copies_have_the_bytes_of_another_concepts_picture_and_caption(sample):
    data = Path(sample.folder) / "data"
    for name, of in STILL_LIFE.copies:
        for suffix in (Path(name).suffix, ".txt"):
            here = (data / STILL_LIFE.folder / name).with_suffix(suffix)
            there = (data / of).with_suffix(suffix)
            assert here.read_bytes() == there.read_bytes()


def test_most_captions_have_several_lines_and_no_line_is_used_twice(sample):
    found = [caption_lines(path.read_bytes())
             for path in Path(sample.folder).joinpath("data").rglob("*.txt")]
    lines = [line for caption in found for line in caption]

    assert sum(len(caption) > 1 for caption in found) > 50
    copied = sum(
        len(caption_lines((Path(sample.folder) / "data" / of).with_suffix(".txt").read_bytes()))
        for _, of in STILL_LIFE.copies)
    assert len(lines) - len(set(lines)) == copied


def test_a_name_beyond_ascii_is_among_them(pictures):
    assert any(not path.name.isascii() for path in pictures)
