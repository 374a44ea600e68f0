"""`larder survey`: verdicts of samples, entries and payloads."""

from __future__ import annotations

from typing import Annotated

import typer

from larder.core.cli.options import (
    Concepts,
    Config,
    Gone,
    Json,
    Maps,
    Root,
    Workspace,
    workspace_options,
)
from larder.core.cli.output import counted, print_json, print_table, size_text
from larder.core.cli.row_names import row_names
from larder.core.cli.running import run_job
from larder.core.operations.cleaning.plan import CleanPlan
from larder.core.operations.surveying.report import StoreSurvey, SurveyReport
from larder.core.operations.verdicts import VERDICTS, Severity, Verdict
from larder.core.queries.survey_document import survey_document
from larder.core.requests.opening import planned, surveyed

LISTED = 10
"""Rows printed per store and verdict; `--all` prints every one."""


def survey(
    workspace: Workspace,
    depth: Annotated[str, typer.Option(
        "--depth", help="stat: dates, hashing what moved. hash: hash every source. "
        "payload: and look into every payload.")] = "stat",
    root: Root = None,
    config: Config = None,
    concepts: Concepts = None,
    maps: Maps = None,
    gone: Gone = None,
    all_items: Annotated[bool, typer.Option("--all", help="List valid items too.")] = False,
    json: Json = False,
) -> None:
    """Say of every sample, entry and payload what it is worth. Writes nothing."""
    options = workspace_options(workspace, root, config, concepts, maps, gone)
    report, _ = run_job(lambda token: surveyed(options, depth, token))
    plan = planned(report)
    if json:
        print_json(survey_document(report, plan, all_items=all_items))
    else:
        _print_report(report, plan, all_items=all_items)


def _print_report(report: SurveyReport, plan: CleanPlan, *, all_items: bool) -> None:
    workspace = report.workspace
    print(f"Workspace {workspace.config_path or workspace.opened}")
    print(f"Looked at {counted(len(report.stores), 'store')} in {report.elapsed_s:.2f} s, "
          f"depth {report.depth.value}; symbolic links are {report.symlinks}.")
    _print_concepts(report)
    for at, survey_ in enumerate(report.stores):
        payloads = survey_.payloads
        taken = plan.preselected & (plan.store == at)
        print(f"\n{survey_.location.id} ({survey_.location.spelled}): {_entries(survey_)}, "
              f"{counted(len(payloads.names), 'file')}, {size_text(int(payloads.sizes.sum()))}; "
              f"{counted(int(taken.sum()), 'file')}, {size_text(int(plan.bytes[taken].sum()))} "
              "can be cleaned")
        for sign in survey_.busy:
            print(f"  A trainer seems to be at work: {sign}")
        _print_items(report, at, all_items=all_items)
    for finding in report.problems:
        print(f"\n{finding.problem} {finding.hint}".rstrip())


def _entries(survey_: StoreSurvey) -> str:
    """How many entries there are; of an index that cannot be read nobody knows."""
    known = int(survey_.rows.has_entry.sum())
    if not survey_.index.problem:
        return counted(known, "entry")
    if not known:
        return "the index cannot be read"
    return f"the index cannot be read whole, {counted(known, 'entry')}"


def _print_concepts(report: SurveyReport) -> None:
    if not report.concepts:
        return
    print()
    lines = []
    for coverage in report.concepts:
        concept = report.workspace.concepts[coverage.concept]
        for store, found in coverage.stores.items():
            lines.append((
                concept.name or concept.path, store, f"{found.wanted:,}", f"{found.covered:,}",
                f"{found.stale:,}", f"{found.missing:,}", size_text(found.bytes)))
    print_table(("concept", "store", "wanted", "covered", "stale", "missing", "size"), lines,
                right=(2, 3, 4, 5, 6))


def _print_items(report: SurveyReport, at: int, *, all_items: bool) -> None:
    """Rows by verdict, worst first, a few of each."""
    rows = report.stores[at].rows
    for verdict in Verdict:
        told = rows.rows_with(verdict).tolist()
        if not told or (VERDICTS[verdict].severity is Severity.GOOD and not all_items):
            continue
        print(f"  {verdict.name_in_contract}: {len(told):,}")
        shown = told if all_items else told[:LISTED]
        for row, name in zip(shown, row_names(report.stores[at], shown), strict=True):
            print(f"    {name}  {rows.why.get(row, '')}".rstrip())
        if len(told) > LISTED and not all_items:
            print(f"    and {len(told) - LISTED:,} more (--all lists them)")
