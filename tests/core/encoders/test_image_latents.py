import time

import msgspec
import numpy as np
import pytest

from larder.core.encoders.config_encoders import choose_image_encoder
from larder.core.encoders.model_files import EncoderOptions, ModelPlaces
from larder.core.encoders.picture_files import read_picture
from larder.core.encoders.pictures import Cut, as_pixels, as_signed, cut_out
from larder.core.encoders.protocol import OutOfMemoryError, SourceError
from larder.core.errors import UserFacingError
from larder.core.keys import fingerprint
from larder.core.keys.fingerprint import weights_memory
from larder.core.workspace.model_types import image_payload_names
from larder.core.workspace.onetrainer_config import config_from
from tests.support.fixture_pipeline import fixture_positions
from tests.support.pictures import concept_with, item_of, write_mask, write_picture
from tests.support.tiny_vaes import make_vae, write_vae


def config_of(model_type="STABLE_DIFFUSION_XL_10_BASE", **raw):
    raw = {"train_dtype": "FLOAT_32", "base_model_name": "", "model_type": model_type, **raw}
    return config_from(raw, where="test")


@pytest.fixture
def open_encoder(tmp_path):
    """Open the encoder of a config with a tiny VAE; closed after the test."""
    opened = []

    def open_one(config, kind="sd", *, dtype=None, folder=None, **choice):
        folder = folder or write_vae(tmp_path / "models" / kind, kind)
        options = EncoderOptions(models=(folder,), device="cpu", dtype=dtype)
        encoder = choose_image_encoder(config, options, ModelPlaces(tmp_path), **choice)
        opened.append(encoder)
        return encoder

    yield open_one
    for encoder in opened:
        encoder.close()


def encoded(encoder, *items):
    return encoder.encode([encoder.prepare(item) for item in items])


def encoded_directly(kind, pixels):
    """The mode of a tiny VAE's distribution for [-1, 1] pixels, batch of one."""
    import torch

    with torch.no_grad():
        output = make_vae(kind).encode(pixels[None])
    if hasattr(output, "latent_dist"):
        return output.latent_dist.mode()[0]
    return (output.latent if hasattr(output, "latent") else output.latents)[0]


