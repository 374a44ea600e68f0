"""Entries with their pictures, as rows and as a grid."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPoint, QSize, Qt
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow
from larder.app.dialogs.quick_look import QuickLook
from larder.app.models.entry_rows import EntryColumn
from larder.app.models.problems_model import LineKind
from larder.app.models.survey_pages import SurveyPages
from larder.app.pictures import thumbnails
from larder.app.pictures.picture_files import Preview, read_preview
from larder.app.pictures.thumbnails import Cached
from larder.app.previews.latent_view import LatentView
from larder.app.views.entries_page import GRID, ROWS, EntriesPage
from larder.app.views.problems_page import ProblemsPage
from larder.app.views.row_facts import entry_facts
from larder.app.views.table_file import table_in_front
from larder.app.widgets.column_fit import PADDING
from larder.app.widgets.painted_cells import wrap_text
from larder.app.widgets.widgets import ElidedLabel
from larder.core.requests.options import WorkspaceOptions
from larder.core.survey.remedies import Repair
from tests.app.conftest import shown_window, wait_until_settled
from tests.app.in_process_worker import InProcessWorker
from tests.app.synthetic_survey import MILLION, Recipe
from tests.support.fixtures import SAMPLE

Show = Callable[[Recipe], SurveyPages]


def entries_of(opened: OpenWindow) -> EntriesPage:
    page = opened.window.pages["entries"]
    assert isinstance(page, EntriesPage)
    return page


@pytest.fixture(scope="module")
def window(
    dressed: QApplication, known_workspace: Callable[[str], Path],
) -> Iterator[OpenWindow]:
    with shown_window(dressed, InProcessWorker) as opened:
        opened.window.resize(1366, 768)
        opened.services.session.open(
            WorkspaceOptions(workspace=str(known_workspace(SAMPLE))))
        yield opened


@pytest.fixture
def page(window: OpenWindow, qtbot: QtBot) -> EntriesPage:
    qtbot.waitUntil(lambda: window.services.session.snapshot is not None, timeout=60_000)
    window.services.view.filter_by("")
    window.window.show_page("entries")
    page = entries_of(window)
    page.show_as(ROWS)
    wait_until_settled(qtbot, window)
    return page


def position_of(page: EntriesPage, name: str, kind: str) -> int:
    model = page.model
    return next(
        at for at in range(model.rowCount())
        if (model.cell(at, EntryColumn.SOURCE).text, model.cell(at, EntryColumn.KIND).text)
        == (name, kind))


def show_row(window: OpenWindow, page: EntriesPage, qtbot: QtBot, name: str, kind: str) -> int:
    at = position_of(page, name, kind)
    page.view.scrollTo(page.model.index(at, 0))
    wait_until_settled(qtbot, window)
    return at


def preview_at(page: EntriesPage, at: int) -> tuple[object, Preview]:
    assert page.model.snapshot is not None
    found = page.pictures.of(page.model.snapshot, page.model.row_at(at))
    assert found is not None
    return found


@pytest.mark.parametrize("view", [ROWS, GRID])
def test_rows_in_sight_show_their_sources(
    window: OpenWindow, page: EntriesPage, qtbot: QtBot, view: str,
) -> None:
    page.show_as(view)
    wait_until_settled(qtbot, window)
    at = show_row(window, page, qtbot, "nora.png", "image")
    key, preview = preview_at(page, at)
    assert isinstance(key, Path)
    assert preview.image is not None
    at = show_row(window, page, qtbot, "nora.txt", "text")
    assert preview_at(page, at)[1].text


def test_a_gone_source_is_shown_as_it_was_cached(
    window: OpenWindow, page: EntriesPage, qtbot: QtBot,
) -> None:
    at = show_row(window, page, qtbot, "canyon_dusk.jpg", "image")
    key, preview = preview_at(page, at)
    assert isinstance(key, Cached)
    assert preview.image is not None
    # A dusk is redder than it is green.
    middle = preview.image.pixelColor(preview.image.width() // 2, 2)
    assert middle.red() > middle.green()


def test_a_renamed_source_says_what_it_was_called(
    window: OpenWindow, page: EntriesPage, qtbot: QtBot,
) -> None:
    at = show_row(window, page, qtbot, "blue_teapot.png", "image")
    assert page.model.note_of(page.model.row_at(at)) == "was teapot.png"
    index = page.model.index(at, EntryColumn.SOURCE)
    assert "was teapot.png" in index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert "data/still-life/teapot.png" in index.data(Qt.ItemDataRole.ToolTipRole)
    notes = [page.model.note_of(page.model.row_at(position_of(page, name, "image")))
             for name in ("teapot.png", "nora.png")]
    assert notes == ["now blue_teapot.png", ""]


def test_a_renamed_file_is_called_so_wherever_it_is_listed_and_one_that_is_gone_is_not(
    window: OpenWindow, page: EntriesPage, qtbot: QtBot,
) -> None:
    problems = window.window.pages["problems"]
    assert isinstance(problems, ProblemsPage)
    listed = {
        (line.kind, problems.model.index_of(node).data())
        for node in problems.model.nodes for line in [node.value]
        if line.repair is Repair.READOPT}
    assert (LineKind.VERDICT, "Renamed") in listed
    for name, word in (("teapot.png", "Renamed"), ("canyon_dusk.jpg", "File deleted")):
        at = position_of(page, name, "image")
        assert page.model.index(at, EntryColumn.STATE).data() == word
        snapshot = page.model.snapshot
        assert snapshot is not None
        facts = entry_facts(snapshot, page.model.row_at(at), window.services.look.figures,
                            window.services.look.names)
        assert facts.look.word == page.model.look(at).word == word


def test_every_reason_can_be_read_in_its_row_on_a_small_screen(page: EntriesPage) -> None:
    table = page.table
    room = QSize(table.columnWidth(EntryColumn.REASON) - 2 * PADDING, table.rowHeight(0))
    told = {page.model.cell(at, EntryColumn.REASON).text for at in range(page.model.rowCount())}
    assert len(told) > 10
    cut = [text for text in told if wrap_text(text, table.fontMetrics(), room) != text]
    assert all(text.startswith("It was “") for text in cut)  # captions are as long as they like
    assert table.horizontalScrollBar().maximum() == 0
    assert wrap_text("so long " * 40, table.fontMetrics(), room).endswith("…")


def test_a_row_whose_folder_has_no_column_says_it_below_the_name(
    window: OpenWindow, page: EntriesPage, qtbot: QtBot,
) -> None:
    at = show_row(window, page, qtbot, "nora.png", "image")
    # The inspector comes with a row; brought without one it would stay in the tests below.
    page.table.selectRow(at)
    qtbot.waitUntil(lambda: window.window.docks.is_shown("inspector"))
    assert page.table.isColumnHidden(EntryColumn.FOLDER)
    assert page._row_look(at).note == "data/portraits"
    window.window.resize(1900, 768)
    qtbot.waitUntil(lambda: not page.table.isColumnHidden(EntryColumn.FOLDER))
    assert page._row_look(at).note == ""
    window.window.resize(1366, 768)


def test_hidden_names_hide_former_names_too(window: OpenWindow, page: EntriesPage) -> None:
    at = position_of(page, "blue_teapot.png", "image")
    window.services.look.hide_names(True)
    try:
        assert "teapot" not in page.model.note_of(page.model.row_at(at))
    finally:
        window.services.look.hide_names(False)


def test_a_source_is_opened_once_however_often_it_is_scrolled_past(
    window: OpenWindow, page: EntriesPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened: list[Path] = []

    def counted(file: Path, **how: object) -> Preview:
        opened.append(file)
        return read_preview(file, **how)  # type: ignore[arg-type]

    monkeypatch.setattr(thumbnails, "read_preview", counted)
    for _ in range(2):
        for share in (1, 2, 0):
            bar = page.table.verticalScrollBar()
            bar.setValue(bar.maximum() * share // 2)
            wait_until_settled(qtbot, window)
    assert len(opened) == len(set(opened))


def test_pictures_of_a_page_behind_another_are_not_read(
    window: OpenWindow, page: EntriesPage, qtbot: QtBot,
) -> None:
    window.window.show_page("coverage")
    wait_until_settled(qtbot, window)
    assert page.pictures._keys == set()


def show_cards(window: OpenWindow, page: EntriesPage, qtbot: QtBot) -> None:
    page.show_as(GRID)
    wait_until_settled(qtbot, window)


def names_of(page: EntriesPage, number: int) -> list[tuple[str, str]]:
    return [(page.model.cell(at, EntryColumn.SOURCE).text,
             page.model.cell(at, EntryColumn.KIND).text) for at in page.grid.span_of(number)]


def card_of(page: EntriesPage, name: str, kind: str) -> int:
    return page.grid.card_of(position_of(page, name, kind))


def test_the_grid_and_the_table_share_what_is_selected(
    window: OpenWindow, page: EntriesPage, qtbot: QtBot,
) -> None:
    page.table.selectRow(2)
    chosen = page.model.row_at(2)
    show_cards(window, page, qtbot)
    grid = page.grid
    assert page.model.row_at(grid.currentIndex().row()) == chosen
    click(grid.room_of(1).center(), page)
    click(grid.room_of(3).center(), page, Qt.KeyboardModifier.ShiftModifier)
    assert np.flatnonzero(page.selected_rows()).tolist() == sorted(
        page.model.row_at(at) for card in (1, 2, 3) for at in grid.span_of(card))
    QTest.keyClick(grid.viewport(), Qt.Key.Key_Down)
    assert page.table.currentIndex().row() in grid.span_of(3 + grid.columns)
    QTest.keyClick(grid.viewport(), Qt.Key.Key_End)
    last = grid.span_of(grid.count - 1)
    assert grid.currentIndex().row() == last.start
    assert np.flatnonzero(page.selected_rows()).tolist() == sorted(
        page.model.row_at(at) for at in last)
    assert grid.viewport().rect().contains(grid.visualRect(grid.currentIndex()).center())
    now = window.services.view.chosen
    assert now is not None
    assert now.row == page.model.row_at(last.start)
    rows = page.selected_rows()
    page.show_as(ROWS)
    wait_until_settled(qtbot, window)
    assert (page.selected_rows() == rows).all()


def test_a_picture_and_its_caption_are_one_card_with_the_state_of_each(
    window: OpenWindow, page: EntriesPage, qtbot: QtBot,
) -> None:
    show_cards(window, page, qtbot)
    number = card_of(page, "green_valley.webp", "image")
    assert names_of(page, number) == [
        ("green_valley.webp", "image"), ("green_valley.webp", "vision"),
        ("green_valley.txt", "text")]
    page.grid.scrollTo(page.model.index(page.grid.span_of(number).start, 0))
    wait_until_settled(qtbot, window)
    tile = page._tile(number, QSize(150, 100))
    assert tile.look.picture is not None
    assert tile.name == "green_valley.webp"
    assert tile.caption.startswith("a green valley")
    assert [words for _, words in tile.states] == ["Edited · image, vision", "Up to date · text"]


def test_a_card_shows_picture_and_caption_also_where_one_of_them_is_filtered_out(
    window: OpenWindow, page: EntriesPage, qtbot: QtBot,
) -> None:
    show_cards(window, page, qtbot)
    window.services.view.filter_by("kind:text idris")
    wait_until_settled(qtbot, window)
    assert names_of(page, 0) == [("idris.txt", "text")]
    tile = page._tile(0, QSize(150, 100))
    assert tile.look.picture is not None
    assert tile.name == "idris.webp"
    assert tile.caption
    assert [words for _, words in tile.states] == ["Edited"]


def test_a_double_click_on_a_card_looks_at_picture_cached_and_caption_and_arrows_go_on(
    window: OpenWindow, page: EntriesPage, qtbot: QtBot,
) -> None:
    show_cards(window, page, qtbot)
    window.services.view.choose(None)
    qtbot.waitUntil(lambda: not window.window.docks.is_shown("inspector"))
    number = card_of(page, "green_valley.webp", "image")
    page.grid.scrollTo(page.model.index(page.grid.span_of(number).start, 0))
    at = page.grid.room_of(number).center()
    click(at, page)
    wait_until_settled(qtbot, window)  # the inspector came and moved the cards
    QTest.mouseDClick(page.grid.viewport(), Qt.MouseButton.LeftButton, pos=at)
    look = window.window.findChild(QuickLook)
    assert look is not None
    assert look.isVisible()
    assert look.name.text.endswith("green_valley.webp")
    qtbot.waitUntil(lambda: isinstance(look.preview.view, LatentView))
    view = look.preview.view
    assert isinstance(view, LatentView)
    assert [pane.title for pane in view.canvas.panes] == ["Picture", "Cached"]
    qtbot.waitUntil(lambda: look.caption.text().startswith("a green valley"))
    look.activateWindow()
    qtbot.waitUntil(look.isActiveWindow)
    QTest.keyClick(look, Qt.Key.Key_Right)
    assert np.flatnonzero(page.selected_rows()).tolist() == sorted(
        page.model.row_at(at) for at in page.grid.span_of(number + 1))
    qtbot.waitUntil(lambda: "idris" in look.name.text)
    QTest.keyClick(look, Qt.Key.Key_Up)
    assert look.name.text.endswith("green_valley.webp")
    QTest.keyClick(look, Qt.Key.Key_Escape)
    assert look.isHidden()
    window.window.docks.bring("inspector")


def test_a_swiped_picture_keeps_the_arrows_that_move_its_edge(
    window: OpenWindow, page: EntriesPage, qtbot: QtBot,
) -> None:
    at = show_row(window, page, qtbot, "green_valley.webp", "image")
    page.table.selectRow(at)
    window.services.commands.run("quick-look")
    look = window.window.findChild(QuickLook)
    assert look is not None
    qtbot.waitUntil(lambda: isinstance(look.preview.view, LatentView))
    view = look.preview.view
    assert isinstance(view, LatentView)
    look.activateWindow()
    qtbot.waitUntil(look.isActiveWindow)
    view.swipe.click()
    edge = view.canvas.edge
    QTest.keyClick(view.canvas, Qt.Key.Key_Left)
    assert view.canvas.edge < edge
    assert page.table.currentIndex().row() == at
    view.swipe.click()
    QTest.keyClick(view.canvas, Qt.Key.Key_Left)
    assert page.table.currentIndex().row() == at - 1
    look.reject()


def test_the_slider_leads_from_the_list_over_small_cards_to_large_ones_and_is_remembered(
    window: OpenWindow, page: EntriesPage, qtbot: QtBot,
) -> None:
    slider = page.size_slider
    assert slider.value() == 0
    widths = []
    for _ in range(slider.maximum()):
        QTest.keyClick(slider, Qt.Key.Key_Right)
        wait_until_settled(qtbot, window)
        assert page.view is page.grid
        widths.append(page.grid.tile_size.width())
    assert widths == sorted(widths)
    assert widths[0] < widths[-1]
    QTest.keyClick(slider, Qt.Key.Key_Home)
    assert page.view is page.table
    page.show_as(GRID)
    assert slider.value() == slider.maximum()
    page.show_size(3)
    again = EntriesPage(window.services)
    assert (again.view is again.grid, again.size_slider.value()) == (True, 3)
    again.deleteLater()


def click(
    at: QPoint, page: EntriesPage,
    held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
) -> None:
    QTest.mouseClick(page.grid.viewport(), Qt.MouseButton.LeftButton, held, at)


def test_a_click_beside_the_tiles_is_on_no_row(
    window: OpenWindow, page: EntriesPage, qtbot: QtBot,
) -> None:
    window.services.view.filter_by("nora")
    page.show_as(GRID)
    wait_until_settled(qtbot, window)
    assert 0 < page.grid.count < page.grid.columns * 3
    below = QPoint(page.grid.viewport().width() - 4, page.grid.viewport().height() - 4)
    assert page.grid.indexAt(below) == QModelIndex()


def select(page: EntriesPage, *positions: int) -> None:
    flags = QItemSelectionModel.SelectionFlag
    page.table.clearSelection()
    for at in positions:
        page.table.selectionModel().setCurrentIndex(
            page.model.index(at, 0), flags.Select | flags.Rows)


def test_paths_of_everything_selected_are_copied_and_each_folder_is_opened_once(
    window: OpenWindow, page: EntriesPage, monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toLocalFile()))
    places = [position_of(page, name, "image") for name in (
        "nora.png", "hugo.jpg", "green_valley.webp")]
    select(page, *places)
    window.services.commands.run("copy-path")
    lines = QGuiApplication.clipboard().text().splitlines()
    assert sorted(Path(line).name for line in lines) == [
        "green_valley.webp", "hugo.jpg", "nora.png"]
    window.services.commands.run("reveal")
    assert sorted(Path(folder).name for folder in opened) == ["landscapes", "portraits"]


@pytest.mark.parametrize("names", [("nora.png",), ("nora.png", "roxy.png")])
def test_selected_entries_are_shown_in_problems(
    window: OpenWindow, page: EntriesPage, names: tuple[str, ...],
) -> None:
    select(page, *(position_of(page, name, "image") for name in names))
    window.services.commands.run("show-problems")
    assert window.window.current_page() == "problems"
    problems = window.window.pages["problems"]
    assert isinstance(problems, ProblemsPage)
    snapshot = page.model.snapshot
    assert snapshot is not None
    assert [snapshot.entries.name[row] for row in problems.entries().tolist()] == list(names)


def test_the_inspector_tells_the_history_of_an_entry(
    window: OpenWindow, page: EntriesPage, qtbot: QtBot,
) -> None:
    select(page, position_of(page, "glass_lake.jpg", "image"))
    inspector = window.window.inspector
    qtbot.waitUntil(lambda: inspector.is_settled and inspector.drawn is not None)
    drawn = inspector.drawn
    assert drawn is not None
    assert len(drawn.history) == 2
    # Labels of what was drawn before live until the event loop comes round.
    qtbot.waitUntil(lambda: len(inspector.history.findChildren(ElidedLabel)) == 2)
    told = [label.toolTip() for label in inspector.history.findChildren(ElidedLabel)]
    assert all("data/landscapes/glass_lake.jpg" in text for text in told)
    select(page, position_of(page, "roxy.png", "image"))
    wait_until_settled(qtbot, window)
    assert not inspector.history.isVisibleTo(inspector)


def item_of(problems: ProblemsPage, name: str) -> QModelIndex:
    """The line of an entry of a store of pictures, with everything above it opened."""
    problems.tree.expandAll()
    snapshot = problems._services.session.snapshot
    assert snapshot is not None
    return next(
        problems.model.index_of(node) for node in problems.model.nodes
        if (row := problems._entry_at(problems.model.index_of(node))) is not None
        and snapshot.entries.name[row] == name
        and snapshot.document.stores[int(snapshot.entries.store[row])].id == "image")


@pytest.mark.parametrize(("name", "is_pair"), [
    ("green_valley.webp", True), ("teapot.png", True),
    ("nora.png", True), ("roxy.png", False)])
def test_problems_show_what_edited_and_renamed_pictures_were(
    window: OpenWindow, page: EntriesPage, qtbot: QtBot, name: str, is_pair: bool,
) -> None:
    window.window.show_page("problems")
    problems = window.window.pages["problems"]
    assert isinstance(problems, ProblemsPage)
    index = item_of(problems, name)
    problems.tree.scrollTo(index)
    wait_until_settled(qtbot, window)
    look = problems._look_of(index)
    assert look is not None
    assert look.picture is not None
    assert (look.before is not None) is is_pair
    # Lines with pictures are higher than those without.
    assert problems.tree.visualRect(index).height() > problems.tree.visualRect(
        problems.model.index(0, 0)).height()


def test_a_good_entry_leads_to_no_problem(window: OpenWindow, page: EntriesPage) -> None:
    select(page, page.model.rowCount() - 1)
    action = window.services.commands.action("show-problems")
    assert action is not None
    window.services.commands.refresh()
    assert not action.isEnabled()


def test_the_grid_is_exported_as_the_table(window: OpenWindow, page: EntriesPage) -> None:
    page.show_as(GRID)
    assert table_in_front(page) is page.table


def test_the_view_is_remembered(opened: OpenWindow, show: Show) -> None:
    show(Recipe())
    page = entries_of(opened)
    page.show_as(GRID)
    again = EntriesPage(opened.services)
    assert again.view is again.grid
    assert again.as_grid.isChecked()
    again.deleteLater()


def test_a_grid_of_a_million_costs_what_is_in_sight(
    opened: OpenWindow, show: Show, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened.window.show_page("entries")
    show(MILLION)
    page = entries_of(opened)
    page.show_as(GRID)
    wait_until_settled(qtbot, opened)
    asked: list[int] = []
    tile = page.grid._tile
    monkeypatch.setattr(page.grid, "_tile", lambda at, room: (asked.append(at), tile(at, room))[1])
    bar = page.grid.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    page.grid.viewport().repaint()
    in_sight = page.grid.positions()
    assert 400_000 < in_sight.start < 600_000
    assert 0 < len(set(asked)) <= len(in_sight) // 2 <= 60  # two rows a card
    counted: list[object] = []
    columns = type(page.model).columnCount
    monkeypatch.setattr(type(page.model), "columnCount", lambda *given: (
        counted.append(given), columns(*given))[1])
    page.grid.selectAll()
    assert len(counted) < 1000
    assert int(page.selected_rows().sum()) == 1_000_000
