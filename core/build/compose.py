"""Puts payloads together: values of an encoder, or of another payload, and what is said of them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from larder.core.build.adoption import source_stamp
from larder.core.build.publish import Fresh
from larder.core.build.recipes import BuildRecipes
from larder.core.build.work import CopyUnit, ImageUnit, PromptUnit, WorkItem
from larder.core.encoders.protocol import PayloadValues, PreparedImage
from larder.core.errors import PayloadError
from larder.core.keys.recipe import Recipe
from larder.core.payloads.array_checksum import stamps
from larder.core.payloads.arrays import PayloadContents
from larder.core.payloads.pt import Checksummed, checksummed, read_pt_with_torch
from larder.core.payloads.pt_emit import SharedPart
from larder.core.stores.smart.stamps import payload_stamps
from larder.core.workspace.concepts import Concept

LATENT: Final = "latent_image"
SPATIAL: Final = "latent_"
"""How the names of arrays begin that have the latent's height and width last."""

FIXED_BY_CROP: Final = ("crop_offset", "crop_resolution", "original_resolution")


@dataclass(frozen=True, slots=True)
class Composer:
    """Composes the payloads of one store.

    Attributes:
        store: its folder.
        modeltype: as the config spells it.
        names: values that every payload must hold.
        concepts: by index.
        recipes: of the store.
    """

    store: Path
    modeltype: str
    names: Collection[str]
    concepts: Mapping[int, Concept]
    recipes: BuildRecipes
    _settings: dict[int, SharedPart] = field(default_factory=dict)

    def picture(self, unit: ImageUnit, values: PayloadValues, recipe: Recipe) -> Fresh:
        """A payload of a picture that was encoded."""
        return self._fresh(unit.work, unit.variation, values, recipe, encoded=True)

    def prompts(self, unit: PromptUnit, values: PayloadValues, recipe: Recipe) -> list[Fresh]:
        """The payloads of all that have a prompt; one of them counts as encoded."""
        checked = checksummed(values)
        return [
            self._fresh(
                work, variation, values, recipe, encoded=at == 0, prompt=unit.prompt,
                stamp=unit.stamp, checked=checked)
            for at, (work, variation) in enumerate(unit.recipients)]

    def copy(self, unit: CopyUnit) -> Fresh:
        """A payload that holds what another one holds.

        Raises:
            PayloadError: if that one is not there or damaged.
        """
        donor = self._read(unit.donor)
        concept = self.concepts[unit.work.item.use.concept]
        return self._fresh(
            unit.work, unit.variation, _own_values(donor), self.recipes.of_copy(concept, donor),
            encoded=False, prompt=unit.work.prompts[unit.variation - 1], stamp=unit.stamp)

    def completed(self, unit: ImageUnit, prepared: PreparedImage) -> Fresh:
        """A payload that gets the names it lacks; what is in it stays.

        Raises:
            PayloadError: if it is not there any more or damaged.
        """
        old = self._read(unit.completes)
        have = _own_values(old)
        added = {
            name: value for name, value in prepared.values.items()
            if name not in have or _is_of_other_size(name, have)}
        concept = self.concepts[unit.work.item.use.concept]
        return self._fresh(
            unit.work, unit.variation, {**have, **added}, self.recipes.of_copy(concept, old),
            encoded=False)

    def _read(self, name: str) -> dict[str, Any]:
        read = read_pt_with_torch(self.store / name)
        if not isinstance(read, dict):
            raise PayloadError(f"{name} is no payload of this store.")
        return read

    def _fresh(
        self,
        work: WorkItem,
        variation: int,
        values: PayloadValues,
        recipe: Recipe | None,
        *,
        encoded: bool,
        prompt: str | None = None,
        stamp: str = "",
        checked: Checksummed | None = None,
    ) -> Fresh:
        concept = self.concepts[work.item.use.concept]
        if concept.index not in self._settings:
            self._settings[concept.index] = SharedPart(concept.raw)
        said = payload_stamps(
            concept, self.modeltype, settings=self._settings[concept.index], prompt=prompt,
            content_hash=stamp or None)
        ours: Mapping[str, str] = {}
        if recipe is not None:
            checked = checked or checksummed(values)
            ours = stamps(recipe.id, checked.text)
        return Fresh(
            work, variation, {**values, **said, **source_stamp(work), **ours}, encoded,
            "" if recipe is None else recipe.id, stamp, {} if checked is None else checked.crcs)


def can_complete(
    contents: PayloadContents, prepared: PreparedImage, names: Collection[str]
) -> bool:
    """Whether a payload lacks nothing but values that need no encoder, and was cropped alike.

    Where a crop or a flip is drawn, switching masks on moves the draws, so a mask that was cropped
    today need not lie on a latent of yesterday: then all of it has to be made anew.

    Args:
        contents: of the payload.
        prepared: its picture as it would be encoded now.
        names: values that it must hold.
    """
    concept = prepared.item.concept.image
    known = {name: contents.values[name] for name in FIXED_BY_CROP if name in contents.values}
    if any(prepared.values.get(name) != value for name, value in known.items()):
        return False
    if concept.enable_random_flip or ("crop_offset" not in known and concept.enable_crop_jitter):
        return False
    sizes = {array.name: array.shape[-2:] for array in contents.arrays}
    wanted = sizes.get(LATENT)
    if wanted is None:
        return False
    wrong = {name for name, size in sizes.items() if name.startswith(SPATIAL) and size != wanted}
    added = (set(names) - set(contents.names)) | wrong
    return all(
        name in prepared.values and _size_of(prepared.values[name]) in (None, wanted)
        for name in added)


def _own_values(payload: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in payload.items() if not name.startswith("__")}


def _is_of_other_size(name: str, have: Mapping[str, Any]) -> bool:
    return name.startswith(SPATIAL) and _size_of(have[name]) != _size_of(have[LATENT])


def _size_of(value: Any) -> tuple[int, ...] | None:
    """The last two dimensions of an array, None of anything else."""
    shape = getattr(value, "shape", None)
    return None if shape is None else tuple(shape[-2:])
