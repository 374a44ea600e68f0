"""Roots of sources: an unplugged drive must never look like deleted pictures.

A root is a concept's folder; entries under no concept have the first existing parent of their
stored path. Three kinds of folders are roots of their own inside another: one the user declared
gone for good (always reachable), one that may not be listed, and one that was on a drive of its own
and is not there any more.

An unmounted drive often leaves an empty folder behind; that its device number changed gives it
away. So the device each root was last seen on is remembered in the user's cache folder. Without
that memory one sign of an unreachable root is lost, no more.
"""

from __future__ import annotations

import enum
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec
import numpy as np
import numpy.typing as npt

from larder.core.files.derived import recall, remember
from larder.core.survey.document import RootFacts
from larder.core.survey.sources import SourceTree
from larder.core.workspace.concepts import Concept
from larder.core.workspace.roots import is_folder
from larder.core.workspace.samples import ConceptSamples
from larder.core.workspace.stored_paths import SpelledPaths

DEVICES_NAME: Final = "root-devices.json"
"""In the cache folder: real path of a root, or of a folder on a drive of its own -> `st_dev`."""

MOSTLY_GONE_AT_LEAST: Final = 20
"""Fewer missing sources than this are never taken for a mistake."""

Int32 = npt.NDArray[np.int32]


class Unreachable(enum.StrEnum):
    """Why a root cannot be reached; the value says it of "the folder"."""

    MISSING = "is missing"
    HOLDS_NONE = "holds none of its indexed files"
    FOLDER_GONE = "no longer contains the folder of these files"
    OTHER_DEVICE = "is on another device than before"
    LINK = "is a broken link"


def root_is_unreachable(
    *,
    exists: bool,
    indexed: int,
    present: int,
    device: int | None = None,
    remembered_device: int | None = None,
) -> Unreachable | None:
    """Why the entries of a root must be held back, None when it can be reached.

    Args:
        exists: the folder is there.
        indexed: sources under it that some index names.
        present: how many of those are on disk.
        device: `st_dev` of the folder now, None when unknown.
        remembered_device: `st_dev` when it was last reached, None when never.
    """
    if not exists:
        return Unreachable.MISSING
    if None not in {device, remembered_device} and device != remembered_device:
        return Unreachable.OTHER_DEVICE
    if indexed > 0 and present == 0:
        return Unreachable.HOLDS_NONE
    return None


def mostly_gone(*, indexed: int, gone: int) -> bool:
    """Return whether too much of a reachable root is missing to offer its removal by default."""
    return gone >= MOSTLY_GONE_AT_LEAST and gone * 2 > indexed


class ConceptRoot(msgspec.Struct, frozen=True):
    """Where a concept's folder lies: as spelled, its real path, and what that compares as."""

    concept: Concept
    spelled: str
    real: str
    place: str

    @property
    def index(self) -> int:
        """The concept's number in the workspace."""
        return self.concept.index

    @property
    def label(self) -> str:
        """The name of the concept in sentences, or its number if unnamed."""
        return self.concept.display_name or f"number {self.concept.index + 1}"


class SourceFolders(msgspec.Struct, frozen=True):
    """The folders that one store's sources lie in: f folders, n rows, the first k of them indexed.

    Attributes:
        spelled: as index or record spell them, f of them.
        reals: where they lie here.
        refusals: why one that is there could not be listed, "" for all others.
        folder: of each row, -1 where nobody wrote a source down, int32, shape (n,).
        present: whether the source of each indexed row is there, bool, shape (k,).
    """

    spelled: Sequence[str]
    reals: Sequence[str]
    refusals: Sequence[str]
    folder: Int32
    present: npt.NDArray[np.bool_]


class StoreRoots(msgspec.Struct, frozen=True):
    """The roots of one store's sources.

    Attributes:
        facts: one per root.
        of_row: index into `facts` for each row, -1 for none, int32, shape (n,).
        concept_of_row: the concept whose folder holds the source, -1 for none, int16, same shape.
        reals: real path of each root.
        drives: folders inside a root that are on another device than it: real path -> device.
    """

    facts: tuple[RootFacts, ...]
    of_row: Int32
    concept_of_row: npt.NDArray[np.int16]
    reals: tuple[str, ...]
    drives: Mapping[str, int]


class _Root(msgspec.Struct):
    """One root; `trouble` is known before any source of it was looked for.

    `is_above` is whether the folders of all its sources are gone and it is what is left above them.
    """

    spelled: str
    real: str
    trouble: str
    is_declared: bool = False
    is_above: bool = False
    unreachable: str | None = None


