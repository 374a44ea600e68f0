"""Files of an indexed cache that are exported to a bundle: those a run without sources uses.

No entries of deleted pictures, none of validation concepts, no leftovers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import xxhash

from larder.core.bundle.indexes import entries_of, respell_index, top_of
from larder.core.bundle.manifest import BundledGroup, count_keys
from larder.core.bundle.relative import Respelling, name_folders
from larder.core.files.file_stamp import mtime_ns_of
from larder.core.files.folder_scan import scan_folder
from larder.core.stores.indexed.open_index import OpenIndex
from larder.core.stores.indexed.packed_rows import PackedText
from larder.core.survey.document import SourcelessGap
from larder.core.survey.indexed.store import read_remembered_index
from larder.core.training.sourceless import inspect_without_sources
from larder.core.workspace.cache_layout import CacheLayout
from larder.core.workspace.open_workspace import StoreContent, StoreLocation, Workspace
from larder.core.workspace.roots import PathFlavour, flavour_of_keys, normalise_path, split_key
from larder.core.workspace.samples import caption_of
from larder.core.workspace.trainer_layout import lay_out

CONTENTS = (StoreContent.IMAGE, StoreContent.TEXT)


@dataclass(frozen=True, slots=True)
class LeavingFile:
    """One cached file: where it lies, its path in the bundle, its size and date when planned.

    Attributes:
        order: of a list of slots, the former place of each.
    """

    place: Path
    path: str
    bytes: int
    mtime_ns: int
    order: tuple[int, ...] = ()

    @property
    def is_as_planned(self) -> bool:
        """True if the file exists with the size and date it had when planned."""
        try:
            status = self.place.stat()
        except OSError:
            return False
        return (status.st_size, mtime_ns_of(status)) == (self.bytes, self.mtime_ns)


@dataclass(frozen=True, slots=True)
class LeavingStore:
    """One cache.

    Attributes:
        files: in the order in which they are written.
        index: as it is to be; None in a released trainer's cache, whose aggregates are files.
        read: the index it was made of, and the digest of its bytes.
        entries: as the manifest counts them, by concept.
    """

    location: StoreLocation
    model_type: str
    files: tuple[LeavingFile, ...]
    entries: Counter[str]
    index: PackedText | None = None
    read: tuple[Path, str] | None = None
    groups: tuple[BundledGroup, ...] = ()

    @property
    def id(self) -> str:
        """Its folder in the bundle."""
        return self.location.kind.content.value


@dataclass(frozen=True, slots=True)
class ExportSet:
    """Files that would be exported.

    Attributes:
        respelling: of paths and prompts; None where nothing can leave.
        missing: what training would lack.
        sources: pictures and captions as they are spelled here, by store.
    """

    stores: tuple[LeavingStore, ...] = ()
    respelling: Respelling | None = None
    missing: tuple[SourcelessGap, ...] = ()
    left_out: int = 0
    sources: Mapping[str, Sequence[str]] = field(default_factory=dict)


def leave_indexed(workspace: Workspace, *, captions: bool) -> ExportSet:
    """Return the files that a run without sources would use, with paths respelled."""
    facts, pairing = inspect_without_sources(workspace)
    if pairing is None:
        return ExportSet(missing=facts.missing)
    stores = {
        store.kind.content: store for store in lay_out(workspace, CacheLayout.INDEXED).stores
        if store.kind.content in CONTENTS and store.exists}
    with ExitStack() as reading:
        read = {content: reading.enter_context(_ReadIndex.open(stores[content]))
                for content in CONTENTS if content in stores}
        keys = _keys(read, {sample.picture for sample in pairing.samples})
        respelling = _respelling(workspace, read.values(), keys, prompts=captions)
        leaving = tuple(
            _leaving_store(stores[content], index, keys[content], respelling)
            for content, index in read.items())
    return ExportSet(
        leaving, respelling, left_out=facts.left_out,
        sources={content.value: tuple(of) for content, of in keys.items()})


def _leaving_store(
    store: StoreLocation, index: _ReadIndex, keys: Iterable[str], respelling: Respelling
) -> LeavingStore:
    new = {respelling.path(key): key for key in keys}
    return LeavingStore(
        store, next(index.entries(new.values()))["modeltype"],
        tuple(_files(store, index, new.values())), count_keys(new),
        PackedText(respell_index(
            respelling, index.document, index.rows, new, are_all=False)),
        (index.place, index.digest))


@dataclass(frozen=True, slots=True)
class _ReadIndex:
    """An index in the copy that a trainer would take.

    Attributes:
        digest: of its bytes.
        document: all but its entries.
        rows: the JSON of each entry.
    """

    place: Path
    digest: str
    document: Mapping[str, Any]
    rows: Mapping[str, bytes]

    @classmethod
    @contextmanager
    def open(cls, store: StoreLocation) -> Iterator[_ReadIndex]:
        """That of a store, for the block; its rows stay in the file where they can."""
        place = store.path / read_remembered_index(store).known(store.path).copy
        with OpenIndex.open(place) as index:
            digest = xxhash.xxh64()
            for part in index.parts():
                digest.update(part)
            yield cls(place, str(digest.hexdigest()), top_of(index), index.entries)

    def entries(self, keys: Iterable[str]) -> Iterator[dict[str, Any]]:
        """Entries one by one."""
        return entries_of(self.rows[key] for key in keys)


def _keys(
    read: Mapping[StoreContent, _ReadIndex], pictures: Iterable[str]
) -> dict[StoreContent, list[str]]:
    """The entries that are trained on: pictures in the index's order, captions in theirs."""
    trained, index = set(pictures), read[StoreContent.IMAGE]
    keys = {StoreContent.IMAGE: [key for key in index.rows if key in trained]}
    if StoreContent.TEXT in read:
        of_pictures = keys[StoreContent.IMAGE]
        linked = {caption for key, entry in zip(
            of_pictures, index.entries(of_pictures), strict=True)
            for caption in _captions(key, entry)}
        keys[StoreContent.TEXT] = [
            key for key in read[StoreContent.TEXT].rows if key in linked]
    return keys


