"""The `larder` command: verbs, and how their failures become exit codes.

0 done; 1 finished but items failed or were dropped; 2 bad usage or an unreadable workspace; 3 stale
plan, locked store or a trainer at work; 130 cancelled. Failures print one sentence on stderr, never
a traceback, unless they are bugs.
"""

from __future__ import annotations

# First of all, for it answers an interrupt while the rest is loaded.
from larder.core.cli.interrupts import CANCELLED, let_verb_answer, stand_by

# isort: split
import gc
import importlib
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Annotated, Any

import msgspec
import typer
from typer.main import get_command

from larder.core import __version__
from larder.core.errors import UserFacingError
from larder.core.jobs import JobCancelled
from larder.core.terminal_text import PlainOutput

LAST_STREAM = 2
"""The number of stderr."""

YOUNG_OBJECTS = 10_000
"""So many new ones are looked through for garbage together. What a survey or plan makes mostly
stays, and after each 700, as Python does, that takes a twentieth of a repair."""

PLAN = "plan"


class Verb(msgspec.Struct, frozen=True):
    """A verb before it is loaded.

    Attributes:
        where: "module:function" below `larder.core.cli`.
        summary: its line in the list of verbs, short enough not to be cut.
    """

    where: str
    summary: str

    def load(self) -> Callable[..., Any]:
        """Import the verb's module and return its function."""
        module, _, name = self.where.partition(":")
        function: Callable[..., Any] = getattr(
            importlib.import_module(f"larder.core.cli.{module}"), name)
        return function


VERBS = {
    "survey": Verb("survey_verb:survey", "Show the state of everything, and why."),
    "check": Verb("check_verb:check", "Open everything: what would stop or spoil training?"),
    "build": Verb("build_verbs:build", "Build what is missing or needs rebuilding."),
    "convert": Verb("build_verbs:convert", "Convert caches to the other layout, encoding nothing."),
    "clean": Verb("clean_verbs:clean", "Move files no longer needed into quarantine."),
    "apply": Verb("apply_verb:apply", "Do exactly what a saved plan says."),
    "undo": Verb("quarantine_verbs:undo", "Restore what a clean or a build removed."),
    "quarantine": Verb("quarantine_verbs:quarantine", "List what is in quarantine, or delete it."),
    "touch": Verb("index_verbs:touch", "Store new dates of unchanged files."),
    "readopt": Verb("index_verbs:readopt", "Relink cached files of renamed files."),
    "relocate": Verb("index_verbs:relocate_folder", "Rename entries of a folder that moved."),
    "assume": Verb("compare_verbs:assume", "Record which config a cache was built with."),
    "prove": Verb("compare_verbs:prove", "Compare a sample of a cache with the model."),
    "diff": Verb("compare_verbs:diff", "Show what another config would invalidate."),
    "dups": Verb("compare_verbs:dups", "List files that share cached files."),
    "match": Verb("compare_verbs:match", "List pictures least similar to their cached file."),
    "map": Verb("map_verb:map_pictures", "Place similar pictures close together on a map."),
    "inspect": Verb("file_verbs:inspect", "Show the arrays of one cached file."),
    "tree": Verb("tree_verbs:tree", "Keep checkpoints as trees of parameters; compare two."),
    "stats": Verb("clean_verbs:stats", "Count entries, space, hits and misses."),
    "usage": Verb("clean_verbs:usage", "Show where the space of caches goes."),
    "prune": Verb("clean_verbs:prune", "Remove files unused for long, or over a budget."),
    "clear": Verb("clean_verbs:clear", "Empty some caches."),
    "export": Verb("bundle_verbs:export_bundle", "Export a cache for another computer."),
    "verify": Verb("bundle_verbs:verify", "Check that an exported cache is complete."),
    "import": Verb("bundle_verbs:import_", "Import an exported cache."),
    "manifest": Verb("bundle_verbs:manifest", "Exchange a token cache's manifest.json."),
    "demo": Verb("file_verbs:demo", "Make the sample workspace."),
}
"""Importing and describing all of them takes a second, so only the one that is asked for is."""

PLANS = {
    "build": Verb("build_verbs:plan_build", "Show what a build would encode."),
    "clean": Verb("clean_verbs:plan_clean", "Show what a clean would remove."),
}
"""What `larder plan` shows."""


def build_command(words: Sequence[str] = ()) -> typer.Typer:
    """The command with the verb that is asked for, or with a list of all of them."""
    first, second = [*(word for word in words if word != "--"), "", ""][:2]
    larder = typer.Typer(
        name="larder", no_args_is_help=True, add_completion=False,
        pretty_exceptions_enable=False, rich_markup_mode=None, callback=_before_verb,
        help="Shows, checks, cleans and builds the caches of model training.")
    _add_verbs(larder, VERBS, first)
    if first not in VERBS:
        plan = typer.Typer(
            name=PLAN, no_args_is_help=True, rich_markup_mode=None, callback=_no_options,
            help="Show what an operation would do, without doing it.")
        _add_verbs(plan, PLANS, second if first == PLAN else "")
        larder.add_typer(plan)
    return larder


