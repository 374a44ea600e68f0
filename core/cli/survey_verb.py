"""`larder survey`: verdicts of samples, entries and payloads.

What a row is called here is told apart from every other one of its store.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
import typer
from msgspec.structs import replace

from larder.core.clean.plan import CleanPlan
from larder.core.cli.check_items import OF_PROGRAMS, print_items
from larder.core.cli.options import Csv, Json, Verbose, verb
from larder.core.cli.output import (
    Column,
    about_text,
    amount_text,
    number_column,
    print_json,
    print_table,
    size_column,
)
from larder.core.cli.running import run_on
from larder.core.files.folder_scan import bytes_named_below
from larder.core.quantities import pluralize, size_text
from larder.core.queries.changes import describe_change
from larder.core.queries.finding_remedies import StoreRemedies, find_remedies
from larder.core.queries.headline import make_headline
from larder.core.queries.making_again import commands_again
from larder.core.queries.next_steps import next_steps
from larder.core.queries.survey_document import (
    COMMANDS,
    RowsAtRisk,
    advice,
    find_rows_at_risk,
    survey_document,
    training_facts,
)
from larder.core.requests.due_build import estimate_due_build
from larder.core.requests.options import SurveyOptions
from larder.core.requests.surveying import plan_clean, sourceless_facts, survey_with
from larder.core.survey.document import PROOF, BuildEstimate, NextStep, ReadTotals, SourcelessFacts
from larder.core.survey.effects import Effect
from larder.core.survey.remedies import Repair, describe_row
from larder.core.survey.report import Depth, StoreSurvey, SurveyReport
from larder.core.survey.verdicts import VERDICTS, Counted, Severity, Verdict
from larder.core.survey.why import details_of, reason_of
from larder.core.workspace.cache_layout import LAYOUT_TEXT, CacheLayout
from larder.core.workspace.store_kinds import (
    TRAINER_CONTENTS,
    StoreKind,
)
from larder.core.workspace.trainer_layout import clearing_finding, layouts_of

COVERAGE = (
    Column("concept"), Column("store"), *map(number_column, (
        "wanted", "covered", "stale", "missing", "offline", "gone", "renamed")), size_column())
ITEMS = (
    Column("store"), Column("source"), Column("verdict"), Column("why"), size_column(),
    Column("also"), Column("payloads"), Column("training"))

AUDIT = (
    Column("store"), Column("source"), Column("finding"), Column("what it does to training"),
    Column("why"), Column("what to do"))

SHOWN_BY = {
    "training": "larder survey --audit", "check": "larder check", PROOF: "larder prove"}
"""The command that shows what a page of the window does."""

LISTED = 10
"""Rows printed per store and verdict; `--all` prints every one."""

_TOTALS = {
    Counted.COVERED: "up to date", Counted.STALE: "out of date",
    Counted.MISSING: "not cached yet", Counted.OFFLINE: "out of reach",
    Counted.GONE: "whose file was deleted", Counted.RENAMED: "renamed",
    Counted.NOTHING: "not used here"}


@verb(SurveyOptions)
def survey(
    options: SurveyOptions,
    all_items: Annotated[bool, typer.Option(
        "--all", help="List everything, including what is up to date.")] = False,
    audit: Annotated[bool, typer.Option(
        "--audit", help="Read every cached file, and show only what training would get wrong.",
    )] = False,
    verbose: Verbose = False,
    json: Json = False,
    csv: Csv = False,
) -> None:
    """Show the state of every picture, caption and cached file, and why. Changes nothing.

    With --csv: what is cached per concept and cache; with --all as well, a line per picture and
    caption instead; with --audit, a line per finding.
    """
    if audit:
        options = replace(options, depth=Depth.PAYLOAD.value)
    report = run_on(options, survey_with)
    plan = plan_clean(report)
    remedies = find_remedies(report, plan)
    told = estimate_due_build(report, remedies)
    sourceless = sourceless_facts(report.workspace, options)
    if json:
        print_json(replace(
            survey_document(report, plan, remedies, all_items=all_items, build=told),
            sourceless=sourceless))
    elif audit:
        _print_audit(report, remedies, all_items=all_items, csv=csv)
        if not csv:
            _print_opened(report)
    elif csv and all_items:
        document = survey_document(report, plan, remedies, all_items=True, build=told)
        print_table(ITEMS, (
            (item.store, item.source, item.verdict, item.why, item.bytes, " ".join(item.also),
             " ".join(item.payloads), " ".join(item.harms))
            for item in document.items or ()), csv=True)
    elif csv:
        print_table(COVERAGE, _coverage(report), csv=True)
    else:
        _print_report(report, plan, remedies, told, all_items=all_items, verbose=verbose)
        if sourceless:
            _print_sourceless(sourceless)
    if sourceless and not sourceless.ready:
        raise typer.Exit(1)


def _print_sourceless(facts: SourcelessFacts) -> None:
    """Print whether training can do without pictures and captions, or else all that is missing."""
    left = f"; {facts.left_out:,} of deleted pictures or other concepts are left out" \
        if facts.left_out else ""
    if facts.ready:
        print()
        print(f"Ready to train without pictures and captions: "
              f"{pluralize(facts.samples, 'picture')}{left}.")
        return
    print()
    print("Not ready to train without pictures and captions:")
    for gap in facts.missing:
        print(f"  {gap.store + ': ' if gap.store else ''}{gap.problem} {gap.hint}")


def _print_report(
    report: SurveyReport, plan: CleanPlan, remedies: Sequence[StoreRemedies],
    build: BuildEstimate | None, *, all_items: bool, verbose: bool,
) -> None:
    workspace = report.workspace
    steps = next_steps(report, plan, remedies, build)
    headline = make_headline(report, remedies, build)
    if headline:
        listed = map(describe_change, headline.changes or () if all_items else ())
        for said in filter(None, (
                headline.happened, *(f"  {line}" for line in listed), headline.effect,
                headline.work)):
            print(said)
    for step in steps:
        print(_step_line(step))
    print(f"Workspace {workspace.config_path or workspace.opened}")
    trainer = workspace.trainer
    if trainer is not None:
        print(f"{trainer.label}, {trainer.config.form}; models: {report.family or 'not known'}. "
              "Read and cleaned here, not built.")
        for sentence in trainer.config.unknown:
            print(sentence)
        if trainer.alongside:
            print("What other configs here need is not ticked: "
                  f"{', '.join(other.path.name for other in trainer.alongside)}.")
    layouts = layouts_of(workspace)
    if layouts:
        print(f"Cached as {LAYOUT_TEXT[layouts[0]]}.")
    for layout in layouts[1:]:
        _print_unused_layout(report, layout)
    clearing = clearing_finding(workspace)
    if clearing is not None:
        print(f"{clearing.problem} {clearing.hint}")
    print(f"Surveyed {pluralize(len(report.stores), 'cache')} in {report.elapsed_s:.2f} s, depth "
          f"{report.depth.value}; symbolic links are {report.symlinks}.")
    _print_totals(report, sum(step.count for step in steps if step.is_of_problems))
    _print_coverage(report)
    if report.depth is Depth.PAYLOAD:
        print()
        _print_audit(report, remedies, all_items=all_items, csv=False)
    elif report.sources is not None:
        if report.sources.items:
            print()
        print_items(report.sources.items, all_items=all_items)
    for at, survey_ in enumerate(report.stores):
        payloads = survey_.payloads
        taken = plan.preselected & (plan.store == at)
        print()
        print(f"{survey_.location.id} ({survey_.location.spelled}): {_entries(survey_)}, "
              f"{pluralize(len(payloads.names), _piece(survey_))}, "
              f"{size_text(int(payloads.sizes.sum()))}; "
              f"{_cleanable(plan, taken)}")
        for cause in survey_.mixed_up_by:
            print(f"  {cause.text}")
        for sign in survey_.busy:
            print(f"  A trainer seems to be running: {sign}")
        _print_items(report, at, remedies[at], all_items=all_items, verbose=verbose)
    for finding in report.problems:
        if finding == clearing:
            continue
        print()
        print(f"{finding.problem} {finding.hint}".rstrip())


def _step_line(step: NextStep) -> str:
    """Return the text of a window's card, and the command that does what its button does."""
    command = f" ({COMMANDS[Repair(step.remedy)]})" if step.remedy else ""
    if step.shows:
        command = f" ({SHOWN_BY[step.shows]})"
    size = f", {size_text(step.bytes)}" if step.bytes else ""
    took = f", {about_text(step.seconds)}" if step.seconds else ""
    return f"{step.text}{size}{took}{command}. {step.hint}".rstrip()


