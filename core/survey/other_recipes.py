"""Rows whose payloads were made with another recipe or other weights than the config asks for.

A payload's recipe is known if it carries one, or if the user said with which config the payloads of
its time were made. Where neither is so, a newer trainer's index still says with which settings of
the concept it cached a sample; of the rest nothing is said. A picture of another size is the matter
of its variant: only the payloads of the wanted size are judged, all of them where that size is not
there, so that its sentence names everything that differs.

Weights are asked for by the models that the user chose for a build, else by the config. Where a
model is not on this computer, payloads should at least agree among each other: those that were not
encoded with the weights of the latest build are the odd ones then.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import msgspec
import numpy as np
import numpy.typing as npt

from larder.core.columns import distinct
from larder.core.errors import Finding
from larder.core.files.regular_file import read_or_default
from larder.core.jobs import Job, Progress
from larder.core.keys.recipe import (
    SHOWN_DIGITS,
    SIZE_FIELDS,
    FieldChange,
    Recipe,
    Weights,
    are_weights_alone,
    decide_content,
    describe_changes,
    models_of_change,
    name_models,
    recipe_changes,
    weights_changes,
    weights_of,
)
from larder.core.quantities import pluralize
from larder.core.recipes.cached_files import with_todays_dates
from larder.core.recipes.of_config import recipe_of, recipe_of_stamp
from larder.core.recipes.scan import carry_none, payload_recipes
from larder.core.stores.indexed.stamped import is_stamped_otherwise
from larder.core.stores.records import Statement, StoreRecipes, UsedModel, read_recipes
from larder.core.stores.store_memory import CARRIES_NONE, PayloadRecipes
from larder.core.survey.context import SurveyContext
from larder.core.survey.indexed.payloads import IndexedPayloads
from larder.core.survey.indexed.relevant_pairs import relevant_pairs
from larder.core.survey.indexed.verdicts import JudgedRows
from larder.core.survey.other_sources import note_in_index
from larder.core.survey.report import EncodedWith, RecipeFacts
from larder.core.survey.row_notes import NOT_LOOKED, Audit
from larder.core.survey.variants import NOT_THERE
from larder.core.survey.verdicts import Verdict
from larder.core.workspace.concepts import Concept
from larder.core.workspace.open_workspace import StoreContent, StoreLocation, Workspace

Bools = npt.NDArray[np.bool_]
PartWeights = Mapping[str, Weights]
"""By the config's object for an encoder."""

REFUTED: Final = (
    "Not what the config's model makes: {compared} were encoded again to compare, and differ by "
    "{percent}")

WORSE = np.uint32((1 << Verdict.RECIPE_CHANGED) - 1)


class AskedWeights(msgspec.Struct, frozen=True):
    """The weights that payloads of one store should be encoded with.

    Attributes:
        of_models: those of models that are on this computer.
        of_latest_build: of the other encoders, those that the store was last built with.
        names: what people call models, by digests of their weights.
    """

    of_models: PartWeights = {}
    of_latest_build: PartWeights = {}
    names: Mapping[str, str] = {}

    @classmethod
    def of(cls, recipes: StoreRecipes, models: Mapping[str, UsedModel]) -> AskedWeights:
        """Return the weights to use with these local models; current names take precedence."""
        latest = recipes.latest_weights()
        return cls(
            {part: model.weights for part, model in models.items()},
            {part: weights for part, weights in latest.items() if part not in models},
            {**recipes.model_names(), **{
                digest: model.name for model in models.values()
                for digest in (model.whole, model.sample) if digest}})

    @property
    def all(self) -> PartWeights:
        """The weights of both kinds, those of local models first."""
        return {**self.of_latest_build, **self.of_models}

    def name_models(self, weights: PartWeights) -> str:
        """Return the display name of the models with some weights, such as "models/sdxl"."""
        names = dict.fromkeys(
            self.names.get(known.whole) or self.names.get(known.sample) or shown_weights(known)
            for known in weights.values())
        return " and ".join(names)

    def describe_older(self, changes: Iterable[FieldChange]) -> str:
        """Why payloads are not as the latest build made them."""
        sentences = []
        for change in changes:
            named = models_of_change(change, self.names)
            sentences.append(
                f"{describe_changes([change])} in the latest build" if named is None
                else f"encoded with {named[0]}, while the latest build used {named[1]}")
        return "; ".join(dict.fromkeys(sentences))


