import dataclasses
import importlib
import json
import shutil
import sys

import pytest

from larder.core.encoders.device import NumberTypes
from larder.core.encoders.image_latents import load_vae, use_circular_padding
from larder.core.encoders.vae_files import FRAME_VAES, Layout, find_vae
from larder.core.errors import UserFacingError
from larder.core.keys.fingerprint import weights_digest
from tests.support.tiny_vaes import KINDS, make_vae, write_vae, write_vae_file

FULL = NumberTypes("float32", "float32")


def loaded(path, types=FULL):
    return load_vae(find_vae(path), types=types, device="cpu")


def latent(vae, pictures):
    import torch

    frames = type(vae).__name__ in FRAME_VAES
    with torch.no_grad():
        encoded = vae.encode(pictures.unsqueeze(2) if frames else pictures)
    if hasattr(encoded, "latent_dist"):
        return encoded.latent_dist.mode()
    return encoded.latent if hasattr(encoded, "latent") else encoded.latents


@pytest.fixture
def pictures():
    import torch

    return torch.rand(1, 3, 64, 96, generator=torch.Generator().manual_seed(1)) * 2 - 1


class TestFolders:
    @pytest.mark.parametrize("kind", sorted(KINDS))
    def test_every_kind_is_found_and_loaded_as_it_was_saved(self, tmp_path, pictures, kind):
        import torch

        files = find_vae(write_vae(tmp_path / "model", kind))

        assert files.class_name == KINDS[kind][0]
        assert files.own
        assert torch.equal(
            latent(load_vae(files, types=FULL, device="cpu"), pictures),
            latent(make_vae(kind), pictures))

    def test_a_pipelines_vae_lies_in_its_subfolder(self, tmp_path):
        write_vae(tmp_path / "sdxl" / "vae", "sdxl")
        (tmp_path / "sdxl" / "model_index.json").write_text("{}")

        files = find_vae(tmp_path / "sdxl")

        assert (files.name, files.own) == ("sdxl", False)
        assert files.path == tmp_path / "sdxl" / "vae"

    def test_weights_in_several_files_are_put_together(self, tmp_path, pictures):
        import torch

        folder = write_vae(tmp_path / "vae", "sd", max_shard_size="40KB")

        assert len(find_vae(folder).weights) > 1
        assert torch.equal(
            latent(loaded(folder), pictures), latent(make_vae("sd"), pictures))

    def test_an_old_folder_with_a_pickle_is_loaded(self, tmp_path, pictures):
        import torch

        folder = write_vae(tmp_path / "vae", "sd", safe_serialization=False)

        assert find_vae(folder).weights[0].path.suffix == ".bin"
        assert torch.equal(latent(loaded(folder), pictures), latent(make_vae("sd"), pictures))

    def test_names_of_before_diffusers_0_11_are_understood(self, tmp_path, pictures):
        import torch
        from safetensors.torch import load_file, save_file

        folder = write_vae(tmp_path / "vae", "sd")
        path = folder / "diffusion_pytorch_model.safetensors"
        former = {"to_q": "query", "to_k": "key", "to_v": "value", "to_out.0": "proj_attn"}
        state = {}
        for name, tensor in load_file(path).items():
            for present, before in former.items():
                name = name.replace(f".attentions.0.{present}.", f".attentions.0.{before}.")
            state[name] = tensor
        assert any(".query." in name for name in state)
        save_file(state, path)

        assert torch.equal(latent(loaded(folder), pictures), latent(make_vae("sd"), pictures))

    @pytest.mark.parametrize("content", ["{}", "[]", '{"_class_name": "UNet2DConditionModel"}'])
    def test_another_models_folder_holds_no_vae(self, tmp_path, content):
        (tmp_path / "config.json").write_text(content)

        assert find_vae(tmp_path) is None

    def test_an_unknown_kind_of_vae_is_one_sentence(self, tmp_path):
        (tmp_path / "config.json").write_text('{"_class_name": "AutoencoderKLTomorrow"}')

        with pytest.raises(UserFacingError, match="AutoencoderKLTomorrow, which Larder does not"):
            find_vae(tmp_path)

    def test_a_folder_without_weights_is_one_sentence(self, tmp_path):
        folder = write_vae(tmp_path / "vae")
        (folder / "diffusion_pytorch_model.safetensors").unlink()

        with pytest.raises(UserFacingError, match="contains no weights"):
            find_vae(folder)

    def test_an_index_cannot_point_outside(self, tmp_path):
        folder = write_vae(tmp_path / "vae", max_shard_size="40KB")
        index = next(folder.glob("*.index.json"))
        document = json.loads(index.read_text())
        document["weight_map"] = {"a": "../elsewhere.safetensors"}
        index.write_text(json.dumps(document))

        with pytest.raises(UserFacingError, match="lists no weights"):
            find_vae(folder)


