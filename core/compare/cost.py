"""Cost of building some samples: payloads, bytes and, from former builds, seconds.

Where Larder builds the store, the build's own planner is used, so that a comparison and a build
never give different figures for one change. What only a trainer builds is estimated here: bytes
from the payloads that exist, seconds from the encoder's pace.

For a cache of the released layout, the build's plans also show what a change does to it. A survey
judges slots by position, so that deleting one picture makes all behind it stale; what a build has
to encode of them is something else. So the build is planned with the settings as they are and as
they would be, and what it encodes only then is what the change costs. The name of a group follows
from a concept's settings. Where it changes, OneTrainer finds nothing under it and caches the whole
concept anew; a build moves what exists.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from larder.core.build.choice import BuildInputs
from larder.core.build.left_to_trainer import can_be_built
from larder.core.build.payload_bytes import PayloadSize, payload_size, written_by
from larder.core.build.payload_types import types_of
from larder.core.build.planning import StorePlan, plan_store, with_doubt
from larder.core.build.rates import RatesOf
from larder.core.build.released import SlotAction
from larder.core.build.reports import BuildGroup
from larder.core.compare.effects import ChangedSamples
from larder.core.jobs import CancelToken, Job
from larder.core.quantities import sum_if_known
from larder.core.survey.report import StoreSurvey, SurveyReport
from larder.core.survey.sources import picture_memory
from larder.core.survey.variants import find_wanted_size
from larder.core.workspace.onetrainer_config import TrainerConfig
from larder.core.workspace.open_workspace import StoreContent, Workspace

BYTES_PER_VALUE: Final = {"FLOAT_32": 4, "TFLOAT_32": 4, "FLOAT_16": 2, "BFLOAT_16": 2}

SlotName = tuple[str, int]
"""A sample's picture as the trainer spells it, and the number of a variation, from 0."""


@dataclass(frozen=True, slots=True)
class Cost:
    """Payloads, bytes and seconds that a build takes.

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
    """Inputs that costs are computed from.

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

    def cost_of(self, effect: ChangedSamples, token: CancelToken) -> Job[Cost]:
        """Return the cost of building what an effect concerns.

        Raises:
            StalePlanError: if an index changed since it was surveyed.
        """
        now = 0 if self.only_further_variations else int(
            self.survey.rows.bytes[effect.rows].sum())
        if not can_be_built(self.after, self.then.location):
            return self._estimate(effect, now)
        groups = yield from self._plan_groups(effect, token)
        return _cost(groups, sum(group.payloads for group in groups), bytes_now=now)

    def _plan_groups(self, effect: ChangedSamples, token: CancelToken) -> Job[Sequence[BuildGroup]]:
        """Return the groups that a build of only these samples would make."""
        store = self.then.location.id
        now, then = self.survey.rows, self.then.rows
        selection = [
            *((store, now.source(row)) for row in effect.rows.tolist()),
            *((store, then.source(row)) for row in effect.new.tolist())]
        doubted = [(store, now.source(row)) for row in effect.otherwise.tolist()]
        with picture_memory() as pictures:
            planned = yield from plan_store(
                BuildInputs(
                    self.report, pictures, token, selection=selection, rates_of=self.rates_of),
                with_doubt(self.then, doubted))
        return planned.groups

    def _estimate(self, effect: ChangedSamples, now: int) -> Cost:
        """The same of a store that Larder does not build."""
        written = written_by(
            self.after, self.survey.location.kind.content, ())
        size = payload_size(self.survey, self.after.config, written, adds_masks=self.adds_masks)
        rates = self.rates_of(self.survey.location.kind.content)
        ratio = 1.0 if types_of(self.after.config) else width_ratio(
            self.before.config, self.after.config)
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
        content = self.survey.location.kind.content
        targets = find_wanted_size(self.after.config, self.after.concepts[concept], content).targets
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


def _cost(
    groups: Sequence[BuildGroup], payloads: int, *, share: float = 1.0, bytes_now: int = 0,
) -> Cost:
    """A share of what a plan takes."""
    size = sum_if_known(group.bytes for group in groups)
    seconds = sum_if_known(group.seconds for group in groups)
    return Cost(
        payloads=payloads, bytes=None if size is None else round(share * size),
        bytes_now=bytes_now, seconds=None if seconds is None else share * seconds)


