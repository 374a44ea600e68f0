"""A line for a size or an age as people write them; what is wrong stands below it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QLineEdit, QVBoxLayout, QWidget

from larder.core.errors import UserFacingError


class QuantityField(QWidget):
    """Reads as the command line reads, after each key.

    Signals:
        changed: it was edited.
    """

    changed = Signal()

    def __init__(
        self, parse: Callable[[str], object], *, name: str, example: str, tells: bool = True,
    ) -> None:
        """Make an empty one.

        Args:
            parse: refuses with a UserFacingError what makes no sense.
            name: for screen readers.
            example: stands in it while it is empty.
            tells: whether it says itself what is wrong; else whoever shows it does.
        """
        super().__init__()
        self._parse = parse
        self._tells = tells
        self._problem = ""
        self.line = QLineEdit()
        self.line.setAccessibleName(name)
        self.line.setPlaceholderText(example)
        self.fault = QLabel()
        self.fault.setProperty("role", "fault")
        self.fault.setTextFormat(Qt.TextFormat.PlainText)
        self.fault.setWordWrap(True)
        self.fault.hide()
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(3)
        whole.addWidget(self.line)
        whole.addWidget(self.fault)
        self.setFocusProxy(self.line)
        self.line.textChanged.connect(self._read)

    @property
    def text(self) -> str:
        """As entered."""
        return self.line.text().strip()

    @property
    def is_fine(self) -> bool:
        """Whether it is empty or makes sense."""
        return not self._problem

    @property
    def problem(self) -> str:
        """What is wrong, "" if nothing is."""
        return self._problem

    def _read(self) -> None:
        problem = ""
        if self.text:
            try:
                self._parse(self.text)
            except UserFacingError as error:
                problem = f"{error.problem} {error.hint}".strip()
        self._problem = problem
        self.fault.setText(problem)
        self.fault.setVisible(self._tells and bool(problem))
        self.line.setAccessibleDescription(problem)
        self.line.setProperty("fault", bool(problem))
        self.line.style().unpolish(self.line)
        self.line.style().polish(self.line)
        self.changed.emit()
