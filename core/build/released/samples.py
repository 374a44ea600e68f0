"""The samples that a store of the released layout is to hold, as a plan of it knows them.

Groups, samples and what is noted of slots are those that the survey read. Of what is noted as it
was, the content is known; everything else is hashed, unless there is nothing it could be found to
equal.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Final

import numpy as np
import numpy.typing as npt

from larder.core.build.choice import SlotChoice
from larder.core.build.left_to_trainer import explain_left_out
from larder.core.build.released.columns import SourceState
from larder.core.build.released.each import Each
from larder.core.build.released.pool import KnownSample, WantedGroup
from larder.core.build.sample_positions import SamplePosition
from larder.core.encoders.draws import SampleDraws
from larder.core.jobs import Job, Progress
from larder.core.keys.hash_memory import HashMemory
from larder.core.settings import cache_home
from larder.core.stores.released.matching import ConceptBlock, workspace_group_keys
from larder.core.survey.released.sources import GroupSamples, PresentSources, SidecarState
from larder.core.survey.report import Depth
from larder.core.survey.sources import HASHES_NAME, SourceTree
from larder.core.survey.variants import WantedSize, find_wanted_size, list_wanted_buckets
from larder.core.workspace.bucketing import Size
from larder.core.workspace.concepts import PromptSource, select_concepts
from larder.core.workspace.samples import caption_of, prompt_file, why_no_size
from larder.core.writes.reports import LeftSource

NO_SEED: Final = (
    "has no seed, so the trainer draws another one at each start and never finds its cache. Save "
    "the concept in OneTrainer once; it then has one.")
SAME_GROUP: Final = "has the folder and settings of a training concept, whose cache it would share."
NOT_READ: Final = "A group is written whole, and {what} cannot be read."
AWAY: Final = "A group is written whole, and a folder of its pictures {why}."

PROGRESS_EVERY: Final = 1024


@dataclass(frozen=True, slots=True)
class LeftGroup:
    """Samples whose group stays as it is.

    Attributes:
        key: of their group, "" if it has none.
        is_wanted: whether it is written once its files can be read.
    """

    samples: Sequence[SamplePosition]
    why: str
    key: str
    is_wanted: bool = False


class ConceptStates:
    """States of the files behind a concept's samples, in columns by place in it.

    Attributes:
        contents: of the files that decide them, "" while nobody has read it.
    """

    def __init__(
        self, sizes: npt.NDArray[np.int64], mtimes_ns: npt.NDArray[np.int64],
        contents: list[str], sidecars: Mapping[int, Sequence[SidecarState]],
    ) -> None:
        """Make them.

        Args:
            sizes: of the files that decide them, in bytes.
            mtimes_ns: their modification times.
            contents: theirs, "" while nobody has read it.
            sidecars: of those that have any.
        """
        self._bytes = sizes
        self._mtimes_ns = mtimes_ns
        # Of what was noted these are the very texts that are noted.
        self.contents = contents
        self._sidecars = {at: tuple(sorted(beside)) for at, beside in sidecars.items()}

    def of(self, sample: SamplePosition) -> SourceState:
        """Those of one sample."""
        at = sample.at
        return SourceState(
            self.contents[at], self._bytes.item(at), self._mtimes_ns.item(at),
            self._sidecars.get(at, ()))


class WantedSamples:
    """The groups that the config's trainer looks for, and what is known of their samples.

    Attributes:
        groups: those that are to be planned, in the trainer's order.
        left: those that cannot be built.
        broken: sources that cannot be read.
    """

    def __init__(self, choice: SlotChoice) -> None:
        workspace = choice.workspace
        self._choice = choice
        self._is_text = choice.is_text
        self._wanted: dict[int, WantedSize] = {
            index: find_wanted_size(workspace.config, concept, choice.content)
            for index, concept in choice.concepts.items()}
        self._keys = workspace_group_keys(
            workspace, ConceptBlock.TEXT if choice.is_text else ConceptBlock.IMAGE)
        self._states: dict[int, ConceptStates] = {}
        # By place in the concept; equal ones are one object.
        self._sizes: dict[int, list[Size | None]] = {}
        self._known_sizes: dict[Size | None, Size | None] = {}
        self._known_crops: dict[tuple[Size, ...], tuple[Size, ...]] = {}
        self._crops_of: dict[tuple[int, Size | None], tuple[Size, ...]] = {}
        self._unread: dict[tuple[int, int], str] = {}
        self.groups: list[WantedGroup] = []
        self.left: list[LeftGroup] = []
        self.broken: list[LeftSource] = []

    def look(self, *, to_equal: bool) -> Job[None]:
        """List the groups and look at their sources.

        `to_equal`: whether there is anything that a content could be found to equal.
        """
        self.groups = [
            group for group in self.list_groups() if self._choice.concerns(group.samples)]
        yield from self._look_at_sources(to_equal=to_equal)
        yield from self._look_at_sizes()
        kept = []
        for group in self.groups:
            why = self._why_left(group)
            if why:
                self.left.append(LeftGroup(group.samples, why, group.key, is_wanted=True))
            else:
                kept.append(group)
        self.groups = kept

    def known(self, sample: SamplePosition) -> KnownSample:
        """Return what is known of a sample."""
        size = None if self._is_text else self._sizes[sample.concept][sample.at]
        is_sized = size is not None and self._wanted[sample.concept].targets is not None
        return KnownSample(
            sample, self.state(sample),
            list_wanted_buckets(self._wanted[sample.concept], size) if is_sized else (), size)

    def crops(self, sample: SamplePosition, number: int) -> tuple[Size, ...]:
        """The crops that a slot of a sample may have, the one that would be encoded first.

        Of several targets it is that which the trainer draws; where its draw is not known any is
        right.
        """
        crops = self._crops(sample, number)
        return self._known_crops.setdefault(crops, crops)

    def _crops(self, sample: SamplePosition, number: int) -> tuple[Size, ...]:
        if self._is_text:
            return ()
        size = self._sizes[sample.concept][sample.at]
        wanted, asked = self._wanted[sample.concept], self._choice.asked
        if not wanted.edges:
            known = self._crops_of.get((sample.concept, size))
            if known is None:
                known = self._crops_of[sample.concept, size] = list_wanted_buckets(wanted, size)
            return known
        drawn = SampleDraws(asked.positions, number, sample.position).target(wanted.edges)
        of_drawn = list_wanted_buckets(wanted, size, [drawn])
        if asked.draws.are_known(sample.concept):
            return of_drawn
        return tuple(dict.fromkeys((*of_drawn, *list_wanted_buckets(wanted, size))))

    def state(self, sample: SamplePosition) -> SourceState:
        """Return the state of the files that decide a sample's payloads."""
        return self._states[sample.concept].of(sample)

    def states(self, group: WantedGroup) -> Callable[[SamplePosition], SourceState]:
        """Return a function as `state` for a group's samples that keeps no survey data alive."""
        states = {concept: self._states[concept] for concept in group.concepts}
        if len(states) == 1:
            return self._states[group.concepts[0]].of
        return lambda sample: states[sample.concept].of(sample)

    def contents(self, group: WantedGroup) -> Iterator[str]:
        """Yield the content of the file that decides each of a group's samples, "" if not known."""
        return itertools.chain.from_iterable(
            self._states[concept].contents for concept in group.concepts)

    def paths(self, group: WantedGroup) -> Callable[[SamplePosition], str]:
        """Return a function that gives the file that decides a sample, "" where a name does."""
        paths = {concept: self._path_of(concept) for concept in group.concepts}
        return lambda sample: paths[sample.concept](sample)

    def list_groups(self) -> Iterator[WantedGroup]:
        """Yield the groups that the trainer looks for, with their samples by slot."""
        config, workspace = self._choice.workspace.config, self._choice.workspace
        taken: set[str] = set()
        loaders = (False, True) if config is not None and config.validation else (False,)
        for validation in loaders:
            position, found = 0, dict[str, WantedGroup]()
            for concept in select_concepts(workspace.concepts, validation=validation):
                samples = self._samples(concept.index, position)
                position += len(samples)
                key = self._group_key(concept.index)
                if not samples:
                    self._note_unseen(concept.index)
                    continue
                if not key or key in taken:
                    self.left.append(LeftGroup(
                        samples, f"{concept.name or concept.path} "
                        f"{SAME_GROUP if key else NO_SEED}", key))
                    continue
                asked = concept.text_variations if self._choice.is_text \
                    else concept.image_variations
                before = found.get(key)
                found[key] = WantedGroup(
                    key, samples, max(asked, 1), (concept.index,)) if before is None \
                    else WantedGroup(
                        key, (*before.samples, *samples), before.variations,
                        (*before.concepts, concept.index))
            taken |= found.keys()
            yield from found.values()

    def _samples(self, concept: int, first: int) -> Sequence[SamplePosition]:
        """The samples of a concept, from a position of the loader's list on."""
        members = self._choice.read.samples.get(concept, GroupSamples())
        known, key = self._choice.asked.samples, (concept, first)
        if len(members) != len(known.get(key, ())):
            pictures, places = members.pictures, members.places
            known[key] = Each(len(members), lambda at: SamplePosition(
                concept, first + at, pictures[at], places[at], at))
        return known[key] if len(members) else ()

    def _group_key(self, concept: int) -> str:
        """The newest key of a concept that is there, else the newest; "" if none can be known."""
        keys = self._keys[concept]
        return next((key for key in keys if key in self._choice.read.groups), next(iter(keys), ""))

    def _look_at_sources(self, *, to_equal: bool) -> Job[None]:
        choice, read = self._choice, self._choice.read
        samples = [group.samples for group in self.groups]
        concepts = [concept for group in self.groups for concept in group.concepts]
        members = GroupSamples.together([read.samples[concept] for concept in concepts])
        every = range(len(members))
        contents: Mapping[int, str] = {}
        sidecars: Mapping[int, Sequence[SidecarState]] = {}
        with HashMemory(cache_home() / HASHES_NAME) as memory:
            # A deeper survey than by dates has read every file, and remembers that.
            present = PresentSources(
                members, choice.workspace, SourceTree(), memory, is_text=choice.is_text,
                trusts_notes=choice.asked.report.depth is Depth.STAT, trusts_memory=True,
                token=choice.asked.token)
            if to_equal:
                for of_group in read.origins.values():
                    for origins in of_group.values():
                        present.note(origins)
                contents = yield from present.contents(every)
                sidecars = yield from present.sidecars(every, choice.endings)
        first = 0
        for concept in concepts:
            count = len(read.samples[concept])
            of_concept = slice(first, first + count)
            self._states[concept] = ConceptStates(
                np.maximum(present.bytes[of_concept], 0), present.mtimes_ns[of_concept],
                [contents.get(at, "") for at in range(first, first + count)],
                {at: sidecars[first + at] for at in range(count) if first + at in sidecars}
                if sidecars else {})
            first += count
        for at, sample in enumerate(
                itertools.chain.from_iterable(samples) if present.unreadable else ()):
            if at in present.unreadable:
                self._unread[sample.concept, sample.position] = \
                    f"It cannot be read: {present.unreadable[at]}."

    def _path_of(self, concept: int) -> Callable[[SamplePosition], str]:
        """Return a function that gives the file that decides a sample of a concept."""
        workspace, of = self._choice.workspace, self._choice.concepts[concept]
        if not self._is_text:
            return attrgetter("place")
        if of.text.prompt_source in (PromptSource.FILENAME, PromptSource.CONCEPT):
            file = prompt_file(workspace, of, "")
            return lambda _: file
        return lambda sample: caption_of(sample.place)

    def _look_at_sizes(self) -> Job[None]:
        """Learn the upright sizes of the pictures."""
        if self._is_text:
            return
        pictures = self._choice.asked.pictures
        total, done = sum(len(group.samples) for group in self.groups), 0
        for group in self.groups:
            for first in range(0, len(group.samples), PROGRESS_EVERY):
                yield Progress("planning", done, total, "files")
                together = group.samples[first:first + PROGRESS_EVERY]
                pictures.ask([sample.place for sample in together])
                for sample in together:
                    self._choice.asked.token.check()
                    self._look_at_size(sample, pictures.size(sample.place))
                done += len(together)

    def _look_at_size(self, sample: SamplePosition, size: Size | None) -> None:
        # A group has the samples of a concept in their order.
        self._sizes.setdefault(sample.concept, []).append(self._known_sizes.setdefault(size, size))
        self._choice.asked.note_size(sample.picture, size)
        if size is None:
            self._unread.setdefault(
                (sample.concept, sample.position), why_no_size(sample.place))

    def _note_unseen(self, concept: int) -> bool:
        """Record why a concept's samples are not all known, and return whether that is so."""
        why = self._choice.read.unseen.get(concept, "")
        if why:
            self.broken.append(
                LeftSource(self._choice.location.id, self._choice.concepts[concept].path, why))
        return bool(why)

    def _why_left(self, group: WantedGroup) -> str:
        """Why a group stays as it is, "" if it need not; what cannot be read is noted."""
        broken = {
            self._choice.source_key(sample): self._unread[sample.concept, sample.position]
            for sample in group.samples if (sample.concept, sample.position) in self._unread}
        self.broken += [
            LeftSource(self._choice.location.id, key, why) for key, why in broken.items()]
        read = self._choice.read.groups.get(group.key)
        if read is not None and read.problem:
            return f"The folder of its group cannot be read: {read.problem}."
        for concept in group.concepts:
            why = self._why_concept_is_left(concept)
            if why:
                return why
        return NOT_READ.format(what=next(iter(broken))) if broken else ""

    def _why_concept_is_left(self, concept: int) -> str:
        choice = self._choice
        if self._note_unseen(concept):
            return NOT_READ.format(what="one of its files or folders")
        if concept in choice.read.away:
            return AWAY.format(why=choice.read.away[concept])
        return explain_left_out(choice.workspace, choice.concepts[concept],
                                choice.location.kind.content, self._wanted[concept])
