"""Comparisons: exact, remembered, and made again of new pictures alone."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from larder.core.jobs import CancelToken, Progress, run_to_end
from larder.core.picture_map import comparison
from larder.core.picture_map.comparison import Comparison, ComparisonMemory, compare_pictures
from larder.core.picture_map.features import mirror_order
from larder.core.picture_map.neighbours import COMPARING, Scale, find_directions, project
from larder.core.picture_map.notable import MIRRORED_DISTANCE, find_copies, find_mirrored

WIDTH = 68


@pytest.fixture(autouse=True)
def few_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparison, "FEWEST_KEPT", 10)


@pytest.fixture
def features() -> np.ndarray:
    dice = np.random.default_rng(11)
    found = dice.normal(size=(300, 12)) @ dice.normal(size=(12, WIDTH))
    found[40] = found[41] + 0.001
    found[50], found[299] = found[7][mirror_order(WIDTH)], found[8][mirror_order(WIDTH)]
    return found.astype(np.float32)


def compared(
    folder: Path, features: np.ndarray, numbers: np.ndarray, *, from_scratch: bool = False,
    is_sketch: bool = False, events: list[object] | None = None,
) -> Comparison:
    return run_to_end(compare_pictures(
        [features[numbers]], [str(number) for number in numbers],
        ComparisonMemory([folder], "latents"), looks_mirrored=True, from_scratch=from_scratch,
        is_sketch=is_sketch, token=CancelToken()), None if events is None else events.append)


def counted(events: list[object]) -> list[int]:
    return [event.total for event in events
            if isinstance(event, Progress) and event.phase == COMPARING]


def nearest_distances(points: np.ndarray, count: int) -> np.ndarray:
    apart = np.linalg.norm(points[:, None] - points[None], axis=2)
    np.fill_diagonal(apart, np.inf)
    return np.sort(apart, axis=1)[:, :count]


def test_new_pictures_alone_are_compared_and_the_result_is_exact(
    tmp_path: Path, features: np.ndarray
) -> None:
    compared(tmp_path, features, np.arange(280))
    events: list[object] = []
    found = compared(tmp_path, features, np.arange(300), events=events)
    assert counted(events) == [280, 20]  # the known with the new, and the new with all
    np.testing.assert_allclose(found.distances, nearest_distances(found.points, 15), atol=1e-4)
    apart = np.linalg.norm(found.points[found.neighbours] - found.points[:, None], axis=2)
    np.testing.assert_allclose(apart, found.distances, atol=1e-4)
    assert (found.mirrored[8], found.mirrored[299], found.mirrored[7]) == (299, 8, 50)


def test_pictures_that_lost_a_neighbour_are_compared_again(
    tmp_path: Path, features: np.ndarray
) -> None:
    compared(tmp_path, features, np.arange(300))
    left = np.delete(np.arange(300), [41, 50, 120])
    events: list[object] = []
    found = compared(tmp_path, features, left, events=events)
    assert 0 < counted(events)[-1] < 100
    np.testing.assert_allclose(found.distances, nearest_distances(found.points, 15), atol=1e-4)
    assert found.mirrored[7] == -1


def test_pictures_that_are_known_are_not_compared_at_all(
    tmp_path: Path, features: np.ndarray
) -> None:
    first = compared(tmp_path, features, np.arange(300))
    events: list[object] = []
    turned = np.arange(300)[::-1]
    again = compared(tmp_path, features, turned, from_scratch=True, events=events)
    assert events == []
    np.testing.assert_array_equal(turned[again.neighbours[::-1]], first.neighbours)


def test_from_scratch_forgets_by_what_few_pictures_were_compared(
    tmp_path: Path, features: np.ndarray
) -> None:
    compared(tmp_path, features, np.arange(200))
    found = compared(tmp_path, features, np.arange(300), from_scratch=True)
    scale = Scale.of(features)
    np.testing.assert_array_equal(
        found.points, project([features], [scale], find_directions([features], [scale])))


def test_a_sketch_compares_nothing_where_all_would_have_to_be(
    tmp_path: Path, features: np.ndarray
) -> None:
    events: list[object] = []
    found = compared(tmp_path, features, np.arange(300), is_sketch=True, events=events)
    assert (events, found.neighbours.shape, len(found.points)) == ([], (300, 0), 300)


def test_mirror_images_are_those_of_a_comparison_of_all_with_all(features: np.ndarray) -> None:
    dice = np.random.default_rng(12)
    order = mirror_order(WIDTH)
    features[100:140] = features[:40][:, order] + dice.normal(size=(40, WIDTH)) * np.linspace(
        0, 0.6, 40)[:, None]
    scale = Scale.of(features)
    directions = find_directions([features], [scale])
    points = project([features], [scale], directions)
    found = run_to_end(find_mirrored(features, scale, directions, points, CancelToken()))
    straight, turned = scale.apply(features), scale.apply(features[:, order])
    sizes = np.linalg.norm(turned, axis=1)[:, None] + np.linalg.norm(straight, axis=1)
    share = 2 * np.linalg.norm(turned[:, None] - straight[None], axis=2) / sizes
    np.fill_diagonal(share, np.inf)
    wanted = share.min(axis=1) <= MIRRORED_DISTANCE
    assert 20 < wanted.sum() < 80  # some are mirror images, others nearly
    np.testing.assert_array_equal(found >= 0, wanted)


def test_copies_are_found_along_few_directions_too(features: np.ndarray) -> None:
    scale = Scale.of(features)
    points = project([features], [scale], find_directions([features], [scale]))[:, :3]
    found = run_to_end(comparison.find_neighbours(points, CancelToken()))
    assert find_copies([features], [scale], *found)[[40, 41]].tolist() == [41, 40]
