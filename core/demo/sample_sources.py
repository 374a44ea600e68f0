"""The sample's own files, shipped in `resources/sample`: pictures, captions, masks, sounds, texts.

| folder there | what is in it |
|---|---|
| `at_first` | every file as it was when the caches were built |
| `earlier` | a picture before it was edited, and one that is in the cache alone |
| `later` | what came or changed after the caches were built |
"""

from __future__ import annotations

import importlib.resources
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from larder.core.demo.sample_times import SampleTimes, set_time
from larder.core.demo.trainer_files import DATA_FOLDER, Album
from larder.core.workspace.samples import caption_of, mask_of

SHIPPED: Final = Path(str(importlib.resources.files("larder.resources"))) / "sample"

LANDSCAPES: Final = Album("landscapes", "landscapes", seed=101, include_subdirectories=True)
PORTRAITS: Final = Album("portraits", "portraits", seed=102)
STILL_LIFE: Final = Album("still life", "still-life", seed=103, variations=2, copies=(
    ("postcard_balloons.png", "landscapes/balloons.png"),
    ("postcard_palms.webp", "landscapes/coast/palm_island.webp"),
))
ALBUMS: Final = (LANDSCAPES, PORTRAITS, STILL_LIFE)
"""The concepts, in the order of the concept file."""

PICTURE_SUFFIXES: Final = (".jpg", ".png", ".webp")
SOUNDS: Final = "sounds"
CORPUS: Final = "corpus"


@dataclass(frozen=True, slots=True)
class SampleSource:
    """One sample on disk.

    Attributes:
        album: its concept.
        key: path of the picture as the trainer spells it, relative to the workspace.
        caption: lines of its caption.
        has_mask: whether a mask lies beside it.
        in_index: its position over all concepts.
        of: the shipped picture it is, relative to `at_first`; another one's for a copy.
    """

    album: Album
    key: str
    caption: tuple[str, ...]
    has_mask: bool
    in_index: int
    of: str

    @property
    def caption_key(self) -> str:
        """Path of the caption as the trainer spells it."""
        return caption_of(self.key)

    @property
    def mask_key(self) -> str | None:
        """Path of the mask as the trainer spells it, None without one."""
        return mask_of(self.key) if self.has_mask else None


def source_key(album: Album, name: str) -> str:
    """The path of an album's file as the trainer spells it, with this system's separator."""
    return os.path.normpath(f"{DATA_FOLDER}/{album.folder}/{name}")


def list_sources() -> tuple[SampleSource, ...]:
    """Every sample in the trainer's order: concept by concept, sorted by the whole path."""
    sources: list[SampleSource] = []
    for album in ALBUMS:
        copies = {source_key(album, name): os.path.normpath(f"{DATA_FOLDER}/{of}")
                  for name, of in album.copies}
        found = {picture: picture for picture in shipped_pictures(album)} | copies
        for key, of in sorted(found.items()):
            has_mask = key == of and shipped(mask_of(of)).exists()
            sources.append(SampleSource(album, key, caption_lines(of), has_mask, len(sources), of))
    return tuple(sources)


def caption_lines(picture: str, when: str = "at_first") -> tuple[str, ...]:
    """The lines of a shipped picture's caption."""
    return tuple(shipped(caption_of(picture), when).read_text(encoding="utf-8").splitlines())


def shipped(name: str, when: str = "at_first") -> Path:
    """Where a file of the sample is shipped."""
    return SHIPPED / when / name


def shipped_pictures(album: Album) -> list[str]:
    """The pictures of an album as the trainer spells them, without copies."""
    folder = shipped(DATA_FOLDER) / album.folder
    return [
        os.path.normpath(path.relative_to(SHIPPED / "at_first"))
        for path in folder.rglob("*")
        if path.suffix in PICTURE_SUFFIXES and not path.stem.endswith("-masklabel")]


def shipped_names(folder: str) -> list[str]:
    """The sounds or texts, sorted, "/" between folders, relative to the workspace."""
    return sorted(f"{folder}/{path.name}" for path in shipped(folder).iterdir())


def write_sources(root: Path, times: SampleTimes) -> Iterator[str]:
    """Write all pictures with captions and masks; yields each picture's key when it is there."""
    for position, source in enumerate(list_sources()):
        at_ns = times.source(position, source.key)
        put_picture(root, source.of, at_ns, as_key=source.key)
        yield source.key


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
        if shipped(of, when).exists():
            put(root, of, at_ns, as_key=name, when=when)


def put(
    root: Path, name: str, at_ns: int, *, as_key: str | None = None, when: str = "at_first"
) -> None:
    """Write one shipped file and date it."""
    path = root / (as_key or name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(shipped(name, when).read_bytes())
    set_time(path, at_ns)
