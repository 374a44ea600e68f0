"""`larder touch` and `larder readopt`: small writes to an index."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from core.cli.options import (
    Apply,
    Concepts,
    Config,
    EvenIfBusy,
    Gone,
    Json,
    Maps,
    Root,
    Workspace,
    workspace_fields,
)
from core.cli.output import counted, print_json
from core.cli.running import run_job
from core.operations.cleaning.report import LeftItem
from core.operations.index_writing.readopt import ReadoptReport, readopt_document
from core.operations.index_writing.touch import TouchReport, touch_document
from core.requests.index_writing import readopted, touched
from core.requests.options import IndexWriteOptions


def touch(
    workspace: Workspace,
    apply: Apply = False,
    even_if_busy: EvenIfBusy = False,
    root: Root = None,
    config: Config = None,
    concepts: Concepts = None,
    maps: Maps = None,
    json: Json = False,
) -> None:
    """Store the new dates of files whose bytes are unchanged, so that nobody hashes them again."""
    options = IndexWriteOptions(
        **workspace_fields(workspace, root, config, concepts, maps),
        apply=apply, even_if_busy=even_if_busy)
    result, _ = run_job(lambda token: touched(options, token))
    if json:
        print_json(touch_document(result))
    elif isinstance(result, TouchReport):
        print(f"Stored the dates of {counted(result.entries, 'entry')}.")
    else:
        print(f"{counted(result.entries, 'entry')} would get a new date (--apply does it).")
    if isinstance(result, TouchReport):
        _leave_if_dropped(result.dropped)


def readopt(
    workspace: Workspace,
    apply: Apply = False,
    even_if_busy: EvenIfBusy = False,
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
    options = IndexWriteOptions(
        **workspace_fields(workspace, root, config, concepts, maps, gone), depth=depth,
        apply=apply, even_if_busy=even_if_busy)
    result, _ = run_job(lambda token: readopted(options, token))
    payloads = counted(result.payloads, "payload")
    if json:
        print_json(readopt_document(result))
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
    if isinstance(result, ReadoptReport):
        _leave_if_dropped(result.dropped)


def _leave_if_dropped(dropped: tuple[LeftItem, ...]) -> None:
    for left in dropped:
        print(f"left: {left.payload}  {left.why}", file=sys.stderr)
    if dropped:
        raise typer.Exit(1)
