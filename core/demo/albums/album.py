"""The words an album is written in: a picture, a copy of one, a concept with its settings."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass

from PIL import Image

from larder.core.demo.scenes.canvas import Canvas

Scene = Callable[[Canvas], None]


@dataclass(frozen=True, slots=True)
class SamplePicture:
    """One picture to draw.

    Attributes:
        name: file name, with "/" below the concept's folder; the suffix says the format.
        size: (width, height) in pixels, as seen.
        scene: draws it.
        caption: its lines; a trainer picks one of them per variation.
        has_mask: whether the mask of its subject is saved beside it.
        stored_turned: saved lying on its side with an EXIF orientation, as cameras do (JPEG only).
    """

    name: str
    size: tuple[int, int]
    scene: Scene
    caption: tuple[str, ...]
    has_mask: bool = False
    stored_turned: bool = False

    def draw(self) -> tuple[Image.Image, Image.Image]:
        """The picture (RGB) and the mask of its subject (L); the same at every call."""
        canvas = Canvas(*self.size, seed=zlib.crc32(self.name.encode()))
        self.scene(canvas)
        return canvas.finish()


@dataclass(frozen=True, slots=True)
class SampleCopy:
    """A file with the bytes of another concept's picture, and of its caption.

    Attributes:
        name: file name in this concept's folder.
        of: the other picture as "concept folder/name", relative to the data folder.
    """

    name: str
    of: str


@dataclass(frozen=True, slots=True)
class Album:
    """One concept: its settings and its pictures.

    Attributes:
        name: the concept's name.
        folder: its folder's name below the data folder.
        seed: part of the trainer's group key.
        include_subdirectories: whether some pictures lie in subfolders.
        variations: payloads per picture and per caption; from 2 on, mirroring is drawn for each.
        pictures: what is drawn.
        copies: what is copied from other albums.
    """

    name: str
    folder: str
    seed: int
    include_subdirectories: bool
    variations: int
    pictures: tuple[SamplePicture, ...]
    copies: tuple[SampleCopy, ...] = ()

    def picture(self, name: str) -> SamplePicture:
        """The picture of that name.

        Raises:
            KeyError: if the album has none.
        """
        for picture in self.pictures:
            if picture.name == name:
                return picture
        raise KeyError(name)
