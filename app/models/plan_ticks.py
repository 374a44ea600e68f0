"""Which items of a plan are ticked, and what they add up to: one mask, sums in numpy."""

from __future__ import annotations

import enum
from dataclasses import dataclass

import numpy as np

from larder.app.models.plan_snapshot import Items, Mask, PlanSnapshot


class TickState(enum.Enum):
    """Of a group."""

    NONE = "none"
    SOME = "some"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Totals:
    """What some items add up to: how many, the files they consist of, and bytes."""

    items: int = 0
    files: int = 0
    bytes: int = 0
    bytes_on_disk: int = 0

    def __add__(self, other: Totals) -> Totals:
        return Totals(self.items + other.items, self.files + other.files, self.bytes + other.bytes,
                      self.bytes_on_disk + other.bytes_on_disk)

    def __sub__(self, other: Totals) -> Totals:
        return Totals(self.items - other.items, self.files - other.files, self.bytes - other.bytes,
                      self.bytes_on_disk - other.bytes_on_disk)


class PlanTicks:
    """The ticks of one plan. Only items that are shown can be ticked.

    A change costs as much as the items it concerns, however long the plan is.
    """

    def __init__(self, plan: PlanSnapshot) -> None:
        self._plan = plan
        self._mask = np.zeros(len(plan.columns), dtype=np.bool_)
        self._totals = [Totals() for _ in plan.groups]
        self.tick_preselected()

    @property
    def mask(self) -> Mask:
        """One per item in plan order, as an apply takes it; do not write into it."""
        return self._mask

    @property
    def total(self) -> Totals:
        """Of all that is ticked."""
        return sum(self._totals, Totals())

    def of_group(self, group: int) -> Totals:
        """Of what is ticked in a group."""
        return self._totals[group]

    def state(self, group: int) -> TickState:
        """Whether none, some or all of a group is ticked."""
        ticked = self._totals[group].items
        if not ticked:
            return TickState.NONE
        return TickState.ALL if ticked == len(self._plan.groups[group]) else TickState.SOME

    def is_ticked(self, item: int) -> bool:
        """Whether one item is ticked."""
        return bool(self._mask[item])

    def tick(self, group: int, items: Items, *, on: bool) -> None:
        """Tick or un-tick items of one group."""
        changed = items[self._mask[items] != on]
        self._mask[changed] = on
        moved = self._sum(changed)
        self._totals[group] = (
            self._totals[group] + moved if on else self._totals[group] - moved)

    def tick_group(self, group: int, *, on: bool) -> None:
        """Tick or un-tick a whole group."""
        self.tick(group, self._plan.groups[group].items, on=on)

    def tick_preselected(self) -> None:
        """Tick what the plan preselects, and nothing else."""
        preselected = self._plan.columns.preselected
        for at, group in enumerate(self._plan.groups):
            self.tick(at, group.items[~preselected[group.items]], on=False)
            self.tick(at, group.items[preselected[group.items]], on=True)

    @property
    def are_preselected(self) -> bool:
        """Whether exactly what the plan preselects is ticked."""
        return bool(np.array_equal(self._mask, self._plan.columns.preselected))

    def _sum(self, items: Items) -> Totals:
        columns = self._plan.columns
        return Totals(items=len(items), files=int(columns.files[items].sum()),
                      bytes=int(columns.bytes[items].sum()),
                      bytes_on_disk=int(columns.bytes_on_disk[items].sum()))
