"""Plan of a build over a folder of files, in columns, and its comparison with a saved plan.

A plan identifies each file by its stamp; applying it skips files whose stamp has changed.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import msgspec
import numpy as np
import numpy.typing as npt

from larder.core.build.rates import told_before
from larder.core.build.reports import (
    BuildGroup,
    ListedEncoder,
    ListedItem,
    ListedStore,
    SourceBuildPlanDocument,
    SourceFolder,
)
from larder.core.build.values.sources import SourceRows, record_of
from larder.core.encoders.value_encoder import ValueEncoder
from larder.core.errors import StalePlanError, UserFacingError, WorkspaceError
from larder.core.files.store_paths import larder_folder
from larder.core.saved_plans import AGAIN, SavedStore
from larder.core.settings import load_settings, read_maps
from larder.core.stores.records import RecordedSource
from larder.core.stores.values.listing import list_values
from larder.core.survey.verdicts import Verdict
from larder.core.workspace.open_workspace import StoreLocation, open_workspace
from larder.core.workspace.roots import PathMap, flavour_of
from larder.core.workspace.store_kinds import StoreKind
from larder.core.workspace.store_locations import find_stores, root_of_stores
from larder.core.workspace.stored_paths import SpelledPaths
from larder.core.writes.reports import LeftSource

OpenEncoder = Callable[[], ValueEncoder]

LOADING: Final = "loading the encoder"

CHANGED_OR_GONE: Final = (
    "It changed or was deleted after the plan was made, or nothing has to be built for it any "
    "more.")


@dataclass(frozen=True, slots=True)
class TargetStore:
    """Where values are put.

    Attributes:
        id: of the store in its workspace; its kind's name for one that is to be made.
        kind: one of the sharded kinds.
        folder: where it lies, or will.
        budget_bytes: what its payloads may take together, None without a limit.
        root: what relative sources of its record refer to, None for its own folder.
        maps: prefixes of recorded sources that lie elsewhere here.
    """

    id: str
    kind: StoreKind
    folder: Path
    budget_bytes: int | None = None
    root: Path | None = None
    maps: tuple[PathMap, ...] = ()

    def read_paths(self) -> SpelledPaths:
        """How the sources of its record are read on this machine."""
        return SpelledPaths(self.root or self.folder, self.maps, flavour_of(""))


def target_store(workspace: str, word: str, *, sources: Path) -> TargetStore:
    """The store that values are put into; one that is not there yet is to be made.

    Args:
        workspace: a folder, a config or a store, as the user spelled it.
        word: the kind of store.
        sources: the user's files.

    Raises:
        UserFacingError: if there are several, none can be made there, or the kind is no such kind.
        WorkspaceError: if a config cannot be read.
    """
    kind = _kind(word)
    budget = load_settings().budgets.get(kind.value)
    opened = Path(os.path.abspath(workspace))  # noqa: PTH100 - links stay as spelled
    found = _stores(opened)
    of_kind = [store for store in found if store.kind is kind]
    if len(of_kind) > 1:
        raise UserFacingError(
            f"There are {len(of_kind)} {kind.value} caches in {opened}.",
            f"Name one of them, for example {of_kind[0].path}.")
    if of_kind:
        maps = tuple(PathMap(*one) for one in read_maps(workspace))
        return TargetStore(
            of_kind[0].id, kind, of_kind[0].path, budget, _root(opened, maps), maps)
    folder = _new_store(opened, kind, found)
    _require_outside(folder, sources)
    return TargetStore(kind.value, kind, folder, budget)


def _kind(word: str) -> StoreKind:
    words = {kind.value: kind for kind in StoreKind if kind.traits.records_sources}
    if word not in words:
        raise UserFacingError(
            f"There is no {word!r} cache that is built from files.",
            f"Use one of {', '.join(words)}.")
    return words[word]


def _root(opened: Path, maps: Sequence[PathMap]) -> Path:
    """Return the folder that relative sources refer to, as a survey of the same folder does."""
    try:
        return open_workspace(opened, maps=maps).root
    except WorkspaceError:
        # A config in the folder that cannot be read is nothing that such a build needs.
        return root_of_stores(opened, [])


def _stores(opened: Path) -> tuple[StoreLocation, ...]:
    if opened.is_dir():
        return find_stores(opened)
    if opened.exists():
        return open_workspace(opened).stores
    return ()


def _new_store(opened: Path, kind: StoreKind, found: tuple[StoreLocation, ...]) -> Path:
    """Where a store can be made."""
    if opened.is_file():
        raise WorkspaceError(
            f"{opened} is a file, and none of its caches holds such values.",
            "Name the folder the cache is to be made in.")
    here = [store for store in found if store.path == opened]
    if here:
        raise UserFacingError(
            f"{opened} is a {here[0].kind.value} cache.",
            f"Name the folder above it, and the {kind.value} cache is made beside it.")
    if larder_folder(opened).is_dir() and _is_begun(opened, kind):
        return opened
    folder = opened / kind.value
    if folder.exists() and not _is_begun(folder, kind):
        raise UserFacingError(
            f"{folder} exists and is not a {kind.value} cache.",
            "Name another folder for the cache.")
    return folder


def _is_begun(folder: Path, kind: StoreKind) -> bool:
    """Return whether a folder has nothing but what a build leaves if killed at its start."""
    return folder.is_dir() and not list_values(folder, kind).foreign


def _require_outside(folder: Path, sources: Path) -> None:
    """A cache is made nowhere among the user's files."""
    real = sources.resolve()
    if real in (folder.resolve(), *folder.resolve().parents):
        raise UserFacingError(
            f"{folder} would be among the sources in {sources}.",
            "Name another folder for the cache.")


