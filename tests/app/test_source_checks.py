"""The window says what would stop training, once everything was opened."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow
from larder.app.dialogs.survey_dialogs import CheckDialog
from larder.app.models.problems_model import ProblemColumn
from larder.app.presentation.looks import Tone
from larder.app.views.coverage_page import CoveragePage
from larder.app.views.problems_page import ProblemsPage
from larder.core.requests.options import WorkspaceOptions
from tests.app.conftest import shown_window, wait_until_settled
from tests.app.in_process_worker import InProcessWorker
from tests.support.building import BuildWorkspace


@pytest.fixture(scope="module")
def opened(dressed: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenWindow]:
    made = BuildWorkspace(tmp_path_factory.mktemp("broken"))
    made.add_concept()
    for number in range(3):
        made.add_picture(f"data/cats/{number}.png", caption="a cat")
    picture: Path = made.root / "data/cats/1.png"
    picture.write_bytes(picture.read_bytes()[:-60])
    made.age(picture, by_ns=7)
    (made.root / "data/cats/3.heic").write_bytes(b"")
    with shown_window(dressed, InProcessWorker) as window:
        window.services.session.open(WorkspaceOptions(workspace=str(made.config_path)))
        yield window


def test_reading_everything_lists_the_picture_that_would_stop_training(
    opened: OpenWindow, qtbot: QtBot
) -> None:
    wait_until_settled(qtbot, opened)
    window, services = opened.window, opened.services
    coverage, problems = window.pages["coverage"], window.pages["problems"]
    assert isinstance(coverage, CoveragePage)
    assert isinstance(problems, ProblemsPage)
    window.show_page("coverage")
    assert coverage.unopened.isVisible()
    assert coverage.unopened.text() == "6 source files were never opened. Read everything…"
    coverage.unopened.click()
    dialog = window.findChild(CheckDialog)
    assert dialog is not None
    dialog.accept()
    qtbot.waitUntil(lambda: not services.session.is_surveying, timeout=60_000)
    wait_until_settled(qtbot, opened)
    notice = window.workspace.standing_bar.notice
    assert notice is not None
    assert (notice.tone, notice.text, notice.hint) == (
        Tone.ERROR, "1 source file would stop training.", "data/cats/1.png")
    assert not coverage.unopened.isVisible()
    services.commands.run("training")
    model = problems.model
    texts = [model.cell_at(model.index(row, ProblemColumn.ITEM)).text
             for row in range(model.rowCount())]
    assert texts == ["Picture cannot be opened", "File type is not trained"]
    assert problems.training_bar.training.text().endswith("(2)")
    group = model.index(0, 0)
    model.fetchMore(group)
    item = [model.cell_at(model.index(0, column, group)).text for column in ProblemColumn]
    assert item[ProblemColumn.ITEM] == "1.png"
    assert "truncated" in item[ProblemColumn.WHAT]
    problems.tree.setCurrentIndex(model.index(0, 0, group))
    assert "Repair or replace the picture" in problems.advice.text()
