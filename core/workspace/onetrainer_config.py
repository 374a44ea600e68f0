"""OneTrainer's training configs and presets, of every version.

A config is one JSON object. What the file leaves out takes OneTrainer's default, so that a preset
of five keys is a whole config. Versions are told apart by the fields present, never by `__version`
alone: number 11 was given to two unrelated changes. What older files did otherwise:

| since version | before |
|---|---|
| 12 | `latent_caching` in place of `image_caching` and `text_caching` |
| 2 | `train_text_encoder`, `train_text_encoder_2` beside, not inside, `text_encoder` objects |
| (2023) | `resolution` a number, not a text |
| (2023) | no `cache_dir`, `concepts` or `validation` |

Source: the fields and migrations of OneTrainer's `modules/util/config/TrainConfig.py`, read at
23df3832; version 12 is its open pull request 1462 (e221eae9).
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from larder.core.errors import WorkspaceError
from larder.core.workspace.json_fields import CONFIG, Fields, read_json

DEFAULT_CACHE_DIR: Final = "workspace-cache/run"
DEFAULT_CONCEPT_FILE: Final = "training_concepts/concepts.json"

MARKING_KEYS: Final = frozenset(
    {"model_type", "cache_dir", "concepts", "concept_file_name", "base_model_name"}
)
"""A JSON object with any of these keys is taken for a config."""

TEXT_ENCODER_COUNT: Final = 4

FLAT_TRAIN_KEYS: Final = {1: "train_text_encoder", 2: "train_text_encoder_2"}
"""Where files before version 2 said that a text encoder is trained, by its number."""


LATENT_CACHING: Final = "latent_caching"
IMAGE_CACHING: Final = "image_caching"
TEXT_CACHING: Final = "text_caching"

SPLIT_CACHING_VERSION: Final = 12
"""Before it, `latent_caching` alone said what `image_caching` and `text_caching` say since."""


class TrainingMethod(enum.Enum):
    """How OneTrainer trains; the two last decide what is cached."""

    FINE_TUNE = "FINE_TUNE"
    LORA = "LORA"
    EMBEDDING = "EMBEDDING"
    FINE_TUNE_VAE = "FINE_TUNE_VAE"


@dataclass(frozen=True, slots=True)
class TextEncoderPart:
    """What a config says about one text encoder.

    Attributes:
        train: whether its weights are trained; None when the file does not say, which OneTrainer
            reads as true.
        train_embedding: whether embeddings are trained in it, if any are.
    """

    train: bool | None
    train_embedding: bool


@dataclass(frozen=True, slots=True)
class TrainerConfig:
    """What Larder needs of a config.

    Attributes:
        version: `__version`, 0 when absent.
        model_type: as spelled; may be one we do not know.
        base_model_name: path or hub name of the base model.
        training_method: as spelled, a `TrainingMethod` value unless it is newer than we are.
        cache_dir: as spelled, usually relative to OneTrainer's folder.
        concept_file_name: as spelled, used when `concepts` is None.
        concepts: concepts packed into the config, None when they are in their own file.
        resolution: target text, see `bucketing.parse_targets`.
        frames: frames of a video sample, as text.
        aspect_ratio_bucketing: False crops every picture to a square.
        image_caching: False leaves the picture cache unused.
        text_caching: False leaves the text cache unused.
        masked_training: whether masks are cached.
        custom_conditioning_image: whether `-condlabel` pictures are read.
        validation: whether validation concepts are used.
        sourceless_training: whether training runs from the caches alone.
        text_encoders: four parts, in the order of their numbers.
        embedding_is_output: the trained embedding is made after the text encoder.
        trains_additional_embedding: one of the additional embeddings is trained inside an encoder.
        placeholders: placeholder texts that are replaced in prompts before they are encoded.
        huggingface_cache_dir: Hugging Face hub cache, "" for the usual one.
        raw: the whole object as read.
    """

    version: int
    model_type: str
    base_model_name: str
    training_method: str
    cache_dir: str
    concept_file_name: str
    concepts: list[object] | None
    resolution: str
    frames: str
    aspect_ratio_bucketing: bool
    image_caching: bool
    text_caching: bool
    masked_training: bool
    custom_conditioning_image: bool
    validation: bool
    sourceless_training: bool
    text_encoders: tuple[TextEncoderPart, ...]
    embedding_is_output: bool
    trains_additional_embedding: bool
    placeholders: tuple[str, ...]
    huggingface_cache_dir: str
    raw: dict[str, object]


def looks_like_config(raw: object) -> bool:
    """Whether a JSON value is taken for a OneTrainer config: an object with a marking key."""
    return isinstance(raw, dict) and not MARKING_KEYS.isdisjoint(raw)


def read_config(path: Path) -> TrainerConfig:
    """Read a config or preset.

    Raises:
        WorkspaceError: if the file cannot be read, is no JSON, is no config, or a value has the
            wrong type; the sentence names the file and the key.
    """
    raw = read_json(path, expected=CONFIG)
    if not isinstance(raw, dict) or not looks_like_config(raw):
        raise WorkspaceError(f"{path} is not a OneTrainer config.", _hint_for(raw))
    return config_from(raw, where=str(path))


def config_from(raw: dict[str, object], *, where: str) -> TrainerConfig:
    """The config of an object already read; `where` names it in errors.

    Raises:
        WorkspaceError: if a value has the wrong type.
    """
    fields = Fields(raw, where)
    version = fields.whole("__version", 0)
    embedding = fields.inner("embedding")
    additional = list(fields.objects("additional_embeddings"))
    method = fields.text("training_method", TrainingMethod.FINE_TUNE.value)
    embeddings = list(additional)
    if method == TrainingMethod.EMBEDDING.value:
        embeddings.append(embedding)
    return TrainerConfig(
        version=version,
        model_type=fields.text("model_type", "STABLE_DIFFUSION_15"),
        base_model_name=fields.text(
            "base_model_name", "stable-diffusion-v1-5/stable-diffusion-v1-5"),
        training_method=method,
        cache_dir=fields.text("cache_dir", DEFAULT_CACHE_DIR),
        concept_file_name=fields.text("concept_file_name", DEFAULT_CONCEPT_FILE),
        concepts=fields.elements("concepts"),
        resolution=fields.text("resolution", "512"),
        frames=fields.text("frames", "25"),
        aspect_ratio_bucketing=fields.flag("aspect_ratio_bucketing", True),
        image_caching=_caches(fields, IMAGE_CACHING, version),
        text_caching=_caches(fields, TEXT_CACHING, version),
        masked_training=fields.flag("masked_training", False),
        custom_conditioning_image=fields.flag("custom_conditioning_image", False),
        validation=fields.flag("validation", False),
        sourceless_training=fields.flag("sourceless_training", False),
        text_encoders=tuple(
            _text_encoder(fields, number, version) for number in range(1, TEXT_ENCODER_COUNT + 1)
        ),
        embedding_is_output=embedding.flag("is_output_embedding", False),
        trains_additional_embedding=any(
            inner.flag("train", True) and not inner.flag("is_output_embedding", False)
            for inner in additional
        ),
        placeholders=tuple(inner.text("placeholder", "<embedding>") for inner in embeddings),
        huggingface_cache_dir=fields.text("huggingface_cache_dir", ""),
        raw=raw,
    )


def _caches(fields: Fields, setting: str, version: int) -> bool:
    """Whether a kind of cache is on; what an older file says of both at once goes first in it."""
    both, own = fields.stated_flag(LATENT_CACHING), fields.stated_flag(setting)
    asked = (own, both) if version >= SPLIT_CACHING_VERSION else (both, own)
    return next((stated for stated in asked if stated is not None), True)


def _text_encoder(fields: Fields, number: int, version: int) -> TextEncoderPart:
    part = fields.inner("text_encoder" if number == 1 else f"text_encoder_{number}")
    train = part.stated_flag("train")
    if train is None and version < 2 and number in FLAT_TRAIN_KEYS:
        train = fields.stated_flag(FLAT_TRAIN_KEYS[number])
    return TextEncoderPart(train=train, train_embedding=part.flag("train_embedding", True))


def _hint_for(raw: object) -> str:
    if isinstance(raw, list):
        return "It is a list, perhaps of concepts: open the config, or a folder with --concepts."
    keys = ", ".join(sorted(MARKING_KEYS))
    return f"A config is a JSON object with at least one of these keys: {keys}."
