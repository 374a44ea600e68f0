"""The samples whose slots a released trainer's cache holds, and the files that decide the slots.

Survey and build take them from here, so that both mean the same by "the k-th sample" and by "what
it is made of": the trainer's order and spelling, the content that was noted or is hashed, and which
of the files cannot be looked at. What cannot be is not taken for something that is not there.

What slots were made of only what was noted when they were written or taken over can tell: see
`stores.released.slots`.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec import Struct, field

from larder.core.columns import distinct
from larder.core.errors import error_reason
from larder.core.files.file_stamp import may_be_there, mtime_ns_of
from larder.core.files.regular_file import require_regular
from larder.core.jobs import CancelToken, Job
from larder.core.keys.content_hash import hash_text
from larder.core.keys.hash_memory import HashMemory
from larder.core.stores.released.groups import places_in
from larder.core.stores.released.matching import trainer_path
from larder.core.stores.released.slot_origins import NOTHING, SlotOrigins
from larder.core.survey.sources import SourceTree, hash_sources
from larder.core.workspace.concepts import Concept, ConceptFolder, PromptSource
from larder.core.workspace.open_workspace import Workspace
from larder.core.workspace.path_folders import SplitPaths, folders_of, join_names
from larder.core.workspace.roots import PathFlavour, join_path, split_last
from larder.core.workspace.samples import (
    ConceptSamples,
    captions_of,
    prompt_file,
    sample_stem,
    why_unseen,
)

NO_CONTENT: Final = "ef46db3751d8e999"
"""Of an empty file, and of a caption file that is not there."""

NONE: Final = np.zeros(0, dtype=np.int64)

HIDDEN, ABSENT = -1, -2
"""In place of a row of a listing: a file that cannot be looked at, and one that is not there."""

SidecarState = tuple[str, str, int]
"""Name ending, content and mtime_ns of a sidecar; its content is "" if it cannot be read."""


class GroupSamples(Struct, frozen=True, dict=True, eq=False):
    """The samples of one concept or of a group, slot by slot; n of them.

    Attributes:
        concept: index of each one's concept, int16, shape (n,).
        pictures: their pictures as the trainer spells them.
        places: where the pictures lie on this system.
        bytes: sizes of the pictures, int64, shape (n,).
        mtimes_ns: their modification times, int64, shape (n,).
        folders: those that the pictures lie in, each once.
        folder: number of each one's folder among them, int32, shape (n,).
        names: their names in it.
        spelled: the folders as the trainer spells them; none where it is no POSIX system, whose
            paths part at other letters, too.
    """

    concept: npt.NDArray[np.int16] = field(default_factory=lambda: NONE.astype(np.int16))
    pictures: Sequence[str] = ()
    places: Sequence[str] = ()
    bytes: npt.NDArray[np.int64] = field(default_factory=lambda: NONE)
    mtimes_ns: npt.NDArray[np.int64] = field(default_factory=lambda: NONE)
    folders: Sequence[str] = ()
    folder: npt.NDArray[np.int32] = field(default_factory=lambda: NONE.astype(np.int32))
    names: Sequence[str] = ()
    spelled: Sequence[str] = ()

    def __len__(self) -> int:
        return len(self.pictures)

    @cached_property
    def captions(self) -> Sequence[str]:
        """The name of each one's caption, in the folder of its picture."""
        return captions_of(self.names)

    @classmethod
    def of(cls, samples: ConceptSamples, folder: ConceptFolder) -> GroupSamples:
        """The samples of a concept in the trainer's order.

        Each is spelled as the trainer joins it to the folder that its config names, which it leaves
        as the user wrote it.
        """
        folders = [listed for listed in samples.folders if len(listed.rows)]
        normal = len(join_path(folder.spelled, "", folder.flavour)) if folder.spelled else 0
        own = _joinable(trainer_path(samples.concept, folder), folder.flavour)
        befores = [own + join_path(listed.spelled, "", samples.flavour)[normal:]
                   for listed in folders]
        names = [name for listed in folders
                 for name in map(listed.listing.names.__getitem__, listed.rows.tolist())]
        number = np.repeat(np.arange(len(folders), dtype=np.int32), np.array(
            [len(listed.rows) for listed in folders], dtype=np.int64))
        # All begin alike, so they sort as the paths that the config's folder is joined to.
        paths = names if len(folders) == 1 else join_names(befores, number, names)
        order = sorted(range(len(paths)), key=paths.__getitem__)
        rows = np.array(order, dtype=np.int64)
        names, number = list(map(names.__getitem__, order)), number[rows]
        sizes, dates = (np.concatenate([NONE, *(column[listed.rows] for listed, column in zip(
            folders, columns, strict=True))])[rows] for columns in (
                [listed.listing.sizes for listed in folders],
                [listed.listing.mtimes_ns for listed in folders]))
        reals = [listed.real for listed in folders]
        return cls(
            np.full(len(order), samples.concept.index, dtype=np.int16),
            join_names(befores, number, names), places_in(reals, number, names), sizes, dates,
            reals, number, names,
            [split_last(f"{before}x", samples.flavour)[0] for before in befores]
            if samples.flavour is folder.flavour is PathFlavour.POSIX else [])

    @classmethod
    def together(cls, parts: Sequence[GroupSamples]) -> GroupSamples:
        """Those of some concepts, one concept after the other."""
        if len(parts) == 1:
            return parts[0]
        return cls(
            np.concatenate([NONE.astype(np.int16), *(part.concept for part in parts)]),
            list(itertools.chain.from_iterable(part.pictures for part in parts)),
            list(itertools.chain.from_iterable(part.places for part in parts)),
            np.concatenate([NONE, *(part.bytes for part in parts)]),
            np.concatenate([NONE, *(part.mtimes_ns for part in parts)]),
            list(itertools.chain.from_iterable(part.folders for part in parts)),
            np.concatenate([NONE.astype(np.int32), *(
                part.folder + np.int32(sum(len(before.folders) for before in parts[:at]))
                for at, part in enumerate(parts))]),
            list(itertools.chain.from_iterable(part.names for part in parts)),
            list(itertools.chain.from_iterable(part.spelled for part in parts))
            if all(len(part.spelled) == len(part.folders) for part in parts) else ())

    def sources(self, flavour: PathFlavour, *, is_text: bool) -> SplitPaths:
        """The pictures, or their captions, as a store with paths of this flavour lists them."""
        if self.spelled and flavour is PathFlavour.POSIX:
            return self.spelled, self.folder, self.captions if is_text else self.names
        return folders_of(captions_of(self.pictures) if is_text else self.pictures, flavour)


