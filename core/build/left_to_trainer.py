"""Work that is left to the trainer: stores that no build fills, and samples that it does not make.

Each with the reason, as a sentence. The advice of a survey needs this too, so nothing that plans or
encodes is imported here.
"""

from __future__ import annotations

from typing import Final

from larder.core.build.scope import buildable_config, built_stores, is_built
from larder.core.encoders.catalogue import list_unsupported_augmentations
from larder.core.errors import UserFacingError
from larder.core.survey.report import SurveyReport
from larder.core.survey.variants import WantedSize
from larder.core.workspace.concepts import Concept
from larder.core.workspace.open_workspace import StoreContent, StoreLocation, Workspace
from larder.core.workspace.samples import why_no_prompts

NOT_USED: Final = (
    "The config's trainer does not read this layout. To update it, build with --layout; to remove "
    "it, use `larder clear`.")
"""Why nothing is built of what was left by a switch, or by an older trainer."""

DAMAGED: Final = "An index is damaged, and nothing is built before it is repaired."


def why_not_built(report: SurveyReport) -> dict[str, str]:
    """Why a build of this workspace makes nothing in a store, by its id.

    Stores that it fills are not there, and neither are stores of single values.
    """
    reason = "The trainer of this config does not fill it."
    built: set[str] = set()
    try:
        config = buildable_config(report.workspace)
        built = {survey.location.id for survey in built_stores(report, config)}
    except UserFacingError as refused:
        reason = f"{refused.problem} {refused.hint}".strip()
    used = {survey.location.path for survey in report.stores if survey.location.id in built}
    is_damaged = any(
        survey.index.damage for survey in report.stores if survey.location.id in built)
    return {
        **(dict.fromkeys(built, DAMAGED) if is_damaged else {}),
        **{survey.location.id: NOT_USED if survey.location.path in used else reason
           for survey in report.stores
           if survey.location.kind.traits.is_onetrainers
           and survey.location.id not in built}}


def can_be_built(workspace: Workspace, location: StoreLocation) -> bool:
    """Return whether Larder builds a store of this workspace."""
    try:
        config = buildable_config(workspace)
    except UserFacingError:
        return False
    return is_built(workspace, location, config)


def explain_left_out(
    workspace: Workspace, concept: Concept, content: StoreContent, wanted: WantedSize
) -> str:
    """Why what a concept asks for is left to the trainer, "" where Larder makes it.

    Where the file of a concept's prompts is away a trainer takes empty ones: those are not made.
    """
    if content is StoreContent.TEXT:
        return why_no_prompts(workspace, concept)
    name = concept.name or concept.path
    if wanted.targets is None:
        return f"The picture size of {name} cannot be determined: {wanted.reason}."
    config = workspace.config
    asked = () if config is None else list_unsupported_augmentations(concept, config)
    return f"{name} asks for {', '.join(asked)}, which Larder does not support." if asked else ""
