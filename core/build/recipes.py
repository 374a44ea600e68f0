"""Which recipes a build works with, and which payloads on disk can be taken or copied by them.

A name on disk proves little: it holds 12 digits of a content and a size. So a payload is read
before it is taken: its checksums and values must be good, and its names, model type, size, what it
was made from and how, and its prompt must be those of the source that wants it. A payload that a
trainer wrote says less; what neither it nor the user says is taken to be right, as everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import msgspec

from larder.core.build.pieces import Source
from larder.core.encoders.protocol import Fingerprint
from larder.core.errors import PayloadError
from larder.core.files.store_paths import is_plain_name
from larder.core.keys.recipe import (
    MASKED_FIELD,
    RECIPE_KEY,
    SIZE_FIELDS,
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
from larder.core.payloads.arrays import PayloadContents
from larder.core.payloads.pt_file import examine_pt, list_pt
from larder.core.recipes.of_config import recipe_of
from larder.core.recipes.weights import Models, find_models
from larder.core.stores.records import (
    StoreRecipes,
    UsedModel,
    append_models,
    append_recipe,
    read_recipes,
)
from larder.core.stores.smart.stamps import CONTENT_KEY, MODELTYPE_KEY, SOURCE_KEY
from larder.core.workspace.concepts import Concept
from larder.core.workspace.open_workspace import StoreContent, Workspace

PROMPT_FIELDS = "text."
"""Beginning of the fields that decide which prompt is encoded, and nothing once it is known."""


@dataclass(slots=True)
class BuildRecipes:
    """Recipes of one store.

    Attributes:
        workspace: its config says what is asked for.
        chosen: models that the user named in place of the config's.
    """

    workspace: Workspace
    content: StoreContent
    store: Path
    chosen: Sequence[Path] = ()
    _asked: dict[int, Recipe] = field(default_factory=dict)
    _identities: dict[int, str] = field(default_factory=dict)
    _made: dict[int, Recipe] = field(default_factory=dict)
    _said: dict[int, Recipe | None] = field(default_factory=dict)
    _known: StoreRecipes | None = None
    _models: Models | None = None

    def asked(self, concept: Concept) -> Recipe:
        """What the config asks of a concept's payloads, no encoder opened for it."""
        if concept.index not in self._asked:
            self._asked[concept.index] = recipe_of(
                self.workspace, concept, self.content, weights=self._weights())
        return self._asked[concept.index]

    def identity(self, concept: Concept) -> str:
        """Equal for concepts whose settings make the same payloads of one source and size."""
        if concept.index not in self._identities:
            fields = self.asked(concept).fields
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
            if used := self._used(recipe):
                append_models(self.store, used)
            self._made[concept.index] = recipe
        return self._made[concept.index]

    def of_copy(self, concept: Concept, donor: Mapping[str, Any]) -> Recipe | None:
        """The recipe of a payload that holds what another one holds, for another concept.

        The encoders are the donor's. None if the donor does not say how it was made.

        Raises:
            UserFacingError: if the store may not be written.
        """
        have = self.carried(donor)
        if have is None:
            return None
        own = without_weights(self.asked(concept).fields)
        recipe = make_recipe({
            **own, **{name: value for name, value in have.fields.items() if name not in own
                      and not name.startswith(PROMPT_FIELDS)}})
        append_recipe(self.store, recipe)
        return recipe

    def carried(self, payload: Mapping[str, Any]) -> Recipe | None:
        """The recipe a payload of ours names, None if it names none that the store knows."""
        known = payload.get(RECIPE_KEY)
        return self._of_store().recipes.get(known) if isinstance(known, str) else None

    def agrees(
        self,
        payload: Mapping[str, Any],
        concept: Concept,
        *,
        written_ns: int,
        prompt_is_known: bool = False,
        keeps_weights: bool = False,
    ) -> bool:
        """Whether a payload is made as a concept asks, as far as anybody knows how it was made.

        `written_ns` is of its file; settings that only choose the prompt do not count if that is
        known, nor weights if other ones are kept.
        """
        if not self._is_known(payload, concept, written_ns):
            return True
        have = self._of(payload, concept)
        if have is None:
            return False
        changes = recipe_changes(have, self.asked(concept))
        if prompt_is_known:
            changes = tuple(
                change for change in changes if not change.name.startswith(PROMPT_FIELDS))
        if keeps_weights and are_weights_alone(changes):
            return True
        return not decide_content(changes)

    def lacks_only_mask(
        self, payload: Mapping[str, Any], concept: Concept, *, written_ns: int
    ) -> bool:
        """Whether the one difference is that masks are cached now and were not then."""
        if not self._is_known(payload, concept, written_ns):
            return True
        have = self._of(payload, concept)
        if have is None:
            return False
        changes = {
            change.name for change in recipe_changes(have, self.asked(concept))} - SIZE_FIELDS
        return changes <= {MASKED_FIELD}

    def _weights(self) -> dict[str, Weights]:
        """What is known of the weights that this build encodes with."""
        if self._models is None:
            self._models = find_models(self.workspace, self.content, chosen=self.chosen)
        return {part: model.weights for part, model in self._models.items()}

    def _used(self, recipe: Recipe) -> dict[str, UsedModel]:
        """The models whose weights a recipe of this build knows."""
        models = self._models or {}
        return {
            part: UsedModel(name=models[part].name, whole=weights.whole, sample=weights.sample)
            for part, weights in weights_of(recipe).items() if part in models}

    def _is_known(self, payload: Mapping[str, Any], concept: Concept, written_ns: int) -> bool:
        """Whether a payload says how it was made, or the user did of those of its time."""
        if RECIPE_KEY in payload:
            return True
        known = self._of_store().assumption
        return (known is not None and written_ns <= known.until_ns
                and self._assumed(concept) is not None)

    def _of(self, payload: Mapping[str, Any], concept: Concept) -> Recipe | None:
        return self.carried(payload) if RECIPE_KEY in payload else self._assumed(concept)

    def _assumed(self, concept: Concept) -> Recipe | None:
        if concept.index not in self._said:
            self._said[concept.index] = self._of_store().assumed_of(concept.path)
        return self._said[concept.index]

    def _of_store(self) -> StoreRecipes:
        """What the store's file said when the build began."""
        if self._known is None:
            self._known = read_recipes(self.store) or StoreRecipes()
        return self._known


