"""A few cached files of a trainer are encoded anew, and what that shows is recorded."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from larder.core.build.released.columns import SlotAction
from larder.core.compare.proof.document import ProofDocument, StoreProof
from larder.core.errors import StoreBusyError, UserFacingError
from larder.core.jobs import CancelToken, run_to_end
from larder.core.requests.comparing import prove_payloads
from larder.core.requests.options import ProveOptions
from larder.core.requests.request import open_for
from larder.core.stores.records import read_recipes
from tests.support.building import BuildWorkspace, build, plan_of
from tests.support.late_packages import late_package
from tests.support.released_building import add_concept, build_released, cats, let_train
from tests.support.surveying import run_survey, verdicts, why
from tests.support.trainers_caches import (
    let_indexing_trainer_cache,
    let_released_trainer_cache,
    with_models,
)

late_package("diffusers")

LetTrain = Callable[[BuildWorkspace], None]


@pytest.fixture(params=[let_released_trainer_cache, let_indexing_trainer_cache])
def let_cache(request: pytest.FixtureRequest) -> LetTrain:
    """A trainer of each layout."""
    trainer: LetTrain = request.param
    return trainer


def prove(made: BuildWorkspace, **more: Any) -> dict[str, StoreProof]:
    options = ProveOptions(workspace=str(made.config_path), **{"even_if_busy": True, **more})
    document: ProofDocument = run_to_end(
        prove_payloads(open_for(options), options, CancelToken()))
    return {store.store: store for store in document.stores}


def encodes(made: BuildWorkspace) -> int:
    return plan_of(made).payloads


def test_equal_values_prove_the_configs_settings_and_weights(
    tmp_path: Path, let_cache: LetTrain
) -> None:
    made = with_models(tmp_path)
    let_cache(made)
    found = prove(made)
    assert [(one.tried, one.equal, one.recorded) for one in found.values()] == [(3, 3, True)] * 2
    assert max(one.largest_difference for one in found.values()) < 1e-4
    recorded = read_recipes(made.store("image"))
    assert recorded is not None
    ((proof,),) = [one.concepts for one in recorded.proofs]
    assert "vae.weights_sample" in recorded.proofs[0].recipes[proof.recipe]


def test_a_proven_cache_notices_another_vae(tmp_path: Path, let_cache: LetTrain) -> None:
    made = with_models(tmp_path)
    let_cache(made)
    made.configure(vae={"model_name": "models/other_vae"})
    assert encodes(made) == 0
    made.configure(vae={})
    prove(made)
    made.configure(vae={"model_name": "models/other_vae"})
    assert encodes(made) == 3
    report = run_survey(made.config_path)
    assert set(verdicts(report, "image").values()) == {"recipe-changed"}


def test_the_proof_of_a_group_holds_where_its_files_would_serve_another_concept(
    tmp_path: Path
) -> None:
    made = with_models(tmp_path)
    add_concept(made, "dogs")
    for ending in (".png", ".txt"):
        shutil.copy2(tmp_path / f"data/cats/0{ending}", tmp_path / f"data/dogs/0{ending}")
    let_released_trainer_cache(made)
    made.configure(vae={"model_name": "models/other_vae"}, text_encoder_layer_skip=1)
    prove(made)
    folders = [folder for store in plan_of(made).stores if store.slots is not None
               for folder in store.slots.folders]
    assert {slot.action for folder in folders for slot in folder.slots} == {SlotAction.ENCODED}


def test_the_other_vae_at_hand_explains_what_is_cached(
    tmp_path: Path, let_cache: LetTrain
) -> None:
    made = with_models(tmp_path, vae={"model_name": "models/other_vae"})
    let_cache(made)
    made.configure(vae={})
    found = prove(made)
    image, text = found["image"], found["text"]
    assert (image.tried, image.equal, image.recorded) == (3, 0, True)
    assert image.largest_difference > 0.05
    assert "other_vae" in image.groups[0].made_with
    assert (text.tried, text.equal) == (3, 3)
    assert encodes(made) == 3
    assert "other_vae" in why(run_survey(made.config_path), "image", "data/cats/0.png")
    made.configure(vae={"model_name": "models/other_vae"})
    assert encodes(made) == 0


def test_another_layer_of_the_text_encoder_explains_what_is_cached(
    tmp_path: Path, let_cache: LetTrain
) -> None:
    made = with_models(tmp_path, text_encoder_layer_skip=1)
    let_cache(made)
    made.configure(text_encoder_layer_skip=0)
    text = prove(made)["text"]
    assert (text.tried, text.equal, text.recorded) == (3, 0, True)
    assert text.groups[0].made_with == "text_encoder_layer_skip: 1 → 0"
    assert encodes(made) == 3


def test_another_number_type_explains_what_is_cached(
    tmp_path: Path, let_cache: LetTrain
) -> None:
    made = with_models(tmp_path, train_dtype="BFLOAT_16")
    let_cache(made)
    made.configure(train_dtype="FLOAT_32")
    found = prove(made)
    assert {one.equal for one in found.values()} == {0}
    assert found["image"].groups[0].made_with == "Train Data Type: BFLOAT_16 → FLOAT_32"
    assert encodes(made) == 6


def test_what_nothing_explains_is_stale_until_the_config_changes(
    tmp_path: Path, let_cache: LetTrain
) -> None:
    made = with_models(tmp_path, vae={"model_name": "models/other_vae"})
    let_cache(made)
    made.configure(vae={"model_name": "models/base/vae"})
    (tmp_path / "models/other_vae").rename(tmp_path / "gone")
    image = prove(made)["image"]
    assert (image.equal, image.recorded, image.groups[0].made_with) == (0, True, "")
    assert "None of the settings" in image.groups[0].why
    assert encodes(made) == 3
    told = why(run_survey(made.config_path), "image", "data/cats/0.png")
    assert "3 files were encoded again" in told
    (tmp_path / "gone").rename(tmp_path / "models/other_vae")
    made.configure(vae={"model_name": "models/other_vae"})
    assert encodes(made) == 0


def test_files_that_lack_a_mask_are_compared_all_the_same(
    tmp_path: Path, let_cache: LetTrain
) -> None:
    made = with_models(tmp_path)
    let_cache(made)
    made.configure(masked_training=True, vae={"model_name": "models/other_vae"})
    image = prove(made)["image"]
    assert (image.tried, image.equal) == (3, 0)
    assert "other_vae" in image.groups[0].made_with
    assert build(made, even_if_busy=True).encoders.encoded == 3


def test_a_caption_that_was_edited_since_is_no_evidence(
    tmp_path: Path, let_cache: LetTrain
) -> None:
    made = with_models(tmp_path)
    let_cache(made)
    (tmp_path / "data/cats/1.txt").write_text("a dog in the fog")
    assert (prove(made)["text"].tried, prove(made)["text"].equal) == (2, 2)


def test_files_that_were_cached_later_are_not_meant(tmp_path: Path) -> None:
    """A later date alone is that of a copy without dates."""
    import torch

    made = with_models(tmp_path, vae={"model_name": "models/other_vae"})
    let_released_trainer_cache(made)
    made.configure(vae={})
    prove(made)
    for payload in made.store("image").rglob("[0-9].pt"):
        values = torch.load(payload, weights_only=True)
        torch.save({**values, "latent_image": values["latent_image"] + 1}, payload)
    assert set(verdicts(run_survey(made.config_path), "image").values()) == {"valid"}


def test_files_that_say_how_they_were_made_need_no_proof(tmp_path: Path) -> None:
    made = cats(tmp_path)
    build_released(made)
    found = prove(made)
    assert [(one.tried, one.recorded) for one in found.values()] == [(0, False)] * 2


def test_a_trainers_cache_of_the_embedded_encoder_is_proven(tmp_path: Path) -> None:
    found = prove(let_train(cats(tmp_path)))
    assert all(one.tried == one.equal == 3 for one in found.values())


def test_nothing_is_compared_while_a_trainer_is_at_work(tmp_path: Path) -> None:
    made = let_train(cats(tmp_path))
    with pytest.raises(StoreBusyError):
        prove(made, even_if_busy=False)
    assert not list(tmp_path.rglob(".larder"))


def test_one_file_is_enough_where_one_is_asked_for(tmp_path: Path) -> None:
    made = let_train(cats(tmp_path))
    assert {one.tried for one in prove(made, sample=1).values()} == {1}


def test_without_a_text_encoder_pictures_are_compared_all_the_same(tmp_path: Path) -> None:
    made = with_models(tmp_path)
    let_released_trainer_cache(made)
    shutil.rmtree(tmp_path / "models/base/text_encoder")
    found = prove(made)
    assert (found["image"].equal, found["text"].tried) == (3, 0)
    assert "text encoder" in str(found["text"].why)
    shutil.rmtree(tmp_path / "models/base/vae")
    with pytest.raises(UserFacingError):
        prove(made)
