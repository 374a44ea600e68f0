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
23df3832; version 12 is its open pull request 1462 (e221eae9), `rlhf_enabled` its open pull request
1403 (8c664c79).

Settings are compared under flat names: "resolution", "vae.model_name". Parts of a model had theirs
in the config itself before version 2; they are named as today, so that configs of different ages
can be compared. A name that is absent stands for the trainer's default, as far as it decides
anything.
"""

from __future__ import annotations

import copy
import enum
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import msgspec

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
CLEAR_CACHE: Final = "clear_cache_before_training"

MODEL_NAME: Final = "model_name"
"""How settings end that name a model's files."""

SPLIT_CACHING_VERSION: Final = 12
"""Before it, `latent_caching` alone said what `image_caching` and `text_caching` say since."""

MODERN_VERSION: Final = 2
"""From this version on parts of a model have objects of their own."""

LEFT_OUT: Final = frozenset({"__version", "concepts", "concept_file_name", "secrets"})
"""Not settings: concepts are compared one by one, and secrets are nobody's business."""

UNSET: Final = "not set"

FLAT_PART: Final = re.compile(
    r"(?:train_(?P<trained>unet|prior|text_encoder(?:_2)?)|(?P<part>unet|prior|vae|effnet_encoder"
    r"|decoder|decoder_text_encoder|decoder_vqgan|text_encoder(?:_2)?)_(?P<key>model_name"
    r"|weight_dtype|learning_rate))")

DEFAULTS: Final[Mapping[str, object]] = {
    "training_method": "FINE_TUNE",
    "model_type": "STABLE_DIFFUSION_15",
    "base_model_name": "stable-diffusion-v1-5/stable-diffusion-v1-5",
    "cache_dir": DEFAULT_CACHE_DIR,
    "resolution": "512",
    "frames": "25",
    "aspect_ratio_bucketing": True,
    LATENT_CACHING: True,
    IMAGE_CACHING: True,
    TEXT_CACHING: True,
    "masked_training": False,
    "custom_conditioning_image": False,
    "validation": False,
    "force_circular_padding": False,
    "train_dtype": "FLOAT_16",
    "fallback_train_dtype": "BFLOAT_16",
    "lora_model_name": "",
    "text_encoder_sequence_length": 512,
    "text_encoder_2_sequence_length": 77,
    "text_encoder_layer_skip": 0,
    "text_encoder_2_layer_skip": 0,
    "text_encoder_3_layer_skip": 0,
    "text_encoder_4_layer_skip": 0,
    "learning_rate": 3e-6,
    "epochs": 100,
    "batch_size": 1,
    **{f"{part}.{key}": value
       for part in ("vae", "effnet_encoder", "text_encoder", "text_encoder_2", "text_encoder_3",
                    "text_encoder_4")
       for key, value in (("model_name", ""), ("include", True), ("weight_dtype", "FLOAT_32"),
                          ("train_embedding", True))},
}
"""Defaults of the settings people change most, and of all that decide what is cached."""


class TrainingMethod(enum.Enum):
    """How OneTrainer trains; the two last decide what is cached."""

    FINE_TUNE = "FINE_TUNE"
    LORA = "LORA"
    EMBEDDING = "EMBEDDING"
    FINE_TUNE_VAE = "FINE_TUNE_VAE"


class TextEncoderPart(msgspec.Struct, frozen=True):
    """Settings of one text encoder in a config.

    Attributes:
        train: whether its weights are trained; None when the file does not say, which OneTrainer
            reads as true.
        train_embedding: whether embeddings are trained in it, if any are.
    """

    train: bool | None
    train_embedding: bool


class TrainerConfig(msgspec.Struct, frozen=True):
    """The part of a trainer config that Larder needs.

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
        clear_cache_before_training: whether the trainer empties its caches when it starts; None
            when the file does not say, which released OneTrainer reads as true and its pull
            request 1411 as false.
        custom_conditioning_image: whether `-condlabel` pictures are read.
        sourceless_training: whether training runs from the caches alone.
        rlhf_enabled: whether pairs of a chosen and a rejected picture are trained.
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
    clear_cache_before_training: bool | None
    masked_training: bool
    custom_conditioning_image: bool
    validation: bool
    sourceless_training: bool
    rlhf_enabled: bool
    text_encoders: tuple[TextEncoderPart, ...]
    embedding_is_output: bool
    trains_additional_embedding: bool
    placeholders: tuple[str, ...]
    huggingface_cache_dir: str
    raw: dict[str, object]


def looks_like_config(raw: object) -> bool:
    """Return whether a JSON value looks like a OneTrainer config: an object with a marking key."""
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

    def text(key: str) -> str:
        return fields.text(key, str(DEFAULTS.get(key, "")))

    def path(key: str) -> str:
        return fields.path(key, str(DEFAULTS.get(key, "")))

    def flag(key: str) -> bool:
        return fields.flag(key, DEFAULTS.get(key) is True)

    _check_model_names(fields)
    version = fields.whole("__version", 0)
    embedding = fields.inner("embedding")
    additional = list(fields.objects("additional_embeddings"))
    method = text("training_method")
    embeddings = list(additional)
    if method == TrainingMethod.EMBEDDING.value:
        embeddings.append(embedding)
    return TrainerConfig(
        version=version,
        model_type=text("model_type"),
        base_model_name=text("base_model_name"),
        training_method=method,
        cache_dir=path("cache_dir"),
        concept_file_name=fields.path("concept_file_name", DEFAULT_CONCEPT_FILE),
        concepts=fields.elements("concepts"),
        resolution=text("resolution"),
        frames=text("frames"),
        aspect_ratio_bucketing=flag("aspect_ratio_bucketing"),
        image_caching=_caches(fields, IMAGE_CACHING, version),
        text_caching=_caches(fields, TEXT_CACHING, version),
        clear_cache_before_training=fields.read_flag(CLEAR_CACHE),
        masked_training=flag("masked_training"),
        custom_conditioning_image=flag("custom_conditioning_image"),
        validation=flag("validation"),
        sourceless_training=flag("sourceless_training"),
        rlhf_enabled=flag("rlhf_enabled"),
        text_encoders=tuple(
            _text_encoder(fields, number, version) for number in range(1, TEXT_ENCODER_COUNT + 1)
        ),
        embedding_is_output=embedding.flag("is_output_embedding", False),
        trains_additional_embedding=any(
            inner.flag("train", True) and not inner.flag("is_output_embedding", False)
            for inner in additional
        ),
        placeholders=tuple(inner.text("placeholder", "<embedding>") for inner in embeddings),
        huggingface_cache_dir=path("huggingface_cache_dir"),
        raw=raw,
    )


def _check_model_names(fields: Fields) -> None:
    """Raise WorkspaceError if the model, or one of a part's own, has a name that no file has."""
    for key, value in fields.values.items():
        if isinstance(value, str) and key.endswith(MODEL_NAME):
            fields.path(key, "")
        elif isinstance(value, dict) and isinstance(value.get(MODEL_NAME), str):
            fields.inner(key).path(MODEL_NAME, "")


