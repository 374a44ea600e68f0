"""`larder apply`: carries out any plan that was saved."""

from __future__ import annotations

import typer

from larder.core.build.reports import BuildReport
from larder.core.cli.build_verbs import show_report as show_build
from larder.core.cli.clean_verbs import show_report as show_clean
from larder.core.cli.index_verbs import show_written
from larder.core.cli.options import Json, verb
from larder.core.cli.running import run_job
from larder.core.jobs import JobCancelled
from larder.core.requests.options import ApplyOptions
from larder.core.requests.saving import Applied, apply_saved
from larder.core.writes.reports import CleanReport


@verb(ApplyOptions)
def apply(options: ApplyOptions, json: Json = False) -> None:
    """Do exactly what a saved plan says, except for what has changed since."""
    try:
        report, _ = run_job(lambda token: apply_saved(options, token))
    except JobCancelled as cancelled:
        if cancelled.report is not None:
            _show(cancelled.report, json=json)
        raise
    _show(report, json=json)
    if _has_left_something(report):
        raise typer.Exit(1)


def _show(report: Applied, *, json: bool) -> None:
    if isinstance(report, BuildReport):
        show_build(report, json=json)
    elif isinstance(report, CleanReport):
        show_clean(report, json=json)
    else:
        show_written(report, json=json)


def _has_left_something(report: Applied) -> bool:
    """Return whether items failed or were dropped."""
    if isinstance(report, BuildReport):
        return not report.is_whole
    failed = report.failed if isinstance(report, CleanReport) else ()
    return bool(report.dropped or failed)
