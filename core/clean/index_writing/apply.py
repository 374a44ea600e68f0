"""Small writes to the indexes of a workspace: what `touch` and `readopt` share.

Every store is locked, settled and checked before the first one is written.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from larder.core.clean.idle_store import require_idle
from larder.core.clean.quarantine.restore import BACKUP_NAME, recover_locked
from larder.core.errors import StalePlanError
from larder.core.files.file_stamp import IndexStamp
from larder.core.files.journal import JournalAction, JournalRecord, append_journal
from larder.core.files.store_lock import lock_store
from larder.core.keys.payload_names import INDEX_NAME
from larder.core.stores.index_rewrite import IndexEdit, require_stamp, rewrite_index
from larder.core.stores.smart.index_file import damaged_error, unread_error
from larder.core.survey.report import IndexCopy, StoreSurvey, SurveyReport
from larder.core.workspace.roots import PathFlavour, PathMap, resolve


@dataclass(frozen=True, slots=True)
class IndexTarget:
    """One store whose index is to be written.

    Attributes:
        id: its id in the workspace.
        folder: its folder.
        stamp: its `cache.json` when it was surveyed, None when absent.
        copy: the copy of the index that was read; NONE when there was none.
        separator: what joins folders in its keys.
        root: folder that relative keys refer to.
        maps: prefixes of other systems.
        damage: what is wrong with the index, so that it is not written; "" when nothing is.
    """

    id: str
    folder: Path
    stamp: IndexStamp | None
    copy: IndexCopy
    separator: str
    root: Path
    maps: tuple[PathMap, ...]
    damage: str = ""

    @classmethod
    def of(cls, report: SurveyReport, survey: StoreSurvey) -> IndexTarget:
        """What a survey says of a store."""
        stamp = survey.index.stamp
        return cls(
            id=survey.location.id, folder=survey.location.path,
            stamp=None if stamp is None else stamp.without_ctime(), copy=survey.index.copy,
            separator=survey.rows.separator, root=report.workspace.root,
            maps=report.workspace.maps, damage=survey.index.damage)

    def source_path(self, key: str) -> str:
        """Where a source lies on this machine."""
        return resolve(key, self.root, self.maps, PathFlavour(self.separator))


def require_readable(report: SurveyReport) -> None:
    """Make sure that every index of a workspace could be read: what it holds must not be guessed.

    Raises:
        WorkspaceError: if the system did not give the content of one.
    """
    for survey in report.stores:
        if survey.index.unread:
            raise unread_error(survey.location.path, survey.index.unread)


@contextmanager
def ready_to_write(targets: Sequence[IndexTarget], *, even_if_busy: bool) -> Iterator[None]:
    """Hold the locks of stores whose indexes are still the surveyed ones, for the block.

    Raises:
        DamagedIndexError: if an index cannot be read whole.
        StalePlanError: if an index moved.
        StoreLockedError: if another Larder process writes into a store.
        StoreBusyError: if a trainer seems to be at work in one.
        UserFacingError: if a store may not be written.
    """
    for target in targets:
        if target.damage:
            raise damaged_error(target.folder, target.damage)
    with ExitStack() as locks:
        for target in targets:
            if not target.folder.is_dir():
                raise StalePlanError(f"The store {target.folder} is gone.", "Survey again.")
            locks.enter_context(lock_store(target.folder))
            recover_locked(target.folder)
            require_stamp(target.folder / INDEX_NAME, target.stamp)
            if not even_if_busy:
                require_idle(target.folder)
        yield


def write_index(
    target: IndexTarget, edit: IndexEdit, *, action: JournalAction, items: int,
    detail: dict[str, Any] | None = None, announce: bool = False,
) -> IndexTarget:
    """Write one index and journal it; the caller holds the lock.

    Args:
        target: the index.
        edit: what is to change.
        action: what the journal says.
        items: how many rows or payloads it is about.
        detail: what else the journal says.
        announce: tell the journal before the index is replaced, so that a survey in between does
            not take it for a trainer's.

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

    is_other = target.copy not in (IndexCopy.MAIN, IndexCopy.NONE)
    written = rewrite_index(
        target.folder, edit, expected=target.stamp,
        backup=None if is_other else target.folder / BACKUP_NAME,
        source=target.folder / target.copy.value if is_other else None,
        announce=journal if announce else None)
    if not announce:
        journal(written)
    return replace(target, stamp=written, copy=IndexCopy.MAIN)
