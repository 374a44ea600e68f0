"""The Journal page: what waits in quarantine, what was done, and the ways back."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QTableView
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow
from larder.app.dialogs.plan_dialog import PlanDialog
from larder.app.models.deeds import PastClean, PastDeed, WorkspaceHistory, read_history
from larder.app.models.journal import (
    action_look,
    clean_look,
    deed_look,
    deed_text,
    journal_title,
    quarantine_look,
    undo_look,
    written_text,
)
from larder.app.presentation.figures import Figures
from larder.app.presentation.shown_names import ShownNames
from larder.app.views.journal_view import JournalView
from larder.app.views.page import LazyPage
from larder.app.widgets.widgets import WrappedLabel
from larder.core.clean.plan import CleanReason
from larder.core.files.journal import JournalAction
from larder.core.requests.options import Answer, WorkspaceOptions
from larder.core.writes.quarantine.manifest import (
    QuarantineProgress,
    QuarantineState,
    write_progress,
)
from larder.core.writes.quarantine.record import list_quarantines, may_undo
from larder.core.writes.undo_choice import note_no_undo
from tests.app.conftest import LentWindow, agree_to_undo, column_of, wait_until_settled
from tests.app.in_process_worker import InProcessWorker
from tests.support.cleaning import CONFIG, applied, planned
from tests.support.indexed_cache import tree_state
from tests.support.swapping import turn_slots_around

STORES = Path("workspace-cache") / "run"
TIMEOUT = 60_000

Open = Callable[..., Path]


@pytest.fixture
def opened(lent: LentWindow, qtbot: QtBot) -> Iterator[OpenWindow]:
    """A shown window whose jobs are core's own, run without a process each."""
    with lent.to(qtbot, InProcessWorker) as opened:
        yield opened


@pytest.fixture
def open_journal(
    opened: OpenWindow, fixture_workspace: Callable[[str], Path], qtbot: QtBot,
) -> Open:
    """Clean a copy of the trainer's drifted caches, reason by reason, and show the page."""

    def open_journal(*cleans: tuple[CleanReason, ...]) -> Path:
        workspace = fixture_workspace("sdxl_drifted")
        for reasons in cleans:
            applied(planned(workspace, reasons=reasons))
        opened.services.session.open(WorkspaceOptions(workspace=str(workspace / CONFIG)))
        opened.window.show_page("journal")
        wait_until_settled(qtbot, opened)
        return workspace

    return open_journal


def view_of(opened: OpenWindow) -> JournalView:
    page = opened.window.pages["journal"]
    assert isinstance(page, LazyPage)
    assert page.view is not None
    return page.view


def cells(table: QTableView, title: str) -> list[str]:
    """Return the texts of the column with this title."""
    model = table.model()
    return [model.index(row, column_of(model, title)).data() for row in range(model.rowCount())]


def quarantine_cells(opened: OpenWindow, title: str) -> list[str]:
    """Return the texts of the lines whose files are in quarantine."""
    view = view_of(opened)
    deeds = [view.table.model().row_at(row) for row in range(view.table.model().rowCount())]
    return [text for deed, text in zip(deeds, cells(view.table, title), strict=True)
            if deed.clean is not None]


def journal_cells(opened: OpenWindow, title: str) -> list[str]:
    return cells(view_of(opened).table, title)


def message(opened: OpenWindow) -> str:
    notice = opened.window.notice_bar.notice
    return "" if notice is None else f"{notice.text} {notice.hint}".strip()


def box_of(opened: OpenWindow) -> QMessageBox:
    return next(found for found in opened.window.findChildren(QMessageBox) if found.isVisible())


ORPHANS, TEMPS = (CleanReason.ORPHANED,), (CleanReason.TEMP_LEFTOVER,)


def test_a_store_that_was_never_cleaned_says_what_will_stand_here(
    opened: OpenWindow, open_journal: Open,
) -> None:
    open_journal()
    assert view_of(opened).empty.isVisible()
    assert view_of(opened).empty.text.startswith("Nothing has been done to these caches yet.")


