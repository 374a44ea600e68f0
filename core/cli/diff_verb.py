"""`larder diff`: what another config would invalidate."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from larder.core.cli.options import (
    Concepts,
    Config,
    Device,
    Dtype,
    Encoder,
    Json,
    Maps,
    Models,
    Root,
    Workspace,
    spelled_models,
    workspace_fields,
)
from larder.core.cli.output import counted, print_json, print_table, size_text, time_text
from larder.core.cli.running import run_on
from larder.core.compare.plan import ChangePlan, change_document
from larder.core.compare.rows import ChangeRow, Invalidates
from larder.core.keys.recipe import shown_value
from larder.core.requests.comparing import compare
from larder.core.requests.options import DiffOptions

HEADINGS = ("setting", "now", "then", "invalidates", "items", "size", "time", "why")
LONGEST_VALUE = 40


def diff(
    workspace: Workspace,
    other: Annotated[Path, typer.Option(
        "--with", metavar="CONFIG", help="The config to compare with.", show_default=False)],
    other_concepts: Annotated[Path | None, typer.Option(
        "--with-concepts", metavar="FILE", help="Concepts in place of that config's own.")] = None,
    models: Models = None,
    encoder: Encoder = None,
    device: Device = None,
    dtype: Dtype = None,
    root: Root = None,
    config: Config = None,
    concepts: Concepts = None,
    maps: Maps = None,
    json: Json = False,
) -> None:
    """Say what another config would invalidate: per setting, items, bytes, time. Writes nothing."""
    options = DiffOptions(
        **workspace_fields(workspace, root, config, concepts, maps), other=str(other),
        other_concepts=None if other_concepts is None else str(other_concepts),
        models=spelled_models(models), encoder=encoder, device=device, dtype=dtype)
    plan = run_on(options, compare)
    if json:
        print_json(change_document(plan))
    else:
        _print_plan(plan)


def _print_plan(plan: ChangePlan) -> None:
    if not plan.rows:
        print("Nothing differs.")
        return
    print_table(HEADINGS, [_cells(row) for row in plan.rows], right=(4, 5, 6))
    print()
    if not plan.totals:
        print("Everything that is cached stays as good as it is.")
    for total in plan.totals:
        cost = "" if total.bytes is None else f", about {size_text(total.bytes)}"
        print(f"All together: {counted(total.items, 'item')} of the {total.invalidates.value} "
              f"cache to build{cost}, time {time_text(total.seconds)}.")
    _print_build(plan)


def _print_build(plan: ChangePlan) -> None:
    """What a build with the other config does: what is missing anyway comes on top."""
    build = plan.build
    if build is None:
        return
    size = "an unknown size" if build.bytes is None else size_text(build.bytes)
    anyway = f", {plan.built_anyway:,} of them in any case" if plan.built_anyway else ""
    print(f"A build with it makes {counted(build.payloads, 'payload')}{anyway}: {size}, time "
          f"{time_text(build.seconds)}.")
    if plan.doubted:
        print(f"Of {counted(len(plan.doubted), 'source')} only you know with which settings the "
              f"payloads were made. Say so before you build: larder assume "
              f"{plan.workspace.opened} --store STORE --apply")


def _cells(row: ChangeRow) -> tuple[str, ...]:
    setting = f"{row.concept}: {row.setting}" if row.concept else row.setting
    values = (_cut(shown_value(value)) for value in (row.old, row.new))
    if row.invalidates is Invalidates.NOTHING:
        return (setting, *values, row.invalidates.value, "", "", "", row.why)
    size = "unknown" if row.bytes is None else size_text(row.bytes)
    return (setting, *values, row.invalidates.value, f"{row.items:,}", size,
            time_text(row.seconds), row.why)


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE - 1]}…"
