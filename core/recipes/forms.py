"""Evidence from arrays about a cached file's making: types, axes, channels, widths.

A trainer writes nothing about how a file was made, but a config that asks for another number type,
another family of models or another width of its text encoder cannot have made it. What is asked is
read from the config and from the models that are on this computer; where those are not, from what
the published models of its type have. What only may differ is not told: nobody is sent to encode
everything again on a guess.

Number types: a trainer encodes pictures under autocast in the type it trains in, and in its
fallback type where float16 overflows. Of texts a final norm may leave float32 (torch, autocast), so
that float32 tells nothing of a config with a half type. Channels and widths: published configs of
the models, as in OneTrainer's own data loaders at 23df3832.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from larder.core.encoders.catalogue import CATALOGUE, built_row, image_stage
from larder.core.encoders.device import NUMBER_TYPES, number_types, train_type
from larder.core.encoders.model_files import EncoderOptions, list_search_places, places_of
from larder.core.encoders.text_settings import StageSettings, find_stage_files, stage_settings
from larder.core.encoders.vae_files import find_image_encoder
from larder.core.errors import UserFacingError
from larder.core.payloads.arrays import ArrayInfo
from larder.core.workspace.json_fields import Fields
from larder.core.workspace.model_types import find_model_type
from larder.core.workspace.onetrainer_config import TrainerConfig, TrainingMethod
from larder.core.workspace.open_workspace import StoreContent, Workspace

LATENTS: Final = ("latent_image", "latent_conditioning_image")

AXES: Final = (3, 4)
"""Of a latent of a picture, without and with frames."""

CHANNELS: Final[Mapping[str, int]] = {
    **dict.fromkeys((
        "STABLE_DIFFUSION_15", "STABLE_DIFFUSION_15_INPAINTING", "STABLE_DIFFUSION_20",
        "STABLE_DIFFUSION_20_BASE", "STABLE_DIFFUSION_20_INPAINTING", "STABLE_DIFFUSION_20_DEPTH",
        "STABLE_DIFFUSION_21", "STABLE_DIFFUSION_21_BASE", "STABLE_DIFFUSION_XL_10_BASE",
        "STABLE_DIFFUSION_XL_10_BASE_INPAINTING", "PIXART_ALPHA", "PIXART_SIGMA"), 4),
    **dict.fromkeys((
        "STABLE_DIFFUSION_3", "STABLE_DIFFUSION_35", "FLUX_DEV_1", "FLUX_FILL_DEV_1", "CHROMA_1",
        "QWEN", "Z_IMAGE", "HI_DREAM_FULL", "HUNYUAN_VIDEO"), 16),
    **dict.fromkeys(("FLUX_2", "SANA"), 32)}
"""Of the latents of published models."""

_WIDTHS: Final = (
    (("STABLE_DIFFUSION_15", "STABLE_DIFFUSION_15_INPAINTING"),
     {"text_encoder_hidden_state": 768}),
    (("STABLE_DIFFUSION_20", "STABLE_DIFFUSION_20_BASE", "STABLE_DIFFUSION_20_INPAINTING",
      "STABLE_DIFFUSION_21", "STABLE_DIFFUSION_21_BASE"), {"text_encoder_hidden_state": 1024}),
    (("STABLE_DIFFUSION_XL_10_BASE", "STABLE_DIFFUSION_XL_10_BASE_INPAINTING",
      "STABLE_DIFFUSION_3", "STABLE_DIFFUSION_35"),
     {"text_encoder_1_hidden_state": 768, "text_encoder_2_hidden_state": 1280,
      "text_encoder_3_hidden_state": 4096}),
    (("FLUX_DEV_1", "FLUX_FILL_DEV_1"),
     {"text_encoder_1_pooled_state": 768, "text_encoder_2_hidden_state": 4096}),
    (("CHROMA_1", "PIXART_ALPHA", "PIXART_SIGMA"), {"text_encoder_hidden_state": 4096}),
    (("QWEN",), {"text_encoder_hidden_state": 3584}),
    (("Z_IMAGE",), {"text_encoder_hidden_state": 2560}),
    (("HI_DREAM_FULL",),
     {"text_encoder_3_hidden_state": 4096, "text_encoder_4_hidden_state": 4096}),
    (("HUNYUAN_VIDEO",),
     {"text_encoder_1_hidden_state": 4096, "text_encoder_2_pooled_state": 768}))

WIDTHS: Final[Mapping[str, Mapping[str, int]]] = {
    name: widths for names, widths in _WIDTHS for name in names}
"""Values per token of published models, by array."""

PUBLISHED_CHANNELS: Final = frozenset(CHANNELS.values())
PUBLISHED_WIDTHS: Final = frozenset(width for of in WIDTHS.values() for width in of.values())
"""What another published model may have; a number that none has tells of a model of its own."""

HALF_TYPES: Final = ("float16", "bfloat16")


@dataclass(frozen=True, slots=True)
class AskedForms:
    """Required forms of a store's arrays for a config's models; empty where unknown.

    Attributes:
        types: number types, by array.
        axes: of latents.
        sizes: channels of latents, values per token of texts: by array, of the models at hand.
        published: the same of the published models.
    """

    types: Mapping[str, frozenset[str]] = field(default_factory=dict)
    axes: int = 0
    sizes: Mapping[str, int] = field(default_factory=dict)
    published: Mapping[str, int] = field(default_factory=dict)

    def difference(self, arrays: Iterable[ArrayInfo]) -> str:
        """Return what shows that a file is of other settings, as a clause; "" for nothing."""
        for info in arrays:
            name = info.name.partition("[")[0]
            types = self.types.get(name)
            if types and info.dtype not in types and info.dtype in NUMBER_TYPES.values():
                return (f"Its {name} is {info.dtype}, but the config's settings give "
                        f"{' or '.join(sorted(types))}")
            is_latent, axes = name in LATENTS, len(info.shape)
            if is_latent and axes not in AXES:
                continue  # whatever it is, no other settings made it
            if is_latent and axes != self.axes:
                return (f"Its {name} has {axes} axes, but the config's model type has {self.axes}")
            asked = self._size(name, size := _size_of(info, is_latent=is_latent))
            if asked is not None and asked != size:
                what = "channels" if is_latent else "values per token"
                return f"Its {name} has {size:,} {what}, but the config's model has {asked:,}"
        return ""

    def _size(self, name: str, found: int) -> int | None:
        """Return the required size of an array, None if `found` may be of the config's model."""
        if name in self.sizes:
            return self.sizes[name]
        known = PUBLISHED_CHANNELS if name in LATENTS else PUBLISHED_WIDTHS
        return self.published.get(name) if found in known else None


