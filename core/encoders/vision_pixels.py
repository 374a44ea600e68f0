"""Pictures as the pixel tensors of a vision model, with everything its processor says of them.

One picture per call, so that what a picture gives does not depend on its company: some processors
put the patches of several pictures behind one another. All members are kept (grids, masks, sizes):
pixels without them cannot be used.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from PIL import Image

from larder.core.encoders.device import first_line
from larder.core.encoders.picture_files import read_picture
from larder.core.encoders.processor_files import (
    FAILURES,
    IMAGE,
    arrays_of,
    find_processor,
    is_repeated,
    load_processor,
)
from larder.core.encoders.protocol import SourceError
from larder.core.encoders.text_library import quiet_library
from larder.core.encoders.value_encoder import Piece, SourceFile, ValueOptions, blob_of
from larder.core.encoders.vision_targets import (
    check_settings,
    fixed_target,
    own_target,
    target_settings,
)
from larder.core.errors import UserFacingError
from larder.core.keys.cache_keys import VisionKey
from larder.core.keys.strict_fingerprint import StrictFingerprint, strict_fingerprint
from larder.core.payloads.arrays import Values
from larder.core.workspace.store_kinds import StoreKind

LIBRARIES: Final = ("transformers", "pillow", "numpy")

READING: Final = {"orientation": "exif", "channels": "rgb", "transparency": "dropped"}
"""How a picture becomes what the processor is given."""

PIXELS: Final = "pixel_values"

TRIAL_SIZE: Final = (192, 64)
"""Width and height of the picture that a processor is tried out with; far from a square, so that
pixels that follow the picture show."""

CHOOSE: Final = "Choose another image processor."

PER_CALL: Final = ("return_tensors", "device", "disable_grouping")
"""Settings that decide in what a processor hands its values over, and that each call sets."""


class VisionPixels:
    """An image processor as an encoder."""

    def __init__(self, processor: Any, *, name: str, size: tuple[int, int]) -> None:
        """Wrap a processor that is set up.

        Args:
            processor: one of the library's; it is only called.
            name: what people call it.
            size: (height, width) it makes, for the keys.
        """
        self._processor = processor
        self._height, self._width = size
        self._fingerprint = strict_fingerprint(
            processor, name=name, libraries=LIBRARIES, extra={"reading": READING},
            ignored=PER_CALL)

    @property
    def kind(self) -> StoreKind:
        """See `ValueEncoder`."""
        return StoreKind.VISION

    @property
    def fingerprint(self) -> StrictFingerprint:
        """See `ValueEncoder`."""
        return self._fingerprint

    def pieces(self, source: SourceFile) -> Sequence[Piece]:
        """One; see `ValueEncoder`."""
        key = VisionKey(blob_of(source), self._fingerprint.digest, self._height, self._width)
        return (Piece(key, source.path),)

    def encode(self, pieces: Sequence[Piece]) -> list[Values | SourceError]:
        """See `ValueEncoder`: `pixel_values` and whatever else the processor gives."""
        return [self._encode_or_error(piece.source) for piece in pieces]

    def close(self) -> None:
        """See `ValueEncoder`."""
        self._processor = None

    def _encode_or_error(self, path: Path) -> Values | SourceError:
        try:
            return self._encode(path)
        except SourceError as error:
            return error

    def _encode(self, path: Path) -> Values:
        picture = Image.fromarray(read_picture(path))
        try:
            made = self._processor(images=picture, return_tensors="np")
            return arrays_of(made, path)
        except FAILURES as error:
            raise SourceError(
                f"{path.name} cannot be processed: {first_line(error)}") from error


def open_vision_pixels(model: Path | str, options: ValueOptions) -> VisionPixels:
    """The encoder of an image processor.

    Raises:
        UserFacingError: as `open_value_encoder`.
    """
    place = find_processor(IMAGE, model)
    processor = load_processor(place)
    if options.size is not None:
        if min(options.size) < 1:
            raise UserFacingError(f"A picture of {options.size[0]}x{options.size[1]} is none.")
        settings = target_settings(processor, *options.size)
        processor = load_processor(place, **settings)
        check_settings(processor, settings)
    _try_out(processor, place.name, options.size)
    return VisionPixels(
        processor, name=place.name, size=options.size or own_target(processor))


def _try_out(processor: Any, name: str, size: tuple[int, int] | None) -> None:
    """Let a processor show once that it makes pixels of a picture, and of the size asked for.

    Raises:
        UserFacingError: if it does not. Some need a second picture, a text or another package, some
            crop to a size that is none of their settings.
    """
    try:
        with quiet_library():
            made, again = (
                processor(images=Image.new("RGB", TRIAL_SIZE, "grey"), return_tensors="np")
                for _ in range(2))
    except (ImportError, *FAILURES) as error:
        raise UserFacingError(
            f"The image processor {name} cannot work with pictures alone: {first_line(error)}",
            CHOOSE) from error
    if PIXELS not in made:
        raise UserFacingError(f"The image processor {name} makes no {PIXELS}.", CHOOSE)
    if not is_repeated(made, again):
        raise UserFacingError(
            f"The image processor {name} makes other pixels each time.", CHOOSE)
    shape = np.shape(made[PIXELS])
    if size is not None and fixed_target(processor) is not None and shape[-2:] != size:
        raise UserFacingError(
            f"The image processor {name} makes {shape[-2]}x{shape[-1]} pixels, although it was set "
            f"to {size[0]}x{size[1]}.", "Leave the size out.")
