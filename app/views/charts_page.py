"""The Charts tab: where the space goes, as bars and tiles, each chart said in a sentence too.

Bars are rows of a table, so that a keyboard and a screen reader go through them, and a chart's
figures are exported as any table's. Some have a plot beside it: the bars of buckets lead to their
pictures. Folders have a treemap, which pyqtgraph has none of.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QImage, QImageWriter, QPainter
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QTabBar,
    QWidget,
)

from larder.app.jobs.awaited_job import AwaitedJob
from larder.app.jobs.job import Job
from larder.app.models.charts import (
    BarColumn,
    Chart,
    ChartBar,
    ChartTable,
    ChartTexts,
    PictureScales,
    UsageCharts,
    read_scales,
    read_usage,
    tab_text,
    table_of,
)
from larder.app.notices import Notice
from larder.app.plots.plot_place import PlotPlace
from larder.app.presentation.looks import Tone
from larder.app.presentation.plain_text import plain_tip
from larder.app.presentation.sentences import Sentences
from larder.app.services import WindowServices
from larder.app.view_state import PickedRows, Scope
from larder.app.views.page import ReadPage
from larder.app.views.treemap import Treemap, TreemapTile
from larder.app.widgets.painted_cells import Bar, BarDelegate
from larder.app.widgets.rows_table import RowsTable, facts_table
from larder.app.widgets.widgets import (
    ContentStack,
    WrappedLabel,
    clear_layout,
    fill_column,
    fill_layout,
    link_button,
)
from larder.core.queries.usage_document import Bucket
from larder.core.requests.options import Answer, UsageOptions

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from larder.app.plots.plot import Plot

_tr = Sentences("ChartsPage")

BAR_HEIGHT = 14
PICTURE_SIZE = QSize(1000, 600)
"""Least width and height of a chart's picture, pixels at 1:1; it is drawn twice as fine."""
MOST_DRAWN = 200
"""Rows in a chart's picture; more are listed in its table."""

PLOTTED = (Chart.BUCKETS, Chart.SCALING, Chart.AGES, Chart.BUILDS)
"""Charts whose bars have an order that a plot shows better than a table."""

_EMPTY: dict[Chart, str] = {
    Chart.BUCKETS: "No picture is cached yet, so no bucket is known.",
    Chart.BUILDS: "No build was timed on this computer yet.",
    Chart.SCALING: "The sizes of the pictures are being read…",
    Chart.SIZES: "No cached file has a resolution.",
    Chart.VARIATIONS: "No cached file has variations.",
}