def _size_of(info: ArrayInfo, *, is_latent: bool) -> int:
    if not info.shape:
        return 0
    return info.shape[0] if is_latent else info.shape[-1]


def find_requested_forms(
    workspace: Workspace, content: StoreContent, chosen: Sequence[Path] | None = None
) -> AskedForms | None:
    """Return what the config asks of a store's arrays, None where nobody knows.

    `chosen` are models that go before the config's.
    """
    config = workspace.config
    row = None if config is None else CATALOGUE.get(config.model_type)
    if config is None or row is None or row.image is None or (
            config.training_method == TrainingMethod.FINE_TUNE_VAE.value):
        return None
    asked = _of_pictures if content is StoreContent.IMAGE else _of_texts
    with suppress(UserFacingError):  # a type that is not known, or texts that are not cached
        return asked(workspace, config, EncoderOptions(models=tuple(chosen or ())))
    return None


def _of_pictures(
    workspace: Workspace, config: TrainerConfig, options: EncoderOptions
) -> AskedForms:
    row, fields = built_row(config), Fields(config.raw, "the config")
    types = frozenset((train_type(fields), number_types(
        fields, row.model_type.image_part,
        avoids_half=image_stage(config).avoids_half).compute))
    sizes: dict[str, int] = {}
    with suppress(UserFacingError, OSError):  # the model is not here
        places = places_of(config, workspace.root, workspace.maps)
        found = find_image_encoder(config, options, places).config
        at_hand = found.get("latent_channels", found.get("z_dim"))
        if type(at_hand) is int:
            sizes = dict.fromkeys(LATENTS, at_hand)
    channels = CHANNELS.get(row.name)
    return AskedForms(
        types=dict.fromkeys(LATENTS, types) if _is_type_stated(config) else {},
        axes=4 if row.model_type.frame_axis else 3, sizes=sizes,
        published={} if channels is None else dict.fromkeys(LATENTS, channels))


def _of_texts(
    workspace: Workspace, config: TrainerConfig, options: EncoderOptions
) -> AskedForms:
    stages = [one for one in stage_settings(config) if one.included]
    model_type = find_model_type(config.model_type)
    types: dict[str, frozenset[str]] = {}
    for one in stages if _is_type_stated(config) else ():
        of_stage = _text_types(config, one)
        types |= {name: of_stage for value, name in one.names.items()
                  if value in ("hidden", "pooled")}
    return AskedForms(
        types=types, sizes=_widths_at_hand(workspace, config, options, stages),
        published=WIDTHS.get("" if model_type is None else model_type.name, {}))


def _text_types(config: TrainerConfig, stage: StageSettings) -> frozenset[str]:
    """The number types that states of a text encoder may come in."""
    fields = Fields(config.raw, "the config")
    trained = train_type(fields)
    types = {trained, stage.types.compute, stage.types.weights}
    if types.intersection(HALF_TYPES):
        types.add("float32")
    if trained == "float16":
        types.add(NUMBER_TYPES.get(
            fields.text("fallback_train_dtype", "BFLOAT_16"), "bfloat16"))
    return frozenset(types)


def _widths_at_hand(
    workspace: Workspace, config: TrainerConfig, options: EncoderOptions,
    stages: Sequence[StageSettings],
) -> dict[str, int]:
    """The widths of hidden states that one layer of a model on this computer gives, by array."""
    places = places_of(config, workspace.root, workspace.maps)
    plain = {one.stage.number: one.names["hidden"] for one in stages
             if "hidden" in one.names and len(one.layers) == 1 and not one.stage.conditioner}
    widths: dict[str, int] = {}
    with suppress(UserFacingError, OSError):  # a model is not here
        models = list_search_places(config, options, places)
        of_stages = [one.stage for one in stages if one.stage.number in plain]
        for number, files in find_stage_files(of_stages, models).items():
            inner = files.config.get("text_config", files.config)
            width = inner.get("hidden_size", inner.get("d_model"))
            if type(width) is int:
                widths[plain[number]] = width
    return widths


def _is_type_stated(config: TrainerConfig) -> bool:
    """Return whether the config states its training type; a shortened one may have had any."""
    return config.raw.get("train_dtype") in NUMBER_TYPES
