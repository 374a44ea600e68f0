from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from larder.core.columns import Array, TextColumn
from larder.core.quantities import parse_size
from larder.core.queries import filter_rows
from larder.core.queries.filter_language import (
    FilterError,
    parse_filter,
    quote,
    state_words,
)
from larder.core.queries.filter_rows import matching_rows, rows_with_edge, rows_with_text
from larder.core.survey.coverage import COUNTED_AS
from larder.core.survey.document import StoreFacts
from larder.core.survey.verdicts import VERDICTS, Remark, Verdict
from larder.core.workspace.roots import before_name

STORES = tuple(StoreFacts(id=name, kind=kind, path="") for name, kind in (
    ("image", "smart-image"), ("text", "smart-text"), ("old", "legacy-image")))
CONCEPTS = ("Portraits", "Old barns")
ROWS = (
    # store, concept, folder, name, verdict, also, bytes
    (0, 0, "data/portraits", "Anna 1.jpg", Verdict.VALID, 0, 8_000),
    (0, 0, "data/portraits", "berta.JPG", Verdict.CONTENT_CHANGED, 0, 12_000_000),
    (1, 0, "data/portraits", "anna 1.txt", Verdict.TOUCHED, int(Remark.PROMPT_NOT_CHECKED), 500),
    (0, 1, "D:\\barns\\north", "barn.png", Verdict.MISSING_ENTRY, 0, 0),
    (2, -1, "", "stray.webp", Verdict.SOURCE_UNREACHABLE, 0, 10_000_000),
)


def columns_of(rows: tuple[tuple[object, ...], ...] = ROWS) -> dict[str, Array | TextColumn]:
    store, concept, folder, name, verdict, also, size = zip(*rows, strict=True)
    folders = sorted(set(folder))
    return {
        "store": np.array(store, dtype=np.uint8),
        "concept": np.array(concept, dtype=np.int16),
        "folder": np.array([folders.index(text) for text in folder], dtype=np.int32),
        "folders": TextColumn.from_strings(folders),
        "before": TextColumn.from_strings(
            before_name(name, "\\" if "\\" in name else "/") for name in folders),
        "name": TextColumn.from_strings(name),
        "verdict": np.array(verdict, dtype=np.uint8),
        "also": np.array(also, dtype=np.uint32),
        "counted": COUNTED_AS[np.array(verdict, dtype=np.uint8)],
        "bytes": np.array(size, dtype=np.int64),
    }


def found(text: str) -> list[int]:
    mask = matching_rows(parse_filter(text), columns_of(), stores=STORES, concepts=CONCEPTS)
    assert mask.dtype == np.bool_
    return np.flatnonzero(mask).tolist()


@pytest.mark.parametrize(("text", "rows"), [
    ("", [0, 1, 2, 3, 4]),
    ("   ", [0, 1, 2, 3, 4]),
    ("jpg", [0, 1]),
    ("ANNA", [0, 2]),
    ('"anna 1"', [0, 2]),
    ('"anna 1', [0, 2]),
    ("-jpg", [2, 3, 4]),
    ("portraits anna", [0, 2]),
    ("portraits/anna", [0, 2]),
    ("portraits\\anna", [0, 2]),
    ("barns/north/barn", [3]),
    ("d:\\barns", [3]),
    ("north/", [3]),
    ("portraits/barn", []),
    ("state:stale", [1]),
    ("state:content-changed", [1]),
    ("state:edited", [1]),
    ("state:missing", [3]),
    ("state:stale,missing", [1, 3]),
    ("state:covered", [0, 2]),
    ("state:problem", [1, 4]),
    ("state:offline", [4]),
    ('state:"not cached yet"', [3]),
    ("state:prompt-not-checked", [2]),
    ("-state:valid", [1, 2, 3, 4]),
    ("kind:image", [0, 1, 3, 4]),
    ("kind:text", [2]),
    ("kind:legacy", [4]),
    ("kind:vision", []),
    ("size:>10MB", [1]),
    ("size:>=10MB", [1, 4]),
    ("size:10MB", [1, 4]),
    ("size:<1KB", [2, 3]),
    ("size:1KiB..8KB", [0]),
    ("size:..0", [3]),
    ("size:>11.5mb", [1]),
    ("size:=500", [2]),
    ("concept:port", [0, 1, 2]),
    ('concept:"old barns"', [3]),
    ("concept:none", [4]),
    ("concept:barns,none", [3, 4]),
    ("folder:portraits", [0, 1, 2]),
    ("folder:barns/north", [3]),
    ("name:1.jpg", [0]),
    ("name:portraits", []),
    ("state:", [0, 1, 2, 3, 4]),
    ("kind:text state:touched anna", [2]),
    ("STATE:Stale", [1]),
    ("state:out-of-date,not-cached", [1, 3]),
    ("state:cached", [0, 2]),
])
def test_filter_finds_the_rows_it_names(text: str, rows: list[int]) -> None:
    assert found(text) == rows


