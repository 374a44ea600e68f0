"""Recipes of a store: only ever appended to, torn lines passed over, links refused."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from larder.core.errors import UserFacingError
from larder.core.files.file_stamp import IndexStamp
from larder.core.keys.recipe import RecipeValue, Weights, make_recipe
from larder.core.stores.records import (
    AssumedConcept,
    Assumption,
    UsedModel,
    append_assumption,
    append_models,
    append_recipe,
    read_recipes,
)

fields = st.dictionaries(
    st.text(max_size=8),
    st.one_of(st.none(), st.booleans(), st.integers(-2**53, 2**53), st.text(max_size=8),
              st.floats(allow_nan=False, allow_infinity=False)), max_size=6)


def assumption(until_ns: int = 5) -> Assumption:
    recipe = make_recipe({"vae": "x"})
    return Assumption(
        at_ns=9, until_ns=until_ns, payloads=2, names="ab" * 8, index=IndexStamp(1, 2, 3),
        concepts=(AssumedConcept("data/\udcff", recipe.id),),
        recipes={recipe.id: dict(recipe.fields)})


def test_a_store_without_the_file_knows_nothing(tmp_path: Path) -> None:
    assert read_recipes(tmp_path) is None
    assert not (tmp_path / ".larder").exists()


@given(st.lists(fields, min_size=1, max_size=4))
def test_what_was_appended_reads_back(
    tmp_path_factory: pytest.TempPathFactory, many: list[dict[str, RecipeValue]]
) -> None:
    store = tmp_path_factory.mktemp("store")
    recipes = [make_recipe(of) for of in many]
    for recipe in recipes:
        append_recipe(store, recipe)
    kept = read_recipes(store)
    assert kept is not None
    assert kept.recipes == {recipe.id: recipe for recipe in recipes}
    assert {key: of.id for key, of in kept.recipes.items()} == {
        recipe.id: recipe.id for recipe in recipes}
    assert kept.unreadable == ()


def test_a_recipe_is_written_once(tmp_path: Path) -> None:
    recipe = make_recipe({"vae": "x"})
    assert append_recipe(tmp_path, recipe)
    before = (tmp_path / ".larder/recipes.jsonl").read_bytes()
    assert not append_recipe(tmp_path, recipe)
    assert (tmp_path / ".larder/recipes.jsonl").read_bytes() == before


def test_the_latest_word_holds(tmp_path: Path) -> None:
    append_assumption(tmp_path, assumption(until_ns=5))
    append_recipe(tmp_path, make_recipe({"vae": "y"}))
    append_assumption(tmp_path, assumption(until_ns=7))
    kept = read_recipes(tmp_path)
    assert kept is not None
    assert kept.assumption == assumption(until_ns=7)
    assert len(kept.recipes) == 1
    assert kept.find_assumed_recipes() == {
        known: make_recipe(of) for known, of in assumption().recipes.items()}


@pytest.mark.parametrize("cut", range(1, 60, 7))
def test_a_torn_line_costs_only_itself(tmp_path: Path, cut: int) -> None:
    append_recipe(tmp_path, make_recipe({"vae": "x"}))
    append_assumption(tmp_path, assumption())
    path = tmp_path / ".larder/recipes.jsonl"
    os.truncate(path, path.stat().st_size - cut)
    torn = read_recipes(tmp_path)
    assert torn is not None
    assert (len(torn.recipes), torn.assumption, torn.unreadable) == (
        1, assumption() if cut == 1 else None, () if cut == 1 else (2,))
    append_recipe(tmp_path, make_recipe({"vae": "y"}))
    mended = read_recipes(tmp_path)
    assert mended is not None
    assert len(mended.recipes) == 2


def test_records_of_a_newer_larder_are_passed_over(tmp_path: Path) -> None:
    append_recipe(tmp_path, make_recipe({"vae": "x"}))
    with (tmp_path / ".larder/recipes.jsonl").open("ab") as file:
        file.write(b'{"kind":"inherited","version":2,"from":"elsewhere"}\n')
    kept = read_recipes(tmp_path)
    assert kept is not None
    assert (len(kept.recipes), kept.unreadable) == (1, ())


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege on Windows")
def test_a_link_in_place_of_the_file_is_refused(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_bytes(b"")
    (tmp_path / "store/.larder").mkdir(parents=True)
    (tmp_path / "store/.larder/recipes.jsonl").symlink_to(elsewhere)
    with pytest.raises(UserFacingError, match="is a link"):
        append_recipe(tmp_path / "store", make_recipe({}))
    assert elsewhere.read_bytes() == b""


def used(name: str, digit: str) -> dict[str, UsedModel]:
    return {"vae": UsedModel(name=name, whole=digit * 16, sample=digit.upper() * 16)}


def test_the_models_of_the_latest_build_are_known_by_name(tmp_path: Path) -> None:
    for name, digit in (("models/A", "a"), ("models/B", "b"), ("models/A", "a")):
        append_models(tmp_path, used(name, digit))
    kept = read_recipes(tmp_path)
    assert kept is not None
    assert kept.latest_weights() == {"vae": Weights("a" * 16, "A" * 16)}
    assert kept.model_names() == {
        "a" * 16: "models/A", "A" * 16: "models/A", "b" * 16: "models/B", "B" * 16: "models/B"}


def test_models_are_noted_when_they_change(tmp_path: Path) -> None:
    assert append_models(tmp_path, used("models/A", "a"))
    assert not append_models(tmp_path, used("models/A", "a"))
    assert append_models(tmp_path, used("moved/A", "a"))
    kept = read_recipes(tmp_path)
    assert kept is not None
    assert set(kept.model_names().values()) == {"moved/A"}


def test_an_older_larders_latest_weights_are_those_of_its_last_recipe(tmp_path: Path) -> None:
    for whole in ("a" * 16, "b" * 16):
        append_recipe(tmp_path, make_recipe({"vae.weights": whole}))
    append_recipe(tmp_path, make_recipe({"vae": "x"}))
    kept = read_recipes(tmp_path)
    assert kept is not None
    assert kept.latest_weights() == {"vae": Weights(whole="b" * 16)}
    assert kept.lacks_samples
