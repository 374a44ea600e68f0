"""A clear of stores of single values, killed at any step, is finished or taken back at the next."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np

from larder.core.clean.plan_prune import clear_plan
from larder.core.jobs import CancelToken, run_to_end
from larder.core.workspace.open_workspace import open_workspace
from larder.core.writes.quarantine.record import list_quarantines
from larder.core.writes.quarantine.settle import recover
from larder.core.writes.undo import undo_clean
from tests.support.cleaning import applied
from tests.support.killed import killed_at_each_step, needs_fork
from tests.support.sweeps import Sweep
from tests.support.value_caches import contents, date_back, tree_entry, vision_entry


def clear(folder: Path) -> None:
    plan = run_to_end(clear_plan(
        open_workspace(folder), now_ns=time.time_ns(), token=CancelToken()))
    applied(plan, even_if_busy=True)


@needs_fork
def test_a_clear_killed_at_any_step_loses_nothing(tmp_path: Path, sweep: Sweep) -> None:
    store = tmp_path / "store"
    vision_entry(store, 1)
    tree_entry(store, "model", {"a": np.arange(3.0)})
    date_back(store)
    before = contents(store)
    runs = killed_at_each_step(clear, template=store, into=tmp_path / "runs", sweep=sweep)
    assert len(runs) > 15
    for run in runs:
        recover(run)
        if list_quarantines(run):
            assert contents(run) == {}
            run_to_end(undo_clean([run], even_if_busy=True, token=CancelToken()))
        assert contents(run) == before
        assert list_quarantines(run) == ()
