"""The size that sd-scripts trains a picture in.

Source: `library/dataset.py` (the bucket manager) and `model_util.py` (its resolutions) at
c162e9039cc3. Sizes are (width, height) in pixels, as the trainer has them.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

import msgspec

Size = tuple[int, int]

DEFAULT_STEPS: Final = 64
DEFAULT_MIN: Final = 256
DEFAULT_MAX: Final = 1024


class BucketRule(msgspec.Struct, frozen=True):
    """How a dataset chooses sizes.

    Attributes:
        resolution: the target, (width, height).
        is_enabled: several sizes are used, not the target alone.
        smallest: of a side, before it is rounded to `steps`.
        largest: of a side, before it is rounded.
        steps: every side is a multiple of it.
        never_enlarges: a picture that is smaller than the target keeps its size.
    """

    resolution: Size
    is_enabled: bool = False
    smallest: int = DEFAULT_MIN
    largest: int = DEFAULT_MAX
    steps: int = DEFAULT_STEPS
    never_enlarges: bool = False

    def bucket_of(self, picture: Size) -> Size:
        """Return the size that a picture is trained in; a side may be 0 for a tiny picture."""
        if not self.is_enabled:
            return self.resolution
        if self.never_enlarges:
            return _reduce(picture, self.resolution, self.steps)
        return _choose(picture, self)


def _choose(picture: Size, rule: BucketRule) -> Size:
    """Return the picture's own size if it is a bucket, else the first of the nearest ratio."""
    buckets = _list_buckets(rule)
    if picture in buckets or not buckets:
        return picture if buckets else rule.resolution
    ratio = picture[0] / picture[1]
    return min(buckets, key=lambda bucket: abs(bucket[0] / bucket[1] - ratio))


@lru_cache(maxsize=64)
def _list_buckets(rule: BucketRule) -> tuple[Size, ...]:
    steps = rule.steps
    smallest = rule.smallest // steps * steps
    largest = -(-rule.largest // steps) * steps
    area = rule.resolution[0] * rule.resolution[1]
    side = math.isqrt(area) // steps * steps
    buckets = {(side, side)}
    for width in range(max(smallest, steps), largest + 1, steps):
        height = min(largest, area // width // steps * steps)
        if height >= smallest:
            buckets |= {(width, height), (height, width)}
    return tuple(sorted(buckets))


def _reduce(picture: Size, resolution: Size, steps: int) -> Size:
    """Return a picture's size, scaled down to the target's area, cut to multiples of `steps`."""
    width, height = picture
    area = resolution[0] * resolution[1]
    if width * height > area:
        width, height = _scale_to(area, width / height, steps)
    return width // steps * steps, height // steps * steps


def _scale_to(area: int, ratio: float, steps: int) -> Size:
    """Return the size of an area and a ratio, the side rounded to `steps` that distorts less."""
    width = math.sqrt(area * ratio)
    rounded_width, rounded_height = _round(width, steps), _round(area / width, steps)
    off_by_width = _off(rounded_width, _round(rounded_width / ratio, steps), ratio)
    off_by_height = _off(_round(rounded_height * ratio, steps), rounded_height, ratio)
    if off_by_width < off_by_height:
        return rounded_width, int(rounded_width / ratio + 0.5)
    return int(rounded_height * ratio + 0.5), rounded_height


def _round(side: float, steps: int) -> int:
    return int(side + 0.5) // steps * steps


def _off(width: int, height: int, ratio: float) -> float:
    """Return how far a size is from a ratio; a side of 0, where the trainer stops, is farthest."""
    return abs(width / height - ratio) if height else math.inf
