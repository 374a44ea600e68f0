"""Every text of a widget and of what is in it, shown at this moment or not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from PySide6.QtCore import QAbstractItemModel, QCoreApplication, QEvent, QModelIndex, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QGroupBox,
    QLabel,
    QLineEdit,
    QMessageBox,
    QPlainTextEdit,
    QTabWidget,
    QWidget,
)

from larder.app.widgets.widgets import ElidedLabel

CELL_ROLES = (
    Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.StatusTipRole,
    Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.AccessibleDescriptionRole)


def all_texts(root: QWidget) -> Iterator[str]:
    """Yield every text that the widgets could show, in a tooltip or to a screen reader too."""
    # Widgets that were replaced are gone when Qt next has time, before anybody sees them.
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    yield root.window().windowTitle()
    for widget in [root, *root.findChildren(QWidget)]:
        yield from (widget.windowTitle(), widget.accessibleName(), widget.accessibleDescription(),
                    widget.toolTip(), widget.statusTip(), widget.whatsThis())
        yield from _own_texts(widget)
        yield from (text for action in widget.actions()
                    for text in (action.text(), action.toolTip(), action.statusTip()))


def telling_texts(root: QWidget, names: Iterable[str]) -> set[str]:
    """Texts that say one of the names."""
    known = tuple(names)
    return {text for text in all_texts(root) if any(name in text for name in known)}


def _own_texts(widget: QWidget) -> Iterator[str]:
    if isinstance(widget, QLabel | QAbstractButton):
        yield widget.text()
    if isinstance(widget, ElidedLabel):
        yield widget.text
    if isinstance(widget, QGroupBox):
        yield widget.title()
    if isinstance(widget, QMessageBox):
        yield from (widget.text(), widget.informativeText(), widget.detailedText())
    if isinstance(widget, QLineEdit):
        yield from (widget.displayText(), widget.placeholderText())
    if isinstance(widget, QPlainTextEdit):
        yield from (widget.toPlainText(), widget.placeholderText())
    if isinstance(widget, QTabWidget):
        for at in range(widget.count()):
            yield from (widget.tabText(at), widget.tabToolTip(at))
    if isinstance(widget, QComboBox):
        yield widget.currentText()
        yield from _cell_texts(widget.model(), QModelIndex())
    if isinstance(widget, QAbstractItemView) and widget.model() is not None:
        yield from _cell_texts(widget.model(), QModelIndex())


def _cell_texts(model: QAbstractItemModel, above: QModelIndex) -> Iterator[str]:
    if model.canFetchMore(above):
        model.fetchMore(above)
    for row in range(model.rowCount(above)):
        for column in range(model.columnCount(above)):
            cell = model.index(row, column, above)
            said = (cell.data(role) for role in CELL_ROLES)
            yield from (str(text) for text in said if text is not None)
        yield from _cell_texts(model, model.index(row, 0, above))
    for orientation in (Qt.Orientation.Horizontal, Qt.Orientation.Vertical):
        for section in range(model.columnCount() if orientation is Qt.Orientation.Horizontal
                             else min(model.rowCount(), 50)):
            yield str(model.headerData(section, orientation) or "")
