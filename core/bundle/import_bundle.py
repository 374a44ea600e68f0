"""Import, from a bundle into a cache folder: what `larder import` does, in order.

Nothing that is there is overwritten. `plan_import` writes nothing:

1. The bundle is compared with its manifest (`verify`), whose flaws are told.
2. Each of its files gets its place and its spelling in the cache (`import_mapping`).
3. What is there already is compared: the same content stays, another is refused (here).
4. Everything is checked: space, names, concepts, settings (`checks`, `alike`).

`apply_import` goes on:

5. What blocks is refused, and so is a disk with too little space (`checks`).
6. All stores are locked, settled after a crash and idle (`writes.transaction`).
7. Cached files are written first and what lists them last, so that an import that was interrupted
   goes on where it stopped; the journal has it before and after (here).
8. What they were made with and of is recorded (`stores.records`, `stores.released.slots`).
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Final

import msgspec
import xxhash

from larder.core.bundle.alike import check_names
from larder.core.bundle.bundle_files import BundleFiles, open_files
from larder.core.bundle.checks import (
    TARGET,
    Check,
    require_passed,
    require_space,
    space_check,
)
from larder.core.bundle.export_writing import describe, sweep_unfinished
from larder.core.bundle.import_mapping import ImportFile, ImportMapping
from larder.core.bundle.manifest import (
    INDEX_NAME,
    BundledConcept,
    BundleManifest,
    is_index,
    read_manifest,
)
from larder.core.bundle.verify import Flaw, Verification, verify_bundle
from larder.core.errors import UserFacingError
from larder.core.files.atomic_write import pending_file
from larder.core.files.durable import free_bytes
from larder.core.files.file_stamp import stamp
from larder.core.files.journal import JournalAction, JournalRecord, append_journal, files_detail
from larder.core.files.store_paths import refuse_link
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.keys.content_hash import hash_file
from larder.core.keys.recipe import make_recipe
from larder.core.payloads.pickle_imports import UNSAFE_HINT
from larder.core.quantities import pluralize
from larder.core.stores.records import append_recipe
from larder.core.stores.released.groups import scan_released_group
from larder.core.stores.released.slots import SlotRecord, write_slots
from larder.core.workspace.open_workspace import Workspace
from larder.core.writes.transaction import store_transaction

PROGRESS_EVERY: Final = 16
DATE_STEP_NS: Final = 2_000_000_000
"""Some drives keep dates no finer."""
SHOWN_FLAWS: Final = 20
COPY_AGAIN: Final = "Copy the exported cache again."
HINTS: Final[Mapping[Flaw, str]] = {
    Flaw.UNSAFE: UNSAFE_HINT,
    Flaw.REFUSED: "Ask for a cache that Larder exported; copying this one again does not help.",
    Flaw.FOREIGN: "Do not use it; a cache that Larder exported never contains such files.",
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
    def obstacles(self) -> tuple[Check, ...]:
        """The failed checks that prevent the import."""
        return tuple(check for check in self.checks if check.blocks)


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """Files to write unchanged, and the lists of them by path.

    Attributes:
        sources: pictures and captions that come, as they are spelled there, by store.
    """

    document: Import
    manifest: BundleManifest | None = None
    files: tuple[ImportFile, ...] = ()
    slots: Mapping[str, tuple[SlotRecord, ...]] = field(default_factory=dict)
    sources: Mapping[str, Sequence[str]] = field(default_factory=dict)


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
    mapping = ImportMapping(manifest, files, workspace, under, folders)
    coming, there, foreign = yield from _compare(mapping, len(manifest.files), target, token)
    size, free = sum(one.file.bytes for one in coming), free_bytes(target)
    return ImportPlan(msgspec.structs.replace(
        document, files=len(coming), there=there, bytes=size, free_bytes=free,
        folders=dict(mapping.folders),
        checks=(*document.checks, _foreign_check(foreign), space_check(target, size, free),
                *check_names({*mapping.pictures, *mapping.folders.values()}, target,
                             mapping.flavour),
                *mapping.check_folders(), *_settings_checks(mapping))),
        manifest, tuple(sorted(coming, key=lambda one: is_index(one.path))), mapping.slots(),
        mapping.list_sources())


def _compare(
    mapping: ImportMapping, total: int, target: Path, token: CancelToken
) -> Job[tuple[list[ImportFile], int, str]]:
    """Compare every file of a bundle with what is in its place.

    Returns:
        The files that are not there yet, how many are, and the first place that holds another file.
    """
    coming: list[ImportFile] = []
    there, foreign = 0, ""
    for done, one in enumerate(mapping.files()):
        token.check()
        if done % PROGRESS_EVERY == 0:
            yield Progress("comparing", done, total, "files")
        place = target / one.path
        refuse_link(place)
        is_there = place.exists()
        if is_there and not _is_same(place, one):
            foreign = foreign or str(place)
        there += is_there
        if not is_there:
            coming.append(one)
    return coming, there, foreign


def _foreign_check(foreign: str) -> Check:
    """Return the check that no other file is in the place of one that comes."""
    return Check(what=TARGET) if not foreign else Check(
        what=TARGET, passed=False, blocks=True, first=foreign,
        problem=f"{foreign} exists already and is a different file.",
        hint="An import never overwrites a file. Clear that cache first, or choose another folder.")


def _settings_checks(mapping: ImportMapping) -> Iterator[Check]:
    """Say of each concept that a released trainer would build anew."""
    for name in sorted(mapping.unread):
        yield Check(
            what="settings", passed=False, first=name,
            problem=f"The concept {name} has different settings in this config.",
            hint="OneTrainer would encode it again.")


def apply_import(
    plan: ImportPlan, token: CancelToken, *, even_if_busy: bool = False
) -> Job[Import]:
    """Bring in what is not there yet, the lists of it last.

    Raises:
        BlockedError: if the bundle is not whole, or the disk has too little space.
        StoreLockedError: if another Larder writes there.
        StoreBusyError: if a trainer seems to be at work there.
        UserFacingError: if something else lies in a file's place, or a file changed since the plan.
    """
    require_passed(plan.document.obstacles)
    if plan.manifest is None:
        raise UserFacingError(
            "No destination is given for the exported cache.", "Choose a cache folder.")
    target = Path(plan.document.target)
    require_space(target, plan.document.bytes)
    files = open_files(Path(plan.document.bundle))
    folders = _make_folders(target, plan.manifest)
    with store_transaction(dict.fromkeys(folders, ()), even_if_busy=even_if_busy):
        for folder in folders:
            sweep_unfinished(folder)
        yield from _write_files(plan, files, target, folders, token)
        _note_origins(plan, target, plan.manifest)
    return msgspec.structs.replace(plan.document, done=True)


def _make_folders(target: Path, manifest: BundleManifest) -> list[Path]:
    """Make the folder of each store of a bundle, and return them."""
    folders = [target / store.id for store in manifest.stores]
    for folder in folders:
        refuse_link(folder)
        folder.mkdir(parents=True, exist_ok=True)
    return folders


def _write_files(
    plan: ImportPlan, files: BundleFiles, target: Path, folders: Sequence[Path],
    token: CancelToken,
) -> Job[None]:
    """Write every file; the journal of each store knows of them before and after.

    Raises:
        UserFacingError: if a file changed since the plan.
        JobCancelled: if the token was cancelled; what is written stays.
    """
    written: list[ImportFile] = []
    date_ns = time.time_ns() // DATE_STEP_NS * DATE_STEP_NS
    for folder in folders:
        _note_importing(folder, date_ns, _of_store(folder, plan.files))
    try:
        for done, one in enumerate(plan.files):
            token.check()
            if done % PROGRESS_EVERY == 0:
                yield Progress("importing", done, len(plan.files), "files")
            _write(files, one, target / one.path, date_ns)
            written.append(one)
    finally:
        for folder in folders:
            _note_imported(folder, _of_store(folder, written))


def _of_store(folder: Path, files: Sequence[ImportFile]) -> list[ImportFile]:
    """The files that go into a store's folder, which has its id for a name."""
    return [one for one in files if one.path.startswith(f"{folder.name}/")]