def middle_pixels(source, bucket=(64, 96), scaled=(66, 96)):
    """Pixels of a 90x130 picture in [-1, 1], its middle at 64x96."""
    pixels = as_pixels(read_picture(source), "float32")
    offset = ((scaled[0] - bucket[0]) // 2, (scaled[1] - bucket[1]) // 2)
    return as_signed(cut_out(pixels, Cut(scaled, offset, bucket, flipped=False)))


class TestLatents:
    @pytest.mark.parametrize(("model_type", "kind", "channels"), [
        ("STABLE_DIFFUSION_15", "sd", 4),
        ("STABLE_DIFFUSION_XL_10_BASE", "sdxl", 4),
        ("FLUX_DEV_1", "flux", 16),
        ("Z_IMAGE", "flux", 16),
        ("PIXART_SIGMA", "sdxl", 4),
        ("STABLE_DIFFUSION_15", "tiny", 4),
    ])
    def test_a_latent_is_the_unscaled_mode(
        self, open_encoder, tmp_path, model_type, kind, channels
    ):
        source = write_picture(tmp_path / "a.png")

        payload, = encoded(open_encoder(config_of(model_type), kind), item_of(source))

        latent = payload["latent_image"]
        assert tuple(latent.shape) == (channels, 8, 12)
        expected = encoded_directly(kind, middle_pixels(source))
        np.testing.assert_allclose(latent.numpy(), expected.numpy(), atol=1e-5)

    @pytest.mark.parametrize("kind", ["qwen", "wan"])
    def test_a_model_type_with_frames_has_one_frame(self, open_encoder, tmp_path, kind):
        source = write_picture(tmp_path / "a.png")
        encoder = open_encoder(config_of("QWEN", masked_training=True), kind)

        payload, = encoded(encoder, item_of(source))

        assert tuple(payload["latent_image"].shape) == (4, 1, 8, 12)
        assert tuple(payload["latent_mask"].shape) == (1, 1, 8, 12)
        assert payload["crop_resolution"] == (1, 64, 96)
        assert payload["original_resolution"] == (1, 90, 130)
        assert payload["crop_offset"] == (1, 0)
        expected = encoded_directly(kind, middle_pixels(source)[:, None])
        np.testing.assert_allclose(
            payload["latent_image"].numpy(), expected.numpy(), atol=1e-5)

    def test_a_batch_agrees_with_singles(self, open_encoder, tmp_path):
        items = [
            item_of(write_picture(tmp_path / f"{seed}.png", seed=seed)) for seed in range(3)]
        encoder = open_encoder(config_of(), "sdxl")

        together = encoded(encoder, *items)

        for item, payload in zip(items, together, strict=True):
            alone, = encoded(encoder, item)
            assert payload["image_path"] == item.spelled
            np.testing.assert_allclose(
                payload["latent_image"].numpy(), alone["latent_image"].numpy(), atol=1e-5)

    def test_the_same_picture_gives_the_same_bytes_each_time(self, open_encoder, tmp_path):
        item = item_of(write_picture(tmp_path / "a.png"))
        folder = write_vae(tmp_path / "vae")

        payloads = [
            encoded(open_encoder(config_of(), folder=folder), item)[0] for _ in range(2)]

        assert payloads[0]["latent_image"].numpy().tobytes() == (
            payloads[1]["latent_image"].numpy().tobytes())

    def test_nothing_gives_nothing(self, open_encoder):
        assert open_encoder(config_of()).encode([]) == []

    def test_pictures_of_several_sizes_are_no_batch(self, open_encoder, tmp_path):
        source = write_picture(tmp_path / "a.png")
        encoder = open_encoder(config_of())

        with pytest.raises(ValueError, match="one size"):
            encoded(encoder, item_of(source), item_of(source, bucket=(64, 64)))

    @pytest.mark.parametrize("dtype", ["bfloat16", "float16"])
    def test_half_types_are_computed_as_half_and_come_near(self, open_encoder, tmp_path, dtype):
        source = write_picture(tmp_path / "a.png")
        encoder = open_encoder(config_of("STABLE_DIFFUSION_15"), "sd", dtype=dtype)

        latent = encoded(encoder, item_of(source))[0]["latent_image"]

        assert str(latent.dtype) == f"torch.{dtype}"
        expected = encoded_directly("sd", middle_pixels(source))
        np.testing.assert_allclose(latent.float().numpy(), expected.numpy(), atol=0.1)

    def test_sdxl_avoids_half_where_the_trainer_does(self, open_encoder, tmp_path):
        source = write_picture(tmp_path / "a.png")
        encoder = open_encoder(config_of(train_dtype="FLOAT_16"), "sdxl")

        prepared = encoder.prepare(item_of(source))

        assert str(prepared.pixels.dtype) == "torch.float16"
        assert str(encoder.encode([prepared])[0]["latent_image"].dtype) == "torch.bfloat16"

    def test_a_circular_config_sees_the_opposite_edge(self, open_encoder, tmp_path):
        item = item_of(write_picture(tmp_path / "a.png"))
        folder = write_vae(tmp_path / "vae")
        circular = {"force_circular_padding": True}

        plain = open_encoder(config_of(), folder=folder)
        padded = open_encoder(config_of(**circular), folder=folder)
        ignored = open_encoder(config_of("FLUX_DEV_1", **circular), folder=folder)

        latents = [
            encoded(encoder, item)[0]["latent_image"].numpy()
            for encoder in (plain, padded, ignored)]
        assert np.abs(latents[0] - latents[1]).max() > 1e-3
        np.testing.assert_allclose(latents[0], latents[2], atol=1e-6)
        assert padded.fingerprint.digest != plain.fingerprint.digest
        assert ignored.fingerprint.digest == plain.fingerprint.digest


class TestPayload:
    @pytest.mark.parametrize(("model_type", "kind", "raw"), [
        ("STABLE_DIFFUSION_15", "sd", {}),
        ("STABLE_DIFFUSION_15", "sd", {"masked_training": True}),
        ("STABLE_DIFFUSION_15_INPAINTING", "sd", {}),
        ("STABLE_DIFFUSION_XL_10_BASE", "sd", {}),
        ("STABLE_DIFFUSION_XL_10_BASE", "sd", {"masked_training": True}),
        ("STABLE_DIFFUSION_35", "flux", {"custom_conditioning_image": True}),
        ("FLUX_FILL_DEV_1", "flux", {"masked_training": True}),
        ("CHROMA_1", "flux", {}),
        ("Z_IMAGE", "flux", {"masked_training": True}),
        ("QWEN", "qwen", {}),
    ])
    def test_a_payload_holds_what_the_config_needs(
        self, open_encoder, tmp_path, model_type, kind, raw
    ):
        config = config_of(model_type, **raw)

        payload, = encoded(
            open_encoder(config, kind), item_of(write_picture(tmp_path / "a.png")))

        assert set(payload) == image_payload_names(config)
        assert next(iter(payload)) == "latent_image"
        assert list(payload)[-2:] == ["crop_resolution", "image_path"]

    def test_sizes_are_tuples_of_whole_numbers(self, open_encoder, tmp_path):
        payload, = encoded(
            open_encoder(config_of()), item_of(write_picture(tmp_path / "a.png")))

        assert payload["original_resolution"] == (90, 130)
        assert payload["crop_resolution"] == (64, 96)
        assert payload["crop_offset"] == (1, 0)
        assert {type(number) for number in payload["crop_offset"]} == {int}

    def test_draws_are_those_of_the_pipelines_positions(self, open_encoder, tmp_path):
        source = write_picture(tmp_path / "a.png", height=200, width=130)
        item = item_of(source, position=7, concept=concept_with(
            enable_crop_jitter=True, enable_random_flip=True))
        own = open_encoder(config_of(), positions=fixture_positions())

        offsets = [
            [own.prepare(msgspec.structs.replace(item, variation=number)).values["crop_offset"]
             for number in range(6)]
            for own in (own, open_encoder(config_of()))]

        assert len(set(offsets[0])) > 2
        assert offsets[0] != offsets[1]

    def test_a_flip_mirrors_picture_and_mask(self, open_encoder, tmp_path):
        source = write_picture(tmp_path / "a.png")
        mask = write_mask(tmp_path / "a-masklabel.png")
        encoder = open_encoder(config_of(masked_training=True))
        item = item_of(source, mask=mask)
        flipped = msgspec.structs.replace(item, concept=concept_with(enable_fixed_flip=True))

        plain, mirrored = encoder.prepare(item), encoder.prepare(flipped)

        assert np.array_equal(plain.pixels.flip(-1).numpy(), mirrored.pixels.numpy())
        np.testing.assert_allclose(
            plain.values["latent_mask"].flip(-1).numpy(), mirrored.values["latent_mask"].numpy(),
            atol=1e-6)


class TestMasks:
    def test_a_mask_is_cut_with_its_picture(self, open_encoder, tmp_path):
        source = write_picture(tmp_path / "a.png")
        encoder = open_encoder(config_of(masked_training=True))
        item = item_of(source, mask=write_mask(tmp_path / "a-masklabel.png"))

        mask = encoder.prepare(item).values["latent_mask"]

        assert tuple(mask.shape) == (1, 8, 12)
        assert mask[0, :, :5].min() > 0.99
        assert mask[0, :, 7:].max() < 0.01

    def test_a_missing_mask_is_white(self, open_encoder, tmp_path):
        encoder = open_encoder(config_of(masked_training=True))

        mask = encoder.prepare(item_of(write_picture(tmp_path / "a.png"))).values["latent_mask"]

        np.testing.assert_allclose(mask.numpy(), 1, atol=1e-6)

    def test_mask_files_are_read_in_masked_training_only(self, open_encoder, tmp_path):
        source = write_picture(tmp_path / "a.png")
        encoder = open_encoder(config_of("STABLE_DIFFUSION_15_INPAINTING"))
        item = item_of(source, mask=write_mask(tmp_path / "a-masklabel.png"))

        np.testing.assert_allclose(
            encoder.prepare(item).values["latent_mask"].numpy(), 1, atol=1e-6)

    def test_flux_fill_has_a_channel_per_pixel_of_a_square(self, open_encoder, tmp_path):
        source = write_picture(tmp_path / "a.png")
        encoder = open_encoder(config_of("FLUX_FILL_DEV_1", masked_training=True), "flux")
        item = item_of(source, mask=write_mask(tmp_path / "a-masklabel.png"))

        payload, = encoded(encoder, item)

        assert tuple(payload["latent_mask"].shape) == (64, 8, 12)
        assert payload["latent_mask"][:, :, :5].min() > 0.99


class TestConditioning:
    def test_the_masked_part_is_grey(self, open_encoder, tmp_path):
        import torch

        source = write_picture(tmp_path / "a.png")
        encoder = open_encoder(config_of("STABLE_DIFFUSION_15_INPAINTING"))

        payload, = encoded(encoder, item_of(source))

        expected = encoded_directly("sd", torch.zeros(3, 64, 96))
        # A picture of one colour has next to no variance, and the norms enlarge what rounding left.
        np.testing.assert_allclose(
            payload["latent_conditioning_image"].numpy(), expected.numpy(), atol=1e-3)

    def test_a_conditioning_picture_takes_its_place(self, open_encoder, tmp_path):
        source = write_picture(tmp_path / "a.png")
        other = write_picture(tmp_path / "a-condlabel.png", seed=9)
        config = config_of("STABLE_DIFFUSION_15_INPAINTING", custom_conditioning_image=True)

        payload, = encoded(open_encoder(config), item_of(source, conditioning=other))

        expected = encoded_directly("sd", middle_pixels(other))
        np.testing.assert_allclose(
            payload["latent_conditioning_image"].numpy(), expected.numpy(), atol=1e-5)


class TestTroubles:
    def test_a_broken_picture_fails_alone(self, open_encoder, tmp_path):
        (tmp_path / "broken.png").write_bytes(b"no picture")
        encoder = open_encoder(config_of())

        with pytest.raises(SourceError, match=r"broken\.png"):
            encoder.prepare(item_of(tmp_path / "broken.png"))

    def test_a_broken_mask_is_named(self, open_encoder, tmp_path):
        (tmp_path / "a-masklabel.png").write_bytes(b"no picture")
        encoder = open_encoder(config_of(masked_training=True))
        item = item_of(write_picture(tmp_path / "a.png"), mask=tmp_path / "a-masklabel.png")

        with pytest.raises(SourceError, match="a-masklabel"):
            encoder.prepare(item)

    def test_a_full_device_asks_for_a_smaller_batch(self, open_encoder, tmp_path, monkeypatch):
        import diffusers
        import torch

        item = item_of(write_picture(tmp_path / "a.png"))
        encoder = open_encoder(config_of())
        usual = diffusers.AutoencoderKL._encode

        def encode_two_at_most(vae, pictures):
            if len(pictures) > 2:
                raise torch.OutOfMemoryError("CUDA out of memory.")
            return usual(vae, pictures)

        monkeypatch.setattr(diffusers.AutoencoderKL, "_encode", encode_two_at_most)

        with pytest.raises(OutOfMemoryError):
            encoded(encoder, item, item, item)
        assert len(encoded(encoder, item, item)) == 2

    def test_a_vae_of_another_stride_is_refused(self, open_encoder, tmp_path):
        encoder = open_encoder(config_of("STABLE_DIFFUSION_15"), "dc")

        with pytest.raises(UserFacingError, match="1/8 of the picture"):
            encoded(encoder, item_of(write_picture(tmp_path / "a.png")))

    @pytest.mark.parametrize(("model_type", "kind"), [("QWEN", "sd"), ("FLUX_DEV_1", "wan")])
    def test_a_vae_for_another_kind_of_picture_is_refused(self, open_encoder, model_type, kind):
        with pytest.raises(UserFacingError, match="frame axis"):
            open_encoder(config_of(model_type), kind)

    def test_numbers_that_are_none_are_no_latent(self, open_encoder, tmp_path):
        from safetensors.torch import load_file, save_file

        folder = write_vae(tmp_path / "vae")
        path = folder / "diffusion_pytorch_model.safetensors"
        state = load_file(path)
        state["encoder.conv_in.bias"][0] = float("nan")
        save_file(state, path)

        with pytest.raises(SourceError, match=r"NaN.*--dtype"):
            encoded(
                open_encoder(config_of(), folder=folder),
                item_of(write_picture(tmp_path / "a.png")))

    def test_weights_are_let_go_and_loaded_again_when_needed(self, open_encoder, tmp_path):
        item = item_of(write_picture(tmp_path / "a.png"))
        encoder = open_encoder(config_of())
        assert encoder._vae is None
        encoded(encoder, item)

        encoder.close()

        assert encoder._vae is None
        assert len(encoded(encoder, item)) == 1


class TestFingerprint:
    def test_it_is_told_without_loading_the_weights(self, open_encoder):
        encoder = open_encoder(config_of())

        assert encoder.fingerprint.name == "sd"
        assert len(encoder.fingerprint.digest) == 16
        assert encoder.fingerprint.facts["model"] == "AutoencoderKL"
        assert encoder._vae is None

    def test_other_weights_types_or_configs_are_other_encoders(self, open_encoder, tmp_path):
        encoders = [
            open_encoder(config_of("STABLE_DIFFUSION_15")),
            open_encoder(config_of("STABLE_DIFFUSION_15", train_dtype="BFLOAT_16")),
            open_encoder(config_of(
                "STABLE_DIFFUSION_15", vae={"weight_dtype": "FLOAT_16"})),
            open_encoder(
                config_of("STABLE_DIFFUSION_15"), folder=write_vae(tmp_path / "x", seed=1)),
            open_encoder(config_of("STABLE_DIFFUSION_15"), "flux"),
        ]

        assert len({encoder.fingerprint.digest for encoder in encoders}) == len(encoders)

    def test_a_moved_model_stays_the_same(self, open_encoder, tmp_path):
        folder = write_vae(tmp_path / "here")
        before = open_encoder(config_of(), folder=folder).fingerprint

        after = open_encoder(config_of(), folder=folder.rename(tmp_path / "there")).fingerprint

        assert (after.digest, after.name) == (before.digest, "there")

    def test_a_remembered_digest_spares_reading_the_weights(
        self, open_encoder, tmp_path, monkeypatch
    ):
        folder = write_vae(tmp_path / "vae")
        later = time.time_ns() + 60 * 10**9
        with weights_memory(tmp_path / "cache", now_ns=later) as memory:
            known = open_encoder(config_of(), folder=folder, memory=memory).fingerprint
            monkeypatch.setattr(fingerprint, "_digest_whole", pytest.fail)

            assert open_encoder(config_of(), folder=folder, memory=memory).fingerprint == known
