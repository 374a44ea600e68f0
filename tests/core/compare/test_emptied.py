"""Reports on a config whose trainer empties its caches at its next start."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from larder.core.compare.document import ChangeDocument, Invalidates
from larder.core.compare.plan import plan_change
from larder.core.jobs import CancelToken, run_to_end
from larder.core.workspace.onetrainer_config import config_from
from larder.core.workspace.open_workspace import open_workspace
from tests.support.building import BuildWorkspace, build
from tests.support.released_building import add_concept

LAYOUTS = pytest.mark.parametrize("layout", ["released", "cache.json"])


def compared(root: Path, layout: str, *, now: bool, then: bool) -> ChangeDocument:
    """Three cached pictures with captions; the switch as it is and as it would be."""
    made = BuildWorkspace(root, config={"clear_cache_before_training": now})
    add_concept(made)
    for number in range(3):
        made.add_picture(f"data/cats/{number}.png", caption=f"cat {number}")
    build(made, layout=layout, even_if_busy=True)
    workspace = open_workspace(made.config_path)
    other = config_from(
        json.loads(made.config_path.read_text()) | {"clear_cache_before_training": then},
        where="other")
    return run_to_end(plan_change(
        workspace, other, workspace.concepts, named="other", token=CancelToken()))


@LAYOUTS
def test_a_trainer_that_would_empty_its_caches_makes_all_of_them_useless(
        tmp_path: Path, layout: str) -> None:
    said = compared(tmp_path, layout, now=False, then=True)

    assert said.emptied_at_start
    assert [(row.setting, row.invalidates, row.items, row.payloads) for row in said.rows] == [
        ("clear_cache_before_training", Invalidates.IMAGE, 3, 3),
        ("clear_cache_before_training", Invalidates.TEXT, 3, 3)]
    assert all("empties" in row.why and row.bytes for row in said.rows)
    assert said.totals == ()
    assert said.build is not None
    assert said.build.payloads == 0


@LAYOUTS
def test_a_trainer_that_stops_emptying_its_caches_makes_nothing_useless(
        tmp_path: Path, layout: str) -> None:
    said = compared(tmp_path, layout, now=True, then=False)

    assert not said.emptied_at_start
    assert [row.invalidates for row in said.rows] == [Invalidates.NOTHING]
