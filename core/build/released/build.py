"""Builds a store of the released layout: payloads are staged, then whole folders take their places.

Payloads are encoded into `.larder/building` under names that say what they hold, so that a build
that was stopped goes on there. Once a folder has all its slots, it is put together aside of what
stays, moves and was made, and exchanged with the one that is there, all folders of a build back to
back. Where one slot cannot be made, its folder stays as it is, and so do the others of its
concepts: pictures in a new order beside captions in the old one would be wrong pairs.
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec

from larder.core.build.indexed.decide import (
    Decider,
    format_staged_name,
    unusable_source,
)
from larder.core.build.indexed.row_writer import PHASES
from larder.core.build.payload_identity import name_of_prompt
from larder.core.build.pipeline.build_state import BuildState
from larder.core.build.pipeline.pieces import (
    CHANGED,
    GONE,
    MEANWHILE,
    Payload,
    Piece,
    PromptPiece,
    Source,
    as_change,
    sidecar_of,
)
from larder.core.build.pipeline.stages import FailedSource, Started
from larder.core.build.pipeline.writing import Publisher
from larder.core.build.plan import BuildPlan, BuildStore
from larder.core.build.released.columns import (
    ACTIONS,
    HeldPayload,
    SlotAction,
    SourceState,
    origin_now,
)
from larder.core.build.released.each import Each
from larder.core.build.released.notes import MadePayload, SlotNotes
from larder.core.build.released.pool import (
    FolderChange,
    PlannedFolder,
    PlannedSlots,
    find_paired_concepts,
)
from larder.core.columns import DIGEST_DIGITS
from larder.core.errors import PayloadError, UserFacingError, error_reason
from larder.core.files.file_stamp import mtime_ns_of, stamp
from larder.core.files.store_paths import make_larder_folder
from larder.core.jobs import CancelToken, ItemFailed, Job
from larder.core.keys.content_hash import hash_text
from larder.core.keys.recipe import RECIPE_KEY
from larder.core.payloads.pt import pt_parts
from larder.core.payloads.pt_file import list_pt
from larder.core.stores.released.group_files import is_litter
from larder.core.stores.released.slots import Origin, SlotRecord, write_slots
from larder.core.survey.sources import SourceTree
from larder.core.workspace.concepts import Concept
from larder.core.workspace.model_types import AGGREGATE_NAMES
from larder.core.workspace.samples import caption_of
from larder.core.workspace.store_kinds import StoreContent
from larder.core.workspace.trainer_layout import BUILDING_FOLDER
from larder.core.writes.quarantine.new_folders import Kept, NewStore, NewVariation
from larder.core.writes.quarantine.swap import swap_in

SlotId = tuple[int, int, int]
"""Concept, position in its loader's list, and variation from 0."""


OF_ANY_CONCEPT: Final = -1
"""A build that was stopped does not say for which concept it made a payload."""


