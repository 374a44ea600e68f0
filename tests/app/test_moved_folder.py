"""A moved folder: the window finds it, compares, writes the new path, and undoes it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow
from larder.app.dialogs.moved_dialog import MovedDialog
from larder.core.requests.options import WorkspaceOptions
from larder.core.settings import read_maps
from tests.app.conftest import agree_to_undo, wait_until_settled
from tests.support.indexed_cache import IndexedWorkspace
from tests.support.windows_paths import respell_concepts

PATIENCE_MS = 30_000


@pytest.fixture
def made(tmp_path: Path) -> IndexedWorkspace:
    """Cats by an absolute path; the concept names where they are now, the caches do not."""
    made = IndexedWorkspace(tmp_path / "work")
    old = tmp_path / "drive" / "cats"
    made.add_concept("cats", path=str(old))
    for number in range(4):
        made.add_picture(f"{old}/{number}.png", caption=f"cat {number}")
    made.write()
    old.rename(old.with_name("kittens"))
    made.concepts[0]["path"] = str(old.with_name("kittens"))
    respell_concepts(
        made.root / "training_concepts/concepts.json", made.concepts, lambda path: path)
    return made


@pytest.fixture
def dialog_of(
    window: OpenWindow, qtbot: QtBot
) -> Callable[[IndexedWorkspace], MovedDialog]:
    def opened(made: IndexedWorkspace) -> MovedDialog:
        window.services.session.open(WorkspaceOptions(workspace=str(made.config_path)))
        wait_until_settled(qtbot, window)
        notice = window.window.workspace.standing_bar.notice
        assert notice is not None
        way, = notice.actions
        assert way.text == "Find moved folder…"
        way.run()
        dialog = next(one for one in window.window.findChildren(MovedDialog) if one.isVisible())
        settled(dialog, qtbot)
        return dialog

    return opened


def settled(dialog: MovedDialog, qtbot: QtBot) -> None:
    qtbot.waitUntil(
        lambda: dialog.plan is not None and dialog.said.isVisibleTo(dialog)
        and not dialog.progress.isVisible(), timeout=PATIENCE_MS)


def test_a_renamed_folder_is_found_written_and_undone(
    window: OpenWindow, qtbot: QtBot, made: IndexedWorkspace,
    dialog_of: Callable[[IndexedWorkspace], MovedDialog],
) -> None:
    before = {name: (made.store(name) / "cache.json").read_bytes() for name in ("image", "text")}
    dialog = dialog_of(made)
    new = made.concepts[0]["path"]
    assert (dialog.old.currentData(), dialog.new.text()) == (str(Path(new).with_name("cats")), new)
    assert dialog.said.text() == "8 of 8 compared files are the same."
    assert dialog.model.rowCount() == 8
    assert {dialog.model.index(row, 1).data() for row in range(8)} == {"Same content"}
    assert dialog.footer.total.text() == (
        "8 entries get the new path; Undo restores the old one.")
    copies = window.services.look.figures.bytes(sum(map(len, before.values())))
    assert dialog.notes.text() == f"The backup copy of the index grows by {copies}."
    qtbot.mouseClick(dialog.write, Qt.MouseButton.LeftButton)
    wait_until_settled(qtbot, window)
    assert set(made.index()["entries"]) == {f"{new}/{number}.png" for number in range(4)}
    snapshot = window.services.session.snapshot
    assert snapshot is not None
    assert (snapshot.document.totals.covered, snapshot.document.totals.offline) == (8, 0)
    notice = window.window.notice_bar.notice
    assert notice is not None
    assert notice.text == "Updated the paths of 8 entries."
    assert notice.hint == f"The backup copy of the index grows by {copies}."
    window.services.commands.run("undo")
    agree_to_undo(qtbot, window)
    wait_until_settled(qtbot, window)
    assert before == {
        name: (made.store(name) / "cache.json").read_bytes() for name in ("image", "text")}


def test_another_folder_is_compared_and_what_is_not_the_same_is_not_written(
    window: OpenWindow, qtbot: QtBot, made: IndexedWorkspace, tmp_path: Path,
    dialog_of: Callable[[IndexedWorkspace], MovedDialog],
) -> None:
    dialog = dialog_of(made)
    other = tmp_path / "other"
    other.mkdir()
    for number in range(4):
        (other / f"{number}.png").write_bytes(b"no cat")
    dialog.new.clear()
    qtbot.keyClicks(dialog.new, str(other))
    assert not dialog.write.isEnabled()
    qtbot.keyClick(dialog.new, Qt.Key.Key_Return)
    settled(dialog, qtbot)
    assert dialog.said.text() == (
        "None of 8 compared files is the same: this is not the folder that moved.")
    assert dialog.model.index(0, 1).data() in ("Different content", "Missing")
    assert not dialog.write.isEnabled()
    dialog.new.clear()
    qtbot.keyClicks(dialog.new, str(tmp_path / "nowhere"))
    dialog.compare.click()
    settled(dialog, qtbot)
    assert dialog._files.empty.text.endswith("does not exist. Choose an existing folder.")
    dialog.reject()


def test_only_larder_may_read_there_and_the_caches_stay(
    window: OpenWindow, qtbot: QtBot, made: IndexedWorkspace,
    dialog_of: Callable[[IndexedWorkspace], MovedDialog],
) -> None:
    before = (made.store() / "cache.json").read_bytes()
    dialog = dialog_of(made)
    old, new = dialog.old.currentData(), dialog.new.text()
    qtbot.mouseClick(dialog.only_read, Qt.MouseButton.LeftButton)
    wait_until_settled(qtbot, window)
    assert read_maps(str(made.config_path)) == ((old, new),)
    assert (made.store() / "cache.json").read_bytes() == before


def test_a_config_that_still_names_the_old_folder_is_said_so(
    window: OpenWindow, made: IndexedWorkspace,
    dialog_of: Callable[[IndexedWorkspace], MovedDialog],
) -> None:
    made.concepts[0]["path"] = str(Path(made.concepts[0]["path"]).with_name("cats"))
    file = made.root / "training_concepts/concepts.json"
    file.write_text(json.dumps(made.concepts))
    dialog = dialog_of(made)
    assert dialog.notes.text().startswith("Your config still names the old folder.")
    assert dialog.write.isEnabled()
    dialog.reject()
    assert window.services.commands.action("change-location").isEnabled()
