"""How long a 7 GB checkpoint takes from opening to the first payload, and how much memory.

    python tests/benchmarks/single_file.py [--folder DIR] [--size 128] [--without-pipeline]

Writes Stable Diffusion XL in one `.safetensors` file, real shapes in float16 with random weights,
then encodes a picture and a prompt with it: with Larder's encoders, as a build opens them (the
digests of the weights are computed too), and with diffusers: `AutoencoderKL.from_single_file`, and
`StableDiffusionXLPipeline.from_single_file` without the denoiser and with it, which is what a
trainer opens. Each runs in a cold process of its own, after the file was read once; all encode in
bfloat16. Both sides' values are compared.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).parents[2]
sys.path.insert(0, str(REPOSITORY))

import numpy as np  # noqa: E402

from tests.benchmarks.measured_process import run_timed  # noqa: E402

PROMPT = "a photo of a cat on the roof of an old house"
CLIP_L = {
    "vocab_size": 49408, "hidden_size": 768, "intermediate_size": 3072, "num_hidden_layers": 12,
    "num_attention_heads": 12, "projection_dim": 768, "bos_token_id": 0, "eos_token_id": 2,
    "pad_token_id": 1}
CLIP_G = {
    **CLIP_L, "hidden_size": 1280, "intermediate_size": 5120, "num_hidden_layers": 32,
    "num_attention_heads": 20, "projection_dim": 1280, "hidden_act": "gelu"}
VAE = {
    "block_out_channels": [128, 256, 512, 512], "layers_per_block": 2, "latent_channels": 4,
    "down_block_types": ["DownEncoderBlock2D"] * 4, "up_block_types": ["UpDecoderBlock2D"] * 4,
    "scaling_factor": 0.13025, "sample_size": 1024}
UNET = {
    "sample_size": 128, "in_channels": 4, "out_channels": 4, "layers_per_block": 2,
    "block_out_channels": [320, 640, 1280], "cross_attention_dim": 2048,
    "down_block_types": ["DownBlock2D", "CrossAttnDownBlock2D", "CrossAttnDownBlock2D"],
    "up_block_types": ["CrossAttnUpBlock2D", "CrossAttnUpBlock2D", "UpBlock2D"],
    "attention_head_dim": [5, 10, 20], "transformer_layers_per_block": [1, 2, 10],
    "use_linear_projection": True, "addition_embed_type": "text_time",
    "addition_time_embed_dim": 256, "projection_class_embeddings_input_dim": 2816}
RANDOM_VALUES = 1 << 22


def write_checkpoint(path: Path, pipeline: Path) -> int:
    """The file, and a folder with the configs and tokenizers that diffusers asks for; its bytes."""
    import diffusers
    import torch
    import transformers

    from larder.core.encoders.text_settings import find_shipped_clip
    from tests.support.checkpoints import as_open_clip, as_saved
    from tests.support.tiny_vaes import latent_diffusion_state

    with torch.device("meta"):
        vae = diffusers.AutoencoderKL(**VAE)
        unet = diffusers.UNet2DConditionModel(**UNET)
        first = transformers.CLIPTextModel(transformers.CLIPTextConfig(**CLIP_L))
        second = transformers.CLIPTextModelWithProjection(transformers.CLIPTextConfig(**CLIP_G))
    parts = {
        "model.diffusion_model.": {
            _unet_name(name): one for name, one in unet.state_dict().items()},
        "first_stage_model.": latent_diffusion_state(vae),
        "conditioner.embedders.0.transformer.": as_saved(first.state_dict()),
        "conditioner.embedders.1.model.": as_open_clip(second.state_dict())}
    shapes = {
        prefix + name: tuple(tensor.shape)
        for prefix, state in parts.items() for name, tensor in state.items()
        if not name.endswith("position_ids")}
    for part, of_part in (("vae", vae), ("unet", unet), ("text_encoder", first),
                          ("text_encoder_2", second)):
        (of_part.save_config if part in ("vae", "unet") else of_part.config.save_pretrained)(
            pipeline / part)
    for number, pad in (("", "<|endoftext|>"), ("_2", "!")):
        transformers.CLIPTokenizer.from_pretrained(
            find_shipped_clip(), pad_token=pad).save_pretrained(pipeline / f"tokenizer{number}")
    diffusers.EulerDiscreteScheduler().save_config(pipeline / "scheduler")
    (pipeline / "model_index.json").write_text(json.dumps({
        "_class_name": "StableDiffusionXLPipeline", "_diffusers_version": diffusers.__version__,
        "force_zeros_for_empty_prompt": True,
        "vae": ["diffusers", "AutoencoderKL"], "unet": ["diffusers", "UNet2DConditionModel"],
        "text_encoder": ["transformers", "CLIPTextModel"],
        "text_encoder_2": ["transformers", "CLIPTextModelWithProjection"],
        "tokenizer": ["transformers", "CLIPTokenizer"],
        "tokenizer_2": ["transformers", "CLIPTokenizer"],
        "scheduler": ["diffusers", "EulerDiscreteScheduler"]}), "utf-8")
    return _write_random(path, shapes)


def _write_random(path: Path, shapes: dict[str, tuple[int, ...]]) -> int:
    """A safetensors file of float16 values around 0, a little at a time; its bytes."""
    header: dict[str, Any] = {}
    end = 0
    for name, shape in shapes.items():
        start, end = end, end + 2 * int(np.prod(shape, dtype=np.int64))
        header[name] = {"dtype": "F16", "shape": list(shape), "data_offsets": [start, end]}
    said = json.dumps(header).encode()
    dice = np.random.default_rng(1)
    pool = (dice.standard_normal(RANDOM_VALUES, dtype=np.float32) * 0.02).astype(np.float16)
    ones = np.ones(1 << 14, np.float16)
    with path.open("wb") as file:
        file.write(len(said).to_bytes(8, "little") + said)
        for name, shape in shapes.items():
            left = int(np.prod(shape, dtype=np.int64))
            if len(shape) == 1 and name.endswith("weight"):
                file.write(ones[:left].tobytes())
                continue
            while left:
                at = int(dice.integers(0, RANDOM_VALUES // 2))
                some = pool[at:at + min(left, RANDOM_VALUES // 2)]
                file.write(some.tobytes())
                left -= len(some)
    return path.stat().st_size


def _unet_name(name: str) -> str:
    """The original checkpoint's name of a tensor of the denoiser."""
    for old, new in (
        ("time_embedding.linear_1", "time_embed.0"), ("time_embedding.linear_2", "time_embed.2"),
        ("add_embedding.linear_1", "label_emb.0.0"), ("add_embedding.linear_2", "label_emb.0.2"),
        ("conv_in", "input_blocks.0.0"), ("conv_norm_out", "out.0"), ("conv_out", "out.2"),
    ):
        if name.startswith(f"{old}."):
            return name.replace(old, new, 1)
    side, *parts = name.split(".")
    if side == "mid_block":
        kind, number, *rest = parts
        place = f"middle_block.{1 if kind == 'attentions' else 2 * int(number)}"
    else:
        level, kind, number, *rest = parts
        at, slot = 3 * int(level) + int(number), 1 if kind == "attentions" else 0
        if kind == "downsamplers":
            return ".".join([f"input_blocks.{3 * (int(level) + 1)}.0.op", *rest[1:]])
        if kind == "upsamplers":
            return ".".join([f"output_blocks.{3 * int(level) + 2}.2", *rest])
        place = f"input_blocks.{at + 1}.{slot}" if side == "down_blocks" \
            else f"output_blocks.{at}.{slot}"
    if kind == "resnets":
        words = {
            "norm1": "in_layers.0", "conv1": "in_layers.2", "norm2": "out_layers.0",
            "conv2": "out_layers.3", "time_emb_proj": "emb_layers.1",
            "conv_shortcut": "skip_connection"}
        rest = [words[rest[0]], *rest[1:]]
    return ".".join([place, *rest])


