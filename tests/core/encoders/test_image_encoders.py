import pytest

from larder.core.encoders.catalogue import CATALOGUE
from larder.core.encoders.config_encoders import choose_image_encoder
from larder.core.encoders.device import choose_device
from larder.core.encoders.image_latents import ImageLatents
from larder.core.encoders.model_files import EncoderOptions, ModelPlaces
from larder.core.encoders.vae_files import find_image_encoder
from larder.core.errors import UserFacingError
from larder.core.workspace.onetrainer_config import config_from
from tests.support.tiny_vaes import write_efficient_net, write_vae, write_vae_file

CHOOSE = "Choose the VAE and text encoders with --model DIR"


def config_of(**raw):
    raw = {"model_type": "STABLE_DIFFUSION_XL_10_BASE", "base_model_name": "", **raw}
    return config_from(raw, where="test")


def choose(tmp_path, **raw):
    return choose_image_encoder(config_of(**raw), EncoderOptions(), ModelPlaces(tmp_path))


class TestVae:
    @staticmethod
    def chosen(tmp_path, models=(), **raw):
        config = config_of(**raw)
        return find_image_encoder(
            config, EncoderOptions(models=tuple(models)), ModelPlaces(tmp_path, hub_cache=tmp_path))

    def test_the_configs_base_model_is_taken(self, tmp_path):
        write_vae(tmp_path / "models" / "base" / "vae")

        assert self.chosen(tmp_path, base_model_name="models/base").name == "base"

    def test_a_checkpoint_can_be_the_base_model(self, tmp_path):
        write_vae_file(
            tmp_path / "sdxl.safetensors", prefix="first_stage_model.", latent_diffusion=True)

        assert self.chosen(tmp_path, base_model_name="sdxl.safetensors").name == "sdxl"

    def test_the_configs_own_vae_goes_before_pipelines(self, tmp_path):
        base = write_vae(tmp_path / "base" / "vae").parent
        write_vae(tmp_path / "fix")

        files = self.chosen(
            tmp_path, [base], base_model_name="base", vae={"model_name": "fix"})

        assert files.name == "fix"

    def test_a_vae_named_for_itself_goes_before_all(self, tmp_path):
        write_vae(tmp_path / "fix")
        base = write_vae(tmp_path / "base" / "vae").parent
        own = write_vae(tmp_path / "own")

        assert self.chosen(
            tmp_path, [base, own], vae={"model_name": "fix"}).name == "own"

    def test_a_named_pipeline_goes_before_the_base_model(self, tmp_path):
        other = write_vae(tmp_path / "other" / "vae").parent
        write_vae(tmp_path / "base" / "vae")

        assert self.chosen(tmp_path, [other], base_model_name="base").name == "other"

    def test_a_snapshot_in_the_hub_cache_is_taken(self, tmp_path):
        write_vae(tmp_path / "models--owner--sdxl" / "snapshots" / ("a" * 40) / "vae")

        assert self.chosen(
            tmp_path, base_model_name="owner/sdxl").name == f"owner/sdxl@{'a' * 12}"

    @pytest.mark.parametrize("raw", [
        {}, {"base_model_name": "owner/none"}, {"vae": {"model_name": "owner/none"}}])
    def test_without_a_vae_the_user_is_asked_for_one(self, tmp_path, raw):
        with pytest.raises(UserFacingError, match=CHOOSE) as raised:
            self.chosen(tmp_path, **raw)

        assert raised.value.exit_code == 2
        assert raised.value.hint.endswith("hf download owner/none") or not raw

    def test_a_missing_vae_of_the_config_is_not_replaced_by_the_base_models(self, tmp_path):
        write_vae(tmp_path / "base" / "vae")

        with pytest.raises(UserFacingError, match=CHOOSE):
            self.chosen(tmp_path, base_model_name="base", vae={"model_name": "owner/none"})

    def test_a_model_without_a_vae_is_named(self, tmp_path):
        (tmp_path / "clip").mkdir()

        with pytest.raises(UserFacingError, match="There is no VAE in"):
            self.chosen(tmp_path, [tmp_path / "clip"])


class TestEncoder:
    @pytest.mark.parametrize(("raw", "words"), [
        ({"model_type": "STABLE_DIFFUSION_20_DEPTH"}, "latent_depth"),
        ({"training_method": "FINE_TUNE_VAE"}, "VAE fine-tuning"),
        ({"model_type": "TOMORROWS_MODEL"}, "does not know the model type"),
    ])
    def test_what_is_not_built_is_said_in_words(self, tmp_path, raw, words):
        with pytest.raises(UserFacingError, match=words):
            choose(tmp_path, **raw)

    @pytest.mark.parametrize("model_type", [
        name for name, row in CATALOGUE.items() if row.why_not_built])
    def test_every_other_row_is_refused_in_words(self, tmp_path, model_type):
        with pytest.raises(UserFacingError, match=f"Larder cannot build for {model_type}: "):
            choose(tmp_path, model_type=model_type)

    @pytest.mark.parametrize("model_type", [
        name for name, row in CATALOGUE.items() if not row.why_not_built])
    def test_every_row_that_is_built_has_an_encoder(self, tmp_path, model_type):
        has_frames = CATALOGUE[model_type].model_type.frame_axis
        write_vae(tmp_path / "base" / "vae", "qwen" if has_frames else "sd")
        write_efficient_net(tmp_path / "effnet.safetensors")

        encoder = choose(
            tmp_path, model_type=model_type, base_model_name="base",
            effnet_encoder={"model_name": "effnet.safetensors"})

        assert encoder.fingerprint.digest
        encoder.close()

    def test_an_unknown_encoder_is_one_sentence(self, tmp_path):
        with pytest.raises(UserFacingError, match='no encoder "magic"'):
            choose_image_encoder(
                config_of(), EncoderOptions(encoder="magic"), ModelPlaces(tmp_path))

    def test_the_fastest_device_is_chosen(self, tmp_path):
        write_vae(tmp_path / "base" / "vae")

        encoder = choose(tmp_path, base_model_name="base")

        assert isinstance(encoder, ImageLatents)
        assert encoder._work.device == choose_device()

    def test_a_device_that_is_not_there_is_one_sentence(self, tmp_path):
        vae = write_vae(tmp_path / "vae")

        with pytest.raises(UserFacingError, match="There is no device"):
            choose_image_encoder(
                config_of(), EncoderOptions(models=(vae,), device="cuda:77"),
                ModelPlaces(tmp_path))
