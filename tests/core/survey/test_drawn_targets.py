"""Several target resolutions: the one that the trainer draws is asked for, in both layouts."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest
import xxhash

import larder
from larder.core.bundle.export import plan_export
from larder.core.errors import UserFacingError
from larder.core.jobs import CancelToken, run_to_end
from larder.core.survey.targets import FirstPositions, TargetDraws
from larder.core.workspace.bucketing import choose_bucket
from larder.core.workspace.open_workspace import open_workspace
from tests.support.building import BuildWorkspace, build
from tests.support.disk_cache import load
from tests.support.indexed_cache import IndexedWorkspace, back_date
from tests.support.surveying import also, drifted, run_survey, store_of, verdicts, why
from tests.support.training import LAYOUTS, SIZES, add_cats

TARGETS = (128, 192, 256)
FIRST_EPOCH = (192, 256, 192, 128, 256, 256, 128, 128)
"""What the trainer draws at places 0 to 7 of its list for the first variation."""
SECOND = (192, 128, 256, 128, 256, 256, 256, 192)
"""The same for the second."""


def cached_at(root: Path, resolution: str, layout: str, **concept: object) -> BuildWorkspace:
    """Eight pictures, cached at one resolution."""
    workspace = BuildWorkspace(root)
    workspace.configure(resolution=resolution)
    add_cats(workspace, pictures=8, **concept)
    build(workspace, layout=layout, even_if_busy=True)
    workspace.configure(resolution=",".join(map(str, TARGETS)))
    return workspace


def wrong_at(drawn: tuple[int, ...], have: int) -> dict[str, str]:
    return {
        f"data/cats/{number}.png": "missing-variant"
        for number, target in enumerate(drawn) if target != have}


def sizes_in_slots(workspace: BuildWorkspace, number: int = 0) -> list[tuple[int, int]]:
    (group,) = (path for path in workspace.store().iterdir() if len(path.name) == 64)
    return [tuple(one["crop_resolution"])
            for one in load(group / f"variation-{number}" / "aggregate.pt")]


def forget_notes(workspace: BuildWorkspace) -> None:
    """Leave what a trainer alone would have written."""
    for store in ("image", "text"):
        shutil.rmtree(workspace.store(store) / ".larder", ignore_errors=True)
    shutil.rmtree(workspace.store().parent / ".larder", ignore_errors=True)


def buckets(drawn: tuple[int, ...]) -> list[tuple[int, int]]:
    return [choose_bucket(*SIZES[number % 3], target, 64) for number, target in enumerate(drawn)]


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("by_trainer", [False, True], ids=["larder", "trainer"])
def test_an_added_target_is_missing_where_it_is_drawn(
    tmp_path: Path, layout: str, by_trainer: bool
) -> None:
    made = cached_at(tmp_path, "128", layout)
    if by_trainer:
        forget_notes(made)
    report = run_survey(made.config_path)
    assert drifted(report, "image") == wrong_at(FIRST_EPOCH, 128)
    assert why(report, "image", "data/cats/1.png").startswith("Cached as 1")
    assert also(report, "image", "data/cats/0.png") == ("target-not-cached",)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_build_makes_the_drawn_sizes_and_then_nothing_is_missing(
    tmp_path: Path, layout: str
) -> None:
    made = cached_at(tmp_path, "128", layout)
    assert build(made, layout=layout, even_if_busy=True).report.built == 5
    assert drifted(run_survey(made.config_path), "image") == {}
    if layout == "released":
        assert sizes_in_slots(made) == buckets(FIRST_EPOCH)
    else:
        first = [next(iter(made.row(f"data/cats/{n}.png")["variants"])) for n in range(8)]
        assert first == [f"{height}x{width}" for height, width in buckets(FIRST_EPOCH)]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_fresh_build_draws_and_is_up_to_date(tmp_path: Path, layout: str) -> None:
    made = BuildWorkspace(tmp_path)
    made.configure(resolution="128,192,256")
    add_cats(made, pictures=8)
    build(made, layout=layout, even_if_busy=True)
    assert drifted(run_survey(made.config_path), "image") == {}


def test_each_variation_of_a_released_cache_draws_anew(tmp_path: Path) -> None:
    made = cached_at(tmp_path, "256", "released", image_variations=2)
    report = run_survey(made.config_path)
    wrong = {
        f"data/cats/{number}.png": "missing-variant"
        for number, targets in enumerate(zip(FIRST_EPOCH, SECOND, strict=True))
        if set(targets) != {256}}
    assert drifted(report, "image") == wrong
    build(made, layout="released", even_if_busy=True)
    assert sizes_in_slots(made, 0) == buckets(FIRST_EPOCH)
    assert sizes_in_slots(made, 1) == buckets(SECOND)
    assert drifted(run_survey(made.config_path), "image") == {}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_target_that_is_taken_away_leaves_what_was_drawn_at_the_others(
    tmp_path: Path, layout: str
) -> None:
    made = BuildWorkspace(tmp_path)
    made.configure(resolution="128,256")
    add_cats(made, pictures=8)
    build(made, layout=layout, even_if_busy=True)
    made.configure(resolution="256")
    wrong = drifted(run_survey(made.config_path), "image")
    build(made, layout=layout, even_if_busy=True)
    assert 0 < len(wrong) < 8
    assert drifted(run_survey(made.config_path), "image") == {}


def test_another_resolution_of_a_trainers_released_cache_is_told(tmp_path: Path) -> None:
    """No note says how it was made, but its aggregate says every crop."""
    made = cached_at(tmp_path, "128", "released")
    forget_notes(made)
    made.configure(resolution="192")
    report = run_survey(made.config_path)
    assert set(verdicts(report, "image").values()) == {"missing-variant"}
    made.configure(resolution="128")
    assert drifted(run_survey(made.config_path), "image") == {}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_concept_before_moves_the_draws_of_those_behind_it(
    tmp_path: Path, layout: str
) -> None:
    made = cached_at(tmp_path, "128", layout)
    add_cats(made, "first", pictures=1)
    made.concepts.reverse()
    made.write()
    report = run_survey(made.config_path)
    moved = [*FIRST_EPOCH[1:], None]
    for number in range(7):
        verdict = verdicts(report, "image")[f"data/cats/{number}.png"]
        assert verdict == ("valid" if moved[number] == 128 else "missing-variant")


@pytest.mark.parametrize("layout", LAYOUTS)
def test_where_no_draw_can_be_known_one_target_is_enough_and_the_rest_is_told(
    tmp_path: Path, layout: str
) -> None:
    made = cached_at(tmp_path, "128", layout)
    made.add_concept("away")
    (tmp_path / "data/away").rmdir()
    made.concepts.reverse()
    made.write()
    report = run_survey(made.config_path)
    assert set(verdicts(report, "image").values()) == {"valid"}
    assert also(report, "image", "data/cats/0.png") == ("target-not-cached",)
    told = next(one for one in report.problems if "It is not known which" in one.problem)
    assert "8 at 128, 0 at 192, 0 at 256" in told.problem
    assert "about 3 at 128, 3 at 192, 3 at 256" in told.hint
    assert build(made, layout=layout, even_if_busy=True).encoders.encoded == 0


def test_one_target_written_twice_is_not_drawn(tmp_path: Path) -> None:
    made = IndexedWorkspace(tmp_path, resolution="128, 128")
    made.add_concept("away")
    (tmp_path / "data/away").rmdir()
    made.add_concept()
    made.add_picture("data/cats/0.png")
    report = run_survey(made.write(stores=("image",)))
    assert verdicts(report, "image") == {"data/cats/0.png": "valid"}
    assert not [one for one in report.problems if "It is not known which" in one.problem]


def test_all_targets_makes_every_size_of_an_index_the_drawn_one_first(tmp_path: Path) -> None:
    made = cached_at(tmp_path, "128", "cache.json")
    build(made, layout="cache.json", even_if_busy=True, all_targets=True)
    for number in range(8):
        variants = list(made.row(f"data/cats/{number}.png")["variants"])
        every = [choose_bucket(*SIZES[number % 3], target, 64) for target in TARGETS]
        assert Counter(variants) == Counter(f"{height}x{width}" for height, width in every)
        assert variants[0] == "x".join(map(str, buckets(FIRST_EPOCH)[number]))
    report = run_survey(made.config_path)
    assert drifted(report, "image") == {}
    assert also(report, "image", "data/cats/0.png") == ()
    assert not store_of(report, "image").busy


def test_all_targets_is_refused_where_a_picture_has_one_size(tmp_path: Path) -> None:
    made = cached_at(tmp_path, "128", "released")
    with pytest.raises(UserFacingError, match="each picture has one size") as refused:
        larder.plan_build(larder.open(made.config_path), all_targets=True)
    assert refused.value.hint == "Leave out --all-targets."


def test_targets_of_vae_fine_tuning_are_not_drawn_as_those_of_other_training(
    tmp_path: Path,
) -> None:
    made = cached_at(tmp_path, "128", "released")
    opened = open_workspace(made.config_path)
    assert TargetDraws(opened, FirstPositions({0: 0})).are_known(0)
    made.configure(training_method="FINE_TUNE_VAE")
    opened = open_workspace(made.config_path)
    assert not TargetDraws(opened, FirstPositions({0: 0})).are_known(0)


def test_a_picture_of_no_known_size_counts_at_no_target(tmp_path: Path) -> None:
    """Nor does an entry of no size that no concept asks for."""
    made = IndexedWorkspace.of_cats(tmp_path, 2)
    made.resolution = "128,256"
    unknown, beside = "data/cats/0.png", "elsewhere/blank-masklabel.png"
    (tmp_path / unknown).write_bytes(b"no picture")
    back_date(tmp_path / unknown)
    made.rows["image"][unknown]["hash"] = xxhash.xxh64_hexdigest(b"no picture")
    made.rows["image"][unknown].pop("original_resolution")
    made.add_entry("image", beside, xxhash.xxh64_hexdigest(beside.encode()), bucket=None, mtime=0.0)
    made.concepts.insert(0, {**made.concepts[0], "name": "away", "path": "data/away"})
    made.write()
    report = run_survey(made.config_path)
    told, = (one.problem for one in report.problems if "It is not known which" in one.problem)
    assert told.endswith("Cached: 1 at 128, 0 at 256.")
    assert verdicts(report, "image")[unknown] == "valid"
    assert also(report, "image", unknown) == ("variant-not-checked",)
    made.resolution = "128,128"  # nothing to draw
    made.write()
    assert not any("It is not known which" in one.problem
                   for one in run_survey(made.config_path).problems)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_finding_is_not_said_where_draws_are_known(tmp_path: Path, layout: str) -> None:
    made = cached_at(tmp_path, "128", layout)
    assert not any(
        "It is not known which" in one.problem for one in run_survey(made.config_path).problems)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_an_export_says_that_sizes_are_others(tmp_path: Path, layout: str) -> None:
    made = cached_at(tmp_path, "128", layout)
    plan = run_to_end(plan_export(
        open_workspace(made.config_path), tmp_path / "out", CancelToken()))
    current = next(check for check in plan.document.checks if check.what == "current")
    assert not current.passed
    assert current.problem.startswith(
        "5 samples would be trained at another size than the config asks for: data/cats/0.png")
