"""Chooses what is built of one store: which sources, at which sizes, keeping what is good."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from larder.core.build.buckets import RowVariant, RowVariants
from larder.core.build.chosen import Chosen, Source, StoreChoice
from larder.core.build.items import ItemMaker
from larder.core.build.plan import LeftOut
from larder.core.build.samples import SampleUse
from larder.core.build.scope import SOURCE_IS_AWAY, BuildScope
from larder.core.clean.report import LeftItem
from larder.core.encoders.augmentations import unsupported_augmentations
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.survey.variants import WantedSize, wanted_size
from larder.core.survey.verdicts import Verdict
from larder.core.workspace.bucketing import Size
from larder.core.workspace.concepts import Concept
from larder.core.workspace.onetrainer_config import TrainerConfig
from larder.core.workspace.open_workspace import StoreContent

PROGRESS_EVERY = 256
NO_CAPTION = "Without a caption file a trainer uses a blank embedding; write one to build."


def choose_items(choice: StoreChoice, token: CancelToken) -> Job[Chosen]:
    """Choose.

    Raises:
        WorkspaceError: if a resolution text cannot be read.
        JobCancelled: if the token was cancelled.
    """
    return (yield from _Chooser(choice, token).run())


def why_left(config: TrainerConfig | None, concept: Concept, wanted: WantedSize) -> str:
    """Why the trainer has to make a concept's pictures, "" where Larder does.

    Args:
        config: what is trained.
        concept: whose pictures.
        wanted: at which sizes.
    """
    name = concept.name or concept.path
    if wanted.targets is None:
        return f"The size of pictures of {name} cannot be known: {wanted.reason}."
    asked = () if config is None else unsupported_augmentations(concept, config)
    return f"{name} asks for {', '.join(asked)}, which Larder does not do." if asked else ""


class _UnreadableError(Exception):
    """Why nothing can be made of a source, one sentence."""


class _Chooser:
    """Goes through the wanted rows of one store once."""

    def __init__(self, choice: StoreChoice, token: CancelToken) -> None:
        self._choice = choice
        self._token = token
        self._rows = choice.survey.rows
        self._variants = RowVariants(choice.columns)
        self._concepts = {one.index: one for one in choice.report.workspace.concepts}
        self._wanted = self._wanted_sizes()
        self._is_image = choice.survey.location.kind.content is StoreContent.IMAGE
        self._left: Counter[str] = Counter()
        self._examples: dict[str, str] = {}
        self._chosen = Chosen()
        self._items = ItemMaker(choice, self._wanted, self._variants, self._chosen)
        self._keys = 0

    def run(self) -> Job[Chosen]:
        """Choose items in build order."""
        rows = self._candidate_rows()
        for done, row in enumerate(rows):
            self._token.check()
            if done % PROGRESS_EVERY == 0:
                yield Progress("planning", done, len(rows), "sources")
            if self._choice.limit is not None and self._keys >= self._choice.limit:
                break
            self._choose(row)
        chosen = self._chosen
        chosen.items.sort(key=lambda item: (item.bucket or (0, 0), item.use.position, item.key))
        chosen.left_out = [
            LeftOut(self._choice.survey.location.id, count, why, self._examples[why])
            for why, count in self._left.items()]
        return chosen

    def _wanted_sizes(self) -> dict[int, WantedSize]:
        workspace = self._choice.report.workspace
        kind = self._choice.survey.location.kind
        return {
            concept.index: wanted_size(workspace.config, concept, kind)
            for concept in self._concepts.values()
            if concept.index in self._choice.survey.wanted}

    def _candidate_rows(self) -> list[int]:
        """Wanted rows that are not plainly good, concept by concept."""
        wanted = self._choice.survey.wanted
        if not wanted:
            return []
        rows = np.concatenate([wanted[concept] for concept in sorted(wanted)])
        rows = rows[np.sort(np.unique(rows, return_index=True)[1])]
        if self._choice.scope is BuildScope.ALL:
            return [int(row) for row in rows.tolist()]
        good = np.isin(self._rows.verdicts[rows], (Verdict.VALID, Verdict.TOUCHED))
        return [int(row) for row in rows[~good | self._has_several(rows)].tolist()]

    def _has_several(self, rows: npt.NDArray[np.int32]) -> npt.NDArray[np.bool_]:
        """Rows with several variants, of which the wanted one may not be the first.

        With every target wanted all rows count, because any may lack one.
        """
        if self._choice.every_target:
            return np.ones(len(rows), dtype=np.bool_)
        counts = np.zeros(len(self._rows), dtype=np.int32)
        np.add.at(counts, self._choice.columns.variant_row, 1)
        return np.asarray(counts[rows] > 1)

    def _choose(self, row: int) -> None:
        choice, key = self._choice, self._rows.source(row)
        selected = choice.treatment.selected
        if selected is not None and key not in selected:
            return
        verdict, is_taken = choice.treatment.verdict(row), choice.treatment.takes(row)
        uses = choice.uses.of(key)
        if verdict in SOURCE_IS_AWAY:
            if not self._is_image and verdict is Verdict.SOURCE_MISSING:
                self._leave(NO_CAPTION, key)
            return
        uses = [use for use in uses if not self._is_left(use, key, is_taken=is_taken)]
        if not uses:
            return
        try:
            size = self._size(row, key, uses)
        except _UnreadableError as unreadable:
            if is_taken:
                self._chosen.broken.append(
                    LeftItem(choice.survey.location.id, key, str(unreadable)))
            return
        source = Source(
            row, key, verdict, is_taken, tuple(uses), size, self._own_variants(row))
        before = len(self._chosen.items)
        self._items.choose(source)
        self._keys += len(self._chosen.items) > before

    def _is_left(self, use: SampleUse, key: str, *, is_taken: bool) -> bool:
        """Whether the trainer has to make what this sample's concept asks for."""
        why = self._why_left(self._concepts[use.concept]) if self._is_image else ""
        if why and is_taken:
            self._leave(why, key)
        return bool(why)

    def _why_left(self, concept: Concept) -> str:
        return why_left(
            self._choice.report.workspace.config, concept, self._wanted[concept.index])

    def _leave(self, why: str, key: str) -> None:
        self._left[why] += 1
        self._examples.setdefault(why, key)

    def _size(self, row: int, key: str, uses: Sequence[SampleUse]) -> Size | None:
        """Upright size: from the index while the picture is unchanged, else from its header."""
        if not self._is_image:
            return None
        columns = self._choice.columns
        if row < len(columns) and not self._choice.has(row, Verdict.CONTENT_CHANGED) \
                and columns.heights[row] > 0 and columns.widths[row] > 0:
            return int(columns.heights[row]), int(columns.widths[row])
        folder, name = os.path.split(self._choice.target.source_path(key))
        size = self._choice.pictures.size(folder, name)
        if size is None and any(self._needs_size(use) for use in uses):
            raise _UnreadableError("Its header cannot be read; it may be no picture.")
        return size

    def _needs_size(self, use: SampleUse) -> bool:
        wanted = self._wanted[use.concept]
        return wanted.targets is not None and wanted.targets.fixed is None and wanted.bucketing

    def _own_variants(self, row: int) -> list[RowVariant]:
        """Variants of a row that are of its present content and model type."""
        if row >= len(self._choice.columns) \
                or self._choice.has(row, Verdict.CONTENT_CHANGED, Verdict.WRONG_MODELTYPE):
            return []
        return self._variants.of(row)
