"""Which payloads go, and removing files of a store; what lies outside is never reached.

Names come from a listing, which holds nothing but regular files in real shard folders.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from larder.core.errors import UserFacingError
from larder.core.stores.cache_store import Removal
from larder.core.stores.sharded.listing import FileColumns, ShardedListing, list_sharded
from larder.core.stores.sharded.temp_files import is_left_behind
from larder.core.workspace.store_kinds import StoreKind

NO_REMOVAL: Final = Removal((), 0)


def choose_unused(
    listing: ShardedListing,
    used_ns: npt.NDArray[np.int64],
    *,
    used_before_ns: int | None,
    budget_bytes: int | None,
) -> Removal:
    """Payloads not used since a time, then the least recently used over a budget.

    Args:
        listing: what there is.
        used_ns: last uses, int64, shape (len(listing.names),).
        used_before_ns: payloads last used before it go, None for none.
        budget_bytes: what may stay, None for all.
    """
    order = np.lexsort((np.arange(len(listing.names)), used_ns))  # names are sorted: ties by name
    is_chosen = np.zeros(len(order), dtype=bool)
    if used_before_ns is not None:
        is_chosen |= used_ns[order] < used_before_ns
    if budget_bytes is not None:
        is_chosen |= _over_budget(listing.sizes[order], is_chosen, budget_bytes)
    chosen = order[is_chosen].tolist()
    return Removal(tuple([listing.names[at] for at in chosen]), int(listing.sizes[chosen].sum()))


def _over_budget(
    sizes: npt.NDArray[np.int64], is_chosen: npt.NDArray[np.bool_], budget_bytes: int
) -> npt.NDArray[np.bool_]:
    """Those whose followers alone, together with them, exceed the budget."""
    staying = np.where(is_chosen, 0, sizes)
    from_here = np.cumsum(staying[::-1])[::-1]
    return from_here > budget_bytes


def stale_writes(temporaries: FileColumns, *, now_ns: int) -> Removal:
    """Unfinished writes whose writer is gone."""
    rows = zip(
        temporaries.names, temporaries.sizes.tolist(), temporaries.mtimes_ns.tolist(), strict=True)
    stale = [(name, size) for name, size, at in rows if is_left_behind(name, at, now_ns=now_ns)]
    return Removal(tuple(name for name, _ in stale), sum(size for _, size in stale))


def everything(listing: ShardedListing) -> Removal:
    """All payloads, then all unfinished writes."""
    temporaries = listing.temporaries
    return joined(
        Removal(tuple(listing.names), int(listing.sizes.sum())),
        Removal(tuple(temporaries.names), int(temporaries.sizes.sum())))


def joined(*removals: Removal) -> Removal:
    """Several as one, in order."""
    names = tuple(name for removal in removals for name in removal.names)
    return Removal(names, sum(removal.bytes for removal in removals))


def remove_files(folder: Path, names: Iterable[str]) -> None:
    """Remove files of a store; one that is gone already is fine.

    Raises:
        UserFacingError: if a file may not be removed.
        OSError: if the drive fails.
    """
    prefix = f"{folder}{os.sep}"
    unlink = os.unlink  # a Path costs as much as the removal
    for name in names:
        try:
            unlink(prefix + name)
        except FileNotFoundError:
            continue
        except PermissionError as error:
            raise UserFacingError(
                f"{folder / name} cannot be removed: {error.strerror}.",
                "Check the permissions of its folder, and close programs that have it open."
            ) from error


def remove_empty_shards(folder: Path, kind: StoreKind) -> None:
    """Remove shard folders with nothing in them; one that another process fills stays."""
    for shard in list_sharded(folder, kind).empty_shards:
        try:
            (folder / shard).rmdir()
        except OSError:  # filled or gone in between
            continue