class SlotBuildState(BuildState[Source, Payload]):
    """The books of one store of the released layout: what is staged is safe and needs no save.

    Attributes:
        staging: where payloads lie until their folders are put together.
        has_frames: whether sizes have a frame in front.
        kept: payloads that turned out to be there, once the source was read.
        notes: what samples were and what is staged for them.
        written: samples of a group, by its key, of which some variation was written.
        own_recipe: the recipe of a staged payload as a concept has it, by which it is recorded.
    """

    def __init__(
        self, store: BuildStore, staging: Path, *, has_frames: bool, before: SlotNotes | None,
    ) -> None:
        """Open the books; `before` are the notes of what the same build did before."""
        super().__init__(
            store.target.id, PHASES[store.content], sum(item.payloads for item in store.items))
        self.store = store
        self.staging = staging
        self.has_frames = has_frames
        self.kept: dict[SlotId, HeldPayload] = {}
        self.notes = SlotNotes(store.folders, before)
        self.written: Counter[str] = Counter()
        self._failed: set[str] = set()
        self.own_recipe: Callable[[MadePayload, int], str] = lambda made, _concept: made.recipe

    def note(
        self, outcome: Started[Source] | Payload | FailedSource[Source], /
    ) -> Iterator[ItemFailed]:
        """Enter what became of something."""
        tally = self.tally
        if isinstance(outcome, Started):
            left = len(outcome.source.item.to_make) - outcome.payloads
            tally.done += left
            tally.adopted += outcome.adopted
            tally.shared += left - outcome.adopted
        elif isinstance(outcome, Payload):
            tally.done += 1
            tally.bytes += outcome.bytes
            if outcome.is_encoded:
                tally.count_encoded(outcome.source.pixels, outcome.bytes)
            else:
                tally.copied += 1
            self.note_mask(outcome.name, outcome.shows)
            self.note_made(outcome.source, outcome.variation, outcome.recipe, outcome.stamp)
        elif outcome.key not in self._failed:  # a piece for each variation fails alike
            self._failed.add(outcome.key)
            yield self.leave(as_change(outcome))

    def close(self) -> None:
        """Tell of every sample what the mask shows that it was made with."""
        if not (self._shown or self._dark):
            return
        for item in self.store.items:
            self.count_mask(item.key, (
                self.notes.name(item.use, number) for number in range(item.variations)))

    def note_made(self, source: Source, variation: int, recipe: str, prompt: str) -> None:
        """Remember what a staged payload was made of."""
        use = source.item.use
        self.notes.note_made(
            use, variation - 1, MadePayload(recipe, prompt, use.position, use.concept))

    def origin(self, folder: PlannedFolder, at: int) -> Origin | None:
        """Return the origin of a slot's payload, or None for a slot that could not be made."""
        held, number = folder.slots.columns.held[at], folder.number
        if held is not None:
            return held.origin
        slot = folder.slots[at]
        key = (slot.sample.concept, slot.sample.position, number)
        state = self.notes.state(slot)
        if state is None:
            return None
        if key in self.kept:
            return origin_now(
                self.kept[key].origin, slot.sample, state, folder.slots.columns.endings)
        made = self.notes.made(slot.sample, number)
        return None if made is None else origin_now(Origin(
            picture="", content="", bytes=0, mtime_ns=0, size=slot.size,
            recipe=self.own_recipe(made, slot.sample.concept), prompt=made.prompt,
            drawn_at=(number, made.position)), slot.sample, state, folder.slots.columns.endings)

    def payload(self, folder: PlannedFolder, at: int) -> Kept | str:
        """Return the payload that a slot gets: another place's, or the path of a staged one."""
        columns, number = folder.slots.columns, folder.number
        held = columns.held[at]
        if held is not None:
            return Kept(held.path, held.bytes, held.mtime_ns)
        sample = columns.samples[at]
        held = self.kept.get((sample.concept, sample.position, number))
        if held is not None:
            return Kept(held.path, held.bytes, held.mtime_ns)
        name = self.notes.name(sample, number)
        path = f"{self.staging}{os.sep}{name}"
        if name not in self.notes.payloads_of_several:
            return path
        status = os.stat(path)  # noqa: PTH116 - one of many thousands
        return Kept(path, status.st_size, mtime_ns_of(status))


