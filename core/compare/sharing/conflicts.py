"""Why sources with equal bytes should not share a payload, although a trainer lets them.

It compares bytes, model and size. Where concepts vary their pictures in different ways, where masks
differ, or where prompts come from file names, one of the sources is trained with what was made for
another.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from larder.core.keys.content_hash import hash_file
from larder.core.keys.recipe import Recipe, decide_content, describe_changes, recipe_changes
from larder.core.recipes.of_config import recipe_of
from larder.core.workspace.concepts import PromptSource
from larder.core.workspace.model_types import find_model_type
from larder.core.workspace.open_workspace import StoreContent, Workspace
from larder.core.workspace.roots import flavour_beside, resolve
from larder.core.workspace.samples import mask_of, sample_stem


@dataclass(frozen=True, slots=True)
class SharingSource:
    """One source that shares payloads.

    Attributes:
        source: its path as the index spells it.
        concept: what people call the concept that asks for it, "" for none.
        index: that concept's index, -1 for none.
    """

    source: str
    concept: str
    index: int


class Conflicts:
    """Tells why sources of one store should not share payloads."""

    def __init__(self, workspace: Workspace, content: StoreContent) -> None:
        self._workspace = workspace
        self._content = content
        self._masks = content is StoreContent.IMAGE and _has_masks(workspace)
        self._recipes: dict[int, Recipe] = {}

    def between(self, sources: Sequence[SharingSource]) -> str:
        """One sentence on the first conflict among sources with equal bytes, "" for none."""
        asked = [source for source in sources if source.index >= 0]
        if not asked or self._workspace.config is None:
            return ""
        first, *others = asked
        for other in others:
            changes = recipe_changes(self._recipe(first.index), self._recipe(other.index))
            if decide_content(changes):
                return f"{first.concept} and {other.concept} differ: {describe_changes(changes)}"
        if self._masks and len({self._mask(source) for source in asked}) > 1:
            return "their masks differ"
        if self._has_named_prompts(asked):
            return "their prompts are their file names, which differ"
        return ""

    def _recipe(self, concept: int) -> Recipe:
        if concept not in self._recipes:
            self._recipes[concept] = recipe_of(
                self._workspace, self._workspace.concepts[concept], self._content)
        return self._recipes[concept]

    def _mask(self, source: SharingSource) -> str:
        """Content of a source's mask, "" without one."""
        spelled = mask_of(source.source)
        real = resolve(
            spelled, self._workspace.root, self._workspace.maps,
            flavour_beside(spelled, self._workspace.flavour))
        try:
            return hash_file(Path(real))
        except OSError:
            return ""

    def _has_named_prompts(self, sources: Sequence[SharingSource]) -> bool:
        if self._content is not StoreContent.TEXT:
            return False
        named = {
            _name(source.source) for source in sources
            if self._workspace.concepts[source.index].text.prompt_source is PromptSource.FILENAME}
        return len(named) > 1


def _has_masks(workspace: Workspace) -> bool:
    config = workspace.config
    if config is None:
        return False
    model_type = find_model_type(config.model_type)
    return config.masked_training or (model_type is not None and model_type.has_mask_input)


def _name(source: str) -> str:
    return sample_stem(source.replace("\\", "/").rpartition("/")[2])
