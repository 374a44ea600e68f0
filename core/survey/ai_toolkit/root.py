"""One dataset root of ai-toolkit with its pictures, and the names that the job asks for."""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Final

import msgspec

from larder.core.payloads.safetensors_header import SafetensorsHeader
from larder.core.stores.ai_toolkit.captions import list_texts, text_recipe
from larder.core.stores.ai_toolkit.file_names import (
    CONTROLS,
    FOLDERS,
    LATENTS,
    TEXTS,
    name_of,
    split_name,
)
from larder.core.stores.ai_toolkit.recipes import (
    STEPS,
    TRIED_STEPS,
    Recipe,
    Size,
    list_recipes,
    space_of,
)
from larder.core.workspace.ai_toolkit_config import AiToolkitConfig, AiToolkitDataset

PICTURE_ENDINGS: Final = frozenset({".jpg", ".jpeg", ".png", ".webp"})

Stamp = tuple[int, int]
"""Size in bytes, modification time in nanoseconds."""


class Picture(msgspec.Struct, frozen=True):
    """A picture below a root.

    Attributes:
        folder: below the root, "" for the root itself.
        size: (width, height) upright, None where its header cannot be read.
    """

    folder: str
    name: str
    stem: str
    stamp: Stamp
    size: Size | None

    @property
    def path(self) -> str:
        """Its name below the root."""
        return f"{self.folder}/{self.name}" if self.folder else self.name


class Wanted(msgspec.Struct, frozen=True):
    """A file that the job asks for, by its name below the root.

    Attributes:
        recipe: what its name is a digest of.
    """

    picture: Picture
    recipe: Recipe


class ToolkitRoot:
    """A dataset root while it is surveyed.

    Attributes:
        stamps: name below the root -> stamp, of every file.
        datasets: of the job, that have this root.
        sizes_at_last_run: name below the root -> "bytes:seconds" of a picture when it was last
            looked at by a run.
        header_of: reads the header of a cached file.
        caption_of: reads a caption file, None for one that is not there.
    """

    def __init__(
        self, root: Path, stamps: Mapping[str, Stamp], *, config: AiToolkitConfig | None,
        datasets: Sequence[AiToolkitDataset], size_of: Callable[[str], Size | None],
        sizes_at_last_run: Mapping[str, str],
        header_of: Callable[[str], SafetensorsHeader], caption_of: Callable[[str], str | None],
    ) -> None:
        self.root = root
        self.stamps = stamps
        self.config = config
        self.datasets = datasets
        self.sizes_at_last_run = sizes_at_last_run
        self.header_of = header_of
        self.caption_of = caption_of
        self._size_of = size_of

    @cached_property
    def pictures(self) -> Sequence[Picture]:
        """Its pictures in the order of their names."""
        found = []
        for path in sorted(self.stamps):
            folder, _, name = path.rpartition("/")
            stem, dot, ending = name.rpartition(".")
            if not dot or dot + ending.lower() not in PICTURE_ENDINGS or _is_hidden(path):
                continue
            if folder.rpartition("/")[2] not in (*FOLDERS, CONTROLS):
                found.append(Picture(folder, name, stem, self.stamps[path], self._size_of(path)))
        return found

    @cached_property
    def by_stem(self) -> Mapping[tuple[str, str], Sequence[Picture]]:
        """(folder, stem) -> the pictures of that stem."""
        found = defaultdict[tuple[str, str], list[Picture]](list)
        for picture in self.pictures:
            found[picture.folder, picture.stem].append(picture)
        return found

    @cached_property
    def wanted(self) -> Mapping[str, Wanted]:
        """Every file that the job asks for, by its name below the root."""
        return dict([*self._latents(self.step), *self._texts()])

    @cached_property
    def step(self) -> int:
        """The number that sides are multiples of; of unknown models the one that explains most."""
        family = self.config.family if self.config else ""
        if family in STEPS:
            return STEPS[family]
        explained = Counter({
            step: sum(name in self.stamps for name, _ in self._latents(step))
            for step in TRIED_STEPS})
        return explained.most_common(1)[0][0]

    def _latents(self, step: int) -> Iterator[tuple[str, Wanted]]:
        if self.config is None:
            return
        space = space_of(self.config)
        for dataset in self.datasets:
            for picture in self.pictures if dataset.caches_latents else ():
                for recipe in list_recipes(
                        picture.name, picture.size, dataset, step=step, space=space,
                        ) if picture.size is not None else ():
                    name = name_of(picture.stem, recipe)
                    yield _below(picture.folder, LATENTS, name), Wanted(picture, recipe)

    def _texts(self) -> Iterator[tuple[str, Wanted]]:
        if self.config is None:
            return
        for dataset in self.datasets:
            if not dataset.caches_texts or dataset.has_odd_texts:
                continue
            for pictures in self.by_stem.values():
                picture = pictures[0]
                caption = self.caption_of(_below(
                    picture.folder, "", picture.stem + dataset.caption_ending))
                for text in list_texts(caption, dataset):
                    recipe = text_recipe(text, self.config.family)
                    name = name_of(picture.stem, recipe)
                    yield _below(picture.folder, TEXTS, name), Wanted(picture, recipe)

    @cached_property
    def lacking(self) -> Mapping[tuple[str, str], Sequence[Picture]]:
        """(folder of the cache, digest) of wanted files that are missing, without the file name.

        A renamed picture has the same there. Of latents the digest of the
        recipe without `filename`.
        """
        found = defaultdict[tuple[str, str], list[Picture]](list)
        for path, wanted in self.wanted.items():
            if path not in self.stamps:
                found[key_without_name(path, wanted.recipe)].append(wanted.picture)
        return found


def key_without_name(path: str, recipe: Recipe) -> tuple[str, str]:
    """Return what a file and that of a renamed copy of its picture have in common."""
    above, _, name = path.rpartition("/")
    if above.rpartition("/")[2] == LATENTS:
        rest = {key: value for key, value in recipe.items() if key != "filename"}
        return LATENTS, name_of("", rest)
    parts = split_name(name)
    return TEXTS, parts[1] if parts else ""


def _below(folder: str, inner: str, name: str) -> str:
    return "/".join(part for part in (folder, inner, name) if part)


def _is_hidden(path: str) -> bool:
    return any(part.startswith(".") for part in path.split("/"))


def last_part(folder: str) -> str:
    """The name of the innermost folder."""
    return folder.rpartition("/")[2]


def picture_folder(cache_folder: str) -> str:
    """The folder of the pictures that a cache folder belongs to, "" for the root."""
    return os.path.dirname(cache_folder)  # noqa: PTH120 - a name below the root
