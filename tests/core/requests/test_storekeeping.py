"""A window asks for stats, prunes and clears as for everything else: options in, documents out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from larder.core.clean.plan import CleanReason
from larder.core.columns import load_columns
from larder.core.jobs import CancelToken, run_to_end
from larder.core.requests.request import JOB_KINDS
from tests.support.value_caches import contents, date_back, dlm_store, tree_entry


def asked(kind: str, **options: Any) -> Any:
    job = JOB_KINDS[kind]
    # Options cross the border of a process as JSON.
    encoded = msgspec.json.encode(job.options_type(**options))
    decoded = msgspec.json.decode(encoded, type=job.options_type)
    return run_to_end(job.start(decoded, CancelToken()))


@pytest.fixture
def document(tmp_path: Path) -> Path:
    root = dlm_store(tmp_path / "01HX")
    tree_entry(root / "weights", "model", {"a": np.arange(4.0)})
    date_back(root, days=100)
    return root


def test_stats_are_a_document(document: Path) -> None:
    found = json.loads(asked("stats", workspace=str(document)).document)
    assert found["schema"] == "larder.stats/1"
    assert found["total"]["entries"] == 9


@pytest.mark.parametrize(("kind", "options", "reason", "items", "files"), [
    ("plan-prune", {"older_than": "90d"}, CleanReason.AGED, 9, 10),
    ("plan-clear", {"stores": ("vl-cache",)}, CleanReason.CLEARED, 2, 2),
])
def test_a_plan_is_saved_shown_as_columns_and_applied(
    document: Path, tmp_path: Path, kind: str, options: dict[str, Any], reason: CleanReason,
    items: int, files: int,
) -> None:
    before = contents(document)
    plan, tables = tmp_path / "plan.json", tmp_path / "tables"
    answer = asked(kind, workspace=str(document), plan=str(plan), tables=str(tables), **options)
    assert json.loads(answer.document)["files"] == files
    columns = load_columns(tables / "plan")
    assert set(np.asarray(columns["group"]).tolist()) == {reason}
    assert len(columns["payload"]) == items
    report = json.loads(asked("apply", plan=str(plan)).document)
    assert report["quarantined"]["files"] == files
    history = json.loads(asked("history", workspace=str(document)).document)
    assert all(list(one["reasons"]) == [reason.name_in_contract]
               for one in history["quarantines"])
    asked("undo", workspace=str(document), id=report["undo"])
    assert contents(document) == before


@pytest.mark.parametrize(("store", "arrays"), [
    ("vl-cache", ["pixel_values"]), ("tokenized-cache", ["input_ids", "attention_mask"]),
    ("weights", ["a"])])
def test_a_value_is_inspected_by_its_row(document: Path, store: str, arrays: list[str]) -> None:
    if store == "weights":
        source = "model"
    else:
        file = sorted((document / store).rglob("*.npz"))[0]
        source = file.relative_to(document / store).as_posix()
    (found,) = json.loads(asked(
        "inspect-entry", workspace=str(document), store=store, source=source).document)["files"]
    assert [array["name"] for array in found["arrays"]] == arrays
