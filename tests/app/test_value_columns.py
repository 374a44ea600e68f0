from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from larder.app.models.entries_model import format_value_cell, format_value_title, list_value_facts
from larder.app.models.entry_rows import OWN_COLUMNS, compute_value_sort_key
from larder.app.models.survey_snapshot import ValueColumns
from larder.app.presentation.figures import Figures
from larder.core.columns import TextColumn
from larder.core.queries.tables import value_columns
from tests.support.surveying import run_survey
from tests.support.value_caches import dlm_store


def made_up(**columns: Any) -> ValueColumns:
    """Three values at rows 2, 3 and 5 of six entries."""
    unknown = {name: np.full(3, -1) for name in (
        "maker", "height", "width", "sample_rate", "cap_ms", "cap_tokens", "samples", "tokens",
        "row", "leaves")}
    texts = {"payload": TextColumn.from_strings(["a", "b", "c"]),
             "makers": TextColumn.from_strings(["whisper", "clip"]),
             "section": TextColumn.from_strings([""] * 3)}
    return ValueColumns(**{"entry": np.array([2, 3, 5]), **unknown, **texts, **columns})


def test_the_table_of_core_is_what_the_window_reads(tmp_path: Path) -> None:
    report = run_survey(dlm_store(tmp_path / "doc"))
    values = ValueColumns(**value_columns(report))  # type: ignore[arg-type]
    assert len(values) == sum(len(store.rows) for store in report.stores)


def test_a_row_of_another_store_has_no_value() -> None:
    values = made_up()
    assert [values.place(row) for row in range(6)] == [None, None, 0, 1, None, 2]


@pytest.mark.parametrize("name", OWN_COLUMNS.values())
def test_every_own_column_has_a_title_a_text_and_a_sort_key(name: str) -> None:
    values = made_up()
    assert format_value_title(name)
    assert format_value_cell(values, name, 0, Figures()) == "–"
    assert format_value_cell(values, name, None, Figures()) == "–"
    assert compute_value_sort_key(values, name, 6).shape == (6,)


def test_values_are_sorted_by_what_they_are_and_unknown_ones_come_first() -> None:
    values = made_up(
        sample_rate=np.array([16000, 48000, 16000]), samples=np.array([32000, 48000, -1]),
        maker=np.array([0, 1, -1]), height=np.array([224, 98, 384]))
    assert compute_value_sort_key(values, "length", 6).tolist() == [
        -1, -1, 2_000_000, 1_000_000, -1, -1]
    assert compute_value_sort_key(values, "height", 6).tolist() == [-1, -1, 224, 98, -1, 384]
    assert compute_value_sort_key(values, "maker", 6).tolist() == [-1, -1, 1, 0, -1, -1]


def test_values_are_told_as_people_count() -> None:
    values = made_up(
        sample_rate=np.array([16000] * 3), samples=np.array([24000] * 3),
        cap_ms=np.array([30000] * 3), row=np.array([0, 1, 2]), maker=np.array([0, 1, -1]))
    figures = Figures()
    assert list_value_facts(values, ("sample_rate", "length", "cap"), 2, figures) == (
        ("Rate", "16,000 Hz"), ("Length", "1.5 s"), ("Cut at", "30 s"))
    assert format_value_cell(values, "row", 1, figures) == "2"
    assert format_value_cell(values, "maker", 0, figures) == "whisper"
    assert list_value_facts(values, ("height", "width"), 0, figures) == ()
