"""Plots of one payload: the values of a latent by channel, a waveform, a spectrogram.

Each stands in the place of a drawing that is painted until plots are loaded, and has a table of its
figures for keyboard and screen reader.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QSizePolicy, QStackedWidget, QWidget

from larder.app.models.tables import RIGHT, in_order
from larder.app.plots.plot_place import PlotPlace
from larder.app.presentation.preview_texts import peak_of, seconds_text
from larder.app.presentation.sentences import Sentences, with_values
from larder.app.previews.latent_view import tool_button
from larder.app.previews.plot_export import PlotExport
from larder.app.previews.sound_views import SpectrogramView, WaveformView, shade_colours
from larder.app.previews.table_views import STORED, DrawnColumn, DrawnRows, DrawnTable, make_number
from larder.app.services import WindowServices
from larder.app.widgets.widgets import WrappedLabel, fill_column, fill_layout
from larder.app.widgets.window_layout import ANY_LENGTH
from larder.core.queries.preview import LatentDrawing, SoundDrawing, WaveformDrawing

if TYPE_CHECKING:
    from larder.app.plots.plot import Plot

_tr = Sentences("PlotPanels")

HEIGHT = 190
"""Pixels of a plot in the inspector."""
CHANNEL_LINES = 3
PART_LINES = 2
"""Lines of text below a plot in the narrowest inspector."""
ZOOM_STEP = 1.5
SHADES = 255

WAVE_COLUMNS = in_order(
    DrawnColumn("From", 9, align=RIGHT, sort="start", text=make_number("start")),
    DrawnColumn("Lowest", 10, align=RIGHT, sort="lowest", text=make_number("lowest")),
    DrawnColumn("Highest", 10, align=RIGHT, sort="highest", text=make_number("highest")),
)


@dataclass(frozen=True, slots=True)
class ChannelTable:
    """One row per channel of a latent, shape (c,) each; NaN where nothing is known.

    Attributes:
        concept: the median of the concept's pictures.
        apart: how far the channel's median is from that.
    """

    median: npt.NDArray[np.float64]
    concept: npt.NDArray[np.float64]
    apart: npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class WaveTable:
    """One row per column of a waveform, shape (c,) each; `start` in seconds or samples."""

    start: npt.NDArray[np.float64]
    lowest: npt.NDArray[np.float64]
    highest: npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class BandTable:
    """One row per drawn band of features, from the lowest, shape (b,) each."""

    lowest: npt.NDArray[np.float64]
    mean: npt.NDArray[np.float64]
    highest: npt.NDArray[np.float64]


def _number(rows: DrawnRows, row: int) -> str:
    return rows.figures.count(row + 1)


CHANNEL_COLUMNS = in_order(
    DrawnColumn("Channel", 8, align=RIGHT, sort=STORED, least=5, text=_number),
    DrawnColumn("Median", 10, align=RIGHT, sort="median", text=make_number("median")),
    DrawnColumn("Concept", 12, align=RIGHT, sort="concept", text=make_number("concept")),
    DrawnColumn("Apart", 10, align=RIGHT, sort="apart", leaves=1, text=make_number("apart")),
)

BAND_COLUMNS = in_order(
    DrawnColumn("Band", 7, align=RIGHT, sort=STORED, least=5, text=_number),
    DrawnColumn("Lowest", 9, align=RIGHT, sort="lowest", text=make_number("lowest")),
    DrawnColumn("Mean", 9, align=RIGHT, sort="mean", text=make_number("mean")),
    DrawnColumn("Highest", 9, align=RIGHT, sort="highest", text=make_number("highest")),
)


class PlotPanel(QWidget):
    """A plot in the place of a painted drawing, its table, and the ways to take both elsewhere."""

    file_name = "plot"

    def __init__(
        self, services: WindowServices, make_plot: Callable[[], Plot], table: DrawnTable,
        stand_in: QWidget,
    ) -> None:
        super().__init__()
        self._services = services
        self._figures = services.look.figures
        self.place = PlotPlace(services.plots, make_plot, stand_in)
        self.table = table
        self._sentence = ""
        self._export = PlotExport(services, self)
        self._either = QStackedWidget()
        self._either.addWidget(self.place)
        self._either.addWidget(table)
        self._either.setFixedHeight(HEIGHT)
        self.as_table = tool_button(
            _tr("Table"), _tr("Shows the figures of the plot as a table."))
        self.as_table.setCheckable(True)
        self.as_table.toggled.connect(self._either.setCurrentIndex)
        self.export = tool_button(
            _tr("Export"), _tr("Saves the plot as a picture, or its figures as a table."))
        self.export.setMenu(self._make_menu())
        # What acts on the plot has a line of its own: both do not fit the narrowest inspector.
        self._acts = fill_layout(QHBoxLayout(), None, spacing=4)
        self.tools = fill_layout(QHBoxLayout(), self.as_table, None, self.export, spacing=4)
        fill_column(self, self._either, self._acts, self.tools, stretched=self._either, spacing=4)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.place.made.connect(self._show_plot)

    @property
    def plot(self) -> Any:
        """The plot, None before plots are loaded."""
        return self.place.plot

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the buttons below each other where there is no room beside each other."""
        super().resizeEvent(event)
        for line in (self._acts, self.tools):
            needed = sum(item.sizeHint().width() + line.spacing() for item in (
                line.itemAt(at) for at in range(line.count())) if item is not None)
            line.setDirection(
                QHBoxLayout.Direction.LeftToRight if self.width() >= needed
                else QHBoxLayout.Direction.TopToBottom)

    def fill_room(self) -> None:
        """Take all the height there is."""
        self._either.setMinimumHeight(HEIGHT)
        self._either.setMaximumHeight(ANY_LENGTH)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    @property
    def widget(self) -> QWidget:
        """The widget to lay out, which is this one."""
        return self

    @property
    def is_idle(self) -> bool:
        """True if nothing is being written."""
        return self._export.is_idle

    def _make_menu(self) -> QMenu:
        menu = QMenu(self)
        self.export_plot = menu.addAction(_tr("Export picture…"))
        self.export_plot.triggered.connect(lambda: self._export.ask(
            self.file_name, self.place.plot.picture, self.place.plot.drawing)
            if self.place.plot is not None else None)
        export_table = menu.addAction(_tr("Export table…"))
        export_table.triggered.connect(lambda: self.table.save_rows())
        menu.aboutToShow.connect(
            lambda: self.export_plot.setEnabled(self.place.plot is not None))
        return menu

    def _tell(self, sentence: str) -> None:
        self._sentence = sentence
        self.table.setAccessibleDescription(sentence)
        self._show_plot()

    def _show_plot(self) -> None:
        """Draw what is shown, once there is a plot."""
        if self.place.plot is not None:
            self.place.plot.tell(self.table.accessibleName(), self._sentence)
            self._draw(self.place.plot)

    def _draw(self, plot: Any) -> None:
        raise NotImplementedError

    def _add_zoom(self) -> None:
        """Buttons that do what the wheel does."""
        for text, tip, act in (
                ("−", _tr("Zoom out"), lambda plot: plot.zoom_by(1 / ZOOM_STEP)),
                ("+", _tr("Zoom in"), lambda plot: plot.zoom_by(ZOOM_STEP)),
                (_tr("All"), _tr("Shows all of it."), lambda plot: plot.show_whole())):
            self._add_button(text, tip, act)

    def _add_button(self, text: str, tip: str, act: Callable[[Any], object]) -> QPushButton:
        """A button that acts on the plot, once there is one."""
        button = tool_button(text, tip)
        button.clicked.connect(lambda: None if self.place.plot is None else act(self.place.plot))
        button.setEnabled(self.place.plot is not None)
        self.place.made.connect(partial(button.setEnabled, True))
        self.as_table.toggled.connect(
            lambda is_table: button.setEnabled(not is_table and self.place.plot is not None))
        self._acts.insertWidget(self._acts.count() - 1, button)
        return button


