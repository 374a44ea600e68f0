"""Slots of a released trainer's cache that are not what the workspace asks for, by their origins.

What lies in a folder tells which slots there are; whether their sources, sidecars, sizes and
recipes are still those of today only what was noted of them does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from larder.core.columns import distinct
from larder.core.errors import WorkspaceError
from larder.core.files.store_paths import larder_folder
from larder.core.jobs import Job
from larder.core.survey import why
from larder.core.survey.context import SurveyContext
from larder.core.survey.released_groups import GroupReading, WantedVariation
from larder.core.survey.released_origins import SlotOrigins, compare_origins
from larder.core.survey.released_slots import SlotJudge
from larder.core.survey.released_sources import Members, PresentSources
from larder.core.survey.report import Depth, RecipeFacts
from larder.core.survey.sharing import deciding_sidecars
from larder.core.survey.variants import WantedSize, wanted_size
from larder.core.survey.verdicts import Verdict
from larder.core.workspace.concepts import Concept
from larder.core.workspace.open_workspace import StoreLocation
from larder.core.workspace.store_kinds import StoreContent, StoreFormat, kind_of

if TYPE_CHECKING:
    from larder.core.recipes.check import SlotRecipes

Bools = npt.NDArray[np.bool_]
Models = npt.NDArray[np.int16]


class OriginJudge:
    """Judges the samples of one store by what their slots were made of.

    Args:
        location: the store.
        context: the survey.
    """

    def __init__(self, location: StoreLocation, context: SurveyContext) -> None:
        workspace = context.workspace
        self._location = location
        self._context = context
        self._is_text = location.kind.content is StoreContent.TEXT
        self._concepts = {concept.index: concept for concept in workspace.concepts}
        self._endings: tuple[str, ...] = ()
        self._recipes: SlotRecipes | None = None

    def open(self, variations: Iterable[WantedVariation]) -> Job[None]:
        """Look at all that is noted, before any of it is judged.

        Raises:
            JobCancelled: if the token was cancelled.
        """
        noted = [wanted.origins for wanted in variations if wanted.origins is not None]
        config = self._context.workspace.config
        # A mask may have been added where no slot was made with one.
        counting = () if self._is_text or config is None or not noted \
            else deciding_sidecars(config)
        self._endings = tuple(sorted({*counting, *(
            ending for origins in noted for sidecars in origins.sidecars.values()
            for ending in sidecars)}))
        if noted and larder_folder(self._location.path).is_dir():
            # What knows recipes takes 10 ms to load, and most stores note none.
            from larder.core.recipes.check import open_slot_recipes

            self._recipes = yield from open_slot_recipes(self._context, self._location)

    def judge(
        self, reading: GroupReading, variations: Sequence[WantedVariation], judge: SlotJudge
    ) -> Job[tuple[Models, Bools]]:
        """Judge one group.

        Returns:
            Number of the weights that encoded each of the n samples' slots, -1 where that is not
            known, and whether nothing but those is amiss; int16 and bool, shape (n,).

        Raises:
            JobCancelled: if the token was cancelled.
        """
        members = reading.members
        model = np.full(len(members), -1, dtype=np.int16)
        by_weights = np.zeros(len(members), dtype=np.bool_)
        noted = [
            (wanted, wanted.origins) for wanted in variations
            if wanted.origins is not None and wanted.complete and not wanted.damage]
        if not noted or not len(members):
            return model, by_weights
        context = self._context
        present = PresentSources(
            members, context.workspace, context.tree, context.memory, is_text=self._is_text,
            trusts_notes=context.depth is Depth.STAT,
            trusts_memory=context.depth is Depth.STAT, token=context.token)
        for _, origins in noted:
            present.note(origins.slots)
        for wanted, origins in noted:
            places = None if wanted.sources is None else wanted.sources.places
            found = yield from compare_origins(
                origins, members, present, _same_place(members, origins, places),
                endings=() if self._is_text else self._endings,
                reads_all=self._context.depth is not Depth.STAT)
            judge.note_origins(wanted, found, "the caption of " if self._is_text else "")
            for concept in distinct(members.concept).tolist():
                rows = np.flatnonzero(found.right & (members.concept == concept))
                self._note_recipes(
                    self._concepts[concept], rows, origins, members, judge, model, by_weights)
        for sample, reason in present.unreadable.items():
            judge.note(sample, Verdict.SOURCE_UNREACHABLE, why.source_unreadable(reason))
        return model, by_weights

    def facts(self, model: Models, wanted: Bools, by_weights: Bools) -> RecipeFacts | None:
        """How the rows of the store were made, None where nothing tells.

        Args:
            model: as `judge` gives it, of every row.
            wanted: rows that are counted.
            by_weights: as `judge` gives it.
        """
        if self._recipes is None:
            return None
        return self._recipes.kinds.facts(model, wanted=wanted, by_weights=by_weights)

    def _note_recipes(
        self, concept: Concept, rows: npt.NDArray[np.int64], origins: SlotOrigins,
        members: Members, judge: SlotJudge, model: Models, by_weights: Bools,
    ) -> None:
        """Judge how the right slots of one concept were made, and of which size."""
        for code in distinct(origins.recipe[rows]).tolist():
            some = rows[origins.recipe[rows] == code]
            identity = origins.recipes[code]
            recipe = None if self._recipes is None else self._recipes.judge(concept, identity)
            if self._recipes is not None:
                model[some] = self._recipes.kind(identity)
            if recipe is not None and recipe.why:
                by_weights[some] = recipe.by_weights
                for sample in some.tolist():
                    judge.note(sample, Verdict.RECIPE_CHANGED, recipe.why)
            if not self._is_text and (recipe is None or not recipe.may_be_of_size):
                self._note_sizes(concept, some, origins, members, judge)

    def _note_sizes(
        self, concept: Concept, rows: npt.NDArray[np.int64], origins: SlotOrigins,
        members: Members, judge: SlotJudge,
    ) -> None:
        """Judge the crops of some slots; any of several targets may have been drawn."""
        rows = rows[origins.heights[rows] > 0]
        try:
            wanted = wanted_size(
                self._context.workspace.config, concept,
                kind_of(StoreFormat.SMART, StoreContent.IMAGE))
        except WorkspaceError:
            return  # said of the config itself
        if wanted.targets is None or not len(rows):
            return
        rows, buckets = self._buckets(rows, members, wanted)
        have = np.stack([origins.heights[rows], origins.widths[rows]], axis=1)
        fits = (buckets == have[None]).all(axis=2).any(axis=0)
        for at in np.flatnonzero(~fits).tolist():
            asked, cached = buckets[0, at].tolist(), have[at].tolist()
            judge.note(int(rows[at]), Verdict.MISSING_VARIANT, why.missing_variant(
                f"{asked[0]}x{asked[1]}", [f"{cached[0]}x{cached[1]}"]))

    def _buckets(
        self, rows: npt.NDArray[np.int64], members: Members, wanted: WantedSize
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]:
        """The rows whose wanted size can be known, and the sizes, int32, shape (targets, k, 2)."""
        sizes = np.zeros((len(rows), 2), dtype=np.int32)
        if wanted.targets is not None and wanted.targets.fixed is None and wanted.bucketing:
            read = [self._context.pictures.size(members.places[row])
                    for row in rows.tolist()]
            rows = rows[np.array([size is not None for size in read], dtype=np.bool_)]
            sizes = np.array([size for size in read if size is not None], np.int32).reshape(-1, 2)
        return rows, wanted.buckets(sizes[:, 0], sizes[:, 1])


def _same_place(
    members: Members, origins: SlotOrigins, places: Sequence[str] | None
) -> Callable[[int], bool]:
    """Whether a slot was made of the file that its sample is, however both are spelled."""
    return lambda slot: origins.pictures[slot] == members.pictures[slot] or (
        places is not None and places[slot] == members.places[slot])
