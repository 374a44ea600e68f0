"""Training risks in the window: reached from Coverage, explained and fixed."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow
from larder.app.dialogs.building.dialog import BuildDialog
from larder.app.models.problems_model import ProblemColumn
from larder.app.views.coverage_page import CoveragePage
from larder.app.views.entries_page import EntriesPage
from larder.app.views.problems_page import ProblemsPage
from larder.core.requests.options import WorkspaceOptions
from tests.app.conftest import shown_window, wait_until_settled
from tests.app.in_process_worker import InProcessWorker
from tests.support.fixtures import CONFIG
from tests.support.indexed_cache import back_date

PATIENCE_MS = 60_000


@pytest.fixture(scope="module")
def wrong(
    unpacked_fixture: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """A cache of the real trainer with a NaN in a latent."""
    import torch

    root = tmp_path_factory.mktemp("wrong") / "ws"
    shutil.copytree(unpacked_fixture("sdxl_clean"), root)
    payload = sorted((root / "workspace-cache/run/image").glob("*_2.pt"))[0]
    values = torch.load(payload, weights_only=True)
    values["latent_image"][0, 0, 0] = float("nan")
    torch.save(values, payload)
    back_date(payload)
    return root / CONFIG


@pytest.fixture(scope="module")
def opened(dressed: QApplication, wrong: Path) -> Iterator[OpenWindow]:
    with shown_window(dressed, InProcessWorker) as window:
        window.services.session.open(WorkspaceOptions(workspace=str(wrong)))
        yield window


@pytest.fixture
def window(opened: OpenWindow, qtbot: QtBot) -> OpenWindow:
    session = opened.services.session
    qtbot.waitUntil(
        lambda: session.snapshot is not None and not session.is_surveying, timeout=PATIENCE_MS)
    wait_until_settled(qtbot, opened)
    return opened


def coverage(window: OpenWindow) -> CoveragePage:
    window.window.show_page("coverage")
    page = window.window.pages["coverage"]
    assert isinstance(page, CoveragePage)
    return page


def training(window: OpenWindow) -> ProblemsPage:
    window.services.commands.run("training")
    page = window.window.pages["problems"]
    assert isinstance(page, ProblemsPage)
    return page


def audited(window: OpenWindow, qtbot: QtBot) -> ProblemsPage:
    """The page once every cached file was read."""
    page, session = training(window), window.services.session
    assert session.snapshot is not None
    if session.snapshot.document.training.looked_into is None:
        page.training_bar.read.click()
        qtbot.waitUntil(lambda: not session.is_surveying, timeout=PATIENCE_MS)
        wait_until_settled(qtbot, window)
    page.tree.setCurrentIndex(page.model.index(0, 0))
    return page


def findings(page: ProblemsPage) -> list[str]:
    return [page.model.cell_at(page.model.index(row, ProblemColumn.ITEM)).text
            for row in range(page.model.rowCount())]


def test_coverage_leads_to_it_in_one_press(window: OpenWindow, qtbot: QtBot) -> None:
    audited(window, qtbot)
    page = coverage(window)
    card = next(card for card in page.steps.cards if "trained wrong" in card.text.text())
    assert card.button is not None
    card.button.click()
    assert window.services.view.page == "problems"
    bar = training(window).training_bar
    assert bar.training.isChecked()
    assert bar.training.text().endswith(f"({card.text.text().split()[0]})")
    assert not page.training.isVisibleTo(page)


def test_reading_every_cached_file_is_offered_with_its_bytes_and_finds_the_nan(
    window: OpenWindow, qtbot: QtBot
) -> None:
    assert "KiB" in training(window).training_bar.read.text()
    page = audited(window, qtbot)
    assert findings(page)[0] == "No numbers (NaN)"
    assert "60 cached files" in page.training_bar.note.text()
    assert page.training_bar.read.isHidden()


def test_a_finding_says_what_it_does_and_a_button_builds_it(
    window: OpenWindow, qtbot: QtBot
) -> None:
    page = audited(window, qtbot)
    assert "everything after that step is lost" in page.advice.text()
    (button,) = page.mend_buttons
    button.click()
    dialog = next(one for one in window.window.findChildren(BuildDialog) if not one.isHidden())
    qtbot.waitUntil(lambda: dialog.plan is not None, timeout=PATIENCE_MS)
    assert dialog.plan is not None
    assert dialog.plan.payloads >= 1
    dialog.reject()


def test_its_entries_are_one_press_away(window: OpenWindow, qtbot: QtBot) -> None:
    page = audited(window, qtbot)
    page.show_button.click()
    entries = window.window.pages["entries"]
    assert isinstance(entries, EntriesPage)
    assert window.services.view.filter_text == "training:not-numbers"
    qtbot.waitUntil(lambda: len(entries.model.rows) == 1, timeout=PATIENCE_MS)


def test_help_explains_the_chosen_finding(window: OpenWindow, qtbot: QtBot) -> None:
    from larder.app.presentation.help_topics import harm_topic, help_topics
    from larder.core.survey.training_risks import TrainingRisk

    topics = {topic.id: topic for topic in help_topics()}
    for harm in TrainingRisk:
        assert topics[harm_topic(harm)].paragraphs
    page = audited(window, qtbot)
    page.tree.setCurrentIndex(page.model.index(1, 0))  # what is current already is not chosen again
    page.tree.setCurrentIndex(page.model.index(findings(page).index("No numbers (NaN)"), 0))
    chosen = window.services.view.chosen
    assert chosen is not None
    pages = window.services.session.pages
    assert pages is not None
    assert pages.groups[chosen.row].harm is TrainingRisk.NOT_NUMBERS


def test_what_is_to_be_done_is_listed_again(window: OpenWindow) -> None:
    page = training(window)
    page.training_bar.to_do.click()
    assert "No numbers (NaN)" not in findings(page)
    pages = window.services.session.pages
    assert pages is not None
    assert page.title.endswith(f"({sum(group.count for group in pages.problems)})")