def picture_of(size: int) -> np.ndarray[Any, np.dtype[np.float32]]:
    """Channels first, from -1 to 1."""
    return np.random.default_rng(2).uniform(-1, 1, (3, size, size)).astype(np.float32)


def run_larder(what: str, file: Path, pipeline: Path, size: int) -> dict[str, Any]:
    """Do the work of a build up to and including its first payload. `pipeline` is not used."""
    from larder.core.encoders.config_encoders import choose_image_encoder, load_text_encoder
    from larder.core.encoders.model_files import EncoderOptions, ModelPlaces
    from larder.core.workspace.onetrainer_config import config_from

    config = config_from({
        "model_type": "STABLE_DIFFUSION_XL_10_BASE", "base_model_name": str(file),
        "train_dtype": "BFLOAT_16", "fallback_train_dtype": "BFLOAT_16",
        "weight_dtype": "BFLOAT_16", "text_encoder": {"train": False},
        "text_encoder_2": {"train": False}}, where="benchmark")
    places = ModelPlaces(file.parent, hub_cache=file.parent / "no-hub-cache")
    found: dict[str, Any] = {}
    if "pictures" in what:
        import torch

        images = choose_image_encoder(config, EncoderOptions(device="cpu"), places)
        assert images.fingerprint.digest
        found["latent"] = images._latents(
            [torch.from_numpy(picture_of(size))], (size, size))[0]
    if "prompts" in what:
        texts = load_text_encoder(config, EncoderOptions(device="cpu"), places)
        values = texts.encode([PROMPT])[0]
        found["hidden"] = values["text_encoder_2_hidden_state"]
        found["pooled"] = values["text_encoder_2_pooled_state"]
    return found


