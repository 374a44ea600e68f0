"""Relocate, a folder that moved: what `larder relocate` does, in order.

Index keys, the paths that rows link to, and records of values' sources begin with the folder as the
trainer spelled it. What begins so gets the new beginning; hashes, dates and payloads stay, so that
the next survey finds out by itself what became of each file.

1. After a survey, `moved_folder` says which folders are missing and proposes where they are now.
2. `plan_relocation` finds what begins with the old folder, and compares up to 50 files with what
   was recorded of them. It writes nothing.
3. `apply_relocation` refuses a folder in which none of them is the same: it is not the one that
   moved.
4. All stores are locked, settled after a crash, unchanged and idle (`writes.transaction`).
5. Store by store the record is written: a quarantine without files that holds the index as it was
   (`writes.quarantine.moves.begin`). Then the entries are. If one fails, all are put back.
6. The journal has it (`writes.quarantine.restore.close_clean`); `writes.undo` puts the index back
   to the byte, and takes the lines that were added to a record of sources.

The trainer's released caches know no paths: there only the names of whole groups follow from the
concept's folder, and a build renames those once the concept names the new one.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import msgspec
import numpy as np

from larder.core.errors import UserFacingError
from larder.core.files.file_stamp import may_be_there
from larder.core.files.regular_file import naming_errors
from larder.core.index_edits.moved_folder import folder_of_entries, index_flavour
from larder.core.index_edits.touch import read_stored_hashes
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.keys.content_hash import hash_file
from larder.core.keys.hash_memory import blob_digests, blob_memory
from larder.core.settings import cache_home
from larder.core.stores.indexed.index_edit import IndexEdit
from larder.core.stores.indexed.open_index import read_rows
from larder.core.stores.indexed.readopted_rows import row_in_folder
from larder.core.stores.records import (
    RecordedSource,
    note_sources,
    read_sources,
    relocate_source,
    sources_size,
)
from larder.core.survey.report import IndexCopy, StoreSurvey, SurveyReport
from larder.core.workspace.concepts import select_concepts
from larder.core.workspace.open_workspace import Workspace
from larder.core.workspace.roots import (
    PathFlavour,
    PathMap,
    comparable,
    flavour_of,
    is_absolute,
    is_folder,
    is_same_folder,
    relocate_path,
)
from larder.core.workspace.store_kinds import StoreFormat, WrittenFormats
from larder.core.writes.last_good import backup_bytes
from larder.core.writes.quarantine.manifest import RELOCATED
from larder.core.writes.quarantine.moves import HALF_WAY, INDEX_FILES, begin, undo_on_error
from larder.core.writes.quarantine.record import QuarantineRecord
from larder.core.writes.quarantine.restore import close_clean, index_now, restore_quarantine_now
from larder.core.writes.reports import RelocateReport, Relocation, SampledFile, SampleState
from larder.core.writes.transaction import IndexTarget, index_transaction, write_noted

SAMPLED: Final = 50
"""Files that are compared, spread over all that moved."""

RELEASED_KNOWS_NO_PATHS: Final = (
    "Numbered cache folders store no picture paths. Only the names of their groups depend on the "
    "concept's folder: once the concept names the new folder, a build moves the cached files "
    "without encoding them again.")

_SYSTEM: Final = {PathFlavour.WINDOWS: "Windows", PathFlavour.POSIX: "Linux"}


@dataclass(frozen=True, slots=True)
class RelocatedStore:
    """Renamed entries of one store.

    Attributes:
        keys: new key by old, of rows of an index.
        lines: the new lines for a record of values' sources.
        taken: rows that stay because the new key has one already.
    """

    target: IndexTarget
    keys: Mapping[str, str] = field(default_factory=dict)
    lines: tuple[RecordedSource, ...] = ()
    taken: int = 0

    @property
    def entries(self) -> int:
        """Rows and recorded values that are renamed."""
        return len(self.keys) + len(self.lines)


def plan_relocation(
    report: SurveyReport, old: str, new: str, token: CancelToken
) -> Job[tuple[Sequence[RelocatedStore], Relocation]]:
    """Find what begins with a folder, and compare some of it with what lies in the new one.

    Args:
        report: a survey of the workspace.
        old: the folder as the index or the config spells it, or as a path of this system.
        new: where it is now, as a path of this system or as the trainer is to spell it.
        token: checked per file that is compared.

    Raises:
        UserFacingError: if both are one folder, the new one is not there, or the index spells paths
            as another system does.
        JobCancelled: if the token was cancelled.
    """
    workspace = report.workspace
    stores: list[RelocatedStore] = []
    asked: list[tuple[IndexTarget, str, str, str, RecordedSource | None]] = []
    move = _respell_move(report, folder_of_entries(report, old), new)
    for survey in report.stores:
        kind = survey.location.kind
        # In what is only read nothing is changed, whatever it names.
        relocate = _RELOCATES[kind.format] if kind.traits.may_write else None
        if relocate is None:
            continue
        found = relocate(report, survey, move)
        asked += [(found.target, key, renamed, found.target.source_path(renamed), None)
                  for key, renamed in found.keys.items()]
        asked += [(found.target, line.name, line.source,
                   workspace.paths(flavour_of(line.source)).real(line.source), line)
                  for line in found.lines]
        if found.entries or found.taken:
            stores.append(found)
    sample = yield from _compare_sample(asked, token)
    return stores, Relocation(
        old=move.old, new=move.new, entries=sum(store.entries for store in stores),
        stores={store.target.id: store.entries for store in stores},
        taken=sum(store.taken for store in stores), sample=sample,
        matching=sum(one.state is SampleState.SAME for one in sample),
        released=list_released_stores(report), unnamed=_still_named(workspace, move),
        backup_bytes=sum(store.target.backup_growth for store in stores if store.keys))


def list_released_stores(report: SurveyReport) -> tuple[str, ...]:
    """Ids of the stores that know no paths."""
    return tuple(survey.location.id for survey in report.stores
                 if survey.location.kind.traits.whole_groups)


def _respell_move(report: SurveyReport, old: str, new: str) -> PathMap:
    """Both folders as the indexes spell paths."""
    workspace = report.workspace
    flavour = index_flavour(report, old)
    if not old.strip() or not new.strip():
        raise UserFacingError("Both folders are needed.", "Give the old and the new folder.")
    if is_same_folder(old, new, flavour):
        raise UserFacingError(
            f"{old} and {new} are the same folder.", "Choose the folder where its files are now.")
    if is_absolute(new, flavour_of(new)) and is_absolute(old, flavour) \
            and flavour_of(new) is not flavour:
        raise UserFacingError(
            f"The caches use {_SYSTEM[flavour]} paths, and {new} is not one.",
            f"--map {old}={new} reads them there and leaves the caches as they are.")
    real = workspace.paths(flavour_of(new)).real_path(new)
    if not is_folder(real):
        raise UserFacingError(f"The folder {new} does not exist.", "Choose an existing folder.")
    root = str(workspace.root)
    if not is_absolute(old, flavour) and is_absolute(new, flavour_of(new)) \
            and os.path.commonpath([root, str(real)]) == root:
        new = flavour.separator.join(Path(real).relative_to(root).parts) or "."
    return PathMap(old=old, new=new)


def _of_index(report: SurveyReport, survey: StoreSurvey, move: PathMap) -> RelocatedStore:
    target = IndexTarget.of(report, survey)
    if survey.index.copy is IndexCopy.NONE or survey.index.unread:
        return RelocatedStore(target)
    rows, flavour = survey.rows, PathFlavour(survey.rows.separator)
    keys = [rows.source(row) for row in np.flatnonzero(rows.has_entry).tolist()]
    there = {comparable(key, flavour) for key in keys}
    renamed = {
        key: new for key in keys if (new := relocate_path(key, move, flavour)) not in (None, key)}
    # Both folders may have been cached: what is known of a file under its new path is newer.
    free = {key: new for key, new in renamed.items()
            if comparable(new or "", flavour) not in there
            or comparable(new or "", flavour) == comparable(key, flavour)}
    return RelocatedStore(
        target, {key: new for key, new in free.items() if new is not None},
        taken=len(renamed) - len(free))


def _of_values(report: SurveyReport, survey: StoreSurvey, move: PathMap) -> RelocatedStore:
    names = set(survey.payloads.names)
    lines = tuple(
        msgspec.structs.replace(line, source=new)
        for line in read_sources(survey.location.path).values() if line.name in names
        and (new := relocate_source(line.source, move)) not in (None, line.source))
    return RelocatedStore(IndexTarget.of(report, survey), lines=lines)


_RELOCATES: Final[WrittenFormats[Callable[
    [SurveyReport, StoreSurvey, PathMap], RelocatedStore] | None]] = {
    StoreFormat.INDEXED: _of_index,
    StoreFormat.RELEASED: None,
    StoreFormat.VALUES: _of_values,
    StoreFormat.TREES: None,
}
"""Spells the paths that a store knows anew, None for stores that know none."""


def _compare_sample(
    asked: Sequence[tuple[IndexTarget, str, str, str, RecordedSource | None]], token: CancelToken
) -> Job[tuple[SampledFile, ...]]:
    """Some of the files, evenly spread, by the size and hash that were recorded of them."""
    spread = np.unique(np.linspace(0, len(asked) - 1, min(SAMPLED, len(asked))).round().astype(int))
    chosen = [asked[at] for at in spread.tolist()]
    hashes: dict[str, Mapping[str, str]] = {}
    for target in {target.id: target for target, _, _, _, line in chosen if line is None}.values():
        hashes[target.id] = read_stored_hashes(target, [
            key for of, key, _, _, line in chosen if of.id == target.id and line is None])
    found = []
    with blob_memory(cache_home()) as memory:
        for done, (target, key, new, path, line) in enumerate(chosen):
            token.check()
            yield Progress("comparing files", done, len(chosen), "files")
            state = SampleState.MISSING
            if may_be_there(path):
                try:
                    if line is None:
                        is_same = hash_file(path, token=token) == hashes[target.id].get(key)
                    else:
                        is_same = Path(path).stat().st_size == line.size and line.digest in (
                            "", dict(blob_digests([Path(path)], memory, token=token))[Path(path)])
                    state = SampleState.SAME if is_same else SampleState.OTHER
                except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
                    pass  # gone in between, a link that leads nowhere, or a folder
                except OSError:
                    state = SampleState.UNREADABLE
            found.append(SampledFile(store=target.id, source=new, path=path, state=state))
    return tuple(found)


def _still_named(workspace: Workspace, move: PathMap) -> tuple[str, ...]:
    return tuple(
        concept.path for validation in (False, True)
        for concept in select_concepts(workspace.concepts, validation=validation)
        if relocate_path(concept.path, move, workspace.flavour) is not None)


def apply_relocation(
    stores: Sequence[RelocatedStore], plan: Relocation, *, even_if_busy: bool = False,
    token: CancelToken,
) -> Job[RelocateReport]:
    """Rename what a plan lists, as `plan_relocation` returned both.

    Raises:
        UserFacingError: if none of the compared files is the same, or a store cannot be written;
            what was begun is taken back.
        StalePlanError: if an index is not the one the plan was made from; nothing was written.
        StoreLockedError: if another Larder process writes into a store; nothing was written.
        StoreBusyError: if a trainer seems to be at work; nothing was written.
        JobCancelled: if the token was cancelled before anything was written.
    """
    move = PathMap(plan.old, plan.new)
    _require_the_one_that_moved(plan)
    written = [store for store in stores if store.entries]
    if not written:
        return RelocateReport(taken=plan.taken, released=plan.released)
    with index_transaction([store.target for store in written], even_if_busy=even_if_busy):
        token.check()
        backup = backup_bytes(store.target.folder for store in written)
        yield Progress("renaming entries", 0, plan.entries, "entries")
        records = _rename(written, move)
        for record in records:
            close_clean(record)
        grown = backup_bytes(store.target.folder for store in written) - backup
    return RelocateReport(
        entries=plan.entries, taken=plan.taken, released=plan.released,
        stores={store.target.id: store.entries for store in written}, undo=records[0].id,
        backup_bytes=max(grown, 0))


def _require_the_one_that_moved(said: Relocation) -> None:
    """Make sure that some compared file is the same in the new folder, if any was compared.

    Raises:
        UserFacingError: if none is.
    """
    if said.matching:
        return
    hidden = next((one for one in said.sample if one.state is SampleState.UNREADABLE), None)
    if hidden is not None:
        raise UserFacingError(
            f"{hidden.path} cannot be read, so Larder cannot tell whether this is the moved "
            "folder.", "Check that its drive is connected and that you have permission to read it.")
    if said.sample:
        raise UserFacingError(
            f"None of the {len(said.sample)} compared files is the same in "
            f"{said.new}.", "This is not the moved folder. Choose another one.")


def _rename(written: Sequence[RelocatedStore], move: PathMap) -> list[QuarantineRecord]:
    """Rename the entries of every store, or of none; the record of each is written before it.

    The first store's record names the whole, in those of the others.
    """
    records: list[QuarantineRecord] = []
    lead = written[0].target.folder
    with undo_on_error(lambda: _restore_all(records), lead, "The new folder", HALF_WAY):
        for store in written:
            records.append(_write_record(
                store, move, records[0].id if records else None, lead=lead))
            records[-1] = _write_entries(store, move, records[-1])
    return records


def _restore_all(records: Sequence[QuarantineRecord]) -> None:
    """Put back what each store had; what a drive refuses without a name is told of its store."""
    for record in records:
        with naming_errors(record.store):
            restore_quarantine_now(record)


def _write_record(
    store: RelocatedStore, move: PathMap, identity: str | None, *, lead: Path
) -> QuarantineRecord:
    """The way back, on the drive before anything is written."""
    target = store.target
    texts: dict[str, str] = {}
    concepts: dict[str, str] = {}
    if store.keys:
        texts, concepts = read_rows(target.folder / target.copy.value, store.keys)
    return begin(
        target.folder, moves=(), reasons={RELOCATED: store.entries},
        dropped_rows=texts, index_before=index_now(target.folder), keep=INDEX_FILES,
        detail={
            "clean": identity, "concepts": concepts, RELOCATED: {
                "old": move.old, "new": move.new, "separator": target.separator,
                "lead": str(lead),
                "recorded": sources_size(target.folder) if store.lines else None}})


def _write_entries(
    store: RelocatedStore, move: PathMap, record: QuarantineRecord
) -> QuarantineRecord:
    """Write the lines of a record of sources, then the index; the record with its new stamp."""
    target = store.target
    if store.lines:
        note_sources(target.folder, store.lines)
    if not store.keys:
        return record
    flavour = target.paths.flavour
    rows = {} if record.manifest is None else record.manifest.dropped_rows
    added = {
        store.keys[key]: row_in_folder(text.encode("utf-8", "surrogatepass"), move, flavour)
        for key, text in rows.items()}
    return write_noted(
        record, IndexEdit(drop=frozenset(rows), add=added), copy=target.copy,
        expected=target.stamp)
