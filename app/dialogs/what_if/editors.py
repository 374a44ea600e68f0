"""One editor per kind of setting: each shows a value, and says when the user entered another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QWidget

from larder.app.models.change_draft import MIXED
from larder.app.models.change_settings import Editor, SettingSpec
from larder.app.views.widgets import CalmCombo, echo_mode

MOST_WHOLE = 1_000_000


class SettingEditor(QWidget):
    """The editor of one setting.

    Signals:
        entered: with the new value; only for values that make sense.
    """

    entered = Signal(object)

    def __init__(self, spec: SettingSpec) -> None:
        super().__init__()
        self._spec = spec
        self._is_showing = False
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        self.field = self._make_field()
        self.field.setAccessibleName(_tr(spec.label))
        self.field.setToolTip(_tr(spec.tip) if spec.tip else spec.name)
        self.setFocusProxy(self.field)
        line.addWidget(self.field)

    def show_value(self, value: Any) -> None:
        """Show a value without saying that it was entered."""
        self._is_showing = True
        if isinstance(self.field, QComboBox):
            self._show_choice(value)
        elif not self._says(value):
            self.field.setText("" if value is MIXED else shown_value(value))
            self.field.setPlaceholderText(_tr("various") if value is MIXED else "")
        self._mark(is_fault=False)
        self._is_showing = False

    def hide_text(self, hidden: bool) -> None:
        """Show dots in place of a text, except while it is edited."""
        if isinstance(self.field, QLineEdit):
            self.field.setEchoMode(echo_mode(hidden))

    def _says(self, value: Any) -> bool:
        """Whether the text stands for the value already: "0.0" on the way to "0.0001" does."""
        text = self.field.text() if isinstance(self.field, QLineEdit) else ""
        try:
            return value is not MIXED and bool(_PARSERS[self._spec.editor](text.strip()) == value)
        except ValueError:
            return False

    def _make_field(self) -> QComboBox | QLineEdit:
        match self._spec.editor:
            case Editor.FLAG | Editor.CHOICE:
                combo = CalmCombo()
                combo.setSizeAdjustPolicy(
                    QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
                combo.setMinimumContentsLength(8)
                for value in self._values():
                    combo.addItem(shown_value(value), value)
                combo.currentIndexChanged.connect(self._on_chosen)
                return combo
            case _:
                line = QLineEdit()
                line.textEdited.connect(self._on_edited)
                return line

    def _values(self) -> tuple[Any, ...]:
        return (False, True) if self._spec.editor is Editor.FLAG else self._spec.choices

    def _show_choice(self, value: Any) -> None:
        """A value that is not in the list is added: configs may be newer than we are."""
        combo = self.field
        assert isinstance(combo, QComboBox)
        if value is MIXED:
            combo.setCurrentIndex(-1)
            combo.setPlaceholderText(_tr("various"))
            return
        at = combo.findText(shown_value(value))
        if at < 0:
            combo.addItem(shown_value(value), value)
            at = combo.count() - 1
        combo.setCurrentIndex(at)

    def _on_chosen(self, at: int) -> None:
        combo = self.field
        if not self._is_showing and isinstance(combo, QComboBox) and at >= 0:
            self.entered.emit(combo.itemData(at))

    def _on_edited(self, text: str) -> None:
        try:
            value = _PARSERS[self._spec.editor](text.strip())
        except ValueError:
            self._mark(is_fault=True)
            return
        self._mark(is_fault=False)
        self.entered.emit(value)

    def _mark(self, *, is_fault: bool) -> None:
        if bool(self.field.property("fault")) != is_fault:
            self.field.setProperty("fault", is_fault)
            self.field.style().unpolish(self.field)
            self.field.style().polish(self.field)


def shown_value(value: Any) -> str:
    """A value as the form and the table show it."""
    if value is MIXED:
        return _tr("various")
    if isinstance(value, bool):
        return _tr("on") if value else _tr("off")
    return "" if value is None else str(value)


def _whole(text: str) -> int:
    number = int(text)
    if not 0 <= number <= MOST_WHOLE:
        raise ValueError(text)
    return number


_PARSERS: dict[Editor, Callable[[str], Any]] = {
    Editor.TEXT: str, Editor.WHOLE: _whole, Editor.NUMBER: float}


def _tr(text: str) -> str:
    return QCoreApplication.translate("WhatIf", text)
