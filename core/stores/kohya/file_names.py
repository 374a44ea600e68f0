"""Names of the files that sd-scripts caches beside each picture.

| file | content |
|---|---|
| `{stem}_{W}x{H}_{family}.npz` | latents of a picture that was taken to be W x H pixels |
| `{stem}.npz` | the same before release 0.10, for SD and SDXL |
| `{stem}_flip.npz` | mirrored latents before release 0.5 |
| `{stem}{text ending}.npz` | what the text encoders gave for a caption |
| `{stem}_{W}x{H}_{family}{text ending}.npz` | the same of a picture that a metadata file lists \
without its size: the trainer takes the latents' name for the picture's |

Names are read from the right: a picture may be called `IMG_0001_0512x0512.jpg`. A stem that ends as
one of these does is told apart by the pictures that are there (`CachedName.stem`).
"""

from __future__ import annotations

import enum
import re
from typing import Final

import msgspec

from larder.core.stores.kohya.families import FAMILIES, Family

ENDING: Final = ".npz"
PICTURE_LIST: Final = "metadata_cache.json"
"""Captions and sizes of a folder's pictures, which the trainer believes before the folder."""

PICTURE_ENDINGS: Final = frozenset(
    ending for plain in (".png", ".jpg", ".jpeg", ".webp", ".bmp")
    for ending in (plain, plain.upper()))
"""Of what the trainer lists without further packages; ".Jpg" is not among them on Linux."""

PLUGIN_ENDINGS: Final = frozenset({".avif", ".AVIF", ".jxl", ".JXL"})
"""Of what it lists where a package for them is installed."""

_LATENTS: Final = re.compile(
    rf"(?P<stem>.+)_(?P<width>\d{{4,}})x(?P<height>\d{{4,}})_(?P<family>{'|'.join(FAMILIES)})",
    re.DOTALL)
_TEXTS: Final = tuple(sorted(
    (family for family in FAMILIES.values() if family.text_ending),
    key=lambda family: -len(family.text_ending)))


class CachedPart(enum.Enum):
    """Part of a picture that a file has cached."""

    LATENTS = "latents"
    PLAIN_LATENTS = "latents of an earlier release"
    TEXT = "text"


class CachedName(msgspec.Struct, frozen=True):
    """The parsed name of a cached file.

    Attributes:
        name: the file's name.
        stem: the name of its picture without ending.
        family: None where the name has none.
        size: (width, height) that the trainer took the picture to have, in pixels; None where the
            name says nothing of it.
        is_doubled: a text file named after latents, which belongs to the picture of these.
    """

    name: str
    part: CachedPart
    stem: str
    family: Family | None = None
    size: tuple[int, int] | None = None
    is_doubled: bool = False


def parse_name(name: str) -> CachedName | None:
    """Return what a name says; None for one that no file of this trainer's has."""
    if not name.endswith(ENDING) or name == ENDING:
        return None
    rest = name[: -len(ENDING)]
    for family in _TEXTS:
        if rest.endswith(family.text_ending) and len(rest) > len(family.text_ending):
            return _parse_text(name, rest[: -len(family.text_ending)], family)
    latents = _LATENTS.fullmatch(rest)
    if latents is not None:
        return CachedName(
            name, CachedPart.LATENTS, latents["stem"], FAMILIES[latents["family"]],
            (int(latents["width"]), int(latents["height"])))
    return CachedName(name, CachedPart.PLAIN_LATENTS, rest)


def is_own_name(name: str) -> bool:
    """Return whether a file is called as one that this trainer writes."""
    return "/" not in name and (name == PICTURE_LIST or parse_name(name) is not None)


def _parse_text(name: str, rest: str, family: Family) -> CachedName:
    doubled = _LATENTS.fullmatch(rest)
    if doubled is None:
        return CachedName(name, CachedPart.TEXT, rest, family)
    return CachedName(
        name, CachedPart.TEXT, doubled["stem"], family,
        (int(doubled["width"]), int(doubled["height"])), is_doubled=True)


def latents_name(stem: str, size: tuple[int, int], family: Family) -> str:
    """The name of the latents of a picture taken to be `size`, (width, height) in pixels."""
    width, height = size
    return f"{stem}_{width:04d}x{height:04d}_{family.token}{ENDING}"


def text_name(stem: str, family: Family) -> str:
    """The name of the text file of a picture; the family caches texts."""
    return f"{stem}{family.text_ending}{ENDING}"
