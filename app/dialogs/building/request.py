"""What a build is asked for: which workspace, which entries, with which models; and its jobs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from larder.app.cache_session import CacheSession
from larder.app.dialogs.building.documents import (
    BuildPlanFacts,
    BuildReportFacts,
    DevicesFacts,
    read_facts,
)
from larder.app.dialogs.what_if.comparison import ChangeRow
from larder.app.jobs.job import Job, JobRequest
from larder.app.jobs.job_lanes import JobLanes
from larder.app.models.survey_snapshot import Rows, SurveySnapshot
from larder.core.build.scope import BuildScope, OtherWeights
from larder.core.requests.options import BuildOptions, DevicesOptions, WorkspaceOptions


@dataclass(frozen=True, slots=True)
class EncoderChoice:
    """With what is encoded; None is left to core.

    Attributes:
        models: folders and files with models, in order of preference.
        device: as torch spells it.
        dtype: number type of weights and work.
        batch: pictures or prompts per batch.
    """

    models: tuple[str, ...] = ()
    device: str | None = None
    dtype: str | None = None
    batch: int | None = None


Selection = tuple[tuple[str, str], ...]
"""(store id, source as the index spells it) pairs."""


@dataclass(frozen=True, slots=True)
class BuildRequest:
    """What to build.

    Attributes:
        about: the workspace, with the config that decides; not always the one that is open.
        depth: how closely is looked before; as closely as the survey that the user looks at, or
            what that found would not be found again.
        scope: which verdicts are mended.
        selection: only these, None for all.
        is_selection_on: whether `selection` limits the build; it can be switched off.
        encoder: with what.
        measure: make a few payloads on trial to know how long they take; planning only.
        other_weights: what becomes of payloads that other models encoded.
        changes: what differs from the trainer's config; empty for its own.
        doubted: sources whose payloads look good and do not suit these changes.
    """

    about: WorkspaceOptions
    depth: str = "stat"
    scope: BuildScope = BuildScope.NEEDED
    selection: Selection | None = None
    is_selection_on: bool = True
    encoder: EncoderChoice = field(default_factory=EncoderChoice)
    measure: bool = False
    other_weights: OtherWeights = OtherWeights.ASK
    changes: tuple[ChangeRow, ...] = ()
    doubted: Selection = ()

    @property
    def chosen(self) -> Selection | None:
        """The selection, if it counts."""
        return self.selection if self.is_selection_on else None

    def with_scope(self, scope: BuildScope) -> BuildRequest:
        """Everything of a scope."""
        return replace(self, scope=scope, is_selection_on=False, measure=False)

    def with_selection(self) -> BuildRequest:
        """Only what was selected, good entries too: that is what one asks for by name."""
        return replace(self, scope=BuildScope.ALL, is_selection_on=True, measure=False)

    def with_measuring(self) -> BuildRequest:
        """With a few payloads made on trial."""
        return replace(self, measure=True)

    def with_encoder(self, encoder: EncoderChoice) -> BuildRequest:
        """With other models, or elsewhere; what was said of other models is to be said again."""
        others = self.other_weights if encoder.models == self.encoder.models else OtherWeights.ASK
        return replace(self, encoder=encoder, measure=False, other_weights=others)

    def with_other_weights(self, choice: OtherWeights) -> BuildRequest:
        """With the user's word on payloads that other models encoded."""
        return replace(self, other_weights=choice, measure=False)


def request_for(about: WorkspaceOptions, selection: Selection | None = None) -> BuildRequest:
    """The request a dialog begins with."""
    request = BuildRequest(about=about, selection=selection)
    return request if selection is None else request.with_selection()


def selected_entries(snapshot: SurveySnapshot, rows: Rows) -> Selection:
    """Rows of a survey by store and source."""
    stores = [store.id for store in snapshot.document.stores]
    entries = snapshot.entries
    return tuple((stores[int(entries.store[row])], entries.source(row)) for row in rows.tolist())


def failed_entries(items: Sequence[tuple[str, str]]) -> Selection:
    """What a build could not do, each once."""
    return tuple(dict.fromkeys(item for item in items if all(item)))


def same_workspace(one: WorkspaceOptions, other: WorkspaceOptions) -> bool:
    """Whether two options read the same workspace in the same way."""
    return msgspec.structs.asdict(one) == msgspec.structs.asdict(other)


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
