"""Weights decide, whatever they are called: known at a glance, told with the models' names."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from msgspec import to_builtins

from larder.core.keys import fingerprint
from larder.core.keys.fingerprint import weights_digest, weights_memory
from larder.core.keys.recipe import Weights, make_recipe, weights_fields
from larder.core.recipes import scan as recipe_scan
from larder.core.recipes import weights as recipe_weights
from larder.core.recipes.of_config import recipe_of
from larder.core.recipes.weights import find_models
from larder.core.settings import cache_home
from larder.core.stores.records import UsedModel, append_models, append_recipe
from larder.core.workspace.open_workspace import StoreContent, open_workspace
from tests.support.indexed_cache import IndexedWorkspace, trainers_payload
from tests.support.surveying import also, drifted, run_survey, store_of, verdicts, why

pytestmark = pytest.mark.usefixtures("nothing_is_too_fresh")

WEIGHTS = "diffusion_pytorch_model.safetensors"
PICTURES = tuple(f"data/cats/{name}.png" for name in "abc")
OLD = Weights(whole="0123456789abcdef", sample="0011223344556677")


def make_vae(folder: Path, content: bytes = b"\0\0\0\0") -> Path:
    """A VAE's folder with one tensor."""
    folder.mkdir(parents=True)
    (folder / "config.json").write_text(json.dumps({"_class_name": "AutoencoderKL"}))
    header = json.dumps({"x": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}}).encode()
    (folder / WEIGHTS).write_bytes(len(header).to_bytes(8, "little") + header + content)
    return folder


@pytest.fixture
def made(tmp_path: Path) -> IndexedWorkspace:
    workspace = IndexedWorkspace(tmp_path, config={"vae": {"model_name": "models/vae"}})
    workspace.payload = trainers_payload()
    workspace.add_concept("cats")
    for picture in PICTURES:
        workspace.add_picture(picture)
    workspace.write()
    make_vae(tmp_path / "models/vae")
    return workspace


def read_weights(folder: Path) -> str:
    """Return the digest of the VAE weights, read as a build does before it encodes."""
    from larder.core.encoders.vae_files import find_vae

    files = find_vae(folder)
    assert files is not None
    with weights_memory(cache_home()) as memory:
        return weights_digest(files.weights, memory)


def found(
    made: IndexedWorkspace, *chosen: str, content: StoreContent = StoreContent.IMAGE
) -> Mapping[str, UsedModel]:
    return find_models(
        open_workspace(made.config_path), content, chosen=[made.root / name for name in chosen])


def encoded_with(
    made: IndexedWorkspace, weights: Weights, *pictures: str, name: str = ""
) -> None:
    """Let payloads be of ours, made with some weights; with a name, as a build of today notes it.
    """
    workspace = open_workspace(made.config_path)
    asked = recipe_of(workspace, workspace.concepts[0], StoreContent.IMAGE)
    recipe = make_recipe({**asked.fields, **weights_fields({"vae": weights})})
    append_recipe(made.store(), recipe)
    if name:
        append_models(made.store(), {"vae": UsedModel(
            name=name, whole=weights.whole, sample=weights.sample)})
    recipe_scan.note_recipes(made.store(), [
        f"{variant['cache_file']}_1.pt" for picture in pictures or PICTURES
        for variant in made.rows["image"][picture]["variants"].values()], recipe.id)


# --- which weights a config's models have --------------------------------------------------------


def test_weights_nobody_read_are_known_by_samples(made: IndexedWorkspace) -> None:
    model = found(made)["vae"]
    assert (model.name, model.weights.whole) == ("models/vae", "")
    assert model.weights.sample


def test_weights_that_were_read_are_known_whole(made: IndexedWorkspace) -> None:
    digest = read_weights(made.root / "models/vae")
    assert found(made)["vae"].weights.whole == digest


def test_replaced_weights_have_another_sample_and_are_not_known_whole(
    made: IndexedWorkspace,
) -> None:
    read_weights(made.root / "models/vae")
    before = found(made)["vae"].weights
    path = made.root / "models/vae" / WEIGHTS
    path.write_bytes(path.read_bytes()[:-4] + b"\0\0\0\1")
    after = found(made)["vae"].weights
    assert after.whole == ""
    assert after.same_as(before) is False


@pytest.mark.parametrize("name", ["models/not_there", "owner/not_cached", ""])
def test_models_that_are_not_here_are_not_known(made: IndexedWorkspace, name: str) -> None:
    made.config["vae"] = {"model_name": name}
    made.write(stores=())
    assert found(made) == {}


