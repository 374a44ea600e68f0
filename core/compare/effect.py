"""Which samples of a store a change concerns, counted from surveys before and after it.

The workspace is surveyed as it is and as it would be: what is good now and has to be built then is
what the change invalidates, and what has to be built only then is new. Of payloads whose recipe
nobody knows it is taken that they were made with the config as it is now.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from larder.core.survey.remedies import TO_BUILD
from larder.core.survey.report import StoreSurvey
from larder.core.survey.verdicts import VERDICTS, Counted, Verdict
from larder.core.workspace.roots import PathFlavour, comparable

Bools = npt.NDArray[np.bool_]
Rows = npt.NDArray[np.int64]

NOTHING: Final = np.zeros(0, dtype=np.int64)

IS_TO_BUILD: Final = np.array([verdict in TO_BUILD for verdict in Verdict])
GOOD: Final = np.array([VERDICTS[verdict].counts_as is Counted.COVERED for verdict in Verdict])


@dataclass(frozen=True, slots=True)
class Effect:
    """The samples of one store that a change concerns.

    Attributes:
        rows: rows of the store now whose payloads it makes useless, or incomplete.
        concepts: the concept that asks for each of `rows`, int16.
        otherwise: those of `rows` whose payloads would be made in another way: none can stay.
        new: rows of samples that have to be built besides, in the survey after the change.
        new_concepts: the concept of each of `new`, int16.
        regained: samples that have to be built now and would be good then.
        unused: samples that are good now and that nothing would ask for then.
    """

    rows: Rows
    concepts: npt.NDArray[np.int16]
    otherwise: Rows
    new: Rows
    new_concepts: npt.NDArray[np.int16]
    regained: int
    unused: int

    @property
    def items(self) -> int:
        """Samples whose payloads have to be made."""
        return len(self.rows) + len(self.new)


def effect_of_recipe(before: StoreSurvey, concepts: Collection[int]) -> Effect:
    """What another recipe of some concepts invalidates: every payload of theirs that is good."""
    rows = np.flatnonzero(_asked_only_by(before, concepts) & _good(before))
    return Effect(
        rows=rows, concepts=before.rows.concept[rows], otherwise=rows, new=NOTHING,
        new_concepts=before.rows.concept[NOTHING], regained=0, unused=0)


def effect_between(
    before: StoreSurvey,
    after: StoreSurvey,
    concepts: Collection[int],
    *,
    of_models: Collection[int] = (),
    concept: int | None = None,
    doubtful: Bools | None = None,
) -> Effect:
    """What a change of settings makes of one store.

    Args:
        before: the store as it is.
        after: the same store under the changed settings.
        concepts: concepts whose payloads would be made in another way.
        of_models: those of them for which only models differ.
        concept: the one concept whose samples count, None for all.
        doubtful: rows of `before` of which no survey can tell that they stay good; they are taken
            not to.
    """
    then = _same_rows(before, after)
    there = then >= 0
    build_before, good_before = _to_build(before), _good(before)
    build_after, good_after, unused_after = (
        np.where(there, mask[then], False) for mask in (
            _to_build(after), _good(after), after.rows.verdicts == Verdict.UNUSED))
    counts_after = _of_concept(after, concept)
    counts = _of_concept(before, concept) | np.where(there, counts_after[then], False)
    made_otherwise = _asked_only_by(before, concepts)
    # Of payloads whose weights are known, the survey after the change knows whether they fit.
    made_otherwise &= ~(_asked_only_by(before, of_models) & _known_weights(before))
    if doubtful is not None:
        made_otherwise |= doubtful
    otherwise = made_otherwise & good_before & good_after
    concerned = counts & (otherwise | (build_after & ~build_before))
    rows = np.flatnonzero(concerned)
    known = np.zeros(len(after.rows), dtype=np.bool_)
    known[then[there]] = True
    new = np.flatnonzero(_to_build(after) & counts_after & ~known)
    return Effect(
        rows=rows, concepts=after.rows.concept[then[rows]],
        otherwise=np.flatnonzero(concerned & made_otherwise), new=new,
        new_concepts=after.rows.concept[new],
        regained=int((counts & build_before & good_after & ~otherwise).sum()),
        unused=int((counts & good_before & unused_after).sum()))


def effect_elsewhere(before: StoreSurvey, after: StoreSurvey | None) -> Effect:
    """What has to be built in a store that takes the place of another one, or of none."""
    new = NOTHING if after is None else np.flatnonzero(_to_build(after))
    return Effect(
        rows=NOTHING, concepts=before.rows.concept[NOTHING], otherwise=NOTHING, new=new,
        new_concepts=(before if after is None else after).rows.concept[new],
        regained=0, unused=int(_good(before).sum()))


def _of_concept(survey: StoreSurvey, concept: int | None) -> Bools:
    """Rows that a concept asks for; all of them for None."""
    if concept is None:
        return np.ones(len(survey.rows), dtype=np.bool_)
    of_concept = np.zeros(len(survey.rows), dtype=np.bool_)
    of_concept[survey.wanted.get(concept, NOTHING)] = True
    return of_concept


def _asked(survey: StoreSurvey) -> npt.NDArray[np.int32]:
    """How many concepts ask for each row."""
    counts = np.zeros(len(survey.rows), dtype=np.int32)
    for rows in survey.wanted.values():
        counts[rows] += 1
    return counts


def _asked_only_by(survey: StoreSurvey, concepts: Collection[int]) -> Bools:
    """Rows that some of these concepts ask for and no other concept does."""
    counts = np.zeros(len(survey.rows), dtype=np.int32)
    for concept in concepts:
        counts[survey.wanted.get(concept, NOTHING)] += 1
    only: Bools = (counts > 0) & (counts == _asked(survey))
    return only


def _known_weights(survey: StoreSurvey) -> Bools:
    """Rows whose payloads tell with which weights they were encoded."""
    known = np.zeros(len(survey.rows), dtype=np.bool_)
    if survey.recipes is not None:
        known[:len(survey.recipes.model)] = survey.recipes.model >= 0
    return known


def _good(survey: StoreSurvey) -> Bools:
    good: Bools = GOOD[survey.rows.verdicts] & (_asked(survey) > 0)
    return good


def _to_build(survey: StoreSurvey) -> Bools:
    """Rows that need work on their payloads; what can be re-adopted by content needs none."""
    needed: Bools = IS_TO_BUILD[survey.rows.verdicts] & (_asked(survey) > 0)
    needed[[claim.row for claim in survey.readoptions]] = False
    return needed


def _same_rows(before: StoreSurvey, after: StoreSurvey) -> Rows:
    """The row in `after` of each row of `before`, -1 where there is none; int64."""
    entries = int(before.rows.has_entry.sum())
    if entries == int(after.rows.has_entry.sum()) and before.index.stamp == after.index.stamp \
            and before.rows.has_entry[:entries].all():
        then = np.arange(len(before.rows))
        then[entries:] = -1
        late = range(entries, len(before.rows))
    else:
        then, late = np.full(len(before.rows), -1), range(len(before.rows))
        entries = 0
    flavour = PathFlavour(before.rows.separator)
    at_of = {
        comparable(after.rows.source(row), flavour): row
        for row in range(entries, len(after.rows))}
    for row in late:
        then[row] = at_of.get(comparable(before.rows.source(row), flavour), -1)
    return then.astype(np.int64)
