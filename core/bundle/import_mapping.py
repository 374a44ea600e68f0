"""Which file of a bundle becomes which file of the cache that it is imported into.

Keys of the index may be spelled as the trainer there spells its pictures, with backslashes where
its folders have them; the groups of a released trainer's cache get the names that it looks for
there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from larder.core.bundle.bundle_files import BundleFiles
from larder.core.bundle.checks import Check
from larder.core.bundle.indexes import opened_index, respell_index
from larder.core.bundle.manifest import (
    INDEX_NAME,
    BundledFile,
    BundledStore,
    BundleManifest,
)
from larder.core.bundle.relative import Respelling, join_to
from larder.core.bundle.released import Order, group_there, order_of, reorder_origins
from larder.core.keys.payload_names import AGGREGATE_NAME
from larder.core.payloads.pt import Bytes, pt_parts
from larder.core.payloads.pt_rows import read_pt_rows
from larder.core.stores.indexed.packed_rows import PackedText
from larder.core.stores.released.slots import Origin, SlotRecord
from larder.core.workspace.concepts import Concept
from larder.core.workspace.open_workspace import StoreContent, Workspace
from larder.core.workspace.roots import (
    PathFlavour,
    comparable,
    flavour_of,
    normalise_path,
    split_last,
)
from larder.core.workspace.samples import captions_of

SHOWN_CONCEPTS: Final = 5


@dataclass(frozen=True, slots=True)
class ImportFile:
    """One file: as the bundle has it, its path in the cache, and its content where it is another.

    Attributes:
        parts: None where the file comes as it is.
    """

    file: BundledFile
    path: str
    parts: Sequence[Bytes] | None = None


def _comparable(folder: str) -> str:
    """A folder's path with which others' are compared; the systems of both may differ."""
    return comparable(normalise_path(folder, flavour_of(folder)), flavour_of(folder))


class ImportMapping:
    """Mapping from the files of a bundle to those of the cache they are imported into.

    Attributes:
        folders: how each concept's folder is spelled there.
        unread: concepts that a released trainer there would build anew.
        flavour: of paths there.
        pictures: as they are spelled there; like all below filled by `files`.
        sources: pictures and captions as they are spelled there, by store.
    """

    def __init__(
        self, manifest: BundleManifest, files: BundleFiles, workspace: Workspace | None, under: str,
        folders: Mapping[str, str],
    ) -> None:
        self._manifest, self._files, self._workspace = manifest, files, workspace
        self._concepts: dict[str, Concept] = {} if workspace is None or under else {
            split_last(concept.path.rstrip("/\\"), flavour_of(concept.path))[1]: concept
            for concept in reversed(workspace.concepts)}
        self._named, by_path = folders, {} if workspace is None else {
            _comparable(concept.path): concept for concept in reversed(workspace.concepts)}
        for name, folder in folders.items():
            self._concepts.pop(name, None)
            if _comparable(folder) in by_path:
                self._concepts[name] = by_path[_comparable(folder)]
        self.flavour = flavour_of(under) if under or workspace is None else workspace.flavour
        self.folders = {
            one.name: self._folder(one.name, under) for one in manifest.concepts}
        self._respelling = Respelling(
            self.folders, PathFlavour.POSIX, hides=False, into=self.flavour)
        self.unread: set[str] = set()
        self.pictures: set[str] = set()
        self.sources: dict[str, dict[str, None]] = {}
        self._keys: dict[tuple[str, str], str] = {}
        self._orders: dict[tuple[str, str, str], Order] = {}
        self._ranks: dict[tuple[str, str, str], dict[int, int]] = {}
        self._of_pictures: dict[tuple[str, int], Order] = {}

    def files(self) -> Iterator[ImportFile]:
        """Yield every file to import with its place."""
        for store in self._manifest.stores:
            self._name_groups(store)
        released = {store.id for store in self._manifest.stores if store.groups}
        aggregates = {
            file.path: self._aggregate(file) for file in self._manifest.files
            if file.path.split("/")[0] in released and file.path.endswith(f"/{AGGREGATE_NAME}")}
        for file in self._manifest.files:
            folder, *rest = file.path.split("/")
            if folder in released:
                yield aggregates.get(file.path) or self._slot(file)
            elif rest == [INDEX_NAME]:
                yield self._index(file, folder)
            else:
                yield ImportFile(file, file.path)

    def _index(self, file: BundledFile, store: str) -> ImportFile:
        with opened_index(self._files, file.path) as (document, rows):
            keys = {self._respelling.path(key): key for key in rows}
            self.sources.setdefault(store, {}).update(dict.fromkeys(keys))
            if store == StoreContent.IMAGE.value:
                self.pictures.update(keys)
            return ImportFile(file, file.path, PackedText(respell_index(
                self._respelling, document, rows, keys, are_all=True)))

    def list_sources(self) -> dict[str, tuple[str, ...]]:
        """Return the pictures and captions that come, by store; after `files`."""
        # A released trainer's list of captions has no paths; they are those of the pictures.
        pictures = self.sources.get(StoreContent.IMAGE.value, {})
        return {store.id: tuple(self.sources.get(store.id) or captions_of(pictures))
                for store in self._manifest.stores}

    def slots(self) -> dict[str, tuple[SlotRecord, ...]]:
        """Return the slot records by store; aggregates are filled in once they are written."""
        return {
            store.id: tuple(
                self._record(store.id, group.key, number, origins)
                for group in store.groups for number, origins in group.slots.items())
            for store in self._manifest.stores}

    def _record(
        self, store: str, key: str, number: int, origins: Sequence[Origin | None]
    ) -> SlotRecord:
        order = self._orders.get((store, key, str(number)), range(len(origins)))
        return SlotRecord(
            group=self._keys[store, key], variation=number, aggregate_bytes=0, aggregate_ns=0,
            slots=reorder_origins(origins, order, self._respelling))

    def check_folders(self) -> Iterator[Check]:
        """Say of each folder that is no concept's there; nothing would be trained from it."""
        if self._workspace is None:
            return
        paths = [concept.path for concept in self._workspace.concepts]
        more = ", …" if len(paths) > SHOWN_CONCEPTS else ""
        listed = ", ".join(paths[:SHOWN_CONCEPTS]) + more
        for name, folder in self.folders.items():
            if name in self._concepts or _comparable(folder) in map(_comparable, paths):
                continue
            yield Check(
                what="concept", passed=False, first=name,
                problem=f"No concept of this config has the folder {folder}, so its part of the "
                        "export would not be used for training. " + (
                            "Its concepts have these folders: "
                            f"{listed}." if paths else "It has no concepts."),
                hint=f"Map it with --map {name}=DIR, or name the folder that contains all of them "
                     "with --under DIR.")

    def _folder(self, name: str, under: str) -> str:
        if name in self._named:
            concept = self._concepts.get(name)
            return self._named[name] if concept is None else self._spell(concept)
        if under:
            return join_to(under, [name])
        concept = self._concepts.get(name)
        return name if concept is None else self._spell(concept)

    def _spell(self, concept: Concept) -> str:
        if self._workspace is None or self._manifest.layout == "released":
            return concept.path
        return self._workspace.locate(concept).spelled

    def _name_groups(self, store: BundledStore) -> None:
        for group in store.groups:
            concept = self._concepts.get(group.concept)
            key, is_read = group_there(
                group, StoreContent(store.id), self._respelling, self._workspace, concept)
            self._keys[store.id, group.key] = key
            if not is_read:
                self.unread.add(group.concept)

    def _aggregate(self, file: BundledFile) -> ImportFile:
        """A list of slots, respelled and in the order that samples have there."""
        store, key, folder, name = file.path.split("/")
        there: list[dict[str, Any]] = self._respelling.value(
            list(read_pt_rows(self._files.part(file.path))))
        concept = next(group.concept for one in self._manifest.stores if one.id == store
                       for group in one.groups if group.key == key)
        paths = [one.get("image_path") for one in there]
        pictures = [path for path in paths if isinstance(path, str)]
        self.pictures.update(pictures)
        self.sources.setdefault(store, {}).update(dict.fromkeys(pictures))
        order = order_of(paths, len(there))
        if store == StoreContent.IMAGE.value:
            self._of_pictures[concept, len(there)] = order
        else:
            order = self._of_pictures.get((concept, len(there)), order)
        self._orders[store, key, folder.rpartition("-")[2]] = order
        return ImportFile(
            file, f"{store}/{self._keys[store, key]}/{folder}/{name}",
            pt_parts([there[former] for former in order]))

    def _slot(self, file: BundledFile) -> ImportFile:
        store, key, folder, name = file.path.split("/")
        place = store, key, folder.rpartition("-")[2]
        if place not in self._ranks:
            self._ranks[place] = {
                former: slot for slot, former in enumerate(self._orders.get(place, ()))}
        former = int(name.removesuffix(".pt"))
        slot = self._ranks[place].get(former, former)
        return ImportFile(file, f"{store}/{self._keys[store, key]}/{folder}/{slot}.pt")
