"""Judging the crops of slots by the size that the config asks for.

Every variation of a released trainer's cache holds one crop per sample: of several targets that
which is drawn for the sample's place and the variation. The aggregate says every crop, so a
trainer's own cache is judged too. A crop of another target is told from the crops that the drawn
target can have, without opening a picture; a header is read only where the settings that decide a
crop are not known to be those of today, and for the sentence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from larder.core.columns import distinct
from larder.core.errors import Finding, WorkspaceError
from larder.core.quantities import pixels_text
from larder.core.survey import why
from larder.core.survey.context import SurveyContext
from larder.core.survey.released.groups import WantedVariation
from larder.core.survey.released.sources import GroupSamples
from larder.core.survey.row_notes import RowNotes
from larder.core.survey.targets import UNKNOWN_TARGET, TargetCounts, undrawn_findings
from larder.core.survey.variants import WantedSize, find_wanted_size, list_wanted_buckets
from larder.core.survey.verdicts import Remark, Verdict
from larder.core.workspace.bucketing import Size
from larder.core.workspace.store_kinds import StoreContent

Bools = npt.NDArray[np.bool_]
Rows = npt.NDArray[np.int64]

SIDES = np.int64(1 << 32)
"""Height and width as one number: height times this, plus width."""


class SizeJudge:
    """Judges the crops of one image store."""

    def __init__(self, context: SurveyContext) -> None:
        workspace = context.workspace
        self._pictures = context.pictures
        self._draws = context.target_draws
        self._concepts = workspace.concepts
        self._wanted: dict[int, WantedSize] = {}
        for concept in workspace.concepts:
            try:
                self._wanted[concept.index] = find_wanted_size(
                    workspace.config, concept, StoreContent.IMAGE)
            except WorkspaceError:
                continue  # said of the config itself
        self._cached: dict[int, list[int]] = {}
        self._samples: dict[int, int] = {}

    def judge(
        self, variation: WantedVariation, members: GroupSamples, is_right: Bools, is_exact: Bools,
        notes: RowNotes,
    ) -> None:
        """Note the slots of a variation whose crop is not that which is asked for.

        Args:
            variation: which one.
            members: the n samples of its group.
            is_right: slots that hold their sample, shape (n,).
            is_exact: those whose crop may be another one of the same target, shape (n,).
            notes: of the samples.
        """
        sizes = variation.sizes.of_slots(np.arange(len(members)))
        for concept in distinct(members.concept).tolist():
            wanted = self._wanted.get(concept)
            if wanted is None or wanted.targets is None:
                continue
            own = np.flatnonzero(members.concept == concept)
            drawn = np.zeros(len(own), dtype=np.int16)
            if wanted.edges:
                drawn = self._draws.of(
                    concept, len(own), variation=variation.number, targets=len(wanted.edges))
            counts = is_right[own] & (sizes[own, 0] > 0)
            rows, drawn = own[counts], drawn[counts]
            hits = _hits(wanted, sizes[rows])
            if wanted.edges and not self._draws.are_known(concept):
                self._count(concept, hits)
            fits = np.where(
                drawn == UNKNOWN_TARGET, hits.any(axis=0),
                hits[np.maximum(drawn, 0), np.arange(len(rows))])
            if len(hits) > 1:
                some = hits.any(axis=0) & ~hits.all(axis=0) & (~fits | (drawn == UNKNOWN_TARGET))
                notes.flags[rows[some]] |= np.uint32(Remark.TARGET_NOT_CACHED)
            judged = np.flatnonzero(~fits | is_exact[rows]).tolist()
            if wanted.bucketing and wanted.targets.fixed is None:
                self._pictures.ask([members.places[row] for row in rows[judged].tolist()])
            for at in judged:
                self._judge_one(
                    wanted, int(rows[at]), int(drawn[at]), sizes[rows[at]], members, notes,
                    fits=bool(fits[at]))

    def findings(self, spelled: str) -> Iterator[Finding]:
        """Yield what is to be said of concepts whose draws nobody knows; `spelled`: the store."""
        counts = [
            TargetCounts(
                self._concepts[concept], self._wanted[concept].edges, tuple(cached),
                self._samples[concept])
            for concept, cached in self._cached.items()]
        return undrawn_findings(spelled, counts, self._draws.why_unknown) if counts else iter(())

    def _count(self, concept: int, hits: Bools) -> None:
        before = self._cached.get(concept, [0] * len(hits))
        self._cached[concept] = [
            known + int(of_target.sum()) for known, of_target in zip(before, hits, strict=True)]
        self._samples[concept] = self._samples.get(concept, 0) + int(hits.any(axis=0).sum())

    def _judge_one(
        self, wanted: WantedSize, row: int, drawn: int, cached: npt.NDArray[np.int64],
        members: GroupSamples, notes: RowNotes, *, fits: bool,
    ) -> None:
        """Note one sample whose crop is of another target, or is not that of its picture."""
        edges = wanted.edges[drawn:drawn + 1] if drawn != UNKNOWN_TARGET else ()
        asked = self._find_crops(wanted, members.places[row], edges)
        have = (int(cached[0]), int(cached[1]))
        if fits and (not asked or have in asked):
            return
        targets = edges or (wanted.targets.edges if wanted.targets is not None else ())
        said = pixels_text(asked[0]) if asked else ", ".join(map(str, targets))
        notes.note(row, Verdict.MISSING_VARIANT, why.explain_missing_variant(
            said, [pixels_text(have)]))

    def _find_crops(self, wanted: WantedSize, place: str, edges: Sequence[int]) -> tuple[Size, ...]:
        """Return the crops that a picture may have, none where its own size is not known."""
        size = None
        if wanted.bucketing and wanted.targets is not None and wanted.targets.fixed is None:
            size = self._pictures.size(place)
            if size is None:
                return ()
        return list_wanted_buckets(wanted, size, edges or None)


def _hits(wanted: WantedSize, sizes: npt.NDArray[np.int64]) -> Bools:
    """Return per target whether it can give each size; shape (targets, k)."""
    codes = sizes[:, 0] * SIDES + sizes[:, 1]
    return np.array([
        np.isin(codes, [height * SIDES + width for height, width in of_target])
        for of_target in wanted.possible_sizes()])
