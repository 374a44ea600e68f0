"""New samples whose bytes are cached already: a renamed folder, a copied picture.

A build gives them the payloads that are there. Telling so takes the hashes of the new samples, so
that many new ones are only hashed where entries fell out of use, which is what a move looks like.
"""

from __future__ import annotations

import os
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from larder.core.build.sharing import HASHES_NAME, is_worth_hashing
from larder.core.compare.effect import Effect
from larder.core.jobs import CancelToken, Job
from larder.core.keys.hash_memory import HashMemory
from larder.core.keys.recipe import decide_content, recipe_changes
from larder.core.recipes.of_config import recipe_of
from larder.core.settings import cache_home
from larder.core.stores.store_memory import present_index
from larder.core.survey.report import StoreSurvey
from larder.core.survey.sources import SourceFile, hash_sources
from larder.core.workspace.open_workspace import Workspace
from larder.core.workspace.roots import PathFlavour, resolve
from larder.core.workspace.store_kinds import StoreFormat


def without_reused(
    effect: Effect, before: StoreSurvey, after: StoreSurvey, workspace: Workspace,
    token: CancelToken,
) -> Job[Effect]:
    """An effect less the new samples that payloads of equal bytes serve.

    Args:
        effect: of a change of samples, sizes and recipes staying as they are.
        before: the store now.
        after: the store as it would be.
        workspace: as it would be.
        token: checked while hashing.

    Raises:
        JobCancelled: if the token was cancelled.
    """
    if before.location.kind.format is not StoreFormat.SMART or not len(effect.new):
        return effect
    cached = _cached_contents(before)
    if not cached or not (effect.unused or is_worth_hashing(before, len(effect.new))):
        return effect
    rows = after.rows
    paths = [
        resolve(rows.source(row), workspace.root, workspace.maps, PathFlavour(rows.separator))
        for row in effect.new.tolist()]
    with HashMemory(cache_home() / HASHES_NAME) as memory:
        found = yield from hash_sources(
            [SourceFile(*os.path.split(path)) for path in paths], memory, trust_memory=True,
            token=token)
    left: npt.NDArray[np.bool_] = np.array([
        content is None or not _serves(workspace, cached.get(content), int(concept), before)
        for content, concept in zip(found.hashes, effect.new_concepts.tolist(), strict=True)],
        dtype=np.bool_)
    return replace(effect, new=effect.new[left], new_concepts=effect.new_concepts[left])


def _cached_contents(survey: StoreSurvey) -> dict[str, int]:
    """Content -> the concept of an entry that has payloads of it, -1 for none."""
    store = survey.location.path
    columns = present_index(cache_home(), store).columns
    if len(columns) != int(survey.rows.has_entry.sum()):
        return {}
    there = np.flatnonzero(survey.rows.bytes[:len(columns)] > 0)
    hashes = columns.hashes[there].tolist()
    concepts = survey.rows.concept[there].tolist()
    return {
        bytes(content).decode("ascii"): int(concept)
        for content, concept in zip(hashes, concepts, strict=True)}


def _serves(
    workspace: Workspace, donor: int | None, concept: int, survey: StoreSurvey
) -> bool:
    """Whether payloads made for one concept are right for another."""
    if donor is None:
        return False
    if donor < 0 or concept < 0 or donor == concept:
        return True
    content = survey.location.kind.content
    have, want = (
        recipe_of(workspace, workspace.concepts[at], content) for at in (donor, concept))
    return not decide_content(recipe_changes(have, want))
