"""Origin of one payload: its settings, those of the config now, dates and later operations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from larder.core.errors import UserFacingError
from larder.core.files.journal import payload_history
from larder.core.keys.recipe import (
    FINGERPRINT_SUFFIX,
    SAMPLE_SUFFIX,
    VERSION_FIELD,
    WEIGHTS_SUFFIX,
    RecipeValue,
    recipe_changes,
    shown_value,
)
from larder.core.queries.preview import PayloadSetting
from larder.core.recipes.of_config import recipe_of
from larder.core.stores.records import read_recipes
from larder.core.workspace.concepts import Concept
from larder.core.workspace.open_workspace import StoreLocation, Workspace

UNTOLD: Final = (FINGERPRINT_SUFFIX, SAMPLE_SUFFIX, WEIGHTS_SUFFIX)
"""Fields of digests, which say nothing to people."""


def read_settings(
    workspace: Workspace, location: StoreLocation, recipe: str, source: Path
) -> tuple[Mapping[str, Any], ...]:
    """The settings of a payload, those that differ first, as plain values.

    Args:
        workspace: its config says what is asked for now.
        location: the payload's store.
        recipe: id of the recipe that the payload carries, or that is noted of it.
        source: where its picture or caption lies, or would, which tells its concept.

    Returns:
        Nothing where nobody wrote down what it was made with: a trainer does not.
    """
    known = read_recipes(location.path)
    have = None if known is None else known.recipes.get(recipe)
    if have is None:
        return ()
    wanted: dict[str, RecipeValue] = {}
    concept = concept_of(workspace, source)
    if concept is not None and workspace.config is not None:
        try:
            want = recipe_of(workspace, concept, location.kind.content)
        except UserFacingError:  # a survey tells what is wrong with the config
            want = have
        wanted = {change.name: change.want for change in recipe_changes(have, want)}
    told = [
        PayloadSetting(
            name, shown_value(value), shown_value(wanted[name]) if name in wanted else None)
        for name, value in have.fields.items()
        if name != VERSION_FIELD and not name.endswith(UNTOLD)]
    told.sort(key=lambda setting: setting.want is None)
    return tuple(msgspec.to_builtins(setting) for setting in told)


def concept_of(workspace: Workspace, source: Path) -> Concept | None:
    """The concept in whose folder a source lies, in the deepest of several; None for none."""
    found = [
        (len(folder.parts), -concept.index, concept) for concept in workspace.concepts
        if source.is_relative_to(folder := workspace.locate(concept).real)]
    return max(found, key=lambda one: one[:2])[2] if found else None


def past_of(
    location: StoreLocation, source: str, payloads: Iterable[str]
) -> tuple[Mapping[str, Any], ...]:
    """Return the operations on a source's payloads as plain values; empty if unreadable."""
    try:
        past = payload_history(location.path, source, payloads)
    except OSError:
        return ()
    return tuple(msgspec.to_builtins(one) for one in past)
