"""Finding what encodes pictures: a VAE, or the EfficientNet that two model types have instead.

A VAE lies in a folder of its own, in a pipeline's `vae` folder, or in a single file; an
EfficientNet in a folder or file of its own.

Only names, `config.json` and the header of a file are read; no weights, and no package is imported.

A single `.safetensors` file brings no `config.json`: it is told by its tensors and described from
their shapes. Channels, layers and attention of a picture VAE can be read off its tensors; the
groups of its norms cannot, and every published one has 32. Names come in two layouts, that of
diffusers and that of latent-diffusion; in a whole checkpoint they have a prefix. Video VAEs and
tiny ones are known in their one published size.

Source: key names and shapes of published files (`first_stage_model.*` of Stable Diffusion
checkpoints, `ae.safetensors` of Flux, `flux2-vae`), compared with diffusers' own.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from larder.core.encoders.catalogue import built_row
from larder.core.encoders.model_files import (
    CHOOSE,
    EncoderOptions,
    ModelPlaces,
    check_chosen_models,
    fetch_or_choose,
    find_model,
    hub_pipeline,
    list_search_places,
    model_label,
    part_model_name,
    weights_in,
    why_not_there,
)
from larder.core.errors import UserFacingError
from larder.core.keys.fingerprint import SUFFIX, TensorSpan, WeightsFile, read_weights_header
from larder.core.workspace.json_fields import Fields, read_json
from larder.core.workspace.model_types import EFFICIENT_NET_PART, VAE_PART
from larder.core.workspace.onetrainer_config import TrainerConfig
from larder.core.workspace.roots import is_folder

GROUPS: Final = 32
"""Groups of the norms of every published picture VAE."""

PREFIXES: Final = ("", "first_stage_model.", "vae.")
"""What stands before a VAE's names: nothing in a file of its own, else the checkpoint's word."""

FIRST_NAMES: Final = (
    "encoder.conv_in.weight", "encoder.conv_in.conv.weight", "encoder.layers.0.weight")
"""What every VAE that can be told has one of, in either layout."""

TRAINING_LEFTOVERS: Final = ("loss.", "model_ema.")
"""Beginnings of names in the files of trained VAEs that are no part of the VAE."""

Spans = Mapping[str, TensorSpan]

CONFIG_NAME: Final = "config.json"
WEIGHTS_NAMES: Final = (
    "diffusion_pytorch_model.safetensors", "diffusion_pytorch_model.safetensors.index.json",
    "diffusion_pytorch_model.bin")
FETCH_HINT: Final = "Download the folder again; it is incomplete."

VAE_FOLDER: Final = "vae"
"""Where a pipeline's folder keeps its VAE."""

NOTES_IN_CONFIG: Final = ("_diffusers_version", "_name_or_path")
"""Entries of a VAE's config that tell where it comes from and change nothing."""

FRAME_VAES: Final = ("AutoencoderKLQwenImage", "AutoencoderKLWan", "AutoencoderKLHunyuanVideo")
"""Classes of diffusers that take pictures with a frame axis."""

VAE_CLASSES: Final = (
    "AutoencoderKL", "AutoencoderKLFlux2", "AutoencoderDC", "AutoencoderTiny", *FRAME_VAES)
"""Classes that Larder encodes with."""

EFFICIENT_NET: Final = "EfficientNet"
"""What stands in place of a class of diffusers for one of those."""

EFFICIENT_NET_FILE: Final = f"effnet_encoder{SUFFIX}"
"""How the repository of Stable Cascade calls its own."""

EFFICIENT_NET_NAMES: Final = frozenset({"backbone.0.0.weight", "mapper.0.weight"})
"""What every file with one holds."""

EFFICIENT_NETS_OF_THE_HUB: Final[Mapping[str, str]] = {
    "WUERSTCHEN_2": "warp-ai/EfficientNetEncoder",
    "STABLE_CASCADE_1": f"stabilityai/stable-cascade {EFFICIENT_NET_FILE}",
}
"""What there is to download, by model type."""

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


class Layout(enum.Enum):
    """How tensors are named."""

    DIFFUSERS = "diffusers"
    LATENT_DIFFUSION = "latent-diffusion"


