"""Questions and messages have the window's own icons, and buttons of dialogs have none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDialogButtonBox,
    QMessageBox,
    QProxyStyle,
    QStyle,
    QStyleHintReturn,
    QStyleOption,
    QWidget,
)
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow
from larder.app.presentation.looks import MESSAGE_ICONS, Tone
from larder.app.widgets.plain_labels import PlainBox
from larder.app.widgets.widgets import BOX_ICON, ask_first, button_box
from tests.app.conftest import wait_until_settled
from tests.app.synthetic_survey import Recipe

WITH_BUTTON_BOXES = ("check", "preferences")


def test_every_tone_of_a_message_has_an_icon() -> None:
    assert set(MESSAGE_ICONS) == set(Tone)


@pytest.mark.parametrize(("is_final", "icon", "tone"), [
    (True, "severity-warning", Tone.WARNING), (False, "question", Tone.NOTE)])
def test_a_question_has_an_icon_of_the_window_not_of_the_desktop(
    opened: OpenWindow, is_final: bool, icon: str, tone: Tone,
) -> None:
    icons = opened.services.look.icons
    ask_first(opened.window, icons, title="Empty", question="Empty?", promise="Gone.",
              agree="Empty", on_agreed=lambda: None, is_final=is_final)
    (box,) = opened.window.findChildren(QMessageBox)
    assert box.icon() == QMessageBox.Icon.NoIcon
    expected: QImage = icons.icon(icon, tone).pixmap(BOX_ICON, BOX_ICON).toImage()
    assert box.iconPixmap().toImage() == expected
    box.reject()


class DesktopWithIcons(QProxyStyle):
    """A desktop that gives icons to some buttons of dialogs."""

    def styleHint(
        self, hint: QStyle.StyleHint, option: QStyleOption | None = None,
        widget: QWidget | None = None, returned: QStyleHintReturn | None = None,
    ) -> int:
        if hint == QStyle.StyleHint.SH_DialogButtonBox_ButtonsHaveIcons:
            return 1
        return super().styleHint(hint, option, widget, returned)


def test_desktops_that_give_icons_to_buttons_give_none_to_ours(
    dressed: QApplication, qtbot: QtBot,
) -> None:
    style, cancel = DesktopWithIcons("fusion"), QDialogButtonBox.StandardButton.Cancel
    dressed.setStyle(style)
    try:
        parent = QWidget()
        theirs, ours = QDialogButtonBox(cancel), button_box(parent, cancel)
        question = PlainBox(parent)
        question.addButton(QMessageBox.StandardButton.Cancel)
        for widget in (theirs, parent):
            qtbot.addWidget(widget)
        question.show()
        if theirs.button(cancel).icon().isNull():
            pytest.skip("this system has no icon for Cancel")
        assert ours.button(cancel).icon().isNull()
        assert all(button.icon().isNull() for button in question.buttons())
    finally:
        dressed.setStyle("fusion")


@pytest.mark.parametrize("command", WITH_BUTTON_BOXES)
def test_buttons_of_dialogs_have_no_icons_and_the_one_that_goes_on_is_last(
    opened: OpenWindow, show: Callable[[Recipe], Any], qtbot: QtBot, command: str,
) -> None:
    show(Recipe(rows=20))
    opened.services.commands.run(command)
    wait_until_settled(qtbot, opened)
    (dialog,) = opened.window.findChildren(QDialog)
    qtbot.waitUntil(dialog.isVisible)
    (box,) = dialog.findChildren(QDialogButtonBox)
    assert all(button.icon().isNull() for button in box.buttons())
    by_place = sorted(box.buttons(), key=lambda button: button.x())
    goes_on = (QDialogButtonBox.ButtonRole.AcceptRole, QDialogButtonBox.ButtonRole.DestructiveRole)
    assert box.buttonRole(by_place[-1]) in goes_on
    assert by_place[-1].isDefault()
    dialog.reject()
