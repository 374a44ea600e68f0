from __future__ import annotations

import itertools
from collections.abc import Callable

import numpy as np
import pytest

from larder.app.models.entry_rows import (
    OWN_COLUMNS,
    Arrangement,
    EntryColumn,
    group_cards,
    runs,
    sort_rows,
)
from larder.app.models.survey_snapshot import SurveySnapshot
from larder.app.view_state import Scope
from larder.core.queries.filter_language import parse_filter
from tests.app.synthetic_survey import EMPTY, MILLION, Recipe

MANY = Recipe(rows=500, names_per_folder=40)
Snapshots = Callable[[Recipe], SurveySnapshot]


def plain_key(snapshot: SurveySnapshot, column: EntryColumn, row: int) -> object:
    entries = snapshot.entries
    concept = int(entries.concept[row])
    return {
        EntryColumn.SOURCE: entries.name[row].casefold(),
        EntryColumn.FOLDER: entries.folders[int(entries.folder[row])].casefold(),
        EntryColumn.KIND: snapshot.document.stores[int(entries.store[row])].id,
        EntryColumn.CONCEPT: (concept < 0, snapshot.document.concepts[concept].name.casefold()),
        EntryColumn.STATE: int(entries.verdict[row]),
        EntryColumn.REASON: int(entries.verdict[row]),
        EntryColumn.SIZE: int(entries.bytes[row]),
        EntryColumn.ALSO: int(entries.also[row]),
        EntryColumn.INDEXED: bool(entries.has_entry[row]),
    }[column]


@pytest.mark.parametrize("column", [c for c in EntryColumn if c not in OWN_COLUMNS])
@pytest.mark.parametrize("descending", [False, True])
def test_rows_are_sorted_by_raw_value(
    snapshot: Snapshots, column: EntryColumn, descending: bool,
) -> None:
    survey = snapshot(MANY)
    rows = sort_rows(survey, Arrangement(column=column, descending=descending))
    assert sorted(rows.tolist()) == list(range(500))
    keys = [plain_key(survey, column, int(row)) for row in rows]
    assert keys == sorted(keys, reverse=descending)


@pytest.mark.parametrize("descending", [False, True])
def test_equal_rows_keep_the_order_by_folder_and_name(
    snapshot: Snapshots, descending: bool,
) -> None:
    survey = snapshot(MANY)
    rows = sort_rows(survey, Arrangement(column=EntryColumn.STATE, descending=descending))
    entries = survey.entries
    places = {int(row): at for at, row in enumerate(survey.natural_order)}
    for first, second in itertools.pairwise(rows):
        if entries.verdict[first] == entries.verdict[second]:
            assert places[int(first)] < places[int(second)]


def test_filter_and_scope_leave_the_rows_that_meet_both(snapshot: Snapshots) -> None:
    survey = snapshot(MANY)
    rows = sort_rows(survey, Arrangement(
        wanted=parse_filter("state:stale"), scope=Scope(store=1, concept=0)))
    entries = survey.entries
    stale = set(np.flatnonzero(
        np.isin(entries.verdict, [3, 7, 8]) & (entries.store == 1) & (entries.concept == 0)))
    assert set(rows.tolist()) == stale
    assert stale


def test_scope_without_a_concept_is_not_the_whole_workspace(snapshot: Snapshots) -> None:
    survey = snapshot(Recipe(rows=30, concepts=0))
    assert len(sort_rows(survey, Arrangement(scope=Scope(concept=-1)))) == 30
    assert len(sort_rows(survey, Arrangement(scope=Scope(concept=0)))) == 0


def test_no_rows_can_be_arranged_in_every_way(snapshot: Snapshots) -> None:
    survey = snapshot(EMPTY)
    for column in EntryColumn:
        for descending in (False, True):
            rows = sort_rows(survey, Arrangement(column=column, descending=descending,
                                                 wanted=parse_filter("img")))
            assert rows.tolist() == []


def test_a_million_rows_are_sorted_and_filtered_right(snapshot: Snapshots) -> None:
    survey = snapshot(MILLION)
    rows = sort_rows(survey, Arrangement(
        column=EntryColumn.SIZE, descending=True, wanted=parse_filter("kind:text size:>100KB 99")))
    entries = survey.entries
    sizes = entries.bytes[rows]
    assert (np.diff(sizes) <= 0).all()
    assert (entries.store[rows] == 1).all()
    assert int(sizes.min()) > 100_000
    names = [entries.name[int(row)] for row in rows[:200]]
    assert all("99" in name for name in names)
    expected = np.count_nonzero((entries.store == 1) & (entries.bytes > 100_000))
    assert 0 < len(rows) < expected


@pytest.mark.parametrize(("mask", "expected"), [
    ([], []),
    ([False, False], []),
    ([True], [(0, 0)]),
    ([True, True, False, True], [(0, 1), (3, 3)]),
    ([False, True, True], [(1, 2)]),
])
def test_runs_are_first_and_last_positions(
    mask: list[bool], expected: list[tuple[int, int]],
) -> None:
    assert runs(np.array(mask, dtype=np.bool_)) == expected


def test_rows_of_a_sample_follow_one_another_where_its_first_one_was(snapshot: Snapshots) -> None:
    survey = snapshot(MANY)
    entries = survey.entries
    for wanted in ("", "kind:text"):
        arrangement = Arrangement(
            column=EntryColumn.SIZE, descending=True, wanted=parse_filter(wanted))
        before = sort_rows(survey, arrangement)
        rows, cards = group_cards(survey, before)
        assert sorted(rows.tolist()) == sorted(before.tolist())
        samples = [int(entries.sample[row]) for row in before]
        assert [int(entries.sample[row]) for row in rows[cards.starts[:-1]]] == list(
            dict.fromkeys(samples))
        for start, end, picture, caption in zip(
                cards.starts, cards.starts[1:], cards.pictures, cards.captions, strict=False):
            of_card = rows[start:end]
            assert len({int(entries.sample[row]) for row in (*of_card, picture, caption)}) == 1
            assert [int(entries.verdict[row]) for row in of_card] == sorted(
                int(entries.verdict[row]) for row in of_card)
            assert entries.name[picture].endswith(".jpg")
            assert entries.name[caption].endswith(".txt")


def test_nothing_makes_no_card(snapshot: Snapshots) -> None:
    rows, cards = group_cards(snapshot(EMPTY), np.zeros(0, np.int32))
    assert (len(rows), len(cards), cards.starts.tolist()) == (0, 0, [0])