def _print_audit(
    report: SurveyReport, remedies: Sequence[StoreRemedies], *, all_items: bool, csv: bool
) -> None:
    """Print what training would get wrong, worst first: the effect, the rows, and the remedy."""
    harmed = find_rows_at_risk(report, remedies)
    sources = () if report.sources is None else report.sources.items
    if csv:
        print_table(AUDIT, (*(
            ("", item.path, item.what, item.effect, item.why, item.remedy)
            for item in sources), *(
            (one.facts.store, name, one.facts.label, one.facts.effect,
             reason_of(one.store.rows.why.get(row, "")), one.facts.advice)
            for one in harmed
            for row, name in zip(one.rows.tolist(), row_names(
                one.store, one.rows.tolist()), strict=True))), csv=True)
        return
    facts = training_facts(report, harmed)
    looked = facts.looked_into or ReadTotals()
    print(f"{pluralize(looked.files, 'cached file')} checked: {size_text(looked.bytes)} read"
          + (f", {looked.files - looked.read:,} unchanged since the last check."
             if looked.files > looked.read else "."))
    print_items(sources, all_items=all_items)
    trained = [one for one in harmed if one.store.location.kind.traits.is_onetrainers]
    if trained:
        print("What training would get wrong:")
        _print_rows_at_risk(trained, all_items=all_items)
    else:
        spoils = any(item.effect != Effect.NOTICE.value for item in sources)
        is_known = report.sources is not None and not report.sources.never_opened
        print("The cached files contain nothing that training would get wrong."
              if spoils or not is_known
              else "Nothing was found that training would get wrong.")
    others = [one for one in harmed if not one.store.location.kind.traits.is_onetrainers]
    if others:
        print(f"{OF_PROGRAMS}:")
        _print_rows_at_risk(others, all_items=all_items)


