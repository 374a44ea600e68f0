"""Which of a concept's picture settings Larder does not carry out.

Crop jitter and flips are drawn as the trainer draws them. Rotating, recolouring and reshaping masks
are the trainer's: a concept that asks for one of them is left to it.
"""

from __future__ import annotations

from typing import Final

from larder.core.workspace.concepts import Concept
from larder.core.workspace.model_types import find_model_type
from larder.core.workspace.onetrainer_config import TrainerConfig

_RECOLOURED: Final = (
    ("enable_random_rotate", "random rotation"),
    ("enable_fixed_rotate", "fixed rotation"),
    ("enable_random_brightness", "random brightness"),
    ("enable_fixed_brightness", "fixed brightness"),
    ("enable_random_contrast", "random contrast"),
    ("enable_fixed_contrast", "fixed contrast"),
    ("enable_random_saturation", "random saturation"),
    ("enable_fixed_saturation", "fixed saturation"),
    ("enable_random_hue", "random hue"),
    ("enable_fixed_hue", "fixed hue"),
)
_MASK_SHAPES: Final = (
    ("enable_random_circular_mask_shrink", "random circular mask shrinking"),
    ("enable_random_mask_rotate_crop", "random rotating and cropping by mask"),
)
"""Done only where masks are cached."""


def unsupported_augmentations(concept: Concept, config: TrainerConfig) -> tuple[str, ...]:
    """What a concept asks for that Larder does not do, in plain words; empty when it does all."""
    asked = _RECOLOURED + (_MASK_SHAPES if caches_masks(config) else ())
    return tuple(words for setting, words in asked if getattr(concept.image, setting))


def caches_masks(config: TrainerConfig) -> bool:
    """Whether the image payloads of this config hold a `latent_mask`."""
    model_type = find_model_type(config.model_type)
    return config.masked_training or (model_type is not None and model_type.has_mask_input)
