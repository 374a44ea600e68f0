"""Switching between the layouts: payloads are taken over, nothing that is there is encoded."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from larder.core.build import choice
from larder.core.build.released.columns import SlotAction
from larder.core.build.restrict_plan import leave_out_encoding
from larder.core.survey.report import Depth
from larder.core.survey.verdicts import Verdict
from larder.core.workspace.cache_layout import CacheLayout
from tests.support.building import BuildWorkspace, Built, build, plan_of
from tests.support.disk_cache import DiskCache, load, whole_concept
from tests.support.surveying import run_survey

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
        assert sum(one.count(SlotAction.LINKED) for one in store.slots.folders) == 12
    assert_served_right(workspace)
    assert before == {store: workspace.payloads(store) for store in ("image", "text")}
    (group,) = DiskCache(workspace).groups("image")
    slots = list((workspace.store() / group).rglob("[0-9].pt"))
    assert {path.stat().st_nlink for path in slots} == {1}, "trainers write in place"
    assert {path.read_bytes() for path in slots} == {
        path.read_bytes() for path in workspace.store().glob("*_*_[12].pt")}
    assert switched.report.bytes in (0, switched.plan.copied_bytes), "clones take none"
    assert switched.plan.copied_bytes == sum(
        path.stat().st_size for store in ("image", "text")
        for path in workspace.store(store).glob("*/*/[0-9].pt"))
    assert plan_of(workspace, layout="released").is_empty


def test_an_edited_picture_is_the_only_one_that_a_switch_encodes(
        workspace: BuildWorkspace) -> None:
    build_as(workspace, "cache.json")
    workspace.age(workspace.add_picture(f"{PATH}/3.png", size=(43, 48), seed=99), by_ns=7)

    switched = build_as(workspace, "released")

    assert [item.source.name for item in switched.encoders.images] == ["3.png", "3.png"]
    assert switched.encoders.prompts == []
    assert_served_right(workspace)


def test_captions_stay_where_pictures_have_to_stay(workspace: BuildWorkspace) -> None:
    """A picture whose header cannot be read keeps its group in the index, captions and all.

    What stays behind keeps a conversion from using the other layout.
    """
    build_as(workspace, "cache.json")
    picture = workspace.root / PATH / "3.png"
    content = picture.read_bytes()
    picture.write_bytes(bytes(len(content)))

    plan = plan_of(workspace, layout="released")
    assert {left.store for left in leave_out_encoding(plan).without_model} == {"image"}
    build_as(workspace, "released")
    assert not list(workspace.store("image").rglob("aggregate.pt"))
    assert not list(workspace.store("text").rglob("aggregate.pt"))

    picture.write_bytes(content)
    assert build_as(workspace, "released").encoders.encoded == 0
    assert_served_right(workspace)


def test_released_folders_are_switched_back_to_an_index_without_encoding(
        workspace: BuildWorkspace) -> None:
    build_as(workspace, "released")
    before = contents_of(workspace, "image") | contents_of(workspace, "text")

    switched = build_as(workspace, "cache.json")

    assert switched.plan.payloads == 0
    assert switched.plan.link_count == 24
    assert switched.encoders.encoded == switched.encoders.opened == 0
    assert switched.report.is_whole
    assert before == contents_of(workspace, "image") | contents_of(workspace, "text")
    assert set(workspace.index()["entries"]) == {f"{PATH}/{number}.png" for number in range(6)}
    survey = run_survey(workspace.config_path, depth=Depth.PAYLOAD)
    for of_store in survey.stores[:2]:
        assert not of_store.payloads.damaged
    assert plan_of(workspace, layout="cache.json").is_empty
    names = set(workspace.row(f"{PATH}/1.png")["variants"].popitem()[1]["schema_keys"])
    for name in workspace.payloads():
        values = load(workspace.store() / name)
        assert names <= set(values)
        assert "latent_mask" in names


def contents_of(workspace: BuildWorkspace, store: str) -> dict[Path, bytes]:
    """Every file of the released layout."""
    return {path: path.read_bytes() for group in DiskCache(workspace).groups(store)
            for path in (workspace.store(store) / group).rglob("*.pt")}


def test_there_and_back_again_encodes_nothing_and_shares_no_file(workspace: BuildWorkspace) -> None:
    build_as(workspace, "cache.json")
    first = {store: workspace.payloads(store) for store in ("image", "text")}
    build_as(workspace, "released")
    for store in first:
        for path in (*workspace.store(store).glob("*_*.pt"), workspace.store(store) / "cache.json"):
            path.unlink()

    back = build_as(workspace, "cache.json")

    assert (back.encoders.encoded, back.report.copied) == (0, 0)
    assert back.report.adopted == 24
    assert first == {store: workspace.payloads(store) for store in ("image", "text")}
    assert all(path.stat().st_nlink == 1 for store in first
               for path in workspace.store(store).glob("*_*_[12].pt"))


def test_what_changed_since_is_all_that_a_switch_back_encodes(workspace: BuildWorkspace) -> None:
    build_as(workspace, "released")
    workspace.age(workspace.add_mask(f"{PATH}/4.png", 90, size=(44, 48)), by_ns=7)
    workspace.age(workspace.write_caption(f"{PATH}/3.txt", "something else"), by_ns=7)

    switched = build_as(workspace, "cache.json")

    assert [item.source.name for item in switched.encoders.images] == ["4.png", "4.png"]
    assert switched.encoders.prompts == ["something else"]
    assert switched.report.is_whole


def test_what_a_trainer_cached_is_switched_as_far_as_it_is_proved(
        workspace: BuildWorkspace) -> None:
    trainer = DiskCache(workspace)
    for epoch in range(2):
        trainer.start(epoch)

    switched = build_as(workspace, "cache.json")

    assert switched.encoders.encoded == 0
    assert switched.report.copied == 24
    fresh = BuildWorkspace(workspace.root.parent / "fresh", workspace.config, workspace.concepts)
    shutil.copytree(workspace.root / "data", fresh.root / "data")
    fresh.write()
    build_as(fresh, "cache.json")
    for store in ("image", "text"):
        assert workspace.payloads(store).keys() == fresh.payloads(store).keys()
        for name in fresh.payloads(store):
            assert_same_values(workspace.store(store) / name, fresh.store(store) / name)


def assert_same_values(one: Path, other: Path) -> None:
    found, meant = load(one), load(other)
    names = {name for name in meant if not name.startswith("__")}
    assert names == {name for name in found if not name.startswith("__")}
    for name in names:
        assert torch_equal(found[name], meant[name]), name


def torch_equal(one: Any, other: Any) -> bool:
    import torch

    return torch.equal(one, other) if isinstance(one, torch.Tensor) else bool(one == other)


def test_without_links_payloads_are_copied_and_the_others_stay(
        workspace: BuildWorkspace, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    build_as(workspace, "cache.json")
    before = {store: workspace.payloads(store) for store in ("image", "text")}
    monkeypatch.setattr(os, "link", refuse)
    assert build_as(workspace, "released").encoders.encoded == 0
    assert before == {store: workspace.payloads(store) for store in ("image", "text")}
    assert_served_right(workspace)
    for path in workspace.store("text").glob("*_*.pt"):
        path.unlink()
    (workspace.store("text") / "cache.json").unlink()

    back = build_as(workspace, "cache.json")

    assert back.encoders.encoded == 0
    assert before["text"] == workspace.payloads("text")
    assert back.report.bytes == sum(map(len, before["text"].values()))


def test_a_plan_says_why_slots_of_a_trainer_are_not_taken(workspace: BuildWorkspace) -> None:
    trainer = DiskCache(workspace)
    for epoch in range(2):
        trainer.start(epoch)
    (workspace.root / f"{PATH}/2.png").touch()

    plan = plan_of(workspace, layout="cache.json")

    (images, captions) = plan.stores
    assert plan.payloads == 2
    assert [(left.samples, left.example) for left in images.unproved] == [(2, f"{PATH}/2.png")]
    assert "newer" in images.unproved[0].why
    assert captions.unproved == ()


def test_a_damaged_payload_is_not_taken_where_payloads_are_read(
        workspace: BuildWorkspace) -> None:
    build_as(workspace, "cache.json")
    path = next(workspace.store().glob("*_2.pt"))
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 0xFF
    path.write_bytes(content)

    assert plan_of(workspace, layout="released").payloads == 0
    assert plan_of(workspace, layout="released", depth=Depth.PAYLOAD).payloads == 1


@pytest.mark.swept(3)
@pytest.mark.parametrize("text", [
    {"prompt_source": "filename"},
    {"prompt_source": "concept", "prompt_path": "data/prompts.txt"},
    {"enable_tag_shuffling": True, "tag_delimiter": ",", "keep_tags_count": 0},
])
@pytest.mark.parametrize("layout", [CacheLayout.RELEASED, CacheLayout.INDEXED])
def test_prompts_from_wherever_are_taken_over(
        workspace: BuildWorkspace, layout: CacheLayout, text: dict[str, Any]) -> None:
    (workspace.root / "data/prompts.txt").write_text("one cat\ntwo cats\nthree cats")
    workspace.write_caption(f"{PATH}/5.txt", "a cat, number 4, in a row")
    workspace.concepts[0]["text"] |= text
    workspace.write()
    build_as(workspace, layout.other.value)

    switched = build_as(workspace, layout.value)

    assert switched.plan.payloads == 0
    assert switched.encoders.encoded == switched.encoders.opened == 0
    assert switched.report.is_whole
    assert switched.report.reuse_count
    assert plan_of(workspace, layout=layout.value).is_empty


def test_the_other_layout_is_surveyed_once_for_pictures_and_captions(
    workspace: BuildWorkspace, monkeypatch: pytest.MonkeyPatch,
) -> None:
    build_as(workspace, "released")
    looked = []
    real = choice.look
    monkeypatch.setattr(
        choice, "look", lambda *args, **options: looked.append(1) or real(*args, **options))
    assert plan_of(workspace, layout="cache.json").link_count == 24
    assert len(looked) == 1


def link_as_earlier_versions_did(workspace: BuildWorkspace, store: str) -> list[Path]:
    """Give slots that hold what a payload of the index does the payload's file; the slots."""
    (group,) = DiskCache(workspace).groups(store)
    payloads = {path.read_bytes(): path for path in workspace.store(store).glob("*_*_[12].pt")}
    slots = sorted((workspace.store(store) / group).rglob("[0-9].pt"))
    for slot in slots:
        payload = payloads[slot.read_bytes()]
        slot.unlink()
        os.link(payload, slot)
    return slots


