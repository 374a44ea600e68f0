"""The `larder` command: verbs, and how their failures become exit codes.

0 done; 1 finished but items failed or were dropped; 2 bad usage or an unreadable workspace; 3 stale
plan, locked store or a trainer at work; 130 cancelled. Failures print one sentence on stderr, never
a traceback, unless they are bugs.
"""

from __future__ import annotations

import sys

import typer

from core.cli.clean_verbs import apply, clean, plan_clean
from core.cli.demo_verb import demo
from core.cli.index_verbs import readopt, touch
from core.cli.inspect_verb import inspect
from core.cli.quarantine_verbs import quarantine, undo
from core.cli.survey_verb import survey
from core.errors import UserFacingError
from core.jobs import JobCancelled

CANCELLED = 130


def build_command() -> typer.Typer:
    """The command with all its verbs."""
    larder = typer.Typer(
        name="larder", no_args_is_help=True, add_completion=False,
        pretty_exceptions_enable=False, rich_markup_mode=None,
        help="Shows, checks and cleans the tensor caches of model training.")
    plan = typer.Typer(
        name="plan", no_args_is_help=True, rich_markup_mode=None,
        help="Show what an operation would do, without doing it.")
    plan.command("clean")(plan_clean)
    larder.add_typer(plan)
    for verb in (survey, clean, apply, undo, quarantine, touch, readopt, inspect, demo):
        larder.command()(verb)
    return larder


def main() -> None:
    """Run the command and leave with its exit code."""
    for stream in (sys.stdout, sys.stderr):
        # A file name that is no text in the terminal's encoding is shown escaped, not a crash.
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        build_command()()
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
