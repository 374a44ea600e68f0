"""A store as a survey read it, in released OneTrainer's layout, for judging and for a build."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field

from larder.core.stores.released.groups import GroupRecord
from larder.core.stores.released.slot_origins import SlotOrigins
from larder.core.survey.released.sources import GroupSamples
from larder.core.survey.row_notes import Faults


class ReadStore(Struct):
    """One store as a survey read it, and the samples that it is read for.

    Attributes:
        groups: by key.
        origins: what is noted of the slots of variations, by group, by number.
        samples: of the concepts that the trainer loads, by index.
        unseen: why nobody knows which samples a concept has, by its index.
        away: why pictures that a concept had in a folder below its own cannot be reached, by index.
        image_groups: of a text store, the image group of each concept that has one, by index.
        damaged: names of slots that a look into them found to be of no use.
        faults: why they are of none, by name, as far as the look tells.
        incomplete: those of them in which nothing was found but that values are not there.
        doubted: samples, as the store's rows spell them, whose slots are known to be made
            otherwise although they look good.
        recovered: what is noted of the slots of folders whose list is missing, damaged or of
            another time, by group, by number.
        changed: names of slots that are not what was recorded, and nobody knows what they hold.
    """

    groups: dict[str, GroupRecord] = field(default_factory=dict)
    origins: dict[str, dict[int, SlotOrigins]] = field(default_factory=dict)
    samples: Mapping[int, GroupSamples] = field(default_factory=dict)
    unseen: Mapping[int, str] = field(default_factory=dict)
    away: dict[int, str] = field(default_factory=dict)
    image_groups: Mapping[int, GroupRecord] = field(default_factory=dict)
    damaged: frozenset[str] = frozenset()
    faults: Faults = field(default_factory=dict)
    incomplete: frozenset[str] = frozenset()
    doubted: frozenset[str] = frozenset()
    recovered: dict[str, dict[int, SlotOrigins]] = field(default_factory=dict)
    changed: set[str] = field(default_factory=set)

    @property
    def redate_count(self) -> int:
        """How many folders that a trainer reads have other dates than were recorded."""
        return sum(origins.is_redated for of_group in self.origins.values()
                   for origins in of_group.values())
