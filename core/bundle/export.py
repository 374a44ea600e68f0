"""A cache as a bundle: a folder that a trainer opens on another computer, or the same in one file.

Before anything is written everything is looked at: whether training would lack anything, whether
pictures were edited since, whether cached files are damaged, whether the bundle fits where it is to
lie. Paths become relative, and captions stay here unless they are asked for.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec
import numpy as np

from larder.core.bundle.bundle_files import PART_NAME
from larder.core.bundle.conversion import write_converted
from larder.core.bundle.export_set import (
    CONTENTS,
    ExportSet,
    LeavingFile,
    LeavingStore,
    leave_indexed,
)
from larder.core.bundle.manifest import (
    FEWER_FILES,
    FORMAT_VERSION,
    INDEX_NAME,
    LARGEST_INDEX,
    LARGEST_MANIFEST,
    MANIFEST_NAME,
    MOST_FILES,
    BundledConcept,
    BundledFile,
    BundledStore,
    BundleManifest,
    counts_per_concept,
)
from larder.core.bundle.relative import Respelling
from larder.core.bundle.released import leave_released
from larder.core.bundle.writing import (
    BundleWriter,
    begin_writing,
    describe,
    is_one_file,
    written_before,
)
from larder.core.encoders.device import Parallelism
from larder.core.errors import BlockedError, PayloadError, StalePlanError, error_reason
from larder.core.files.ascii_json import canonical_json
from larder.core.files.durable import free_bytes
from larder.core.files.file_stamp import readable_stamp
from larder.core.files.folder_scan import scan_folder
from larder.core.files.temp_names import TEMP_SUFFIX
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.keys.content_hash import hash_file, hash_text
from larder.core.keys.payload_names import SENTINEL_NAME
from larder.core.quantities import pluralize, size_text
from larder.core.stores.records import read_recipes
from larder.core.survey.document import SourcelessGap
from larder.core.survey.payload_facts import PayloadFacts, read_payloads, read_pt
from larder.core.survey.report import Depth
from larder.core.survey.survey import survey
from larder.core.survey.verdicts import Counted, Verdict
from larder.core.workspace.open_workspace import Workspace
from larder.core.workspace.trainer_layout import CacheLayout, choose_layout, lay_out

PROGRESS_EVERY: Final = 16
LOOKS_S: Final = 20.0
"""How long cached files are read to find damage; what is left is read when it is written."""


class Check(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that is looked at before an export.

    Attributes:
        what: a word for programs: "complete" or what a gap of training is called, "current",
            "readable", "target", "files", "space", "paths".
        passed: whether it is as it should be.
        blocks: whether nothing is exported until it is.
        problem: a sentence, "" if it passed.
        hint: what to do about it.
        first: the one that the sentence names.
    """

    what: str
    passed: bool = True
    blocks: bool = False
    problem: str = ""
    hint: str = ""
    first: str = ""


class Export(msgspec.Struct, frozen=True, kw_only=True):
    """The document of an export: what it would write, or has written.

    Attributes:
        target: the bundle.
        one_file: whether it is one file.
        captions: whether the texts of captions are included.
        bytes: of the files as they are in the caches.
        there: files that an interrupted export has written already.
        free_bytes: where the bundle is to be written.
        left_out: entries that stay, of deleted pictures or of concepts that are not trained on.
        unread: files that there was no time to check.
        checks: the checks that were made.
        done: whether it was written.
    """

    target: str
    one_file: bool
    layout: str
    captions: bool
    files: int
    bytes: int
    there: int
    free_bytes: int
    left_out: int
    concepts: tuple[BundledConcept, ...]
    checks: tuple[Check, ...]
    unread: int = 0
    done: bool = False

    @property
    def blocked(self) -> tuple[Check, ...]:
        """The failed checks that prevent the export."""
        return tuple(check for check in self.checks if check.blocks)


