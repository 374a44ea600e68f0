from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from larder.core.errors import WorkspaceError
from larder.core.workspace.bucketing import (
    Targets,
    bucket_table,
    choose_bucket,
    choose_buckets,
    parse_targets,
    round_to_bucket,
    scale_and_crop,
    square_bucket,
)

SIZES_512 = (
    "256x960 256x1024 320x832 320x896 384x704 448x576 448x640 512x512 "
    "576x448 640x448 704x384 832x320 896x320 960x256 1024x256"
)
SIZES_1024 = "512x2048 576x1792 576x1920 640x1600 704x1472 768x1344 832x1280 896x1152 1024x1024"

sides = st.integers(min_value=1, max_value=20_000)
targets_and_steps = st.sampled_from(
    [(512, 8), (512, 64), (768, 64), (1024, 64), (1024, 128), (512, 16), (1024, 32), (640, 8)])


def size(text: str) -> tuple[int, int]:
    height, width = text.split("x")
    return int(height), int(width)


def trainers_table(target: int, quantisation: int) -> list[tuple[int, int]]:
    """The table as it is documented, written a second time."""
    pairs = []
    for aspect in [1, 1.25, 1.5, 1.75, 2, 2.5, 3, 3.5, 4]:
        root = math.sqrt(1.0 * aspect)
        pairs.append((1.0 / root * target, aspect / root * target))
    pairs += [(b, a) for a, b in pairs]
    return list({
        (round(a / quantisation) * quantisation, round(b / quantisation) * quantisation)
        for a, b in pairs
    })


def test_the_table_of_512_by_64() -> None:
    table = {tuple(row) for row in bucket_table(512, 64).tolist()}
    assert table == {size(text) for text in SIZES_512.split()}


def test_the_table_of_1024_by_64_has_every_transpose() -> None:
    table = {tuple(row) for row in bucket_table(1024, 64).tolist()}
    landscape = {size(text) for text in SIZES_1024.split()}
    assert table == landscape | {(width, height) for height, width in landscape}
    assert len(table) == 17


@given(targets_and_steps)
def test_the_tables_order_is_that_of_a_cpython_set(chosen: tuple[int, int]) -> None:
    assert [tuple(row) for row in bucket_table(*chosen).tolist()] == trainers_table(*chosen)


@pytest.mark.parametrize(
    ("picture", "expected"),
    [
        ("1920x1080", {(512, 64): "384x704", (768, 64): "576x1024", (1024, 64): "768x1344",
                       (512, 8): "384x680"}),
        ("1600x1200", {(512, 64): "448x576", (768, 64): "640x960", (1024, 64): "896x1152",
                       (512, 8): "456x576"}),
        ("3000x2000", {(512, 64): "448x640", (768, 64): "640x960", (1024, 64): "832x1280"}),
        ("640x700", {(512, 64): "512x512", (768, 64): "832x704", (1024, 64): "1024x1024",
                     (512, 8): "512x512"}),
        ("2000x500", {(512, 64): "256x1024", (768, 64): "384x1536", (1024, 64): "512x2048"}),
    ],
)
def test_pictures_take_the_trainers_sizes(
    picture: str, expected: dict[tuple[int, int], str]
) -> None:
    width, height = size(picture)
    for (target, quantisation), wanted in expected.items():
        assert choose_bucket(height, width, target, quantisation) == size(wanted)


@given(sides, sides, targets_and_steps)
def test_the_choice_is_the_first_nearest_of_the_table(
    height: int, width: int, chosen: tuple[int, int]
) -> None:
    table = trainers_table(*chosen)
    aspects = np.array([h / w for h, w in table])
    nearest = table[int(np.argmin(abs(aspects - height / width)))]
    assert choose_bucket(height, width, *chosen) == nearest


@given(st.lists(st.tuples(sides, sides), max_size=40), targets_and_steps)
def test_many_pictures_at_once_take_the_same_sizes(
    pictures: list[tuple[int, int]], chosen: tuple[int, int]
) -> None:
    found = choose_buckets([h for h, _ in pictures], [w for _, w in pictures], *chosen)
    assert found.dtype == np.int32
    assert found.shape == (len(pictures), 2)
    assert [tuple(row) for row in found.tolist()] == [
        choose_bucket(height, width, *chosen) for height, width in pictures]