def test_a_clean_of_two_caches_is_one_line_with_its_figures(
    opened: OpenWindow, open_journal: Open,
) -> None:
    open_journal(TEMPS, ORPHANS)
    assert quarantine_cells(opened, "Cache") == ["image, text", "image"]
    assert quarantine_cells(opened, "Items") == ["3", "1"]
    assert quarantine_cells(opened, "Size") == ["23.4 KiB", "7 B"]
    assert quarantine_cells(opened, "State") == ["In quarantine"] * 2
    assert quarantine_cells(opened, "Reasons") == [
        "3 × File deleted", "1 × Unfinished files"]
    assert re.sub(r"4\d\.\d KiB", "44 KiB", view_of(opened).quarantine.line.text()) == (
        "4 files are in quarantine. Only emptying it frees their space, 44 KiB. "
        "OneTrainer's \"Clear cache\" also removes this.")


def test_the_journal_lists_every_store_newest_first_and_where_it_is_now(
    opened: OpenWindow, open_journal: Open,
) -> None:
    open_journal(TEMPS, ORPHANS)
    assert journal_cells(opened, "Action") == ["Moved to quarantine"] * 2
    assert journal_cells(opened, "Cache") == ["image, text", "image"]
    assert journal_cells(opened, "State") == ["In quarantine"] * 2


def test_a_build_that_replaced_folders_is_one_line_that_can_be_undone(
    opened: OpenWindow, fixture_workspace: Callable[[str], Path], qtbot: QtBot,
) -> None:
    workspace = fixture_workspace("sd15_legacy_diskcache")
    before = tree_state(workspace / STORES)
    turn_slots_around(workspace / STORES)
    opened.services.session.open(WorkspaceOptions(workspace=str(workspace / CONFIG)))
    opened.window.show_page("journal")
    wait_until_settled(qtbot, opened)
    assert quarantine_cells(opened, "Cache") == ["image, text"]
    assert quarantine_cells(opened, "State") == ["In quarantine"]
    assert quarantine_cells(opened, "Items") == ["16"]
    assert quarantine_cells(opened, "Size") == ["68.0 KiB"]
    assert quarantine_cells(opened, "Reasons") == ["16 × Replaced by a build"]
    assert journal_cells(opened, "Action") == ["Built"]
    assert journal_cells(opened, "State") == ["In quarantine"]

    view_of(opened).quarantine.undo.click()
    qtbot.waitUntil(lambda: bool(message(opened)), timeout=TIMEOUT)
    wait_until_settled(qtbot, opened)
    assert message(opened).startswith(
        "Restored 16 files, 68.0 KiB. This undid the build of "), "as the list told"
    assert tree_state(workspace / STORES) == before
    assert quarantine_cells(opened, "State") == ["Restored"]
    assert journal_cells(opened, "Action") == ["Restored", "Built"]
    assert journal_cells(opened, "State") == ["Restored", "Restored to the cache"]
    assert journal_cells(opened, "Undo")[0] == "Can be undone"


def test_files_that_were_written_since_they_were_put_aside_are_named_before_an_undo(
    opened: OpenWindow, fixture_workspace: Callable[[str], Path], qtbot: QtBot,
) -> None:
    workspace = fixture_workspace("sd15_legacy_diskcache")
    turn_slots_around(workspace / STORES)
    folder = min((workspace / STORES / "image").glob("*/variation-0"))
    (folder / "0.pt").write_bytes(b"of another model")  # what is kept of the old folder, too
    opened.services.session.open(WorkspaceOptions(workspace=str(workspace / CONFIG)))
    opened.window.show_page("journal")
    wait_until_settled(qtbot, opened)
    told = (f"image/{folder.parent.name}/variation-0 was changed since it was replaced: 1 of "
            "its 8 files were written since then, most likely by a trainer")
    model = view_of(opened).table.model()
    state = model.index(0, column_of(model, "State"))
    assert told in state.data(Qt.ItemDataRole.ToolTipRole)
    assert quarantine_cells(opened, "State") == ["Changed since"]
    assert told in view_of(opened).quarantine.line.text()
    view_of(opened).quarantine.empty.click()
    asked = box_of(opened).informativeText()
    assert asked.startswith(told)
    assert asked.endswith("They cannot be restored afterwards.")


