"""`larder apply` carries out every plan that is saved, and nothing but what the plan lists."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from larder.core.stores.records import read_sources
from tests.support.building import BuildWorkspace
from tests.support.indexed_cache import IndexedWorkspace
from tests.support.source_building import write_text
from tests.support.value_caches import date_back, recorded_picture

Larder = Callable[..., Any]

CATS = "data/cats"


@pytest.fixture
def workspace(tmp_path: Path) -> BuildWorkspace:
    made = BuildWorkspace(tmp_path / "work")
    made.add_concept()
    for number in range(3):
        made.add_picture(f"{CATS}/{number}.png", caption=f"cat {number}")
    return made


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    return tmp_path / "plan.json"


def planned(larder: Larder, workspace: BuildWorkspace, plan: Path, *more: object) -> None:
    assert larder("plan", "build", workspace.config_path, "--out", plan, *more).code == 0


def edited(plan: Path, change: Callable[[dict[str, Any]], None]) -> None:
    document = json.loads(plan.read_bytes())
    change(document)
    plan.write_text(json.dumps(document), "ascii")


def files_in(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_a_build_plan_is_built_from_its_file_wherever_one_stands(
    larder: Larder, workspace: BuildWorkspace, plan: Path, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(workspace.root)
    relative = workspace.config_path.relative_to(workspace.root)
    assert larder("plan", "build", relative, "--out", plan).code == 0
    assert not workspace.store().exists()
    monkeypatch.chdir(tmp_path)
    ran = larder("apply", plan, "--json")
    assert (ran.code, ran.document["schema"]) == (0, "larder.build-report/1")
    assert (ran.document["encoded"], ran.document["entries"]) == (6, 6)
    survey = larder("survey", workspace.config_path, "--json").document
    assert [store["verdicts"] for store in survey["stores"]] == [{"valid": 3}] * 2


def test_a_build_plan_builds_what_it_lists_and_no_more(
    larder: Larder, workspace: BuildWorkspace, plan: Path
) -> None:
    planned(larder, workspace, plan)
    workspace.add_picture(f"{CATS}/later.png", caption="later")
    ran = larder("apply", plan)
    assert ran.code == 0
    assert f"{CATS}/later.png" not in workspace.index()["entries"]
    assert len(workspace.payloads()) == 3


def test_a_limited_plan_builds_the_very_sources_that_it_showed(
    larder: Larder, workspace: BuildWorkspace, plan: Path
) -> None:
    planned(larder, workspace, plan, "--limit", 1, "--only", "missing")
    shown = {
        item["source"] for store in json.loads(plan.read_bytes())["stores"]
        for item in store["items"]}
    assert larder("apply", plan).code == 0
    built = {*workspace.index()["entries"], *workspace.index("text")["entries"]}
    assert built == shown
    assert len(built) == 2


def test_sources_that_changed_since_are_left_and_told(
    larder: Larder, workspace: BuildWorkspace, plan: Path
) -> None:
    planned(larder, workspace, plan)
    edited_picture = workspace.add_picture(f"{CATS}/0.png", seed=77)
    workspace.age(edited_picture, by_ns=10**9)
    (workspace.root / f"{CATS}/1.png").unlink()
    ran = larder("apply", plan, "--json")
    assert ran.code == 1
    changed = {left["source"]: left["why"] for left in ran.document["changed"]}
    assert changed[f"{CATS}/0.png"] == "It changed after the plan was made."
    assert changed[f"{CATS}/1.png"] == "It no longer exists."
    assert set(workspace.index()["entries"]) == {f"{CATS}/2.png"}
    assert ran.document["planned"] == ran.document["done"]


def test_a_plan_whose_index_moved_is_stale(
    larder: Larder, workspace: BuildWorkspace, plan: Path
) -> None:
    planned(larder, workspace, plan)
    assert larder("apply", plan).code == 0
    before = files_in(workspace.root)
    ran = larder("apply", plan)
    assert (ran.code, ran.out) == (3, "")
    assert "changed after the plan was made" in ran.err
    assert files_in(workspace.root) == before


def test_a_plan_for_stores_of_another_day_is_stale(
    larder: Larder, workspace: BuildWorkspace, plan: Path
) -> None:
    planned(larder, workspace, plan)
    workspace.configure(cache_dir="workspace-cache/next")
    ran = larder("apply", plan)
    assert ran.code == 3
    assert str(workspace.store()) in ran.err
    assert not (workspace.root / "workspace-cache").exists()


@pytest.mark.parametrize("verb", [("plan", "build"), ("plan", "clean"), ("touch",), ("readopt",)])
def test_a_plan_made_with_other_settings_or_concepts_is_stale(
    larder: Larder, workspace: BuildWorkspace, plan: Path, verb: Sequence[str]
) -> None:
    """A plan made with other settings or concepts is stale.

    The items to keep or build may differ by now.

    The items to keep or build may differ by now.
    """
    assert larder("build", workspace.config_path, "--apply").code == 0
    assert larder(*verb, workspace.config_path, "--out", plan).code == 0
    workspace.configure(resolution="192")
    before = files_in(workspace.root)
    ran = larder("apply", plan)
    assert (ran.code, ran.out) == (3, "")
    assert "settings or concepts" in ran.err
    assert files_in(workspace.root) == before


def test_settings_that_no_cache_depends_on_leave_a_plan_as_it_is(
    larder: Larder, workspace: BuildWorkspace, plan: Path
) -> None:
    planned(larder, workspace, plan)
    workspace.configure(learning_rate=0.5)
    assert larder("apply", plan).code == 0


@pytest.mark.parametrize("change", [
    lambda document: document["store_facts"][0].update(path="/nowhere/image"),
    lambda document: document["store_facts"][0].update(id="elsewhere"),
    lambda document: document["store_facts"][0].update(kind="legacy-image"),
    lambda document: document["stamps"].update(image={"size": 1, "mtime_ns": 1, "inode": 1}),
])
def test_an_edited_plan_reaches_no_other_place(
    larder: Larder, workspace: BuildWorkspace, plan: Path, change: Callable[[dict[str, Any]], None]
) -> None:
    planned(larder, workspace, plan)
    edited(plan, change)
    assert larder("apply", plan).code == 3
    assert not workspace.store().exists()


def test_an_edited_list_does_nothing_that_a_plan_of_today_would_not(
    larder: Larder, workspace: BuildWorkspace, plan: Path
) -> None:
    assert larder("build", workspace.config_path, "--apply").code == 0
    workspace.add_picture(f"{CATS}/new.png")
    planned(larder, workspace, plan)
    before = workspace.payloads()

    def add(document: dict[str, Any]) -> None:
        items = document["stores"][0]["items"]
        items.append({**items[0], "source": f"{CATS}/0.png"})
        items.append({**items[0], "source": "../outside.png"})

    edited(plan, add)
    ran = larder("apply", plan, "--json")
    assert (ran.code, ran.document["encoded"]) == (1, 1)
    assert {left["source"] for left in ran.document["changed"]} == {
        f"{CATS}/0.png", "../outside.png"}
    assert before.items() <= workspace.payloads().items()


def test_a_plan_knows_the_models_it_was_made_with(
    larder: Larder, workspace: BuildWorkspace, plan: Path
) -> None:
    planned(larder, workspace, plan, "--model", "models/vae", "--device", "cpu", "--batch", 2)
    request = json.loads(plan.read_bytes())["request"]
    assert request["models"] == [str(Path("models/vae").absolute())]
    assert (request["device"], request["batch"]) == ("cpu", 2)
    assert request["workspace"] == str(workspace.config_path)


def test_a_large_plan_is_one_line_and_short(
    larder: Larder, workspace: BuildWorkspace, plan: Path
) -> None:
    for number in range(100, 400):
        workspace.write_caption(f"{CATS}/{number}.txt", f"cat {number}")
        shutil.copyfile(workspace.root / f"{CATS}/0.png", workspace.root / f"{CATS}/{number}.png")
    planned(larder, workspace, plan)
    assert plan.read_bytes().count(b"\n") == 1
    assert plan.stat().st_size < 606 * 180 + 4000


def test_a_saved_build_over_a_folder_is_built_from_its_file(
    larder: Larder, plan: Path, tmp_path: Path
) -> None:
    for number in range(3):
        write_text(tmp_path / "texts", f"{number}.txt", f"row of {number}", "a cat")
    words: Sequence[object] = (
        "plan", "build", tmp_path / "caches", "--sources", tmp_path / "texts", "--store", "tokens")
    assert larder(*words, "--out", plan).code == 0
    write_text(tmp_path / "texts", "1.txt", "edited meanwhile")
    write_text(tmp_path / "texts", "later.txt", "not planned")
    ran = larder("apply", plan, "--json")
    assert (ran.code, ran.document["schema"]) == (1, "larder.build-report/1")
    assert (ran.document["encoded"], ran.document["entries"]) == (4, 2)
    (left,) = ran.document["changed"]
    assert left["source"].endswith("texts/1.txt")
    assert ran.document["path"] == str(tmp_path / "caches" / "tokens")


def test_a_build_over_a_folder_for_another_cache_is_stale(
    larder: Larder, plan: Path, tmp_path: Path
) -> None:
    write_text(tmp_path / "texts", "0.txt", "a cat")
    assert larder("plan", "build", tmp_path / "caches", "--sources", tmp_path / "texts",
                  "--store", "tokens", "--out", plan).code == 0
    edited(plan, lambda document: document["store_facts"][0].update(path=str(tmp_path / "texts")))
    ran = larder("apply", plan)
    assert ran.code == 3
    assert not (tmp_path / "caches").exists()


@pytest.fixture
def moved(tmp_path: Path) -> IndexedWorkspace:
    """One touched picture, and one that was moved, whose payloads it can have back."""
    made = IndexedWorkspace(tmp_path / "work")
    made.add_concept("cats")
    for name in "abc":
        made.add_picture(f"{CATS}/{name}.png", caption=f"cat {name}")
    made.write()
    (made.root / f"{CATS}/a.png").touch()
    (made.root / f"{CATS}/b.png").rename(made.root / f"{CATS}/renamed.png")
    return made


def test_a_saved_touch_stores_the_dates_it_lists(
    larder: Larder, moved: IndexedWorkspace, plan: Path
) -> None:
    shown = larder("touch", moved.config_path, "--out", plan)
    assert shown.out.startswith(f"1 entry would get a new date (`larder apply {plan}` does it). "
                                "The backup copy of the index grows by ")
    (moved.root / f"{CATS}/c.png").touch()
    ran = larder("apply", plan, "--even-if-busy", "--json")
    assert (ran.code, ran.document["schema"]) == (0, "larder.touch-report/1")
    assert ran.document["entries"] == 1
    again = larder("touch", moved.config_path, "--json").document
    assert [store["sources"] for store in again["stores"]] == [[f"{CATS}/c.png"]]


def test_a_saved_re_adoption_gives_back_what_it_lists(
    larder: Larder, moved: IndexedWorkspace, plan: Path
) -> None:
    assert larder("readopt", moved.config_path, "--out", plan).code == 0
    ran = larder("apply", plan)
    assert ran.code == 0
    assert ran.out.startswith("1 cached file of 1 renamed file relinked. The backup copy of the "
                              "index grows by ")
    assert larder("readopt", moved.config_path, "--json").document["entries"] == 0
    assert larder("apply", plan).code == 3


def test_a_re_adoption_that_does_not_hold_any_more_is_left_and_told(
    larder: Larder, moved: IndexedWorkspace, plan: Path
) -> None:
    assert larder("readopt", moved.config_path, "--out", plan).code == 0
    (moved.root / f"{CATS}/renamed.png").write_bytes(b"another picture")
    ran = larder("apply", plan, "--json")
    assert (ran.code, ran.document["entries"]) == (1, 0)
    assert [left["source"] for left in ran.document["dropped"]] == [f"{CATS}/renamed.png"]


@pytest.fixture
def pixels(tmp_path: Path) -> Path:
    """A store of the pixels of three pictures; one was moved and two have another date."""
    root, pictures = tmp_path / "pixels", tmp_path / "pictures"
    for number in range(3):
        recorded_picture(root, pictures / f"{number}.png", b"picture %d" % number)
    date_back(root)
    (pictures / "2.png").rename(pictures / "renamed.png")
    for number in range(2):
        os.utime(pictures / f"{number}.png", ns=(1, 5_000_000_001))
    return root


def test_a_saved_touch_of_single_values_stores_the_dates_it_lists(
    larder: Larder, pixels: Path, plan: Path, tmp_path: Path
) -> None:
    assert larder("touch", pixels, "--out", plan).code == 0
    kept, left = (str(tmp_path / f"pictures/{number}.png") for number in range(2))
    edited(plan, lambda document: document["stores"][0]["sources"].remove(left))
    ran = larder("apply", plan, "--even-if-busy", "--json")
    assert (ran.code, ran.document["entries"], ran.document["dropped"]) == (0, 1, [])
    again = larder("touch", pixels, "--json").document
    assert [store["sources"] for store in again["stores"]] == [[left]]
    assert larder("apply", plan, "--even-if-busy", "--json").document["dropped"] == [{
        "store": "vision", "source": kept,
        "why": "Its date is stored already, or its content has changed."}]


def test_a_saved_re_adoption_of_single_values_gives_back_what_it_lists(
    larder: Larder, pixels: Path, plan: Path, tmp_path: Path
) -> None:
    assert larder("readopt", pixels, "--out", plan).code == 0
    ran = larder("apply", plan, "--even-if-busy")
    assert (ran.code, ran.out) == (0, "1 cached file of 1 renamed file relinked.\n")
    assert str(tmp_path / "pictures/renamed.png") in {
        one.source for one in read_sources(pixels).values()}


@pytest.mark.parametrize("verb", [
    ("plan", "clean"), ("clear",), ("prune", "--older-than", "0d")])
def test_plans_that_remove_are_carried_out_from_their_file(
    larder: Larder, plan: Path, tmp_path: Path, verb: Sequence[str]
) -> None:
    write_text(tmp_path / "texts", "0.txt", "a cat")
    assert larder("build", tmp_path / "caches", "--sources", tmp_path / "texts", "--store",
                  "tokens", "--apply").code == 0
    first, *more = verb
    words = (*verb, tmp_path / "caches") if first == "plan" else (
        first, tmp_path / "caches", *more)
    assert larder(*words, "--out", plan).code == 0
    ran = larder("apply", plan, "--even-if-busy", "--json")
    assert (ran.code, ran.document["schema"]) == (0, "larder.clean-report/1")
    assert ran.document["quarantined"]["files"] == (0 if first == "plan" else 1)


@pytest.mark.parametrize(("content", "said"), [
    (b"", "is not a Larder plan"), (b"[1]", "is not a Larder plan"),
    (b'{"schema": "larder.survey/1"}', "larder.survey/1"),
    (b'{"schema": "larder.build-plan/1"}', "is not a Larder plan"),
    (b'{"schema": "larder.touch-plan/1", "made_at_ns": 1, "request": {}, "store_facts": [], '
     b'"stores": [], "made_from": ""}', "own options cannot be used")])
def test_a_file_that_is_no_plan_is_one_sentence(
    larder: Larder, plan: Path, content: bytes, said: str
) -> None:
    plan.write_bytes(content)
    ran = larder("apply", plan)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
    assert "Traceback" not in ran.err


def test_only_what_removes_can_delete(
    larder: Larder, workspace: BuildWorkspace, plan: Path
) -> None:
    planned(larder, workspace, plan)
    ran = larder("apply", plan, "--delete")
    assert ran.code == 2
    assert "--delete" in ran.err
    assert not workspace.store().exists()


def test_a_plan_that_is_saved_says_what_carries_it_out(
    larder: Larder, workspace: BuildWorkspace, plan: Path
) -> None:
    done_by = f"(`larder apply {plan}` does it)"
    assert done_by in larder("plan", "build", workspace.config_path, "--out", plan).out
    assert larder("apply", plan).code == 0
    cleared = larder("clear", workspace.config_path, "--out", plan)
    assert done_by in cleared.out