def test_a_model_the_user_chose_goes_before_the_configs(made: IndexedWorkspace) -> None:
    make_vae(made.root / "models/other/vae", b"\0\0\0\1")
    own, chosen = found(made)["vae"], found(made, "models/other/vae")["vae"]
    assert chosen.weights.same_as(own.weights) is False
    assert chosen.name == "models/other/vae"


def test_a_vae_inside_a_pipeline_is_called_as_the_pipeline(made: IndexedWorkspace) -> None:
    made.config = {"base_model_name": "models/sdxl"}
    made.write(stores=())
    make_vae(made.root / "models/sdxl/vae")
    assert found(made)["vae"].name == "models/sdxl"


def test_a_text_encoder_that_is_not_here_is_not_known(made: IndexedWorkspace) -> None:
    assert found(made, content=StoreContent.TEXT) == {}


# --- what a survey says --------------------------------------------------------------------------


def test_a_survey_tells_at_once_that_weights_were_replaced(made: IndexedWorkspace) -> None:
    encoded_with(made, OLD)
    report = run_survey(made.config_path)
    assert set(verdicts(report, "image").values()) == {"recipe-changed"}
    sample = found(made)["vae"].weights.sample
    assert why(report, "image", PICTURES[0]) == f"vae weights: 00112233 → {sample[:8]}"


def test_both_models_are_named_where_builds_named_them(made: IndexedWorkspace) -> None:
    encoded_with(made, OLD, name="models/sdxl_old")
    report = run_survey(made.config_path)
    assert why(report, "image", PICTURES[0]) == "encoded with models/sdxl_old, not models/vae"


def test_whole_digests_count_where_both_are_known(made: IndexedWorkspace) -> None:
    digest = read_weights(made.root / "models/vae")
    sample = found(made)["vae"].weights.sample
    encoded_with(made, Weights(whole="0123456789abcdef", sample=sample))
    report = run_survey(made.config_path)
    assert why(report, "image", PICTURES[0]) == f"vae weights: 01234567 → {digest[:8]}"


def test_a_renamed_model_with_the_same_weights_changes_nothing(made: IndexedWorkspace) -> None:
    encoded_with(made, found(made)["vae"].weights, name="models/vae")
    (made.root / "models/vae").rename(made.root / "models/renamed")
    made.config["vae"] = {"model_name": "models/renamed"}
    made.write(stores=())
    assert drifted(run_survey(made.config_path), "image") == {}


def test_weights_an_older_larder_noted_whole_are_not_stale_for_want_of_a_sample(
    made: IndexedWorkspace,
) -> None:
    encoded_with(made, Weights(whole="0123456789abcdef"))
    assert drifted(run_survey(made.config_path), "image") == {}


def test_a_build_reads_the_weights_to_tell_what_an_older_larder_made_otherwise(
    made: IndexedWorkspace,
) -> None:
    encoded_with(made, Weights(whole="0123456789abcdef"))
    report = run_survey(made.config_path, chosen=())
    assert set(verdicts(report, "image").values()) == {"recipe-changed"}


def test_payloads_without_a_recipe_are_not_stale_for_the_weights_of_others(
    made: IndexedWorkspace,
) -> None:
    encoded_with(made, OLD, PICTURES[0])
    assert drifted(run_survey(made.config_path), "image") == {PICTURES[0]: "recipe-changed"}


def test_a_survey_for_a_build_goes_by_the_models_that_were_chosen(made: IndexedWorkspace) -> None:
    make_vae(made.root / "models/other", b"\0\0\0\1")
    encoded_with(made, found(made, "models/other")["vae"].weights, name="models/other")
    assert set(verdicts(run_survey(made.config_path), "image").values()) == {"recipe-changed"}
    report = run_survey(made.config_path, chosen=[made.root / "models/other"])
    assert drifted(report, "image") == {}


