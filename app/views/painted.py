"""What is painted and is no control of Qt's, as a screen reader gets it."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleInterface, QAccessibleValueChangeEvent
from PySide6.QtWidgets import QAccessibleWidget, QWidget


class PaintedView(QWidget):
    """Says what it shows: a name, a description, and a value that changes while it is shown.

    Attributes:
        role: what it is; to Qt every widget is a window's content.
        value: what a screen reader says after the name.
    """

    role = QAccessible.Role.Graphic

    def __init__(self) -> None:
        super().__init__()
        self.value = ""
        self._described = ""

    def tell(self, name: str, description: str, value: str = "") -> None:
        """Say something else."""
        self._described = description
        self.setAccessibleName(name)
        self.tell_value(value)

    def tell_value(self, value: str) -> None:
        """Say another value; Linux's screen readers have no word for it, so it is described too."""
        is_new, self.value = value != self.value, value
        parts = [part for part in (self._described, value) if part]
        self.setAccessibleDescription(
            self._described if value in self._described else " · ".join(parts))
        if is_new:
            QAccessible.updateAccessibility(QAccessibleValueChangeEvent(self, value))


class _SpokenView(QAccessibleWidget):
    def text(self, kind: QAccessible.Text) -> str:
        view = self.object()
        if kind == QAccessible.Text.Value and isinstance(view, PaintedView):
            return view.value
        return super().text(kind)


def spoken_view(name: str, view: QObject) -> QAccessibleInterface | None:  # noqa: ARG001 - Qt's
    """What Qt asks for the interface of a widget; None where its own will do."""
    return _SpokenView(view, view.role) if isinstance(view, PaintedView) else None
