"""`larder dups`: sources that share payloads."""

from __future__ import annotations

from typing import Annotated

import typer

from larder.core.cli.options import Concepts, Config, Json, Maps, Root, Workspace, workspace_fields
from larder.core.cli.output import counted, print_json, size_text
from larder.core.cli.running import run_on
from larder.core.compare.sharing.conflicts import SharingSource
from larder.core.compare.sharing.plan import SharePlan, StoreShares, share_document
from larder.core.requests.comparing import share
from larder.core.requests.options import DupsOptions

LISTED = 10
"""Groups printed per store; `--all` prints every one."""


def dups(
    workspace: Workspace,
    root: Root = None,
    config: Config = None,
    concepts: Concepts = None,
    maps: Maps = None,
    all_groups: Annotated[bool, typer.Option("--all", help="List every group.")] = False,
    json: Json = False,
) -> None:
    """List sources with equal bytes or lines, the payloads they share and what that saves."""
    options = DupsOptions(**workspace_fields(workspace, root, config, concepts, maps))
    plan = run_on(options, share)
    if json:
        print_json(share_document(plan))
    else:
        _print_plan(plan, all_groups=all_groups)


def _print_plan(plan: SharePlan, *, all_groups: bool) -> None:
    for store in plan.stores:
        equal = (f"{counted(len(store.contents), 'group')} of equal bytes, "
                 f"{size_text(store.bytes_saved)} saved by sharing" if store.contents
                 else "no two sources have equal bytes")
        print(f"{store.location.id} ({store.location.spelled}): {equal}")
        _print_contents(store, LISTED if not all_groups else len(store.contents))
        _print_lines(store, LISTED if not all_groups else len(store.lines))


def _print_contents(store: StoreShares, listed: int) -> None:
    for group in store.contents[:listed]:
        print(f"  {group.hash}: {counted(len(group.sources), 'source')}, "
              f"{counted(len(group.payloads), 'payload')}, {size_text(group.bytes_saved)} saved")
        for source in group.sources:
            print(f"    {_told(source)}")
        if group.conflict:
            print(f"    They should not share them: {group.conflict}.")
    if len(store.contents) > listed:
        print(f"  and {len(store.contents) - listed:,} more (--all lists them)")


def _print_lines(store: StoreShares, listed: int) -> None:
    if store.lines:
        print(f"  {counted(len(store.lines), 'line')} in several captions, each encoded once:")
    for line in store.lines[:listed]:
        payload = f", first in {line.payload}" if line.payload else ""
        print(f"    {line.prompt!r}: {counted(len(line.sources), 'caption')}{payload}")
    if len(store.lines) > listed:
        print(f"    and {len(store.lines) - listed:,} more (--all lists them)")


def _told(source: SharingSource) -> str:
    return f"{source.source}  ({source.concept})" if source.concept else source.source