def _lines_below(lines: int) -> WrappedLabel:
    """A text with room for its lines, since the height is laid out before the width is known."""
    label = WrappedLabel()
    label.setProperty("role", "muted")
    label.setMinimumHeight(lines * label.fontMetrics().lineSpacing())
    label.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
    return label


class ChannelPanel(PlotPanel):
    """How the values of each channel lie, beside the concept's median; a row chooses one."""

    file_name = "channel"

    def __init__(self, services: WindowServices, stand_in: QWidget) -> None:
        def make() -> Plot:
            from larder.app.plots.channel_plot import ChannelPlot  # loaded by `PlotPlace`

            return ChannelPlot(services.look)

        table = DrawnTable("channelTable", _tr("Values of the latent by channel"), CHANNEL_COLUMNS,
                           services.look.figures)
        super().__init__(services, make, table, stand_in)
        self._drawing: LatentDrawing | None = None
        self.channel = 0
        self.line = _lines_below(CHANNEL_LINES)
        self._step_buttons()
        self.layout().insertWidget(1, self.line)  # type: ignore[union-attr]
        table.selectionModel().currentRowChanged.connect(
            lambda now, _: self.show_channel(table.rows.stored_row(now.row())))

    def _step_buttons(self) -> None:
        for text, tip, by in (("‹", _tr("The channel before"), -1),
                              ("›", _tr("The next channel"), 1)):
            button = tool_button(text, tip)
            button.clicked.connect(lambda _=False, by=by: self.show_channel(self.channel + by))
            self._acts.insertWidget(self._acts.count() - 1, button)

    def show_drawing(self, drawing: LatentDrawing) -> None:
        """Show the channels of another latent."""
        self._drawing = drawing
        count = len(drawing.channel_counts)
        self.setVisible(count > 0)
        medians = drawing.medians.astype(np.float64)
        concept = drawing.concept_medians.astype(np.float64) \
            if len(drawing.concept_medians) == count else np.full(count, np.nan)
        shown = ChannelTable(median=medians, concept=concept, apart=medians - concept)
        self.table.show_drawing(shown, count, self._tip, "")
        self.show_channel(min(self.channel, max(count - 1, 0)))

    def show_channel(self, number: int) -> None:
        """Show the values of one channel, counted from 0."""
        drawing = self._drawing
        if drawing is None or not 0 <= number < len(drawing.channel_counts):
            return
        self.channel = number
        self.line.setText(self._say(drawing, number))
        self._tell(self.line.text().replace("\n", " "))

    def _say(self, drawing: LatentDrawing, number: int) -> str:
        figure, count = self._figures.number, self._figures.count
        lines = [with_values(
            _tr("Channel %1 of %2: median %3."), count(number + 1),
            count(len(drawing.channel_counts)), figure(float(drawing.medians[number])))]
        if number < len(drawing.concept_medians):
            lines.append(with_values(
                _tr("Median of the concept: %1 (%Ln pictures).", drawing.compared),
                figure(float(drawing.concept_medians[number]))))
        return "\n".join(lines)

    def _tip(self, row: int) -> str:
        return "" if self._drawing is None else self._say(self._drawing, row)

    def _draw(self, plot: Any) -> None:
        drawing, at = self._drawing, self.channel
        if drawing is None or not at < len(drawing.channel_counts):
            return
        has_concept = at < len(drawing.concept_medians)
        plot.show_counts(
            drawing.channel_counts[at], (drawing.low, drawing.high),
            medians=(float(drawing.medians[at]),
                     float(drawing.concept_medians[at]) if has_concept else None),
            names=(_tr("Median"), _tr("Concept")), axis=_tr("Values"),
            show=self._figures.number, tip=self._step_tip)

    def _step_tip(self, start: float, end: float, count: int) -> str:
        return with_values(_tr("%1 to %2: %Ln values", count),
                           self._figures.number(start), self._figures.number(end))


