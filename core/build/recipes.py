"""Which recipes a build works with, and whether what a payload records agrees with them.

A payload that a trainer wrote says less than Larder's own; what neither it nor the user says is
taken to be right, as everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from larder.core.encoders.protocol import Fingerprint
from larder.core.keys.recipe import (
    MASKED_FIELD,
    RECIPE_KEY,
    SIZE_FIELDS,
    FieldChange,
    Recipe,
    Weights,
    are_weights_alone,
    decide_content,
    make_recipe,
    recipe_changes,
    recipe_id,
    weights_of,
    without_weights,
)
from larder.core.recipes.cached_files import with_todays_dates
from larder.core.recipes.of_config import recipe_of, recipe_of_stamp
from larder.core.recipes.weights import Models, find_models
from larder.core.stores.indexed.stamps import (
    SOURCELESS_KEY,
)
from larder.core.stores.records import (
    Statement,
    StoreRecipes,
    UsedModel,
    append_models,
    append_recipe,
    read_recipes,
)
from larder.core.workspace.concepts import Concept
from larder.core.workspace.open_workspace import StoreContent, Workspace

PROMPT_FIELDS = "text."
"""Beginning of the fields that decide which prompt is encoded, and nothing once it is known."""


@dataclass(slots=True)
class BuildRecipes:
    """Recipes of one store.

    The workspace's config says what is asked for; `chosen` are models in place of the config's.
    """

    workspace: Workspace
    content: StoreContent
    store: Path
    chosen: Sequence[Path] = ()
    _asked: dict[int, Recipe] = field(default_factory=dict)
    _identities: dict[int, str] = field(default_factory=dict)
    _made: dict[int, Recipe] = field(default_factory=dict)
    _said: dict[tuple[int, str], tuple[Statement, ...]] = field(default_factory=dict)
    _known: StoreRecipes | None = None
    _models: Models | None = None

    def make_recipe(self, concept: Concept) -> Recipe:
        """Return the recipe the config asks of a concept's payloads; opens no encoder."""
        if concept.index not in self._asked:
            self._asked[concept.index] = recipe_of(
                self.workspace, concept, self.content, weights=self._weights())
        return self._asked[concept.index]

    def identity(self, concept: Concept) -> str:
        """Equal for concepts whose settings make the same payloads of one source and size."""
        if concept.index not in self._identities:
            fields = self.make_recipe(concept).fields
            self._identities[concept.index] = recipe_id({
                name: value for name, value in fields.items() if name not in SIZE_FIELDS})
        return self._identities[concept.index]

    def made(
        self, concept: Concept, fingerprints: Callable[[], Mapping[str, Fingerprint]]
    ) -> Recipe:
        """The recipe of payloads that are being encoded; the store learns what its id stands for.

        `fingerprints` are asked once per concept.

        Raises:
            UserFacingError: if the store may not be written.
        """
        if concept.index not in self._made:
            recipe = recipe_of(
                self.workspace, concept, self.content, fingerprints=fingerprints(),
                weights=self._weights())
            append_recipe(self.store, recipe)
            if used := self._find_models(recipe):
                append_models(self.store, used)
            self._made[concept.index] = recipe
        return self._made[concept.index]

    def of_copy(self, concept: Concept, donor: Mapping[str, Any]) -> Recipe | None:
        """The recipe of a payload that holds what another one holds, for another concept.

        The encoders are the donor's. None if the donor does not say how it was made.

        Raises:
            UserFacingError: if the store may not be written.
        """
        have = self.read_recipe(donor)
        if have is None:
            return None
        own = without_weights(self.make_recipe(concept).fields)
        recipe = make_recipe({
            **own, **{name: value for name, value in have.fields.items() if name not in own
                      and not name.startswith(PROMPT_FIELDS)}})
        append_recipe(self.store, recipe)
        return recipe

    def read_recipe(self, payload: Mapping[str, Any]) -> Recipe | None:
        """The recipe a payload of ours names, None if it names none that the store knows."""
        known = payload.get(RECIPE_KEY)
        if not isinstance(known, str):
            return None
        return self._of_store().recipes.get(known) or next(
            (recipe for recipe in self._made.values() if recipe.id == known), None)

    def agrees(
        self,
        payload: Mapping[str, Any],
        concept: Concept,
        *,
        written_ns: int,
        group: str = "",
        prompt_is_known: bool = False,
        keeps_weights: bool = False,
    ) -> bool:
        """Return whether a payload is made as a concept asks, as far as its making is known.

        `written_ns` is the date of its file, `group` its group in the released layout. If the
        prompt is known, settings that only choose the prompt do not count, and weights do not count
        if `keeps_weights`.
        """
        changes = self._changes(payload, concept, written_ns, group)
        if changes is None:
            return False
        if prompt_is_known:
            changes = tuple(
                change for change in changes if not change.name.startswith(PROMPT_FIELDS))
        if keeps_weights and are_weights_alone(changes):
            return True
        return not decide_content(changes)

    def assumes(self, concept: Concept, *, written_ns: int, group: str = "") -> bool:
        """Return whether it is known how a concept's files of that date were made."""
        return self._statement(concept, written_ns, group) is not None

    def lacks_only_mask(
        self, payload: Mapping[str, Any], concept: Concept, *, written_ns: int, group: str = ""
    ) -> bool:
        """Return whether the one difference is that masks are cached now and were not then."""
        changes = self._changes(payload, concept, written_ns, group)
        return changes is not None and (
            {change.name for change in changes} - SIZE_FIELDS <= {MASKED_FIELD})

    def _weights(self) -> dict[str, Weights]:
        """Return what is known of the weights that this build encodes with."""
        if self._models is None:
            self._models = find_models(self.workspace, self.content, chosen=self.chosen)
        return {part: model.weights for part, model in self._models.items()}

    def _find_models(self, recipe: Recipe) -> dict[str, UsedModel]:
        """The models whose weights a recipe of this build knows."""
        models = self._models or {}
        return {
            part: UsedModel(name=models[part].name, whole=weights.whole, sample=weights.sample)
            for part, weights in weights_of(recipe).items() if part in models}

    def _changes(
        self, payload: Mapping[str, Any], concept: Concept, written_ns: int, group: str = ""
    ) -> tuple[FieldChange, ...] | None:
        """Return how the config's recipe differs from the payload's, stated or known otherwise.

        None if it names a recipe that the store does not know, or is known not to be what the
        config's recipe makes.
        """
        if RECIPE_KEY in payload:
            have = self.read_recipe(payload)
            return None if have is None else recipe_changes(have, self.make_recipe(concept))
        said = self._statement(concept, written_ns, group)
        if said is None:
            stamped = self._find_trainer_settings(payload)
            return () if stamped is None else recipe_changes(stamped, self.make_recipe(concept))
        if said.named.is_refuted:
            return None
        return recipe_changes(said.recipe, self.make_recipe(concept))

    def _find_trainer_settings(self, payload: Mapping[str, Any]) -> Recipe | None:
        """The settings of the concept that a trainer wrote into a payload of its own."""
        values = payload.get(SOURCELESS_KEY)
        stamp = values.get("concept") if isinstance(values, Mapping) else None
        return recipe_of_stamp(self.workspace, stamp, self.content) \
            if isinstance(stamp, Mapping) else None

    def _statement(self, concept: Concept, written_ns: int, group: str) -> Statement | None:
        """Return what is known of how a payload without a recipe of its own was made."""
        key = concept.index, group
        if key not in self._said:
            self._said[key] = tuple(
                one for one in self._of_store().statements_of(concept.path, group=group)
                if one.tells_of(self.make_recipe(concept)))
        return next((one for one in self._said[key] if written_ns <= one.until_ns), None)

    def _of_store(self) -> StoreRecipes:
        """Return the store's recipe file as it was when the build began."""
        if self._known is None:
            self._known, _ = with_todays_dates(
                read_recipes(self.store) or StoreRecipes(), self.store)
        return self._known
