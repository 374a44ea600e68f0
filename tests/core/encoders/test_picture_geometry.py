import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from larder.core.encoders import picture_files, pictures
from larder.core.encoders.draws import SampleDraws, onetrainer_positions
from larder.core.encoders.pictures import (
    Cut,
    as_pixels,
    as_signed,
    cut_levels,
    cut_out,
    draw_cut,
    resize_pixels,
)
from larder.core.workspace.concepts import ImageSettings
from larder.core.workspace.onetrainer_config import config_from

DRAWS = SampleDraws(
    onetrainer_positions(config_from({"model_type": "FLUX_DEV_1"}, where="test")), 0, 0)


def noise(height, width, channels=3, seed=0):
    levels = np.random.default_rng(seed).integers(0, 256, (height, width, channels), dtype=np.uint8)
    return levels[:, :, 0] if channels == 1 else levels


def scaled_by_pillow(plane, size):
    """Bilinear with antialiasing, by an implementation of its own."""
    picture = Image.fromarray(plane).resize((size[1], size[0]), Image.Resampling.BILINEAR)
    return np.asarray(picture)


class TestPixels:
    def test_levels_become_shares(self):
        levels = noise(4, 5)

        pixels = as_pixels(levels, "float32")

        shares = levels.astype(np.float32) / np.float32(255)
        assert np.array_equal(pixels.numpy(), shares.transpose(2, 0, 1))

    def test_division_is_done_in_half_types_too(self):
        import torch

        levels = np.arange(256, dtype=np.uint8).reshape(16, 16)

        for dtype in (torch.bfloat16, torch.float16):
            name = str(dtype).removeprefix("torch.")
            expected = torch.arange(256, dtype=torch.uint8).to(dtype) / 255
            assert torch.equal(as_pixels(levels, name).flatten(), expected)

    def test_a_vae_gets_minus_one_to_one(self):
        import torch

        assert as_signed(torch.tensor([0.0, 0.5, 1.0])).tolist() == [-1.0, 0.0, 1.0]


class TestResizing:
    @given(
        height=st.integers(2, 60), width=st.integers(2, 60),
        tall=st.integers(2, 60), wide=st.integers(2, 60))
    @settings(max_examples=50, deadline=None)
    def test_scaling_is_bilinear_with_antialiasing(self, height, width, tall, wide):
        plane = np.random.default_rng(1).random((height, width), dtype=np.float32)
        import torch

        scaled = resize_pixels(torch.from_numpy(plane)[None], (tall, wide))

        assert tuple(scaled.shape) == (1, tall, wide)
        np.testing.assert_allclose(
            scaled[0].numpy(), scaled_by_pillow(plane, (tall, wide)), atol=1e-5)

    @pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
    @pytest.mark.parametrize(("size", "scaled"), [
        ((97, 61), (33, 29)), ((20, 64), (40, 100)), ((30, 31), (30, 31)), ((50, 40), (50, 20))])
    @pytest.mark.parametrize("channels", [1, 3])
    def test_a_large_picture_is_scaled_some_rows_at_a_time_to_the_last_bit(
        self, monkeypatch, dtype, size, scaled, channels
    ):
        import torch

        levels = noise(*size, channels=channels)
        cut = Cut(scaled=scaled, offset=(2, 1), bucket=(16, 16), flipped=True)
        whole = cut_out(as_pixels(levels, dtype), cut)
        monkeypatch.setattr(pictures, "LARGEST_LOOK", 7 * size[1])
        monkeypatch.setattr(picture_files, "STRIP_PIXELS", 7 * size[1])
        assert torch.equal(cut_levels(levels, dtype, cut), whole)

    def test_half_types_are_scaled_in_float32_and_rounded_back(self):
        import torch

        pixels = as_pixels(noise(40, 60), "bfloat16")

        scaled = resize_pixels(pixels, (17, 33))

        assert scaled.dtype is torch.bfloat16
        assert torch.equal(scaled, resize_pixels(pixels.float(), (17, 33)).to(torch.bfloat16))

    def test_a_picture_of_the_right_size_is_left_alone(self):
        pixels = as_pixels(noise(8, 8), "float32")

        assert resize_pixels(pixels, (8, 8)) is pixels


class TestCutting:
    def test_a_crop_lies_at_its_offset(self):
        pixels = as_pixels(noise(20, 30), "float32")

        cropped = cut_out(pixels, Cut((20, 30), (3, 5), (8, 16), flipped=False))

        assert np.array_equal(cropped.numpy(), pixels[:, 3:11, 5:21].numpy())

    def test_a_flip_comes_after_the_crop(self):
        pixels = as_pixels(noise(20, 30), "float32")
        cut = Cut((20, 30), (3, 5), (8, 16), flipped=True)

        assert np.array_equal(cut_out(pixels, cut).numpy(), pixels[:, 3:11, 5:21].flip(-1).numpy())

    def test_everything_on_a_picture_is_cut_alike_whatever_its_size(self):
        cut = draw_cut((400, 600), (64, 64), ImageSettings(enable_random_flip=True), DRAWS)
        picture = as_pixels(noise(400, 600), "float32")
        mask = as_pixels(noise(40, 60, 1), "float32")

        assert tuple(cut_out(picture, cut).shape) == (3, 64, 64)
        assert tuple(cut_out(mask, cut).shape) == (1, 64, 64)

    @pytest.mark.parametrize(("size", "bucket", "scaled"), [
        ((1080, 1920), (768, 1344), (768, 1365)), ((1000, 1333), (896, 1152), (896, 1194))])
    def test_a_cut_scales_as_the_trainer_does(self, size, bucket, scaled):
        cut = draw_cut(size, bucket, ImageSettings(enable_crop_jitter=False), DRAWS)

        assert cut.scaled == scaled
        assert cut.offset == ((scaled[0] - bucket[0]) // 2, (scaled[1] - bucket[1]) // 2)
        assert not cut.flipped
