"""Edits in an open workspace are surveyed automatically, without moving the view."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from larder.app import source_watch
from larder.app.application import OpenWindow
from larder.app.jobs.job import JobRequest
from larder.app.models.survey_snapshot import EntryColumns, rows_again
from larder.app.views.entries_page import EntriesPage
from larder.core.columns import TextColumn
from larder.core.requests.options import WorkspaceOptions
from larder.core.requests.watching import FolderState
from larder.core.survey.verdicts import Verdict
from tests.app.conftest import shown_window, wait_until_settled
from tests.app.in_process_worker import InProcessWorker
from tests.support.indexed_cache import tree_state

PATIENCE_MS = 20_000
CONFIG = Path("training_presets") / "config.json"


@dataclass(frozen=True)
class Watched:
    """A window on a copy of a trainer's workspace, which it watches."""

    opened: OpenWindow
    qtbot: QtBot
    folder: Path

    @property
    def page(self) -> EntriesPage:
        page = self.opened.window.pages["entries"]
        assert isinstance(page, EntriesPage)
        return page

    @property
    def snapshot(self) -> object:
        return self.opened.services.session.snapshot

    def caption(self, at: int) -> Path:
        return sorted((self.folder / "data").rglob("*.txt"))[at]

    def verdict(self, source: Path) -> set[Verdict]:
        snapshot = self.opened.services.session.snapshot
        return {Verdict(int(snapshot.entries.verdict[row])) for row in range(len(snapshot.entries))
                if snapshot.entries.source(row).endswith(f"/{source.name}")}

    def wait_for_survey(self, change: Callable[[], object]) -> None:
        """Change something, and wait until it has been surveyed without asking for it."""
        before = self.snapshot
        change()
        self.qtbot.waitUntil(lambda: self.snapshot is not before, timeout=PATIENCE_MS)
        wait_until_settled(self.qtbot, self.opened)


@pytest.fixture
def watched(
    dressed: QApplication, qtbot: QtBot, fixture_workspace: Callable[[str], Path],
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Watched]:
    monkeypatch.setattr(source_watch, "EVERY_S", 0.1)
    monkeypatch.setattr(source_watch, "MOST_SHARE", 1.0)
    folder = fixture_workspace("sdxl_clean")
    with shown_window(dressed, InProcessWorker, watches=True) as opened:
        opened.window.resize(1100, 700)
        opened.services.session.open(WorkspaceOptions(workspace=str(folder / CONFIG)))
        watched = Watched(opened, qtbot, folder)
        qtbot.waitUntil(lambda: watched.snapshot is not None, timeout=PATIENCE_MS)
        wait_until_settled(qtbot, opened)
        yield watched


def write_longer(file: Path) -> None:
    """In its place, as many editors do; no folder changes by that."""
    with file.open("a", encoding="utf-8") as opened:
        opened.write(", and a barn")


def test_an_edited_caption_is_shown_as_edited_without_a_rescan(watched: Watched) -> None:
    caption = watched.caption(3)
    assert watched.verdict(caption) == {Verdict.VALID}
    watched.wait_for_survey(lambda: write_longer(caption))
    assert watched.verdict(caption) == {Verdict.CONTENT_CHANGED}
    titles = [line.job.request.title for line in watched.opened.window.jobs.lines]
    assert titles == ["Survey"], "only the one that the user asked for is listed"


def test_new_removed_and_replaced_files_are_seen_too(watched: Watched) -> None:
    caption = watched.caption(0)
    rows = len(watched.snapshot.entries)
    watched.wait_for_survey(
        lambda: (caption.parent / "new.png").write_bytes(
            next((watched.folder / "data").rglob("*.png")).read_bytes()))
    assert len(watched.snapshot.entries) > rows

    def save_as_editors_do() -> None:
        (caption.parent / "saved.tmp").write_text("another caption")
        os.replace(caption.parent / "saved.tmp", caption)

    watched.wait_for_survey(save_as_editors_do)
    assert watched.verdict(caption) == {Verdict.CONTENT_CHANGED}
    watched.wait_for_survey(caption.unlink)


