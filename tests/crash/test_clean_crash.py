"""kill -9 at every step of a clean, an undo and a recovery: nothing that is needed is ever lost."""

from __future__ import annotations

import itertools
import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from larder.core.clean.plan import CleanPlan
from larder.core.writes.quarantine.record import has_half_done, list_quarantines
from larder.core.writes.quarantine.settle import Recovery, recover
from tests.support.cleaning import applied, planned, undone
from tests.support.indexed_cache import tree_state
from tests.support.killed import killed_at
from tests.support.sweeps import Sweep

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the kill needs a fork")

STEPS_AT_MOST = 400

STRIDE = 17
"""Steps between two kills, unless a sweep takes each."""


class Copies:
    """Fresh copies of a workspace, each with its plan and its state before anything was done."""

    def __init__(self, template: Path, stride: int) -> None:
        self._template = template
        self._stride = stride
        self._numbers = itertools.count()

    def __iter__(self) -> Iterator[tuple[int, Path]]:
        for number in range(0, STEPS_AT_MOST, self._stride):
            yield number, self.fresh()
        raise AssertionError("it never came to its end")

    def fresh(self) -> Path:
        place = self._template.with_name(f"copy{next(self._numbers)}")
        shutil.copytree(self._template, place, symlinks=True)
        return place


def settle(plan: CleanPlan) -> None:
    for store in plan.stores:
        recover(store.folder)


def require_live_payloads(workspace: Path) -> None:
    """Every row whose source is there has its payload."""
    for store in ("image", "text"):
        folder = workspace / "workspace-cache/run" / store
        for key, row in json.loads((folder / "cache.json").read_text())["entries"].items():
            if (workspace / key).exists():
                for variant in row["variants"].values():
                    assert (folder / f"{variant['cache_file']}_1.pt").exists(), key


def undo_all(plan: CleanPlan) -> None:
    while any(list_quarantines(store.folder) for store in plan.stores):
        assert undone(plan).not_restored == ()


def state(workspace: Path) -> Any:
    return tree_state(workspace)


def test_a_clean_killed_anywhere_is_finished_or_taken_back(trainers: Path, sweep: Sweep) -> None:
    outcomes = set()
    for step, workspace in Copies(trainers, sweep.stride(STRIDE)):
        before, plan = state(workspace), planned(workspace)
        was_killed = killed_at(step, lambda plan=plan: applied(plan))
        require_live_payloads(workspace)
        settle(plan)
        require_live_payloads(workspace)
        for at, store in enumerate(plan.stores):
            names = [name for name, of in zip(plan.payloads, plan.store, strict=True) if of == at]
            here = [name for name in names if (store.folder / name).exists()]
            assert here in ([], names), f"half of {store.id} is left after step {step}"
            outcomes.add((store.id, bool(here)))
        undo_all(plan)
        assert state(workspace) == before, f"killed at step {step}"
        if not was_killed:
            break
    assert outcomes == {("image", True), ("image", False), ("text", True), ("text", False)}


def test_what_was_interrupted_is_said_once_it_is_settled(
    trainers: Path, caplog: pytest.LogCaptureFixture, sweep: Sweep
) -> None:
    said = set()
    for step, workspace in Copies(trainers, sweep.stride(2 * STRIDE)):
        plan = planned(workspace)
        was_killed = killed_at(step, lambda plan=plan: applied(plan))
        for store in plan.stores:
            is_named = has_half_done(store.folder)
            settled = recover(store.folder)
            assert is_named == bool(settled), f"killed at step {step}"
            for identity, recovery in settled.items():
                assert f"({identity}) was {recovery.value}." in caplog.text
                said.add(recovery)
        if not was_killed:
            break
    assert Recovery.FINISHED in said
    assert "had moved nothing or was complete; its leftovers were removed." in caplog.text


def test_a_deleting_clean_killed_anywhere_loses_nothing_that_is_needed(
    trainers: Path, sweep: Sweep,
) -> None:
    for step, workspace in Copies(trainers, sweep.stride(2 * STRIDE)):
        before, plan = state(workspace), planned(workspace)
        offered = {
            f"workspace-cache/run/{plan.stores[store].id}/{name}"
            for name, store in zip(plan.payloads, plan.store, strict=True)}
        was_killed = killed_at(step, lambda plan=plan: applied(plan, delete=True))
        for store in plan.stores:
            is_named = has_half_done(store.folder)
            assert is_named or not recover(store.folder), f"killed at step {step}"
        settle(plan)
        require_live_payloads(workspace)
        for store in plan.stores:
            assert list_quarantines(store.folder) == (), f"killed at step {step}"
        lost = {name for name in before if name not in state(workspace)}
        assert lost <= offered
        if not was_killed:
            assert lost == offered
            break


def test_an_undo_killed_anywhere_is_finished(trainers: Path, sweep: Sweep) -> None:
    for step, workspace in Copies(trainers, sweep.stride(STRIDE)):
        before, plan = state(workspace), planned(workspace)
        applied(plan)
        was_killed = killed_at(step, lambda plan=plan: undone(plan))
        require_live_payloads(workspace)
        settle(plan)
        undo_all(plan)
        assert state(workspace) == before, f"killed at step {step}"
        if not was_killed:
            break


@pytest.mark.parametrize("first_kill", [24, 36])
def test_a_recovery_killed_anywhere_is_recovered_from(
    trainers: Path, first_kill: int, sweep: Sweep,
) -> None:
    for step, workspace in Copies(trainers, sweep.stride(STRIDE)):
        before, plan = state(workspace), planned(workspace)
        assert killed_at(first_kill, lambda plan=plan: applied(plan))
        was_killed = killed_at(step, lambda plan=plan: settle(plan))
        settle(plan)
        require_live_payloads(workspace)
        undo_all(plan)
        assert state(workspace) == before, f"killed at step {first_kill}, then {step}"
        if not was_killed:
            break


def test_a_trainer_that_saved_between_the_kill_and_the_recovery_is_not_overwritten(
    trainers: Path, sweep: Sweep,
) -> None:
    for step, workspace in Copies(trainers, sweep.stride(2 * STRIDE)):
        before, plan = state(workspace), planned(workspace)
        was_killed = killed_at(step, lambda plan=plan: applied(plan))
        image = workspace / "workspace-cache/run/image"
        index = json.loads((image / "cache.json").read_text())
        index["last_validated"] = 7.5
        (image / "new.json").write_text(json.dumps(index))
        os.utime(image / "new.json", ns=(10**18, 10**18))
        (image / "new.json").replace(image / "cache.json")
        settle(plan)
        require_live_payloads(workspace)
        undo_all(plan)
        after = json.loads((image / "cache.json").read_text())
        old = json.loads(before["workspace-cache/run/image/cache.json"][0])
        assert after["last_validated"] == 7.5
        assert after["entries"] == old["entries"], f"killed at step {step}"
        payloads = {name: held for name, held in before.items() if name.endswith(".pt")}
        assert {name: state(workspace)[name] for name in payloads} == payloads
        if not was_killed:
            break