@dataclass(frozen=True, slots=True)
class VaeFiles:
    """A VAE on disk, or an EfficientNet.

    Attributes:
        class_name: class of diffusers, one of `VAE_CLASSES`, or `EFFICIENT_NET`.
        config: what that class is made with; empty for an EfficientNet, which its tensors describe.
        weights: files with its tensors, in order; `.safetensors`, or pickles of an old folder.
        own: whether the folder or file holds nothing else; False inside a pipeline or checkpoint.
    """

    path: Path
    class_name: str
    config: Mapping[str, Any]
    weights: tuple[WeightsFile, ...]
    layout: Layout = Layout.DIFFUSERS
    own: bool = True

    @property
    def name(self) -> str:
        """The display name of the model."""
        return model_label(self.path)

    @property
    def takes_frames(self) -> bool:
        """True if pictures need a frame axis for this VAE."""
        return self.class_name in FRAME_VAES


def find_image_encoder(
    config: TrainerConfig, options: EncoderOptions, places: ModelPlaces
) -> VaeFiles:
    """Find the model that encodes the pictures of a build.

    A VAE, in this order: one the user named for itself, the config's own VAE, the one inside a
    pipeline the user named, the one inside the base model, and for a base model in a file without
    one that of the hub's pipeline. An EfficientNet: one the user named, or the config's.

    Raises:
        UserFacingError: if Larder cannot build for this config, none is on this computer, or the
            one that counts is damaged or of a kind that Larder does not know.
        WorkspaceError: if a value of the config has the wrong type.
    """
    if built_row(config).model_type.image_part == EFFICIENT_NET_PART:
        return _require_efficient_net(config, options, places)
    chosen = [files for path in check_chosen_models(options)
              if (files := find_vae(path)) is not None]
    for files in chosen:
        if files.own:
            return files
    named = part_model_name(config, VAE_PART)
    if named:
        return _find_named_vae(named, places)
    if chosen:
        return chosen[0]
    searched = list_search_places(config, options, places)[len(options.models):]
    for path in searched:
        files = find_vae(path)
        if files is not None:
            return files
    if options.models:
        listed = ", ".join(str(path) for path in options.models)
        raise UserFacingError(f"There is no VAE in {listed}.", CHOOSE)
    base = searched[0] if searched else None
    if base is not None and base.suffix == SUFFIX:
        raise UserFacingError(
            f"{base} contains no VAE.", fetch_or_choose(hub_pipeline(config), VAE_FOLDER))
    raise UserFacingError(CHOOSE, _why_not(config.base_model_name, "base model", base))


def find_vae(path: Path) -> VaeFiles | None:
    """The VAE that a folder or a `.safetensors` file holds, None if it holds none that can be told.

    A folder can be a VAE's own or a pipeline's, a file a VAE's own or a whole checkpoint.

    Raises:
        UserFacingError: if there is a VAE that Larder does not know, or one without weights.
        WorkspaceError: if a `config.json` cannot be read.
    """
    if is_folder(path):
        return _in_folder(path, own=True) or _in_folder(path / VAE_FOLDER, own=False)
    return _in_file(path) if path.suffix == SUFFIX else None


def _find_named_vae(name: str, places: ModelPlaces) -> VaeFiles:
    path = find_model(name, places)
    files = None if path is None else find_vae(path)
    if files is None:
        raise UserFacingError(CHOOSE, _why_not(name, "VAE", path))
    return files


def _why_not(name: str, what: str, path: Path | None) -> str:
    if not name or path is None:
        return why_not_there(name, what)
    kind = EFFICIENT_NET if what == EFFICIENT_NET else "VAE"
    return f'The {what} "{name}" of the config ({path}) contains no {kind} that Larder knows.'


def _require_efficient_net(
    config: TrainerConfig, options: EncoderOptions, places: ModelPlaces
) -> VaeFiles:
    for path in check_chosen_models(options):
        if (files := _find_efficient_net(path)) is not None:
            return files
    name = part_model_name(config, EFFICIENT_NET_PART)
    found = find_model(name, places)
    files = None if found is None else _find_efficient_net(found)
    if files is None:
        in_hub = EFFICIENT_NETS_OF_THE_HUB[built_row(config).name]
        raise UserFacingError(
            f"Choose the EfficientNet that encodes pictures (hf download {in_hub}) with --model "
            "PATH.",
            _why_not(name, EFFICIENT_NET, found))
    return files


