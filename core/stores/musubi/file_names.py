"""Names of the files in a cache folder of musubi-tuner.

| file | content |
|---|---|
| `{stem}_{W}x{H}_{family}.safetensors` | latents of a picture of W x H pixels |
| `{stem}_{first:05}-{frames:03}_{W}x{H}_{family}.safetensors` | latents of a clip; W x H is its \
bucket |
| `{stem}_{first:05}-{frames:03}-{section:04}_{W}x{H}_{family}.safetensors` | of a section of one \
(FramePack) |
| `{stem}_{family}_te.safetensors` | text; one for a base name, whatever folder or clip |

Names are read from the right: a picture may be called `cat_0300x0200.jpg`.
"""

from __future__ import annotations

import re
from typing import Final

import msgspec

from larder.core.stores.musubi.architectures import ARCHITECTURES, Architecture

ENDING: Final = ".safetensors"

_TOKENS: Final = "|".join(sorted(ARCHITECTURES, key=len, reverse=True))
_TEXT: Final = re.compile(rf"(?P<stem>.+)_(?P<token>{_TOKENS})_te", re.DOTALL)
_LATENTS: Final = re.compile(
    r"(?P<stem>.+?)(?:_(?P<first>\d{5})-(?P<frames>\d{3})(?:-(?P<section>\d{4}))?)?"
    rf"_(?P<width>\d{{4,}})x(?P<height>\d{{4,}})_(?P<token>{_TOKENS})", re.DOTALL)
_MATCHED: Final = re.compile(rf".+_(?P<token>{_TOKENS})", re.DOTALL)


class CachedName(msgspec.Struct, frozen=True):
    """The parsed name of a cached file.

    Attributes:
        stem: the source's name up to its last dot.
        size: (width, height): of a picture itself, of a clip its bucket; None of a text.
        clip: (first frame, frames, section) of a clip, None of a picture or text; the section is
            -1 where there are none.
    """

    name: str
    stem: str
    family: Architecture
    size: tuple[int, int] | None = None
    clip: tuple[int, int, int] | None = None

    @property
    def is_text(self) -> bool:
        """True for what the text encoders gave."""
        return self.size is None


def parse_name(name: str) -> CachedName | None:
    """Return what a name says; None for one that no cached file has."""
    if not name.endswith(ENDING) or "/" in name:
        return None
    rest = name[: -len(ENDING)]
    text = _TEXT.fullmatch(rest)
    if text is not None:
        return CachedName(name, text["stem"], ARCHITECTURES[text["token"]])
    found = _LATENTS.fullmatch(rest)
    if found is None:
        return None
    clip = None if found["first"] is None else (
        int(found["first"]), int(found["frames"]), int(found["section"] or -1))
    return CachedName(
        name, found["stem"], ARCHITECTURES[found["token"]],
        (int(found["width"]), int(found["height"])), clip)


def family_of_foreign(name: str) -> Architecture | None:
    """The family whose cache command takes a file for its own, by how its name ends, else None."""
    found = _MATCHED.fullmatch(name.removesuffix(ENDING)) if name.endswith(ENDING) else None
    return ARCHITECTURES[found["token"]] if found else None


def is_own_name(name: str) -> bool:
    """Return whether a file is called as one that this trainer writes."""
    return parse_name(name) is not None


def latents_name(stem: str, size: tuple[int, int], family: Architecture) -> str:
    """The name of the latents of a picture of `size`, (width, height) in pixels."""
    return f"{stem}_{size[0]:04d}x{size[1]:04d}_{family.token}{ENDING}"


def text_name(stem: str, family: Architecture) -> str:
    """The name of the text file of a base name."""
    return f"{stem}_{family.token}_te{ENDING}"
