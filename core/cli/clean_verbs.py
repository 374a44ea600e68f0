"""`larder stats`: what each store holds; and what can go: plans of one kind, three scopes.

Those are of `larder plan clean` and `clean`, `prune` and `clear`.
"""

from __future__ import annotations

import posixpath
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import numpy as np
import typer
from msgspec import Struct

from larder.core.clean.clean import apply_clean
from larder.core.clean.plan import CleanPlan, CleanReason, EncodedAgain
from larder.core.clean.plan_document import plan_document, save_plan
from larder.core.cli.damaged_indexes import list_damage
from larder.core.cli.options import Csv, Json, refuse_csv, verb
from larder.core.cli.output import (
    Column,
    amount_text,
    backup_text,
    explain_apply,
    number_column,
    print_json,
    print_table,
    size_column,
    time_text,
)
from larder.core.cli.running import Options, Report, run_job, run_on
from larder.core.jobs import CancelToken, Job
from larder.core.quantities import pluralize, size_text
from larder.core.queries.file_counts import UNCOUNTED
from larder.core.requests.options import (
    ApplyIt,
    CleanOptions,
    ClearOptions,
    Delete,
    EvenIfBusy,
    Flag,
    PruneOptions,
    StatsOptions,
    WorkspaceOptions,
)
from larder.core.requests.request import open_for
from larder.core.requests.storekeeping import (
    add_up_usage,
    count_stores,
    plan_clear,
    plan_prune,
    survey_and_plan,
)
from larder.core.survey.document import WorkspaceStats
from larder.core.workspace.open_workspace import Workspace
from larder.core.writes.quarantine.settle import recover_stores
from larder.core.writes.reports import CleanReport

if TYPE_CHECKING:
    from larder.core.queries.usage_document import Usage
    from larder.core.survey.report import SurveyReport

Out = Annotated[Path | None, Flag("--out", "Save the plan to this file.")]

NOTHING_TO_PRUNE = "Nothing to remove: all files are within the age and size limits."
NONE_TO_PRUNE = "No cache here can be pruned; `larder clean` and `larder clear` free space in them."

LISTED = 20
"""Items printed per group."""

_STATS = (
    Column("store"), Column("kind"), number_column("entries"), size_column(),
    *map(number_column, ("unfinished", "hits", "misses")), number_column("hit rate", ".1%"),
    size_column("budget"))
_USAGE = (
    Column("of"), Column("cache"), Column("name"), number_column("files"), size_column())
_ITEMS = (
    Column("reason"), Column("preselected"), Column("store"), Column("payload"), size_column(),
    size_column("on disk"), number_column("files"), Column("source"), Column("why"))


_HEADINGS: Final = {CleanReason.CLEARED: "whole cache"}
"""Of a group whose name in documents sounds as if it were done; what is unticked stays."""


@verb(StatsOptions, without=("gone",))
def stats(options: StatsOptions, json: Json = False, csv: Csv = False) -> None:
    """Count what every cache holds: entries, space, hits and misses. Changes nothing."""
    found = run_on(options, count_stores)
    if json:
        print_json(found)
        return
    print_table(_STATS, (
        (store.id, store.kind, store.entries, store.bytes, store.temporaries, store.hits,
         store.misses, store.hit_rate if store.lookups else None, store.budget_bytes)
        for store in found.stores), csv=csv)
    for line in () if csv else _stats_total(found):
        print(line)


@verb(WorkspaceOptions, without=("gone",))
def usage(options: WorkspaceOptions, json: Json = False, csv: Csv = False) -> None:
    """Show which caches, concepts, sizes, variations, buckets and ages use space.

    Writes nothing.
    """
    found = run_on(options, add_up_usage)
    if json:
        print_json(found)
        return
    print_table(_USAGE, _usage_rows(found), csv=csv)
    if csv:
        return
    print(f"{size_text(found.bytes)} in total, of which {size_text(found.needless.bytes)} in "
          f"{pluralize(found.needless.files, 'file')} no longer needed.")
    small = found.small_buckets
    if small:
        names = ", ".join(f"{bucket.name} ({bucket.pictures:,})" for bucket in small[:LISTED])
        print(f"Buckets smaller than a batch of {found.batch_size:,}: {names}"
              f"{f' and {len(small) - LISTED:,} more' if len(small) > LISTED else ''}. "
              "The trainer leaves them out.")


