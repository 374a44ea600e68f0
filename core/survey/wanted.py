"""What a config asks of each concept's entries in one store."""

from __future__ import annotations

from larder.core.survey import why
from larder.core.survey.variants import WantedSize
from larder.core.workspace.bucketing import parse_targets
from larder.core.workspace.concepts import Concept
from larder.core.workspace.model_types import (
    find_model_type,
    image_payload_names,
    text_payload_names,
)
from larder.core.workspace.onetrainer_config import TrainerConfig
from larder.core.workspace.open_workspace import StoreKind


def wanted_size(config: TrainerConfig | None, concept: Concept, kind: StoreKind) -> WantedSize:
    """What one concept asks for.

    Raises:
        WorkspaceError: if the resolution text of config or concept cannot be read.
    """
    if kind is StoreKind.SMART_TEXT:
        return WantedSize(targets=None, has_size=False, quantisation=1, bucketing=False,
                          variations=concept.text_variations)
    model_type = None if config is None else find_model_type(config.model_type)
    reason = _why_not_judged(config, concept)
    if reason or config is None or model_type is None:
        return WantedSize(targets=None, has_size=True, quantisation=1, bucketing=False,
                          variations=concept.image_variations, reason=reason)
    overrides = concept.image.enable_resolution_override
    text = concept.image.resolution_override if overrides else config.resolution
    return WantedSize(
        targets=parse_targets(text), has_size=True, quantisation=model_type.quantisation,
        bucketing=config.aspect_ratio_bucketing, variations=concept.image_variations,
        frame_axis=model_type.frame_axis)


def wanted_names(config: TrainerConfig | None, kind: StoreKind) -> frozenset[str] | None:
    """Names a payload must have, none if nothing is cached; None when the config does not tell."""
    if config is None:
        return None
    if _is_off(config, kind):
        return frozenset()
    names = text_payload_names if kind is StoreKind.SMART_TEXT else image_payload_names
    return names(config)


def why_unwanted(config: TrainerConfig | None, kind: StoreKind) -> str:
    """Why this config has no use for any entry of a kind of store, "" if it may have."""
    if config is None or wanted_names(config, kind) != frozenset():
        return ""
    if not _is_off(config, kind):
        return why.NO_TEXT_CACHED
    if not (config.image_caching or config.text_caching):
        return why.CACHING_OFF
    return why.TEXT_CACHING_OFF if kind is StoreKind.SMART_TEXT else why.IMAGE_CACHING_OFF


def _is_off(config: TrainerConfig, kind: StoreKind) -> bool:
    """Whether the config's trainer neither reads nor fills such a cache."""
    return not (config.text_caching if kind is StoreKind.SMART_TEXT else config.image_caching)


def _why_not_judged(config: TrainerConfig | None, concept: Concept) -> str:
    if config is None:
        return "there is no config"
    model_type = find_model_type(config.model_type)
    if model_type is None:
        return f"the model type {config.model_type} is not known"
    if model_type.takes_video:
        return "video frames decide the size"
    masks = config.masked_training or model_type.has_mask_input
    if masks and concept.image.enable_random_mask_rotate_crop:
        return "a random rotated crop decides the size"
    return ""