@dataclass(frozen=True, slots=True)
class ExportPlan:
    """Files to write and their target; `asked` identifies the request of the export."""

    document: Export
    leaving: ExportSet
    asked: str = ""


def plan_export(
    workspace: Workspace, target: Path, token: CancelToken, *, captions: bool = False
) -> Job[ExportPlan]:
    """Look what training would take, how it is spelled in a bundle, and whether it can go."""
    target = Path(os.path.abspath(target))  # noqa: PTH100 - links stay as they were named
    layout = choose_layout(workspace, None)
    yield Progress("looking at the cache", 0, 0, "")
    leave = leave_released if layout is CacheLayout.RELEASED else leave_indexed
    leaving = leave(workspace, captions=captions)
    token.check()
    folders = {} if leaving.respelling is None else dict(leaving.respelling.folders)
    asked = hash_text(canonical_json([FORMAT_VERSION, layout.value, captions, folders]))
    files = [file for store in leaving.stores for file in store.files]
    before = written_before(target, asked)
    there = [file for file in files if file.path in before]
    size, free = sum(file.bytes for file in files), free_bytes(target)
    edited = yield from _check_unedited(workspace, layout, token)
    readable, unread = yield from _readable(leaving, token)
    checks = (
        *([_failing(gap, blocks=True) for gap in leaving.missing] or [Check(what="complete")]),
        edited, *([readable] if leaving.stores else []), _target_check(target),
        *files_check(len(files)),
        space_check(target, size - sum(file.bytes for file in there), free), Check(what="paths"))
    return ExportPlan(Export(
        target=str(target), one_file=is_one_file(target), layout=layout.value, captions=captions,
        files=len(files), bytes=size, there=len(there), free_bytes=free,
        left_out=leaving.left_out, unread=unread, checks=checks,
        concepts=counts_per_concept({one.id: one.entries for one in leaving.stores})),
        leaving, asked)


def apply_export(
    plan: ExportPlan, token: CancelToken, spread: Parallelism | None = None
) -> Job[Export]:
    """Write a bundle.

    Args:
        plan: what is to be written.
        token: ends it; what is written is kept.
        spread: processes that read and convert, None for this one; the bytes are the same.

    Raises:
        BlockedError: if something keeps it from being written; it names everything.
        StalePlanError: if a cache changed meanwhile.
    """
    document, respelling = plan.document, plan.leaving.respelling
    target = Path(document.target)
    require_passed((*document.blocked, _target_check(target)))
    assert respelling is not None
    before = sum(written_before(target, plan.asked).values())
    require_space(target, document.bytes - min(before, document.bytes))
    writer = begin_writing(target, plan.asked)
    stores, files = [], []
    with _files_written(writer, respelling, spread, token) as written:
        for store in plan.leaving.stores:
            coming = written(store.files)
            for number in range(len(store.files)):
                token.check()
                if number % PROGRESS_EVERY == 0:
                    yield Progress(f"exporting {store.id}", number, len(store.files), "files")
                files.append(next(coming))
            if store.index is not None:
                index = store.index
                _require_readable(target, index.size, LARGEST_INDEX)
                files.append(writer.put(describe(f"{store.id}/{INDEX_NAME}", index), index))
            _require_unchanged(store)
            stores.append(_describe_store(store, respelling))
    manifest = BundleManifest(
        layout=document.layout, captions=document.captions, stores=tuple(stores),
        concepts=document.concepts, files=tuple(files))
    content = manifest.encoded()
    _require_readable(target, len(content), LARGEST_MANIFEST)
    writer.finish(content)
    return msgspec.structs.replace(document, done=True, files=len(files), bytes=manifest.size)


def _require_readable(target: Path, size: int, most: int) -> None:
    """Make sure that a list, of files or of entries, is one that an import reads."""
    if size > most:
        raise BlockedError(
            f"What {target} holds takes a list of {size_text(size)}, and such a list is "
            f"read up to {size_text(most)}.", FEWER_FILES)


