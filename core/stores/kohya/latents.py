"""Arrays of a file of sd-scripts, by its headers: which latents, masks and sizes it contains.

Arrays of one resolution share a suffix, "_{h}x{w}", the latent's height and width; in files of
earlier releases of SD and SDXL they have none. A file grows: what was cached for other resolutions
stays in it. Source: `library/strategy_base.py:455-647` at c162e9039cc3.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

import msgspec
import numpy as np

from larder.core.payloads.npz import NpzFile

LATENTS: Final = "latents"
FLIPPED: Final = "latents_flipped"
MASK: Final = "alpha_mask"
ORIGINAL_SIZE: Final = "original_size"
ANCIENT: Final = "arr_0"
"""Latents before release 0.5."""

_SUFFIX: Final = re.compile(r"_(\d+)x(\d+)")
_PARTS: Final = (FLIPPED, LATENTS, MASK, ORIGINAL_SIZE, "crop_ltrb")

Shape = tuple[int, int]
"""(height, width) of a latent, in its own elements."""


class LatentArrays(msgspec.Struct, frozen=True):
    """The arrays of one resolution in a file.

    Attributes:
        suffix: of their names, "" for plain ones.
        parts: names without suffix -> bytes, header included.
        shape: of the latents, None where there are none or they have no two axes.
        original_size: (width, height) of the picture as it was decoded for them, None if unknown.
    """

    suffix: str
    parts: Mapping[str, int]
    shape: Shape | None = None
    original_size: tuple[int, int] | None = None

    @property
    def bytes(self) -> int:
        """Bytes of all arrays, headers included."""
        return sum(self.parts.values())


class CachedArrays(msgspec.Struct, frozen=True):
    """The arrays of one file.

    Attributes:
        names: every array -> its shape.
        sizes: every array -> bytes, header included.
        latents: by suffix.
    """

    names: Mapping[str, tuple[int, ...]]
    sizes: Mapping[str, int]
    latents: Mapping[str, LatentArrays]

    @property
    def is_latents(self) -> bool:
        """True for a file of latents; others end in .npz, too."""
        return any(LATENTS in arrays.parts for arrays in self.latents.values()) \
            or ANCIENT in self.names


def suffix_of(shape: Shape) -> str:
    """The suffix of the arrays of a latent of (height, width)."""
    return f"_{shape[0]}x{shape[1]}"


def read_arrays(path: Path) -> CachedArrays:
    """Read the headers of a file, and the few bytes of the sizes in it.

    Raises:
        PayloadError: if the file is damaged or holds something else than plain arrays.
        OSError: if it cannot be read.
    """
    with NpzFile(path) as file:
        shapes = {name: header.shape for name, header in file.headers.items()}
        sizes = {name: header.size + header.bytes for name, header in file.headers.items()}
        originals = {
            name: _as_size(file.array(name)) for name, shape in shapes.items()
            if name.startswith(ORIGINAL_SIZE) and shape == (2,)}
    return CachedArrays(shapes, sizes, {
        suffix: _of_suffix(suffix, shapes, sizes, originals) for suffix in _suffixes(shapes)})


def has_visible_mask(path: Path, suffix: str) -> bool:
    """Read a mask, and return whether it hides anything: any element other than 1.

    Raises:
        PayloadError: if the file is damaged.
    """
    with NpzFile(path) as file:
        return bool((file.array(MASK + suffix) != 1).any())


def _as_size(array: np.ndarray[tuple[int, ...], np.dtype[np.generic]]) -> tuple[int, int]:
    width, height = array.tolist()
    return int(width), int(height)


def _suffixes(names: Iterable[str]) -> list[str]:
    found: dict[str, None] = {}
    for name in names:
        part = next((part for part in _PARTS if name.startswith(part)), None)
        suffix = "" if part is None else name[len(part):]
        if part is not None and (not suffix or _SUFFIX.fullmatch(suffix)):
            found[suffix] = None
    return [*found]


def _of_suffix(
    suffix: str, shapes: Mapping[str, tuple[int, ...]], sizes: Mapping[str, int],
    originals: Mapping[str, tuple[int, int]],
) -> LatentArrays:
    shape = shapes.get(LATENTS + suffix, ())
    return LatentArrays(
        suffix, {part: sizes[part + suffix] for part in _PARTS if part + suffix in sizes},
        (shape[-2], shape[-1]) if len(shape) >= 2 else None,
        originals.get(ORIGINAL_SIZE + suffix))
