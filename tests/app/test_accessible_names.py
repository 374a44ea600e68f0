"""Accessibility of every input widget: screen reader texts, keyboard access, focus marks.

All tests use a language with longer words than English, so they also show that nothing is cut off.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QImage
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QFileDialog,
    QHeaderView,
    QLineEdit,
    QPlainTextEdit,
    QRadioButton,
    QScrollBar,
    QTabBar,
    QTextEdit,
    QToolBar,
    QWidget,
)
from pytestqt.qtbot import QtBot

from larder.app.application import PAGES, OpenWindow
from larder.app.dialogs.moved_dialog import MovedDialog
from larder.app.views.quit_dialog import Leave, LeaveDialog
from larder.app.widgets.widgets import ElidedLabel
from larder.core.demo.sample_marker import SampleReport
from larder.core.requests.options import WorkspaceOptions
from tests.app.conftest import shown_window, wait_until_settled
from tests.app.in_process_worker import InProcessWorker
from tests.app.test_longer_language import LongerWords, cut_off
from tests.support.sweeps import Sweep

PATIENCE_MS = 30_000
TURNS = 200
"""Of the window's loop, in which a dialog is made that opens while the window goes on."""
TAKES_INPUT = (QAbstractButton, QAbstractItemView, QAbstractSlider, QAbstractSpinBox, QComboBox,
               QLineEdit, QPlainTextEdit, QTabBar, QTextEdit)
WITH_KEYS_OF_THEIR_OWN = (QAbstractSpinBox, QComboBox, QTabBar, QToolBar)
"""What the toolbar shows is in the menus too; arrows lead through a group of radio buttons, and
from the palette's field through what it lists."""
OF_QT = ("QTableCornerButton", "QLineEditIconButton", "QComboBoxListView")
"""Parts of Qt's own widgets, which speak for them; they have no name of ours."""
WITHOUT_ELLIPSIS = ("shortcuts", "quick-look", "help", "palette")
"""Commands that open a dialog and ask nothing by it."""
ROLELESS = (QAccessible.Role.NoRole, QAccessible.Role.Client, QAccessible.Role.Pane)
"""What a screen reader can say nothing of but the name."""
OF_THE_DESKTOP = frozenset({"open-config", "open-folder", "change-location"})
"""Their dialogs choose files."""


def takes_input(widget: QWidget) -> bool:
    if widget.objectName().startswith("qt_") or isinstance(widget, (QScrollBar, QHeaderView)):
        return False
    if widget.metaObject().className() in OF_QT or widget.objectName() in (
            "ScrollLeftButton", "ScrollRightButton"):
        return False
    return widget.isVisible() and (
        isinstance(widget, TAKES_INPUT)
        or (bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and not widget.isWindow()))


def said_of(widget: QWidget) -> str:
    """Its name as the desktop's screen reader gets it, or its text."""
    interface = QAccessible.queryAccessibleInterface(widget)
    return "" if interface is None else interface.text(QAccessible.Text.Name)


def unspoken_in(top: QWidget) -> list[str]:
    """List painted widgets that lack a role, name, description or value for a screen reader."""
    faults = []
    for widget in top.findChildren(QWidget):
        is_painted = any("paintEvent" in vars(kind) and kind.__module__.startswith("larder.")
                         for kind in type(widget).__mro__)
        if not widget.isVisible() or not is_painted or isinstance(widget, TAKES_INPUT):
            continue
        if isinstance(widget, ElidedLabel) and not widget.text:
            continue  # it shows nothing either
        spoken = QAccessible.queryAccessibleInterface(widget)
        kinds = [QAccessible.Text.Name]
        if spoken.role() != QAccessible.Role.StaticText:
            kinds += [QAccessible.Text.Description, QAccessible.Text.Value]
        if spoken.role() == QAccessible.Role.Client or not all(map(spoken.text, kinds)):
            faults.append(f"{described(widget)}: {[spoken.text(kind) for kind in kinds]}")
    return faults


def roleless_in(top: QWidget) -> list[str]:
    """List input widgets whose role does not show a screen reader what can be done with them."""
    return [described(widget) for widget in top.findChildren(QWidget)
            if takes_input(widget) and isinstance(widget, TAKES_INPUT)
            and QAccessible.queryAccessibleInterface(widget).role() in ROLELESS]


def described(widget: QWidget) -> str:
    above = widget.parentWidget()
    return (f"{type(widget).__name__}({widget.objectName()}) in "
            f"{type(above).__name__}({above.objectName() if above else ''})")


def unnamed_in(top: QWidget) -> list[str]:
    return [described(widget) for widget in top.findChildren(QWidget)
            if takes_input(widget) and not said_of(widget).strip()]


def out_of_reach(top: QWidget) -> list[str]:
    """List enabled input widgets that Tab cannot reach. One reachable button per group is enough.
    """
    return [described(widget) for widget in top.findChildren(QWidget)
            if takes_input(widget) and widget.isEnabled()
            and not widget.focusPolicy() & Qt.FocusPolicy.TabFocus
            and not isinstance(widget, (QTabBar, QRadioButton))
            and not isinstance(widget.parentWidget(), WITH_KEYS_OF_THEIR_OWN)
            and widget.objectName() != "palette"]