class WavePanel(PlotPanel):
    """A waveform with a part that one can choose, zoom to and measure.

    Signals:
        play_wanted: the source is to be heard.
    """

    file_name = "waveform"
    play_wanted = Signal()

    def __init__(self, services: WindowServices) -> None:
        def make() -> Plot:
            from larder.app.plots.wave_plot import WavePlot  # loaded by `PlotPlace`

            plot = WavePlot(services.look)
            plot.part_changed.connect(self._say_part)
            return plot

        self._painted = WaveformView(services.look.figures)
        table = DrawnTable("waveTable", _tr("Waveform"), WAVE_COLUMNS, services.look.figures)
        super().__init__(services, make, table, self._painted)
        self._drawing: WaveformDrawing | None = None
        self.part = _lines_below(PART_LINES)
        self.layout().insertWidget(1, self.part)  # type: ignore[union-attr]
        self._add_zoom()
        self._add_button(
            _tr("Part"), _tr("Shows the marked part alone; drag its edges to move it."),
            lambda plot: plot.zoom_to_part())
        # PySide6-Essentials, which is what is installed, has no QtMultimedia.
        self.play = tool_button(_tr("Play"), _tr(
            "Opens your sound in this computer's player. The cached copy is not played."))
        self.play.clicked.connect(self.play_wanted)
        self.tools.insertWidget(1, self.play)

    def show_drawing(self, drawing: WaveformDrawing) -> str:
        """Draw another waveform; returns what is said of it."""
        self._drawing = drawing
        text = self._painted.show_drawing(drawing)
        columns = len(drawing.minima)
        shown = WaveTable(
            start=np.arange(columns) * self._span / max(columns, 1),
            lowest=drawing.minima.astype(np.float64), highest=drawing.maxima.astype(np.float64))
        self.table.show_drawing(shown, columns, str, text)
        self.part.setText("")
        self._tell(text)
        return text

    @property
    def _span(self) -> float:
        drawing = self._drawing
        assert drawing is not None
        return drawing.samples / (drawing.sample_rate or 1)

    def _draw(self, plot: Any) -> None:
        if self._drawing is not None:
            plot.show_wave(
                self._drawing.minima, self._drawing.maxima, self._span,
                axis=_tr("Seconds") if self._drawing.sample_rate else _tr("Samples"),
                show=self._figures.number)

    def _say_part(self, start: float, end: float) -> None:
        """Say how long the marked part is, and how loud."""
        drawing = self._drawing
        if drawing is None or not len(drawing.minima):
            return
        columns = len(drawing.minima)
        first = min(int(start / self._span * columns), columns - 1)
        last = max(int(np.ceil(end / self._span * columns)), first + 1)
        peak = peak_of(WaveformDrawing(
            drawing.minima[first:last], drawing.maxima[first:last], last - first, 0))
        say = partial(seconds_text, figures=self._figures) if drawing.sample_rate \
            else self._figures.number
        self.part.setText(with_values(
            _tr("Marked: %1 to %2, %3 long, peak %4"), say(round(start, 3)), say(round(end, 3)),
            say(round(end - start, 3)), self._figures.number(peak)))


