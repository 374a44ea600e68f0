from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from larder.core.columns import TextColumn
from larder.core.queries import filter_rows as text_search
from larder.core.queries.filter_rows import rows_with_edge, rows_with_text

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
        patch.setattr(text_search, "_CHUNK_BYTES", 3)
        found = rows_with_text(column, needle)
    assert found.tolist() == rows_with_text(column, needle).tolist()


def test_a_hit_does_not_reach_over_two_rows() -> None:
    assert not rows_with_text(TextColumn.from_strings(["ab", "cd"]), "bc").any()
