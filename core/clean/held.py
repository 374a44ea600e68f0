"""Entries of vanished sources that a clean leaves alone, because more than they may be missing."""

from __future__ import annotations

import enum
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from larder.core.clean.rules import mostly_gone_sentence
from larder.core.survey.report import StoreSurvey, SurveyReport
from larder.core.survey.verdicts import Verdict


class HeldReason(enum.Enum):
    """Why entries of vanished sources are held back, by its name in documents."""

    SOURCE_UNREACHABLE = "source-unreachable"
    MOSTLY_GONE = "mostly-gone"


@dataclass(frozen=True, slots=True)
class HeldBack:
    """Entries of one root that a plan does not treat as gone.

    Attributes:
        reason: why.
        store: id of their store.
        root: their root as config or index spell it; the user can declare it gone for good.
        entries: how many.
        why: one sentence.
    """

    reason: HeldReason
    store: str
    root: str
    entries: int
    why: str


def rows_with(survey: StoreSurvey, verdict: Verdict) -> npt.NDArray[np.bool_]:
    """Rows that got a verdict, as their worst or as one of the others; bool, shape (n,)."""
    bit = np.uint32(1 << verdict)
    return np.asarray((survey.rows.verdicts == verdict) | ((survey.rows.also & bit) != 0))


def held_back(report: SurveyReport, survey: StoreSurvey) -> list[HeldBack]:
    """Entries of one store that a plan does not treat as gone, by root."""
    rows = survey.rows
    found = []
    for verdict, reason in (
        (Verdict.SOURCE_UNREACHABLE, HeldReason.SOURCE_UNREACHABLE),
        (Verdict.SOURCE_MISSING, HeldReason.MOSTLY_GONE),
    ):
        which = rows.has_entry & rows_with(survey, verdict) & (rows.root >= 0)
        counts = np.bincount(rows.root[which], minlength=len(report.roots))
        for at in np.flatnonzero(counts).tolist():
            root, entries = report.roots[at], int(counts[at])
            if reason is HeldReason.MOSTLY_GONE:
                if root.mostly_gone and not root.declared_gone:
                    why = mostly_gone_sentence(report, root, survey.location.kind.content)
                    found.append(HeldBack(
                        reason, survey.location.id, root.spelled, entries, why))
                continue
            why = (f"The folder {root.spelled} {root.unreachable}." if root.unreachable
                   else f"Files of the folder {root.spelled} cannot be read.")
            found.append(HeldBack(reason, survey.location.id, root.spelled, entries, why))
    return found
