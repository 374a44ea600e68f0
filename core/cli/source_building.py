"""`larder build --sources` and `larder plan build --sources`: what they take and print."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from larder.core.build.documents import SourceBuildReport, source_report_document
from larder.core.build.source_plan import SourceBuildPlan
from larder.core.cli.output import counted, print_json, print_table, size_text, time_text
from larder.core.cli.running import run_job
from larder.core.errors import UserFacingError
from larder.core.jobs import JobCancelled
from larder.core.quantities import parse_picture_size
from larder.core.requests.options import SourceBuildOptions
from larder.core.requests.saving import save_document
from larder.core.requests.source_building import (
    planned_source_build,
    source_document,
    sources_built,
)

Sources = Annotated[Path | None, typer.Option(
    "--sources", metavar="DIR", help="Build from the files of this folder, with --store.")]
Store = Annotated[str | None, typer.Option(
    "--store", metavar="KIND", help="vision, audio, waveform or tokens; with --sources.")]
Size = Annotated[str | None, typer.Option(
    "--size", metavar="HxW", help="Of pictures; without it the processor's own.")]
SampleRate = Annotated[int | None, typer.Option(
    "--sample-rate", min=1, metavar="HZ", help="Of clips; without it the extractor's own.")]
MaxSeconds = Annotated[float | None, typer.Option(
    "--max-seconds", help="Where clips are cut; without it what the extractor takes, else 30.")]
Resample = Annotated[bool, typer.Option(
    "--resample", help="Resample clips of another rate instead of refusing them.")]
SequenceLength = Annotated[int | None, typer.Option(
    "--sequence-length", min=1, help="Where token ids are cut.")]


def source_options(
    workspace: str,
    *,
    sources: Path | None,
    store: str | None,
    models: list[Path] | None,
    encoder: str | None,
    size: str | None,
    sample_rate: int | None,
    max_seconds: float | None,
    resample: bool,
    sequence_length: int | None,
    limit: int | None,
    depth: str,
    measure_anew: bool = False,
    refused: Mapping[str, object],
) -> SourceBuildOptions | None:
    """The options of what the verb was given, None if that was no folder.

    `refused` is what a build over a folder cannot heed, as it was given, by option.

    Raises:
        UserFacingError: if something is missing, means nothing or is no value of its kind.
    """
    if sources is None:
        _refuse({
            "--store": store, "--size": size, "--sample-rate": sample_rate,
            "--max-seconds": max_seconds, "--resample": resample,
            "--sequence-length": sequence_length}, "without --sources", "Add --sources DIR.")
        return None
    _refuse(refused, "with --sources", "Leave it out.")
    if store is None:
        raise UserFacingError(
            "What is to be built of the sources?",
            "Say --store vision, audio, waveform or tokens.")
    if len(models or ()) + (encoder is not None) > 1:
        raise UserFacingError(
            "A build over a folder takes one encoder.", "Say --encoder NAME or --model DIR once.")
    return SourceBuildOptions(
        workspace=workspace, sources=str(sources), store=store,
        model=str(models[0]) if models else encoder,
        size=None if size is None else parse_picture_size(size), sample_rate=sample_rate,
        max_seconds=max_seconds, resample=resample, sequence_length=sequence_length, limit=limit,
        depth=depth, measure_anew=measure_anew)


def show_plan(
    options: SourceBuildOptions, *, out: Path | None, json: bool, how: str = "--apply does it"
) -> None:
    """Make the plan and print it, with what carries it out."""
    plan, _ = run_job(lambda token: planned_source_build(options, token))
    if out is not None:
        save_document(source_document(options, plan), out)
    if json:
        print_json(source_document(options, plan))
    else:
        _print_plan(plan, how)


def build_sources(options: SourceBuildOptions, *, json: bool) -> None:
    """Plan, build and print what was done."""
    try:
        report, _ = run_job(lambda token: sources_built(options, token))
    except JobCancelled as cancelled:
        if isinstance(cancelled.report, SourceBuildReport):
            show_report(cancelled.report, json=json)
        raise
    show_report(report, json=json)
    done = report.build
    if done.failed or done.changed or done.stopped:
        raise typer.Exit(1)


def _refuse(given: Mapping[str, object], where: str, hint: str) -> None:
    for option, value in given.items():
        if value not in (None, False, []):
            raise UserFacingError(f"{option} means nothing {where}.", hint)


def _print_plan(plan: SourceBuildPlan, how: str) -> None:
    encoder = plan.encoder
    if plan.payloads and encoder is not None:
        print_table(
            ("store", "encoder", "size", "sources", "payloads", "bytes", "time"),
            [(plan.store.id, encoder.name, encoder.resolution or "-", f"{len(plan.to_make):,}",
              f"{plan.payloads:,}", _bytes(plan.bytes), time_text(plan.seconds))],
            right=(3, 4, 5, 6))
    for one in plan.sources.passed_over:
        print(f"{counted(one.count, 'file')} passed over. {one.why} ({one.example})")
    for broken in plan.broken:
        print(f"{broken.payload}  {broken.why}")
    if plan.changed:
        print(f"{counted(plan.changed, 'source')} changed since they were built.")
    if plan.unrecorded.names:
        print(f"{counted(len(plan.unrecorded.names), 'payload')} present, of which only the "
              "source is to be recorded.")
    if plan.over_budget_bytes and plan.store.budget_bytes is not None:
        print(f"The store may take {size_text(plan.store.budget_bytes)}, which is "
              f"{size_text(plan.over_budget_bytes)} less than all of it needs.")
    if not len(plan.sources):
        print(f"Nothing there can be cached as {plan.store.kind.value}.")
        return
    if not (plan.payloads or plan.unrecorded.names):
        print(f"Everything is cached: {counted(plan.present, 'payload')} of "
              f"{counted(len(plan.sources), 'source')} in {plan.store.folder}.")
        return
    print(f"{counted(len(plan.sources), 'source')}: {plan.present:,} of "
          f"{counted(plan.present + int(plan.missing.sum()), 'payload')} present; "
          f"{plan.payloads:,} to make in {plan.store.folder}, {_bytes(plan.bytes)}; "
          f"{size_text(plan.free_bytes)} free ({how}).")


def _bytes(count: int | None) -> str:
    return "unknown" if count is None else size_text(count)


def show_report(report: SourceBuildReport, *, json: bool) -> None:
    """Print what was built."""
    if json:
        print_json(source_report_document(report))
        return
    done = report.build
    if done.cancelled:
        print(f"Stopped: {done.done:,} of {done.planned:,} kept; the next build goes on.")
    if done.encoded or done.planned:
        print(f"Encoded {counted(done.encoded, 'payload')} of {counted(done.entries, 'source')}, "
              f"{size_text(done.bytes)}, in {report.store.folder}.")
    elif not done.adopted:
        print(f"Nothing had to be made in {report.store.folder}.")
    if done.adopted:
        print(f"Recorded the sources of {counted(done.adopted, 'payload')} that were there.")
    if report.evicted:
        print(f"{counted(report.evicted, 'payload')} made room for them.")
    if done.stopped:
        print(f"Stopped after {done.done:,} of {done.planned:,}: {done.stopped} What was "
              "finished is kept; the next build goes on.")
    for left in done.changed:
        print(f"  passed over: {left.payload}  {left.why}")
