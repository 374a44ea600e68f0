"""Aspect buckets: which height and width a picture is cached at.

A config names target edges ("512, 1024": areas of 512² and 1024²) or one fixed size ("832x1280",
width first). Each edge has a table of sizes of about its area, both sides a multiple of the model's
step; a picture takes the size whose height/width is nearest to its own.

Every figure here must agree with the trainer to the last bit, because a size is part of a payload's
name: float64 throughout, Python's rounding (halves to even), and the first of several equally near
sizes in the order in which CPython's `set` of int tuples lists them (fixed since Python 3.8).
Source: `AspectBucketing` and `SingleAspectCalculation` of mgds, re-derived.

All sizes are (height, width).
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

import msgspec
import numpy as np
import numpy.typing as npt

from larder.core.errors import WorkspaceError

ASPECTS: Final = (1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 3.5, 4.0)
"""Width over height of the landscape sizes of a table; the portrait ones are their transposes."""

LARGEST_EDGE: Final = 1_000_000
"""Pixels. A picture of this edge would take terabytes, so a longer one is a slip of the hand; and
every size that comes of it is held by 32 bits."""

Size = tuple[int, int]


class Targets(msgspec.Struct, frozen=True):
    """Targets of a resolution text: one fixed size, or target edges.

    Attributes:
        fixed: (height, width) as written, not yet rounded to the model's step; None for edges.
        edges: target edges in the order written, repeated ones kept; empty for a fixed size.
    """

    fixed: Size | None
    edges: tuple[int, ...]


def parse_targets(text: str) -> Targets:
    """Read a resolution text: "512", "512, 768" or "WIDTHxHEIGHT".

    Raises:
        WorkspaceError: if a part is no whole number above zero, or is no edge of a picture.
    """
    if "x" in text and "," not in text:
        width, height = (_edge(part, text) for part in text.split("x")[:2])
        return Targets(fixed=(height, width), edges=())
    return Targets(fixed=None, edges=tuple(_edge(part, text) for part in text.split(",")))


def bucket_table(target: int, quantisation: int) -> npt.NDArray[np.int64]:
    """Sizes of one target edge in the order that decides ties; int64, shape (n, 2).

    Raises:
        WorkspaceError: if the edge is so small that a side rounds to nothing.
    """
    return np.array(_sizes(target, quantisation), dtype=np.int64)


def round_to_bucket(size: Size, quantisation: int) -> Size:
    """A fixed size rounded to the model's step.

    Raises:
        WorkspaceError: if a side rounds to nothing.
    """
    height, width = (round(side / quantisation) * quantisation for side in size)
    if not (height and width):
        raise WorkspaceError(
            f"The resolution {size[1]}x{size[0]} is too small: the sizes of this model are "
            f"multiples of {quantisation}.")
    return height, width


@lru_cache(maxsize=4096)
def choose_bucket(height: int, width: int, target: int, quantisation: int) -> Size:
    """The size a picture of `height` x `width` pixels takes for one target edge.

    Raises:
        WorkspaceError: if the edge is so small that a side rounds to nothing.
    """
    sizes = _sizes(target, quantisation)
    wanted = height / width
    distances = [abs(tall / wide - wanted) for tall, wide in sizes]
    return sizes[distances.index(min(distances))]


def choose_buckets(
    heights: npt.ArrayLike, widths: npt.ArrayLike, target: int, quantisation: int
) -> npt.NDArray[np.int32]:
    """`choose_bucket` for n pictures at once; heights and widths of shape (n,), above zero.

    Returns:
        (height, width) per picture, int32, shape (n, 2).

    Raises:
        WorkspaceError: if the edge is so small that a side rounds to nothing.
    """
    sizes = bucket_table(target, quantisation)
    wanted = np.asarray(heights, dtype=np.float64) / np.asarray(widths, dtype=np.float64)
    nearest = np.zeros(wanted.shape, dtype=np.intp)
    smallest = np.full(wanted.shape, np.inf)
    # One pass per size, at most 18: a table of distances would take 144 bytes per picture.
    for row, aspect in enumerate(sizes[:, 0] / sizes[:, 1]):
        distance = np.abs(aspect - wanted)
        closer = distance < smallest
        nearest[closer] = row
        smallest[closer] = distance[closer]
    return sizes[nearest].astype(np.int32)


def square_bucket(target: int) -> Size:
    """The size of every picture while aspect bucketing is off: the edge itself, never rounded."""
    return target, target


def scale_and_crop(height: int, width: int, bucket: Size) -> tuple[Size, Size]:
    """How a picture of `height` x `width` pixels fills a bucket: resize, then crop the middle.

    Returns:
        (height, width) it is resized to, and (y, x) of the crop when it is not jittered, in scaled
        pixels.
    """
    tall, wide = bucket
    if height / width > tall / wide:
        # The factor first, then the product: the other order differs where it falls on a half.
        scaled = (round(height * (wide / width)), wide)
    else:
        scaled = (tall, round(width * (tall / height)))
    return scaled, ((scaled[0] - tall) // 2, (scaled[1] - wide) // 2)


def _edge(part: str, text: str) -> int:
    try:
        edge = int(part)
    except ValueError:
        edge = 0
    if edge <= 0:
        raise WorkspaceError(
            f'The resolution "{text}" is not valid.',
            "Give one or more edge lengths in pixels (512, or 512,768) or one WIDTHxHEIGHT.",
        )
    if edge > LARGEST_EDGE:
        raise WorkspaceError(
            f'The resolution "{text}" is above the limit of {LARGEST_EDGE:,} pixels.',
            "Use a lower number.")
    return edge


@lru_cache(maxsize=256)
def _sizes(target: int, quantisation: int) -> tuple[Size, ...]:
    pairs = [
        (1.0 / math.sqrt(aspect) * target, aspect / math.sqrt(aspect) * target)
        for aspect in ASPECTS
    ]
    pairs += [(width, height) for height, width in pairs]
    sizes = [
        (round(height / quantisation) * quantisation, round(width / quantisation) * quantisation)
        for height, width in pairs
    ]
    if any(0 in size for size in sizes):
        raise WorkspaceError(
            f"The resolution {target} is too small: the sizes of this model are multiples of "
            f"{quantisation}, and the narrowest would have no pixels.")
    return tuple(set(sizes))
