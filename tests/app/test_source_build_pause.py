"""A real build over a folder in a worker process: the window stays awake; it waits and goes on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow
from larder.app.dialogs.source_building.dialog import SourceBuildDialog
from larder.app.jobs.job import JobState
from larder.core.stores.sharded.listing import list_sharded
from larder.core.workspace.store_kinds import StoreKind
from tests.app.conftest import shown_window, wait_until_settled
from tests.support.source_building import write_text

PATIENCE_MS = 60_000
TEXTS, ROWS = 40, 50
RESPONSIVE_TICKS = 20


@pytest.fixture
def opened(dressed: QApplication, qtbot: QtBot) -> Iterator[OpenWindow]:
    with shown_window(dressed, None) as opened:
        yield opened
        for dialog in opened.window.findChildren(SourceBuildDialog):
            dialog.reject()
        wait_until_settled(qtbot, opened)


def test_it_waits_saved_and_goes_on_to_the_end(
    opened: OpenWindow, qtbot: QtBot, tmp_path: Path,
) -> None:
    for number in range(TEXTS):
        write_text(tmp_path / "texts", f"{number}.txt",
                   *(f"row {row} of text {number}" for row in range(ROWS)))
    (tmp_path / "caches").mkdir()
    store = tmp_path / "caches" / "tokens"
    opened.services.commands.run("cache-folder")
    dialog = opened.window.findChild(SourceBuildDialog)
    dialog.form.target.setText(str(tmp_path / "caches"))
    dialog.ask_for(StoreKind.TOKENS, str(tmp_path / "texts"))
    qtbot.waitUntil(lambda: dialog.plan is not None, timeout=PATIENCE_MS)
    dialog.footer.build.click()
    line = opened.window.jobs.lines[0]
    qtbot.waitUntil(lambda: store.is_dir() and bool(list_sharded(store, StoreKind.TOKENS).names),
                    timeout=PATIENCE_MS)
    line.pause.click()
    qtbot.waitUntil(lambda: line.job.state is JobState.PAUSED, timeout=PATIENCE_MS)
    done = len(list_sharded(store, StoreKind.TOKENS).names)
    assert 0 < done < TEXTS * ROWS
    assert line.text.text.endswith("what is done is saved")
    ticks: list[int] = []
    timer = QTimer(opened.window)
    timer.timeout.connect(lambda: ticks.append(1))
    timer.start(10)
    qtbot.waitUntil(lambda: len(ticks) >= RESPONSIVE_TICKS, timeout=PATIENCE_MS)
    assert len(list_sharded(store, StoreKind.TOKENS).names) == done
    line.pause.click()
    wait_until_settled(qtbot, opened)
    assert len(list_sharded(store, StoreKind.TOKENS).names) == TEXTS * ROWS
    told = opened.window.notice_bar.notice
    assert told is not None
    assert told.text.startswith("Built 2,000 files")
