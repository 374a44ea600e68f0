"""Which recipe each payload of a store carries: remembered, or read from new and changed files."""

from __future__ import annotations

import os
import time
from array import array
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import numpy as np

from larder.core.errors import PayloadError
from larder.core.files.file_stamp import stamp
from larder.core.files.folder_scan import FolderListing
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.keys.payload_names import HASH_DIGITS, parse_indexed_name
from larder.core.settings import cache_home
from larder.core.stores.store_memory import (
    CARRIES_NONE,
    NOT_LOOKED_AT,
    PayloadRecipes,
    load_payload_recipes,
    save_payload_recipes,
)

SAVE_EVERY_S: Final = 10.0
"""A scan that is cancelled begins again where it last saved."""

PROGRESS_EVERY: Final = 256


def carry_none(listing: FolderListing) -> PayloadRecipes:
    """Return the recipes of a listing whose files were not searched."""
    return PayloadRecipes(
        listing.names, listing.sizes, listing.mtimes_ns, [],
        np.full(len(listing.names), CARRIES_NONE, dtype=np.int32))


def payload_recipes(
    store: Path, listing: FolderListing, token: CancelToken
) -> Job[tuple[PayloadRecipes, Mapping[str, PayloadError]]]:
    """Find the recipes that the files of a store's listing carry.

    Opens only payloads that are new or changed since they were last looked at.

    Returns:
        The recipes, file by file; and what is wrong with files that were opened and cannot be read.
        Those are not remembered, so that each survey tells of them.

    Raises:
        JobCancelled: if the token was cancelled; what was read by then is remembered.
    """
    remembered = load_payload_recipes(cache_home(), store)
    found = PayloadRecipes(
        listing.names, listing.sizes, listing.mtimes_ns, list(remembered.ids),
        remembered.of_listing(listing), dict(remembered.strangers))
    damaged: dict[str, PayloadError] = {}
    unread = [
        at for at in np.flatnonzero(found.code == NOT_LOOKED_AT).tolist()
        if parse_indexed_name(listing.names[at]) is not None]
    if unread:
        for at in unread if found.strangers else ():
            found.strangers.pop(listing.names[at], None)
        try:
            yield from _read(store, unread, found, damaged, token)
        finally:
            _remember(store, found)
    found.code[found.code == NOT_LOOKED_AT] = CARRIES_NONE
    return found, damaged


def note_recipes(store: Path, names: Sequence[str], recipe: str) -> None:
    """Remember the recipe of payloads that were just written, so that nobody has to open them.

    Raises:
        OSError: if a payload is there but cannot be looked at.
    """
    known = load_payload_recipes(cache_home(), store)
    folder = os.path.join(store, "")  # noqa: PTH118 - once, for many names
    there, sizes, dates = list[str](), array("q"), array("q")
    for name in dict.fromkeys(names):
        found = stamp(folder + name)
        if found is not None:
            there.append(name)
            sizes.append(found.size)
            dates.append(found.mtime_ns)
    ids = known.ids if recipe in known.ids else [*known.ids, recipe]
    written = frozenset(there) if known.names else frozenset()
    kept = np.array([name not in written for name in known.names], dtype=np.bool_)
    save_payload_recipes(cache_home(), store, PayloadRecipes(
        names=[*(name for name in known.names if name not in written), *there],
        sizes=np.concatenate([known.sizes[kept], np.array(sizes, np.int64)]),
        mtimes_ns=np.concatenate([known.mtimes_ns[kept], np.array(dates, np.int64)]),
        ids=ids,
        strangers={name: of for name, of in known.strangers.items() if name not in written},
        code=np.concatenate([
            known.code[kept], np.full(len(there), ids.index(recipe), dtype=np.int32)])))


def _read(
    store: Path, unread: Sequence[int], found: PayloadRecipes, damaged: dict[str, PayloadError],
    token: CancelToken,
) -> Job[None]:
    """Open payloads one by one and note in `found` what they carry, else why in `damaged`."""
    # A survey again opens no payload.
    from larder.core.payloads.pt_file import read_carried_recipe
    from larder.core.stores.indexed.stamps import read_source_hash

    code_of = {recipe: at for at, recipe in enumerate(found.ids)}
    saved = time.monotonic()
    for done, at in enumerate(unread):
        token.check()
        if done % PROGRESS_EVERY == 0:
            yield Progress("reading settings", done, len(unread), "files")
        name = found.names[at]
        try:
            recipe, values = read_carried_recipe(store / name)
        except PayloadError as error:
            damaged[name] = error
            continue
        if recipe is None:
            found.code[at] = CARRIES_NONE
            continue
        source = read_source_hash(values)
        if source and source[:HASH_DIGITS] != name[:HASH_DIGITS]:
            found.strangers[name] = source
        if recipe not in code_of:
            code_of[recipe] = len(found.ids)
            found.ids.append(recipe)
        found.code[at] = code_of[recipe]
        if time.monotonic() - saved > SAVE_EVERY_S:
            _remember(store, found)
            saved = time.monotonic()


def _remember(store: Path, found: PayloadRecipes) -> None:
    at = np.flatnonzero(found.code != NOT_LOOKED_AT)
    save_payload_recipes(cache_home(), store, PayloadRecipes(
        [found.names[row] for row in at.tolist()], found.sizes[at], found.mtimes_ns[at],
        found.ids, found.code[at], found.strangers))
