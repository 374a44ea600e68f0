"""The sample's own files: what is shipped in `resources/sample`, the trainer's files, and dates.

| folder there | what is in it |
|---|---|
| `at_first` | every file as it was when the caches were built |
| `earlier` | a picture before it was edited, and one that is in the cache alone |
| `later` | what came or changed after the caches were built |

Every date is counted back from one moment, so that the same clock gives the same tree::

    3 years before     a folder of an OneTrainer of then
    9 days before      a picture was cached for the first time, and edited since
    2 days 9 h before  pictures and captions, sounds and texts
    2 days 4 h before  payloads for settings that were changed then
    2 days 3 h before  payloads, then the index
    22 to 26 h before  drifts of "yesterday"
    3 to 1 h before    drifts of "today"

Nothing is younger than an hour: a store whose files changed within minutes looks as if a trainer
were at work in it. Each time has nanoseconds of its own, because real ones do and rounded ones
would hide mistakes in comparing them.
"""

from __future__ import annotations

import importlib.resources
import json
import os
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from larder.core.encoders.model_files import PATCH_MEANS_TYPE
from larder.core.workspace.samples import caption_of, mask_of

SHIPPED: Final = Path(str(importlib.resources.files("larder.resources"))) / "sample"
DATA_FOLDER: Final = "data"
SOUNDS: Final = "sounds"
CORPUS: Final = "corpus"
CACHE_FOLDER: Final = "workspace-cache/run"
CONFIG_FILE: Final = "training_presets/config.json"
RELEASED_CACHE: Final = "workspace-cache/released"
RELEASED_CONFIG: Final = "released/config.json"
"""Beside the presets, so that opening the folder of the sample still finds one config there."""

CONCEPTS_FILE: Final = "training_concepts/concepts.json"
PICTURE_SUFFIXES: Final = (".jpg", ".png", ".webp")
RESOLUTION: Final = 256
"""Small, so that a payload takes about 25 kB; still large enough to see the picture in a latent."""

SECOND: Final = 1_000_000_000
MINUTE: Final = 60 * SECOND
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR

AFTER_PICTURES: Final = 70
"""The position of the first sound among all sources."""


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


LANDSCAPES: Final = Album("landscapes", "landscapes", seed=101, include_subdirectories=True)
PORTRAITS: Final = Album("portraits", "portraits", seed=102)
STILL_LIFE: Final = Album("still life", "still-life", seed=103, variations=2, copies=(
    ("postcard_balloons.png", "landscapes/balloons.png"),
    ("postcard_palms.webp", "landscapes/coast/palm_island.webp"),
))
ALBUMS: Final = (LANDSCAPES, PORTRAITS, STILL_LIFE)
"""The concepts, in the order of the concept file."""



@dataclass(frozen=True, slots=True)
class SampleTimes:
    """Moments in nanoseconds since 1970, counted back from `now_ns`."""

    now_ns: int

    def source(self, position: int, name: str) -> int:
        """When the source at that position was saved."""
        return self._at(2 * DAY + 9 * HOUR, position * 83 * SECOND, name)

    def payload(self, position: int, name: str) -> int:
        """When the payload at that position was written."""
        return self._at(2 * DAY + 3 * HOUR, position * 2 * SECOND, name)

    @property
    def index(self) -> int:
        """When the build ended."""
        return self._at(2 * DAY + 2 * HOUR, 0, "index")

    @property
    def first_build(self) -> int:
        """When a picture was cached that was edited before the present build."""
        return self._at(9 * DAY, 0, "first build")

    @property
    def before_the_build(self) -> int:
        """When pictures and captions were there and settings were changed once more."""
        return self._at(2 * DAY + 4 * HOUR, 0, "before the build")

    @property
    def years_ago(self) -> int:
        """Before OneTrainer's cache had groups."""
        return self._at(1_100 * DAY, 0, "years ago")

    def yesterday(self, name: str) -> int:
        """A moment of yesterday."""
        return self._at(26 * HOUR, zlib.crc32(name.encode()) % (4 * 60) * MINUTE, name)

    def today(self, name: str) -> int:
        """A moment of today, more than an hour ago."""
        return self._at(3 * HOUR, zlib.crc32(name.encode()) % 110 * MINUTE, name)

    def _at(self, before: int, after: int, name: str) -> int:
        """The moment, moved by up to a second that depends on the name."""
        return self.now_ns - before + after + zlib.adler32(name.encode()) * 7919 % SECOND


