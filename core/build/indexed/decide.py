"""Decides for each source what has to be made: nothing, copies, or payloads anew.

The trainer names payloads by content and size only, so two pictures with equal bytes get one set of
payloads even if their masks or augmentations differ. Here sources share a stem exactly if
everything that decides the payload is equal; otherwise the later one gets a stem of its own, made
of all of it. An index may name any stem of the grammar, and no content's digits are harmed by it:
the made-up ones are as good as never those of a file.

Runs in one thread, in the order of the plan, so that it is always the same source that makes what
several of them share.
"""

from __future__ import annotations

import json
import os
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import xxhash

from larder.core.build.completing import may_be_completable
from larder.core.build.payload_identity import PayloadIdentity, StoreContext
from larder.core.build.pipeline.pieces import (
    CopyPiece,
    LinkedPiece,
    PicturePiece,
    Piece,
    PromptPiece,
    Source,
    plain_stem,
    sidecar_of,
)
from larder.core.build.pipeline.stages import FailedSource, Started
from larder.core.build.plan import BuildPlan, BuildStore
from larder.core.build.recipes import PROMPT_FIELDS
from larder.core.build.sample_positions import SamplePosition
from larder.core.encoders.draws import PromptMaker, SampleDraws
from larder.core.encoders.protocol import ImageItem
from larder.core.errors import UserFacingError
from larder.core.keys.payload_names import HASH_DIGITS
from larder.core.keys.recipe import SIZE_FIELDS, recipe_id
from larder.core.stores.indexed.content_index import payloads_by_prompt
from larder.core.survey.sharing import CONDITIONING_ENDING, MASK_ENDING
from larder.core.survey.verdicts import Verdict
from larder.core.workspace.open_workspace import StoreContent
from larder.core.workspace.samples import content_stamp

MAY_BE_COMPLETED = frozenset({
    Verdict.INCOMPLETE_SCHEMA, Verdict.RECIPE_CHANGED, Verdict.SIDECAR_CHANGED})
"""Verdicts of payloads that may lack nothing but what needs no encoder."""


class Claim(msgspec.Struct, frozen=True, gc=False):
    """Claim of a finished source: its payloads exist and its row is written.

    Attributes:
        use: the sample that they were made for.
        variations: how many there are.
        identity: digest of what decided them.
    """

    use: SamplePosition
    variations: int
    identity: int


class StemChoice(msgspec.Struct, frozen=True, gc=False):
    """The stem of a source.

    Attributes:
        stem: without variation and suffix.
        leader: a source of this build that makes the payloads, or what is kept of it; None if this
            one does.
        vouched_for: variations, from 1, whose payloads good index rows of just this identity
            name; what else lies under the stem may be left from anything.
    """

    stem: str
    leader: Source | Claim | None
    vouched_for: int = 0


class Stems:
    """Stems given and taken in one store."""

    def __init__(self, context: StoreContext) -> None:
        self._context = context
        self._keys = context.columns.keys()
        self._rows_of = context.columns.rows_by_stem()
        self._claims: dict[str, Source | Claim] = {}
        self._unfinished: deque[str] = deque()

    def choose(
        self,
        source: Source,
        identity: PayloadIdentity,
        *,
        own_row: int | None,
        shuns_own: bool,
        fits: Callable[[str], bool],
    ) -> StemChoice:
        """The stem of a source that has none yet.

        `own_row` is its index row. `shuns_own`: the payloads that row names are another model's,
        and not to be overwritten. `fits` tells whether the payloads of a stem that are on disk are
        as the source needs them; it is asked where a row names them that no concept asks for any
        more.
        """
        for is_plain in (True, False):
            digits = identity.hash[:HASH_DIGITS] if is_plain else identity.own_hash12
            stem = plain_stem(digits, self._context.key_size(source))
            claim = self._claims.get(stem)
            if claim is not None:
                if self._is_for(claim, identity) and _has_enough(claim, source):
                    return StemChoice(stem, claim)
                continue
            rows = self._rows_of.get(stem, [])
            if shuns_own and own_row in rows and is_plain:
                continue
            others = [row for row in rows if row != own_row]
            known = {row: self._context.of_row(row, self._keys[row]) for row in others}
            if any(_conflict(of_row, identity) for of_row in known.values()):
                continue
            if any(not of_row.recipe for of_row in known.values()) and not fits(stem):
                continue
            self._take(stem, source)
            return StemChoice(stem, None, vouched_for=max((
                self._context.count_vouched(self._keys[row]) for row, of_row in known.items()
                if of_row == identity), default=0))
        self._take(stem, source)
        return StemChoice(stem, None)

    def claim(
        self, stem: str, identity: PayloadIdentity, source: Source
    ) -> StemChoice | None:
        """Keep a stem that the source's row has already, None if another one needs it otherwise."""
        claimed = self._claims.get(stem)
        if claimed is None:
            self._take(stem, source)
            return StemChoice(stem, None)
        if not (self._is_for(claimed, identity) and _has_enough(claimed, source)):
            return None
        return StemChoice(stem, claimed)

    def _take(self, stem: str, source: Source) -> None:
        self._claims[stem] = source
        self._unfinished.append(stem)
        # Two are looked at for each that comes, so those that fail keep nobody waiting.
        for _ in range(min(2, len(self._unfinished))):
            other = self._unfinished.popleft()
            claim = self._claims[other]
            if isinstance(claim, Source) and claim.is_finished:
                self._claims[other] = Claim(
                    claim.item.use, claim.item.variations,
                    self._context.of_source(claim).digest)
            elif isinstance(claim, Source):
                self._unfinished.append(other)

    def _is_for(self, claim: Source | Claim, identity: PayloadIdentity) -> bool:
        """Return whether a source claimed its stem for this identity; nothing is cached."""
        if isinstance(claim, Claim):
            return claim.identity == identity.digest
        return self._context.of_source(claim) == identity


