"""A paused build begins nothing, has saved what it made, and goes on or stops as it is told."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from larder.core.build.reports import BuildReport
from larder.core.jobs import CancelToken, JobCancelled, JobEvent, Progress, run_to_end
from larder.core.workspace.open_workspace import StoreContent, open_workspace
from tests.support.building import (
    BuildWorkspace,
    CountingEncoders,
    build,
    known_rates_of,
    plan_of,
    start,
)
from tests.support.surveying import drifted, run_survey

PATIENCE_S = 60.0
A_FEW_TICKS_S = 0.35
PICTURES = 12


@pytest.fixture
def workspace(tmp_path: Path) -> BuildWorkspace:
    made = BuildWorkspace(tmp_path / "work")
    cats = made.add_concept()
    for number in range(PICTURES):
        made.add_picture(f"{cats}/{number:02}.png", caption=f"cat {number}")
    return made


@dataclass
class RunningBuild:
    """A build in a thread of its own, paused when it has encoded so many batches.

    Attributes:
        held: set whenever the build waits.
        now_s: what the build's clock says.
    """

    encoders: CountingEncoders
    token: CancelToken
    held: threading.Event
    now_s: list[float]
    events: list[JobEvent] = field(default_factory=list)
    report: BuildReport | None = None
    cancelled: JobCancelled | None = None
    thread: threading.Thread | None = None

    def run(self) -> None:
        try:
            self.report = run_to_end(
                start(self.encoders.plan, self.encoders, token=self.token), self.events.append)
        except JobCancelled as cancelled:
            self.cancelled = cancelled

    def wait_for_hold(self) -> None:
        assert self.held.wait(PATIENCE_S)
        self.held.clear()

    def wait_for_end(self) -> None:
        assert self.thread is not None
        self.thread.join(PATIENCE_S)
        assert not self.thread.is_alive()


def begin(workspace: BuildWorkspace, *, pause_after: int) -> RunningBuild:
    held, now_s = threading.Event(), [0.0]
    token = CancelToken(held.set, clock_s=lambda: now_s[0])
    encoders = CountingEncoders(plan_of(workspace))
    left = [pause_after]

    def step() -> None:
        now_s[0] += 1
        left[0] -= 1
        if left[0] == 0:
            token.pause()

    encoders.before_encode = step
    running = RunningBuild(encoders, token, held, now_s)
    running.thread = threading.Thread(target=running.run, daemon=True)
    running.thread.start()
    return running


@pytest.mark.swept(1)
@pytest.mark.parametrize("pause_after", [1, 5, PICTURES + 3])
def test_a_paused_build_begins_nothing_and_has_saved_what_it_made(
    workspace: BuildWorkspace, pause_after: int
) -> None:
    running = begin(workspace, pause_after=pause_after)
    running.wait_for_hold()
    stores = ["image"] if pause_after < PICTURES else ["image", "text"]
    for _ in range(2):
        made = sum(len(workspace.payloads(store)) for store in stores)
        assert made == running.encoders.encoded == pause_after
        assert sum(len(workspace.index(store)["entries"]) for store in stores) == made
        assert not any(
            "tmp" in path.name for store in stores for path in workspace.store(store).iterdir())
        time.sleep(A_FEW_TICKS_S)
    assert drifted(run_survey(workspace.config_path), stores[0]).keys() == {
        f"data/cats/{number:02}.png" for number in range(pause_after, PICTURES)}
    last = running.events[-1]
    assert isinstance(last, Progress)
    assert last.done == made - (PICTURES if len(stores) == 2 else 0)
    running.token.cancel()
    running.wait_for_end()


def test_a_resumed_build_ends_as_if_nothing_had_happened(
    workspace: BuildWorkspace, tmp_path: Path
) -> None:
    undisturbed = BuildWorkspace(tmp_path / "other", workspace.config, workspace.concepts)
    undisturbed.write()
    for source in sorted((workspace.root / "data").rglob("*.*")):
        target = undisturbed.root / source.relative_to(workspace.root)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(source.read_bytes())
        undisturbed.age(target)
    build(undisturbed)
    running = begin(workspace, pause_after=4)
    for then in (running.token.pause, running.token.pause, lambda: None):
        running.wait_for_hold()
        running.encoders.before_encode = then
        running.token.resume()
    running.wait_for_end()
    assert running.report is not None
    assert (running.report.encoded, running.report.failed) == (2 * PICTURES, ())
    for store in ("image", "text"):
        assert workspace.payloads(store) == undisturbed.payloads(store)
        assert workspace.index(store)["entries"] == undisturbed.index(store)["entries"]


def test_a_build_cancelled_while_it_waits_encodes_no_more_and_says_what_was_kept(
    workspace: BuildWorkspace,
) -> None:
    running = begin(workspace, pause_after=5)
    running.wait_for_hold()
    running.token.cancel()
    running.wait_for_end()
    assert running.cancelled is not None
    assert (running.cancelled.report.done, running.encoders.encoded) == (5, 5)
    assert running.encoders.closed == running.encoders.opened == 1
    assert build(workspace).report.encoded == 2 * PICTURES - 5


def test_time_that_a_build_waited_is_in_no_rate(workspace: BuildWorkspace) -> None:
    running = begin(workspace, pause_after=5)
    running.wait_for_hold()
    running.now_s[0] += 100_000
    running.token.resume()
    running.wait_for_end()
    opened = open_workspace(workspace.config_path)
    each_s = known_rates_of(workspace, opened)(StoreContent.IMAGE).seconds_each(128 * 128)
    assert each_s is not None
    assert 0 < each_s <= 2 * PICTURES


def test_a_build_paused_before_its_first_source_looks_at_none(workspace: BuildWorkspace) -> None:
    held = threading.Event()
    token = CancelToken(held.set)
    token.pause()
    encoders = CountingEncoders(plan_of(workspace))
    running = RunningBuild(encoders, token, held, [])
    running.thread = threading.Thread(target=running.run, daemon=True)
    running.thread.start()
    running.wait_for_hold()
    assert running.events == []
    token.cancel()
    running.wait_for_end()
    assert running.cancelled is not None
    assert (encoders.opened, running.cancelled.report.done) == (0, 0)
