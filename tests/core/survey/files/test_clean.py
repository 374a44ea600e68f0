"""A clean of another trainer's files takes what is offered, and an undo brings all of it back."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from larder.core.workspace.roots import PathMap
from tests.core.survey.ai_toolkit.test_truth import JOB
from tests.core.survey.ai_toolkit.test_truth import NAME as AI_TOOLKIT
from tests.core.survey.kohya.test_truth import CONFIGS as KOHYAS
from tests.core.survey.musubi.test_truth import CONFIGS as MUSUBIS
from tests.support.cleaning import applied, planned, undone
from tests.support.indexed_cache import tree_state
from tests.support.other_trainers import unpack_trainer

CONFIGS: Mapping[str, str] = {**KOHYAS, **MUSUBIS}
SUFFIXES = {".npz", ".json", ".safetensors"}
"""Of files that a clean may take; pictures and captions have none of them."""


@pytest.mark.parametrize("name", CONFIGS)
def test_all_that_is_offered_goes_and_comes_back_with_its_dates(name: str, tmp_path: Path) -> None:
    folder = unpack_trainer(name, tmp_path)
    before = tree_state(folder)
    plan = planned(folder / CONFIGS[name])
    report = applied(plan, selected=plan.preselected | True)
    assert not report.failed
    gone = before.keys() - tree_state(folder).keys()
    assert len(gone) == int(plan.files.sum()) > 0
    assert {Path(path).suffix for path in gone} <= SUFFIXES
    undone(plan)
    assert tree_state(folder) == before


def test_files_in_folders_of_folders_come_back_too(tmp_path: Path) -> None:
    data = unpack_trainer(AI_TOOLKIT, tmp_path)
    before = tree_state(data)
    plan = planned(data / JOB, maps=[PathMap("/data", str(data))])
    assert not applied(plan, selected=plan.preselected | True).failed
    gone = before.keys() - tree_state(data).keys()
    assert len(gone) == int(plan.files.sum()) > 0
    assert any("/night/" in path or path.count("/") > 2 for path in gone)
    undone(plan)
    assert tree_state(data) == before


@pytest.mark.parametrize("name", CONFIGS)
def test_what_is_ticked_is_what_the_survey_ticks(name: str, tmp_path: Path) -> None:
    folder = unpack_trainer(name, tmp_path)
    before = tree_state(folder)
    plan = planned(folder / CONFIGS[name])
    applied(plan)
    assert len(before.keys() - tree_state(folder).keys()) == int(
        plan.files[plan.preselected].sum())
