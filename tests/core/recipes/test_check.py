"""Payloads made with another recipe are reported, unknown ones are not.

No payload is opened for this.

No payload is opened for this.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from larder.core.clean.assume import apply_assume, plan_assume
from larder.core.files.journal import JournalAction, read_journal
from larder.core.keys.recipe import RecipeValue
from larder.core.payloads import pt_file
from larder.core.payloads.pt import array_checksum, write_pt
from larder.core.payloads.pt_file import stamps
from larder.core.recipes.of_config import recipe_of
from larder.core.recipes.scan import note_recipes
from larder.core.stores.records import append_recipe
from larder.core.workspace.open_workspace import StoreContent, open_workspace
from tests.support.indexed_cache import IMAGE_NAMES, IndexedWorkspace, back_date, trainers_payload
from tests.support.late_packages import late_package
from tests.support.surveying import also, drifted, run_survey, verdicts, why

torch = late_package("torch")

CATS = "data/cats"
PICTURE = f"{CATS}/a.png"
CAPTION = f"{CATS}/a.txt"


@pytest.fixture
def cats(tmp_path: Path) -> IndexedWorkspace:
    """Two pictures with captions, cached at 128 with a VAE of its own."""
    made = IndexedWorkspace(tmp_path, config={
        "base_model_name": "models/sdxl", "vae": {"model_name": "models/vae_a"}})
    made.payload = trainers_payload()
    made.add_concept("cats")
    made.add_picture(PICTURE, caption="a cat")
    made.add_picture(f"{CATS}/b.png", caption="another cat")
    made.write()
    return made


def assume(made: IndexedWorkspace, *stores: str) -> None:
    for store in stores:
        workspace = open_workspace(made.config_path)
        apply_assume(workspace, plan_assume(workspace, store))


def write_config(made: IndexedWorkspace, **change: Any) -> None:
    made.config |= change
    made.write(stores=())


def write_concept(made: IndexedWorkspace, **change: Any) -> None:
    made.concepts[0] |= change
    made.write(stores=())


def forbid_opening(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Count the payloads whose recipe is read from the file."""
    opened: list[str] = []
    read = pt_file.read_carried_recipe

    def counting(path: Path) -> tuple[str | None, Mapping[str, Any]]:
        opened.append(path.name)
        return read(path)

    monkeypatch.setattr(pt_file, "read_carried_recipe", counting)
    return opened


def test_nothing_is_said_of_payloads_nobody_knows(cats: IndexedWorkspace) -> None:
    write_config(cats, vae={"model_name": "models/vae_b"}, train_dtype="FLOAT_32")
    report = run_survey(cats.config_path)
    assert drifted(report, "image") == drifted(report, "text") == {}


def test_nothing_changed_is_valid_after_an_assumption(cats: IndexedWorkspace) -> None:
    assume(cats, "image", "text")
    report = run_survey(cats.config_path)
    assert drifted(report, "image") == drifted(report, "text") == {}


@pytest.mark.parametrize(("change", "store", "sentence"), [
    ({"vae": {"model_name": "models/vae_b"}}, "image", "VAE: vae_a → vae_b"),
    ({"train_dtype": "BFLOAT_16"}, "image", "Train Data Type: FLOAT_16 → BFLOAT_16"),
    ({"train_dtype": "BFLOAT_16"}, "text", "Train Data Type: FLOAT_16 → BFLOAT_16"),
    ({"masked_training": True}, "image", "Masked Training: off → on"),
    ({"text_encoder_2_layer_skip": 1}, "text", "text_encoder_2_layer_skip: 0 → 1"),
    ({"base_model_name": "models/pony"}, "text", "Base Model: sdxl → pony"),
    ({"resolution": "192", "vae": {"model_name": "models/vae_b"}}, "image",
     "Resolution: 128 → 192; VAE: vae_a → vae_b"),
])
def test_a_changed_setting_is_told_with_what_differs(
    cats: IndexedWorkspace, change: dict[str, Any], store: str, sentence: str
) -> None:
    assume(cats, "image", "text")
    write_config(cats, **change)
    report = run_survey(cats.config_path)
    source = PICTURE if store == "image" else CAPTION
    assert set(drifted(report, store).values()) == {"recipe-changed"}
    assert why(report, store, source) == sentence


@pytest.mark.parametrize(("change", "store", "sentence"), [
    ({"image": {"enable_random_flip": True}}, "image", "Random Flip: off → on"),
    ({"image": {"enable_crop_jitter": False}}, "image", "Crop Jitter: on → off"),
    ({"text": {"prompt_source": "filename"}}, "text", "Prompt Source: sample → filename"),
    ({"text": {"enable_tag_shuffling": True}}, "text", "Tag Shuffling: off → on"),
])
def test_a_changed_setting_of_a_concept_is_told(
    cats: IndexedWorkspace, change: dict[str, Any], store: str, sentence: str
) -> None:
    assume(cats, "image", "text")
    write_concept(cats, **change)
    report = run_survey(cats.config_path)
    assert set(drifted(report, store).values()) == {"recipe-changed"}
    assert why(report, store, PICTURE if store == "image" else CAPTION) == sentence


