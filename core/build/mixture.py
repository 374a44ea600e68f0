"""What a build makes of payloads that were encoded with other weights than its own.

Left as they are, two models' values lie in one cache, and a trainer serves both without a word.
Encoded anew, what may have taken a night is replaced. Neither is done without being asked for,
unless the config itself names another model now.
"""

from __future__ import annotations

import shlex
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from larder.core.build.reports import ListedMixture, ListedModel
from larder.core.build.scope import OPTION, BuildScope, OtherWeights
from larder.core.encoders.model_files import places_of
from larder.core.errors import UserFacingError
from larder.core.recipes.weights import find_models
from larder.core.survey.report import EncodedWith, StoreSurvey
from larder.core.survey.verdicts import Verdict
from larder.core.survey.why import entries_text
from larder.core.workspace.hub_cache import find_hub_model
from larder.core.workspace.open_workspace import StoreContent, Workspace
from larder.core.workspace.roots import is_folder

Bools = npt.NDArray[np.bool_]

REVISION_MARK: Final = "@"
"""Stands between a name of the hub and its revision."""


@dataclass(frozen=True, slots=True)
class OtherModel:
    """A model whose values lie in a store, and which is not the one a build encodes with.

    Attributes:
        name: what people call it.
        entries: how many wanted entries were encoded with it.
        path: where it lies, None if it is not on this computer any more.
    """

    name: str
    entries: int
    path: Path | None


@dataclass(frozen=True, slots=True)
class Mixture:
    """Entries of one store that were encoded with other weights than a build's.

    Attributes:
        store: id of the store.
        content: what it caches.
        model: what people call the model the build encodes with.
        others: the other models.
        kept: entries that stay as they are beside those that are built.
        replaced: entries that are encoded anew only because of their weights.
        is_agreed: whether the user said what is to become of them, or need not.
    """

    store: str
    content: StoreContent
    model: str
    others: tuple[OtherModel, ...]
    kept: int
    replaced: int
    is_agreed: bool


@dataclass(frozen=True, slots=True)
class Treatment:
    """What a build does with the entries of one store, by what the survey says of them.

    Attributes:
        survey: the store.
        scope: which verdicts are mended.
        others: what becomes of entries that only have other weights.
        selected: only these sources, None for all.
    """

    survey: StoreSurvey
    scope: BuildScope
    others: OtherWeights
    selected: frozenset[str] | None

    def verdict(self, row: int) -> Verdict:
        """What is to be mended; other weights that are to stay are not."""
        rows = self.survey.rows
        verdict = Verdict(int(rows.verdicts[row]))
        if not (self.others is OtherWeights.KEEP and self.is_by_weights(row)):
            return verdict
        also = int(rows.also[row])
        return next((other for other in Verdict if also & (1 << other)), Verdict.VALID)

    def takes(self, row: int) -> bool:
        """Whether a row is built, as far as it is not whole."""
        if self.selected is not None and self.survey.rows.source(row) not in self.selected:
            return False
        return self.scope.takes(self.verdict(row)) or (
            self.others is OtherWeights.REPLACE and self.is_by_weights(row))

    def is_encoded_otherwise(self, row: int) -> bool:
        """Whether an entry is known to have other weights, and is not to be kept for that."""
        facts = self.survey.recipes
        if facts is None or self.others is OtherWeights.KEEP or row >= len(facts.model):
            return False
        model = int(facts.model[row])
        return model >= 0 and not facts.models[model].is_asked

    def mixture(self, workspace: Workspace, *, builds: bool) -> Mixture | None:
        """What becomes of entries with other weights, None where there are none.

        Args:
            workspace: whose root models are relative to.
            builds: whether anything is built; else nothing has to be said.
        """
        facts = self.survey.recipes
        concerned = np.flatnonzero(self._of_others() & self.survey.asked).tolist()
        if facts is None or not concerned:
            return None
        taken = [row for row in concerned if self.takes(row)]
        replaced = sum(self.is_by_weights(row) for row in taken)
        kept = len(concerned) - len(taken)
        # These two scopes say by themselves that what is stale, or all of it, is made anew.
        is_asked_for = self.scope in (BuildScope.ALL, BuildScope.STALE)
        return Mixture(
            store=self.survey.location.id, content=self.survey.location.kind.content,
            model=facts.asked,
            others=tuple(
                OtherModel(
                    model.model, model.entries,
                    _path_of(model, self.survey.location.kind.content, workspace))
                for model in facts.models if not model.is_asked and model.entries),
            kept=kept, replaced=replaced,
            is_agreed=self.others is not OtherWeights.ASK or not builds
            or not (kept or (replaced and not is_asked_for)))

    def is_by_weights(self, row: int) -> bool:
        """Whether all that is to be said of a row is that its weights are other ones."""
        facts = self.survey.recipes
        if facts is None or row >= len(facts.by_weights):
            return False
        verdict = Verdict(int(self.survey.rows.verdicts[row]))
        return verdict is Verdict.RECIPE_CHANGED and bool(facts.by_weights[row])

    def _of_others(self) -> Bools:
        """Rows that were encoded with other weights than asked for."""
        found = np.zeros(len(self.survey.rows), dtype=np.bool_)
        facts = self.survey.recipes
        if facts is not None:
            is_other = np.array([*(not model.is_asked for model in facts.models), False])
            found[:len(facts.model)] = is_other[facts.model]
        return found


