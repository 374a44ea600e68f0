"""Small writes to the indexes of a workspace: what `touch` and `readopt` share.

Every store is locked, settled and checked before the first one is written.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from larder.core.errors import StalePlanError
from larder.core.files.file_stamp import IndexStamp
from larder.core.files.journal import JournalAction, JournalRecord, append_journal
from larder.core.files.larder_folder import make_larder_folder
from larder.core.files.store_lock import lock_store
from larder.core.keys.payload_names import INDEX_NAME
from larder.core.operations.idle_store import require_idle
from larder.core.operations.quarantine.recover import recover_locked
from larder.core.operations.quarantine.steps import BACKUP_NAME
from larder.core.operations.surveying.report import IndexCopy, StoreSurvey, SurveyReport
from larder.core.stores.index_rewrite import IndexEdit, require_stamp, rewrite_index
from larder.core.workspace.roots import PathFlavour, PathMap, resolve

BROKEN_INDEX = "unreadable-cache.json"
"""Where in `.larder` an index goes that could not be read and is replaced by a new one."""


@dataclass(frozen=True, slots=True)
class IndexTarget:
    """One store whose index is to be written.

    Attributes:
        id: its id in the workspace.
        folder: its folder.
        stamp: its `cache.json` when it was surveyed, None when absent.
        copy: the copy of the index that was read; NONE when none could be.
        separator: what joins folders in its keys.
        root: folder that relative keys refer to.
        maps: prefixes of other systems.
    """

    id: str
    folder: Path
    stamp: IndexStamp | None
    copy: IndexCopy
    separator: str
    root: Path
    maps: tuple[PathMap, ...]

    @classmethod
    def of(cls, report: SurveyReport, survey: StoreSurvey) -> IndexTarget:
        """What a survey says of a store."""
        stamp = survey.index.stamp
        return cls(
            id=survey.location.id, folder=survey.location.path,
            stamp=None if stamp is None else stamp.without_ctime(), copy=survey.index.copy,
            separator=survey.rows.separator, root=report.workspace.root,
            maps=report.workspace.maps)

    def source_path(self, key: str) -> str:
        """Where a source lies on this machine."""
        return resolve(key, self.root, self.maps, PathFlavour(self.separator))


@contextmanager
def ready_to_write(targets: Sequence[IndexTarget], *, even_if_busy: bool) -> Iterator[None]:
    """Hold the locks of stores whose indexes are still the surveyed ones, for the block.

    Raises:
        StalePlanError: if an index moved.
        StoreLockedError: if another Larder process writes into a store.
        StoreBusyError: if a trainer seems to be at work in one.
        UserFacingError: if a store may not be written.
    """
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
    detail: dict[str, Any] | None = None,
) -> None:
    """Write one index and journal it; the caller holds the lock.

    Where no copy of the index could be read a new one is begun, and an unreadable `cache.json` is
    kept in `.larder`.

    Raises:
        StalePlanError: if the index moved.
        UserFacingError: if it cannot be written.
    """
    backup: Path | None = target.folder / BACKUP_NAME
    source: Path | None = None
    if target.copy is IndexCopy.NONE:
        backup = make_larder_folder(target.folder) / BROKEN_INDEX
    elif target.copy is not IndexCopy.MAIN:
        backup, source = None, target.folder / target.copy.value
    written = rewrite_index(
        target.folder, edit, expected=target.stamp, backup=backup, source=source,
        anew=target.copy is IndexCopy.NONE)
    append_journal(target.folder, JournalRecord(
        at_ns=time.time_ns(), action=action, items=items, index_stamp=written,
        detail=detail or {}))