@contextmanager
def _files_written(
    writer: BundleWriter, respelling: Respelling, spread: Parallelism | None, token: CancelToken
) -> Iterator[Callable[[Sequence[LeavingFile]], Iterator[BundledFile]]]:
    """Yield a function that writes files in order and yields their manifest entries."""
    if spread is not None:
        # One process pays nothing for the many.
        from larder.core.bundle.export_workers import spread_writing

        with spread_writing(spread, writer, respelling, token) as written:
            yield written
        return
    yield lambda files: (
        writer.kept(file) or write_converted(writer, file, respelling) for file in files)


def require_passed(checks: Sequence[Check]) -> None:
    """Refuse to begin what something stands in the way of.

    Raises:
        BlockedError: if something does; it names everything.
    """
    blocked = [check for check in checks if check.blocks]
    if blocked:
        raise BlockedError(
            " ".join(dict.fromkeys(check.problem for check in blocked)),
            " ".join(dict.fromkeys(check.hint for check in blocked)))


def require_space(folder: Path, needed: int) -> None:
    """Refuse to begin what the disk has no room for.

    Raises:
        BlockedError: if it has too little space.
    """
    check = space_check(folder, needed, free_bytes(folder))
    if not check.passed:
        raise BlockedError(check.problem, check.hint)


def files_check(files: int) -> tuple[Check, ...]:
    """Return a failed check if there are more files than one bundle may have, else nothing."""
    return () if files <= MOST_FILES else (Check(
        what="files", passed=False, blocks=True, hint=FEWER_FILES,
        problem=f"An exported cache has up to {MOST_FILES:,} files, and these are {files:,}."),)


def space_check(folder: Path, needed: int, free: int) -> Check:
    """Return the check that a disk has enough free space."""
    if needed <= free:
        return Check(what="space")
    return Check(
        what="space", passed=False, blocks=True,
        hint="Free some space there, or take another disk.",
        problem=f"{folder} needs {size_text(needed)}, and its disk has {size_text(free)} left.")


def _target_check(target: Path) -> Check:
    """Return the check that writing a bundle there neither loses nor mixes in anything else."""
    taken = _explain_taken(target)
    return Check(what="target") if not taken else Check(
        what="target", passed=False, blocks=True, problem=taken,
        hint="Name a new file." if is_one_file(target) else "Name a new or empty folder.")


def _explain_taken(target: Path) -> str:
    if is_one_file(target):
        return f"{target} is there already." if os.path.lexists(target) else ""
    try:
        listing = scan_folder(target)
    except FileNotFoundError:
        return ""
    except NotADirectoryError:
        return f"{target} is no folder."
    except OSError as error:
        return f"{target} cannot be read: {error_reason(error)}."
    foreign = {*listing.names, *listing.subfolders} - {PART_NAME, *(one.value for one in CONTENTS)}
    foreign -= {name for name in foreign if name.endswith(TEMP_SUFFIX)}
    if PART_NAME in listing.names:
        foreign -= {MANIFEST_NAME}
    else:
        foreign |= {*listing.subfolders}
    if foreign or listing.links:
        return f"{target} already holds something: {min(foreign or listing.links)}."
    return ""