def _counts(effect: ChangedSamples, survey: StoreSurvey) -> dict[int, int]:
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
    is_indexed = survey.location.kind.traits.has_index
    columns = survey.present_columns() if is_indexed and len(rows) else None
    if columns is None:
        return np.arange(len(rows))
    indexed = np.flatnonzero(rows < len(columns))
    distinct = np.unique(columns.hashes[rows[indexed]], return_index=True)[1]
    return np.concatenate([indexed[distinct], np.flatnonzero(rows >= len(columns))])


def _train_type_of(config: TrainerConfig) -> str:
    return str(config.raw.get("train_dtype") or "FLOAT_16")


def width_ratio(before: TrainerConfig | None, after: TrainerConfig | None) -> float:
    """How much wider values become, where both types are floats of a known width."""
    if before is None or after is None:
        return 1.0
    have = BYTES_PER_VALUE.get(_train_type_of(before))
    want = BYTES_PER_VALUE.get(_train_type_of(after))
    return want / have if have and want else 1.0


@dataclass(frozen=True, slots=True)
class SlotCosts:
    """Actions and cost of a build of one store under some settings.

    Attributes:
        fates: of every slot that is to be there.
        by_group: the samples of each group.
        takes: what is encoded, in numbers.
    """

    actions: Mapping[SlotName, SlotAction]
    by_group: Mapping[str, frozenset[str]]
    takes: Sequence[BuildGroup]

    @classmethod
    def of(cls, planned: StorePlan) -> SlotCosts:
        """Read the actions and cost from a plan."""
        folders = planned.store.folders
        return cls(
            {(slot.sample.picture, folder.number): slot.action
             for folder in folders for slot in folder.slots},
            {folder.group: frozenset(slot.sample.picture for slot in folder.slots)
             for folder in folders},
            planned.groups)

    @property
    def slots_to_encode(self) -> frozenset[SlotName]:
        """The slots that are encoded."""
        return frozenset(
            slot for slot, action in self.actions.items() if action is SlotAction.ENCODED)


@dataclass(frozen=True, slots=True)
class SlotEffect:
    """Effect of a change on one store in the released layout.

    Attributes:
        items: samples of which something is encoded only because of it.
        cost: what that takes.
        regained: samples of which something has to be encoded now, and nothing then.
        unused: samples that are asked for now and not then.
        anew: samples in groups of another name, which a trainer alone caches anew.
    """

    items: int
    cost: Cost
    regained: int
    unused: int
    anew: int


def is_planned(store: StoreSurvey, before: Workspace, after: Workspace) -> bool:
    """Return whether the effect of a change on a store is found by comparing build plans."""
    return store.location.kind.traits.whole_groups and store.location in after.stores \
        and can_be_built(before, store.location) and can_be_built(after, store.location)


def plan_slots_of(
    report: SurveyReport, store: StoreSurvey, workspace: Workspace, rates_of: RatesOf,
    token: CancelToken,
) -> Job[SlotCosts]:
    """Plan a build of one store for a workspace that differs from the surveyed one in settings.

    Raises:
        UserFacingError, JobCancelled: as `plan_store`.
    """
    with picture_memory() as pictures:
        return SlotCosts.of((yield from plan_store(
            BuildInputs(replace(report, workspace=workspace), pictures, token, rates_of=rates_of),
            store)))


def slot_effect(now: SlotCosts, then: SlotCosts) -> SlotEffect:
    """Return the effect of a change from the difference between two plans."""
    fresh = then.slots_to_encode - now.slots_to_encode
    wanted_now, wanted_then = _samples(now.actions), _samples(then.actions)
    renamed = {
        sample for group, samples in then.by_group.items() if group not in now.by_group
        for sample in samples}
    return SlotEffect(
        items=len(_samples(fresh)),
        cost=_cost(then.takes, len(fresh), share=len(fresh) / max(len(then.slots_to_encode), 1)),
        regained=len(
            (_samples(now.slots_to_encode) - _samples(then.slots_to_encode)) & wanted_then),
        unused=len(wanted_now - wanted_then),
        anew=len(renamed & wanted_now))


def _samples(slots: Iterable[SlotName]) -> frozenset[str]:
    return frozenset(sample for sample, _ in slots)
