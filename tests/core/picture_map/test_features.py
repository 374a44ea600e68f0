"""Features of cached files: the very numbers, of latents and of texts."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from larder.core.errors import PayloadError
from larder.core.payloads.pt import write_pt
from larder.core.picture_map.features import (
    LONGEST_TEXT,
    compute_latent_feature,
    fold,
    mirror_order,
    read_latent_feature,
    read_text_feature,
)


def written(folder: Path, **arrays: np.ndarray) -> Path:
    path = folder / "payload.pt"
    write_pt(path, arrays)
    return path


def test_a_latent_is_its_means_in_sixteen_fields_and_the_deviation_of_each_channel() -> None:
    fields = np.arange(16, dtype=np.float32).reshape(4, 4)
    latent = np.stack([np.kron(fields, np.ones((2, 3))), np.full((8, 12), 7.0)]).astype(np.float32)
    feature = compute_latent_feature(latent)
    assert feature[:16].tolist() == list(range(16))
    assert feature[16:32].tolist() == [7.0] * 16
    assert feature[32:] == pytest.approx([np.arange(16).std(), 0.0])


def test_sides_that_four_does_not_divide_are_parted_as_evenly_as_can_be() -> None:
    latent = np.broadcast_to(np.arange(6, dtype=np.float32), (1, 6, 6))
    assert compute_latent_feature(latent)[:4].tolist() == [0.0, 1.5, 3.0, 4.5]


def test_a_latent_smaller_than_the_grid_has_every_field() -> None:
    latent = np.array([[[1.0, 2.0]]], np.float32)
    assert compute_latent_feature(latent)[:4].tolist() == [1.0, 1.0, 2.0, 2.0]


def test_the_feature_of_a_mirrored_latent_is_the_same_numbers_in_another_order() -> None:
    latent = np.random.default_rng(0).normal(size=(4, 16, 8)).astype(np.float32)
    feature = compute_latent_feature(latent)
    mirrored = compute_latent_feature(latent[:, :, ::-1])
    np.testing.assert_allclose(feature[mirror_order(len(feature))], mirrored, atol=1e-6)


@pytest.mark.parametrize("shape", [(4, 8, 8), (1, 4, 8, 8), (4, 1, 8, 8)])
def test_latents_with_and_without_frames_are_read(tmp_path: Path, shape: tuple[int, ...]) -> None:
    latent = np.random.default_rng(1).normal(size=(4, 8, 8)).astype(np.float32)
    path = written(tmp_path, latent_image=latent.reshape(shape), latent_mask=np.ones((1, 8, 8)))
    np.testing.assert_allclose(read_latent_feature(path), compute_latent_feature(latent), atol=1e-6)


def test_a_text_is_its_pooled_vector_where_it_has_one(tmp_path: Path) -> None:
    path = written(
        tmp_path, tokens=np.ones((1, 3), np.int64), text_encoder_2_pooled_state=np.array(
            [3.0, 4.0], np.float32), text_encoder_1_hidden_state=np.ones((1, 3, 5), np.float32))
    assert read_text_feature(path).tolist() == [3.0, 4.0]


def test_a_text_without_one_is_the_mean_of_the_tokens_that_count(tmp_path: Path) -> None:
    hidden = np.array([[[1.0, 2.0], [3.0, 4.0], [99.0, 99.0]]], np.float32)
    path = written(tmp_path, text_encoder_hidden_state=hidden, tokens_mask=np.array([[1, 1, 0]]))
    assert read_text_feature(path).tolist() == [2.0, 3.0]


def test_each_encoder_has_its_own_mask(tmp_path: Path) -> None:
    hidden = np.array([[[1.0], [5.0]]], np.float32)
    path = written(
        tmp_path, text_encoder_1_hidden_state=hidden, text_encoder_2_hidden_state=hidden,
        tokens_mask_1=np.array([[1, 0]]), tokens_mask_2=np.array([[0, 1]]))
    assert read_text_feature(path).tolist() == [1.0, 5.0]


def test_a_long_vector_is_folded_and_keeps_its_distances() -> None:
    vectors = np.random.default_rng(2).normal(size=(40, 4096)).astype(np.float32)
    folded = np.stack([fold(vector) for vector in vectors])
    assert folded.shape == (40, LONGEST_TEXT)
    apart = np.linalg.norm(vectors[1:] - vectors[0], axis=1)
    np.testing.assert_allclose(
        np.linalg.norm(folded[1:] - folded[0], axis=1) / apart, 1.0, atol=0.15)


@pytest.mark.parametrize(("arrays", "why"), [
    ({"latent_image": np.full((4, 8, 8), np.nan, np.float32)}, "not numbers"),
    ({"latent_image": np.ones((8,), np.float32)}, "not have the shape of a picture"),
    ({"tokens": np.ones((1, 3), np.int64)}, "no latent"),
])
def test_a_payload_without_a_latent_of_numbers_is_refused(
    tmp_path: Path, arrays: dict[str, np.ndarray], why: str
) -> None:
    with pytest.raises(PayloadError, match=why):
        read_latent_feature(written(tmp_path, **arrays))
