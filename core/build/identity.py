"""What decides the payloads of sources and of index rows, so that equal ones can share them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from larder.core.build.look import sidecar_of
from larder.core.build.plan import BuildStore
from larder.core.build.prompts import file_stem
from larder.core.build.recipes import BuildRecipes
from larder.core.build.stems import PayloadIdentity
from larder.core.build.work import WorkItem
from larder.core.encoders.draws import caches_masks
from larder.core.keys.content_hash import hash_file
from larder.core.stores.index_columns import IndexColumns
from larder.core.workspace.concepts import Concept, PromptSource
from larder.core.workspace.model_types import find_model_type
from larder.core.workspace.onetrainer_config import TrainerConfig
from larder.core.workspace.open_workspace import StoreContent
from larder.core.workspace.roots import PathFlavour, comparable
from larder.core.workspace.samples import CONDITIONING_STEM, MASK_STEM

MASK_ENDING = f"{MASK_STEM}.png"
CONDITIONING_ENDING = f"{CONDITIONING_STEM}.png"


@dataclass(frozen=True, slots=True)
class Identities:
    """Identities of one store.

    Attributes:
        store: what is built in it.
        modeltype: as the config spells it.
        columns: its index before the build.
        concepts: by index.
        recipes: of the store.
        endings: name endings of the sidecars that decide payloads.
    """

    store: BuildStore
    modeltype: str
    columns: IndexColumns
    concepts: Mapping[int, Concept]
    recipes: BuildRecipes
    endings: tuple[str, ...]

    def of_work(self, work: WorkItem, concept: Concept) -> PayloadIdentity:
        """What decides a source's payloads."""
        return PayloadIdentity(
            hash=work.hash, recipe=self.recipes.identity(concept),
            sidecars=tuple(
                (ending, work.sidecars[ending].state.hash) for ending in sorted(self.endings)
                if ending in work.sidecars),
            name=name_of_prompt(concept, work.item.use.picture, self.store.content))

    def of_row(self, row: int, key: str) -> PayloadIdentity:
        """What an index row's payloads are made of, as far as config and sidecars tell."""
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
            content = self._sidecar_of_row(key, ending, recorded)
            if content is not None:
                sidecars.append((ending, content))
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
        is_text = self.store.content is StoreContent.TEXT
        return max(
            concept.text_variations if is_text else concept.image_variations
            for concept in concepts)

    def _sidecar_of_row(
        self, key: str, ending: str, recorded: Mapping[str, str] | None
    ) -> str | None:
        """A sidecar's content as the row recorded it, else as it is now."""
        spelled = sidecar_of(key, ending)
        flavour = PathFlavour(self.store.target.separator)
        for path, content in (recorded or {}).items():
            if comparable(path, flavour) == comparable(spelled, flavour):
                return content
        try:
            return hash_file(self.store.target.source_path(spelled))
        except OSError:
            return None


def name_of_prompt(concept: Concept, picture: str, content: StoreContent) -> str:
    """The file's stem where prompts are taken from it, "" elsewhere."""
    takes_name = (content is StoreContent.TEXT
                  and concept.text.prompt_source is PromptSource.FILENAME)
    return file_stem(picture) if takes_name else ""


def deciding_sidecars(config: TrainerConfig) -> tuple[str, ...]:
    """Name endings of the companions that decide what an image payload holds."""
    model_type = find_model_type(config.model_type)
    endings = [MASK_ENDING] if config.masked_training and caches_masks(config) else []
    if config.custom_conditioning_image and model_type is not None \
            and model_type.has_conditioning_image:
        endings.append(CONDITIONING_ENDING)
    return tuple(endings)
