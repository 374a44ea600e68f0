"""What caches may take, in the preferences: a size per kind, and one for all of them together."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from larder.app.presentation.room_texts import BUDGET_KINDS, budget_word
from larder.app.views.widgets import QuantityField
from larder.core.quantities import parse_size, size_spelled

COLUMNS = 2


class BudgetFields(QWidget):
    """A field per kind; an empty one is no limit.

    Signals:
        changed: one of them was edited.
    """

    changed = Signal()

    def __init__(self, budgets: Mapping[str, int]) -> None:
        super().__init__()
        self._budgets = budgets
        self.fields: dict[str, QuantityField] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(6)
        for at, name in enumerate(BUDGET_KINDS):
            row, column = divmod(at, COLUMNS)
            field = QuantityField(parse_size, name=budget_word(name), example=self.tr("no limit"),
                                  tells=False)
            if name in budgets:
                field.line.setText(size_spelled(budgets[name]))
            label = QLabel(budget_word(name))
            label.setBuddy(field.line)
            grid.addWidget(label, row, 2 * column)
            grid.addWidget(field, row, 2 * column + 1)
            grid.setColumnStretch(2 * column + 1, 1)
            field.changed.connect(self._on_changed)
            self.fields[name] = field
        self.note = QLabel()
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.note.setWordWrap(True)
        grid.addWidget(self.note, grid.rowCount(), 0, 1, 2 * COLUMNS)
        self._show_note()

    @property
    def are_fine(self) -> bool:
        """Whether every one is empty or makes sense."""
        return all(field.is_fine for field in self.fields.values())

    @property
    def budgets(self) -> Mapping[str, int]:
        """As entered; those of another version stay."""
        others = {name: size for name, size in self._budgets.items() if name not in self.fields}
        entered = {name: parse_size(field.text) for name, field in self.fields.items()
                   if field.text and field.is_fine}
        return {**others, **entered}

    def _on_changed(self) -> None:
        self._show_note()
        self.changed.emit()

    def _show_note(self) -> None:
        """What budgets do, or what is wrong with the first that is no size."""
        wrong = next(((name, field.problem) for name, field in self.fields.items()
                      if not field.is_fine), None)
        usual = self.tr("What caches by key may take. Prune removes what was used longest ago over "
                        "it, and a build stays within it.")
        self.note.setText(usual if wrong is None else f"{budget_word(wrong[0])}: {wrong[1]}")
        self.note.setProperty("role", "muted" if wrong is None else "fault")
        self.note.style().unpolish(self.note)
        self.note.style().polish(self.note)
