"""Survey, What-if, plan and build say one time for one build; the build says how right it was."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from larder.core.build.plan import BuildPlan
from larder.core.build.rates import BuildRate, EncoderRates, note_rates, read_last_build_time
from larder.core.jobs import CancelToken, JobCancelled, run_to_end
from larder.core.requests import building, due_build
from larder.core.requests.building import (
    PLAN_BUILD,
    build_samples,
    plan_samples,
    plan_what_is_due,
)
from larder.core.requests.comparing import compare
from larder.core.requests.due_build import NAME
from larder.core.requests.options import BuildOptions, DiffOptions, SurveyOptions
from larder.core.requests.request import open_for
from larder.core.requests.survey_summary import SURVEY
from larder.core.settings import cache_home
from larder.core.survey.document import NextStep, SurveyDocument
from larder.core.survey.report import SurveyReport
from tests.support.building import BuildWorkspace

Larder = Callable[..., Any]

EACH_S = {"image": 2.0, "text": 0.5}
START_S = {"image": 30.0, "text": 7.0}


def timed(*contents: str) -> None:
    """Record earlier build rates on this computer for payloads of each kind."""
    for content in contents:
        note_rates(cache_home(), EncoderRates(
            encoder=f"patch-means {content}", device="cpu", name="patch-means",
            start_s=START_S[content], rates=(BuildRate(
                pixels=128 * 128 if content == "image" else 0, payloads=50,
                seconds=50 * EACH_S[content], bytes=50_000),)), asked="cpu")


@pytest.fixture
def workspace(tmp_path: Path) -> BuildWorkspace:
    """Two pictures are cached, four are not."""
    made = BuildWorkspace(tmp_path / "work")
    cats = made.add_concept()
    for number in range(2):
        made.add_picture(f"{cats}/{number}.png", caption=f"cat {number}")
    options = BuildOptions(workspace=str(made.config_path))
    run_to_end(build_samples(open_for(options), options, CancelToken()))
    for number in range(2, 6):
        made.add_picture(f"{cats}/{number}.png", caption=f"cat {number}")
    return made


def surveyed(workspace: BuildWorkspace) -> SurveyDocument:
    """The document that the window shows."""
    options = SurveyOptions(workspace=str(workspace.config_path))
    report = run_to_end(SURVEY.run(open_for(options), options, CancelToken()))
    return SURVEY.document(options, report)


def step(workspace: BuildWorkspace) -> NextStep:
    """The card that the window shows."""
    return next(one for one in surveyed(workspace).next_steps if one.remedy == "build")


def said_by_all(workspace: BuildWorkspace, larder: Larder) -> list[float | None]:
    """Seconds of one build: plan, card, survey's document, What-if."""
    options = BuildOptions(workspace=str(workspace.config_path))
    plan, report = run_to_end(plan_samples(open_for(options), options, CancelToken()))
    document = PLAN_BUILD.document(options, (plan, report))
    steps = larder("survey", workspace.config_path, "--json").document["next_steps"]
    same = workspace.root / "same.json"
    same.write_text(workspace.config_path.read_text())
    asked = DiffOptions(workspace=str(workspace.config_path), other=str(same))
    what_if = run_to_end(compare(open_for(asked), asked, CancelToken()))
    assert document.seconds == plan.seconds
    return [plan.seconds, step(workspace).seconds, next(
        one["seconds"] for one in steps if one["remedy"] == "build"), what_if.build.seconds]


def test_survey_card_what_if_and_plan_say_the_same_seconds(
    workspace: BuildWorkspace, larder: Larder,
) -> None:
    timed("image", "text")
    expected = START_S["image"] + 4 * EACH_S["image"] + START_S["text"] + 4 * EACH_S["text"]
    assert said_by_all(workspace, larder) == [pytest.approx(expected)] * 4
    shown = larder("survey", workspace.config_path).out
    assert "\n8 pictures and captions to rebuild, about 47 s (" in shown
    shown = larder("plan", "build", workspace.config_path).out
    assert "It takes about 47 s (image about 38 s, text about 9 s)." in shown


def test_before_anything_was_timed_no_time_is_told_and_the_plan_says_why(
    workspace: BuildWorkspace, larder: Larder,
) -> None:
    (cache_home() / "rates.json").unlink(missing_ok=True)
    assert not step(workspace).seconds
    shown = larder("survey", workspace.config_path).out
    assert "\n8 pictures and captions to rebuild (" in shown
    shown = larder("plan", "build", workspace.config_path).out
    assert "Time unknown until the build is under way" in shown
    assert "--measure" in shown


def test_where_only_pictures_were_timed_captions_are_said_to_be_unknown(
    workspace: BuildWorkspace, larder: Larder,
) -> None:
    (cache_home() / "rates.json").unlink(missing_ok=True)
    timed("image")
    assert not step(workspace).seconds
    assert "(image about 38 s, text unknown)" in larder(
        "plan", "build", workspace.config_path).out


