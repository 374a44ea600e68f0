"""The place of a plot on a page: what stands there until plots can be made, then the plot."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from larder.app.plots.loading import PlotLoader
from larder.app.presentation.sentences import Sentences
from larder.app.widgets.widgets import EmptyState

if TYPE_CHECKING:
    from larder.app.plots.plot import Plot

_tr = Sentences("Plots")


class PlotPlace(QStackedWidget):
    """Has a plot made when it is first shown; the table beside it is there before.

    Signals:
        made: the plot is there, and wants its figures.
    """

    made = Signal()

    def __init__(
        self, loader: PlotLoader, make: Callable[[], Plot], stand_in: QWidget | None = None,
    ) -> None:
        """Make the place; a `stand_in` shows the same until the plot does, and where none can."""
        super().__init__()
        self.plot: Plot | None = None
        self._stand_in = stand_in
        self.empty = EmptyState()
        self.empty.show_text(_tr("The plot is being loaded…"))
        self._loader = loader
        self._make = make
        self.addWidget(self.empty if stand_in is None else stand_in)
        self.setMinimumSize(200, 140)
        loader.ended.connect(self._show_plot)

    def showEvent(self, event: QShowEvent) -> None:
        """Have plots loaded, the first time."""
        super().showEvent(event)
        if self.plot is None:
            self._loader.want()
            self._show_plot()

    def _show_plot(self) -> None:
        if self._loader.problem and self._stand_in is None:
            self.empty.show_text(
                _tr("This plot cannot be shown."),
                hint=_tr("The table has all of its figures. Plots need pyqtgraph: %1")
                .replace("%1", self._loader.problem))
        elif self._loader.is_ready and self.plot is None:
            self.plot = self._make()
            self.addWidget(self.plot)
            self.setCurrentWidget(self.plot)
            self.made.emit()
