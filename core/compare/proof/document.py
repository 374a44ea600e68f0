"""Documents of comparisons of cached files with a model: `larder.proof/1`."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import UNSET, UnsetType

SCHEMA: Final = "larder.proof/1"


class GroupProof(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Result of comparing the files of one group, or of one concept.

    Attributes:
        group: key of the group, left out in a cache with an index.
        concepts: names of its concepts.
        tried: how many files were compared.
        equal: how many of them are what the config's model makes.
        largest_difference: the largest relative difference, 0 for equal values, 1 and more for
            values that have nothing in common.
        recorded: whether it was written down.
        made_with: what differs in the settings that make what is cached, "" for the config's own.
        why: what is to be said of it, "" for equal files.
        items: the files that were compared.
    """

    group: str = ""
    concepts: tuple[str, ...]
    tried: int
    equal: int
    largest_difference: float
    recorded: bool
    made_with: str = ""
    why: str = ""
    items: tuple[ComparedFile, ...] = ()


class ComparedFile(msgspec.Struct, frozen=True, kw_only=True):
    """One file that was compared.

    Attributes:
        payload: its name, relative to the store.
        source: the picture it was made for, as the trainer spells it.
    """

    payload: str
    source: str
    equal: bool
    difference: float


class StoreProof(msgspec.Struct, frozen=True, kw_only=True):
    """Result of comparing the files of one store; figures as in `GroupProof`."""

    store: str
    tried: int
    equal: int
    largest_difference: float
    recorded: bool
    groups: tuple[GroupProof, ...]
    why: str | UnsetType = UNSET


class ProofDocument(msgspec.Struct, frozen=True, kw_only=True):
    """The printed document, `larder.proof/1`."""

    schema: str = SCHEMA
    stores: tuple[StoreProof, ...]

    @property
    def differs(self) -> bool:
        """True if any file is not what the config's model makes."""
        return any(store.equal < store.tried for store in self.stores)
