"""Switch of the Problems page between what to do and what training would get wrong."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QRadioButton,
    QWidget,
)

from larder.app.models.survey_snapshot import SurveySnapshot
from larder.app.presentation.sentences import Sentences
from larder.app.services import WindowServices
from larder.app.widgets.widgets import fill_layout, make_muted_label
from larder.core.survey.checks.document import SourceFacts
from larder.core.survey.document import TrainingFacts

_tr = Sentences("ProblemsPage")


class TrainingBar(QFrame):
    """Bar that selects what the page lists and shows how thorough the check of training was.

    Signals:
        chosen: with whether to list what training would get wrong.
    """

    chosen = Signal(bool)

    def __init__(self, services: WindowServices) -> None:
        super().__init__()
        self._services = services
        self.setObjectName("trainingBar")
        self._facts = TrainingFacts()
        self._is_unopened = False
        self.to_do = QRadioButton(self.tr("What to do"))
        self.training = QRadioButton()
        self.note = make_muted_label(wrap=False)
        self.read = QPushButton()
        self.read.clicked.connect(lambda: services.commands.run("read-cached-files"))
        self._line = fill_layout(
            QHBoxLayout(self), self.to_do, self.training, None, self.note, self.read,
            margins=(12, 6, 12, 6), spacing=None)
        group = QButtonGroup(self)
        for button in (self.to_do, self.training):
            group.addButton(button)
        group.buttonToggled.connect(
            lambda button, is_down: self.chosen.emit(button is self.training)
            if is_down else None)
        services.commands.refreshed.connect(self._allow)

    def show_survey(self, snapshot: SurveySnapshot | None, *, is_training: bool) -> None:
        """Say how many that are, and whether cached files were read."""
        figures = self._services.look.figures
        facts = TrainingFacts() if snapshot is None else snapshot.document.training
        sources = SourceFacts() if snapshot is None else snapshot.sources
        text = self.tr("What training would get wrong (%1)")
        count = facts.rows + (0 if snapshot is None else snapshot.spoil_count)
        self.training.setText(text.replace("%1", figures.count(count)) if count
                              else self.tr("What training would get wrong"))
        (self.training if is_training else self.to_do).setChecked(True)
        self._facts, self._count = facts, count
        looked = facts.looked_into
        size = 0 if snapshot is None else sum(
            store.payload_bytes for store in snapshot.document.stores)
        told = [figures.bytes(size)] + (
            [figures.about(facts.seconds)] if isinstance(facts.seconds, float) else [])
        self.read.setText(
            self.tr("Read everything (%1)").replace("%1", " · ".join(told)) if size
            else self.tr("Read everything"))
        self._is_unopened = sources.never_opened > 0
        self.note.setText(
            _tr("%Ln source files were never opened.", sources.never_opened)
            if sources.never_opened else
            "" if looked is None else _tr("%Ln cached files were checked.", looked.files))
        self.note.setVisible(is_training and bool(self.note.text()))
        self.read.setVisible(is_training and (
            (looked is None and size > 0) or sources.never_opened > 0))
        self._allow()

    def minimumSizeHint(self) -> QSize:
        """Return the size with the parts stacked, as they are on a narrow page."""
        margins = self._line.contentsMargins()
        return QSize(
            max(part.minimumSizeHint().width() for part in self._parts())
            + margins.left() + margins.right(), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put its parts below each other where there is no room beside each other."""
        super().resizeEvent(event)
        margins, parts = self._line.contentsMargins(), self._parts()
        needed = (sum(part.minimumSizeHint().width() for part in parts)
                  + self._line.spacing() * len(parts) + margins.left() + margins.right())
        self._line.setDirection(
            QHBoxLayout.Direction.LeftToRight if self.width() >= needed
            else QHBoxLayout.Direction.TopToBottom)

    def _parts(self) -> list[QWidget]:
        return [part for part in (self.to_do, self.training, self.note, self.read)
                if not part.isHidden()]

    @property
    def has_findings(self) -> bool:
        """True if training would get something wrong."""
        return self._count > 0

    def verdict(self) -> str:
        """Return the text to show when nothing is listed."""
        if self._facts.looked_into is None or self._is_unopened:
            return self.tr("Dates and settings show no problem. Read everything to be sure.")
        return self.tr("No training problems were found.")

    def _allow(self) -> None:
        action = self._services.commands.action("read-cached-files")
        self.read.setEnabled(action is not None and action.isEnabled())