@pytest.mark.parametrize("unit", ["", "B", "k", "KB", "M", "mb", "Mi", "MiB", "G", "GiB", "Ti"])
def test_a_size_means_the_same_in_the_filter_and_in_a_budget(unit: str) -> None:
    term, = parse_filter(f"size:>=3{unit}")
    assert term.sizes[0][0] == parse_size(f"3{unit}")


@pytest.mark.parametrize("text", [
    "colour:red", "state:shiny", "size:big", "size:>", "size:10XB", "size:1..x", "-state:shiny",
])
def test_filter_that_makes_no_sense_is_told_in_one_sentence_with_a_way_out(text: str) -> None:
    with pytest.raises(FilterError) as caught:
        parse_filter(text)
    assert caught.value.problem.endswith(".")
    assert caught.value.hint.endswith(".")


def test_quotes_make_a_colon_plain_text() -> None:
    assert found('"colour:red"') == []


def test_states_are_offered_in_the_words_of_the_tables_and_those_of_documents_are_known() -> None:
    offered = state_words()
    assert {"out-of-date", "not-cached", "cached", "gone", "edited", "date-changed-only",
            "mask-changed", "not-cached-yet", "up-to-date"} <= set(offered)
    assert not {"stale", "missing", "covered", "touched", "content-changed"} & set(offered)
    for word in offered:
        parse_filter(f"state:{word}")
    for verdict in Verdict:
        assert parse_filter(f"state:{verdict.name_in_contract}") == parse_filter(
            f"state:{quote(VERDICTS[verdict].label)}")


def test_no_rows_give_an_empty_mask() -> None:
    empty = {
        name: column[:0] if not isinstance(column, TextColumn) else TextColumn.from_strings([])
        for name, column in columns_of().items()
    }
    for text in ("", "anna", "a/b", "state:stale", "kind:image", "concept:x", "size:>1"):
        mask = matching_rows(parse_filter(text), empty, stores=(), concepts=())
        assert mask.shape == (0,)


@given(st.text(max_size=30))
def test_any_text_is_a_filter_or_a_filter_error(text: str) -> None:
    try:
        wanted = parse_filter(text)
    except FilterError:
        return
    mask = matching_rows(wanted, columns_of(), stores=STORES, concepts=CONCEPTS)
    assert mask.shape == (len(ROWS),)


@given(name=st.text(st.characters(exclude_characters='"'), min_size=1, max_size=8))
def test_a_quoted_name_finds_its_own_row(name: str) -> None:
    rows = ((0, 0, "data", name, Verdict.VALID, 0, 1), (0, 0, "data", "", Verdict.VALID, 0, 1))
    mask = matching_rows(parse_filter(f'name:"{name}"'), columns_of(rows), stores=STORES,
                         concepts=CONCEPTS)
    assert mask[0]


def test_lone_surrogates_of_other_systems_names_are_found() -> None:
    rows = ((0, 0, "data", "caf\udce9.jpg", Verdict.VALID, 0, 1),
            (0, 0, "data", "cafe.jpg", Verdict.VALID, 0, 1))
    mask = matching_rows(parse_filter("\udce9"), columns_of(rows), stores=STORES,
                         concepts=CONCEPTS)
    assert mask.tolist() == [True, False]


WORDS = st.lists(st.text("abAB/é", max_size=6), max_size=12)
NEEDLES = st.text("abAB/é", max_size=4)


def folded(text: str) -> bytes:
    return text.encode().lower()


@given(words=WORDS, needle=NEEDLES)
def test_search_agrees_with_a_search_string_by_string(words: list[str], needle: str) -> None:
    column = TextColumn.from_strings(words)
    wanted = folded(needle)
    assert rows_with_text(column, needle).tolist() == [wanted in folded(w) for w in words]
    assert rows_with_edge(column, needle).tolist() == [
        folded(w).startswith(wanted) for w in words]
    assert rows_with_edge(column, needle, at_end=True).tolist() == [
        folded(w).endswith(wanted) for w in words]


@given(words=WORDS, needle=NEEDLES)
def test_hits_over_a_chunk_border_are_found(words: list[str], needle: str) -> None:
    column = TextColumn.from_strings(words)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(filter_rows, "_CHUNK_BYTES", 3)
        found = rows_with_text(column, needle)
    assert found.tolist() == rows_with_text(column, needle).tolist()


def test_a_hit_does_not_reach_over_two_rows() -> None:
    assert not rows_with_text(TextColumn.from_strings(["ab", "cd"]), "bc").any()
