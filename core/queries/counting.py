"""How much there is to do: the one count that cards, tables, tabs, dialogs and commands tell.

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

from collections.abc import Collection, Sequence

import msgspec
import numpy as np
import numpy.typing as npt

from larder.core.clean.plan import CleanPlan, CleanReason
from larder.core.survey.remedies import NO_REMEDY, Repair, lines_of
from larder.core.survey.report import StoreSurvey
from larder.core.survey.verdicts import PayloadVerdict, Verdict
from larder.core.workspace.store_kinds import StoreFormat

Codes = npt.NDArray[np.uint8]
Counts = npt.NDArray[np.int32]

TO_LOOK_AT = (
    PayloadVerdict.READOPTABLE, PayloadVerdict.ORPHANED, PayloadVerdict.SUPERSEDED,
    PayloadVerdict.UNINDEXED, PayloadVerdict.TEMP_LEFTOVER)
"""Files that a user wants to know of, also where no command does anything about them."""

OF_OTHERS = (PayloadVerdict.UNKNOWN,)
"""Files that are there for another config, as far as anyone knows, until they are ticked."""


class StoreCounts(msgspec.Struct, frozen=True):
    """How much of what their remedies act on rows, files and leftovers of one store stand for.

    int32, one per row, file and leftover. 0 where another stands for it, or nothing is to be done;
    negative for as much that is not ticked.
    """

    rows: Counts
    files: Counts
    leftovers: Counts


def has_repair(codes: Codes, *repairs: Repair) -> npt.NDArray[np.bool_]:
    """Which lines of `REMEDIES` have one of these commands; of the same shape as `codes`."""
    # `np.isin` would load numpy's masked arrays for an empty column, a tenth of a survey's start.
    is_meant = np.zeros(1 << 8, np.bool_)
    is_meant[lines_of(*repairs)] = True
    return is_meant[codes]


def count_store(
    survey: StoreSurvey, plan: CleanPlan, at: int, *, rows: Codes, files: Codes,
    dropped: Collection[str],
) -> StoreCounts:
    """Count one store.

    Args:
        survey: what was found in it.
        plan: the clean of everything.
        at: number of the store in it.
        rows: lines of `REMEDIES`, one per row.
        files: the same, one per file.
        dropped: index rows that go with what the plan has ticked.
    """
    counts = StoreCounts(
        _rows_themselves(survey, rows), _files_themselves(survey, files),
        np.zeros(len(survey.leftovers), dtype=np.int32))
    _count_taken_back(survey, counts, rows, files)
    _count_cleaned(survey, plan, at, counts, rows, files, dropped)
    return counts


def _rows_themselves(survey: StoreSurvey, rows: Codes) -> Counts:
    """One for each row of which nothing but the row is to be acted on."""
    verdicts = survey.rows.verdicts
    is_open = (verdicts < Verdict.UNUSED) | (rows != NO_REMEDY)
    is_open &= ~has_repair(rows, Repair.READOPT, Repair.CLEAN)
    # Nothing has to be done about a date that no command of ours stores.
    done_anyway = [Verdict.TOUCHED]
    if survey.location.kind.format is StoreFormat.LEGACY and has_repair(
            rows, Repair.BUILD).any():
        # The build that is due takes out what was made from deleted files.
        done_anyway.append(Verdict.SOURCE_MISSING)
    is_open &= ~(np.isin(verdicts, done_anyway) & has_repair(rows, Repair.NONE))
    return np.asarray(is_open, dtype=np.int32)


def _files_themselves(survey: StoreSurvey, files: Codes) -> Counts:
    is_left = has_repair(files, Repair.NONE) & np.isin(survey.payloads.verdicts, TO_LOOK_AT)
    return is_left.astype(np.int32)


def _count_taken_back(
    survey: StoreSurvey, counts: StoreCounts, rows: Codes, files: Codes
) -> None:
    """Each file at the row of its old name, else at that of its new one, else at itself."""
    lines = lines_of(Repair.READOPT)
    places = {survey.payloads.names[file]: file
              for file in np.flatnonzero(has_repair(files, Repair.READOPT)).tolist()}
    taken: set[str] = set()
    for option in () if survey.index.unread else survey.readoptions:
        names = [name for name in dict.fromkeys(option.payloads) if name not in taken]
        taken.update(names)
        known = [row for row in (option.dead_row, option.row)
                 if row is not None and rows[row] in lines]
        if known:
            counts.rows[known[0]] += len(names)
        else:
            for file in (places[name] for name in names if name in places):
                counts.files[file] += 1
    for row in survey.moved:
        counts.rows[row] += rows[row] in lines


def _count_cleaned(
    survey: StoreSurvey, plan: CleanPlan, at: int, counts: StoreCounts, rows: Codes, files: Codes,
    dropped: Collection[str],
) -> None:
    items = np.flatnonzero(plan.store == at).tolist()
    if not (items or dropped):
        return
    owners = _Owners(survey, np.flatnonzero(has_repair(rows, Repair.CLEAN)).tolist())
    of_files = np.flatnonzero(has_repair(files, Repair.CLEAN)).tolist()
    places = {survey.payloads.names[file]: (counts.files, file) for file in of_files}
    places.update((left.name, (counts.leftovers, number))
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
                counts.rows, owning[0])
            column[place] = max(column[place], 0) + plan.files[item]
        elif owning:
            for row in owning:
                counts.rows[row] = counts.rows[row] or -1
        elif name in places and name not in of_others:
            column, place = places[name]
            column[place] = -1
    for source in dropped:
        for row in owners.named(source):
            counts.rows[row] = counts.rows[row] or row not in with_files


class _Owners:
    """Rows that a clean is the remedy of, by the files they name and by their sources."""

    def __init__(self, survey: StoreSurvey, rows: Sequence[int]) -> None:
        self._by_name: dict[str, list[int]] = {}
        self._by_source: dict[str, list[int]] = {}
        in_groups = survey.location.kind.format is StoreFormat.LEGACY
        for row in rows:
            names = survey.rows.payloads.get(row, ())
            for name in dict.fromkeys(
                    name.partition("/")[0] for name in names) if in_groups else names:
                self._by_name.setdefault(name, []).append(row)
            self._by_source.setdefault(survey.rows.source(row), []).append(row)

    def of(self, name: str, sources: Sequence[str]) -> Sequence[int]:
        """The rows of an offered file: those that name it, else those of its sources."""
        return self._by_name.get(name) or [
            row for source in sources for row in self.named(source)]

    def named(self, source: str) -> Sequence[int]:
        """The rows of a source."""
        return self._by_source.get(source, ())
