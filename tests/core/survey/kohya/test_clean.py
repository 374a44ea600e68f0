"""A clean takes the files that a list of pictures names with the list."""

from __future__ import annotations

from pathlib import Path

from larder.core.clean.plan import CleanReason
from tests.support.cleaning import planned
from tests.support.other_trainers import unpack_trainer


def test_what_a_picture_list_names_goes_with_the_list_or_not_at_all(tmp_path: Path) -> None:
    folder = unpack_trainer("kohya-sdxl-cacheinfo", tmp_path)
    plan = planned(folder / "dataset.toml")
    (item,) = [item for item in range(len(plan)) if plan.reason[item] == CleanReason.ORPHANED]
    assert not plan.preselected[item]
    assert set(plan.parts[item]) == {
        "coffee_0240x0160_sdxl.npz", "coffee_te_outputs.npz", "metadata_cache.json"}
