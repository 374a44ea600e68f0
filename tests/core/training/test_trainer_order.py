"""`order="trainer"`: the batches of OneTrainer's own loader, beside recorded ones.

`trainer_order.json` holds the picture paths of every batch of two, three epochs long, that mgds'
modules gave for `photographs` (released OneTrainer 23df3832 with its DiskCache; pull request 1411
with its SmartDiskCache), each from a cache of its own making.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import larder
from larder.core.errors import UserFacingError
from tests.support.building import BuildWorkspace, build
from tests.support.training import LAYOUTS, add_cats

RECORDED: dict[str, dict[str, list[list[list[str]]]]] = json.loads(
    (Path(__file__).parent / "trainer_order.json").read_text())

CONFIGS: dict[str, dict[str, Any]] = {
    "plain": {"resolution": "128"},
    "masked": {"resolution": "128", "masked_training": True},
    "several": {"resolution": "128,192"},
}


def photographs(root: Path, config: dict[str, Any]) -> BuildWorkspace:
    """Three concepts balanced in three ways, of pictures of three aspects."""
    workspace = BuildWorkspace(root)
    workspace.configure(**config)
    add_cats(workspace, pictures=9, balancing=1.5, image_variations=2, text_variations=3)
    add_cats(workspace, "dogs", pictures=7, balancing=0.6, seed=2)
    add_cats(workspace, "birds", pictures=8, balancing=5, balancing_strategy="SAMPLES", seed=3)
    return workspace


def batches_of(dataset: larder.CachedDataset, epochs: int, size: int = 2) -> list[list[list[str]]]:
    """Picture paths of every batch of some epochs."""
    found = []
    for epoch in range(epochs):
        dataset.set_epoch(epoch)
        found.append([
            [dataset.samples[served.turn.sample].picture for served in batch]
            for batch in dataset.batches(size)])
    return found


@pytest.mark.swept(3)
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", CONFIGS)
def test_the_batches_are_those_that_the_trainers_modules_gave(
    tmp_path: Path, layout: str, name: str
) -> None:
    made = photographs(tmp_path, CONFIGS[name])
    build(made, layout=layout, even_if_busy=True)
    dataset = larder.CachedDataset(made.config_path, order="trainer")
    assert batches_of(dataset, 3) == RECORDED[layout][name]


def test_without_it_the_order_is_larders_own(tmp_path: Path) -> None:
    made = photographs(tmp_path, CONFIGS["plain"])
    build(made, layout="released", even_if_busy=True)
    own = larder.CachedDataset(made.config_path)
    trainers = larder.CachedDataset(made.config_path, order="trainer")
    assert batches_of(own, 1) != batches_of(trainers, 1)
    assert own.fingerprint != trainers.fingerprint


def test_a_loader_has_the_order_of_its_dataset(tmp_path: Path) -> None:
    made = photographs(tmp_path, CONFIGS["plain"])
    build(made, layout="released", even_if_busy=True)
    loader = larder.CachedDataset(made.config_path, order="trainer").loader(batch_size=2)
    served = [batch["image_path"] for batch in loader]
    assert served == RECORDED["released"]["plain"][0]


def test_the_trainers_order_needs_a_config_whose_pipeline_is_known(tmp_path: Path) -> None:
    made = photographs(tmp_path, CONFIGS["plain"])
    build(made, layout="cache.json", even_if_busy=True)
    with pytest.raises(UserFacingError, match="known only with a config"):
        larder.CachedDataset(
            larder.open(made.store().parent), sourceless=True, order="trainer")
    with pytest.raises(ValueError, match="other"):
        larder.CachedDataset(made.config_path, order="other")