def test_a_setting_of_the_other_store_or_of_none_changes_nothing(cats: IndexedWorkspace) -> None:
    assume(cats, "image", "text")
    write_config(cats, learning_rate=1e-6, text_encoder_2_layer_skip=1)
    report = run_survey(cats.config_path)
    assert drifted(report, "image") == {}
    assert set(drifted(report, "text").values()) == {"recipe-changed"}


def test_another_resolution_alone_is_the_matter_of_the_variant(cats: IndexedWorkspace) -> None:
    assume(cats, "image")
    cats.resolution = "192"
    cats.write(stores=())
    report = run_survey(cats.config_path)
    assert set(drifted(report, "image").values()) == {"missing-variant"}


def test_a_worse_verdict_keeps_its_own_sentence(cats: IndexedWorkspace) -> None:
    assume(cats, "image")
    (cats.root / PICTURE).write_bytes((cats.root / f"{CATS}/b.png").read_bytes())
    write_config(cats, train_dtype="BFLOAT_16")
    report = run_survey(cats.config_path)
    assert verdicts(report, "image")[PICTURE] == "content-changed"
    assert "Content hash" in why(report, "image", PICTURE)
    assert "recipe-changed" in also(report, "image", PICTURE)


def test_only_the_concept_whose_setting_changed_is_told(cats: IndexedWorkspace) -> None:
    cats.add_concept("dogs")
    cats.add_picture("data/dogs/c.png")
    cats.write()
    assume(cats, "image")
    write_concept(cats, image={"enable_fixed_flip": True})
    assert set(drifted(run_survey(cats.config_path), "image")) == {PICTURE, f"{CATS}/b.png"}


def test_payloads_written_after_the_word_are_not_meant(cats: IndexedWorkspace) -> None:
    assume(cats, "image")
    content = cats.add_picture(f"{CATS}/late.png")
    back_date(cats.store() / f"{content[:12]}_128x128_1.pt", by_ns=1_000_000_000)
    cats.write_index("image")
    write_config(cats, train_dtype="BFLOAT_16")
    assert verdicts(run_survey(cats.config_path), "image") == {
        PICTURE: "recipe-changed", f"{CATS}/b.png": "recipe-changed", f"{CATS}/late.png": "valid"}


def test_a_renamed_concept_folder_is_known_while_all_were_made_alike(
    cats: IndexedWorkspace,
) -> None:
    assume(cats, "image")
    cats.add_concept("dogs")
    cats.add_picture("data/dogs/c.png")
    cats.write()
    write_config(cats, train_dtype="BFLOAT_16")
    found = verdicts(run_survey(cats.config_path), "image")
    assert found["data/dogs/c.png"] == "recipe-changed"


def test_one_source_in_two_concepts_is_good_if_it_is_right_for_one(cats: IndexedWorkspace) -> None:
    cats.add_concept("same", path=CATS, image={"enable_fixed_flip": True})
    cats.write()
    own_payload(cats, PICTURE, cats_recipe(cats, 1).fields)
    own_payload(cats, f"{CATS}/b.png", {**cats_recipe(cats, 0).fields, "vae": "x"})
    assert verdicts(run_survey(cats.config_path), "image") == {
        PICTURE: "valid", f"{CATS}/b.png": "recipe-changed"}


def cats_recipe(made: IndexedWorkspace, concept: int = 0) -> Any:
    workspace = open_workspace(made.config_path)
    return recipe_of(workspace, workspace.concepts[concept], StoreContent.IMAGE)


def own_payload(made: IndexedWorkspace, source: str, fields: Any) -> Path:
    """Put a payload of ours in the place of the one a picture has."""
    from larder.core.keys.recipe import make_recipe

    recipe = make_recipe(fields)
    append_recipe(made.store(), recipe)
    variant = made.rows["image"][source]["variants"]["128x128"]
    path = made.store() / f"{variant['cache_file']}_1.pt"
    values = {name: torch.ones(2) for name in IMAGE_NAMES}
    write_pt(path, {**values, **stamps(recipe.id, array_checksum(values))})
    back_date(path)
    return path


def test_a_payload_of_ours_keeps_to_the_recipe_it_carries(cats: IndexedWorkspace) -> None:
    fields: dict[str, RecipeValue] = dict(cats_recipe(cats).fields)
    own_payload(cats, PICTURE, {**fields, "vae": "models/vae_z"})
    assume(cats, "image")
    report = run_survey(cats.config_path)
    assert drifted(report, "image") == {PICTURE: "recipe-changed"}
    assert why(report, "image", PICTURE) == "VAE: vae_z → vae_a"