@pytest.mark.parametrize(
    ("picture", "target", "winner", "loser"),
    [
        ((900, 1000), 576, (576, 576), (512, 640)),
        ((900, 800), 576, (576, 576), (640, 512)),
        ((900, 1000), 1536, (1376, 1720), (1536, 1536)),
        ((900, 800), 1536, (1720, 1376), (1536, 1536)),
    ],
)
def test_exact_ties_go_to_the_first_of_the_table(
    picture: tuple[int, int], target: int, winner: tuple[int, int], loser: tuple[int, int]
) -> None:
    height, width = picture
    distances = [abs(tall / wide - height / width) for tall, wide in (winner, loser)]
    assert distances[0] == distances[1]
    assert choose_bucket(height, width, target, 8) == winner
    assert choose_buckets([height], [width], target, 8).tolist() == [list(winner)]


def test_a_target_that_rounds_to_nothing_is_refused() -> None:
    with pytest.raises(WorkspaceError, match="too small"):
        bucket_table(64, 64)
    with pytest.raises(WorkspaceError, match="too small"):
        round_to_bucket((512, 20), 64)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("512", Targets(None, (512,))),
        (" 512 , 768,1024 ", Targets(None, (512, 768, 1024))),
        ("512,512", Targets(None, (512, 512))),
        ("832x1280", Targets((1280, 832), ())),
        (" 832 x 1280 ", Targets((1280, 832), ())),
    ],
)
def test_resolution_texts(text: str, expected: Targets) -> None:
    assert parse_targets(text) == expected


@pytest.mark.parametrize(
    "text", ["", "big", "512,", "512;768", "0", "-512", "512x", "x512", "0x512", "512.0",
             "512x768,1024", "1024X1024", "9" * 23, "512,1000001", "512x" + "9" * 23]
)
def test_bad_resolution_texts_are_one_sentence(text: str) -> None:
    with pytest.raises(WorkspaceError) as raised:
        parse_targets(text)
    assert f'"{text}"' in raised.value.problem
    assert raised.value.hint


@given(st.lists(st.integers(1, 10**6), min_size=1, max_size=5))
def test_target_edges_come_back_in_order(edges: list[int]) -> None:
    assert parse_targets(", ".join(map(str, edges))) == Targets(None, tuple(edges))


@given(st.integers(1, 10**6), st.integers(1, 10**6))
def test_a_fixed_size_is_width_first_in_text_and_height_first_in_memory(
    height: int, width: int
) -> None:
    assert parse_targets(f"{width}x{height}") == Targets((height, width), ())


def test_a_fixed_size_is_rounded_half_to_even() -> None:
    assert round_to_bucket((1280, 832), 64) == (1280, 832)
    assert round_to_bucket((96, 160), 64) == (128, 128)  # 1.5 and 2.5 steps both give 2


def test_without_aspect_bucketing_every_picture_is_a_square_of_the_edge_itself() -> None:
    assert square_bucket(500) == (500, 500)


def test_scaling_examples_of_the_trainer() -> None:
    assert scale_and_crop(1080, 1920, (768, 1344)) == ((768, 1365), (0, 10))
    assert scale_and_crop(1000, 1333, (896, 1152))[0] == (896, 1194)


@given(sides, sides, targets_and_steps)
def test_a_scaled_picture_covers_its_bucket_to_within_a_pixel(
    height: int, width: int, chosen: tuple[int, int]
) -> None:
    bucket = choose_bucket(height, width, *chosen)
    scaled, offset = scale_and_crop(height, width, bucket)
    assert min(scaled[0] - bucket[0], scaled[1] - bucket[1]) == 0
    assert offset == ((scaled[0] - bucket[0]) // 2, (scaled[1] - bucket[1]) // 2)


def test_the_factor_is_rounded_before_the_product() -> None:
    assert round(1545 * 896 / 768) == 1802
    assert scale_and_crop(768, 1545, (896, 1152))[0] == (896, 1803)
    assert scale_and_crop(1545, 768, (1152, 896))[0] == (1803, 896)
