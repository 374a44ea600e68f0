"""Planning builds over a folder of the user's files, and carrying them out."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from larder.core.build.documents import (
    SavedSourcePlan,
    SourceBuildReport,
    restricted_source_build,
    source_plan_document,
    source_report_document,
)
from larder.core.build.source_build import apply_source_build
from larder.core.build.source_plan import SourceBuildPlan, TargetStore
from larder.core.build.source_planning import PlanSettings, plan_source_build
from larder.core.encoders.value_encoder import ValueEncoder, ValueOptions, open_value_encoder
from larder.core.errors import UserFacingError, WorkspaceError
from larder.core.files.store_paths import larder_folder
from larder.core.jobs import CancelToken, Job
from larder.core.requests.options import ApplyOptions, SourceBuildOptions
from larder.core.requests.request import Request
from larder.core.requests.saving import options_of, save_document, saved_options
from larder.core.saved_plans import plan_head, read_saved
from larder.core.settings import load_settings, remembered_maps
from larder.core.stores.sharded.listing import list_sharded
from larder.core.survey.report import Depth
from larder.core.workspace.open_workspace import open_workspace
from larder.core.workspace.roots import PathMap
from larder.core.workspace.store_kinds import StoreFormat, StoreKind
from larder.core.workspace.store_locations import StoreLocation, find_stores
from larder.core.workspace.workspace_root import root_of_stores


def planned_source_build(
    options: SourceBuildOptions, token: CancelToken
) -> Job[SourceBuildPlan]:
    """Plan a build over a folder.

    Raises:
        UserFacingError: if a folder cannot be listed, no encoder can be had, or nothing tells in
            which store to put the values.
        JobCancelled: if the token was cancelled.
    """
    store = target_store(options)
    return (yield from plan_source_build(
        Path(options.sources), store, partial(_open, options, store.kind),
        settings=PlanSettings(
            limit=options.limit, measure=options.measure, anew=options.measure_anew,
            reads_payloads=Depth(options.depth) is Depth.PAYLOAD),
        token=token))


def sources_built(options: SourceBuildOptions, token: CancelToken) -> Job[SourceBuildReport]:
    """Plan and build.

    Raises:
        StalePlanError, StoreLockedError: if it may not be done now.
        UserFacingError: as `planned_source_build`, or if the store cannot be written.
        JobCancelled: if the token was cancelled; its report says what was kept.
    """
    plan = yield from planned_source_build(
        msgspec.structs.replace(options, measure=False, measure_anew=False), token)
    return (yield from apply_source_build(
        plan, partial(_open, options, plan.store.kind), threads=options.threads, token=token))


def apply_saved_sources(options: ApplyOptions, token: CancelToken) -> Job[SourceBuildReport]:
    """Build what a saved plan lists, less what changed since, which is told as such.

    Raises:
        StalePlanError, StoreLockedError: if it may not be done now.
        WorkspaceError: if the file cannot be read.
        UserFacingError: as `sources_built`.
        JobCancelled: if the token was cancelled; its report says what was kept.
    """
    saved = read_saved(Path(options.plan), SavedSourcePlan)
    wanted = options_of(saved, SourceBuildOptions, limit=None, measure=False)
    plan, dropped = restricted_source_build(
        (yield from planned_source_build(wanted, token)), saved)
    report = yield from apply_source_build(
        plan, partial(_open, wanted, plan.store.kind), threads=wanted.threads, token=token)
    return replace(report, build=replace(
        report.build, changed=(*dropped, *report.build.changed)))


def source_document(options: SourceBuildOptions, plan: SourceBuildPlan) -> dict[str, Any]:
    """A plan as it is saved."""
    store = plan.store
    location = StoreLocation(store.id, store.kind, store.folder, str(store.folder))
    return {**source_plan_document(plan), **plan_head(
        [location], {}, request=saved_options(options), made_at_ns=time.time_ns())}




def target_store(options: SourceBuildOptions) -> TargetStore:
    """The store that values are put into; one that is not there yet is to be made.

    Raises:
        UserFacingError: if there are several, none can be made there, or the kind is no such kind.
        WorkspaceError: if a config cannot be read.
    """
    kind = _kind(options.store)
    budget = load_settings().budgets.get(kind.value)
    opened = Path(os.path.abspath(options.workspace))  # noqa: PTH100 - links stay as spelled
    found = _stores(opened)
    of_kind = [store for store in found if store.kind is kind]
    if len(of_kind) > 1:
        raise UserFacingError(
            f"There are {len(of_kind)} {kind.value} caches in {opened}.",
            f"Name one of them, {of_kind[0].path} for one.")
    if of_kind:
        maps = tuple(PathMap(*one) for one in remembered_maps(options.workspace))
        return TargetStore(
            of_kind[0].id, kind, of_kind[0].path, budget, _root(opened, maps), maps)
    folder = _new_store(opened, kind, found)
    _require_outside(folder, Path(options.sources))
    return TargetStore(kind.value, kind, folder, budget)



def _open(options: SourceBuildOptions, kind: StoreKind) -> ValueEncoder:
    return open_value_encoder(kind, model=options.model, options=ValueOptions(
        size=options.size, sample_rate=options.sample_rate, max_seconds=options.max_seconds,
        auto_resample=options.resample, sequence_length=options.sequence_length,
        add_special_tokens=options.special_tokens))


def _kind(word: str) -> StoreKind:
    known = {kind.value: kind for kind in StoreKind if kind.format is StoreFormat.SHARDED}
    if word not in known:
        raise UserFacingError(
            f"There is no {word!r} cache that is built from files.",
            f"Use one of {', '.join(known)}.")
    return known[word]


def _root(opened: Path, maps: Sequence[PathMap]) -> Path:
    """What relative sources refer to, as a survey of the same folder has it."""
    try:
        return open_workspace(opened, maps=maps).root
    except WorkspaceError:
        # A config in the folder that cannot be read is nothing that such a build needs.
        return root_of_stores(opened, [])


def _stores(opened: Path) -> tuple[StoreLocation, ...]:
    if opened.is_dir():
        return find_stores(opened)
    if opened.exists():
        return open_workspace(opened).stores
    return ()


def _new_store(opened: Path, kind: StoreKind, found: tuple[StoreLocation, ...]) -> Path:
    """Where a store can be made."""
    if opened.is_file():
        raise WorkspaceError(
            f"{opened} is a file, and none of its caches holds such values.",
            "Name the folder the cache is to be made in.")
    here = [store for store in found if store.path == opened]
    if here:
        raise UserFacingError(
            f"{opened} is a {here[0].kind.value} cache.",
            f"Name the folder above it, and the {kind.value} cache is made beside it.")
    if larder_folder(opened).is_dir() and _is_begun(opened, kind):
        return opened
    folder = opened / kind.value
    if folder.exists() and not _is_begun(folder, kind):
        raise UserFacingError(
            f"{folder} is there and is no {kind.value} cache.",
            "Name another folder for the cache.")
    return folder


def _is_begun(folder: Path, kind: StoreKind) -> bool:
    """Whether a folder holds nothing but what a build leaves that is killed at its beginning."""
    return folder.is_dir() and not list_sharded(folder, kind).foreign


def _require_outside(folder: Path, sources: Path) -> None:
    """A cache is made nowhere among the user's files."""
    real = sources.resolve()
    if real in (folder.resolve(), *folder.resolve().parents):
        raise UserFacingError(
            f"{folder} would lie among the sources in {sources}.",
            "Name another folder for the cache.")


def _build_or_resume(options: SourceBuildOptions, token: CancelToken) -> Job[SourceBuildReport]:
    if options.plan is None:
        return sources_built(options, token)
    return apply_saved_sources(ApplyOptions(plan=options.plan), token)


def _plan_summary(options: SourceBuildOptions, plan: SourceBuildPlan) -> dict[str, Any]:
    if options.plan is not None:
        save_document(source_document(options, plan), Path(options.plan))
    return source_plan_document(plan, with_items=False)


PLAN_BUILD_SOURCES = Request(SourceBuildOptions, planned_source_build, _plan_summary)
BUILD_SOURCES = Request(
    SourceBuildOptions, _build_or_resume,
    lambda _options, report: source_report_document(report))
