"""What building some samples takes: payloads, bytes and, from former builds, seconds.

Where Larder builds the store, the build's own planner is asked, so that a comparison and a build
never tell different figures for one change. What only a trainer builds is reckoned here: bytes from
the payloads that are there, seconds from the encoder's pace.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from larder.core.build.choice import Asked
from larder.core.build.planning import (
    BYTES_PER_VALUE,
    PayloadSize,
    payload_size,
    plan_store,
    train_type_of,
    with_doubt,
)
from larder.core.build.rates import RatesOf
from larder.core.build.reports import BuildGroup
from larder.core.build.scope import can_be_built
from larder.core.compare.effects import Effect
from larder.core.jobs import CancelToken, Job
from larder.core.quantities import sum_if_known
from larder.core.settings import cache_home
from larder.core.stores.store_memory import present_index
from larder.core.survey.report import StoreSurvey, SurveyReport
from larder.core.survey.sources import picture_memory
from larder.core.survey.variants import wanted_size
from larder.core.workspace.onetrainer_config import TrainerConfig
from larder.core.workspace.open_workspace import StoreContent, Workspace
from larder.core.workspace.store_kinds import StoreFormat, kind_of


@dataclass(frozen=True, slots=True)
class Cost:
    """What building takes.

    Attributes:
        payloads: files to write.
        bytes: their size, about; None while the store holds nothing to tell it from.
        bytes_now: what payloads of the same samples take up now.
        seconds: None while the encoder was never used here.
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
        then: the store as it would be, among the stores of `report`.
        report: a survey of the workspace as it would be; its concepts are those of `before`.
        only_further_variations: what is there stays, and only variations are added.
        adds_masks: payloads are completed by a mask, and keep what they have.
        rates_of: what is known of each encoder's pace.
    """

    survey: StoreSurvey
    then: StoreSurvey
    before: Workspace
    report: SurveyReport
    only_further_variations: bool
    adds_masks: bool
    rates_of: RatesOf

    @property
    def after(self) -> Workspace:
        """The workspace as it would be."""
        return self.report.workspace

    def cost_of(self, effect: Effect, token: CancelToken) -> Job[Cost]:
        """What it takes to build what an effect concerns.

        Raises:
            StalePlanError: if an index changed since it was surveyed.
        """
        now = 0 if self.only_further_variations else int(
            self.survey.rows.bytes[effect.rows].sum())
        if not can_be_built(self.after, self.then.location):
            return self._reckoned(effect, now)
        return _cost(
            (yield from self._planned(effect, token)), now,
            width_ratio(self.before.config, self.after.config))

    def _planned(self, effect: Effect, token: CancelToken) -> Job[Sequence[BuildGroup]]:
        """What a build of just these samples would make."""
        store = self.then.location.id
        now, then = self.survey.rows, self.then.rows
        selection = [
            *((store, now.source(row)) for row in effect.rows.tolist()),
            *((store, then.source(row)) for row in effect.new.tolist())]
        doubted = [(store, now.source(row)) for row in effect.otherwise.tolist()]
        with picture_memory() as pictures:
            planned = yield from plan_store(
                Asked(self.report, pictures, token, selection=selection, rates_of=self.rates_of),
                with_doubt(self.then, doubted))
        return planned.groups

    def _reckoned(self, effect: Effect, now: int) -> Cost:
        """The same of a store that Larder does not build."""
        size = payload_size(self.survey, self.after.config, adds_masks=self.adds_masks)
        rates = self.rates_of(self.survey.location.kind.content)
        ratio = width_ratio(self.before.config, self.after.config)
        payloads, needed = 0, 0.0
        seconds: float | None = 0.0
        for concept, count in _counts(effect, self.survey).items():
            files = count * self._payloads_each(concept)
            payloads += files
            pixels = self._pixels(concept)
            needed += files * (0.0 if size is None else size.of(pixels) * ratio)
            each_s = rates.seconds_each(round(self._area(pixels, size)))
            seconds = None if seconds is None or each_s is None else seconds + files * each_s
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

    def _pixels(self, concept: int) -> float | None:
        """Pixels of a picture of the asked size; the sizes of one edge have about its area."""
        kind = kind_of(StoreFormat.SMART, self.survey.location.kind.content)
        targets = wanted_size(self.after.config, self.after.concepts[concept], kind).targets
        if targets is None:
            return None
        if targets.fixed is not None:
            return float(targets.fixed[0] * targets.fixed[1])
        return float(np.mean([edge * edge for edge in targets.edges]))

    def _area(self, pixels: float | None, size: PayloadSize | None) -> float:
        """Pixels of a picture, 0.0 in a text store."""
        if self.survey.location.kind.content is StoreContent.TEXT:
            return 0.0
        return pixels or (size.pixels if size is not None else 0.0)


def _cost(groups: Sequence[BuildGroup], now: int, ratio: float) -> Cost:
    size = sum_if_known(group.bytes for group in groups)
    return Cost(
        payloads=sum(group.payloads for group in groups),
        bytes=None if size is None else round(ratio * size), bytes_now=now,
        seconds=sum_if_known(group.seconds for group in groups))


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


def width_ratio(before: TrainerConfig | None, after: TrainerConfig | None) -> float:
    """How much wider values become, where both types are floats of a known width."""
    if before is None or after is None:
        return 1.0
    have = BYTES_PER_VALUE.get(train_type_of(before))
    want = BYTES_PER_VALUE.get(train_type_of(after))
    return want / have if have and want else 1.0