def test_a_survey_by_itself_leaves_selection_scrolling_focus_and_inspector_alone(
    watched: Watched,
) -> None:
    opened, page = watched.opened, watched.page
    opened.window.show_page("entries")
    table, model = page.table, page.model
    table.sort_wanted.emit(0, Qt.SortOrder.AscendingOrder)
    wait_until_settled(watched.qtbot, opened)
    chosen = model.index(20, 0)
    flags = QItemSelectionModel.SelectionFlag
    table.selectionModel().setCurrentIndex(chosen, flags.ClearAndSelect | flags.Rows)
    table.selectionModel().select(model.index(22, 0), flags.Select | flags.Rows)
    table.selectionModel().setCurrentIndex(chosen, flags.NoUpdate)
    table.verticalScrollBar().setValue(5)
    table.setFocus()
    opened.window.activateWindow()

    def seen() -> dict[str, object]:
        entries, rows = model.snapshot.entries, model.rows
        view = opened.services.view
        return {
            "selected": sorted(entries.source(row) + str(entries.store[row])
                               for row in np.flatnonzero(page.selected_rows()).tolist()),
            "current": entries.source(int(rows[table.currentIndex().row()])),
            "top": entries.source(int(rows[table.rowAt(0)])),
            "chosen": view.chosen and entries.source(view.chosen.row),
            "page": view.page,
        }

    before = seen()
    assert len(before["selected"]) == 2
    assert before["chosen"] == before["current"]
    # One more row above what is looked at, and a change of another.
    above = model.snapshot.entries.source(int(model.rows[0]))
    first = next(file for file in (watched.folder / "data").rglob("*.*") if file.name in above)
    watched.wait_for_survey(lambda: (first.parent / "aaa.png").write_bytes(
        next((watched.folder / "data").rglob("*.png")).read_bytes()))
    assert any("aaa.png" in model.snapshot.entries.source(row) for row in model.rows.tolist())
    assert seen() == before
    assert QApplication.focusWidget() is table
    watched.wait_for_survey(lambda: write_longer(watched.caption(2)))
    assert seen() == before


def test_the_problems_page_keeps_its_line_and_what_is_open(watched: Watched) -> None:
    opened = watched.opened
    for at in (1, 4):
        watched.wait_for_survey(lambda at=at: write_longer(watched.caption(at)))
    opened.window.show_page("problems")
    page = opened.window.pages["problems"]
    tree, model = page.tree, page.model
    tree.expandToDepth(3)
    item = model.index(1, 0, model.index(0, 0, model.index(0, 0)))
    if not item.isValid():
        item = model.index(0, 0, model.index(0, 0))
    tree.setCurrentIndex(item)
    kept = model.identity(item)
    watched.wait_for_survey(lambda: write_longer(watched.caption(6)))
    assert model.identity(tree.currentIndex()) == kept
    assert tree.isExpanded(model.index(0, 0))
    assert tree.selectionModel().isSelected(tree.currentIndex())


def test_nothing_is_surveyed_while_nothing_changes_and_nothing_is_written(
    watched: Watched,
) -> None:
    before, files = watched.snapshot, tree_state(watched.folder)
    watch = watched.opened.window.findChild(source_watch.SourceWatch)
    for _ in range(3):
        with watched.qtbot.waitSignal(watch.looked, timeout=PATIENCE_MS):
            pass
    assert watched.snapshot is before
    assert tree_state(watched.folder) == files


