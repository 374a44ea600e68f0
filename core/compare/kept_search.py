"""The latest search for pictures that look alike, remembered per workspace.

Derived memory below the cache folder, `near-searches/`: the groups that were found, and per picture
a number that changes with its file and with what it is used for. So a search is shown again without
comparing anything, less what changed since, and with how much that is.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, ClassVar, Final

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from larder.core.compare.document import NearDuplicates, NearGroup
from larder.core.compare.near import Picture
from larder.core.files.file_stamp import readable_stamp
from larder.core.keys.content_hash import hash_text
from larder.core.settings import cache_home
from larder.core.stores.store_memory import StoreFile, load_file, save_file

LEAST_GROUP: Final = 2

States = dict[int, int]
"""What changes with each picture, by what names it."""


class _NearSearch(StoreFile, array_like=True, gc=False):
    """A file of `near-searches/`; `store` is what the user opened.

    Attributes:
        near: as it was found.
        paths: what names each picture, uint64.
        states: what changes with each picture, uint64.
    """

    subject: ClassVar[tuple[str, int]] = ("near-searches", 1)

    near: NearDuplicates
    paths: npt.NDArray[Any]
    states: npt.NDArray[Any]



def picture_states(pictures: Iterable[Picture]) -> States:
    """Return what a search remembers of pictures; to be taken before they are looked at."""
    return {_name(picture): _state(picture) for picture in pictures}


def save_search(opened: Path, near: NearDuplicates, states: States) -> None:
    """Remember a search in place of the one before; where that cannot be done, nothing is."""
    save_file(cache_home(), opened, _NearSearch(
        format=_NearSearch.subject[1], store=os.fspath(opened), near=near,
        paths=np.fromiter(states.keys(), np.uint64, len(states)),
        states=np.fromiter(states.values(), np.uint64, len(states))))


def load_search(opened: Path, pictures: Sequence[Picture]) -> NearDuplicates | None:
    """Return the latest search as far as it still holds, None where there is none.

    Groups lose pictures that are gone or changed; those whose first one is, go.
    """
    kept = load_file(cache_home(), opened, _NearSearch)
    if kept is None:
        return None
    before = dict(zip(kept.paths.tolist(), kept.states.tolist(), strict=False))
    now = picture_states(pictures)
    same = {
        use.source for picture in pictures for use in picture.uses
        if before.get(name := _name(picture)) == now[name]}
    groups = (_hold(group, same) for group in kept.near.groups)
    return replace(
        kept.near, groups=tuple(group for group in groups if group is not None),
        added=len(now.keys() - before.keys()), gone=len(before.keys() - now.keys()),
        changed=sum(before[name] != now[name] for name in before.keys() & now.keys()))


def _hold(group: NearGroup, same: set[str]) -> NearGroup | None:
    """The part of a group that is as it was, None where that is no group any more."""
    at_all = range(len(group.sources))
    holds = [at for at in at_all if group.sources[at].source in same]
    if len(holds) == len(at_all):
        return group
    if 0 not in holds or len(holds) < LEAST_GROUP:
        return None
    sources = tuple(group.sources[at] for at in holds)
    return NearGroup(
        sources=sources, distances=tuple(group.distances[at] for at in holds),
        copies=tuple(group.copies[at] for at in holds),
        leak=len({use.validation for use in sources}) > 1)


def _name(picture: Picture) -> int:
    return int(hash_text(picture.file.real), 16)


def _state(picture: Picture) -> int:
    stamp = readable_stamp(picture.file.real)
    seen = "" if stamp is None else f"{stamp.size} {stamp.mtime_ns}"
    uses = " ".join(f"{use.validation:d}{use.concept}" for use in picture.uses)
    return int(hash_text(f"{seen} {uses}"), 16)
