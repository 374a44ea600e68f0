"""Writing into stores: what every operation does around its own work, and how an index is written.

A store is locked, settled, unchanged and idle before anything is written into it, and so are all
others that the same operation writes. What is said of an index by a survey is an `IndexTarget`.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from larder.core.errors import StalePlanError, StoreBusyError, UserFacingError
from larder.core.files.file_stamp import IndexStamp
from larder.core.files.folder_scan import scan_folder
from larder.core.files.journal import JournalAction, JournalRecord, append_journal
from larder.core.files.store_lock import lock_store
from larder.core.stores.busy import OpenFiles, busy_signs
from larder.core.stores.indexed.index_edit import IndexEdit
from larder.core.stores.indexed.index_file import make_damage_error, unread_error
from larder.core.stores.indexed.index_rewrite import rewrite_index
from larder.core.stores.trainers_files import file_busy_signs
from larder.core.survey.released.busy import group_busy_signs, list_readable_groups
from larder.core.survey.report import IndexCopy, StoreSurvey, SurveyReport
from larder.core.survey.values.facts import list_values, value_busy_signs
from larder.core.workspace.roots import PathFlavour, is_folder
from larder.core.workspace.store_kinds import StoreKind
from larder.core.workspace.store_locations import explain_only_read
from larder.core.workspace.stored_paths import SpelledPaths
from larder.core.writes.last_good import BACKUP_NAME, backup_growth
from larder.core.writes.quarantine.moves import note_index
from larder.core.writes.quarantine.record import QuarantineRecord
from larder.core.writes.quarantine.restore import index_now
from larder.core.writes.quarantine.settle import recover_locked


@dataclass(frozen=True, slots=True)
class IndexTarget:
    """One store whose index is to be written.

    Attributes:
        stamp: its `cache.json` when it was surveyed, None when absent.
        copy: the copy of the index that was read; NONE when there was none.
        paths: how its keys are read on this machine.
        damage: what is wrong with the index, so that it is not written; "" when nothing is.
    """

    id: str
    folder: Path
    stamp: IndexStamp | None
    copy: IndexCopy
    paths: SpelledPaths
    damage: str = ""

    @classmethod
    def of(cls, report: SurveyReport, survey: StoreSurvey) -> IndexTarget:
        """Return the target for a store that was surveyed."""
        stamp = survey.index.stamp
        return cls(
            id=survey.location.id, folder=survey.location.path,
            stamp=None if stamp is None else stamp.without_ctime(), copy=survey.index.copy,
            paths=report.workspace.paths(PathFlavour(survey.rows.separator)),
            damage=survey.index.damage)

    @property
    def backup_growth(self) -> int:
        """Bytes that its last-good copy grows by when the index is written."""
        if self.copy is not IndexCopy.MAIN or self.stamp is None:
            return 0
        return backup_growth(self.folder, self.stamp.size)

    @property
    def separator(self) -> str:
        """The separator between folders in its keys."""
        return self.paths.flavour.separator

    def source_path(self, key: str) -> str:
        """Where a source lies on this machine."""
        return self.paths.real(key)


def require_readable(report: SurveyReport) -> None:
    """Make sure that every index of a workspace could be read: what it holds must not be guessed.

    Raises:
        WorkspaceError: if the system did not give the content of one.
    """
    for survey in report.stores:
        if survey.index.unread:
            raise unread_error(survey.location.path, survey.index.unread)


@contextmanager
def store_transaction(
    folders: Mapping[Path, Collection[StoreKind]],
    *,
    stamps: Mapping[Path, IndexStamp | None] | None = None,
    even_if_busy: bool,
) -> Iterator[None]:
    """Hold stores for the block, every one of them before the first is written.

    In this order, store by store: its index is the one that was planned for, nobody else of ours
    writes into it, what a crash left half done is settled (which may change the index), and no
    trainer is at work in it.

    `folders` tells what is written in each, as far as that is known; `stamps` are the indexes as
    they were planned for: stores without any are not asked.

    Raises:
        StalePlanError: if a store is gone or its index moved.
        StoreLockedError: if another Larder process writes into one.
        StoreBusyError: if a trainer seems to be at work in one.
        UserFacingError: if one may not be written, or its format is only read.
    """
    only_read = next((
        kind for kinds in folders.values() for kind in kinds if not kind.traits.may_clean), None)
    if only_read is not None:
        raise UserFacingError(explain_only_read([only_read.value]), "Leave it out.")
    expected = stamps or {}
    with ExitStack() as locks:
        for folder, kinds in folders.items():
            if not is_folder(folder):
                raise StalePlanError(f"The cache {folder} does not exist any "
                                     "more.", "Survey again.")
            _require_planned_index(folder, expected)
            locks.enter_context(lock_store(folder))
            recover_locked(folder, is_told=True)
            _require_planned_index(folder, expected)
            if not even_if_busy:
                _require_idle(folder, kinds)
        yield


def _require_planned_index(folder: Path, expected: Mapping[Path, IndexStamp | None]) -> None:
    if folder in expected and index_now(folder) != expected[folder]:
        raise make_moved_index_error(folder)


def make_moved_index_error(folder: Path) -> StalePlanError:
    """Return the error to raise where a store's index is not the one its plan was made from."""
    return StalePlanError(
        f"The index of {folder} changed after the plan was made.",
        "Survey again and make a new plan.")


