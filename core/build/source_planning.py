"""Makes the plan of a build over a folder. Writes nothing but derived memory.

Every file is read once for its digest, which is remembered by its stamp; texts are read for their
rows, too. Then the store is asked which of the pieces it holds. What the build takes is told by
what earlier builds noted, by what is there, else by a trial, which makes a few payloads as the
build would, several at once and written, into a folder that is gone afterwards. The first is not
timed: it loads libraries.
"""

from __future__ import annotations

import itertools
import shutil
import tempfile
import time
from array import array
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from larder.core.build.rates import (
    CPU,
    BuildRate,
    EncoderRates,
    known_rates,
    note_rates,
)
from larder.core.build.source_build import SourcePipeline, Stored
from larder.core.build.source_files import SourceRows, list_sources
from larder.core.build.source_plan import (
    LOADING,
    Held,
    Holdings,
    KnownSources,
    OpenEncoder,
    SourceBuildPlan,
    TargetStore,
    UnrecordedPieces,
    UsedEncoder,
)
from larder.core.build.writing import is_disk_full
from larder.core.clean.report import LeftItem
from larder.core.encoders.protocol import SourceError
from larder.core.encoders.value_encoder import Piece, SourceFile, ValueEncoder
from larder.core.errors import UserFacingError, WorkspaceError
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.keys.cache_keys import VisionKey
from larder.core.keys.hash_memory import blob_digests, blob_memory
from larder.core.settings import cache_home
from larder.core.stores.sharded.listing import list_sharded
from larder.core.stores.sharded.store import ShardedStore
from larder.core.survey.verdicts import Verdict
from larder.core.workspace.roots import is_folder

SOURCES_TRIED: Final = 12
"""Spread evenly over what is to be made."""

TRIAL_S: Final = 2.0
"""After that no further source is begun."""


@dataclass(frozen=True, slots=True)
class _Each:
    """What one payload takes, None where nothing tells; `start_s` is what the first waits for."""

    bytes: int | None = None
    seconds: float | None = None
    measured: int = 0
    start_s: float = 0.0


def estimated(
    plan: SourceBuildPlan, encoder: ValueEncoder, *, measure: bool, anew: bool = False,
    token: CancelToken,
) -> Job[SourceBuildPlan]:
    """The plan with bytes and seconds.

    Args:
        plan: what is to be made.
        encoder: makes a few on trial.
        measure: whether it may where nothing tells how long they take.
        anew: whether it does in any case.
        token: ends a trial.

    Raises:
        UserFacingError: if a trial shows that nothing can be made.
        JobCancelled: if the token was cancelled.
    """
    if not plan.payloads:
        return replace(plan, bytes=0, seconds=0.0)
    each = _noted(plan)
    if anew or (measure and each.seconds is None):
        tried = yield from _tried(plan, encoder, token)
        each = tried if tried.seconds is not None else each
        _note(plan, each)
    size = _mean_size(plan) or each.bytes
    return replace(
        plan, measured=each.measured, start_s=each.start_s,
        bytes=None if size is None else size * plan.payloads,
        seconds=None if each.seconds is None else each.start_s + each.seconds * plan.payloads)


def _noted(plan: SourceBuildPlan) -> _Each:
    """What the encoder took before."""
    if plan.encoder is None:
        return _Each()
    known = known_rates(cache_home(), plan.encoder.kind, CPU)
    return _Each(known.bytes_each(0), known.seconds_each(0), start_s=known.start_s)


def _note(plan: SourceBuildPlan, each: _Each) -> None:
    """Remember what a trial found; it was made with an encoder that was open already."""
    encoder = plan.encoder
    if encoder is None or each.seconds is None or each.bytes is None or not each.measured:
        return
    note_rates(cache_home(), EncoderRates(
        encoder=encoder.kind, device=CPU, name=encoder.name, rates=(BuildRate(
            pixels=0, payloads=each.measured, seconds=each.seconds * each.measured,
            bytes=each.bytes * each.measured),)), asked=CPU)


def _mean_size(plan: SourceBuildPlan) -> int | None:
    """Mean size of the payloads that were made with these settings."""
    if plan.encoder is None:
        return None
    listing = list_sharded(plan.store.folder, plan.store.kind)
    end = f".{plan.encoder.settings}.npz"
    alike = [row for row, name in enumerate(listing.names) if name.endswith(end)]
    return int(listing.sizes[alike].mean()) if alike else None


