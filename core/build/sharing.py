"""What decides the payloads of sources and of index rows, and who shares them under which name.

The trainer names payloads by content and size only, so two pictures with equal bytes get one set of
payloads even if their masks or augmentations differ. Here sources share a stem exactly if
everything that decides the payload is equal; otherwise the later one gets a stem of its own, made
of all of it. An index may name any stem of the grammar, and no content's digits are harmed by it:
the made-up ones are as good as never those of a file.

A build hashes every source and finds out by itself who shares. A plan counts what it can know
before: contents that the index has, contents that are remembered, and those of a few new sources,
which are hashed. What it does not know counts as different, so the plan never promises too little
source.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

import msgspec
import xxhash

from larder.core.build.choose import IndexChoice
from larder.core.build.pieces import Source, plain_stem, sidecar_of
from larder.core.build.plan import BuildItem, BuildStore
from larder.core.build.recipes import BuildRecipes
from larder.core.encoders.prompts import file_stem
from larder.core.jobs import Job
from larder.core.keys.content_hash import hash_file
from larder.core.keys.payload_names import HASH_DIGITS
from larder.core.stores.smart.columns import IndexColumns
from larder.core.survey.report import StoreSurvey
from larder.core.survey.sources import hash_paths
from larder.core.survey.verdicts import VERDICTS, Counted, Verdict
from larder.core.workspace.concepts import Concept, PromptSource
from larder.core.workspace.open_workspace import StoreContent
from larder.core.workspace.roots import PathFlavour, comparable


@dataclass(frozen=True, slots=True)
class StoreContext:
    """What a build of one store goes by; it tells what decides payloads.

    Attributes:
        store: what is built in it.
        modeltype: as the config spells it.
        columns: its index before the build.
        concepts: by index.
        endings: name endings of the sidecars that decide payloads.
    """

    store: BuildStore
    modeltype: str
    columns: IndexColumns
    concepts: Mapping[int, Concept]
    recipes: BuildRecipes
    endings: tuple[str, ...]

    def concept_of(self, source: Source) -> Concept:
        """The concept whose settings count for a source."""
        return self.concepts[source.item.use.concept]

    def key_size(self, source: Source) -> tuple[int, int] | None:
        """The size as payload names spell it; types with a frame axis put frames first."""
        bucket = source.item.bucket
        if bucket is None:
            return None
        return (1, bucket[0]) if self.store.frame_axis else bucket

    def crop_resolution(self, source: Source) -> tuple[int, ...] | None:
        """The size as payloads store it."""
        bucket = source.item.bucket
        if bucket is None:
            return None
        return (1, *bucket) if self.store.frame_axis else bucket

    def of_source(self, source: Source) -> PayloadIdentity:
        """What decides a source's payloads."""
        concept = self.concept_of(source)
        return PayloadIdentity(
            hash=source.hash, recipe=self.recipes.identity(concept),
            sidecars=tuple(
                (ending, source.sidecars[ending].state.hash) for ending in sorted(self.endings)
                if ending in source.sidecars),
            name=name_of_prompt(concept, source.item.use.picture, self.store.content))

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
        text = json.dumps([self.hash, self.recipe, self.sidecars, self.name])
        return str(xxhash.xxh64_hexdigest(text.encode("ascii")))[:HASH_DIGITS]


class StemChoice(msgspec.Struct, frozen=True, gc=False):
    """The stem of a source.

    Attributes:
        stem: without variation and suffix.
        leader: a source of this build that makes the payloads, None if this one does.
        vouched_for: variations, from 1, whose payloads good index rows of just this identity
            name; what else lies under the stem may be left from anything.
    """

    stem: str
    leader: Source | None
    vouched_for: int = 0


IdentityOfRow = Callable[[int], PayloadIdentity]
"""What the payloads of an index row are made of."""


