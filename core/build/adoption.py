"""Which payloads on disk can be taken as they are, and which others can be copied.

A name on disk proves little: it holds 12 digits of a content and a size. So a payload is read
before it is taken: its checksums and values must be good, and its names, model type, size, what it
was made from and how, and its prompt must be those of the source that wants it. A payload that a
trainer wrote says less; what neither it nor the user says is taken to be right, as everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import msgspec

from larder.core.build.recipes import BuildRecipes
from larder.core.build.work import WorkItem
from larder.core.errors import PayloadError
from larder.core.files.store_paths import is_plain_name
from larder.core.keys.recipe import RECIPE_KEY
from larder.core.payloads.arrays import PayloadContents
from larder.core.payloads.examine import examine_pt
from larder.core.payloads.pt import list_pt
from larder.core.stores.smart.stamps import CONTENT_KEY, MODELTYPE_KEY, SOURCE_KEY
from larder.core.workspace.concepts import Concept

CROP_RESOLUTION: Final = "crop_resolution"
PROMPT_VALUES: Final = "__sourceless_values"


class Asked(msgspec.Struct, frozen=True, gc=False):
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
        store: its folder.
        modeltype: as the config spells it.
        names: values that every payload must hold.
        recipes: of the store.
    """

    store: Path
    modeltype: str
    names: frozenset[str]
    recipes: BuildRecipes

    def adoptable(self, name: str, work: WorkItem, asked: Asked) -> bool:
        """Whether the payload `name` can be a source's as it is.

        Raises:
            OSError: if it is there but cannot be looked at.
        """
        try:
            examined = examine_pt(self.store / name)
        except PayloadError:
            return False
        values = examined.contents.values
        return (
            not examined.bad_values and self._is_whole(examined.contents)
            and _is_made_from(values, work)
            and values.get(CROP_RESOLUTION) == asked.crop_resolution
            and self.recipes.agrees(
                values, asked.concept, written_ns=self._written_ns(name),
                prompt_is_known=bool(asked.stamp))
            and values.get(CONTENT_KEY, asked.stamp) == asked.stamp)

    def is_donor(self, name: str, asked: Asked, *, is_vouched_for: bool) -> bool:
        """Whether the payload `name` holds just what a prompt gives.

        Only the stamp it was written with counts, not what an index says of it; one that does not
        say how it was made needs a good row that names it.
        """
        if not is_plain_name(name):
            return False
        try:
            contents = list_pt(self.store / name)
        except PayloadError:
            return False
        return (
            (is_vouched_for or RECIPE_KEY in contents.values)
            and self._is_whole(contents) and contents.values.get(CONTENT_KEY) == asked.stamp
            and self.recipes.agrees(
                contents.values, asked.concept, written_ns=self._written_ns(name),
                prompt_is_known=True))

    def completable(self, name: str, work: WorkItem, concept: Concept) -> PayloadContents | None:
        """The contents of a payload that may lack nothing but names, None if more is amiss."""
        try:
            examined = examine_pt(self.store / name)
        except PayloadError:
            return None
        values = examined.contents.values
        fits = (
            not examined.bad_values and values.get(MODELTYPE_KEY) == self.modeltype
            and _is_made_from(values, work, sidecars_too=False)
            and self.recipes.lacks_only_mask(
                values, concept, written_ns=self._written_ns(name)))
        return examined.contents if fits else None

    def _written_ns(self, name: str) -> int:
        return (self.store / name).stat().st_mtime_ns

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

    def of(self, asked: Asked) -> str | None:
        """A payload to copy, None when there is none."""
        if asked.stamp not in self._verified:
            name = self.registered.get(asked.stamp)
            good = name is not None and self.adoption.is_donor(
                name, asked, is_vouched_for=self.is_vouched_for(name))
            self._verified[asked.stamp] = name if good else None
        return self._verified[asked.stamp]


def source_stamp(work: WorkItem) -> dict[str, Any]:
    """What a payload of ours says of the source it was made from."""
    return {SOURCE_KEY: {
        "hash": work.hash,
        "sidecars": {ending: of.state.hash for ending, of in sorted(work.sidecars.items())}}}


def _is_made_from(
    values: Mapping[str, Any], work: WorkItem, *, sidecars_too: bool = True
) -> bool:
    said = values.get(SOURCE_KEY)
    if said is None:
        return True
    meant = source_stamp(work)[SOURCE_KEY]
    if not sidecars_too:
        return isinstance(said, Mapping) and said.get("hash") == meant["hash"]
    return bool(said == meant)
