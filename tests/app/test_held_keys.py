"""Keys pressed with modifiers in one test do not affect the next test."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QTableWidget
from pytestqt.qtbot import QtBot

from tests.app.conftest import let_go_of_keys


@pytest.mark.parametrize("held", [
    Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier])
def test_keys_that_were_pressed_with_others_are_let_go_of(
    qtbot: QtBot, held: Qt.KeyboardModifier,
) -> None:
    assert QGuiApplication.keyboardModifiers() == Qt.KeyboardModifier.NoModifier
    table = QTableWidget(2, 1)
    qtbot.addWidget(table)
    qtbot.keyClick(table, Qt.Key.Key_F9, held)
    let_go_of_keys()
    assert QGuiApplication.keyboardModifiers() == Qt.KeyboardModifier.NoModifier
    for row in (0, 1, 1):
        table.selectRow(row)
    assert [index.row() for index in table.selectedIndexes()] == [1]