class SlotDecider(Decider):
    """Decides for the samples of one store of the released layout; `books` learn what."""

    def __init__(
        self, plan: BuildPlan, store: BuildStore, slots: PlannedSlots, books: SlotBuildState
    ) -> None:
        super().__init__(plan, store)
        self._slots = slots
        self._books = books
        # The names of all staged payloads: most of a stopped build is found among them.
        self._staged = frozenset(os.listdir(books.staging))
        # Digits of names by what follows them: as numbers they take half of what texts do.
        self._claimed: dict[str, set[int]] = defaultdict(set)
        self._own_recipes: dict[tuple[str, int], str] = {}
        if self.context.is_text:
            books.own_recipe = self._own_recipe

    def decide(
        self, source: Source, /
    ) -> tuple[Started[Source] | FailedSource[Source], list[Piece]]:
        """Decide what becomes of a sample, and return that and the pieces to be made for it."""
        item, concept = source.item, self.context.concept_of(source)
        try:
            self.draw_prompts(source)
        except UserFacingError as unusable:
            return unusable_source(source, unusable), []
        state = self._state(source, concept)
        self._books.notes.note_state(item.use, state)
        source.names = {
            number: format_staged_name(self.context, source, number, self.stamp(source, number))
            for number in item.to_make}
        adopted, pieces = 0, list[Piece]()
        for number in item.to_make:
            key = (item.use.concept, item.use.position, number - 1)
            held = self._held(source, state, number)
            name = source.payload_name(number)
            if held is not None:
                self._books.kept[key] = held
                adopted += 1
                continue
            self._books.notes.note_name(item.use, number - 1, name)
            digits, claimed = int(name[:DIGEST_DIGITS], 16), self._claimed[name[DIGEST_DIGITS:]]
            if digits in claimed:
                continue
            claimed.add(digits)
            # Whatever is made anew, what this build has made is as new.
            is_usable = not item.is_redone or name in self._books.notes.before
            if is_usable and self._take_staged(source, number, name):
                adopted += 1
            elif self.context.is_text:
                pieces.append(PromptPiece(
                    source.prompts[number - 1], self.stamp(source, number), [(source, number)]))
            else:
                pieces.append(self._picture_piece(source, number))
        return Started(source, len(pieces), adopted=adopted), pieces

    def _state(self, source: Source, concept: Concept) -> SourceState:
        name = name_of_prompt(concept, source.item.use.picture, self.context.store.content)
        return SourceState(
            content=hash_text(name) if name else source.hash,
            bytes=0 if source.stamp is None else source.stamp.size,
            mtime_ns=0 if source.stamp is None else source.stamp.mtime_ns,
            sidecars=tuple(
                (ending, source.sidecars[ending].hash, source.sidecars[ending].mtime_ns)
                for ending in sorted(source.sidecars)))

    def _held(self, source: Source, state: SourceState, number: int) -> HeldPayload | None:
        """A payload that is there and turns out to be right, now that the source was read."""
        if source.item.is_redone or source.item.is_doubted:
            return None
        concept = self.context.concept_of(source)
        held = self._slots.pool.moving(
            state, () if source.item.bucket is None else (source.item.bucket,), number - 1,
            concept)
        if held is None and source.prompts:
            held = self._slots.pool.of_prompt(self.stamp(source, number), concept)
            return None if held is None else self._with_own_recipe(held, concept)
        return held

    def _with_own_recipe(self, held: HeldPayload, concept: Concept) -> HeldPayload:
        """A payload taken for its prompt, by the settings that give this prompt now.

        With those that gave it then it would be found out of date for ever.
        """
        recipe = self.context.recipes.of_copy(concept, {RECIPE_KEY: held.origin.recipe})
        return held if recipe is None else msgspec.structs.replace(
            held, origin=msgspec.structs.replace(held.origin, recipe=recipe.id))

    def _own_recipe(self, made: MadePayload, concept: int) -> str:
        """As `_with_own_recipe`, of what this build made for a caption of any concept."""
        if made.concept == concept:
            return made.recipe
        key = made.recipe, concept
        if key not in self._own_recipes:
            recipe = self.context.recipes.of_copy(
                self.context.concepts[concept], {RECIPE_KEY: made.recipe})
            self._own_recipes[key] = made.recipe if recipe is None else recipe.id
        return self._own_recipes[key]

    def _take_staged(self, source: Source, number: int, name: str) -> bool:
        """Reuse a payload that a stopped build staged; return False if there is no usable one."""
        if name not in self._staged:
            return False
        made = self._books.notes.before.get(name)
        if made is not None:
            recipe = self._books.own_recipe(made, source.item.use.concept)
            self._books.note_made(source, number, recipe, made.prompt)
            return True
        path = self._books.staging / name
        try:
            contents = list_pt(path)
        except PayloadError:
            return False
        if not set(self.context.store.names) <= set(contents.names):
            return False
        said, use = contents.values.get(RECIPE_KEY), source.item.use
        made = MadePayload(
            said if isinstance(said, str) else "", self.stamp(source, number), use.position,
            OF_ANY_CONCEPT)
        self._books.note_made(
            source, number, self._books.own_recipe(made, use.concept), made.prompt)
        return True


