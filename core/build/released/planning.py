"""Plans a store of the released layout: which groups, which samples in them, what each slot gets.

Read-only.

A folder of slots can only be written whole, so a build takes groups, never single samples. Whoever
selects some gets their groups, planned as always: what is right stays or moves, what is stale and
not selected stays as it was made. Only a selected sample that is good is made anew.

What keeps one sample from being built keeps its whole group, and its captions, from being written:
pictures that moved beside captions that did not are pairs that were never meant. So does a file or
folder that is there and cannot be looked at: it is not taken for one that was deleted.

Of what is missing and what is stale a build may be asked to make only one (`BuildScope`). What
moves is put in its place all the same, it costs nothing. A stale slot that is not asked for keeps
what was made for its sample before; a missing one that is not leaves its group as it is.
"""

from __future__ import annotations

import operator
import os
from collections import Counter
from collections.abc import Iterator
from typing import Final

import msgspec

from larder.core.build.choice import SlotChoice
from larder.core.build.indexed.choose import SelectedSources
from larder.core.build.released.columns import HeldPayload, PlannedSlot, SlotAction, SlotColumns
from larder.core.build.released.drawn_prompts import DrawnPrompts
from larder.core.build.released.items import ItemRows, SlotItems
from larder.core.build.released.pool import (
    FolderChange,
    PlannedFolder,
    PlannedSlots,
    SlotPool,
    WantedGroup,
)
from larder.core.build.released.reuse import SlotMatcher, find_indexed_payloads
from larder.core.build.released.samples import LeftGroup, WantedSamples
from larder.core.build.reports import LeftOut
from larder.core.build.sample_positions import SamplePosition
from larder.core.build.scope import BuildScope, OtherWeights
from larder.core.jobs import Job
from larder.core.stores.released.crops import NO_CROPS
from larder.core.stores.released.groups import ReleasedVariation, VariationRecord, slot_name
from larder.core.stores.released.matching import (
    ConceptBlock,
    are_equal_settings,
    equal_blocks,
    makes_group,
    settings_of,
    workspace_group_keys,
)
from larder.core.stores.released.slot_origins import SlotOrigins
from larder.core.survey.released.read_store import ReadStore
from larder.core.survey.remedies import TO_BUILD
from larder.core.survey.verdicts import Verdict
from larder.core.workspace.bucketing import Size
from larder.core.workspace.concepts import Concept

VERDICTS: Final = tuple(sorted(Verdict))
"""By number; asking the enumeration takes ten times as long."""

NOWHERE: Final = -1
"""In place of a slot of a folder: a payload that is in none of them."""

NO_HOLES: Final = (
    "A group is written as a whole, and {count:,} of its files are not cached yet; a build of "
    "only what needs rebuilding does not build them.")
NOT_SHOWN: Final = (
    "For {count:,} of the cached files that a trainer made, it is not recorded what they contain, "
    "so Larder cannot tell whether they need rebuilding.")


class MadeAlike:
    """Tells whether a group's name says that a concept's settings of today made its slots.

    One that was made with a flip that is now switched off lists the very same pictures. It is asked
    during the build, too, so it keeps nothing of the survey.
    """

    def __init__(self, choice: SlotChoice) -> None:
        self._workspace = choice.workspace
        self._concepts = choice.concepts
        self._block = ConceptBlock.TEXT if choice.is_text else ConceptBlock.IMAGE
        # A concept that names a group as it is set now, by key of the group.
        self._named: dict[str, int] = {}
        for concept, keys in workspace_group_keys(choice.workspace, self._block).items():
            for key in keys:
                self._named.setdefault(key, concept)
        self._pictures = {
            key: _pictures_of(choice.read, key) for key in choice.read.groups
            if key not in self._named}
        self._settings = {
            key: slots.settings for key in self._pictures
            for slots in choice.read.origins[key].values() if slots.settings is not None}
        self._known: dict[tuple[str, int], bool] = {}

    def __call__(self, group: str, concept: Concept) -> bool:
        """Return whether the group was made with the concept's settings, as far as names tell."""
        known = self._known.get((group, concept.index))
        if known is None:
            of = self._named.get(group)
            known = self._known[group, concept.index] = (
                self._was_set_like(group, concept)
                if of is None else equal_blocks(self._concepts[of], concept, self._block))
        return known

    def _was_set_like(self, group: str, concept: Concept) -> bool:
        """Return whether a concept has the settings of the unused group's original concept."""
        noted = self._settings.get(group)
        return (noted is not None and are_equal_settings(
            noted, settings_of(concept, self._block), self._block)) or makes_group(
                self._workspace, concept, self._block, group, self._pictures[group])


