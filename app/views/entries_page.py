"""The Entries tab: every sample and entry, filtered, sorted, a million of them if need be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import (
    QByteArray,
    QItemSelection,
    QItemSelectionModel,
    QPoint,
    QSignalBlocker,
    QSize,
    Qt,
    QTimer,
)
from PySide6.QtGui import QGuiApplication, QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QSlider,
    QStackedWidget,
    QToolButton,
    QWidget,
)

from larder.app.command_table import Context
from larder.app.models.entries_model import ENTRY_COLUMNS, EntriesModel, scope_text, tab_separated
from larder.app.models.entry_rows import (
    OWN_COLUMNS,
    Arranged,
    Arrangement,
    Cards,
    EntryColumn,
    Selection,
    arrange,
    find_selection,
    first_columns,
    list_value_columns,
)
from larder.app.models.survey_snapshot import Rows, SurveySnapshot
from larder.app.notices import Notice
from larder.app.presentation.looks import (
    Tone,
    entry_look,
    payload_look,
    useless_commands,
    verdict_look,
)
from larder.app.presentation.plain_text import plain_tip
from larder.app.presentation.sentences import Sentences, core_text
from larder.app.services import WindowServices
from larder.app.view_state import ChosenKind, CurrentRow, Scope
from larder.app.views.page import Page
from larder.app.views.row_pictures import (
    IN_ROW,
    ROOM_AROUND,
    PictureDelegate,
    RowLook,
    RowPictures,
)
from larder.app.views.tile_grid import FIRST_WIDTH, MOST_STATES, WIDTHS, Tile, TileGrid
from larder.app.widgets.column_fit import first_widths
from larder.app.widgets.painted_cells import word_width
from larder.app.widgets.rows_table import RowsTable
from larder.app.widgets.widgets import (
    ContentStack,
    fill_column,
    fill_layout,
    link_button,
    make_muted_label,
    restyle,
)
from larder.app.widgets.window_layout import ENTRIES_SIZE, ENTRIES_VIEW
from larder.core.queries.filter_language import Filter, FilterError, parse_filter
from larder.core.survey.remedies import NO_REMEDY, REMEDIES, UNCAPTIONED_LINES, Repair
from larder.core.survey.verdicts import PayloadVerdict, Verdict

_tr = Sentences("EntriesPage")

ROWS, GRID = "rows", "grid"
SLIDER_WIDTH = 88
LONGEST_CAPTION = 200
"""Characters of a caption; a card shows one line of it."""
ROW_HEIGHT = IN_ROW + ROOM_AROUND
MOST_RUNS = 1000
"""Stretches of selected rows that are restored after sorting; Qt asks each of them per cell."""
MOST_COPIED = 10_000
"""Rows that go to the clipboard; more of them is a job for a file."""
COPIED_AT_ONCE = 500
"""Rows whose text takes a few milliseconds. In a pool thread it would hold the interpreter's lock,
for which painting has to wait at every cell."""


class EntriesPage(Page):
    """The table, a line that says which part is shown, and what stands there when nothing is."""

    def __init__(self, services: WindowServices) -> None:
        super().__init__(_tr("Entries"))
        self._services = services
        self._arrangement = Arrangement()
        self._bytes_before = np.zeros(1, dtype=np.int64)
        self._current_row: int | None = None
        self._carried: Selection | None = None
        self._cards: Cards | None = None
        self._fault: FilterError | None = None
        self._arranging = services.calls.latest_call(self)
        self._copied: list[str] = []
        self._to_copy: tuple[SurveySnapshot, Rows] | None = None
        self._copying = QTimer(self)
        self._copying.setInterval(0)
        self.model = EntriesModel(
            services.look.figures, services.look.icons, self, names=services.look.names)
        self.table = RowsTable("entriesTable", ENTRY_COLUMNS)
        self.table.setAccessibleName(self.tr("Entries"))
        self.table.show_model(self.model, services.memory)
        self.table.fit_columns(EntryColumn.REASON, contents=self._width_of)
        self.table.let_sort(self._arrangement.column)
        self.table.setItemDelegate(PictureDelegate(
            self.model.cell, ENTRY_COLUMNS, EntryColumn.SOURCE,
            self._row_look, self.table))
        self.table.verticalHeader().setDefaultSectionSize(ROW_HEIGHT)
        self.grid = TileGrid(self._tile)
        self.grid.setAccessibleName(self.tr("Entries as pictures"))
        self.table.stand_in = self.grid
        self.grid.setModel(self.model)
        self.grid.setSelectionModel(self.table.selectionModel())
        self.pictures = RowPictures(services, self._in_sight, self)
        self._views = QStackedWidget()
        self._views.addWidget(self.table)
        self._views.addWidget(self.grid)
        self.as_rows, self.as_grid = self._view_buttons()
        self.size_slider = self._make_slider()
        self.line = make_muted_label()
        self.show_all = link_button(self.tr("Show all"))
        self._stack = ContentStack(self._views)
        self.empty = self._stack.empty
        self._lay_out()
        self._connect()
        self._on_survey_changed()

    @property
    def is_settled(self) -> bool:
        """True if the latest arrangement is shown, with its pictures."""
        return (self._arranging.is_idle and self.pictures.is_settled
                and not self._copying.isActive())

    @property
    def view(self) -> RowsTable | TileGrid:
        """The view that shows the rows: the table or the grid."""
        return self.grid if self._views.currentWidget() is self.grid else self.table

    def show_as(self, name: str) -> None:
        """Show the rows as "rows" or as a "grid" of cards, a picture with its caption each."""
        is_grid = name == GRID
        had_focus = self.view.hasFocus()
        self._services.memory.keep_layout(
            ENTRIES_VIEW, QByteArray((GRID if is_grid else ROWS).encode()))
        self._views.setCurrentWidget(self.grid if is_grid else self.table)
        self.as_rows.setChecked(not is_grid)
        self.as_grid.setChecked(is_grid)
        with QSignalBlocker(self.size_slider):
            self.size_slider.setValue(self._width_number() + 1 if is_grid else 0)
        self.view.scrollTo(self.table.currentIndex())
        if had_focus:
            self.view.setFocus()
        self.pictures.look_again()
        if self._arrangement.as_cards != is_grid:
            self._arrangement = replace(self._arrangement, as_cards=is_grid)
            self._arrange()

    def show_size(self, number: int) -> None:
        """Show rows for 0, and cards of that width in `WIDTHS`, from 1, for any other."""
        number = min(max(number, 0), len(WIDTHS))
        if number:
            self._services.memory.keep_layout(ENTRIES_SIZE, QByteArray(str(number - 1).encode()))
            self.grid.use_width(WIDTHS[number - 1])
        self.show_as(GRID if number else ROWS)

    def _width_number(self) -> int:
        """Number of the width that the user chose, which an older program may not have known."""
        kept = bytes(self._services.memory.layout(ENTRIES_SIZE).data())
        return min(int(kept), len(WIDTHS) - 1) if kept.isdigit() else FIRST_WIDTH

    def step(self, by: int) -> bool:
        """Go on by so many rows or cards, False where there are none."""
        if self.view is self.grid:
            return self.grid.step(by)
        to = self.table.currentIndex().row() + by
        if not (self.table.currentIndex().isValid() and 0 <= to < self.model.rowCount()):
            return False
        self.table.selectRow(to)
        return True

    def showEvent(self, event: QShowEvent) -> None:
        """Read the pictures of what is in sight."""
        super().showEvent(event)
        self.pictures.look_again()

    def hideEvent(self, event: QHideEvent) -> None:
        """Read none while another page is in front."""
        super().hideEvent(event)
        self.pictures.look_again()

    def _view_buttons(self) -> tuple[QToolButton, QToolButton]:
        """Two of which one is down."""
        buttons = []
        for icon, name, tip in (
                ("page-entries", ROWS, self.tr("Show as rows")),
                ("kind-vision", GRID, self.tr("Show as cards, a picture with its caption"))):
            button = QToolButton()
            button.setIcon(self._services.look.icons.icon(icon))
            button.setToolTip(plain_tip(tip))
            button.setAccessibleName(tip)
            button.setCheckable(True)
            button.setAutoRaise(True)
            button.clicked.connect(lambda _=False, name=name: self.show_as(name))
            buttons.append(button)
        return buttons[0], buttons[1]

    def _make_slider(self) -> QSlider:
        """From rows at its left over small cards to large ones."""
        slider = QSlider(Qt.Orientation.Horizontal)
        slider.setRange(0, len(WIDTHS))
        slider.setPageStep(1)
        slider.setFixedWidth(SLIDER_WIDTH)
        slider.setAccessibleName(self.tr("Size of pictures"))
        slider.setToolTip(plain_tip(self.tr(
            "Size of pictures: at the left a list. Ctrl and the wheel change it, too.")))
        slider.valueChanged.connect(self.show_size)
        return slider

    def _in_sight(self) -> tuple[SurveySnapshot | None, Sequence[int]]:
        """The survey that is shown, and its rows that can be seen."""
        if not self.isVisible():
            return None, ()
        if self._cards is not None and self.view is self.grid:
            cards = self.grid.cards()
            rows = np.concatenate([
                column[cards.start: cards.stop]
                for column in (self._cards.pictures, self._cards.captions)])
            return self.model.snapshot, rows[rows >= 0].tolist()
        positions = self.view.positions()
        return self.model.snapshot, self.model.rows[positions.start: positions.stop].tolist()

    def _look_of(self, row: int, room: QSize) -> RowLook:
        assert self.model.snapshot is not None
        return self.pictures.look(self.model.snapshot, row, room, self.model.note_of(row))

    def _row_look(self, position: int) -> RowLook:
        """Also with the folder, where it has no column of its own."""
        look = self._look_of(self.model.row_at(position), QSize(IN_ROW, IN_ROW))
        if look.note or not self.table.isColumnHidden(EntryColumn.FOLDER):
            return look
        return replace(look, note=self.model.cell(position, EntryColumn.FOLDER).text)

    def _tile(self, number: int, room: QSize) -> Tile:
        """A card of the grid; of one row, until the rows are brought together."""
        snapshot, names = self.model.snapshot, self._services.look.names
        assert snapshot is not None
        span = self.grid.span_of(number)
        row, caption = self.model.row_at(span.start), -1
        if self._cards is not None:
            row, caption = int(self._cards.pictures[number]), int(self._cards.captions[number])
        found = None if caption in (-1, row) else self.pictures.of(snapshot, caption)
        return Tile(
            look=self._look_of(row, room), name=names.file(snapshot.entries.name[row]),
            caption="" if found is None else " ".join(found[1].text[:LONGEST_CAPTION].split()),
            states=[(self._services.look.icons.of_look(look), words)
                    for look, words in self.model.states(span, MOST_STATES)])

    def selected_rows(self) -> npt.NDArray[np.bool_]:
        """Which rows of the survey are selected; bool, shape (rows of the survey,)."""
        snapshot = self.model.snapshot
        mask = np.zeros(0 if snapshot is None else len(snapshot.entries), dtype=np.bool_)
        for first, last in self._selection().spans:
            mask[self.model.rows[first: last + 1]] = True
        return mask

    def _selection(self) -> Selection:
        """Return the selection without visiting individual rows."""
        # Ranges, not `selectedRows()`: that one makes an index object per row.
        spans = tuple((span.top(), span.bottom())
                      for span in self.table.selectionModel().selection().toList())
        return Selection(rows=self.model.rows, spans=spans, current=self._current_row)

    def selection_text(self) -> str:
        """How many rows are selected, and their bytes."""
        snapshot = self.model.snapshot
        if snapshot is None:
            return ""
        selection, before = self._selection(), self._bytes_before
        if selection.count < 2:
            return ""
        rows = _tr("%Ln entries selected", selection.count)
        size = sum(int(before[last + 1] - before[first]) for first, last in selection.spans)
        return f"{rows} · {self._services.look.figures.bytes(size)}"

    def choose_current(self) -> None:
        """The current row, nothing before there is one."""
        row = self._current_row
        self._services.view.choose(
            None if row is None else CurrentRow(kind=ChosenKind.ENTRY, row=row))

    def copy_selection(self) -> None:
        """Put the selected rows on the clipboard, tab-separated, as they are shown."""
        snapshot = self.model.snapshot
        if snapshot is None:
            return
        shown = self.model.rows[self.selected_rows()[self.model.rows]]
        self._copied, self._to_copy = [], (snapshot, shown[:MOST_COPIED])
        self._copy_some()
        if len(shown) > MOST_COPIED:
            count = self._services.look.figures.count
            text = self.tr("Copied the first %1 of %2 rows.")
            self._services.notices.post(Notice(
                tone=Tone.NOTE, is_passing=True,
                hint=self.tr("Export table… saves all of them."),
                text=text.replace("%1", count(MOST_COPIED)).replace("%2", count(len(shown)))))

    def _copy_some(self) -> None:
        """The next rows that are to be copied; with the last of them they are on the clipboard."""
        if self._to_copy is None:
            return
        snapshot, rows = self._to_copy
        text = tab_separated(snapshot, rows[:COPIED_AT_ONCE], self._services.look.names)
        self._copied.append(text if not self._copied else text.partition("\n")[2])
        self._to_copy = (snapshot, rows[COPIED_AT_ONCE:])
        if len(rows) > COPIED_AT_ONCE:
            self._copying.start()
            return
        self._copying.stop()
        QGuiApplication.clipboard().setText("".join(self._copied))
        self._copied, self._to_copy = [], None

    def _lay_out(self) -> None:
        top = QWidget()
        fill_layout(QHBoxLayout(top), self.line, self.show_all, self.as_rows, self.size_slider,
                    self.as_grid, stretched=self.line, margins=(12, 4, 8, 4), spacing=None)
        fill_column(self, top, self._stack, stretched=self._stack)
        for before, after in pairwise((self.show_all, self.as_rows, self.size_slider,
                                       self.as_grid, self.table, self.grid)):
            self.setTabOrder(before, after)
        self.grid.use_width(WIDTHS[self._width_number()])
        self.show_as(bytes(self._services.memory.layout(ENTRIES_VIEW).data()).decode())

    def _connect(self) -> None:
        services = self._services
        services.session.survey_changed.connect(self._on_survey_changed)
        services.view.scope_changed.connect(self._on_scope_changed)
        services.view.filter_changed.connect(self._on_filter_changed)
        services.view.picked_changed.connect(self._on_picked_changed)
        services.look.changed.connect(self._on_look_changed)
        self._arranging.done.connect(self._on_arranged)
        self._copying.timeout.connect(self._copy_some)
        self._arranging.failed.connect(self._on_arranging_failed)
        self.table.sort_wanted.connect(self._on_sort_wanted)
        for view in (self.table, self.grid):
            services.commands.keep_keys_to("quick-look", view)
            view.menu_wanted.connect(self._show_menu)
            view.opened.connect(lambda _: services.commands.run("inspector"))
            view.double_clicked.connect(lambda _: services.commands.run("quick-look"))
            view.scrolled.connect(self.pictures.look_again)
            self.pictures.changed.connect(view.viewport().update)
        self.grid.resize_wanted.connect(lambda by: self.show_size(self.size_slider.value() + by))
        chosen = self.table.selectionModel()
        chosen.currentRowChanged.connect(self._on_current_changed)
        chosen.selectionChanged.connect(self._on_current_changed)
        chosen.selectionChanged.connect(self.selection_changed)
        self.show_all.clicked.connect(self._show_everything)
        self.empty.button.clicked.connect(self._show_everything)

    def _on_survey_changed(self) -> None:
        self._carried = self._selection_again()
        self._current_row = self._carried.current
        self._carry_picked()
        if self._services.session.snapshot is None:
            self._arranging.drop()
            self._show_rows(None, np.zeros(0, dtype=np.int32), None)
            self.line.setText("")
            self.show_all.hide()
            self._stack.say(self.tr("Reading the caches…"),
                            self._services.look.icons.icon("page-entries"))
            return
        stores = self._services.session.snapshot.document.stores
        self.table.show_first(first_columns(store.kind for store in stores))
        self._show_own_columns()
        self.table.fit_again()
        self._arrange()

    def _carry_picked(self) -> None:
        """Rows that were picked are looked for in the new survey; the numbers are others there."""
        picked, again = self._services.view.row_limit, self._services.session.rows_again
        if picked is not None:
            self._services.view.pick(None if again is None else picked.after_survey(again))

    def _width_of(self, column: int) -> int:
        """States have to be read whole: those that there are in this survey. Reasons wrap."""
        snapshot, metrics = self._services.session.snapshot, self.table.fontMetrics()
        if column == EntryColumn.REASON:
            # No folder and no remark takes the room in which its two lines are whole.
            return first_widths({column: ENTRY_COLUMNS[EntryColumn.REASON]}, metrics)[column]
        if column != EntryColumn.STATE or snapshot is None:
            return 0
        measure = metrics.horizontalAdvance
        looks = [verdict_look(verdict) for verdict in Verdict if snapshot.count(verdict)]
        if np.isin(snapshot.entries.remedy, UNCAPTIONED_LINES).any():
            looks.append(entry_look(Verdict.SOURCE_MISSING, UNCAPTIONED_LINES[0]))
        if len(snapshot.entries.renamed):
            looks.append(payload_look(PayloadVerdict.READOPTABLE))
        return word_width(max((measure(look.word) for look in looks), default=0))

    def _selection_again(self) -> Selection:
        """Return the selection and scroll position, mapped to the rows of the latest survey."""
        again = self._services.session.rows_again
        if again is None or self.model.snapshot is None:
            return Selection()
        if self._carried is not None:
            return self._carried.after_survey(again)
        in_sight = self.view.positions()
        return replace(
            self._selection(), top=self.model.row_at(in_sight.start) if in_sight else None,
        ).after_survey(again)

    def _show_own_columns(self) -> None:
        snapshot, scope = self._services.session.snapshot, self._services.view.scope
        if snapshot is None:
            return
        stores = snapshot.document.stores
        looked_at = stores if scope.store is None else (stores[scope.store],)
        self.table.show_own(list_value_columns(store.kind for store in looked_at), OWN_COLUMNS)

    def _on_look_changed(self) -> None:
        self.view.viewport().update()
        for button, icon in ((self.as_rows, "page-entries"), (self.as_grid, "kind-vision")):
            button.setIcon(self._services.look.icons.icon(icon))
        self._say_what_is_shown()

    def _on_scope_changed(self) -> None:
        self._arrangement = replace(self._arrangement, scope=self._services.view.scope)
        self._show_own_columns()
        self._arrange()

    def _on_picked_changed(self) -> None:
        self._arrangement = replace(self._arrangement, picked=self._services.view.row_limit)
        self._arrange()

    def _on_filter_changed(self) -> None:
        try:
            wanted = parse_filter(self._services.view.filter_text)
        except FilterError as fault:
            # The rows stay as they are until the filter can be read again.
            self._fault = fault
            self._say_what_is_shown()
            return
        self._fault = None
        self._arrangement = replace(self._arrangement, wanted=wanted)
        self._arrange()

    def _on_sort_wanted(self, column: int, order: Qt.SortOrder) -> None:
        if column not in set(EntryColumn):
            return
        self._arrangement = replace(self._arrangement, column=EntryColumn(column),
                                    descending=order == Qt.SortOrder.DescendingOrder)
        self._arrange()

    def _show_everything(self) -> None:
        self._services.view.filter_by("")
        self._services.view.look_at(Scope())
        self._services.view.pick(None)

    def _arrange(self) -> None:
        snapshot, arrangement = self._services.session.snapshot, self._arrangement
        if snapshot is None:
            return
        before = self._selection() if self._carried is None else self._carried
        self._arranging.start(lambda: (snapshot, arrange(snapshot, arrangement, before)))

    def _on_arranged(self, done: tuple[SurveySnapshot, Arranged]) -> None:
        snapshot, found = done
        if snapshot is not self._services.session.snapshot:
            return
        if self._carried is None:
            now = self._selection()
            if not now.is_same_as(found.before):
                # Something else was selected while the rows were being sorted.
                found = replace(find_selection(snapshot, found.rows, now), cards=found.cards)
        self._bytes_before = found.bytes_before
        self._carried = None
        self._show_rows(snapshot, found.rows, found.cards)
        self.pictures.look_again()
        self._restore_selection(found)
        self._say_what_is_shown()

    def _show_rows(
        self, snapshot: SurveySnapshot | None, rows: Rows, cards: Cards | None,
    ) -> None:
        self.grid.show_cards(None)  # those of other rows would reach beyond the model's
        self.model.show_rows(snapshot, rows)
        self._cards = cards
        self.grid.show_cards(None if cards is None else cards.starts)

    def _on_arranging_failed(self, error: Exception, trace: str) -> None:
        self._services.notices.post(Notice(
            tone=Tone.ERROR, text=self.tr("The table could not be sorted."),
            hint=self.tr("Rescan to read it again."), details=f"{error}\n\n{trace}"))

    def _restore_selection(self, found: Arranged) -> None:
        """Select what was selected, and stay on the row that was current, where they are shown.

        After a survey the rows that one looked at stay where they are, current or not.
        """
        if found.top is not None:
            self.table.verticalScrollBar().setValue(found.top)
            self.grid.scrollTo(self.model.index(found.top, 0),
                               QAbstractItemView.ScrollHint.PositionAtTop)
        model, flags = self.table.selectionModel(), QItemSelectionModel.SelectionFlag
        if len(found.spans) <= MOST_RUNS:
            selection = QItemSelection()
            edge = self.model.columnCount() - 1
            for first, last in found.spans:
                selection.select(self.model.index(first, 0), self.model.index(last, edge))
            model.select(selection, flags.ClearAndSelect)
        if found.position is None:
            # Nobody has chosen one of these rows.
            self._current_row = None
            if self.isVisible():
                self.choose_current()
            return
        current = self.model.index(found.position, 0)
        kept = self.view.verticalScrollBar().value()
        model.setCurrentIndex(current, flags.NoUpdate if model.hasSelection()
                              else flags.ClearAndSelect | flags.Rows)
        if found.top is None:
            self.view.scrollTo(current)
        else:
            self.view.verticalScrollBar().setValue(kept)

    def _on_current_changed(self) -> None:
        """A row that has the focus only because the table got it was chosen by nobody."""
        index = self.table.currentIndex()
        if self._carried is not None or not (
                index.isValid() and self.table.selectionModel().isRowSelected(index.row())):
            return
        self._current_row = self.model.row_at(index.row())
        if self.isVisible():
            self.choose_current()

    def _say_what_is_shown(self) -> None:
        snapshot = self.model.snapshot
        if snapshot is None:
            return
        figures, arrangement = self._services.look.figures, self._arrangement
        shown, whole = len(self.model.rows), len(snapshot.entries)
        restyle(self.line, "role", "fault" if self._fault else "muted")
        if self._fault is not None:
            self.line.setText(core_text(f"{self._fault.problem} {self._fault.hint}"))
        else:
            parts = ["" if self._cards is None else _tr("%Ln files", len(self._cards)),
                     scope_text(snapshot, arrangement.scope, self._services.look.names),
                     "" if arrangement.picked is None else arrangement.picked.text,
                     self._services.view.filter_text]
            count = (_tr("%Ln entries", whole) if shown == whole
                     else _tr("%1 of %Ln entries", whole).replace("%1", figures.count(shown)))
            self.line.setText(" · ".join(part for part in (count, *parts) if part))
        self.show_all.setVisible(bool(
            arrangement.wanted or arrangement.scope != Scope() or arrangement.picked is not None
            or self._fault))
        self._show_table_or_reason(snapshot, arrangement.wanted)

    def _show_table_or_reason(self, snapshot: SurveySnapshot, wanted: Filter) -> None:
        if len(self.model.rows):
            self._stack.show_content()
            return
        icons = self._services.look.icons
        if not len(snapshot.entries):
            self._stack.say(self.tr("No entries yet."), icons.icon("page-entries"))
        elif wanted:
            scope = scope_text(snapshot, self._arrangement.scope, self._services.look.names)
            text = (self.tr("Nothing in %2 matches “%1”.").replace("%2", scope) if scope
                    else self.tr("No entry matches “%1”."))
            self._stack.say(text.replace("%1", self._services.view.filter_text),
                            icons.icon("command-find"), button=self.tr("Clear filter"))
        else:
            self._stack.say(self.tr("Nothing is cached, and this config needs no cached files."),
                            icons.icon("page-entries"), button=self.tr("Show all"))

    def _show_menu(self, at: QPoint) -> None:
        self._services.commands.context_menu(
            Context.ENTRY, self, without=useless_commands(self._repairs(), of_entries=True),
        ).popup(at)

    def _repairs(self) -> set[Repair]:
        """Return the repairs that apply to a selected row.

        A build also remakes payloads that are good.
        """
        snapshot = self.model.snapshot
        if snapshot is None:
            return set()
        chosen = self.selected_rows()
        lines = np.flatnonzero(np.bincount(snapshot.entries.remedy[chosen])).tolist()
        stores = [snapshot.document.stores[at] for at in np.flatnonzero(
            np.bincount(snapshot.entries.store[chosen])).tolist()]
        repairs = {REMEDIES[line].repair for line in lines}
        if any(store.is_built for store in stores) or (
                NO_REMEDY in lines and any(store.traits.records_sources for store in stores)):
            repairs.add(Repair.BUILD)
        return repairs
