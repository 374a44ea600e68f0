"""Builds what a plan lists: encodes what is missing, takes what is there, writes the rows.

Payloads are on disk before the index names them, and the index is saved now and then, so a build
can be stopped at any time, by the user, a full disk or a power cut, and goes on where it stopped.
Paused, it saves the index, holds its locks and its encoder, and waits.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from larder.core.build.encoders import BuildEncoders
from larder.core.build.index import target_now
from larder.core.build.ledger import RETRY
from larder.core.build.mixture import require_agreement
from larder.core.build.plan import BuildPlan, BuildStore
from larder.core.build.publish import DiskFullError, is_disk_full
from larder.core.build.report import BuildReport
from larder.core.build.store import BuildSettings, StoreBuilt, build_store
from larder.core.clean.index_writing.apply import IndexTarget, ready_to_write
from larder.core.clean.index_writing.readopt import ReadoptReport, readopt_locked
from larder.core.errors import UserFacingError
from larder.core.files.durable import explain_write_errors
from larder.core.jobs import CancelToken, ItemFailed, Job, JobCancelled


def apply_build(
    plan: BuildPlan,
    encoders: BuildEncoders,
    *,
    settings: BuildSettings | None = None,
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
    config = plan.workspace.config
    if config is None:
        raise ValueError("a plan is never made without a config")
    began = time.monotonic()
    require_agreement(plan.mixtures)
    for left in plan.broken:
        yield ItemFailed(left.store, left.payload, left.why, retry=RETRY)
    targets = _targets(plan)
    for target in targets:
        if target.stamp is None:
            with explain_write_errors(target.folder.parent):
                target.folder.mkdir(parents=True, exist_ok=True)
    built: list[StoreBuilt] = []
    readopted = ReadoptReport(0, 0, ())
    with ready_to_write(targets, even_if_busy=even_if_busy):
        if plan.readopt.stores:
            readopted = yield from readopt_locked(plan.readopt, token)
        for store in plan.stores:
            token.hold()
            if token.is_cancelled:
                break
            built.append((yield from build_store(
                plan, _as_it_is_now(plan, store), config, encoders,
                settings=settings or BuildSettings(), token=token)))
            if built[-1].failure is not None:
                break
    report = replace(
        _report(plan, built, readopted), elapsed_s=time.monotonic() - began)
    return _ended(plan, report, built, token)


def _ended(
    plan: BuildPlan, report: BuildReport, built: Sequence[StoreBuilt], token: CancelToken
) -> BuildReport:
    """The report, or what the caller has to know first."""
    failure = built[-1].failure if built else None
    if failure is not None and _is_full(failure):
        problem = failure.problem if isinstance(failure, UserFacingError) else str(failure)
        target = plan.stores[len(built) - 1].target
        return replace(
            report, stopped=problem, stopped_store=target.id,
            needed_bytes=_needed_there(plan, built),
            free_bytes=shutil.disk_usage(target.folder).free)
    if isinstance(failure, JobCancelled) or (failure is None and token.is_cancelled):
        raise JobCancelled(replace(report, cancelled=True)) from failure
    if failure is not None:
        raise failure
    return report


def _needed_there(plan: BuildPlan, built: Sequence[StoreBuilt]) -> int | None:
    """What the rest takes on the drive of the store that stopped; None if that is not known."""
    stopped = plan.stores[len(built) - 1]
    drive = _drive(stopped.target.folder)
    left = [store.target for store in plan.stores[len(built) - 1:]
            if store is stopped or _drive(store.target.folder) == drive]
    sizes = [group.bytes for target in left for group in plan.groups if group.store == target.id]
    if None in sizes:
        return None
    return max(sum(size or 0 for size in sizes) - built[-1].tally.bytes, 0)


def _drive(folder: Path) -> int:
    return folder.stat().st_dev


def _is_full(failure: BaseException) -> bool:
    return isinstance(failure, DiskFullError) or is_disk_full(failure)


def _targets(plan: BuildPlan) -> list[IndexTarget]:
    """Every store that is written, once."""
    targets = [store.target for store in plan.stores]
    targets += [store.target for store in plan.readopt.stores]
    return list({target.id: target for target in targets}.values())


def _as_it_is_now(plan: BuildPlan, store: BuildStore) -> BuildStore:
    """A store whose index a re-adoption may just have written."""
    if all(other.target.id != store.target.id for other in plan.readopt.stores):
        return store
    return replace(store, target=target_now(store.target))


def _report(
    plan: BuildPlan, built: Sequence[StoreBuilt], readopted: ReadoptReport
) -> BuildReport:
    tallies = [one.tally for one in built]
    changed = [left for tally in tallies for left in tally.changed]
    return BuildReport(
        encoded=sum(tally.encoded for tally in tallies),
        copied=sum(tally.copied for tally in tallies),
        adopted=sum(tally.adopted for tally in tallies),
        shared=sum(tally.shared for tally in tallies),
        readopted=readopted.entries,
        entries=sum(one.entries for one in built),
        reordered=sum(len(store.reordered) for store in plan.stores[:len(built)]),
        done=sum(tally.done for tally in tallies),
        planned=plan.payloads,
        bytes=sum(tally.bytes for tally in tallies),
        failed=(*plan.broken, *(left for tally in tallies for left in tally.failed)),
        changed=(*changed, *readopted.dropped),
        encoders=tuple(dict.fromkeys(one.encoder for one in built if one.encoder)))
