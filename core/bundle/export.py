"""Export, from a workspace to a bundle: what `larder export` does, in order.

A bundle is a folder that a trainer opens on another computer, or the same in one file.
`plan_export` writes nothing:

1. What training would take is listed, and what it would lack (`export_set`, of numbered folders
   `released`), with paths that become relative (`relative`). Captions stay here unless they are
   asked for.
2. What an interrupted export has written already is found (`export_writing.written_before`).
3. Everything is checked: whether training would lack anything, whether pictures were edited since,
   whether cached files are damaged, whether the bundle fits where it is to be (`checks`).

`apply_export` goes on:

4. What blocks is refused, and so is a disk with too little space (`checks`).
5. Store by store each file is read, checked, spelled as it is to be there (`conversion`) and
   written (`export_writing`), by several processes where that is asked for (`export_workers`);
   then the index. A store that changed meanwhile ends it.
6. The manifest is written last (`manifest`): without it nothing is a bundle.

`verify` compares a bundle with its manifest; `import_bundle` is the way back.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from larder.core.bundle.checks import (
    Check,
    check_indexes,
    check_unedited,
    check_wanted,
    files_check,
    gap_check,
    readable_check,
    require_passed,
    require_space,
    space_check,
    survey_for_export,
    target_check,
)
from larder.core.bundle.conversion import write_converted
from larder.core.bundle.export_set import (
    ExportSet,
    LeavingFile,
    LeavingStore,
    leave_indexed,
)
from larder.core.bundle.export_writing import (
    BundleWriter,
    begin_writing,
    describe,
    is_one_file,
    written_before,
)
from larder.core.bundle.indexes import longest_read
from larder.core.bundle.manifest import (
    FEWER_FILES,
    FORMAT_VERSION,
    INDEX_NAME,
    LARGEST_MANIFEST,
    BundledConcept,
    BundledFile,
    BundledStore,
    BundleManifest,
    counts_per_concept,
)
from larder.core.bundle.relative import Respelling
from larder.core.bundle.released import leave_released
from larder.core.encoders.device import Parallelism
from larder.core.errors import BlockedError, StalePlanError
from larder.core.files.ascii_json import canonical_json
from larder.core.files.durable import free_bytes
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.keys.content_hash import hash_file, hash_text
from larder.core.quantities import size_text
from larder.core.stores.records import read_recipes
from larder.core.workspace.cache_layout import CacheLayout
from larder.core.workspace.open_workspace import Workspace
from larder.core.workspace.trainer_layout import choose_layout

PROGRESS_EVERY: Final = 16


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
    def obstacles(self) -> tuple[Check, ...]:
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
    asked = _request_hash(layout, leaving, captions=captions)
    files = [file for store in leaving.stores for file in store.files]
    before = written_before(target, asked)
    there = [file for file in files if file.path in before]
    size, free = sum(file.bytes for file in files), free_bytes(target)
    report = yield from survey_for_export(workspace, layout, token)
    readable, unread = yield from readable_check(leaving, token)
    checks = (
        *([gap_check(gap, blocks=True) for gap in leaving.missing] or [check_wanted(report)]),
        check_unedited(report), *([readable, *check_indexes(report)] if leaving.stores else []),
        target_check(target),
        *files_check(len(files)),
        space_check(target, size - sum(file.bytes for file in there), free), Check(what="paths"))
    return ExportPlan(Export(
        target=str(target), one_file=is_one_file(target), layout=layout.value, captions=captions,
        files=len(files), bytes=size, there=len(there), free_bytes=free,
        left_out=leaving.left_out, unread=unread, checks=checks,
        concepts=counts_per_concept({one.id: one.entries for one in leaving.stores})),
        leaving, asked)


def _request_hash(layout: CacheLayout, leaving: ExportSet, *, captions: bool) -> str:
    """A hash of what is asked for: an interrupted export goes on only for the same."""
    folders = {} if leaving.respelling is None else dict(leaving.respelling.folders)
    return hash_text(canonical_json([FORMAT_VERSION, layout.value, captions, folders]))


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
    document = plan.document
    target = Path(document.target)
    _require_target(plan, target)
    writer = begin_writing(target, plan.asked)
    stores, files = yield from _write_stores(plan, writer, spread, token)
    manifest = BundleManifest(
        layout=document.layout, captions=document.captions, stores=tuple(stores),
        concepts=document.concepts, files=tuple(files))
    content = manifest.encode()
    _require_readable(target, len(content), LARGEST_MANIFEST)
    writer.finish(content)
    return msgspec.structs.replace(document, done=True, files=len(files), bytes=manifest.size)


def _require_target(plan: ExportPlan, target: Path) -> None:
    """Refuse to begin what was blocked, or is by now.

    Raises:
        BlockedError: if something keeps it from being written; it names everything.
    """
    require_passed((*plan.document.obstacles, target_check(target)))
    before = sum(written_before(target, plan.asked).values())
    require_space(target, plan.document.bytes - min(before, plan.document.bytes))


def _write_stores(
    plan: ExportPlan, writer: BundleWriter, spread: Parallelism | None, token: CancelToken
) -> Job[tuple[list[BundledStore], list[BundledFile]]]:
    """Write the files and the index of each store; what the manifest says of them.

    Raises:
        BlockedError: if an index is larger than an import reads.
        StalePlanError: if a store changed meanwhile.
    """
    target, respelling = Path(plan.document.target), plan.leaving.respelling
    assert respelling is not None
    stores: list[BundledStore] = []
    files: list[BundledFile] = []
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
                _require_readable(target, index.size, longest_read(index))
                files.append(writer.put(describe(f"{store.id}/{INDEX_NAME}", index), index))
            _require_unchanged(store)
            stores.append(_describe_store(store, respelling))
    return stores, files


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


def _require_unchanged(store: LeavingStore) -> None:
    changed: Iterator[LeavingFile] = (file for file in store.files if not file.is_as_planned)
    is_other = store.read is not None and hash_file(store.read[0]) != store.read[1]
    if is_other or (store.index is None and next(changed, None) is not None):
        raise StalePlanError(
            f"The index of the {store.id} cache was written during the export.",
            "Export again when no program writes into it any more.")


def _describe_store(store: LeavingStore, respelling: Respelling) -> BundledStore:
    recipes = read_recipes(store.location.path)
    return BundledStore(
        id=store.id, entries=sum(store.entries.values()), model_type=store.model_type,
        groups=store.groups, recipes={} if recipes is None else {
            identity: respelling.value(dict(recipe.fields))
            for identity, recipe in recipes.recipes.items()})


def _require_readable(target: Path, size: int, most: int) -> None:
    """Make sure that a list, of files or of entries, is one that an import reads."""
    if size > most:
        raise BlockedError(
            f"The list of files for {target} would have {size_text(size)}; the limit is "
            f"{size_text(most)}.", FEWER_FILES)
