"""The Charts tab: where the space goes, as bars and tiles, each chart said in a sentence too.

Bars are rows of a table, so that a keyboard and a screen reader go through them, and a chart's
figures are exported as any table's. Some have a plot beside it: the bars of buckets lead to their
pictures. Folders have a treemap, which pyqtgraph has none of.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPushButton,
    QStackedWidget,
    QTabBar,
    QWidget,
)

from larder.app.jobs.awaited_job import AwaitedJob
from larder.app.models.chart_figures import (
    PicturePoints,
    PictureScales,
    UsageCharts,
    read_usage,
)
from larder.app.models.charts import Chart, ChartBar, tab_text
from larder.app.notices import Notice
from larder.app.presentation.looks import Tone
from larder.app.presentation.sentences import Sentences
from larder.app.previews.plot_export import PlotExport
from larder.app.services import WindowServices
from larder.app.view_state import PickedRows, Scope
from larder.app.views.chart_reader import ChartReader
from larder.app.views.chart_view import ChartView
from larder.app.views.page import ReadPage
from larder.app.widgets.widgets import (
    WrappedLabel,
    fill_column,
    fill_layout,
    link_button,
)
from larder.core.queries.usage_document import Bucket
from larder.core.requests.options import UsageOptions
from larder.core.worker_protocol import Failed

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

_tr = Sentences("ChartsPage")


class ChartsPage(ReadPage):
    """A tab per chart, what it says, and the ways to take it elsewhere."""

    def __init__(self, services: WindowServices) -> None:
        whole = QWidget()
        super().__init__(services, whole)
        self._adding = AwaitedJob(services.lanes, self._show_charts, self._on_failed)
        self._reader = ChartReader(services, self._show_read, self._on_not_read)
        self._export = PlotExport(services, self)
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
        self.show_listed = link_button("")
        self.read_files = QPushButton()
        self.stop_reading = QPushButton(_tr("Stop reading"))
        self.export_picture = QPushButton(_tr("Export picture…"))
        self.export_table = QPushButton(_tr("Export table…"))
        self._shown = QStackedWidget()
        fill_column(whole, self._head(), self._shown, stretched=self._shown)
        fill_column(self, self._stack)
        # Made before it is looked at: what it does not show yet takes no room from the docks.
        for button in (self.read_files, self.stop_reading, self.show_entries, self.show_listed):
            button.hide()
        self._connect()
        self._show_reading()

    @property
    def is_settled(self) -> bool:
        """True if the latest figures are shown, or none are wanted."""
        waited_for = (self._adding, self._reader, self._export)
        return (all(one.is_idle for one in waited_for) and super().is_settled and all(
            view.is_settled for view in self._views.values()))

    @property
    def charts(self) -> UsageCharts:
        """The figures that are shown."""
        return self._reader.charts

    @property
    def chart(self) -> ChartView:
        """The chart in front; made when it is first looked at."""
        kind = list(Chart)[self.tabs.currentIndex()]
        if kind not in self._views:
            view = self._views[kind] = ChartView(kind, self._services)
            view.show_charts(self.charts)
            view.table.opened.connect(lambda _: self._look_at_chosen())
            view.picked.connect(self._look_at)
            view.caught.connect(self._list_points)
            view.line_moved.connect(self._offer)
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
        line = fill_layout(
            QHBoxLayout(), self.read_files, self.stop_reading, None, self.show_entries,
            self.show_listed, self.export_picture, self.export_table, spacing=8)
        fill_column(head, self.tabs, self.sentence, line, margins=(12, 8, 12, 6), spacing=6)
        return head

    def _connect(self) -> None:
        services = self._services
        services.look.changed.connect(self._on_look_changed)
        self.tabs.currentChanged.connect(lambda _: self._show_chart())
        self.show_entries.clicked.connect(self._look_at_chosen)
        self.show_listed.clicked.connect(
            lambda: self._list_points(_list_of(self.chart.points)))
        self.read_files.clicked.connect(self._start_reading)
        self.stop_reading.clicked.connect(self._stop_reading)
        self.export_picture.clicked.connect(self._ask_for_picture)
        self.export_table.clicked.connect(lambda: self.chart.table.save_rows())

    def _forget(self) -> None:
        self._adding.drop()
        self._reader.drop()
        self._show_reading()

    def _read(self) -> None:
        self._reader.drop()
        session = self._services.session
        tables = session.folder.fresh("usage")
        job = session.request(
            "usage", session.about_this(UsageOptions, tables=str(tables)),
            _tr("Calculate the space used"), quiet=True, digest=read_usage)
        job.finished.connect(
            lambda: self._services.calls.forget(lambda: session.folder.drop(tables)))
        self._adding.start(job)

    def _show_read(self, chart: Chart) -> None:
        """Show figures that were read after the others; other charts stay where they are."""
        if chart in self._views:
            self._views[chart].show_charts(self.charts)
        self._offer()

    def _on_not_read(self, chart: Chart, failure: Failed) -> None:
        if chart in self._views:
            self._views[chart].say_failure(failure)
        self._offer()

    def _show_reading(self) -> None:
        self._stack.say(_tr("Calculating the space used…"),
                        self._services.look.icons.icon("page-charts"))

    def _show_charts(self, charts: UsageCharts) -> None:
        self._failure = None
        self._reader.show_charts(charts)
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
        self._reader.want(self.chart.chart)
        self._offer()

    def _offer(self) -> None:
        """Say what is shown, and offer what can be done with it."""
        if not self._views:
            return
        view = self.chart
        self.sentence.setText(view.sentence())
        self.show_entries.setVisible(
            view.chart in (Chart.CONCEPTS, Chart.CACHES, Chart.BUCKETS, Chart.SCALING))
        listed = _list_of(view.points)
        self.show_listed.setVisible(bool(len(listed)))
        self.show_listed.setText(_tr("Show these %Ln in Entries", len(listed)))
        bar = view.chosen_bar()
        self.show_entries.setEnabled(bar is not None and (
            bar.scope is not None or bar.bucket is not None or bar.span is not None
            or bar.point is not None))
        has_rows, points = bool(view.model.rowCount()), view.points
        self.export_table.setEnabled(has_rows)
        self.export_picture.setEnabled(has_rows or (points is not None and bool(len(points.rows))))
        unread, is_reading = self._reader.find_unread(view.chart), self._reader.is_reading(
            view.chart)
        self.read_files.setVisible(bool(unread.files) and not is_reading)
        self.read_files.setText(_tr("Read %Ln cached files (%1)", unread.files).replace(
            "%1", self._services.look.figures.bytes(unread.bytes)))
        self.stop_reading.setVisible(is_reading)

    def _start_reading(self) -> None:
        self._reader.read_files(self.chart.chart)
        self._offer()

    def _stop_reading(self) -> None:
        self._reader.stop(self.chart.chart)
        self._offer()

    def _look_at_chosen(self) -> None:
        bar = self.chart.chosen_bar()
        if bar is not None:
            self._look_at(bar)

    def _look_at(self, bar: ChartBar) -> None:
        """List in Entries what a bar stands for; nothing where it stands for none of them."""
        view, charts = self._services.view, self.charts
        if bar.bucket is not None:
            self._list_bucket(bar.name, bar.bucket)
        elif bar.span is not None and charts.scales is not None:
            self._list_rows(charts.scales.rows_of(bar.span), charts.scales.digest,
                            _tr("scaled %1").replace("%1", bar.name))
        elif bar.point is not None:
            self._list_points([bar.point])
        elif bar.scope is not None:
            view.look_at(bar.scope)
            view.show_page("entries")

    def _list_bucket(self, name: str, bucket: Bucket) -> None:
        charts = self.charts
        if charts.pictures is not None:
            self._list_rows(charts.rows_of(bucket), charts.pictures.digest,
                            _tr("bucket %1").replace("%1", name))

    def _list_points(self, numbers: npt.NDArray[np.int64] | Sequence[int]) -> None:
        """List in Entries the pictures that are points of the chart in front."""
        found = self.chart.points
        if found is not None:
            self._list_rows(found.rows[numbers], found.digest, _tr("chosen on the plot"))

    def _list_rows(self, rows: npt.NDArray[np.int32], digest: int, text: str) -> None:
        snapshot, view = self._services.session.snapshot, self._services.view
        if snapshot is None or snapshot.digest != digest:
            self._services.notices.post(Notice(
                tone=Tone.NOTE, text=_tr("Pictures were added or removed after these figures were "
                                         "read."),
                hint=_tr("Rescan, then click again.")))
            return
        if not (rows >= 0).any():
            self._services.notices.post(Notice(
                tone=Tone.NOTE, text=_tr("These pictures are not in the survey."),
                hint=_tr("Rescan, then try again.")))
            return
        view.look_at(Scope())
        view.filter_by("")
        view.pick(PickedRows(rows[rows >= 0], text))
        view.show_page("entries")

    def _ask_for_picture(self) -> None:
        chart = self.chart
        self._export.ask(chart.chart.name.lower(), chart.picture,
                         None if chart.place is None else chart.drawing)

    def write_picture(self, target: Path) -> None:
        """Write the chart in front as a PNG or SVG file, whole or not at all."""
        self._export.write(target, self.chart.picture, self.chart.drawing)


def _list_of(points: PicturePoints | None) -> npt.NDArray[np.int64] | Sequence[int]:
    """Return the numbers of the pictures that the table beside a plot lists, none where it does."""
    return () if points is None or isinstance(points, PictureScales) else points.listed
