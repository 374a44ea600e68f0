"""The threads of a build: one probes and decides, several prepare, one encodes, one writes.

What is built differs in its four `stages` alone.

Everything between the threads is bounded: so many sources probed ahead, so many batches prepared,
so many waiting to be written. What they tell the thread that keeps the books is small and is never
waited for. Whatever happens, each thread goes on to the mark that ends its input, so none is left
behind.

While the build is paused the first and the third begin nothing; what was encoded by then is
written and told, and after it that the build is paused.

Encoding must be the slowest of them for the encoder to keep its pace: one that takes 2 ms per
payload or more keeps 95 % of it, one of 0.5 ms 70 % (`tests/benchmarks/build.py --pace`).
"""

from __future__ import annotations

import gc
import itertools
import os
import queue
import sys
import threading
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from typing import Final, Generic, TypeVar

from larder.core.build.pipeline.stages import (
    Batch,
    BuildPaused,
    DecideStage,
    Encoded,
    EncodedBatch,
    EncodeStage,
    FailedSource,
    ProbeStage,
    Sink,
    Started,
    StoppedError,
    Workers,
)
from larder.core.build.rates import WorkPace
from larder.core.errors import UserFacingError
from larder.core.jobs import CancelToken, JobCancelled

T = TypeVar("T")
ItemT = TypeVar("ItemT")
SourceT = TypeVar("SourceT")
PieceT = TypeVar("PieceT")
PayloadT = TypeVar("PayloadT")

TICK_S: Final = 0.1
"""How soon a waiting thread notices that the build is to stop."""

BATCHES_AHEAD: Final = 3
"""Batches that are being prepared, beside the one the encoder works on."""

WRITES_AHEAD: Final = 2
"""Encoded batches that wait for the writer."""

MOST_THREADS: Final = 8
"""Preparing threads; more than the processor has cores gain nothing."""

SHARES_AHEAD: Final = 3
"""Shares of sources that are probed while others are decided; their files wait in the page
cache."""


TURN_S: Final = 0.0002
"""How long a thread keeps the interpreter while another one waits for it. With Python's own 5 ms an
encoder that is done after 4 ms waits as long again; measured, one of 0.5 ms per payload kept 60 %
of its pace with these and 68 % with 0.2 ms, and the processor had no more to do."""


class Stream(Generic[T]):
    """Hands things from one thread to the next in order: bounded, and ended by one mark.

    A thread that stops early goes on taking what comes until the mark, so that nobody before it
    waits for ever; what it takes then is dropped.
    """

    def __init__(self, size: int) -> None:
        """Make ready for so many that wait, 0 for any number."""
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


@contextmanager
def _steady_interpreter() -> Iterator[None]:
    """Let no thread wait long for the interpreter.

    Turns are short, and what was there before is left out of collections: one through all that
    torch brings along takes 0.3 s. A program that does so itself is left alone.
    """
    turn_s, is_ours = sys.getswitchinterval(), not gc.get_freeze_count()
    sys.setswitchinterval(TURN_S)
    if is_ours:
        gc.freeze()
    try:
        yield
    finally:
        if is_ours:
            gc.unfreeze()
        sys.setswitchinterval(turn_s)


