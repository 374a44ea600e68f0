"""Requests that compare: another config, shared contents, and how a store was made."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from larder.core.build.build import build_planned
from larder.core.build.recording import plan_records
from larder.core.clean.assume import AssumePlan, apply_assume, assume_document, plan_assume
from larder.core.compare.document import ChangeDocument, SharePlan
from larder.core.compare.near import check_threshold
from larder.core.compare.plan import plan_change
from larder.core.compare.sharing import plan_shares
from larder.core.errors import UserFacingError, WorkspaceError
from larder.core.jobs import CancelToken, Job
from larder.core.requests.building import encoder_options, rates_of
from larder.core.requests.options import AssumeOptions, DiffOptions, DupsOptions, ProveOptions
from larder.core.requests.request import Request, store_folders
from larder.core.requests.surveying import survey_workspace
from larder.core.survey.report import Depth
from larder.core.workspace.cache_layout import CacheLayout
from larder.core.workspace.concepts import Concept
from larder.core.workspace.onetrainer_config import TrainerConfig
from larder.core.workspace.open_workspace import StoreLocation, Workspace, open_workspace
from larder.core.workspace.store_kinds import StoreContent
from larder.core.workspace.trainer_layout import lay_out
from larder.core.writes.undo_choice import note_no_undo

if TYPE_CHECKING:
    from larder.core.compare.proof.document import ProofDocument

OWN_CONCEPTS = frozenset({"concepts", "concept_file_name"})
"""A config without any of these, such as a preset, says nothing of concepts."""


def compare(workspace: Workspace, options: DiffOptions, token: CancelToken) -> Job[ChangeDocument]:
    """Compare a workspace with another config.

    Raises:
        WorkspaceError: if the other config cannot be read, or either has no config.
    """
    other, concepts = _other(workspace, options)
    return (yield from plan_change(
        workspace, other, concepts, named=options.other,
        rates_of=rates_of(options, replace(workspace, config=other)),
        chosen=encoder_options(options).models or None, token=token))


def share(workspace: Workspace, options: DupsOptions, token: CancelToken) -> Job[SharePlan]:
    """Find which sources share payloads, and on request which pictures look alike.

    Raises:
        WorkspaceError: if an index cannot be read.
        UserFacingError: if the threshold means nothing.
        JobCancelled: if the token was cancelled; its report is what was found by then, once
            pictures are looked at.
    """
    return plan_shares(
        workspace, token=token, kept=options.kept,
        threshold=check_threshold(options.threshold) if options.near else None)


def assume(workspace: Workspace, options: AssumeOptions, token: CancelToken) -> Job[AssumePlan]:
    """Plan to take the user's word for how a store was made and, if asked to, write it down.

    What nobody recorded is recorded with it: masks, of which only dates tell until then.

    Raises:
        WorkspaceError: if there is no config or no such store.
        StalePlanError, StoreLockedError, StoreBusyError: if it may not be written now.
        UserFacingError: if the store is empty or may not be written.
        JobCancelled: if the token was cancelled.
    """
    token.check()
    plan = plan_assume(workspace, options.store)
    if options.apply:
        apply_assume(workspace, plan, even_if_busy=options.even_if_busy)
        yield from _record(workspace, plan.location, options, token)
        note_no_undo(store_folders(workspace), "assume", has_changes=True)
    return plan


def _record(
    workspace: Workspace, store: StoreLocation, options: AssumeOptions, token: CancelToken
) -> Job[None]:
    """Record the masks of a store's pictures, as a build does that has nothing to encode."""
    if store.kind.content is not StoreContent.IMAGE:
        return
    layout = next(one for one in CacheLayout if one.format is store.kind.format)
    report = yield from survey_workspace(lay_out(workspace, layout), Depth.STAT.value, token)
    try:
        plan = yield from plan_records(report, store.path, token)
    except UserFacingError:
        return  # of what cannot be built for, dates go on telling
    if not plan.is_empty:
        yield from build_planned(plan, even_if_busy=options.even_if_busy, token=token)


def prove_payloads(
    workspace: Workspace, options: ProveOptions, token: CancelToken
) -> Job[ProofDocument]:
    """Compare a few cached files with what the config's model makes, and write down the outcome.

    Raises:
        UserFacingError: if nothing can be built for this workspace, or no model is at hand.
        StoreLockedError, StoreBusyError: if it may not be written now.
        JobCancelled: if the token was cancelled.
    """
    # What encodes takes time to load, which the other requests of this module need not.
    from larder.core.compare.proof.prove import prove

    report = yield from survey_workspace(workspace, Depth.STAT.value, token)
    return (yield from prove(
        report, encoder_options(options), token, sample=options.sample,
        even_if_busy=options.even_if_busy))


def _other(
    workspace: Workspace, options: DiffOptions
) -> tuple[TrainerConfig, Sequence[Concept]]:
    """The other config and its concepts; the workspace's own where it has none."""
    list_of_other = options.other_concepts
    opened_other = open_workspace(
        Path(options.other), root=workspace.root, maps=workspace.maps,
        concepts=None if list_of_other is None else Path(list_of_other))
    config = opened_other.config
    if config is None:
        raise WorkspaceError(
            f"{options.other} is not a config.", "Give the config to compare with.")
    names_concepts = list_of_other is not None or not OWN_CONCEPTS.isdisjoint(config.raw)
    keeps = not names_concepts or (not opened_other.concepts and config.concepts is None)
    return config, workspace.concepts if keeps else opened_other.concepts


DIFF = Request(DiffOptions, compare)
DUPS = Request(DupsOptions, share)
ASSUME = Request(
    AssumeOptions, assume,
    lambda options, plan: assume_document(plan, applied=options.apply))
PROVE = Request(ProveOptions, prove_payloads)