def test_of_many_folders_that_were_written_since_some_are_named_and_the_others_counted() -> None:
    clean = PastClean(
        store="/c/image", stores=("/c/image",), id="1", clean="1", state=QuarantineState.MOVED,
        at_ns=0, files=9, bytes=9, written=tuple(f"Folder {at} was written." for at in range(5)))
    assert written_text((clean,), ShownNames()) == (
        "Folder 0 was written. Folder 1 was written. Folder 2 was written. "
        "Files of 2 more folders were changed since.")
    unreadable = replace(clean, state=QuarantineState.UNREADABLE)
    assert clean_look(unreadable) == quarantine_look(QuarantineState.UNREADABLE)


def test_undo_brings_the_chosen_clean_back_byte_for_byte(
    opened: OpenWindow, open_journal: Open, fixture_workspace: Callable[[str], Path],
    unpacked_fixture: Callable[[str], Path], qtbot: QtBot,
) -> None:
    workspace = open_journal(ORPHANS)
    qtbot.mouseClick(view_of(opened).quarantine.undo, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: message(opened).startswith("Restored"), timeout=TIMEOUT)
    wait_until_settled(qtbot, opened)
    assert message(opened).startswith("Restored 3 files, 23.4 KiB. Restored 2 entries in the "
                                      "index. This undid the clean of ")
    assert tree_state(workspace / STORES) == tree_state(unpacked_fixture("sdxl_drifted") / STORES)
    assert quarantine_cells(opened, "Items") == []
    assert set(journal_cells(opened, "State")) == {"Restored to the cache"}
    assert "Restored" in journal_cells(opened, "Action")
    assert not view_of(opened).quarantine.undo.isEnabled()


def test_an_undo_that_could_not_use_a_kept_copy_says_so(
    opened: OpenWindow, open_journal: Open, qtbot: QtBot,
) -> None:
    workspace = open_journal(ORPHANS)
    (kept,) = (workspace / STORES / "image" / ".larder").rglob("index/cache.json.patch")
    kept.write_bytes(bytes(kept.stat().st_size))
    qtbot.mouseClick(view_of(opened).quarantine.undo, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: message(opened).startswith("Restored"), timeout=TIMEOUT)
    wait_until_settled(qtbot, opened)
    assert "is damaged and was not restored." in message(opened)


def test_the_undo_command_takes_the_newest_clean(
    opened: OpenWindow, open_journal: Open, qtbot: QtBot,
) -> None:
    open_journal(TEMPS, ORPHANS)
    opened.services.commands.run("undo")
    agree_to_undo(qtbot, opened)
    qtbot.waitUntil(lambda: message(opened).startswith("Restored 3 files"), timeout=TIMEOUT)
    wait_until_settled(qtbot, opened)
    assert quarantine_cells(opened, "Reasons") == ["1 × Unfinished files"]


def test_an_undo_says_what_it_takes_back_and_when_that_was_done(
    opened: OpenWindow, open_journal: Open, qtbot: QtBot,
) -> None:
    workspace = open_journal(ORPHANS)
    (record, *_) = list_quarantines(workspace / STORES / "image")
    when = opened.services.look.figures.moment(record.created_ns)
    opened.services.commands.run("undo")
    assert agree_to_undo(qtbot, opened) == (
        f"Undo the clean of {when}? This restores 3 files, 23.4 KiB. "
        "This restores 2 entries in the index.")
    qtbot.waitUntil(lambda: message(opened).startswith("Restored 3 files"), timeout=TIMEOUT)
    wait_until_settled(qtbot, opened)
    assert f"This undid the clean of {when}." in message(opened)


def test_an_undo_that_nobody_agrees_to_changes_nothing(
    opened: OpenWindow, open_journal: Open, qtbot: QtBot,
) -> None:
    workspace = open_journal(ORPHANS)
    before = tree_state(workspace / STORES)
    opened.services.commands.run("undo")
    qtbot.waitUntil(lambda: any(
        box.isVisible() for box in opened.window.findChildren(QMessageBox)), timeout=TIMEOUT)
    assert tree_state(workspace / STORES) == before
    box_of(opened).reject()
    wait_until_settled(qtbot, opened)
    assert tree_state(workspace / STORES) == before
    assert quarantine_cells(opened, "State") == ["In quarantine"]


