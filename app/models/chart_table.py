"""Tables of charts: a row per bar, columns as the chart needs them."""

from __future__ import annotations

import enum
from collections.abc import Mapping

from PySide6.QtCore import Qt

from larder.app.models.charts import Chart, ChartBar
from larder.app.models.tables import RIGHT, Cell, FactsTable, RowColumn, Unit, in_order
from larder.app.presentation.sentences import Sentences

_tr = Sentences("Charts")

_NAMES: Mapping[Chart, str] = {
    Chart.CONCEPTS: "Concept", Chart.CACHES: "Cache", Chart.FOLDERS: "Name",
    Chart.SIZES: "Resolution", Chart.VARIATIONS: "Variation", Chart.BUCKETS: "Bucket",
    Chart.SCALING: "Scaled", Chart.LATENTS: "Picture",
    Chart.LIKENESS: "Picture", Chart.AGES: "Age", Chart.HISTORY: "Time",
    Chart.BUILDS: "Build"}
_WITHOUT_FILES = (Chart.BUCKETS, Chart.SCALING, Chart.LATENTS, Chart.LIKENESS)
_WITHOUT_REMARK = (Chart.CACHES, Chart.FOLDERS, Chart.AGES)
_WITHOUT_SHARE = (Chart.FOLDERS, Chart.LATENTS, Chart.LIKENESS, Chart.HISTORY)


class BarColumn(enum.IntEnum):
    """Columns of a chart."""

    NAME = 0
    BAR = 1
    AMOUNT = 2
    FILES = 3
    REMARK = 4


def _bytes_cell(table: ChartTable, bar: ChartBar) -> Cell:
    return Cell(table.figures.bytes(int(bar.amount)), raw=int(bar.amount))


def _count_cell(table: ChartTable, bar: ChartBar) -> Cell:
    return Cell(table.figures.count(int(bar.amount)), raw=int(bar.amount))


def _time_cell(table: ChartTable, bar: ChartBar) -> Cell:
    return Cell(table.figures.duration(bar.amount), raw=round(bar.amount, 3))


def _number_cell(table: ChartTable, bar: ChartBar) -> Cell:
    return Cell(table.figures.number(round(bar.amount, 2)), raw=round(bar.amount, 4))


_AMOUNTS = {
    Chart.BUCKETS: RowColumn("Pictures", 9, align=RIGHT, cell=_count_cell, sort="amount"),
    Chart.SCALING: RowColumn("Pictures", 9, align=RIGHT, cell=_count_cell, sort="amount"),
    Chart.LATENTS: RowColumn("Distance", 9, align=RIGHT, cell=_number_cell, sort="amount"),
    Chart.LIKENESS: RowColumn("Likeness", 9, align=RIGHT, cell=_number_cell, sort="amount"),
    Chart.BUILDS: RowColumn("Time", 10, align=RIGHT, cell=_time_cell, sort="amount",
                            unit=Unit.SECONDS),
}


_BYTES = RowColumn(
    "Space used", 12, align=RIGHT, cell=_bytes_cell, sort="amount", unit=Unit.BYTES,
    tip=lambda table, bar: table.figures.exact_bytes(int(bar.amount)))


def chart_columns(chart: Chart) -> Mapping[int, RowColumn]:
    """Columns of one chart; the bar is painted from the share."""
    return in_order(
        RowColumn(_NAMES[chart], 20, sort="name", least=9, cell=lambda table, bar: Cell(
            bar.name, icon=table.icons.icon(bar.icon) if bar.icon else None)),
        RowColumn("Compared" if chart is Chart.BUILDS else "Share", 24, least=10,
                  shown=chart not in _WITHOUT_SHARE, cell=lambda table, bar: Cell(
                      "" if bar.of_all is None else table.figures.percent(bar.of_all))),
        _AMOUNTS.get(chart, _BYTES),
        RowColumn("Cached" if chart is Chart.CONCEPTS else "Files", 9, align=RIGHT, leaves=1,
                  sort="files", shown=chart not in _WITHOUT_FILES,
                  cell=lambda table, bar: Cell(
                      "" if bar.files is None else table.figures.count(bar.files),
                      raw=bar.files)),
        RowColumn("Remark", 32, elide=Qt.TextElideMode.ElideRight, least=10, leaves=2,
                  shown=chart not in _WITHOUT_REMARK,
                  cell=lambda _, bar: Cell(bar.remark, muted=not bar.warns)),
    )


class ChartTable(FactsTable[ChartBar]):
    """Bars of one chart, a row each; `columns` are the chart's."""

    translate = staticmethod(_tr)
    columns = chart_columns(Chart.CONCEPTS)


def table_of(chart: Chart) -> type[ChartTable]:
    """The table of a chart."""
    return type(f"ChartTable_{chart.name}", (ChartTable,), {"columns": chart_columns(chart)})
