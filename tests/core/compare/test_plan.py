"""Cost of a change of settings, setting by setting, counted sample by sample."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from larder.core.build.planning import build_plan
from larder.core.build.rates import BuildRate, EncoderRates
from larder.core.clean.assume import apply_assume, plan_assume
from larder.core.compare.document import ChangeDocument, ChangeRow, Invalidates
from larder.core.compare.plan import (
    plan_change,
)
from larder.core.files.ascii_json import decode_ascii_json, encode_ascii_json
from larder.core.jobs import CancelToken, JobCancelled, run_to_end
from larder.core.workspace.concepts import read_concepts
from larder.core.workspace.onetrainer_config import config_from
from larder.core.workspace.open_workspace import StoreContent, open_workspace
from tests.support.indexed_cache import IMAGE_NAMES, IndexedWorkspace, tree_state
from tests.support.surveying import run_survey

CATS = "data/cats"


@pytest.fixture
def cats(tmp_path: Path) -> IndexedWorkspace:
    """Three pictures of 1 to 1 and one of 2 to 1, with captions, cached at 128."""
    made = IndexedWorkspace(tmp_path, config={"base_model_name": "models/sdxl"})
    made.add_concept("cats")
    for name in "abc":
        made.add_picture(f"{CATS}/{name}.png", caption=f"cat {name}")
    made.add_picture(f"{CATS}/wide.png", size=(100, 200), bucket=(128, 192), caption="wide")
    made.write()
    return made


def planned(
    made: IndexedWorkspace,
    change: dict[str, Any] | None = None,
    concepts: list[dict[str, Any]] | None = None,
    rates: EncoderRates | None = None,
) -> ChangeDocument:
    """Compare a workspace with its own config, changed."""
    workspace = open_workspace(made.config_path)
    raw = json.loads(made.config_path.read_text()) | (change or {})
    other = config_from(raw, where="other")
    return run_to_end(plan_change(
        workspace, other, read_concepts(made.concepts if concepts is None else concepts),
        named="other.json", rates_of=lambda _: rates or EncoderRates(), token=CancelToken()))


def told(plan: ChangeDocument) -> list[tuple[str, str, int]]:
    """(setting, what it invalidates, items) of each row."""
    return [(row.setting, row.invalidates.value, row.items) for row in plan.rows]


def only(plan: ChangeDocument) -> ChangeRow:
    (row,) = plan.rows
    return row


def changed(made: IndexedWorkspace, at: int = 0, **fields: Any) -> list[dict[str, Any]]:
    concepts = copy.deepcopy(made.concepts)
    concepts[at] |= fields
    return concepts


def test_equal_configs_differ_in_nothing(cats: IndexedWorkspace) -> None:
    plan = planned(cats)
    assert plan.rows == plan.totals == ()


def test_a_larger_resolution_concerns_pictures_that_get_another_size(
    cats: IndexedWorkspace,
) -> None:
    row = only(planned(cats, {"resolution": "192"}))
    assert (row.invalidates, row.items, row.payloads) == (Invalidates.IMAGE, 4, 4)
    assert (row.old, row.new) == ("128", "192")


def test_pictures_that_keep_their_size_are_not_concerned(cats: IndexedWorkspace) -> None:
    """160 rounds to the same square as 128, and to another size for 2 to 1."""
    assert told(planned(cats, {"resolution": "160"})) == [("resolution", "image", 1)]


def test_a_resolution_that_is_cached_already_costs_nothing(cats: IndexedWorkspace) -> None:
    for row in cats.rows["image"].values():
        row["variants"]["192x192"] = {
            "cache_file": row["hash"][:12] + "_192x192", "schema_keys": IMAGE_NAMES,
            "crop_resolution": [192, 192]}
        cats.add_payload("image", row["hash"][:12] + "_192x192_1.pt")
    cats.write()
    assert told(planned(cats, {"resolution": "192"})) == [("resolution", "image", 1)]


def test_masked_training_concerns_payloads_without_a_mask(cats: IndexedWorkspace) -> None:
    masked = [*IMAGE_NAMES, "latent_mask"]
    cats.rows["image"][f"{CATS}/a.png"]["variants"]["128x128"]["schema_keys"] = masked
    cats.write()
    row = only(planned(cats, {"masked_training": True}))
    assert (row.invalidates, row.items) == (Invalidates.IMAGE, 3)
    assert row.why == "The cached files lack a part that is asked for"
    assert row.bytes is not None
    assert row.bytes > row.bytes_now


def test_masks_that_are_no_longer_asked_for_cost_nothing(cats: IndexedWorkspace) -> None:
    cats.config["masked_training"] = True
    for row in cats.rows["image"].values():
        for variant in row["variants"].values():
            variant["schema_keys"] = [*IMAGE_NAMES, "latent_mask"]
    cats.write()
    row = only(planned(cats, {"masked_training": False}))
    assert (row.invalidates, row.why) == (
        Invalidates.NOTHING, "The cached pictures have what it asks for")


def test_the_learning_rate_concerns_nothing(cats: IndexedWorkspace) -> None:
    row = only(planned(cats, {"learning_rate": 1e-5}))
    assert (row.invalidates, row.items, row.bytes) == (Invalidates.NOTHING, 0, 0)
    assert row.why == "It does not affect what is cached"


@pytest.mark.swept(8)
@pytest.mark.parametrize(("change", "expected"), [
    ({"base_model_name": "models/pony"},
     [("base_model_name", "image", 4), ("base_model_name", "text", 4)]),
    ({"vae": {"model_name": "x"}}, [("vae.model_name", "image", 4)]),
    ({"vae": {"weight_dtype": "BFLOAT_16"}}, [("vae.weight_dtype", "image", 4)]),
    ({"train_dtype": "FLOAT_32"}, [("train_dtype", "image", 4), ("train_dtype", "text", 4)]),
    ({"fallback_train_dtype": "FLOAT_32"}, [("fallback_train_dtype", "image", 4)]),
    ({"force_circular_padding": True}, [("force_circular_padding", "image", 4)]),
    ({"aspect_ratio_bucketing": False}, [("aspect_ratio_bucketing", "image", 1)]),
    ({"text_encoder_layer_skip": 1}, [("text_encoder_layer_skip", "text", 4)]),
    ({"text_encoder": {"train": False, "include": False}},
     [("text_encoder.include", "text", 4)]),
    ({"text_encoder": {"train": True}}, [("text_encoder.train", "nothing", 0)]),
    ({"additional_embeddings": [{"placeholder": "<x>", "train": False}]},
     [("additional_embeddings", "text", 4)]),
    ({"lora_model_name": "some"}, [("lora_model_name", "text", 4)]),
    ({"frames": "9"}, [("frames", "nothing", 0)]),
    ({"custom_conditioning_image": True}, [("custom_conditioning_image", "nothing", 0)]),
    ({"latent_caching": False}, [("latent_caching", "nothing", 0)]),
    ({"train_device": "cpu"}, [("train_device", "nothing", 0)]),
    ({"epochs": 3, "batch_size": 2}, [("epochs", "nothing", 0), ("batch_size", "nothing", 0)]),
    ({"resolution": " 128 "}, [("resolution", "nothing", 0)]),
    # The trainer draws 192 at the first three places.
    ({"resolution": "128,192"}, [("resolution", "image", 3)]),
    ({"model_type": "FLUX_DEV_1"}, [("model_type", "image", 4), ("model_type", "text", 4)]),
])
def test_a_setting_concerns_exactly_these_stores(
    cats: IndexedWorkspace, change: dict[str, Any], expected: list[tuple[str, str, int]]
) -> None:
    assert told(planned(cats, change)) == expected


@pytest.mark.parametrize(("fields", "expected"), [
    ({"image": {"enable_random_flip": True}}, [("image.enable_random_flip", "image", 4)]),
    ({"image": {"resolution_override": "192"}}, [("image.resolution_override", "nothing", 0)]),
    ({"image": {"enable_resolution_override": True, "resolution_override": "192"}},
     [("image.enable_resolution_override", "image", 4),
      ("image.resolution_override", "nothing", 0)]),
    ({"text": {"prompt_source": "filename"}}, [("text.prompt_source", "text", 4)]),
    ({"text": {"tag_delimiter": ";"}}, [("text.tag_delimiter", "nothing", 0)]),
    ({"image_variations": 3}, [("image_variations", "image", 4)]),
    ({"text_variations": 2}, [("text_variations", "text", 4)]),
    ({"enabled": False}, [("enabled", "nothing", 0)]),
    ({"loss_weight": 2.0}, [("loss_weight", "nothing", 0)]),
    ({"balancing": 2.0, "seed": 5}, [("seed", "nothing", 0), ("balancing", "nothing", 0)]),
    ({"type": "PRIOR_PREDICTION"}, [("type", "nothing", 0)]),
])
def test_a_setting_of_a_concept_concerns_exactly_these_stores(
    cats: IndexedWorkspace, fields: dict[str, Any], expected: list[tuple[str, str, int]]
) -> None:
    plan = planned(cats, concepts=changed(cats, **fields))
    assert told(plan) == expected
    assert {row.concept for row in plan.rows} == {"cats"}


def test_further_variations_write_only_those(cats: IndexedWorkspace) -> None:
    row = only(planned(cats, concepts=changed(cats, image_variations=3)))
    assert (row.items, row.payloads, row.bytes_now) == (4, 8, 0)


def test_a_concept_that_is_added_costs_its_samples(cats: IndexedWorkspace) -> None:
    (cats.root / "data/dogs").mkdir()
    for shade, name in enumerate(("d", "e"), start=100):
        cats.add_picture(f"data/dogs/{name}.png", colour=shade, cached=False)
        cats.add_caption(f"data/dogs/{name}.txt", f"dog {name}", cached=False)
    dogs = {"name": "dogs", "path": "data/dogs", "image_variations": 2}
    plan = planned(cats, concepts=[*cats.concepts, dogs])
    assert told(plan) == [("concept", "image", 2), ("concept", "text", 2)]
    assert [row.payloads for row in plan.rows] == [4, 2]
    assert [(row.old, row.new) for row in plan.rows] == [("not set", "dogs")] * 2


def test_a_concept_that_is_taken_away_costs_nothing(cats: IndexedWorkspace) -> None:
    row = only(planned(cats, concepts=[]))
    assert row.invalidates is Invalidates.NOTHING
    assert row.why == "4 pictures would stay, unused; 4 texts would stay, unused"


def test_a_renamed_concept_folder_costs_nothing(cats: IndexedWorkspace) -> None:
    (cats.root / CATS).rename(cats.root / "data/kittens")
    plan = planned(cats, concepts=changed(cats, path="data/kittens"))
    assert told(plan) == [("path", "nothing", 0)]


def test_a_copied_picture_in_a_new_concept_costs_nothing(cats: IndexedWorkspace) -> None:
    (cats.root / "data/copies").mkdir()
    copied = cats.root / "data/copies/a.png"
    copied.write_bytes((cats.root / CATS / "a.png").read_bytes())
    cats.add_picture("data/copies/own.png", colour=200, cached=False)
    same = {"name": "copies", "path": "data/copies"}
    assert told(planned(cats, concepts=[*cats.concepts, same])) == [("concept", "image", 1)]
    other = same | {"image": {"enable_fixed_flip": True}}
    assert told(planned(cats, concepts=[*cats.concepts, other])) == [("concept", "image", 2)]


def test_concepts_are_told_apart_and_judged_alone(cats: IndexedWorkspace) -> None:
    cats.add_concept("dogs")
    cats.add_picture("data/dogs/d.png", caption="dog d")
    cats.write()
    concepts = changed(cats, image={"enable_fixed_flip": True}, image_variations=2)
    concepts[1] |= {"image": {"enable_resolution_override": True, "resolution_override": "192"}}
    plan = planned(cats, concepts=concepts)
    assert {(row.concept, row.setting, row.items) for row in plan.rows} == {
        ("cats", "image.enable_fixed_flip", 4), ("cats", "image_variations", 4),
        ("dogs", "image.enable_resolution_override", 1),
        ("dogs", "image.resolution_override", 0)}
    (total,) = plan.totals
    assert (total.items, total.payloads) == (5, 9)


def test_a_sample_counts_once_in_the_total(cats: IndexedWorkspace) -> None:
    plan = planned(cats, {"resolution": "192", "vae": {"model_name": "x"}, "learning_rate": 1.0})
    assert [(row.invalidates.value, row.items) for row in plan.totals] == [("image", 4)]


def test_what_invalidates_something_comes_first(cats: IndexedWorkspace) -> None:
    plan = planned(cats, {"learning_rate": 1.0, "resolution": "192"})
    assert [row.setting for row in plan.rows] == ["resolution", "learning_rate"]


def test_a_setting_that_is_not_written_down_stands_for_the_trainers_default(
    cats: IndexedWorkspace,
) -> None:
    assert planned(cats, {"train_dtype": "FLOAT_16", "frames": "25"}).rows == ()


def test_an_older_config_is_compared_by_what_it_means(cats: IndexedWorkspace) -> None:
    cats.config |= {"vae_model_name": "x", "vae_weight_dtype": "FLOAT_32"}
    cats.write()
    raw = json.loads(cats.config_path.read_text())
    other = {key: value for key, value in raw.items() if not key.startswith("vae_")}
    other |= {"__version": 8, "vae": {"model_name": "x"}}
    workspace = open_workspace(cats.config_path)
    plan = run_to_end(plan_change(
        workspace, config_from(other, where="other"), workspace.concepts, named="other",
        token=CancelToken()))
    assert plan.rows == ()


def test_secrets_are_never_told(cats: IndexedWorkspace) -> None:
    assert planned(cats, {"secrets": {"huggingface_token": "hf_x"}}).rows == ()


def test_seconds_come_from_the_rates_of_former_builds(cats: IndexedWorkspace) -> None:
    assert only(planned(cats, {"resolution": "192"})).seconds is None
    known = EncoderRates(
        name="vae", start_s=60.0,
        rates=(BuildRate(pixels=192 * 192, payloads=10, seconds=5.0, bytes=100),))
    assert only(planned(cats, {"vae": {"model_name": "x"}}, rates=known)).seconds \
        == pytest.approx((3 * 128 * 128 + 128 * 192) * 0.5 / 192**2)


def test_bytes_grow_with_the_area_of_pictures(cats: IndexedWorkspace) -> None:
    for path in cats.store().glob("*.pt"):
        path.write_bytes(bytes(2_700 + 1_000))
    row = only(planned(cats, {"resolution": "256"}))
    assert row.bytes == pytest.approx(4 * (2_700 + 4_000), rel=0.1)
    assert row.bytes_now == 4 * 3_700


def test_equal_pictures_are_written_once(cats: IndexedWorkspace) -> None:
    cats.add_picture(f"{CATS}/twin.png", colour=0)
    cats.write()
    row = only(planned(cats, {"resolution": "192"}))
    assert (row.items, row.payloads) == (5, 4)


def test_going_back_to_the_known_settings_makes_payloads_good_again(
    cats: IndexedWorkspace,
) -> None:
    workspace = open_workspace(cats.config_path)
    apply_assume(workspace, plan_assume(workspace, "image"))
    cats.config["vae"] = {"model_name": "models/other"}
    cats.write(stores=())
    row = only(planned(cats, {"vae": {}}))
    assert row.invalidates is Invalidates.NOTHING
    assert row.why == "4 pictures would be up to date again"


def test_another_cache_folder_has_to_be_filled(cats: IndexedWorkspace) -> None:
    plan = planned(cats, {"cache_dir": "workspace-cache/next"})
    assert told(plan) == [("cache_dir", "image", 4), ("cache_dir", "text", 4)]
    assert plan.rows[0].why == (
        "The cache is in another folder; 4 pictures would stay, unused")


def test_an_empty_workspace_has_no_sizes_to_tell_from(tmp_path: Path) -> None:
    made = IndexedWorkspace(tmp_path)
    made.add_concept("cats")
    made.add_picture(f"{CATS}/a.png", cached=False)
    made.write(stores=())
    row = only(planned(made, {"cache_dir": "next"}))
    assert (row.items, row.bytes, row.seconds) == (1, None, None)


def test_of_a_model_type_nobody_knows_another_resolution_concerns_every_picture(
    cats: IndexedWorkspace,
) -> None:
    cats.config["model_type"] = "NEXT_YEARS_MODEL"
    for store in ("image", "text"):
        for row in cats.rows[store].values():
            row["modeltype"] = "NEXT_YEARS_MODEL"
    cats.write()
    assert told(planned(cats, {"resolution": "192"})) == [("resolution", "image", 4)]


@pytest.mark.parametrize(("name", "change", "expected"), [
    ("sdxl_v2_index", {"masked_training": True}, [("masked_training", "image", 21)]),
    ("sd15_legacy_diskcache", {"masked_training": True}, [("masked_training", "image", 12)]),
    ("sd15_legacy_diskcache", {"resolution": "192"}, [("resolution", "image", 12)]),
    ("sd15_legacy_diskcache", {"epochs": 3}, [("epochs", "nothing", 0)]),
    ("sdxl_drifted", {"vae": {"model_name": "x"}}, [("vae.model_name", "image", 17)]),
])
def test_where_a_cache_does_not_tell_the_doubt_counts_as_a_cost(
    fixture_workspace: Callable[[str], Path], name: str, change: dict[str, Any],
    expected: list[tuple[str, str, int]],
) -> None:
    path = fixture_workspace(name) / "training_presets" / "config.json"
    workspace = open_workspace(path)
    other = config_from(json.loads(path.read_text()) | change, where="other")
    assert told(run_to_end(plan_change(
        workspace, other, workspace.concepts, named="other", token=CancelToken()))) == expected


def test_a_comparison_writes_nothing(cats: IndexedWorkspace) -> None:
    before = tree_state(cats.root)
    planned(cats, {"resolution": "192", "masked_training": True})
    assert tree_state(cats.root) == before


def test_a_cancelled_comparison_stops(cats: IndexedWorkspace) -> None:
    token = CancelToken()
    token.cancel()
    workspace = open_workspace(cats.config_path)
    assert workspace.config is not None
    with pytest.raises(JobCancelled):
        run_to_end(plan_change(
            workspace, workspace.config, workspace.concepts, named="x", token=token))


@pytest.mark.parametrize(("change", "expected"), [
    ({"resolution": "192"}, [("resolution", "image", 21)]),
    ({"masked_training": True}, [("masked_training", "image", 21)]),
    ({"learning_rate": 1e-5}, [("learning_rate", "nothing", 0)]),
])
def test_three_what_ifs_of_the_trainers_own_cache(
    fixture_workspace: Callable[[str], Path], change: dict[str, Any],
    expected: list[tuple[str, str, int]],
) -> None:
    folder = fixture_workspace("sdxl_clean")
    path = folder / "training_presets" / "config.json"
    workspace = open_workspace(path)
    other = config_from(json.loads(path.read_text()) | change, where="other")
    plan = run_to_end(plan_change(
        workspace, other, workspace.concepts, named="other.json", token=CancelToken()))
    assert told(plan) == expected
    document = plan
    assert document.schema == "larder.diff/1"
    assert decode_ascii_json(encode_ascii_json(document), ChangeDocument) == document


def pace(_: StoreContent) -> EncoderRates:
    """Of an encoder that was used before."""
    return EncoderRates(
        name="vae", start_s=60.0,
        rates=(BuildRate(pixels=192 * 192, payloads=10, seconds=5.0, bytes=100),
               BuildRate(pixels=0, payloads=10, seconds=1.0, bytes=100)))


@pytest.mark.parametrize("change", [
    {"resolution": "192"}, {"vae": {"model_name": "x"}}, {"train_dtype": "FLOAT_32"},
    {"masked_training": True}, {"resolution": "192", "base_model_name": "models/pony"}, {}])
def test_a_comparison_and_the_build_of_its_config_tell_the_same(
    cats: IndexedWorkspace, change: dict[str, Any]
) -> None:
    cats.add_picture(f"{CATS}/twin.png", colour=0, caption="cat a")
    cats.add_picture(f"{CATS}/new.png", colour=50, cached=False)
    cats.write()
    plan = run_to_end(plan_change(
        workspace := open_workspace(cats.config_path),
        config_from(json.loads(cats.config_path.read_text()) | change, where="other"),
        workspace.concepts, named="other", rates_of=pace, token=CancelToken()))
    cats.config |= change
    cats.write(stores=())
    report = run_survey(cats.config_path)
    built = run_to_end(build_plan(
        report, doubted=plan.doubted, rates_of=pace, token=CancelToken()))
    assert plan.build is not None
    for told in ("entries", "payloads", "bytes", "seconds"):
        assert getattr(plan.build, told) == getattr(built, told), told
    assert plan.build.payloads == plan.build.built_anyway + sum(row.payloads for row in plan.totals)
    assert plan.build.built_anyway == 1
    assert plan.build.payloads == built.payloads


@pytest.mark.parametrize(("model_type", "is_built", "made"), [
    # Of the other none is lost: without depth each has to be made anew before and after.
    ("STABLE_DIFFUSION_15", True, [18]), ("STABLE_DIFFUSION_20_DEPTH", False, [])])
def test_of_a_released_cache_the_build_is_told_where_larder_builds_for_the_model(
    fixture_workspace: Callable[[str], Path], model_type: str, made: list[int], *, is_built: bool,
) -> None:
    # Six that are shifted are taken from the other variation, unless they change their size.
    path = fixture_workspace("sd15_legacy_diskcache") / "training_presets" / "config.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"model_type": model_type}))
    workspace = open_workspace(path)
    other = config_from(json.loads(path.read_text()) | {"resolution": "192"}, where="other")
    plan = run_to_end(plan_change(
        workspace, other, workspace.concepts, named="other", token=CancelToken()))
    assert [row.payloads for row in plan.totals] == made
    told = plan.build
    assert (plan.build is None, told is None) == (not is_built, not is_built)
    if plan.build is not None and told is not None:
        assert plan.build.payloads == told.payloads == told.built_anyway + sum(made)
