"""`larder plan build` and `larder build`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from larder.core.build.documents import BuildReport, report_document
from larder.core.build.mixture import mixture_choices, mixture_sentence
from larder.core.build.plan import BuildPlan
from larder.core.build.scope import BuildScope
from larder.core.cli.index_verbs import repair_first
from larder.core.cli.options import (
    Apply,
    Concepts,
    Config,
    Device,
    Dtype,
    Encoder,
    EvenIfBusy,
    EvenIfDamaged,
    Gone,
    Json,
    Maps,
    Models,
    Out,
    Root,
    Workspace,
    spelled_models,
    workspace_fields,
)
from larder.core.cli.output import (
    counted,
    done_by,
    print_json,
    print_table,
    size_text,
    time_text,
)
from larder.core.cli.running import run_job
from larder.core.cli.source_building import (
    MaxSeconds,
    Resample,
    SampleRate,
    SequenceLength,
    Size,
    Sources,
    Store,
    build_sources,
    show_plan,
    source_options,
)
from larder.core.jobs import JobCancelled
from larder.core.requests.building import built, plan_document, planned_build, require_model
from larder.core.requests.options import BuildOptions
from larder.core.requests.request import open_for
from larder.core.requests.saving import save_document
from larder.core.workspace.open_workspace import Workspace as OpenWorkspace

Only = Annotated[str | None, typer.Option(
    "--only", help="missing, stale or all; without it what is missing and what is stale.")]
Limit = Annotated[int | None, typer.Option(
    "--limit", min=1, help="At most so many sources per store.")]
Depth = Annotated[str, typer.Option(
    "--depth", help="Of the survey before: stat, hash or payload (finds damaged payloads).")]
Batch = Annotated[int | None, typer.Option(
    "--batch", min=1, help="Pictures or prompts encoded together.")]
OtherWeightsOption = Annotated[str | None, typer.Option(
    "--other-weights", metavar="ask|replace|keep",
    help="What becomes of payloads that another model encoded: replace or keep them.")]
Measure = Annotated[bool, typer.Option(
    "--measure", help="Make a few payloads on trial to tell how long it takes.")]

BY_BUILD = "`larder build --apply` does it"
"""What carries out a plan that `larder plan build` shows, which has no --apply."""


def plan_build(
    workspace: Workspace,
    models: Models = None,
    encoder: Encoder = None,
    device: Device = None,
    batch: Batch = None,
    dtype: Dtype = None,
    only: Only = None,
    limit: Limit = None,
    depth: Depth = "stat",
    measure: Measure = False,
    other_weights: OtherWeightsOption = None,
    out: Out = None,
    sources: Sources = None,
    store: Store = None,
    size: Size = None,
    sample_rate: SampleRate = None,
    max_seconds: MaxSeconds = None,
    resample: Resample = False,
    sequence_length: SequenceLength = None,
    root: Root = None,
    config: Config = None,
    concepts: Concepts = None,
    maps: Maps = None,
    gone: Gone = None,
    json: Json = False,
) -> None:
    """Show what a build would make, without making it."""
    of_files = source_options(
        workspace, sources=sources, store=store, models=models, encoder=encoder, size=size,
        sample_rate=sample_rate, max_seconds=max_seconds, resample=resample,
        sequence_length=sequence_length, limit=limit, depth=depth, measure_anew=measure,
        refused=_of_samples(
            only, device, batch, dtype, other_weights, root, config, concepts, maps, gone))
    if of_files is not None:
        show_plan(of_files, out=out, json=json, how=done_by(out, BY_BUILD))
        return
    options = BuildOptions(
        **workspace_fields(workspace, root, config, concepts, maps, gone),
        only=only or "needed", limit=limit, depth=depth, models=spelled_models(models),
        encoder=encoder, device=device, dtype=dtype, batch=batch, measure=measure,
        other_weights=other_weights or "ask")
    _plan(open_for(options), options, out=out, json=json, how=done_by(out, BY_BUILD))


def build(
    workspace: Workspace,
    models: Models = None,
    encoder: Encoder = None,
    device: Device = None,
    batch: Batch = None,
    dtype: Dtype = None,
    only: Only = None,
    limit: Limit = None,
    depth: Depth = "stat",
    other_weights: OtherWeightsOption = None,
    apply: Apply = False,
    even_if_busy: EvenIfBusy = False,
    even_if_damaged: EvenIfDamaged = False,
    sources: Sources = None,
    store: Store = None,
    size: Size = None,
    sample_rate: SampleRate = None,
    max_seconds: MaxSeconds = None,
    resample: Resample = False,
    sequence_length: SequenceLength = None,
    root: Root = None,
    config: Config = None,
    concepts: Concepts = None,
    maps: Maps = None,
    gone: Gone = None,
    json: Json = False,
) -> None:
    """Plan a build and, with --apply, make what is missing or stale. Resumable."""
    of_files = source_options(
        workspace, sources=sources, store=store, models=models, encoder=encoder, size=size,
        sample_rate=sample_rate, max_seconds=max_seconds, resample=resample,
        sequence_length=sequence_length, limit=limit, depth=depth,
        refused=_of_samples(
            only, device, batch, dtype, other_weights, root, config, concepts, maps, gone))
    if of_files is not None:
        if apply:
            build_sources(of_files, json=json)
        else:
            show_plan(of_files, out=None, json=json)
        return
    options = BuildOptions(
        **workspace_fields(workspace, root, config, concepts, maps, gone),
        only=only or "needed", limit=limit, depth=depth, models=spelled_models(models),
        encoder=encoder, device=device, dtype=dtype, batch=batch, even_if_busy=even_if_busy,
        other_weights=other_weights or "ask")
    opened = open_for(options)
    require_model(options, opened)
    if not apply:
        _plan(opened, options, out=None, json=json)
        return
    if even_if_damaged:
        fields = workspace_fields(workspace, root, config, concepts, maps, gone)
        opened = repair_first(opened, fields, even_if_busy=even_if_busy)
    try:
        report, _ = run_job(lambda token: built(opened, options, token))
    except JobCancelled as cancelled:
        if isinstance(cancelled.report, BuildReport):
            show_report(cancelled.report, json=json)
        raise
    show_report(report, json=json)
    if report.failed or report.changed or report.stopped:
        raise typer.Exit(1)


def _of_samples(
    only: str | None, device: str | None, batch: int | None, dtype: str | None,
    other_weights: str | None, root: Path | None, config: Path | None, concepts: Path | None,
    maps: list[str] | None, gone: list[Path] | None,
) -> dict[str, object]:
    """What was said that only a build of a trainer's samples can heed, by option."""
    return {
        "--only": only, "--device": device, "--batch": batch, "--dtype": dtype,
        "--other-weights": other_weights, "--root": root,
        "--config": config, "--concepts": concepts, "--map": maps, "--gone": gone}