class TestSingleFiles:
    @pytest.mark.parametrize("latent_diffusion", [False, True])
    @pytest.mark.parametrize("prefix", ["", "first_stage_model.", "vae."])
    def test_a_file_is_told_by_its_tensors(self, tmp_path, pictures, prefix, latent_diffusion):
        import torch

        path = write_vae_file(
            tmp_path / "model.safetensors", prefix=prefix, latent_diffusion=latent_diffusion,
            beside={"model.diffusion_model.out": torch.ones(2)} if prefix else None)

        files = find_vae(path)

        assert files.layout is (
            Layout.LATENT_DIFFUSION if latent_diffusion else Layout.DIFFUSERS)
        assert files.own is (prefix == "")
        assert torch.equal(
            latent(load_vae(files, types=FULL, device="cpu"), pictures),
            latent(make_vae("plain-groups"), pictures))

    def test_two_checkpoints_with_the_same_vae_have_the_same_weights(self, tmp_path):
        import torch

        digests = {
            weights_digest(find_vae(write_vae_file(
                tmp_path / f"{number}.safetensors", prefix="first_stage_model.",
                latent_diffusion=True, beside={"model.out": torch.full((3,), number)},
            )).weights)
            for number in range(2)
        }

        assert len(digests) == 1

    def test_what_training_left_in_a_file_is_passed_over(self, tmp_path):
        import torch

        path = write_vae_file(
            tmp_path / "kl.safetensors", latent_diffusion=True,
            beside={"loss.logvar": torch.zeros(1), "model_ema.decay": torch.zeros(1)})

        assert loaded(path) is not None

    def test_a_file_beside_a_config_is_described_by_it(self, tmp_path, pictures):
        import torch

        folder = write_vae(tmp_path / "vae", "sd")
        half = shutil.copy(
            folder / "diffusion_pytorch_model.safetensors", folder / "mine.safetensors")

        assert torch.equal(
            latent(loaded(tmp_path / "vae" / half.name), pictures),
            latent(make_vae("sd"), pictures))

    def test_a_structure_that_cannot_be_told_is_no_vae(self, tmp_path):
        path = write_vae_file(tmp_path / "odd.safetensors", "sd")

        assert find_vae(path) is None

    def test_a_flux2_file_is_told_by_its_batch_norm(self, tmp_path, pictures, monkeypatch):
        import torch

        from tests.support import tiny_vaes

        plain = ("AutoencoderKLFlux2", {**tiny_vaes.PLAIN_GROUPS, "latent_channels": 8})
        plain[1].pop("scaling_factor")
        monkeypatch.setattr(tiny_vaes, "KINDS", {"flux2": plain})
        path = write_vae_file(tmp_path / "ae.safetensors", "flux2", latent_diffusion=True)

        vae = loaded(path)

        assert type(vae).__name__ == "AutoencoderKLFlux2"
        assert torch.equal(latent(vae, pictures), latent(make_vae("flux2"), pictures))

    def test_a_tiny_file_is_told_in_its_published_size(self, tmp_path, pictures):
        import diffusers
        import torch
        from safetensors.torch import save_file

        published = diffusers.AutoencoderTiny(latent_channels=16).eval().requires_grad_(False)
        path = tmp_path / "taef1.safetensors"
        save_file(published.state_dict(), path)

        vae = loaded(path)

        assert vae.config.latent_channels == 16
        assert torch.equal(latent(vae, pictures), latent(published, pictures))


