"""What is ticked in a clean plan, and the sentence for each thing that is not.

| offered as | ticked |
|---|---|
| orphaned | unless some of the index cannot be read, or most files of its root are gone |
| superseded | unless some of the index cannot be read |
| temp-leftover | when older than the minimum age; a date in the future is young |
| unindexed | when it is as old, the index is whole, every root can be reached, every listed |
| | source was hashed, and less than half of the store's payloads are unindexed |
| corrupt, legacy groups | never |

What a survey holds back, because a file that is there has its content or cannot be read and may
have it, is not ticked either, whatever it is offered as.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from larder.core.survey.document import RootFacts
from larder.core.survey.report import IndexCopy, StoreSurvey, SurveyReport
from larder.core.survey.verdicts import PayloadVerdict
from larder.core.workspace.roots import is_same_folder
from larder.core.workspace.store_kinds import StoreContent, StoreFormat

COUNTED = (
    PayloadVerdict.REFERENCED, PayloadVerdict.ORPHANED, PayloadVerdict.UNINDEXED,
    PayloadVerdict.READOPTABLE, PayloadVerdict.SUPERSEDED,
)
"""Verdicts of finished payloads: what half of a store is measured by."""

HOUR_NS = 3600 * 1_000_000_000
NOUNS = {StoreContent.IMAGE: "pictures", StoreContent.TEXT: "captions"}
"""What the sources of a trainer's stores are; those of others are files."""


@dataclass(frozen=True, slots=True)
class StoreRules:
    """What holds for all files of one store.

    Attributes:
        report: the survey.
        survey: the store.
        min_age_ns: what is younger is not ticked where age counts.
        now_ns: the time.
        why_no_payload: why nothing but temp files may be ticked, "" when it may.
        why_no_unindexed: why no unindexed payload may be ticked, "" when it may.
        some_held: whether any root is missing so much that its rows are held.
    """

    report: SurveyReport
    survey: StoreSurvey
    min_age_ns: int
    now_ns: int
    why_no_payload: str
    why_no_unindexed: str
    some_held: bool

    @classmethod
    def of(
        cls, report: SurveyReport, survey: StoreSurvey, *, min_age_ns: int, now_ns: int
    ) -> StoreRules:
        """Judge a store once."""
        missing = survey.index.why_rows_are_missing
        why_no_payload = f"{missing} A row of it may name this file." if missing else ""
        return cls(
            report, survey, min_age_ns, now_ns, why_no_payload,
            why_no_payload or _why_no_unindexed(report, survey),
            any(root.mostly_gone and not root.declared_gone for root in report.roots))

    def why_unticked(
        self, verdict: PayloadVerdict, rows: Sequence[int], mtime_ns: int
    ) -> str:
        """Why a file is not ticked, "" when it is.

        Args:
            verdict: of the file.
            rows: rows that name it.
            mtime_ns: when it was written.
        """
        if verdict is PayloadVerdict.TEMP_LEFTOVER:
            return self._why_young(mtime_ns)
        if verdict is PayloadVerdict.UNINDEXED:
            return self.why_no_unindexed or self._why_young(mtime_ns)
        if self.why_no_payload:
            return self.why_no_payload
        if not self.some_held:
            return ""
        held = next((row for row in rows if is_held(self.report, self.survey, row)), None)
        if held is None:
            return ""
        root = self.report.roots[int(self.survey.rows.root[held])]
        return mostly_gone_sentence(self.report, root, self.survey.location.kind.content)

    def why_damaged(self, damage: str) -> str:
        """Why a damaged file is not ticked."""
        return f"{damage.rstrip('.')}. Its source will have to be encoded again."

    def _why_young(self, mtime_ns: int) -> str:
        return why_young(mtime_ns, now_ns=self.now_ns, min_age_ns=self.min_age_ns)


def why_young(mtime_ns: int, *, now_ns: int, min_age_ns: int) -> str:
    """Why a file's age keeps it from being ticked, "" when it does not.

    Args:
        mtime_ns: when it was written.
        now_ns: the time.
        min_age_ns: what is younger is not ticked.
    """
    age_ns = now_ns - mtime_ns
    if age_ns < 0:
        return "Its date lies in the future, so its age is not known."
    if age_ns < min_age_ns:
        return (f"It is {_hours(age_ns)} old, less than the minimum age of "
                f"{_hours(min_age_ns)}; it may still be in use.")
    return ""


def is_held(report: SurveyReport, survey: StoreSurvey, row: int) -> bool:
    """Whether so much of a row's root is missing that nothing of it is offered unasked."""
    root = int(survey.rows.root[row])
    if root < 0:
        return False
    return report.roots[root].mostly_gone and not report.roots[root].declared_gone


def mostly_gone_sentence(report: SurveyReport, root: RootFacts, content: StoreContent) -> str:
    """What is said of a root most of whose files are gone."""
    workspace = report.workspace
    names = [concept.name for concept in workspace.concepts
             if concept.name and is_same_folder(concept.path, root.spelled, workspace.flavour)]
    where = names[0] if names else root.spelled
    return f"{root.gone:,} of {root.indexed:,} {NOUNS.get(content, 'files')} of {where} are gone."


def _why_no_unindexed(report: SurveyReport, survey: StoreSurvey) -> str:
    if survey.location.kind.format is StoreFormat.SHARDED:
        return "The store serves it all the same, whatever another program's manifest says."
    copy = survey.index.copy
    if copy is IndexCopy.NONE:
        return "The store has no readable index, so nothing tells what is needed."
    if copy is not IndexCopy.MAIN:
        return f"The index was recovered from {copy.value} and may lack rows."
    if report.workspace.config is None:
        return "No config was given, so nothing tells which sources may need it."
    if not report.workspace.concepts:
        return "No concept is known, so nothing tells which sources may need it."
    unreachable = _unreachable_folder(report)
    if unreachable:
        return f"{unreachable} A file in it may need this payload."
    if not survey.sources_hashed:
        return "Not every source without an entry could be hashed, and one may need it."
    verdicts = survey.payloads.verdicts
    unindexed = int(np.count_nonzero(verdicts == PayloadVerdict.UNINDEXED))
    payloads = int(np.count_nonzero(np.isin(verdicts, COUNTED)))
    if unindexed * 2 >= payloads:
        return f"{unindexed:,} of {payloads:,} payloads are in no index; a lost index looks so."
    return ""


def _unreachable_folder(report: SurveyReport) -> str:
    """A sentence about the first folder of sources that cannot be reached, "" when all can."""
    for root in report.roots:
        if root.unreachable and not root.declared_gone:
            return f"The folder {root.spelled} {root.unreachable}."
    for concept in report.workspace.concepts:
        if concept.enabled and not report.workspace.locate(concept).exists:
            return f"The folder {concept.path} is missing."
    return ""


def _hours(duration_ns: int) -> str:
    hours = duration_ns / HOUR_NS
    if hours < 1:
        return f"{duration_ns // (HOUR_NS // 60)} minutes"
    return f"{hours:.0f} {'hour' if round(hours) == 1 else 'hours'}"