def _usage_rows(found: Usage) -> Iterator[tuple[Any, ...]]:
    for what, parts in (("cache", found.caches), ("concept", found.concepts),
                        ("size", found.sizes), ("variation", found.variations)):
        yield from ((what, part.store, part.name or None, part.files, part.bytes)
                    for part in parts)
    yield from (("bucket", bucket.store, bucket.name, bucket.pictures, None)
                for bucket in found.buckets)
    yield from (("age", None, f"{span.from_days} days or more" if span.to_days is None
                 else f"{span.from_days} to {span.to_days} days", span.files, span.bytes)
                for span in found.ages)


class PlanRemoval(Struct, frozen=True, kw_only=True):
    """Options for what to do with a plan of removals."""

    out: Out = None
    delete: Delete = False
    apply: ApplyIt = False
    even_if_busy: EvenIfBusy = False


@verb(CleanOptions, order=("reasons",), without=("delete", "apply", "even_if_busy"))
def plan_clean(
    options: CleanOptions, how: PlanRemoval, json: Json = False, csv: Csv = False,
) -> None:
    """Show what a clean would remove, without doing it."""
    report, plan = run_on(options, survey_and_plan)
    _print_unmatched_gone(report)
    for damage in list_damage(report.workspace.stores):
        print(damage, file=sys.stderr)
    _carry_out(plan, how, json=json, csv=csv, by="`larder clean --apply` does it")


@verb(CleanOptions, order=("reasons", "delete"), without=("out",))
def clean(
    options: CleanOptions, how: PlanRemoval, json: Json = False, csv: Csv = False,
) -> None:
    """Show what is no longer needed and, with --apply, move it into quarantine."""
    report, plan = _make_plan(options, how, survey_and_plan, csv=csv)
    _print_unmatched_gone(report)
    for damage in list_damage(report.workspace.stores):
        print(damage, file=sys.stderr)
    _carry_out(plan, how, json=json, csv=csv)


@verb(PruneOptions, without=("gone",))
def prune(
    options: PruneOptions, how: PlanRemoval, json: Json = False, csv: Csv = False,
) -> None:
    """Show what was not used for long or is over a budget; with --apply, remove it."""
    plan = _make_plan(options, how, plan_prune, csv=csv)
    notes = plan.notes or ()
    left_out = len(notes) == len(options.stores or plan.stores)
    _carry_out(plan, how, json=json, csv=csv,
               nothing=NONE_TO_PRUNE if left_out else NOTHING_TO_PRUNE)


@verb(ClearOptions, without=("gone",))
def clear(
    options: ClearOptions, how: PlanRemoval, json: Json = False, csv: Csv = False,
) -> None:
    """Show everything in some caches and, with --apply, move it into quarantine."""
    plan = _make_plan(options, how, plan_clear, csv=csv)
    _carry_out(plan, how, json=json, csv=csv, nothing="Nothing to clear.")


def _stats_total(found: WorkspaceStats) -> Iterator[str]:
    total = found.total
    yield f"{pluralize(total.entries, 'entry')}, {size_text(total.bytes)} in total."
    if total.budget_bytes is not None:
        yield (f"{size_text(total.budgeted_bytes)} of "
               f"{size_text(total.budget_bytes)} allowed for caches that can be pruned.")
    uncounted = [store.id for store in found.stores if store.note]
    if uncounted:
        yield f"{', '.join(uncounted)}: {UNCOUNTED}"


def _print_unmatched_gone(report: SurveyReport) -> None:
    """Say on stderr which folders of --gone say nothing, mistyped ones above all."""
    for finding in report.problems:
        if finding.where in report.gone:
            print(f"{finding.problem} {finding.hint}", file=sys.stderr)


def _make_plan(
    options: Options, how: PlanRemoval,
    plan: Callable[[Workspace, Options, CancelToken], Job[Report]], *, csv: bool,
) -> Report:
    """Plan; of stores in which nothing is half done if the plan is to be applied."""
    refuse_csv(csv=csv, apply=how.apply)
    opened = open_for(options)
    workspace = recover_stores(opened) if how.apply else opened
    return run_job(lambda token: plan(workspace, options, token))[0]