def _has_enough(leader: Source | Claim, follower: Source) -> bool:
    """Return whether `leader` makes every variation that `follower` needs."""
    made = leader.variations if isinstance(leader, Claim) else leader.item.variations
    return made >= follower.item.variations


def _conflict(one: PayloadIdentity, wanted: PayloadIdentity) -> bool:
    """Return whether payloads are known to be made of something other than is wanted."""
    return one != wanted if one.recipe else one.hash != wanted.hash


class Decider:
    """Decides for the sources of one store."""

    def __init__(self, plan: BuildPlan, store: BuildStore) -> None:
        """Make ready for a store of a plan."""
        self.context = StoreContext.of(plan, store)
        columns, self._folder = self.context.columns, os.fspath(store.target.folder)
        keys = columns.keys()
        self._prompts = PromptMaker(plan.workspace, plan.positions)
        self._row_of = {key: row for row, key in enumerate(keys)}
        self._stems = Stems(self.context)
        self._waiting: dict[str, PromptPiece] = {}
        # Stems of the first payloads of prompts that were handed on, by the stamp of the prompt,
        # and their variations where it is not the first.
        self._made: dict[str, str] = {}
        self._made_as: dict[str, int] = {}
        # Payloads by the prompts they hold, as the content index has them, and who speaks for them.
        has_donors = self.context.is_text and store.slots is None
        self._registered = payloads_by_prompt(store.target.folder) if has_donors else {}
        self._good_stems = {
            stem for stem, rows in columns.rows_by_stem().items()
            if any(store.uses.of(keys[row]) and keys[row] not in store.doubted for row in rows)
        } if has_donors else set()
        self._donors: dict[str, str | None] = {}

    def decide(
        self, source: Source, /
    ) -> tuple[Started[Source] | FailedSource[Source], list[Piece]]:
        """Decide what becomes of a source, and return that and the pieces to be made for it."""
        item, caption = source.item, source.caption
        try:
            self.draw_prompts(source)
            choice = self._choose_stem(source)
            if choice.leader is not None:
                leader = choice.leader if isinstance(choice.leader, Source) \
                    else self._complete_source(choice.leader, source, caption)
                return Started(source, 0, leader=leader), []
        except UserFacingError as unusable:
            return unusable_source(source, unusable), []
        every = range(1, item.variations + 1)
        kept = [n for n in every if self._is_kept(source, n, choice)]
        to_make = [n for n in every if n not in kept]
        pieces = [
            self._taken_piece(source, n) or (
                self._prompt_piece(source, n) if self.context.is_text
                else self._picture_copy(source, n, kept) or self._picture_piece(source, n))
            for n in to_make]
        begun = Started(source, len(to_make), adopted=len(kept))
        return begun, [piece for piece in pieces if piece is not None]

    def draw_prompts(self, source: Source) -> None:
        """Give a caption the prompts of its variations.

        Raises:
            UserFacingError: if none can be drawn.
        """
        item = source.item
        if self.context.is_text:
            source.prompts = self._prompts.prompts(
                self.context.concept_of(source), item.use.position, item.use.picture,
                source.caption or b"", item.variations)
            source.caption = None

    def _complete_source(self, claim: Claim, source: Source, caption: bytes | None) -> Source:
        """The source of a claim as the one that shares its payloads knows it; it has its content.

        Raises:
            UserFacingError: if its prompts cannot be drawn again.
        """
        use = claim.use
        prompts = self._prompts.prompts(
            self.context.concepts[use.concept], use.position, use.picture, caption or b"",
            claim.variations) if self.context.is_text else ()
        return Source(source.item, source.hash, None, 0.0, source.sidecars, stem=source.stem,
                      prompts=prompts, is_finished=True)

    def stamp(self, source: Source, variation: int) -> str:
        """Content hash of a variation's prompt, "" in an image store."""
        context = self.context
        return content_stamp(
            context.modeltype, frozenset(context.store.names), source.prompts[variation - 1],
        ) if context.is_text else ""

    def _choose_stem(self, source: Source) -> StemChoice:
        """Name the source's payloads."""
        item = source.item
        identity = self.context.of_source(source)
        choice = None if item.stem is None else self._stems.claim(item.stem, identity, source)
        if choice is None:
            choice = self._stems.choose(
                source, identity, own_row=self._row_of.get(item.key),
                shuns_own=item.verdict is Verdict.WRONG_MODELTYPE,
                fits=lambda stem: self._fits(source, stem))
        source.stem = choice.stem
        return choice

    def _fits(self, source: Source, stem: str) -> bool:
        """Return whether all payloads of a stem that are on disk are what a source needs."""
        for variation in range(1, source.item.variations + 1):
            name = f"{stem}_{variation}.pt"
            if self._is_there(name) \
                    and not self._is_adoptable(source, variation, name):
                return False
        return True

    def _is_kept(self, source: Source, variation: int, choice: StemChoice) -> bool:
        """Return whether a payload on disk can stay as it is."""
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
        return self.context.adoptable(name, source, self.stamp(source, variation))

    def _row_names(self, key: str, stem: str) -> bool:
        columns = self.context.columns
        return any(columns.stems[at] == stem for at in self._variants_of(key))

    def _former_stems(self, source: Source) -> list[str]:
        """Return the stems in a picture's row at its size, which an equal picture may still use."""
        columns = self.context.columns
        return [
            columns.stems[at] for at in self._variants_of(source.item.key)
            if (columns.variant_height[at], columns.variant_width[at]) == source.item.bucket]

    def _variants_of(self, key: str) -> list[int]:
        """Places of the variants of an index row."""
        row = self._row_of.get(key)
        if row is None:
            return []
        found: list[int] = (self.context.columns.variant_row == row).nonzero()[0].tolist()
        return found

    def _picture_piece(self, source: Source, variation: int) -> PicturePiece:
        item = source.item
        if item.bucket is None:
            raise ValueError(f"{item.key} has no size")
        return PicturePiece(source, variation, ImageItem(
            source=Path(item.source), spelled=item.key,
            mask=self._sidecar(source, MASK_ENDING),
            conditioning=self._sidecar(source, CONDITIONING_ENDING), bucket=item.bucket,
            concept=self.context.concept_of(source), position=item.use.position,
            variation=variation - 1), self.completes(source, variation))

    def _picture_copy(
        self, source: Source, variation: int, kept: Sequence[int]
    ) -> CopyPiece | None:
        """Return a piece that copies a variation that stays, or None if draws can differ."""
        if not kept or self.context.concept_of(source).image.is_drawn:
            return None
        donor = source.payload_name(kept[0])
        return CopyPiece(source, variation, "", donor) if self.context.is_sound(donor) else None

    def completes(self, source: Source, variation: int) -> str:
        """A payload that lacks only names or its mask of today, as far as can be told unread.

        "" for none.
        """
        item, slots = source.item, self.context.store.slots
        if item.is_redone:
            return ""
        if slots is not None:
            name = slots.pool.lacking.name(item.use, variation - 1, source.hash)
        else:
            if item.verdict not in MAY_BE_COMPLETED:
                return ""
            stems = (source.stem, *self._former_stems(source))
            name = next(filter(self._is_there, (f"{stem}_{variation}.pt" for stem in stems)), "")
        return name if name and may_be_completable(
            self.context, name, source, variation) else ""

    def _taken_piece(self, source: Source, variation: int) -> LinkedPiece | None:
        """Return a piece that takes a payload of the other layout, or None if it is not right."""
        held = dict(source.item.linked).get(variation)
        if held is None:
            return None
        is_right = held.origin.content == source.hash
        if self.context.is_text:
            is_right = is_right or held.origin.prompt == self.stamp(source, variation)
        else:
            sidecars = {ending: content for ending, content, _ in held.origin.sidecars
                        if ending in self.context.endings}
            is_right = is_right and sidecars == dict(self.context.of_source(source).sidecars)
        return LinkedPiece(source, variation, held) if is_right else None

    def _sidecar(self, source: Source, ending: str) -> Path | None:
        if ending not in self.context.endings or ending not in source.sidecars:
            return None
        return Path(sidecar_of(source.item.source, ending))

    def _prompt_piece(self, source: Source, variation: int) -> Piece | None:
        """Return a piece for a caption's payload, or None if a waiting piece makes it as well."""
        prompt = source.prompts[variation - 1]
        stamp = self.stamp(source, variation)
        self._let_go()
        if stamp in self._waiting:
            self._waiting[stamp].recipients.append((source, variation))
            return None
        if stamp in self._made:
            made = f"{self._made[stamp]}_{self._made_as.get(stamp, 1)}.pt"
            return CopyPiece(source, variation, stamp, made)
        donor = None if source.item.is_redone else self._donor(source, stamp)
        if donor is not None and self._may_be_copied(source, variation, donor):
            return CopyPiece(source, variation, stamp, donor)
        piece = PromptPiece(prompt, stamp, [(source, variation)])
        self._waiting[stamp] = piece
        return piece

    def _let_go(self) -> None:
        """Keep of prompts that were handed on, in their order, no more than copies need."""
        while self._waiting:
            stamp, piece = next(iter(self._waiting.items()))
            if not piece.is_under_way:
                return
            first, variation = piece.recipients[0]
            self._made[stamp] = first.stem
            if variation != 1:
                self._made_as[stamp] = variation
            del self._waiting[stamp]

    def _may_be_copied(self, source: Source, variation: int, donor: str) -> bool:
        """Return whether a payload that holds a prompt serves a caption.

        A caption's own payload does only if nothing but the settings that chose the prompt changed,
        for example if tags are shuffled now and cannot be; it is then written again with these
        settings. Anything else that is wrong with it would be copied, too.
        """
        if donor != source.payload_name(variation):
            return True
        return source.item.verdict is Verdict.RECIPE_CHANGED and self.context.is_sound(donor)

    def _donor(self, source: Source, stamp: str) -> str | None:
        """The name of a payload that holds a prompt, None when there is none."""
        name = self._registered.get(stamp)
        if name is None:
            return None
        if stamp not in self._donors:
            is_good = self.context.is_donor(
                name, self.context.concept_of(source), stamp,
                is_vouched_for=name.rpartition("_")[0] in self._good_stems)
            self._donors[stamp] = name if is_good else None
        return self._donors[stamp]