def _print_rows_at_risk(harmed: Sequence[RowsAtRisk], *, all_items: bool) -> None:
    for one in harmed:
        print(f"  {one.facts.label} ({one.facts.harm}): {one.facts.rows:,} in {one.facts.store}")
        print(f"    {one.facts.effect}")
        rows = one.rows.tolist()
        shown = rows if all_items else rows[:LISTED]
        for row, name in zip(shown, row_names(one.store, shown), strict=True):
            print(f"      {name}  {reason_of(one.store.rows.why.get(row, ''))}".rstrip())
        if len(rows) > len(shown):
            print(f"      and {len(rows) - len(shown):,} more (--all lists them)")
        if one.facts.advice:
            print(f"    -> {one.facts.advice}")


def _print_opened(report: SurveyReport) -> None:
    """Say how many sources nobody has opened, so that nobody knows whether a trainer can."""
    sources = report.sources
    if sources is not None and sources.never_opened:
        print(f"{sources.never_opened:,} of {pluralize(sources.files, 'source file')} "
              f"{'was' if sources.never_opened == 1 else 'were'} never opened; "
              "`larder check` opens them.")


def _print_unused_layout(report: SurveyReport, layout: CacheLayout) -> None:
    """Say what lies there in a layout that is not used, and what takes it away."""
    workspace = report.workspace
    left = [one.location for one in report.stores
            if one.location.kind.content in TRAINER_CONTENTS
            and one.location.kind.format is layout.format]
    shared = sum(bytes_named_below(path) for path in {store.path for store in left})
    print(f"There is also a cache as {LAYOUT_TEXT[layout]}"
          + (f", sharing {size_text(shared)} with it" if shared else "") + ". "
          f"It stays until `larder clear {workspace.config_path or workspace.opened} "
          f"{' '.join(f'--store {store.id}' for store in left)} --apply` moves it into quarantine.")


def _entries(survey_: StoreSurvey) -> str:
    """How many entries there are; of an index that cannot be read nobody knows."""
    known = survey_.entries
    if not survey_.index.problem:
        return pluralize(len(survey_.rows), "entry")
    if not known:
        return "the index cannot be read"
    return f"the index is damaged, {pluralize(known, 'entry')} can be read"


def _piece(survey_: StoreSurvey) -> str:
    """Return the noun for a row of payloads: "group" for numbered files, else "file"."""
    return "group" if survey_.location.kind.traits.whole_groups else "file"


def _cleanable(plan: CleanPlan, taken: npt.NDArray[np.bool_]) -> str:
    if not taken.any():
        return "nothing to clean"
    amount = amount_text(int(plan.files[taken].sum()), int(plan.bytes[taken].sum()))
    return f"{amount} can be cleaned"


