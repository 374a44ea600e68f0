"""The threads of a build: one probes and decides, several decode, one encodes, one writes.

Everything between them is bounded: so many sources probed ahead, so many pictures decoded, so many
payloads waiting to be written. What they tell the thread that keeps the books is small and is never
waited for. Whatever happens, each thread goes on to the mark that ends its input, so none is left
behind.

While the build is paused the first and the third begin nothing; what was encoded by then is
written and told, and after it that the build is paused.

Encoding must be the slowest of them for the encoder to keep its pace: one that takes 2 ms per
payload or more keeps 95 % of it, one of 0.5 ms 70 % (`tests/benchmarks/build.py --pace`).
"""

from __future__ import annotations

import itertools
import os
import queue
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Generic, TypeVar

from larder.core.build.decide import Decider
from larder.core.build.encoding import Batch, Encoded, Encoding, Preparation, in_batches
from larder.core.build.pieces import (
    CopyPiece,
    Failed,
    Outcome,
    Paused,
    Piece,
    Probe,
    Probed,
    PromptPiece,
    Source,
    Started,
)
from larder.core.build.plan import BuildItem
from larder.core.build.rates import WorkPace
from larder.core.build.writing import Sink
from larder.core.errors import PayloadError, UserFacingError
from larder.core.files.file_stamp import FileStamp, stamp
from larder.core.jobs import CancelToken, JobCancelled
from larder.core.keys.hash_memory import HashMemory

T = TypeVar("T")

TICK_S: Final = 0.1
"""How soon a waiting thread notices that the build is to stop."""

BATCHES_AHEAD: Final = 3
"""Batches that are being decoded, beside the one the encoder works on."""

WRITES_AHEAD: Final = 2
"""Encoded batches that wait for the writer."""

MOST_THREADS: Final = 8
"""Decoding threads; more than the processor has cores gain nothing."""

SHARE: Final = 32
"""Sources probed together: one by one, handing over takes longer than hashing a caption."""

SHARES_AHEAD: Final = 3
"""Shares that are probed while others are decided; their files wait in the page cache."""


class StoppedError(Exception):
    """The build is to stop; nothing further is handed on."""


class Stream(Generic[T]):
    """Hands things from one thread to the next in order: bounded, and ended by one mark.

    A thread that stops early goes on taking what comes until the mark, so that nobody before it
    waits for ever; what it takes then is dropped.
    """

    def __init__(self, size: int) -> None:
        """Make ready.

        Args:
            size: how many may wait, 0 for any number.
        """
        self._waiting: queue.Queue[tuple[T] | None] = queue.Queue(size)

    def put(self, thing: T) -> None:
        """Hand on, waiting for room; the next thread takes it even if the build is to stop."""
        self._waiting.put((thing,))

    def end(self) -> None:
        """Say that nothing follows."""
        self._waiting.put(None)

    def ticking(self) -> Iterator[T | None]:
        """Everything up to the mark, gone through once; None when nothing came for a while."""
        while True:
            try:
                waiting = self._waiting.get(timeout=TICK_S)
            except queue.Empty:
                yield None
                continue
            if waiting is None:
                return
            yield waiting[0]


