"""Finds the line of `remedies.REMEDIES` for every row and file of a survey.

Whether a command works is asked of what the command itself goes by: the clean plan, the survey's
re-adoptions, what a build of the config takes. Works on columns; only rows that drifted, and of
them only those that a clean could be about, cost a Python object.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
import numpy as np
import numpy.typing as npt

from larder.core.clean.plan import CleanPlan
from larder.core.queries.counting import Codes, StoreCounts, count_store, has_repair
from larder.core.survey.remedies import REMEDIES, TO_BUILD, Case, Remedy, Repair
from larder.core.survey.report import StoreSurvey, SurveyReport
from larder.core.survey.variants import wanted_size
from larder.core.survey.verdicts import Also, PayloadVerdict, Verdict
from larder.core.workspace.roots import flavour_of, is_absolute
from larder.core.workspace.store_kinds import StoreContent, StoreFormat, kind_of

Cases = npt.NDArray[np.uint16]

INDEXED_OR_RELEASED = (StoreFormat.SMART, StoreFormat.LEGACY)
"""Formats of a trainer's own stores, which a build of its config fills."""

CLEANED = (Verdict.SOURCE_MISSING, Verdict.CORRUPT_PAYLOAD)
"""Verdicts of single entries and values of which a clean may list files."""


class StoreRemedies(msgspec.Struct, frozen=True):
    """What mends the rows and files of one store.

    Attributes:
        rows: lines of `REMEDIES`, uint8, one per row.
        files: the same, one per file.
        leftovers: the same, one per leftover of a store of the released layout.
        counts: how much of that each stands for.
        why_not_built: why a build makes nothing here, "" where it may.
    """

    rows: Codes
    files: Codes
    leftovers: Codes
    counts: StoreCounts
    why_not_built: str = ""

    def count(self, repair: Repair, *, unticked: bool = False) -> int:
        """What a command acts on here; with `unticked`, what it leaves unless the user ticks it."""
        sign = -1 if unticked else 1
        return sum(
            int(np.maximum(sign * amounts[has_repair(codes, repair)], 0).sum())
            for codes, amounts in (
                (self.rows, self.counts.rows), (self.files, self.counts.files),
                (self.leftovers, self.counts.leftovers)))


def find_remedies(
    report: SurveyReport, plan: CleanPlan, *, of_good_ones: bool = False
) -> tuple[StoreRemedies, ...]:
    """What mends each row and file of a survey.

    `of_good_ones`: say why nothing can be built although nothing has to be.
    """
    refused: Mapping[str, str] = {}
    if of_good_ones or any(
            _has(survey.rows.verdicts, TO_BUILD) for survey in report.stores
            if survey.location.kind.format in INDEXED_OR_RELEASED):
        # What knows what can be built is not loaded for a good cache.
        from larder.core.build.scope import why_not_built

        refused = why_not_built(report)
    found = []
    dropped = plan.rows_dropped(plan.preselected)
    for at, survey in enumerate(report.stores):
        why = refused.get(survey.location.id, "")
        offered = _Offered.of(plan, at)
        is_trainers = survey.location.kind.format in INDEXED_OR_RELEASED
        rows = _Rows(report, at, offered, is_built=is_trainers and not why).codes()
        files = _file_codes(survey, offered)
        leftovers = np.full(len(survey.leftovers), LEFT_OVER, dtype=np.uint8)
        counts = count_store(
            survey, plan, at, rows=rows, files=files, dropped=dropped.get(survey.location.id, ()))
        found.append(StoreRemedies(rows, files, leftovers, counts, why))
    return tuple(found)


class _Offered(msgspec.Struct, frozen=True):
    """What the clean plan lists of one store."""

    sources: frozenset[str]
    payloads: frozenset[str]

    @classmethod
    def of(cls, plan: CleanPlan, store: int) -> _Offered:
        items = np.flatnonzero(plan.store == store).tolist()
        sources = {source for item in items for source in plan.sources_of(item)}
        return cls(
            frozenset(sources | {*plan.stores[store].dead_rows}),
            frozenset(plan.payloads[item] for item in items))


