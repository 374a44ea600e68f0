"""A plan as lines: groups, and below each expanded one its items. Worked out, not stored.

A line's number leads to its group and item through at most six sums, so a plan of a million items
costs one array of item numbers per group.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from larder.app.models.plan_columns import PlanColumn
from larder.app.models.plan_snapshot import Items, PlanSnapshot
from larder.app.models.plan_ticks import PlanTicks, TickState


@dataclass(frozen=True, slots=True)
class PlanLine:
    """What a line of the outline stands for.

    Attributes:
        group: place of its group.
        item: number of the item, None for the group itself.
    """

    group: int
    item: int | None


class PlanOutline:
    """Which lines a plan has just now, and what is ticked."""

    def __init__(self, plan: PlanSnapshot, ticks: PlanTicks, *, expanded: bool) -> None:
        self.plan = plan
        self.ticks = ticks
        self._items: list[Items] = [group.items for group in plan.groups]
        self._expanded = [expanded] * len(plan.groups)

    def __len__(self) -> int:
        return self.top_of(len(self._items))

    def line(self, position: int) -> PlanLine:
        """What stands at a position.

        Raises:
            IndexError: if there is no such line.
        """
        left = position
        for group in range(len(self._items)):
            if left == 0:
                return PlanLine(group, None)
            below = self.below(group)
            if left <= below:
                return PlanLine(group, int(self._items[group][left - 1]))
            left -= 1 + below
        raise IndexError(position)

    def top_of(self, group: int) -> int:
        """Position of a group's own line."""
        return group + sum(self.below(above) for above in range(group))

    def below(self, group: int) -> int:
        """Lines below a group's own."""
        return len(self._items[group]) if self._expanded[group] else 0

    def is_expanded(self, group: int) -> bool:
        """Whether a group's items are shown."""
        return self._expanded[group]

    def set_expanded(self, group: int, *, on: bool) -> None:
        """Show or hide a group's items."""
        self._expanded[group] = on

    def state(self, line: PlanLine) -> TickState:
        """How far a line is ticked."""
        if line.item is None:
            return self.ticks.state(line.group)
        return TickState.ALL if self.ticks.is_ticked(line.item) else TickState.NONE

    def tick(self, first: int, last: int, *, on: bool) -> Iterator[int]:
        """Tick or un-tick the lines `first` to `last`; gives the groups that were touched.

        A group's own line stands for all of its items.
        """
        for group, items in enumerate(self._items):
            top = self.top_of(group)
            bottom = top + self.below(group)
            if first > bottom or last < top:
                continue
            chosen = items if first <= top else items[first - top - 1: last - top]
            self.ticks.tick(group, chosen, on=on)
            yield group

    def show_items(self, items: list[Items]) -> None:
        """Show each group's items in another order."""
        self._items = items


def sorted_items(plan: PlanSnapshot, column: PlanColumn, *, descending: bool) -> list[Items]:
    """Each group's items by raw value, stably: pure numpy, meant for a pool thread."""
    key = _sort_key(plan, column)
    if key is None:
        return [group.items for group in plan.groups]
    found = []
    for group in plan.groups:
        values = np.asarray(key[group.items], dtype=np.int64)
        order = np.argsort(-values if descending else values, kind="stable")
        found.append(group.items[order])
    return found


def _sort_key(plan: PlanSnapshot, column: PlanColumn) -> npt.NDArray[np.integer] | None:
    """Raw values; None for columns of few distinct values or of sentences."""
    columns = plan.columns
    match column:
        case PlanColumn.NAME:
            return columns.source_rank
        case PlanColumn.AGE:
            return columns.age_s
        case PlanColumn.SIZE:
            return columns.bytes
        case PlanColumn.ON_DISK:
            return columns.bytes_on_disk
        case _:
            return None
