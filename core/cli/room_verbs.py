"""`larder prune` and `larder clear`: room made by age, by budget, or altogether."""

from __future__ import annotations

from typing import Annotated

import typer

from larder.core.clean.plan_document import save_plan
from larder.core.clean.quarantine.restore import recover_stores
from larder.core.cli.clean_verbs import Out, apply_plan, show_plan
from larder.core.cli.options import (
    Apply,
    Concepts,
    Config,
    Delete,
    EvenIfBusy,
    Json,
    Maps,
    Root,
    Stores,
    Workspace,
    workspace_fields,
)
from larder.core.cli.output import done_by, print_json
from larder.core.cli.running import run_job
from larder.core.requests.options import ClearOptions, PruneOptions
from larder.core.requests.request import open_for
from larder.core.requests.storekeeping import plan_clear, plan_prune, prune_document

NOTHING_TO_PRUNE = "Nothing has to go: everything is within the age and the size."
NONE_TO_PRUNE = "No cache here can be pruned; `larder clean` and `larder clear` make room in them."


def prune(
    workspace: Workspace,
    older_than: Annotated[str | None, typer.Option(
        "--older-than", metavar="AGE", help="Values not used for so long: 90d, 12h, 4w.")] = None,
    budget: Annotated[str | None, typer.Option(
        "--budget", metavar="SIZE", help="What the stores together may take: 10GB, 500MB.")] = None,
    stores: Stores = None,
    out: Out = None,
    delete: Delete = False,
    apply: Apply = False,
    even_if_busy: EvenIfBusy = False,
    root: Root = None,
    config: Config = None,
    concepts: Concepts = None,
    maps: Maps = None,
    json: Json = False,
) -> None:
    """Plan to remove what was not used for long, then the least recently used over a budget."""
    options = PruneOptions(
        **workspace_fields(workspace, root, config, concepts, maps),
        stores=tuple(stores or ()), older_than=older_than, budget=budget)
    opened = open_for(options)
    if apply:
        opened = recover_stores(opened)
    planned, _ = run_job(lambda token: plan_prune(opened, options, token))
    if out is not None:
        save_plan(planned.plan, out)
    for note in () if json else planned.notes:
        print(note)
    if apply:
        apply_plan(planned.plan, delete=delete, even_if_busy=even_if_busy, json=json)
    elif json:
        print_json(prune_document(planned))
    else:
        left_out = len(planned.notes) == len(options.stores or planned.plan.stores)
        show_plan(planned.plan, json=False, delete=delete, how=done_by(out),
                  nothing=NONE_TO_PRUNE if left_out else NOTHING_TO_PRUNE)


def clear(
    workspace: Workspace,
    stores: Stores = None,
    out: Out = None,
    delete: Delete = False,
    apply: Apply = False,
    even_if_busy: EvenIfBusy = False,
    root: Root = None,
    config: Config = None,
    concepts: Concepts = None,
    maps: Maps = None,
    json: Json = False,
) -> None:
    """Plan to remove everything of some stores, index rows too."""
    options = ClearOptions(
        **workspace_fields(workspace, root, config, concepts, maps), stores=tuple(stores or ()))
    opened = open_for(options)
    if apply:
        opened = recover_stores(opened)
    plan, _ = run_job(lambda token: plan_clear(opened, options, token))
    if out is not None:
        save_plan(plan, out)
    if apply:
        apply_plan(plan, delete=delete, even_if_busy=even_if_busy, json=json)
    else:
        show_plan(plan, json=json, delete=delete, how=done_by(out),
                  nothing="There is nothing to clear.")
