"""Masks of a `cache.json` that a trainer made, which records none: dates first, then records."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from larder.core.build.completing import is_masked_anew
from larder.core.build.payload_identity import StoreContext
from larder.core.jobs import CancelToken, run_to_end
from larder.core.requests.comparing import assume
from larder.core.requests.options import AssumeOptions
from larder.core.stores.indexed.columns import empty_columns
from larder.core.survey.report import Depth
from larder.core.survey.sharing import MASK_ENDING
from larder.core.survey.verdicts import Verdict
from larder.core.workspace.open_workspace import open_workspace
from tests.support.building import BuildWorkspace, build
from tests.support.released_building import cats, let_train
from tests.support.surveying import drifted, run_survey, why
from tests.support.training import SIZES, cached, read_payload

MASKED = (1, 4)


def of_trainer(root: Path, *, recorded_by: str = "") -> BuildWorkspace:
    """Six pictures, two of them masked, cached as a trainer leaves them that watches no masks."""
    made = cached(root, masked=MASKED)
    path = made.store() / "cache.json"
    document = json.loads(path.read_text())
    for entry in document["entries"].values():
        entry.pop("larder_sidecars", None)
        entry.update(sidecar_mtimes={}, sidecar_hashes={})
    path.write_text(json.dumps(document, indent=2))
    return made


def mask(made: BuildWorkspace, number: int, level: int, *, is_newer: bool) -> Path:
    """Write a mask; it is dated long before the cache unless it is newer."""
    path = made.add_mask(f"data/cats/{number}.png", level, size=SIZES[number % 3])
    if is_newer:
        later = time.time_ns() + 10**9
        os.utime(path, ns=(later, later))
    return path


def pictures(*numbers: int) -> dict[str, str]:
    return {f"data/cats/{number}.png": "sidecar-changed" for number in numbers}


def lowest(made: BuildWorkspace, number: int) -> float:
    """The least value of a picture's cached mask."""
    (variant,) = made.row(f"data/cats/{number}.png")["variants"].values()
    return float(read_payload(
        made.store() / f"{variant['cache_file']}_1.pt")["latent_mask"].min())


def test_an_unchanged_trainers_cache_is_good(tmp_path: Path) -> None:
    report = run_survey(of_trainer(tmp_path).config_path)
    assert drifted(report, "image") == {}
    told = next(one for one in report.problems if "does not record the masks" in one.problem)
    assert "6 of its pictures" in told.problem


def test_masks_that_were_edited_or_added_are_told_by_their_date(tmp_path: Path) -> None:
    made = of_trainer(tmp_path)
    mask(made, 1, 200, is_newer=True)
    mask(made, 2, 90, is_newer=True)
    report = run_survey(made.config_path)
    assert drifted(report, "image") == pictures(1, 2)
    assert why(report, "image", "data/cats/2.png") == (
        "2-masklabel.png was added or edited after it was cached")
    built = build(made, even_if_busy=True)
    assert (built.encoders.encoded, built.report.copied) == (0, 2)
    assert lowest(made, 1) == pytest.approx(200 / 255, abs=0.01)
    assert drifted(run_survey(made.config_path), "image") == {}


def test_a_mask_that_was_removed_is_found_by_a_build(tmp_path: Path) -> None:
    made = of_trainer(tmp_path)
    (tmp_path / "data/cats/4-masklabel.png").unlink()
    built = build(made, even_if_busy=True)
    assert (built.encoders.encoded, built.report.copied) == (0, 1)
    assert lowest(made, 4) == 1
    assert build(made, even_if_busy=True).encoders.encoded == 0


@pytest.mark.parametrize("is_released", [False, True])
def test_a_mask_that_was_removed_is_told_by_a_look_into_the_files(
    tmp_path: Path, *, is_released: bool
) -> None:
    """Also of a picture whose concept makes masks by itself nothing is said."""
    made = let_train(cats(tmp_path)) if is_released else of_trainer(tmp_path)
    (tmp_path / "data/cats/4-masklabel.png").unlink()
    assert drifted(run_survey(made.config_path), "image") == {}
    report = run_survey(made.config_path, depth=Depth.PAYLOAD)
    assert drifted(report, "image") == pictures(4)
    assert why(report, "image", "data/cats/4.png").startswith(
        "4-masklabel.png was removed after it was cached")
    made.concepts[0].setdefault("image", {})["enable_random_circular_mask_shrink"] = True
    made.write()
    report = run_survey(made.config_path, depth=Depth.PAYLOAD)
    assert "sidecar-changed" not in drifted(report, "image").values()


@pytest.mark.usefixtures("nothing_is_too_fresh")
@pytest.mark.parametrize("is_released", [False, True])
def test_a_removed_mask_that_a_look_into_the_files_told_is_told_by_the_next_survey_too(
    tmp_path: Path, *, is_released: bool
) -> None:
    made = let_train(cats(tmp_path)) if is_released else of_trainer(tmp_path)
    file = tmp_path / "data/cats/4-masklabel.png"
    content = file.read_bytes()
    file.unlink()
    assert drifted(run_survey(made.config_path, depth=Depth.PAYLOAD), "image") == pictures(4)
    report = run_survey(made.config_path)
    assert drifted(report, "image") == pictures(4)
    assert why(report, "image", "data/cats/4.png").startswith(
        "4-masklabel.png was removed after it was cached")
    file.write_bytes(content)
    os.utime(file, ns=(0, 0))
    assert drifted(run_survey(made.config_path), "image") == {}


