"""Sizes and durations as people write them; anything else is one sentence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from larder.core.errors import UserFacingError
from larder.core.quantities import (
    format_exact_size,
    parse_duration,
    parse_picture_size,
    parse_size,
    pluralize,
)


@pytest.mark.parametrize(("text", "size"), [
    ("10GB", 10**10), ("10 gb", 10**10), ("1.5GiB", 3 * 2**29), ("500MB", 5 * 10**8),
    ("7", 7), ("7 B", 7), ("1TB", 10**12), ("1.15GB", 1_150_000_000), ("1,5 GB", 1_500_000_000)])
def test_sizes(text: str, size: int) -> None:
    assert parse_size(text) == size


@pytest.mark.parametrize("power", range(1, 6))
def test_a_unit_means_what_it_says_with_and_without_its_b_in_any_case(power: int) -> None:
    letter = "kMGTP"[power - 1]
    for unit in (letter, f"{letter}B", f"{letter}b".upper(), letter.lower()):
        assert parse_size(f"3{unit}") == 3 * 1000**power
    for unit in (f"{letter}i", f"{letter}iB", f"{letter}IB".lower()):
        assert parse_size(f"3{unit}") == 3 * 1024**power


@pytest.mark.parametrize(("text", "seconds"), [
    ("90d", 90 * 86400.0), ("12h", 43200.0), ("30m", 1800.0), ("45s", 45.0), ("2w", 1209600.0),
    ("0d", 0.0), ("1.5h", 5400.0)])
def test_durations(text: str, seconds: float) -> None:
    assert parse_duration(text) == seconds


@pytest.mark.parametrize(
    "text", ["", "GB", "-1GB", "10 parsecs", "0", "0.1B", "1e3", "١٠GB", "nan", "1,000GB",
             "10000PB"])
def test_what_is_no_size_is_one_sentence(text: str) -> None:
    with pytest.raises(UserFacingError, match="is not a size") as refused:
        parse_size(text)
    assert refused.value.exit_code == 2


@pytest.mark.parametrize("text", ["", "d", "90", "-3d", "3 fortnights", "3dd"])
def test_what_is_no_duration_is_one_sentence(text: str) -> None:
    with pytest.raises(UserFacingError, match="is not a duration"):
        parse_duration(text)


def test_sizes_of_pictures_are_height_first() -> None:
    assert parse_picture_size(" 384X512 ") == (384, 512)


@pytest.mark.parametrize("text", ["", "384", "384x", "x512", "0x512", "384x512x3", "-1x2", "ax2"])
def test_what_is_no_size_of_a_picture_is_one_sentence(text: str) -> None:
    with pytest.raises(UserFacingError, match="is not a size"):
        parse_picture_size(text)


@pytest.mark.parametrize(("size", "text"), [
    (10**10, "10GB"), (10**12, "1TB"), (2**31, "2GiB"), (1_500_000, "1500kB"), (7, "7B")])
def test_a_size_is_spelled_in_its_largest_whole_unit(size: int, text: str) -> None:
    assert format_exact_size(size) == text


@given(st.integers(min_value=1, max_value=2**49))
def test_a_spelled_size_reads_back(size: int) -> None:
    assert parse_size(format_exact_size(size)) == size


def test_plurals_are_spelled_as_they_are_spoken() -> None:
    assert [pluralize(2, noun) for noun in ("file", "entry", "array")] == [
        "2 files", "2 entries", "2 arrays"]
