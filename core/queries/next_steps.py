"""What to do next about a workspace, the most useful first, a sentence each.

Every number is one that another place shows too: rows are those of the remedy that mends them, and
with those that no command mends they are all that is stale or missing; files and bytes are those
that a clean would preselect. The window shows the same sentences as the command line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt
from msgspec import UNSET

from larder.core.clean.plan import CleanPlan
from larder.core.quantities import counted, size_text
from larder.core.queries.finding_remedies import StoreRemedies
from larder.core.survey.document import BuildTime, NextStep
from larder.core.survey.remedies import REMEDIES, Repair
from larder.core.survey.report import SurveyReport
from larder.core.survey.verdicts import Counted, Verdict
from larder.core.workspace.store_kinds import TRAINER_CONTENTS, StoreContent
from larder.core.workspace.trainer_layout import clearing_finding

DUE = (Counted.STALE, Counted.MISSING)
"""What a trainer, or a build before it, has to make."""


def next_steps(
    report: SurveyReport, plan: CleanPlan, remedies: Sequence[StoreRemedies],
    build: BuildTime | None = None,
) -> tuple[NextStep, ...]:
    """What to do next; empty where nothing is asked for and nothing is there.

    `build` is what a plan says of the build that is due, None where nothing tells.
    """
    due = _Due(report, remedies)
    steps = [
        step for step in (
            _reconnect(report), _repair(report), _build(report, due, build),
            _readopt(due, remedies), _clean(plan, due), _touch(due), _cache_folder(due),
            *_left(due))
        if step is not None]
    is_asked = any(survey.asked.any() for survey in report.stores)
    blocks = any(step.remedy in (None, *_OPEN) for step in steps)
    if is_asked and not blocks and clearing_finding(report.workspace) is None:
        alone = not steps
        steps.insert(0, NextStep(
            text="Nothing to do: the trainer starts without encoding" if alone
            else "Nothing to encode: the trainer starts at once"))
    return (*steps, *_quarantined(report))


_OPEN = (Repair.BUILD.value, Repair.RECONNECT.value, Repair.INDEX.value)
"""While one of these is to be done, the trainer has something to make, or nobody knows."""


class _Due:
    """Rows by what mends them."""

    def __init__(self, report: SurveyReport, remedies: Sequence[StoreRemedies]) -> None:
        self._report = report
        self._lines = [found.rows for found in remedies]

    def rows(self, repair: Repair) -> Iterator[tuple[StoreContent, npt.NDArray[np.uint8]]]:
        """(content of the store, verdicts of its rows that a command mends)."""
        lines = [line for line, remedy in enumerate(REMEDIES) if remedy.repair is repair]
        for survey, codes in zip(self._report.stores, self._lines, strict=True):
            yield survey.location.kind.content, survey.rows.verdicts[np.isin(codes, lines)]

    def due(self, repair: Repair) -> Iterator[tuple[StoreContent, int]]:
        """(content of a store, how many of its rows are stale or missing and mended so)."""
        lines = [line for line, remedy in enumerate(REMEDIES) if remedy.repair is repair]
        for survey, codes, counts in zip(
                self._report.stores, self._lines, self._report.counted, strict=True):
            found = int((np.isin(codes, lines) & np.isin(counts, DUE)).sum())
            if found:
                yield survey.location.kind.content, found

    def count(self, repair: Repair) -> int:
        """The same of all stores together."""
        return sum(count for _, count in self.due(repair))


def is_build_due(report: SurveyReport, remedies: Sequence[StoreRemedies]) -> bool:
    """Whether a build is among the steps."""
    return any(len(verdicts) for _, verdicts in _Due(report, remedies).rows(Repair.BUILD))


def _build(report: SurveyReport, due: _Due, build: BuildTime | None) -> NextStep | None:
    found = list(due.rows(Repair.BUILD))
    rows = sum(len(verdicts) for _, verdicts in found)
    if not rows:
        return None
    what = _samples({content for content, verdicts in found if len(verdicts)}, rows)
    shifted = sum(int((verdicts == Verdict.SHIFTED).sum()) for _, verdicts in found)
    hints = ["What lies in the place of another is moved, not encoded."] if shifted else []
    if build is not None and (build.bytes or 0) > build.free_bytes:
        hints.append(f"It needs {size_text(build.bytes or 0)} on the drive, and "
                     f"{size_text(build.free_bytes)} are free.")
    return NextStep(
        text=f"{what} to rebuild" if report.totals.entries else f"{what} to cache",
        remedy=Repair.BUILD.value, hint=" ".join(hints), rows=rows,
        seconds=UNSET if build is None else build.seconds)


def _left(due: _Due) -> Iterator[NextStep]:
    """What no command of ours makes."""
    left = list(due.due(Repair.NONE))
    trainers = [(content, count) for content, count in left if content in TRAINER_CONTENTS]
    others = sum(count for content, count in left if content not in TRAINER_CONTENTS)
    if trainers:
        rows = sum(count for _, count in trainers)
        what = _samples({content for content, _ in trainers}, rows)
        yield NextStep(text=f"{what} left to the trainer, which makes them as it starts", rows=rows)
    if others:
        yield NextStep(
            text=f"{counted(others, 'value')} left to the program that made them", rows=others)


def _cache_folder(due: _Due) -> NextStep | None:
    rows = sum(len(verdicts) for _, verdicts in due.rows(Repair.CACHE_FOLDER))
    return None if not rows else NextStep(
        text=f"{counted(rows, 'value')} of your own files to make again",
        remedy=Repair.CACHE_FOLDER.value, rows=rows)


def _readopt(due: _Due, remedies: Sequence[StoreRemedies]) -> NextStep | None:
    lines = [line for line, remedy in enumerate(REMEDIES) if remedy.repair is Repair.READOPT]
    files = sum(int(np.isin(found.files, lines).sum()) for found in remedies)
    return None if not files else NextStep(
        text=f"{counted(files, 'file')} of renamed pictures and captions to take back",
        remedy=Repair.READOPT.value, files=files, rows=due.count(Repair.READOPT))


def _touch(due: _Due) -> NextStep | None:
    rows = sum(len(verdicts) for _, verdicts in due.rows(Repair.TOUCH))
    return None if not rows else NextStep(
        text=f"{counted(rows, 'file')} with a new date and the same content",
        remedy=Repair.TOUCH.value, rows=rows)


def _clean(plan: CleanPlan, due: _Due) -> NextStep | None:
    taken = plan.preselected
    files, size = int(plan.files[taken].sum()), int(plan.bytes[taken].sum())
    return None if not files else NextStep(
        text=f"{counted(files, 'file')} nobody needs", remedy=Repair.CLEAN.value, files=files,
        bytes=size, rows=due.count(Repair.CLEAN))


def _quarantined(report: SurveyReport) -> Iterator[NextStep]:
    found = report.quarantined
    if found.files or found.bytes:
        yield NextStep(
            text=f"{counted(found.files, 'file')} in quarantine" if found.files
            else "Earlier indexes in quarantine",
            hint="Undo brings them back; emptying the quarantine deletes them for good.",
            remedy=Repair.QUARANTINE.value, files=found.files, bytes=found.bytes)


def _reconnect(report: SurveyReport) -> NextStep | None:
    rows = report.totals.offline
    return None if not rows else NextStep(
        text=f"{counted(rows, 'entry')} kept: their folder is out of reach",
        remedy=Repair.RECONNECT.value, rows=rows)


def _repair(report: SurveyReport) -> NextStep | None:
    found = sum(finding.repair == Repair.INDEX.value for finding in report.problems)
    return None if not found else NextStep(
        text=f"{counted(found, 'damaged index').replace('indexs', 'indexes')} to repair",
        remedy=Repair.INDEX.value, files=found)


def _samples(contents: set[StoreContent], count: int) -> str:
    """"14 pictures and captions"."""
    if contents == {StoreContent.IMAGE}:
        return counted(count, "picture")
    if contents == {StoreContent.TEXT}:
        return counted(count, "caption")
    if contents <= set(TRAINER_CONTENTS):
        return f"{count:,} pictures and captions"
    return counted(count, "source")
