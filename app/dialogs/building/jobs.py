"""The requests of a build as jobs: planning and building the open workspace, and its devices."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from larder.app.cache_session import CacheSession
from larder.app.dialogs.building.request import BuildRequest
from larder.app.jobs.job import Job, JobRequest
from larder.app.jobs.job_lanes import JobLanes
from larder.app.models.build_document import (
    BuildPlanFacts,
    BuildReportFacts,
    DevicesFacts,
    read_facts,
)
from larder.core.requests.options import BuildOptions, DevicesOptions

PLAN_KIND = "plan-build"
BUILD_KIND = "build"
DEVICES_KIND = "devices"


def plan_job(session: CacheSession, request: BuildRequest, title: str, file: Path) -> Job:
    """Prepare the job that plans and saves the plan; its result is a `BuildPlanFacts`."""
    return session.request(PLAN_KIND, _options(request, plan=str(file), measure=request.measure),
                           title, quiet=True, digest=partial(read_facts, kind=BuildPlanFacts))


def build_job(
    session: CacheSession, request: BuildRequest, title: str, *, plan: Path | None,
    even_if_busy: bool,
) -> Job:
    """Prepare the job that builds; its result is a `BuildReportFacts`, a survey follows it.

    Args:
        session: the open workspace.
        request: what.
        title: what the jobs panel calls it.
        plan: file of the plan that was shown, which is built as it is; None to plan and build.
        even_if_busy: go on although a trainer seems to be at work.
    """
    options = _options(
        request, plan=None if plan is None else str(plan), even_if_busy=even_if_busy)
    return session.request(BUILD_KIND, options, title, writes=True,
                           digest=partial(read_facts, kind=BuildReportFacts))


def devices_job(lanes: JobLanes, title: str) -> Job:
    """Prepare the job that looks which devices there are; its result is a `DevicesFacts`."""
    return lanes.prepare(JobRequest(
        kind=DEVICES_KIND, options=DevicesOptions(), title=title, quiet=True,
        digest=partial(read_facts, kind=DevicesFacts)))


def kept_facts(kept: Any) -> BuildReportFacts | None:
    """What a cancelled build leaves; None for nothing."""
    return None if kept is None else read_facts(kept, BuildReportFacts)


def counts_payloads(unit: str) -> bool:
    """Whether progress in this unit counts towards the whole build."""
    return unit == "payloads"


def _options(request: BuildRequest, **more: Any) -> BuildOptions:
    return BuildOptions(
        **msgspec.structs.asdict(request.about), depth=request.depth, only=request.scope.value,
        selection=request.chosen, doubted=request.doubted, models=request.encoder.models,
        device=request.encoder.device, dtype=request.encoder.dtype, batch=request.encoder.batch,
        other_weights=request.other_weights.value, **more)