def _require_idle(store: Path, kinds: Collection[StoreKind]) -> None:
    """Make sure that nothing suggests a trainer at work in a store.

    Groups of released OneTrainer's are looked into, and stores of single values as far as they are
    known.

    Raises:
        StoreBusyError: if something does.
        OSError: if the store cannot be listed.
    """
    now_ns, open_files = time.time_ns(), OpenFiles()
    if any(kind.traits.is_other_trainers for kind in kinds):
        _require_idle_files(store, kinds, now_ns, open_files)
        return
    signs = [
        *busy_signs(store, listing=scan_folder(store), now_ns=now_ns, open_files=open_files),
        *group_busy_signs(store, list_readable_groups(store), now_ns=now_ns, open_files=open_files)]
    for kind in kinds:
        if kind.traits.remembers_uses:
            signs += value_busy_signs(store, list_values(store, kind), now_ns=now_ns)
    signs = list(dict.fromkeys(signs))
    if signs:
        raise busy_error(store, signs)


def _require_idle_files(
    store: Path, kinds: Collection[StoreKind], now_ns: int, open_files: OpenFiles
) -> None:
    """As `_require_idle`, of another trainer's files that lie among others.

    Raises:
        StoreBusyError: if one of them was just written, or is open.
    """
    listing = scan_folder(store)
    signs = [sign for kind in kinds for sign in file_busy_signs(
        store, listing, kind, now_ns=now_ns, open_files=open_files)]
    if signs:
        raise busy_error(store, signs)


def busy_error(store: Path, signs: Sequence[str]) -> StoreBusyError:
    """Return the refusal to write into a store while a trainer seems to be at work."""
    return StoreBusyError(
        f"A trainer seems to be running in {store}: {' '.join(signs)}",
        "Nothing was started. Files that were only copied look the same until 5 minutes after "
        "their date. Wait until it has finished, or continue anyway with --even-if-busy "
        "(in Python: even_if_busy=True).")


@contextmanager
def index_transaction(targets: Sequence[IndexTarget], *, even_if_busy: bool) -> Iterator[None]:
    """Hold stores whose indexes are whole and still the surveyed ones, for the block.

    Raises:
        DamagedIndexError: if an index cannot be read whole.
        StalePlanError, StoreLockedError, StoreBusyError, UserFacingError: as `store_transaction`.
    """
    for target in targets:
        if target.damage:
            raise make_damage_error(target.folder, target.damage)
    with store_transaction(
            {target.folder: () for target in targets},
            stamps={target.folder: target.stamp for target in targets},
            even_if_busy=even_if_busy):
        yield


def write_index(
    target: IndexTarget, edit: IndexEdit, *, action: JournalAction, items: int,
    detail: dict[str, Any] | None = None,
) -> IndexTarget:
    """Write one index and journal it; the caller holds the lock.

    `items` are rows or payloads. The journal is told before the index is replaced: whatever looks
    in between, or after a kill there, does not take it for a trainer's.

    Returns:
        The target as it is now.

    Raises:
        StalePlanError: if the index moved.
        UserFacingError: if it cannot be written.
    """
    def journal(written: IndexStamp) -> None:
        append_journal(target.folder, JournalRecord(
            at_ns=time.time_ns(), action=action, items=items, index_stamp=written,
            detail=detail or {}))

    backup, source = _backup_and_source(target.folder, target.copy)
    written = rewrite_index(
        target.folder, edit, expected=target.stamp, backup=backup, source=source,
        announce=journal)
    return replace(target, stamp=written, copy=IndexCopy.MAIN)


def write_noted(
    record: QuarantineRecord, edit: IndexEdit, *, copy: IndexCopy, expected: IndexStamp | None,
    source: Path | None = None, keeps_old: bool = True,
) -> QuarantineRecord:
    """Write the index of a store whose quarantine holds it as it was.

    The stamp of the new index stands in the quarantine before the new index counts, so that after a
    crash it can be told whether the index is the old one, ours, or somebody else's. The old one
    becomes the last-good copy if `keeps_old`, unless the new one is made of a `source` that is
    given.

    Raises:
        StalePlanError: if the index is not the expected one.
        UserFacingError: if it cannot be written.
    """
    noted = record

    def announce(after: IndexStamp) -> None:
        nonlocal noted
        noted = note_index(record, after)

    backup, read_from = (None, source) if source else _backup_and_source(record.store, copy)
    written = rewrite_index(
        record.store, edit, expected=expected, backup=backup if keeps_old else None,
        source=read_from, announce=announce)
    return noted if noted.index_after == written else note_index(record, written)


def _backup_and_source(store: Path, copy: IndexCopy) -> tuple[Path | None, Path | None]:
    """Where the old index goes, and what the new one is made of where that is another copy."""
    if copy in (IndexCopy.MAIN, IndexCopy.NONE):
        return store / BACKUP_NAME, None
    return None, store / copy.value