def _tried(
    plan: SourceBuildPlan, encoder: ValueEncoder, token: CancelToken
) -> Job[_Each]:
    spread = np.linspace(0, len(plan.to_make) - 1, SOURCES_TRIED + 1).round().astype(int)
    rows = plan.to_make[np.unique(spread)].tolist()
    with (
        tempfile.TemporaryDirectory(prefix="larder-trial-") as folder,
        ShardedStore(plan.store.kind, Path(folder, "first")) as first,
        ShardedStore(plan.store.kind, Path(folder, "timed")) as timed,
    ):
        try:
            warm = yield from _made(plan, encoder, first, rows[:1], token)
            began = time.monotonic()
            made = yield from _made(plan, encoder, timed, rows[1:] or rows, token)
        except UserFacingError as error:
            if is_disk_full(error):  # the system's folder for such files may be a small one
                return _Each()
            raise
        seconds = time.monotonic() - began
    sizes = [*warm, *made]
    if not sizes:
        return _Each()
    return _Each(
        sum(sizes) // len(sizes), seconds / len(made) if made else None, len(sizes))


def _made(
    plan: SourceBuildPlan, encoder: ValueEncoder, store: ShardedStore, rows: Iterable[int],
    token: CancelToken,
) -> Job[list[int]]:
    """Sizes of the payloads of some sources, made within `TRIAL_S`."""
    pipeline = SourcePipeline(plan, encoder, store, token=token)
    chosen, sizes = list(rows), list[int]()
    ends = time.monotonic() + TRIAL_S
    with closing(pipeline.outcomes(chosen)) as outcomes:
        for told in outcomes:
            token.check()
            sizes += [one.bytes for one in told if isinstance(one, Stored)]
            if time.monotonic() > ends:
                pipeline.stop()
            yield Progress("measuring", len(sizes), 0, "payloads")
    return sizes


TOLD_EVERY: Final = 64
"""Files between two progress events."""


@dataclass(frozen=True, slots=True)
class PlanSettings:
    """How a plan is made.

    Attributes:
        limit: sources that are built at most, None for all.
        measure: make a few payloads on trial where nothing tells how long they take.
        reads_payloads: read the payloads that are there whole, to find damaged ones.
        anew: make some on trial in any case.
    """

    limit: int | None = None
    measure: bool = True
    reads_payloads: bool = False
    anew: bool = False


def plan_source_build(
    folder: Path,
    store: TargetStore,
    open_encoder: OpenEncoder,
    *,
    settings: PlanSettings | None = None,
    token: CancelToken,
) -> Job[SourceBuildPlan]:
    """Plan a build.

    Args:
        folder: the user's files.
        store: where values are to be put; it need not exist.
        open_encoder: opens the encoder; not called if there is no source.
        settings: how.
        token: checked per folder, per file and while files are read.

    Raises:
        UserFacingError: if the folder or the store cannot be listed, or no encoder can be had.
        JobCancelled: if the token was cancelled.
    """
    chosen = settings or PlanSettings()
    sources = yield from list_sources(folder, store.kind, beside=store.folder, token=token)
    blobs, unread = yield from _digests(sources, token)
    looked = _Looked.at(store, sources, chosen)
    if not len(sources):
        return looked.plan(blobs)
    yield Progress(LOADING, 0, 1, "encoders")
    encoder = open_encoder()
    try:
        for row in range(len(sources)):
            token.check()
            if row % TOLD_EVERY == 0:
                yield Progress("looking for payloads", row, len(sources), "sources")
            blob = blobs[row].tobytes().hex()
            looked.look(row, "" if row in unread else blob, encoder, unread.get(row, ""))
        plan = looked.plan(blobs)
        return (yield from estimated(
            plan, encoder, measure=chosen.measure, anew=chosen.anew, token=token))
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
            for row, (_, digest) in enumerate(blob_digests(paths, memory, token=token), first):
                if row % TOLD_EVERY == 0:
                    yield Progress("reading sources", row, len(sources), "files")
                if isinstance(digest, OSError):
                    unread[row] = f"It cannot be read: {digest.strerror or digest}."
                else:
                    blobs[row] = np.frombuffer(bytes.fromhex(digest), dtype=np.uint8)
    return blobs, unread


@dataclass(slots=True)
class _Looked:
    """What is known of the sources so far."""

    store: TargetStore
    sources: SourceRows
    settings: PlanSettings
    sizes: dict[str, int]
    holdings: Holdings
    known: KnownSources
    pieces: npt.NDArray[np.int32]
    missing: npt.NDArray[np.int32]
    verdicts: npt.NDArray[np.uint8]
    claimed: set[str] = field(default_factory=set)
    unrecorded: list[str] = field(default_factory=list)
    unrecorded_rows: array[int] = field(default_factory=lambda: array("i"))
    broken: list[LeftItem] = field(default_factory=list)
    encoder: UsedEncoder | None = None
    shared: int = 0
    held_bytes: int = 0

    @classmethod
    def at(cls, store: TargetStore, sources: SourceRows, settings: PlanSettings) -> _Looked:
        """Nothing yet; the store is listed and its record read.

        Raises:
            WorkspaceError: if it cannot be listed.
        """
        try:
            listing = list_sharded(store.folder, store.kind)
        except OSError as error:
            raise WorkspaceError(
                f"The cache folder {store.folder} cannot be listed: {error.strerror or error}.",
                "Check that you may read it.") from error
        sizes = dict(zip(listing.names, listing.sizes.tolist(), strict=True))
        count = len(sources)
        return cls(
            store, sources, settings, sizes,
            Holdings(store.folder, store.kind, sizes, reads_all=settings.reads_payloads),
            KnownSources(store.folder, sources, store.recorded_paths()),
            np.zeros(count, np.int32), np.zeros(count, np.int32),
            np.full(count, Verdict.VALID, np.uint8))

    def look(self, row: int, blob: str, encoder: ValueEncoder, problem: str) -> None:
        """Look at one source."""
        try:
            if problem:
                raise SourceError(problem)
            pieces = encoder.pieces(SourceFile(Path(self.sources.path(row)), blob))
        except SourceError as error:
            self.broken.append(LeftItem(self.store.id, self.sources.spelled(row), str(error)))
            self.verdicts[row] = Verdict.SOURCE_UNREACHABLE
            return
        self.pieces[row] = len(pieces)
        for piece in pieces:
            self._look_at(row, piece, blob, encoder)

    def _look_at(self, row: int, piece: Piece, blob: str, encoder: ValueEncoder) -> None:
        name = piece.key.name()
        if self.encoder is None:
            self.encoder = _used(encoder, piece)
        if name in self.claimed:
            self.shared += 1
            return
        self.claimed.add(name)
        held = self.holdings.of(piece.key)
        if held is Held.GOOD:
            self.held_bytes += self.sizes[name]
            if not self.known.is_recorded(name, row, blob):
                self.unrecorded.append(name)
                self.unrecorded_rows.append(row)
            return
        self.missing[row] += 1
        verdict = self._verdict(held, name, row, blob)
        self.verdicts[row] = min(self.verdicts[row], verdict)

    def _verdict(self, held: Held, name: str, row: int, blob: str) -> Verdict:
        if held is Held.DAMAGED:
            return Verdict.CORRUPT_PAYLOAD
        if held is Held.OF_ANOTHER_KEY:
            return Verdict.RECIPE_CHANGED
        if self.known.is_of(name, row):
            return Verdict.MISSING_PAYLOAD
        return (Verdict.CONTENT_CHANGED if self.known.was_built_of_another(row, blob)
                else Verdict.MISSING_ENTRY)

    def plan(self, blobs: npt.NDArray[np.uint8]) -> SourceBuildPlan:
        """Everything that was seen, without bytes and seconds."""
        to_make = np.flatnonzero(self.missing).astype(np.int32)[:self.settings.limit]
        unlisted = [
            LeftItem(self.store.id, path, why) for path, why in self.sources.unreadable]
        return SourceBuildPlan(
            store=self.store, encoder=self.encoder, sources=self.sources, blobs=blobs,
            pieces=self.pieces, missing=self.missing, verdicts=self.verdicts, to_make=to_make,
            unrecorded=UnrecordedPieces(
                self.unrecorded, np.array(self.unrecorded_rows, dtype=np.int32)),
            shared=self.shared, broken=(*unlisted, *self.broken), held_bytes=self.held_bytes,
            store_bytes=sum(self.sizes.values()), bytes=None, seconds=None, measured=0,
            free_bytes=shutil.disk_usage(_existing(self.store.folder)).free,
            reads_payloads=self.settings.reads_payloads)


def _used(encoder: ValueEncoder, piece: Piece) -> UsedEncoder:
    key = piece.key
    return UsedEncoder(
        encoder.fingerprint.name, encoder.fingerprint.digest, settings_in(key.file_name()),
        f"{key.height}x{key.width}" if isinstance(key, VisionKey) else "")


def settings_in(file_name: str) -> str:
    """What a payload's name says besides its source: equal for all that one build makes."""
    return file_name.partition(".")[2].removesuffix(".npz")


def _existing(folder: Path) -> Path:
    """The folder or its nearest parent that is there."""
    return next((one for one in (folder, *folder.parents) if is_folder(one)), Path("/"))
