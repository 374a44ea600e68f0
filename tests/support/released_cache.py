"""Writes caches in released OneTrainer's layout, slot by slot as that trainer does.

The pictures are files of a few bytes: a released cache never records their content, so nothing
reads them. Each slot's latent is made from the picture's name, so that a test can tell whose it is.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import xxhash

from larder.core.keys.content_hash import hash_text
from larder.core.stores.released.groups import scan_released_group
from larder.core.stores.released.slots import Origin, SlotRecord, write_slots

if TYPE_CHECKING:
    import torch

CACHE = "workspace-cache/run"
IMAGE_BLOCK: Mapping[str, object] = {"enable_crop_jitter": False, "resolution_override": "512"}
TEXT_BLOCK: Mapping[str, object] = {"prompt_source": "sample", "prompt_path": ""}


@dataclass(frozen=True)
class ReleasedConcept:
    """Settings of a concept that the tests vary; the rest takes the trainer's defaults."""

    path: str
    seed: int | None = 1
    name: str = ""
    enabled: bool = True
    include_subdirectories: bool = False
    image_variations: int = 1
    text_variations: int = 1
    image: Mapping[str, object] = field(default_factory=lambda: dict(IMAGE_BLOCK))
    text: Mapping[str, object] = field(default_factory=lambda: dict(TEXT_BLOCK))

    def as_json(self) -> dict[str, object]:
        """As a concept file has it."""
        return {
            "__version": 2, "name": self.name or self.path.rsplit("/", 1)[-1], "path": self.path,
            "seed": self.seed, "enabled": self.enabled, "type": "STANDARD",
            "include_subdirectories": self.include_subdirectories,
            "image_variations": self.image_variations, "text_variations": self.text_variations,
            "image": dict(self.image), "text": dict(self.text),
        }

    def key(self, block: Mapping[str, object], *more: str) -> str:
        """The group's folder name for settings as hashed, and what else is."""
        values = [self.path, self.seed, self.include_subdirectories, dict(block), *more]
        text = json.dumps(values, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()


def write_pictures(root: Path, folder: str, names: Sequence[str]) -> None:
    """Pictures with a caption each."""
    for name in names:
        picture = root / folder / name
        picture.parent.mkdir(parents=True, exist_ok=True)
        picture.write_bytes(b"picture " + name.encode())
        picture.with_suffix(".txt").write_text(f"a photo of {picture.stem}\n", encoding="utf-8")


def write_workspace(
    root: Path, concepts: Sequence[ReleasedConcept], *, name: str = "config", **settings: object
) -> Path:
    """Config and concept file in the trainer's folders; returns the config.

    Its trainer keeps the cache when it starts, unless `settings` say otherwise; None leaves a
    setting out.
    """
    for folder in ("training_concepts", "training_presets"):
        (root / folder).mkdir(parents=True, exist_ok=True)
    listed = "concepts" if name == "config" else f"concepts of {name}"
    (root / "training_concepts" / f"{listed}.json").write_text(
        json.dumps([concept.as_json() for concept in concepts]), encoding="utf-8")
    config = root / "training_presets" / f"{name}.json"
    stated = {
        "__version": 11, "model_type": "STABLE_DIFFUSION_15", "cache_dir": CACHE,
        "concept_file_name": f"training_concepts/{listed}.json", "resolution": "64",
        "clear_cache_before_training": False, **settings}
    config.write_text(
        json.dumps({key: value for key, value in stated.items() if value is not None}),
        encoding="utf-8")
    return config


def write_image_group(
    root: Path, key: str, recorded: Sequence[str], *, variation: int = 0, complete: bool = True,
    more: Sequence[str] = (),
) -> Path:
    """One variation of an image group whose slots were made from `recorded`, as spelled.

    `more` are names of arrays beside the latent.
    """
    import torch

    folder = root / CACHE / "image" / key / f"variation-{variation}"
    folder.mkdir(parents=True, exist_ok=True)
    for slot, path in enumerate(recorded):
        torch.save(
            {"latent_image": latent_of(path), "original_resolution": (64, 64),
             "crop_offset": (0, 0), **{name: torch.ones(1, 8, 8) for name in more}},
            folder / f"{slot}.pt")
    if complete:
        torch.save(
            [{"crop_resolution": (64, 64), "image_path": path} for path in recorded],
            folder / "aggregate.pt")
    return folder


def write_text_group(
    root: Path, key: str, count: int, *, variation: int = 0, complete: bool = True
) -> Path:
    """One variation of a text group with `count` slots."""
    import torch

    folder = root / CACHE / "text" / key / f"variation-{variation}"
    folder.mkdir(parents=True, exist_ok=True)
    for slot in range(count):
        torch.save(
            {"tokens": torch.full((4,), slot), "text_encoder_hidden_state": torch.ones(4, 2)},
            folder / f"{slot}.pt")
    if complete:
        torch.save([{} for _ in range(count)], folder / "aggregate.pt")
    return folder


def build_concept(
    root: Path, concept: ReleasedConcept, *, more: Sequence[str] = (),
) -> list[str]:
    """Cache a concept as it stands on disk, settings hashed as written; returns its pictures."""
    pictures = pictures_of(root, concept)
    for variation in range(concept.image_variations):
        write_image_group(
            root, concept.key(concept.image), pictures, variation=variation, more=more)
    for variation in range(concept.text_variations):
        write_text_group(root, concept.key(concept.text), len(pictures), variation=variation)
    return pictures


def note_origins(
    root: Path, concept: ReleasedConcept, *, endings: Sequence[str] = (),
    recipe: str | Mapping[str, str] = "", unknown: Collection[str] = (),
) -> None:
    """Note what the slots of a cached concept were made of, as a build does: its files of now.

    Nothing is noted of those of the pictures that are `unknown`, as they are spelled. `recipe` is
    that of all, or by picture, of some.
    """
    for name, block in (("image", concept.image), ("text", concept.text)):
        store, key = root / CACHE / name, concept.key(block)
        for variation in scan_released_group(store, key).variations:
            if variation.aggregate_bytes is None:
                continue
            write_slots(store, SlotRecord(
                group=key, variation=variation.number, aggregate_bytes=variation.aggregate_bytes,
                aggregate_ns=variation.aggregate_ns,
                slots=tuple(
                    None if picture in unknown
                    else _origin(
                        root, concept, picture, name == "text", endings,
                        recipe if isinstance(recipe, str) else recipe.get(picture, ""))
                    for picture in pictures_of(root, concept))))


def pictures_of(root: Path, concept: ReleasedConcept) -> list[str]:
    """A concept's pictures in the trainer's order, as it spells them."""
    folder = root / concept.path
    return sorted(
        f"{concept.path}/{path.relative_to(folder).as_posix()}"
        for path in folder.glob("**/*" if concept.include_subdirectories else "*")
        if path.suffix == ".png" and not path.stem.endswith(("-masklabel", "-condlabel")))


def _origin(
    root: Path, concept: ReleasedConcept, picture: str, is_text: bool, endings: Sequence[str],
    recipe: str,
) -> Origin:
    path = root / picture
    prompts = concept.text.get("prompt_source") if is_text else None
    if prompts == "filename":
        return Origin(
            picture=picture, content=hash_text(path.stem), bytes=0, mtime_ns=0, recipe=recipe)
    if is_text:
        path = root / str(concept.text["prompt_path"]) if prompts == "concept" \
            else path.with_suffix(".txt")
    status = path.stat() if path.exists() else None
    sidecars = [path.with_name(path.stem + ending) for ending in endings if not is_text]
    return Origin(
        picture=picture,
        content=xxhash.xxh64_hexdigest(path.read_bytes() if status else b""),
        bytes=status.st_size if status else 0, mtime_ns=status.st_mtime_ns if status else 0,
        size=None if is_text else (64, 64), recipe=recipe,
        sidecars=tuple(
            (sidecar.name.removeprefix(path.stem), xxhash.xxh64_hexdigest(sidecar.read_bytes()),
             sidecar.stat().st_mtime_ns) for sidecar in sidecars if sidecar.exists()))


def latent_of(path: str) -> torch.Tensor:
    """A latent that only this picture has, float32, shape (4, 8, 8)."""
    import torch

    generator = torch.Generator().manual_seed(zlib.crc32(path.encode("utf-8", "surrogatepass")))
    return torch.randn(4, 8, 8, generator=generator)
