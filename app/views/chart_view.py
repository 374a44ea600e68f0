"""One chart of the Charts tab: its bars as a table, beside them its plot or its tiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import (
    QDoubleSpinBox,
    QHBoxLayout,
    QPushButton,
    QSplitter,
    QWidget,
)

from larder.app.models.chart_figures import PicturePoints, UsageCharts
from larder.app.models.chart_table import BarColumn, ChartTable, table_of
from larder.app.models.chart_texts import ChartTexts
from larder.app.models.charts import Chart, ChartBar, tab_text
from larder.app.plots.plot_place import PlotPlace
from larder.app.presentation.looks import Tone
from larder.app.presentation.plain_text import plain_tip
from larder.app.presentation.sentences import Sentences
from larder.app.services import WindowServices
from larder.app.view_state import Scope
from larder.app.views.chart_plots import PLOTTED, ChartPlot
from larder.app.views.treemap import Treemap, TreemapTile
from larder.app.widgets.painted_cells import Bar, BarDelegate
from larder.app.widgets.plain_labels import PlainLabel
from larder.app.widgets.rows_table import RowsTable, facts_table
from larder.app.widgets.widgets import (
    ContentStack,
    WrappedLabel,
    clear_layout,
    fill_column,
    fill_layout,
    link_button,
)
from larder.core.worker_protocol import Failed

_tr = Sentences("ChartView")

BAR_HEIGHT = 14
PICTURE_SIZE = QSize(1000, 600)
"""Least width and height of a chart's picture, pixels at 1:1; it is drawn twice as fine."""
MOST_DRAWN = 200
"""Rows in a chart's picture; more are listed in its table."""

_EMPTY: dict[Chart, str] = {
    Chart.BUCKETS: "No picture is cached yet, so no bucket is known.",
    Chart.BUILDS: "No build has been timed on this computer yet.",
    Chart.SCALING: "The sizes of the pictures are being read…",
    Chart.HISTORY: "No journal says yet how the space changed.",
    Chart.LATENTS: "No picture is far from the others.",
    Chart.LIKENESS: "No picture is less alike than the line.",
    Chart.SIZES: "No cached file has a resolution.",
    Chart.VARIATIONS: "No cached file has variations.",
}


