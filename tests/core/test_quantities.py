"""Sizes and durations as people write them; anything else is one sentence."""

from __future__ import annotations

import pytest

from core.errors import UserFacingError
from core.quantities import parse_duration, parse_size


@pytest.mark.parametrize(("text", "size"), [
    ("10GB", 10**10), ("10 gb", 10**10), ("1.5GiB", 3 * 2**29), ("500MB", 5 * 10**8),
    ("2k", 2048), ("7", 7), ("7 B", 7), ("1TB", 10**12)])
def test_sizes(text: str, size: int) -> None:
    assert parse_size(text) == size


@pytest.mark.parametrize(("text", "seconds"), [
    ("90d", 90 * 86400.0), ("12h", 43200.0), ("30m", 1800.0), ("45s", 45.0), ("2w", 1209600.0),
    ("0d", 0.0), ("1.5h", 5400.0)])
def test_durations(text: str, seconds: float) -> None:
    assert parse_duration(text) == seconds


@pytest.mark.parametrize(
    "text", ["", "GB", "-1GB", "10 parsecs", "0", "0.1B", "1e3", "١٠GB", "nan"])
def test_what_is_no_size_is_one_sentence(text: str) -> None:
    with pytest.raises(UserFacingError, match="is no size") as refused:
        parse_size(text)
    assert refused.value.exit_code == 2


@pytest.mark.parametrize("text", ["", "d", "90", "-3d", "3 fortnights", "3dd"])
def test_what_is_no_duration_is_one_sentence(text: str) -> None:
    with pytest.raises(UserFacingError, match="is no duration"):
        parse_duration(text)
