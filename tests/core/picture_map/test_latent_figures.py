"""Figures of latents: what they are, what they are read of, and which pictures are far."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from larder.core.columns import Array, TextColumn
from larder.core.jobs import CancelToken, JobCancelled, Progress, run_to_end
from larder.core.payloads.pt_file import PtFile
from larder.core.picture_map.document import MapFamily
from larder.core.picture_map.features import compute_latent_feature
from larder.core.picture_map.latent_document import FAR, LatentFigures
from larder.core.picture_map.latent_figures import (
    compute_farness,
    compute_moments,
    measure_latents,
)
from larder.core.picture_map.picture_map import draw_map
from larder.core.workspace.open_workspace import open_workspace
from tests.support.cached_photographs import Encoded, encoded, patch_means
from tests.support.indexed_cache import tree_state

Found = tuple[LatentFigures, dict[str, Array | TextColumn]]


@pytest.fixture
def photos(tmp_path: Path) -> Encoded:
    return encoded(tmp_path / "photos", patch_means)


def measured(path: Path, *, most_bytes: int | None = None, events: list[object] | None = None,
             ) -> Found:
    return run_to_end(
        measure_latents(open_workspace(path), most_bytes=most_bytes, token=CancelToken()),
        None if events is None else events.append)


def test_mean_and_sigma_are_those_of_the_latents_and_nothing_is_written(photos: Encoded) -> None:
    before = tree_state(photos.indexed.root)
    figures, columns = measured(photos.indexed.config_path)
    assert figures.pictures == len(photos.sources)
    assert tree_state(photos.indexed.root) == before
    at = {name: row for row, name in enumerate(columns["picture"])}
    for number, source in enumerate(photos.sources):
        with PtFile(photos.payload(number)) as payload:
            latent = payload.array("latent_image")
        row = at[source]
        assert columns["mean"][row] == pytest.approx(latent.mean(), abs=2e-3)
        assert columns["sigma"][row] == pytest.approx(latent.std(), abs=2e-3)


def test_the_bytes_are_said_first_and_what_the_map_read_is_not_read_again(photos: Encoded) -> None:
    unread = measured(photos.indexed.config_path, most_bytes=0)[0]
    total = sum(photos.payload(at).stat().st_size for at in range(len(photos.sources)))
    assert (unread.unread.files, unread.unread.bytes) == (len(photos.sources), total)
    run_to_end(draw_map(open_workspace(photos.indexed.config_path), MapFamily.LATENTS,
                        token=CancelToken()))
    events: list[object] = []
    figures, _ = measured(photos.indexed.config_path, events=events)
    assert events[0] == Progress("reading what is cached", 0, 0, "bytes")
    assert figures.unread.files == 0


def test_a_cancelled_reading_keeps_what_was_read(photos: Encoded) -> None:
    token = CancelToken()
    job = measure_latents(
        open_workspace(photos.indexed.config_path), most_bytes=None, token=token)

    def cancel(event: object) -> None:
        if isinstance(event, Progress) and event.done:
            token.cancel()

    with pytest.raises(JobCancelled) as cancelled:
        run_to_end(job, cancel)
    figures, _ = cancelled.value.report
    assert figures.stopped
    assert 0 < figures.pictures < len(photos.sources)
    assert measured(photos.indexed.config_path, most_bytes=0)[0].pictures == figures.pictures


def test_sides_that_four_does_not_divide_move_the_mean_by_little() -> None:
    latent = np.random.default_rng(3).normal(0.3, 1.2, (16, 33, 47)).astype(np.float32)
    mean, sigma = compute_moments(compute_latent_feature(latent).astype(np.float16))
    assert mean == pytest.approx(float(latent.mean()), abs=2e-3)
    assert sigma == pytest.approx(float(latent.std()), abs=2e-3)


def test_a_picture_unlike_all_others_is_far_and_equal_ones_are_not() -> None:
    dice = np.random.default_rng(1)
    usual = np.stack([dice.normal(0, 0.1, 200), dice.normal(1, 0.05, 200)], axis=1)
    far = compute_farness(np.concatenate([usual, [[2.0, 1.0]], [[0.0, 0.1]]]))
    assert (far[:200] < FAR).all()
    assert (far[200:] >= FAR).all()
    assert not compute_farness(np.ones((50, 2))).any()
