"""`larder build --layout` where the other layout is there."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.building import BuildWorkspace, build
from tests.support.disk_cache import DiskCache, whole_concept


@pytest.fixture
def cats(tmp_path: Path) -> BuildWorkspace:
    """Three pictures with captions, all in an index."""
    made = BuildWorkspace(tmp_path)
    made.add_concept()
    made.concepts[0] = whole_concept(made.concepts[0])
    made.write()
    for number in range(3):
        made.add_picture(f"data/cats/{number}.png", caption=f"cat {number}", seed=number)
    build(made, even_if_busy=True)
    return made


def test_a_plan_of_a_switch_says_what_is_linked_and_is_carried_out(
    cats: BuildWorkspace, larder: Callable[..., Any], tmp_path: Path
) -> None:
    file = tmp_path / "plan.json"
    planned = larder(
        "plan", "build", cats.config_path, "--layout", "released", "--out", file)
    assert planned.code == 0
    assert "image: 1 folder of slots: 3 linked from cache.json." in planned.out
    assert "Nothing has to be encoded; 2 folders of slots are written" in planned.out

    applied = larder("apply", file, "--even-if-busy")

    assert (applied.code, applied.err) == (0, "")
    assert DiskCache(cats).right(0) == []


def test_a_switch_that_encodes_nothing_needs_no_model(
    cats: BuildWorkspace, larder: Callable[..., Any]
) -> None:
    pytest.importorskip("diffusers")
    from tests.support.tiny_vaes import write_vae

    cats.configure(
        model_type="STABLE_DIFFUSION_15", base_model_name="models/base", resolution="64",
        text_encoder={"train": True})
    shutil.rmtree(cats.store().parent)
    write_vae(cats.root / "models" / "base" / "vae", seed=1)
    verb = ("build", cats.config_path, "--even-if-busy", "--apply")
    assert larder(*verb).code == 0
    shutil.rmtree(cats.root / "models")

    switched = larder(*verb, "--layout", "released")

    assert (switched.code, switched.err) == (0, "")
    (group,) = DiskCache(cats).groups("image")
    assert (cats.store() / group / "variation-0" / "aggregate.pt").is_file()


def test_a_switch_back_is_planned_saved_and_carried_out(
    cats: BuildWorkspace, larder: Callable[..., Any], tmp_path: Path
) -> None:
    shutil.rmtree(cats.store().parent)
    build(cats, layout="released", even_if_busy=True)
    file, verb = tmp_path / "plan.json", ("plan", "build", cats.config_path)
    planned = larder(*verb, "--layout", "cache.json", "--out", file)
    assert planned.code == 0
    assert "Taken from the cache folders of released OneTrainer: 6 payloads." in planned.out
    assert "Nothing has to be encoded; only the index is written" in planned.out
    document = larder(*verb, "--layout", "cache.json", "--json").document
    assert (document["linked"], document["payloads"]) == (6, 0)
    assert [item["linked"] for item in document["stores"][0]["items"]] == [1, 1, 1]

    applied = larder("apply", file, "--even-if-busy")

    assert (applied.code, applied.err) == (0, "")
    assert len(cats.index()["entries"]) == len(cats.index("text")["entries"]) == 3
    assert applied.out.startswith("Encoded 0 payloads")


def test_a_saved_switch_does_not_encode_what_it_was_to_take(
    cats: BuildWorkspace, larder: Callable[..., Any], tmp_path: Path
) -> None:
    shutil.rmtree(cats.store().parent)
    build(cats, layout="released", even_if_busy=True)
    file = tmp_path / "plan.json"
    larder("plan", "build", cats.config_path, "--layout", "cache.json", "--out", file)
    (group,) = DiskCache(cats).groups("image")
    (cats.store() / group / "variation-0" / "1.pt").unlink()

    applied = larder("apply", file, "--even-if-busy")

    assert applied.code == 1
    assert "The other layout has less of it than when the plan was made." in applied.out
    assert sorted(cats.index()["entries"]) == ["data/cats/0.png", "data/cats/2.png"]
