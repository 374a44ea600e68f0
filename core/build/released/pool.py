"""Slots wanted in a released trainer's cache, and the existing payloads that serve them.

That layout has no index: slot k of a group is read for the k-th sample of its concept, so a folder
of slots is written whole. `SlotPool` knows what every payload there was made of, those of a build
that was stopped among them. For each wanted slot it is asked, best first: does it stay, does it
move here from another slot, is it encoded. A slot that moves keeps the crop, the flip and the
shuffling that were drawn for the place it had.

A picture's payload serves every sample of equal content, as in the other layout. A caption's serves
one sample, unless the prompt itself, once it is drawn, is known to be the same, or it comes from
the other layout.
"""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from larder.core.build.recipes import BuildRecipes
from larder.core.build.released.columns import (
    ACTION_TEXT,
    ACTIONS,
    MAKING_TEXT,
    FolderSlots,
    HeldPayload,
    Making,
    PlannedSlot,
    SlotAction,
    SourceState,
)
from larder.core.build.released.lacking import LackingPayloads
from larder.core.build.reports import ListedFolder
from larder.core.build.sample_positions import SamplePosition
from larder.core.keys.recipe import RECIPE_KEY
from larder.core.workspace.bucketing import Size
from larder.core.workspace.concepts import Concept

LEFT: Final = ACTIONS.index(SlotAction.LEFT)

Key = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class WantedGroup:
    """A group as the trainer will look for it.

    Attributes:
        key: its folder's name, 64 hex digits.
        samples: by slot.
        variations: how many folders it has.
        concepts: whose samples they are, in their order.
    """

    key: str
    samples: Sequence[SamplePosition]
    variations: int
    concepts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class KnownSample:
    """A sample of today.

    Attributes:
        state: its source, content known.
        sizes: crops that it can have, empty in a text store.
        size: (height, width) of the upright picture, None in a text store.
    """

    sample: SamplePosition
    state: SourceState
    sizes: Collection[Size] = ()
    size: Size | None = None


class FolderChange(enum.Enum):
    """Change that a build makes to a variation's folder."""

    NOTHING = "nothing"
    RECORD = "record"
    """Only what is recorded of it is new."""
    SWAP = "swap"
    """A new folder takes its place."""


@dataclass(slots=True)
class PlannedFolder:
    """One variation of a group.

    Attributes:
        group: key of the group.
        number: of the variation, from 0.
        replaces: size and mtime_ns of the aggregate that is there, None without one.
        going: slots that are there and that nobody wants any more.
        unproved: slots of a trainer that are encoded because nothing shows what they hold.
        settings: those of its concept that the group's name stands for.
        is_listed_anew: its list is missing or damaged, so that a trainer makes all of it again.
        concepts: whose samples it holds.
        making: how many slots that nothing there fills are not encoded but made otherwise, as far
            as it was counted.
    """

    group: str
    number: int
    slots: FolderSlots
    replaces: tuple[int, int] | None = None
    change: FolderChange = FolderChange.SWAP
    going: tuple[int, ...] = ()
    unproved: int = 0
    settings: dict[str, Any] | None = None
    is_listed_anew: bool = False
    concepts: frozenset[int] = frozenset()
    making: Counter[Making] = field(default_factory=Counter)

    @property
    def goes(self) -> int:
        """How many slots nobody wants any more."""
        return len(self.going)

    @property
    def copied_bytes(self) -> int:
        """Bytes of slots that are copies of payloads which stay where they are."""
        columns = self.slots.columns
        return sum(
            held.bytes for action, held in zip(columns.actions, columns.held, strict=True)
            if held is not None and ACTIONS[action] in (SlotAction.SHARED, SlotAction.LINKED))

    def count(self, action: SlotAction) -> int:
        """Slots with this fate."""
        return self.slots.columns.actions.count(ACTIONS.index(action))

    def count_made(self, making: Making) -> int:
        """Slots that nothing there fills and that are made so; uncounted, all are encoded."""
        return self.making[making] if making is not Making.ENCODED else (
            self.count(SlotAction.ENCODED) - self.making.total())

    def find_updates(self) -> Iterator[str]:
        """Pictures of samples that something is done for; with its list all that it holds."""
        for slot in self.slots:
            if slot.action is not SlotAction.LEFT and (
                    self.is_listed_anew or slot.action is not SlotAction.STAYS):
                yield slot.sample.picture

    def describe(self, names: Mapping[int, str]) -> ListedFolder:
        """Return the folder for the document; `names` are the names of concepts by index."""
        return ListedFolder(
            group=self.group, concepts=tuple(names[at] for at in sorted(self.concepts)),
            variation=self.number, change=self.change.value,
            stays=self.count(SlotAction.STAYS), moves=self.count(SlotAction.MOVES),
            shared=self.count(SlotAction.SHARED), linked=self.count(SlotAction.LINKED),
            left=self.count(SlotAction.LEFT) or msgspec.UNSET,
            encodes=self.count_made(Making.ENCODED),
            equal=self.count_made(Making.EQUAL) or msgspec.UNSET,
            completes=self.count_made(Making.COMPLETED) or msgspec.UNSET,
            goes=self.goes, unproved=self.unproved)


