"""Every file of a cache that a trainer would run is told, whoever needs it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from larder.core.survey.report import Depth
from tests.support.surveying import run_survey, store_of
from tests.support.training import LAYOUTS, cached
from tests.support.unpickling import FORMS

SAYS = "a trainer that opens this file would run code from it"
PROGRAM = FORMS["alone, protocol 0"]


def told(path: Path) -> list[str]:
    report = run_survey(path, depth=Depth.PAYLOAD)
    said = [finding.problem for finding in report.problems]
    for store in report.stores:
        said += store.rows.why.values()
    return [sentence for sentence in said if SAYS in sentence]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_file_that_would_run_something_is_told(tmp_path: Path, layout: str) -> None:
    """With a config and without; the stand-in and the lists of slots too."""
    workspace = cached(tmp_path, layout=layout, pictures=2)
    folder = workspace.store().parent
    assert not told(workspace.config_path)
    for path in sorted(path for path in folder.rglob("*.pt") if ".larder" not in path.parts):
        whole = path.read_bytes()
        PROGRAM(path, tmp_path / "ran")
        assert told(workspace.config_path), path
        assert told(folder), path
        path.write_bytes(whole)
    assert not told(folder)
    assert not (tmp_path / "ran").exists()


def test_what_no_entry_names_is_told_too(tmp_path: Path) -> None:
    workspace = cached(tmp_path, pictures=2)
    PROGRAM(workspace.store() / "0123456789ab_64x64_1.pt", tmp_path / "ran")
    assert len(told(workspace.config_path)) == 1


def test_a_group_of_another_config_is_told_too(tmp_path: Path) -> None:
    workspace = cached(tmp_path, layout="released", pictures=2)
    group = next(path for path in workspace.store().iterdir() if len(path.name) == 64)
    other = Path(shutil.copytree(group, group.with_name("0" * 64)))
    PROGRAM(other / "variation-0" / "1.pt", tmp_path / "ran")
    assert len(told(workspace.config_path)) == 1
    assert store_of(run_survey(workspace.config_path), "image").findings == ()


def test_many_are_counted(tmp_path: Path) -> None:
    workspace = cached(tmp_path, pictures=1)
    for number in range(9):
        PROGRAM(workspace.store() / f"0123456789ab_64x64_{number + 1}.pt", tmp_path / "ran")
    problems = [finding.problem for finding in
                run_survey(workspace.config_path, depth=Depth.PAYLOAD).problems]
    assert problems[-1] == "A trainer would run code from 4 more files of this cache."
