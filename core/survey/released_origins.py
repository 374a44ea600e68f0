"""What the slots of a released trainer's cache were made of, held against the sources of today.

Only what was noted when a slot was written or taken over can tell that: see
`stores.released.slots`. A slot is right for its sample as long as it was made of the same content,
whatever that file was called then. A source is read only where size or date are not the noted ones,
or at depth hash, and a file that is noted for any slot of the group is not read for another.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from larder.core.columns import distinct
from larder.core.jobs import Job
from larder.core.keys.content_hash import hash_text
from larder.core.stores.released.groups import LegacyVariation, VariationRecord
from larder.core.stores.released.slots import Origin, read_slots
from larder.core.survey.context import SurveyContext
from larder.core.survey.report import Depth
from larder.core.survey.sources import SourceFile, hash_sources
from larder.core.workspace.concepts import Concept, PromptSource
from larder.core.workspace.samples import caption_of, prompt_file, sample_stem

if TYPE_CHECKING:
    from larder.core.survey.released_groups import Members

NO_CONTENT: Final = "ef46db3751d8e999"
"""Of an empty file, and of a caption file that is not there."""

Sidecars = Mapping[str, str]
"""Name ending -> content."""


@dataclass(frozen=True, slots=True)
class SlotOrigins:
    """What is noted of the n slots of one variation.

    Attributes:
        known: whether anything is, bool, shape (n,).
        pictures: the sample each was made for, "" where nothing is known.
        contents: of the source that decided it, 16 hex digits.
        bytes: size of that source, int64, shape (n,).
        mtimes_ns: its modification time, int64, shape (n,).
        heights, widths: of the crops, -1 for none, int32, shape (n,).
        recipe: index into `recipes`, int32, shape (n,).
        recipes: ids of recipes, "" where none is known.
        sidecars: of the slots that were made with any.
    """

    known: npt.NDArray[np.bool_]
    pictures: list[str]
    contents: list[str]
    bytes: npt.NDArray[np.int64]
    mtimes_ns: npt.NDArray[np.int64]
    heights: npt.NDArray[np.int32]
    widths: npt.NDArray[np.int32]
    recipe: npt.NDArray[np.int32]
    recipes: Sequence[str]
    sidecars: Mapping[int, Sidecars]

    def __len__(self) -> int:
        return len(self.pictures)

    @property
    def is_whole(self) -> bool:
        """Whether something is noted of every slot."""
        return bool(self.known.all())

    def listed(self, variation: LegacyVariation, *, is_text: bool) -> VariationRecord:
        """What the aggregate of the variation says, as it was written with these slots."""
        sizes = zip(self.heights.tolist(), self.widths.tolist(), strict=True)
        return VariationRecord(
            variation, damage="",
            paths=(None,) * len(self) if is_text else tuple(self.pictures),
            sizes=tuple(None if height < 0 else (height, width) for height, width in sizes))

    @classmethod
    def of(cls, slots: Sequence[Origin | None]) -> SlotOrigins:
        """The columns of a record."""
        ids: dict[str, int] = {}
        origins = [slot or NOTHING for slot in slots]
        sizes = np.array([origin.size or (-1, -1) for origin in origins], np.int32).reshape(-1, 2)
        return cls(
            known=np.array([slot is not None for slot in slots], dtype=np.bool_),
            pictures=[origin.picture for origin in origins],
            contents=[origin.content for origin in origins],
            bytes=np.array([origin.bytes for origin in origins], dtype=np.int64),
            mtimes_ns=np.array([origin.mtime_ns for origin in origins], dtype=np.int64),
            heights=sizes[:, 0], widths=sizes[:, 1],
            recipe=np.array(
                [ids.setdefault(origin.recipe, len(ids)) for origin in origins], dtype=np.int32),
            recipes=list(ids),
            sidecars={
                at: {ending: content for ending, content, _ in origin.sidecars}
                for at, origin in enumerate(origins) if origin.sidecars})


NOTHING: Final = Origin(picture="", content="", bytes=-1, mtime_ns=-1)


def read_origins(store: Path, group: str, variation: LegacyVariation) -> SlotOrigins | None:
    """What is noted of a variation's slots; nothing where it cannot be read, as where it is not."""
    try:
        record = read_slots(store, group, variation)
    except OSError:
        return None
    return None if record is None else SlotOrigins.of(record.slots)