def _pictures_of(read: ReadStore, group: str) -> set[str]:
    """Pictures that a group was made of, as spelled, one per folder."""
    noted = (
        origin.picture for slots in read.origins[group].values()
        for origin in slots.slots if origin is not None)
    by_folder = {
        picture.replace("\\", "/").rpartition("/")[0]: picture
        for picture in (*read.groups[group].sources(), *noted)}
    return set(by_folder.values())


class SlotPlanner:
    """Goes through the groups of one store once."""

    def __init__(self, choice: SlotChoice) -> None:
        self._choice = choice
        self._block = ConceptBlock.TEXT if choice.is_text else ConceptBlock.IMAGE
        self._read = choice.read
        self._pool = SlotPool(
            choice.recipes, choice.endings, choice.is_text, MadeAlike(choice),
            keeps_weights=choice.asked.others is OtherWeights.KEEP)
        self._chosen = SelectedSources()
        self._folders: list[PlannedFolder] = []
        self._blocked: set[int] = set()
        self._prompts = DrawnPrompts(choice)
        self._unrecorded: list[tuple[str, VariationRecord]] = []
        self._samples = WantedSamples(choice)
        found = choice.survey.rows.verdicts
        self._verdicts: dict[int, bytes] = {
            concept: found[rows].tobytes() for concept, rows in choice.survey.wanted.items()}

    def run(self) -> Job[SelectedSources]:
        """Plan the folders, then list what is to be encoded.

        Raises:
            WorkspaceError: if a resolution text cannot be read.
        """
        choice, chosen, samples = self._choice, self._chosen, self._samples
        self._learn()
        yield from samples.look(to_equal=bool(
            len(self._pool) or self._unrecorded or choice.takes_from_index))
        chosen.broken += samples.broken
        for left in samples.left:
            self._leave_out(left)
        if self._unrecorded and not self._redoes_all:
            yield from self._prove()
        self._folders = [
            self._folder(group, number) for group in samples.groups
            for number in range(group.variations)]
        if self._redoes_all:
            for folder in self._folders:
                folder.slots.columns.redo_all()
        else:
            self._let_stay()
            self._let_move()
            yield from self._let_link()
            if choice.is_text:
                self._let_take_prompts()
            self._keep_to_selection()
            self._keep_to_scope()
        for folder in self._folders:
            self._settle(folder)
        chosen.items = self._items()
        due, along = self._choose_pictures()
        chosen.slots = PlannedSlots(
            tuple(self._folders), self._pool, frozenset(self._blocked), due, along)
        return chosen

    @property
    def _redoes_all(self) -> bool:
        """True if no existing payload is used: everything is requested and nothing is selected."""
        return self._choice.scope is BuildScope.ALL and self._choice.asked.selection is None

    def _learn(self) -> None:
        """Learn what is there and what it was made of, in groups nobody asks for too."""
        for key, group in self._read.groups.items():
            for variation in group.group.variations:
                noted = self._find_origins(key, variation.number)
                listed = group.variations.get(variation.number)
                if noted is not None:
                    self._add_slots(key, noted, variation)
                if noted is not None and (noted.is_whole or not noted.is_redated):
                    continue
                if self._choice.is_text and (listed is None or listed.paths is None):
                    # Captions are known by their tokens, whether the list can be read or not.
                    self._unrecorded.append((key, VariationRecord(
                        variation, paths=None, sizes=NO_CROPS, damage="")))
                elif listed is not None and listed.paths is not None:
                    self._unrecorded.append((key, listed))

    def _find_origins(self, group: str, number: int) -> SlotOrigins | None:
        """Return a folder's recorded slot origins, even if its list is missing or damaged."""
        return self._read.origins.get(group, {}).get(number) or self._read.recovered.get(
            group, {}).get(number)

    def _add_slots(self, group: str, noted: SlotOrigins, variation: ReleasedVariation) -> None:
        number, stamps = variation.number, variation.stamps()
        damaged = self._read.damaged
        folder = os.fspath(self._choice.location.path / group / f"variation-{number}") + os.sep
        for slot, origin in enumerate(noted.slots):
            found = stamps.get(slot)
            if origin is None or found is None:
                continue
            held = HeldPayload(
                variation.file_of(folder, slot), *found, origin, (group, number, slot))
            name = slot_name(group, variation=number, slot=slot) if damaged else ""
            if name not in damaged:
                self._pool.add(held, variation=number)
            elif name in self._read.incomplete:
                self._pool.lacking.add(held)

    def _prove(self) -> Job[None]:
        """Learn what the slots that a trainer made hold, as far as that can be shown."""
        prover = SlotMatcher(self._choice, self._prompts, {
            group.key: [self._samples.known(sample) for sample in group.samples]
            for group in self._samples.groups})
        yield from prover.prove(self._unrecorded)
        for lacking in prover.lacking:
            self._pool.lacking.add(lacking)
        for held in prover.held:
            if held.place is not None and not self._pool.knows(held.place):
                self._pool.add(held, variation=held.place[1])
        self._chosen.unproved = prover.unproved.describe(self._choice.location.id)

    def _leave_out(self, left: LeftGroup) -> None:
        is_in_other = left.is_wanted and self._choice.takes_from_index
        stays = left.key in self._read.groups or is_in_other
        if stays:
            self._blocked |= {sample.concept for sample in left.samples}
        self._chosen.left_out.append(LeftOut(
            self._choice.location.id, len(left.samples), left.why,
            self._choice.source_key(left.samples[0]), stays or msgspec.UNSET))

    def _folder(self, group: WantedGroup, number: int) -> PlannedFolder:
        columns = SlotColumns(
            group.samples, self._samples.states(group), self._samples.paths(group),
            [()] * len(group.samples) if self._choice.is_text else
            [self._samples.crops(sample, number) for sample in group.samples],
            self._choice.endings)
        return PlannedFolder(
            group.key, number, columns.slots(), replaces=self._there(group.key, number),
            settings=settings_of(self._choice.concepts[group.samples[0].concept], self._block),
            concepts=frozenset(group.concepts))

    def _there(self, key: str, number: int) -> tuple[int, int] | None:
        group = self._read.groups.get(key)
        variation = None if group is None else group.group.variation(number)
        if variation is None or variation.aggregate_bytes is None:
            return None
        return variation.aggregate_bytes, variation.aggregate_ns

    def _let_stay(self) -> None:
        redoes_good = self._choice.scope is BuildScope.ALL
        groups = {group.key: group for group in self._samples.groups}
        for folder in self._folders:
            columns = folder.slots.columns
            for at, content in enumerate(self._samples.contents(groups[folder.group])):
                place = folder.group, folder.number, at
                # Where one picture was deleted nearly none may, and nothing is told of those.
                if not self._pool.holds(place, content):
                    continue
                sample = columns.samples[at]
                state = columns.state(sample)
                held = None if self._is_doubted(sample) else self._pool.staying(
                    place, state, columns.sizes[at], self._choice.concepts[sample.concept])
                if held is None:
                    continue
                if redoes_good and self._choice.is_selected(sample):
                    columns.redone[at] = True
                else:
                    columns.give(at, held, SlotAction.STAYS, sample, state)

    def _list_empty_slots(self) -> Iterator[tuple[SlotColumns, int, int, SamplePosition]]:
        """Slots that have no payload yet and may have one that is there.

        Yields their folder's columns, which variation's they are, their number and their sample.
        """
        for folder in self._folders:
            columns = folder.slots.columns
            for at, sample in columns.list_empty():
                if not self._is_doubted(sample):
                    yield columns, folder.number, at, sample

    def _let_move(self) -> None:
        used = {
            held.path for folder in self._folders for held in folder.slots.columns.held
            if held is not None}
        for columns, number, at, sample in self._list_empty_slots():
            state = columns.state(sample)
            held = self._pool.moving(
                state, columns.sizes[at], number, self._choice.concepts[sample.concept])
            if held is None:
                continue
            own = SlotAction.LINKED if held.place is None else SlotAction.MOVES
            columns.give(at, held, SlotAction.SHARED if held.path in used else own, sample, state)
            used.add(held.path)

    def _let_link(self) -> Job[None]:
        """Take what nothing here holds from the other layout."""
        choice = self._choice
        if not choice.takes_from_index:
            return
        missing = [folder.slots[at] for folder in self._folders
                   for at, held in enumerate(folder.slots.columns.held) if held is None]
        if not missing:
            return
        # A caption's row knows the caption's content, whatever the prompt is made of.
        found = yield from find_indexed_payloads(
            choice, None if choice.is_text else {slot.state.content for slot in missing})
        for number, held in found:
            self._pool.add(held, variation=number)
        self._let_move()

    def _let_take_prompts(self) -> None:
        """Give slots a payload of the other layout, or of a trainer, that holds their prompt."""
        if not self._pool.knows_prompts:
            return
        for columns, number, at, sample in self._list_empty_slots():
            prompt = self._prompts.of(sample, number, sample.position)
            held = None if prompt is None else self._pool.of_prompt(
                self._prompts.stamp_of(prompt), self._choice.concepts[sample.concept],
                is_to_stay_as_it_is=True)
            if held is not None:
                columns.give(
                    at, held, SlotAction.LINKED if held.place is None else SlotAction.SHARED,
                    sample, columns.state(sample))

    def _keep_to_selection(self) -> None:
        """Leave what is stale and was not selected as it was made, in its new place."""
        if self._choice.asked.selection is None:
            return
        for folder in self._folders:
            columns = folder.slots.columns
            for at, sample in enumerate(columns.samples):
                if columns.held[at] is None and not self._choice.is_selected(sample):
                    self._leave(columns, at, self._former(columns, folder.number, at, sample))

    def _keep_to_scope(self) -> None:
        """Leave what is stale, or the groups that lack something, where only the other is asked."""
        scope = self._choice.scope
        if scope in (BuildScope.NEEDED, BuildScope.ALL):
            return
        left: dict[str, str] = {}
        for folder in self._folders:
            columns = folder.slots.columns
            to_make = [at for at, held in enumerate(columns.held) if held is None]
            if self._is_unrecorded(folder):
                surplus = max(len(folder.slots) - self._count_there(folder), 0)
                if scope is BuildScope.MISSING and to_make:
                    left[folder.group] = NOT_SHOWN.format(count=len(to_make))
                elif scope is BuildScope.STALE and surplus:
                    left[folder.group] = NO_HOLES.format(count=surplus)
                continue
            former = [self._former(columns, folder.number, at, columns.samples[at])
                      for at in to_make]
            if scope is BuildScope.STALE and None in former:
                left[folder.group] = NO_HOLES.format(count=former.count(None))
            elif scope is BuildScope.MISSING:
                for at, held in zip(to_make, former, strict=True):
                    if not self._is_replaced(columns.samples[at]):
                        self._leave(columns, at, held)
        for group in self._samples.groups:
            if group.key in left:
                self._leave_out(LeftGroup(group.samples, left[group.key], group.key))
        self._folders = [
            folder for folder in self._folders if folder.group not in left]

    def _former(
        self, columns: SlotColumns, number: int, at: int, sample: SamplePosition
    ) -> HeldPayload | None:
        """Return the payload in a variation's slot that was made for its sample before."""
        return self._pool.former(sample, columns.state(sample), columns.sizes[at], number)

    @staticmethod
    def _leave(columns: SlotColumns, at: int, held: HeldPayload | None) -> None:
        if held is not None:
            sample = columns.samples[at]
            columns.give(at, held, SlotAction.LEFT, sample, columns.state(sample))

    def _is_replaced(self, sample: SamplePosition) -> bool:
        """Return whether a payload is made again for its weights, even if other payloads stay."""
        row = self._row(sample)
        return (self._choice.asked.others is OtherWeights.REPLACE and row is not None
                and self._choice.is_by_weights(row))

    def _is_doubted(self, sample: SamplePosition) -> bool:
        """Return whether no existing payload is to be used for a sample."""
        doubted = self._read.doubted
        return bool(doubted) and self._choice.source_key(sample) in doubted

    def _is_unrecorded(self, folder: PlannedFolder) -> bool:
        return (folder.replaces is not None
                and self._find_origins(folder.group, folder.number) is None)

    def _has_bad_list(self, folder: PlannedFolder) -> bool:
        """Return whether an existing folder's aggregate is damaged."""
        return folder.replaces is not None and bool(
            self._read.groups[folder.group].variations[folder.number].damage)

    def _count_there(self, folder: PlannedFolder) -> int:
        return 0 if folder.replaces is None else self._read.groups[
            folder.group].variations[folder.number].count

    def _settle(self, folder: PlannedFolder) -> None:
        """Say what becomes of a folder."""
        noted = self._find_origins(folder.group, folder.number)
        if self._is_unrecorded(folder):
            folder.unproved = folder.count(SlotAction.ENCODED)
        there = self._count_there(folder)
        place, held = (folder.group, folder.number), folder.slots.columns.held
        kept = [NOWHERE if one is None or one.place is None or one.place[:2] != place
                else one.place[2] for one in held]
        in_place = sum(map(operator.eq, kept, range(len(kept))))
        folder.going = tuple(sorted(set(range(there)).difference(kept)))
        folder.is_listed_anew = folder.replaces is None or self._has_bad_list(folder)
        if in_place < len(folder.slots) or there != len(folder.slots) or folder.is_listed_anew:
            return
        if noted is None:
            folder.change = FolderChange.RECORD
            return
        now = [None if one is None else one.origin for one in held]
        if list(noted.slots) == now and not noted.is_redated:
            folder.change = FolderChange.NOTHING
        elif self._choice.is_text or all(
                before is not None and slot is not None and before.picture == slot.picture
                for before, slot in zip(noted.slots, now, strict=True)):
            folder.change = FolderChange.RECORD

    def _items(self) -> SlotItems:
        """A sample per size, with the variations that have no payload yet."""
        rows, alike = ItemRows(), dict[tuple[str, int, Size | None], int]()
        variations = Counter(folder.group for folder in self._folders)
        for number, folder in enumerate(self._folders):
            several = variations[folder.group] > 1
            for at, held in enumerate(folder.slots.columns.held):
                if held is not None:
                    continue
                slot = folder.slots[at]
                self._pool.note_lacking((folder.group, folder.number, at), slot.sample, slot.size)
                before = alike.get((folder.group, at, slot.size)) if several else None
                if before is not None:
                    rows.make_also(before, folder.number + 1)
                    continue
                if several:
                    alike[folder.group, at, slot.size] = len(rows)
                rows.add(
                    number, at, slot.size, slot.sample.position, folder.number + 1,
                    self._verdict(slot, folder), is_doubted=self._is_doubted(slot.sample))
        return SlotItems(
            self._folders, rows, [variations[folder.group] for folder in self._folders],
            is_text=self._choice.is_text, limit=self._choice.asked.limit)

    def _verdict(self, slot: PlannedSlot, folder: PlannedFolder) -> Verdict:
        """Return the survey's verdict on a slot's sample, or the plan's if the survey has none."""
        if self._is_due(slot.sample):
            return self._find_verdict(slot.sample)
        # Of a trainer's slot that nothing shows the content of there is no entry.
        return Verdict.MISSING_ENTRY if self._is_unrecorded(folder) else Verdict.MISSING_PAYLOAD

    def _is_due(self, sample: SamplePosition) -> bool:
        is_asked_for = self._redoes_all or self._choice.is_selected(sample)
        return is_asked_for or self._find_verdict(sample) in TO_BUILD

    def _choose_pictures(self) -> tuple[frozenset[str] | None, frozenset[str]]:
        """Pictures that a build is asked to bring up to date, None for all; others it does, too."""
        if self._choice.asked.selection is None and self._all_are_due:
            return None, frozenset()  # without going through them
        samples = [sample for folder in self._folders for sample in folder.slots.columns.samples
                   if self._is_due(sample)]
        if self._choice.asked.selection is None:
            is_all = len(samples) == sum(len(folder.slots) for folder in self._folders)
            return None if is_all else frozenset(sample.picture for sample in samples), frozenset()
        asked = frozenset(
            sample.picture for sample in samples if self._choice.is_selected(sample))
        return asked, frozenset(sample.picture for sample in samples) - asked

    @property
    def _all_are_due(self) -> bool:
        return all(VERDICTS[found] in TO_BUILD for folder in self._folders
                   for concept in folder.concepts for found in {*self._verdicts.get(concept, b"")})

    def _find_verdict(self, sample: SamplePosition) -> Verdict:
        known = self._verdicts.get(sample.concept)
        return Verdict.MISSING_ENTRY if known is None else VERDICTS[known[sample.at]]

    def _row(self, sample: SamplePosition) -> int | None:
        """A sample's row in the survey."""
        rows = self._choice.survey.wanted.get(sample.concept)
        return None if rows is None else int(rows[sample.at])
