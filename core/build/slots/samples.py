"""The samples that a store of the released layout is to hold, as a plan of it knows them.

Groups, samples and what is noted of slots are those that the survey read. Of what is noted as it
was, the content is known; everything else is hashed, unless there is nothing it could be found to
equal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from larder.core.build.choice import SlotChoice
from larder.core.build.scope import why_left
from larder.core.build.slots.pool import KnownSample, SourceState, WantedGroup
from larder.core.build.uses import Sample
from larder.core.clean.reports import LeftSource
from larder.core.encoders.draws import SampleDraws
from larder.core.jobs import Job, Progress
from larder.core.keys.hash_memory import HashMemory
from larder.core.settings import cache_home
from larder.core.stores.released.matching import ConceptBlock, workspace_group_keys
from larder.core.survey.released_sources import Companion, Members, PresentSources
from larder.core.survey.report import Depth
from larder.core.survey.sources import HASHES_NAME, SourceTree
from larder.core.survey.variants import WantedSize, wanted_buckets, wanted_size
from larder.core.workspace.bucketing import Size
from larder.core.workspace.concepts import enabled_concepts
from larder.core.workspace.samples import why_no_size
from larder.core.workspace.store_kinds import StoreFormat, kind_of

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

    samples: Sequence[Sample]
    why: str
    key: str
    is_wanted: bool = False


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
        kind = kind_of(StoreFormat.SMART, choice.content)
        self._wanted: dict[int, WantedSize] = {
            index: wanted_size(workspace.config, concept, kind)
            for index, concept in choice.concepts.items()}
        self._keys = workspace_group_keys(
            workspace, ConceptBlock.TEXT if choice.is_text else ConceptBlock.IMAGE)
        self._states: dict[tuple[int, int], SourceState] = {}
        self._sizes: dict[tuple[int, int], Size | None] = {}
        self._unread: dict[tuple[int, int], str] = {}
        self.groups: list[WantedGroup] = []
        self.left: list[LeftGroup] = []
        self.broken: list[LeftSource] = []

    def look(self, *, to_equal: bool) -> Job[None]:
        """List the groups and look at their sources.

        `to_equal`: whether there is anything that a content could be found to equal.
        """
        self.groups = [group for group in self.listed() if self._choice.concerns(group.samples)]
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

    def known(self, sample: Sample) -> KnownSample:
        """What is known of a sample."""
        place = (sample.concept, sample.position)
        size = self._sizes.get(place)
        is_sized = size is not None and self._wanted[sample.concept].targets is not None
        return KnownSample(
            sample, self._states[place],
            wanted_buckets(self._wanted[sample.concept], size) if is_sized else (), size)

    def crops(self, sample: Sample, number: int) -> tuple[Size, ...]:
        """The crops that a slot of a sample may have, the one that would be encoded first.

        Of several targets it is that which the trainer draws; where its draw is not known any is
        right.
        """
        if self._is_text:
            return ()
        size = self._sizes[sample.concept, sample.position]
        wanted, asked = self._wanted[sample.concept], self._choice.asked
        if not wanted.edges:
            return wanted_buckets(wanted, size)
        drawn = SampleDraws(asked.positions, number, sample.position).target(wanted.edges)
        of_drawn = wanted_buckets(wanted, size, [drawn])
        if asked.draws.are_known(sample.concept):
            return of_drawn
        return tuple(dict.fromkeys((*of_drawn, *wanted_buckets(wanted, size))))

    def state(self, sample: Sample) -> SourceState:
        """What decides a sample's payloads."""
        return self._states[sample.concept, sample.position]

    def listed(self) -> Iterator[WantedGroup]:
        """Yield the groups that the trainer looks for, with their samples by slot."""
        config, workspace = self._choice.workspace.config, self._choice.workspace
        taken: set[str] = set()
        loaders = (False, True) if config is not None and config.validation else (False,)
        for validation in loaders:
            position, found = 0, dict[str, WantedGroup]()
            for concept in enabled_concepts(workspace.concepts, validation=validation):
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
                found[key] = WantedGroup(key, samples, max(asked, 1)) if before is None \
                    else WantedGroup(key, (*before.samples, *samples), before.variations)
            taken |= found.keys()
            yield from found.values()

    def _samples(self, concept: int, first: int) -> tuple[Sample, ...]:
        """The samples of a concept, from a position of the loader's list on."""
        members = self._choice.read.samples.get(concept, Members())
        known, key = self._choice.asked.samples, (concept, first)
        if len(members) != len(known.get(key, ())):
            known[key] = tuple(
                Sample(concept, first + at, picture, place, at) for at, (picture, place)
                in enumerate(zip(members.pictures, members.places, strict=True)))
        return known[key] if len(members) else ()

    def _group_key(self, concept: int) -> str:
        """The newest key of a concept that is there, else the newest; "" if none can be known."""
        keys = self._keys[concept]
        return next((key for key in keys if key in self._choice.read.groups), next(iter(keys), ""))

    def _look_at_sources(self, *, to_equal: bool) -> Job[None]:
        choice, read = self._choice, self._choice.read
        samples = [sample for group in self.groups for sample in group.samples]
        members = Members.together([
            read.samples[concept] for group in self.groups for concept in group.concepts])
        every = range(len(samples))
        contents: Mapping[int, str] = {}
        sidecars: Mapping[int, Mapping[str, Companion]] = {}
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
        for at, sample in enumerate(samples):
            place = (sample.concept, sample.position)
            self._states[place] = SourceState(
                present.path(at), contents.get(at, ""), max(int(present.bytes[at]), 0),
                int(present.mtimes_ns[at]), tuple(
                    (ending, one.content, one.mtime_ns)
                    for ending, one in sorted(sidecars.get(at, {}).items())))
            if at in present.unreadable:
                self._unread[place] = f"It cannot be read: {present.unreadable[at]}."

    def _look_at_sizes(self) -> Job[None]:
        """Learn the upright sizes of the pictures."""
        if self._is_text:
            return
        sizes, pictures = self._sizes, self._choice.asked.pictures
        samples = [sample for group in self.groups for sample in group.samples]
        for at, sample in enumerate(samples):
            self._choice.asked.token.check()
            if at % PROGRESS_EVERY == 0:
                yield Progress("planning", at, len(samples), "files")
                pictures.ask([one.place for one in samples[at:at + PROGRESS_EVERY]])
            place = (sample.concept, sample.position)
            sizes[place] = pictures.size(sample.place)
            if sizes[place] is None:
                self._unread.setdefault(place, why_no_size(sample.place))

    def _note_unseen(self, concept: int) -> bool:
        """Whether nobody knows all samples of a concept, which is noted."""
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
        return why_left(choice.workspace, choice.concepts[concept], choice.location.kind.content,
                        self._wanted[concept])
