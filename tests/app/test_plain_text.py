"""Names are shown as they are: no tooltip, label or box reads markup in what a file is called."""

from __future__ import annotations

import ast
import html
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, Qt
from PySide6.QtGui import Qt as GuiQt
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QAbstractItemView, QApplication, QComboBox, QDialog, QLabel, QWidget
from pytestqt.qtbot import QtBot

from larder.app.application import DIALOG_PAGES, OpenWindow
from larder.app.notices import Notice, NoticeItem
from larder.app.presentation.looks import Tone
from larder.app.presentation.plain_text import plain_tip
from larder.app.views.job_notifications import as_body
from larder.app.widgets.plain_labels import PlainLabel
from larder.app.widgets.widgets import ask_first
from larder.core.requests.options import WorkspaceOptions
from tests.app import synthetic_survey
from tests.app.conftest import shown_window, wait_until_settled
from tests.app.in_process_worker import InProcessWorker
from tests.app.synthetic_survey import Recipe
from tests.support.fixtures import CONFIG, REPOSITORY, SAMPLE, copy_workspace
from tests.support.widget_texts import telling_texts

NAME = "<img src='pipe'>"


def read_as_markup(text: str) -> bool:
    """Return whether Qt by default would read markup in a text that contains the name."""
    return NAME in text and GuiQt.mightBeRichText(text)


def marked_up(root: QWidget) -> list[str]:
    """Tooltips and labels of a widget, and of all in it, that read the name as markup."""
    return [text for widget in [root, *root.findChildren(QWidget)]
            for text in _own(widget) if read_as_markup(text)]


def _own(widget: QWidget) -> Iterator[str]:
    yield widget.toolTip()
    yield from (action.toolTip() for action in widget.actions())
    if isinstance(widget, QLabel) and widget.textFormat() is not Qt.TextFormat.PlainText:
        yield widget.text()
    if isinstance(widget, QAbstractItemView | QComboBox) and widget.model() is not None:
        yield from _tips(widget.model(), QModelIndex())


def _tips(model: QAbstractItemModel, above: QModelIndex) -> Iterator[str]:
    if model.canFetchMore(above):
        model.fetchMore(above)
    for row in range(model.rowCount(above)):
        # A list says to nobody how many columns it has.
        columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(above)
        for column in range(columns):
            yield str(model.index(row, column, above).data(Qt.ItemDataRole.ToolTipRole) or "")
        yield from _tips(model, model.index(row, 0, above))


def test_no_page_reads_a_concepts_name_as_markup(
    opened: OpenWindow, show: Callable[[Recipe], object], qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(synthetic_survey, "CONCEPT_NAMES", (NAME, f"b {NAME}", f"c {NAME}"))
    show(Recipe(root=f"/home/{NAME}/train"))
    opened.services.settings.keep_recent(f"/home/{NAME}/config.json")
    opened.services.notices.post(Notice(
        tone=Tone.ERROR, text=f"{NAME} cannot be read.", hint=f"Look at {NAME}.",
        details=NAME, left=(NoticeItem(name=NAME, why=NAME),)))
    for page in opened.window.pages:
        opened.window.show_page(page)
        wait_until_settled(qtbot, opened)
        assert telling_texts(opened.window, [NAME])
        assert marked_up(opened.window.pages[page]) == []
    assert marked_up(opened.window) == []


def test_no_dialog_reads_the_name_of_a_folder_as_markup(
    dressed: QApplication, qtbot: QtBot, known_workspace: Callable[[str], Path], tmp_path: Path,
) -> None:
    sample = copy_workspace(known_workspace(SAMPLE).parents[1], tmp_path / NAME)
    with shown_window(dressed, InProcessWorker) as opened:
        opened.services.session.open(WorkspaceOptions(workspace=str(sample / CONFIG)))
        wait_until_settled(qtbot, opened)
        assert marked_up(opened.window) == []
        for command in (*DIALOG_PAGES, "check", "moved-folder"):
            if not opened.services.commands.has(command):
                continue
            opened.services.commands.run(command)
            wait_until_settled(qtbot, opened)
            shown = [widget for widget in QApplication.topLevelWidgets()
                     if isinstance(widget, QDialog) and widget.isVisible()]
            assert [text for dialog in shown for text in marked_up(dialog)] == [], command
            for dialog in shown:
                dialog.reject()


def test_a_question_shows_a_name_as_it_is(opened: OpenWindow) -> None:
    ask_first(opened.window, opened.services.look.icons, title="Sure?",
              question=f"Delete {NAME}?", promise=f"Not {NAME}.", agree="Delete",
              on_agreed=lambda: None)
    assert telling_texts(opened.window, [NAME])
    assert marked_up(opened.window) == []
    for dialog in opened.window.findChildren(QDialog):
        dialog.reject()


def test_a_tooltip_shows_what_looks_like_markup_as_it_is(qapp: QApplication) -> None:
    document = QTextDocument()
    document.setHtml(plain_tip(f"a {NAME}\n  b & c"))
    assert document.toPlainText().replace("\u2028", "\n") == f"a {NAME}\n  b & c"
    assert html.escape(NAME) in plain_tip(NAME)
    assert plain_tip("a < b & c") == "a < b & c", "what Qt shows as it is stays"
    assert PlainLabel(NAME).textFormat() is Qt.TextFormat.PlainText


def test_the_desktops_notes_show_a_name_as_it_is() -> None:
    assert as_body(f"{NAME} & more") == "&lt;img src='pipe'&gt; &amp; more"


SAFE = {"tr", "_tr", "plain_tip", "toolTip", "_tool_tip"}
"""What gives a tooltip nothing but our own words, or escapes what is not."""


def test_every_label_is_plain_and_every_computed_tooltip_goes_through_one_function() -> None:
    found = [f"{path.name}:{node.lineno}" for path in sorted((REPOSITORY / "app").rglob("*.py"))
             for node in ast.walk(ast.parse(path.read_text("utf-8")))
             if isinstance(node, ast.Call) and not _is_plain(node)]
    assert found == []


def _is_plain(call: ast.Call) -> bool:
    name = _called(call)
    if name in ("QLabel", "QMessageBox"):
        return False
    if name in ("setToolTip", "showText"):
        return all(_is_safe(argument) for argument in call.args)
    return True


def _is_safe(value: ast.expr) -> bool:
    if isinstance(value, ast.IfExp):
        return _is_safe(value.body) and _is_safe(value.orelse)
    if isinstance(value, ast.BinOp):
        return _is_safe(value.left) and _is_safe(value.right)
    if isinstance(value, ast.Call) and _called(value) == "replace":
        return False
    if isinstance(value, ast.Attribute) and value.attr == "canvas":
        return True  # the widget that the tip is about
    return not isinstance(value, ast.Call | ast.JoinedStr | ast.Attribute | ast.Name) or (
        isinstance(value, ast.Call) and _called(value) in SAFE | {"globalPos", "mapToGlobal"}) or (
        isinstance(value, ast.Name) and value.id in ("self", "column", "tip"))


def _called(call: ast.Call) -> str:
    function = call.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