def _stamps(entry: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    for row in (entry.get("sourceless_rows") or {}).values():
        yield row.get("metadata") or {}
    yield entry.get("sourceless") or {}


def _captions(key: str, entry: Mapping[str, Any]) -> Iterator[str]:
    for stamp in _stamps(entry):
        yield (stamp.get("linked_paths") or {}).get("sample_prompt_path") or caption_of(key)


def _respelling(
    workspace: Workspace, read: Iterable[_ReadIndex],
    keys: Mapping[StoreContent, list[str]], *, prompts: bool,
) -> Respelling:
    """Folders of concepts, as config and index spell them; of entries in none their own."""
    every = [key for of in keys.values() for key in of]
    flavour = flavour_of_keys(every)
    spelled = dict.fromkeys(concept.path for concept in workspace.concepts)
    for index in read:
        spelled |= dict.fromkeys(
            one["path"] for one in (index.document.get("concepts") or {}).values()
            if isinstance(one.get("path"), str))
        spelled |= dict.fromkeys(
            stamp["group_values"][0] for entry in index.entries(index.rows)
            for stamp in _stamps(entry)
            if stamp.get("group_values") and isinstance(stamp["group_values"][0], str))
    clean = {one: normalise_path(one, flavour) for one in spelled if one}
    names = name_folders(dict.fromkeys(clean.values()), flavour)
    known = Respelling(names, flavour, hides=False)
    loose = dict.fromkeys(split_key(key, flavour.separator)[0] for key in every
                          if known.path(key) == key and key.split("/")[0] not in names.values())
    names = name_folders([*names, *(folder for folder in loose if folder not in names)], flavour)
    return Respelling(
        {**{raw: names[one] for raw, one in clean.items()}, **names}, flavour, prompts=prompts,
        into=PathFlavour.POSIX)


def _files(
    store: StoreLocation, index: _ReadIndex, keys: Iterable[str]
) -> Iterator[LeavingFile]:
    """The cached files that an index names, and the blank item."""
    stems = {variant["cache_file"] for entry in index.entries(keys)
             for variant in entry["variants"].values()}
    listing = scan_folder(store.path)
    for name in sorted((*listing.names, *listing.vanished)):  # a bundle is the same from any drive
        if name == index.document.get("blank_sentinel") \
                or (name.endswith(".pt") and name.rpartition("_")[0] in stems):
            status = (store.path / name).stat()  # a failure is told, and nothing left out
            yield LeavingFile(store.path / name, f"{store.kind.content.value}/{name}",
                              status.st_size, mtime_ns_of(status))
