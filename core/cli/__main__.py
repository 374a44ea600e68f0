"""The `larder` command: verbs, and how their failures become exit codes.

0 done; 1 finished but items failed or were dropped; 2 bad usage or an unreadable workspace; 3 stale
plan, locked store or a trainer at work; 130 cancelled. Failures print one sentence on stderr, never
a traceback, unless they are bugs.
"""

from __future__ import annotations

import gc
import importlib
import sys
from collections.abc import Callable
from typing import Any

import typer
from typer.main import get_command

from larder.core.errors import UserFacingError
from larder.core.jobs import JobCancelled

CANCELLED = 130

VERBS = {
    "survey": "larder.core.cli.survey_verb:survey",
    "build": "larder.core.cli.build_verbs:build",
    "clean": "larder.core.cli.clean_verbs:clean",
    "apply": "larder.core.cli.apply_verb:apply",
    "undo": "larder.core.cli.quarantine_verbs:undo",
    "quarantine": "larder.core.cli.quarantine_verbs:quarantine",
    "touch": "larder.core.cli.index_verbs:touch",
    "readopt": "larder.core.cli.index_verbs:readopt",
    "assume": "larder.core.cli.assume_verb:assume",
    "diff": "larder.core.cli.diff_verb:diff",
    "dups": "larder.core.cli.dups_verb:dups",
    "inspect": "larder.core.cli.inspect_verb:inspect",
    "stats": "larder.core.cli.stats_verb:stats",
    "prune": "larder.core.cli.room_verbs:prune",
    "clear": "larder.core.cli.room_verbs:clear",
    "demo": "larder.core.cli.demo_verb:demo",
}
"""Where each verb is. Importing and describing all of them takes 0.1 s, so only the one that is
asked for is."""

PLANS = {
    "build": "larder.core.cli.build_verbs:plan_build",
    "clean": "larder.core.cli.clean_verbs:plan_clean",
}
"""Where what `larder plan` shows is."""


def build_command(first: str = "") -> typer.Typer:
    """The command with the verb that is asked for, or with all of them.

    Args:
        first: what follows `larder`; all verbs are there if it is none of them.
    """
    larder = typer.Typer(
        name="larder", no_args_is_help=True, add_completion=False,
        pretty_exceptions_enable=False, rich_markup_mode=None, callback=_no_options,
        help="Shows, checks, cleans and builds the tensor caches of model training.")
    if first not in VERBS:
        plan = typer.Typer(
            name="plan", no_args_is_help=True, rich_markup_mode=None, callback=_no_options,
            help="Show what an operation would do, without doing it.")
        for name, where in PLANS.items():
            plan.command(name)(_load(where))
        larder.add_typer(plan)
    for name in [first] if first in VERBS else VERBS:
        larder.command(name)(_load(VERBS[name]))
    return larder


def _no_options() -> None:
    """Before the verb there are none; without this a single verb would lose its name."""


def _load(where: str) -> Callable[..., Any]:
    """The function at `module:name`."""
    module, _, name = where.partition(":")
    function: Callable[..., Any] = getattr(importlib.import_module(module), name)
    return function


def main() -> None:
    """Run the command and leave with its exit code."""
    for stream in (sys.stdout, sys.stderr):
        # A file name that is no text in the terminal's encoding is shown escaped, not a crash.
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        larder = get_command(build_command(sys.argv[1] if len(sys.argv) > 1 else ""))
        # What is loaded by now is never garbage. Frozen, it is not looked through again and again,
        # which at exit alone takes 60 ms.
        gc.freeze()
        larder()
    except UserFacingError as failure:
        print(f"{failure.problem} {failure.hint}".strip(), file=sys.stderr)
        sys.exit(failure.exit_code)
    except (JobCancelled, KeyboardInterrupt):
        print("Cancelled; what was finished is kept.", file=sys.stderr)
        sys.exit(CANCELLED)
    except BrokenPipeError:
        sys.exit(1)


if __name__ == "__main__":
    main()