def test_an_undo_after_a_touch_that_did_nothing_undoes_no_older_clean(
    opened: OpenWindow, open_journal: Open, qtbot: QtBot,
) -> None:
    workspace = open_journal(ORPHANS)
    before = tree_state(workspace / STORES)
    note_no_undo([workspace / STORES / "image"], "touch", has_changes=False)
    opened.services.commands.run("undo")
    qtbot.waitUntil(lambda: bool(message(opened)), timeout=TIMEOUT)
    wait_until_settled(qtbot, opened)
    (said,) = [label.text() for label in opened.window.notice_bar.findChildren(WrappedLabel)]
    assert said == ("The last touch changed nothing, so there is nothing to undo. "
                    "The clean before it can be undone on the Journal page.")
    assert not any(box.isVisible() for box in opened.window.findChildren(QMessageBox))
    assert tree_state(workspace / STORES) == before


def test_the_command_can_be_used_only_while_there_is_something_to_undo(
    opened: OpenWindow, open_journal: Open, qtbot: QtBot,
) -> None:
    undo = opened.services.commands.action("undo")
    assert undo is not None
    open_journal(TEMPS)
    assert undo.isEnabled()
    undo.trigger()
    agree_to_undo(qtbot, opened)
    qtbot.waitUntil(lambda: message(opened).startswith("Restored"), timeout=TIMEOUT)
    wait_until_settled(qtbot, opened)
    assert not undo.isEnabled()


def test_where_nothing_was_cleaned_there_is_nothing_to_undo(
    opened: OpenWindow, open_journal: Open,
) -> None:
    open_journal()
    undo = opened.services.commands.action("undo")
    assert undo is not None
    assert not undo.isEnabled()


def test_a_clean_may_be_undone_in_the_states_that_an_undo_makes_something_of(
    fixture_workspace: Callable[[str], Path],
) -> None:
    workspace = fixture_workspace("sdxl_drifted")
    applied(planned(workspace, reasons=TEMPS))
    store = workspace / STORES / "image"
    (record,) = list_quarantines(store)

    def may_undo_when(state: QuarantineState) -> bool:
        write_progress(record.folder, QuarantineProgress(state=state))
        return may_undo(store)

    assert {state for state in QuarantineState if may_undo_when(state)} == {
        QuarantineState.PLANNED, QuarantineState.SWAPPING, QuarantineState.MOVED,
        QuarantineState.RESTORING, QuarantineState.EMPTYING}
    (record.folder / "manifest.json").write_text("{ damaged")
    assert may_undo_when(QuarantineState.MOVED), "an undo makes it anew"


def test_an_interrupted_undo_is_named_and_the_next_write_says_that_it_was_finished(
    opened: OpenWindow, fixture_workspace: Callable[[str], Path], qtbot: QtBot,
) -> None:
    workspace = fixture_workspace("sdxl_drifted")
    applied(planned(workspace, reasons=TEMPS))
    (record,) = list_quarantines(workspace / STORES / "image")
    write_progress(record.folder, QuarantineProgress(state=QuarantineState.RESTORING))
    services = opened.services
    services.session.open(WorkspaceOptions(workspace=str(workspace / CONFIG)))
    wait_until_settled(qtbot, opened)

    def named() -> list[str]:
        assert services.session.snapshot is not None
        return [finding.problem for finding in services.session.snapshot.document.problems
                if "interrupted" in finding.problem]

    assert named() == ["A clean, an undo or a build was interrupted in this cache."]
    services.commands.run("clean")
    qtbot.waitUntil(lambda: bool(message(opened)), timeout=TIMEOUT)
    assert message(opened) == (
        f"{record.store}: an interrupted operation ({record.id}) was finished.")
    for dialog in opened.window.findChildren(PlanDialog):
        dialog.reject()
    services.session.survey()
    wait_until_settled(qtbot, opened)
    assert named() == []


