"""Why a change of settings may concern a store, told from the settings alone."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass, replace

from larder.core.keys.recipe import (
    ENCODER_NAME_FIELDS,
    SIZE_FIELDS,
    FieldChange,
    adds_only_masks,
    are_models_alone,
    decide_content,
    recipe_changes,
)
from larder.core.recipes.of_config import recipe_of
from larder.core.survey.variants import wanted_names, wanted_size
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
        model_concepts: those of them for which that is another model, and nothing else.
        asks_for_more: payloads need an array that the config as it is does not ask for.
    """

    reasons: frozenset[Reason]
    recipe_concepts: frozenset[int]
    model_concepts: frozenset[int]
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
    model_concepts: set[int] = set()
    for now, then in zip(before.concepts, after.concepts, strict=True):
        if _samples(now) != _samples(then):
            found.add(Reason.SAMPLES)
        if then.enabled:
            changes = _recipe_changes(before, now, after, then, kind)
            of_concept = _reasons_of(before, now, after, then, kind, changes)
            found |= of_concept
            if Reason.RECIPE in of_concept:
                recipe_concepts.add(then.index)
                model_concepts |= {then.index} if are_models_alone(changes) else set()
    have, want = wanted_names(before.config, kind), wanted_names(after.config, kind)
    grows = Reason.ARRAYS in found or (
        have is not None and want is not None and not want <= have)
    if have != want:
        found.add(Reason.ARRAYS)
    if _asks_for_validation(before) != _asks_for_validation(after):
        found.add(Reason.SAMPLES)
    if location not in after.stores:
        found.add(Reason.PLACE)
    return Concern(
        frozenset(found), frozenset(recipe_concepts), frozenset(model_concepts),
        asks_for_more=grows)


def _samples(concept: Concept) -> tuple[object, ...]:
    """What decides which samples a concept gives."""
    return (concept.enabled, concept.path, concept.include_subdirectories,
            concept.type is ConceptType.VALIDATION)


def _asks_for_validation(workspace: Workspace) -> bool:
    return workspace.config is not None and workspace.config.validation


def _recipe_changes(
    before: Workspace, now: Concept, after: Workspace, then: Concept, kind: StoreKind
) -> tuple[FieldChange, ...]:
    """What differs between the recipes of a concept; models by their weights where those tell."""
    content = kind.content
    changes = recipe_changes(
        recipe_of(before, now, content), recipe_of(after, then, content))
    if ENCODER_NAME_FIELDS.isdisjoint(change.name for change in changes):
        return changes
    # Knowing where encoders lie costs 70 ms of imports, which only changes of models shall pay.
    from larder.core.recipes.weights import find_models

    have, want = (
        {part: model.weights for part, model in find_models(workspace, content).items()}
        for workspace in (before, after))
    return recipe_changes(
        recipe_of(before, now, content, weights=have),
        recipe_of(after, then, content, weights=want))


def _reasons_of(
    before: Workspace, now: Concept, after: Workspace, then: Concept, kind: StoreKind,
    changes: Sequence[FieldChange],
) -> set[Reason]:
    """What is different for the payloads of one concept's samples."""
    found: set[Reason] = set()
    have_size, want_size = (
        wanted_size(before.config, now, kind), wanted_size(after.config, then, kind))
    if have_size.variations != want_size.variations:
        found.add(Reason.VARIATIONS)
    if replace(have_size, variations=want_size.variations) != want_size or any(
            change.name in SIZE_FIELDS for change in changes):
        found.add(Reason.SIZE)
    if decide_content(changes):
        found.add(Reason.ARRAYS if adds_only_masks(changes, want=recipe_of(
            after, then, kind.content)) else Reason.RECIPE)
    return found
