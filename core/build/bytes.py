"""How large a store's further payloads will be, told from those that are there.

What a payload holds grows with the area of its picture, beside a constant part of a few kilobytes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from larder.core.keys.payload_names import parse_smart_name
from larder.core.survey.report import StoreSurvey
from larder.core.workspace.model_types import find_model_type
from larder.core.workspace.onetrainer_config import TrainerConfig

CONTAINER_BYTES: Final = 2_700
"""Directory, pickle and alignment of a small torch file with the trainer's names in it."""

BYTES_PER_VALUE: Final = {"FLOAT_32": 4, "TFLOAT_32": 4, "FLOAT_16": 2, "BFLOAT_16": 2}

MASK_NAME: Final = "latent_mask"
MASK_STRIDE: Final = 8
MASK_MEMBER_BYTES: Final = 256
"""Headers and alignment of one more array in a torch file."""

SAMPLED: Final = 512
"""Payloads whose size is looked at; enough for a mean within a few per cent."""


@dataclass(frozen=True, slots=True)
class PayloadSize:
    """How large a store's payloads are.

    Attributes:
        fixed: bytes beside what grows with the picture.
        per_pixel: bytes per pixel of the picture, 0.0 where payloads have no size in their names.
        pixels: mean of the sampled payloads.
    """

    fixed: float
    per_pixel: float
    pixels: float

    def of(self, pixels: float | None) -> float:
        """Bytes of one payload, about."""
        return self.fixed + self.per_pixel * (self.pixels if pixels is None else pixels)


def payload_size(
    survey: StoreSurvey, config: TrainerConfig | None, *, adds_masks: bool = False
) -> PayloadSize | None:
    """How large further payloads of a store are, from a sample of those that are there.

    Args:
        survey: of the store.
        config: they are made for it.
        adds_masks: they get a mask, which those that are there do not have.

    Returns:
        None when the store holds no payload.
    """
    size = _size_of_those_there(survey, config)
    if size is None or not adds_masks:
        return size
    width = 4 if config is None else BYTES_PER_VALUE.get(train_type_of(config), 4)
    each = width / MASK_STRIDE**2
    return PayloadSize(size.fixed + MASK_MEMBER_BYTES, size.per_pixel + each, size.pixels)


def train_type_of(config: TrainerConfig) -> str:
    """The type that a config trains in, as it spells it."""
    return str(config.raw.get("train_dtype") or "FLOAT_16")


def _size_of_those_there(
    survey: StoreSurvey, config: TrainerConfig | None
) -> PayloadSize | None:
    files = survey.payloads
    step = max(len(files.names) // SAMPLED, 1)
    model_type = None if config is None else find_model_type(config.model_type)
    sizes: list[float] = []
    pixels: list[float] = []
    for at in range(0, len(files.names), step):
        name = parse_smart_name(files.names[at])
        if name is None:
            continue
        sizes.append(float(files.sizes[at]))
        # A name with a frame axis tells frames and height, not the picture's size.
        if name.resolution is not None and not (model_type and model_type.frame_axis):
            pixels.append(float(name.resolution[0] * name.resolution[1]))
    if not sizes:
        # A released trainer's files have no source in their names; its entries have their bytes.
        entries = survey.rows.bytes[survey.rows.bytes > 0]
        return PayloadSize(float(entries.mean()), 0.0, 0.0) if len(entries) else None
    if len(pixels) != len(sizes):
        return PayloadSize(fixed=float(np.mean(sizes)), per_pixel=0.0, pixels=0.0)
    fixed = min(float(CONTAINER_BYTES), min(sizes))
    area = float(np.mean(pixels))
    return PayloadSize(fixed, (float(np.mean(sizes)) - fixed) / area, area)
