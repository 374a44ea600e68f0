"""Scope of a build: the verdicts it fixes, the stores it fills, the concepts it skips.

The advice of a survey needs this too, so nothing that plans or encodes is imported here.
"""

from __future__ import annotations

import enum
from typing import Final

from larder.core.encoders.catalogue import built_row, list_unsupported_augmentations
from larder.core.errors import UserFacingError
from larder.core.survey.remedies import TO_BUILD
from larder.core.survey.report import StoreSurvey, SurveyReport
from larder.core.survey.variants import WantedSize, list_wanted_names, why_unwanted
from larder.core.survey.verdicts import VERDICTS, Verdict
from larder.core.workspace.cache_folder import why_cache_folder_is_unusable
from larder.core.workspace.concepts import Concept
from larder.core.workspace.onetrainer_config import TrainerConfig
from larder.core.workspace.open_workspace import (
    StoreContent,
    StoreLocation,
    Workspace,
)
from larder.core.workspace.samples import why_no_prompts
from larder.core.workspace.store_kinds import (
    TRAINER_CONTENTS,
)

OPTION: Final = "--other-weights"
"""How the command line says what becomes of them."""

NOT_USED: Final = (
    "It lies in a layout that is not used here: a build for the trainer that reads it, with "
    "--layout, brings it up to date, and a clear takes it away.")
"""Why nothing is built of what was left by a switch, or by an older trainer."""

DAMAGED: Final = "An index is damaged, and nothing is built before it is repaired."

SOURCE_IS_AWAY: Final = frozenset({Verdict.SOURCE_MISSING, Verdict.SOURCE_UNREACHABLE})
"""There is nothing to build from."""

BAD_ON_DISK: Final = frozenset({
    Verdict.WRONG_MODELTYPE, Verdict.COLLISION, Verdict.CORRUPT_PAYLOAD, Verdict.BAD_VALUES,
    Verdict.SIDECAR_CHANGED, Verdict.RECIPE_CHANGED})
"""Verdicts about the payloads themselves: what an entry names now is not to be used again."""


class BuildScope(enum.Enum):
    """Part of the wanted samples that is built.

    MISSING: samples without a payload of the wanted size. STALE: samples whose payload is not good.
    NEEDED: both. ALL: every wanted sample, good ones too.
    """

    MISSING = "missing"
    STALE = "stale"
    NEEDED = "needed"
    ALL = "all"

    def takes(self, verdict: Verdict) -> bool:
        """Return whether a sample with this verdict is built, provided its source is there."""
        if verdict in SOURCE_IS_AWAY:
            return False
        if self is BuildScope.ALL:
            return True
        if verdict not in TO_BUILD:
            return False
        return self is BuildScope.NEEDED or VERDICTS[verdict].counts_as.word == self.value


class OtherWeights(enum.Enum):
    """Treatment of good payloads that were encoded with other weights than a build's.

    ASK: the build is refused where it would mix or replace them. REPLACE: they are encoded again.
    KEEP: they stay.
    """

    ASK = "ask"
    REPLACE = "replace"
    KEEP = "keep"


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
           if survey.location.kind.content in TRAINER_CONTENTS
           and survey.location.id not in built}}


def can_be_built(workspace: Workspace, location: StoreLocation) -> bool:
    """Return whether Larder builds a store of this workspace."""
    try:
        config = buildable_config(workspace)
    except UserFacingError:
        return False
    return _is_built(workspace, location, config)


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
        return f"The size of pictures of {name} cannot be known: {wanted.reason}."
    config = workspace.config
    asked = () if config is None else list_unsupported_augmentations(concept, config)
    return f"{name} asks for {', '.join(asked)}, which Larder does not do." if asked else ""


def buildable_config(workspace: Workspace) -> TrainerConfig:
    """The config that a workspace is built for.

    Raises:
        UserFacingError: if there is none, its trainer would use no cache, or its model type cannot
            be built.
    """
    if workspace.config is None:
        raise UserFacingError(
            "A build needs the config that is to be trained with.",
            "Open the config itself, or add it with --config.")
    unwanted = [
        why_unwanted(workspace.config, content)
        for content in TRAINER_CONTENTS]
    if all(unwanted):
        raise UserFacingError(
            f"A trainer would use no cache: {'; '.join(dict.fromkeys(unwanted))}.",
            "Switch caching on in the trainer's config to build.")
    built_row(workspace.config)
    return workspace.config


def built_stores(report: SurveyReport, config: TrainerConfig) -> list[StoreSurvey]:
    """The stores that the config's trainer fills and whose format we write.

    Raises:
        UserFacingError: if there are none.
    """
    found = [
        survey for survey in report.stores
        if _is_built(report.workspace, survey.location, config)]
    workspace = report.workspace
    if not workspace.stores and (unusable := why_cache_folder_is_unusable(
            config, workspace.root, workspace.maps, workspace.flavour)):
        raise UserFacingError(unusable.problem, unusable.hint)
    if not found:
        raise UserFacingError(
            "None of the caches of this workspace is one that the config's trainer fills.",
            "Open the config itself.")
    return found


def _is_built(workspace: Workspace, location: StoreLocation, config: TrainerConfig) -> bool:
    """Return whether the config's trainer fills a store, rather than another next to it.

    Of two layouts in one folder, the one in use has the plain id.
    """
    content = location.kind.content
    if content not in TRAINER_CONTENTS or list_wanted_names(
            config, content) == frozenset():
        return False
    return location.id in {one.value for one in TRAINER_CONTENTS} or len(workspace.stores) == 1
