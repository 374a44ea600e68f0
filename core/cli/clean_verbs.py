"""`larder plan clean` and `larder clean`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from larder.core.clean.apply import apply_clean
from larder.core.clean.plan import CleanPlan
from larder.core.clean.plan_document import plan_document, save_plan
from larder.core.clean.quarantine.restore import recover_stores
from larder.core.clean.reason import OF_A_CLEAN, CleanReason
from larder.core.clean.report import CleanReport, report_document
from larder.core.cli.options import (
    Apply,
    Concepts,
    Config,
    EvenIfBusy,
    Gone,
    Json,
    Maps,
    Root,
    Workspace,
    workspace_options,
)
from larder.core.cli.output import amount_text, counted, done_by, print_json, size_text
from larder.core.cli.running import run_job
from larder.core.jobs import CancelToken, Job
from larder.core.requests.opening import plan_clean as plan_of
from larder.core.requests.opening import survey_workspace
from larder.core.requests.options import WorkspaceOptions
from larder.core.requests.request import open_for

Reasons = Annotated[list[str] | None, typer.Option(
    "--reason", help="Only this group: " + ", ".join(r.name_in_contract for r in OF_A_CLEAN))]
Depth = Annotated[str, typer.Option("--depth", help="stat, hash or payload.")]
Out = Annotated[Path | None, typer.Option("--out", help="Save the plan to this file.")]

LISTED = 20
"""Items printed per group."""


def plan_clean(
    workspace: Workspace,
    reasons: Reasons = None,
    depth: Depth = "stat",
    out: Out = None,
    root: Root = None,
    config: Config = None,
    concepts: Concepts = None,
    maps: Maps = None,
    gone: Gone = None,
    json: Json = False,
) -> None:
    """Show what a clean would take, without doing it."""
    options = workspace_options(workspace, root, config, concepts, maps, gone)
    plan = _planned(options, depth, reasons or [])
    if out is not None:
        save_plan(plan, out)
    show_plan(plan, json=json, how=done_by(out, "`larder clean --apply` does it"))


def clean(
    workspace: Workspace,
    reasons: Reasons = None,
    delete: Annotated[bool, typer.Option(
        "--delete", help="Free the space at once; there is no undo then.")] = False,
    depth: Depth = "stat",
    apply: Apply = False,
    even_if_busy: EvenIfBusy = False,
    root: Root = None,
    config: Config = None,
    concepts: Concepts = None,
    maps: Maps = None,
    gone: Gone = None,
    json: Json = False,
) -> None:
    """Plan a clean and, with --apply, move what it takes into quarantine."""
    options = workspace_options(workspace, root, config, concepts, maps, gone)
    plan = _planned(options, depth, reasons or [], is_applied=apply)
    if not apply:
        show_plan(plan, json=json, delete=delete)
        return
    apply_plan(plan, delete=delete, even_if_busy=even_if_busy, json=json)


def _planned(
    options: WorkspaceOptions, depth: str, reasons: list[str], *, is_applied: bool = False
) -> CleanPlan:
    """The plan, in stores in which nothing is half done if it is to be applied."""
    workspace = open_for(options)
    if is_applied:
        workspace = recover_stores(workspace)
    report, _ = run_job(
        lambda token: survey_workspace(workspace, depth, token, gone=options.gone))
    return plan_of(report, reasons)


def apply_plan(plan: CleanPlan, *, delete: bool, even_if_busy: bool, json: bool) -> None:
    """Apply a plan and print what was done.

    Raises:
        Exit: with 1 if items were dropped or failed.
        StalePlanError, StoreLockedError, StoreBusyError: if it may not be applied now.
    """
    def start(token: CancelToken) -> Job[CleanReport]:
        return apply_clean(plan, delete=delete, even_if_busy=even_if_busy, token=token)

    report, _ = run_job(start)
    if json:
        print_json(report_document(report))
    else:
        print_report(report)
    if report.dropped or report.failed:
        raise typer.Exit(1)


def show_plan(
    plan: CleanPlan, *, json: bool, delete: bool = False, how: str = "--apply does it",
    nothing: str = "Nothing to clean.",
) -> None:
    """Print what a plan would do.

    Args:
        plan: the plan.
        json: as one document.
        delete: say that it would be deleted.
        how: what carries it out.
        nothing: what is said where it offers nothing at all.
    """
    if json:
        print_json(plan_document(plan))
        return
    taken = plan.preselected
    for reason in CleanReason:
        items = np.flatnonzero(plan.reason == reason).tolist()
        if not items:
            continue
        in_all = amount_text(int(plan.files[items].sum()), int(plan.bytes[items].sum()))
        print(f"{reason.name_in_contract}: {in_all}")
        for item in items[:LISTED]:
            mark = "x" if taken[item] else " "
            name = f"{plan.stores[plan.store[item]].id}/{plan.payloads[item]}"
            size, files = size_text(int(plan.bytes[item])), int(plan.files[item])
            size += f" in {counted(files, 'file')}" if files != 1 else ""
            print(f"  [{mark}] {name}  {size}  {plan.sources[item] or '-'}  "
                  f"{plan.why.get(item, '')}".rstrip())
        if len(items) > LISTED:
            print(f"  and {len(items) - LISTED:,} more (--json lists them)")
    for held in plan.held_back:
        print(f"held back: {counted(held.entries, 'entry')} of {held.store}: {held.why}")
    rows = sum(map(len, plan.rows_dropped(taken).values()))
    if not (taken.any() or rows):
        print("Nothing would go; why not stands behind each of them." if len(plan) else nothing)
        return
    goes = amount_text(int(plan.files[taken].sum()), int(plan.bytes[taken].sum()), rows)
    where = "be deleted for good" if delete else "go into quarantine"
    print(f"{goes} would {where} ({how}). Your pictures and captions are never touched.")


def print_report(report: CleanReport) -> None:
    """Print what was done."""
    rows = sum(report.rows_dropped.values())
    if report.undo is not None:
        moved = amount_text(report.quarantined_files, report.quarantined_bytes, rows)
        print(f"Moved {moved} into quarantine; `larder undo` brings all of it back "
              f"(id {report.undo}).")
    elif report.deleted_files or rows:
        print(f"Deleted {amount_text(report.deleted_files, report.deleted_bytes, rows)}.")
    else:
        print("Nothing was moved.")
    for item in (*report.dropped, *report.failed):
        print(f"  left: {item.store}/{item.payload}  {item.why}")
