"""What is wrong, grouped: findings about the workspace, verdicts of entries, files no entry needs.

A group holds row numbers, not objects, so that 900,000 stale entries are one group with one array.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from larder.app.models.scope import Scope
from larder.app.models.survey_snapshot import Rows, SurveySnapshot
from larder.core.survey.remedies import NO_REMEDY, REMEDIES, Repair
from larder.core.survey.verdicts import VERDICTS, PayloadVerdict, Severity, Verdict


class ProblemSubject(enum.Enum):
    """What the rows of a group number."""

    FINDINGS = "findings"
    ENTRIES = "entries"
    PAYLOADS = "payloads"


@dataclass(frozen=True, slots=True, eq=False)
class ProblemGroup:
    """Items that share a verdict, a store, a concept and what to do about them.

    Attributes:
        subject: what `rows` number: the document's problems, the entries or the payloads.
        verdict: of the entries or payloads, None for findings.
        severity: the worst of its items.
        remedy: line of `REMEDIES`: what to do about them.
        scope: where they are.
        rows: row numbers, int32, in the order in which they are listed.
        bytes: payload bytes on disk of all of them.
    """

    subject: ProblemSubject
    verdict: Verdict | PayloadVerdict | None
    severity: Severity
    remedy: int
    scope: Scope
    rows: Rows = field(repr=False)
    bytes: int = 0

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def repair(self) -> Repair:
        """The command that does something about them."""
        return REMEDIES[self.remedy].repair


LOOSE = (PayloadVerdict.READOPTABLE, PayloadVerdict.ORPHANED, PayloadVerdict.SUPERSEDED,
         PayloadVerdict.UNINDEXED, PayloadVerdict.TEMP_LEFTOVER)
"""Files worth a line; the others are in use, set aside or not ours."""

NO_PROBLEMS = (Verdict.UNUSED, Verdict.VALID)


def problem_groups(snapshot: SurveySnapshot) -> tuple[ProblemGroup, ...]:
    """Every group, worst first; within a severity findings, then entries, then files."""
    groups = [*_findings(snapshot), *_entry_groups(snapshot), *_payload_groups(snapshot)]
    return tuple(sorted(groups, key=lambda group: group.severity))


def _findings(snapshot: SurveySnapshot) -> list[ProblemGroup]:
    lines = {remedy.repair.value: line for line, remedy in enumerate(REMEDIES)}
    return [ProblemGroup(
        subject=ProblemSubject.FINDINGS, verdict=None, severity=Severity.WARNING,
        remedy=lines[finding.repair] if finding.repair else NO_REMEDY, scope=Scope(),
        rows=np.array([row], dtype=np.int32))
        for row, finding in enumerate(snapshot.document.problems)]


def _entry_groups(snapshot: SurveySnapshot) -> list[ProblemGroup]:
    groups: list[ProblemGroup] = []
    entries, order = snapshot.entries, snapshot.natural_order
    for verdict, row in VERDICTS.items():
        if verdict in NO_PROBLEMS or not snapshot.counts[:, :, verdict].any():
            continue
        for scope, rows in _by_place(snapshot, order[entries.verdict[order] == verdict]):
            groups.append(ProblemGroup(
                subject=ProblemSubject.ENTRIES, verdict=verdict, severity=row.severity,
                remedy=int(entries.remedy[rows[0]]), scope=scope, rows=rows,
                bytes=int(entries.bytes[rows].sum())))
    return groups


def _by_place(snapshot: SurveySnapshot, rows: Rows) -> Iterator[tuple[Scope, Rows]]:
    """Split rows by concept, store and remedy, keeping their order: one sort for all of them."""
    entries = snapshot.entries
    stores = len(snapshot.document.stores)
    place = entries.concept[rows].astype(np.int64) * stores + entries.store[rows]
    place = place * len(REMEDIES) + entries.remedy[rows]
    order = np.argsort(place, kind="stable")
    place, rows = place[order], rows[order]
    borders = np.flatnonzero(np.diff(place)) + 1
    for part in np.split(rows, borders):
        first = int(part[0])
        yield Scope(store=int(entries.store[first]),
                    concept=max(int(entries.concept[first]), -1)), part


def _payload_groups(snapshot: SurveySnapshot) -> list[ProblemGroup]:
    groups: list[ProblemGroup] = []
    payloads = snapshot.payloads
    for verdict in LOOSE:
        for store in range(len(snapshot.document.stores)):
            of_store = (payloads.verdict == verdict) & (payloads.store == store)
            for remedy in np.unique(payloads.remedy[of_store]).tolist():
                rows = np.flatnonzero(of_store & (payloads.remedy == remedy)).astype(np.int32)
                groups.append(ProblemGroup(
                    subject=ProblemSubject.PAYLOADS, verdict=verdict, severity=Severity.NOTE,
                    remedy=remedy, scope=Scope(store=store), rows=rows,
                    bytes=int(payloads.bytes[rows].sum())))
    return groups
