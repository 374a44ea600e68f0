"""The window on the sample's cache of the released layout: real widgets, real jobs, real files."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow
from larder.app.dialogs.building.dialog import BuildDialog
from larder.app.dialogs.building.request import request_for, usual_options
from larder.app.dialogs.building.view import slot_rows
from larder.app.dialogs.bundles import ExportDialog
from larder.app.dialogs.what_if.dialog import WhatIfDialog
from larder.app.models.listed_files import count_actions
from larder.app.models.survey_snapshot import SurveySnapshot
from larder.app.views.entries_page import EntriesPage
from larder.app.views.file_list import FileListDialog
from larder.app.views.problems_page import ProblemsPage
from larder.core.requests.options import WorkspaceOptions
from larder.core.settings import Settings
from larder.core.workspace.cache_layout import CacheLayout
from tests.app.conftest import LentWindow, agree_to_undo, column_of, wait_until_settled
from tests.app.in_process_worker import InProcessWorker
from tests.support.fixtures import RELEASED_CONFIG, SAMPLE, copy_workspace

PATIENCE_MS = 30_000
CACHE = "workspace-cache/released"


@pytest.fixture
def window(lent: LentWindow, qtbot: QtBot) -> Iterator[OpenWindow]:
    with lent.to(qtbot, InProcessWorker) as opened:
        yield opened


@pytest.fixture
def sample(known_workspace: Callable[[str], Path], tmp_path: Path) -> Path:
    return copy_workspace(known_workspace(SAMPLE).parents[1], tmp_path / "sample")


def open_sample(window: OpenWindow, qtbot: QtBot, sample: Path) -> SurveySnapshot:
    window.services.session.open(WorkspaceOptions(workspace=str(sample / RELEASED_CONFIG)))
    wait_until_settled(qtbot, window)
    return surveyed(window)


def surveyed(window: OpenWindow) -> SurveySnapshot:
    snapshot = window.services.session.snapshot
    assert snapshot is not None
    return snapshot


def build_dialog(window: OpenWindow, qtbot: QtBot) -> BuildDialog:
    window.services.commands.run("build")
    dialog = next(
        found for found in window.window.findChildren(BuildDialog) if not found.isHidden())
    qtbot.waitUntil(lambda: dialog.plan is not None, timeout=PATIENCE_MS)
    return dialog


def payloads(sample: Path) -> dict[str, bytes]:
    cache = sample / CACHE
    return {
        path.relative_to(cache).as_posix(): path.read_bytes()
        for path in cache.rglob("*.pt") if ".larder" not in path.parts}


@pytest.mark.parametrize(("command", "config"), [
    ("open-sample", "training_presets/config.json"), ("open-released-sample", RELEASED_CONFIG)])
def test_a_sample_of_the_start_page_opens(
    window: OpenWindow, qtbot: QtBot, sample: Path, monkeypatch: pytest.MonkeyPatch,
    command: str, config: str,
) -> None:
    monkeypatch.setattr("platformdirs.user_data_path", lambda *_, **__: sample.parent)
    window.services.commands.run(command)
    wait_until_settled(qtbot, window)
    assert surveyed(window).document.totals.stale
    options = window.services.session.options
    assert options is not None
    assert Path(options.workspace, config if Path(options.workspace).is_dir() else "").samefile(
        sample / config)


def test_a_build_leaves_nothing_to_do_and_undo_brings_every_byte_back(
    window: OpenWindow, qtbot: QtBot, sample: Path,
) -> None:
    assert open_sample(window, qtbot, sample).document.totals.stale
    before = payloads(sample)
    dialog = build_dialog(window, qtbot)
    dialog.footer.build.click()
    wait_until_settled(qtbot, window)
    notice = window.window.notice_bar.notice
    assert notice is not None
    totals = surveyed(window).document.totals
    assert (totals.stale, totals.missing) == (0, 0), (notice.text, notice.hint, notice.left)
    assert "Nothing to build." in build_dialog(window, qtbot).footer.total.text()
    build_dialog(window, qtbot).reject()
    assert payloads(sample) != before
    window.services.commands.run("undo")
    agree_to_undo(qtbot, window)
    wait_until_settled(qtbot, window)
    assert payloads(sample) == before


def test_the_build_dialog_tells_what_becomes_of_the_payloads_of_each_concept(
    window: OpenWindow, qtbot: QtBot, sample: Path,
) -> None:
    open_sample(window, qtbot, sample)
    dialog = build_dialog(window, qtbot)
    plan, table = dialog.plan, dialog.view.slots.model()
    assert plan is not None
    rows = slot_rows(plan)
    assert dialog.view.slots.isVisible()
    assert [(row.concept, row.store) for row in rows] == [
        (concept, store) for concept in ("landscapes", "portraits", "still life")
        for store in ("image", "text")]
    assert plan.totals
    assert sum(row.encodes for row in rows) == plan.totals.encodes == 8
    assert sum(row.copies for row in rows) == plan.totals.copies == 1
    assert [table.index(0, column_of(table, title)).data() for title in (
        "Keep", "Move", "Encode", "Remove")] == ["2", "21", "1", "2"]
    assert dialog.footer.total.text().startswith("Encode 8 files · copy 1 · move 95 ·")
    assert dialog.view.emptied.isHidden()
    dialog.reject()


def listed_files(dialog: BuildDialog, qtbot: QtBot) -> FileListDialog:
    """The list that a click opened, with its rows."""
    (found,) = dialog.findChildren(FileListDialog)
    qtbot.waitUntil(lambda: found.is_settled and found.model.rowCount() > 0, timeout=20_000)
    return found


def test_the_files_of_a_build_are_listed_by_one_click_and_add_up_to_its_counts(
    window: OpenWindow, qtbot: QtBot, sample: Path,
) -> None:
    open_sample(window, qtbot, sample)
    dialog = build_dialog(window, qtbot)
    assert dialog.plan is not None
    totals = dialog.plan.totals
    assert totals
    dialog.view.show_files.click()
    files = listed_files(dialog, qtbot)
    rows = [files.model.row_at(at) for at in range(files.model.rowCount())]
    counts = count_actions(rows)
    assert [counts[action] for action in ("encode", "copy", "move", "remove")] == [
        totals.encodes, totals.copies, totals.moves, totals.goes]
    files.action.setCurrentIndex(files.action.findData("encode"))
    qtbot.waitUntil(lambda: files.is_settled)
    assert files.total.text() == "8 files"
    assert {files.model.row_at(at).action for at in range(files.model.rowCount())} == {"encode"}
    files.search.setText("roxy")
    qtbot.waitUntil(lambda: files.is_settled and files.model.rowCount() == 2)
    assert {files.model.row_at(at).name for at in range(2)} == {"roxy.png", "roxy.txt"}
    files.show_in_entries.click()
    assert dialog.isHidden()
    assert window.window.current_page() == "entries"
    wait_until_settled(qtbot, window)


def test_a_double_click_on_a_concept_of_a_build_lists_its_files(
    window: OpenWindow, qtbot: QtBot, sample: Path,
) -> None:
    open_sample(window, qtbot, sample)
    dialog = build_dialog(window, qtbot)
    dialog.view.slots.activated.emit(dialog.view.slots.model().index(0, 0))
    files = listed_files(dialog, qtbot)
    assert {files.model.row_at(at).concept for at in range(files.model.rowCount())} == {
        "landscapes"}
    files.reject()
    dialog.reject()


def test_a_picture_that_cannot_be_read_says_why_its_concept_waits_and_is_shown(
    window: OpenWindow, qtbot: QtBot, sample: Path,
) -> None:
    (sample / "data/portraits/roxy.png").write_bytes(b"junk")
    open_sample(window, qtbot, sample)
    dialog = build_dialog(window, qtbot)
    said = dialog.view.left.said[0]
    assert said.startswith("data/portraits/roxy.png cannot be read. OneTrainer finds cached files")
    assert "move it out of the concept's folder" in said
    assert [button.text() for button in dialog.view.left.buttons] == ["Show"]
    dialog.view.left.buttons[0].click()
    assert window.window.current_page() == "entries"
    wait_until_settled(qtbot, window)
    page = window.window.pages["entries"]
    assert isinstance(page, EntriesPage)
    assert {surveyed(window).entries.source(row) for row in page.model.rows.tolist()} == {
        "data/portraits/roxy.png"}


def test_an_export_names_all_that_is_in_the_wrong_place_and_shows_it(
    window: OpenWindow, qtbot: QtBot, sample: Path,
) -> None:
    open_sample(window, qtbot, sample)
    window.services.commands.run("export-cache")
    dialog = window.window.findChildren(ExportDialog)[-1]
    qtbot.waitUntil(lambda: dialog.plan is not None, timeout=PATIENCE_MS)
    said = " ".join(dialog.checklist.said)
    assert "Everything that training needs is cached" not in said
    assert "Not cached yet: 2 pictures and captions." in said
    assert "In 2 concepts, 72 pictures and captions would be trained with" in said
    assert any("moves these files to their right positions" in label.text()
               for label in dialog.findChildren(QLabel))
    show = next(one for one in dialog.checklist.buttons if one.text() == "Show")
    show.click()
    assert window.window.current_page() == "problems"
    page = window.window.pages["problems"]
    assert isinstance(page, ProblemsPage)
    wait_until_settled(qtbot, window)


def test_the_build_dialog_of_a_selection_counts_each_file_of_its_groups(
    window: OpenWindow, qtbot: QtBot, sample: Path,
) -> None:
    open_sample(window, qtbot, sample)
    dialog = build_dialog(window, qtbot)
    everything = dialog.plan
    assert everything is not None
    dialog.ask_for(request_for(
        usual_options(window.services.session, Settings()),
        (("image", "data/landscapes/caravan.jpg"),)))
    qtbot.waitUntil(lambda: dialog.plan not in (None, everything), timeout=PATIENCE_MS)
    wait_until_settled(qtbot, window)
    assert dialog.plan is not None
    table = dialog.view.slots.model()
    sums = {(row.concept, row.store): row.stays + row.left + row.moves + row.copies + row.encodes
            for row in slot_rows(dialog.plan)}
    assert sums == {("landscapes", "image"): 24, ("landscapes", "text"): 24}
    keep = table.index(0, column_of(table, "Keep"))
    assert keep.data() == "3"
    assert "1 of them stay" in keep.data(Qt.ItemDataRole.ToolTipRole)
    dialog.reject()


def test_the_build_dialog_says_first_that_the_trainer_would_empty_the_cache(
    window: OpenWindow, qtbot: QtBot, sample: Path,
) -> None:
    config = sample / RELEASED_CONFIG
    config.write_text(config.read_text().replace(
        '"clear_cache_before_training": false', '"clear_cache_before_training": true'))
    open_sample(window, qtbot, sample)
    dialog = build_dialog(window, qtbot)
    assert dialog.view.emptied.isVisible()
    assert "Clear cache before training" in dialog.view.emptied.text.text()
    dialog.reject()


def test_what_a_build_would_only_move_can_be_built_from_the_what_if(
    window: OpenWindow, qtbot: QtBot, sample: Path,
) -> None:
    config = sample / RELEASED_CONFIG
    concepts = json.loads((sample / "training_concepts/concepts.json").read_text())
    concepts[1]["seed"] = 7
    other = config.with_name("other.json")
    other.write_text(json.dumps({**json.loads(config.read_text()), "concepts": concepts}))
    open_sample(window, qtbot, sample)
    window.services.commands.run("what-if")
    dialog = window.window.findChild(WhatIfDialog)
    dialog.compare_with(other)
    qtbot.waitUntil(
        lambda: "under another name" in dialog.results.summary.text(), timeout=PATIENCE_MS)
    assert "OneTrainer looks for 18 pictures or captions" in dialog.results.summary.text()
    assert dialog.footer.build.isEnabled()
    dialog.reject()


def test_a_switch_to_the_pull_request_and_back_takes_over_what_is_cached(
    window: OpenWindow, qtbot: QtBot, sample: Path,
) -> None:
    open_sample(window, qtbot, sample)
    at_first = build_dialog(window, qtbot).plan
    dialog = build_for(window, qtbot, CacheLayout.INDEXED)
    assert dialog.plan is not None
    assert at_first is not None
    stale, work = dialog.plan.payloads, dialog.plan.work
    assert work.copies >= (dialog.plan.linked or 0) > 0
    assert dialog.footer.total.text().startswith(
        f"Encode {work.encodes} files · copy {work.copies}")
    assert "reused from the cache for every released OneTrainer" in dialog.view.reuse.text()
    dialog.footer.build.click()
    wait_until_settled(qtbot, window)
    assert surveyed(window).document.workspace.layouts == (
        CacheLayout.INDEXED, CacheLayout.RELEASED)

    dialog = build_for(window, qtbot, CacheLayout.RELEASED)
    assert dialog.plan is not None
    # An index has no row for a picture without a caption.
    assert dialog.plan.payloads == at_first.payloads - stale
    assert dialog.plan.linked == stale
    dialog.reject()


def build_for(window: OpenWindow, qtbot: QtBot, layout: CacheLayout) -> BuildDialog:
    dialog = build_dialog(window, qtbot)
    before = dialog.plan
    dialog.view.reader.setCurrentIndex(dialog.view.reader.findData(layout))
    qtbot.waitUntil(
        lambda: dialog.plan is not None and dialog.plan is not before, timeout=PATIENCE_MS)
    return dialog