def _plan(
    workspace: OpenWorkspace, options: BuildOptions, *, out: Path | None, json: bool,
    how: str = "--apply does it",
) -> None:
    (plan, report), _ = run_job(lambda token: planned_build(workspace, options, token))
    if out is not None or json:
        document = plan_document(options, plan, report)
        if out is not None:
            save_document(document, out)
        if json:
            print_json(document)
            return
    for survey in report.stores:
        for sign in survey.busy:
            print(f"{survey.location.id}: a trainer seems to be at work: {sign}")
    _print_plan(plan, how)


def _print_plan(plan: BuildPlan, how: str) -> None:
    if plan.groups:
        print_table(
            ("store", "size", "entries", "payloads", "bytes", "time"),
            ((group.store, group.resolution or "-", f"{group.entries:,}", f"{group.payloads:,}",
              "unknown" if group.bytes is None else size_text(group.bytes),
              time_text(group.seconds)) for group in plan.groups),
            right=(2, 3, 4, 5))
    if plan.readopt.entries:
        print(f"{counted(plan.readopt.payloads, 'payload')} of moved files get their entry back.")
    reordered = sum(len(store.reordered) for store in plan.stores)
    if reordered:
        print(f"{counted(reordered, 'entry')} only get the wanted size put first.")
    for left in plan.left_out:
        print(f"{left.store}: {counted(left.samples, 'sample')} left to the trainer. {left.why} "
              f"({left.example})")
    for broken in plan.broken:
        print(f"{broken.store}: {broken.payload}  {broken.why}")
    asking = [mixture for mixture in plan.mixtures if not mixture.is_agreed]
    if plan.mixtures:
        print(mixture_sentence(plan.mixtures))
    if asking:
        print(mixture_choices(asking))
    if plan.payloads:
        needed = "an unknown size" if plan.bytes is None else size_text(plan.bytes)
        print(f"{counted(plan.entries, 'source')}, at most {counted(plan.payloads, 'payload')}, "
              f"{needed}; {size_text(plan.free_bytes)} free. Equal pictures and equal prompts are "
              f"encoded once ({how}).")
    elif plan.entries or plan.readopt.entries or reordered:
        print(f"Nothing has to be encoded; only the index is written ({how}).")
    else:
        print(_why_nothing(plan))


def _why_nothing(plan: BuildPlan) -> str:
    """What is said where there is nothing to build."""
    if plan.left_out or plan.broken:
        return "Nothing that Larder can build is missing."
    narrow = {BuildScope.MISSING: "Nothing is missing.", BuildScope.STALE: "Nothing is stale."}
    return narrow.get(plan.scope, "Everything is cached and up to date.")


def _done_text(report: BuildReport) -> str:
    """What was done; only what there was of each kind."""
    entries = report.entries + report.readopted + report.reordered
    if not (report.built or report.adopted or entries):
        return "Nothing had to be built." if not report.planned else "Nothing was built."
    parts = [f"Encoded {counted(report.encoded, 'payload')}"]
    parts += [f"copied {report.copied:,}"] if report.copied else []
    parts += [f"took over {report.adopted:,}"] if report.adopted else []
    return (f"{', '.join(parts)}; {counted(entries, 'entry')} written, "
            f"{size_text(report.bytes)}.")


def show_report(report: BuildReport, *, json: bool) -> None:
    """Print what was built."""
    if json:
        print_json(report_document(report))
        return
    if report.cancelled:
        print(f"Stopped: {report.done:,} of {report.planned:,} kept; the next build goes on.")
    print(_done_text(report))
    if report.stopped:
        print(f"Stopped after {report.done:,} of {report.planned:,}: {report.stopped} What was "
              "finished is kept; the next build goes on.")
    if report.stopped_store and report.free_bytes is not None:
        needed = "an unknown size" if report.needed_bytes is None else size_text(
            report.needed_bytes)
        print(f"On the drive of the {report.stopped_store} cache {size_text(report.free_bytes)} "
              f"are free; the rest needs {needed} there.")
    for left in report.changed:
        print(f"  passed over: {left.store}/{left.payload}  {left.why}")