class StagedPublisher(Publisher):
    """Writes payloads where they wait for their slots; see `Sink`.

    What the trainer keeps in its aggregates is left out of payloads: a slot may get another picture
    name without being written again.
    """

    def write(self, payload: Payload, /) -> list[Payload]:
        """Write a payload as `Publisher` does, without the values that belong in the aggregate."""
        payload.values = {
            name: value for name, value in payload.values.items() if name not in AGGREGATE_NAMES}
        return super().write(payload)

    def finish(self) -> None:
        """Nothing: a trainer of this layout knows no stand-in."""

    def _journal(self, written: Any, size: int) -> None:
        """Nothing: the journal learns of payloads when they get their slots."""


def staging_folder(store: Path) -> Path:
    """Where a store's payloads wait for their slots; made if missing.

    Raises:
        UserFacingError: if it cannot be made.
    """
    return make_larder_folder(store, BUILDING_FOLDER)


def write_folders(
    built: Sequence[SlotBuildState], tree: SourceTree, token: CancelToken, *, waits: bool
) -> Job[str | None]:
    """Put folders together and give them their places; each store's lock is held.

    Args:
        built: the stores with what was made for them.
        tree: lists the folders of sources; what was listed was listed just now.
        token: stops it until the first folder takes its place.
        waits: whether nothing is written if some source changed meanwhile: all is then planned
            again.

    Returns:
        What `larder undo` brings the folders before them back by, None where there were none.

    Raises:
        StalePlanError: if a folder or slot is not the one that was planned for; nothing is changed.
        UserFacingError: if one cannot be written; nothing is changed.
        JobCancelled: if the token was cancelled before the first folder took its place.
    """
    ready, stuck = dict[int, list[PlannedFolder]](), set[int]()
    for at, one in enumerate(built):
        stuck |= one.store.stuck_concepts
        ready[at] = []
        for folder in one.store.changed_folders:
            why = yield from _check(one, folder, tree)
            if why:
                stuck |= folder.concepts
            else:
                ready[at].append(folder)
    if waits and has_changed(built):
        return None
    stuck = find_paired_concepts(
        (folder for folders in ready.values() for folder in folders), stuck)
    stores, swaps = [], list[tuple[SlotBuildState, PlannedFolder]]()
    for at, one in enumerate(built):
        folders = [folder for folder in ready[at] if not folder.concepts & stuck]
        for folder in folders:
            if folder.change is FolderChange.RECORD:
                _write_record(one, folder)
                _count(one, folder)
        swaps += [(one, folder) for folder in folders if folder.change is FolderChange.SWAP]
        variations = [_variation(one, folder) for of, folder in swaps if of is one]
        if variations:
            stores.append(NewStore(one.store.target.folder, variations))
    swapped = (yield from swap_in(stores, token=token)) if stores else None
    for one, folder in swaps:  # only now: what fails before is taken back whole
        _count(one, folder)
    copied = {} if swapped is None else swapped.copied_in
    for one in built:
        one.tally.bytes += copied.get(one.store.target.folder, 0)
        one.tally.waiting = _count_waiting(one, stuck)
        if not stuck and one.tally.failure is None:
            _clear_staging(one)
    return None if swapped is None else swapped.undo


def _count_waiting(one: SlotBuildState, stuck: set[int]) -> int:
    """Count the other sources of folders that stay as they are for one that could not be made."""
    told = {left.source for left in (*one.tally.failed, *one.tally.changed)}
    pictures = {
        sample.picture for folder in one.store.changed_folders if folder.concepts & stuck
        for sample in folder.slots.columns.samples}
    is_text = one.store.content is StoreContent.TEXT
    return sum((caption_of(picture) if is_text else picture) not in told for picture in pictures)


def _count(one: SlotBuildState, folder: PlannedFolder) -> None:
    """Count what is written of a folder that has its place."""
    written = len(folder.slots) - folder.count(SlotAction.STAYS)
    one.tally.entries += max(written - one.written[folder.group], 0)
    one.written[folder.group] = max(written, one.written[folder.group])
    one.tally.adopted += folder.count(SlotAction.LINKED)


