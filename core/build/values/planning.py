"""Makes the plan of a build over a folder. Writes nothing but derived memory.

Every file is read once for its digest, which is remembered by its stamp; texts are read for their
rows, too. Then the store is asked which of the pieces it holds. What the build takes is told by
what earlier builds noted, by what is there, else by a trial, which makes a few payloads as the
build would, several at once and written, into a folder that is gone afterwards. The first is not
timed: it loads libraries.
"""

from __future__ import annotations

import itertools
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from larder.core.background import FileCounter
from larder.core.build.pipeline.build_state import run_trial
from larder.core.build.pipeline.writing import is_disk_full
from larder.core.build.rates import (
    CPU,
    BuildRate,
    EncoderRates,
    note_rates,
    read_rates,
)
from larder.core.build.values.build import Value, pipeline_of
from larder.core.build.values.plan import (
    LOADING,
    OpenEncoder,
    SourceBuildPlan,
    TargetStore,
    UsedEncoder,
)
from larder.core.build.values.sources import (
    KnownSources,
    SourceRows,
    StoreContents,
    Stored,
    list_sources,
)
from larder.core.encoders.protocol import SourceError
from larder.core.encoders.value_encoder import Piece, SourceFile, ValueEncoder
from larder.core.errors import UserFacingError, WorkspaceError, error_reason
from larder.core.files.durable import free_bytes
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.keys.cache_keys import VisionKey
from larder.core.keys.hash_memory import blob_digests, blob_memory
from larder.core.settings import cache_home
from larder.core.stores.values.listing import list_values
from larder.core.stores.values.store import ValuesStore
from larder.core.survey.verdicts import Verdict
from larder.core.writes.reports import LeftSource

SOURCES_TRIED: Final = 12
"""Spread evenly over what is to be made."""

TRIAL_S: Final = 2.0
"""After that no further source is begun."""

TOLD_EVERY: Final = 64
"""Files between two progress events."""


def estimate(
    plan: SourceBuildPlan, encoder: ValueEncoder, *, measure: bool, anew: bool = False,
    token: CancelToken,
) -> Job[SourceBuildPlan]:
    """The plan with bytes and seconds.

    If `measure` a few are made on trial where nothing tells how long they take, if `anew` in any
    case.

    Raises:
        UserFacingError: if a trial shows that nothing can be made.
    """
    if not plan.payloads or plan.encoder is None:
        return replace(plan, bytes=0, seconds=0.0)
    used, measured = plan.encoder, 0
    rates = read_rates(cache_home(), used.kind, CPU)
    if anew or (measure and not rates.rates):
        tried = yield from _measure_rate(plan, encoder, token)
        if tried is not None:
            # It was made with an encoder that was open already, so nothing is known of the start.
            rates = EncoderRates(encoder=used.kind, device=CPU, name=used.name, rates=(tried,))
            note_rates(cache_home(), rates, asked=CPU)
            measured = tried.payloads
    size, seconds = _mean_size(plan) or rates.bytes_each(0), rates.seconds_each(0)
    return replace(
        plan, measured=measured, start_s=rates.start_s,
        bytes=None if size is None else size * plan.payloads,
        seconds=None if seconds is None else rates.start_s + seconds * plan.payloads)


def _mean_size(plan: SourceBuildPlan) -> int | None:
    """Mean size of the payloads that were made with these settings."""
    if plan.encoder is None:
        return None
    listing = list_values(plan.store.folder, plan.store.kind)
    end = f".{plan.encoder.settings}.npz"
    alike = [row for row, name in enumerate(listing.names) if name.endswith(end)]
    return int(listing.sizes[alike].mean()) if alike else None