def set_time(path: Path, at_ns: int) -> None:
    """Give a file its modification (and access) time; the file system may keep less of it."""
    os.utime(path, ns=(at_ns, at_ns))


def source_key(album: Album, name: str) -> str:
    """The path of an album's file as the trainer spells it, with this system's separator."""
    return os.path.normpath(f"{DATA_FOLDER}/{album.folder}/{name}")


def list_pictures() -> dict[str, str]:
    """Every picture in the trainer's order: concept by concept, sorted by the whole path.

    Returns:
        Its path as the trainer spells it, relative to the workspace -> the shipped picture it is,
        relative to `at_first`; another one's for a copy.
    """
    pictures: dict[str, str] = {}
    for album in ALBUMS:
        of = {source_key(album, name): os.path.normpath(f"{DATA_FOLDER}/{of}")
              for name, of in album.copies}
        for path in (find_shipped(DATA_FOLDER) / album.folder).rglob("*"):
            if path.suffix in PICTURE_SUFFIXES and not path.stem.endswith("-masklabel"):
                key = os.path.normpath(path.relative_to(SHIPPED / "at_first"))
                of[key] = key
        pictures |= {key: of[key] for key in sorted(of)}
    return pictures


def find_shipped(name: str, when: str = "at_first") -> Path:
    """Where a file of the sample is shipped."""
    return SHIPPED / when / name


def list_shipped(folder: str) -> list[str]:
    """The sounds or texts, sorted, "/" between folders, relative to the workspace."""
    return sorted(f"{folder}/{path.name}" for path in find_shipped(folder).iterdir())


def write_pictures(root: Path, times: SampleTimes) -> Iterator[str]:
    """Write all pictures with captions and masks; yields each picture's key when it is there."""
    for position, (key, of) in enumerate(list_pictures().items()):
        put_picture(root, of, times.source(position, key), as_key=key)
        yield key


def write_sounds_and_texts(root: Path, times: SampleTimes) -> Iterator[str]:
    """Write what no trainer's config knows of; yields each name when it is there."""
    names = [*list_shipped(SOUNDS), *list_shipped(CORPUS)]
    for position, name in enumerate(names, start=AFTER_PICTURES):
        put(root, name, times.source(position, name))
        yield name


def put_picture(
    root: Path, picture: str, at_ns: int, *, as_key: str | None = None, when: str = "at_first"
) -> None:
    """Write a shipped picture with its caption and, unless it is a copy, its mask.

    Args:
        root: the workspace.
        picture: its path in `resources/sample/<when>`.
        at_ns: the date of all three files.
        as_key: the path it gets in the workspace, None for its own.
        when: the folder it is shipped in.
    """
    key = as_key or picture
    companions = [(picture, key), (caption_of(picture), caption_of(key))]
    if key == picture:
        companions.append((mask_of(picture), mask_of(picture)))
    for of, name in companions:
        if find_shipped(of, when).exists():
            put(root, of, at_ns, as_key=name, when=when)


def put(
    root: Path, name: str, at_ns: int, *, as_key: str | None = None, when: str = "at_first"
) -> None:
    """Write one shipped file and date it."""
    path = root / (as_key or name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(find_shipped(name, when).read_bytes())
    set_time(path, at_ns)


def write_trainer_files(root: Path, times: SampleTimes) -> None:
    """Write configs and concept list as OneTrainer saves its own: indented, ASCII."""
    released = {**config_document(), "cache_dir": RELEASED_CACHE}
    concepts = [concept_document(album) for album in ALBUMS]
    for position, (name, document) in enumerate((
        (CONFIG_FILE, config_document()), (CONCEPTS_FILE, concepts), (RELEASED_CONFIG, released),
    )):
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(document, indent=2), encoding="ascii", newline="\n")
        set_time(path, times.source(position, name))


def config_document() -> dict[str, Any]:
    """The config: what decides about caches, and a little of the rest that a config holds."""
    return {
        "__version": 11,
        "training_method": "LORA",
        "model_type": PATCH_MEANS_TYPE,
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