def slots_text(folders: Sequence[PlannedFolder]) -> str:
    """Return the actions of the slots of folders as text, "2 stay, 1 to encode, 3 go"."""
    numbers = [
        *((sum(folder.count(action) for folder in folders), ACTION_TEXT[action])
          for action in SlotAction if action is not SlotAction.ENCODED),
        *((sum(folder.count_made(one) for folder in folders), MAKING_TEXT[one]) for one in Making),
        (sum(folder.goes for folder in folders), "go")]
    return ", ".join(f"{count:,} {text}" for count, text in numbers if count)


@dataclass(frozen=True, slots=True)
class PlannedSlots:
    """Plan of the slots of a store in the released layout.

    Attributes:
        folders: every wanted variation.
        pool: what is there to make slots of.
        blocked: concepts whose other store cannot be brought up to date; as theirs, their folders
            stay as they are.
        due: pictures of the samples that were selected, or else of those that the survey asks to
            be built; None where it asks for all.
        along: pictures of others that are due and lie in the groups of what was selected.
    """

    folders: tuple[PlannedFolder, ...]
    pool: SlotPool
    blocked: frozenset[int] = frozenset()
    due: frozenset[str] | None = frozenset()
    along: frozenset[str] = frozenset()

    def list_renamed(self) -> Iterator[PlannedSlot]:
        """Yield slots that get what was made of the same content under another file name.

        Nobody knows that content by the file's name, so that it was read to know it.
        """
        for folder in self.folders:
            columns = folder.slots.columns
            for at, held in enumerate(columns.held):
                if held is None or held.place is None or columns.actions[at] == LEFT:
                    continue
                if self.pool.picture_at(held.place) != held.origin.picture:
                    yield folder.slots[at]


def find_paired_concepts(folders: Iterable[PlannedFolder], stuck: Collection[int]) -> set[int]:
    """Concepts whose folders stay as they are, given some: pictures and captions are pairs.

    Concepts that share a folder share its fate.

    `folders` are those of all stores of a build; of `stuck` concepts one cannot be written.
    """
    held, waiting = set(stuck), [folder.concepts for folder in folders]
    while more := {
            concept for concepts in waiting if concepts & held for concept in concepts} - held:
        held |= more
    return held


