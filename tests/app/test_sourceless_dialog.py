"""The dialog that says whether training can do without pictures and captions."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow
from larder.app.dialogs.checklists import SourcelessDialog
from larder.core.requests.options import WorkspaceOptions
from tests.app.conftest import LentWindow, wait_until_settled
from tests.app.in_process_worker import InProcessWorker
from tests.support.building import BuildWorkspace
from tests.support.training import cached

Look = Callable[[BuildWorkspace], tuple[OpenWindow, SourcelessDialog]]


@pytest.fixture
def look(lent: LentWindow, qtbot: QtBot) -> Iterator[Look]:
    with lent.to(qtbot, InProcessWorker) as window:
        def opened(workspace: BuildWorkspace) -> tuple[OpenWindow, SourcelessDialog]:
            window.services.session.open(WorkspaceOptions(workspace=str(workspace.config_path)))
            qtbot.waitUntil(lambda: not window.services.session.is_surveying, timeout=30_000)
            wait_until_settled(qtbot, window)
            window.services.commands.run("sourceless")
            dialog, = window.window.findChildren(SourcelessDialog)
            qtbot.waitUntil(lambda: dialog.plan is not None, timeout=30_000)
            return window, dialog

        yield opened


def test_a_cache_that_says_enough_is_ready(look: Look, tmp_path: Path) -> None:
    workspace = cached(tmp_path)
    shutil.rmtree(tmp_path / "data/cats")
    (tmp_path / "data/cats").mkdir()
    _, dialog = look(workspace)
    assert dialog.footer.total.text() == (
        "Ready to train 6 samples without pictures and captions.")
    assert dialog.checklist.said == ["The cache contains everything that training needs."]
    assert not dialog.go.isVisible()


def test_each_thing_that_is_missing_is_listed_and_a_build_is_one_click_away(
    look: Look, tmp_path: Path, qtbot: QtBot
) -> None:
    workspace = cached(tmp_path)
    workspace.configure(masked_training=True)
    next(workspace.store("text").glob("*_1.pt")).unlink()
    window, dialog = look(workspace)
    assert dialog.footer.total.text() == "Not ready: 2 things are missing."
    assert any("lack values" in text for text in dialog.checklist.said)
    assert any("a cached file is missing" in text for text in dialog.checklist.said)
    assert dialog.go.isVisible()
    dialog.go.click()
    from larder.app.dialogs.building.dialog import BuildDialog

    qtbot.waitUntil(lambda: bool(window.window.findChildren(BuildDialog)))
    build, = window.window.findChildren(BuildDialog)
    build.reject()


def test_the_released_layout_is_converted_from_here_and_ready_then(
    look: Look, tmp_path: Path, qtbot: QtBot
) -> None:
    workspace = cached(tmp_path, layout="released")
    window, dialog = look(workspace)
    assert len(dialog.checklist.said) == 1
    assert dialog.go.text() == "Convert…"
    dialog.go.click()
    from larder.app.dialogs.building.dialog import BuildDialog

    qtbot.waitUntil(lambda: bool(window.window.findChildren(BuildDialog)))
    build, = window.window.findChildren(BuildDialog)
    qtbot.waitUntil(lambda: build.plan is not None, timeout=30_000)
    assert build.plan is not None
    assert build.plan.payloads == 0
    assert build.footer.build.text() == "Convert"
    command = build.view.command
    command.setVisible(True)
    assert command.command.toPlainText().endswith("--to cache.json --apply")
    build.view.busy.agree.setChecked(True)
    build.footer.build.click()
    wait_until_settled(qtbot, window)
    qtbot.waitUntil(lambda: (workspace.store("image") / "cache.json").is_file(), timeout=30_000)
    wait_until_settled(qtbot, window)
    window.services.commands.run("sourceless")
    again = window.window.findChildren(SourcelessDialog)[-1]
    qtbot.waitUntil(lambda: again.plan is not None, timeout=30_000)
    assert again.plan is not None
    assert again.plan.ready
