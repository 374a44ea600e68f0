"""Finds the line of `remedies.REMEDIES` for every row and file of a survey, and how much that is.

Whether a command works is asked of what the command itself goes by: the clean plan, the survey's
re-adoptions, what a build of the config takes. Works on columns; only rows that drifted, and of
them only those that a clean could be about, cost a Python object.

How much there is to do is the one count that cards, tables, tabs, dialogs and commands tell.
Counted is what a person acts on by pressing the button of a remedy, each thing once:

=======================================  =========================================================
build, cache-folder, touch, reconnect    rows: a picture or caption in a cache, a value
readopt                                  cached files that are named again
clean                                    files that the plan has ticked; an entry whose files are
                                         gone already counts as one
repair-index                             damaged indexes, which are findings and no rows
none                                     rows and files that only the user can do something about
=======================================  =========================================================

A file that goes or comes back stands at the row that names it, so that no table lists it twice; one
that no row with the same remedy names stands for itself. What a clean lists without a tick is
counted apart, a row or a file each: it only goes if the user says so. Whoever adds up the counts of
rows, files and leftovers therefore gets the number on the card, on the button and in the plan.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

import msgspec
import numpy as np
import numpy.typing as npt

from larder.core.clean.plan import CleanPlan, CleanReason
from larder.core.keys.payload_names import parse_indexed_name
from larder.core.survey.checks.risks import Risk
from larder.core.survey.effects import Effect
from larder.core.survey.remedies import (
    NO_REMEDY,
    REMEDIES,
    TO_BUILD,
    Case,
    Repair,
    lines_of,
)
from larder.core.survey.report import StoreSurvey, SurveyReport
from larder.core.survey.roots import Unreachable
from larder.core.survey.training_risks import TrainingRisk
from larder.core.survey.variants import find_wanted_size
from larder.core.survey.verdicts import PayloadVerdict, Remark, Verdict
from larder.core.workspace.roots import flavour_of, is_absolute
from larder.core.workspace.samples import find_picture_stem, sample_stem
from larder.core.workspace.store_kinds import (
    TRAINER_CONTENTS,
    StoreContent,
    StoreFormat,
)

Cases = npt.NDArray[np.uint32]

CLEANED = (Verdict.SOURCE_MISSING, Verdict.CORRUPT_PAYLOAD)
"""Verdicts of single entries and values of which a clean may list files."""


BROKEN_KINDS = frozenset(risk.name_in_contract for risk in (
    Risk.UNREADABLE_PICTURE, Risk.LARGE_PICTURE, Risk.DEEP_PICTURE, Risk.UNREADABLE_MASK,
    Risk.UNREADABLE_CONDITIONING, Risk.UNREADABLE_CAPTION, Risk.CAPTION_ENCODING))
"""What is wrong with a file that neither a build nor a trainer can read."""

Codes = npt.NDArray[np.uint8]
Counts = npt.NDArray[np.int32]

TO_LOOK_AT = (
    PayloadVerdict.READOPTABLE, PayloadVerdict.ORPHANED, PayloadVerdict.SUPERSEDED,
    PayloadVerdict.UNINDEXED, PayloadVerdict.TEMP_LEFTOVER)
"""Files that a user wants to know of, also where no command does anything about them."""

OF_OTHERS = (PayloadVerdict.UNKNOWN,)
"""Files that are there for another config, as far as anyone knows, until they are ticked."""


class StoreRemedies(msgspec.Struct, frozen=True):
    """Remedies for the rows and files of one store.

    Attributes:
        rows: lines of `REMEDIES`, uint8, one per row.
        files: the same, one per file.
        leftovers: the same, one per leftover of a store of the released layout.
        row_counts, file_counts, leftover_counts: how much of what its remedy acts on each stands
            for, int32. 0 where another stands for it, or nothing is to be done; negative for as
            much that is not ticked.
        why_not_built: why a build makes nothing here, "" where it may.
    """

    rows: Codes
    files: Codes
    leftovers: Codes
    row_counts: Counts
    file_counts: Counts
    leftover_counts: Counts
    why_not_built: str = ""

    def count(self, repair: Repair, *, unticked: bool = False) -> int:
        """Return the count a command acts on; with `unticked`, that it leaves unless ticked."""
        sign = -1 if unticked else 1
        return sum(
            int(np.maximum(sign * amounts[has_repair(codes, repair)], 0).sum())
            for codes, amounts in (
                (self.rows, self.row_counts), (self.files, self.file_counts),
                (self.leftovers, self.leftover_counts)))


def find_remedies(
    report: SurveyReport, plan: CleanPlan, *, of_good_ones: bool = False
) -> tuple[StoreRemedies, ...]:
    """Find the remedy for each row and file of a survey.

    `of_good_ones`: give the reason why nothing can be built even if nothing has to be.
    """
    refused: Mapping[str, str] = {}
    if of_good_ones or any(
            np.isin(survey.rows.verdicts, [*map(int, TO_BUILD)]).any() for survey in report.stores
            if survey.location.kind.traits.is_onetrainers):
        # What knows what can be built is not loaded for a good cache.
        from larder.core.build.left_to_trainer import why_not_built

        refused = why_not_built(report)
    found = []
    dropped = plan.rows_dropped(plan.preselected)
    for at, survey in enumerate(report.stores):
        why = refused.get(survey.location.id, "")
        items = np.flatnonzero(plan.store == at).tolist()
        sources = {source for item in items for source in plan.sources_of(item)}
        payloads = frozenset(plan.payloads[item] for item in items)
        is_trainers = survey.location.kind.traits.is_onetrainers
        rows = _RemedyRows(
            report, at, frozenset(sources | {*plan.stores[at].dead_rows}), payloads,
            is_built=is_trainers and not why).codes()
        files, of_rows = _file_codes(survey, payloads), _rows_themselves(survey, rows)
        remedies = StoreRemedies(
            rows, files,
            np.full(len(survey.leftovers), LEFT_OVER, dtype=np.uint8),
            of_rows, _files_themselves(survey, files, of_rows),
            np.zeros(len(survey.leftovers), dtype=np.int32), why)
        _count_swept(survey, remedies)
        _count_cleaned(survey, plan, at, remedies, dropped.get(survey.location.id, ()))
        found.append(remedies)
    return tuple(found)


class _RemedyRows:
    """Finds the line of each row of one store."""

    def __init__(
        self, report: SurveyReport, at: int, offered_sources: frozenset[str],
        offered_payloads: frozenset[str], *, is_built: bool,
    ) -> None:
        """Take what the clean plan lists of the store, sources and payloads."""
        self._report = report
        self._survey = report.stores[at]
        self._counted = report.counted[at]
        self._offered_sources = offered_sources
        self._offered_payloads = offered_payloads
        self._is_built = is_built

    def codes(self) -> Codes:
        """Return the line of `REMEDIES` for each row."""
        rows, form = self._survey.rows, self._survey.location.kind.format
        open_ = (rows.verdicts < Verdict.UNUSED) | self._is_shared()
        if not open_.any():
            return np.zeros(len(rows), dtype=np.uint8)
        cases = self._cases(np.flatnonzero(open_))
        return _lines(rows.verdicts, Verdict, form, cases, open_)

    def _is_shared(self) -> npt.NDArray[np.bool_]:
        """Rows that need a cached file of their own; an older one of theirs tells nothing of it."""
        return np.asarray((self._survey.rows.also & np.uint32(Remark.SHARED_WRONGLY)) != 0)

    def _cases(self, drifted: npt.NDArray[np.int64]) -> Cases:
        survey, rows = self._survey, self._survey.rows
        cases = np.zeros(len(rows), dtype=np.uint32)
        cases[rows.has_entry] |= np.uint32(Case.ENTRY)
        cases[self._is_shared()] |= np.uint32(Case.SHARED)
        is_old = (rows.harms & np.uint32(1 << TrainingRisk.OLD_CONTENT)) != 0
        cases[is_old] |= np.uint32(Case.UNNOTICED)
        is_flipped = (rows.harms & np.uint32(1 << TrainingRisk.FLIPPED_BITS)) != 0
        cases[is_flipped] |= np.uint32(Case.FLIPPED)
        asked = survey.request_mask
        cases[asked] |= np.uint32(Case.ASKED)
        if not (self._report.workspace.config or self._report.workspace.concepts):
            cases |= np.uint32(Case.UNTOLD)
        if self._is_built:
            cases[asked & ~self._left_to_the_trainer()] |= np.uint32(Case.BUILDS)
        cases[rows.have(Verdict.SOURCE_MISSING, Verdict.SOURCE_UNREACHABLE)] |= np.uint32(
            Case.AWAY)
        claimed = [option.dead_row for option in survey.readoptions
                   if option.dead_row is not None]
        cases[[*claimed, *self._given_back(cases), *survey.moved]] |= np.uint32(Case.CLAIMED)
        self._add_roots(cases)
        self._add_broken(cases, drifted)
        if survey.location.kind.traits.records_sources:
            self._add_makers(cases, drifted)
        if survey.location.kind.traits.whole_groups:
            cases[np.isin(rows.concept, rows.concept[rows.has_entry])] |= np.uint32(Case.BEGUN)
            gone = np.flatnonzero(rows.verdicts == Verdict.SOURCE_MISSING)
            asks = np.isin(rows.concept[gone], rows.concept[asked])
            cases[gone[asks]] |= np.uint32(Case.ASKED)
        self._add_offered(cases, drifted)
        return cases

    def _given_back(self, cases: Cases) -> Iterator[int]:
        """Rows that an old cached file is given back to; not those that a build has to complete."""
        survey, needed = self._survey, np.ones(len(self._survey.rows), dtype=np.int32)
        is_text = survey.location.kind.content is StoreContent.TEXT
        for concept in self._report.workspace.concepts if survey.readoptions else ():
            rows = survey.wanted.get(concept.index, np.zeros(0, dtype=np.int32))
            needed[rows] = np.maximum(
                needed[rows], concept.text_variations if is_text else concept.image_variations)
        for option in survey.readoptions:
            names = map(parse_indexed_name, option.payloads)
            numbers = {name.variation for name in names if name is not None}
            if len(numbers) >= needed[option.row] or not cases[option.row] & Case.BUILDS:
                yield option.row

    def _left_to_the_trainer(self) -> npt.NDArray[np.bool_]:
        """Rows for which every concept that asks wants something that Larder does not do."""
        from larder.core.build.left_to_trainer import explain_left_out

        content, config = self._survey.location.kind.content, self._report.workspace.config
        workspace, survey = self._report.workspace, self._survey
        left = np.ones(len(survey.rows), dtype=np.bool_)
        if content not in TRAINER_CONTENTS:
            return ~left
        for concept in workspace.concepts:
            rows = survey.wanted.get(concept.index)
            if rows is not None and not explain_left_out(
                    workspace, concept, content, find_wanted_size(config, concept, content)):
                left[rows] = False
        return left

    def _add_roots(self, cases: Cases) -> None:
        root, roots = self._survey.rows.root, self._report.roots
        cases[root >= 0] |= np.uint32(Case.RECORDED)
        away = [at for at, one in enumerate(roots) if one.unreachable and not one.declared_gone]
        is_relocated = not self._survey.location.kind.traits.whole_groups
        movable = [at for at in away if is_absolute(roots[at].spelled, flavour_of(
            roots[at].spelled))
            or (is_relocated and roots[at].unreachable == Unreachable.FOLDER_GONE)]
        cases[np.isin(root, away)] |= np.uint32(Case.ROOT_AWAY)
        cases[np.isin(root, movable)] |= np.uint32(Case.MOVABLE)

    def _add_broken(self, cases: Cases, drifted: npt.NDArray[np.int64]) -> None:
        """Rows of which nothing can be made before the user has repaired a file."""
        checks = self._report.sources
        if checks is None or self._survey.location.kind.content not in TRAINER_CONTENTS:
            return
        if any(item.effect == Effect.STOPS.value for item in checks.items):
            cases |= np.uint32(Case.STOPPED)
        if checks.never_opened:
            cases |= np.uint32(Case.UNOPENED)
        paths = {item.path for item in checks.items if item.kind in BROKEN_KINDS}
        if not paths:
            return
        # A mask belongs to the picture of its stem, and not to that one's caption.
        stems = {find_picture_stem(path) for path in paths} - {""} \
            if self._survey.location.kind.content is StoreContent.IMAGE else set()
        rows = self._survey.rows
        cases[[row for row in drifted.tolist() if (source := rows.source(row)) in paths
               or sample_stem(source) in stems]] |= np.uint32(Case.BROKEN)

    def _add_makers(self, cases: Cases, drifted: npt.NDArray[np.int64]) -> None:
        from larder.core.build.rebuild_settings import RebuildMakers

        survey = self._survey
        makers = RebuildMakers(survey.location.path, survey.location.kind)
        names, on_disk = survey.payloads.names, survey.values_on_disk
        to_build = drifted[np.isin(survey.rows.verdicts[drifted], [*map(int, TO_BUILD)])]
        recorded = to_build[(cases[to_build] & np.uint32(Case.RECORDED)) != 0]
        cases[[row for row in recorded.tolist()
               if row >= on_disk or makers.may_make(names[row])]] |= np.uint32(Case.MAKER)

    def _add_offered(self, cases: Cases, drifted: npt.NDArray[np.int64]) -> None:
        rows, sources, payloads = (
            self._survey.rows, self._offered_sources, self._offered_payloads)
        if not (sources or payloads):
            return
        if self._survey.location.kind.traits.whole_groups:
            # A row's slots lie in one group, and a group is offered as a whole.
            groups = {name for name in payloads if "/" not in name}
            found = [row for row, slots in rows.payloads.items()
                     if slots[0].partition("/")[0] in groups] if groups else []
        elif self._survey.location.kind.traits.is_other_trainers:
            # A picture is the source of several rows, each with a file of its own.
            found = [row for row in drifted.tolist()
                     if not payloads.isdisjoint(rows.payloads.get(row, ()))]
        else:
            listed = drifted[np.isin(rows.verdicts[drifted], CLEANED)].tolist()
            found = [row for row in listed if rows.source(row) in sources
                     or not payloads.isdisjoint(rows.payloads.get(row, ()))]
        cases[found] |= np.uint32(Case.OFFERED)


def _file_codes(survey: StoreSurvey, offered: frozenset[str]) -> Codes:
    files, form = survey.payloads, survey.location.kind.format
    cases = np.zeros(len(files.names), dtype=np.uint32)
    if offered:
        cases[[row for row, name in enumerate(files.names) if name in offered]] \
            |= np.uint32(Case.OFFERED)
    return _lines(
        files.verdicts, PayloadVerdict, form, cases, np.ones(len(cases), dtype=np.bool_))


def _lines(
    verdicts: Codes, sort: type[Verdict] | type[PayloadVerdict], form: StoreFormat, cases: Cases,
    is_open: npt.NDArray[np.bool_],
) -> Codes:
    """The first line of the table that fits each of those that are open, 0 for none."""
    codes, is_open = np.zeros(len(verdicts), dtype=np.uint8), is_open.copy()
    for line, remedy in enumerate(REMEDIES):
        if form in remedy.formats and (wanted := _numbers(remedy.verdicts, sort)):
            needs, bars = np.uint32(remedy.needs), np.uint32(remedy.bars)
            fits = is_open & np.isin(verdicts, wanted) & (
                (cases & needs) == needs) & ((cases & bars) == 0)
            codes[fits] = line
            is_open &= ~fits
    return codes


def _numbers(
    verdicts: frozenset[Verdict | PayloadVerdict], sort: type[Verdict] | type[PayloadVerdict]
) -> Sequence[int]:
    """Verdicts of rows and of files have numbers in common."""
    return [int(verdict) for verdict in verdicts if isinstance(verdict, sort)]


LEFT_OVER = next(line for line, remedy in enumerate(REMEDIES)
                 if PayloadVerdict.LEFTOVER in _numbers(remedy.verdicts, PayloadVerdict))
"""The line of what nothing reads in groups of the released layout that are in use."""


def has_repair(codes: Codes, *repairs: Repair) -> npt.NDArray[np.bool_]:
    """Which lines of `REMEDIES` have one of these commands; of the same shape as `codes`."""
    # `np.isin` would load numpy's masked arrays for an empty column, a tenth of a survey's start.
    is_meant = np.zeros(1 << 8, np.bool_)
    is_meant[lines_of(*repairs)] = True
    return is_meant[codes]


def _rows_themselves(survey: StoreSurvey, rows: Codes) -> Counts:
    """One for each row of which nothing but the row is to be acted on."""
    verdicts = survey.rows.verdicts
    is_open = (verdicts < Verdict.UNUSED) | (rows != NO_REMEDY)
    is_open &= ~has_repair(rows, Repair.READOPT, Repair.CLEAN)
    # Nothing has to be done about a date that no command of ours stores.
    done_anyway = [Verdict.TOUCHED]
    if survey.location.kind.traits.whole_groups and has_repair(
            rows, Repair.BUILD).any():
        # The build that is due takes out what was made from deleted files.
        done_anyway.append(Verdict.SOURCE_MISSING)
    is_open &= ~(np.isin(verdicts, done_anyway) & has_repair(rows, Repair.NONE))
    return np.asarray(is_open, dtype=np.int32)


def _files_themselves(survey: StoreSurvey, files: Codes, rows: Counts) -> Counts:
    """One for each file without a command that no row which counts itself names."""
    is_left = has_repair(files, Repair.NONE) & np.isin(survey.payloads.verdicts, TO_LOOK_AT)
    for file in np.flatnonzero(is_left).tolist():
        is_left[file] = not any(rows[row] for row in survey.payloads.named_by.get(file, ()))
    return is_left.astype(np.int32)


def _count_swept(survey: StoreSurvey, remedies: StoreRemedies) -> None:
    """Each file at the row of its old name, else at that of its new one, else at itself."""
    lines = lines_of(Repair.READOPT)
    places = {survey.payloads.names[file]: file
              for file in np.flatnonzero(has_repair(remedies.files, Repair.READOPT)).tolist()}
    taken: set[str] = set()
    for option in () if survey.index.unread else survey.readoptions:
        names = [name for name in dict.fromkeys(option.payloads) if name not in taken]
        taken.update(names)
        known = [row for row in (option.dead_row, option.row)
                 if row is not None and remedies.rows[row] in lines]
        if known:
            remedies.row_counts[known[0]] += len(names)
        else:
            for file in (places[name] for name in names if name in places):
                remedies.file_counts[file] += 1
    for row in survey.moved:
        remedies.row_counts[row] += remedies.rows[row] in lines


def _count_cleaned(
    survey: StoreSurvey, plan: CleanPlan, at: int, remedies: StoreRemedies,
    dropped: Collection[str],
) -> None:
    """Count what the clean of everything acts on; `dropped` index rows go with what it ticks."""
    items = np.flatnonzero(plan.store == at).tolist()
    if not (items or dropped):
        return
    owners = _Owners(survey, np.flatnonzero(has_repair(remedies.rows, Repair.CLEAN)).tolist())
    of_files = np.flatnonzero(has_repair(remedies.files, Repair.CLEAN)).tolist()
    places = {survey.payloads.names[file]: (remedies.file_counts, file) for file in of_files}
    places.update((left.name, (remedies.leftover_counts, number))
                  for number, left in enumerate(survey.leftovers))
    of_others = {survey.payloads.names[file] for file in of_files
                 if survey.payloads.verdicts[file] in OF_OTHERS}
    with_files: set[int] = set()
    for item in items:
        name = plan.payloads[item]
        owning = owners.of(name, plan.sources_of(item))
        with_files.update(owning)
        is_group = plan.reason[item] == CleanReason.LEGACY_GROUP
        if plan.preselected[item]:
            # Its rows are told by the group, which goes as a whole.
            column, place = places[name] if name in places and (is_group or not owning) else (
                remedies.row_counts, owning[0])
            column[place] = max(column[place], 0) + plan.files[item]
        elif owning:
            for row in owning:
                remedies.row_counts[row] = remedies.row_counts[row] or -1
        elif name in places and name not in of_others:
            column, place = places[name]
            column[place] = -1
    for source in dropped:
        for row in owners.find_rows(source):
            remedies.row_counts[row] = remedies.row_counts[row] or row not in with_files


class _Owners:
    """Rows that a clean is the remedy of, by the files they name and by their sources."""

    def __init__(self, survey: StoreSurvey, rows: Sequence[int]) -> None:
        self._by_name: dict[str, list[int]] = {}
        self._by_source: dict[str, list[int]] = {}
        in_groups = survey.location.kind.traits.whole_groups
        for row in rows:
            names = survey.rows.payloads.get(row, ())
            for name in dict.fromkeys(
                    name.partition("/")[0] for name in names) if in_groups else names:
                self._by_name.setdefault(name, []).append(row)
            self._by_source.setdefault(survey.rows.source(row), []).append(row)

    def of(self, name: str, sources: Sequence[str]) -> Sequence[int]:
        """The rows of an offered file: those that name it, else those of its sources."""
        return self._by_name.get(name) or [
            row for source in sources for row in self.find_rows(source)]

    def find_rows(self, source: str) -> Sequence[int]:
        """The rows of a source."""
        return self._by_source.get(source, ())