@dataclass(slots=True)
class SlotPool:
    """The payloads that slots can be made of, by what they hold.

    Attributes:
        endings: name endings of the sidecars that count now.
        is_text: whether captions are cached.
        made_alike: whether the slots of a group were made with a concept's settings, as far as its
            name tells.
        keeps_weights: whether payloads of other weights are as good as those of this build's.
        lacking: payloads that only have to be completed.
    """

    recipes: BuildRecipes
    endings: tuple[str, ...]
    is_text: bool
    made_alike: Callable[[str, Concept], bool]
    keeps_weights: bool = False
    _at: dict[tuple[str, int, int], HeldPayload] = field(default_factory=dict)
    _by_content: dict[Key, list[HeldPayload]] = field(default_factory=dict)
    _by_prompt: dict[str, list[HeldPayload]] = field(default_factory=dict)
    _of_picture: dict[tuple[str, int], list[HeldPayload]] = field(default_factory=dict)
    _taken: set[str] = field(default_factory=set)
    _agreed: dict[tuple[str, int], bool] = field(default_factory=dict)
    _variations: set[int] = field(default_factory=set)
    lacking: LackingPayloads = field(default_factory=LackingPayloads)

    def __len__(self) -> int:
        return sum(map(len, self._by_content.values()))

    def knows(self, place: tuple[str, int, int]) -> bool:
        """Return whether a slot's payload was added."""
        return place in self._at

    def picture_at(self, place: tuple[str, int, int]) -> str:
        """The picture that a slot's payload was made for, "" where nothing is noted of it."""
        held = self._at.get(place)
        return "" if held is None else held.origin.picture

    def add(self, held: HeldPayload, *, variation: int) -> None:
        """Learn of a payload made for a variation."""
        origin = held.origin
        self._variations.add(variation)
        self._by_content.setdefault(
            self._key(origin.content, origin.sidecars, variation), []).append(held)
        if origin.prompt:
            self._by_prompt.setdefault(origin.prompt, []).append(held)
        if held.place is not None:
            self._at[held.place] = held

    def holds(self, place: tuple[str, int, int], content: str) -> bool:
        """Return whether a slot's payload was made of this content; of "", which none is, not."""
        held = self._at.get(place)
        return held is not None and content != "" and held.origin.content == content

    def staying(
        self, place: tuple[str, int, int], state: SourceState, sizes: Collection[Size],
        concept: Concept,
    ) -> HeldPayload | None:
        """The payload of a slot, if it is right there.

        Args:
            place: group, variation and slot.
            state: what it is to be made of.
            sizes: crops that it may have; of several targets any was drawn for some place. Empty
                in a text store.
            concept: whose settings count.
        """
        held = self._at.get(place)
        if held is None or not state.content:
            return None
        origin, variation = held.origin, place[1]
        is_right = self._key(origin.content, origin.sidecars, variation) == self._key(
            state.content, state.sidecars, variation)
        if not is_right or not self._fits(held, sizes) or not self._agrees(held, concept):
            return None
        self._taken.add(held.path)
        return held

    def moving(
        self, state: SourceState, sizes: Collection[Size], variation: int, concept: Concept
    ) -> HeldPayload | None:
        """A payload of another slot, or of none, that is right for a sample; see `staying`.

        That of another variation is where nothing is drawn that they could differ in.
        """
        if not state.content:
            return None
        taken: HeldPayload | None = None
        for held in self._by_content.get(
                self._key(state.content, state.sidecars, variation), ()):
            if not self._fits(held, sizes) or not self._agrees(held, concept):
                continue
            if held.path not in self._taken:
                self._taken.add(held.path)
                return held
            taken = taken or held
        if taken is None:
            return self._of_other_variation(state, sizes, variation, concept)
        # What served several samples in the other layout goes on serving them.
        return taken if not self.is_text or taken.place is None else None

    def _of_other_variation(
        self, state: SourceState, sizes: Collection[Size], variation: int, concept: Concept
    ) -> HeldPayload | None:
        others = self._variations - {variation}
        if self.is_text or not others or concept.image.is_drawn:
            return None
        return next((
            held for other in sorted(others)
            for held in self._by_content.get(self._key(state.content, state.sidecars, other), ())
            if self._fits(held, sizes) and self._agrees(held, concept)), None)

    def former(
        self, sample: SamplePosition, state: SourceState, sizes: Collection[Size], variation: int
    ) -> HeldPayload | None:
        """Return the payload that was made for a sample, whatever has changed since; see `staying`.

        It is found by the sample's file, else by its content; it may have been made with other
        settings.
        """
        found = self._by_picture().get((sample.picture, variation), [])
        if not found and state.content:
            found = self._by_content.get(self._key(state.content, state.sidecars, variation), [])
        return next((
            held for held in found if held.place is not None and self._fits(held, sizes)), None)

    def _by_picture(self) -> dict[tuple[str, int], list[HeldPayload]]:
        """Return the payloads in slots by picture and variation, computed on first use."""
        if not self._of_picture:
            for place, held in self._at.items():
                self._of_picture.setdefault((held.origin.picture, place[1]), []).append(held)
        return self._of_picture

    @property
    def knows_prompts(self) -> bool:
        """True if the prompt of any payload is known."""
        return bool(self._by_prompt)

    def note_lacking(
        self, place: tuple[str, int, int], sample: SamplePosition, size: Size | None
    ) -> None:
        """Say for which sample a slot is made; what lies in it may only have to be completed."""
        if not self.is_text:
            self.lacking.note(place, self._at.get(place), sample, size)

    def of_prompt(
        self, stamp: str, concept: Concept, *, is_to_stay_as_it_is: bool = False
    ) -> HeldPayload | None:
        """A payload that holds just this prompt.

        `is_to_stay_as_it_is`: none is taken that says with which settings its prompt was chosen.
        """
        return next((
            held for held in self._by_prompt.get(stamp, ())
            if not (is_to_stay_as_it_is and held.place is not None and held.origin.recipe)
            and self._agrees(held, concept, prompt_is_known=True)), None)

    def _fits(self, held: HeldPayload, sizes: Collection[Size]) -> bool:
        return self.is_text or held.origin.size in sizes

    def _key(
        self, content: str, sidecars: Sequence[tuple[str, str, int]], variation: int
    ) -> Key:
        counted = tuple(sorted(
            (ending, found) for ending, found, _ in sidecars
            if ending in self.endings)) if sidecars else ()
        return content, counted, variation

    def _agrees(
        self, held: HeldPayload, concept: Concept, *, prompt_is_known: bool = False
    ) -> bool:
        """Return whether a payload is made as a concept asks, as far as its making is known."""
        recipe, group = held.origin.recipe, "" if held.place is None else held.place[0]
        if not (recipe or prompt_is_known or held.place is None
                or self.recipes.assumes(concept, written_ns=held.mtime_ns, group=group)
                or self.made_alike(held.place[0], concept)):
            return False
        known = None if prompt_is_known or not recipe else self._agreed.get(
            (recipe, concept.index))
        if known is None:
            known = self.recipes.agrees(
                {RECIPE_KEY: recipe} if recipe else {}, concept, written_ns=held.mtime_ns,
                group=group, prompt_is_known=prompt_is_known, keeps_weights=self.keeps_weights)
            if recipe and not prompt_is_known:
                self._agreed[recipe, concept.index] = known
        return known
