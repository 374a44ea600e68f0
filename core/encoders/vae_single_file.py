"""A VAE in a single `.safetensors` file: told by its tensors, described from their shapes.

Such a file brings no `config.json`. Channels, layers and attention of a picture VAE can be read off
its tensors; the groups of its norms cannot, and every published one has 32. Names come in two
layouts, that of diffusers and that of latent-diffusion; in a whole checkpoint they have a prefix.
Video VAEs and tiny ones are known in their one published size.

Source: key names and shapes of published files (`first_stage_model.*` of Stable Diffusion
checkpoints, `ae.safetensors` of Flux, `flux2-vae`), compared with diffusers' own.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from larder.core.keys.fingerprint import TensorSpan

GROUPS: Final = 32
"""Groups of the norms of every published picture VAE."""

PREFIXES: Final = ("", "first_stage_model.", "vae.")
"""What stands before a VAE's names: nothing in a file of its own, else the checkpoint's word."""

TRAINING_LEFTOVERS: Final = ("loss.", "model_ema.")
"""Beginnings of names in the files of trained VAEs that are no part of the VAE."""

Spans = Mapping[str, TensorSpan]


class Layout(enum.Enum):
    """How tensors are named."""

    DIFFUSERS = "diffusers"
    LATENT_DIFFUSION = "latent-diffusion"


@dataclass(frozen=True, slots=True)
class Description:
    """A VAE as its tensors describe it.

    Attributes:
        class_name: class of diffusers.
        config: what that class is made with.
        prefix: what stands before its names in the file.
        layout: how its tensors are named.
    """

    class_name: str
    config: Mapping[str, Any]
    prefix: str
    layout: Layout


def describe(spans: Spans) -> Description | None:
    """What VAE a file holds, None if it holds none or one whose structure cannot be told."""
    for prefix in PREFIXES:
        if prefix and not any(name.startswith(prefix) for name in spans):
            continue
        own = {
            name.removeprefix(prefix): span for name, span in spans.items()
            if name.startswith(prefix)
        }
        for layout in Layout:
            named = {new: own[old] for old, new in renamed(own, layout).items()}
            found = _picture_vae(named) or _published_vae(named)
            if found is not None:
                return Description(*found, prefix=prefix, layout=layout)
    return None


def renamed(names: Mapping[str, Any], layout: Layout) -> dict[str, str]:
    """Diffusers' name of each tensor by its name in the file, prefix left off both."""
    kept = [name for name in names if not name.startswith(TRAINING_LEFTOVERS)]
    if layout is Layout.DIFFUSERS:
        return {name: name for name in kept}
    levels = 1 + max((int(level) for name in kept for level in _UP.findall(name)), default=-1)
    return {name: _diffusers_name(name, levels) for name in kept}


_UP: Final = re.compile(r"^decoder\.up\.(\d+)\.")

_RULES: Final = tuple((re.compile(pattern), new) for pattern, new in (
    (r"^(encoder|decoder)\.norm_out\.", r"\1.conv_norm_out."),
    (r"^(?:encoder|decoder)\.((?:post_)?quant_conv)\.", r"\1."),
    (r"^encoder\.down\.(\d+)\.block\.(\d+)\.", r"encoder.down_blocks.\1.resnets.\2."),
    (r"^encoder\.down\.(\d+)\.downsample\.", r"encoder.down_blocks.\1.downsamplers.0."),
    (r"\.upsample\.", ".upsamplers.0."),
    (r"\.mid\.block_1\.", ".mid_block.resnets.0."),
    (r"\.mid\.block_2\.", ".mid_block.resnets.1."),
    (r"\.mid\.attn_1\.norm\.", ".mid_block.attentions.0.group_norm."),
    (r"\.mid\.attn_1\.([qkv])\.", r".mid_block.attentions.0.to_\1."),
    (r"\.mid\.attn_1\.proj_out\.", ".mid_block.attentions.0.to_out.0."),
    (r"\.nin_shortcut\.", ".conv_shortcut."),
))


def _diffusers_name(name: str, levels: int) -> str:
    """A latent-diffusion name in diffusers' words; the decoder's levels are counted from the top.

    Args:
        name: as in the file.
        levels: levels of the decoder.
    """
    def from_the_top(found: re.Match[str]) -> str:
        return f"decoder.up_blocks.{levels - 1 - int(found[1])}."

    name = _UP.sub(from_the_top, name)
    if name.startswith("decoder.up_blocks."):
        name = name.replace(".block.", ".resnets.", 1)
    for pattern, new in _RULES:
        name = pattern.sub(new, name)
    return name


def _picture_vae(spans: Spans) -> tuple[str, Mapping[str, Any]] | None:
    """AutoencoderKL, or Flux2's relative with a batch norm, from the shapes of its encoder."""
    channels: list[int] = []
    while (first := spans.get(_resnet(len(channels), 0))) is not None:
        channels.append(first.shape[0])
    end = spans.get("encoder.conv_out.weight")
    start = spans.get("encoder.conv_in.weight")
    back = spans.get("decoder.conv_out.weight")
    if not channels or start is None or end is None or back is None:
        return None
    if len(start.shape) != 4 or any(count % GROUPS for count in channels):
        return None
    layers = 0
    while _resnet(0, layers) in spans:
        layers += 1
    config: dict[str, Any] = {
        "in_channels": start.shape[1],
        "out_channels": back.shape[0],
        "down_block_types": ["DownEncoderBlock2D"] * len(channels),
        "up_block_types": ["UpDecoderBlock2D"] * len(channels),
        "block_out_channels": channels,
        "layers_per_block": layers,
        "latent_channels": end.shape[0] // 2,
        "norm_num_groups": GROUPS,
        "use_quant_conv": "quant_conv.weight" in spans,
        "use_post_quant_conv": "post_quant_conv.weight" in spans,
        "mid_block_add_attention": any(
            name.startswith("encoder.mid_block.attentions.") for name in spans),
    }
    is_flux_2 = "bn.running_mean" in spans
    return ("AutoencoderKLFlux2" if is_flux_2 else "AutoencoderKL"), config


def _resnet(level: int, number: int) -> str:
    return f"encoder.down_blocks.{level}.resnets.{number}.conv1.weight"


def _published_vae(spans: Spans) -> tuple[str, Mapping[str, Any]] | None:
    """A VAE in the one size that diffusers' class has without a config."""
    for telltale, start, shape, class_name in (
        ("encoder.down_blocks.0.norm1.gamma", "encoder.conv_in.weight", (96, 3, 3, 3, 3),
         "AutoencoderKLQwenImage"),
        ("encoder.conv_in.conv.weight", "encoder.conv_in.conv.weight", (128, 3, 3, 3, 3),
         "AutoencoderKLHunyuanVideo"),
        ("encoder.layers.0.weight", "encoder.layers.0.weight", (64, 3, 3, 3), "AutoencoderTiny"),
    ):
        if telltale in spans and start in spans and spans[start].shape == shape:
            return class_name, _tiny_config(spans) if class_name == "AutoencoderTiny" else {}
    return None


def _tiny_config(spans: Spans) -> Mapping[str, Any]:
    """Tiny VAEs differ in their latent's channels: those of the encoder's last convolution."""
    layers = [
        (int(name.split(".")[2]), span.shape[0]) for name, span in spans.items()
        if re.fullmatch(r"encoder\.layers\.\d+\.weight", name)
    ]
    return {"latent_channels": max(layers)[1]}
