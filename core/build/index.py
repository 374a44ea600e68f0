"""Saves the rows of what is built: payloads first, then the index, a few times during a build.

A save writes the whole index anew, so it comes at intervals that grow with what it takes. The
thread that saves is not one of those that build, which go on meanwhile.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import msgspec

from larder.core.build.plan import BuildStore
from larder.core.clean.index_writing.apply import IndexTarget, write_index
from larder.core.files.file_stamp import index_stamp
from larder.core.files.journal import JournalAction, PayloadSource, payloads_detail
from larder.core.keys.payload_names import INDEX_NAME, SENTINEL_NAME
from larder.core.recipes.scan import note_recipes
from larder.core.stores.index_growth import (
    GrownEntry,
    grown_row,
    interned_concepts,
    row_with_first,
    schema_fields,
)
from larder.core.stores.index_rewrite import IndexEdit
from larder.core.stores.open_index import read_rows
from larder.core.stores.smart.content_index import register_payloads
from larder.core.stores.smart.stamps import SENTINEL_FIELD, LinkedFiles, has_sentinel
from larder.core.survey.report import IndexCopy

SAVE_EVERY_S: Final = 120.0
"""As often as the trainer saves."""

SAVE_SHARE: Final = 20
"""A save that took a second is followed by twenty without one."""

PENDING_AT_MOST: Final = 100_000
"""Entries that wait for a save; each takes a few kilobytes."""


@dataclass(slots=True)
class PendingRows:
    """What the next save will write.

    Attributes:
        entries: by key, in the order they were finished; of one key they add up.
        reordered: (key, variant) of rows whose wanted size has to go first.
        prompts: payload name by content hash of its prompt.
        replaced: what became of payloads that lose their row: which source they were of.
        recipes: names of payloads by the recipe they carry.
    """

    entries: dict[str, list[GrownEntry]] = field(default_factory=dict)
    reordered: list[tuple[str, str]] = field(default_factory=list)
    prompts: dict[str, str] = field(default_factory=dict)
    replaced: dict[str, PayloadSource] = field(default_factory=dict)
    recipes: dict[str, list[str]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.entries or self.reordered)


class BuildIndex:
    """The index of one store while it is built; used from one thread, its lock held."""

    def __init__(self, store: BuildStore, *, linked: LinkedFiles) -> None:
        """Make ready.

        Args:
            store: what is built.
            linked: which companions the samples' paths name.
        """
        self._store = store
        self._linked = linked
        self._target = store.target
        self._saved_at = time.monotonic()
        self._saving_s = 0.0
        self._written: set[str] = set()
        self.pending = PendingRows()

    @property
    def written(self) -> frozenset[str]:
        """Sources whose rows were saved."""
        return frozenset(self._written)

    def is_due(self) -> bool:
        """Whether it is time for a save."""
        if len(self.pending.entries) > PENDING_AT_MOST:
            return True
        pause = max(SAVE_EVERY_S, SAVE_SHARE * self._saving_s)
        return bool(self.pending) and time.monotonic() - self._saved_at >= pause

    def save(self, *, top: Mapping[str, bytes] | None = None) -> None:
        """Write what waits.

        Args:
            top: fields of the top level to set.

        Raises:
            StalePlanError: if somebody else wrote the index meanwhile; the payloads are there.
            UserFacingError: if it cannot be written.
        """
        began = time.monotonic()
        pending = self.pending
        if not (pending or top):
            return
        keys = [*pending.entries, *(key for key, _ in pending.reordered)]
        old = self._old_rows(keys)
        rows = self._rows(pending, old)
        entries = [entry for grown in pending.entries.values() for entry in grown]
        edit = IndexEdit(
            drop=frozenset(rows), add=rows, add_concepts=interned_concepts(entries),
            top=dict(top or {}))
        self._write(edit, pending)
        self.pending = PendingRows()
        if pending.prompts:
            register_payloads(self._target.folder, pending.prompts)
        for recipe, names in pending.recipes.items():
            note_recipes(self._target.folder, names, recipe)
        self._written.update(pending.entries)
        self._saving_s = time.monotonic() - began
        self._saved_at = time.monotonic()

    def _old_rows(self, keys: Sequence[str]) -> dict[str, str]:
        if self._target.copy is IndexCopy.NONE or not keys:
            return {}
        return read_rows(self._target.folder / self._target.copy.value, keys)[0]

    def _rows(self, pending: PendingRows, old: Mapping[str, str]) -> dict[str, bytes]:
        rows: dict[str, bytes] = {}
        for key, grown in pending.entries.items():
            text = old.get(key)
            # A source at two sizes comes twice, perhaps with a save in between.
            is_ours = key in self._written
            for entry in grown:
                if is_ours and not entry.keeps_row:
                    entry = msgspec.structs.replace(entry, keeps_row=True)
                text = grown_row(
                    entry, text, content=self._store.content,
                    linked=self._linked).decode("ascii")
                is_ours = True
            if text is not None:
                rows[key] = text.encode("ascii")
        for key, variant in pending.reordered:
            if key in old and key not in rows:
                rows[key] = row_with_first(old[key], variant)
        return rows

    def _write(self, edit: IndexEdit, pending: PendingRows) -> None:
        self._target = write_index(
            self._target, edit, action=JournalAction.BUILT, items=0,
            detail=payloads_detail(pending.replaced), announce=True)


def target_now(target: IndexTarget) -> IndexTarget:
    """A target whose index was just written by us."""
    found = index_stamp(target.folder / INDEX_NAME)
    return replace(
        target, stamp=found, copy=IndexCopy.NONE if found is None else IndexCopy.MAIN)


def closing_fields(
    store: Path, modeltype: str, names: Sequence[str], *, is_complete: bool
) -> dict[str, bytes]:
    """Fields of the top level after a build.

    Args:
        store: the store's folder.
        modeltype: as the config spells it.
        names: values that every payload must hold.
        is_complete: every row of the index has them all; only then it may be said.
    """
    fields: dict[str, bytes] = {}
    if has_sentinel(store, modeltype, names):
        fields[SENTINEL_FIELD] = f'"{SENTINEL_NAME}"'.encode("ascii")
    return {**fields, **schema_fields(names)} if is_complete else fields