def test_an_undo_while_a_trainer_is_at_work_asks_again(
    opened: OpenWindow, open_journal: Open, qtbot: QtBot,
) -> None:
    workspace = open_journal(ORPHANS)
    os.utime(next((workspace / STORES / "image").glob("*.pt")))
    opened.services.commands.run("undo")
    agree_to_undo(qtbot, opened)
    qtbot.waitUntil(lambda: bool(message(opened)), timeout=TIMEOUT)
    wait_until_settled(qtbot, opened)
    notice = opened.window.notice_bar.notice
    assert notice is not None
    assert notice.text.startswith("A trainer seems to be running")
    assert "--even-if-busy" not in f"{notice.text} {notice.hint}"
    (action,) = notice.actions
    assert action.text == "Undo anyway"
    action.run()
    qtbot.waitUntil(lambda: message(opened).startswith("Restored 3 files"), timeout=TIMEOUT)
    wait_until_settled(qtbot, opened)


def test_emptying_asks_once_with_the_figures_and_then_frees_the_space(
    opened: OpenWindow, open_journal: Open, qtbot: QtBot,
) -> None:
    workspace = open_journal(TEMPS, ORPHANS)
    panel = view_of(opened).quarantine
    before = list((workspace / STORES).rglob("files/*"))
    qtbot.mouseClick(panel.empty, Qt.MouseButton.LeftButton)
    box = box_of(opened)
    assert re.fullmatch(r"Delete 3 files for good and free 4\d\.\d KiB\?", box.text())
    assert box.defaultButton() is box.button(QMessageBox.StandardButton.Cancel)
    box.reject()
    assert list((workspace / STORES).rglob("files/*")) == before
    qtbot.mouseClick(panel.empty, Qt.MouseButton.LeftButton)
    agree = next(found for found in box_of(opened).buttons() if found.text() == "Delete for good")
    qtbot.mouseClick(agree, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: message(opened).startswith("Deleted"), timeout=TIMEOUT)
    wait_until_settled(qtbot, opened)
    assert re.fullmatch(r"Deleted 3 files for good and freed 4\d\.\d KiB\.", message(opened))
    assert quarantine_cells(opened, "Items") == ["1"]
    assert "Emptied for good" in journal_cells(opened, "Action")
    assert "Deleted for good" in journal_cells(opened, "State")


def test_empty_all_is_offered_where_there_are_several(
    opened: OpenWindow, open_journal: Open, qtbot: QtBot,
) -> None:
    open_journal(TEMPS, ORPHANS)
    panel = view_of(opened).quarantine
    qtbot.mouseClick(panel.empty_all, Qt.MouseButton.LeftButton)
    assert re.fullmatch(
        r"Delete 4 files for good and free 4\d\.\d KiB\?", box_of(opened).text())
    agree = next(found for found in box_of(opened).buttons() if found.text() == "Delete for good")
    qtbot.mouseClick(agree, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: message(opened).startswith("Deleted 4"), timeout=TIMEOUT)
    wait_until_settled(qtbot, opened)
    assert quarantine_cells(opened, "Items") == []
    assert panel.line.text().startswith("The quarantine is empty.")


def test_the_page_reads_nothing_until_it_is_looked_at(
    working: OpenWindow, fixture_workspace: Callable[[str], Path], qtbot: QtBot,
) -> None:
    workspace = fixture_workspace("sdxl_clean")
    working.services.session.open(WorkspaceOptions(workspace=str(workspace / CONFIG)))
    wait_until_settled(qtbot, working)
    page = working.window.pages["journal"]
    assert isinstance(page, LazyPage)
    assert page.view is None


def test_a_damaged_quarantine_is_shown_and_cannot_be_undone(
    opened: OpenWindow, open_journal: Open, qtbot: QtBot,
) -> None:
    workspace = open_journal(TEMPS)
    manifest = next((workspace / STORES).rglob("manifest.json"))
    manifest.write_text("{ damaged")
    opened.services.session.survey()
    wait_until_settled(qtbot, opened)
    assert quarantine_cells(opened, "State") == ["Unreadable"]
    assert "cannot be read" in quarantine_cells(opened, "Reasons")[0]
    assert not view_of(opened).quarantine.undo.isEnabled()
    assert view_of(opened).quarantine.empty.isEnabled()


