"""A config's settings under flat names, whatever its age."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from larder.core.workspace.onetrainer_config import (
    UNSET,
    flat_settings,
    present_form,
    same_value,
    setting_of,
    with_setting,
)

leaves = st.one_of(st.booleans(), st.integers(), st.text(max_size=5), st.lists(st.integers()))
names = st.text(alphabet="abc_", min_size=1, max_size=6)
configs = st.dictionaries(names, st.one_of(leaves, st.dictionaries(names, leaves, max_size=3)))


@given(configs, names, leaves)
def test_one_setting_changes_and_all_others_stay(
    raw: dict[str, Any], name: str, value: object
) -> None:
    before = flat_settings(raw)
    after = flat_settings(with_setting(raw, name, value))
    assert after[name] == value
    assert {key: of for key, of in after.items() if key != name} == {
        key: of for key, of in before.items() if key != name and not key.startswith(f"{name}.")}


@given(configs)
def test_every_setting_can_be_taken_out_and_put_back(raw: dict[str, Any]) -> None:
    settings = flat_settings(raw)
    for name, value in settings.items():
        without = with_setting(raw, name, UNSET)
        assert name not in flat_settings(without)
        assert flat_settings(with_setting(without, name, value)) == settings


def test_an_old_config_has_the_names_of_today() -> None:
    assert flat_settings(present_form({
        "__version": 1, "vae_model_name": "x", "train_text_encoder": False,
        "text_encoder_2_weight_dtype": "FLOAT_16", "unet_learning_rate": 1e-5})) == {
        "vae.model_name": "x", "text_encoder.train": False,
        "text_encoder_2.weight_dtype": "FLOAT_16", "unet.learning_rate": 1e-5}


def test_a_name_of_today_wins_over_an_older_one() -> None:
    raw = {"vae_model_name": "old", "vae": {"model_name": "new"}}
    assert flat_settings(present_form(raw))["vae.model_name"] == "new"


def test_the_config_itself_is_left_as_it_is() -> None:
    raw: dict[str, Any] = {"vae": {"model_name": "x"}, "vae_weight_dtype": "FLOAT_16"}
    with_setting(present_form(raw), "vae.model_name", "y")
    assert raw == {"vae": {"model_name": "x"}, "vae_weight_dtype": "FLOAT_16"}


def test_secrets_and_concepts_are_no_settings() -> None:
    assert flat_settings({
        "secrets": {"huggingface_token": "x"}, "concepts": [], "__version": 3,
        "concept_file_name": "x.json"}) == {}


@pytest.mark.parametrize(("one", "other", "same"), [
    (512, "512", True), (1.0, 1, True), (1, True, False), (False, False, True),
    (None, "None", False), ([1], [1], True), ("a", "b", False), (0, False, False)])
def test_values_are_compared_as_they_are_read(one: object, other: object, same: bool) -> None:
    assert same_value(one, other) is same


def test_what_is_not_written_down_has_the_trainers_default() -> None:
    assert setting_of({}, "resolution") == "512"
    assert setting_of({}, "vae.weight_dtype") == "FLOAT_32"
    assert setting_of({}, "something_new") == UNSET
