"""Another config of the same folders keeps what it needs from being ticked, and is named."""

from __future__ import annotations

from pathlib import Path

from tests.support.cleaning import planned, ticked
from tests.support.other_trainers import judged_files, survey_trainer, unpack_trainer

LATENTS = "clock.npz"
"""Cached at 192, which the config does not ask for."""


def test_what_another_config_in_the_folder_needs_is_not_ticked(tmp_path: Path) -> None:
    folder = unpack_trainer("kohya-sd15", tmp_path)
    config = folder / "dataset.toml"
    assert LATENTS in ticked(planned(config))
    other = config.read_text("utf-8").replace("resolution = 256", "resolution = 192")
    (folder / "small.toml").write_text(other, "utf-8")
    (folder / "broken.toml").write_text("[[datasets", "utf-8")
    (folder / "notes.json").write_text("[]", "utf-8")
    report = survey_trainer(config)
    assert report.workspace.trainer is not None
    assert [other.path.name for other in report.workspace.trainer.alongside] == ["small.toml"]
    kept = judged_files(report)[f"data/c_old/{LATENTS}"]
    assert kept.state.name_in_contract == "stale"
    assert kept.offer.value == "unticked"
    assert kept.why.endswith("The config small.toml needs it.")
    assert LATENTS not in ticked(planned(config))


def test_a_config_of_other_folders_is_not_looked_at(tmp_path: Path) -> None:
    folder = unpack_trainer("kohya-sd15", tmp_path)
    (folder / "other.toml").write_text(
        '[[datasets]]\nresolution = 192\n[[datasets.subsets]]\nimage_dir = "elsewhere"\n', "utf-8")
    report = survey_trainer(folder / "dataset.toml")
    assert report.workspace.trainer is not None
    assert report.workspace.trainer.alongside == ()