class TestStrictness:
    @staticmethod
    def edited(folder, edit):
        from safetensors.torch import load_file, save_file

        path = folder / "diffusion_pytorch_model.safetensors"
        state = load_file(path)
        edit(state)
        save_file(state, path)
        return folder

    def test_a_missing_weight_is_one_sentence(self, tmp_path):
        folder = self.edited(
            write_vae(tmp_path / "vae"), lambda state: state.pop("encoder.conv_in.bias"))

        with pytest.raises(UserFacingError, match=r"lacks the weights encoder\.conv_in\.bias"):
            loaded(folder)

    def test_a_weight_too_many_is_one_sentence(self, tmp_path):
        import torch

        folder = self.edited(
            write_vae(tmp_path / "vae"), lambda state: state.update(more=torch.zeros(1)))

        with pytest.raises(UserFacingError, match="does not use the weights more"):
            loaded(folder)

    def test_a_weight_of_another_shape_is_one_sentence(self, tmp_path):
        import torch

        folder = self.edited(
            write_vae(tmp_path / "vae"),
            lambda state: state.update({"encoder.conv_in.bias": torch.zeros(5)}))

        with pytest.raises(UserFacingError, match="has a different shape for the weights"):
            loaded(folder)

    def test_a_damaged_file_is_one_sentence(self, tmp_path):
        folder = write_vae(tmp_path / "vae")
        path = folder / "diffusion_pytorch_model.safetensors"
        path.write_bytes(path.read_bytes()[:-100])

        with pytest.raises(UserFacingError, match="cannot be read") as raised:
            loaded(folder)

        assert "\n" not in raised.value.problem

    def test_a_pickle_that_calls_something_is_refused(self, tmp_path):
        import torch

        class Harmful:
            def __reduce__(self):
                return print, ("called",)

        folder = write_vae(tmp_path / "vae", safe_serialization=False)
        torch.save({"a": Harmful()}, folder / "diffusion_pytorch_model.bin")

        with pytest.raises(UserFacingError, match="would run code") as raised:
            loaded(folder)

        assert "weights_only" not in str(raised.value)  # torch says how to run it after all

    def test_a_config_that_does_not_fit_is_one_sentence(self, tmp_path):
        folder = write_vae(tmp_path / "vae")
        config = json.loads((folder / "config.json").read_text())
        config["down_block_types"] = ["BlockOfTomorrow"]
        (folder / "config.json").write_text(json.dumps(config))

        with pytest.raises(UserFacingError, match="does not fit AutoencoderKL"):
            loaded(folder)


class TestPackages:
    def test_a_missing_diffusers_is_one_sentence(self, tmp_path, monkeypatch):
        files = find_vae(write_vae(tmp_path / "vae"))
        monkeypatch.setitem(sys.modules, "diffusers", None)

        with pytest.raises(UserFacingError, match="needs the package diffusers") as raised:
            load_vae(files, types=FULL, device="cpu")

        assert "pip install" in raised.value.hint

    def test_a_torchvision_that_does_not_fit_is_named(self, tmp_path, monkeypatch):
        files = find_vae(write_vae(tmp_path / "vae"))
        usual = importlib.import_module

        def importing(name):
            if name == "diffusers":
                raise RuntimeError("Failed to import diffusers.x\nNo module") from RuntimeError(
                    "operator torchvision::nms does not exist")
            return usual(name)

        monkeypatch.setattr(importlib, "import_module", importing)

        with pytest.raises(UserFacingError, match=r"Failed to import diffusers\.x") as raised:
            load_vae(files, types=FULL, device="cpu")

        assert raised.value.hint.startswith("torchvision does not match this PyTorch")
        assert "\n" not in raised.value.problem

    def test_an_old_diffusers_without_the_class_is_one_sentence(self, tmp_path):
        files = dataclasses.replace(
            find_vae(write_vae(tmp_path / "vae")), class_name="AutoencoderOfTomorrow")

        with pytest.raises(UserFacingError, match="has no AutoencoderOfTomorrow"):
            load_vae(files, types=FULL, device="cpu")


class TestTypes:
    def test_weights_are_rounded_to_their_type_and_widened_where_the_device_cannot(self, tmp_path):
        import torch

        folder = write_vae(tmp_path / "vae")
        half = loaded(folder, NumberTypes("bfloat16", "bfloat16"))
        widened = loaded(folder, NumberTypes("bfloat16", "float32"))

        assert {weight.dtype for weight in half.parameters()} == {torch.bfloat16}
        assert {weight.dtype for weight in widened.parameters()} == {torch.float32}
        for name, weight in half.state_dict().items():
            assert torch.equal(weight.float(), widened.state_dict()[name])

    def test_circular_padding_sees_the_opposite_edge(self, tmp_path, pictures):
        vae = loaded(write_vae(tmp_path / "vae"))
        plain = latent(vae, pictures)
        use_circular_padding(vae)

        assert not latent(vae, pictures).allclose(plain, atol=1e-4)
        assert {module.padding_mode for module in vae.modules() if hasattr(
            module, "padding_mode")} == {"circular"}
