"""A toolbar whose words give way where a window is too narrow for all of its buttons."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QToolBar, QWidget

_WORDS, _ICONS = Qt.ToolButtonStyle.ToolButtonTextBesideIcon, Qt.ToolButtonStyle.ToolButtonIconOnly


class FittingToolBar(QToolBar):
    """Shows icons with words, or icons alone where something would not be seen otherwise."""

    def __init__(self, title: str) -> None:
        super().__init__(title)
        self._needed = 0
        self.setToolButtonStyle(_WORDS)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Choose what there is room for."""
        super().resizeEvent(event)
        if self.toolButtonStyle() == _WORDS:
            self._needed = self._least_width()
        self.setToolButtonStyle(_WORDS if self.width() >= self._needed else _ICONS)

    def _least_width(self) -> int:
        """Width in which everything is seen, with what can be narrower than it likes as such."""
        spared = sum(max(0, widget.sizeHint().width() - widget.minimumWidth())
                     for widget in map(self.widgetForAction, self.actions())
                     if isinstance(widget, QWidget) and widget.minimumWidth())
        return self.sizeHint().width() - spared
