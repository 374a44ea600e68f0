"""A build with another model than the one that filled the cache: asked about, never by accident."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from larder.core.build.choice import mixture_sentence
from larder.core.build.plan import BuildPlan
from larder.core.build.reports import BuildReport, ListedMixture, ListedModel
from larder.core.compare.plan import plan_change
from larder.core.errors import UserFacingError
from larder.core.files.ascii_json import encode_ascii_json
from larder.core.jobs import CancelToken, run_to_end
from larder.core.requests.building import build_samples, plan_samples
from larder.core.requests.options import BuildOptions
from larder.core.requests.request import open_for
from larder.core.workspace.onetrainer_config import config_from
from larder.core.workspace.open_workspace import open_workspace
from tests.support.building import BuildWorkspace
from tests.support.late_packages import late_package
from tests.support.surveying import drifted, run_survey, verdicts, why
from tests.support.tiny_vaes import write_vae

late_package("diffusers")
pytestmark = pytest.mark.usefixtures("nothing_is_too_fresh")

CATS = tuple(f"data/cats/{number}.png" for number in range(3))
NEW = "data/cats/new.png"


@pytest.fixture
def cats(tmp_path: Path) -> BuildWorkspace:
    """Three pictures; models A and B; the config names a model that is not on this computer."""
    made = BuildWorkspace(tmp_path, config={
        "model_type": "STABLE_DIFFUSION_15", "base_model_name": "models/base",
        "resolution": "64", "text_encoder": {"train": True}})
    made.add_concept()
    for number, picture in enumerate(CATS):
        made.add_picture(picture, size=(64, 64), seed=number)
    for seed, name in enumerate("AB"):
        write_vae(tmp_path / "models" / name / "vae", seed=seed)
    return made


def options(made: BuildWorkspace, model: str = "", **more: Any) -> BuildOptions:
    models = (str(made.root / "models" / model),) if model else ()
    return BuildOptions(
        workspace=str(made.config_path), models=models, even_if_busy=True, **more)


def build(made: BuildWorkspace, model: str = "", **more: Any) -> BuildReport:
    asked = options(made, model, **more)
    return run_to_end(build_samples(open_for(asked), asked, CancelToken()))


def plan(made: BuildWorkspace, model: str = "", **more: Any) -> BuildPlan:
    asked = options(made, model, **more)
    return run_to_end(plan_samples(open_for(asked), asked, CancelToken()))[0]


def mixture(made: BuildWorkspace, model: str = "", **more: Any) -> ListedMixture:
    found, = plan(made, model, **more).mixtures
    return found


def add_picture(made: BuildWorkspace, name: str = NEW) -> None:
    made.add_picture(name, size=(64, 64), seed=99)


def recipes(made: BuildWorkspace) -> Mapping[str, str]:
    """The sample digest of the VAE that each payload names."""
    from larder.core.payloads.pt_file import list_pt

    lines = (made.store() / ".larder" / "recipes.jsonl").read_text("ascii").splitlines()
    sample = {line["id"]: line["fields"]["vae.weights_sample"]
              for line in map(json.loads, lines) if line["kind"] == "recipe"}
    return {name: sample[list_pt(made.store() / name).values["__larder_recipe"]]
            for name in made.payloads()}


def test_a_build_with_another_model_is_refused_and_names_both(cats: BuildWorkspace) -> None:
    build(cats, "A")
    add_picture(cats)
    before = cats.payloads()
    with pytest.raises(UserFacingError) as refused:
        build(cats, "B")
    assert refused.value.problem == (
        "3 pictures were encoded with models/A; this build uses models/B.")
    assert refused.value.hint == (
        f"Continue with --model {cats.root}/models/A, encode them again with --other-weights "
        "replace, or keep both in one cache with --other-weights keep.")
    assert cats.payloads() == before


def test_the_plan_says_what_would_become_of_them(cats: BuildWorkspace) -> None:
    build(cats, "A")
    add_picture(cats)
    asked = mixture(cats, "B")
    assert (asked.model, asked.kept, asked.replaced, asked.agreed) == (
        "models/B", 0, 3, False)
    assert [(other.model, other.entries, other.path) for other in asked.others] == [
        ("models/A", 3, str(cats.root / "models/A"))]
    assert {group.encoder for group in plan(cats, "B").groups} == {"models/B"}
    document = json.loads(encode_ascii_json(plan(cats, "B").document()))
    assert document["other_weights"] == [{
        "store": "image", "model": "models/B", "kept": 0, "replaced": 3, "agreed": False,
        "others": [{"model": "models/A", "entries": 3, "path": str(cats.root / "models/A")}]}]


def test_the_model_that_filled_the_cache_is_not_asked_about(cats: BuildWorkspace) -> None:
    build(cats, "A")
    add_picture(cats)
    assert plan(cats, "A").mixtures == ()
    assert build(cats, "A").encoded == 1
    assert drifted(run_survey(cats.config_path), "image") == {}


def test_the_same_weights_in_another_folder_are_the_same_model(cats: BuildWorkspace) -> None:
    build(cats, "A")
    (cats.root / "models/A").rename(cats.root / "models/renamed")
    add_picture(cats)
    assert build(cats, "renamed").encoded == 1
    assert len(set(recipes(cats).values())) == 1


def test_agreed_to_replace_everything_is_of_one_model(cats: BuildWorkspace) -> None:
    build(cats, "A")
    add_picture(cats)
    assert build(cats, "B", other_weights="replace").encoded == 4
    assert len(set(recipes(cats).values())) == 1
    assert drifted(run_survey(cats.config_path), "image") == {}


def test_agreed_to_keep_only_what_is_missing_is_encoded(cats: BuildWorkspace) -> None:
    build(cats, "A")
    add_picture(cats)
    before = cats.payloads()
    assert build(cats, "B", other_weights="keep").encoded == 1
    assert before.items() <= cats.payloads().items()
    report = run_survey(cats.config_path)
    assert drifted(report, "image") == dict.fromkeys(CATS, "recipe-changed")
    assert why(report, "image", CATS[0]) == (
        "encoded with models/A, while the latest build used models/B")
    assert report.problems[0].problem == "3 pictures were encoded with models/A, 1 with models/B."


def test_what_is_kept_is_mended_where_more_is_wrong_with_it(cats: BuildWorkspace) -> None:
    build(cats, "A")
    cats.concepts[0]["image_variations"] = 2
    cats.write()
    assert build(cats, "B", other_weights="keep").encoded == 6
    assert len(set(recipes(cats).values())) == 1


@pytest.mark.parametrize(("only", "encoded"), [("all", 4), ("stale", 3)])
def test_a_scope_that_asks_for_it_needs_no_further_word(
    cats: BuildWorkspace, only: str, encoded: int
) -> None:
    build(cats, "A")
    add_picture(cats)
    assert build(cats, "B", only=only).encoded == encoded
    assert len(set(recipes(cats).values())) == 1


def test_only_missing_would_mix_and_is_asked_about(cats: BuildWorkspace) -> None:
    build(cats, "A")
    assert mixture(cats, "B", only="missing").agreed
    add_picture(cats)
    asked = mixture(cats, "B", only="missing")
    assert (asked.kept, asked.replaced, asked.agreed) == (3, 0, False)
    assert build(cats, "B", only="missing", other_weights="replace").encoded == 4


def test_a_selection_that_leaves_others_is_asked_about(cats: BuildWorkspace) -> None:
    build(cats, "A")
    asked = mixture(cats, "B", only="all", selection=(("image", CATS[0]),))
    assert (asked.kept, asked.agreed) == (2, False)


def test_a_build_that_was_stopped_half_way_goes_on(cats: BuildWorkspace) -> None:
    build(cats, "A")
    build(cats, "B", other_weights="replace", limit=2)
    assert sorted(drifted(run_survey(cats.config_path), "image").values()) == ["recipe-changed"]
    assert build(cats, "B", other_weights="replace").encoded == 1
    assert drifted(run_survey(cats.config_path), "image") == {}


def test_a_moved_picture_does_not_bring_other_weights_along(cats: BuildWorkspace) -> None:
    build(cats, "A")
    (cats.root / CATS[0]).rename(cats.root / NEW)
    build(cats, "B", other_weights="replace")
    found = verdicts(run_survey(cats.config_path), "image")
    assert found[NEW] == "valid"
    assert "recipe-changed" not in found.values()


def test_another_model_in_the_config_is_a_word_of_its_own(cats: BuildWorkspace) -> None:
    cats.configure(base_model_name="models/A")
    build(cats)
    cats.configure(base_model_name="models/B")
    add_picture(cats)
    changed = mixture(cats)
    assert (changed.replaced, changed.agreed) == (0, True)
    assert build(cats).encoded == 4


def test_a_model_replaced_under_its_name_is_asked_about(cats: BuildWorkspace) -> None:
    cats.configure(base_model_name="models/A")
    build(cats)
    weights = "vae/diffusion_pytorch_model.safetensors"
    (cats.root / "models/A" / weights).write_bytes(
        (cats.root / "models/B" / weights).read_bytes())
    report = run_survey(cats.config_path)
    assert drifted(report, "image") == dict.fromkeys(CATS, "recipe-changed")
    with pytest.raises(UserFacingError) as refused:
        build(cats)
    assert re.fullmatch(
        r"3 pictures were encoded with models/A \(weights (\w{8})\); "
        r"this build uses models/A \(weights (?!\1)\w{8}\)\.", refused.value.problem)
    assert refused.value.hint.startswith("Encode them again")


def test_the_configs_own_model_decides_where_it_is_on_this_computer(cats: BuildWorkspace) -> None:
    cats.configure(base_model_name="models/B")
    build(cats, "A")
    report = run_survey(cats.config_path)
    assert why(report, "image", CATS[0]) == "encoded with models/A, not models/B"


def test_stores_that_one_model_filled_are_told_in_one_sentence() -> None:
    def of(store: str, *others: tuple[str, int]) -> ListedMixture:
        return ListedMixture(
            store=store, model="models/C", kept=0, replaced=1, agreed=False,
            others=tuple(ListedModel(model=name, entries=count) for name, count in others))

    assert mixture_sentence([
        of("image", ("models/A", 1200), ("models/B", 1)),
        of("text", ("models/A", 12))]) == (
        "1,200 pictures and 12 captions were encoded with models/A; this build uses models/C. "
        "1 picture was encoded with models/B; this build uses models/C.")


def what_if(made: BuildWorkspace, **change: Any) -> list[tuple[str, str, int]]:
    workspace = open_workspace(made.config_path)
    raw = {**json.loads(made.config_path.read_text("ascii")), **change}
    found = run_to_end(plan_change(
        workspace, config_from(raw, where="other"), workspace.concepts, named="other",
        token=CancelToken()))
    return [(row.setting, row.invalidates.value, row.items) for row in found.rows]


def test_what_if_counts_what_another_model_did_not_encode(cats: BuildWorkspace) -> None:
    cats.configure(base_model_name="models/A")
    build(cats)
    assert what_if(cats, base_model_name="models/B") == [("base_model_name", "image", 3)]


def test_what_if_knows_what_the_other_model_encoded_already(cats: BuildWorkspace) -> None:
    build(cats, "A")
    add_picture(cats)
    build(cats, "B", other_weights="keep")
    assert what_if(cats, base_model_name="models/B") == [("base_model_name", "nothing", 0)]
    assert what_if(cats, base_model_name="models/A") == [("base_model_name", "image", 1)]


def test_what_if_takes_the_same_weights_for_the_same_model(cats: BuildWorkspace) -> None:
    cats.configure(base_model_name="models/A")
    build(cats)
    write_vae(cats.root / "models/copy/vae", seed=0)
    assert what_if(cats, base_model_name="models/copy") == [("base_model_name", "nothing", 0)]
