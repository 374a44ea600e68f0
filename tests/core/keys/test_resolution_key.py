"""Variant keys round trip; anything else is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from larder.core.keys.payload_names import format_resolution_key, parse_resolution_key

SIDES = st.integers(min_value=0, max_value=10**9)


@given(st.none() | st.tuples(SIDES, SIDES))
def test_resolution_keys_round_trip(resolution: tuple[int, int] | None) -> None:
    assert parse_resolution_key(format_resolution_key(resolution)) == resolution


def test_height_comes_first() -> None:
    assert parse_resolution_key("768x1344") == (768, 1344)
    assert parse_resolution_key("_") is None


@pytest.mark.parametrize("key", ["", "768", "768X1344", "x", "768x", "01x2", "1x2x3", "1x2\n"])
def test_other_keys_are_refused(key: str) -> None:
    with pytest.raises(ValueError, match="not a resolution key"):
        parse_resolution_key(key)
