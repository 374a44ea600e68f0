"""The window over every kind of store of single values: columns, previews, figures."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow
from larder.app.dialogs.quick_look import QuickLook
from larder.app.models.entry_rows import OWN_COLUMNS, STORE_ROWS, EntryColumn
from larder.app.previews.picture_views import PixelView
from larder.app.previews.plot_panels import SpectrumPanel, WavePanel
from larder.app.previews.table_views import LeafView, TokenView
from larder.app.view_state import ChosenKind, CurrentRow, Scope
from larder.app.views.coverage_page import CoveragePage
from larder.app.views.entries_page import EntriesPage
from larder.core.keys.cache_keys import TreeKey, WaveformKey
from larder.core.requests.options import WorkspaceOptions
from larder.core.stores.values.store import ValuesStore
from larder.core.stores.values.trees.store import TreesStore
from larder.core.workspace.store_kinds import StoreKind
from tests.app.conftest import column_of, shown_window, wait_until_settled
from tests.app.in_process_worker import InProcessWorker
from tests.support.value_caches import dlm_store, tokens_entry, tokens_manifest

VIEWS = {"vision": PixelView, "audio": SpectrumPanel, "waveform": WavePanel,
         "tokens": TokenView, "tree": LeafView}


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """One store of each kind, two values in each of the original's."""
    root = dlm_store(tmp_path / "doc")
    with TreesStore(root / "trees") as trees:
        trees.put_tree(TreeKey("weights"), {"a": {"b": np.ones((3, 2), np.float32)}})
    return root


@pytest.fixture
def window(dressed: QApplication, qtbot: QtBot, workspace: Path) -> Iterator[OpenWindow]:
    with shown_window(dressed, InProcessWorker) as opened:
        opened.window.resize(1366, 768)
        opened.services.session.open(WorkspaceOptions(workspace=str(workspace)))
        qtbot.waitUntil(lambda: not opened.services.session.is_surveying, timeout=60_000)
        wait_until_settled(qtbot, opened)
        yield opened


def look_at(qtbot: QtBot, window: OpenWindow, kind: str) -> EntriesPage:
    snapshot = window.services.session.snapshot
    assert snapshot is not None
    at = [store.kind for store in snapshot.document.stores].index(kind)
    window.services.view.look_at(Scope(store=at))
    window.window.show_page("entries")
    wait_until_settled(qtbot, window)
    page = window.window.pages["entries"]
    assert isinstance(page, EntriesPage)
    return page


@pytest.mark.swept(2)
@pytest.mark.parametrize("kind", VIEWS)
def test_a_store_looked_at_shows_its_own_columns_and_draws_the_chosen_value(
    window: OpenWindow, qtbot: QtBot, kind: str
) -> None:
    page = look_at(qtbot, window, kind)
    header = page.table.horizontalHeader()
    own = STORE_ROWS[StoreKind(kind)].own
    assert set(own) == {*page.table.shown_columns()} & {*OWN_COLUMNS}
    assert [header.visualIndex(column) for column in own] == list(range(2, 2 + len(own)))
    assert page.table.horizontalScrollBar().maximum() == 0
    page.table.selectRow(0)
    wait_until_settled(qtbot, window)
    inspector = window.window.inspector
    assert isinstance(inspector.preview.view, VIEWS[kind])
    assert inspector.preview.isVisible()
    assert not inspector.picture.isVisible()
    assert not list(window.services.session.folder.path.glob("preview-*"))


def test_several_kinds_at_once_show_no_columns_of_their_own(
    window: OpenWindow, qtbot: QtBot
) -> None:
    page = look_at(qtbot, window, "vision")
    window.services.view.look_at(Scope())
    wait_until_settled(qtbot, window)
    header = page.table.horizontalHeader()
    assert all(header.isSectionHidden(column) for column in OWN_COLUMNS)


def test_own_columns_sort_by_raw_value(
    window: OpenWindow, qtbot: QtBot, workspace: Path
) -> None:
    with ValuesStore(StoreKind.WAVEFORM, workspace / "audio-waveform-cache") as store:
        store.put(WaveformKey("ee" * 32, 8000, 8000), {"waveform": np.zeros(80, np.float32)})
    window.services.session.survey()
    qtbot.waitUntil(lambda: not window.services.session.is_surveying, timeout=60_000)
    page = look_at(qtbot, window, "waveform")
    page.table.sort_wanted.emit(EntryColumn.SAMPLE_RATE, 0)
    wait_until_settled(qtbot, window)
    texts = [page.model.index(row, EntryColumn.SAMPLE_RATE).data() for row in range(3)]
    assert texts == ["8,000 Hz", "16,000 Hz", "16,000 Hz"]
    assert page.model.index(0, EntryColumn.CAP).data() == "1 s"


