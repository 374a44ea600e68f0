"""What becomes of payloads that another model encoded: the one question a build asks."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QLabel, QRadioButton, QVBoxLayout

from larder.app.models.build_document import MixtureFacts
from larder.app.presentation.build_texts import mixture_text, models_of_mixture
from larder.app.presentation.looks import Tone
from larder.app.services import WindowServices
from larder.app.views.widgets import heading, link_button
from larder.core.build.scope import OtherWeights

ICON = 18


class MixturePanel(QFrame):
    """Names both models and offers what can be done; nothing is chosen at first.

    Signals:
        chosen: with the OtherWeights.
        model_wanted: build with the model that is there, with its path.
    """

    chosen = Signal(object)
    model_wanted = Signal(str)

    def __init__(self, services: WindowServices) -> None:
        super().__init__()
        self.setProperty("notice", "warning")
        self._look = services.look
        self._mixtures: tuple[MixtureFacts, ...] = ()
        self._is_open = False
        self._icon = QLabel()
        self.text = QLabel()
        self.text.setWordWrap(True)
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        self.replace = QRadioButton(self.tr("Encode them anew"))
        self.keep = QRadioButton(self.tr("Leave them: both models in one cache"))
        self.go_on = link_button(self.tr("Use that model instead"))
        self._group = QButtonGroup(self)
        for button in (self.replace, self.keep):
            self._group.addButton(button)
        self._lay_out()
        self.replace.clicked.connect(lambda: self.chosen.emit(OtherWeights.REPLACE))
        self.keep.clicked.connect(lambda: self.chosen.emit(OtherWeights.KEEP))
        self.go_on.clicked.connect(lambda: self.model_wanted.emit(self._path))
        self._look.changed.connect(self._paint)
        self.hide()

    @property
    def stands_in_the_way(self) -> bool:
        """Whether nothing is chosen, and something has to be."""
        return self._is_open

    def show_mixtures(self, mixtures: tuple[MixtureFacts, ...], choice: OtherWeights) -> None:
        """Show what a plan says of other models' payloads, and what was chosen; or nothing."""
        self._mixtures = mixtures
        self._is_open = any(not mixture.agreed for mixture in mixtures)
        self._group.setExclusive(False)
        self.replace.setChecked(choice is OtherWeights.REPLACE)
        self.keep.setChecked(choice is OtherWeights.KEEP)
        self._group.setExclusive(True)
        self._paint()
        self.setVisible(bool(mixtures) and (self._is_open or choice is not OtherWeights.ASK))

    @property
    def _path(self) -> str:
        """Where the one other model lies, "" if it is not to be had or there are several."""
        paths = {other.path for mixture in self._mixtures for other in mixture.others}
        return next(iter(paths), None) or "" if len(paths) == 1 else ""

    def _lay_out(self) -> None:
        title = heading(self.tr("Another model encoded part of this cache."))
        column = QVBoxLayout()
        column.setSpacing(4)
        for widget in (title, self.text, self.replace, self.keep):
            column.addWidget(widget)
        column.addWidget(self.go_on, 0, Qt.AlignmentFlag.AlignLeft)
        line = QHBoxLayout(self)
        line.setContentsMargins(12, 10, 12, 10)
        line.setSpacing(10)
        line.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        line.addLayout(column, 1)

    def _paint(self) -> None:
        names = self._look.names
        self.text.setText(names.sentence(
            mixture_text(self._mixtures), models_of_mixture(self._mixtures)))
        self.go_on.setToolTip(names.path(self._path))
        self.go_on.setVisible(bool(self._path))
        icon = self._look.icons.icon("severity-warning", Tone.WARNING)
        self._icon.setPixmap(icon.pixmap(ICON, ICON))
