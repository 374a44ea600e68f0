"""Pictures that are out of reach make no orphan of what was cached of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.cleaning import planned
from tests.support.other_trainers import judged_files, survey_trainer, unpack_trainer

PICTURES = {".jpg", ".png", ".webp", ".jpeg", ".mp4"}


def take_away(folder: Path) -> None:
    """Leave what an unplugged drive leaves: the folder, and nothing of the user's in it."""
    for path in [*folder.rglob("*")]:
        if path.suffix.lower() in PICTURES:
            path.unlink()


@pytest.mark.parametrize(("name", "config", "pictures"), [
    ("kohya-flux", "dataset.toml", "pics/5_kite"), ("musubi-wan", "dataset.toml", "pics"),
    ("musubi-wan", "dataset.toml", "clips"),
    ("ai-toolkit-flux", "ai-toolkit/config/portraits_flux.yml", "photos/scenes")])
def test_nothing_is_offered_where_all_pictures_of_a_folder_are_gone(
    name: str, config: str, pictures: str, tmp_path: Path
) -> None:
    folder = unpack_trainer(name, tmp_path)
    before = judged_files(survey_trainer(folder / config, data=folder))
    take_away(folder / pictures)
    report = survey_trainer(folder / config, data=folder)
    after = judged_files(report)
    away = [file for path, file in after.items() if file.state.name_in_contract == "unreachable"]
    assert away
    assert {file.offer.value for file in away} == {"never"}
    new = {path for path, file in after.items() if file.offer.value == "ticked"} - {
        path for path, file in before.items() if file.offer.value == "ticked"}
    assert new == set()
    assert len(planned(folder / config, maps=report.workspace.maps)) <= len(before)
