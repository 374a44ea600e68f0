"""Of a store whose format is only read nothing is planned, and no plan can be applied to it."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from larder.core.clean.plan import CleanPlan
from larder.core.clean.plan_prune import PruneRules, clear_plan, prune_plan
from larder.core.errors import UserFacingError
from larder.core.jobs import CancelToken, run_to_end
from larder.core.queries.finding_remedies import find_remedies
from larder.core.requests.surveying import plan_clean
from larder.core.survey.remedies import Repair
from larder.core.workspace.open_workspace import StoreKind, open_workspace
from larder.core.workspace.store_kinds import TRAITS, StoreFormat
from larder.core.writes.transaction import store_transaction
from tests.support.cleaning import applied, planned
from tests.support.surveying import run_survey
from tests.support.value_caches import (
    contents,
    date_back,
    recorded_picture,
    tree_entry,
    vision_entry,
)

REFUSAL = (
    "The pixels cache belongs to a program whose caches Larder only reads, so nothing in it is "
    "changed.")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Pixels with an unfinished write, and trees."""
    root = tmp_path / "caches"
    name = vision_entry(root / "pixels", 1)
    (root / "pixels" / f"{name}.tmp.4711.0123abcd").write_bytes(b"half")
    tree_entry(root / "weights", "model", {"a": np.arange(4.0)})
    date_back(root)
    return root


@pytest.fixture
def only_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pixels, as if Larder only read them."""
    monkeypatch.setitem(TRAITS, StoreFormat.VALUES, replace(
        TRAITS[StoreFormat.VALUES], may_write=False, may_clean=False))


def cleared(root: Path, *stores: str) -> CleanPlan:
    return run_to_end(clear_plan(
        open_workspace(root), stores=stores, now_ns=time.time_ns(), token=CancelToken()))


def pruned(root: Path, *stores: str) -> CleanPlan:
    return run_to_end(prune_plan(
        open_workspace(root), PruneRules(total_bytes=0), stores=stores, now_ns=time.time_ns(),
        token=CancelToken()))


def stores_in(plan: CleanPlan) -> set[str]:
    return {plan.stores[at].id for at in plan.store.tolist()}


@pytest.mark.parametrize("plan_of", [planned, cleared, pruned])
def test_a_plan_leaves_it_out_and_says_so(
    folder: Path, monkeypatch: pytest.MonkeyPatch, plan_of: Callable[..., CleanPlan]
) -> None:
    assert "pixels" in stores_in(plan_of(folder))
    monkeypatch.setitem(TRAITS, StoreFormat.VALUES, replace(
        TRAITS[StoreFormat.VALUES], may_write=False, may_clean=False))
    plan = plan_of(folder)
    assert "pixels" not in stores_in(plan)
    assert REFUSAL in (plan.notes or ())


@pytest.mark.usefixtures("only_read")
@pytest.mark.parametrize("plan_of", [cleared, pruned])
def test_who_names_it_is_refused(folder: Path, plan_of: Callable[..., CleanPlan]) -> None:
    with pytest.raises(UserFacingError) as refused:
        plan_of(folder, "pixels")
    assert refused.value.problem == REFUSAL


def test_a_plan_that_names_it_is_not_applied(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan, before = cleared(folder), contents(folder)
    monkeypatch.setitem(TRAITS, StoreFormat.VALUES, replace(
        TRAITS[StoreFormat.VALUES], may_write=False, may_clean=False))
    with pytest.raises(UserFacingError) as refused:
        applied(plan)
    assert refused.value.problem == REFUSAL
    assert contents(folder) == before


@pytest.mark.usefixtures("only_read")
def test_several_are_named_in_one_sentence(folder: Path) -> None:
    vision_entry(folder / "others", 2)
    date_back(folder)
    assert cleared(folder).notes == (
        "The caches others and 1 more belong to a program whose caches Larder only reads, so "
        "nothing in them is changed.",)


@pytest.mark.usefixtures("only_read")
def test_a_file_that_no_clean_takes_counts_at_the_row_that_names_it(tmp_path: Path) -> None:
    picture = tmp_path / "pictures" / "cat.png"
    recorded_picture(tmp_path / "caches" / "pixels", picture, b"cat")
    (picture.parent / "dog.png").write_bytes(b"dog")
    recorded_picture(tmp_path / "caches" / "pixels", picture.with_name("dog.png"), b"dog")
    picture.unlink()
    report = run_survey(tmp_path / "caches")
    remedies = find_remedies(report, plan_clean(report))
    assert sum(found.count(Repair.NONE) for found in remedies) == 1


@pytest.mark.usefixtures("only_read")
def test_no_transaction_holds_it(folder: Path) -> None:
    with pytest.raises(UserFacingError, match="Larder only reads"), \
            store_transaction({folder / "pixels": [StoreKind.VISION]}, even_if_busy=True):
        pass
    assert not (folder / "pixels" / ".larder").exists()
