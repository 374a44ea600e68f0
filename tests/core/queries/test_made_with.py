from __future__ import annotations

from pathlib import Path

from larder.core.jobs import CancelToken, run_to_end
from larder.core.keys.recipe import RECIPE_KEY
from larder.core.queries.draw_latent import preview_cached_picture
from larder.core.recipes.of_config import recipe_of
from larder.core.stores.records import append_recipe
from larder.core.workspace.open_workspace import StoreContent, open_workspace
from tests.support.cached_photographs import Encoded, encoded, patch_means


def built(root: Path, **after: object) -> Encoded:
    """Photographs that say what they were made with; then the config changes."""
    first = encoded(root, patch_means, count=4)
    opened = open_workspace(first.smart.config_path)
    recipe = recipe_of(opened, opened.concepts[0], StoreContent.IMAGE)
    append_recipe(first.store, recipe)
    return encoded(root, patch_means, count=4, config=after, **{RECIPE_KEY: recipe.id})


def settings(workspace: Encoded) -> list[dict[str, object]]:
    opened = open_workspace(workspace.smart.config_path)
    location = opened.store("image")
    assert location is not None
    found = run_to_end(preview_cached_picture(
        opened, location, workspace.sources[0], token=CancelToken()))
    return [dict(setting) for setting in found.settings]


def test_settings_that_are_still_asked_for_stand_alone(tmp_path: Path) -> None:
    found = settings(built(tmp_path))
    assert {"name": "resolution", "have": "128", "want": None} in found
    assert all(setting["want"] is None for setting in found)
    assert not any("fingerprint" in str(setting["name"]) for setting in found)


def test_a_setting_that_was_changed_since_comes_first_with_both_values(tmp_path: Path) -> None:
    found = settings(built(tmp_path, masked_training=True))
    assert found[0] == {"name": "masked_training", "have": "off", "want": "on"}
    assert all(setting["want"] is None for setting in found[1:])


def test_of_what_a_trainer_made_nothing_is_known(tmp_path: Path) -> None:
    assert settings(encoded(tmp_path, patch_means, count=4)) == []


def test_a_preview_says_when_it_was_cached_and_when_its_source_was_changed(
    tmp_path: Path,
) -> None:
    workspace = encoded(tmp_path, patch_means, count=4)
    preview = workspace.preview(1)
    assert preview.cached_ns == workspace.payload(1).stat().st_mtime_ns
    assert preview.source_ns == (tmp_path / workspace.sources[1]).stat().st_mtime_ns
    (tmp_path / workspace.sources[1]).unlink()
    assert workspace.preview(1).source_ns == 0
