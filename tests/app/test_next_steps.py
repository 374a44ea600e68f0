"""The cards above the Coverage table."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow
from larder.app.cache_session import EVERYTHING
from larder.app.dialogs.building.dialog import BuildDialog
from larder.app.dialogs.cleaning.dialog import CleanDialog
from larder.app.models.problems_model import ProblemColumn
from larder.app.notices import Notice
from larder.app.presentation.looks import Tone
from larder.app.views.coverage_page import CoveragePage
from larder.app.views.file_list import FileListDialog
from larder.app.views.next_steps import WAYS, NextSteps
from larder.app.views.panels import summary_line
from larder.app.views.problems_page import ProblemsPage
from larder.app.widgets.plain_labels import PlainLabel
from larder.app.widgets.widgets import ElidedLabel
from larder.core.build.rates import BuildRate, EncoderRates, note_rates
from larder.core.jobs import CancelToken, run_to_end
from larder.core.requests.building import build_samples
from larder.core.requests.options import BuildOptions, WorkspaceOptions
from larder.core.requests.request import open_for
from larder.core.settings import RATES_NAME, cache_home
from larder.core.survey.document import NextStep
from larder.core.survey.remedies import Repair
from tests.app.conftest import wait_until_settled
from tests.support.building import BuildWorkspace
from tests.support.fixtures import RELEASED_SAMPLE, SAMPLE

PATIENCE_MS = 30_000


@pytest.fixture
def cards(
    window: OpenWindow, qtbot: QtBot, known_workspace: Callable[[str], Path],
) -> Callable[..., NextSteps]:
    def cards_of(name: str, start_s: float | None = None) -> NextSteps:
        workspace = known_workspace(name)
        # What made the workspaces was timed.
        (cache_home() / RATES_NAME).unlink(missing_ok=True)
        if start_s is not None:
            for content, pixels in (("image", 65_536), ("text", 0)):
                note_rates(cache_home(), EncoderRates(
                    encoder=f"patch-means {content}", device="cpu", name="patch-means",
                    start_s=start_s, rates=(BuildRate(
                        pixels=pixels, payloads=10, seconds=2.0, bytes=300_000),)), asked="cpu")
        window.services.session.open(WorkspaceOptions(workspace=str(workspace)))
        wait_until_settled(qtbot, window)
        page = window.window.pages["coverage"]
        assert isinstance(page, CoveragePage)
        return page.steps

    return cards_of


def buttons(steps: NextSteps) -> list[QPushButton]:
    return [card.button for card in steps.cards if card.button is not None]


def test_a_card_of_every_command_has_its_icon_and_its_button() -> None:
    assert {*WAYS} == {repair.value or None for repair in Repair}


def test_each_card_says_a_sentence_and_its_button_is_named_after_it(
    cards: Callable[[str], NextSteps],
) -> None:
    steps = cards(SAMPLE)
    assert steps.isVisible()
    assert [card.text.text() for card in steps.cards][:3] == [
        "6 pictures and captions to rebuild",
        "4 files of renamed or unlisted pictures and captions to relink",
        "12 files no longer needed · 266 KiB"]
    assert buttons(steps)[0].accessibleName() == "Build… 6 pictures and captions to rebuild"
    assert [button.property("primary") for button in buttons(steps)].count(True) == 1


def test_the_first_card_says_the_cause_and_shows_the_wrong_picture_beside_the_right_one(
    window: OpenWindow, cards: Callable[[str], NextSteps],
) -> None:
    first, *others = cards(RELEASED_SAMPLE).cards
    assert first.cause is not None
    assert first.cause.text().startswith("You added roxy.png. You removed canyon_dusk.jpg.")
    assert first.pair is not None
    assert first.pair.accessibleName() == "caravan.jpg would be trained as canyon_dusk.jpg"
    assert first.pair.is_settled
    right, wrong = first.pair.findChildren(PlainLabel, "picture")
    assert not right.pixmap().isNull()
    assert not wrong.pixmap().isNull(), "it is gone, and drawn from what is cached of it"
    assert right.pixmap().toImage() != wrong.pixmap().toImage()
    assert all(card.cause is None for card in others)


def test_what_training_would_get_wrong_is_said_once_and_shown_from_the_card_that_fixes_it(
    window: OpenWindow, cards: Callable[[str], NextSteps],
) -> None:
    first, *others = cards(RELEASED_SAMPLE).cards
    assert not any("trained wrong" in card.text.text() for card in others)
    assert first.details is not None
    assert first.details.accessibleName() == "Show 76 pictures and captions would be trained wrong"
    first.details.click()
    assert window.services.view.page == "problems"
    problems = window.window.pages["problems"]
    assert isinstance(problems, ProblemsPage)
    assert problems.training_bar.training.isChecked()
    problems.show_training(False)
    window.window.show_page("coverage")


def test_a_narrow_card_leaves_its_room_to_the_sentences(
    window: OpenWindow, qtbot: QtBot, cards: Callable[[str], NextSteps],
) -> None:
    first = cards(RELEASED_SAMPLE).cards[0]
    assert first.pair is not None
    window.window.docks.bring("inspector")
    window.window.resize(1366, 768)
    qtbot.waitUntil(first.pair.isVisible, timeout=PATIENCE_MS)
    window.window.resize(1024, 700)
    qtbot.waitUntil(lambda: not first.pair.isVisible(), timeout=PATIENCE_MS)


def test_hidden_names_are_hidden_in_the_cause(
    window: OpenWindow, cards: Callable[[str], NextSteps],
) -> None:
    steps = cards(RELEASED_SAMPLE)
    window.services.look.hide_names(True)
    first = steps.cards[0]
    said = " ".join(label.text() for label in first.findChildren(QLabel))
    said += "".join(label.text for label in first.findChildren(ElidedLabel))
    window.services.look.hide_names(False)
    assert "roxy" not in said
    assert "caravan.jpg" not in said


def test_the_summary_line_tells_the_same_files(
    window: OpenWindow, cards: Callable[[str], NextSteps],
) -> None:
    told = [card.text.text() for card in cards(RELEASED_SAMPLE).cards]
    summary = window.window.workspace.summary.text()
    assert summary.replace("\u00a0", " ").endswith(told[-1])


def test_a_line_of_the_summary_ends_with_a_count_and_its_word(
    window: OpenWindow, cards: Callable[[str], NextSteps],
) -> None:
    cards(RELEASED_SAMPLE)
    parts = window.window.workspace.summary.text().split(" · ")
    assert all(part.split(" ")[0].count("\u00a0") == 1 for part in parts)


def test_the_summary_line_counts_no_file_that_nobody_has_decided_on(
    window: OpenWindow, cards: Callable[[str], NextSteps],
) -> None:
    cards(RELEASED_SAMPLE)
    pages = window.services.session.pages
    assert pages is not None
    document = pages.snapshot.document
    choice = NextStep(text="5 more for you to decide on", remedy=Repair.CLEAN.value, count=5,
                      is_choice=True)
    with_choice = replace(pages.snapshot, document=msgspec.structs.replace(
        document, next_steps=(*document.next_steps, choice)))
    figures = window.services.look.figures
    assert summary_line(with_choice, figures) == summary_line(pages.snapshot, figures)


@pytest.mark.parametrize(("at", "dialog"), [(0, BuildDialog), (-1, CleanDialog)])
def test_a_button_opens_the_dialog_that_tells_the_same_numbers(
    window: OpenWindow, qtbot: QtBot, cards: Callable[[str], NextSteps], at: int,
    dialog: type[BuildDialog] | type[CleanDialog],
) -> None:
    steps = cards(RELEASED_SAMPLE)
    size = steps.cards[-1].text.text().partition(" · ")[2]
    buttons(steps)[at].click()
    opened = next(one for one in window.window.findChildren(dialog) if not one.isHidden())
    qtbot.waitUntil(lambda: opened.plan is not None, timeout=PATIENCE_MS)
    if isinstance(opened, CleanDialog):
        assert opened.footer.total.text().startswith(f"Move 8 files to quarantine · {size} ")
    opened.reject()


def test_the_card_of_a_build_tells_the_time_that_the_dialog_tells(
    window: OpenWindow, qtbot: QtBot, cards: Callable[..., NextSteps],
) -> None:
    steps = cards(SAMPLE, 60.0)
    said = steps.cards[0].text.text()
    assert said.startswith("6 pictures and captions to rebuild · about 2 min")
    buttons(steps)[0].click()
    opened = next(
        one for one in window.window.findChildren(BuildDialog) if not one.isHidden())
    qtbot.waitUntil(lambda: opened.plan is not None, timeout=PATIENCE_MS)
    assert opened.footer.total.text().endswith(said.rpartition(" · ")[2])
    assert "Pictures about 1 min. Captions about 1 min." in opened.footer.note.text()
    opened.reject()


def test_cards_that_would_leave_no_room_for_the_table_wait_behind_a_link(
    window: OpenWindow, qtbot: QtBot, cards: Callable[[str], NextSteps],
) -> None:
    steps = cards(SAMPLE)
    window.window.docks.bring("inspector")
    window.window.resize(1366, 768)
    qtbot.waitUntil(lambda: not steps.more.isVisible(), timeout=PATIENCE_MS)
    window.window.resize(1024, 768)
    qtbot.waitUntil(lambda: steps.more.isVisible(), timeout=PATIENCE_MS)
    assert (steps.more.text(), [card.isVisible() for card in steps.cards].count(True)) == (
        "Show 2 more", 4)
    steps.more.click()
    assert all(card.isVisible() for card in steps.cards)


def test_tab_leads_through_the_cards_as_they_are_read(
    window: OpenWindow, qtbot: QtBot, cards: Callable[[str], NextSteps],
) -> None:
    steps = cards(SAMPLE)
    window.window.resize(1366, 768)
    window.window.workspace.tabs.tabBar().setFocus()
    reached = []
    for _ in buttons(steps):
        qtbot.keyClick(window.window.focusWidget(), Qt.Key.Key_Tab)
        reached.append(window.window.focusWidget())
    assert reached == buttons(steps)
    page = window.window.pages["coverage"]
    window.services.session.survey()
    wait_until_settled(qtbot, window)
    assert window.window.focusWidget() is page.table, "a card that goes gives its focus to the page"


def test_no_sentence_says_that_all_is_well_while_some_should_not_share_a_cached_file(
    window: OpenWindow, cards: Callable[[str], NextSteps],
) -> None:
    good, shared = cards("sdxl_clean").cards
    assert [card.text.text() for card in (good, shared)] == [
        "Nothing to encode: the trainer starts at once",
        "2 pictures that should not share a cached file"]
    assert good.button is None
    assert shared.button is not None
    shared.button.click()
    assert window.window.current_page() == "problems"
    window.window.show_page("coverage")
    assert window.window.workspace.standing_bar.notice is None
    page = window.window.pages["problems"]
    assert isinstance(page, ProblemsPage)
    (node,) = page.model.top
    assert (node.value.count, page.model.index(0, ProblemColumn.WHAT).data()) == (
        2, "2\u00a0×\u00a0Should not share")


def test_where_a_notice_says_that_all_is_well_no_card_says_it_again(
    window: OpenWindow, qtbot: QtBot, tmp_path: Path,
) -> None:
    made = BuildWorkspace(tmp_path)
    made.add_concept("cats")
    made.add_picture("data/cats/0.png", caption="a cat")
    options = BuildOptions(workspace=str(made.write()))
    run_to_end(build_samples(open_for(options), options, CancelToken()))
    shutil.rmtree(cache_home() / "openings")  # as if another computer had built it
    window.services.session.open(WorkspaceOptions(workspace=options.workspace))
    wait_until_settled(qtbot, window)
    page = window.window.pages["coverage"]
    assert isinstance(page, CoveragePage)
    assert not page.steps.isVisible()
    bar = window.window.workspace.standing_bar
    assert bar.notice is not None
    assert (bar.notice.tone, bar.notice.hint) == (
        Tone.NOTE, "2 source files were never opened."), "nobody knows whether a trainer can"
    window.services.session.survey(EVERYTHING)
    wait_until_settled(qtbot, window)
    assert bar.notice is not None
    assert (bar.notice.tone, bar.notice.hint) == (
        Tone.GOOD, "The trainer starts without encoding.")


def test_a_small_screen_squeezes_no_card_and_no_button(
    window: OpenWindow, qtbot: QtBot, cards: Callable[[str], NextSteps],
) -> None:
    """1366x768 pixels at 150 percent."""
    shown, before = window.window, window.window.size()
    shown.resize(911, 475)
    steps = cards(SAMPLE)
    shown.docks.bring("inspector")
    width = shown.pages["coverage"].width()
    try:
        for page in ("coverage", "problems", "journal", "duplicates"):
            shown.show_page(page)
            wait_until_settled(qtbot, window)
            visible = [button for button in shown.pages[page].findChildren(QPushButton)
                       if button.isVisible()]
            assert all(button.height() >= button.minimumSizeHint().height()
                       for button in visible)
            assert shown.pages[page].width() == width
        assert sum(card.isVisible() for card in steps.cards) <= 1 < len(steps.cards)
        shown.show_page("coverage")
        wait_until_settled(qtbot, window)
        shown.workspace.standing_bar.show_notice(Notice(
            tone=Tone.WARNING, text="Some folders with your files cannot be reached. " * 3))
        QApplication.processEvents()
        (card,) = (card for card in steps.cards if card.isVisible())
        assert card.height() >= card.minimumSizeHint().height()
        problems = shown.pages["problems"]
        assert isinstance(problems, ProblemsPage)
        problems.show_training()
        shown.show_page("problems")
        wait_until_settled(qtbot, window)
        assert all(part.height() >= part.minimumSizeHint().height()
                   for part in problems.findChildren(QAbstractButton) if part.isVisible())
        problems.show_training(False)
        shown.show_page("coverage")
        shown.workspace.standing_bar.clear()
        text = steps.others.text()
        assert re.findall(r">([^<]+)</a>", text.replace("&nbsp;", " ")) == [
            "Relink 4", "Clean 12", "Store new dates 2", "Cache again 5",
            "3 values left to the program that made the cache"]
        steps.others.linkActivated.emit("2")
        dialog = shown.findChild(CleanDialog)
        assert dialog is not None
        dialog.close()
        steps.others.linkActivated.emit("5")
        assert shown.current_page() == "problems"
    finally:
        shown.resize(before)
        shown.show_page("coverage")


def test_all_changes_are_listed_by_one_click_where_the_cause_names_only_the_first(
    window: OpenWindow, qtbot: QtBot, tmp_path: Path,
) -> None:
    workspace = BuildWorkspace(tmp_path)
    folder = workspace.add_concept("cats")
    workspace.add_picture(f"{folder}/0.png", caption="a cat")
    options = BuildOptions(workspace=str(workspace.config_path))
    run_to_end(build_samples(open_for(options), options, CancelToken()))
    for number in range(1, 5):
        workspace.add_picture(f"{folder}/{number}.png", caption=f"cat {number}", seed=number)
    window.services.session.open(WorkspaceOptions(workspace=str(workspace.config_path)))
    wait_until_settled(qtbot, window)
    (card,) = [card for card in window.window.findChild(NextSteps).cards if card.cause is not None]
    assert card.cause is not None
    assert card.cause.text() == "You added 1.png, 2.png and 2 more."
    assert card.changes is not None
    card.changes.click()
    (dialog,) = window.window.findChildren(FileListDialog)
    qtbot.waitUntil(lambda: dialog.is_settled and dialog.model.rowCount() == 4)
    assert [dialog.model.row_at(at).name for at in range(4)] == [
        f"{number}.png" for number in range(1, 5)]
    dialog.reject()
