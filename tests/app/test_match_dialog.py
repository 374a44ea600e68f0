"""The list of pictures that look least like their cached file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow
from larder.app.dialogs.match_dialog import MatchDialog, MatchTable, ranking_text
from larder.app.previews.latent_view import LatentView
from larder.app.views.entries_page import EntriesPage
from larder.core.queries.preview import PictureRanking
from larder.core.requests.options import WorkspaceOptions
from tests.app.conftest import shown_window, wait_until_settled
from tests.app.in_process_worker import InProcessWorker
from tests.support.cached_photographs import PICTURES, Encoded, encoded, meaningless, patch_means


@pytest.fixture
def compare(
    dressed: QApplication, qtbot: QtBot,
) -> Iterator[Callable[[Encoded], tuple[OpenWindow, MatchDialog]]]:
    with shown_window(dressed, InProcessWorker) as window:
        def compare(workspace: Encoded) -> tuple[OpenWindow, MatchDialog]:
            window.services.session.open(
                WorkspaceOptions(workspace=str(workspace.indexed.config_path)))
            qtbot.waitUntil(lambda: not window.services.session.is_surveying, timeout=30_000)
            wait_until_settled(qtbot, window)
            window.services.commands.run("match")
            dialog, = window.window.findChildren(MatchDialog)
            qtbot.waitUntil(lambda: dialog.plan is not None and dialog.is_settled, timeout=30_000)
            return window, dialog

        yield compare


def test_swapped_pictures_stand_on_top_and_are_seen(
    compare: Callable[[Encoded], tuple[OpenWindow, MatchDialog]], qtbot: QtBot, tmp_path: Path,
) -> None:
    workspace = encoded(tmp_path, patch_means)
    swapped = workspace.swap(4, 17)
    _, dialog = compare(workspace)
    assert {dialog.model.row_at(at).source for at in range(2)} == swapped
    view = dialog.preview.view
    assert isinstance(view, LatentView)
    assert [pane.title for pane in view.canvas.panes] == ["Picture", "Cached"]
    first = dialog.model.cell(0, 0).text
    assert first in dialog.preview.caption.text()
    assert dialog.footer.total.text() == f"{PICTURES} cached files compared."
    dialog.table.selectRow(2)
    qtbot.waitUntil(lambda: dialog.is_settled)
    assert dialog.model.cell(2, 0).text in dialog.preview.caption.text()


def test_a_picture_is_shown_in_the_entries_table(
    compare: Callable[[Encoded], tuple[OpenWindow, MatchDialog]], qtbot: QtBot, tmp_path: Path,
) -> None:
    window, dialog = compare(encoded(tmp_path, patch_means))
    name = dialog.model.row_at(0).source.rpartition("/")[2]
    dialog.show_entry.click()
    wait_until_settled(qtbot, window)
    page = window.window.pages["entries"]
    assert isinstance(page, EntriesPage)
    assert window.window.current_page() == "entries"
    assert page.model.rowCount() == 1
    snapshot = page.model.snapshot
    assert snapshot is not None
    assert snapshot.entries.name[page.model.row_at(0)] == name


def test_where_nothing_can_be_compared_the_reason_stands_there(
    compare: Callable[[Encoded], tuple[OpenWindow, MatchDialog]], tmp_path: Path,
) -> None:
    _, dialog = compare(encoded(tmp_path, meaningless))
    assert not dialog.table.isVisible()
    assert not dialog.show_entry.isEnabled()
    assert f"{PICTURES} were made by encoders without a preview" in dialog.footer.total.text()


def test_a_stopped_comparison_says_so(dressed: QApplication) -> None:
    ranking = PictureRanking(
        pictures=(), compared=1, without_source=2, without_preview=0, unreadable=0, stopped=True)
    assert ranking_text(ranking) == (
        "1 cached file compared. Stopped before the end. 2 have no readable picture.")


def test_hidden_names_are_hidden_in_the_list(
    compare: Callable[[Encoded], tuple[OpenWindow, MatchDialog]], tmp_path: Path,
) -> None:
    window, dialog = compare(encoded(tmp_path, patch_means))
    window.services.look.hide_names(True)
    shown = {dialog.model.cell(0, column).text for column in MatchTable.columns}
    assert not any("photo" in text or "cats" in text for text in shown)
    assert np.all([dialog.model.tip(0, column) != "data/cats" for column in MatchTable.columns])
