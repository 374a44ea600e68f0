import pytest

from larder.core.encoders.model_files import (
    EncoderOptions,
    ModelPlaces,
    base_model,
    check_chosen_models,
    find_model,
    model_label,
    part_model_name,
    places_of,
)
from larder.core.errors import UserFacingError, WorkspaceError
from larder.core.workspace.onetrainer_config import config_from
from larder.core.workspace.roots import PathMap

REVISION = "0123456789abcdef0123456789abcdef01234567"


def config(**raw):
    return config_from(raw, where="test")


@pytest.fixture
def places(tmp_path):
    return ModelPlaces(tmp_path, hub_cache=tmp_path / "hub")


@pytest.fixture
def snapshot(tmp_path):
    repository = tmp_path / "hub" / "models--owner--name"
    folder = repository / "snapshots" / REVISION
    folder.mkdir(parents=True)
    (repository / "refs").mkdir()
    (repository / "refs" / "main").write_text(REVISION)
    return folder


class TestNamesInConfigs:
    def test_a_folder_is_found_from_the_trainers_folder(self, places, tmp_path):
        (tmp_path / "models" / "base").mkdir(parents=True)

        assert base_model(config(base_model_name="models/base"), places) == (
            tmp_path / "models" / "base")

    def test_a_single_file_is_found(self, places, tmp_path):
        (tmp_path / "sdxl.safetensors").touch()

        assert find_model("sdxl.safetensors", places) == tmp_path / "sdxl.safetensors"

    def test_a_hub_name_is_found_in_the_local_cache(self, places, snapshot):
        assert find_model("owner/name", places) == snapshot

    def test_a_folder_goes_before_a_hub_name(self, places, snapshot, tmp_path):
        (tmp_path / "owner" / "name").mkdir(parents=True)

        assert find_model("owner/name", places) == tmp_path / "owner" / "name"

    @pytest.mark.parametrize("name", ["", "owner/other", "models/none", "model.gguf", "../owner"])
    def test_what_is_not_on_this_computer_is_not_found(self, places, snapshot, tmp_path, name):
        (tmp_path / "model.gguf").touch()

        assert find_model(name, places) is None

    def test_paths_of_another_system_go_through_the_maps(self, tmp_path):
        (tmp_path / "sd").mkdir()
        mapped = ModelPlaces(tmp_path, (PathMap("D:\\models", str(tmp_path)),))

        assert find_model("D:\\models\\sd", mapped) == tmp_path / "sd"
        assert find_model("E:\\models\\sd", mapped) is None

    def test_a_config_can_name_a_hub_cache_of_its_own(self, snapshot, tmp_path):
        named = places_of(config(huggingface_cache_dir="hub"), tmp_path)

        assert find_model("owner/name", named) == snapshot

    @pytest.mark.parametrize(("raw", "name"), [
        ({"vae": {"model_name": "owner/vae"}}, "owner/vae"),
        ({"vae_model_name": "old/vae"}, "old/vae"),
        ({"vae": {"model_name": None}}, ""),
        ({"base_model_name": "x/y"}, ""),
    ])
    def test_a_part_can_have_a_model_of_its_own(self, raw, name):
        assert part_model_name(config(**raw), "vae") == name

    def test_a_part_that_is_no_object_is_one_sentence(self):
        with pytest.raises(WorkspaceError, match="must be an object"):
            part_model_name(config(vae=3, cache_dir="x"), "vae")


class TestChosenModels:
    def test_folders_and_files_are_taken_in_their_order(self, tmp_path):
        (tmp_path / "one.safetensors").touch()
        options = EncoderOptions(models=(tmp_path / "one.safetensors", tmp_path))

        assert check_chosen_models(options) == options.models

    def test_a_model_that_is_not_there_is_one_sentence(self, tmp_path):
        with pytest.raises(UserFacingError, match="is missing") as raised:
            check_chosen_models(EncoderOptions(models=(tmp_path / "none",)))

        assert "--model" in raised.value.hint

    def test_another_file_is_one_sentence(self, tmp_path):
        (tmp_path / "model.gguf").touch()

        with pytest.raises(UserFacingError, match="neither a folder nor a"):
            check_chosen_models(EncoderOptions(models=(tmp_path / "model.gguf",)))


class TestLabels:
    def test_a_snapshot_is_called_by_its_hub_name(self, snapshot):
        assert model_label(snapshot / "vae") == "owner/name@0123456789ab"

    def test_a_part_is_called_by_its_pipeline(self, tmp_path):
        assert model_label(tmp_path / "sdxl" / "vae") == "sdxl"
        assert model_label(tmp_path / "sdxl" / "text_encoder_2") == "sdxl"

    def test_everything_else_has_its_own_name(self, tmp_path):
        assert model_label(tmp_path / "sdxl_fp16_fix") == "sdxl_fp16_fix"
        assert model_label(tmp_path / "ae.safetensors") == "ae"