def _joinable(folder: str, flavour: PathFlavour) -> str:
    """A folder as the trainer's system joins names to it."""
    ends = ("/",) if flavour is PathFlavour.POSIX else ("/", "\\", ":")
    return folder if not folder or folder.endswith(ends) else folder + flavour.separator


class PresentSources:
    """The files that decide the payloads of n samples, as they are now.

    Args:
        members: the samples.
        workspace: whose concepts they are of.
        tree: lists the folders of captions and sidecars.
        memory: contents by size and date.
        is_text: whether captions are cached.
        trusts_notes: whether a file of a noted size and date has the noted content.
        trusts_memory: whether one that is remembered with all that tells files apart has that.
        token: checked while hashing.

    Attributes:
        bytes: sizes, 0 for a source that is no file, int64, shape (n,).
        mtimes_ns: modification times, the same.
        unreadable: why the source of a sample, or a sidecar of it, cannot be looked at or read, by
            sample; filled by `contents` and `sidecars`, too.
    """

    def __init__(
        self, members: GroupSamples, workspace: Workspace, tree: SourceTree, memory: HashMemory, *,
        is_text: bool, trusts_notes: bool, trusts_memory: bool, token: CancelToken,
    ) -> None:
        self._members = members
        self._workspace = workspace
        self._concepts = {concept.index: concept for concept in workspace.concepts}
        self._tree = tree
        self._memory = memory
        self._is_text = is_text
        self._trusts_notes = trusts_notes
        self._trusts_memory = trusts_memory
        self._token = token
        self._contents: dict[int, str] = {}
        self._noted: dict[tuple[str, int, int], str] = {}
        self._unread_notes: list[SlotOrigins] = []
        self._names: dict[str, Mapping[str, int]] = {}
        self.unreadable: dict[int, str] = {}
        self._is_there = np.ones(len(members), dtype=np.bool_)
        self.bytes, self.mtimes_ns = members.bytes, members.mtimes_ns
        if is_text:
            self.bytes = np.zeros(len(members), dtype=np.int64)
            self.mtimes_ns = np.zeros(len(members), dtype=np.int64)
            self._is_there[:] = False
            for concept in distinct(members.concept).tolist():
                self._look_at_prompts(concept)

    def note(self, origins: SlotOrigins) -> None:
        """Learn contents from what is noted of slots, instead of reading files again."""
        self._unread_notes.append(origins)

    def contents(self, samples: Sequence[int]) -> Job[Mapping[int, str]]:
        """Content of the sources of some samples; none of those that cannot be read."""
        if not samples:
            return self._contents
        known = self._known(samples)
        if None not in known:
            self._contents.update(zip(samples, known, strict=True))  # type: ignore[arg-type]
            return self._contents
        self._contents.update(
            (sample, content) for sample, content in zip(samples, known, strict=True)
            if content is not None)
        unread: dict[str, list[int]] = {}
        left = [content is None for content in known]
        for sample in itertools.compress(samples, left):
            if sample not in self._contents and sample not in self.unreadable:
                unread.setdefault(self.path(sample), []).append(sample)
        contents, unreadable = yield from hash_sources(
            list(unread), self._memory, trust_memory=self._trusts_memory, token=self._token,
            stamps=self._tree.file_stamps([*unread]))
        of_paths = list(unread.values())
        for content, of_path in zip(contents, of_paths, strict=True):
            if content is not None:
                self._contents.update(dict.fromkeys(of_path, content))
        for at, why in unreadable.items():
            self.unreadable.update(dict.fromkeys(of_paths[at], why))
        return self._contents

    def sidecars(
        self, samples: Iterable[int], endings: Sequence[str]
    ) -> Job[Mapping[int, Sequence[SidecarState]]]:
        """The sidecars that are beside the pictures of some samples, by sample, in any order."""
        counting = self._endings_there(endings)
        there = [
            (sample, *found) for sample in samples if counting
            for found in self._beside(sample, counting)]
        contents, unreadable = yield from hash_sources(
            [path for _, _, path, _ in there], self._memory, token=self._token)
        result: dict[int, list[SidecarState]] = {}
        for (sample, ending, _, mtime_ns), content in zip(there, contents, strict=True):
            result.setdefault(sample, []).append((ending, content or "", mtime_ns))
        for at, why in unreadable.items():
            sample, _, path, _ = there[at]
            self.unreadable.setdefault(sample, f"{os.path.basename(path)}: {why}")  # noqa: PTH119
        return result

    def sidecar_dates(
        self, samples: Iterable[int], endings: Sequence[str]
    ) -> Iterator[tuple[int, str, int]]:
        """Yield sample, path and modification time of each sidecar; none of them is opened."""
        counting = self._endings_there(endings)
        for sample in samples if counting else ():
            for _, path, mtime_ns in self._beside(sample, counting):
                yield sample, path, mtime_ns

    def path(self, sample: int) -> str:
        """The file that decides a sample's payloads, "" where none does."""
        place = self._members.places[sample]
        return prompt_file(self._workspace, self._concept(sample), place) if self._is_text \
            else place

    def is_gone(self, sample: int) -> bool:
        """Return whether no file decides a sample's payloads where a concept names one."""
        return (not self._is_there[sample] and sample not in self.unreadable
                and self._concept(sample).text.prompt_source is not PromptSource.FILENAME)

    def _concept(self, sample: int) -> Concept:
        return self._concepts[int(self._members.concept[sample])]

    def _known(self, samples: Sequence[int]) -> list[str | None]:
        """Contents that need not be read: noted for the same file, or of a name."""
        at = np.asarray(samples, dtype=np.int64)
        pictures = self._members.pictures
        found: list[str | None] = [None] * len(at)
        if self._trusts_notes:
            found = list(map(self._notes().get, zip(
                map(pictures.__getitem__, samples), self.bytes[at].tolist(),
                self.mtimes_ns[at].tolist(), strict=True)))
        for place in np.flatnonzero(~self._is_there[at]).tolist():
            found[place] = NO_CONTENT
        if self.unreadable:
            found = [None if sample in self.unreadable else content
                     for sample, content in zip(samples, found, strict=True)]
        named = [index for index, concept in self._concepts.items()
                 if self._is_text and concept.text.prompt_source is PromptSource.FILENAME]
        for place in np.flatnonzero(np.isin(self._members.concept[at], named)).tolist():
            name = pictures[samples[place]].replace("\\", "/").rpartition("/")[2]
            found[place] = hash_text(sample_stem(name))
        return found

    def _notes(self) -> Mapping[tuple[str, int, int], str]:
        """Contents by what was noted of files; made where a file is not the one that was noted."""
        while self._unread_notes:
            noted = self._unread_notes.pop(0)
            self._noted.update(zip(zip(
                noted.pictures, noted.bytes.tolist(), noted.mtimes_ns.tolist(), strict=True),
                noted.contents, strict=True))
            self._noted.pop((NOTHING.picture, NOTHING.bytes, NOTHING.mtime_ns), None)
        return self._noted

    def _look_at_prompts(self, index: int) -> None:
        """Sizes and dates of the files that the prompts of one concept come from."""
        concept = self._concepts[index]
        samples = np.flatnonzero(self._members.concept == index)
        if concept.text.prompt_source is PromptSource.FILENAME:
            return
        if concept.text.prompt_source is PromptSource.CONCEPT:
            self._look_at_one(samples, prompt_file(self._workspace, concept, ""))
            return
        members = self._members
        for number in distinct(members.folder[samples]).tolist():
            of_folder = samples[members.folder[samples] == number]
            self._look_at_captions(
                members.folders[number], of_folder,
                members.captions if len(of_folder) == len(members)
                else list(map(members.captions.__getitem__, of_folder.tolist())))

    def _look_at_captions(
        self, folder: str, samples: npt.NDArray[np.int64], names: Sequence[str]
    ) -> None:
        """Sizes and dates of the caption files of some samples in one folder."""
        listed = self._list_folder(folder)
        rows = np.fromiter(
            map(listed.get, names, itertools.repeat(ABSENT)), dtype=np.int64, count=len(names))
        for at in np.flatnonzero(rows == HIDDEN).tolist():
            self._leave([int(samples[at])], why_unseen(f"{folder}/{names[at]}"))
        there = rows >= 0
        if there.any():
            listing, found = self._tree.list_folder(folder), samples[there]
            self.bytes[found] = listing.sizes[rows[there]]
            self.mtimes_ns[found] = listing.mtimes_ns[rows[there]]
            self._is_there[found] = True

    def _look_at_one(self, samples: npt.NDArray[np.int64], path: str) -> None:
        """As `_look_at_prompts`, of a file that serves them all."""
        try:
            status = os.stat(path)  # noqa: PTH116
            require_regular(status, path)
        except OSError as error:
            if path:  # away, with its drive perhaps: nobody knows what it holds
                self._leave(samples.tolist(), f"{path}: {error_reason(error)}")
            return
        self.bytes[samples], self.mtimes_ns[samples] = status.st_size, mtime_ns_of(status)
        self._is_there[samples] = True

    def _leave(self, samples: Sequence[int], why: str) -> None:
        """Note a file of some samples that cannot be looked at: it is like none that was noted."""
        self.unreadable.update(dict.fromkeys(samples, why))
        self.bytes[samples] = -1

    def _endings_there(self, endings: Sequence[str]) -> tuple[str, ...]:
        """Return the name endings that any file beside the samples has."""
        if not endings:
            return ()
        return tuple(ending for ending in endings if any(
            name.endswith(ending) for folder in self._members.folders
            for name in self._list_folder(folder)))

    def _beside(
        self, sample: int, endings: Sequence[str]
    ) -> Iterator[tuple[str, str, int]]:
        """Ending, path and modification time of each sidecar of a sample."""
        folder, name = os.path.split(self._members.places[sample])
        stem, listed = sample_stem(name), self._list_folder(folder)
        for ending in endings:
            at = listed.get(stem + ending)
            if at is None:
                continue
            if at < 0:
                self.unreadable.setdefault(
                    sample, f"{stem + ending}: {why_unseen(f'{folder}/{stem}{ending}')}")
                continue
            yield ending, f"{folder}/{stem}{ending}", int(
                self._tree.list_folder(folder).mtimes_ns[at])

    def _list_folder(self, folder: str) -> Mapping[str, int]:
        """Rows of a folder's listing by name, HIDDEN for what is there and cannot be looked at."""
        known = self._names.get(folder)
        if known is None:
            listing = self._tree.listing(folder)
            known = {} if listing is None else {
                **dict(zip(listing.names, range(len(listing.names)), strict=True)),
                **{name: HIDDEN for name in listing.vanished
                   if may_be_there(f"{folder}/{name}")},
                **dict.fromkeys(listing.subfolders, HIDDEN)}
            self._names[folder] = known
        return known


def find_unchanged_slots(
    origins: SlotOrigins, members: GroupSamples, present: PresentSources, *, is_in_place: bool
) -> npt.NDArray[np.bool_]:
    """Return whether each slot's source is the recorded file, as far as dates show.

    `is_in_place` where it is known that each slot is noted to be of its sample. Shape (k,), k being
    the samples that have a slot.
    """
    count = min(len(members), len(origins))
    same = np.ones(count, dtype=np.bool_) if is_in_place else np.array(
        [one == other for one, other in zip(origins.pictures, members.pictures, strict=False)],
        dtype=np.bool_)
    return np.asarray(
        same & origins.known[:count] & (origins.bytes[:count] == present.bytes[:count])
        & (origins.mtimes_ns[:count] == present.mtimes_ns[:count]))
