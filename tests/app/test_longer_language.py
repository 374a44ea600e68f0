"""A language whose words are longer than ours finds room: nothing is cut off at the first size.

Pages and dialogs that the sample leads to are looked at in `test_accessible_names`.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt, QTranslator
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow
from larder.app.dialogs.moved_dialog import MovedDialog
from larder.app.dialogs.source_building.dialog import SourceBuildDialog
from larder.app.dialogs.source_building.request import SOURCE_KINDS
from larder.app.views.map_page import MapPage
from larder.app.views.page import LazyPage
from larder.app.views.panels import INSPECTOR_LEAST, TREE_LEAST
from larder.app.widgets.window_layout import INSPECTOR_WIDTH, TREE_WIDTH
from larder.core.requests.options import WorkspaceOptions
from larder.core.workspace.store_kinds import StoreKind
from larder.core.writes.reports import Relocation, SampledFile, SampleState
from tests.app.conftest import AbsentWorker, shown_window, wait_until_settled
from tests.app.synthetic_survey import Recipe, synthetic_pages

LONGER = 0.35
"""German and French are about that much longer than English."""


class LongerWords(QTranslator):
    """Every text with a third more of it, in brackets that show where it ends.

    It belongs to the application: Qt waits for ever where the collector frees one while another is
    asked for a text.
    """

    def isEmpty(self) -> bool:
        return False

    def translate(
        self, _context: str, text: str, _disambiguation: str | None = None, count: int = -1,
    ) -> str:
        more = (" ~~~~" * len(text))[:round(len(text) * LONGER)]
        return f"‹{text}{more}›" if text.strip() else text


@pytest.fixture
def longer(dressed: QApplication, qtbot: QtBot) -> Iterator[OpenWindow]:
    """A window in that language."""
    translator = LongerWords(dressed)
    dressed.installTranslator(translator)
    with shown_window(dressed, AbsentWorker) as opened:
        yield opened
    dressed.removeTranslator(translator)
    translator.deleteLater()
    dressed.processEvents()


def cut_off(root: QWidget) -> list[str]:
    """Texts of labels and buttons that need more width than they have."""
    found = []
    for widget in root.findChildren(QWidget):
        is_text = isinstance(widget, QLabel | QAbstractButton) and bool(widget.text())
        if isinstance(widget, QToolButton) and not widget.icon().isNull():
            # In a line of text it shows its icon only; the text is its name.
            is_text = widget.toolButtonStyle() != Qt.ToolButtonStyle.ToolButtonIconOnly
        if not (is_text and widget.isVisible()):
            continue
        needed = (widget.minimumSizeHint() if isinstance(widget, QLabel) and widget.wordWrap()
                  else widget.sizeHint()).width()
        if needed > widget.width():
            found.append(f"{widget.text()}: {needed} > {widget.width()}")
    return found


@pytest.mark.parametrize("page", ["coverage", "entries", "problems"])
def test_no_page_cuts_longer_words_off(
    longer: OpenWindow, qtbot: QtBot, page: str,
) -> None:
    longer.services.session.adopt(
        WorkspaceOptions(workspace="/w/w.json"), synthetic_pages(Recipe()))
    longer.window.show_page(page)
    wait_until_settled(qtbot, longer)
    qtbot.wait(1)
    assert "‹" in longer.window.workspace.tabs.tabText(0)
    assert cut_off(longer.window) == []


def test_pages_that_are_made_before_they_are_looked_at_leave_the_docks_their_width(
    longer: OpenWindow,
) -> None:
    room = 1366 - TREE_WIDTH - INSPECTOR_WIDTH
    for page in longer.window.pages.values():
        if isinstance(page, LazyPage):
            page.make_view()
    assert {name: width for name, page in longer.window.pages.items()
            if (width := page.minimumSizeHint().width()) > room} == {}


def test_the_tools_of_a_map_fit_beside_both_docks(
    longer: OpenWindow, monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(MapPage, "_has_map", True)
    page = longer.window.pages["map"]
    assert isinstance(page, LazyPage)
    page.make_view()
    assert isinstance(page.view, MapPage)
    assert not page.view.export_table.isHidden()
    assert page.minimumSizeHint().width() < 1366 - TREE_LEAST - INSPECTOR_LEAST


def test_the_start_page_cuts_no_longer_words_off(longer: OpenWindow, qtbot: QtBot) -> None:
    longer.services.settings.keep_recent("/train/portraits/config.json")
    qtbot.wait(1)
    assert cut_off(longer.window) == []


def test_a_moved_folder_does_not_either(longer: OpenWindow, qtbot: QtBot) -> None:
    longer.services.session.open(WorkspaceOptions(workspace="/w/w.json"))
    dialog = MovedDialog(longer.services, longer.window)
    dialog.show()
    dialog._page_of_plan()
    dialog._be_wide_enough()
    dialog._on_planned(dialog._job, Relocation(
        old="E:\\barns", new="F:\\barns", proposals=("F:\\barns", "F:\\old"), entries=3, matching=1,
        sample=(SampledFile("image", "F:\\barns\\1.png", "F:\\barns\\1.png", SampleState.SAME),),
        unnamed=("E:\\barns",), taken=2, released=("image",)))
    qtbot.wait(1)
    assert "‹" in dialog.notes.text()
    assert cut_off(dialog) == []
    dialog.reject()


@pytest.mark.parametrize("kind", SOURCE_KINDS)
def test_caching_a_folder_does_not_either(
    longer: OpenWindow, qtbot: QtBot, kind: StoreKind,
) -> None:
    longer.services.commands.run("cache-folder")
    dialog = longer.window.findChild(SourceBuildDialog)
    dialog.form.choose_kind(kind)
    qtbot.wait(1)
    assert "‹" in dialog.form.about.text()
    assert cut_off(dialog) == []
    dialog.reject()
