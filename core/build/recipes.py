"""Which recipes a build works with, what else decides payloads, and which on disk can be taken.

A name on disk proves little: it holds 12 digits of a content and a size. So a payload is read
before it is taken: its checksums and values must be good, and its names, model type, size, what it
was made from and how, and its prompt must be those of the source that wants it. A payload that a
trainer wrote says less; what neither it nor the user says is taken to be right, as everywhere.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

import msgspec
import xxhash

from larder.core.build.pipeline.pieces import (
    CROP_RESOLUTION,
    Source,
    sidecar_content,
    sidecar_of,
)
from larder.core.build.plan import BuildPlan, BuildStore
from larder.core.encoders.draws import ModulePositions, file_stem
from larder.core.encoders.protocol import Fingerprint
from larder.core.errors import PayloadError
from larder.core.files.store_paths import is_plain_name
from larder.core.keys.payload_names import HASH_DIGITS
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
from larder.core.payloads.arrays import PayloadContents
from larder.core.payloads.pt_file import examine_pt, list_pt
from larder.core.recipes.cached_files import with_todays_dates
from larder.core.recipes.of_config import recipe_of, recipe_of_stamp
from larder.core.recipes.weights import Models, find_models
from larder.core.settings import cache_home
from larder.core.stores.indexed.columns import IndexColumns, empty_columns
from larder.core.stores.indexed.stamps import (
    CONTENT_KEY,
    MODELTYPE_KEY,
    SOURCE_KEY,
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
from larder.core.stores.store_memory import present_index
from larder.core.survey.sharing import deciding_sidecars
from larder.core.workspace.concepts import Concept, PromptSource
from larder.core.workspace.open_workspace import StoreContent, Workspace
from larder.core.workspace.roots import comparable

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

    def asked(self, concept: Concept) -> Recipe:
        """Return the recipe the config asks of a concept's payloads; opens no encoder."""
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

    def _used(self, recipe: Recipe) -> dict[str, UsedModel]:
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
            have = self.carried(payload)
            return None if have is None else recipe_changes(have, self.asked(concept))
        said = self._statement(concept, written_ns, group)
        if said is None:
            stamped = self._stamped(payload)
            return () if stamped is None else recipe_changes(stamped, self.asked(concept))
        return None if said.named.is_refuted else recipe_changes(said.recipe, self.asked(concept))

    def _stamped(self, payload: Mapping[str, Any]) -> Recipe | None:
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
                if one.tells_of(self.asked(concept)))
        return next((one for one in self._said[key] if written_ns <= one.until_ns), None)

    def _of_store(self) -> StoreRecipes:
        """Return the store's recipe file as it was when the build began."""
        if self._known is None:
            self._known, _ = with_todays_dates(
                read_recipes(self.store) or StoreRecipes(), self.store)
        return self._known


