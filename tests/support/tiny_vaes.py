"""Tiny random VAEs of diffusers, saved to disk as their published relatives are.

Real classes with a few thousand weights, made without a download; the same seed gives the same
bytes within one version of the libraries. Four levels each, so that a latent is an eighth of its
picture (a 32nd for the deep compression kind).
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from tests.support.written_once import written_once

SEED = 20_260

_PICTURE: Mapping[str, Any] = MappingProxyType({
    "block_out_channels": (4, 4, 8, 8),
    "down_block_types": ("DownEncoderBlock2D",) * 4,
    "up_block_types": ("UpDecoderBlock2D",) * 4,
    "layers_per_block": 1,
    "norm_num_groups": 2,
    "sample_size": 64,
})

STABLE_DIFFUSION = MappingProxyType({**_PICTURE, "latent_channels": 4, "scaling_factor": 0.18215})
SDXL = MappingProxyType({
    **_PICTURE, "latent_channels": 4, "scaling_factor": 0.13025, "force_upcast": False})
FLUX = MappingProxyType({
    **_PICTURE, "latent_channels": 16, "scaling_factor": 0.3611, "shift_factor": 0.1159,
    "use_quant_conv": False, "use_post_quant_conv": False, "mid_block_add_attention": False,
})
FLUX_2 = MappingProxyType({**_PICTURE, "latent_channels": 8})
WAN = MappingProxyType({
    "base_dim": 4, "z_dim": 4, "dim_mult": [1, 1, 1, 1], "num_res_blocks": 1,
    "temperal_downsample": [False, True, True], "latents_mean": [0.0] * 4,
    "latents_std": [1.0] * 4,
})
HUNYUAN_VIDEO = MappingProxyType({
    "latent_channels": 4,
    "block_out_channels": (4, 4, 8, 8),
    "down_block_types": ("HunyuanVideoDownBlock3D",) * 4,
    "up_block_types": ("HunyuanVideoUpBlock3D",) * 4,
    "layers_per_block": 1,
    "norm_num_groups": 2,
})
DEEP_COMPRESSION = MappingProxyType({
    "latent_channels": 8,
    "attention_head_dim": 4,
    "encoder_block_types": ("ResBlock",) * 3 + ("EfficientViTBlock",) * 3,
    "decoder_block_types": ("ResBlock",) * 3 + ("EfficientViTBlock",) * 3,
    "encoder_block_out_channels": (4, 4, 8, 8, 8, 8),
    "decoder_block_out_channels": (4, 4, 8, 8, 8, 8),
    "encoder_layers_per_block": (1,) * 6,
    "decoder_layers_per_block": (1,) * 6,
    "encoder_qkv_multiscales": ((), (), (), (5,), (5,), (5,)),
    "decoder_qkv_multiscales": ((), (), (), (5,), (5,), (5,)),
    "downsample_block_type": "Conv",
    "upsample_block_type": "interpolate",
})
TINY = MappingProxyType({
    "latent_channels": 4,
    "encoder_block_out_channels": (8,) * 4,
    "decoder_block_out_channels": (8,) * 4,
    "num_encoder_blocks": (1,) * 4,
    "num_decoder_blocks": (1,) * 4,
})
PLAIN_GROUPS = MappingProxyType({
    **STABLE_DIFFUSION, "block_out_channels": (32, 32, 64, 64), "norm_num_groups": 32})
"""With the groups every published VAE has, for files that come without a config."""

KINDS: Mapping[str, tuple[str, Mapping[str, Any]]] = MappingProxyType({
    "sd": ("AutoencoderKL", STABLE_DIFFUSION),
    "sdxl": ("AutoencoderKL", SDXL),
    "flux": ("AutoencoderKL", FLUX),
    "plain-groups": ("AutoencoderKL", PLAIN_GROUPS),
    "flux2": ("AutoencoderKLFlux2", FLUX_2),
    "qwen": ("AutoencoderKLQwenImage", WAN),
    "wan": ("AutoencoderKLWan", WAN),
    "hunyuan-video": ("AutoencoderKLHunyuanVideo", HUNYUAN_VIDEO),
    "dc": ("AutoencoderDC", DEEP_COMPRESSION),
    "tiny": ("AutoencoderTiny", TINY),
})
"""Class and config of each kind."""


def make_vae(kind: str, *, seed: int = SEED) -> Any:
    """A random VAE, ready to encode."""
    import diffusers
    import torch

    class_name, config = KINDS[kind]
    with torch.random.fork_rng(devices=()):
        torch.manual_seed(seed)
        vae = getattr(diffusers, class_name)(**config)
        _widen(vae)
    return vae.eval().requires_grad_(False)


@written_once
def write_vae(folder: Path, kind: str = "sd", *, seed: int = SEED, **saving: Any) -> Path:
    """A random VAE in a folder of its own, `config.json` and weights."""
    folder.mkdir(parents=True, exist_ok=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        make_vae(kind, seed=seed).save_pretrained(folder, **saving)
    return folder


def write_vae_file(
    path: Path, kind: str = "plain-groups", *, seed: int = SEED, prefix: str = "",
    latent_diffusion: bool = False, beside: Mapping[str, Any] | None = None,
) -> Path:
    """A random VAE in a single file without a config.

    Args:
        path: the file.
        kind: one of `KINDS`.
        seed: of its weights.
        prefix: what stands before its names, as in a whole checkpoint.
        latent_diffusion: name tensors as latent-diffusion does, not as diffusers does.
        beside: further tensors, by full name.
    """
    from safetensors.torch import save_file

    vae = make_vae(kind, seed=seed)
    state = latent_diffusion_state(vae) if latent_diffusion else vae.state_dict()
    tensors = {f"{prefix}{name}": tensor.contiguous() for name, tensor in state.items()}
    save_file({**tensors, **(beside or {})}, path)
    return path


def latent_diffusion_state(vae: Any) -> dict[str, Any]:
    """A VAE's tensors as latent-diffusion names and shapes them."""
    levels = len(vae.config.block_out_channels)
    return {
        _latent_diffusion_name(name, levels): _as_pixel(name, tensor)
        for name, tensor in vae.state_dict().items() if not name.endswith("num_batches_tracked")}


