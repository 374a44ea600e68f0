"""The requests of a build as jobs: planning and building the open workspace, and its devices."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec

from app.cache_session import CacheSession
from app.dialogs.building.request import BuildRequest
from app.jobs.job import Job, JobRequest
from app.jobs.job_lanes import JobLanes
from app.models.build_document import (
    BuildPlanFacts,
    BuildReportFacts,
    DevicesFacts,
    read_facts,
)
from core.requests.devices import DevicesOptions
from core.requests.options import BuildOptions

PLAN_KIND = "plan-build"
BUILD_KIND = "build"
DEVICES_KIND = "devices"


def plan_job(session: CacheSession, request: BuildRequest, title: str) -> Job:
    """Prepare the job that plans; its result is a `BuildPlanFacts`."""
    return session.request(PLAN_KIND, _options(request, measure=request.measure), title,
                           quiet=True, digest=partial(read_facts, kind=BuildPlanFacts))


def build_job(
    session: CacheSession, request: BuildRequest, title: str, *, even_if_busy: bool,
) -> Job:
    """Prepare the job that builds; its result is a `BuildReportFacts`, a survey follows it."""
    return session.request(BUILD_KIND, _options(request, even_if_busy=even_if_busy), title,
                           writes=True, digest=partial(read_facts, kind=BuildReportFacts))


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


def _options(
    request: BuildRequest, *, measure: bool = False, even_if_busy: bool = False,
) -> BuildOptions:
    return BuildOptions(
        **msgspec.structs.asdict(request.about), depth=request.depth, only=request.scope.value,
        selection=request.chosen, models=request.encoder.models, device=request.encoder.device,
        dtype=request.encoder.dtype, batch=request.encoder.batch, measure=measure,
        even_if_busy=even_if_busy)
