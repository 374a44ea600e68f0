"""Which entries share a payload that should not, and why.

A trainer reuses payloads of equal bytes, model and size whatever else decided what they hold. Where
concepts vary their pictures in different ways, where masks differ, or where prompts come from file
names, one of the sources is trained with what was made for another.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final

from larder.core.keys.content_hash import hash_file
from larder.core.keys.recipe import decide_content, describe_changes, recipe_changes
from larder.core.survey.verdicts import ConflictKind
from larder.core.workspace.concepts import PromptSource
from larder.core.workspace.model_types import caches_masks, find_model_type
from larder.core.workspace.onetrainer_config import TrainerConfig
from larder.core.workspace.open_workspace import StoreContent, Workspace
from larder.core.workspace.roots import infer_config_flavour
from larder.core.workspace.samples import CONDITIONING_STEM, MASK_STEM, sample_stem

if TYPE_CHECKING:
    from larder.core.keys.recipe import Recipe

MASK_ENDING: Final = f"{MASK_STEM}.png"
CONDITIONING_ENDING: Final = f"{CONDITIONING_STEM}.png"


def deciding_sidecars(config: TrainerConfig) -> tuple[str, ...]:
    """Name endings of the companions that decide what an image payload holds."""
    model_type = find_model_type(config.model_type)
    endings = [MASK_ENDING] if config.masked_training and caches_masks(config) else []
    if config.custom_conditioning_image and model_type is not None \
            and model_type.inpaints:
        endings.append(CONDITIONING_ENDING)
    return tuple(endings)


class Conflicts:
    """Tells why sources of one store should not share payloads."""

    def __init__(self, workspace: Workspace, content: StoreContent) -> None:
        self._workspace = workspace
        self._content = content
        config = workspace.config
        self._endings = (
            deciding_sidecars(config) if config is not None and content is StoreContent.IMAGE
            else ())
        self._recipes: dict[int, Recipe] = {}
        self._differences: dict[tuple[int, ...], str] = {}
        self._companions: dict[str, str] = {}

    @cached_property
    def may_be(self) -> bool:
        """True if any sources could be in conflict; otherwise there is no need to look at them."""
        enabled = [concept for concept in self._workspace.concepts if concept.enabled]
        return self._workspace.config is not None and (
            bool(self._endings)
            or (self._content is StoreContent.TEXT and any(
                concept.text.prompt_source is PromptSource.FILENAME for concept in enabled))
            or bool(self.differ_in_settings(tuple(concept.index for concept in enabled))))

    def between(self, sources: Sequence[tuple[str, int]]) -> tuple[ConflictKind, str] | None:
        """The first conflict among sources with equal bytes, None for none.

        Args:
            sources: as the index spells them, each with the index of the concept that asks for it,
                -1 for none.

        Returns:
            Its kind, and why they should not share payloads: a sentence without its full stop.
        """
        if not self.may_be:
            return None
        concepts = self._workspace.concepts
        asked = [(source, concept) for source, concept in sources
                 if concept >= 0 and concepts[concept].enabled]
        between = self.differ_in_settings(tuple(sorted({concept for _, concept in asked})))
        if between:
            return ConflictKind.SETTINGS, between
        for ending in self._endings:
            if len({self._companion(source, ending) for source, _ in asked}) > 1:
                return (ConflictKind.MASKS, "their masks differ") if ending == MASK_ENDING else (
                    ConflictKind.CONDITIONING, "their conditioning pictures differ")
        if self._has_named_prompts(asked):
            return ConflictKind.PROMPTS, "their prompts are their file names, which differ"
        return None

    def differ_in_settings(self, concepts: tuple[int, ...]) -> str:
        """How the settings of the first concept differ from those of another, "" if they do not."""
        if len(concepts) < 2:
            return ""
        if concepts not in self._differences:
            self._differences[concepts] = self._difference(concepts)
        return self._differences[concepts]

    def _difference(self, concepts: Sequence[int]) -> str:
        first, *others = concepts
        for other in others:
            changes = recipe_changes(self._recipe(first), self._recipe(other))
            if decide_content(changes):
                return (f"{self.concept_name(first)} and {self.concept_name(other)} differ: "
                        f"{describe_changes(changes)}")
        return ""

    def concept_name(self, concept: int) -> str:
        """Return the display name of a concept."""
        return self._workspace.concepts[concept].display_name

    def _recipe(self, concept: int) -> Recipe:
        from larder.core.recipes.of_config import recipe_of

        if concept not in self._recipes:
            self._recipes[concept] = recipe_of(
                self._workspace, self._workspace.concepts[concept], self._content)
        return self._recipes[concept]

    def _companion(self, source: str, ending: str) -> str:
        """Content of a source's mask or conditioning picture, "" without one."""
        spelled = f"{sample_stem(source)}{ending}"
        if spelled not in self._companions:
            paths = self._workspace.paths(infer_config_flavour(spelled, self._workspace.flavour))
            try:
                self._companions[spelled] = hash_file(paths.real(spelled))
            except OSError:
                self._companions[spelled] = ""
        return self._companions[spelled]

    def _has_named_prompts(self, asked: Sequence[tuple[str, int]]) -> bool:
        if self._content is not StoreContent.TEXT:
            return False
        from larder.core.encoders.draws import file_stem

        concepts = self._workspace.concepts
        named = {
            file_stem(source) for source, concept in asked
            if concepts[concept].text.prompt_source is PromptSource.FILENAME}
        return len(named) > 1
