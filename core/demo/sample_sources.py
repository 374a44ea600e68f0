"""Writes the pictures, captions and masks of all albums, and lists them as the trainer would."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from larder.core.demo.albums.album import Album, SamplePicture
from larder.core.demo.albums.landscapes import LANDSCAPES
from larder.core.demo.albums.portraits import PORTRAITS
from larder.core.demo.albums.still_life import STILL_LIFE
from larder.core.demo.picture_files import caption_bytes, mask_bytes, picture_bytes
from larder.core.demo.sample_times import SampleTimes, set_time
from larder.core.demo.trainer_files import DATA_FOLDER
from larder.core.workspace.samples import caption_of, mask_of

ALBUMS: Final = (LANDSCAPES, PORTRAITS, STILL_LIFE)
"""The concepts, in the order of the concept file."""


@dataclass(frozen=True, slots=True)
class SampleSource:
    """One sample on disk.

    Attributes:
        album: its concept.
        key: path of the picture as the trainer spells it, relative to the workspace.
        caption: lines of its caption.
        has_mask: whether a mask lies beside it.
        in_index: its position over all concepts.
    """

    album: Album
    key: str
    caption: tuple[str, ...]
    has_mask: bool
    in_index: int

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
        found = {
            source_key(album, picture.name): (picture.caption, picture.has_mask)
            for picture in album.pictures
        }
        for copy in album.copies:
            found[source_key(album, copy.name)] = (_original(copy.of).caption, False)
        for key, (caption, has_mask) in sorted(found.items()):
            sources.append(SampleSource(album, key, caption, has_mask, len(sources)))
    return tuple(sources)


def write_sources(root: Path, times: SampleTimes) -> Iterator[str]:
    """Write all sources; yields the key of each picture when it and its sidecars are there."""
    position = 0
    for album in ALBUMS:
        for picture in album.pictures:
            key = source_key(album, picture.name)
            at_ns = times.source(position, key)
            write_picture(root, album, picture, at_ns)
            position += 1
            yield key
    for album in ALBUMS:
        for copy in album.copies:
            key = source_key(album, copy.name)
            original = os.path.normpath(f"{DATA_FOLDER}/{copy.of}")
            at_ns = times.source(position, key)
            for name, of in ((key, original), (caption_of(key), caption_of(original))):
                write_source(root / name, (root / of).read_bytes(), at_ns)
            position += 1
            yield key


def write_picture(root: Path, album: Album, picture: SamplePicture, at_ns: int) -> None:
    """Write one picture with its caption and, if it has one, its mask."""
    image, mask = picture.draw()
    key = source_key(album, picture.name)
    write_source(root / key, picture_bytes(picture, image), at_ns)
    write_source(root / caption_of(key), caption_bytes(picture.caption), at_ns)
    if picture.has_mask:
        write_source(root / mask_of(key), mask_bytes(mask), at_ns)


def write_source(path: Path, content: bytes, at_ns: int) -> None:
    """Write one file and date it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    set_time(path, at_ns)


def _original(of: str) -> SamplePicture:
    folder, _, name = of.partition("/")
    album = next(album for album in ALBUMS if album.folder == folder)
    return album.picture(name)
