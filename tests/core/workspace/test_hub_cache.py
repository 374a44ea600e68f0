from __future__ import annotations

import os
from pathlib import Path

import pytest

from larder.core.workspace.concepts import locate_concept, missing_folder_finding, read_concepts
from larder.core.workspace.hub_cache import find_dataset, hub_cache_folder, is_dataset_name
from larder.core.workspace.roots import PathFlavour, PathMap


def snapshot(cache: Path, name: str, revision: str, *, age: int = 0) -> Path:
    folder = cache / f"datasets--{name.replace('/', '--')}" / "snapshots" / revision
    folder.mkdir(parents=True)
    os.utime(folder, (1_700_000_000 - age, 1_700_000_000 - age))
    return folder


def point_main_at(cache: Path, name: str, revision: str) -> None:
    refs = cache / f"datasets--{name.replace('/', '--')}" / "refs"
    refs.mkdir()
    (refs / "main").write_text(revision + "\n", encoding="ascii")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("owner/name", True), ("o-w.n_er/na.me-2", True), ("data/cats", True),
        ("name", False), ("a/b/c", False), ("/owner/name", False), ("owner/", False),
        ("./name", False), ("../name", False), ("own--er/name", False), ("owner/na..me", False),
        ("owner\\name", False), ("o" * 60 + "/" + "n" * 60, False), ("öwner/name", False),
    ],
)
def test_what_looks_like_a_dataset(text: str, expected: bool) -> None:
    assert is_dataset_name(text) is expected


def test_the_revision_of_main_is_taken(tmp_path: Path) -> None:
    wanted = snapshot(tmp_path, "owner/cats", "aaa", age=100)
    snapshot(tmp_path, "owner/cats", "bbb")
    point_main_at(tmp_path, "owner/cats", "aaa")
    assert find_dataset("owner/cats", tmp_path) == wanted


@pytest.mark.parametrize("main", ["ccc", "../../../..", ""])
def test_without_a_usable_main_the_newest_revision_is_taken(tmp_path: Path, main: str) -> None:
    snapshot(tmp_path, "owner/cats", "aaa", age=100)
    newest = snapshot(tmp_path, "owner/cats", "bbb")
    point_main_at(tmp_path, "owner/cats", main)
    assert find_dataset("owner/cats", tmp_path) == newest


def test_what_is_not_in_the_cache_is_not_found(tmp_path: Path) -> None:
    assert find_dataset("owner/cats", tmp_path) is None
    (tmp_path / "datasets--owner--cats" / "snapshots").mkdir(parents=True)
    assert find_dataset("owner/cats", tmp_path) is None
    assert find_dataset("../owner", tmp_path) is None


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"HF_HUB_CACHE": "/hub", "HF_HOME": "/home"}, "/hub"),
        ({"HUGGINGFACE_HUB_CACHE": "/old"}, "/old"),
        ({"HF_HOME": "/home", "XDG_CACHE_HOME": "/xdg"}, "/home/hub"),
        ({"XDG_CACHE_HOME": "/xdg"}, "/xdg/huggingface/hub"),
    ],
)
def test_where_the_hub_keeps_its_files(environment: dict[str, str], expected: str) -> None:
    assert hub_cache_folder(environment) == Path(expected)


def test_the_usual_hub_cache_is_in_the_users_home(monkeypatch) -> None:
    for name in ("HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE", "HF_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    assert hub_cache_folder() == Path.home() / ".cache" / "huggingface" / "hub"


def test_a_folder_wins_over_a_dataset_of_the_same_name(tmp_path: Path) -> None:
    concept, = read_concepts([{"path": "owner/cats"}])
    cache = tmp_path / "hub"
    dataset = snapshot(cache, "owner/cats", "aaa")
    found = locate_concept(concept, root=tmp_path, hub_cache=cache)
    assert (found.real, found.spelled, found.dataset) == (dataset, str(dataset), True)
    (tmp_path / "owner" / "cats").mkdir(parents=True)
    found = locate_concept(concept, root=tmp_path, hub_cache=cache)
    assert (found.real, found.spelled) == (tmp_path / "owner/cats", "owner/cats")
    assert found.exists
    assert not found.dataset


def test_a_missing_folder_says_where_it_was_looked_for(tmp_path: Path) -> None:
    for path, said in [
        ("owner/cats", "Hugging Face"), ("/mnt/away", "is missing"), ("", "has no folder")
    ]:
        concept, = read_concepts([{"name": "cats", "path": path}])
        found = locate_concept(concept, root=tmp_path, hub_cache=tmp_path)
        assert not found.exists
        finding = missing_folder_finding(concept, found)
        assert '"cats"' in finding.problem
        assert said in finding.problem
        assert finding.hint


@pytest.mark.skipif(os.name == "nt", reason="states what happens on POSIX")
def test_a_windows_concept_is_found_through_a_map_and_spelled_as_its_index_does(
    tmp_path: Path
) -> None:
    (tmp_path / "cats").mkdir()
    absolute, relative = read_concepts([{"path": "D:/Train/cats/"}, {"path": "cats"}])
    assert not locate_concept(absolute, root=tmp_path).exists
    found = locate_concept(absolute, root=tmp_path, maps=[PathMap("d:\\train", str(tmp_path))])
    assert (found.spelled, found.real) == ("D:\\Train\\cats", tmp_path / "cats")
    assert found.exists
    nested, = read_concepts([{"path": "./sets/cats"}])
    assert locate_concept(
        nested, root=tmp_path, flavour=PathFlavour.WINDOWS).spelled == "sets\\cats"
    assert locate_concept(relative, root=tmp_path).exists
