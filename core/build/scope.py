"""Scope of a build: the verdicts it fixes, and the stores it fills.

The advice of a survey needs this too, so nothing that plans or encodes is imported here. What a
build does not make is in `left_to_trainer`.
"""

from __future__ import annotations

import enum
from typing import Final

from larder.core.encoders.catalogue import built_row
from larder.core.errors import UserFacingError
from larder.core.survey.remedies import TO_BUILD
from larder.core.survey.report import StoreSurvey, SurveyReport
from larder.core.survey.variants import list_wanted_names, why_unwanted
from larder.core.survey.verdicts import VERDICTS, Verdict
from larder.core.workspace.cache_folder import why_cache_folder_is_unusable
from larder.core.workspace.onetrainer_config import TrainerConfig
from larder.core.workspace.open_workspace import StoreLocation, Workspace
from larder.core.workspace.store_kinds import TRAINER_CONTENTS

OPTION: Final = "--other-weights"
"""How the command line says what becomes of them."""

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


def buildable_config(workspace: Workspace) -> TrainerConfig:
    """The config that a workspace is built for.

    Raises:
        UserFacingError: if there is none, its trainer would use no cache, or its model type cannot
            be built.
    """
    if workspace.config is None:
        raise UserFacingError(
            "A build needs the config that you train with.",
            "Open the config itself, or add it with --config.")
    unwanted = [why_unwanted(workspace.config, content) for content in TRAINER_CONTENTS]
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
        if is_built(report.workspace, survey.location, config)]
    workspace = report.workspace
    if not workspace.stores and (unusable := why_cache_folder_is_unusable(
            config, workspace.root, workspace.maps, workspace.flavour)):
        raise UserFacingError(unusable.problem, unusable.hint)
    if not found:
        raise UserFacingError(
            "None of the caches of this workspace is one that the config's trainer fills.",
            "Open the config itself.")
    return found


def is_built(workspace: Workspace, location: StoreLocation, config: TrainerConfig) -> bool:
    """Return whether the config's trainer fills a store, rather than another next to it.

    Of two layouts in one folder, the one in use has the plain id.
    """
    kind = location.kind
    if not kind.traits.is_onetrainers or list_wanted_names(config, kind.content) == frozenset():
        return False
    return location.id in {one.value for one in TRAINER_CONTENTS} or len(workspace.stores) == 1
