"""Which layout a workspace's caches have, and whether its trainer empties them when it starts."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from larder.core.workspace.cache_layout import CacheLayout
from larder.core.workspace.open_workspace import Workspace, open_workspace
from larder.core.workspace.trainer_layout import clearing_finding, lay_out, layouts_of
from tests.support.released_cache import (
    CACHE,
    ReleasedConcept,
    build_concept,
    write_pictures,
    write_workspace,
)
from tests.support.surveying import run_survey

ON = (
    "“Clear cache before training” is on in this config: OneTrainer empties image, text and "
    f"epoch-* of {CACHE} at its next start.")
UNSAID = ON.replace(
    "on in this config", "on by default, and this config does not set it")


def open_cats(root: Path, **settings: object) -> Workspace:
    cats = ReleasedConcept("data/cats")
    write_pictures(root, cats.path, ["a.png"])
    build_concept(root, cats)
    return open_workspace(write_workspace(root, [cats], **settings))


def said(workspace: Workspace, *layouts: CacheLayout) -> str:
    found = clearing_finding(workspace, layouts or None)
    return "" if found is None else found.problem


@pytest.mark.parametrize(("stated", "expected"), [(True, ON), (None, UNSAID), (False, "")])
def test_a_released_workspace_says_that_its_trainer_empties_it(
    tmp_path: Path, stated: bool | None, expected: str
) -> None:
    workspace = open_cats(tmp_path, clear_cache_before_training=stated)
    assert layouts_of(workspace) == (CacheLayout.RELEASED,)
    assert said(workspace) == expected


@pytest.mark.parametrize("off", [
    {"latent_caching": False}, {"__version": 12, "image_caching": False, "text_caching": False}])
def test_a_trainer_that_caches_nothing_empties_nothing(
    tmp_path: Path, off: dict[str, object]
) -> None:
    assert said(open_cats(tmp_path, clear_cache_before_training=True, **off)) == ""


def test_one_kind_of_caching_is_enough_to_empty_both(tmp_path: Path) -> None:
    workspace = open_cats(
        tmp_path, clear_cache_before_training=None, __version=12, text_caching=False)
    assert said(workspace) == UNSAID


def test_vae_fine_tuning_lies_where_nothing_is_emptied(tmp_path: Path) -> None:
    cats = ReleasedConcept("data/cats")
    write_pictures(tmp_path, cats.path, ["a.png"])
    build_concept(tmp_path, cats)
    group = tmp_path / CACHE / "image" / cats.key(cats.image)
    group.rename(tmp_path / CACHE / group.name)
    (tmp_path / CACHE / "image").rmdir()
    config = write_workspace(
        tmp_path, [cats], clear_cache_before_training=True, training_method="FINE_TUNE_VAE")
    assert said(open_workspace(config)) == ""


def test_what_a_build_is_about_to_fill_is_emptied_too(tmp_path: Path) -> None:
    cats = ReleasedConcept("data/cats")
    write_pictures(tmp_path, cats.path, ["a.png"])
    workspace = open_workspace(write_workspace(tmp_path, [cats], clear_cache_before_training=None))
    assert layouts_of(workspace) == ()
    assert said(workspace) == ""
    assert said(workspace, CacheLayout.RELEASED) == UNSAID
    assert said(workspace, CacheLayout.INDEXED) == ""


@pytest.mark.parametrize(("stated", "expected"), [(True, ON), (None, ""), (False, "")])
def test_the_pull_request_keeps_its_cache_unless_a_config_says_otherwise(
    fixture_workspace: Callable[[str], Path], stated: bool | None, expected: str
) -> None:
    config = fixture_workspace("sdxl_clean") / "training_presets" / "config.json"
    settings = json.loads(config.read_text(encoding="utf-8"))
    if stated is not None:
        settings["clear_cache_before_training"] = stated
    config.write_text(json.dumps(settings), encoding="utf-8")
    workspace = open_workspace(config)
    assert layouts_of(workspace) == (CacheLayout.INDEXED,)
    assert said(workspace) == expected


def test_a_survey_says_it_before_anything_else(tmp_path: Path) -> None:
    workspace = open_cats(tmp_path, clear_cache_before_training=True)
    (tmp_path / "data/cats").rename(tmp_path / "data/dogs")
    problems = run_survey(tmp_path).problems
    assert (problems[0], len(problems) > 1) == (clearing_finding(workspace), True)


def beside_another_run(root: Path) -> Path:
    """A config whose trainer fills `CACHE`, and the numbered folders of another run beside it."""
    cats = ReleasedConcept("data/cats")
    write_pictures(root, cats.path, ["a.png"])
    build_concept(root, cats)
    (root / CACHE).rename((root / CACHE).with_name("other"))
    (root / CACHE / "image").mkdir(parents=True)
    (root / CACHE / "image" / "cache.json").write_text('{"version": 3, "entries": {}}')
    return write_workspace(root, [cats])


@pytest.mark.parametrize("layout", CacheLayout)
def test_a_folder_is_built_for_the_cache_folder_that_its_config_names(
        tmp_path: Path, layout: CacheLayout) -> None:
    config = beside_another_run(tmp_path)

    laid_out = lay_out(open_workspace(tmp_path, config=config), layout)

    assert len({store.id for store in laid_out.stores}) == len(laid_out.stores)
    (image,) = (store for store in laid_out.stores if store.id == "image")
    assert image.path == tmp_path / CACHE / "image"
    assert image.kind.format is layout.format


def test_the_layout_of_another_run_is_not_that_of_the_configs(tmp_path: Path) -> None:
    config = beside_another_run(tmp_path)

    assert layouts_of(open_workspace(tmp_path, config=config)) == (CacheLayout.INDEXED,)
