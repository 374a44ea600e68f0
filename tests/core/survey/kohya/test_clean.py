"""A clean among pictures takes what is offered, and an undo brings all of it back."""

from __future__ import annotations

from pathlib import Path

import pytest

from larder.core.clean.plan import CleanReason
from tests.core.survey.kohya.test_truth import CONFIGS
from tests.support.cleaning import applied, planned, undone
from tests.support.other_trainers import unpack_trainer

OURS = ".larder"


def everything(folder: Path) -> dict[str, tuple[bytes, int]]:
    """Return content and date of every file that is not Larder's."""
    return {
        path.relative_to(folder).as_posix(): (path.read_bytes(), path.stat().st_mtime_ns)
        for path in sorted(folder.rglob("*")) if path.is_file() and OURS not in path.parts}


@pytest.mark.parametrize("name", CONFIGS)
def test_all_that_is_offered_goes_and_comes_back_with_its_dates(name: str, tmp_path: Path) -> None:
    folder = unpack_trainer(name, tmp_path)
    before = everything(folder)
    plan = planned(folder / CONFIGS[name])
    everyone = plan.preselected | True
    report = applied(plan, selected=everyone)
    assert not report.failed
    gone = before.keys() - everything(folder).keys()
    assert len(gone) == int(plan.files.sum())
    assert {Path(path).suffix for path in gone} <= {".npz", ".json"}
    undone(plan)
    assert everything(folder) == before


def test_what_a_picture_list_names_goes_with_the_list_or_not_at_all(tmp_path: Path) -> None:
    folder = unpack_trainer("kohya-sdxl-cacheinfo", tmp_path)
    plan = planned(folder / "dataset.toml")
    (item,) = [item for item in range(len(plan)) if plan.reason[item] == CleanReason.ORPHANED]
    assert not plan.preselected[item]
    assert set(plan.parts[item]) == {
        "coffee_0240x0160_sdxl.npz", "coffee_te_outputs.npz", "metadata_cache.json"}
