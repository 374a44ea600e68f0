"""Released groups are listed and read as released OneTrainer wrote them."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from larder.core.stores.released.groups import (
    list_released_groups,
    read_group,
    scan_released_group,
    scan_released_store,
    slot_name,
)
from tests.support.released_cache import CACHE, write_image_group, write_text_group

KEY = "ab" * 32
OTHER = "0123456789abcdef" * 4


def image_store(root: Path) -> Path:
    return root / CACHE / "image"


def test_the_trainers_groups_are_listed_with_their_slots_and_bytes(
    unpacked_fixture: Callable[[str], Path],
) -> None:
    store = image_store(unpacked_fixture("sd15_legacy_diskcache"))
    groups, foreign = scan_released_store(store)
    assert [key[:8] for key in groups] == ["b806de2d", "fbfe0549"]
    assert foreign == ()
    for key in groups:
        group = scan_released_group(store, key)
        on_disk = [path for path in (store / key).rglob("*") if path.is_file()]
        assert group.bytes == sum(path.stat().st_size for path in on_disk)
        assert group.newest_ns == max(path.stat().st_mtime_ns for path in on_disk)
        assert group.strays == ()
        (variation,) = group.variations
        assert variation.complete
        assert variation.slots.tolist() == list(range(len(on_disk) - 1))


def test_the_trainers_aggregates_name_the_source_of_each_slot(
    unpacked_fixture: Callable[[str], Path],
) -> None:
    store = image_store(unpacked_fixture("sd15_legacy_diskcache"))
    key = list_released_groups(store)[0]
    recorded = read_group(store, key).variations[0]
    assert recorded.paths == (
        "data/b/img_006.jpg", "data/b/img_009.jpg", "data/b/img_012.jpg", "data/b/photo_007.png",
        "data/b/photo_010.png", "data/b/shot_008.webp", "data/b/shot_011.webp")
    assert recorded.sizes[2] == (240, 72)


def test_a_text_aggregate_has_one_empty_item_per_slot(tmp_path: Path) -> None:
    write_text_group(tmp_path, KEY, 3)
    recorded = read_group(tmp_path / CACHE / "text", KEY).variations[0]
    assert list(zip(recorded.paths, recorded.sizes, strict=True)) == [(None, None)] * 3


def test_a_variation_without_its_aggregate_is_not_complete(tmp_path: Path) -> None:
    write_image_group(tmp_path, KEY, ["data/a/x.png"], variation=0)
    write_image_group(tmp_path, KEY, ["data/a/x.png"], variation=10, complete=False)
    group = scan_released_group(image_store(tmp_path), KEY)
    assert [(v.number, v.complete) for v in group.variations] == [(0, True), (10, False)]
    assert group.variation(1) is None


def test_slots_are_ordered_by_number_not_by_name(tmp_path: Path) -> None:
    write_image_group(tmp_path, KEY, [f"data/a/{number:02}.png" for number in range(12)])
    (variation,) = scan_released_group(image_store(tmp_path), KEY).variations
    assert variation.slots.tolist() == list(range(12))
    sizes = [
        (image_store(tmp_path) / slot_name(KEY, variation=0, slot=slot)).stat().st_size
        for slot in range(12)]
    assert np.array_equal(variation.slot_bytes, sizes)


def test_only_folders_named_like_a_group_are_groups(tmp_path: Path) -> None:
    store = image_store(tmp_path)
    for name in (KEY, OTHER, KEY.upper(), KEY[:-1], "epoch-3", ".larder", "text", "quantization"):
        (store / name).mkdir(parents=True)
    (store / "cache.json").write_text("{}")
    groups, foreign = scan_released_store(store)
    assert groups == (OTHER, KEY)
    assert foreign == tuple(sorted((KEY.upper(), KEY[:-1], "epoch-3")))


def test_a_linked_group_is_foreign(tmp_path: Path) -> None:
    write_image_group(tmp_path, KEY, ["data/a/x.png"])
    store = image_store(tmp_path)
    try:
        os.symlink(store / KEY, store / OTHER, target_is_directory=True)
    except OSError:
        pytest.skip("this system makes no links")
    assert scan_released_store(store)[1] == (OTHER,)


@pytest.mark.parametrize(
    "stray",
    ["notes.txt", "variation-0/7.pt.tmp", "variation-0/07.pt", f"variation-0/{'9' * 30}.pt",
     "variation-x/0.pt", "variation-0/deeper/0.pt"],
)
def test_a_file_that_the_trainer_did_not_write_is_a_stray(tmp_path: Path, stray: str) -> None:
    write_image_group(tmp_path, KEY, ["data/a/x.png"])
    file = image_store(tmp_path) / KEY / stray
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(b"mine")
    strays = scan_released_group(image_store(tmp_path), KEY).strays
    assert len(strays) == 1
    assert stray.startswith(strays[0])


def test_a_truncated_aggregate_is_an_error(tmp_path: Path) -> None:
    aggregate = write_image_group(tmp_path, KEY, ["data/a/x.png"]) / "aggregate.pt"
    aggregate.write_bytes(aggregate.read_bytes()[:100])
    assert read_group(image_store(tmp_path), KEY).variations[0].damage


@pytest.mark.parametrize("value", [{"image_path": "x"}, ["data/a/x.png"], [None]])
def test_an_aggregate_of_another_shape_is_an_error(tmp_path: Path, value: object) -> None:
    import torch

    aggregate = write_image_group(tmp_path, KEY, ["data/a/x.png"]) / "aggregate.pt"
    torch.save(value, aggregate)
    assert read_group(image_store(tmp_path), KEY).variations[0].damage


def test_a_name_that_is_not_unicode_is_read_back(tmp_path: Path) -> None:
    write_image_group(tmp_path, KEY, ["data/a/caf\udce9.png"])
    assert read_group(image_store(tmp_path), KEY).sources() == ("data/a/caf\udce9.png",)
