"""A real build that is paused in the window: saved, it goes on, or ends with the window.

The window stays awake meanwhile.
"""

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
from larder.app.dialogs.source_building.dialog import SourceBuildDialog
from larder.app.jobs.job import JobState
from larder.app.views.jobs_panel import JobLine
from larder.core.requests.options import WorkspaceOptions
from larder.core.stores.values.listing import list_values
from larder.core.workspace.store_kinds import StoreKind
from tests.app.conftest import shown_window, wait_until_settled
from tests.support.building import BuildWorkspace, build
from tests.support.source_building import write_text
from tests.support.surveying import drifted, run_survey

PATIENCE_MS = 60_000
PICTURES = 14
TEXTS, ROWS = 25, 40
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


@pytest.fixture
def closed(dressed: QApplication, qtbot: QtBot) -> Iterator[OpenWindow]:
    """A window in which no workspace is open."""
    with shown_window(dressed, None) as opened:
        yield opened
        for dialog in opened.window.findChildren(SourceBuildDialog):
            dialog.reject()
        wait_until_settled(qtbot, opened)


def wait_for_ticks(opened: OpenWindow, qtbot: QtBot) -> None:
    """See that the window is awake."""
    ticks: list[int] = []
    timer = QTimer(opened.window)
    timer.timeout.connect(lambda: ticks.append(1))
    timer.start(10)
    qtbot.waitUntil(lambda: len(ticks) >= RESPONSIVE_TICKS, timeout=PATIENCE_MS)


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


@pytest.mark.exhaustive
def test_a_real_build_waits_saved_and_goes_on_to_the_end(
    opened: OpenWindow, qtbot: QtBot, workspace: BuildWorkspace
) -> None:
    line = paused_build(opened, qtbot, workspace.store())
    done = line.job.progress.done
    assert line.text.text == (
        f"Paused · Building pictures · {done} of {PICTURES} · finished items are saved")
    assert 0 < len(workspace.payloads()) == done < PICTURES
    wait_for_ticks(opened, qtbot)
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


def test_a_real_build_over_a_folder_waits_saved_and_goes_on_to_the_end(
    closed: OpenWindow, qtbot: QtBot, tmp_path: Path,
) -> None:
    for number in range(TEXTS):
        write_text(tmp_path / "texts", f"{number}.txt",
                   *(f"row {row} of text {number}" for row in range(ROWS)))
    (tmp_path / "caches").mkdir()
    store = tmp_path / "caches" / "tokens"
    closed.services.commands.run("cache-folder")
    dialog = closed.window.findChild(SourceBuildDialog)
    dialog.form.target.setText(str(tmp_path / "caches"))
    dialog.ask_for(StoreKind.TOKENS, str(tmp_path / "texts"))
    qtbot.waitUntil(lambda: dialog.plan is not None, timeout=PATIENCE_MS)
    dialog.footer.build.click()
    line = closed.window.jobs.lines[0]
    qtbot.waitUntil(lambda: store.is_dir() and bool(list_values(store, StoreKind.TOKENS).names),
                    timeout=PATIENCE_MS)
    line.pause.click()
    qtbot.waitUntil(lambda: line.job.state is JobState.PAUSED, timeout=PATIENCE_MS)
    done = len(list_values(store, StoreKind.TOKENS).names)
    assert 0 < done < TEXTS * ROWS
    assert line.text.text.endswith("finished items are saved")
    wait_for_ticks(closed, qtbot)
    assert len(list_values(store, StoreKind.TOKENS).names) == done
    line.pause.click()
    wait_until_settled(qtbot, closed)
    assert len(list_values(store, StoreKind.TOKENS).names) == TEXTS * ROWS
    told = closed.window.notice_bar.notice
    assert told is not None
    assert told.text.startswith("Built 1,000 files")