class Pipeline(Generic[ItemT, SourceT, PieceT, PayloadT]):
    """Builds the items of one store; a failure of any thread is raised when all have ended."""

    def __init__(
        self,
        items: Sequence[ItemT],
        probe: ProbeStage[ItemT, SourceT],
        decider: DecideStage[SourceT, PieceT],
        encoding: EncodeStage[PieceT, PayloadT],
        sink: Sink[PayloadT],
        *,
        token: CancelToken,
        of_threads: CancelToken | None = None,
        threads: int | None = None,
        ahead: int = BATCHES_AHEAD,
        pace: WorkPace | None = None,
    ) -> None:
        """Make ready; nothing runs before `outcomes` is gone through.

        Args:
            items: what the plan lists, in its order.
            probe: how sources are probed.
            decider: decides what is made of them.
            encoding: encodes.
            sink: takes the payloads.
            token: says whether the build is paused.
            of_threads: ends what the stages do, within long work too; None if they look at none.
            threads: that prepare, None for as many as the processor has cores.
            ahead: batches that are prepared beside the one the encoder works on.
            pace: learns what payloads take; None for a new one.
        """
        self.pace = pace or WorkPace(token.worked_s)
        self._items = items
        self._probe = probe
        self._decider = decider
        self.encoding = encoding
        self._sink = sink
        self._token = token
        self._of_threads = of_threads or CancelToken()
        self._threads = threads or min(MOST_THREADS, os.cpu_count() or 1)
        self._stop = threading.Event()
        self._batches: Stream[Batch[PieceT]] = Stream(ahead)
        self._encoded: Stream[EncodedBatch[PayloadT] | BuildPaused] = Stream(WRITES_AHEAD)
        self._outcomes: Stream[
            Sequence[Started[SourceT] | PayloadT | FailedSource[SourceT] | BuildPaused]
            | BaseException
        ] = Stream(0)
        self._has_write_failed = False

    def stop(self) -> None:
        """Begin nothing further; what is under way is finished."""
        self._stop.set()

    def cancel(self) -> None:
        """Stop, within the hashing of large files and weights too."""
        self._of_threads.cancel()
        self.stop()

    def outcomes(
        self,
    ) -> Generator[
        Sequence[Started[SourceT] | PayloadT | FailedSource[SourceT] | BuildPaused], None, None]:
        """Run to the end, telling what becomes of items; nothing when nothing came for a while.

        Raises:
            DiskFullError: if there is no room for further payloads.
            OverBudgetError: if the store may take no more.
            UserFacingError: if the encoder cannot be had or the store cannot be written.
        """
        runs = {"feed": self._feed, "encode": self._encode, "write": self._write}
        threads = [
            threading.Thread(target=run, name=f"build-{name}", daemon=True)
            for name, run in runs.items()]
        failure: BaseException | None = None
        with _steady_interpreter():
            for thread in threads:
                thread.start()
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
        """Probe, decide, have pieces prepared, hand on."""
        pool = ThreadPoolExecutor(self._threads, thread_name_prefix="build-prepare")
        workers = Workers(pool, self._threads, self._go_on)
        try:
            for pieces in self.encoding.batches(self._pieces(pool)):
                self._go_on()
                self._batches.put(self.encoding.prepare(pieces, workers))
        except StoppedError:
            pass
        except BaseException as error:  # noqa: BLE001 - raised again where the books are kept
            self._fail(error)
        finally:
            self._batches.end()
            # The encoder's thread goes through all batches, so every one of these comes to its end.
            pool.shutdown(cancel_futures=self._stop.is_set())
            self._probe.close()

    def _pieces(self, pool: Executor) -> Iterator[PieceT]:
        """Yield the pieces to be made, in order."""
        for share in self._probe_ahead(pool):
            self._go_on()
            told: list[Started[SourceT] | FailedSource[SourceT]] = []
            pieces: list[PieceT] = []
            for source in share:
                if isinstance(source, FailedSource):
                    told.append(source)
                    continue
                outcome, of_source = self._decider.decide(source)
                told.append(outcome)
                pieces += of_source
            self._outcomes.put(told)
            yield from pieces

    def _probe_ahead(self, pool: Executor) -> Iterator[list[SourceT | FailedSource[SourceT]]]:
        """Shares of sources in order, probed a little ahead."""
        ahead: deque[Future[list[SourceT | FailedSource[SourceT]]]] = deque()
        share = self._probe.share
        try:
            for start in range(0, len(self._items), share):
                ahead.append(pool.submit(self._probe.begin(self._items[start:start + share])))
                if len(ahead) > SHARES_AHEAD:
                    yield ahead.popleft().result()
            while ahead:
                yield ahead.popleft().result()
        finally:
            for future in ahead:
                future.cancel()

    def _encode(self) -> None:
        """Encode batch by batch."""
        try:
            for batch in self._batches.ticking():
                if batch is None or not batch.is_begun:
                    self._pause()
                if batch is None:
                    continue
                try:
                    if batch.is_begun or not self._stop.is_set():
                        # Who prepares it may be waiting for the end of a pause, and this for them.
                        batch.is_begun = True
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

    def _encode_batch(self, batch: Batch[PieceT]) -> None:
        """Encode a batch and have it written."""
        self.pace.begin()
        before = self.encoding.encoded
        self._encoded.put(self.encoding.encode(batch))
        self.pace.note(batch.pixels, self.encoding.encoded - before)

    def _go_on(self, batch: Batch[PieceT] | None = None) -> None:
        """Wait while the build is paused; with what is prepared for a batch, until that is begun.

        Raises:
            StoppedError: if the build is to stop.
        """
        while self._token.is_paused and not (batch is not None and batch.is_begun):
            if self._stop.wait(TICK_S):
                break
        if self._stop.is_set() or self._token.is_cancelled:
            raise StoppedError

    def _pause(self) -> None:
        """While the build is paused have what is encoded written, and encode nothing."""
        if not self._token.is_paused:
            return
        self._encoded.put(BuildPaused())
        try:
            self._go_on()
        except StoppedError:
            # What comes until the mark is dropped, also if nobody said it here yet.
            self._stop.set()

    def _write(self) -> None:
        """Write what was encoded; after a failure take what comes and drop it."""
        try:
            with closing(self._sink):
                for encoded in self._encoded.ticking():
                    if encoded is None:
                        continue
                    if isinstance(encoded, BuildPaused):
                        if not self._has_write_failed:
                            self._tell_all(self._sink.publish())
                            self._outcomes.put([encoded])
                        continue
                    failed = [one for one in encoded if isinstance(one, FailedSource)]
                    if failed:
                        self._outcomes.put(failed)
                    if not self._has_write_failed:
                        self._tell_all(itertools.chain.from_iterable(
                            self._take(one) for one in encoded
                            if not isinstance(one, FailedSource)))
                if not self._has_write_failed:
                    self._tell_all(self._sink.publish())
                    self._sink.finish()
        except BaseException as error:  # noqa: BLE001 - as in `_feed`
            self._fail(error)
        finally:
            self._outcomes.end()

    def _take(self, encoded: Encoded[PayloadT]) -> Iterator[PayloadT | FailedSource[SourceT]]:
        """Write what is made of one piece; tells of all that got its name by it."""
        if encoded.donor and self._sink.holds(encoded.donor):
            yield from self._sink.publish()
        for payload in encoded.compose():
            if isinstance(payload, FailedSource):
                yield payload
            else:
                yield from self._sink.write(payload)

    def _tell_all(self, outcomes: Iterable[PayloadT | FailedSource[SourceT]]) -> None:
        """Go through what writing tells; what was under way when it failed is told, too."""
        told: list[PayloadT | FailedSource[SourceT]] = []
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
