"""How large the cached files are that a build makes: by files that are there, or by their maker.

A file grows with the area of its picture, beside a constant part of a few kilobytes. How much is
read from a few files of the store, in the number type that the config asks for now. Of a file of
ours the constant part is what it takes beside its arrays. One of a trainer says less of itself, and
may hold whole storages of which its arrays are parts; so what a build would write in its place is
composed, arrays left empty.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Final

import numpy as np

from larder.core.build.payload_types import LATENT, MASK, bytes_after, types_of
from larder.core.build.pipeline.pieces import CROP_RESOLUTION
from larder.core.build.plan import BuildItem
from larder.core.build.released.slot_sizes import sizes_of_slots
from larder.core.errors import PayloadError
from larder.core.keys.payload_names import parse_indexed_name
from larder.core.keys.recipe import RECIPE_KEY
from larder.core.payloads.arrays import ArrayInfo, PayloadContents
from larder.core.payloads.dtypes import ARRAY_TYPES
from larder.core.payloads.pt import Emitter, PlainTensor, archive
from larder.core.payloads.pt_file import list_pt, stamps
from larder.core.stores.indexed.stamps import members_of_build, payload_stamps
from larder.core.stores.released.groups import slot_name
from larder.core.survey.report import StoreSurvey
from larder.core.survey.sharing import MASK_ENDING
from larder.core.workspace.bucketing import Size
from larder.core.workspace.concepts import Concept
from larder.core.workspace.onetrainer_config import TrainerConfig
from larder.core.workspace.open_workspace import Workspace
from larder.core.workspace.store_kinds import StoreContent

SAMPLED: Final = 512
"""Payloads whose size is looked at; enough for a mean within a few per cent."""

LOOKED_INTO: Final = 3
"""Files of a store that tell what is in all."""

CAPTIONS_LOOKED_AT: Final = 64
DIGITS: Final = "0" * 16
"""A hash, a recipe's id or a checksum, for its length."""

CONTAINER_BYTES: Final = 2_700
"""What a file takes beside its arrays where none can be read."""

MASK_STRIDE: Final = 8
"""Of a mask that nothing at hand tells more of."""

CROP: Final = (128, 128)
SPATIAL_SIZE: Final = (1, 16, 16)


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


@dataclass(frozen=True, slots=True)
class Written:
    """Values that a build writes into each file of a store beside the arrays.

    Attributes:
        concept: whose settings, None where no concept is asked for.
        prompt: bytes of a prompt, None in an image store.
        names: values that every payload must hold.
    """

    concept: Concept | None
    modeltype: str
    prompt: int | None
    names: Collection[str] = ()

    def bytes_beside(
        self, arrays: Iterable[ArrayInfo], values: Mapping[str, Any], *, has_recipe: bool = True
    ) -> int:
        """Return the bytes of a file beside its arrays; `values` are those that are no arrays."""
        arrays, emitter = tuple(arrays), Emitter(_without_content)
        own = {name: value for name, value in values.items() if not name.startswith("__")}
        said = {} if self.concept is None else payload_stamps(
            self.concept, self.modeltype,
            prompt=None if self.prompt is None else "x" * self.prompt,
            content_hash=None if self.prompt is None else DIGITS)
        is_masked = any(array.name == MASK for array in arrays)
        emitter.emit({
            **{array.name: array for array in arrays}, **own, **members_of_build(
                said, {"hash": DIGITS, "sidecars": {MASK_ENDING: DIGITS} if is_masked else {}},
                stamps(DIGITS, DIGITS) if has_recipe else {})})
        # Each array begins at the next multiple of 64.
        return sum(map(len, archive(emitter.opcodes, emitter.storages)))

    def without_example(self) -> int:
        """The same of a picture in a store that holds nothing to go by."""
        arrays = [ArrayInfo(name, "float32", SPATIAL_SIZE, 0)
                  for name in self.names if name.startswith(LATENT)]
        return self.bytes_beside(arrays, {
            name: CROP for name in self.names if not name.startswith(LATENT)})


def _without_content(value: object) -> PlainTensor | None:
    return None if not isinstance(value, ArrayInfo) else PlainTensor(
        value.dtype, value.shape, value.shape, memoryview(b""))


def written_by(
    workspace: Workspace, content: StoreContent, items: Sequence[BuildItem],
    names: Collection[str] = (),
) -> Written:
    """Return what a build of some items writes; of several concepts that of the first item's."""
    config = workspace.config
    concepts = {one.index: one for one in workspace.concepts}
    first = items[0].use.concept if items else None
    is_text = content is StoreContent.TEXT
    return Written(
        next(iter(concepts.values()), None) if first is None else concepts.get(first),
        "" if config is None else config.model_type,
        _prompt_bytes(items) if is_text else None, names)


def _prompt_bytes(items: Sequence[BuildItem]) -> int:
    """Mean size of some captions, 0 where none can be looked at."""
    spread = np.unique(np.linspace(
        0, len(items) - 1, min(len(items), CAPTIONS_LOOKED_AT)).round().astype(int)).tolist()
    sizes = []
    for at in spread:
        with suppress(OSError, ValueError):
            sizes.append(os.stat(items[at].source).st_size)  # noqa: PTH116
    return round(float(np.mean(sizes))) if sizes else 0


@dataclass(frozen=True, slots=True)
class _Example:
    """A file that is there, and what a build would write in its place.

    Attributes:
        size: of the file.
        fixed: bytes of the new one that do not grow with the picture.
        spatial: those that do.
        pixels: of the picture, 0 where the file is of none or its size is not known.
    """

    size: int
    fixed: int
    spatial: int
    pixels: int


