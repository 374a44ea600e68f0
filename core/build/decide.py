"""Decides for each source what has to be made: nothing, copies, or payloads anew.

Runs in one thread, in the order of the plan, so that it is always the same source that makes what
several of them share.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from larder.core.build.pieces import (
    CopyPiece,
    Failed,
    PicturePiece,
    Piece,
    PromptPiece,
    Source,
    Started,
    TakenPiece,
    sidecar_of,
)
from larder.core.build.recipes import Adoption, Donors, WantedPayload
from larder.core.build.sharing import StemChoice, Stems, StoreContext
from larder.core.encoders.prompts import PromptMaker
from larder.core.encoders.protocol import ImageItem
from larder.core.errors import UserFacingError
from larder.core.survey.sharing import CONDITIONING_ENDING, MASK_ENDING
from larder.core.survey.verdicts import Verdict
from larder.core.workspace.open_workspace import StoreContent
from larder.core.workspace.samples import content_stamp

MAY_LACK_NAMES = frozenset({Verdict.INCOMPLETE_SCHEMA, Verdict.RECIPE_CHANGED})
"""Verdicts of payloads that may only have to be completed."""


@dataclass(slots=True)
class Decider:
    """Decides for the sources of one store.

    Attributes:
        adoption: judges payloads on disk.
        prompts: makes prompts, in a text store.
        donors: payloads by prompt, in a text store.
    """

    context: StoreContext
    adoption: Adoption
    prompts: PromptMaker
    donors: Donors
    _stems: Stems = field(init=False)
    _row_of: dict[str, int] = field(init=False)
    _folder: str = field(init=False)
    _under_way: dict[str, PromptPiece] = field(default_factory=dict)

    def __post_init__(self) -> None:
        context, keys = self.context, self.context.columns.keys()
        self._folder = os.fspath(context.store.target.folder)
        self._row_of = {key: row for row, key in enumerate(keys)}
        self._stems = Stems(
            context.columns,
            identity_of_row=lambda row: context.of_row(row, keys[row]),
            vouched_by_row=lambda row: context.vouched_by_row(keys[row]))

    def decide(self, source: Source, /) -> tuple[Started[Source] | Failed[Source], list[Piece]]:
        """What becomes of a source, and what has to be made for it."""
        item = source.item
        concept = self.context.concept_of(source)
        is_text = self.context.store.content is StoreContent.TEXT
        try:
            if is_text:
                source.prompts = self.prompts.prompts(
                    concept, item.use.position, item.use.picture, source.caption or b"",
                    item.variations)
                source.caption = None
            choice = self._choose_stem(source)
        except UserFacingError as unusable:
            return Failed(item.key, f"{unusable.problem} {unusable.hint}".strip(), source), []
        if choice.leader is not None:
            return Started(source, 0, leader=choice.leader), []
        every = range(1, item.variations + 1)
        kept = [n for n in every if self._is_kept(source, n, choice)]
        to_make = [n for n in every if n not in kept]
        pieces = [
            self._taken_piece(source, n)
            or (self._prompt_piece(source, n) if is_text else self._picture_piece(source, n))
            for n in to_make]
        begun = Started(source, len(to_make), adopted=len(kept))
        return begun, [piece for piece in pieces if piece is not None]

    def _choose_stem(self, source: Source) -> StemChoice:
        """Name the source's payloads."""
        item = source.item
        identity = self.context.of_source(source)
        choice = None if item.stem is None else self._stems.claim(item.stem, identity, source)
        if choice is None:
            choice = self._stems.choose(
                source, identity, self.context.key_size(source), own_row=self._row_of.get(item.key),
                shuns_own=item.verdict is Verdict.WRONG_MODELTYPE,
                fits=lambda stem: self._fits(source, stem))
        source.stem = choice.stem
        return choice

    def _fits(self, source: Source, stem: str) -> bool:
        """Whether the payloads of a stem that are on disk are all as a source needs them."""
        for variation in range(1, source.item.variations + 1):
            name = f"{stem}_{variation}.pt"
            if self._is_there(name) \
                    and not self._is_adoptable(source, variation, name):
                return False
        return True

    def _is_kept(self, source: Source, variation: int, choice: StemChoice) -> bool:
        """Whether a payload on disk can stay as it is."""
        item, name = source.item, source.payload_name(variation)
        if item.stem == choice.stem:
            return variation not in item.to_make
        if item.is_redone or not self._is_there(name):
            return False
        if variation <= choice.vouched_for:
            return True
        if item.is_doubted and self._row_names(item.key, source.stem):
            return False
        return self._is_adoptable(source, variation, name)

    def _is_there(self, name: str) -> bool:
        return os.path.lexists(f"{self._folder}{os.sep}{name}")

    def _is_adoptable(self, source: Source, variation: int, name: str) -> bool:
        return self.adoption.adoptable(name, source, WantedPayload(
            self.context.concept_of(source), self.context.crop_resolution(source),
            self._stamp(source, variation)))

    def _row_names(self, key: str, stem: str) -> bool:
        row = self._row_of.get(key)
        if row is None:
            return False
        variants = (self.context.columns.variant_row == row).nonzero()[0].tolist()
        return any(self.context.columns.stems[at] == stem for at in variants)

    def _stamp(self, source: Source, variation: int) -> str:
        """Content hash of a variation's prompt, "" in an image store."""
        if self.context.store.content is StoreContent.IMAGE:
            return ""
        context = self.context
        return content_stamp(
            context.modeltype, frozenset(context.store.names), source.prompts[variation - 1])

    def _picture_piece(self, source: Source, variation: int) -> PicturePiece:
        item = source.item
        if item.bucket is None:
            raise ValueError(f"{item.key} has no size")
        name = source.payload_name(variation)
        completes = ""
        if self.context.store.slots is None and item.verdict in MAY_LACK_NAMES \
                and not item.is_redone and self._is_there(name):
            completes = name
        return PicturePiece(source, variation, ImageItem(
            source=Path(item.source), spelled=item.key,
            mask=self._sidecar(source, MASK_ENDING),
            conditioning=self._sidecar(source, CONDITIONING_ENDING), bucket=item.bucket,
            concept=self.context.concept_of(source), position=item.use.position,
            variation=variation - 1), completes)

    def _taken_piece(self, source: Source, variation: int) -> TakenPiece | None:
        """What takes a payload of the other layout, if it is what the source still needs."""
        held = dict(source.item.linked).get(variation)
        if held is None:
            return None
        is_right = held.origin.content == source.hash
        if self.context.store.content is StoreContent.TEXT:
            is_right = is_right or held.origin.prompt == self._stamp(source, variation)
        else:
            sidecars = {ending: content for ending, content, _ in held.origin.sidecars
                        if ending in self.context.endings}
            is_right = is_right and sidecars == dict(self.context.of_source(source).sidecars)
        return TakenPiece(source, variation, held) if is_right else None

    def _sidecar(self, source: Source, ending: str) -> Path | None:
        if ending not in self.context.endings or ending not in source.sidecars:
            return None
        return Path(sidecar_of(source.item.source, ending))

    def _prompt_piece(self, source: Source, variation: int) -> Piece | None:
        """What makes a caption's payload; None where a piece that waits already takes it along."""
        prompt = source.prompts[variation - 1]
        stamp = self._stamp(source, variation)
        under_way = self._under_way.get(stamp)
        if under_way is not None and not under_way.is_under_way:
            under_way.recipients.append((source, variation))
            return None
        if under_way is not None:
            first, of_first = under_way.recipients[0]
            return CopyPiece(source, variation, stamp, first.payload_name(of_first))
        donor = None if source.item.is_redone else self.donors.of(
            WantedPayload(self.context.concept_of(source), None, stamp))
        if donor is not None and donor != source.payload_name(variation):
            return CopyPiece(source, variation, stamp, donor)
        piece = PromptPiece(prompt, stamp, [(source, variation)])
        self._under_way[stamp] = piece
        return piece