@dataclass(frozen=True, slots=True)
class StoreContext:
    """Context for building one store; determines what decides payloads.

    Attributes:
        columns: its index before the build.
        endings: name endings of the sidecars that decide payloads.
        positions: where the trainer's modules that draw stand.
        doubted: sources whose payloads are known to be made otherwise; see `PlanOptions`.
    """

    store: BuildStore
    modeltype: str
    columns: IndexColumns
    concepts: Mapping[int, Concept]
    recipes: BuildRecipes
    endings: tuple[str, ...]
    positions: ModulePositions
    doubted: frozenset[str] = frozenset()

    @classmethod
    def of(cls, plan: BuildPlan, store: BuildStore) -> Self:
        """That of a store of a plan; its index as it is now."""
        config, is_text = plan.workspace.config, store.content is StoreContent.TEXT
        # A re-adoption may have written the index since the survey.
        columns = present_index(cache_home(), store.target.folder).columns \
            if store.slots is None else empty_columns()
        return cls(
            store, plan.modeltype, columns, {one.index: one for one in plan.workspace.concepts},
            BuildRecipes(plan.workspace, store.content, store.target.folder, plan.models),
            () if is_text or config is None else deciding_sidecars(config), plan.positions,
            frozenset(key for of, key in plan.options.doubted if of == store.target.id))

    @property
    def is_text(self) -> bool:
        """True if the store caches captions."""
        return self.store.content is StoreContent.TEXT

    def concept_of(self, source: Source) -> Concept:
        """The concept whose settings count for a source."""
        return self.concepts[source.item.use.concept]

    def key_size(self, source: Source) -> tuple[int, int] | None:
        """The size as payload names spell it; types with a frame axis put frames first."""
        bucket = source.item.bucket
        return (1, bucket[0]) if bucket is not None and self.store.frame_axis else bucket

    def crop_resolution(self, source: Source) -> tuple[int, ...] | None:
        """The size as payloads store it."""
        bucket = source.item.bucket
        if bucket is None:
            return None
        return (1, *bucket) if self.store.frame_axis else bucket

    def of_source(self, source: Source) -> PayloadIdentity:
        """Return the identity that decides a source's payloads."""
        concept = self.concept_of(source)
        return PayloadIdentity(
            hash=source.hash, recipe=self.recipes.identity(concept),
            sidecars=tuple(
                (ending, source.sidecars[ending].hash) for ending in sorted(self.endings)
                if ending in source.sidecars),
            name=name_of_prompt(concept, source.item.use.picture, self.store.content))

    def of_row(self, row: int, key: str) -> PayloadIdentity:
        """Return the identity of an index row's payloads, as far as config and sidecars show."""
        content = self.columns.hashes[row].decode("ascii")
        uses = self.store.uses.of(key)
        if self.columns.modeltypes[self.columns.modeltype[row]] != self.modeltype:
            return PayloadIdentity(content, "of another model type", (), "")
        if not uses:
            return PayloadIdentity(content, "", (), "")
        concept = self.concepts[uses[0].concept]
        recorded = self.columns.sidecars.get(row)
        sidecars = []
        for ending in sorted(self.endings):
            of_sidecar = self._sidecar_of_row(key, ending, recorded)
            if of_sidecar is not None:
                sidecars.append((ending, of_sidecar))
        return PayloadIdentity(
            hash=content,
            recipe=self.recipes.identity(concept), sidecars=tuple(sidecars),
            name=name_of_prompt(concept, uses[0].picture, self.store.content))

    def vouched_by_row(self, key: str) -> int:
        """Variations whose payloads a row speaks for, those its concepts ask for.

        A row is good if its payloads are right for one of its concepts. Which one it was is not
        known where they would make different payloads.
        """
        if key in self.store.doubted:
            return 0
        concepts = [self.concepts[use.concept] for use in self.store.uses.of(key)]
        if len({self.recipes.identity(concept) for concept in concepts}) != 1:
            return 0
        return max(
            concept.text_variations if self.is_text else concept.image_variations
            for concept in concepts)

    def _sidecar_of_row(
        self, key: str, ending: str, recorded: Mapping[str, str] | None
    ) -> str | None:
        """A sidecar's content as the row recorded it, else as it is now."""
        spelled = sidecar_of(key, ending)
        flavour = self.store.target.paths.flavour
        for path, content in (recorded or {}).items():
            if comparable(path, flavour) == comparable(spelled, flavour):
                return content
        return sidecar_content(self.store.target.source_path(spelled))

    def adoptable(self, name: str, source: Source, prompt_stamp: str) -> bool:
        """Return whether payload `name` can serve a source unchanged.

        `prompt_stamp` is empty for a picture.

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
            and values.get(SOURCE_KEY) in (None, source.made_from)
            and values.get(CROP_RESOLUTION) == self.crop_resolution(source)
            and self.recipes.agrees(
                values, self.concept_of(source), written_ns=self.written_ns(name),
                prompt_is_known=bool(prompt_stamp))
            and values.get(CONTENT_KEY, prompt_stamp) == prompt_stamp)

    def is_sound(self, name: str) -> bool:
        """Return whether the payload `name` can be read from end to end and holds good values."""
        try:
            return not examine_pt(self.recipes.store / name).bad_values
        except PayloadError:
            return False

    def is_donor(
        self, name: str, concept: Concept, prompt_stamp: str, *, is_vouched_for: bool
    ) -> bool:
        """Return whether the payload `name` holds exactly the values of a prompt.

        Only the stamp it was written with counts, not the index. A payload that does not record how
        it was made needs a good row that names it.
        """
        if not is_plain_name(name):
            return False
        try:
            contents = list_pt(self.recipes.store / name)
        except PayloadError:
            return False
        return (
            (is_vouched_for or RECIPE_KEY in contents.values
             or SOURCELESS_KEY in contents.values)
            and self._is_whole(contents) and contents.values.get(CONTENT_KEY) == prompt_stamp
            and self.recipes.agrees(
                contents.values, concept, written_ns=self.written_ns(name),
                prompt_is_known=True))

    def written_ns(self, name: str) -> int:
        """Date of a payload.

        Raises:
            OSError: if it cannot be looked at.
        """
        return (self.recipes.store / name).stat().st_mtime_ns

    def _is_whole(self, contents: PayloadContents) -> bool:
        return (contents.values.get(MODELTYPE_KEY) == self.modeltype
                and set(self.store.names) <= set(contents.names))


def name_of_prompt(concept: Concept, picture: str, content: StoreContent) -> str:
    """The file's stem where prompts are taken from it, "" elsewhere."""
    takes_name = (content is StoreContent.TEXT
                  and concept.text.prompt_source is PromptSource.FILENAME)
    return file_stem(picture) if takes_name else ""


class PayloadIdentity(msgspec.Struct, frozen=True, gc=False):
    """All that decides what a source's payloads of one size hold, draws aside.

    Attributes:
        recipe: `BuildRecipes.identity` of its concept, "" where no concept asks for it.
        sidecars: (name ending, content) of the companions that count, sorted.
        name: the file's stem where prompts are taken from it, "" elsewhere.
    """

    hash: str
    recipe: str
    sidecars: tuple[tuple[str, str], ...]
    name: str

    @property
    def own_hash12(self) -> str:
        """Digits for a stem of its own, where the content's are taken."""
        return f"{self.digest:016x}"[:HASH_DIGITS]

    @property
    def digest(self) -> int:
        """A number for all of it, 64 bits."""
        text = json.dumps([self.hash, self.recipe, self.sidecars, self.name])
        return int(xxhash.xxh64_intdigest(text.encode("ascii")))
