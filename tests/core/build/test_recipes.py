"""Recipes in a build: required payloads, recorded origins of copies, and expected sizes."""

from __future__ import annotations

from pathlib import Path

import pytest

from larder.core.build import recipes as build_recipes
from larder.core.build.payload_bytes import payload_size, written_by
from larder.core.build.recipes import BuildRecipes
from larder.core.keys.recipe import RECIPE_KEY, Recipe, make_recipe
from larder.core.stores.records import UsedModel, append_recipe
from larder.core.workspace.open_workspace import StoreContent
from tests.support.building import BuildWorkspace, build, plan_of
from tests.support.surveying import run_survey, store_of

MODELS = {"text_encoder": UsedModel(
    name="models/sd", whole="0123456789abcdef", sample="0011223344556677")}


@pytest.fixture
def workspace(tmp_path: Path) -> BuildWorkspace:
    made = BuildWorkspace(tmp_path / "work")
    cats = made.add_concept()
    made.add_picture(f"{cats}/0.png", caption="a cat")
    return made


@pytest.fixture
def recipes(workspace: BuildWorkspace, monkeypatch: pytest.MonkeyPatch) -> BuildRecipes:
    monkeypatch.setattr(build_recipes, "find_models", lambda *_, **__: MODELS)
    surveyed = run_survey(workspace.config_path).workspace
    workspace.store("text").mkdir(parents=True)
    return BuildRecipes(surveyed, StoreContent.TEXT, workspace.store("text"))


def other(recipe: Recipe, **fields: str) -> Recipe:
    return make_recipe({**recipe.fields, **{
        name.replace("_weights", ".weights"): value for name, value in fields.items()}})


def test_weights_that_are_known_count_as_they_do_in_a_survey(recipes: BuildRecipes) -> None:
    concept = recipes.workspace.concepts[0]
    asked = recipes.make_recipe(concept)
    assert asked.fields["text_encoder.weights"] == MODELS["text_encoder"].weights.whole
    replaced = other(asked, text_encoder_weights="fedcba9876543210")
    for recipe in (asked, replaced):
        append_recipe(recipes.store, recipe)
    assert recipes.agrees({RECIPE_KEY: asked.id}, concept, written_ns=0)
    assert not recipes.agrees({RECIPE_KEY: replaced.id}, concept, written_ns=0)


def test_a_copy_names_the_weights_of_its_donor_and_none_where_that_names_none(
    recipes: BuildRecipes,
) -> None:
    concept = recipes.workspace.concepts[0]
    asked = recipes.make_recipe(concept)
    silent = make_recipe({
        name: value for name, value in asked.fields.items() if ".weights" not in name})
    for donor in (asked, silent):
        append_recipe(recipes.store, donor)
    for donor in (asked, silent):
        copied = BuildRecipes(recipes.workspace, recipes.content, recipes.store).of_copy(
            concept, {RECIPE_KEY: donor.id})
        assert copied is not None
        assert copied.fields.get("text_encoder.weights") == donor.fields.get(
            "text_encoder.weights")


def test_why_captions_are_left_out_reads_well_after_one_and_after_many(
    workspace: BuildWorkspace,
) -> None:
    workspace.add_picture("data/cats/1.png")
    left, = plan_of(workspace).left_out
    assert left.samples == 1
    assert left.why == (
        "Without a caption file a trainer uses a blank embedding; write one to build.")


def test_nothing_is_planned_of_a_damaged_cached_file_whose_caption_is_gone(
    workspace: BuildWorkspace,
) -> None:
    build(workspace)
    payload, = workspace.store("text").glob("*_1.pt")
    payload.write_bytes(payload.read_bytes()[:-40])
    (workspace.root / "data/cats/0.txt").unlink()
    plan = plan_of(workspace)
    assert (plan.update_count, plan.payloads) == (0, 0)
    assert [left.example for left in plan.left_out] == ["data/cats/0.txt"]


def test_plan_and_comparison_tell_bytes_from_the_same_payloads(workspace: BuildWorkspace) -> None:
    build(workspace)
    for journal in workspace.root.rglob("journal.jsonl"):
        journal.unlink()
    workspace.add_picture("data/cats/1.png", caption="another cat")
    plan = plan_of(workspace)
    report = run_survey(workspace.config_path)
    told = {group.store: group.bytes for group in plan.groups}
    for name in ("image", "text"):
        store = store_of(report, name)
        size = payload_size(store, report.workspace.config, written_by(
            report.workspace, store.location.kind.content, ()))
        assert size is not None
        assert told[name] == round(size.of(128 * 128 if name == "image" else None))
        assert told[name] == pytest.approx(
            next(iter(len(content) for content in workspace.payloads(name).values())), rel=0.02)
