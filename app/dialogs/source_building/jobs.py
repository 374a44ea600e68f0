"""The requests of a build over a folder as jobs, and where its cache goes by itself."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from larder.app.cache_session import CacheSession
from larder.app.jobs.job import Job, JobRequest
from larder.app.jobs.job_lanes import JobLanes
from larder.app.models.build_document import read_facts
from larder.app.models.source_build_document import SourceBuildPlanFacts, SourceBuildReportFacts
from larder.core.requests.options import SourceBuildOptions
from larder.core.workspace.store_kinds import StoreKind

PLAN_KIND = "plan-build-sources"
BUILD_KIND = "build-sources"


def plan_job(
    lanes: JobLanes, options: SourceBuildOptions, title: str, file: Path, *, anew: bool = False,
) -> Job:
    """Prepare the job that plans and saves the plan; its result is a `SourceBuildPlanFacts`.

    Args:
        lanes: where it will run.
        options: what is planned.
        title: what it is called.
        file: where the plan is saved.
        anew: make a few values on trial though their time is known.
    """
    options = msgspec.structs.replace(options, plan=str(file), measure_anew=anew)
    return lanes.prepare(JobRequest(
        kind=PLAN_KIND, options=options, title=title, quiet=True,
        digest=partial(read_facts, kind=SourceBuildPlanFacts)))


def build_job(
    lanes: JobLanes, session: CacheSession, options: SourceBuildOptions, title: str, folder: str,
    *, plan: Path | None = None,
) -> Job:
    """Prepare the job that builds; its result is a `SourceBuildReportFacts`.

    A survey of what is open follows it.

    Args:
        lanes: where it will run.
        session: what is open, if anything.
        options: what is built.
        title: what the jobs panel calls it.
        folder: the cache's.
        plan: file of the plan that was shown, which is built as it is; None to plan and build.
    """
    job = lanes.prepare(JobRequest(
        kind=BUILD_KIND, title=title, options=msgspec.structs.replace(
            options, plan=None if plan is None else str(plan)),
        writes=session.store_paths() | {folder},
        digest=partial(read_facts, kind=SourceBuildReportFacts)))
    job.finished.connect(session.survey)
    return job


def kept_facts(kept: Any) -> SourceBuildReportFacts | None:
    """What a cancelled build leaves; None for nothing."""
    return None if kept is None else read_facts(kept, SourceBuildReportFacts)


def usual_target(session: CacheSession, kind: StoreKind, looked_at: int | None) -> str:
    """Where values of a kind go in the open workspace; "" where none is open.

    A cache of that kind that is there, the one that is looked at first; else the folder beside the
    others.

    Args:
        session: what is open.
        kind: what is made.
        looked_at: number of the store that is looked at, None for none.
    """
    snapshot, options = session.snapshot, session.options
    if snapshot is None or options is None:
        return ""
    stores = list(enumerate(snapshot.document.stores))
    of_kind = [at for at, store in stores if store.kind == kind.value]
    if of_kind:
        return str(session.store_folder(looked_at if looked_at in of_kind else of_kind[0]))
    opened = Path(options.workspace)
    folders = [session.store_folder(at) for at, _ in stores]
    if folders and (snapshot.document.workspace.config is not None or opened in folders):
        return str(folders[0].parent)
    return str(opened)
