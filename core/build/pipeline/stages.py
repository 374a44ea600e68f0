"""Stages of a build: four protocols, and the types that they pass on and report.

They define how sources are probed, what has to be made of them, what makes it and where it goes.
The stages of samples are in `store_build.parts_of`, those of files for stores of single values in
`values.build`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, Executor, Future
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

import msgspec

ItemT_contra = TypeVar("ItemT_contra", contravariant=True)
SourceT = TypeVar("SourceT")
PieceT = TypeVar("PieceT")
PayloadT = TypeVar("PayloadT")


class Started(msgspec.Struct, Generic[SourceT], frozen=True, gc=False):
    """A source is going to get its payloads.

    Attributes:
        payloads: how many are being made for it.
        adopted: how many of those on disk it keeps or takes over.
        leader: the source whose payloads it shares, None for its own.
    """

    source: SourceT
    payloads: int
    adopted: int = 0
    leader: SourceT | None = None


class FailedSource(msgspec.Struct, Generic[SourceT], frozen=True, gc=False):
    """A source of which something cannot be made.

    Attributes:
        key: of the source, as the store spells it.
        problem: one sentence.
        source: the source, None if it could not be probed.
        is_changed: whether that is because it is not what it was.
    """

    key: str
    problem: str
    source: SourceT | None = None
    is_changed: bool = False


class BuildPaused:
    """The build is paused, and everything that was encoded has its name on disk."""


class StoppedError(Exception):
    """The build is to stop; nothing further is handed on."""


@dataclass(frozen=True, slots=True)
class Workers:
    """The threads that probe and prepare.

    Attributes:
        pool: runs what it is given in the order it was given.
        threads: how many they are.
        go_on: before something of a batch is begun: waits while the build is paused, unless the
            encoder has the batch in hand; raises StoppedError once the build is to stop.
    """

    pool: Executor
    threads: int
    go_on: Callable[[Batch[Any]], None]


class ProbeStage(Protocol[ItemT_contra, SourceT]):
    """How sources are looked at before anything is made of them; used and closed by one thread.

    Attributes:
        share: items that are probed together: handing over each by itself may take longer.
    """

    share: int

    def begin(
        self, items: Sequence[ItemT_contra], /
    ) -> Callable[[], list[SourceT | FailedSource[SourceT]]]:
        """Return a function that probes some items in their order; it runs on another thread."""

    def close(self) -> None:
        """Write down what was learnt; nothing is being probed any more."""


class DecideStage(Protocol[SourceT, PieceT]):
    """Stage that decides what has to be made; used by one thread, in the order of the plan."""

    def decide(
        self, source: SourceT, /
    ) -> tuple[Started[SourceT] | FailedSource[SourceT], list[PieceT]]:
        """Decide what becomes of a source, and return that and the pieces to be made for it."""


@dataclass(slots=True, eq=False)
class Batch(Generic[PieceT]):
    """Pieces that are encoded together.

    Attributes:
        pieces: in their order.
        pixels: of each of their pictures, 0 where there are none.
        prepared: lists of what other threads make ready for the encoder, in the order of the
            pieces.
        is_begun: it must be finished, even if the build is paused or stopped by now, because what
            is prepared is all that costs, or because the encoder has it in hand.
    """

    pieces: list[PieceT]
    pixels: int = 0
    prepared: list[Future[list[Any]]] = field(default_factory=list)
    is_begun: bool = False

    def results(self) -> Iterator[Any]:
        """Yield what was prepared, without what was dropped before its turn."""
        for future in self.prepared:
            try:
                yield from future.result()
            except CancelledError:
                continue

    def drop(self) -> None:
        """Prepare no more of it."""
        for future in self.prepared:
            future.cancel()


@dataclass(frozen=True, slots=True)
class Encoded(Generic[PayloadT]):
    """Function that composes payloads in the writing thread, and the payload it depends on.

    Attributes:
        compose: the payloads; or why one cannot be made of what should be there.
        donor: name of a payload that must have its name by then, "" for none.
    """

    compose: Callable[[], Sequence[PayloadT | FailedSource[Any]]]
    donor: str = ""


EncodedBatch: TypeAlias = Sequence[Encoded[PayloadT] | FailedSource[Any]]


class EncodeStage(Protocol[PieceT, PayloadT]):
    """Stage that makes payloads of pieces.

    One thread calls `batches` and `prepare`, another one `encode` and `close`.

    Attributes:
        encoded: how many pieces were encoded, copies not counted.
        name: what people call the encoder; "" while it has encoded nothing.
    """

    encoded: int
    name: str

    def batches(self, pieces: Iterable[PieceT], /) -> Iterator[list[PieceT]]:
        """Pieces as they are encoded together."""

    def prepare(self, pieces: list[PieceT], workers: Workers, /) -> Batch[PieceT]:
        """Have a batch made ready for the encoder."""

    def encode(self, batch: Batch[PieceT], /) -> EncodedBatch[PayloadT]:
        """Return the composed payloads of a batch and its failed sources.

        Raises:
            UserFacingError: if the encoder cannot be had or makes nothing good.
        """

    def close(self) -> None:
        """Let go of what was opened."""


class Sink(Generic[PayloadT]):
    """Where the payloads of a store go; used, and closed, by the thread that writes.

    A store's layout begins here: what comes before it is the same for each. What is written here is
    that of a store whose payloads have their names as soon as they are written.
    """

    def close(self) -> None:
        """Remove what was written and got no name."""

    def write(self, payload: PayloadT, /) -> Sequence[PayloadT | FailedSource[Any]]:
        """Write a payload; those that have their names on disk since, and what cannot be stored.

        Raises:
            DiskFullError: if there is no room for it.
            OverBudgetError: if the store may take no more.
            UserFacingError: if the store cannot be written.
        """
        raise NotImplementedError

    def holds(self, name: str, /) -> bool:
        """Return whether a payload is written but may not have its final name yet."""
        del name
        return False

    def settle(self) -> Sequence[PayloadT]:
        """Wait for what is on its way to the drive anyway, and give it its names."""
        return ()

    def publish(self) -> Sequence[PayloadT]:
        """Give every written payload its name; raises as `write`."""
        return ()

    def finish(self) -> None:
        """See to what a store needs beside its payloads, all of which have their names."""
