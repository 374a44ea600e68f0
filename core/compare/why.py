"""One sentence for each row of a comparison: what a change does, or why it does nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from larder.core.compare.effect import Effect
from larder.core.compare.reasons import Reason
from larder.core.workspace.onetrainer_config import IMAGE_CACHING, LATENT_CACHING, TEXT_CACHING
from larder.core.workspace.open_workspace import StoreContent

BESIDE: Final = frozenset({
    "seed", "name", "loss_weight", "type", "balancing", "balancing_strategy", "concept_stats"})
"""Settings of a concept that are written beside payloads and decide nothing in them."""

CACHED_PARTS: Final = ("text_encoder", "vae.", "effnet_encoder.", "quantization.")
CACHED_SETTINGS: Final = frozenset({
    "frames", "custom_conditioning_image", "force_circular_padding", "fallback_train_dtype",
    "lora_model_name", "masked_training", "resolution", "aspect_ratio_bucketing", "validation"})

CACHING_SETTINGS: Final = frozenset({LATENT_CACHING, IMAGE_CACHING, TEXT_CACHING})

NOT_CACHED: Final = (".dropout_probability", ".learning_rate", ".stop_training_after",
                     ".stop_training_after_unit", ".gradient_checkpointing", ".offload_fraction",
                     ".activation_offloading", ".attention_mask", ".guidance_scale")
"""Ends of settings of cached parts that only say how they are trained."""

_MADE: Final = {StoreContent.IMAGE: ("picture", "pictures"), StoreContent.TEXT: ("text", "texts")}

_REASONS: Final = {
    Reason.PLACE: "the cache lies in another folder",
    Reason.SAMPLES: "other samples are asked for",
    Reason.RECIPE: "it decides what a payload holds",
    Reason.SIZE: "another size is asked for",
    Reason.ARRAYS: "payloads lack an array that is asked for",
    Reason.VARIATIONS: "further variations are asked for",
}
"""In the order in which one reason explains more than the next."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What a change does to one store.

    Attributes:
        content: what the store caches.
        reasons: why it may be concerned, none if it cannot.
        effect: the samples it concerns.
    """

    content: StoreContent
    reasons: frozenset[Reason]
    effect: Effect


def why_invalidated(judged: Judged) -> str:
    """Why payloads have to be made."""
    reason = next(text for reason, text in _REASONS.items() if reason in judged.reasons)
    return _begun_large("; ".join([reason, *_remarks(judged)]))


def why_nothing(setting: str, *, of_concept: bool, judged: Sequence[Judged]) -> str:
    """Why no payload has to be made."""
    return _begun_large(_why_nothing(setting, of_concept=of_concept, judged=judged))


def _begun_large(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def _why_nothing(setting: str, *, of_concept: bool, judged: Sequence[Judged]) -> str:
    if setting in CACHING_SETTINGS:
        return "while it is off the caches lie unused, and are as good as before"
    if setting == "train_device":
        return "it only says where tensors were made, not what they are"
    concerned = [one for one in judged if one.reasons]
    remarks = [remark for one in concerned for remark in _remarks(one)]
    if concerned:
        return "; ".join(remarks) or _nothing_cached(concerned[0])
    if of_concept and setting in BESIDE:
        return "it is kept beside the payloads and decides nothing in them"
    if of_concept or _may_decide(setting):
        return "it has no effect with this model and these settings"
    return "it decides nothing that is cached"


def _remarks(judged: Judged) -> list[str]:
    effect, found = judged.effect, []
    if effect.regained:
        found.append(f"{_counted(effect.regained, judged.content)} would be up to date again")
    if effect.unused:
        found.append(f"{_counted(effect.unused, judged.content)} would stay, unused")
    return found


def _nothing_cached(judged: Judged) -> str:
    plural = _MADE[judged.content][1]
    if judged.reasons & {Reason.SIZE, Reason.ARRAYS, Reason.VARIATIONS}:
        return f"the cached {plural} have what it asks for"
    return f"no cached {plural} are concerned"


def _counted(count: int, content: StoreContent) -> str:
    one, many = _MADE[content]
    return f"{count:,} {one if count == 1 else many}"


def _may_decide(setting: str) -> bool:
    """Whether a setting decides payloads of some model."""
    if setting.endswith(NOT_CACHED):
        return False
    return setting in CACHED_SETTINGS or setting.startswith(CACHED_PARTS)
