"""Next steps for a workspace, with numbers that agree with all other reports."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from larder.core.clean.assume import apply_assume, plan_assume
from larder.core.clean.plan_clean import clean_plan
from larder.core.errors import UserFacingError
from larder.core.files.quarantine_folder import Quarantined
from larder.core.files.temp_names import WINDOW_VARIABLE
from larder.core.jobs import CancelToken, run_to_end
from larder.core.queries.finding_remedies import find_remedies
from larder.core.queries.first_visits import VISITS_NAME
from larder.core.queries.next_steps import next_steps
from larder.core.queries.survey_document import survey_document
from larder.core.requests.building import plan_samples
from larder.core.requests.options import BuildOptions
from larder.core.requests.request import open_for
from larder.core.settings import cache_home
from larder.core.survey.document import NextStep, SurveyDocument
from larder.core.survey.report import SourceLook
from larder.core.survey.survey import survey
from larder.core.workspace.open_workspace import open_workspace
from larder.core.writes.quarantine.record import list_quarantines
from tests.support.building import build
from tests.support.cleaning import applied, planned
from tests.support.fixtures import FIXTURES, KNOWN_WORKSPACES, RELEASED_SAMPLE, SAMPLE
from tests.support.indexed_cache import IndexedWorkspace, tree_state
from tests.support.released_building import cats, let_train
from tests.support.surveying import run_survey
from tests.support.trainers_caches import as_a_trainer_leaves_it

NO_DEBT = ("touch", "reconnect")
"""What these are about is neither stale nor missing."""


@pytest.fixture(scope="module")
def document(known_workspace: Callable[[str], Path]) -> Callable[[str], SurveyDocument]:
    known: dict[str, SurveyDocument] = {}

    def of(name: str) -> SurveyDocument:
        if name not in known:
            report = run_to_end(survey(
                open_workspace(known_workspace(name)), token=CancelToken()))
            plan = clean_plan(report, now_ns=2**62)
            known[name] = survey_document(report, plan, find_remedies(report, plan))
        return known[name]

    return of


def step(document: SurveyDocument, remedy: str | None) -> NextStep:
    return next(one for one in document.next_steps if one.remedy == remedy)


@pytest.mark.parametrize("name", KNOWN_WORKSPACES)
def test_the_steps_add_up_to_the_totals_and_to_what_a_clean_would_take(
    document: Callable[[str], SurveyDocument], name: str,
) -> None:
    found = document(name)
    assert sum(one.rows for one in found.next_steps
               if one.remedy not in NO_DEBT and not one.shows) == (
        found.totals.stale + found.totals.missing)
    assert sum(one.files for one in found.next_steps if one.remedy == "clean") == sum(
        store.reclaimable.files for store in found.stores)
    assert sum(one.bytes for one in found.next_steps) == sum(
        store.reclaimable.bytes for store in found.stores)


@pytest.mark.parametrize("name", [*FIXTURES, SAMPLE, RELEASED_SAMPLE])
def test_a_build_mends_what_its_card_says_also_where_it_makes_more_again(
    document: Callable[[str], SurveyDocument], known_workspace: Callable[[str], Path], name: str,
) -> None:
    told = sum(one.count for one in document(name).next_steps if one.remedy == "build")
    options = BuildOptions(workspace=str(known_workspace(name)))
    try:
        plan, _ = run_to_end(plan_samples(open_for(options), options, CancelToken()))
    except UserFacingError:
        assert not told
        return
    assert plan.update_count == told


def test_the_sample_says_what_to_build_to_take_back_and_to_clean(
    document: Callable[[str], SurveyDocument],
) -> None:
    assert [(one.remedy, one.text) for one in document(SAMPLE).next_steps] == [
        ("build", "6 pictures and captions to rebuild"),
        ("readopt", "4 files of renamed or unlisted pictures and captions to relink"),
        ("clean", "12 files no longer needed"),
        ("touch", "2 new dates to store; the content is the same"),
        ("cache-folder", "5 values of your own files to cache again"),
        (None, "3 values left to the program that made the cache")]


def test_what_is_left_to_the_trainer_is_summed_over_caches_of_one_content(tmp_path: Path) -> None:
    workspace = IndexedWorkspace.of_cats(tmp_path, 2)
    caches = workspace.store().parent.parent
    shutil.copytree(caches / "run", caches / "other")
    (tmp_path / "data/cats/0.png").write_bytes(b"edited")
    report = run_survey(caches)
    plan = clean_plan(report, now_ns=2**62)
    assert [one.text for one in next_steps(report, plan, find_remedies(report, plan))] == [
        "2 pictures left to the trainer, which encodes them when it starts"]


def test_what_lies_in_quarantine_is_said_with_the_size_that_its_plan_told(tmp_path: Path) -> None:
    workspace = IndexedWorkspace(tmp_path)
    cats = workspace.add_concept()
    for number in range(3):
        workspace.add_picture(f"{cats}/{number}.png", caption="a cat")
    workspace.write()
    for name in ("0.png", "1.png"):
        (tmp_path / cats / name).unlink()
    applied(planned(tmp_path))
    report = run_survey(tmp_path / "training_presets/config.json")
    plan = clean_plan(report, now_ns=2**62)
    found = survey_document(report, plan, find_remedies(report, plan))

    records = list_quarantines(workspace.store())
    size = sum(path.stat().st_size for record in records
               for path in record.files_folder.iterdir())
    record = sum(path.stat().st_size for record in records
                 for path in record.folder.rglob("*") if path.is_file()) - size
    assert found.quarantined == Quarantined(
        quarantines=1, files=2, bytes=size, record_bytes=record)
    assert step(found, "quarantine") == NextStep(
        text="2 files in quarantine", remedy="quarantine", count=2, files=2, bytes=size,
        hint="Undo restores what a clean or a build removed; emptying deletes it for good and "
             "frees that much.")


def test_a_document_has_a_headline_while_a_build_is_due(
    document: Callable[[str], SurveyDocument],
) -> None:
    due, whole = document(RELEASED_SAMPLE).headline, document("sdxl_clean").headline
    assert due
    assert due.happened.startswith("You "), "the cause is named"
    assert not whole


def test_where_all_is_cached_the_trainer_starts_without_encoding(
    document: Callable[[str], SurveyDocument],
) -> None:
    assert [one.text for one in document("sdxl_clean").next_steps] == [
        "Nothing to encode: the trainer starts at once",
        "2 pictures that should not share a cached file"]


def test_a_mask_that_no_build_can_use_is_not_called_a_picture(tmp_path: Path) -> None:
    made = cats(tmp_path)
    Image.new("I;16", (48, 41), 65535).save(tmp_path / "data/cats/1-masklabel.png")
    report = run_to_end(survey(
        open_workspace(made.config_path), sources=SourceLook.OPENED, token=CancelToken()))
    plan = clean_plan(report, now_ns=2**62)

    told = [one.text for one in survey_document(report, plan, find_remedies(
        report, plan)).next_steps]
    assert "1 picture whose file or mask cannot be used" in told


def test_a_folder_in_the_place_of_a_file_is_not_called_a_source_file(tmp_path: Path) -> None:
    made, texts = cats(tmp_path), list[str]()
    caption = tmp_path / "data/cats/1.txt"
    for is_folder in (False, True):
        caption.unlink()
        if is_folder:
            caption.mkdir()
        else:
            caption.write_bytes(b"caf\xe9")
        report = run_to_end(survey(
            open_workspace(made.config_path), sources=SourceLook.OPENED, token=CancelToken()))
        plan = clean_plan(report, now_ns=2**62)
        texts += [one.text for one in next_steps(report, plan, find_remedies(report, plan))
                  if "stop training" in one.text]
    assert texts == ["1 source file would stop training", "1 problem would stop training"]


def test_at_the_first_visit_to_a_trainers_cache_a_sample_may_be_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = IndexedWorkspace(tmp_path)
    made.add_concept("cats")
    made.add_picture("data/cats/a.png", caption="a cat")
    made.config["base_model_name"] = "models/base"
    made.write()

    def offered() -> list[str]:
        report = run_survey(made.config_path)
        plan = clean_plan(report, now_ns=2**62)
        steps = survey_document(report, plan, find_remedies(report, plan)).next_steps
        return [one.text for one in steps if one.shows == "prove"]

    assert offered() == []  # the model is not here
    (tmp_path / "models" / "base").mkdir(parents=True)
    before = tree_state(tmp_path / "workspace-cache", leave_out="")
    offer = ["It is not recorded how these files were made"]
    assert offered() == offer
    assert offered() == [], "it is offered once"
    assert tree_state(tmp_path / "workspace-cache", leave_out="") == before
    (cache_home() / VISITS_NAME).unlink()
    monkeypatch.setenv(WINDOW_VARIABLE, "7")
    assert offered() == offered() == offer, "a window surveys often in one visit"
    monkeypatch.setenv(WINDOW_VARIABLE, "8")
    assert offered() == []
    made.config["vae"] = {"model_name": "models/other_vae"}
    made.write()
    monkeypatch.setenv(WINDOW_VARIABLE, "9")
    assert offered() == offered() == offer, "another VAE may have made them"
    made.config["vae"] = {}
    made.write()
    assert offered() == []
    weights = tmp_path / "models" / "base" / "vae" / "model.safetensors"
    weights.parent.mkdir()
    weights.write_bytes(b"other weights under the old name")
    assert offered() == offer


@pytest.mark.parametrize("layout", ["released", "cache.json"])
def test_what_a_build_took_over_may_still_be_of_other_settings(
    tmp_path: Path, layout: str
) -> None:
    made = cats(tmp_path)
    (tmp_path / "models" / "base").mkdir(parents=True)
    made.configure(base_model_name="models/base")
    if layout == "released":
        let_train(made)
    else:
        build(made, layout=layout, even_if_busy=True)
        as_a_trainer_leaves_it(made)
    assert build(made, even_if_busy=True).encoders.encoded == 0

    def offered() -> list[int]:
        report = run_survey(made.config_path)
        plan = clean_plan(report, now_ns=2**62)
        steps = survey_document(report, plan, find_remedies(report, plan)).next_steps
        return [one.count for one in steps if one.shows == "prove"]

    assert (offered(), offered()) == ([12], [])
    made.configure(vae={"model_name": "models/other_vae"})
    assert offered() == [6], "captions do not depend on it"
    options = BuildOptions(workspace=str(made.config_path), even_if_busy=True)
    plan, _ = run_to_end(plan_samples(open_for(options), options, CancelToken()))
    assert (plan.payloads, plan.unproven) == (0, 6), "nothing to build says so"
    workspace = open_workspace(made.config_path)
    apply_assume(workspace, plan_assume(workspace, "image"), even_if_busy=True)
    assert offered() == []
