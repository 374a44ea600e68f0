"""Under which name a source's payloads go, and when two sources share theirs.

The trainer names payloads by content and size only, so two pictures with equal bytes get one set of
payloads even if their masks or augmentations differ. Here sources share a stem exactly if
everything that decides the payload is equal; otherwise the later one gets a stem of its own, made
of all of it. An index may name any stem of the grammar, and no content's digits are harmed by it:
the made-up ones are as good as never those of a file.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field

import msgspec
import xxhash

from larder.core.build.work import WorkItem, plain_stem
from larder.core.keys.payload_names import HASH_DIGITS
from larder.core.stores.smart.columns import IndexColumns


class PayloadIdentity(msgspec.Struct, frozen=True, gc=False):
    """All that decides what a source's payloads of one size hold, draws aside.

    Attributes:
        hash: the source's content.
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
    leader: WorkItem | None
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
    _rows_of: dict[str, list[int]] = field(default_factory=dict)
    _claims: dict[str, tuple[PayloadIdentity, WorkItem]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        rows = self.columns.variant_row.tolist()
        for stem, row in zip(self.columns.stems, rows, strict=True):
            self._rows_of.setdefault(stem, []).append(row)

    def choose(
        self,
        work: WorkItem,
        identity: PayloadIdentity,
        key_size: tuple[int, int] | None,
        *,
        own_row: int | None,
        shuns_own: bool,
        fits: Callable[[str], bool],
    ) -> StemChoice:
        """The stem of a source that has none yet.

        Args:
            work: the source.
            identity: what decides its payloads.
            key_size: the size as names spell it.
            own_row: its index row, None without one.
            shuns_own: the payloads its row names are another model's, and not to be overwritten.
            fits: whether the payloads of a stem that are on disk are as the source needs them;
                asked where a row names them that no concept asks for any more.
        """
        for is_plain in (True, False):
            digits = identity.hash[:HASH_DIGITS] if is_plain else identity.own_hash12
            stem = plain_stem(digits, key_size)
            claim = self._claims.get(stem)
            if claim is not None:
                if claim[0] == identity and _has_enough(claim[1], work):
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
            self._claims[stem] = (identity, work)
            return StemChoice(stem, None, vouched_for=max((
                self.vouched_by_row(row) for row, of_row in known.items()
                if of_row == identity), default=0))
        self._claims[stem] = (identity, work)
        return StemChoice(stem, None)

    def claim(
        self, stem: str, identity: PayloadIdentity, work: WorkItem
    ) -> StemChoice | None:
        """Keep a stem that the source's row has already, None if another one needs it otherwise."""
        claimed = self._claims.setdefault(stem, (identity, work))
        if claimed[0] != identity or not _has_enough(claimed[1], work):
            return None
        leader = None if claimed[1] is work else claimed[1]
        return StemChoice(stem, leader)


def _has_enough(leader: WorkItem, follower: WorkItem) -> bool:
    """Whether one source makes every variation that another one needs."""
    return leader.item.variations >= follower.item.variations


def _conflict(one: PayloadIdentity, wanted: PayloadIdentity) -> bool:
    """Whether payloads are known to be made of something else than is wanted."""
    return one != wanted if one.recipe else one.hash != wanted.hash
