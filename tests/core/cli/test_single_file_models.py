"""`larder build` with the model a config names: one file, another one at its path, half of one."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from larder.core.build.reports import BuildPlanDocument
from larder.core.jobs import CancelToken, run_to_end
from larder.core.requests.options import BuildOptions
from larder.core.requests.request import JOB_KINDS
from tests.support.building import BuildWorkspace
from tests.support.checkpoints import write_checkpoint, write_folder
from tests.support.late_packages import late_package
from tests.support.tiny_vaes import SEED

late_package("diffusers")
pytestmark = pytest.mark.usefixtures("nothing_is_too_fresh")

MODEL_TYPE = "STABLE_DIFFUSION_15"


@pytest.fixture
def cats(tmp_path: Path) -> BuildWorkspace:
    """A picture with a caption; the config names models/base.safetensors, which is not there."""
    made = BuildWorkspace(tmp_path, config={
        "model_type": MODEL_TYPE, "base_model_name": "models/base.safetensors",
        "resolution": "64", "train_dtype": "FLOAT_32", "text_encoder": {"train": False}})
    made.add_concept()
    made.add_picture("data/cats/a.png", size=(64, 64), caption="a photo of the cat")
    return made


def put_model(made: BuildWorkspace, seed: int, *, as_folder: bool, **checkpoint: Any) -> None:
    """The config's model with weights of a seed, in place of what lay there before."""
    if as_folder:
        made.configure(base_model_name="models/base")
        write_folder(made.root / "models/base", MODEL_TYPE, seed=seed)
        return
    source = write_folder(made.root / "made" / str(seed), MODEL_TYPE, seed=seed)
    (made.root / "models").mkdir(exist_ok=True)
    write_checkpoint(
        made.root / "models/base.safetensors", source, MODEL_TYPE, seed=seed, **checkpoint)
    # Its tokenizer's words are made up, and no checkpoint brings its own.
    tokenizer = made.root / "models" / "tokenizer"
    if not tokenizer.exists():
        (source / "tokenizer").rename(tokenizer)


@pytest.mark.parametrize("as_folder", [False, True])
def test_another_model_at_the_same_path_is_told_by_its_weights(
    cats: BuildWorkspace, larder: Callable[..., Any], as_folder: bool
) -> None:
    """Build with A, add a picture, put B at A's path, build again."""
    name = "models/base" if as_folder else "models/base.safetensors"
    words = () if as_folder else ("--model", cats.root / "models" / "tokenizer")
    put_model(cats, SEED, as_folder=as_folder)
    verb = ("build", cats.config_path, *words, "--even-if-busy")
    built = larder(*verb, "--apply")
    assert (built.code, built.out.partition(";")[0]) == (0, "Encoded 2 files")
    surveyed = larder("survey", cats.config_path, "--json").document
    assert [store["verdicts"] for store in surveyed["stores"]] == [{"valid": 1}, {"valid": 1}]

    cats.add_picture("data/cats/b.png", size=(64, 64), caption="the dog at the phone")
    put_model(cats, SEED + 5, as_folder=as_folder)

    surveyed = larder("survey", cats.config_path, "--json").document
    assert [store["verdicts"] for store in surveyed["stores"]] == [
        {"recipe-changed": 1, "missing-entry": 1}] * 2
    stale = [item["why"] for item in surveyed["items"] if item["verdict"] == "recipe-changed"]
    both = rf"{re.escape(name)} \(weights (\w{{8}})\)"
    assert all(re.fullmatch(rf"encoded with {both}, not {both}", why) for why in stale), stale

    refused = larder(*verb, "--apply")
    assert (refused.code, refused.out) == (2, "")
    assert re.search(
        rf"1 picture was encoded with {both}; this build uses {both}\. "
        rf"1 caption was encoded with {both}; this build uses {both}\.", refused.err), refused.err
    assert "--other-weights replace" in refused.err

    assert larder(*verb, "--other-weights", "keep", "--apply").code == 0
    assert re.search(
        rf"1 picture was encoded with {both}, 1 with {both}\.",
        larder("survey", cats.config_path).out)

    assert larder(*verb, "--other-weights", "replace", "--apply").code == 0
    surveyed = larder("survey", cats.config_path, "--json").document
    assert [store["verdicts"] for store in surveyed["stores"]] == [{"valid": 2}, {"valid": 2}]