def _note_origins(plan: ImportPlan, target: Path, manifest: BundleManifest) -> None:
    """Record what the imported files were made with and, of slots, what they were made of."""
    for store in manifest.stores:
        for recipe in store.recipes.values():
            append_recipe(target / store.id, make_recipe(recipe))
        for record in plan.slots.get(store.id, ()):
            _note_slots(target / store.id, record)


def _write(files: BundleFiles, one: ImportFile, place: Path, date_ns: int) -> None:
    if place.exists():
        raise UserFacingError(
            f"{place} was created by another program in the meantime.", "Import again.")
    place.parent.mkdir(parents=True, exist_ok=True)
    # What is written otherwise was read when it was planned, and may be long.
    content = files.content(one.file.path) if one.parts is None else b""
    digest = xxhash.xxh64_hexdigest(content) if one.parts is None else files.digest(one.file.path)
    if digest != one.file.xxh64:
        raise UserFacingError(
            f"{one.file.path} changed while it was being read.",
            "Check the exported cache, then import again.")
    with pending_file(place, needed=lambda: one.file.bytes) as pending:
        pending.file.writelines([content] if one.parts is None else map(memoryview, one.parts))
        pending.finish()
        # Dated before it counts: whatever looks after a kill knows it by that from the journal.
        os.utime(pending.temp, ns=(date_ns, date_ns))
        pending.publish()


def _note_importing(store: Path, date_ns: int, coming: Sequence[ImportFile]) -> None:
    """Record what is going to be brought in: an import that is killed records nothing more."""
    names = [one.path.partition("/")[2] for one in coming]
    if names:
        append_journal(store, JournalRecord(
            at_ns=time.time_ns(), action=JournalAction.IMPORTING, items=len(names),
            bytes=sum(one.file.bytes for one in coming),
            detail=files_detail(dict.fromkeys(names, date_ns))))


def _note_imported(store: Path, written: Sequence[ImportFile]) -> None:
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


def _is_same(place: Path, one: ImportFile) -> bool:
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
            problem=f"The exported cache is damaged: {flaw.path}: {flaw.problem}",
            hint=HINTS.get(flaw.what, COPY_AGAIN))
    rest = len(found.flaws) - SHOWN_FLAWS
    if rest > 0:
        yield Check(
            what="more", passed=False, blocks=True, hint=COPY_AGAIN,
            problem=f"{pluralize(rest, 'problem')} more in the exported cache.")
    if found.whole:
        yield Check(what="whole")
