"""Pictures as points: groups by colour and symbol, rings; only loaded once a plot is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt
import pyqtgraph
from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QPen, QPixmap

from larder.app.plots.even_points import EvenPoints, GroupLook
from larder.app.plots.point_grid import Floats
from larder.app.plots.point_pictures import PointPicture, PointPictures, choose_side
from larder.app.plots.point_plot import PointPlot
from larder.app.widgets.widgets import after_pause
from larder.app.window_look import WindowLook

SYMBOLS = ("o", "s", "t", "d", "star", "x")
"""One per group beside its colour, which alone would not tell."""
POINT = 8
RING = 15
RING_STYLES = (Qt.PenStyle.SolidLine, Qt.PenStyle.DotLine)
"""Of each sort of ring, in their order."""

MOST_PICTURES = 200
PAUSE_MS = 60
"""What is only passed by asks for no pictures."""
MARGIN = 0.08
"""Of the extent of the points, on each side of them."""
CORNER = 56
"""Pixels around the legend in which pictures of points still reach below it."""
ALL = 1.001
"""Of the extent of the points, from which on all of them are seen."""


class MapPlot(PointPlot):
    """Points by place, where only their distances mean something.

    Signals:
        neared: other points are near enough for pictures, with their numbers, at most 200.
        view_changed: another part is shown.
    """

    neared = Signal(object)
    view_changed = Signal()

    def __init__(self, look: WindowLook) -> None:
        super().__init__(look)
        for axis in ("left", "bottom"):
            self.item.hideAxis(axis)
        box = self.item.getViewBox()
        box.setAspectLocked(True)
        self._group = np.zeros(0, np.int64)
        self._looks: Sequence[GroupLook] = ()
        self._odd: Sequence[tuple[str, npt.NDArray[np.int64]]] = ()
        self._current = -1
        self._near = np.zeros(0, np.int64)
        self._pixmaps: dict[int, QPixmap] = {}
        self._rings = [EvenPoints(size=RING, brush=None, pxMode=True) for _ in RING_STYLES]
        self._marked = EvenPoints(size=RING + 4, brush=None, pxMode=True)
        for part in (*self._rings, self._marked):
            part.setZValue(10)
            self.item.addItem(part)
        self.pictures = PointPictures()
        self.pictures.setParentItem(box)
        self._looking = after_pause(self, PAUSE_MS, self._look_near)
        for signal in (box.sigRangeChanged, box.sigResized):
            signal.connect(lambda *_: self._on_view_changed())
        self.show_colours()

    @property
    def is_resting(self) -> bool:
        """True if all points are drawn, and those near enough for pictures are known."""
        return self.is_whole and self.image.is_whole and not self._looking.isActive()

    @property
    def shows_all(self) -> bool:
        """True if no point is out of sight."""
        low, high = self.find_view()
        (left, right), (bottom, top) = self.item.getViewBox().viewRange()
        slack = (high - low).max() * (ALL - 1)
        return bool(left <= low[0] + slack and right >= high[0] - slack
                    and bottom <= low[1] + slack and top >= high[1] - slack)

    def show_points(
        self, places: npt.NDArray[np.float64], groups: npt.NDArray[np.int64],
        titles: Sequence[tuple[str, str]],
        odd: Sequence[tuple[str, npt.NDArray[np.int64]]],
    ) -> None:
        """Show other points.

        Args:
            places: shape (n, 2).
            groups: of each, into `titles`, shape (n,).
            titles: names of the groups, and the roles of their colours.
            odd: points with a ring, by what it means; one look for each of at most two.
        """
        self._odd, self._group = odd, groups
        if self._current >= len(places):
            self._current = -1
        if not np.array_equal(places, self.points):
            self._pixmaps.clear()
            self._near = np.zeros(0, np.int64)
        self._looks = [GroupLook(title, role, SYMBOLS[at % len(SYMBOLS)], POINT)
                       for at, (title, role) in enumerate(titles)]
        self.show_groups(places, groups, self._looks)
        self._show_rings()
        self._looking.start()

    def find_view(self) -> tuple[Floats, Floats]:
        """Pictures at the edge are seen whole."""
        low, high = super().find_view()
        margin = (high - low) * MARGIN
        return low - margin, high + margin

    def show_all(self) -> None:
        """Bring every point into sight."""
        low, high = self.find_view()
        self.item.setRange(xRange=(low[0], high[0]), yRange=(low[1], high[1]))

    def show_near(self, point: int) -> None:
        """Bring a point into the middle, if it is out of sight."""
        box, (across, down) = self.item.getViewBox(), self.points[point].tolist()
        if not box.viewRect().contains(QPointF(across, down)):
            middle = box.viewRect().center()
            box.translateBy(x=across - middle.x(), y=down - middle.y())

    def mark(self, point: int) -> None:
        """Put a ring around the chosen point, -1 for none."""
        self._current = point
        self._show_mark()

    def add_pictures(self, pixmaps: Mapping[int, QPixmap]) -> None:
        """Draw pictures in place of points that are near, by their numbers."""
        self._pixmaps.update(pixmaps)
        self._show_pictures()

    def picture_of(self, point: int) -> QPixmap | None:
        """Return the picture that was added for a point, None for none."""
        return self._pixmaps.get(point)

    def show_colours(self) -> None:
        """As every plot; groups take the theme's colours, those of states among them."""
        super().show_colours()
        self._show_rings()

    def _swap(self, *, moved: bool) -> None:
        """As every plot of points; the legend says what rings mean, too."""
        super()._swap(moved=moved)
        for ring, (title, numbers) in zip(self._rings, self._odd, strict=False):
            if len(numbers):
                self.legend.addItem(ring, title)
        self.legend.setLabelTextColor(self.colour("text"))

    def _at(self, point: QPointF) -> int:
        """Return the picture under the mouse, else the point; -1 for none."""
        number = self.pictures.number_at(self.item.getViewBox().mapFromScene(point))
        return number if number >= 0 else super()._at(point)

    def _ring_pens(self) -> list[QPen]:
        return [pyqtgraph.mkPen(self.colour("text"), width=2, style=style)
                for style in RING_STYLES]

    def _show_rings(self) -> None:
        for at, (ring, pen) in enumerate(zip(self._rings, self._ring_pens(), strict=True)):
            numbers = self._odd[at][1] if at < len(self._odd) else np.zeros(0, np.int64)
            places = self.points[numbers]
            ring.setData(x=places[:, 0], y=places[:, 1], pen=pen)
        self._show_mark()

    def _show_mark(self) -> None:
        here = self.points[self._current : self._current + 1] if self._current >= 0 else (
            np.zeros((0, 2)))
        self._marked.setData(
            x=here[:, 0], y=here[:, 1], pen=pyqtgraph.mkPen(self.colour("accent"), width=3))
        self._show_pictures()

    def _on_view_changed(self) -> None:
        self._move_pictures()
        self._looking.start()
        self.view_changed.emit()

    def _look_near(self) -> None:
        """Find the points in sight; where they are few, ask for their pictures."""
        (left, right), (bottom, top) = self.item.getViewBox().viewRange()
        across, down = self.points[:, 0], self.points[:, 1]
        near = np.flatnonzero(
            (across >= left) & (across <= right) & (down >= bottom) & (down <= top))
        self._near = near if len(near) <= MOST_PICTURES else near[:0]
        kept = set(self._near.tolist())
        self._pixmaps = {number: one for number, one in self._pixmaps.items() if number in kept}
        self._show_pictures()
        if self.shows_all:
            self._move_legend()
        self.neared.emit(self._near)

    def _move_legend(self) -> None:
        """Put the legend into the corner where it hides the fewest points."""
        room, size = self.item.getViewBox().rect(), self.legend.geometry().size()
        if room.isEmpty() or not self._looks:
            return
        places = self._pixels(np.arange(len(self.points)))
        is_beside = places[:, 0] > room.width() - size.width() - CORNER, (
            places[:, 0] < size.width() + CORNER)
        is_level = places[:, 1] < size.height() + CORNER, (
            places[:, 1] > room.height() - size.height() - CORNER)
        # The first of equals: the upper right one, where legends mostly are.
        right, upper = min(
            ((right, upper) for upper in (1, 0) for right in (1, 0)),
            key=lambda at: int((is_beside[1 - at[0]] & is_level[1 - at[1]]).sum()))
        corner = (right, 1 - upper)
        self.legend.anchor(corner, corner, offset=(-8 if right else 8, 4 if upper else -4))

    def _show_pictures(self) -> None:
        if not self._pixmaps:
            self.pictures.show_pictures({}, 0)
            return
        pens = self._ring_pens()
        rings: dict[int, list[QPen]] = {}
        for pen, (_, numbers) in zip(pens, self._odd, strict=False):
            for number in numbers[np.isin(numbers, self._near)].tolist():
                rings.setdefault(number, []).append(pen)
        if self._current in self._pixmaps:
            rings.setdefault(self._current, []).append(
                pyqtgraph.mkPen(self.colour("accent"), width=4))
        shown = {}
        edge = pyqtgraph.mkPen(self.colour("base"))
        # The chosen one lies on top.
        for number in sorted(self._pixmaps, key=lambda number: number == self._current):
            look = self._looks[self._group[number]]
            shown[number] = PointPicture(
                self._pixmaps[number], self.colour(look.role), look.symbol, edge,
                rings.get(number, ()))
        side = choose_side(self._pixels(self._near))
        self.pictures.show_pictures(shown, side)
        self._move_pictures()

    def _move_pictures(self) -> None:
        box = self.item.getViewBox()
        numbers = np.fromiter(self._pixmaps, np.int64, len(self._pixmaps))
        places = self._pixels(numbers).tolist()
        self.pictures.move_to(box.rect(), {
            number: QPointF(*place) for number, place in zip(
                numbers.tolist(), places, strict=True)})

    def _pixels(self, numbers: npt.NDArray[np.int64]) -> Floats:
        """Where some points are in the view's box, in pixels, shape (k, 2)."""
        to_box = self.item.getViewBox().childTransform()
        scales = np.array([to_box.m11(), to_box.m22()])
        places: Floats = self.points[numbers] * scales + [to_box.dx(), to_box.dy()]
        return places