def test_pictures_are_built_where_no_text_encoder_is_at_hand(
    cats: BuildWorkspace, larder: Callable[..., Any]
) -> None:
    put_model(cats, SEED, as_folder=False, leaving_out=("text_encoder",))
    why = ("text: 1 sample left to the trainer. There is no CLIP text encoder (text_encoder) in "
           f"{cats.root}/models/base.safetensors. Download text_encoder and tokenizer once (hf "
           'download stable-diffusion-v1-5/stable-diffusion-v1-5 --include "text_encoder/*" '
           '"tokenizer/*"), or choose a folder that contains them with --model DIR. '
           "(data/cats/a.txt)")

    planned = larder("plan", "build", cats.config_path)
    assert planned.code == 0
    assert why in planned.out
    assert "1 picture or caption: encode 1 file, of unknown size" in planned.out

    built = larder("build", cats.config_path, "--even-if-busy", "--apply")
    assert (built.code, built.out.partition(";")[0]) == (1, "Encoded 1 file")
    assert why in built.out
    assert len(cats.payloads("image")) == 1


def test_a_released_cache_of_pictures_is_built_whole_without_one_of_captions(
    cats: BuildWorkspace, larder: Callable[..., Any]
) -> None:
    put_model(cats, SEED, as_folder=False, leaving_out=("text_encoder",))

    built = larder(
        "build", cats.config_path, "--even-if-busy", "--layout", "released", "--apply")

    assert (built.code, built.out.partition(";")[0]) == (1, "Encoded 1 file"), built
    assert "text: 1 sample left to the trainer. There is no CLIP text encoder" in built.out
    cache = cats.root / "workspace-cache" / "run"
    assert [path.name for path in cache.rglob("aggregate.pt")] == ["aggregate.pt"]
    assert not list((cache / "text").rglob("*.pt"))
    surveyed = larder("survey", cats.config_path, "--json").document
    assert {one["id"]: one["verdicts"] for one in surveyed["stores"]}["image"] == {"valid": 1}


def test_captions_are_built_where_no_vae_is_at_hand(
    cats: BuildWorkspace, larder: Callable[..., Any]
) -> None:
    put_model(cats, SEED, as_folder=True)
    (cats.root / "models/base/vae").rename(cats.root / "models/gone")

    built = larder("build", cats.config_path, "--even-if-busy", "--apply", "--json")

    assert built.code == 1
    assert (built.document["encoded"], len(cats.payloads("text"))) == (1, 1)
    (left,) = built.document["without_model"]
    assert (left["store"], left["samples"], left["example"]) == ("image", 1, "data/cats/a.png")
    assert "contains no VAE that Larder knows" in left["why"]


def test_without_either_nothing_is_begun(
    cats: BuildWorkspace, larder: Callable[..., Any]
) -> None:
    refused = larder("build", cats.config_path, "--apply")
    assert (refused.code, refused.out) == (2, "")
    assert "models/base.safetensors" in refused.err


def test_a_pickle_is_refused_before_anything_else(
    cats: BuildWorkspace, larder: Callable[..., Any]
) -> None:
    cats.configure(base_model_name="models/base.ckpt")
    (cats.root / "models").mkdir()
    (cats.root / "models/base.ckpt").write_bytes(b"\x80\x04.")
    refused = larder("build", cats.config_path, "--apply")
    assert (refused.code, refused.out) == (2, "")
    assert "is a pickle, which can run any code when it is opened" in refused.err
    assert "Convert it to .safetensors" in refused.err
    assert "not on this computer" not in refused.err, "it is there"
    assert "base.ckpt is a pickle" in lacking(cats)
    folder = write_folder(cats.root / "models/other", MODEL_TYPE, seed=SEED)
    assert not lacking(cats, str(folder)), "a chosen model stands in for it"


def lacking(made: BuildWorkspace, *models: str) -> str:
    """Return the build plan's sentence about missing models, "" if none is missing."""
    options = BuildOptions(workspace=str(made.config_path), models=models)
    answer = run_to_end(JOB_KINDS["plan-build"].start(options, CancelToken()))
    found = msgspec.json.decode(answer.document, type=BuildPlanDocument).lacks_model
    return found.problem if found else ""