@pytest.mark.parametrize("state", list(QuarantineState))
def test_every_state_of_a_quarantine_has_a_word_and_a_meaning(state: QuarantineState) -> None:
    look = quarantine_look(state)
    assert look.word
    assert look.meaning


@pytest.mark.parametrize("action", list(JournalAction))
def test_every_action_has_a_word_and_an_icon(action: JournalAction) -> None:
    look = action_look(action)
    assert look.word != str(action)
    assert look.icon


def test_of_a_journal_of_many_records_the_page_says_how_many_it_shows(
    opened: OpenWindow,
) -> None:
    figures = opened.services.look.figures
    record = PastDeed(store="image", stores=("image",), at_ns=1, action="touched")
    assert journal_title(WorkspaceHistory(records=(record,), lines=1), figures) == "Journal"
    # One thing that was done may be a record in the journal of each of several caches.
    history = WorkspaceHistory(records=(record,) * 2, lines=3, older=9_997)
    assert journal_title(history, figures) == "Journal: the newest 3 of 10,000 records"


def record(store: str, action: str, at_s: int, **more: object) -> dict[str, object]:
    """A line of a store's journal as a history tells it."""
    return {"store": store, "action": action, "at_ns": at_s * 10**9, "items": 2, "bytes": 10,
            **more}


def test_one_clean_is_one_line_though_every_store_has_a_journal() -> None:
    stores = [f"/a/{number}" for number in range(8)]
    records = [
        *(record(store, "restored", 900 - at, id=store, where="restored")
          for at, store in enumerate(stores)),
        record("/a/0", "touched", 500), record("/a/1", "touched", 499),
        record("/a/0", "touched", 498), record("/a/1", "touched", 200),
        *(record(store, "quarantined", 190 - 20 * at, id=store, where="restored",
                 detail={"clean": "one"}) for at, store in enumerate(stores)),
        record("/a/0", "built", 5), record("/a/1", "quarantined", 4, id="older")]
    document = {"schema": "larder.history/1", "records": records, "quarantines": []}
    history = read_history(Answer(document=json.dumps(document).encode()))
    assert history.lines == len(document["records"])
    assert [(one.action, len(one.stores), one.items) for one in history.records] == [
        ("restored", 8, 16), ("touched", 2, 4), ("touched", 1, 2), ("touched", 1, 2),
        ("quarantined", 8, 16), ("built", 1, 2), ("quarantined", 1, 2)]
    assert history.records[0].at_ns == 900 * 10**9
    assert history.records[4].where == "restored"


def told(*records: dict[str, object], quarantines: Sequence[object] = ()) -> WorkspaceHistory:
    """Return what the page makes of records, newest first."""
    document = {"schema": "larder.history/1", "records": records, "quarantines": quarantines}
    return read_history(Answer(document=json.dumps(document).encode()))


def in_quarantine(store: str, clean: str) -> dict[str, object]:
    return {"store": store, "id": clean, "clean": clean, "state": "moved", "at_ns": 1, "files": 2,
            "bytes": 10, "can_undo": True}


def test_a_build_is_one_line_however_often_it_wrote_and_a_resumed_one_too() -> None:
    done, stopped = {"stopped": False}, {"stopped": True}
    history = told(
        record("/text", "built", 90_495, detail=done),
        record("/image", "built", 90_490, detail=done), record("/image", "built", 90_200),
        record("/image", "quarantined", 50_000, id="c"),
        record("/image", "built", 4_000, detail=stopped), record("/image", "built", 3_700))
    build, clean = history.records
    assert (build.action, build.items, build.runs) == ("built", 10, 2)
    assert build.stores == ("/text", "/image")
    assert not build.is_stopped
    assert [(part.store, part.items) for part in build.parts] == [
        ("/text", 2), ("/image", 4), ("/image", 4)]
    assert deed_look(build).word == "Built, in 2 parts"
    assert clean.action == "quarantined"


def test_two_builds_that_were_not_stopped_are_two_lines() -> None:
    done = {"stopped": False}
    history = told(
        record("/image", "built", 100, detail=done), record("/image", "built", 99),
        record("/image", "built", 80, detail=done), record("/image", "built", 79))
    assert [(deed.items, deed.runs) for deed in history.records] == [(4, 1), (4, 1)]


