"""A folder with more stores than a byte can number: looked at, and planned for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from larder.core.clean.plan_document import load_plan
from larder.core.queries.finding_remedies import find_remedies
from larder.core.queries.tables import entry_columns, payload_columns
from larder.core.requests.surveying import plan_clean
from tests.support.indexed_cache import IndexedWorkspace
from tests.support.surveying import run_survey

Larder = Callable[..., Any]

STORES = 300


@pytest.fixture
def many(tmp_path: Path) -> Path:
    """Stores with one picture each, and in each a payload that nothing names."""
    workspace = IndexedWorkspace(tmp_path)
    workspace.add_concept()
    workspace.add_picture("data/cats/a.png")
    workspace.add_payload("image", "0123456789ab_128x128_1.pt")
    workspace.write_index("image")
    first = workspace.store("image")
    for number in range(1, STORES):
        folder = tmp_path / "caches" / f"s{number:03}"
        folder.mkdir(parents=True)
        for file in first.iterdir():
            (folder / file.name).hardlink_to(file)
    return tmp_path


def test_every_row_knows_its_store_among_three_hundred(many: Path) -> None:
    report = run_survey(many)
    assert len(report.stores) == STORES
    remedies = find_remedies(report, plan_clean(report))
    entries, payloads = entry_columns(report, remedies), payload_columns(report, remedies)
    assert np.array_equal(entries["store"], np.arange(STORES))
    assert np.array_equal(payloads["store"], np.arange(STORES))


def test_a_saved_plan_finds_its_file_in_each_of_three_hundred_stores(
    larder: Larder, many: Path, tmp_path: Path
) -> None:
    saved = tmp_path / "plan.json"
    assert larder("plan", "clean", many, "--out", saved).code == 0
    plan = load_plan(saved)
    folders = [plan.stores[store].folder for store in plan.store.tolist()]
    assert len(set(folders)) == len(plan) == STORES
    assert all((folder / plan.payloads[at]).is_file() for at, folder in enumerate(folders))