def _print_totals(report: SurveyReport, problems: int) -> None:
    """The parts add up to the entries; `problems` is what the steps come to."""
    totals = report.totals
    counts = [(getattr(totals, code.word), word) for code, word in _TOTALS.items()]
    parts = [f"{count:,} {word}" for count, word in counts if count]
    print(", ".join((pluralize(totals.rows, "entry"), *parts))
          + f"; {pluralize(problems, 'problem')}.")


def _print_coverage(report: SurveyReport) -> None:
    """Each line adds up to what is wanted, and all lines to the totals above."""
    lines = list(_coverage(report))
    if lines:
        print()
        print_table(COVERAGE, lines, csv=False)


def _coverage(report: SurveyReport) -> Iterator[tuple[Any, ...]]:
    places = [(coverage.name or coverage.path, store, found) for coverage in report.concepts
              for store, found in coverage.stores.items()]
    for concept, store, found in (
            *places, *((None, other.store, other) for other in report.others)):
        yield (concept, store, found.wanted, found.covered, found.stale, found.missing,
               found.offline, found.gone, found.renamed, found.bytes)


def _print_items(
    report: SurveyReport, at: int, remedies: StoreRemedies, *, all_items: bool, verbose: bool
) -> None:
    """Rows by verdict, worst first, a few of each, and what to do about them."""
    survey_, rows = report.stores[at], report.stores[at].rows
    for verdict in Verdict:
        told = rows.rows_with(verdict).tolist()
        if not told or (VERDICTS[verdict].severity is Severity.GOOD and not all_items):
            continue
        commands = commands_again(report, survey_, remedies.rows, told)
        labelled: dict[str, dict[tuple[int, str], list[int]]] = {}
        for row, line in zip(told, remedies.rows[told].tolist(), strict=True):
            mended = labelled.setdefault(describe_row(verdict, line).label, {})
            mended.setdefault((line, commands.get(row, "")), []).append(row)
        for label, mended in labelled.items():
            print(f"  {label} ({verdict.name_in_contract}): {sum(map(len, mended.values())):,}")
            for (line, command), alike in mended.items():
                _print_rows(survey_, alike, all_items=all_items, verbose=verbose)
                what = advice(
                    line, report.depth, why_not_built=remedies.why_not_built, command=command)
                if what:
                    print(f"    -> {what}")


def _print_rows(
    store: StoreSurvey, told: Sequence[int], *, all_items: bool, verbose: bool
) -> None:
    """Rows of one verdict that one remedy mends."""
    shown = told if all_items else told[:LISTED]
    for row, name in zip(shown, row_names(store, shown), strict=True):
        reason = store.rows.why.get(row, "")
        print(f"    {name}  {reason_of(reason)}".rstrip())
        for line in details_of(reason).splitlines() if verbose else ():
            print(f"      {line}")
    if len(told) > len(shown):
        print(f"    and {len(told) - len(shown):,} more (--all lists them)")


def row_names(survey: StoreSurvey, rows: Sequence[int]) -> list[str]:
    """Names of some rows: the source, and what was made of it where it gave several values.

    Of tokens that is the paragraph, which the payload's head tells; else the payload.
    """
    sources = [survey.rows.source(row) for row in rows]
    if not survey.location.kind.traits.remembers_uses:
        return sources
    of_source = Counter(
        zip(survey.rows.folder.tolist(), survey.rows.names, strict=True))
    shared = [
        of_source[int(survey.rows.folder[row]), survey.rows.names[row]] > 1 for row in rows]
    names = [
        f"{source}{_paragraph(survey, row)}" if is_shared else source
        for source, row, is_shared in zip(sources, rows, shared, strict=True)]
    times = Counter(names)
    return [
        f"{name} ({payload})" if is_shared and (name == source or times[name] > 1)
        and (payload := _payload(survey, row)) else name
        for name, source, row, is_shared in zip(names, sources, rows, shared, strict=True)]


def _payload(survey: StoreSurvey, row: int) -> str:
    """The payload of a row, "" for one that is not on disk."""
    names = survey.payloads.names
    return names[row] if row < len(names) and survey.rows.bytes[row] else ""


def _paragraph(survey: StoreSurvey, row: int) -> str:
    payload = _payload(survey, row)
    if survey.location.kind is not StoreKind.TOKENS or not payload:
        return ""
    from larder.core.payloads.sealed_npz import peek_stamp

    try:
        stamp = peek_stamp(survey.location.path / payload)
    except OSError:  # the verdict says what is wrong with it
        return ""
    number = None if stamp is None else stamp.key.get("row")
    return f", paragraph {number + 1:,}" if isinstance(number, int) else ""
