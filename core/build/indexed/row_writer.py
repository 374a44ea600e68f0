"""Keeps the books of a build: which source waits for which payloads, which rows are saved when.

A row is written when all payloads of its source are there and the source is still what they were
made from. Sources that share payloads wait for the one that makes them. A save writes the whole
index anew, so it comes at intervals that grow with what it takes. The thread that saves is not one
of those that build, which go on meanwhile.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import msgspec

from larder.core.build.indexed.choose import RowVariants
from larder.core.build.payload_identity import StoreContext
from larder.core.build.pipeline.build_state import BuildState
from larder.core.build.pipeline.pieces import (
    CHANGED,
    Payload,
    Source,
    as_change,
    is_unchanged,
)
from larder.core.build.pipeline.stages import FailedSource, Started
from larder.core.build.plan import BuildStore
from larder.core.build.sample_positions import SamplePosition
from larder.core.files.file_stamp import index_stamp
from larder.core.files.journal import (
    STOPPED,
    JournalAction,
    PayloadSource,
    payloads_detail,
)
from larder.core.jobs import ItemFailed
from larder.core.keys.payload_names import INDEX_NAME, SENTINEL_NAME
from larder.core.recipes.scan import note_recipes
from larder.core.stores.indexed.content_index import register_payloads
from larder.core.stores.indexed.index_edit import IndexEdit
from larder.core.stores.indexed.open_index import OpenIndex, read_rows
from larder.core.stores.indexed.packed_rows import PackedRows
from larder.core.stores.indexed.stamps import (
    SENTINEL_FIELD,
    GrownEntry,
    LinkedFiles,
    SampleStamp,
    Sidecars,
    concept_id,
    grown_row,
    has_sentinel,
    intern_concepts,
    rekey_row,
    row_with_first,
    schema_fields,
)
from larder.core.survey.report import IndexCopy
from larder.core.workspace.open_workspace import StoreContent
from larder.core.workspace.roots import split_key
from larder.core.writes.transaction import IndexTarget, write_index

SAVE_EVERY_S: Final = 120.0
"""As often as the trainer saves."""

SAVE_SHARE: Final = 20
"""A save that took a second is followed by twenty without one."""

PENDING_AT_MOST: Final = 100_000
"""Entries that wait for a save; each takes a few kilobytes."""

PHASES: Final = {
    StoreContent.IMAGE: "building pictures", StoreContent.TEXT: "building captions"}


@dataclass(slots=True)
class PendingRows:
    """Changes that the next save of the index will write.

    Attributes:
        rows: by key, in the order they were finished; empty where the index has one already.
        entries: what such rows get, by key; of one key they add up.
        concepts: those that rows name, by id, as JSON.
        reordered: (key, variant) of rows whose wanted size has to go first.
        prompts: payload name by content hash of its prompt.
        replaced: what became of payloads that lose their row: which source they were of.
        recipes: names of payloads by the recipe they carry.
    """

    rows: PackedRows = field(default_factory=PackedRows)
    entries: dict[str, list[GrownEntry]] = field(default_factory=dict)
    concepts: dict[str, bytes] = field(default_factory=dict)
    reordered: list[tuple[str, str]] = field(default_factory=list)
    prompts: dict[str, str] = field(default_factory=dict)
    replaced: dict[str, PayloadSource] = field(default_factory=dict)
    recipes: dict[str, list[str]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.rows or self.reordered)


class BuildIndex:
    """The index of one store while it is built; used from one thread, its lock held."""

    def __init__(
        self, store: BuildStore, *, known: Collection[str], linked: LinkedFiles,
        sidecars_of: Callable[[str], Sidecars | None] = lambda _key: None,
    ) -> None:
        """Make ready.

        `known` are keys of the rows that the index has; `sidecars_of` gives what is recorded of a
        row that is only written anew, None for nothing.
        """
        self._sidecars_of = sidecars_of
        self._store = store
        self._known = frozenset(known)
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

    def enter(self, entry: GrownEntry) -> None:
        """Have the row of an entry written by the next save.

        A row that nothing is known of is made here, while the encoder works; a save at the end
        keeps people waiting.
        """
        pending, key = self.pending, entry.key
        pending.concepts.update(intern_concepts(entry.samples, pending.concepts))
        if key in self._known or key in self._written:
            pending.rows[key] = b""
            pending.entries.setdefault(key, []).append(entry)
            return
        before = pending.rows.get(key)
        pending.rows[key] = self._grown(
            entry, None if before is None else before.decode("ascii"), is_ours=before is not None)

    def is_due(self) -> bool:
        """Return whether it is time for a save."""
        if len(self.pending.rows) > PENDING_AT_MOST:
            return True
        pause = max(SAVE_EVERY_S, SAVE_SHARE * self._saving_s)
        return bool(self.pending) and time.monotonic() - self._saved_at >= pause

    def save(
        self, *, top: Mapping[str, bytes] | None = None,
        samples: Callable[[str], Sequence[SampleStamp]] | None = None,
        ends: Mapping[str, bool] | None = None,
    ) -> None:
        """Write what waits, and `top`, fields of the top level.

        With `samples`, those of a key, rows also follow samples that stand elsewhere by now. `ends`
        is what the journal is told of the build's end, None while it goes on.

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
        if samples is not None:
            self._rekey(rows, samples)
            for key in rows:
                pending.concepts.update(intern_concepts(samples(key), pending.concepts))
        edit = IndexEdit(
            drop=rows.keys(), add=rows, add_concepts=pending.concepts,
            prune_concepts=samples is not None, top=dict(top or {}))
        # Before the index: after it nothing would tell a later build that these are missing.
        if pending.prompts:
            register_payloads(self._target.folder, pending.prompts)
        for recipe, names in pending.recipes.items():
            note_recipes(self._target.folder, names, recipe)
        self._write(edit, pending, ends or {})
        self.pending = PendingRows()
        self._written.update(pending.rows)
        self._saving_s = time.monotonic() - began
        self._saved_at = time.monotonic()

    def _old_rows(self, keys: Sequence[str]) -> dict[str, str]:
        if self._target.copy is IndexCopy.NONE or not keys:
            return {}
        return read_rows(self._target.folder / self._target.copy.value, keys)[0]

    def _rows(self, pending: PendingRows, old: Mapping[str, str]) -> PackedRows:
        rows = pending.rows.copy()
        for key, grown in pending.entries.items():
            text = old.get(key)
            # A source at two sizes comes twice, perhaps with a save in between.
            is_ours = key in self._written
            for entry in grown:
                rows[key] = self._grown(entry, text, is_ours=is_ours)
                text, is_ours = rows[key].decode("ascii"), True
        for key, variant in pending.reordered:
            if key in old and key not in rows:
                rows[key] = row_with_first(old[key], variant, self._sidecars_of(key))
        return rows

    def _rekey(
        self, rows: PackedRows, samples: Callable[[str], Sequence[SampleStamp]]
    ) -> None:
        """Let rows of the whole index, and of `rows`, follow samples that moved in the list."""
        with ExitStack() as reading:
            before: Mapping[str, bytes] = {}
            if self._target.copy is not IndexCopy.NONE:
                before = reading.enter_context(OpenIndex.open(
                    self._target.folder / self._target.copy.value)).entries
            for key in [*before, *(key for key in rows if key not in before)]:
                row = rows[key] if key in rows else before[key]
                moved = rekey_row(row, samples(key), self._store.content, self._linked)
                if moved is not None:
                    rows[key] = moved

    def _grown(self, entry: GrownEntry, old: str | None, *, is_ours: bool) -> bytes:
        """A row; what this build said of a source stays when it says more."""
        if is_ours and not entry.keeps_row:
            entry = msgspec.structs.replace(entry, keeps_row=True)
        return grown_row(entry, old, content=self._store.content, linked=self._linked)

    def _write(self, edit: IndexEdit, pending: PendingRows, ends: Mapping[str, bool]) -> None:
        self._target = write_index(
            self._target, edit, action=JournalAction.BUILT, items=0,
            detail={**payloads_detail(pending.replaced), **ends})


