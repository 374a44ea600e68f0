"""A kind of cache that the config switches off: nothing of it is wanted, nothing of it is lost."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from larder.core.build.planning import build_plan
from larder.core.compare.plan import plan_change
from larder.core.errors import UserFacingError
from larder.core.jobs import CancelToken, run_to_end
from larder.core.requests.surveying import plan_clean
from larder.core.workspace.onetrainer_config import config_from
from larder.core.workspace.open_workspace import open_workspace
from tests.support.building import BuildWorkspace, build
from tests.support.indexed_cache import IndexedWorkspace
from tests.support.released_cache import (
    ReleasedConcept,
    build_concept,
    write_pictures,
    write_workspace,
)
from tests.support.surveying import also, run_survey, store_of, verdicts, why

OTHER = {"image": "text", "text": "image"}

CACHED = {"image": "pictures", "text": "captions"}


@pytest.fixture
def cats(tmp_path: Path) -> IndexedWorkspace:
    """Two pictures with captions, all cached."""
    made = IndexedWorkspace(tmp_path / "ws")
    made.add_concept()
    for name in ("a", "b"):
        made.add_picture(f"data/cats/{name}.png", caption=f"cat {name}")
    made.write()
    return made


def switch_off(made: IndexedWorkspace | BuildWorkspace, *kinds: str) -> None:
    made.config |= {"__version": 12, **{f"{kind}_caching": False for kind in kinds}}
    if isinstance(made, IndexedWorkspace):
        made.write(stores=())
    else:
        made.write()


@pytest.mark.parametrize("kind", ["image", "text"])
def test_entries_of_a_kind_that_is_off_are_unused_and_say_why(
    cats: IndexedWorkspace, kind: str
) -> None:
    switch_off(cats, kind)
    report = run_survey(cats.config_path)
    assert set(verdicts(report, kind).values()) == {"unused"}
    assert set(verdicts(report, OTHER[kind]).values()) == {"valid"}
    source = "data/cats/a.png" if kind == "image" else "data/cats/a.txt"
    assert why(report, kind, source) == f"Caching of {CACHED[kind]} is off in this config"
    assert also(report, kind, source) == (("variant-not-checked",) if kind == "image" else ())
    counted = report.concepts[0].stores
    assert (counted[kind].wanted, counted[OTHER[kind]].wanted) == (0, 2)


def test_the_released_trainers_one_switch_is_for_both(cats: IndexedWorkspace) -> None:
    cats.config |= {"__version": 11, "latent_caching": False}
    cats.write(stores=())
    report = run_survey(cats.config_path)
    for store in ("image", "text"):
        assert set(verdicts(report, store).values()) == {"unused"}
    assert why(report, "image", "data/cats/a.png") == "Caching is off in this config"


@pytest.mark.parametrize("kind", ["image", "text"])
def test_a_clean_offers_nothing_of_a_kind_that_is_off(cats: IndexedWorkspace, kind: str) -> None:
    switch_off(cats, kind)
    plan = plan_clean(run_survey(cats.config_path))
    assert len(plan.bytes) == 0


def test_a_deleted_picture_is_an_orphan_though_its_kind_is_off(cats: IndexedWorkspace) -> None:
    switch_off(cats, "image")
    (cats.root / "data/cats/a.png").unlink()
    report = run_survey(cats.config_path)
    assert verdicts(report, "image")["data/cats/a.png"] == "source-missing"
    assert also(report, "image", "data/cats/a.png") == ()


@pytest.mark.parametrize("kind", ["image", "text"])
def test_a_build_makes_nothing_of_a_kind_that_is_off(tmp_path: Path, kind: str) -> None:
    made = BuildWorkspace(tmp_path)
    made.add_concept()
    made.add_picture("data/cats/a.png", caption="a cat")
    switch_off(made, kind)
    built = build(made)
    assert [store.target.id for store in built.plan.stores] == [OTHER[kind]]
    assert not made.store(kind).exists()
    assert len(made.payloads(OTHER[kind])) == 1


@pytest.mark.parametrize("off", [{"latent_caching": False}, {
    "__version": 12, "image_caching": False, "text_caching": False}])
def test_with_both_off_a_build_says_what_to_switch_on(
    cats: IndexedWorkspace, off: dict[str, Any]
) -> None:
    cats.config |= off
    cats.write(stores=())
    with pytest.raises(UserFacingError, match="Caching is off") as refused:
        run_to_end(build_plan(run_survey(cats.config_path), token=CancelToken()))
    assert "Switch caching on" in refused.value.hint


def test_what_if_tells_of_each_switch_by_itself(cats: IndexedWorkspace) -> None:
    workspace = open_workspace(cats.config_path)
    assert workspace.config is not None
    raw = json.loads(cats.config_path.read_text("ascii"))
    del raw["latent_caching"]
    other = config_from(
        {**raw, "__version": 12, "image_caching": True, "text_caching": False}, where="other")
    plan = run_to_end(plan_change(
        workspace, other, workspace.concepts, named="other", token=CancelToken()))
    assert [(row.setting, row.old, row.new, row.items, row.why) for row in plan.rows] == [
        ("text_caching", True, False, 0,
         "While it is off, the caches are not used, and stay as good as before")]


def test_what_if_tells_what_switching_on_takes(cats: IndexedWorkspace) -> None:
    switch_off(cats, "text")
    cats.add_picture("data/cats/c.png", caption="cat c", cached=False)
    workspace = open_workspace(cats.config_path)
    raw = {**json.loads(cats.config_path.read_text("ascii")), "text_caching": True}
    plan = run_to_end(plan_change(
        workspace, config_from(raw, where="other"), workspace.concepts, named="other",
        token=CancelToken()))
    assert [(row.setting, row.invalidates.value, row.items) for row in plan.rows] == [
        ("text_caching", "text", 1)]


@pytest.mark.parametrize("kind", ["image", "text"])
def test_groups_of_a_released_trainer_are_kept_while_their_kind_is_off(
    tmp_path: Path, kind: str
) -> None:
    concept = ReleasedConcept("data/cats")
    write_pictures(tmp_path, concept.path, ["a.png", "b.png"])
    build_concept(tmp_path, concept)
    config = write_workspace(tmp_path, [concept])
    raw = json.loads(config.read_text("utf-8"))
    config.write_text(json.dumps({
        **raw, "__version": 12, f"{kind}_caching": False, "text_encoder": {"train": False}}))
    report = run_survey(config)
    assert set(verdicts(report, kind).values()) == {"unused"}
    source = "data/cats/a.png" if kind == "image" else "data/cats/a.txt"
    assert why(report, kind, source) == f"Caching of {CACHED[kind]} is off in this config"
    assert report.concepts[0].stores[kind].wanted == 0
    assert set(verdicts(report, OTHER[kind]).values()) == {"valid"}
    assert len(plan_clean(report).bytes) == 0
    assert store_of(report, kind).payloads.names


def test_a_trainer_that_is_told_to_believe_its_index_is_a_finding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = IndexedWorkspace(tmp_path)
    made.add_concept("cats")
    made.add_picture("data/cats/a.png", caption="a cat")
    made.write()
    told = "OT_SKIP_CACHE_VALIDATION"
    assert not any(told in one.problem for one in run_survey(made.config_path).problems)
    monkeypatch.setenv(told, "1")
    assert sum(told in one.problem for one in run_survey(made.config_path).problems) == 1