class _Rows:
    """Finds the line of each row of one store."""

    def __init__(
        self, report: SurveyReport, at: int, offered: _Offered, *, is_built: bool
    ) -> None:
        self._report = report
        self._survey = report.stores[at]
        self._counted = report.counted[at]
        self._offered = offered
        self._is_built = is_built

    def codes(self) -> Codes:
        """Lines of `REMEDIES`."""
        rows, form = self._survey.rows, self._survey.location.kind.format
        codes = np.zeros(len(rows), dtype=np.uint8)
        open_ = (rows.verdicts < Verdict.UNUSED) | self._is_shared()
        if not open_.any():
            return codes
        cases = self._cases(np.flatnonzero(open_))
        for line, remedy in enumerate(REMEDIES):
            if form in remedy.formats and (wanted := _numbers(remedy.verdicts, Verdict)):
                fits = open_ & np.isin(rows.verdicts, wanted) & _hold(cases, remedy)
                codes[fits] = line
                open_ &= ~fits
        return codes

    def _is_shared(self) -> npt.NDArray[np.bool_]:
        """Rows that need a cached file of their own; an older one of theirs tells nothing of it."""
        return np.asarray((self._survey.rows.also & np.uint32(Also.SHARED_WRONGLY)) != 0)

    def _cases(self, drifted: npt.NDArray[np.int64]) -> Cases:
        survey, rows = self._survey, self._survey.rows
        cases = np.zeros(len(rows), dtype=np.uint16)
        cases[rows.has_entry] |= np.uint16(Case.ENTRY)
        cases[self._is_shared()] |= np.uint16(Case.SHARED)
        asked = survey.asked
        cases[asked] |= np.uint16(Case.ASKED)
        if not (self._report.workspace.config or self._report.workspace.concepts):
            cases |= np.uint16(Case.UNTOLD)
        if self._is_built:
            cases[asked & ~self._left_to_the_trainer()] |= np.uint16(Case.BUILDS)
        cases[rows.have(Verdict.SOURCE_MISSING, Verdict.SOURCE_UNREACHABLE)] |= np.uint16(
            Case.AWAY)
        claimed = [row for option in survey.readoptions for row in (option.row, option.dead_row)
                   if row is not None]
        cases[[*claimed, *survey.moved]] |= np.uint16(Case.CLAIMED)
        self._add_roots(cases)
        form = survey.location.kind.format
        if form is StoreFormat.SHARDED:
            self._add_makers(cases, drifted)
        elif form is StoreFormat.LEGACY:
            cases[np.isin(rows.concept, rows.concept[rows.has_entry])] |= np.uint16(Case.BEGUN)
            gone = np.flatnonzero(rows.verdicts == Verdict.SOURCE_MISSING)
            asks = np.isin(rows.concept[gone], rows.concept[asked])
            cases[gone[asks]] |= np.uint16(Case.ASKED)
        self._add_offered(cases, drifted)
        return cases

    def _left_to_the_trainer(self) -> npt.NDArray[np.bool_]:
        """Rows for which every concept that asks wants something that Larder does not do."""
        from larder.core.build.scope import why_left

        content, config = self._survey.location.kind.content, self._report.workspace.config
        kind = kind_of(StoreFormat.SMART, content)
        workspace, survey = self._report.workspace, self._survey
        left = np.ones(len(survey.rows), dtype=np.bool_)
        if content is not StoreContent.IMAGE:
            return ~left
        for concept in workspace.concepts:
            rows = survey.wanted.get(concept.index)
            if rows is not None and not why_left(
                    config, concept, wanted_size(config, concept, kind)):
                left[rows] = False
        return left

    def _add_roots(self, cases: Cases) -> None:
        root, roots = self._survey.rows.root, self._report.roots
        cases[root >= 0] |= np.uint16(Case.RECORDED)
        away = [at for at, one in enumerate(roots) if one.unreachable and not one.declared_gone]
        movable = [at for at in away if is_absolute(roots[at].spelled, flavour_of(
            roots[at].spelled))]
        cases[np.isin(root, away)] |= np.uint16(Case.ROOT_AWAY)
        cases[np.isin(root, movable)] |= np.uint16(Case.MOVABLE)

    def _add_makers(self, cases: Cases, drifted: npt.NDArray[np.int64]) -> None:
        from larder.core.build.former_settings import FormerMakers

        survey = self._survey
        makers = FormerMakers(survey.location.path, survey.location.kind)
        names, on_disk = survey.payloads.names, survey.values_on_disk
        to_build = drifted[np.isin(survey.rows.verdicts[drifted], [*map(int, TO_BUILD)])]
        recorded = to_build[(cases[to_build] & np.uint16(Case.RECORDED)) != 0]
        cases[[row for row in recorded.tolist()
               if row >= on_disk or makers.may_make(names[row])]] |= np.uint16(Case.MAKER)

    def _add_offered(self, cases: Cases, drifted: npt.NDArray[np.int64]) -> None:
        rows, offered = self._survey.rows, self._offered
        if not (offered.sources or offered.payloads):
            return
        if self._survey.location.kind.format is StoreFormat.LEGACY:
            found = [row for row, slots in rows.payloads.items()
                     if any(name.partition("/")[0] in offered.payloads for name in slots)]
        else:
            listed = drifted[np.isin(rows.verdicts[drifted], CLEANED)].tolist()
            found = [row for row in listed if rows.source(row) in offered.sources
                     or not offered.payloads.isdisjoint(rows.payloads.get(row, ()))]
        cases[found] |= np.uint16(Case.OFFERED)


def _file_codes(survey: StoreSurvey, offered: _Offered) -> Codes:
    files, form = survey.payloads, survey.location.kind.format
    codes = np.zeros(len(files.names), dtype=np.uint8)
    cases = np.zeros(len(codes), dtype=np.uint16)
    if offered.payloads:
        cases[[row for row, name in enumerate(files.names) if name in offered.payloads]] \
            |= np.uint16(Case.OFFERED)
    for line, remedy in enumerate(REMEDIES):
        if form in remedy.formats and (wanted := _numbers(remedy.verdicts, PayloadVerdict)):
            fits = np.isin(files.verdicts, wanted) & _hold(cases, remedy)
            codes[fits & (codes == 0)] = line
    return codes


def _numbers(
    verdicts: frozenset[Verdict | PayloadVerdict], sort: type[Verdict] | type[PayloadVerdict]
) -> Sequence[int]:
    """Verdicts of rows and of files have numbers in common."""
    return [int(verdict) for verdict in verdicts if isinstance(verdict, sort)]


LEFT_OVER = next(line for line, remedy in enumerate(REMEDIES)
                 if PayloadVerdict.LEFTOVER in _numbers(remedy.verdicts, PayloadVerdict))
"""The line of what nothing reads in groups of the released layout that are in use."""


def _hold(cases: Cases, remedy: Remedy) -> npt.NDArray[np.bool_]:
    needs, bars = np.uint16(remedy.needs), np.uint16(remedy.bars)
    held: npt.NDArray[np.bool_] = ((cases & needs) == needs) & ((cases & bars) == 0)
    return held


def _has(verdicts: Codes, wanted: frozenset[Verdict]) -> bool:
    return bool(np.isin(verdicts, [int(verdict) for verdict in wanted]).any())
