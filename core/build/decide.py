"""Decides for each source what has to be made: nothing, copies, or payloads anew.

Runs in one thread, in the order of the plan, so that it is always the same source that makes what
several of them share.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from larder.core.build.adoption import Adoption, Asked, Donors
from larder.core.build.identity import CONDITIONING_ENDING, MASK_ENDING, Identities
from larder.core.build.look import sidecar_of
from larder.core.build.plan import BuildStore
from larder.core.build.prompts import PromptMaker
from larder.core.build.recipes import BuildRecipes
from larder.core.build.stems import StemChoice, Stems
from larder.core.build.work import (
    Begun,
    CopyUnit,
    ImageUnit,
    PromptUnit,
    Spoilt,
    Unit,
    WorkItem,
)
from larder.core.encoders.protocol import ImageItem
from larder.core.errors import UserFacingError
from larder.core.stores.index_columns import IndexColumns
from larder.core.survey.verdicts import Verdict
from larder.core.workspace.concepts import Concept
from larder.core.workspace.open_workspace import StoreContent
from larder.core.workspace.prompts import content_stamp

MAY_LACK_NAMES = frozenset({Verdict.INCOMPLETE_SCHEMA, Verdict.RECIPE_CHANGED})
"""Verdicts of payloads that may only have to be completed."""


@dataclass(slots=True)
class Decider:
    """Decides for the sources of one store.

    Attributes:
        store: what is built in it.
        modeltype: as the config spells it.
        columns: its index before the build.
        concepts: by index.
        recipes: of the store.
        adoption: judges payloads on disk.
        endings: name endings of the sidecars that decide payloads.
        prompts: makes prompts, in a text store.
        donors: payloads by prompt, in a text store.
    """

    store: BuildStore
    modeltype: str
    columns: IndexColumns
    concepts: Mapping[int, Concept]
    recipes: BuildRecipes
    adoption: Adoption
    endings: tuple[str, ...]
    prompts: PromptMaker
    donors: Donors
    _identities: Identities = field(init=False)
    _stems: Stems = field(init=False)
    _row_of: dict[str, int] = field(init=False)
    _folder: str = field(init=False)
    _under_way: dict[str, PromptUnit] = field(default_factory=dict)

    def __post_init__(self) -> None:
        keys = self.columns.keys()
        self._folder = os.fspath(self.store.target.folder)
        self._row_of = {key: row for row, key in enumerate(keys)}
        identities = Identities(
            self.store, self.modeltype, self.columns, self.concepts, self.recipes, self.endings)
        self._identities = identities
        self._stems = Stems(
            self.columns,
            identity_of_row=lambda row: identities.of_row(row, keys[row]),
            vouched_by_row=lambda row: identities.vouched_by_row(keys[row]))

    def decide(self, work: WorkItem) -> tuple[Begun | Spoilt, list[Unit]]:
        """What becomes of a source, and what has to be made for it."""
        item = work.item
        concept = self.concepts[item.use.concept]
        is_text = self.store.content is StoreContent.TEXT
        try:
            if is_text:
                work.prompts = self.prompts.prompts(
                    concept, item.use, work.caption or b"", item.variations)
                work.caption = None
            choice = self._choose_stem(work, concept)
        except UserFacingError as unusable:
            return Spoilt(item, f"{unusable.problem} {unusable.hint}".strip(), work), []
        if choice.leader is not None:
            return Begun(work, 0, leader=choice.leader), []
        every = range(1, item.variations + 1)
        kept = [n for n in every if self._is_kept(work, n, choice)]
        to_make = [n for n in every if n not in kept]
        units = [
            self._prompt_unit(work, n) if is_text else self._image_unit(work, n)
            for n in to_make]
        begun = Begun(work, len(to_make), adopted=len(kept))
        return begun, [unit for unit in units if unit is not None]

    def _choose_stem(self, work: WorkItem, concept: Concept) -> StemChoice:
        """Name the source's payloads."""
        item = work.item
        identity = self._identities.of_work(work, concept)
        choice = None if item.stem is None else self._stems.claim(item.stem, identity, work)
        if choice is None:
            choice = self._stems.choose(
                work, identity, self.key_size(work), own_row=self._row_of.get(item.key),
                shuns_own=item.verdict is Verdict.WRONG_MODELTYPE,
                fits=lambda stem: self._fits(work, stem))
        work.stem = choice.stem
        return choice

    def _fits(self, work: WorkItem, stem: str) -> bool:
        """Whether the payloads of a stem that are on disk are all as a source needs them."""
        for variation in range(1, work.item.variations + 1):
            name = f"{stem}_{variation}.pt"
            if self._is_there(name) \
                    and not self._is_adoptable(work, variation, name):
                return False
        return True

    def key_size(self, work: WorkItem) -> tuple[int, int] | None:
        """The size as payload names spell it; types with a frame axis put frames first."""
        bucket = work.item.bucket
        if bucket is None:
            return None
        return (1, bucket[0]) if self.store.frame_axis else bucket

    def crop_resolution(self, work: WorkItem) -> tuple[int, ...] | None:
        """The size as payloads store it."""
        bucket = work.item.bucket
        if bucket is None:
            return None
        return (1, *bucket) if self.store.frame_axis else bucket

    def _is_kept(self, work: WorkItem, variation: int, choice: StemChoice) -> bool:
        """Whether a payload on disk can stay as it is."""
        item, name = work.item, work.payload_name(variation)
        if item.stem == choice.stem:
            return variation not in item.to_make
        if item.is_redone or not self._is_there(name):
            return False
        if variation <= choice.vouched_for:
            return True
        if item.is_doubted and self._row_names(item.key, work.stem):
            return False
        return self._is_adoptable(work, variation, name)

    def _is_there(self, name: str) -> bool:
        return os.path.lexists(f"{self._folder}{os.sep}{name}")

    def _is_adoptable(self, work: WorkItem, variation: int, name: str) -> bool:
        return self.adoption.adoptable(name, work, Asked(
            self.concepts[work.item.use.concept], self.crop_resolution(work),
            self._stamp(work, variation)))

    def _row_names(self, key: str, stem: str) -> bool:
        row = self._row_of.get(key)
        if row is None:
            return False
        variants = (self.columns.variant_row == row).nonzero()[0].tolist()
        return any(self.columns.stems[at] == stem for at in variants)

    def _stamp(self, work: WorkItem, variation: int) -> str:
        """Content hash of a variation's prompt, "" in an image store."""
        if self.store.content is StoreContent.IMAGE:
            return ""
        return content_stamp(
            self.modeltype, frozenset(self.store.names), work.prompts[variation - 1])

    def _image_unit(self, work: WorkItem, variation: int) -> ImageUnit:
        item = work.item
        if item.bucket is None:
            raise ValueError(f"{item.key} has no size")
        name = work.payload_name(variation)
        completes = ""
        if item.verdict in MAY_LACK_NAMES and not item.is_redone \
                and self._is_there(name):
            completes = name
        return ImageUnit(work, variation, ImageItem(
            source=Path(item.source), spelled=item.key,
            mask=self._sidecar(work, MASK_ENDING),
            conditioning=self._sidecar(work, CONDITIONING_ENDING), bucket=item.bucket,
            concept=self.concepts[item.use.concept], position=item.use.position,
            variation=variation - 1), completes)

    def _sidecar(self, work: WorkItem, ending: str) -> Path | None:
        if ending not in self.endings or ending not in work.sidecars:
            return None
        return Path(sidecar_of(work.item.source, ending))

    def _prompt_unit(self, work: WorkItem, variation: int) -> Unit | None:
        """What makes a caption's payload; None where a unit that waits already takes it along."""
        prompt = work.prompts[variation - 1]
        stamp = self._stamp(work, variation)
        under_way = self._under_way.get(stamp)
        if under_way is not None and not under_way.is_under_way:
            under_way.recipients.append((work, variation))
            return None
        if under_way is not None:
            first, of_first = under_way.recipients[0]
            return CopyUnit(work, variation, stamp, first.payload_name(of_first))
        donor = None if work.item.is_redone else self.donors.of(
            Asked(self.concepts[work.item.use.concept], None, stamp))
        if donor is not None and donor != work.payload_name(variation):
            return CopyUnit(work, variation, stamp, donor)
        unit = PromptUnit(prompt, stamp, [(work, variation)])
        self._under_way[stamp] = unit
        return unit
