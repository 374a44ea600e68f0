"""`larder touch` and `larder readopt`: small writes to an index."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Annotated, Any

import typer

from larder.core.cli.options import (
    Apply,
    Concepts,
    Config,
    EvenIfBusy,
    EvenIfDamaged,
    Gone,
    Json,
    Maps,
    Root,
    Workspace,
    workspace_fields,
)
from larder.core.cli.output import counted, print_json
from larder.core.cli.running import run_job
from larder.core.operations.cleaning.report import LeftItem
from larder.core.operations.index_writing.readopt import ReadoptReport, readopt_document
from larder.core.operations.index_writing.touch import TouchReport, touch_document
from larder.core.requests.index_writing import readopted, repaired, touched
from larder.core.requests.options import IndexWriteOptions, RepairOptions


def touch(
    workspace: Workspace,
    apply: Apply = False,
    even_if_busy: EvenIfBusy = False,
    even_if_damaged: EvenIfDamaged = False,
    root: Root = None,
    config: Config = None,
    concepts: Concepts = None,
    maps: Maps = None,
    json: Json = False,
) -> None:
    """Store the new dates of files whose bytes are unchanged, so that nobody hashes them again."""
    fields = workspace_fields(workspace, root, config, concepts, maps)
    if apply and even_if_damaged:
        repair_first(fields, even_if_busy=even_if_busy)
    options = IndexWriteOptions(**fields, apply=apply, even_if_busy=even_if_busy)
    result, _ = run_job(lambda token: touched(options, token))
    dropped = result.dropped if isinstance(result, TouchReport) else ()
    if json:
        print_json(touch_document(result))
    elif not (result.entries or dropped):
        print("No index has a date to renew.")
    elif isinstance(result, TouchReport):
        print(f"Stored the dates of {counted(result.entries, 'entry')}.")
    else:
        print(f"{counted(result.entries, 'entry')} would get a new date (--apply does it).")
    _leave_if_dropped(dropped)


def readopt(
    workspace: Workspace,
    apply: Apply = False,
    even_if_busy: EvenIfBusy = False,
    even_if_damaged: EvenIfDamaged = False,
    root: Root = None,
    config: Config = None,
    concepts: Concepts = None,
    maps: Maps = None,
    gone: Gone = None,
    depth: Annotated[str, typer.Option(
        "--depth", help="stat, or hash, which finds edits that left the date alone.")] = "stat",
    json: Json = False,
) -> None:
    """Give payloads without a live entry their row back, by the content of their source."""
    fields = workspace_fields(workspace, root, config, concepts, maps, gone)
    if apply and even_if_damaged:
        repair_first(fields, even_if_busy=even_if_busy)
    options = IndexWriteOptions(**fields, depth=depth, apply=apply, even_if_busy=even_if_busy)
    result, _ = run_job(lambda token: readopted(options, token))
    dropped = result.dropped if isinstance(result, ReadoptReport) else ()
    payloads = counted(result.payloads, "payload")
    if json:
        print_json(readopt_document(result))
    elif not (result.entries or dropped):
        print("Nothing to re-adopt: no payload without a row has the content of a source.")
    elif isinstance(result, ReadoptReport):
        print(f"{payloads} of {counted(result.entries, 'source')} have a row again.")
    else:
        for store in result.stores:
            for adoption in store.adoptions:
                instead = f" instead of {adoption.dead_key}" if adoption.dead_key else ""
                print(f"{store.target.id}: {adoption.key}{instead}")
        for values in result.values:
            for source in values.sources:
                print(f"{values.target.id}: {source}")
        print(f"{payloads} of {counted(result.entries, 'source')} would get a row again "
              "(--apply does it).")
    _leave_if_dropped(dropped)


def repair_first(fields: Mapping[str, Any], *, even_if_busy: bool) -> None:
    """Make the workspace's damaged indexes whole and say so on stderr.

    Args:
        fields: those that all `WorkspaceOptions` have.
        even_if_busy: go on although a trainer seems to be at work.

    Raises:
        StalePlanError, StoreLockedError, StoreBusyError: if it may not be done now.
    """
    options = RepairOptions(**fields, even_if_busy=even_if_busy)
    repairs, _ = run_job(lambda token: repaired(options, token))
    for repair in repairs:
        print(repair.sentence, file=sys.stderr)


def _leave_if_dropped(dropped: tuple[LeftItem, ...]) -> None:
    for left in dropped:
        print(f"left: {left.payload}  {left.why}", file=sys.stderr)
    if dropped:
        raise typer.Exit(1)
