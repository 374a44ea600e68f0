"""Number types, channels and widths as evidence for cached files with no recorded origin."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from larder.core.payloads.arrays import ArrayInfo
from larder.core.recipes.forms import AskedForms, find_requested_forms
from larder.core.survey.report import Depth
from larder.core.workspace.open_workspace import StoreContent, open_workspace
from tests.support.building import BuildWorkspace, build, plan_of
from tests.support.late_packages import late_package
from tests.support.surveying import run_survey, verdicts, why
from tests.support.tiny_vaes import write_vae
from tests.support.trainers_caches import (
    let_indexing_trainer_cache,
    let_released_trainer_cache,
    with_models,
)

late_package("diffusers")

STORES = ("image", "text")
DEPTHS = (Depth.STAT, Depth.PAYLOAD)


@pytest.fixture(scope="module", params=[let_released_trainer_cache, let_indexing_trainer_cache])
def made(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> BuildWorkspace:
    """Cached by a trainer of each layout in bfloat16; tests change the config only."""
    made = with_models(tmp_path_factory.mktemp("odd"), train_dtype="BFLOAT_16")
    let_cache: Callable[[BuildWorkspace], None] = request.param
    let_cache(made)
    return made


def found(made: BuildWorkspace, depth: Depth, **config: Any) -> dict[str, set[str]]:
    """The verdicts of each store under a config, which is put back."""
    before = dict(made.config)
    try:
        made.configure(**config)
        report = run_survey(made.config_path, depth=depth)
        return {store: set(verdicts(report, store).values()) for store in STORES}
    finally:
        made.config = before
        made.write()


@pytest.mark.parametrize("depth", DEPTHS)
def test_what_the_config_makes_is_valid(made: BuildWorkspace, depth: Depth) -> None:
    assert found(made, depth) == {"image": {"valid"}, "text": {"valid"}}


@pytest.mark.parametrize("depth", DEPTHS)
def test_another_number_type_is_read_off_the_files(made: BuildWorkspace, depth: Depth) -> None:
    """Of the captions a norm left float32, which either type may do."""
    assert found(made, depth, train_dtype="FLOAT_32") == {
        "image": {"recipe-changed"}, "text": {"valid"}}
    assert found(made, depth) == {"image": {"valid"}, "text": {"valid"}}


@pytest.mark.parametrize("depth", DEPTHS)
def test_a_config_may_hold_what_msgspec_cannot_write(made: BuildWorkspace, depth: Depth) -> None:
    """Numbers of more than 64 bits, and half of a character."""
    assert found(made, depth, batch_size=-10**30, save_filename_prefix="\ud800") == {
        "image": {"valid"}, "text": {"valid"}}


def test_a_build_makes_them_anew_and_the_reason_names_both_types(made: BuildWorkspace) -> None:
    before = dict(made.config)
    made.configure(train_dtype="FLOAT_32")
    try:
        assert plan_of(made).payloads == 3
        assert "Its latent_image is bfloat16, but the config's settings give float32" in why(
            run_survey(made.config_path), "image", "data/cats/0.png")
    finally:
        made.config = before
        made.write()


@pytest.mark.parametrize("depth", DEPTHS)
def test_a_model_at_hand_of_other_channels_did_not_make_them(
    made: BuildWorkspace, depth: Depth
) -> None:
    write_vae(made.root / "models/wide", "flux")
    assert found(made, depth, vae={"model_name": "models/wide"}) == {
        "image": {"recipe-changed"}, "text": {"valid"}}


def forms(tmp_path: Path, content: StoreContent, **config: Any) -> AskedForms:
    made = BuildWorkspace(tmp_path, config={
        "base_model_name": "somebody/unknown", "resolution": "64",
        "text_encoder": {"train": False}, "text_encoder_2": {"train": False}, **config})
    made.add_concept("cats")
    made.write()
    asked = find_requested_forms(open_workspace(made.config_path), content)
    assert asked is not None
    return asked


def array(name: str, dtype: str, *shape: int) -> ArrayInfo:
    return ArrayInfo(name=name, dtype=dtype, shape=shape, bytes=0)


@pytest.mark.parametrize(("model_type", "info", "said"), [
    ("FLUX_DEV_1", array("latent_image", "float16", 4, 8, 8), "has 4 channels, .* has 16"),
    ("FLUX_DEV_1", array("latent_image", "float16", 7, 8, 8), ""),  # a model of its own
    ("STABLE_DIFFUSION_15", array("latent_image", "float16", 4, 1, 8, 8), "4 axes, .* has 3"),
    ("STABLE_DIFFUSION_15", array("latent_image", "bfloat16", 4, 8, 8), "is bfloat16"),
    ("STABLE_DIFFUSION_XL_10_BASE", array("latent_image", "bfloat16", 4, 8, 8), ""),
    ("STABLE_DIFFUSION_15", array("text_encoder_hidden_state", "float16", 77, 1024),
     "1,024 values per token, .* has 768"),
    ("STABLE_DIFFUSION_15", array("text_encoder_hidden_state", "float32", 77, 768), ""),
    ("STABLE_DIFFUSION_15", array("text_encoder_hidden_state", "float16", 77, 32), "")])
def test_where_no_model_is_here_published_ones_tell(
    tmp_path: Path, model_type: str, info: ArrayInfo, said: str
) -> None:
    """A final norm leaves float32 under autocast, and SDXL's pictures have a type to fall back."""
    content = StoreContent.TEXT if "hidden" in info.name else StoreContent.IMAGE
    asked = forms(tmp_path, content, model_type=model_type, train_dtype="FLOAT_16")
    assert re.search(said or "^$", asked.difference([info]))


def test_a_cut_down_config_says_nothing_of_types(tmp_path: Path) -> None:
    asked = forms(tmp_path, StoreContent.IMAGE, model_type="STABLE_DIFFUSION_15")
    assert not asked.types


def test_pictures_of_another_number_type_are_encoded_and_not_only_written_again(
        tmp_path: Path) -> None:
    made = with_models(tmp_path, train_dtype="BFLOAT_16")
    let_indexing_trainer_cache(made)
    made.configure(train_dtype="FLOAT_32")

    assert len(build(made, even_if_busy=True).encoders.images) == 3
    assert set(verdicts(run_survey(made.config_path), "image").values()) == {"valid"}


def test_files_of_one_size_that_changed_midway_are_told_apart(tmp_path: Path) -> None:
    """float16 and bfloat16 take the same bytes; the newest shows that settings changed."""
    import torch

    made = with_models(tmp_path, train_dtype="BFLOAT_16")
    let_released_trainer_cache(made)
    *_, last = sorted(made.store().rglob("[0-9]*.pt"))
    values = torch.load(last, weights_only=True)
    torch.save({**values, "latent_image": values["latent_image"].to(torch.float16)}, last)
    assert sorted(verdicts(run_survey(made.config_path), "image").values()) == [
        "recipe-changed", "valid", "valid"]
