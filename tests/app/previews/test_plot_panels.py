"""Plots of the inspector: a latent's channels, a waveform, a spectrogram, each with its table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QDesktopServices, QImage, QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow
from larder.app.models.entry_rows import EntryColumn
from larder.app.plots.channel_plot import ChannelPlot
from larder.app.plots.spectrum_plot import SpectrumPlot
from larder.app.plots.wave_plot import WavePlot
from larder.app.previews.latent_view import LatentView
from larder.app.previews.plot_panels import ChannelPanel, PlotPanel, SpectrumPanel, WavePanel
from larder.app.previews.preview_panel import PreviewPanel
from larder.app.previews.sound_views import WaveformView
from larder.app.views.entries_page import EntriesPage
from larder.core.queries.preview import LatentDrawing, PayloadPreview, SoundDrawing, WaveformDrawing
from larder.core.requests.options import WorkspaceOptions
from larder.core.settings import ColourScheme
from tests.app.conftest import shown_window, wait_until_settled
from tests.app.in_process_worker import InProcessWorker
from tests.support.fixtures import SAMPLE


@pytest.fixture(scope="module")
def window(
    dressed: QApplication, known_workspace: Callable[[str], Path],
) -> Iterator[OpenWindow]:
    with shown_window(dressed, InProcessWorker) as opened:
        opened.window.resize(1366, 768)
        opened.services.session.open(
            WorkspaceOptions(workspace=str(known_workspace(SAMPLE))))
        yield opened


def look_at(window: OpenWindow, qtbot: QtBot, name: str, kind: str) -> PayloadPreview:
    """Select an entry, and wait until what is cached of it and its plot are shown."""
    qtbot.waitUntil(lambda: window.services.session.snapshot is not None, timeout=60_000)
    window.window.show_page("entries")
    page = window.window.pages["entries"]
    assert isinstance(page, EntriesPage)
    wait_until_settled(qtbot, window)
    at = next(at for at in range(page.model.rowCount())
              if (page.model.cell(at, EntryColumn.SOURCE).text,
                  page.model.cell(at, EntryColumn.KIND).text) == (name, kind))
    page.table.selectRow(at)
    wait_until_settled(qtbot, window)
    qtbot.waitUntil(lambda: window.window.inspector.drawn is not None)
    drawn = window.window.inspector.drawn
    assert drawn is not None
    wait_until_settled(qtbot, window)
    return drawn


@pytest.fixture
def channels(window: OpenWindow, qtbot: QtBot) -> ChannelPanel:
    look_at(window, qtbot, "green_valley.webp", "image")
    view = window.window.inspector.preview.view
    assert isinstance(view, LatentView)
    assert isinstance(view.values, ChannelPanel)
    qtbot.waitUntil(lambda: view.values.plot is not None)
    return view.values


@pytest.fixture
def wave(window: OpenWindow, qtbot: QtBot) -> WavePanel:
    look_at(window, qtbot, "clicks.wav", "waveform")
    view = window.window.inspector.preview.view
    assert isinstance(view, WavePanel)
    qtbot.waitUntil(lambda: view.plot is not None)
    return view


@pytest.fixture
def spectrum(window: OpenWindow, qtbot: QtBot) -> SpectrumPanel:
    look_at(window, qtbot, "clicks.wav", "audio")
    view = window.window.inspector.preview.view
    assert isinstance(view, SpectrumPanel)
    qtbot.waitUntil(lambda: view.plot is not None)
    return view


def test_a_channels_values_stand_beside_the_median_of_the_concept(
    channels: ChannelPanel, window: OpenWindow,
) -> None:
    drawing, plot = channels._drawing, channels.plot
    assert isinstance(drawing, LatentDrawing)
    assert isinstance(plot, ChannelPlot)
    assert drawing.compared > 10
    for number in range(len(drawing.channel_counts)):
        channels.table.selectRow(number)
        assert plot.counts.tolist() == drawing.channel_counts[number].tolist()
        assert plot.median.value() == pytest.approx(float(drawing.medians[number]))
        assert plot.other.value() == pytest.approx(float(drawing.concept_medians[number]))
    figure = window.services.look.figures.number
    assert [channels.table.rows.cell(0, column).text for column in range(3)] == [
        "1", figure(float(drawing.medians[0])), figure(float(drawing.concept_medians[0]))]


def test_the_crosshair_says_what_is_under_the_mouse_and_goes_with_it(
    channels: ChannelPanel,
) -> None:
    plot = channels.plot
    assert isinstance(plot, ChannelPlot)
    channels.show_channel(0)
    low, high = plot._span
    at = int(plot.counts.argmax())
    middle = low + (at + 0.5) * (high - low) / len(plot.counts)
    said: list[str] = []
    plot.show_tip = lambda _at, text: said.append(text)  # type: ignore[method-assign]
    plot._on_mouse_moved(plot.item.getViewBox().mapViewToScene(QPointF(middle, 1)))
    assert plot.down.isVisible()
    assert plot.down.value() == pytest.approx(middle)
    assert plot.across.value() == plot.counts[at]
    assert said[-1].endswith(f"{plot.counts[at]} values")
    QApplication.sendEvent(plot.canvas.viewport(), QEvent(QEvent.Type.Leave))
    assert not plot.down.isVisible()


def test_a_marked_part_of_a_waveform_is_measured_and_shown_alone(wave: WavePanel) -> None:
    plot = wave.plot
    assert isinstance(plot, WavePlot)
    assert isinstance(wave._drawing, WaveformDrawing)
    span = wave._drawing.samples / wave._drawing.sample_rate
    plot.part.setRegion((0.25 * span, 0.5 * span))
    columns = len(wave._drawing.minima)
    peak = max(-wave._drawing.minima[columns // 4: columns // 2].min(),
               wave._drawing.maxima[columns // 4: columns // 2].max())
    assert wave.part.text().startswith("Marked: 0.5 s to 1 s, 0.5 s long, peak ")
    assert float(wave.part.text().rpartition(" ")[2]) == pytest.approx(float(peak), rel=1e-3)
    plot.zoom_to_part()
    assert plot.item.viewRange()[0] == pytest.approx([0.25 * span, 0.5 * span])
    plot.show_whole()
    assert plot.item.viewRange()[0] == pytest.approx([0, span])
    plot.zoom_by(2)
    left, right = plot.item.viewRange()[0]
    assert right - left == pytest.approx(span / 2)


@pytest.mark.parametrize("is_held", [False, True])
def test_the_wheel_scrolls_the_inspector_and_zooms_with_control(
    wave: WavePanel, is_held: bool,
) -> None:
    plot = wave.plot
    assert isinstance(plot, WavePlot)
    plot.show_whole()
    before = plot.item.viewRange()[0]
    held = Qt.KeyboardModifier.ControlModifier if is_held else Qt.KeyboardModifier.NoModifier
    viewport = plot.canvas.viewport()
    middle = viewport.rect().center()
    QApplication.sendEvent(viewport, QWheelEvent(
        middle, viewport.mapToGlobal(middle), QPoint(), QPoint(0, 120), Qt.MouseButton.NoButton,
        held, Qt.ScrollPhase.NoScrollPhase, False))
    assert (plot.item.viewRange()[0] != before) is is_held


def test_play_opens_the_sound_itself(
    wave: WavePanel, monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toLocalFile()))
    wave.play.click()
    assert [Path(file).name for file in opened] == ["clicks.wav"]


def test_a_spectrogram_has_axes_a_bar_of_its_colours_and_says_what_is_where(
    spectrum: SpectrumPanel,
) -> None:
    plot, drawing = spectrum.plot, spectrum._drawing
    assert isinstance(plot, SpectrumPlot)
    assert isinstance(drawing, SoundDrawing)
    assert (plot.item.getAxis("left").labelText, plot.item.getAxis("bottom").labelText) == (
        "Band", "Frames")
    shares = [value for value, _ in plot.bar.axis._tickLevels[0]]
    assert shares == sorted(shares)
    assert plot.image.image.shape == drawing.shades.shape
    tip = plot._tip(0.5, 0.5, 255)
    assert tip.startswith("frame 1, band 1: ")
    bands = spectrum.table.rows
    assert bands.rowCount() == len(drawing.shades)
    loudest = int(np.argmax(drawing.shades.max(axis=1)))
    row = len(drawing.shades) - 1 - loudest
    assert float(bands.cell(row, 3).text) == pytest.approx(drawing.high, rel=1e-3)


@pytest.mark.parametrize("which", ["channels", "wave", "spectrum"])
def test_a_plot_of_the_inspector_speaks_changes_colour_and_is_exported_with_its_table(
    window: OpenWindow, qtbot: QtBot, tmp_path: Path, which: str,
    request: pytest.FixtureRequest,
) -> None:
    panel = request.getfixturevalue(which)
    assert isinstance(panel, PlotPanel)
    plot, look = panel.plot, window.services.look
    for part in (plot, plot.canvas, plot.canvas.viewport()):
        assert part.accessibleName() == panel.table.accessibleName() != ""
        assert part.accessibleDescription() == plot.sentence != ""
    before = look.scheme
    for scheme in (ColourScheme.DARK, ColourScheme.LIGHT):
        look.choose(scheme)
        assert plot.canvas.backgroundBrush().color() == look.theme.colour("base")
        assert plot.item.getAxis("left").textPen().color() == look.theme.colour("text")
    look.choose(before)
    wait_until_settled(qtbot, window)
    for ending in ("png", "svg"):
        panel._export.write(tmp_path / f"a.{ending}", plot.picture, plot.drawing)
        qtbot.waitUntil(lambda: panel.is_idle)
    assert QImage(str(tmp_path / "a.png")).width() == 2000
    texts = " ".join(ElementTree.parse(tmp_path / "a.svg").getroot().itertext())
    assert plot.sentence[:12] in texts
    assert panel.table.contents().count == panel.table.rows.rowCount() > 0
    panel.as_table.click()
    assert panel.table.isVisible()
    assert not plot.isVisible()
    panel.as_table.click()
    assert plot.isVisible()


def test_where_plots_cannot_be_loaded_the_painted_drawing_stays(
    window: OpenWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(window.services.plots, "problem", "libGL.so.1 is missing")
    panel = PreviewPanel(window.services.look.figures, services=window.services)
    qtbot.addWidget(panel)
    panel.show()
    ones = np.ones(100, np.float32)
    panel.show_preview(PayloadPreview(WaveformDrawing(-ones, ones, 1000, 16_000)))
    assert isinstance(panel.view, WavePanel)
    assert isinstance(panel.view.place.currentWidget(), WaveformView)
    assert not panel.view._acts.itemAt(0).widget().isEnabled()
