"""A build that was stopped before anything was in its place goes on where it was."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from larder.core.build.released import build as slots_build
from larder.core.errors import UserFacingError
from larder.core.jobs import CancelToken, Job, JobCancelled, run_to_end
from larder.core.writes.quarantine.swap import SwapReport
from tests.support.building import CountingEncoders, cancel_after, plan_of, start
from tests.support.released_building import (
    assert_served_right,
    build_released,
    cats,
    delete_one,
    files_of,
)


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


def test_a_build_whose_folders_find_no_space_says_that_nothing_was_written(
    tmp_path: Path, larder: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace = cats(tmp_path)
    build_released(workspace)
    delete_one(workspace)
    before = files_of(workspace)

    def full(*_: object, **__: object) -> Job[SwapReport]:
        full_disk = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        raise UserFacingError("The disk is full: 484 bytes are needed.") from full_disk
        yield

    monkeypatch.setattr(slots_build, "swap_in", full)
    said = larder("build", workspace.config_path, "--apply", "--even-if-busy")

    assert said.code == 1
    assert "written" not in said.out
    assert "Nothing was built.\nStopped: The disk is full" in said.out
    assert "is kept" not in said.out
    assert "needs 0 B" not in said.out
    assert "Nothing was changed; the next build starts from the beginning." in said.out
    assert files_of(workspace) == before
