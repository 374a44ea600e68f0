"""`larder check`: everything is opened, and what would stop or spoil training is listed."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from larder.core.cli.check_items import print_items
from larder.core.cli.options import Csv, Json, verb
from larder.core.cli.output import Column, print_json, print_table
from larder.core.cli.running import run_on
from larder.core.quantities import pluralize
from larder.core.queries.check_list import count_effects
from larder.core.requests.checking import check_workspace
from larder.core.requests.options import CheckOptions
from larder.core.survey.checks.document import CheckDocument
from larder.core.survey.effects import Effect, Reader

_ITEMS: Final = tuple(map(Column, ("effect", "kind", "what", "path", "why", "what to do")))


@verb(CheckOptions)
def check(
    options: CheckOptions,
    all_items: Annotated[bool, typer.Option("--all", help="List every file.")] = False,
    json: Json = False,
    csv: Csv = False,
) -> None:
    """Open every picture, caption, mask and cached file; list what would stop or spoil training.

    Changes nothing. Files that have not changed since the last check are not opened again. Exit
    code 1 if anything would stop training, be skipped or be trained wrong.
    """
    found = run_on(options, check_workspace)
    if json:
        print_json(found)
    elif csv:
        print_table(_ITEMS, (
            (item.effect, item.kind, item.what, item.path, item.why, item.remedy)
            for item in found.items), csv=True)
    else:
        print_items(found.items, all_items=all_items)
        print(summary_of(found))
    effects = count_effects(found) + count_effects(found, Reader.PROGRAMS)
    if any(effects[effect] for effect in Effect if effect is not Effect.NOTICE):
        raise typer.Exit(1)


def summary_of(found: CheckDocument) -> str:
    """The sentence below the list."""
    effects = count_effects(found)
    words = {Effect.STOPS: "would stop training", Effect.WRONG: "would be trained wrong",
             Effect.SKIPPED: "would not be trained"}
    parts = [f"{effects[effect]:,} {said}" for effect, said in words.items() if effects[effect]]
    others = count_effects(found, Reader.PROGRAMS)[Effect.WRONG]
    return " ".join(filter(None, (
        f"{', '.join(parts)}." if parts
        else "Nothing was found that would stop or spoil training.",
        f"{others:,} {'is' if others == 1 else 'are'} wrong in caches that OneTrainer does not "
        "read." if others else "",
        f"{pluralize(effects[Effect.NOTICE], 'notice')}." if effects[Effect.NOTICE] else "",
        f"{pluralize(found.files, 'source file')} opened.")))