def target_now(target: IndexTarget) -> IndexTarget:
    """A target whose index was just written by us."""
    found = index_stamp(target.folder / INDEX_NAME)
    return replace(
        target, stamp=found, copy=IndexCopy.NONE if found is None else IndexCopy.MAIN)


def closing_fields(
    store: Path, modeltype: str, names: Sequence[str], *, is_complete: bool
) -> dict[str, bytes]:
    """Fields of the top level after a build; names only if every row of the index has them."""
    fields: dict[str, bytes] = {}
    if has_sentinel(store, modeltype, names):
        fields[SENTINEL_FIELD] = f'"{SENTINEL_NAME}"'.encode("ascii")
    return {**fields, **schema_fields(names)} if is_complete else fields


class RowWriter(BuildState[Source, Payload]):
    """The books of one store with an index."""

    def __init__(
        self, context: StoreContext, records: tuple[str, ...], index: BuildIndex
    ) -> None:
        """Open the books; `records` are name endings of the sidecars that rows record."""
        store = context.store
        super().__init__(
            store.target.id, PHASES[store.content], sum(item.payloads for item in store.items))
        self._context = context
        self._store = store
        self._ids = {
            index: concept_id(concept.raw) for index, concept in context.concepts.items()}
        self._records = records
        self._waits: dict[Source, int] = {}
        self._followers: dict[Source, list[Source]] = {}
        self._failed: dict[Source, str] = {}
        self.index = index

    def note(
        self, outcome: Started[Source] | Payload | FailedSource[Source], /
    ) -> Iterator[ItemFailed]:
        """Enter what became of something; rows that can be written go to the index."""
        if isinstance(outcome, Started):
            yield from self._start(outcome)
        elif isinstance(outcome, Payload):
            yield from self._written(outcome)
        else:
            yield from self._fail(outcome)

    def is_due(self) -> bool:
        """Return whether it is time for a save."""
        return self.index.is_due()

    def save(self) -> None:
        """Write the rows that can be written."""
        self.index.save()

    def close(self) -> None:
        """Write the rows that wait; say of the whole index what now holds of all of it."""
        index, store = self.index, self._store
        if index.pending or index.written:
            ready = index.written | index.pending.rows.keys()
            index.save(top=closing_fields(
                store.target.folder, self._context.modeltype, store.names,
                is_complete=self._others_are_complete(ready)),
                samples=(lambda key: self._stamps(store.uses.of(key)))
                if store.samples_stamped and store.is_listed_whole else None,
                ends={STOPPED: self.is_stopped})
        self.tally.entries = len(index.written)

    def _others_are_complete(self, ready: frozenset[str]) -> bool:
        """Return whether each row not built has all names in the variant that a trainer serves."""
        columns, names = self._context.columns, frozenset(self._store.names)
        variants = RowVariants(columns)
        for row, key in enumerate(columns.keys()):
            of_row = variants.of(row)
            if key not in ready and of_row and not (of_row[0].names or frozenset()) >= names:
                return False
        return not columns.unreadable

    def _start(self, started: Started[Source]) -> Iterator[ItemFailed]:
        source = started.source
        self.tally.adopted += started.adopted
        if not source.item.is_shared:
            self.tally.done += len(source.item.to_make) - started.payloads
        if started.leader is None:
            if started.payloads:
                self._waits[source] = started.payloads
            else:
                yield from self._finish(source)
            return
        self.tally.shared += 1
        if started.leader.is_finished:
            yield from self._finish_follower(source, started.leader)
        elif started.leader in self._failed:
            yield from self._fail(
                FailedSource(source.item.key, self._failed[started.leader], source))
        else:
            self._followers.setdefault(started.leader, []).append(source)

    def _written(self, payload: Payload) -> Iterator[ItemFailed]:
        tally, source = self.tally, payload.source
        is_linked = any(payload.variation == number for number, _ in source.item.linked)
        tally.done += not (source.item.is_shared or is_linked)
        tally.bytes += payload.bytes
        if payload.is_encoded:
            tally.count_encoded(source.pixels, payload.bytes)
        elif payload.copies:
            tally.adopted += 1
        else:
            tally.copied += 1
        pending, name = self.index.pending, payload.name
        self.note_mask(name, payload.shows)
        if payload.stamp:
            pending.prompts.setdefault(payload.stamp, name)
        if payload.recipe:
            pending.recipes.setdefault(payload.recipe, []).append(name)
        if source not in self._waits:
            return
        self._waits[source] -= 1
        if self._waits[source] == 0:
            del self._waits[source]
            yield from self._finish(source)

    def _fail(self, failed: FailedSource[Source]) -> Iterator[ItemFailed]:
        source = failed.source
        if source is not None and source in self._failed:
            return
        yield self.leave(as_change(failed))
        if source is None:
            return
        self._failed[source] = failed.problem
        self._waits.pop(source, None)
        for follower in self._followers.pop(source, ()):
            yield from self._fail(FailedSource(follower.item.key, failed.problem, follower))

    def _finish(self, source: Source) -> Iterator[ItemFailed]:
        """All payloads of a source are there."""
        if not is_unchanged(source):
            yield from self._fail(FailedSource(source.item.key, CHANGED, source, is_changed=True))
            return
        self._enter(source)
        self.count_mask(source.item.key, map(
            source.payload_name, range(1, source.item.variations + 1)))
        # A build keeps each until its end.
        source.is_finished, source.stamp, source.mtime = True, None, 0.0
        for follower in self._followers.pop(source, ()):
            yield from self._finish_follower(follower, source)

    def _finish_follower(self, source: Source, leader: Source) -> Iterator[ItemFailed]:
        source.prompts = leader.prompts
        yield from self._finish(source)

    def _enter(self, source: Source) -> None:
        item = source.item
        self.index.enter(self._entry(source))
        for name in item.replaced:
            self.index.pending.replaced[name] = PayloadSource(item.key, item.replaced_hash)

    def _entry(self, source: Source) -> GrownEntry:
        item, store = source.item, self._store
        return GrownEntry(
            key=item.key, filename=split_key(item.key, store.target.separator)[1],
            hash=source.hash, mtime=source.mtime, modeltype=self._context.modeltype,
            stem=source.stem, names=store.names,
            crop_resolution=self._context.crop_resolution(source), is_first=item.is_first,
            keeps_row=item.keeps_row,
            original_resolution=item.size if store.content is StoreContent.IMAGE else None,
            sidecars={
                of.path: (of.mtime, of.hash) for ending, of in source.sidecars.items()
                if ending in self._records},
            records_sidecars=bool(self._records) and store.marks_sidecars,
            samples=self._stamps(item.uses, source.prompts) if store.samples_stamped else (),
            samples_win=len(item.to_make) == item.variations)

    def _stamps(
        self, uses: Sequence[SamplePosition], prompts: Sequence[str] = ()
    ) -> tuple[SampleStamp, ...]:
        return tuple(
            SampleStamp(
                self._context.concepts[use.concept], self._ids[use.concept], use.position,
                use.picture, tuple(prompts))
            for use in uses)
