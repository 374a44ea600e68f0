"""`larder assume`: the user's word on how the payloads of a store were made."""

from __future__ import annotations

from typing import Annotated

import typer

from larder.core.cli.options import (
    Apply,
    Concepts,
    Config,
    EvenIfBusy,
    Json,
    Maps,
    Root,
    Workspace,
    workspace_fields,
)
from larder.core.cli.output import counted, print_json, size_text
from larder.core.cli.running import run_on
from larder.core.keys.recipe import shown_value
from larder.core.recipes.assume import AssumePlan, assume_document
from larder.core.requests.comparing import assume as run_assume
from larder.core.requests.options import AssumeOptions


def assume(
    workspace: Workspace,
    store: Annotated[str, typer.Option(
        "--store", help="Whose payloads: image or text.", show_default=False)],
    apply: Apply = False,
    even_if_busy: EvenIfBusy = False,
    root: Root = None,
    config: Config = None,
    concepts: Concepts = None,
    maps: Maps = None,
    json: Json = False,
) -> None:
    """Say that the payloads of a store were made with this config, so that changes are noticed."""
    options = AssumeOptions(
        **workspace_fields(workspace, root, config, concepts, maps),
        store=store, apply=apply, even_if_busy=even_if_busy)
    plan = run_on(options, run_assume)
    if json:
        print_json(assume_document(plan, applied=apply))
    else:
        _print_plan(plan, applied=apply)


def _print_plan(plan: AssumePlan, *, applied: bool) -> None:
    print(f"{plan.location.id} ({plan.location.spelled}): {counted(plan.payloads, 'payload')}, "
          f"{size_text(plan.bytes)}, made with:")
    shown: set[str] = set()
    for concept, recipe in plan.recipes:
        print(f"\n{concept.name or concept.path}: recipe {recipe.id}")
        if recipe.id not in shown:
            shown.add(recipe.id)
            for name, value in recipe.fields.items():
                print(f"  {name}: {shown_value(value)}")
    print("\nWritten down. A survey now tells what was made otherwise." if applied
          else "\nNothing is written down yet (--apply does it).")
