"""The user's word on a store: what it needs, and when it is refused."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from larder.core.clean.assume import apply_assume, assume_document, plan_assume
from larder.core.errors import StalePlanError, StoreBusyError, UserFacingError, WorkspaceError
from larder.core.stores.records import read_recipes
from larder.core.survey.verdicts import Verdict
from larder.core.workspace.open_workspace import Workspace, open_workspace
from tests.support.indexed_cache import IndexedWorkspace
from tests.support.surveying import run_survey


@pytest.fixture
def cats(tmp_path: Path) -> IndexedWorkspace:
    made = IndexedWorkspace(tmp_path)
    made.add_concept("cats")
    made.add_concept("off", enabled=False)
    made.add_picture("data/cats/a.png", caption="a cat")
    made.write()
    return made


def opened(made: IndexedWorkspace) -> Workspace:
    return open_workspace(made.config_path)


def test_a_plan_tells_what_is_meant_and_writes_nothing(cats: IndexedWorkspace) -> None:
    plan = plan_assume(opened(cats), "image")
    document = assume_document(plan, applied=False)
    assert (document["payloads"], document["applied"]) == (1, False)
    assert [named["path"] for named in document["concepts"]] == ["data/cats"]
    assert document["recipes"][document["concepts"][0]["recipe"]]["resolution"] == "128"
    assert read_recipes(cats.store()) is None


def test_what_was_written_reads_back(cats: IndexedWorkspace) -> None:
    workspace = opened(cats)
    plan = plan_assume(workspace, "text")
    written = apply_assume(workspace, plan)
    kept = read_recipes(cats.store("text"))
    assert kept is not None
    assert kept.assumption == written
    assert list(kept.find_assumed_recipes().values()) == [plan.recipes[0][1]]


def test_a_store_that_changed_since_the_plan_is_refused(cats: IndexedWorkspace) -> None:
    workspace = opened(cats)
    plan = plan_assume(workspace, "image")
    cats.add_payload("image", "0123456789ab_128x128_1.pt")
    with pytest.raises(StalePlanError):
        apply_assume(workspace, plan)
    assert read_recipes(cats.store()) is None


def test_a_store_a_trainer_writes_into_is_refused(cats: IndexedWorkspace) -> None:
    (cats.store() / "cache.json").touch()
    workspace = opened(cats)
    plan = plan_assume(workspace, "image")
    with pytest.raises(StoreBusyError):
        apply_assume(workspace, plan)
    apply_assume(workspace, plan, even_if_busy=True)


def test_without_a_config_nothing_can_be_said(cats: IndexedWorkspace) -> None:
    bare = msgspec.structs.replace(opened(cats), config=None)
    with pytest.raises(WorkspaceError, match="Without a config"):
        plan_assume(bare, "image")


def test_without_an_enabled_concept_nothing_can_be_said(cats: IndexedWorkspace) -> None:
    with pytest.raises(WorkspaceError, match="No concept is enabled"):
        plan_assume(msgspec.structs.replace(opened(cats), concepts=()), "image")


def test_an_unknown_store_is_named_with_those_there_are(cats: IndexedWorkspace) -> None:
    with pytest.raises(WorkspaceError) as refused:
        plan_assume(opened(cats), "vision")
    assert "image, text" in refused.value.hint


def test_an_empty_store_is_refused(cats: IndexedWorkspace) -> None:
    for payload in cats.store().glob("*.pt"):
        payload.unlink()
    with pytest.raises(UserFacingError, match="no cached file"):
        plan_assume(opened(cats), "image")


def test_a_released_trainers_store_is_spoken_for_by_its_groups(fixture_workspace) -> None:
    folder = fixture_workspace("sd15_legacy_diskcache")
    config = next((folder / "training_presets").glob("*.json"))
    workspace = open_workspace(config)
    location = workspace.stores[0]
    written = apply_assume(workspace, plan_assume(workspace, location.id), even_if_busy=True)
    assert written.concepts
    assert all((location.path / named.group).is_dir() for named in written.concepts)


def set_dates(store: Path, *, to_ns: int) -> None:
    for path in store.rglob("*.pt"):
        os.utime(path, ns=(to_ns, to_ns))


def told(config: Path, store: str) -> tuple[set[str], list[str]]:
    """The verdicts of a store's rows, and what is said of dates."""
    (found,) = [one for one in run_survey(config).stores if one.location.id == store]
    judged = {Verdict(code).name_in_contract for code in found.rows.verdicts.tolist()}
    return judged & {"recipe-changed"}, [
        one.problem for one in found.findings if "differ from the recorded ones" in one.problem]


@pytest.mark.parametrize("layout", ["cache.json", "released"])
def test_what_was_said_holds_for_files_that_lost_their_dates(
    layout: str, cats: IndexedWorkspace, fixture_workspace: Callable[[str], Path]
) -> None:
    """As by `cp -r`; a file of another size, or another content, is another file."""
    config = cats.config_path if layout == "cache.json" else next(
        (fixture_workspace("sd15_legacy_diskcache") / "training_presets").glob("*.json"))
    location = open_workspace(config).stores[0]
    set_dates(location.path, to_ns=10**18)
    apply_assume(open_workspace(config), plan_assume(open_workspace(config), location.id),
                 even_if_busy=True)
    config.write_text(json.dumps({**json.loads(config.read_text()), "vae_weight_dtype": "NONE",
                                  "vae": {"model_name": "models/another"}}))
    assert told(config, location.id) == ({"recipe-changed"}, [])
    set_dates(location.path, to_ns=2 * 10**18)
    changed, said = told(config, location.id)
    assert changed
    assert "by names, sizes and content" in said[0]
    first = min(path for path in location.path.rglob("*.pt") if path.stem != "aggregate")
    first.write_bytes(first.read_bytes()[:-1] + b"?")
    set_dates(location.path, to_ns=2 * 10**18)
    assert told(config, location.id) == (set(), [])
