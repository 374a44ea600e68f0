"""The threads of a build: one looks and decides, several decode, one encodes, one writes.

Everything between them is bounded: so many sources looked at ahead, so many pictures decoded, so
many payloads waiting to be written. What they tell the thread that keeps the books is small and is
never waited for. Whatever happens, each thread goes on to the mark that ends its input, so none is
left behind.

Threads that take turns for the interpreter gain nothing. So what takes no time is not handed over:
small tasks run where they are asked for, and behind an encoder that is done at once one thread
looks, decides, encodes and writes (7 switches of threads per payload became 1.4, and 2.4 times the
bare writing of payloads 1.5 to 1.8 times; `tests/benchmarks/build.py`).

While the build is paused the first and the third begin nothing; what was encoded by then is
written and told, and after it that the build rests.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Final

from larder.core.build.ahead import Ahead
from larder.core.build.compose import Composer
from larder.core.build.decide import Decider
from larder.core.build.encoding import Encoding
from larder.core.build.feed import Feed
from larder.core.build.look import SourceLook
from larder.core.build.nearby import Nearby
from larder.core.build.pace import EncoderPace, WorkPace
from larder.core.build.plan import BuildItem
from larder.core.build.prepare import Batch, Preparation
from larder.core.build.publish import Publisher
from larder.core.build.stream import TICK_S, StoppedError, Stream
from larder.core.build.work import (
    CopyUnit,
    ImageUnit,
    Outcome,
    PromptUnit,
    Rested,
    Spoilt,
)
from larder.core.build.write_stage import WriteStage
from larder.core.build.writing import Writing
from larder.core.encoders.protocol import ImageEncoder
from larder.core.jobs import CancelToken, JobCancelled
from larder.core.keys.hash_memory import HashMemory

BATCHES_AHEAD: Final = 3
"""Batches that are being decoded, beside the one the encoder works on."""

MOST_THREADS: Final = 8
"""Decoding threads; more than the processor has cores gain nothing."""


class Pipeline:
    """Builds the items of one store; a failure of any thread is raised when all have ended."""

    def __init__(
        self,
        items: list[BuildItem],
        look: SourceLook,
        decider: Decider,
        make_encoding: Callable[[Future[ImageEncoder], Callable[[Spoilt], None]], Encoding],
        composer: Composer,
        *,
        batch: int,
        reserve: int,
        hashes: Path,
        token: CancelToken,
        threads: int | None = None,
    ) -> None:
        """Make ready; nothing runs before `outcomes` is gone through.

        Args:
            items: what the plan lists, in its order.
            look: how sources are looked at.
            decider: decides what is made of them.
            make_encoding: makes what encodes.
            composer: puts payloads together.
            batch: items that are encoded together.
            reserve: bytes of free space that are left for the index.
            hashes: file that remembers hashes.
            token: says whether the build is paused.
            threads: that decode, None for as many as the processor has cores.
        """
        self._items = items
        self._look = look
        self._decider = decider
        self._composer = composer
        self._batch = batch
        self._hashes = hashes
        self._token = token
        self._threads = threads or min(MOST_THREADS, os.cpu_count() or 1)
        self._stop = threading.Event()
        self._batches: Ahead[Batch] = Ahead(BATCHES_AHEAD, self._stop)
        self._pace = EncoderPace()
        self.work_pace = WorkPace(token.worked_s)
        self._told: Stream[Sequence[Outcome] | BaseException] = Stream(0)
        self._written = WriteStage(
            Writing(composer, Publisher(
                composer.store, reserve=reserve, clock_s=token.worked_s)),
            tell=self._told.put, fail=self._fail)
        self._image_encoder: Future[ImageEncoder] = Future()
        self.encoding = make_encoding(
            self._image_encoder, lambda spoilt: self._told.put([spoilt]))

    def stop(self) -> None:
        """Begin nothing further; what is under way is finished."""
        self._stop.set()

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
            for told in self._told.ticking(TICK_S):
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
        """Look, decide, have pictures decoded, hand on."""
        pool = ThreadPoolExecutor(self._threads, thread_name_prefix="build-decode")
        composer = self._composer
        preparation = Preparation(
            Nearby(pool), self._image_encoder, self._decider.adoption, composer.names,
            self._threads)
        try:
            with HashMemory(self._hashes) as recall, HashMemory(self._hashes) as remember:
                feed = Feed(
                    self._items, self._look, self._decider, pool=Nearby(pool), recall=recall,
                    remember=remember, tell=self._told.put, go_on=self._go_on)
                with closing(self._begun(feed, preparation)) as batches:
                    self._batches.make(batches)
        except StoppedError:
            pass
        except BaseException as error:  # noqa: BLE001 - raised again where the books are kept
            self._fail(error)
        finally:
            self._batches.end()
            # The encoder's thread goes through all batches, so every decoder comes to its end.
            pool.shutdown(cancel_futures=self._stop.is_set())

    def _begun(
        self, feed: Feed, preparation: Preparation
    ) -> Generator[Batch, None, None]:
        """Batches that are being decoded."""
        for units in feed.batches(self._batch):
            self._go_on()
            yield preparation.begin(units)

    def _encode(self) -> None:
        """Encode batch by batch."""
        try:
            for batch in self._batches.ticking(TICK_S):
                self._rest()
                if batch is None:
                    continue
                try:
                    if not self._stop.is_set():
                        self._encode_batch(batch)
                except BaseException as error:  # noqa: BLE001 - as in `_feed`
                    self._fail(error)
                finally:
                    for future in batch.pictures:
                        future.cancel()
            self.encoding.close()
        except BaseException as error:  # noqa: BLE001 - as in `_feed`
            self._fail(error)
        finally:
            # Decoders may still be waiting for an encoder that will never be opened.
            self._image_encoder.cancel()
            self._written.end()

    def _encode_batch(self, batch: Batch) -> None:
        """Encode a batch, and write it or have it written."""
        self.work_pace.begin()
        before, began = self.encoding.encoded, time.perf_counter()
        encoded = self.encoding.encode(batch)
        payloads = self.encoding.encoded - before
        self._pace.note(time.perf_counter() - began, payloads)
        self._batches.take_over(self._pace.is_quick and batch.is_ready)
        if self._pace.is_quick and not any(isinstance(one.unit, CopyUnit) for one in encoded):
            self._written.write_at_once(encoded)
        else:
            self._written.hand_on(encoded)
        self.work_pace.note(_pixels(batch), payloads)

    def _go_on(self) -> None:
        """Wait while the build is paused; the encoder's thread has what is encoded written.

        Raises:
            StoppedError: if the build is to stop.
        """
        if self._token.is_paused and self._batches.is_taker_making:
            self._written.hand_on(Rested())
        while self._token.is_paused and not self._stop.wait(TICK_S):
            pass
        if self._stop.is_set() or self._token.is_cancelled:
            raise StoppedError

    def _rest(self) -> None:
        """While the build is paused have what is encoded written, and encode nothing."""
        if not self._token.is_paused:
            return
        self._written.hand_on(Rested())
        try:
            self._go_on()
        except StoppedError:
            # What comes until the mark is dropped, also if nobody said it here yet.
            self._stop.set()

    def _write(self) -> None:
        """Write what was encoded."""
        try:
            self._written.run()
        finally:
            self._told.end()

    def _fail(self, error: BaseException) -> None:
        self._stop.set()
        self._told.put(error)


def _pixels(batch: Batch) -> int:
    """Of each picture of a batch; 0 for prompts and copies."""
    first = batch.units[0]
    if isinstance(first, PromptUnit):
        return first.recipients[0][0].pixels
    return first.work.pixels if isinstance(first, ImageUnit) else 0