class RootTable:
    """The roots of one store, numbered as they are met."""

    def __init__(
        self,
        paths: SpelledPaths,
        tree: SourceTree,
        concepts: Sequence[ConceptRoot],
        *,
        gone: Sequence[str],
        declared: set[str],
        devices: Mapping[str, int],
    ) -> None:
        """Make a table; `declared` gets those of `gone` that a folder of sources lies in."""
        self.paths = paths
        self.concepts = concepts
        self._tree = tree
        self._gone = {paths.place(folder): folder for folder in gone}
        self._declared = declared
        self._devices = devices
        self._roots: list[_Root] = []
        self._numbers: dict[str, int] = {}

    @property
    def places(self) -> tuple[str, ...]:
        """The comparable forms of the roots' folders, by number."""
        return tuple(self._numbers)

    @property
    def reals(self) -> tuple[str, ...]:
        """Where the roots lie, by number."""
        return tuple(root.real for root in self._roots)

    def spell(self, number: int) -> str:
        """A root's folder as it is spelled."""
        return self._roots[number].spelled

    def find_declared_gone(self, real: str) -> str:
        """The longest folder at or above a path that was declared gone for good, "" for none."""
        place = self.paths.place(real)
        declared = [path for above, path in self._gone.items() if self.paths.holds(above, place)]
        self._declared.update(declared)
        return max(declared, key=len, default="")

    def holds(self, concept: ConceptRoot, real: str) -> bool:
        """Return whether a path is the folder of a concept or is inside it."""
        return self.paths.holds(concept.place, self.paths.place(real))

    def concept_above(self, real: str) -> ConceptRoot | None:
        """The concept with the longest folder that holds a path."""
        place = self.paths.place(real)
        above = [concept for concept in self.concepts if self.paths.holds(concept.place, place)]
        return max(above, key=lambda concept: len(concept.place), default=None)

    def add(
        self, spelled: str, real: str, concept: ConceptRoot | None, *, refusal: str = ""
    ) -> int:
        """The number of the root that a folder of sources hangs on.

        `refusal` says why it cannot be listed although it is there.
        """
        declared = self.find_declared_gone(real)
        trouble = refusal and f"cannot be listed: {refusal}"
        trouble = trouble or self._lost_drive(real, concept)
        if declared:
            root = _Root(spelled, declared, "")
        elif trouble:
            root = _Root(spelled, real, trouble)
        elif concept is not None:
            root = _Root(concept.spelled, concept.real, "")
        else:
            root = _Root(*self.paths.existing_parent(spelled), "")
        place = self.paths.place(root.real)
        number = self._numbers.setdefault(place, len(self._roots))
        is_above = place != self.paths.place(real)
        if number == len(self._roots):
            root.is_declared = place in self._gone
            root.is_above = is_above
            self._roots.append(root)
        self._roots[number].is_above &= is_above
        return number

    def judge(self, number: int, *, indexed: int, present: int) -> str:
        """Why a root's entries are held back, "" when it can be reached or was declared gone.

        What is said first stands in `facts`.

        `indexed` sources under it are recorded; `present` of them, or of other stores' under it,
        are there.
        """
        root = self._roots[number]
        if not (root.is_declared or root.trouble or present) \
                and (refusal := self._tree.refusal(root.real)):
            root.trouble = f"cannot be listed: {refusal}"
        why = "" if root.is_declared else root.trouble or root_is_unreachable(
            exists=self._tree.exists(root.real), indexed=indexed, present=present,
            device=device_of(root.real), remembered_device=self._devices.get(root.real)) or ""
        if why == Unreachable.HOLDS_NONE and root.is_above:
            why = Unreachable.FOLDER_GONE
        if root.unreachable is None:
            root.unreachable = why
        return why

    def facts(self, indexed: Sequence[int], gone: Sequence[int]) -> tuple[RootFacts, ...]:
        """The judged roots with their sources counted, by number."""
        return tuple(
            RootFacts(
                spelled=root.spelled, unreachable=root.unreachable or None, indexed=int(of_root),
                gone=int(missing), declared_gone=root.is_declared,
                mostly_gone=not root.is_declared and mostly_gone(
                    indexed=int(of_root), gone=int(missing)))
            for root, of_root, missing in zip(self._roots, indexed, gone, strict=True))

    def _lost_drive(self, real: str, concept: ConceptRoot | None) -> str:
        """Return why a folder inside a concept's is away: its drive or a link's target; else ""."""
        if concept is None or real == concept.real:
            return ""
        if real in self._devices:
            return Unreachable.OTHER_DEVICE if device_of(real) != self._devices[real] else ""
        if self._tree.exists(real):
            return ""
        above = real
        while self.holds(concept, above) and above != concept.real:
            if os.path.islink(above) and not is_folder(Path(above)):  # noqa: PTH114 - texts
                return Unreachable.LINK
            above = os.path.dirname(above)  # noqa: PTH120
        return ""