class RecipeJudgement(msgspec.Struct, frozen=True):
    """Comparison of a payload's recipe with the one that is wanted.

    Attributes:
        why: what differs of what decides a payload, "" for nothing.
        by_weights: whether that is nothing but weights.
        may_be_of_size: whether nothing that decides the size differs.
        changes: what differs, models by their names.
    """

    why: str
    by_weights: bool
    may_be_of_size: bool
    changes: tuple[FieldChange, ...] = ()


def _judge_statement(
    said: Statement, want: Recipe, weights: AskedWeights
) -> RecipeJudgement:
    """Judge payloads by what is known of them, though they say nothing of their making."""
    named = said.named
    if not named.is_refuted:
        return _judge(said.recipe, want, weights)
    return RecipeJudgement(
        why=REFUTED.format(
            compared=pluralize(named.compared, "file"), percent=f"{min(named.difference, 1):.1%}"),
        by_weights=False, may_be_of_size=True)


def _judge(have: Recipe, want: Recipe, weights: AskedWeights) -> RecipeJudgement:
    changes = recipe_changes(have, want)
    older = weights_changes(weights_of(have), weights.of_latest_build)
    sentences = (describe_changes(changes, weights.names), weights.describe_older(older))
    return RecipeJudgement(
        why="; ".join(filter(None, sentences)) if decide_content((*changes, *older)) else "",
        by_weights=are_weights_alone(changes),
        may_be_of_size=all(change.name not in SIZE_FIELDS for change in changes),
        changes=name_models(changes, weights.names))


class SettingChanges:
    """Collects the settings that cached files were made with otherwise, by concept."""

    def __init__(self) -> None:
        self._concepts: dict[FieldChange, set[int]] = {}

    def add(self, judged: RecipeJudgement, concept: Concept) -> None:
        """Add what differs of cached files of a concept."""
        for change in judged.changes:
            self._concepts.setdefault(change, set()).add(concept.index)

    def sorted(self) -> dict[FieldChange, tuple[int, ...]]:
        """Return each change with its concepts, those of most concepts first."""
        return {change: tuple(sorted(concepts)) for change, concepts in sorted(
            self._concepts.items(), key=lambda found: -len(found[1]))}


class EncodedKinds:
    """Tells apart with which weights payloads were encoded."""

    def __init__(self, asked: AskedWeights) -> None:
        self._asked = asked
        self._kinds: list[PartWeights] = []

    def kind_of(self, recipe: Recipe) -> int | None:
        """Number of the weights that a recipe knows, None if it knows none."""
        weights = weights_of(recipe)
        if not weights:
            return None
        for number, known in enumerate(self._kinds):
            if known.keys() == weights.keys() and all(
                    of.same_as(known[part]) for part, of in weights.items()):
                return number
        self._kinds.append(weights)
        return len(self._kinds) - 1

    def is_asked(self, kind: int) -> bool:
        """Return whether these are the wanted weights, as far as both are known."""
        return not weights_changes(self._kinds[kind], self._asked.all)

    def facts(
        self, model: npt.NDArray[np.int16], *, wanted: Bools, by_weights: Bools,
        unproven: int, changes: SettingChanges,
    ) -> RecipeFacts:
        """The facts of rows, the asked weights first; `model` is -1 where they are not known."""
        order = sorted(range(len(self._kinds)), key=lambda kind: not self.is_asked(kind))
        number_of = np.full(len(order) + 1, -1, dtype=np.int16)
        number_of[order] = np.arange(len(order))
        return RecipeFacts(
            models=tuple(
                EncodedWith(
                    model=self._label(self._kinds[kind]),
                    name=self._asked.name_models(self._kinds[kind]), weights=self._kinds[kind],
                    entries=int(((model == kind) & wanted).sum()), is_asked=self.is_asked(kind))
                for kind in order),
            model=number_of[model], by_weights=by_weights,
            asked=self._label(self._asked.all), unproven=unproven, changes=changes.sorted())

    def _label(self, weights: PartWeights) -> str:
        """Return the display name of the models, with a digest if other models share it."""
        name = self._asked.name_models(weights)
        namesakes = [
            other for other in (*self._kinds, self._asked.all)
            if weights_changes(other, weights) and self._asked.name_models(other) == name]
        own = [known for part, known in weights.items()
               if any(known.same_as(other.get(part, Weights())) is False for other in namesakes)]
        return f"{name} ({shown_weights(own[0])})" if own else name


