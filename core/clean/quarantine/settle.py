"""What a crash left half done is settled before anything else is written into a store.

A clean whose index was written goes on: the rows are gone, so the files follow, unless somebody
wrote the index since; then what is in quarantine stays there for an undo. A clean whose index was
not written is taken back. An undo that began goes on. A build that exchanges folders goes on, in
all of its stores at once, from when all its folders were complete; before that it is taken back.
"""

from __future__ import annotations

import enum
import logging
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from larder.core.clean.quarantine.exchange import (
    direction,
    discard,
    lead_state,
    siblings,
)
from larder.core.clean.quarantine.manifest import (
    MANIFEST_NAME,
    SETTLED,
    QuarantineState,
)
from larder.core.clean.quarantine.moves import (
    move_in,
    sweep,
)
from larder.core.clean.quarantine.record import (
    QuarantineRecord,
    clean_of,
    is_journalled,
    list_quarantines,
)
from larder.core.clean.quarantine.restore import (
    Relocated,
    close_clean,
    index_is_unwritten,
    index_now,
    put_back,
    relocation_of,
    turn_build,
)
from larder.core.files.file_stamp import is_there
from larder.core.files.journal import (
    search_journal,
)
from larder.core.files.store_lock import lock_store
from larder.core.files.temp_names import remove_stale_temps
from larder.core.workspace.open_workspace import Workspace


def _is_half_relocated(record: QuarantineRecord, said: Relocated) -> bool:
    """Whether a relocation ended before all its stores were written: then it closes the first."""
    owner = clean_of(record)
    return all(line.id != owner for line in search_journal(Path(said.lead), owner))


def is_settled(record: QuarantineRecord) -> bool:
    """Whether a quarantine waits for nothing but the user; one that was never begun does not."""
    if record.manifest is None:
        return is_there(record.folder / MANIFEST_NAME)
    if record.detail.get("delete"):
        return False
    states = [record.state]
    if record.is_build:
        states.append(lead_state(record))
    return all(state in SETTLED for state in states)


_LOG: Final = logging.getLogger("larder")
"""The only one; it is told paths and ids, never what a caption says."""


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
    swept = sweep(store)
    settled = {
        record.id: _settle(record)
        for record in list_quarantines(store)
        if record.manifest is not None and not is_settled(record)
    }
    sweep(store)
    # Without a handler each is a line on stderr.
    for quarantine_id in swept:
        _LOG.warning(f"{store}: what was interrupted there ({quarantine_id}) had moved nothing, or "
                     "was over; what was left of it was removed.")
    for quarantine_id, recovery in settled.items():
        _LOG.warning(f"{store}: what was interrupted there ({quarantine_id}) was finished."
                     if recovery is Recovery.FINISHED else
                     f"{store}: what was interrupted there ({quarantine_id}) was taken back.")
    return settled


def _settle_build(record: QuarantineRecord) -> Recovery:
    """Settle a build in all of its stores, so that pictures and captions stay of one build."""
    with ExitStack() as locks:
        for other in siblings(record):
            if other.store != record.store:
                locks.enter_context(lock_store(other.store))
        records = siblings(record) or (record,)
        to = direction(records)
        if to is None:
            discard(records)
            return Recovery.TAKEN_BACK
        turn_build(records, to)
        return Recovery.FINISHED


def _settle(record: QuarantineRecord) -> Recovery:
    if record.is_build:
        return _settle_build(record)
    if record.state is QuarantineState.RESTORING:
        put_back(record)
        return Recovery.FINISHED
    if record.state is QuarantineState.PLANNED and not is_journalled(record):
        relocated = relocation_of(record)
        if index_is_unwritten(record) if relocated is None \
                else _is_half_relocated(record, relocated):
            put_back(record)
            return Recovery.TAKEN_BACK
        if index_now(record.store) == record.index_after:
            for _ in move_in(record):
                pass
    close_clean(record)
    return Recovery.FINISHED
