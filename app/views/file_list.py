"""Dialog that lists files with their pictures: which ones a count elsewhere is of.

It opens at once; rows come from a pool thread, and so do those that a search leaves.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QStyleOptionViewItem,
    QWidget,
)

from larder.app.models.listed_files import (
    ACTION,
    NAME,
    FileRow,
    FilesTable,
    action_look,
    count_actions,
    select_rows,
)
from larder.app.models.tables import Index
from larder.app.presentation.looks import Tone
from larder.app.presentation.sentences import Sentences, with_values
from larder.app.services import WindowServices
from larder.app.views.table_file import ask_and_save
from larder.app.widgets.column_fit import PADDING
from larder.app.widgets.controls import CalmCombo
from larder.app.widgets.painted_cells import CellDelegate, paint_background, paint_text
from larder.app.widgets.plain_labels import PlainLabel
from larder.app.widgets.rows_table import facts_table
from larder.app.widgets.widgets import (
    ContentStack,
    after_pause,
    fill_column,
    fill_layout,
)
from larder.app.widgets.window_layout import open_at

_tr = Sentences("FileList")

NAME_OF_LAYOUT = "fileList"
FIRST_SIZE, SMALLEST = QSize(900, 600), QSize(480, 320)
PICTURE = QSize(48, 36)
"""Pixels of a picture beside a name."""
MOST_SCALED = 400
PAUSE_MS = 120


class FileListDialog(QDialog):
    """One list of files.

    Signals:
        source_wanted: list a source in Entries; double click and Return.
    """

    source_wanted = Signal(str)

    def __init__(
        self, services: WindowServices, title: str, read: Callable[[], Sequence[FileRow]],
        parent: QWidget, *, words: str = "", can_show: bool = True,
    ) -> None:
        """Begin to read the rows.

        Args:
            services: of the window.
            title: of the dialog.
            read: gives the rows, in a pool thread.
            parent: the dialog's.
            words: what is searched for at first.
            can_show: whether Entries has the files.
        """
        super().__init__(parent)
        self._services = services
        self._rows: Sequence[FileRow] = ()
        self.setObjectName(NAME_OF_LAYOUT)
        self.setWindowTitle(title)
        self.setSizeGripEnabled(True)
        look = services.look
        self.model = FilesTable(look.figures, look.icons, look.names, self)
        self.table = facts_table(
            self.model, "fileListTable", title, services.memory, NAME, (ACTION,),
            sort=self.model.sort)
        self.table.setItemDelegateForColumn(NAME, _PictureDelegate(self.model, self._picture, self))
        self.table.verticalHeader().setDefaultSectionSize(PICTURE.height() + 6)
        self.action = CalmCombo()
        self.action.setSizeAdjustPolicy(CalmCombo.SizeAdjustPolicy.AdjustToContents)
        self.action.setAccessibleName(_tr("Show files with which the same is done"))
        self.search = QLineEdit()
        self.search.setPlaceholderText(_tr("Search names"))
        self.search.setAccessibleName(_tr("Search names"))
        self.search.setClearButtonEnabled(True)
        self.search.setText(words)
        self.total = PlainLabel()
        self._body = ContentStack(self.table)
        self.save = QPushButton(_tr("Export table…"))
        self.show_in_entries = QPushButton(_tr("Show in Entries"))
        self.show_in_entries.setVisible(can_show)
        self.close_button = QPushButton(_tr("Close"))
        self._scaled: OrderedDict[tuple[str, int], QPixmap] = OrderedDict()
        self._pause = after_pause(self, PAUSE_MS, self._select)
        self._asking = after_pause(self, PAUSE_MS, self._ask)
        self._reading = services.calls.latest_call(self)
        self._selecting = services.calls.latest_call(self)
        self._lay_out()
        self._connect(can_show=can_show)
        self._say(_tr("Reading…"))
        open_at(self, FIRST_SIZE, services.memory.layout(NAME_OF_LAYOUT), least=SMALLEST,
                parent=parent)
        self._reading.start(read)

    @property
    def is_settled(self) -> bool:
        """True if every row that is wanted is shown, and their pictures are asked for."""
        return (self._reading.is_idle and self._selecting.is_idle and not self._pause.isActive()
                and not self._asking.isActive())

    def done(self, result: int) -> None:
        """Close; nothing that is still read is of use."""
        self._services.memory.keep_layout(NAME_OF_LAYOUT, self.saveGeometry())
        self._services.thumbnails.want(self, ())
        super().done(result)

    def _lay_out(self) -> None:
        for button in (self.save, self.show_in_entries, self.close_button):
            button.setAutoDefault(False)
        top = fill_layout(QHBoxLayout(), self.action, (self.search, 1), spacing=8)
        buttons = fill_layout(
            QHBoxLayout(), (self.total, 1), self.save, self.show_in_entries, self.close_button,
            spacing=8)
        fill_column(self, top, (self._body, 1), buttons, margins=(16, 14, 16, 14), spacing=10)

    def _connect(self, *, can_show: bool) -> None:
        self.action.currentIndexChanged.connect(lambda _: self._select())
        self.search.textEdited.connect(lambda _: self._pause.start())
        self.search.textChanged.connect(lambda _: self._pause.start())
        self.save.clicked.connect(
            lambda: ask_and_save(self._services, self.table, selected=False))
        self.close_button.clicked.connect(self.reject)
        self.show_in_entries.clicked.connect(
            lambda: self._show(self.table.currentIndex().row()))
        if can_show:
            self.table.opened.connect(self._show)
        self.table.scrolled.connect(self._asking.start)
        self.table.selectionModel().currentRowChanged.connect(lambda *_: self._allow())
        self._reading.done.connect(self._on_read)
        self._reading.failed.connect(lambda error, _: self._say(str(error)))
        self._selecting.done.connect(self._on_selected)
        self._services.thumbnails.loaded.connect(self._on_loaded)
        self._services.look.changed.connect(self.table.viewport().update)
        self.finished.connect(self.deleteLater)

    def _on_read(self, rows: Sequence[FileRow]) -> None:
        self._rows = rows
        counts = count_actions(rows)
        figures = self._services.look.figures
        self.action.blockSignals(True)
        self.action.clear()
        self.action.addItem(with_values(
            _tr("Everything · %1"), figures.count(counts.total())), "")
        for action, count in counts.items():
            look = action_look(action)
            self.action.addItem(self._services.look.icons.of_look(look),
                                f"{look.word} · {figures.count(count)}", action)
        self.action.blockSignals(False)
        self._select()
        self.search.setFocus()

    def _select(self) -> None:
        self._selecting.start(partial(
            select_rows, self._rows, self.action.currentData() or "", self.search.text()))

    def _on_selected(self, rows: Sequence[FileRow]) -> None:
        self.model.show_rows(rows)
        self.table.leave_out(self.model.columns_without_text())
        self.table.sort_again()
        self.table.fit_again()
        self.total.setText(_tr("%Ln files", sum(row.files for row in rows)))
        if rows:
            self._body.show_content()
            self.table.setCurrentIndex(self.model.index(0, 0))
        else:
            self._say(_tr("No file matches."))
        self.save.setEnabled(bool(rows))
        self._allow()
        self._asking.start()

    def _say(self, text: str) -> None:
        self._body.say(text, self._services.look.icons.icon("page-entries", Tone.MUTED))

    def _allow(self) -> None:
        at = self.table.currentIndex().row()
        self.show_in_entries.setEnabled(
            0 <= at < self.model.rowCount() and self.model.row_at(at).is_file)

    def _show(self, position: int) -> None:
        row = self.model.row_at(position) if 0 <= position < self.model.rowCount() else None
        if row is not None and row.is_file:
            self.accept()
            self.source_wanted.emit(row.note if row.action in ("renamed", "moved") else row.source)

    def _ask(self) -> None:
        """Read the pictures in sight."""
        if self._services.session.snapshot is None:
            return
        rows = [self.model.row_at(at) for at in self.table.positions()]
        self._services.thumbnails.want(
            self, [self._services.session.locate(_shown_path(row)) for row in rows if row.is_file])

    def _on_loaded(self, _: object) -> None:
        self.table.viewport().update()

    def _picture(self, row: FileRow) -> QPixmap | None:
        """The picture of a row, None while there is none."""
        if not row.is_file or self._services.session.snapshot is None:
            return None
        found = self._services.thumbnails.get(self._services.session.locate(_shown_path(row)))
        if found is None or found.image is None:
            return None
        key = row.source, found.image.cacheKey()
        if key not in self._scaled:
            ratio = self.devicePixelRatioF()
            self._scaled[key] = QPixmap.fromImage(found.image.scaled(
                PICTURE * ratio, Qt.AspectRatioMode.KeepAspectRatio,
                Qt.TransformationMode.SmoothTransformation))
            self._scaled[key].setDevicePixelRatio(ratio)
            if len(self._scaled) > MOST_SCALED:
                self._scaled.popitem(last=False)
        return self._scaled[key]


def _shown_path(row: FileRow) -> str:
    """Where a file of today is: that of a renamed one is at its new path."""
    return row.note if row.action in ("renamed", "moved") else row.source


class _PictureDelegate(CellDelegate):
    """Paints the name behind its picture, which has the same room in each row."""

    def __init__(
        self, model: FilesTable, picture: Callable[[FileRow], QPixmap | None], parent: QWidget,
    ) -> None:
        super().__init__(model.cell, model.columns, parent)
        self._model = model
        self._picture = picture

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Background from the style, then picture and name."""
        self.initStyleOption(option, index)
        paint_background(painter, option)
        room = option.rect.adjusted(PADDING, 0, -PADDING, 0)
        picture = self._picture(self._model.row_at(index.row()))
        if picture is not None:
            size = picture.deviceIndependentSize().toSize()
            painter.drawPixmap(
                room.left() + (PICTURE.width() - size.width()) // 2,
                room.center().y() - size.height() // 2 + 1, picture)
        room.setLeft(room.left() + PICTURE.width() + 2 * PADDING)
        paint_text(painter, option, room)


