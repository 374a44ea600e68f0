"""Which samples of a store a change of settings concerns, and why.

What may concern a store is told from the settings alone. Then the workspace is surveyed as it is
and as it would be: what is good now and has to be built then is what the change invalidates, and
what has to be built only then is new. Of payloads whose recipe nobody knows it is taken that they
were made with the config as it is now.

Two things a survey cannot tell. Released trainers check nothing of a payload, indexes before
version 3 do not say which arrays one has, and the size of a video's frames shows nowhere; a survey
gives these entries the benefit of the doubt, here the doubt counts the other way. And new samples
whose bytes are cached already (a renamed folder, a copied picture) are given the payloads that are
there: that takes their hashes, so that many new ones are only hashed where entries fell out of use,
which is what a move looks like.
"""

from __future__ import annotations

import enum
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final

import msgspec
import numpy as np
import numpy.typing as npt

from larder.core.build.payload_totals import is_worth_hashing
from larder.core.jobs import CancelToken, Job
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
from larder.core.recipes.weights import find_models
from larder.core.survey.remedies import TO_BUILD
from larder.core.survey.report import StoreSurvey
from larder.core.survey.sources import hash_paths
from larder.core.survey.variants import find_wanted_size, list_wanted_names
from larder.core.survey.verdicts import VERDICTS, Counted, Remark, Verdict
from larder.core.workspace.concepts import Concept, ConceptType
from larder.core.workspace.open_workspace import StoreContent, StoreLocation, Workspace
from larder.core.workspace.roots import PathFlavour, comparable

Bools = npt.NDArray[np.bool_]

Rows = npt.NDArray[np.int64]

NOTHING: Final = np.zeros(0, dtype=np.int64)

IS_TO_BUILD: Final = np.array([verdict in TO_BUILD for verdict in Verdict])
GOOD: Final = np.array([VERDICTS[verdict].counts_as is Counted.COVERED for verdict in Verdict])


class Reason(enum.Enum):
    """Aspect of a store that a change makes different."""

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
        """True if only a survey shows which samples are affected."""
        return bool(self.reasons - {Reason.RECIPE})


def concern(before: Workspace, after: Workspace, location: StoreLocation) -> Concern:
    """How a change may concern a store.

    Raises:
        WorkspaceError: if a setting has no meaning, such as a resolution that is no number.
    """
    content = location.kind.content
    found: set[Reason] = set()
    recipe_concepts: set[int] = set()
    model_concepts: set[int] = set()
    for now, then in zip(before.concepts, after.concepts, strict=True):
        if _samples(now) != _samples(then):
            found.add(Reason.SAMPLES)
        if then.enabled:
            changes = _recipe_changes(before, now, after, then, content)
            of_concept = _reasons_of(before, now, after, then, content, changes)
            found |= of_concept
            if Reason.RECIPE in of_concept:
                recipe_concepts.add(then.index)
                model_concepts |= {then.index} if are_models_alone(changes) else set()
    have, want = list_wanted_names(before.config, content), list_wanted_names(after.config, content)
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
    """Return the settings that decide which samples a concept gives."""
    return (concept.enabled, concept.path, concept.include_subdirectories,
            concept.type is ConceptType.VALIDATION)


def _asks_for_validation(workspace: Workspace) -> bool:
    return workspace.config is not None and workspace.config.validation


def _recipe_changes(
    before: Workspace, now: Concept, after: Workspace, then: Concept, content: StoreContent
) -> tuple[FieldChange, ...]:
    """Return how a concept's recipes differ; models are compared by weights where known."""
    changes = recipe_changes(
        recipe_of(before, now, content), recipe_of(after, then, content))
    if ENCODER_NAME_FIELDS.isdisjoint(change.name for change in changes):
        return changes
    have, want = (
        {part: model.weights for part, model in find_models(workspace, content).items()}
        for workspace in (before, after))
    return recipe_changes(
        recipe_of(before, now, content, weights=have),
        recipe_of(after, then, content, weights=want))


