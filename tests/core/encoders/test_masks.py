import hypothesis.extra.numpy as arrays
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from larder.core.encoders.catalogue import MaskForm, list_unsupported_augmentations
from larder.core.encoders.pictures import apply_mask, latent_mask
from larder.core.encoders.protocol import SourceError
from larder.core.workspace.concepts import read_concepts
from larder.core.workspace.onetrainer_config import config_from


def tensor(values):
    import torch

    return torch.from_numpy(np.asarray(values, dtype=np.float32))


class TestLatentMask:
    @pytest.mark.parametrize(("stride", "size"), [(8, (8, 12)), (32, (2, 3))])
    def test_a_mask_is_scaled_to_its_latent(self, stride, size):
        scaled = latent_mask(tensor(np.ones((1, 64, 96))), MaskForm.SCALED, stride)

        assert tuple(scaled.shape) == (1, *size)

    def test_an_even_square_keeps_its_level(self):
        mask = np.zeros((1, 64, 64), np.float32)
        mask[:, :, 32:] = 1

        scaled = latent_mask(tensor(mask), MaskForm.SCALED, 8)[0].numpy()

        # The filter reaches half a square beyond each edge, so only the two in the middle mix.
        assert (scaled[:, :3] == 0).all()
        np.testing.assert_allclose(scaled[:, 5:], 1, atol=1e-6)

    @given(arrays.arrays(np.float32, st.tuples(
        st.just(1), st.sampled_from([8, 16]), st.sampled_from([8, 24])),
        elements=st.floats(0, 1, width=32)))
    @settings(max_examples=20, deadline=None)
    def test_shuffling_puts_every_pixel_of_a_square_into_a_channel(self, mask):
        shuffled = latent_mask(tensor(mask), MaskForm.SHUFFLED, 8).numpy()

        _, height, width = mask.shape
        assert shuffled.shape == (64, height // 8, width // 8)
        for channel in (0, 1, 8, 63):
            y, x = divmod(channel, 8)
            assert np.array_equal(shuffled[channel], mask[0, y::8, x::8])

    def test_a_mask_without_whole_squares_is_one_sentence(self):
        with pytest.raises(SourceError, match="squares of 8"):
            latent_mask(tensor(np.ones((1, 20, 16))), MaskForm.SHUFFLED, 8)

    def test_a_white_mask_stays_white(self):
        scaled = latent_mask(tensor(np.ones((1, 128, 192))), MaskForm.SCALED, 8)

        np.testing.assert_allclose(scaled.numpy(), 1, atol=1e-6)


def test_the_masked_part_of_a_picture_is_grey():
    picture = tensor([[[0.25, 0.75, 0.5]]] * 3)
    mask = tensor([[[0.0, 1.0, 0.5]]])

    assert apply_mask(picture, mask)[0, 0].tolist() == [0.25, 0.5, 0.5]


class TestUnsupportedAugmentations:
    @staticmethod
    def unsupported(image, **config):
        concept, = read_concepts([{"path": "data", "image": image}])
        raw = {"model_type": "STABLE_DIFFUSION_15", **config}
        return list_unsupported_augmentations(concept, config_from(raw, where="test"))

    def test_crop_jitter_and_flips_are_done(self):
        assert self.unsupported({
            "enable_crop_jitter": True, "enable_random_flip": True, "enable_fixed_flip": True,
            "enable_resolution_override": True}) == ()

    def test_everything_else_is_named(self):
        assert self.unsupported({
            "enable_random_rotate": True, "enable_fixed_hue": True, "enable_random_contrast": True,
        }) == ("random rotation", "random contrast", "fixed hue")

    def test_shapes_of_masks_count_only_where_masks_are_cached(self):
        image = {
            "enable_random_circular_mask_shrink": True, "enable_random_mask_rotate_crop": True}

        assert self.unsupported(image) == ()
        assert len(self.unsupported(image, masked_training=True)) == 2
        assert len(self.unsupported(image, model_type="FLUX_FILL_DEV_1")) == 2