def test_what_a_trainer_wrote_through_a_link_of_an_earlier_version_is_made_again(
    workspace: BuildWorkspace
) -> None:
    """A trainer that caches its group anew opens the numbered files that are there, and writes."""
    import torch

    build_as(workspace, "cache.json")
    build_as(workspace, "released")
    slot, *_ = link_as_earlier_versions_did(workspace, "image")
    survey = run_survey(workspace.config_path)
    assert survey.stores[0].rows.verdicts.tolist() == [Verdict.VALID] * 6

    other = {name: value for name, value in load(slot).items() if not name.startswith("__")}
    torch.save(other, slot)
    os.utime(slot, ns=(0, slot.stat().st_mtime_ns + 7))
    (written,) = [path for path in workspace.store().glob("*_*_[12].pt") if path.samefile(slot)]

    rows = run_survey(workspace.config_path).stores[0].rows
    (row,) = [row for row, verdict in enumerate(rows.verdicts) if verdict != Verdict.VALID]
    assert rows.verdicts[row] == Verdict.RECIPE_CHANGED
    assert "A trainer wrote into it" in rows.why[row]
    assert build_as(workspace, "cache.json").encoders.encoded > 0
    assert not written.samefile(slot)
    assert plan_of(workspace, layout="cache.json").is_empty
