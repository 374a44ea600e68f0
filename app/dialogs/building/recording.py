"""Keeps a running build's record: renewed now and then, dropped or left as the build ended."""

from __future__ import annotations

import time

import msgspec

from larder.app.dialogs.building.meter import BuildProgress
from larder.app.dialogs.building.records import BuildRecord, BuildRecords
from larder.app.jobs.call_runnable import LatestCall

RECORD_EVERY_S = 2.0


class BuildRecording:
    """The record of one build, from its start to its end."""

    def __init__(
        self, records: BuildRecords, writing: LatestCall, record: BuildRecord,
        meter: BuildProgress,
    ) -> None:
        """Begin.

        Args:
            records: where it is kept.
            writing: writes it beside the window.
            record: the build, whatever it says of how far it is.
            meter: says that.
        """
        self._records = records
        self._writing = writing
        self._record = record
        self._meter = meter
        self._written_s = float("-inf")
        records.begin(record)

    @property
    def record(self) -> BuildRecord:
        """The build as far as it is."""
        return msgspec.structs.replace(
            self._record, done=self._meter.done, total=self._meter.total)

    def renew(self) -> None:
        """Write how far it is, unless that was done a moment ago."""
        if time.monotonic() - self._written_s >= RECORD_EVERY_S:
            self._written_s = time.monotonic()
            records, record = self._records, self.record
            self._writing.start(lambda: records.renew(record))

    def end(self, *, is_done: bool, done: int | None = None, planned: int = 0) -> BuildRecord:
        """It is over: forget it, or keep it to be offered. At once, because a window may close.

        Args:
            is_done: whether there is nothing to go on with.
            done: payloads that need nothing more, None for what its progress said.
            planned: payloads of the plan.
        """
        record = self.record
        if done is not None:
            record = msgspec.structs.replace(record, done=done, total=max(planned, done))
        (self._records.drop if is_done else self._records.stop)(record)
        return record
