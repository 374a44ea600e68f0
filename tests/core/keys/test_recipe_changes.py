"""Which fields of two recipes differ, which of them matter, and how they are told."""

from __future__ import annotations

from larder.core.keys.recipe import (
    RecipeValue,
    decide_content,
    describe_changes,
    make_recipe,
    recipe_changes,
)


def changes(have: dict[str, RecipeValue], want: dict[str, RecipeValue]) -> str:
    return describe_changes(recipe_changes(make_recipe(have), make_recipe(want)))


def test_differing_fields_are_told_with_both_values() -> None:
    have = {"resolution": "768", "vae": "models/sdxl"}
    want = {"resolution": "1024", "vae": "models/sdxl_fp16_fix"}
    assert changes(have, want) == "Resolution: 768 → 1024; VAE: sdxl → sdxl_fp16_fix"


def test_models_of_one_name_in_two_folders_are_told_by_folder() -> None:
    assert changes({"vae": "a/vae.safetensors"}, {"vae": "b/vae.safetensors"}) == (
        "VAE: a/vae.safetensors → b/vae.safetensors")


def test_flags_are_told_as_on_and_off_and_nothing_as_none() -> None:
    have = {"masked_training": False, "lora_model_name": "", "text_encoder_sequence_length": None}
    want = {"masked_training": True, "lora_model_name": "x", "text_encoder_sequence_length": 77}
    assert changes(have, want) == (
        "Masked Training: off → on; lora_model_name: none → x; "
        "text_encoder_sequence_length: none → 77")


def test_a_field_that_only_one_recipe_has_tells_nothing() -> None:
    assert changes({"vae": "a", "recipe_version": 1}, {"vae": "a", "frames": "25"}) == ""


def test_another_resolution_alone_does_not_decide_content() -> None:
    found = recipe_changes(make_recipe({"resolution": "512"}), make_recipe({"resolution": "768"}))
    assert found
    assert not decide_content(found)


def test_a_mask_that_is_no_longer_asked_for_changes_nothing() -> None:
    assert changes({"masked_training": True}, {"masked_training": False}) == ""


def test_a_mask_that_decided_the_crop_cannot_be_taken_away() -> None:
    crop = {"image.enable_random_mask_rotate_crop": True}
    assert changes({"masked_training": True, **crop}, {"masked_training": False}) == (
        "Masked Training: on → off")


def test_equal_weights_under_another_name_change_nothing() -> None:
    assert changes(
        {"vae": "old", "vae.weights": "ab" * 8},
        {"vae": "new", "vae.weights": "ab" * 8}) == ""


def test_other_weights_under_the_same_name_are_a_change() -> None:
    found = changes(
        {"vae": "vae", "vae.weights": "ab" * 8}, {"vae": "vae", "vae.weights": "cd" * 8})
    assert found == "vae weights: abababab → cdcdcdcd"


def test_models_are_named_where_it_is_known_whose_weights_they_are() -> None:
    have = {"vae": "vae", "vae.weights": "ab" * 8}
    named = {"ab" * 8: "models/A", "cd" * 8: "models/B"}
    for vae in ("vae", "other"):
        found = recipe_changes(
            make_recipe(have), make_recipe({"vae": vae, "vae.weights": "cd" * 8}))
        assert describe_changes(found, named) == "encoded with models/A, not models/B"


def test_a_model_that_took_the_place_of_another_is_told_from_it_by_its_weights() -> None:
    found = recipe_changes(
        make_recipe({"vae": "vae", "vae.weights": "ab" * 8}),
        make_recipe({"vae": "vae", "vae.weights": "cd" * 8}))
    assert describe_changes(found, {"ab" * 8: "models/base", "cd" * 8: "models/base"}) == (
        "encoded with models/base (weights abababab), not models/base (weights cdcdcdcd)")


def test_names_are_told_where_nobody_knows_whose_weights_they_are() -> None:
    found = changes(
        {"vae": "old", "vae.weights": "ab" * 8}, {"vae": "new", "vae.weights": "cd" * 8})
    assert found == "VAE: old → new"


def test_samples_tell_weights_apart_where_one_side_was_never_read() -> None:
    have = {"vae.weights": "ab" * 8, "vae.weights_sample": "12" * 8}
    assert changes(have, {"vae.weights_sample": "12" * 8}) == ""
    assert changes(have, {"vae.weights_sample": "34" * 8}) == "vae weights: 12121212 → 34343434"


def test_whole_digests_decide_where_both_sides_know_them() -> None:
    have = {"vae.weights": "ab" * 8, "vae.weights_sample": "12" * 8}
    assert changes(have, {**have, "vae.weights": "cd" * 8}) == (
        "vae weights: abababab → cdcdcdcd")


def test_weights_known_in_two_ways_cannot_be_compared() -> None:
    assert changes({"vae.weights": "ab" * 8}, {"vae.weights_sample": "34" * 8}) == ""


def test_a_name_counts_while_one_side_has_no_weights() -> None:
    assert changes({"vae": "old"}, {"vae": "new", "vae.weights": "ab" * 8}) == "VAE: old → new"


def test_one_and_true_differ() -> None:
    assert changes({"x": 1}, {"x": True}) == "x: 1 → on"


def test_another_release_of_a_library_is_no_change() -> None:
    assert changes(
        {"vae": "vae", "vae.fingerprint": "ab" * 8},
        {"vae": "vae", "vae.fingerprint": "cd" * 8}) == ""
