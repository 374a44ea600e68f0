"""`larder build --layout` where the other layout is there."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from larder.core.build import build as build_page
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


def test_a_plan_of_a_switch_says_what_is_copied_and_is_carried_out(
    cats: BuildWorkspace, larder: Callable[..., Any], tmp_path: Path
) -> None:
    file = tmp_path / "plan.json"
    planned = larder(
        "plan", "build", cats.config_path, "--layout", "released", "--out", file)
    assert planned.code == 0
    assert "image: 1 folder: 3 copied from cache.json." in planned.out
    assert "Copies of cached files take at most " in planned.out
    assert "Nothing has to be encoded; copy 6 files; 2 folders of cached files" in planned.out

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
    assert "Taken from the cache folders of released OneTrainer: 6 cached files." in planned.out
    assert "Nothing has to be encoded; only copies and the index are written" in planned.out
    document = larder(*verb, "--layout", "cache.json", "--json").document
    assert (document["linked"], document["payloads"]) == (6, 0)
    assert document["copied_bytes"] > 6_000
    assert [item["linked"] for item in document["stores"][0]["items"]] == [1, 1, 1]

    applied = larder("apply", file, "--even-if-busy")

    assert (applied.code, applied.err) == (0, "")
    assert len(cats.index()["entries"]) == len(cats.index("text")["entries"]) == 3
    assert applied.out.startswith("Encoded 0 files")


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


def test_after_a_switch_the_other_layout_is_used_and_the_first_can_be_cleared(
    cats: BuildWorkspace, larder: Callable[..., Any]
) -> None:
    switch = ("build", cats.config_path, "--even-if-busy", "--apply", "--layout")
    before = larder("stats", cats.config_path, "--json").document["total"]["bytes"]
    assert larder(*switch, "released").code == 0

    survey = larder("survey", cats.config_path).out
    assert "Cached as cache folders of released OneTrainer.\n" in survey
    assert "There is also a cache as cache.json of OneTrainer's pull request" in survey
    clear = ("clear", cats.config_path, "--store", "image-smart", "--store", "text-smart")
    assert " ".join(map(str, clear[2:])) in survey
    assert "Everything is cached and up to date." in larder("build", cats.config_path).out
    total = larder("stats", cats.config_path, "--json").document["total"]["bytes"]
    assert total - before < before + 8_000  # aggregates and a copy of each
    payloads = {store: cats.payloads(store) for store in ("image", "text")}

    assert larder(*clear, "--apply", "--even-if-busy").code == 0
    survey = larder("survey", cats.config_path).out
    assert "There is also a cache" not in survey
    assert [store["id"] for store in larder(
        "survey", cats.config_path, "--json").document["stores"]] == ["image", "text"]
    assert DiskCache(cats).right(0) == []

    assert larder("undo", cats.config_path, "--even-if-busy").code == 0
    assert payloads == {store: cats.payloads(store) for store in ("image", "text")}
    assert len(cats.index()["entries"]) == 3
    assert "Cached as cache folders of released OneTrainer.\n" in larder(
        "survey", cats.config_path).out

    back = larder("build", cats.config_path, "--layout", "cache.json")
    assert "This workspace is cached as cache folders of released OneTrainer" in back.out
    assert "Nothing has to be encoded or written" in back.out
    assert larder(*switch, "cache.json").code == 0
    assert "Cached as cache.json of OneTrainer's pull request 1411.\n" in larder(
        "survey", cats.config_path).out


def test_a_switch_is_taken_back_by_using_the_first_layout_again(
    cats: BuildWorkspace, larder: Callable[..., Any]
) -> None:
    before = {path: path.read_bytes() for path in cats.store().glob("[!.]*.*")}
    verb = ("build", cats.config_path, "--even-if-busy", "--apply", "--layout")
    assert larder(*verb, "released").code == 0

    assert larder(*verb, "cache.json").out == "Nothing had to be built.\n"
    assert "Cached as cache.json of OneTrainer's pull request 1411.\nThere is also" in larder(
        "survey", cats.config_path).out
    assert larder("clear", cats.config_path, "--store", "image-legacy", "--store", "text-legacy",
                  "--apply", "--even-if-busy").code == 0

    assert before == {path: path.read_bytes() for path in cats.store().glob("[!.]*.*")}
    assert "There is also a cache" not in larder("survey", cats.config_path).out


def test_a_switch_that_is_stopped_leaves_the_first_layout_used(
    cats: BuildWorkspace, larder: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object, **__: object) -> Iterator[None]:
        yield
        raise KeyboardInterrupt

    shutil.rmtree(cats.store().parent)
    build(cats, layout="released", even_if_busy=True)
    monkeypatch.setattr(build_page, "apply_build", stop)
    verb = ("build", cats.config_path, "--even-if-busy", "--apply", "--layout", "cache.json")
    assert larder(*verb).code == 130
    cats.store().joinpath("cache.json").write_text('{"version": 3, "entries": {"a": {}}}')

    assert "Cached as cache folders of released OneTrainer.\nThere is also" in larder(
        "survey", cats.config_path).out


def test_what_a_switch_left_goes_out_of_date_with_a_way_out(
    cats: BuildWorkspace, larder: Callable[..., Any]
) -> None:
    verb = ("build", cats.config_path, "--even-if-busy", "--apply")
    assert larder(*verb, "--layout", "released").code == 0
    cats.age(cats.write_caption("data/cats/1.txt", "another"), by_ns=10**10)
    assert larder(*verb).out.startswith("Encoded 1 file;")

    survey = larder("survey", cats.config_path)
    assert "The config's trainer does not read this layout." in survey.out
    ids = [store["id"] for store in larder("survey", cats.config_path, "--json").document["stores"]]
    assert ids == ["image", "image-smart", "text", "text-smart"]
    back = larder(*verb, "--layout", "cache.json")
    assert back.out.startswith("Encoded 0 files"), back.out
    assert "12 entries, 12 up to date; 1 problem." in larder("survey", cats.config_path).out


def test_another_config_is_compared_with_what_is_used(
    cats: BuildWorkspace, larder: Callable[..., Any]
) -> None:
    verb = ("build", cats.config_path, "--even-if-busy", "--apply")
    assert larder(*verb, "--layout", "released").code == 0
    other = cats.config_path.with_name("other.json")
    other.write_text(cats.config_path.read_text().replace('"128"', '"192"'), "ascii")

    compared = larder("diff", cats.config_path, "--with", other, "--json").document

    assert [(row["invalidates"], row["items"]) for row in compared["rows"]] == [("image", 3)]


@pytest.mark.parametrize(("first", "then"), [
    ("cache.json", "released"), ("released", "cache.json")])
def test_what_another_model_encoded_is_taken_only_where_it_is_to_be_kept(
    cats: BuildWorkspace, larder: Callable[..., Any], first: str, then: str
) -> None:
    pytest.importorskip("diffusers")
    from tests.support.tiny_vaes import write_vae

    cats.configure(
        model_type="STABLE_DIFFUSION_15", base_model_name="models/base", resolution="64",
        text_encoder={"train": True})
    shutil.rmtree(cats.store().parent)
    for seed, name in enumerate("AB"):
        write_vae(cats.root / "models" / name / "vae", seed=seed)
    models = cats.root / "models"
    assert larder("build", cats.config_path, "--even-if-busy", "--apply", "--layout", first,
                  "--model", models / "A").code == 0
    verb = ("plan", "build", cats.config_path, "--layout", then, "--json", "--model", models / "B")

    asked = larder(*verb).document
    kept = larder(*verb, "--other-weights", "keep").document

    assert (asked["payloads"], asked.get("linked", 0)) == (3, 0)
    assert (kept["payloads"], kept["linked"]) == (0, 3)
