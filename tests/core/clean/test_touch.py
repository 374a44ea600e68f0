from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from larder.core.errors import StalePlanError, StoreBusyError
from larder.core.files.journal import JournalAction, read_journal
from larder.core.index_edits.touch import apply_touch, plan_touch
from larder.core.jobs import CancelToken, JobCancelled, run_to_end
from larder.core.writes.reports import TouchReport
from tests.support.cleaning import as_json
from tests.support.indexed_cache import IndexedWorkspace, back_date, tree_state
from tests.support.surveying import drifted, run_survey


@pytest.fixture
def workspace(tmp_path: Path) -> IndexedWorkspace:
    return IndexedWorkspace.of_cats(tmp_path / "work", 3)


def touched(workspace: IndexedWorkspace, **options: Any) -> TouchReport:
    plan = plan_touch(run_survey(workspace.config_path))
    return run_to_end(apply_touch(plan, token=CancelToken(), **options))


def test_only_the_date_of_a_touched_row_is_written(workspace: IndexedWorkspace) -> None:
    back_date(workspace.root / "data/cats/1.png", by_ns=1_234_567_891)
    before = (workspace.store() / "cache.json").read_text()
    text_before = tree_state(workspace.store("text"))
    moved = (workspace.root / "data/cats/1.png").stat().st_mtime
    stored = workspace.index()["entries"]["data/cats/1.png"]["mtime"]
    assert touched(workspace) == TouchReport(
        entries=1, dropped=(), backup_bytes=len(before))
    after = (workspace.store() / "cache.json").read_text()
    at = before.index('"data/cats/1.png"')
    assert after == before[:at] + before[at:].replace(repr(stored), repr(moved), 1)
    assert tree_state(workspace.store("text")) == text_before
    assert drifted(run_survey(workspace.config_path), "image") == {}


def test_behaviour_11_an_edited_file_is_never_touched(workspace: IndexedWorkspace) -> None:
    back_date(workspace.root / "data/cats/0.png", by_ns=5_000_001)
    plan = plan_touch(run_survey(workspace.config_path))
    (workspace.root / "data/cats/0.png").write_bytes(b"edited after the plan")
    before = tree_state(workspace.store())
    report = run_to_end(apply_touch(plan, token=CancelToken()))
    assert (report.entries, [left.source for left in report.dropped]) == (0, ["data/cats/0.png"])
    assert tree_state(workspace.store()) == before


def test_an_unchanged_workspace_has_nothing_to_touch(workspace: IndexedWorkspace) -> None:
    plan = plan_touch(run_survey(workspace.config_path))
    assert plan.entries == 0
    run_to_end(apply_touch(plan, token=CancelToken()))
    assert not list(workspace.root.rglob(".larder"))


def test_planning_a_touch_writes_nothing(workspace: IndexedWorkspace) -> None:
    back_date(workspace.root / "data/cats/0.txt", by_ns=5_000_001)
    before = tree_state(workspace.root)
    assert as_json(plan_touch(run_survey(workspace.config_path)).document()) == {
        "schema": "larder.touch-plan/1", "entries": 1,
        "backup_bytes": (workspace.store("text") / "cache.json").stat().st_size,
        "stores": [{"store": "text", "sources": ["data/cats/0.txt"]}]}
    assert tree_state(workspace.root) == before


def test_the_journal_knows_the_index_as_it_was_left(workspace: IndexedWorkspace) -> None:
    back_date(workspace.root / "data/cats/0.png", by_ns=5_000_001)
    touched(workspace)
    (record,) = read_journal(workspace.store())
    status = (workspace.store() / "cache.json").stat()
    assert record.action == JournalAction.TOUCHED
    assert record.index_stamp is not None
    assert (record.index_stamp.size, record.index_stamp.mtime_ns) == (
        status.st_size, status.st_mtime_ns)


def test_a_second_touch_right_after_the_first_is_not_refused(workspace: IndexedWorkspace) -> None:
    back_date(workspace.root / "data/cats/0.png", by_ns=5_000_001)
    touched(workspace)
    back_date(workspace.root / "data/cats/1.png", by_ns=5_000_001)
    assert touched(workspace).entries == 1


def test_a_busy_store_is_left_alone_unless_told_otherwise(workspace: IndexedWorkspace) -> None:
    back_date(workspace.root / "data/cats/0.png", by_ns=5_000_001)
    os.utime(workspace.store() / "cache.json")
    with pytest.raises(StoreBusyError):
        touched(workspace)
    assert touched(workspace, even_if_busy=True).entries == 1


def test_an_index_that_moved_is_a_stale_plan(workspace: IndexedWorkspace) -> None:
    back_date(workspace.root / "data/cats/0.png", by_ns=5_000_001)
    plan = plan_touch(run_survey(workspace.config_path))
    back_date(workspace.store() / "cache.json", by_ns=7)
    before = tree_state(workspace.store())
    with pytest.raises(StalePlanError):
        run_to_end(apply_touch(plan, token=CancelToken()))
    assert tree_state(workspace.store()) == before


def test_a_cancelled_touch_writes_nothing_more(workspace: IndexedWorkspace) -> None:
    back_date(workspace.root / "data/cats/0.png", by_ns=5_000_001)
    plan = plan_touch(run_survey(workspace.config_path))
    before = tree_state(workspace.store())
    token = CancelToken()
    token.cancel()
    with pytest.raises(JobCancelled):
        run_to_end(apply_touch(plan, token=token))
    assert tree_state(workspace.store()) == before


def test_the_trainers_own_cache_is_touched_and_valid_then(
    fixture_workspace: Callable[[str], Path],
) -> None:
    config = fixture_workspace("sdxl_drifted") / "training_presets" / "config.json"
    plan = plan_touch(run_survey(config))
    assert [(store.target.id, store.rows) for store in plan.stores] == [
        ("image", ("data/portraits/shot_002.webp",))]
    assert run_to_end(apply_touch(plan, token=CancelToken())).entries == 1
    assert "data/portraits/shot_002.webp" not in drifted(run_survey(config), "image")
