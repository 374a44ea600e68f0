"""One group of the Duplicates page: why it is one, its pictures, its files, what can be done."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from pathlib import Path, PureWindowsPath

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QItemSelection, QItemSelectionModel, QPoint, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import (
    QBoxLayout,
    QGridLayout,
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from larder.app.jobs.awaited_job import AwaitedJob
from larder.app.models.copy_texts import turn_word, undo_turn
from larder.app.models.duplicates import (
    Duplicates,
    GroupMember,
    MemberTable,
    advice_texts,
    better_text,
    facts_text,
    format_shared,
    lesser_action,
    members_of,
    why_text,
)
from larder.app.models.survey_snapshot import SurveySnapshot
from larder.app.presentation.plain_text import plain_tip
from larder.app.presentation.sentences import breakable, one_after_another, with_values
from larder.app.previews.latent_view import image_of
from larder.app.previews.picture_compare import MOST_PANES, PictureCompare, ShownFile
from larder.app.previews.preview_panel import picture_job
from larder.app.services import WindowServices
from larder.app.view_state import ChosenKind, CurrentRow
from larder.app.widgets.rows_table import facts_table
from larder.app.widgets.widgets import (
    WrappedLabel,
    fill_column,
    fill_layout,
    heading,
    make_muted_label,
    passing_menu,
    primary_button,
)
from larder.core.compare.copy_facts import PictureTurn
from larder.core.queries.filter_rows import rows_with_text
from larder.core.queries.preview import LatentDrawing, PayloadPreview

MOST_FOLDERS = 4
"""Windows of folders that one click opens."""

MOST_ROWS = 200
"""Sources of a group that are looked up in the survey."""

BY_CONTENTS = (1, 2, 3, 4, 5, 7)
"""Columns of facts, which mean nothing when they are cut."""

LEAST_HEIGHT = 250
LEAST_WIDTH = 640
"""Of pictures and files beside each other, pixels."""


def rows_of(
    snapshot: SurveySnapshot, store: str, sources: Sequence[str],
) -> dict[str, int]:
    """Rows of the survey by source, of one cache or of the first that has it; for a pool thread."""
    entries = snapshot.entries
    stores = [at for at, one in enumerate(snapshot.document.stores) if store in ("", one.id)]
    wanted = np.isin(entries.store, stores)
    found: dict[str, int] = {}
    for source in sources[:MOST_ROWS]:
        named = rows_with_text(entries.name, PureWindowsPath(source).name) & wanted
        for row in np.flatnonzero(named).tolist():
            if entries.source(row) == source:
                found.setdefault(source, row)
                break
    return found


class GroupPanel(QWidget):
    """Shows one group at a time.

    Signals:
        entries_wanted: a filter for the Entries table that shows its sources.
    """

    entries_wanted = Signal(str)

    def __init__(self, services: WindowServices) -> None:
        super().__init__()
        self._services = services
        self._group: Duplicates | None = None
        self._rows: dict[str, int] = {}
        self._looking = AwaitedJob(services.lanes, self._show_cached, lambda _: None)
        self._finding = services.calls.latest_call(self)
        self._finding.done.connect(self._on_rows_found)
        self._finding.failed.connect(lambda *_: None)
        self.why = heading("")
        self.why.setWordWrap(True)
        self.advice = WrappedLabel()
        self.better = WrappedLabel()
        self.shared = make_muted_label()
        self.model = MemberTable(
            services.look.figures, services.look.icons, services.look.names, self)
        self.table = facts_table(self.model, "duplicateCopiesTable", self.tr("Files of the group"),
                                 services.memory, 0, BY_CONTENTS)
        self.pictures = PictureCompare(services)
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setAccessibleName(self.tr("Text of the captions"))
        self._shown = QStackedWidget()
        self._below = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        for widget in (self.pictures, self.text):
            self._shown.addWidget(widget)
        self.rebuild = primary_button(self.tr("Rebuild these…"))
        self.rebuild.setToolTip(self.tr("Gives each of them its own cached file."))
        self.lesser = primary_button("")
        self.lesser.setToolTip(self.tr(
            "Opens the folder of each copy that need not stay. Deleting them is up to you."))
        self.show_entries = QPushButton(self.tr("Show in Entries"))
        self.open = QPushButton(self.tr("Open"))
        self.reveal = QPushButton(self.tr("Show in folder"))
        self.copy_paths = QPushButton(self.tr("Copy paths"))
        self._lay_out()
        self._connect()

    @property
    def is_settled(self) -> bool:
        """True if everything about the group is shown, or there is no group."""
        group = self._group
        if group is None:
            return True
        is_shown = self.pictures.is_settled if group.shows_pictures else bool(group.line) or (
            self._services.thumbnails.get(self._file(group.sources[0].source)) is not None)
        return is_shown and self._finding.is_idle and self._looking.is_idle

    @property
    def rows(self) -> Sequence[int]:
        """Rows of the survey that the group's sources have."""
        return tuple(self._rows.values())

    def show_group(self, group: Duplicates) -> None:
        """Show another group of duplicates."""
        if group == self._group:
            return
        self._group, self._rows = group, {}
        look = self._services.look
        self.why.setText(why_text(group))
        self.advice.setText(one_after_another(advice_texts(group, look.names)))
        better = better_text(group, look.names)
        self.better.setText(breakable(better))
        self.better.setVisible(bool(better))
        shared = format_shared(group, look.figures)
        self.shared.setText(shared)
        self.shared.setToolTip(plain_tip("\n".join(
            look.names.payload(payload.name) for payload in group.payloads)))
        self.shared.setVisible(bool(shared))
        self.rebuild.setVisible(group.kind is not None)
        action = lesser_action(group)
        self.lesser.setText(action)
        self.lesser.setVisible(bool(action) and group.kind is None)
        self.model.show_rows(members_of(group))
        self.table.leave_out(MemberTable.needless(group))
        self._find_rows()
        self._look_at_cached()
        self._show_members()

    def fit_into(self, width: int) -> None:
        """Put the files below the pictures where there is no room beside them."""
        is_narrow = width < LEAST_WIDTH
        self._below.setDirection(QBoxLayout.Direction.TopToBottom if is_narrow
                                 else QBoxLayout.Direction.LeftToRight)
        self.setMinimumHeight(LEAST_HEIGHT * (2 if is_narrow else 1))

    def say_again(self) -> None:
        """Names are shown otherwise now."""
        group, self._group = self._group, None
        if group is not None:
            self.show_group(group)

    def chosen(self) -> Sequence[GroupMember]:
        """The selected files; all of them where none is."""
        rows = sorted({index.row() for index in self.table.selectionModel().selectedRows()})
        return [self.model.row_at(row) for row in rows or range(self.model.rowCount())]

    def _lay_out(self) -> None:
        words = fill_layout(QVBoxLayout(), self.why, self.advice, self.better, self.shared,
                            spacing=2)
        head = fill_layout(QHBoxLayout(), words, (self.lesser, Qt.AlignmentFlag.AlignTop),
                           (self.rebuild, Qt.AlignmentFlag.AlignTop), stretched=words, spacing=12)
        actions = QGridLayout()
        actions.setSpacing(6)
        for at, button in enumerate(
                (self.show_entries, self.open, self.reveal, self.copy_paths)):
            button.setProperty("compact", True)
            actions.addWidget(button, at // 2, at % 2)
        files = fill_layout(QVBoxLayout(), self.table, actions, stretched=self.table, spacing=6)
        self._below.setSpacing(12)
        self._below.addWidget(self._shown, 4)
        self._below.addLayout(files, 5)
        fill_column(self, head, self._below, stretched=self._below, margins=(12, 8, 12, 8),
                    spacing=8)

    def _connect(self) -> None:
        chosen = self.table.selectionModel()
        chosen.selectionChanged.connect(self._show_members)
        chosen.currentRowChanged.connect(lambda *_: self.choose_current())
        self._services.thumbnails.loaded.connect(self._on_loaded)
        self.table.opened.connect(lambda _: self._open())
        self.table.menu_wanted.connect(self._show_menu)
        self.rebuild.clicked.connect(lambda: self._services.commands.run("build-selected"))
        self.lesser.clicked.connect(self._reveal_lesser)
        self.show_entries.clicked.connect(self._want_entries)
        self.open.clicked.connect(self._open)
        self.reveal.clicked.connect(self._reveal)
        self.copy_paths.clicked.connect(self._copy_paths)

    def choose_current(self) -> None:
        """Show the current file in the inspector, or the group's first one."""
        index = self.table.currentIndex()
        member = self.model.row_at(index.row()) if index.isValid() else None
        row = None if member is None else self._rows.get(member.source.source)
        self._services.view.choose(
            None if row is None else CurrentRow(kind=ChosenKind.ENTRY, row=row))

    def _show_members(self) -> None:
        """Two that are chosen beside each other; one that is chosen beside the first; else all."""
        group = self._group
        if group is None:
            return
        if not group.shows_pictures:
            self._shown.setCurrentWidget(self.text)
            self._show_text(group)
            return
        self._shown.setCurrentWidget(self.pictures)
        chosen = list(self.chosen())
        if len(chosen) == 1 and chosen[0] != self.model.row_at(0):
            chosen.insert(0, self.model.row_at(0))
        shown = {member.source.source: member for member in chosen}
        if len(shown) == 1:
            first_two = {member.source.source: member for member in islice(members_of(group), 2)}
            shown = first_two | shown
        self.pictures.show_files([
            ShownFile(self._pane_title(member), self._file(source), undo_turn(member.turn))
            for source, member in islice(shown.items(), MOST_PANES)],
            max(len(shown) - MOST_PANES, 0))

    def _pane_title(self, member: GroupMember) -> str:
        """The name of a picture, what was done to show it, and its pixels, bytes and date."""
        look = self._services.look
        name = look.names.file(PureWindowsPath(member.source.source).name)
        if member.turn is not PictureTurn.UPRIGHT:
            name = with_values(
                self.tr("%1 (%2; turned back to compare)"), name, turn_word(member.turn))
        facts = "" if member.copy is None else facts_text(member.copy, look.figures)
        return f"{name}\n{facts}" if facts else name

    def _show_text(self, group: Duplicates) -> None:
        if group.line:
            self.text.setPlainText(group.line)
            return
        file = self._file(group.sources[0].source)
        self._services.thumbnails.want(self, [file])
        known = self._services.thumbnails.get(file)
        self.text.setPlainText("" if known is None else known.text or known.problem)

    def _on_loaded(self, file: Path) -> None:
        group = self._group
        if group is not None and not group.shows_pictures and not group.line \
                and file == self._file(group.sources[0].source):
            self._show_text(group)

    def _file(self, source: str) -> Path:
        return self._services.session.locate(source)

    def _find_rows(self) -> None:
        group, snapshot = self._group, self._services.session.snapshot
        if group is None or snapshot is None:
            return
        sources = [source.source for source in group.sources]
        self._finding.start(
            lambda: (group, rows_of(snapshot, group.store, sources)))

    def _on_rows_found(self, found: tuple[Duplicates, dict[str, int]]) -> None:
        group, rows = found
        if group is self._group:
            self._rows = rows
            self.choose_current()

    def _look_at_cached(self) -> None:
        """Start reading the cached picture that the group shares.

        It is shown once, next to the sources.
        """
        group = self._group
        if group is None or not (group.payloads and group.shows_pictures):
            self._looking.drop()
            return
        self._looking.start(picture_job(
            self._services.session, group.store, group.sources[0].source,
            self.tr("Show a cached picture"), shown="", learns=True))

    def _show_cached(self, found: PayloadPreview) -> None:
        drawing = found.drawing
        if isinstance(drawing, LatentDrawing) and drawing.latent.size:
            self.pictures.show_cached(image_of(_whole(drawing.latent)))

    def _want_entries(self) -> None:
        names = [PureWindowsPath(member.source.source).name for member in self.chosen()]
        distinct = list(dict.fromkeys(names))[:MOST_ROWS]
        plain = [name for name in distinct if not set(name) & set(' ,"\t')]
        self.entries_wanted.emit(
            f"name:{','.join(plain)}" if len(plain) == len(distinct) else f'name:"{distinct[0]}"')

    def _open(self) -> None:
        for member in self.chosen()[:1]:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._file(member.source.source))))

    def _reveal(self) -> None:
        folders = dict.fromkeys(
            self._file(member.source.source).parent for member in self.chosen()[:1])
        for folder in folders:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))

    def _reveal_lesser(self) -> None:
        """Open the folders of the copies that need not stay, and choose them in the table."""
        group = self._group
        if group is None:
            return
        for folder in islice(dict.fromkeys(
                self._file(source.source).parent for source in group.lesser), MOST_FOLDERS):
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))
        self._choose_sources({source.source for source in group.lesser})

    def _choose_sources(self, sources: set[str]) -> None:
        chosen = QItemSelection()
        for row in range(self.model.rowCount()):
            if self.model.row_at(row).source.source in sources:
                chosen.select(self.model.index(row, 0), self.model.index(row, 0))
        self.table.selectionModel().select(
            chosen, QItemSelectionModel.SelectionFlag.ClearAndSelect
            | QItemSelectionModel.SelectionFlag.Rows)

    def _copy_paths(self) -> None:
        files = dict.fromkeys(str(self._file(member.source.source)) for member in self.chosen())
        QGuiApplication.clipboard().setText("\n".join(files))

    def _show_menu(self, at: QPoint) -> None:
        menu = passing_menu(self, self.show_entries, self.open, self.reveal, self.copy_paths)
        menu.addSeparator()
        menu.addActions(self.table.save_actions(menu))
        menu.popup(at)


def _whole(levels: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """A latent's few pixels, each as a square of several, so that scaling does not blur them."""
    return np.repeat(np.repeat(levels, 4, axis=0), 4, axis=1)
