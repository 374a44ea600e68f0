"""A build that was stopped before anything was in its place goes on where it was."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from larder.core.jobs import CancelToken, JobCancelled, run_to_end
from tests.support.building import CountingEncoders, cancel_after, plan_of, start
from tests.support.released_building import assert_served_right, cats


def test_a_stopped_build_of_numbered_folders_goes_on_in_that_layout(
    tmp_path: Path, larder: Callable[..., Any]
) -> None:
    workspace, token = cats(tmp_path), CancelToken()
    plan = plan_of(workspace, layout="released")
    encoders = CountingEncoders(plan)
    cancel_after(4, token)(encoders)
    with pytest.raises(JobCancelled):
        run_to_end(start(plan, encoders, token=token))

    said = larder("build", workspace.config_path, "--apply")

    assert "numbered folders was stopped here" in said.out + said.err
    assert "Encoded" in said.out
    assert "Encoded 12 files" not in said.out
    assert_served_right(workspace)