@dataclass(slots=True)
class Stems:
    """Stems given and taken in one store.

    Attributes:
        columns: the index before the build.
        identity_of_row: asked only for rows that name a stem somebody wants.
        vouched_by_row: how many variations an index row speaks for, 0 where it is doubted.
    """

    columns: IndexColumns
    identity_of_row: IdentityOfRow
    vouched_by_row: Callable[[int], int]
    _rows_of: dict[str, list[int]] = field(init=False)
    _claims: dict[str, tuple[PayloadIdentity, Source]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._rows_of = self.columns.rows_by_stem()

    def choose(
        self,
        source: Source,
        identity: PayloadIdentity,
        key_size: tuple[int, int] | None,
        *,
        own_row: int | None,
        shuns_own: bool,
        fits: Callable[[str], bool],
    ) -> StemChoice:
        """The stem of a source that has none yet.

        `key_size` is the size as names spell it, `own_row` its index row. `shuns_own`: the payloads
        that row names are another model's, and not to be overwritten. `fits` tells whether the
        payloads of a stem that are on disk are as the source needs them; it is asked where a row
        names them that no concept asks for any more.
        """
        for is_plain in (True, False):
            digits = identity.hash[:HASH_DIGITS] if is_plain else identity.own_hash12
            stem = plain_stem(digits, key_size)
            claim = self._claims.get(stem)
            if claim is not None:
                if claim[0] == identity and _has_enough(claim[1], source):
                    return StemChoice(stem, claim[1])
                continue
            rows = self._rows_of.get(stem, [])
            if shuns_own and own_row in rows and is_plain:
                continue
            others = [row for row in rows if row != own_row]
            known = {row: self.identity_of_row(row) for row in others}
            if any(_conflict(of_row, identity) for of_row in known.values()):
                continue
            if any(not of_row.recipe for of_row in known.values()) and not fits(stem):
                continue
            self._claims[stem] = (identity, source)
            return StemChoice(stem, None, vouched_for=max((
                self.vouched_by_row(row) for row, of_row in known.items()
                if of_row == identity), default=0))
        self._claims[stem] = (identity, source)
        return StemChoice(stem, None)

    def claim(
        self, stem: str, identity: PayloadIdentity, source: Source
    ) -> StemChoice | None:
        """Keep a stem that the source's row has already, None if another one needs it otherwise."""
        claimed = self._claims.setdefault(stem, (identity, source))
        if claimed[0] != identity or not _has_enough(claimed[1], source):
            return None
        leader = None if claimed[1] is source else claimed[1]
        return StemChoice(stem, leader)


def _has_enough(leader: Source, follower: Source) -> bool:
    """Whether one source makes every variation that another one needs."""
    return leader.item.variations >= follower.item.variations


def _conflict(one: PayloadIdentity, wanted: PayloadIdentity) -> bool:
    """Whether payloads are known to be made of something else than is wanted."""
    return one != wanted if one.recipe else one.hash != wanted.hash


HASHED_AT_ONCE: Final = 1_000
"""New sources that are hashed in any case: a few seconds from a slow drive."""

GOOD: Final = frozenset(
    verdict for verdict in Verdict
    if VERDICTS[verdict].counts_as is Counted.COVERED or verdict is Verdict.UNUSED)
"""Verdicts of rows whose payloads another source can take."""


def with_shared(
    choice: IndexChoice, items: Sequence[BuildItem]
) -> Job[list[BuildItem]]:
    """The items, those marked whose payloads are there or are made for another one."""
    unknown = {item.source: item for item in items if not item.content}
    found = yield from hash_paths(
        [*unknown], choice.asked.token,
        only_known=not is_worth_hashing(choice.survey, len(unknown)))
    contents = dict(zip(unknown, found.hashes, strict=True))
    return _Sharing(choice).marked([
        item if item.content else msgspec.structs.replace(
            item, content=contents[item.source] or "")
        for item in items])


def is_worth_hashing(survey: StoreSurvey, count: int) -> bool:
    """Whether so many new sources are hashed, to see if cached payloads serve them.

    Many are only where entries fell out of use, which is what a move looks like.
    """
    if not (survey.rows.bytes > 0).any():
        return False
    if count <= HASHED_AT_ONCE:
        return True
    return bool((~survey.asked & (survey.rows.bytes > 0)).any())


class _Sharing:
    """Tells of one store which items need no payload of their own."""

    def __init__(self, choice: IndexChoice) -> None:
        self._choice = choice
        self._concepts = {concept.index: concept for concept in choice.workspace.concepts}

    def marked(self, items: Sequence[BuildItem]) -> list[BuildItem]:
        """Mark what another item or a good row of an equal source serves."""
        times = Counter((item.content, item.bucket) for item in items)
        claimed: dict[tuple[object, ...], int] = {}
        found: list[BuildItem] = []
        for item in items:
            may_share = times[item.content, item.bucket] > 1 or not item.keeps_row
            if not item.content or not may_share or self._has_sidecar(item):
                found.append(item)
                continue
            identity = self._identity(item)
            is_shared = claimed.get(identity, 0) >= item.variations or self._is_served(item)
            if not is_shared:
                claimed[identity] = item.variations
            found.append(msgspec.structs.replace(item, is_shared=True) if is_shared else item)
        return found

    def _identity(self, item: BuildItem) -> tuple[object, ...]:
        concept = self._concepts[item.use.concept]
        return (item.content, item.bucket, self._choice.recipes.identity(concept),
                name_of_prompt(concept, item.use.picture, self._choice.content))

    def _has_sidecar(self, item: BuildItem) -> bool:
        """Whether a mask or the like decides its payloads, too; equal pictures may differ there."""
        return any(
            os.path.lexists(sidecar_of(item.source, ending)) for ending in self._choice.endings)

    def _is_served(self, item: BuildItem) -> bool:
        """Whether a good row of an equal source names payloads that are right for this one."""
        if item.is_redone or item.keeps_row:
            return False
        size = item.bucket
        if size is not None and self._choice.asked.model_type.frame_axis:
            size = 1, size[0]
        stem = plain_stem(item.content[:12], size)
        if any(f"{stem}_{number}.pt" not in self._files for number in item.to_make):
            return False
        return any(self._serves(row, item) for row in self._rows_of.get(stem, ()))

    def _serves(self, row: int, item: BuildItem) -> bool:
        choice, rows = self._choice, self._choice.survey.rows
        if bytes(choice.columns.hashes[row]).decode("ascii") != item.content \
                or Verdict(int(rows.verdicts[row])) not in GOOD or self._had_sidecar(row):
            return False
        concept = self._concepts.get(int(rows.concept[row]))
        recipes = choice.recipes
        return concept is None or recipes.identity(concept) == recipes.identity(
            self._concepts[item.use.concept])

    def _had_sidecar(self, row: int) -> bool:
        """Whether a mask or the like decided what a row's payloads hold."""
        target, recorded = self._choice.target, self._choice.columns.sidecars.get(row)
        if recorded is not None:
            return any(path.endswith(self._choice.endings) for path in recorded)
        key = self._choice.survey.rows.source(row)
        return any(os.path.lexists(target.source_path(sidecar_of(key, ending)))
                   for ending in self._choice.endings)

    @cached_property
    def _files(self) -> frozenset[str]:
        return frozenset(self._choice.survey.payloads.names)

    @cached_property
    def _rows_of(self) -> Mapping[str, Sequence[int]]:
        return self._choice.columns.rows_by_stem()