def _check_unedited(workspace: Workspace, layout: CacheLayout, token: CancelToken) -> Job[Check]:
    """Return the check that pictures, captions and settings are as they were when cached."""
    report = yield from survey(
        without_others(lay_out(workspace, layout)), depth=Depth.STAT, token=token)
    mixed_up = [
        found.rows.source(row) for found in report.stores
        for row in np.flatnonzero(
            found.rows.have(Verdict.SHIFTED) & (found.rows.harms != 0)).tolist()]
    if mixed_up:
        causes = [cause.text for found in report.stores for cause in found.mixed_up_by]
        return Check(
            what="current", passed=False, blocks=True, first=mixed_up[0],
            hint="Build first: what is in the wrong place is moved, not encoded again.",
            problem=causes[0] if causes else
            f"{pluralize(len(mixed_up), 'sample')} would be trained with what was made from "
            f"another file: {mixed_up[0]}{' and others' if len(mixed_up) > 1 else ''}.")
    stale = [
        found.rows.source(row)
        for found, counts in zip(report.stores, report.counted, strict=True)
        for row in np.flatnonzero(counts == Counted.STALE).tolist()]
    if stale:
        return Check(
            what="current", passed=False, first=stale[0],
            hint="Build first, or export them as they are.",
            problem=f"{pluralize(len(stale), 'sample')} changed since the last build: {stale[0]}"
                    f"{' and others' if len(stale) > 1 else ''}.")
    other_size = [
        found.rows.source(row) for found in report.stores for row in np.flatnonzero(
            (found.rows.verdicts == Verdict.MISSING_VARIANT) & found.asked).tolist()]
    return Check(what="current") if not other_size else Check(
        what="current", passed=False, first=other_size[0],
        hint="Build first, or export them as they are.",
        problem=f"{pluralize(len(other_size), 'sample')} would be trained in another size than the "
                f"config asks for: {other_size[0]}{' and others' if len(other_size) > 1 else ''}.")


def _readable(leaving: ExportSet, token: CancelToken) -> Job[tuple[Check, int]]:
    """Return the check that cached files are usable, and the number there was no time to read."""
    damaged: dict[str, str] = {}
    blocks, unread, ends = False, 0, time.perf_counter() + LOOKS_S
    for store in leaving.stores:
        places = {file.place.relative_to(store.location.path).as_posix(): file.place
                  for file in store.files}
        read = yield from read_payloads(
            store.location.path, {name: readable_stamp(place) for name, place in places.items()},
            PayloadFacts, lambda name, places=places: read_pt(places[name]),  # type: ignore[misc]
            token, ends - time.perf_counter())
        unread += len(places) - len(read.facts)
        for name, facts in read.facts.items():
            if isinstance(facts, PayloadError):
                blocks = True
                damaged[f"{store.id}/{name}"] = facts.problem
            elif facts.bad_values and name != SENTINEL_NAME:
                damaged[f"{store.id}/{name}"] = f"{places[name].name}: {facts.bad_values}."
    first = next(iter(damaged), "")
    said = "" if not first else damaged[first].replace(first.rpartition("/")[2], first, 1)
    return Check(what="readable") if not damaged else Check(
        what="readable", passed=False, blocks=blocks, first=first,
        hint="Find them all, then build them again: larder build --depth payload --apply.",
        problem=f"{pluralize(len(damaged), 'cached file')} cannot be trained from. {said}"), unread


def _failing(gap: SourcelessGap, *, blocks: bool) -> Check:
    return Check(what=gap.what, passed=False, blocks=blocks, problem=gap.problem, hint=gap.hint,
                 first=gap.first)


def without_others(workspace: Workspace) -> Workspace:
    """A workspace with nothing but the caches of pictures and captions."""
    return msgspec.structs.replace(workspace, stores=tuple(
        store for store in workspace.stores if store.kind.content in CONTENTS))


def _require_unchanged(store: LeavingStore) -> None:
    changed: Iterator[LeavingFile] = (file for file in store.files if not file.is_as_planned)
    is_other = store.read is not None and hash_file(store.read[0]) != store.read[1]
    if is_other or (store.index is None and next(changed, None) is not None):
        raise StalePlanError(
            f"The index of the {store.id} cache was saved during the export.",
            "Export again when nothing writes there.")


def _describe_store(store: LeavingStore, respelling: Respelling) -> BundledStore:
    recipes = read_recipes(store.location.path)
    return BundledStore(
        id=store.id, entries=sum(store.entries.values()), model_type=store.model_type,
        groups=store.groups, recipes={} if recipes is None else {
            identity: respelling.value(dict(recipe.fields))
            for identity, recipe in recipes.recipes.items()})