def _add_verbs(group: typer.Typer, verbs: Mapping[str, Verb], asked: str) -> None:
    """Add the verb that is asked for; if it is none of them, all of them as mere lines."""
    if asked in verbs:
        group.command(asked)(verbs[asked].load())
        return
    for name, verb in verbs.items():
        group.command(name, help=verb.summary)(_only_listed)


def _only_listed() -> None:
    """Raise an error: a verb that was not named first is listed but not loaded."""
    raise UserFacingError("The verb comes first.", "See `larder --help`.")


def _print_version(asked: bool) -> None:
    if asked:
        print(f"larder {__version__}")
        raise typer.Exit


def _before_verb(
    _version: Annotated[bool, typer.Option(
        "--version", callback=_print_version, is_eager=True, help="Print the version.")] = False,
) -> None:
    """Of what stands before the verb only the version is asked for."""


def _no_options() -> None:
    """Before the verb there are none; without this a single verb would lose its name."""


def main() -> None:
    """Run the command and leave with its exit code."""
    stand_by()
    _open_streams()
    code = _run()
    try:
        sys.stdout.flush()
    except OSError as refused:
        # Python would try once more as it ends, and leave with a code of its own.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if code == 0:
            code = _print_refused(refused, what="Standard output")
    sys.exit(code)


class _Stderr(PlainOutput):
    """Where progress and sentences go, on which no work may depend.

    What is said to a terminal that was closed, or into a file on a full disk, is lost; a clean or a
    build that is at work goes on.
    """

    def write(self, text: str, /) -> int:
        with suppress(OSError):
            return super().write(text)
        return len(text)

    def flush(self) -> None:
        with suppress(OSError):
            super().flush()


def _open_streams() -> None:
    """Make stdout and stderr such that any text can be written to them.

    One that the caller closed is opened upon nothing: else its number would be given to the first
    file that is opened, and what a library prints would be written into a cached file.
    """
    # Not what a test put there.
    is_real_out = sys.stdout is not None and sys.stdout is sys.__stdout__
    is_real = sys.stderr is not None and sys.stderr is sys.__stderr__
    if None in (sys.stdin, sys.stdout, sys.stderr):
        while (number := os.open(os.devnull, os.O_RDWR)) <= LAST_STREAM:
            os.set_inheritable(number, True)
        os.close(number)
        sys.stdin = sys.stdin or _stream(0, "r")
        sys.stdout = sys.stdout or _stream(1, "w")
        sys.stderr = sys.stderr or _stream(LAST_STREAM, "w")
    if is_real:
        buffer: Any = sys.stderr.buffer
        sys.stderr = _Stderr(
            getattr(buffer, "raw", buffer), encoding=sys.stderr.encoding, write_through=True)
    if is_real_out:
        sys.stdout = PlainOutput(
            sys.stdout.buffer, encoding=sys.stdout.encoding,
            line_buffering=bool(sys.stdout.line_buffering))
    for stream in (sys.stdout, sys.stderr):
        # A file name that is no text in the terminal's encoding is shown escaped, not a crash.
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]


def _stream(number: int, mode: str) -> Any:
    return os.fdopen(number, mode, closefd=False, encoding="utf-8")


def _run() -> int:
    """Run the command; gives its exit code."""
    try:
        larder = get_command(build_command(sys.argv[1:]))
        # What is loaded by now is never garbage. Frozen, it is not looked through again and again,
        # which at exit alone takes 60 ms.
        gc.freeze()
        gc.set_threshold(YOUNG_OBJECTS)
        let_verb_answer()
        larder()
    except SystemExit as left:
        return left.code if isinstance(left.code, int) else 1 if left.code else 0
    except UserFacingError as failure:
        if os.environ.get("LARDER_TRACEBACK"):
            import traceback

            traceback.print_exc()
        print(f"{failure.problem} {failure.hint}".strip(), file=sys.stderr)
        return failure.exit_code
    except (JobCancelled, KeyboardInterrupt):
        print("Cancelled; finished files are kept.", file=sys.stderr)
        return CANCELLED
    except BrokenPipeError:
        return 1
    except (OSError, MemoryError) as refused:
        return _print_refused(refused)
    return 0


def _print_refused(error: OSError | MemoryError, *, what: str = "A file") -> int:
    """One sentence for what the system refused; the last edge, so that no verb can forget it."""
    if isinstance(error, BrokenPipeError):  # whoever read it has seen enough
        return 1
    if os.environ.get("LARDER_TRACEBACK"):
        raise error
    from larder.core.files.durable import drive_error

    failure = drive_error(error, what=what)
    print(f"{failure.problem} {failure.hint}", file=sys.stderr)
    return failure.exit_code


let_verb_answer()  # whoever only imports this runs no command

if __name__ == "__main__":
    main()
