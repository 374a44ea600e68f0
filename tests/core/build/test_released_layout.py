"""Building the folders that released OneTrainer reads: whole, incrementally, and by right pairs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from larder.core.build.slots import Fate
from tests.support.building import BuildWorkspace, Built, build, plan_of
from tests.support.disk_cache import DiskCache, load, whole_concept

PATH = "data/cats"


@pytest.fixture
def workspace(tmp_path: Path) -> BuildWorkspace:
    """Six pictures with captions and two masks, nothing cached."""
    made = BuildWorkspace(tmp_path)
    made.configure(masked_training=True)
    add_concept(made)
    for number in range(6):
        made.add_picture(
            f"{PATH}/{number}.png", caption=f"a cat number {number}", size=(40 + number, 48))
    made.add_mask(f"{PATH}/1.png", 100, size=(41, 48))
    made.add_mask(f"{PATH}/4.png", 200, size=(44, 48))
    return made


def add_concept(workspace: BuildWorkspace, name: str = "cats", **settings: Any) -> None:
    workspace.add_concept(name, **settings)
    workspace.concepts[-1] = whole_concept(workspace.concepts[-1])
    workspace.write()


def build_released(workspace: BuildWorkspace, **options: Any) -> Built:
    return build(workspace, layout="released", even_if_busy=True, **options)


def assert_served_right(workspace: BuildWorkspace, *, epochs: int = 1) -> None:
    """The trainer caches nothing itself, and every sample gets what its own files give."""
    trainer = DiskCache(workspace)
    for epoch in range(epochs):
        assert trainer.right(epoch) == []
    assert trainer.cached == []


def test_a_first_build_makes_what_the_trainer_would_have_cached(
        workspace: BuildWorkspace) -> None:
    built = build_released(workspace)

    assert built.encoders.encoded == 12
    assert built.report.is_whole
    assert_served_right(workspace)


def test_files_hold_what_the_trainer_puts_there(workspace: BuildWorkspace) -> None:
    build_released(workspace)

    (key,) = DiskCache(workspace).groups("image")
    folder = workspace.store() / key / "variation-0"
    assert sorted(path.name for path in folder.iterdir()) == [
        *(f"{slot}.pt" for slot in range(6)), "aggregate.pt"]
    aggregate = load(folder / "aggregate.pt")
    assert aggregate[0].keys() == {"crop_resolution", "image_path"}
    assert [one["image_path"] for one in aggregate] == [
        f"{PATH}/{number}.png" for number in range(6)]
    values = load(folder / "0.pt")
    assert {name for name in values if not name.startswith("__")} == {
        "latent_image", "latent_mask", "original_resolution", "crop_offset"}
    (text_key,) = DiskCache(workspace).groups("text")
    captions = workspace.store("text") / text_key / "variation-0"
    assert load(captions / "aggregate.pt") == [{}] * 6


def test_a_second_build_has_nothing_to_do(workspace: BuildWorkspace) -> None:
    build_released(workspace)

    plan = plan_of(workspace)

    assert plan.is_empty
    assert plan.payloads == 0


def add_one(workspace: BuildWorkspace) -> None:
    workspace.add_picture(f"{PATH}/00.png", caption="a new cat", size=(50, 48))


def add_one_without_caption(workspace: BuildWorkspace) -> None:
    workspace.add_picture(f"{PATH}/00.png", size=(50, 48))


def delete_one(workspace: BuildWorkspace) -> None:
    for name in ("2.png", "2.txt"):
        (workspace.root / PATH / name).unlink()


def rename_one(workspace: BuildWorkspace) -> None:
    for ending in (".png", ".txt", "-masklabel.png"):
        (workspace.root / PATH / f"1{ending}").rename(workspace.root / PATH / f"9{ending}")


def edit_caption(workspace: BuildWorkspace) -> None:
    workspace.age(workspace.write_caption(f"{PATH}/3.txt", "something else"), by_ns=7)


def edit_mask(workspace: BuildWorkspace) -> None:
    workspace.age(workspace.add_mask(f"{PATH}/4.png", 90, size=(44, 48)), by_ns=7)


def touch_one(workspace: BuildWorkspace) -> None:
    workspace.age(workspace.root / PATH / "5.png", by_ns=9)


def rename_folder(workspace: BuildWorkspace) -> None:
    (workspace.root / PATH).rename(workspace.root / "data/dogs")
    workspace.concepts[0]["path"] = "data/dogs"
    workspace.write()


EDITS = [
    # edit, pictures encoded, captions encoded
    (add_one, 1, 1), (add_one_without_caption, 1, 1), (delete_one, 0, 0), (rename_one, 0, 0),
    (edit_caption, 0, 1), (edit_mask, 1, 0), (touch_one, 0, 0), (rename_folder, 0, 0)]


@pytest.mark.parametrize(
    ("edit", "pictures", "captions"), EDITS, ids=[edit.__name__ for edit, *_ in EDITS])
def test_a_change_of_the_dataset_encodes_no_more_than_it_changed(
        workspace: BuildWorkspace, edit: Callable[[BuildWorkspace], None], pictures: int,
        captions: int) -> None:
    build_released(workspace)
    edit(workspace)

    built = build_released(workspace)

    assert (len(built.encoders.images), len(built.encoders.prompts)) == (pictures, captions)
    assert built.plan.payloads == pictures + captions
    assert_served_right(workspace)
    assert plan_of(workspace).is_empty


def test_without_a_build_the_trainer_serves_wrong_pairs(workspace: BuildWorkspace) -> None:
    build_released(workspace)
    delete_one(workspace)

    trainer = DiskCache(workspace)

    # Slots 2, 3 and 4 hold the pictures and captions before them.
    assert len(trainer.right(0)) == 6
    assert trainer.cached == []


def test_a_plan_says_what_becomes_of_every_slot(workspace: BuildWorkspace) -> None:
    build_released(workspace)
    delete_one(workspace)
    add_one(workspace)

    plan = plan_of(workspace)

    (images, _) = plan.stores
    assert images.slots is not None
    (folder,) = images.slots.folders
    assert [slot.fate for slot in folder.slots] == [
        Fate.STAYS, Fate.ENCODED, Fate.MOVES, Fate.STAYS, Fate.STAYS, Fate.STAYS]
    assert folder.goes == 1
