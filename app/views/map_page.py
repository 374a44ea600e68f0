"""The Map tab: every picture a point, near those that look alike.

The table beside it is for keyboard and screen reader: it lists what is most like the chosen
picture, and without one the pictures that are odd. Nothing is read from a cache before the user
says so; what was read is remembered.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPushButton,
    QSplitter,
    QWidget,
)

from larder.app.jobs.awaited_job import AwaitedJob
from larder.app.models.map_points import (
    MapColour,
    MapPoints,
    NeighbourTable,
    group_points,
    read_points,
    rows_beside,
)
from larder.app.notices import Notice
from larder.app.plots.plot_place import PlotPlace
from larder.app.presentation.looks import Tone
from larder.app.presentation.sentences import Sentences
from larder.app.services import WindowServices
from larder.app.view_state import ChosenKind, CurrentRow, PickedRows, Scope
from larder.app.views.page import ReadPage
from larder.app.widgets.controls import CalmCombo
from larder.app.widgets.plain_labels import PlainLabel
from larder.app.widgets.rows_table import facts_table
from larder.app.widgets.widgets import WrappedLabel, fill_column, fill_layout
from larder.core.picture_map.document import MapFamily
from larder.core.requests.options import MapOptions
from larder.core.worker_protocol import Failed
from larder.core.workspace.samples import caption_of

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from larder.app.plots.map_plot import MapPlot
    from larder.app.plots.plot import Plot

_tr = Sentences("MapPage")

PARTS = 10
"""The map is drawn so many times while it is read: points appear as they are."""
LEAST_PART = 32 << 20
HOVER_SIDE = 160

_FAMILIES = {MapFamily.LATENTS: "By picture", MapFamily.TEXT: "By caption",
             MapFamily.BOTH: "By both"}


class MapPage(ReadPage):
    """A plot of points, the table of neighbours beside it."""

    def __init__(self, services: WindowServices) -> None:
        whole = QWidget()
        super().__init__(services, whole)
        self.set_title(_tr("Map"))
        self.points: MapPoints | None = None
        self._chosen = self._hovered = -1
        self._is_reading = False
        self._drawing = AwaitedJob(services.lanes, self._show_points, self._on_not_drawn)
        self.family, self.colour = CalmCombo(), CalmCombo()
        self.sentence = WrappedLabel()
        self.read, self.stop = QPushButton(), QPushButton(_tr("Stop reading"))
        self.lasso = QPushButton(_tr("Lasso"))
        self.tip = QFrame(self)
        self._picture, self._words = PlainLabel(), WrappedLabel()
        self.model = NeighbourTable(
            services.look.figures, services.look.icons, services.look.names, self)
        self.table = facts_table(
            self.model, "map", _tr("Pictures most like the chosen one"), services.memory, 0, (1,))
        self.place = PlotPlace(services.plots, self._make_plot)
        self._lay_out(whole)
        self._connect()
        self._show_waiting()

    @property
    def plot(self) -> MapPlot | None:
        """The plot, None before it is loaded."""
        if self.place.plot is None:
            return None  # asking for it is no reason to load it here, which takes 0.4 s
        from larder.app.plots.map_plot import MapPlot  # loaded by `PlotPlace`

        return self.place.plot if isinstance(self.place.plot, MapPlot) else None

    @property
    def is_settled(self) -> bool:
        """True if the latest map is shown, or none is wanted."""
        return super().is_settled and self._drawing.is_idle and self._services.plots.is_idle

    def copy_selection(self) -> None:
        """Copy the selected lines of the table."""
        self.table.copy_rows()

    def choose_point(self, point: int) -> None:
        """Choose a picture: its ring, its neighbours, its row in the inspector; -1 for none."""
        points = self.points
        if points is None:
            return
        self._show_chosen(point)
        if point >= 0 and points.rows[point] >= 0:
            self._services.view.choose(CurrentRow(ChosenKind.ENTRY, int(points.rows[point])))

    def pick_points(self, caught: npt.NDArray[np.int64]) -> None:
        """List pictures in Entries alone."""
        if self.points is None:
            return
        rows, view = self.points.rows[caught], self._services.view
        if not (rows >= 0).any():
            self._services.notices.post(Notice(
                tone=Tone.NOTE, text=_tr("These pictures are not in the survey."),
                hint=_tr("Rescan, then try again.")))
            return
        view.look_at(Scope())
        view.filter_by("")
        view.pick(PickedRows(rows[rows >= 0], _tr("pictures from the map")))
        view.show_page("entries")

    def read_files(self) -> None:
        """Read what the map still lacks, part by part."""
        self._is_reading = True
        self._ask(None if self.points is None else max(
            self.points.document.unread.bytes // PARTS, LEAST_PART))

    def stop_reading(self) -> None:
        """Stop; what was read is kept and shown."""
        self._is_reading = False
        self._ask(0)

    def _lay_out(self, whole: QWidget) -> None:
        for box, name in ((self.family, _tr("Arrange pictures")), (self.colour, _tr("Colour"))):
            box.setAccessibleName(name)
        for family, text in _FAMILIES.items():
            self.family.addItem(_tr(text), family)
        for colour in MapColour:
            self.colour.addItem(_tr("Colour: %1").replace("%1", _tr(colour.value)), colour)
        self.lasso.setCheckable(True)
        self.lasso.setToolTip(_tr("Draw around pictures to list them in Entries."))
        head = QFrame()
        choice = fill_layout(QHBoxLayout(), self.family, self.colour, self.lasso, None, spacing=8)
        said = fill_layout(QHBoxLayout(), self.sentence, self.read, self.stop,
                           stretched=self.sentence, spacing=8)
        fill_column(head, choice, said, margins=(12, 8, 12, 6), spacing=6)
        parts = QSplitter(Qt.Orientation.Horizontal)
        parts.setChildrenCollapsible(False)
        parts.addWidget(self.place)
        parts.addWidget(self.table)
        parts.setSizes([620, 320])
        fill_column(whole, head, parts, stretched=parts)
        fill_column(self, self._stack)
        self.tip.setAutoFillBackground(True)
        self.tip.setFrameShape(QFrame.Shape.Box)
        self.tip.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.tip.setFixedWidth(HOVER_SIDE + 24)
        fill_column(self.tip, self._picture, self._words, margins=(8, 8, 8, 8), spacing=4)
        self.tip.hide()

    def _connect(self) -> None:
        services = self._services
        self.family.currentIndexChanged.connect(lambda _: self._start_over())
        self.colour.currentIndexChanged.connect(lambda _: self._draw())
        self.read.clicked.connect(self.read_files)
        self.stop.clicked.connect(self.stop_reading)
        self.lasso.toggled.connect(self._let_lasso)
        self.place.made.connect(self._draw)
        services.look.changed.connect(self._draw)
        services.thumbnails.loaded.connect(self._on_thumbnail_loaded)
        services.view.chosen_changed.connect(self._follow)
        self.table.opened.connect(lambda at: self.choose_point(self.model.row_at(at).point))

    def _let_lasso(self, on: bool) -> None:
        if self.plot is not None:
            self.plot.use_lasso(on)

    def _make_plot(self) -> Plot:
        from larder.app.plots.map_plot import MapPlot  # loaded by `PlotPlace`

        plot = MapPlot(self._services.look)
        plot.clicked.connect(self.choose_point)
        plot.caught.connect(self.pick_points)
        plot.hovered.connect(self._hover)
        plot.use_lasso(self.lasso.isChecked())
        return plot

    def _forget(self) -> None:
        self._drawing.drop()
        self.points, self._is_reading = None, False
        self._show_waiting()

    def _start_over(self) -> None:
        self._is_reading = False
        if self._is_wanted:
            self._read()

    def _read(self) -> None:
        self._ask(0)

    def _ask(self, most_bytes: int | None) -> None:
        session = self._services.session
        snapshot = session.snapshot
        if snapshot is None:
            return
        tables = session.folder.fresh("map")
        job = session.request(
            "map", session.about_this(
                MapOptions, family=self.family.currentData().value, most_bytes=most_bytes,
                tables=str(tables)),
            _tr("Draw the map"), quiet=True, digest=partial(read_points, snapshot=snapshot))
        job.finished.connect(
            lambda: self._services.calls.forget(lambda: session.folder.drop(tables)))
        self._drawing.start(job)
        self._offer()

    def _show_waiting(self) -> None:
        self._stack.say(_tr("Looking up what is known about these pictures…"),
                        self._services.look.icons.icon("page-map"))

    def _on_not_drawn(self, failure: Failed) -> None:
        self._is_reading = False
        self._on_failed(failure)

    def _show_points(self, points: MapPoints) -> None:
        self.points, self._failure = points, None
        self._stack.show_content()
        self._show_chosen(-1)
        self._follow()
        self._draw()
        unread = points.document.unread.files
        if self._is_reading and unread:
            self.read_files()
        self._is_reading = self._is_reading and bool(unread)
        self._offer()

    def _offer(self) -> None:
        """Say what is shown and what may be read."""
        points, figures = self.points, self._services.look.figures
        if points is None:
            return
        document = points.document
        unread = document.unread
        self.read.setVisible(bool(unread.files) and not self._is_reading)
        self.stop.setVisible(self._is_reading)
        self.read.setText(_tr("Read %Ln cached files (%1)", unread.files).replace(
            "%1", figures.bytes(unread.bytes)))
        said = [_tr("%Ln pictures: those that look alike are near each other.",
                    document.pictures) if document.pictures
                else _tr("To draw a map, Larder reads the cache once. Nothing is changed.")]
        odd = document.outliers + document.copies + document.mirrored
        if odd:
            said.append(_tr(
                "%Ln have a ring: unlike all others, or nearly the same as another.", odd))
        if document.skipped:
            said.append(_tr("%Ln cached files cannot be read and are not shown.",
                            len(document.skipped)))
        self.sentence.setText(" ".join(said))

    def _draw(self) -> None:
        import numpy as np

        points, plot = self.points, self.plot
        if points is None or plot is None:
            return
        look = self._services.look
        titles, groups = group_points(
            points, self.colour.currentData(), look.figures, look.names)
        odd = np.flatnonzero(points.outlier | (points.copy >= 0) | (points.mirrored >= 0))
        plot.tell(_tr("Map of pictures"), self.sentence.text())
        plot.show_points(np.stack([points.x, points.y], axis=1).astype(np.float64), groups,
                         titles, odd)
        plot.mark(self._chosen)

    def _show_chosen(self, point: int) -> None:
        self._chosen = point
        if self.points is not None:
            self.model.show_rows(rows_beside(self.points, point))
        if self.plot is not None:
            self.plot.mark(point)

    def _follow(self) -> None:
        """Mark the row that was chosen on another page."""
        import numpy as np

        chosen, points = self._services.view.chosen, self.points
        if points is None or chosen is None or chosen.kind is not ChosenKind.ENTRY:
            return
        found = np.flatnonzero(points.rows == chosen.row)
        if len(found) and int(found[0]) != self._chosen:
            self._show_chosen(int(found[0]))

    def _hover(self, point: int) -> None:
        self._hovered = point
        self._show_hovered()

    def _on_thumbnail_loaded(self) -> None:
        if self._hovered >= 0:
            self._show_hovered()

    def _show_hovered(self) -> None:
        points, plot, at = self.points, self.plot, self._hovered
        if points is None or plot is None or not 0 <= at < len(points):
            self._services.thumbnails.want(self, ())
            self.tip.hide()
            return
        file = Path(points.places[at])
        caption = Path(caption_of(points.places[at]))
        thumbnails, names = self._services.thumbnails, self._services.look.names
        thumbnails.want(self, [file, caption])
        shown, told = thumbnails.get(file), thumbnails.get(caption)
        image = None if shown is None else shown.image
        self._picture.setVisible(image is not None)
        if image is not None:
            self._picture.setPixmap(QPixmap.fromImage(image.scaled(
                HOVER_SIDE, HOVER_SIDE, Qt.AspectRatioMode.KeepAspectRatio,
                Qt.TransformationMode.SmoothTransformation)))
        words = [names.path(points.pictures[at]), points.remark(at)]
        if told is not None and told.text and not self._services.look.names.hidden:
            words.append(told.text[:200])
        self._words.setText("\n".join(filter(None, words)))
        # A label that wraps knows its height only for a width.
        self.tip.resize(self.tip.width(), self.tip.heightForWidth(self.tip.width()))
        corner = plot.canvas.mapTo(self, plot.place_of(at).toPoint()) + QPoint(14, 14)
        self.tip.move(min(corner.x(), self.width() - self.tip.width()),
                      min(corner.y(), self.height() - self.tip.height()))
        self.tip.show()
        self.tip.raise_()
