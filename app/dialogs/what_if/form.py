"""The upper half of the What-if dialog: every setting as it is, and beside it as it could be."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QGridLayout,
    QLineEdit,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from larder.app.dialogs.what_if.results import names_a_file
from larder.app.dialogs.what_if.settings import (
    MIXED,
    ConfigDraft,
    ConfigText,
    Editor,
    SettingSpec,
    settings_of,
)
from larder.app.presentation.plain_text import plain_tip
from larder.app.presentation.sentences import Sentences, with_values
from larder.app.services import WindowServices
from larder.app.widgets.controls import CalmCombo, echo_mode
from larder.app.widgets.plain_labels import PlainLabel
from larder.app.widgets.widgets import (
    ElidedLabel,
    fill_column,
    heading,
    make_muted_label,
    one_a_turn,
    restyle,
)
from larder.core.workspace.onetrainer_config import same_value

_tr = Sentences("WhatIf")

MOST_WHOLE = 1_000_000

NAME_WIDTH = 190
NOW_WIDTH = 150
LINES_A_TURN = 4


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
        self.field = self._make_field()
        self.field.setAccessibleName(spec.said())
        self.field.setToolTip(plain_tip(_tr(spec.tip) if spec.tip else spec.name))
        self.setFocusProxy(self.field)
        fill_column(self, self.field)

    def show_value(self, value: Any) -> None:
        """Show a value without saying that it was entered."""
        self._is_showing = True
        if isinstance(self.field, QComboBox):
            self._show_choice(value)
        elif not self._says(value):
            self.field.setText("" if value is MIXED else shown_value(value))
            self.field.setPlaceholderText(_tr("various") if value is MIXED else "")
        restyle(self.field, "fault", False)
        self._is_showing = False

    def hide_text(self, hidden: bool) -> None:
        """Show dots in place of a text, except while it is edited."""
        if isinstance(self.field, QLineEdit):
            self.field.setEchoMode(echo_mode(hidden))

    def _says(self, value: Any) -> bool:
        """Return whether the text already means `value`, as "0.0" does while "0.0001" is typed."""
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
            restyle(self.field, "fault", True)
            return
        restyle(self.field, "fault", False)
        self.entered.emit(value)


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


class SettingLine:
    """The widgets of one setting."""

    def __init__(self, spec: SettingSpec, services: WindowServices) -> None:
        self.spec = spec
        self._names = services.look.names
        self._shown_now = ""
        self.is_changed = False
        self.name = PlainLabel(spec.said())
        self.name.setToolTip(plain_tip(spec.name))
        self.now = ElidedLabel(muted=True)
        self.editor = SettingEditor(spec)
        self.name.setBuddy(self.editor.field)
        self.reset = QToolButton()
        self.reset.setAutoRaise(True)
        self.reset.setAccessibleName(with_values(_tr("Undo: %1"), spec.said()))
        self.reset.setToolTip(_tr("Undo this change"))
        policy = self.reset.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.reset.setSizePolicy(policy)
        self.show_look(services)

    def show_values(self, now: Any, then: Any) -> None:
        """Show both values; a changed one stands out by weight and by its button."""
        self.is_changed = changed = not same_value(now, then)
        self._shown_now = shown_value(now)
        self._show_now()
        self.editor.show_value(then)
        self.reset.setVisible(changed)
        restyle(self.name, "role", "heading" if changed else "")

    def show_look(self, services: WindowServices) -> None:
        """Icons anew; a file that is in use is hidden or shown."""
        self.reset.setIcon(services.look.icons.icon("command-undo"))
        self._show_now()
        if names_a_file(self.spec.name):
            self.editor.hide_text(services.look.names.hidden)

    def _show_now(self) -> None:
        text = self._shown_now
        self.now.set_text((self._names.path(text) if names_a_file(self.spec.name) else text) or "–")


class WhatIfForm(QScrollArea):
    """Settings by heading, scrolled where they do not fit.

    Signals:
        entered: with the SettingSpec and its new value.
        taken_back: with the SettingSpec that is to be as it is now.
    """

    entered = Signal(object, object)
    taken_back = Signal(object)

    def __init__(self, services: WindowServices) -> None:
        super().__init__()
        self._services = services
        self._specs: Sequence[SettingSpec] = ()
        self._lines: list[SettingLine] = []
        self._values: tuple[ConfigText, ConfigDraft] | None = None
        self.setObjectName("whatIfForm")
        self.setAccessibleName(self.tr("Settings"))
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QFrame.Shape.NoFrame)
        # Its fields are what one goes to; they scroll into sight.
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        services.look.changed.connect(self._show_look)

    @property
    def lines(self) -> tuple[SettingLine, ...]:
        """Lines by setting, in their order; the first ones while the others are being made."""
        return tuple(self._lines)

    @property
    def is_whole(self) -> bool:
        """True if every line has been created."""
        return len(self._lines) == len(self._specs)

    def line(self, setting: str) -> SettingLine:
        """The line of a setting.

        Raises:
            StopIteration: if the form has no such line.
        """
        return next(line for line in self._lines if line.spec.name == setting)

    def show_draft(self, now: ConfigText, draft: ConfigDraft) -> None:
        """Show a config and its copy; lines are made anew where other settings mean something."""
        self._values = now, draft
        specs = settings_of(now.model_type, has_concepts=bool(now.concepts))
        if self._specs != specs:
            self._make_lines(specs)
        for line in self._lines:
            line.show_values(now.value(line.spec), draft.value(line.spec))

    def scroll_to_first_change(self) -> None:
        """Bring the first line that differs into view, once the lines have their places."""
        changed = next((line for line in self._lines if line.is_changed), None)
        if changed is not None:
            QTimer.singleShot(0, self, lambda: self.ensureWidgetVisible(changed.editor))

    def _make_lines(self, specs: Sequence[SettingSpec]) -> None:
        """The first lines at once, the others a few in each turn of the event loop."""
        self._specs, self._lines = specs, []
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(20, 4, 14, 10)
        grid = QGridLayout()
        column.addLayout(grid)
        column.addStretch(1)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(5)
        grid.setColumnMinimumWidth(0, NAME_WIDTH)
        grid.setColumnMinimumWidth(1, NOW_WIDTH)
        grid.setColumnStretch(1, 3)
        grid.setColumnStretch(2, 4)
        for at, title in ((1, _tr("Now")), (2, _tr("What if"))):
            grid.addWidget(make_muted_label(title, wrap=False), 0, at)
        # The first line takes the focus, which only what is shown already can.
        self._add_lines(grid, specs[:LINES_A_TURN])
        self.setWidget(body)
        one_a_turn(body, [partial(self._add_lines, grid, specs[at:at + LINES_A_TURN])
                          for at in range(LINES_A_TURN, len(specs), LINES_A_TURN)])

    def _add_lines(self, grid: QGridLayout, specs: Sequence[SettingSpec]) -> None:
        """Below those that are there, each group under its heading, as the draft has them now."""
        assert self._values is not None
        now, draft = self._values
        for spec in specs:
            if not self._lines or self._lines[-1].spec.group is not spec.group:
                above = heading(_tr(spec.group.value))
                above.setContentsMargins(0, 8 if self._lines else 0, 0, 0)
                grid.addWidget(above, grid.rowCount(), 0, 1, 4)
            line = SettingLine(spec, self._services)
            at = grid.rowCount()
            for column, widget in enumerate((line.name, line.now, line.editor, line.reset)):
                grid.addWidget(widget, at, column)
            line.editor.entered.connect(partial(self.entered.emit, spec))
            line.reset.clicked.connect(partial(self._take_back, line))
            line.show_values(now.value(spec), draft.value(spec))
            self._lines.append(line)

    def _take_back(self, line: SettingLine) -> None:
        """The button goes with the change; the keyboard stays on the line."""
        line.editor.setFocus(Qt.FocusReason.OtherFocusReason)
        self.taken_back.emit(line.spec)

    def _show_look(self) -> None:
        for line in self._lines:
            line.show_look(self._services)
