"""Why a change of settings may concern a store, told from the settings alone."""

from __future__ import annotations

import enum
from dataclasses import dataclass, replace

from larder.core.keys.recipe_changes import (
    SIZE_FIELDS,
    adds_only_masks,
    decide_content,
    recipe_changes,
)
from larder.core.operations.recipes.of_config import recipe_of
from larder.core.operations.surveying.wanted import wanted_names, wanted_size
from larder.core.workspace.concepts import Concept, ConceptType
from larder.core.workspace.open_workspace import StoreKind, StoreLocation, Workspace
from larder.core.workspace.store_kinds import StoreFormat, kind_of


class Reason(enum.Enum):
    """What a change makes different."""

    RECIPE = "recipe"
    SIZE = "size"
    ARRAYS = "arrays"
    VARIATIONS = "variations"
    SAMPLES = "samples"
    PLACE = "place"


@dataclass(frozen=True, slots=True)
class Concern:
    """How a change may concern one store.

    Attributes:
        reasons: none if it cannot.
        recipe_concepts: concepts whose payloads would be made in another way.
        asks_for_more: payloads need an array that the config as it is does not ask for.
    """

    reasons: frozenset[Reason]
    recipe_concepts: frozenset[int]
    asks_for_more: bool

    @property
    def needs_survey(self) -> bool:
        """Whether only a survey tells which samples it concerns."""
        return bool(self.reasons - {Reason.RECIPE})


def concern(before: Workspace, after: Workspace, location: StoreLocation) -> Concern:
    """How a change may concern a store.

    Raises:
        WorkspaceError: if a setting has no meaning, such as a resolution that is no number.
    """
    kind = kind_of(StoreFormat.SMART, location.kind.content)
    found: set[Reason] = set()
    recipe_concepts: set[int] = set()
    for now, then in zip(before.concepts, after.concepts, strict=True):
        if _samples(now) != _samples(then):
            found.add(Reason.SAMPLES)
        if then.enabled:
            of_concept = _reasons_of(before, now, after, then, kind)
            found |= of_concept
            recipe_concepts |= {then.index} if Reason.RECIPE in of_concept else set()
    have, want = wanted_names(before.config, kind), wanted_names(after.config, kind)
    grows = Reason.ARRAYS in found or (
        have is not None and want is not None and not want <= have)
    if have != want:
        found.add(Reason.ARRAYS)
    if _asks_for_validation(before) != _asks_for_validation(after):
        found.add(Reason.SAMPLES)
    if location not in after.stores:
        found.add(Reason.PLACE)
    return Concern(frozenset(found), frozenset(recipe_concepts), asks_for_more=grows)


def _samples(concept: Concept) -> tuple[object, ...]:
    """What decides which samples a concept gives."""
    return (concept.enabled, concept.path, concept.include_subdirectories,
            concept.type is ConceptType.VALIDATION)


def _asks_for_validation(workspace: Workspace) -> bool:
    return workspace.config is not None and workspace.config.validation


def _reasons_of(
    before: Workspace, now: Concept, after: Workspace, then: Concept, kind: StoreKind
) -> set[Reason]:
    """What is different for the payloads of one concept's samples."""
    found: set[Reason] = set()
    have_size, want_size = (
        wanted_size(before.config, now, kind), wanted_size(after.config, then, kind))
    want = recipe_of(after, then, kind.content)
    changes = recipe_changes(recipe_of(before, now, kind.content), want)
    if have_size.variations != want_size.variations:
        found.add(Reason.VARIATIONS)
    if replace(have_size, variations=want_size.variations) != want_size or any(
            change.name in SIZE_FIELDS for change in changes):
        found.add(Reason.SIZE)
    if decide_content(changes):
        found.add(Reason.ARRAYS if adds_only_masks(changes, want) else Reason.RECIPE)
    return found
