from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from larder.core.encoders.config_encoders import choose_image_encoder
from larder.core.encoders.model_files import PATCH_MEANS_TYPE, EncoderOptions, ModelPlaces
from larder.core.encoders.patch_means import (
    HIDDEN_WIDTH,
    TEXT_NAMES,
    PatchMeans,
    PatchMeansImages,
    PatchMeansTexts,
)
from larder.core.errors import UserFacingError
from larder.core.workspace.model_types import MODEL_TYPES, image_payload_names
from larder.core.workspace.onetrainer_config import config_from
from tests.support.pictures import item_of, write_mask, write_picture

ENCODER = PatchMeans(PATCH_MEANS_TYPE)
sides = st.integers(min_value=1, max_value=6)
levels = st.floats(min_value=-1, max_value=1, width=32)


def test_refuses_every_other_model_type():
    with pytest.raises(UserFacingError, match="STABLE_DIFFUSION_XL_10_BASE"):
        PatchMeans("STABLE_DIFFUSION_XL_10_BASE")


@settings(deadline=None, max_examples=50)
@given(rows=sides, columns=sides, data=st.data())
def test_constant_patches_give_exactly_their_level_and_no_contrast(rows, columns, data):
    colours = np.array(
        data.draw(st.lists(levels, min_size=3 * rows * columns, max_size=3 * rows * columns)),
        dtype=np.float32,
    ).reshape(3, rows, columns)
    pixels = colours.repeat(8, axis=1).repeat(8, axis=2)

    latent = ENCODER.encode_image(pixels)

    assert latent.dtype == np.float32
    assert latent.shape == (4, rows, columns)
    np.testing.assert_array_equal(latent[:3], colours)
    np.testing.assert_allclose(latent[3], 0.0, atol=1e-7)


@settings(deadline=None, max_examples=25)
@given(seed=st.integers(min_value=0, max_value=2**32 - 1), rows=sides, columns=sides)
def test_latent_of_a_picture_is_its_mean_and_luma_deviation_per_patch(seed, rows, columns):
    shape = (3, rows * 8, columns * 8)
    pixels = np.random.default_rng(seed).uniform(-1, 1, shape).astype(np.float32)

    latent = ENCODER.encode_image(pixels)

    row, column = rows - 1, columns - 1
    patch = pixels[:, row * 8 :, column * 8 :].astype(np.float64)
    np.testing.assert_allclose(latent[:3, row, column], patch.mean(axis=(1, 2)), atol=1e-6)
    luma = 0.299 * patch[0] + 0.587 * patch[1] + 0.114 * patch[2]
    np.testing.assert_allclose(latent[3, row, column], luma.std(), atol=1e-6)
    assert np.all(latent[:3] >= -1)
    assert np.all(latent[:3] <= 1)
    assert np.all(latent[3] >= 0)


def test_mirroring_a_picture_mirrors_its_latent():
    pixels = np.random.default_rng(5).uniform(-1, 1, (3, 24, 40)).astype(np.float32)

    mirrored = ENCODER.encode_image(np.ascontiguousarray(pixels[:, :, ::-1]))

    np.testing.assert_allclose(mirrored, ENCODER.encode_image(pixels)[:, :, ::-1], atol=1e-7)


def test_mask_is_averaged_per_patch():
    mask = np.zeros((1, 8, 16), dtype=np.float32)
    mask[0, :4, 8:] = 1.0

    np.testing.assert_array_equal(ENCODER.encode_mask(mask), [[[0.0, 0.5]]])


@pytest.mark.parametrize("shape", [(3, 12, 16), (3, 16, 12), (4, 16, 16), (16, 16), (3, 0, 8)])
def test_other_shapes_are_refused(shape):
    with pytest.raises(ValueError, match=r"expected|multiples"):
        ENCODER.encode_image(np.zeros(shape, dtype=np.float32))


@settings(deadline=None, max_examples=50)
@given(text=st.text())
def test_tokens_are_the_bytes_of_the_caption_and_round_trip(text):
    tokens, hidden = ENCODER.encode_text(text)

    assert tokens.dtype == np.int64
    assert bytes(tokens[1:-1].tolist()) == text.encode()
    assert hidden.dtype == np.float32
    assert hidden.shape == (len(tokens), HIDDEN_WIDTH)