def has_changed(built: Sequence[SlotBuildState]) -> bool:
    """Return whether any source was left unbuilt because it is not as planned."""
    return any(left.why in MEANWHILE for one in built for left in one.tally.changed)


def _check(one: SlotBuildState, folder: PlannedFolder, tree: SourceTree) -> Job[bool]:
    """Return whether a folder cannot be written, and report sources that changed meanwhile."""
    is_stuck, columns = False, folder.slots.columns
    left = ACTIONS.index(SlotAction.LEFT)
    for at, sample in enumerate(columns.samples):
        if columns.actions[at] == left:
            continue  # it holds what its source was
        origin = one.origin(folder, at)
        if origin is None:
            is_stuck = True
            continue
        try:
            why = _why_changed(columns.path(sample), origin, tree, columns.endings)
        except OSError as error:
            why = f"It cannot be read: {error_reason(error)}."
        if why:
            is_stuck = True
            yield one.leave(FailedSource(sample.picture, why, is_changed=True))
    return is_stuck


def _why_changed(path: str, origin: Origin, tree: SourceTree, endings: tuple[str, ...]) -> str:
    """Return why a source, or a sidecar that counts, is not what a slot was made of, "" if it is.

    What its folder's listing does not show as it was is asked for by itself.

    Raises:
        OSError: if one may be there but cannot be looked at.
    """
    counting = [one for one in origin.sidecars if one[0] in endings]
    if not counting and path and tree.stamp(path) == (origin.bytes, origin.mtime_ns):
        return ""
    found = stamp(path) if path else None
    now = (0, 0) if found is None else (found.size, found.mtime_ns)
    if now != (origin.bytes, origin.mtime_ns):
        return CHANGED if found is not None else GONE
    sidecars = ((stamp(sidecar_of(path, ending)), mtime_ns)
                for ending, _, mtime_ns in counting)
    is_same = all(found is not None and found.mtime_ns == mtime_ns for found, mtime_ns in sidecars)
    return "" if is_same else CHANGED


def _variation(one: SlotBuildState, folder: PlannedFolder) -> NewVariation:
    count, origins = len(folder.slots), _origins(one, folder)
    is_text = one.store.content is StoreContent.TEXT  # whose list says nothing of any slot
    return NewVariation(
        group=folder.group, variation=folder.number,
        slots=Each(count, partial(one.payload, folder)),
        aggregate=b"".join(pt_parts(Each(
            count, lambda at: {} if is_text else _make_entry(one, origins[at])))),
        origins=origins, replaces=folder.replaces, settings=folder.settings)


def _origins(one: SlotBuildState, folder: PlannedFolder) -> Sequence[Origin | None]:
    return Each(len(folder.slots), partial(one.origin, folder))


def _make_entry(one: SlotBuildState, origin: Origin | None) -> dict[str, Any]:
    """Return the entry of a slot in `aggregate.pt`; empty in a text store."""
    if origin is None or origin.size is None:
        return {}
    size = (1, *origin.size) if one.has_frames else origin.size
    return {"crop_resolution": size, "image_path": origin.picture}


def _write_record(one: SlotBuildState, folder: PlannedFolder) -> None:
    if folder.replaces is None:
        raise AssertionError("only a folder that is there keeps all its slots")
    size, mtime_ns = folder.replaces
    write_slots(one.store.target.folder, SlotRecord(
        group=folder.group, variation=folder.number, aggregate_bytes=size,
        aggregate_ns=mtime_ns, slots=(),
        # Only a folder whose slots all stay gets here.
        payload_bytes=tuple(0 if slot.held is None else slot.held.bytes for slot in folder.slots),
        payload_ns=tuple(0 if slot.held is None else slot.held.mtime_ns for slot in folder.slots),
        settings=folder.settings), _origins(one, folder))


def _clear_staging(one: SlotBuildState) -> None:
    """Let go of what got no slot: all of it was made for folders that are written."""
    with os.scandir(one.staging) as entries:
        for entry in entries:
            # A file of any other name is somebody's own.
            if entry.is_file(follow_symlinks=False) and (
                    entry.name.endswith(".pt") or is_litter(entry.name)):
                Path(entry.path).unlink(missing_ok=True)
