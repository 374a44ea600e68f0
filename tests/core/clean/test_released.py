"""Groups of released OneTrainer's caches go whole, only when ticked, and come back as they were."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from larder.core.clean.plan import CleanPlan, CleanReason
from larder.core.clean.plan_prune import clear_plan
from larder.core.errors import StoreBusyError
from larder.core.jobs import CancelToken, run_to_end
from larder.core.survey.verdicts import PayloadVerdict, Verdict
from larder.core.workspace.open_workspace import open_workspace
from tests.support.cleaning import CONFIG, applied, cut_lists, planned, undone
from tests.support.indexed_cache import tree_state
from tests.support.released_cache import (
    CACHE,
    ReleasedConcept,
    build_concept,
    write_pictures,
    write_workspace,
)
from tests.support.surveying import run_survey

CATS = ReleasedConcept("data/cats")
DOGS = ReleasedConcept("data/dogs")


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """Two cached concepts, of which the config knows one."""
    for concept, names in ((CATS, ["a.png", "b.png"]), (DOGS, ["x.png", "y.png", "z.png"])):
        write_pictures(tmp_path, concept.path, names)
        build_concept(tmp_path, concept)
    write_workspace(tmp_path, [CATS])
    return tmp_path


def selected(plan: CleanPlan, *payloads: str) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    return np.array([name in payloads for name in plan.payloads], dtype=np.bool_)


def clean(workspace: Path, plan: CleanPlan, *payloads: str) -> None:
    report = applied(plan, selected=selected(plan, *payloads), even_if_busy=True)
    assert report.dropped == report.failed == ()
    chosen = [at for at, name in enumerate(plan.payloads) if name in payloads]
    assert report.quarantined.files == plan.files[chosen].sum() > len(payloads)


def cleared(root: Path) -> CleanPlan:
    return run_to_end(clear_plan(
        open_workspace(root / CONFIG), now_ns=time.time_ns(), token=CancelToken()))


@pytest.mark.parametrize("plan_it", [planned, cleared])
def test_groups_that_a_trainer_is_writing_are_left_alone(
        workspace: Path, plan_it: Callable[[Path], CleanPlan]) -> None:
    plan = plan_it(workspace)

    assert any(store.busy for store in plan.stores)
    with pytest.raises(StoreBusyError, match="changed in the last 5 minutes"):
        applied(plan, selected=np.ones(len(plan.payloads), dtype=np.bool_))


def test_groups_that_no_concept_explains_are_offered_and_never_ticked(workspace: Path) -> None:
    plan = planned(workspace)
    assert sorted(plan.payloads) == sorted([DOGS.key(DOGS.image), DOGS.key(DOGS.text)])
    assert set(plan.reason.tolist()) == {CleanReason.LEGACY_GROUP}
    assert not plan.preselected.any()
    assert all(
        why.startswith("It belongs to no concept of this config") for why in plan.why.values())
    for name, size, store in zip(plan.payloads, plan.bytes, plan.store, strict=True):
        group = plan.stores[store].folder / name
        assert size == sum(path.stat().st_size for path in group.rglob("*") if path.is_file())


def test_a_deleted_folders_group_is_offered_with_the_pictures_it_was_made_from(
    workspace: Path,
) -> None:
    shutil.rmtree(workspace / DOGS.path)
    plan = planned(workspace)
    item = plan.payloads.index(DOGS.key(DOGS.image))
    assert plan.sources_of(item) == tuple(f"data/dogs/{name}.png" for name in "xyz")
    assert not plan.preselected[item]


def test_a_ticked_group_goes_whole_and_comes_back_byte_for_byte(workspace: Path) -> None:
    before = tree_state(workspace / CACHE)
    folders = {path: path.stat().st_mtime_ns for path in (workspace / CACHE).glob("*/*")}
    plan = planned(workspace)
    clean(workspace, plan, DOGS.key(DOGS.image), DOGS.key(DOGS.text))
    after = tree_state(workspace / CACHE)
    assert not any(DOGS.key(DOGS.image) in path or DOGS.key(DOGS.text) in path for path in after)
    assert len(before) - len(after) == 8
    assert len(planned(workspace)) == 0
    report = undone(plan, even_if_busy=True)
    assert report.not_restored == ()
    assert tree_state(workspace / CACHE) == before
    assert {path: path.stat().st_mtime_ns for path in folders} == folders


def test_a_group_whose_list_was_cut_comes_back_whole(workspace: Path) -> None:
    before = tree_state(workspace / CACHE)
    plan = planned(workspace)
    clean(workspace, plan, DOGS.key(DOGS.image), DOGS.key(DOGS.text))
    assert cut_lists(plan) == 2
    report = undone(plan, even_if_busy=True)
    assert report.not_restored == ()
    assert sum(": 4 of 4 files" in problem for problem in report.problems) == 2
    assert tree_state(workspace / CACHE) == before


def test_a_group_whose_list_was_cut_leaves_its_place_to_one_that_was_made_since(
    workspace: Path,
) -> None:
    """No variation of the old one is put into the new one; what stays in quarantine is named."""
    group = workspace / CACHE / "image" / DOGS.key(DOGS.image)
    plan = planned(workspace)
    clean(workspace, plan, DOGS.key(DOGS.image))
    cut_lists(plan)
    (group / "variation-0").mkdir(parents=True)
    (group / "variation-0" / "0.pt").write_bytes(b"of a trainer")
    after = tree_state(group)
    report = undone(plan, even_if_busy=True)
    assert [(left.payload, left.in_quarantine) for left in report.not_restored] == [
        (DOGS.key(DOGS.image), True)]
    assert tree_state(group) == after


def test_the_rest_of_the_store_is_not_touched(workspace: Path) -> None:
    kept = tree_state(workspace / CACHE / "image" / CATS.key(CATS.image))
    clean(workspace, planned(workspace), DOGS.key(DOGS.image))
    assert tree_state(workspace / CACHE / "image" / CATS.key(CATS.image)) == kept
    survey = run_survey(workspace)
    assert [set(store.rows.verdicts.tolist()) for store in survey.stores] == [{Verdict.VALID}] * 2


def test_a_group_that_a_trainer_wrote_to_since_the_plan_stays(workspace: Path) -> None:
    plan = planned(workspace)
    group = workspace / CACHE / "image" / DOGS.key(DOGS.image)
    (group / "variation-0" / "3.pt").write_bytes(b"one more slot")
    report = applied(plan, selected=selected(plan, group.name), even_if_busy=True)
    assert report.quarantined.files == 0
    assert len(report.dropped) == 1
    assert group.is_dir()


def test_no_group_is_offered_once_the_pictures_are_moved_away(
    fixture_workspace: Callable[[str], Path],
) -> None:
    root = fixture_workspace("sd15_legacy_diskcache")
    assert not planned(root).preselected.any()
    (root / "data").rename(root.parent / "elsewhere")
    assert len(planned(root)) == 0
    files = [store.payloads for store in run_survey(root).stores]
    assert {int(v) for file in files for v in file.verdicts} == {PayloadVerdict.REFERENCED}


def test_a_damaged_group_that_a_concept_is_read_from_is_offered_and_never_ticked(
    workspace: Path,
) -> None:
    key = CATS.key(CATS.image)
    (workspace / CACHE / "image" / key / "variation-0" / "aggregate.pt").write_bytes(b"damaged")
    plan = planned(workspace, min_age_s=0.0)
    item = plan.payloads.index(key)
    assert not plan.preselected[item]
    assert plan.why[item].endswith("A whole group is removed only if you tick it.")
    assert plan.again[item] == 2