def without_ring(top: QWidget, known: set[QWidget]) -> list[str]:
    """List input widgets that look the same with and without the keyboard focus.

    What is `known` was looked at in another place and is left out; what had the focus is added.
    """
    same = []
    top.setAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange)  # as whoever pressed Tab
    for widget in top.findChildren(QWidget):
        if not (takes_input(widget) and widget.isEnabled()
                and widget.focusPolicy() & Qt.FocusPolicy.TabFocus) or widget in known:
            continue
        if isinstance(widget, (QAbstractItemView, QTextEdit, QPlainTextEdit, QLineEdit)):
            continue  # the current line, or the cursor, says where one is
        widget.clearFocus()
        before = looks_of(widget)
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        if widget.hasFocus():
            known.add(widget)
            if looks_of(widget) == before:
                same.append(described(widget))
    return same


def looks_of(widget: QWidget) -> QImage:
    QApplication.processEvents()
    return widget.grab().toImage()


@pytest.fixture
def sample(
    dressed: QApplication, qtbot: QtBot, known_sample: SampleReport,
) -> Iterator[OpenWindow]:
    translator = LongerWords(dressed)
    dressed.installTranslator(translator)
    with shown_window(dressed, InProcessWorker) as opened:
        opened.window.resize(1366, 768)
        opened.services.session.open(WorkspaceOptions(workspace=known_sample.config))
        qtbot.waitUntil(lambda: opened.services.session.snapshot is not None, timeout=PATIENCE_MS)
        wait_until_settled(qtbot, opened)
        yield opened
    dressed.removeTranslator(translator)
    translator.deleteLater()
    dressed.processEvents()


def dialog_commands(opened: OpenWindow) -> list[str]:
    """Commands that open a dialog of ours: those whose text has an ellipsis, and a few more."""
    table = opened.services.commands
    ids = [command.id for command in table.commands if "…" in command.text]
    wanted = [*ids, *(more for more in WITHOUT_ELLIPSIS if table.has(more) and more not in ids)]
    return [one for one in wanted if table.action(one).isEnabled() and one not in OF_THE_DESKTOP]


def shown_dialogs() -> list[QDialog]:
    return [widget for widget in QApplication.topLevelWidgets()
            if isinstance(widget, QDialog) and widget.isVisible()]


def places(opened: OpenWindow, qtbot: QtBot) -> Iterator[tuple[str, QWidget]]:
    """Every page of the window and all it can show, then every dialog, with what is in front."""
    window = opened.window
    for factory in PAGES:
        window.show_page(factory.id)
        wait_until_settled(qtbot, opened)
        if factory.id == "entries":
            window.pages["entries"].table.selectRow(0)
            wait_until_settled(qtbot, opened)
        yield factory.id, window
        page = window.pages[factory.id]
        for view in (*page.findChildren(QTabBar), *page.findChildren(QRadioButton)):
            for at in range(view.count() if isinstance(view, QTabBar) else 1):
                view.setCurrentIndex(at) if isinstance(view, QTabBar) else view.click()
                wait_until_settled(qtbot, opened)
                yield f"{factory.id}: {said_of(view)} {at}", window
    window.show_page("entries")
    opened.services.view.filter_by("kind:tokens state:edited")
    wait_until_settled(qtbot, opened)
    window.pages["entries"].table.selectRow(0)
    wait_until_settled(qtbot, opened)
    for command in dialog_commands(opened):
        opened.services.commands.run(command)
        qtbot.wait(1)
        wait_until_settled(qtbot, opened)
        for _ in range(TURNS):
            if not shown_dialogs():
                qtbot.wait(1)
        for dialog in shown_dialogs():
            if not isinstance(dialog, QFileDialog):
                yield command, dialog
            dialog.reject()


def test_everything_that_takes_input_has_a_name_can_be_reached_and_shows_the_focus(
    sample: OpenWindow, qtbot: QtBot, sweep: Sweep,
) -> None:
    seen, faults = [], []
    ringed: set[QWidget] = set()
    for place, top in places(sample, qtbot):
        seen.append(place)
        top.activateWindow()
        qtbot.waitUntil(top.isActiveWindow, timeout=PATIENCE_MS)
        if sweep.is_exhaustive:
            ringed.clear()
        for fault, found in (("no name", unnamed_in(top)), ("no Tab", out_of_reach(top)),
                             ("no words", unspoken_in(top)), ("no ring", without_ring(top, ringed)),
                             ("no role", roleless_in(top)), ("cut off", cut_off(top))):
            faults += [f"{place}: {fault}: {one}" for one in found]
    assert {"check", "build", "clean", "what-if", "clear", "match", "preferences", "readopt",
            "touch", "export-cache", "import-cache", "sourceless"} <= set(seen)
    assert not faults, "\n".join(faults)


def test_the_start_page_the_question_before_leaving_and_a_moved_folder_do_too(
    opened: OpenWindow, qtbot: QtBot,
) -> None:
    def tops() -> Iterator[QWidget]:
        yield opened.window.start
        for leave in Leave:
            yield LeaveDialog(leave, opened.services, opened.window)
        opened.services.session.open(WorkspaceOptions(workspace="/w/w.json"))
        yield MovedDialog(opened.services, opened.window)

    for top in tops():
        top.show()
        qtbot.wait(1)
        for find in (unnamed_in, out_of_reach, roleless_in):
            assert find(top) == []
        assert without_ring(top, set()) == []
        if isinstance(top, QDialog):
            top.reject()
