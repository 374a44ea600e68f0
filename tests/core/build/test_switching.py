"""Switching between the layouts: payloads are taken over, nothing that is there is encoded."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from larder.core.build.slots import Fate
from tests.support.building import BuildWorkspace, Built, build, plan_of
from tests.support.disk_cache import DiskCache, whole_concept

PATH = "data/cats"


@pytest.fixture
def workspace(tmp_path: Path) -> BuildWorkspace:
    """Six pictures with captions and two masks in two variations, nothing cached."""
    made = BuildWorkspace(tmp_path)
    made.configure(masked_training=True)
    made.add_concept(
        "cats", image_variations=2, text_variations=2, image={"enable_random_flip": True})
    made.concepts[-1] = whole_concept(made.concepts[-1])
    made.write()
    for number in range(6):
        made.add_picture(
            f"{PATH}/{number}.png", caption=f"a cat, number {number}, in a row",
            size=(40 + number, 48))
    made.add_mask(f"{PATH}/1.png", 100, size=(41, 48))
    made.add_mask(f"{PATH}/4.png", 200, size=(44, 48))
    return made


def build_as(workspace: BuildWorkspace, layout: str, **options: Any) -> Built:
    return build(workspace, layout=layout, even_if_busy=True, **options)


def assert_served_right(workspace: BuildWorkspace, *, epochs: int = 2) -> None:
    """The released trainer caches nothing itself, and every sample gets what its files give."""
    trainer = DiskCache(workspace)
    for epoch in range(epochs):
        assert trainer.right(epoch) == []
    assert trainer.cached == []


def links_of(folder: Path) -> set[int]:
    return {path.stat().st_ino for path in folder.rglob("*.pt")}


def test_an_index_is_switched_to_released_folders_without_encoding(
        workspace: BuildWorkspace) -> None:
    build_as(workspace, "cache.json")
    before = {store: workspace.payloads(store) for store in ("image", "text")}

    switched = build_as(workspace, "released")

    assert switched.plan.payloads == 0
    assert switched.encoders.encoded == switched.encoders.opened == 0
    for store in switched.plan.stores:
        assert store.slots is not None
        assert sum(one.count(Fate.LINKED) for one in store.slots.folders) == 12
    assert_served_right(workspace)
    assert before == {store: workspace.payloads(store) for store in ("image", "text")}
    (group,) = DiskCache(workspace).groups("image")
    slots = {path.stat().st_ino for path in (workspace.store() / group).rglob("[0-9].pt")}
    assert slots == {path.stat().st_ino for path in workspace.store().glob("*_*_[12].pt")}
    assert plan_of(workspace, layout="released").is_empty


def test_an_edited_picture_is_the_only_one_that_a_switch_encodes(
        workspace: BuildWorkspace) -> None:
    build_as(workspace, "cache.json")
    workspace.age(workspace.add_picture(f"{PATH}/3.png", size=(43, 48), seed=99), by_ns=7)

    switched = build_as(workspace, "released")

    assert [item.source.name for item in switched.encoders.images] == ["3.png", "3.png"]
    assert switched.encoders.prompts == []
    assert_served_right(workspace)
