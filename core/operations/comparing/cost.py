"""What building some samples takes: payloads, bytes and, from former builds, seconds.

Bytes follow from the payloads that are there, seconds from the rates that builds noted in the
journal. Where nothing was built or cached before, nothing is told.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from larder.core.files.journal import read_journal
from larder.core.keys.resolution_key import NO_RESOLUTION_KEY, format_resolution_key
from larder.core.operations.building.bytes import PayloadSize, payload_size
from larder.core.operations.building.rates import rates_in
from larder.core.operations.comparing.effect import Effect
from larder.core.operations.surveying.report import StoreSurvey
from larder.core.operations.surveying.wanted import wanted_size
from larder.core.settings import cache_home
from larder.core.stores.index_snapshot import present_index
from larder.core.workspace.onetrainer_config import TrainerConfig
from larder.core.workspace.open_workspace import StoreContent, Workspace
from larder.core.workspace.store_kinds import StoreFormat, kind_of

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
class Costing:
    """What costs are told from.

    Attributes:
        survey: the store as it is now.
        before: the workspace now.
        after: the workspace as it would be; its concepts are those of `before`.
        only_further_variations: what is there stays, and only variations are added.
        adds_masks: payloads are completed by a mask, and keep what they have.
    """

    survey: StoreSurvey
    before: Workspace
    after: Workspace
    only_further_variations: bool
    adds_masks: bool

    def cost_of(self, effect: Effect) -> Cost:
        """What it takes to build what an effect concerns."""
        size = payload_size(self.survey, self.after.config)
        rates = rates_in(read_journal(self.survey.location.path))
        payloads, needed = 0, 0.0
        seconds: float | None = 0.0
        for concept, count in _counts(effect, self.survey).items():
            files = count * self._payloads_each(concept)
            payloads += files
            pixels = self._pixels(concept)
            needed += files * (0.0 if size is None else self._bytes_each(size, pixels))
            each_s = rates.seconds_each(self._key(pixels, size))
            seconds = None if seconds is None or each_s is None else seconds + files * each_s
        now = 0 if self.only_further_variations else int(
            self.survey.rows.bytes[effect.rows].sum())
        return Cost(
            payloads=payloads, bytes=None if size is None else round(needed), bytes_now=now,
            seconds=seconds if payloads else 0.0)

    def _payloads_each(self, concept: int) -> int:
        """Payloads to write per content."""
        is_image = self.survey.location.kind.content is StoreContent.IMAGE
        now, then = self.before.concepts[concept], self.after.concepts[concept]
        have = now.image_variations if is_image else now.text_variations
        want = then.image_variations if is_image else then.text_variations
        return max(want - have, 0) if self.only_further_variations else want

    def _bytes_each(self, size: PayloadSize, pixels: float | None) -> float:
        each = size.of(pixels) * _width_ratio(self.before.config, self.after.config)
        if self.adds_masks:
            each += _mask_bytes(pixels or size.pixels, self.after.config)
        return each

    def _pixels(self, concept: int) -> float | None:
        """Pixels of a picture of the asked size; the sizes of one edge have about its area."""
        kind = kind_of(StoreFormat.SMART, self.survey.location.kind.content)
        targets = wanted_size(self.after.config, self.after.concepts[concept], kind).targets
        if targets is None:
            return None
        if targets.fixed is not None:
            return float(targets.fixed[0] * targets.fixed[1])
        return float(np.mean([edge * edge for edge in targets.edges]))

    def _key(self, pixels: float | None, size: PayloadSize | None) -> str:
        """The key of a square picture of so many pixels; rates of other sizes scale by area."""
        if self.survey.location.kind.content is StoreContent.TEXT:
            return NO_RESOLUTION_KEY
        edge = round(math.sqrt(pixels or (size.pixels if size is not None else 0.0)))
        return format_resolution_key((edge, edge)) if edge else NO_RESOLUTION_KEY


def _counts(effect: Effect, survey: StoreSurvey) -> dict[int, int]:
    """Distinct contents to encode, by concept: sources with equal bytes share their payloads."""
    first = effect.concepts[_first_of_each_content(effect.rows, survey)]
    concepts, counts = np.unique(
        np.concatenate([first, effect.new_concepts]), return_counts=True)
    return {
        concept: count for concept, count in zip(concepts.tolist(), counts.tolist(), strict=True)
        if concept >= 0}


def _first_of_each_content(
    rows: npt.NDArray[np.int64], survey: StoreSurvey
) -> npt.NDArray[np.int64]:
    """Positions in `rows` of the first source of each content, by the hashes of the index."""
    if survey.location.kind.format is not StoreFormat.SMART or not len(rows):
        return np.arange(len(rows))
    store = survey.location.path
    columns = present_index(cache_home(), store).columns
    if len(columns) != int(survey.rows.has_entry.sum()):
        return np.arange(len(rows))
    indexed = np.flatnonzero(rows < len(columns))
    distinct = np.unique(columns.hashes[rows[indexed]], return_index=True)[1]
    return np.concatenate([indexed[distinct], np.flatnonzero(rows >= len(columns))])


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
