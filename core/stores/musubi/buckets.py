"""The size that musubi-tuner trains a picture or clip in.

Source: `dataset/bucket.py:74-121` at 30c658c4f4b0. Sizes are (width, height) in pixels.
"""

from __future__ import annotations

import math
from functools import lru_cache

import msgspec

Size = tuple[int, int]


class BucketRule(msgspec.Struct, frozen=True):
    """How a dataset chooses sizes.

    Attributes:
        resolution: the target, (width, height).
        is_enabled: several sizes are used, not the target alone.
        never_enlarges: a picture that is smaller than the target keeps its size.
        steps: every side is a multiple of it.
    """

    resolution: Size
    is_enabled: bool
    never_enlarges: bool
    steps: int

    def bucket_of(self, picture: Size) -> Size:
        """Return the size that a picture is trained in."""
        if not self.is_enabled:
            return self.resolution
        width, height = picture
        area = self.resolution[0] * self.resolution[1]
        if self.never_enlarges and width * height <= area:
            return width // self.steps * self.steps, height // self.steps * self.steps
        ratio = width / height
        return min(list_buckets(area, self.steps),
                   key=lambda bucket: abs(bucket[0] / bucket[1] - ratio))


@lru_cache(maxsize=64)
def list_buckets(area: int, steps: int) -> tuple[Size, ...]:
    """Every size near an area in pixels, sorted; videos are always cached in one of them."""
    side = math.isqrt(area)
    sizes = set[Size]()
    for width in range(max(side // 2 // steps * steps, steps), side + steps, steps):
        height = area // width // steps * steps
        if height > 0:
            sizes |= {(width, height), (height, width)}
    return tuple(sorted(sizes)) or ((steps, steps),)
