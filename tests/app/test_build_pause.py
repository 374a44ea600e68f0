"""A real build that is paused in the window: saved, it goes on, or ends with the window."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow
from larder.app.dialogs.building.dialog import BuildDialog
from larder.app.jobs.job import JobState
from larder.app.views.jobs_panel import JobLine
from larder.core.requests.options import WorkspaceOptions
from tests.app.conftest import shown_window, wait_until_settled
from tests.support.building import BuildWorkspace, build
from tests.support.surveying import drifted, run_survey

PATIENCE_MS = 60_000
PICTURES = 24
EDGE = 1600
"""Pixels: decoding takes so long that the build is still at work when Pause is pressed."""
RESPONSIVE_TICKS = 20


@pytest.fixture
def workspace(tmp_path: Path) -> BuildWorkspace:
    made = BuildWorkspace(tmp_path / "work")
    cats = made.root / made.add_concept()
    plain = io.BytesIO()
    Image.new("RGB", (EDGE, EDGE), "teal").save(plain, "PNG")
    for number in range(PICTURES):
        # Bytes after its end make no other picture of a PNG, but other content.
        (cats / f"{number:03}.png").write_bytes(plain.getvalue() + b"%d" % number)
        (cats / f"{number:03}.txt").write_text(f"cat {number}")
    return made


@pytest.fixture
def opened(dressed: QApplication, qtbot: QtBot, workspace: BuildWorkspace) -> Iterator[OpenWindow]:
    with shown_window(dressed, None) as opened:
        opened.services.session.open(WorkspaceOptions(workspace=str(workspace.config_path)))
        wait_until_settled(qtbot, opened)
        yield opened


def paused_build(opened: OpenWindow, qtbot: QtBot, store: Path) -> JobLine:
    """Build from the dialog and press Pause as soon as a payload is being written."""
    opened.services.commands.run("build")
    dialog = opened.window.findChild(BuildDialog)
    qtbot.waitUntil(lambda: dialog.plan is not None, timeout=PATIENCE_MS)
    first_plan = dialog.plan
    dialog.view.reader.setCurrentIndex(dialog.view.reader.findData("cache.json"))
    qtbot.waitUntil(lambda: dialog.plan is not first_plan, timeout=PATIENCE_MS)
    dialog.footer.build.click()
    line = opened.window.jobs.lines[0]
    qtbot.waitUntil(lambda: any(store.glob("*-tmp")), timeout=PATIENCE_MS)
    line.pause.click()
    qtbot.waitUntil(lambda: line.job.state is JobState.PAUSED, timeout=PATIENCE_MS)
    return line


def test_a_real_build_waits_saved_and_goes_on_to_the_end(
    opened: OpenWindow, qtbot: QtBot, workspace: BuildWorkspace
) -> None:
    line = paused_build(opened, qtbot, workspace.store())
    done = line.job.progress.done
    assert line.text.text == (
        f"Paused · Building pictures · {done} of {PICTURES} · what is done is saved")
    assert 0 < len(workspace.payloads()) == done < PICTURES
    ticks: list[int] = []
    timer = QTimer(opened.window)
    timer.timeout.connect(lambda: ticks.append(1))
    timer.start(10)
    qtbot.waitUntil(lambda: len(ticks) >= RESPONSIVE_TICKS, timeout=PATIENCE_MS)
    assert line.job.progress.done == done
    line.pause.click()
    wait_until_settled(qtbot, opened)
    assert opened.window.notice_bar.notice.text.startswith(f"Built {2 * PICTURES} files")


def test_a_window_that_is_left_at_once_ends_a_paused_build(
    opened: OpenWindow, qtbot: QtBot, workspace: BuildWorkspace
) -> None:
    line = paused_build(opened, qtbot, workspace.store())
    process = opened.services.lanes._running[line.job].worker._pipes
    opened.window.close_now()
    opened.services.lanes.shut_down()
    assert process.has_ended
    saved = len(workspace.index()["entries"])
    assert saved == len(workspace.payloads()) > 0
    assert build(workspace, even_if_busy=True).report.encoded == 2 * PICTURES - saved
    report = run_survey(workspace.config_path)
    assert drifted(report, "image") == drifted(report, "text") == {}
