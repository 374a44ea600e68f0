"""`larder touch` and `larder readopt`: small writes to an index."""

from __future__ import annotations

import sys
from pathlib import Path

import typer

from larder.core.cli.options import (
    Apply,
    Concepts,
    Config,
    EvenIfBusy,
    Gone,
    Json,
    Maps,
    Out,
    Root,
    Workspace,
    workspace_fields,
)
from larder.core.cli.output import counted, print_json
from larder.core.cli.running import run_job
from larder.core.operations.cleaning.report import LeftItem
from larder.core.operations.index_writing.readopt import (
    ReadoptPlan,
    ReadoptReport,
    readopt_document,
)
from larder.core.operations.index_writing.touch import TouchPlan, TouchReport, touch_document
from larder.core.requests.index_writing import index_plan_document, readopted, touched
from larder.core.requests.options import IndexWriteOptions
from larder.core.requests.saving import save_document


def touch(
    workspace: Workspace,
    out: Out = None,
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
    if isinstance(result, TouchReport):
        if json:
            print_json(touch_document(result))
        else:
            print_touched(result)
        _leave_if_dropped(result.dropped)
    elif not _shown(options, result, out=out, json=json):
        print(f"{counted(result.entries, 'entry')} would get a new date (--apply does it).")


def readopt(
    workspace: Workspace,
    out: Out = None,
    apply: Apply = False,
    even_if_busy: EvenIfBusy = False,
    root: Root = None,
    config: Config = None,
    concepts: Concepts = None,
    maps: Maps = None,
    gone: Gone = None,
    json: Json = False,
) -> None:
    """Give payloads without a live entry their row back, by the content of their source."""
    options = IndexWriteOptions(
        **workspace_fields(workspace, root, config, concepts, maps, gone),
        apply=apply, even_if_busy=even_if_busy)
    result, _ = run_job(lambda token: readopted(options, token))
    if isinstance(result, ReadoptReport):
        if json:
            print_json(readopt_document(result))
        else:
            print_readopted(result)
        _leave_if_dropped(result.dropped)
    elif not _shown(options, result, out=out, json=json):
        for store in result.stores:
            for adoption in store.adoptions:
                instead = f" instead of {adoption.dead_key}" if adoption.dead_key else ""
                print(f"{store.target.id}: {adoption.key}{instead}")
        print(f"{counted(result.payloads, 'payload')} of {counted(result.entries, 'source')} "
              "would get a row again (--apply does it).")


def print_touched(report: TouchReport) -> None:
    """Print what a touch wrote."""
    print(f"Stored the dates of {counted(report.entries, 'entry')}.")


def print_readopted(report: ReadoptReport) -> None:
    """Print what a re-adoption wrote."""
    print(f"{counted(report.payloads, 'payload')} of {counted(report.entries, 'source')} have a "
          "row again.")


def print_left(dropped: tuple[LeftItem, ...]) -> None:
    """Print what was left as it was."""
    for left in dropped:
        print(f"left: {left.payload}  {left.why}", file=sys.stderr)


def _shown(
    options: IndexWriteOptions, plan: TouchPlan | ReadoptPlan, *, out: Path | None, json: bool
) -> bool:
    """Save and print a plan's document where that was asked for; whether it was printed."""
    if out is None and not json:
        return False
    document = index_plan_document(options, plan)
    if out is not None:
        save_document(document, out)
    if json:
        print_json(document)
    return json


def _leave_if_dropped(dropped: tuple[LeftItem, ...]) -> None:
    print_left(dropped)
    if dropped:
        raise typer.Exit(1)
