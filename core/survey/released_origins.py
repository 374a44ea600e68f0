"""What the slots of a released trainer's cache were made of, held against the sources of today.

Only what was noted when a slot was written or taken over can tell that: see
`stores.released.slots`. A slot is right for its sample as long as it was made of the same content,
whatever that file was called then. A source is read only where size or date are not the noted ones,
or at depth hash, and a file that is noted for any slot of the group is not read for another.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
import numpy.typing as npt

from larder.core.jobs import Job
from larder.core.stores.released.groups import LegacyVariation, VariationRecord
from larder.core.stores.released.slots import Origin
from larder.core.survey.released_sources import Members, PresentSources
from larder.core.workspace.samples import sample_stem

Sidecars = Mapping[str, str]
"""Name ending -> content."""


@dataclass(frozen=True, slots=True)
class SlotOrigins:
    """What is noted of the n slots of one variation.

    Attributes:
        slots: as they were noted; all others are columns of the same.
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

    slots: Sequence[Origin | None]
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
            slots=slots, known=np.array([slot is not None for slot in slots], dtype=np.bool_),
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


def unchanged_slots(
    origins: SlotOrigins, members: Members, present: PresentSources
) -> npt.NDArray[np.bool_]:
    """Whether each slot's source is the very file that was noted, as far as dates tell.

    Shape (k,), k being the samples that have a slot.
    """
    count = min(len(members), len(origins))
    same = np.fromiter(
        (one == other for one, other in zip(origins.pictures, members.pictures, strict=False)),
        dtype=np.bool_, count=count)
    return np.asarray(
        same & origins.known[:count] & (origins.bytes[:count] == present.bytes[:count])
        & (origins.mtimes_ns[:count] == present.mtimes_ns[:count]))


@dataclass(slots=True)
class OriginFindings:
    """What comparing one variation's slots with their samples gave; numbers are of samples.

    Attributes:
        edited_ns: modification time now, of these.
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
    edited_ns: dict[int, int] = field(default_factory=dict)
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
        endings: name endings of the sidecars that count, or that a slot of the store was made with.
        reads_all: contents count, whatever the dates say.
    """
    unchanged = unchanged_slots(origins, members, present)
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
            findings.edited_ns[slot] = int(present.mtimes_ns[slot])
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
        then = origins.sidecars.get(slot, {})
        now = {ending: one.content for ending, one in beside.get(slot, {}).items()}
        if now == then:
            continue
        stem = sample_stem(os.path.basename(members.places[slot]))  # noqa: PTH119 - a text
        findings.sidecars[slot] = [
            (stem + ending, "removed" if ending not in now else
             "added" if ending not in then else "edited")
            for ending in endings if now.get(ending) != then.get(ending)]