CROP_RESOLUTION: Final = "crop_resolution"


class WantedPayload(msgspec.Struct, frozen=True, gc=False):
    """What a payload has to be.

    Attributes:
        concept: whose settings count.
        crop_resolution: as stored, None in a text store.
        stamp: content hash of its prompt, "" in an image store.
    """

    concept: Concept
    crop_resolution: tuple[int, ...] | None
    stamp: str = ""


@dataclass(slots=True)
class Adoption:
    """Judges the payloads of one store.

    Attributes:
        modeltype: as the config spells it.
        names: values that every payload must hold.
    """

    modeltype: str
    names: frozenset[str]
    recipes: BuildRecipes

    def adoptable(self, name: str, source: Source, wanted: WantedPayload) -> bool:
        """Whether the payload `name` can be a source's as it is.

        Raises:
            OSError: if it is there but cannot be looked at.
        """
        try:
            examined = examine_pt(self.recipes.store / name)
        except PayloadError:
            return False
        values = examined.contents.values
        return (
            not examined.bad_values and self._is_whole(examined.contents)
            and _is_made_from(values, source)
            and values.get(CROP_RESOLUTION) == wanted.crop_resolution
            and self.recipes.agrees(
                values, wanted.concept, written_ns=self._written_ns(name),
                prompt_is_known=bool(wanted.stamp))
            and values.get(CONTENT_KEY, wanted.stamp) == wanted.stamp)

    def is_donor(self, name: str, wanted: WantedPayload, *, is_vouched_for: bool) -> bool:
        """Whether the payload `name` holds just what a prompt gives.

        Only the stamp it was written with counts, not what an index says of it; one that does not
        say how it was made needs a good row that names it.
        """
        if not is_plain_name(name):
            return False
        try:
            contents = list_pt(self.recipes.store / name)
        except PayloadError:
            return False
        return (
            (is_vouched_for or RECIPE_KEY in contents.values)
            and self._is_whole(contents) and contents.values.get(CONTENT_KEY) == wanted.stamp
            and self.recipes.agrees(
                contents.values, wanted.concept, written_ns=self._written_ns(name),
                prompt_is_known=True))

    def completable(self, name: str, source: Source, concept: Concept) -> PayloadContents | None:
        """The contents of a payload that may lack nothing but names, None if more is amiss."""
        try:
            examined = examine_pt(self.recipes.store / name)
        except PayloadError:
            return None
        values = examined.contents.values
        fits = (
            not examined.bad_values and values.get(MODELTYPE_KEY) == self.modeltype
            and _is_made_from(values, source, sidecars_too=False)
            and self.recipes.lacks_only_mask(
                values, concept, written_ns=self._written_ns(name)))
        return examined.contents if fits else None

    def _written_ns(self, name: str) -> int:
        return (self.recipes.store / name).stat().st_mtime_ns

    def _is_whole(self, contents: PayloadContents) -> bool:
        return (contents.values.get(MODELTYPE_KEY) == self.modeltype
                and self.names <= set(contents.names))


@dataclass(slots=True)
class Donors:
    """Payloads that hold what a prompt gives, by its stamp.

    Attributes:
        adoption: judges candidates.
        registered: payload names by stamp, as the store's content index has them.
        is_vouched_for: whether a good row of a wanted source names a payload.
    """

    adoption: Adoption
    registered: Mapping[str, str]
    is_vouched_for: Callable[[str], bool]
    _verified: dict[str, str | None] = field(default_factory=dict)

    def of(self, wanted: WantedPayload) -> str | None:
        """A payload to copy, None when there is none."""
        if wanted.stamp not in self._verified:
            name = self.registered.get(wanted.stamp)
            good = name is not None and self.adoption.is_donor(
                name, wanted, is_vouched_for=self.is_vouched_for(name))
            self._verified[wanted.stamp] = name if good else None
        return self._verified[wanted.stamp]


def source_stamp(source: Source) -> dict[str, Any]:
    """What a payload of ours says of the source it was made from."""
    return {SOURCE_KEY: {
        "hash": source.hash,
        "sidecars": {ending: of.state.hash for ending, of in sorted(source.sidecars.items())}}}


def _is_made_from(
    values: Mapping[str, Any], source: Source, *, sidecars_too: bool = True
) -> bool:
    said = values.get(SOURCE_KEY)
    if said is None:
        return True
    meant = source_stamp(source)[SOURCE_KEY]
    if not sidecars_too:
        return isinstance(said, Mapping) and said.get("hash") == meant["hash"]
    return bool(said == meant)