def require_agreement(mixtures: Sequence[Mixture]) -> None:
    """Refuse a build that mixes or replaces what other weights encoded, unless the user said so.

    Raises:
        UserFacingError: says what lies there, and what can be done.
    """
    asking = [mixture for mixture in mixtures if not mixture.is_agreed]
    if asking:
        raise UserFacingError(mixture_sentence(asking), mixture_choices(asking))


def mixture_sentence(mixtures: Sequence[Mixture]) -> str:
    """What lies there: "12 pictures were encoded with models/A; this build uses models/B."."""
    made: dict[tuple[str, str], list[tuple[int, StoreContent]]] = defaultdict(list)
    for mixture in mixtures:
        for other in mixture.others:
            made[other.name, mixture.model].append((other.entries, mixture.content))
    return " ".join(
        f"{' and '.join(entries_text(*one) for one in counts)} "
        f"{'was' if sum(count for count, _ in counts) == 1 else 'were'} encoded with {other}; "
        f"this build uses {model}." for (other, model), counts in made.items())


def mixture_choices(mixtures: Sequence[Mixture]) -> str:
    """What can be said on the command line."""
    paths = dict.fromkeys(
        other.path for mixture in mixtures for other in mixture.others if other.path is not None)
    go_on = f"go on with --model {shlex.quote(str(next(iter(paths))))}, " if len(paths) == 1 else ""
    choices = (f"{go_on}encode them again with {OPTION} {OtherWeights.REPLACE.value}, or leave "
               f"both in one cache with {OPTION} {OtherWeights.KEEP.value}.")
    return choices[:1].upper() + choices[1:]


def mixture_document(mixture: Mixture) -> ListedMixture:
    """One store's part of a plan's document."""
    return ListedMixture(
        store=mixture.store, model=mixture.model, kept=mixture.kept, replaced=mixture.replaced,
        agreed=mixture.is_agreed, others=tuple(
            ListedModel(model=other.name, entries=other.entries,
                        path=None if other.path is None else str(other.path))
            for other in mixture.others))


def _path_of(
    model: EncodedWith, content: StoreContent, workspace: Workspace
) -> Path | None:
    """Where a model lies that still has these weights."""
    path = workspace.root / model.name
    if not (is_folder(path) or path.is_file()):
        hub_cache = None if workspace.config is None else places_of(
            workspace.config, workspace.root).hub_cache
        found = find_hub_model(model.name.partition(REVISION_MARK)[0], hub_cache)
        if found is None:
            return None
        path = found
    there = find_models(workspace, content, chosen=[path])
    has_them = all(
        part in there and there[part].weights.same_as(weights)
        for part, weights in model.weights.items())
    return path if has_them else None