def shown_weights(weights: Weights) -> str:
    """Weights nobody gave a name to, "weights 01234567"."""
    return f"weights {(weights.whole or weights.sample)[:SHOWN_DIGITS]}"


def _with_todays_dates(
    location: StoreLocation, recipes: StoreRecipes
) -> tuple[StoreRecipes, tuple[Finding, ...]]:
    """Let what was said of files hold for them though a copy lost their dates, and say so."""
    dated, files = read_or_default(lambda: with_todays_dates(recipes, location.path), (recipes, 0))
    return dated, () if not files else (Finding(
        location.spelled,
        f"The dates of cached files differ from the recorded ones ({files:,}), as after copying "
        "without dates; Larder recognised by names, sizes and content how they were made."),)


def find_other_recipes(
    context: SurveyContext, location: StoreLocation, judged: JudgedRows
) -> Job[Audit]:
    """Say which rows are made otherwise and have no worse verdict; sets bits in `judged.flags`.

    Opens no payload, unless it carries a recipe and is new since the last survey; those that cannot
    be read then are told, too.

    Raises:
        JobCancelled: if the token was cancelled.
        OSError: if the store's recipes are there but cannot be read.
    """
    workspace, listing = context.workspace, judged.files.listing
    if workspace.config is None or not len(judged.files.pairs):
        return NOT_LOOKED
    noted = read_or_default(lambda: read_recipes(location.path), None)
    stamps = _Stamps(workspace, location.kind.content, judged)
    if noted is None and not stamps.recipes:
        return NOT_LOOKED
    recipes, findings = _with_todays_dates(location, noted or StoreRecipes())
    carried, damaged = (yield from payload_recipes(location.path, listing, context.token)) \
        if recipes.recipes else (carry_none(listing), {})
    exchanged: dict[int, str] = {}
    if carried.strangers:
        note_in_index(
            judged, IndexedPayloads(judged, frozenset(carried.strangers)), carried.strangers,
            exchanged)
    weights = yield from _find_requested_weights(context, location.kind.content, recipes)
    why, facts = _Check(
        workspace, location.kind.content, judged, recipes, carried, weights, stamps).run()
    unread = NOT_LOOKED
    if damaged:
        # What reads payloads takes 10 ms to load.
        from larder.core.survey.doubtful_payloads import note_damaged

        unread = note_damaged(judged, damaged)
    return Audit(
        unread.damaged, why={**why, **exchanged, **unread.why}, findings=findings,
        recipes=None if noted is None else facts)


class _Stamps:
    """The recipes of concepts that a trainer stamped rows with as it cached them."""

    def __init__(self, workspace: Workspace, content: StoreContent, judged: JudgedRows) -> None:
        columns = judged.join.columns
        self.of_row = columns.stamp
        found = ((code, recipe_of_stamp(workspace, columns.settings.get(identity, {}), content))
                 for code, identity in enumerate(columns.stamps))
        self.recipes = {code: recipe for code, recipe in found if recipe is not None} \
            if is_stamped_otherwise(columns, workspace.concepts, content) else {}


