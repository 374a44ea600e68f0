"""Verdicts that the report of a sample workspace predicts for a survey."""

from __future__ import annotations

from larder.core.demo.sample_marker import SampleReport
from larder.core.survey.report import Depth

DEPTHS = tuple(Depth)
TRAINERS = ("image", "text")


def drifts_seen(
    report: SampleReport, depth: Depth, *, is_payload: bool
) -> dict[tuple[str, str], str]:
    """(store, item) -> verdict at that depth, of everything that is not as it should be."""
    seen = {each.value for each in DEPTHS[: DEPTHS.index(depth) + 1]}
    return {
        (drift.store, drift.item): drift.verdict
        for drift in (*report.drifts, *report.value_drifts)
        if drift.is_payload == is_payload and drift.depth in seen}


def trainers_drifts(
    report: SampleReport, depth: Depth, *, is_payload: bool = False
) -> dict[str, str]:
    """Source or payload -> verdict, in the trainer's two stores."""
    return {
        item: verdict
        for (store, item), verdict in drifts_seen(report, depth, is_payload=is_payload).items()
        if store in TRAINERS}
