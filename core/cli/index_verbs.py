"""`larder touch` and `larder readopt`: small writes to an index."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Final

import typer

from larder.core.cli.damaged_indexes import list_damage
from larder.core.cli.options import EvenIfDamaged, Json, Out, verb
from larder.core.cli.output import backup_text, explain_apply, print_json
from larder.core.cli.running import run_job
from larder.core.errors import UserFacingError
from larder.core.index_edits.readopt import ReadoptPlan
from larder.core.index_edits.relocate import RELEASED_KNOWS_NO_PATHS
from larder.core.index_edits.touch import TouchPlan
from larder.core.quantities import pluralize
from larder.core.requests.index_writing import (
    READOPTING,
    TOUCHING,
    RowWriting,
    relocate,
    repair,
)
from larder.core.requests.options import (
    IndexWriteOptions,
    RelocateOptions,
    RepairOptions,
    WorkspaceOptions,
    workspace_fields,
)
from larder.core.requests.request import open_for
from larder.core.requests.saving import save_document
from larder.core.workspace.open_workspace import Workspace
from larder.core.writes.reports import (
    ReadoptReport,
    RelocateReport,
    Relocation,
    SampleState,
    TouchReport,
)

NO_DATES: Final = "No index has a date to renew."

NOTHING_MOVED: Final = (
    "Nothing to relink: no renamed file was found.")


@verb(IndexWriteOptions, without=("depth", "gone"), order=("out",))
def touch(
    options: IndexWriteOptions,
    out: Out = None,
    even_if_damaged: EvenIfDamaged = False,
    json: Json = False,
) -> None:
    """Store the new dates of unchanged files, so that nothing reads them again."""
    _write(TOUCHING, options, out=out, even_if_damaged=even_if_damaged, json=json)


@verb(IndexWriteOptions, order=(
    "out", "apply", "even_if_busy", "even_if_damaged", *WorkspaceOptions.__struct_fields__))
def readopt(
    options: IndexWriteOptions,
    out: Out = None,
    even_if_damaged: EvenIfDamaged = False,
    json: Json = False,
) -> None:
    """Relink cached files of renamed or moved files, recognised by their content."""
    _write(READOPTING, options, out=out, even_if_damaged=even_if_damaged, json=json)


@verb(RelocateOptions)
def relocate_folder(options: RelocateOptions, json: Json = False) -> None:
    """Give the entries of a moved or renamed folder its new path. Undo restores the old one.

    Hashes, dates and cached files stay. Up to 50 files are compared by size and hash first.
    """
    found, _ = run_job(lambda token: relocate(open_for(options), options, token))
    is_asked = isinstance(found, RelocateReport) or bool(found.old and found.new)
    if is_asked and not (found.entries or found.taken or found.released):
        raise UserFacingError(
            f"No entry is in {options.old or 'the old folder'}.",
            "larder survey --all lists entries as the caches spell them.")
    if json:
        print_json(found)
    elif isinstance(found, Relocation):
        _print_relocation(found)
    else:
        if found.entries:
            print(f"Updated the paths of {pluralize(found.entries, 'entry')}. `larder undo` "
                  f"restores the old ones.{backup_text(found.backup_bytes)}")
        _print_not_renamed(found, options.new)


def _print_not_renamed(found: Relocation | RelocateReport, new: str) -> None:
    """Print which entries of a folder are not renamed, and why."""
    if found.taken:
        print(f"{pluralize(found.taken, 'entry')} not changed, because their file already has an "
              f"entry in {new or 'the new folder'}.")
    if found.released and not found.entries:
        print(RELEASED_KNOWS_NO_PATHS)


def _print_relocation(found: Relocation) -> None:
    for place in found.proposals:
        print(f"It may now be {place}.")
    if not found.old:
        print("No folder of the caches is missing.")
        return
    if not found.new:
        print(f"No folder with files of {found.old} was found. Name it: NEW.")
        return
    for one in found.sample:
        if one.state is not SampleState.SAME:
            print(f"{one.store}: {one.source}  {one.state}")
    compared = f": {found.matching:,} of {len(found.sample):,} compared files are the same" \
        if found.sample else ""
    print(f"{found.old} -> {found.new}{compared}.")
    for path in found.unnamed:
        print(f"The concept {path} still names the old folder; change it in OneTrainer.")
    if found.entries:
        print(f"{pluralize(found.entries, 'entry')} would get the new path (--apply does "
              f"it).{backup_text(found.backup_bytes)}")
    _print_not_renamed(found, found.new)


def _write(
    writing: RowWriting[Any, Any], options: IndexWriteOptions, *, out: Path | None,
    even_if_damaged: bool, json: bool,
) -> None:
    """Print the plan, saved where that was asked for; or apply it and print what was written."""
    opened = open_for(options)
    named = opened
    if options.apply and even_if_damaged:
        opened = repair_first(opened, options, even_if_busy=options.even_if_busy)
    is_repaired = opened is not named
    damaged = list_damage(opened.stores)
    result, _ = run_job(lambda token: writing.run(opened, options, token))
    if isinstance(result, TouchReport | ReadoptReport):
        if json or result.entries or result.dropped or not is_repaired:
            show_written(result, json=json)
        for damage in () if json else damaged:
            print(damage)
        if result.dropped:
            raise typer.Exit(1)
        return
    document = writing.make_document(opened, options, result) if json or out is not None else {}
    if out is not None:
        save_document(document, out)
    if json:
        print_json(document)
    else:
        for damage in damaged:
            print(damage)
        _print_plan(result, explain_apply(out))


def _print_plan(plan: TouchPlan | ReadoptPlan, how: str) -> None:
    grows = backup_text(sum(store.backup_growth for store in plan.stores))
    if isinstance(plan, TouchPlan):
        print(f"{pluralize(plan.entries, 'entry')} would get a new date ({how}).{grows}"
              if plan.entries else NO_DATES)
        return
    if not plan.entries:
        print(NOTHING_MOVED)
        return
    for store in plan.stores:
        for adoption in store.rows:
            instead = f" instead of {adoption.dead_key}" if adoption.dead_key else ""
            print(f"{store.target.id}: {adoption.key}{instead}")
        for source in store.sources:
            print(f"{store.target.id}: {source}")
    print(f"{pluralize(plan.payloads, 'cached file')} of {pluralize(plan.entries, 'renamed file')} "
          f"would be relinked ({how}).{grows}")


def show_written(report: TouchReport | ReadoptReport, *, json: bool) -> None:
    """Print what a touch or a re-adoption wrote, and on stderr what it left as it was."""
    grew = backup_text(report.backup_bytes)
    if json:
        print_json(report)
    elif isinstance(report, TouchReport):
        print(f"Stored the dates of {pluralize(report.entries, 'entry')}.{grew}"
              if report.entries or report.dropped else NO_DATES)
    else:
        print(f"{pluralize(report.payloads, 'cached file')} of "
              f"{pluralize(report.entries, 'renamed file')} relinked.{grew}"
              if report.entries or report.dropped else NOTHING_MOVED)
    for left in report.dropped:
        print(f"left: {left.source}  {left.why}", file=sys.stderr)


def repair_first(
    workspace: Workspace, options: WorkspaceOptions, *, even_if_busy: bool
) -> Workspace:
    """Make the workspace's damaged indexes whole and say so on stderr.

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