class ChartView(QWidget):
    """One chart: its bars, and for folders the tiles and the way to where one is.

    `opened` of the table goes into a folder; of other bars the page is asked.

    Signals:
        picked: a bar of the plot was clicked.
        caught: points of the plot were clicked or caught with the lasso, with their numbers.
        line_moved: another line parts what the table lists from the others.
    """

    picked = Signal(object)
    caught = Signal(object)
    line_moved = Signal()

    def __init__(self, chart: Chart, services: WindowServices) -> None:
        super().__init__()
        look = services.look
        self.chart = chart
        self.folder = -1
        self._charts = UsageCharts()
        self._texts = ChartTexts(look.figures, look.names)
        self._services = services
        self.model: ChartTable = table_of(chart)(look.figures, look.icons, look.names, self)
        self.table = _bar_table(chart, self.model, services)
        self.tiles = Treemap(look) if chart is Chart.FOLDERS else None
        self.plot = ChartPlot(chart, services, self._texts, self) if chart in PLOTTED else None
        self._way = QHBoxLayout()
        self._stack = ContentStack(self.table)
        self.empty = self._stack.empty
        if self.plot is not None:
            parts = self._beside(self.plot.place)
            self.lasso = QPushButton(_tr("Lasso"))
            self.lasso.setCheckable(True)
            self.lasso.setToolTip(plain_tip(_tr(
                "Draw around pictures to list them in Entries.")))
            self.lasso.setVisible(self.plot.has_points)
            head = fill_layout(
                QHBoxLayout(), self.lasso, *self._make_line_field(), None, margins=(12, 0, 12, 4))
            fill_column(self, head, parts, stretched=parts)
            self.lasso.toggled.connect(self.plot.use_lasso)
            self.plot.picked.connect(self.picked)
            self.plot.caught.connect(self.caught)
            self.plot.line_moved.connect(self.move_line)
            return
        self.line_field = QDoubleSpinBox(self)
        self.line_field.hide()
        if self.tiles is None:
            fill_column(self, self._stack)
            return
        self._way.setContentsMargins(12, 0, 12, 4)
        parts = self._beside(self.tiles)
        fill_column(self, self._way, parts, stretched=parts)
        self.tiles.chosen.connect(self.table.selectRow)
        self.tiles.opened.connect(self.enter)
        self.table.opened.connect(self._open)
        self.table.selectionModel().currentRowChanged.connect(
            lambda now, _: self._mark(now.row()))
        self.table.sort_wanted.connect(lambda *_: self._show_tiles())

    def _make_line_field(self) -> tuple[QWidget, ...]:
        """The line of a histogram as a number, for the keyboard; nothing for other charts."""
        self.line_field = QDoubleSpinBox()
        if self.chart is not Chart.LIKENESS:
            return ()
        label = PlainLabel(_tr("Less alike than"))
        label.setBuddy(self.line_field)
        self.line_field.setAccessibleName(label.text())
        self.line_field.setRange(-1, 1)
        self.line_field.setSingleStep(0.01)
        self.line_field.setKeyboardTracking(False)
        self.line_field.valueChanged.connect(self.move_line)
        return label, self.line_field

    def move_line(self, place: float) -> None:
        """List the pictures that are less alike than another line."""
        if self._charts.likeness is not None and place != self._charts.likeness.line:
            self.show_charts(replace(
                self._charts, likeness=replace(self._charts.likeness, line=place)))
            self.line_moved.emit()

    def _beside(self, drawn: QWidget) -> QSplitter:
        """Put the table to the right of what is drawn."""
        parts = QSplitter(Qt.Orientation.Horizontal)
        parts.setChildrenCollapsible(False)
        parts.addWidget(drawn)
        parts.addWidget(self._stack)
        parts.setSizes([500, 400])
        return parts

    @property
    def is_settled(self) -> bool:
        """True if its plot is there, cannot be, or is not looked at."""
        return self.plot is None or self._services.plots.is_idle

    @property
    def place(self) -> PlotPlace | None:
        """The place of its plot, None where it has none."""
        return None if self.plot is None else self.plot.place

    @property
    def bars(self) -> Sequence[ChartBar]:
        """As they are listed."""
        return [self.model.row_at(at) for at in range(self.model.rowCount())]

    @property
    def charts(self) -> UsageCharts:
        """The figures that are shown, with the line as it is."""
        return self._charts

    @property
    def points(self) -> PicturePoints | None:
        """The pictures that its plot is of, None where it is of none."""
        charts = self._charts
        found: Mapping[Chart, PicturePoints | None] = {
            Chart.SCALING: charts.scales, Chart.LATENTS: charts.latents,
            Chart.LIKENESS: charts.likeness}
        return found.get(self.chart)

    def show_charts(self, charts: UsageCharts) -> None:
        """Show other figures, from the top."""
        self._charts = charts
        if charts.likeness is not None:
            self.line_field.blockSignals(True)
            self.line_field.setValue(charts.likeness.line)
            self.line_field.blockSignals(False)
        self.enter(-1)

    def enter(self, folder: int) -> None:
        """Show what is in a folder; -1 is all caches."""
        self.folder = folder
        self.model.show_rows(self._texts.bars(self.chart, self._charts, folder=folder))
        self.table.fit_again()
        if self.chart is Chart.FOLDERS and not self.model.rowCount() and folder >= 0:
            self.enter(-1)
            return
        if self.model.rowCount():
            self._stack.show_content()
        else:
            self._stack.say(_tr(_EMPTY.get(self.chart, "Nothing is cached yet.")),
                            self._services.look.icons.icon("page-charts"))
        self.table.setAccessibleDescription(self.sentence())
        self._show_tiles()
        if self.plot is not None:
            self.plot.show(self._charts, self.sentence())
        self._show_way()

    def say_failure(self, failure: Failed) -> None:
        """Say why its figures could not be read, in place of the table."""
        shown = self._services.look.names.failure(failure)
        self._stack.say(
            shown.problem, self._services.look.icons.icon("severity-error", Tone.ERROR),
            hint=shown.hint)

    def sentence(self) -> str:
        """Return what the chart shows as a sentence."""
        return self._texts.sentence(self.chart, self._charts, self.bars, folder=self.folder)

    def scope(self) -> Scope | None:
        """Return the scope that the Entries page shows for the selected bar, None for no scope."""
        bar = self.chosen_bar()
        return None if bar is None else bar.scope

    def chosen_bar(self) -> ChartBar | None:
        """The selected bar, None for none."""
        index = self.table.currentIndex()
        return self.model.row_at(index.row()) if index.isValid() else None

    def drawing(self) -> bytes | None:
        """The chart as an SVG file, None where it has no plot."""
        return None if self.place is None or self.place.plot is None \
            else self.place.plot.drawing()

    def picture(self) -> QImage:
        """The chart as it would be with room for all of it."""
        if self.place is not None and self.place.plot is not None:
            return self.place.plot.picture()
        sentence = WrappedLabel()
        sentence.setText(self.sentence())
        sentence.setContentsMargins(12, 12, 12, 8)
        drawn: QWidget = _bar_table(self.chart, self.model, self._services)
        height = PICTURE_SIZE.height()
        if isinstance(drawn, RowsTable) and self.tiles is None:
            rows = min(self.model.rowCount(), MOST_DRAWN)
            drawn.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            height = (rows + 2) * drawn.verticalHeader().defaultSectionSize()
        else:
            drawn = Treemap(self._services.look)
            drawn.show_tiles(self._tiles(), "", "")
        whole = QWidget()
        whole.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        fill_column(whole, sentence, drawn, stretched=drawn)
        whole.resize(PICTURE_SIZE.width(), height + sentence.sizeHint().height())
        whole.show()
        image = QImage(whole.size() * 2, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(2)
        image.fill(self._services.look.theme.colour("base"))
        painter = QPainter(image)
        whole.render(painter, QPoint())
        painter.end()
        whole.close()
        whole.deleteLater()
        return image

    def _tiles(self) -> list[TreemapTile]:
        figures, names = self._services.look.figures, self._services.look.names
        tree = self._charts.usage.tree
        tiles = []
        for place, bar in enumerate(self.bars):
            size = figures.bytes(int(bar.amount))
            within = () if bar.folder is None else tuple(
                (names.payload(tree[child].name), float(tree[child].bytes))
                for child in self._charts.children.get(bar.folder, ()))
            tiles.append(TreemapTile(
                key=place if bar.folder is None else bar.folder, name=bar.name,
                text=f"{bar.name} · {size}", size=bar.amount, within=within,
                tip=f"{bar.name}\n{figures.exact_bytes(int(bar.amount))}"))
        return tiles

    def _show_tiles(self) -> None:
        if self.tiles is not None:
            self.tiles.show_tiles(self._tiles(), _tr("Space used by folder"), self.sentence())

    def _show_way(self) -> None:
        if self.tiles is None:
            return
        clear_layout(self._way)
        for folder in self._charts.way_to(self.folder):
            name = (self._services.look.names.payload(self._charts.node(folder).name)
                    if folder >= 0 else _tr("All caches"))
            step = link_button(name if folder < 0 else f"› {name}")
            step.setEnabled(folder != self.folder)
            step.setAccessibleName(_tr("Go to %1").replace("%1", name))
            step.clicked.connect(partial(self.enter, folder))
            self._way.addWidget(step)
        self._way.addStretch(1)

    def _mark(self, place: int) -> None:
        if self.tiles is not None:
            self.tiles.mark(place)

    def _open(self, position: int) -> None:
        folder = self.model.row_at(position).folder
        if folder is not None:
            self.enter(folder)


def _bar_table(chart: Chart, model: ChartTable, services: WindowServices) -> RowsTable:
    """A table whose second column is a bar."""
    look = services.look

    def bar(position: int) -> Bar:
        row = model.row_at(position)
        role = "bar_warning" if row.warns else "bar_note"
        figure = "" if row.of_all is None else look.figures.percent(row.of_all)
        return Bar(parts=((row.share, role),), figure=figure)

    is_of_folders = chart is Chart.FOLDERS
    table = facts_table(
        model, f"chart{chart.name.title()}", tab_text(chart), services.memory,
        BarColumn.NAME if is_of_folders else BarColumn.BAR,
        (BarColumn.AMOUNT,) if is_of_folders else (BarColumn.NAME, BarColumn.AMOUNT),
        sort=model.sort)
    table.setItemDelegateForColumn(
        BarColumn.BAR, BarDelegate(bar, lambda: look.theme, table, height=BAR_HEIGHT))
    table.verticalHeader().setDefaultSectionSize(table.fontMetrics().height() + 14)
    look.changed.connect(table.viewport().update)
    return table