def unusable_source(source: Source, why: UserFacingError) -> FailedSource[Source]:
    """A source of which nothing can be made."""
    return FailedSource(source.item.key, f"{why.problem} {why.hint}".strip(), source)


def format_staged_name(context: StoreContext, source: Source, number: int, stamp: str) -> str:
    """A staged payload's name: all that decides what it holds, and its variation.

    Equal pictures of which one is drawn to be mirrored have payloads of their own; the crop that is
    drawn for the first of them serves all. `stamp` is the content hash of its prompt, "" for a
    picture.
    """
    if context.store.content is StoreContent.TEXT:
        # Once the prompt is known, what chose it plays no part.
        fields = context.recipes.make_recipe(context.concept_of(source)).fields
        decides: Sequence[Any] = (stamp, recipe_id({
            name: value for name, value in fields.items()
            if name not in SIZE_FIELDS and not name.startswith(PROMPT_FIELDS)}))
        number = 1
    else:
        decides = (*msgspec.structs.astuple(context.of_source(source)), source.item.bucket)
        settings, position = context.concept_of(source).image, source.item.use.position
        if settings.enable_random_flip:
            decides += (SampleDraws(
                context.positions, number - 1, position).is_flipped(settings),)
    return f"{xxhash.xxh64_hexdigest(json.dumps(decides).encode('ascii'))}_{number}.pt"