def test_a_second_survey_opens_no_payload(
    cats: IndexedWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    own_payload(cats, PICTURE, cats_recipe(cats).fields)
    opened = forbid_opening(monkeypatch)
    run_survey(cats.config_path)
    assert len(opened) == 2
    opened.clear()
    run_survey(cats.config_path)
    assert opened == []


def test_a_survey_of_an_assumed_store_opens_no_payload_at_all(
    cats: IndexedWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = forbid_opening(monkeypatch)
    assume(cats, "image", "text")
    write_config(cats, train_dtype="BFLOAT_16")
    run_survey(cats.config_path)
    assert opened == []


def test_only_a_changed_payload_is_opened_again(
    cats: IndexedWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = own_payload(cats, PICTURE, cats_recipe(cats).fields)
    run_survey(cats.config_path)
    opened = forbid_opening(monkeypatch)
    back_date(path, by_ns=5)
    run_survey(cats.config_path)
    assert opened == [path.name]


def test_recipes_of_payloads_that_were_just_written_are_noted_unopened(
    cats: IndexedWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    recipe = cats_recipe(cats)
    path = own_payload(cats, PICTURE, {**recipe.fields, "vae": "x"})
    run_survey(cats.config_path)
    own_payload(cats, PICTURE, recipe.fields)
    note_recipes(cats.store(), [path.name, "gone_1.pt"], recipe.id)
    opened = forbid_opening(monkeypatch)
    assert drifted(run_survey(cats.config_path), "image") == {}
    assert opened == []


def test_a_payload_a_trainer_completed_has_an_unknown_recipe(cats: IndexedWorkspace) -> None:
    path = own_payload(cats, PICTURE, {**cats_recipe(cats).fields, "vae": "x"})
    payload = torch.load(path, weights_only=True)
    torch.save({**payload, "latent_mask": torch.ones(1)}, path)
    back_date(path, by_ns=9)
    assert drifted(run_survey(cats.config_path), "image") == {}


def test_of_several_targets_each_wanted_size_is_judged(cats: IndexedWorkspace) -> None:
    cats.resolution = "128, 192"
    cats.rows["image"][PICTURE]["variants"]["192x192"] = {
        "cache_file": cats.rows["image"][PICTURE]["hash"][:12] + "_192x192",
        "schema_keys": IMAGE_NAMES, "crop_resolution": [192, 192]}
    cats.write()
    own_payload(cats, PICTURE, cats_recipe(cats).fields)
    stale = own_payload(cats, PICTURE, {**cats_recipe(cats).fields, "vae": "x"})
    stale.rename(stale.with_name(stale.name.replace("128x128", "192x192")))
    own_payload(cats, PICTURE, cats_recipe(cats).fields)
    assert verdicts(run_survey(cats.config_path), "image")[PICTURE] == "recipe-changed"


def test_a_size_that_is_no_longer_asked_for_is_not_judged(cats: IndexedWorkspace) -> None:
    cats.rows["image"][PICTURE]["variants"]["192x192"] = {
        "cache_file": cats.rows["image"][PICTURE]["hash"][:12] + "_192x192",
        "schema_keys": IMAGE_NAMES, "crop_resolution": [192, 192]}
    cats.write()
    stale = own_payload(cats, PICTURE, {**cats_recipe(cats).fields, "vae": "x"})
    stale.rename(stale.with_name(stale.name.replace("128x128", "192x192")))
    own_payload(cats, PICTURE, cats_recipe(cats).fields)
    assert drifted(run_survey(cats.config_path), "image") == {}


def test_the_word_is_journalled_and_kept_as_one_line(cats: IndexedWorkspace) -> None:
    assume(cats, "image")
    lines = (cats.store() / ".larder" / "recipes.jsonl").read_bytes().splitlines()
    assert len(lines) == 1
    said = json.loads(lines[0])["assumed"]
    assert said["payloads"] == 2
    assert [named["path"] for named in said["concepts"]] == [CATS]
    record = read_journal(cats.store())[-1]
    assert (record.action, record.items) == (JournalAction.ASSUMED, 2)


def test_an_unreadable_line_leaves_the_others_standing(cats: IndexedWorkspace) -> None:
    assume(cats, "image")
    with (cats.store() / ".larder" / "recipes.jsonl").open("ab") as file:
        file.write(b'{"kind":"recipe","id":')
    write_config(cats, train_dtype="BFLOAT_16")
    assert set(drifted(run_survey(cats.config_path), "image").values()) == {"recipe-changed"}
    append_recipe(cats.store(), cats_recipe(cats))
    assert set(drifted(run_survey(cats.config_path), "image").values()) == {"recipe-changed"}


def test_a_later_word_replaces_an_earlier_one(cats: IndexedWorkspace) -> None:
    assume(cats, "image")
    write_config(cats, train_dtype="BFLOAT_16")
    assume(cats, "image")
    assert drifted(run_survey(cats.config_path), "image") == {}
