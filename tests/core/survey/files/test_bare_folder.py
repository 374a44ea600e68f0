"""A folder of another trainer's caches without its config: proven faults, and nothing ticked."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.cleaning import planned
from tests.support.other_trainers import judged_files, survey_trainer, unpack_trainer


@pytest.mark.parametrize(("name", "below"), [
    ("kohya-flux", "pics"), ("musubi-wan", "cache"), ("ai-toolkit-flux", "photos")])
def test_nothing_is_ticked_and_nothing_is_called_unlisted(
    name: str, below: str, tmp_path: Path
) -> None:
    folder = unpack_trainer(name, tmp_path) / below
    judged = judged_files(survey_trainer(folder))
    states = {file.state.name_in_contract for file in judged.values()}
    assert judged
    assert states.isdisjoint({"unlisted", "leftover", "missing"})
    assert {file.offer.value for file in judged.values()} <= {"unticked", "never"}
    assert not planned(folder).preselected.any()


def test_what_needs_no_config_is_still_proven(tmp_path: Path) -> None:
    folder = unpack_trainer("kohya-flux", tmp_path) / "pics"
    judged = judged_files(survey_trainer(folder))
    assert judged["5_kite/motorcycle_0300x0200_flux.npz"].state.name_in_contract == "stale"
    assert judged["2_stones/grass_0210x0210_flux.npz"].state.name_in_contract == "damaged"
    assert judged["5_kite/ihc_flux_te.npz"].state.name_in_contract == "orphan"


def test_a_folder_with_one_config_is_opened_by_it(tmp_path: Path) -> None:
    folder = unpack_trainer("kohya-flux", tmp_path)
    report = survey_trainer(folder)
    assert report.workspace.trainer is not None
    assert report.workspace.config_path == folder / "dataset.toml"