@dataclass(frozen=True, slots=True)
class UsedEncoder:
    """Encoder that the values are made with.

    Attributes:
        name: what people call it.
        digest: its fingerprint, 64 hex digits.
        settings: the part of payload names that is the same for all of them: digits of the
            fingerprint and size, rate and cut, or length.
        resolution: "384x384" (height first) for pictures, else "".
    """

    name: str
    digest: str
    settings: str
    resolution: str

    @property
    def kind(self) -> str:
        """The key that decides the pace of the encoder."""
        return f"{self.digest}.{self.settings}"


@dataclass(frozen=True, slots=True)
class SourceBuildPlan:
    """Plan of a build over a folder, of n sources.

    Attributes:
        store: where values are put.
        encoder: what they are made with; None if there is no source.
        blobs: SHA-256 of each, uint8, shape (n, 32); zeros where it cannot be read.
        pieces: values that each gives, int32, shape (n,).
        missing: those of them that are not in the store, int32, shape (n,); a value that two
            sources share is counted at the first.
        verdicts: what is said of each source, uint8 of `Verdict`, shape (n,).
        to_make: rows that are built, in order, int32.
        unrecorded: payloads that are there, of which the record does not say, or says otherwise,
            what they are of: rows of their sources by their names, relative to the store.
        shared: pieces that an earlier source gives as well.
        broken: what cannot be read.
        held_bytes: what the payloads of these sources take that are there.
        store_bytes: what all payloads of the store take.
        bytes: what is made takes, None if nothing tells.
        seconds: how long it takes, opening the encoder included; None if nothing tells.
        start_s: how much of it passes before the first value is begun.
        measured: payloads that were made on trial to tell both.
        free_bytes: free space where the store lies.
        reads_payloads: payloads that are there were read whole, and are again before one is kept.
    """

    store: TargetStore
    encoder: UsedEncoder | None
    sources: SourceRows
    blobs: npt.NDArray[np.uint8]
    pieces: npt.NDArray[np.int32]
    missing: npt.NDArray[np.int32]
    verdicts: npt.NDArray[np.uint8]
    to_make: npt.NDArray[np.int32]
    unrecorded: Mapping[str, int]
    shared: int
    broken: tuple[LeftSource, ...]
    held_bytes: int
    store_bytes: int
    bytes: int | None
    seconds: float | None
    measured: int
    free_bytes: int
    reads_payloads: bool = False
    start_s: float = 0.0

    @property
    def payloads(self) -> int:
        """Values to be made."""
        return int(self.missing[self.to_make].sum())

    @property
    def present(self) -> int:
        """Values that are there."""
        return int(self.pieces.sum() - self.missing.sum()) - self.shared

    @property
    def change_count(self) -> int:
        """Sources that were edited since they were built."""
        return int(np.count_nonzero(self.verdicts == Verdict.CONTENT_CHANGED))

    @property
    def over_budget_bytes(self) -> int:
        """By how much all values of these sources exceed what the store may take."""
        if self.store.budget_bytes is None:
            return 0
        return max(self.held_bytes + (self.bytes or 0) - self.store.budget_bytes, 0)

    @property
    def is_empty(self) -> bool:
        """True if there is nothing to do."""
        return not (len(self.to_make) or self.unrecorded or self.broken)

    def blob(self, row: int) -> str:
        """SHA-256 of a source, 64 hex digits."""
        return bytes(self.blobs[row]).hex()

    def record_of(self, row: int, name: str) -> RecordedSource:
        """Return the record of a payload that is made of a source."""
        return record_of(self.sources, row, name, self.blob(row))

    def document(self, *, with_items: bool = True) -> SourceBuildPlanDocument:
        """Return the plan as a document, `larder.build-plan/1`."""
        entries, encoder, sources = len(self.to_make), self.encoder, self.sources
        groups = () if not entries or encoder is None else (BuildGroup(
            store=self.store.id, encoder=encoder.name, resolution=encoder.resolution,
            settings=encoder.settings, entries=entries, payloads=self.payloads, bytes=self.bytes,
            seconds=self.seconds),)
        store = ListedStore(
            id=self.store.id, kind=self.store.kind.value, path=str(self.store.folder),
            exists=self.store.folder.is_dir(), entries=entries,
            items=tuple(map(self._describe, self.to_make.tolist()))
            if with_items else msgspec.UNSET,
            unrecorded_items=tuple(self.unrecorded) if with_items else msgspec.UNSET)
        return SourceBuildPlanDocument(
            stores=(store,),
            groups=groups,
            left_out=tuple(
                msgspec.structs.replace(one, store=self.store.id) for one in sources.passed_over),
            broken=self.broken, entries=entries, payloads=self.payloads, bytes=self.bytes,
            seconds=self.seconds, start_seconds=self.start_s, measured=self.measured,
            told_before=told_before(self.seconds, groups), free_bytes=self.free_bytes,
            sources=SourceFolder(
                folder=sources.root, files=len(sources), bytes=int(sources.sizes.sum()),
                changed=self.change_count),
            encoder=None if encoder is None else ListedEncoder(
                name=encoder.name, fingerprint=encoder.digest),
            present=self.present, missing=int(self.missing.sum()), shared=self.shared,
            unrecorded=len(self.unrecorded), held_bytes=self.held_bytes,
            store_bytes=self.store_bytes, budget_bytes=self.store.budget_bytes,
            over_budget_bytes=self.over_budget_bytes)

    def _describe(self, row: int) -> ListedItem:
        return ListedItem(
            source=self.sources.path_as_stored(row),
            verdict=Verdict(self.verdicts[row]).name_in_contract,
            resolution="" if self.encoder is None else self.encoder.resolution,
            payloads=int(self.missing[row]), size=int(self.sources.sizes[row]),
            mtime_ns=int(self.sources.mtimes_ns[row]))