def test_what_the_first_worker_takes_to_start_is_no_reason_to_look_less_often(
    watched: Watched, monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(source_watch, "EVERY_S", 5.0)
    monkeypatch.setattr(source_watch, "MOST_SHARE", 0.05)
    start = InProcessWorker.start
    monkeypatch.setattr(InProcessWorker, "start", lambda worker: (
        time.sleep(0.3 * (worker._kind == "survey")), start(worker)))
    watch = watched.opened.window.findChild(source_watch.SourceWatch)
    watched.opened.services.session.survey()
    with watched.qtbot.waitSignal(watch.looked, timeout=PATIENCE_MS):
        pass
    took_s = watched.snapshot.document.elapsed_s
    assert took_s < 0.3
    assert watch._pause.interval() <= max(5000, 20_000 * took_s)  # as long as it worked, at most


def test_a_cache_that_a_trainer_writes_and_another_resolution_are_seen(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = watched.folder / "workspace-cache/run/image"

    def remove() -> None:
        next(cache.glob("*_128x128_1.pt")).unlink()
        os.utime(cache / "cache.json")

    watched.wait_for_survey(remove)
    assert watched.opened.services.session.snapshot.document.stores[0].verdicts[
        "missing-payload"] == 1

    def configure() -> None:
        config = watched.folder / CONFIG
        config.write_text(config.read_text().replace('"resolution": "128"', '"resolution": "192"'))

    watched.wait_for_survey(configure)
    assert "missing-variant" in watched.opened.services.session.snapshot.document.stores[
        0].verdicts


def test_looking_takes_no_lane_from_what_the_user_waits_for(watched: Watched) -> None:
    requests: list[JobRequest] = []
    watched.opened.services.lanes.submitted.connect(lambda job: requests.append(job.request))
    watched.qtbot.waitUntil(
        lambda: any(one.kind == "source-state" for one in requests), timeout=PATIENCE_MS)
    assert {one.beside for one in requests if one.kind == "source-state"} == {True}


def test_a_slow_drive_is_looked_at_every_minute_at_least(
    watched: Watched, monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(source_watch, "EVERY_S", 5.0)
    monkeypatch.setattr(source_watch, "MOST_SHARE", 0.05)
    watch = watched.opened.window.findChild(source_watch.SourceWatch)
    for looked_s, worked_s, waits_s in (
            (0.1, 0.1, 5.0), (20.0, 0.2, 20.0), (1.5, 1.5, 30.0), (900.0, 1.0, 60.0)):
        watch._state = FolderState(
            stamp="", newest_ns=0, seconds=looked_s, local=(), worked_s=worked_s)
        watch._wait()
        assert watch._pause.interval() == waits_s * 1000, looked_s


def test_an_open_dialog_is_not_overtaken(watched: Watched) -> None:
    before = watched.snapshot
    watched.opened.services.commands.run("preferences")
    write_longer(watched.caption(3))
    watched.qtbot.wait(600)
    assert watched.snapshot is before
    dialog = QApplication.activeModalWidget() or next(
        found for found in QApplication.topLevelWidgets()
        if found.isVisible() and found is not watched.opened.window)
    watched.wait_for_survey(dialog.close)


def test_help_may_stay_open(watched: Watched) -> None:
    """Nobody decides anything in it; help of other tests would count as well."""
    watched.opened.services.commands.run("help")
    watched.wait_for_survey(lambda: write_longer(watched.caption(3)))


def test_a_thorough_check_is_not_replaced_but_said_to_be_overtaken(watched: Watched) -> None:
    session = watched.opened.services.session
    watched.wait_for_survey(lambda: session.survey("hash"))
    before = watched.snapshot
    write_longer(watched.caption(3))
    board = watched.opened.services.notices
    watched.qtbot.waitUntil(lambda: board.shown is not None, timeout=PATIENCE_MS)
    assert board.shown.text == "Files have changed since this check."
    assert watched.snapshot is before
    watched.wait_for_survey(board.shown.actions[0].run)
    assert watched.verdict(watched.caption(3)) == {Verdict.CONTENT_CHANGED}


def test_without_the_systems_word_for_it_looking_is_enough(
    watched: Watched, monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Network shares and folders beyond the bound are not watched."""
    monkeypatch.setattr(source_watch, "MOST_WATCHED", 0)
    caption = watched.caption(5)
    watched.wait_for_survey(lambda: write_longer(caption))
    watched.wait_for_survey(caption.unlink)
    watch = watched.opened.window.findChild(source_watch.SourceWatch)
    assert watch._watcher.directories() == []


@dataclass(frozen=True)
class _Store:
    id: str


@dataclass(frozen=True)
class _Document:
    stores: tuple[_Store, ...] = (_Store("image"), _Store("text"))


@dataclass(frozen=True)
class _Survey:
    entries: EntryColumns
    document: _Document = _Document()


Row = tuple[int, str, str]


def survey_of(rows: list[Row]) -> _Survey:
    folders = sorted({folder for _, folder, _ in rows})
    nothing = np.zeros(len(rows), dtype=np.int32)
    others = dict.fromkeys((field.name for field in fields(EntryColumns)), nothing)
    return _Survey(EntryColumns(**{
        **others,
        "store": np.array([store for store, _, _ in rows], dtype=np.int32),
        "folder": np.array([folders.index(folder) for _, folder, _ in rows], dtype=np.int32),
        "before": TextColumn.from_strings([f"{folder}/" for folder in folders]),
        "name": TextColumn.from_strings([name for _, _, name in rows])}))


ROWS = st.lists(st.tuples(st.integers(0, 1), st.sampled_from(["a", "b", "long/er"]),
                          st.text("xyzé", min_size=1, max_size=4)), unique=True, max_size=12)


@given(ROWS, ROWS)
def test_every_row_that_is_still_there_is_found_again(old: list[Row], new: list[Row]) -> None:
    again = rows_again(survey_of(old), survey_of(new)).tolist()
    assert again == [new.index(row) if row in new else -1 for row in old]


@given(ROWS, st.integers(0, 12), ROWS)
def test_rows_behind_what_came_are_found_without_looking_each_up(
    rows: list[Row], at: int, more: list[Row],
) -> None:
    new = [*rows[:at], *(row for row in more if row not in rows), *rows[at:]]
    again = rows_again(survey_of(rows), survey_of(new)).tolist()
    assert again == [new.index(row) for row in rows]
