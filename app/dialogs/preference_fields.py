"""Fields of the Preferences: a choice, hours, and the space that caches may take."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QLocale, Signal
from PySide6.QtGui import QDoubleValidator
from PySide6.QtWidgets import QGridLayout, QLineEdit, QSizePolicy, QWidget

from larder.app.cleaning.texts import BUDGET_KINDS, budget_word
from larder.app.widgets.controls import CalmCombo, QuantityField
from larder.app.widgets.plain_labels import PlainLabel
from larder.app.widgets.widgets import WrappedLabel, restyle
from larder.core.quantities import format_exact_size, parse_size
from larder.core.settings import ByteUnits, ColourScheme, Language

COLUMNS = 2
AGE_WIDTH = 90
MOST_HOURS = 24.0 * 365


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
                field.line.setText(format_exact_size(budgets[name]))
            label = PlainLabel(budget_word(name))
            label.setBuddy(field.line)
            grid.addWidget(label, row, 2 * column)
            grid.addWidget(field, row, 2 * column + 1)
            grid.setColumnStretch(2 * column + 1, 1)
            field.changed.connect(self._on_changed)
            self.fields[name] = field
        self.note = WrappedLabel()
        grid.addWidget(self.note, grid.rowCount(), 0, 1, 2 * COLUMNS)
        self._show_note()

    @property
    def are_fine(self) -> bool:
        """True if every field is empty or valid."""
        return all(field.is_fine for field in self.fields.values())

    @property
    def budgets(self) -> Mapping[str, int]:
        """As entered; those of another version stay."""
        others = {name: size for name, size in self._budgets.items() if name not in self.fields}
        entered = {name: parse_size(field.text) for name, field in self.fields.items()
                   if field.text and field.is_fine}
        return {**others, **entered}

    def clear(self) -> None:
        """Set no limit for any kind."""
        for field in self.fields.values():
            field.line.clear()

    def _on_changed(self) -> None:
        self._show_note()
        self.changed.emit()

    def _show_note(self) -> None:
        """Explain budgets, or show the problem of the first field that is not a valid size."""
        wrong = next(((name, field.problem) for name, field in self.fields.items()
                      if not field.is_fine), None)
        usual = self.tr("How much space caches of your own files may take. Above this size, Prune "
                        "removes the least recently used files; a build stays below it. Takes "
                        "effect with the next build or prune.")
        self.note.setText(usual if wrong is None else f"{budget_word(wrong[0])}: {wrong[1]}")
        restyle(self.note, "role", "muted" if wrong is None else "fault")


class HoursField(QLineEdit):
    """Hours in the user's own notation; keeps the last ones that made sense.

    A line of text, because a style sheet leaves a spin box no room for its figures.
    """

    def __init__(self, hours: float) -> None:
        super().__init__()
        self._hours = hours
        self.setFixedWidth(AGE_WIDTH)
        self.setValidator(QDoubleValidator(0.0, MOST_HOURS, 2, self))
        self.show_hours(hours)
        self.textChanged.connect(self._read)

    @property
    def hours(self) -> float:
        """The entered number of hours."""
        return self._hours

    def show_hours(self, hours: float) -> None:
        """Show a number of hours."""
        self.setText(QLocale().toString(hours, "f", QLocale.FloatingPointPrecisionOption.
                                        FloatingPointShortest.value))

    def _read(self) -> None:
        hours, is_number = QLocale().toDouble(self.text())
        if is_number and self.hasAcceptableInput():
            self._hours = hours


def choice_of(
    texts: dict[ByteUnits, str] | dict[ColourScheme, str] | dict[Language, str],
    chosen: ByteUnits | ColourScheme | Language, name: str, translate: Callable[[str], str],
) -> CalmCombo:
    """Return a choice of the values of an enum, with their texts."""
    box = CalmCombo()
    box.setAccessibleName(name)
    for value, text in texts.items():
        box.addItem(translate(text), value)
    box.setCurrentIndex(box.findData(chosen))
    box.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
    return box
