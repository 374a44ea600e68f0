"""Checking a sample with the model: offered at the first visit, asked about, told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow
from larder.app.presentation.looks import Tone
from larder.core.requests.options import WorkspaceOptions
from tests.app.conftest import shown_window, wait_until_settled
from tests.app.in_process_worker import InProcessWorker
from tests.support.building import BuildWorkspace
from tests.support.late_packages import late_package
from tests.support.trainers_caches import let_released_trainer_cache, with_models

late_package("diffusers")

PATIENCE_MS = 60_000
OFFER = "It is not recorded how these files were made"


@pytest.fixture
def made(tmp_path: Path) -> BuildWorkspace:
    """A cache of another VAE than the config names now."""
    workspace = with_models(tmp_path, vae={"model_name": "models/other_vae"})
    let_released_trainer_cache(workspace)
    workspace.configure(vae={})
    return workspace


@pytest.fixture
def opened(dressed: QApplication, qtbot: QtBot, made: BuildWorkspace) -> Iterator[OpenWindow]:
    with shown_window(dressed, InProcessWorker) as window:
        window.services.session.open(WorkspaceOptions(workspace=str(made.config_path)))
        qtbot.waitUntil(lambda: window.services.session.snapshot is not None, timeout=PATIENCE_MS)
        wait_until_settled(qtbot, window)
        yield window


def offers(opened: OpenWindow) -> bool:
    snapshot = opened.services.session.snapshot
    return any(step.text == OFFER for step in snapshot.document.next_steps)


def test_a_sample_is_compared_once_the_user_agrees_and_a_survey_tells_what_it_showed(
    opened: OpenWindow, qtbot: QtBot, made: BuildWorkspace
) -> None:
    assert offers(opened)
    before = opened.services.session.snapshot
    opened.services.commands.run("prove")
    (box,) = opened.window.findChildren(QMessageBox)
    assert not list(made.root.rglob(".larder"))
    next(button for button in box.buttons() if button.text() == "Compare").click()
    qtbot.waitUntil(lambda: opened.services.session.snapshot is not before, timeout=PATIENCE_MS)
    wait_until_settled(qtbot, opened)
    notice = opened.services.notices.shown
    assert notice is not None
    assert notice.tone is Tone.WARNING
    assert notice.text == "3 compared cached files do not match the config's model."
    assert "other_vae" in notice.hint
    assert not offers(opened)
    image = opened.services.session.snapshot.document.stores[0]
    assert image.verdicts == {"recipe-changed": 3}
