"""Planning builds and carrying them out."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from larder.core.build.apply import BuildSettings, apply_build
from larder.core.build.documents import (
    BuildReport,
    SavedBuildPlan,
    build_plan_document,
    report_document,
    restricted_build,
)
from larder.core.build.encoders import ConfigEncoders, check_models
from larder.core.build.measure import measured_plan
from larder.core.build.mixture import require_agreement
from larder.core.build.plan import BuildPlan
from larder.core.build.planning import build_plan
from larder.core.build.rates import RatesOf, nothing_known
from larder.core.build.scope import BuildScope, OtherWeights
from larder.core.clean.quarantine.restore import recover_stores
from larder.core.clean.report import LeftItem
from larder.core.encoders.config_encoders import choose_image_encoder
from larder.core.encoders.draws import onetrainer_positions
from larder.core.encoders.model_files import EncoderOptions, places_of
from larder.core.errors import UserFacingError
from larder.core.jobs import CancelToken, Job, JobCancelled
from larder.core.requests.opening import survey_workspace
from larder.core.requests.options import (
    ApplyOptions,
    BuildOptions,
    EncodingOptions,
)
from larder.core.requests.request import Request, open_for
from larder.core.requests.saving import options_of, save_document, workspace_head
from larder.core.saved_plans import read_saved, require_stores
from larder.core.survey.report import SurveyReport
from larder.core.workspace.onetrainer_config import TrainerConfig
from larder.core.workspace.open_workspace import Workspace

Choice = TypeVar("Choice", bound=enum.Enum)


def planned_build(
    workspace: Workspace, options: BuildOptions, token: CancelToken
) -> Job[tuple[BuildPlan, SurveyReport]]:
    """Survey and plan a build.

    Raises:
        UserFacingError: if nothing can be built for this workspace.
        JobCancelled: if the token was cancelled.
    """
    report = yield from survey_workspace(
        workspace, options.depth, token, gone=options.gone,
        chosen=encoder_options(options).models)
    plan = yield from build_plan(
        report, scope=_choice(BuildScope, options.only), limit=options.limit,
        selection=options.selection, doubted=options.doubted,
        others=_choice(OtherWeights, options.other_weights),
        rates_of=rates_of(options, report.workspace), token=token)
    plan = replace(plan, encoding=encoder_options(options))
    if options.measure:
        plan = yield from measured_plan(
            plan, _encoders(plan), BuildSettings(batch=options.batch), token)
    return plan, report


def rates_of(options: EncodingOptions, workspace: Workspace) -> RatesOf:
    """What is known of the pace of the encoders that were chosen."""
    config = workspace.config
    if config is None:
        return nothing_known
    places = places_of(config, workspace.root, workspace.maps)
    return ConfigEncoders(
        config, encoder_options(options), places, onetrainer_positions(config)).rates


def built(
    workspace: Workspace, options: BuildOptions, token: CancelToken
) -> Job[BuildReport]:
    """Survey, plan and build.

    Raises:
        StalePlanError, StoreLockedError, StoreBusyError: if it may not be done now.
        UserFacingError: if no model was chosen, or nothing can be built for this workspace.
        JobCancelled: if the token was cancelled; its report says what was kept.
    """
    require_model(options, workspace)
    plan, _ = yield from planned_build(recover_stores(workspace), options, token)
    report = yield from build_planned(plan, even_if_busy=options.even_if_busy, token=token)
    return report


def build_planned(
    plan: BuildPlan, dropped: Sequence[LeftItem] = (), *,
    even_if_busy: bool, token: CancelToken,
) -> Job[BuildReport]:
    """Build a plan; what was dropped of it before is told with what changes meanwhile."""
    require_agreement(plan.mixtures)
    encoders = _encoders(plan)
    for store in plan.stores:
        if store.items:
            check_models(encoders, store.content)
    try:
        report = yield from apply_build(
            plan, encoders, settings=BuildSettings(batch=plan.encoding.batch),
            even_if_busy=even_if_busy, token=token)
    except JobCancelled as cancelled:
        if dropped and isinstance(cancelled.report, BuildReport):
            kept = replace(cancelled.report, changed=(*dropped, *cancelled.report.changed))
            raise JobCancelled(kept) from cancelled
        raise
    return replace(report, changed=(*dropped, *report.changed))


def apply_saved_build(options: ApplyOptions, token: CancelToken) -> Job[BuildReport]:
    """Build what a saved plan lists, less what changed since, which is told as such.

    Raises:
        StalePlanError, StoreLockedError, StoreBusyError: if it may not be done now.
        UserFacingError: if no model was chosen, or nothing can be built for this workspace.
        WorkspaceError: if the file cannot be read.
        JobCancelled: if the token was cancelled; its report says what was kept.
    """
    saved = read_saved(Path(options.plan), SavedBuildPlan)
    wanted = options_of(saved, BuildOptions, selection=saved.sources(), limit=None)
    workspace = open_for(wanted)
    if any(store.items for store in saved.stores):
        require_model(wanted, workspace)
    workspace = recover_stores(workspace)
    require_stores(workspace, saved)
    fresh, _ = yield from planned_build(workspace, wanted, token)
    plan, dropped = restricted_build(fresh, saved)
    report = yield from build_planned(
        plan, dropped, even_if_busy=options.even_if_busy, token=token)
    return report


def require_model(options: BuildOptions, workspace: Workspace) -> None:
    """Make sure that there is a model before anybody waits for a survey.

    Raises:
        UserFacingError: if none was chosen and the config's own are not on this computer.
    """
    config = workspace.config
    if config is not None and config.image_caching and not options.models:
        choose_image_encoder(
            config, encoder_options(options),
            places_of(config, workspace.root, workspace.maps))




def plan_document(
    options: BuildOptions, plan: BuildPlan, report: SurveyReport, *, with_items: bool = True
) -> dict[str, Any]:
    """A plan's document with what the survey said of trainers at work; with its items as saved."""
    document = build_plan_document(
        plan, busy={survey.location.id: survey.busy for survey in report.stores},
        with_items=with_items)
    if not with_items:
        return document
    targets = [
        *(store.target for store in plan.stores), *(one.target for one in plan.readopt.stores)]
    return {**document, **workspace_head(options, plan.workspace, targets)}



