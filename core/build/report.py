"""What a build did, as a value and as the `larder.build-report/1` document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from larder.core.clean.report import LeftItem

REPORT_SCHEMA: Final = "larder.build-report/1"


@dataclass(frozen=True, slots=True)
class BuildReport:
    """What a build did.

    Attributes:
        encoded: payloads that were encoded.
        copied: payloads made of others that hold the same, or completed without an encoder.
        adopted: payloads on disk that were taken as they are.
        shared: sources that share the payloads of another one with the same content.
        readopted: sources that took over the row of a vanished one.
        entries: sources that have all their payloads and their row now.
        reordered: rows that only got the wanted size put first.
        done: payloads of the plan that need nothing more.
        planned: payloads of the plan.
        bytes: size of the payloads written.
        failed: sources that could not be built.
        changed: sources that changed meanwhile and were passed over.
        cancelled: whether it was stopped.
        stopped: why it stopped before its end, one sentence; "" if it did not.
        stopped_store: id of the store whose drive had no room, "" otherwise.
        free_bytes: free space there when it stopped for want of it, None otherwise.
        needed_bytes: what the rest needs there, None where that is not known.
        encoders: what people call the encoders that were used.
        elapsed_s: how long it took.
    """

    encoded: int
    copied: int
    adopted: int
    shared: int
    readopted: int
    entries: int
    reordered: int
    done: int
    planned: int
    bytes: int
    failed: tuple[LeftItem, ...]
    changed: tuple[LeftItem, ...]
    cancelled: bool = False
    stopped: str = ""
    stopped_store: str = ""
    free_bytes: int | None = None
    needed_bytes: int | None = None
    encoders: tuple[str, ...] = ()
    elapsed_s: float = 0.0

    @property
    def built(self) -> int:
        """Payloads that were written."""
        return self.encoded + self.copied


def report_document(report: BuildReport) -> dict[str, Any]:
    """A report as plain values."""
    return {
        "schema": REPORT_SCHEMA, "built": report.built, "encoded": report.encoded,
        "copied": report.copied, "adopted": report.adopted, "shared": report.shared,
        "readopted": report.readopted, "entries": report.entries,
        "reordered": report.reordered, "done": report.done, "planned": report.planned,
        "bytes": report.bytes, "failed": left_items(report.failed),
        "changed": left_items(report.changed), "cancelled": report.cancelled,
        "disk_full": report.free_bytes is not None, "stopped": report.stopped,
        "stopped_store": report.stopped_store,
        "free_bytes": report.free_bytes, "needed_bytes": report.needed_bytes,
        "encoders": list(report.encoders), "elapsed_s": round(report.elapsed_s, 3)}


def left_items(items: Sequence[LeftItem]) -> list[dict[str, str]]:
    """Sources that something is told of."""
    return [{"store": left.store, "source": left.payload, "why": left.why} for left in items]
