"""Build, from a plan to its report: what `larder build --apply` does, in order.

The plan is made before, and can be saved and looked at: `survey.survey` judges every entry, then
`planning.build_plan` asks store by store what becomes of it (`choice`) and makes a
`plan.BuildPlan`, whose payloads `payload_totals` counts; `trial` tells its time. A saved plan is
made anew and narrowed down to the saved one (`restrict_plan`). `build_planned` then goes this way:

1. Weights that would be mixed are agreed to, and the encoders can be had (here).
2. The layout that was used stays in use until another one is whole (`convert`).
3. All stores are locked, settled after a crash, unchanged and idle (`writes.transaction`).
4. Rows of good payloads that no index names come back (`index_edits.readopt`).
5. Store by store what is missing is encoded and written (`store_build`, by the threads of
   `pipeline`). Payloads are on disk before the index names them, and the index is saved now and
   then, so a build can be stopped at any time, by the user, a full disk or a power cut, and goes on
   where it stopped. Paused, it saves the index, holds its locks and its encoder, and waits.
6. Folders of the released layout, which were only staged, take their places all at once
   (`released.build.write_folders`); `writes.undo` goes back.
7. What changed meanwhile is planned and built once more (`meanwhile`).
8. What was made is reported (`reports`), and noted for the next survey (`noted_sources`).

A build over a folder of files, of single values, is `values.build`.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import replace
from pathlib import Path

import msgspec

from larder.core.build.choice import require_agreement
from larder.core.build.convert import switch_layout
from larder.core.build.indexed.row_writer import target_now
from larder.core.build.meanwhile import (
    MOST_ROUNDS,
    add_up,
    defer_changes,
    may_plan_again,
    note_listing,
    plan_again,
)
from larder.core.build.noted_sources import note_masks_of, note_sources_of
from larder.core.build.pipeline.build_state import RETRY, Counts, end_build, report_of
from larder.core.build.pipeline.encoding import BuildEncoders, ConfigEncoders
from larder.core.build.plan import BuildPlan, BuildStore
from larder.core.build.released.build import SlotBuildState, staging_folder, write_folders
from larder.core.build.released.notes import SlotNotes
from larder.core.build.reports import BuildReport
from larder.core.build.store_build import build_store
from larder.core.errors import (
    StalePlanError,
    StoreBusyError,
    StoreLockedError,
    UserFacingError,
)
from larder.core.files.durable import explain_write_errors
from larder.core.index_edits.readopt import readopt_locked
from larder.core.jobs import CancelToken, ItemFailed, Job, JobCancelled
from larder.core.quantities import sum_if_known
from larder.core.survey.sources import SourceTree
from larder.core.writes.reports import LeftSource, ReadoptReport
from larder.core.writes.transaction import index_transaction, store_transaction


def build_planned(
    plan: BuildPlan, dropped: Sequence[LeftSource] = (), *,
    even_if_busy: bool, token: CancelToken,
) -> Job[BuildReport]:
    """Build a plan with the encoders that it names.

    What was dropped of it before is told with what changes meanwhile. Another layout than the used
    one is used once the build came to its end.

    Raises:
        UserFacingError: if a model that it needs cannot be had, or as `apply_build`.
        StalePlanError, StoreLockedError, StoreBusyError, JobCancelled: as `apply_build`.
    """
    require_agreement(plan.mixtures)
    encoders = ConfigEncoders.of(plan.workspace, plan.config, plan.encoding)
    for store in plan.stores:
        if store.encodes:
            encoders.check(store.content)
    try:
        report = yield from switch_layout(plan, note_sources_of(plan, apply_build(
            plan, encoders, even_if_busy=even_if_busy, token=token)))
    except JobCancelled as cancelled:
        if dropped and isinstance(cancelled.report, BuildReport):
            kept = msgspec.structs.replace(
                cancelled.report, changed=(*dropped, *cancelled.report.changed))
            raise JobCancelled(kept) from cancelled
        raise
    return msgspec.structs.replace(
        report, changed=(*dropped, *report.changed),
        without_model=plan.without_model or msgspec.UNSET,
        out_of_reach=plan.out_of_reach or msgspec.UNSET,
        unproven=plan.unproven or msgspec.UNSET)


def apply_build(
    plan: BuildPlan,
    encoders: BuildEncoders,
    *,
    even_if_busy: bool = False,
    token: CancelToken,
) -> Job[BuildReport]:
    """Build.

    A source that cannot be built becomes an `ItemFailed`; a full disk ends the build and is told in
    the report. No encoder is opened while nothing has to be encoded.

    Raises:
        StalePlanError: if an index is not the one the plan was made from, or somebody else wrote it
            meanwhile; payloads that were built are taken up by the next build.
        StoreLockedError: if another Larder process writes into a store; nothing was written.
        StoreBusyError: if a trainer seems to be at work; nothing was written.
        UserFacingError: if payloads of other weights would be mixed with or replaced and the plan
            does not say that they may be; nothing was written. Or if an encoder cannot be had or a
            store cannot be written; what was finished is kept.
        JobCancelled: if the token was cancelled; its report says what was kept.
    """
    require_agreement(plan.mixtures)
    done: BuildReport | None = None
    told: list[ItemFailed] = []
    made: dict[str, SlotNotes] = {}
    again: BuildPlan | None = plan
    for left in reversed(range(MOST_ROUNDS)):
        if again is None or again.is_empty:
            break
        plan, again = again, None
        waits, held = left > 0 and may_plan_again(plan), list[ItemFailed]()
        try:
            report = yield from defer_changes(
                _build_once(plan, encoders, made, waits=waits, even_if_busy=even_if_busy,
                            token=token), held)
        except JobCancelled as cancelled:
            if done is None or not isinstance(cancelled.report, BuildReport):
                raise
            raise JobCancelled(add_up(done, cancelled.report)) from cancelled
        except (StoreBusyError, StoreLockedError, StalePlanError):
            if done is None:
                raise
            break  # what changed meanwhile is told, and all of it is staged for the next build
        done, told = report if done is None else add_up(done, report), held
        if waits and held:
            try:
                again = yield from plan_again(plan, token)
            except JobCancelled as cancelled:
                raise JobCancelled(msgspec.structs.replace(done, cancelled=True)) from cancelled
    yield from told
    return BuildReport() if done is None else done


def _build_once(
    plan: BuildPlan, encoders: BuildEncoders, made: dict[str, SlotNotes], *,
    waits: bool, even_if_busy: bool, token: CancelToken,
) -> Job[BuildReport]:
    """Build a plan; as `apply_build`.

    Args:
        plan: what is built.
        encoders: what encodes.
        made: notes of what this build has staged so far, by store.
        waits: whether no folder of slots takes its place if a source changed meanwhile.
        even_if_busy: whether it is built beside a trainer.
        token: stops it.
    """
    began_s, began_ns = token.worked_s(), time.time_ns()
    for left in plan.broken:
        yield ItemFailed(left.store, left.source, left.why, retry=RETRY)
    _make_store_folders(plan)
    with _lock_stores(plan, even_if_busy=even_if_busy), ExitStack() as run:
        readopted = yield from _readopt(plan, token)
        built, staged = yield from _build_stores(plan, encoders, made, run, token)
        for store, tally in zip(plan.stores, built, strict=False):
            note_masks_of(plan, store, tally, began_ns)
        undo = yield from _write_folders(plan, built, staged, token, waits=waits)
    report = report_of(
        built, planned=plan.payloads, broken=plan.broken, elapsed_s=token.worked_s() - began_s)
    return _report_or_raise(plan, built, msgspec.structs.replace(
        report, undo=undo or msgspec.UNSET, readopted=readopted.entries,
        reordered=sum(len(store.reordered) for store in plan.stores[:len(built)]),
        changed=(*report.changed, *readopted.dropped)), token)


def _make_store_folders(plan: BuildPlan) -> None:
    for target in plan.targets:
        if target.stamp is None:
            with explain_write_errors(target.folder.parent):
                target.folder.mkdir(parents=True, exist_ok=True)


def _lock_stores(plan: BuildPlan, *, even_if_busy: bool) -> AbstractContextManager[None]:
    """Hold every store that is written; folders of slots have no index that could have moved."""
    if all(store.slots is None for store in plan.stores):
        return index_transaction(plan.targets, even_if_busy=even_if_busy)
    return store_transaction(
        {target.folder: () for target in plan.targets}, even_if_busy=even_if_busy)


def _readopt(plan: BuildPlan, token: CancelToken) -> Job[ReadoptReport]:
    """Give back the rows of payloads that are good as they are, once it is known where to stage."""
    for store in plan.stores:
        if store.slots is not None:
            staging_folder(store.target.folder)  # a stopped build goes on in this layout
    if not plan.readopt.stores:
        return ReadoptReport()
    return (yield from readopt_locked(plan.readopt, token))


def _build_stores(
    plan: BuildPlan, encoders: BuildEncoders, made: dict[str, SlotNotes], run: ExitStack,
    token: CancelToken,
) -> Job[tuple[list[Counts], list[SlotBuildState]]]:
    """Build one store after the other, until one fails or the token is cancelled.

    Returns:
        The counts of each store that was begun, and the state of those that are only staged.
    """
    built: list[Counts] = []
    staged: list[SlotBuildState] = []
    for store in plan.stores:
        token.hold()
        if token.is_cancelled:
            break
        books = yield from build_store(
            plan, _as_it_is_now(plan, store), encoders, run, token, made.get(store.target.id))
        built.append(books.tally)
        if isinstance(books, SlotBuildState):
            staged.append(books)
            made[store.target.id] = books.notes
        del books  # what the next store needs memory for
        if built[-1].failure is not None:
            break
    return built, staged


def _as_it_is_now(plan: BuildPlan, store: BuildStore) -> BuildStore:
    """A store whose index a re-adoption may just have written."""
    if all(other.target.id != store.target.id for other in plan.readopt.stores):
        return store
    return replace(store, target=target_now(store.target))


def _write_folders(
    plan: BuildPlan, built: Sequence[Counts], staged: Sequence[SlotBuildState],
    token: CancelToken, *, waits: bool,
) -> Job[str | None]:
    """Let staged folders take their places once every store is built.

    A failure is told in the counts of the last store.

    Returns:
        The id that undoes it, None if nothing took its place.
    """
    is_whole = len(built) == len(plan.stores) and all(one.failure is None for one in built)
    if not staged or not is_whole or token.is_cancelled:
        return None
    tree = (yield from note_listing(plan, staged)) if waits else SourceTree()
    try:
        return (yield from write_folders(staged, tree, token, waits=waits))
    except (UserFacingError, OSError) as failure:
        built[-1].failure = failure
        return None


def _report_or_raise(
    plan: BuildPlan, built: Sequence[Counts], report: BuildReport, token: CancelToken
) -> BuildReport:
    """The report with what ended the build early; as `end_build`."""
    if not built:
        return end_build(
            report, None, token, folder=Path(), needed_bytes=lambda: None, told_s=None)
    last = plan.stores[len(built) - 1].target
    return end_build(
        report, built[-1].failure, token, folder=last.folder, store=last.id,
        needed_bytes=lambda: _estimate_rest(plan, built), told_s=plan.seconds)


def _estimate_rest(plan: BuildPlan, built: Sequence[Counts]) -> int | None:
    """Return the bytes the rest needs on the drive of the stopped store, or None if unknown."""
    stopped = plan.stores[len(built) - 1]
    drive = _drive(stopped.target.folder)
    left = [store.target for store in plan.stores[len(built) - 1:]
            if store is stopped or _drive(store.target.folder) == drive]
    size = sum_if_known(
        group.bytes for target in left for group in plan.groups if group.store == target.id)
    return None if size is None else max(size - built[-1].bytes, 0)


def _drive(folder: Path) -> int:
    return folder.stat().st_dev
