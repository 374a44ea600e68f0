"""The totals of `larder plan build --json` are what the build then reports, in both layouts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy.typing as npt
import pytest

from larder.core.build import large_pictures
from larder.core.payloads.pt_file import read_pt_array
from larder.core.survey.report import Depth
from tests.support.building import BuildWorkspace
from tests.support.disk_cache import whole_concept
from tests.support.surveying import drifted, run_survey

LAYOUTS = ("released", "cache.json")

Totals = dict[str, int]


@pytest.fixture
def cats(tmp_path: Path) -> BuildWorkspace:
    """Five pictures: two equal, two with an equal prompt; nothing cached."""
    made = BuildWorkspace(tmp_path)
    made.configure(masked_training=True)
    made.add_concept()
    made.concepts[0] = whole_concept(made.concepts[0])
    made.write()
    for number, (seed, caption) in enumerate(
            [(0, "a"), (0, "b"), (1, "c"), (2, "c\n"), (3, "d")]):
        made.add_picture(f"data/cats/{number}.png", caption=f"cat {caption}", seed=seed)
    return made


@pytest.fixture
def plan_and_build(
    cats: BuildWorkspace, larder: Callable[..., Any]
) -> Callable[..., tuple[dict[str, Any], dict[str, Any]]]:
    """Runs the plan and then the build; their documents."""
    def run(*options: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        plan = larder("plan", "build", cats.config_path, "--json", *options)
        build = larder("build", cats.config_path, "--json", "--apply", "--even-if-busy", *options)
        assert (plan.code, build.code) == (0, 0)
        assert plan.document["totals"]["encodes"] == build.document["encoded"]
        for name in plan.document["totals"]:
            assert plan.document["totals"][name] >= sum(
                store["totals"][name] for store in plan.document["stores"])
        for store in plan.document["stores"]:
            # Folders of slots add up to their store; what the table and the window show is that.
            assert store["totals"]["encodes"] == sum(
                folder["encodes"] for folder in store.get("folders", [store["totals"]]))
        return plan.document, build.document
    return run


def totals(stays: int, moves: int, copies: int, encodes: int, goes: int) -> Totals:
    return {"stays": stays, "moves": moves, "copies": copies, "encodes": encodes, "goes": goes}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_equal_pictures_and_equal_prompts_count_once_in_a_first_build(
    plan_and_build: Callable[..., Any], layout: str
) -> None:
    plan, report = plan_and_build("--layout", layout)

    assert plan["layout"] == layout
    assert [(store["layout"], store["totals"]) for store in plan["stores"]] == [
        (layout, totals(0, 0, 1, 4, 0)), (layout, totals(0, 0, 1, 4, 0))]
    assert plan["totals"] == totals(0, 0, 2, 8, 0)
    assert report["copied"] + report["shared"] + report["adopted"] == 2


@pytest.mark.parametrize("layout", LAYOUTS)
def test_masks_tell_equal_pictures_apart(
    plan_and_build: Callable[..., Any], cats: BuildWorkspace, layout: str
) -> None:
    cats.add_mask("data/cats/0.png", 100)
    cats.add_mask("data/cats/1.png", 200)
    assert plan_and_build("--layout", layout)[0]["stores"][0]["totals"] == totals(0, 0, 0, 5, 0)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_equal_masks_leave_equal_pictures_equal(
    plan_and_build: Callable[..., Any], cats: BuildWorkspace, layout: str
) -> None:
    cats.add_mask("data/cats/0.png", 100)
    cats.add_mask("data/cats/1.png", 100)
    assert plan_and_build("--layout", layout)[0]["stores"][0]["totals"] == totals(0, 0, 1, 4, 0)


@pytest.mark.parametrize(("layout", "image", "text"), [
    ("released", totals(2, 2, 0, 1, 1), totals(2, 2, 0, 1, 1)),
    ("cache.json", totals(2, 1, 0, 1, 1), totals(3, 1, 0, 1, 1))])
def test_after_changes_it_is_told_what_stays_moves_and_goes(
    plan_and_build: Callable[..., Any], cats: BuildWorkspace, layout: str, image: Totals,
    text: Totals,
) -> None:
    plan_and_build("--layout", layout)
    folder = cats.root / "data/cats"
    cats.age(cats.add_picture("data/cats/4.png", seed=9), by_ns=10**10)
    cats.age(cats.write_caption("data/cats/4.txt", "cat e"), by_ns=10**10)
    for ending in ("png", "txt"):
        (folder / f"2.{ending}").rename(folder / f"9.{ending}")

    plan, _ = plan_and_build()

    assert plan["layout"] == layout
    assert [store["totals"] for store in plan["stores"]] == [image, text]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_what_needs_nothing_stays(plan_and_build: Callable[..., Any], layout: str) -> None:
    plan_and_build("--layout", layout)

    plan, _ = plan_and_build()

    # Slots are files of their own; an index shares the payloads of equal pictures.
    pictures = 5 if layout == "released" else 4
    assert plan["stores"] == []
    assert (plan["layout"], plan["totals"]) == (layout, totals(pictures + 5, 0, 0, 0, 0))


@pytest.mark.parametrize(("first", "then"), [LAYOUTS, LAYOUTS[::-1]])
def test_a_switch_copies_everything(
    plan_and_build: Callable[..., Any], first: str, then: str
) -> None:
    plan_and_build("--layout", first)

    plan, _ = plan_and_build("--layout", then)

    assert (plan["layout"], plan["totals"]) == (then, totals(0, 0, 10, 0, 0))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_prompt_that_is_cached_for_another_picture_is_not_encoded(
    plan_and_build: Callable[..., Any], cats: BuildWorkspace, layout: str
) -> None:
    plan_and_build("--layout", layout)
    cats.add_picture("data/cats/5.png", caption="cat d\n", seed=5)

    plan, _ = plan_and_build()

    assert plan["stores"][1]["totals"] == totals(5, 0, 1, 0, 0)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_an_equal_picture_without_the_mask_is_encoded(
    plan_and_build: Callable[..., Any], cats: BuildWorkspace, layout: str
) -> None:
    cats.add_mask("data/cats/0.png", 100)
    cats.add_mask("data/cats/1.png", 100)
    plan_and_build("--layout", layout)
    cats.add_picture("data/cats/5.png", caption="cat e", seed=0)

    plan, _ = plan_and_build()

    assert plan["payloads"] == plan["totals"]["encodes"] == 2


@pytest.mark.parametrize("layout", LAYOUTS)
def test_captions_of_several_lines_count_as_their_prompts_are_drawn(
    plan_and_build: Callable[..., Any], cats: BuildWorkspace, layout: str
) -> None:
    for number in range(5):
        cats.write_caption(f"data/cats/{number}.txt", "one\ntwo" if number else "one")
    plan_and_build("--layout", layout)


def pictures(cats: BuildWorkspace, name: str) -> list[npt.NDArray[Any]]:
    """Return the arrays stored under a name in the cached pictures."""
    return [
        read_pt_array(path, name) for path in cats.store("image").rglob("[0-9a-f]*.pt")
        if path.name != "aggregate.pt" and ".larder" not in path.parts]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_another_mask_is_put_beside_the_latent_that_is_there(
    plan_and_build: Callable[..., Any], larder: Callable[..., Any], cats: BuildWorkspace,
    layout: str,
) -> None:
    cats.add_mask("data/cats/2.png", 100)
    cats.add_mask("data/cats/3.png", 100)
    plan_and_build("--layout", layout)
    latents = {one.tobytes() for one in pictures(cats, "latent_image")}
    cats.add_mask("data/cats/0.png", 20)  # of two equal pictures
    (cats.root / "data/cats/2-masklabel.png").unlink()
    cats.add_mask("data/cats/3.png", 40)
    cats.add_mask("data/cats/4.png", 60)

    text = larder("plan", "build", cats.config_path).out
    plan, _ = plan_and_build()

    assert (plan["totals"]["encodes"], plan["totals"]["copies"]) == (0, 4)
    assert "copy 4 files" in text
    if layout == "released":
        assert "image: 1 folder: 1 stay, 4 only get another mask, 4 go." in text
        assert plan["stores"][0]["folders"][0]["completes"] == 4
    assert {one.tobytes() for one in pictures(cats, "latent_image")} == latents
    assert {round(float(one.min()) * 255) for one in pictures(cats, "latent_mask")} >= {
        20, 40, 60, 255}
    assert drifted(run_survey(cats.config_path, depth=Depth.PAYLOAD), "image") == {}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_with_another_mask_what_was_made_otherwise_is_encoded(
    plan_and_build: Callable[..., Any], cats: BuildWorkspace, layout: str
) -> None:
    plan_and_build("--layout", layout)
    cats.add_mask("data/cats/3.png", 40)
    cats.configure(train_dtype="BFLOAT_16")

    plan, _ = plan_and_build()

    assert plan["stores"][0]["totals"]["encodes"] == 4


@pytest.mark.parametrize("drawn", ["enable_random_flip", "enable_crop_jitter"])
def test_with_another_mask_a_plan_knows_of_draws_what_the_build_finds(
    plan_and_build: Callable[..., Any], cats: BuildWorkspace, drawn: str
) -> None:
    cats.concepts[0]["image"][drawn] = True
    cats.write()
    plan_and_build("--layout", "released")
    cats.add_mask("data/cats/4.png", 40)

    assert plan_and_build()[0]["totals"]["encodes"] == (drawn == "enable_random_flip")


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("change", [
    lambda cats: cats.configure(masked_training=True),
    # Every picture after it has another place, of which its draws come.
    lambda cats: cats.add_picture("data/cats/00.png", caption="cat z", seed=7)])
def test_where_masks_come_a_plan_knows_which_crops_are_drawn_elsewhere(
    plan_and_build: Callable[..., Any], cats: BuildWorkspace, layout: str,
    change: Callable[[BuildWorkspace], object],
) -> None:
    cats.concepts[0]["image"]["enable_crop_jitter"] = True
    for number in (2, 3, 4):
        cats.add_picture(f"data/cats/{number}.png", size=(90, 100), seed=number)
    cats.configure(masked_training=False)
    plan_and_build("--layout", layout)
    change(cats)
    cats.configure(masked_training=True)

    assert plan_and_build()[0]["stores"][0]["totals"]["encodes"] > 0


def test_a_picture_that_takes_much_memory_is_said(
    cats: BuildWorkspace, larder: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(large_pictures, "MOST_UNSAID", 0)
    said = larder("plan", "build", cats.config_path, "--json").document["large_pictures"][0]
    assert said["where"] == "data/cats/0.png"
    assert said["problem"] in larder("plan", "build", cats.config_path).out
