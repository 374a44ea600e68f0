"""Messages of a build about unreachable folders: of concepts, and of the cache itself."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from larder.core.workspace.open_workspace import open_workspace
from tests.support.building import BuildWorkspace
from tests.support.released_building import add_concept

Larder = Callable[..., Any]

LAYOUTS = ("released", "cache.json")
ON_POSIX = pytest.mark.skipif("os.name == 'nt'", reason="there such a path means something")


@pytest.fixture
def cats(tmp_path: Path) -> BuildWorkspace:
    """Two concepts with a picture each, nothing cached."""
    made = BuildWorkspace(tmp_path)
    for name in ("cats", "dogs"):
        add_concept(made, name)
        made.add_picture(f"data/{name}/0.png", caption=f"one of {name}")
    return made


def take_away(made: BuildWorkspace) -> None:
    shutil.rmtree(made.root / "data/dogs")


def unmount(made: BuildWorkspace) -> None:
    take_away(made)
    (made.root / "data/dogs").mkdir()


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("lose", [take_away, unmount])
def test_a_build_of_a_folder_that_is_away_says_so_and_is_not_whole(
        cats: BuildWorkspace, larder: Larder, layout: str, lose: Callable[..., None]) -> None:
    assert larder("build", cats.config_path, "--apply", "--layout", layout).code == 0
    lose(cats)

    planned = larder("plan", "build", cats.config_path)
    built = larder("build", cats.config_path, "--apply", "--even-if-busy")

    assert "data/dogs" in planned.out
    assert "Everything is cached" not in planned.out
    assert built.code == 1
    assert "data/dogs" in built.out
    assert "Nothing had to be built" not in built.out


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
@pytest.mark.parametrize(("make", "reason"), [
    (os.mkfifo, "it is a named pipe, not a file"), (os.mkdir, "it is a folder, not a file")])
@pytest.mark.parametrize("name", ["0.txt", "0-masklabel.png"])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_plan_names_a_caption_or_mask_that_cannot_be_read_in_place_of_its_source(
        cats: BuildWorkspace, larder: Larder, layout: str, name: str,
        make: Callable[..., None], reason: str) -> None:
    cats.configure(masked_training=True)
    cats.add_mask("data/cats/0.png")
    assert larder("build", cats.config_path, "--apply", "--layout", layout).code == 0
    (cats.root / "data/cats" / name).unlink()
    make(cats.root / "data/cats" / name)

    planned = larder("plan", "build", cats.config_path)

    assert "Everything is cached" not in planned.out
    said = "data/cats/0.txt  It cannot be read: " if name == "0.txt" \
        else f"data/cats/0.png  It cannot be read: {name}: "
    assert f"{said}{reason}." in planned.out


@pytest.mark.parametrize("layout", LAYOUTS)
def test_what_is_in_reach_is_built_beside_a_folder_that_is_away(
        cats: BuildWorkspace, larder: Larder, layout: str) -> None:
    take_away(cats)

    built = larder("build", cats.config_path, "--apply", "--json", "--layout", layout)

    assert built.code == 1
    assert built.document["encoded"] == 2
    assert "data/dogs" in built.document["out_of_reach"][0]["problem"]


def test_a_folder_that_no_trained_concept_has_may_be_away(
        cats: BuildWorkspace, larder: Larder) -> None:
    take_away(cats)
    cats.concepts[1]["enabled"] = False
    cats.write()

    assert larder("build", cats.config_path, "--apply").code == 0


@ON_POSIX
def test_a_cache_folder_of_windows_is_built_nowhere_without_a_map(
        cats: BuildWorkspace, larder: Larder, monkeypatch: pytest.MonkeyPatch) -> None:
    cats.configure(cache_dir="D:\\cache\\run")
    elsewhere = cats.root / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)

    built = larder("build", cats.config_path, "--apply")

    assert built.code == 2
    assert "--map 'D:\\cache=" in built.err
    assert not list(elsewhere.iterdir())
    survey = larder("survey", cats.config_path)
    assert survey.code == 0
    assert "--map" in survey.out
    imported = larder("import", cats.root / "bundle", cats.config_path, "--apply")
    assert imported.code == 2
    assert not list(elsewhere.iterdir())


@ON_POSIX
def test_a_cache_folder_of_windows_is_built_where_a_map_says(
        cats: BuildWorkspace, larder: Larder) -> None:
    cats.configure(cache_dir="D:\\cache\\run")
    there = cats.root / "mnt"

    built = larder("build", cats.config_path, "--apply", "--map", f"D:\\cache={there}")

    assert built.code == 0, built.err
    assert (there / "run" / "image" / "cache.json").is_file()


def test_a_cache_folder_without_a_name_is_the_folder_that_the_trainer_runs_in(
        cats: BuildWorkspace, larder: Larder) -> None:
    cats.configure(cache_dir="")

    stores = open_workspace(cats.config_path).stores

    assert [(store.spelled, store.path) for store in stores] == [
        (name, cats.root / name) for name in ("image", "text")]
    assert json.loads(larder("survey", cats.config_path, "--json").out)["stores"][0][
        "path"] == "image"