def _reasons_of(
    before: Workspace, now: Concept, after: Workspace, then: Concept, content: StoreContent,
    changes: Sequence[FieldChange],
) -> set[Reason]:
    """Return the reasons why payloads of one concept's samples would differ."""
    found: set[Reason] = set()
    have_size, want_size = (
        find_wanted_size(before.config, now, content),
        find_wanted_size(after.config, then, content))
    if have_size.variations != want_size.variations:
        found.add(Reason.VARIATIONS)
    if msgspec.structs.replace(have_size, variations=want_size.variations) != want_size or any(
            change.name in SIZE_FIELDS for change in changes):
        found.add(Reason.SIZE)
    if decide_content(changes):
        found.add(Reason.ARRAYS if adds_only_masks(changes, want=recipe_of(
            after, then, content)) else Reason.RECIPE)
    return found


def doubtful_rows(found: Concern, before: StoreSurvey) -> Bools:
    """Rows that may not stay good, bool, one per row of the store now."""
    count = len(before.rows)
    if before.location.kind.traits.whole_groups:
        return np.full(count, Reason.SIZE in found.reasons or found.asks_for_more)
    doubtful = np.zeros(count, dtype=np.bool_)
    if Reason.SIZE in found.reasons:
        doubtful |= (before.rows.also & np.uint32(Remark.VARIANT_NOT_CHECKED)) != 0
    if found.asks_for_more:
        doubtful |= _find_rows_of_unknown_arrays(before)
    return doubtful


def _find_rows_of_unknown_arrays(before: StoreSurvey) -> Bools:
    """Rows of which neither they nor their index say what their payloads hold."""
    columns, unknown = before.present_columns(), np.zeros(len(before.rows), dtype=np.bool_)
    if columns is not None and columns.index_schema is None:
        unknown[:len(columns)] = True
        unknown[columns.variant_row[columns.schema >= 0]] = False
    return unknown


@dataclass(frozen=True, slots=True)
class ChangedSamples:
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
    regained: int = 0
    unused: int = 0

    @property
    def items(self) -> int:
        """Samples whose payloads have to be made."""
        return len(self.rows) + len(self.new)


def effect_of_recipe(before: StoreSurvey, concepts: Collection[int]) -> ChangedSamples:
    """Return the effect of another recipe for some concepts: it invalidates all good payloads."""
    rows = np.flatnonzero(_find_rows_requested_only_by(before, concepts) & good_rows(before))
    return ChangedSamples(
        rows=rows, concepts=before.rows.concept[rows], otherwise=rows, new=NOTHING,
        new_concepts=before.rows.concept[NOTHING])


