"""Facts that decide payloads besides recipes, and which payloads on disk can be taken.

A name on disk proves little: it holds 12 digits of a content and a size. So a payload is read
before it is taken: its checksums and values must be good, and its names, model type, size, what it
was made from and how, and its prompt must be those of the source that wants it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

import msgspec
import xxhash

from larder.core.build.pipeline.pieces import (
    CROP_RESOLUTION,
    Source,
    sidecar_content,
    sidecar_of,
)
from larder.core.build.plan import BuildPlan, BuildStore
from larder.core.build.recipes import BuildRecipes
from larder.core.encoders.draws import ModulePositions, file_stem
from larder.core.errors import PayloadError
from larder.core.files.store_paths import is_plain_name
from larder.core.keys.payload_names import HASH_DIGITS
from larder.core.keys.recipe import (
    RECIPE_KEY,
)
from larder.core.payloads.arrays import PayloadContents
from larder.core.payloads.pt_file import examine_pt, list_pt
from larder.core.settings import cache_home
from larder.core.stores.indexed.columns import IndexColumns, empty_columns
from larder.core.stores.indexed.stamps import (
    CONTENT_KEY,
    MODELTYPE_KEY,
    SOURCE_KEY,
    SOURCELESS_KEY,
)
from larder.core.stores.store_memory import present_index
from larder.core.survey.sharing import deciding_sidecars
from larder.core.workspace.concepts import Concept, PromptSource
from larder.core.workspace.open_workspace import StoreContent
from larder.core.workspace.roots import comparable


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

    def count_vouched(self, key: str) -> int:
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
