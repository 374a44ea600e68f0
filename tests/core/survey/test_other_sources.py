"""Cached pictures that were moved over another's, or brought back from before: they say whose."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from larder.core.compare.proof.document import ProofDocument
from larder.core.compare.proof.prove import prove
from larder.core.encoders.model_files import EncoderOptions
from larder.core.jobs import CancelToken, run_to_end
from larder.core.payloads import pt_file
from larder.core.survey.report import Depth, SurveyReport
from larder.core.survey.training_risks import TrainingRisk, harms_in
from tests.support.building import BuildWorkspace, build
from tests.support.surveying import drifted, run_survey, store_of, why

WRONG = {"released": "shifted", "cache.json": "collision"}
CATS = "data/cats"


@pytest.fixture(params=WRONG)
def layout(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def made(tmp_path: Path, layout: str) -> BuildWorkspace:
    """Three pictures with captions, all cached by a build of ours."""
    made = BuildWorkspace(tmp_path)
    made.add_concept()
    for number in range(3):
        made.add_picture(f"{CATS}/{number}.png", caption=f"a cat {number}")
    build(made, layout=layout)
    return made


def files_of(made: BuildWorkspace) -> list[Path]:
    """The cached files of the pictures, the first of them first."""
    released = sorted(made.store().glob("?*/variation-0/[0-9].pt"))
    return released or [
        made.store() / f"{variant['cache_file']}_1.pt" for row in
        (row for _, row in sorted(made.index()["entries"].items()))
        for variant in row["variants"].values()]


def swap(one: Path, other: Path) -> None:
    aside = one.with_name("aside")
    one.rename(aside)
    other.rename(one)
    aside.rename(other)


def look(made: BuildWorkspace) -> SurveyReport:
    return run_survey(made.config_path, depth=Depth.PAYLOAD)


def proof_of(made: BuildWorkspace) -> ProofDocument:
    return run_to_end(
        prove(run_survey(made.config_path), EncoderOptions(), CancelToken(), sample=4))


def test_two_swapped_files_are_found_and_made_again(made: BuildWorkspace, layout: str) -> None:
    one, other, _ = files_of(made)
    before = one.read_bytes(), other.read_bytes()
    assert drifted(look(made), "image") == {}
    dates = one.stat().st_mtime_ns, other.stat().st_mtime_ns
    swap(one, other)
    for path, date in zip((one, other), dates, strict=True):
        os.utime(path, ns=(date, date))  # other dates than were recorded would tell by themselves
    report = look(made)
    assert drifted(report, "image") == {
        f"{CATS}/{number}.png": WRONG[layout] for number in range(2)}
    assert why(report, "image", f"{CATS}/0.png").startswith(
        f"Made from {CATS}/1.png")
    rows = store_of(report, "image").rows
    assert dict(rows.made_from) == {0: f"{CATS}/1.png", 1: f"{CATS}/0.png"}
    assert harms_in(int(rows.harms[0]))[0] is TrainingRisk.MIXED_UP
    proof = proof_of(made)
    assert proof.differs
    assert [(one.tried, one.equal, one.recorded) for one in proof.stores[0].groups] == [
        (2, 0, False)]
    build(made, layout=layout, depth=Depth.PAYLOAD, even_if_busy=True)
    assert drifted(look(made), "image") == {}
    assert not proof_of(made).differs
    assert len(before[0]) == len(files_of(made)[0].read_bytes())


def test_files_that_were_swapped_with_their_dates_are_told_from_the_listing(
    made: BuildWorkspace, layout: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only those of other dates than before are opened, and once."""
    opened: list[str] = []
    carried = pt_file.read_carried_recipe

    def note(path: Path) -> tuple[str | None, Mapping[str, Any]]:
        opened.append(path.name)
        return carried(path)

    monkeypatch.setattr(pt_file, "read_carried_recipe", note)
    # Two that one build writes may have one date, and are not told apart then.
    for number in (3, 4):
        made.add_picture(f"{CATS}/{number}.png", caption=f"a cat {number}")
        build(made, layout=layout, even_if_busy=True)
    *_, one, other = files_of(made)
    assert drifted(run_survey(made.config_path), "image") == {}
    swap(one, other)
    opened.clear()
    for _ in range(2):
        report = run_survey(made.config_path)
        assert drifted(report, "image") == {
            f"{CATS}/{number}.png": WRONG[layout] for number in (3, 4)}
        assert why(report, "image", f"{CATS}/3.png").startswith(
            f"Made from {CATS}/4.png")
    assert len(opened) == (2 if layout == "cache.json" else 0)
    build(made, layout=layout, even_if_busy=True)
    assert drifted(look(made), "image") == {}


def test_a_file_from_before_an_edit_is_found(made: BuildWorkspace, layout: str) -> None:
    first = files_of(made)[0]
    before = first.read_bytes()
    made.age(made.add_picture(f"{CATS}/0.png", seed=99), by_ns=77)
    build(made, layout=layout, even_if_busy=True)
    files_of(made)[0].write_bytes(before)
    report = look(made)
    found = drifted(report, "image")
    assert [*found] == [f"{CATS}/0.png"]
    if layout == "cache.json":
        assert found == {f"{CATS}/0.png": "collision"}
        assert "an older version of it" in why(report, "image", f"{CATS}/0.png")
    build(made, layout=layout, depth=Depth.PAYLOAD, even_if_busy=True)
    assert drifted(look(made), "image") == {}
    assert files_of(made)[0].read_bytes() != before