class Pipeline:
    """Builds the items of one store; a failure of any thread is raised when all have ended."""

    def __init__(
        self,
        items: Sequence[BuildItem],
        probe: Probe,
        decider: Decider,
        encoding: Encoding,
        sink: Sink,
        *,
        batch: int,
        hashes: Path,
        token: CancelToken,
        of_threads: CancelToken,
        threads: int | None = None,
    ) -> None:
        """Make ready; nothing runs before `outcomes` is gone through.

        Args:
            items: what the plan lists, in its order.
            probe: how sources are probed.
            decider: decides what is made of them.
            encoding: encodes.
            sink: takes the payloads.
            batch: items that are encoded together.
            hashes: file that remembers hashes.
            token: says whether the build is paused.
            of_threads: ends what the threads do.
            threads: that decode, None for as many as the processor has cores.
        """
        self.encoding = encoding
        self.pace = WorkPace(token.worked_s)
        self._items = items
        self._probe = probe
        self._decider = decider
        self._sink = sink
        self._batch = batch
        self._hashes = hashes
        self._token = token
        self._of_threads = of_threads
        self._threads = threads or min(MOST_THREADS, os.cpu_count() or 1)
        self._stop = threading.Event()
        self._batches: Stream[Batch] = Stream(BATCHES_AHEAD)
        self._encoded: Stream[list[Encoded] | Paused] = Stream(WRITES_AHEAD)
        self._outcomes: Stream[Sequence[Outcome] | BaseException] = Stream(0)
        self._has_write_failed = False
        encoding.tell = lambda failed: self._outcomes.put([failed])

    def stop(self) -> None:
        """Begin nothing further; what is under way is finished."""
        self._stop.set()

    def cancel(self) -> None:
        """Stop, within the hashing of large files and weights too."""
        self._of_threads.cancel()
        self.stop()

    def outcomes(self) -> Generator[Sequence[Outcome], None, None]:
        """Run to the end, telling what becomes of items; nothing when nothing came for a while.

        Raises:
            DiskFullError: if there is no room for further payloads.
            UserFacingError: if the encoder cannot be had or the store cannot be written.
        """
        runs = {"feed": self._feed, "encode": self._encode, "write": self._write}
        threads = [
            threading.Thread(target=run, name=f"build-{name}", daemon=True)
            for name, run in runs.items()]
        for thread in threads:
            thread.start()
        failure: BaseException | None = None
        try:
            for told in self._outcomes.ticking():
                if not isinstance(told, BaseException):
                    yield told or ()
                elif failure is None or isinstance(failure, JobCancelled):
                    failure = told
        finally:
            self._stop.set()
            for thread in threads:
                thread.join()
        if failure is not None:
            raise failure

    def _feed(self) -> None:
        """Probe, decide, have pictures decoded, hand on."""
        pool = ThreadPoolExecutor(self._threads, thread_name_prefix="build-decode")
        preparation = Preparation(
            pool, self.encoding.image_encoder, self._decider.adoption,
            self.encoding.composer.names, self._threads)
        try:
            with HashMemory(self._hashes) as recall, HashMemory(self._hashes) as remember:
                feed = Feed(
                    self._items, self._probe, self._decider, pool=pool, recall=recall,
                    remember=remember, tell=self._outcomes.put, go_on=self._go_on)
                for pieces in feed.batches(self._batch):
                    self._go_on()
                    self._batches.put(preparation.start(pieces))
        except StoppedError:
            pass
        except BaseException as error:  # noqa: BLE001 - raised again where the books are kept
            self._fail(error)
        finally:
            self._batches.end()
            # The encoder's thread goes through all batches, so every decoder comes to its end.
            pool.shutdown(cancel_futures=self._stop.is_set())

    def _encode(self) -> None:
        """Encode batch by batch."""
        try:
            for batch in self._batches.ticking():
                self._pause()
                if batch is None:
                    continue
                try:
                    if not self._stop.is_set():
                        self._encode_batch(batch)
                except BaseException as error:  # noqa: BLE001 - as in `_feed`
                    self._fail(error)
                finally:
                    batch.drop()
            self.encoding.close()
        except BaseException as error:  # noqa: BLE001 - as in `_feed`
            self._fail(error)
        finally:
            self._encoded.end()

    def _encode_batch(self, batch: Batch) -> None:
        """Encode a batch and have it written."""
        self.pace.begin()
        before = self.encoding.encoded
        self._encoded.put(self.encoding.encode(batch))
        self.pace.note(batch.pixels, self.encoding.encoded - before)

    def _go_on(self) -> None:
        """Wait while the build is paused.

        Raises:
            StoppedError: if the build is to stop.
        """
        while self._token.is_paused and not self._stop.wait(TICK_S):
            pass
        if self._stop.is_set() or self._token.is_cancelled:
            raise StoppedError

    def _pause(self) -> None:
        """While the build is paused have what is encoded written, and encode nothing."""
        if not self._token.is_paused:
            return
        self._encoded.put(Paused())
        try:
            self._go_on()
        except StoppedError:
            # What comes until the mark is dropped, also if nobody said it here yet.
            self._stop.set()

    def _write(self) -> None:
        """Write what was encoded; after a failure take what comes and drop it."""
        try:
            with self._sink:
                for encoded in self._encoded.ticking():
                    if encoded is None or self._has_write_failed:
                        continue
                    if isinstance(encoded, Paused):
                        self._tell_all(self._sink.publish())
                        self._outcomes.put([encoded])
                    else:
                        self._tell_all(itertools.chain.from_iterable(
                            map(self._write_piece, encoded)))
                if not self._has_write_failed:
                    self._tell_all(self._sink.publish())
                    self._sink.finish()
        except BaseException as error:  # noqa: BLE001 - as in `_feed`
            self._fail(error)
        finally:
            self._outcomes.end()

    def _write_piece(self, encoded: Encoded) -> Iterator[Outcome]:
        """Write what is made of one piece; tells of all that got its name by it."""
        piece, compose = encoded
        if isinstance(piece, CopyPiece) and self._sink.holds(piece.donor):
            yield from self._sink.publish()
        try:
            payloads = compose()
        except PayloadError as damaged:
            if isinstance(piece, PromptPiece):
                raise
            yield Failed(piece.source.item, damaged.problem, piece.source)
            return
        for payload in payloads:
            yield from self._sink.write(payload)

    def _tell_all(self, outcomes: Iterable[Outcome]) -> None:
        """Go through what writing tells; what was under way when it failed is told, too."""
        told: list[Outcome] = []
        try:
            told += outcomes
        except BaseException as error:  # noqa: BLE001 - as in `_feed`
            self._has_write_failed = True
            self._fail(error)
            try:
                told += self._sink.settle()
            except (OSError, UserFacingError) as settling:
                # A drive that is gone fails both.
                self._fail(settling)
        finally:
            if told:
                self._outcomes.put(told)

    def _fail(self, error: BaseException) -> None:
        self._stop.set()
        self._outcomes.put(error)


