"""Small pictures of rows of the Entries table: which picture a row has, and how it is painted.

A row's picture is its source, read small. Where the source is gone it is what was cached of it,
drawn without its VAE; where there is neither, an icon says what the row is.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, QRect, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QPainter, QPalette, QPixmap
from PySide6.QtWidgets import QStyleOptionViewItem, QWidget

from larder.app.models.entry_rows import SourcePreview, store_row
from larder.app.models.survey_snapshot import SurveySnapshot
from larder.app.models.tables import Cell, ColumnSpec, Index
from larder.app.pictures.picture_files import Preview
from larder.app.pictures.thumbnails import Cached, Key
from larder.app.presentation.looks import kind_icon
from larder.app.services import WindowServices
from larder.app.widgets.column_fit import PADDING
from larder.app.widgets.painted_cells import GAP, CellDelegate, paint_background, paint_text
from larder.app.widgets.widgets import after_pause
from larder.core.survey.verdicts import Verdict
from larder.core.workspace.store_kinds import StoreKind

ARROW = 18
"""Pixels between a picture as it was and as it is."""

IN_ROW = 32
"""Pixels of a picture in a row."""

PAUSE_MS = 40
"""Rows that are only scrolled past ask for nothing."""

PAINT_MS = 50
"""Pictures that come meanwhile are painted together: painting a screen of rows takes 30 ms."""

MOST_SCALED_BYTES = 48 * 1024 * 1024
"""Pictures kept in the size in which they are painted; scaling a screen of them takes 20 ms."""

PICTURE_ENDINGS = (".jpg", ".jpeg", ".png", ".webp", ".bmp", ".gif", ".tif", ".tiff")
"""Of sources whose payloads are no pictures: pixels for a vision model."""

_OUTDATED = frozenset({
    Verdict.CONTENT_CHANGED, Verdict.SIDECAR_CHANGED, Verdict.RECIPE_CHANGED,
    Verdict.MISSING_VARIANT})
"""Verdicts of pictures that look otherwise in their payload than they are."""

_OF_PICTURES = frozenset({StoreKind.INDEXED_IMAGE.value, StoreKind.RELEASED_IMAGE.value})


ROOM_AROUND = 6
"""Pixels above and below a picture in a row, together."""

LEFT_BOTTOM = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom
LEFT_TOP = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop


@dataclass(frozen=True, slots=True)
class RowLook:
    """Content that a row is painted with.

    Attributes:
        picture: scaled to fit its place; None if there is no picture.
        kind: icon shown in place of the picture.
        text: beginning of a caption.
        note: secondary text below the name: "was img_003.jpg".
        before: an edited or renamed picture as it was when it was cached.
    """

    picture: QPixmap | None
    kind: QIcon
    text: str = ""
    note: str = ""
    before: QPixmap | None = None


class RowPictures(QObject):
    """Pictures that one view of rows shows.

    Signals:
        changed: some of the visible pictures have been loaded.
    """

    changed = Signal()

    def __init__(
        self, services: WindowServices,
        in_sight: Callable[[], tuple[SurveySnapshot | None, Sequence[int]]], parent: QObject, *,
        pairs: bool = False,
    ) -> None:
        """Follow what `in_sight` says: rows of a survey, None while nothing is seen.

        With `pairs` ask for what edited and renamed files were, too.
        """
        super().__init__(parent)
        self._pairs = pairs
        self._services = services
        self._in_sight = in_sight
        self._keys: set[Key] = set()
        self._scaled: OrderedDict[tuple[Key, int, int, int], QPixmap] = OrderedDict()
        self._bytes = 0
        self._asking = after_pause(self, PAUSE_MS, self._ask)
        self._painting = after_pause(self, PAINT_MS, self.changed.emit)
        services.thumbnails.loaded.connect(self._on_loaded)

    @property
    def is_settled(self) -> bool:
        """True if all visible pictures have been requested, and those that came are painted."""
        return not self._asking.isActive() and not self._painting.isActive()

    def look_again(self) -> None:
        """Other rows may be in sight: ask for their pictures once they stand still."""
        self._asking.start()

    def of(self, snapshot: SurveySnapshot, row: int) -> tuple[Key, Preview] | None:
        """The picture of a row, None while there is none."""
        for key in self._keys_of(snapshot, row):
            preview = self._services.thumbnails.get(key)
            if preview is not None and (preview.image is not None or preview.text):
                return key, preview
        return None

    def before(self, snapshot: SurveySnapshot, row: int, room: QSize) -> QPixmap | None:
        """Return the picture that a row's payload was made from, if it is not the row's own.

        That of an edited or renamed one as it was when it was cached, and that of another where
        they are mixed up; None if it is not known.
        """
        for key in self._former_keys(snapshot, row):
            preview = self._services.thumbnails.get(key)
            if preview is not None and preview.image is not None:
                return self.scale(key, preview, room, self._ratio())
        return None

    def look(self, snapshot: SurveySnapshot, row: int, room: QSize, note: str) -> RowLook:
        """Return the content that a row is painted with, its picture scaled to `room`."""
        store = snapshot.document.stores[int(snapshot.entries.store[row])]
        kind = self._services.look.icons.icon(kind_icon(store.kind))
        found = self.of(snapshot, row)
        if found is None:
            return RowLook(None, kind, note=note)
        key, preview = found
        picture = None if preview.image is None else self.scale(key, preview, room, self._ratio())
        return RowLook(picture, kind, preview.text, note)

    def _ratio(self) -> float:
        parent = self.parent()
        return parent.devicePixelRatioF() if isinstance(parent, QWidget) else 1.0

    def scale(self, key: Key, preview: Preview, room: QSize, ratio: float) -> QPixmap:
        """A picture as large as fits a room on a screen of that ratio."""
        assert preview.image is not None
        place = (key, preview.image.cacheKey(), room.width(), room.height())
        kept = self._scaled.get(place)
        if kept is None:
            kept = QPixmap.fromImage(preview.image.scaled(
                room * ratio, Qt.AspectRatioMode.KeepAspectRatio,
                Qt.TransformationMode.SmoothTransformation))
            kept.setDevicePixelRatio(ratio)
            self._scaled[place] = kept
            self._bytes += _bytes_of(kept)
            while self._bytes > MOST_SCALED_BYTES:
                self._bytes -= _bytes_of(self._scaled.popitem(last=False)[1])
        else:
            self._scaled.move_to_end(place)
        return kept

    def _keys_of(self, snapshot: SurveySnapshot, row: int) -> Sequence[Key]:
        """Return the keys of the pictures that can represent a row, the best first."""
        entries = snapshot.entries
        store = snapshot.document.stores[int(entries.store[row])]
        known = store_row(store.kind).preview is SourcePreview.FILE
        if not known and not entries.name[row].lower().endswith(PICTURE_ENDINGS):
            return ()
        # Of the survey that is painted, which may be the one before the latest for a moment.
        source: Key = self._services.session.locate(entries.source(row))
        if store.kind not in _OF_PICTURES or not entries.bytes[row]:
            return (source,)
        found = self._services.thumbnails.get(source)
        cached = Cached(store.id, entries.source(row))
        return (source, cached) if found is not None and found.is_absent else (source,)

    def _former_keys(self, snapshot: SurveySnapshot, row: int) -> Sequence[Key]:
        """Return the keys of the picture that a payload was made from, the best first."""
        entries = snapshot.entries
        store = snapshot.document.stores[int(entries.store[row])]
        if store.kind not in _OF_PICTURES:
            return ()
        made_from = entries.made_from_of(row)
        if made_from:
            file: Key = self._services.session.locate(made_from)
            found = self._services.thumbnails.get(file)
            is_absent = found is not None and found.is_absent
            return (file, Cached(store.id, made_from)) if is_absent else (file,)
        former = _find_former_name(snapshot, row)
        return (Cached(store.id, former),) if former else ()

    def _ask(self) -> None:
        snapshot, rows = self._in_sight()
        keys: list[Key] = []
        if snapshot is not None and snapshot is self._services.session.snapshot:
            for row in rows:
                keys += self._keys_of(snapshot, row)
                if self._pairs:
                    keys += self._former_keys(snapshot, row)
        self._keys = set(keys)
        self._services.thumbnails.want(id(self), keys)

    def _on_loaded(self, key: Key) -> None:
        if key not in self._keys:
            return
        found = self._services.thumbnails.get(key)
        if found is not None and found.is_absent and not self._asking.isActive():
            self._ask()
        if not self._painting.isActive():
            self._painting.start()


def _is_gone(snapshot: SurveySnapshot, row: int) -> bool:
    return int(snapshot.entries.verdict[row]) == Verdict.SOURCE_MISSING


def _find_former_name(snapshot: SurveySnapshot, row: int) -> str:
    """Return the name under which an edited or renamed picture was cached, "" for any other row."""
    entries = snapshot.entries
    other = entries.other_name_of(row)
    if other and not _is_gone(snapshot, row):
        return other
    is_outdated = int(entries.verdict[row]) in _OUTDATED and entries.bytes[row]
    return entries.source(row) if other or is_outdated else ""


def _bytes_of(picture: QPixmap) -> int:
    return picture.width() * picture.height() * 4


def paint_picture(painter: QPainter, room: QRect, picture: QPixmap) -> None:
    """A pixmap in the middle of its room."""
    size = picture.deviceIndependentSize().toSize()
    painter.drawPixmap(room.center().x() - size.width() // 2 + 1,
                       room.center().y() - size.height() // 2 + 1, picture)


def paint_absent(
    painter: QPainter, room: QRect, icon: QIcon, option: QStyleOptionViewItem,
) -> None:
    """Paint the placeholder for a missing picture."""
    side = min(room.width(), room.height()) // 2
    painter.fillRect(room, option.palette.color(QPalette.ColorRole.AlternateBase))
    icon.paint(painter, QRect(room.center().x() - side // 2, room.center().y() - side // 2,
                              side, side))


def paint_look(painter: QPainter, option: QStyleOptionViewItem, look: RowLook) -> None:
    """A picture, or two of which the first is how it was, then text and note."""
    room = option.rect.adjusted(PADDING, 0, -PADDING, 0)
    square = QRect(room.left(), room.center().y() - IN_ROW // 2 + 1, IN_ROW, IN_ROW)
    if look.before is not None:
        paint_picture(painter, square, look.before)
        arrow = QRect(square.right() + 1, square.top(), ARROW, IN_ROW)
        painter.setPen(option.palette.color(QPalette.ColorRole.PlaceholderText))
        painter.drawText(arrow, Qt.AlignmentFlag.AlignCenter, "→")
        square.moveLeft(arrow.right() + 1)
    if look.picture is None:
        paint_absent(painter, square, look.kind, option)
    else:
        paint_picture(painter, square, look.picture)
    room.setLeft(square.right() + GAP + 2)
    if look.note:
        below = QRect(room)
        room.setBottom(room.center().y() + 1)
        below.setTop(room.bottom() - 1)
        option.displayAlignment = LEFT_BOTTOM
        paint_text(painter, option, room)
        muted = option.palette.color(QPalette.ColorRole.PlaceholderText)
        option.palette.setColor(QPalette.ColorRole.Text, muted)
        option.text, option.displayAlignment = look.note, LEFT_TOP
        room = below
    paint_text(painter, option, room)


class PictureDelegate(CellDelegate):
    """Paints one column with a picture before its text, and a note below it."""

    def __init__(
        self, cell: Callable[[int, int], Cell], columns: Mapping[int, ColumnSpec], column: int,
        looks: Callable[[int], RowLook], parent: QObject,
    ) -> None:
        """Paint `column` by what `looks` says of a position, the others as tables do."""
        super().__init__(cell, columns, parent)
        self._column = column
        self._looks = looks

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Background from the style, then picture, text and note."""
        if index.column() != self._column:
            super().paint(painter, option, index)
            return
        self.initStyleOption(option, index)
        paint_background(painter, option)
        paint_look(painter, option, self._looks(index.row()))

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the size hint with room for the picture."""
        size = super().sizeHint(option, index)
        return size + QSize(IN_ROW + GAP + 2, 0) if index.column() == self._column else size