def _find_efficient_net(path: Path) -> VaeFiles | None:
    if not is_folder(path):
        if path.suffix != SUFFIX or not (
                read_weights_header(path).keys() >= EFFICIENT_NET_NAMES):
            return None
        weights: tuple[WeightsFile, ...] = (WeightsFile(path),)
    elif (path / EFFICIENT_NET_FILE).is_file():
        return _find_efficient_net(path / EFFICIENT_NET_FILE)
    else:
        described = read_json(path / CONFIG_NAME) if (path / CONFIG_NAME).is_file() else None
        if not isinstance(described, dict) or EFFICIENT_NET not in str(
                described.get("_class_name")):
            return None
        weights = diffusers_weights(path)
    return VaeFiles(path, EFFICIENT_NET, {}, weights)


def _in_folder(folder: Path, *, own: bool) -> VaeFiles | None:
    described = _describe_folder(folder)
    if described is None:
        return None
    return VaeFiles(folder, *described, diffusers_weights(folder), own=own)


def _describe_folder(folder: Path) -> tuple[str, Mapping[str, Any]] | None:
    """Class and config of the VAE that a folder's `config.json` describes."""
    path = folder / CONFIG_NAME
    if not path.is_file():
        return None
    config = read_json(path)
    if not isinstance(config, dict):
        return None
    class_name = Fields(config, str(path)).text("_class_name", "")
    if class_name in VAE_CLASSES:
        return class_name, config
    if "Autoencoder" not in class_name and "VAE" not in class_name:
        return None
    raise UserFacingError(
        f"{folder} contains a VAE of the class {class_name}, which Larder does not know.",
        f"It knows {', '.join(VAE_CLASSES)}.",
    )


def diffusers_weights(folder: Path) -> tuple[WeightsFile, ...]:
    """The weights of a folder as diffusers saves a model: one file, parts, or an old pickle.

    Raises:
        UserFacingError, WorkspaceError: as `weights_in`.
    """
    return weights_in(folder, WEIGHTS_NAMES, FETCH_HINT)


def _in_file(path: Path) -> VaeFiles | None:
    """A VAE in a file, described by a `config.json` beside it or else by its own tensors."""
    described = _describe_folder(path.parent)
    if described is not None:
        return VaeFiles(path, *described, (WeightsFile(path),))
    return _describe_tensors(path)


def _describe_tensors(path: Path) -> VaeFiles | None:
    """Return the VAE inside a file, None if there is none or its structure is unknown."""
    spans = read_weights_header(path)
    for prefix in PREFIXES:
        # Renaming the thousands of names of a whole checkpoint would take a tenth of a second.
        if not any(f"{prefix}{first}" in spans for first in FIRST_NAMES):
            continue
        own = {
            name.removeprefix(prefix): span for name, span in spans.items()
            if name.startswith(prefix)
        }
        for layout in Layout:
            named = {new: own[old] for old, new in rename_tensors(own, layout).items()}
            found = _picture_vae(named) or _find_published_vae(named)
            if found is not None:
                return VaeFiles(
                    path, *found, (WeightsFile(path, prefix),), layout=layout, own=not prefix)
    return None


def rename_tensors(names: Mapping[str, Any], layout: Layout) -> dict[str, str]:
    """Diffusers' name of each tensor by its name in the file, prefix left off both."""
    kept = [name for name in names if not name.startswith(TRAINING_LEFTOVERS)]
    if layout is Layout.DIFFUSERS:
        return {name: name for name in kept}
    levels = 1 + max((int(level) for name in kept for level in _UP.findall(name)), default=-1)
    return {name: _diffusers_name(name, levels) for name in kept}


def _diffusers_name(name: str, levels: int) -> str:
    """A latent-diffusion name in diffusers' words; levels of the decoder go from the top down."""
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


def _find_published_vae(spans: Spans) -> tuple[str, Mapping[str, Any]] | None:
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
