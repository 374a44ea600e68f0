"""With which weights the payloads of a store were encoded, and with which they should have been."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from larder.core.keys.recipe import (
    SHOWN_DIGITS,
    FieldChange,
    Recipe,
    Weights,
    describe_changes,
    weights_changes,
    weights_of,
)
from larder.core.stores.records import StoreRecipes, UsedModel
from larder.core.survey.report import EncodedWith, RecipeFacts

Bools = npt.NDArray[np.bool_]
PartWeights = Mapping[str, Weights]
"""By the config's object for an encoder."""


@dataclass(frozen=True, slots=True)
class AskedWeights:
    """The weights that payloads of one store should be encoded with.

    Attributes:
        of_models: those of models that are on this computer.
        of_latest_build: of the other encoders, those that the store was last built with.
        names: what people call models, by digests of their weights.
    """

    of_models: PartWeights = field(default_factory=dict)
    of_latest_build: PartWeights = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, recipes: StoreRecipes, models: Mapping[str, UsedModel]) -> AskedWeights:
        """What is asked, where these models are on this computer; their names now go first."""
        latest = recipes.latest_weights()
        return cls(
            {part: model.weights for part, model in models.items()},
            {part: weights for part, weights in latest.items() if part not in models},
            {**recipes.model_names(), **{
                digest: model.name for model in models.values()
                for digest in (model.whole, model.sample) if digest}})

    @property
    def all(self) -> PartWeights:
        """Both kinds."""
        return {**self.of_latest_build, **self.of_models}

    def called(self, weights: PartWeights) -> str:
        """What people call the models of some weights: "models/sdxl"."""
        names = dict.fromkeys(
            self.names.get(known.whole) or self.names.get(known.sample) or shown_weights(known)
            for known in weights.values())
        return " and ".join(names)

    def describe_older(self, changes: Iterable[FieldChange]) -> str:
        """Why payloads are not as the latest build made them."""
        sentences = []
        for change in changes:
            have, want = self.names.get(str(change.have)), self.names.get(str(change.want))
            told = have and want and have != want
            sentences.append(
                f"encoded with {have}, while the latest build used {want}" if told
                else f"{describe_changes([change])} in the latest build")
        return "; ".join(dict.fromkeys(sentences))


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
        """Whether these are the asked weights, as far as both are known."""
        return not weights_changes(self._kinds[kind], self._asked.all)

    def facts(
        self, model: npt.NDArray[np.int16], *, wanted: Bools, by_weights: Bools
    ) -> RecipeFacts:
        """The facts of rows, the asked weights first.

        Args:
            model: number of each row's weights, -1 where they are not known.
            wanted: rows that are counted.
            by_weights: see `RecipeFacts`.
        """
        order = sorted(range(len(self._kinds)), key=lambda kind: not self.is_asked(kind))
        number_of = np.full(len(order) + 1, -1, dtype=np.int16)
        number_of[order] = np.arange(len(order))
        return RecipeFacts(
            models=tuple(
                EncodedWith(
                    model=self._label(self._kinds[kind]),
                    name=self._asked.called(self._kinds[kind]), weights=self._kinds[kind],
                    entries=int(((model == kind) & wanted).sum()), is_asked=self.is_asked(kind))
                for kind in order),
            model=number_of[model], by_weights=by_weights,
            asked=self._label(self._asked.all))

    def _label(self, weights: PartWeights) -> str:
        """What people call the models, with a digest where others are called so too."""
        name = self._asked.called(weights)
        namesakes = [
            other for other in (*self._kinds, self._asked.all)
            if weights_changes(other, weights) and self._asked.called(other) == name]
        own = [known for part, known in weights.items()
               if any(known.same_as(other.get(part, Weights())) is False for other in namesakes)]
        return f"{name} ({shown_weights(own[0])})" if own else name


def shown_weights(weights: Weights) -> str:
    """Weights nobody gave a name to, "weights 01234567"."""
    return f"weights {(weights.whole or weights.sample)[:SHOWN_DIGITS]}"