class PresentSources:
    """The files that decide the payloads of n samples, as they are now.

    Args:
        members: the samples.
        concepts: of the workspace, by index.
        context: the survey.
        is_text: whether captions are cached.

    Attributes:
        bytes: sizes, 0 for a source that is no file, int64, shape (n,).
        mtimes_ns: modification times, the same.
    """

    def __init__(
        self, members: Members, concepts: Mapping[int, Concept], context: SurveyContext, *,
        is_text: bool,
    ) -> None:
        self._members = members
        self._concepts = concepts
        self._context = context
        self._is_text = is_text
        self._contents: dict[int, str] = {}
        self._noted: dict[tuple[str, int, int], str] = {}
        self._names: dict[str, Mapping[str, int]] = {}
        self.unreadable: dict[int, str] = {}
        if is_text:
            self.bytes = np.zeros(len(members), dtype=np.int64)
            self.mtimes_ns = np.zeros(len(members), dtype=np.int64)
            for concept in distinct(members.concept).tolist():
                self._look_at_prompts(concept)
        else:
            self.bytes, self.mtimes_ns = members.bytes, members.mtimes_ns

    def note(self, origins: SlotOrigins) -> None:
        """Learn contents from what is noted, instead of reading files again."""
        self._noted.update(zip(
            zip(origins.pictures, origins.bytes.tolist(), origins.mtimes_ns.tolist(), strict=True),
            origins.contents, strict=True))

    def unchanged(self, origins: SlotOrigins) -> npt.NDArray[np.bool_]:
        """Whether each slot's source is the very file that was noted, as far as dates tell.

        Shape (k,), k being the samples that have a slot.
        """
        count = min(len(self._members), len(origins))
        same = np.fromiter(
            (one == other for one, other in zip(
                origins.pictures, self._members.pictures, strict=False)),
            dtype=np.bool_, count=count)
        return np.asarray(
            same & origins.known[:count] & (origins.bytes[:count] == self.bytes[:count])
            & (origins.mtimes_ns[:count] == self.mtimes_ns[:count]))

    def contents(self, samples: Sequence[int]) -> Job[Mapping[int, str]]:
        """Content of the sources of some samples; none of those that cannot be read."""
        unread = []
        for sample in samples:
            known = self._known(sample)
            if known is not None:
                self._contents[sample] = known
            elif sample not in self._contents and sample not in self.unreadable:
                unread.append(sample)
        found = yield from hash_sources(
            [SourceFile(*os.path.split(self.path(sample))) for sample in unread],
            self._context.memory, trust_memory=self._trusts_dates, token=self._context.token)
        for sample, content in zip(unread, found.hashes, strict=True):
            if content is not None:
                self._contents[sample] = content
        self.unreadable |= {unread[at]: why for at, why in found.unreadable.items()}
        return self._contents

    def sidecars(
        self, samples: Iterable[int], endings: Sequence[str]
    ) -> Job[Mapping[int, Sidecars]]:
        """Contents of the sidecars that are beside the pictures of some samples, "" if unread."""
        there = [
            (sample, ending, folder, name)
            for sample in samples for ending, folder, name in self._beside(sample, endings)]
        found = yield from hash_sources(
            [SourceFile(folder, name) for _, _, folder, name in there], self._context.memory,
            trust_memory=True, token=self._context.token)
        result: dict[int, dict[str, str]] = {}
        for (sample, ending, _, _), content in zip(there, found.hashes, strict=True):
            result.setdefault(sample, {})[ending] = content or ""
        return result

    def path(self, sample: int) -> str:
        """The file that decides a sample's payloads, "" where none does."""
        place = self._members.places[sample]
        if not self._is_text:
            return place
        concept = self._concepts[int(self._members.concept[sample])]
        return prompt_file(self._context.workspace, concept, place)

    @property
    def _trusts_dates(self) -> bool:
        return self._context.depth is Depth.STAT

    def _known(self, sample: int) -> str | None:
        """A content that need not be read: noted for the same file, or of a name."""
        if self._is_text:
            concept = self._concepts[int(self._members.concept[sample])]
            if concept.text.prompt_source is PromptSource.FILENAME:
                name = self._members.pictures[sample].replace("\\", "/").rpartition("/")[2]
                return hash_text(sample_stem(name))
            if not self.mtimes_ns[sample]:
                return NO_CONTENT
        if not self._trusts_dates:
            return None
        return self._noted.get((
            self._members.pictures[sample], int(self.bytes[sample]), int(self.mtimes_ns[sample])))

    def _look_at_prompts(self, index: int) -> None:
        """Sizes and dates of the files that the prompts of one concept come from."""
        concept = self._concepts[index]
        samples = np.flatnonzero(self._members.concept == index)
        if concept.text.prompt_source is PromptSource.FILENAME:
            return
        if concept.text.prompt_source is PromptSource.CONCEPT:
            try:
                status = os.stat(prompt_file(self._context.workspace, concept, ""))  # noqa: PTH116
            except OSError:
                return
            self.bytes[samples], self.mtimes_ns[samples] = status.st_size, status.st_mtime_ns
            return
        for sample in samples.tolist():
            folder, name = os.path.split(caption_of(self._members.places[sample]))
            at = self._listed(folder).get(name)
            if at is not None and (listing := self._context.tree.listing(folder)) is not None:
                self.bytes[sample] = listing.sizes[at]
                self.mtimes_ns[sample] = listing.mtimes_ns[at]

    def _beside(self, sample: int, endings: Sequence[str]) -> Iterator[tuple[str, str, str]]:
        folder, name = os.path.split(self._members.places[sample])
        stem, listed = sample_stem(name), self._listed(folder)
        return ((ending, folder, stem + ending) for ending in endings if stem + ending in listed)

    def _listed(self, folder: str) -> Mapping[str, int]:
        known = self._names.get(folder)
        if known is None:
            listing = self._context.tree.listing(folder)
            known = {} if listing is None else {name: at for at, name in enumerate(listing.names)}
            self._names[folder] = known
        return known