def _carry_out(
    plan: CleanPlan, how: PlanRemoval, *, json: bool, csv: bool, by: str = "--apply does it",
    nothing: str = "Nothing to clean.",
) -> None:
    """Save a plan where that was asked for, then apply or print it.

    `by` is what carries out a plan that is saved nowhere; `nothing` is said where it offers nothing
    at all.

    Raises:
        Exit: with 1 if items were dropped or failed.
        StalePlanError, StoreLockedError, StoreBusyError: if it may not be applied now.
    """
    for note in () if json or csv else plan.notes or ():
        print(note)
    if how.out is not None:
        save_plan(plan, how.out)
    if not how.apply:
        if csv:
            _print_items(plan)
            return
        _show_plan(plan, json=json, delete=how.delete, how=explain_apply(how.out, by),
                   nothing=nothing)
        return
    report, _ = run_job(lambda token: apply_clean(
        plan, delete=how.delete, even_if_busy=how.even_if_busy, token=token))
    show_report(report, json=json)
    if report.dropped or report.failed:
        raise typer.Exit(1)


def _print_items(plan: CleanPlan) -> None:
    """Every item, those that are not preselected too."""
    taken, names = plan.preselected, [store.id for store in plan.stores]
    by_reason = {int(reason): reason.name_in_contract for reason in CleanReason}
    print_table(_ITEMS, (
        (by_reason[int(plan.reason[item])], bool(taken[item]), names[plan.store[item]],
         plan.payloads[item], int(plan.bytes[item]), int(plan.bytes_on_disk[item]),
         int(plan.files[item]), plan.sources[item] or None, plan.why.get(item))
        for item in range(len(plan))), csv=True)


def _show_plan(
    plan: CleanPlan, *, json: bool, delete: bool, how: str, nothing: str
) -> None:
    """Print what a plan would do; arguments as of `_carry_out`, `how` what carries it out."""
    if json:
        print_json(plan_document(plan))
        return
    taken = plan.preselected
    for reason in CleanReason:
        items = np.flatnonzero(plan.reason == reason).tolist()
        if not items:
            continue
        in_all = amount_text(int(plan.files[items].sum()), int(plan.bytes[items].sum()))
        print(f"{_HEADINGS.get(reason, reason.name_in_contract)}: {in_all}")
        for item in items[:LISTED]:
            mark = "x" if taken[item] else " "
            name = posixpath.normpath(f"{plan.stores[plan.store[item]].id}/{plan.payloads[item]}")
            size, files = size_text(int(plan.bytes[item])), int(plan.files[item])
            size += f" in {pluralize(files, 'file')}" if files != 1 else ""
            print(f"  [{mark}] {name}  {size}  {plan.sources[item] or '-'}  "
                  f"{plan.why.get(item, '')}".rstrip())
        if len(items) > LISTED:
            print(f"  and {len(items) - LISTED:,} more (--json lists them)")
    for held in plan.held_back:
        print(f"kept: {pluralize(held.entries, 'entry')} of {held.store}: {held.why}")
    rows = sum(map(len, plan.rows_dropped(taken).values()))
    if not (taken.any() or rows):
        print("Nothing would be removed; the reason is beside each file." if len(plan) else nothing)
        return
    goes = amount_text(int(plan.files[taken].sum()), int(plan.bytes[taken].sum()), rows)
    where = "be deleted for good" if delete else "go into quarantine"
    kept = "" if delete else (
        f" Records of it take about {size_text(plan.record_bytes(taken))} more.")
    print(_format_encoded_again(plan.find_encoded_again(taken), at_most=plan.by_choice))
    print(f"{goes} would {where} ({how}). Your pictures and captions are not changed.{kept}")


def _format_encoded_again(again: EncodedAgain, *, at_most: bool) -> str:
    """Return what the trainer's next run encodes again because of a clean."""
    if not again.payloads:
        return "The trainer does not have to encode any file again."
    counts = ((again.pictures, "picture"), (again.captions, "caption"), (again.others, "value"))
    what = "at most " if at_most else ""
    *before, last = (pluralize(count, noun) for count, noun in counts if count)
    what += f"{', '.join(before)} and {last}" if before else last
    takes = "" if again.seconds is None else f", about {time_text(again.seconds)}"
    return f"The trainer will encode {what} again{takes}."


def show_report(report: CleanReport, *, json: bool) -> None:
    """Print what was done."""
    if json:
        print_json(report)
        return
    rows = sum(report.index_rows_dropped.values())
    if report.undo is not None:
        moved = amount_text(report.quarantined.files, report.quarantined.bytes, rows)
        print(f"Moved {moved} into quarantine; `larder undo` restores all of it (id "
              f"{report.undo}).{backup_text(report.backup_bytes)}")
    elif report.deleted.files or rows:
        print(f"Deleted {amount_text(report.deleted.files, report.deleted.bytes, rows)}.")
    else:
        print("Nothing was moved.")
    for item in (*report.dropped, *report.failed):
        print(f"  left: {item.store}/{item.payload}  {item.why}")
