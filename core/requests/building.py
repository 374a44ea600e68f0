"""Planning builds and carrying them out: of a trainer's samples, and over a folder of files.

Beside them what comes before a first build: the devices there are, and the sample workspace.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from larder.core.build.build import build_planned
from larder.core.build.convert import without_encoding
from larder.core.build.file_list import list_build_files
from larder.core.build.payload_totals import count_payloads
from larder.core.build.pipeline.encoding import ConfigEncoders
from larder.core.build.plan import BuildPlan
from larder.core.build.planning import build_plan
from larder.core.build.rates import RatesOf, use_no_rates
from larder.core.build.reports import BuildPlanDocument, BuildReport, SourceBuildPlanDocument
from larder.core.build.restrict_plan import leave_out_missing, restrict_build
from larder.core.build.scope import BuildScope, OtherWeights
from larder.core.build.trial import measure_plan
from larder.core.build.values.build import apply_source_build
from larder.core.build.values.plan import (
    SourceBuildPlan,
    restrict_source_build,
    target_store,
)
from larder.core.build.values.planning import plan_source_build
from larder.core.encoders import device
from larder.core.encoders.config_encoders import choose_image_encoder
from larder.core.encoders.model_files import EncoderOptions, places_of
from larder.core.encoders.open_value_encoder import open_value_encoder
from larder.core.encoders.value_encoder import ValueEncoder, ValueOptions
from larder.core.errors import UserFacingError
from larder.core.jobs import CancelToken, Deadline, Job, run_to_end
from larder.core.queries.first_visits import count_changed_requests
from larder.core.requests.options import (
    ApplyOptions,
    BuildOptions,
    DemoOptions,
    DevicesOptions,
    EncodingOptions,
    SourceBuildOptions,
)
from larder.core.requests.request import Request, open_for, store_folders
from larder.core.requests.saving import (
    encode_options,
    options_of,
    origin_of,
    save_document,
    save_files,
)
from larder.core.requests.surveying import survey_workspace
from larder.core.saved_plans import PlanOrigin, encode_plan, read_plan, require_stores
from larder.core.survey.report import Depth, SurveyReport
from larder.core.workspace.cache_layout import CacheLayout
from larder.core.workspace.open_workspace import Workspace
from larder.core.workspace.store_kinds import (
    StoreContent,
    StoreKind,
)
from larder.core.workspace.store_locations import StoreLocation
from larder.core.workspace.trainer_layout import choose_layout, lay_out, layouts_of
from larder.core.writes.quarantine.settle import recover_stores
from larder.core.writes.undo_choice import note_no_undo

PLANNING_S: Final = 2.0
"""A survey waits no longer for headers of new pictures."""

Choice = TypeVar("Choice", bound=enum.Enum)


def plan_samples(
    workspace: Workspace, options: BuildOptions, token: CancelToken
) -> Job[tuple[BuildPlan, SurveyReport]]:
    """Survey and plan a build, and count what it does with payloads.

    Raises:
        UserFacingError: if nothing can be built for this workspace.
    """
    plan, report = yield from _plan_uncounted(workspace, options, token)
    return (yield from count_payloads(plan, token)), report


def _plan_uncounted(
    workspace: Workspace, options: BuildOptions, token: CancelToken
) -> Job[tuple[BuildPlan, SurveyReport]]:
    """As `plan_samples`, for a build, which finds out by itself."""
    layout, there = choose_layout(workspace, options.layout), layouts_of(workspace)
    if options.encodes is False and not there:
        raise UserFacingError(
            "Nothing is cached yet, so there is nothing to convert.",
            f"`larder build --layout {layout.value}` creates it.")
    if options.all_targets and layout is CacheLayout.RELEASED:
        raise UserFacingError(
            "In the layout of a released OneTrainer, each picture has one size: that of the target "
            "resolution drawn for it.", "Leave out --all-targets.")
    report = yield from survey_workspace(
        lay_out(workspace, layout), options.depth, token, gone=options.gone,
        chosen=encoder_options(options).models)
    plan = yield from build_plan(
        report, scope=_choice(BuildScope, options.only), limit=options.limit,
        selection=options.selection, doubted=options.doubted,
        others=_choice(OtherWeights, options.other_weights), all_targets=options.all_targets,
        rates_of=rates_of(options, report.workspace), token=token)
    plan = replace(
        plan, encoding=encoder_options(options), unproven=count_changed_requests(report),
        switches_from=there[0] if there and there[0] is not layout else None)
    if options.encodes is False:
        return (yield from without_encoding(plan, token)), report
    plan = leave_out_missing(plan, _encoders(plan))
    if options.measure and plan.encoding.spread is not None:
        raise UserFacingError(
            "A test run measures the time of one process, not of several.",
            "Leave out --measure; the speed is known after the first such build.")
    if options.measure:
        plan = yield from measure_plan(plan, _encoders(plan), token)
    return plan, report


def rates_of(options: EncodingOptions, workspace: Workspace) -> RatesOf:
    """Return a lookup of the known rates of the chosen encoders."""
    config = workspace.config
    if config is None:
        return use_no_rates
    return ConfigEncoders.of(workspace, config, encoder_options(options)).rates


def plan_what_is_due(report: SurveyReport, models: Sequence[str]) -> BuildPlan | None:
    """Return the plan of `plan_samples` for a survey, or None if nothing can be built.

    Raises:
        JobCancelled: if planning takes too long, because thousands of new pictures have to be
            looked at; their headers are remembered for the next time.
    """
    options = BuildOptions(workspace=str(report.workspace.opened), models=tuple(models))
    form = choose_layout(report.workspace, options.layout).format
    if not any(survey.location.kind.format is form for survey in report.stores):
        return None  # a build of the other layout was begun, of which nothing is in place
    rates, chosen = rates_of(options, report.workspace), encoder_options(options)
    deadline = Deadline(PLANNING_S)
    try:
        plan = run_to_end(build_plan(
            msgspec.structs.replace(report, chosen=chosen.models), rates_of=rates,
            token=deadline))
        plan = replace(plan, encoding=chosen)
        return run_to_end(count_payloads(leave_out_missing(plan, _encoders(plan)), deadline))
    except UserFacingError:
        return None


def build_samples(
    workspace: Workspace, options: BuildOptions, token: CancelToken
) -> Job[BuildReport]:
    """Survey, plan and build.

    Raises:
        StalePlanError, StoreLockedError, StoreBusyError: if it may not be done now.
        UserFacingError: if no model was chosen, or nothing can be built for this workspace.
        JobCancelled: if the token was cancelled; its report says what was kept.
    """
    require_model(options, workspace)
    # The survey is let go of: it takes as much memory as the build.
    plan = (yield from _plan_uncounted(recover_stores(workspace), options, token))[0]
    report = yield from build_planned(plan, even_if_busy=options.even_if_busy, token=token)
    _note_no_undo(store_folders(plan.workspace), report)
    return report


def apply_saved_build(options: ApplyOptions, token: CancelToken) -> Job[BuildReport]:
    """Build what a saved plan lists, less what changed since, which is told as such.

    Raises:
        StalePlanError, StoreLockedError, StoreBusyError: if it may not be done now.
        UserFacingError: if no model was chosen, or nothing can be built for this workspace.
        WorkspaceError: if the file cannot be read.
        JobCancelled: if the token was cancelled; its report says what was kept.
    """
    # The plan of a trainer's samples lacks what this type has beyond it.
    saved, origin = read_plan(Path(options.plan), SourceBuildPlanDocument)
    if saved.sources.folder:
        return (yield from _apply_saved_sources(saved, origin, token))
    wanted = options_of(origin, BuildOptions, limit=None)
    listed = saved.list_sources()
    if listed is not None:
        # Of whole folders, what was selected decides what becomes of each slot.
        wanted = msgspec.structs.replace(wanted, selection=listed)
    workspace = open_for(wanted)
    if any(item.payloads for store in saved.stores for item in store.items or ()):
        require_model(wanted, workspace)
    workspace = recover_stores(workspace)
    require_stores(lay_out(workspace, choose_layout(workspace, wanted.layout)), origin)
    fresh = (yield from _plan_uncounted(workspace, wanted, token))[0]
    plan, dropped = restrict_build(fresh, saved)
    del fresh, saved
    report = yield from build_planned(
        plan, dropped, even_if_busy=options.even_if_busy, token=token)
    _note_no_undo(store_folders(plan.workspace), report)
    return report


def _note_no_undo(stores: Sequence[Path], report: BuildReport) -> None:
    """Note a build that replaced no folder, so that the next undo takes no older clean for it."""
    if report.undo is not msgspec.UNSET:
        return
    changes = (report.built, report.adopted, report.readopted, report.entries, report.reordered)
    note_no_undo(stores, "build", has_changes=any(changes))


def require_model(options: BuildOptions, workspace: Workspace) -> None:
    """Make sure that there is a model before anybody waits for a survey.

    One of the two that a config may need is enough: pictures can be built without captions. A
    switch to another layout may need none.

    Raises:
        UserFacingError: if none was chosen and the config's own are not on this computer.
    """
    config = workspace.config
    there = layouts_of(workspace)
    switches = choose_layout(workspace, options.layout) not in there[:1]
    if (there and switches) or options.encodes is False:
        return
    if config is None or not config.image_caching or options.models:
        return
    chosen = encoder_options(options)
    try:
        choose_image_encoder(config, chosen, places_of(config, workspace.root, workspace.maps))
    except UserFacingError as missing:
        encoders = ConfigEncoders.of(workspace, config, chosen)
        try:
            encoders.check(StoreContent.TEXT)
        except UserFacingError:
            raise missing from None


def plan_document(
    options: BuildOptions, plan: BuildPlan, report: SurveyReport
) -> dict[str, Any]:
    """A plan as it is saved, with what the survey said of trainers at work."""
    return encode_plan(
        plan.document(busy=_busy(report)),
        origin_of(options, plan.workspace, plan.targets))


def _busy(report: SurveyReport) -> dict[str, tuple[str, ...]]:
    return {survey.location.id: survey.busy for survey in report.stores}


def _encoders(plan: BuildPlan) -> ConfigEncoders:
    return ConfigEncoders.of(plan.workspace, plan.config, plan.encoding)


def encoder_options(options: EncodingOptions) -> EncoderOptions:
    """Return the encoder options of a request.

    Raises:
        UserFacingError: if it says nothing that is known of workers.
    """
    return EncoderOptions(
        models=tuple(Path(model) for model in options.models), encoder=options.encoder,
        device=options.device, dtype=options.dtype, batch=options.batch,
        spread=device.parse_spread(options.workers, options.gpus)
        if isinstance(options, BuildOptions) else None)


def _choice(kind: type[Choice], word: str) -> Choice:
    try:
        return kind(word)
    except ValueError:
        words = ", ".join(str(choice.value) for choice in kind)
        raise UserFacingError(
            f"A build has no option {word!r}.", f"Use one of {words}.") from None


def _build_or_resume(
    workspace: Workspace, options: BuildOptions, token: CancelToken
) -> Job[BuildReport]:
    if options.plan is None:
        return build_samples(workspace, options, token)
    return apply_saved_build(
        ApplyOptions(plan=options.plan, even_if_busy=options.even_if_busy), token)


def _plan_summary(
    options: BuildOptions, planned: tuple[BuildPlan, SurveyReport]
) -> BuildPlanDocument:
    plan, report = planned
    if options.plan is not None:
        save_document(plan_document(options, plan, report), Path(options.plan))
    if options.files is not None:
        save_files(list_build_files(plan), Path(options.files))
    return plan.document(busy=_busy(report), with_items=False)


PLAN_BUILD = Request(BuildOptions, plan_samples, _plan_summary)
BUILD = Request(BuildOptions, _build_or_resume)


def plan_sources(
    options: SourceBuildOptions, token: CancelToken
) -> Job[SourceBuildPlan]:
    """Plan a build over a folder.

    Raises:
        UserFacingError: if a folder cannot be listed, no encoder can be had, or nothing tells in
            which store to put the values.
    """
    store = target_store(options.workspace, options.store, sources=Path(options.sources))
    return (yield from plan_source_build(
        Path(options.sources), store, partial(_open, options, store.kind),
        limit=options.limit, measure=options.measure, anew=options.measure_anew,
        reads_payloads=Depth(options.depth) is Depth.PAYLOAD, token=token))


def build_sources(options: SourceBuildOptions, token: CancelToken) -> Job[BuildReport]:
    """Plan and build.

    Raises:
        StalePlanError, StoreLockedError: if it may not be done now.
        UserFacingError: as `plan_sources`, or if the store cannot be written.
        JobCancelled: if the token was cancelled; its report says what was kept.
    """
    plan = yield from plan_sources(
        msgspec.structs.replace(options, measure=False, measure_anew=False), token)
    report = yield from apply_source_build(
        plan, partial(_open, options, plan.store.kind), threads=options.threads, token=token)
    _note_no_undo([plan.store.folder], report)
    return report


def _apply_saved_sources(
    saved: SourceBuildPlanDocument, origin: PlanOrigin, token: CancelToken
) -> Job[BuildReport]:
    """As `apply_saved_build`, over a folder.

    Raises:
        StalePlanError: if the store or the encoder is another one than was planned.
    """
    wanted = options_of(origin, SourceBuildOptions, limit=None, measure=False)
    plan, dropped = restrict_source_build(
        (yield from plan_sources(wanted, token)), saved, origin.store_facts)
    report = yield from apply_source_build(
        plan, partial(_open, wanted, plan.store.kind), threads=wanted.threads, token=token)
    _note_no_undo([plan.store.folder], report)
    return msgspec.structs.replace(report, changed=(*dropped, *report.changed))


def source_document(options: SourceBuildOptions, plan: SourceBuildPlan) -> dict[str, Any]:
    """A plan as it is saved."""
    store = plan.store
    location = StoreLocation(store.id, store.kind, store.folder, str(store.folder))
    return encode_plan(
        plan.document(), PlanOrigin.of(
            [location], {}, encode_options(options), made_from=""))


def _open(options: SourceBuildOptions, kind: StoreKind) -> ValueEncoder:
    return open_value_encoder(kind, model=options.model, options=ValueOptions(
        size=options.size, sample_rate=options.sample_rate, max_seconds=options.max_seconds,
        auto_resample=options.resample, sequence_length=options.sequence_length,
        add_special_tokens=options.special_tokens))


def _build_sources_or_resume(options: SourceBuildOptions, token: CancelToken) -> Job[BuildReport]:
    if options.plan is None:
        return build_sources(options, token)
    return apply_saved_build(ApplyOptions(plan=options.plan), token)


def _source_plan_summary(
    options: SourceBuildOptions, plan: SourceBuildPlan
) -> SourceBuildPlanDocument:
    if options.plan is not None:
        save_document(source_document(options, plan), Path(options.plan))
    return plan.document(with_items=False)


def list_devices(_options: DevicesOptions, token: CancelToken) -> Job[device.Devices]:
    """Every kind of device, and why it cannot be used where it cannot.

    Torch is loaded for it, which takes a second or two.

    Raises:
        UserFacingError: if torch is missing.
    """
    token.check()
    yield from ()
    return device.Devices(devices=device.device_kinds())


def _make_demo(options: DemoOptions, token: CancelToken) -> Job[Any]:
    from larder.core.demo.sample_workspace import make_sample_workspace

    return make_sample_workspace(Path(options.folder), token=token)


PLAN_BUILD_SOURCES = Request(SourceBuildOptions, plan_sources, _source_plan_summary)
BUILD_SOURCES = Request(SourceBuildOptions, _build_sources_or_resume)
DEVICES = Request(DevicesOptions, list_devices)
DEMO = Request(DemoOptions, _make_demo)
