"""`larder plan build` and `larder build`, of a trainer's samples or with --sources of a folder."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any, Final, TextIO, get_args

import typer
from msgspec import structs

from larder.core.build.choice import mixture_choices, mixture_sentence
from larder.core.build.plan import BuildPlan
from larder.core.build.rates import told_before
from larder.core.build.released.pool import slots_text
from larder.core.build.reports import BuildReport, LeftOut, explain_broken
from larder.core.build.scope import BuildScope
from larder.core.build.values.plan import SourceBuildPlan
from larder.core.cli.damaged_indexes import list_damage
from larder.core.cli.index_verbs import repair_first
from larder.core.cli.options import Apply, Csv, EvenIfDamaged, Json, Out, refuse_csv, verb
from larder.core.cli.output import (
    Column,
    about_text,
    explain_apply,
    number_column,
    print_json,
    print_table,
    size_column,
    time_column,
    time_text,
)
from larder.core.cli.running import run_job
from larder.core.errors import Finding, UserFacingError
from larder.core.jobs import CancelToken, Job, JobCancelled
from larder.core.quantities import parse_picture_size, pluralize, size_text
from larder.core.requests.building import (
    build_samples,
    build_sources,
    plan_document,
    plan_samples,
    plan_sources,
    require_model,
    source_document,
)
from larder.core.requests.options import BuildOptions, ConvertOptions, SourceBuildOptions
from larder.core.requests.request import open_for
from larder.core.requests.saving import save_document
from larder.core.workspace.cache_layout import LAYOUT_TEXT, CacheLayout
from larder.core.workspace.open_workspace import StoreLocation, Workspace
from larder.core.workspace.trainer_layout import begun_layout, clearing_finding, layouts_of

Options = BuildOptions | SourceBuildOptions

OF_BOTH: Final = frozenset({"models", "encoder", "measure", "even_if_busy"})
"""What either build heeds, whatever its options call it."""

ORDER: Final = (
    "models", "encoder", "device", "gpus", "workers", "batch", "dtype", "only", "limit", "depth",
    "measure", "other_weights", "all_targets", "layout", "out", "apply", "even_if_busy",
    "even_if_damaged")
"""What the help lists first."""

FOR_WHOM: Final = {
    CacheLayout.RELEASED: "numbered folders, which every release of OneTrainer reads.",
    CacheLayout.INDEXED: "an index, which only OneTrainer's pull request 1411 reads.",
}
"""What is said of each layout to who is asked for one."""

BY_BUILD = "`larder build --apply` does it"
AFTER_REPAIR = "`larder build --apply --even-if-damaged` repairs the index and does it"
"""What carries out a plan that `larder plan build` shows, which has no --apply."""


def _parse_request(given: dict[str, Any]) -> Options:
    """Return the options of the request; with --sources those of a build over a folder.

    Raises:
        UserFacingError: if something is missing, means nothing or is no value of its kind.
    """
    of_samples, of_files = (set(kind.__struct_fields__) for kind in get_args(Options))
    if "sources" not in given:
        _refuse(given, of_files - of_samples, "without --sources", "Add --sources DIR.")
        return BuildOptions(**given)
    _refuse(given, of_samples - of_files - OF_BOTH, "with --sources", "Leave it out.")
    if "store" not in given:
        raise UserFacingError(
            "The kind of cache for these sources is missing.",
            "Choose one with --store vision, audio, waveform or tokens.")
    named = [*(str(Path(model)) for model in given.get("models", ())), given.get("encoder")]
    encoders = [encoder for encoder in named if encoder is not None]
    if len(encoders) > 1:
        raise UserFacingError(
            "A build over a folder takes one encoder.", "Give --encoder NAME or --model DIR once.")
    return SourceBuildOptions(**{
        **{name: value for name, value in given.items() if name in of_files},
        "sources": str(Path(given["sources"])), "model": encoders[0] if encoders else None,
        "size": parse_picture_size(given["size"]) if "size" in given else None,
        "measure_anew": given.get("measure", False)})


def _refuse(given: dict[str, Any], names: Collection[str], where: str, hint: str) -> None:
    for name in given:
        if name in names:
            option = "--map" if name == "maps" else f"--{name.replace('_', '-')}"
            raise UserFacingError(f"{option} has no meaning {where}.", hint)


@verb(BuildOptions, SourceBuildOptions, choose=_parse_request, without=("even_if_busy",),
      order=ORDER)
def plan_build(
    options: Options, out: Out = None, json: Json = False, csv: Csv = False,
) -> None:
    """Show what a build would make, without making it."""
    how = explain_apply(out, BY_BUILD)
    if isinstance(options, SourceBuildOptions):
        _plan_sources(options, out=out, json=json, csv=csv, how=how)
    else:
        opened = open_for(options)
        chosen = _with_layout(opened, options, is_read=not (json or csv))
        _plan(opened, chosen, out=out, json=json, csv=csv, how=how)


@verb(BuildOptions, SourceBuildOptions, choose=_parse_request, without=("measure",), order=ORDER)
def build(
    options: Options, apply: Apply = False, even_if_damaged: EvenIfDamaged = False,
    json: Json = False, csv: Csv = False,
) -> None:
    """Show what is missing or needs rebuilding and, with --apply, make it. Can be resumed."""
    refuse_csv(csv=csv, apply=apply)
    if isinstance(options, SourceBuildOptions):
        if apply:
            _run(lambda token: build_sources(options, token), json=json)
        else:
            _plan_sources(options, out=None, json=json, csv=csv)
        return
    opened = open_for(options)
    require_model(options, opened)
    chosen = _with_layout(opened, options, is_read=not (json or csv))
    if not apply:
        _plan(opened, chosen, out=None, json=json, csv=csv)
        return
    if even_if_damaged:
        opened = repair_first(opened, chosen, even_if_busy=chosen.even_if_busy)
    _print_for_whom(opened, chosen, file=sys.stderr)
    _run(lambda token: build_samples(opened, chosen, token), json=json, stores=opened.stores)


@verb(ConvertOptions, order=("to", "out", "apply", "even_if_busy", "depth"))
def convert(
    options: ConvertOptions, apply: Apply = False, out: Out = None, json: Json = False,
    csv: Csv = False,
) -> None:
    """Show how the other layout is made from what is cached and, with --apply, make it.

    Nothing is encoded and no model is needed: cached files get a second name. What would have
    to be encoded is left out and listed.
    """
    refuse_csv(csv=csv, apply=apply)
    opened, of_build = open_for(options), options.of_build()
    if not apply:
        _plan(opened, of_build, out=out, json=json, csv=csv, how=explain_apply(out))
    else:
        _run(lambda token: build_samples(opened, of_build, token), json=json, stores=opened.stores)


def _run(
    job: Callable[[CancelToken], Job[BuildReport]], *, json: bool,
    stores: Sequence[StoreLocation] = (),
) -> None:
    """Build and print what was done, also if it was cancelled, and which index is damaged."""
    damaged = [] if json else list_damage(stores)
    try:
        report, _ = run_job(job)
    except JobCancelled as cancelled:
        if isinstance(cancelled.report, BuildReport):
            show_report(cancelled.report, json=json)
        raise
    for damage in damaged:
        print(damage)
    show_report(report, json=json, is_damaged=bool(damaged))
    if not report.is_whole:
        raise typer.Exit(1)


def _plan(
    workspace: Workspace, options: BuildOptions, *, out: Path | None, json: bool, csv: bool,
    how: str = "--apply does it",
) -> None:
    (plan, report), _ = run_job(lambda token: plan_samples(workspace, options, token))
    if out is not None or json:
        document = plan_document(options, plan, report)
        if out is not None:
            save_document(document, out)
        if json:
            print_json(document)
            return
    if csv:
        _print_groups(plan, csv=True)
        return
    for survey in report.stores:
        for sign in survey.busy:
            print(f"{survey.location.id}: a trainer seems to be running: {sign}")
    _print_for_whom(workspace, options)
    damaged = list_damage(workspace.stores)
    for damage in damaged:
        print(damage)
    _print_plan(
        plan, AFTER_REPAIR if any(target.damage for target in plan.targets) else how,
        is_damaged=bool(damaged))


def _with_layout(
    workspace: Workspace, options: BuildOptions, *, is_read: bool
) -> BuildOptions:
    """Options with the layout that somebody who reads a terminal chooses for a first build.

    Raises:
        UserFacingError: if the terminal ends without a choice.
    """
    is_asked = is_read and sys.stdin.isatty() and sys.stderr.isatty()
    if options.layout is not None or not is_asked or workspace.config is None \
            or layouts_of(workspace) or begun_layout(workspace) is not None:
        return options
    print("Nothing is cached yet. Which OneTrainer should read the caches?", file=sys.stderr)
    for number, layout in enumerate(CacheLayout, 1):
        print(f"  {number}  {layout.value}: {FOR_WHOM[layout]}", file=sys.stderr)
    words = {word: layout.value for number, layout in enumerate(CacheLayout, 1)
             for word in (str(number), layout.value)}
    while True:
        print("1 or 2: ", end="", file=sys.stderr, flush=True)
        answer = sys.stdin.readline()
        if not answer:
            raise UserFacingError(
                "No layout was chosen.", "Add --layout released or --layout cache.json.")
        if answer.strip() in words:
            return structs.replace(options, layout=words[answer.strip()])


def _print_for_whom(
    workspace: Workspace, options: BuildOptions, *, file: TextIO | None = None,
) -> None:
    """A first build makes what a released OneTrainer cannot read, unless it is asked for that."""
    if options.layout is not None or layouts_of(workspace):
        return
    if begun_layout(workspace) is CacheLayout.RELEASED:
        print("A build of numbered folders was stopped here, and this continues it. For an "
              "index add --layout cache.json.", file=file)
    else:
        print("Nothing is cached yet, so this makes cache.json, which only OneTrainer's pull "
              "request 1411 reads. For a released OneTrainer add --layout released.", file=file)


def _print_plan(plan: BuildPlan, how: str, *, is_damaged: bool) -> None:
    if plan.switches_from is not None:
        then = "which is used until nothing is left out" if plan.without_model \
            else "which is not changed; after the build the other layout is used"
        print(f"This workspace is cached as {LAYOUT_TEXT[plan.switches_from]}, {then}.")
    folders = _print_folders(plan)
    if plan.groups:
        _print_groups(plan, csv=False)
    linked = sum(store.link_count for store in plan.stores if store.slots is None)
    if linked:
        print(f"Taken from the {LAYOUT_TEXT[CacheLayout.RELEASED]}: "
              f"{pluralize(linked, 'cached file')}.")
    if plan.readopt.entries:
        does = "is" if plan.readopt.payloads == 1 else "are"
        print(f"{pluralize(plan.readopt.payloads, 'cached file')} of renamed files {does} "
              "relinked.")
    if reordered := sum(len(store.reordered) for store in plan.stores):
        print(f"{pluralize(reordered, 'entry')} are cached already; only the index changes.")
    _print_left_out(plan.left_out)
    _print_findings(plan.out_of_reach)
    _print_unproven(plan.unproven)
    _print_findings(plan.large_pictures)
    for broken in plan.broken:
        print(f"{broken.store}: {broken.source}  {broken.why}")
    blocks = explain_broken(plan.broken) if plan.layout is CacheLayout.RELEASED else None
    if blocks is not None:
        print(f"{blocks.problem} {blocks.hint}")
    elif plan.broken:
        print("All others are built without them.")
    if plan.copied_bytes:
        print(f"Copies of cached files take at most {size_text(plan.copied_bytes)}; "
              f"{size_text(plan.free_bytes)} free.")
    asking = [mixture for mixture in plan.mixtures if not mixture.agreed]
    if plan.mixtures:
        print(mixture_sentence(plan.mixtures))
    if asking:
        print(mixture_choices(asking))
    if plan.payloads:
        mended = "pictures and captions" if plan.update_count > 1 else "picture or caption"
        size = "of unknown size" if plan.bytes is None else f"at most {size_text(plan.bytes)}"
        print(f"{plan.update_count:,} {mended}: {_files_text(plan)}, {size}; "
              f"{size_text(plan.free_bytes)} free. "
              f"Identical pictures and captions are encoded once ({how}).")
        if not plan.totals_in_all or plan.totals_in_all.encodes:
            print(_when_text(plan))
    elif plan.entries or plan.readopt.entries or reordered:
        what = "only copies and the index are" if plan.copied_bytes else "only the index is"
        print(f"Nothing has to be encoded; {what} written ({how}).")
    elif folders:
        work = f"{done}; " if plan.update_count and (done := plan.work.describe()) else ""
        print(f"Nothing has to be encoded; {work}{pluralize(folders, 'folder')} of cached files or "
              f"their records are written ({how}).")
    else:
        print(_why_nothing(plan, is_damaged=is_damaged)
              if plan.switches_from is None or plan.without_model else
              f"Nothing has to be encoded or written ({how}).")


def _files_text(plan: BuildPlan) -> str:
    """How many files are encoded, copied and moved, as the headline and the window count them."""
    if not (totals := plan.totals_in_all):
        return f"at most {pluralize(plan.payloads, 'cached file')} to encode"
    return totals.describe()


def _print_groups(plan: BuildPlan, *, csv: bool) -> None:
    print_table(
        (Column("store"), Column("size"), number_column("entries"), number_column("payloads"),
         size_column("bytes", unknown="unknown"), time_column()),
        ((group.store, group.resolution or None, group.entries, group.payloads, group.bytes,
          group.seconds) for group in plan.groups), csv=csv)


def _when_text(plan: BuildPlan) -> str:
    """How long it takes, by encoder where there are two; how right the last such sentence was."""
    by_store = plan.seconds_by_store()
    parts = ", ".join(
        f"{store} {'unknown' if seconds is None else about_text(seconds)}"
        for store, seconds in by_store.items())
    if plan.seconds is None:
        known = f" ({parts})" if any(by_store.values()) else ""
        return (f"Time unknown{known} until the build is under way: nothing was timed with this "
                "encoder on this computer yet. --measure encodes a few files as a test.")
    told = told_before(plan.seconds, plan.groups)
    before = "" if not told else (
        f" The last similar build was estimated at {time_text(told.estimated_s)} and took "
        f"{time_text(told.elapsed_s)}.")
    return (f"It takes {about_text(plan.seconds)}"
            f"{f' ({parts})' if len(by_store) > 1 else ''}.{before}")


def _print_folders(plan: BuildPlan) -> int:
    """Print what becomes of slots of the released layout; how many folders are written."""
    stores = [store for store in plan.stores if store.slots is not None]
    clearing = clearing_finding(plan.workspace, [CacheLayout.RELEASED]) if stores else None
    if clearing is not None:
        print(f"{clearing.problem} {clearing.hint}")
    written = 0
    for store in stores:
        changed = store.changed_folders
        written += len(changed)
        print(f"{store.target.id}: {pluralize(len(changed), 'folder')}: {slots_text(changed)}.")
    for left in (one for store in plan.stores for one in store.unproved):
        print(
            f"{left.store}: {pluralize(left.samples, 'cached file')} of a trainer not reused. "
            f"{left.why} ({left.example})")
    return written


def _print_left_out(left_out: Sequence[LeftOut]) -> None:
    for left in left_out:
        stays = "is not rebuilt" if left.samples == 1 else "are not rebuilt"
        becomes = stays if left.stays else "left to the trainer"
        print(f"{left.store}: {pluralize(left.samples, 'sample')} {becomes}. {left.why} "
              f"({left.example})")


def _print_findings(findings: Sequence[Finding]) -> None:
    for finding in findings:
        print(f"{finding.problem} {finding.hint}".strip())


def _print_unproven(files: int) -> None:
    if files:
        print(f"It is not recorded how a trainer made {pluralize(files, 'cached file')}, and the "
              "config has used other models or settings before: `larder prove` compares some.")


def _why_nothing(plan: BuildPlan, *, is_damaged: bool) -> str:
    """Return the sentence shown if there is nothing to build."""
    if plan.out_of_reach:
        return "There is nothing to build in the folders that can be reached."
    if is_damaged or any(left.stays for left in plan.left_out):
        return "Nothing else has to be built."
    if plan.left_out or plan.broken:
        return "Nothing that Larder can build is missing."
    if plan.unproven:
        return "Nothing is missing."
    narrow = {BuildScope.MISSING: "Nothing is missing.",
              BuildScope.STALE: "Nothing needs rebuilding."}
    return narrow.get(plan.scope, "Everything is cached and up to date.")


def _plan_sources(
    options: SourceBuildOptions, *, out: Path | None, json: bool, csv: bool,
    how: str = "--apply does it",
) -> None:
    plan, _ = run_job(lambda token: plan_sources(options, token))
    if out is not None:
        save_document(source_document(options, plan), out)
    if json:
        print_json(source_document(options, plan))
    elif csv:
        _print_source_group(plan, csv=True)
    else:
        _print_source_plan(plan, how)


def _print_source_group(plan: SourceBuildPlan, *, csv: bool) -> None:
    encoder = plan.encoder
    rows = [] if encoder is None or not plan.payloads else [
        (plan.store.id, encoder.name, encoder.resolution or None, len(plan.to_make),
         plan.payloads, plan.bytes, plan.seconds)]
    if rows or csv:
        print_table(
            (Column("store"), Column("encoder"), Column("size"), number_column("sources"),
             number_column("payloads"), size_column("bytes", unknown="unknown"), time_column()),
            rows, csv=csv)


def _print_source_plan(plan: SourceBuildPlan, how: str) -> None:
    _print_source_group(plan, csv=False)
    for one in plan.sources.passed_over:
        print(f"{pluralize(one.samples, 'file')} skipped. {one.why} ({one.example})")
    for broken in plan.broken:
        print(f"{broken.source}  {broken.why}")
    if plan.change_count:
        print(f"{pluralize(plan.change_count, 'file')} changed after caching.")
    if plan.unrecorded:
        print(
            f"{pluralize(len(plan.unrecorded), 'cached file')} present, of which only the source "
            "has to be recorded.")
    if plan.over_budget_bytes and plan.store.budget_bytes is not None:
        print(f"The cache may take {size_text(plan.store.budget_bytes)}, which is "
              f"{size_text(plan.over_budget_bytes)} less than all of these files need.")
    if not len(plan.sources):
        print(f"No file there can be cached as {plan.store.kind.value}.")
        return
    if not (plan.payloads or plan.unrecorded):
        print(f"Everything is cached: {pluralize(plan.present, 'cached file')} of "
              f"{pluralize(len(plan.sources), 'file')} in {plan.store.folder}.")
        return
    print(f"{pluralize(len(plan.sources), 'file')}: {plan.present:,} of "
          f"{pluralize(plan.present + int(plan.missing.sum()), 'cached file')} present; "
          f"{plan.payloads:,} to make in {plan.store.folder}, {_bytes(plan.bytes)}; "
          f"{size_text(plan.free_bytes)} free ({how}).")


def _bytes(count: int | None, unknown: str = "unknown") -> str:
    return unknown if count is None else size_text(count)


def show_report(report: BuildReport, *, json: bool, is_damaged: bool = False) -> None:
    """Print what was built; `is_damaged`: an index is, which was named."""
    if json:
        print_json(report)
        return
    if report.cancelled:
        print(
            f"Stopped: {report.done:,} of {report.planned:,} kept; the next build continues from "
            "there.")
    _print_values_done(report) if report.store else print(
        _summarize_done(report, is_damaged=is_damaged))
    if report.estimated_s:
        print(f"Estimated {time_text(report.estimated_s)}, took {time_text(report.elapsed_s)}.")
    if report.stopped:
        after = f" after {report.done:,} of {report.planned:,}" if report.planned else ""
        kept = ("Finished files are kept, and the next build continues from there."
                if report.done or report.built else
                "Nothing was changed; the next build starts from the beginning.")
        print(f"Stopped{after}: {report.stopped} {kept}")
    if report.stopped_store and report.free_bytes is not None and report.needed_bytes != 0:
        print(f"On the drive of the {report.stopped_store} cache {size_text(report.free_bytes)} "
              f"are free; the rest needs {_bytes(report.needed_bytes, 'an unknown size')} there.")
    _print_left_out(report.without_model or ())
    _print_findings(report.out_of_reach or ())
    _print_unproven(report.unproven or 0)
    if report.waiting:
        print(f"Waiting for that: {pluralize(report.waiting, 'other entry')}; a folder of cached "
              "files is written as a whole, once all of its files can be encoded.")
    for left in report.changed:
        place = left.source if report.store else f"{left.store}/{left.source}"
        print(f"  skipped: {place}  {left.why}")


def _summarize_done(report: BuildReport, *, is_damaged: bool) -> str:
    """Return a summary of what was done, with only the kinds that occurred."""
    entries = report.entries + report.readopted + report.reordered
    if not (report.built or report.adopted or entries):
        if report.undo:
            return ("Nothing had to be encoded; folders of cached files were put together again "
                    "(`larder undo` restores the previous ones).")
        is_done = not (report.planned or report.out_of_reach or report.stopped)
        if is_damaged and is_done:
            return "Nothing else had to be built."
        return "Nothing had to be built." if is_done else "Nothing was built."
    parts = [f"Encoded {pluralize(report.encoded, 'file')}"]
    parts += [f"copied {report.copied:,}"] if report.copied else []
    parts += [f"reused {report.adopted:,}"] if report.adopted else []
    return (f"{', '.join(parts)}; {pluralize(entries, 'entry')} written, "
            f"{size_text(report.bytes)}.")


def _print_values_done(report: BuildReport) -> None:
    if report.encoded or report.planned:
        print(f"Encoded {pluralize(report.encoded, 'file')} of "
              f"{pluralize(report.entries, 'source file')}, {size_text(report.bytes)}, in "
              f"{report.path}.")
    elif not report.adopted:
        print(f"Nothing had to be built in {report.path}.")
    if report.adopted:
        print(f"Recorded what {pluralize(report.adopted, 'cached file')} were made from.")
    if report.evicted:
        print(f"Removed {pluralize(report.evicted, 'least recently used cached file')} to make "
              "room.")