def run_diffusers(what: str, file: Path, pipeline: Path, size: int) -> dict[str, Any]:
    """The same values as diffusers gives them."""
    import diffusers
    import torch

    loading: dict[str, Any] = {"torch_dtype": torch.bfloat16, "local_files_only": True}
    found: dict[str, Any] = {}
    with torch.no_grad():
        if what == "pictures":
            vae = diffusers.AutoencoderKL.from_single_file(
                str(file), config=str(pipeline), subfolder="vae", **loading)
        else:
            if what != "pictures+prompts+denoiser":
                loading["unet"] = None
            model = diffusers.StableDiffusionXLPipeline.from_single_file(
                str(file), config=str(pipeline), **loading)
            vae = model.vae
            embeds, _, pooled, _ = model.encode_prompt(
                PROMPT, device="cpu", do_classifier_free_guidance=False)
            found |= {"hidden": embeds[0, :, 768:], "pooled": pooled[0]}
        pixels = torch.from_numpy(picture_of(size))[None].to(torch.bfloat16)
        found["latent"] = vae.encode(pixels).latent_dist.mode()[0]
    return found


CHILDREN = {"larder": run_larder, "diffusers": run_diffusers}
RUNS = (
    ("larder", "pictures"), ("diffusers", "pictures"), ("larder", "pictures+prompts"),
    ("diffusers", "pictures+prompts"), ("diffusers", "pictures+prompts+denoiser"))


def child(arguments: list[str]) -> None:
    """Encode once and leave the values in a file."""
    side, what, file, pipeline, size, out = arguments
    began = time.perf_counter()
    values = CHILDREN[side](what, Path(file), Path(pipeline), int(size))
    print(time.perf_counter() - began)
    np.savez(out, **{name: value.float().numpy() for name, value in values.items()})


def main() -> None:
    """Write the file, run each in turn, print a table."""
    if sys.argv[1:2] == ["--child"]:
        child(sys.argv[2:])
        return
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--folder", type=Path, help="where 7 GB are free; kept if it is given")
    parser.add_argument("--size", type=int, default=128, help="of the picture, in pixels")
    parser.add_argument(
        "--without-pipeline", action="store_true", help="not with the denoiser: 14 GB of memory")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = given.folder or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        measure(folder, given.size, with_denoiser=not given.without_pipeline)


def measure(folder: Path, size: int, *, with_denoiser: bool) -> None:
    """Run each in turn over the file in a folder, written there unless it is there."""
    file, pipeline = folder / "sdxl.safetensors", folder / "pipeline"
    if not file.exists():
        write_checkpoint(file, pipeline)
    with file.open("rb", buffering=0) as opened:
        while opened.read(1 << 24):
            pass
    print(f"{file.name}: {file.stat().st_size / 1e9:.2f} GB")
    print(f"{'':10} {'encodes':28} {'seconds':>8} {'in process':>10} {'peak memory':>12}")
    values: dict[tuple[str, str], Path] = {}
    environment = {**os.environ, "HF_HUB_OFFLINE": "1"}
    for side, what in RUNS[:None if with_denoiser else -1]:
        out = values[side, what] = folder / f"{side}-{what}.npz"
        ran = run_timed(
            [sys.executable, __file__, "--child", side, what, str(file), str(pipeline),
             str(size), str(out)], environment)
        print(f"{side:10} {what:28} {ran.seconds:8.2f} {float(ran.output.split()[-1]):10.2f} "
              f"{ran.peak_bytes / 1e9:9.2f} GB")
    ours, theirs = (
        np.load(values[side, "pictures+prompts"]) for side in ("larder", "diffusers"))
    for name in ours:
        print(f"largest difference of {name}: {np.abs(ours[name] - theirs[name]).max():.2g} "
              f"(values up to {np.abs(theirs[name]).max():.2g})")


if __name__ == "__main__":
    main()