def test_a_build_records_masks_and_from_then_on_contents_count(tmp_path: Path) -> None:
    made = of_trainer(tmp_path)
    assert build(made, even_if_busy=True).encoders.encoded == 0
    row = made.row("data/cats/1.png")
    assert list(row["sidecar_hashes"]) == ["data/cats/1-masklabel.png"]
    assert row["larder_sidecars"] is True
    assert made.row("data/cats/0.png")["sidecar_hashes"] == {}
    report = run_survey(made.config_path)
    assert not any("does not record" in one.problem for one in report.problems)
    # All of them dated long before the cache.
    mask(made, 1, 200, is_newer=False)
    mask(made, 2, 90, is_newer=False)
    (tmp_path / "data/cats/4-masklabel.png").unlink()
    report = run_survey(made.config_path)
    assert drifted(report, "image") == pictures(1, 2, 4)
    assert [why(report, "image", f"data/cats/{n}.png").split(" was ")[1].split()[0]
            for n in (1, 2, 4)] == ["edited", "added", "removed"]
    touched = mask(made, 1, 20, is_newer=True)
    assert touched.exists()
    assert drifted(run_survey(made.config_path), "image") == pictures(2, 4)


@pytest.mark.parametrize("is_released", [False, True])
def test_who_says_how_a_cache_was_made_has_its_masks_recorded(
    tmp_path: Path, *, is_released: bool
) -> None:
    """As by a build: nothing is encoded, and from then on contents count, not dates."""
    made = let_train(cats(tmp_path)) if is_released else of_trainer(tmp_path)
    before = made.payloads()
    run_to_end(assume(open_workspace(made.config_path), AssumeOptions(
        workspace=str(made.config_path), store="image", apply=True, even_if_busy=True),
        CancelToken()))
    assert drifted(run_survey(made.config_path), "image") == {}
    assert made.payloads() == before
    size = (41, 48) if is_released else SIZES[1]
    made.add_mask("data/cats/1.png", 7, size=size)
    (tmp_path / "data/cats/4-masklabel.png").unlink()
    made.add_mask("data/cats/2.png", 90, size=(42, 48) if is_released else SIZES[2])
    assert drifted(run_survey(made.config_path), "image") == pictures(1, 2, 4)


def test_a_second_build_has_nothing_to_record(tmp_path: Path) -> None:
    made = of_trainer(tmp_path)
    assert len(build(made, even_if_busy=True).plan.stores) == 1
    assert build(made, even_if_busy=True).plan.stores == ()


def test_rows_that_the_trainer_adds_later_are_judged_by_dates_again(tmp_path: Path) -> None:
    made = of_trainer(tmp_path)
    build(made, even_if_busy=True)
    path = made.store() / "cache.json"
    document = json.loads(path.read_text())
    entry = document["entries"]["data/cats/4.png"]
    entry.pop("larder_sidecars")
    entry.update(sidecar_mtimes={}, sidecar_hashes={})
    path.write_text(json.dumps(document, indent=2))
    assert drifted(run_survey(made.config_path), "image") == {}
    mask(made, 4, 7, is_newer=True)
    assert drifted(run_survey(made.config_path), "image") == pictures(4)


@pytest.mark.parametrize("layout", ["cache.json", "released"])
def test_a_recorded_mask_counts_only_while_masks_do(tmp_path: Path, layout: str) -> None:
    """A build without masks has nothing to do for it, and with them it is noticed again."""
    made = cats(tmp_path)
    build(made, layout=layout, even_if_busy=True)
    (tmp_path / "data/cats/4-masklabel.png").unlink()
    made.configure(masked_training=False)
    assert drifted(run_survey(made.config_path), "image") == {}
    assert build(made, even_if_busy=True).encoders.encoded == 0
    made.configure(masked_training=True)
    assert drifted(run_survey(made.config_path), "image") == pictures(4)


def test_without_masked_training_no_mask_counts(tmp_path: Path) -> None:
    made = of_trainer(tmp_path)
    made.configure(masked_training=False)
    mask(made, 1, 200, is_newer=True)
    assert drifted(run_survey(made.config_path), "image") == {}


@pytest.mark.parametrize(("modeltype", "verdict", "doubted", "is_kept"), [
    ("STABLE_DIFFUSION_15", Verdict.SIDECAR_CHANGED, "", True),
    # What it sees of the picture is made of the mask.
    ("STABLE_DIFFUSION_15_INPAINTING", Verdict.SIDECAR_CHANGED, "", False),
    ("STABLE_DIFFUSION_15", Verdict.CONTENT_CHANGED, "", False),
    ("STABLE_DIFFUSION_15", Verdict.SIDECAR_CHANGED, "1.png", False)])
def test_another_mask_leaves_a_latent_that_is_not_made_of_it(
    modeltype: str, verdict: Verdict, doubted: str, *, is_kept: bool
) -> None:
    unasked: Any = None
    context = StoreContext(
        unasked, modeltype, empty_columns(), {}, unasked, (MASK_ENDING,), unasked,
        frozenset({doubted}))
    source: Any = SimpleNamespace(item=SimpleNamespace(key="1.png", verdict=verdict))
    assert is_masked_anew(context, source) is is_kept
