"""Which sources of a plan need no payload of their own, because equal ones have or get it.

A build hashes every source and finds out by itself. A plan counts what it can know before: contents
that the index has, contents that are remembered, and those of a few new sources, which are hashed.
What it does not know counts as different, so the plan never promises too little work.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final

import msgspec
import numpy as np

from larder.core.build.chosen import StoreChoice
from larder.core.build.identity import deciding_sidecars, name_of_prompt
from larder.core.build.look import sidecar_of
from larder.core.build.plan import BuildItem
from larder.core.build.recipes import BuildRecipes
from larder.core.build.work import plain_stem
from larder.core.jobs import CancelToken, Job
from larder.core.keys.hash_memory import HashMemory
from larder.core.settings import cache_home
from larder.core.survey.report import StoreSurvey
from larder.core.survey.sources import SourceFile, hash_sources
from larder.core.survey.verdicts import VERDICTS, Counted, Verdict
from larder.core.workspace.model_types import find_model_type
from larder.core.workspace.open_workspace import StoreContent

HASHED_AT_ONCE: Final = 1_000
"""New sources that are hashed in any case: a few seconds from a slow drive."""

HASHES_NAME: Final = "hashes.sqlite"
"""File in the cache folder that remembers hashes of sources."""

GOOD: Final = frozenset(
    verdict for verdict in Verdict
    if VERDICTS[verdict].counts_as is Counted.COVERED or verdict is Verdict.UNUSED)
"""Verdicts of rows whose payloads another source can take."""


def with_shared(
    choice: StoreChoice, items: Sequence[BuildItem], token: CancelToken
) -> Job[list[BuildItem]]:
    """The items, those marked whose payloads are there or are made for another one.

    Raises:
        JobCancelled: if the token was cancelled.
    """
    known = yield from _with_contents(choice, items, token)
    return _Sharing(choice).marked(known)


def is_worth_hashing(survey: StoreSurvey, count: int) -> bool:
    """Whether so many new sources are hashed, to see if cached payloads serve them.

    Many are only where entries fell out of use, which is what a move looks like.
    """
    if not (survey.rows.bytes > 0).any():
        return False
    if count <= HASHED_AT_ONCE:
        return True
    asked = np.zeros(len(survey.rows), dtype=np.bool_)
    for rows in survey.wanted.values():
        asked[rows] = True
    return bool((~asked & (survey.rows.bytes > 0)).any())


def _with_contents(
    choice: StoreChoice, items: Sequence[BuildItem], token: CancelToken
) -> Job[list[BuildItem]]:
    unknown = {item.source: item for item in items if not item.content}
    files = [SourceFile(*os.path.split(source)) for source in unknown]
    with HashMemory(cache_home() / HASHES_NAME) as memory:
        found = yield from hash_sources(
            files, memory, trust_memory=True, token=token,
            only_known=not is_worth_hashing(choice.survey, len(files)))
    contents = dict(zip(unknown, found.hashes, strict=True))
    return [
        item if item.content else msgspec.structs.replace(
            item, content=contents[item.source] or "")
        for item in items]


class _Sharing:
    """Tells of one store which items need no payload of their own."""

    def __init__(self, choice: StoreChoice) -> None:
        workspace = choice.report.workspace
        self._choice = choice
        self._kind = choice.survey.location.kind.content
        self._concepts = {concept.index: concept for concept in workspace.concepts}
        self._recipes = BuildRecipes(
            workspace, self._kind, choice.survey.location.path,
            tuple(choice.report.chosen or ()))
        config = workspace.config
        self._endings = () if config is None or self._kind is not StoreContent.IMAGE \
            else deciding_sidecars(config)
        model_type = None if config is None else find_model_type(config.model_type)
        self._frames = model_type is not None and model_type.frame_axis

    def marked(self, items: Sequence[BuildItem]) -> list[BuildItem]:
        """Mark what another item or a good row of an equal source serves."""
        times = Counter((item.content, item.bucket) for item in items)
        claimed: dict[tuple[object, ...], int] = {}
        found: list[BuildItem] = []
        for item in items:
            may_share = times[item.content, item.bucket] > 1 or not item.keeps_row
            if not item.content or not may_share or self._has_sidecar(item):
                found.append(item)
                continue
            identity = self._identity(item)
            is_shared = claimed.get(identity, 0) >= item.variations or self._is_served(item)
            if not is_shared:
                claimed[identity] = item.variations
            found.append(msgspec.structs.replace(item, is_shared=True) if is_shared else item)
        return found

    def _identity(self, item: BuildItem) -> tuple[object, ...]:
        concept = self._concepts[item.use.concept]
        return (item.content, item.bucket, self._recipes.identity(concept),
                name_of_prompt(concept, item.use.picture, self._kind))

    def _has_sidecar(self, item: BuildItem) -> bool:
        """Whether a mask or the like decides its payloads, too; equal pictures may differ there."""
        return any(
            os.path.lexists(sidecar_of(item.source, ending)) for ending in self._endings)

    def _is_served(self, item: BuildItem) -> bool:
        """Whether a good row of an equal source names payloads that are right for this one."""
        if item.is_redone or item.keeps_row:
            return False
        size = (1, item.bucket[0]) if item.bucket is not None and self._frames else item.bucket
        stem = plain_stem(item.content[:12], size)
        if any(f"{stem}_{number}.pt" not in self._files for number in item.to_make):
            return False
        return any(self._serves(row, item) for row in self._rows_of.get(stem, ()))

    def _serves(self, row: int, item: BuildItem) -> bool:
        choice, rows = self._choice, self._choice.survey.rows
        if bytes(choice.columns.hashes[row]).decode("ascii") != item.content \
                or Verdict(int(rows.verdicts[row])) not in GOOD:
            return False
        concept = self._concepts.get(int(rows.concept[row]))
        recipes = self._recipes
        return concept is None or recipes.identity(concept) == recipes.identity(
            self._concepts[item.use.concept])

    @cached_property
    def _files(self) -> frozenset[str]:
        return frozenset(self._choice.survey.payloads.names)

    @cached_property
    def _rows_of(self) -> Mapping[str, Iterable[int]]:
        """Index rows by the stems they name."""
        columns = self._choice.columns
        found: dict[str, list[int]] = {}
        for stem, row in zip(columns.stems, columns.variant_row.tolist(), strict=True):
            found.setdefault(stem, []).append(row)
        return found
