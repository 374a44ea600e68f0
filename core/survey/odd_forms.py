"""A look at a few of a trainer's cached files, for what alone shows that other settings made them.

A survey opens no payload that is as it was. What a trainer made says nothing of its making, though,
and often its arrays do: their number type, channels and widths (see `recipes.forms`). Files of one
size in pixels and bytes were made alike, unless settings changed between two of them; so the oldest
and the newest of a few such groups are looked at, and only if one is odd, those of every group.
Only where these two differ each file is opened. Headers are read, no values.

That nothing was odd is remembered in the user's cache folder, for as long as config and the files
that were looked at are the same.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np
from msgspec import Struct

from larder.core.errors import PayloadError
from larder.core.files.ascii_json import encode_ascii_json
from larder.core.files.derived import recall, remember
from larder.core.files.regular_file import read_or_default
from larder.core.files.store_paths import larder_folder
from larder.core.jobs import Job, Progress
from larder.core.keys.content_hash import hash_text
from larder.core.keys.recipe import RECIPE_KEY
from larder.core.settings import cache_home
from larder.core.stores.records import StoreRecipes, read_recipes
from larder.core.stores.store_memory import CARRIES_NONE
from larder.core.survey.context import SurveyContext
from larder.core.survey.doubtful_sizes import Int64, shape_codes
from larder.core.survey.indexed.payloads import IndexedPayloads
from larder.core.survey.indexed.relevant_pairs import relevant_pairs
from larder.core.survey.indexed.verdicts import JudgedRows
from larder.core.survey.row_notes import NOT_LOOKED, Audit
from larder.core.survey.training_risks import TrainingRisk
from larder.core.survey.why import with_details
from larder.core.workspace.roots import is_folder
from larder.core.workspace.store_locations import StoreLocation

if TYPE_CHECKING:
    from larder.core.payloads.arrays import ArrayInfo
    from larder.core.recipes.forms import AskedForms

MEMORY_NAME: Final = "forms.json"
MOST_REMEMBERED: Final = 1000
"""Stores, the latest ones."""

GROUPS_SAMPLED: Final = 16
"""Of the groups with most files."""


class UnrecordedFiles(Struct, frozen=True):
    """Cached files of one store that say nothing of their making; n of them.

    Attributes:
        name_of: gives a name by its position, relative to the store; few are asked for.
        shapes: equal numbers for those of one size in pixels, shape (n,).
        sizes: bytes, shape (n,).
        mtimes_ns: when they were written, shape (n,).
    """

    name_of: Callable[[int], str]
    shapes: Int64
    sizes: Int64
    mtimes_ns: Int64

    def groups(self, most: int | None = None) -> list[Int64]:
        """Return the positions of files of one size in pixels and bytes, the oldest first.

        Those with most files come first, at most `most` of them.
        """
        order = np.lexsort((self.mtimes_ns, self.sizes, self.shapes))
        is_new = (np.diff(self.shapes[order]) != 0) | (np.diff(self.sizes[order]) != 0)
        starts = np.concatenate([[0], np.flatnonzero(is_new) + 1]) if len(order) else order
        ends = np.concatenate([starts[1:], [len(order)]])
        largest = np.argsort(starts - ends[:len(starts)], kind="stable")[:most].tolist()
        return [order[starts[at]:ends[at]] for at in largest]

    def state(self, at: int) -> tuple[str, int, int]:
        """Return what tells whether a file is the same as before."""
        return self.name_of(at), int(self.sizes[at]), int(self.mtimes_ns[at])


def odd_forms(
    context: SurveyContext, location: StoreLocation, files: UnrecordedFiles
) -> Job[dict[str, str]]:
    """Look at a few files, and at more where one of them is of other settings.

    Returns:
        What shows it, by file; also of files that were not opened, as their group tells.
    """
    config, sampled = context.workspace.config, files.groups(GROUPS_SAMPLED)
    if config is None or not sampled or _is_spoken_for(location):
        return {}
    samples = [int(group[end]) for group in sampled for end in (0, -1)]
    state = hash_text(encode_ascii_json((
        config.raw, [os.fspath(path) for path in context.chosen or ()],
        [files.state(at) for at in samples]), sort_names=True).decode())
    place, store = cache_home() / MEMORY_NAME, os.fspath(location.path)
    known = recall(place, dict[str, str]) or {}
    if known.get(store) == state:
        return {}
    look = _Look(context, location, files.name_of)
    if not any(look.at(at) for at in samples):
        known.pop(store, None)
        remember(place, dict([*known.items(), (store, state)][-MOST_REMEMBERED:]))
        return {}
    found: dict[str, str] = {}
    groups = files.groups()
    for done, group in enumerate(groups):
        yield Progress("checking how files were made", done, len(groups), "sizes")
        positions = group.tolist()
        ends = {look.at(positions[0]), look.at(positions[-1])}
        told = dict.fromkeys(positions, ends.pop()) if len(ends) == 1 else {
            at: look.at(at) for at in positions}
        found.update((name := files.name_of(at), with_details(said, name))
                     for at, said in told.items() if said)
    return found


def inspect_forms(
    context: SurveyContext, location: StoreLocation, judged: JudgedRows
) -> Job[Audit]:
    """Look at a few payloads that say nothing of their making, and say what their arrays tell.

    Sets bits in `judged.flags` and `judged.harms`.
    """
    files, columns = judged.files, judged.join.columns
    listing = files.listing
    shape_of = shape_codes(
        columns.variant_height.astype(np.int64), columns.variant_width.astype(np.int64),
        columns.schema.astype(np.int64))
    pairs = files.pairs[relevant_pairs(judged)]
    at, first = np.unique(pairs[:, 0], return_index=True)
    shapes = shape_of[pairs[first, 1]]
    if _recipes_of(location).recipes:
        # What knows recipes takes 10 ms to load; they are kept in that folder.
        from larder.core.recipes.scan import payload_recipes

        carried, _ = yield from payload_recipes(location.path, listing, context.token)
        is_unrecorded = carried.code[at] == CARRIES_NONE
        at, shapes = at[is_unrecorded], shapes[is_unrecorded]
    odd = yield from odd_forms(context, location, UnrecordedFiles(
        lambda place: listing.names[at[place]], shapes, listing.sizes[at],
        listing.mtimes_ns[at]))
    if not odd:
        return NOT_LOOKED
    why, remarks = IndexedPayloads(judged, frozenset(odd)).note({TrainingRisk.OLD_SETTINGS: odd})
    return Audit(why=why, remarks=remarks)


def _is_spoken_for(location: StoreLocation) -> bool:
    """Return whether it was stated or proved how a store's files were made.

    If so, its recipes are the better evidence.
    """
    known = _recipes_of(location)
    return known.assumption is not None or bool(known.proofs)


def _recipes_of(location: StoreLocation) -> StoreRecipes:
    known = read_or_default(lambda: read_recipes(location.path), None) \
        if is_folder(larder_folder(location.path)) else None
    return known or StoreRecipes()


class _Look:
    """Looks at each file of a store once."""

    def __init__(
        self, context: SurveyContext, location: StoreLocation, name_of: Callable[[int], str]
    ) -> None:
        self._context, self._location, self._name_of = context, location, name_of
        self._seen: dict[int, tuple[ArrayInfo, ...]] = {}

    @cached_property
    def _forms(self) -> AskedForms | None:
        """The forms that the config asks for, or None if unknown."""
        # What knows models takes 90 ms to load, which only a cache that can be read shall pay.
        from larder.core.recipes.forms import find_requested_forms

        context = self._context
        return find_requested_forms(context.workspace, self._location.kind.content, context.chosen)

    def at(self, position: int) -> str:
        """Return what shows that a file is of other settings, "" for nothing."""
        arrays = self._arrays(position)
        return "" if not arrays or self._forms is None else self._forms.difference(arrays)

    def _arrays(self, position: int) -> tuple[ArrayInfo, ...]:
        """Those of a file that does not say how it was made; () for any other."""
        from larder.core.payloads.pt_file import list_pt

        self._context.token.check()
        if position not in self._seen:
            try:
                listed = list_pt(self._location.path / self._name_of(position))
            except PayloadError:  # told by those who look for damage
                self._seen[position] = ()
            else:
                self._seen[position] = () if RECIPE_KEY in listed.values else listed.arrays
        return self._seen[position]
