"""What a change of settings makes of a cache of the released layout, told by the build's own plans.

A survey judges slots by where they are, so that one picture deleted makes all behind it stale; what
a build has to encode of them is something else. So the build is planned as the settings are and as
they would be, and what it encodes only then is what the change costs.

The name of a group follows from a concept's settings. Where it changes OneTrainer finds nothing
under it and caches the whole concept anew; a build moves what is there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from larder.core.build.choice import Asked
from larder.core.build.planning import PlannedStore, plan_store
from larder.core.build.rates import RatesOf
from larder.core.build.reports import BuildGroup
from larder.core.build.scope import can_be_built
from larder.core.build.slots import Fate
from larder.core.compare.cost import Cost
from larder.core.jobs import CancelToken, Job
from larder.core.quantities import sum_if_known
from larder.core.survey.report import StoreSurvey, SurveyReport
from larder.core.survey.sources import picture_memory
from larder.core.workspace.open_workspace import Workspace
from larder.core.workspace.store_kinds import StoreFormat

SlotName = tuple[str, int]
"""A sample's picture as the trainer spells it, and the number of a variation, from 0."""


@dataclass(frozen=True, slots=True)
class PlannedSlots:
    """What a build would make of one store under some settings.

    Attributes:
        fates: of every slot that is to be there.
        by_group: the samples of each group.
        takes: what is encoded, in numbers.
    """

    fates: Mapping[SlotName, Fate]
    by_group: Mapping[str, frozenset[str]]
    takes: Sequence[BuildGroup]

    @classmethod
    def of(cls, planned: PlannedStore) -> PlannedSlots:
        """Read a plan."""
        folders = planned.store.folders
        return cls(
            {(slot.sample.picture, folder.number): slot.fate
             for folder in folders for slot in folder.slots},
            {folder.group: frozenset(slot.sample.picture for slot in folder.slots)
             for folder in folders},
            planned.groups)

    @property
    def encoded(self) -> frozenset[SlotName]:
        """The slots that are encoded."""
        return frozenset(slot for slot, fate in self.fates.items() if fate is Fate.ENCODED)


@dataclass(frozen=True, slots=True)
class SlotEffect:
    """What a change makes of one store.

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
    """Whether plans tell what a change makes of a store."""
    return store.location.kind.format is StoreFormat.LEGACY and store.location in after.stores \
        and can_be_built(before, store.location) and can_be_built(after, store.location)


def plan_slots_of(
    report: SurveyReport, store: StoreSurvey, workspace: Workspace, rates_of: RatesOf,
    token: CancelToken,
) -> Job[PlannedSlots]:
    """Plan a build of one store for a workspace that differs from the surveyed one in settings.

    Raises:
        UserFacingError, JobCancelled: as `plan_store`.
    """
    with picture_memory() as pictures:
        return PlannedSlots.of((yield from plan_store(
            Asked(replace(report, workspace=workspace), pictures, token, rates_of=rates_of),
            store)))


def slot_effect(now: PlannedSlots, then: PlannedSlots) -> SlotEffect:
    """What the difference between two plans comes to."""
    fresh = then.encoded - now.encoded
    wanted_now, wanted_then = _samples(now.fates), _samples(then.fates)
    renamed = {
        sample for group, samples in then.by_group.items() if group not in now.by_group
        for sample in samples}
    return SlotEffect(
        items=len(_samples(fresh)),
        cost=_cost(then, len(fresh)),
        regained=len((_samples(now.encoded) - _samples(then.encoded)) & wanted_then),
        unused=len(wanted_now - wanted_then),
        anew=len(renamed & wanted_now))


def _samples(slots: Iterable[SlotName]) -> frozenset[str]:
    return frozenset(sample for sample, _ in slots)


def _cost(plan: PlannedSlots, payloads: int) -> Cost:
    """That part of what a plan takes."""
    share = payloads / max(len(plan.encoded), 1)
    size = sum_if_known(group.bytes for group in plan.takes)
    seconds = sum_if_known(group.seconds for group in plan.takes)
    return Cost(
        payloads=payloads, bytes=None if size is None else round(share * size), bytes_now=0,
        seconds=None if seconds is None else share * seconds)
