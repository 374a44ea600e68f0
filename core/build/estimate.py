"""What a build takes: bytes by the payloads that are there, seconds by what its encoder took.

The one place that tells it, of plans and of comparisons. What a payload holds grows with the area
of its picture, beside a constant part of a few kilobytes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import msgspec
import numpy as np

from larder.core.build.plan import BuildItem
from larder.core.build.rates import EncoderRates
from larder.core.build.reports import BuildGroup, ListedMixture
from larder.core.keys.payload_names import (
    format_resolution_key,
    parse_resolution_key,
    parse_smart_name,
)
from larder.core.survey.report import StoreSurvey
from larder.core.workspace.bucketing import Size
from larder.core.workspace.model_types import find_model_type
from larder.core.workspace.onetrainer_config import TrainerConfig

CONTAINER_BYTES: Final = 2_700
"""Directory, pickle and alignment of a small torch file with the trainer's names in it."""

BYTES_PER_VALUE: Final = {"FLOAT_32": 4, "TFLOAT_32": 4, "FLOAT_16": 2, "BFLOAT_16": 2}

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

    `adds_masks`: they get a mask, which those that are there do not have.

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


def groups_of(
    store: str, items: Sequence[BuildItem], size: PayloadSize | None, rates: EncoderRates,
    mixture: ListedMixture | None = None,
) -> tuple[BuildGroup, ...]:
    """Items in numbers, size by size in their order.

    `size` is None where the store holds nothing. What other models encoded does not lend its names
    to this build.
    """
    entries: Counter[Size | None] = Counter()
    payloads: Counter[Size | None] = Counter()
    for item in items:
        entries[item.bucket] += 1
        payloads[item.bucket] += item.payloads
    groups = tuple(
        timed(BuildGroup(
            store=store, encoder="",
            resolution="" if bucket is None else format_resolution_key(bucket),
            entries=entries[bucket], payloads=payloads[bucket],
            bytes=None if size is None else round(
                size.of(None if bucket is None else bucket[0] * bucket[1])) * payloads[bucket],
            seconds=None), rates)
        for bucket in entries)
    return groups if mixture is None else tuple(
        msgspec.structs.replace(group, encoder=mixture.model) for group in groups)


def timed(group: BuildGroup, rates: EncoderRates) -> BuildGroup:
    """A group with the seconds its encoder takes, and with bytes where nothing else tells them."""
    pixels, payloads = pixels_of(group), group.payloads
    if not payloads:
        return msgspec.structs.replace(group, encoder=rates.name, bytes=0, seconds=0.0)
    seconds, size = rates.seconds_each(pixels), rates.bytes_each(pixels)
    told = group.bytes
    if told is None and size is not None:
        told = size * payloads
    return msgspec.structs.replace(
        group, encoder=rates.name if seconds is not None else "", bytes=told,
        seconds=None if seconds is None else seconds * payloads)


def pixels_of(group: BuildGroup) -> int:
    """Area of the pictures of a group, 0 in a text store."""
    size = parse_resolution_key(group.resolution) if group.resolution else None
    return 0 if size is None else size[0] * size[1]