def _measure_rate(
    plan: SourceBuildPlan, encoder: ValueEncoder, token: CancelToken
) -> Job[BuildRate | None]:
    """Return the rate of a few trial payloads, or None if none could be made."""
    spread = np.linspace(0, len(plan.to_make) - 1, SOURCES_TRIED + 1).round().astype(int)
    rows = plan.to_make[np.unique(spread)].tolist()
    sizes: list[int] = []

    def note(outcome: object) -> None:
        if isinstance(outcome, Value):
            sizes.append(outcome.bytes)

    def make(folder: Path, some: Sequence[int]) -> Job[None]:
        with ValuesStore(plan.store.kind, folder) as store:
            yield from run_trial(
                pipeline_of(plan, some, encoder, store, token=token), note, token,
                seconds=TRIAL_S,
                progress=lambda: Progress("measuring", len(sizes), 0, "files"))

    with tempfile.TemporaryDirectory(prefix="larder-trial-") as folder:
        try:
            yield from make(Path(folder, "first"), rows[:1])
            warm, began_s = len(sizes), time.monotonic()
            yield from make(Path(folder, "timed"), rows[1:] or rows)
            timed_s = time.monotonic() - began_s
        except UserFacingError as error:
            if is_disk_full(error):  # the system's folder for such files may be a small one
                return None
            raise
    made = len(sizes)
    if made == warm:
        return None
    return BuildRate(
        pixels=0, payloads=made, seconds=timed_s / (made - warm) * made,
        bytes=sum(sizes) // made * made)


def plan_source_build(
    folder: Path,
    store: TargetStore,
    open_encoder: OpenEncoder,
    *,
    limit: int | None = None,
    measure: bool = True,
    reads_payloads: bool = False,
    anew: bool = False,
    token: CancelToken,
) -> Job[SourceBuildPlan]:
    """Plan a build.

    Args:
        folder: the sources.
        store: need not exist.
        open_encoder: not called if there is no source.
        limit: sources that are built at most, None for all.
        measure: make a few payloads on trial where nothing tells how long they take.
        reads_payloads: read the payloads that are there whole, to find damaged ones.
        anew: make some on trial in any case.
        token: checked per source.

    Raises:
        UserFacingError: if the folder or the store cannot be listed, or no encoder can be had.
    """
    sources = yield from list_sources(folder, store.kind, beside=store.folder, token=token)
    blobs, unread = yield from _digests(sources, token)
    maker = _PlanMaker(store, sources, limit, reads_payloads, token)
    if not len(sources):
        return maker.plan(blobs)
    yield Progress(LOADING, 0, 1, "encoders")
    encoder = open_encoder()
    try:
        for row in range(len(sources)):
            token.check()
            if row % TOLD_EVERY == 0:
                yield Progress("looking for cached files", row, len(sources), "files")
            blob = blobs[row].tobytes().hex()
            maker.add(row, "" if row in unread else blob, encoder, unread.get(row, ""))
        plan = maker.plan(blobs)
        return (yield from estimate(
            plan, encoder, measure=measure, anew=anew, token=token))
    finally:
        encoder.close()


def _digests(
    sources: SourceRows, token: CancelToken
) -> Job[tuple[npt.NDArray[np.uint8], dict[int, str]]]:
    """SHA-256 of every source, uint8, shape (n, 32), and why some have none, by row."""
    blobs = np.zeros((len(sources), 32), dtype=np.uint8)
    unread: dict[int, str] = {}
    if not len(sources):
        return blobs, unread
    starts = np.searchsorted(sources.folder, np.arange(len(sources.folders) + 1)).tolist()
    with blob_memory(cache_home()) as memory:
        for first, end in itertools.pairwise(starts):
            paths = [Path(sources.path(row)) for row in range(first, end)]
            rows = {path: row for row, path in enumerate(paths, first)}
            for path, digest in blob_digests(paths, memory, token=token):
                row = rows[path]
                if row % TOLD_EVERY == 0:
                    yield Progress("reading files", row, len(sources), "files")
                if isinstance(digest, OSError):
                    unread[row] = f"It cannot be read: {error_reason(digest)}."
                else:
                    blobs[row] = np.frombuffer(bytes.fromhex(digest), dtype=np.uint8)
    return blobs, unread


class _PlanMaker:
    """Facts about the sources so far, from which the plan is made."""

    def __init__(
        self, store: TargetStore, sources: SourceRows, limit: int | None, reads_payloads: bool,
        token: CancelToken,
    ) -> None:
        """Nothing yet; the store is listed and its record read.

        Raises:
            WorkspaceError: if it cannot be listed.
            JobCancelled: if the token was cancelled.
        """
        try:
            listing = list_values(store.folder, store.kind, FileCounter(token).note)
        except OSError as error:
            raise WorkspaceError.of_listing(store.folder, error) from error
        self.store, self.sources = store, sources
        self.limit, self.reads_payloads = limit, reads_payloads
        self.sizes = dict(zip(listing.names, listing.sizes.tolist(), strict=True))
        self.holdings = StoreContents(
            store.folder, store.kind, self.sizes, reads_all=reads_payloads)
        self.known = KnownSources(store.folder, sources, store.read_paths())
        self.pieces = np.zeros(len(sources), np.int32)
        self.missing = np.zeros(len(sources), np.int32)
        self.verdicts = np.full(len(sources), Verdict.VALID, np.uint8)
        self.claimed: set[str] = set()
        self.unrecorded: dict[str, int] = {}
        self.broken: list[LeftSource] = []
        self.encoder: UsedEncoder | None = None
        self.shared = 0
        self.held_bytes = 0

    def add(self, row: int, blob: str, encoder: ValueEncoder, problem: str) -> None:
        """Look at one source."""
        try:
            if problem:
                raise SourceError(problem)
            pieces = encoder.pieces(SourceFile(Path(self.sources.path(row)), blob))
        except SourceError as error:
            self.broken.append(LeftSource(
                self.store.id, self.sources.path_as_stored(row), str(error)))
            self.verdicts[row] = Verdict.SOURCE_UNREACHABLE
            return
        self.pieces[row] = len(pieces)
        for piece in pieces:
            self._add_piece(row, piece, blob, encoder)

    def _add_piece(self, row: int, piece: Piece, blob: str, encoder: ValueEncoder) -> None:
        name = piece.key.name()
        if self.encoder is None:
            self.encoder = _identify_encoder(encoder, piece)
        if name in self.claimed:
            self.shared += 1
            return
        self.claimed.add(name)
        held = self.holdings.of(piece.key)
        if held is Stored.GOOD:
            self.held_bytes += self.sizes[name]
            if not self.known.is_recorded(name, row, blob):
                self.unrecorded[name] = row
            return
        self.missing[row] += 1
        verdict = self._verdict(held, name, row, blob)
        self.verdicts[row] = min(self.verdicts[row], verdict)

    def _verdict(self, held: Stored, name: str, row: int, blob: str) -> Verdict:
        if held is Stored.DAMAGED:
            return Verdict.CORRUPT_PAYLOAD
        if held is Stored.OF_ANOTHER_KEY:
            return Verdict.RECIPE_CHANGED
        if self.known.is_of(name, row):
            return Verdict.MISSING_PAYLOAD
        return (Verdict.CONTENT_CHANGED if self.known.was_built_of_another(row, blob)
                else Verdict.MISSING_ENTRY)

    def plan(self, blobs: npt.NDArray[np.uint8]) -> SourceBuildPlan:
        """Everything that was seen, without bytes and seconds."""
        to_make = np.flatnonzero(self.missing).astype(np.int32)[:self.limit]
        unlisted = [
            LeftSource(self.store.id, path, why) for path, why in self.sources.unreadable]
        return SourceBuildPlan(
            store=self.store, encoder=self.encoder, sources=self.sources, blobs=blobs,
            pieces=self.pieces, missing=self.missing, verdicts=self.verdicts, to_make=to_make,
            unrecorded=self.unrecorded, shared=self.shared, broken=(*unlisted, *self.broken),
            held_bytes=self.held_bytes, store_bytes=sum(self.sizes.values()), bytes=None,
            seconds=None, measured=0, free_bytes=free_bytes(self.store.folder),
            reads_payloads=self.reads_payloads)


def _identify_encoder(encoder: ValueEncoder, piece: Piece) -> UsedEncoder:
    key = piece.key
    return UsedEncoder(
        encoder.fingerprint.name, encoder.fingerprint.digest,
        # What the name says besides its source is equal for all that one build makes.
        key.file_name().partition(".")[2].removesuffix(".npz"),
        f"{key.height}x{key.width}" if isinstance(key, VisionKey) else "")
