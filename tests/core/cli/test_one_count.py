"""Every sum that a survey tells: the same in the text, in the JSON and in the filter."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from larder.core.queries.filter_language import parse_filter
from larder.core.queries.filter_rows import matching_rows
from larder.core.queries.finding_remedies import find_remedies
from larder.core.queries.tables import entry_columns
from larder.core.requests.surveying import plan_clean
from larder.core.survey.coverage import count_rows
from larder.core.survey.verdicts import VERDICTS, Counted, Severity, Verdict
from tests.core.cli.conftest import Ran
from tests.support.fixtures import KNOWN_WORKSPACES
from tests.support.indexed_cache import IndexedWorkspace
from tests.support.surveying import run_survey, store_of

COLUMNS = ("covered", "stale", "missing", "offline", "gone")
WORDS = {"covered": "up to date", "stale": "out of date", "missing": "not cached yet",
         "offline": "out of reach", "gone": "whose file was deleted"}


@pytest.fixture(params=KNOWN_WORKSPACES)
def workspace(request: pytest.FixtureRequest, known_workspace: Callable[[str], Path]) -> Path:
    return known_workspace(request.param)


def summed(document: dict[str, Any], column: str) -> int:
    """A column of the coverage, over all concepts and what lies beside them."""
    rows = [row for concept in document["concepts"] for row in concept["stores"].values()]
    return sum(row[column] for row in [*rows, *document["others"]])


def table_rows(text: str) -> list[list[str]]:
    """Cells of the coverage table of `larder survey`."""
    lines = text.splitlines()
    start = next(at for at, line in enumerate(lines) if line.startswith("concept "))
    rows = []
    for line in lines[start + 2:]:
        if not line:
            return rows
        rows.append(re.split(r"\s{2,}", line))
    return rows


def headline(text: str) -> str:
    return next(line for line in text.splitlines() if line.endswith((" problems.", " problem.")))


def number_before(words: str, line: str) -> int:
    found = re.search(rf"([\d,]+) {words}", line)
    return 0 if found is None else int(found[1].replace(",", ""))


@pytest.mark.swept(3)
def test_headline_table_json_and_filter_tell_the_same_counts(
    larder: Callable[..., Ran], workspace: Path
) -> None:
    document = larder("survey", workspace, "--json", "--all").document
    text = larder("survey", workspace).out
    report = run_survey(workspace)
    columns = entry_columns(report, find_remedies(report, plan_clean(report)))
    rows = table_rows(text)
    head = headline(text)
    for at, column in enumerate(COLUMNS, start=3):
        total = document["totals"][column]
        assert summed(document, column) == total, column
        assert number_before(WORDS[column], head) == total, column
        assert sum(int(row[at].replace(",", "")) for row in rows) == total, column
        if column != "offline":
            found = matching_rows(
                parse_filter(f"state:{column}"), columns, stores=(), concepts=())
            assert int(found.sum()) == total, column
    assert number_before("entr(y|ies)", head) == len(document["items"])
    assert document["totals"]["entries"] == sum(store["entries"] for store in document["stores"])
    bad = {verdict.name_in_contract for verdict, row in VERDICTS.items()
           if row.severity <= Severity.WARNING}
    problems = sum(item["verdict"] in bad for item in document["items"])
    assert document["totals"]["problems"] == problems + len(document["problems"])
    assert number_before("problems?", head) == sum(
        step["count"] for step in document["next_steps"]
        if not step.get("shows") and step.get("remedy") != "quarantine")


def test_every_line_adds_up_to_what_is_wanted(
    larder: Callable[..., Ran], workspace: Path
) -> None:
    document = larder("survey", workspace, "--json").document
    for concept in document["concepts"]:
        for row in concept["stores"].values():
            assert row["wanted"] == row["covered"] + row["stale"] + row["missing"]
    for row in document["others"]:
        assert row["wanted"] == (
            row["covered"] + row["stale"] + row["missing"] + row["offline"])


def test_an_entry_of_a_deleted_source_is_gone_and_a_deleted_caption_is_missing(
    tmp_path: Path,
) -> None:
    made = IndexedWorkspace(tmp_path / "ws")
    made.add_concept("cats")
    for number in range(4):
        made.add_picture(f"data/cats/{number}.png", caption=f"cat {number}")
    config = made.write()
    (made.root / "data/cats/0.png").unlink()
    (made.root / "data/cats/0.txt").unlink()
    (made.root / "data/cats/1.txt").unlink()
    report = run_survey(config)
    assert report.totals.gone == 2
    assert report.totals.missing == 1
    assert report.concepts[0].stores["text"].missing == 1
    text = store_of(report, "text")
    assert len(text.rows.rows_with(Verdict.SOURCE_MISSING)) == 2


def test_what_no_enabled_concept_asks_for_is_neither_stale_nor_missing(tmp_path: Path) -> None:
    made = IndexedWorkspace(tmp_path / "ws")
    made.add_concept("cats")
    made.add_concept("dogs", enabled=False)
    for name in ("cats", "dogs"):
        for number in range(3):
            made.add_picture(f"data/{name}/{number}.png", caption=name)
    config = made.write()
    for name in ("cats", "dogs"):
        (made.root / f"data/{name}/0.png").write_bytes(b"edited")
    report = run_survey(config)
    image = store_of(report, "image")
    assert len(image.rows.rows_with(Verdict.CONTENT_CHANGED)) == 2
    assert report.totals.stale == 1
    assert report.concepts[1].stores["image"].stale == 0
    codes = count_rows(report.workspace, image)
    assert int(np.count_nonzero(codes == Counted.NOTHING)) == 3