def restrict_source_build(
    plan: SourceBuildPlan, saved: SourceBuildPlanDocument, stores: Sequence[SavedStore]
) -> tuple[SourceBuildPlan, tuple[LeftSource, ...]]:
    """Restrict today's plan to what a saved plan lists, and list what only the saved one has.

    The plan of today was made with the saved one's options, into one of `stores`.

    Raises:
        StalePlanError: if the store or the encoder is another one.
    """
    store = plan.store
    if list(stores) != [SavedStore(store.id, store.kind, str(store.folder))]:
        raise StalePlanError(
            f"The plan is for another cache than {store.folder}, which is used today.", AGAIN)
    if plan.encoder is not None and (
            saved.encoder is None or saved.encoder.fingerprint != plan.encoder.digest):
        raise StalePlanError(
            f"The encoder {plan.encoder.name} has changed since the plan was made.", AGAIN)
    listed = {item.source: item for of_store in saved.stores for item in of_store.items or ()}
    sources, kept = plan.sources, []
    for row in plan.to_make.tolist():
        item = listed.get(sources.path_as_stored(row))
        if item is not None and int(plan.missing[row]) <= item.payloads and (
                int(sources.sizes[row]), int(sources.mtimes_ns[row])) == (
                    item.size, item.mtime_ns):
            kept.append(row)
            del listed[item.source]
    broken = {left.source for left in saved.broken}
    names = {name for of_store in saved.stores for name in of_store.unrecorded_items or ()}
    return replace(
        plan, to_make=np.array(kept, dtype=np.int32),
        broken=tuple(left for left in plan.broken if left.source in broken),
        unrecorded={name: row for name, row in plan.unrecorded.items() if name in names},
    ), tuple(LeftSource(store.id, source, CHANGED_OR_GONE) for source in listed)
