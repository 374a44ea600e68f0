"""What building some samples takes: payloads, bytes and, from former builds, seconds.

Bytes follow from the payloads that are there: what a payload holds grows with the area of its
picture, beside a constant part of a few kilobytes. Seconds follow from the journal: a build notes
how many payloads it encoded and how long that took. Where nothing was built or cached before,
nothing is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from core.files.journal import JournalAction, JournalRecord, read_journal
from core.keys.payload_names import parse_smart_name
from core.operations.change_effect import Effect
from core.operations.survey_report import StoreSurvey
from core.operations.survey_wanted import wanted_size
from core.settings import cache_home
from core.stores.index_file import read_index
from core.stores.index_snapshot import load_snapshot
from core.workspace.concepts import Concept
from core.workspace.model_types import find_model_type
from core.workspace.onetrainer_config import TrainerConfig
from core.workspace.open_workspace import StoreContent, Workspace
from core.workspace.store_kinds import StoreFormat, kind_of

CONTAINER_BYTES: Final = 2_700
"""Directory, pickle and alignment of a small torch file with the trainer's names in it."""

SAMPLED: Final = 512
"""Payloads whose size is looked at; enough for a mean within a few per cent."""

LATEST_BUILDS: Final = 5
"""Builds that a rate is taken from; older ones may be of another machine."""

BYTES_PER_VALUE: Final = {"FLOAT_32": 4, "TFLOAT_32": 4, "FLOAT_16": 2, "BFLOAT_16": 2}

MASK_STRIDE: Final = 8
MASK_MEMBER_BYTES: Final = 256
"""Headers and alignment of one more array in a torch file."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What building takes.

    Attributes:
        payloads: files to write.
        bytes: their size, about; None while the store holds nothing to tell it from.
        bytes_now: what payloads of the same samples take up now.
        seconds: None while no build was journalled.
    """

    payloads: int
    bytes: int | None
    bytes_now: int
    seconds: float | None


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


def cost_of(
    effect: Effect,
    *,
    survey: StoreSurvey,
    before: Workspace,
    after: Workspace,
    only_further_variations: bool,
    adds_masks: bool,
) -> Cost:
    """What it takes to build what an effect concerns.

    Args:
        effect: the samples.
        survey: their store as it is now.
        before: the workspace now.
        after: the workspace as it would be.
        only_further_variations: what is there stays, and only variations are added.
        adds_masks: payloads are completed by a mask, and keep what they have.
    """
    size = payload_size(survey, after.config)
    scale = _width_ratio(before.config, after.config)
    payloads, needed = 0, 0.0
    for concept, count in _counts(effect, survey).items():
        if not 0 <= concept < len(after.concepts):
            continue
        then = after.concepts[concept]
        variations = _variations(then, survey)
        if only_further_variations:
            variations = max(variations - _variations(before.concepts[concept], survey), 0)
        payloads += count * variations
        if size is not None:
            pixels = _pixels(after, then, survey)
            each = size.of(pixels) * scale
            if adds_masks:
                each += _mask_bytes(pixels or size.pixels, after.config)
            needed += count * variations * each
    replaced = 0 if only_further_variations else int(survey.rows.bytes[effect.rows].sum())
    rate = encode_rate(read_journal(survey.location.path)) if payloads else None
    return Cost(
        payloads=payloads, bytes=None if size is None else round(needed), bytes_now=replaced,
        seconds=None if rate is None else payloads / rate)


def payload_size(survey: StoreSurvey, config: TrainerConfig | None) -> PayloadSize | None:
    """How large payloads of a store are, from a sample of them; None when it holds none."""
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
        return None
    if len(pixels) != len(sizes):
        return PayloadSize(fixed=float(np.mean(sizes)), per_pixel=0.0, pixels=0.0)
    fixed = min(float(CONTAINER_BYTES), min(sizes))
    area = float(np.mean(pixels))
    return PayloadSize(fixed, (float(np.mean(sizes)) - fixed) / area, area)


def encode_rate(journal: Sequence[JournalRecord]) -> float | None:
    """Payloads per second of the latest builds, None if none says how long it took."""
    encoded, seconds = 0.0, 0.0
    builds = [record for record in journal if record.action == JournalAction.BUILT]
    for record in _timed(reversed(builds)):
        encoded += record[0]
        seconds += record[1]
    return encoded / seconds if encoded > 0 and seconds > 0 else None


def _timed(builds: Iterable[JournalRecord]) -> list[tuple[float, float]]:
    """(payloads encoded, seconds) of the latest builds that tell."""
    found: list[tuple[float, float]] = []
    for record in builds:
        match record.detail:
            case {"encoded": int() as encoded, "seconds": int() | float() as seconds}:
                found.append((float(encoded), float(seconds)))
        if len(found) == LATEST_BUILDS:
            break
    return found


def _counts(effect: Effect, survey: StoreSurvey) -> dict[int, int]:
    """Distinct contents to encode, by concept: sources with equal bytes share their payloads."""
    first = effect.concepts[_first_of_each_content(effect.rows, survey)]
    concepts, counts = np.unique(
        np.concatenate([first, effect.new_concepts]), return_counts=True)
    return dict(zip(concepts.tolist(), counts.tolist(), strict=True))


def _first_of_each_content(
    rows: npt.NDArray[np.int64], survey: StoreSurvey
) -> npt.NDArray[np.int64]:
    """Positions in `rows` of the first source of each content, by the hashes of the index."""
    if survey.location.kind.format is not StoreFormat.SMART or not len(rows):
        return np.arange(len(rows))
    store = survey.location.path
    columns = (load_snapshot(cache_home(), store) or read_index(store)).columns
    if len(columns) != int(survey.rows.has_entry.sum()):
        return np.arange(len(rows))
    indexed = np.flatnonzero(rows < len(columns))
    distinct = np.unique(columns.hashes[rows[indexed]], return_index=True)[1]
    return np.concatenate([indexed[distinct], np.flatnonzero(rows >= len(columns))])


def _variations(concept: Concept, survey: StoreSurvey) -> int:
    is_image = survey.location.kind.content is StoreContent.IMAGE
    return concept.image_variations if is_image else concept.text_variations


def _pixels(workspace: Workspace, concept: Concept, survey: StoreSurvey) -> float | None:
    """Pixels of a picture of the asked size; the sizes of one edge have about its area."""
    targets = wanted_size(
        workspace.config, concept,
        kind_of(StoreFormat.SMART, survey.location.kind.content)).targets
    if targets is None:
        return None
    if targets.fixed is not None:
        return float(targets.fixed[0] * targets.fixed[1])
    return float(np.mean([edge * edge for edge in targets.edges]))


def _mask_bytes(pixels: float, config: TrainerConfig | None) -> float:
    width = 4 if config is None else BYTES_PER_VALUE.get(_train_type(config), 4)
    return MASK_MEMBER_BYTES + width * pixels / MASK_STRIDE**2


def _width_ratio(before: TrainerConfig | None, after: TrainerConfig | None) -> float:
    """How much wider values become, where both types are floats of a known width."""
    if before is None or after is None:
        return 1.0
    have = BYTES_PER_VALUE.get(_train_type(before))
    want = BYTES_PER_VALUE.get(_train_type(after))
    return want / have if have and want else 1.0


def _train_type(config: TrainerConfig) -> str:
    return str(config.raw.get("train_dtype") or "FLOAT_16")