def payload_size(
    survey: StoreSurvey, config: TrainerConfig | None, written: Written, *,
    adds_masks: bool = False,
) -> PayloadSize | None:
    """How large further payloads of a store are, from those that are there.

    Args:
        survey: of the store.
        config: the number type is that of this one.
        written: what a build writes beside arrays.
        adds_masks: they get a mask, which those that are there do not have.

    Returns:
        None when the store holds no payload.
    """
    rows = _rows_by_name(survey)
    sizes, pixels = _sizes_of_those_there(survey, rows)
    if not sizes:
        return None
    examples = [*_examples(survey, rows, config, written, adds_masks=adds_masks)]
    of_pictures = [one for one in examples if one.pixels]
    if of_pictures and len(of_pictures) == len(examples):
        return PayloadSize(
            float(np.mean([one.fixed for one in of_pictures])),
            sum(one.spatial for one in of_pictures) / sum(one.pixels for one in of_pictures),
            float(np.mean(pixels)) if pixels else of_pictures[0].pixels)
    if examples or len(pixels) != len(sizes):
        grown = [one.fixed + one.spatial - one.size for one in examples] or [0]
        return PayloadSize(float(np.mean(sizes) + np.mean(grown)), 0.0, 0.0)
    fixed, area = min(float(CONTAINER_BYTES), min(sizes)), float(np.mean(pixels))
    mask = ARRAY_TYPES["float32"].itemsize / MASK_STRIDE**2 if adds_masks else 0.0
    return PayloadSize(fixed, (float(np.mean(sizes)) - fixed) / area + mask, area)


def _examples(
    survey: StoreSurvey, rows: Sequence[int], config: TrainerConfig | None, written: Written, *,
    adds_masks: bool,
) -> Iterator[_Example]:
    """A few files of a store, those that can be read."""
    types, content = types_of(config), survey.location.kind.content
    for path, size, crop in islice(_places(survey, rows), LOOKED_INTO):
        try:
            contents = list_pt(path)
        except PayloadError:
            continue
        arrays = contents.arrays
        if adds_masks and (mask := _mask_for(arrays, config)) is not None:
            arrays += (mask,)
        crop = (crop and _crop_in(contents)) or crop
        after = {info: bytes_after(info, types, content) for info in arrays}
        spatial = sum(
            count for info, count in after.items() if crop and info.name.startswith(LATENT))
        is_as_written = RECIPE_KEY in contents.values and arrays is contents.arrays
        beside = size - sum(info.bytes for info in arrays) if is_as_written \
            else written.bytes_beside(arrays, contents.values, has_recipe=not (
                # With what a trainer made a latent that is kept nobody knows.
                adds_masks and survey.released is None and RECIPE_KEY not in contents.values))
        yield _Example(size, beside + sum(after.values()) - spatial, spatial,
                       crop[0] * crop[1] if crop else 0)


def _crop_in(contents: PayloadContents) -> Size | None:
    """Return the crop size stored in a file; names with a frame axis hold frames and height."""
    said = contents.values.get(CROP_RESOLUTION)
    if not isinstance(said, tuple) or len(said) < len(CROP):
        return None
    height, width = said[-2:]
    return (height, width) if isinstance(height, int) and isinstance(width, int) else None


def _mask_for(arrays: Sequence[ArrayInfo], config: TrainerConfig | None) -> ArrayInfo | None:
    """The mask that a build would put beside a latent that has none."""
    latent = next((info for info in arrays if info.name.startswith(LATENT)), None)
    if latent is None or any(info.name == MASK for info in arrays):
        return None
    asked = types_of(config).get("mask") or latent.dtype
    height, width = latent.shape[-2:]
    return ArrayInfo(MASK, asked, (1, height, width),
                     height * width * ARRAY_TYPES[asked].itemsize)


def _rows_by_name(survey: StoreSurvey) -> list[int]:
    """Rows of payloads, so that an estimate does not depend on how a drive lists its files."""
    names = survey.payloads.names
    return sorted(
        (row for row, name in enumerate(names) if parse_indexed_name(name) is not None),
        key=names.__getitem__)


def _places(
    survey: StoreSurvey, rows: Sequence[int]
) -> Iterator[tuple[Path, int, Size | None]]:
    """Files spread over a store, with their size and that of their picture as it is cut."""
    store, files = survey.location.path, survey.payloads
    if survey.released is None:
        for at in np.unique(np.linspace(0, len(rows) - 1, LOOKED_INTO).astype(int)).tolist() \
                if rows else ():
            name = parse_indexed_name(files.names[rows[at]])
            path = store / files.names[rows[at]]
            yield path, int(files.sizes[rows[at]]), None if name is None else name.resolution
        return
    for key, group in sorted(survey.released.groups.items()):
        for record in group.variations.values():
            variation = record.variation
            if len(variation.slots):
                slot = int(variation.slots[0])
                yield (store / slot_name(key, variation=variation.number, slot=slot),
                       int(variation.slot_bytes[0]),
                       record.sizes[slot] if slot < len(record.sizes) else None)


def _sizes_of_those_there(
    survey: StoreSurvey, rows: Sequence[int]
) -> tuple[list[float], list[float]]:
    """Sizes of a sample of the files, and pixels of their pictures as far as they are known."""
    files = survey.payloads
    sizes: list[float] = []
    pixels: list[float] = []
    for at in rows[::max(len(rows) // SAMPLED, 1)]:
        name = parse_indexed_name(files.names[at])
        sizes.append(float(files.sizes[at]))
        pixels += [] if name is None or name.resolution is None else [
            float(name.resolution[0] * name.resolution[1])]
    if survey.released is not None:
        # Names of numbered files tell nothing; of pictures the list of their folder tells the size.
        for size, crop in sizes_of_slots(survey.released, SAMPLED):
            sizes.append(size)
            pixels += [] if crop is None else [float(crop[0] * crop[1])]
    return sizes, pixels
