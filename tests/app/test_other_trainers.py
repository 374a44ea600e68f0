"""Caches of other trainers in the window: the same pages, the same words."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow
from larder.core.requests.options import WorkspaceOptions
from larder.core.survey.document import SurveyDocument
from tests.app.conftest import wait_until_settled
from tests.app.test_every_button import MISTAKE, PAGES
from tests.support.other_trainers import judged_files, survey_trainer, unpack_trainer

CONFIGS = {
    "kohya-flux": "dataset.toml",
    "musubi-wan": "dataset.toml",
    "ai-toolkit-flux": "ai-toolkit/config/portraits_flux.yml",
}


def shown(qtbot: QtBot, window: OpenWindow, name: str, into: Path) -> tuple[Path, SurveyDocument]:
    """Open a fixture and wait for its survey; its folder and the document."""
    folder = unpack_trainer(name, into)
    window.services.session.open(WorkspaceOptions(
        workspace=str(folder / CONFIGS[name]), maps=(("/data", str(folder)),)))
    session = window.services.session
    qtbot.waitUntil(lambda: session.snapshot is not None, timeout=60_000)
    wait_until_settled(qtbot, window)
    assert session.snapshot is not None
    return folder, session.snapshot.document


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", CONFIGS)
def test_every_page_shows_what_another_trainer_cached(
    name: str, working: OpenWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    folder, document = shown(qtbot, working, name, tmp_path)
    report = survey_trainer(folder / CONFIGS[name], data=folder)
    assert document.totals.rows == len(judged_files(report))
    assert document.trainer == report.stores[0].location.kind.value
    for page in PAGES:
        working.window.show_page(page)
        wait_until_settled(qtbot, working)
        said = [label.text() for label in working.window.findChildren(QLabel)]
        assert not [text for text in said if MISTAKE in text], page


def test_a_build_says_that_these_caches_are_read_and_cleaned(
    working: OpenWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    shown(qtbot, working, "kohya-flux", tmp_path)
    action = working.services.commands.action("build")
    assert action is not None
    assert not action.isEnabled()
