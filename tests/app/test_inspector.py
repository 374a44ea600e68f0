"""The inspector shows the wrong file beside the right one, and has the command that fixes a row."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow
from larder.app.dialogs.building.dialog import BuildDialog
from larder.app.view_state import ChosenKind, CurrentRow
from larder.app.views.entries_page import EntriesPage
from larder.app.views.problems_page import ProblemsPage
from larder.app.views.wrong_pair import WrongPairView
from larder.app.widgets.widgets import ElidedLabel, WrappedLabel
from larder.core.queries.preview import LatentDrawing
from larder.core.requests.options import WorkspaceOptions
from larder.core.survey.remedies import REMEDIES, Repair
from larder.core.survey.verdicts import Verdict
from tests.app.conftest import wait_until_settled
from tests.support.fixtures import RELEASED_SAMPLE, SAMPLE

PATIENCE_MS = 60_000


@pytest.fixture
def choose(
    window: OpenWindow, qtbot: QtBot, known_workspace: Callable[[str], Path]
) -> Callable[[str, str, str], None]:
    def choose_in(workspace: str, name: str, store: str) -> None:
        window.services.session.open(
            WorkspaceOptions(workspace=str(known_workspace(workspace))))
        wait_until_settled(qtbot, window)
        window.window.show_page("entries")
        snapshot = window.services.session.snapshot
        assert snapshot is not None
        entries = snapshot.entries
        row = next(row for row in range(len(entries)) if name in ("", entries.name[row])
                   and snapshot.document.stores[int(entries.store[row])].id == store)
        window.services.view.choose(CurrentRow(kind=ChosenKind.ENTRY, row=row))
        wait_until_settled(qtbot, window)

    return choose_in


def pairs(window: OpenWindow) -> list[WrongPairView]:
    return [pair for pair in window.window.inspector.findChildren(WrongPairView)
            if pair.isVisibleTo(window.window)]


def test_what_is_cached_in_the_place_of_a_mixed_up_picture_is_drawn_beside_it(
    window: OpenWindow, choose: Callable[[str, str, str], None], qtbot: QtBot,
) -> None:
    choose(RELEASED_SAMPLE, "caravan.jpg", "image")
    inspector = window.window.inspector
    qtbot.waitUntil(lambda: inspector.drawn is not None, timeout=PATIENCE_MS)
    assert inspector.drawn is not None
    assert isinstance(inspector.drawn.drawing, LatentDrawing)
    likeness = inspector.drawn.drawing.likeness
    assert likeness is not None
    assert likeness < 0.9, "it was made from canyon_dusk.jpg"


def test_a_mixed_up_caption_is_shown_beside_the_text_that_is_trained_instead(
    window: OpenWindow, choose: Callable[[str, str, str], None], qtbot: QtBot,
) -> None:
    choose(RELEASED_SAMPLE, "caravan.txt", "text")
    (pair,) = pairs(window)
    qtbot.waitUntil(lambda: pair.is_settled, timeout=PATIENCE_MS)
    texts = [label.text for label in pair.findChildren(ElidedLabel)]
    assert "caravan.txt" in texts
    said = [label.text() for label in pair.findChildren(WrappedLabel)]
    assert said[0].startswith("five travellers")
    assert said[1].startswith("dark red canyon")


def test_a_renamed_picture_is_shown_with_what_its_former_name_has_and_with_its_command(
    window: OpenWindow, choose: Callable[[str, str, str], None], qtbot: QtBot,
) -> None:
    choose(SAMPLE, "blue_teapot.png", "image")
    inspector = window.window.inspector
    qtbot.waitUntil(lambda: inspector.drawn is not None, timeout=PATIENCE_MS)
    assert inspector.drawn is not None
    assert isinstance(inspector.drawn.drawing, LatentDrawing)
    assert inspector.drawn.source.endswith("/teapot.png")
    assert inspector.drawn.drawing.source.size
    assert inspector.fix.isVisibleTo(window.window)
    assert inspector.fix.text() == "Relink 2…"


def test_a_renamed_caption_shows_the_file_of_its_new_name(
    window: OpenWindow, choose: Callable[[str, str, str], None], qtbot: QtBot,
) -> None:
    choose(SAMPLE, "teapot.txt", "text")
    qtbot.waitUntil(lambda: window.window.inspector.picture.text.startswith("a dotted blue teapot"))


def test_the_bar_with_the_command_stays_whatever_is_selected_in_problems(
    window: OpenWindow, choose: Callable[[str, str, str], None], qtbot: QtBot,
) -> None:
    choose(SAMPLE, "blue_teapot.png", "image")
    window.window.show_page("problems")
    page = window.window.pages["problems"]
    assert isinstance(page, ProblemsPage)
    wait_until_settled(qtbot, window)
    assert page._footer.isVisible()
    page.tree.selectionModel().clear()
    assert page._footer.isVisible()
    assert page.advice.text() == "Select a problem to see how to fix it."
    assert page.mend_buttons == []
    page.tree.setCurrentIndex(page.model.index(0, 0))
    assert page.mend_buttons
    window.window.show_page("entries")


def test_a_good_row_has_neither_pair_nor_command(
    window: OpenWindow, choose: Callable[[str, str, str], None],
) -> None:
    choose(SAMPLE, "caravan.jpg", "image")
    snapshot, chosen = window.services.session.snapshot, window.services.view.chosen
    assert snapshot is not None
    assert chosen is not None
    assert snapshot.entries.verdict[chosen.row] == Verdict.VALID
    assert pairs(window) == []
    assert not window.window.inspector.fix.isVisibleTo(window.window)


def test_a_row_that_no_command_fixes_has_none(
    window: OpenWindow, choose: Callable[[str, str, str], None],
) -> None:
    choose("sdxl_clean", "", "image")
    snapshot = window.services.session.snapshot
    assert snapshot is not None
    unfixed = [row for row in range(len(snapshot.entries)) if snapshot.entries.count[row]
               and REMEDIES[int(snapshot.entries.remedy[row])].repair is Repair.NONE]
    assert unfixed
    window.services.view.choose(CurrentRow(kind=ChosenKind.ENTRY, row=unfixed[0]))
    assert not window.window.inspector.fix.isVisibleTo(window.window)


def test_the_command_of_a_row_opens_its_dialog_for_that_row(
    window: OpenWindow, choose: Callable[[str, str, str], None], qtbot: QtBot,
) -> None:
    choose(SAMPLE, "green_valley.webp", "image")
    page, chosen = window.window.pages["entries"], window.services.view.chosen
    assert isinstance(page, EntriesPage)
    assert chosen is not None
    page.table.selectRow(next(
        at for at in range(page.model.rowCount()) if page.model.row_at(at) == chosen.row))
    fix = window.window.inspector.fix
    assert fix.isVisibleTo(window.window)
    qtbot.waitUntil(fix.isEnabled, timeout=PATIENCE_MS)
    fix.click()
    opened = next(
        one for one in window.window.findChildren(BuildDialog) if not one.isHidden())
    qtbot.waitUntil(lambda: opened.plan is not None, timeout=PATIENCE_MS)
    assert opened.plan is not None
    assert opened.plan.mended == 1
    opened.reject()