FoundSources = tuple[SourceFolders, RootTable]
"""The folders of one store's sources, and the roots that they are placed under."""


def judge_roots(stores: Sequence[FoundSources]) -> tuple[StoreRoots, ...]:
    """Judge the roots of all stores together: a caption that is there proves its pictures' root."""
    placed = [_place(store, table) for store, table in stores]
    proven: set[str] = set()
    for (store, table), (of_row, _) in zip(stores, placed, strict=True):
        found = of_row[:len(store.present)][store.present]
        places = table.places
        proven.update(places[root] for root in set(found.tolist()))
    return tuple(
        _judge(store, table, of_row, concept_of_row, proven)
        for (store, table), (of_row, concept_of_row) in zip(stores, placed, strict=True))


def _place(store: SourceFolders, table: RootTable) -> tuple[Int32, npt.NDArray[np.int16]]:
    """Root and concept of every row; the last element of each table is what -1 picks."""
    root = np.full(len(store.spelled) + 1, -1, dtype=np.int32)
    concept = np.full(len(store.spelled) + 1, -1, dtype=np.int16)
    for at, (spelled, real, refusal) in enumerate(
            zip(store.spelled, store.reals, store.refusals, strict=True)):
        above = table.concept_above(real)
        concept[at] = -1 if above is None else above.index
        root[at] = table.add(spelled, real, above, refusal=refusal)
    return root[store.folder], concept[store.folder]


def _judge(
    store: SourceFolders,
    table: RootTable,
    of_row: Int32,
    concept_of_row: npt.NDArray[np.int16],
    proven: set[str],
) -> StoreRoots:
    rows = of_row[:len(store.present)]
    places = table.places
    indexed = np.bincount(rows[rows >= 0], minlength=len(places))
    gone = np.bincount(rows[(rows >= 0) & ~store.present], minlength=len(places))
    for number, place in enumerate(places):
        table.judge(number, indexed=int(indexed[number]), present=int(place in proven))
    return StoreRoots(
        facts=table.facts(indexed.tolist(), gone.tolist()), of_row=of_row,
        concept_of_row=concept_of_row, reals=table.reals,
        drives=_drives_inside(store, rows, table.reals))


def _drives_inside(store: SourceFolders, rows: Int32, roots: Sequence[str]) -> dict[str, int]:
    """Folders with all their indexed sources that are on another device than their root."""
    root_of_folder = np.full(len(store.spelled) + 1, -1, dtype=np.int32)
    folder = store.folder[:len(rows)]
    root_of_folder[folder] = rows
    root_of_folder[folder[~store.present]] = -1
    devices = [device_of(real) for real in roots]
    found = {}
    for at in np.flatnonzero(root_of_folder[:-1] >= 0).tolist():
        device = device_of(store.reals[at])
        if device is not None and device != devices[root_of_folder[at]]:
            found[store.reals[at]] = device
    return found


def drives_of_samples(samples: Iterable[ConceptSamples], table: RootTable) -> dict[str, int]:
    """Folders with samples that are on another device than their concept's: real path -> device."""
    reals = {concept.index: concept.real for concept in table.concepts}
    found = {}
    for of_concept in samples:
        root = reals[of_concept.concept.index]
        device_of_root = device_of(root)
        for folder in of_concept.folders:
            device = device_of(folder.real) if len(folder.rows) and folder.real != root else None
            if device is not None and device != device_of_root:
                found[folder.real] = device
    return found


def device_of(real: str) -> int | None:
    """`st_dev` of a folder, None when it is not there."""
    try:
        return Path(real).stat().st_dev
    except (OSError, ValueError):  # or no folder has such a name
        return None


def load_devices(cache_folder: Path) -> dict[str, int]:
    """Real root path -> device number; empty when nothing is remembered."""
    return recall(cache_folder / DEVICES_NAME, dict[str, int]) or {}


def remember_devices(
    cache_folder: Path, remembered: Mapping[str, int], roots: Sequence[StoreRoots]
) -> None:
    """Note the devices of roots, and of drives inside them, seen with all their sources.

    Also of roots declared gone. A root on a new device with sources missing is exactly the case the
    memory is for, so it is not learnt from.
    """
    now = dict(remembered)
    for store in roots:
        for fact, real in zip(store.facts, store.reals, strict=True):
            if fact.declared_gone or (fact.gone == 0 and fact.indexed > 0):
                device = device_of(real)
                if device is None:
                    now.pop(real, None)
                else:
                    now[real] = device
        now.update(store.drives)
    if now != remembered:
        remember(cache_folder / DEVICES_NAME, now)
