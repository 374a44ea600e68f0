"""A small released OneTrainer: which slots it looks for, what it caches itself, what it serves.

Written after the facts of mgds' DiskCache, apart from the code under test as far as a group's name
goes: concepts are given with every field of their blocks, and hashed as they stand.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from larder.core.encoders.config_encoders import choose_image_encoder, load_text_encoder
from larder.core.encoders.draws import onetrainer_positions
from larder.core.encoders.model_files import EncoderOptions, places_of
from larder.core.encoders.protocol import ImageItem
from larder.core.stores.released.matching import BLOCK_FORMS, ConceptBlock
from larder.core.workspace.bucketing import choose_bucket
from larder.core.workspace.model_types import find_model_type
from larder.core.workspace.open_workspace import Workspace, open_workspace
from tests.support.building import BuildWorkspace

AGGREGATES = ("crop_resolution", "image_path")


def whole_concept(concept: dict[str, Any]) -> dict[str, Any]:
    """A concept with every field that the newest OneTrainer writes."""
    return concept | {
        block.value: {**next(iter(BLOCK_FORMS[block].values())), **concept.get(block.value, {})}
        for block in ConceptBlock}


@dataclass
class DiskCache:
    """The caches of one workspace as the trainer goes by them.

    `cached` holds the (content, group, variation) that it had to encode itself.
    """

    workspace: BuildWorkspace

    def __post_init__(self) -> None:
        self.cached: list[tuple[str, str, int]] = []

    @cached_property
    def opened(self) -> Workspace:
        return open_workspace(self.workspace.config_path)

    def groups(self, content: str) -> dict[str, tuple[dict[str, Any], list[tuple[int, str]]]]:
        """Group -> its first concept, and (position in the whole list, picture) by slot."""
        groups: dict[str, tuple[dict[str, Any], list[tuple[int, str]]]] = {}
        position = 0
        for concept in self.workspace.concepts:
            if not concept["enabled"]:
                continue
            _, samples = groups.setdefault(group_key(concept, content), (concept, []))
            for picture in sorted(self._files(concept)):
                samples.append((position, picture))
                position += 1
        return {key: found for key, found in groups.items() if found[1]}

    def start(self, epoch: int) -> dict[tuple[str, str], dict[str, Any]]:
        """Everything that an epoch is served: (content, picture) -> values."""
        served: dict[tuple[str, str], dict[str, Any]] = {}
        for content in ("image", "text"):
            for key, (concept, samples) in self.groups(content).items():
                for number, slot, picture in self._asked(concept, content, samples, epoch):
                    folder = self.workspace.store(content) / key / f"variation-{number}"
                    if not (folder / "aggregate.pt").is_file():
                        self._fill(content, folder, samples, number)
                    aggregate = load(folder / "aggregate.pt")
                    values = load(folder / f"{slot}.pt")
                    served[content, picture] = {**values, **aggregate[slot]}
        return served

    def right(self, epoch: int) -> list[str]:
        """List the samples of an epoch whose values do not match their source; empty if none."""
        wrong = []
        served = self.start(epoch)
        for content in ("image", "text"):
            for concept, samples in self.groups(content).values():
                asked = {picture: number for number, _, picture in self._asked(
                    concept, content, samples, epoch)}
                for position, picture in samples:
                    if picture not in asked:
                        continue
                    meant = self.encode(content, picture, position, asked[picture])
                    if not _same(meant, served[content, picture]):
                        wrong.append(f"{content} {picture}")
        return wrong

    def encode(self, content: str, picture: str, position: int, number: int) -> dict[str, Any]:
        """A sample's values from an empty cache."""
        concept = next(
            concept for concept in self.opened.concepts if picture.startswith(concept.path + "/"))
        real = self.workspace.root / picture
        if content == "text":
            caption = real.with_suffix(".txt")
            prompt = caption.read_text("utf-8").strip() if caption.exists() else ""
            return dict(self._texts.encode([prompt])[0])
        model_type = find_model_type(self.opened.config.model_type)
        mask = real.with_name(f"{real.stem}-masklabel.png")
        from PIL import Image

        with Image.open(real) as opened:
            size = (opened.height, opened.width)
        bucket = choose_bucket(
            *size, int(self.opened.config.resolution), model_type.quantisation)
        return dict(self._images.encode([self._images.prepare(ImageItem(
            source=real, spelled=picture, mask=mask if mask.exists() else None, conditioning=None,
            bucket=bucket, concept=concept, position=position, variation=number))])[0])

    def _asked(
        self, concept: Mapping[str, Any], content: str, samples: list[tuple[int, str]], epoch: int
    ) -> Iterator[tuple[int, int, str]]:
        """(variation, slot, picture) of each sample that an epoch takes."""
        size, variations = len(samples), concept[f"{content}_variations"]
        repeats = concept["balancing_strategy"] == "REPEATS"
        output = int(size * concept["balancing"] if repeats else concept["balancing"])
        for index in range(output * epoch, output * (epoch + 1)):
            yield index // size % variations, index % size, samples[index % size][1]

    def _fill(
        self, content: str, folder: Path, samples: list[tuple[int, str]], number: int
    ) -> None:
        import torch

        self.cached.append((content, folder.parent.name, number))
        folder.mkdir(parents=True, exist_ok=True)
        aggregate = []
        for slot, (position, picture) in enumerate(samples):
            values = self.encode(content, picture, position, number)
            aggregate.append({name: values.pop(name) for name in AGGREGATES if name in values})
            torch.save({
                name: torch.as_tensor(value) if hasattr(value, "shape") else value
                for name, value in values.items()}, folder / f"{slot}.pt")
        torch.save(aggregate, folder / "aggregate.pt")

    def _files(self, concept: Mapping[str, Any]) -> Iterator[str]:
        root = self.workspace.root
        for folder, _, names in os.walk(root / concept["path"]):
            for name in names:
                stem, ending = os.path.splitext(name)
                if ending == ".png" and not stem.endswith(("-masklabel", "-condlabel")):
                    yield str(Path(folder, name).relative_to(root).as_posix())

    @cached_property
    def _images(self) -> Any:
        return choose_image_encoder(
            self.opened.config, EncoderOptions(), self._places,
            positions=onetrainer_positions(self.opened.config))

    @cached_property
    def _texts(self) -> Any:
        return load_text_encoder(self.opened.config, EncoderOptions(), self._places)

    @property
    def _places(self) -> Any:
        return places_of(self.opened.config, self.workspace.root, ())


def group_key(concept: Mapping[str, Any], content: str, *further: str) -> str:
    """The folder's name of a concept's group, of what the trainer hashes and what else is."""
    values = [concept["path"], concept["seed"], concept["include_subdirectories"],
              concept[content], *further]
    text = json.dumps(values, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def load(path: Path) -> Any:
    """A file of the cache as the trainer loads it."""
    import torch

    return torch.load(path, weights_only=False)


def _same(meant: Mapping[str, Any], served: Mapping[str, Any]) -> bool:
    import torch

    return meant.keys() <= served.keys() and all(
        torch.equal(torch.as_tensor(value), torch.as_tensor(served[name]))
        if hasattr(value, "shape") else value == served[name]
        for name, value in meant.items())
