"""Values written as TOML are read back unchanged."""

from __future__ import annotations

import datetime
import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from larder.core.settings import toml_text

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
SCALARS = (
    TEXT
    | st.integers(min_value=-(2**63), max_value=2**63 - 1)
    | st.booleans()
    | st.floats(allow_nan=False)
    | st.dates()
    | st.datetimes()
    | st.datetimes(timezones=st.just(datetime.UTC))
    | st.times()
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(TEXT, VALUES, max_size=5))
def test_documents_round_trip(document: dict[str, Any]) -> None:
    assert tomllib.loads(toml_text(document)) == document


def test_a_document_reads_as_a_person_would_write_it() -> None:
    assert toml_text({"units": "iec", "maps": {"D:\\data": [["D:", "/mnt"]]}, "age": 24.0}) == (
        'units = "iec"\nage = 24.0\n\n[maps]\n"D:\\\\data" = [["D:", "/mnt"]]\n'
    )


def test_not_a_number_is_written() -> None:
    assert toml_text({"x": float("nan")}) == "x = nan\n"


def test_what_toml_cannot_express_is_refused() -> None:
    with pytest.raises(UnicodeEncodeError):
        toml_text({"path": "\udce9"})
    with pytest.raises(TypeError, match="NoneType"):
        toml_text({"path": None})
