"""kill -9 at random moments of a build: it goes on and ends as if nothing had happened."""

from __future__ import annotations

import os
import random
import shutil
from pathlib import Path

import pytest

from larder.core.build.indexed import row_writer as build_ledger
from larder.core.build.pipeline import writing as build_writing
from larder.core.survey.report import Depth
from tests.support.building import BuildWorkspace, build
from tests.support.killed import killed_at
from tests.support.surveying import drifted, loose_payloads, run_survey
from tests.support.sweeps import Sweep

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the kill needs a fork")

KILLS, MANY_KILLS = 3, 60
SWITCH_KILLS, MANY_SWITCH_KILLS = 2, 20
STEPS = 170
"""About how many steps towards the disk the build of the template takes."""


@pytest.fixture(autouse=True)
def many_small_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small groups and frequent saves, so that few payloads pass through every state."""
    import torch  # in this process, so that no child has to

    torch.zeros(1)
    monkeypatch.setattr(build_writing, "GROUP_FILES", 3)
    monkeypatch.setattr(build_ledger, "SAVE_EVERY_S", 0.0)
    monkeypatch.setattr(build_ledger, "SAVE_SHARE", 0)


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> BuildWorkspace:
    """Two sizes, two variations, a duplicate, masks, shared prompts."""
    made = BuildWorkspace(
        tmp_path_factory.mktemp("crash") / "template", {"masked_training": True})
    cats = made.add_concept(
        image_variations=2, text_variations=2, image={"enable_crop_jitter": True})
    for number in range(6):
        made.add_picture(
            f"{cats}/{number}.png", size=(40, 40) if number % 2 else (30, 90), seed=number,
            caption=f"cat {number}\na cat")
        made.add_mask(f"{cats}/{number}.png", 40 * number, (40, 40) if number % 2 else (30, 90))
    shutil.copy2(made.root / cats / "1.png", made.root / cats / "1b.png")
    made.write_caption(f"{cats}/1b.txt", "a cat")
    return made


def copy_of(template: BuildWorkspace, place: Path) -> BuildWorkspace:
    shutil.copytree(template.root, place)
    return BuildWorkspace(place, template.config, template.concepts)


def all_payloads(workspace: BuildWorkspace) -> dict[str, bytes]:
    return workspace.payloads() | {
        f"text/{name}": content for name, content in workspace.payloads("text").items()}


def test_a_build_killed_again_and_again_ends_like_an_undisturbed_one(
    template: BuildWorkspace, tmp_path: Path, sweep: Sweep
) -> None:
    undisturbed = copy_of(template, tmp_path / "undisturbed")
    build(undisturbed)
    expected = all_payloads(undisturbed)
    assert len(expected) > 20
    dice = random.Random(7)
    kills = rounds = 0
    wanted = sweep.times(KILLS, MANY_KILLS)
    while kills < wanted:
        workspace = copy_of(template, tmp_path / f"work{rounds}")
        for _ in range(2):
            kills += killed_at(dice.randrange(STEPS), lambda of=workspace: build(of))
        again = build(workspace)
        assert again.failed == []
        assert all_payloads(workspace) == expected
        report = run_survey(workspace.config_path, depth=Depth.PAYLOAD)
        for store in ("image", "text"):
            assert drifted(report, store) == loose_payloads(report, store) == {}
            assert workspace.index(store)["entries"].keys() == \
                undisturbed.index(store)["entries"].keys()
        assert build(workspace).plan.is_empty
        rounds += 1
        assert rounds < wanted, "most builds ended before their kill"


@pytest.fixture(scope="module")
def released(template: BuildWorkspace, tmp_path_factory: pytest.TempPathFactory) -> BuildWorkspace:
    """The template with all of it cached in the released layout."""
    made = copy_of(template, tmp_path_factory.mktemp("released") / "template")
    build(made, layout="released")
    return made


@pytest.mark.parametrize("by_links", [True, False])
def test_a_switch_killed_at_any_moment_goes_on_and_leaves_the_other_layout_as_it_is(
    released: BuildWorkspace, tmp_path: Path, sweep: Sweep, *, by_links: bool
) -> None:
    if by_links:  # payloads of an index hold all that an index needs
        first = copy_of(released, tmp_path / "first")
        build(first, layout="cache.json")
        for store in ("image", "text"):
            for group in first.store(store).glob("?" * 64):
                shutil.rmtree(group)
        build(first, layout="released")
        for store in ("image", "text"):
            for path in first.store(store).glob("[!.]*.*"):
                path.unlink()
        released = first
    slots = {path.relative_to(released.root): path.read_bytes()
             for path in released.store().parent.glob("*/*/variation-*/*.pt")}
    assert slots
    undisturbed = copy_of(released, tmp_path / "undisturbed")
    assert build(undisturbed, layout="cache.json").encoders.encoded == 0
    dice = random.Random(11)
    kills = 0
    for at in range(sweep.times(SWITCH_KILLS, MANY_SWITCH_KILLS)):
        workspace = copy_of(released, tmp_path / f"work{at}")
        kills += killed_at(
            dice.randrange(STEPS), lambda of=workspace: build(of, layout="cache.json"))
        assert build(workspace, layout="cache.json").encoders.encoded == 0
        assert all_payloads(workspace) == all_payloads(undisturbed)
        assert slots == {path.relative_to(workspace.root): path.read_bytes()
                         for path in workspace.store().parent.glob("*/*/variation-*/*.pt")}
        for store in ("image", "text"):
            assert workspace.index(store)["entries"].keys() == \
                undisturbed.index(store)["entries"].keys()
    assert kills