class ChartView(QWidget):
    """One chart: its bars, and for folders the tiles and the way to where one is.

    `opened` of the table goes into a folder; of other bars the page is asked.

    Signals:
        picked: a bar of the plot was clicked.
        caught: points of the plot were clicked or caught with the lasso, with their numbers.
    """

    picked = Signal(object)
    caught = Signal(object)

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
        self.place = PlotPlace(services.plots, self._make_plot) if chart in PLOTTED else None
        self._way = QHBoxLayout()
        self._stack = ContentStack(self.table)
        self.empty = self._stack.empty
        if self.place is not None:
            parts = self._beside(self.place)
            self.lasso = QPushButton(_tr("Lasso"))
            self.lasso.setCheckable(True)
            self.lasso.setToolTip(plain_tip(_tr(
                "Draw around pictures to list them in Entries. The table lists them by scale.")))
            self.lasso.setVisible(chart is Chart.SCALING)
            head = fill_layout(QHBoxLayout(), self.lasso, None, margins=(12, 0, 12, 4))
            fill_column(self, head, parts, stretched=parts)
            self.place.made.connect(self._show_plot)
            return
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

    def _beside(self, drawn: QWidget) -> QSplitter:
        """Put the table to the right of what is drawn."""
        parts = QSplitter(Qt.Orientation.Horizontal)
        parts.setChildrenCollapsible(False)
        parts.addWidget(drawn)
        parts.addWidget(self._stack)
        parts.setSizes([500, 400])
        return parts

    def _make_plot(self) -> Plot:
        if self.chart is Chart.SCALING:
            from larder.app.plots.scatter_plot import ScatterPlot  # loaded by `PlotPlace`

            scatter = ScatterPlot(self._services.look)
            scatter.picked.connect(self.caught)
            self.lasso.toggled.connect(scatter.use_lasso)
            return scatter
        from larder.app.plots.bar_plot import BarPlot  # loaded by `PlotPlace`

        plot = BarPlot(self._services.look)
        plot.chosen.connect(lambda number: self.picked.emit(plot.bars[number]))
        return plot

    def _show_plot(self) -> None:
        """Draw the bars in core's order: of buckets by their sizes, of builds by their dates."""
        if self.place is None or self.place.plot is None:
            return
        if self.chart is Chart.SCALING:
            self._show_points()
            return
        from larder.app.plots.bar_plot import BarPlot  # loaded by `PlotPlace`

        if not isinstance(self.place.plot, BarPlot):
            return
        plot, figures = self.place.plot, self._services.look.figures
        bars = self._texts.bars(self.chart, self._charts)
        plot.tell(tab_text(self.chart), self.sentence())
        match self.chart:
            case Chart.BUILDS:
                plot.show_bars(bars[::-1], axis=_tr("Time"), show=figures.duration,
                               parts=(_tr("Took"), "", _tr("Expected")))
            case Chart.AGES:
                plot.show_bars(bars, axis=_tr("Space used"),
                               show=lambda size: figures.bytes(int(size)))
            case _:
                batch = self._charts.usage.batch_size
                plot.show_bars(
                    bars, axis=_tr("Pictures"), show=lambda count: figures.count(int(count)),
                    line=batch, line_text="" if batch is None else _tr("A batch of %Ln", batch),
                    parts=("", "", "") if batch is None
                    else (_tr("Fill batches"), _tr("Left out of each epoch"), ""))

    def _show_points(self) -> None:
        from larder.app.plots.scatter_plot import ScatterPlot  # loaded by `PlotPlace`

        scales = self._charts.scales
        if self.place is None or not isinstance(self.place.plot, ScatterPlot) or scales is None:
            return
        plot, figures = self.place.plot, self._services.look.figures
        plot.tell(tab_text(self.chart), self.sentence())
        plot.show_points(
            scales.points, scales.points[:, 0] > 0, tip=self._point_tip,
            names=(_tr("Scaled down"), _tr("Scaled up")),
            axes=(_tr("Scaled to"), _tr("Cropped")),
            show=(lambda power: f"{figures.number(round(2 ** power, 2))}×", figures.percent),
            line=0, line_text=_tr("As it is"))

    def _point_tip(self, number: int) -> str:
        scales, snapshot = self._charts.scales, self._services.session.snapshot
        if scales is None or snapshot is None or snapshot.digest != scales.digest:
            return ""
        row = int(scales.entry[scales.known[number]])
        power, cropped = scales.points[number].tolist()
        return self._texts.point_tip(
            self._services.look.names.file(snapshot.entries.name[row]), 2 ** power, cropped)

    @property
    def is_settled(self) -> bool:
        """True if its plot is there, cannot be, or is not looked at."""
        return self.place is None or self._services.plots.is_idle

    @property
    def bars(self) -> Sequence[ChartBar]:
        """As they are listed."""
        return [self.model.row_at(at) for at in range(self.model.rowCount())]

    def show_charts(self, charts: UsageCharts) -> None:
        """Show other figures, from the top."""
        self._charts = charts
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
        self._show_plot()
        self._show_way()

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