def test_an_undecodable_file_name_keeps_its_bytes():
    tokens, _ = ENCODER.encode_text(b"caf\xe9".decode("utf-8", "surrogateescape"))

    assert bytes(tokens[1:-1].tolist()) == b"caf\xe9"


def test_an_empty_caption_still_has_values():
    tokens, hidden = ENCODER.encode_text("")

    assert tokens.tolist() == [256, 257]
    assert np.any(hidden)


def test_projection_is_the_same_on_every_machine_and_tells_tokens_apart():
    _, hidden = ENCODER.encode_text("a")

    steps_of_24_bits = hidden[1, :3].astype(np.float64) * 2**23
    assert steps_of_24_bits.tolist() == [-3020834, 990585, -5606814]
    rows = np.unique(PatchMeans(PATCH_MEANS_TYPE)._projection, axis=0)
    assert len(rows) == 258
    assert abs(float(rows.mean())) < 0.02


CONFIG = config_from({"model_type": "LARDER_PATCH_MEANS", "masked_training": True}, where="test")


def test_a_payload_holds_means_of_picture_and_mask(tmp_path):
    encoder = PatchMeansImages(CONFIG)
    item = item_of(
        write_picture(tmp_path / "a.png"), mask=write_mask(tmp_path / "a-masklabel.png"))
    prepared = encoder.prepare(item)

    payload, = encoder.encode([prepared])

    assert set(payload) == image_payload_names(CONFIG)
    means = PatchMeans("LARDER_PATCH_MEANS").encode_image(prepared.pixels.numpy())
    assert np.array_equal(payload["latent_image"], means)
    assert payload["latent_mask"].shape == (1, 8, 12)
    assert payload["latent_mask"][0, 0, 0] == pytest.approx(1)
    encoder.close()


def test_its_model_type_has_it_without_being_asked(tmp_path):
    encoder = choose_image_encoder(CONFIG, EncoderOptions(), ModelPlaces(tmp_path))

    assert isinstance(encoder, PatchMeansImages)
    assert encoder.fingerprint.name == "patch-means"
    assert encoder.encode([]) == []


def test_every_other_model_type_refuses_it(tmp_path):
    config = config_from({"model_type": "FLUX_DEV_1"}, where="test")

    with pytest.raises(UserFacingError, match="cannot build for FLUX_DEV_1"):
        choose_image_encoder(config, EncoderOptions(encoder="patch-means"), ModelPlaces(tmp_path))


def test_values_bear_the_names_of_the_model_type() -> None:
    model_type = MODEL_TYPES[PATCH_MEANS_TYPE]
    named = {name for encoder in model_type.text_encoders for name in encoder.names}
    (values,) = PatchMeansTexts(PATCH_MEANS_TYPE).encode(["a cat"])
    assert set(values) == named == set(TEXT_NAMES)


def test_values_are_the_embedded_encoders_in_order() -> None:
    prompts = ["a cat", "", "ein Käuzchen"]
    encoded = PatchMeansTexts(PATCH_MEANS_TYPE).encode(prompts)
    for prompt, values in zip(prompts, encoded, strict=True):
        tokens, hidden = PatchMeans(PATCH_MEANS_TYPE).encode_text(prompt)
        np.testing.assert_array_equal(values["tokens"], tokens)
        np.testing.assert_array_equal(values["text_encoder_hidden_state"], hidden)


@pytest.mark.parametrize("model_type", ["STABLE_DIFFUSION_XL_10_BASE", "FLUX_DEV_1", ""])
def test_it_refuses_every_other_model_type(model_type: str) -> None:
    with pytest.raises(UserFacingError, match="built-in encoder cannot build"):
        PatchMeansTexts(model_type)


def test_its_identity_is_the_same_everywhere() -> None:
    fingerprint = PatchMeansTexts(PATCH_MEANS_TYPE).fingerprint
    assert fingerprint == PatchMeansTexts(PATCH_MEANS_TYPE).fingerprint
    assert (fingerprint.name, fingerprint.digest) == ("patch-means", "f9a3b1c8c856b2fe")
