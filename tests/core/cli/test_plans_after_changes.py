"""A plan made after a change of settings or files matches what the build then does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.building import BuildWorkspace
from tests.support.disk_cache import whole_concept

LAYOUTS = ("released", "cache.json")
PATH = "data/cats"

Change = Callable[[BuildWorkspace], None]


@pytest.fixture
def cats(tmp_path: Path) -> BuildWorkspace:
    """Four different pictures with different captions, of tags."""
    made = BuildWorkspace(tmp_path)
    made.add_concept()
    made.concepts[0] = whole_concept(made.concepts[0])
    made.write()
    for number in range(4):
        made.add_picture(
            f"{PATH}/{number}.png", caption=f"cat {number}, grey, on a sofa", seed=number)
    return made


def set_image(**settings: Any) -> Change:
    return lambda made: (made.concepts[0]["image"].update(settings), made.write())[1]


def set_text(**settings: Any) -> Change:
    return lambda made: (made.concepts[0]["text"].update(settings), made.write())[1]


def set_concept(**settings: Any) -> Change:
    return lambda made: (made.concepts[0].update(settings), made.write())[1]


def configure(**settings: Any) -> Change:
    return lambda made: made.configure(**settings)


def edit_picture(made: BuildWorkspace) -> None:
    made.age(made.add_picture(f"{PATH}/1.png", seed=11), by_ns=10**10)


def edit_caption(made: BuildWorkspace) -> None:
    made.age(made.write_caption(f"{PATH}/1.txt", "something else"), by_ns=10**10)


def rename(made: BuildWorkspace) -> None:
    for ending in ("png", "txt"):
        (made.root / PATH / f"1.{ending}").rename(made.root / PATH / f"9.{ending}")


def mask_and_use_masks(made: BuildWorkspace) -> None:
    made.add_mask(f"{PATH}/1.png", 100)
    made.configure(masked_training=True)


CHANGES: dict[str, Change] = {
    "crop jitter": set_image(enable_crop_jitter=True),
    "tag shuffle": set_text(enable_tag_shuffling=True),
    "seed": set_concept(seed=2),
    "variations": set_concept(image_variations=2, text_variations=2),
    "resolution": configure(resolution="256"),
    "type": configure(train_dtype="FLOAT_16"),
    "masks": configure(masked_training=True),
    "a mask": mask_and_use_masks,
    "an edited picture": edit_picture,
    "an edited caption": edit_caption,
    "a renamed picture": rename,
}


@pytest.mark.swept(8)
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_plan_counts_what_the_build_encodes(
        cats: BuildWorkspace, larder: Callable[..., Any], layout: str, change: Change) -> None:
    def build() -> dict[str, Any]:
        built = larder("build", cats.config_path, "--layout", layout, "--json", "--apply",
                       "--even-if-busy")
        assert built.code == 0, built.err
        return built.document

    build()
    change(cats)

    planned = larder("plan", "build", cats.config_path, "--json").document
    built = build()

    assert planned["totals"]["encodes"] == built["encoded"]
    # The table says how many files are made at most, those too that an equal one serves.
    listed = sum(group["payloads"] for group in planned["groups"])
    assert 0 <= listed - planned["totals"]["encodes"] <= planned["totals"]["copies"]
    assert larder("plan", "build", cats.config_path, "--json").document["groups"] == []


@pytest.mark.parametrize(("image", "share"), [({}, 0), ({"enable_random_flip": True}, 1)])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_one_more_variation_of_which_nothing_is_drawn_is_a_copy(
    cats: BuildWorkspace, larder: Callable[..., Any], layout: str, image: dict[str, bool],
    share: int,
) -> None:
    set_image(**image)(cats)
    build = ("build", cats.config_path, "--layout", layout, "--json", "--apply", "--even-if-busy")
    first = larder(*build).document
    set_concept(image_variations=2)(cats)
    planned = larder("plan", "build", cats.config_path, "--json").document
    then = larder(*build).document
    assert first["encoded"] > 0
    assert planned["totals"]["encodes"] == then["encoded"] == share * 4
    assert larder("plan", "build", cats.config_path, "--json").document["groups"] == []


@pytest.mark.parametrize("layout", LAYOUTS)
def test_captions_that_no_shuffling_changes_are_not_encoded_again(
        cats: BuildWorkspace, larder: Callable[..., Any], layout: str) -> None:
    for number in range(4):
        cats.write_caption(f"{PATH}/{number}.txt", f"cat {number}")

    def build() -> Any:
        return larder("build", cats.config_path, "--layout", layout, "--json", "--apply",
                      "--even-if-busy").document

    build()
    set_text(enable_tag_shuffling=True)(cats)

    planned = larder("plan", "build", cats.config_path, "--json").document
    built = build()

    assert (planned["totals"]["encodes"], built["encoded"]) == (0, 0)
    survey = larder("survey", cats.config_path, "--json").document
    assert survey["stores"][1]["verdicts"] == {"valid": 4}