def _widen(vae: Any) -> None:
    """Give norms and biases values of their own, so that mixing two of them up shows."""
    import torch

    for parameter in vae.parameters():
        if parameter.ndim == 1:
            parameter.data += 0.1 * torch.randn_like(parameter)


def _latent_diffusion_name(name: str, levels: int) -> str:
    parts = name.split(".")
    if parts[1] == "down_blocks":
        rest = {"resnets": ["block", *parts[4:]], "downsamplers": ["downsample", *parts[5:]]}
        parts = ["encoder", "down", parts[2], *rest[parts[3]]]
    elif parts[1] == "up_blocks":
        rest = {"resnets": ["block", *parts[4:]], "upsamplers": ["upsample", *parts[5:]]}
        parts = ["decoder", "up", str(levels - 1 - int(parts[2])), *rest[parts[3]]]
    elif parts[1] == "mid_block" and parts[2] == "resnets":
        parts = [parts[0], "mid", f"block_{int(parts[3]) + 1}", *parts[4:]]
    elif parts[1] == "mid_block":
        words = {"group_norm": "norm", "to_q": "q", "to_k": "k", "to_v": "v", "to_out": "proj_out"}
        parts = [parts[0], "mid", "attn_1", words[parts[4]], parts[-1]]
    return (
        ".".join(parts).replace("conv_norm_out", "norm_out")
        .replace("conv_shortcut", "nin_shortcut")
    )


def _as_pixel(name: str, tensor: Any) -> Any:
    """An attention's weights as a convolution of one pixel."""
    is_attention = ".attentions." in name and tensor.ndim == 2
    return tensor[:, :, None, None] if is_attention else tensor


EFFICIENT_NET_BLOCKS = (
    # Channels inside (0: one convolution), channels out, channels of the squeeze (0: none).
    ((0, 4, 0), (0, 4, 0)), ((8, 6, 0), (12, 6, 0)), ((12, 8, 0),),
    ((16, 8, 2), (16, 8, 2)), ((24, 8, 2), (24, 8, 2)), ((24, 10, 2), (30, 10, 2)))
EFFICIENT_NET_CHANNELS = (4, 12, 16)
"""Of the first convolution, of the last, and of the latent."""


def efficient_net_state(*, affine: bool = False, seed: int = SEED) -> dict[str, Any]:
    """Random tensors of a small EfficientNet V2 under torchvision's names."""
    import torch

    state: dict[str, Any] = {}
    generator = torch.Generator().manual_seed(seed)

    def random(name: str, *shape: int, around: float = 0.0) -> None:
        state[name] = around + 0.3 * torch.randn(shape, generator=generator)

    def norm(name: str, channels: int, *, affine: bool = True) -> None:
        for part in ("weight", "bias")[:2 * affine]:
            random(f"{name}.{part}", channels, around=float(part == "weight"))
        random(f"{name}.running_mean", channels)
        state[f"{name}.running_var"] = 0.5 + torch.rand(channels, generator=generator)
        state[f"{name}.num_batches_tracked"] = torch.tensor(7)

    def convolution(name: str, channels: int, out: int, side: int = 3) -> None:
        random(f"{name}.0.weight", out, channels, side, side)
        norm(f"{name}.1", out)

    channels, head, latent = EFFICIENT_NET_CHANNELS
    convolution("backbone.0", 3, channels)
    for stage, blocks in enumerate(EFFICIENT_NET_BLOCKS, 1):
        for number, (inside, out, squeezed) in enumerate(blocks):
            name = f"backbone.{stage}.{number}.block"
            if squeezed:
                convolution(f"{name}.0", channels, inside, 1)
                convolution(f"{name}.1", 1, inside)
                for part, taken, given in (("fc1", inside, squeezed), ("fc2", squeezed, inside)):
                    random(f"{name}.2.{part}.weight", given, taken, 1, 1)
                    random(f"{name}.2.{part}.bias", given)
                convolution(f"{name}.3", inside, out, 1)
            else:
                convolution(f"{name}.0", channels, inside or out)
                if inside:
                    convolution(f"{name}.1", inside, out, 1)
            channels = out
    convolution(f"backbone.{len(EFFICIENT_NET_BLOCKS) + 1}", channels, head, 1)
    random("mapper.0.weight", latent, head, 1, 1)
    norm("mapper.1", latent, affine=affine)
    return state


def write_efficient_net(path: Path, *, affine: bool = False, seed: int = SEED) -> Path:
    """A small EfficientNet in a `.safetensors` file, or in a folder as diffusers saves models."""
    from safetensors.torch import save_file

    path.parent.mkdir(parents=True, exist_ok=True)
    file = path
    if path.suffix != ".safetensors":
        path.mkdir()
        (path / "config.json").write_text(
            '{"_class_name": "EfficientNetEncoder", "effnet": "efficientnet_v2_s"}')
        file = path / "diffusion_pytorch_model.safetensors"
    save_file(efficient_net_state(affine=affine, seed=seed), file)
    return path