def test_a_damaged_value_is_a_sentence_in_the_inspector(
    window: OpenWindow, qtbot: QtBot, workspace: Path
) -> None:
    for path in (workspace / "vl-cache").rglob("*.npz"):
        path.write_bytes(b"nothing of the kind")
    page = look_at(qtbot, window, "vision")
    page.table.selectRow(1)
    wait_until_settled(qtbot, window)
    inspector = window.window.inspector
    assert inspector.preview.view is None
    assert "damaged" in inspector.preview.empty.text or "zip" in inspector.preview.empty.text
    assert not inspector.arrays_note.isVisible()


def test_a_value_that_went_since_the_survey_is_a_sentence_too(
    window: OpenWindow, qtbot: QtBot, workspace: Path
) -> None:
    for path in (workspace / "audio-waveform-cache").rglob("*.npz"):
        path.unlink()
    page = look_at(qtbot, window, "waveform")
    page.table.selectRow(1)
    wait_until_settled(qtbot, window)
    assert window.window.inspector.preview.view is None
    assert window.window.inspector.preview.empty.text


def test_coverage_shows_what_these_stores_hold_and_opens_one(
    window: OpenWindow, qtbot: QtBot
) -> None:
    page = window.window.pages["coverage"]
    assert isinstance(page, CoveragePage)
    window.window.show_page("coverage")
    wait_until_settled(qtbot, window)
    assert not page.table.isVisible()
    rows = page.values.table.model()
    kinds = {rows.index(row, column_of(rows, "Content")).data(): row
             for row in range(rows.rowCount())}
    assert set(kinds) == {"Pixels", "Sound features", "Waveforms", "Tokens", "Parameter trees"}
    assert rows.index(kinds["Pixels"], column_of(rows, "Entries")).data() == "2"
    page.values.table.opened.emit(kinds["Tokens"])
    wait_until_settled(qtbot, window)
    snapshot = window.services.session.snapshot
    assert snapshot is not None
    scope = window.services.view.scope
    assert scope.store is not None
    assert snapshot.document.stores[scope.store].kind == "tokens"
    assert window.window.current_page() == "entries"


def test_stores_without_an_index_are_not_said_to_lack_one(window: OpenWindow) -> None:
    snapshot = window.services.session.snapshot
    assert snapshot is not None
    assert snapshot.lacking_index == 0


def test_a_quick_look_shows_the_payload_larger(window: OpenWindow, qtbot: QtBot) -> None:
    page = look_at(qtbot, window, "tree")
    page.table.selectRow(0)
    wait_until_settled(qtbot, window)
    window.services.commands.run("quick-look")
    (dialog,) = window.window.findChildren(QuickLook)
    assert dialog.isVisible()
    assert isinstance(dialog.preview.view, LeafView)
    assert dialog.preview.view.table.height() > window.window.inspector.preview.height()
    dialog.reject()
    assert dialog.preview.view is None


def test_a_quick_look_pressed_at_once_shows_the_payload_when_it_was_read(
    window: OpenWindow, qtbot: QtBot
) -> None:
    page = look_at(qtbot, window, "tokens")
    page.table.selectRow(1)
    window.services.commands.run("quick-look")
    dialog = window.window.findChild(QuickLook)
    assert dialog is not None
    assert dialog.preview.empty.text == "Reading…"
    qtbot.waitUntil(lambda: isinstance(dialog.preview.view, TokenView), timeout=60_000)
    dialog.reject()


def test_a_quick_look_at_a_payload_that_is_gone_says_so(
    window: OpenWindow, qtbot: QtBot, workspace: Path
) -> None:
    page = look_at(qtbot, window, "tokens")
    for file in workspace.rglob("*.npz"):
        file.unlink()
    page.table.selectRow(1)
    window.services.commands.run("quick-look")
    dialog = window.window.findChild(QuickLook)
    assert dialog is not None
    qtbot.waitUntil(lambda: "being read" not in dialog.preview.empty.text, timeout=60_000)
    assert dialog.preview.empty.text == window.window.inspector.preview.empty.text != ""
    dialog.reject()


def test_a_payload_that_no_manifest_names_is_drawn_too(
    window: OpenWindow, qtbot: QtBot, workspace: Path
) -> None:
    tokens = workspace / "tokenized-cache"
    tokens_manifest(tokens, {tokens_entry(tokens, 0): 1.7e9})
    window.services.session.survey()
    qtbot.waitUntil(lambda: not window.services.session.is_surveying, timeout=60_000)
    wait_until_settled(qtbot, window)
    snapshot = window.services.session.snapshot
    assert snapshot is not None
    assert len(snapshot.payloads) == 1
    window.services.view.choose(CurrentRow(ChosenKind.PAYLOAD, 0))
    wait_until_settled(qtbot, window)
    assert isinstance(window.window.inspector.preview.view, TokenView)