def test_a_build_that_was_stopped_and_not_resumed_says_so() -> None:
    (build,) = told(record("/image", "built", 9, detail={"stopped": True}),
                    record("/image", "built", 8)).records
    assert build.is_stopped
    assert deed_look(build).word == "Built in part"


def test_an_import_is_one_line_and_counts_its_files_once() -> None:
    finished, begun = told(
        record("/text", "imported", 204), record("/text", "importing", 203),
        record("/image", "imported", 202), record("/image", "importing", 50),
        record("/image", "importing", 20), record("/image", "built", 10),
        record("/other", "importing", 5)).records[::2]
    assert (finished.action, finished.items, finished.runs) == ("imported", 4, 2)
    assert (begun.action, begun.items) == ("importing", 2)


def test_each_line_says_whether_it_can_be_undone_or_what_undid_it() -> None:
    figures = Figures()
    history = told(
        record("/image", "emptied", 60, id="b"), record("/image", "quarantined", 50, id="b"),
        record("/image", "restored", 40, id="a"), record("/image", "touched", 35),
        record("/image", "quarantined", 30, id="a"), record("/image", "quarantined", 20, id="c"),
        record("/image", "thawed", 10), quarantines=[in_quarantine("/image", "c")])
    assert [undo_look(deed, figures).word for deed in history.records] == [
        "Cannot be undone", f"Emptied {figures.moment(60 * 10**9)}", "Cannot be undone",
        "Cannot be undone", f"Undone {figures.moment(40 * 10**9)}", "Can be undone",
        "Cannot be undone"]
    assert [deed.can_undo for deed in history.records] == [False] * 5 + [True, False]
    assert deed_text(history.records[3], figures, ShownNames()) == (
        "Cannot be undone: Only dates in the index were changed.")


@pytest.mark.parametrize("action", list(JournalAction))
def test_every_action_says_why_it_cannot_be_undone(action: JournalAction) -> None:
    deed = PastDeed(store="image", stores=("image",), at_ns=1, action=action)
    assert undo_look(deed, Figures()).meaning


def test_a_clean_that_no_journal_tells_is_a_line_all_the_same() -> None:
    (deed,) = told(quarantines=[in_quarantine("/image", "c")]).records
    assert (deed.action, deed.items, deed.can_undo) == ("quarantined", 2, True)


def test_ten_thousand_deeds_of_a_clean_each_stay_that_many_lines() -> None:
    history = told(*(
        record("/image", "quarantined", 100_000 - at, id=f"clean-{at}") for at in range(10_000)))
    assert len(history.records) == 10_000


def test_the_parts_of_the_selected_line_stand_below_the_list(
    opened: OpenWindow, open_journal: Open,
) -> None:
    open_journal(TEMPS, ORPHANS)
    view = view_of(opened)
    view.table.selectRow(0)
    assert cells(view.deed.parts, "Cache") == ["text", "image"]
    assert cells(view.deed.parts, "Items") == ["2", "1"]
    assert view.deed.text.text() == (
        "3 × File deleted\nCan be undone: Undo restores everything.")
    view.table.selectRow(1)
    assert not view.deed.parts.isVisible()


def test_an_action_of_a_newer_larder_keeps_its_own_word() -> None:
    assert action_look("thawed").word == "thawed"


def test_one_unsettled_store_makes_the_whole_clean_unsettled() -> None:
    def quarantine(store: str, state: str) -> dict[str, object]:
        return {"store": store, "id": store, "clean": "one", "state": state, "at_ns": 1,
                "files": 2, "bytes": 10, "rows": 1, "reasons": {"orphaned": 2},
                "can_undo": state == "moved", "folder": f"{store}/files", "problem": ""}

    document = {"schema": "larder.history/1", "records": [], "quarantines": [
        quarantine("/a/image", "moved"), quarantine("/a/text", "restoring")]}
    history = read_history(Answer(document=json.dumps(document).encode()))
    (clean,) = history.cleans
    assert clean.state is QuarantineState.RESTORING
    assert (clean.files, clean.bytes, clean.rows, clean.reasons) == (4, 20, 2, {"orphaned": 4})
    assert clean.can_undo
