"""Several targets: which size an epoch serves, and that everything agrees on it."""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import Any

import pytest

import larder
from larder.core.encoders.draws import SampleDraws, onetrainer_positions
from larder.core.training import cached_files
from larder.core.training.report import TrainingWarning
from larder.core.workspace.bucketing import choose_bucket
from larder.core.workspace.open_workspace import open_workspace
from tests.support.building import BuildWorkspace, build
from tests.support.training import SIZES, cached, read_payload

TARGETS = (128, 192, 256)


@pytest.fixture
def several(tmp_path: Path) -> BuildWorkspace:
    """Six masked pictures, cached at each of three targets."""
    made = cached(tmp_path, resolution=str(TARGETS[0]), masked=[1, 4])
    for target in TARGETS[1:]:
        made.configure(resolution=str(target))
        build(made, even_if_busy=True)
    made.configure(resolution=",".join(map(str, TARGETS)))
    return made


def drawn_target(workspace: BuildWorkspace, epoch: int, position: int) -> int:
    config = open_workspace(workspace.config_path).config
    assert config is not None
    return SampleDraws(onetrainer_positions(config), epoch, position).target(TARGETS)


def test_each_epoch_serves_the_target_that_the_trainer_draws(several: BuildWorkspace) -> None:
    """Behaviours 29 and 34: every size is kept, and one key serves batching and fetch alike."""
    dataset = larder.CachedDataset(several.config_path)
    seen: set[int] = set()
    for epoch in range(5):
        dataset.set_epoch(epoch)
        assert dataset.report.other_size == 0
        for position, served in enumerate(dataset.served):
            target = drawn_target(several, epoch, position)
            seen.add(target)
            assert served.crop == choose_bucket(*SIZES[position % 3], target, 64)
            item = dataset[served]
            assert item["crop_resolution"] == served.crop
            assert item["latent_image"].shape[-2:] == tuple(side // 8 for side in served.crop)
    assert seen == set(TARGETS)


def test_every_spatial_tensor_of_an_item_has_the_size_of_its_latent(
    several: BuildWorkspace
) -> None:
    """Behaviour 35: every spatial tensor of an item has the size of its latent."""
    dataset = larder.CachedDataset(several.config_path)
    for epoch in range(3):
        dataset.set_epoch(epoch)
        for at in range(len(dataset)):
            item = dataset[at]
            assert item["latent_mask"].shape[-2:] == item["latent_image"].shape[-2:]


def test_masks_that_are_trained_with_later_on_have_the_size_of_their_latents(
    tmp_path: Path
) -> None:
    """Behaviour 35: after masks were added to what was cached without them."""
    made = cached(tmp_path)
    made.configure(masked_training=True)
    with pytest.raises(larder.core.errors.UserFacingError, match="recipe-changed"):
        larder.CachedDataset(made.config_path)
    build(made, even_if_busy=True)
    dataset = larder.CachedDataset(made.config_path)
    for at in range(len(dataset)):
        assert dataset[at]["latent_mask"].shape[-2:] == dataset[at]["latent_image"].shape[-2:]


def test_a_size_that_was_not_looked_for_yet_is(
    several: BuildWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Behaviour 22: the skip is granted per payload; one never seen forces another look."""
    scans: list[str] = []
    scan = cached_files.scan_folder
    monkeypatch.setattr(
        cached_files, "scan_folder", lambda folder: (scans.append(folder), scan(folder))[1])
    dataset = larder.CachedDataset(several.config_path)
    assert len(scans) == 2
    dataset.set_epoch(1)
    assert len(scans) == 2
    target = drawn_target(several, 1, 0)
    other = next(epoch for epoch in range(2, 20) if drawn_target(several, epoch, 0) != target)
    index = several.index()["entries"]["data/cats/0.png"]
    size = choose_bucket(*SIZES[0], drawn_target(several, other, 0), 64)
    stem = index["variants"][f"{size[0]}x{size[1]}"]["cache_file"]
    (several.store() / f"{stem}_1.pt").unlink()
    fresh = larder.CachedDataset(several.config_path, epoch=1)
    with pytest.warns(TrainingWarning, match="Cached file missing") as told:
        fresh.set_epoch(other)
    assert told[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error", TrainingWarning)
        fresh.set_epoch(1)
        fresh.set_epoch(other)
    assert [(item.picture, item.reason) for item in fresh.report.missing] == [
        ("data/cats/0.png", "missing-payload")]


def test_a_size_that_is_not_cached_is_served_in_another_and_that_is_told(
    several: BuildWorkspace
) -> None:
    several.configure(resolution="128,192,320")
    dataset = larder.CachedDataset(several.config_path)
    config = open_workspace(several.config_path).config
    assert config is not None
    positions = onetrainer_positions(config)
    epoch = next(epoch for epoch in range(20) if SampleDraws(positions, epoch, 0).target(
        (128, 192, 320)) == 320)
    dataset.set_epoch(epoch)
    assert dataset.report.other_size > 0
    assert "at another size than the config asks for" in str(dataset.report)
    item = dataset[0]
    assert item["crop_resolution"] == dataset.served[0].crop == choose_bucket(*SIZES[0], 128, 64)


def test_the_crop_of_a_batch_is_that_of_the_payload_whatever_the_key_says(
    tmp_path: Path
) -> None:
    """Behaviour 31: an index without stored crops has each payload asked, once."""
    made = cached(tmp_path)
    path = made.store() / "cache.json"
    document = json.loads(path.read_text())
    for entry in document["entries"].values():
        for variant in entry["variants"].values():
            variant.pop("crop_resolution")
    path.write_text(json.dumps(document, indent=2))
    import torch

    (first, *_) = sorted(made.store().glob("*_1.pt"))
    values = read_payload(first) | {"crop_resolution": (8, 16)}
    torch.save(values, first)
    dataset = larder.CachedDataset(made.config_path)
    crops = {served.image.name: served.crop for served in dataset.served if served.image}
    assert crops.pop(first.name) == (8, 16)
    assert all(len(crop or ()) == 2 for crop in crops.values())


def test_one_file_in_two_concepts_can_have_two_sizes_in_one_epoch(tmp_path: Path) -> None:
    """Behaviour 32: a file in two concepts can have two sizes in one epoch."""
    made = cached(tmp_path, resolution="128", pictures=1)
    override = {"enable_resolution_override": True, "resolution_override": "192"}
    made.concepts.append(made.concepts[0] | {
        "name": "large", "seed": 2, "image": made.concepts[0]["image"] | override})
    made.write()
    build(made, even_if_busy=True)
    dataset = larder.CachedDataset(made.config_path)
    assert [served.crop for served in dataset.served] == [(128, 128), (192, 192)]
    assert [dataset[at]["crop_resolution"] for at in range(2)] == [(128, 128), (192, 192)]


def test_one_file_in_two_concepts_draws_a_size_for_each_of_them(several: BuildWorkspace) -> None:
    """Behaviour 32: aggregates are told apart by the sample's position, not by the file."""
    several.concepts.append(several.concepts[0] | {"name": "again", "seed": 2})
    several.write()
    dataset = larder.CachedDataset(several.config_path)
    differ = 0
    for epoch in range(5):
        dataset.set_epoch(epoch)
        crops = [served.crop for served in dataset.served]
        assert crops == [
            choose_bucket(*SIZES[place % 6 % 3], drawn_target(several, epoch, place), 64)
            for place in range(12)]
        differ += sum(one != other for one, other in zip(crops[:6], crops[6:], strict=True))
    assert differ


def test_what_is_handed_out_is_a_copy(several: BuildWorkspace) -> None:
    """Behaviour 33: an item is a copy, so changing it does not affect the next one."""
    dataset = larder.CachedDataset(several.config_path)
    item: dict[str, Any] = dataset[0]
    before = item["latent_image"].clone()
    item["latent_image"].zero_()
    item["crop_resolution"] = (1, 1)
    again = dataset[0]
    assert again["crop_resolution"] == dataset.served[0].crop
    assert again["latent_image"].equal(before)


def test_a_slot_of_another_target_is_served_as_it_is_and_told(tmp_path: Path) -> None:
    made = cached(tmp_path, layout="released", resolution="128")
    made.configure(resolution="128,192,256")
    with pytest.warns(TrainingWarning, match="at another size than the config asks for"):
        dataset = larder.CachedDataset(made.config_path)
    drawn = [drawn_target(made, 0, place) for place in range(6)]
    assert dataset.report.other_size == sum(target != 128 for target in drawn) > 0
    assert len(dataset) == 6
    assert dataset[0]["crop_resolution"] == choose_bucket(*SIZES[0], 128, 64)
