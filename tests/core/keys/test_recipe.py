"""Recipes: one canonical form per meaning, the same id in every process."""

from __future__ import annotations

import json
import random
import subprocess
import sys

from hypothesis import given
from hypothesis import strategies as st

from larder.core.files.ascii_json import canonical_json
from larder.core.keys.recipe import RecipeValue, make_recipe, recipe_id

values = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(),
    st.sampled_from(["512", "FLOAT_16", "\ud800", "модель", 1.0, -0.0]))
field_maps = st.dictionaries(st.text(), values, max_size=12)


@given(field_maps, st.randoms(use_true_random=False))
def test_the_order_of_fields_is_not_part_of_a_recipe(
    fields: dict[str, RecipeValue], shuffled: random.Random
) -> None:
    names = list(fields)
    shuffled.shuffle(names)
    assert make_recipe({name: fields[name] for name in names}) == make_recipe(fields)


@given(field_maps)
def test_a_canonical_form_is_ascii_json_that_reads_back_to_the_same_recipe(
    fields: dict[str, RecipeValue],
) -> None:
    text = canonical_json(dict(make_recipe(fields).fields))
    assert text.isascii()
    assert "\n" not in text
    assert make_recipe(json.loads(text)) == make_recipe(fields)
    assert canonical_json(dict(make_recipe(json.loads(text)).fields)) == text


@given(field_maps, st.text(), values, values)
def test_recipes_differ_when_a_value_differs(
    fields: dict[str, RecipeValue], name: str, one: RecipeValue, other: RecipeValue
) -> None:
    same = json.dumps(make_recipe({"": one}).fields[""]) == json.dumps(
        make_recipe({"": other}).fields[""])
    assert (recipe_id({**fields, name: one}) == recipe_id({**fields, name: other})) == same


def test_a_whole_number_is_the_same_with_and_without_a_fraction() -> None:
    assert recipe_id({"strength": 1.0, "zero": -0.0}) == recipe_id({"strength": 1, "zero": 0})


def test_one_is_not_true() -> None:
    assert recipe_id({"flag": 1}) != recipe_id({"flag": True})


def test_an_id_is_the_same_in_another_process() -> None:
    fields = {"resolution": "512", "train_dtype": "FLOAT_16"}
    script = f"from larder.core.keys.recipe import recipe_id; print(recipe_id({fields!r}))"
    ran = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True,
        env={"PYTHONHASHSEED": "7", "PYTHONPATH": ":".join(sys.path)})
    assert ran.stdout.strip() == recipe_id(fields) == "7d2a74130778f667"


def test_fields_keep_the_order_in_which_people_read_them() -> None:
    assert list(make_recipe({"resolution": "512", "model_type": "X"}).fields) == [
        "resolution", "model_type"]