class ChartsPage(ReadPage):
    """A tab per chart, what it says, and the ways to take it elsewhere."""

    def __init__(self, services: WindowServices) -> None:
        whole = QWidget()
        super().__init__(services, whole)
        self._charts = UsageCharts()
        self._adding = AwaitedJob(services.lanes, self._show_charts, self._on_failed)
        self._scaling = AwaitedJob(services.lanes, self._show_scales, self._on_failed)
        self._saving = services.calls.latest_call(self)
        self._views: dict[Chart, ChartView] = {}
        self.tabs = QTabBar()
        self.tabs.setAccessibleName(_tr("Charts"))
        self.tabs.setExpanding(False)
        self.tabs.setDrawBase(False)
        self.tabs.setUsesScrollButtons(True)
        for chart in Chart:
            self.tabs.addTab(tab_text(chart))
        self.sentence = WrappedLabel()
        self.show_entries = link_button(_tr("Show in Entries"))
        self.export_picture = QPushButton(_tr("Export picture…"))
        self.export_table = QPushButton(_tr("Export table…"))
        self._shown = QStackedWidget()
        fill_column(whole, self._head(), self._shown, stretched=self._shown)
        fill_column(self, self._stack)
        self._connect()
        self._show_reading()

    @property
    def is_settled(self) -> bool:
        """True if the latest figures are shown, or none are wanted."""
        waited_for = (self._adding, self._scaling, self._saving)
        return (all(one.is_idle for one in waited_for) and super().is_settled and all(
            view.is_settled for view in self._views.values()))

    @property
    def chart(self) -> ChartView:
        """The chart in front; made when it is first looked at."""
        kind = list(Chart)[self.tabs.currentIndex()]
        if kind not in self._views:
            view = self._views[kind] = ChartView(kind, self._services)
            view.show_charts(self._charts)
            view.table.opened.connect(lambda _: self._look_at_chosen())
            view.picked.connect(self._look_at)
            view.caught.connect(self._list_points)
            view.table.selectionModel().selectionChanged.connect(lambda *_: self._offer())
            view.model.modelReset.connect(self._offer)
            self._shown.addWidget(view)
        return self._views[kind]

    def show_chart(self, chart: Chart) -> None:
        """Bring a chart to the front."""
        self.tabs.setCurrentIndex(list(Chart).index(chart))

    def copy_selection(self) -> None:
        """Copy the selected bars to the clipboard."""
        self.chart.table.copy_rows()

    def _head(self) -> QWidget:
        head = QFrame()
        line = fill_layout(QHBoxLayout(), None, self.show_entries, self.export_picture,
                           self.export_table, spacing=8)
        fill_column(head, self.tabs, self.sentence, line, margins=(12, 8, 12, 6), spacing=6)
        return head

    def _connect(self) -> None:
        services = self._services
        services.look.changed.connect(self._on_look_changed)
        self.tabs.currentChanged.connect(lambda _: self._show_chart())
        self.show_entries.clicked.connect(self._look_at_chosen)
        self.export_picture.clicked.connect(self._ask_for_picture)
        self.export_table.clicked.connect(lambda: self.chart.table.save_rows())
        self._saving.done.connect(self._on_saved)
        self._saving.failed.connect(self._on_not_saved)

    def _forget(self) -> None:
        self._adding.drop()
        self._scaling.drop()
        self._show_reading()

    def _read(self) -> None:
        self._scaling.drop()
        self._adding.start(self._with_table("usage", _tr("Calculate the space used"), read_usage))

    def _with_table(self, kind: str, title: str, digest: Callable[[Answer], object]) -> Job:
        """A quiet job whose table goes once it is read."""
        session = self._services.session
        tables = session.folder.fresh(kind)
        job = session.request(
            kind, session.about_this(UsageOptions, tables=str(tables)), title, quiet=True,
            digest=digest)
        job.finished.connect(
            lambda: self._services.calls.forget(lambda: session.folder.drop(tables)))
        return job

    def _read_scales(self) -> None:
        """Have sizes of pictures read: only once they are looked at, for each may be a file."""
        if self._charts.scales is None and self._charts.pictures is not None and (
                self._scaling.is_idle):
            self._scaling.start(
                self._with_table("scaling", _tr("Read the sizes of pictures"), read_scales))

    def _show_scales(self, scales: PictureScales) -> None:
        self._charts = replace(self._charts, scales=scales)
        for view in self._views.values():
            view.show_charts(self._charts)
        self._offer()

    def _show_reading(self) -> None:
        self._stack.say(_tr("Calculating the space used…"),
                        self._services.look.icons.icon("page-charts"))

    def _show_charts(self, charts: UsageCharts) -> None:
        self._charts, self._failure = charts, None
        for view in self._views.values():
            view.show_charts(charts)
        if charts.usage.bytes or charts.usage.tree:
            self._stack.show_content()
            self._show_chart()
        else:
            self._stack.say(
                _tr("Nothing is cached yet."), self._services.look.icons.icon("page-charts"),
                hint=_tr("Once files are cached, this page shows how much space they take."))

    def _on_look_changed(self) -> None:
        self._show_failure()
        for view in self._views.values():
            view.enter(view.folder)
        self._offer()

    def _show_chart(self) -> None:
        self._shown.setCurrentWidget(self.chart)
        if self.chart.chart is Chart.SCALING:
            self._read_scales()
        self._offer()

    def _offer(self) -> None:
        """Say what is shown, and offer what can be done with it."""
        if not self._views:
            return
        view = self.chart
        self.sentence.setText(view.sentence())
        self.show_entries.setVisible(
            view.chart in (Chart.CONCEPTS, Chart.CACHES, Chart.BUCKETS, Chart.SCALING))
        bar = view.chosen_bar()
        self.show_entries.setEnabled(bar is not None and (
            bar.scope is not None or bar.bucket is not None or bar.span is not None))
        for button in (self.export_picture, self.export_table):
            button.setEnabled(bool(view.model.rowCount()))

    def _look_at_chosen(self) -> None:
        bar = self.chart.chosen_bar()
        if bar is not None:
            self._look_at(bar)

    def _look_at(self, bar: ChartBar) -> None:
        """List in Entries what a bar stands for; nothing where it stands for none of them."""
        view = self._services.view
        if bar.bucket is not None:
            self._list_bucket(bar.name, bar.bucket)
        elif bar.span is not None and self._charts.scales is not None:
            scales = self._charts.scales
            self._list_rows(scales.rows_of(bar.span), scales.digest,
                            _tr("scaled %1").replace("%1", bar.name))
        elif bar.scope is not None:
            view.look_at(bar.scope)
            view.show_page("entries")

    def _list_bucket(self, name: str, bucket: Bucket) -> None:
        pictures = self._charts.pictures
        if pictures is not None:
            self._list_rows(self._charts.rows_of(bucket), pictures.digest,
                            _tr("bucket %1").replace("%1", name))

    def _list_points(self, numbers: npt.NDArray[np.int64]) -> None:
        scales = self._charts.scales
        if scales is not None:
            self._list_rows(scales.entry[scales.known[numbers]], scales.digest,
                            _tr("chosen on the plot"))

    def _list_rows(self, rows: npt.NDArray[np.int32], digest: int, text: str) -> None:
        snapshot, view = self._services.session.snapshot, self._services.view
        if snapshot is None or snapshot.digest != digest:
            self._services.notices.post(Notice(
                tone=Tone.NOTE, text=_tr("Pictures came or went since these figures were read."),
                hint=_tr("Rescan, then click again.")))
            return
        view.look_at(Scope())
        view.filter_by("")
        view.pick(PickedRows(rows, text))
        view.show_page("entries")

    def _ask_for_picture(self) -> None:
        dialog = QFileDialog(self, _tr("Export picture"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        kinds = [_tr("Picture (*.png)")]
        if self.chart.place is not None:
            kinds.append(_tr("Drawing (*.svg)"))
        dialog.setNameFilters(kinds)
        dialog.filterSelected.connect(
            lambda kind: dialog.setDefaultSuffix("svg" if kind.endswith("(*.svg)") else "png"))
        dialog.setDefaultSuffix("png")
        dialog.selectFile(f"{self.chart.chart.name.lower()}.png")
        dialog.fileSelected.connect(lambda path: self.write_picture(Path(path)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def write_picture(self, target: Path) -> None:
        """Write the chart in front as a PNG or SVG file, whole or not at all."""
        drawing = self.chart.drawing() if target.suffix.lower() == ".svg" else None
        if drawing is not None:
            self._saving.start(lambda: _write_whole(drawing, target))
            return
        image = self.chart.picture()
        self._saving.start(lambda: _write_png(image, target))

    def _on_saved(self, target: Path) -> None:
        self._services.notices.post(Notice(
            tone=Tone.GOOD, text=_tr("Exported the picture."),
            hint=self._services.look.names.path(str(target))))

    def _on_not_saved(self, error: Exception, trace: str) -> None:
        self._services.notices.post(Notice(
            tone=Tone.ERROR, text=_tr("The picture could not be written."), hint=str(error),
            details=trace))


def _write_png(image: QImage, target: Path) -> Path:
    """In a pool thread: packing takes longer than drawing."""
    packed = QByteArray()
    buffer = QBuffer(packed)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"PNG")).write(image)
    return _write_whole(bytes(packed.data()), target)


def _write_whole(content: bytes, target: Path) -> Path:
    from larder.core.files.atomic_write import write_atomically

    write_atomically(target, [content])
    return target
