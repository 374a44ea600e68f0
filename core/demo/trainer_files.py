"""The config and the concept list of the sample, in the keys OneTrainer writes."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from larder.core.encoders.patch_means import MODEL_TYPE
from larder.core.workspace.onetrainer_config import TrainerConfig, config_from

DATA_FOLDER: Final = "data"
CACHE_FOLDER: Final = "workspace-cache/run"
CONFIG_FILE: Final = "training_presets/config.json"
CONCEPTS_FILE: Final = "training_concepts/concepts.json"
RESOLUTION: Final = 256
"""Small, so that a payload takes about 25 kB; still large enough to see the picture in a latent."""


@dataclass(frozen=True, slots=True)
class Album:
    """One concept of the sample: its settings.

    Attributes:
        name: the concept's name.
        folder: its folder's name below the data folder.
        seed: part of the trainer's group key.
        include_subdirectories: whether some pictures lie in subfolders.
        variations: payloads per picture and per caption; from 2 on, mirroring is drawn for each.
        copies: (file name, "concept folder/name" of the picture whose bytes and caption it has).
    """

    name: str
    folder: str
    seed: int
    include_subdirectories: bool = False
    variations: int = 1
    copies: tuple[tuple[str, str], ...] = ()


def config_document() -> dict[str, Any]:
    """The config: what decides about caches, and a little of the rest that a config holds."""
    return {
        "__version": 11,
        "training_method": "LORA",
        "model_type": MODEL_TYPE,
        "base_model_name": "",
        "workspace_dir": "workspace/run",
        "cache_dir": CACHE_FOLDER,
        "clear_cache_before_training": False,
        "concept_file_name": CONCEPTS_FILE,
        "resolution": str(RESOLUTION),
        "aspect_ratio_bucketing": True,
        "latent_caching": True,
        "masked_training": True,
        "custom_conditioning_image": False,
        "sourceless_training": False,
        "validation": False,
        "train_dtype": "FLOAT_32",
        "frames": "1",
        "text_encoder": {"train": False},
        "learning_rate": 0.0003,
        "batch_size": 4,
        "epochs": 10,
    }


def sample_config() -> TrainerConfig:
    """The config as the program reads it."""
    return config_from(config_document(), where="the sample's config")


def concept_document(album: Album) -> dict[str, Any]:
    """One concept. Crops stay in the middle; where there are variations, mirroring is drawn."""
    return {
        "__version": 2,
        "name": album.name,
        "path": f"{DATA_FOLDER}/{album.folder}",
        "seed": album.seed,
        "enabled": True,
        "type": "STANDARD",
        "include_subdirectories": album.include_subdirectories,
        "image_variations": album.variations,
        "text_variations": album.variations,
        "balancing": 1.0,
        "balancing_strategy": "REPEATS",
        "loss_weight": 1.0,
        "image": {
            "enable_crop_jitter": False,
            "enable_random_flip": album.variations > 1,
            "enable_fixed_flip": False,
            "enable_resolution_override": False,
            "resolution_override": "512",
        },
        "text": {"prompt_source": "sample", "prompt_path": "", "enable_tag_shuffling": False},
    }


def write_json(path: Path, document: object) -> None:
    """Write JSON as OneTrainer saves its own: indented, ASCII."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document, indent=2), encoding="ascii", newline="\n")
