"""Keeps the books of a build: which source waits for which payloads, which row can be written.

A row is written when all payloads of its source are there and the source is still what they were
made from. Sources that share payloads wait for the one that makes them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from larder.core.build.decide import Decider
from larder.core.build.index import PendingRows
from larder.core.build.look import is_unchanged
from larder.core.build.pace import TimedPayloads
from larder.core.build.plan import BuildItem, BuildStore
from larder.core.build.rates import BuildRate
from larder.core.build.work import Begun, Made, Outcome, Spoilt, WorkItem
from larder.core.clean.report import LeftItem
from larder.core.files.journal import PayloadSource
from larder.core.jobs import ItemFailed
from larder.core.stores.index_growth import GrownEntry, GrownVariant
from larder.core.stores.smart.stamps import SampleStamp, concept_id
from larder.core.workspace.concepts import Concept
from larder.core.workspace.open_workspace import StoreContent
from larder.core.workspace.roots import split_key

RETRY = "build"
CHANGED = "It changed while it was being built."


@dataclass(slots=True)
class StoreTally:
    """What a build did in one store.

    Attributes:
        encoded: payloads that were encoded.
        copied: payloads that hold what another one holds, or were completed without an encoder.
        adopted: payloads on disk that were taken as they are.
        shared: sources that share another one's payloads.
        bytes: size of the payloads written.
        done: payloads of the plan that need nothing more.
        failed: sources that could not be built.
        changed: sources that changed meanwhile.
        sizes: of what was encoded, by pixels: payloads and their bytes.
    """

    encoded: int = 0
    copied: int = 0
    adopted: int = 0
    shared: int = 0
    bytes: int = 0
    done: int = 0
    failed: list[LeftItem] = field(default_factory=list)
    changed: list[LeftItem] = field(default_factory=list)
    sizes: dict[int, list[int]] = field(default_factory=dict)

    def rates(self, timed: Mapping[int, TimedPayloads]) -> tuple[BuildRate, ...]:
        """What payloads took and what they take, by area."""
        return tuple(
            BuildRate(
                pixels=pixels, payloads=one.payloads, seconds=round(one.seconds, 6),
                bytes=one.payloads * self.sizes[pixels][1] // self.sizes[pixels][0])
            for pixels, one in timed.items() if pixels in self.sizes)


class Ledger:
    """The books of one store."""

    def __init__(
        self, store: BuildStore, modeltype: str, decider: Decider, concepts: Mapping[int, Concept],
        records: tuple[str, ...],
    ) -> None:
        """Open the books.

        Args:
            store: what is built.
            modeltype: as the config spells it.
            decider: knows how sizes are spelled.
            concepts: by index.
            records: name endings of the sidecars that rows record.
        """
        self._store = store
        self._modeltype = modeltype
        self._decider = decider
        self._concepts = concepts
        self._ids = {index: concept_id(one.raw) for index, one in concepts.items()}
        self._records = records
        self._waits: dict[WorkItem, int] = {}
        self._followers: dict[WorkItem, list[WorkItem]] = {}
        self._spoilt: dict[WorkItem, str] = {}
        self._finished: set[WorkItem] = set()
        self.tally = StoreTally()

    def note(self, outcome: Outcome, pending: PendingRows) -> Iterator[ItemFailed]:
        """Enter what became of something; rows that can be written go to `pending`."""
        if isinstance(outcome, Begun):
            yield from self._begin(outcome, pending)
        elif isinstance(outcome, Made):
            yield from self._made(outcome, pending)
        elif isinstance(outcome, Spoilt):
            yield from self._spoil(outcome)

    def _begin(self, begun: Begun, pending: PendingRows) -> Iterator[ItemFailed]:
        work = begun.work
        self.tally.adopted += begun.adopted
        if not work.item.is_shared:
            self.tally.done += len(work.item.to_make) - begun.payloads
        if begun.leader is None:
            if begun.payloads:
                self._waits[work] = begun.payloads
            else:
                yield from self._finish(work, pending)
            return
        self.tally.shared += 1
        if begun.leader in self._finished:
            yield from self._finish_follower(work, begun.leader, pending)
        elif begun.leader in self._spoilt:
            yield from self._spoil(Spoilt(work.item, self._spoilt[begun.leader], work))
        else:
            self._followers.setdefault(begun.leader, []).append(work)

    def _made(self, made: Made, pending: PendingRows) -> Iterator[ItemFailed]:
        tally, work = self.tally, made.work
        tally.done += not work.item.is_shared
        tally.bytes += made.bytes
        if made.encoded:
            tally.encoded += 1
            size = tally.sizes.setdefault(work.pixels, [0, 0])
            size[0] += 1
            size[1] += made.bytes
        else:
            tally.copied += 1
        if made.stamp:
            pending.prompts.setdefault(made.stamp, made.name)
        if made.recipe:
            pending.recipes.setdefault(made.recipe, []).append(made.name)
        if work not in self._waits:
            return
        self._waits[work] -= 1
        if self._waits[work] == 0:
            del self._waits[work]
            yield from self._finish(work, pending)

    def _spoil(self, spoilt: Spoilt) -> Iterator[ItemFailed]:
        work = spoilt.work
        if work is not None and work in self._spoilt:
            return
        left = LeftItem(self._store.target.id, spoilt.item.key, spoilt.problem)
        (self.tally.changed if spoilt.is_changed else self.tally.failed).append(left)
        yield ItemFailed(left.store, left.payload, left.why, retry=RETRY)
        if work is None:
            return
        self._spoilt[work] = spoilt.problem
        self._waits.pop(work, None)
        for follower in self._followers.pop(work, ()):
            yield from self._spoil(Spoilt(follower.item, spoilt.problem, follower))

    def _finish(self, work: WorkItem, pending: PendingRows) -> Iterator[ItemFailed]:
        """All payloads of a source are there."""
        if not _is_unchanged(work):
            yield from self._spoil(Spoilt(work.item, CHANGED, work, is_changed=True))
            return
        self._finished.add(work)
        self._enter(work, pending)
        for follower in self._followers.pop(work, ()):
            yield from self._finish_follower(follower, work, pending)

    def _finish_follower(
        self, work: WorkItem, leader: WorkItem, pending: PendingRows
    ) -> Iterator[ItemFailed]:
        work.prompts = leader.prompts
        yield from self._finish(work, pending)

    def _enter(self, work: WorkItem, pending: PendingRows) -> None:
        item = work.item
        pending.entries.setdefault(item.key, []).append(self._entry(work))
        for name in item.replaced:
            pending.replaced[name] = PayloadSource(item.key, item.replaced_hash)

    def _entry(self, work: WorkItem) -> GrownEntry:
        item, store = work.item, self._store
        variant = GrownVariant(
            key=work.stem.partition("_")[2] or "_", stem=work.stem, names=store.names,
            crop_resolution=self._decider.crop_resolution(work), is_first=item.is_first)
        return GrownEntry(
            key=item.key, filename=split_key(item.key, store.target.separator)[1],
            hash=work.hash, mtime=work.mtime, modeltype=self._modeltype, variants=(variant,),
            keeps_row=item.keeps_row,
            original_resolution=item.size if store.content is StoreContent.IMAGE else None,
            sidecars={
                of.path: of.state for ending, of in work.sidecars.items()
                if ending in self._records},
            samples=self._samples(work) if store.samples_stamped else (),
            samples_win=len(item.to_make) == item.variations)

    def _samples(self, work: WorkItem) -> tuple[SampleStamp, ...]:
        return tuple(
            SampleStamp(
                self._concepts[use.concept], self._ids[use.concept], use.position, use.picture,
                tuple(work.prompts))
            for use in work.item.uses)


def planned_payloads(items: tuple[BuildItem, ...]) -> int:
    """Payloads that a plan may have to make."""
    return sum(item.payloads for item in items)


def _is_unchanged(work: WorkItem) -> bool:
    try:
        return is_unchanged(work)
    except OSError:
        return False