def test_weights_are_looked_at_once_while_their_files_stay(
    made: IndexedWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    encoded_with(made, OLD)
    run_survey(made.config_path)
    monkeypatch.setattr(fingerprint, "_digest_samples", lambda _: pytest.fail("sampled again"))
    assert set(verdicts(run_survey(made.config_path), "image").values()) == {"recipe-changed"}


def test_a_store_that_knows_no_weights_costs_no_look_at_any_model(
    made: IndexedWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace = open_workspace(made.config_path)
    append_recipe(made.store(), recipe_of(workspace, workspace.concepts[0], StoreContent.IMAGE))
    monkeypatch.setattr(
        recipe_weights, "find_models", lambda *_, **__: pytest.fail("looked for models"))
    run_survey(made.config_path)


# --- mixtures ------------------------------------------------------------------------------------


def mixed(made: IndexedWorkspace) -> None:
    """Two pictures of models/A, then one of models/B; the config's model is not at hand."""
    made.config["vae"] = {"model_name": "models/not_here"}
    made.write(stores=())
    encoded_with(made, OLD, *PICTURES[:2], name="models/A")
    encoded_with(
        made, Weights("fedcba9876543210", "7766554433221100"), PICTURES[2], name="models/B")


def findings(made: IndexedWorkspace) -> list[tuple[str, str]]:
    return [(finding.problem, finding.hint) for finding in run_survey(made.config_path).problems]


def test_of_a_mixture_what_is_not_of_the_latest_build_is_stale(made: IndexedWorkspace) -> None:
    mixed(made)
    report = run_survey(made.config_path)
    assert drifted(report, "image") == dict.fromkeys(PICTURES[:2], "recipe-changed")
    assert why(report, "image", PICTURES[0]) == (
        "encoded with models/A, while the latest build used models/B")


def test_a_mixture_names_both_models_with_their_shares(made: IndexedWorkspace) -> None:
    mixed(made)
    assert findings(made) == [(
        "2 pictures were encoded with models/A, 1 with models/B.",
        "A trainer uses them side by side. A build with models/B encodes the others again.")]


def test_the_latest_build_is_the_last_one_also_with_a_model_that_was_used_before(
    made: IndexedWorkspace,
) -> None:
    mixed(made)
    encoded_with(made, OLD, PICTURES[0], name="models/A")
    assert drifted(run_survey(made.config_path), "image") == {PICTURES[2]: "recipe-changed"}


def test_of_a_mixture_the_configs_model_counts_where_it_is_at_hand(made: IndexedWorkspace) -> None:
    own = found(made)["vae"].weights
    encoded_with(made, own, PICTURES[0], name="models/vae")
    encoded_with(made, OLD, *PICTURES[1:], name="models/A")
    report = run_survey(made.config_path)
    assert drifted(report, "image") == dict.fromkeys(PICTURES[1:], "recipe-changed")
    assert why(report, "image", PICTURES[1]) == "encoded with models/A, not models/vae"
    assert findings(made)[0][0] == "2 pictures were encoded with models/A, 1 with models/vae."


def test_models_of_one_name_are_told_apart_by_their_weights(made: IndexedWorkspace) -> None:
    own = found(made)["vae"].weights
    encoded_with(made, OLD, PICTURES[0], name="models/vae")
    encoded_with(made, own, *PICTURES[1:], name="models/vae")
    assert findings(made)[0][0] == (
        f"2 pictures were encoded with models/vae (weights {own.sample[:8]}), "
        "1 with models/vae (weights 01234567).")


def test_a_cache_of_one_model_is_no_mixture_though_it_is_not_the_configs(
    made: IndexedWorkspace,
) -> None:
    encoded_with(made, OLD, name="models/A")
    assert findings(made) == []
    assert drifted(run_survey(made.config_path), "image") == dict.fromkeys(
        PICTURES, "recipe-changed")


def test_a_cache_of_one_model_is_good_where_the_configs_is_not_at_hand(
    made: IndexedWorkspace,
) -> None:
    made.config["vae"] = {"model_name": "models/not_here"}
    made.write(stores=())
    encoded_with(made, OLD, name="models/A")
    assert drifted(run_survey(made.config_path), "image") == {}


def test_another_name_in_the_config_counts_where_its_model_is_not_at_hand(
    made: IndexedWorkspace,
) -> None:
    """The latest build's weights say nothing of a model the config did not name then."""
    encoded_with(made, OLD, name="models/A")
    made.config["vae"] = {"model_name": "models/not_here"}
    made.write(stores=())
    report = run_survey(made.config_path)
    assert why(report, "image", PICTURES[0]) == "VAE: vae → not_here"


def test_an_edited_picture_keeps_its_verdict_in_a_mixture(made: IndexedWorkspace) -> None:
    mixed(made)
    (made.root / PICTURES[0]).write_bytes((made.root / PICTURES[1]).read_bytes())
    report = run_survey(made.config_path)
    assert verdicts(report, "image")[PICTURES[0]] == "content-changed"
    assert "recipe-changed" in also(report, "image", PICTURES[0])


def test_a_document_says_who_encoded_how_much(made: IndexedWorkspace) -> None:
    from larder.core.queries.finding_remedies import find_remedies
    from larder.core.queries.survey_document import survey_document
    from larder.core.requests.surveying import plan_clean

    mixed(made)
    report = run_survey(made.config_path)
    plan = plan_clean(report)
    document = to_builtins(survey_document(report, plan, find_remedies(report, plan)))
    assert list(document["stores"][0]["encoded_with"]) == [
        {"model": "models/B", "entries": 1, "asked": True},
        {"model": "models/A", "entries": 2, "asked": False}]
    assert store_of(report, "text").recipes is None
