"""A bundle brought into the cache folder of another computer; nothing there is overwritten.

Cached files come first and what lists them last, so that an import that was interrupted goes on
where it stopped: what lies there with the same content stays. Keys of the index may be spelled as
the trainer there spells its pictures, with backslashes where its folders have them; the groups of a
released trainer's cache get the names that it looks for there.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import msgspec
import xxhash

from larder.core.bundle.alike import check_names
from larder.core.bundle.bundle_files import BundleFiles, open_files
from larder.core.bundle.export import Check, require_passed, require_space, space_check
from larder.core.bundle.indexes import open_index, respell_index
from larder.core.bundle.manifest import (
    INDEX_NAME,
    LARGEST_INDEX,
    BundledConcept,
    BundledFile,
    BundledStore,
    BundleManifest,
    is_index,
    read_manifest,
)
from larder.core.bundle.relative import Respelling, join_to
from larder.core.bundle.released import Order, group_there, order_of, reorder_origins
from larder.core.bundle.verify import Flaw, Verification, verify_bundle
from larder.core.bundle.writing import describe, sweep_unfinished
from larder.core.errors import UserFacingError
from larder.core.files.atomic_write import pending_file
from larder.core.files.durable import free_bytes
from larder.core.files.file_stamp import stamp
from larder.core.files.journal import JournalAction, JournalRecord, append_journal, files_detail
from larder.core.files.store_paths import refuse_link
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.keys.content_hash import hash_file
from larder.core.keys.payload_names import AGGREGATE_NAME
from larder.core.keys.recipe import make_recipe
from larder.core.payloads.pickle_imports import UNSAFE_HINT
from larder.core.payloads.pt import Bytes, pt_parts
from larder.core.payloads.pt_rows import read_pt_rows
from larder.core.quantities import pluralize
from larder.core.stores.indexed.packed_rows import PackedText
from larder.core.stores.records import append_recipe
from larder.core.stores.released.groups import scan_released_group
from larder.core.stores.released.slots import Origin, SlotRecord, write_slots
from larder.core.workspace.concepts import Concept
from larder.core.workspace.open_workspace import StoreContent, Workspace
from larder.core.workspace.roots import (
    PathFlavour,
    comparable,
    flavour_of,
    normalise_path,
    split_last,
)
from larder.core.writes.transaction import store_transaction

PROGRESS_EVERY: Final = 16
DATE_STEP_NS: Final = 2_000_000_000
"""Some drives keep dates no finer."""
SHOWN_FLAWS: Final = 20
SHOWN_CONCEPTS: Final = 5
COPY_AGAIN: Final = "Copy the exported cache again."
HINTS: Final[Mapping[Flaw, str]] = {
    Flaw.UNSAFE: UNSAFE_HINT,
    Flaw.REFUSED: "Ask for one that Larder exported; copying it again changes nothing.",
    Flaw.FOREIGN: "Do not use it; nothing that Larder exports has such files.",
}
"""What to do about flaws that no other copy mends."""


class Import(msgspec.Struct, frozen=True, kw_only=True):
    """The document of an import: what it would write, or has written.

    Attributes:
        folders: how the folder of each concept is spelled there.
        there: files that an earlier import had written already.
        bytes: of the files that are not there yet.
        checks: the checks that were made; `what` is "whole" or that of a flaw, "target",
            "space", "case", "concept", "settings".
        done: whether it was written.
    """

    bundle: str
    target: str
    layout: str
    files: int
    there: int
    bytes: int
    free_bytes: int
    captions: bool
    concepts: tuple[BundledConcept, ...]
    folders: dict[str, str]
    checks: tuple[Check, ...] = ()
    done: bool = False

    @property
    def blocked(self) -> tuple[Check, ...]:
        """The failed checks that prevent the import."""
        return tuple(check for check in self.checks if check.blocks)


@dataclass(frozen=True, slots=True)
class _Coming:
    """One file: as the bundle has it, its path in the cache, and its content where it is another.

    Attributes:
        parts: None where the file comes as it is.
    """

    file: BundledFile
    path: str
    parts: Sequence[Bytes] | None = None


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """Files to write unchanged, and the lists of them by path."""

    document: Import
    manifest: BundleManifest | None = None
    files: tuple[_Coming, ...] = ()
    slots: Mapping[str, tuple[SlotRecord, ...]] = field(default_factory=dict)


def plan_import(
    bundle: Path, target: Path | None, token: CancelToken, *, workspace: Workspace | None = None,
    under: str = "", folders: Mapping[str, str] = MappingProxyType({}),
) -> Job[ImportPlan]:
    """Verify a bundle and compare it with what lies in a cache folder.

    Args:
        bundle: the folder, or the file.
        target: the cache folder; None where it is not known yet.
        token: checked per file.
        workspace: a config whose concepts say how folders of the same name are spelled.
        under: the folder that the concepts' folders lie in there, as the trainer spells it.
        folders: folders of single concepts there, by their names in the bundle.
    """
    found = yield from verify_bundle(bundle, token)
    document = Import(
        bundle=str(bundle), target="" if target is None else str(target), layout=found.layout,
        files=found.files, there=0, bytes=found.bytes, free_bytes=0, captions=found.captions,
        concepts=found.concepts, folders={}, checks=(*_flaw_checks(found),))
    if not found.whole or target is None:
        return ImportPlan(document)
    files = open_files(bundle)
    manifest = read_manifest(bundle, files)
    arrival = _ImportMapping(manifest, files, workspace, under, folders)
    coming: list[_Coming] = []
    there, foreign = 0, ""
    for done, one in enumerate(arrival.files()):
        token.check()
        if done % PROGRESS_EVERY == 0:
            yield Progress("comparing", done, len(manifest.files), "files")
        place = target / one.path
        refuse_link(place)
        is_there = place.exists()
        if is_there and not _is_same(place, one):
            foreign = foreign or str(place)
        there += is_there
        if not is_there:
            coming.append(one)
    size, free = sum(one.file.bytes for one in coming), free_bytes(target)
    settled = Check(what="target") if not foreign else Check(
        what="target", passed=False, blocks=True, first=foreign,
        problem=f"{foreign} is there and is another file.",
        hint="An import overwrites nothing: clear that cache first, or name another folder.")
    return ImportPlan(msgspec.structs.replace(
        document, files=len(coming), there=there, bytes=size, free_bytes=free,
        folders=dict(arrival.folders),
        checks=(*document.checks, settled, space_check(target, size, free),
                *check_names({*arrival.pictures, *arrival.folders.values()}, target,
                             arrival.flavour),
                *arrival.unmatched(),
                *(Check(what="settings", passed=False, first=name,
                        problem=f"The concept {name} has other settings in this config.",
                        hint="OneTrainer would cache it again.")
                  for name in sorted(arrival.unread)))),
        manifest, tuple(sorted(coming, key=lambda one: is_index(one.path))), arrival.slots())


def apply_import(
    plan: ImportPlan, token: CancelToken, *, even_if_busy: bool = False
) -> Job[Import]:
    """Bring in what is not there yet, the lists of it last.

    Raises:
        BlockedError: if the bundle is not whole, something else lies in a file's place, or the disk
            has too little space.
        StoreLockedError: if another Larder writes there.
        StoreBusyError: if a trainer seems to be at work there.
        UserFacingError: if a file changed since the plan.
    """
    bundle, target = Path(plan.document.bundle), Path(plan.document.target)
    require_passed(plan.document.blocked)
    if plan.manifest is None:
        raise UserFacingError(
            "It is not said where the exported cache goes.", "Name a cache folder.")
    require_space(target, plan.document.bytes)
    files = open_files(bundle)
    stores = [target / store.id for store in plan.manifest.stores]
    for folder in stores:
        refuse_link(folder)
        folder.mkdir(parents=True, exist_ok=True)
    with store_transaction(dict.fromkeys(stores, ()), even_if_busy=even_if_busy):
        for folder in stores:
            sweep_unfinished(folder)
        written: list[_Coming] = []
        date_ns = time.time_ns() // DATE_STEP_NS * DATE_STEP_NS
        for store in plan.manifest.stores:
            _note_importing(target / store.id, date_ns, [
                one for one in plan.files if one.path.startswith(f"{store.id}/")])
        try:
            for done, one in enumerate(plan.files):
                token.check()
                if done % PROGRESS_EVERY == 0:
                    yield Progress("importing", done, len(plan.files), "files")
                _write(files, one, target / one.path, date_ns)
                written.append(one)
        finally:
            for store in plan.manifest.stores:
                _note_imported(target / store.id, [
                    one for one in written if one.path.startswith(f"{store.id}/")])
        for store in plan.manifest.stores:
            for recipe in store.recipes.values():
                append_recipe(target / store.id, make_recipe(recipe))
            for record in plan.slots.get(store.id, ()):
                _note_slots(target / store.id, record)
    return msgspec.structs.replace(plan.document, done=True)


def _write(files: BundleFiles, one: _Coming, place: Path, date_ns: int) -> None:
    if place.exists():
        raise UserFacingError(f"{place} came to be there meanwhile.", "Import again.")
    place.parent.mkdir(parents=True, exist_ok=True)
    content = files.content(one.file.path)
    if xxhash.xxh64_hexdigest(content) != one.file.xxh64:
        raise UserFacingError(
            f"{one.file.path} changed while it was read.",
            "Check the exported cache, then import again.")
    with pending_file(place, needed=lambda: one.file.bytes) as pending:
        pending.file.writelines([content] if one.parts is None else map(memoryview, one.parts))
        pending.finish()
        # Dated before it counts: whatever looks after a kill knows it by that from the journal.
        os.utime(pending.temp, ns=(date_ns, date_ns))
        pending.publish()


def _note_importing(store: Path, date_ns: int, coming: Sequence[_Coming]) -> None:
    """Record what is going to be brought in: an import that is killed records nothing more."""
    names = [one.path.partition("/")[2] for one in coming]
    if names:
        append_journal(store, JournalRecord(
            at_ns=time.time_ns(), action=JournalAction.IMPORTING, items=len(names),
            bytes=sum(one.file.bytes for one in coming),
            detail=files_detail(dict.fromkeys(names, date_ns))))


def _note_imported(store: Path, written: Sequence[_Coming]) -> None:
    """Record what was brought in, so that nobody takes it for the writes of a trainer."""
    names = [one.path.partition("/")[2] for one in written]
    stamps = {name: found for name in names if (found := stamp(store / name)) is not None}
    if stamps:
        index = stamps.get(INDEX_NAME)
        append_journal(store, JournalRecord(
            at_ns=time.time_ns(), action=JournalAction.IMPORTED, items=len(stamps),
            bytes=sum(found.size for found in stamps.values()),
            index_stamp=None if index is None else index.without_ctime(),
            detail=files_detail({name: found.mtime_ns for name, found in stamps.items()})))


def _is_same(place: Path, one: _Coming) -> bool:
    if one.parts is not None:
        return hash_file(place) == describe(one.path, one.parts).xxh64
    return place.stat().st_size == one.file.bytes and hash_file(place) == one.file.xxh64


def _note_slots(store: Path, record: SlotRecord) -> None:
    """Note what the slots of a folder were made of, as it lies there now."""
    present = scan_released_group(store, record.group).variation(record.variation)
    if present is not None and present.aggregate_bytes is not None:
        is_whole = present.slots_below(len(record.slots)) == list(range(len(record.slots)))
        write_slots(store, msgspec.structs.replace(
            record, aggregate_bytes=present.aggregate_bytes, aggregate_ns=present.aggregate_ns,
            payload_bytes=tuple(present.slot_bytes.tolist()) if is_whole else (),
            payload_ns=tuple(present.slot_ns.tolist()) if is_whole else ()))


def _flaw_checks(found: Verification) -> Iterator[Check]:
    """A line for each of the first flaws, one for how many more there are."""
    for flaw in found.flaws[:SHOWN_FLAWS]:
        yield Check(
            what=flaw.what.value, passed=False, blocks=True, first=flaw.path,
            problem=f"The exported cache is not whole: {flaw.path}: {flaw.problem}",
            hint=HINTS.get(flaw.what, COPY_AGAIN))
    rest = len(found.flaws) - SHOWN_FLAWS
    if rest > 0:
        yield Check(
            what="more", passed=False, blocks=True, hint=COPY_AGAIN,
            problem=f"{pluralize(rest, 'problem')} more in the exported cache.")
    if found.whole:
        yield Check(what="whole")


def _comparable(folder: str) -> str:
    """A folder's path with which others' are compared; the systems of both may differ."""
    return comparable(normalise_path(folder, flavour_of(folder)), flavour_of(folder))


class _ImportMapping:
    """Mapping from the files of a bundle to those of the cache they are imported into.

    Attributes:
        folders: how each concept's folder is spelled there.
        unread: concepts that a released trainer there would build anew.
        flavour: of paths there.
        pictures: as they are spelled there; filled by `files`.
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
        self._keys: dict[tuple[str, str], str] = {}
        self._orders: dict[tuple[str, str, str], Order] = {}
        self._ranks: dict[tuple[str, str, str], dict[int, int]] = {}
        self._of_pictures: dict[tuple[str, int], Order] = {}

    def files(self) -> Iterator[_Coming]:
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
                document, rows = open_index(self._files.content(file.path, LARGEST_INDEX))
                keys = {self._respelling.path(key): key for key in rows}
                if folder == StoreContent.IMAGE.value:
                    self.pictures.update(keys)
                yield _Coming(file, file.path, PackedText(respell_index(
                    self._respelling, document, rows, keys, are_all=True)))
            else:
                yield _Coming(file, file.path)

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

    def unmatched(self) -> Iterator[Check]:
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
                problem=f"No concept of this config has the folder {folder}, so what is imported "
                        f"of it would not be trained from. " + (
                            f"Its concepts have: {listed}." if paths else "It has no concepts."),
                hint=f"Say which one it is: --map {name}=DIR, or --under DIR for the folder that "
                     "all of them lie in.")

    def _folder(self, name: str, under: str) -> str:
        if name in self._named:
            concept = self._concepts.get(name)
            return self._named[name] if concept is None else self._spelled(concept)
        if under:
            return join_to(under, [name])
        concept = self._concepts.get(name)
        return name if concept is None else self._spelled(concept)

    def _spelled(self, concept: Concept) -> str:
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

    def _aggregate(self, file: BundledFile) -> _Coming:
        """A list of slots, respelled and in the order that samples have there."""
        store, key, folder, name = file.path.split("/")
        there: list[dict[str, Any]] = self._respelling.value(
            list(read_pt_rows(self._files.part(file.path))))
        concept = next(group.concept for one in self._manifest.stores if one.id == store
                       for group in one.groups if group.key == key)
        paths = [one.get("image_path") for one in there]
        self.pictures.update(path for path in paths if isinstance(path, str))
        order = order_of(paths, len(there))
        if store == StoreContent.IMAGE.value:
            self._of_pictures[concept, len(there)] = order
        else:
            order = self._of_pictures.get((concept, len(there)), order)
        self._orders[store, key, folder.rpartition("-")[2]] = order
        return _Coming(
            file, f"{store}/{self._keys[store, key]}/{folder}/{name}",
            pt_parts([there[former] for former in order]))

    def _slot(self, file: BundledFile) -> _Coming:
        store, key, folder, name = file.path.split("/")
        place = store, key, folder.rpartition("-")[2]
        if place not in self._ranks:
            self._ranks[place] = {
                former: slot for slot, former in enumerate(self._orders.get(place, ()))}
        former = int(name.removesuffix(".pt"))
        slot = self._ranks[place].get(former, former)
        return _Coming(file, f"{store}/{self._keys[store, key]}/{folder}/{slot}.pt")
