"""`larder touch` and `larder readopt`: small writes to an index."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import typer

from larder.core.clean.readopt import ReadoptPlan
from larder.core.clean.reports import LeftSource, ReadoptReport, TouchReport
from larder.core.clean.touch import TouchPlan
from larder.core.cli.options import EvenIfDamaged, Json, Out, verb
from larder.core.cli.output import counted, done_by, print_json
from larder.core.cli.running import run_job
from larder.core.requests.index_writing import (
    index_plan_document,
    repair,
)
from larder.core.requests.index_writing import readopt as run_readopt
from larder.core.requests.index_writing import touch as run_touch
from larder.core.requests.options import (
    IndexWriteOptions,
    RepairOptions,
    WorkspaceOptions,
    workspace_fields,
)
from larder.core.requests.request import open_for
from larder.core.requests.saving import save_document
from larder.core.workspace.open_workspace import Workspace

NO_DATES: Final = "No index has a date to renew."

NOTHING_MOVED: Final = (
    "Nothing to re-adopt: no payload without a row has the content of a source.")


@verb(IndexWriteOptions, without=("depth", "gone"), order=("out",))
def touch(
    options: IndexWriteOptions,
    out: Out = None,
    even_if_damaged: EvenIfDamaged = False,
    json: Json = False,
) -> None:
    """Store the new dates of files whose bytes are unchanged, so that nobody hashes them again."""
    opened = _open(options, even_if_damaged=even_if_damaged)
    result, _ = run_job(lambda token: run_touch(opened, options, token))
    if isinstance(result, TouchReport):
        if json:
            print_json(result)
        else:
            print_touched(result)
        _leave_if_dropped(result.dropped)
    elif not _shown(opened, options, result, out=out, json=json):
        print(f"{counted(result.entries, 'entry')} would get a new date ({done_by(out)})."
              if result.entries else NO_DATES)


@verb(IndexWriteOptions, order=(
    "out", "apply", "even_if_busy", "even_if_damaged", *WorkspaceOptions.__struct_fields__))
def readopt(
    options: IndexWriteOptions,
    out: Out = None,
    even_if_damaged: EvenIfDamaged = False,
    json: Json = False,
) -> None:
    """Give payloads without a live entry their row back, by the content of their source."""
    opened = _open(options, even_if_damaged=even_if_damaged)
    result, _ = run_job(lambda token: run_readopt(opened, options, token))
    if isinstance(result, ReadoptReport):
        if json:
            print_json(result)
        else:
            print_readopted(result)
        _leave_if_dropped(result.dropped)
    elif not _shown(opened, options, result, out=out, json=json):
        _print_adoptions(result, done_by(out))


def _open(options: IndexWriteOptions, *, even_if_damaged: bool) -> Workspace:
    opened = open_for(options)
    if options.apply and even_if_damaged:
        return repair_first(opened, options, even_if_busy=options.even_if_busy)
    return opened


def _print_adoptions(plan: ReadoptPlan, how: str) -> None:
    if not plan.entries:
        print(NOTHING_MOVED)
        return
    for store in plan.stores:
        for adoption in store.adoptions:
            instead = f" instead of {adoption.dead_key}" if adoption.dead_key else ""
            print(f"{store.target.id}: {adoption.key}{instead}")
    for values in plan.values:
        for source in values.sources:
            print(f"{values.target.id}: {source}")
    print(f"{counted(plan.payloads, 'payload')} of {counted(plan.entries, 'source')} "
          f"would get a row again ({how}).")


def print_touched(report: TouchReport) -> None:
    """Print what a touch wrote."""
    print(f"Stored the dates of {counted(report.entries, 'entry')}."
          if report.entries or report.dropped else NO_DATES)


def print_readopted(report: ReadoptReport) -> None:
    """Print what a re-adoption wrote."""
    print(f"{counted(report.payloads, 'payload')} of {counted(report.entries, 'source')} have a "
          "row again." if report.entries or report.dropped else NOTHING_MOVED)


def print_left(dropped: tuple[LeftSource, ...]) -> None:
    """Print what was left as it was."""
    for left in dropped:
        print(f"left: {left.source}  {left.why}", file=sys.stderr)


def _shown(
    workspace: Workspace, options: IndexWriteOptions, plan: TouchPlan | ReadoptPlan, *,
    out: Path | None, json: bool,
) -> bool:
    """Save and print a plan's document where that was asked for; whether it was printed."""
    if out is None and not json:
        return False
    document = index_plan_document(workspace, options, plan)
    if out is not None:
        save_document(document, out)
    if json:
        print_json(document)
    return json


def repair_first(
    workspace: Workspace, options: WorkspaceOptions, *, even_if_busy: bool
) -> Workspace:
    """Make the workspace's damaged indexes whole and say so on stderr.

    Args:
        workspace: as it was opened.
        options: which workspace that is.
        even_if_busy: go on although a trainer seems to be at work.

    Returns:
        The workspace with whole indexes.

    Raises:
        StalePlanError, StoreLockedError, StoreBusyError: if it may not be done now.
    """
    repairing = RepairOptions(**workspace_fields(options), even_if_busy=even_if_busy)
    report, _ = run_job(lambda token: repair(workspace, repairing, token))
    for index in report.repaired:
        print(index.sentence, file=sys.stderr)
    return workspace.named.open() if report.repaired else workspace


def _leave_if_dropped(dropped: tuple[LeftSource, ...]) -> None:
    print_left(dropped)
    if dropped:
        raise typer.Exit(1)
