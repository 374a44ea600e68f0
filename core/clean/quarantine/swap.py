"""A build into the released trainer's layout takes effect: its new folders replace the live ones.

In this order: everything is still as it was planned; a quarantine in every store, manifest first;
all new folders are put together in these, aggregate last, and flushed; the quarantine of the first
store says that all are complete; then they are exchanged with the live ones back to back, in every
store, and the journals are told. A kill before the word in the first store takes everything back at
the next start, a kill after it goes on. What fails before the last exchange is taken back at once.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from larder.core.clean.quarantine.exchange import (
    Version,
    cannot_turn,
    close_build,
    discard,
    turn_all,
)
from larder.core.clean.quarantine.manifest import REPLACED, QuarantineState, new_quarantine_id
from larder.core.clean.quarantine.moves import MoveResult, begin, taken_back
from larder.core.clean.quarantine.record import QuarantineRecord, note_progress
from larder.core.clean.quarantine.variations import (
    Assembly,
    NewStore,
    SwapReport,
    require_planned,
    swapped_folder,
)
from larder.core.errors import StalePlanError, UserFacingError
from larder.core.files.durable import explain_drive_errors
from larder.core.files.folder_scan import count_files
from larder.core.jobs import CancelToken, Job, JobCancelled, Progress, held_interrupts

UNCHANGED = "The caches are as they were, and what was encoded is kept for the next build."
HALF_WAY = (
    "Nothing is lost: what was begun is finished or taken back by the next `larder undo`, or the "
    "next command that writes into the cache.")
PROGRESS_EVERY = 256
"""Slots between two progress events: a link takes some 20 us."""


def swap_in(stores: Sequence[NewStore], *, token: CancelToken) -> Job[SwapReport]:
    """Put the new folders of a build in the place of the live ones, in all of its stores.

    The stores are folders of one parent, all held by one `store_transaction`. The token is checked
    while folders are put together; from the first exchange on a build goes on.

    Raises:
        StalePlanError: if a folder or slot is not the planned one; nothing was changed.
        UserFacingError: if a drive is full or fails; nothing was changed, or the sentence says how
            it goes on.
        JobCancelled: if the token was cancelled; nothing was changed.
        ValueError: if stores do not lie in one folder, or one has other than one origin per slot.
    """
    stores = [store for store in stores if store.variations or store.gone]
    if len({store.folder.parent for store in stores}) > 1:
        raise ValueError("the stores of a build lie in one folder")
    if any(len(new.origins) != len(new.slots) for store in stores for new in store.variations):
        raise ValueError("every slot has an origin, known or not")
    if not stores:
        return SwapReport()
    for store in stores:
        require_planned(store)
    report = SwapReport(folders=sum(len(store.variations) for store in stores))
    records: list[QuarantineRecord] = []
    with explain_drive_errors("The cache", UNCHANGED), taken_back(
            lambda: _take_back(records), "The build", HALF_WAY):
        _begin(stores, records)
        yield from _assemble(stores, records, report, token)
        with held_interrupts():
            _exchange(records)
    with explain_drive_errors("The cache", HALF_WAY), held_interrupts():
        report.undo = close_build(records)
    return report


def _begin(stores: Sequence[NewStore], records: list[QuarantineRecord]) -> None:
    """Write the manifests, that of the first store first; it stands last in `records`."""
    now_ns = time.time_ns()
    quarantine_id = new_quarantine_id(now_ns)
    for store in stores:
        swaps = [swapped_folder(store.folder, new) for new in store.variations]
        moves = (*(swap.move for swap in swaps), *store.gone)
        replaced = sum(count_files(store.folder / move.name)[0] for move in moves)
        records.insert(0, begin(
            store.folder, moves=store.gone, reasons={REPLACED: replaced} if replaced else {},
            dropped_rows={}, index_before=None, keep=(), detail=store.detail, now_ns=now_ns,
            quarantine_id=quarantine_id, swaps=swaps, stores=[of.folder.name for of in stores]))
        if records[0].manifest is None:  # it was written, and cannot be read back
            raise UserFacingError(records[0].problem, UNCHANGED)


def _assemble(
    stores: Sequence[NewStore], records: list[QuarantineRecord], report: SwapReport,
    token: CancelToken,
) -> Job[None]:
    """Put all folders together; `records` has what is lent after it."""
    total = sum(len(new.slots) for store in stores for new in store.variations)
    done = 0
    for at, store in enumerate(reversed(stores)):
        record = records[at]
        assembly = Assembly(record, report)
        for new, swap in zip(store.variations, record.swaps, strict=True):
            for _ in assembly.put_together(new, swap):
                if done % PROGRESS_EVERY == 0:
                    yield Progress("putting folders together", done, total, "files")
                    if token.is_cancelled:
                        raise JobCancelled
                done += 1
        records[at] = assembly.finish()
    token.check()


def _exchange(records: list[QuarantineRecord]) -> None:
    """Decide for all stores, and exchange.

    Raises:
        StalePlanError: if a folder is not the planned one any more.
        UserFacingError: if one cannot be renamed.
    """
    moved = next(filter(None, (cannot_turn(record, Version.NEW) for record in records)), "")
    if moved:
        raise StalePlanError(moved, f"{UNCHANGED} Plan the build again.")
    # In `records` first: it may be on the drive although writing it fails.
    records[-1] = replace(records[-1], state=QuarantineState.SWAPPING)
    note_progress(records[-1])
    for _, outcomes in turn_all(records, Version.NEW):
        for outcome in outcomes:
            if outcome.result is MoveResult.FAILED:
                raise UserFacingError(outcome.problem, UNCHANGED)
            if outcome.result is not MoveResult.MOVED:
                raise StalePlanError(outcome.problem, f"{UNCHANGED} Plan the build again.")


def _take_back(records: list[QuarantineRecord]) -> None:
    """As if the build had never begun: the old folders live, the staged payloads staged."""
    if records and records[-1].state is QuarantineState.SWAPPING:
        records[-1] = note_progress(replace(records[-1], state=QuarantineState.RESTORING))
        for _, outcomes in turn_all(records, Version.OLD):
            for outcome in outcomes:
                if outcome.result is MoveResult.FAILED:
                    raise UserFacingError(outcome.problem, HALF_WAY)
        records[-1] = note_progress(replace(records[-1], state=QuarantineState.PLANNED))
    discard(records)
