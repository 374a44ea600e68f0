"""Predicted effects of a change of settings on a released cache, against an actual build."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from larder.core.build.planning import build_plan
from larder.core.build.reports import BuildPlanDocument
from larder.core.compare.document import ChangeDocument
from larder.core.compare.plan import plan_change
from larder.core.jobs import CancelToken, run_to_end
from larder.core.survey.survey import survey
from larder.core.workspace.concepts import read_concepts
from larder.core.workspace.onetrainer_config import config_from
from larder.core.workspace.open_workspace import Workspace, open_workspace
from tests.support.fixtures import RELEASED_SAMPLE

IN_ANY_CASE = 9
"""Payloads that a build of the sample makes as it is."""


@pytest.fixture(scope="module")
def sample(known_workspace: Callable[[str], Path]) -> Workspace:
    return open_workspace(known_workspace(RELEASED_SAMPLE))


def compared(
    sample: Workspace, config: dict[str, Any], concepts: dict[int, dict[str, Any]],
) -> tuple[ChangeDocument, BuildPlanDocument]:
    """Return the report on a change, and the plan of a build after that change."""
    assert sample.config_path is not None
    changed = config_from(json.loads(sample.config_path.read_text()) | config, where="other")
    raw = json.loads((sample.root / "training_concepts/concepts.json").read_text())
    for at, settings in concepts.items():
        for name, value in settings.items():
            raw[at][name] = raw[at][name] | value if isinstance(value, dict) else value
    other = read_concepts(raw, where="other")
    said = run_to_end(plan_change(sample, changed, other, named="other", token=CancelToken()))
    then = replace(sample, config=changed, concepts=other)
    report = run_to_end(survey(then, token=CancelToken()))
    return said, run_to_end(build_plan(report, token=CancelToken())).document()


@pytest.mark.swept(3)
@pytest.mark.parametrize(("config", "concepts", "items", "anew"), [
    ({"resolution": "320"}, {}, [58], 0),
    ({"masked_training": False}, {}, [], 0),
    # The others are taken from the variation that is there: nothing is drawn of them.
    ({}, {1: {"image_variations": 2}}, [2], 0),
    ({}, {0: {"image": {"enable_random_flip": True}}}, [21], 24),
    ({}, {0: {"text": {"enable_tag_shuffling": True}}}, [24], 24),
    ({}, {1: {"seed": 7}}, [], 18),
    ({}, {1: {"include_subdirectories": True}}, [], 18),
    ({}, {0: {"enabled": False}}, [], 0),
])
def test_what_is_said_is_what_a_build_then_does(
    sample: Workspace, config: dict[str, Any], concepts: dict[int, dict[str, Any]],
    items: list[int], anew: int,
) -> None:
    said, plan = compared(sample, config, concepts)
    assert said.build is not None
    assert (said.build.payloads, said.build.bytes) == (plan.payloads, plan.bytes)
    assert said.build.payloads == said.build.built_anyway + sum(
        row.payloads for row in said.totals)
    assert said.build.built_anyway <= IN_ANY_CASE
    assert [row.items for row in said.totals] == items
    assert [row.items for row in said.rows if row.items] == items
    assert said.anew == anew
    assert said.build.doubted == 0


def test_a_seed_changes_the_name_that_onetrainer_looks_for_and_a_build_moves_what_is_there(
    sample: Workspace,
) -> None:
    said, plan = compared(sample, {}, {1: {"seed": 7}})
    (row,) = said.rows
    assert row.why == ("OneTrainer alone looks for 18 samples under another name and caches them "
                       "again; a build moves the existing files")
    assert plan.payloads == IN_ANY_CASE
