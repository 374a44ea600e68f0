"""The upper half of the What-if dialog: every setting as it is, and beside it as it could be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QScrollArea, QToolButton, QWidget

from larder.app.dialogs.what_if.editors import SettingEditor, shown_value
from larder.app.models.change_draft import ConfigDraft, ConfigText
from larder.app.models.change_settings import SettingGroup, SettingSpec, settings_of
from larder.app.presentation.change_texts import names_a_file
from larder.app.services import WindowServices
from larder.app.views.widgets import ElidedLabel, heading, muted_label
from larder.core.workspace.onetrainer_config import same_value

NAME_WIDTH = 190
NOW_WIDTH = 150
RESET = 16


class SettingLine:
    """The widgets of one setting."""

    def __init__(self, spec: SettingSpec, services: WindowServices) -> None:
        self.spec = spec
        self._names = services.look.names
        self._shown_now = ""
        self.is_changed = False
        self.name = QLabel(_tr(spec.label))
        self.name.setToolTip(spec.name)
        self.now = ElidedLabel(muted=True)
        self.editor = SettingEditor(spec)
        self.name.setBuddy(self.editor.field)
        self.reset = QToolButton()
        self.reset.setAutoRaise(True)
        self.reset.setAccessibleName(_tr("Take back: %1").replace("%1", _tr(spec.label)))
        self.reset.setToolTip(_tr("Take this change back"))
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
        self.name.setProperty("role", "heading" if changed else "")
        self.name.style().unpolish(self.name)
        self.name.style().polish(self.name)


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
        self._lines: list[SettingLine] = []
        self.setObjectName("whatIfForm")
        self.setAccessibleName(self.tr("Settings"))
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QFrame.Shape.NoFrame)
        services.look.changed.connect(self._show_look)

    @property
    def lines(self) -> tuple[SettingLine, ...]:
        """Lines by setting, in their order."""
        return tuple(self._lines)

    def line(self, setting: str) -> SettingLine:
        """The line of a setting.

        Raises:
            StopIteration: if the form has no such line.
        """
        return next(line for line in self._lines if line.spec.name == setting)

    def show_draft(self, now: ConfigText, draft: ConfigDraft) -> None:
        """Show a config and its copy; lines are made anew where other settings mean something."""
        specs = settings_of(now.model_type, has_concepts=bool(now.concepts))
        if [line.spec for line in self._lines] != list(specs):
            self._make_lines(specs)
        for line in self._lines:
            line.show_values(now.value(line.spec), draft.value(line.spec))

    def scroll_to_first_change(self) -> None:
        """Bring the first line that differs into view, once the lines have their places."""
        changed = next((line for line in self._lines if line.is_changed), None)
        if changed is not None:
            QTimer.singleShot(0, self, lambda: self.ensureWidgetVisible(changed.editor))

    def _make_lines(self, specs: Sequence[SettingSpec]) -> None:
        self._lines = [SettingLine(spec, self._services) for spec in specs]
        body = QWidget()
        grid = QGridLayout(body)
        grid.setContentsMargins(20, 4, 14, 10)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(5)
        grid.setColumnMinimumWidth(0, NAME_WIDTH)
        grid.setColumnMinimumWidth(1, NOW_WIDTH)
        grid.setColumnStretch(1, 3)
        grid.setColumnStretch(2, 4)
        for column, title in ((1, _tr("Now")), (2, _tr("What if"))):
            grid.addWidget(muted_label(title, wrap=False), 0, column)
        at = 1
        for group in SettingGroup:
            of_group = [line for line in self._lines if line.spec.group is group]
            if not of_group:
                continue
            title = heading(_tr(group.value))
            title.setContentsMargins(0, 8 if at > 1 else 0, 0, 0)
            grid.addWidget(title, at, 0, 1, 4)
            for line in of_group:
                at += 1
                self._place(grid, at, line)
            at += 1
        grid.setRowStretch(at, 1)
        self.setWidget(body)

    def _place(self, grid: QGridLayout, at: int, line: SettingLine) -> None:
        for column, widget in enumerate((line.name, line.now, line.editor, line.reset)):
            grid.addWidget(widget, at, column)
        line.editor.entered.connect(lambda value: self.entered.emit(line.spec, value))
        line.reset.clicked.connect(lambda: self._take_back(line))

    def _take_back(self, line: SettingLine) -> None:
        """The button goes with the change; the keyboard stays on the line."""
        line.editor.setFocus(Qt.FocusReason.OtherFocusReason)
        self.taken_back.emit(line.spec)

    def _show_look(self) -> None:
        for line in self._lines:
            line.show_look(self._services)


def _tr(text: str) -> str:
    return QCoreApplication.translate("WhatIf", text)
