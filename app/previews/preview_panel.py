"""Where a payload is drawn: the view that fits what was made of it, and a line about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Protocol

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from larder.app.presentation.figures import Figures
from larder.app.presentation.preview_texts import breakable
from larder.app.previews.drawn_table import DrawnTable
from larder.app.previews.leaf_view import LeafView
from larder.app.previews.pixel_view import PixelView
from larder.app.previews.spectrogram_view import SpectrogramView
from larder.app.previews.token_view import TokenView
from larder.app.previews.waveform_view import WaveformView
from larder.app.views.widgets import EmptyState, muted_label
from larder.core.queries.preview import (
    Drawing,
    LeafTable,
    PayloadPreview,
    PixelDrawing,
    SoundDrawing,
    TokenTable,
    WaveformDrawing,
)

EMPTY_HEIGHT = 150


class DrawingView(Protocol):
    """A widget that shows one way of drawing."""

    def show_drawing(self, drawing: Any, /) -> str:
        """Show another one; returns what is said of it."""


VIEWS: Mapping[type[Drawing], Callable[[Figures], QWidget]] = MappingProxyType({
    WaveformDrawing: WaveformView,
    SoundDrawing: SpectrogramView,
    PixelDrawing: PixelView,
    TokenTable: TokenView,
    LeafTable: LeafView,
})
"""The widget of each way of drawing."""


class PreviewPanel(QWidget):
    """Shows one payload, why it cannot be read, or that nothing is there yet.

    Signals:
        all_wanted: the user wants what was left out because it takes long to read.
    """

    all_wanted = Signal()

    def __init__(self, figures: Figures, *, fills: bool = False) -> None:
        """Make it, empty.

        Args:
            figures: formats numbers.
            fills: drawings take all the room there is, not just what they need.
        """
        super().__init__()
        self._figures = figures
        self._fills = fills
        self._views: dict[type[Drawing], QWidget] = {}
        self._shown: QWidget | None = None
        self.empty = EmptyState()
        self.empty.setFixedHeight(EMPTY_HEIGHT)
        self.caption = muted_label()
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(4)
        self._layout.addWidget(self.empty)
        self._layout.addWidget(self.caption)
        if not fills:
            # A caption of two lines asks for more than it takes; the rest goes below it.
            self._layout.addStretch(1)
        self.setSizePolicy(
            QSizePolicy.Policy.Preferred,
            QSizePolicy.Policy.Expanding if fills else QSizePolicy.Policy.Minimum)
        self.show_nothing("")

    @property
    def view(self) -> QWidget | None:
        """The view that is shown, None for a sentence."""
        return self._shown

    def show_preview(self, preview: PayloadPreview) -> None:
        """Show a payload, or why it cannot be read."""
        if preview.drawing is None:
            self.show_nothing(preview.problem, hint=preview.hint)
            return
        view = self._view_of(type(preview.drawing))
        self._bring(view)
        self.caption.setText(view.show_drawing(preview.drawing))
        self.caption.setVisible(True)

    def show_nothing(self, reason: str, *, hint: str = "") -> None:
        """Show a sentence in place of a payload."""
        self._bring(None)
        self.empty.show_text(breakable(reason), hint=hint)
        self.caption.setVisible(False)

    def _view_of(self, drawing: type[Drawing]) -> Any:
        if drawing not in self._views:
            view = VIEWS[drawing](self._figures)
            if isinstance(view, LeafView):
                view.all_wanted.connect(self.all_wanted)
            view.hide()
            if self._fills:
                for widget in (view, *view.findChildren(DrawnTable)):
                    widget.setSizePolicy(
                        QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
            self._layout.insertWidget(0, view, 1 if self._fills else 0)
            self._views[drawing] = view
        return self._views[drawing]

    def _bring(self, view: QWidget | None) -> None:
        for other in self._views.values():
            other.setVisible(other is view)
        self.empty.setVisible(view is None)
        self._shown = view
