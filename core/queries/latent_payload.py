"""One payload of an image store, read to be looked at: its latent, its mask, what was encoded.

A payload says how its picture was scaled and cropped, so the very part that was encoded can be
shown beside its latent, at any size. Payloads are read by the inert readers, pictures by the reader
that builds use; no torch.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from PIL import Image

from larder.core.encoders.pictures import CONDITIONING, LATENT, SQUARE, read_picture
from larder.core.encoders.protocol import SourceError
from larder.core.errors import PayloadError
from larder.core.keys.recipe import RECIPE_KEY
from larder.core.payloads.dtypes import Array
from larder.core.payloads.pt_file import PtFile
from larder.core.queries.cached_pictures import CachedPicture
from larder.core.queries.latent_colours import Floats
from larder.core.workspace.bucketing import Size, scale_and_crop

LATENTS: Final = (LATENT, f"{LATENT}_distribution.mean")
"""Names of a latent, the second in caches of VAE fine-tuning."""


@dataclass(frozen=True, slots=True)
class ReadLatent:
    """What is drawn of a payload.

    Attributes:
        frames: float32 [frames, channels, h, w]; one frame of a picture.
        mask: float32 [h, w] in [0, 1], None where it holds none.
        conditioning: as `frames`, None where it holds none.
        original: (height, width) of the picture that was encoded, None if it does not say.
        crop: (height, width) of the crop, None if it does not say.
        offset: (y, x) of the crop in the scaled picture, None if it does not say.
        recipe: id of the recipe it carries, "" for none.
        modeltype: that it says it is for, "" for none.
    """

    frames: Floats
    mask: Floats | None
    conditioning: Floats | None
    original: Size | None
    crop: Size | None
    offset: Size | None
    recipe: str
    modeltype: str

    @property
    def latent(self) -> Floats:
        """The first frame, [channels, h, w]."""
        first: Floats = self.frames[0]
        return first

    @property
    def shape(self) -> Size:
        """(height, width) of a frame, in points."""
        return int(self.frames.shape[2]), int(self.frames.shape[3])


def read_latent(path: Path) -> ReadLatent:
    """Read the latents and the mask of a payload.

    Raises:
        PayloadError: if it is damaged, refused, or holds no latent that can be drawn.
    """
    with PtFile(path) as payload:
        contents = payload.contents()
        known = {array.name: array.shape for array in contents.arrays}
        name = next((name for name in LATENTS if name in known), None)
        if name is None:
            raise PayloadError(f"{path.name} holds no latent of a picture.")
        arrays = {
            wanted: payload.array(wanted) for wanted in (name, "latent_mask", CONDITIONING)
            if wanted in known}
        frames = _frames(arrays[name])
        if frames is None:
            shape = "x".join(map(str, known[name]))
            raise PayloadError(f"The latent in {path.name} is {shape}, which is no picture.")
        values = contents.values
        pair = {wanted: _last_two(values.get(wanted)) for wanted in (
            "original_resolution", "crop_resolution", "crop_offset")}
        recipe, modeltype = (str(values.get(key) or "") for key in (RECIPE_KEY, "__modeltype"))
        return ReadLatent(
            frames=frames, mask=_mask(arrays.get("latent_mask")),
            conditioning=_frames(arrays[CONDITIONING]) if CONDITIONING in arrays else None,
            original=pair["original_resolution"], crop=pair["crop_resolution"],
            offset=pair["crop_offset"], recipe=recipe, modeltype=modeltype)


def _frames(latent: Array) -> Floats | None:
    """[channels, h, w], [1, channels, h, w] or [channels, frames, h, w] as frames."""
    plain = latent
    if plain.ndim == 5 and plain.shape[0] == 1:
        plain = plain[0]
    if plain.ndim == 3:
        plain = plain[:, None]
    elif plain.ndim == 4 and plain.shape[0] == 1 and plain.shape[1] > 1:
        plain = plain[0][:, None]
    if plain.ndim != 4 or plain.size == 0 or plain.dtype.kind not in "fiu":
        return None
    return np.ascontiguousarray(plain.transpose(1, 0, 2, 3), dtype=np.float32)


def _mask(mask: Array | None) -> Floats | None:
    """[1, h, w], [1, 1, h, w], or 64 channels of the pixels of squares."""
    if mask is None or mask.size == 0 or mask.dtype.kind not in "fiub":
        return None
    plain = mask.reshape(-1, *mask.shape[-2:]).astype(np.float32)
    if len(plain) == SQUARE * SQUARE:
        rows, columns = plain.shape[1:]
        return np.ascontiguousarray(
            plain.reshape(SQUARE, SQUARE, rows, columns).transpose(2, 0, 3, 1)
            .reshape(rows * SQUARE, columns * SQUARE))
    first: Floats = plain[0]
    return first


def _last_two(value: object) -> Size | None:
    """Models with frames put their number before height and width."""
    if not isinstance(value, tuple | list) or len(value) < 2:
        return None
    pair = value[-2:]
    return (int(pair[0]), int(pair[1])) if all(isinstance(side, int) for side in pair) else None


def encoded_part(picture: CachedPicture, latent: ReadLatent, shape: Size) -> Floats:
    """The part of a picture that was encoded, float32 [*shape, 3] in [0, 1], not mirrored.

    Area means, so that a picture of a latent's size has what lies under each of its points.

    Args:
        picture: which.
        latent: says how it was scaled and cropped; the middle where it does not.
        shape: (height, width) wanted.

    Raises:
        SourceError: if the picture cannot be read.
    """
    levels = read_picture(picture.source, least=2 * max(shape))
    height, width = levels.shape[:2]
    crop = crop_of(picture, latent)
    tall, wide = latent.original or (height, width)
    cut = scale_and_crop(tall, wide, crop)
    top, left = cut.offset if latent.offset is None else latent.offset
    down, across = height / cut.scaled[0], width / cut.scaled[1]
    box = (left * across, top * down, (left + crop[1]) * across, (top + crop[0]) * down)
    box = (max(box[0], 0.0), max(box[1], 0.0), min(box[2], width), min(box[3], height))
    if box[0] >= box[2] or box[1] >= box[3]:
        raise SourceError(f"{picture.source.name} is smaller than what was encoded of it.")
    part = Image.fromarray(levels).resize(
        (shape[1], shape[0]), Image.Resampling.BOX, box=box)
    return np.asarray(part, dtype=np.float32) / np.float32(255)


def crop_of(picture: CachedPicture, latent: ReadLatent) -> Size:
    """(height, width) of the crop that was encoded; of one that nobody recorded only the shape."""
    height, width = latent.shape
    return latent.crop or picture.size or (height * SQUARE, width * SQUARE)