@dataclass(frozen=True, slots=True)
class Feed:
    """The first thread of a build: probes sources ahead, decides in order, hands batches on.

    Attributes:
        items: what the plan lists, in its order.
        probe: how sources are probed.
        decider: decides what is made of them.
        pool: probes.
        recall: knows hashes of pictures; used from the calling thread only.
        remember: learns them; another one, because asking one writes what it learnt.
        tell: told what becomes of sources.
        go_on: waits while the build is paused, raises StoppedError once it is to stop.
    """

    items: Sequence[BuildItem]
    probe: Probe
    decider: Decider
    pool: Executor
    recall: HashMemory
    remember: HashMemory
    tell: Callable[[Sequence[Started | Failed]], None]
    go_on: Callable[[], None]

    def batches(self, size: int) -> Iterator[list[Piece]]:
        """What has to be made, in batches.

        Raises:
            StoppedError: if the build is to stop.
        """
        return in_batches(self._pieces(), size)

    def _pieces(self) -> Iterator[Piece]:
        for share in self._probed():
            self.go_on()
            told: list[Started | Failed] = []
            pieces: list[Piece] = []
            for probed in share:
                if isinstance(probed, Failed):
                    told.append(probed)
                    continue
                outcome, of_source = self.decider.decide(probed)
                told.append(outcome)
                pieces += of_source
            self.tell(told)
            yield from pieces

    def _probed(self) -> Iterator[list[Probed]]:
        """Shares of sources in order, probed a little ahead."""
        ahead: deque[Future[list[Probed]]] = deque()
        try:
            for start in range(0, len(self.items), SHARE):
                share = self.items[start:start + SHARE]
                ahead.append(self.pool.submit(self.probe.probe, share, *self._recall(share)))
                if len(ahead) > SHARES_AHEAD:
                    yield self._taken(ahead.popleft())
            while ahead:
                yield self._taken(ahead.popleft())
        finally:
            for future in ahead:
                future.cancel()

    def _taken(self, future: Future[list[Probed]]) -> list[Probed]:
        probed = future.result()
        if not self.probe.reads_captions:
            self._remember([source for source in probed if isinstance(source, Source)])
        return probed

    def _recall(
        self, share: Sequence[BuildItem]
    ) -> tuple[dict[str, str], list[FileStamp | None]]:
        """Hashes that are remembered, by real path, and stamps; captions are read in any case."""
        if self.probe.reads_captions:
            return {}, [None] * len(share)
        known: dict[str, str] = {}
        stamps = [_stamp(item) for item in share]
        by_folder: dict[str, list[int]] = {}
        for at, item in enumerate(share):
            if stamps[at] is not None:
                by_folder.setdefault(os.path.dirname(item.source), []).append(at)  # noqa: PTH120
        for folder, places in by_folder.items():
            hashes = self.recall.known(
                folder, [_name(share[at]) for at in places],
                [found for at in places if (found := stamps[at]) is not None])
            known.update(
                (share[at].source, content)
                for at, content in zip(places, hashes, strict=True) if content is not None)
        return known, stamps

    def _remember(self, sources: Sequence[Source]) -> None:
        by_folder: dict[str, list[Source]] = {}
        for source in sources:
            by_folder.setdefault(os.path.dirname(source.item.source), []).append(source)  # noqa: PTH120
        for folder, of_folder in by_folder.items():
            self.remember.remember(
                folder, [(_name(source.item), source.stamp, source.hash) for source in of_folder])


def _name(item: BuildItem) -> str:
    return os.path.basename(item.source)  # noqa: PTH119 - once per source


def _stamp(item: BuildItem) -> FileStamp | None:
    """None for a source that is gone or cannot be looked at."""
    try:
        return stamp(item.source)
    except OSError:
        return None
