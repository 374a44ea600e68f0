"""What another config would invalidate in a workspace."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from larder.core.compare.plan import ChangePlan, change_document, plan_change
from larder.core.errors import WorkspaceError
from larder.core.jobs import CancelToken, Job
from larder.core.requests.building import encoder_options, rates_of
from larder.core.requests.opening import opened
from larder.core.requests.options import DiffOptions, DocumentAnswer
from larder.core.requests.surveying import encoded
from larder.core.workspace.concepts import Concept
from larder.core.workspace.onetrainer_config import TrainerConfig
from larder.core.workspace.open_workspace import Workspace, open_workspace

OWN_CONCEPTS = frozenset({"concepts", "concept_file_name"})
"""A config without any of these, such as a preset, says nothing of concepts."""


def compared(options: DiffOptions, token: CancelToken) -> Job[ChangePlan]:
    """Compare a workspace with another config.

    Raises:
        WorkspaceError: if the workspace or the other config cannot be read, or has no config.
        JobCancelled: if the token was cancelled.
    """
    workspace = opened(options)
    other, concepts = _other(workspace, options)
    return (yield from plan_change(
        workspace, other, concepts, named=options.other,
        rates_of=rates_of(options, replace(workspace, config=other)),
        chosen=encoder_options(options).models or None, token=token))


def answer_diff(options: DiffOptions, token: CancelToken) -> Job[DocumentAnswer]:
    """The same for a window."""
    plan = yield from compared(options, token)
    return DocumentAnswer(document=encoded(change_document(plan, with_doubted=True)))


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
