"""What a crash left half done in a store is finished or taken back.

A clean whose index was written goes on: the rows are gone, so the files follow, unless somebody
wrote the index since; then what is in quarantine stays there for an undo. A clean whose index was
not written is taken back. An undo that began goes on.
"""

from __future__ import annotations

import enum
from pathlib import Path

from larder.core.clean.quarantine.moves import move_in, sweep
from larder.core.clean.quarantine.record import QuarantineRecord, QuarantineState, list_quarantines
from larder.core.clean.quarantine.restore import (
    close_clean,
    index_is_unwritten,
    index_now,
    is_journalled,
    is_settled,
    put_back,
)
from larder.core.files.store_lock import lock_store
from larder.core.files.temp_names import remove_stale_temps
from larder.core.workspace.open_workspace import Workspace


class Recovery(enum.Enum):
    """What became of something half done."""

    FINISHED = "finished"
    TAKEN_BACK = "taken back"


def recover_stores(workspace: Workspace) -> Workspace:
    """`recover` in every store of a workspace, which is opened again if there was anything to do.

    Raises:
        StoreLockedError: if another Larder process is at work.
        UserFacingError: if a store may not be written.
    """
    settled = [recover(store.path) for store in workspace.stores if store.exists]
    return workspace.named.open() if any(settled) else workspace


def recover(store: Path) -> dict[str, Recovery]:
    """Settle what a crash left half done; safe to call at any time, writes nothing otherwise.

    Returns:
        Quarantine id -> what became of it.

    Raises:
        StoreLockedError: if another Larder process is at work, half-way for good reason.
        UserFacingError: if the store may not be written.
    """
    if all(is_settled(record) for record in list_quarantines(store)):
        return {}
    with lock_store(store):
        return recover_locked(store)


def recover_locked(store: Path) -> dict[str, Recovery]:
    """As `recover`, for a caller that holds the store's lock."""
    remove_stale_temps(store)
    sweep(store)
    settled = {
        record.id: _settle(record)
        for record in list_quarantines(store)
        if record.manifest is not None and not is_settled(record)
    }
    sweep(store)
    return settled


def _settle(record: QuarantineRecord) -> Recovery:
    if record.state is QuarantineState.RESTORING:
        put_back(record)
        return Recovery.FINISHED
    if record.state is QuarantineState.PLANNED and not is_journalled(record):
        if index_is_unwritten(record):
            put_back(record)
            return Recovery.TAKEN_BACK
        if index_now(record.store) == record.index_after:
            for _ in move_in(record):
                pass
    close_clean(record)
    return Recovery.FINISHED
