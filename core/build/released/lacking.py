"""Payloads in slots that lack nothing but what needs no encoder: a mask, as a rule.

Masks that are switched on, edited, added or removed are no reason to encode pictures again. What is
in a slot stays in it, and gets what it lacks from the decoded picture.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from larder.core.build.sample_positions import SamplePosition
from larder.core.stores.released.groups import slot_name
from larder.core.workspace.bucketing import Size

if TYPE_CHECKING:
    from larder.core.build.released.columns import HeldPayload

Place = tuple[str, int, int]
"""Group, variation and slot."""


@dataclass(slots=True)
class LackingPayloads:
    """Known payloads in the slots that are to be made again."""

    _at: dict[Place, HeldPayload] = field(default_factory=dict)
    _of: dict[tuple[int, int, int], HeldPayload] = field(default_factory=dict)

    def add(self, held: HeldPayload) -> None:
        """Learn of a trainer's payload that is its picture's and does not hold all that it must."""
        if held.place is not None:
            self._at[held.place] = held

    def note(
        self, place: Place, recorded: HeldPayload | None, sample: SamplePosition, size: Size | None
    ) -> None:
        """Remember for a sample what is in its slot, if it is of the size that is asked for.

        `recorded` is what is noted to be there.
        """
        held = recorded or self._at.get(place)
        if held is not None and held.origin.size == size is not None:
            self._of[sample.concept, sample.position, place[1]] = held

    def name(self, sample: SamplePosition, variation: int, content: str) -> str:
        """Name of what is in a sample's slot and was made of this content, "" for nothing."""
        held = self._of.get((sample.concept, sample.position, variation))
        if held is None or held.place is None or held.origin.content != content:
            return ""
        group, number, slot = held.place
        return slot_name(group, variation=number, slot=slot)
