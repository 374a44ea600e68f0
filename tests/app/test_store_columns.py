"""A kind of store is a row of a table, for icons, previews and columns alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtWidgets import QHeaderView
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow
from larder.app.models import entry_rows as store_columns
from larder.app.models.entry_rows import (
    STORE_ROWS,
    EntryColumn,
    SourcePreview,
    StoreRow,
    first_columns,
    store_row,
)
from larder.app.models.survey_pages import SurveyPages
from larder.app.presentation.looks import CONTENT_LOOKS, kind_icon
from larder.app.view_state import ChosenKind, CurrentRow
from larder.app.window_look import ICONS_FOLDER
from larder.core.workspace.store_kinds import StoreContent, StoreKind
from tests.app.conftest import wait_until_settled
from tests.app.synthetic_survey import Recipe


def header_of(opened: OpenWindow) -> QHeaderView:
    return opened.window.pages["entries"].table.horizontalHeader()


def test_every_kind_has_a_row_and_every_content_an_icon() -> None:
    assert set(STORE_ROWS) == set(StoreKind)
    assert set(CONTENT_LOOKS) == set(StoreContent)
    for name in [*(kind.value for kind in StoreKind), *(c.value for c in StoreContent)]:
        assert (ICONS_FOLDER / f"{kind_icon(name)}.svg").is_file()


@pytest.mark.parametrize(("store", "icon"), [
    ("image", "kind-image"), ("image-legacy", "kind-image"), ("legacy-text", "kind-text"),
    ("waveform", "kind-waveform"), ("tokens", "kind-tokens"), ("tree", "kind-tree"),
    ("context", "kind-other")])
def test_a_store_has_the_icon_of_what_it_holds(store: str, icon: str) -> None:
    assert kind_icon(store) == icon


def test_a_kind_of_a_newer_document_is_shown_like_one_nothing_is_known_of() -> None:
    row = store_row("hologram")
    assert row.preview is SourcePreview.NOTHING
    assert not row.inspects
    assert first_columns(["hologram"]) == StoreRow().columns


def test_a_kind_says_which_columns_come_first(
    opened: OpenWindow, show: Callable[[Recipe], SurveyPages],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(store_columns._BY_NAME, "smart-text", replace(
        STORE_ROWS[StoreKind.INDEXED_TEXT], columns=frozenset({EntryColumn.CONCEPT})))
    show(Recipe())
    header = header_of(opened)
    assert not header.isSectionHidden(EntryColumn.CONCEPT)
    assert not header.isSectionHidden(EntryColumn.ALSO)
    assert header.isSectionHidden(EntryColumn.INDEXED)


def test_columns_that_the_user_chose_stay(
    opened: OpenWindow, show: Callable[[Recipe], SurveyPages],
) -> None:
    show(Recipe())
    menu = opened.window.pages["entries"].table.column_menu()
    next(a for a in menu.actions() if a.text() == "Remarks").setChecked(False)
    menu.close()
    show(Recipe(rows=60))
    assert header_of(opened).isSectionHidden(EntryColumn.ALSO)


def test_a_source_without_a_picture_says_so(
    opened: OpenWindow, show: Callable[[Recipe], SurveyPages],
    monkeypatch: pytest.MonkeyPatch, qtbot: QtBot,
) -> None:
    for kind in ("smart-image", "smart-text"):
        monkeypatch.setitem(store_columns._BY_NAME, kind, StoreRow())
    show(Recipe())
    opened.services.view.choose(CurrentRow(kind=ChosenKind.ENTRY, row=0))
    wait_until_settled(qtbot, opened)
    assert opened.window.inspector.picture.text == "No picture of this file."
    assert opened.window.inspector.arrays_note.text() == "Nothing to inspect."
