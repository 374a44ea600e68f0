"""Rules of a collector that never loses good work, beyond what the trainer's own one does."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from larder.core.clean import clean_folder
from larder.core.clean.clean import apply_clean
from larder.core.errors import StoreLockedError
from larder.core.files.store_lock import lock_store
from larder.core.jobs import CancelToken
from larder.core.workspace.roots import PathMap
from tests.support.cleaning import applied, planned, ticked, undone
from tests.support.indexed_cache import IndexedWorkspace, back_date, tree_state

DRIVE = "D:\\train"


@pytest.fixture
def workspace(tmp_path: Path) -> IndexedWorkspace:
    made = IndexedWorkspace(tmp_path / "work")
    cats = made.add_concept()
    for number in range(4):
        made.add_picture(
            f"{cats}/{number}.png", caption=f"cat {number}",
            sourceless_rows={"0": {"metadata": {}, "concept_id": f"{number:016x}"}})
    made.write()
    made.write_index(concepts={f"{number:016x}": {"name": str(number)} for number in range(4)})
    return made


def test_no_collection_while_a_root_is_unreachable(workspace: IndexedWorkspace) -> None:
    (workspace.root / "data").rename(workspace.root / "unplugged")
    plan = planned(workspace.root)
    assert len(plan) == 0
    assert plan.rows_dropped(plan.preselected) == {}
    before = tree_state(workspace.root / "workspace-cache")
    applied(plan)
    assert tree_state(workspace.root / "workspace-cache") == before


def test_relative_keys_start_at_the_given_root_wherever_the_program_runs(
    workspace: IndexedWorkspace, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert len(planned(workspace.root)) == 0
    (workspace.root / "data/cats/0.png").unlink()
    plan = planned(workspace.store(), root=workspace.root, config=workspace.config_path)
    assert len(ticked(plan)) == 1
    assert applied(plan).quarantined.files == 1


def test_the_index_is_saved_before_a_file_is_deleted(
    workspace: IndexedWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    (workspace.root / "data/cats/0.png").unlink()
    plan = planned(workspace.root)
    seen: list[bool] = []
    real = clean_folder.close_clean

    def watched(record: object) -> object:
        seen.append("data/cats/0.png" in workspace.index()["entries"])
        return real(record)  # type: ignore[arg-type]

    monkeypatch.setattr(clean_folder, "close_clean", watched)
    applied(plan, delete=True)
    assert seen == [False]


def test_nothing_is_unlinked_without_being_asked_to(
    workspace: IndexedWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    (workspace.root / "data/cats/0.png").unlink()
    plan = planned(workspace.root)
    removed: list[str] = []
    real = os.unlink

    def watched(path: str, **options: object) -> None:
        removed.append(os.fspath(path))
        real(path, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "unlink", watched)
    applied(plan)
    assert not [path for path in removed if path.endswith(".pt")]


def test_the_lock_is_held_from_the_check_to_the_end(workspace: IndexedWorkspace) -> None:
    (workspace.root / "data/cats/0.png").unlink()
    job = apply_clean(planned(workspace.root), token=CancelToken())
    next(job)
    with pytest.raises(StoreLockedError), lock_store(workspace.store()):
        pass
    for _ in job:
        pass
    with lock_store(workspace.store()):
        pass


def test_interned_concepts_go_with_their_last_row_and_come_back(
    workspace: IndexedWorkspace,
) -> None:
    (workspace.root / "data/cats/0.png").unlink()
    before = workspace.index()["concepts"]
    plan = planned(workspace.root)
    applied(plan)
    assert set(before) - set(workspace.index()["concepts"]) == {f"{0:016x}"}
    undone(plan)
    assert workspace.index()["concepts"] == before


def on_windows(workspace: IndexedWorkspace) -> None:
    """Spell concepts and indexes as a trainer on Windows would have."""
    def spelled(path: str) -> str:
        return f"{DRIVE}\\{path}".replace("/", "\\")

    for concept in workspace.concepts:
        concept["path"] = spelled(concept["path"])
    for store, rows in workspace.rows.items():
        workspace.rows[store] = {spelled(key): row for key, row in rows.items()}
    workspace.write()


def test_windows_keys_are_collected_through_a_map(workspace: IndexedWorkspace) -> None:
    on_windows(workspace)
    maps = [PathMap("d:/TRAIN", str(workspace.root))]
    assert len(planned(workspace.root, maps=maps)) == 0
    (workspace.root / "data/cats/0.png").unlink()
    plan = planned(workspace.root, maps=maps)
    key = f"{DRIVE}\\data\\cats\\0.png"
    assert plan.rows_dropped(plan.preselected)["image"] == [key]
    (workspace.root / "data/cats/0.png").write_bytes(b"back again")
    assert [left.why for left in applied(plan).dropped] == [f"Its source {key} exists again."]
    (workspace.root / "data/cats/0.png").unlink()
    before = tree_state(workspace.root / "workspace-cache")
    plan = planned(workspace.root, maps=maps)
    assert applied(plan).quarantined.files == 1
    assert key not in workspace.index()["entries"]
    undone(plan)
    assert tree_state(workspace.root / "workspace-cache") == before


def test_windows_keys_without_a_map_are_held_back(workspace: IndexedWorkspace) -> None:
    on_windows(workspace)
    if os.name == "nt":
        pytest.skip("the drive may be there")
    plan = planned(workspace.root)
    assert ticked(plan) == []
    assert sum(held.entries for held in plan.held_back if held.store == "image") == 4


def test_a_validation_concepts_entries_are_live(workspace: IndexedWorkspace) -> None:
    workspace.concepts[0]["type"] = "VALIDATION"
    workspace.write()
    assert len(planned(workspace.root)) == 0


def test_a_truncated_index_with_a_good_copy_offers_from_the_copy(
    workspace: IndexedWorkspace,
) -> None:
    index = workspace.store() / "cache.json"
    (workspace.store() / "cache.json.bak").write_bytes(index.read_bytes())
    index.write_text(index.read_text()[:100])
    assert len(planned(workspace.root)) == 0
    (workspace.root / "data/cats/0.png").unlink()
    assert len(ticked(planned(workspace.root))) == 1


def test_a_payload_put_in_anothers_place_is_kept_for_it(workspace: IndexedWorkspace) -> None:
    cats = workspace.root / "data/cats"
    (cats / "0.png").replace(cats / "1.png")
    back_date(cats / "1.png", by_ns=10**9)
    plan = planned(workspace.root)
    assert len(plan) == 0
    assert plan.rows_dropped(plan.preselected) == {}


def test_random_nanosecond_dates_are_never_drift(workspace: IndexedWorkspace) -> None:
    for number, path in enumerate(sorted((workspace.root / "data/cats").iterdir())):
        moment = 1_600_000_000_000_000_000 + number * 7_919_123_456_789
        os.utime(path, ns=(moment, moment))
        for rows in workspace.rows.values():
            key = str(path.relative_to(workspace.root))
            if key in rows:
                rows[key]["mtime"] = path.stat().st_mtime
    workspace.write()
    assert len(planned(workspace.root)) == 0
    assert json.loads((workspace.store() / "cache.json").read_text())["entries"]