def test_a_build_says_how_right_its_estimate_was_and_the_next_plan_remembers_it(
    workspace: BuildWorkspace, larder: Larder,
) -> None:
    timed("image", "text")
    ran = larder("build", workspace.config_path, "--apply")
    assert "Estimated 47 s, took " in ran.out
    told = read_last_build_time(cache_home(), {"patch-means"})
    assert told is not None
    assert (told.payloads, told.estimated_s) == (8, pytest.approx(47.0))
    workspace.add_picture("data/cats/7.png", caption="cat 7")
    timed("image", "text")
    plan = larder("plan", "build", workspace.config_path, "--json").document
    assert plan["told_before"]["estimated_s"] == pytest.approx(47.0)
    assert [store["seconds"] for store in plan["stores"]] == [
        pytest.approx(32.0), pytest.approx(7.5)]
    assert "was estimated at 47 s and took " in larder(
        "plan", "build", workspace.config_path).out


def test_the_headline_says_that_the_drive_has_no_room(
    workspace: BuildWorkspace, monkeypatch: pytest.MonkeyPatch,
) -> None:
    timed("image", "text")
    monkeypatch.setattr(due_build, "free_bytes", lambda _: 3)
    headline = surveyed(workspace).headline
    assert headline
    assert headline.work.endswith("on the drive, and 3 B are free.")


def test_a_survey_does_not_wait_for_a_plan_that_takes_long(
    workspace: BuildWorkspace, monkeypatch: pytest.MonkeyPatch,
) -> None:
    timed("image", "text")
    with monkeypatch.context() as patched:
        patched.setattr(building, "PLANNING_S", -1.0)
        assert not step(workspace).seconds
    monkeypatch.setattr(due_build, "PLANNED_AT_MOST", 11)
    assert not step(workspace).seconds
    monkeypatch.setattr(due_build, "PLANNED_AT_MOST", 12)
    assert step(workspace).seconds


def test_a_build_that_was_stopped_says_nothing_of_its_estimate(
    workspace: BuildWorkspace, larder: Larder,
) -> None:
    timed("image", "text")
    (workspace.root / "data/cats/3.png").write_bytes(b"no picture")
    ran = larder("build", workspace.config_path, "--apply", "--json")
    assert "estimated_s" not in json.loads(ran.out)


def replace_missing_picture(workspace: BuildWorkspace) -> None:
    workspace.add_picture("data/cats/3.png", size=(192, 64))


def change_a_setting(workspace: BuildWorkspace) -> None:
    workspace.configure(resolution="256")


DIFFERENCES: dict[str, Callable[[BuildWorkspace], object]] = {
    "another picture lies where one was missing": replace_missing_picture,
    "one more picture": lambda workspace: workspace.add_picture(
        "data/cats/9.png", caption="cat 9"),
    "a cached file is gone": lambda workspace: next(workspace.store().glob("*_1.pt")).unlink(),
    "another pace": lambda _: timed("image"),
    "another resolution": change_a_setting,
    "the memory is damaged": lambda _: (cache_home() / NAME).write_bytes(b"{"),
}


@pytest.fixture
def plans(monkeypatch: pytest.MonkeyPatch) -> list[SurveyReport]:
    """The surveys whose build was planned to tell its time."""
    planned: list[SurveyReport] = []

    def plan(report: SurveyReport, models: Sequence[str]) -> BuildPlan | None:
        planned.append(report)
        return plan_what_is_due(report, models)

    monkeypatch.setattr(building, "plan_what_is_due", plan)
    return planned


@pytest.mark.swept(3)
@pytest.mark.parametrize("differ", DIFFERENCES.values(), ids=DIFFERENCES)
def test_a_survey_plans_again_only_when_something_differs(
    workspace: BuildWorkspace, plans: list[SurveyReport],
    differ: Callable[[BuildWorkspace], object],
) -> None:
    timed("image", "text")
    first, again = step(workspace), step(workspace)
    assert first == again
    assert first.seconds
    assert len(plans) == 1
    differ(workspace)
    step(workspace)
    assert len(plans) == 2


def test_that_nothing_tells_is_remembered_too(
    workspace: BuildWorkspace, plans: list[SurveyReport],
) -> None:
    (cache_home() / "rates.json").unlink(missing_ok=True)
    timed("image")
    assert not step(workspace).seconds
    assert not step(workspace).seconds
    assert len(plans) == 1


def test_a_time_that_took_too_long_to_plan_is_asked_for_again(
    workspace: BuildWorkspace, monkeypatch: pytest.MonkeyPatch,
) -> None:
    def give_up(*_: object) -> None:
        raise JobCancelled

    timed("image", "text")
    with monkeypatch.context() as patched:
        patched.setattr(building, "plan_what_is_due", give_up)
        assert not step(workspace).seconds
    assert step(workspace).seconds