@dataclass(slots=True)
class OriginFindings:
    """What comparing one variation's slots with their samples gave; numbers are of samples.

    Attributes:
        edited: content of the source now, for slots made of the same file with another content.
        foreign: slots made of another file.
        own_slot: of samples whose slot is another's, a slot of the variation that holds their own.
        renamed: slots made of the same content under another name.
        touched: modification time noted, where only the date moved.
        sidecars: (sidecar, what happened) of slots whose sidecars are not those of then.
        right: slots that hold what their source gives, as far as contents go, bool, shape (n,).
    """

    right: npt.NDArray[np.bool_]
    edited: dict[int, str] = field(default_factory=dict)
    foreign: list[int] = field(default_factory=list)
    own_slot: dict[int, int] = field(default_factory=dict)
    renamed: list[int] = field(default_factory=list)
    touched: dict[int, int] = field(default_factory=dict)
    sidecars: dict[int, list[tuple[str, str]]] = field(default_factory=dict)


def compare_origins(
    origins: SlotOrigins,
    members: Members,
    present: PresentSources,
    same_place: Callable[[int], bool],
    *,
    endings: Sequence[str],
    reads_all: bool,
) -> Job[OriginFindings]:
    """Hold the slots of a variation against their samples.

    Args:
        origins: of the variation.
        members: the samples.
        present: their sources; what other variations noted is known to it already.
        same_place: whether a slot was made of the file that its sample is, however both are
            spelled.
        endings: name endings of the sidecars that any slot of the store was made with.
        reads_all: contents count, whatever the dates say.
    """
    unchanged = present.unchanged(origins)
    count = len(unchanged)
    suspects = np.flatnonzero(origins.known[:count] & (~unchanged | reads_all)).tolist()
    contents = yield from present.contents(suspects)
    findings = OriginFindings(right=np.zeros(len(members), dtype=np.bool_))
    findings.right[:count] = unchanged
    for slot in suspects:
        now = contents.get(slot)
        is_right = now == origins.contents[slot]
        findings.right[slot] = is_right
        if now is None:
            continue
        if not same_place(slot):
            (findings.renamed if is_right else findings.foreign).append(slot)
        elif not is_right:
            findings.edited[slot] = now
        elif not unchanged[slot] and origins.mtimes_ns[slot] != present.mtimes_ns[slot]:
            findings.touched[slot] = int(origins.mtimes_ns[slot])
    if findings.foreign or findings.edited:
        slot_of = {content: at for at, content in enumerate(origins.contents) if content}
        findings.own_slot = {
            slot: slot_of[contents[slot]] for slot in (*findings.foreign, *findings.edited)
            if contents[slot] in slot_of}
    if endings:
        yield from _compare_sidecars(origins, members, present, endings, findings)
    return findings


def _compare_sidecars(
    origins: SlotOrigins, members: Members, present: PresentSources, endings: Sequence[str],
    findings: OriginFindings,
) -> Job[None]:
    right = np.flatnonzero(findings.right).tolist()
    beside = yield from present.sidecars(right, endings)
    for slot in right:
        now, then = beside.get(slot, {}), origins.sidecars.get(slot, {})
        if now == then:
            continue
        stem = sample_stem(os.path.basename(members.places[slot]))  # noqa: PTH119 - a text
        findings.sidecars[slot] = [
            (stem + ending, "removed" if ending not in now else
             "added" if ending not in then else "edited")
            for ending in endings if now.get(ending) != then.get(ending)]
