"""A drive that fails, or Ctrl+C, at every step of a clean, a clear, a prune and an undo.

Whatever happens: all is where it was, or it is in the quarantine and the undo brings it back.
"""

from __future__ import annotations

import itertools
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from larder.core.clean.plan import CleanPlan
from larder.core.clean.plan_prune import PruneRules, clear_plan, prune_plan
from larder.core.jobs import CancelToken, run_to_end
from larder.core.workspace.open_workspace import open_workspace
from larder.core.writes.quarantine.record import list_quarantines
from larder.core.writes.quarantine.settle import recover
from larder.core.writes.undo import undo_clean
from tests.support.cleaning import applied, planned, undone
from tests.support.faults import Fault, Outcome, failed_at
from tests.support.indexed_cache import tree_state
from tests.support.sweeps import Sweep
from tests.support.value_caches import date_back, tree_entry, vision_entry

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="asks /proc what a descriptor is open on")

STRIDE = 131
"""Steps between two faults, unless a sweep takes each; a few more for each kind, so that each meets
steps of its own."""

STEPS_AT_MOST = 2000
SINGLE_AND_LASTING = [
    (Fault.FULL, False), (Fault.FULL, True), (Fault.BROKEN, False), (Fault.BROKEN, True),
    (Fault.CTRL_C, False)]
faults = pytest.mark.parametrize(("fault", "lasting"), SINGLE_AND_LASTING)


@pytest.fixture
def values(tmp_path: Path) -> Path:
    """Two stores of single values."""
    root = tmp_path / "template"
    for number in range(3):
        vision_entry(root / "vl-cache", number)
    tree_entry(root / "trees", "model", {"a": np.arange(3.0)})
    date_back(root)
    return root


def cleared(workspace: Path) -> CleanPlan:
    config = workspace / "training_presets/config.json"
    return run_to_end(clear_plan(
        open_workspace(config if config.exists() else workspace), now_ns=time.time_ns(),
        token=CancelToken()))


def pruned(workspace: Path) -> CleanPlan:
    return run_to_end(prune_plan(
        open_workspace(workspace), PruneRules(older_than_s=60.0), now_ns=time.time_ns(),
        token=CancelToken()))


def state(workspace: Path) -> Any:
    """All files but Larder's own."""
    return {name: held for name, held in tree_state(workspace).items()
            if not name.endswith(".larder-tmp")}


def undo_all(plan: CleanPlan) -> None:
    """Recover every store, then undo as a user would until nothing is left to undo."""
    folders = list(dict.fromkeys(store.folder for store in plan.stores))
    for folder in folders:
        recover(folder)
    while any(list_quarantines(folder) for folder in folders):
        report = run_to_end(undo_clean(folders, even_if_busy=True, token=CancelToken()))
        assert report.not_restored == report.problems == ()


def fail_everywhere(
    template: Path,
    plan_of: Callable[[Path], CleanPlan],
    act: Callable[[CleanPlan], object],
    fault: Fault,
    sweep: Sweep,
    *,
    lasting: bool,
    prepare: Callable[[CleanPlan], object] = lambda plan: None,
) -> set[Outcome]:
    """Fail at step after step; after each the undo must bring back what was there before."""
    outcomes = set()
    stride = sweep.stride(STRIDE + 7 * SINGLE_AND_LASTING.index((fault, lasting)))
    for step in itertools.count(0, stride):
        assert step < STEPS_AT_MOST, "it never came to its end"
        workspace = template.with_name("copy")
        shutil.copytree(template, workspace, symlinks=True)
        before, plan = state(workspace), plan_of(workspace)
        prepare(plan)
        outcome = failed_at(step, workspace, fault, lambda plan=plan: act(plan), lasting=lasting)
        outcomes.add(outcome)
        undo_all(plan)
        assert state(workspace) == before, f"{fault.name} at step {step}"
        shutil.rmtree(workspace)
        if outcome is Outcome.UNREACHED:
            return outcomes
    raise AssertionError


@faults
def test_a_clean_that_fails_anywhere_loses_nothing(
    trainers: Path, fault: Fault, lasting: bool, sweep: Sweep
) -> None:
    outcomes = fail_everywhere(trainers, planned, applied, fault, sweep, lasting=lasting)
    assert Outcome.TRACEBACK not in outcomes


@faults
def test_a_clear_that_fails_anywhere_loses_nothing(
    trainers: Path, fault: Fault, lasting: bool, sweep: Sweep
) -> None:
    outcomes = fail_everywhere(trainers, cleared, applied, fault, sweep, lasting=lasting)
    assert Outcome.TRACEBACK not in outcomes


@faults
def test_a_prune_that_fails_anywhere_loses_nothing(
    values: Path, fault: Fault, lasting: bool, sweep: Sweep
) -> None:
    outcomes = fail_everywhere(values, pruned, applied, fault, sweep, lasting=lasting)
    assert Outcome.TRACEBACK not in outcomes


@faults
def test_an_undo_that_fails_anywhere_can_be_done_again(
    trainers: Path, fault: Fault, lasting: bool, sweep: Sweep
) -> None:
    outcomes = fail_everywhere(
        trainers, cleared, lambda plan: undone(plan), fault, sweep, lasting=lasting,
        prepare=applied)
    assert Outcome.TRACEBACK not in outcomes