def _encoders(plan: BuildPlan) -> ConfigEncoders:
    return ConfigEncoders.of(plan.workspace, _config(plan), plan.encoding, plan.positions)


def encoder_options(options: EncodingOptions) -> EncoderOptions:
    """What a request says of encoders."""
    return EncoderOptions(
        models=tuple(Path(model) for model in options.models), encoder=options.encoder,
        device=options.device, dtype=options.dtype, batch=options.batch)


def _config(plan: BuildPlan) -> TrainerConfig:
    if plan.workspace.config is None:
        raise ValueError("a plan is never made without a config")
    return plan.workspace.config


def _choice(kind: type[Choice], word: str) -> Choice:
    try:
        return kind(word)
    except ValueError:
        words = ", ".join(str(choice.value) for choice in kind)
        raise UserFacingError(
            f"A build knows no {word!r}.", f"Use one of {words}.") from None


def _build_or_resume(
    workspace: Workspace, options: BuildOptions, token: CancelToken
) -> Job[BuildReport]:
    if options.plan is None:
        return built(workspace, options, token)
    return apply_saved_build(
        ApplyOptions(plan=options.plan, even_if_busy=options.even_if_busy), token)


def _plan_summary(
    options: BuildOptions, planned: tuple[BuildPlan, SurveyReport]
) -> dict[str, Any]:
    plan, report = planned
    if options.plan is not None:
        save_document(plan_document(options, plan, report), Path(options.plan))
    return plan_document(options, plan, report, with_items=False)


PLAN_BUILD = Request(BuildOptions, planned_build, _plan_summary)
BUILD = Request(
    BuildOptions, _build_or_resume, lambda _options, report: report_document(report))