class _Check:
    """Compares every relevant (file, variant) pair with what each concept asks."""

    def __init__(
        self, workspace: Workspace, content: StoreContent, judged: JudgedRows,
        recipes: StoreRecipes, carried: PayloadRecipes, weights: AskedWeights, stamps: _Stamps,
    ) -> None:
        self._workspace = workspace
        self._content = content
        self._judged = judged
        self._recipes = recipes
        self._carried = carried
        self._weights = weights
        self._stamps = stamps
        relevant = relevant_pairs(judged)
        files = judged.files.pairs[relevant, 0]
        self._row = judged.files.rows[relevant]
        self._code = carried.code[files]
        self._by_trainer = self._code == CARRIES_NONE
        self._written_ns = judged.files.listing.mtimes_ns[files]
        count = len(judged.live)
        # Per row: how many concepts ask for it, for how many of them its payload was made
        # otherwise, whether more differs than weights, and the sentence of the last of them.
        self._asked, self._bad = np.zeros((2, count), np.int32)
        self._by_settings = np.zeros(count, np.bool_)
        self._unproven = np.zeros(len(files), np.bool_)
        self._why: dict[int, str] = {}
        self._changes = SettingChanges()

    def run(self) -> tuple[dict[int, str], RecipeFacts]:
        """Set bits; the sentences of rows that are made otherwise, and how all were made."""
        count = len(self._asked)
        for concept in self._workspace.concepts:
            wanted = self._judged.join.wanted.get(concept.index)
            if wanted is not None:
                self._compare(concept, wanted[wanted < count])
        flags = self._judged.flags[:count]
        # Two concepts that ask for one source share its payload: it is right for one of them.
        bad = (self._bad > 0) & (self._bad == self._asked) & ((flags & NOT_THERE) == 0)
        flags[bad] |= np.uint32(1 << Verdict.RECIPE_CHANGED)
        return (
            {row: self._why[row] for row in np.flatnonzero(bad & ((flags & WORSE) == 0)).tolist()},
            self._facts(by_weights=bad & ~self._by_settings))

    def _facts(self, *, by_weights: Bools) -> RecipeFacts:
        """How rows were made, those too that no concept asks for."""
        kinds = EncodedKinds(self._weights)
        model = np.full(len(self._asked), -1, dtype=np.int16)
        for code, recipe in self._list_carried_recipes():
            kind = kinds.kind_of(recipe)
            rows = self._row[self._code == code]
            if kind is not None:
                # Of a row with payloads of several, the one that is not asked for counts.
                model[rows] = np.where(
                    (model[rows] < 0) | (not kinds.is_asked(kind)), kind, model[rows])
        return kinds.facts(
            model, wanted=self._asked > 0, by_weights=by_weights,
            unproven=int(self._unproven.sum()), changes=self._changes)

    def _list_carried_recipes(self) -> list[tuple[int, Recipe]]:
        """The recipes that relevant payloads carry, by code."""
        found = []
        for code in distinct(self._code[self._code >= 0]).tolist():
            recipe = self._recipes.recipes.get(self._carried.ids[code])
            if recipe is not None:
                found.append((code, recipe))
        return found

    def _compare(self, concept: Concept, rows: npt.NDArray[np.int32]) -> None:
        """Judge the pairs of one concept's rows."""
        want = recipe_of(
            self._workspace, concept, self._content, weights=self._weights.of_models)
        mine = np.zeros(len(self._judged.live), dtype=np.bool_)
        mine[rows] = True
        self._asked[rows] += 1
        of_concept = mine[self._row]
        bad_rows = np.zeros(len(mine), dtype=np.bool_)
        for pairs, judged in self._judgements(concept, of_concept, want):
            self._changes.add(judged, concept)
            if not judged.why:
                continue
            bad_rows[self._row[pairs]] = True
            self._why.update(dict.fromkeys(self._row[pairs].tolist(), judged.why))
            self._by_settings[self._row[pairs]] |= not judged.by_weights
        self._bad[bad_rows] += 1

    def _judgements(
        self, concept: Concept, of_concept: Bools, want: Recipe
    ) -> list[tuple[Bools, RecipeJudgement]]:
        """Pairs of whose making something is known, and what it means."""
        found = [
            (of_concept & (self._code == code), _judge(recipe, want, self._weights))
            for code, recipe in self._list_carried_recipes()]
        unknown = of_concept & self._by_trainer
        for said in self._recipes.statements_of(concept.path):
            if said.tells_of(want):
                meant = unknown & (self._written_ns <= said.until_ns)
                unknown = unknown & ~meant
                found.append((meant, _judge_statement(said, want, self._weights)))
        self._unproven |= unknown
        if self._stamps.recipes and unknown.any():
            stamp = self._stamps.of_row[self._row]
            found += [
                (unknown & (stamp == code), _judge(recipe, want, self._weights))
                for code, recipe in self._stamps.recipes.items()]
        return [(pairs, judged) for pairs, judged in found if pairs.any()]


