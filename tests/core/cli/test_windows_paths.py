"""A cache that a trainer on Windows wrote, its config spelled otherwise: every verb, seen here."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.building import BuildWorkspace
from tests.support.indexed_cache import back_date, tree_state
from tests.support.windows_paths import on_windows, respell_concepts, respell_index

Larder = Callable[..., Any]

INDEXED = "C:\\train\\data\\Cats"
"""How the index spells the folder that the concept spells `c:/Train/Data/cats`, and the disk
`data/cats`."""


class Windows:
    """A workspace whose index and config are of Windows, and the words that open it here."""

    def __init__(self, made: BuildWorkspace, larder: Larder) -> None:
        self.made, self._larder = made, larder

    @property
    def cats(self) -> Path:
        return self.made.root / "data" / "cats"

    def sources(self, store: str = "image") -> list[str]:
        return list(self.made.index(store)["entries"])

    def run(self, verb: str, *words: object, code: int = 0) -> Any:
        """Run a verb with the map of the contract; returns its document."""
        ran = self._larder(
            *verb.split(), self.made.config_path, *words,
            "--map", f"c:\\TRAIN={self.made.root}", "--json")
        assert ran.code == code, ran.err
        return ran.document

    def verdicts(self, *words: object) -> dict[str, str]:
        """Source -> verdict of what is not valid, of both stores."""
        items = self.run("survey", *words)["items"]
        return {item["source"]: item["verdict"] for item in items}


@pytest.fixture
def windows(tmp_path: Path, larder: Larder) -> Windows:
    made = BuildWorkspace(tmp_path / "Work")
    cats = made.add_concept()
    for number in range(3):
        made.add_picture(f"{cats}/{number}.PNG", caption=f"cat {number}")
    made.add_picture(f"{cats}/twin.png", caption="cat 2", seed=7)
    shutil.copy2(made.root / cats / "twin.png", made.root / cats / "equal.png")
    made.write_caption(f"{cats}/equal.txt", "cat 2")
    ran = larder("build", made.config_path, "--apply", "--json")
    assert ran.code == 0, ran.err
    for store in ("image", "text"):
        respell_index(made.store(store), made.index(store), spelled)
    respell_concepts(
        made.root / "training_concepts" / "concepts.json", made.concepts,
        lambda _: "c:/Train/Data/cats")
    return Windows(made, larder)


def spelled(path: str) -> str:
    return on_windows(path.replace("data/cats", "data/Cats"))


def test_nothing_is_missing_or_unused(windows: Windows) -> None:
    assert windows.verdicts("--all") == dict.fromkeys(
        [*windows.sources(), *windows.sources("text")], "valid")
    assert windows.run("plan build")["payloads"] == 0


def test_a_build_keeps_the_spelling_of_the_index_and_adds_no_second_row(windows: Windows) -> None:
    windows.made.add_picture("data/cats/New.png", caption="a new cat", seed=99)
    windows.made.add_picture("data/cats/0.PNG", seed=98)
    before = {store: windows.sources(store) for store in ("image", "text")}
    windows.run("build", "--apply")
    assert sorted(windows.sources()) == sorted([*before["image"], f"{INDEXED}\\New.png"])
    assert sorted(windows.sources("text")) == sorted([*before["text"], f"{INDEXED}\\New.txt"])
    row = windows.made.index()["entries"][f"{INDEXED}\\New.png"]
    assert row["filename"] == "New.png"
    assert windows.verdicts() == {}


def test_touch_dates_the_row_that_is_there(windows: Windows) -> None:
    back_date(windows.cats / "0.PNG", by_ns=9_000_000_000)
    assert windows.verdicts() == {f"{INDEXED}\\0.PNG": "touched"}
    before = windows.sources()
    assert windows.run("touch", "--apply")["entries"] == 1
    assert windows.sources() == before
    assert windows.verdicts() == {}


def test_a_renamed_picture_takes_over_its_row_in_the_folder_of_the_index(
    windows: Windows,
) -> None:
    (windows.cats / "1.PNG").rename(windows.cats / "Cat One.png")
    (windows.cats / "1.txt").rename(windows.cats / "Cat One.txt")
    assert windows.run("readopt", "--apply")["entries"] == 2
    assert f"{INDEXED}\\Cat One.png" in windows.sources()
    assert f"{INDEXED}\\1.PNG" not in windows.sources()
    paths = [path for found in windows.made.index()["hash_index"].values() for path in found]
    assert sorted(paths) == sorted(windows.sources())
    assert windows.verdicts() == {}


def test_a_picture_renamed_in_case_alone_is_the_same_to_windows(windows: Windows) -> None:
    (windows.cats / "1.PNG").rename(windows.cats / "1.png")
    assert windows.verdicts() == {}
    assert windows.verdicts("--depth", "payload") == {}


def test_a_clean_drops_the_rows_of_what_is_gone_and_undo_brings_them_back(
    windows: Windows,
) -> None:
    (windows.cats / "1.PNG").unlink()
    before = tree_state(windows.made.store())
    assert windows.verdicts() == {f"{INDEXED}\\1.PNG": "source-missing"}
    cleaned = windows.run("clean", "--apply")
    assert cleaned["quarantined"]["files"] == 1
    assert f"{INDEXED}\\1.PNG" not in windows.sources()
    windows.run("undo", cleaned["undo"])
    assert tree_state(windows.made.store()) == before


def test_a_picture_that_came_back_in_another_case_keeps_its_payload(
    windows: Windows, tmp_path: Path, larder: Larder
) -> None:
    kept = (windows.cats / "1.PNG").rename(tmp_path / "1.PNG")
    plan = tmp_path / "plan.json"
    windows.run("plan clean", "--out", plan)
    kept.rename(windows.cats / "1.Png")
    ran = larder("apply", plan, "--json")
    assert ran.code == 1
    assert [item["why"] for item in ran.document["dropped"]] == [
        f"Its source {INDEXED}\\1.PNG exists again."]
    assert windows.verdicts() == {}


def test_a_picture_with_two_rows_is_present_in_both_and_gone_from_both(windows: Windows) -> None:
    """As a trainer leaves it whose concept was spelled anew."""
    index = windows.made.index()
    again = {
        key.replace(INDEXED, "c:\\Train\\Data\\cats"): row for key, row in index["entries"].items()}
    index["entries"] |= again
    for paths in index["hash_index"].values():
        paths += [path.replace(INDEXED, "c:\\Train\\Data\\cats") for path in paths]
    respell_index(windows.made.store(), index, lambda path: path)
    assert set(windows.verdicts().values()) <= {"unused"}
    assert windows.run("plan build")["payloads"] == 0
    assert windows.run("plan clean")["files"] == 0
    assert [len(group["sources"]) for group in windows.run("dups")["stores"][0]["groups"]] == [2]
    (windows.cats / "1.PNG").unlink()
    assert windows.run("clean", "--apply")["quarantined"]["files"] == 1
    assert not [key for key in windows.sources() if key.lower().endswith("1.png")]


def test_equal_pictures_are_found_and_a_respelled_config_changes_nothing(
    windows: Windows, tmp_path: Path
) -> None:
    groups = windows.run("dups")["stores"][0]["groups"]
    assert [[source["source"] for source in group["sources"]] for group in groups] == [
        [f"{INDEXED}\\equal.png", f"{INDEXED}\\twin.png"]]
    config = json.loads(windows.made.config_path.read_text("ascii"))
    concepts = [{**concept, "path": "C:\\TRAIN\\data\\CATS\\"} for concept in windows.made.concepts]
    other = tmp_path / "other.json"
    other.write_text(json.dumps({
        **config, "concepts": concepts, "cache_dir": "c:\\train\\Workspace-Cache/RUN"}), "ascii")
    told = windows.run("diff", "--with", other)
    assert told["totals"] == []
    assert [(row["setting"], row["invalidates"]) for row in told["rows"]] == [
        ("cache_dir", "nothing")]


def test_a_folder_that_was_deleted_for_good_is_named_in_any_case(windows: Windows) -> None:
    shutil.rmtree(windows.cats)
    held = windows.run("survey")
    assert {item["verdict"] for item in held["items"]} == {"source-unreachable"}
    gone = windows.verdicts("--gone", windows.made.root / "Data" / "CATS")
    assert set(gone.values()) == {"source-missing"}


def test_a_config_that_was_rewritten_for_this_system_finds_its_rows(windows: Windows) -> None:
    dogs = windows.made.root / "data" / "dogs"
    windows.made.add_concept("dogs", path=str(dogs))
    windows.made.add_picture("data/dogs/sub/rex.png", caption="rex", seed=5)
    concepts = windows.made.root / "training_concepts" / "concepts.json"
    respell_concepts(concepts, windows.made.concepts, lambda path: str(windows.made.root / path))
    new = {f"{dogs}/sub/rex.{suffix}" for suffix in ("png", "txt")}
    assert windows.verdicts() == dict.fromkeys(new, "missing-entry")
    windows.run("build", "--apply")
    assert windows.verdicts() == {}
    assert new <= {*windows.sources(), *windows.sources("text")}
    assert len(windows.sources()) == 6


def test_without_a_map_all_is_held_back_under_its_concept(
    windows: Windows, larder: Larder
) -> None:
    document = larder("survey", windows.made.config_path, "--json").document
    assert {item["verdict"] for item in document["items"]} == {"source-unreachable"}
    assert {(root["path"], root["unreachable"]) for root in document["roots"]} == {
        ("c:\\Train\\Data\\cats", "is missing")}
