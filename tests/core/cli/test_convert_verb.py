"""`larder convert`: the other layout of what is cached, with nothing encoded."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.building import BuildWorkspace, build
from tests.support.disk_cache import DiskCache, whole_concept

LAYOUTS = ("released", "cache.json")


@pytest.fixture
def cats(tmp_path: Path) -> BuildWorkspace:
    """Two concepts of three pictures with captions, two of them equal; nothing cached."""
    made = BuildWorkspace(tmp_path)
    for name in ("cats", "dogs"):
        made.add_concept(name)
        made.concepts[-1] = whole_concept(made.concepts[-1])
        for number in range(3):
            made.add_picture(
                f"data/{name}/{number}.png", caption=f"{name} {number}", seed=max(number, 1))
    made.write()
    return made


def payloads(cats: BuildWorkspace) -> dict[Path, bytes]:
    """Every cached file of either layout."""
    return {path: path.read_bytes() for path in cats.store().parent.rglob("*.pt")
            if ".larder" not in path.parts}


@pytest.mark.parametrize(("first", "then"), [LAYOUTS, LAYOUTS[::-1]])
def test_everything_is_converted_without_a_model_and_the_first_stays(
    cats: BuildWorkspace, larder: Callable[..., Any], first: str, then: str
) -> None:
    pytest.importorskip("diffusers")
    from tests.support.tiny_vaes import write_vae

    cats.configure(
        model_type="STABLE_DIFFUSION_15", base_model_name="models/base", resolution="64",
        text_encoder={"train": True})
    write_vae(cats.root / "models" / "base" / "vae", seed=1)
    assert larder("build", cats.config_path, "--layout", first, "--apply").code == 0
    shutil.rmtree(cats.root / "models")
    before = payloads(cats)
    verb = ("convert", cats.config_path, "--to", then)

    planned = larder(*verb)
    assert (planned.code, payloads(cats)) == (0, before)
    assert "Nothing has to be encoded" in planned.out
    totals = larder(*verb, "--json").document["totals"]
    assert (totals["encodes"], totals["copies"]) == (0, 6)

    done = larder(*verb, "--apply", "--even-if-busy", "--json")
    assert (done.code, done.document["encoded"], done.err) == (0, 0, "")
    assert before.items() <= payloads(cats).items()
    survey = larder("survey", cats.config_path, "--json").document
    assert survey["stores"][0]["verdicts"] == {"valid": 6}
    assert survey["stores"][0]["kind"] == (
        "legacy-image" if then == "released" else "smart-image")


@pytest.mark.parametrize(("first", "then"), [LAYOUTS, LAYOUTS[::-1]])
def test_what_would_have_to_be_encoded_is_left_and_listed(
    cats: BuildWorkspace, larder: Callable[..., Any], first: str, then: str
) -> None:
    build(cats, layout=first, even_if_busy=True)
    cats.age(cats.add_picture("data/cats/2.png", seed=9), by_ns=10**10)
    verb = ("convert", cats.config_path, "--to", then)
    sentence = f"would have to be encoded: `larder build --layout {then}` encodes them."

    planned = larder(*verb)
    done = larder(*verb, "--apply", "--even-if-busy")

    assert (planned.code, done.code) == (0, 1)
    for ran in (planned, done):
        assert sentence in ran.out
        assert "data/cats/2.png" in ran.out
    survey = larder("survey", cats.config_path).out
    assert f"Cached as {'cache folders' if first == 'released' else 'cache.json'}" in survey

    finished = larder(
        "build", cats.config_path, "--layout", then, "--apply", "--even-if-busy", "--json")
    assert (finished.code, finished.document["encoded"]) == (0, 1)


def test_a_group_that_is_left_leaves_its_captions_and_no_other_concept(
    cats: BuildWorkspace, larder: Callable[..., Any]
) -> None:
    build(cats, layout="cache.json", even_if_busy=True)
    cats.age(cats.add_picture("data/cats/2.png", seed=9), by_ns=10**10)

    plan = larder("convert", cats.config_path, "--to", "released", "--json").document

    assert [folder["concepts"] for store in plan["stores"] for folder in store["folders"]] == [
        ["dogs"], ["dogs"]]
    assert [(left["store"], left["samples"], left["example"]) for left in plan["left_out"]] == [
        ("image", 3, "data/cats/2.png"), ("text", 3, "data/cats/0.txt")]
    assert plan["totals"]["encodes"] == 0


def test_equal_pictures_are_left_together(
    cats: BuildWorkspace, larder: Callable[..., Any]
) -> None:
    build(cats, layout="released", even_if_busy=True)
    for number in (1, 2):
        cats.age(cats.add_picture(f"data/cats/{number}.png", seed=9), by_ns=10**10)

    done = larder(
        "convert", cats.config_path, "--to", "cache.json", "--apply", "--even-if-busy", "--json")

    assert (done.code, done.document["encoded"], done.document["failed"]) == (1, 0, [])
    assert sorted(cats.index()["entries"]) == [
        "data/cats/0.png", *(f"data/dogs/{number}.png" for number in range(3))]


def test_a_saved_conversion_is_carried_out(
    cats: BuildWorkspace, larder: Callable[..., Any], tmp_path: Path
) -> None:
    build(cats, layout="cache.json", even_if_busy=True)
    file = tmp_path / "plan.json"
    assert larder("convert", cats.config_path, "--to", "released", "--out", file).code == 0

    applied = larder("apply", file, "--even-if-busy")

    assert (applied.code, applied.err) == (0, "")
    assert DiskCache(cats).right(0) == []


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_conversion_to_the_layout_that_is_there_has_nothing_to_do(
    cats: BuildWorkspace, larder: Callable[..., Any], layout: str
) -> None:
    build(cats, layout=layout, even_if_busy=True)
    before = payloads(cats)

    assert larder("convert", cats.config_path, "--to", layout).out == (
        "Everything is cached and up to date.\n")
    assert larder("convert", cats.config_path, "--to", layout, "--apply").code == 0
    assert payloads(cats) == before


def test_what_cannot_be_converted_is_one_sentence(
    cats: BuildWorkspace, larder: Callable[..., Any]
) -> None:
    nothing = larder("convert", cats.config_path, "--to", "released")
    assert (nothing.code, nothing.out) == (2, "")
    assert nothing.err == ("Nothing is cached yet, so there is nothing to convert. "
                           "`larder build --layout released` creates it.\n")
    unknown = larder("convert", cats.config_path, "--to", "other")
    assert (unknown.code, unknown.err) == (
        2, "There is no cache layout 'other'. Use released or cache.json.\n")
