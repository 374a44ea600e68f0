"""What a build over a folder did, as a value and as the `larder.build-report/1` document."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from larder.core.build.report import BuildReport, report_document
from larder.core.build.sources.plan import TargetStore


@dataclass(frozen=True, slots=True)
class SourceBuildReport:
    """What a build over a folder did.

    Attributes:
        build: what every build reports; `adopted` are payloads that only had to be recorded.
        store: where values were put.
        evicted: payloads that made room.
        over_budget: whether it stopped because the store may take no more.
    """

    build: BuildReport
    store: TargetStore
    evicted: int = 0
    over_budget: bool = False


def source_report_document(report: SourceBuildReport) -> dict[str, Any]:
    """A report as plain values."""
    return {
        **report_document(report.build), "store": report.store.id,
        "kind": report.store.kind.value, "path": str(report.store.folder),
        "evicted": report.evicted, "over_budget": report.over_budget}
