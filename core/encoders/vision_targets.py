"""Which size an image processor makes, and how it is told to make another.

The wanted size is part of a payload's key, so it is set on the processor before anything else: a
key that says 672 by 672 while the processor goes by its own settings would be a lie. How a size is
said differs:

| settings of the processor | a target of H by W becomes |
|---|---|
| size of height and width | that size (and crop, if it crops) |
| shortest edge, then a crop | crop H by W of a picture whose short side is the longer of both |
| shortest edge only | that edge; H and W must be equal |
| fewest and most pixels | at most H times W pixels, in the picture's own shape |
| longest edge only | the longer of H and W as the longest edge |
| most patches | as many patches as cover H by W |
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from larder.core.errors import UserFacingError
from larder.core.keys.strict_fingerprint import plain


def own_target(processor: Any) -> tuple[int, int]:
    """(height, width) that a processor makes as it is set, pixels.

    Where the size depends on the picture, a square of the largest extent.

    Raises:
        UserFacingError: if it has no size at all.
    """
    size, crop = _size(processor, "size"), _crop(processor)
    if crop is not None:
        return crop
    if {"height", "width"} <= size.keys():
        return size["height"], size["width"]
    if _counts_pixels(processor, size):
        return _square(math.isqrt(size["longest_edge"]))
    if "longest_edge" in size:
        return _square(size["longest_edge"])
    if "shortest_edge" in size:
        return _square(size["shortest_edge"])
    if patches := getattr(processor, "max_num_patches", None):
        return _square(math.isqrt(int(patches)) * _patch_side(processor))
    raise UserFacingError("This image processor has no size that could be part of a key.")


def fixed_target(processor: Any) -> tuple[int, int] | None:
    """(height, width) of all pixels it makes, None where they follow the picture."""
    size = _size(processor, "size")
    if _crop(processor) is None:
        is_fixed = {"height", "width"} <= size.keys() or size.keys() == {"shortest_edge"}
        if not is_fixed or not _resizes(processor):
            return None
    return own_target(processor)


def target_settings(processor: Any, height: int, width: int) -> Mapping[str, object]:
    """What to set on a processor so that it makes a size.

    Raises:
        UserFacingError: if it has no such setting, does not resize, or makes squares only.
    """
    if not _resizes(processor):
        raise UserFacingError("This image processor does not resize (do_resize is off).")
    size, longer = _size(processor, "size"), max(height, width)
    wanted = {"height": height, "width": width}
    crop = {"crop_size": wanted} if _crop(processor) is not None else {}
    if {"height", "width"} <= size.keys():
        return {"size": wanted, **crop}
    if _counts_pixels(processor, size):
        most = height * width
        fewest = min(size.get("shortest_edge", most), most)
        # Before version 5 of the library these two go before the size.
        older = {"min_pixels": fewest, "max_pixels": most}
        return {
            "size": {"shortest_edge": fewest, "longest_edge": most},
            **(older if hasattr(processor, "max_pixels") else {})}
    if "longest_edge" in size:
        return {"size": {**size, "longest_edge": longer}, **crop}
    if "shortest_edge" in size:
        if not crop and height != width:
            raise UserFacingError(
                f"This image processor makes squares, not {height}x{width}.",
                f"Choose {longer}x{longer}.")
        return {"size": {"shortest_edge": longer}, **crop}
    if getattr(processor, "max_num_patches", None):
        side = _patch_side(processor)
        return {"max_num_patches": math.ceil(height / side) * math.ceil(width / side)}
    raise UserFacingError("This image processor has no size that could be set.")


def check_settings(processor: Any, settings: Mapping[str, object]) -> None:
    """Make sure that a processor took its settings.

    Raises:
        UserFacingError: names the one it did not take.
    """
    for name, wanted in settings.items():
        if plain(getattr(processor, name, None), where=name) != plain(wanted, where=name):
            raise UserFacingError(f"This image processor does not take a {name} of {wanted}.")


def _size(processor: Any, name: str) -> dict[str, int]:
    """A size as its parts by name; one number is a square."""
    value = plain(getattr(processor, name, None), where=name)
    if isinstance(value, int) and not isinstance(value, bool):
        return {"height": value, "width": value}
    if not isinstance(value, dict):
        return {}
    return {part: int(one) for part, one in value.items() if isinstance(one, int | float)}


def _crop(processor: Any) -> tuple[int, int] | None:
    if not getattr(processor, "do_center_crop", False):
        return None
    crop = _size(processor, "crop_size")
    return (crop["height"], crop["width"]) if {"height", "width"} <= crop.keys() else None


def _resizes(processor: Any) -> bool:
    return bool(getattr(processor, "do_resize", True))


def _counts_pixels(processor: Any, size: Mapping[str, int]) -> bool:
    """Whether the edges are numbers of pixels, as with Qwen2-VL and its kin."""
    return "longest_edge" in size and hasattr(processor, "merge_size")


def _patch_side(processor: Any) -> int:
    side = _size(processor, "patch_size")
    return side.get("height", 1)


def _square(side: int) -> tuple[int, int]:
    return side, side
