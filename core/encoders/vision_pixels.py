"""Pictures as the pixel tensors of a vision model, with everything its processor says of them.

One picture per call, so that what a picture gives does not depend on its company: some processors
put the patches of several pictures behind one another. All members are kept (grids, masks, sizes):
pixels without them cannot be used.

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
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np
from msgspec.structs import replace
from PIL import Image

from larder.core.encoders.picture_files import read_picture
from larder.core.encoders.pixel_budget import DECODING
from larder.core.encoders.processors import (
    IMAGE,
    arrays_of,
    find_processor,
    load_processor,
    try_out,
)
from larder.core.encoders.value_encoder import Piece, ValueEncoder, ValueOptions
from larder.core.errors import UserFacingError
from larder.core.keys.cache_keys import VisionKey
from larder.core.keys.program_digest import OF_PICTURES, program_digests
from larder.core.keys.strict_fingerprint import plain, strict_fingerprint
from larder.core.payloads.dtypes import Values
from larder.core.workspace.store_kinds import StoreKind

LIBRARIES: Final = ("transformers", "pillow", "numpy")

READING: Final = {"orientation": "exif", "channels": "rgb", "transparency": "dropped"}
"""How a picture becomes what the processor is given."""

PIXELS: Final = "pixel_values"

TRIAL_SIZE: Final = (192, 64)
"""Width and height of the picture that a processor is tried out with; far from a square, so that
pixels that follow the picture show."""

PER_CALL: Final = ("return_tensors", "device", "disable_grouping")
"""Settings that decide in what a processor hands its values over, and that each call sets."""


class VisionPixels(ValueEncoder):
    """An image processor as an encoder."""

    kind = StoreKind.VISION

    def __init__(self, processor: Any, *, name: str, size: tuple[int, int]) -> None:
        """Wrap a processor that is set up."""
        self._processor = processor
        self._height, self._width = size
        self.fingerprint = replace(strict_fingerprint(
            processor, name=name, libraries=LIBRARIES, extra={"reading": READING},
            ignored=PER_CALL), of_program=program_digests(processor, OF_PICTURES))

    def key(self, blob: str) -> VisionKey:
        """Return the key of a blob's pixels; see `ValueEncoder.key`."""
        return VisionKey(blob, self.fingerprint.digest, self._height, self._width)

    def close(self) -> None:
        """Release the processor; see `ValueEncoder.close`."""
        self._processor = None

    def values(self, piece: Piece) -> Values:
        """`pixel_values` and whatever else the processor gives."""
        with DECODING.scope():
            picture = Image.fromarray(read_picture(piece.source))
            return arrays_of(
                partial(self._processor, images=picture, return_tensors="np"), piece.source)


def open_vision_pixels(model: Path | str, options: ValueOptions) -> VisionPixels:
    """The encoder of an image processor.

    Raises:
        UserFacingError: as `open_value_encoder`.
    """
    place = find_processor(IMAGE, model)
    processor = load_processor(place)
    if options.size is not None:
        if min(options.size) < 1:
            raise UserFacingError(f"{options.size[0]}x{options.size[1]} is not a picture size.")
        settings = target_settings(processor, *options.size)
        processor = load_processor(place, **settings)
        check_settings(processor, settings)
    _try_out(processor, place.name, options.size)
    return VisionPixels(
        processor, name=place.name, size=options.size or read_target(processor))


def _try_out(processor: Any, name: str, size: tuple[int, int] | None) -> None:
    """Let a processor show once that it makes pixels of a picture, and of the size asked for.

    Raises:
        UserFacingError: as `try_out`; some crop to a size that is none of their settings.
    """
    made = try_out(IMAGE, name, lambda: processor(
        images=Image.new("RGB", TRIAL_SIZE, "grey"), return_tensors="np"))
    shape = np.asarray(made[PIXELS]).shape
    if size is not None and find_fixed_target(processor) is not None and shape[-2:] != size:
        raise UserFacingError(
            f"The image processor {name} returns {shape[-2]}x{shape[-1]} pixels, although "
            f"{size[0]}x{size[1]} is set.", "Leave out the size.")


def read_target(processor: Any) -> tuple[int, int]:
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


def find_fixed_target(processor: Any) -> tuple[int, int] | None:
    """(height, width) of all pixels it makes, None where they follow the picture."""
    size = _size(processor, "size")
    if _crop(processor) is None:
        is_fixed = {"height", "width"} <= size.keys() or size.keys() == {"shortest_edge"}
        if not is_fixed or not _resizes(processor):
            return None
    return read_target(processor)


def target_settings(processor: Any, height: int, width: int) -> Mapping[str, object]:
    """Return the settings that make a processor produce pictures of a size.

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
                f"This image processor returns squares, not {height}x{width}.",
                f"Choose {longer}x{longer}.")
        return {"size": {"shortest_edge": longer}, **crop}
    if getattr(processor, "max_num_patches", None):
        side = _patch_side(processor)
        return {"max_num_patches": math.ceil(height / side) * math.ceil(width / side)}
    raise UserFacingError("The size of this image processor cannot be set.")


def check_settings(processor: Any, settings: Mapping[str, object]) -> None:
    """Make sure that a processor took its settings.

    Raises:
        UserFacingError: names the one it did not take.
    """
    for name, wanted in settings.items():
        if plain(getattr(processor, name, None), where=name) != plain(wanted, where=name):
            raise UserFacingError(f"This image processor does not accept {wanted} for {name}.")


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
    """Return whether edges are numbers of pixels, as in Qwen2-VL and related models."""
    return "longest_edge" in size and hasattr(processor, "merge_size")


def _patch_side(processor: Any) -> int:
    side = _size(processor, "patch_size")
    return side.get("height", 1)


def _square(side: int) -> tuple[int, int]:
    return side, side