def effect_between(
    before: StoreSurvey,
    after: StoreSurvey,
    concepts: Collection[int],
    *,
    of_models: Collection[int] = (),
    concept: int | None = None,
    doubtful: Bools | None = None,
) -> ChangedSamples:
    """Return the effect of a change of settings on one store.

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
    build_before, good_before = _to_build(before), good_rows(before)
    build_after, good_after, unused_after = (
        np.where(there, mask[then], False) for mask in (
            _to_build(after), good_rows(after), after.rows.verdicts == Verdict.UNUSED))
    counts_after = _of_concept(after, concept)
    counts = _of_concept(before, concept) | np.where(there, counts_after[then], False)
    made_otherwise = _find_rows_requested_only_by(before, concepts)
    # Of payloads whose weights are known, the survey after the change knows whether they fit.
    made_otherwise &= ~(
        _find_rows_requested_only_by(before, of_models) & _find_rows_of_known_weights(before))
    if doubtful is not None:
        made_otherwise |= doubtful
    otherwise = made_otherwise & good_before & good_after
    concerned = counts & (otherwise | (build_after & ~build_before))
    rows = np.flatnonzero(concerned)
    known = np.zeros(len(after.rows), dtype=np.bool_)
    known[then[there]] = True
    new = np.flatnonzero(_to_build(after) & counts_after & ~known)
    return ChangedSamples(
        rows=rows, concepts=after.rows.concept[then[rows]],
        otherwise=np.flatnonzero(concerned & made_otherwise), new=new,
        new_concepts=after.rows.concept[new],
        regained=int((counts & build_before & good_after & ~otherwise).sum()),
        unused=int((counts & good_before & unused_after).sum()))


def effect_elsewhere(before: StoreSurvey, after: StoreSurvey | None) -> ChangedSamples:
    """Return the effect on a store that replaces another one, or replaces none."""
    new = NOTHING if after is None else np.flatnonzero(_to_build(after))
    return ChangedSamples(
        rows=NOTHING, concepts=before.rows.concept[NOTHING], otherwise=NOTHING, new=new,
        new_concepts=(before if after is None else after).rows.concept[new],
        unused=int(good_rows(before).sum()))


def _of_concept(survey: StoreSurvey, concept: int | None) -> Bools:
    """Rows that a concept asks for; all of them for None."""
    if concept is None:
        return np.ones(len(survey.rows), dtype=np.bool_)
    of_concept = np.zeros(len(survey.rows), dtype=np.bool_)
    of_concept[survey.wanted.get(concept, NOTHING)] = True
    return of_concept


def _find_rows_requested_only_by(survey: StoreSurvey, concepts: Collection[int]) -> Bools:
    """Rows that some of these concepts ask for and no other concept does."""
    by_these, by_others = np.zeros((2, len(survey.rows)), dtype=np.bool_)
    for concept, rows in survey.wanted.items():
        (by_these if concept in concepts else by_others)[rows] = True
    only: Bools = by_these & ~by_others
    return only


def _find_rows_of_known_weights(survey: StoreSurvey) -> Bools:
    """Rows whose payloads tell with which weights they were encoded."""
    known = np.zeros(len(survey.rows), dtype=np.bool_)
    if survey.recipes is not None:
        known[:len(survey.recipes.model)] = survey.recipes.model >= 0
    return known


def good_rows(survey: StoreSurvey) -> Bools:
    """Return which rows are asked for and cached as they should be."""
    good: Bools = GOOD[survey.rows.verdicts] & survey.request_mask
    return good


def _to_build(survey: StoreSurvey) -> Bools:
    """Rows that need work on their payloads; what can be re-adopted by content needs none."""
    needed: Bools = IS_TO_BUILD[survey.rows.verdicts] & survey.request_mask
    needed[[claim.row for claim in survey.readoptions]] = False
    return needed


def _same_rows(before: StoreSurvey, after: StoreSurvey) -> Rows:
    """The row in `after` of each row of `before`, -1 where there is none; int64."""
    entries = before.entries
    if entries == after.entries and before.index.stamp == after.index.stamp \
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


def without_reused(
    effect: ChangedSamples, before: StoreSurvey, after: StoreSurvey, workspace: Workspace,
    token: CancelToken,
) -> Job[ChangedSamples]:
    """An effect less the new samples that payloads of equal bytes serve.

    The effect is of a change of samples, sizes and recipes staying as they are.
    """
    if not before.location.kind.traits.has_index or not len(effect.new):
        return effect
    cached = _map_cached_contents(before)
    if not cached or not (effect.unused or is_worth_hashing(before, len(effect.new))):
        return effect
    rows = after.rows
    real = workspace.paths(PathFlavour(rows.separator)).real
    contents = yield from hash_paths(
        [real(rows.source(row)) for row in effect.new.tolist()], token)
    left: npt.NDArray[np.bool_] = np.array([
        content is None or not _serves(workspace, cached.get(content), int(concept), before)
        for content, concept in zip(contents, effect.new_concepts.tolist(), strict=True)],
        dtype=np.bool_)
    return replace(effect, new=effect.new[left], new_concepts=effect.new_concepts[left])


def _map_cached_contents(survey: StoreSurvey) -> dict[str, int]:
    """Content -> the concept of an entry that has payloads of it, -1 for none."""
    columns = survey.present_columns()
    if columns is None:
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
    """Return whether payloads made for one concept are right for another."""
    if donor is None:
        return False
    if donor < 0 or concept < 0 or donor == concept:
        return True
    content = survey.location.kind.content
    have, want = (
        recipe_of(workspace, workspace.concepts[at], content) for at in (donor, concept))
    return not decide_content(recipe_changes(have, want))