def _caches(fields: Fields, setting: str, version: int) -> bool:
    """Return whether a kind of cache is on; in older files the setting for both comes first."""
    both, own = fields.read_flag(LATENT_CACHING), fields.read_flag(setting)
    asked = (own, both) if version >= SPLIT_CACHING_VERSION else (both, own)
    return next((stated for stated in asked if stated is not None), True)


def text_encoder_part(number: int) -> str:
    """The config's object for a text encoder, and its folder inside a pipeline's."""
    return "text_encoder" if number == 1 else f"text_encoder_{number}"


def _text_encoder(fields: Fields, number: int, version: int) -> TextEncoderPart:
    part = fields.inner(text_encoder_part(number))
    train = part.read_flag("train")
    if train is None and version < 2 and number in FLAT_TRAIN_KEYS:
        train = fields.read_flag(FLAT_TRAIN_KEYS[number])
    return TextEncoderPart(train=train, train_embedding=part.flag("train_embedding", True))


def _hint_for(raw: object) -> str:
    if isinstance(raw, list):
        return (
            "It is a list, perhaps of concepts. Open the config instead, or a folder with the list "
            "as --concepts.")
    keys = ", ".join(sorted(MARKING_KEYS))
    return f"A config is a JSON object with at least one of these keys: {keys}."


def present_form(raw: Mapping[str, object]) -> dict[str, object]:
    """The same config as today's trainer would write it, as far as names of parts go."""
    modern: dict[str, object] = copy.deepcopy(dict(raw))
    version = modern.get("__version")
    if isinstance(version, int) and version >= MODERN_VERSION:
        return modern
    for name in list(modern):
        match = FLAT_PART.fullmatch(name)
        if match is None:
            continue
        part = modern.setdefault(match["trained"] or match["part"], {})
        if isinstance(part, dict):
            part.setdefault(match["key"] or "train", modern.pop(name))
    modern["__version"] = MODERN_VERSION
    return modern


def comparable_forms(
    one: TrainerConfig, other: TrainerConfig
) -> tuple[dict[str, object], dict[str, object]]:
    """Both in their present form; where one tells kinds of caching apart, the other does too."""
    forms = present_form(one.raw), present_form(other.raw)
    if any(IMAGE_CACHING in form or TEXT_CACHING in form for form in forms):
        for config, form in zip((one, other), forms, strict=True):
            form.pop(LATENT_CACHING, None)
            form |= {IMAGE_CACHING: config.image_caching, TEXT_CACHING: config.text_caching}
    return forms


def flat_settings(raw: Mapping[str, object]) -> dict[str, object]:
    """Every setting of a config in its present form by its flat name; null counts as absent."""
    return {
        name: value for name, value in _flat("", raw)
        if value is not None and name.partition(".")[0] not in LEFT_OUT}


def with_setting(raw: Mapping[str, object], name: str, value: object) -> dict[str, object]:
    """A copy of a config with one setting changed; UNSET takes it out."""
    changed: dict[str, object] = copy.deepcopy(dict(raw))
    *parents, last = name.split(".")
    inner = changed
    for parent in parents:
        below = inner.setdefault(parent, {})
        if not isinstance(below, dict):
            below = inner[parent] = {}
        inner = below
    if value == UNSET:
        inner.pop(last, None)
    else:
        inner[last] = value
    return changed


def setting_of(settings: Mapping[str, object], name: str) -> object:
    """A setting's value, its default where it is absent, UNSET where that is not known."""
    return settings.get(name, DEFAULTS.get(name, UNSET))


def same_value(one: object, other: object) -> bool:
    """Return whether two values are read alike: 512 and "512" are, 1 and true are not."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    return one == other or (_is_scalar(one) and _is_scalar(other) and str(one) == str(other))


def _is_scalar(value: object) -> bool:
    return isinstance(value, str | int | float)


def _flat(prefix: str, value: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    for name, inner in value.items():
        if isinstance(inner, dict):
            yield from _flat(f"{prefix}{name}.", inner)
        else:
            yield prefix + str(name), inner
