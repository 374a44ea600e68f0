"""Where the trainer's caches and its sorting of batches stand in a flattened pipeline.

Their places seed their draws: which samples an epoch takes of a concept balanced by SAMPLES, and in
which order batches come. Modules before the caches are those of `draws`, then those that prepare a
model's pictures and captions, whose number each family has its own of. They are counted here; both
the released trainer and its pull request 1411 have the same.

Source: the data loaders of OneTrainer, re-derived; recorded places are beside the tests.
"""

from __future__ import annotations

from typing import Final

import msgspec

from larder.core.encoders.draws import onetrainer_positions
from larder.core.workspace.json_fields import Fields
from larder.core.workspace.model_types import (
    ModelType,
    caches_masks,
    find_model_type,
    make_undecided_texts_error,
    text_payload_names,
    trains_text_encoder,
)
from larder.core.workspace.onetrainer_config import TrainerConfig

MODULES_OF_SETTINGS: Final = 2
"""Concepts and settings, ahead of everything else."""

IMAGE_MODULES: Final = 3
"""Rescale, encode, take the mean; Wuerstchen scales, normalises and encodes instead."""

MODULES_OF_INPAINTING: Final = 2
"""They make the conditioning picture; `IMAGE_MODULES` more encode it."""

WITHOUT_DISTRIBUTION: Final = frozenset({"SANA"})
"""Their autoencoder gives the latent itself."""

WITH_DEPTH: Final = frozenset({"STABLE_DIFFUSION_20_DEPTH"})


class SortingPositions(msgspec.Struct, frozen=True):
    """Places in the pipeline, counted from 0.

    Attributes:
        picture_cache: of the cache of pictures, whose generator draws samples.
        batches: of what sorts batches.
    """

    picture_cache: int
    batches: int


class TextModules(msgspec.Struct, frozen=True):
    """How many modules a family's captions go through.

    Attributes:
        before: ahead of each encoder: a tokenizer, and what puts embeddings into the prompt or a
            second tokenizer.
        prunes: masked tokens are taken out before the cache and put back behind it.
        optional: the config can leave encoders out of the model.
    """

    before: int
    prunes: bool = False
    optional: bool = False


_EXPANDED: Final = TextModules(before=2)
_OPTIONAL: Final = TextModules(before=2, optional=True)
_PLAIN: Final = TextModules(before=1)
_PRUNED: Final = TextModules(before=1, prunes=True)

TEXT_MODULES: Final = {
    "STABLE_DIFFUSION_15": _EXPANDED,
    "STABLE_DIFFUSION_15_INPAINTING": _EXPANDED,
    "STABLE_DIFFUSION_20": _EXPANDED,
    "STABLE_DIFFUSION_20_BASE": _EXPANDED,
    "STABLE_DIFFUSION_20_INPAINTING": _EXPANDED,
    "STABLE_DIFFUSION_20_DEPTH": _EXPANDED,
    "STABLE_DIFFUSION_21": _EXPANDED,
    "STABLE_DIFFUSION_21_BASE": _EXPANDED,
    "STABLE_DIFFUSION_3": _OPTIONAL,
    "STABLE_DIFFUSION_35": _OPTIONAL,
    "STABLE_DIFFUSION_XL_10_BASE": _EXPANDED,
    "STABLE_DIFFUSION_XL_10_BASE_INPAINTING": _EXPANDED,
    "WUERSTCHEN_2": _EXPANDED,
    "STABLE_CASCADE_1": _EXPANDED,
    "PIXART_ALPHA": _EXPANDED,
    "PIXART_SIGMA": _EXPANDED,
    "FLUX_DEV_1": _OPTIONAL,
    "FLUX_FILL_DEV_1": _OPTIONAL,
    "FLUX_2": _PLAIN,
    "SANA": _EXPANDED,
    "HUNYUAN_VIDEO": _OPTIONAL,
    "HI_DREAM_FULL": _OPTIONAL,
    "CHROMA_1": TextModules(before=2, prunes=True),
    "QWEN": _PRUNED,
    "ANIMA": _EXPANDED,
    "KREA_2": _PRUNED,
    "Z_IMAGE": _PRUNED,
    "ERNIE": _PRUNED,
    "IDEOGRAM_4": _PRUNED,
    "LARDER_PATCH_MEANS": _EXPANDED,
}
"""By model type; the last is no trainer's and counted as the simplest one."""


def sorting_positions(
    config: TrainerConfig, *, sourceless: bool = False
) -> SortingPositions | None:
    """Return the places in the pipeline of a config that caches; None for an unknown model type.

    `sourceless`: of training from the caches alone, whose pipeline begins with them.

    Raises:
        UserFacingError: if the config does not say which text encoders are trained.
    """
    model_type = find_model_type(config.model_type)
    if model_type is None:
        return None
    names = text_payload_names(config)
    if names is None:
        raise make_undecided_texts_error()
    caches_text = bool(names) and config.text_caching
    cache = MODULES_OF_SETTINGS if sourceless else (
        onetrainer_positions(config).shuffle_tags + 1 + _image_modules(config, model_type)
        + _text_modules(config, model_type, caches_text=caches_text))
    is_padded = caches_text and TEXT_MODULES[model_type.name].prunes
    # The caches, then what puts everything else into their order.
    behind = 1 + caches_text + 1 + is_padded + model_type.inpaints
    return SortingPositions(picture_cache=cache, batches=cache + behind)


def _image_modules(config: TrainerConfig, model_type: ModelType) -> int:
    count = IMAGE_MODULES - (model_type.name in WITHOUT_DISTRIBUTION)
    if model_type.inpaints:
        count += MODULES_OF_INPAINTING + IMAGE_MODULES
    return count + caches_masks(config) + (model_type.name in WITH_DEPTH)


def _text_modules(config: TrainerConfig, model_type: ModelType, *, caches_text: bool) -> int:
    row, fields = TEXT_MODULES[model_type.name], Fields(config.raw, "the config")
    count = 0
    for encoder in model_type.text_encoders:
        part = "text_encoder" if encoder.number == 1 else f"text_encoder_{encoder.number}"
        if row.optional and not fields.inner(part).flag("include", True):
            continue
        is_frozen = model_type.text_always_cached \
            or not trains_text_encoder(config, encoder.number)
        count += row.before + is_frozen
    return count + (row.prunes and caches_text)
