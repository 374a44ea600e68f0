from __future__ import annotations

import json
import time

import msgspec
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from larder.app.presentation.figures import Figures
from larder.app.presentation.looks import kind_word
from larder.app.presentation.shown_names import ShownNames
from larder.app.views.value_stores import (
    StoreFiguresModel,
    as_surveyed,
    budget_sentence,
    lookups_sentence,
    read_store_figures,
)
from larder.app.window_look import IconCache, load_theme
from larder.core.requests.options import Answer
from larder.core.survey.document import StoreCoverage, StoreFigures
from tests.app.conftest import column_of

MIB = 1 << 20
PIXELS = StoreFigures(
    id="vl-cache", kind="vision", path="vl-cache", entries=10, bytes=50 * MIB, hits=3, misses=1,
    hit_rate=0.75, budget_bytes=100 * MIB, can_prune=True)
TREES = StoreFigures(
    id="trees", kind="tree", path="trees", entries=2, bytes=MIB, hits=0, misses=0, hit_rate=0.0,
    can_prune=True)


def model() -> StoreFiguresModel:
    made = StoreFiguresModel(Figures(), IconCache(load_theme("light")), ShownNames())
    counted = as_surveyed(PIXELS, StoreCoverage(wanted=9, covered=7, stale=2, gone=1))
    made.show_rows((
        msgspec.structs.replace(counted, last_used_ns=time.time_ns()), as_surveyed(TREES, None)))
    return made


def texts(shown: StoreFiguresModel, position: int) -> dict[str, str]:
    return {shown.headerData(column, Qt.Orientation.Horizontal): shown.cell(position, column).text
            for column in range(shown.columnCount())}


def test_figures_are_shown_as_people_read_them(dressed: QApplication) -> None:
    found = texts(model(), 0)
    assert found == {
        "Cache": "vl-cache", "Content": "Pixels", "Entries": "10",
        "Out of date": "2", "Not cached": "–", "File deleted": "1",
        "Bytes": "50.0 MiB", "Bytes per entry": "5.00 MiB",
        "Of budget": "50 %", "Hits": "3", "Misses": "1",
        "Hit rate": "75 %", "Last used": "just now",
        "Unfinished": "–"}


def test_what_is_not_recorded_is_a_dash_and_no_zero(dressed: QApplication) -> None:
    found = texts(model(), 1)
    for column in ("Of budget", "Hit rate", "Last used"):
        assert found[column] == "–"


def test_rows_are_sorted_by_raw_value(dressed: QApplication) -> None:
    shown = model()
    shown.sort(column_of(shown, "Bytes"))
    assert [shown.row_at(at).id for at in range(2)] == ["trees", "vl-cache"]
    shown.sort(column_of(shown, "Of budget"), Qt.SortOrder.DescendingOrder)
    assert [shown.row_at(at).id for at in range(2)] == ["vl-cache", "trees"]


def test_figures_are_said_in_words() -> None:
    assert budget_sentence(PIXELS, Figures()) == "50.0 MiB of 100 MiB"
    assert budget_sentence(TREES, Figures()) == "No budget is set."
    assert lookups_sentence(PIXELS, Figures()) == "3 of 4 requested files were in the cache."
    assert lookups_sentence(TREES, Figures()) == "No use has been recorded yet."
    assert kind_word("something-new") == "something-new"


def test_only_stores_that_record_uses_are_listed() -> None:
    document = {"schema": "larder.stats/1", "stores": [
        {"id": "image", "kind": "smart-image", "path": "image", "can_prune": False},
        {"id": "vl", "kind": "vision", "path": "vl", "entries": 3, "can_prune": True}],
        "workspace": {"root": "/w", "opened": "/w"}, "total": {}}
    found = read_store_figures(Answer(document=json.dumps(document).encode()))
    assert [store.id for store in found] == ["vl"]
