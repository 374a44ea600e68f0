"""`larder undo` and `larder quarantine`."""

from __future__ import annotations

import enum
from typing import Annotated

import typer

from larder.core.cli.options import Csv, Json, refuse_csv, verb
from larder.core.cli.output import (
    Column,
    amount_text,
    number_column,
    print_json,
    print_table,
    size_column,
)
from larder.core.cli.running import run_on
from larder.core.errors import NothingToUndoError
from larder.core.quantities import moment_text, size_text
from larder.core.requests.cleaning import empty, list_history
from larder.core.requests.cleaning import undo as run_undo
from larder.core.requests.options import EmptyOptions, UndoOptions
from larder.core.writes.reports import UndoReport

EMPTY = "The quarantine is empty."
NOTHING_DELETED = "Nothing was deleted."
_WORTH_SAYING = 1 << 20
"""Bytes of records from which on a list tells them; those of a few rows interest nobody."""


class QuarantineAction(enum.StrEnum):
    """Actions of the verb `larder quarantine`."""

    LIST = "list"
    EMPTY = "empty"


@verb(UndoOptions, without=("gone",))
def undo(options: UndoOptions, json: Json = False) -> None:
    """Restore what a clean removed, with its index rows, or what a build replaced."""
    try:
        report = run_on(options, run_undo)
    except NothingToUndoError as nothing:
        if json:
            print_json(UndoReport.of_nothing(str(nothing)))
        else:
            print(nothing)
        return
    if json:
        print_json(report)
    elif not (report.restored.files or report.index_rows_restored) and report.index_verbatim:
        for store in report.index_verbatim:
            print(f"Undid the {report.operation} of {_made(report)}. "
                  f"Restored the previous index of {store}.")
    else:
        back = amount_text(
            report.restored.files, report.restored.bytes, report.index_rows_restored)
        print(f"Restored the files of the build of {_made(report)}: {back}." if report.redone
              else f"Undid the {report.operation} of {_made(report)}: restored {back}.")
        for left in report.not_restored:
            print(f"  not restored: {left.payload}  {left.why}")
        for problem in (*report.problems, *report.stays):
            print(f"  {problem}")
    if report.not_restored or report.problems:
        raise typer.Exit(1)


def _made(report: UndoReport) -> str:
    return moment_text(report.made_ns / 1e9)


@verb(EmptyOptions, without=("gone",), order=("workspace", "action", "ids"))
def quarantine(
    options: EmptyOptions,
    action: Annotated[QuarantineAction, typer.Argument(help="What to do.")],
    json: Json = False,
    csv: Csv = False,
) -> None:
    """List what is in quarantine, or delete it for good."""
    refuse_csv(csv=csv, apply=action is QuarantineAction.EMPTY)
    if action is QuarantineAction.EMPTY:
        emptied = run_on(options, empty)
        if json:
            print_json(emptied)
        else:
            nothing = NOTHING_DELETED if emptied.failed else EMPTY
            print(f"Deleted {amount_text(emptied.files, emptied.bytes)} for good."
                  if emptied.ids else nothing)
        if emptied.failed:
            raise typer.Exit(1)
        return
    past = run_on(options, list_history)
    if json:
        print_json(past)
        return
    if not (past.quarantines or csv):
        print(EMPTY)
        return
    print_table(
        (Column("id"), Column("made"), number_column("files"), size_column(), Column("state"),
         Column("store")),
        ((one.id, moment_text(one.at_ns / 1e9, to="seconds"), one.files, one.size,
          one.state.value, one.store)
         for one in past.quarantines), csv=csv)
    for sentence in () if csv else (said for one in past.quarantines for said in one.written or ()):
        print(sentence)
    records = sum(one.record_bytes for one in past.quarantines)
    if records >= _WORTH_SAYING and not csv:
        print(f"The records that undo needs take another {size_text(records)}.")
    elsewhere = sum(one.elsewhere for one in past.quarantines)
    if elsewhere and not csv:
        print(f"{size_text(elsewhere)} of these files are linked elsewhere, for example from a "
              "copy by links or the present cache; emptying does not free them.")
    shared = sum(one.shared for one in past.quarantines)
    if shared and not csv:
        print(f"{size_text(shared)} of it are copies of an index that several share, freed with "
              "the last of them.")
