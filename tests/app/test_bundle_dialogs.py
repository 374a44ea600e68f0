"""The dialogs that export a cache and import one."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow
from larder.app.dialogs.building.dialog import BuildDialog
from larder.app.dialogs.bundles import ExportDialog, ImportDialog, verify_bundle
from larder.app.views.file_list import FileListDialog
from larder.core.bundle.import_bundle import SHOWN_FLAWS
from larder.core.requests.options import WorkspaceOptions
from tests.app.conftest import wait_until_settled
from tests.support.building import BuildWorkspace
from tests.support.bundles import export, files_below, verify
from tests.support.training import LAYOUTS, cached

Open = Callable[[BuildWorkspace], OpenWindow]
PATIENCE_MS = 30_000


@pytest.fixture
def open_(window: OpenWindow, qtbot: QtBot) -> Open:
    def opened(workspace: BuildWorkspace) -> OpenWindow:
        window.services.session.open(WorkspaceOptions(workspace=str(workspace.config_path)))
        qtbot.waitUntil(lambda: not window.services.session.is_surveying, timeout=PATIENCE_MS)
        wait_until_settled(qtbot, window)
        return window

    return opened


def export_dialog(window: OpenWindow, qtbot: QtBot) -> ExportDialog:
    window.services.commands.run("export-cache")
    dialog = window.window.findChildren(ExportDialog)[-1]
    qtbot.waitUntil(lambda: dialog.plan is not None, timeout=PATIENCE_MS)
    return dialog


def choose(dialog: ExportDialog | ImportDialog, place: Path, qtbot: QtBot) -> None:
    before = dialog.plan
    dialog.place.show_path("")
    dialog.place.line.setText(str(place))
    dialog.place.line.editingFinished.emit()
    qtbot.waitUntil(lambda: dialog.plan is not None and dialog.plan is not before,
                    timeout=PATIENCE_MS)


def listed_names(dialog: ExportDialog | ImportDialog, qtbot: QtBot) -> set[str]:
    """The names that a click lists."""
    dialog.show_files.click()
    (files,) = dialog.findChildren(FileListDialog)
    qtbot.waitUntil(lambda: files.is_settled and files.model.rowCount() > 0, timeout=PATIENCE_MS)
    names = {files.model.row_at(at).name for at in range(files.model.rowCount())}
    files.reject()
    return names


def notice_text(window: OpenWindow) -> str:
    notice = window.window.notice_bar.notice
    return "" if notice is None else notice.text


def drop(window: OpenWindow, path: Path) -> None:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path))])
    window.window.dropEvent(QDropEvent(
        QPointF(5, 5), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_cache_is_exported_and_brought_in_by_dropping_it(
    open_: Open, tmp_path: Path, qtbot: QtBot, layout: str
) -> None:
    window = open_(cached(tmp_path / "home", layout=layout, pictures=3))
    dialog = export_dialog(window, qtbot)
    assert ("to import" in dialog.one_file.text()) == (layout == "released")
    assert ("same paths" in dialog.folder.text()) == (layout == "released")
    dialog.one_file.click()
    assert dialog.place.path.endswith("home-cache.zip")
    target = tmp_path / "bundle.zip"
    choose(dialog, target, qtbot)
    assert dialog.go.isEnabled()
    assert not target.exists()
    assert dialog.footer.total.text().startswith("1 concept: 3 pictures, 3 captions, ")
    assert any("Captions are not included" in text for text in dialog.checklist.said)
    assert listed_names(dialog, qtbot) == {f"{number}.{ending}" for number in range(3)
                                           for ending in ("png", "txt")}
    dialog.go.click()
    qtbot.waitUntil(target.exists, timeout=PATIENCE_MS)
    assert verify(target).whole
    qtbot.waitUntil(lambda: notice_text(window).startswith("Exported "), timeout=PATIENCE_MS)
    drop(window, target)
    incoming = window.window.findChildren(ImportDialog)[-1]
    qtbot.waitUntil(lambda: incoming.plan is not None, timeout=PATIENCE_MS)
    assert "Captions are not included." in incoming.said.text()
    choose(incoming, tmp_path / "cache", qtbot)
    assert incoming.go.isEnabled()
    assert len(listed_names(incoming, qtbot)) == 6
    incoming.go.click()
    qtbot.waitUntil(lambda: notice_text(window).startswith("Imported "), timeout=PATIENCE_MS)
    assert len(files_below(tmp_path / "cache")) in {8, 10}  # with an index and a blank item each
    wait_until_settled(qtbot, window)


def test_each_thing_that_is_missing_has_a_button_that_mends_it(
    open_: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    workspace = cached(tmp_path / "home", pictures=3)
    next(workspace.store("text").glob("*_1.pt")).unlink()
    window = open_(workspace)
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "mine.txt").write_text("x")
    dialog = export_dialog(window, qtbot)
    choose(dialog, tmp_path / "taken", qtbot)
    assert not dialog.go.isEnabled()
    assert [button.text() for button in dialog.checklist.buttons] == [
        "Build…", "Choose another place…"]
    dialog.checklist.buttons[0].click()
    qtbot.waitUntil(lambda: bool(window.window.findChildren(BuildDialog)), timeout=PATIENCE_MS)
    window.window.findChildren(BuildDialog)[-1].reject()


def test_damage_is_listed_before_an_export_and_its_button_finds_all_of_it(
    open_: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    workspace = cached(tmp_path / "home", pictures=2)
    damaged = next(workspace.store("image").glob("*_1.pt"))
    os.truncate(damaged, 100)
    window = open_(workspace)
    dialog = export_dialog(window, qtbot)
    assert not dialog.go.isEnabled()
    assert any(damaged.name in text for text in dialog.checklist.said)
    # A file of 100 bytes gives itself away by its size; others are found by reading them.
    assert [button.text() for button in dialog.checklist.buttons] == ["Build…", "Find all"]
    dialog.checklist.buttons[1].click()
    wait_until_settled(qtbot, window)
    snapshot = window.services.session.snapshot
    assert snapshot is not None
    assert snapshot.document.workspace.depth == "payload"


def test_a_damaged_export_is_told_and_cannot_be_imported(
    open_: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    workspace = cached(tmp_path / "home", pictures=2)
    bundle = export(workspace, tmp_path / "bundle")
    damaged = next((bundle / "text").glob("*_1.pt"))
    os.truncate(damaged, 10)
    window = open_(workspace)
    verify_bundle(window.services, str(bundle))
    wait_until_settled(qtbot, window)
    told = window.services.notices.shown
    assert told is not None
    assert told.text == "The exported cache has 1 problem."
    assert [item.name for item in told.left] == [f"text/{damaged.name}"]
    drop(window, bundle)
    dialog = window.window.findChildren(ImportDialog)[-1]
    qtbot.waitUntil(lambda: dialog.plan is not None, timeout=PATIENCE_MS)
    assert dialog.footer.total.text() == "The exported cache is damaged. Copy it again."
    assert any("10 bytes instead of" in text for text in dialog.checklist.said)
    assert not any("larder" in text for text in dialog.checklist.said)
    assert not dialog.go.isEnabled()
    for place in range(SHOWN_FLAWS + 1):
        (bundle / f"stray-{place}").touch()
    dialog._plan_anew()
    qtbot.waitUntil(
        lambda: "2 problems more in the exported cache." in "".join(dialog.checklist.said),
        timeout=PATIENCE_MS)
    dialog._find_all()
    wait_until_settled(qtbot, window)
    told = window.services.notices.shown
    assert told is not None
    assert len(told.left) == SHOWN_FLAWS + 2


def test_nothing_is_offered_to_be_checked_again_before_a_cache_is_named(
    window: OpenWindow, tmp_path: Path
) -> None:
    dialog = ImportDialog(window.services, window.window, "")
    assert dialog._again.isHidden()
    assert not dialog.go.isEnabled()
    dialog.from_.show_path(str(tmp_path))
    dialog.from_.chosen.emit()
    assert not dialog._again.isHidden()
    dialog.reject()


def test_a_folder_that_was_not_exported_is_opened_when_it_is_dropped(
    window: OpenWindow, tmp_path: Path
) -> None:
    seen: list[str] = []
    window.window.workspace_wanted.connect(seen.append)
    drop(window, tmp_path)
    assert seen == [str(tmp_path)]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_an_import_says_which_concept_fits_which_folder(
    open_: Open, tmp_path: Path, qtbot: QtBot, layout: str
) -> None:
    workspace = cached(tmp_path / "home", layout=layout, pictures=3)
    bundle = export(workspace, tmp_path / "bundle")
    window = open_(workspace)
    drop(window, bundle)
    dialog = window.window.findChildren(ImportDialog)[-1]
    qtbot.waitUntil(lambda: dialog.plan is not None, timeout=PATIENCE_MS)
    assert dialog.plan is not None
    (concept,) = dialog.plan.concepts
    if dialog.plan.obstacles:
        choose(dialog, tmp_path / "cache", qtbot)
    fits = [text for text in dialog.checklist.said if " fits the folder " in text]
    assert fits == [f"{concept.name} fits the folder {dialog.plan.folders[concept.name]}: "
                    "3 pictures, 3 captions."]
