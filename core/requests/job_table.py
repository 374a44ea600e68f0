"""Every job a worker process knows, by the name a front end asks for it with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec

from larder.core.demo.sample_workspace import make_sample_workspace
from larder.core.jobs import CancelToken, Job
from larder.core.requests.applying import answer_apply
from larder.core.requests.assuming import answer_assume
from larder.core.requests.building import answer_build, answer_plan_build
from larder.core.requests.cleaning import (
    answer_empty,
    answer_export_plan,
    answer_history,
    answer_undo,
)
from larder.core.requests.comparing import answer_diff
from larder.core.requests.devices import DevicesOptions, answer_devices
from larder.core.requests.entry_inspection import answer_inspect_entry
from larder.core.requests.index_writing import answer_readopt, answer_touch
from larder.core.requests.inspecting import answer_inspect
from larder.core.requests.options import (
    ApplyOptions,
    AssumeOptions,
    BuildOptions,
    CleanOptions,
    ClearOptions,
    DemoOptions,
    DiffOptions,
    DocumentAnswer,
    DupsOptions,
    EmptyOptions,
    ExportPlanOptions,
    HistoryOptions,
    IndexWriteOptions,
    PruneOptions,
    SourceBuildOptions,
    StatsOptions,
    SurveyOptions,
    UndoOptions,
)
from larder.core.requests.payload_options import InspectEntryOptions, InspectOptions, PreviewOptions
from larder.core.requests.previewing import answer_preview
from larder.core.requests.sharing import answer_dups
from larder.core.requests.source_building import answer_build_sources, answer_plan_build_sources
from larder.core.requests.storekeeping import answer_plan_clear, answer_plan_prune, answer_stats
from larder.core.requests.surveying import answer_clean, answer_survey


@dataclass(frozen=True, slots=True)
class JobKind:
    """One kind of job.

    Attributes:
        options_type: what its options are decoded as.
        start: makes the job from options and a cancel token; its report is a struct.
    """

    options_type: type[msgspec.Struct]
    start: Callable[[Any, CancelToken], Job[Any]]


def answer_demo(options: DemoOptions, token: CancelToken) -> Job[DocumentAnswer]:
    """Make the sample workspace."""
    report = yield from make_sample_workspace(Path(options.folder), token=token)
    return DocumentAnswer(document=msgspec.json.encode(report))


JOB_KINDS: Mapping[str, JobKind] = MappingProxyType({
    "survey": JobKind(SurveyOptions, answer_survey),
    "plan-clean": JobKind(CleanOptions, answer_clean),
    "stats": JobKind(StatsOptions, answer_stats),
    "plan-prune": JobKind(PruneOptions, answer_plan_prune),
    "plan-clear": JobKind(ClearOptions, answer_plan_clear),
    "plan-build": JobKind(BuildOptions, answer_plan_build),
    "build": JobKind(BuildOptions, answer_build),
    "plan-build-sources": JobKind(SourceBuildOptions, answer_plan_build_sources),
    "build-sources": JobKind(SourceBuildOptions, answer_build_sources),
    "devices": JobKind(DevicesOptions, answer_devices),
    "apply": JobKind(ApplyOptions, answer_apply),
    "export-plan": JobKind(ExportPlanOptions, answer_export_plan),
    "undo": JobKind(UndoOptions, answer_undo),
    "history": JobKind(HistoryOptions, answer_history),
    "empty": JobKind(EmptyOptions, answer_empty),
    "touch": JobKind(IndexWriteOptions, answer_touch),
    "readopt": JobKind(IndexWriteOptions, answer_readopt),
    "assume": JobKind(AssumeOptions, answer_assume),
    "diff": JobKind(DiffOptions, answer_diff),
    "dups": JobKind(DupsOptions, answer_dups),
    "inspect": JobKind(InspectOptions, answer_inspect),
    "preview": JobKind(PreviewOptions, answer_preview),
    "inspect-entry": JobKind(InspectEntryOptions, answer_inspect_entry),
    "demo": JobKind(DemoOptions, answer_demo),
})
