"""Neighbours and places: exact, the same each time, and near on the map what is alike."""

from __future__ import annotations

import numpy as np
import pytest

from larder.core.jobs import CancelToken, JobCancelled, run_to_end
from larder.core.picture_map import layout, neighbours
from larder.core.picture_map.features import compute_latent_feature
from larder.core.picture_map.layout import first_places, lay_out, measure_layout, place_new
from larder.core.picture_map.neighbours import Scale, find_directions, find_neighbours, project
from larder.core.picture_map.notable import find_copies, find_mirrored, find_outliers
from tests.support.cached_photographs import as_pixels, patch_means
from tests.support.photographs import photographs


def nearest(points: np.ndarray, **options: object) -> tuple[np.ndarray, np.ndarray]:
    return run_to_end(find_neighbours(points, CancelToken(), **options))


def photograph_features(count: int) -> np.ndarray:
    return np.stack([compute_latent_feature(patch_means(as_pixels(one)))
                     for one in photographs(count, 128)])


def in_directions(features: np.ndarray) -> np.ndarray:
    scales = [Scale.of(features)]
    return project([features], scales, find_directions([features], scales))


@pytest.mark.swept(2)
@pytest.mark.parametrize("count", [1, 2, 40, 3000])
def test_neighbours_are_those_of_a_comparison_of_all_with_all(
    count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(neighbours, "CELLS_AT_ONCE", 200_000)  # many blocks
    points = np.random.default_rng(3).normal(size=(count, 6)).astype(np.float32)
    found, distances = nearest(points)
    apart = np.linalg.norm(points[:, None] - points[None], axis=2)
    np.fill_diagonal(apart, np.inf)
    wanted = np.sort(apart, axis=1)[:, : min(15, count - 1)]
    np.testing.assert_allclose(distances, wanted, atol=1e-5)
    np.testing.assert_allclose(np.take_along_axis(apart, found, axis=1), wanted, atol=1e-5)


def test_each_number_counts_the_same_and_one_that_never_varies_not_at_all() -> None:
    features = np.random.default_rng(4).normal(size=(200, 3)) * [1, 1000, 0] + [5, 5, 5]
    scaled = Scale.of(features).apply(features)
    np.testing.assert_allclose(scaled.std(axis=0) * np.sqrt(3), [1, 1, 0], atol=1e-4)
    np.testing.assert_allclose(scaled.mean(axis=0), 0, atol=1e-4)


def test_the_map_of_photographs_keeps_neighbours_near_each_other() -> None:
    points = in_directions(photograph_features(160))
    found, _ = nearest(points)
    places = run_to_end(lay_out(points, found, CancelToken()))
    kept, points_kept = measure_layout(places, found)
    assert points_kept > 0.95, (kept, points_kept)


def test_groups_that_no_two_directions_show_are_apart_on_the_map() -> None:
    dice = np.random.default_rng(5)
    middles = np.eye(12, 50, dtype=np.float32) * 10
    points = np.repeat(middles, 25, axis=0) + dice.normal(size=(300, 50)).astype(np.float32)
    found, _ = nearest(points)
    places = run_to_end(lay_out(points, found, CancelToken()))
    flat, _ = measure_layout(first_places(points), found, around=24)
    kept, _ = measure_layout(places, found, around=24)
    assert kept > 0.95 > flat


@pytest.mark.parametrize("count", [2, 6, 25, 60])
def test_a_few_points_stay_near_each_other_and_are_not_in_one_place(count: int) -> None:
    points = np.random.default_rng(6).normal(size=(count, 10)).astype(np.float32)
    places = run_to_end(lay_out(points, nearest(points)[0], CancelToken()))
    assert np.isfinite(places).all()
    assert 0.5 < np.ptp(places, axis=0).max() < 1000


def test_the_same_points_give_the_same_map() -> None:
    points = np.random.default_rng(7).normal(size=(60, 10)).astype(np.float32)
    found, _ = nearest(points)
    first, second = (run_to_end(lay_out(points, found, CancelToken())) for _ in range(2))
    np.testing.assert_array_equal(first, second)


def test_equal_points_have_places_of_their_own() -> None:
    points = np.zeros((30, 5), np.float32)
    places = run_to_end(lay_out(points, nearest(points)[0], CancelToken()))
    assert len(np.unique(places, axis=0)) == 30


def test_a_new_point_is_beside_its_neighbours_and_moves_none() -> None:
    places = np.array([[0, 0], [10, 0], [5, 100], [-7, -7]], np.float32)
    near = np.array([[1, 2], [0, 2], [0, 1], [0, 1]], np.int32)
    moved = place_new(places, np.array([True, True, True, False]), near)
    np.testing.assert_array_equal(moved[:3], places[:3])
    assert np.linalg.norm(moved[3] - [5, 0]) <= layout.BESIDE + 1e-5


def test_a_cancelled_layout_stops_at_its_next_round() -> None:
    points = np.random.default_rng(8).normal(size=(60, 10)).astype(np.float32)
    token = CancelToken()
    job = lay_out(points, nearest(points)[0], token)
    next(job)
    token.cancel()
    with pytest.raises(JobCancelled):
        run_to_end(job)


def test_a_point_far_from_all_others_is_alone() -> None:
    points = np.random.default_rng(9).normal(size=(400, 5)).astype(np.float32)
    points[7] = 40
    found = find_outliers(nearest(points)[1])
    assert found[7]
    assert found.sum() <= 2


def test_copies_and_mirror_images_of_photographs_are_found_and_nothing_else() -> None:
    latents = [patch_means(as_pixels(one)) for one in photographs(60, 128)]
    latents += [latents[3] + 0.001, latents[5][:, :, ::-1]]
    features = np.stack([compute_latent_feature(one) for one in latents])
    scale = Scale.of(features)
    directions = find_directions([features], [scale])
    points = project([features], [scale], directions)
    copies = find_copies([features], [scale], *nearest(points))
    mirrored = run_to_end(find_mirrored(features, scale, directions, points, CancelToken()))
    assert (copies[3], copies[60]) == (60, 3)
    assert (mirrored[5], mirrored[61]) == (61, 5)
    assert np.flatnonzero(mirrored >= 0).tolist() == [5, 61]