class SlotRecipes:
    """Judges the recipes that are noted of slots of a released trainer's store."""

    def __init__(
        self, workspace: Workspace, content: StoreContent, recipes: StoreRecipes,
        weights: AskedWeights, findings: tuple[Finding, ...] = (),
    ) -> None:
        self._workspace = workspace
        self._content = content
        self._recipes = recipes
        self._weights = weights
        self.findings = findings
        self.kinds = EncodedKinds(weights)
        self.unproven = 0
        self.changes = SettingChanges()
        self._judged: dict[tuple[int, str], RecipeJudgement | None] = {}
        self._wanted: dict[int, Recipe] = {}

    def judge(self, concept: Concept, identity: str) -> RecipeJudgement | None:
        """How a recipe differs from what a concept asks, None for one that nobody knows."""
        key = concept.index, identity
        if key not in self._judged:
            have = self._recipes.recipes.get(identity)
            self._judged[key] = judged = None if have is None else _judge(
                have, self._want(concept), self._weights)
            if judged is not None:
                self.changes.add(judged, concept)
        return self._judged[key]

    def judge_unrecorded(
        self, concept: Concept, group: str, written_ns: npt.NDArray[np.int64]
    ) -> list[tuple[Bools, RecipeJudgement]]:
        """Judge slots of a group that say nothing of their making, by when they were written.

        Those of which nothing is known count as unproven.

        Returns:
            What is known, each with the slots it is known of: bool, shaped like `written_ns`.
        """
        unknown, found = np.ones(len(written_ns), dtype=np.bool_), []
        for said in self._recipes.statements_of(concept.path, group=group):
            if said.tells_of(self._want(concept)):
                meant = unknown & (written_ns <= said.until_ns)
                unknown = unknown & ~meant
                judged = _judge_statement(said, self._want(concept), self._weights)
                found.append((meant, judged))
                if meant.any():
                    self.changes.add(judged, concept)
        self.unproven += int(unknown.sum())
        return found

    def _want(self, concept: Concept) -> Recipe:
        if concept.index not in self._wanted:
            self._wanted[concept.index] = recipe_of(
                self._workspace, concept, self._content, weights=self._weights.of_models)
        return self._wanted[concept.index]

    def kind(self, identity: str) -> int:
        """Number of the weights that a recipe knows, -1 if it knows none."""
        have = self._recipes.recipes.get(identity)
        kind = None if have is None else self.kinds.kind_of(have)
        return -1 if kind is None else kind


def open_slot_recipes(
    context: SurveyContext, location: StoreLocation
) -> Job[SlotRecipes | None]:
    """Return the judge of the recipes of a store's slots, or None if there is no evidence.

    Raises:
        JobCancelled: if the token was cancelled.
        OSError: if the store's recipes are there but cannot be read.
    """
    workspace, content = context.workspace, location.kind.content
    recipes = None if workspace.config is None else read_or_default(
        lambda: read_recipes(location.path), None)
    if recipes is None:
        return None
    weights = yield from _find_requested_weights(context, content, recipes)
    recipes, findings = _with_todays_dates(location, recipes)
    return SlotRecipes(workspace, content, recipes, weights, findings)


def _find_requested_weights(
    context: SurveyContext, content: StoreContent, recipes: StoreRecipes
) -> Job[AskedWeights]:
    if not recipes.knows_weights:
        return AskedWeights()
    # Knowing where encoders lie costs 70 ms of imports, which only stores that tell shall pay.
    from larder.core.recipes.weights import find_models

    # A build reads all of the weights anyhow, and an older Larder noted no digests of samples.
    reads_whole = context.chosen is not None and recipes.lacks_samples
    if reads_whole:
        yield Progress("reading models", 0, 1, "models")
    return AskedWeights.of(recipes, find_models(
        context.workspace, content, chosen=context.chosen or (), token=context.token,
        reads_whole=reads_whole))
