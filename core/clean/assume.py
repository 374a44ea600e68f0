"""The user's word that the payloads of a store were made with the workspace's config.

Trainers write nothing about how a payload was made, so what they cached before Larder came is
unknown. Said once per store, the word makes it known: one line in the store's `.larder` with the
recipe of each enabled concept, for every payload that is there now. Payloads a trainer writes later
are not meant, and payloads that carry a recipe of their own keep to that. In the released layout
it holds for the groups that the concepts are read from today; a group of other settings has
another name.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import msgspec

from larder.core.errors import StalePlanError, UserFacingError, WorkspaceError
from larder.core.files.file_stamp import IndexStamp, index_stamp
from larder.core.files.journal import JournalAction, JournalRecord, append_journal
from larder.core.keys.payload_names import INDEX_NAME
from larder.core.keys.recipe import Recipe
from larder.core.recipes.cached_files import StorePayloads, list_cached_files
from larder.core.recipes.of_config import recipe_of
from larder.core.stores.records import AssumedConcept, Assumption, append_assumption
from larder.core.stores.released.groups import list_released_groups
from larder.core.stores.released.matching import ConceptBlock, workspace_group_keys
from larder.core.workspace.concepts import Concept
from larder.core.workspace.open_workspace import StoreLocation, Workspace
from larder.core.workspace.store_kinds import StoreContent
from larder.core.writes.transaction import store_transaction

SCHEMA = "larder.assume/1"


@dataclass(frozen=True, slots=True)
class AssumePlan:
    """Recipes that would be recorded for one store.

    Attributes:
        recipes: each enabled concept with its recipe, in file order.
        groups: keys of the groups of the released layout that each of them is read from.
    """

    location: StoreLocation
    there: StorePayloads
    index: IndexStamp | None
    recipes: tuple[tuple[Concept, Recipe], ...]
    groups: tuple[tuple[str, ...], ...]


def plan_assume(workspace: Workspace, store: str) -> AssumePlan:
    """Look at what a store holds and at what the config says.

    Raises:
        WorkspaceError: if there is no config, no enabled concept or no such store.
        UserFacingError: if the store is of another kind, or empty.
        OSError: if the store cannot be listed.
    """
    location = _location(workspace, store)
    recipes = tuple(
        (concept, recipe_of(workspace, concept, location.kind.content, by_trainer=True))
        for concept in workspace.concepts if concept.enabled)
    if not recipes:
        raise WorkspaceError(
            "No concept is enabled, so it is not known what was cached.",
            "Open the config they were made with, and give its concepts with --concepts.")
    is_released = location.kind.traits.whole_groups
    groups = _groups_of(workspace, location) if is_released else {}
    read = tuple(groups.get(concept.index, ()) if is_released else ("",) for concept, _ in recipes)
    there = list_cached_files(location, [key for keys in read for key in keys])
    if there is None:
        raise UserFacingError(
            f"There is no cached file in {location.path}"
            f"{' of a concept that is enabled' if is_released else ''}.", "There is nothing to "
                                                                          "record.")
    return AssumePlan(
        location=location, there=there, index=index_stamp(location.path / INDEX_NAME),
        recipes=recipes, groups=read)


def _groups_of(workspace: Workspace, location: StoreLocation) -> dict[int, tuple[str, ...]]:
    """The groups that are there and that each concept is read from, by its index."""
    block = ConceptBlock.TEXT if location.kind.content is StoreContent.TEXT else ConceptBlock.IMAGE
    there = set(list_released_groups(location.path))
    return {
        concept: tuple(key for key in keys if key in there)
        for concept, keys in workspace_group_keys(workspace, block).items()}


def apply_assume(
    workspace: Workspace, plan: AssumePlan, *, even_if_busy: bool = False
) -> Assumption:
    """Write it down.

    Raises:
        StalePlanError: if the store or the config is not as it was planned for.
        StoreLockedError: if another Larder process writes into the store.
        StoreBusyError: if a trainer seems to be at work.
        UserFacingError: if the store may not be written.
    """
    folder = plan.location.path
    with store_transaction({folder: ()}, even_if_busy=even_if_busy):
        if plan_assume(workspace, plan.location.id) != plan:
            raise StalePlanError(f"The cache {folder} has changed.", "Look at it again.")
        assumption = Assumption(
            at_ns=time.time_ns(), index=plan.index, **plan.there.as_recorded(folder),
            concepts=tuple(
                AssumedConcept(concept.path, recipe.id, group)
                for (concept, recipe), groups in zip(plan.recipes, plan.groups, strict=True)
                for group in groups),
            recipes={recipe.id: dict(recipe.fields) for _, recipe in plan.recipes})
        append_assumption(folder, assumption)
        append_journal(folder, JournalRecord(
            at_ns=assumption.at_ns, action=JournalAction.ASSUMED, items=plan.there.count,
            bytes=plan.there.bytes, detail={
                "concepts": [msgspec.to_builtins(named) for named in assumption.concepts]}))
    return assumption


def assume_document(plan: AssumePlan, *, applied: bool) -> dict[str, Any]:
    """A plan, or what was written, as `larder.assume/1`."""
    return {
        "schema": SCHEMA, "store": plan.location.id, "applied": applied,
        "payloads": plan.there.count, "bytes": plan.there.bytes,
        "concepts": [
            {"name": concept.name, "path": concept.path, "recipe": recipe.id}
            for concept, recipe in plan.recipes],
        "recipes": {recipe.id: dict(recipe.fields) for _, recipe in plan.recipes}}


def _location(workspace: Workspace, store: str) -> StoreLocation:
    if workspace.config is None:
        raise WorkspaceError(
            "Without a config, Larder cannot record how cached files were made.",
            "Open the config they were made with, or add it with --config.")
    location = workspace.store(store)
    if location is None or not location.exists:
        there = ", ".join(found.id for found in workspace.stores if found.exists) or "none"
        raise WorkspaceError(f"There is no cache {store!r}.", f"Caches here: {there}.")
    if not location.kind.traits.is_onetrainers:
        raise UserFacingError(
            f"The names of the cached files of {store} already show how they were made.",
            "Only a cache that OneTrainer reads needs this record.")
    return location
