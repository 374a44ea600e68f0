"""Facts that requests about builds know of real encoders, without loading them."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from larder.core.jobs import CancelToken, run_to_end
from larder.core.requests.building import build_samples, plan_samples, rates_of
from larder.core.requests.options import BuildOptions
from larder.core.requests.request import open_for
from larder.core.workspace.store_kinds import StoreContent
from tests.support.building import BuildWorkspace
from tests.support.tiny_text_models import write_text_pipeline
from tests.support.tiny_vaes import write_vae

SDXL = "STABLE_DIFFUSION_XL_10_BASE"


@pytest.fixture
def options(tmp_path: Path) -> BuildOptions:
    """A workspace of five pictures with captions, and its models as a pipeline of diffusers."""
    models = tmp_path / "models"
    write_text_pipeline(models, SDXL)
    write_vae(models / "vae", "sdxl")
    workspace = BuildWorkspace(tmp_path / "work", {
        "model_type": SDXL, "base_model_name": str(models), "train_dtype": "FLOAT_32",
        "text_encoder": {"train": False}, "text_encoder_2": {"train": False},
        "resolution": "256"})
    workspace.add_concept()
    for number in range(5):
        workspace.add_picture(f"data/cats/{number}.png", caption=f"cat {number}")
    return BuildOptions(
        workspace=str(workspace.config_path), device="cpu", batch=1, models=(str(models),))


def known(options: BuildOptions, content: StoreContent) -> float | None:
    """Seconds that a payload is said to take."""
    return rates_of(options, open_for(options))(content).seconds_each(
        256 * 256 if content is StoreContent.IMAGE else 0)


def test_rates_of_real_models_are_found_again_before_any_is_loaded(
    options: BuildOptions, tmp_path: Path
) -> None:
    image, text = StoreContent.IMAGE, StoreContent.TEXT
    assert known(options, image) is known(options, text) is None
    plan, _ = run_to_end(plan_samples(
        open_for(options), msgspec.structs.replace(options, measure=True), CancelToken()))
    assert plan.measured > 0
    assert plan.seconds is not None
    assert known(options, image) is not None
    assert known(options, text) is not None
    report = run_to_end(build_samples(open_for(options), options, CancelToken()))
    assert (report.encoded, report.failed) == (10, ())
    # A fine-tuned model is as fast, another number type or device is not.
    write_vae(tmp_path / "tuned" / "vae", "sdxl", seed=7)
    tuned = msgspec.structs.replace(
        options, models=(str(tmp_path / "tuned" / "vae"), *options.models))
    assert known(tuned, image) == known(options, image) is not None
    assert known(msgspec.structs.replace(options, dtype="bfloat16"), image) is None
    assert known(msgspec.structs.replace(options, device="cuda"), image) is None


def test_models_that_are_not_there_have_no_rate(options: BuildOptions, tmp_path: Path) -> None:
    gone = msgspec.structs.replace(options, models=(str(tmp_path / "nowhere"),))
    assert known(gone, StoreContent.IMAGE) is None
