"""The last stage of a build: what was encoded is written by a thread of its own, or at once.

A thread of its own writes while the encoder goes on. Where encoding takes next to no time there is
nothing to go on with, and two threads that take turns at every call of the system need half as much
time again as one (18 switches per payload against 8); then the encoder's thread writes by itself.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from larder.core.build.encoding import EncodedUnit
from larder.core.build.stream import Stream
from larder.core.build.work import Made, Outcome, Rested, Spoilt
from larder.core.build.writing import Writing
from larder.core.errors import UserFacingError

WRITES_AHEAD: Final = 2
"""Encoded batches that wait for the writer."""


class WriteStage:
    """Writes batch by batch, in order; after a failure it takes what comes and drops it."""

    def __init__(
        self, writing: Writing, *, tell: Callable[[Sequence[Outcome]], None],
        fail: Callable[[BaseException], None],
    ) -> None:
        """Make ready.

        Args:
            writing: what writes.
            tell: told what has its name on disk, and what could not be written.
            fail: told of an error that ends the build.
        """
        self._writing = writing
        self._tell = tell
        self._fail = fail
        self._waiting: Stream[list[EncodedUnit] | Rested] = Stream(WRITES_AHEAD)
        self._has_failed = False

    def run(self) -> None:
        """Write what is handed on until its end; when the build stops, publish what was written."""
        try:
            with self._writing.publisher:
                for units in self._waiting:
                    self._write(units)
                if not self._has_failed:
                    self._try(self._writing.finish())
        except BaseException as error:  # noqa: BLE001 - raised again where the books are kept
            self._fail(error)

    def hand_on(self, units: list[EncodedUnit] | Rested) -> None:
        """Leave a batch to the stage's thread."""
        self._waiting.put(units)

    def write_at_once(self, units: list[EncodedUnit]) -> None:
        """Write a batch in the calling thread, after all that was handed on."""
        self._waiting.settle()
        self._write(units)

    def end(self) -> None:
        """Say that nothing follows."""
        self._waiting.end()

    def _write(self, units: list[EncodedUnit] | Rested) -> None:
        if self._has_failed:
            return
        if isinstance(units, Rested):
            self._try(self._writing.publisher.publish())
            self._tell([units])
        else:
            self._try(itertools.chain.from_iterable(map(self._writing.write, units)))

    def _try(self, outcomes: Iterable[Made | Spoilt]) -> None:
        """Go through what writing tells; what was under way when it failed is told, too."""
        told: list[Outcome] = []
        try:
            told += outcomes
        except BaseException as error:  # noqa: BLE001 - as in `run`
            self._has_failed = True
            self._fail(error)
            told += self._flushed_before()
        finally:
            if told:
                self._tell(told)

    def _flushed_before(self) -> list[Made]:
        """What was being flushed when writing failed; nothing if that failed, too.

        A drive that is gone fails both. Whoever hands on must not wait for a stage that ended.
        """
        try:
            return self._writing.publisher.settle()
        except (OSError, UserFacingError) as error:
            self._fail(error)
            return []