class SpectrumPanel(PlotPanel):
    """Features over time, with axes and a bar of their colours."""

    file_name = "features"

    def __init__(self, services: WindowServices) -> None:
        def make() -> Plot:
            from larder.app.plots.spectrum_plot import SpectrumPlot  # loaded by `PlotPlace`

            return SpectrumPlot(services.look, [
                (colour.red(), colour.green(), colour.blue())
                for colour in map(QColor, shade_colours())])

        self._painted = SpectrogramView(services.look.figures)
        table = DrawnTable(
            "bandTable", _tr("Features by band"), BAND_COLUMNS, services.look.figures)
        super().__init__(services, make, table, self._painted)
        self._drawing: SoundDrawing | None = None
        self._add_zoom()

    def show_drawing(self, drawing: SoundDrawing) -> str:
        """Draw other features; returns what is said of them."""
        self._drawing = drawing
        text = self._painted.show_drawing(drawing)
        step = (drawing.high - drawing.low) / SHADES
        bands = drawing.shades[::-1].astype(np.float64) * step + drawing.low
        shown = BandTable(lowest=bands.min(axis=1, initial=np.inf), mean=bands.mean(axis=1),
                          highest=bands.max(axis=1, initial=-np.inf))
        self.table.show_drawing(shown, len(bands), str, text)
        self._tell(text)
        return text

    def _draw(self, plot: Any) -> None:
        drawing = self._drawing
        if drawing is None:
            return
        is_timed = drawing.frame_s > 0
        plot.show_shades(
            drawing.shades,
            (drawing.frames * (drawing.frame_s if is_timed else 1.0) or 1.0, drawing.bands or 1),
            (drawing.low, drawing.high),
            axes=(_tr("Seconds") if is_timed else _tr("Frames"), _tr("Band")),
            show=self._figures.number, tip=self._place_tip)

    def _place_tip(self, across: float, up: float, shade: int) -> str:
        drawing = self._drawing
        if drawing is None:
            return ""
        value = drawing.low + (drawing.high - drawing.low) * shade / SHADES
        when = seconds_text(across, self._figures) if drawing.frame_s \
            else _tr("frame %1").replace("%1", self._figures.count(int(across) + 1))
        return with_values(_tr("%1, band %2: %3"), when, self._figures.count(int(up) + 1),
                           self._figures.number(value))
