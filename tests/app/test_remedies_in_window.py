"""Remedies that the window offers for a row work; no button leads to an impossible action."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPoint
from PySide6.QtWidgets import QLabel, QMenu, QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow
from larder.app.dialogs.building.dialog import BuildDialog
from larder.app.dialogs.cleaning.dialog import CleanDialog
from larder.app.dialogs.source_building.dialog import SourceBuildDialog
from larder.app.dialogs.source_building.request import SourceField
from larder.app.models.entry_rows import EntryColumn
from larder.app.models.problems_model import IN_ORDER, LineKind, ProblemColumn, ProblemLine
from larder.app.models.survey_pages import ProblemSubject
from larder.app.models.survey_snapshot import SurveySnapshot
from larder.app.views.entries_page import EntriesPage
from larder.app.views.problems_page import ProblemsPage
from larder.core.queries.preview import LatentDrawing
from larder.core.requests.options import WorkspaceOptions
from larder.core.survey.remedies import Repair
from larder.core.survey.remedies import lines_of as numbers_of
from larder.core.survey.verdicts import Verdict
from tests.app.conftest import LentWindow, wait_until_settled
from tests.app.in_process_worker import InProcessWorker
from tests.support.fixtures import CONFIG

PATIENCE_MS = 60_000


@pytest.fixture
def window(lent: LentWindow, qtbot: QtBot) -> Iterator[OpenWindow]:
    with lent.to(qtbot, InProcessWorker) as opened:
        yield opened


def survey_over(qtbot: QtBot, window: OpenWindow) -> SurveySnapshot:
    session = window.services.session
    qtbot.waitUntil(lambda: not session.is_surveying, timeout=PATIENCE_MS)
    wait_until_settled(qtbot, window)
    assert session.snapshot is not None
    return session.snapshot


def open_workspace(
    qtbot: QtBot, window: OpenWindow, workspace: Path, depth: str = "stat"
) -> SurveySnapshot:
    session = window.services.session
    session.open(WorkspaceOptions(workspace=str(workspace)))
    snapshot = survey_over(qtbot, window)
    if depth != "stat":
        session.survey(depth)
        snapshot = survey_over(qtbot, window)
    return snapshot


def row_of(snapshot: SurveySnapshot, store: str, name: str) -> int:
    at = [one.id for one in snapshot.document.stores].index(store)
    return next(row for row in np.flatnonzero(snapshot.entries.store == at).tolist()
                if snapshot.entries.name[row] == name)


def select(window: OpenWindow, row: int) -> EntriesPage:
    window.window.show_page("entries")
    page = window.window.pages["entries"]
    assert isinstance(page, EntriesPage)
    at = int(np.flatnonzero(page.model.rows == row)[0])
    index = page.model.index(at, 0)
    page.table.selectionModel().setCurrentIndex(
        index, QItemSelectionModel.SelectionFlag.ClearAndSelect
        | QItemSelectionModel.SelectionFlag.Rows)
    return page


def entry_menu(window: OpenWindow, row: int) -> set[str]:
    """Ids of the commands in the context menu of an entry."""
    page = select(window, row)
    page.table.menu_wanted.emit(QPoint(0, 0))
    (menu,) = [one for one in page.findChildren(QMenu) if one.isVisible()]
    ids = {action.objectName() for action in menu.actions()} - {""}
    menu.close()
    return ids


def problems(window: OpenWindow) -> ProblemsPage:
    window.window.show_page("problems")
    page = window.window.pages["problems"]
    assert isinstance(page, ProblemsPage)
    return page


def lines_of(page: ProblemsPage) -> list[tuple[QModelIndex, ProblemLine]]:
    """Every line that is there without opening a group."""
    return [(page.model.index_of(node), node.value) for node in page.model.nodes]


def choose_problem(window: OpenWindow, verdict: Verdict, store: str) -> ProblemsPage:
    """Make the first group of a verdict and store the current one."""
    page, session = problems(window), window.services.session
    assert session.snapshot is not None
    stores = [one.id for one in session.snapshot.document.stores]
    for index, line in lines_of(page):
        group = line.group if line.kind is LineKind.GROUP else None
        if group is not None and group.verdict is verdict and group.scope.store is not None \
                and stores[group.scope.store] == store:
            page.tree.setCurrentIndex(index)
            return page
    raise LookupError(verdict)


def mending(page: ProblemsPage) -> list[str]:
    """Return the labels of the buttons below the problems."""
    return [button.text() for button in page.mend_buttons]


@pytest.fixture
def sample(known_workspace: Callable[[str], Path], tmp_path: Path) -> Path:
    made = known_workspace("sample").parents[1]
    return shutil.copytree(made, tmp_path / "sample") / CONFIG


def agree(window: OpenWindow, button: str) -> None:
    box = window.window.findChild(QMessageBox)
    assert box is not None
    assert isinstance(box, QMessageBox)
    next(one for one in box.findChildren(QPushButton)
         if one.text().replace("&", "") == button).click()


def test_new_dates_of_cached_pixels_are_stored_and_counted(
    window: OpenWindow, qtbot: QtBot, known_workspace: Callable[[str], Path], tmp_path: Path,
) -> None:
    folder = tmp_path / "sample"
    shutil.copytree(known_workspace("sample").parents[1], folder)
    before = open_workspace(qtbot, window, folder / CONFIG)
    count = before.mended[Repair.TOUCH]
    row = row_of(before, "vision", "hugo.jpg")
    assert before.entries.verdict[row] == Verdict.TOUCHED
    choose_problem(window, Verdict.TOUCHED, "vision")
    window.services.commands.run("touch")
    agree(window, "Store dates")
    after = survey_over(qtbot, window)
    assert after.entries.verdict[row_of(after, "vision", "hugo.jpg")] == Verdict.VALID
    # What was not chosen stays as it is, until everything is asked for.
    assert after.entries.verdict[row_of(after, "image", "hugo.jpg")] == Verdict.TOUCHED
    assert after.count(Verdict.TOUCHED) == count - 1 > 0
    window.window.show_page("coverage")
    window.services.commands.run("touch")
    agree(window, "Store dates")
    assert survey_over(qtbot, window).count(Verdict.TOUCHED) == 0


@pytest.mark.parametrize("page", ["entries", "problems"])
def test_only_the_chosen_renamed_file_is_taken_back(
    window: OpenWindow, qtbot: QtBot, known_workspace: Callable[[str], Path], tmp_path: Path,
    page: str,
) -> None:
    folder = tmp_path / "sample"
    shutil.copytree(known_workspace("sample").parents[1], folder)
    before = open_workspace(qtbot, window, folder / CONFIG)
    if page == "entries":
        select(window, row_of(before, "image", "blue_teapot.png"))
    else:
        shown = problems(window)
        chosen = np.zeros(len(before.entries), np.bool_)
        chosen[row_of(before, "image", "blue_teapot.png")] = True
        shown.select_rows(chosen)
        # Its two variations.
        assert mending(shown) == ["Relink 2…"]
    window.services.commands.run("readopt")
    agree(window, "Relink")
    after = survey_over(qtbot, window)
    assert after.entries.verdict[row_of(after, "image", "blue_teapot.png")] == Verdict.VALID
    assert after.entries.verdict[row_of(after, "text", "blue_teapot.txt")] == Verdict.MISSING_ENTRY


def test_where_nothing_could_be_stored_it_is_not_said_that_something_was(
    window: OpenWindow, qtbot: QtBot, fixture_workspace: Callable[[str], Path],
) -> None:
    workspace = fixture_workspace("sdxl_drifted")
    snapshot = open_workspace(qtbot, window, workspace / CONFIG)
    (row,) = np.flatnonzero(snapshot.entries.verdict == Verdict.TOUCHED).tolist()
    window.services.session.source_file(row).unlink()
    window.services.commands.run("touch")
    agree(window, "Store dates")
    survey_over(qtbot, window)
    notice = window.window.notice_bar.notice
    assert notice is not None
    assert notice.text == "No date was stored."


def test_wrong_pairs_of_a_released_cache_lead_to_the_build_dialog(
    window: OpenWindow, qtbot: QtBot, known_workspace: Callable[[str], Path],
) -> None:
    snapshot = open_workspace(qtbot, window, known_workspace("sd15_legacy_diskcache"))
    assert "build-selected" in entry_menu(window, row_of(snapshot, "image", "img_009.jpg"))
    page = choose_problem(window, Verdict.SHIFTED, "image")
    assert mending(page) == ["Move or rebuild 6…"]
    assert "keeps training with wrong pairs" in page.advice.text()
    window.services.commands.run("build-problem")
    assert window.window.findChild(BuildDialog) is not None


def test_nothing_in_a_released_cache_of_another_family_leads_to_the_build_dialog(
    window: OpenWindow, qtbot: QtBot, fixture_workspace: Callable[[str], Path],
) -> None:
    root = fixture_workspace("sd15_legacy_diskcache")
    config = root / "training_presets" / "config.json"
    config.write_text(config.read_text().replace(
        "STABLE_DIFFUSION_15", "STABLE_DIFFUSION_20_DEPTH"))
    snapshot = open_workspace(qtbot, window, config)
    row = row_of(snapshot, "image", "img_009.jpg")
    assert "build-selected" not in entry_menu(window, row)
    page = choose_problem(window, Verdict.SHIFTED, "image")
    assert mending(page) == ["Review 6…"]
    assert "keeps training with wrong pairs" in page.advice.text()
    select(window, row)
    for command in ("build-selected", "build-problem"):
        if command == "build-problem":
            choose_problem(window, Verdict.SHIFTED, "image")
        window.services.commands.run(command)
        assert window.window.findChild(BuildDialog) is None
        notice = window.window.notice_bar.notice
        assert notice is not None
        assert "Larder cannot build any" in notice.text
        assert "wrong pairs" in notice.hint
        window.services.notices.clear()


def test_a_missing_caption_offers_no_clean(
    window: OpenWindow, qtbot: QtBot, fixture_workspace: Callable[[str], Path],
) -> None:
    workspace = fixture_workspace("sdxl_clean")
    picture = next((workspace / "data").rglob("*.jpg"))
    shutil.copy(picture, picture.with_name("without_caption.jpg"))
    snapshot = open_workspace(qtbot, window, workspace / CONFIG)
    row = row_of(snapshot, "text", "without_caption.txt")
    assert not {"clean-selected", "touch", "readopt"} & entry_menu(window, row)
    page = choose_problem(window, Verdict.SOURCE_MISSING, "text")
    assert mending(page) == []
    assert "Write the caption file" in page.advice.text()


def test_a_picture_whose_payload_is_here_is_to_be_readopted(
    window: OpenWindow, qtbot: QtBot, known_workspace: Callable[[str], Path],
) -> None:
    snapshot = open_workspace(qtbot, window, known_workspace("sdxl_drifted"))
    assert "readopt" in entry_menu(window, row_of(snapshot, "image", "renamed_shot_017.webp"))
    assert "readopt" not in entry_menu(window, row_of(snapshot, "image", "brand_new.png"))
    window.services.view.choose(None)
    select(window, row_of(snapshot, "image", "renamed_shot_017.webp"))
    wait_until_settled(qtbot, window)
    assert window.window.inspector.repair.text().startswith("Relink: ")


def test_values_are_made_anew_with_what_made_them(
    window: OpenWindow, qtbot: QtBot, sample: Path,
) -> None:
    open_workspace(qtbot, window, sample)
    choose_problem(window, Verdict.CONTENT_CHANGED, "waveform")
    window.services.commands.run("build-problem")
    qtbot.waitUntil(
        lambda: window.window.findChild(SourceBuildDialog) is not None, timeout=PATIENCE_MS)
    dialog = window.window.findChild(SourceBuildDialog)
    assert isinstance(dialog, SourceBuildDialog)
    qtbot.waitUntil(lambda: dialog.plan is not None, timeout=PATIENCE_MS)
    assert dialog.form.fields[SourceField.SAMPLE_RATE].text() == "16000"
    assert dialog.form.fields[SourceField.SECONDS].text() == "30"
    assert dialog.form.resample.isChecked()
    assert dialog.plan is not None
    assert dialog.plan.payloads >= 1
    dialog.reject()


def test_what_a_close_look_found_is_planned_with_as_close_a_look(
    window: OpenWindow, qtbot: QtBot, known_workspace: Callable[[str], Path],
) -> None:
    open_workspace(qtbot, window, known_workspace("sdxl_drifted"), depth="payload")
    page = choose_problem(window, Verdict.CORRUPT_PAYLOAD, "image")
    assert mending(page) == ["Rebuild 1…"]
    window.services.commands.run("build-problem")
    dialog = window.window.findChild(BuildDialog)
    assert isinstance(dialog, BuildDialog)
    qtbot.waitUntil(lambda: dialog.plan is not None, timeout=PATIENCE_MS)
    assert dialog.plan is not None
    assert dialog.plan.payloads >= 1
    dialog.reject()


def test_an_entry_that_shares_its_payload_says_so_in_table_and_inspector(
    window: OpenWindow, qtbot: QtBot, known_workspace: Callable[[str], Path],
) -> None:
    snapshot = open_workspace(qtbot, window, known_workspace("sdxl_clean"))
    row = row_of(snapshot, "image", "img_000.jpg")
    page = select(window, row)
    wait_until_settled(qtbot, window)
    at = int(np.flatnonzero(page.model.rows == row)[0])
    assert "copy_of_img_000.jpg" in page.model.cell(at, EntryColumn.REASON).text
    assert "shares its cached file" in page.model.cell(at, EntryColumn.ALSO).text
    inspector = window.window.inspector
    assert "copy_of_img_000.jpg" in inspector.why.text()
    assert any("shares its cached file" in label.text() for label in inspector.findChildren(QLabel))


def test_a_renamed_picture_is_shown_beside_what_was_made_from_it(
    window: OpenWindow, qtbot: QtBot, known_workspace: Callable[[str], Path],
) -> None:
    snapshot = open_workspace(qtbot, window, known_workspace("sample"))
    select(window, row_of(snapshot, "image", "teapot.png"))
    wait_until_settled(qtbot, window)
    drawn = window.window.inspector.drawn
    assert drawn is not None
    assert isinstance(drawn.drawing, LatentDrawing)
    assert drawn.drawing.source.size
    assert not drawn.drawing.no_source


def remedies(page: ProblemsPage) -> dict[Repair, QModelIndex]:
    """The top lines, without what jobs could not do."""
    return {line.repair: index for index, line in lines_of(page) if line.kind is LineKind.REMEDY}


@pytest.mark.parametrize("name", ["sdxl_drifted", "sd15_legacy_diskcache", "sample"])
def test_there_is_one_line_per_remedy_with_all_that_it_mends(
    window: OpenWindow, qtbot: QtBot, known_workspace: Callable[[str], Path], name: str,
) -> None:
    snapshot = open_workspace(qtbot, window, known_workspace(name))
    page, pages = problems(window), window.services.session.pages
    assert pages is not None
    tops = remedies(page)
    assert len(tops) == page.model.rowCount()
    assert list(tops) == sorted(tops, key=IN_ORDER.index)
    assert set(tops) == {group.repair for group in pages.problems}
    for repair, index in tops.items():
        groups = [group for group in pages.problems if group.repair is repair]
        shown = int(index.siblingAtColumn(ProblemColumn.COUNT).data().replace(",", ""))
        assert shown == sum(group.count for group in groups)
        page.tree.setCurrentIndex(index)
        entries = np.isin(snapshot.entries.remedy, numbers_of(repair)) & (
            snapshot.entries.count != 0)
        if repair is not Repair.NONE:
            assert len(page.entries(repair)) == int(entries.sum())
            assert shown == snapshot.mended[repair]
            assert mending(page)
        elif any(group.subject is not ProblemSubject.FINDINGS for group in groups):
            assert bool(mending(page)) is any(
                group.main_repair is not Repair.NONE for group in groups)


def test_a_remedy_opens_into_verdicts_and_those_into_places_and_items(
    window: OpenWindow, qtbot: QtBot, known_workspace: Callable[[str], Path],
) -> None:
    open_workspace(qtbot, window, known_workspace("sample"))
    page = problems(window)
    model, top = page.model, remedies(page)[Repair.BUILD]
    kinds = {line.kind: index for index, line in lines_of(page)
             if index.parent() == top or index.parent().parent() == top}
    verdict = kinds[LineKind.VERDICT]
    places = [model.index(row, 0, verdict) for row in range(model.rowCount(verdict))]
    assert len(places) > 1
    assert {model.node(place).value.kind for place in places} == {LineKind.GROUP}
    assert verdict.data() not in {place.data() for place in places}
    assert all(" · " in place.data() for place in places)
    count = [int(index.siblingAtColumn(ProblemColumn.COUNT).data()) for index in (verdict, *places)]
    assert count[0] == sum(count[1:])
    model.fetchMore(places[0])
    assert model.node(model.index(0, 0, places[0])).value.kind is LineKind.ITEM


def select_lines(page: ProblemsPage, *indexes: QModelIndex) -> None:
    page.tree.clearSelection()
    for index in indexes:
        page.tree.selectionModel().select(
            index, QItemSelectionModel.SelectionFlag.Select
            | QItemSelectionModel.SelectionFlag.Rows)


def test_several_lines_are_mended_at_once_each_row_once(
    window: OpenWindow, qtbot: QtBot, known_workspace: Callable[[str], Path],
) -> None:
    snapshot = open_workspace(qtbot, window, known_workspace("sdxl_drifted"))
    page = problems(window)
    groups = [(index, line.groups[0]) for index, line in lines_of(page)
              if line.kind is LineKind.GROUP and line.repair is Repair.BUILD]
    (first, one), (second, other) = groups[0], groups[-1]
    page.model.fetchMore(first)
    select_lines(page, first, second, page.model.index(0, 0, first))
    chosen = len(one) + len(other)
    assert 1 < chosen < snapshot.mended[Repair.BUILD]
    assert mending(page) == [f"Rebuild {chosen}…"]
    page.mend_buttons[0].click()
    dialog = window.window.findChild(BuildDialog)
    assert isinstance(dialog, BuildDialog)
    wanted = sorted((*one.rows.tolist(), *other.rows.tolist()))
    assert sorted(dialog.request.options.selection or ()) == sorted(
        (snapshot.document.stores[int(snapshot.entries.store[row])].id,
         snapshot.entries.source(row)) for row in wanted)
    dialog.reject()
    wait_until_settled(qtbot, window)


def test_what_should_not_share_is_rebuilt_from_where_it_is_listed(
    window: OpenWindow, qtbot: QtBot, known_workspace: Callable[[str], Path],
) -> None:
    snapshot = open_workspace(qtbot, window, known_workspace("sdxl_clean"))
    page = problems(window)
    select_lines(page, page.model.index(0, 0))
    assert mending(page) == ["Rebuild 2…"]
    page.mend_buttons[0].click()
    dialog = window.window.findChild(BuildDialog)
    assert isinstance(dialog, BuildDialog)
    assert sorted(dialog.request.options.selection or ()) == [
        ("image", snapshot.entries.source(row))
        for row in sorted(page.entries().tolist(), key=snapshot.entries.source)]
    qtbot.waitUntil(lambda: dialog.plan is not None, timeout=PATIENCE_MS)
    assert dialog.plan is not None
    assert dialog.plan.totals.encodes >= 2
    dialog.reject()
    wait_until_settled(qtbot, window)


def test_what_different_remedies_mend_has_a_button_for_each(
    window: OpenWindow, qtbot: QtBot, known_workspace: Callable[[str], Path],
) -> None:
    open_workspace(qtbot, window, known_workspace("sdxl_drifted"))
    page = problems(window)
    tops = remedies(page)
    select_lines(page, *tops.values())
    assert [text.split()[0] for text in mending(page)] == ["Relink", "Rebuild", "Store", "More"]
    menu = page.mend_buttons[-1].menu()
    assert [action.text().split()[0] for action in menu.actions()] == ["Clean"]
    select_lines(page, tops[Repair.CLEAN], tops[Repair.BUILD])
    assert {text.split()[0] for text in mending(page)} == {"Rebuild", "Clean"}


def test_all_that_a_build_mends_is_a_build_of_everything(
    window: OpenWindow, qtbot: QtBot, known_workspace: Callable[[str], Path],
) -> None:
    snapshot = open_workspace(qtbot, window, known_workspace("sdxl_drifted"))
    page = problems(window)
    page.tree.setCurrentIndex(remedies(page)[Repair.BUILD])
    assert mending(page) == [f"Rebuild {snapshot.mended[Repair.BUILD]}…"]
    page.mend_buttons[0].click()
    dialog = window.window.findChild(BuildDialog)
    assert isinstance(dialog, BuildDialog)
    assert dialog.request.selection is None
    qtbot.waitUntil(lambda: dialog.plan is not None, timeout=PATIENCE_MS)
    assert dialog.plan is not None
    assert dialog.plan.entries == snapshot.mended[Repair.BUILD]
    dialog.reject()


def test_some_files_that_nobody_needs_are_cleaned_by_themselves(
    window: OpenWindow, qtbot: QtBot, known_workspace: Callable[[str], Path],
) -> None:
    snapshot = open_workspace(qtbot, window, known_workspace("sdxl_drifted"))
    page = problems(window)
    index, line = next((index, line) for index, line in lines_of(page)
                       if line.kind is LineKind.GROUP and line.repair is Repair.CLEAN
                       and line.groups[0].subject is ProblemSubject.PAYLOADS)
    page.tree.setCurrentIndex(index)
    assert mending(page) == [f"Clean {line.count}…"]
    page.mend_buttons[0].click()
    dialog = window.window.findChild(CleanDialog)
    assert isinstance(dialog, CleanDialog)
    qtbot.waitUntil(lambda: dialog.plan is not None, timeout=PATIENCE_MS)
    assert dialog.plan is not None
    names = {snapshot.payloads.name[row] for row in line.groups[0].rows.tolist()}
    shown = [item for group in dialog.plan.groups for item in group.items.tolist()]
    assert {dialog.plan.columns.payload[item] for item in shown} == names
    dialog.reject()
    wait_until_settled(qtbot, window)
