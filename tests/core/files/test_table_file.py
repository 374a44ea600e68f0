"""Tables as files: what other programs read of them, and what is left when writing fails."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from larder.core.errors import UserFacingError
from larder.core.files.table_file import (
    BYTE_ORDER_MARK,
    ROWS_AT_ONCE,
    CellValue,
    TableColumn,
    csv_text,
    inert,
    save_table,
)
from larder.core.jobs import CancelToken, JobCancelled, run_to_end

COLUMNS = (TableColumn("Name", "name"), TableColumn("Größe (bytes)", "size_bytes"))


def _lines(text: str) -> Iterator[str]:
    yield from io.StringIO(text, newline="")


def saved(target: Path, rows: list[tuple[CellValue, ...]]) -> bytes:
    run_to_end(save_table(target, COLUMNS, rows, total=len(rows), token=CancelToken()))
    return target.read_bytes()


@given(st.lists(st.tuples(
    st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\r\0")),
    st.integers(), st.booleans() | st.none())))
def test_what_a_csv_reader_reads_is_what_was_written(
    rows: list[tuple[str, int, bool | None]],
) -> None:
    assert list(csv.reader(_lines(csv_text(rows)))) == [
        [str(inert(text)), str(number), "" if flag is None else str(flag)]
        for text, number, flag in rows]


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])
def test_a_text_that_begins_like_a_formula_is_no_formula(text: str) -> None:
    (line,) = csv.reader(_lines(csv_text([[text, "a=1"]])))
    assert line == ["'" + text.replace("\r", "\n"), "a=1"]


def test_negative_numbers_stay_numbers() -> None:
    assert csv_text([[-1, -0.5, "–"]]) == "-1,-0.5,–\n"


def test_a_csv_file_tells_spreadsheet_programs_its_encoding(tmp_path: Path) -> None:
    text = saved(tmp_path / "a.csv", [("bär.jpg", 8000), ("a,b", None)]).decode("utf-8")
    assert text == BYTE_ORDER_MARK + 'Name,Größe (bytes)\nbär.jpg,8000\n"a,b",\n'


def test_a_json_file_is_a_list_of_objects_with_raw_values(tmp_path: Path) -> None:
    assert json.loads(saved(tmp_path / "a.json", [("=1", 8000), ("b", None)])) == [
        {"name": "=1", "size_bytes": 8000}, {"name": "b", "size_bytes": None}]
    assert json.loads(saved(tmp_path / "none.JSON", [])) == []


def test_a_name_that_is_no_text_is_written_all_the_same(tmp_path: Path) -> None:
    name = b"\xff.jpg".decode("utf-8", "surrogateescape")
    assert b"\\udcff.jpg,1" in saved(tmp_path / "a.csv", [(name, 1)])
    assert json.loads(saved(tmp_path / "a.json", [(name, 1)]))[0]["name"] == name


def test_a_cancelled_export_leaves_the_file_of_before_and_nothing_beside_it(
    tmp_path: Path,
) -> None:
    target, token = tmp_path / "a.csv", CancelToken()
    target.write_text("before")
    job = save_table(target, COLUMNS, (("a", at) for at in range(10**9)), total=10**9, token=token)
    progress = next(job)
    assert progress.done == ROWS_AT_ONCE  # type: ignore[union-attr]
    token.cancel()
    with pytest.raises(JobCancelled):
        next(job)
    assert target.read_text() == "before"
    assert [path.name for path in tmp_path.iterdir()] == ["a.csv"]


def test_a_folder_that_may_not_be_written_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_: object, **__: object) -> int:
        raise PermissionError(13, "Permission denied", str(tmp_path))

    monkeypatch.setattr("os.open", refuse)
    with pytest.raises(UserFacingError, match="cannot be written"):
        saved(tmp_path / "a.csv", [("a", 1)])
