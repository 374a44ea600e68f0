"""The Map tab: every picture a point, near those that look alike.

The table beside it is for keyboard and screen reader: it lists what is most like the chosen
picture, and without one the pictures that are odd. Nothing is read from a cache before the user
says so; what was read is remembered.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPixmap
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPushButton,
    QSplitter,
    QWidget,
)

from larder.app.jobs.awaited_job import AwaitedJob
from larder.app.jobs.job import Job
from larder.app.models.map_points import (
    MapColour,
    MapPoints,
    NeighbourTable,
    file_name,
    group_points,
    read_points,
    rows_beside,
)
from larder.app.models.picture_rows import NOBODY, comparable
from larder.app.notices import Notice
from larder.app.plots.plot_place import PlotPlace
from larder.app.presentation.looks import Tone, verdict_look
from larder.app.presentation.sentences import Sentences, one_after_another
from larder.app.services import WindowServices
from larder.app.view_state import ChosenKind, CurrentRow, PickedRows, Scope
from larder.app.views.jobs_panel import progress_text
from larder.app.views.page import ReadPage
from larder.app.views.picture_file import PictureExport
from larder.app.views.point_card import PointCard
from larder.app.widgets.controls import CalmCombo
from larder.app.widgets.rows_table import facts_table
from larder.app.widgets.widgets import (
    ContentStack,
    ElidedLabel,
    WrappedLabel,
    fill_column,
    fill_layout,
    link_button,
    one_a_turn,
)
from larder.core.picture_map.document import MapDocument, MapFamily
from larder.core.requests.options import MapOptions
from larder.core.survey.verdicts import Verdict
from larder.core.worker_protocol import Failed
from larder.core.workspace.samples import caption_of

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from larder.app.plots.map_plot import MapPlot
    from larder.app.plots.plot import Plot

_tr = Sentences("MapPage")

LEAST_CHOICE = 90
"""Pixels of each choice above the map where docks beside it need the rest."""
PARTS = 10
"""The map is drawn so many times while it is read: points appear as they are."""
LEAST_PART = 32 << 20
FILES_PER_S, BYTES_PER_S = 1000, 200 << 20
"""What a local drive and one processor read in a second."""

PICTURE_SIDE = 128
"""Pixels of the pictures that stand for points, twice as fine as they are mostly drawn."""
PICTURES_A_TURN = 8
"""Pictures that are scaled in one turn of the event loop, some 3 ms."""

_FAMILIES = {MapFamily.LATENTS: "By picture", MapFamily.TEXT: "By caption",
             MapFamily.BOTH: "By both"}
_ALIKE = {MapFamily.LATENTS: "%Ln pictures: those that look alike are near each other.",
          MapFamily.TEXT: "%Ln pictures: those with similar captions are near each other.",
          MapFamily.BOTH: "%Ln pictures: those with similar pictures and captions are near each "
                          "other."}
_RINGS = ("Nearly the same as another", "Unlike all others")


class MapPage(ReadPage):
    """A plot of points, the table of neighbours beside it."""

    def __init__(self, services: WindowServices) -> None:
        whole = QWidget()
        super().__init__(services, whole)
        self.set_title(_tr("Map"))
        self.points: MapPoints | None = None
        self._chosen = self._hovered = NOBODY
        self._is_reading = False
        self._job: Job | None = None
        self._near: dict[Path, list[int]] = {}
        self._drawing = AwaitedJob(services.lanes, self._show_points, self._on_not_drawn)
        self.family, self.colour = CalmCombo(), CalmCombo()
        self.sentence, self.progress = WrappedLabel(), ElidedLabel()
        self.read, self.stop = QPushButton(), QPushButton(_tr("Stop"))
        self.lasso, self.whole = QPushButton(_tr("Lasso")), QPushButton(_tr("Show all"))
        self.export_picture = QPushButton(_tr("Export picture…"))
        self.export_table = QPushButton(_tr("Export table…"))
        self.listed, self.unlist = ElidedLabel(strong=True), link_button(_tr("Show rings"))
        self.tip = PointCard(self)
        self.model = NeighbourTable(
            services.look.figures, services.look.icons, services.look.names, self)
        self.table = facts_table(
            self.model, "map", _tr("Pictures with a ring"), services.memory, 0, (1,))
        self.place = PlotPlace(services.plots, self._make_plot)
        self.export = PictureExport(services, self, "map", self._picture, self._drawing_file)
        self._lay_out(whole)
        self._connect()
        # Made before it is looked at: what it does not show yet takes no room from the docks.
        self._offer_tools()
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
        is_drawn = self.plot is None or self.plot.is_resting
        return (super().is_settled and self._drawing.is_idle and self._services.plots.is_idle
                and self.export.is_idle and is_drawn)

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
        unread = 0 if self.points is None else self.points.document.unread.bytes
        self._is_reading = True
        part = max(unread // PARTS, LEAST_PART)
        self._ask(part, is_sketch=unread > part)

    def stop_reading(self) -> None:
        """Stop; what was read is kept and shown."""
        self._is_reading = False
        self._ask(0, is_sketch=True)

    def _lay_out(self, whole: QWidget) -> None:
        for box, name in ((self.family, _tr("Arrange pictures")), (self.colour, _tr("Colour"))):
            box.setAccessibleName(name)
            box.setMinimumWidth(LEAST_CHOICE)
        for family, text in _FAMILIES.items():
            self.family.addItem(_tr(text), family)
        for colour in MapColour:
            self.colour.addItem(_tr("Colour: %1").replace("%1", _tr(colour.value)), colour)
        self.lasso.setCheckable(True)
        self.lasso.setToolTip(_tr("Draw around pictures to list them in Entries."))
        self.unlist.setToolTip(_tr("List the pictures with a ring again."))
        head = QFrame()
        choice = fill_layout(QHBoxLayout(), self.family, self.colour, self.lasso, self.whole, None,
                             self.export_picture, self.export_table, spacing=8)
        said = fill_layout(QHBoxLayout(), self.sentence, self.progress, self.read, self.stop,
                           stretched=self.sentence, spacing=8)
        said.setStretchFactor(self.progress, 1)
        fill_column(head, choice, said, margins=(12, 8, 12, 6), spacing=6)
        beside = QWidget()
        above = fill_layout(QHBoxLayout(), self.listed, self.unlist, stretched=self.listed,
                            margins=(8, 4, 8, 4), spacing=8)
        fill_column(beside, above, self.table, stretched=self.table)
        parts = QSplitter(Qt.Orientation.Horizontal)
        parts.setChildrenCollapsible(False)
        parts.addWidget(self.place)
        parts.addWidget(beside)
        parts.setSizes([620, 340])
        self._shown = ContentStack(parts)
        self.start = self._shown.empty
        self.start.button.setProperty("primary", True)
        fill_column(whole, head, self._shown, stretched=self._shown)
        fill_column(self, self._stack)

    def _connect(self) -> None:
        services = self._services
        self.family.currentIndexChanged.connect(lambda _: self._start_over())
        self.colour.currentIndexChanged.connect(lambda _: self._draw())
        for button in (self.read, self.start.button):
            button.clicked.connect(self.read_files)
        self.stop.clicked.connect(self.stop_reading)
        self.lasso.toggled.connect(self._let_lasso)
        self.whole.clicked.connect(self._show_all)
        self.export_picture.clicked.connect(self.export.ask)
        self.export_table.clicked.connect(lambda: self.table.save_rows())
        self.unlist.clicked.connect(lambda: self._show_chosen(NOBODY))
        self.place.made.connect(self._draw)
        services.look.changed.connect(self._on_look_changed)
        services.thumbnails.loaded.connect(self._on_thumbnail_loaded)
        services.view.chosen_changed.connect(self._follow)
        self.table.opened.connect(self._open_row)

    def _open_row(self, at: int) -> None:
        point = self.model.row_at(at).point
        self.choose_point(point)
        if self.plot is not None:
            self.plot.show_near(point)

    def _show_all(self) -> None:
        if self.plot is not None:
            self.plot.show_all()

    def _let_lasso(self, on: bool) -> None:
        if self.plot is not None:
            self.plot.use_lasso(on)

    def _make_plot(self) -> Plot:
        from larder.app.plots.map_plot import MapPlot  # loaded by `PlotPlace`

        plot = MapPlot(self._services.look)
        plot.clicked.connect(self.choose_point)
        plot.caught.connect(self.pick_points)
        plot.hovered.connect(self._hover)
        plot.neared.connect(self._want_pictures)
        plot.view_changed.connect(self._offer_whole)
        plot.use_lasso(self.lasso.isChecked())
        return plot

    def _picture(self) -> QImage | None:
        return None if self.plot is None else self.plot.picture()

    def _drawing_file(self) -> bytes | None:
        return None if self.plot is None else self.plot.drawing()

    def _forget(self) -> None:
        self._drawing.drop()
        self.points, self._is_reading = None, False
        self._show_waiting()

    def _start_over(self) -> None:
        self._is_reading = False
        self.points = None
        if self._is_wanted:
            self._show_waiting()
            self._read()

    def _read(self) -> None:
        self._ask(0, is_sketch=False)

    def _ask(self, most_bytes: int, *, is_sketch: bool) -> None:
        session = self._services.session
        snapshot = session.snapshot
        if snapshot is None:
            return
        tables = session.folder.fresh("map")
        job = session.request(
            "map", session.about_this(
                MapOptions, family=self.family.currentData().value, most_bytes=most_bytes,
                sketch=is_sketch, tables=str(tables)),
            _tr("Draw the map"), quiet=True, digest=partial(read_points, snapshot=snapshot))
        job.finished.connect(
            lambda: self._services.calls.forget(lambda: session.folder.drop(tables)))
        job.changed.connect(lambda: self._show_progress(job))
        self._job = job
        self._drawing.start(job)
        self._offer()

    def _show_waiting(self) -> None:
        self._stack.say(_tr("Looking up what is known about these pictures…"),
                        self._services.look.icons.icon("page-map"))

    def _show_progress(self, job: Job) -> None:
        """Say how far a map is that takes a while; it may be stopped."""
        if job is not self._job or self._drawing.is_idle:
            return
        text = progress_text(job, self._services.look.figures, tells_pace=True)
        is_work = bool(text and job.progress is not None and job.progress.total)
        self.progress.set_text(text)
        for part, is_shown in (
                (self.progress, is_work), (self.sentence, not is_work), (self.read, False),
                (self.stop, is_work or self._is_reading)):
            part.setVisible(is_shown)
        if is_work:
            self._stack.show_content()
            if not self._has_map:
                self._shown.say(_tr("Points appear as they are read."),
                                self._services.look.icons.icon("page-map"))

    def _on_not_drawn(self, failure: Failed) -> None:
        self._is_reading, self.points = False, None
        self._offer_tools()
        self._on_failed(failure)

    def _show_failure(self) -> None:
        """As every page; below the choice of another map, which may be there."""
        super()._show_failure()
        if self._failure is not None:
            look, failure = self._services.look, self._services.look.names.failure(self._failure)
            self._shown.say(failure.problem, look.icons.icon("severity-error", Tone.ERROR),
                            hint=failure.hint)
            self._stack.show_content()

    def _on_look_changed(self) -> None:
        self._show_failure()
        self._show_chosen(self._chosen)
        self._offer()
        self._draw()

    @property
    def _has_map(self) -> bool:
        return self.points is not None and len(self.points) > 1

    def _show_points(self, points: MapPoints) -> None:
        is_first = self.points is None or not len(self.points)
        chosen = "" if is_first or self._chosen < 0 or self.points is None \
            else self.points.pictures[self._chosen]
        self.points, self._failure = points, None
        self._stack.show_content()
        self._show_chosen(points.by_source.get(comparable(chosen), NOBODY) if chosen else NOBODY)
        self._follow()
        self._draw()
        if self._is_reading and (points.document.unread.files or not points.document.is_settled):
            self.read_files()
        else:
            self._is_reading = False
        self._offer()

    def _offer(self) -> None:
        """Say what is shown and what may be read."""
        points = self.points
        if points is None:
            return
        self._offer_tools()
        self.read.setText(self._read_text(points.document))
        self.sentence.setText(self._told(points.document))
        self._offer_whole()
        if self._has_map:
            self._shown.show_content()
        elif not self._is_reading:
            self._say_why_empty(points.document)

    def _offer_tools(self) -> None:
        """Show what can be done with a map only where there is one."""
        has_map, is_reading = self._has_map, self._is_reading
        has_unread = self.points is not None and self.points.document.unread.files > 0
        for part, is_shown in (
                (self.progress, False), (self.sentence, has_map), (self.stop, is_reading),
                (self.read, has_unread and not is_reading and has_map)):
            part.setVisible(is_shown)
        for button in (self.colour, self.lasso, self.whole, self.export_picture,
                       self.export_table):
            button.setVisible(has_map)

    def _offer_whole(self) -> None:
        self.whole.setEnabled(self.plot is not None and not self.plot.shows_all)

    def _read_text(self, document: MapDocument) -> str:
        unread = document.unread
        return _tr("Read %Ln cached files (%1)", unread.files).replace(
            "%1", self._services.look.figures.bytes(unread.bytes))

    def _told(self, document: MapDocument) -> str:
        said = [_tr(_ALIKE[document.family], document.pictures)]
        odd = document.outliers + document.copies + document.mirrored
        if odd:
            said.append(_tr(
                "%Ln have a ring: unlike all others, or nearly the same as another.", odd))
        if not document.is_settled and not document.unread.files:
            said.append(_tr("The map was stopped before pictures were compared."))
        if document.skipped:
            said.append(_tr("%Ln cached files cannot be read and are not shown.",
                            len(document.skipped)))
        return one_after_another(said)

    def _say_why_empty(self, document: MapDocument) -> None:
        """Say what a map would show, and what it takes to see it."""
        figures, unread = self._services.look.figures, document.unread
        icon = self._services.look.icons.icon("page-map")
        if unread.files:
            seconds = unread.files / FILES_PER_S + unread.bytes / BYTES_PER_S
            self._shown.say(
                _tr("See your pictures as a map: those that look alike are near each other."),
                icon, button=self._read_text(document), hint=one_after_another((
                    _tr("Larder reads their cached files once, which usually takes %1.").replace(
                        "%1", figures.about(seconds)),
                    _tr("No model is loaded. No cache and none of your files is changed; Larder "
                        "remembers in its own folder what it read."))))
        elif document.skipped:
            first = document.skipped[0]
            self._shown.say(
                _tr("%Ln cached files cannot be read, so there is no map.",
                    len(document.skipped)), icon,
                hint=f"{self._services.look.names.payload(first.file)}: {first.why}")
        elif document.pictures:
            self._shown.say(_tr("One picture is cached. A map needs two or more."), icon)
        else:
            self._shown.say(
                _tr("None of these pictures is cached yet."), icon,
                hint=_tr("Once they are cached, this page shows which of them look alike."))

    def _draw(self) -> None:
        import numpy as np

        points, plot = self.points, self.plot
        if points is None or plot is None:
            return
        look = self._services.look
        titles, groups = group_points(
            points, self.colour.currentData(), look.figures, look.names)
        rings = ((points.copy >= 0) | (points.mirrored >= 0), points.outlier)
        plot.tell(_tr("Map of pictures"), self._told(points.document))
        plot.show_points(
            np.stack([points.x, points.y], axis=1).astype(np.float64), groups, titles,
            [(_tr(title), np.flatnonzero(has)) for title, has in zip(_RINGS, rings, strict=True)])
        plot.mark(self._chosen)

    def _show_chosen(self, point: int) -> None:
        self._chosen = point
        points, names = self.points, self._services.look.names
        if points is not None:
            self.model.show_rows(rows_beside(points, point, names))
            self.listed.set_text(self._list_title(points, point))
            self.table.setAccessibleName(self.listed.text)
            self.unlist.setVisible(point >= 0 and bool(points.odd.any()))
        if self.plot is not None:
            self.plot.mark(point)

    def _list_title(self, points: MapPoints, chosen: int) -> str:
        if chosen >= 0:
            return _tr("Most like %1").replace(
                "%1", self._services.look.names.file(file_name(points.pictures[chosen])))
        return _tr("Pictures with a ring") if points.odd.any() \
            else _tr("Choose a picture to list similar ones")

    def _follow(self) -> None:
        """Mark the picture of the row that was chosen on another page, or of its caption."""
        chosen, points = self._services.view.chosen, self.points
        snapshot = self._services.session.snapshot
        if points is None or snapshot is None or chosen is None or (
                chosen.kind is not ChosenKind.ENTRY or chosen.row >= len(snapshot.entries)):
            return
        found = points.by_source.get(comparable(snapshot.entries.source(chosen.row)), NOBODY)
        if found >= 0 and found != self._chosen:
            self._show_chosen(found)
            if self.plot is not None:
                self.plot.show_near(found)

    def _want_pictures(self, near: npt.NDArray[np.int64]) -> None:
        """Have the pictures of points read that are near; those that are there are shown."""
        points, thumbnails = self.points, self._services.thumbnails
        if points is None:
            return
        self._near = {}
        for point in near.tolist():
            self._near.setdefault(Path(points.places[point]), []).append(point)
        thumbnails.want(self, list(self._near))
        there = [(file, numbers) for file, numbers in self._near.items()
                 if thumbnails.get(file) is not None]
        one_a_turn(self, self._show_some(there))

    def _show_some(
        self, there: Sequence[tuple[Path, Sequence[int]]]
    ) -> Iterator[partial[None]]:
        for start in range(0, len(there), PICTURES_A_TURN):
            yield partial(self._show_pictures, there[start : start + PICTURES_A_TURN])

    def _show_pictures(self, there: Sequence[tuple[Path, Sequence[int]]]) -> None:
        plot = self.plot
        if plot is None:
            return
        shown: dict[int, QPixmap] = {}
        for file, numbers in there:
            loaded = self._services.thumbnails.get(file)
            # Meanwhile the user may have gone elsewhere on the map.
            wanted = [number for number in numbers
                      if number in self._near.get(file, ()) and plot.picture_of(number) is None]
            if wanted and loaded is not None and loaded.image is not None:
                pixmap = QPixmap.fromImage(loaded.image.scaled(
                    PICTURE_SIDE, PICTURE_SIDE, Qt.AspectRatioMode.KeepAspectRatio,
                    Qt.TransformationMode.SmoothTransformation))
                shown |= dict.fromkeys(wanted, pixmap)
        if shown:
            plot.add_pictures(shown)

    def _hover(self, point: int) -> None:
        self._hovered = point
        self._show_hovered()

    def _on_thumbnail_loaded(self, key: object) -> None:
        if isinstance(key, Path) and key in self._near:
            self._show_pictures([(key, self._near[key])])
        if self._hovered >= 0:
            self._show_hovered()

    def _show_hovered(self) -> None:
        points, plot, at = self.points, self.plot, self._hovered
        thumbnails, names = self._services.thumbnails, self._services.look.names
        if points is None or plot is None or not 0 <= at < len(points):
            thumbnails.want(self.tip, ())
            self.tip.hide()
            return
        file = Path(points.places[at])
        caption = Path(caption_of(points.places[at]))
        thumbnails.want(self.tip, [file, caption])
        shown, told = thumbnails.get(file), thumbnails.get(caption)
        self.tip.show_point(
            None if shown is None else shown.image, names.file(file_name(points.pictures[at])),
            "\n".join(filter(None, (self._state_of(at), points.remark(at, names)))),
            "" if told is None or names.hidden else told.text,
            plot.canvas.mapTo(self, plot.place_of(at).toPoint()))

    def _state_of(self, at: int) -> str:
        points = self.points
        if points is None or points.rows[at] < 0:
            return ""
        return verdict_look(Verdict(int(points.verdicts[at]))).word
